//! The store by itself.

use town_crier::kernel::audience::Room;
use town_crier::kernel::ids::{EventNumber, GameId, PlayerId, Seat};
use town_crier::kernel::time::Time;
use town_crier::store::{
    Address, Append, Appended, BoardRow, Entry, GuildSettings, NewGame, OutNotice, Part, Standing,
    Store, StoreFault, Thing,
};

use crate::kit::{Disk, START, sql};

const GAME: GameId = GameId(0xfedc_ba98_7654_3210);

pub fn new_game(game: GameId) -> NewGame {
    NewGame {
        game,
        guild: u64::MAX,
        channel: 2,
        edition: "edition".to_owned(),
        rules_version: 1,
        seed: "00".repeat(32),
        host: PlayerId(3),
        created: START,
    }
}

/// A decision of one event that tells the town one thing.
pub fn decision(game: GameId, number: u64) -> Append {
    Append {
        game,
        expected_next: EventNumber(number),
        entries: vec![Entry {
            number: EventNumber(number),
            at: START,
            actor: Some("\"clock\"".to_owned()),
            command: Some("{}".to_owned()),
            event: format!("{{\"happened\":{number}}}"),
        }],
        due: Some(Time(START.0 + 1)),
        standing: Standing::Running,
        notices: vec![notice(&format!("line {number}"))],
        interaction: None,
        answer: String::new(),
        seen: None,
    }
}

fn notice(words: &str) -> OutNotice {
    OutNotice {
        to: Address::Room(Room::Town),
        parts: vec![Part {
            content: words.to_owned(),
            ..Part::default()
        }],
    }
}

async fn with_game(disk: &Disk) -> Store {
    let store = disk.store().await;
    store
        .create_game(new_game(GAME), decision(GAME, 0))
        .await
        .expect("the game is made");
    store
}

#[tokio::test]
async fn what_is_appended_is_read_back() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let appended = store.append(decision(GAME, 1)).await.expect("appended");
    assert_eq!(appended, Appended::Done);
    let row = store.game(GAME).await.expect("read").expect("there");
    assert_eq!((row.game, row.guild), (GAME, u64::MAX));
    assert_eq!(row.next, EventNumber(2));
    assert_eq!(row.due, Some(Time(START.0 + 1)));
    assert_eq!(row.standing, Standing::Running);
    let entries = store.entries(GAME).await.expect("read");
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[1], decision(GAME, 1).entries[0]);
    assert_eq!(store.games(true).await.expect("read"), vec![row]);
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let disk = Disk::new();
    std::fs::write(disk.path(), "").expect("written");
    std::fs::set_permissions(disk.path(), std::fs::Permissions::from_mode(0o644)).expect("set");
    let _store = with_game(&disk).await;
    let path = disk.path();
    let files = std::fs::read_dir(path.parent().expect("a folder")).expect("read");
    let mut seen = 0;
    for file in files {
        let file = file.expect("read");
        let mode = file.metadata().expect("read").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{:?} has mode {mode:o}", file.path());
        seen += 1;
    }
    assert!(seen >= 3, "the database, its log and its lock");
}

#[tokio::test]
async fn a_second_instance_is_refused_until_the_first_is_closed() {
    let disk = Disk::new();
    let first = with_game(&disk).await;
    let second = Store::open(&disk.path()).await.err().expect("refused");
    assert!(matches!(second, StoreFault::InUse { .. }), "{second}");
    assert!(second.to_string().contains("in use"), "{second}");
    first.append(decision(GAME, 1)).await.expect("undisturbed");
    first.close().await;
    let closed = first.append(decision(GAME, 2)).await;
    assert!(matches!(closed, Err(StoreFault::Closed)), "{closed:?}");
    let third = disk.store().await;
    third.append(decision(GAME, 2)).await.expect("it goes on");
}

#[tokio::test]
async fn whoever_was_superseded_writes_nothing_more() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let mut other = disk.tamper().await;
    sql(&mut other, "UPDATE instance SET epoch = epoch + 1").await;
    let fault = store.append(decision(GAME, 1)).await;
    assert!(matches!(fault, Err(StoreFault::Superseded)), "{fault:?}");
    let fault = store.set_meta("key", "value").await;
    assert!(matches!(fault, Err(StoreFault::Superseded)), "{fault:?}");
    assert_eq!(store.entries(GAME).await.expect("read").len(), 1);
}

#[tokio::test]
async fn a_game_that_another_process_claimed_is_left_alone() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let mut other = disk.tamper().await;
    sql(&mut other, "UPDATE games SET owner = 'somebody else'").await;
    let fault = store.append(decision(GAME, 1)).await;
    assert!(matches!(fault, Err(StoreFault::Superseded)), "{fault:?}");
}

#[tokio::test]
async fn a_repeated_interaction_commits_nothing_and_is_answered_the_same() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let mut first = decision(GAME, 1);
    first.interaction = Some(u64::MAX - 7);
    first.answer = "Done.".to_owned();
    store.append(first).await.expect("appended");
    let mut second = decision(GAME, 2);
    second.interaction = Some(u64::MAX - 7);
    let repeated = store.append(second).await.expect("no fault");
    let answer = "Done.".to_owned();
    assert_eq!(repeated, Appended::Repeated { answer });
    assert_eq!(store.entries(GAME).await.expect("read").len(), 2);
    assert_eq!(store.outbox(GAME).await.expect("read").len(), 2);
}

#[tokio::test]
async fn an_event_number_is_taken_once() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    for wrong in [0, 2] {
        let fault = store.append(decision(GAME, wrong)).await;
        assert!(
            matches!(fault, Err(StoreFault::Conflict { found: 1, .. })),
            "{fault:?}"
        );
    }
    let fault = store.append(decision(GameId(5), 0)).await;
    assert!(
        matches!(fault, Err(StoreFault::UnknownGame(GameId(5)))),
        "{fault:?}"
    );
    assert_eq!(store.outbox(GAME).await.expect("read").len(), 1);
}

#[tokio::test]
async fn under_load_one_that_fails_does_not_sink_its_neighbours() {
    let disk = Disk::new();
    let store = disk.store().await;
    let writes = (0..600).map(|number: u64| {
        let store = store.clone();
        async move {
            let game = GameId(number);
            // Every seventh is a decision on a game that is not there.
            if number % 7 == 3 {
                return store.append(decision(game, 0)).await.is_err();
            }
            let made = store.create_game(new_game(game), decision(game, 0)).await;
            made.is_ok() && store.append(decision(game, 1)).await.is_ok()
        }
    });
    let outcomes = futures::future::join_all(writes).await;
    assert!(outcomes.iter().all(|as_it_should| *as_it_should));
    let games = store.games(true).await.expect("read");
    assert_eq!(games.len(), 514);
    assert!(games.iter().all(|game| game.next == EventNumber(2)));
}

#[tokio::test]
async fn the_outbox_keeps_order_and_forgets_what_was_told() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let mut second = decision(GAME, 1);
    let secret = Address::Player(PlayerId(77), Seat::new(4));
    second.notices = vec![
        OutNotice {
            to: secret,
            parts: vec![Part::default(), Part::default()],
        },
        notice("after"),
    ];
    store.append(second).await.expect("appended");
    let fault = vec![notice("fault")];
    store.enqueue(GAME, fault).await.expect("enqueued");
    let rows = store.outbox(GAME).await.expect("read");
    let numbers: Vec<u64> = rows.iter().map(|row| row.id.number).collect();
    assert_eq!(numbers, vec![0, 1, 2, 3, 4]);
    assert_eq!(rows[1].to, secret);
    assert_eq!(rows[3].after, EventNumber(1));
    let nonces: std::collections::BTreeSet<_> = rows.iter().map(|row| &row.nonce).collect();
    assert_eq!(nonces.len(), 5);
    assert!(nonces.iter().all(|nonce| nonce.len() <= 25));

    let first = rows[0].id;
    store
        .outbox_attempted(first, Some(START))
        .await
        .expect("noted");
    let again = store.outbox(GAME).await.expect("read");
    assert_eq!(again[0].attempted, Some(START));
    assert_eq!(again[0].nonce, rows[0].nonce);
    store.outbox_sent(first, 1234).await.expect("noted");
    let dropped = store.outbox_dropped(rows[1].id, "nobody reads it").await;
    dropped.expect("noted");
    let left = store.outbox(GAME).await.expect("read");
    assert_eq!(left.len(), 3);
    assert_eq!(left[0].id.number, 2);
}

#[tokio::test]
async fn whose_message_it_is_is_found_without_reading_through_all_of_them() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let row = store.outbox(GAME).await.expect("read").remove(0);
    store.outbox_sent(row.id, 1234).await.expect("noted");
    assert_eq!(store.whose_message(1234).await.expect("read"), Some(GAME));
    assert_eq!(store.whose_message(1235).await.expect("read"), None);
    store.close().await;
    let mut disk = disk.tamper().await;
    for query in [
        "EXPLAIN QUERY PLAN SELECT game FROM outbox WHERE message = $1",
        "EXPLAIN QUERY PLAN SELECT game FROM boards WHERE message = $1",
    ] {
        let plan: Vec<(i64, i64, i64, String)> = sqlx::query_as(query)
            .bind(1234)
            .fetch_all(&mut disk)
            .await
            .expect("explained");
        assert!(
            plan.iter().all(|(.., step)| step.starts_with("SEARCH")),
            "{plan:?}"
        );
    }
}

#[tokio::test]
async fn an_ended_game_is_settled_only_when_all_is_told() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let settle = |next| store.settle_game(GAME, EventNumber(next));
    assert!(!settle(1).await.expect("no fault"), "it still runs");
    let mut last = decision(GAME, 1);
    (last.standing, last.due) = (Standing::Over, None);
    store.append(last).await.expect("appended");
    assert!(!settle(2).await.expect("no fault"), "lines are to be told");
    for row in store.outbox(GAME).await.expect("read") {
        store.outbox_sent(row.id, 9).await.expect("noted");
    }
    assert!(!settle(1).await.expect("no fault"), "seen before the end");
    assert_eq!(store.games(true).await.expect("read").len(), 1);
    assert!(settle(2).await.expect("no fault"));
    assert_eq!(store.games(true).await.expect("read").len(), 0);
    assert_eq!(store.games(false).await.expect("read").len(), 1);
    let late = vec![notice("late")];
    store.enqueue(GAME, late).await.expect("enqueued");
    assert_eq!(store.games(true).await.expect("read").len(), 1);
}

#[tokio::test]
async fn things_and_settings_are_given_back_as_they_were_put() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let thing = |discord_id| Thing {
        key: "channel:town".to_owned(),
        discord_id,
        extra: "{}".to_owned(),
    };
    store.put_thing(GAME, thing(1)).await.expect("put");
    store.put_thing(GAME, thing(u64::MAX)).await.expect("put");
    let things = store.things(GAME).await.expect("read");
    assert_eq!(things, vec![thing(u64::MAX)]);
    let whose = store.whose_thing(u64::MAX).await.expect("read");
    assert_eq!(whose, Some((GAME, "channel:town".to_owned())));
    store.drop_thing(GAME, "channel:town").await.expect("gone");
    assert_eq!(store.things(GAME).await.expect("read"), Vec::new());

    let settings = store.guild_settings(4).await.expect("read");
    assert_eq!(settings, GuildSettings::default());
    let settings = GuildSettings { host_role: Some(6) };
    store.put_guild_settings(4, &settings).await.expect("put");
    assert_eq!(store.guild_settings(4).await.expect("read"), settings);
}

#[tokio::test]
async fn boards_are_given_back_as_they_were_put() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let board = |body: &str, retired| BoardRow {
        key: "status".to_owned(),
        address: "town".to_owned(),
        channel: Some(1),
        message: None,
        nonce: "n".to_owned(),
        attempted: Some(START),
        body: body.to_owned(),
        retired,
    };
    for body in ["a", "b"] {
        let put = store.put_board(GAME, board(body, false)).await;
        put.expect("put");
    }
    store.retire_board(GAME, "status").await.expect("retired");
    let boards = store.boards(GAME).await.expect("read");
    assert_eq!(boards, vec![board("b", true)]);
}

#[tokio::test]
async fn a_fault_is_news_once_while_it_stands() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let note = || store.note_fault(GAME, "dm:1", "closed");
    assert!(note().await.expect("noted"));
    assert!(!note().await.expect("noted"));
    assert_eq!(store.faults(GAME).await.expect("read").len(), 1);
    assert!(store.clear_fault(GAME, "dm:1").await.expect("noted"));
    assert!(!store.clear_fault(GAME, "dm:1").await.expect("noted"));
    assert!(note().await.expect("noted"));
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused() {
    let disk = Disk::new();
    with_game(&disk).await.close().await;
    let mut other = disk.tamper().await;
    sql(
        &mut other,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'later', 1, x'00', 0)",
    )
    .await;
    let fault = Store::open(&disk.path()).await.err().expect("refused");
    assert!(matches!(fault, StoreFault::NewerSchema(9999)), "{fault}");
    assert!(fault.to_string().contains("newer"), "{fault}");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_as_it_is() {
    let disk = Disk::new();
    let letter = "Dear diary, this is no database. ".repeat(200);
    std::fs::write(disk.path(), &letter).expect("written");
    let fault = Store::open(&disk.path()).await.err().expect("refused");
    assert!(matches!(fault, StoreFault::Damaged(_)), "{fault}");
    let left = std::fs::read_to_string(disk.path()).expect("read");
    assert_eq!(left, letter);
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_named() {
    let disk = Disk::new();
    let path = disk.path().join("no").join("such").join("town-crier.db");
    let fault = Store::open(&path).await.err().expect("refused");
    assert!(fault.to_string().contains("such"), "{fault}");
}

#[tokio::test]
async fn a_backup_is_a_whole_database() {
    let disk = Disk::new();
    let store = with_game(&disk).await;
    let copy = disk.path().with_extension("copy");
    store.backup(&copy).await.expect("copied");
    assert!(store.backup(&copy).await.is_err(), "it is there already");
    let copied = Store::open(&copy).await.expect("it opens");
    assert_eq!(copied.entries(GAME).await.expect("read").len(), 1);
}
