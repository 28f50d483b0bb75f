//! The words of the game: how cards, Tryals, phases and lengths of time read.
