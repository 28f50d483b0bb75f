//! The messages that are kept as they should be. A new phase is a new message; what happens within it edits that message.
//!
//! Every living seat gets the same boards at the same time, whatever is secret about it; only what they say differs.

use crate::kernel::audience::{Audience, Room};
use crate::kernel::ids::Seat;
use crate::kernel::panel::{Board, Panel};
use crate::kernel::text::Text;

use super::controls::{self, prompt_word};
use super::panels;
use super::view::{self, CovenView, CovenVote, PublicView, SeatView, ShiftView};
use super::{Flip, Forum, Moment, Phase, PowerOffer, words};

/// The boards that should stand now.
pub fn boards(forum: &Forum) -> Vec<Board> {
    if forum.phase == Phase::Setup {
        return Vec::new();
    }
    let mut boards = vec![status(forum)];
    if !matches!(forum.phase, Phase::Over(_)) {
        boards.push(view::desk(forum).board());
        boards.extend(CovenView::of(forum).map(|view| coven(&view)));
        boards.extend(forum.table.seats().flat_map(|seat| of_seat(forum, seat)));
    }
    boards
}

fn status(forum: &Forum) -> Board {
    Board {
        key: "status".to_owned(),
        audience: Audience::Room(Room::Town),
        panel: panels::status(&PublicView::of(forum)),
        pinned: true,
        silent: false,
    }
}

/// The coven's live vote, in its thread.
fn coven(view: &CovenView) -> Board {
    Board {
        key: match &view.vote {
            CovenVote::Cat(_) => "coven-dawn".to_owned(),
            CovenVote::Kill(night, _) => format!("coven-night-{night}"),
        },
        audience: Audience::Room(Room::Coven),
        panel: panels::coven(view),
        pinned: false,
        silent: false,
    }
}

/// The boards of one seat: that of the phase, one for each choice that is owed, and what the host proposes.
fn of_seat(forum: &Forum, seat: Seat) -> Vec<Board> {
    let view = SeatView::of(forum, seat);
    let mut boards = Vec::new();
    if !view.alive {
        // The board of the phase in which the player died says so; later phases have none for the dead.
        let died = forum.history.deaths.iter().find(|(dead, _)| *dead == seat);
        if died.is_some_and(|(_, moment)| *moment == view.public.moment) {
            boards.push(phase(&view));
        }
        return boards;
    }
    boards.push(phase(&view));
    boards.extend(view.flips.iter().map(|flip| flip_board(&view, flip)));
    boards.extend(view.offers.iter().map(|offer| offer_board(&view, offer)));
    boards.extend(view.shift.as_ref().map(|shift| shift_board(&view, shift)));
    if let Some(proposal) = view::proposal(forum) {
        let key = format!("ask-{}", prompt_word(proposal.prompt));
        boards.push(to(seat, key, proposal.panel()));
    }
    boards
}

/// The board of the phase: own row, alignment, hand, and what can be chosen in it at any time.
fn phase(view: &SeatView) -> Board {
    let moment = view.public.moment;
    let key = match moment {
        Moment::Setup | Moment::Dawn | Moment::Over => "dawn".to_owned(),
        Moment::Day(number) => format!("day-{number}"),
        Moment::Night(number) => format!("night-{number}"),
    };
    let mut text = Text::from(panels::headline(&view.public));
    text.line(panels::own_page(view));
    let mut rows = Vec::new();
    if view.alive {
        match moment {
            Moment::Setup | Moment::Dawn | Moment::Over => rows.extend(controls::dawn_row(view)),
            Moment::Day(_) => {
                text.line(panels::hand_line(view));
                rows.extend(controls::play_row(view));
                rows.extend(controls::power_buttons(view));
            }
            Moment::Night(_) => rows.extend(controls::night_rows(view)),
        }
        let lines = panels::owed_lines(view).into_iter();
        // What is owed in a Day has boards of its own.
        for line in lines.filter(|_| !matches!(moment, Moment::Day(_))) {
            text.line(line);
        }
        if view.public.pause.is_some() {
            rows.clear();
        }
    }
    to(view.seat, key, Panel { text, rows })
}

fn flip_board(view: &SeatView, flip: &Flip) -> Board {
    let hidden = view.public.hidden(flip.seat);
    let mut panel = Panel::say(format!(
        "⚖️ **{} has 7 marks, and the choice is yours.** Which Tryal is flipped? It is final. Until {}; after that the Moderator flips one at random.",
        flip.seat,
        words::when(flip.until)
    ));
    if view.public.pause.is_none() {
        panel = panel.with(controls::flip_row(flip, &hidden));
    }
    to(
        view.seat,
        format!("flip-{}", prompt_word(flip.prompt)),
        panel,
    )
}

/// A power that may be used now (T17, T18, T28).
fn offer_board(view: &SeatView, offer: &PowerOffer) -> Board {
    let character = offer.power.character();
    let mut panel = Panel::say(format!(
        "🎭 **{character}**: {} You have placed a card on {}. Do you use it? Until {}, and only while there is something to use it on.",
        words::ability(character),
        offer.target,
        words::when(offer.until)
    ));
    if view.public.pause.is_none() {
        panel = panel.with(controls::power_row(offer.prompt, offer.power, None));
    }
    to(
        view.seat,
        format!("power-{}", prompt_word(offer.prompt)),
        panel,
    )
}

fn shift_board(view: &SeatView, shift: &ShiftView) -> Board {
    let mut text = Text::from(format!(
        "🔀 **The Shift.** Pick, unseen, one of the hidden Tryals of {}. All picked cards are shuffled and dealt anew. It closes {}, or with the last pick; until then you can pick another. Without a pick the Moderator picks at random.",
        shift.source,
        words::when(shift.until)
    ));
    if let Some(position) = shift.pick {
        text.line(format!("You picked **Tryal {position}**."));
    }
    let mut panel = Panel::say(text);
    if view.public.pause.is_none() {
        panel = panel.with(controls::pick_row(shift));
    }
    to(
        view.seat,
        format!("shift-{}", prompt_word(shift.prompt)),
        panel,
    )
}

fn to(seat: Seat, key: String, panel: Panel) -> Board {
    Board {
        key,
        audience: Audience::Seat(seat),
        panel,
        pinned: false,
        silent: false,
    }
}
