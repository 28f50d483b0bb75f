//! The Moderator's clock: the one place where time is read.
//!
//! Instants are UTC milliseconds and sleeping is done in short stretches, because the machine's sleep may stand still while
//! the machine does (suspend), and because its clock may be set.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::kernel::time::{Length, Time};
use crate::store::{Store, StoreFault};

/// The longest stretch slept at once, in real time.
const STRETCH: Duration = Duration::from_secs(30);
/// Under which key the store remembers how a clock was set that does not run like the machine's.
const META: &str = "clock";

/// A clock; clones show the same time.
#[derive(Clone)]
pub struct Clock {
    kind: Arc<Kind>,
    /// From when on what the machine has lived through is counted.
    since: Instant,
}

enum Kind {
    System,
    Set(Setting),
    Manual(watch::Sender<Hands>),
}

/// A clock that is set by hand.
#[derive(Debug, Clone, Copy)]
struct Hands {
    shows: Time,
    /// How much of what it has run the machine did not live through.
    jumped: Length,
}

/// How a clock is set that goes its own way: at `anchor_real_us` of the machine it showed `anchor`, and since then it has
/// run `speed` times as fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Setting {
    anchor_real_us: i64,
    anchor: Time,
    speed: u32,
}

impl Setting {
    fn shows(&self, real_us: i64) -> Time {
        let passed = i128::from(real_us) - i128::from(self.anchor_real_us);
        let shown = i128::from(self.anchor.0) + passed * i128::from(self.speed) / 1000;
        let within = shown.clamp(i128::from(i64::MIN), i128::from(i64::MAX));
        Time(i64::try_from(within).expect("clamped to 64 bits"))
    }
}

impl Clock {
    /// The machine's own clock.
    pub fn system() -> Clock {
        Clock::of(Kind::System)
    }

    /// A clock that showed `anchor` when the machine's showed `anchor_real`, and runs `speed` times as fast since.
    pub fn fast(anchor_real: Time, anchor: Time, speed: u32) -> Clock {
        Clock::of(Kind::Set(Setting {
            anchor_real_us: anchor_real.0.saturating_mul(1000),
            anchor,
            speed: speed.max(1),
        }))
    }

    /// A clock that stands until it is set; for tests.
    pub fn manual(at: Time) -> Clock {
        Clock::of(Kind::Manual(watch::Sender::new(Hands {
            shows: at,
            jumped: Length::ZERO,
        })))
    }

    /// The clock that a process with this store should have: `speed` times as fast as the machine's, going on from what the
    /// last process's clock shows by now, so that time never runs back.
    ///
    /// # Errors
    /// The store's.
    pub async fn restore(store: &Store, speed: u32) -> Result<Clock, StoreFault> {
        let speed = speed.max(1);
        let known: Option<Setting> = match store.meta(META).await? {
            None => None,
            Some(text) => {
                Some(
                    serde_json::from_str(&text).map_err(|error| StoreFault::Unreadable {
                        what: "the clock's setting",
                        why: error.to_string(),
                    })?,
                )
            }
        };
        let real_us = machine_us();
        let setting = match known {
            None if speed == 1 => return Ok(Clock::system()),
            Some(known) if known.speed == speed => known,
            known => Setting {
                anchor_real_us: real_us,
                anchor: known.map_or(Time(real_us / 1000), |known| known.shows(real_us)),
                speed,
            },
        };
        let text = serde_json::to_string(&setting).expect("three numbers are JSON");
        store.set_meta(META, &text).await?;
        Ok(Clock::of(Kind::Set(setting)))
    }

    fn of(kind: Kind) -> Clock {
        Clock {
            kind: Arc::new(kind),
            since: Instant::now(),
        }
    }

    /// What it shows.
    pub fn now(&self) -> Time {
        match &*self.kind {
            Kind::System => Time(machine_us() / 1000),
            Kind::Set(setting) => setting.shows(machine_us()),
            Kind::Manual(hands) => hands.borrow().shows,
        }
    }

    /// What it would show had it run all the while as the machine lived, less what it shows: it changes by as much as the clock
    /// is set ahead or back, and by as much as the machine sleeps.
    pub(super) fn jumped(&self) -> Length {
        if let Kind::Manual(hands) = &*self.kind {
            return hands.borrow().jumped;
        }
        let lived = self.since.elapsed().as_millis() * u128::from(self.speed());
        let lived = i64::try_from(lived).unwrap_or(i64::MAX);
        Length(self.now().0.saturating_sub(lived))
    }

    /// How many times as fast as the machine's it runs.
    pub fn speed(&self) -> u32 {
        match &*self.kind {
            Kind::System | Kind::Manual(_) => 1,
            Kind::Set(setting) => setting.speed,
        }
    }

    /// Waits until it shows this instant or a later one.
    pub async fn sleep_until(&self, until: Time) {
        if let Kind::Manual(time) = &*self.kind {
            let mut time = time.subscribe();
            // The sender lives in this clock, so the wait cannot fail.
            let _ = time.wait_for(|hands| hands.shows >= until).await;
            return;
        }
        loop {
            let left = until - self.now();
            if left <= Length::ZERO {
                return;
            }
            tokio::time::sleep(stretch(left, self.speed())).await;
        }
    }

    /// Sets a manual clock; it never goes back.
    ///
    /// # Panics
    /// When the clock is not a manual one.
    pub fn set(&self, to: Time) {
        let Kind::Manual(time) = &*self.kind else {
            panic!("only a manual clock can be set");
        };
        time.send_modify(|hands| hands.shows = hands.shows.max(to));
    }

    /// Has a manual clock jump by so many milliseconds, ahead or back, as one does that is set, or while the machine sleeps.
    ///
    /// # Panics
    /// When the clock is not a manual one.
    pub fn jump(&self, by_ms: i64) {
        let Kind::Manual(time) = &*self.kind else {
            panic!("only a manual clock can be made to jump");
        };
        time.send_modify(|hands| {
            hands.shows = Time(hands.shows.0 + by_ms);
            hands.jumped = Length(hands.jumped.0 + by_ms);
        });
    }

    /// Moves a manual clock on.
    ///
    /// # Panics
    /// When the clock is not a manual one.
    pub fn advance(&self, by: Length) {
        self.set(self.now() + by);
    }
}

/// How long to sleep in one go, in real time, when this much of the clock's time is left.
fn stretch(left: Length, speed: u32) -> Duration {
    let left_us = u128::try_from(left.0).unwrap_or(0) * 1000 / u128::from(speed.max(1));
    let left = Duration::from_micros(u64::try_from(left_us).unwrap_or(u64::MAX));
    left.clamp(Duration::from_millis(1), STRETCH)
}

fn machine_us() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_micros()).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_clock_runs_so_many_times_as_fast() {
        let setting = Setting {
            anchor_real_us: 1_000_000,
            anchor: Time(5_000),
            speed: 60,
        };
        assert_eq!(setting.shows(1_000_000), Time(5_000));
        assert_eq!(setting.shows(1_000_100), Time(5_006));
        assert_eq!(setting.shows(61_000_000), Time(3_605_000));
        assert_eq!(setting.shows(0), Time(-55_000));
    }

    #[test]
    fn a_fast_clock_does_not_overflow() {
        let setting = Setting {
            anchor_real_us: i64::MIN,
            anchor: Time(i64::MAX),
            speed: u32::MAX,
        };
        assert_eq!(setting.shows(i64::MAX), Time(i64::MAX));
    }

    #[test]
    fn sleep_is_cut_into_stretches_of_thirty_seconds() {
        assert_eq!(stretch(Length(29_999), 1), Duration::from_millis(29_999));
        assert_eq!(stretch(Length(30_001), 1), STRETCH);
        assert_eq!(stretch(Length::DAY, 86_400), Duration::from_secs(1));
        assert_eq!(stretch(Length(1), 1_000_000), Duration::from_millis(1));
    }
}
