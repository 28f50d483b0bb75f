//! A whole game over a bad line, with a stage that is torn down again and again: every line arrives once, in order.

use std::sync::{Arc, Mutex, PoisonError};

use town_crier::discord::scribe::scribe;
use town_crier::games::salem1692::forum::{Command, legal};
use town_crier::games::{Play, PlayCommand, Session, SessionCommand};
use town_crier::host::Scribe;
use town_crier::kernel::audience::{Audience, Notice, Room};
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::game::Actor;
use town_crier::kernel::ids::{EventNumber, Seat};
use town_crier::kernel::intent::Person as Who;
use town_crier::kernel::time::Length;
use town_crier::rehearsal::stand_in::acts::Person;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, Faults, RestFault};

use super::following::{idle, raise, start};
use super::set::{CHANNEL, CHANNELS, MESSAGES, Set, below_the_name};

/// What was to be told, in order.
type Told = Arc<Mutex<Vec<(Audience, String)>>>;

fn listening(told: &Told) -> Scribe {
    let told = Arc::clone(told);
    Arc::new(move |session: &Session, notice: &Notice| {
        let parts = scribe(session, notice);
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        told.extend(
            parts
                .iter()
                .map(|part| (notice.audience, part.content.trim().to_owned())),
        );
        parts
    })
}

/// Something goes wrong somewhere in the next requests.
fn trouble(set: &Set, whim: &mut Dice) {
    let kind = match whim.below(4) {
        0 => FaultKind::Status500BeforeDoing,
        1 => FaultKind::Status429 {
            retry_after: 0.05,
            global: false,
        },
        _ => FaultKind::Status500AfterDoing,
    };
    let (method, route) = match whim.below(8) {
        0 => ("PATCH", CHANNEL),
        1 => ("POST", CHANNELS),
        2 => ("POST", "/channels/{channel_id}/threads"),
        3 => ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
        4 => ("PUT", "/channels/{channel_id}/thread-members/{user_id}"),
        _ => ("POST", MESSAGES),
    };
    let fault = RestFault {
        method: Some(method.to_owned()),
        route: Some(route.to_owned()),
        contains: None,
        skip: u32::try_from(whim.below(6)).expect("small"),
        times: 1,
        kind,
    };
    set.behind.set_faults(Faults {
        rest: vec![fault],
        ..Faults::default()
    });
}

/// What somebody does next; nothing where nobody can do anything now.
fn choice(session: &Session, set: &Set, whim: &mut Dice) -> Option<(Actor, Command)> {
    let Some(Play::Forum(forum)) = &session.play else {
        return None;
    };
    let living: Vec<Seat> = forum.table.living().collect();
    let seat = *whim.pick(&living)?;
    let commands = legal::commands(forum, seat, set.moderator.now());
    let command = whim.pick(&commands)?.clone();
    let person = Who {
        id: forum.chair(seat).player,
        manages_server: false,
    };
    Some((Actor::Person(person), command))
}

/// What the bot told in a channel, without the boards.
async fn told_in(set: &Set, reader: &Person, channel: u64) -> Vec<String> {
    let boards = set.house.store.boards(set.game).await.expect("read");
    let mut posts = set.posts(reader, channel);
    posts.retain(|post| boards.iter().all(|board| board.message != Some(post.id)));
    posts.into_iter().map(|post| post.content).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_line_of_a_whole_game_arrives_once_and_in_order() {
    let told = Told::default();
    let mut set = Set::with(listening(&told)).await;
    let mut whim = Dice::new(&Seed([1; 32]), EventNumber(0));
    start(&mut set).await;
    let mut stage = raise(&set);
    for step in 0.. {
        assert!(step < 5_000, "the game hangs");
        let view = set.moderator.view(set.game).expect("it is loaded");
        let Some(due) = view.session.due() else {
            break;
        };
        if whim.below(6) == 0 {
            trouble(&set, &mut whim);
        }
        if whim.below(40) == 0 {
            stage.stop().await;
            if whim.below(3) == 0 {
                set.behind.advance_clock(600_000);
            }
            stage = raise(&set);
        }
        if whim.below(25) == 0 {
            idle(&set, &stage).await;
        }
        let now = set.moderator.now();
        match choice(&view.session, &set, &mut whim) {
            Some((actor, command)) if now < due && whim.below(4) > 0 => {
                let command = SessionCommand::Play(PlayCommand::Forum(command));
                let done = set.moderator.command(set.game, actor, command, None).await;
                assert!(done.is_ok(), "{done:?}");
            }
            _ => {
                let leap = Length(i64::try_from(whim.below(14_400_000)).expect("small"));
                set.moderator.clock().set((now + leap).min(due));
                if now + leap >= due {
                    let tick = view.session.tick();
                    // The alarm may have been faster.
                    let _known = set
                        .moderator
                        .command(set.game, Actor::Clock, tick, None)
                        .await;
                }
            }
        }
    }
    set.behind.set_faults(Faults::default());
    idle(&set, &stage).await;
    stage.stop().await;
    let told = told.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let to = |audience: Audience| -> Vec<String> {
        let told = told.iter().filter(|(to, _)| *to == audience);
        told.map(|(_, words)| words.clone()).collect()
    };
    let town = set.named(&set.outsider, "town-square")[0];
    assert_eq!(
        told_in(&set, &set.outsider, town).await,
        to(Audience::Room(Room::Town))
    );
    let view = set
        .moderator
        .recall(set.game)
        .await
        .expect("read")
        .expect("it was played");
    for (seat, player) in view.session.seats() {
        let person = set.behind.person(player.0);
        let dm = person.dm_with(set.bot).expect("cards came by DM");
        let told = told_in(&set, &person, dm).await;
        let told: Vec<String> = told.iter().map(|text| below_the_name(text)).collect();
        assert_eq!(told, to(Audience::Seat(seat)), "seat {}", seat.number());
    }
    assert!(to(Audience::Room(Room::Town)).len() > 20);
    assert_eq!(set.waiting().await, 0);
    assert_eq!(set.behind.unknown_routes(), Vec::<String>::new());
    let lines = set.stand_in.trace().lines();
    let refused: Vec<_> = lines.iter().filter(|line| line["status"] == 400).collect();
    assert!(refused.is_empty(), "nothing malformed is sent: {refused:?}");
}
