//! What a host can choose before the start. Two presets set every length of time: `async` for a game by turns over weeks, `live`
//! for an evening.

use serde::{Deserialize, Serialize};

use crate::kernel::game::{self, Setting};
use crate::kernel::text::Text;
use crate::kernel::time::{Length, Time};

use super::super::typed::{grace, or_word, phase, reminders, switch, window, written};

/// The fewest and the most players at a table (T1).
pub const PLAYERS: std::ops::RangeInclusive<u8> = 4..=12;
/// With how many players at most each is dealt two characters (T3).
pub const TWO_CHARACTERS: u8 = 7;

/// The settings of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TabletopSettings {
    /// How many play, 4 to 12 (T1).
    pub players: u8,
    /// How long a turn's clock is (T7).
    pub turn: Length,
    /// How long a choice is open that does not belong to the own turn (T7).
    pub choice_window: Length,
    /// How long the choice of the characters is open (T3).
    pub choose_window: Length,
    /// How long Dawn is (T5).
    pub dawn: Length,
    /// Whether Dawn ends as soon as the coven is unanimous (T5).
    pub dawn_early: bool,
    /// How long the Shift is open (T14).
    pub shift_window: Length,
    /// How long the coven and the Constable have at Night (T15).
    pub night: Length,
    /// Whether that ends as soon as the coven agrees and the Constable has spoken (T15).
    pub night_early: bool,
    /// How long confessions are open (T15).
    pub confess_window: Length,
    /// Whether there are more Witch cards (T1).
    pub hard: bool,
    /// Whether the game is played with the characters of the Town Hall (T3).
    pub characters: bool,
    /// Whether each of up to 7 players keeps one of two characters (T3).
    pub choose_character: bool,
    /// What becomes of the picks of a Conspiracy (T14).
    pub conspiracy: Conspiring,
    /// Whether private chats can be opened at Night (T16).
    pub chats: bool,
    /// How long before a phase ends reminders go out, the longest first (H6).
    pub reminders: Vec<Length>,
    /// Whether silent players are reported to a host who does not play (H6).
    pub report_inactive: bool,
    /// How much time there is after an absence of the Moderator (H7).
    pub grace: Length,
    /// How long the rooms are kept after the end; none: for good.
    pub keep_rooms: Option<Length>,
}

/// What becomes of the picks of a Conspiracy (T14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conspiring {
    /// Each keeps what they took, and sees it.
    Pass,
    /// All that was taken is shuffled and dealt.
    Pool,
}

/// Lengths of time that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    /// By turns, over weeks.
    Async,
    /// Live, in an evening.
    Live,
}

impl Default for TabletopSettings {
    fn default() -> TabletopSettings {
        TabletopSettings {
            players: TWO_CHARACTERS,
            turn: Length::DAY,
            choice_window: Length::HOUR.times(6),
            choose_window: Length::HOUR.times(12),
            dawn: Length::HOUR.times(12),
            dawn_early: false,
            shift_window: Length::HOUR.times(12),
            night: Length::HOUR.times(12),
            night_early: false,
            confess_window: Length::HOUR.times(12),
            hard: false,
            characters: true,
            choose_character: true,
            conspiracy: Conspiring::Pass,
            chats: false,
            reminders: vec![Length::HOUR.times(6), Length::HOUR],
            report_inactive: true,
            grace: Length::MINUTE.times(15),
            keep_rooms: None,
        }
    }
}

impl TabletopSettings {
    /// How many Tryals each player has (T1).
    pub fn tryals_each(&self) -> usize {
        match self.players {
            0..=7 => 5,
            8 | 9 => 4,
            10.. => 3,
        }
    }

    /// How many Witch cards are in the game (T1).
    pub fn witch_cards(&self) -> u8 {
        let few = self.players <= 5;
        match (few, self.hard) {
            (true, false) => 1,
            (true, true) | (false, false) => 2,
            (false, true) => 3,
        }
    }

    /// Whether each player keeps one of two characters (T3).
    pub fn chooses_character(&self) -> bool {
        self.characters && self.choose_character && self.players <= TWO_CHARACTERS
    }

    /// The same settings with every length of a preset.
    #[must_use]
    pub fn with_preset(&self, preset: Preset) -> TabletopSettings {
        let lengths = match preset {
            Preset::Async => TabletopSettings::default(),
            Preset::Live => TabletopSettings {
                turn: Length::MINUTE.times(3),
                choice_window: Length::MINUTE,
                choose_window: Length::MINUTE.times(2),
                // Our ruling: Dawn, grace and reminders, for which the rules name one length alone.
                dawn: Length::MINUTE.times(2),
                shift_window: Length::MINUTE.times(2),
                night: Length::MINUTE.times(2),
                night_early: true,
                confess_window: Length::MINUTE,
                reminders: vec![Length::MINUTE],
                grace: Length::MINUTE,
                ..TabletopSettings::default()
            },
        };
        TabletopSettings {
            players: self.players,
            hard: self.hard,
            characters: self.characters,
            choose_character: self.choose_character,
            conspiracy: self.conspiracy,
            chats: self.chats,
            report_inactive: self.report_inactive,
            keep_rooms: self.keep_rooms,
            ..lengths
        }
    }

    /// The preset whose lengths these are, where they are one's.
    pub fn preset(&self) -> Option<Preset> {
        [Preset::Async, Preset::Live]
            .into_iter()
            .find(|preset| self.with_preset(*preset) == *self)
    }
}

/// The words for a setting, one row for each: key, help, values that can be listed.
const ROWS: [(&str, &str, &[&str]); 20] = [
    (
        "players",
        "How many play, 4 to 12.",
        &["4", "5", "6", "7", "8", "9", "10", "11", "12"],
    ),
    (
        "preset",
        "Sets every length of time: for turns over weeks (async), or for an evening (live).",
        &["async", "live"],
    ),
    (
        "turn",
        "How long a player has for a turn, from 1 minute to 14 days, such as 24h or 3m.",
        &[],
    ),
    (
        "choice_window",
        "How long a choice is open that does not belong to the own turn.",
        &[],
    ),
    (
        "choose_window",
        "How long the choice of the characters is open.",
        &[],
    ),
    ("dawn", "How long Dawn is.", &[]),
    (
        "dawn_early",
        "Whether Dawn ends as soon as the coven agrees.",
        &["on", "off"],
    ),
    (
        "shift_window",
        "How long the picks of a Conspiracy are open.",
        &[],
    ),
    (
        "night",
        "How long the coven and the Constable have at Night.",
        &[],
    ),
    (
        "night_early",
        "Whether that ends as soon as the coven agrees and the Constable has spoken.",
        &["on", "off"],
    ),
    (
        "confess_window",
        "How long confessions are open at Night.",
        &[],
    ),
    (
        "hard",
        "More Witch cards: 2 with 4 or 5 players, 3 from 6 on. It favours the Witches strongly.",
        &["on", "off"],
    ),
    (
        "characters",
        "Whether everybody is a character of the Town Hall, with an ability.",
        &["on", "off"],
    ),
    (
        "choose_character",
        "Whether each of up to 7 players keeps one of two characters.",
        &["on", "off"],
    ),
    (
        "conspiracy",
        "Whether a Tryal that is taken is kept, or all that are taken are shuffled and dealt.",
        &["pass", "pool"],
    ),
    (
        "chats",
        "Whether players can open private chats at Night, two each, for three.",
        &["on", "off"],
    ),
    (
        "reminders",
        "How long before a phase ends reminders go out, such as 6h,1h, or off.",
        &[],
    ),
    (
        "report_inactive",
        "Whether silent players are reported to a host who does not play.",
        &["on", "off"],
    ),
    (
        "grace",
        "How much time there is after the Moderator was away.",
        &[],
    ),
    (
        "keep_rooms",
        "How long the rooms stay after the end, such as 7d, or for good.",
        &[],
    ),
];

impl game::Settings for TabletopSettings {
    fn list(&self) -> Vec<Setting> {
        // A length's default is that of the preset, where the lengths are one's.
        let unset = match self.preset() {
            Some(preset) => TabletopSettings::default().with_preset(preset),
            None => TabletopSettings::default(),
        };
        let default_of = |key| {
            if key == "preset" {
                "async".to_owned()
            } else {
                unset.value(key)
            }
        };
        ROWS.iter()
            .map(|(key, help, values)| Setting {
                key,
                value: self.value(key),
                default: default_of(key),
                help,
                values: values.to_vec(),
            })
            .collect()
    }

    fn set(&self, key: &str, value: &str) -> Result<Self, Text> {
        let mut settings = self.clone();
        let value = value.trim();
        match key {
            "players" => {
                settings.players = value
                    .parse()
                    .ok()
                    .filter(|count| PLAYERS.contains(count))
                    .ok_or("The game seats 4 to 12: give a number from 4 to 12.")?;
            }
            "preset" => {
                let preset = match value {
                    "async" => Preset::Async,
                    "live" => Preset::Live,
                    _ => return Err("Give `async` or `live`.".into()),
                };
                settings = self.with_preset(preset);
            }
            "turn" => settings.turn = phase(value)?,
            "choice_window" => settings.choice_window = window(value)?,
            "choose_window" => settings.choose_window = window(value)?,
            "dawn" => settings.dawn = phase(value)?,
            "dawn_early" => settings.dawn_early = switch(value)?,
            "shift_window" => settings.shift_window = window(value)?,
            "night" => settings.night = phase(value)?,
            "night_early" => settings.night_early = switch(value)?,
            "confess_window" => settings.confess_window = window(value)?,
            "hard" => settings.hard = switch(value)?,
            "characters" => settings.characters = switch(value)?,
            "choose_character" => settings.choose_character = switch(value)?,
            "conspiracy" => {
                settings.conspiracy = match value {
                    "pass" => Conspiring::Pass,
                    "pool" => Conspiring::Pool,
                    _ => return Err("Give `pass` or `pool`.".into()),
                };
            }
            "chats" => settings.chats = switch(value)?,
            "reminders" => settings.reminders = reminders(value)?,
            "report_inactive" => settings.report_inactive = switch(value)?,
            "grace" => settings.grace = grace(value)?,
            "keep_rooms" => {
                settings.keep_rooms = match value {
                    "keep" | "for good" | "off" => None,
                    length => Some(window(length).map_err(|why| or_word(why, "keep"))?),
                };
            }
            _ => {
                let keys: Vec<String> = ROWS.iter().map(|row| format!("`{}`", row.0)).collect();
                let keys = keys.join(", ");
                return Err(format!("There is no such setting. There are {keys}.").into());
            }
        }
        Ok(settings)
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn timetable(&self, start: Time) -> Vec<(String, Time)> {
        let mut table = Vec::new();
        let mut dawn = start;
        if self.chooses_character() {
            table.push(("Town Hall".to_owned(), start));
            dawn = start + self.choose_window;
        }
        table.push(("Dawn".to_owned(), dawn));
        table.push(("The first turn".to_owned(), dawn + self.dawn));
        table
    }
}

impl TabletopSettings {
    /// The value of a setting as it would be typed.
    fn value(&self, key: &str) -> String {
        let on_off = |on: bool| if on { "on" } else { "off" }.to_owned();
        match key {
            "players" => self.players.to_string(),
            "preset" => match self.preset() {
                Some(Preset::Async) => "async".to_owned(),
                Some(Preset::Live) => "live".to_owned(),
                None => "own".to_owned(),
            },
            "turn" => written(self.turn),
            "choice_window" => written(self.choice_window),
            "choose_window" => written(self.choose_window),
            "dawn" => written(self.dawn),
            "dawn_early" => on_off(self.dawn_early),
            "shift_window" => written(self.shift_window),
            "night" => written(self.night),
            "night_early" => on_off(self.night_early),
            "confess_window" => written(self.confess_window),
            "hard" => on_off(self.hard),
            "characters" => on_off(self.characters),
            "choose_character" => on_off(self.choose_character),
            "conspiracy" => match self.conspiracy {
                Conspiring::Pass => "pass".to_owned(),
                Conspiring::Pool => "pool".to_owned(),
            },
            "chats" => on_off(self.chats),
            "reminders" => {
                let all: Vec<_> = self.reminders.iter().copied().map(written).collect();
                if all.is_empty() {
                    "off".to_owned()
                } else {
                    all.join(",")
                }
            }
            "report_inactive" => on_off(self.report_inactive),
            "grace" => written(self.grace),
            "keep_rooms" => self.keep_rooms.map_or_else(|| "keep".to_owned(), written),
            _ => unreachable!("every row of the settings has its value"),
        }
    }
}
