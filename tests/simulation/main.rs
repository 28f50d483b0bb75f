//! Games of random players by the rules alone: nothing panics, every record holds, and everything occurs.

use town_crier::games::AnySettings;
use town_crier::games::salem1692::table::Character;
use town_crier::kernel::game::Settings;
use town_crier::simulation::{Report, Simulation};

mod tabletop;

fn simulate(games: u64, seed: u64, players: Option<usize>) -> Report {
    simulate_edition("forum", games, seed, players)
}

fn simulate_edition(edition: &str, games: u64, seed: u64, players: Option<usize>) -> Report {
    let simulation = Simulation {
        games,
        seed,
        settings: AnySettings::of(edition).expect("an edition"),
        players,
        records: None,
    };
    simulation
        .run()
        .expect("every game ends, and every record holds")
}

#[test]
fn every_card_and_kind_of_event_occurs_and_both_sides_win() {
    let report = simulate(250, 7, None);
    assert_eq!(report.clean_records, 250);
    for card in [
        "accusation",
        "evidence",
        "witness",
        "alibi",
        "arson",
        "curse",
        "robbery",
        "scapegoat",
        "stocks",
        "black-cat",
        "asylum",
        "matchmaker",
        "piety",
    ] {
        assert!(
            report.cards.contains_key(card),
            "{card} is never played: {:?}",
            report.cards
        );
    }
    for event in [
        "set",
        "left",
        "renamed",
        "reached",
        "readers_accepted",
        "considered",
        "substituted",
        "advanced",
        "came_back",
        "blue_cards_left",
        "chat_joined",
        "chat_left",
        "confession_spared",
        "confession_withdrawn",
        "daybreak_reported",
        "extended",
        "flip_owed",
        "guard_named",
        "inactivity_reported",
        "left_server",
        "matchmakers_discarded",
        "moderator_returned",
        "paused",
        "proposal_withdrawn",
        "proposed",
        "redistributed",
        "reminded",
        "removal_deferred",
        "replaced",
        "resumed",
        "scratch_skipped",
        "seconded",
        "secrets_shown",
        "stocks_ended",
    ] {
        assert!(
            report.events.contains_key(event),
            "{event} never happens: {:?}",
            report.events
        );
    }
    for outcome in ["won town", "won witches", "ended_by_host", "standstill"] {
        assert!(
            report.outcomes.contains_key(outcome),
            "{:?}",
            report.outcomes
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let once = simulate(6, 3, Some(9));
    let again = simulate(6, 3, Some(9));
    assert_eq!(once.events, again.events);
    assert_eq!(once.outcomes, again.outcomes);
    assert_ne!(once.events, simulate(6, 4, Some(9)).events);
}

#[test]
fn t32_every_role_card_is_at_work() {
    let simulation = Simulation {
        games: 120,
        seed: 11,
        settings: AnySettings::of("forum")
            .expect("an edition")
            .set("role_cards", "on")
            .expect("a setting"),
        players: None,
        records: None,
    };
    let report = simulation
        .run()
        .expect("every game ends, and every record holds");
    for character in Character::ALL {
        assert!(
            report.abilities.contains_key(character.word()),
            "{character} is never at work: {:?}",
            report.abilities
        );
    }
}
