//! Rows of buttons and menus. Each control carries game-wide unique prompts and whole cards, so that what is pressed late
//! or twice is noticed. Keys and values are short, for a custom id holds them all.

use crate::games::salem1692::table::{Card, Position};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Menu, MenuOption, Row, Style};

pub use super::super::controls::{
    PAGE, PROMPT, answering, consent_row, own_option, paged_menu, power_row, prompt_word,
    seat_label, seat_option, seats_menu, sure_row,
};
use super::view::{NightView, SeatView, ShiftView};
use super::{Flip, KillVote, words};

/// The word for a confession without a Tryal (T31).
pub const PHIPS: &str = "phips";

/// The cards of a hand to choose one to play from; copies of one kind are one option. None where the hand is empty.
pub fn play_menu(view: &SeatView) -> Option<Row> {
    let prompt = view.hand_prompt?;
    let options: Vec<MenuOption> = view
        .hand
        .chunk_by(|one, other| one.kind == other.kind)
        .map(|copies| card_option(copies[0], copies.len()))
        .collect();
    if options.is_empty() {
        return None;
    }
    let intent = answering("play", prompt);
    Some(Row::Menu(Menu::one(
        "Play a card…",
        intent,
        "card",
        options,
    )))
}

/// A card of a hand as a menu's option.
pub fn card_option(card: Card, count: usize) -> MenuOption {
    super::super::controls::card_option(card, count, words::gist(card.kind))
}

/// The choice of an owed flip, by position; it is final.
pub fn flip_row(flip: &Flip, hidden: &[Position]) -> Row {
    let buttons = hidden.iter().map(|position| {
        let intent = answering("flip", flip.prompt).with("position", position);
        Button::new(Style::Danger, format!("Flip Tryal {position}"), intent)
    });
    Row::Buttons(buttons.collect())
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
pub fn kill_menu(prompt: PromptId, targets: &[Seat], vote: Option<KillVote>) -> Row {
    let mut options: Vec<MenuOption> = targets
        .iter()
        .map(|seat| seat_option(*seat, vote == Some(KillVote::Target(*seat))))
        .collect();
    options.push(MenuOption {
        chosen: vote == Some(KillVote::Nobody),
        ..MenuOption::new("Nobody", "nobody")
    });
    let intent = answering("kill", prompt);
    Row::Menu(Menu::one(
        "Whom shall the coven kill?",
        intent,
        "target",
        options,
    ))
}

/// A Witch's way to say nothing again.
pub fn unsay_button(prompt: PromptId) -> Button {
    Button::new(
        Style::Secondary,
        "Take back what I said",
        answering("kill", prompt).with("back", "yes"),
    )
}

/// The Constable's guard; none for those who are not.
pub fn guard_menu(view: &SeatView, night: &NightView) -> Option<Row> {
    let guard = night.guard?;
    let mut options: Vec<MenuOption> = view
        .others()
        .into_iter()
        .map(|seat| {
            let chosen = guard.is_some_and(|guard| guard.target == Some(seat));
            seat_option(seat, chosen)
        })
        .collect();
    options.push(MenuOption {
        chosen: guard.is_some_and(|guard| guard.target.is_none()),
        ..MenuOption::new("Nobody", "nobody")
    });
    let intent = answering("guard", night.prompt);
    Some(Row::Menu(Menu::one(
        "Constable: whom do you guard?",
        intent,
        "target",
        options,
    )))
}

/// The confession: one of the own hidden Tryals, or none of them.
pub fn confess_menu(view: &SeatView, night: &NightView) -> Row {
    let mut options: Vec<MenuOption> = view
        .hidden()
        .into_iter()
        .map(|position| MenuOption {
            chosen: night.confession == Some(position),
            ..own_option(position, view.row[position.index()])
        })
        .collect();
    options.extend(night.unshown.map(|unshown| MenuOption {
        chosen: unshown,
        ..MenuOption::new("Show nothing: Phips' power (once a game)", PHIPS)
    }));
    options.push(MenuOption {
        chosen: night.confession.is_none() && night.unshown != Some(true),
        ..MenuOption::new("Do not confess", "withdraw")
    });
    let intent = answering("confess", night.prompt);
    Row::Menu(Menu::one(
        "Confess one of your hidden Tryals…",
        intent,
        "position",
        options,
    ))
}

/// Buttons of the Night: for the private chats, and for a Witch who takes back what she has said.
pub fn night_buttons(view: &SeatView, night: &NightView) -> Row {
    let mut buttons = Vec::new();
    if night.kill.flatten().is_some() {
        buttons.push(unsay_button(night.prompt));
    }
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
    Row::Buttons(buttons)
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
            view.flips
                .iter()
                .map(|flip| flip_row(flip, &view.public.hidden(flip.seat))),
        );
        rows.extend(view.shift.as_ref().map(pick_row));
        rows.extend(offer_rows(view));
        rows.extend(play_row(view));
        rows.extend(power_buttons(view));
        rows.extend(dawn_row(view));
        rows.extend(night_rows(view));
    }
    rows.truncate(5);
    rows
}

/// The cards to play, while any can be played.
pub fn play_row(view: &SeatView) -> Option<Row> {
    use super::view::PublicConspiracy::{Called, Past, Shift, ToCome};
    match view.public.conspiracy? {
        ToCome | Past if !view.public.ending => play_menu(view),
        ToCome | Past | Called | Shift(_) => None,
    }
}

/// The powers that are offered, with no thanks (T17, T18, T28).
pub fn offer_rows(view: &SeatView) -> Vec<Row> {
    let several = view.offers.len() > 1;
    let offers = view.offers.iter();
    offers
        .map(|offer| power_row(offer.prompt, offer.power, several.then_some(offer.target)))
        .collect()
}

/// Abilities that can be used in the Day whenever the player likes (T26, T32).
pub fn power_buttons(view: &SeatView) -> Option<Row> {
    let prompt = view.hand_prompt?;
    let mut buttons = Vec::new();
    if !view.salvage.is_empty() {
        let intent = answering("power", prompt).with("use", "discard");
        buttons.push(Button::new(
            Style::Secondary,
            "Take cards from the discard…",
            intent,
        ));
    }
    if view.may_change_hand {
        let intent = answering("power", prompt).with("use", "hand");
        buttons.push(Button::new(
            Style::Secondary,
            "Change my whole hand…",
            intent,
        ));
    }
    (!buttons.is_empty()).then_some(Row::Buttons(buttons))
}

/// A Witch's vote of Dawn.
pub fn dawn_row(view: &SeatView) -> Option<Row> {
    let dawn = view.dawn.as_ref()?;
    let living: Vec<Seat> = view.public.living().collect();
    Some(cat_menu(dawn.prompt, &living, dawn.vote))
}

/// The choices of a Night: confession, guard, kill, chats.
pub fn night_rows(view: &SeatView) -> Vec<Row> {
    let Some(night) = &view.night else {
        return Vec::new();
    };
    let mut rows = vec![confess_menu(view, night)];
    rows.extend(guard_menu(view, night));
    rows.extend(
        night
            .kill
            .map(|vote| kill_menu(night.prompt, &night.targets, vote)),
    );
    rows.push(night_buttons(view, night));
    rows
}
