//! The words of this edition, beside those that both editions share: what a card does and who can do what, marks, black cards,
//! parts of the game, deaths and pauses. Nothing in here knows what is secret.

use crate::games::salem1692::table::{CardKind, Character};

use super::{Confession, DeathCause, DeckCard, Fate, Moment, PauseCause, PlacingPower};

pub use super::super::words::*;

/// The sign of a black card, before its name.
pub const BLACK: &str = "⚫";
/// The sign of a character, before the name.
pub const CHARACTER: &str = "🎭";

/// What a card does, in one line of at most 100 characters.
pub fn gist(kind: CardKind) -> &'static str {
    match kind {
        CardKind::Accusation => "1 mark on another player. At 7 marks a Tryal is turned.",
        CardKind::Evidence => "3 marks on another player.",
        CardKind::Witness => "7 marks at once: you choose which Tryal is turned.",
        CardKind::Alibi => "Takes up to 3 Accusations, or 1 Evidence, away from another player.",
        CardKind::Arson => "Burns the whole hand of another player.",
        CardKind::Curse => "Takes one blue card away from in front of another player.",
        CardKind::Robbery => "Moves the whole hand of one player to another.",
        CardKind::Scapegoat => "Moves everything in front of one player to another.",
        CardKind::Stocks => "Another player misses the next turn.",
        CardKind::BlackCat => {
            "Stays. In a Conspiracy it scratches: a Tryal of its holder is revealed."
        }
        CardKind::Asylum => "Stays. The coven cannot kill its holder at Night.",
        CardKind::Matchmaker => "Stays. Two players with one in front of them die together.",
        CardKind::Piety => "Stays. No red card can be played directly on its holder.",
    }
}

/// What somebody of the Town Hall can do, in one line of at most 100 characters.
pub fn ability(character: Character) -> &'static str {
    match character {
        Character::AbigailWilliams => {
            "Bringing somebody to a Tryal, may discard all red cards in front of her."
        }
        Character::AnnPutnam => {
            "Bringing somebody to a Tryal, may draw two cards before it is turned."
        }
        Character::CottonMather => "Evidence in front of him counts 1 mark instead of 3.",
        Character::GeorgeBurroughs => "It takes 8 marks instead of 7 to turn a Tryal of his.",
        Character::GilesCorey => "Shows two Accusations drawn for a turn, and draws a third card.",
        Character::JohnProctor => "Takes over the hand and the blue cards of everybody who dies.",
        Character::MarthaCorey => "Has the ability of the first living player to her right.",
        Character::MaryWarren => "The Black Cat and the Matchmaker do her no harm.",
        Character::RebeccaNurse => {
            "Draws a card when another's Tryal is turned by marks or the Cat."
        }
        Character::SamuelParris => {
            "Twice a game: takes one or two cards from the discard instead of drawing."
        }
        Character::SarahGood => "Her hand can be neither burnt nor robbed.",
        Character::ThomasDanforth => "May have a Tryal turned at one mark less than it takes.",
        Character::Tituba => "Once a game: sees the deck and puts it in any order, then may draw.",
        Character::WillGriggs => "May play an Alibi as a Witness: 7 marks, even against Piety.",
        Character::WilliamPhips => "Once a game: confesses without revealing a Tryal.",
    }
}

/// What saying yes to a power that is offered does, after "may": "discard the red cards in front of themselves …".
pub fn power(power: PlacingPower) -> &'static str {
    match power {
        PlacingPower::AbigailWilliams => "discard all red cards in front of herself",
        PlacingPower::AnnPutnam => "draw two cards before the Tryal is turned",
        PlacingPower::ThomasDanforth => "have a Tryal turned already",
    }
}

/// A card of the deck, black ones too, with the sign of its colour: "🔴 Accusation", "⚫ Night".
pub fn signed_deck_card(card: DeckCard) -> String {
    match card {
        DeckCard::Playing(card) => signed(card.kind),
        DeckCard::Conspiracy => format!("{BLACK} Conspiracy"),
        DeckCard::Night => format!("{BLACK} Night"),
    }
}

/// Marks out of those that make a Tryal: 7, or 8 (T20). What is over is lost (T8), and so it is not shown.
pub fn marks(marks: u8, threshold: u8) -> String {
    format!("{}/{threshold}", marks.min(threshold))
}

/// What somebody died of, after the name: "is exposed as a Witch and hangs".
pub fn death(cause: DeathCause) -> String {
    match cause {
        DeathCause::WitchRevealed => "is exposed as a Witch and hangs".to_owned(),
        DeathCause::LastTryal => "has no hidden Tryal left and dies".to_owned(),
        DeathCause::Killed => "does not wake this morning".to_owned(),
        DeathCause::Matchmaker { partner } => {
            format!("dies with {partner}: the Matchmakers had bound them together")
        }
        DeathCause::Removed => "is removed from the game by the host, and so dies".to_owned(),
    }
}

/// What a confession shows: "Tryal 3", "nothing, as William Phips can".
pub fn confession(confession: Confession) -> String {
    match confession {
        Confession::Tryal(place) => position(place),
        Confession::Phips => "nothing, as William Phips can".to_owned(),
    }
}

/// What became of the Night's victim, after the name.
pub fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Nobody => "nobody was chosen",
        Fate::Dies => "died",
        Fate::Gavel => "was saved by the gavel",
        Fate::Confessed => "was saved by a confession",
        Fate::Asylum => "was saved by Asylum",
        Fate::DeadAlready => "was dead already",
    }
}

/// A part of the game: "Dawn", "Turn 12", "Night 2".
pub fn moment(moment: Moment) -> String {
    match moment {
        Moment::Setup => "The deal".to_owned(),
        Moment::TownHall => "Town Hall".to_owned(),
        Moment::Dawn => "Dawn".to_owned(),
        Moment::Turn(number) => format!("Turn {number}"),
        Moment::Conspiracy(number) => format!("Conspiracy {number}"),
        Moment::Night(number) => format!("Night {number}"),
        Moment::Over => "After the end".to_owned(),
    }
}

/// Why a game is paused, as a sentence.
pub fn pause(cause: PauseCause) -> &'static str {
    match cause {
        PauseCause::Host => "The host has stopped the clocks.",
        PauseCause::NobodyActs => {
            "For two rounds nobody has done anything, so the clocks stand still."
        }
        PauseCause::NothingHappens => {
            "Three Nights in a row have brought no reveal and no death, so the clocks stand still."
        }
    }
}
