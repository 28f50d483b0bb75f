//! F22 and F32: daybreak.

use town_crier::games::salem1692::forum::{Command, DeathCause, Event};
use town_crier::games::salem1692::table::CardKind::{Asylum, Matchmaker};
use town_crier::games::salem1692::table::Side;
use town_crier::kernel::audience::Audience;
use town_crier::kernel::draft::Fold;

use crate::kit::*;

/// It is Night, and the coven agrees on that player.
fn condemned(town: Town, target: u8) -> Town {
    let mut town = town.at_night();
    let coven: Vec<u8> = town
        .forum
        .table
        .living_coven()
        .map(|witch| witch.number())
        .collect();
    for witch in coven {
        town.kill(witch, target);
    }
    town
}

struct Report {
    confessed: Vec<u8>,
    died: Vec<u8>,
    guarded: Option<u8>,
}

fn report(events: &[Event]) -> Report {
    let found = events.iter().find_map(|event| match event {
        Event::DaybreakReported {
            confessions,
            died,
            guarded,
            ..
        } => Some(Report {
            confessed: confessions.iter().map(|(seat, ..)| seat.number()).collect(),
            died: died.iter().map(|seat| seat.number()).collect(),
            guarded: guarded.map(|seat| seat.number()),
        }),
        _ => None,
    });
    found.expect("daybreak is reported")
}

#[test]
fn f22_asylum_protects_from_the_coven() {
    let mut town = condemned(Town::new().front(BOB, &[Asylum]), BOB);
    let events = town.end_phase();
    assert!(town.lives(BOB));
    assert!(report(&events).died.is_empty());
}

#[test]
fn f22_without_asylum_the_same_player_dies() {
    let mut town = condemned(Town::new().front(CAL, &[Asylum]), BOB);
    town.end_phase();
    assert!(!town.lives(BOB));
}

#[test]
fn f22_asylum_does_not_protect_from_matchmaker() {
    let mut town = condemned(
        Town::new()
            .front(BOB, &[Matchmaker])
            .front(CAL, &[Matchmaker, Asylum]),
        BOB,
    );
    let events = town.end_phase();
    assert!(!town.lives(CAL));
    assert_eq!(report(&events).died, [BOB, CAL]);
}

#[test]
fn f32_a_kill_strikes_and_is_reported() {
    let mut town = condemned(Town::new(), BOB);
    let events = town.end_phase();
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Died {
            cause: DeathCause::Killed,
            ..
        }
    )));
    assert_eq!(report(&events).died, [BOB]);
}

#[test]
fn f32_the_report_says_that_nobody_died() {
    let events = Town::new().at_night().end_phase();
    let report = report(&events);
    assert!(report.died.is_empty() && report.confessed.is_empty() && report.guarded.is_none());
}

#[test]
fn f32_a_confessor_is_safe_and_reveals_the_chosen_card() {
    let mut town = condemned(Town::new(), BOB);
    town.confess(BOB, 2);
    let events = town.end_phase();
    assert!(town.lives(BOB));
    assert_eq!(town.hidden(BOB), 4);
    assert_eq!(report(&events).confessed, [BOB]);
}

#[test]
fn f32_a_confessor_is_safe_whoever_is_guarded() {
    for guarded in [BOB, CAL] {
        let mut town = condemned(Town::new(), BOB);
        town.confess(BOB, 1);
        town.guard(GUS, guarded);
        town.end_phase();
        assert!(town.lives(BOB));
        let hidden = if guarded == BOB { 5 } else { 4 };
        assert_eq!(town.hidden(BOB), hidden);
    }
}

#[test]
fn f32_a_confession_that_ends_the_game_is_the_last() {
    let mut town = Town::new().dead(HAL).row(CAL, "wnnnn").dead(IVY).at_night();
    town.confess(BOB, 1);
    town.confess(CAL, 1);
    town.confess(DAN, 1);
    let events = town.end_phase();
    assert_eq!(report(&events).confessed, [BOB, CAL]);
    assert_eq!(town.winner(), Some(Side::Town));
    assert_eq!(town.hidden(DAN), 5, "what was still to be resolved is not");
}

#[test]
fn f32_a_guarded_confessor_reveals_nothing_and_is_not_mentioned() {
    let mut town = condemned(Town::new(), BOB);
    town.confess(BOB, 2);
    town.guard(GUS, BOB);
    let events = town.end_phase();
    assert!(
        town.lives(BOB),
        "the confession protects although nothing was revealed"
    );
    assert_eq!(town.hidden(BOB), 5);
    assert!(
        events
            .iter()
            .any(|event| *event == Event::ConfessionSpared { seat: seat(BOB) })
    );
    assert!(report(&events).confessed.is_empty());
    assert_eq!(report(&events).guarded, None, "the setting is off");
}

#[test]
fn f32_with_announce_guard_the_report_says_who_was_guarded() {
    let mut town = Town::with(&[("announce_guard", "on")]).at_night();
    town.guard(GUS, BOB);
    assert_eq!(report(&town.end_phase()).guarded, Some(BOB));
    let mut town = Town::with(&[("announce_guard", "on")]).at_night();
    assert_eq!(report(&town.end_phase()).guarded, None);
}

#[test]
fn f32_confessions_come_in_seat_order_before_the_kill() {
    let mut town = condemned(Town::new(), BOB);
    town.confess(EVE, 1);
    town.confess(ANN, 1);
    let events = town.end_phase();
    let steps: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Revealed { seat, .. } => Some(("shows", seat.number())),
            Event::Died { seat, .. } => Some(("dies", seat.number())),
            Event::DaybreakReported { .. } => Some(("report", 0)),
            _ => None,
        })
        .collect();
    assert_eq!(
        steps,
        [("shows", ANN), ("shows", EVE), ("dies", BOB), ("report", 0)]
    );
}

#[test]
fn f32_a_witch_who_falls_by_confession_has_still_voted() {
    let mut town = condemned(Town::new(), BOB);
    town.confess(HAL, 1);
    let events = town.end_phase();
    assert!(!town.lives(HAL) && !town.lives(BOB));
    assert_eq!(report(&events).died, [HAL, BOB]);
}

#[test]
fn f32_a_target_who_died_of_a_partners_confession_is_dead_already() {
    let mut town = condemned(
        Town::new()
            .front(ANN, &[Matchmaker])
            .front(BOB, &[Matchmaker])
            .row(ANN, "NNNNn"),
        BOB,
    );
    town.confess(ANN, 5);
    let events = town.end_phase();
    assert_eq!(report(&events).died, [ANN, BOB]);
    assert!(!events.iter().any(|event| matches!(
        event,
        Event::Died {
            cause: DeathCause::Killed,
            ..
        }
    )));
}

#[test]
fn f32_a_confessor_whom_a_partner_pulled_along_shows_nothing_any_more() {
    let mut town = Town::new()
        .front(ANN, &[Matchmaker])
        .front(BOB, &[Matchmaker])
        .row(ANN, "NNNNn")
        .at_night();
    town.confess(ANN, 5);
    town.confess(BOB, 1);
    let events = town.end_phase();
    assert_eq!(report(&events).confessed, [ANN]);
}

#[test]
fn f32_a_spared_confessor_who_dies_with_a_partner_is_not_told_that_all_stayed_hidden() {
    // Ann comes before Bob in the row, and Cal after him: spared before the partner's death or after it, it is the same.
    for (spared, partner) in [(ANN, BOB), (CAL, BOB)] {
        for dies in [true, false] {
            let mut town = Town::new()
                .front(spared, &[Matchmaker])
                .row(partner, if dies { "NNNNn" } else { "nnnnn" })
                .front(partner, &[Matchmaker])
                .at_night();
            town.confess(partner, 5);
            town.confess(spared, 1);
            town.guard(GUS, spared);
            let events = town.end_phase();
            assert_eq!(town.lives(spared), !dies);
            let report = events
                .iter()
                .find(|event| matches!(event, Event::DaybreakReported { .. }))
                .expect("a report");
            let told = town.forum.tell(report, town.now);
            let mine = told
                .iter()
                .find(|notice| notice.audience == Audience::Seat(seat(spared)))
                .expect("everybody is told something");
            let text = mine.text.marked();
            assert!(text.contains("the Constable stood at your door"), "{text}");
            assert_eq!(text.contains("was not turned over"), !dies, "{text}");
        }
    }
}

#[test]
fn f32_the_report_comes_also_where_the_game_has_ended() {
    let mut town = condemned(Town::new().dead(IVY), BOB);
    town.confess(HAL, 1);
    let events = town.end_phase();
    assert_eq!(town.winner(), Some(Side::Town));
    assert!(
        town.lives(BOB),
        "the kill was still to come and is not resolved (F35)"
    );
    assert_eq!(
        report(&events).died,
        [] as [u8; 0],
        "the reveal alone ended it"
    );
    assert!(matches!(events.last(), Some(Event::Ended { .. })));
}

#[test]
fn f32_asylum_counts_as_it_stood_at_the_nights_end() {
    // Three live. Ann's confession kills her, two are left and the blue cards leave: Asylum had protected Gus before.
    let mut town = (BOB..=FAY)
        .fold(Town::new().dead(IVY), Town::dead)
        .row(ANN, "NNNNn")
        .front(GUS, &[Asylum])
        .at_night();
    town.confess(ANN, 5);
    town.kill(HAL, GUS);
    town.end_phase();
    assert!(town.lives(GUS));
}

#[test]
fn f32_the_new_day_follows() {
    let mut town = Town::new().at_night();
    let events = town.end_phase();
    assert!(matches!(
        events[..],
        [
            Event::NightEnded { .. },
            Event::DaybreakReported { .. },
            Event::InactivityReported { .. },
            Event::DayBegan { number: 2, .. },
            Event::Dealt { .. }
        ]
    ));
}

#[test]
fn f32_who_was_named_is_in_the_record_alone() {
    let mut town = condemned(Town::new().front(BOB, &[Asylum]), BOB);
    town.end_phase();
    let night = &town.forum.history.nights[0];
    assert_eq!(night.target, Some(seat(BOB)));
    assert_eq!(night.asylum, Some(seat(BOB)));
    assert!(night.died.is_empty());
}

#[test]
fn f32_a_host_can_advance_the_night() {
    let mut town = condemned(Town::new(), BOB);
    town.now = START + hours(1);
    let events = town.host(Command::Advance);
    assert_eq!(report(&events).died, [BOB]);
    assert!(
        town.forum
            .day()
            .is_some_and(|day| day.span.began == START + hours(1))
    );
}
