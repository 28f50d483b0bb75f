//! The rules of the forum edition, number by number, both sides of each boundary.

#[path = "../kit/table.rs"]
mod kit;

mod absence;
mod cards;
mod chats;
mod conspiracy;
mod dawn;
mod day_end;
mod daybreak;
mod deal;
mod death;
mod flips;
mod hosts;
mod legality;
mod night;
mod numbers;
mod proposals;
mod random;
mod role_cards;
mod settings;
mod setup;
mod watch;
