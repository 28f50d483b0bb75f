//! Logs: ids and names of events, never cards, roles, seeds or the token.
//!
//! What this program writes keeps to that at every level. Libraries do not: serenity's spans and the lower levels of those
//! under it hold whole requests, and with them the token, cards and roles. So they are capped here, whatever filter is set.

use std::io::IsTerminal;

use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Whose words are written at any level that is asked for.
const OURS: &str = "town_crier";

/// Starts logging to standard error. The environment variable `RUST_LOG` goes before `filter`.
///
/// Where a log is kept already (tests set up their own), that one stays.
pub fn start(filter: &str) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(filter));
    let lines = tracing_subscriber::fmt::layer()
        .with_target(true)
        // Colours are for eyes, not for files.
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .with_filter(filter)
        .with_filter(filter_fn(discreet));
    let started = tracing_subscriber::registry().with(lines).try_init();
    if started.is_err() {
        tracing::debug!("a log is kept already");
    }
}

/// Whether this may be written at all: our own words, and of others warnings and errors alone. Their spans are left out even
/// then, for what a span holds is put before every line within it.
fn discreet(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    let ours = target == OURS
        || target
            .strip_prefix(OURS)
            .is_some_and(|rest| rest.starts_with("::"));
    // It warns of a frame that it cannot read with the whole frame.
    let holds_frames = target.ends_with("::gateway::ws");
    ours || (metadata.is_event() && !holds_frames && *metadata.level() <= LevelFilter::WARN)
}
