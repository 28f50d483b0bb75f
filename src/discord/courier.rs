//! The courier: takes what is to be told to where it belongs, in order for each destination, once.
//!
//! Each message carries a nonce of its own, by which Discord knows it again for some minutes. After longer, or when nobody
//! knows whether it arrived, the courier looks for it before it sends it again.

use std::collections::BTreeMap;

use futures::StreamExt;
use futures::future::{BoxFuture, FutureExt};
use rand::seq::SliceRandom;
use serde_json::json;

use crate::kernel::audience::Room;
use crate::kernel::ids::{EventNumber, PlayerId, Seat};
use crate::kernel::place::ThreadKey;
use crate::kill_point::{self, KillPoint};
use crate::store::{Address, OutboxRow};

use super::faults::{Fault, Round, mended, tell};
use super::ground::Ground;
use super::house::{House, machine_time};
use super::scene::Scene;

/// How many destinations of one game are served at the same time.
const LANES: usize = 8;

/// Where a message goes on Discord.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Destination {
    /// A channel or thread.
    Channel(u64),
    /// The thread that stands in for a player's DMs; the owner is called there, for a thread is easily overlooked.
    Cards(u64, PlayerId),
    /// Direct messages with a player, in this channel where it is known.
    Dm(PlayerId, Option<u64>),
}

/// What becomes of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It leads there.
    To(Destination),
    /// Its room does not stand yet.
    NotYet,
    /// It leads nowhere any more.
    Nowhere(&'static str),
}

impl Way {
    /// To a room of this game.
    pub fn to_room(scene: &Scene, ground: &Ground, room: Room) -> Way {
        match ground.room(room) {
            _ if room == Room::SignUp => Way::To(Destination::Channel(scene.sign_up)),
            Some(id) => Way::To(Destination::Channel(id)),
            None if scene.swept => Way::Nowhere("the rooms are gone"),
            None => Way::NotYet,
        }
    }

    /// To the player in this seat alone.
    pub fn to_player(scene: &Scene, ground: &Ground, player: PlayerId, seat: Seat) -> Way {
        if scene.seats.get(&seat) != Some(&player) {
            return Way::Nowhere("the seat has passed to somebody else");
        }
        if !scene.threaded.contains(&player) {
            return Way::To(Destination::Dm(player, ground.dms.get(&player).copied()));
        }
        match ground.threads.get(&ThreadKey::Cards(seat)) {
            Some(thread) => Way::To(Destination::Cards(thread.id, player)),
            None if scene.swept => Way::Nowhere("the rooms are gone"),
            None => Way::NotYet,
        }
    }
}

impl Destination {
    /// The channel, opened where it is a DM that was never used.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub async fn channel(self, house: &House, scene: &Scene) -> Result<u64, Fault> {
        match self {
            Destination::Channel(id) | Destination::Cards(id, _) | Destination::Dm(_, Some(id)) => {
                Ok(id)
            }
            Destination::Dm(player, None) => Ground::open_dm(house, scene, player).await,
        }
    }

    /// Who is called before a text here: in a thread that stands in for DMs its owner.
    pub fn call(self) -> Option<PlayerId> {
        match self {
            Destination::Cards(_, owner) => Some(owner),
            Destination::Channel(_) | Destination::Dm(..) => None,
        }
    }

    /// A text as it stands here: headed by the one who is called, and in a DM, where the messages of all games meet, by the
    /// name of the game.
    pub fn headed(self, scene: &Scene, text: &str) -> String {
        match self {
            Destination::Channel(_) => text.to_owned(),
            Destination::Cards(_, owner) => format!("<@{owner}>\n{text}"),
            Destination::Dm(..) => format!("-# {}\n{text}", scene.title()),
        }
    }
}

/// Sends what is to be told up to this event. What cannot be sent now stays, and what comes after it for the same
/// destination waits; other destinations go on. Answers whose DMs turned out to be closed.
pub async fn deliver(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    round: &mut Round,
) -> Vec<PlayerId> {
    let mut closed = Vec::new();
    if let Err(fault) = try_deliver(house, scene, ground, round, &mut closed).await {
        round.note(scene, "outbox", &fault);
    }
    closed
}

async fn try_deliver(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    round: &mut Round,
    closed: &mut Vec<PlayerId>,
) -> Result<(), Fault> {
    let mut lanes: BTreeMap<Destination, Vec<OutboxRow>> = BTreeMap::new();
    for row in house.store.outbox(scene.game).await? {
        if !due(scene, row.after) {
            continue;
        }
        let way = match row.to {
            Address::Room(room) => Way::to_room(scene, ground, room),
            Address::Player(player, seat) => Way::to_player(scene, ground, player, seat),
        };
        match way {
            Way::To(destination) => lanes.entry(destination).or_default().push(row),
            Way::NotYet => round.blocked = true,
            Way::Nowhere(why) => house.store.outbox_dropped(row.id, why).await?,
        }
    }
    // In shuffled order: who is told first would say whom it is about.
    let mut lanes: Vec<(Destination, Vec<OutboxRow>)> = lanes.into_iter().collect();
    lanes.shuffle(&mut rand::rng());
    let lanes = lanes
        .into_iter()
        .map(|(destination, rows)| serve(house, scene, destination, rows).boxed());
    let ends = in_lanes(lanes.collect()).await;
    for end in ends {
        end.take_in(house, scene, ground, round, closed).await?;
    }
    Ok(())
}

fn due(scene: &Scene, after: EventNumber) -> bool {
    after < scene.next
}

/// Does all of this, so many at the same time.
pub async fn in_lanes<T>(tasks: Vec<BoxFuture<'_, T>>) -> Vec<T> {
    futures::stream::iter(tasks)
        .buffer_unordered(LANES)
        .collect()
        .await
}

/// What came of serving one destination.
struct LaneEnd {
    destination: Destination,
    channel: Option<u64>,
    sent: usize,
    fault: Option<(OutboxRow, Fault)>,
}

async fn serve(
    house: &House,
    scene: &Scene,
    destination: Destination,
    rows: Vec<OutboxRow>,
) -> LaneEnd {
    let mut end = LaneEnd {
        destination,
        channel: None,
        sent: 0,
        fault: None,
    };
    for row in rows {
        let sent = async {
            let channel = match end.channel {
                Some(channel) => channel,
                None => destination.channel(house, scene).await?,
            };
            end.channel = Some(channel);
            send(house, scene, destination, channel, &row).await
        };
        if let Err(fault) = sent.await {
            end.fault = Some((row, fault));
            break;
        }
        end.sent += 1;
    }
    end
}

async fn send(
    house: &House,
    scene: &Scene,
    destination: Destination,
    channel: u64,
    row: &OutboxRow,
) -> Result<(), Fault> {
    let mut pings = row.part.ping.clone();
    let content = destination.headed(scene, &row.part.content);
    pings.extend(destination.call());
    if row.attempted.is_some() {
        let after = house.store.last_told(row.id.game, &row.to).await?;
        if let Some(message) = house.find_own(channel, &content, after).await? {
            house.store.outbox_sent(row.id, message).await?;
            return Ok(());
        }
    }
    house
        .store
        .outbox_attempted(row.id, Some(machine_time()))
        .await?;
    kill_point::pass(KillPoint::RowAttempted);
    let users: Vec<String> = pings.iter().map(PlayerId::to_string).collect();
    let body = json!({
        "content": content,
        "nonce": row.nonce,
        "enforce_nonce": true,
        "allowed_mentions": { "parse": [], "users": users },
    });
    let posted = house.wire.post(channel, &body, row.part.file.as_ref());
    let posted = posted.await;
    if matches!(posted, Err(Fault::Slow(_))) && row.attempted.is_none() {
        // Discord has not taken it: next time there is nothing to look for.
        house.store.outbox_attempted(row.id, None).await?;
    }
    let message = posted?;
    kill_point::pass(KillPoint::RowSent);
    house.store.outbox_sent(row.id, message).await?;
    kill_point::pass(KillPoint::RowMarked);
    Ok(())
}

impl LaneEnd {
    /// Takes what was found out into what is known, and does what there is to do about a fault.
    async fn take_in(
        self,
        house: &House,
        scene: &Scene,
        ground: &mut Ground,
        round: &mut Round,
        closed: &mut Vec<PlayerId>,
    ) -> Result<(), Fault> {
        if let (Destination::Dm(player, None), Some(channel)) = (self.destination, self.channel) {
            ground.dms.insert(player, channel);
        }
        let Some((row, fault)) = self.fault else {
            if self.sent > 0 {
                reached(house, scene, ground, self.destination).await?;
            }
            return Ok(());
        };
        round.note(scene, "message", &fault);
        match (fault, self.destination) {
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
            (Fault::NoChannel, Destination::Channel(id)) if id == scene.sign_up => {
                house
                    .store
                    .outbox_dropped(row.id, "the channel of the sign-up is gone")
                    .await?;
            }
            (Fault::NoChannel, _) => ground.surveyed = false,
            (Fault::Archived, Destination::Channel(id) | Destination::Cards(id, _)) => {
                wake(house, scene, ground, id).await?;
            }
            (Fault::Forbidden(_), Destination::Channel(id) | Destination::Cards(id, _)) => {
                tell_shut(house, scene, ground, id).await?;
            }
            (Fault::Refused { status, code, .. }, _) => {
                // It would be refused for ever, and hold up all that comes after it.
                tracing::error!(game = %scene.game, row = row.id.number, status, code, "a message was given up");
                house
                    .store
                    .outbox_dropped(row.id, &format!("refused: {code}"))
                    .await?;
                round.again = true;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Something arrived there: what the host was told of it is taken back.
///
/// # Errors
/// The store's.
pub async fn reached(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    destination: Destination,
) -> Result<(), Fault> {
    let (key, words) = match destination {
        Destination::Channel(id) | Destination::Cards(id, _) => {
            (shut(id), format!("I can write in <#{id}> again."))
        }
        Destination::Dm(player, _) => (
            format!("dm:{player}"),
            format!("{} takes messages from me again.", scene.called(player)),
        ),
    };
    mended(house, scene, ground, &key, &words).await
}

/// Tells the host of a channel in which the bot may not write.
///
/// # Errors
/// The store's.
pub async fn tell_shut(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    channel: u64,
) -> Result<(), Fault> {
    let words = format!(
        "I may not write in <#{channel}>. Open that channel's settings, Permissions, and allow my role View Channel, Send \
         Messages, Send Messages in Threads and Attach Files. What is to be told there waits; I try again every minute."
    );
    tell(house, scene, ground, &shut(channel), &words).await
}

fn shut(channel: u64) -> String {
    format!("write:{channel}")
}

/// Tells the host *that* somebody cannot be reached by DM, never what could not be told. A host who plays is not told: the
/// moment could say who was just sent something secret, and there is nothing to be done.
///
/// # Errors
/// The store's.
pub async fn tell_closed(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    player: PlayerId,
) -> Result<(), Fault> {
    if scene.cast(house.bot).host.is_none() {
        return Ok(());
    }
    let words = format!(
        "{} does not take messages from me any more. A private thread stands in for them from now on; nothing is lost, and \
         `/me` shows the same at any time.",
        scene.called(player)
    );
    tell(house, scene, ground, &format!("dm:{player}"), &words).await
}

/// Takes a thread out of the archive, so that it can be written in. What is over goes back there by itself.
///
/// # Errors
/// Where it cannot be done.
pub async fn wake(house: &House, scene: &Scene, ground: &mut Ground, id: u64) -> Result<(), Fault> {
    house
        .wire
        .edit_channel(id, &json!({ "archived": false }))
        .await?;
    let known = ground
        .threads
        .iter_mut()
        .find(|(_, thread)| thread.id == id);
    if let Some((key, thread)) = known {
        thread.done.archived = false;
        let key = *key;
        ground.save_thread(house, scene, key).await?;
    }
    Ok(())
}
