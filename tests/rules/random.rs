//! Seeded random players: whole games with the invariants checked after every command.

use std::collections::BTreeMap;

use town_crier::games::salem1692::forum::{Command, Event, Forum, Outcome, Phase, decide, legal};
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::{Draft, Fold};
use town_crier::kernel::game::{Actor, Game};
use town_crier::kernel::ids::{EventNumber, PlayerId, Seat};
use town_crier::kernel::time::{Length, Time};

use crate::kit::*;

/// What was asked, when, by whom, and what came of it.
struct Step {
    now: Time,
    actor: Actor,
    command: Command,
    events: Vec<Event>,
}

/// A whole game of random players, and its steps.
fn play(seed: u64, players: u8, changes: &[(&str, &str)]) -> (Forum, Vec<Step>, u64) {
    let mut bytes = [9; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rules = Seed(bytes);
    bytes[31] = 1;
    let mut whim = Dice::new(&Seed(bytes), EventNumber(0));
    let mut settings = settings(changes);
    settings.players = players;
    let people: Vec<PlayerId> = (1..=players).map(player).collect();
    let mut now = START;
    let forum = Forum::new(&settings, &people, PlayerId(HOST));
    let mut draft = Draft::new(forum, &rules, EventNumber(0), now, true);
    Forum::open(&mut draft);
    let (mut forum, opening, _) = draft.finish();
    let mut next = u64::try_from(opening.len()).expect("a few");
    check(&forum);
    let mut steps = Vec::new();
    while !forum.is_over() {
        assert!(steps.len() < 20_000, "the game hangs");
        let due = forum.due().unwrap_or(now + Length::DAY);
        let (actor, command) = if whim.below(300) == 0 {
            // The Moderator is away for a while, over deadlines perhaps.
            let since = now;
            now = now + Length::MINUTE.times(3) + Length(small(&mut whim, 200_000_000));
            (Actor::Clock, Command::Absence { since })
        } else if now >= due {
            (Actor::Clock, Command::Tick)
        } else if whim.below(5) == 0 {
            // Time passes, seldom for long.
            now = (now + Length(small(&mut whim, 7_200_000))).min(due);
            continue;
        } else if forum.pause.is_some() {
            let answer = if whim.below(3) == 0 {
                Command::End { confirmed: true }
            } else {
                Command::Resume
            };
            (actor(HOST), answer)
        } else {
            match whimsical(&forum, now, &mut whim) {
                Some(chosen) => chosen,
                None => {
                    now = (now + Length(small(&mut whim, 14_400_000))).min(due);
                    continue;
                }
            }
        };
        let mut draft = Draft::new(forum.clone(), &rules, EventNumber(next), now, true);
        decide(&mut draft, actor, &command)
            .unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}"));
        let (after, events, _) = draft.finish();
        assert!(!events.is_empty(), "an accepted command emits something");
        forum = after;
        check(&forum);
        next += u64::try_from(events.len()).expect("a few");
        steps.push(Step {
            now,
            actor,
            command,
            events,
        });
    }
    (forum, steps, seed)
}

/// A number of milliseconds below this bound.
fn small(whim: &mut Dice, bound: u64) -> i64 {
    i64::try_from(whim.below(bound)).expect("it is small")
}

/// Something that somebody can do now.
fn whimsical(forum: &Forum, now: Time, whim: &mut Dice) -> Option<(Actor, Command)> {
    if whim.below(400) == 0 {
        let living: Vec<Seat> = forum.table.living().collect();
        let seat = *whim.pick(&living)?;
        let removal_waits = forum.day().is_some_and(|day| day.removals.contains(&seat));
        let closing = forum.day().is_some_and(|day| day.closing);
        let substitute = PlayerId(1_000 + u64::try_from(forum.everyone.len()).expect("a few"));
        let command = match whim.below(6) {
            3 if !removal_waits => Command::Replace {
                seat,
                player: substitute,
            },
            4 if !closing => Command::Extend {
                by: Length::HOUR.times(5),
            },
            0 if !removal_waits => Command::Remove {
                seat,
                confirmed: true,
            },
            1 if !closing => Command::Advance,
            2 => Command::Pause,
            _ => Command::ShowSecrets,
        };
        return Some((actor(HOST), command));
    }
    let living: Vec<Seat> = forum.table.living().collect();
    let seat = *whim.pick(&living)?;
    let person = actor(forum.chair(seat).player.0);
    let commands = legal::commands(forum, seat, now);
    let chats = |command: &Command| {
        matches!(
            command,
            Command::ChatOpen { .. } | Command::ChatInvite { .. }
        )
    };
    let confesses = |command: &Command| matches!(command, Command::Confess { .. });
    let rare = whim.below(10) > 0;
    let commands: Vec<Command> = commands
        .into_iter()
        .filter(|command| !(rare && (chats(command) || confesses(command))))
        .collect();
    // What is offered would drown among the cards.
    let powers: Vec<Command> = commands
        .iter()
        .filter(|command| matches!(command, Command::Power { .. }))
        .cloned()
        .collect();
    if !powers.is_empty() && whim.below(3) > 0 {
        return Some((person, whim.pick(&powers)?.clone()));
    }
    let command = whim.pick(&commands)?.clone();
    // The coven would never agree if every Witch kept changing her mind.
    if let Command::Kill { .. } = command {
        let coven: Vec<Seat> = forum.table.living_coven().collect();
        let outsider: Vec<Seat> = forum
            .table
            .living()
            .filter(|seat| !coven.contains(seat))
            .collect();
        let vote = town_crier::games::salem1692::forum::KillVote::Target(outsider[0]);
        if whim.below(2) == 0 {
            return Some((person, Command::Kill { vote: Some(vote) }));
        }
    }
    Some((person, command))
}

fn names(events: &[Event], seen: &mut BTreeMap<String, usize>) {
    for event in events {
        let name = serde_json::to_value(event).expect("events are JSON");
        let name = match name {
            serde_json::Value::String(name) => name,
            serde_json::Value::Object(map) => map.keys().next().expect("a name").clone(),
            other => panic!("{other} is no event"),
        };
        *seen.entry(name).or_default() += 1;
    }
}

#[test]
fn f35_random_games_end_and_keep_every_invariant() {
    let mut seen = BTreeMap::new();
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..60 {
        let players = 5 + u8::try_from(seed % 8).expect("small");
        let (forum, steps, _) = play(seed, players, &[]);
        for step in &steps {
            names(&step.events, &mut seen);
        }
        let Phase::Over(over) = &forum.phase else {
            panic!("it is over")
        };
        let outcome = match over.outcome {
            Outcome::Won(side) => format!("{side:?}"),
            other => format!("{other:?}"),
        };
        *outcomes.entry(outcome).or_default() += 1;
    }
    assert!(
        outcomes.contains_key("Town") && outcomes.contains_key("Witches"),
        "{outcomes:?}"
    );
    for event in [
        "played",
        "revealed",
        "died",
        "redistributed",
        "flip_owed",
        "confession_spared",
        "daybreak_reported",
        "chat_opened",
    ] {
        assert!(seen.contains_key(event), "{event} never happens: {seen:?}");
    }
}

#[test]
fn t32_random_games_with_role_cards_end_and_keep_every_invariant() {
    let mut seen = BTreeMap::new();
    for seed in 200..250 {
        let players = 5 + u8::try_from(seed % 8).expect("small");
        let (forum, steps, _) = play(seed, players, &[("role_cards", "on")]);
        for step in &steps {
            names(&step.events, &mut seen);
        }
        assert!(forum.is_over());
    }
    for event in [
        "corey_dealt",
        "power_offered",
        "power_declined",
        "reds_shed",
        "took_from_discard",
        "hand_changed",
        "inherited",
        "scratch_harmless",
        "confessed_unshown",
    ] {
        assert!(seen.contains_key(event), "{event} never happens: {seen:?}");
    }
}

#[test]
fn f24_a_record_decided_anew_gives_the_same_events() {
    for seed in 100..110 {
        let (forum, steps, _) = play(
            seed,
            9,
            &[
                ("coven_may_target_coven", "on"),
                ("chat_invites", "members"),
            ],
        );
        let mut bytes = [9; 32];
        bytes[..8].copy_from_slice(&u64::to_le_bytes(seed));
        let rules = Seed(bytes);
        let people: Vec<PlayerId> = (1..=9).map(player).collect();
        let fresh = || Forum::new(&forum.settings, &people, PlayerId(HOST));
        let mut draft = Draft::new(fresh(), &rules, EventNumber(0), START, false);
        Forum::open(&mut draft);
        let (mut state, opening, _) = draft.finish();
        let mut replayed = fresh();
        opening
            .iter()
            .for_each(|event| replayed.apply(event, START));
        let mut next = u64::try_from(opening.len()).expect("a few");
        for step in &steps {
            // Through JSON and back, as a record is.
            let command: Command = back(&step.command);
            let mut draft = Draft::new(state, &rules, EventNumber(next), step.now, false);
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
        assert!(state == forum);
    }
}

fn back<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("it can be written");
    serde_json::from_str(&text).expect("it can be read")
}
