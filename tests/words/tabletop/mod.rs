//! How the tabletop edition is told.

mod audiences;
mod game;
mod leaks;
mod transcripts;
