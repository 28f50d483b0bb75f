//! The characters of the Town Hall.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who a player is in the town, with one ability. What it does is each edition's own matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Character {
    /// Sheds the red cards before herself.
    AbigailWilliams,
    /// Draws before a Tryal is turned.
    AnnPutnam,
    /// Evidence weighs little against him.
    CottonMather,
    /// It takes more to turn a Tryal of his.
    GeorgeBurroughs,
    /// Draws once more after two Accusations.
    GilesCorey,
    /// Takes over what the dead leave.
    JohnProctor,
    /// Has the ability of her neighbour.
    MarthaCorey,
    /// Black Cat and Matchmaker do her no harm.
    MaryWarren,
    /// Draws when somebody else's Tryal is revealed.
    RebeccaNurse,
    /// Takes cards out of the discard.
    SamuelParris,
    /// Neither burnt nor robbed.
    SarahGood,
    /// Turns a Tryal one mark early.
    ThomasDanforth,
    /// Sees the deck and puts it in order.
    Tituba,
    /// Plays an Alibi as a Witness.
    WillGriggs,
    /// Confesses without showing anything.
    WilliamPhips,
}

impl Character {
    /// All of them, by name.
    pub const ALL: [Character; 15] = [
        Character::AbigailWilliams,
        Character::AnnPutnam,
        Character::CottonMather,
        Character::GeorgeBurroughs,
        Character::GilesCorey,
        Character::JohnProctor,
        Character::MarthaCorey,
        Character::MaryWarren,
        Character::RebeccaNurse,
        Character::SamuelParris,
        Character::SarahGood,
        Character::ThomasDanforth,
        Character::Tituba,
        Character::WillGriggs,
        Character::WilliamPhips,
    ];

    /// The word in commands and records, such as `ann-putnam`.
    pub fn word(self) -> &'static str {
        match self {
            Character::AbigailWilliams => "abigail-williams",
            Character::AnnPutnam => "ann-putnam",
            Character::CottonMather => "cotton-mather",
            Character::GeorgeBurroughs => "george-burroughs",
            Character::GilesCorey => "giles-corey",
            Character::JohnProctor => "john-proctor",
            Character::MarthaCorey => "martha-corey",
            Character::MaryWarren => "mary-warren",
            Character::RebeccaNurse => "rebecca-nurse",
            Character::SamuelParris => "samuel-parris",
            Character::SarahGood => "sarah-good",
            Character::ThomasDanforth => "thomas-danforth",
            Character::Tituba => "tituba",
            Character::WillGriggs => "will-griggs",
            Character::WilliamPhips => "william-phips",
        }
    }

    /// How often the ability can be used in a game: Parris' twice, Tituba's and Phips' once (T26, T29, T31). None for abilities that
    /// are not counted.
    pub fn uses(self) -> Option<u8> {
        match self {
            Character::SamuelParris => Some(2),
            Character::Tituba | Character::WilliamPhips => Some(1),
            Character::AbigailWilliams
            | Character::AnnPutnam
            | Character::CottonMather
            | Character::GeorgeBurroughs
            | Character::GilesCorey
            | Character::JohnProctor
            | Character::MarthaCorey
            | Character::MaryWarren
            | Character::RebeccaNurse
            | Character::SarahGood
            | Character::ThomasDanforth
            | Character::WillGriggs => None,
        }
    }

    /// The name, as players read it.
    pub fn name(self) -> &'static str {
        match self {
            Character::AbigailWilliams => "Abigail Williams",
            Character::AnnPutnam => "Ann Putnam",
            Character::CottonMather => "Cotton Mather",
            Character::GeorgeBurroughs => "George Burroughs",
            Character::GilesCorey => "Giles Corey",
            Character::JohnProctor => "John Proctor",
            Character::MarthaCorey => "Martha Corey",
            Character::MaryWarren => "Mary Warren",
            Character::RebeccaNurse => "Rebecca Nurse",
            Character::SamuelParris => "Samuel Parris",
            Character::SarahGood => "Sarah Good",
            Character::ThomasDanforth => "Thomas Danforth",
            Character::Tituba => "Tituba",
            Character::WillGriggs => "Will Griggs",
            Character::WilliamPhips => "William Phips",
        }
    }
}

/// A power that may be used when an accusation is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlacingPower {
    /// To discard all red cards before oneself, on the last accusation before a Tryal (T17).
    AbigailWilliams,
    /// To draw two cards before the Tryal is turned (T18).
    AnnPutnam,
    /// To have a Tryal revealed already (T28).
    ThomasDanforth,
}

impl PlacingPower {
    /// Whose it is.
    pub fn character(self) -> Character {
        match self {
            PlacingPower::AbigailWilliams => Character::AbigailWilliams,
            PlacingPower::AnnPutnam => Character::AnnPutnam,
            PlacingPower::ThomasDanforth => Character::ThomasDanforth,
        }
    }
}

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text names no character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is nobody of the Town Hall")]
pub struct NotACharacter;

impl FromStr for Character {
    type Err = NotACharacter;

    fn from_str(text: &str) -> Result<Self, NotACharacter> {
        Character::ALL
            .into_iter()
            .find(|character| character.word() == text)
            .ok_or(NotACharacter)
    }
}
