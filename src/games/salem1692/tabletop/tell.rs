//! What is told of an event, and to whom: the town reads `town`, everybody else reads `private`. What is secret in an event
//! is opened in `private` alone.

mod chats;
mod plays;
mod private;
pub mod town;

use crate::kernel::audience::{Notice, Room};
use crate::kernel::ids::Seat;
use crate::kernel::time::Time;

use super::{
    Black, CatChoice, Clock, ConspiracyStep, Event, NightStep, Phase, Stage, Tabletop, recap, words,
};

/// The notices of an event; `tabletop` is the state right after it. The town hears first, then whom it concerns, in row order.
pub fn tell(tabletop: &Tabletop, event: &Event, _at: Time) -> Vec<Notice> {
    let mut notices = Vec::new();
    if let Some(mut text) = town::town(&tabletop.settings, tabletop.moment(), event) {
        if let Some(now) = standing(tabletop, event) {
            text = format!("{text}\n{now}");
        }
        notices.push(Notice::room(Room::Town, text).pinging(called_upon(tabletop, event)));
    }
    notices.extend(private::private(tabletop, event));
    if let Event::Ended { .. } = event {
        notices.extend(recap::recap(tabletop));
    }
    notices
}

/// What publicly has to be done by when: of the clocks that run, the one that is waited for now.
fn deadline(tabletop: &Tabletop) -> Option<(String, Time)> {
    let what = words::moment(tabletop.moment());
    let until = match &tabletop.phase {
        Phase::Setup | Phase::Over(_) => return None,
        Phase::TownHall(town_hall) => town_hall.span.until,
        Phase::Dawn(dawn) => dawn.span.until,
        Phase::Turn(turn) => {
            let clock = match turn.clock {
                Clock::Running { until } => Some(until),
                Clock::Standing { .. } => None,
            };
            match &turn.black {
                _ if tabletop.estate.sharing.is_some() => tabletop.estate.sharing?.until,
                Some(Black::Conspiracy(conspiracy)) => match &conspiracy.step {
                    ConspiracyStep::Cat(choice) => choice.until.or(clock)?,
                    ConspiracyStep::Scratched => return None,
                    ConspiracyStep::Shift(shift) => shift.until,
                },
                Some(Black::Night(night)) => match &night.step {
                    NightStep::Gathering { span } => span.until,
                    NightStep::Confessing { until, .. } => *until,
                    NightStep::Naming { .. } | NightStep::Named => return None,
                },
                None => clock?,
            }
        }
    };
    Some((what, until))
}

/// What the town is told besides the fact itself, because it follows from the state of that moment. `/history` leaves it out.
fn standing(tabletop: &Tabletop, event: &Event) -> Option<String> {
    match event {
        Event::Resumed { .. } => {
            let (what, until) = deadline(tabletop)?;
            Some(format!("{what}: time is up {}.", words::when(until)))
        }
        Event::Seconded { .. } => {
            let proposal = tabletop.proposal.as_ref()?;
            let needed = tabletop.table.living_count() / 2 + 1;
            Some(format!(
                "{} of the {needed} it takes have said yes.",
                proposal.yes.len()
            ))
        }
        Event::SeatsDrawn { .. }
        | Event::TryalsDealt { .. }
        | Event::TownHallOpened { .. }
        | Event::CharacterKept { .. }
        | Event::CharactersShown { .. }
        | Event::HandsDealt { .. }
        | Event::DawnBegan { .. }
        | Event::CatNamed { .. }
        | Event::CatGiven { .. }
        | Event::TurnBegan { .. }
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
        | Event::Revealed { .. }
        | Event::Died { .. }
        | Event::CardsLeft { .. }
        | Event::Inherited { .. }
        | Event::SharingOpened { .. }
        | Event::Took { .. }
        | Event::EstateDiscarded { .. }
        | Event::LastWordsAsked { .. }
        | Event::LastWordsLeft { .. }
        | Event::LastWordsLapsed { .. }
        | Event::ClockStopped { .. }
        | Event::ClockRan { .. }
        | Event::TurnRanOut { .. }
        | Event::TurnEnded { .. }
        | Event::ConspiracyDrawn { .. }
        | Event::ScratchSkipped { .. }
        | Event::ShiftOpened { .. }
        | Event::Picked { .. }
        | Event::Passed { .. }
        | Event::Reordered { .. }
        | Event::NightDrawn { .. }
        | Event::KillNamed { .. }
        | Event::GavelNamed { .. }
        | Event::ConfessionLeft { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::GavelShown { .. }
        | Event::Confessed { .. }
        | Event::ConfessionDropped { .. }
        | Event::ConfessionsOver { .. }
        | Event::VictimNamed { .. }
        | Event::NightOver { .. }
        | Event::ChatOpened { .. }
        | Event::ChatJoined { .. }
        | Event::ChatLeft { .. }
        | Event::Paused { .. }
        | Event::Extended { .. }
        | Event::Advanced { .. }
        | Event::Replaced { .. }
        | Event::RemovalDeferred { .. }
        | Event::Proposed { .. }
        | Event::ProposalWithdrawn
        | Event::SecretsShown { .. }
        | Event::Spoke { .. }
        | Event::LeftServer { .. }
        | Event::CameBack { .. }
        | Event::Reminded { .. }
        | Event::ModeratorReturned { .. }
        | Event::InactivityReported { .. }
        | Event::Ended { .. } => None,
    }
}

/// Whom the town's notice pings: those who publicly have to do something now, and all when the game begins.
fn called_upon(tabletop: &Tabletop, event: &Event) -> Vec<Seat> {
    match event {
        Event::SeatsDrawn { .. } => tabletop.table.seats().collect(),
        Event::TurnBegan { seat, .. } => vec![*seat],
        // Only where the turn has something left to do.
        Event::ClockRan { .. } => match tabletop.turn() {
            Some(turn) => match turn.stage {
                Stage::Open | Stage::Studying | Stage::Playing if !turn.hurried => vec![turn.seat],
                Stage::Open
                | Stage::Studying
                | Stage::Playing
                | Stage::Drawing { .. }
                | Stage::Closing(_) => Vec::new(),
            },
            None => Vec::new(),
        },
        // In the own turn the drawer is there; out of turn nobody expects it.
        Event::ConspiracyDrawn {
            drawer,
            cat: Some(CatChoice { until: Some(_), .. }),
            ..
        } => vec![*drawer],
        Event::SharingOpened { sharing, .. } => vec![sharing.next],
        Event::ShiftOpened { .. } | Event::NightDrawn { .. } | Event::GavelShown { .. } => {
            tabletop.table.living().collect()
        }
        Event::Proposed { by, .. } => {
            let living = tabletop.table.living();
            living.filter(|seat| Some(*seat) != *by).collect()
        }
        // All have been called to the deal in the moment before.
        Event::TownHallOpened { .. }
        | Event::TryalsDealt { .. }
        | Event::CharacterKept { .. }
        | Event::CharactersShown { .. }
        | Event::HandsDealt { .. }
        | Event::DawnBegan { .. }
        | Event::CatNamed { .. }
        | Event::CatGiven { .. }
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
        | Event::Revealed { .. }
        | Event::Died { .. }
        | Event::CardsLeft { .. }
        | Event::Inherited { .. }
        | Event::Took { .. }
        | Event::EstateDiscarded { .. }
        | Event::LastWordsAsked { .. }
        | Event::LastWordsLeft { .. }
        | Event::LastWordsLapsed { .. }
        | Event::ClockStopped { .. }
        | Event::TurnRanOut { .. }
        | Event::TurnEnded { .. }
        | Event::ConspiracyDrawn { .. }
        | Event::ScratchSkipped { .. }
        | Event::Picked { .. }
        | Event::Passed { .. }
        | Event::Reordered { .. }
        | Event::KillNamed { .. }
        | Event::GavelNamed { .. }
        | Event::ConfessionLeft { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::Confessed { .. }
        | Event::ConfessionDropped { .. }
        | Event::ConfessionsOver { .. }
        | Event::VictimNamed { .. }
        | Event::NightOver { .. }
        | Event::ChatOpened { .. }
        | Event::ChatJoined { .. }
        | Event::ChatLeft { .. }
        | Event::Paused { .. }
        | Event::Resumed { .. }
        | Event::Extended { .. }
        | Event::Advanced { .. }
        | Event::Replaced { .. }
        | Event::RemovalDeferred { .. }
        | Event::Seconded { .. }
        | Event::ProposalWithdrawn
        | Event::SecretsShown { .. }
        | Event::Spoke { .. }
        | Event::LeftServer { .. }
        | Event::CameBack { .. }
        | Event::Reminded { .. }
        | Event::ModeratorReturned { .. }
        | Event::InactivityReported { .. }
        | Event::Ended { .. } => Vec::new(),
    }
}
