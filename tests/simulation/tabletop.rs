//! The tabletop edition's random games.

use town_crier::games::salem1692::table::Character;

use crate::simulate_edition;

/// Every kind of event of the edition.
const EVENTS: [&str; 77] = [
    "seats_drawn",
    "tryals_dealt",
    "town_hall_opened",
    "character_kept",
    "characters_shown",
    "hands_dealt",
    "dawn_began",
    "cat_named",
    "cat_given",
    "turn_began",
    "turn_skipped",
    "draw_chosen",
    "drew",
    "nothing_drawn",
    "deck_formed",
    "accusations_shown",
    "salvaged",
    "deck_studied",
    "deck_arranged",
    "played",
    "matchmakers_discarded",
    "tryal_owed",
    "power_offered",
    "power_declined",
    "reds_shed",
    "putnam_draws",
    "revealed",
    "died",
    "cards_left",
    "inherited",
    "sharing_opened",
    "took",
    "estate_discarded",
    "last_words_asked",
    "last_words_left",
    "last_words_lapsed",
    "clock_stopped",
    "clock_ran",
    "turn_ran_out",
    "turn_ended",
    "conspiracy_drawn",
    "scratch_skipped",
    "shift_opened",
    "picked",
    "passed",
    "reordered",
    "night_drawn",
    "kill_named",
    "gavel_named",
    "confession_left",
    "confession_withdrawn",
    "gavel_shown",
    "confessed",
    "confession_dropped",
    "confessions_over",
    "victim_named",
    "night_over",
    "chat_opened",
    "chat_joined",
    "chat_left",
    "paused",
    "resumed",
    "extended",
    "advanced",
    "replaced",
    "removal_deferred",
    "proposed",
    "seconded",
    "proposal_withdrawn",
    "secrets_shown",
    "spoke",
    "left_server",
    "came_back",
    "reminded",
    "moderator_returned",
    "inactivity_reported",
    "ended",
];

/// What comes together so seldom that a few games need not show it; `simulate --games 10000` does.
const RARE: [&str; 3] = ["estate_discarded", "removal_deferred", "scratch_skipped"];

#[test]
fn every_card_ability_and_kind_of_event_occurs_and_both_sides_win() {
    let report = simulate_edition("tabletop", 150, 7, None);
    assert_eq!(report.clean_records, 150);
    for event in EVENTS.iter().filter(|event| !RARE.contains(event)) {
        assert!(
            report.events.contains_key(*event),
            "{event} never happens: {:?}",
            report.events
        );
    }
    assert_eq!(report.cards.len(), 13, "{:?}", report.cards);
    for character in Character::ALL {
        assert!(
            report.abilities.contains_key(character.word()),
            "the ability of {character} is never at work: {:?}",
            report.abilities
        );
    }
    let sizes = (4..=12).map(|players| format!("players {players}"));
    let words = [
        "preset live",
        "preset async",
        "characters on",
        "characters off",
        "choose_character on",
        "choose_character off",
        "conspiracy pass",
        "conspiracy pool",
        "hard on",
        "hard off",
        "chats on",
        "chats off",
    ];
    for played_with in sizes.chain(words.map(str::to_owned)) {
        assert!(
            report.settings.contains_key(&played_with),
            "no game with {played_with}: {:?}",
            report.settings
        );
    }
    for outcome in ["won town", "won witches"] {
        assert!(
            report.outcomes.contains_key(outcome),
            "{:?}",
            report.outcomes
        );
    }
}
