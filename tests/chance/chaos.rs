//! Commands without sense: whatever anybody asks of a live game ends in events or a refusal, and everything still holds.

use std::collections::BTreeMap;

use town_crier::games::{SessionCommand, Stand};
use town_crier::kernel::game::Actor;

use crate::how_many;
use crate::live::{Live, person};
use crate::player::{Came, Drawer, poke};

/// After how many tries a game is left, if it has not ended.
const LONG: u64 = 4_000;

/// What came of all tries.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    ended: u64,
    events: u64,
    refused: u64,
    not_offered: u64,
    shown: u64,
    time: u64,
    recorded: u64,
    audited: u64,
    most_at_once: usize,
    happened: BTreeMap<String, u64>,
}

impl Tally {
    /// The commands that somebody gave: each has ended in events or in a refusal.
    fn commands(&self) -> u64 {
        self.events + self.refused + self.not_offered
    }

    fn take(&mut self, came: Came) {
        match came {
            Came::Events => self.events += 1,
            Came::Refused => self.refused += 1,
            Came::NotOffered => self.not_offered += 1,
            Came::Shown => self.shown += 1,
            Came::Time => self.time += 1,
        }
    }

    fn print(&self, edition: &str) {
        println!(
            "{edition}: {} commands in {} games ({} came to their end): {} events from {} commands, {} refused by the rules, \
             {} not offered; besides them {} panels shown, the clock {} times, at most {} things due at one instant; \
             {} games decided anew from their records",
            self.commands(),
            self.games,
            self.ended,
            self.recorded,
            self.events,
            self.refused,
            self.not_offered,
            self.shown,
            self.time,
            self.most_at_once,
            self.audited,
        );
    }
}

/// Says in which game it was when something breaks.
struct Where(String);

impl Drop for Where {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

/// Plays until so many commands have been given.
fn chaos(edition: &str, commands: u64) -> Tally {
    let mut tally = Tally::default();
    while tally.commands() < commands {
        let mut place = Where(format!("in game {} of {edition}", tally.games));
        let mut live = Live::open(edition, tally.games);
        let mut drawer = Drawer::default();
        // A sign-up with people who come, go and try to begin; then a game, whoever is there by then.
        for _ in 0..live.whim.below(60) {
            tally.take(poke(&mut live, &mut drawer));
        }
        if live.session.stand() == Stand::SignUp {
            live.start();
        }
        for number in 0..LONG {
            if !live.goes_on() || tally.commands() >= commands {
                break;
            }
            place.0 = format!("in game {} of {edition}, try {number}", tally.games);
            tally.take(poke(&mut live, &mut drawer));
        }
        // What comes after the end is refused or shown.
        for _ in 0..20 {
            tally.take(poke(&mut live, &mut drawer));
        }
        tally.ended += u64::from(!live.goes_on());
        tally.recorded += live.entries.len() as u64;
        tally.most_at_once = tally.most_at_once.max(live.settling.most);
        // Each third record is decided anew: that costs as much as the game.
        if tally.games.is_multiple_of(3) {
            live.is_as_recorded();
            tally.audited += 1;
        }
        for (_, _, event) in &live.entries {
            *tally.happened.entry(name(event)).or_default() += 1;
        }
        tally.games += 1;
    }
    tally.print(edition);
    tally
}

/// The word for an event within its game.
fn name(event: &impl serde::Serialize) -> String {
    let mut value = serde_json::to_value(event).expect("events are JSON");
    let mut name = String::new();
    for _ in 0..3 {
        match value {
            serde_json::Value::Object(map) => {
                let Some((key, inner)) = map.into_iter().next() else {
                    break;
                };
                name = key;
                value = inner;
            }
            serde_json::Value::String(word) => {
                name = word;
                break;
            }
            _ => break,
        }
    }
    name
}

#[test]
fn a_game_is_opened_once() {
    for edition in ["forum", "tabletop"] {
        let mut live = Live::begin(edition, 1);
        let (_, cause, _) = live.entries[0].clone();
        let (actor, open) = cause.expect("it began with a command");
        live.decide(actor, &open)
            .expect_err("it has been opened already");
    }
}

#[test]
fn h3_whoever_comes_in_is_who_was_named() {
    for edition in ["forum", "tabletop"] {
        let mut live = Live::begin(edition, 1);
        let host = Actor::Person(person(live.session.lobby.host.0));
        let replaces = |live: &mut Live| loop {
            let sampled = live.session.sample(live.now, &mut live.whim);
            if let Some((_, SessionCommand::Substitute { member, replace })) = sampled {
                return (member, replace);
            }
        };
        let (member, replace) = replaces(&mut live);
        live.decide(host, &SessionCommand::Play(replace.clone()))
            .expect_err("nobody knows who that is");
        let (other, _) = replaces(&mut live);
        let crossed = SessionCommand::Substitute {
            member: other,
            replace: replace.clone(),
        };
        live.decide(host, &crossed)
            .expect_err("one is named, another one comes");
        live.decide(host, &SessionCommand::Substitute { member, replace })
            .expect("this is how it is done");
    }
}

#[test]
fn whatever_is_asked_of_the_forum_edition_ends_in_events_or_a_refusal() {
    let tally = chaos("forum", how_many("CHAOS", 20_000) / 2);
    assert!(
        tally.events > 0 && tally.refused > 0 && tally.not_offered > 0,
        "{tally:?}"
    );
}

#[test]
fn whatever_is_asked_of_the_tabletop_edition_ends_in_events_or_a_refusal() {
    let tally = chaos("tabletop", how_many("CHAOS", 20_000) / 2);
    assert!(
        tally.events > 0 && tally.refused > 0 && tally.not_offered > 0,
        "{tally:?}"
    );
}
