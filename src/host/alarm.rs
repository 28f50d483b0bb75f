//! The alarm: which games are due when. A hint, no more: a game judges its clock's commands against its own state, so a
//! late, early or doubled alarm is harmless.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::kernel::ids::GameId;
use crate::kernel::time::Time;

/// One list for all games, so that ten thousand of them asleep cost nothing but the list.
#[derive(Default)]
pub(super) struct Alarm {
    queue: Mutex<Queue>,
    changed: Notify,
}

#[derive(Default)]
struct Queue {
    in_order: BTreeSet<(Time, GameId)>,
    of: HashMap<GameId, Time>,
}

impl Alarm {
    /// Sets when this game is due; in the place of what was set before.
    pub fn set(&self, game: GameId, due: Option<Time>) {
        let mut queue = self.queue();
        if let Some(known) = queue.of.remove(&game) {
            queue.in_order.remove(&(known, game));
        }
        if let Some(due) = due {
            queue.of.insert(game, due);
            queue.in_order.insert((due, game));
        }
        drop(queue);
        self.changed.notify_one();
    }

    /// When the first game is due.
    pub fn earliest(&self) -> Option<Time> {
        self.queue().in_order.first().map(|(due, _)| *due)
    }

    /// Takes out every game that is due by now, the longest overdue first.
    pub fn take_due(&self, now: Time) -> Vec<GameId> {
        let mut queue = self.queue();
        let mut games = Vec::new();
        while let Some((due, game)) = queue.in_order.first().copied() {
            if due > now {
                break;
            }
            queue.in_order.remove(&(due, game));
            queue.of.remove(&game);
            games.push(game);
        }
        games
    }

    /// Waits until something was set.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing in here panics half way through a change.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_out_in_order_and_once() {
        let alarm = Alarm::default();
        let (ann, bob, cat) = (GameId(1), GameId(2), GameId(3));
        alarm.set(ann, Some(Time(300)));
        alarm.set(bob, Some(Time(100)));
        alarm.set(cat, Some(Time(200)));
        alarm.set(ann, Some(Time(50)));
        assert_eq!(alarm.earliest(), Some(Time(50)));
        assert_eq!(alarm.take_due(Time(49)), Vec::new());
        assert_eq!(alarm.take_due(Time(100)), vec![ann, bob]);
        alarm.set(cat, None);
        assert_eq!(alarm.take_due(Time(1_000)), Vec::new());
        assert_eq!(alarm.earliest(), None);
    }
}
