//! The rehearsal: a stand-in, the bot against it, and scripted players, from the sign-up to the recap.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;

use super::bot::{Running, Scratch};
use super::player::{Habits, Player, Scene};
use super::show::Show;
use super::stand_in::acts::{Answer, Person, Seen, Stage};
use super::stand_in::world::Id;
use super::stand_in::world::permissions::bit;
use super::stand_in::{StandIn, StandInOptions, TraceSink};
use super::story;
use crate::config::Config;
use crate::discord::permissions;
use crate::games::AnySettings;
use crate::games::audit::{Audit, audit};
use crate::kernel::audience::Room;
use crate::kernel::game::Settings;

/// What a rehearsal is asked to be.
#[derive(Debug, Clone)]
pub struct Rehearsal {
    /// From what the players' choices and the names are drawn.
    pub seed: u64,
    /// The settings of the edition that is played, as a sign-up begins with them.
    pub settings: AnySettings,
    /// What the host sets besides: settings and their values, as they are typed.
    pub set: Vec<(String, String)>,
    /// How many play.
    pub players: usize,
    /// How many times as fast as the wall's the bot's clock runs.
    pub speed: u32,
    /// The database; none for one that is thrown away.
    pub data: Option<PathBuf>,
    /// Where requests and frames are written.
    pub trace: Option<PathBuf>,
    /// How many times the bot is killed and started again.
    pub kills: u32,
    /// Whether only the end is printed.
    pub quiet: bool,
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// The recap's first line: who won.
    pub headline: String,
    /// How many messages the town was told.
    pub told: usize,
    /// What the audit of the attached record found.
    pub audit: Audit,
    /// How many times the bot was killed.
    pub kills: u32,
    /// How many times it was to be killed; a short game leaves no time for all of them.
    pub asked: u32,
    /// How long it took.
    pub took: Duration,
}

/// In a few lines, for the end of the terminal.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.headline)?;
        write!(
            f,
            "Rehearsal over in {:.1} s: the town was told {} messages, each once and in order; the record has {} events{}",
            self.took.as_secs_f64(),
            self.told,
            self.audit.events,
            if self.audit.holds() {
                " and audits clean"
            } else {
                ""
            },
        )?;
        if self.kills > 0 {
            write!(f, "; the bot was killed {} times", self.kills)?;
            if self.kills < self.asked {
                write!(f, " of {}, for then the game was over", self.asked)?;
            }
        }
        f.write_str(".")
    }
}

/// How long anything may take before the rehearsal is called a failure.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long the whole game may take.
const WHOLE_GAME: Duration = Duration::from_secs(300);

/// How long things take in a rehearsal, where the edition has a setting of that name: long enough for the players to act, short
/// enough for those who watch.
const PACE: [(&str, &str); 9] = [
    ("day", "40m"),
    ("night", "20m"),
    ("dawn", "20m"),
    ("shift_window", "9m"),
    ("flip_window", "6m"),
    ("turn", "5m"),
    ("choice_window", "4m"),
    ("choose_window", "8m"),
    ("confess_window", "4m"),
];

const NAMES: [&str; 12] = [
    "Abigail", "Bridget", "Cotton", "Dorcas", "Ezekiel", "Faith", "Giles", "Hannah", "Isaac",
    "Judith", "Keziah", "Lydia",
];

/// A cast on its stage.
struct Theatre {
    stand_in: StandIn,
    stage: Stage,
    scene: Scene,
    token: String,
    host: Person,
    players: Vec<Person>,
    outsider: Person,
}

impl Rehearsal {
    /// Plays one whole game.
    ///
    /// # Errors
    /// Whatever did not go as it should: in words for who runs it.
    pub async fn run(&self) -> anyhow::Result<Outcome> {
        let began = Instant::now();
        let mut dice = StdRng::seed_from_u64(self.seed);
        let theatre = self.set_up(&mut dice).await?;
        let scratch = Scratch::new()?;
        let config = Config {
            database: self
                .data
                .clone()
                .unwrap_or_else(|| scratch.path("town-crier.db")),
            api_base: Some(theatre.stand_in.api_base()),
            requests_per_second: u16::MAX,
            ..Config::default()
        };
        let mut bot = Running::start(
            &config,
            &theatre.token,
            self.speed,
            self.kills > 0,
            &scratch,
        )
        .await?;
        let played = self.play(&theatre, &mut bot, &mut dice).await;
        bot.stop().await?;
        let unknown = theatre.stage.unknown_routes();
        let told = theatre.story();
        theatre.stand_in.stop().await;
        let ((record, kills), told) = (played?, told?);
        ensure!(
            unknown.is_empty(),
            "the bot asked for what Discord does not have: {unknown:?}"
        );
        let should = story::told(&record, Room::Town)?;
        if let Some(difference) = story::difference(&should, &told) {
            bail!("the town was not told the story of the record: {difference}");
        }
        let end = should
            .iter()
            .rev()
            .find(|text| text.contains("The game is over"));
        let headline = end.and_then(|text| text.lines().next()).unwrap_or_default();
        Ok(Outcome {
            headline: headline.replace("**", ""),
            told: told.len(),
            audit: audit(&record),
            kills,
            asked: self.kills,
            took: began.elapsed(),
        })
    }

    async fn set_up(&self, dice: &mut StdRng) -> anyhow::Result<Theatre> {
        let trace = self.trace.clone().map_or(TraceSink::Off, TraceSink::File);
        let stand_in = StandIn::start(StandInOptions {
            port: 0,
            trace,
            limits: false,
        })
        .await
        .context("cannot start the stand-in for Discord")?;
        let stage = Stage::new(stand_in.shared());
        let owner = stage.user("Salem's owner");
        let guild = stage.guild("Salem", &owner)?;
        let (bot, token) = stage.bot("Town Crier");
        stage.add_bot(bot, guild, permissions::required())?;
        let mut names = NAMES;
        names.shuffle(dice);
        let join = |name: &str| -> anyhow::Result<Person> {
            let person = stage.user(name);
            person.join(guild)?;
            Ok(person)
        };
        let host = join("Hester")?;
        let outsider = join("Passer-by")?;
        let players: Vec<Person> = names[..self.players]
            .iter()
            .map(|name| join(name))
            .collect::<Result<_, _>>()?;
        // The host may open games because of a role, as in most communities; no administrator is needed.
        let role = stage.role(guild, "Storytellers", bit::MANAGE_GUILD)?;
        stage.set_role(guild, host.id(), role, true)?;
        let scene = Scene { guild, bot };
        Ok(Theatre {
            stand_in,
            stage,
            scene,
            token,
            host,
            players,
            outsider,
        })
    }

    /// From the sign-up to the record that is attached to the recap.
    async fn play(
        &self,
        theatre: &Theatre,
        bot: &mut Running,
        dice: &mut StdRng,
    ) -> anyhow::Result<(String, u32)> {
        let (curtain, over) = watch::channel(false);
        let mut watchers = theatre.players.clone();
        watchers.extend([theatre.host.clone(), theatre.outsider.clone()]);
        let chosen = theatre.players[dice.random_range(0..theatre.players.len())].id();
        let show = (!self.quiet)
            .then(|| Show::new(theatre.stand_in.shared(), watchers, chosen))
            .map(|show| tokio::spawn(show.run(over.clone())));
        theatre.sign_up(&self.settings, &self.set).await?;
        let mut tasks = Vec::new();
        let by_turns = self
            .settings
            .list()
            .iter()
            .any(|setting| setting.key == "turn");
        let names: Vec<String> = theatre.players.iter().map(Person::name).collect();
        for (index, person) in theatre.players.iter().enumerate() {
            let habits = [
                Habits::TALKER,
                Habits::PLAYER,
                Habits::PLAYER,
                Habits::SLEEPER,
                Habits::PLAYER,
            ];
            let habits = if index == 7 {
                Habits::CONTRARY
            } else {
                habits[index % habits.len()]
            };
            // Where they play by turns one waits for the other, so nobody thinks for long.
            let pause = habits.pause.mul_f64(if by_turns { 0.5 } else { 1.0 });
            let habits = Habits { pause, ..habits };
            let player = Player::new(
                person.clone(),
                theatre.scene,
                habits,
                names.clone(),
                dice.random(),
            );
            tasks.push(tokio::spawn(player.play(over.clone())));
        }
        let began = Instant::now();
        let mut kills = 0;
        let record = loop {
            let wait = Duration::from_millis(dice.random_range(350..1_600));
            if let Some(record) = theatre.record(wait).await? {
                break record;
            }
            ensure!(
                began.elapsed() < WHOLE_GAME,
                "the game did not end in {} s",
                WHOLE_GAME.as_secs()
            );
            bot.check()?;
            if kills < self.kills {
                bot.kill_and_start().await?;
                kills += 1;
            }
        };
        curtain.send_replace(true);
        for task in tasks {
            task.await.context("a scripted player fell off the stage")?;
        }
        if let Some(show) = show {
            show.await.context("the window fell in")?;
        }
        Ok((record, kills))
    }
}

impl Theatre {
    /// The host opens the sign-up, everybody joins, and the game begins.
    async fn sign_up(
        &self,
        settings: &AnySettings,
        set: &[(String, String)],
    ) -> anyhow::Result<()> {
        let general = self
            .host
            .channel("general")
            .context("the server has no channel `general`")?
            .id;
        self.until(|| {
            self.host
                .offered_commands(general)
                .iter()
                .any(|line| line == "/game create")
        })
        .await
        .context("the bot has registered no commands")?;
        let mut options = vec![("name", "The trials of Salem")];
        if settings != &AnySettings::default() {
            options.push(("edition", settings.edition()));
        }
        let opened = self.host.type_command(general, "/game create", &options);
        succeeded(&opened.await?)?;
        let players = self.players.len().to_string();
        let known = settings.list();
        let usual = [("players", players.as_str())].into_iter().chain(PACE);
        let usual = usual.filter(|(setting, _)| known.iter().any(|known| known.key == *setting));
        let besides = set
            .iter()
            .map(|(setting, value)| (&setting[..], &value[..]));
        for (setting, value) in usual.chain(besides) {
            let options = [("setting", setting), ("value", value)];
            let answer = self.host.type_command(general, "/game set", &options);
            succeeded(&answer.await?)
                .with_context(|| format!("{setting} was not set to {value}"))?;
        }
        let sign_up = |message: &Seen| message.button("Join").is_some();
        let board = self
            .host
            .wait_for(general, PATIENCE, sign_up)
            .await
            .context("no sign-up appeared")?;
        for (index, person) in self.players.iter().enumerate() {
            // One of them has DMs closed, as there is always one.
            let closed = index == 3;
            person.close_dms(closed)?;
            let answer = person.press(general, board.id, "Join").await?;
            if closed {
                let message = answer.message.context("no answer to Join")?;
                let thread = message
                    .buttons()
                    .into_iter()
                    .find(|button| button.label.contains("thread"));
                let button = thread
                    .context("closed DMs and no other way was offered")?
                    .label;
                person.press(general, message.id, &button).await?;
            }
        }
        let answer = self.host.type_command(general, "/game start", &[]).await?;
        let message = answer.message.context("no answer to /game start")?;
        if let Some(accept) = message
            .buttons()
            .into_iter()
            .find(|button| button.label.starts_with("Accept"))
        {
            self.host.press(general, message.id, &accept.label).await?;
        }
        self.until(|| self.town().is_some()).await.with_context(|| {
            format!(
                "the game did not begin; the host was told: {}",
                message.text()
            )
        })
    }

    /// Returns when something is so in the world; it is looked at again after every change.
    async fn until(&self, so: impl Fn() -> bool) -> anyhow::Result<()> {
        let mut changes = self.stand_in.shared().changes();
        let waiting = async {
            while !so() {
                if changes.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::time::timeout(PATIENCE, waiting)
            .await
            .context("waited too long")
    }

    fn town(&self) -> Option<Id> {
        let places = self.outsider.channels();
        let town = places
            .iter()
            .find(|place| place.kind == 0 && place.name.contains("town"));
        town.map(|place| place.id)
    }

    /// The record attached to the recap, if the game comes to its end within `patience`.
    async fn record(&self, patience: Duration) -> anyhow::Result<Option<String>> {
        let town = self.town().context("the town's channel is gone")?;
        let ended = |message: &Seen| {
            message
                .files
                .iter()
                .any(|file| file.name.ends_with(".jsonl"))
        };
        let Some(message) = self.outsider.wait_for(town, patience, ended).await else {
            return Ok(None);
        };
        let file = message
            .files
            .into_iter()
            .find(|file| file.name.ends_with(".jsonl"));
        let file = file.context("the record was there a moment ago")?;
        Ok(Some(
            String::from_utf8(file.data).context("the record is no text")?,
        ))
    }

    /// What the bot has told the town, in order: without the status message and the record.
    fn story(&self) -> anyhow::Result<Vec<String>> {
        let town = self.town().context("the town's channel is gone")?;
        let messages = self.outsider.read(town)?;
        let boards: BTreeSet<Id> = messages
            .iter()
            .filter(|message| message.pinned || !message.components.is_empty())
            .map(|message| message.id)
            .collect();
        let told = messages.into_iter().filter(|message| {
            message.author == self.scene.bot
                && message.kind == 0
                && message.files.is_empty()
                && !boards.contains(&message.id)
        });
        Ok(told.map(|message| message.content).collect())
    }
}

fn succeeded(answer: &Answer) -> anyhow::Result<()> {
    ensure!(
        answer.message.is_some() || answer.modal.is_some(),
        "the bot did not answer: {:?}",
        answer.kind
    );
    Ok(())
}
