//! The words of this edition, beside those that both editions share: what a card does, marks, phases, deaths and pauses. Nothing
//! in here knows what is secret.

use crate::games::salem1692::table::{CardKind, Character};

use super::{DeathCause, KillVote, Moment, PauseCause};

pub use super::super::words::*;

/// What a card does, in one line of at most 100 characters.
pub fn gist(kind: CardKind) -> &'static str {
    match kind {
        CardKind::Accusation => "1 mark on another player. At 7 marks a Tryal is flipped.",
        CardKind::Evidence => "3 marks on another player.",
        CardKind::Witness => "7 marks at once: you choose which Tryal is flipped.",
        CardKind::Alibi => "Takes up to 3 Accusations, or 1 Evidence, away from another player.",
        CardKind::Arson => "Burns half of another player's hand, rounded up, at random.",
        CardKind::Curse => "Takes one blue card away from in front of another player.",
        CardKind::Robbery => "Moves half of one player's hand, rounded up, at random, to another.",
        CardKind::Scapegoat => "Moves everything in front of one player to another.",
        CardKind::Stocks => {
            "Another player plays no card for a quarter of what is left of the Day."
        }
        CardKind::BlackCat => {
            "Stays. In the Conspiracy it scratches: a Tryal of its holder is revealed."
        }
        CardKind::Asylum => "Stays. The coven cannot kill its holder at Night.",
        CardKind::Matchmaker => "Stays. Two players with one in front of them die together.",
        CardKind::Piety => "Stays. No red card can be played directly on its holder.",
    }
}

/// What a role card can do, in one line of at most 100 characters (T32).
pub fn ability(character: Character) -> &'static str {
    match character {
        Character::AbigailWilliams => {
            "Placing the last mark for a flip, may discard all red cards in front of her."
        }
        Character::AnnPutnam => {
            "Placing the last mark for a flip, may draw two cards at random from the discard."
        }
        Character::CottonMather => "Evidence in front of him counts 1 mark instead of 3.",
        Character::GeorgeBurroughs => "It takes 8 marks instead of 7 to flip a Tryal of his.",
        Character::GilesCorey => "Dealt two Accusations or more, is dealt one more.",
        Character::JohnProctor => "Takes over the hand and the blue cards of everybody who dies.",
        Character::MarthaCorey => "Has the ability of the nearest living seat before hers.",
        Character::MaryWarren => "The Black Cat and the Matchmaker do her no harm.",
        Character::RebeccaNurse => {
            "Gets a card from the discard when another's Tryal is flipped or scratched."
        }
        Character::SamuelParris => {
            "Twice a game, in the Day: takes one or two cards of his choice from the discard."
        }
        Character::SarahGood => "Her hand can be neither burned nor robbed.",
        Character::ThomasDanforth => "May have a Tryal flipped at one mark less than it takes.",
        Character::Tituba => {
            "Once a game, before she plays a card: changes her hand for cards from the discard."
        }
        Character::WillGriggs => "May play an Alibi as a Witness: 7 marks, even against Piety.",
        Character::WilliamPhips => "Once a game: confesses without revealing a Tryal.",
    }
}

/// Marks out of what makes a flip. What is over it is lost (F12), and so it is not shown.
pub fn marks(marks: u8, threshold: u8) -> String {
    format!("{}/{threshold}", marks.min(threshold))
}

/// What somebody died of, after the name: "was killed in the Night".
pub fn death(cause: DeathCause) -> String {
    match cause {
        DeathCause::WitchRevealed => "is exposed as a Witch and hangs".to_owned(),
        DeathCause::LastTryal => "has no hidden Tryal left and dies".to_owned(),
        DeathCause::Killed => "was found dead at daybreak".to_owned(),
        DeathCause::Matchmaker { partner } => {
            format!("dies with {partner}: the Matchmakers had bound them together")
        }
        DeathCause::Removed => "is removed from the game by the host, and so dies".to_owned(),
    }
}

/// What a Witch says at Night.
pub fn kill_vote(vote: KillVote) -> String {
    match vote {
        KillVote::Target(seat) => seat.to_string(),
        KillVote::Nobody => "nobody".to_owned(),
    }
}

/// A part of the game: "Dawn", "Day 2", "Night 2".
pub fn moment(moment: Moment) -> String {
    match moment {
        Moment::Setup => "The deal".to_owned(),
        Moment::Dawn => "Dawn".to_owned(),
        Moment::Day(number) => format!("Day {number}"),
        Moment::Night(number) => format!("Night {number}"),
        Moment::Over => "After the end".to_owned(),
    }
}

/// Why a game is paused, as a sentence.
pub fn pause(cause: PauseCause) -> &'static str {
    match cause {
        PauseCause::Host => "The host has stopped the clocks.",
        PauseCause::NobodyActs => {
            "For two Days and Nights nobody has done anything, so the clocks stand still."
        }
        PauseCause::NothingHappens => {
            "Three Days and Nights have brought no reveal and no death, so the clocks stand still."
        }
    }
}
