//! The playing cards.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardKind {
    /// Red: one mark.
    Accusation,
    /// Red: three marks.
    Evidence,
    /// Red: seven marks.
    Witness,
    /// Green: takes marks away.
    Alibi,
    /// Green: burns a hand, or half of it.
    Arson,
    /// Green: takes a blue card away.
    Curse,
    /// Green: moves a hand, or half of it.
    Robbery,
    /// Green: moves everything that lies in front of somebody.
    Scapegoat,
    /// Green: keeps somebody from playing for a while, or for a turn.
    Stocks,
    /// Blue: its holder is scratched in the Conspiracy.
    BlackCat,
    /// Blue: its holder is safe from the coven at Night.
    Asylum,
    /// Blue: two who have one in front die together.
    Matchmaker,
    /// Blue: its holder is safe from red cards played directly.
    Piety,
}

/// The colour of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// An attack: marks.
    Red,
    /// An action: used once.
    Green,
    /// It stays in front of a player.
    Blue,
}

impl CardKind {
    /// Every kind, reds first, then greens, then blues.
    pub const ALL: [CardKind; 13] = [
        CardKind::Accusation,
        CardKind::Evidence,
        CardKind::Witness,
        CardKind::Alibi,
        CardKind::Arson,
        CardKind::Curse,
        CardKind::Robbery,
        CardKind::Scapegoat,
        CardKind::Stocks,
        CardKind::BlackCat,
        CardKind::Asylum,
        CardKind::Matchmaker,
        CardKind::Piety,
    ];

    /// Its colour.
    pub fn colour(self) -> Colour {
        match self {
            CardKind::Accusation | CardKind::Evidence | CardKind::Witness => Colour::Red,
            CardKind::Alibi
            | CardKind::Arson
            | CardKind::Curse
            | CardKind::Robbery
            | CardKind::Scapegoat
            | CardKind::Stocks => Colour::Green,
            CardKind::BlackCat | CardKind::Asylum | CardKind::Matchmaker | CardKind::Piety => {
                Colour::Blue
            }
        }
    }

    /// How many marks it is worth in front of a player; none unless it is red.
    pub fn marks(self) -> u8 {
        match self {
            CardKind::Accusation => 1,
            CardKind::Evidence => 3,
            CardKind::Witness => 7,
            CardKind::Alibi
            | CardKind::Arson
            | CardKind::Curse
            | CardKind::Robbery
            | CardKind::Scapegoat
            | CardKind::Stocks
            | CardKind::BlackCat
            | CardKind::Asylum
            | CardKind::Matchmaker
            | CardKind::Piety => 0,
        }
    }

    /// How many copies the game holds; of Accusations, the full supply.
    pub fn copies(self) -> u8 {
        match self {
            CardKind::Accusation => 35,
            CardKind::Evidence => 5,
            CardKind::Alibi | CardKind::Stocks => 3,
            CardKind::Scapegoat | CardKind::Matchmaker => 2,
            CardKind::Witness
            | CardKind::Arson
            | CardKind::Curse
            | CardKind::Robbery
            | CardKind::BlackCat
            | CardKind::Asylum
            | CardKind::Piety => 1,
        }
    }

    /// The word in commands and records, such as `black-cat`.
    pub fn word(self) -> &'static str {
        match self {
            CardKind::Accusation => "accusation",
            CardKind::Evidence => "evidence",
            CardKind::Witness => "witness",
            CardKind::Alibi => "alibi",
            CardKind::Arson => "arson",
            CardKind::Curse => "curse",
            CardKind::Robbery => "robbery",
            CardKind::Scapegoat => "scapegoat",
            CardKind::Stocks => "stocks",
            CardKind::BlackCat => "black-cat",
            CardKind::Asylum => "asylum",
            CardKind::Matchmaker => "matchmaker",
            CardKind::Piety => "piety",
        }
    }

    /// Its name, as players read it.
    pub fn name(self) -> &'static str {
        match self {
            CardKind::Accusation => "Accusation",
            CardKind::Evidence => "Evidence",
            CardKind::Witness => "Witness",
            CardKind::Alibi => "Alibi",
            CardKind::Arson => "Arson",
            CardKind::Curse => "Curse",
            CardKind::Robbery => "Robbery",
            CardKind::Scapegoat => "Scapegoat",
            CardKind::Stocks => "Stocks",
            CardKind::BlackCat => "Black Cat",
            CardKind::Asylum => "Asylum",
            CardKind::Matchmaker => "Matchmaker",
            CardKind::Piety => "Piety",
        }
    }
}

/// One card: its kind and which copy of it. Written as in `accusation-12`, in JSON too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// What it is.
    pub kind: CardKind,
    /// Which copy, from 1.
    pub copy: u8,
}

impl Card {
    /// This copy of this kind.
    pub fn new(kind: CardKind, copy: u8) -> Card {
        Card { kind, copy }
    }

    /// Its colour.
    pub fn colour(self) -> Colour {
        self.kind.colour()
    }

    /// Every card of the game but the Accusations.
    pub fn all_but_accusations() -> impl Iterator<Item = Card> {
        CardKind::ALL
            .into_iter()
            .filter(|kind| *kind != CardKind::Accusation)
            .flat_map(|kind| (1..=kind.copies()).map(move |copy| Card { kind, copy }))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.kind.word(), self.copy)
    }
}

/// A text names no card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a card")]
pub struct NotACard;

impl FromStr for CardKind {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        CardKind::ALL
            .into_iter()
            .find(|kind| kind.word() == text)
            .ok_or(NotACard)
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let (kind, copy) = text.rsplit_once('-').ok_or(NotACard)?;
        let kind: CardKind = kind.parse()?;
        let number: u8 = copy.parse().map_err(|_| NotACard)?;
        // More Accusations than the supply can come from the box (F7).
        let exists = number >= 1 && (kind == CardKind::Accusation || number <= kind.copies());
        // One card has one spelling: no leading zero, no plus sign.
        if exists && number.to_string() == copy {
            Ok(Card { kind, copy: number })
        } else {
            Err(NotACard)
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
