//! Events fold into the state. Nothing in here can fail, roll dice or read time.

mod public;
mod steps;

use crate::games::salem1692::table::{Card, CardKind, Chair, Character, Colour, PlacingPower};
use crate::kernel::ids::Seat;
use crate::kernel::time::{Length, Time};

use super::Forum;
use super::event::{Event, FlipChoice, RevealCause, Taking};
use super::history::{ConfessionRecord, ConspiracyRecord, DawnRecord, NightRecord};
use super::phase::{
    Chat, Conspiracy, Dawn, Day, Moment, Night, Over, PauseCause, Phase, Proposal, Shift,
};

use public::is_public;

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

fn fold(forum: &mut Forum, event: &Event) {
    match event {
        Event::SeatsDrawn { order } => {
            forum.table.chairs = order.iter().map(|player| Chair::new(*player)).collect();
        }
        Event::TryalsDealt { rows } => forum.deal_tryals(rows),
        Event::RoleCardsDealt { characters } => {
            for (chair, character) in forum.table.chairs.iter_mut().zip(characters) {
                chair.character = Some(*character);
            }
        }
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
                offers: Vec::new(),
                played: Default::default(),
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
                // What John Proctor has inherited at Night lies there already (T22).
                forum.table.chair_mut(hand.seat).hand.extend(&hand.cards);
            }
        }
        Event::CoreyDealt { seat, card } => forum.table.chair_mut(*seat).hand.push(*card),
        Event::Played {
            seat, card, effect, ..
        } => {
            forum.acts(*seat);
            if let Phase::Day(day) = &mut forum.phase {
                day.played.insert(*seat);
            }
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
        Event::PowerOffered { offer } => {
            if let Phase::Day(day) = &mut forum.phase {
                day.offers.push(*offer);
            }
        }
        Event::PowerDeclined { prompt } => {
            if let Phase::Day(day) = &mut forum.phase {
                day.offers.retain(|offer| offer.prompt != *prompt);
            }
        }
        Event::RedsShed { seat, cards, .. } => {
            forum.acts(*seat);
            forum.uses_offer(*seat, PlacingPower::AbigailWilliams);
            forum.table.discard_from_front(*seat, cards);
        }
        Event::TookFromDiscard {
            seat,
            taking,
            cards,
            ..
        } => {
            match taking {
                Taking::AnnPutnam => {
                    forum.acts(*seat);
                    forum.uses_offer(*seat, PlacingPower::AnnPutnam);
                }
                Taking::RebeccaNurse => {}
                Taking::SamuelParris => {
                    forum.acts(*seat);
                    forum.spends(*seat, Character::SamuelParris);
                }
            }
            forum.table.take_from_discard(*seat, cards);
        }
        Event::HandChanged {
            seat, gone, came, ..
        } => {
            forum.acts(*seat);
            forum.spends(*seat, Character::Tituba);
            for card in gone {
                forum.table.take_from_hand(*seat, *card);
            }
            forum.table.take_from_discard(*seat, came);
            forum.table.discards(gone);
        }
        Event::Inherited { shares } => {
            for share in shares {
                forum.table.take_from_discard(share.seat, &share.cards);
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
                RevealCause::Burdened | RevealCause::Confession => {}
            }
        }
        Event::Died { seat, cause, .. } => forum.buries(*seat, *cause),
        Event::BlueCardsLeft {
            from_fronts,
            from_elsewhere,
        } => {
            forum.table.put_aside(|card| card.colour() == Colour::Blue);
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
        Event::ScratchSkipped | Event::ScratchHarmless { .. } => {}
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
                unshown: Default::default(),
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
                night.unshown.remove(seat);
                night.confessions.insert(*seat, *position);
            }
        }
        Event::ConfessedUnshown { seat } => {
            forum.acts(*seat);
            if let Phase::Night(night) = &mut forum.phase {
                night.confessions.remove(seat);
                night.unshown.insert(*seat);
            }
        }
        Event::ConfessionWithdrawn { seat } => {
            forum.acts(*seat);
            if let Phase::Night(night) = &mut forum.phase {
                night.confessions.remove(seat);
                night.unshown.remove(seat);
            }
        }
        Event::NightEnded {
            number,
            votes,
            target,
            guard,
            confessions,
            unshown,
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
                unshown: unshown.clone(),
                asylum: *asylum,
                died: Vec::new(),
            };
            forum.history().nights.push(record);
            for seat in unshown {
                forum.spends(*seat, Character::WilliamPhips);
            }
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
            let own = by.filter(|seat| forum.table.lives(*seat));
            let yes = own.into_iter().collect();
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
            let clocks_run = forum.pause.is_none();
            if let Some(span) = forum.phase.span_mut().filter(|_| clocks_run) {
                span.until = until.unwrap_or(span.until);
                // H7: of the reminders that are overdue now the last is sent.
                let end = span.until;
                let overdue = |before: &Length| end - *before <= *at;
                let last = span.reminders.iter().copied().filter(overdue).min();
                span.reminders
                    .retain(|before| !overdue(before) || Some(*before) == last);
            }
            if let Phase::Day(day) = &mut forum.phase {
                day.waits |= waits;
                for flip in &mut day.flips {
                    let new = flips.iter().find(|(prompt, _)| *prompt == flip.prompt);
                    flip.until = new.map_or(flip.until, |(_, until)| *until);
                }
                for offer in &mut day.offers {
                    let new = flips.iter().find(|(prompt, _)| *prompt == offer.prompt);
                    offer.until = new.map_or(offer.until, |(_, until)| *until);
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
