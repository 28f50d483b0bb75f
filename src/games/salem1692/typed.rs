//! What people type: lengths of time and switches of a host in settings, cards of a player.

use crate::games::salem1692::table::{Card, CardKind};
use crate::kernel::text::Text;
use crate::kernel::time::Length;

const SHORTEST_PHASE: Length = Length::MINUTE;
const LONGEST_PHASE: Length = Length(14 * Length::DAY.0);

const UNITS: [(&str, i64); 5] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1_000),
    ("ms", 1),
];

/// A length as it would be typed, such as `1h30m`.
pub fn written(length: Length) -> String {
    // 24 hours and the like read better in hours.
    let units = if length.0 <= Length::DAY.0 {
        &UNITS[1..]
    } else {
        &UNITS[..]
    };
    let mut rest = length.0;
    let mut text = String::new();
    for (unit, size) in units {
        if rest >= *size {
            text.push_str(&format!("{}{unit}", rest / size));
            rest %= size;
        }
    }
    if text.is_empty() {
        "0s".to_owned()
    } else {
        text
    }
}

/// The length that is typed as `90m`, `24h`, `2d`, `1h30m` or `45s`.
///
/// # Errors
/// How to write one.
pub fn parse_length(text: &str) -> Result<Length, Text> {
    let wrong =
        || Text::from("Give a length of time such as `90m`, `24h`, `2d`, `1h30m` or `45s`.");
    let text: String = text.chars().filter(|c| *c != ' ').collect();
    let mut rest = text.as_str();
    let mut total: i64 = 0;
    let mut last = i64::MAX;
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, after) = rest.split_at(digits);
        let letters = after.len()
            - after
                .trim_start_matches(|c: char| c.is_ascii_alphabetic())
                .len();
        let (unit, after) = after.split_at(letters);
        let number: i64 = number.parse().map_err(|_| wrong())?;
        let found = UNITS
            .iter()
            .find(|(word, _)| unit.eq_ignore_ascii_case(word));
        let size = found
            .map(|(_, size)| *size)
            .filter(|size| *size < last)
            .ok_or_else(wrong)?;
        last = size;
        total = number
            .checked_mul(size)
            .and_then(|part| total.checked_add(part))
            .filter(|total| *total <= Length::DAY.times(365).0)
            .ok_or_else(|| Text::from("That is too long: a year is the most."))?;
        rest = after;
    }
    Ok(Length(total))
}

/// The length of a phase: from a minute to 14 days.
///
/// # Errors
/// What is wrong with it.
pub fn phase(text: &str) -> Result<Length, Text> {
    let length = parse_length(text)?;
    if (SHORTEST_PHASE..=LONGEST_PHASE).contains(&length) {
        Ok(length)
    } else {
        Err("A phase lasts from 1 minute to 14 days.".into())
    }
}

/// The length of a window: a second at least.
///
/// # Errors
/// What is wrong with it.
pub fn window(text: &str) -> Result<Length, Text> {
    let length = parse_length(text)?;
    if length >= Length::SECOND {
        Ok(length)
    } else {
        Err("That is too short: give at least one second.".into())
    }
}

/// The time there is after an absence (H7): a day at most.
///
/// # Errors
/// What is wrong with it.
pub fn grace(text: &str) -> Result<Length, Text> {
    let length = parse_length(text)?;
    if length <= Length::DAY {
        Ok(length)
    } else {
        Err("Give at most one day.".into())
    }
}

/// How long before a phase ends reminders go out, as in `6h,1h`, or `off`; the longest first (H6).
///
/// # Errors
/// What is wrong with it.
pub fn reminders(text: &str) -> Result<Vec<Length>, Text> {
    if text == "off" {
        return Ok(Vec::new());
    }
    let lengths = text.split(',').map(window).collect::<Result<Vec<_>, _>>();
    let mut lengths = lengths.map_err(|why| or_word(why, "off"))?;
    lengths.sort_unstable_by(|one, other| other.cmp(one));
    lengths.dedup();
    if lengths.len() <= 5 {
        Ok(lengths)
    } else {
        Err("Give at most five reminders.".into())
    }
}

/// `on` or `off`.
///
/// # Errors
/// That it is neither.
pub fn switch(text: &str) -> Result<bool, Text> {
    match text {
        "on" | "yes" | "true" => Ok(true),
        "off" | "no" | "false" => Ok(false),
        _ => Err("Give `on` or `off`.".into()),
    }
}

/// A refusal of what was typed, and the word that could be typed as well.
pub fn or_word(mut why: Text, word: &str) -> Text {
    why.line(format!("Or give `{word}`."));
    why
}

/// The cards that are named, by copy or by kind.
pub fn chosen_cards(lying: &[Card], typed: &str) -> Result<Vec<Card>, Text> {
    let mut cards: Vec<Card> = Vec::new();
    for word in typed.split([',', ' ']).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase().replace('_', "-");
        let card = word.parse::<Card>().ok().or_else(|| {
            let kind: CardKind = word.parse().ok()?;
            let free = lying.iter().copied();
            let free = free.filter(|card| card.kind == kind && !cards.contains(card));
            Some(free.min().unwrap_or(Card::new(kind, 1)))
        });
        cards.push(card.ok_or_else(|| Text::from("There is no such card."))?);
    }
    Ok(cards)
}
