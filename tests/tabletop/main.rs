//! The rules of the tabletop game, number by number, both sides of each boundary.

#[path = "../kit/tabletop.rs"]
mod kit;

mod cards;
mod characters;
mod chats;
mod conspiracy;
mod dawn;
mod death;
mod draws;
mod hosts;
mod legality;
mod martha;
mod night;
mod numbers;
mod random;
mod settings;
mod setup;
mod turns;
mod watch;
