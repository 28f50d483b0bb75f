//! By chance, seeded: commands without sense against live games, and nonsense from outside.
//!
//! `CHAOS=1000000 cargo test --release --test chance chaos -- --nocapture` is the long run of the same tests.

#[path = "../kit/bend.rs"]
mod bend;
#[path = "../kit/invariants.rs"]
mod forum_invariants;
#[path = "../kit/tabletop_invariants.rs"]
mod tabletop_invariants;
#[path = "../kit/verbs.rs"]
mod verbs;

mod broken;
mod chaos;
mod checks;
mod live;
mod outside;
mod player;
mod wire;

/// The number in this variable, or what is right for a run of all tests.
fn how_many(variable: &str, usual: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{variable} is a number")),
        Err(_) => usual,
    }
}
