//! Whole games on the host: absence at its boundary (H7), restarts on the way, and the record at the end.

use std::collections::{BTreeMap, BTreeSet};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use town_crier::games::audit::audit;
use town_crier::games::{SessionCommand, Stand};
use town_crier::host::{ABSENCE, Refused};
use town_crier::kernel::audience::Room;
use town_crier::kernel::dice::{Seed, hex};
use town_crier::kernel::ids::GameId;
use town_crier::kernel::time::{Length, Time};
use town_crier::store::Address;

use crate::kit::{Disk, HOST, Moderator, START};

/// Nine players at a table, and the game begun.
async fn begun(moderator: &Moderator) -> GameId {
    let game = moderator.open("Salem").await;
    for player in 1..=9 {
        moderator.join(game, player).await.expect("there is room");
    }
    let start = SessionCommand::Start {
        readers: BTreeSet::new(),
    };
    let begun = moderator.interact(game, HOST, start, None).await;
    begun.expect("the table is full");
    game
}

/// Lets the clock show this instant and everything due by then be settled.
async fn settle(moderator: &Moderator, game: GameId, at: Time) {
    moderator.clock.set(at);
    // Nobody can join any more, but whoever tries is answered after what is due.
    let refused = moderator.join(game, 99).await;
    assert!(matches!(refused, Err(Refused::Rule(_))), "{refused:?}");
}

/// A database with a game in its Dawn, whose Moderator was last seen one second before the Dawn's end; that end.
async fn last_seen_at_dawn(disk: &Disk) -> (GameId, Time) {
    let moderator = disk.moderator(START).await;
    let game = begun(&moderator).await;
    let end = START + Length::HOUR.times(12);
    settle(&moderator, game, end - Length::SECOND).await;
    assert_eq!(moderator.due(game), end);
    moderator.close().await;
    (game, end)
}

async fn absences(moderator: &Moderator, game: GameId) -> usize {
    let entries = moderator.host.store().entries(game).await.expect("read");
    let told = |command: &Option<String>| {
        command
            .as_deref()
            .is_some_and(|text| text.contains("\"absence\""))
    };
    entries.iter().filter(|entry| told(&entry.command)).count()
}

#[tokio::test]
async fn h7_two_minutes_are_no_absence_and_the_phase_ended_when_it_was_due() {
    let disk = Disk::new();
    let (game, end) = last_seen_at_dawn(&disk).await;
    let back = end - Length::SECOND + ABSENCE;
    let moderator = disk.moderator(back).await;
    assert_eq!(absences(&moderator, game).await, 0);
    assert_eq!(moderator.instants(game).await.last(), Some(&end));
    assert!(moderator.due(game) > back);
}

#[tokio::test]
async fn h7_a_millisecond_more_is_an_absence_and_the_phase_ends_after_the_grace() {
    let disk = Disk::new();
    let (game, end) = last_seen_at_dawn(&disk).await;
    let back = end - Length::SECOND + ABSENCE + Length(1);
    let moderator = disk.moderator(back).await;
    assert_eq!(absences(&moderator, game).await, 1);
    assert_eq!(moderator.instants(game).await.last(), Some(&back));
    assert_eq!(moderator.due(game), back + Length::MINUTE.times(15));
    moderator.close().await;
    // The next start is no absence, and nothing is told or moved twice.
    let moderator = disk.moderator(back + ABSENCE).await;
    assert_eq!(absences(&moderator, game).await, 1);
    assert_eq!(moderator.due(game), back + Length::MINUTE.times(15));
}

#[tokio::test]
async fn h7_a_lost_session_is_an_absence_after_two_minutes_as_well() {
    for (away, told) in [(ABSENCE, 0), (ABSENCE + Length(1), 1)] {
        let disk = Disk::new();
        let moderator = disk.moderator(START).await;
        let game = begun(&moderator).await;
        let end = START + Length::HOUR.times(12);
        let lost = end - Length::SECOND;
        settle(&moderator, game, lost).await;
        moderator.host.session_lost(lost).await;
        moderator.clock.set(lost + away);
        moderator.host.session_back(lost + away).await;
        assert_eq!(absences(&moderator, game).await, told);
        assert_eq!(
            moderator.due(game) == lost + away + Length::MINUTE.times(15),
            told == 1
        );
        moderator.host.session_back(lost + away).await;
        assert_eq!(absences(&moderator, game).await, told);
    }
}

#[tokio::test]
async fn h7_whoever_is_heard_before_the_return_is_noted_comes_after_the_absence() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = begun(&moderator).await;
    let lost = START + Length::HOUR.times(12) - Length::SECOND;
    settle(&moderator, game, lost).await;
    moderator.host.session_lost(lost).await;
    let heard = lost + Length::HOUR;
    settle(&moderator, game, heard).await;
    assert_eq!(absences(&moderator, game).await, 1);
    assert_eq!(moderator.due(game), heard + Length::MINUTE.times(15));
    moderator.host.session_back(heard + Length::SECOND).await;
    assert_eq!(absences(&moderator, game).await, 1, "told once");
}

#[tokio::test]
async fn every_seat_is_told_its_secrets_at_the_deal() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = begun(&moderator).await;
    let mut told = BTreeMap::new();
    for row in moderator.host.store().outbox(game).await.expect("read") {
        if let Address::Player(player, seat) = row.to {
            assert_eq!(moderator.view(game).session.seat_of(player), Some(seat));
            *told.entry(seat).or_insert(0) += 1;
        }
    }
    assert_eq!(told.len(), 9);
    let counts: BTreeSet<usize> = told.into_values().collect();
    assert_eq!(counts.len(), 1, "not even their number tells seats apart");
}

#[tokio::test]
async fn a_game_left_to_its_clock_ends_with_a_record_that_audits_clean() {
    let disk = Disk::new();
    let mut moderator = disk.moderator(START).await;
    let game = begun(&moderator).await;
    let mut steps = 0;
    while moderator.view(game).session.stand() == Stand::Running {
        settle(&moderator, game, moderator.due(game)).await;
        steps += 1;
        assert!(
            steps < 500,
            "a game whose players sleep comes to an end (H8)"
        );
        if steps % 7 == 0 {
            let (state, now) = (moderator.state(game), moderator.clock.now());
            moderator.close().await;
            moderator = disk.moderator(now).await;
            assert_eq!(moderator.state(game), state);
        }
    }
    assert_eq!(moderator.view(game).session.stand(), Stand::Over);
    let record = moderator.host.record(game).await.expect("it is over");
    assert_eq!(audit(&record).findings, Vec::new());

    let outbox = moderator.host.store().outbox(game).await.expect("read");
    let files: Vec<_> = outbox
        .iter()
        .filter(|row| row.part.file.is_some())
        .collect();
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].to, Address::Room(Room::Town));
    let attached = files[0].part.file.as_ref().map(|file| &file.content);
    assert_eq!(attached, Some(&record));
    alter_each_line(&record);
    forge_each_event(&record);
}

/// Alters one character of each line in turn, here and there in the line, and looks whether that line and no other is named.
fn alter_each_line(record: &str) {
    let lines: Vec<&str> = record.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        let places: Vec<(usize, char)> = line.char_indices().collect();
        let (place, original) = places[index * 7919 % places.len()];
        let other = if original == '0' { '1' } else { '0' };
        let rest = &line[place + original.len_utf8()..];
        let altered = format!("{}{other}{rest}", &line[..place]);
        let mut copy = lines.clone();
        copy[index] = &altered;
        let found = audit(&copy.join("\n")).findings;
        let named: BTreeSet<usize> = found.iter().map(|finding| finding.line).collect();
        assert_eq!(named, BTreeSet::from([index + 1]), "{altered}\n{found:?}");
    }
}

/// Alters a number in each event in turn and ties the whole record together anew, as whoever has read the seed can: deciding
/// everything again finds that line.
fn forge_each_event(record: &str) {
    let bodies: Vec<String> = record.lines().map(without_chain).collect();
    let head: serde_json::Value = serde_json::from_str(&bodies[0]).expect("JSON");
    let seed = Seed::parse(head["seed"].as_str().expect("a text")).expect("a seed");
    assert_eq!(
        chained(&bodies, &seed),
        record,
        "the chain is as documented"
    );
    for (index, body) in bodies.iter().enumerate().skip(1) {
        let event = body.find("\"event\":").expect("an event");
        let Some(digit) = body[event..].find(|c: char| c.is_ascii_digit()) else {
            continue;
        };
        let place = event + digit;
        let other = if &body[place..=place] == "7" {
            "8"
        } else {
            "7"
        };
        let mut forged = bodies.clone();
        forged[index].replace_range(place..=place, other);
        let found = audit(&chained(&forged, &seed)).findings;
        let first = found.first().map(|finding| finding.line);
        assert_eq!(first, Some(index + 1), "{}\n{found:?}", forged[index]);
    }
}

fn without_chain(line: &str) -> String {
    let (body, _) = line.rsplit_once(",\"chain\":").expect("a chain");
    format!("{body}}}")
}

fn chained(bodies: &[String], seed: &Seed) -> String {
    let mut chain = String::new();
    let mut record = String::new();
    for body in bodies {
        let mut mac = Hmac::<Sha256>::new_from_slice(&seed.0).expect("any length is a key");
        mac.update(chain.as_bytes());
        mac.update(body.as_bytes());
        chain = hex(&mac.finalize().into_bytes());
        let open = body.strip_suffix('}').expect("an object");
        record.push_str(&format!("{open},\"chain\":\"{chain}\"}}\n"));
    }
    record
}
