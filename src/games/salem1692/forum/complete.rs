//! Suggestions while a command is being typed: only what this person may know and do. Whoever may not do a thing gets no
//! suggestion for it, whatever the reason is.

use crate::games::salem1692::sight::chat_label;
use crate::games::salem1692::table::{Card, CardKind, Character, Position};
use crate::kernel::ids::Seat;
use crate::kernel::intent::{Choice, Intent, Person};
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use super::decide::may_invite;
use super::offer::{relief_label, relief_word};
use super::settings::ChatInvites;
use super::view::{ChatView, SeatView};
use super::{Forum, Moment, choices, controls, panels, words};

/// The most suggestions that are shown.
const MOST: usize = 25;

/// At most 25 suggestions for a field; only what this person may know and do.
pub fn complete(
    forum: &Forum,
    person: Person,
    intent: &Intent,
    field: &str,
    typed: &str,
    now: Time,
) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    let mut choices = if intent.verb.starts_with("host.") {
        for_host(forum, person, intent, field)
    } else if intent.verb == "history" {
        days(forum, field)
    } else {
        for_player(forum, person, intent, field, now).unwrap_or_default()
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

fn for_host(forum: &Forum, person: Person, intent: &Intent, field: &str) -> Vec<Choice> {
    let hosts = person.id == forum.host && forum.span().is_some();
    match (intent.verb.as_str(), field) {
        ("host.replace", "target") if hosts => seats(forum.table.living()),
        ("host.remove", "target") if hosts && !forum.host_plays() => seats(forum.table.living()),
        ("host.extend", "by") if hosts => ["30m", "1h", "3h", "6h", "12h", "1d"]
            .into_iter()
            .map(|by| choice(by, by))
            .collect(),
        _ => Vec::new(),
    }
}

/// The Days that have been, in which `/history` can be read.
fn days(forum: &Forum, field: &str) -> Vec<Choice> {
    if field != "day" {
        return Vec::new();
    }
    let last = match forum.moment() {
        Moment::Setup | Moment::Dawn => 0,
        Moment::Day(number) | Moment::Night(number) => number,
        Moment::Over => {
            let nights = forum.history.chronicle.iter().rev();
            let days = nights.filter_map(|(moment, ..)| match moment {
                Moment::Day(number) | Moment::Night(number) => Some(*number),
                Moment::Setup | Moment::Dawn | Moment::Over => None,
            });
            days.max().unwrap_or(0)
        }
    };
    (0..=last)
        .rev()
        .map(|day| match day {
            0 => choice("Dawn", "0"),
            day => choice(format!("Day {day}"), day),
        })
        .collect()
}

fn for_player(
    forum: &Forum,
    person: Person,
    intent: &Intent,
    field: &str,
    now: Time,
) -> Option<Vec<Choice>> {
    let seat = forum.seat_of(person.id)?;
    let view = SeatView::of(forum, seat);
    if !view.alive || view.public.outcome.is_some() || view.public.pause.is_some() {
        return None;
    }
    match (intent.verb.as_str(), field) {
        ("play", _) => play(forum, &view, intent, field, now),
        ("flip", "target") => Some(seats(view.flips.iter().map(|flip| flip.seat))),
        ("flip", "position") => flip_positions(&view, intent),
        ("power", "use") => Some(powers(&view)),
        ("pick", "position") => {
            let shift = view.shift.as_ref()?;
            Some(positions(&shift.hidden, shift.source))
        }
        ("cat", "target") => {
            view.dawn.as_ref()?;
            Some(seats(view.public.living()))
        }
        ("kill", "target") => {
            let night = view.night.as_ref()?;
            night.kill?;
            Some(and_nobody(seats(night.targets.iter().copied())))
        }
        ("guard", "target") => {
            view.night.as_ref()?.guard?;
            Some(and_nobody(seats(view.others().into_iter())))
        }
        ("confess", "position") => {
            let night = view.night.as_ref()?;
            let hidden = view.hidden().into_iter().map(|position| {
                let option = controls::own_option(position, view.row[position.index()]);
                choice(option.label, option.value)
            });
            let phips = night
                .unshown
                .map(|_| choice("Show nothing: Phips' power", controls::PHIPS));
            let confesses = night.confession.is_some() || night.unshown == Some(true);
            let withdraw = confesses.then(|| choice("Do not confess", "withdraw"));
            Some(hidden.chain(phips).chain(withdraw).collect())
        }
        ("chat.open", "members") => {
            view.night.as_ref()?;
            let known: Vec<&str> = intent.field("members").unwrap_or("").split(',').collect();
            let everybody = view.public.seats.iter().map(|other| other.seat);
            Some(seats(everybody.filter(|other| {
                *other != seat && !known.contains(&other.number().to_string().as_str())
            })))
        }
        ("chat.invite", "target") => invitees(forum, &view, intent),
        ("chat.invite", "chat") => {
            view.night.as_ref()?;
            let any = forum.settings.chat_invites == ChatInvites::Members;
            let chats = panels::open_chats(&view).filter(|chat| any || chat.opener == seat);
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

fn play(
    forum: &Forum,
    view: &SeatView,
    intent: &Intent,
    field: &str,
    now: Time,
) -> Option<Vec<Choice>> {
    let word = intent.field("card")?.replace('_', "-");
    let card = word.parse::<Card>().ok();
    let card = card.or_else(|| {
        let held = view.hand.iter().copied();
        held.filter(|card| card.kind.word() == word).min()
    })?;
    if !view.hand.contains(&card) {
        return None;
    }
    let target = seat(forum, intent.field("target"));
    let receiver = seat(forum, intent.field("receiver"));
    match field {
        "target" => Some(seats(match receiver {
            Some(receiver) => choices::sources(forum, view.seat, card, receiver, now).into_iter(),
            None => choices::targets(forum, view.seat, card, now).into_iter(),
        })),
        "receiver" => match target {
            Some(source) => {
                let receivers = choices::receivers(forum, view.seat, card, source, now);
                Some(seats(receivers.into_iter()))
            }
            None => Some(seats(view.others().into_iter())),
        },
        "blue" if card.kind == CardKind::Curse => {
            let everywhere = || {
                let targets = choices::targets(forum, view.seat, card, now);
                let blues = targets.into_iter();
                blues
                    .flat_map(|target| choices::blues(forum, target))
                    .collect()
            };
            let mut blues: Vec<Card> =
                target.map_or_else(everywhere, |target| choices::blues(forum, target));
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
            let reliefs = choices::reliefs(forum, target?).into_iter();
            Some(
                reliefs
                    .map(|relief| choice(relief_label(relief), relief_word(relief)))
                    .collect(),
            )
        }
        "as" if card.kind == CardKind::Alibi => {
            let mut ways = vec![choice("An Alibi", "alibi")];
            if forum.table.has_ability(view.seat, Character::WillGriggs) {
                ways.push(choice("A Witness", "witness"));
            }
            Some(ways)
        }
        _ => None,
    }
}

fn flip_positions(view: &SeatView, intent: &Intent) -> Option<Vec<Choice>> {
    let target = intent.field("target");
    let named = |seat: Seat| target.is_none_or(|word| word == seat.number().to_string());
    let mut flips = view.flips.iter().filter(|flip| named(flip.seat));
    let flip = flips.next()?;
    // Of several it is not clear whose Tryal is meant.
    if flips.next().is_some() {
        return None;
    }
    Some(positions(&view.public.hidden(flip.seat), flip.seat))
}

fn invitees(forum: &Forum, view: &SeatView, intent: &Intent) -> Option<Vec<Choice>> {
    view.night.as_ref()?;
    let named: Option<u16> = intent.field("chat").and_then(|word| word.parse().ok());
    let chats: Vec<&ChatView> = panels::open_chats(view)
        .filter(|chat| named.is_none_or(|number| chat.number == number))
        .collect();
    let fits = |guest: &Seat| {
        let mut chats = chats.iter();
        chats.any(|chat| may_invite(forum, view.seat, chat.number, *guest).is_ok())
    };
    Some(seats(forum.table.seats().filter(fits)))
}

fn seat(forum: &Forum, word: Option<&str>) -> Option<Seat> {
    let number: u8 = word?.parse().ok()?;
    (number > 0)
        .then(|| Seat::new(number))
        .filter(|seat| forum.table.has(*seat))
}

/// What of the own ability can be used now (T32).
fn powers(view: &SeatView) -> Vec<Choice> {
    let mut open = Vec::new();
    if !view.offers.is_empty() {
        open.push(choice("Yes, use it", "yes"));
        open.push(choice("No thanks", "no"));
    }
    if !view.salvage.is_empty() {
        open.push(choice("Take cards from the discard", "discard"));
    }
    if view.may_change_hand {
        open.push(choice("Change my whole hand", "hand"));
    }
    open
}

fn seats(seats: impl Iterator<Item = Seat>) -> Vec<Choice> {
    seats
        .map(|seat| choice(controls::seat_label(seat), seat.number()))
        .collect()
}

fn and_nobody(mut choices: Vec<Choice>) -> Vec<Choice> {
    choices.push(choice("Nobody", "nobody"));
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
