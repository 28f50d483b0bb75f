//! What the one who gave a command is told right after it, privately and shortly. It says nothing that this person may not
//! know, and nothing that depends on it: a confession is noted in the same words whether it will be needed or not.

use crate::kernel::intent::Person;
use crate::kernel::text::{Named, Text};

use super::view::HostView;
use super::{Command, Effect, Event, Motion, Phase, Play, Tabletop, panels, words};

/// What a host is told who has ended a game.
const ENDED: &str = "The game is over. Its rooms stay for as long as they were set to; `/host end` once more deletes them.";

/// The private answer to a command that was accepted; `tabletop` is the state after it.
pub fn answer(tabletop: &Tabletop, person: Person, command: &Command, events: &[Event]) -> Text {
    let text = match command {
        // What only the clock does has no one to be answered.
        Command::Tick
        | Command::Absence { .. }
        | Command::Speak
        | Command::Leave { .. }
        | Command::ComeBack { .. } => "Noted.".to_owned(),
        Command::Keep { character } => kept(tabletop, character.name()),
        Command::Cat { target } => {
            format!("You name {target} for the Black Cat. You can change it until Dawn ends.")
        }
        Command::Draw => drew(tabletop, person, events),
        Command::Play(play) => played(play, events),
        Command::EndTurn => "Your turn is over.".to_owned(),
        Command::Power { yes, .. } => {
            if *yes {
                "You use your power.".to_owned()
            } else {
                "No thanks, then.".to_owned()
            }
        }
        Command::Reveal { position, .. } => format!("Tryal {position} is revealed."),
        Command::Study => {
            "You look at the deck. `/power` with `deck` puts it in order; your turn's message has a button for it.".to_owned()
        }
        Command::Arrange { .. } => {
            "The deck lies so now. You can change it again until you draw or play.".to_owned()
        }
        Command::Salvage { cards } => format!("You take {} out of the discard.", words::cards(cards)),
        Command::Pick { position } => picked(tabletop, position.number()),
        Command::Kill { target } => match target {
            Some(target) => {
                format!("You name {target}. You can change it until this part of the Night ends.")
            }
            None => "You have taken back what you said.".to_owned(),
        },
        Command::Gavel { target } => match target {
            Some(target) => format!(
                "{target} gets the gavel. You can change it until this part of the Night ends."
            ),
            None => "Nobody gets the gavel. You can change it until this part of the Night ends."
                .to_owned(),
        },
        Command::Confess {
            confession,
            unless_gavel,
            ..
        } => confessed(events, &words::confession(*confession), *unless_gavel),
        Command::WithdrawConfession => "You do not confess any more.".to_owned(),
        Command::Take { card, .. } => format!("You take {}.", words::card(card.kind)),
        Command::Reorder { .. } => {
            "Your hidden Tryals lie in that order now; nobody is shown it.".to_owned()
        }
        Command::LastWords { .. } => "Your last words are posted in the town.".to_owned(),
        Command::ChatOpen { guests } if guests.is_empty() => {
            "The chat is open. `/chat invite` brings somebody in.".to_owned()
        }
        Command::ChatOpen { guests } => format!(
            "The chat with {} is open. It closes when the Night is over.",
            words::names(guests)
        ),
        Command::ChatInvite { guest, .. } => format!("{guest} is in the chat now."),
        Command::ChatLeave { .. } => "You have left the chat.".to_owned(),
        Command::Pause => "The game is paused: every clock stands still.".to_owned(),
        Command::Resume => {
            "The game goes on; every deadline has moved by the time paused.".to_owned()
        }
        Command::Extend { .. } => extended(events),
        Command::Advance => format!("It is {} now.", words::moment(tabletop.moment())),
        Command::Replace { seat, player } => match proposed(events) {
            Some(_) => proposal(tabletop),
            None => format!("{} has seat {} now.", Named(*player), seat.number()),
        },
        Command::Remove { seat, .. } => {
            let waits = events
                .iter()
                .any(|event| matches!(event, Event::RemovalDeferred { .. }));
            if waits {
                format!("{seat} is removed as soon as the Tryals have changed hands.")
            } else {
                format!("{seat} is removed.")
            }
        }
        Command::End { .. } => match proposed(events) {
            Some(_) => proposal(tabletop),
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
        Command::ShowSecrets => return panels::secrets(&HostView::of(tabletop)),
    };
    Text::from(text)
}

/// The choice ends Town Hall where it was the last one; the answer does not say so, for that is told to all.
fn kept(tabletop: &Tabletop, name: &str) -> String {
    if matches!(tabletop.phase, Phase::TownHall(_)) {
        format!("You keep {name}. You can change it until all have chosen.")
    } else {
        format!("You keep {name}.")
    }
}

/// What came into the own hand; black cards are told to all.
fn drew(tabletop: &Tabletop, person: Person, events: &[Event]) -> String {
    let own = tabletop.seat_of(person.id);
    let mut drawn = Vec::new();
    for event in events {
        if let Event::Drew {
            seat,
            cards,
            lost: false,
            ..
        } = event
            && Some(*seat) == own
        {
            drawn.extend(cards.iter().copied());
        }
    }
    if drawn.is_empty() {
        "You draw; the town is told what came.".to_owned()
    } else {
        format!("You draw {}.", words::cards(&drawn))
    }
}

fn played(play: &Play, events: &[Event]) -> String {
    let card = words::card(play.card().kind);
    let named = play.named();
    let mut text = match named.as_slice() {
        [source, receiver] => format!("Played: {card}, from {source} to {receiver}."),
        _ => format!("Played: {card} on {}.", words::names(&named)),
    };
    for event in events {
        match event {
            Event::Played {
                effect: Effect::Marked {
                    marks, threshold, ..
                },
                ..
            } => text.push_str(&format!(
                " Marks there now: {}.",
                words::marks(*marks, *threshold)
            )),
            Event::Played {
                effect: Effect::Cleared { marks, .. },
                ..
            } => text.push_str(&format!(" Marks left there: {marks}.")),
            Event::PowerOffered { .. } => text.push_str(
                " Your power can be used now: say yes or no thanks in your newest message, or with `/power`.",
            ),
            Event::TryalOwed { owed, .. } if owed.chooser != owed.seat => text.push_str(
                " You choose which Tryal is revealed: see your newest message, or `/flip`.",
            ),
            _ => {}
        }
    }
    let over = events
        .iter()
        .any(|event| matches!(event, Event::TurnEnded { .. }));
    if over {
        text.push_str(" That was your last card: your turn is over.");
    }
    text
}

fn confessed(events: &[Event], what: &str, unless_gavel: bool) -> String {
    let at_once = events
        .iter()
        .any(|event| matches!(event, Event::Confessed { .. }));
    if at_once {
        return format!("You have confessed: {what}.");
    }
    let unless = if unless_gavel {
        ", unless you have it"
    } else {
        ""
    };
    format!(
        "Your confession is noted: {what}. It is made when the gavel is shown{unless}; until then you can change it or take it back."
    )
}

/// The pick closes the Shift where it was the last one; the answer does not say so, for that is told to all.
fn picked(tabletop: &Tabletop, position: u8) -> String {
    if tabletop.shift().is_some() {
        format!("You picked Tryal {position}. You can pick another until the picks close.")
    } else {
        format!("You picked Tryal {position}.")
    }
}

fn extended(events: &[Event]) -> String {
    let until = events.iter().find_map(|event| match event {
        Event::Extended { until, .. } => Some(*until),
        _ => None,
    });
    until.map_or_else(
        || "It is extended.".to_owned(),
        |until| format!("It ends {} now.", words::when(until)),
    )
}

fn proposed(events: &[Event]) -> Option<Motion> {
    events.iter().find_map(|event| match event {
        Event::Proposed { motion, .. } => Some(*motion),
        _ => None,
    })
}

fn proposal(tabletop: &Tabletop) -> String {
    if tabletop.proposal.is_some() {
        "As you play yourself, the living are asked now; it is done when a majority says yes. Your own yes counts.".to_owned()
    } else {
        "A majority of the living agrees: it is done.".to_owned()
    }
}
