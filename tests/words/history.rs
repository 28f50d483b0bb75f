//! `/history`: the public story again, in pages that fit, and nothing that the town was not told.

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::Forum;
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::intent::{Intent, Offer, Person};
use town_crier::kernel::panel::{Button, Panel, Row};

use super::game::{START, play};
use super::sample::{self, longest};

fn page(forum: &Forum, intent: &Intent) -> Panel {
    let stranger = Person {
        id: PlayerId(1_000),
        manages_server: false,
    };
    match forum.offer(stranger, intent, START) {
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
    for seed in 0..6 {
        let mut town = BTreeSet::new();
        let forum = play(seed, 9, &[], |told| {
            for notice in told.notices {
                if notice.audience == Audience::Room(Room::Town) {
                    town.extend(notice.text.marked().lines().map(str::to_owned));
                }
            }
        });
        let mut panel = page(&forum, &Intent::new("history").with("day", "dawn"));
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
                assert!(town.contains(told), "game {seed}: {told}");
            }
            let Some(later) = button(&panel, "Later") else {
                break;
            };
            let next = page(&forum, &later.intent);
            let back = button(&next, "Earlier").expect("there is a way back");
            assert_eq!(page(&forum, &back.intent), panel);
            panel = next;
            pages += 1;
        }
        assert!(pages > 2, "a game has more than one page");
        // Without a Day it is the newest page.
        assert_eq!(page(&forum, &Intent::new("history")), panel);
    }
}

#[test]
fn a_day_that_has_not_been_is_answered_with_the_newest_page() {
    let forum = sample::table(sample::day());
    for day in ["77", "-1", "soon"] {
        let panel = page(&forum, &Intent::new("history").with("day", day));
        assert!(
            panel.text.marked().contains("has not been"),
            "{:?}",
            panel.text
        );
    }
}

#[test]
fn a_game_without_a_story_says_so() {
    let mut forum = sample::table(sample::day());
    forum.history = Default::default();
    let panel = page(&forum, &Intent::new("history"));
    assert!(panel.rows.is_empty() && !panel.text.is_empty());
}
