//! A Discord stand-in on loopback and scripted players: `rehearse` and the end-to-end tests use it.

mod bot;
pub mod director;
pub mod player;
pub mod show;
pub mod stand_in;
mod story;
