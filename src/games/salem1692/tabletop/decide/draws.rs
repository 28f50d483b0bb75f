//! Drawing: from the deck, a new one, or nothing at all (T6, T9).

use crate::games::salem1692::table::{Card, Pile};
use crate::kernel::time::Time;

use super::super::deck::DeckCard;
use super::super::event::Event;
use super::super::phase::{Draw, Stage};
use super::super::{DrawCause, Tabletop};
use super::{Making, conspiracy, night};

/// What is drawn next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Supply {
    /// The card on top of the deck.
    Top(DeckCard),
    /// A new deck is made of the discard first.
    NewDeck,
    /// There is nothing to draw.
    Nothing,
}

/// T9: what there is. Where deck and discard hold black cards alone, a turn draws at most one of them; a deck is not made of the
/// Night alone.
fn supply(tabletop: &Tabletop) -> Supply {
    let table = &tabletop.table;
    let mut both = table.deck.iter().chain(&table.discard);
    let blacks = tabletop.turn().map_or(0, |turn| turn.blacks);
    if blacks > 0 && both.all(|card| card.is_black()) {
        return Supply::Nothing;
    }
    match table.deck.first() {
        Some(card) => Supply::Top(*card),
        None if table.discard.iter().all(|card| *card == DeckCard::Night) => Supply::Nothing,
        None => Supply::NewDeck,
    }
}

/// Whether anything could be drawn now (T9).
pub fn can_draw(tabletop: &Tabletop) -> bool {
    supply(tabletop) != Supply::Nothing
}

/// The next step of the draw that comes first: cards up to the next black one, a black card, a new deck, or nothing.
pub fn draw(draft: &mut Making<'_>, at: Time) {
    let tabletop = draft.state();
    let Some(Draw { seat, left, cause }) = next(tabletop) else {
        return;
    };
    match supply(tabletop) {
        Supply::Nothing => draft.emit(Event::NothingDrawn { at, seat, cause }),
        Supply::NewDeck => form_deck(draft, at),
        Supply::Top(DeckCard::Conspiracy) => conspiracy::drawn(draft, seat, cause, at),
        Supply::Top(DeckCard::Night) => night::drawn(draft, seat, cause, at),
        Supply::Top(DeckCard::Playing(_)) => {
            let top = tabletop.table.deck.iter().take(usize::from(left));
            let cards: Vec<Card> = top.map_while(|card| playing(*card)).collect();
            let lost = is_lost(tabletop, cause);
            draft.emit(Event::Drew {
                at,
                seat,
                cause,
                cards,
                lost,
            });
        }
    }
}

/// The playing card that this is, where it is one.
pub fn playing(card: DeckCard) -> Option<Card> {
    card.playing()
}

fn next(tabletop: &Tabletop) -> Option<Draw> {
    tabletop.turn()?.draws.last().copied()
}

/// T7: what a player draws whose clock has run out again and again goes to the discard.
fn is_lost(tabletop: &Tabletop, cause: DrawCause) -> bool {
    let stage = tabletop.turn().map(|turn| turn.stage);
    match cause {
        DrawCause::Turn | DrawCause::GilesCorey => stage == Some(Stage::Drawing { lost: true }),
        DrawCause::AnnPutnam | DrawCause::RebeccaNurse => false,
    }
}

/// T9: the discard is shuffled into a new deck, Night at the bottom.
fn form_deck(draft: &mut Making<'_>, at: Time) {
    let deck = new_deck(draft, &[]);
    draft.emit(Event::DeckFormed { at, deck });
}

/// The discard and these cards, shuffled, Night at the bottom (T9, T15).
pub fn new_deck(draft: &Making<'_>, more: &[DeckCard]) -> Vec<DeckCard> {
    let discard = draft.state().table.discard.iter().chain(more).copied();
    let (nights, mut deck): (Vec<DeckCard>, Vec<DeckCard>) =
        discard.partition(|card| *card == DeckCard::Night);
    draft.dice().shuffle(&mut deck);
    deck.extend(nights);
    deck
}
