//! The outgoing half of `discord/`: what leaves, in what form, to whom.

mod codec;
mod names;
mod rights;
