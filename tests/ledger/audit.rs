//! Records: what is written audits clean, and every alteration is named with its line.

use std::collections::BTreeSet;

use town_crier::games::audit::audit;
use town_crier::host::Refused;
use town_crier::kernel::ids::GameId;
use town_crier::kernel::time::Length;

use crate::kit::{Disk, HOST, Moderator, START, cancel};

async fn closed_sign_up(moderator: &Moderator) -> GameId {
    let game = moderator.open("Salem \"by\" night").await;
    for player in 1..=4 {
        moderator.clock.advance(Length::MINUTE);
        moderator.join(game, player).await.expect("there is room");
    }
    let closed = moderator.interact(game, HOST, cancel(), None).await;
    closed.expect("closed");
    game
}

#[tokio::test]
async fn a_record_audits_clean_and_is_refused_before_the_end() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let running = moderator.open("Running").await;
    let refused = moderator.host.record(running).await;
    assert!(matches!(refused, Err(Refused::Rule(_))), "{refused:?}");
    let game = closed_sign_up(&moderator).await;
    let record = moderator.host.record(game).await.expect("a record");
    let found = audit(&record);
    assert_eq!(found.findings, Vec::new());
    assert_eq!((found.game, found.events), (Some(game), 6));
    assert_eq!(record.lines().count(), 7);
}

#[tokio::test]
async fn every_altered_line_is_named_and_no_other() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = closed_sign_up(&moderator).await;
    let record = moderator.host.record(game).await.expect("a record");
    let lines: Vec<&str> = record.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        for (place, original) in line.char_indices() {
            let other = if original == '0' { "1" } else { "0" };
            let rest = &line[place + original.len_utf8()..];
            for instead in [other, ""] {
                let altered = format!("{}{instead}{rest}", &line[..place]);
                let mut copy = lines.clone();
                copy[index] = &altered;
                let found = audit(&copy.join("\n")).findings;
                let named: BTreeSet<usize> = found.iter().map(|finding| finding.line).collect();
                assert_eq!(
                    named,
                    BTreeSet::from([index + 1]),
                    "line {} at {place}: {altered}\n{found:?}",
                    index + 1
                );
            }
        }
    }
}

#[tokio::test]
async fn lines_left_out_doubled_or_moved_are_found() {
    let disk = Disk::new();
    let moderator = disk.moderator(START).await;
    let game = closed_sign_up(&moderator).await;
    let record = moderator.host.record(game).await.expect("a record");
    let lines: Vec<&str> = record.lines().collect();
    for index in 1..lines.len() {
        let mut without = lines.clone();
        without.remove(index);
        assert!(!audit(&without.join("\n")).holds(), "without {index}");
        let mut doubled = lines.clone();
        doubled.insert(index, lines[index]);
        assert!(!audit(&doubled.join("\n")).holds(), "{index} twice");
        let mut moved = lines.clone();
        moved.swap(index, index - 1);
        assert!(!audit(&moved.join("\n")).holds(), "{index} moved");
    }
}

#[test]
fn whatever_is_audited_is_answered() {
    for text in [
        "",
        "\n",
        "{}",
        "null",
        "town-crier",
        "{\"record\":\"town-crier\"}\n{}",
    ] {
        let found = audit(text).findings;
        assert_eq!(found.first().map(|finding| finding.line), Some(1), "{text}");
    }
}

/// One record of each format that has been written, as it was written then.
const KEPT: [(&str, &str); 3] = [
    (
        "forum, nine players, before role cards",
        include_str!("kept/forum-nine-players.jsonl"),
    ),
    (
        "forum, a house setup, before role cards",
        include_str!("kept/forum-house-setup.jsonl"),
    ),
    ("tabletop", include_str!("kept/tabletop.jsonl")),
];

#[test]
fn records_of_every_format_there_was_still_audit_clean() {
    for (what, record) in KEPT {
        let found = audit(record);
        assert_eq!(found.findings, Vec::new(), "{what}");
        assert!(found.game.is_some() && found.events > 0, "{what}");
    }
}
