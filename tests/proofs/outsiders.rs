//! Nobody outside the coven can see whether it votes: the same game, on the same dice, is played with and without votes, and
//! everything that others' clients receive is the same, message for message and overwrite for overwrite.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use town_crier::kernel::time::Length;

use crate::people::{Human, list, word};
use crate::salem::{DAWN, Game, Salem};

/// When the coven votes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Votes {
    Never,
    AtDawn,
    AtNight,
}

/// What everybody outside the coven has seen of each stretch of the game.
type Seen = BTreeMap<(&'static str, String), Value>;

#[tokio::test(flavor = "multi_thread")]
async fn outsiders_see_the_same_whether_the_coven_votes_or_not() {
    let (silent, at_dawn, at_night) = tokio::join!(
        play(Votes::Never),
        play(Votes::AtDawn),
        play(Votes::AtNight)
    );
    let both = |stretch: &str, voting: &Seen| {
        let mut compared = 0;
        for ((_, what), expected) in silent.iter().filter(|((known, _), _)| *known == stretch) {
            let found = voting
                .iter()
                .find(|((known, other), _)| *known == stretch && other == what);
            let (_, found) = found.unwrap_or_else(|| panic!("{stretch}: {what} is missing"));
            if let Some(difference) = difference(expected, found) {
                panic!("{stretch}: {what} shows that the coven votes: {difference}");
            }
            compared += 1;
        }
        assert!(compared > 8, "{stretch}: {compared}");
    };
    both("dawn", &at_dawn);
    both("night", &at_night);
    both("daybreak", &at_night);
}

/// One game up to the second Day.
async fn play(votes: Votes) -> Seen {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let mallory = salem.member("Mallory").await;
    // Who has done something in a Day and a Night is the host's to know, and of no interest here.
    salem.create("Salem", &[("report_inactive", "off")]).await;
    for player in &nine {
        salem.join(player, "Salem").await.says("You are in");
    }
    salem.start("Salem").await.says("The game begins");
    salem.settle().await;
    let game = salem.look_up("Salem", &nine).await;
    let (witches, town) = game.sides().await;
    let mut watch = Watch::begin(&salem, &game, &town, &mallory).await;

    let targets: Vec<&str> = town.iter().map(|player| player.name.as_str()).collect();
    if votes == Votes::AtDawn {
        vote(&salem, &game, "/cat", &witches, &targets).await;
    }
    salem.pass(DAWN - Length::MINUTE).await;
    watch.note(&salem, &game, "dawn").await;
    if votes == Votes::AtDawn {
        // From here on other dice are rolled, as the votes are events of their own.
        salem.end().await;
        return watch.seen;
    }

    salem.pass(Length::MINUTE).await;
    salem.pass(Length::DAY).await;
    for (player, me) in game.everybody().await {
        if me.constable {
            game.name(&player, "/guard", "nobody")
                .await
                .says("You guard nobody");
        }
    }
    salem.settle().await;
    // The Conspiracy may have made another Witch.
    let (witches, town) = game.sides().await;
    let seen = watch.seen;
    let mut watch = Watch::begin(&salem, &game, &town, &mallory).await;
    watch.seen = seen;
    let targets: Vec<&str> = town.iter().map(|player| player.name.as_str()).collect();
    if votes == Votes::AtNight {
        vote(&salem, &game, "/kill", &witches, &targets).await;
    }
    salem.pass(Length::DAY - Length::MINUTE).await;
    watch.note(&salem, &game, "night").await;
    // They did not agree, so the morning is the same as well; only the hands of the new Day are others.
    salem.pass(Length::MINUTE).await;
    watch.note(&salem, &game, "daybreak").await;
    salem.end().await;
    watch.seen
}

/// The Witches name this one and that one, by command, by panel and in the coven's thread, talk about it, think again, and do
/// not agree in the end.
async fn vote(salem: &Salem, game: &Game, line: &str, witches: &[Human], targets: &[&str]) {
    for target in &targets[..3] {
        for witch in witches {
            game.name(witch, line, target).await.says(target);
        }
        salem.settle().await;
    }
    let thread = game.coven(&witches[0]).await.expect("the coven's thread");
    witches[0]
        .write(&thread, "Whom?")
        .await
        .expect("the thread is open");
    let posts = witches[1].read(&thread).await;
    let panel = posts.iter().rev().find(|post| !post.controls().is_empty());
    let panel = panel.expect("the coven's vote");
    let menu = panel.controls().remove(0);
    let target = panel.option("", targets[4]).expect("a target");
    let answer = witches[1]
        .choose(panel, &word(&menu["custom_id"]), &[&target])
        .await;
    answer.says(targets[4]);
    let asked = witches[0]
        .command(&witches[0].dm(&salem.bot_id).await, line, &[])
        .await;
    let menu = word(&asked.post().controls()[0]["custom_id"]);
    let target = asked.post().option("", targets[5]).expect("a target");
    let answer = witches[0].choose(&asked.post(), &menu, &[&target]).await;
    answer.says(targets[5]);
    salem.settle().await;
}

/// Those who watch, and how far they have watched.
struct Watch {
    people: Vec<(Human, u64)>,
    ids: BTreeMap<String, String>,
    seen: Seen,
}

impl Watch {
    async fn begin(salem: &Salem, game: &Game, town: &[Human], mallory: &Human) -> Watch {
        let mut people = Vec::new();
        for human in town.iter().chain([mallory, &salem.host]) {
            people.push((human.clone(), human.feed_end().await));
        }
        let mut ids = BTreeMap::from([
            (salem.guild.clone(), "the server".to_owned()),
            (salem.general.clone(), "general".to_owned()),
        ]);
        let rooms = [
            &game.square,
            &game.woods,
            &game.back_rooms,
            &game.graveyard,
            &game.desk,
        ];
        let names = ["square", "woods", "back rooms", "graveyard", "desk"];
        ids.extend(rooms.into_iter().cloned().zip(names.map(str::to_owned)));
        for user in list(salem.control.get("/users").await) {
            ids.insert(word(&user["id"]), word(&user["name"]));
        }
        for (human, _) in &people {
            ids.insert(
                human.dm(&salem.bot_id).await,
                format!("the DM of {}", human.name),
            );
        }
        Watch {
            people,
            ids,
            seen: Seen::new(),
        }
    }

    /// Puts down what came since the last time, channel by channel (what goes to different channels at the same time goes in
    /// any order), and how everything stands now.
    async fn note(&mut self, salem: &Salem, game: &Game, stretch: &'static str) {
        let hands = stretch == "daybreak";
        for index in 0..self.people.len() {
            let (human, since) = self.people[index].clone();
            let (next, entries) = human.feed(since).await;
            self.people[index].1 = next.max(since);
            let mut channels: BTreeMap<String, Vec<Value>> = BTreeMap::new();
            for entry in &entries {
                let mut entry = self.plain(entry);
                if hands {
                    hide_hands(&mut entry);
                }
                let channel = match entry["data"]["channel_id"].as_str() {
                    Some(channel) => channel.to_owned(),
                    None => entry["data"]["id"].as_str().unwrap_or_default().to_owned(),
                };
                channels.entry(channel).or_default().push(entry);
            }
            self.seen.insert(
                (stretch, format!("the feed of {}", human.name)),
                serde_json::json!(channels),
            );
            let places = self.plain(&Value::Array(human.places().await));
            self.seen
                .insert((stretch, format!("the channels of {}", human.name)), places);
            for line in ["/board", "/history"] {
                let said = human.command(&game.square, line, &[]).await.text();
                self.seen
                    .insert((stretch, format!("{line} of {}", human.name)), said.into());
            }
            if !hands && human.id != salem.host.id {
                let said = human.command(&game.square, "/me", &[]).await.text();
                self.seen
                    .insert((stretch, format!("/me of {}", human.name)), said.into());
            }
            // What these have just asked themselves is not part of the next stretch.
            self.people[index].1 = human.feed_end().await;
        }
        let path = format!("/guilds/{}/audit-log?as={}", salem.guild, salem.owner.id);
        let log = self.plain(&salem.control.get(&path).await);
        self.seen
            .insert((stretch, "the audit log".to_owned()), in_any_order(log));
        let guilds = salem.control.get("/guilds").await;
        self.seen.insert(
            (stretch, "the server's channels".to_owned()),
            self.plain(&guilds[0]["channels"]),
        );
    }

    /// The same without what differs from one run to the next: numbers that are given out, and the time on the wall.
    fn plain(&self, value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let mut kept = Map::new();
                for (key, value) in fields {
                    let key = self.ids.get(key).unwrap_or(key);
                    match key.as_str() {
                        "seq" | "at_ms" | "timestamp" | "joined_at" | "join_timestamp"
                        | "nonce" | "archive_timestamp" | "create_timestamp"
                        | "last_pin_timestamp" => {}
                        "edited_timestamp" => {
                            kept.insert(key.clone(), value.is_string().into());
                        }
                        _ => {
                            kept.insert(key.clone(), self.plain(value));
                        }
                    }
                }
                Value::Object(kept)
            }
            Value::Array(items) => items.iter().map(|item| self.plain(item)).collect(),
            Value::String(text) => self.plain_text(text).into(),
            other => other.clone(),
        }
    }

    fn plain_text(&self, text: &str) -> String {
        if let Some(known) = self.ids.get(text) {
            return known.clone();
        }
        if text.len() >= 17 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return "some id".to_owned();
        }
        // Buttons name the game, by a number of its own.
        match text
            .strip_prefix("tc1:")
            .and_then(|rest| rest.split_once(':'))
        {
            Some((_, wish)) => format!("tc1:{wish}"),
            None => text.to_owned(),
        }
    }
}

/// Takes out what a hand is: its line, and what can be done with it.
fn hide_hands(entry: &mut Value) {
    if let Some(text) = entry["data"]["content"]
        .as_str()
        .filter(|text| text.contains("\nHand ("))
    {
        let kept: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("Hand ("))
            .collect();
        entry["data"]["content"] = kept.join("\n").into();
        entry["data"]["components"] = Value::Null;
    }
    // The numbers of prompts are drawn, too.
    let parts = entry["data"]["components"]
        .as_array_mut()
        .into_iter()
        .flatten();
    for part in parts.flat_map(|row| row["components"].as_array_mut().into_iter().flatten()) {
        part["custom_id"] = Value::Null;
    }
}

fn in_any_order(log: Value) -> Value {
    let mut entries = list(log);
    entries.sort_by_key(Value::to_string);
    entries.into()
}

/// The first place where these differ.
fn difference(expected: &Value, found: &Value) -> Option<String> {
    let at = |place: &str, inner: String| format!("{place} > {inner}");
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) if expected.len() == found.len() => {
            expected.iter().find_map(|(key, value)| {
                let other = found.get(key).unwrap_or(&Value::Null);
                difference(value, other).map(|inner| at(key, inner))
            })
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            let mut pairs = expected.iter().zip(found).enumerate();
            pairs.find_map(|(index, (value, other))| {
                difference(value, other).map(|inner| at(&index.to_string(), inner))
            })
        }
        _ => (expected != found).then(|| format!("{expected:#}\nbecame\n{found:#}")),
    }
}
