//! Custom ids: what goes in comes out, and nothing else comes out of anything.

use town_crier::discord::components::{Shown, chosen, decode, encode};
use town_crier::discord::render::Names;
use town_crier::kernel::ids::{GameId, PlayerId, Seat};
use town_crier::kernel::intent::Intent;
use town_crier::kernel::panel::{Button, Menu, MenuOption, Panel, Row, Style};

/// A small generator of its own, so that a failure repeats.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn text(&mut self, most: u64) -> String {
        let letters: Vec<char> = "abcz019:&=%~, @é村😀#\\\"".chars().collect();
        (0..self.below(most + 1))
            .map(|_| letters[self.below(letters.len() as u64) as usize])
            .collect()
    }
}

#[test]
fn whatever_is_encoded_decodes_to_the_same() {
    let mut chance = Chance(7);
    let mut fitted = 0;
    for _ in 0..20_000 {
        let game = GameId(chance.below(u64::MAX >> 33) << 20 | chance.below(1 << 20));
        let verb: String = (0..=chance.below(15))
            .map(|_| ['a', 'z', '.'][chance.below(3) as usize])
            .collect();
        let mut intent = Intent::new(&verb);
        for _ in 0..chance.below(4) {
            intent = intent.with(&format!("k{}", chance.text(4)), chance.text(8));
        }
        let Some(id) = encode(game, &intent, None) else {
            continue;
        };
        fitted += 1;
        assert!(id.encode_utf16().count() <= 100);
        assert_eq!(decode(&id), Some((game, intent.clone())), "{id}");
        if let Some(id) = encode(game, &intent, Some("field")) {
            let values = ["2".to_owned(), "5".to_owned()];
            assert_eq!(
                chosen(&id, &values),
                Some((game, intent.with("field", "2,5")))
            );
        }
    }
    assert!(fitted > 10_000);
}

#[test]
fn garbled_and_foreign_ids_are_nobodys() {
    let id = encode(
        GameId(0xabc),
        &Intent::new("play").with("card", "witness").with("p", 77),
        None,
    );
    let id = id.expect("it fits");
    for foreign in [
        "",
        "tc1",
        "tc1:::",
        "other:button",
        "tc2:0000000000000abc:play:",
        "tc1:0000000000000ABC:play:",
        "tc1:0000000000000abc:Play:",
        "tc1:0000000000000abc:play:card",
        "tc1:0000000000000abc:play:a=%zz",
        "tc1:0000000000000abc:play:a=%2",
        "tc1:0000000000000abc:play:b=1&a=2",
        "tc1:0000000000000abc:play:a=1&a=2",
        "tc1:0000000000000abc:play:a=1:f:g",
        "tc1:0000000000000abc:play:a=%41",
        "tc1:0000000000000abc:play:~x",
        "tc1:0000000000000abc:play:a=%FF",
    ] {
        assert_eq!(decode(foreign), None, "{foreign}");
        assert_eq!(chosen(foreign, &[]), None, "{foreign}");
    }
    let mut chance = Chance(3);
    for _ in 0..20_000 {
        let mut garbled: Vec<char> = id.chars().collect();
        for _ in 0..=chance.below(3) {
            let place = chance.below(garbled.len() as u64) as usize;
            match chance.below(3) {
                0 => garbled[place] = ['%', ':', '&', '=', 'é', '~', 'a'][chance.below(7) as usize],
                1 => {
                    garbled.remove(place);
                }
                _ => garbled.insert(place, ['%', ':', '~', '9', '村'][chance.below(5) as usize]),
            }
        }
        let garbled: String = garbled.into_iter().collect();
        if let Some((game, intent)) = decode(&garbled) {
            let again = encode(game, &intent, None).expect("what decodes fits");
            assert!(
                garbled == again
                    || garbled.starts_with(&format!("{again}~"))
                    || garbled.starts_with(&format!("{again}:")),
                "{garbled}"
            );
        }
    }
    assert_eq!(
        chosen(&id, &["1".to_owned()]),
        None,
        "a button chooses nothing"
    );
}

#[test]
fn an_intent_that_is_too_long_has_no_id() {
    assert_eq!(
        encode(
            GameId(1),
            &Intent::new("play").with("x", "y".repeat(80)),
            None
        ),
        None
    );
    assert_eq!(
        encode(GameId(1), &Intent::new("seventeen.letters"), None),
        None
    );
    assert_eq!(encode(GameId(1), &Intent::new(""), None), None);
}

#[test]
fn a_panel_keeps_the_limits_with_the_longest_names() {
    let long = "W".repeat(32);
    let seats: Vec<_> = (0..12)
        .map(|index| (Seat::at(index), PlayerId(index as u64 + 1)))
        .collect();
    let people: Vec<_> = seats
        .iter()
        .map(|(_, player)| (*player, long.as_str()))
        .collect();
    let names = Names::new(&seats, &people);
    let ann = Seat::new(1);
    let options = (1..=12).map(|number| {
        let mut option = MenuOption::new(format!("{0} {0} {0} {0}", Seat::new(number)), number);
        option.detail = Some(format!("{ann} {ann} {ann} {ann}").into());
        option.chosen = true;
        option
    });
    let menu = Menu::one(
        format!("Whom does {ann} name? {ann} {ann} {ann} {ann}"),
        Intent::new("kill").with("p", u32::MAX),
        "target",
        options.collect(),
    );
    let button = Button::new(
        Style::Danger,
        format!("Accuse {ann} and {ann} and {ann}"),
        Intent::new("play").with("target", 1),
    );
    let panel = Panel::say(format!("{ann} ").repeat(200))
        .with(Row::Buttons(vec![button.clone(), button]))
        .with(Row::Menu(menu));
    let body = Shown::new(GameId(9), &names, &panel).body();
    assert!(
        body["content"]
            .as_str()
            .is_some_and(|content| content.encode_utf16().count() <= 2000)
    );
    let buttons = &body["components"][0]["components"];
    assert_ne!(buttons[0]["custom_id"], buttons[1]["custom_id"]);
    assert_eq!(
        decode(buttons[0]["custom_id"].as_str().unwrap_or_default()),
        decode(buttons[1]["custom_id"].as_str().unwrap_or_default())
    );
    assert!(
        buttons[0]["label"]
            .as_str()
            .is_some_and(|label| label.encode_utf16().count() <= 80)
    );
    let menu = &body["components"][1]["components"][0];
    assert!(
        menu["placeholder"]
            .as_str()
            .is_some_and(|text| text.encode_utf16().count() <= 150)
    );
    let options = menu["options"].as_array().expect("a menu has options");
    assert_eq!(options.len(), 12);
    assert!(
        options.iter().all(
            |option| ["label", "description"].iter().all(|key| option[key]
                .as_str()
                .is_some_and(|text| text.encode_utf16().count() <= 100))
        )
    );
    assert_eq!(
        options
            .iter()
            .filter(|option| option["default"] == true)
            .count(),
        1
    );
    let id = menu["custom_id"].as_str().unwrap_or_default();
    let wanted = Intent::new("kill").with("p", u32::MAX).with("target", "3");
    assert_eq!(chosen(id, &["3".to_owned()]), Some((GameId(9), wanted)));
}

#[test]
fn a_button_with_which_something_is_typed_names_the_field() {
    use town_crier::discord::components::is_typed;
    let game = GameId(7);
    let intent = Intent::new("lastwords").with("p", "1f");
    let plain = encode(game, &intent, None).expect("it fits");
    let typing = encode(game, &intent, Some("words")).expect("it fits");
    assert!(!is_typed(&plain) && is_typed(&typing) && !is_typed("lastwords"));
    let words = ["Alas, poor me".to_owned()];
    let typed = intent.clone().with("words", "Alas, poor me");
    assert_eq!(chosen(&typing, &words), Some((game, typed)));
    let button = Button::new(Style::Primary, "Leave last words…", intent).typing("words");
    let panel = Panel::say("…").with(Row::Buttons(vec![button]));
    let shown = Shown::new(game, &Names::default(), &panel).body();
    assert_eq!(shown["components"][0]["components"][0]["custom_id"], typing);
}
