//! Rows of buttons and menus. Each control carries game-wide unique prompts and whole cards, so that what is pressed late
//! or twice is noticed.

use crate::games::salem1692::table::{Card, Character, Position};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Menu, MenuOption, Row, Style};

use super::view::{ChoiceView, NightView, SeatView, ShiftView, TownHallView, TurnView};
use super::{Confession, Dying, LeftConfession, Sharing, words};

pub use super::super::controls::{
    PAGE, PROMPT, answering, consent_row, own_option, paged_menu, power_row, prompt_word,
    seat_label, seat_option, seats_menu, sure_row,
};

/// The word for nobody in fields that name a seat.
pub const NOBODY: &str = "nobody";
/// The word for taking something back.
pub const WITHDRAW: &str = "withdraw";
/// The word for a confession that shows no Tryal (T31).
pub const PHIPS: &str = "phips";
/// What stands behind a confession that is not made with the gavel (T15).
pub const UNLESS: &str = "-unless-gavel";

/// A card of a hand as a menu's option.
pub fn card_option(card: Card, count: usize) -> MenuOption {
    super::super::controls::card_option(card, count, words::gist(card.kind))
}

/// The two characters of which one is kept (T3).
pub fn town_hall_row(town_hall: &TownHallView) -> Row {
    let buttons = town_hall.offered.iter().map(|character| {
        let intent = answering("choose", town_hall.prompt).with("character", character.word());
        if town_hall.kept == Some(*character) {
            Button::new(Style::Success, format!("{character} (kept)"), intent)
        } else {
            Button::new(Style::Primary, format!("Keep {character}"), intent)
        }
    });
    Row::Buttons(buttons.collect())
}

/// What can be done in the own turn: draw, end it, look at the deck, take out of the discard.
pub fn turn_rows(view: &SeatView, turn: &TurnView) -> Vec<Row> {
    let mut buttons = Vec::new();
    if turn.can_draw {
        let intent = answering("draw", turn.prompt);
        buttons.push(Button::new(
            Style::Primary,
            "Draw two cards (ends the turn)",
            intent,
        ));
    }
    if turn.can_end {
        let intent = answering("endturn", turn.prompt);
        buttons.push(Button::new(Style::Success, "End my turn", intent));
    }
    buttons.extend(power_buttons(turn));
    let mut rows = Vec::new();
    if !buttons.is_empty() {
        rows.push(Row::Buttons(buttons));
    }
    rows.extend(play_menu(view, turn));
    rows
}

/// What Tituba and Parris can do in the own turn (T26, T29).
pub fn power_buttons(turn: &TurnView) -> Vec<Button> {
    let mut buttons = Vec::new();
    if turn.can_study {
        let intent = answering("power", turn.prompt).with("use", "study");
        buttons.push(Button::new(
            Style::Secondary,
            "Tituba: look at the deck (once a game)",
            intent,
        ));
    }
    if turn.deck.is_some() {
        let intent = answering("power", turn.prompt).with("use", "deck");
        buttons.push(Button::new(
            Style::Secondary,
            "Tituba: put the deck in order…",
            intent,
        ));
    }
    if turn.salvage.is_some() {
        let intent = answering("power", turn.prompt).with("use", "discard");
        buttons.push(Button::new(
            Style::Secondary,
            "Parris: take from the discard instead…",
            intent,
        ));
    }
    buttons
}

/// The cards of the hand to choose one to play from; copies of one kind are one option. None where the hand is empty.
pub fn play_menu(view: &SeatView, turn: &TurnView) -> Option<Row> {
    if !turn.can_play {
        return None;
    }
    let options = hand_options(&view.hand);
    if options.is_empty() {
        return None;
    }
    let intent = answering("play", turn.prompt);
    Some(Row::Menu(Menu::one(
        "Play a card…",
        intent,
        "card",
        options,
    )))
}

/// The kinds of card in a hand, each as one option.
pub fn hand_options(hand: &[Card]) -> Vec<MenuOption> {
    hand.chunk_by(|one, other| one.kind == other.kind)
        .map(|copies| card_option(copies[0], copies.len()))
        .collect()
}

/// The choice of somebody's Tryal, by position; it is final.
pub fn reveal_row(choice: &ChoiceView, hidden: &[Position]) -> Row {
    let buttons = hidden.iter().map(|position| {
        let intent = answering("flip", choice.prompt).with("position", position);
        Button::new(Style::Danger, format!("Reveal Tryal {position}"), intent)
    });
    Row::Buttons(buttons.collect())
}

/// The card of the dead to be taken (T23).
pub fn take_row(sharing: &Sharing, cards: &[Card]) -> Row {
    let intent = answering("take", sharing.prompt);
    Row::Menu(Menu::one(
        "Take a card…",
        intent,
        "card",
        hand_options(cards),
    ))
}

/// The pick of the Shift, by position; it can be changed until the Shift closes.
pub fn pick_row(shift: &ShiftView) -> Row {
    let buttons = shift.hidden.iter().map(|position| {
        let intent = answering("pick", shift.prompt).with("position", position);
        if shift.pick == Some(*position) {
            Button::new(Style::Success, format!("Tryal {position} (picked)"), intent)
        } else {
            Button::new(Style::Primary, format!("Pick Tryal {position}"), intent)
        }
    });
    Row::Buttons(buttons.collect())
}

/// The coven's vote of Dawn.
pub fn cat_menu(prompt: PromptId, targets: &[Seat], vote: Option<Seat>) -> Row {
    seats_menu(
        "Who gets the Black Cat?",
        answering("cat", prompt),
        "target",
        targets,
        vote,
    )
}

/// The coven's vote at Night.
pub fn kill_menu(prompt: PromptId, targets: &[Seat], vote: Option<Seat>) -> Row {
    seats_menu(
        "Whom shall the coven kill?",
        answering("kill", prompt),
        "target",
        targets,
        vote,
    )
}

/// A Witch's way to say nothing again.
pub fn unsay_button(prompt: PromptId) -> Button {
    Button::new(
        Style::Secondary,
        "Take back what I said",
        answering("kill", prompt).with("back", "yes"),
    )
}

/// The Constable's gavel; none for those who are not.
pub fn gavel_menu(view: &SeatView, night: &NightView) -> Option<Row> {
    let said = night.gavel?;
    let mut options: Vec<MenuOption> = view
        .others()
        .into_iter()
        .map(|seat| seat_option(seat, said.is_some_and(|gavel| gavel.target == Some(seat))))
        .collect();
    options.push(MenuOption {
        chosen: said.is_some_and(|gavel| gavel.target.is_none()),
        ..MenuOption::new("Nobody", NOBODY)
    });
    let intent = answering("guard", night.prompt);
    Some(Row::Menu(Menu::one(
        "Constable: who gets the gavel?",
        intent,
        "target",
        options,
    )))
}

/// The confession: one of the own hidden Tryals, or Phips' nothing; before the gavel is shown in advance, also only without it.
pub fn confess_menu(view: &SeatView, night: &NightView) -> Option<Row> {
    if !night.confesses {
        return None;
    }
    let mut confessions: Vec<(Confession, MenuOption)> = view
        .hidden()
        .into_iter()
        .map(|position| {
            let option = own_option(position, view.row[position.index()]);
            (Confession::Tryal(position), option)
        })
        .collect();
    if night.phips {
        let option = MenuOption::new("Show nothing: Phips' power (once a game)", PHIPS);
        confessions.push((Confession::Phips, option));
    }
    let left = |confession, unless_gavel| {
        let wanted = LeftConfession {
            confession,
            unless_gavel,
        };
        night.left == Some(wanted)
    };
    let mut options = Vec::new();
    for (confession, option) in confessions {
        if night.gathering {
            let only = MenuOption {
                label: format!("{}, unless I have the gavel", option.label.marked()).into(),
                value: format!("{}{UNLESS}", option.value),
                chosen: left(confession, true),
                detail: None,
            };
            options.push(MenuOption {
                chosen: left(confession, false),
                ..option
            });
            options.push(only);
        } else {
            options.push(option);
        }
    }
    let placeholder = if night.gathering {
        options.push(MenuOption {
            chosen: night.left.is_none(),
            ..MenuOption::new("Do not confess in advance", WITHDRAW)
        });
        "Leave a confession in advance…"
    } else {
        "Confess now, which is final…"
    };
    let intent = answering("confess", night.prompt);
    Some(Row::Menu(Menu::one(
        placeholder,
        intent,
        "position",
        options,
    )))
}

/// Buttons of the Night: for the private chats, and for a Witch who takes back what she has said.
pub fn night_buttons(view: &SeatView, night: &NightView) -> Option<Row> {
    let mut buttons = Vec::new();
    if night.kill.flatten().is_some() {
        buttons.push(unsay_button(night.prompt));
    }
    if view.with_chats {
        if view.chats_left > 0 {
            let label = format!("Open a private chat ({} left)", view.chats_left);
            let intent = answering("chat.open", night.prompt);
            buttons.push(Button::new(Style::Secondary, label, intent));
        }
        buttons.push(Button::new(
            Style::Secondary,
            "My chats",
            Intent::new("chat.list"),
        ));
    }
    (!buttons.is_empty()).then_some(Row::Buttons(buttons))
}

/// The choices of a Night: confession, gavel, kill, chats.
pub fn night_rows(view: &SeatView) -> Vec<Row> {
    let Some(night) = &view.night else {
        return Vec::new();
    };
    let mut rows: Vec<Row> = confess_menu(view, night).into_iter().collect();
    rows.extend(gavel_menu(view, night));
    let living: Vec<Seat> = view.public.living().collect();
    rows.extend(
        night
            .kill
            .map(|vote| kill_menu(night.prompt, &living, vote)),
    );
    rows.extend(night_buttons(view, night));
    rows
}

/// Last words are typed (T33).
pub fn last_words_row(dying: &Dying) -> Row {
    let intent = answering("lastwords", dying.prompt);
    let button = Button::new(Style::Primary, "Leave last words…", intent);
    Row::Buttons(vec![button.typing("words")])
}

/// A Witch's vote of Dawn.
pub fn dawn_row(view: &SeatView) -> Option<Row> {
    let dawn = view.dawn.as_ref()?;
    let living: Vec<Seat> = view.public.living().collect();
    Some(cat_menu(dawn.prompt, &living, dawn.vote))
}

/// Everything that a player can choose now, the most pressing first; at most five rows. None while the game is paused (H2),
/// but for a proposal, which is about the game and no part of it.
pub fn rows(view: &SeatView) -> Vec<Row> {
    let mut rows = Vec::new();
    if let Some(prompt) = view.proposal {
        rows.push(consent_row(prompt));
    }
    if view.public.pause.is_none() {
        rows.extend(
            view.asked
                .as_ref()
                .map(|asked| power_row(asked.prompt, asked.power, None)),
        );
        rows.extend(
            view.choices
                .iter()
                .map(|choice| reveal_row(choice, &view.public.hidden(choice.of))),
        );
        if let Some((sharing, cards)) = &view.sharing {
            rows.push(take_row(sharing, cards));
        }
        rows.extend(view.town_hall.as_ref().map(town_hall_row));
        rows.extend(view.shift.as_ref().map(pick_row));
        if let Some(turn) = &view.turn {
            rows.extend(turn_rows(view, turn));
        }
        rows.extend(dawn_row(view));
        rows.extend(night_rows(view));
        rows.extend(view.dying.as_ref().map(last_words_row));
    }
    rows.truncate(5);
    rows
}

/// A character's ability on a line of its own, as in panels of the own seat.
pub fn ability_line(character: Character) -> String {
    format!("**{character}**: {}", words::ability(character))
}
