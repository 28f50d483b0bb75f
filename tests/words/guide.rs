//! The guide: complete, within the limits, and each page leads to all others.

use town_crier::games::salem1692::forum::Forum;
use town_crier::games::salem1692::table::CardKind;
use town_crier::kernel::game::Game;
use town_crier::kernel::panel::Row;

use super::sample::plain;

#[test]
fn each_topic_has_a_page_within_the_limits_that_leads_to_all_others() {
    let topics = Forum::topics();
    assert!(topics.len() <= 25, "a menu offers 25");
    for (title, word) in &topics {
        let page = Forum::guide(Some(word));
        let text = plain(&page.text);
        assert!(text.contains(title), "{text}");
        assert!(
            text.encode_utf16().count() < 1_800,
            "{word}: {}",
            text.len()
        );
        let mut offered = Vec::new();
        for row in &page.rows {
            match row {
                Row::Menu(menu) => {
                    assert_eq!(
                        (menu.intent.verb.as_str(), menu.field.as_str()),
                        ("rules", "topic")
                    );
                    let chosen = menu.options.iter().filter(|option| option.chosen);
                    let chosen: Vec<&str> = chosen.map(|option| option.value.as_str()).collect();
                    assert_eq!(chosen, [*word]);
                    offered.extend(menu.options.iter().map(|option| option.value.clone()));
                }
                Row::Buttons(buttons) => {
                    assert!((1..=2).contains(&buttons.len()));
                    for button in buttons {
                        assert_eq!(button.intent.verb, "rules");
                        let topic = button
                            .intent
                            .field("topic")
                            .expect("a button leads to a page");
                        assert!(topics.iter().any(|(_, word)| *word == topic));
                    }
                }
            }
        }
        let words: Vec<&str> = topics.iter().map(|(_, word)| *word).collect();
        assert_eq!(offered, words);
    }
}

#[test]
fn each_kind_of_card_has_a_page_of_its_own() {
    for kind in CardKind::ALL {
        let page = plain(&Forum::guide(Some(kind.word())).text);
        assert!(
            page.starts_with(&format!("📖 **{}**", kind.name())),
            "{page}"
        );
        // Commands write it with an underscore.
        assert_eq!(
            Forum::guide(Some(&kind.word().replace('-', "_"))),
            Forum::guide(Some(kind.word()))
        );
    }
}

#[test]
fn an_unknown_topic_shows_the_first_page() {
    assert_eq!(Forum::guide(Some("dragons")), Forum::guide(None));
}
