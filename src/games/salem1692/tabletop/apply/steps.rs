//! The larger steps of the fold, by what they change.

use std::sync::Arc;

use crate::games::salem1692::table::{Card, Character, Position, Tryal, TryalCard, TryalKind};
use crate::kernel::ids::{PlayerId, PromptId, Seat};
use crate::kernel::time::{Length, Time};

use super::super::deck::DeckCard;
use super::super::event::{Choosing, DeathCause, NewRow, Passing, Pick};
use super::super::history::History;
use super::super::phase::{
    Black, Chat, Clock, Confession, ConspiracyStep, DrawCause, Moment, Night, Phase, Shift, Span,
    Stage, TurnEnd,
};
use super::super::{Tabletop, Watch};

impl Tabletop {
    /// The history, to be added to.
    pub(super) fn history(&mut self) -> &mut History {
        Arc::make_mut(&mut self.history)
    }

    /// The time of a phase, with the reminders that fit into it (H6).
    pub(super) fn new_span(&self, began: Time, until: Time) -> Span {
        let mut reminders = self.settings.reminders.clone();
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

    /// Notes that a player has acted in the own turn (T7).
    pub(super) fn acts_in_turn(&mut self, seat: Seat) {
        self.acts(seat);
        self.watch.missed.remove(&seat);
    }

    /// An ability that is counted was used (T23).
    pub(super) fn uses(&mut self, seat: Seat, ability: Character) {
        *self.uses.entry((seat, ability)).or_default() += 1;
    }

    /// What the player whose turn it is has done.
    pub(super) fn stage(&mut self, stage: Stage) {
        if let Phase::Turn(turn) = &mut self.phase {
            turn.stage = stage;
        }
    }

    /// The rows as dealt (T1).
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
        self.table.deck = DeckCard::all().collect();
        let joined: Vec<_> = self
            .table
            .living_coven()
            .map(|seat| (seat, Moment::Setup))
            .collect();
        let history = self.history();
        history.dealt = rows.to_vec();
        history.joined = joined;
    }

    /// The coven's channel is opened, with all who are of the coven by now (T14, T16).
    pub(super) fn open_covens_channel(&mut self) {
        let all = self.table.seats();
        self.insiders = all.filter(|seat| self.chair(*seat).coven).collect();
    }

    /// These players will draw a card for a Tryal that was revealed, in this order (T25).
    pub(super) fn will_nurse(&mut self, nurses: &[Seat]) {
        if let Phase::Turn(turn) = &mut self.phase {
            for seat in nurses.iter().rev() {
                turn.will_draw(*seat, 1, DrawCause::RebeccaNurse);
            }
        }
    }

    /// A Tryal that was owed is revealed (T8).
    pub(super) fn owes_no_more(&mut self, prompt: PromptId, chooser: Seat, choice: Choosing) {
        self.chooses(chooser, choice);
        if let Phase::Turn(turn) = &mut self.phase {
            turn.owed.retain(|owed| owed.prompt != prompt);
        }
    }

    /// The Black Cat has scratched (T14).
    pub(super) fn is_scratched(&mut self, chooser: Seat, choice: Choosing) {
        self.chooses(chooser, choice);
        self.conspires(ConspiracyStep::Scratched);
    }

    fn chooses(&mut self, chooser: Seat, choice: Choosing) {
        match choice {
            Choosing::Chosen => self.acts(chooser),
            Choosing::TimeOut | Choosing::ChooserDied | Choosing::OwnTurn => {}
        }
    }

    /// A death: row, hand, front, and what was owed by that player, offered or to be drawn (F34, T8, T13).
    pub(super) fn buries(
        &mut self,
        seat: Seat,
        cause: DeathCause,
        discarded: &[Card],
        left: &[Card],
    ) {
        self.watch.happened = true;
        self.watch.unvoted.remove(&seat);
        self.watch.missed.remove(&seat);
        let cards = self.table.bury(seat);
        debug_assert_eq!(
            cards.len(),
            discarded.len() + left.len(),
            "hand and front of the dead go somewhere"
        );
        self.table.discards(discarded);
        self.estate.cards.extend(left);
        if let Phase::Turn(turn) = &mut self.phase {
            turn.owed.retain(|owed| owed.seat != seat);
            turn.draws.retain(|draw| draw.seat != seat);
            turn.removals.retain(|removed| *removed != seat);
            if turn.seat == seat || turn.asked.is_some_and(|asked| asked.target == seat) {
                turn.asked = None;
            }
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

    /// Two players live: cards leave the game (T11).
    pub(super) fn put_aside(&mut self, from_fronts: &[Card], from_elsewhere: &[Card]) {
        let leaves = |card: Card| from_fronts.contains(&card) || from_elsewhere.contains(&card);
        self.table.put_aside(leaves);
        let estate = self.estate.cards.extract_if(.., |card| leaves(*card));
        self.table.aside.extend(estate.map(DeckCard::Playing));
    }

    /// The top of the deck is black: it lies on the table now (T9).
    pub(super) fn draws_black(
        &mut self,
        cause: DrawCause,
        resolving: impl FnOnce(DeckCard) -> Black,
    ) {
        let card = self.table.deck.remove(0);
        if let Phase::Turn(turn) = &mut self.phase {
            turn.draws_one(cause, card);
            turn.black = Some(resolving(card));
        }
    }

    /// The Conspiracy goes on.
    pub(super) fn conspires(&mut self, step: ConspiracyStep) {
        if let Phase::Turn(turn) = &mut self.phase
            && let Some(Black::Conspiracy(conspiracy)) = &mut turn.black
        {
            conspiracy.step = step;
        }
    }

    pub(super) fn shift_mut(&mut self) -> Option<&mut Shift> {
        let Phase::Turn(turn) = &mut self.phase else {
            return None;
        };
        match turn.black.as_mut()? {
            Black::Conspiracy(conspiracy) => match &mut conspiracy.step {
                ConspiracyStep::Shift(shift) => Some(shift),
                ConspiracyStep::Cat(_) | ConspiracyStep::Scratched => None,
            },
            Black::Night(_) => None,
        }
    }

    pub(super) fn night_mut(&mut self) -> Option<&mut Night> {
        let Phase::Turn(turn) = &mut self.phase else {
            return None;
        };
        match turn.black.as_mut()? {
            Black::Night(night) => Some(night),
            Black::Conspiracy(_) => None,
        }
    }

    pub(super) fn chat_mut(&mut self, number: u16) -> Option<&mut Chat> {
        self.chats.iter_mut().find(|chat| chat.number == number)
    }

    /// Tryals have changed hands; the Conspiracy goes to the discard (T14).
    pub(super) fn passes(
        &mut self,
        picks: &[Pick],
        passed: &[Passing],
        rows: &[NewRow],
        joined: &[Seat],
    ) {
        for row in rows {
            let chair = self.table.chair_mut(row.seat);
            for (position, card) in &row.tryals {
                chair.row[position.index()].card = *card;
            }
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
            record.passed = passed.to_vec();
            record.rows = rows.to_vec();
            record.joined = joined.to_vec();
        }
        self.clear_the_table();
    }

    /// The black card on the table goes to the discard.
    pub(super) fn clear_the_table(&mut self) {
        let Phase::Turn(turn) = &mut self.phase else {
            return;
        };
        let card = match turn.black.take() {
            Some(Black::Conspiracy(_)) => DeckCard::Conspiracy,
            Some(Black::Night(_)) => DeckCard::Night,
            None => return,
        };
        self.table.discard.push(card);
    }

    /// The own hidden Tryals change places; a confession that was left follows its Tryal (T12, T15).
    pub(super) fn reorders(&mut self, seat: Seat, moves: &[(Position, Position)]) {
        let row = self.chair(seat).row.clone();
        let chair = self.table.chair_mut(seat);
        for (from, to) in moves {
            chair.row[to.index()] = row[from.index()];
        }
        if let Some(night) = self.night_mut()
            && let Some(left) = night.left.get_mut(&seat)
            && let Confession::Tryal(position) = &mut left.confession
            && let Some((_, to)) = moves.iter().find(|(from, _)| from == position)
        {
            *position = *to;
        }
    }

    /// Somebody confesses (T15, T31).
    pub(super) fn confesses(&mut self, seat: Seat, confession: Confession) {
        self.acts(seat);
        if let Some(night) = self.night_mut() {
            night.left.remove(&seat);
            night.confessed.insert(seat);
        }
        match confession {
            Confession::Phips => self.uses(seat, Character::WilliamPhips),
            Confession::Tryal(_) => {}
        }
        if let Some(record) = self.history().nights.last_mut() {
            record.confessions.push((seat, confession));
        }
    }

    /// The Night is over, with a new deck of the discard, or without (T15, T29); what was watched begins anew (H6, H8).
    pub(super) fn night_is_over(&mut self, deck: Option<&[DeckCard]>) {
        self.clear_the_table();
        if let Some(deck) = deck {
            self.table.discard.clear();
            self.table.deck = deck.to_vec();
        }
        self.close_chats();
        self.watch.night();
    }

    /// Every deadline moves by the time paused (H2).
    pub(super) fn delay(&mut self, by: Length) {
        for until in self.deadlines_mut() {
            *until = *until + by;
        }
        if let Some(span) = self.phase.span_mut() {
            span.began = span.began + by;
        }
    }

    /// The phase ends later (H1).
    pub(super) fn extends(&mut self, until: Time) {
        if let Some(span) = self.phase.span_mut() {
            span.until = until;
        } else if let Phase::Turn(turn) = &mut self.phase {
            turn.clock = Clock::Running { until };
        }
    }

    /// The turn's player is not waited for any more, where it is that player who is (H1).
    pub(super) fn advances(&mut self) {
        let sharing = self.estate.sharing.is_some();
        if let Phase::Turn(turn) = &mut self.phase
            && turn.clock.until().is_some()
            && !sharing
        {
            turn.hurry(TurnEnd::Advanced, false);
        }
    }

    /// Whatever would be due before then is due then (H7).
    pub(super) fn moderator_returns(&mut self, at: Time, until: Time) {
        self.watch.disturbed = true;
        for deadline in self.deadlines_mut() {
            *deadline = (*deadline).max(until);
        }
        if self.pause.is_some() {
            return;
        }
        let end = self.phase_ends();
        let reminders = match self.phase.span_mut() {
            Some(span) => Some(&mut span.reminders),
            None => match &mut self.phase {
                Phase::Turn(turn) => Some(&mut turn.reminders),
                Phase::Setup | Phase::TownHall(_) | Phase::Dawn(_) | Phase::Over(_) => None,
            },
        };
        // H7: of the reminders that are overdue now the last is sent.
        if let (Some(end), Some(reminders)) = (end, reminders) {
            let overdue = |before: &Length| end - *before <= at;
            let last = reminders.iter().copied().filter(overdue).min();
            reminders.retain(|before| !overdue(before) || Some(*before) == last);
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
        self.watch.missed.remove(&seat);
        self.history().replaced.push((seat, out, player));
    }

    pub(super) fn close_chats(&mut self) {
        for chat in &mut self.chats {
            chat.open = false;
        }
    }
}

impl Watch {
    /// A round is over (H8).
    pub(super) fn round(&mut self) {
        self.idle = if self.acted {
            0
        } else {
            self.idle.saturating_add(1)
        };
        self.acted = false;
    }

    /// A Night is over: counts those without any reveal or death before them, and begins anew (H6, H8).
    fn night(&mut self) {
        self.barren = if self.happened {
            0
        } else {
            self.barren.saturating_add(1)
        };
        self.happened = false;
        self.disturbed = false;
        self.stirred.clear();
    }

    /// A coven has spoken: counts, for each living Witch, the Nights in a row without a vote (H6). One in which the Moderator was
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
