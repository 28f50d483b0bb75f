//! What single steps did, in detail: cards, reveals, the redistribution, and what characters take.

use serde::{Deserialize, Serialize};

use crate::games::salem1692::table::{Card, Position, TryalCard};
use crate::kernel::ids::{PromptId, Seat};

use super::event::{is_seven, seven};
use super::phase::Stocks;

/// What a played card did. The card itself went in front of the target if it is red, blue or Stocks, and to the discard if
/// it is any other green one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// A red card, or an Alibi played as one (T30): marks.
    Marked {
        /// In front of whom it lies.
        target: Seat,
        /// The marks there now.
        marks: u8,
        /// How many of them make a flip.
        #[serde(default = "seven", skip_serializing_if = "is_seven")]
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
        /// How many of them make a flip.
        #[serde(default = "seven", skip_serializing_if = "is_seven")]
        threshold: u8,
    },
    /// Arson or Robbery against Sarah Good: nothing (T27).
    Spared {
        /// Whose hand.
        target: Seat,
    },
    /// An Arson (F16). How many is public; which, only the target's.
    Burned {
        /// Whose hand.
        target: Seat,
        /// The cards that went to the discard.
        cards: Vec<Card>,
    },
    /// A Curse (F17).
    Cursed {
        /// In front of whom it lay.
        target: Seat,
        /// The blue card that went to the discard.
        blue: Card,
    },
    /// A Robbery (F16). How many is public; which, only source's and receiver's.
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
        /// The running Stocks among them, with their new times.
        stocks: Vec<Stocks>,
        /// The marks in front of the receiver now.
        marks: u8,
        /// How many of them make a flip.
        #[serde(default = "seven", skip_serializing_if = "is_seven")]
        threshold: u8,
    },
    /// A Stocks (F19).
    Frozen {
        /// Who plays no card, from when, until when.
        stocks: Stocks,
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
    /// A flip for seven marks (F12).
    Flip {
        /// Which.
        prompt: PromptId,
        /// Who had the choice.
        chooser: Seat,
        /// How it came to be this Tryal.
        choice: FlipChoice,
    },
    /// Martha Corey's ability changed, and what lay before her came to be enough for a flip: chance chose at once (T23, T32).
    Burdened,
    /// The Black Cat scratched (F25).
    CatScratch,
    /// A confession (F32).
    Confession,
}

/// How the Tryal of a flip was chosen (F12, F13, F24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlipChoice {
    /// By the chooser.
    Chosen,
    /// At random: the chooser's time had run out.
    TimeOut,
    /// At random: the chooser had died.
    ChooserDied,
    /// At random: the Day was ending.
    DayEnded,
}

/// What one player got in the redistribution (F27). The position and the card are told to that player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Who got it.
    pub seat: Seat,
    /// The gap it came into: the position that was taken from that player.
    pub position: Position,
    /// The card.
    pub card: TryalCard,
    /// What had lain there before; told to nobody before the end.
    pub lost: TryalCard,
    /// From whose row the card came, and from which position; told to nobody before the end.
    pub origin: (Seat, Position),
}

/// By which ability cards are taken out of the discard (T32).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taking {
    /// Ann Putnam's two, at random (T18).
    AnnPutnam,
    /// Rebecca Nurse's one, at random (T25).
    RebeccaNurse,
    /// Samuel Parris' one or two, of his choice (T26).
    SamuelParris,
}
