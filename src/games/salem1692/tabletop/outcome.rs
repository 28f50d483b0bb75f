//! What came of it: the outcomes that events carry.

use serde::{Deserialize, Serialize};

use crate::games::salem1692::table::{Card, Character, Position, TryalCard};
use crate::kernel::ids::{PromptId, Seat};

/// Who a player is in the town (T3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Who.
    pub seat: Seat,
    /// The character.
    pub character: Character,
    /// Whether it was drawn because nothing had been chosen in time.
    pub random: bool,
}

/// What a played card did. The card itself went in front of the target if it is red, blue, Stocks or Griggs' Alibi, and to the
/// discard if it is any other green one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// A red card, or an Alibi played as one (T30): marks.
    Marked {
        /// In front of whom it lies.
        target: Seat,
        /// The marks there now.
        marks: u8,
        /// How many make a Tryal there.
        threshold: u8,
    },
    /// An Alibi (F15).
    Cleared {
        /// Whose marks.
        target: Seat,
        /// The red cards that went to the discard.
        removed: Vec<Card>,
        /// The marks that remain.
        marks: u8,
    },
    /// An Arson (T4). How many is public; which, only the target's.
    Burned {
        /// Whose hand.
        target: Seat,
        /// The cards that went to the discard.
        cards: Vec<Card>,
    },
    /// An Arson or a Robbery against Sarah Good, which did nothing (T27).
    Unmoved {
        /// Whose hand stayed.
        target: Seat,
    },
    /// A Curse (F17).
    Cursed {
        /// In front of whom it lay.
        target: Seat,
        /// The blue card that went to the discard.
        blue: Card,
    },
    /// A Robbery (T4). How many is public; which, only source's and receiver's.
    Robbed {
        /// From whose hand.
        source: Seat,
        /// Into whose.
        receiver: Seat,
        /// The cards.
        cards: Vec<Card>,
    },
    /// A Scapegoat (F18).
    Blamed {
        /// From in front of whom.
        source: Seat,
        /// In front of whom it all lies now.
        receiver: Seat,
        /// Everything that moved.
        cards: Vec<Card>,
        /// The marks in front of the receiver now.
        marks: u8,
        /// How many make a Tryal there.
        threshold: u8,
    },
    /// A Stocks (T10).
    Stocked {
        /// Whose next turn is skipped.
        target: Seat,
    },
    /// A blue card.
    Placed {
        /// In front of whom it lies.
        target: Seat,
    },
}

/// Why a Tryal was revealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RevealCause {
    /// It was owed (T8).
    Owed {
        /// Which.
        prompt: PromptId,
        /// Who had the choice.
        chooser: Seat,
        /// How it came to be this one.
        choice: Choosing,
    },
    /// The Black Cat scratched (T14).
    CatScratch {
        /// Who drew the Conspiracy.
        chooser: Seat,
        /// How it came to be this one.
        choice: Choosing,
    },
    /// A confession (T15).
    Confession,
}

/// How a Tryal was chosen (T7, T8, T13, T14, T23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choosing {
    /// By the chooser.
    Chosen,
    /// At random: the time had run out.
    TimeOut,
    /// At random: the chooser is dead.
    ChooserDied,
    /// At random: the chooser would choose against themselves (T23).
    OwnTurn,
}

/// What became of the Night's victim (T15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// No Witch had voted: there was none.
    Nobody,
    /// The victim dies.
    Dies,
    /// The victim has the gavel.
    Gavel,
    /// The victim has confessed.
    Confessed,
    /// The victim has Asylum (F22).
    Asylum,
    /// The victim was dead already.
    DeadAlready,
}

/// What one player got in a Conspiracy (T14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passing {
    /// Who got it.
    pub seat: Seat,
    /// The card. Told to the taker with `pass`, to nobody with `pool`.
    pub card: TryalCard,
    /// What had been taken from that player's row, and from which place. The card is told to nobody before the end: the player
    /// learns it from the new row.
    pub lost: (Position, TryalCard),
    /// From whose row the card came, and from which place; told to nobody before the end.
    pub origin: (Seat, Position),
}

/// A player's hidden Tryals after a Conspiracy, by place (T12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewRow {
    /// Whose.
    pub seat: Seat,
    /// The hidden places and what lies there.
    pub tryals: Vec<(Position, TryalCard)>,
}
