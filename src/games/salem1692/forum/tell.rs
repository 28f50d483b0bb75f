//! What is told of an event, and to whom: the town reads `town`, everybody else reads `private`. What is secret in an event
//! is opened in `private` alone.

mod chats;
mod plays;
mod private;
pub mod town;

use crate::kernel::audience::{Notice, Room};
use crate::kernel::ids::Seat;
use crate::kernel::time::Time;

use super::{Conspiracy, Event, Forum, recap, words};

/// The notices of one event; `forum` is the state right after it. The town hears first, then whom it concerns, in row order.
pub fn tell(forum: &Forum, event: &Event, _at: Time) -> Vec<Notice> {
    let mut notices = Vec::new();
    if let Some(mut text) = town::town(&forum.settings, forum.moment(), event) {
        if let Some(now) = standing(forum, event) {
            text = format!("{text}\n{now}");
        }
        notices.push(Notice::room(Room::Town, text).pinging(called_upon(forum, event)));
    }
    notices.extend(private::private(forum, event));
    if let Event::Ended { .. } = event {
        notices.extend(recap::recap(forum));
    }
    notices
}

/// What the town is told besides the fact itself, because it follows from the state of that moment. `/history` leaves it out.
fn standing(forum: &Forum, event: &Event) -> Option<String> {
    match event {
        Event::Resumed { .. } => {
            let span = forum.span()?;
            let phase = words::moment(forum.moment());
            Some(format!("{phase} now ends {}.", words::when(span.until)))
        }
        Event::ConspiracyCalled { flips, .. } => {
            let lines = flips.iter().filter_map(|(prompt, until)| {
                let flip = forum
                    .day()?
                    .flips
                    .iter()
                    .find(|flip| flip.prompt == *prompt)?;
                Some(format!(
                    "{} chooses a Tryal of {} until {}.",
                    flip.chooser,
                    flip.seat,
                    words::when(*until)
                ))
            });
            let lines: Vec<String> = lines.collect();
            (!lines.is_empty()).then(|| lines.join("\n"))
        }
        Event::ModeratorReturned { flips, waits, .. } => {
            let day = forum.day()?;
            let mut lines: Vec<String> = Vec::new();
            for flip in &day.flips {
                if flips.iter().any(|(prompt, _)| *prompt == flip.prompt) {
                    let until = words::when(flip.until);
                    lines.push(format!(
                        "{} has until {until} to choose the flip.",
                        flip.chooser
                    ));
                }
            }
            // That the Conspiracy is still to come must not be heard here: only one that is public already is named.
            let public = match day.conspiracy {
                Conspiracy::Called | Conspiracy::Shift(_) => true,
                Conspiracy::Awaited { .. } | Conspiracy::Past => false,
            };
            if *waits && public {
                lines.push("The Day does not end before the Conspiracy is over.".to_owned());
            }
            (!lines.is_empty()).then(|| lines.join("\n"))
        }
        Event::Seconded { .. } => {
            let proposal = forum.proposal.as_ref()?;
            let needed = forum.table.living_count() / 2 + 1;
            Some(format!(
                "{} of the {needed} it takes have said yes.",
                proposal.yes.len()
            ))
        }
        Event::SeatsDrawn { .. }
        | Event::TryalsDealt { .. }
        | Event::RoleCardsDealt { .. }
        | Event::CoreyDealt { .. }
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
        | Event::RedsShed { .. }
        | Event::TookFromDiscard { .. }
        | Event::HandChanged { .. }
        | Event::Inherited { .. }
        | Event::ScratchHarmless { .. }
        | Event::ConfessedUnshown { .. }
        | Event::DawnBegan { .. }
        | Event::CatNamed { .. }
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
        | Event::ScratchSkipped
        | Event::ShiftOpened { .. }
        | Event::Picked { .. }
        | Event::Redistributed { .. }
        | Event::NightFell { .. }
        | Event::KillNamed { .. }
        | Event::GuardNamed { .. }
        | Event::Confessed { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::NightEnded { .. }
        | Event::ConfessionSpared { .. }
        | Event::DaybreakReported { .. }
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
        | Event::InactivityReported { .. }
        | Event::Ended { .. } => None,
    }
}

/// Whom the town's notice pings: those who publicly have to do something now, and all when the game begins.
fn called_upon(forum: &Forum, event: &Event) -> Vec<Seat> {
    match event {
        Event::SeatsDrawn { .. } => forum.table.seats().collect(),
        Event::FlipOwed { flip, .. } => vec![flip.chooser],
        Event::ConspiracyCalled { .. } => {
            let flips = forum.day().map_or(&[][..], |day| &day.flips);
            let mut choosers: Vec<Seat> = flips.iter().map(|flip| flip.chooser).collect();
            choosers.sort_unstable();
            choosers.dedup();
            choosers
        }
        Event::ShiftOpened { .. } => forum.table.living().collect(),
        Event::Proposed { by, .. } => forum
            .table
            .living()
            .filter(|seat| Some(*seat) != *by)
            .collect(),
        Event::TryalsDealt { .. }
        | Event::RoleCardsDealt { .. }
        | Event::CoreyDealt { .. }
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
        | Event::RedsShed { .. }
        | Event::TookFromDiscard { .. }
        | Event::HandChanged { .. }
        | Event::Inherited { .. }
        | Event::ScratchHarmless { .. }
        | Event::ConfessedUnshown { .. }
        | Event::DawnBegan { .. }
        | Event::CatNamed { .. }
        | Event::CatGiven { .. }
        | Event::DayBegan { .. }
        | Event::Dealt { .. }
        | Event::Played { .. }
        | Event::MatchmakersDiscarded { .. }
        | Event::Revealed { .. }
        | Event::Died { .. }
        | Event::BlueCardsLeft { .. }
        | Event::StocksEnded { .. }
        | Event::ScratchSkipped
        | Event::Picked { .. }
        | Event::Redistributed { .. }
        | Event::NightFell { .. }
        | Event::KillNamed { .. }
        | Event::GuardNamed { .. }
        | Event::Confessed { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::NightEnded { .. }
        | Event::ConfessionSpared { .. }
        | Event::DaybreakReported { .. }
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
