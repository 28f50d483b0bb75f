//! What the one who gave a command is told right after it, privately and shortly. It says nothing that this person may not
//! know, and nothing that depends on it: a confession is noted in the same words whether it will be spared or not (F31).

use crate::kernel::intent::Person;
use crate::kernel::text::{Named, Text};

use super::view::HostView;
use super::{Command, Effect, Event, Forum, KillVote, Motion, Play, panels, words};

/// What a host is told who has ended a game.
const ENDED: &str = "The game is over. Its rooms stay for as long as they were set to; `/host end` once more deletes them.";

/// The private answer to a command that was accepted; `forum` is the state after it.
pub fn answer(forum: &Forum, person: Person, command: &Command, events: &[Event]) -> Text {
    let text = match command {
        // What only the clock does has no one to be answered.
        Command::Tick
        | Command::Absence { .. }
        | Command::Speak
        | Command::Leave { .. }
        | Command::ComeBack { .. } => "Noted.".to_owned(),
        Command::Cat { target } => {
            format!("You name {target} for the Black Cat. You can change it until Dawn ends.")
        }
        Command::Play(play) => played(play, events),
        Command::Flip { position, .. } => format!("Tryal {position} is flipped."),
        Command::Pick { position } => picked(forum, position.number(), person),
        Command::Kill { vote } => match vote {
            Some(KillVote::Target(target)) => {
                format!("You name {target}. Only if all living Witches do, is the kill attempted.")
            }
            Some(KillVote::Nobody) => "You say that nobody shall die this Night.".to_owned(),
            None => "You have taken back what you said.".to_owned(),
        },
        Command::Guard { target } => match target {
            Some(target) => {
                format!("You guard {target} this Night. You can change it until the Night ends.")
            }
            None => "You guard nobody this Night.".to_owned(),
        },
        Command::Confess { position, .. } => format!(
            "Your confession with Tryal {position} is noted. It is settled at daybreak; until then you can change it or \
             take it back."
        ),
        Command::ConfessUnshown => "Your confession without a Tryal is noted. It is settled at daybreak, and used up then even if nobody \
             came for you; until then you can change it or take it back."
            .to_owned(),
        Command::Power { yes: true, .. } => "You have used your power.".to_owned(),
        Command::Power { yes: false, .. } => "Your power is not used this time.".to_owned(),
        Command::Salvage { cards } => format!("Into your hand came {}.", words::cards(cards)),
        Command::ChangeHand => "Your hand is changed.".to_owned(),
        Command::WithdrawConfession => "You do not confess any more.".to_owned(),
        Command::ChatOpen { guests } if guests.is_empty() => {
            "The chat is open. `/chat invite` brings somebody in.".to_owned()
        }
        Command::ChatOpen { guests } => format!(
            "The chat with {} is open. It closes at daybreak.",
            words::names(guests)
        ),
        Command::ChatInvite { guest, .. } => format!("{guest} is in the chat now."),
        Command::ChatLeave { .. } => "You have left the chat.".to_owned(),
        Command::Pause => "The game is paused: every clock stands still.".to_owned(),
        Command::Resume => {
            "The game goes on; every deadline has moved by the time paused.".to_owned()
        }
        Command::Extend { .. } => match forum.span() {
            Some(span) => format!("The phase now ends {}.", words::when(span.until)),
            None => "The phase is extended.".to_owned(),
        },
        Command::Advance => advanced(forum),
        Command::Replace { seat, player } => match proposed(events) {
            Some(_) => proposal(forum),
            None => format!("{} has seat {} now.", Named(*player), seat.number()),
        },
        Command::Remove { seat, .. } => {
            let waits = events
                .iter()
                .any(|event| matches!(event, Event::RemovalDeferred { .. }));
            if waits {
                format!("{seat} is removed as soon as the Shift is over.")
            } else {
                format!("{seat} is removed.")
            }
        }
        Command::End { .. } => match proposed(events) {
            Some(_) => proposal(forum),
            None => ENDED.to_owned(),
        },
        Command::Second { yes, .. } => {
            if *yes {
                "You said yes.".to_owned()
            } else {
                "You said no.".to_owned()
            }
        }
        Command::WithdrawProposal => "You have taken your proposal back.".to_owned(),
        Command::ShowSecrets => return panels::secrets(&HostView::of(forum)),
    };
    Text::from(text)
}

fn played(play: &Play, events: &[Event]) -> String {
    let card = words::card(play.card().kind);
    let named = play.named();
    let mut text = match named.as_slice() {
        [source, receiver] => format!("Played: {card}, from {source} to {receiver}."),
        _ => format!("Played: {card} on {}.", words::names(&named)),
    };
    let marks = events.iter().find_map(|event| match event {
        Event::Played {
            effect:
                Effect::Marked {
                    marks, threshold, ..
                }
                | Effect::Cleared {
                    marks, threshold, ..
                },
            ..
        } => Some((*marks, *threshold)),
        _ => None,
    });
    if let Some((marks, threshold)) = marks {
        let marks = words::marks(marks, threshold);
        text.push_str(&format!(" Marks there now: {marks}."));
    }
    let owed = events
        .iter()
        .any(|event| matches!(event, Event::FlipOwed { .. }));
    if owed {
        text.push_str(" You choose which Tryal is flipped: see your newest message, or `/flip`.");
    }
    text
}

/// The pick closes the Shift where it was the last one; the answer does not say so, for that is told to all.
fn picked(forum: &Forum, position: u8, person: Person) -> String {
    let open = forum.shift().is_some() && forum.seat_of(person.id).is_some();
    if open {
        format!("You picked Tryal {position}. You can pick another until the Shift closes.")
    } else {
        format!("You picked Tryal {position}.")
    }
}

fn advanced(forum: &Forum) -> String {
    match forum.day() {
        Some(day) if day.closing => {
            "The Day is ending: no more cards are played, and Night falls when the Conspiracy is over.".to_owned()
        }
        Some(_) | None => format!("It is {} now.", words::moment(forum.moment())),
    }
}

fn proposed(events: &[Event]) -> Option<Motion> {
    events.iter().find_map(|event| match event {
        Event::Proposed { motion, .. } => Some(*motion),
        _ => None,
    })
}

fn proposal(forum: &Forum) -> String {
    if forum.proposal.is_some() {
        "As you play yourself, the living are asked now; it is done when a majority says yes. Your own yes counts.".to_owned()
    } else {
        "A majority of the living agrees: it is done.".to_owned()
    }
}
