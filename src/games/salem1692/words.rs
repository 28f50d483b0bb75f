//! The words that both editions share: how cards, Tryals, names and instants read. Everything that is told or shown speaks with
//! these, so that one thing has one name everywhere. Nothing in here knows what is secret.

use std::collections::BTreeMap;

use crate::games::salem1692::table::{
    Card, CardKind, Colour, Position, Side, TryalCard, TryalKind,
};
use crate::kernel::ids::Seat;
use crate::kernel::text::Named;
use crate::kernel::time::Time;

use super::order::{Motion, Outcome};

/// A hidden Tryal, as the public sees it.
pub const HIDDEN: &str = "⬛";

/// A card as something that is played: "an Accusation", "Evidence", "the Black Cat".
pub fn card(kind: CardKind) -> &'static str {
    match kind {
        CardKind::Accusation => "an Accusation",
        CardKind::Evidence => "Evidence",
        CardKind::Witness => "the Witness",
        CardKind::Alibi => "an Alibi",
        CardKind::Arson => "Arson",
        CardKind::Curse => "the Curse",
        CardKind::Robbery => "Robbery",
        CardKind::Scapegoat => "a Scapegoat",
        CardKind::Stocks => "Stocks",
        CardKind::BlackCat => "the Black Cat",
        CardKind::Asylum => "Asylum",
        CardKind::Matchmaker => "a Matchmaker",
        CardKind::Piety => "Piety",
    }
}

/// So many cards of one kind: "an Accusation", "3 Accusations", "2 Evidence cards".
pub fn cards_of(kind: CardKind, count: usize) -> String {
    let many = match kind {
        _ if count == 1 => return card(kind).to_owned(),
        CardKind::Accusation => "Accusations",
        CardKind::Evidence => "Evidence cards",
        CardKind::Witness => "Witness cards",
        CardKind::Alibi => "Alibis",
        CardKind::Arson => "Arson cards",
        CardKind::Curse => "Curses",
        CardKind::Robbery => "Robbery cards",
        CardKind::Scapegoat => "Scapegoats",
        CardKind::Stocks => "Stocks cards",
        CardKind::BlackCat => "Black Cats",
        CardKind::Asylum => "Asylum cards",
        CardKind::Matchmaker => "Matchmakers",
        CardKind::Piety => "Piety cards",
    };
    format!("{count} {many}")
}

/// Cards grouped by kind, reds first, then greens, then blues: "3 Accusations, an Alibi and the Black Cat"; "nothing"
/// where there are none.
pub fn cards(cards: &[Card]) -> String {
    let mut kinds: BTreeMap<CardKind, usize> = BTreeMap::new();
    for card in cards {
        *kinds.entry(card.kind).or_default() += 1;
    }
    if kinds.is_empty() {
        return "nothing".to_owned();
    }
    list(kinds.into_iter().map(|(kind, count)| cards_of(kind, count)))
}

/// The sign of a colour, before the name of a card.
pub fn sign(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "🔴",
        Colour::Green => "🟢",
        Colour::Blue => "🔵",
    }
}

/// A card with the sign of its colour, for lists and labels: "🔴 Accusation".
pub fn signed(kind: CardKind) -> String {
    format!("{} {}", sign(kind.colour()), kind.name())
}

/// What a Tryal turns out to be: "a Witch", "the Constable", "Not a Witch".
pub fn tryal(kind: TryalKind) -> &'static str {
    match kind {
        TryalKind::Witch => "a **Witch**",
        TryalKind::Constable => "the **Constable**",
        TryalKind::NotAWitch => "**Not a Witch**",
    }
}

/// A Tryal card as a thing: "a Witch card", "the Constable card", "a Not a Witch card".
pub fn tryal_card(card: TryalCard) -> &'static str {
    match card.kind {
        TryalKind::Witch => "a **Witch** card",
        TryalKind::Constable => "the **Constable** card",
        TryalKind::NotAWitch => "a **Not a Witch** card",
    }
}

/// The sign of a Tryal that lies face up.
pub fn tryal_sign(kind: TryalKind) -> &'static str {
    match kind {
        TryalKind::Witch => "🧙",
        TryalKind::Constable => "🛡️",
        TryalKind::NotAWitch => "⬜",
    }
}

/// A row with every card face up, as signs; `legend` says what they mean.
pub fn open_row(row: impl IntoIterator<Item = TryalCard>) -> String {
    row.into_iter().map(|card| tryal_sign(card.kind)).collect()
}

/// What the signs of Tryals mean.
pub fn legend() -> String {
    let kinds = [TryalKind::NotAWitch, TryalKind::Witch, TryalKind::Constable];
    let signs = kinds.map(|kind| format!("{} {}", tryal_sign(kind), kind.name()));
    signs.join(" · ")
}

/// A row with every card named, for its holder or after the end: "1 Not a Witch · 2 Witch · …".
pub fn named_row(row: impl IntoIterator<Item = TryalCard>) -> String {
    let named: Vec<String> = row
        .into_iter()
        .enumerate()
        .map(|(index, card)| format!("{} {}", index + 1, card.kind.name()))
        .collect();
    named.join(" · ")
}

/// A position of a row: "Tryal 3".
pub fn position(position: Position) -> String {
    format!("Tryal {position}")
}

/// An alignment after "is" or "was": "a Witch" or "of the Town".
pub fn alignment(coven: bool) -> &'static str {
    if coven {
        "a **Witch**"
    } else {
        "of the **Town**"
    }
}

/// How a game ended, as a sentence.
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(Side::Town) => "The Town has won: no Witch card is hidden any more.",
        Outcome::Won(Side::Witches) => "The Witches have won: nobody left alive is of the Town.",
        Outcome::EndedByHost => "The host has ended the game. Nobody has won.",
        Outcome::Standstill => "Salem has fallen silent, and so the game is over. Nobody has won.",
    }
}

/// What a host who plays proposes, after "proposes" (H1).
pub fn motion(motion: Motion) -> String {
    match motion {
        Motion::End => "to end the game without a winner".to_owned(),
        Motion::Replace { seat, player } => {
            format!("that {} takes over the seat of {seat}", Named(player))
        }
    }
}

/// A deadline: the instant in full, and how far away it is.
pub fn when(time: Time) -> String {
    format!("{} ({})", time.full(), time.relative())
}

/// The time of day, before a line of the story.
pub fn clock(time: Time) -> String {
    format!("<t:{}:t>", time.0.div_euclid(1000))
}

/// A seat with its number, for lists.
pub fn numbered(seat: Seat) -> String {
    format!("`{:>2}` {seat}", seat.number())
}

/// Names in a sentence: "a, b and c"; "nobody" where there are none.
pub fn names<'a>(seats: impl IntoIterator<Item = &'a Seat>) -> String {
    let names: Vec<String> = seats.into_iter().map(Seat::to_string).collect();
    if names.is_empty() {
        "nobody".to_owned()
    } else {
        list(names)
    }
}

/// Items in a sentence: "a", "a and b", "a, b and c".
pub fn list(items: impl IntoIterator<Item = String>) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    let Some(last) = items.pop() else {
        return String::new();
    };
    if items.is_empty() {
        last
    } else {
        format!("{} and {last}", items.join(", "))
    }
}

/// A number with its noun: "1 card", "3 cards".
pub fn count(number: usize, one: &str) -> String {
    if number == 1 {
        format!("1 {one}")
    } else {
        format!("{number} {one}s")
    }
}
