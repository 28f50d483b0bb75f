//! What the dead leave to John Proctor, and what he shares with Martha Corey (T22, T23).

use crate::games::salem1692::table::Card;
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::super::event::Event;
use super::super::phase::Sharing;
use super::super::{Refusal, Tabletop};
use super::Making;

/// T22, T23: after the whole chain of deaths John takes all, or shares it with Martha, one card in turn, John first. What has
/// begun is finished by whoever of the two still lives. Says whether something was done.
pub fn settle(draft: &mut Making<'_>, at: Time) -> bool {
    let tabletop = draft.state();
    let cards = tabletop.estate.cards.clone();
    let heirs = match tabletop.estate.sharing {
        Some(sharing) => vec![sharing.next, sharing.other],
        None => tabletop.heirs(),
    };
    let living: Vec<Seat> = heirs
        .into_iter()
        .filter(|seat| tabletop.table.lives(*seat))
        .collect();
    let Some(first) = living.first().copied() else {
        draft.emit(Event::EstateDiscarded { cards });
        return true;
    };
    match living.get(1).copied() {
        // The last card is no choice.
        Some(second) if cards.len() > 1 => {
            if tabletop.estate.sharing.is_some() {
                return false;
            }
            open(draft, first, second, at);
        }
        _ => draft.emit(Event::Inherited {
            at,
            seat: first,
            cards,
        }),
    }
    true
}

fn open(draft: &mut Making<'_>, next: Seat, other: Seat, at: Time) {
    let tabletop = draft.state();
    let sharing = Sharing {
        prompt: PromptId(draft.dice().bits()),
        next,
        other,
        until: at + tabletop.settings.choice_window,
    };
    let cards = tabletop.estate.cards.clone();
    draft.emit(Event::SharingOpened { at, sharing, cards });
}

/// T23: John or Martha takes one card.
pub fn take(
    draft: &mut Making<'_>,
    seat: Seat,
    prompt: PromptId,
    card: Card,
) -> Result<(), Refusal> {
    let sharing = may_take(draft.state(), seat, prompt, card)?;
    let at = draft.now();
    took(draft, sharing, card, false, at);
    Ok(())
}

/// Whether this living player may take that card now.
///
/// # Errors
/// Why not.
pub fn may_take(
    tabletop: &Tabletop,
    seat: Seat,
    prompt: PromptId,
    card: Card,
) -> Result<Sharing, Refusal> {
    let sharing = tabletop
        .estate
        .sharing
        .filter(|sharing| sharing.prompt == prompt)
        .ok_or(Refusal::Stale)?;
    if sharing.next != seat {
        return Err(Refusal::NotYourChoice {
            chooser: sharing.next,
        });
    }
    if tabletop.estate.cards.contains(&card) {
        Ok(sharing)
    } else {
        Err(Refusal::NotLeft { card })
    }
}

/// T7: the time has run out: one card is taken at random.
pub fn take_late(draft: &mut Making<'_>, at: Time) {
    let estate = &draft.state().estate;
    let Some(sharing) = estate.sharing else {
        return;
    };
    let card = *draft
        .dice()
        .pick(&estate.cards)
        .expect("what is shared has cards");
    took(draft, sharing, card, true, at);
}

fn took(draft: &mut Making<'_>, sharing: Sharing, card: Card, random: bool, at: Time) {
    let (seat, other) = (sharing.next, sharing.other);
    draft.emit(Event::Took {
        at,
        seat,
        card,
        random,
    });
    let left = draft.state().estate.cards.len();
    if left > 1 && draft.state().table.lives(other) {
        open(draft, other, seat, at);
    }
}
