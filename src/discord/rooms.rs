//! Rooms as they should be: compared with what stands, and repaired. Rights are taken first and given last; what is told of
//! the change goes out in between.

use serde_json::json;

use crate::kernel::place::{ChannelKey, Place, ThreadKey, ThreadPlan};
use crate::kill_point::{self, KillPoint};

use super::check;
use super::faults::{Fault, Round, mended, note, tell, words_for_rooms};
use super::ground::{Ground, Said};
use super::house::House;
use super::limits;
use super::permissions::{self, Overwrites};
use super::scene::Scene;
use super::threads::{Seen, Wanted, close_thread, fill_thread};

/// The key under which the host is told that rooms cannot be arranged.
pub(super) const ROOMS: &str = "rooms";

/// Takes every right that is not wanted any more, and makes what is missing. Answers whether all of it could be done, or can
/// only be done after a repair: only then may be told what it is about.
pub async fn tighten(house: &House, scene: &Scene, ground: &mut Ground, round: &mut Round) -> bool {
    let Some(place) = scene.place.as_ref().filter(|_| !scene.swept) else {
        return true;
    };
    let mut tried = Tried::default();
    for step in [Step::Overwrites, Step::Threads, Step::Make] {
        step.take(house, scene, place, ground, &mut tried).await;
    }
    let tight = tried.faults.iter().all(|fault| !fault.passes());
    ground.in_order = tried.faults.is_empty();
    report(house, scene, ground, round, tried).await;
    tight
}

/// Gives every right that is wanted: after the notices.
pub async fn loosen(house: &House, scene: &Scene, ground: &mut Ground, round: &mut Round) {
    if scene.swept {
        if !ground.is_bare() {
            let swept = ground.sweep(house, scene).await;
            let faults = swept.err().into_iter().collect();
            report(
                house,
                scene,
                ground,
                round,
                Tried {
                    faults,
                    ..Tried::default()
                },
            )
            .await;
        }
        return;
    }
    let Some(place) = &scene.place else {
        return;
    };
    let mut tried = Tried::default();
    for step in [Step::Open, Step::Members] {
        step.take(house, scene, place, ground, &mut tried).await;
    }
    let mended = if ground.in_order && tried.faults.is_empty() {
        let words = "The rooms are as they should be again.";
        mended(house, scene, ground, ROOMS, words).await
    } else {
        Ok(())
    };
    tried.note(mended);
    report(house, scene, ground, round, tried).await;
}

/// What came of the steps so far.
#[derive(Default)]
struct Tried {
    faults: Vec<Fault>,
    seen: Seen,
}

impl Tried {
    fn note(&mut self, done: Result<(), Fault>) {
        self.faults.extend(done.err());
    }
}

/// The steps, in order.
#[derive(Clone, Copy)]
enum Step {
    /// Channels: what is too much is taken.
    Overwrites,
    /// Threads: who does not belong there goes, what is over is locked.
    Threads,
    /// What is missing is made.
    Make,
    /// Channels: what is wanted is given; names and topics follow.
    Open,
    /// Threads: who belongs there comes in, what is over is put away.
    Members,
}

impl Step {
    async fn take(
        self,
        house: &House,
        scene: &Scene,
        place: &Place,
        ground: &mut Ground,
        tried: &mut Tried,
    ) {
        match self {
            Step::Overwrites => take_rights(house, scene, place, ground, tried).await,
            Step::Threads => {
                for key in ground.threads.keys().copied().collect::<Vec<_>>() {
                    let wanted = Wanted::of(scene, place, ground, key);
                    let done = close_thread(house, scene, ground, key, &wanted).await;
                    tried.note(done);
                }
            }
            Step::Make => make(house, scene, place, ground, tried).await,
            Step::Open => give_rights(house, scene, place, ground, tried).await,
            Step::Members => {
                for key in ground.threads.keys().copied().collect::<Vec<_>>() {
                    let wanted = Wanted::of(scene, place, ground, key);
                    let done =
                        fill_thread(house, scene, ground, key, &wanted, &mut tried.seen).await;
                    tried.note(done);
                }
            }
        }
    }
}

async fn take_rights(
    house: &House,
    scene: &Scene,
    place: &Place,
    ground: &mut Ground,
    tried: &mut Tried,
) {
    let cast = scene.cast(house.bot);
    if let Some(category) = &mut ground.category {
        let closed = Overwrites::closed(&cast);
        if category.overwrites != closed {
            let done = send_overwrites(house, category.id, &closed).await;
            if done.is_ok() {
                category.overwrites = closed;
            }
            tried.note(done);
        }
    }
    for (key, channel) in &mut ground.channels {
        let plan = place.channels.iter().find(|plan| plan.key == *key);
        let wanted = plan.map_or_else(
            || Overwrites::closed(&cast),
            |plan| Overwrites::of(plan, &cast),
        );
        let tight = Overwrites::tightened(&channel.overwrites, &wanted, &cast);
        if tight != channel.overwrites {
            let done = send_overwrites(house, channel.id, &tight).await;
            kill_point::pass(KillPoint::RightsTaken);
            if done.is_ok() {
                channel.overwrites = tight;
            }
            tried.note(done);
        }
    }
}

async fn give_rights(
    house: &House,
    scene: &Scene,
    place: &Place,
    ground: &mut Ground,
    tried: &mut Tried,
) {
    let cast = scene.cast(house.bot);
    for plan in &place.channels {
        let Some(channel) = ground.channels.get_mut(&plan.key) else {
            continue;
        };
        let wanted = Overwrites::of(plan, &cast);
        if wanted != channel.overwrites {
            let done = send_overwrites(house, channel.id, &wanted).await;
            kill_point::pass(KillPoint::RightsGiven);
            if done.is_ok() {
                channel.overwrites = wanted;
            }
            tried.note(done);
        }
        let said = Said {
            name: limits::cut(plan.name.trim(), limits::CHANNEL_NAME),
            topic: limits::cut(&plan.topic, limits::TOPIC),
        };
        if said != channel.said {
            let body = json!({ "name": said.name, "topic": said.topic });
            match house.wire.edit_channel(channel.id, &body).await {
                Ok(()) => {
                    channel.said = said;
                    let saved = ground.save_channel(house, scene, plan.key).await;
                    tried.note(saved);
                }
                Err(fault) => tried.faults.push(fault),
            }
        }
    }
}

async fn send_overwrites(
    house: &House,
    channel: u64,
    overwrites: &Overwrites,
) -> Result<(), Fault> {
    let body = json!({ "permission_overwrites": overwrites.write() });
    house.wire.edit_channel(channel, &body).await
}

async fn make(house: &House, scene: &Scene, place: &Place, ground: &mut Ground, tried: &mut Tried) {
    if place.channels.is_empty() {
        return;
    }
    let category = match ground.make_category(house, scene).await {
        Ok(category) => category,
        Err(fault) => return tried.faults.push(fault),
    };
    // The channels of a category that was deleted stand without one.
    for channel in ground.channels.values_mut().filter(|channel| channel.loose) {
        let body = json!({ "parent_id": category.to_string() });
        let hung = house.wire.edit_channel(channel.id, &body).await;
        channel.loose = hung.is_err();
        tried.note(hung);
    }
    let cast = scene.cast(house.bot);
    // The desk first, for what goes wrong with the others is told there.
    let (desk, others): (Vec<_>, Vec<_>) = place
        .channels
        .iter()
        .partition(|plan| plan.key == ChannelKey::Desk);
    for plan in desk.into_iter().chain(others) {
        let made = ground
            .make_channel(house, scene, category, plan, Overwrites::of(plan, &cast))
            .await;
        tried.note(made);
    }
    for plan in &place.threads {
        if is_needed(scene, plan) {
            let made = ground.make_thread(house, scene, plan).await;
            tried.note(made);
        }
    }
}

/// A thread for a seat's cards is for those alone whose DMs are closed.
fn is_needed(scene: &Scene, plan: &ThreadPlan) -> bool {
    match plan.key {
        ThreadKey::Cards(seat) => scene
            .seats
            .get(&seat)
            .is_some_and(|player| scene.threaded.contains(player)),
        ThreadKey::Coven | ThreadKey::Chat(_) => true,
    }
}

/// Notes what went wrong, and tells the host what only the host can mend.
async fn report(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    round: &mut Round,
    tried: Tried,
) {
    let mut told: Vec<Fault> = Vec::new();
    for fault in &tried.faults {
        round.note(scene, "rooms", fault);
        if matches!(fault, Fault::NoChannel) {
            ground.surveyed = false;
        }
    }
    let lasting = tried.faults.iter().find(|fault| !fault.passes());
    let noted = match lasting {
        Some(fault) if !ground.faults.contains(ROOMS) => {
            let words = words_for_rooms(fault, lacking(house, scene).await);
            match fault {
                Fault::Forbidden(_) if knows_of_rights(house, scene).await => {
                    let noted = note(house, scene, ground, ROOMS, &words).await;
                    noted.map(drop)
                }
                _ => tell(house, scene, ground, ROOMS, &words).await,
            }
        }
        _ => Ok(()),
    };
    told.extend(noted.err());
    // Who left comes in again when they are back; until then there is nothing to try.
    round.blocked |= !tried.seen.gone.is_empty();
    ground.seen.here.extend(tried.seen.here);
    ground.seen.gone.extend(tried.seen.gone);
    for fault in told {
        round.note(scene, "telling the host", &fault);
    }
}

/// Whether the host was told which permissions the bot lacks, when they were taken away: that is said once.
async fn knows_of_rights(house: &House, scene: &Scene) -> bool {
    let told = house.store.faults(scene.game).await.unwrap_or_default();
    told.iter().any(|(key, _)| key.starts_with(check::LACKS))
}

/// What the bot's roles do not give it on this server; all that it needs where that cannot be read.
async fn lacking(house: &House, scene: &Scene) -> Vec<&'static str> {
    let have = house.wire.own_permissions(scene.guild, house.bot).await;
    let missing = permissions::missing(have.unwrap_or(0));
    if missing.is_empty() {
        permissions::missing(0)
    } else {
        missing
    }
}
