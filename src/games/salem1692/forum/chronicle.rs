//! `/history`: the public story told again, page by page, in the words in which the town was told. It opens no secret, for
//! it says nothing that `tell::town` does not say.

use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Panel, Row, Style};
use crate::kernel::text::Text;

use super::{Forum, Moment, tell, words};

/// The most characters of a page, with all names in.
const PAGE: usize = 1_850;
/// The longest that a name can be in a message: 32 characters, each with an escape.
const LONGEST_NAME: usize = 64;

/// A page of the public story: the `day` that is asked for (0 is Dawn), its `page` from 1; the newest where nothing is asked.
pub fn history(forum: &Forum, intent: &Intent) -> Panel {
    let pages = pages(forum);
    let Some(newest) = pages.len().checked_sub(1) else {
        return Panel::say("Nothing has happened yet that the town could tell.");
    };
    let day = intent.field("day").map(|typed| day_of(typed.trim()));
    let page = intent
        .field("page")
        .and_then(|page| page.parse().ok())
        .unwrap_or(1);
    let (shown, note) = match day {
        None => (newest, None),
        Some(day) => match pages.iter().position(|known| Some(known.day) == day) {
            Some(first) => {
                let of_day = pages.iter().filter(|known| Some(known.day) == day).count();
                (first + page.clamp(1, of_day) - 1, None)
            }
            None => (
                newest,
                Some("That Day has not been in this game. This is the newest page."),
            ),
        },
    };
    let mut text = Text::default();
    if let Some(note) = note {
        text.line(note);
    }
    text.line(&pages[shown].text);
    let mut buttons = Vec::new();
    if let Some(before) = shown.checked_sub(1) {
        buttons.push(turn("◀ Earlier", &pages[before]));
    }
    if let Some(after) = pages.get(shown + 1) {
        buttons.push(turn("Later ▶", after));
    }
    let panel = Panel::say(text);
    if buttons.is_empty() {
        panel
    } else {
        panel.with(Row::Buttons(buttons))
    }
}

struct Page {
    day: u32,
    number: usize,
    text: String,
}

fn turn(label: &str, page: &Page) -> Button {
    let intent = Intent::new("history")
        .with("day", page.day)
        .with("page", page.number);
    Button::new(Style::Secondary, label, intent)
}

/// The Day that is meant; 0 for Dawn.
fn day_of(typed: &str) -> Option<u32> {
    if typed.eq_ignore_ascii_case("dawn") {
        return Some(0);
    }
    typed.parse().ok()
}

/// All pages, the oldest first. A Day and the Night after it are one Day's story.
fn pages(forum: &Forum) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    let mut current = 0;
    for (moment, time, event) in &forum.history.chronicle {
        let Some(told) = tell::town::town(&forum.settings, *moment, event) else {
            continue;
        };
        current = match moment {
            Moment::Setup | Moment::Dawn => 0,
            Moment::Day(number) | Moment::Night(number) => *number,
            // The end belongs to the Day it came in.
            Moment::Over => current,
        };
        let entry = format!("{} {told}", words::clock(*time));
        match pages.last_mut() {
            Some(page)
                if page.day == current && length(&page.text) + 1 + length(&entry) <= PAGE =>
            {
                page.text.push('\n');
                page.text.push_str(&entry);
            }
            last => {
                let number = match last {
                    Some(page) if page.day == current => page.number + 1,
                    Some(_) | None => 1,
                };
                let title = title(current, number);
                pages.push(Page {
                    day: current,
                    number,
                    text: format!("{title}\n{entry}"),
                });
            }
        }
    }
    pages
}

fn title(day: u32, number: usize) -> String {
    let what = match day {
        0 => words::moment(Moment::Dawn),
        _ => format!("{} and its Night", words::moment(Moment::Day(day))),
    };
    match number {
        1 => format!("📜 **{what}**"),
        _ => format!("📜 **{what}**, page {number}"),
    }
}

/// How long a text can get when names are in.
fn length(text: &str) -> usize {
    let longest = "x".repeat(LONGEST_NAME);
    let rendered = Text::from(text).render(|_| longest.clone());
    rendered.encode_utf16().count()
}
