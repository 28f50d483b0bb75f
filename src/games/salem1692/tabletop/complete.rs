//! Suggestions while a command is being typed: only what this person may know and do. Whoever may not do a thing gets no
//! suggestion for it, whatever the reason is.

use crate::games::salem1692::sight::chat_label;
use crate::games::salem1692::table::{Card, CardKind, Character, Position};
use crate::kernel::ids::Seat;
use crate::kernel::intent::{Choice, Intent, Person};
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use super::controls::{NOBODY, PHIPS, UNLESS, WITHDRAW};
use super::decide::{may_invite, may_reorder};
use super::offer::{relief_label, relief_word};
use super::view::{ChatView, SeatView};
use super::{Tabletop, choices, chronicle, controls, panels, words};

/// The most suggestions that are shown.
const MOST: usize = 25;

/// At most 25 suggestions for a field; only what this person may know and do.
pub fn complete(
    tabletop: &Tabletop,
    person: Person,
    intent: &Intent,
    field: &str,
    typed: &str,
    _now: Time,
) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    let mut choices = if intent.verb.starts_with("host.") {
        for_host(tabletop, person, intent, field)
    } else if intent.verb == "history" {
        chapters(tabletop, field)
    } else {
        for_player(tabletop, person, intent, field).unwrap_or_default()
    };
    choices.retain(|choice| fits(choice, &typed));
    choices.truncate(MOST);
    choices
}

/// Whether a suggestion goes with what is typed. Names are put in later, so that a seat goes with any word.
fn fits(choice: &Choice, typed: &str) -> bool {
    let mut named = false;
    let label = choice.label.render(|_| {
        named = true;
        String::new()
    });
    let is_number = !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_digit());
    if named && !is_number {
        return true;
    }
    label.to_lowercase().contains(typed) || choice.value.contains(typed)
}

fn for_host(tabletop: &Tabletop, person: Person, intent: &Intent, field: &str) -> Vec<Choice> {
    let over = matches!(tabletop.phase, super::Phase::Over(_));
    let hosts = person.id == tabletop.host && !over;
    match (intent.verb.as_str(), field) {
        ("host.replace", "target") if hosts => seats(tabletop.table.living()),
        ("host.remove", "target") if hosts && !tabletop.host_plays() => {
            seats(tabletop.table.living())
        }
        ("host.extend", "by") if hosts => ["5m", "30m", "1h", "3h", "6h", "12h", "1d"]
            .into_iter()
            .map(|by| choice(by, by))
            .collect(),
        _ => Vec::new(),
    }
}

/// The chapters of the story that have begun, in which `/history` can be read; each ends with its Night.
fn chapters(tabletop: &Tabletop, field: &str) -> Vec<Choice> {
    if field != "day" {
        return Vec::new();
    }
    let begun = tabletop.turn().is_some() || tabletop.watch.nights > 0;
    let last = if begun { tabletop.watch.nights + 1 } else { 0 };
    (0..=last)
        .rev()
        .map(|number| choice(chronicle::title(number), number))
        .collect()
}

fn for_player(
    tabletop: &Tabletop,
    person: Person,
    intent: &Intent,
    field: &str,
) -> Option<Vec<Choice>> {
    let seat = tabletop.seat_of(person.id)?;
    let view = SeatView::of(tabletop, seat);
    if !view.alive || view.public.outcome.is_some() || view.public.pause.is_some() {
        return None;
    }
    match (intent.verb.as_str(), field) {
        ("choose", "character") => {
            let offered = view.town_hall.as_ref()?.offered.iter();
            Some(
                offered
                    .map(|character| choice(character.name(), character.word()))
                    .collect(),
            )
        }
        ("play", _) => play(tabletop, &view, intent, field),
        ("power", "use") => Some(powers(&view)),
        ("flip", "target") => Some(seats(view.choices.iter().map(|choice| choice.of))),
        ("flip", "position") => flip_positions(&view, intent),
        ("take", "card") => {
            let (_, cards) = view.sharing.as_ref()?;
            let kinds = cards.chunk_by(|one, other| one.kind == other.kind);
            Some(
                kinds
                    .map(|copies| choice(words::signed(copies[0].kind), copies[0]))
                    .collect(),
            )
        }
        ("tryals.reorder", "order") => {
            let hidden = view.hidden();
            may_reorder(tabletop, seat, &hidden).ok()?;
            let written: Vec<String> = hidden.iter().rev().map(Position::to_string).collect();
            let order = written.join(" ");
            Some(vec![choice(
                format!("{order} (the other way round)"),
                order.clone(),
            )])
        }
        ("pick", "position") => {
            let shift = view.shift.as_ref()?;
            Some(positions(&shift.hidden, shift.source))
        }
        ("cat", "target") => {
            view.dawn.as_ref()?;
            Some(seats(view.public.living()))
        }
        ("kill", "target") => {
            view.night.as_ref()?.kill?;
            Some(and_nobody(seats(view.public.living())))
        }
        ("guard", "target") => {
            view.night.as_ref()?.gavel?;
            Some(and_nobody(seats(view.others().into_iter())))
        }
        ("confess", "position") => confessions(&view),
        ("chat.open", "members") if view.with_chats => {
            view.night.as_ref()?;
            let known: Vec<&str> = intent.field("members").unwrap_or("").split(',').collect();
            let everybody = view.public.seats.iter().map(|other| other.seat);
            Some(seats(everybody.filter(|other| {
                *other != seat && !known.contains(&other.number().to_string().as_str())
            })))
        }
        ("chat.invite", "target") => invitees(tabletop, &view, intent),
        ("chat.invite", "chat") => {
            view.night.as_ref()?;
            let chats = panels::open_chats(&view).filter(|chat| chat.opener == seat);
            Some(chats.map(|chat| chat_choice(&view, chat)).collect())
        }
        ("chat.leave", "chat") => Some(
            panels::open_chats(&view)
                .map(|chat| chat_choice(&view, chat))
                .collect(),
        ),
        _ => None,
    }
}

/// What of a power can be used now.
fn powers(view: &SeatView) -> Vec<Choice> {
    let mut open = Vec::new();
    if view.asked.is_some() {
        open.push(choice("Yes, use it", "yes"));
        open.push(choice("No thanks", "no"));
    }
    if let Some(turn) = &view.turn {
        if turn.can_study {
            open.push(choice("Look at the deck", "study"));
        }
        if turn.deck.is_some() {
            open.push(choice("Put the deck in order", "deck"));
        }
        if turn.salvage.is_some() {
            open.push(choice("Take cards from the discard", "discard"));
        }
    }
    open
}

fn confessions(view: &SeatView) -> Option<Vec<Choice>> {
    let night = view.night.as_ref()?;
    if !night.confesses {
        return Some(Vec::new());
    }
    let hidden = view.hidden().into_iter().map(|position| {
        let option = controls::own_option(position, view.row[position.index()]);
        (option.label, option.value)
    });
    let mut all: Vec<(Text, String)> = hidden.collect();
    if night.phips {
        all.push(("Show nothing: Phips' power".into(), PHIPS.to_owned()));
    }
    let mut suggestions = Vec::new();
    for (label, value) in all {
        if night.gathering {
            let only = format!("{}, unless I have the gavel", label.marked());
            suggestions.push(choice(label, &value));
            suggestions.push(choice(only, format!("{value}{UNLESS}")));
        } else {
            suggestions.push(choice(label, &value));
        }
    }
    if night.left.is_some() {
        suggestions.push(choice("Do not confess", WITHDRAW));
    }
    Some(suggestions)
}

fn play(tabletop: &Tabletop, view: &SeatView, intent: &Intent, field: &str) -> Option<Vec<Choice>> {
    view.turn.as_ref()?;
    let word = intent.field("card")?.replace('_', "-");
    let card = word.parse::<Card>().ok();
    let card = card.or_else(|| {
        let held = view.hand.iter().copied();
        held.filter(|card| card.kind.word() == word).min()
    })?;
    if !view.hand.contains(&card) {
        return None;
    }
    let target = seat(tabletop, intent.field("target"));
    let receiver = seat(tabletop, intent.field("receiver"));
    let as_witness = intent.field("as") == Some("witness");
    match field {
        "target" => Some(seats(match receiver {
            Some(receiver) => choices::sources(tabletop, view.seat, card, receiver).into_iter(),
            None => choices::targets(tabletop, view.seat, card, as_witness).into_iter(),
        })),
        "receiver" => match target {
            Some(source) => {
                let receivers = choices::receivers(tabletop, view.seat, card, source);
                Some(seats(receivers.into_iter()))
            }
            None => Some(seats(view.others().into_iter())),
        },
        "blue" if card.kind == CardKind::Curse => {
            let everywhere = || {
                let targets = choices::targets(tabletop, view.seat, card, false);
                let blues = targets.into_iter();
                blues
                    .flat_map(|target| choices::blues(tabletop, target))
                    .collect()
            };
            let mut blues: Vec<Card> =
                target.map_or_else(everywhere, |target| choices::blues(tabletop, target));
            blues.sort_unstable();
            blues.dedup_by_key(|blue| blue.kind);
            let blues = blues.into_iter();
            Some(
                blues
                    .map(|blue| choice(words::signed(blue.kind), blue.kind.word()))
                    .collect(),
            )
        }
        "marks" if card.kind == CardKind::Alibi => {
            let reliefs = choices::reliefs(tabletop, target?).into_iter();
            Some(
                reliefs
                    .map(|relief| choice(relief_label(relief), relief_word(relief)))
                    .collect(),
            )
        }
        "as" if card.kind == CardKind::Alibi => {
            let mut ways = vec![choice("An Alibi", "alibi")];
            if tabletop.table.has_ability(view.seat, Character::WillGriggs) {
                ways.push(choice("A Witness: 7 marks", "witness"));
            }
            Some(ways)
        }
        _ => None,
    }
}

fn flip_positions(view: &SeatView, intent: &Intent) -> Option<Vec<Choice>> {
    let target = intent.field("target");
    let named = |seat: Seat| target.is_none_or(|word| word == seat.number().to_string());
    let mut choices = view.choices.iter().filter(|choice| named(choice.of));
    let choice = choices.next()?;
    Some(positions(&view.public.hidden(choice.of), choice.of))
}

fn invitees(tabletop: &Tabletop, view: &SeatView, intent: &Intent) -> Option<Vec<Choice>> {
    view.night.as_ref()?;
    let named: Option<u16> = intent.field("chat").and_then(|word| word.parse().ok());
    let chats: Vec<&ChatView> = panels::open_chats(view)
        .filter(|chat| named.is_none_or(|number| chat.number == number))
        .collect();
    let fits = |guest: &Seat| {
        let mut chats = chats.iter();
        chats.any(|chat| may_invite(tabletop, view.seat, chat.number, *guest).is_ok())
    };
    Some(seats(tabletop.table.seats().filter(fits)))
}

fn seat(tabletop: &Tabletop, word: Option<&str>) -> Option<Seat> {
    let number: u8 = word?.parse().ok()?;
    (number > 0)
        .then(|| Seat::new(number))
        .filter(|seat| tabletop.table.has(*seat))
}

fn seats(seats: impl Iterator<Item = Seat>) -> Vec<Choice> {
    seats
        .map(|seat| choice(controls::seat_label(seat), seat.number()))
        .collect()
}

fn and_nobody(mut choices: Vec<Choice>) -> Vec<Choice> {
    choices.push(choice("Nobody", NOBODY));
    choices
}

fn positions(positions: &[Position], of: Seat) -> Vec<Choice> {
    let positions = positions.iter();
    positions
        .map(|position| choice(format!("{position}: hidden Tryal of {of}"), position))
        .collect()
}

fn chat_choice(view: &SeatView, chat: &ChatView) -> Choice {
    choice(chat_label(view.seat, &view.chats, chat), chat.number)
}

fn choice(label: impl Into<Text>, value: impl ToString) -> Choice {
    Choice {
        label: label.into(),
        value: value.to_string(),
    }
}
