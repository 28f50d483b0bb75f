//! The rules of the forum edition, number by number, both sides of each boundary.

#[path = "../kit/table.rs"]
mod kit;

mod random;
