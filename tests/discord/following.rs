//! The stage follows a real game: from the start on Discord shows what the game is, also after the process was gone.

use std::time::Duration;

use town_crier::discord::stage::Stage;
use town_crier::games::salem1692::forum::Command;
use town_crier::games::{PlayCommand, SessionCommand};
use town_crier::kernel::game::Actor;
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::intent::Person as Who;
use town_crier::kernel::lobby::{LobbyCommand, Member, Reach};
use town_crier::kernel::time::Length;
use town_crier::rehearsal::stand_in::acts::Person;
use town_crier::rehearsal::stand_in::world::model::Target;

use super::set::Set;

/// A game of five in the hands of a stage.
async fn begin(set: &mut Set) -> Stage {
    start(set).await;
    raise(set)
}

/// A stage, as at the start of a process.
pub fn raise(set: &Set) -> Stage {
    Stage::start(set.moderator.clone(), &set.wire, set.bot)
}

/// Starts a game of five.
pub async fn start(set: &mut Set) {
    for name in ["Dot", "Ed"] {
        let person = set.behind.user(name);
        person.join(set.guild).expect("they join");
        set.players.push(person);
    }
    let host = Actor::Person(Who {
        id: PlayerId(set.host.id()),
        manages_server: true,
    });
    let five = LobbyCommand::Set {
        key: "players".to_owned(),
        value: "5".to_owned(),
    };
    command(set, host, SessionCommand::Lobby(five)).await;
    for player in &set.players {
        let member = Member {
            player: PlayerId(player.id()),
            name: player.name(),
            reach: Reach::Dm,
        };
        command(set, host, SessionCommand::Lobby(LobbyCommand::Join(member))).await;
    }
    command(set, host, SessionCommand::Start { readers: [].into() }).await;
}

pub async fn command(set: &Set, actor: Actor, command: SessionCommand) {
    let done = set.moderator.command(set.game, actor, command, None).await;
    assert!(done.is_ok(), "{done:?}");
}

pub async fn idle(set: &Set, stage: &Stage) {
    let idle = stage.idle(set.game);
    tokio::time::timeout(Duration::from_secs(30), idle)
        .await
        .expect("it comes to rest");
}

fn reads_cards(set: &Set, person: &Person) -> bool {
    !set.dm(person).is_empty()
}

#[tokio::test]
async fn a_game_that_begins_stands_and_stays_as_it_is_after_a_restart() {
    let mut set = Set::new().await;
    let stage = begin(&mut set).await;
    idle(&set, &stage).await;
    assert!(set.players.iter().all(|player| reads_cards(&set, player)));
    let town = set.named(&set.outsider, "town-square");
    assert_eq!(town.len(), 1);
    assert!(!set.words(&set.outsider, town[0]).is_empty());
    assert!(
        !set.words(&set.outsider, set.general).is_empty(),
        "the sign-up's board"
    );
    stage.stop().await;
    let before = set.changes();
    let stage = raise(&set);
    idle(&set, &stage).await;
    assert_eq!(
        set.changes(),
        before,
        "{:?}",
        set.requests().split_off(before)
    );
    assert_eq!(set.behind.unknown_routes(), Vec::<String>::new());
}

#[tokio::test]
async fn dms_that_are_closed_at_the_deal_leave_everybody_reachable() {
    let mut set = Set::new().await;
    set.players[2].close_dms(true).expect("closed");
    let stage = begin(&mut set).await;
    idle(&set, &stage).await;
    let closed = &set.players[2];
    let view = set.moderator.view(set.game).expect("it is loaded");
    let seat = view
        .session
        .seat_of(PlayerId(closed.id()))
        .expect("they play");
    assert_eq!(view.session.reach_of(seat), Some(Reach::Thread));
    let thread = set.named(closed, "Your cards");
    assert_eq!(thread.len(), 1);
    assert!(!set.words(closed, thread[0]).is_empty());
    for player in set
        .players
        .iter()
        .filter(|player| player.id() != closed.id())
    {
        assert!(reads_cards(&set, player));
    }
}

#[tokio::test]
async fn what_others_change_is_put_right() {
    let mut set = Set::new().await;
    let stage = begin(&mut set).await;
    idle(&set, &stage).await;
    let town = set.named(&set.outsider, "town-square")[0];
    let outsider = set.outsider.id();
    set.behind
        .overwrite(town, Target::Member(outsider), 1 << 11, 0)
        .expect("set");
    stage.touched(town).await;
    idle(&set, &stage).await;
    assert!(!set.behind.who_writes(town).contains(&outsider));
    set.behind.delete_channel(town).expect("deleted");
    stage.touched(town).await;
    idle(&set, &stage).await;
    assert_eq!(set.named(&set.outsider, "town-square").len(), 1);
}

#[tokio::test]
async fn rooms_are_kept_as_long_as_the_host_set_and_then_the_game_is_done_with() {
    let mut set = Set::new().await;
    let host = Actor::Person(Who {
        id: PlayerId(set.host.id()),
        manages_server: true,
    });
    let keep = LobbyCommand::Set {
        key: "keep_rooms".to_owned(),
        value: "2h".to_owned(),
    };
    command(&set, host, SessionCommand::Lobby(keep)).await;
    let stage = begin(&mut set).await;
    idle(&set, &stage).await;
    let end = PlayCommand::Forum(Command::End { confirmed: true });
    command(&set, host, SessionCommand::Play(end)).await;
    idle(&set, &stage).await;
    let town = set.named(&set.outsider, "town-square");
    assert_eq!(town.len(), 1);
    assert!(set.named(&set.outsider, "The coven").is_empty());
    stage.open_for(set.game, set.outsider.id());
    idle(&set, &stage).await;
    assert_eq!(
        set.named(&set.outsider, "The coven").len(),
        1,
        "opened on request"
    );
    set.moderator.clock().advance(Length::HOUR.times(2));
    set.stand_in
        .shared()
        .wait_for(Duration::from_secs(30), |world| {
            let left = world
                .channels
                .values()
                .filter(|channel| channel.guild == Some(set.guild));
            (left.count() == 1).then_some(())
        })
        .await
        .expect("all but the server's own channel is deleted");
    stage.recheck(set.game);
    idle(&set, &stage).await;
    assert!(
        set.moderator.view(set.game).is_none(),
        "the game is done with"
    );
}
