//! Which abilities an event shows at work: for simulations, so that they can say that every character's ability occurs.

use crate::games::salem1692::table::{CardKind, Character};
use crate::kernel::ids::Seat;

use super::{Confession, DrawCause, Effect, Event, OwedCause, Tabletop};

/// The characters whose abilities this event shows; `tabletop` is the state right before it. Martha is named beside the one
/// whose ability she has (T23).
pub fn at_work(tabletop: &Tabletop, event: &Event) -> Vec<Character> {
    let Some((seat, ability)) = shown(tabletop, event) else {
        return Vec::new();
    };
    match tabletop.chair(seat).character {
        Some(Character::MarthaCorey) => vec![Character::MarthaCorey, ability],
        _ => vec![ability],
    }
}

/// Whose ability is at work in this event, and which.
fn shown(tabletop: &Tabletop, event: &Event) -> Option<(Seat, Character)> {
    match event {
        Event::RedsShed { seat, .. } => Some((*seat, Character::AbigailWilliams)),
        Event::PutnamDraws { seat, .. } => Some((*seat, Character::AnnPutnam)),
        Event::AccusationsShown { seat, .. } => Some((*seat, Character::GilesCorey)),
        Event::Inherited { seat, .. } | Event::Took { seat, .. } => {
            Some((*seat, Character::JohnProctor))
        }
        Event::ConspiracyDrawn { harmless, .. } => {
            harmless.map(|holder| (holder, Character::MaryWarren))
        }
        Event::Drew { seat, cause, .. } => match cause {
            DrawCause::RebeccaNurse => Some((*seat, Character::RebeccaNurse)),
            DrawCause::Turn | DrawCause::GilesCorey | DrawCause::AnnPutnam => None,
        },
        Event::Salvaged { seat, .. } => Some((*seat, Character::SamuelParris)),
        Event::DeckStudied { seat, .. } => Some((*seat, Character::Tituba)),
        Event::Confessed {
            seat,
            confession: Confession::Phips,
            ..
        } => Some((*seat, Character::WilliamPhips)),
        Event::TryalOwed {
            owed, threshold, ..
        } => match owed.cause {
            OwedCause::Early => Some((owed.chooser, Character::ThomasDanforth)),
            OwedCause::Placed | OwedCause::Carried | OwedCause::Changed => {
                let more = tabletop
                    .table
                    .has_ability(owed.seat, Character::GeorgeBurroughs)
                    && *threshold > 7;
                more.then_some((owed.seat, Character::GeorgeBurroughs))
            }
        },
        Event::Played {
            seat, card, effect, ..
        } => match effect {
            Effect::Marked { .. } if card.kind == CardKind::Alibi => {
                Some((*seat, Character::WillGriggs))
            }
            Effect::Marked { target, .. } => {
                let light = card.kind == CardKind::Evidence
                    && tabletop.table.has_ability(*target, Character::CottonMather);
                light.then_some((*target, Character::CottonMather))
            }
            Effect::Unmoved { target } => Some((*target, Character::SarahGood)),
            Effect::Cleared { .. }
            | Effect::Burned { .. }
            | Effect::Cursed { .. }
            | Effect::Robbed { .. }
            | Effect::Blamed { .. }
            | Effect::Stocked { .. }
            | Effect::Placed { .. } => None,
        },
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
        | Event::NothingDrawn { .. }
        | Event::DeckFormed { .. }
        | Event::DeckArranged { .. }
        | Event::MatchmakersDiscarded { .. }
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
        | Event::Revealed { .. }
        | Event::Died { .. }
        | Event::CardsLeft { .. }
        | Event::SharingOpened { .. }
        | Event::EstateDiscarded { .. }
        | Event::LastWordsAsked { .. }
        | Event::LastWordsLeft { .. }
        | Event::LastWordsLapsed { .. }
        | Event::ClockStopped { .. }
        | Event::ClockRan { .. }
        | Event::TurnRanOut { .. }
        | Event::TurnEnded { .. }
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
        | Event::Confessed {
            confession: Confession::Tryal(_),
            ..
        }
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
        | Event::Proposed { .. }
        | Event::Seconded { .. }
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
