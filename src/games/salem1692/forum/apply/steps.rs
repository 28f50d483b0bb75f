//! The larger steps of the fold, by what they change.

use std::sync::Arc;

use crate::games::salem1692::table::{
    Card, CardKind, Character, PlacingPower, Tryal, TryalCard, TryalKind,
};
use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::time::Time;

use super::super::event::{DeathCause, Effect, Move, Pick};
use super::super::history::History;
use super::super::phase::{Conspiracy, Moment, Phase, PowerOffer, Span};
use super::super::{Forum, Watch};

impl Forum {
    /// The history, to be added to.
    pub(super) fn history(&mut self) -> &mut History {
        Arc::make_mut(&mut self.history)
    }

    /// A phase takes the place of the one before; what was proposed in that one lapses (H1).
    pub(super) fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.proposal = None;
    }

    /// The time of a phase, with the reminders that fit into it (H6).
    pub(super) fn new_span(&self, began: Time, until: Time) -> Span {
        let mut reminders = self.settings.reminders();
        reminders.retain(|before| *before < until - began);
        Span {
            began,
            until,
            reminders,
        }
    }

    /// Notes that a player has acted (H6, H8).
    pub(super) fn acts(&mut self, seat: Seat) {
        self.watch.acted = true;
        self.watch.stirred.insert(seat);
    }

    /// A counted ability is used once (T26, T29, T31).
    pub(super) fn spends(&mut self, seat: Seat, ability: Character) {
        *self.uses.entry((seat, ability)).or_default() += 1;
    }

    /// An offered power is used: the oldest of its kind that this seat has.
    pub(super) fn uses_offer(&mut self, seat: Seat, power: PlacingPower) {
        if let Phase::Day(day) = &mut self.phase {
            let used = |offer: &PowerOffer| offer.seat == seat && offer.power == power;
            if let Some(index) = day.offers.iter().position(used) {
                day.offers.remove(index);
            }
        }
    }

    /// The rows as dealt; all cards but the Black Cat wait for the first Day (F2).
    pub(super) fn deal_tryals(&mut self, rows: &[Vec<TryalCard>]) {
        for (chair, row) in self.table.chairs.iter_mut().zip(rows) {
            chair.row = row
                .iter()
                .map(|card| Tryal {
                    card: *card,
                    revealed: false,
                })
                .collect();
            chair.coven = chair.hides(TryalKind::Witch);
        }
        for card in Card::all_but_accusations() {
            if card.kind == CardKind::BlackCat {
                self.table.aside.push(card);
            } else {
                self.table.deck.push(card);
            }
        }
        let joined: Vec<_> = self
            .table
            .living_coven()
            .map(|seat| (seat, Moment::Setup))
            .collect();
        let history = self.history();
        history.dealt = rows.to_vec();
        history.joined = joined;
    }

    /// What a played card did; it has left the hand already.
    pub(super) fn take_effect(&mut self, card: Card, effect: &Effect) {
        let table = &mut self.table;
        match effect {
            Effect::Marked { target, .. } | Effect::Placed { target } => {
                table.chair_mut(*target).front.push(card);
            }
            Effect::Frozen { stocks } => {
                table.chair_mut(stocks.seat).front.push(card);
                if let Phase::Day(day) = &mut self.phase {
                    day.stocks.push(*stocks);
                }
            }
            Effect::Cleared {
                target, removed, ..
            } => {
                table.discard_from_front(*target, removed);
                table.discard.push(card);
            }
            Effect::Cursed { target, blue } => {
                table.discard_from_front(*target, &[*blue]);
                table.discard.push(card);
            }
            Effect::Spared { .. } => table.discard.push(card),
            Effect::Burned { target, cards } => {
                for burned in cards {
                    table.take_from_hand(*target, *burned);
                }
                table.discard.extend(cards);
                table.discard.push(card);
            }
            Effect::Robbed {
                source,
                receiver,
                cards,
            } => {
                for robbed in cards {
                    table.take_from_hand(*source, *robbed);
                }
                table.chair_mut(*receiver).hand.extend(cards);
                table.discard.push(card);
            }
            Effect::Blamed {
                source,
                receiver,
                cards,
                stocks,
                ..
            } => {
                for moved in cards {
                    table.take_from_front(*source, *moved);
                }
                table.chair_mut(*receiver).front.extend(cards);
                table.discard.push(card);
                if let Phase::Day(day) = &mut self.phase {
                    day.stocks.retain(|running| running.seat != *source);
                    day.stocks.extend(stocks);
                }
            }
        }
    }

    /// A death: row, hand, front, and what was owed against that player or waited for (F34, F12).
    pub(super) fn buries(&mut self, seat: Seat, cause: DeathCause) {
        self.watch.happened = true;
        self.watch.unvoted.remove(&seat);
        let left = self.table.bury(seat);
        self.table.discards(&left);
        if let Phase::Day(day) = &mut self.phase {
            day.flips.retain(|flip| flip.seat != seat);
            day.stocks.retain(|stocks| stocks.seat != seat);
            day.removals.retain(|removed| *removed != seat);
        }
        if let Some(proposal) = &mut self.proposal {
            proposal.yes.remove(&seat);
        }
        let moment = self.moment();
        let history = self.history();
        history.deaths.push((seat, moment));
        if cause != DeathCause::Removed
            && let Some(night) = history.nights.last_mut()
            && moment == Moment::Night(night.number)
        {
            night.died.push(seat);
        }
    }

    pub(super) fn redistribute(&mut self, picks: &[Pick], moves: &[Move], joined: &[Seat]) {
        for step in moves {
            let chair = self.table.chair_mut(step.seat);
            chair.row[step.position.index()].card = step.card;
        }
        for seat in joined {
            self.table.chair_mut(*seat).coven = true;
        }
        let moment = self.moment();
        let history = self.history();
        history
            .joined
            .extend(joined.iter().map(|seat| (*seat, moment)));
        if let Some(record) = history.conspiracies.last_mut() {
            record.picks = picks.to_vec();
            record.moves = moves.to_vec();
            record.joined = joined.to_vec();
        }
        if let Phase::Day(day) = &mut self.phase {
            day.conspiracy = Conspiracy::Past;
        }
    }

    /// All that hangs on the seat stays with it (H3).
    pub(super) fn replace(&mut self, seat: Seat, out: PlayerId, player: PlayerId) {
        self.table.chair_mut(seat).player = player;
        self.everyone.insert(player);
        self.away.remove(&seat);
        self.proposal = None;
        // Whoever has just come cannot have been silent.
        self.watch.stirred.insert(seat);
        self.watch.unvoted.remove(&seat);
        self.history().replaced.push((seat, out, player));
    }

    pub(super) fn close_chats(&mut self) {
        for chat in &mut self.chats {
            chat.open = false;
        }
    }
}

impl Watch {
    /// A Day begins: counts the Day and Night that are over, if there are any, and begins anew (H8).
    pub(super) fn turn(&mut self, counts: bool) {
        if counts {
            self.idle = if self.acted {
                0
            } else {
                self.idle.saturating_add(1)
            };
            self.barren = if self.happened {
                0
            } else {
                self.barren.saturating_add(1)
            };
        }
        self.acted = false;
        self.happened = false;
        self.disturbed = false;
        self.stirred.clear();
    }

    /// A Night ends: counts, for each living Witch, the Nights in a row without a vote (H6). One in which the Moderator was
    /// away counts for nothing.
    pub(super) fn count_votes(&mut self, coven: &[Seat], voted: impl Fn(Seat) -> bool) {
        let silence = u8::from(!self.disturbed);
        for seat in coven {
            let nights = self.unvoted.entry(*seat).or_default();
            *nights = if voted(*seat) {
                0
            } else {
                nights.saturating_add(silence)
            };
        }
    }
}
