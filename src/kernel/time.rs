//! Instants and lengths of time, in whole milliseconds of UTC. Rules get the time; they never read it.
//!
//! What is added stops at the ends of all time: a length from outside (a record, a database) may be of any size, and must not
//! turn an instant into one before it.

use std::fmt;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// An instant: milliseconds since 1970-01-01T00:00:00Z.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// The instant as the platform shows it in each reader's own zone, in full.
    pub fn full(self) -> String {
        format!("<t:{}:F>", self.seconds())
    }

    /// The instant as the platform shows it relative to now ("in 3 hours"); it counts down by itself.
    pub fn relative(self) -> String {
        format!("<t:{}:R>", self.seconds())
    }

    fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

/// A length of time, in milliseconds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Length(pub i64);

impl Length {
    /// No time at all.
    pub const ZERO: Length = Length(0);
    /// One second.
    pub const SECOND: Length = Length(1_000);
    /// One minute.
    pub const MINUTE: Length = Length(60_000);
    /// One hour.
    pub const HOUR: Length = Length(3_600_000);
    /// Twenty-four hours exactly, whatever the clocks on the walls do.
    pub const DAY: Length = Length(86_400_000);

    /// This length taken `factor` times.
    pub fn times(self, factor: i64) -> Length {
        Length(self.0.saturating_mul(factor))
    }

    /// The share `part` of `whole` of this length, rounded down to the millisecond; computed wide, so it cannot overflow.
    pub fn share(self, part: i64, whole: i64) -> Length {
        let wide = i128::from(self.0) * i128::from(part) / i128::from(whole);
        Length(i64::try_from(wide).expect("a share of a length is a length"))
    }
}

/// In words, as in "1 day 2 hours" or "90 seconds"; exact to the second.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0 / 1000;
        let parts = [
            (seconds / 86_400, "day"),
            (seconds / 3_600 % 24, "hour"),
            (seconds / 60 % 60, "minute"),
            (seconds % 60, "second"),
        ];
        let mut written = false;
        for (count, unit) in parts {
            if count > 0 {
                let space = if written { " " } else { "" };
                let plural = if count == 1 { "" } else { "s" };
                write!(f, "{space}{count} {unit}{plural}")?;
                written = true;
            }
        }
        if written {
            Ok(())
        } else {
            write!(f, "0 seconds")
        }
    }
}

impl Add<Length> for Time {
    type Output = Time;

    fn add(self, length: Length) -> Time {
        Time(self.0.saturating_add(length.0))
    }
}

impl Sub<Length> for Time {
    type Output = Time;

    fn sub(self, length: Length) -> Time {
        Time(self.0.saturating_sub(length.0))
    }
}

impl Sub for Time {
    type Output = Length;

    fn sub(self, earlier: Time) -> Length {
        Length(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Length {
    type Output = Length;

    fn add(self, other: Length) -> Length {
        Length(self.0.saturating_add(other.0))
    }
}

impl Sub for Length {
    type Output = Length;

    fn sub(self, other: Length) -> Length {
        Length(self.0.saturating_sub(other.0))
    }
}
