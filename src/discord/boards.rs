//! Boards: messages that are kept as they should be. Made where they are missing, edited where they differ, stripped of
//! their buttons when they are over.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::FutureExt;
use rand::seq::SliceRandom;
use serde_json::{Value, json};
use serenity::all::MessageFlags;

use crate::kernel::audience::{Audience, Room};
use crate::kernel::ids::PlayerId;
use crate::kernel::panel::Board;
use crate::kill_point::{self, KillPoint};
use crate::store::{Address, BoardRow, fresh_nonce};

use super::components::Shown;
use super::courier::{Destination, Way, in_lanes, reached, tell_closed, tell_shut, wake};
use super::faults::{Fault, Round, tell};
use super::ground::Ground;
use super::house::{House, machine_time};
use super::limits;
use super::scene::Scene;

/// Brings all boards of a game up to date. Answers whose DMs turned out to be closed.
pub async fn keep(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    round: &mut Round,
) -> Vec<PlayerId> {
    let mut closed = Vec::new();
    if let Err(fault) = try_keep(house, scene, ground, round, &mut closed).await {
        round.note(scene, "boards", &fault);
    }
    closed
}

/// Takes the buttons off all boards that nobody wants any more, those of replaced players among them.
pub async fn retire(house: &House, scene: &Scene, ground: &mut Ground, round: &mut Round) {
    let rows = match house.store.boards(scene.game).await {
        Ok(rows) => rows,
        Err(fault) => return round.note(scene, "boards", &Fault::from(fault)),
    };
    let wanted: BTreeSet<String> = scene
        .boards
        .iter()
        .filter_map(|board| Some(address(scene, board)?.1))
        .collect();
    let over: Vec<BoardRow> = rows
        .into_iter()
        .filter(|row| !row.retired && !wanted.contains(&row.key))
        .collect();
    let tasks = over
        .iter()
        .map(|row| async { (row.channel.unwrap_or(0), strip(house, scene, row).await) }.boxed());
    let ends = in_lanes(tasks.collect()).await;
    for (channel, done) in ends {
        let Err(fault) = done else { continue };
        round.note(scene, "board that is over", &fault);
        if matches!(fault, Fault::Archived)
            && let Err(fault) = wake(house, scene, ground, channel).await
        {
            round.note(scene, "thread of a board", &fault);
        }
    }
}

/// Forgets the message of a board that somebody deleted: the board is put up again. The host hears of it where all can see
/// that it is missing; which boards stand in secret rooms is no business of the desk's.
///
/// # Errors
/// The store's.
pub async fn forget(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    message: u64,
) -> Result<(), Fault> {
    let rows = house.store.boards(scene.game).await?;
    let Some(row) = rows
        .into_iter()
        .find(|row| row.message == Some(message) && !row.retired)
    else {
        return Ok(());
    };
    house.store.drop_board(scene.game, &row.key).await?;
    let wanted = scene
        .boards
        .iter()
        .find(|board| address(scene, board).is_some_and(|(_, key)| key == row.key));
    let (Some(board), Some(channel)) = (wanted, row.channel) else {
        return Ok(());
    };
    if !matches!(
        board.audience,
        Audience::Room(Room::SignUp | Room::Town | Room::Graveyard | Room::Desk)
    ) {
        return Ok(());
    }
    let words = format!(
        "Somebody deleted a message of mine in <#{channel}> that the game needs. I put it up again; whoever may Manage \
         Messages there can delete it, so better leave it."
    );
    tell(house, scene, ground, &format!("board:{message}"), &words).await
}

/// A board as it should be, and where.
struct Wanted<'s> {
    board: &'s Board,
    key: String,
    address: Address,
    destination: Destination,
    row: Option<BoardRow>,
}

async fn try_keep(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    round: &mut Round,
    closed: &mut Vec<PlayerId>,
) -> Result<(), Fault> {
    let rows = house.store.boards(scene.game).await?;
    let mut rows: BTreeMap<String, BoardRow> =
        rows.into_iter().map(|row| (row.key.clone(), row)).collect();
    let mut lanes: BTreeMap<Destination, Vec<Wanted<'_>>> = BTreeMap::new();
    for board in &scene.boards {
        let Some((address, key)) = address(scene, board) else {
            continue;
        };
        let way = match address {
            Address::Room(room) => Way::to_room(scene, ground, room),
            Address::Player(player, seat) => Way::to_player(scene, ground, player, seat),
        };
        match way {
            Way::To(destination) => {
                let row = rows.remove(&key);
                let wanted = Wanted {
                    board,
                    key,
                    address,
                    destination,
                    row,
                };
                lanes.entry(destination).or_default().push(wanted);
            }
            Way::NotYet => round.blocked = true,
            Way::Nowhere(_) => {}
        }
    }
    let mut lanes: Vec<_> = lanes.into_iter().collect();
    lanes.shuffle(&mut rand::rng());
    let tasks = lanes.into_iter().map(|(destination, wanted)| {
        async move { (destination, serve(house, scene, wanted).await) }.boxed()
    });
    let ends = in_lanes(tasks.collect()).await;
    for (destination, end) in ends {
        match end {
            Ok(channel) => {
                if let (Destination::Dm(player, None), Some(channel)) = (destination, channel) {
                    ground.dms.insert(player, channel);
                }
                reached(house, scene, ground, destination).await?;
            }
            Err(fault) => take_in(house, scene, ground, round, closed, destination, fault).await?,
        }
    }
    Ok(())
}

async fn take_in(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    round: &mut Round,
    closed: &mut Vec<PlayerId>,
    destination: Destination,
    fault: Fault,
) -> Result<(), Fault> {
    if matches!((&fault, destination), (Fault::NoChannel, Destination::Channel(id)) if id == scene.sign_up)
    {
        // The channel in which the game was announced is gone; the game does not need it.
        return Ok(());
    }
    round.note(scene, "board", &fault);
    match (fault, destination) {
        (Fault::ClosedDm | Fault::NoMember, Destination::Dm(player, _)) => {
            closed.push(player);
            tell_closed(house, scene, ground, player).await?;
        }
        (Fault::NoChannel, Destination::Dm(player, _)) => {
            ground.dms.remove(&player);
            house
                .store
                .drop_thing(scene.game, &format!("dm:{player}"))
                .await?;
        }
        (Fault::NoChannel, _) => ground.surveyed = false,
        (Fault::Archived, Destination::Channel(id) | Destination::Cards(id, _)) => {
            wake(house, scene, ground, id).await?;
        }
        (Fault::Forbidden(_), Destination::Channel(id) | Destination::Cards(id, _)) => {
            tell_shut(house, scene, ground, id).await?;
        }
        _ => {}
    }
    Ok(())
}

/// Serves the boards of one destination, in order; answers its channel.
async fn serve(
    house: &House,
    scene: &Scene,
    wanted: Vec<Wanted<'_>>,
) -> Result<Option<u64>, Fault> {
    let mut channel = None;
    let mut refused = Ok(());
    for wanted in wanted {
        let id = match channel {
            Some(id) => id,
            None => wanted.destination.channel(house, scene).await?,
        };
        channel = Some(id);
        match show(house, scene, wanted, id).await {
            // It would be refused for ever; the boards after it are none the worse for it.
            Err(fault @ Fault::Refused { .. }) => refused = Err(fault),
            other => other?,
        }
    }
    refused.map(|()| channel)
}

async fn show(house: &House, scene: &Scene, wanted: Wanted<'_>, channel: u64) -> Result<(), Fault> {
    let body = body(scene, &wanted);
    let shown = body.to_string();
    if let Some(row) = &wanted.row {
        let stands = row
            .message
            .filter(|_| row.channel == Some(channel) && !row.retired);
        match stands {
            Some(_) if row.body == shown => return Ok(()),
            Some(message) => match house.wire.edit(channel, message, &body).await {
                Ok(()) => {
                    kill_point::pass(KillPoint::BoardEdited);
                    let row = BoardRow {
                        body: shown,
                        ..row.clone()
                    };
                    house.store.put_board(scene.game, row).await?;
                    return Ok(());
                }
                // Somebody deleted it: it is posted anew.
                Err(Fault::NoMessage) => {
                    tracing::info!(game = %scene.game, message, "a board was deleted");
                }
                Err(fault) => return Err(fault),
            },
            // It stood elsewhere (in a DM that is closed now): there it is over.
            None if row.message.is_some() && !row.retired => {
                strip_message(house, row).await?;
            }
            None => {}
        }
    }
    make(house, scene, &wanted, channel, &body).await
}

async fn make(
    house: &House,
    scene: &Scene,
    wanted: &Wanted<'_>,
    channel: u64,
    body: &Value,
) -> Result<(), Fault> {
    // What was begun in this very channel and never put down may stand already.
    let begun = wanted
        .row
        .as_ref()
        .filter(|row| row.message.is_none() && row.channel == Some(channel) && !row.retired);
    if let Some(row) = begun {
        let then: Value = serde_json::from_str(&row.body).unwrap_or_default();
        let content = then["content"].as_str().unwrap_or_default();
        if let Some(message) = house.find_own(channel, content, None).await? {
            if then != *body {
                house.wire.edit(channel, message, body).await?;
            }
            return put_down(house, scene, wanted, row, channel, message, body).await;
        }
    }
    let row = BoardRow {
        key: wanted.key.clone(),
        address: json_of(&wanted.address),
        channel: Some(channel),
        message: None,
        nonce: begun.map_or_else(fresh_nonce, |row| row.nonce.clone()),
        attempted: Some(machine_time()),
        body: body.to_string(),
        retired: false,
    };
    house.store.put_board(scene.game, row.clone()).await?;
    kill_point::pass(KillPoint::BoardBegun);
    let mut posted = body.clone();
    posted["nonce"] = json!(row.nonce);
    posted["enforce_nonce"] = json!(true);
    if wanted.board.silent {
        posted["flags"] = json!(MessageFlags::SUPPRESS_NOTIFICATIONS.bits());
    }
    let posted = house.wire.post(channel, &posted, None).await;
    if matches!(posted, Err(Fault::Slow(_))) && begun.is_none() {
        // Discord has not taken it: next time there is nothing to look for.
        let put_off = BoardRow {
            channel: None,
            attempted: None,
            ..row.clone()
        };
        house.store.put_board(scene.game, put_off).await?;
    }
    let message = posted?;
    kill_point::pass(KillPoint::BoardPosted);
    put_down(house, scene, wanted, &row, channel, message, body).await
}

/// Pins where that is wanted, then puts down that the board stands: pinning can be repeated, so a crash between the two
/// is made good.
async fn put_down(
    house: &House,
    scene: &Scene,
    wanted: &Wanted<'_>,
    row: &BoardRow,
    channel: u64,
    message: u64,
    body: &Value,
) -> Result<(), Fault> {
    if wanted.board.pinned
        && let Err(fault) = house.wire.pin(channel, message).await
    {
        // A pin is a convenience: without it the board is still there.
        tracing::info!(game = %scene.game, channel, %fault, "a board could not be pinned");
    }
    if wanted.board.pinned {
        kill_point::pass(KillPoint::BoardPinned);
    }
    let row = BoardRow {
        message: Some(message),
        body: body.to_string(),
        ..row.clone()
    };
    house.store.put_board(scene.game, row).await?;
    Ok(())
}

/// Takes a board's buttons off and notes that it is over.
async fn strip(house: &House, scene: &Scene, row: &BoardRow) -> Result<(), Fault> {
    let message = strip_message(house, row).await?;
    kill_point::pass(KillPoint::BoardStripped);
    // One whose answer had got lost is known from here on: what stands there is a board, though it is over.
    if row.message.is_none() && message.is_some() {
        let found = BoardRow {
            message,
            ..row.clone()
        };
        house.store.put_board(scene.game, found).await?;
    }
    house.store.retire_board(scene.game, &row.key).await?;
    Ok(())
}

/// Takes the buttons off the message of a board; answers which message it is, where there is one.
async fn strip_message(house: &House, row: &BoardRow) -> Result<Option<u64>, Fault> {
    let Some(channel) = row.channel else {
        return Ok(None);
    };
    let body: Value = serde_json::from_str(&row.body).unwrap_or_default();
    let message = match row.message {
        Some(message) => Some(message),
        None => {
            let content = body["content"].as_str().unwrap_or_default();
            match house.find_own(channel, content, None).await {
                Ok(found) => found,
                Err(Fault::NoChannel | Fault::Forbidden(_)) => None,
                Err(fault) => return Err(fault),
            }
        }
    };
    let Some(message) = message else {
        return Ok(None);
    };
    if body["components"].as_array().is_none_or(Vec::is_empty) {
        return Ok(Some(message));
    }
    match house
        .wire
        .edit(channel, message, &json!({ "components": [] }))
        .await
    {
        // Where it cannot be reached any more it cannot be pressed either, or is answered all the same.
        Err(
            Fault::NoMessage
            | Fault::NoChannel
            | Fault::Forbidden(_)
            | Fault::ClosedDm
            | Fault::Refused { .. },
        ) => Ok(Some(message)),
        other => other.map(|()| Some(message)),
    }
}

fn body(scene: &Scene, wanted: &Wanted<'_>) -> Value {
    let head = limits::length(&wanted.destination.headed(scene, ""));
    let room = limits::MESSAGE - head;
    let mut body = Shown::in_one(scene.game, &scene.names, &wanted.board.panel, room).body();
    let content = body["content"].as_str().unwrap_or_default();
    body["content"] = json!(wanted.destination.headed(scene, content));
    if let Some(owner) = wanted.destination.call()
        && !wanted.board.silent
    {
        // Only the first sending rings; an edit with the same words does not.
        body["allowed_mentions"]["users"] = json!([owner]);
    }
    body
}

/// Where a board goes, and its key in the store: the same board for somebody else is another one.
fn address(scene: &Scene, board: &Board) -> Option<(Address, String)> {
    let address = match board.audience {
        Audience::Nobody => return None,
        Audience::Room(room) => Address::Room(room),
        Audience::Seat(seat) => Address::Player(*scene.seats.get(&seat)?, seat),
    };
    let whose = match address {
        Address::Room(room) => match room {
            Room::SignUp => "sign-up".to_owned(),
            Room::Town => "town".to_owned(),
            Room::Graveyard => "graveyard".to_owned(),
            Room::Desk => "desk".to_owned(),
            Room::Coven => "coven".to_owned(),
            Room::Chat(number) => format!("chat-{number}"),
        },
        Address::Player(player, seat) => format!("seat-{}-{player}", seat.number()),
    };
    Some((address, format!("{whose}/{}", board.key)))
}

fn json_of(address: &Address) -> String {
    serde_json::to_string(address).expect("rooms and ids have a form in JSON")
}
