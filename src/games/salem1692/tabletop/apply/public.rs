//! Which events the public knows at least a part of: the chronicle.

use super::super::event::Event;

/// Whether the public knows at least a part of it that is worth telling again.
pub fn is_public(event: &Event) -> bool {
    match event {
        Event::SeatsDrawn { .. }
        | Event::TownHallOpened { .. }
        | Event::CharactersShown { .. }
        | Event::HandsDealt { .. }
        | Event::DawnBegan { .. }
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
        | Event::RedsShed { .. }
        | Event::PutnamDraws { .. }
        | Event::Revealed { .. }
        | Event::Died { .. }
        | Event::CardsLeft { .. }
        | Event::Inherited { .. }
        | Event::SharingOpened { .. }
        | Event::Took { .. }
        | Event::EstateDiscarded { .. }
        | Event::LastWordsLeft { .. }
        | Event::TurnRanOut { .. }
        | Event::TurnEnded { .. }
        | Event::ConspiracyDrawn { .. }
        | Event::ScratchSkipped { .. }
        | Event::ShiftOpened { .. }
        | Event::Passed { .. }
        | Event::NightDrawn { .. }
        | Event::GavelShown { .. }
        | Event::Confessed { .. }
        | Event::ConfessionsOver { .. }
        | Event::VictimNamed { .. }
        | Event::NightOver { .. }
        | Event::Paused { .. }
        | Event::Resumed { .. }
        | Event::Extended { .. }
        | Event::Advanced { .. }
        | Event::Replaced { .. }
        | Event::ModeratorReturned { .. }
        | Event::Ended { .. } => true,
        Event::TryalsDealt { .. }
        | Event::CharacterKept { .. }
        | Event::CatNamed { .. }
        | Event::PowerDeclined { .. }
        | Event::LastWordsAsked { .. }
        | Event::LastWordsLapsed { .. }
        | Event::ClockStopped { .. }
        | Event::ClockRan { .. }
        | Event::Picked { .. }
        | Event::Reordered { .. }
        | Event::KillNamed { .. }
        | Event::GavelNamed { .. }
        | Event::ConfessionLeft { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::ConfessionDropped { .. }
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
