//! The deal at the start of each Day (F6 to F8, F10), and the instant of its Conspiracy (F24).

use std::collections::BTreeSet;

use crate::games::salem1692::table::{Card, CardKind};
use crate::kernel::dice::Dice;
use crate::kernel::ids::PromptId;
use crate::kernel::time::Time;

use super::super::Forum;
use super::super::event::{Event, Hand};
use super::super::phase::Moment;
use super::{Making, powers};

/// A Day begins: its Conspiracy's instant is drawn and the hands are dealt.
pub fn begin_day(draft: &mut Making<'_>, at: Time) {
    let forum = draft.state();
    let number = match forum.moment() {
        Moment::Night(number) => number + 1,
        Moment::Setup | Moment::Dawn | Moment::Day(_) | Moment::Over => 1,
    };
    let settings = &forum.settings;
    let until = at + settings.day;
    let quiet_until = at + settings.quiet;
    // F24: uniform in the span from one eighth of the Day to seven eighths less the shift window.
    let earliest = at + settings.day.share(1, 8);
    let latest = at + settings.day.share(7, 8) - settings.shift_window();
    let mut dice = draft.dice();
    let conspiracy = dice.instant(earliest, latest);
    let prompt = PromptId(dice.bits());
    draft.emit(Event::DayBegan {
        number,
        at,
        until,
        quiet_until,
        conspiracy,
        prompt,
    });
    deal(draft);
}

/// F6: the discard goes back to the deck, the Accusations are set, the deck is shuffled, the hands are made equal, and all of
/// it is dealt out.
fn deal(draft: &mut Making<'_>) {
    let (dealt, dice) = (plan(draft.state()), draft.dice());
    let hands = hands(draft.state(), dealt.cards, dice);
    draft.emit(Event::Dealt {
        supply: dealt.supply,
        added: dealt.added,
        removed: dealt.removed,
        hands,
        left_out: dealt.left_out,
    });
    powers::deal_corey(draft);
}

/// What will be dealt.
struct Plan {
    cards: Vec<Card>,
    supply: u8,
    added: u8,
    removed: u8,
    left_out: Vec<Card>,
}

fn plan(forum: &Forum) -> Plan {
    let table = &forum.table;
    let living = table.living_count();
    let others: BTreeSet<Card> = table
        .deck
        .iter()
        .chain(&table.discard)
        .filter(|card| card.kind != CardKind::Accusation)
        .copied()
        .collect();

    // F10: with two living players Scapegoat and Robbery, which need three, are left out.
    let needs_three = |card: &Card| matches!(card.kind, CardKind::Scapegoat | CardKind::Robbery);
    let (left_out, mut cards): (Vec<Card>, Vec<Card>) = others
        .into_iter()
        .partition(|card| living <= 2 && needs_three(card));

    // F6: Accusations that lie in front of players count against the supply.
    let lying: BTreeSet<Card> = table
        .chairs
        .iter()
        .flat_map(|chair| &chair.front)
        .filter(|card| card.kind == CardKind::Accusation)
        .copied()
        .collect();
    let supply = supply(living);
    let wanted = usize::from(supply).saturating_sub(lying.len());

    // F7: equal hands, by removing or adding the fewer Accusations; on a tie, and wherever there are enough, removing.
    let rest = (cards.len() + wanted) % living;
    let lacking = if rest == 0 { 0 } else { living - rest };
    let removing = rest <= lacking && rest <= wanted;
    let (added, removed) = if removing || rest == 0 {
        (0, rest)
    } else {
        (lacking, 0)
    };

    // Copies that do not lie in front of anybody come from the box, the lowest first.
    let box_of_accusations = (1..=u8::MAX)
        .map(|copy| Card::new(CardKind::Accusation, copy))
        .filter(|card| !lying.contains(card));
    cards.extend(box_of_accusations.take(wanted + added - removed));
    Plan {
        cards,
        supply,
        added: u8::try_from(added).expect("fewer than there are players"),
        removed: u8::try_from(removed).expect("fewer than there are players"),
        left_out,
    }
}

/// F6: the scaling table for the number living.
fn supply(living: usize) -> u8 {
    match living {
        0..=4 => 15,
        5..=6 => 25,
        _ => 35,
    }
}

/// Shuffles the cards and deals them out one by one, in row order.
fn hands(forum: &Forum, mut cards: Vec<Card>, mut dice: Dice) -> Vec<Hand> {
    dice.shuffle(&mut cards);
    let mut hands: Vec<Hand> = forum
        .table
        .living()
        .map(|seat| Hand {
            seat,
            cards: Vec::new(),
        })
        .collect();
    let count = hands.len();
    for (index, card) in cards.into_iter().enumerate() {
        hands[index % count].cards.push(card);
    }
    hands
}
