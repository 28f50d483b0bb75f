//! Two worlds: games are played by chance in pairs that differ only in what a viewer may not know, and this viewer is told,
//! sees, is offered and is refused the same, up to the moment at which the rules say otherwise (`knows`).
//!
//! `WORLDS=5000 cargo test --release --test worlds -- --nocapture` plays so many pairs of each edition and prints what was
//! compared.

#[path = "../kit/verbs.rs"]
mod verbs;

mod chance;
mod eyes;
mod knows;
mod pair;
mod planted;
mod secrets;

use chance::pairs;

/// How many pairs: the number in `WORLDS`, or what is right for a run of all tests.
fn how_many(usual: u64) -> u64 {
    match std::env::var("WORLDS") {
        Ok(text) => text.parse().expect("WORLDS is a number"),
        Err(_) => usual,
    }
}

fn alike(edition: &str) {
    let tally = pairs(edition, how_many(80), |_, _| String::new());
    let tally = tally.unwrap_or_else(|leak| panic!("{leak}"));
    println!(
        "{edition}: {} pairs of worlds from {} games, compared at {} moments, by what differs: {:?}; how they ended: {:#?}",
        tally.pairs, tally.games, tally.steps, tally.secrets, tally.ends
    );
}

#[test]
fn what_a_viewer_may_not_know_makes_no_difference_in_the_forum_edition() {
    alike("forum");
}

#[test]
fn what_a_viewer_may_not_know_makes_no_difference_in_the_tabletop_edition() {
    alike("tabletop");
}
