//! `/history`: the public story again, in pages that fit, and nothing that the town was not told.

use std::collections::BTreeSet;

use town_crier::games::salem1692::tabletop::Tabletop;
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::intent::{Intent, Offer, Person};
use town_crier::kernel::panel::{Button, Panel, Row};

use super::super::sample::longest;
use super::game::{START, games, play};

fn page(tabletop: &Tabletop, intent: &Intent) -> Panel {
    let stranger = Person {
        id: PlayerId(1_000),
        manages_server: false,
    };
    match tabletop.offer(stranger, intent, START) {
        Offer::Show(panel) => panel,
        other => panic!("{other:?}"),
    }
}

fn button(panel: &Panel, label: &str) -> Option<Button> {
    let rows = panel.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        Row::Menu(_) => None,
    });
    rows.flatten()
        .find(|button| button.label.marked().contains(label))
        .cloned()
}

#[test]
fn f4_every_page_fits_and_all_of_it_has_been_told_to_the_town() {
    for table in games().take(9) {
        let mut town = BTreeSet::new();
        let tabletop = play(table, |told| {
            for notice in told.notices {
                if notice.audience == Audience::Room(Room::Town) {
                    town.extend(notice.text.marked().lines().map(str::to_owned));
                }
            }
        });
        let mut panel = page(&tabletop, &Intent::new("history").with("day", "dawn"));
        let mut pages = 1;
        loop {
            assert!(longest(&panel.text).encode_utf16().count() < 1_900);
            // The first line is the title; each entry begins with its time.
            for line in panel.text.marked().lines().skip(1) {
                let told = match line
                    .strip_prefix("<t:")
                    .and_then(|rest| rest.split_once("> "))
                {
                    Some((_, told)) => told,
                    None => line,
                };
                assert!(town.contains(told), "{table:?}: {told}");
            }
            let Some(later) = button(&panel, "Later") else {
                break;
            };
            let next = page(&tabletop, &later.intent);
            let back = button(&next, "Earlier").expect("there is a way back");
            assert_eq!(page(&tabletop, &back.intent), panel);
            panel = next;
            pages += 1;
        }
        assert!(pages > 2, "a game has more than one page");
        // Without a chapter it is the newest page.
        assert_eq!(page(&tabletop, &Intent::new("history")), panel);
        // A chapter that has not been is answered with the newest page, and a word about it.
        let unknown = page(&tabletop, &Intent::new("history").with("day", "77"));
        assert!(unknown.text.marked().contains("has not come that far"));
    }
}
