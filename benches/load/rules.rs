//! The rules alone: whole games a second on one core, and how that grows with the players and the Days.

use town_crier::games::{AnySettings, EDITIONS};
use town_crier::simulation::{Report, Simulation};

use super::table::Row;

/// Games a second that one core should play.
const AIM: f64 = 1000.0;

/// Measures both editions over this many games each, and a quarter as many at each size of the table.
pub fn measure(games: u64) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (edition, title) in EDITIONS {
        let settings = AnySettings::of(edition).expect("a listed edition is known");
        let report = simulate(&settings, games, None)?;
        rows.push(Row::at_least(
            format!("rules alone, {title}, any size"),
            "games/s",
            report.games_per_second,
            AIM,
        ));
        for players in settings.sizes() {
            let report = simulate(&settings, games / 4, Some(players))?;
            rows.push(Row::plain(
                format!("rules alone, {title}, {players} players"),
                "games/s",
                report.games_per_second,
            ));
        }
        for (day, games) in &report.days {
            let seconds = report.seconds_by_day.get(day).copied().unwrap_or_default();
            rows.push(Row::plain(
                format!("rules alone, {title}, {games} games over in Day {day}"),
                "ms each",
                seconds * 1000.0 / *games as f64,
            ));
        }
    }
    Ok(rows)
}

fn simulate(settings: &AnySettings, games: u64, players: Option<usize>) -> anyhow::Result<Report> {
    let simulation = Simulation {
        games,
        seed: 1,
        settings: settings.clone(),
        players,
        records: None,
    };
    simulation.run()
}
