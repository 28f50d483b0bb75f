//! The only part that talks to Discord.

pub mod boards;
mod buttons;
pub mod check;
pub mod commands;
pub mod components;
pub mod courier;
pub mod door;
mod facts;
pub mod faults;
pub mod gateway;
pub mod ground;
pub mod house;
pub mod limits;
mod pace;
pub mod permissions;
mod places;
pub mod render;
mod reply;
pub mod rooms;
pub mod scene;
pub mod scribe;
pub mod stage;
mod things;
pub mod threads;
mod watch;
mod which;
pub mod wire;
