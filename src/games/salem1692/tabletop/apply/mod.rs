//! Events fold into the state. Nothing in here can fail, roll dice or read time.

mod public;
mod steps;
mod turn;

use crate::games::salem1692::table::{Card, CardKind, Chair};
use crate::kernel::time::Time;

use super::Tabletop;
use super::deck::DeckCard;
use super::event::{Event, RevealCause};
use super::history::{ConspiracyRecord, DawnRecord, NightRecord};
use super::phase::{
    Black, Chat, Clock, Conspiracy, ConspiracyStep, Dawn, Moment, Night, NightStep, Over,
    PauseCause, Phase, Proposal, Shift, TownHall,
};

use public::is_public;

/// Takes one event into the state.
pub fn apply(tabletop: &mut Tabletop, event: &Event, at: Time) {
    let before = tabletop.moment();
    fold(tabletop, event);
    if is_public(event) {
        // What ends something belongs to what it ended; every other event to the part that it leads into.
        let ends = matches!(
            event,
            Event::Passed { .. } | Event::NightOver { .. } | Event::TurnEnded { .. }
        );
        let moment = if ends || tabletop.moment() == Moment::Over {
            before
        } else {
            tabletop.moment()
        };
        tabletop
            .history()
            .chronicle
            .push((moment, at, event.clone()));
    }
}

fn fold(tabletop: &mut Tabletop, event: &Event) {
    match event {
        Event::SeatsDrawn { order } => {
            tabletop.table.chairs = order.iter().map(|player| Chair::new(*player)).collect();
        }
        Event::TryalsDealt { rows } => tabletop.deal_tryals(rows),
        Event::TownHallOpened {
            at,
            until,
            prompt,
            offered,
        } => {
            let span = tabletop.new_span(*at, *until);
            tabletop.history().offered.clone_from(offered);
            tabletop.phase = Phase::TownHall(TownHall {
                span,
                prompt: *prompt,
                offered: offered.clone(),
                chosen: Default::default(),
            });
        }
        Event::CharacterKept { seat, character } => {
            tabletop.acts(*seat);
            if let Phase::TownHall(town_hall) = &mut tabletop.phase {
                town_hall.chosen.insert(*seat, *character);
            }
        }
        Event::CharactersShown { kept, .. } => {
            for one in kept {
                tabletop.table.chair_mut(one.seat).character = Some(one.character);
            }
            tabletop.history().kept.clone_from(kept);
        }
        Event::HandsDealt { hands, deck } => {
            for hand in hands {
                let chair = tabletop.table.chair_mut(hand.seat);
                chair.hand.clone_from(&hand.cards);
            }
            // The Black Cat lies aside until it is given, unless it has left the game (T11).
            let cat = DeckCard::Playing(Card::new(CardKind::BlackCat, 1));
            if tabletop.table.deck.contains(&cat) {
                tabletop.table.aside.push(cat);
            }
            tabletop.table.deck.clone_from(deck);
        }
        Event::DawnBegan { at, until, prompt } => {
            let span = tabletop.new_span(*at, *until);
            tabletop.phase = Phase::Dawn(Dawn {
                span,
                prompt: *prompt,
                votes: Default::default(),
            });
            tabletop.open_covens_channel();
        }
        Event::CatNamed { seat, target } => {
            tabletop.acts(*seat);
            if let Phase::Dawn(dawn) = &mut tabletop.phase {
                dawn.votes.insert(*seat, *target);
            }
        }
        Event::CatGiven {
            seat,
            votes,
            drawn_among,
            ..
        } => {
            let cat = Card::new(CardKind::BlackCat, 1);
            tabletop
                .table
                .aside
                .retain(|card| *card != DeckCard::Playing(cat));
            tabletop.table.chair_mut(*seat).front.push(cat);
            tabletop.history().dawn = Some(DawnRecord {
                votes: votes.clone(),
                cat: *seat,
                drawn_among: drawn_among.clone(),
            });
        }
        Event::TurnBegan { .. }
        | Event::TurnSkipped { .. }
        | Event::DrawChosen { .. }
        | Event::Drew { .. }
        | Event::NothingDrawn { .. }
        | Event::DeckFormed { .. }
        | Event::AccusationsShown { .. }
        | Event::Salvaged { .. }
        | Event::DeckStudied { .. }
        | Event::DeckArranged { .. }
        | Event::Played { .. }
        | Event::MatchmakersDiscarded { .. }
        | Event::TryalOwed { .. }
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
        | Event::RedsShed { .. }
        | Event::PutnamDraws { .. }
        | Event::ClockStopped { .. }
        | Event::ClockRan { .. }
        | Event::TurnRanOut { .. }
        | Event::TurnEnded { .. } => turn::fold(tabletop, event),
        Event::Revealed {
            seat,
            position,
            card,
            cause,
            discarded,
            nurses,
            ..
        } => {
            tabletop.watch.happened = true;
            tabletop.table.reveal(*seat, *position);
            tabletop.table.discard_from_front(*seat, discarded);
            tabletop.will_nurse(nurses);
            match cause {
                RevealCause::Owed {
                    prompt,
                    chooser,
                    choice,
                } => tabletop.owes_no_more(*prompt, *chooser, *choice),
                RevealCause::CatScratch { chooser, choice } => {
                    tabletop.is_scratched(*chooser, *choice);
                    if let Some(record) = tabletop.history().conspiracies.last_mut() {
                        record.scratch = Some((*seat, *position, *card));
                    }
                }
                RevealCause::Confession => {}
            }
        }
        Event::Died {
            seat,
            cause,
            discarded,
            left,
            ..
        } => tabletop.buries(*seat, *cause, discarded, left),
        Event::CardsLeft {
            from_fronts,
            from_elsewhere,
        } => tabletop.put_aside(from_fronts, from_elsewhere),
        Event::Inherited { seat, cards, .. } => {
            tabletop.table.chair_mut(*seat).hand.extend(cards);
            tabletop.estate = Default::default();
        }
        Event::SharingOpened { sharing, .. } => tabletop.estate.sharing = Some(*sharing),
        Event::Took {
            seat, card, random, ..
        } => {
            if !random {
                tabletop.acts(*seat);
            }
            tabletop.estate.cards.retain(|other| other != card);
            tabletop.table.chair_mut(*seat).hand.push(*card);
            if let Some(sharing) = &mut tabletop.estate.sharing {
                std::mem::swap(&mut sharing.next, &mut sharing.other);
            }
        }
        Event::EstateDiscarded { cards } => {
            tabletop.table.discards(cards);
            tabletop.estate = Default::default();
        }
        Event::LastWordsAsked { dying } => tabletop.dying.push(*dying),
        Event::LastWordsLeft { seat, words, .. } => {
            tabletop.dying.retain(|dying| dying.seat != *seat);
            tabletop.history().last_words.push((*seat, words.clone()));
        }
        Event::LastWordsLapsed { seat } => tabletop.dying.retain(|dying| dying.seat != *seat),
        Event::ConspiracyDrawn {
            number,
            drawer,
            cause,
            cat,
            ..
        } => {
            let step = cat.map_or(ConspiracyStep::Scratched, ConspiracyStep::Cat);
            tabletop.draws_black(*cause, |_| {
                Black::Conspiracy(Conspiracy {
                    number: *number,
                    drawer: *drawer,
                    step,
                })
            });
            tabletop.watch.conspiracies = *number;
            tabletop.history().conspiracies.push(ConspiracyRecord {
                number: *number,
                drawer: *drawer,
                scratch: None,
                picks: Vec::new(),
                passed: Vec::new(),
                rows: Vec::new(),
                joined: Vec::new(),
            });
        }
        Event::ScratchSkipped { .. } => tabletop.conspires(ConspiracyStep::Scratched),
        Event::ShiftOpened { until, prompt, .. } => {
            tabletop.conspires(ConspiracyStep::Shift(Shift {
                prompt: *prompt,
                until: *until,
                picks: Default::default(),
            }));
        }
        Event::Picked { seat, position } => {
            tabletop.acts(*seat);
            if let Some(shift) = tabletop.shift_mut() {
                shift.picks.insert(*seat, *position);
            }
        }
        Event::Passed {
            picks,
            passed,
            rows,
            joined,
            ..
        } => tabletop.passes(picks, passed, rows, joined),
        Event::Reordered { seat, moves } => tabletop.reorders(*seat, moves),
        Event::NightDrawn {
            number,
            at,
            drawer,
            cause,
            early,
            until,
            prompt,
        } => {
            let span = tabletop.new_span(*at, *until);
            tabletop.draws_black(*cause, |_| {
                Black::Night(Night {
                    number: *number,
                    drawer: *drawer,
                    early: *early,
                    prompt: *prompt,
                    votes: Default::default(),
                    gavel: None,
                    left: Default::default(),
                    confessed: Default::default(),
                    step: NightStep::Gathering { span },
                })
            });
            tabletop.watch.nights = *number;
            tabletop.open_covens_channel();
        }
        Event::KillNamed { seat, target } => {
            tabletop.acts(*seat);
            if let Some(night) = tabletop.night_mut() {
                match target {
                    Some(target) => night.votes.insert(*seat, *target),
                    None => night.votes.remove(seat),
                };
            }
        }
        Event::GavelNamed { gavel } => {
            tabletop.acts(gavel.by);
            if let Some(night) = tabletop.night_mut() {
                night.gavel = Some(*gavel);
            }
        }
        Event::ConfessionLeft { seat, left } => {
            tabletop.acts(*seat);
            if let Some(night) = tabletop.night_mut() {
                night.left.insert(*seat, *left);
            }
        }
        Event::ConfessionWithdrawn { seat } => {
            tabletop.acts(*seat);
            if let Some(night) = tabletop.night_mut() {
                night.left.remove(seat);
            }
        }
        Event::GavelShown {
            number,
            gavel,
            votes,
            victim,
            drawn_among,
            until,
            ..
        } => {
            let coven: Vec<_> = tabletop.table.living_coven().collect();
            tabletop
                .watch
                .count_votes(&coven, |seat| votes.iter().any(|(voter, _)| *voter == seat));
            let mut drawer = None;
            if let Some(night) = tabletop.night_mut() {
                night.gavel = *gavel;
                night.step = NightStep::Confessing {
                    until: *until,
                    victim: *victim,
                };
                drawer = Some(night.drawer);
            }
            if let Some(drawer) = drawer {
                tabletop.history().nights.push(NightRecord {
                    number: *number,
                    drawer,
                    votes: votes.clone(),
                    coven,
                    victim: *victim,
                    drawn_among: drawn_among.clone(),
                    gavel: *gavel,
                    confessions: Vec::new(),
                    fate: None,
                    died: Vec::new(),
                });
            }
        }
        Event::Confessed {
            seat, confession, ..
        } => tabletop.confesses(*seat, *confession),
        Event::ConfessionDropped { seat, .. } => {
            if let Some(night) = tabletop.night_mut() {
                night.left.remove(seat);
            }
        }
        Event::ConfessionsOver { .. } => {
            if let Some(night) = tabletop.night_mut()
                && let NightStep::Confessing { victim, .. } = night.step
            {
                night.step = NightStep::Naming { victim };
            }
        }
        Event::VictimNamed { fate, .. } => {
            if let Some(night) = tabletop.night_mut() {
                night.step = NightStep::Named;
            }
            if let Some(record) = tabletop.history().nights.last_mut() {
                record.fate = Some(*fate);
            }
        }
        Event::NightOver { deck, .. } => tabletop.night_is_over(deck.as_deref()),
        Event::ChatOpened {
            chat,
            opener,
            guests,
        } => {
            tabletop.watch.stirred.insert(*opener);
            let night = tabletop.watch.nights;
            tabletop.chats.push(Chat {
                number: *chat,
                night,
                opener: *opener,
                members: guests.iter().chain([opener]).copied().collect(),
                open: true,
            });
        }
        Event::ChatJoined { chat, by, guest } => {
            tabletop.watch.stirred.insert(*by);
            if let Some(chat) = tabletop.chat_mut(*chat) {
                chat.members.insert(*guest);
            }
        }
        Event::ChatLeft { chat, seat } => {
            tabletop.watch.stirred.insert(*seat);
            if let Some(chat) = tabletop.chat_mut(*chat) {
                chat.members.remove(seat);
            }
        }
        Event::Paused { pause } => tabletop.pause = Some(*pause),
        Event::Resumed {
            paused_for, cause, ..
        } => {
            tabletop.pause = None;
            tabletop.delay(*paused_for);
            match cause {
                PauseCause::Host => {}
                PauseCause::NobodyActs | PauseCause::NothingHappens => {
                    tabletop.watch.idle = 0;
                    tabletop.watch.barren = 0;
                }
            }
        }
        Event::Extended { until, .. } => tabletop.extends(*until),
        Event::Advanced { .. } => tabletop.advances(),
        Event::Replaced { seat, out, player } => tabletop.replace(*seat, *out, *player),
        Event::RemovalDeferred { seat } => {
            if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.removals.push(*seat);
            }
        }
        Event::Proposed { prompt, motion, by } => {
            let own = by.filter(|seat| tabletop.table.lives(*seat));
            let yes = own.into_iter().collect();
            tabletop.proposal = Some(Proposal {
                prompt: *prompt,
                motion: *motion,
                yes,
            });
        }
        Event::Seconded { seat, yes } => {
            if let Some(proposal) = &mut tabletop.proposal {
                if *yes {
                    proposal.yes.insert(*seat);
                } else {
                    proposal.yes.remove(seat);
                }
            }
        }
        Event::ProposalWithdrawn => tabletop.proposal = None,
        Event::SecretsShown { .. } | Event::InactivityReported { .. } => {}
        Event::Spoke { seat } => {
            tabletop.watch.stirred.insert(*seat);
        }
        Event::LeftServer { seat } => {
            tabletop.away.insert(*seat);
        }
        Event::CameBack { seat } => {
            tabletop.away.remove(seat);
        }
        Event::Reminded { before, .. } => {
            if let Some(span) = tabletop.phase.span_mut() {
                span.reminders.retain(|other| other < before);
            } else if let Phase::Turn(turn) = &mut tabletop.phase {
                turn.reminders.retain(|other| other < before);
            }
        }
        Event::ModeratorReturned { at, until, .. } => tabletop.moderator_returns(*at, *until),
        Event::Ended { at, outcome, .. } => {
            tabletop.pause = None;
            tabletop.proposal = None;
            tabletop.dying.clear();
            tabletop.estate.sharing = None;
            tabletop.close_chats();
            tabletop.clear_the_table();
            tabletop.phase = Phase::Over(Over {
                at: *at,
                outcome: *outcome,
            });
        }
    }
}

impl Clock {
    /// When it will have run out, while it runs.
    pub fn until(self) -> Option<Time> {
        match self {
            Clock::Running { until } => Some(until),
            Clock::Standing { .. } => None,
        }
    }
}
