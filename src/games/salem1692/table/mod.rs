//! What every edition of Salem 1692 shares: cards, Tryals, chairs and the table with its verbs. State and verbs only: no
//! phases, no time, no chance, and nothing that differs between editions.

mod ability;
mod card;
mod chair;
mod character;
mod tryal;

use std::collections::BTreeSet;

use crate::kernel::ids::Seat;

pub use card::{Card, CardKind, Colour, NotACard};
pub use chair::Chair;
pub use character::{Character, NotACharacter, PlacingPower};
pub use tryal::{NotATryal, Position, Tryal, TryalCard, TryalKind};

/// Which side a player is on, or has won.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Those who have never held a Witch card.
    Town,
    /// Those who have.
    Witches,
}

/// What can lie in the piles of a table: playing cards, and in some editions others that never come into a hand.
pub trait Pile: Copy + From<Card> {
    /// The playing card that it is, where it is one.
    fn playing(self) -> Option<Card>;
}

impl Pile for Card {
    fn playing(self) -> Option<Card> {
        Some(self)
    }
}

/// The table: chairs in row order, the deck, the discard, and what lies aside. Hands and fronts hold playing cards; what the
/// piles hold is the edition's matter.
///
/// Every card that is not an Accusation is always in exactly one place. Accusations come from the box and go back to it:
/// those that are in play are in exactly one place, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table<C = Card> {
    /// The chairs in row order; the dead keep theirs.
    pub chairs: Vec<Chair>,
    /// What will be dealt or drawn.
    pub deck: Vec<C>,
    /// What has been used.
    pub discard: Vec<C>,
    /// What is out of play for now or for good: the Black Cat before it is given, cards that need three players where
    /// there are two, blue cards that have left the game.
    pub aside: Vec<C>,
}

impl<C> Default for Table<C> {
    fn default() -> Table<C> {
        Table {
            chairs: Vec::new(),
            deck: Vec::new(),
            discard: Vec::new(),
            aside: Vec::new(),
        }
    }
}

impl<C: Pile> Table<C> {
    /// The chair with this seat's number.
    ///
    /// # Panics
    /// Where there is no such seat: seats from outside are checked where they come in.
    pub fn chair(&self, seat: Seat) -> &Chair {
        &self.chairs[seat.index()]
    }

    /// The chair with this seat's number, to be changed.
    pub(crate) fn chair_mut(&mut self, seat: Seat) -> &mut Chair {
        &mut self.chairs[seat.index()]
    }

    /// Whether there is such a seat.
    pub fn has(&self, seat: Seat) -> bool {
        (1..=self.chairs.len()).contains(&usize::from(seat.number()))
    }

    /// All seats in row order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<C> {
        (0..self.chairs.len()).map(Seat::at)
    }

    /// The seats of the living in row order.
    pub fn living(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.seats().filter(|seat| self.chair(*seat).alive)
    }

    /// How many are living.
    pub fn living_count(&self) -> usize {
        self.chairs.iter().filter(|chair| chair.alive).count()
    }

    /// Whether there is such a seat and its player lives.
    pub fn lives(&self, seat: Seat) -> bool {
        self.has(seat) && self.chair(seat).alive
    }

    /// The nearest living seat before this one in the circle; the seat itself where nobody else lives.
    pub fn before(&self, seat: Seat) -> Seat {
        self.circle(seat)
            .rev()
            .find(|other| self.chair(*other).alive)
            .unwrap_or(seat)
    }

    /// The nearest living seat after this one in the circle; the seat itself where nobody else lives.
    pub fn after(&self, seat: Seat) -> Seat {
        self.circle(seat)
            .find(|other| self.chair(*other).alive)
            .unwrap_or(seat)
    }

    /// All other seats, in the circle that begins after this one.
    fn circle(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Seat> + use<C> {
        let count = self.chairs.len();
        (1..count).map(move |step| Seat::at((seat.index() + step) % count))
    }

    /// The living of the coven in row order.
    pub fn living_coven(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        self.living().filter(|seat| self.chair(*seat).coven)
    }

    /// The living seat that holds the Constable card hidden.
    pub fn constable(&self) -> Option<Seat> {
        self.living()
            .find(|seat| self.chair(*seat).hides(TryalKind::Constable))
    }

    /// The living seat in front of which this kind of card lies, the first in row order.
    pub fn holder(&self, kind: CardKind) -> Option<Seat> {
        self.living()
            .find(|seat| self.chair(*seat).has_in_front(kind))
    }

    /// The living seat whose death a Matchmaker would make of this one's: both have one in front.
    pub fn matched(&self, seat: Seat) -> Option<Seat> {
        if !self.chair(seat).has_in_front(CardKind::Matchmaker) {
            return None;
        }
        self.living()
            .find(|other| *other != seat && self.chair(*other).has_in_front(CardKind::Matchmaker))
    }

    /// Who has won by now: the Town once every Witch card is revealed; else the Witches once all the living are of the
    /// coven.
    pub fn victory(&self) -> Option<Side> {
        let mut tryals = self.chairs.iter().flat_map(|chair| &chair.row);
        if tryals.all(|tryal| tryal.card.kind != TryalKind::Witch || tryal.revealed) {
            return Some(Side::Town);
        }
        let mut living = self.chairs.iter().filter(|chair| chair.alive);
        living.all(|chair| chair.coven).then_some(Side::Witches)
    }

    /// Turns a Tryal face up.
    pub(crate) fn reveal(&mut self, seat: Seat, position: Position) {
        self.chair_mut(seat).row[position.index()].revealed = true;
    }

    /// Takes this card out of the hand of a seat.
    pub(crate) fn take_from_hand(&mut self, seat: Seat, card: Card) {
        remove(&mut self.chair_mut(seat).hand, card);
    }

    /// Takes this card away from in front of a seat.
    pub(crate) fn take_from_front(&mut self, seat: Seat, card: Card) {
        remove(&mut self.chair_mut(seat).front, card);
    }

    /// Moves these cards from in front of a seat to the discard.
    pub(crate) fn discard_from_front(&mut self, seat: Seat, cards: &[Card]) {
        for card in cards {
            self.take_from_front(seat, *card);
        }
        self.discards(cards);
    }

    /// Moves these playing cards from the discard into a hand.
    pub(crate) fn take_from_discard(&mut self, seat: Seat, cards: &[Card]) {
        for card in cards {
            let place = self
                .discard
                .iter()
                .position(|other| other.playing() == Some(*card))
                .unwrap_or_else(|| panic!("{card} should lie in the discard"));
            self.discard.remove(place);
            self.chair_mut(seat).hand.push(*card);
        }
    }

    /// These cards, which lie nowhere now, come to the discard.
    pub(crate) fn discards(&mut self, cards: &[Card]) {
        self.discard.extend(cards.iter().copied().map(C::from));
    }

    /// Makes a player dead: every Tryal face up. Hand and front are given back: where they go is the caller's matter.
    pub(crate) fn bury(&mut self, seat: Seat) -> Vec<Card> {
        let chair = self.chair_mut(seat);
        chair.alive = false;
        for tryal in &mut chair.row {
            tryal.revealed = true;
        }
        let mut cards = std::mem::take(&mut chair.hand);
        cards.append(&mut chair.front);
        cards
    }

    /// All hands and any Stocks go to the discard.
    pub(crate) fn discard_hands_and_stocks(&mut self) {
        for index in 0..self.chairs.len() {
            let chair = &mut self.chairs[index];
            let hand = chair.hand.drain(..);
            let stocks = chair
                .front
                .extract_if(.., |card| card.kind == CardKind::Stocks);
            self.discard.extend(hand.chain(stocks).map(C::from));
        }
    }

    /// All such playing cards leave the game, wherever they lie.
    pub(crate) fn put_aside(&mut self, leaves: impl Fn(Card) -> bool) {
        for pile in [&mut self.deck, &mut self.discard] {
            let left = pile.extract_if(.., |card| card.playing().is_some_and(&leaves));
            self.aside.extend(left);
        }
        for chair in &mut self.chairs {
            for pile in [&mut chair.hand, &mut chair.front] {
                let left = pile.extract_if(.., |card| leaves(*card));
                self.aside.extend(left.map(C::from));
            }
        }
    }

    /// Everything in play or aside, place by place.
    pub fn cards(&self) -> impl Iterator<Item = C> + '_ {
        let piles = [&self.deck, &self.discard, &self.aside];
        let chairs = self
            .chairs
            .iter()
            .flat_map(|chair| [&chair.hand, &chair.front]);
        let lying = chairs.flatten().copied().map(C::from);
        piles.into_iter().flatten().copied().chain(lying)
    }
}

impl Table<Card> {
    /// What is wrong with the cards, if anything: one that is in two places, or one that is in none though it is not an
    /// Accusation. For invariants.
    pub fn misplaced(&self) -> Option<String> {
        let mut seen = BTreeSet::new();
        for card in self.cards() {
            if !seen.insert(card) {
                return Some(format!("{card} is in two places"));
            }
        }
        Card::all_but_accusations()
            .find(|card| !seen.contains(card))
            .map(|card| format!("{card} is nowhere"))
    }
}

fn remove(pile: &mut Vec<Card>, card: Card) {
    let place = pile
        .iter()
        .position(|other| *other == card)
        .unwrap_or_else(|| panic!("{card} should lie where it is taken from"));
    pile.remove(place);
}
