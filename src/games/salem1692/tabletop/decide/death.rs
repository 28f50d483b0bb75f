//! Death, in ordered steps (F34, F21, T11, T22), and last words (T33).

use crate::games::salem1692::table::{Card, CardKind, Character, Colour, Pile};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::Refusal;
use super::super::event::{DeathCause, Event};
use super::super::phase::Dying;
use super::{Making, won};

/// How many living players are the last ones for blue cards (T11).
pub const LAST: usize = 2;
/// How many words are last words (T33).
const WORDS: std::ops::RangeInclusive<usize> = 1..=3;
/// How long a word may be.
const LONGEST_WORD: usize = 30;

/// A player dies: first the one who is named, then a Matchmaker's partner (F34); then, with two living, cards leave (T11). What
/// the dead left is given out by `estate` (T22). The game stops as soon as a side has won (F35).
pub fn die(draft: &mut Making<'_>, seat: Seat, cause: DeathCause, at: Time) {
    // H4: a removal does not pull the partner along (F21).
    let partner = match cause {
        DeathCause::Removed => None,
        DeathCause::WitchRevealed
        | DeathCause::LastTryal
        | DeathCause::Killed
        | DeathCause::Matchmaker { .. } => draft.state().table.matched(seat),
    };
    bury(draft, seat, cause, at);
    if won(draft) {
        return;
    }
    // T23, T24: whether Mary's ability protects the partner is seen from the death on.
    let partner = partner.filter(|partner| !draft.state().is_unharmed(*partner));
    if let Some(partner) = partner {
        bury(draft, partner, DeathCause::Matchmaker { partner: seat }, at);
        if won(draft) {
            return;
        }
    }
    cards_leave(draft);
    // H4: a removed player is gone already.
    if cause != DeathCause::Removed {
        for dead in [Some(seat), partner].into_iter().flatten() {
            ask_last_words(draft, dead, at);
        }
    }
}

/// F34: all remaining Tryals are turned and the alignment is told. Hand and blue cards wait for John Proctor, where another John
/// than the dead player lives (T22); all else goes to the discard. That it is one event changes no outcome: among these reveals
/// only a Witch card can end the game, and then the Town has won whatever follows it in the row.
fn bury(draft: &mut Making<'_>, seat: Seat, cause: DeathCause, at: Time) {
    let tabletop = draft.state();
    let chair = tabletop.chair(seat);
    let remaining = chair
        .hidden()
        .map(|position| (position, chair.tryal(position).card))
        .collect();
    let john = |other: Seat| {
        other != seat && tabletop.chair(other).character == Some(Character::JohnProctor)
    };
    let inherited = tabletop.table.living().any(john);
    let blue = |card: &Card| card.colour() == Colour::Blue;
    let hand = chair.hand.iter().copied();
    let lying = chair.front.iter().copied();
    let (left, discarded) = if inherited {
        let (blues, others): (Vec<Card>, Vec<Card>) = lying.partition(blue);
        (hand.chain(blues).collect(), others)
    } else {
        (Vec::new(), hand.chain(lying).collect())
    };
    let event = Event::Died {
        at,
        seat,
        cause,
        remaining,
        coven: chair.coven,
        discarded,
        left,
        lapsed: tabletop.owed_by(seat).is_some(),
    };
    draft.emit(event);
}

/// T11: whether this card leaves the game when two are living: blue cards, and those that need three players.
pub fn leaves_with_two(card: Card) -> bool {
    card.colour() == Colour::Blue || matches!(card.kind, CardKind::Scapegoat | CardKind::Robbery)
}

/// T11: with two living players all such cards leave the game.
fn cards_leave(draft: &mut Making<'_>) {
    let tabletop = draft.state();
    let table = &tabletop.table;
    if table.living_count() > LAST {
        return;
    }
    let leaves = |card: &Card| leaves_with_two(*card);
    let fronts = table.chairs.iter().flat_map(|chair| &chair.front);
    let from_fronts: Vec<Card> = fronts.copied().filter(leaves).collect();
    let piles = table.deck.iter().chain(&table.discard);
    let hands = table.chairs.iter().flat_map(|chair| &chair.hand);
    let from_elsewhere: Vec<Card> = piles
        .filter_map(|card| card.playing())
        .chain(hands.chain(&tabletop.estate.cards).copied())
        .filter(leaves)
        .collect();
    if !(from_fronts.is_empty() && from_elsewhere.is_empty()) {
        draft.emit(Event::CardsLeft {
            from_fronts,
            from_elsewhere,
        });
    }
}

/// T33: a dying player may leave last words.
fn ask_last_words(draft: &mut Making<'_>, seat: Seat, at: Time) {
    let until = at + draft.state().settings.choice_window;
    let prompt = PromptId(draft.dice().bits());
    let dying = Dying {
        seat,
        prompt,
        until,
    };
    draft.emit(Event::LastWordsAsked { dying });
}

/// T33: last words of at most three words.
pub fn last_words(draft: &mut Making<'_>, seat: Seat, words: &str) -> Result<(), Refusal> {
    let at = draft.now();
    if draft.state().pause.is_some() {
        return Err(Refusal::GamePaused);
    }
    let mut dying = draft.state().dying.iter();
    let open = dying.any(|dying| dying.seat == seat && at < dying.until);
    if !open {
        return Err(Refusal::NoLastWords);
    }
    let words = plain_words(words)?;
    draft.emit(Event::LastWordsLeft { at, seat, words });
    Ok(())
}

/// One to three words of letters, digits and simple signs: nothing that a platform could take for anything but words.
fn plain_words(text: &str) -> Result<String, Refusal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = |c: char| c.is_alphanumeric() || "'’-,.!?".contains(c);
    let short = |word: &&str| word.chars().count() <= LONGEST_WORD;
    if WORDS.contains(&words.len())
        && words
            .iter()
            .all(|word| short(word) && word.chars().all(plain))
    {
        Ok(words.join(" "))
    } else {
        Err(Refusal::ThreeWords)
    }
}
