//! A server with the bot as it is, seen through the stand-in's control API alone. Of the bot itself this kit only sets the
//! clock, and asks whether it has come to rest.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use town_crier::app::{Bot, Pace};
use town_crier::config::Config;
use town_crier::discord::permissions;
use town_crier::host::Clock;
use town_crier::kernel::time::{Length, Time};
use town_crier::rehearsal::stand_in::{StandIn, StandInOptions};

use crate::people::{Answer, Control, Human, PATIENCE, Post, list, word};

/// On what the bot's clock is set at first: 2026-03-01T18:00:00Z.
pub const EVENING: Time = Time(1_772_388_000_000);
/// From which all chance in these games comes, so that they go the same way every time.
const DICE: &str = "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed";
/// How long Dawn is.
pub const DAWN: Length = Length(12 * Length::HOUR.0);
/// With a Shift of half a Day, the Conspiracy comes before this much of the Day has passed, and the Shift is open then.
pub const SHIFT: Length = Length(9 * Length::HOUR.0);

/// Discord's bit for those who may manage a server.
const MANAGE_GUILD: u64 = 1 << 5;

/// A server with the bot on it.
pub struct Salem {
    /// The control API.
    pub control: Control,
    /// The server.
    pub guild: String,
    /// Its channel `general`.
    pub general: String,
    /// The bot's user.
    pub bot_id: String,
    /// Who owns the server, and so could read everything.
    pub owner: Human,
    /// Who hosts without playing, by a role that may manage the server.
    pub host: Human,
    /// The bot's clock.
    pub clock: Clock,
    /// The bot's role.
    pub bot_role: String,
    /// The bot's token.
    pub token: String,
    /// Where the bot's database is.
    pub folder: TempDir,
    /// The stand-in; kept for as long as the server stands.
    pub stand_in: StandIn,
    bot: Option<Bot>,
}

impl Salem {
    /// A server with the bot running, which has the least permissions it asks for.
    pub async fn new() -> Salem {
        let mut salem = Salem::asleep().await;
        salem.wake().await;
        salem
    }

    /// A server on which the bot is not running yet.
    pub async fn asleep() -> Salem {
        let stand_in = StandIn::start(StandInOptions::default())
            .await
            .expect("the stand-in starts");
        let control = Control::new(stand_in.api_base());
        let owner = control.human("Olga").await;
        let host = control.human("Hester").await;
        let server = json!({ "name": "Salem", "owner": owner.id, "members": [host.id] });
        let server = control.done("POST", "/guilds", server).await;
        let guild = word(&server["id"]);
        let role = json!({ "name": "Storytellers", "permissions": MANAGE_GUILD.to_string() });
        let path = format!("/guilds/{guild}/roles");
        let role = word(&control.done("POST", &path, role).await["id"]);
        let path = format!("/guilds/{guild}/members/{}/roles/{role}", host.id);
        control.done("PUT", &path, Value::Null).await;
        let bot = json!({
            "name": "Town Crier", "guild": guild, "permissions": permissions::required().to_string(),
        });
        let bot = control.done("POST", "/bots", bot).await;
        Salem {
            guild,
            general: word(&server["general"]),
            bot_id: word(&bot["id"]),
            bot_role: word(&bot["role"]),
            owner,
            host,
            clock: Clock::manual(EVENING),
            token: word(&bot["token"]),
            folder: tempfile::tempdir().expect("a folder"),
            stand_in,
            bot: None,
            control,
        }
    }

    /// Starts the bot, on the database as it is.
    pub async fn wake(&mut self) {
        let config = Config {
            database: self.folder.path().join("town-crier.db"),
            api_base: Some(self.stand_in.api_base()),
            requests_per_second: u16::MAX,
            ..Config::default()
        };
        let starting = Bot::start(&config, &self.token, Pace::Of(self.clock.clone()));
        let bot = tokio::time::timeout(PATIENCE, starting).await;
        self.bot = Some(bot.expect("it starts in time").expect("it starts"));
    }

    /// Stops the bot in order.
    pub async fn sleep(&mut self) {
        self.bot.take().expect("the bot runs").stop().await;
    }

    /// A new person on the server.
    pub async fn member(&self, name: &str) -> Human {
        let human = self.control.human(name).await;
        human.join(&self.guild).await;
        human
    }

    /// Nine people on the server.
    pub async fn nine(&self) -> Vec<Human> {
        let names = [
            "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy",
        ];
        let mut nine = Vec::new();
        for name in names {
            nine.push(self.member(name).await);
        }
        nine
    }

    /// The host opens a sign-up and changes these settings; the dice are the same in every run.
    pub async fn create(&mut self, name: &str, settings: &[(&str, &str)]) {
        self.create_edition("salem-1692-forum", name, settings)
            .await;
    }

    /// The same, of the edition with this word.
    pub async fn create_edition(&mut self, edition: &str, name: &str, settings: &[(&str, &str)]) {
        let options = [("name", name), ("edition", edition)];
        let answer = self.host.command(&self.general, "/game create", &options);
        answer.await.says("sign-up is open");
        for (setting, value) in settings {
            let options = [("setting", *setting), ("value", *value), ("game", name)];
            let answer = self.host.command(&self.general, "/game set", &options);
            answer.await.says("Set:");
        }
        // Stopped in the middle of an edit, the bot would send it again when it is back.
        self.settle().await;
        self.sleep().await;
        self.load_the_dice().await;
        self.wake().await;
        self.pass(Length::SECOND).await;
    }

    /// Gives the sign-ups, which no bot keeps in its memory just now, the dice of all proofs.
    pub async fn load_the_dice(&self) {
        let file = self.folder.path().join("town-crier.db");
        let address = format!("sqlite://{}", file.display());
        let mut database = SqliteConnection::connect(&address).await.expect("it opens");
        sqlx::query("UPDATE games SET seed = $1 WHERE standing = 'sign_up'")
            .bind(DICE)
            .execute(&mut database)
            .await
            .expect("written");
        database.close().await.expect("it closes");
    }

    /// The sign-up's message of this game, as somebody sees it.
    pub async fn sign_up(&self, viewer: &Human, name: &str) -> Post {
        let posts = viewer.read(&self.general).await;
        let head = format!("# {name}\n");
        let mut posts = posts.into_iter().rev();
        posts
            .find(|post| !post.is_private() && post.text().starts_with(&head))
            .unwrap_or_else(|| panic!("no sign-up of {name}"))
    }

    /// Somebody presses Join.
    pub async fn join(&self, human: &Human, name: &str) -> Answer {
        human.press(&self.sign_up(human, name).await, "Join").await
    }

    /// The host starts the game, and accepts whoever could read.
    pub async fn start(&self, name: &str) -> Answer {
        let answer = self
            .host
            .command(&self.general, "/game start", &[("game", name)])
            .await;
        match answer.post().button("Accept these and begin") {
            Some(accept) => self.host.press(&answer.post(), &accept).await,
            None => answer,
        }
    }

    /// A game at its Dawn, with these players.
    pub async fn game(&mut self, name: &str, players: &[Human], settings: &[(&str, &str)]) -> Game {
        self.create(name, settings).await;
        self.begin(name, players).await
    }

    /// These players sign up, and the game begins.
    pub async fn begin(&self, name: &str, players: &[Human]) -> Game {
        for player in players {
            self.join(player, name).await.says("You are in");
        }
        self.start(name).await.says("The game begins");
        self.settle().await;
        self.look_up(name, players).await
    }

    /// The rooms of a game that has begun.
    pub async fn look_up(&self, name: &str, players: &[Human]) -> Game {
        let guilds = list(self.control.get("/guilds").await);
        let guild = guilds
            .iter()
            .find(|guild| guild["id"] == self.guild.as_str());
        let channels = list(guild.expect("the server")["channels"].clone());
        let category = channels.iter().find(|channel| {
            let is_ours = |known: &str| known.eq_ignore_ascii_case(name);
            channel["kind"] == 4 && channel["name"].as_str().is_some_and(is_ours)
        });
        let category = word(&category.expect("a category for the game")["id"]);
        let below = channels
            .iter()
            .filter(|channel| channel["parent"] == category.as_str());
        let rooms: BTreeMap<String, String> = below
            .map(|channel| (word(&channel["name"]), word(&channel["id"])))
            .collect();
        let room = |name: &str| {
            rooms
                .get(name)
                .cloned()
                .unwrap_or_else(|| panic!("no {name}"))
        };
        Game {
            name: name.to_owned(),
            players: players.to_vec(),
            square: room("town-square"),
            woods: room("the-woods"),
            back_rooms: room("back-rooms"),
            graveyard: room("graveyard"),
            desk: room("host-desk"),
        }
    }

    /// The permissions that the bot's role has.
    pub fn rights(&self) -> u64 {
        permissions::required()
    }

    /// Gives the bot's role these permissions.
    pub async fn allow(&self, permissions: &str) {
        let path = format!("/guilds/{}/roles/{}", self.guild, self.bot_role);
        let body = json!({ "permissions": permissions });
        self.control.done("PATCH", &path, body).await;
    }

    /// Who could write in a channel now, by id.
    pub async fn may_write(&self, channel: &str) -> Vec<String> {
        let access = self
            .control
            .get(&format!("/channels/{channel}/access"))
            .await;
        list(access["writes"].clone()).iter().map(word).collect()
    }

    /// Posts a message as the bot, past it; the message's id.
    pub async fn post_as_bot(&self, channel: &str, body: Value) -> String {
        let url = format!(
            "{}/api/v10/channels/{channel}/messages",
            self.stand_in.api_base()
        );
        let request = reqwest::Client::new().post(url);
        let request = request
            .header("authorization", format!("Bot {}", self.token))
            .json(&body);
        let response = request
            .send()
            .await
            .expect("an answer")
            .text()
            .await
            .expect("a body");
        let message: Value = serde_json::from_str(&response).expect("JSON");
        word(&message["id"])
    }

    /// Lets the bot's clock run on, and waits until what fell due has happened and is told.
    pub async fn pass(&self, length: Length) {
        self.clock.advance(length);
        self.settle().await;
    }

    /// Waits until nothing is due any more and everything is told.
    pub async fn settle(&self) {
        let bot = self.bot.as_ref().expect("the bot runs");
        let mut changes = bot.host().subscribe();
        let now = self.clock.now();
        let overdue = || {
            let views = bot.host().views();
            views
                .iter()
                .any(|view| view.session.due().is_some_and(|due| due <= now))
        };
        let rest = async {
            while overdue() {
                changes.next().await;
            }
            for view in bot.host().views() {
                bot.stage().idle(view.game).await;
            }
        };
        tokio::time::timeout(PATIENCE, rest)
            .await
            .expect("what is due happens, and is told, in time");
    }

    /// The end of a proof: the bot asked Discord for nothing that it does not know.
    pub async fn end(mut self) {
        if self.bot.is_some() {
            self.sleep().await;
        }
        let unknown = self.control.get("/unknown-routes").await;
        assert_eq!(unknown, json!([]));
    }
}

/// A game that has begun: its rooms, and who plays.
#[derive(Clone)]
pub struct Game {
    /// The name.
    pub name: String,
    /// Who plays, in the order in which they signed up.
    pub players: Vec<Human>,
    /// The town's channel.
    pub square: String,
    /// Below which the coven's thread is.
    pub woods: String,
    /// Below which the private chats are.
    pub back_rooms: String,
    /// Where the dead talk.
    pub graveyard: String,
    /// The host's.
    pub desk: String,
}

/// What `/me` says to somebody.
#[derive(Debug, Clone)]
pub struct Me {
    /// The seat's number.
    pub seat: usize,
    /// The row: what each Tryal is, and whether it is hidden.
    pub row: Vec<(String, bool)>,
    /// Whether this is a Witch.
    pub witch: bool,
    /// Whether this is the Constable.
    pub constable: bool,
    /// The hand, by names of cards.
    pub hand: Vec<String>,
    /// All of it.
    pub text: String,
}

impl Me {
    /// The position (from 1) of a hidden Tryal of this kind.
    pub fn hidden(&self, kind: &str) -> Option<usize> {
        let found = |(known, hidden): &(String, bool)| *hidden && known == kind;
        self.row.iter().position(found).map(|index| index + 1)
    }

    fn read(text: String) -> Me {
        let line = |beginning: &str| text.lines().find_map(|line| line.strip_prefix(beginning));
        let row = line("Tryals: ").unwrap_or_else(|| panic!("no row in:\n{text}"));
        let row = row.split(" · ").map(|tryal| {
            let (_, kind) = tryal.split_once(' ').expect("a number and a Tryal");
            match kind.strip_suffix(" (revealed)") {
                Some(kind) => (kind.to_owned(), false),
                None => (kind.trim_matches('*').to_owned(), true),
            }
        });
        let cards = line("Hand (").and_then(|hand| hand.split_once(": "));
        let cards = cards.map_or("", |(_, cards)| cards).split(" · ");
        let hand = cards.filter_map(|card| {
            let (_, card) = card.split_once(' ')?;
            let (card, _) = card.split_once(" ×").unwrap_or((card, ""));
            Some(card.to_owned())
        });
        let seat = text.split("· seat ").nth(1);
        let seat = seat.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
        Me {
            seat: seat.unwrap_or_else(|| panic!("no seat in:\n{text}")),
            row: row.collect(),
            witch: text.contains("You are **a Witch**"),
            constable: text.contains("You hold the **Constable** card"),
            hand: hand.collect(),
            text,
        }
    }
}

impl Game {
    /// What `/me` says to this player.
    pub async fn me(&self, player: &Human) -> Me {
        let answer = player.command(&self.square, "/me", &[]).await;
        assert!(answer.post().is_private(), "{answer:?}");
        Me::read(answer.text())
    }

    /// What `/me` says to each player.
    pub async fn everybody(&self) -> Vec<(Human, Me)> {
        let mut everybody = Vec::new();
        for player in &self.players {
            everybody.push((player.clone(), self.me(player).await));
        }
        everybody
    }

    /// Witches and townsfolk.
    pub async fn sides(&self) -> (Vec<Human>, Vec<Human>) {
        let everybody = self.everybody().await;
        let (witches, town): (Vec<_>, Vec<_>) = everybody.into_iter().partition(|(_, me)| me.witch);
        let people = |side: Vec<(Human, Me)>| side.into_iter().map(|(human, _)| human).collect();
        (people(witches), people(town))
    }

    /// The coven's thread, as one of its members finds it; none where it is not in the list.
    pub async fn coven(&self, member: &Human) -> Option<String> {
        let threads = member.threads(&self.woods).await;
        threads.first().map(|thread| word(&thread["id"]))
    }

    /// What the town was told so far.
    pub async fn story(&self, reader: &Human) -> Vec<String> {
        let posts = reader.read(&self.square).await.into_iter();
        posts
            .filter(|post| !post.is_private() && post.controls().is_empty())
            .map(|post| post.text())
            .filter(|text| !text.is_empty())
            .collect()
    }

    /// The status message, as somebody sees it.
    pub async fn status(&self, viewer: &Human) -> Post {
        let posts = viewer.read(&self.square).await;
        let found = posts
            .into_iter()
            .find(|post| post.button("History").is_some());
        found.expect("the status message")
    }

    /// A player names somebody with a command of the Night or of Dawn.
    pub async fn name(&self, player: &Human, line: &str, target: &str) -> Answer {
        player
            .command(&self.square, line, &[("target", target)])
            .await
    }

    /// The host does something and means it.
    pub async fn host(&self, salem: &Salem, line: &str, options: &[(&str, &str)]) -> Answer {
        let answer = salem.host.command(&self.desk, line, options).await;
        let sure = answer.post().buttons().into_iter().next();
        let answer = match sure {
            Some(sure) => salem.host.press(&answer.post(), &sure).await,
            None => answer,
        };
        salem.settle().await;
        answer
    }

    /// From Dawn's beginning to the first Day's, the Cat going to `cat`.
    pub async fn to_first_day(&self, salem: &Salem, witches: &[Human], cat: &Human) {
        for witch in witches {
            self.name(witch, "/cat", &cat.name).await.says(&cat.name);
        }
        salem.pass(DAWN).await;
    }

    /// From the beginning of a Day to its Night: in the Shift, which has to be half a Day long, all give away what is
    /// neither Witch nor Constable, so that everybody stays what they are.
    pub async fn quiet_day(&self, salem: &Salem) {
        salem.pass(SHIFT).await;
        self.pick_safely(salem, &BTreeMap::new()).await;
        salem.pass(Length::DAY - SHIFT).await;
    }

    /// All living players pick: the kind of Tryal that is wanted of a seat, else one that is nothing.
    pub async fn pick_safely(&self, salem: &Salem, wanted: &BTreeMap<usize, &str>) {
        let mut living = Vec::new();
        for (player, me) in self.everybody().await {
            if !me.text.contains("You are dead") {
                living.push((player, me));
            }
        }
        living.sort_by_key(|(_, me)| me.seat);
        for (index, (player, _)) in living.iter().enumerate() {
            let (_, source) = &living[(index + living.len() - 1) % living.len()];
            let kind = wanted.get(&source.seat).copied().unwrap_or("Not a Witch");
            let position = source
                .hidden(kind)
                .or_else(|| source.hidden("Constable"))
                .unwrap_or_else(|| panic!("no {kind}: {source:?}"));
            let options = [("position", position.to_string())];
            let options = options
                .each_ref()
                .map(|(name, value)| (*name, value.as_str()));
            player
                .command(&self.square, "/pick", &options)
                .await
                .says("You picked");
        }
        salem.settle().await;
    }
}
