//! A process that is killed at any moment: what it had acknowledged is there, and the next one starts at once.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use town_crier::kernel::ids::{EventNumber, GameId};
use town_crier::store::Store;

use crate::kit::Disk;
use crate::store::{decision, new_game};

/// By which the test tells the process that it starts what to do.
const CHILD: &str = "TOWN_CRIER_TEST_KILLED_CHILD";
const NAME: &str = "kill::a_killed_process_loses_nothing_and_holds_nobody_up";
const GAME: GameId = GameId(1);

/// The test starts itself as another process, which writes until it is killed.
#[tokio::test]
async fn a_killed_process_loses_nothing_and_holds_nobody_up() {
    if let Some(path) = std::env::var_os(CHILD) {
        return write_for_ever(PathBuf::from(path)).await;
    }
    let disk = Disk::new();
    let mut acknowledged = 0;
    for round in 1..=4 {
        acknowledged = kill_after(&disk, 10 * round);
        let store = disk.store().await;
        let row = store.game(GAME).await.expect("read").expect("there");
        assert!(row.next.0 >= acknowledged, "acknowledged and lost");
        let entries = store.entries(GAME).await.expect("read");
        assert_eq!(entries.len() as u64, row.next.0);
        for (entry, number) in entries.iter().zip(0..) {
            assert_eq!(entry.number, EventNumber(number));
            assert_eq!(entry.event, decision(GAME, number).entries[0].event);
        }
        let told = store.outbox(GAME).await.expect("read");
        assert_eq!(told.len(), entries.len(), "an event and its line are one");
        store.close().await;
    }
    assert!(acknowledged >= 100);
}

/// Starts the other process and kills it after so many acknowledged decisions; answers the number of the next.
fn kill_after(disk: &Disk, decisions: usize) -> u64 {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "--nocapture", NAME])
        .env(CHILD, disk.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let output = BufReader::new(child.stdout.take().expect("piped"));
    let mut recorded = output.lines().filter_map(|line| {
        let line = line.expect("read");
        line.strip_prefix("recorded ")?.parse().ok()
    });
    let mut acknowledged = 0;
    for _ in 0..decisions {
        acknowledged = recorded.next().expect("the other process writes on");
    }
    child.kill().expect("killed");
    child.wait().expect("it is gone");
    // What it said before it died counts as well.
    recorded.fold(acknowledged, u64::max)
}

async fn write_for_ever(path: PathBuf) {
    let store = Store::open(&path).await.expect("it opens at once");
    let mut next = match store.game(GAME).await.expect("read") {
        Some(row) => row.next.0,
        None => {
            let made = store.create_game(new_game(GAME), decision(GAME, 0)).await;
            made.expect("the game is made");
            1
        }
    };
    loop {
        store.append(decision(GAME, next)).await.expect("appended");
        next += 1;
        let mut out = std::io::stdout().lock();
        // The test's name stands on the first line without an end, so every line is begun anew.
        writeln!(out, "\nrecorded {next}").expect("written");
        out.flush().expect("written");
    }
}
