//! What everybody reads: the status message and the headline of the phase.

use std::fmt::Write;

use crate::games::salem1692::table::Character;
use crate::games::salem1692::tabletop::view::{PublicBlack, PublicSeat, PublicTurn, PublicView};
use crate::games::salem1692::tabletop::{Clock, Moment, words};
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Panel, Row, Style};
use crate::kernel::text::Text;
use crate::kernel::time::{Length, Time};

/// The status message: everything that is public (also `/board` and `/game status`).
pub fn status(view: &PublicView) -> Panel {
    let mut text = Text::from(headline(view));
    for seat in &view.seats {
        text.line(seat_line(view, seat));
    }
    if view.outcome.is_none() && view.turn.is_some() {
        text.line(format!("Deck {} · discard {}", view.deck, view.discard));
    }
    text.line(
        "-# ⬛ hidden · ⬜ Not a Witch · 🛡️ Constable · 🧙 Witch · at 7 marks a Tryal is revealed",
    );
    let mut buttons = Vec::new();
    if view.outcome.is_some() {
        buttons.push(Button::new(
            Style::Primary,
            "Open the rooms to all",
            Intent::new("rooms.open"),
        ));
    } else {
        buttons.push(Button::new(Style::Primary, "My cards", Intent::new("me")));
    }
    buttons.push(Button::new(
        Style::Secondary,
        "History",
        Intent::new("history"),
    ));
    buttons.push(Button::new(Style::Secondary, "Help", Intent::new("rules")));
    Panel::say(text).with(Row::Buttons(buttons))
}

/// The phase, whose turn it is, and what is waited for until when.
pub fn headline(view: &PublicView) -> String {
    if let Some(outcome) = view.outcome {
        return format!("## The game is over\n{}", words::outcome(outcome));
    }
    let mut head = match (&view.turn, view.moment) {
        (Some(turn), Moment::Turn(_)) => format!("## Turn {}: {}", turn.number, turn.seat),
        _ => format!("## {}", words::moment(view.moment)),
    };
    if let Some(pause) = view.pause {
        let _ = write!(
            head,
            "\n⏸️ Paused since {}. {}",
            pause.since.full(),
            words::pause(pause.cause)
        );
        if let Some(until) = pause.until {
            let _ = write!(
                head,
                " Without an answer of the host the game ends {}.",
                words::when(until)
            );
        }
        return head;
    }
    match view.moment {
        Moment::TownHall => head.push_str("\nEverybody chooses a character."),
        Moment::Dawn => head.push_str("\nThe coven chooses who gets the Black Cat."),
        Moment::Setup
        | Moment::Turn(_)
        | Moment::Conspiracy(_)
        | Moment::Night(_)
        | Moment::Over => {}
    }
    if let Some(until) = view.until {
        let _ = write!(head, " Ends {}.", words::when(until));
    }
    if let Some(turn) = &view.turn {
        for line in turn_lines(turn) {
            let _ = write!(head, "\n{line}");
        }
    }
    head
}

/// What is waited for now, and until when; how long it takes after that is the players'.
pub fn timetable(view: &PublicView) -> Vec<(Text, Time)> {
    if view.pause.is_some() {
        return Vec::new();
    }
    let moment = || Text::from(words::moment(view.moment));
    let mut table: Vec<(Text, Time)> = view.until.map(|end| (moment(), end)).into_iter().collect();
    let Some(turn) = &view.turn else {
        return table;
    };
    let black = turn.black.and_then(|black| match black {
        PublicBlack::Cat { until, .. } => until,
        PublicBlack::Shift(until)
        | PublicBlack::Gathering(until)
        | PublicBlack::Confessing { until, .. } => Some(until),
        PublicBlack::Scratched | PublicBlack::Morning => None,
    });
    table.extend(black.map(|end| (moment(), end)));
    if let Some((seat, end)) = turn.sharing {
        table.push((Text::from(format!("{seat}'s choice of a card")), end));
    }
    if let Clock::Running { until } = turn.clock {
        table.push((Text::from(format!("The turn of {}", turn.seat)), until));
    }
    table
}

/// What is waited for in a turn, a line each.
fn turn_lines(turn: &PublicTurn) -> Vec<String> {
    let mut lines = Vec::new();
    match turn.black {
        None => {}
        Some(black) => lines.push(black_line(black)),
    }
    if let Some((seat, until)) = turn.sharing {
        lines.push(format!(
            "{seat} takes a card of what the dead have left, until {}.",
            words::when(until)
        ));
    }
    if let Some(asked) = &turn.asked {
        let character = asked.power.character();
        lines.push(format!(
            "{} may use the power of {character} now, or say no thanks.",
            turn.seat
        ));
    }
    for (seat, chooser) in &turn.owed {
        lines.push(if seat == chooser {
            format!("⚖️ A Tryal of {seat} is revealed by chance.")
        } else {
            format!("⚖️ {chooser} chooses which Tryal of {seat} is revealed.")
        });
    }
    lines.push(match turn.clock {
        Clock::Running { until } => {
            format!(
                "The turn of {} runs until {}.",
                turn.seat,
                words::when(until)
            )
        }
        Clock::Standing { left: Length::ZERO } => {
            format!("The turn of {} ends when this is over.", turn.seat)
        }
        Clock::Standing { left } => format!(
            "The clock of {}'s turn stands; {left} are left of it.",
            turn.seat
        ),
    });
    lines
}

fn black_line(black: PublicBlack) -> String {
    match black {
        PublicBlack::Cat {
            drawer,
            holder,
            until,
        } => {
            let by = until.map_or_else(String::new, |until| {
                format!(", until {}", words::when(until))
            });
            format!("🐈‍⬛ The Black Cat scratches {holder}: {drawer} chooses the Tryal{by}.")
        }
        PublicBlack::Scratched => {
            "🔀 What the Black Cat's scratch brought is settled; then everybody picks.".to_owned()
        }
        PublicBlack::Shift(until) => format!(
            "🔀 Everybody picks a hidden Tryal of the player to their left, until {}.",
            words::when(until)
        ),
        PublicBlack::Gathering(until) => format!(
            "🌙 The town sleeps until {}, at the latest.",
            words::when(until)
        ),
        PublicBlack::Confessing { gavel, until } => {
            let gavel = gavel.map_or_else(
                || "Nobody has the gavel.".to_owned(),
                |seat| format!("{seat} has the gavel."),
            );
            format!(
                "🌙 {gavel} Whoever wants to confess does so until {}.",
                words::when(until)
            )
        }
        PublicBlack::Morning => "🌅 Morning comes.".to_owned(),
    }
}

fn seat_line(view: &PublicView, seat: &PublicSeat) -> String {
    let row: String = seat
        .row
        .iter()
        .map(|shown| shown.map_or(words::HIDDEN, words::tryal_sign))
        .collect();
    let mut line = format!("{} {row}", words::numbered(seat.seat));
    if let Some(character) = seat.character {
        let _ = write!(line, " · {}", character_name(seat, character));
    }
    if let Some(coven) = seat.coven {
        let side = words::alignment(coven);
        let _ = match seat.alive {
            true => write!(line, " · {side}"),
            false => write!(line, " · ☠️ dead, {side}"),
        };
    }
    if seat.alive && view.outcome.is_none() {
        let _ = write!(line, " · {}", words::marks(seat.marks, seat.threshold));
        for card in &seat.blue {
            let _ = write!(line, " · {}", words::signed(card.kind));
        }
        match seat.stocks {
            0 => {}
            1 => line.push_str(" · Stocks"),
            count => {
                let _ = write!(line, " · Stocks ×{count}");
            }
        }
        if view.turn.is_some() {
            let _ = write!(line, " · {}", words::count(seat.hand, "card"));
        }
        if view
            .turn
            .as_ref()
            .is_some_and(|turn| turn.seat == seat.seat)
        {
            line.push_str(" · ◀ turn");
        }
    }
    line
}

/// The character, whose ability Martha has, and how often it can still be used.
fn character_name(seat: &PublicSeat, character: Character) -> String {
    let mut name = character.name().to_owned();
    if seat.alive {
        if let Some(borrowed) = seat.borrowed {
            let _ = write!(name, " as {borrowed}");
        }
        if let Some(left) = seat.uses_left {
            let _ = write!(name, " ({left} left)");
        }
    }
    name
}
