//! Threads as they should be: who is in them, and what is over.

use std::collections::BTreeSet;

use serde_json::json;

use crate::kernel::place::{Place, ThreadKey};
use crate::kill_point::{self, KillPoint};

use super::faults::Fault;
use super::ground::Ground;
use super::house::House;
use super::scene::Scene;

/// Brings somebody into all threads of a game that is over, at that person's own wish.
///
/// # Errors
/// Where the store cannot be written; what cannot be done on Discord is tried again by and by.
pub async fn open_for(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    user: u64,
) -> Result<(), Fault> {
    if !scene.place.as_ref().is_some_and(|place| place.open_to_all) {
        return Ok(());
    }
    for key in ground.threads.keys().copied().collect::<Vec<_>>() {
        let thread = ground
            .threads
            .get_mut(&key)
            .expect("the key was just listed");
        if thread.done.guests.insert(user) {
            ground.save_thread(house, scene, key).await?;
        }
    }
    Ok(())
}

/// Forgets that somebody is in a thread, or (without one) in any: whoever is wanted there is brought in again.
///
/// # Errors
/// The store's.
pub async fn forget(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    thread: Option<u64>,
    user: u64,
) -> Result<(), Fault> {
    for key in ground.threads.keys().copied().collect::<Vec<_>>() {
        let known = ground
            .threads
            .get_mut(&key)
            .expect("the key was just listed");
        let meant = thread.is_none_or(|id| id == known.id);
        if meant && known.done.members.remove(&user) {
            ground.save_thread(house, scene, key).await?;
        }
    }
    Ok(())
}

/// Remembers that somebody was brought into a thread by others: who is not wanted there is taken out.
///
/// # Errors
/// The store's.
pub async fn notice(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    thread: u64,
    user: u64,
) -> Result<(), Fault> {
    let known = ground
        .threads
        .iter_mut()
        .find(|(_, known)| known.id == thread);
    if let Some((key, known)) = known
        && user != house.bot
        && known.done.perhaps.insert(user)
    {
        let key = *key;
        ground.save_thread(house, scene, key).await?;
    }
    Ok(())
}

/// Who turned out to be there, or not to be on the server any more.
#[derive(Debug, Default)]
pub struct Seen {
    /// Who came in.
    pub here: BTreeSet<u64>,
    /// Who is not a member of the server.
    pub gone: BTreeSet<u64>,
}

/// What a thread should be.
pub(super) struct Wanted {
    members: BTreeSet<u64>,
    locked: bool,
    archived: bool,
}

impl Wanted {
    pub(super) fn of(scene: &Scene, place: &Place, ground: &Ground, key: ThreadKey) -> Wanted {
        let Some(plan) = place.threads.iter().find(|plan| plan.key == key) else {
            // Nobody plans it any more: nobody writes there, and nobody new comes in.
            let members = ground
                .threads
                .get(&key)
                .map(|thread| thread.done.members.clone());
            return Wanted {
                members: members.unwrap_or_default(),
                locked: true,
                archived: true,
            };
        };
        let mut members: BTreeSet<u64> = plan
            .members
            .iter()
            .filter_map(|seat| scene.seats.get(seat))
            .map(|player| player.0)
            .collect();
        if plan.host && !scene.seats.values().any(|player| *player == scene.host) {
            members.insert(scene.host.0);
        }
        if place.open_to_all
            && let Some(thread) = ground.threads.get(&key)
        {
            members.extend(&thread.done.guests);
        }
        Wanted {
            members,
            locked: plan.locked,
            archived: plan.locked && !place.open_to_all,
        }
    }
}

/// Takes out who does not belong there, and locks what is over.
///
/// # Errors
/// What could not be done.
pub(super) async fn close_thread(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    key: ThreadKey,
    wanted: &Wanted,
) -> Result<(), Fault> {
    let thread = ground
        .threads
        .get_mut(&key)
        .expect("the key was just listed");
    let known = thread.done.members.union(&thread.done.perhaps);
    let leaving: Vec<u64> = known
        .copied()
        .filter(|user| !wanted.members.contains(user))
        .collect();
    let before = thread.done.clone();
    if !leaving.is_empty() && thread.done.archived {
        house
            .wire
            .edit_channel(thread.id, &json!({ "archived": false }))
            .await?;
        thread.done.archived = false;
    }
    for user in leaving {
        let removed = match house.wire.remove_member(thread.id, user).await {
            Err(Fault::Archived) => {
                house
                    .wire
                    .edit_channel(thread.id, &json!({ "archived": false }))
                    .await?;
                house.wire.remove_member(thread.id, user).await
            }
            other => other,
        };
        match removed {
            Ok(()) | Err(Fault::NoMember) => {
                thread.done.members.remove(&user);
                thread.done.perhaps.remove(&user);
            }
            Err(Fault::NoChannel) => {
                ground.surveyed = false;
                return Err(Fault::NoChannel);
            }
            Err(fault) => return Err(fault),
        }
    }
    if wanted.locked && !thread.done.locked {
        house
            .wire
            .edit_channel(thread.id, &json!({ "locked": true }))
            .await?;
        kill_point::pass(KillPoint::ThreadLocked);
        thread.done.locked = true;
    }
    if thread.done != before {
        ground.save_thread(house, scene, key).await?;
    }
    Ok(())
}

/// Brings in who belongs there, and puts away what is over.
///
/// # Errors
/// What could not be done.
pub(super) async fn fill_thread(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    key: ThreadKey,
    wanted: &Wanted,
    seen: &mut Seen,
) -> Result<(), Fault> {
    let thread = ground
        .threads
        .get_mut(&key)
        .expect("the key was just listed");
    let id = thread.id;
    let coming: BTreeSet<u64> = wanted
        .members
        .difference(&thread.done.members)
        .copied()
        .collect();
    let stirs = !coming.is_empty() && thread.done.archived;
    if stirs || (thread.done.archived && !wanted.archived) || (thread.done.locked && !wanted.locked)
    {
        let body = json!({ "archived": false, "locked": wanted.locked });
        house.wire.edit_channel(id, &body).await?;
        thread.done.archived = false;
        thread.done.locked = wanted.locked;
        ground.save_thread(house, scene, key).await?;
    }
    if !coming.is_empty() {
        fill(house, scene, ground, key, coming, seen).await?;
    }
    let thread = ground
        .threads
        .get_mut(&key)
        .expect("the key was just listed");
    if wanted.archived && !thread.done.archived {
        let body = json!({ "archived": true, "locked": true });
        house.wire.edit_channel(id, &body).await?;
        thread.done.archived = true;
        thread.done.locked = true;
        ground.save_thread(house, scene, key).await?;
    }
    Ok(())
}

async fn fill(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    key: ThreadKey,
    coming: BTreeSet<u64>,
    seen: &mut Seen,
) -> Result<(), Fault> {
    let thread = ground
        .threads
        .get_mut(&key)
        .expect("the key was just listed");
    if !coming.is_subset(&thread.done.perhaps) {
        thread.done.perhaps.extend(&coming);
        ground.save_thread(house, scene, key).await?;
        kill_point::pass(KillPoint::MembersBegun);
    }
    let thread = ground
        .threads
        .get_mut(&key)
        .expect("the key was just listed");
    let mut fault = None;
    for user in coming {
        let added = match house.wire.add_member(thread.id, user).await {
            Err(Fault::Archived) => {
                house
                    .wire
                    .edit_channel(thread.id, &json!({ "archived": false }))
                    .await?;
                house.wire.add_member(thread.id, user).await
            }
            other => other,
        };
        match added {
            Ok(()) => {
                kill_point::pass(KillPoint::MemberAdded);
                thread.done.members.insert(user);
                seen.here.insert(user);
            }
            Err(Fault::NoMember) => {
                seen.gone.insert(user);
            }
            Err(other) => fault = Some(other),
        }
    }
    ground.save_thread(house, scene, key).await?;
    fault.map_or(Ok(()), Err)
}
