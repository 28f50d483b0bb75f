//! The settings: what can be typed, and what scales with the Day (F1, F5, F13, F24, H6, H7).

use town_crier::games::salem1692::forum::ForumSettings;
use town_crier::games::salem1692::forum::settings::{parse_length, written};
use town_crier::kernel::game::Settings;
use town_crier::kernel::time::{Length, Time};

use crate::kit::{hours, minutes, settings};

#[test]
fn lengths_are_typed_as_people_write_them() {
    for (text, length) in [
        ("90m", minutes(90)),
        ("24h", hours(24)),
        ("2d", hours(48)),
        ("1h30m", minutes(90)),
        ("45s", Length(45_000)),
        ("1h 30m", minutes(90)),
        ("2500ms", Length(2_500)),
    ] {
        assert_eq!(parse_length(text), Ok(length), "{text}");
    }
    for wrong in [
        "",
        "90",
        "h",
        "1h1h",
        "1m1h",
        "-1h",
        "1.5h",
        "one hour",
        "99999999999999999999h",
        "9999d",
        "1µs",
    ] {
        assert!(parse_length(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_written_can_be_typed() {
    for length in [
        1,
        999,
        2_500,
        60_000,
        5_400_000,
        86_400_000,
        86_460_000,
        1_209_600_000,
    ] {
        assert_eq!(parse_length(&written(Length(length))), Ok(Length(length)));
    }
}

#[test]
fn a_phase_lasts_from_a_minute_to_14_days() {
    for key in ["day", "night", "dawn"] {
        let settings = ForumSettings::default();
        assert!(settings.set(key, "59s").is_err());
        assert!(settings.set(key, "1m").is_ok());
        assert!(settings.set(key, "14d").is_ok());
        assert!(settings.set(key, "14d1s").is_err());
    }
}

#[test]
fn defaults_scale_with_the_day_and_what_is_set_does_not() {
    let usual = settings(&[]);
    assert_eq!(
        (
            usual.dawn(),
            usual.flip_window(),
            usual.shift_window(),
            usual.grace()
        ),
        (hours(12), hours(1), hours(2), minutes(15))
    );
    assert_eq!(usual.reminders(), [hours(6), hours(1)]);
    let long = settings(&[("day", "48h"), ("flip_window", "1h")]);
    assert_eq!(
        (
            long.dawn(),
            long.flip_window(),
            long.shift_window(),
            long.grace()
        ),
        (hours(24), hours(1), hours(4), minutes(30))
    );
    assert_eq!(long.reminders(), [hours(12), hours(2)]);
    let short = settings(&[("day", "1m")]);
    assert_eq!(
        (short.dawn(), short.flip_window(), short.shift_window()),
        (Length(30_000), Length(2_500), Length(5_000))
    );
}

#[test]
fn what_was_set_goes_back_to_the_default_by_that_word() {
    for (key, value) in [
        ("dawn", "1h"),
        ("flip_window", "1h"),
        ("shift_window", "1h"),
        ("reminders", "off"),
        ("grace", "1h"),
    ] {
        let set = settings(&[(key, value)]);
        assert_ne!(set, settings(&[]), "{key}");
        assert_eq!(set.set(key, "default"), Ok(settings(&[])), "{key}");
    }
}

#[test]
fn words_are_taken_in_any_case_and_a_refusal_names_them() {
    let usual = ForumSettings::default();
    assert!(usual.set("dawn_early", "ON").is_ok());
    assert!(usual.set("quiet", "Off").is_ok());
    for (key, word) in [
        ("quiet", "off"),
        ("reminders", "off"),
        ("reminders", "default"),
        ("keep_rooms", "keep"),
        ("dawn", "default"),
        ("grace", "default"),
    ] {
        let why = usual.set(key, "soon").expect_err("no length");
        let why = why.marked();
        assert!(why.contains(&format!("`{word}`")), "{key}: {why}");
    }
}

#[test]
fn f24_the_shift_window_is_at_most_half_a_day() {
    let usual = ForumSettings::default();
    assert!(usual.set("shift_window", "12h").is_ok());
    assert!(usual.set("shift_window", "12h1s").is_err());
    let window = settings(&[("shift_window", "6h")]);
    assert!(window.set("day", "12h").is_ok());
    assert!(window.set("day", "11h").is_err());
}

#[test]
fn f11_the_quiet_time_is_at_most_half_a_day() {
    let usual = ForumSettings::default();
    assert!(usual.set("quiet", "12h").is_ok());
    assert!(usual.set("quiet", "12h1s").is_err());
}

#[test]
fn every_setting_can_be_typed_as_it_is_shown() {
    for base in [
        settings(&[]),
        settings(&[
            ("day", "3d"),
            ("quiet", "1h"),
            ("reminders", "off"),
            ("keep_rooms", "7d"),
            ("chat_invites", "members"),
        ]),
    ] {
        for setting in base.list() {
            let again = base.set(setting.key, &setting.value);
            let shown = again.map(|again| {
                again
                    .list()
                    .into_iter()
                    .find(|other| other.key == setting.key)
            });
            assert_eq!(
                shown.ok().flatten().map(|again| again.value),
                Some(setting.value.clone()),
                "{}",
                setting.key
            );
            assert!(
                !setting.help.is_empty() && setting.help.len() <= 100,
                "{}",
                setting.key
            );
        }
    }
    assert!(
        ForumSettings::default()
            .set("early_end", "all-ready")
            .is_err(),
        "H5 is not offered"
    );
}

#[test]
fn settings_outlive_json() {
    let changed = settings(&[
        ("players", "7"),
        ("dawn_early", "on"),
        ("grace", "0s"),
        ("chat_limit_per", "game"),
    ]);
    let text = serde_json::to_string(&changed).expect("it can be written");
    assert_eq!(
        serde_json::from_str::<ForumSettings>(&text).expect("it can be read"),
        changed
    );
}

#[test]
fn the_timetable_says_when_the_first_phases_are() {
    let times: Vec<Time> = settings(&[("night", "10h")])
        .timetable(Time(0))
        .into_iter()
        .map(|(_, at)| at)
        .collect();
    assert_eq!(
        times,
        [
            Time(0),
            Time(0) + hours(12),
            Time(0) + hours(36),
            Time(0) + hours(46)
        ]
    );
}
