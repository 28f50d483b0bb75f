//! The stand-in for Discord, checked for itself.

mod validate;
