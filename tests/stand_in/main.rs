//! The stand-in for Discord, checked for itself.

mod interactions;
mod validate;
