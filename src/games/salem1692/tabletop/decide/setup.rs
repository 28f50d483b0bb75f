//! Setup: seats, Tryals, characters, hands and the deck (T1 to T3).

use crate::games::salem1692::table::{Card, CardKind, Character, Pile, TryalCard, TryalKind};
use crate::kernel::dice::Dice;
use crate::kernel::ids::Seat;
use crate::kernel::time::Time;

use super::super::Tabletop;
use super::super::deck::DeckCard;
use super::super::event::{Event, Hand, Kept};
use super::super::phase::Offered;
use super::{Making, dawn, town_hall};

/// How many cards each player is dealt (T2).
const HAND: usize = 3;

/// The start: the seats are shuffled and the Tryals dealt; then come the characters, the hands and Dawn.
pub fn open(draft: &mut Making<'_>) {
    draw_seats(draft);
    deal_tryals(draft);
    let at = draft.now();
    let settings = &draft.state().settings;
    if settings.chooses_character() {
        town_hall::open(draft, at);
        return;
    }
    if settings.characters {
        let dealt = deal_characters(draft.state(), 1, &mut draft.dice());
        let kept = dealt
            .into_iter()
            .flat_map(|offered| {
                let seat = offered.seat;
                offered.characters.into_iter().map(move |character| Kept {
                    seat,
                    character,
                    random: false,
                })
            })
            .collect();
        draft.emit(Event::CharactersShown { at, kept });
    }
    deal_hands(draft, at);
}

/// F3: the seats are shuffled.
fn draw_seats(draft: &mut Making<'_>) {
    let mut order: Vec<_> = draft
        .state()
        .table
        .chairs
        .iter()
        .map(|chair| chair.player)
        .collect();
    draft.dice().shuffle(&mut order);
    draft.emit(Event::SeatsDrawn { order });
}

/// T1: all Tryals are shuffled and dealt plainly: one player may get every Witch card.
fn deal_tryals(draft: &mut Making<'_>) {
    let settings = &draft.state().settings;
    let each = settings.tryals_each();
    let mut pack = pack(usize::from(settings.players) * each, settings.witch_cards());
    draft.dice().shuffle(&mut pack);
    let rows = pack.chunks(each).map(<[TryalCard]>::to_vec).collect();
    draft.emit(Event::TryalsDealt { rows });
}

/// T1: one Constable, the Witch cards, the rest Not a Witch.
fn pack(count: usize, witches: u8) -> Vec<TryalCard> {
    let mut pack: Vec<_> = (1..=witches)
        .map(|copy| TryalCard::new(TryalKind::Witch, copy))
        .collect();
    pack.push(TryalCard::new(TryalKind::Constable, 1));
    let others = (1..).map(|copy| TryalCard::new(TryalKind::NotAWitch, copy));
    pack.extend(others.take(count - pack.len()));
    pack
}

/// T3: the characters are shuffled; each player gets so many.
pub fn deal_characters(tabletop: &Tabletop, each: usize, dice: &mut Dice) -> Vec<Offered> {
    let mut characters = Character::ALL;
    dice.shuffle(&mut characters);
    tabletop
        .table
        .seats()
        .zip(characters.chunks(each))
        .map(|(seat, dealt)| Offered {
            seat,
            characters: dealt.to_vec(),
        })
        .collect()
}

/// T2: three cards each without Black Cat, Conspiracy and Night; then the Conspiracy is shuffled in and Night goes to the bottom.
/// Cards that have left the game already are not among them (T11).
pub fn deal_hands(draft: &mut Making<'_>, at: Time) {
    let all = draft.state().table.deck.iter();
    let mut cards: Vec<Card> = all
        .filter_map(|card| card.playing())
        .filter(|card| card.kind != CardKind::BlackCat)
        .collect();
    let mut dice = draft.dice();
    dice.shuffle(&mut cards);
    let living: Vec<Seat> = draft.state().table.living().collect();
    let rest = cards.split_off(HAND * living.len());
    let hands = living
        .into_iter()
        .zip(cards.chunks(HAND))
        .map(|(seat, cards)| Hand {
            seat,
            cards: cards.to_vec(),
        })
        .collect();
    let mut deck: Vec<DeckCard> = rest.into_iter().map(DeckCard::Playing).collect();
    deck.push(DeckCard::Conspiracy);
    dice.shuffle(&mut deck);
    deck.push(DeckCard::Night);
    draft.emit(Event::HandsDealt { hands, deck });
    dawn::begin(draft, at);
}
