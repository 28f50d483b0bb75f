//! Whole games through the control API alone, as users would play them: what a player can see, press and type is all that
//! these proofs know.

#[path = "../kit/people.rs"]
mod people;
#[path = "../kit/salem.rs"]
mod salem;

mod bad_input;
mod chats;
mod closed_dms;
mod coven;
mod kills;
mod outsiders;
mod record;
mod rights;
mod tabletop;
mod two_games;
mod worlds;
