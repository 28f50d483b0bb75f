//! A whole game as its readers see it, to be proofread by anybody: `transcripts/tabletop/*.txt`.
//!
//! Where the words, the rules or the drawn players (`sample`) have changed, look at the difference and write it anew:
//! `TRANSCRIPTS=write cargo test --test words transcripts`.

use std::collections::BTreeMap;

use town_crier::games::salem1692::tabletop::Event;
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::ids::Seat;

use super::super::transcripts::{compare, written};
use super::game::{HOST, Table, play};

#[test]
fn a_game_for_a_live_evening_reads_as_it_did() {
    transcribe(
        "tabletop",
        Table {
            seed: 52,
            players: 7,
            host: HOST,
            changes: &[("preset", "live")],
        },
    );
}

fn transcribe(folder: &str, table: Table) {
    let mut pages: BTreeMap<Audience, String> = BTreeMap::new();
    let mut newcomer: Option<Seat> = None;
    play(table, |told| {
        if let Event::Passed { joined, .. } = told.event {
            newcomer = newcomer.or(joined.first().copied());
        }
        for notice in told.notices {
            let page = pages.entry(notice.audience).or_default();
            let player = |seat| told.tabletop.chair(seat).player;
            page.push_str(&written(player, notice, told.at));
        }
    });
    let newcomer = newcomer.expect("this game has a convert");
    for (name, audience) in [
        ("town", Audience::Room(Room::Town)),
        ("coven", Audience::Room(Room::Coven)),
        ("convert", Audience::Seat(newcomer)),
        ("graveyard", Audience::Room(Room::Graveyard)),
    ] {
        let page = pages.remove(&audience).unwrap_or_default();
        compare(&format!("{folder}/{name}.txt"), &page);
    }
}
