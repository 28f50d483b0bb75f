//! The guides: complete, within the limits, and each page leads to all others.

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::Forum;
use town_crier::games::salem1692::table::{CardKind, Character};
use town_crier::games::salem1692::tabletop::Tabletop;
use town_crier::kernel::game::Game;
use town_crier::kernel::panel::Row;

use super::sample::plain;

#[test]
fn each_topic_has_a_page_within_the_limits_that_leads_to_all_others() {
    each_page_fits_and_leads_on::<Forum>();
    each_page_fits_and_leads_on::<Tabletop>();
}

fn each_page_fits_and_leads_on<G: Game>() {
    let topics = G::topics();
    let words: BTreeSet<&str> = topics.iter().map(|(_, word)| *word).collect();
    assert_eq!(words.len(), topics.len(), "each word stands for one page");
    let mut reached = BTreeSet::new();
    for (title, word) in &topics {
        let page = G::guide(Some(word));
        let text = plain(&page.text);
        assert!(text.starts_with(&format!("📖 **{title}**\n")), "{text}");
        let length = text.encode_utf16().count();
        assert!(length < 1_800, "{word}: {length}");
        assert!(page.rows.len() <= 3, "{word}");
        for row in &page.rows {
            match row {
                Row::Menu(menu) => {
                    let leads = (menu.intent.verb.as_str(), menu.field.as_str());
                    assert_eq!(leads, ("rules", "topic"));
                    assert_eq!(menu.intent.field("edition"), Some(G::EDITION));
                    assert!((1..=25).contains(&menu.options.len()), "a menu offers 25");
                    let chosen = menu.options.iter().filter(|option| option.chosen);
                    assert!(chosen.count() <= 1);
                    reached.extend(menu.options.iter().map(|option| option.value.clone()));
                }
                Row::Buttons(buttons) => {
                    assert!((1..=2).contains(&buttons.len()));
                    for button in buttons {
                        assert_eq!(button.intent.verb, "rules");
                        let topic = button
                            .intent
                            .field("topic")
                            .expect("a button leads to a page");
                        assert!(words.contains(topic));
                    }
                }
            }
        }
        // Each page shows on its menus where one is.
        let chosen = page.rows.iter().any(|row| match row {
            Row::Menu(menu) => menu
                .options
                .iter()
                .any(|option| option.chosen && option.value == *word),
            Row::Buttons(_) => false,
        });
        assert!(chosen, "{word}");
    }
    let reached: BTreeSet<&str> = reached.iter().map(String::as_str).collect();
    assert_eq!(reached, words);
}

#[test]
fn each_kind_of_card_has_a_page_of_its_own() {
    for kind in CardKind::ALL {
        for guide in [Forum::guide, Tabletop::guide] {
            let page = plain(&guide(Some(kind.word())).text);
            let title = format!("📖 **{}**", kind.name());
            assert!(page.starts_with(&title), "{page}");
            // Commands write it with an underscore.
            assert_eq!(
                guide(Some(&kind.word().replace('-', "_"))),
                guide(Some(kind.word()))
            );
        }
    }
}

#[test]
fn t3_each_character_has_a_page_of_its_own() {
    for character in Character::ALL {
        let page = plain(&Tabletop::guide(Some(character.word())).text);
        assert!(page.starts_with(&format!("📖 **{character}**")), "{page}");
        assert_eq!(
            Tabletop::guide(Some(character.name())),
            Tabletop::guide(Some(character.word()))
        );
    }
}

#[test]
fn an_unknown_topic_shows_the_first_page() {
    assert_eq!(Forum::guide(Some("dragons")), Forum::guide(None));
    assert_eq!(Tabletop::guide(Some("dragons")), Tabletop::guide(None));
}
