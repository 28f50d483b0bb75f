//! What a host can choose before the start. Defaults that are not set scale with the length of the Day; what is set does not.

use serde::{Deserialize, Serialize};

use crate::kernel::game::{self, Setting};
use crate::kernel::text::Text;
use crate::kernel::time::{Length, Time};

use super::super::typed::{grace, or_word, phase, reminders, switch, window};
pub use super::super::typed::{parse_length, written};

/// The fewest and the most players at a table (F1).
pub const PLAYERS: std::ops::RangeInclusive<u8> = 5..=12;
/// The edition's own number of players (F1).
pub const EDITION_PLAYERS: u8 = 9;

/// The settings of a game. `None` in a length means the default, which is the ruling's for a Day of 24 hours and scales with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ForumSettings {
    /// How many play, 5 to 12 (F1).
    pub players: u8,
    /// How long a Day is.
    pub day: Length,
    /// How long a Night is.
    pub night: Length,
    /// How long Dawn is (F5): 12 h.
    pub dawn: Option<Length>,
    /// Whether Dawn ends as soon as the coven is unanimous (F5).
    pub dawn_early: bool,
    /// For how long after the deal no card can be played (F11).
    pub quiet: Length,
    /// How long a chooser has at most for a flip (F13): 1 h.
    pub flip_window: Option<Length>,
    /// How long the Shift is open (F26): 2 h; at most half a Day.
    pub shift_window: Option<Length>,
    /// Whether the coven may name one of its own for the kill (F29).
    pub coven_may_target_coven: bool,
    /// Whether daybreak tells who was guarded (F32).
    pub announce_guard: bool,
    /// How many chats a player may open (F38).
    pub chats_per_player: u8,
    /// For how long that limit counts (F38).
    pub chat_limit_per: ChatLimit,
    /// Who may bring somebody into a chat (F39).
    pub chat_invites: ChatInvites,
    /// Whether each player has a character with an ability (T32). Where it is off a record leaves it unsaid, as older ones do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub role_cards: bool,
    /// How long before a phase ends reminders go out, the longest first (H6): 6 h and 1 h.
    pub reminders: Option<Vec<Length>>,
    /// Whether silent players are reported to a host who does not play (H6).
    pub report_inactive: bool,
    /// How much time there is after an absence of the Moderator (H7): 15 min.
    pub grace: Option<Length>,
    /// How long the rooms are kept after the end; none: for good.
    pub keep_rooms: Option<Length>,
}

/// For how long the limit on opening chats counts (F38).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatLimit {
    /// So many a Night.
    Night,
    /// So many in the whole game.
    Game,
}

/// Who may bring somebody into a chat (F39).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatInvites {
    /// Who opened it.
    Opener,
    /// Any living member.
    Members,
}

impl Default for ForumSettings {
    fn default() -> ForumSettings {
        ForumSettings {
            players: EDITION_PLAYERS,
            day: Length::DAY,
            night: Length::DAY,
            dawn: None,
            dawn_early: false,
            quiet: Length::ZERO,
            flip_window: None,
            shift_window: None,
            coven_may_target_coven: false,
            announce_guard: false,
            chats_per_player: 2,
            chat_limit_per: ChatLimit::Night,
            chat_invites: ChatInvites::Opener,
            role_cards: false,
            reminders: None,
            report_inactive: true,
            grace: None,
            keep_rooms: None,
        }
    }
}

impl ForumSettings {
    /// How long Dawn is (F5).
    pub fn dawn(&self) -> Length {
        self.dawn
            .unwrap_or_else(|| self.scaled(Length::HOUR.times(12)))
    }

    /// How long a chooser has at most for a flip (F13).
    pub fn flip_window(&self) -> Length {
        self.flip_window
            .unwrap_or_else(|| self.scaled(Length::HOUR))
    }

    /// How long the Shift is open (F26).
    pub fn shift_window(&self) -> Length {
        self.shift_window
            .unwrap_or_else(|| self.scaled(Length::HOUR.times(2)))
    }

    /// How long before a phase ends reminders go out, the longest first (H6).
    pub fn reminders(&self) -> Vec<Length> {
        match &self.reminders {
            Some(set) => set.clone(),
            None => vec![
                self.scaled(Length::HOUR.times(6)),
                self.scaled(Length::HOUR),
            ],
        }
    }

    /// How much time there is after an absence of the Moderator (H7).
    pub fn grace(&self) -> Length {
        self.grace
            .unwrap_or_else(|| self.scaled(Length::MINUTE.times(15)))
    }

    /// How many Witch cards are in the game (F1).
    pub fn witch_cards(&self) -> u8 {
        if self.players <= 5 { 1 } else { 2 }
    }

    /// Whether the table is another one than the edition's own (F1).
    pub fn is_house_setup(&self) -> bool {
        self.players != EDITION_PLAYERS
    }

    /// A default that is right for a Day of 24 hours, for this Day.
    fn scaled(&self, length: Length) -> Length {
        length.share(self.day.0, Length::DAY.0)
    }

    /// What must hold between the settings.
    fn check(self) -> Result<Self, Text> {
        let half = self.day.share(1, 2);
        if self.shift_window() > half {
            return Err(Text::from(format!(
                "The Shift may be open for at most half a Day, which would be {}. Make `shift_window` shorter, or `day` longer.",
                written(half)
            )));
        }
        if self.quiet > half {
            return Err(Text::from(format!(
                "The quiet time may be at most half a Day, which would be {}. Make `quiet` shorter, or `day` longer.",
                written(half)
            )));
        }
        Ok(self)
    }
}

/// The words for a setting, one row for each: key, help, values that can be listed.
const ROWS: [(&str, &str, &[&str]); 18] = [
    (
        "players",
        "How many play: 9 is the edition, 5 to 12 are house setups.",
        &["5", "6", "7", "8", "9", "10", "11", "12"],
    ),
    (
        "day",
        "How long a Day is, from 1 minute to 14 days, such as 24h or 1d12h.",
        &[],
    ),
    (
        "night",
        "How long a Night is, from 1 minute to 14 days.",
        &[],
    ),
    ("dawn", "How long Dawn is; by `default` half a Day.", &[]),
    (
        "dawn_early",
        "Whether Dawn ends as soon as the coven agrees.",
        &["on", "off"],
    ),
    (
        "quiet",
        "For how long after the deal no card can be played, such as 30m, or off.",
        &[],
    ),
    (
        "flip_window",
        "How long a player has to choose a flip; by `default` 1/24 of a Day.",
        &[],
    ),
    (
        "shift_window",
        "How long the Shift is open, at most half a Day; by `default` 1/12 of it.",
        &[],
    ),
    (
        "coven_may_target_coven",
        "Whether the coven may name one of its own at Night.",
        &["on", "off"],
    ),
    (
        "announce_guard",
        "Whether daybreak tells who was guarded, never by whom.",
        &["on", "off"],
    ),
    (
        "chats_per_player",
        "How many private chats a player may open.",
        &["0", "1", "2", "3", "4", "5"],
    ),
    (
        "chat_limit_per",
        "Whether that limit counts for each Night or for the whole game.",
        &["night", "game"],
    ),
    (
        "chat_invites",
        "Who may bring somebody into a chat: its opener, or any living member.",
        &["opener", "members"],
    ),
    (
        "role_cards",
        "Whether each player gets a character with an ability; not for a first game.",
        &["on", "off"],
    ),
    (
        "reminders",
        "How long before a phase ends reminders go out, such as 6h,1h, or off, or by `default`.",
        &[],
    ),
    (
        "report_inactive",
        "Whether silent players are reported to a host who does not play.",
        &["on", "off"],
    ),
    (
        "grace",
        "How much time there is after the Moderator was away; by `default` 1/96 of a Day.",
        &[],
    ),
    (
        "keep_rooms",
        "How long the rooms stay after the end, such as 7d, or keep: for good.",
        &[],
    ),
];

impl game::Settings for ForumSettings {
    fn list(&self) -> Vec<Setting> {
        // What is not set shows what it is for this Day, so its default is that, too.
        let unset = ForumSettings {
            day: self.day,
            ..ForumSettings::default()
        };
        let default_of = |key| {
            if key == "day" {
                "24h".to_owned()
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
        let value = value.trim().to_lowercase();
        let value = value.as_str();
        match key {
            "players" => {
                settings.players = value.parse().ok().filter(|count| PLAYERS.contains(count)).ok_or(
                    "The edition seats 9. A house setup seats 5 to 12: give a number from 5 to 12.",
                )?;
            }
            "day" => settings.day = phase(value)?,
            "night" => settings.night = phase(value)?,
            "dawn" => settings.dawn = unless_default(value, phase)?,
            "dawn_early" => settings.dawn_early = switch(value)?,
            "quiet" => {
                settings.quiet = match value {
                    "off" => Length::ZERO,
                    _ => parse_length(value).map_err(|why| or_word(why, "off"))?,
                };
            }
            "flip_window" => settings.flip_window = unless_default(value, window)?,
            "shift_window" => settings.shift_window = unless_default(value, window)?,
            "coven_may_target_coven" => settings.coven_may_target_coven = switch(value)?,
            "announce_guard" => settings.announce_guard = switch(value)?,
            "chats_per_player" => {
                settings.chats_per_player = value
                    .parse()
                    .ok()
                    .filter(|count| *count <= 5)
                    .ok_or("Give a number of chats from 0 to 5.")?;
            }
            "chat_limit_per" => {
                settings.chat_limit_per = match value {
                    "night" => ChatLimit::Night,
                    "game" => ChatLimit::Game,
                    _ => return Err("Give `night` or `game`.".into()),
                };
            }
            "chat_invites" => {
                settings.chat_invites = match value {
                    "opener" => ChatInvites::Opener,
                    "members" => ChatInvites::Members,
                    _ => return Err("Give `opener` or `members`.".into()),
                };
            }
            "reminders" => settings.reminders = unless_default(value, reminders)?,
            "role_cards" => settings.role_cards = switch(value)?,
            "report_inactive" => settings.report_inactive = switch(value)?,
            "grace" => settings.grace = unless_default(value, grace)?,
            "keep_rooms" => {
                settings.keep_rooms = match value {
                    "keep" | "for good" | "off" => None,
                    _ => Some(window(value).map_err(|why| or_word(why, "keep"))?),
                };
            }
            _ => {
                let keys: Vec<_> = ROWS.iter().map(|(key, ..)| format!("`{key}`")).collect();
                let keys = keys.join(", ");
                return Err(format!("There is no such setting. There are {keys}.").into());
            }
        }
        settings.check()
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn timetable(&self, start: Time) -> Vec<(String, Time)> {
        let first_day = start + self.dawn();
        let first_night = first_day + self.day;
        vec![
            ("Dawn".to_owned(), start),
            ("Day 1".to_owned(), first_day),
            ("Night 1".to_owned(), first_night),
            ("Day 2".to_owned(), first_night + self.night),
        ]
    }
}

impl ForumSettings {
    /// The value of a setting as it would be typed.
    fn value(&self, key: &str) -> String {
        let on_off = |on: bool| if on { "on" } else { "off" }.to_owned();
        match key {
            "players" => self.players.to_string(),
            "day" => written(self.day),
            "night" => written(self.night),
            "dawn" => written(self.dawn()),
            "dawn_early" => on_off(self.dawn_early),
            "quiet" if self.quiet == Length::ZERO => "off".to_owned(),
            "quiet" => written(self.quiet),
            "flip_window" => written(self.flip_window()),
            "shift_window" => written(self.shift_window()),
            "coven_may_target_coven" => on_off(self.coven_may_target_coven),
            "announce_guard" => on_off(self.announce_guard),
            "chats_per_player" => self.chats_per_player.to_string(),
            "chat_limit_per" => match self.chat_limit_per {
                ChatLimit::Night => "night".to_owned(),
                ChatLimit::Game => "game".to_owned(),
            },
            "chat_invites" => match self.chat_invites {
                ChatInvites::Opener => "opener".to_owned(),
                ChatInvites::Members => "members".to_owned(),
            },
            "role_cards" => on_off(self.role_cards),
            "reminders" => {
                let all: Vec<_> = self.reminders().into_iter().map(written).collect();
                if all.is_empty() {
                    "off".to_owned()
                } else {
                    all.join(",")
                }
            }
            "report_inactive" => on_off(self.report_inactive),
            "grace" => written(self.grace()),
            "keep_rooms" => self.keep_rooms.map_or_else(|| "keep".to_owned(), written),
            _ => unreachable!("every row of the settings has its value"),
        }
    }
}

/// What is typed, or none for the word `default`: what the ruling has, scaled with the Day.
fn unless_default<T>(text: &str, read: fn(&str) -> Result<T, Text>) -> Result<Option<T>, Text> {
    if text == "default" {
        return Ok(None);
    }
    read(text).map(Some).map_err(|why| or_word(why, "default"))
}
