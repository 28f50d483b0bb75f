//! The stand-in for Discord, checked for itself.

mod clients;
mod control;
mod gateway;
mod interactions;
mod kit;
mod messages;
mod permissions;
mod refusals;
mod threads;
mod told;
#[path = "../kit/trace.rs"]
mod trace;
mod validate;
