//! Nothing hangs: whatever a game waits for ends by itself, or is the host's to end, who was told of it; and every game can be
//! ended by its host, and by who manages the server, in any state that it comes to.
//!
//! The rules alone, with the time that the test says. The same with the bot as it is: `tests/e2e`.

mod ends;
mod game;
mod open;

use std::collections::{BTreeMap, BTreeSet};

use town_crier::games::salem1692::forum::Outcome;
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::ids::PlayerId;

use game::{FORUM, Game, HOST, TABLETOP};
use open::{End, Wait};

/// How many games of each edition and table are played.
const GAMES: u64 = 12;

/// A table: edition, players, settings.
type Laid = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// The tables.
const TABLES: [Laid; 8] = [
    (FORUM, "9", &[]),
    (FORUM, "5", &[("role_cards", "on"), ("dawn_early", "on")]),
    (
        FORUM,
        "12",
        &[("role_cards", "on"), ("quiet", "2h"), ("reminders", "off")],
    ),
    (TABLETOP, "4", &[("preset", "live")]),
    (TABLETOP, "7", &[("night_early", "on"), ("chats", "on")]),
    (TABLETOP, "12", &[("hard", "on"), ("dawn_early", "on")]),
    (
        TABLETOP,
        "8",
        &[("conspiracy", "pool"), ("characters", "off")],
    ),
    (
        TABLETOP,
        "12",
        &[("preset", "live"), ("report_inactive", "off")],
    ),
];

/// Every table, with a host who plays now and then.
fn games() -> impl Iterator<Item = Game> {
    TABLES.iter().flat_map(|(edition, players, settings)| {
        (0..GAMES).map(move |number| {
            let host = if number % 3 == 2 { PlayerId(1) } else { HOST };
            Game::begun(edition, players, settings, host, number)
        })
    })
}

#[test]
fn with_nobody_ever_acting_every_game_ends_and_its_host_is_asked_before() {
    let mut outcomes = BTreeMap::new();
    for mut game in games() {
        let outcome = nobody_acts(&mut game, &mut BTreeSet::new());
        *outcomes.entry(format!("{outcome:?}")).or_insert(0) += 1;
    }
    let standstills = outcomes.get("Standstill").copied().unwrap_or(0);
    assert!(standstills > 0, "{outcomes:?}");
}

/// Lets nothing but time pass until the game is over; how it ended. What it waited for meanwhile is added to what was seen.
fn nobody_acts(game: &mut Game, seen: &mut BTreeSet<Wait>) -> Outcome {
    let mut asked = false;
    let mut steps = 0;
    while let Some(due) = game.due() {
        seen.extend(open::check(game).iter().map(|open| open.wait));
        open::desk(game);
        let told = game.tick(due);
        if game.is_paused() {
            let desk = Audience::Room(Room::Desk);
            assert!(
                told.contains(&desk),
                "a game pauses without a word to its host"
            );
            asked = true;
        }
        steps += 1;
        assert!(steps < 3_000, "it goes on and on: {:?}", game.name);
    }
    let outcome = game.outcome();
    let outcome = outcome.expect("it waits for nothing, and so it is over");
    assert!(
        asked || matches!(outcome, Outcome::Won(_)),
        "it ended as {outcome:?}, and the host was not asked"
    );
    outcome
}

#[test]
fn with_one_who_never_acts_every_game_ends_all_the_same() {
    let mut table = Table::default();
    for game in games() {
        table.one_is_silent(game);
    }
    for mut game in games().filter(|game| game.number == 0) {
        nobody_acts(&mut game, &mut table.seen);
    }
    // What is rare comes up in more games of the table at which there is most to come up.
    let (edition, players, settings) = TABLES[5];
    for number in GAMES.. {
        if table.missing().is_empty() {
            break;
        }
        assert!(number < 500, "these never come up: {:?}", table.missing());
        table.one_is_silent(Game::begun(edition, players, settings, HOST, number));
    }
    for wait in &table.seen {
        assert!(Wait::ALL.contains(wait), "{wait:?} is not in the table");
    }
    let by_host = Wait::ALL.iter().filter(|wait| wait.end() == End::Host);
    assert_eq!(by_host.collect::<Vec<_>>(), [&Wait::PausedByHost]);
}

/// What games were found to wait for.
#[derive(Default)]
struct Table {
    seen: BTreeSet<Wait>,
    /// Of which states it was tried that the game can be ended.
    tried: BTreeSet<(bool, BTreeSet<Wait>)>,
}

impl Table {
    /// Everybody acts but for one, until the game is over.
    fn one_is_silent(&mut self, mut game: Game) {
        // One after the other, so that hosts who play, Witches and Constables are among them.
        let silent = PlayerId(1 + game.number % 4);
        let mut steps = 0;
        while !game.is_over() {
            let waits = open::check(&game);
            let kinds: BTreeSet<Wait> = waits.iter().map(|open| open.wait).collect();
            if self.tried.insert((game.host_plays(), kinds.clone())) {
                open::desk(&game);
                ends::check(&game);
            }
            self.seen.extend(kinds);
            game.go_on(|actor| actor != silent);
            steps += 1;
            assert!(steps < 60_000, "it goes on and on: {:?}", game.name);
        }
    }

    fn missing(&self) -> Vec<Wait> {
        let all = Wait::ALL.iter().copied();
        all.filter(|wait| !self.seen.contains(wait)).collect()
    }
}
