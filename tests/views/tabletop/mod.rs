//! How the tabletop edition is shown and asked: rooms, boards, offers, suggestions, and that none of it tells a secret.

mod boards;
mod offers;
mod places;
mod random;
mod town;
mod worlds;
