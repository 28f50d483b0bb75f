//! Told to stop (SIGTERM) in the middle of a daybreak: the bot says so, stops within its time, and after the next start the
//! story is the same as if nothing had happened.

use town_crier::kill_point::KillPoint;

use crate::matrix::undisturbed;
use crate::moves::{Edition, Move};
use crate::village::{Kill, Village};

/// Where it is told, one after the other: the daybreak is decided and nothing is told; a right is taken; a part is told; all is
/// told and the rights are still those of the Night.
const TOLD: [KillPoint; 4] = [
    KillPoint::Committed,
    KillPoint::RightsTaken,
    KillPoint::RowSent,
    KillPoint::RoundTold,
];

#[tokio::test(flavor = "multi_thread")]
async fn told_to_stop_in_the_middle_of_a_daybreak_it_stops_and_the_story_is_the_same() {
    let plot = undisturbed(Edition::Forum).await;
    let advance = |made: &Move| matches!(made, Move::Host("/host advance"));
    let daybreak = plot.iter().rposition(|(made, _)| advance(made));
    let daybreak = daybreak.expect("the Night is ended");
    let mut village = Village::new(Edition::Forum).await;
    let log = village.salem.folder.path().join("log");
    for (step, (made, expected)) in plot.iter().enumerate() {
        let kills: Vec<Kill> = TOLD
            .iter()
            .filter(|_| step == daybreak)
            .map(|point| Kill {
                step,
                point: *point,
                at: 1,
                told: true,
            })
            .collect();
        if step == daybreak {
            village.stop().await;
            village.log = Some(log.clone());
        }
        let done = village.play(made, expected, &kills).await;
        let done = done.unwrap_or_else(|finding| panic!("move {step}, {made:?}:\n{finding}"));
        if step == daybreak {
            // What it still does before it has stopped may leave no later point to pass.
            assert_eq!(done.first(), kills.first(), "it was told in the daybreak");
            println!("told at {} of {} points", done.len(), kills.len());
            village.stop_in_order().await;
            let lines = std::fs::read_to_string(&log).expect("the log");
            for words in ["told to stop", "stopped: what was decided is recorded"] {
                assert!(lines.contains(words), "the log does not say {words:?}");
            }
            village.log = None;
        }
    }
    village.stop().await;
    village.salem.end().await;
}
