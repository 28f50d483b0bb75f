//! The only part that talks to Discord.

mod buttons;
pub mod commands;
pub mod components;
pub mod door;
mod facts;
pub mod gateway;
pub mod limits;
pub mod permissions;
mod places;
mod preflight;
pub mod render;
mod reply;
pub mod stage;
mod watch;
mod which;
