//! The only part that talks to Discord.

pub mod commands;
