//! How the forum edition is shown and asked: rooms, boards, offers, suggestions, and that none of it tells a secret.

#[path = "../kit/table.rs"]
mod kit;

mod boards;
mod completions;
mod offers;
mod places;
mod random;
mod role_cards;
mod tabletop;
mod viewer;
mod worlds;
