//! The phases: each variant carries exactly that phase's data, deadlines included.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::games::salem1692::table::{Card, PlacingPower, Position};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::{Length, Time};

pub use crate::games::salem1692::order::{
    Chat, Motion, Outcome, Over, Pause, PauseCause, Proposal, Span,
};

/// Where the game stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// About to be dealt: this state is never seen from outside.
    Setup,
    /// The coven chooses the holder of the Black Cat (F5).
    Dawn(Dawn),
    /// Cards are played; the Conspiracy comes (F6 to F27).
    Day(Day),
    /// Votes, guard, confessions, chats (F28 to F32).
    Night(Night),
    /// The game is over.
    Over(Over),
}

impl Phase {
    /// The time of the phase, to be changed.
    pub(super) fn span_mut(&mut self) -> Option<&mut Span> {
        match self {
            Phase::Dawn(dawn) => Some(&mut dawn.span),
            Phase::Day(day) => Some(&mut day.span),
            Phase::Night(night) => Some(&mut night.span),
            Phase::Setup | Phase::Over(_) => None,
        }
    }

    /// Moves every instant of the phase: its end, windows, Stocks and the Conspiracy (H2).
    pub(super) fn delay(&mut self, by: Length) {
        if let Some(span) = self.span_mut() {
            span.began = span.began + by;
            span.until = span.until + by;
        }
        let Phase::Day(day) = self else {
            return;
        };
        day.quiet_until = day.quiet_until + by;
        match &mut day.conspiracy {
            Conspiracy::Awaited { at } => *at = *at + by,
            Conspiracy::Shift(shift) => shift.until = shift.until + by,
            Conspiracy::Called | Conspiracy::Past => {}
        }
        for flip in &mut day.flips {
            flip.since = flip.since + by;
            flip.until = flip.until + by;
        }
        for offer in &mut day.offers {
            offer.until = offer.until + by;
        }
        for stocks in &mut day.stocks {
            stocks.from = stocks.from + by;
            stocks.until = stocks.until + by;
        }
    }
}

/// The Dawn (F5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dawn {
    /// Its time.
    pub span: Span,
    /// The prompt of the coven's vote.
    pub prompt: PromptId,
    /// Who named whom for the Black Cat.
    pub votes: BTreeMap<Seat, Seat>,
}

/// A Day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    /// Which, from 1.
    pub number: u32,
    /// Its time.
    pub span: Span,
    /// The prompt of this Day's hands: what is pressed on the panel of an earlier Day carries another.
    pub prompt: PromptId,
    /// Until when no card can be played after the deal (F11, setting `quiet`).
    pub quiet_until: Time,
    /// Where the Conspiracy stands.
    pub conspiracy: Conspiracy,
    /// The flips that are owed, the oldest first (F12, F13).
    pub flips: Vec<Flip>,
    /// The running Stocks, in the order in which they lie (F19).
    pub stocks: Vec<Stocks>,
    /// Whether the host has advanced it: no more cards, and Night falls when the Conspiracy is over (F24).
    pub closing: bool,
    /// Whether its end waits for the Conspiracy, which the Moderator's absence has held up (H7).
    pub waits: bool,
    /// Seats whose removal takes effect after the redistribution (H4).
    pub removals: Vec<Seat>,
    /// The powers that are offered, the oldest first (T17, T18, T28, T32).
    pub offers: Vec<PowerOffer>,
    /// Who has played a card this Day (T32).
    pub played: BTreeSet<Seat>,
}

/// Where the Conspiracy of a Day stands (F24).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conspiracy {
    /// It is to come, at an instant that is secret to all.
    Awaited {
        /// That instant.
        at: Time,
    },
    /// It is announced; the flips that are owed are settled first.
    Called,
    /// The Shift is open.
    Shift(Shift),
    /// It has been, for this Day.
    Past,
}

/// The Shift: each living player picks one of the hidden Tryals of the player before (F26).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The prompt of the picks.
    pub prompt: PromptId,
    /// When it closes.
    pub until: Time,
    /// The positions picked so far, by who picked them.
    pub picks: BTreeMap<Seat, Position>,
}

/// A flip that is owed (F12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flip {
    /// The prompt of the choice.
    pub prompt: PromptId,
    /// Whose Tryal is to be flipped; no seat has more than one flip against it.
    pub seat: Seat,
    /// Who chooses.
    pub chooser: Seat,
    /// When it came to be owed.
    pub since: Time,
    /// When the Moderator flips one at random (F13).
    pub until: Time,
}

/// A character's power that is a choice, offered to the player who has just placed a card (T17, T18, T28, T32).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerOffer {
    /// The prompt of the choice.
    pub prompt: PromptId,
    /// Who chooses.
    pub seat: Seat,
    /// What is offered.
    pub power: PlacingPower,
    /// On whom the card was placed.
    pub target: Seat,
    /// Until when; then it counts as a no.
    pub until: Time,
}

/// A running Stocks (F19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stocks {
    /// The card.
    pub card: Card,
    /// Who plays no card meanwhile.
    pub seat: Seat,
    /// When its time begins: at once, or where the one before it ends.
    pub from: Time,
    /// When it ends and goes to the discard.
    pub until: Time,
}

/// A Night.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Night {
    /// Which, from 1: the number of the Day before it.
    pub number: u32,
    /// Its time.
    pub span: Span,
    /// The prompt of this Night's choices.
    pub prompt: PromptId,
    /// What each Witch has said (F29).
    pub votes: BTreeMap<Seat, KillVote>,
    /// What the Constable has said (F30).
    pub guard: Option<Guard>,
    /// Who confesses with which Tryal (F31).
    pub confessions: BTreeMap<Seat, Position>,
    /// Who confesses without one (T31).
    pub unshown: BTreeSet<Seat>,
}

/// What a Witch says at Night (F29).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KillVote {
    /// This player shall die.
    Target(Seat),
    /// Nobody shall die.
    Nobody,
}

/// What the Constable says at Night (F30).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guard {
    /// Who said so.
    pub by: Seat,
    /// Who is guarded; or nobody.
    pub target: Option<Seat>,
}

/// Which part of the game something belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// The deal of the Tryals, before everything.
    Setup,
    /// The Dawn.
    Dawn,
    /// The Day with this number.
    Day(u32),
    /// The Night with this number, its daybreak included.
    Night(u32),
    /// After the end.
    Over,
}
