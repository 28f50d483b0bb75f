//! How the tabletop edition is told.

mod audiences;
mod game;
mod history;
mod leaks;
mod transcripts;
