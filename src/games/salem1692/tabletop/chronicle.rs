//! `/history`: the public story told again, page by page, in the words in which the town was told. It opens no secret, for
//! it says nothing that `tell::town` does not say.

use crate::games::salem1692::story::{self, Chapters, Entry};
use crate::kernel::intent::Intent;
use crate::kernel::panel::Panel;

use super::{Event, Moment, Tabletop, tell, words};

/// A page of the public story: the `day` that is asked for (0 is Dawn and all before it), its `page` from 1; the newest where
/// nothing is asked. A chapter ends with its Night.
pub fn history(tabletop: &Tabletop, intent: &Intent) -> Panel {
    let mut begun = false;
    let mut nights = 0;
    let entries = tabletop
        .history
        .chronicle
        .iter()
        .filter_map(|(moment, at, event)| {
            // A Night's own end still belongs to its chapter, the first turn no more to Dawn's.
            let day = if begun { nights + 1 } else { 0 };
            if let Event::NightOver { .. } = event {
                nights += 1;
            }
            let told = tell::town::town(&tabletop.settings, *moment, event);
            let day = if let Event::TurnBegan { .. } | Event::TurnSkipped { .. } = event {
                begun = true;
                nights + 1
            } else {
                day
            };
            Some(Entry {
                day,
                at: *at,
                told: told?,
            })
        });
    let chapters = Chapters {
        title,
        unknown: "The game has not come that far. This is the newest page.",
    };
    story::history(entries, &chapters, intent)
}

/// What a chapter is called: it is counted by its Night.
pub fn title(chapter: u32) -> String {
    match chapter {
        0 => words::moment(Moment::Dawn),
        1 => "The first turns, and their Night".to_owned(),
        _ => format!("After {}", words::moment(Moment::Night(chapter - 1))),
    }
}
