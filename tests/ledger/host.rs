//! The host: commands in order, deadlines before commands, the same after a restart.

use town_crier::games::{SessionCommand, Stand};
use town_crier::host::{Clock, Refused};
use town_crier::kernel::game::Actor;
use town_crier::kernel::ids::{EventNumber, GameId, PlayerId};
use town_crier::kernel::lobby::{EMPTY_FOR, LobbyCommand, UNCHANGED_FOR};
use town_crier::kernel::time::{Length, Time};

use crate::kit::{Disk, HOST, START, before, cancel, join, opening, until};

fn rule(refused: Result<impl std::fmt::Debug, Refused>) -> String {
    match refused {
        Err(Refused::Rule(text)) => text.marked().to_owned(),
        other => panic!("the rules should refuse, not {other:?}"),
    }
}

#[tokio::test]
async fn a_game_is_the_same_after_a_restart() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let other = moderator.open("Andover").await;
    for player in 1..=3 {
        moderator.clock.advance(Length::SECOND);
        moderator.join(game, player).await.expect("there is room");
    }
    let player = PlayerId(2);
    let leave = SessionCommand::Lobby(LobbyCommand::Leave { player });
    let left = moderator.interact(game, 2, leave, None).await;
    left.expect("left");
    let (state, other_state) = (moderator.state(game), moderator.state(other));
    let now = moderator.clock.now();
    // The host is not closed in order; but the file's lock has to be let go of, which a killed process does by itself.
    moderator.host.store().close().await;
    drop(moderator);
    let moderator = disk.moderator(now).await;
    assert_eq!(moderator.state(game), state);
    assert_eq!(moderator.state(other), other_state);
    moderator.join(game, 2).await.expect("it goes on");
    assert_eq!(moderator.view(game).next, EventNumber(6));
}

#[tokio::test]
async fn a_refusal_changes_nothing() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    moderator.join(game, 1).await.expect("there is room");
    let state = moderator.state(game);
    rule(moderator.join(game, 1).await);
    rule(moderator.interact(game, 1, cancel(), Some(5)).await);
    assert_eq!(moderator.state(game), state);
    assert_eq!(moderator.instants(game).await.len(), 2);
    let answered = moderator.host.store().answered(5).await;
    assert_eq!(answered.expect("read"), None);
}

#[tokio::test]
async fn an_unknown_game_is_unknown() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let refused = moderator.join(GameId(42), 1).await;
    assert!(matches!(refused, Err(Refused::Unknown)), "{refused:?}");
    let recalled = moderator.host.recall(GameId(42)).await;
    assert!(recalled.expect("read").is_none());
}

#[tokio::test]
async fn the_same_interaction_again_changes_nothing_and_is_answered_the_same() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let done = moderator.interact(game, 1, join(1), Some(77)).await;
    let done = done.expect("joined");
    let state = moderator.state(game);
    // The first the rules would refuse by now, the second they would not.
    for command in [join(1), join(2)] {
        match moderator.interact(game, 1, command, Some(77)).await {
            Err(Refused::Repeated { answer }) => assert_eq!(answer, done.answer),
            other => panic!("it has been done, not {other:?}"),
        }
    }
    assert_eq!(moderator.state(game), state);

    let first = moderator.host.open(opening("Twice", Some(78))).await;
    let (first, _) = first.expect("opened");
    let again = moderator.host.open(opening("Twice", Some(78))).await;
    assert!(matches!(again, Err(Refused::Repeated { .. })), "{again:?}");
    assert_eq!(moderator.host.views().len(), 2);
    assert_eq!(moderator.view(first).session.lobby.name, "Twice");
}

#[tokio::test]
async fn f33_at_the_very_instant_is_late() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let early = moderator.open("Early").await;
    let late = moderator.open("Late").await;
    let due = START + EMPTY_FOR;
    // While away the alarm does not ring, so it is the command that finds what is due.
    moderator.host.session_lost(before(due)).await;
    moderator.clock.set(before(due));
    moderator.join(early, 1).await.expect("in time");
    moderator.clock.set(due);
    rule(moderator.join(late, 1).await);
    assert_eq!(moderator.view(early).session.stand(), Stand::SignUp);
    assert_eq!(moderator.view(late).session.stand(), Stand::Cancelled);
    let entries = moderator.host.store().entries(late).await.expect("read");
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[1].at, due);
    assert_eq!(entries[1].actor, Some("\"clock\"".to_owned()));
}

#[tokio::test]
async fn the_alarm_settles_what_is_due_without_anybody_acting() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let mut changes = moderator.host.subscribe();
    moderator.clock.advance(EMPTY_FOR);
    let closed = || moderator.view(game).session.stand() == Stand::Cancelled;
    until(&mut changes, "the sign-up closes by itself", closed).await;
    assert_eq!(moderator.view(game).session.due(), None);
}

#[tokio::test]
async fn h7_what_fell_due_while_nobody_ran_is_settled_before_the_host_serves() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let empty = moderator.open("Empty").await;
    let waiting = moderator.open("Waiting").await;
    moderator.join(waiting, 1).await.expect("there is room");
    moderator.close().await;
    let moderator = disk.moderator(before(START + UNCHANGED_FOR)).await;
    assert_eq!(moderator.view(empty).session.stand(), Stand::Cancelled);
    assert_eq!(moderator.view(waiting).session.stand(), Stand::SignUp);
    let settled = moderator.instants(empty).await[1];
    assert_eq!(settled, START + EMPTY_FOR, "when it was due, not found");
}

#[tokio::test]
async fn time_does_not_run_back_within_a_game() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    moderator.close().await;
    let moderator = disk.moderator(Time(START.0 - 60_000)).await;
    moderator.join(game, 1).await.expect("there is room");
    assert_eq!(moderator.instants(game).await, vec![START, START]);
}

#[tokio::test]
async fn an_ended_game_is_unloaded_when_settled_and_can_be_recalled() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let host = &moderator.host;
    let game = moderator.open("Salem").await;
    let next = moderator.view(game).next;
    assert!(!host.settled(game, next).await.expect("no fault"));
    let closed = moderator.interact(game, HOST, cancel(), None).await;
    closed.expect("closed");
    assert!(!host.settled(game, next).await.expect("no fault"));
    let next = moderator.view(game).next;
    assert!(host.settled(game, next).await.expect("no fault"));
    assert!(host.view(game).is_none());
    let recalled = host.recall(game).await.expect("read").expect("there");
    assert_eq!(recalled.session.lobby.name, "Salem");
    rule(moderator.join(game, 1).await);
    moderator.close().await;
    let moderator = disk.moderator(START).await;
    assert!(moderator.host.views().is_empty());
}

#[tokio::test]
async fn subscribers_see_every_game_that_changes() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let (first, second) = (moderator.open("One").await, moderator.open("Two").await);
    let mut changes = moderator.host.subscribe();
    moderator.join(second, 1).await.expect("there is room");
    assert_eq!(changes.next().await, second);
    moderator.join(first, 2).await.expect("there is room");
    assert_eq!(changes.next().await, first);
}

#[tokio::test]
async fn many_people_at_once_are_served_one_by_one() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let joins = (1..=40).map(|player| moderator.join(game, player));
    let outcomes = futures::future::join_all(joins).await;
    let joined = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    assert_eq!(joined, 9);
    let view = moderator.view(game);
    assert_eq!(view.session.lobby.members.len(), 9);
    assert_eq!(view.next, EventNumber(10));
}

#[tokio::test]
async fn a_doubled_or_early_alarm_is_harmless() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = moderator.open("Salem").await;
    let tick = moderator.view(game).session.tick();
    let early = moderator.host.command(game, Actor::Clock, tick, None).await;
    rule(early);
    assert_eq!(moderator.view(game).next, EventNumber(1));
}

#[tokio::test]
async fn a_clock_goes_on_after_a_restart_and_never_back() {
    let disk = Disk::new();
    let store = disk.store().await;
    let start = Clock::system().now();
    let plain = Clock::restore(&store, 1).await.expect("restored");
    assert_eq!(plain.speed(), 1);
    let fast = Clock::restore(&store, 1_000_000).await.expect("restored");
    assert!(fast.now() >= start);
    let shown = fast.now();
    let again = Clock::restore(&store, 1_000_000).await.expect("restored");
    assert!(again.now() >= shown);
    let shown = again.now();
    let slow = Clock::restore(&store, 1).await.expect("restored");
    assert!(slow.now() >= shown, "the fast clock was ahead and stays so");
    assert_eq!(slow.speed(), 1);
}

#[tokio::test]
async fn a_manual_clock_wakes_those_who_sleep_and_never_goes_back() {
    let clock = Clock::manual(START);
    let sleeper = tokio::spawn({
        let clock = clock.clone();
        async move { clock.sleep_until(START + Length::DAY).await }
    });
    clock.advance(Length::DAY);
    sleeper.await.expect("awake");
    clock.set(START);
    assert_eq!(clock.now(), START + Length::DAY);
}
