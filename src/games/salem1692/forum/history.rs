//! What the game remembers for the recap (F37) and `/history`. Nothing in here decides anything.

use crate::games::salem1692::table::{Position, TryalCard};
use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::time::Time;

use super::event::{Event, Move, Pick};
use super::phase::{Guard, KillVote, Moment};

/// The whole history of a game. All of it is secret while the game runs, but for `chronicle` as `tell` tells it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History {
    /// The rows as they were dealt, from seat 1 on.
    pub dealt: Vec<Vec<TryalCard>>,
    /// Who came into the coven when, in order.
    pub joined: Vec<(Seat, Moment)>,
    /// The vote of Dawn.
    pub dawn: Option<DawnRecord>,
    /// Every Conspiracy that came to a redistribution, or ended the game before.
    pub conspiracies: Vec<ConspiracyRecord>,
    /// Every Night that came to its end.
    pub nights: Vec<NightRecord>,
    /// Deaths in order, with when.
    pub deaths: Vec<(Seat, Moment)>,
    /// Who was replaced by whom.
    pub replaced: Vec<(Seat, PlayerId, PlayerId)>,
    /// The events of which the public knows at least a part, in order: plays, flips, reveals, deaths, steps of the
    /// Conspiracy, phases, what hosts did. What is secret inside them stays so: show them as `tell` tells them.
    pub chronicle: Vec<(Moment, Time, Event)>,
}

/// The vote of Dawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DawnRecord {
    /// Who named whom.
    pub votes: Vec<(Seat, Seat)>,
    /// Who got the Black Cat.
    pub cat: Seat,
    /// Between whom it was drawn, where it was.
    pub drawn_among: Vec<Seat>,
}

/// One Conspiracy.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConspiracyRecord {
    /// The number of its Day.
    pub day: u32,
    /// Whom the Black Cat scratched, and what that revealed.
    pub scratch: Option<(Seat, Position, TryalCard)>,
    /// What everybody picked.
    pub picks: Vec<Pick>,
    /// What everybody got: with `origin`, the path of every card.
    pub moves: Vec<Move>,
    /// Who became a Witch by it.
    pub joined: Vec<Seat>,
}

/// One Night.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NightRecord {
    /// Its number.
    pub number: u32,
    /// What the living Witches had said at its end.
    pub votes: Vec<(Seat, KillVote)>,
    /// The living Witches at its end.
    pub coven: Vec<Seat>,
    /// Whom the kill was attempted on.
    pub target: Option<Seat>,
    /// What the Constable had said.
    pub guard: Option<Guard>,
    /// Who confessed, with which Tryal.
    pub confessions: Vec<ConfessionRecord>,
    /// Who confessed without a Tryal (T31).
    pub unshown: Vec<Seat>,
    /// Who had Asylum.
    pub asylum: Option<Seat>,
    /// Who died at daybreak.
    pub died: Vec<Seat>,
}

/// One confession.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfessionRecord {
    /// Who.
    pub seat: Seat,
    /// Which position.
    pub position: Position,
    /// Which card lay there.
    pub card: TryalCard,
    /// Whether the Constable spared it.
    pub guarded: bool,
}
