//! Logs: ids and names of events, never cards, roles, seeds or the token.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// Starts logging to standard error. The environment variable `RUST_LOG` goes before `filter`.
///
/// Where a log is kept already (tests set up their own), that one stays.
pub fn start(filter: &str) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(filter));
    let started = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_target(true)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        // Colours are for eyes, not for files.
        .with_ansi(std::io::stderr().is_terminal())
        .try_init();
    if started.is_err() {
        tracing::debug!("a log is kept already");
    }
}
