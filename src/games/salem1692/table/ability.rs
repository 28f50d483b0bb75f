//! What the characters' abilities change about the table itself: whose ability a seat has, what a card is worth, how many marks
//! it takes. A table without characters has none of it.

use crate::kernel::ids::Seat;

use super::{Card, CardKind, Character, Pile, PlacingPower, Table};

/// How many marks make a Tryal (F12, T8).
const THRESHOLD: u8 = 7;
/// How many make one against Burroughs (T20).
const THRESHOLD_OF_BURROUGHS: u8 = 8;
/// What an Evidence counts before Mather (T19).
const EVIDENCE_OF_MATHER: u8 = 1;
/// What Griggs' Alibi counts (T30).
const ALIBI_AS_WITNESS: u8 = 7;

impl<C: Pile> Table<C> {
    /// The ability that this seat has now: that of the own character, or Martha's, which is that of the first living player to
    /// her right (T23). Public.
    pub fn ability(&self, seat: Seat) -> Option<Character> {
        match self.chair(seat).character? {
            Character::MarthaCorey => {
                let right = self.before(seat);
                self.chair(right)
                    .character
                    .filter(|character| *character != Character::MarthaCorey)
            }
            own => Some(own),
        }
    }

    /// Whether this seat has this ability now.
    pub fn has_ability(&self, seat: Seat, ability: Character) -> bool {
        self.ability(seat) == Some(ability)
    }

    /// The living with this ability now: its own character before Martha (T23, T25).
    pub fn able(&self, ability: Character) -> Vec<Seat> {
        let (own, borrowed): (Vec<Seat>, Vec<Seat>) = self
            .living()
            .filter(|seat| self.has_ability(*seat, ability))
            .partition(|seat| self.chair(*seat).character == Some(ability));
        own.into_iter().chain(borrowed).collect()
    }

    /// Cotton Mather (T19), Will Griggs (T30): what this card is worth before this seat, in marks.
    pub fn worth(&self, seat: Seat, card: Card) -> u8 {
        match card.kind {
            CardKind::Evidence if self.has_ability(seat, Character::CottonMather) => {
                EVIDENCE_OF_MATHER
            }
            CardKind::Accusation | CardKind::Evidence | CardKind::Witness => card.kind.marks(),
            // Only Griggs' Alibi ever lies before anybody.
            CardKind::Alibi => ALIBI_AS_WITNESS,
            CardKind::Arson
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

    /// The marks before this seat. Public.
    pub fn marks(&self, seat: Seat) -> u8 {
        let front = &self.chair(seat).front;
        front.iter().map(|card| self.worth(seat, *card)).sum()
    }

    /// The red cards before this seat, Griggs' Alibi among them (T30). Public.
    pub fn reds(&self, seat: Seat) -> Vec<Card> {
        let front = self.chair(seat).front.iter().copied();
        front.filter(|card| self.worth(seat, *card) > 0).collect()
    }

    /// George Burroughs (T20): how many marks make a Tryal of this seat, 7, or 8 against him (F12, T8). Public.
    pub fn threshold(&self, seat: Seat) -> u8 {
        if self.has_ability(seat, Character::GeorgeBurroughs) {
            THRESHOLD_OF_BURROUGHS
        } else {
            THRESHOLD
        }
    }

    /// What may be offered to this seat when it has placed an accusation on that one and nothing has come of it yet.
    pub fn power_on_placing(
        &self,
        seat: Seat,
        target: Seat,
        can_draw: bool,
    ) -> Option<PlacingPower> {
        let marks = self.marks(target);
        let last = marks >= self.threshold(target);
        match self.ability(seat)? {
            // T17: on the last accusation before a Tryal, all red cards before herself.
            Character::AbigailWilliams => {
                (last && !self.reds(seat).is_empty()).then_some(PlacingPower::AbigailWilliams)
            }
            // T18: on the last accusation, two cards.
            Character::AnnPutnam => (last && can_draw).then_some(PlacingPower::AnnPutnam),
            // T28: on the sixth, against Burroughs the seventh, a Tryal; one more binds him (T8).
            Character::ThomasDanforth => {
                (marks + 1 == self.threshold(target)).then_some(PlacingPower::ThomasDanforth)
            }
            Character::CottonMather
            | Character::GeorgeBurroughs
            | Character::GilesCorey
            | Character::JohnProctor
            | Character::MarthaCorey
            | Character::MaryWarren
            | Character::RebeccaNurse
            | Character::SamuelParris
            | Character::SarahGood
            | Character::Tituba
            | Character::WillGriggs
            | Character::WilliamPhips => None,
        }
    }
}
