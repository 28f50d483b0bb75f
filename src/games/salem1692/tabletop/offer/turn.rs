//! Intents of the own turn and of the choices that come up in it: characters, drawing, ending, Tryals, what the dead left.

use crate::games::salem1692::table::{Card, CardKind, Character, Position};
use crate::kernel::ids::Seat;
use crate::kernel::intent::Intent;
use crate::kernel::panel::{Button, Panel, Row, Style};
use crate::kernel::text::Text;

use super::{Answer, Asked, act, only_in, parse_position, show};
use crate::games::salem1692::tabletop::decide::{may_draw, may_end, may_reorder};
use crate::games::salem1692::tabletop::refusal::PhaseName;
use crate::games::salem1692::tabletop::{Command, Refusal, controls, words};

impl Asked<'_> {
    /// One of two characters is kept (T3).
    pub(super) fn choose(&self) -> Answer {
        let seat = self.actor()?;
        let view = self.view(seat);
        self.fresh(seat, view.town_hall.as_ref().map(|hall| hall.prompt))?;
        let Some(town_hall) = &view.town_hall else {
            return Err(only_in(PhaseName::TownHall));
        };
        if let Some(word) = self.field("character") {
            let character: Character = word
                .trim()
                .to_lowercase()
                .replace([' ', '_'], "-")
                .parse()
                .map_err(|_| Refusal::NotOffered.text())?;
            return act(Command::Keep { character });
        }
        let mut text = Text::from(format!(
            "Whom do you keep? You can change it until all have chosen, or {}.",
            words::when(town_hall.until)
        ));
        for character in &town_hall.offered {
            text.line(format!("🎭 {}", controls::ability_line(*character)));
        }
        show(Panel::say(text).with(controls::town_hall_row(town_hall)))
    }

    /// Two cards are drawn, which ends the turn (T6).
    pub(super) fn draw(&self) -> Answer {
        let seat = self.on_turn()?;
        may_draw(self.tabletop, seat).map_err(Refusal::text)?;
        act(Command::Draw)
    }

    /// The turn is said to be over (T6).
    pub(super) fn end_turn(&self) -> Answer {
        let seat = self.on_turn()?;
        may_end(self.tabletop, seat).map_err(Refusal::text)?;
        act(Command::EndTurn)
    }

    /// The seat of the one who asks, whose button is that of this very turn.
    pub(super) fn on_turn(&self) -> Result<Seat, Text> {
        let seat = self.actor()?;
        self.fresh(seat, self.tabletop.turn().map(|turn| turn.prompt))?;
        Ok(seat)
    }

    /// Which Tryal is revealed, owed or the Black Cat's (T8, T14). It is not taken unasked where several are hidden.
    pub(super) fn reveal(&self) -> Answer {
        let seat = self.actor()?;
        let view = self.view(seat);
        let target = self.named("target")?;
        let prompt = self.prompt()?;
        let choice = view.choices.iter().find(|choice| {
            prompt.is_none_or(|prompt| choice.prompt == prompt)
                && target.is_none_or(|target| choice.of == target)
        });
        let Some(choice) = choice else {
            if prompt.is_some() {
                return Err(self.stale(seat));
            }
            return Err(Text::from(
                "You have no Tryal to choose now. Whoever brings a player to the last mark chooses which Tryal is revealed.",
            ));
        };
        let prompt = choice.prompt;
        if let Some(position) = self.position()? {
            return act(Command::Reveal { prompt, position });
        }
        let hidden = view.public.hidden(choice.of);
        if let [position] = hidden.as_slice() {
            return act(Command::Reveal {
                prompt,
                position: *position,
            });
        }
        let text = format!("Which Tryal of {} is revealed? It is final.", choice.of);
        show(Panel::say(text).with(controls::reveal_row(choice, &hidden)))
    }

    /// A card of what the dead have left (T23).
    pub(super) fn take(&self) -> Answer {
        let seat = self.actor()?;
        let view = self.view(seat);
        self.fresh(
            seat,
            view.sharing.as_ref().map(|(sharing, _)| sharing.prompt),
        )?;
        let Some((sharing, cards)) = &view.sharing else {
            return Err(Text::from(
                "There is nothing of the dead for you to take now.",
            ));
        };
        let Some(word) = self.field("card") else {
            let row = controls::take_row(sharing, cards);
            return show(Panel::say("Which card do you take?").with(row));
        };
        let word = word.trim().to_lowercase().replace('_', "-");
        let card = word.parse::<Card>().ok().or_else(|| {
            let kind: CardKind = word.parse().ok()?;
            let lying = cards.iter().copied().find(|card| card.kind == kind);
            Some(lying.unwrap_or(Card::new(kind, 1)))
        });
        let card = card.ok_or_else(|| Text::from("There is no such card."))?;
        act(Command::Take {
            prompt: sharing.prompt,
            card,
        })
    }

    /// The own hidden Tryals in another order (T12): typed whole, or chosen one after the other.
    pub(super) fn reorder(&self) -> Answer {
        let seat = self.actor()?;
        let view = self.view(seat);
        let hidden = view.hidden();
        may_reorder(self.tabletop, seat, &hidden).map_err(Refusal::text)?;
        let mut order = match self.field("order") {
            Some(typed) => typed
                .split([',', ' '])
                .filter(|word| !word.trim().is_empty())
                .map(parse_position)
                .collect::<Result<Vec<Position>, Text>>()?,
            None => Vec::new(),
        };
        let rest: Vec<Position> = hidden
            .iter()
            .copied()
            .filter(|position| !order.contains(position))
            .collect();
        if order.len() + 1 == hidden.len() && order.iter().all(|one| hidden.contains(one)) {
            order.extend(&rest);
        }
        // What is not a new order of this row is for the rules to refuse.
        if order.len() >= hidden.len() || order.len() + rest.len() != hidden.len() {
            return act(Command::Reorder { order });
        }
        let so_far: Vec<String> = order.iter().map(Position::to_string).collect();
        let mut text = Text::from(
            "Your hidden Tryals in another order: nobody is shown that you do this. Which one comes next from the left?",
        );
        if !so_far.is_empty() {
            text.line(format!("So far: {}.", so_far.join(", ")));
        }
        let buttons = rest.iter().map(|position| {
            let next: Vec<String> = so_far
                .iter()
                .cloned()
                .chain([position.to_string()])
                .collect();
            let kind = view.row[position.index()].kind.name();
            let intent = Intent::new("tryals.reorder").with("order", next.join(","));
            Button::new(Style::Primary, format!("{position}: {kind}"), intent)
        });
        show(Panel::say(text).with(Row::Buttons(buttons.collect())))
    }

    /// The pick from the left (T14).
    pub(super) fn pick(&self) -> Answer {
        let seat = self.actor()?;
        let view = self.view(seat);
        self.fresh(seat, view.shift.as_ref().map(|shift| shift.prompt))?;
        let Some(shift) = &view.shift else {
            return Err(Refusal::NoShift.text());
        };
        if let Some(position) = self.position()? {
            return act(Command::Pick { position });
        }
        if let ([position], None) = (shift.hidden.as_slice(), shift.pick) {
            return act(Command::Pick {
                position: *position,
            });
        }
        let mut text = Text::from(format!(
            "Which hidden Tryal of {} do you pick? You can pick another until {}.",
            shift.source,
            words::when(shift.until)
        ));
        if let Some(position) = shift.pick {
            text.line(format!("You picked Tryal {position}."));
        }
        show(Panel::say(text).with(controls::pick_row(shift)))
    }

    /// Last words of one who has just died (T33).
    pub(super) fn last_words(&self) -> Answer {
        let seat = self.seat()?;
        self.running()?;
        if self.tabletop.pause.is_some() {
            return Err(Refusal::GamePaused.text());
        }
        let view = self.view(seat);
        self.fresh(seat, view.dying.map(|dying| dying.prompt))?;
        let Some(dying) = &view.dying else {
            return Err(Refusal::NoLastWords.text());
        };
        match self.field("words") {
            Some(words) => act(Command::LastWords {
                words: words.to_owned(),
            }),
            None => show(
                Panel::say(format!(
                    "Three words at most, which I post for you in the town, until {}.",
                    words::when(dying.until)
                ))
                .with(controls::last_words_row(dying)),
            ),
        }
    }
}
