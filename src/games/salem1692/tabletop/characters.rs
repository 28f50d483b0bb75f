//! What each character's ability is, one by one. Where an ability is a choice, `decide::powers` has the decision.

use crate::games::salem1692::table::{CardKind, Character};
use crate::kernel::ids::Seat;

use super::{DeckCard, Stage, Tabletop, Turn};

/// How many Accusations Corey draws for another card (T21).
const TWO: usize = 2;

impl Tabletop {
    /// How often this seat may still use an ability that is counted: Parris' twice, Tituba's and Phips' once; Martha's uses count
    /// for herself (T23, T26, T29, T31). None for abilities that are not counted.
    pub fn uses_left(&self, seat: Seat, ability: Character) -> Option<u8> {
        let all = ability.uses()?;
        let used = self.uses.get(&(seat, ability)).copied().unwrap_or(0);
        Some(all.saturating_sub(used))
    }

    /// Giles Corey (T21): whether he has drawn two Accusations for this turn and has not shown them yet.
    pub(super) fn shows_accusations(&self, turn: &Turn) -> bool {
        let drew = matches!(turn.stage, Stage::Drawing { .. }) && turn.drawn.len() == TWO;
        let accusation = |card: &DeckCard| match card {
            DeckCard::Playing(card) => card.kind == CardKind::Accusation,
            DeckCard::Conspiracy | DeckCard::Night => false,
        };
        drew && !turn.shown
            && self.table.has_ability(turn.seat, Character::GilesCorey)
            && turn.drawn.iter().all(accusation)
    }

    /// John Proctor (T22), and Martha while she has his ability (T23): who takes over what the dead leave, John first.
    pub(super) fn heirs(&self) -> Vec<Seat> {
        self.table.able(Character::JohnProctor)
    }

    /// Mary Warren (T24): whether Black Cat and Matchmaker before this seat do no harm.
    pub fn is_unharmed(&self, seat: Seat) -> bool {
        self.table.has_ability(seat, Character::MaryWarren)
    }

    /// Rebecca Nurse (T25): who draws a card because a Tryal of this seat is revealed, in order.
    pub(super) fn nurses(&self, revealed: Seat) -> Vec<Seat> {
        let mut nurses = self.table.able(Character::RebeccaNurse);
        nurses.retain(|seat| *seat != revealed);
        nurses
    }

    /// Sarah Good (T27): whether Arson and Robbery do nothing to the hand of this seat.
    pub fn keeps_hand(&self, seat: Seat) -> bool {
        self.table.has_ability(seat, Character::SarahGood)
    }
}
