//! The fold of what happens in a turn.

use crate::games::salem1692::table::{Card, Pile};
use crate::kernel::ids::Seat;

use super::super::Tabletop;
use super::super::deck::DeckCard;
use super::super::event::{Effect, Event};
use super::super::phase::{Clock, Draw, DrawCause, Phase, Stage, Turn, TurnEnd};

/// How many cards a turn draws, and Putnam (T6, T18).
const TWO: u8 = 2;
/// From which turn in a row on what is drawn by itself goes to the discard (T7).
const LOST_FROM: u8 = 2;

/// Takes an event of a turn into the state.
pub fn fold(tabletop: &mut Tabletop, event: &Event) {
    match event {
        Event::TurnBegan {
            number,
            at,
            seat,
            until,
            prompt,
        } => {
            let before = tabletop.turn().map(|turn| turn.seat);
            if before.is_some_and(|before| *seat <= before) {
                tabletop.watch.round();
            }
            let reminders = tabletop.new_span(*at, *until).reminders;
            tabletop.phase = Phase::Turn(Turn {
                number: *number,
                seat: *seat,
                prompt: *prompt,
                clock: Clock::Running { until: *until },
                reminders,
                stage: Stage::Open,
                hurried: false,
                asked: None,
                owed: Vec::new(),
                draws: Vec::new(),
                drawn: Vec::new(),
                shown: false,
                blacks: 0,
                black: None,
                removals: Vec::new(),
            });
        }
        Event::TurnSkipped { seat, card, .. } => {
            tabletop.table.discard_from_front(*seat, &[*card]);
        }
        Event::DrawChosen { seat, .. } => {
            tabletop.acts_in_turn(*seat);
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.begin_draw(false);
            }
        }
        Event::Drew {
            seat,
            cause,
            cards,
            lost,
            ..
        } => {
            tabletop.table.deck.drain(..cards.len());
            if *lost {
                tabletop.table.discards(cards);
            } else {
                tabletop.table.chair_mut(*seat).hand.extend(cards);
            }
            if let Phase::Turn(turn) = &mut tabletop.phase {
                for card in cards {
                    turn.draws_one(*cause, DeckCard::Playing(*card));
                }
            }
        }
        Event::NothingDrawn { .. } => {
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.draws.pop();
            }
        }
        Event::DeckFormed { deck, .. } => {
            tabletop.table.discard.clear();
            tabletop.table.deck.clone_from(deck);
        }
        Event::AccusationsShown { seat, .. } => {
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.shown = true;
                turn.will_draw(*seat, 1, DrawCause::GilesCorey);
            }
        }
        Event::Salvaged { seat, cards, .. } => {
            tabletop.acts_in_turn(*seat);
            tabletop.uses(*seat, super::super::Character::SamuelParris);
            let taken = |card: &DeckCard| card.playing().is_some_and(|card| cards.contains(&card));
            tabletop.table.discard.retain(|card| !taken(card));
            tabletop.table.chair_mut(*seat).hand.extend(cards);
            tabletop.stage(Stage::Closing(TurnEnd::Salvaged));
        }
        Event::DeckStudied { seat, .. } => {
            tabletop.acts_in_turn(*seat);
            tabletop.uses(*seat, super::super::Character::Tituba);
            tabletop.stage(Stage::Studying);
        }
        Event::DeckArranged { deck, .. } => tabletop.table.deck.clone_from(deck),
        Event::Played {
            seat, card, effect, ..
        } => {
            tabletop.acts_in_turn(*seat);
            tabletop.table.take_from_hand(*seat, *card);
            take_effect(tabletop, *card, effect);
            tabletop.stage(Stage::Playing);
        }
        Event::MatchmakersDiscarded { seat, cards } => {
            tabletop.table.discard_from_front(*seat, cards);
        }
        Event::TryalOwed { owed, .. } => {
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.asked = None;
                turn.owed.push(*owed);
            }
        }
        Event::PowerOffered { asked, .. } => {
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.asked = Some(*asked);
            }
        }
        Event::PowerDeclined { .. } => {
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.asked = None;
            }
        }
        Event::RedsShed { seat, cards, .. } => {
            tabletop.table.discard_from_front(*seat, cards);
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.asked = None;
            }
        }
        Event::PutnamDraws { seat, .. } => {
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.asked = None;
                turn.will_draw(*seat, TWO, DrawCause::AnnPutnam);
            }
        }
        Event::ClockStopped { left, .. } => {
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.clock = Clock::Standing { left: *left };
            }
        }
        Event::ClockRan { at, until } => {
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.clock = Clock::Running { until: *until };
                turn.reminders.retain(|before| *until - *before > *at);
            }
        }
        Event::TurnRanOut { seat, missed, .. } => {
            if *missed == 0 {
                tabletop.watch.missed.remove(seat);
            } else {
                tabletop.watch.missed.insert(*seat, *missed);
            }
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.hurry(TurnEnd::RanOut, *missed >= LOST_FROM);
            }
        }
        Event::TurnEnded { .. } => {}
        _ => unreachable!("`apply` hands over the events of a turn alone"),
    }
}

impl Turn {
    /// The draw of the turn begins.
    fn begin_draw(&mut self, lost: bool) {
        self.stage = Stage::Drawing { lost };
        self.will_draw(self.seat, TWO, DrawCause::Turn);
    }

    /// Somebody is to draw cards, before all that were to be drawn so far.
    pub(super) fn will_draw(&mut self, seat: Seat, left: u8, cause: DrawCause) {
        self.draws.push(Draw { seat, left, cause });
    }

    /// One card was drawn, of those that come first.
    pub(super) fn draws_one(&mut self, cause: DrawCause, card: DeckCard) {
        if cause == DrawCause::Turn {
            self.drawn.push(card);
        }
        if card.is_black() {
            self.blacks += 1;
        }
        if let Some(draw) = self.draws.last_mut() {
            draw.left -= 1;
            if draw.left == 0 {
                self.draws.pop();
            }
        }
    }

    /// Its player is not waited for any more (T7, H1): who has done nothing draws, who has played is done.
    pub(super) fn hurry(&mut self, end: TurnEnd, lost: bool) {
        self.hurried = true;
        match self.stage {
            Stage::Open | Stage::Studying => self.begin_draw(lost),
            Stage::Playing => self.stage = Stage::Closing(end),
            Stage::Drawing { .. } | Stage::Closing(_) => {}
        }
    }
}

/// What a played card did; it has left the hand already.
fn take_effect(tabletop: &mut Tabletop, card: Card, effect: &Effect) {
    let table = &mut tabletop.table;
    match effect {
        Effect::Marked { target, .. } | Effect::Stocked { target } | Effect::Placed { target } => {
            table.chair_mut(*target).front.push(card);
        }
        Effect::Cleared {
            target, removed, ..
        } => {
            table.discard_from_front(*target, removed);
            table.discards(&[card]);
        }
        Effect::Cursed { target, blue } => {
            table.discard_from_front(*target, &[*blue]);
            table.discards(&[card]);
        }
        Effect::Burned { target, cards } => {
            for burned in cards {
                table.take_from_hand(*target, *burned);
            }
            table.discards(cards);
            table.discards(&[card]);
        }
        Effect::Unmoved { .. } => table.discards(&[card]),
        Effect::Robbed {
            source,
            receiver,
            cards,
        } => {
            for robbed in cards {
                table.take_from_hand(*source, *robbed);
            }
            table.chair_mut(*receiver).hand.extend(cards);
            table.discards(&[card]);
        }
        Effect::Blamed {
            source,
            receiver,
            cards,
            ..
        } => {
            for moved in cards {
                table.take_from_front(*source, *moved);
            }
            table.chair_mut(*receiver).front.extend(cards);
            table.discards(&[card]);
        }
    }
}
