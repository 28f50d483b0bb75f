//! A town for end-to-end tests: the stand-in for Discord, the bot as it is, and people who see and do what their clients let
//! them. The bot's clock is set by hand.

use std::path::PathBuf;
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use tempfile::TempDir;
use town_crier::app::{Bot, Pace};
use town_crier::config::Config;
use town_crier::discord::permissions;
use town_crier::host::Clock;
use town_crier::kernel::ids::GameId;
use town_crier::kernel::time::{Length, Time};
use town_crier::rehearsal::stand_in::acts::{Answer, AnswerKind, Person, Seen, Stage};
use town_crier::rehearsal::stand_in::world::Id;
use town_crier::rehearsal::stand_in::{StandIn, StandInOptions, TraceSink};
use tracing_subscriber::EnvFilter;

/// Nothing takes so long unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// An instant like any other, on which the bot's clock is set at first: 2026-03-01T18:00:00Z.
pub const EVENING: Time = Time(1_772_388_000_000);

/// A server with the bot on it.
pub struct Town {
    /// The stand-in.
    pub stand_in: StandIn,
    /// Behind the scenes.
    pub behind: Stage,
    /// The server.
    pub guild: Id,
    /// Its channel `general`.
    pub general: Id,
    /// The bot's user.
    pub bot_id: Id,
    /// Who owns the server, and hosts.
    pub host: Person,
    /// The bot's clock.
    pub clock: Clock,
    token: String,
    folder: TempDir,
    bot: Option<Bot>,
    members_intent: bool,
    /// How long the bot waits for an answer of the stand-in.
    pub patience: Duration,
}

impl Town {
    /// A town with the bot in it, which has the least permissions it asks for.
    pub async fn new() -> Town {
        Town::with_permissions(permissions::required()).await
    }

    /// A town in which the bot's role has these permission bits.
    pub async fn with_permissions(bits: u64) -> Town {
        let mut town = Town::empty(bits, false).await;
        town.start_bot().await;
        town
    }

    /// A town in which the bot uses the members intent.
    pub async fn with_members_intent() -> Town {
        let mut town = Town::empty(permissions::required(), true).await;
        town.start_bot().await;
        town
    }

    /// A town in which the bot is not running yet.
    pub async fn empty(bits: u64, members_intent: bool) -> Town {
        listen_to_logs();
        let stand_in = StandIn::start(StandInOptions {
            port: 0,
            trace: TraceSink::Memory,
            limits: false,
        })
        .await
        .expect("the stand-in starts");
        let behind = Stage::new(stand_in.shared());
        let host = behind.user("Hester");
        let guild = behind.guild("Salem", &host).expect("a guild");
        let (bot_id, token) = behind.bot("Town Crier");
        behind.add_bot(bot_id, guild, bits).expect("the bot joins");
        let general = host.channel("general").expect("general").id;
        Town {
            stand_in,
            behind,
            guild,
            general,
            bot_id,
            host,
            clock: Clock::manual(EVENING),
            token,
            folder: tempfile::tempdir().expect("a folder"),
            bot: None,
            members_intent,
            patience: Config::default().patience,
        }
    }

    /// Starts the bot, on the database as it is.
    pub async fn start_bot(&mut self) {
        assert!(self.bot.is_none(), "the bot runs already");
        self.bot = Some(self.try_start().await.expect("the bot starts"));
    }

    /// Starts the bot, or says why it cannot.
    pub async fn try_start(&self) -> anyhow::Result<Bot> {
        let config = Config {
            database: self.database(),
            api_base: Some(self.stand_in.api_base()),
            requests_per_second: u16::MAX,
            members_intent: self.members_intent,
            patience: self.patience,
            ..Config::default()
        };
        let starting = Bot::start(&config, &self.token, Pace::Of(self.clock.clone()));
        tokio::time::timeout(PATIENCE, starting)
            .await
            .expect("the bot starts or fails in time")
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Where the bot's database is.
    pub fn database(&self) -> PathBuf {
        self.folder.path().join("town-crier.db")
    }

    /// Has the bot use another token from now on.
    pub fn use_token(&mut self, token: &str) {
        self.token = token.to_owned();
    }

    /// Stops the bot, so that another can be started.
    pub async fn stop_bot(&mut self) {
        let bot = self.bot.take().expect("the bot runs");
        bot.stop().await;
    }

    /// The bot.
    pub fn bot(&self) -> &Bot {
        self.bot.as_ref().expect("the bot runs")
    }

    /// A new person on this server.
    pub fn member(&self, name: &str) -> Person {
        let person = self.behind.user(name);
        person.join(self.guild).expect("joins");
        person
    }

    /// Nine people on this server.
    pub fn nine(&self) -> Vec<Person> {
        [
            "Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy",
        ]
        .iter()
        .map(|name| self.member(name))
        .collect()
    }

    /// The host opens a sign-up in `general`; its id.
    pub async fn create(&self, name: &str) -> GameId {
        let known: Vec<GameId> = self.games();
        let answer = self
            .host
            .type_command(self.general, "/game create", &[("name", name)])
            .await
            .expect("the command is there");
        said(&answer, "sign-up is open");
        self.pass(Length::SECOND);
        let game = self.games().into_iter().find(|game| !known.contains(game));
        game.expect("a game was opened")
    }

    /// The games that are loaded.
    pub fn games(&self) -> Vec<GameId> {
        let views = self.bot().host().views();
        views.iter().map(|view| view.game).collect()
    }

    /// The sign-up's message of the game with this name, as somebody sees it.
    pub async fn sign_up(&self, viewer: &Person, name: &str) -> Seen {
        viewer
            .wait_for(self.general, PATIENCE, |seen| {
                seen.author == self.bot_id && seen.text().contains(name) && !seen.ephemeral
            })
            .await
            .unwrap_or_else(|| panic!("no sign-up of {name} for {}", viewer.name()))
    }

    /// Somebody presses Join.
    pub async fn join(&self, person: &Person, name: &str) -> Answer {
        let board = self.sign_up(person, name).await;
        person
            .press(self.general, board.id, "Join")
            .await
            .expect("there is a button Join")
    }

    /// A game that has begun, with these players.
    pub async fn begun(&self, name: &str, players: &[Person]) -> GameId {
        let game = self.create(name).await;
        for player in players {
            said(&self.join(player, name).await, "You are in");
        }
        let answer = self.start(name).await;
        said(&answer, "The game begins");
        game
    }

    /// The host starts the game, and accepts whoever could read.
    pub async fn start(&self, name: &str) -> Answer {
        let answer = self
            .host
            .type_command(self.general, "/game start", &[("game", name)])
            .await
            .expect("the command is there");
        let Some(message) = answer
            .message
            .as_ref()
            .filter(|message| message.button("Accept these and begin").is_some())
        else {
            return answer;
        };
        self.host
            .press(self.general, message.id, "Accept these and begin")
            .await
            .expect("the button is there")
    }

    /// The channel of this name, as this person finds it.
    pub async fn channel(&self, viewer: &Person, name: &str) -> Id {
        eventually(&format!("a channel {name} for {}", viewer.name()), || {
            viewer.channel(name).map(|place| place.id)
        })
        .await
    }

    /// Waits until all that a game wants stands on Discord and everything is told.
    pub async fn settle(&self, game: GameId) {
        let stage = self.bot().stage().clone();
        tokio::time::timeout(PATIENCE, stage.shown(game))
            .await
            .expect("everything is told in time");
    }

    /// What the town was told so far, line by line, as somebody reads it.
    pub async fn story(&self, reader: &Person) -> Vec<String> {
        let square = self.channel(reader, "town-square").await;
        self.story_in(reader, square)
    }

    /// What was told in this channel so far.
    pub fn story_in(&self, reader: &Person, square: Id) -> Vec<String> {
        let posts = reader.read(square).expect("reads the town's channel");
        posts
            .iter()
            .map(Seen::text)
            .filter(|text| !text.is_empty())
            .collect()
    }

    /// Lets the bot's clock run on.
    pub fn pass(&self, length: Length) {
        self.clock.advance(length);
    }

    /// Lets the bot's clock run on, and waits until what fell due in this game has happened and is told.
    pub async fn pass_in(&self, game: GameId, length: Length) {
        self.pass(length);
        let now = self.clock.now();
        eventually("what is due to happen", || {
            let view = self.bot().host().view(game)?;
            view.session.due().is_none_or(|due| due > now).then_some(())
        })
        .await;
        self.settle(game).await;
    }

    /// A game in its first Day, with the hands dealt; Dawn takes half of a day.
    pub async fn by_day(&self, name: &str, players: &[Person]) -> GameId {
        let game = self.begun(name, players).await;
        self.settle(game).await;
        self.pass_in(game, Length::HOUR.times(12)).await;
        game
    }

    /// A town with nine players and a game in its first Day whose Black Cat has been cursed away, so that no Conspiracy reveals
    /// anything: what happens then is what the test does. Where the cards do not allow it, another town is tried.
    pub async fn calm() -> (Town, Vec<Person>, GameId) {
        for _ in 0..5 {
            let town = Town::new().await;
            let nine = town.nine();
            let game = town.by_day("Salem", &nine).await;
            if town.curse_the_cat(game, &nine).await {
                return (town, nine, game);
            }
            town.end().await;
        }
        panic!("whoever holds the Black Cat holds every Curse as well, five times in a row");
    }

    /// Has those who hold a Curse play it on the Black Cat; whether it is gone then.
    async fn curse_the_cat(&self, game: GameId, players: &[Person]) -> bool {
        let square = self.square(game).await;
        let cat = || {
            let status = players[0].last(square, |seen| seen.text().starts_with("## Day"));
            let status = status.expect("the status message").text();
            let row = status.lines().find(|line| line.contains("Black Cat"));
            row.map(str::to_owned)
        };
        for player in players {
            let Some(row) = cat() else {
                return true;
            };
            let hand = self.whisper(player, "/hand", &[]).await;
            if hand.text().contains("Curse") {
                let holder = players.iter().find(|holder| row.contains(&holder.name()));
                let holder = holder.expect("somebody holds it").name();
                let options = [("target", holder.as_str()), ("blue", "black_cat")];
                self.whisper(player, "/play curse", &options).await;
                self.settle(game).await;
            }
        }
        cat().is_none()
    }

    /// The host ends a game.
    pub async fn end_game(&self, game: GameId) {
        let square = self.square(game).await;
        let answer = self.host.type_command(square, "/host end", &[]).await;
        let question = answer.expect("is there").message.expect("asks once more");
        let yes = question.buttons().remove(0).label;
        let press = self.host.press(square, question.id, &yes).await;
        assert!(press.expect("a button").is_private());
        self.settle(game).await;
    }

    /// Lets the bot's clock run from one thing that falls due to the next, until the status message says this.
    pub async fn until(&self, game: GameId, reader: &Person, words: &str) {
        self.settle(game).await;
        let square = self.square(game).await;
        for _ in 0..40 {
            self.settle(game).await;
            let shown = reader.last(square, |seen| {
                seen.text().starts_with("## ") && seen.author == self.bot_id && !seen.ephemeral
            });
            if shown
                .as_ref()
                .is_some_and(|seen| seen.text().contains(words))
            {
                return;
            }
            if shown.is_some_and(|seen| seen.text().contains("Paused")) {
                let resumed = self.host.type_command(square, "/host resume", &[]).await;
                assert!(resumed.expect("is there").is_private());
                continue;
            }
            let view = self.bot().host().view(game).expect("the game");
            let due = view.session.due().expect("something is to come");
            self.pass_in(game, due - self.clock.now()).await;
        }
        panic!("it never came to {words}");
    }

    /// The town's channel of a game.
    pub async fn square(&self, game: GameId) -> Id {
        let things = self.bot().store().things(game).await.expect("reads");
        let square = things.iter().find(|thing| thing.key == "channel:town");
        square.expect("the town's channel").discord_id
    }

    /// Those of the players who see the coven's thread.
    pub fn coven(&self, players: &[Person]) -> Vec<Person> {
        let sees = |player: &&Person| player.channel("The coven").is_some();
        players.iter().filter(sees).cloned().collect()
    }

    /// Those of the players who do not.
    pub fn town_folk(&self, players: &[Person]) -> Vec<Person> {
        let sees = |player: &&Person| player.channel("The coven").is_none();
        players.iter().filter(sees).cloned().collect()
    }

    /// Somebody's DM with the bot.
    pub fn dm(&self, person: &Person) -> Id {
        person.open_dm(self.bot_id).expect("a DM")
    }

    /// A command in the DM with the bot.
    pub async fn whisper(&self, person: &Person, line: &str, options: &[(&str, &str)]) -> Answer {
        person
            .type_command(self.dm(person), line, options)
            .await
            .unwrap_or_else(|denied| panic!("{line} {options:?}: {denied}"))
    }

    /// A command in the DM with the bot, given again until the bot is connected and answers.
    pub async fn whisper_when_back(&self, person: &Person, line: &str) -> Answer {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            let answer = self.whisper(person, line, &[]).await;
            if answer.kind != AnswerKind::NoResponse {
                return answer;
            }
            assert!(tokio::time::Instant::now() < deadline, "the bot stays mute");
        }
    }

    /// The first of these who has a card of this kind, by what `/hand` says to each.
    pub async fn holder<'a>(&self, players: &'a [Person], card: &str) -> &'a Person {
        for player in players {
            if self
                .whisper(player, "/hand", &[])
                .await
                .text()
                .contains(card)
            {
                return player;
            }
        }
        panic!("nobody has {card}");
    }

    /// The end of a test: nothing was asked of Discord that it does not know, nothing was sent to serenity that it cannot read.
    pub async fn end(mut self) {
        if self.bot.is_some() {
            self.stop_bot().await;
        }
        assert_eq!(self.behind.unknown_routes(), Vec::<String>::new());
        let log = UNREADABLE.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(log.is_empty(), "serenity could not read: {log:#?}");
    }
}

/// Checks that an answer came, to that person alone, and that it says this.
#[track_caller]
pub fn said(answer: &Answer, words: &str) {
    assert!(
        matches!(answer.kind, AnswerKind::Message | AnswerKind::Updated),
        "no answer in words: {answer:#?}"
    );
    assert!(answer.is_private(), "not private: {answer:#?}");
    let text = answer.text();
    assert!(
        text.contains(words),
        "expected {words:?} in the answer:\n{text}"
    );
}

/// Waits until there is something to find.
pub async fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(
            tokio::time::Instant::now() < deadline,
            "waited in vain for {what}"
        );
        tokio::task::yield_now().await;
    }
}

/// What serenity could not read: it says so at DEBUG level only, and drops it.
static UNREADABLE: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Ear;

impl std::io::Write for Ear {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        if text.contains("An unknown event was received") {
            let mut log = UNREADABLE.lock().unwrap_or_else(PoisonError::into_inner);
            log.push(text.into_owned());
        } else if text.contains("WARN") || text.contains("ERROR") || text.contains("town_crier") {
            // Shown by the test harness where a test fails.
            print!("{text}");
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn listen_to_logs() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let filter = EnvFilter::new("warn,town_crier=info,serenity::client::dispatch=debug");
        tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_ansi(false)
            .with_writer(|| Ear)
            .init();
    });
}
