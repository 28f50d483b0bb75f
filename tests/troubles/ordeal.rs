//! What every trouble is put through: caused, lived with, told of, cured, and looked at afterwards.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::BoxFuture;
use serde_json::Value;
use sqlx::{Connection, SqliteConnection};
use town_crier::kernel::time::Length;
use town_crier::rehearsal::stand_in::World;
use town_crier::rehearsal::stand_in::acts::{Person, Seen};
use town_crier::rehearsal::stand_in::world::Id;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, Faults, RestFault};
use town_crier::rehearsal::stand_in::world::model::Channel;

use crate::game::{Edition, Game, Server};
use crate::sight::sight;
use crate::town::{PATIENCE, Town, eventually, said};

/// From which all chance in these games comes.
const DICE: &str = "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed";

/// Something that is done or looked at.
pub type Act = for<'o> fn(&'o Ordeal) -> BoxFuture<'o, ()>;

/// A line of the table.
pub struct Trouble {
    /// Whether the other game is on a server of its own, because the whole server is hit.
    pub apart: bool,
    /// Whether the bot uses the members intent.
    pub members_intent: bool,
    /// How it is brought about.
    pub cause: Act,
    /// What happens while it lasts.
    pub meanwhile: Act,
    /// Words that the host is told, once.
    pub told: &'static [&'static str],
    /// How the cause goes away.
    pub cure: Act,
    /// Words by which that is taken back, once.
    pub mended: Option<&'static str>,
    /// What must be true then.
    pub after: Act,
}

impl Default for Trouble {
    fn default() -> Trouble {
        Trouble {
            apart: false,
            members_intent: false,
            cause: |_| nothing(),
            meanwhile: |ordeal| Box::pin(ordeal.game.goes_on(&ordeal.town)),
            told: &[],
            cure: |_| nothing(),
            mended: None,
            after: |_| nothing(),
        }
    }
}

/// Nothing is done.
pub fn nothing<'o>() -> BoxFuture<'o, ()> {
    Box::pin(std::future::ready(()))
}

/// A game in trouble, and one beside it.
pub struct Ordeal {
    pub town: Town,
    /// The game that is hit.
    pub game: Game,
    /// The other one, of the other edition.
    pub quiet: Game,
    /// What the host of the game has read before.
    read: BTreeSet<Id>,
    /// How many lines the game had told before.
    lines: i64,
}

/// Puts a game of this edition through a trouble.
pub async fn suffer(edition: Edition, trouble: Trouble) {
    let ordeal = Ordeal::begin(edition, &trouble).await;
    let before = ordeal.quiet_sight().await;
    (trouble.cause)(&ordeal).await;
    (trouble.meanwhile)(&ordeal).await;
    for words in trouble.told {
        ordeal.host_hears(words).await;
    }
    (trouble.cure)(&ordeal).await;
    ordeal.comes_to_rest().await;
    (trouble.after)(&ordeal).await;
    ordeal.comes_to_rest().await;
    ordeal.host_was_told(&trouble);
    assert_eq!(
        ordeal.quiet_sight().await,
        before,
        "the other game has noticed"
    );
    ordeal.game.goes_on(&ordeal.town).await;
    ordeal.comes_to_rest().await;
    ordeal.nothing_is_lost_or_doubled().await;
    ordeal.all_is_as_it_should_be().await;
    ordeal.end().await;
}

impl Ordeal {
    async fn begin(edition: Edition, trouble: &Trouble) -> Ordeal {
        let permissions = town_crier::discord::permissions::required();
        let mut town = Town::empty(permissions, trouble.members_intent).await;
        town.patience = crate::table::BOTS_PATIENCE;
        let here = Server {
            guild: town.guild,
            general: town.general,
            host: town.host.clone(),
        };
        let there = if trouble.apart {
            let host = town.behind.user("Harriet");
            let guild = town.behind.guild("Boston", &host).expect("a server");
            let added = town.behind.add_bot(town.bot_id, guild, permissions);
            added.expect("the bot joins");
            let general = host.channel("general").expect("general").id;
            Server {
                guild,
                general,
                host,
            }
        } else {
            here.clone()
        };
        town.start_bot().await;
        let people = ["Ann", "Bob", "Cid", "Dan", "Eve"];
        let game = Game::open(&town, &here, edition, "Salem", &people).await;
        let others = ["Una", "Vic", "Wes", "Xia", "Zed"];
        let quiet = Game::open(&town, &there, edition.other(), "Boston", &others).await;
        // The same dice in every run: a game of so few could be over too soon.
        town.stop_bot().await;
        load_the_dice(&town).await;
        town.start_bot().await;
        town.pass(Length::SECOND);
        quiet.fill(&town).await;
        game.fill(&town).await;
        quiet.begin(&town).await;
        // It stands still, so that whatever happens in it is the trouble's doing.
        said(&quiet.host_says(&town, "/host pause").await, "");
        town.settle(quiet.id).await;
        game.begin(&town).await;
        let mut ordeal = Ordeal {
            town,
            game,
            quiet,
            read: BTreeSet::new(),
            lines: 0,
        };
        ordeal.read = ordeal
            .hosts_mail()
            .into_iter()
            .map(|seen| seen.id)
            .collect();
        ordeal.lines = i64::try_from(ordeal.outbox().await.len()).expect("few");
        ordeal
    }

    /// The player of this number.
    pub fn player(&self, index: usize) -> &Person {
        &self.game.players[index]
    }

    /// These requests go wrong in this way, so many times.
    pub fn fault(&self, method: &str, route: &str, times: u32, kind: FaultKind) {
        self.town.behind.set_faults(Faults {
            rest: vec![RestFault {
                method: Some(method.to_owned()),
                route: Some(route.to_owned()),
                contains: None,
                skip: 0,
                times,
                kind,
            }],
            ..Faults::default()
        });
    }

    /// The requests of the bot so far that were not only to read, and whatever was answered with this status.
    pub fn requests(&self) -> Vec<Value> {
        let mut lines = self.town.stand_in.trace().lines();
        lines.retain(|line| line["kind"] == "rest");
        lines
    }

    /// The channels, threads and DMs of the game.
    pub async fn rooms(&self) -> BTreeSet<Id> {
        rooms_of(&self.town, &self.game).await
    }

    /// All that Discord shows of the other game. A button of it is answered, too.
    async fn quiet_sight(&self) -> Vec<String> {
        let (town, quiet) = (&self.town, &self.quiet);
        eventually("the connection", || {
            town.behind.is_connected(town.bot_id).then_some(())
        })
        .await;
        let square = quiet.square(town).await;
        let status = quiet.status(town, &quiet.players[0]).await;
        let answer = quiet.players[0].press(square, status.id, "My cards").await;
        said(&answer.expect("a button"), "Tryals");
        let rooms = rooms_of(town, quiet).await;
        let its = move |channel: &Channel| {
            let above = channel.parent.unwrap_or_default();
            rooms.contains(&channel.id) || channel.thread.is_some() && rooms.contains(&above)
        };
        town.stand_in.shared().read(|world| sight(world, its))
    }

    /// Waits until everything that the game wants stands, nothing is left to tell, and others' doings are looked at.
    pub async fn comes_to_rest(&self) {
        let stage = self.town.bot().stage().clone();
        tokio::time::timeout(PATIENCE, stage.idle(self.game.id))
            .await
            .expect("it comes to rest");
    }

    /// Where the bot writes to the host: the desk, in person, and where people signed up.
    fn hosts_mail(&self) -> Vec<Seen> {
        let host = &self.game.server.host;
        let desks = host
            .channels()
            .into_iter()
            .filter(|place| place.name == "host-desk")
            .map(|place| place.id);
        let mut channels: Vec<Id> = desks.collect();
        channels.push(self.game.server.general);
        channels.extend(host.dm_with(self.town.bot_id));
        let mut mail = Vec::new();
        for channel in channels {
            mail.extend(host.read(channel).unwrap_or_default());
        }
        mail.retain(|seen| {
            seen.author == self.town.bot_id && !seen.ephemeral && !self.read.contains(&seen.id)
        });
        mail
    }

    /// Waits until the host has been told this.
    pub async fn host_hears(&self, words: &str) {
        eventually(&format!("word to the host: {words}"), || {
            let mail = self.hosts_mail();
            mail.iter()
                .any(|seen| seen.content.contains(words))
                .then_some(())
        })
        .await;
    }

    /// Waits until the faults that are known of the game are so.
    pub async fn faults_are(&self, so: fn(&BTreeSet<String>) -> bool) {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        let store = self.town.bot().store();
        loop {
            let faults = store.faults(self.game.id).await.expect("read");
            let faults = faults.into_iter().map(|(key, _)| key).collect();
            if so(&faults) {
                return;
            }
            assert!(tokio::time::Instant::now() < deadline, "{faults:?}");
            tokio::task::yield_now().await;
        }
    }

    fn host_was_told(&self, trouble: &Trouble) {
        let mail = self.hosts_mail();
        let times = |words: &str| {
            let with = mail.iter().filter(|seen| seen.content.contains(words));
            with.count()
        };
        for words in trouble.told.iter().chain(&trouble.mended) {
            assert_eq!(times(words), 1, "{words}: {mail:#?}");
        }
        if trouble.told.is_empty() {
            // Nothing of what a fault makes the bot say: it calls the host, or writes in person.
            assert_eq!(times("I try again"), 0, "{mail:#?}");
            assert_eq!(times("About the game"), 0, "{mail:#?}");
        }
    }

    /// What the game told since the beginning: number, state, message and words.
    async fn outbox(&self) -> Vec<(i64, String, Option<i64>, String)> {
        let file = self.town.database().display().to_string();
        let mut database = SqliteConnection::connect(&format!("sqlite://{file}"))
            .await
            .expect("it opens");
        let rows = sqlx::query_as(
            "SELECT number, state, message, part FROM outbox WHERE game = $1 ORDER BY number",
        )
        .bind(self.game.id.0.cast_signed())
        .fetch_all(&mut database)
        .await
        .expect("read");
        database.close().await.expect("it closes");
        rows
    }

    /// Every line that the game told since the trouble began stands once, and the bot said nothing else.
    async fn nothing_is_lost_or_doubled(&self) {
        let said = self.town.stand_in.shared().read(said_by(self.town.bot_id));
        let mut rows = self.outbox().await;
        let rows = rows.split_off(usize::try_from(self.lines).expect("few"));
        assert!(!rows.is_empty(), "the game had nothing to tell");
        let mut claimed = BTreeSet::new();
        for (number, state, message, part) in rows {
            let part: Value = serde_json::from_str(&part).expect("JSON");
            let words = part["content"].as_str().unwrap_or_default().trim();
            assert_eq!(state, "sent", "line {number}: {words}");
            let message = message.map(i64::cast_unsigned).unwrap_or_default();
            assert!(
                claimed.insert(message),
                "one message for two lines: {words}"
            );
            let standing = said.get(&message);
            let standing = standing.unwrap_or_else(|| panic!("line {number} is lost: {words}"));
            assert!(standing.ends_with(words), "{standing:?} is not {words:?}");
        }
        let store = self.town.bot().store();
        for (message, words) in &said {
            // To the host in person; whether somebody can be reached; and a board that was left behind in a DM for a thread.
            let beside = ["About the game", "This is a test message", "-# Salem\n## "];
            if beside.iter().any(|known| words.contains(known)) {
                continue;
            }
            let whose = store.whose_message(*message).await.expect("read");
            assert!(whose.is_some(), "nobody knows of having said: {words}");
        }
    }

    /// The status stands pinned and once, its buttons answer, and nothing that was put right is put right again.
    async fn all_is_as_it_should_be(&self) {
        let (town, game) = (&self.town, &self.game);
        game.presses(town, self.player(0)).await;
        let square = game.square(town).await;
        let pinned = self.player(0).read(square).expect("reads");
        let pinned = pinned.iter().filter(|seen| seen.pinned).count();
        assert_eq!(pinned, 1, "the status is pinned once");
        let changes = |ordeal: &Ordeal| {
            let mut requests = ordeal.requests();
            requests.retain(|line| {
                line["method"] != "GET" && !line["route"].as_str().is_some_and(is_an_answer)
            });
            requests
        };
        let before = changes(self).len();
        town.bot().stage().recheck(game.id);
        self.comes_to_rest().await;
        let changed = changes(self).split_off(before);
        assert!(
            changed.is_empty(),
            "it was not as it should be: {changed:#?}"
        );
        // The watchman looks at the server by and by.
        self.faults_are(|faults| faults.iter().all(|key| is_of_the_past(key)))
            .await;
    }

    async fn end(self) {
        self.town.end().await;
    }
}

/// Gives the sign-ups, which no bot keeps in its memory just now, the dice of all these tests.
async fn load_the_dice(town: &Town) {
    let file = town.database().display().to_string();
    let mut database = SqliteConnection::connect(&format!("sqlite://{file}"))
        .await
        .expect("it opens");
    sqlx::query("UPDATE games SET seed = $1")
        .bind(DICE)
        .execute(&mut database)
        .await
        .expect("written");
    database.close().await.expect("it closes");
}

async fn rooms_of(town: &Town, game: &Game) -> BTreeSet<Id> {
    let things = town.bot().store().things(game.id).await.expect("read");
    things.iter().map(|thing| thing.discord_id).collect()
}

/// Whether a route is one on which interactions are answered.
fn is_an_answer(route: &str) -> bool {
    route.starts_with("/interactions") || route.starts_with("/webhooks")
}

/// Whether the host was told of something that happened once, and does not last.
fn is_of_the_past(key: &str) -> bool {
    ["deleted:", "board:", "dm:"]
        .iter()
        .any(|kind| key.starts_with(kind))
}

/// What a bot said and still stands, private answers aside.
fn said_by(bot: Id) -> impl Fn(&World) -> BTreeMap<Id, String> {
    move |world| {
        let messages = world
            .channels
            .values()
            .flat_map(|channel| channel.messages.values());
        messages
            .filter(|message| message.author == bot && message.kind == 0)
            .filter(|message| message.ephemeral_for.is_none() && message.application.is_none())
            .map(|message| (message.id, message.content.clone()))
            .collect()
    }
}
