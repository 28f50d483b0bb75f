//! The rules of the tabletop game, number by number, both sides of each boundary.

#[path = "../kit/tabletop.rs"]
mod kit;

mod cards;
mod characters;
mod conspiracy;
mod dawn;
mod draws;
mod martha;
mod night;
mod random;
mod setup;
mod turns;
