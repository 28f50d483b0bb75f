//! Panels as Discord's messages: content, buttons and menus; and what stands in a control's custom id.
//!
//! A custom id carries the game and the whole intent, so that nothing lives in memory:
//! `tc1:<game>:<verb>:<key=value&...>`, for a menu with `:<field>` behind it, which receives what was chosen, and so for a
//! button with which something is typed. `~` and a
//! digit at the end tells controls apart that want the same. What does not read back exactly is nobody's.

use serde_json::{Value, json};
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateButton,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditInteractionResponse,
};

use crate::kernel::ids::GameId;
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Menu, Panel, Row, Style};

use super::limits;
use super::render::{Names, split};

const MARK: &str = "tc1";
/// Characters of a verb.
const VERB: usize = 16;

/// A panel with names in, within Discord's limits.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// What it says, in messages of at most 2,000 characters; at least one.
    pub contents: Vec<String>,
    /// Its controls, which stand below the last of them.
    pub rows: Vec<CreateActionRow>,
}

impl Shown {
    /// A panel of this game with these names.
    pub fn new(game: GameId, names: &Names, panel: &Panel) -> Shown {
        let mut contents = split(&names.content(&panel.text), limits::MESSAGE);
        if contents.is_empty() {
            contents.push("…".to_owned());
        }
        Shown {
            contents,
            rows: rows(game, names, &panel.rows),
        }
    }

    /// A panel that has to stand in one message of at most so many characters: where it does not fit, names in it are shortened.
    pub fn in_one(game: GameId, names: &Names, panel: &Panel, most: usize) -> Shown {
        let mut shown = Shown::new(game, names, panel);
        let long = |content: &str| limits::length(content) > most;
        if long(&names.content(&panel.text)) {
            let mut shorter = names.shorter().map(|names| names.content(&panel.text));
            let fitting = shorter.find(|content| !long(content));
            let content = fitting.unwrap_or_else(|| limits::cut(&shown.contents.join("\n"), most));
            shown.contents = vec![content];
        }
        shown
    }

    /// All of it in one message; what is too long ends in "…".
    pub fn content(&self) -> String {
        match self.contents.as_slice() {
            [content] => content.clone(),
            several => limits::cut(&several.join("\n"), limits::MESSAGE),
        }
    }

    /// The body of a message that shows it. Pings nobody.
    pub fn body(&self) -> Value {
        json!({
            "content": self.content(),
            "components": self.rows,
            "allowed_mentions": { "parse": [] },
        })
    }

    /// The first answer to an interaction: to that person alone.
    pub fn response(&self) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .ephemeral(true)
            .content(self.content())
            .components(self.rows.clone())
            .allowed_mentions(CreateAllowedMentions::new())
    }

    /// What a deferred answer, or the message whose button was pressed, turns into.
    pub fn edit(&self) -> EditInteractionResponse {
        EditInteractionResponse::new()
            .content(self.content())
            .components(self.rows.clone())
            .allowed_mentions(CreateAllowedMentions::new())
    }

    /// A further answer: to that person alone.
    pub fn followup(&self) -> CreateInteractionResponseFollowup {
        CreateInteractionResponseFollowup::new()
            .ephemeral(true)
            .content(self.content())
            .components(self.rows.clone())
            .allowed_mentions(CreateAllowedMentions::new())
    }
}

/// A panel's rows as Discord's. What breaks a limit that a game has to keep is a bug of that game: it is left out and
/// reported, for a board without one button is better than no board.
fn rows(game: GameId, names: &Names, rows: &[Row]) -> Vec<CreateActionRow> {
    expect(
        game,
        rows.len() <= limits::ROWS,
        "at most five rows of controls",
    );
    let mut taken: Vec<String> = Vec::new();
    let mut shown = Vec::new();
    for row in rows.iter().take(limits::ROWS) {
        match row {
            Row::Buttons(buttons) => {
                expect(
                    game,
                    buttons.len() <= limits::BUTTONS,
                    "at most five buttons in a row",
                );
                let buttons: Vec<CreateButton> = buttons
                    .iter()
                    .take(limits::BUTTONS)
                    .filter_map(|button| {
                        let id = encode(game, &button.intent, button.typed.as_deref());
                        let id = distinct(game, id, &mut taken)?;
                        Some(show_button(names, button, id))
                    })
                    .collect();
                if !buttons.is_empty() {
                    shown.push(CreateActionRow::Buttons(buttons));
                }
            }
            Row::Menu(menu) => {
                let id = encode(game, &menu.intent, Some(&menu.field));
                let id = distinct(game, id, &mut taken);
                shown.extend(id.and_then(|id| show_menu(game, names, menu, id)));
            }
        }
    }
    shown
}

fn show_button(names: &Names, button: &Button, id: String) -> CreateButton {
    let style = match button.style {
        Style::Primary => ButtonStyle::Primary,
        Style::Secondary => ButtonStyle::Secondary,
        Style::Success => ButtonStyle::Success,
        Style::Danger => ButtonStyle::Danger,
    };
    CreateButton::new(id)
        .style(style)
        .label(names.label(&button.label, limits::BUTTON_LABEL))
}

fn show_menu(game: GameId, names: &Names, menu: &Menu, id: String) -> Option<CreateActionRow> {
    expect(game, !menu.options.is_empty(), "a menu has an option");
    expect(
        game,
        menu.options.len() <= limits::OPTIONS,
        "at most 25 options",
    );
    let mut values: Vec<&str> = Vec::new();
    let mut options = Vec::new();
    let most = menu.most.max(1);
    let mut chosen = 0;
    for option in &menu.options {
        let fits = !option.value.is_empty()
            && limits::length(&option.value) <= limits::OPTION
            && !values.contains(&option.value.as_str());
        expect(
            game,
            fits,
            "options have different values of at most 100 characters",
        );
        if !fits || options.len() == limits::OPTIONS {
            continue;
        }
        values.push(&option.value);
        let mut shown = CreateSelectMenuOption::new(
            names.label(&option.label, limits::OPTION),
            option.value.clone(),
        );
        if let Some(detail) = option.detail.as_ref().filter(|detail| !detail.is_empty()) {
            shown = shown.description(names.label(detail, limits::OPTION));
        }
        if option.chosen && chosen < most {
            chosen += 1;
            shown = shown.default_selection(true);
        }
        options.push(shown);
    }
    let count = u8::try_from(options.len()).unwrap_or(u8::MAX);
    if count == 0 {
        return None;
    }
    let most = most.min(count);
    let select = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options })
        .placeholder(names.label(&menu.placeholder, limits::PLACEHOLDER))
        .min_values(menu.least.min(most))
        .max_values(most);
    Some(CreateActionRow::SelectMenu(select))
}

/// Whether what every control of this panel wants fits into a custom id. In a panel that asks for the rest of what somebody has
/// typed it may not: what was typed stands in its controls.
pub fn fits(game: GameId, panel: &Panel) -> bool {
    let fits = |intent, field| encode(game, intent, field).is_some();
    panel.rows.iter().all(|row| match row {
        Row::Buttons(buttons) => buttons
            .iter()
            .all(|button| fits(&button.intent, button.typed.as_deref())),
        Row::Menu(menu) => fits(&menu.intent, Some(&menu.field)),
    })
}

/// The custom id, told apart from those before it in the same message.
fn distinct(game: GameId, id: Option<String>, taken: &mut Vec<String>) -> Option<String> {
    expect(game, id.is_some(), "an intent fits into a custom id");
    let id = id?;
    let distinct = std::iter::once(id.clone())
        .chain((1..=9).map(|number| format!("{id}~{number}")))
        .find(|candidate| !taken.contains(candidate));
    let distinct = distinct.filter(|id| limits::length(id) <= limits::CUSTOM_ID);
    expect(
        game,
        distinct.is_some(),
        "controls of one message want different things",
    );
    taken.extend(distinct.clone());
    distinct
}

fn expect(game: GameId, holds: bool, rule: &str) {
    if !holds {
        tracing::error!(%game, rule, "panel breaks a limit");
        debug_assert!(holds, "a panel of game {game} breaks a rule: {rule}");
    }
}

/// The custom id of a control of this game; none where the intent does not fit into it. A menu names the field that
/// receives what is chosen.
pub fn encode(game: GameId, intent: &Intent, field: Option<&str>) -> Option<String> {
    let pairs: Vec<String> = intent
        .fields
        .iter()
        .map(|(key, value)| format!("{}={}", quote(key), quote(value)))
        .collect();
    let mut id = format!("{MARK}:{game}:{}:{}", intent.verb, pairs.join("&"));
    if let Some(field) = field {
        id = format!("{id}:{}", quote(field));
    }
    let whole = good_verb(&intent.verb)
        && intent.fields.keys().all(|key| !key.is_empty())
        && field.is_none_or(|field| !field.is_empty());
    (whole && limits::length(&id) <= limits::CUSTOM_ID).then_some(id)
}

/// What pressing the button with this custom id wants, and in which game; none where it is not one of ours.
pub fn decode(custom_id: &str) -> Option<(GameId, Intent)> {
    let (game, intent, _) = parse(custom_id)?;
    Some((game, intent))
}

/// Whether something is to be typed when the button with this custom id is pressed.
pub fn is_typed(custom_id: &str) -> bool {
    parse(custom_id).is_some_and(|(_, _, field)| field.is_some())
}

/// What choosing these values in the menu with this custom id wants; none where it is not a menu of ours.
pub fn chosen(custom_id: &str, values: &[String]) -> Option<(GameId, Intent)> {
    let (game, mut intent, field) = parse(custom_id)?;
    intent.fields.insert(field?, values.join(","));
    Some((game, intent))
}

fn parse(custom_id: &str) -> Option<(GameId, Intent, Option<String>)> {
    if limits::length(custom_id) > limits::CUSTOM_ID {
        return None;
    }
    let id = match custom_id.rsplit_once('~') {
        Some((id, number)) if matches!(number.as_bytes(), [b'1'..=b'9']) => id,
        Some(_) => return None,
        None => custom_id,
    };
    let pieces: Vec<&str> = id.split(':').collect();
    let (game, verb, pairs, field) = match pieces.as_slice() {
        [MARK, game, verb, pairs] => (game, verb, pairs, None),
        [MARK, game, verb, pairs, field] => (game, verb, pairs, Some(unquote(field)?)),
        _ => return None,
    };
    let game = game.parse().ok()?;
    let mut intent = Intent::new(verb);
    for pair in pairs.split('&').filter(|_| !pairs.is_empty()) {
        let (key, value) = pair.split_once('=')?;
        intent.fields.insert(unquote(key)?, unquote(value)?);
    }
    // One way to write each intent: what reads as one but was not written so is not ours.
    let ours = encode(game, &intent, field.as_deref())? == id;
    ours.then_some((game, intent, field))
}

fn good_verb(verb: &str) -> bool {
    (1..=VERB).contains(&verb.len()) && verb.bytes().all(|b| b.is_ascii_lowercase() || b == b'.')
}

fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-' | b',' | b'@' => {
                quoted.push(char::from(byte));
            }
            _ => quoted += &format!("%{byte:02X}"),
        }
    }
    quoted
}

fn unquote(quoted: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut rest = quoted.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
