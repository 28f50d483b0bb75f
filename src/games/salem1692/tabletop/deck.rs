//! The deck of 59: the playing cards, each Accusation among them, and two black cards (T2).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::games::salem1692::table::{Card, CardKind, NotACard, Pile};

/// How many cards the game holds (T2).
pub const CARDS: usize = 59;

/// What lies in the deck, the discard or aside. Written as in `accusation-12`, `conspiracy` or `night`, in JSON too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeckCard {
    /// A card that comes into a hand.
    Playing(Card),
    /// Black: each player takes a Tryal from the left (T14).
    Conspiracy,
    /// Black: the coven kills (T15).
    Night,
}

impl DeckCard {
    /// Whether it is shown and resolved at once when it is drawn (T9).
    pub fn is_black(self) -> bool {
        match self {
            DeckCard::Playing(_) => false,
            DeckCard::Conspiracy | DeckCard::Night => true,
        }
    }

    /// All cards of the game: 57 that are played and 2 black ones (T2).
    pub fn all() -> impl Iterator<Item = DeckCard> {
        let accusations =
            (1..=CardKind::Accusation.copies()).map(|copy| Card::new(CardKind::Accusation, copy));
        accusations
            .chain(Card::all_but_accusations())
            .map(DeckCard::Playing)
            .chain([DeckCard::Conspiracy, DeckCard::Night])
    }
}

impl From<Card> for DeckCard {
    fn from(card: Card) -> DeckCard {
        DeckCard::Playing(card)
    }
}

impl Pile for DeckCard {
    fn playing(self) -> Option<Card> {
        match self {
            DeckCard::Playing(card) => Some(card),
            DeckCard::Conspiracy | DeckCard::Night => None,
        }
    }
}

impl fmt::Display for DeckCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeckCard::Playing(card) => card.fmt(f),
            DeckCard::Conspiracy => f.write_str("conspiracy"),
            DeckCard::Night => f.write_str("night"),
        }
    }
}

impl FromStr for DeckCard {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        match text {
            "conspiracy" => Ok(DeckCard::Conspiracy),
            "night" => Ok(DeckCard::Night),
            card => card.parse().map(DeckCard::Playing),
        }
    }
}

impl Serialize for DeckCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for DeckCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
