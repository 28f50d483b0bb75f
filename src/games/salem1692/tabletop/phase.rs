//! The phases: each variant carries exactly that phase's data, deadlines included. A black card lies on the table within the
//! turn in which it was drawn, and play goes on there when it is resolved (T9).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use crate::games::salem1692::table::PlacingPower;
use crate::games::salem1692::table::{Card, Character, Position};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::{Length, Time};

use super::deck::DeckCard;

pub use crate::games::salem1692::order::{
    Chat, Motion, Outcome, Over, Pause, PauseCause, Proposal, Span,
};

/// Where the game stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Phase {
    /// About to be dealt: this state is never seen from outside.
    Setup,
    /// Each player keeps one of two characters (T3).
    TownHall(TownHall),
    /// The coven chooses the holder of the Black Cat (T5).
    Dawn(Dawn),
    /// Somebody's turn, with whatever is being resolved in it (T6 to T31).
    Turn(Turn),
    /// The game is over.
    Over(Over),
}

impl Phase {
    /// The times of the phases that have a span, to be changed: Town Hall's, Dawn's, the Night's.
    pub(super) fn span_mut(&mut self) -> Option<&mut Span> {
        match self {
            Phase::TownHall(town_hall) => Some(&mut town_hall.span),
            Phase::Dawn(dawn) => Some(&mut dawn.span),
            Phase::Turn(turn) => match &mut turn.black {
                Some(Black::Night(Night {
                    step: NightStep::Gathering { span },
                    ..
                })) => Some(span),
                Some(Black::Night(_) | Black::Conspiracy(_)) | None => None,
            },
            Phase::Setup | Phase::Over(_) => None,
        }
    }

    /// Every deadline of the phase, to be changed: its end and open windows.
    pub(super) fn deadlines_mut(&mut self) -> Vec<&mut Time> {
        match self {
            Phase::TownHall(town_hall) => vec![&mut town_hall.span.until],
            Phase::Dawn(dawn) => vec![&mut dawn.span.until],
            Phase::Turn(turn) => {
                let mut all = Vec::new();
                if let Clock::Running { until } = &mut turn.clock {
                    all.push(until);
                }
                match &mut turn.black {
                    Some(Black::Conspiracy(conspiracy)) => match &mut conspiracy.step {
                        ConspiracyStep::Cat(choice) => all.extend(choice.until.as_mut()),
                        ConspiracyStep::Scratched => {}
                        ConspiracyStep::Shift(shift) => all.push(&mut shift.until),
                    },
                    Some(Black::Night(night)) => match &mut night.step {
                        NightStep::Gathering { span } => all.push(&mut span.until),
                        NightStep::Confessing { until, .. } => all.push(until),
                        NightStep::Naming { .. } | NightStep::Named => {}
                    },
                    None => {}
                }
                all
            }
            Phase::Setup | Phase::Over(_) => Vec::new(),
        }
    }
}

/// The choice of the characters (T3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TownHall {
    /// Its time.
    pub span: Span,
    /// The prompt of the choices.
    pub prompt: PromptId,
    /// The two that each player was dealt.
    pub offered: Vec<Offered>,
    /// Who keeps whom so far. Secret until all are shown together.
    pub chosen: BTreeMap<Seat, Character>,
}

/// The characters that one player was dealt (T3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offered {
    /// Who.
    pub seat: Seat,
    /// One, or two of which one is kept.
    pub characters: Vec<Character>,
}

/// The Dawn (T5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dawn {
    /// Its time.
    pub span: Span,
    /// The prompt of the coven's vote.
    pub prompt: PromptId,
    /// Who named whom for the Black Cat.
    pub votes: BTreeMap<Seat, Seat>,
}

/// A turn (T6, T7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Which, from 1.
    pub number: u32,
    /// Whose.
    pub seat: Seat,
    /// The prompt of this turn's panel: what is pressed on the panel of an earlier turn carries another.
    pub prompt: PromptId,
    /// Its clock.
    pub clock: Clock,
    /// How long before the end of the clock reminders are still to be sent, the longest first (H6).
    pub reminders: Vec<Length>,
    /// What its player has done.
    pub stage: Stage,
    /// Whether nothing is waited for any more that its player would choose: what is still to be chosen is drawn at once (T7).
    pub hurried: bool,
    /// A power on placing that its player may use now; until it is answered nothing else is done (T17, T18, T28).
    pub asked: Option<Asked>,
    /// The Tryals that are owed, the oldest first (T8).
    pub owed: Vec<Owed>,
    /// The cards that are to be drawn; the last of the list comes first.
    pub draws: Vec<Draw>,
    /// What has been drawn for the turn itself, in order (T9, T21).
    pub drawn: Vec<DeckCard>,
    /// Whether Corey has shown two Accusations (T21).
    pub shown: bool,
    /// How many black cards have been drawn in it (T9).
    pub blacks: u8,
    /// The black card on the table, while one is being resolved.
    pub black: Option<Black>,
    /// Seats whose removal takes effect after the Tryals have changed hands (H4).
    pub removals: Vec<Seat>,
}

/// The clock of a turn (T7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// It runs.
    Running {
        /// When it has run out; whatever arrives at this very instant is late (F33).
        until: Time,
    },
    /// It stands, because a black card or another player's choice is open.
    Standing {
        /// How much is left.
        left: Length,
    },
}

/// What the player whose turn it is has done (T6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Nothing: a draw and a play are both open.
    Open,
    /// Tituba's power: the player has seen the deck, may put it in order, and may then still draw or play (T29).
    Studying,
    /// At least one card has been played: no draw any more.
    Playing,
    /// The player draws, which ends the turn.
    Drawing {
        /// Whether what is drawn goes to the discard (T7).
        lost: bool,
    },
    /// Nothing more is done; the turn ends when everything in it is resolved.
    Closing(TurnEnd),
}

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEnd {
    /// The player drew.
    Drew,
    /// The player took cards out of the discard instead (T26).
    Salvaged,
    /// The player said that it is over (T6).
    Said,
    /// The player has played the last card (T6).
    EmptyHand,
    /// Its clock ran out (T7).
    RanOut,
    /// Its host ended it (H1).
    Advanced,
    /// The player died (T13).
    Died,
}

/// A power on placing that is offered (T17, T18, T28).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The prompt of the answer.
    pub prompt: PromptId,
    /// Which power.
    pub power: PlacingPower,
    /// On whom the card was placed.
    pub target: Seat,
}

/// A Tryal that is owed (T8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owed {
    /// The prompt of the choice.
    pub prompt: PromptId,
    /// Whose Tryal is to be revealed; no seat owes more than one.
    pub seat: Seat,
    /// Who chooses: the player whose turn it was when it came to be owed. Chance where that is the seat itself (T23).
    pub chooser: Seat,
    /// How it came about.
    pub cause: OwedCause,
}

/// How a Tryal came to be owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwedCause {
    /// A red card was placed, or Griggs' Alibi (T8, T30).
    Placed,
    /// A Scapegoat carried the cards over (T8).
    Carried,
    /// Danforth had one revealed early (T28).
    Early,
    /// An ability changed (T23).
    Changed,
}

/// Cards that somebody is to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// Who.
    pub seat: Seat,
    /// How many are left.
    pub left: u8,
    /// Why.
    pub cause: DrawCause,
}

/// Why cards are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawCause {
    /// The two of a turn (T6).
    Turn,
    /// Corey's third (T21).
    GilesCorey,
    /// Putnam's two (T18).
    AnnPutnam,
    /// Nurse's one (T25).
    RebeccaNurse,
}

/// A black card that is being resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Black {
    /// The Conspiracy (T14).
    Conspiracy(Conspiracy),
    /// The Night (T15).
    Night(Night),
}

/// A Conspiracy (T14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conspiracy {
    /// Which, from 1.
    pub number: u32,
    /// Who drew it.
    pub drawer: Seat,
    /// How far it has come.
    pub step: ConspiracyStep,
}

/// How far a Conspiracy has come (T14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConspiracyStep {
    /// The drawer chooses a Tryal of the Black Cat's holder.
    Cat(CatChoice),
    /// That is done or skipped: the Shift opens when all that followed from it is settled.
    Scratched,
    /// Everybody picks from the left.
    Shift(Shift),
}

/// The drawer's choice of a Tryal of the Black Cat's holder (T14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatChoice {
    /// The prompt of the choice.
    pub prompt: PromptId,
    /// In front of whom the Black Cat lies.
    pub holder: Seat,
    /// When it is made at random; none where it belongs to the drawer's own turn and runs on that clock (T7).
    pub until: Option<Time>,
}

/// The Shift: each living player picks one of the hidden Tryals of the left neighbour (T14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The prompt of the picks.
    pub prompt: PromptId,
    /// When it closes.
    pub until: Time,
    /// The positions picked so far, by who picked them.
    pub picks: BTreeMap<Seat, Position>,
}

/// A Night (T15).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Night {
    /// Which, from 1.
    pub number: u32,
    /// Who drew it.
    pub drawer: Seat,
    /// Whether there was more of the deck below it, so that no new deck is made of the discard (T29).
    pub early: bool,
    /// The prompt of the coven's votes, the gavel and the confessions.
    pub prompt: PromptId,
    /// What each Witch has said.
    pub votes: BTreeMap<Seat, Seat>,
    /// What the Constable has said.
    pub gavel: Option<Gavel>,
    /// Confessions left in advance.
    pub left: BTreeMap<Seat, LeftConfession>,
    /// Who has confessed.
    pub confessed: BTreeSet<Seat>,
    /// How far it has come.
    pub step: NightStep,
}

/// How far a Night has come (T15).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NightStep {
    /// The coven agrees on a victim, the Constable gives the gavel.
    Gathering {
        /// Its time.
        span: Span,
    },
    /// The gavel is shown; whoever wants confesses.
    Confessing {
        /// When that is over.
        until: Time,
        /// Whom the coven has chosen. Secret until the victim is named.
        victim: Option<Seat>,
    },
    /// Confessions are over: the victim is named when all that followed from them is settled.
    Naming {
        /// Whom the coven has chosen.
        victim: Option<Seat>,
    },
    /// The victim has been named: the Night ends when all that followed from it is settled.
    Named,
}

/// What the Constable says at Night (T15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gavel {
    /// Who said so.
    pub by: Seat,
    /// Who has it; or nobody.
    pub target: Option<Seat>,
}

/// A confession that was left before the gavel is shown (T15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftConfession {
    /// What is shown.
    pub confession: Confession,
    /// Whether it is not made where that player has the gavel.
    pub unless_gavel: bool,
}

/// What a confession shows (T15, T31).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confession {
    /// This own hidden Tryal.
    Tryal(Position),
    /// Nothing: Phips' power (T31).
    Phips,
}

/// What the dead have left to John Proctor, until it is given out (T22, T23).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Estate {
    /// Hands and blue cards.
    pub cards: Vec<Card>,
    /// The choice that is open, where John and Martha share it.
    pub sharing: Option<Sharing>,
}

/// John and Martha take one card in turn (T23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sharing {
    /// The prompt of the choice.
    pub prompt: PromptId,
    /// Who takes now.
    pub next: Seat,
    /// Who takes after that.
    pub other: Seat,
    /// When a card is taken at random.
    pub until: Time,
}

/// A dead player who may leave last words (T33).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dying {
    /// Who.
    pub seat: Seat,
    /// The prompt.
    pub prompt: PromptId,
    /// Until when.
    pub until: Time,
}

/// Which part of the game something belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// The deal of the Tryals, before everything.
    Setup,
    /// The choice of the characters.
    TownHall,
    /// The Dawn.
    Dawn,
    /// The turn with this number.
    Turn(u32),
    /// The Conspiracy with this number.
    Conspiracy(u32),
    /// The Night with this number.
    Night(u32),
    /// After the end.
    Over,
}
