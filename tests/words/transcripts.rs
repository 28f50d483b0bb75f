//! Two whole games as their readers see them, to be proofread by anybody: `transcripts/*/*.txt`.
//!
//! Where the words or the rules have changed, look at the difference and write them anew:
//! `TRANSCRIPTS=write cargo test --test words transcripts`.

use std::collections::BTreeMap;
use std::path::Path;

use town_crier::games::salem1692::forum::Event;
use town_crier::kernel::audience::{Audience, Notice, Room};
use town_crier::kernel::ids::{PlayerId, Seat};
use town_crier::kernel::text::Name;
use town_crier::kernel::time::{Length, Time};

use super::game::play;

const NAMES: [&str; 9] = [
    "Ann", "Bob", "Cal", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy",
];

#[test]
fn a_game_that_the_town_wins_reads_as_it_did() {
    transcribe(39, "town-wins");
}

#[test]
fn a_game_that_the_witches_win_reads_as_it_did() {
    transcribe(32, "witches-win");
}

fn transcribe(seed: u64, folder: &str) {
    let mut pages: BTreeMap<Audience, String> = BTreeMap::new();
    let mut newcomer: Option<Seat> = None;
    play(seed, 9, &[], |told| {
        if let Event::Redistributed { joined, .. } = told.event {
            newcomer = newcomer.or(joined.first().copied());
        }
        for notice in told.notices {
            let page = pages.entry(notice.audience).or_default();
            let player = |seat| told.forum.chair(seat).player;
            page.push_str(&written(player, notice, told.at));
        }
    });
    let newcomer = newcomer.expect("this game has a convert");
    let is_chat = |audience: &&Audience| matches!(audience, Audience::Room(Room::Chat(_)));
    let chat = *pages.keys().find(is_chat).expect("this game has a chat");
    for (name, audience) in [
        ("town", Audience::Room(Room::Town)),
        ("coven", Audience::Room(Room::Coven)),
        ("convert", Audience::Seat(newcomer)),
        ("chat", chat),
        ("graveyard", Audience::Room(Room::Graveyard)),
    ] {
        let page = pages.remove(&audience).unwrap_or_default();
        compare(&format!("{folder}/{name}.txt"), &page);
    }
}

/// A notice as its reader sees it, at its time; `player` says who sits where.
pub fn written(player: impl Fn(Seat) -> PlayerId, notice: &Notice, at: Time) -> String {
    let text = notice.text.render(|name| match name {
        Name::Seat(seat) => name_of(player(seat)),
        Name::Player(player) => name_of(player),
    });
    let text = with_times(&text, at).replace('\n', "\n            ");
    let pinged: Vec<String> = notice
        .ping
        .iter()
        .map(|seat| format!("@{}", name_of(player(*seat))))
        .collect();
    let pinged = if pinged.is_empty() {
        String::new()
    } else {
        format!(" {}", pinged.join(" "))
    };
    format!("[{}] {text}{pinged}\n", clock(at))
}

fn name_of(player: PlayerId) -> String {
    let index = usize::try_from(player.0).expect("small");
    match NAMES.get(index - 1) {
        Some(name) => (*name).to_owned(),
        None => "Sue".to_owned(),
    }
}

/// Discord's timestamps as a reader sees them: `<t:…:F>` as day and hour, `<t:…:R>` as how far away it is.
fn with_times(text: &str, now: Time) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<t:") {
        let (stamp, tail) = after.split_once('>').expect("a timestamp ends");
        let (seconds, form) = stamp.split_once(':').expect("a timestamp has a form");
        let time = Time(seconds.parse::<i64>().expect("seconds") * 1000);
        shown.push_str(before);
        match form {
            "R" => {
                let away = time - Time(now.0 / 1000 * 1000);
                let minutes = Length(away.0.abs() / 60_000 * 60_000);
                let (before, after) = if away < Length::ZERO {
                    ("", " ago")
                } else {
                    ("in ", "")
                };
                shown.push_str(&format!("{before}{minutes}{after}"));
            }
            _ => shown.push_str(&clock(time)),
        }
        rest = tail;
    }
    shown + rest
}

fn clock(time: Time) -> String {
    let time = chrono::DateTime::from_timestamp_millis(time.0).expect("a time of this century");
    time.format("%a %d %H:%M").to_string()
}

/// Compares a transcript with what it was; writes it anew where that is wished.
pub fn compare(file: &str, now: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/words/transcripts")
        .join(file);
    if std::env::var("TRANSCRIPTS").is_ok_and(|wish| wish == "write") {
        std::fs::write(&path, now).expect("the transcript can be written");
    }
    let before = std::fs::read_to_string(&path).expect("the transcript can be read");
    for (number, (was, is)) in (1..).zip(before.lines().zip(now.lines())) {
        assert_eq!(was, is, "{file}, line {number}; see the head of this test");
    }
    assert_eq!(
        before.lines().count(),
        now.lines().count(),
        "{file} has another length"
    );
}
