//! The settings: presets, bounds, what the rules name for `live`.

use town_crier::games::salem1692::tabletop::{Preset, TabletopSettings};
use town_crier::kernel::game::Settings;

use crate::kit::*;

fn value(settings: &TabletopSettings, key: &str) -> String {
    let list = settings.list();
    let row = list.iter().find(|row| row.key == key).expect("a setting");
    row.value.clone()
}

#[test]
fn every_setting_takes_the_value_that_it_shows() {
    for settings in [settings(&[]), settings(&[("preset", "live")])] {
        for row in settings.list() {
            let again = settings.set(row.key, &row.value);
            assert_eq!(again.as_ref(), Ok(&settings), "{}", row.key);
        }
    }
}

#[test]
fn t07_the_presets_set_every_length() {
    let live = settings(&[("preset", "live")]);
    for (key, wanted) in [
        ("turn", "3m"),
        ("choice_window", "1m"),
        ("choose_window", "2m"),
        ("shift_window", "2m"),
        ("night", "2m"),
        ("night_early", "on"),
        ("confess_window", "1m"),
        ("preset", "live"),
    ] {
        assert_eq!(value(&live, key), wanted, "{key}");
    }
    let slow = live.set("preset", "async").expect("it can be");
    assert_eq!(slow, settings(&[]));
    for (key, wanted) in [
        ("turn", "24h"),
        ("choice_window", "6h"),
        ("choose_window", "12h"),
        ("dawn", "12h"),
        ("shift_window", "12h"),
        ("night", "12h"),
        ("night_early", "off"),
        ("confess_window", "12h"),
        ("grace", "15m"),
        ("reminders", "6h,1h"),
    ] {
        assert_eq!(value(&slow, key), wanted, "{key}");
    }
}

#[test]
fn a_preset_leaves_all_else_and_a_length_of_ones_own_leaves_the_preset() {
    let own = settings(&[("players", "9"), ("hard", "on"), ("preset", "live")]);
    assert_eq!((own.players, own.hard), (9, true));
    assert_eq!(own.preset(), Some(Preset::Live));
    let own = own.set("turn", "5m").expect("it can be");
    assert_eq!(own.preset(), None);
    assert_eq!(value(&own, "preset"), "own");
}

#[test]
fn t01_four_to_twelve_players() {
    let settings = settings(&[]);
    for wrong in ["3", "13", "nine", "-1", ""] {
        assert!(settings.set("players", wrong).is_err(), "{wrong}");
    }
    for right in ["4", "12"] {
        assert!(settings.set("players", right).is_ok(), "{right}");
    }
}

#[test]
fn what_cannot_be_is_refused_with_what_can() {
    let settings = settings(&[]);
    for (key, wrong) in [
        ("turn", "30s"),
        ("turn", "15d"),
        ("choice_window", "0s"),
        ("night_early", "perhaps"),
        ("conspiracy", "deal"),
        ("preset", "fast"),
        ("reminders", "soon"),
        ("keep_rooms", "soon"),
        ("colour", "red"),
    ] {
        let refusal = settings.set(key, wrong);
        assert!(refusal.is_err_and(|text| !text.is_empty()), "{key} {wrong}");
    }
}

#[test]
fn t03_the_timetable_begins_with_town_hall_where_there_is_a_choice() {
    let table = settings(&[]).timetable(START);
    let wanted = [
        ("Town Hall", START),
        ("Dawn", START + hours(12)),
        ("The first turn", START + hours(24)),
    ];
    assert_eq!(table, wanted.map(|(name, at)| (name.to_owned(), at)));
    let table = settings(&[("players", "8")]).timetable(START);
    assert_eq!(table.len(), 2);
}
