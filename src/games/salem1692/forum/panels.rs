//! Pages of text for one viewer, with controls. Made of views alone, so that they cannot tell what the viewer may not know.

use std::fmt::Write;

use crate::games::salem1692::sight::{Chats, row_line};
use crate::games::salem1692::table::{Card, Character};
use crate::kernel::ids::Seat;
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Panel, Row, Style};
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use super::controls;
use super::view::{
    ChatView, CovenView, CovenVote, HostView, PublicConspiracy, PublicSeat, PublicView, SeatView,
};
use super::{ForumSettings, KillVote, Moment, words};

/// The status message: everything that is public (also `/board` and `/game status`).
pub fn status(view: &PublicView) -> Panel {
    let mut text = Text::from(headline(view));
    for seat in &view.seats {
        text.line(seat_line(view, seat));
    }
    for flip in &view.flips {
        text.line(format!(
            "⚖️ {} chooses which Tryal of {} is flipped, until {}.",
            flip.chooser,
            flip.seat,
            words::when(flip.until)
        ));
    }
    text.line(
        "-# ⬛ hidden · ⬜ Not a Witch · 🛡️ Constable · 🧙 Witch · at 7 marks a Tryal is flipped",
    );
    let mut buttons = Vec::new();
    if view.outcome.is_some() {
        buttons.push(Button::new(
            Style::Primary,
            "Let me into all rooms",
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
    Panel::say(text).with(Row::Buttons(buttons))
}

/// The phase and when it ends.
pub fn headline(view: &PublicView) -> String {
    let mut head = format!("## {}", words::moment(view.moment));
    if let Some(outcome) = view.outcome {
        head = format!("## The game is over\n{}", words::outcome(outcome));
    }
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
    if let Some(until) = view.until {
        let ends = if view.ending {
            "Night falls as soon as the Conspiracy is over.".to_owned()
        } else if view.waits {
            format!(
                "Ends {}, or as soon as the Conspiracy is over, if that is later.",
                words::when(until)
            )
        } else {
            format!("Ends {}.", words::when(until))
        };
        let _ = write!(head, "\n{ends}");
    }
    match view.conspiracy {
        None => {}
        Some(PublicConspiracy::ToCome) => {
            head.push_str(" The Conspiracy is still to come today.");
        }
        Some(PublicConspiracy::Called) => {
            head.push_str(" **Conspiracy**: no cards are played; owed flips are settled first.");
        }
        Some(PublicConspiracy::Shift(until)) => {
            let _ = write!(
                head,
                " **Conspiracy**: no cards are played; the Shift closes {}.",
                words::when(until)
            );
        }
        Some(PublicConspiracy::Past) => head.push_str(" The Conspiracy has been today."),
    }
    if let Some(quiet) = view.quiet_until {
        let _ = write!(head, " Cards can be played from {} on.", quiet.full());
    }
    head
}

/// What runs now and when it ends, and the two phases after it as they would.
pub fn timetable(view: &PublicView, settings: &ForumSettings) -> Vec<(Text, Time)> {
    let Some(mut end) = view.until.filter(|_| view.pause.is_none()) else {
        return Vec::new();
    };
    let mut moment = view.moment;
    let mut table = vec![(Text::from(words::moment(moment)), end)];
    for _ in 0..2 {
        let (next, length) = match moment {
            Moment::Dawn => (Moment::Day(1), settings.day),
            Moment::Day(number) => (Moment::Night(number), settings.night),
            Moment::Night(number) => (Moment::Day(number + 1), settings.day),
            Moment::Setup | Moment::Over => return table,
        };
        (moment, end) = (next, end + length);
        table.push((Text::from(words::moment(moment)), end));
    }
    table
}

fn seat_line(view: &PublicView, seat: &PublicSeat) -> String {
    let row: String = seat
        .row
        .iter()
        .map(|shown| shown.map_or(words::HIDDEN, words::tryal_sign))
        .collect();
    let mut line = format!("{} {row}", words::numbered(seat.seat));
    if let Some(character) = seat.character {
        let _ = write!(line, " · 🎭 {character}");
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
        if let Some(until) = seat.stocks_until {
            let _ = write!(line, " · Stocks until {}", until.full());
        }
        if matches!(view.moment, Moment::Day(_)) {
            let _ = write!(line, " · {}", words::count(seat.hand, "card"));
        }
    }
    line
}

/// Everything that a player may know of the own seat, with everything that can be chosen now (`/me`).
pub fn me(view: &SeatView) -> Panel {
    let mut text = Text::from(format!(
        "**{}** · seat {}",
        words::moment(view.public.moment),
        view.seat.number()
    ));
    text.line(own_page(view));
    if view.alive && view.public.outcome.is_none() {
        text.line(hand_line(view));
        for line in owed_lines(view) {
            text.line(line);
        }
        text.line(format!(
            "Private chats: {} to open still; you are in {}.",
            view.chats_left,
            words::count(open_chats(view).count(), "open chat")
        ));
    }
    if let Some(pause) = view.public.pause {
        text.line(format!(
            "⏸️ {} Nothing but looking is possible until it goes on.",
            words::pause(pause.cause)
        ));
    }
    Panel {
        text,
        rows: controls::rows(view),
    }
}

/// Row, alignment, coven, Constable, and what lies in front.
pub fn own_page(view: &SeatView) -> String {
    let mut page = format!("Tryals: {}", row_line(&view.row));
    let _ = write!(page, "\n{}", alignment(view));
    if view.constable {
        page.push_str(" You hold the **Constable** card: at Night you guard.");
    }
    if let Some(character) = view.public.seat(view.seat).character {
        let _ = write!(page, "\n{}", role_card(view, character));
    }
    if view.alive {
        let _ = write!(page, "\n{}", front(view));
    } else {
        page.push_str("\n☠️ You are dead: you read along, but act no more.");
        if view.coven && view.public.outcome.is_none() {
            page.push_str(
                " You still talk with the coven, and enter the graveyard when the game is over.",
            );
        } else {
            page.push_str(" You talk in the graveyard.");
        }
    }
    page
}

/// The own character, what it can do, and how often still (T32).
pub fn role_card(view: &SeatView, character: Character) -> String {
    let mut line = format!("🎭 You are **{character}**. {}", words::ability(character));
    if character == Character::MarthaCorey && view.alive {
        let now = match view.public.seat(view.seat).ability {
            Some(ability) => format!(" Now that is {ability}: {}", words::ability(ability)),
            None => " Now that is none.".to_owned(),
        };
        line.push_str(&now);
    }
    if let Some(left) = view.uses_left {
        let left = words::count(usize::from(left), "use");
        let _ = write!(line, " ({left} left)");
    }
    line
}

fn alignment(view: &SeatView) -> String {
    if !view.coven {
        return "You are **of the Town**.".to_owned();
    }
    let mates: Vec<String> = view
        .mates
        .iter()
        .map(|mate| {
            if view.public.seat(*mate).alive {
                mate.to_string()
            } else {
                format!("{mate} (dead)")
            }
        })
        .collect();
    if mates.is_empty() {
        "You are **a Witch**, and the whole coven.".to_owned()
    } else {
        format!(
            "You are **a Witch**. With you in the coven: {}.",
            words::list(mates)
        )
    }
}

fn front(view: &SeatView) -> String {
    let seat = view.public.seat(view.seat);
    let mut front = format!("Marks: {}", words::marks(seat.marks, seat.threshold));
    if !seat.red.is_empty() {
        let _ = write!(front, " ({})", words::cards(&seat.red));
    }
    if !seat.blue.is_empty() {
        let _ = write!(front, " · In front of you: {}", words::cards(&seat.blue));
    }
    if let Some(until) = seat.stocks_until {
        let _ = write!(front, " · In the Stocks until {}", words::when(until));
    }
    front
}

/// The hand alone, with the menu to play from (`/hand`).
pub fn hand(view: &SeatView) -> Panel {
    let mut panel = Panel::say(hand_line(view));
    if view.public.pause.is_none() {
        panel.rows.extend(controls::play_row(view));
    }
    panel
}

/// The hand in a line.
pub fn hand_line(view: &SeatView) -> String {
    if view.public.outcome.is_some() {
        return "The game is over, and nobody holds cards any more.".to_owned();
    }
    if view.hand_prompt.is_none() {
        return "You hold no cards: hands are dealt at the start of each Day.".to_owned();
    }
    if view.hand.is_empty() {
        return "Your hand is empty.".to_owned();
    }
    let kinds: Vec<String> = view
        .hand
        .chunk_by(|one, other| one.kind == other.kind)
        .map(|copies| match copies.len() {
            1 => words::signed(copies[0].kind),
            count => format!("{} ×{count}", words::signed(copies[0].kind)),
        })
        .collect();
    format!("Hand ({}): {}", view.hand.len(), kinds.join(" · "))
}

/// What this player has to choose or has chosen, a line each.
pub fn owed_lines(view: &SeatView) -> Vec<String> {
    let mut lines: Vec<String> = view
        .flips
        .iter()
        .map(|flip| {
            format!(
                "⚖️ You choose which Tryal of {} is flipped, until {}.",
                flip.seat,
                words::when(flip.until)
            )
        })
        .collect();
    for offer in &view.offers {
        let character = offer.power.character();
        lines.push(format!(
            "🎭 You may use the power of {character} on what you placed on {}, until {}.",
            offer.target,
            words::when(offer.until)
        ));
    }
    if let Some(shift) = &view.shift {
        let pick = match shift.pick {
            Some(position) => format!("You picked Tryal {position} of {}.", shift.source),
            None => format!("You pick one of the hidden Tryals of {}.", shift.source),
        };
        lines.push(format!(
            "🔀 {pick} The Shift closes {}.",
            words::when(shift.until)
        ));
    }
    if let Some(dawn) = &view.dawn {
        lines.push(match dawn.vote {
            Some(seat) => format!("🐈 You named {seat} for the Black Cat."),
            None => "🐈 You have not yet named anybody for the Black Cat.".to_owned(),
        });
    }
    if let Some(night) = &view.night {
        lines.push(match night.confession {
            Some(position) => format!("You confess with Tryal {position} at daybreak."),
            None if night.unshown == Some(true) => {
                "You confess without a Tryal at daybreak.".to_owned()
            }
            None => "You do not confess.".to_owned(),
        });
        if let Some(kill) = night.kill {
            lines.push(format!("🗡️ {}", kill_line(kill)));
        }
        if let Some(guard) = night.guard {
            lines.push(match guard {
                None => "🛡️ You have not yet named whom you guard.".to_owned(),
                Some(guard) => match guard.target {
                    Some(seat) => format!("🛡️ You guard {seat}."),
                    None => "🛡️ You guard nobody.".to_owned(),
                },
            });
        }
    }
    lines
}

fn kill_line(kill: Option<KillVote>) -> String {
    match kill {
        None => "You have said nothing yet: without you there is no kill.".to_owned(),
        Some(vote) => format!("You name {}.", words::kill_vote(vote)),
    }
}

/// The chats that can still be written in.
pub fn open_chats(view: &SeatView) -> impl Iterator<Item = &ChatView> {
    view.chats.iter().filter(|chat| chat.open)
}

/// The chats a player is in (`/chat list`).
pub fn chats(view: &SeatView) -> Panel {
    let runs = view.alive && view.public.outcome.is_none();
    let night = view.night.as_ref().filter(|_| view.public.pause.is_none());
    Chats {
        seat: view.seat,
        chats: &view.chats,
        left: runs.then(|| {
            format!(
                "You may still open {}. Chats are opened at Night and close at daybreak; at most three living players are in one.",
                words::count(usize::from(view.chats_left), "chat")
            )
        }),
        now: night.map(|night| (night.prompt, view.chats_left > 0)),
    }
    .panel()
}

/// The coven's vote: who names whom.
pub fn coven(view: &CovenView) -> Panel {
    let mut text = Text::default();
    let row = match &view.vote {
        CovenVote::Cat(votes) => {
            text.line(format!(
                "🐈 **Who shall hold the Black Cat?** Until {}. Most votes decide; between equals it is drawn.",
                words::when(view.until)
            ));
            for (witch, vote) in votes {
                text.line(named_line(*witch, vote.map(|seat| seat.to_string())));
            }
            controls::cat_menu(view.prompt, &view.targets, None)
        }
        CovenVote::Kill(_, votes) => {
            text.line(format!(
                "🗡️ **Whom shall the coven kill?** Until {}. Only if all living Witches name the same player.",
                words::when(view.until)
            ));
            for (witch, vote) in votes {
                text.line(named_line(*witch, vote.map(words::kill_vote)));
            }
            text.line(agreement(votes));
            controls::kill_menu(view.prompt, &view.targets, None)
        }
    };
    if view.paused {
        text.line("⏸️ The game is paused.");
        return Panel::say(text);
    }
    let panel = Panel::say(text).with(row);
    match &view.vote {
        CovenVote::Cat(_) => panel,
        CovenVote::Kill(..) => panel.with(Row::Buttons(vec![controls::unsay_button(view.prompt)])),
    }
}

fn named_line(witch: Seat, said: Option<String>) -> String {
    match said {
        Some(said) => format!("- {witch} names {said}"),
        None => format!("- {witch} has said nothing yet"),
    }
}

fn agreement(votes: &[(Seat, Option<KillVote>)]) -> String {
    let first = votes.first().and_then(|(_, vote)| *vote);
    let agreed = votes.iter().all(|(_, vote)| *vote == first);
    match first {
        Some(KillVote::Target(target)) if agreed => {
            format!("As it stands, the coven goes for {target}.")
        }
        Some(_) | None => "As it stands, there is no kill.".to_owned(),
    }
}

/// What a host who has never played sees on request.
pub fn secrets(view: &HostView) -> Text {
    let mut text = Text::from("**Secrets, for the host alone.** The record notes that you looked.");
    for seat in &view.seats {
        let row: Vec<&str> = seat
            .row
            .iter()
            .map(|tryal| match (tryal.kind, tryal.revealed) {
                (kind, false) => words::tryal_sign(kind),
                (_, true) => "▫️",
            })
            .collect();
        let mut line = format!("{} {}", words::numbered(seat.seat), row.concat());
        let _ = write!(line, " · {}", words::alignment(seat.coven));
        if !view.public.seat(seat.seat).alive {
            line.push_str(" · dead");
        }
        if !seat.hand.is_empty() {
            let _ = write!(line, " · {}", short_hand(&seat.hand));
        }
        text.line(line);
    }
    text.line("-# Hidden: 🧙 Witch, 🛡️ Constable, ⬜ Not a Witch; ▫️ is revealed.");
    match view.coven.as_ref().map(|coven| &coven.vote) {
        None => {}
        Some(CovenVote::Cat(votes)) => {
            for (witch, vote) in votes {
                text.line(named_line(*witch, vote.map(|seat| seat.to_string())));
            }
        }
        Some(CovenVote::Kill(_, votes)) => {
            for (witch, vote) in votes {
                text.line(named_line(*witch, vote.map(words::kill_vote)));
            }
        }
    }
    if let Some(guard) = view.guard {
        let target = guard
            .target
            .map_or_else(|| "nobody".to_owned(), |seat| seat.to_string());
        text.line(format!("{} guards {target}.", guard.by));
    }
    for (seat, position) in &view.confessions {
        text.line(format!("{seat} confesses with Tryal {position}."));
    }
    text
}

fn short_hand(cards: &[Card]) -> String {
    let kinds = cards.chunk_by(|one, other| one.kind == other.kind);
    let kinds = kinds.map(|copies| match copies.len() {
        1 => copies[0].kind.name().to_owned(),
        count => format!("{count} {}", copies[0].kind.name()),
    });
    kinds.collect::<Vec<_>>().join(", ")
}

/// What a player can do now, in a line; for refusals of what is over.
pub fn open_now(view: &SeatView) -> String {
    let mut open: Vec<String> = Vec::new();
    if view.public.outcome.is_some() {
        return "The game is over.".to_owned();
    }
    if view.public.pause.is_some() {
        return "The game is paused: nothing but looking is possible.".to_owned();
    }
    if !view.offers.is_empty() {
        open.push("a power of your character".to_owned());
    }
    for flip in &view.flips {
        open.push(format!("the flip against {}", flip.seat));
    }
    if view.shift.is_some() {
        open.push("your pick in the Shift".to_owned());
    }
    if controls::play_row(view).is_some() {
        open.push("playing cards".to_owned());
    }
    if view.dawn.is_some() {
        open.push("the coven's choice of the Black Cat".to_owned());
    }
    if let Some(night) = &view.night {
        if night.kill.is_some() {
            open.push("the coven's vote".to_owned());
        }
        if night.guard.is_some() {
            open.push("whom you guard".to_owned());
        }
        open.push("a confession".to_owned());
        open.push("private chats".to_owned());
    }
    if open.is_empty() {
        "There is nothing for you to choose now.".to_owned()
    } else {
        format!("Open for you now: {}. `/me` shows it.", words::list(open))
    }
}
