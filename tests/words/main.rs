//! How the game is told: who hears what of each event, what never leaves, what fits, and whole games to be proofread.

mod audiences;
mod guide;
mod sample;
