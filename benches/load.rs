//! How Town Crier holds under load: one table. `cargo bench` measures all of it, `cargo bench -- rules`, `-- live` or `-- days`
//! a part, and with `LOAD=small` less of everything.

#[path = "load/copies.rs"]
mod copies;
#[path = "load/days.rs"]
mod days;
#[path = "load/live.rs"]
mod live;
#[path = "load/press.rs"]
mod press;
#[path = "load/processes.rs"]
mod processes;
#[path = "load/rules.rs"]
mod rules;
#[path = "load/table.rs"]
mod table;
#[path = "load/village.rs"]
mod village;

use std::time::Duration;

fn main() -> anyhow::Result<()> {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let is_wanted = |part: &str| wanted.is_empty() || wanted.iter().any(|word| word == part);
    let small = std::env::var("LOAD").is_ok_and(|size| size == "small");
    let mut rows = Vec::new();
    if is_wanted("rules") {
        rows.extend(rules::measure(if small { 200 } else { 2_000 })?);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    if is_wanted("live") {
        let size = if small {
            live::Size {
                games: vec![100, 400],
                pressed: 100,
                presses: 20,
                lasts: Duration::from_secs(10),
            }
        } else {
            live::Size {
                games: vec![1_000, 10_000],
                pressed: 1_000,
                presses: 100,
                lasts: Duration::from_secs(30),
            }
        };
        rows.extend(runtime.block_on(live::measure(&size))?);
    }
    if is_wanted("days") {
        let games = if small { 100 } else { 1_000 };
        rows.extend(runtime.block_on(days::measure(games))?);
    }
    table::print(&rows);
    Ok(())
}
