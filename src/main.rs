//! The program: what it can be told on the command line.

#![forbid(unsafe_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::{Parser, Subcommand};

use town_crier::app::{Bot, Pace};
use town_crier::config::{Config, TOKEN_VARIABLE};
use town_crier::games::audit::audit;
use town_crier::games::{AnySettings, EDITIONS};
use town_crier::kill_point;
use town_crier::rehearsal::director::Rehearsal;
use town_crier::rehearsal::stand_in::{StandIn, StandInOptions, TraceSink};
use town_crier::simulation::Simulation;
use town_crier::store::restore;
use town_crier::telemetry;

/// What whoever runs it has done wrong: a setting, an argument.
const MISUSE: u8 = 2;

/// A Discord bot that is the Moderator of hidden-role games that last for days.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Run the bot (also what happens without a subcommand).
    Run(Run),
    /// Serve a stand-in for Discord on loopback, for any bot or client, with a control API under /stand-in/.
    StandIn(Serve),
    /// Play one whole game without token or network: the bot against a stand-in for Discord, with scripted players.
    Rehearse(Rehearse),
    /// Play many games by the rules alone, with random players, and audit every record.
    Simulate(Simulate),
    /// Put a backup in the place of the database; the bot must not be running.
    Restore {
        /// The backup.
        backup: PathBuf,
        /// Settings from this file instead of config/town-crier.toml; they say where the database is.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Check a game's record: every line, every shuffle, every decision.
    Audit {
        /// The record that came with the recap (JSON Lines).
        record: PathBuf,
    },
}

#[derive(clap::Args)]
struct Serve {
    /// Port on 127.0.0.1; 0 for one that is free.
    #[arg(long, value_name = "P")]
    port: u16,
    /// Write every REST request and gateway frame into this file, as JSON Lines.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Keep Discord's limits on requests: 50 a second for a bot, and those of single routes.
    #[arg(long)]
    limits: bool,
}

#[derive(clap::Args, Default)]
struct Run {
    /// Settings from this file instead of config/town-crier.toml.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Let the bot's clock run so many times as fast, for trying things out.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    speed: u32,
}

#[derive(clap::Args)]
struct Rehearse {
    /// From what names, habits and the players' choices are drawn; another one each time where it is not given. The game's
    /// own chance is secret and new each time all the same.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Which edition is played.
    #[arg(long, value_name = "EDITION", default_value = "forum", value_parser = edition)]
    edition: AnySettings,
    /// How many play.
    #[arg(long, value_name = "N", default_value_t = 9)]
    players: usize,
    /// A setting of the game, as `/game set` takes it, such as role_cards=on; as often as wanted.
    #[arg(long, value_name = "SETTING=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// How many times as fast as the clock on the wall the bot's clock runs: a Day of 40 minutes takes 3 seconds at 800.
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    speed: u32,
    /// Keep the bot's database in this file.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Write every REST request and gateway frame into this file, as JSON Lines.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Kill the bot so many times at random moments (SIGKILL), and start it again.
    #[arg(long, value_name = "N", default_value_t = 0)]
    kill: u32,
    /// Print only how it ended.
    #[arg(long)]
    quiet: bool,
}

#[derive(clap::Args)]
struct Simulate {
    /// How many games.
    #[arg(long, value_name = "N")]
    games: u64,
    /// From what everything is drawn.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Which edition is played.
    #[arg(long, value_name = "EDITION", default_value = "forum", value_parser = edition)]
    edition: AnySettings,
    /// How many play; any number that the edition seats, at random, where it is not given.
    #[arg(long, value_name = "P")]
    players: Option<usize>,
    /// Write every game's record into this folder.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Prints a line. A closed pipe (`… | head`) is no reason to panic, nor to stop.
macro_rules! say {
    ($($words:tt)*) => {{
        let _ = writeln!(std::io::stdout(), $($words)*);
    }};
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command.unwrap_or(Task::Run(Run {
        config: None,
        speed: 1,
    })) {
        Task::Run(run) => run_bot(&run),
        Task::StandIn(served) => finish(wait_for(serve_stand_in(served))),
        Task::Rehearse(asked) => rehearse(asked),
        Task::Simulate(asked) => simulate(asked),
        Task::Restore { backup, config } => put_back(&backup, config.as_deref()),
        Task::Audit { record } => audit_record(&record),
    }
}

fn run_bot(run: &Run) -> ExitCode {
    let config = match Config::load(run.config.as_deref()) {
        Ok(config) => config,
        Err(bad) => {
            eprintln!("town-crier: {bad}");
            return ExitCode::from(MISUSE);
        }
    };
    let token = std::env::var(TOKEN_VARIABLE).unwrap_or_default();
    let token = token.trim();
    if token.is_empty() {
        eprintln!(
            "town-crier: no token. Set the environment variable {TOKEN_VARIABLE} to your bot's token (Discord's developer \
             portal, your application, Bot > Reset Token) and start again. To see a whole game without any token or \
             network, run `town-crier rehearse`."
        );
        return ExitCode::from(MISUSE);
    }
    if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        eprintln!(
            "town-crier: what {TOKEN_VARIABLE} holds is not a token: a token is one word of letters, digits, dots, dashes and \
             underscores. Copy it again from Discord's developer portal."
        );
        return ExitCode::from(MISUSE);
    }
    telemetry::start(&config.log);
    if let Some(file) = &config.kill_points {
        kill_point::arm(file.clone());
    }
    finish(wait_for(serve(&config, token, run.speed)))
}

/// Puts a backup in the database's place, and says what it holds and where the one before is.
fn put_back(backup: &Path, config: Option<&Path>) -> ExitCode {
    let config = match Config::load(config) {
        Ok(config) => config,
        Err(bad) => {
            eprintln!("town-crier: {bad}");
            return ExitCode::from(MISUSE);
        }
    };
    if !backup.is_file() {
        eprintln!("town-crier: there is no file {}", backup.display());
        return ExitCode::from(MISUSE);
    }
    finish(wait_for(async {
        let restored = restore(&config.database, backup).await.with_context(|| {
            format!(
                "{} was not put back; {} is what it was",
                backup.display(),
                config.database.display()
            )
        })?;
        say!(
            "{} is put back as {}: {} games, {} of them open or under way.",
            backup.display(),
            config.database.display(),
            restored.games,
            restored.live
        );
        if let Some(aside) = restored.aside {
            say!("What stood there before is kept as {}.", aside.display());
        }
        say!("What happened in these games since the backup is lost. Start the bot again.");
        Ok(())
    }))
}

/// An edition, by the word for it or the last part of it.
fn edition(word: &str) -> Result<AnySettings, String> {
    AnySettings::of(word).ok_or_else(|| {
        let known: Vec<&str> = EDITIONS.iter().map(|(word, _)| *word).collect();
        format!("there is none; there are {}", known.join(", "))
    })
}

/// A setting and its value.
fn setting(typed: &str) -> Result<(String, String), String> {
    typed
        .split_once('=')
        .map(|(setting, value)| (setting.to_owned(), value.to_owned()))
        .ok_or_else(|| "a setting is written SETTING=VALUE".to_owned())
}

/// Says so where an edition does not seat so many.
fn too_many_or_few(settings: &AnySettings, players: usize) -> Option<ExitCode> {
    let sizes = settings.sizes();
    if sizes.contains(&players) {
        return None;
    }
    eprintln!(
        "town-crier: {} is for {} to {} players",
        settings.title(),
        sizes.start(),
        sizes.end()
    );
    Some(ExitCode::from(MISUSE))
}

fn rehearse(asked: Rehearse) -> ExitCode {
    if let Some(misuse) = too_many_or_few(&asked.edition, asked.players) {
        return misuse;
    }
    telemetry::start("warn,serenity=error");
    let rehearsal = Rehearsal {
        seed: asked.seed.unwrap_or_else(rand::random),
        settings: asked.edition,
        set: asked.set,
        players: asked.players,
        speed: asked.speed,
        data: asked.data,
        trace: asked.trace,
        kills: asked.kill,
        quiet: asked.quiet,
    };
    finish(wait_for(async {
        let outcome = rehearsal
            .run()
            .await
            .with_context(|| format!("the rehearsal with --seed {} failed", rehearsal.seed))?;
        say!("{outcome}");
        for finding in &outcome.audit.findings {
            say!("line {}: {}", finding.line, finding.what);
        }
        anyhow::ensure!(
            outcome.audit.holds(),
            "the record of the game does not hold"
        );
        Ok(())
    }))
}

fn simulate(asked: Simulate) -> ExitCode {
    if let Some(misuse) = asked
        .players
        .and_then(|players| too_many_or_few(&asked.edition, players))
    {
        return misuse;
    }
    let simulation = Simulation {
        games: asked.games,
        seed: asked.seed,
        settings: asked.edition,
        players: asked.players,
        records: asked.record,
    };
    finish(simulation.run().and_then(|report| {
        if asked.json {
            say!("{}", serde_json::to_string_pretty(&report)?);
        } else {
            say!("{report}");
        }
        Ok(())
    }))
}

/// Says whether a record holds; what does not, line by line, and then exits with 1.
fn audit_record(path: &Path) -> ExitCode {
    let record = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            eprintln!("town-crier: {} cannot be read: {error}", path.display());
            return ExitCode::from(MISUSE);
        }
    };
    let audit = audit(&record);
    for finding in &audit.findings {
        say!("line {}: {}", finding.line, finding.what);
    }
    let game = audit.game.map(|game| game.to_string()).unwrap_or_default();
    if audit.holds() {
        say!(
            "The record holds: game {game}, {} events, each decided again with the same outcome.",
            audit.events
        );
        ExitCode::SUCCESS
    } else {
        say!(
            "The record does not hold: see {} above.",
            match audit.findings.len() {
                1 => "the line".to_owned(),
                lines => format!("the {lines} lines"),
            }
        );
        ExitCode::FAILURE
    }
}

/// Runs the bot until it is told to stop or cannot go on.
async fn serve(config: &Config, token: &str, speed: u32) -> anyhow::Result<()> {
    // Listened for from the beginning to the end, so that no signal gets lost in between.
    let told = told_to_stop();
    tokio::pin!(told);
    let mut bot = tokio::select! {
        started = Bot::start(config, token, Pace::Times(speed)) => started?,
        () = &mut told => {
            tracing::info!("told to stop before all was there; {STOPPED}");
            return Ok(());
        }
    };
    let ended = tokio::select! {
        ended = bot.serve() => ended,
        () = &mut told => {
            tracing::info!("told to stop");
            Ok(())
        }
    };
    match tokio::time::timeout(STOPS_WITHIN, bot.stop()).await {
        Ok(()) => tracing::info!("{STOPPED}"),
        Err(_) => tracing::error!(
            "it did not come to rest and is left as it is: what was decided is recorded, what was not has not happened"
        ),
    }
    ended
}

/// What the log says at the end.
const STOPPED: &str =
    "stopped: what was decided is recorded, and what is not told yet is told at the next start";

/// How long the bot may take to come to rest when it is told to stop; what runs services waits a little longer before it kills.
const STOPS_WITHIN: Duration = Duration::from_secs(8);

/// Serves the stand-in until it is told to stop.
async fn serve_stand_in(served: Serve) -> anyhow::Result<()> {
    let trace = served.trace.map_or(TraceSink::Off, TraceSink::File);
    let options = StandInOptions {
        port: served.port,
        trace,
        limits: served.limits,
    };
    let server = StandIn::start(options)
        .await
        .context("cannot serve the stand-in")?;
    let base = server.api_base();
    say!("The stand-in for Discord: REST {base}/api, control {base}/stand-in (Ctrl-C stops it)");
    told_to_stop().await;
    server.stop().await;
    Ok(())
}

/// Waits for Ctrl-C or, where there is such a thing, the signal to terminate.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

fn wait_for<T>(task: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime =
        tokio::runtime::Runtime::new().context("cannot start the threads of the program")?;
    let ended = runtime.block_on(task);
    // Nothing that still waits for the network holds up the end.
    runtime.shutdown_background();
    ended
}

fn finish(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("town-crier: {error:#}");
            ExitCode::FAILURE
        }
    }
}
