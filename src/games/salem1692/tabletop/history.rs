//! What the game remembers for the recap (F37) and `/history`. Nothing in here decides anything.

use crate::games::salem1692::table::{Position, TryalCard};
use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::time::Time;

use super::event::{Event, Fate, Kept, NewRow, Passing, Pick};
use super::phase::{Confession, Gavel, Moment, Offered};

/// The whole history of a game. All of it is secret while the game runs, but for `chronicle` as `tell` tells it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History {
    /// The rows as they were dealt, from seat 1 on.
    pub dealt: Vec<Vec<TryalCard>>,
    /// The characters that were dealt, and who was kept (T3).
    pub offered: Vec<Offered>,
    /// Who was kept by whom.
    pub kept: Vec<Kept>,
    /// Who came into the coven when, in order.
    pub joined: Vec<(Seat, Moment)>,
    /// The vote of Dawn.
    pub dawn: Option<DawnRecord>,
    /// Every Conspiracy that was drawn.
    pub conspiracies: Vec<ConspiracyRecord>,
    /// Every Night whose gavel was shown.
    pub nights: Vec<NightRecord>,
    /// Deaths in order, with when.
    pub deaths: Vec<(Seat, Moment)>,
    /// Last words, in the order in which they came (T33).
    pub last_words: Vec<(Seat, String)>,
    /// Who was replaced by whom.
    pub replaced: Vec<(Seat, PlayerId, PlayerId)>,
    /// The events of which the public knows at least a part, in order. What is secret inside them stays so: show them as `tell`
    /// tells them.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConspiracyRecord {
    /// Its number.
    pub number: u32,
    /// Who drew it.
    pub drawer: Seat,
    /// Whom the Black Cat scratched, and what that revealed.
    pub scratch: Option<(Seat, Position, TryalCard)>,
    /// What everybody picked.
    pub picks: Vec<Pick>,
    /// Where everything went: the path of every card.
    pub passed: Vec<Passing>,
    /// The hidden Tryals of everybody after it.
    pub rows: Vec<NewRow>,
    /// Who became a Witch by it.
    pub joined: Vec<Seat>,
}

/// One Night.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NightRecord {
    /// Its number.
    pub number: u32,
    /// Who drew it.
    pub drawer: Seat,
    /// What the living Witches had said at the end.
    pub votes: Vec<(Seat, Seat)>,
    /// The living Witches then.
    pub coven: Vec<Seat>,
    /// Whom the coven chose.
    pub victim: Option<Seat>,
    /// Between whom the victim was drawn, where it was.
    pub drawn_among: Vec<Seat>,
    /// What the Constable had said.
    pub gavel: Option<Gavel>,
    /// Who confessed with what, in order.
    pub confessions: Vec<(Seat, Confession)>,
    /// What became of the victim; none where the game ended before.
    pub fate: Option<Fate>,
    /// Who died, in order.
    pub died: Vec<Seat>,
}
