//! One chair: who sits there, and what that player has.

use crate::kernel::ids::PlayerId;

use super::card::{Card, CardKind, Colour};
use super::character::Character;
use super::tryal::{Position, Tryal, TryalKind};

/// A chair at the table. It keeps its seat's number for the whole game (F3); who sits in it can change (H3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chair {
    /// Who sits there now.
    pub player: PlayerId,
    /// The character of the Town Hall, where the game is played with them.
    pub character: Option<Character>,
    /// The Tryals in their places.
    pub row: Vec<Tryal>,
    /// The cards in hand.
    pub hand: Vec<Card>,
    /// The cards lying in front: red, blue, and Stocks while it runs; in the order in which they came.
    pub front: Vec<Card>,
    /// Whether the player lives.
    pub alive: bool,
    /// Whether the player has ever held a Witch card.
    pub coven: bool,
}

impl Chair {
    /// A chair with nothing yet.
    pub fn new(player: PlayerId) -> Chair {
        Chair {
            player,
            character: None,
            row: Vec::new(),
            hand: Vec::new(),
            front: Vec::new(),
            alive: true,
            coven: false,
        }
    }

    /// The cards of a colour in front.
    pub fn in_front(&self, colour: Colour) -> impl Iterator<Item = Card> + '_ {
        self.front
            .iter()
            .copied()
            .filter(move |card| card.colour() == colour)
    }

    /// Whether a card of this kind lies in front.
    pub fn has_in_front(&self, kind: CardKind) -> bool {
        self.front.iter().any(|card| card.kind == kind)
    }

    /// The positions of the hidden Tryals.
    pub fn hidden(&self) -> impl Iterator<Item = Position> + '_ {
        let hidden = self
            .row
            .iter()
            .enumerate()
            .filter(|(_, tryal)| !tryal.revealed);
        hidden.map(|(index, _)| Position::at(index))
    }

    /// How many Tryals are hidden.
    pub fn hidden_count(&self) -> usize {
        self.row.iter().filter(|tryal| !tryal.revealed).count()
    }

    /// The Tryal at this position.
    ///
    /// # Panics
    /// Where the row has not been dealt.
    pub fn tryal(&self, position: Position) -> Tryal {
        self.row[position.index()]
    }

    /// Whether the row holds such a Tryal face down.
    pub fn hides(&self, kind: TryalKind) -> bool {
        self.row
            .iter()
            .any(|tryal| !tryal.revealed && tryal.card.kind == kind)
    }
}
