//! How the game is told: who hears what of each event, what never leaves, what fits, and a whole game to be proofread.

mod audiences;
mod game;
mod guide;
mod history;
mod leaks;
mod sample;
mod tabletop;
mod transcripts;
