//! Random games: every invariant after every event, and a record that is decided anew gives the same events.

use std::collections::BTreeMap;

use town_crier::games::salem1692::table::Side;
use town_crier::games::salem1692::tabletop::{
    Command, Event, Outcome, Phase, Tabletop, TabletopSettings, decide, legal,
};
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::{Draft, Fold};
use town_crier::kernel::game::{Actor, Game};
use town_crier::kernel::ids::{EventNumber, PlayerId};
use town_crier::kernel::time::{Length, Time};

use crate::kit::*;

/// What was asked, when, by whom, and what came of it.
struct Step {
    now: Time,
    actor: Actor,
    command: Command,
    events: Vec<Event>,
}

/// A whole game of random players.
struct Played {
    settings: TabletopSettings,
    rules: Seed,
    game: Tabletop,
    steps: Vec<Step>,
}

/// Settings that differ from game to game, so that all of them come up.
fn settings_of(number: u64) -> TabletopSettings {
    let on_off = |bit: u64| if number >> bit & 1 == 1 { "on" } else { "off" };
    let players = (4 + number % 9).to_string();
    settings(&[
        ("players", &players),
        (
            "preset",
            if number.is_multiple_of(3) {
                "live"
            } else {
                "async"
            },
        ),
        ("hard", on_off(1)),
        (
            "characters",
            if number.is_multiple_of(5) {
                "off"
            } else {
                "on"
            },
        ),
        ("choose_character", on_off(2)),
        (
            "conspiracy",
            if number.is_multiple_of(2) {
                "pool"
            } else {
                "pass"
            },
        ),
        ("chats", on_off(3)),
        ("dawn_early", on_off(0)),
    ])
}

fn play(number: u64) -> Played {
    let settings = settings_of(number);
    let mut bytes = [9; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    let rules = Seed(bytes);
    bytes[31] = 1;
    let mut whim = Dice::new(&Seed(bytes), EventNumber(0));
    let people: Vec<PlayerId> = (1..=settings.players).map(player).collect();
    let host = if number.is_multiple_of(4) {
        player(1)
    } else {
        PlayerId(HOST)
    };
    let mut now = START;
    let game = Tabletop::new(&settings, &people, host);
    let mut draft = Draft::new(game, &rules, EventNumber(0), now, true);
    Tabletop::open(&mut draft);
    let (mut game, opening, _) = draft.finish();
    let mut next = u64::try_from(opening.len()).expect("a few");
    check(&game);
    let mut steps = Vec::new();
    let pace = u64::try_from(settings.turn.0).expect("a turn takes time");
    while !game.is_over() {
        assert!(steps.len() < 20_000, "the game hangs");
        let due = game.due().unwrap_or(now + Length::DAY);
        let (actor, command) = if whim.below(400) == 0 {
            // The Moderator is away for a while, over deadlines perhaps.
            let since = now;
            now = now + Length::MINUTE.times(3) + Length(small(&mut whim, 2 * pace));
            (Actor::Clock, Command::Absence { since })
        } else if now >= due {
            (Actor::Clock, Command::Tick)
        } else if whim.below(6) == 0 {
            now = (now + Length(small(&mut whim, pace / 8))).min(due);
            continue;
        } else {
            match game.sample(now, &mut whim) {
                Some(chosen) => chosen,
                None => {
                    now = (now + Length(small(&mut whim, pace / 4))).min(due);
                    continue;
                }
            }
        };
        let mut draft = Draft::new(game.clone(), &rules, EventNumber(next), now, true);
        if decide(&mut draft, actor, &command).is_err() {
            continue;
        }
        let (after, events, _) = draft.finish();
        assert!(!events.is_empty(), "an accepted command emits something");
        game = after;
        check(&game);
        next += u64::try_from(events.len()).expect("a few");
        steps.push(Step {
            now,
            actor,
            command,
            events,
        });
    }
    Played {
        settings,
        rules,
        game,
        steps,
    }
}

/// A number of milliseconds below this bound.
fn small(whim: &mut Dice, bound: u64) -> i64 {
    i64::try_from(whim.below(bound.max(1))).expect("it is small")
}

#[test]
fn f35_random_games_end_and_keep_every_invariant() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut winners: BTreeMap<Side, usize> = BTreeMap::new();
    for number in 0..90 {
        let played = play(number);
        for step in &played.steps {
            for name in names(&step.events) {
                *seen.entry(name).or_default() += 1;
            }
        }
        if let Phase::Over(over) = &played.game.phase
            && let Outcome::Won(side) = over.outcome
        {
            *winners.entry(side).or_default() += 1;
        }
    }
    assert_eq!(winners.len(), 2, "both sides win: {winners:?}");
    for event in [
        "characters_shown",
        "drew",
        "played",
        "revealed",
        "died",
        "passed",
        "night_over",
        "inherited",
        "took",
        "cards_left",
        "turn_skipped",
        "accusations_shown",
        "putnam_draws",
        "reds_shed",
        "salvaged",
        "deck_arranged",
        "last_words_left",
        "clock_ran",
        "turn_ran_out",
    ] {
        assert!(seen.contains_key(event), "{event} never happens: {seen:?}");
    }
}

#[test]
fn f33_a_record_decided_anew_gives_the_same_events() {
    for number in 200..215 {
        let played = play(number);
        let people: Vec<PlayerId> = (1..=played.settings.players).map(player).collect();
        let host = if number.is_multiple_of(4) {
            player(1)
        } else {
            PlayerId(HOST)
        };
        let fresh = || Tabletop::new(&played.settings, &people, host);
        let mut draft = Draft::new(fresh(), &played.rules, EventNumber(0), START, false);
        Tabletop::open(&mut draft);
        let (mut state, opening, _) = draft.finish();
        let mut replayed = fresh();
        opening
            .iter()
            .for_each(|event| replayed.apply(event, START));
        let mut next = u64::try_from(opening.len()).expect("a few");
        for step in &played.steps {
            // Through JSON and back, as a record is.
            let command: Command = back(&step.command);
            let mut draft = Draft::new(state, &played.rules, EventNumber(next), step.now, false);
            decide(&mut draft, step.actor, &command).expect("it was accepted");
            let (after, events, _) = draft.finish();
            assert_eq!(events, step.events);
            let stored: Vec<Event> = back(&events);
            stored
                .iter()
                .for_each(|event| replayed.apply(event, step.now));
            next += u64::try_from(events.len()).expect("a few");
            state = after;
            assert!(state == replayed, "the events alone give the state");
        }
        assert!(state == played.game);
    }
}

#[test]
fn f11_whatever_is_legal_is_accepted_in_every_position_of_a_game() {
    for number in 300..306 {
        let played = play(number);
        let people: Vec<PlayerId> = (1..=played.settings.players).map(player).collect();
        let host = if number.is_multiple_of(4) {
            player(1)
        } else {
            PlayerId(HOST)
        };
        let game = Tabletop::new(&played.settings, &people, host);
        let mut draft = Draft::new(game, &played.rules, EventNumber(0), START, false);
        Tabletop::open(&mut draft);
        let (mut game, ..) = draft.finish();
        for step in &played.steps {
            let late = game.due().is_some_and(|due| due <= step.now);
            for seat in game.table.seats().filter(|_| !late) {
                for command in legal::commands(&game, seat) {
                    let person = actor(game.chair(seat).player.0);
                    let mut draft =
                        Draft::new(game.clone(), &played.rules, EventNumber(0), step.now, false);
                    decide(&mut draft, person, &command)
                        .unwrap_or_else(|refusal| panic!("{seat:?}: {command:?}: {refusal:?}"));
                }
            }
            step.events
                .iter()
                .for_each(|event| game.apply(event, step.now));
        }
    }
}

fn back<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("it can be written");
    serde_json::from_str(&text).expect("it can be read")
}
