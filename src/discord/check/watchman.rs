//! The watchman: looks at a server again when rights on it change, and tells the desks of its games what is new.
//!
//! What was told stands in the store as a fault of that game, so that each finding is told once, also after a restart, and its
//! end too. One server is looked at at a time, and none twice within some seconds: players' presses go before.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::findings::{Finding, KEYS, LACKS, Look, lines};
use super::readers::power;
use crate::discord::faults::Fault;
use crate::discord::house::House;
use crate::discord::limits;
use crate::discord::render::{Names, split};
use crate::discord::rooms::ROOMS;
use crate::discord::scene::Scene;
use crate::discord::stage::Stage;
use crate::discord::wire::Wire;
use crate::games::Stand;
use crate::host::{Host, View};
use crate::kernel::audience::Room;
use crate::kernel::ids::{GameId, PlayerId};
use crate::store::{Address, OutNotice, Part};

/// How long a server is left alone after a look.
const PACE: Duration = Duration::from_secs(3);
/// The longest wait after a look that failed.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// The watchman; clones share it. When the last one is gone the watch ends.
#[derive(Clone)]
pub struct Watchman {
    inner: Arc<Inner>,
}

struct Inner {
    host: Host,
    stage: Stage,
    may_list: bool,
    beat: Mutex<Beat>,
    bell: Arc<Notify>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// Which servers are to be looked at, and what is known of them.
#[derive(Default)]
struct Beat {
    due: BTreeMap<u64, Instant>,
    known: BTreeMap<u64, Known>,
}

/// What the last look at a server found, as far as it says which changes matter.
#[derive(Default)]
struct Known {
    looked: Option<Instant>,
    failures: u32,
    owner: u64,
    powerful: BTreeSet<u64>,
    readers: BTreeSet<u64>,
    slow: BTreeMap<u64, u64>,
    /// Who was let into a room by hand. That is put back at once, so it counts only if the next look finds it as well.
    let_in: BTreeSet<(GameId, String)>,
}

impl Watchman {
    /// Begins to watch; `may_list`: whether the list of members may be read (the members intent).
    pub fn start(host: Host, stage: Stage, may_list: bool) -> Watchman {
        let inner = Arc::new(Inner {
            host,
            stage,
            may_list,
            beat: Mutex::default(),
            bell: Arc::default(),
            task: Mutex::default(),
        });
        let watching = Arc::downgrade(&inner);
        inner.stage.on_meddling(move |guild| {
            if let Some(inner) = watching.upgrade() {
                inner.look_again(guild);
            }
        });
        let task = tokio::spawn(walk(Arc::downgrade(&inner), Arc::clone(&inner.bell)));
        *lock(&inner.task) = Some(task);
        Watchman { inner }
    }

    /// Rights on this server have changed, or may have: its running games are looked after.
    pub fn look_again(&self, guild: u64) {
        self.inner.look_again(guild);
    }

    /// A member has these roles now. Where that gives no power over secrets and takes none, nothing has changed.
    pub fn member_changed(&self, guild: u64, user: u64, roles: impl Iterator<Item = u64>) {
        let own = user == self.inner.house().bot;
        let matters = match lock(&self.inner.beat).known.get(&guild) {
            Some(known) => {
                let mut roles = roles;
                let powerful = roles.any(|role| known.powerful.contains(&role));
                user != known.owner && powerful != known.readers.contains(&user)
            }
            None => true,
        };
        if own || matters {
            self.look_again(guild);
        }
    }

    /// A channel or thread has this slowmode now, in seconds.
    pub fn slowmode_changed(&self, guild: u64, channel: u64, seconds: u64) {
        let known = lock(&self.inner.beat)
            .known
            .get(&guild)
            .and_then(|known| known.slow.get(&channel).copied());
        if known.unwrap_or(0) != seconds {
            self.look_again(guild);
        }
    }

    /// This server belongs to somebody now.
    pub fn owned_by(&self, guild: u64, owner: u64) {
        let known = lock(&self.inner.beat)
            .known
            .get(&guild)
            .map(|known| known.owner);
        if known != Some(owner) {
            self.look_again(guild);
        }
    }

    /// One look at a server and at these people on it.
    ///
    /// # Errors
    /// Discord's.
    pub(super) async fn look(
        &self,
        wire: &Wire,
        guild: u64,
        people: &[PlayerId],
    ) -> Result<Look, Fault> {
        self.inner.look(wire, guild, people).await
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(task) = lock(&self.task).take() {
            task.abort();
        }
    }
}

/// None of these locks is held across a wait, and nothing under them panics half way through a change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn walk(watchman: Weak<Inner>, bell: Arc<Notify>) {
    loop {
        let next = match watchman.upgrade() {
            Some(inner) => inner.next(),
            None => return,
        };
        match next {
            Next::Look(guild) => {
                let Some(inner) = watchman.upgrade() else {
                    return;
                };
                inner.serve(guild).await;
            }
            Next::Wait(Some(until)) => {
                tokio::select! {
                    () = tokio::time::sleep_until(until) => {}
                    () = bell.notified() => {}
                }
            }
            Next::Wait(None) => bell.notified().await,
        }
    }
}

enum Next {
    Look(u64),
    Wait(Option<Instant>),
}

impl Inner {
    fn house(&self) -> &House {
        self.stage.house()
    }

    async fn look(&self, wire: &Wire, guild: u64, people: &[PlayerId]) -> Result<Look, Fault> {
        Look::at(wire, self.house().bot, guild, self.may_list, people).await
    }

    fn look_again(&self, guild: u64) {
        {
            let mut beat = lock(&self.beat);
            let looked = beat.known.get(&guild).and_then(|known| known.looked);
            let soonest = looked.map_or_else(Instant::now, |looked| looked + PACE);
            beat.due.entry(guild).or_insert(soonest);
        }
        self.bell.notify_one();
    }

    /// The server whose turn it is; it is taken off the list.
    fn next(&self) -> Next {
        let mut beat = lock(&self.beat);
        let soonest = beat.due.iter().min_by_key(|(_, due)| **due);
        match soonest.map(|(guild, due)| (*guild, *due)) {
            None => Next::Wait(None),
            Some((_, due)) if due > Instant::now() => Next::Wait(Some(due)),
            Some((guild, _)) => {
                beat.due.remove(&guild);
                Next::Look(guild)
            }
        }
    }

    /// Looks at one server and tells its desks.
    async fn serve(&self, guild: u64) {
        let mut views = self.host.views();
        views.retain(|view| view.guild == guild && view.session.stand() == Stand::Running);
        if views.is_empty() {
            lock(&self.beat).known.remove(&guild);
            return;
        }
        match self.try_serve(guild, &views).await {
            Ok(()) => {}
            Err(fault) if fault.passes() => {
                let mut beat = lock(&self.beat);
                let known = beat.known.entry(guild).or_default();
                let wait = PACE.saturating_mul(1 << known.failures.min(10));
                known.failures += 1;
                tracing::debug!(guild, %fault, "a server cannot be looked at; again later");
                beat.due
                    .entry(guild)
                    .or_insert(Instant::now() + wait.min(LONGEST_WAIT));
            }
            // Where the bot is not on the server there is nothing to look at until it is back, which is heard.
            Err(fault) => tracing::warn!(guild, %fault, "a server cannot be looked at"),
        }
    }

    async fn try_serve(&self, guild: u64, views: &[Arc<View>]) -> Result<(), Fault> {
        // Players are not asked for one by one here: without the list of members their roles are named.
        let look = self.look(&self.house().wire, guild, &[]).await?;
        let before = {
            let mut beat = lock(&self.beat);
            let before = beat.known.remove(&guild).unwrap_or_default().let_in;
            beat.known.insert(guild, Known::of(&look));
            before
        };
        for view in views {
            let let_in = self.tell(&look, view, &before).await?;
            if let_in.iter().any(|suspect| !before.contains(suspect)) {
                self.look_again(guild);
            }
            if let Some(known) = lock(&self.beat).known.get_mut(&guild) {
                known.let_in.extend(let_in);
            }
        }
        Ok(())
    }

    /// Tells one game's desk what is new and what is over. Answers who is let in by hand.
    async fn tell(
        &self,
        look: &Look,
        view: &View,
        before: &BTreeSet<(GameId, String)>,
    ) -> Result<BTreeSet<(GameId, String)>, Fault> {
        let store = &self.house().store;
        let scene = Scene::of(view, self.host.now());
        let things = store.things(view.game).await?;
        let session = &view.session;
        let mut findings = look.while_it_runs(&scene, &things);
        findings.retain(|finding| match finding {
            Finding::Reader(reader) => !session.lobby.readers.contains(&reader.id),
            _ => true,
        });
        let suspects: BTreeSet<(GameId, String)> = findings
            .iter()
            .filter(|finding| matches!(finding, Finding::LetIn { .. }))
            .map(|finding| (view.game, finding.key()))
            .collect();
        let people: Vec<(PlayerId, &str)> = findings
            .iter()
            .filter_map(|finding| match finding {
                Finding::Reader(reader) => Some((reader.id, reader.name.as_str())),
                _ => None,
            })
            .collect();
        let names = Names::with(session, &people);
        let faults: BTreeMap<String, String> = store.faults(view.game).await?.into_iter().collect();
        let is_news = |finding: &&Finding| {
            let key = finding.key();
            let passing = matches!(finding, Finding::LetIn { .. })
                && !before.contains(&(view.game, key.clone()));
            !faults.contains_key(&key) && !passing
        };
        let news: Vec<&Finding> = findings.iter().filter(is_news).collect();
        let standing: BTreeSet<String> = findings.iter().map(Finding::key).collect();
        let over: Vec<(&String, &String)> = faults
            .iter()
            .filter(|(key, _)| key.starts_with(KEYS) && !standing.contains(*key))
            .collect();
        if news.is_empty() && over.is_empty() {
            return Ok(suspects);
        }
        // Where rooms could not be arranged the host was told of the lacking permissions with it.
        let told_with_rooms =
            |finding: &Finding| faults.contains_key(ROOMS) && finding.key().starts_with(LACKS);
        let noted = news.iter().map(|finding| {
            let words = match told_with_rooms(finding) {
                true => String::new(),
                false => finding.short(&names),
            };
            (finding.key(), words)
        });
        let noted: Vec<(String, String)> = noted.collect();
        let told = news
            .iter()
            .copied()
            .filter(|finding| !told_with_rooms(finding));
        let ended = over
            .iter()
            .map(|(_, words)| words.as_str())
            .filter(|words| !words.is_empty());
        let parts = message(&scene, &lines(told, &names), ended.collect());
        let notices = match parts.is_empty() {
            true => Vec::new(),
            false => vec![OutNotice {
                to: Address::Room(Room::Desk),
                parts,
            }],
        };
        let over = over.into_iter().map(|(key, _)| key.clone()).collect();
        store.change_faults(view.game, noted, over, notices).await?;
        self.stage.recheck(view.game);
        Ok(suspects)
    }
}

impl Known {
    fn of(look: &Look) -> Known {
        let server = &look.server;
        let powerful = |rights: u64| power(rights & !server.everyone).is_some();
        Known {
            looked: Some(Instant::now()),
            failures: 0,
            owner: server.owner,
            powerful: server
                .roles
                .iter()
                .filter(|(_, role)| powerful(role.rights))
                .map(|(id, _)| *id)
                .collect(),
            readers: look
                .members
                .known
                .iter()
                .filter(|member| powerful(server.rights(&member.roles)))
                .map(|member| member.id)
                .collect(),
            slow: look.slow(),
            let_in: BTreeSet::new(),
        }
    }
}

/// What the desk reads; nothing where there is nothing to say.
fn message(scene: &Scene, news: &[String], ended: Vec<&str>) -> Vec<Part> {
    let mut text = String::new();
    if !news.is_empty() {
        text += &format!(
            "<@{}> Something about this server has changed that the game should not have:",
            scene.host
        );
        for line in news {
            text += "\n- ";
            text += line;
        }
    }
    if !ended.is_empty() {
        if !text.is_empty() {
            text += "\n";
        }
        text += "No longer so: ";
        text += &ended.join("; ");
        text += ".";
    }
    if text.is_empty() {
        return Vec::new();
    }
    text += "\n-# The game goes on. `/host check` looks at all of it.";
    let mut parts: Vec<Part> = split(&text, limits::MESSAGE)
        .into_iter()
        .map(|content| Part {
            content,
            ..Part::default()
        })
        .collect();
    if let Some(first) = parts.first_mut().filter(|_| !news.is_empty()) {
        first.ping = vec![scene.host];
    }
    parts
}
