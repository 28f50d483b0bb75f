//! The matrix: which point in which move, game after game until every kill was done.

use std::collections::{BTreeMap, BTreeSet};

use town_crier::host::Clock;
use town_crier::kill_point::KillPoint;

use crate::moves::{Edition, Move, NAME};
use crate::village::{Kill, Village};

/// Set to `whole` for every point in every move.
const EXTENT: &str = "CRASH_MATRIX";
/// In so many games every kill that can be done is done: what a kill takes away from a game's later ones is done in the next.
const GAMES: usize = 12;
/// In how many moves a point is tried, where the matrix is not whole.
const MOVES: usize = 2;

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_at_any_point_loses_nothing_and_doubles_nothing() {
    let (forum, tabletop) = tokio::join!(matrix(Edition::Forum), matrix(Edition::Tabletop));
    let findings: Vec<String> = [forum.findings, tabletop.findings].concat();
    assert!(findings.is_empty(), "{}", findings.join("\n\n"));
    let reached: BTreeSet<KillPoint> = forum.reached.union(&tabletop.reached).copied().collect();
    let all: BTreeSet<KillPoint> = KillPoint::ALL.iter().copied().collect();
    let missed: Vec<_> = all.difference(&reached).collect();
    assert!(missed.is_empty(), "nobody was killed at {missed:?}");
}

/// What came of it.
struct Outcome {
    findings: Vec<String>,
    reached: BTreeSet<KillPoint>,
}

async fn matrix(edition: Edition) -> Outcome {
    let plot = undisturbed(edition).await;
    let mut outcome = Outcome {
        findings: Vec::new(),
        reached: BTreeSet::new(),
    };
    let mut left = kills(edition, &plot).await;
    let (mut games, mut done) = (0, 0);
    while !left.is_empty() && games < GAMES {
        games += 1;
        let mut village = Village::new(edition).await;
        for (step, (made, expected)) in plot.iter().enumerate() {
            let here: Vec<Kill> = left
                .iter()
                .copied()
                .filter(|kill| kill.step == step)
                .collect();
            match village.play(made, expected, &here).await {
                Ok(killed) => {
                    done += killed.len();
                    outcome.reached.extend(killed.iter().map(|kill| kill.point));
                    left.retain(|kill| !killed.contains(kill));
                }
                Err(finding) => {
                    let points: Vec<_> = here
                        .iter()
                        .map(|kill| (kill.point.name(), kill.at))
                        .collect();
                    outcome.findings.push(format!(
                        "{edition:?}, move {step}, {made:?}, killed at some of {points:?}:\n{finding}"
                    ));
                    left.retain(|kill| !here.contains(kill));
                    break;
                }
            }
        }
        village.stop().await;
        village.salem.end().await;
    }
    println!(
        "{edition:?}: {done} kills in {games} games, {} not reached: {left:?}",
        left.len()
    );
    outcome
}

/// The game as it should be: every move, and what stands when it is made.
pub async fn undisturbed(edition: Edition) -> Vec<(Move, Vec<String>)> {
    let mut village = Village::new(edition).await;
    village.salem.clock = Clock::system();
    village.salem.wake().await;
    let mut plot = Vec::new();
    let mut moves = edition.opening();
    for chapter in 0..=edition.chapters() {
        for made in moves {
            match made {
                Move::Dice => {
                    village.salem.sleep().await;
                    village.salem.load_the_dice().await;
                    village.salem.wake().await;
                }
                _ => drop(made.make(&village.salem, &village.players).await),
            }
            village.salem.settle().await;
            village.at_rest().await;
            plot.push((made, village.sight()));
        }
        if chapter == edition.chapters() {
            break;
        }
        let game = village.salem.look_up(NAME, &village.players).await;
        moves = edition.chapter(chapter, &game).await;
    }
    village.salem.end().await;
    plot
}

/// Every kill to be done, in the order in which the points are passed in a game that nobody disturbs.
async fn kills(edition: Edition, plot: &[(Move, Vec<String>)]) -> Vec<Kill> {
    let mut village = Village::new(edition).await;
    let mut passings: BTreeMap<KillPoint, Vec<(usize, usize)>> = BTreeMap::new();
    let mut kills: Vec<(usize, Kill)> = Vec::new();
    for (step, (made, expected)) in plot.iter().enumerate() {
        if let Err(finding) = village.play(made, expected, &[]).await {
            panic!("{edition:?}, move {step}, {made:?}, undisturbed:\n{finding}");
        }
        let passed = village.passed();
        for point in KillPoint::ALL {
            let at: Vec<usize> = (0..passed.len())
                .filter(|at| passed[*at] == *point)
                .collect();
            let Some(first) = at.first() else { continue };
            passings.entry(*point).or_default().push((at.len(), step));
            let mut add = |index: usize, at: usize| {
                let point = *point;
                let told = false;
                let kill = Kill {
                    step,
                    point,
                    at,
                    told,
                };
                kills.push((index, kill));
            };
            add(*first, 1);
            if at.len() > 2 {
                add(at[at.len() / 2], at.len() / 2 + 1);
            }
        }
    }
    village.stop().await;
    village.salem.end().await;
    kills.sort_by_key(|(index, kill)| (kill.step, *index));
    let kills = kills.into_iter().map(|(_, kill)| kill);
    if std::env::var(EXTENT).is_ok_and(|extent| extent == "whole") {
        return kills.collect();
    }
    // Where a point is passed most often, and where it is passed last.
    let chosen = |kill: &Kill| {
        let mut moves = passings[&kill.point].clone();
        let last = moves.last().expect("it is passed").1;
        moves.sort_by_key(|(count, step)| (std::cmp::Reverse(*count), *step));
        let most = moves.iter().map(|(_, step)| *step);
        most.take(MOVES - 1)
            .chain([last])
            .any(|step| step == kill.step)
    };
    kills.filter(chosen).collect()
}
