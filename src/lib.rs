//! Town Crier: a Discord bot that is the Moderator of hidden-role games that last for days.

#![forbid(unsafe_code)]

pub mod app;
pub mod config;
pub mod discord;
pub mod games;
pub mod host;
pub mod kernel;
pub mod kill_point;
pub mod rehearsal;
pub mod simulation;
pub mod store;
pub mod telemetry;
