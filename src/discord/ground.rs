//! What stands on Discord of one game's rooms, as far as we know: read at the start and whenever others have had a hand
//! in it, else followed from what we do ourselves.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::kernel::audience::Room;
use crate::kernel::ids::PlayerId;
use crate::kernel::place::{ChannelKey, ChannelPlan, ThreadKey, ThreadPlan};
use crate::kill_point::{self, KillPoint};
use crate::store::Thing;

use super::faults::{Fault, tell};
use super::house::House;
use super::permissions::Overwrites;
use super::scene::Scene;
use super::things::{CATEGORY, Mark, channel_of, channel_thing, thread_of, thread_thing};
use super::threads::Seen;
use super::wire::id_of;

/// Discord's number for a category.
const KIND_CATEGORY: u64 = 4;
/// Discord's number for a text channel.
const KIND_TEXT: u64 = 0;
/// Discord's number for a private thread.
const KIND_PRIVATE_THREAD: u64 = 12;
/// The longest time after which Discord archives a silent thread by itself: a week, in minutes.
const ARCHIVE_AFTER_MINUTES: u64 = 10_080;

/// A channel, or the category.
#[derive(Debug, Clone)]
pub struct Channel {
    /// Its id.
    pub id: u64,
    /// Its overwrites as they are.
    pub overwrites: Overwrites,
    /// Whether it hangs under no category.
    pub loose: bool,
    /// Name and topic as last sent.
    pub said: Said,
}

/// A channel's name and topic.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Said {
    /// The name.
    pub name: String,
    /// The topic.
    pub topic: String,
}

/// A private thread.
#[derive(Debug, Clone)]
pub struct Thread {
    /// Its id.
    pub id: u64,
    /// What we did to it.
    pub done: Done,
}

/// What we did to a thread; kept in the store, for Discord does not tell a bot who is in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Done {
    /// Its name as sent.
    pub name: String,
    /// Who is in it for certain.
    pub members: BTreeSet<u64>,
    /// Who may be in it: those, and whom we were about to bring in.
    pub perhaps: BTreeSet<u64>,
    /// Who asked to read it when the game was over.
    pub guests: BTreeSet<u64>,
    /// Whether it is locked.
    pub locked: bool,
    /// Whether it is archived.
    pub archived: bool,
}

/// What stands of one game's rooms.
#[derive(Debug, Default)]
pub struct Ground {
    /// Whether all below is known.
    pub surveyed: bool,
    /// The category.
    pub category: Option<Channel>,
    /// The channels.
    pub channels: BTreeMap<ChannelKey, Channel>,
    /// The threads.
    pub threads: BTreeMap<ThreadKey, Thread>,
    /// The channels for direct messages.
    pub dms: BTreeMap<PlayerId, u64>,
    /// Whether the last reading found channels that are not as we had left them.
    pub meddled: bool,
    /// In how many rounds in a row rights could not be taken.
    pub loose: u32,
    /// Whether the last taking of rights and making of rooms went without a fault.
    pub in_order: bool,
    /// The faults that the host was told of.
    pub faults: BTreeSet<String>,
    /// Who turned out to be on the server or not, of which the game is still to be told.
    pub seen: Seen,
    /// What was begun to be made, and may stand without being known.
    begun: BTreeSet<String>,
}

impl Ground {
    /// Where a room is, if it stands.
    pub fn room(&self, room: Room) -> Option<u64> {
        match (room.channel(), room.thread()) {
            (Some(key), _) => self.channels.get(&key).map(|channel| channel.id),
            (None, Some(key)) => self.threads.get(&key).map(|thread| thread.id),
            (None, None) => None,
        }
    }

    /// Whether nothing stands, nor may stand unknown.
    pub fn is_bare(&self) -> bool {
        self.category.is_none()
            && self.channels.is_empty()
            && self.threads.is_empty()
            && self.begun.is_empty()
    }

    /// Reads what stands: what the store says is ours, as Discord has it. What is ours and gone is forgotten, and the host is
    /// told; it is made again.
    ///
    /// # Errors
    /// Where Discord or the store cannot be read; then nothing is known.
    pub async fn survey(&mut self, house: &House, scene: &Scene) -> Result<(), Fault> {
        self.surveyed = false;
        let left = self.overwrites();
        let things = house.store.things(scene.game).await?;
        let faults = house.store.faults(scene.game).await?;
        self.faults = faults.into_iter().map(|(key, _)| key).collect();
        self.category = None;
        self.channels.clear();
        self.threads.clear();
        self.begun.clear();
        let rooms = things.iter().filter(|thing| !thing.key.starts_with("dm:"));
        let (standing, begun): (Vec<&Thing>, Vec<&Thing>) =
            rooms.partition(|thing| thing.discord_id != 0);
        self.begun
            .extend(begun.iter().map(|thing| thing.key.clone()));
        for thing in &things {
            if let Some(player) = thing.key.strip_prefix("dm:").and_then(|id| id.parse().ok()) {
                self.dms.insert(player, thing.discord_id);
            }
        }
        if !standing.is_empty() {
            let gone = self.read(house, scene, &standing).await?;
            for thing in gone {
                house.store.drop_thing(scene.game, &thing.key).await?;
                self.tell_gone(house, scene, thing).await?;
            }
        }
        let found = self.overwrites();
        self.meddled = left
            .iter()
            .any(|(id, left)| found.get(id).is_some_and(|found| found != left));
        self.surveyed = true;
        Ok(())
    }

    fn overwrites(&self) -> BTreeMap<u64, Overwrites> {
        let channels = self.channels.values().chain(&self.category);
        channels
            .map(|channel| (channel.id, channel.overwrites.clone()))
            .collect()
    }

    async fn read<'t>(
        &mut self,
        house: &House,
        scene: &Scene,
        standing: &[&'t Thing],
    ) -> Result<Vec<&'t Thing>, Fault> {
        let listing = house.listing(scene.guild).await?;
        let (channels, active) = (&listing.channels, &listing.threads);
        let mut gone = Vec::new();
        for thing in standing {
            let listed = channels
                .iter()
                .find(|channel| id_of(channel) == thing.discord_id);
            if let Some(key) = thread_of(&thing.key) {
                let mut done: Done = serde_json::from_str(&thing.extra).unwrap_or_default();
                // What is over and archived is not looked at again: there can be hundreds of them.
                if !done.archived {
                    let live = active
                        .iter()
                        .find(|thread| id_of(thread) == thing.discord_id);
                    match live {
                        Some(live) => done.locked = live["thread_metadata"]["locked"] == true,
                        None => match house.wire.channel(thing.discord_id).await {
                            // It fell asleep by itself (whoever writes wakes it up); or it was locked, and put away without
                            // our knowing.
                            Ok(thread) => {
                                let state = &thread["thread_metadata"];
                                done.locked = state["locked"] == true;
                                done.archived = done.locked && state["archived"] == true;
                            }
                            Err(Fault::NoChannel) => {
                                gone.push(*thing);
                                continue;
                            }
                            Err(fault) => return Err(fault),
                        },
                    }
                }
                let id = thing.discord_id;
                self.threads.insert(key, Thread { id, done });
            } else if let Some(listed) = listed {
                let channel = Channel {
                    id: thing.discord_id,
                    overwrites: Overwrites::read(listed),
                    loose: listed["parent_id"].is_null(),
                    said: serde_json::from_str(&thing.extra).unwrap_or_default(),
                };
                match channel_of(&thing.key) {
                    Some(key) => drop(self.channels.insert(key, channel)),
                    None => self.category = Some(channel),
                }
            } else {
                gone.push(*thing);
            }
        }
        Ok(gone)
    }

    async fn tell_gone(
        &mut self,
        house: &House,
        scene: &Scene,
        thing: &Thing,
    ) -> Result<(), Fault> {
        if scene.swept
            || matches!(
                thread_of(&thing.key),
                Some(ThreadKey::Chat(_) | ThreadKey::Coven)
            )
        {
            // Which secret threads there are is no business of the desk's.
            tracing::warn!(game = %scene.game, channel = thing.discord_id, "a room was deleted");
            return Ok(());
        }
        tracing::warn!(game = %scene.game, channel = thing.discord_id, "a room was deleted");
        let said: Said = serde_json::from_str(&thing.extra).unwrap_or_default();
        let name = super::render::escape(&said.name);
        let words = match thing.key.as_str() {
            CATEGORY => format!(
                "The category “{name}” of this game was deleted. I make it again and put the game's channels back into it; \
                 nothing that was said is lost. To end the game use `/host end`."
            ),
            _ => format!(
                "The channel “{name}” of this game was deleted. I make it again; what was said there is gone, but `/history` \
                 tells what happened. To end the game use `/host end`."
            ),
        };
        tell(
            house,
            scene,
            self,
            &format!("deleted:{}", thing.discord_id),
            &words,
        )
        .await
    }

    /// The category's id; it is made where it does not stand. Closed to everybody by itself.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub async fn make_category(&mut self, house: &House, scene: &Scene) -> Result<u64, Fault> {
        if let Some(category) = &self.category {
            return Ok(category.id);
        }
        let cast = scene.cast(house.bot);
        let overwrites = Overwrites::closed(&cast);
        let name = channel_name(&scene.name);
        let body = json!({ "name": name, "type": KIND_CATEGORY, "permission_overwrites": overwrites.write() });
        let said = Said {
            name,
            topic: String::new(),
        };
        let mark = Mark::new(CATEGORY.to_owned(), &said);
        let server = house.server(scene.guild);
        let _making = server.making().await;
        let alike = |channel: &Value| {
            channel["type"] == KIND_CATEGORY
                && channel["name"] == said.name
                && Overwrites::read(channel).are_ours(&cast)
        };
        let id = match self.find_begun(house, scene, &mark, alike).await? {
            Some(id) => id,
            None => house.wire.make_channel(scene.guild, &body).await?,
        };
        kill_point::pass(KillPoint::CategoryMade);
        self.put_down(house, scene, &mark, id).await?;
        self.category = Some(Channel {
            id,
            overwrites,
            loose: true,
            said,
        });
        Ok(id)
    }

    /// Makes a channel where it does not stand.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub async fn make_channel(
        &mut self,
        house: &House,
        scene: &Scene,
        category: u64,
        plan: &ChannelPlan,
        overwrites: Overwrites,
    ) -> Result<(), Fault> {
        if self.channels.contains_key(&plan.key) {
            return Ok(());
        }
        let cast = scene.cast(house.bot);
        let said = Said {
            name: channel_name(&plan.name),
            topic: super::limits::cut(&plan.topic, super::limits::TOPIC),
        };
        let body = json!({
            "name": said.name,
            "type": KIND_TEXT,
            "topic": said.topic,
            "parent_id": category.to_string(),
            "permission_overwrites": overwrites.write(),
            "default_auto_archive_duration": ARCHIVE_AFTER_MINUTES,
        });
        let mark = Mark::new(channel_thing(plan.key), &said);
        let server = house.server(scene.guild);
        let _making = server.making().await;
        // Within a category of ours nobody else makes channels with our own overwrite, and topics tell ours apart.
        let parent = category.to_string();
        let alike = |channel: &Value| {
            channel["parent_id"] == parent.as_str()
                && channel["topic"].as_str().unwrap_or_default() == said.topic
                && same_name(&channel["name"], &said.name)
                && Overwrites::read(channel).are_ours(&cast)
        };
        let id = match self.find_begun(house, scene, &mark, alike).await? {
            Some(id) => id,
            None => house.wire.make_channel(scene.guild, &body).await?,
        };
        kill_point::pass(KillPoint::ChannelMade);
        self.put_down(house, scene, &mark, id).await?;
        self.channels.insert(
            plan.key,
            Channel {
                id,
                overwrites,
                loose: false,
                said,
            },
        );
        Ok(())
    }

    /// Makes a private thread where it does not stand; nobody is in it yet.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub async fn make_thread(
        &mut self,
        house: &House,
        scene: &Scene,
        plan: &ThreadPlan,
    ) -> Result<(), Fault> {
        if self.threads.contains_key(&plan.key) {
            return Ok(());
        }
        let Some(parent) = self.channels.get(&plan.parent).map(|parent| parent.id) else {
            return Ok(());
        };
        let done = Done {
            name: channel_name(&plan.name),
            ..Done::default()
        };
        let body = json!({
            "name": done.name,
            "type": KIND_PRIVATE_THREAD,
            "invitable": false,
            "auto_archive_duration": ARCHIVE_AFTER_MINUTES,
        });
        let mark = Mark::new(thread_thing(plan.key), &done);
        let server = house.server(scene.guild);
        let _making = server.making().await;
        let (bot, above) = (house.bot.to_string(), parent.to_string());
        let alike = |thread: &Value| {
            thread["type"] == KIND_PRIVATE_THREAD
                && thread["parent_id"] == above.as_str()
                && thread["owner_id"] == bot.as_str()
                && thread["name"] == done.name
        };
        let id = match self.find_begun(house, scene, &mark, alike).await? {
            Some(id) => id,
            None => house.wire.make_thread(parent, &body).await?,
        };
        kill_point::pass(KillPoint::ThreadMade);
        self.put_down(house, scene, &mark, id).await?;
        self.threads.insert(plan.key, Thread { id, done });
        Ok(())
    }

    /// Puts down that something is about to be made; where that stood already, looks whether it was made without our
    /// knowing (the process was killed in between, or the answer got lost).
    async fn find_begun(
        &mut self,
        house: &House,
        scene: &Scene,
        mark: &Mark,
        alike: impl Fn(&Value) -> bool,
    ) -> Result<Option<u64>, Fault> {
        if self.begun.insert(mark.key.clone()) {
            house.store.put_thing(scene.game, mark.thing(0)).await?;
            kill_point::pass(KillPoint::ThingBegun);
            return Ok(None);
        }
        let listed = match thread_of(&mark.key) {
            Some(_) => house.wire.active_threads(scene.guild).await?,
            None => house.wire.channels(scene.guild).await?,
        };
        for candidate in listed.iter().filter(|candidate| alike(candidate)) {
            if house.store.whose_thing(id_of(candidate)).await?.is_none() {
                return Ok(Some(id_of(candidate)));
            }
        }
        Ok(None)
    }

    async fn put_down(
        &mut self,
        house: &House,
        scene: &Scene,
        mark: &Mark,
        id: u64,
    ) -> Result<(), Fault> {
        house.store.put_thing(scene.game, mark.thing(id)).await?;
        kill_point::pass(KillPoint::ThingKept);
        self.begun.remove(&mark.key);
        Ok(())
    }

    /// Puts down a channel's name and topic as sent.
    ///
    /// # Errors
    /// The store's.
    pub async fn save_channel(
        &self,
        house: &House,
        scene: &Scene,
        key: ChannelKey,
    ) -> Result<(), Fault> {
        if let Some(channel) = self.channels.get(&key) {
            let mark = Mark::new(channel_thing(key), &channel.said);
            house
                .store
                .put_thing(scene.game, mark.thing(channel.id))
                .await?;
        }
        Ok(())
    }

    /// Puts down what was done to a thread.
    ///
    /// # Errors
    /// The store's.
    pub async fn save_thread(
        &self,
        house: &House,
        scene: &Scene,
        key: ThreadKey,
    ) -> Result<(), Fault> {
        if let Some(thread) = self.threads.get(&key) {
            let mark = Mark::new(thread_thing(key), &thread.done);
            house
                .store
                .put_thing(scene.game, mark.thing(thread.id))
                .await?;
        }
        Ok(())
    }

    /// The channel for direct messages with this player.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub async fn open_dm(house: &House, scene: &Scene, player: PlayerId) -> Result<u64, Fault> {
        let id = house.wire.open_dm(player).await?;
        kill_point::pass(KillPoint::DmOpened);
        let thing = Thing {
            key: format!("dm:{player}"),
            discord_id: id,
            extra: String::new(),
        };
        house.store.put_thing(scene.game, thing).await?;
        Ok(id)
    }

    /// What was begun, and stands without being known: channels in the category, or the category, which then is empty.
    async fn unknown(&self, house: &House, scene: &Scene) -> Result<Vec<u64>, Fault> {
        let cast = scene.cast(house.bot);
        let server = house.server(scene.guild);
        let _making = server.making().await;
        let mut unknown = Vec::new();
        for channel in house.wire.channels(scene.guild).await? {
            let alike = match &self.category {
                Some(category) => channel["parent_id"] == category.id.to_string().as_str(),
                None => {
                    channel["type"] == KIND_CATEGORY
                        && channel["name"] == channel_name(&scene.name).as_str()
                }
            };
            if alike
                && Overwrites::read(&channel).are_ours(&cast)
                && house.store.whose_thing(id_of(&channel)).await?.is_none()
            {
                unknown.push(id_of(&channel));
            }
        }
        Ok(unknown)
    }

    /// Deletes all that stands of the rooms, the category last.
    ///
    /// # Errors
    /// What could not be deleted; what is left is tried again.
    pub async fn sweep(&mut self, house: &House, scene: &Scene) -> Result<(), Fault> {
        let delete = async |id: u64| match house.wire.delete_channel(id).await {
            Ok(()) | Err(Fault::NoChannel) => Ok(()),
            Err(fault) => Err(fault),
        };
        if !self.begun.is_empty() {
            for id in self.unknown(house, scene).await? {
                delete(id).await?;
            }
        }
        for key in self.channels.keys().copied().collect::<Vec<_>>() {
            delete(self.channels[&key].id).await?;
            kill_point::pass(KillPoint::ChannelSwept);
            house
                .store
                .drop_thing(scene.game, &channel_thing(key))
                .await?;
            self.channels.remove(&key);
        }
        if let Some(category) = &self.category {
            delete(category.id).await?;
            house.store.drop_thing(scene.game, CATEGORY).await?;
            self.category = None;
        }
        // Threads went with their channels.
        for key in std::mem::take(&mut self.threads).into_keys() {
            house
                .store
                .drop_thing(scene.game, &thread_thing(key))
                .await?;
        }
        for key in std::mem::take(&mut self.begun) {
            house.store.drop_thing(scene.game, &key).await?;
        }
        Ok(())
    }
}

fn channel_name(name: &str) -> String {
    super::limits::cut(name.trim(), super::limits::CHANNEL_NAME)
}

/// Whether Discord has this name: it writes channels' names in its own way (lower case, dashes).
fn same_name(theirs: &Value, ours: &str) -> bool {
    let letters = |name: &str| -> String {
        name.to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect()
    };
    theirs
        .as_str()
        .is_some_and(|theirs| letters(theirs) == letters(ours))
}
