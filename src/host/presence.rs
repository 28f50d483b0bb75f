//! Whether the Moderator is there (H7), and its alarm, which rings only while it is.

use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;

use futures::StreamExt;
use tokio::sync::{mpsc, oneshot};

use crate::kernel::ids::GameId;
use crate::kernel::time::{Length, Time};

use super::game::Message;
use super::{Host, Inner, Shared};

/// Being away for longer than this is an absence (H7).
pub const ABSENCE: Length = Length(120_000);
/// How often presence is noted, by the Moderator's clock.
const BEAT: Length = Length(20_000);
/// The same by the machine's clock, so that a clock that was set back does not stop it.
const MACHINE_BEAT: Duration = Duration::from_secs(20);
/// How often at most, by the machine's: a fast clock must not wear out the disk.
const SHORTEST_BEAT: Duration = Duration::from_millis(250);
/// How many games are told of a return at the same time, so that their commits go to the disk in groups.
const TOGETHER: usize = 128;

impl Host {
    /// There is no session with the platform any more since this instant. Nothing is settled until it is back.
    pub async fn session_lost(&self, at: Time) {
        let _one_at_a_time = self.inner.turning.lock().await;
        let shared = self.shared();
        let news = shared.away.send_if_modified(|away| {
            let news = away.is_none();
            away.get_or_insert(at);
            news
        });
        if !news {
            return;
        }
        tracing::warn!("the session with the platform is lost");
        if let Err(fault) = shared.store.set_last_seen(at).await {
            tracing::warn!(%fault, "the end of the presence was not noted");
        }
    }

    /// There is a session with the platform again since this instant. After more than two minutes every game is told of the
    /// absence (H7); then what is overdue is settled, in order. Returns when all that is done.
    pub async fn session_back(&self, at: Time) {
        self.loaded().await;
        let _one_at_a_time = self.inner.turning.lock().await;
        let shared = self.shared();
        let Some(since) = *shared.away.borrow() else {
            return;
        };
        let absence = Some(since).filter(|since| at - *since > ABSENCE);
        let games: Vec<(GameId, mpsc::Sender<Message>)> = self
            .mailboxes()
            .iter()
            .map(|(game, mailbox)| (*game, mailbox.clone()))
            .filter(|(game, _)| {
                let due = shared.view(*game).and_then(|view| view.session.due());
                absence.is_some() || due.is_some_and(|due| due <= at)
            })
            .collect();
        tracing::info!(
            games = games.len(),
            absence = absence.is_some(),
            "the Moderator is there"
        );
        futures::stream::iter(games)
            .for_each_concurrent(TOGETHER, |(_, mailbox)| async move {
                let (done, told) = oneshot::channel();
                let since = absence;
                let message = Message::Back { since, at, done };
                if mailbox.send(message).await.is_ok() {
                    // An error means that the game's task is gone; nothing is left to wait for.
                    let _ = told.await;
                }
            })
            .await;
        shared.away.send_replace(None);
        if let Err(fault) = shared.store.set_last_seen(at).await {
            tracing::warn!(%fault, "the presence was not noted");
        }
    }
}

impl Host {
    /// Looks whether the machine slept or its clock was set ahead by more than an absence since this was looked at last. Then
    /// nobody could act in that time, and it is one (H7), before anything that fell due in it is settled.
    pub async fn look_for_a_jump(&self) {
        let shared = self.shared();
        let jump = {
            let jumped = shared.clock.jumped();
            let mut known = shared.jumped.lock().unwrap_or_else(PoisonError::into_inner);
            let jump = Length(jumped.0.saturating_sub(known.0));
            *known = jumped;
            jump
        };
        if jump.0 < -ABSENCE.0 {
            tracing::warn!(by_ms = jump.0, "the machine's clock was set back");
        }
        if jump <= ABSENCE {
            return;
        }
        let at = self.now();
        tracing::warn!(
            by_ms = jump.0,
            "the machine slept, or its clock was set ahead: the time between counts as an absence"
        );
        if shared.away.borrow().is_none() {
            self.session_lost(at - jump).await;
            self.session_back(at).await;
        }
    }
}

/// Wakes games when they are due.
pub(super) async fn ring(inner: Weak<Inner>) {
    loop {
        let Some(shared) = inner.upgrade().map(|inner| Arc::clone(&inner.shared)) else {
            return;
        };
        let mut away = shared.away.subscribe();
        if away.wait_for(Option::is_none).await.is_err() {
            return;
        }
        let changed = shared.alarm.changed();
        match shared.alarm.earliest() {
            None => {
                changed.await;
                continue;
            }
            Some(due) => tokio::select! {
                () = shared.clock.sleep_until(due) => {}
                () = changed => continue,
                _ = away.changed() => continue,
            },
        }
        if let Some(inner) = inner.upgrade() {
            Host { inner }.look_for_a_jump().await;
        }
        let now = shared.clock.now();
        for game in shared.alarm.take_due(now) {
            let mailbox = inner
                .upgrade()
                .and_then(|inner| inner.mailboxes().get(&game).cloned());
            if let Some(mailbox) = mailbox {
                // An error means that the game's task is gone; it has nothing to settle any more.
                let _ = mailbox.send(Message::Due).await;
            }
        }
    }
}

/// Notes again and again that the process is there.
pub(super) async fn beat(shared: Weak<Shared>) {
    loop {
        let Some(strong) = shared.upgrade() else {
            return;
        };
        let mut away = strong.away.subscribe();
        if away.wait_for(Option::is_none).await.is_err() {
            return;
        }
        if let Some(seen) = strong.seen()
            && let Err(fault) = strong.store.set_last_seen(seen).await
        {
            tracing::warn!(%fault, "the presence was not noted");
        }
        let clock = strong.clock.clone();
        let next = clock.now() + BEAT;
        let fast = clock.speed() > 1;
        drop(strong);
        tokio::select! {
            () = clock.sleep_until(next) => {}
            () = tokio::time::sleep(MACHINE_BEAT) => {}
        }
        if fast {
            tokio::time::sleep(SHORTEST_BEAT).await;
        }
    }
}
