//! What each character's ability is, one by one. Where an ability is a choice, `decide::powers` has the decision.

use crate::games::salem1692::table::{Card, CardKind, Character};
use crate::kernel::ids::Seat;

use super::{DeckCard, PlacingPower, Stage, Tabletop, Turn};

/// How many marks make a Tryal (T8).
const THRESHOLD: u8 = 7;
/// How many make one against Burroughs (T20).
const THRESHOLD_OF_BURROUGHS: u8 = 8;
/// What an Evidence counts before Mather (T19).
const EVIDENCE_OF_MATHER: u8 = 1;
/// What Griggs' Alibi counts (T30).
const ALIBI_AS_WITNESS: u8 = 7;
/// How many Accusations Corey draws for another card (T21).
const TWO: usize = 2;

impl Tabletop {
    /// The ability that this seat has now: that of the own character, or Martha's, which is that of the first living player to
    /// her right (T23). Public.
    pub fn ability(&self, seat: Seat) -> Option<Character> {
        match self.chair(seat).character? {
            Character::MarthaCorey => {
                let right = self.table.before(seat);
                self.chair(right)
                    .character
                    .filter(|character| *character != Character::MarthaCorey)
            }
            own => Some(own),
        }
    }

    /// Whether this seat has this ability now.
    pub fn has(&self, seat: Seat, ability: Character) -> bool {
        self.ability(seat) == Some(ability)
    }

    /// The living with this ability now: its own character before Martha (T23, T25).
    pub fn able(&self, ability: Character) -> Vec<Seat> {
        let (own, borrowed): (Vec<Seat>, Vec<Seat>) = self
            .table
            .living()
            .filter(|seat| self.has(*seat, ability))
            .partition(|seat| self.chair(*seat).character == Some(ability));
        own.into_iter().chain(borrowed).collect()
    }

    /// How often this seat may still use an ability that is counted: Parris' twice, Tituba's and Phips' once; Martha's uses count
    /// for herself (T23, T26, T29, T31). None for abilities that are not counted.
    pub fn uses_left(&self, seat: Seat, ability: Character) -> Option<u8> {
        let all: u8 = match ability {
            Character::SamuelParris => 2,
            Character::Tituba | Character::WilliamPhips => 1,
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
            | Character::WillGriggs => return None,
        };
        let used = self.uses.get(&(seat, ability)).copied().unwrap_or(0);
        Some(all.saturating_sub(used))
    }

    /// What may be offered to this seat when it has placed an accusation on that one and nothing has come of it yet.
    pub(super) fn power_on_placing(
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

    /// Cotton Mather (T19), Will Griggs (T30): what this card is worth before this seat, in marks.
    pub fn worth(&self, seat: Seat, card: Card) -> u8 {
        match card.kind {
            CardKind::Evidence if self.has(seat, Character::CottonMather) => EVIDENCE_OF_MATHER,
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

    /// George Burroughs (T20): how many marks make a Tryal of this seat, 7, or 8 against him (T8). Public.
    pub fn threshold(&self, seat: Seat) -> u8 {
        if self.has(seat, Character::GeorgeBurroughs) {
            THRESHOLD_OF_BURROUGHS
        } else {
            THRESHOLD
        }
    }

    /// Giles Corey (T21): whether he has drawn two Accusations for this turn and has not shown them yet.
    pub(super) fn shows_accusations(&self, turn: &Turn) -> bool {
        let drew = matches!(turn.stage, Stage::Drawing { .. }) && turn.drawn.len() == TWO;
        let accusation = |card: &DeckCard| match card {
            DeckCard::Playing(card) => card.kind == CardKind::Accusation,
            DeckCard::Conspiracy | DeckCard::Night => false,
        };
        drew && !turn.shown
            && self.has(turn.seat, Character::GilesCorey)
            && turn.drawn.iter().all(accusation)
    }

    /// John Proctor (T22), and Martha while she has his ability (T23): who takes over what the dead leave, John first.
    pub(super) fn heirs(&self) -> Vec<Seat> {
        self.able(Character::JohnProctor)
    }

    /// Mary Warren (T24): whether Black Cat and Matchmaker before this seat do no harm.
    pub fn is_unharmed(&self, seat: Seat) -> bool {
        self.has(seat, Character::MaryWarren)
    }

    /// Rebecca Nurse (T25): who draws a card because a Tryal of this seat is revealed, in order.
    pub(super) fn nurses(&self, revealed: Seat) -> Vec<Seat> {
        let mut nurses = self.able(Character::RebeccaNurse);
        nurses.retain(|seat| *seat != revealed);
        nurses
    }

    /// Sarah Good (T27): whether Arson and Robbery do nothing to the hand of this seat.
    pub fn keeps_hand(&self, seat: Seat) -> bool {
        self.has(seat, Character::SarahGood)
    }
}
