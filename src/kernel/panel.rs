//! Panels and boards: text with buttons and menus, and the messages that are kept as they should be.

use serde::{Deserialize, Serialize};

use super::audience::Audience;
use super::intent::Intent;
use super::text::Text;

/// Text with rows of controls.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Panel {
    /// What it says.
    pub text: Text,
    /// At most five rows; a row holds up to five buttons, or one menu.
    pub rows: Vec<Row>,
}

impl Panel {
    /// A panel that only says something.
    pub fn say(text: impl Into<Text>) -> Panel {
        Panel {
            text: text.into(),
            rows: Vec::new(),
        }
    }

    /// The same panel with one more row.
    #[must_use]
    pub fn with(mut self, row: Row) -> Panel {
        self.rows.push(row);
        self
    }
}

/// A row of controls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Row {
    /// Up to five buttons.
    Buttons(Vec<Button>),
    /// One menu.
    Menu(Menu),
}

/// A button: pressing it sends its intent. It says what it does and whether it is final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// At most 80 characters when names are in.
    pub label: Text,
    /// How it looks.
    pub style: Style,
    /// What pressing it wants.
    pub intent: Intent,
    /// The field of that intent which is typed when it is pressed; none where nothing is typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<String>,
}

impl Button {
    /// A button of the given style.
    pub fn new(style: Style, label: impl Into<Text>, intent: Intent) -> Button {
        Button {
            label: label.into(),
            style,
            intent,
            typed: None,
        }
    }

    /// The same button, after which this field is typed before its intent is sent.
    #[must_use]
    pub fn typing(mut self, field: &str) -> Button {
        self.typed = Some(field.to_owned());
        self
    }
}

/// How a button looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// The usual thing to do.
    Primary,
    /// Something else that can be done.
    Secondary,
    /// Saying yes to something good.
    Success,
    /// Something final or dangerous.
    Danger,
}

/// A menu: choosing sends its intent with the chosen values (joined by commas) in `field`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// What stands there before something is chosen; at most 150 characters.
    pub placeholder: Text,
    /// What choosing wants.
    pub intent: Intent,
    /// The field that receives what was chosen.
    pub field: String,
    /// 1 to 25 options with different values.
    pub options: Vec<MenuOption>,
    /// The fewest that can be chosen.
    pub least: u8,
    /// The most that can be chosen.
    pub most: u8,
}

impl Menu {
    /// A menu from which one option is chosen.
    pub fn one(
        placeholder: impl Into<Text>,
        intent: Intent,
        field: &str,
        options: Vec<MenuOption>,
    ) -> Menu {
        Menu {
            placeholder: placeholder.into(),
            intent,
            field: field.to_owned(),
            options,
            least: 1,
            most: 1,
        }
    }
}

/// One option of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuOption {
    /// At most 100 characters when names are in.
    pub label: Text,
    /// A line below it; at most 100 characters.
    pub detail: Option<Text>,
    /// What is sent; at most 100 characters.
    pub value: String,
    /// Whether it is what stands chosen now.
    pub chosen: bool,
}

impl MenuOption {
    /// An option with a label and a value.
    pub fn new(label: impl Into<Text>, value: impl ToString) -> MenuOption {
        MenuOption {
            label: label.into(),
            detail: None,
            value: value.to_string(),
            chosen: false,
        }
    }
}

/// A message that is kept as it should be: made where it is missing, edited where it differs.
///
/// A board that a game no longer wants is over: its buttons go, its words stay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Which one, among those with the same audience: such as `status`, `day-3`, `flip-1f`. Never shown.
    pub key: String,
    /// Who reads it.
    pub audience: Audience,
    /// What it shows.
    pub panel: Panel,
    /// Whether it is pinned in its room (best effort).
    pub pinned: bool,
    /// Whether it comes without ringing, because its reader is called elsewhere at the same moment.
    pub silent: bool,
}
