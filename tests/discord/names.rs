//! Names and texts on their way out: nothing a bearer types means anything to Discord.

use town_crier::discord::limits::length;
use town_crier::discord::render::{Names, escape, split};
use town_crier::kernel::ids::{PlayerId, Seat};
use town_crier::kernel::text::{Name, Text};

fn table(names: &[&str]) -> Names {
    let seats: Vec<_> = (0..names.len())
        .map(|index| (Seat::at(index), PlayerId(1000 + index as u64)))
        .collect();
    let people: Vec<_> = seats
        .iter()
        .zip(names)
        .map(|((_, player), name)| (*player, *name))
        .collect();
    Names::new(&seats, &people)
}

fn shown(name: &str) -> String {
    table(&["Ann", name]).plain(Name::Seat(Seat::new(2)))
}

fn written(name: &str) -> String {
    table(&["Ann", name]).escaped(Name::Seat(Seat::new(2)))
}

#[test]
fn plain_names_stay_as_they_are() {
    assert_eq!(shown("Bob"), "Bob");
    assert_eq!(written("Bob O'Neill"), "Bob O'Neill");
    assert_eq!(shown("Žofie Němcová"), "Žofie Němcová");
    assert_eq!(shown("村正"), "村正");
}

#[test]
fn markup_is_escaped_in_messages_and_left_alone_in_labels() {
    assert_eq!(written("**Bob**_x_"), r"\*\*Bob\*\*\_x\_");
    assert_eq!(written("~~a~~ `b` ||c||"), r"\~\~a\~\~ \`b\` \|\|c\|\|");
    assert_eq!(written("# Bob"), r"\# Bob");
    assert_eq!(written("> Bob"), r"\> Bob");
    assert_eq!(written("- Bob"), r"\- Bob");
    assert_eq!(written("1. Bob"), r"1\. Bob");
    assert_eq!(written(r"a\b"), r"a\\b");
    assert_eq!(shown("**Bob**"), "**Bob**");
}

#[test]
fn mentions_and_links_are_only_text() {
    for name in [
        "@everyone",
        "@here",
        "<@123>",
        "<@&5>",
        "<#77>",
        "<:x:1>",
        "<t:0:R>",
        "https://x.yz/a",
        "[a](b)",
    ] {
        let written = written(name);
        for live in ["<@", "<#", "<:", "<t:", "://", "[a]"] {
            assert!(!written.contains(live), "{name} became {written}");
        }
        assert!(!written.starts_with('@'), "{name} became {written}");
        assert_eq!(written.replace('\\', ""), name);
    }
}

#[test]
fn what_hides_or_turns_the_line_is_taken_out() {
    assert_eq!(shown("B\u{200B}o\u{200D}b\u{2060}"), "Bob");
    assert_eq!(shown("\u{202E}Bob\u{202C}"), "Bob");
    assert_eq!(shown("B\nob\tX"), "B ob X");
    assert_eq!(shown("\u{E000}3\u{E001}Bob"), "3Bob");
    assert_eq!(shown("Bob\u{E0041}"), "Bob");
    assert_eq!(
        shown("B\u{301}\u{302}\u{303}\u{304}\u{305}ob"),
        "B\u{301}\u{302}ob"
    );
}

#[test]
fn names_from_right_to_left_are_isolated() {
    assert_eq!(shown("דוד"), "\u{2068}דוד\u{2069}");
}

#[test]
fn names_without_a_letter_become_the_seat() {
    for name in [
        "",
        "   ",
        "🔥🔥",
        "\u{200B}",
        "???",
        "\u{3164}",
        "\u{2800}\u{2800}",
        "👨‍👩‍👧",
    ] {
        assert_eq!(shown(name), "Seat 2", "for {name:?}");
    }
    assert_eq!(shown("Bob 🔥"), "Bob 🔥");
}

#[test]
fn names_are_cut_to_32_characters() {
    assert_eq!(shown(&"x".repeat(32)), "x".repeat(32));
    assert_eq!(shown(&"x".repeat(33)), "x".repeat(32));
    assert_eq!(shown(&"é".repeat(40)), "é".repeat(32));
}

#[test]
fn names_that_look_alike_get_their_seat() {
    let names = table(&["Ann", "ann", "A\u{200B}nn", "Bob"]);
    let all: Vec<_> = (0..4)
        .map(|index| names.plain(Name::Seat(Seat::at(index))))
        .collect();
    assert_eq!(all, ["Ann (1)", "ann (2)", "Ann (3)", "Bob"]);
}

#[test]
fn a_name_that_poses_as_another_with_its_seat_is_told_apart() {
    let names = table(&["Ann", "Ann", "Ann (1)", "Seat 5", ""]);
    let all: Vec<_> = (0..5)
        .map(|index| names.plain(Name::Seat(Seat::at(index))))
        .collect();
    let mut different = all.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 5, "{all:?}");
}

#[test]
fn people_without_a_seat_have_names_too() {
    let names = Names::new(
        &[(Seat::new(1), PlayerId(1))],
        &[(PlayerId(1), "Ann"), (PlayerId(98_765), "ann")],
    );
    assert_eq!(names.plain(Name::Player(PlayerId(98_765))), "ann (…8765)");
    assert_eq!(names.plain(Name::Player(PlayerId(1))), "Ann (1)");
    assert_eq!(names.plain(Name::Player(PlayerId(31_234))), "Member 1234");
    assert_eq!(names.plain(Name::Seat(Seat::new(7))), "Seat 7");
}

#[test]
fn labels_stand_on_one_line_and_within_their_length() {
    let names = table(&[&"x".repeat(32)]);
    let text = Text::from(format!("{}\naccuses {0}, {0} and {0}", Seat::new(1)));
    let label = names.label(&text, 80);
    assert!(
        length(&label) <= 80 && label.ends_with('…') && !label.contains('\n'),
        "{label}"
    );
    assert_eq!(names.label(&Text::from(""), 80), "…");
}

#[test]
fn long_texts_are_split_at_lines() {
    let text = ["a".repeat(900), "b".repeat(900), "c".repeat(900)].join("\n");
    let parts = split(&text, 2000);
    assert_eq!(parts.len(), 2);
    assert_eq!(parts.join("\n"), text);
    assert_eq!(split("", 2000), Vec::<String>::new());
    assert_eq!(split(&"x".repeat(2000), 2000).len(), 1);
    assert_eq!(split(&"x".repeat(2001), 2000).len(), 2);
}

#[test]
fn an_overlong_line_is_cut_between_characters_and_never_inside_an_escape() {
    let parts = split(&"😀".repeat(2500), 2000);
    assert!(parts.iter().all(|part| length(part) <= 2000));
    assert_eq!(parts.concat(), "😀".repeat(2500));
    let text = escape(&"*".repeat(1500));
    let parts = split(&format!("x{text}"), 2000);
    assert_eq!(parts.concat(), format!("x{text}"));
    for part in &parts[..parts.len() - 1] {
        assert_eq!(part.chars().rev().take_while(|c| *c == '\\').count() % 2, 0);
    }
    let words = "word ".repeat(600);
    assert!(
        split(&words, 2000)
            .iter()
            .all(|part| part.ends_with("word") || part.ends_with("word "))
    );
}

#[test]
fn the_worst_table_fits() {
    let names: Vec<String> = (0..12).map(|index| format!("*{index:_>31}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let names = table(&names);
    let line: String = (1..=12)
        .map(|number| {
            format!(
                "{} has 7/7 marks, Black Cat, Asylum, Piety\n",
                Seat::new(number)
            )
        })
        .collect();
    for part in split(&names.content(&Text::from(line.repeat(4))), 2000) {
        assert!(length(&part) <= 2000);
    }
}
