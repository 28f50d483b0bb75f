//! The only part that talks to Discord.

pub mod commands;
pub mod components;
pub mod limits;
pub mod permissions;
pub mod render;
