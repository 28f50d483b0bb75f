//! Two worlds over the wire: the same game is played twice, by the bot as it is and with the same dice, and differs only in
//! who of two others is the Witch, and in what the coven says before it agrees. Whoever may not know it is delivered the same, can
//! read the same, and gets the same answers and suggestions; and nothing of the coven's thread ever comes to such a client.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use sqlx::{Connection, SqliteConnection};
use town_crier::kernel::time::Length;

use crate::people::{Human, word};
use crate::salem::{DAWN, Game, SHIFT, Salem};

/// What is asked at each step, by everybody who looks.
const ASKED: [(&str, &[(&str, &str)]); 6] = [
    ("/me", &[]),
    ("/hand", &[]),
    ("/history", &[]),
    ("/kill", &[("target", "nobody")]),
    ("/cat", &[("target", "Ann")]),
    ("/chat list", &[]),
];

/// What is typed at each step, to see what is suggested.
const TYPED: [(&str, &str); 5] = [
    ("/kill", "target"),
    ("/guard", "target"),
    ("/cat", "target"),
    ("/flip", "position"),
    ("/confess", "position"),
];

/// Which of the two worlds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum World {
    One,
    Other,
}

/// A game in one of the worlds.
struct Played {
    salem: Salem,
    game: Game,
    /// Who sits where, in row order.
    row: Vec<Human>,
    /// The coven in this world, in the same order in both.
    coven: Vec<Human>,
    /// Who looks: all who are of the coven in neither world, the host and somebody from outside.
    eyes: Vec<Eyes>,
    /// For each of the row, a position that is nothing but a life in both worlds.
    blank: Vec<usize>,
}

/// What a client has received so far.
struct Eyes {
    who: Human,
    since: u64,
    /// The last state of each message.
    messages: BTreeMap<String, Value>,
}

/// The rows as they were dealt, where a viewer's world may differ.
type Rows = Vec<Vec<String>>;

#[tokio::test(flavor = "multi_thread")]
async fn f4_f5_f27_f29_nobody_is_delivered_anything_that_tells_who_the_witches_are_in_the_forum_edition()
 {
    let one = forum(World::One).await;
    let other = forum(World::Other).await;
    same(&one, &other);
}

#[tokio::test(flavor = "multi_thread")]
async fn t1_t5_nobody_is_delivered_anything_that_tells_who_the_witches_are_in_the_tabletop_edition()
{
    let one = tabletop(World::One).await;
    let other = tabletop(World::Other).await;
    same(&one, &other);
}

/// Those who may not know see the same, and the coven, which may, does not: the worlds do differ.
fn same(one: &Seen, other: &Seen) {
    for (here, there) in one.apart.iter().zip(&other.apart) {
        assert_eq!(here, there);
    }
    assert_eq!(one.apart.len(), other.apart.len());
    assert_ne!(one.coven, other.coven);
}

/// What was seen in a game.
#[derive(Default)]
struct Seen {
    /// By those who look.
    apart: Vec<String>,
    /// In the coven's thread.
    coven: Vec<String>,
}

impl Seen {
    /// Whether somebody who looks was shown this.
    fn shows(&self, words: &str) {
        assert!(
            self.apart.iter().any(|line| line.contains(words)),
            "nobody saw {words:?}"
        );
    }
}

/// A Dawn, a Day with plays and a Conspiracy, a Night with a kill, a guard, a confession and a chat, and the report of it.
async fn forum(world: World) -> Seen {
    let settings = [("shift_window", "12h")];
    let mut played = Played::begin("salem-1692-forum", &settings, 9, world).await;
    let mut seen = Seen::default();
    played.look("the deal", &mut seen).await;
    let bystanders = played.bystanders();
    let [holder, victim, confessor] = [0, 1, 2].map(|index| played.row[bystanders[index]].clone());

    played.coven_says("/cat", &holder, &victim, world).await;
    played.look("Dawn", &mut seen).await;
    played.salem.pass(DAWN).await;
    played.look("the Day", &mut seen).await;
    for index in &bystanders {
        let player = &played.row[*index];
        if played
            .game
            .me(player)
            .await
            .hand
            .iter()
            .any(|card| card == "Accusation")
        {
            let target = if player.id == confessor.id {
                &holder
            } else {
                &confessor
            };
            let at = [("target", target.name.as_str())];
            player
                .command(&played.game.square, "/play accusation", &at)
                .await;
            played.salem.settle().await;
        }
    }
    played.look("the plays", &mut seen).await;
    played.salem.pass(SHIFT).await;
    played.look("the Shift", &mut seen).await;
    for (index, player) in played.row.iter().enumerate() {
        let source = (index + played.row.len() - 1) % played.row.len();
        let position = played.blank[source].to_string();
        let options = [("position", position.as_str())];
        let answer = player.command(&played.game.square, "/pick", &options).await;
        answer.says("You picked");
        // What is shown of one act is shown before the next: else the last of them may overtake it.
        played.salem.settle().await;
    }
    played.look("the Conspiracy", &mut seen).await;
    played.salem.pass(Length::DAY - SHIFT).await;
    played.look("the Night", &mut seen).await;
    played.coven_says("/kill", &victim, &holder, world).await;
    for index in &bystanders {
        let guard = [("target", holder.name.as_str())];
        let constable = &played.row[*index];
        let _ = constable
            .command(&played.game.square, "/guard", &guard)
            .await;
    }
    let guests = [("players", holder.name.as_str())];
    let _ = victim
        .try_command(&played.game.square, "/chat open", &guests)
        .await;
    played.salem.settle().await;
    played.look("what was chosen", &mut seen).await;
    played.salem.pass(Length::DAY).await;
    played.look("the daybreak", &mut seen).await;
    for words in [
        "an Accusation",
        "The Shift is closed",
        "Report of Night 1",
        "Died: ",
    ] {
        seen.shows(words);
    }
    played.end().await;
    seen
}

/// A Dawn and some turns.
async fn tabletop(world: World) -> Seen {
    let settings = [("players", "7"), ("characters", "off")];
    let mut played = Played::begin("salem-1692-tabletop", &settings, 7, world).await;
    let mut seen = Seen::default();
    played.look("the deal", &mut seen).await;
    let bystanders = played.bystanders();
    let [holder, another] = [0, 1].map(|index| played.row[bystanders[index]].clone());
    played.coven_says("/cat", &holder, &another, world).await;
    played.look("Dawn", &mut seen).await;
    played.salem.pass(DAWN).await;
    for turn in 0..5 {
        let status = played.game.status(&played.salem.host).await.text();
        let player = played.row.iter().find(|player| {
            let head = status.lines().next().unwrap_or_default();
            head.contains(player.name.as_str())
        });
        // A black card was drawn: what follows is the other tests' matter.
        let Some(player) = player else { break };
        player.command(&played.game.square, "/draw", &[]).await;
        played.salem.settle().await;
        played.look(&format!("turn {turn}"), &mut seen).await;
    }
    seen.shows("turn 1: Mallory");
    played.end().await;
    seen
}

impl Played {
    async fn begin(edition: &str, settings: &[(&str, &str)], count: usize, world: World) -> Played {
        let mut salem = Salem::new().await;
        let people = salem.nine().await;
        let outsider = salem.member("Mallory").await;
        salem.create_edition(edition, "Salem", settings).await;
        let game = salem.begin("Salem", &people[..count]).await;

        // In both worlds the bot sleeps and wakes; in one of them two others have each other's Tryals when it wakes.
        salem.sleep().await;
        let (order, rows, twins) = deal(&salem, world).await;
        salem.wake().await;
        salem.settle().await;
        let find = |id: &String| {
            people
                .iter()
                .find(|human| human.id == *id)
                .expect("a player")
        };
        let row: Vec<Human> = order.iter().map(|id| find(id).clone()).collect();
        let witch = |index: &usize| rows[*index].iter().any(|card| card.starts_with("witch"));
        let mut coven: Vec<usize> = (0..row.len()).filter(witch).collect();
        // The twin who is a Witch in this world comes first in both.
        coven.sort_by_key(|index| !twins.contains(index));
        let blank = (0..row.len()).map(|index| {
            let twin = match twins.iter().position(|twin| *twin == index) {
                Some(place) => twins[1 - place],
                None => index,
            };
            let is_blank = |place: &usize| {
                [index, twin]
                    .iter()
                    .all(|seat| rows[*seat][*place].starts_with("not-a-witch"))
            };
            (0..rows[index].len())
                .find(is_blank)
                .map_or(1, |place| place + 1)
        });
        let blank = blank.collect();
        let knowing: BTreeSet<usize> = coven.iter().chain(&twins).copied().collect();
        let viewers = (0..row.len()).filter(|index| !knowing.contains(index));
        let viewers = viewers.map(|index| row[index].clone());
        let eyes = viewers
            .chain([salem.host.clone(), outsider])
            .map(|who| Eyes {
                who,
                since: 0,
                messages: BTreeMap::new(),
            });
        Played {
            eyes: eyes.collect(),
            coven: coven.iter().map(|index| row[*index].clone()).collect(),
            salem,
            game,
            row,
            blank,
        }
    }

    /// Those of the row who are of the coven in neither world.
    fn bystanders(&self) -> Vec<usize> {
        let looks = |index: &usize| {
            self.eyes
                .iter()
                .any(|eyes| eyes.who.id == self.row[*index].id)
        };
        (0..self.row.len()).filter(looks).collect()
    }

    /// The coven agrees, after one of its members has first said something else: another one in each world.
    async fn coven_says(&self, line: &str, what: &Human, at_first: &Human, world: World) {
        let hesitates = match world {
            World::One => 0,
            World::Other => self.coven.len() - 1,
        };
        for (index, witch) in self.coven.iter().enumerate() {
            if index == hesitates {
                let answer = self.game.name(witch, line, &at_first.name).await;
                answer.says(&at_first.name);
            }
            self.game
                .name(witch, line, &what.name)
                .await
                .says(&what.name);
        }
        self.salem.settle().await;
    }

    /// All that came to those who look since the last time, all that they can read now, and what they are answered.
    async fn look(&mut self, step: &str, seen: &mut Seen) {
        let coven = self
            .game
            .coven(&self.coven[0])
            .await
            .expect("the coven's thread");
        let names = self.names();
        let rooms = self.rooms(&names);
        for post in self.coven[0].read(&coven).await {
            seen.coven.push(plain(&post.0, &names));
        }
        for eyes in &mut self.eyes {
            let who = eyes.who.name.clone();
            let mut say = |what: String| seen.apart.push(format!("{step}: {who}: {what}"));
            for room in &rooms {
                say(room.clone());
            }
            for line in eyes.received(&names, &coven).await {
                say(line);
            }
            for place in eyes.who.places().await {
                say(plain(&place, &names));
                let channel = word(&place["id"]);
                assert_ne!(channel, coven, "{who} sees the coven's thread");
                let posts = eyes.who.read(&channel).await;
                let mut posts: Vec<String> = posts.iter().map(|p| plain(&p.0, &names)).collect();
                // Before the game, answers and the sign-up's message come as they come.
                if place["name"] == "general" {
                    posts.sort();
                }
                posts.into_iter().for_each(&mut say);
            }
            for (line, options) in ASKED {
                let answer = eyes.who.try_command(&self.game.square, line, options).await;
                let answer = answer.map(|mut answer| {
                    // How long it took is no word of the bot's.
                    if let Some(answer) = answer.0.as_object_mut() {
                        answer.remove("took_us");
                    }
                    plain(&answer.0, &names)
                });
                say(format!("{line}: {answer:?}"));
            }
            for (line, option) in TYPED {
                let offered = eyes.who.offered(&self.game.square, line, option, "").await;
                say(format!("{line} {option}: {offered:?}"));
            }
        }
    }

    /// Every channel with all its overwrites, as each client is sent them; and the server's audit log, as those have it who may
    /// read it.
    fn rooms(&self, names: &BTreeMap<String, String>) -> Vec<String> {
        self.salem.stand_in.shared().read(|world| {
            let channels = world.channels.values();
            let of_guild =
                channels.filter(|channel| channel.guild.is_some() && !channel.is_thread());
            let mut rooms: Vec<String> = of_guild
                .map(|channel| {
                    let mut overwrites: Vec<String> = channel
                        .overwrites
                        .iter()
                        .map(|one| {
                            let whose = one.target.id().to_string();
                            let whose = names.get(&whose).cloned().unwrap_or_default();
                            format!("{whose} +{:x} -{:x}", one.allow, one.deny)
                        })
                        .collect();
                    overwrites.sort();
                    format!("{} {:?} {overwrites:?}", channel.name, channel.topic)
                })
                .collect();
            rooms.sort();
            let log = world.guilds.values().flat_map(|guild| &guild.audit);
            let mut actions: BTreeMap<u16, usize> = BTreeMap::new();
            for entry in log {
                *actions.entry(entry.action).or_default() += 1;
            }
            rooms.push(format!("audit log: {actions:?}"));
            rooms
        })
    }

    /// What ids stand for.
    fn names(&self) -> BTreeMap<String, String> {
        self.salem.stand_in.shared().read(|world| {
            let users = world.users.values();
            let users = users.map(|user| (user.id.to_string(), user.name.clone()));
            let channels = world.channels.values();
            let channels = channels.map(|channel| (channel.id.to_string(), channel.name.clone()));
            users.chain(channels).collect()
        })
    }

    async fn end(self) {
        self.salem.end().await;
    }
}

impl Eyes {
    /// What this client has received since the last time, place by place. Of edits only that there were some is told: two that
    /// follow each other closely may be one.
    async fn received(
        &mut self,
        names: &BTreeMap<String, String>,
        coven: &str,
    ) -> BTreeSet<String> {
        let (next, entries) = self.who.feed(self.since).await;
        self.since = next;
        let mut received = BTreeSet::new();
        for entry in entries {
            let written = entry.to_string();
            assert!(!written.contains(coven), "{}: {written}", self.who.name);
            let data = &entry["data"];
            let event = entry["event"].as_str().unwrap_or_default();
            let place = data["channel_id"].as_str().or(data["id"].as_str());
            let place = place
                .and_then(|id| names.get(id))
                .cloned()
                .unwrap_or_default();
            if let ("MESSAGE_CREATE" | "MESSAGE_UPDATE", Some(id)) = (event, data["id"].as_str()) {
                let mut state = data.clone();
                if let Some(fields) = state.as_object_mut() {
                    fields.remove("edited_timestamp");
                }
                let before = self.messages.insert(id.to_owned(), state.clone());
                let idle = event == "MESSAGE_UPDATE" && before == Some(state);
                assert!(
                    !idle,
                    "{} is sent an edit that changes nothing: {written}",
                    self.who.name
                );
            }
            received.insert(format!("{event} in {place}"));
        }
        received
    }
}

/// Something without what differs from one run to the next: ids, instants of the machine and nonces.
fn plain(value: &Value, names: &BTreeMap<String, String>) -> String {
    fn strip(value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let kept = fields.iter().filter_map(|(key, value)| match key.as_str() {
                    "nonce" | "interaction" | "sent_ms" | "at_ms" | "timestamp" | "sent" => None,
                    "edited_ms" | "edited_timestamp" | "edited" => Some((
                        key.clone(),
                        json!(!value.is_null() && *value != json!(false)),
                    )),
                    _ => Some((key.clone(), strip(value))),
                });
                Value::Object(kept.collect::<Map<_, _>>())
            }
            Value::Array(items) => items.iter().map(strip).collect(),
            value => value.clone(),
        }
    }
    let mut out = String::new();
    let mut run = String::new();
    let text = strip(value).to_string();
    for c in text.chars().chain(std::iter::once('\n')) {
        if c.is_ascii_hexdigit() {
            run.push(c);
            continue;
        }
        match names.get(&run) {
            Some(name) => out.push_str(name),
            None if run.len() >= 15 => out.push('#'),
            None => out.push_str(&run),
        }
        run.clear();
        out.push(c);
    }
    out
}

/// The deal of the game in the database, of which in the other world two rows are exchanged: a Witch's and one that holds
/// neither Witch nor Constable. Who sits where, the rows as they are then, and whose they are.
async fn deal(salem: &Salem, world: World) -> (Vec<String>, Rows, [usize; 2]) {
    let file = salem.folder.path().join("town-crier.db");
    let address = format!("sqlite://{}", file.display());
    let mut database = SqliteConnection::connect(&address).await.expect("it opens");
    let events: Vec<(i64, String)> =
        sqlx::query_as("SELECT number, event FROM events ORDER BY number")
            .fetch_all(&mut database)
            .await
            .expect("events");
    let read = |name: &str| {
        let found = events
            .iter()
            .find(|(_, event)| event.contains(&format!("\"{name}\"")));
        let (number, event) = found.unwrap_or_else(|| panic!("no {name}"));
        let event: Value = serde_json::from_str(event).expect("JSON");
        (*number, event)
    };
    let body = |event: &Value| {
        let play = event["play"].as_object().expect("of the game");
        let (edition, named) = play.iter().next().expect("of an edition");
        let (name, body) = named
            .as_object()
            .and_then(|named| named.iter().next())
            .expect("named");
        (edition.clone(), name.clone(), body.clone())
    };
    let (_, drawn) = read("seats_drawn");
    let order = body(&drawn).2["order"]
        .as_array()
        .expect("an order")
        .clone();
    let order = order.iter().map(|id| match id {
        Value::String(id) => id.clone(),
        id => id.to_string(),
    });
    let (number, mut dealt) = read("tryals_dealt");
    let (edition, name, rows) = body(&dealt);
    let mut rows: Rows = serde_json::from_value(rows["rows"].clone()).expect("rows");
    let holds = |row: &[String], kind: &str| row.iter().any(|card| card.starts_with(kind));
    let plain_witch = |row: &Vec<String>| holds(row, "witch") && !holds(row, "constable");
    let plain_life = |row: &Vec<String>| !holds(row, "witch") && !holds(row, "constable");
    let witch = rows.iter().position(plain_witch).expect("a Witch");
    let other = rows
        .iter()
        .position(plain_life)
        .expect("somebody of the Town");
    if world == World::Other {
        rows.swap(witch, other);
        dealt["play"][&edition][&name]["rows"] = json!(rows);
        sqlx::query("UPDATE events SET event = $1 WHERE number = $2")
            .bind(dealt.to_string())
            .bind(number)
            .execute(&mut database)
            .await
            .expect("written");
    }
    database.close().await.expect("it closes");
    (order.collect(), rows, [witch, other])
}
