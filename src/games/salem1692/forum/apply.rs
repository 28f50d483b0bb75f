//! Events fold into the state. Nothing in here can fail, roll dice or read time.

use std::sync::Arc;

use crate::games::salem1692::table::{Card, CardKind, Chair, Colour, Tryal, TryalCard, TryalKind};
use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::time::{Length, Time};

use super::event::{DeathCause, Effect, Event, FlipChoice, Move, Pick, RevealCause};
use super::history::{ConfessionRecord, ConspiracyRecord, DawnRecord, History, NightRecord};
use super::phase::{
    Chat, Conspiracy, Dawn, Day, Moment, Night, Over, PauseCause, Phase, Proposal, Shift, Span,
};
use super::{Forum, Watch};

/// Takes one event into the state.
pub fn apply(forum: &mut Forum, event: &Event, at: Time) {
    let before = forum.moment();
    fold(forum, event);
    if is_public(event) {
        // The end belongs to the phase that it ended; every other event to the phase that it leads into.
        let moment = if forum.moment() == Moment::Over {
            before
        } else {
            forum.moment()
        };
        forum.history().chronicle.push((moment, at, event.clone()));
    }
}

/// Whether the public knows at least a part of it.
fn is_public(event: &Event) -> bool {
    match event {
        Event::SeatsDrawn { .. }
        | Event::DawnBegan { .. }
        | Event::CatGiven { .. }
        | Event::DayBegan { .. }
        | Event::Dealt { .. }
        | Event::Played { .. }
        | Event::MatchmakersDiscarded { .. }
        | Event::FlipOwed { .. }
        | Event::Revealed { .. }
        | Event::Died { .. }
        | Event::BlueCardsLeft { .. }
        | Event::StocksEnded { .. }
        | Event::ConspiracyCalled { .. }
        | Event::ScratchSkipped
        | Event::ShiftOpened { .. }
        | Event::Redistributed { .. }
        | Event::NightFell { .. }
        | Event::DaybreakReported { .. }
        | Event::Paused { .. }
        | Event::Resumed { .. }
        | Event::Extended { .. }
        | Event::Advanced { .. }
        | Event::Replaced { .. }
        | Event::ModeratorReturned { .. }
        | Event::Ended { .. } => true,
        Event::TryalsDealt { .. }
        | Event::CatNamed { .. }
        | Event::Picked { .. }
        | Event::KillNamed { .. }
        | Event::GuardNamed { .. }
        | Event::Confessed { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::NightEnded { .. }
        | Event::ConfessionSpared { .. }
        | Event::ChatOpened { .. }
        | Event::ChatJoined { .. }
        | Event::ChatLeft { .. }
        | Event::RemovalDeferred { .. }
        | Event::Proposed { .. }
        | Event::Seconded { .. }
        | Event::ProposalWithdrawn
        | Event::SecretsShown { .. }
        | Event::Spoke { .. }
        | Event::LeftServer { .. }
        | Event::CameBack { .. }
        | Event::Reminded { .. }
        | Event::InactivityReported { .. } => false,
    }
}

fn fold(forum: &mut Forum, event: &Event) {
    match event {
        Event::SeatsDrawn { order } => {
            forum.table.chairs = order.iter().map(|player| Chair::new(*player)).collect();
        }
        Event::TryalsDealt { rows } => forum.deal_tryals(rows),
        Event::DawnBegan { at, until, prompt } => {
            let span = forum.new_span(*at, *until);
            forum.begin(Phase::Dawn(Dawn {
                span,
                prompt: *prompt,
                votes: Default::default(),
            }));
        }
        Event::CatNamed { seat, target } => {
            forum.acts(*seat);
            if let Phase::Dawn(dawn) = &mut forum.phase {
                dawn.votes.insert(*seat, *target);
            }
        }
        Event::CatGiven {
            seat,
            votes,
            drawn_among,
            ..
        } => {
            forum
                .table
                .aside
                .retain(|card| card.kind != CardKind::BlackCat);
            let cat = Card::new(CardKind::BlackCat, 1);
            forum.table.chair_mut(*seat).front.push(cat);
            forum.history().dawn = Some(DawnRecord {
                votes: votes.clone(),
                cat: *seat,
                drawn_among: drawn_among.clone(),
            });
        }
        Event::DayBegan {
            number,
            at,
            until,
            quiet_until,
            conspiracy,
            prompt,
        } => {
            forum.watch.turn(*number > 1);
            let span = forum.new_span(*at, *until);
            forum.begin(Phase::Day(Day {
                number: *number,
                span,
                prompt: *prompt,
                quiet_until: *quiet_until,
                conspiracy: Conspiracy::Awaited { at: *conspiracy },
                flips: Vec::new(),
                stocks: Vec::new(),
                closing: false,
                waits: false,
                removals: Vec::new(),
            }));
        }
        Event::Dealt {
            hands, left_out, ..
        } => {
            // Accusations that are not dealt go back to the box; all other cards are dealt or left out.
            forum.table.deck.clear();
            forum.table.discard.clear();
            forum.table.aside.extend(left_out);
            for hand in hands {
                forum
                    .table
                    .chair_mut(hand.seat)
                    .hand
                    .clone_from(&hand.cards);
            }
        }
        Event::Played {
            seat, card, effect, ..
        } => {
            forum.acts(*seat);
            forum.table.take_from_hand(*seat, *card);
            forum.take_effect(*card, effect);
        }
        Event::MatchmakersDiscarded { seat, cards } => {
            forum.table.discard_from_front(*seat, cards);
        }
        Event::FlipOwed { flip, .. } => {
            if let Phase::Day(day) = &mut forum.phase {
                day.flips.push(*flip);
            }
        }
        Event::Revealed {
            seat,
            position,
            card,
            cause,
            discarded,
            ..
        } => {
            forum.watch.happened = true;
            forum.table.reveal(*seat, *position);
            forum.table.discard_from_front(*seat, discarded);
            match cause {
                RevealCause::Flip {
                    prompt,
                    chooser,
                    choice,
                } => {
                    if *choice == FlipChoice::Chosen {
                        forum.acts(*chooser);
                    }
                    if let Phase::Day(day) = &mut forum.phase {
                        day.flips.retain(|flip| flip.prompt != *prompt);
                    }
                }
                RevealCause::CatScratch => {
                    if let Some(record) = forum.history().conspiracies.last_mut() {
                        record.scratch = Some((*seat, *position, *card));
                    }
                }
                RevealCause::Confession => {}
            }
        }
        Event::Died { seat, cause, .. } => forum.buries(*seat, *cause),
        Event::BlueCardsLeft {
            from_fronts,
            from_elsewhere,
        } => {
            forum.table.put_aside_blue_cards();
            debug_assert!(
                from_fronts
                    .iter()
                    .chain(from_elsewhere)
                    .all(|card| forum.table.aside.contains(card)),
                "the blue cards that left the game lie aside"
            );
        }
        Event::StocksEnded { seat, card, .. } => {
            forum.table.discard_from_front(*seat, &[*card]);
            if let Phase::Day(day) = &mut forum.phase {
                day.stocks.retain(|stocks| stocks.card != *card);
            }
        }
        Event::ConspiracyCalled { flips, .. } => {
            let day = forum.moment();
            if let Phase::Day(day) = &mut forum.phase {
                day.conspiracy = Conspiracy::Called;
                for flip in &mut day.flips {
                    let new = flips.iter().find(|(prompt, _)| *prompt == flip.prompt);
                    flip.until = new.map_or(flip.until, |(_, until)| *until);
                }
            }
            if let Moment::Day(day) = day {
                let record = ConspiracyRecord {
                    day,
                    ..ConspiracyRecord::default()
                };
                forum.history().conspiracies.push(record);
            }
        }
        Event::ScratchSkipped => {}
        Event::ShiftOpened { until, prompt, .. } => {
            if let Phase::Day(day) = &mut forum.phase {
                day.conspiracy = Conspiracy::Shift(Shift {
                    prompt: *prompt,
                    until: *until,
                    picks: Default::default(),
                });
            }
        }
        Event::Picked { seat, position } => {
            forum.acts(*seat);
            if let Phase::Day(Day {
                conspiracy: Conspiracy::Shift(shift),
                ..
            }) = &mut forum.phase
            {
                shift.picks.insert(*seat, *position);
            }
        }
        Event::Redistributed {
            picks,
            moves,
            joined,
            ..
        } => {
            forum.redistribute(picks, moves, joined);
        }
        Event::NightFell {
            number,
            at,
            until,
            prompt,
        } => {
            forum.table.discard_hands_and_stocks();
            let span = forum.new_span(*at, *until);
            forum.begin(Phase::Night(Night {
                number: *number,
                span,
                prompt: *prompt,
                votes: Default::default(),
                guard: None,
                confessions: Default::default(),
            }));
        }
        Event::KillNamed { seat, vote } => {
            forum.acts(*seat);
            if let Phase::Night(night) = &mut forum.phase {
                match vote {
                    Some(vote) => night.votes.insert(*seat, *vote),
                    None => night.votes.remove(seat),
                };
            }
        }
        Event::GuardNamed { guard } => {
            forum.acts(guard.by);
            if let Phase::Night(night) = &mut forum.phase {
                night.guard = Some(*guard);
            }
        }
        Event::Confessed { seat, position } => {
            forum.acts(*seat);
            if let Phase::Night(night) = &mut forum.phase {
                night.confessions.insert(*seat, *position);
            }
        }
        Event::ConfessionWithdrawn { seat } => {
            forum.acts(*seat);
            if let Phase::Night(night) = &mut forum.phase {
                night.confessions.remove(seat);
            }
        }
        Event::NightEnded {
            number,
            votes,
            target,
            guard,
            confessions,
            asylum,
            ..
        } => {
            let coven: Vec<Seat> = forum.table.living_coven().collect();
            forum
                .watch
                .count_votes(&coven, |seat| votes.iter().any(|(voter, _)| *voter == seat));
            let guarded = guard.and_then(|guard| guard.target);
            let confessions = confessions
                .iter()
                .map(|(seat, position)| ConfessionRecord {
                    seat: *seat,
                    position: *position,
                    card: forum.chair(*seat).tryal(*position).card,
                    guarded: guarded == Some(*seat),
                })
                .collect();
            let record = NightRecord {
                number: *number,
                votes: votes.clone(),
                coven,
                target: *target,
                guard: *guard,
                confessions,
                asylum: *asylum,
                died: Vec::new(),
            };
            forum.history().nights.push(record);
            forum.close_chats();
        }
        Event::ConfessionSpared { .. } | Event::DaybreakReported { .. } => {}
        Event::ChatOpened {
            chat,
            opener,
            guests,
        } => {
            forum.watch.stirred.insert(*opener);
            let night = forum.night().map_or(0, |night| night.number);
            forum.chats.push(Chat {
                number: *chat,
                night,
                opener: *opener,
                members: guests.iter().chain([opener]).copied().collect(),
                open: true,
            });
        }
        Event::ChatJoined { chat, by, guest } => {
            forum.watch.stirred.insert(*by);
            if let Some(chat) = forum.chats.iter_mut().find(|known| known.number == *chat) {
                chat.members.insert(*guest);
            }
        }
        Event::ChatLeft { chat, seat } => {
            forum.watch.stirred.insert(*seat);
            if let Some(chat) = forum.chats.iter_mut().find(|known| known.number == *chat) {
                chat.members.remove(seat);
            }
        }
        Event::Paused { pause } => forum.pause = Some(*pause),
        Event::Resumed {
            paused_for, cause, ..
        } => {
            forum.pause = None;
            forum.phase.delay(*paused_for);
            match cause {
                PauseCause::Host => {}
                PauseCause::NobodyActs | PauseCause::NothingHappens => {
                    forum.watch.idle = 0;
                    forum.watch.barren = 0;
                }
            }
        }
        Event::Extended { until, .. } => {
            if let Some(span) = forum.phase.span_mut() {
                span.until = *until;
            }
        }
        Event::Advanced { .. } => {
            if let Phase::Day(day) = &mut forum.phase {
                day.closing = true;
            }
        }
        Event::Replaced { seat, out, player } => forum.replace(*seat, *out, *player),
        Event::RemovalDeferred { seat } => {
            if let Phase::Day(day) = &mut forum.phase {
                day.removals.push(*seat);
            }
        }
        Event::Proposed { prompt, motion, by } => {
            let yes = if forum.table.lives(*by) {
                [*by].into()
            } else {
                Default::default()
            };
            forum.proposal = Some(Proposal {
                prompt: *prompt,
                motion: *motion,
                yes,
            });
        }
        Event::Seconded { seat, yes } => {
            if let Some(proposal) = &mut forum.proposal {
                if *yes {
                    proposal.yes.insert(*seat);
                } else {
                    proposal.yes.remove(seat);
                }
            }
        }
        Event::ProposalWithdrawn => forum.proposal = None,
        Event::SecretsShown { .. } => {}
        Event::Spoke { seat } => {
            forum.watch.stirred.insert(*seat);
        }
        Event::LeftServer { seat } => {
            forum.away.insert(*seat);
        }
        Event::CameBack { seat } => {
            forum.away.remove(seat);
        }
        Event::Reminded { before, .. } => {
            if let Some(span) = forum.phase.span_mut() {
                span.reminders.retain(|other| other < before);
            }
        }
        Event::ModeratorReturned {
            at,
            until,
            flips,
            shift,
            waits,
            conspiracy,
            standstill,
            ..
        } => {
            forum.watch.disturbed = true;
            if let Some(span) = forum.phase.span_mut() {
                span.until = until.unwrap_or(span.until);
                let end = span.until;
                span.reminders.retain(|before| end - *before > *at);
            }
            if let Phase::Day(day) = &mut forum.phase {
                day.waits |= waits;
                for flip in &mut day.flips {
                    let new = flips.iter().find(|(prompt, _)| *prompt == flip.prompt);
                    flip.until = new.map_or(flip.until, |(_, until)| *until);
                }
                match &mut day.conspiracy {
                    Conspiracy::Awaited { at } => *at = conspiracy.unwrap_or(*at),
                    Conspiracy::Shift(open) => open.until = shift.unwrap_or(open.until),
                    Conspiracy::Called | Conspiracy::Past => {}
                }
            }
            if let Some(pause) = &mut forum.pause {
                pause.until = standstill.or(pause.until);
            }
        }
        Event::InactivityReported { .. } => {}
        Event::Ended { at, outcome, .. } => {
            forum.pause = None;
            forum.close_chats();
            forum.begin(Phase::Over(Over {
                at: *at,
                outcome: *outcome,
            }));
        }
    }
}

impl Forum {
    /// The history, to be added to.
    fn history(&mut self) -> &mut History {
        Arc::make_mut(&mut self.history)
    }

    /// A phase takes the place of the one before; what was proposed in that one lapses (H1).
    fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.proposal = None;
    }

    /// The time of a phase, with the reminders that fit into it (H6).
    fn new_span(&self, began: Time, until: Time) -> Span {
        let mut reminders = self.settings.reminders();
        reminders.retain(|before| *before < until - began);
        Span {
            began,
            until,
            reminders,
        }
    }

    /// Notes that a player has acted (H6, H8).
    fn acts(&mut self, seat: Seat) {
        self.watch.acted = true;
        self.watch.stirred.insert(seat);
    }

    /// The rows as dealt; all cards but the Black Cat wait for the first Day (F2).
    fn deal_tryals(&mut self, rows: &[Vec<TryalCard>]) {
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
    fn take_effect(&mut self, card: Card, effect: &Effect) {
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
    fn buries(&mut self, seat: Seat, cause: DeathCause) {
        self.watch.happened = true;
        self.watch.unvoted.remove(&seat);
        self.table.bury(seat);
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

    fn redistribute(&mut self, picks: &[Pick], moves: &[Move], joined: &[Seat]) {
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
    fn replace(&mut self, seat: Seat, out: PlayerId, player: PlayerId) {
        self.table.chair_mut(seat).player = player;
        self.everyone.insert(player);
        self.away.remove(&seat);
        self.proposal = None;
        // Whoever has just come cannot have been silent.
        self.watch.stirred.insert(seat);
        self.watch.unvoted.remove(&seat);
        self.history().replaced.push((seat, out, player));
    }

    fn close_chats(&mut self) {
        for chat in &mut self.chats {
            chat.open = false;
        }
    }
}

impl Watch {
    /// A Day begins: counts the Day and Night that are over, if there are any, and begins anew (H8).
    fn turn(&mut self, counts: bool) {
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

    /// A Night ends: counts, for each living Witch, the Nights in a row without a vote (H6).
    fn count_votes(&mut self, coven: &[Seat], voted: impl Fn(Seat) -> bool) {
        for seat in coven {
            let nights = if voted(*seat) {
                0
            } else {
                self.unvoted
                    .get(seat)
                    .copied()
                    .unwrap_or(0)
                    .saturating_add(1)
            };
            self.unvoted.insert(*seat, nights);
        }
    }
}

impl Phase {
    pub(super) fn span_mut(&mut self) -> Option<&mut Span> {
        match self {
            Phase::Dawn(dawn) => Some(&mut dawn.span),
            Phase::Day(day) => Some(&mut day.span),
            Phase::Night(night) => Some(&mut night.span),
            Phase::Setup | Phase::Over(_) => None,
        }
    }

    /// Moves every instant of the phase: its end, windows, Stocks and the Conspiracy (H2).
    fn delay(&mut self, by: Length) {
        if let Some(span) = self.span_mut() {
            span.began = span.began + by;
            span.until = span.until + by;
        }
        let Phase::Day(day) = self else {
            return;
        };
        day.quiet_until = day.quiet_until + by;
        match &mut day.conspiracy {
            Conspiracy::Awaited { at } => *at = *at + by,
            Conspiracy::Shift(shift) => shift.until = shift.until + by,
            Conspiracy::Called | Conspiracy::Past => {}
        }
        for flip in &mut day.flips {
            flip.since = flip.since + by;
            flip.until = flip.until + by;
        }
        for stocks in &mut day.stocks {
            stocks.from = stocks.from + by;
            stocks.until = stocks.until + by;
        }
    }
}

impl crate::games::salem1692::table::Table {
    /// Night falls: all hands and any Stocks go to the discard (F9).
    fn discard_hands_and_stocks(&mut self) {
        for index in 0..self.chairs.len() {
            let chair = &mut self.chairs[index];
            self.discard.append(&mut chair.hand);
            let stocks = chair
                .front
                .extract_if(.., |card| card.kind == CardKind::Stocks);
            self.discard.extend(stocks);
        }
    }

    /// All blue cards leave the game (F10).
    fn put_aside_blue_cards(&mut self) {
        let aside = &mut self.aside;
        let mut sweep = |pile: &mut Vec<Card>| {
            aside.extend(pile.extract_if(.., |card| card.colour() == Colour::Blue));
        };
        sweep(&mut self.deck);
        sweep(&mut self.discard);
        for chair in &mut self.chairs {
            sweep(&mut chair.hand);
            sweep(&mut chair.front);
        }
    }
}
