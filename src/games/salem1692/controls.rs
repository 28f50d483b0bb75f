//! Controls that both editions show in the same form: seats, cards, Tryals, long menus, and questions asked once more. Keys and
//! values are short, for a custom id holds them all.

use crate::games::salem1692::table::{Card, PlacingPower, Position};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Menu, MenuOption, Row, Style};
use crate::kernel::text::Text;

use super::sight::OwnTryal;
use super::words;

/// The field that holds a prompt.
pub const PROMPT: &str = "p";
/// The field that holds which page of a long menu is shown.
pub const PAGE: &str = "page";
/// The most options of a menu.
pub const OPTIONS: usize = 25;

/// A prompt as it stands in a custom id.
pub fn prompt_word(prompt: PromptId) -> String {
    format!("{:x}", prompt.0)
}

/// An intent that answers this prompt.
pub fn answering(verb: &str, prompt: PromptId) -> Intent {
    Intent::new(verb).with(PROMPT, prompt_word(prompt))
}

/// A seat in a menu or a suggestion: its number and its name.
pub fn seat_label(seat: Seat) -> Text {
    format!("{}. {seat}", seat.number()).into()
}

/// A seat as a menu's option.
pub fn seat_option(seat: Seat, chosen: bool) -> MenuOption {
    MenuOption {
        chosen,
        ..MenuOption::new(seat_label(seat), seat.number())
    }
}

/// A menu of seats.
pub fn seats_menu(
    placeholder: impl Into<Text>,
    intent: Intent,
    field: &str,
    seats: &[Seat],
    chosen: Option<Seat>,
) -> Row {
    let options = seats
        .iter()
        .map(|seat| seat_option(*seat, chosen == Some(*seat)))
        .collect();
    Row::Menu(Menu::one(placeholder, intent, field, options))
}

/// Cards of one kind as a menu's option, with what such a card does.
pub fn card_option(card: Card, count: usize, gist: &str) -> MenuOption {
    let name = words::signed(card.kind);
    let label = if count > 1 {
        format!("{name} ×{count}")
    } else {
        name
    };
    MenuOption {
        detail: Some(gist.into()),
        ..MenuOption::new(label, card)
    }
}

/// A Tryal of one's own as a menu's option.
pub fn own_option(position: Position, tryal: OwnTryal) -> MenuOption {
    let label = format!("Tryal {position}: {}", tryal.kind.name());
    MenuOption::new(label, position)
}

/// Yes and no to what the host proposes (H1).
pub fn consent_row(prompt: PromptId) -> Row {
    Row::Buttons(vec![
        Button::new(
            Style::Success,
            "Yes",
            answering("consent", prompt).with("yes", "yes"),
        ),
        Button::new(
            Style::Secondary,
            "No",
            answering("consent", prompt).with("yes", "no"),
        ),
    ])
}

/// The question whether something is really meant: a button for it.
pub fn sure_row(label: impl Into<Text>, intent: Intent) -> Row {
    Row::Buttons(vec![Button::new(
        Style::Danger,
        label,
        intent.with("sure", "yes"),
    )])
}

/// A menu of options; with more than 25 of them, the page of it that is asked for and buttons to the others.
pub fn paged_menu(
    page: Option<&str>,
    placeholder: impl Into<Text>,
    intent: Intent,
    field: &str,
    options: Vec<MenuOption>,
) -> Vec<Row> {
    if options.len() <= OPTIONS {
        return vec![Row::Menu(Menu::one(placeholder, intent, field, options))];
    }
    let pages = options.len().div_ceil(OPTIONS);
    let asked: usize = page.and_then(|page| page.parse().ok()).unwrap_or(0);
    let page = asked.min(pages - 1);
    let shown = options
        .into_iter()
        .skip(page * OPTIONS)
        .take(OPTIONS)
        .collect();
    let mut buttons = Vec::new();
    if page > 0 {
        buttons.push(Button::new(
            Style::Secondary,
            "Previous",
            intent.clone().with(PAGE, page - 1),
        ));
    }
    if page + 1 < pages {
        buttons.push(Button::new(
            Style::Secondary,
            "Next",
            intent.clone().with(PAGE, page + 1),
        ));
    }
    vec![
        Row::Menu(Menu::one(placeholder, intent, field, shown)),
        Row::Buttons(buttons),
    ]
}

/// Yes or no thanks to a power on placing (T17, T18, T28); `against` whom, where several are offered in one place.
pub fn power_row(prompt: PromptId, power: PlacingPower, against: Option<Seat>) -> Row {
    let whom = against.map_or_else(String::new, |seat| format!(" ({seat})"));
    let yes = match power {
        PlacingPower::AbigailWilliams => "Discard the red cards before me",
        PlacingPower::AnnPutnam => "Draw two cards first",
        PlacingPower::ThomasDanforth => "Have a Tryal revealed now",
    };
    Row::Buttons(vec![
        Button::new(
            Style::Primary,
            format!("{yes}{whom}"),
            answering("power", prompt).with("use", "yes"),
        ),
        Button::new(
            Style::Secondary,
            format!("No thanks{whom}"),
            answering("power", prompt).with("use", "no"),
        ),
    ])
}
