//! The terminal as a window on the game: what town, coven, chats and one seat's DM show, in colour.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

use super::stand_in::Shared;
use super::stand_in::acts::Person;
use super::stand_in::world::Id;

/// Whose window it is.
pub struct Show {
    shared: Arc<Shared>,
    watchers: Vec<Person>,
    names: BTreeMap<Id, String>,
    chosen: Id,
    after: u64,
    seen: BTreeSet<(Id, u64)>,
    texts: BTreeMap<Id, String>,
}

/// A room as the window tells it apart.
struct Room {
    name: String,
    colour: &'static str,
    /// Whether what changes in a message is shown as well.
    edits: bool,
}

/// Discord's flag for messages that one person alone sees.
const EPHEMERAL: u64 = 64;
const RESET: &str = "\u{1b}[0m";
const DIM: &str = "\u{1b}[2m";

impl Show {
    /// A window through which one sees what all `watchers` see in rooms, and the DMs of the `chosen` one alone.
    pub fn new(shared: Arc<Shared>, watchers: Vec<Person>, chosen: Id) -> Show {
        let names = watchers
            .iter()
            .map(|person| (person.id(), person.name()))
            .collect();
        Show {
            shared,
            watchers,
            names,
            chosen,
            after: 0,
            seen: BTreeSet::new(),
            texts: BTreeMap::new(),
        }
    }

    /// Prints what happens until `over` says that the curtain has fallen.
    pub async fn run(mut self, mut over: watch::Receiver<bool>) {
        loop {
            let last = *over.borrow_and_update();
            let mut page = Vec::new();
            self.print_new(&mut page);
            let page = String::from_utf8_lossy(&page);
            let page = if in_colour() {
                page.into_owned()
            } else {
                without_colour(&page)
            };
            // A closed terminal is no reason to stop the game.
            let _ = std::io::stdout().lock().write_all(page.as_bytes());
            if last {
                return;
            }
            // A glance ten times a second is as good to the eye as one at every change, and far cheaper.
            let glance = tokio::time::timeout(Duration::from_millis(100), over.changed()).await;
            if glance.is_ok_and(|alive| alive.is_err()) {
                return;
            }
        }
    }

    fn print_new(&mut self, out: &mut impl Write) {
        let mut fresh: Vec<(u64, Id, String, Value)> = Vec::new();
        for watcher in &self.watchers {
            for entry in watcher.feed(self.after) {
                if entry.event == "MESSAGE_CREATE" || entry.event == "MESSAGE_UPDATE" {
                    fresh.push((entry.seq, watcher.id(), entry.event, entry.data));
                }
            }
        }
        fresh.sort_by_key(|(seq, ..)| *seq);
        if let Some((seq, ..)) = fresh.last() {
            self.after = *seq;
        }
        for (_, watcher, event, message) in fresh {
            // What is written into memory cannot fail to be written.
            let _ = self.print_message(out, watcher, &event, &message);
        }
    }

    fn print_message(
        &mut self,
        out: &mut impl Write,
        watcher: Id,
        event: &str,
        message: &Value,
    ) -> std::io::Result<()> {
        let (Some(id), Some(channel)) = (id(&message["id"]), id(&message["channel_id"])) else {
            return Ok(());
        };
        let content = message["content"].as_str().unwrap_or_default();
        let Some(room) = self.room(channel, watcher) else {
            return Ok(());
        };
        if content.is_empty() || !self.seen.insert((id, fingerprint(content))) {
            return Ok(());
        }
        let before = self.texts.insert(id, content.to_owned());
        if event == "MESSAGE_UPDATE" && !room.edits {
            return Ok(());
        }
        let author = message["author"]["global_name"].as_str().unwrap_or("?");
        let bot = message["author"]["bot"] == true;
        // What only one person sees is shown only where that is the chosen one.
        let private = message["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
        if private && watcher != self.chosen {
            return Ok(());
        }
        let known: BTreeSet<&str> = before.iter().flat_map(|text| text.lines()).collect();
        let mut first = true;
        for line in content
            .lines()
            .filter(|line| !line.is_empty() && !known.contains(line))
        {
            let who = match (first, before.is_some(), bot) {
                (true, true, _) => "(edited) ".to_owned(),
                (true, false, true) if private => "(only to this player) ".to_owned(),
                (true, false, false) => format!("{author}: "),
                _ => String::new(),
            };
            let line = plain(line, &self.names);
            writeln!(
                out,
                "{}{:<12}{RESET} {DIM}{who}{RESET}{line}",
                room.colour, room.name
            )?;
            first = false;
        }
        for (name, _) in files(message) {
            writeln!(
                out,
                "{}{:<12}{RESET} {DIM}attached: {name}{RESET}",
                room.colour, room.name
            )?;
        }
        out.flush()
    }

    /// How the window calls a channel; none for what it does not show.
    fn room(&self, channel: Id, watcher: Id) -> Option<Room> {
        let (name, kind, with_chosen) = self.shared.read(|world| {
            let place = world.channels.get(&channel)?;
            Some((place.name.clone(), place.kind, watcher == self.chosen))
        })?;
        let shown = |name: &str, colour, edits| {
            Some(Room {
                name: name.to_owned(),
                colour,
                edits,
            })
        };
        match kind {
            1 if with_chosen => {
                let name = self.names.get(&self.chosen).map_or("?", String::as_str);
                shown(&format!("DM {name}"), "\u{1b}[33m", true)
            }
            12 if name.contains("coven") || name.contains("woods") => {
                shown("coven", "\u{1b}[31m", true)
            }
            12 => shown(&name, "\u{1b}[36m", false),
            0 if name == "general" => shown("general", "\u{1b}[90m", false),
            0 => shown(&name, "\u{1b}[1;32m", false),
            _ => None,
        }
    }
}

/// Whether colours are wanted: on a terminal, unless `NO_COLOR` is set.
fn in_colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

fn without_colour(page: &str) -> String {
    let mut pieces = page.split('\u{1b}');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain.push_str(piece.split_once('m').map_or(piece, |(_, rest)| rest));
    }
    plain
}

fn id(value: &Value) -> Option<Id> {
    value.as_str()?.parse().ok()
}

fn files(message: &Value) -> impl Iterator<Item = (&str, u64)> {
    message["attachments"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|file| {
            (
                file["filename"].as_str().unwrap_or("?"),
                file["size"].as_u64().unwrap_or(0),
            )
        })
}

fn fingerprint(text: &str) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Markdown, mentions and Discord timestamps as a terminal shows them.
fn plain(line: &str, names: &BTreeMap<Id, String>) -> String {
    let mut shown = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(open) = rest.find('<') {
        shown.push_str(&rest[..open]);
        let Some(length) = rest[open..].find('>') else {
            shown.push_str(&rest[open..]);
            rest = "";
            break;
        };
        let token = &rest[open + 1..open + length];
        match token.split_once(':') {
            // Beside an instant the time until then would be stale as soon as it is printed.
            Some(("t", stamp)) if stamp.ends_with(":R") && shown.ends_with('(') => {
                shown.truncate(shown.trim_end_matches('(').trim_end().len());
                rest = &rest[open + length + 1..];
                rest = rest.strip_prefix(')').unwrap_or(rest);
                continue;
            }
            Some(("t", stamp)) => shown.push_str(&instant(stamp)),
            _ => match token.strip_prefix('@').and_then(|user| user.parse().ok()) {
                Some(user) => {
                    let name: Option<&String> = names.get(&user);
                    shown.push('@');
                    shown.push_str(name.map_or("somebody", String::as_str));
                }
                None => shown.push_str(&rest[open..=open + length]),
            },
        }
        rest = &rest[open + length + 1..];
    }
    shown.push_str(rest);
    let shown = shown.replace("**", "").replace('\\', "");
    match shown.trim_start_matches('#') {
        heading if heading.len() < shown.len() => {
            format!("\u{1b}[1m{}{RESET}", heading.trim_start())
        }
        _ => shown,
    }
}

/// A Discord timestamp such as `1767225600:R`, as the time of day in UTC: relative ones would be stale at once here.
fn instant(stamp: &str) -> String {
    let seconds = stamp
        .split(':')
        .next()
        .and_then(|seconds| seconds.parse().ok());
    match seconds.and_then(|seconds| chrono::DateTime::from_timestamp(seconds, 0)) {
        Some(when) => when.format("%d %b %H:%M:%S").to_string(),
        None => stamp.to_owned(),
    }
}
