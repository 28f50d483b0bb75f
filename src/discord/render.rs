//! Texts as a reader sees them: names made safe, and long texts split.
//!
//! A name is what its bearer typed. It is shown as text and nothing else: no markup, no mention, no link, nothing that
//! turns the line around or hides in it.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::text::{Name, Text};

use super::limits;

/// Visible characters of a name.
const NAME: usize = 32;
/// Visible characters of a name where there is no room for all of them, tried one after the other.
const SHORTER: [usize; 3] = [20, 12, 6];
/// Marks above or below one letter that are left standing.
const MARKS: usize = 2;

/// The names of all who have to do with one game, each safe to show and different from the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    seats: BTreeMap<Seat, String>,
    people: BTreeMap<PlayerId, String>,
    /// Who is called what, as typed: shorter names are made of it.
    typed: Vec<(Option<Seat>, PlayerId, String)>,
}

impl Names {
    /// Names for these seats and these people, by what each typed. Who occurs twice is taken by the first name.
    pub fn new(seats: &[(Seat, PlayerId)], people: &[(PlayerId, &str)]) -> Names {
        let mut typed: Vec<(Option<Seat>, PlayerId, String)> = Vec::new();
        for (seat, player) in seats {
            let found = people.iter().find(|(known, _)| known == player);
            let name = found.map_or("", |(_, name)| name);
            typed.push((Some(*seat), *player, name.to_owned()));
        }
        for (player, name) in people {
            if typed.iter().all(|(_, known, _)| known != player) {
                typed.push((None, *player, (*name).to_owned()));
            }
        }
        Names::within(typed, NAME)
    }

    /// The names with so many visible characters each, and what tells them apart.
    fn within(typed: Vec<(Option<Seat>, PlayerId, String)>, most: usize) -> Names {
        let bearer = |(seat, player, name): &(Option<Seat>, PlayerId, String)| Bearer {
            seat: *seat,
            player: *player,
            label: safe(name, most).unwrap_or_else(|| match seat {
                Some(seat) => format!("Seat {}", seat.number()),
                None => format!("Member {}", tail(*player)),
            }),
        };
        let mut bearers: Vec<Bearer> = typed.iter().map(bearer).collect();
        tell_apart(&mut bearers);
        let mut names = Names {
            typed,
            ..Names::default()
        };
        for bearer in bearers {
            if let Some(seat) = bearer.seat {
                names.seats.insert(seat, bearer.label.clone());
            }
            names.people.insert(bearer.player, bearer.label);
        }
        names
    }

    /// The same names, ever shorter, for where there is no room for whole ones.
    pub fn shorter(&self) -> impl Iterator<Item = Names> + '_ {
        SHORTER
            .iter()
            .map(|most| Names::within(self.typed.clone(), *most))
    }

    /// A name for places that know no markup: labels of buttons, options of menus, names of threads.
    pub fn plain(&self, name: Name) -> String {
        match name {
            Name::Seat(seat) => match self.seats.get(&seat) {
                Some(label) => label.clone(),
                None => format!("Seat {}", seat.number()),
            },
            Name::Player(player) => match self.people.get(&player) {
                Some(label) => label.clone(),
                None => format!("Member {}", tail(player)),
            },
        }
    }

    /// A name for the content of a message.
    pub fn escaped(&self, name: Name) -> String {
        escape(&self.plain(name))
    }

    /// A text as the content of a message, of whatever length.
    pub fn content(&self, text: &Text) -> String {
        text.render(|name| self.escaped(name))
    }

    /// A text as a label of at most `most` characters, on one line. Where it is too long the names in it are shortened first,
    /// for what tells them apart stands at their end.
    pub fn label(&self, text: &Text, most: usize) -> String {
        let line = self.line(text);
        if line.is_empty() {
            return "…".to_owned();
        }
        if limits::length(&line) <= most {
            return line;
        }
        let mut shorter = self.shorter().map(|names| names.line(text));
        let fitting = shorter.find(|line| limits::length(line) <= most);
        fitting.unwrap_or_else(|| limits::cut(&line, most))
    }

    fn line(&self, text: &Text) -> String {
        let rendered = text.render(|name| self.plain(name));
        rendered.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

struct Bearer {
    seat: Option<Seat>,
    player: PlayerId,
    label: String,
}

/// Names that look alike get the seat's number, or the end of the user's id where there is no seat.
fn tell_apart(bearers: &mut [Bearer]) {
    loop {
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        for bearer in bearers.iter() {
            *count.entry(bearer.label.to_lowercase()).or_default() += 1;
        }
        let alike: BTreeSet<String> = count
            .into_iter()
            .filter_map(|(label, count)| (count > 1).then_some(label))
            .collect();
        if alike.is_empty() {
            return;
        }
        for bearer in bearers.iter_mut() {
            if alike.contains(&bearer.label.to_lowercase()) {
                match bearer.seat {
                    Some(seat) => bearer.label += &format!(" ({})", seat.number()),
                    // Short ends of ids can be alike as well, so that each round shows more of it.
                    None => bearer.label += &format!(" (…{})", tail(bearer.player)),
                }
            }
        }
        if bearers.iter().any(|bearer| bearer.label.len() > 1000) {
            return;
        }
    }
}

fn tail(player: PlayerId) -> String {
    let digits = player.to_string();
    digits[digits.len().saturating_sub(4)..].to_owned()
}

/// What can be shown of a typed name: letters in one line, at most `most`; nothing where no letter or digit is left.
fn safe(typed: &str, most: usize) -> Option<String> {
    let mut shown = String::new();
    let mut visible = 0;
    let mut marks = 0;
    for character in typed.chars() {
        let character = if character.is_whitespace() {
            ' '
        } else {
            character
        };
        if hidden(character) || (character == ' ' && (shown.is_empty() || shown.ends_with(' '))) {
            continue;
        }
        if combining(character) {
            marks += 1;
            if shown.is_empty() || marks > MARKS {
                continue;
            }
        } else {
            marks = 0;
            if visible == most {
                // As Discord takes no longer names, only one that is shortened has more.
                if most < NAME {
                    shown.push('…');
                }
                break;
            }
            visible += 1;
        }
        shown.push(character);
    }
    let shown = shown.trim_end();
    if !shown.chars().any(char::is_alphanumeric) {
        return None;
    }
    if shown.chars().any(right_to_left) {
        // Isolated, so that a name written from right to left leaves the rest of its line alone.
        return Some(format!("\u{2068}{shown}\u{2069}"));
    }
    Some(shown.to_owned())
}

/// Characters that are not seen: controls, joiners, marks of direction, fillers, variation selectors, tags, private use.
fn hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{E000}'..='\u{F8FF}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFD}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{10FFFF}')
}

/// Marks that stand above or below a letter and can be piled up.
fn combining(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5BD}' | '\u{610}'..='\u{61A}'
        | '\u{64B}'..='\u{65F}' | '\u{6D6}'..='\u{6ED}' | '\u{E31}' | '\u{E34}'..='\u{E3A}'
        | '\u{E47}'..='\u{E4E}' | '\u{F71}'..='\u{F84}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

fn right_to_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

/// The same text without any meaning to Discord: no markup, mention, emoji code, timestamp or link comes of it.
pub fn escape(plain: &str) -> String {
    let mut escaped = String::with_capacity(plain.len() + 8);
    let mut numbering = true;
    for (index, character) in plain.chars().enumerate() {
        let special = match character {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '[' | ']' | '#' | '@' | ':' | '/'
            | '&' => true,
            // These make a list of what begins a line.
            '-' | '+' => index == 0,
            '.' | ')' => numbering && index > 0,
            _ => false,
        };
        numbering &= character.is_ascii_digit();
        if special {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// The text in parts of at most `most` characters: whole lines where they fit, else cut at a space, else between
/// characters. Nothing is lost but the breaks at which it was cut.
pub fn split(text: &str, most: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    for line in text.split('\n') {
        let mut line = line;
        if !part.is_empty() && limits::length(&part) + 1 + limits::length(line) > most {
            parts.push(std::mem::take(&mut part));
        }
        while limits::length(line) > most {
            let (head, rest) = line.split_at(place_to_cut(line, most));
            parts.push(head.to_owned());
            line = rest.strip_prefix(' ').unwrap_or(rest);
        }
        if !part.is_empty() {
            part.push('\n');
        }
        part.push_str(line);
    }
    parts.push(part);
    // Discord refuses a message of blanks alone.
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Where an overlong line is cut, in bytes: behind the last space of what fits, unless that would leave half of it unused.
fn place_to_cut(line: &str, most: usize) -> usize {
    let mut used = 0;
    let mut end = 0;
    for (index, character) in line.char_indices() {
        used += character.len_utf16();
        if used > most {
            break;
        }
        end = index + character.len_utf8();
    }
    if let Some(space) = line[..end].rfind(' ').filter(|space| *space > end / 2) {
        return space;
    }
    // An escape stays with what it escapes.
    let escapes = line[..end].chars().rev().take_while(|c| *c == '\\').count();
    if escapes % 2 == 1 { end - 1 } else { end }
}
