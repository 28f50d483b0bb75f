//! The guide for players, in our own words: short pages with a menu of all topics on each, and one of the cards and one of the
//! characters where those are read about. It says what the rules are; what a host can set is said with its default.

mod cards;
mod characters;
mod play;
mod table;

use crate::games::salem1692::guide::{self, Section, page};
use crate::games::salem1692::table::{CardKind, Character};
use crate::kernel::game::Game;
use crate::kernel::panel::Panel;

use super::Tabletop;

/// A page of the guide; the first where no topic is named, or an unknown one.
pub fn guide(topic: Option<&str>) -> Panel {
    guide::guide(Tabletop::EDITION, &sections(), topic)
}

/// The topics of the guide: what is shown, and the word for it. There are more than one menu holds.
pub fn topics() -> Vec<(&'static str, &'static str)> {
    guide::topics(&sections())
}

fn sections() -> [Section; 3] {
    let main = Section {
        opened_by: None,
        placeholder: "Another topic",
        pages: vec![
            page("overview", "How it works", play::OVERVIEW),
            page("winning", "Sides and winning", play::WINNING),
            page("setup", "The deal", play::SETUP),
            page("turn", "Your turn", play::TURN),
            page("clock", "Clocks", play::CLOCK),
            page("tryals", "Marks and Tryals", play::TRYALS),
            page("cards", "The cards", cards::OVERVIEW),
            page("characters", "The characters", characters::OVERVIEW),
            page("deck", "Deck and discard", play::DECK),
            page("conspiracy", "The Conspiracy", play::CONSPIRACY),
            page("night", "The Night", play::NIGHT),
            page("confession", "Confession", play::CONFESSION),
            page("coven", "The coven", play::COVEN),
            page("constable", "The Constable", play::CONSTABLE),
            page("death", "Death", play::DEATH),
            page("two", "The last two", play::TWO),
            page("example", "An example", table::EXAMPLE),
            page("chats", "Private chats", table::CHATS),
            page("settings", "Settings", table::SETTINGS),
            page("hosts", "Hosts and absence", table::HOSTS),
            page("commands", "Commands", table::COMMANDS),
        ],
    };
    let cards = Section {
        opened_by: Some("cards"),
        placeholder: "A card",
        pages: CardKind::ALL
            .map(|kind| page(kind.word(), kind.name(), cards::card(kind)))
            .into(),
    };
    let characters = Section {
        opened_by: Some("characters"),
        placeholder: "A character",
        pages: Character::ALL
            .map(|who| page(who.word(), who.name(), characters::character(who)))
            .into(),
    };
    [main, cards, characters]
}
