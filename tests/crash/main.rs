//! The crash matrix: the bot as a process of its own is killed with SIGKILL at every named boundary on the way of a command;
//! it is started again, the game goes on, and after every move all that stands on the server equals an undisturbed game with
//! the same dice: every line once, every right, pin, button and thread.
//!
//! `cargo test --test crash` plays a selection that has every point; with `CRASH_MATRIX=whole` every point in every move.

#![allow(dead_code, reason = "the kits are shared, and none uses all of them")]

#[path = "../kit/people.rs"]
mod people;
#[path = "../kit/salem.rs"]
mod salem;

mod matrix;
mod moves;
mod secrets;
#[path = "../kit/sight.rs"]
mod sight;
mod told;
mod village;
