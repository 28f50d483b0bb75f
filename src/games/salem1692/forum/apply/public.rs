//! Which events the public knows at least a part of: the chronicle.

use super::super::event::Event;

/// Whether the public knows at least a part of it.
pub fn is_public(event: &Event) -> bool {
    match event {
        Event::SeatsDrawn { .. }
        | Event::RoleCardsDealt { .. }
        | Event::DawnBegan { .. }
        | Event::CoreyDealt { .. }
        | Event::RedsShed { .. }
        | Event::TookFromDiscard { .. }
        | Event::HandChanged { .. }
        | Event::Inherited { .. }
        | Event::ScratchHarmless { .. }
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
        | Event::ConfessedUnshown { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
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
