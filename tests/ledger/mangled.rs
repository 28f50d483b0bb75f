//! Rows that nobody in their right mind wrote: every column of every table, one after the other, holds nonsense. The start
//! refuses in clear words, or the game stands still alone; nothing panics, and the other game plays on.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::time::Duration;

use futures::FutureExt;
use sqlx::{AssertSqlSafe, Row, SqliteConnection};
use town_crier::games::{AnySettings, SessionCommand};
use town_crier::host::{Clock, Host};
use town_crier::kernel::audience::Room;
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::game::Actor;
use town_crier::kernel::ids::{EventNumber, GameId};
use town_crier::kernel::time::Length;
use town_crier::store::{Address, BoardRow, GuildSettings, OutNotice, Part, Store, Thing};

use crate::bend::bend;
use crate::kit::{Disk, HOST, Moderator, START, join, opening, person, plain};

/// What stands in a column of numbers.
const NUMBERS: [&str; 4] = ["-1", "3", "9223372036854775807", "-9223372036854775808"];
/// What stands in a column of words.
const WORDS: [&str; 6] = [
    "''",
    "'nonsense'",
    "'{}'",
    "'-9223372036854775808'",
    "char(0, 8238, 128008)",
    "printf('%.*c', 70000, 'x')",
];

/// Two games, in the first of which there is everything that a game can have in the store.
async fn filled(disk: &Disk) -> (GameId, GameId) {
    let moderator = disk.moderator(START).await;
    let mut wish = opening("Mangled", Some(11));
    wish.settings = AnySettings::of("tabletop").expect("an edition");
    let (mangled, _) = moderator.host.open(wish).await.expect("it opens");
    let sound = moderator.open("Sound").await;
    let players = moderator.view(mangled).session.lobby.settings.clone();
    let players = town_crier::kernel::game::Settings::players(&players) as u64;
    for player in 1..=players {
        let joined = moderator.interact(mangled, player, join(player), Some(100 + player));
        joined.await.expect("there is room");
    }
    let start = SessionCommand::Start {
        readers: BTreeSet::new(),
    };
    let begun = moderator.interact(mangled, HOST, start, Some(12)).await;
    begun.expect("it begins");
    let store = moderator.host.store();
    let thing = Thing {
        key: "category".to_owned(),
        discord_id: 5,
        extra: String::new(),
    };
    store.put_thing(mangled, thing).await.expect("written");
    let board = BoardRow {
        key: "sign-up".to_owned(),
        address: "{\"room\":\"town\"}".to_owned(),
        channel: Some(2),
        message: Some(3),
        nonce: "00".to_owned(),
        attempted: Some(START),
        body: "{}".to_owned(),
        retired: false,
    };
    store.put_board(mangled, board).await.expect("written");
    let settings = GuildSettings { host_role: Some(7) };
    store
        .put_guild_settings(1, &settings)
        .await
        .expect("written");
    store
        .note_fault(mangled, "key", "words")
        .await
        .expect("written");
    let notice = OutNotice {
        to: Address::Room(Room::Town),
        parts: vec![Part::default()],
    };
    store.enqueue(mangled, vec![notice]).await.expect("written");
    moderator.close().await;
    (mangled, sound)
}

/// Every column of every table of ours, and whether it holds numbers.
async fn columns(connection: &mut SqliteConnection) -> Vec<(String, String, bool)> {
    let columns = sqlx::query(
        "SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_info(m.name) c \
         WHERE m.type = 'table' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\' ORDER BY 1, c.cid",
    );
    let rows = columns.fetch_all(connection).await.expect("the schema");
    rows.iter()
        .map(|row| {
            let kind: String = row.get(2);
            (row.get(0), row.get(1), kind == "INTEGER")
        })
        .collect()
}

/// What came of a start on a database.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Start {
    /// Refused, in these words.
    Refused(String),
    /// The game stands still, or is left alone, and the other one plays on.
    Quarantined,
    /// Both games play on.
    PlaysOn,
}

/// Starts a Moderator on this database, asks everything of the mangled game, and lets the other one play.
async fn start(path: &Path, mangled: GameId, sound: GameId) -> Start {
    let store = match Store::open(path).await {
        Ok(store) => store,
        Err(fault) => return Start::Refused(fault.to_string()),
    };
    let clock = Clock::manual(START + Length::HOUR);
    let host = match Host::start(store.clone(), clock.clone(), plain()).await {
        Ok(host) => host,
        Err(fault) => {
            store.close().await;
            return Start::Refused(fault.to_string());
        }
    };
    let moderator = Moderator { host, clock };
    let view = moderator.host.recall(mangled).await;
    let stands = match view {
        Ok(Some(view)) => {
            let _ = (
                view.session.boards(),
                view.session.place(),
                view.session.due(),
            );
            view.stopped
        }
        Ok(None) | Err(_) => true,
    };
    let spoke = SessionCommand::Play(town_crier::games::PlayCommand::Tabletop(
        town_crier::games::salem1692::tabletop::Command::Speak,
    ));
    let asked = moderator
        .host
        .command(mangled, Actor::Person(person(1)), spoke, Some(101));
    let _ = asked.await;
    moderator.clock.advance(Length::DAY.times(2));
    let _ = moderator.interact(mangled, 3, join(3), None).await;
    // What is read for it is read, or refused in words.
    let _ = store.outbox(mangled).await;
    let _ = store.things(mangled).await;
    let _ = store.boards(mangled).await;
    let _ = store.faults(mangled).await;
    let _ = store.guild_settings(1).await;
    let _ = store.entries(mangled).await;
    let _ = store.game(mangled).await;
    let _ = store.games(false).await;
    let joined = moderator.join(sound, 1).await;
    // The sign-up of the other game may be over by then; but it answers.
    match joined {
        Ok(_) => {}
        Err(town_crier::host::Refused::Rule(_)) => {}
        Err(other) => panic!("the other game is lost: {other:?}"),
    }
    moderator.close().await;
    if stands {
        Start::Quarantined
    } else {
        Start::PlaysOn
    }
}

#[tokio::test]
async fn whatever_stands_in_a_column_the_start_refuses_or_that_game_alone_stands_still() {
    let disk = Disk::new();
    let (mangled, sound) = filled(&disk).await;
    let whole = std::fs::read(disk.path()).expect("the database");
    let columns = columns(&mut disk.tamper().await).await;
    assert!(columns.len() > 40, "{columns:?}");
    let mut came: BTreeMap<Start, usize> = BTreeMap::new();
    for (table, column, numbers) in &columns {
        let values: &[&str] = if *numbers { &NUMBERS } else { &WORDS };
        for value in values.iter().chain(["NULL"].iter()) {
            let copy = Disk::new();
            std::fs::write(copy.path(), &whole).expect("written");
            let mut tamper = copy.tamper().await;
            for pragma in [
                "PRAGMA ignore_check_constraints = 1",
                "PRAGMA foreign_keys = 0",
            ] {
                sqlx::query(pragma).execute(&mut tamper).await.expect("set");
            }
            // One row of the mangled game, or of what belongs to no game.
            let of = if columns.iter().any(|(t, c, _)| t == table && c == "game") {
                format!("game = {}", mangled.0.cast_signed())
            } else {
                "1 = 1".to_owned()
            };
            let update = format!(
                "UPDATE {table} SET {column} = {value} WHERE rowid = (SELECT max(rowid) FROM {table} WHERE {of})"
            );
            let changed = sqlx::query(AssertSqlSafe(update))
                .execute(&mut tamper)
                .await;
            drop(tamper);
            match changed {
                Ok(done) => assert_eq!(done.rows_affected(), 1, "{table}.{column}"),
                // SQLite itself does not let that in.
                Err(_) => continue,
            }
            let path = copy.path();
            let started = AssertUnwindSafe(start(&path, mangled, sound)).catch_unwind();
            let started = tokio::time::timeout(Duration::from_secs(20), started);
            let ended = started
                .await
                .unwrap_or_else(|_| panic!("{table}.{column} = {value} hangs"));
            let ended = ended.unwrap_or_else(|_| panic!("{table}.{column} = {value} breaks down"));
            if let Start::Refused(words) = &ended {
                let clear = words.contains("cannot be read") || words.contains("is damaged");
                assert!(clear, "{table}.{column} = {value}: {words}");
            }
            *came.entry(ended).or_default() += 1;
        }
    }
    let of = |wanted: fn(&Start) -> bool| came.keys().any(wanted);
    assert!(of(|came| *came == Start::PlaysOn), "{came:?}");
    assert!(of(|came| *came == Start::Quarantined), "{came:?}");
    assert!(of(|came| matches!(came, Start::Refused(_))), "{came:?}");
    println!("{came:#?}");
}

#[tokio::test]
async fn an_event_that_says_something_else_stops_that_game_alone_at_most() {
    let disk = Disk::new();
    let (mangled, sound) = filled(&disk).await;
    let whole = std::fs::read(disk.path()).expect("the database");
    let store = disk.store().await;
    let entries = store.entries(mangled).await.expect("read");
    store.close().await;
    let mut whim = Dice::new(&Seed([5; 32]), EventNumber(0));
    let (mut tried, mut stopped) = (0, 0);
    while tried < 80 {
        let entry = &entries[whim.index(entries.len())];
        let mut event = serde_json::from_str(&entry.event).expect("it is JSON");
        bend(&mut event, &mut whim);
        let event = event.to_string();
        if event == entry.event {
            continue;
        }
        tried += 1;
        let copy = Disk::new();
        std::fs::write(copy.path(), &whole).expect("written");
        sqlx::query("UPDATE events SET event = $1 WHERE game = $2 AND number = $3")
            .bind(&event)
            .bind(mangled.0.cast_signed())
            .bind(entry.number.0.cast_signed())
            .execute(&mut copy.tamper().await)
            .await
            .expect("altered");
        let path = copy.path();
        let started = AssertUnwindSafe(start(&path, mangled, sound)).catch_unwind();
        let started = tokio::time::timeout(Duration::from_secs(20), started);
        let ended = started.await.unwrap_or_else(|_| panic!("{event} hangs"));
        match ended.unwrap_or_else(|_| panic!("{event} breaks down")) {
            Start::Refused(words) => panic!("{event}: {words}"),
            Start::Quarantined => stopped += 1,
            Start::PlaysOn => {}
        }
    }
    assert!(stopped > 0, "nothing was wrong with any of {tried}");
}
