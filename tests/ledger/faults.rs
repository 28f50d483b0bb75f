//! A store that fails, and rules that break down: the state stays as it was, and other games play on.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use town_crier::games::audit::audit;
use town_crier::games::{Session, SessionCommand, Stand};
use town_crier::host::{Refused, Scribe};
use town_crier::kernel::audience::{Notice, Room};
use town_crier::kernel::game::Actor;
use town_crier::kernel::ids::{EventNumber, PlayerId};
use town_crier::kernel::intent::Person;
use town_crier::kernel::time::Length;
use town_crier::store::{Address, Standing};

use crate::kit::{Disk, HOST, START, cancel, join, plain, sql, until};

const BREAK: &str =
    "CREATE TRIGGER broken BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no more'); END";
const MEND: &str = "DROP TRIGGER broken";

#[tokio::test]
async fn a_store_that_fails_leaves_the_state_as_it_was() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let state = moderator.state(game);
    let mut other = disk.tamper().await;
    sql(&mut other, BREAK).await;
    for _ in 0..2 {
        match moderator.interact(game, 1, join(1), Some(5)).await {
            Err(Refused::Fault(why)) => assert!(why.contains("no more"), "{why}"),
            other => panic!("it was not recorded, but {other:?}"),
        }
        assert_eq!(moderator.state(game), state);
    }
    sql(&mut other, MEND).await;
    let again = moderator.interact(game, 1, join(1), Some(5)).await;
    again.expect("the same interaction can be tried again");
    assert_eq!(moderator.view(game).next, EventNumber(2));
}

#[tokio::test]
async fn what_is_due_is_tried_again_when_it_could_not_be_recorded() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let due = moderator.due(game);
    moderator.host.session_lost(START).await;
    let mut other = disk.tamper().await;
    sql(&mut other, BREAK).await;
    moderator.clock.set(due);
    moderator.host.session_back(due).await;
    assert_eq!(moderator.view(game).next, EventNumber(1));
    sql(&mut other, MEND).await;
    let mut changes = moderator.host.subscribe();
    moderator.clock.advance(Length(5_000));
    let settled = || moderator.view(game).next == EventNumber(2);
    until(&mut changes, "it is settled after all", settled).await;
    assert_eq!(moderator.instants(game).await[1], due);
}

#[tokio::test]
async fn a_game_whose_record_is_damaged_stops_alone_and_says_so_once() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let broken = moderator.open("Broken").await;
    moderator.join(broken, 1).await.expect("there is room");
    let sound = moderator.open("Sound").await;
    moderator.close().await;
    let mut other = disk.tamper().await;
    sqlx::query("UPDATE events SET event = '{\"lobby\":\"odd\"}' WHERE game = $1 AND number = 1")
        .bind(broken.0.cast_signed())
        .execute(&mut other)
        .await
        .expect("altered");
    for player in 1..=3 {
        let moderator = disk.moderator(START).await;
        let view = moderator.view(broken);
        assert!(view.stopped);
        assert_eq!(view.session.lobby.name, "Broken", "what can be read, is");
        let refused = moderator.join(broken, 2).await;
        assert!(matches!(refused, Err(Refused::Stopped)), "{refused:?}");
        let told = moderator.host.store().outbox(broken).await.expect("read");
        assert_eq!(told.len(), 1, "told once");
        assert_eq!(told[0].to, Address::Room(Room::SignUp));
        assert!(told[0].part.content.contains("event 1"), "{told:?}");
        assert_eq!(moderator.instants(broken).await.len(), 2, "all is kept");
        moderator.join(sound, player).await.expect("others play on");
        moderator.close().await;
    }
}

#[tokio::test]
async fn what_breaks_down_in_a_decision_stops_that_game_alone() {
    let disk = Disk::new();
    let moderator = disk.moderator_with(START, clumsy()).await;
    let broken = moderator.open("Clumsy").await;
    let sound = moderator.open("Sound").await;
    for game in [broken, sound] {
        for player in 1..=9 {
            moderator.join(game, player).await.expect("there is room");
        }
    }
    let state = moderator.view(broken).session.clone();
    let start = || SessionCommand::Start {
        readers: BTreeSet::new(),
    };
    let refused = moderator.interact(broken, HOST, start(), None).await;
    assert!(matches!(refused, Err(Refused::Stopped)), "{refused:?}");
    let view = moderator.view(broken);
    assert!(view.stopped);
    assert_eq!(format!("{:?}", view.session), format!("{state:?}"));
    let refused = moderator.interact(broken, HOST, cancel(), None).await;
    assert!(matches!(refused, Err(Refused::Stopped)), "{refused:?}");
    let begun = moderator.interact(sound, HOST, start(), None).await;
    begun.expect("begun");
    moderator.close().await;
    // The same version would break down again; it does not try.
    let moderator = disk.moderator(START).await;
    assert!(moderator.view(broken).stopped);
    assert!(!moderator.view(sound).stopped);
}

#[tokio::test]
async fn a_game_that_stands_still_can_be_ended_by_its_host_or_who_manages_the_server() {
    for by_host in [true, false] {
        let disk = Disk::new();
        let broken = Arc::new(AtomicBool::new(false));
        let moderator = disk
            .moderator_with(START, forgetful(Arc::clone(&broken)))
            .await;
        let game = moderator.open("Forgetful").await;
        for player in 1..=9 {
            moderator.join(game, player).await.expect("there is room");
        }
        let start = SessionCommand::Start {
            readers: BTreeSet::new(),
        };
        let begun = moderator.interact(game, HOST, start, None).await;
        begun.expect("begun");
        // Whatever is told breaks down now: the first thing that falls due brings the game to a stand.
        broken.store(true, Ordering::SeqCst);
        let due = moderator.due(game);
        let mut changes = moderator.host.subscribe();
        moderator.clock.set(due);
        until(&mut changes, "it stands still", || {
            moderator.view(game).stopped
        })
        .await;
        let before = moderator.host.store().outbox(game).await.expect("read");
        let told = before.last().expect("the host is told");
        assert_eq!(told.to, Address::Room(Room::Desk));
        assert!(told.part.content.contains("/host end"), "{told:?}");

        let refused = moderator
            .interact(game, 1, SessionCommand::Abandon, None)
            .await;
        assert!(matches!(refused, Err(Refused::Rule(_))), "{refused:?}");
        let person = Person {
            id: PlayerId(if by_host { HOST } else { 77 }),
            manages_server: !by_host,
        };
        for _ in 0..2 {
            let ended = moderator
                .host
                .command(
                    game,
                    Actor::Person(person),
                    SessionCommand::Abandon,
                    Some(3),
                )
                .await;
            match ended {
                Ok(done) => assert_eq!(done.view.session.stand(), Stand::Over),
                Err(Refused::Repeated { .. }) => {}
                other => panic!("it is not ended, but {other:?}"),
            }
        }
        let row = moderator.host.store().game(game).await.expect("read");
        let row = row.expect("it is kept");
        assert_eq!((row.standing, row.due), (Standing::Over, None));
        let told: Vec<_> = moderator.host.store().outbox(game).await.expect("read");
        let told = &told[before.len()..];
        let players = told
            .iter()
            .filter(|row| matches!(row.to, Address::Player(..)))
            .count();
        assert_eq!(players, 9, "each player is told once: {told:#?}");
        let announced: Vec<_> = told
            .iter()
            .filter(|row| row.to == Address::Room(Room::SignUp))
            .collect();
        assert_eq!(announced.len(), 2, "the end, and the seed: {announced:#?}");
        let record = announced[1].part.file.as_ref().expect("the record");
        assert!(record.content.contains("abandoned"));
        assert!(
            audit(&record.content).holds(),
            "{:?}",
            audit(&record.content)
        );
        let place = moderator.view(game).session.place().expect("it had rooms");
        assert!(place.channels.is_empty() && place.threads.is_empty());
        assert!(place.kept_until.is_some_and(|until| until <= due));
        moderator.close().await;
        let moderator = disk.moderator(due).await;
        let view = moderator.view(game);
        assert_eq!(
            (view.session.stand(), view.session.due()),
            (Stand::Over, None)
        );
        moderator.close().await;
    }
}

#[tokio::test]
async fn a_game_that_cannot_be_shown_stands_still_alone_and_its_host_is_told_once() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let broken = moderator.begun("salem-1692-forum").await;
    let sound = moderator.begun("salem-1692-tabletop").await;
    let before = moderator
        .host
        .store()
        .outbox(broken)
        .await
        .expect("read")
        .len();
    let mut changes = moderator.host.subscribe();
    for _ in 0..2 {
        moderator
            .host
            .stand_still(broken, "as the test wants it")
            .await;
    }
    until(&mut changes, "it stands still", || {
        moderator.view(broken).stopped
    })
    .await;
    let refused = moderator.interact(broken, HOST, cancel(), None).await;
    assert!(matches!(refused, Err(Refused::Stopped)), "{refused:?}");
    let told = moderator.host.store().outbox(broken).await.expect("read");
    assert_eq!(told.len(), before + 1, "told once");
    assert!(!moderator.view(sound).stopped);
    let ended = moderator
        .interact(broken, HOST, SessionCommand::Abandon, None)
        .await;
    ended.expect("it can be ended");
}

#[tokio::test]
async fn a_game_whose_record_is_damaged_can_be_ended_too() {
    for damaged in ["0", "3", "11"] {
        let disk = Disk::new();
        let moderator = disk.moderator(START).await;
        let game = moderator.open("Broken").await;
        for player in 1..=9 {
            moderator.join(game, player).await.expect("there is room");
        }
        let start = SessionCommand::Start {
            readers: BTreeSet::new(),
        };
        moderator
            .interact(game, HOST, start, None)
            .await
            .expect("begun");
        let events = moderator.view(game).next;
        moderator.close().await;
        let mut other = disk.tamper().await;
        sqlx::query(
            "UPDATE events SET event = '{\"lobby\":\"odd\"}' WHERE game = $1 AND number = $2",
        )
        .bind(game.0.cast_signed())
        .bind(damaged.parse::<i64>().expect("a number"))
        .execute(&mut other)
        .await
        .expect("altered");
        let moderator = disk.moderator(START).await;
        let ended = moderator
            .interact(game, HOST, SessionCommand::Abandon, None)
            .await;
        ended.expect("it can be ended");
        assert_eq!(moderator.instants(game).await.len() as u64, events.0 + 1);
        moderator.close().await;
        let moderator = disk.moderator(START).await;
        let view = moderator.view(game);
        assert!(
            matches!(view.session.stand(), Stand::Over | Stand::Cancelled),
            "{damaged}: {:?}",
            view.session.stand()
        );
        assert_eq!(view.session.due(), None);
        let settled = moderator.host.settled(game, view.next).await;
        assert!(!settled.expect("read"), "what is to be told waits");
        moderator.close().await;
    }
}

/// A scribe that breaks down over whatever the rules tell once it is made to.
fn forgetful(broken: Arc<AtomicBool>) -> Scribe {
    let careful = plain();
    Arc::new(move |session: &Session, notice: &Notice| {
        assert!(!broken.load(Ordering::SeqCst), "as the test wants it");
        careful(session, notice)
    })
}

/// A scribe that breaks down over whatever one game tells once it has begun.
fn clumsy() -> Scribe {
    let careful = plain();
    Arc::new(move |session: &Session, notice: &Notice| {
        let falls = session.play.is_some() && session.lobby.name == "Clumsy";
        assert!(!falls, "as the test wants it");
        careful(session, notice)
    })
}
