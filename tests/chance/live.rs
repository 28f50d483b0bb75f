//! A live game of either edition, which is checked after every command.

use std::collections::BTreeSet;

use town_crier::games::audit::audit;
use town_crier::games::record::{self, Recorded};
use town_crier::games::{AnySettings, Session, SessionCommand, SessionEvent, Stand};
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::{Draft, Fold};
use town_crier::kernel::game::{Actor, Settings};
use town_crier::kernel::ids::{EventNumber, GameId, PlayerId};
use town_crier::kernel::intent::Person;
use town_crier::kernel::lobby::{LobbyCommand, Member, Reach};
use town_crier::kernel::text::Text;
use town_crier::kernel::time::Time;

use crate::bend::bend;
use crate::checks::{self, Settling};

/// Somebody who has nothing to do with the game.
pub const STRANGER: u64 = 4_000;
/// A host who does not play.
pub const HOST: u64 = 1_000;
/// Somebody who may manage the server.
pub const MANAGER: u64 = 5_000;
/// 1 January 2026, midnight UTC.
const START: Time = Time(1_767_225_600_000);

/// A person, who manages the server where it is the one who does.
pub fn person(id: u64) -> Person {
    Person {
        id: PlayerId(id),
        manages_server: id == MANAGER,
    }
}

/// An event as it stands in a record, with the command that led to it on the first of a decision.
type Entry = (Time, Option<(Actor, SessionCommand)>, SessionEvent);

/// The same as JSON.
type Line = (Time, Option<(String, String)>, String);

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it is JSON")
}

/// A game, its instant, and what drives it.
pub struct Live {
    pub session: Session,
    pub now: Time,
    pub whim: Dice,
    pub entries: Vec<Entry>,
    pub settling: Settling,
    /// The same game, folded from what was recorded alone.
    replayed: Session,
    seed: Seed,
    /// The instant of the last event: time does not run back within a game.
    latest: Time,
}

impl Live {
    /// A sign-up that is open, with settings by chance.
    pub fn open(edition: &str, number: u64) -> Live {
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let seed = Seed(bytes);
        bytes[31] = 8;
        let blank = Session::blank(GameId(number + 1));
        let mut live = Live {
            session: blank.clone(),
            now: START,
            whim: Dice::new(&Seed(bytes), EventNumber(0)),
            entries: Vec::new(),
            settling: Settling::default(),
            replayed: blank,
            seed,
            latest: START,
        };
        let settings = live.settings(edition);
        let host = if live.whim.below(3) == 0 { 1 } else { HOST };
        let open = LobbyCommand::Open {
            name: "A game by chance".to_owned(),
            host: PlayerId(host),
            host_name: "The host".to_owned(),
            settings,
        };
        live.must(host, SessionCommand::Lobby(open));
        live
    }

    /// A game that has just begun.
    pub fn begin(edition: &str, number: u64) -> Live {
        let mut live = Live::open(edition, number);
        live.start();
        live
    }

    /// Whoever is wanting signs up, and the game begins.
    pub fn start(&mut self) {
        let lobby = &self.session.lobby;
        let host = lobby.host.0;
        let wanted = lobby.settings.players();
        let taken: BTreeSet<u64> = lobby.members.iter().map(|m| m.player.0).collect();
        let others: Vec<u64> = (1..)
            .filter(|id| !taken.contains(id))
            .take(wanted)
            .collect();
        let out: Vec<u64> = taken.iter().copied().skip(wanted).collect();
        for player in out {
            let player = PlayerId(player);
            self.must(
                player.0,
                SessionCommand::Lobby(LobbyCommand::Leave { player }),
            );
        }
        for id in others.into_iter().take(wanted.saturating_sub(taken.len())) {
            self.must(id, join(id));
        }
        for id in taken.into_iter().take(wanted) {
            // A member who cannot be reached is tried again.
            let _ = self.decide(Actor::Person(person(id)), &join(id));
        }
        let readers = BTreeSet::new();
        self.must(host, SessionCommand::Start { readers });
    }

    fn settings(&mut self, edition: &str) -> AnySettings {
        let mut settings = AnySettings::of(edition).expect("an edition");
        let sizes: Vec<usize> = settings.sizes().collect();
        let players = sizes[self.whim.index(sizes.len())];
        settings = settings
            .set("players", &players.to_string())
            .expect("it seats so many");
        for setting in settings.list() {
            if setting.key != "players"
                && !setting.values.is_empty()
                && self.whim.below(3) == 0
                && let Some(value) = self.whim.pick(&setting.values)
                && let Ok(changed) = settings.set(setting.key, value)
            {
                settings = changed;
            }
        }
        settings
    }

    fn must(&mut self, who: u64, command: SessionCommand) {
        self.decide(Actor::Person(person(who)), &command)
            .unwrap_or_else(|text| panic!("{command:?}: {}", text.marked()));
    }

    /// Whether anything can still be asked of it.
    pub fn goes_on(&self) -> bool {
        matches!(self.session.stand(), Stand::Running | Stand::SignUp)
    }

    /// Decides on a command as the host does: what is due before it is settled first. Checks what always holds.
    pub fn decide(
        &mut self,
        actor: Actor,
        command: &SessionCommand,
    ) -> Result<Vec<SessionEvent>, Text> {
        self.now = self.now.max(self.latest);
        self.settle();
        self.judge(actor, command, self.now.max(self.latest))
    }

    /// Settles everything that is due, each at its own instant.
    pub fn settle(&mut self) {
        // Before its first event nothing can be due.
        while !self.entries.is_empty()
            && let Some(due) = self.session.due().filter(|due| *due <= self.now)
        {
            let at = due.max(self.latest);
            let before = self.session.clone();
            let tick = self.session.tick();
            self.judge(Actor::Clock, &tick, at)
                .unwrap_or_else(|text| panic!("due, and refused: {}", text.marked()));
            self.settling.settled(&before, &self.session, at);
        }
    }

    /// Tells the game of an absence at its end, before anything else is settled (H7).
    pub fn absent(&mut self, command: &SessionCommand) -> Result<Vec<SessionEvent>, Text> {
        self.judge(Actor::Clock, command, self.now.max(self.latest))
    }

    fn judge(
        &mut self,
        actor: Actor,
        command: &SessionCommand,
        at: Time,
    ) -> Result<Vec<SessionEvent>, Text> {
        let next = EventNumber(self.entries.len() as u64);
        let mut draft = Draft::new(self.session.clone(), &self.seed, next, at, true);
        let decided = Session::decide(&mut draft, actor, command);
        let (session, events, _) = draft.finish();
        assert_eq!(
            decided.is_err(),
            events.is_empty(),
            "a refusal changes nothing, and all else something: {command:?}"
        );
        decided?;
        let mut cause = Some((actor, command.clone()));
        for event in &events {
            let written = serde_json::to_string(event).expect("events are JSON");
            let read = serde_json::from_str(&written).expect("what was written can be read");
            self.replayed.apply(&read, at);
            self.entries.push((at, cause.take(), read));
        }
        self.latest = at;
        checks::standing(&session);
        checks::step(&self.session, &session);
        self.session = session;
        self.follows_from_its_events();
        if let Actor::Person(person) = actor {
            let _ = self.session.answer(person, command, &events);
        }
        Ok(events)
    }

    /// Whether the events alone give the state.
    pub fn follows_from_its_events(&self) {
        assert!(
            checks::same(&self.session, &self.replayed),
            "the events do not give the state"
        );
    }

    /// What a command would come to now.
    pub fn tried(&self, actor: Actor, command: &SessionCommand) -> Result<Vec<SessionEvent>, Text> {
        let next = EventNumber(self.entries.len() as u64);
        let at = self.now.max(self.latest);
        let mut draft = Draft::new(self.session.clone(), &self.seed, next, at, true);
        let decided = Session::decide(&mut draft, actor, command);
        let (session, events, _) = draft.finish();
        decided?;
        checks::standing(&session);
        checks::step(&self.session, &session);
        Ok(events)
    }

    /// The record, as the host writes it.
    pub fn record(&self) -> String {
        self.written(&self.lines())
    }

    /// The record with one thing changed in one of its lines, and every chain made anew; none where the change is none.
    pub fn forged(&self, at: usize, number: u64) -> Option<String> {
        let mut bytes = [3; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let mut whim = Dice::new(&Seed(bytes), EventNumber(0));
        let mut lines = self.lines();
        let (time, cause, event) = &mut lines[at];
        let text = match (whim.below(4), cause) {
            (0, _) => {
                time.0 = time
                    .0
                    .wrapping_add([1, -1, 60_000, i64::MAX][whim.index(4)]);
                return Some(self.written(&lines));
            }
            (1, Some((actor, _))) => actor,
            (2, Some((_, command))) => command,
            _ => event,
        };
        let mut value = serde_json::from_str(text).expect("it was written as JSON");
        bend(&mut value, &mut whim);
        let bent = value.to_string();
        if bent == *text {
            return None;
        }
        *text = bent;
        Some(self.written(&lines))
    }

    fn lines(&self) -> Vec<Line> {
        let lines = self.entries.iter().map(|(at, cause, event)| {
            let cause = cause
                .as_ref()
                .map(|(actor, command)| (json(actor), json(command)));
            (*at, cause, json(event))
        });
        lines.collect()
    }

    fn written(&self, lines: &[Line]) -> String {
        let events = lines
            .iter()
            .zip(0..)
            .map(|((at, cause, event), number)| Recorded {
                number: EventNumber(number),
                at: *at,
                actor: cause.as_ref().map(|(actor, _)| actor.as_str()),
                command: cause.as_ref().map(|(_, command)| command.as_str()),
                event,
            });
        let version = self.session.lobby.settings.rules_version();
        record::write(&self.session, &self.seed, version, events)
    }

    /// Decides the whole game again from its record; it may stop before the game's end, and nothing else.
    pub fn is_as_recorded(&self) {
        let audit = audit(&self.record());
        let wrong = audit.findings.iter().find(|finding| {
            self.session.stand() != Stand::Running
                || !finding.what.contains("before the game's end")
        });
        assert!(wrong.is_none(), "the record does not hold: {wrong:?}");
    }
}

/// The command to sign up.
pub fn join(id: u64) -> SessionCommand {
    SessionCommand::Lobby(LobbyCommand::Join(Member {
        player: PlayerId(id),
        name: format!("Player {id}"),
        reach: Reach::Dm,
    }))
}
