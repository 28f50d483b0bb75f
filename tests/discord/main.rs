//! The outgoing half of `discord/`: what leaves, in what form, to whom.

mod codec;
mod following;
mod names;
mod nasty;
mod pace;
mod placing;
mod rights;
mod set;
mod showing;
mod storm;
mod telling;
