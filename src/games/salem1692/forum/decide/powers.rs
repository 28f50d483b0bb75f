//! Role cards (T32): what a character does beyond the worth of cards, and the choices it has. A game without role cards has none
//! of it.

use std::collections::BTreeSet;

use crate::games::salem1692::table::{Card, CardKind, Character, Colour, PlacingPower};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::event::{Event, Hand, RevealCause, Taking};
use super::super::phase::{Conspiracy, PowerOffer};
use super::super::refusal::PhaseName;
use super::super::{Forum, Refusal};
use super::{Making, flips};

/// How many cards Ann Putnam draws (T18).
const PUTNAM_DRAWS: usize = 2;
/// How many cards Samuel Parris takes (T26).
const SALVAGED: std::ops::RangeInclusive<usize> = 1..=2;
/// How many Accusations in one deal bring Giles Corey another (T21, T32).
const COREY_ACCUSATIONS: usize = 2;

/// T32: each player gets one character, at random, face up.
pub fn deal_role_cards(draft: &mut Making<'_>) {
    let mut characters = Character::ALL.to_vec();
    draft.dice().shuffle(&mut characters);
    characters.truncate(draft.state().table.chairs.len());
    draft.emit(Event::RoleCardsDealt { characters });
}

/// T21, T32: Giles Corey, dealt two Accusations or more, is dealt one more, from the box.
pub fn deal_corey(draft: &mut Making<'_>) {
    for seat in draft.state().table.able(Character::GilesCorey) {
        let table = &draft.state().table;
        let accusation = |card: &&Card| card.kind == CardKind::Accusation;
        if table.chair(seat).hand.iter().filter(accusation).count() < COREY_ACCUSATIONS {
            continue;
        }
        let card = (1..=u8::MAX)
            .map(|copy| Card::new(CardKind::Accusation, copy))
            .find(|card| !table.cards().any(|other| other == *card))
            .expect("the box has more Accusations than are ever in play");
        draft.emit(Event::CoreyDealt { seat, card });
    }
}

/// T17, T18, T28: a power on placing is offered to the player who has just placed a card, where there is one. It can be used
/// until the flip is settled, Danforth's as long as a flip's window would be.
pub fn offer(draft: &mut Making<'_>, seat: Seat, target: Seat, at: Time) {
    let forum = draft.state();
    let can_draw = !forum.table.discard.is_empty();
    let Some(power) = forum.table.power_on_placing(seat, target, can_draw) else {
        return;
    };
    let until = match forum.flip_against(target) {
        Some(flip) => flip.until,
        None => flips::window(forum, at),
    };
    let offer = PowerOffer {
        prompt: PromptId(draft.dice().bits()),
        seat,
        power,
        target,
        until,
    };
    draft.emit(Event::PowerOffered { offer });
}

/// An offered power is used, or not.
pub fn answer(
    draft: &mut Making<'_>,
    seat: Seat,
    prompt: PromptId,
    yes: bool,
) -> Result<(), Refusal> {
    let offer = may_answer(draft.state(), seat, prompt)?;
    if !yes {
        draft.emit(Event::PowerDeclined { prompt });
        return Ok(());
    }
    let at = draft.now();
    match offer.power {
        PlacingPower::AbigailWilliams => {
            let cards = draft.state().table.reds(seat);
            draft.emit(Event::RedsShed { at, seat, cards });
        }
        PlacingPower::AnnPutnam => draw(draft, seat, Taking::AnnPutnam, PUTNAM_DRAWS, at),
        PlacingPower::ThomasDanforth => {
            let marks = draft.state().table.marks(offer.target);
            flips::owe(draft, offer.target, seat, marks, at);
        }
    }
    Ok(())
}

/// Whether this living player may answer that offer now.
///
/// # Errors
/// Why not.
pub fn may_answer(forum: &Forum, seat: Seat, prompt: PromptId) -> Result<PowerOffer, Refusal> {
    let day = forum.day().ok_or(Refusal::Stale)?;
    let offer = day.offers.iter().find(|offer| offer.prompt == prompt);
    offer
        .filter(|offer| offer.seat == seat)
        .copied()
        .ok_or(Refusal::Stale)
}

/// The first offer that has nothing left to be used on: the flip is settled or came otherwise, the marks have changed, somebody
/// has died, the ability is gone, or no card can be played any more.
pub fn lapsed(forum: &Forum) -> Option<PromptId> {
    let day = forum.day()?;
    let table = &forum.table;
    let stands = |offer: &PowerOffer| {
        let can_draw = !table.discard.is_empty();
        let flip = forum.flip_against(offer.target);
        let still_owed = match offer.power {
            PlacingPower::AbigailWilliams | PlacingPower::AnnPutnam => {
                flip.is_some_and(|flip| flip.chooser == offer.seat)
            }
            PlacingPower::ThomasDanforth => {
                flip.is_none()
                    && matches!(
                        day.conspiracy,
                        Conspiracy::Awaited { .. } | Conspiracy::Past
                    )
                    && !day.closing
            }
        };
        table.lives(offer.seat)
            && table.lives(offer.target)
            && still_owed
            && table.power_on_placing(offer.seat, offer.target, can_draw) == Some(offer.power)
    };
    let over = day.offers.iter().find(|offer| !stands(offer))?;
    Some(over.prompt)
}

/// T23, T32: somebody before whom enough marks for a flip lie, though nobody placed the last: Martha Corey, whose ability has
/// changed. Chance chooses, for nobody's turn it is. While the Tryals are being picked it waits.
pub fn burdened(forum: &Forum) -> Option<Seat> {
    let day = forum.day()?;
    if let Conspiracy::Shift(_) = day.conspiracy {
        return None;
    }
    let enough = |seat: &Seat| forum.table.marks(*seat) >= forum.table.threshold(*seat);
    forum
        .table
        .living()
        .find(|seat| enough(seat) && forum.flip_against(*seat).is_none())
}

/// T23, T32: chance flips one of their Tryals.
pub fn flip_burdened(draft: &mut Making<'_>, seat: Seat, at: Time) {
    let position = flips::random_hidden(draft, seat);
    flips::reveal(draft, seat, position, RevealCause::Burdened, at);
}

/// T25, T32: Rebecca Nurse takes a card at random out of the discard when another player's Tryal is revealed, Rebecca before
/// Martha.
pub fn nurse(draft: &mut Making<'_>, revealed: Seat, at: Time) {
    for seat in draft.state().table.able(Character::RebeccaNurse) {
        if seat != revealed {
            draw(draft, seat, Taking::RebeccaNurse, 1, at);
        }
    }
}

/// Cards come at random out of the discard, as many as there are.
fn draw(draft: &mut Making<'_>, seat: Seat, taking: Taking, count: usize, at: Time) {
    let mut cards = draft.state().table.discard.clone();
    draft.dice().shuffle(&mut cards);
    cards.truncate(count);
    if !cards.is_empty() {
        draft.emit(Event::TookFromDiscard {
            at,
            seat,
            taking,
            cards,
        });
    }
}

/// T26, T32: Parris takes one or two cards of his choice out of the discard, in the Day, twice a game.
pub fn salvage(draft: &mut Making<'_>, seat: Seat, cards: &[Card]) -> Result<(), Refusal> {
    may_salvage(draft.state(), seat, cards)?;
    let at = draft.now();
    draft.emit(Event::TookFromDiscard {
        at,
        seat,
        taking: Taking::SamuelParris,
        cards: cards.to_vec(),
    });
    Ok(())
}

/// Whether this living player may take those cards out of the discard now.
///
/// # Errors
/// Why not.
pub fn may_salvage(forum: &Forum, seat: Seat, cards: &[Card]) -> Result<(), Refusal> {
    spendable(forum, seat, Character::SamuelParris)?;
    in_the_day(forum)?;
    let discard = &forum.table.discard;
    if discard.is_empty() {
        return Err(Refusal::EmptyDiscard);
    }
    let distinct: BTreeSet<&Card> = cards.iter().collect();
    if !SALVAGED.contains(&cards.len()) || distinct.len() != cards.len() {
        return Err(Refusal::OneOrTwo);
    }
    match cards.iter().find(|card| !discard.contains(card)) {
        Some(card) => Err(Refusal::NotInDiscard { card: *card }),
        None => Ok(()),
    }
}

/// T29, T32: Tituba changes her whole hand for as many cards at random from the discard, before she plays a card that Day, once
/// a game.
pub fn change_hand(draft: &mut Making<'_>, seat: Seat) -> Result<(), Refusal> {
    may_change_hand(draft.state(), seat)?;
    let at = draft.now();
    let table = &draft.state().table;
    let gone = table.chair(seat).hand.clone();
    let mut came = table.discard.clone();
    draft.dice().shuffle(&mut came);
    came.truncate(gone.len());
    draft.emit(Event::HandChanged {
        at,
        seat,
        gone,
        came,
    });
    Ok(())
}

/// Whether this living player may change the hand now. A discard with fewer cards than the hand is no exchange for as many (our
/// ruling).
///
/// # Errors
/// Why not.
pub fn may_change_hand(forum: &Forum, seat: Seat) -> Result<(), Refusal> {
    spendable(forum, seat, Character::Tituba)?;
    let day = in_the_day(forum)?;
    if day.played.contains(&seat) {
        return Err(Refusal::PlayedToday);
    }
    let count = forum.chair(seat).hand.len();
    if count == 0 {
        return Err(Refusal::EmptyHand { target: seat });
    }
    if forum.table.discard.len() < count {
        return Err(Refusal::TooFewInDiscard { count });
    }
    Ok(())
}

fn in_the_day(forum: &Forum) -> Result<&super::super::Day, Refusal> {
    forum.day().ok_or(Refusal::OnlyIn {
        phase: PhaseName::Day,
    })
}

/// Whether this player has this ability, and a use of it left.
///
/// # Errors
/// Why not.
pub fn spendable(forum: &Forum, seat: Seat, character: Character) -> Result<(), Refusal> {
    if !forum.table.has_ability(seat, character) {
        return Err(Refusal::NotYourPower { character });
    }
    if forum.uses_left(seat, character) == Some(0) {
        return Err(Refusal::PowerSpent { character });
    }
    Ok(())
}

/// T22, T23, T32: after the whole chain of deaths John Proctor gets the hands and blue cards of the dead. Where Martha Corey
/// shares with him the cards are shuffled and given out in turn, John first: there is no turn here in which the two could choose
/// (our ruling). Who died takes nothing.
pub fn inherit(draft: &mut Making<'_>, mut cards: Vec<Card>) {
    let heirs = draft.state().table.able(Character::JohnProctor);
    if heirs.is_empty() || cards.is_empty() {
        return;
    }
    if heirs.len() > 1 {
        draft.dice().shuffle(&mut cards);
    }
    let mut shares: Vec<Hand> = heirs
        .iter()
        .map(|seat| Hand {
            seat: *seat,
            cards: Vec::new(),
        })
        .collect();
    for (index, card) in cards.into_iter().enumerate() {
        shares[index % heirs.len()].cards.push(card);
    }
    shares.retain(|share| !share.cards.is_empty());
    draft.emit(Event::Inherited { shares });
}

/// What a player who dies leaves to John Proctor: the hand, and the blue cards in front (T22).
pub fn estate(forum: &Forum, seat: Seat) -> Vec<Card> {
    let chair = forum.chair(seat);
    let blue = chair.in_front(Colour::Blue);
    chair.hand.iter().copied().chain(blue).collect()
}
