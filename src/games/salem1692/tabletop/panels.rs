//! Pages of text for one viewer, with controls. Made of views alone, so that they cannot tell what the viewer may not know.

mod public;

use std::fmt::Write;

use crate::games::salem1692::sight::{Chats, row_line};
use crate::games::salem1692::table::Card;
use crate::kernel::ids::Seat;
use crate::kernel::panel::{Panel, Row};
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use super::view::{ChatView, CovenView, HostView, NightView, PublicSeat, SeatView};
use super::{Confession, controls, words};

pub use public::{headline, status, timetable};

/// Everything that a player may know of the own seat, with everything that can be chosen now (`/me`).
pub fn me(view: &SeatView) -> Panel {
    let mut text = Text::from(format!(
        "**{}** · seat {}",
        words::moment(view.public.moment),
        view.seat.number()
    ));
    text.line(own_page(view));
    if view.alive {
        text.line(hand_line(view));
        if view.with_chats && view.public.outcome.is_none() {
            text.line(format!(
                "Private chats: {} to open still; you are in {}.",
                view.chats_left,
                words::count(open_chats(view).count(), "open chat")
            ));
        }
    }
    for line in owed_lines(view) {
        text.line(line);
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

/// Row, alignment, coven, Constable, character, and what lies in front.
pub fn own_page(view: &SeatView) -> String {
    let mut page = format!("Tryals: {}", row_line(&view.row));
    let _ = write!(page, "\n{}", alignment(view));
    if view.constable {
        page.push_str(" You hold the **Constable** card: at Night you give the gavel.");
    }
    let seat = view.public.seat(view.seat);
    if let Some(character) = seat.character {
        let _ = write!(
            page,
            "\n{} {}",
            words::CHARACTER,
            controls::ability_line(character)
        );
        if let (Some(borrowed), true) = (seat.borrowed, view.alive) {
            let _ = write!(page, " Now that of {}", controls::ability_line(borrowed));
        }
        if let (Some(left), true) = (seat.uses_left, view.alive) {
            let _ = write!(page, " ({} left)", words::count(usize::from(left), "use"));
        }
    }
    if view.alive {
        let _ = write!(page, "\n{}", front(seat));
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

fn alignment(view: &SeatView) -> String {
    if !view.coven {
        return "You are **of the Town**.".to_owned();
    }
    if view.unmet {
        return "You are **a Witch**. You meet the coven when its room next opens.".to_owned();
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
        "You are **a Witch**, and know of no other.".to_owned()
    } else {
        format!(
            "You are **a Witch**. With you in the coven: {}.",
            words::list(mates)
        )
    }
}

fn front(seat: &PublicSeat) -> String {
    let mut front = format!("Marks: {}", words::marks(seat.marks, seat.threshold));
    if !seat.red.is_empty() {
        let _ = write!(front, " ({})", words::cards(&seat.red));
    }
    if !seat.blue.is_empty() {
        let _ = write!(front, " · In front of you: {}", words::cards(&seat.blue));
    }
    if seat.stocks > 0 {
        let turns = words::count(seat.stocks, "turn");
        let _ = write!(front, " · Stocks: your next {turns} skipped");
    }
    front
}

/// The hand alone, with the menu to play from (`/hand`).
pub fn hand(view: &SeatView) -> Panel {
    let mut panel = Panel::say(hand_line(view));
    if let (Some(turn), None) = (&view.turn, view.public.pause) {
        panel.rows.extend(controls::play_menu(view, turn));
    }
    panel
}

/// The hand in a line.
pub fn hand_line(view: &SeatView) -> String {
    if view.hand.is_empty() {
        return "Your hand is empty.".to_owned();
    }
    format!("Hand ({}): {}", view.hand.len(), listed(&view.hand))
}

/// Cards by kind, with signs.
fn listed(cards: &[Card]) -> String {
    let kinds: Vec<String> = cards
        .chunk_by(|one, other| one.kind == other.kind)
        .map(|copies| match copies.len() {
            1 => words::signed(copies[0].kind),
            count => format!("{} ×{count}", words::signed(copies[0].kind)),
        })
        .collect();
    kinds.join(" · ")
}

/// What this player has to choose or has chosen, a line each.
pub fn owed_lines(view: &SeatView) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(town_hall) = &view.town_hall {
        lines.push(match town_hall.kept {
            Some(character) => format!(
                "🎭 You keep {character}; you can change it until all have chosen, or {}.",
                words::when(town_hall.until)
            ),
            None => format!(
                "🎭 You keep one of two, until {}.",
                words::when(town_hall.until)
            ),
        });
    }
    if let Some(asked) = &view.asked {
        lines.push(format!(
            "🎭 You may {}, or say no thanks.",
            words::power(asked.power)
        ));
    }
    for choice in &view.choices {
        lines.push(format!(
            "⚖️ You choose which Tryal of {} is revealed{}.",
            choice.of,
            by(choice.until)
        ));
    }
    if let Some((sharing, _)) = &view.sharing {
        lines.push(format!(
            "You take a card of what the dead have left, until {}.",
            words::when(sharing.until)
        ));
    }
    if let Some(shift) = &view.shift {
        let pick = match shift.pick {
            Some(position) => format!("You picked Tryal {position} of {}.", shift.source),
            None => format!("You pick one of the hidden Tryals of {}.", shift.source),
        };
        lines.push(format!(
            "🔀 {pick} The picks close {}.",
            words::when(shift.until)
        ));
    }
    if let Some(dawn) = &view.dawn {
        lines.push(match dawn.vote {
            Some(seat) => format!("🐈 You named {seat} for the Black Cat."),
            None => "🐈 You have not yet named anybody for the Black Cat.".to_owned(),
        });
    }
    if let Some(turn) = &view.turn {
        lines.push(turn_line(turn.can_draw, turn.can_end, turn.free).to_owned());
    }
    if let Some(night) = &view.night {
        lines.extend(night_lines(night));
    }
    if let Some(dying) = &view.dying {
        lines.push(format!(
            "🪦 You may leave last words, three at most, until {}.",
            words::when(dying.until)
        ));
    }
    lines
}

/// What the player whose turn it is can do.
pub fn turn_line(can_draw: bool, can_end: bool, free: bool) -> &'static str {
    match (can_draw, can_end, free) {
        (true, _, _) => {
            "**It is your turn.** Draw two cards, which ends it; or play one or more cards. The first card you play rules \
             drawing out."
        }
        (false, true, _) => "**It is your turn.** Play on, or say that it is over.",
        (false, false, true) => "**It is your turn**, and it is ending.",
        (false, false, false) => {
            "**It is your turn.** Something has to be resolved first; then it goes on."
        }
    }
}

fn night_lines(night: &NightView) -> Vec<String> {
    let mut lines = Vec::new();
    if night.confessed {
        lines.push("You have confessed this Night.".to_owned());
    } else if let Some(left) = night.left {
        let unless = if left.unless_gavel {
            ", unless you have the gavel"
        } else {
            ""
        };
        lines.push(format!(
            "A confession is left: {}{unless}. It is made when the gavel is shown.",
            words::confession(left.confession)
        ));
    } else if night.confesses {
        lines.push("You do not confess so far.".to_owned());
    }
    if let Some(kill) = night.kill {
        lines.push(match kill {
            Some(seat) => format!("🗡️ You name {seat}."),
            None => "🗡️ You have named nobody yet.".to_owned(),
        });
    }
    if let Some(gavel) = night.gavel {
        lines.push(match gavel.map(|gavel| gavel.target) {
            None => "🛡️ You have not yet said who gets the gavel.".to_owned(),
            Some(Some(seat)) => format!("🛡️ {seat} gets the gavel."),
            Some(None) => "🛡️ Nobody gets the gavel.".to_owned(),
        });
    }
    lines
}

fn by(until: Option<Time>) -> String {
    until.map_or_else(String::new, |until| {
        format!(", until {}", words::when(until))
    })
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
                "You may still open {}. Chats are opened at Night and close when it is over; at most three living players are \
                 in one.",
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
    let row = match view.night {
        None => {
            text.line(format!(
                "🐈 **Who shall hold the Black Cat?** Until {}. Most votes decide; between equals it is drawn.",
                words::when(view.until)
            ));
            controls::cat_menu(view.prompt, &view.targets, None)
        }
        Some(_) => {
            text.line(format!(
                "🗡️ **Whom shall the coven kill?** Until {}. If you do not agree, the most-named one it is; between equals it is \
                 drawn.",
                words::when(view.until)
            ));
            controls::kill_menu(view.prompt, &view.targets, None)
        }
    };
    for (witch, vote) in &view.votes {
        text.line(named_line(*witch, *vote));
    }
    if view.paused {
        text.line("⏸️ The game is paused.");
        return Panel::say(text);
    }
    let panel = Panel::say(text).with(row);
    match view.night {
        None => panel,
        Some(_) => panel.with(Row::Buttons(vec![controls::unsay_button(view.prompt)])),
    }
}

fn named_line(witch: Seat, said: Option<Seat>) -> String {
    match said {
        Some(said) => format!("- {witch} names {said}"),
        None => format!("- {witch} has said nothing yet"),
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
    if let Some(coven) = &view.coven {
        for (witch, vote) in &coven.votes {
            text.line(named_line(*witch, *vote));
        }
    }
    if let Some(victim) = view.victim {
        text.line(format!("The coven has chosen {victim}."));
    }
    if let Some(gavel) = view.gavel {
        let target = gavel
            .target
            .map_or_else(|| "nobody".to_owned(), |seat| seat.to_string());
        text.line(format!("{} gives the gavel to {target}.", gavel.by));
    }
    for (seat, confession) in &view.left {
        text.line(match confession {
            Confession::Tryal(position) => {
                format!("{seat} has left a confession with Tryal {position}.")
            }
            Confession::Phips => format!("{seat} has left Phips' confession."),
        });
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
    if view.public.outcome.is_some() {
        return "The game is over.".to_owned();
    }
    if view.public.pause.is_some() {
        return "The game is paused: nothing but looking is possible.".to_owned();
    }
    let mut open: Vec<String> = Vec::new();
    let mut add = |is_open: bool, what: &str| {
        if is_open {
            open.push(what.to_owned());
        }
    };
    add(view.town_hall.is_some(), "the choice of your character");
    add(view.asked.is_some(), "the answer about your power");
    add(!view.choices.is_empty(), "the choice of a Tryal");
    add(view.sharing.is_some(), "taking a card of the dead");
    add(view.shift.is_some(), "your pick from the left");
    add(
        view.turn.as_ref().is_some_and(|turn| turn.free),
        "your turn",
    );
    add(view.dawn.is_some(), "the coven's choice of the Black Cat");
    add(view.dying.is_some(), "your last words");
    if let Some(night) = &view.night {
        add(night.kill.is_some(), "the coven's vote");
        add(night.gavel.is_some(), "the gavel");
        add(night.confesses, "a confession");
        add(view.with_chats, "private chats");
    }
    match (open.is_empty(), &view.public.turn) {
        (false, _) => format!("Open for you now: {}. `/me` shows it.", words::list(open)),
        (true, Some(turn)) => format!(
            "There is nothing for you to choose now; it is {}'s turn.",
            turn.seat
        ),
        (true, None) => "There is nothing for you to choose now.".to_owned(),
    }
}
