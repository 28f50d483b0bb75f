//! `/history`: the public story told again, page by page, in the words in which the town was told. It opens no secret, for
//! it says nothing that `tell::town` does not say.

use crate::games::salem1692::story::{self, Chapters, Entry};
use crate::kernel::intent::Intent;
use crate::kernel::panel::Panel;

use super::{Forum, Moment, tell, words};

/// A page of the public story: the `day` that is asked for (0 is Dawn), its `page` from 1; the newest where nothing is asked.
pub fn history(forum: &Forum, intent: &Intent) -> Panel {
    let mut current = 0;
    let entries = forum
        .history
        .chronicle
        .iter()
        .filter_map(|(moment, at, event)| {
            let told = tell::town::town(&forum.settings, *moment, event)?;
            current = match moment {
                Moment::Setup | Moment::Dawn => 0,
                // A Day and the Night after it are one Day's story.
                Moment::Day(number) | Moment::Night(number) => *number,
                // The end belongs to the Day it came in.
                Moment::Over => current,
            };
            Some(Entry {
                day: current,
                at: *at,
                told,
            })
        });
    let chapters = Chapters {
        title,
        unknown: "That Day has not been in this game. This is the newest page.",
    };
    story::history(entries, &chapters, intent)
}

fn title(day: u32) -> String {
    match day {
        0 => words::moment(Moment::Dawn),
        _ => format!("{} and its Night", words::moment(Moment::Day(day))),
    }
}
