//! A bad machine: a full disk, a read-only, locked or damaged file, a clock that jumps, and the backups against all of it.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use town_crier::host::{Backups, Refused, keep_backups};
use town_crier::store::{Store, StoreFault, Trouble, backups, restore};

use crate::kit::{Disk, HOST, Moderator, START, cancel, sql, until};
use town_crier::games::{SessionCommand, Stand};
use town_crier::kernel::ids::GameId;
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::lobby::{EMPTY_FOR, LobbyCommand, UNCHANGED_FOR};
use town_crier::kernel::time::{Length, Time};

/// People come and go until something cannot be recorded; what the host said then.
async fn until_refused(moderator: &Moderator, game: GameId) -> Refused {
    for _ in 0..200 {
        let leave = SessionCommand::Lobby(LobbyCommand::Leave {
            player: PlayerId(1),
        });
        for outcome in [
            moderator.join(game, 1).await,
            moderator.interact(game, 1, leave, None).await,
        ] {
            if let Err(refused @ Refused::Fault(_)) = outcome {
                return refused;
            }
        }
    }
    panic!("the disk was never full");
}

fn words(refused: &Refused) -> &str {
    match refused {
        Refused::Fault(words) => words,
        other => panic!("a fault, not {other:?}"),
    }
}

#[tokio::test]
async fn a_full_disk_changes_nothing_and_the_game_goes_on_with_room_and_its_host_is_told_once() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let store = moderator.host.store().clone();
    store.play(Trouble::Full).await.expect("played");
    let refused = until_refused(&moderator, game).await;
    assert!(words(&refused).contains("disk is full"), "{refused:?}");
    let state = moderator.state(game);
    let entries = store.entries(game).await.expect("reading goes on");
    assert_eq!(entries.len() as u64, moderator.view(game).next.0);
    store.play(Trouble::Room).await.expect("played");
    assert_eq!(moderator.state(game), state, "nothing has happened");
    moderator.join(game, 2).await.expect("it goes on");
    let told = told(&store, game).await;
    let about: Vec<_> = told.iter().filter(|text| text.contains("disk")).collect();
    assert_eq!(about.len(), 1, "{told:#?}");
    assert!(about[0].contains("did not happen"), "{about:?}");
    moderator.join(game, 3).await.expect("it goes on");
    assert_eq!(
        self::told(&store, game)
            .await
            .iter()
            .filter(|text| text.contains("disk"))
            .count(),
        1
    );
    moderator.close().await;
    let moderator = disk.moderator(START).await;
    assert_eq!(moderator.view(game).session.lobby.members.len(), 2);
}

#[tokio::test]
async fn what_fell_due_while_the_disk_was_full_happens_at_its_instant_when_there_is_room() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let store = moderator.host.store().clone();
    store.play(Trouble::Full).await.expect("played");
    until_refused(&moderator, game).await;
    let leave = SessionCommand::Lobby(LobbyCommand::Leave {
        player: PlayerId(1),
    });
    let due = moderator.due(game);
    moderator.clock.set(due);
    // Whoever asks now learns that it cannot be recorded, or that it is over already.
    let _ = moderator.interact(game, 1, leave, None).await;
    store.play(Trouble::Room).await.expect("played");
    let mut changes = moderator.host.subscribe();
    moderator.clock.advance(Length::MINUTE);
    let closed = || moderator.view(game).session.stand() == Stand::Cancelled;
    until(&mut changes, "the sign-up closes by itself", closed).await;
    assert_eq!(moderator.instants(game).await.last(), Some(&due));
}

/// What a game's rooms are told, in order.
async fn told(store: &Store, game: GameId) -> Vec<String> {
    let rows = store.outbox(game).await.expect("read");
    rows.into_iter().map(|row| row.part.content).collect()
}

#[tokio::test]
async fn a_read_only_database_says_so_and_goes_on_where_it_was_when_it_can_be_written() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    moderator.join(game, 1).await.expect("there is room");
    let state = moderator.state(game);
    let store = moderator.host.store();
    store.play(Trouble::ReadOnly).await.expect("played");
    let refused = moderator.join(game, 2).await.expect_err("read-only");
    assert!(words(&refused).contains("read-only"), "{refused:?}");
    assert_eq!(moderator.state(game), state);
    moderator.close().await;
    let moderator = disk.moderator(START).await;
    assert_eq!(moderator.state(game), state);
    moderator.join(game, 2).await.expect("it goes on");
}

#[tokio::test]
async fn a_lock_that_another_program_holds_is_named_and_goes_by() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let state = moderator.state(game);
    let mut other = disk.tamper().await;
    sql(&mut other, "BEGIN IMMEDIATE").await;
    let refused = moderator.join(game, 1).await.expect_err("locked");
    assert!(
        words(&refused).contains("locked by another program"),
        "{refused:?}"
    );
    assert_eq!(moderator.state(game), state);
    sql(&mut other, "ROLLBACK").await;
    moderator.join(game, 1).await.expect("it goes on");
}

#[tokio::test]
async fn a_file_damaged_in_its_middle_is_refused_at_the_start_and_a_backup_helps() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    moderator.join(game, 1).await.expect("there is room");
    let folder = disk.path().with_file_name("backups");
    let backup = moderator
        .host
        .store()
        .backup_into(&folder, 3, START)
        .await
        .expect("made");
    moderator.close().await;
    let mut bytes = std::fs::read(disk.path()).expect("read");
    let page = 4096;
    for byte in &mut bytes[page..6 * page] {
        *byte = 0x5a;
    }
    std::fs::write(disk.path(), &bytes).expect("written");
    let fault = Store::open(&disk.path()).await.err().expect("refused");
    assert!(matches!(fault, StoreFault::Damaged(_)), "{fault}");
    assert!(fault.to_string().contains("town-crier restore"), "{fault}");
    let restored = restore(&disk.path(), &backup).await.expect("restored");
    assert_eq!((restored.games, restored.live), (1, 1));
    let aside = restored.aside.expect("kept");
    assert_eq!(
        std::fs::read(&aside).expect("read"),
        bytes,
        "kept as it was"
    );
    private(&aside);
    private(&disk.path());
    let moderator = disk.moderator(START).await;
    moderator.join(game, 2).await.expect("it goes on");
}

#[tokio::test]
async fn rows_of_a_game_that_is_not_there_are_damage() {
    let disk = Disk::new();
    disk.moderator(START).await.close().await;
    let mut other = disk.tamper().await;
    sql(&mut other, "PRAGMA foreign_keys = 0").await;
    sql(
        &mut other,
        "INSERT INTO events (game, number, at, event) VALUES (7, 0, 0, '{}')",
    )
    .await;
    let fault = Store::open(&disk.path()).await.err().expect("refused");
    assert!(fault.to_string().contains("events of a game"), "{fault}");
}

#[tokio::test]
async fn backups_are_private_whole_and_the_newest_are_kept() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    moderator.open("Salem").await;
    let folder = disk.path().with_file_name("backups");
    let store = moderator.host.store();
    std::fs::create_dir(&folder).expect("made");
    let letter = folder.join("town-crier-letter.db");
    std::fs::write(&letter, "Dear diary").expect("written");
    let left = folder.join("town-crier-20200101T000000000Z.db.partial");
    std::fs::write(&left, "half of it").expect("written");
    let mut made = Vec::new();
    for hours in 0..5 {
        let at = START + Length::HOUR.times(hours);
        let file = store.backup_into(&folder, 3, at).await;
        made.push(file.expect("made"));
    }
    let kept = backups(&disk.path(), &folder).expect("read");
    let kept: Vec<_> = kept.into_iter().map(|(_, file)| file).collect();
    assert_eq!(kept, made[2..]);
    for file in &kept {
        private(file);
    }
    assert!(letter.exists(), "what is no backup is left alone");
    assert!(!left.exists(), "what was never finished goes");
}

#[tokio::test]
async fn a_restore_is_refused_while_a_bot_runs_and_for_what_is_no_sound_backup() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let backup = disk.path().with_file_name("copy.db");
    moderator.host.store().backup(&backup).await.expect("made");
    let fault = restore(&disk.path(), &backup).await.expect_err("it runs");
    assert!(matches!(fault, StoreFault::InUse { .. }), "{fault}");
    moderator.join(game, 1).await.expect("undisturbed");
    moderator.close().await;

    let other = disk.path().with_file_name("other.db");
    std::fs::write(&other, "Dear diary, this is no database. ".repeat(200)).expect("written");
    let fault = restore(&disk.path(), &other).await.expect_err("refused");
    assert!(matches!(fault, StoreFault::Damaged(_)), "{fault}");
    std::fs::write(&other, "").expect("written");
    let fault = restore(&disk.path(), &other).await.expect_err("refused");
    assert!(
        fault.to_string().contains("not a database of Town Crier"),
        "{fault}"
    );
    let mut newer = disk.at(&backup).await;
    sql(
        &mut newer,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'later', 1, x'00', 0)",
    )
    .await;
    let fault = restore(&disk.path(), &backup).await.expect_err("refused");
    assert!(matches!(fault, StoreFault::NewerSchema(9999)), "{fault}");

    let moderator = disk.moderator(START).await;
    assert_eq!(
        moderator.view(game).session.lobby.members.len(),
        1,
        "as it was"
    );
    let left = std::fs::read_dir(disk.path().parent().expect("a folder")).expect("read");
    let left: Vec<String> = left
        .map(|entry| {
            entry
                .expect("read")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.contains("restor"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

fn private(file: &Path) {
    let mode = std::fs::metadata(file).expect("there").permissions().mode();
    assert_eq!(mode & 0o077, 0, "{} has mode {mode:o}", file.display());
}

#[tokio::test]
async fn a_clock_that_jumps_back_an_hour_loses_nothing_and_no_event_is_earlier_than_the_one_before()
{
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let due = moderator.due(game);
    moderator.clock.jump(-Length::HOUR.0);
    moderator.join(game, 1).await.expect("there is room");
    assert_eq!(moderator.instants(game).await, vec![START, START]);
    assert_eq!(moderator.due(game), due - EMPTY_FOR + UNCHANGED_FOR);
    moderator
        .interact(game, HOST, cancel(), None)
        .await
        .expect("closed");
}

#[tokio::test]
async fn a_clock_that_jumps_ahead_or_a_machine_that_slept_is_an_absence() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    for player in 1..=9 {
        moderator.join(game, player).await.expect("there is room");
    }
    let start = SessionCommand::Start {
        readers: Default::default(),
    };
    moderator
        .interact(game, HOST, start, None)
        .await
        .expect("begun");
    let store = moderator.host.store();
    let told_before = told(store, game).await.len();
    let due = moderator.due(game);
    moderator
        .clock
        .advance(due - moderator.host.now() - Length::MINUTE);
    let slept_at = moderator.host.now();
    let mut changes = moderator.host.subscribe();
    moderator.clock.jump(Length::HOUR.0);
    let back = moderator.host.now();
    let moved = || moderator.due(game) > back;
    until(&mut changes, "the deadline moves", moved).await;
    let entries = store.entries(game).await.expect("read");
    let commands: Vec<&str> = entries
        .iter()
        .filter_map(|entry| entry.command.as_deref())
        .collect();
    let started = commands.iter().position(|text| text.contains("start"));
    let next = commands[started.expect("it has begun") + 1];
    assert!(
        next.contains("absence") && next.contains(&slept_at.0.to_string()),
        "{commands:#?}"
    );
    assert!(
        told(store, game).await.len() > told_before,
        "the town is told"
    );
}

#[tokio::test]
async fn backups_are_made_at_the_start_and_then_as_often_as_is_set_also_after_a_restart() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let folder = disk.path().with_file_name("backups");
    let wanted = Backups {
        folder: folder.clone(),
        every: Some(Length::DAY),
        kept: 3,
    };
    let made = || -> Vec<Time> {
        let made = backups(&disk.path(), &folder).expect("read");
        made.into_iter().map(|(at, _)| Time(at)).collect()
    };
    let keep = |moderator: &Moderator| {
        let (store, clock) = (moderator.host.store().clone(), moderator.clock.clone());
        tokio::spawn(keep_backups(store, clock, wanted.clone()))
    };
    let keeper = keep(&moderator);
    eventually("the first backup", || made() == [START]).await;
    // Nothing is made before a day has passed, not even after a restart.
    let early = START + Length(Length::DAY.0 - 1);
    moderator.clock.set(early);
    moderator.join(game, 1).await.expect("there is room");
    keeper.abort();
    moderator.close().await;
    let moderator = disk.moderator(early).await;
    let keeper = keep(&moderator);
    moderator.join(game, 2).await.expect("there is room");
    // It looks every ten minutes.
    let mut expected = vec![START, early + Length::MINUTE.times(10)];
    for _ in 0..3 {
        let next = *expected.last().expect("there are two");
        moderator.clock.set(next);
        let newest: Vec<Time> = expected.iter().rev().take(3).rev().copied().collect();
        eventually("a backup a day, and three of them", || made() == newest).await;
        expected.push(next + Length::DAY);
    }
    keeper.abort();
    moderator.close().await;
    let newest = backups(&disk.path(), &folder).expect("read").pop();
    let (_, newest) = newest.expect("made");
    restore(&disk.path(), &newest).await.expect("it is whole");
    let moderator = disk.moderator(START + Length::DAY.times(5)).await;
    assert_eq!(moderator.view(game).session.lobby.members.len(), 2);
}

/// Waits until this holds, and fails when it never does.
async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        tokio::task::yield_now().await;
    }
}

/// How long machines sleep here: an hour, a night, two Days and Nights and more.
const SLEPT: [i64; 4] = [1, 9, 30, 130];

#[tokio::test]
async fn a_machine_that_slept_for_many_hours_skips_no_phase_and_the_game_plays_on() {
    for edition in ["salem-1692-forum", "salem-1692-tabletop"] {
        for hours in SLEPT {
            let disk = Disk::new();
            let moderator = disk.moderator(START).await;
            let game = moderator.begun(edition).await;
            // Into the first Day or turn.
            for _ in 0..2 {
                moderator.clock.set(moderator.due(game));
                moderator.settled(game).await;
            }
            let before = moderator.view(game);
            let began = moderator.host.now();
            let mut changes = moderator.host.subscribe();
            moderator.clock.jump(Length::HOUR.times(hours).0);
            let back = moderator.host.now();
            let known = || {
                let view = moderator.view(game);
                view.next > before.next && view.session.due().is_none_or(|due| due > back)
            };
            until(&mut changes, "the absence is known", known).await;
            let entries = moderator.host.store().entries(game).await.expect("read");
            let since = &entries[before.next.0 as usize..];
            let absences: Vec<_> = since
                .iter()
                .filter(|entry| entry.event.contains("moderator_returned"))
                .collect();
            assert_eq!(absences.len(), 1, "{edition} {hours}: told once");
            assert!(since[0].event.contains("moderator_returned"), "told first");
            assert_eq!(absences[0].at, back);
            for entry in since {
                assert!(entry.at >= began, "{edition} {hours}: {entry:?}");
                for ends in ["night_fell", "turn_began", "ended", "paused"] {
                    let ended = entry.event.contains(&format!("\"{ends}\""));
                    assert!(
                        !ended,
                        "{edition} {hours}: a phase ended in the sleep: {entry:?}"
                    );
                }
            }
            moderator.play_on(game).await;
        }
    }
}
