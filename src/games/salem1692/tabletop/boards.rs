//! The messages that are kept as they should be. A new phase, turn or choice is a new message; what happens within it edits that
//! message.
//!
//! What a seat has beside what all have follows from what is public: whose turn it is, who chooses, who has died.

use crate::kernel::audience::{Audience, Room};
use crate::kernel::ids::Seat;
use crate::kernel::panel::{Board, Panel, Row};
use crate::kernel::text::Text;
use crate::kernel::time::Length;

use super::controls::{self, prompt_word};
use super::view::{self, ChoiceView, CovenView, PublicView, SeatView, ShiftView, TurnView};
use super::{Asked, Clock, Dying, Moment, Phase, Tabletop, panels, words};

/// The boards that should stand now.
pub fn boards(tabletop: &Tabletop) -> Vec<Board> {
    if tabletop.phase == Phase::Setup {
        return Vec::new();
    }
    let mut boards = vec![Board {
        key: "status".to_owned(),
        audience: Audience::Room(Room::Town),
        panel: panels::status(&PublicView::of(tabletop)),
        pinned: true,
        silent: false,
    }];
    if !matches!(tabletop.phase, Phase::Over(_)) {
        boards.push(view::desk(tabletop).board());
        boards.extend(CovenView::of(tabletop).map(|view| coven(&view)));
        boards.extend(
            tabletop
                .table
                .seats()
                .flat_map(|seat| of_seat(tabletop, seat)),
        );
    }
    boards
}

/// The coven's live vote, in its thread.
fn coven(view: &CovenView) -> Board {
    Board {
        key: match view.night {
            None => "coven-dawn".to_owned(),
            Some(night) => format!("coven-night-{night}"),
        },
        audience: Audience::Room(Room::Coven),
        panel: panels::coven(view),
        pinned: false,
        silent: false,
    }
}

/// The boards of one seat: that of the phase or the own turn, one for each choice, and what the host proposes.
fn of_seat(tabletop: &Tabletop, seat: Seat) -> Vec<Board> {
    let view = SeatView::of(tabletop, seat);
    let mut boards = Vec::new();
    boards.extend(view.dying.as_ref().map(|dying| last_words(&view, dying)));
    if !view.alive {
        return boards;
    }
    boards.extend(phase(&view));
    boards.extend(
        view.turn
            .as_ref()
            .map(|turn| rung_by_the_town(own_turn(&view, turn))),
    );
    boards.extend(view.asked.as_ref().map(|asked| power(&view, asked)));
    boards.extend(view.choices.iter().map(|choice| reveal(&view, choice)));
    boards.extend(share(&view));
    boards.extend(
        view.shift
            .as_ref()
            .map(|shift| rung_by_the_town(pick(&view, shift))),
    );
    if let Some(proposal) = view::proposal(tabletop) {
        let key = format!("ask-{}", prompt_word(proposal.prompt));
        boards.push(to(seat, key, proposal.panel()));
    }
    boards
}

/// The board of a phase in which everybody may have something to choose: Town Hall, Dawn, Night.
fn phase(view: &SeatView) -> Option<Board> {
    let (key, rows): (String, Vec<Row>) = match view.public.moment {
        Moment::TownHall => (
            "town-hall".to_owned(),
            view.town_hall
                .as_ref()
                .map(controls::town_hall_row)
                .into_iter()
                .collect(),
        ),
        Moment::Dawn => (
            "dawn".to_owned(),
            controls::dawn_row(view).into_iter().collect(),
        ),
        Moment::Night(number) => (format!("night-{number}"), controls::night_rows(view)),
        Moment::Setup | Moment::Turn(_) | Moment::Conspiracy(_) | Moment::Over => return None,
    };
    let mut text = Text::from(panels::headline(&view.public));
    text.line(panels::own_page(view));
    if let Some(town_hall) = &view.town_hall {
        text.line("You keep one of these two; all are shown together.");
        for character in &town_hall.offered {
            text.line(format!("🎭 {}", controls::ability_line(*character)));
        }
    }
    if view.public.turn.is_some() || !view.hand.is_empty() {
        text.line(panels::hand_line(view));
    }
    for line in panels::owed_lines(view) {
        text.line(line);
    }
    let board = board(view, key, text, rows);
    // At Dawn the town calls nobody: who is of the coven is its own matter.
    match view.public.moment {
        Moment::Dawn => Some(board),
        Moment::Setup
        | Moment::TownHall
        | Moment::Turn(_)
        | Moment::Conspiracy(_)
        | Moment::Night(_)
        | Moment::Over => Some(rung_by_the_town(board)),
    }
}

/// A board whose reader the town calls by name at the same moment: one ping is enough.
fn rung_by_the_town(board: Board) -> Board {
    Board {
        silent: true,
        ..board
    }
}

/// The panel of the player whose turn it is.
fn own_turn(view: &SeatView, turn: &TurnView) -> Board {
    let number = view.public.turn.as_ref().map_or(0, |turn| turn.number);
    let mut text = Text::from(format!("## Turn {number} is yours"));
    if let Some(public) = &view.public.turn {
        text.line(match public.clock {
            Clock::Running { until } => format!(
                "Until {}. After that two cards are drawn for you, unless you have played.",
                words::when(until)
            ),
            Clock::Standing { left: Length::ZERO } => {
                "Your clock has run out: the turn ends when this is over.".to_owned()
            }
            Clock::Standing { left } => {
                format!("The clock stands; you have {left} when it goes on.")
            }
        });
    }
    text.line(panels::turn_line(turn.can_draw, turn.can_end, turn.free));
    text.line(panels::hand_line(view));
    if let Some(deck) = &turn.deck {
        text.line(format!(
            "You have seen the deck: {}. Put it in order, or draw or play.",
            words::count(deck.len(), "card")
        ));
    }
    board(
        view,
        format!("turn-{number}"),
        text,
        controls::turn_rows(view, turn),
    )
}

/// A power on placing, asked at the moment it may be used (T17, T18, T28).
fn power(view: &SeatView, asked: &Asked) -> Board {
    let until = match view.public.turn.as_ref().map(|turn| turn.clock) {
        Some(Clock::Running { until }) => {
            format!(" Until {}; after that it is a no.", words::when(until))
        }
        Some(Clock::Standing { .. }) | None => String::new(),
    };
    let text = format!(
        "🎭 **{}**: against {} you may {}.{until}",
        asked.power.character(),
        asked.target,
        words::power(asked.power)
    );
    board(
        view,
        format!("power-{}", prompt_word(asked.prompt)),
        text.into(),
        vec![controls::power_row(asked.prompt, asked.power, None)],
    )
}

/// The choice of a Tryal that is owed, or of the Black Cat's (T8, T14).
fn reveal(view: &SeatView, choice: &ChoiceView) -> Board {
    let why = if choice.cat {
        format!(
            "🐈‍⬛ **The Black Cat scratches {}, and you choose.**",
            choice.of
        )
    } else {
        format!(
            "⚖️ **A Tryal of {} is owed, and the choice is yours.**",
            choice.of
        )
    };
    let until = choice.until.map_or_else(String::new, |until| {
        format!(
            " Until {}; after that one is revealed at random.",
            words::when(until)
        )
    });
    let hidden = view.public.hidden(choice.of);
    board(
        view,
        format!("flip-{}", prompt_word(choice.prompt)),
        format!("{why} Which Tryal is revealed? It is final.{until}").into(),
        vec![controls::reveal_row(choice, &hidden)],
    )
}

/// A card of what the dead have left, for John or Martha (T23).
fn share(view: &SeatView) -> Option<Board> {
    let (sharing, cards) = view.sharing.as_ref()?;
    let text = format!(
        "🎭 The dead have left {}. You and {} take one card in turn; it is your turn to take, until {}; after that one is taken at \
         random.",
        words::cards(cards),
        sharing.other,
        words::when(sharing.until)
    );
    Some(board(
        view,
        format!("share-{}", prompt_word(sharing.prompt)),
        text.into(),
        vec![controls::take_row(sharing, cards)],
    ))
}

/// The pick from the left (T14).
fn pick(view: &SeatView, shift: &ShiftView) -> Board {
    let mut text = Text::from(format!(
        "🔀 **Conspiracy.** Pick, unseen, one of the hidden Tryals of {}, who sits to your left. It closes {}, or with the last \
         pick; until then you can pick another. Without a pick one is picked at random.",
        shift.source,
        words::when(shift.until)
    ));
    if let Some(position) = shift.pick {
        text.line(format!("You picked **Tryal {position}**."));
    }
    board(
        view,
        format!("shift-{}", prompt_word(shift.prompt)),
        text,
        vec![controls::pick_row(shift)],
    )
}

/// Last words of one who has just died (T33).
fn last_words(view: &SeatView, dying: &Dying) -> Board {
    let text = format!(
        "🪦 You may leave **last words**: three words at most, which I post for you in the town. Until {}.",
        words::when(dying.until)
    );
    board(
        view,
        format!("words-{}", prompt_word(dying.prompt)),
        text.into(),
        vec![controls::last_words_row(dying)],
    )
}

/// A board of one seat; while the game is paused it has no controls (H2).
fn board(view: &SeatView, key: String, text: Text, rows: Vec<Row>) -> Board {
    let rows = if view.public.pause.is_some() {
        Vec::new()
    } else {
        rows
    };
    to(view.seat, key, Panel { text, rows })
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
