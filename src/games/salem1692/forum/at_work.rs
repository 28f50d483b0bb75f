//! Which abilities an event shows at work (T32): for simulations, so that they can say that every role card's ability occurs.

use crate::games::salem1692::table::{CardKind, Character};
use crate::kernel::ids::Seat;

use super::{Effect, Event, Forum, RevealCause, Taking};

/// How many marks make a flip where nobody's ability says otherwise (F12).
const USUAL: u8 = 7;

/// The characters whose abilities this event shows; `forum` is the state right before it. Martha is named beside the one whose
/// ability she has (T23).
pub fn at_work(forum: &Forum, event: &Event) -> Vec<Character> {
    let shown = shown(forum, event).into_iter();
    shown
        .flat_map(|(seat, ability)| {
            let borrowed = forum.chair(seat).character == Some(Character::MarthaCorey);
            [borrowed.then_some(Character::MarthaCorey), Some(ability)]
        })
        .flatten()
        .collect()
}

/// Whose abilities are at work in this event, and which.
fn shown(forum: &Forum, event: &Event) -> Vec<(Seat, Character)> {
    match event {
        Event::RedsShed { seat, .. } => vec![(*seat, Character::AbigailWilliams)],
        Event::CoreyDealt { seat, .. } => vec![(*seat, Character::GilesCorey)],
        Event::HandChanged { seat, .. } => vec![(*seat, Character::Tituba)],
        Event::ScratchHarmless { seat } => vec![(*seat, Character::MaryWarren)],
        Event::TookFromDiscard { seat, taking, .. } => {
            let character = match taking {
                Taking::AnnPutnam => Character::AnnPutnam,
                Taking::RebeccaNurse => Character::RebeccaNurse,
                Taking::SamuelParris => Character::SamuelParris,
            };
            vec![(*seat, character)]
        }
        Event::Inherited { shares } => shares
            .iter()
            .map(|share| (share.seat, Character::JohnProctor))
            .collect(),
        Event::NightEnded { unshown, .. } => unshown
            .iter()
            .map(|seat| (*seat, Character::WilliamPhips))
            .collect(),
        Event::FlipOwed {
            flip,
            marks,
            threshold,
        } => {
            if marks < threshold {
                vec![(flip.chooser, Character::ThomasDanforth)]
            } else if *threshold > USUAL {
                vec![(flip.seat, Character::GeorgeBurroughs)]
            } else {
                Vec::new()
            }
        }
        Event::Revealed {
            seat,
            cause: RevealCause::Burdened,
            ..
        } => {
            let own = forum.chair(*seat).character;
            own.map(|character| (*seat, character))
                .into_iter()
                .collect()
        }
        Event::Played {
            seat, card, effect, ..
        } => match effect {
            Effect::Marked { .. } if card.kind == CardKind::Alibi => {
                vec![(*seat, Character::WillGriggs)]
            }
            Effect::Marked { target, .. }
                if card.kind == CardKind::Evidence
                    && forum.table.has_ability(*target, Character::CottonMather) =>
            {
                vec![(*target, Character::CottonMather)]
            }
            Effect::Spared { target } => vec![(*target, Character::SarahGood)],
            Effect::Marked { .. }
            | Effect::Cleared { .. }
            | Effect::Burned { .. }
            | Effect::Cursed { .. }
            | Effect::Robbed { .. }
            | Effect::Blamed { .. }
            | Effect::Frozen { .. }
            | Effect::Placed { .. } => Vec::new(),
        },
        Event::SeatsDrawn { .. }
        | Event::TryalsDealt { .. }
        | Event::RoleCardsDealt { .. }
        | Event::DawnBegan { .. }
        | Event::CatNamed { .. }
        | Event::CatGiven { .. }
        | Event::DayBegan { .. }
        | Event::Dealt { .. }
        | Event::MatchmakersDiscarded { .. }
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
        | Event::Revealed { .. }
        | Event::Died { .. }
        | Event::BlueCardsLeft { .. }
        | Event::StocksEnded { .. }
        | Event::ConspiracyCalled { .. }
        | Event::ScratchSkipped
        | Event::ShiftOpened { .. }
        | Event::Picked { .. }
        | Event::Redistributed { .. }
        | Event::NightFell { .. }
        | Event::KillNamed { .. }
        | Event::GuardNamed { .. }
        | Event::Confessed { .. }
        | Event::ConfessedUnshown { .. }
        | Event::ConfessionWithdrawn { .. }
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
        | Event::Ended { .. } => Vec::new(),
    }
}
