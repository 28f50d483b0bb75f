//! The guide for players, as both editions show it: short pages, each with a menu of all topics. What stands on them is each
//! edition's own. More pages than a menu can offer are divided: a page of the main section then opens a section of its own.

use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Menu, MenuOption, Panel, Row, Style};

/// One page.
pub struct Page {
    /// The word for it, as in `/game rules`.
    pub word: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What it says.
    pub text: &'static str,
}

/// Pages that stand in one menu: at most 25.
pub struct Section {
    /// The page of the main section that opens this one; none for the main section itself.
    pub opened_by: Option<&'static str>,
    /// What stands on its menu.
    pub placeholder: &'static str,
    /// Its pages.
    pub pages: Vec<Page>,
}

/// A page with this word, title and text.
pub fn page(word: &'static str, title: &'static str, text: &'static str) -> Page {
    Page { word, title, text }
}

/// A page of the guide of this edition; the first one where no topic is named, or an unknown one. The main section comes first.
pub fn guide(edition: &'static str, sections: &[Section], topic: Option<&str>) -> Panel {
    let wanted = topic
        .unwrap_or_default()
        .trim()
        .to_lowercase()
        .replace(['_', ' '], "-");
    let (at, shown) = find(sections, &wanted).unwrap_or((0, 0));
    let section = &sections[at];
    let page = &section.pages[shown];
    let mut panel = Panel::say(format!("📖 **{}**\n{}", page.title, page.text));
    // The main menu shows where one is: on the page itself, or on the one that opens its section.
    let above = section.opened_by.unwrap_or(page.word);
    panel = panel.with(menu(edition, &sections[0], above));
    for section in &sections[1..] {
        if section.opened_by == Some(above) {
            panel = panel.with(menu(edition, section, page.word));
        }
    }
    let mut buttons = Vec::new();
    if let Some(before) = shown.checked_sub(1) {
        let before = &section.pages[before];
        buttons.push(turn(edition, format!("◀ {}", before.title), before));
    }
    if let Some(after) = section.pages.get(shown + 1) {
        buttons.push(turn(edition, format!("{} ▶", after.title), after));
    }
    panel.with(Row::Buttons(buttons))
}

/// The topics of all sections: what is shown, and the word for it.
pub fn topics(sections: &[Section]) -> Vec<(&'static str, &'static str)> {
    let pages = sections.iter().flat_map(|section| &section.pages);
    pages.map(|page| (page.title, page.word)).collect()
}

/// Where the page stands whose word or title this is.
fn find(sections: &[Section], wanted: &str) -> Option<(usize, usize)> {
    sections.iter().enumerate().find_map(|(at, section)| {
        let shown = section.pages.iter().position(|page| {
            page.word == wanted || page.title.to_lowercase().replace(' ', "-") == wanted
        })?;
        Some((at, shown))
    })
}

fn menu(edition: &'static str, section: &Section, chosen: &str) -> Row {
    let options = section
        .pages
        .iter()
        .map(|page| MenuOption {
            chosen: page.word == chosen,
            ..MenuOption::new(page.title, page.word)
        })
        .collect();
    Row::Menu(Menu::one(
        section.placeholder,
        rules(edition),
        "topic",
        options,
    ))
}

fn turn(edition: &'static str, label: String, page: &Page) -> Button {
    Button::new(
        Style::Secondary,
        label,
        rules(edition).with("topic", page.word),
    )
}

/// The wish to read on. It names the edition, for where there is no game that would say so.
fn rules(edition: &'static str) -> Intent {
    Intent::new("rules").with("edition", edition)
}
