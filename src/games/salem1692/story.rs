//! The public story told again, page by page, for `/history`: entries that belong to chapters come in, pages with buttons go out.
//! What an entry says, and which chapter it belongs to, is each edition's own.

use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Panel, Row, Style};
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use super::words;

/// The most characters of a page, with all names in.
const PAGE: usize = 1_850;
/// The longest that a name can be in a message: 32 characters, each with an escape.
const LONGEST_NAME: usize = 64;

/// What was told at an instant, and the chapter it belongs to; 0 is Dawn and all before it.
pub struct Entry {
    /// The chapter.
    pub day: u32,
    /// When.
    pub at: Time,
    /// What.
    pub told: String,
}

/// How an edition calls its chapters.
pub struct Chapters {
    /// The title of a chapter.
    pub title: fn(u32) -> String,
    /// What is said where a chapter is asked for that there is not.
    pub unknown: &'static str,
}

/// A page of the story: the `day` that is asked for (0, or `dawn`, is Dawn), its `page` from 1; the newest where nothing is asked.
pub fn history(
    entries: impl Iterator<Item = Entry>,
    chapters: &Chapters,
    intent: &Intent,
) -> Panel {
    let pages = pages(entries, chapters);
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
            None => (newest, Some(chapters.unknown)),
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

/// The chapter that is meant; 0 for Dawn.
fn day_of(typed: &str) -> Option<u32> {
    if typed.eq_ignore_ascii_case("dawn") {
        return Some(0);
    }
    typed.parse().ok()
}

/// All pages, the oldest first.
fn pages(entries: impl Iterator<Item = Entry>, chapters: &Chapters) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    for Entry { day, at, told } in entries {
        let entry = format!("{} {told}", words::clock(at));
        match pages.last_mut() {
            Some(page) if page.day == day && length(&page.text) + 1 + length(&entry) <= PAGE => {
                page.text.push('\n');
                page.text.push_str(&entry);
            }
            last => {
                let number = match last {
                    Some(page) if page.day == day => page.number + 1,
                    Some(_) | None => 1,
                };
                let title = title(chapters, day, number);
                pages.push(Page {
                    day,
                    number,
                    text: format!("{title}\n{entry}"),
                });
            }
        }
    }
    pages
}

fn title(chapters: &Chapters, day: u32, number: usize) -> String {
    let what = (chapters.title)(day);
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
