//! Simulations: whole games by the rules alone, with random players, to see that every card and event occurs, that records
//! hold, how long games are, who wins, and how fast the rules are.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde::Serialize;
use serde_json::Value;

use crate::games::audit::audit;
use crate::games::record::{self, Recorded};
use crate::games::salem1692::forum::settings::written;
use crate::games::{AnySettings, Session, SessionCommand, SessionEvent, Stand};
use crate::kernel::dice::{Dice, Seed};
use crate::kernel::draft::{Draft, Fold};
use crate::kernel::game::{Actor, Settings};
use crate::kernel::ids::{EventNumber, GameId, PlayerId};
use crate::kernel::intent::Person;
use crate::kernel::lobby::{LobbyCommand, Member, Reach};
use crate::kernel::time::{Length, Time};

/// When every simulated game begins: 1 January 2026, midnight UTC.
const START: Time = Time(1_767_225_600_000);
/// How many decisions a game may take before it is called endless.
const ENDLESS: usize = 100_000;

/// An event, when it was recorded, and the command it began with, on the first event of a decision.
type Entry = (Time, Option<(Actor, SessionCommand)>, SessionEvent);

/// What is to be simulated.
#[derive(Debug, Clone)]
pub struct Simulation {
    /// How many games.
    pub games: u64,
    /// From what everything is drawn.
    pub seed: u64,
    /// The settings of the edition that is played, as a sign-up begins with them.
    pub settings: AnySettings,
    /// How many play; none for any number that the edition seats.
    pub players: Option<usize>,
    /// Where every game's record is written.
    pub records: Option<PathBuf>,
}

/// What came of it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// How many games were played.
    pub games: u64,
    /// Seconds spent on the rules alone, on one core.
    pub seconds: f64,
    /// Games a second on one core.
    pub games_per_second: f64,
    /// Decisions that were made.
    pub decisions: u64,
    /// Commands that were refused.
    pub refusals: u64,
    /// Records that hold.
    pub clean_records: u64,
    /// How the games ended, with how many of each.
    pub outcomes: BTreeMap<String, u64>,
    /// In which Day the games ended, with how many of each; a game that is played by turns has none.
    pub days: BTreeMap<u64, u64>,
    /// How long the rules took for all games that ended in this Day.
    pub seconds_by_day: BTreeMap<u64, f64>,
    /// How often each event occurred.
    pub events: BTreeMap<String, u64>,
    /// How often each card was played.
    pub cards: BTreeMap<String, u64>,
    /// How often the ability of each character was at work, where the edition has some.
    pub abilities: BTreeMap<String, u64>,
    /// With what of the settings that have listed values the games were played, with how many of each.
    pub settings: BTreeMap<String, u64>,
}

/// One game that was played.
struct Played {
    session: Session,
    seed: Seed,
    entries: Vec<Entry>,
    refusals: u64,
    decisions: u64,
}

impl Simulation {
    /// Plays all games, and audits every record.
    ///
    /// # Errors
    /// A game that does not end, a record that does not hold, a folder that cannot be written.
    pub fn run(&self) -> anyhow::Result<Report> {
        if let Some(folder) = &self.records {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let mut report = Report::default();
        let mut rules = Duration::ZERO;
        for number in 0..self.games {
            let began = Instant::now();
            let played = self.play(number)?;
            let spent = began.elapsed();
            rules += spent;
            report.take(&played, spent)?;
            let record = played.record()?;
            let audit = audit(&record);
            if let Some(finding) = audit.findings.first() {
                bail!(
                    "game {number}: the record does not hold: line {}: {}",
                    finding.line,
                    finding.what
                );
            }
            report.clean_records += 1;
            if let Some(folder) = &self.records {
                let file = folder.join(format!("{}.jsonl", played.session.game));
                std::fs::write(&file, record)
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
        }
        report.games = self.games;
        report.seconds = rules.as_secs_f64();
        report.games_per_second = report.games as f64 / report.seconds.max(f64::EPSILON);
        Ok(report)
    }

    fn play(&self, number: u64) -> anyhow::Result<Played> {
        let seed = self.seed_of(number, 0);
        let mut whim = Dice::new(&self.seed_of(number, 1), EventNumber(0));
        let mut game = Table::new(GameId(whim.below(u64::MAX)), seed);
        let sizes: Vec<usize> = self.settings.sizes().collect();
        let any = sizes[whim.index(sizes.len())];
        let players = self.players.unwrap_or(any);
        // Every third host plays in the own game, so that what needs a majority of the living comes up.
        let host = PlayerId(if whim.below(3) == 0 { 1 } else { 1_000 });
        // One table in six hurries, so that Days end before their Conspiracy is over; one in 20 sleeps.
        let day = if whim.below(6) == 0 {
            Length::HOUR.times(3)
        } else {
            Length::DAY
        };
        let sleeps = whim.below(20) == 0;
        game.sign_up(&self.settings, host, players, day, &mut whim)?;
        let mut now = START;
        while game.stand() == Stand::Running {
            if game.decisions() > ENDLESS {
                bail!("game {number} does not end");
            }
            let due = game.due().unwrap_or(now + Length::DAY);
            if whim.below(600) == 0 {
                // The Moderator is away for a while, over whatever was due.
                let since = now;
                now = now + Length::MINUTE.times(3) + Length(draw(&mut whim, 20 * 3_600_000));
                game.absence(since, now);
            } else if now >= due {
                game.tick(now);
            } else if sleeps && whim.below(60) > 0 {
                now = (now + some_of(day.share(1, 2), &mut whim)).min(due);
            } else if whim.below(4) == 0 {
                now = (now + some_of(day.share(1, 12), &mut whim)).min(due);
            } else if !game.act(now, &mut whim) {
                now = (now + some_of(day.share(1, 8), &mut whim)).min(due);
            }
        }
        Ok(game.finish())
    }

    fn seed_of(&self, number: u64, purpose: u8) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&number.to_le_bytes());
        bytes[16] = purpose;
        Seed(bytes)
    }
}

fn draw(whim: &mut Dice, below: u64) -> i64 {
    i64::try_from(whim.below(below)).expect("a few hours in milliseconds")
}

/// Some part of this length.
fn some_of(length: Length, whim: &mut Dice) -> Length {
    Length(draw(whim, u64::try_from(length.0).unwrap_or(1).max(1)))
}

/// A game in the making.
struct Table {
    session: Option<Session>,
    played: Vec<Entry>,
    seed: Seed,
    next: EventNumber,
    decisions: u64,
    refusals: u64,
}

impl Table {
    fn new(game: GameId, seed: Seed) -> Table {
        Table {
            session: Some(Session::blank(game)),
            played: Vec::new(),
            seed,
            next: EventNumber(0),
            decisions: 0,
            refusals: 0,
        }
    }

    fn session(&self) -> &Session {
        self.session
            .as_ref()
            .expect("a session is away only while a decision is made")
    }

    fn stand(&self) -> Stand {
        self.session().stand()
    }

    fn due(&self) -> Option<Time> {
        self.session().due()
    }

    fn decisions(&self) -> usize {
        usize::try_from(self.decisions).unwrap_or(usize::MAX)
    }

    fn sign_up(
        &mut self,
        settings: &AnySettings,
        host: PlayerId,
        players: usize,
        day: Length,
        whim: &mut Dice,
    ) -> anyhow::Result<()> {
        let person = Actor::Person(Person {
            id: host,
            manages_server: false,
        });
        let mut settings = change(settings, "players", &players.to_string())?;
        if day < Length::DAY {
            // With a Shift of half a Day, and a long time for flips before it, the Day's own end can come first (F24).
            for (key, value) in [
                ("day", day),
                ("night", day.share(1, 2)),
                ("shift_window", day.share(1, 2)),
                ("flip_window", day),
            ] {
                if has(&settings, key) {
                    settings = change(&settings, key, &written(value))?;
                }
            }
        }
        for setting in settings.list() {
            // One in four of what can be listed is set to something.
            let open = setting.key != "players" && !setting.values.is_empty();
            if open && whim.below(4) == 0 {
                let value = whim.pick(&setting.values).copied().unwrap_or_default();
                settings = change(&settings, setting.key, value)?;
            }
        }
        let quiet = has(&settings, "quiet") && whim.below(4) == 0;
        let open = LobbyCommand::Open {
            name: "A simulated game".to_owned(),
            host,
            host_name: "The host".to_owned(),
            settings,
        };
        let set = LobbyCommand::Set {
            key: "quiet".to_owned(),
            value: "10m".to_owned(),
        };
        let mut commands = vec![(person, SessionCommand::Lobby(open))];
        if quiet {
            commands.push((person, SessionCommand::Lobby(set)));
        }
        for number in 1..=players as u64 {
            commands.extend(joining(PlayerId(number), whim));
        }
        let readers = BTreeSet::from([PlayerId(players as u64)]);
        let accept = LobbyCommand::AcceptReaders {
            readers: readers.clone(),
        };
        commands.push((person, SessionCommand::Lobby(accept)));
        commands.push((person, SessionCommand::Start { readers }));
        for (actor, command) in commands {
            if !self.decide(actor, command, START) {
                bail!("the sign-up of a simulated game was refused");
            }
        }
        Ok(())
    }

    fn tick(&mut self, now: Time) {
        let command = self.session().tick();
        self.decide(Actor::Clock, command, now);
    }

    fn absence(&mut self, since: Time, now: Time) {
        if let Some(command) = self.session().absence(since) {
            self.decide(Actor::Clock, command, now);
        }
    }

    /// Lets somebody do something; whether there was anything to do.
    fn act(&mut self, now: Time, whim: &mut Dice) -> bool {
        match self.session().sample(now, whim) {
            Some((actor, command)) => {
                self.decide(actor, command, now);
                true
            }
            None => false,
        }
    }

    fn decide(&mut self, actor: Actor, command: SessionCommand, now: Time) -> bool {
        let session = self.session.take().expect("one decision at a time");
        let mut draft = Draft::new(session, &self.seed, self.next, now, false);
        let decided = Session::decide(&mut draft, actor, &command);
        let (session, events, _) = draft.finish();
        self.session = Some(session);
        assert!(
            decided.is_err() == events.is_empty(),
            "a refusal changes nothing, and all else something"
        );
        let accepted = !events.is_empty();
        if accepted {
            self.decisions += 1;
        } else {
            self.refusals += 1;
        }
        let mut cause = Some((actor, command));
        for event in events {
            self.next = self.next.next();
            self.played.push((now, cause.take(), event));
        }
        accepted
    }

    fn finish(mut self) -> Played {
        Played {
            session: self.session.take().expect("no decision is being made"),
            seed: self.seed,
            entries: self.played,
            refusals: self.refusals,
            decisions: self.decisions,
        }
    }
}

/// Somebody signs up; one in four changes their mind, their name or how they are reached.
fn joining(player: PlayerId, whim: &mut Dice) -> Vec<(Actor, SessionCommand)> {
    let actor = Actor::Person(Person {
        id: player,
        manages_server: false,
    });
    let name = format!("Player {player}");
    let join = LobbyCommand::Join(Member {
        player,
        name,
        reach: Reach::Dm,
    });
    let mut commands = vec![(actor, join.clone())];
    match whim.below(12) {
        0 => commands.extend([(actor, LobbyCommand::Leave { player }), (actor, join)]),
        1 => {
            let name = format!("Player {player} of Salem");
            commands.push((actor, LobbyCommand::Rename { player, name }));
        }
        2 => commands.push((
            Actor::Clock,
            LobbyCommand::Reach {
                player,
                reach: Reach::Thread,
            },
        )),
        _ => {}
    }
    commands
        .into_iter()
        .map(|(actor, command)| (actor, SessionCommand::Lobby(command)))
        .collect()
}

/// Whether the edition has a setting of this name.
fn has(settings: &AnySettings, key: &str) -> bool {
    settings.list().iter().any(|setting| setting.key == key)
}

fn change(settings: &AnySettings, key: &str, value: &str) -> anyhow::Result<AnySettings> {
    settings
        .set(key, value)
        .map_err(|text| anyhow::anyhow!("{key} {value}: {}", text.marked()))
}

impl Played {
    fn record(&self) -> anyhow::Result<String> {
        let mut lines = Vec::with_capacity(self.entries.len());
        for (at, cause, event) in &self.entries {
            let cause = match cause {
                Some((actor, command)) => Some((
                    serde_json::to_string(actor)?,
                    serde_json::to_string(command)?,
                )),
                None => None,
            };
            lines.push((*at, cause, serde_json::to_string(event)?));
        }
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
        Ok(record::write(&self.session, &self.seed, version, events))
    }
}

impl Report {
    fn take(&mut self, played: &Played, spent: Duration) -> anyhow::Result<()> {
        self.refusals += played.refusals;
        self.decisions += played.decisions;
        let mut days = 0;
        let mut session = Session::blank(played.session.game);
        for (at, _, event) in &played.entries {
            for character in session.at_work(event) {
                *self.abilities.entry(character.to_owned()).or_default() += 1;
            }
            session.apply(event, *at);
            let value = serde_json::to_value(event)?;
            let (name, body) = named(&value);
            match name {
                "day_began" => days += 1,
                "played" => *self.cards.entry(kind(&body["card"])).or_default() += 1,
                "ended" => *self.outcomes.entry(words(&body["outcome"])).or_default() += 1,
                _ => {}
            }
            *self.events.entry(name.to_owned()).or_default() += 1;
        }
        if days > 0 {
            *self.days.entry(days).or_default() += 1;
            *self.seconds_by_day.entry(days).or_default() += spent.as_secs_f64();
        }
        for setting in played.session.lobby.settings.list() {
            if !setting.values.is_empty() {
                let played_with = format!("{} {}", setting.key, setting.value);
                *self.settings.entry(played_with).or_default() += 1;
            }
        }
        Ok(())
    }
}

/// The innermost name of an event (`{"play":{"forum":{"played":{…}}}}`, `{"lobby":{"left":{…}}}`), and what it holds.
fn named(event: &Value) -> (&str, &Value) {
    let (outer, mut layer) = opened(event);
    if outer == "play" {
        layer = opened(layer).1;
    }
    opened(layer)
}

/// The only name in a layer, and what stands behind it; an event without anything in it is its name alone.
fn opened(layer: &Value) -> (&str, &Value) {
    match layer.as_object().and_then(|map| map.iter().next()) {
        Some((name, inside)) => (name, inside),
        None => (layer.as_str().unwrap_or("nameless"), layer),
    }
}

/// The kind of a card such as `accusation-12`.
fn kind(card: &Value) -> String {
    let card = card.as_str().unwrap_or("nameless");
    card.rsplit_once('-')
        .map_or(card, |(kind, _)| kind)
        .to_owned()
}

fn words(outcome: &Value) -> String {
    match outcome {
        Value::String(name) => name.clone(),
        Value::Object(map) => {
            let pair =
                |(name, of): (&String, &Value)| format!("{name} {}", of.as_str().unwrap_or(""));
            map.iter().map(pair).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// For people, in columns.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games, {:.0} games a second on one core ({} decisions, {} refusals); {} records audit clean",
            self.games, self.games_per_second, self.decisions, self.refusals, self.clean_records
        )?;
        table(f, "how they ended", &self.outcomes)?;
        let days = self
            .days
            .iter()
            .map(|(days, games)| (format!("Day {days}"), *games));
        table(f, "in which Day", &days.collect())?;
        table(f, "played with", &self.settings)?;
        table(f, "cards played", &self.cards)?;
        table(f, "abilities at work", &self.abilities)?;
        table(f, "events", &self.events)
    }
}

fn table(f: &mut fmt::Formatter<'_>, title: &str, rows: &BTreeMap<String, u64>) -> fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}")?;
    for (name, count) in rows {
        writeln!(f, "  {name:<28} {count:>10}")?;
    }
    Ok(())
}
