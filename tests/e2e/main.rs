//! The bot as it is against the stand-in for Discord, through what its users see and do.

#[path = "../kit/town.rs"]
mod town;

mod check;
mod doors;
mod ends;
mod gateway;
mod hosts;
mod machine;
mod nasty;
mod nights;
mod reach;
mod sign_up;
mod spine;
mod stale;
