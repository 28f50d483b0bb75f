//! Setup: seats, Tryals and the first phase (F1 to F5).

use crate::games::salem1692::table::{TryalCard, TryalKind};
use crate::kernel::ids::PromptId;

use super::super::event::Event;
use super::{Making, powers};

/// How many Tryals a player has (F1).
const TRYALS: usize = 5;

/// The start: the seats are shuffled, the Tryals dealt, and Dawn begins.
pub fn open(draft: &mut Making<'_>) {
    draw_seats(draft);
    deal_tryals(draft);
    if draft.state().settings.role_cards {
        powers::deal_role_cards(draft);
    }
    begin_dawn(draft);
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

/// F2: all Tryals are shuffled and dealt, five each, so that the Witch cards lie with different players. Deals in which they
/// do not are thrown away and shuffled anew, which leaves every other deal as likely as before.
fn deal_tryals(draft: &mut Making<'_>) {
    let players = draft.state().table.chairs.len();
    let witches = if players <= 5 { 1 } else { 2 };
    let mut pack = pack(players, witches);
    let mut dice = draft.dice();
    let rows: Vec<Vec<TryalCard>> = loop {
        dice.shuffle(&mut pack);
        let apart = pack
            .chunks(TRYALS)
            .all(|row| count(row, TryalKind::Witch) <= 1);
        if apart {
            break pack.chunks(TRYALS).map(<[TryalCard]>::to_vec).collect();
        }
    };
    draft.emit(Event::TryalsDealt { rows });
}

/// F1: five Tryals for each player: one Constable, the Witch cards, the rest Not a Witch.
fn pack(players: usize, witches: u8) -> Vec<TryalCard> {
    let mut pack: Vec<_> = (1..=witches)
        .map(|copy| TryalCard::new(TryalKind::Witch, copy))
        .collect();
    pack.push(TryalCard::new(TryalKind::Constable, 1));
    let others = (1..).map(|copy| TryalCard::new(TryalKind::NotAWitch, copy));
    pack.extend(others.take(players * TRYALS - pack.len()));
    pack
}

fn count(row: &[TryalCard], kind: TryalKind) -> usize {
    row.iter().filter(|card| card.kind == kind).count()
}

/// F5: Dawn begins at once and ends at an instant that is published.
fn begin_dawn(draft: &mut Making<'_>) {
    let at = draft.now();
    let until = at + draft.state().settings.dawn();
    let prompt = PromptId(draft.dice().bits());
    draft.emit(Event::DawnBegan { at, until, prompt });
}
