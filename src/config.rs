//! Settings of the process: `config/town-crier.toml` and a few environment variables. No secret but the token, which only
//! ever comes from the environment.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use toml::Spanned;
use tracing_subscriber::EnvFilter;

use crate::kill_point;

/// Where the settings stand unless another file is named.
pub const DEFAULT_FILE: &str = "config/town-crier.toml";
/// The environment variable that goes before `api_base`.
pub const API_BASE_VARIABLE: &str = "TOWN_CRIER_API_BASE";
/// The environment variable that holds the bot's token.
pub const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";

/// The settings of one process, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The SQLite file.
    pub database: PathBuf,
    /// The base address of an API that speaks like Discord's, or none for Discord itself.
    pub api_base: Option<String>,
    /// How many requests the bot sends in a second at most, answers to interactions aside.
    pub requests_per_second: u16,
    /// How long an answer of Discord's is waited for; no line of the file, for nobody but a test wants another.
    pub patience: Duration,
    /// Whether the privileged members intent is asked for.
    pub members_intent: bool,
    /// The folder of the backups, as it is written; see [`Config::backups`].
    pub backup_folder: PathBuf,
    /// How many hours lie between two backups; 0 for none at all.
    pub backup_hours: u32,
    /// How many backups are kept.
    pub backups_kept: u32,
    /// What is logged, as `tracing_subscriber::EnvFilter` reads it.
    pub log: String,
    /// The file that says at which kill point the process is to die: for tests against a stand-in alone.
    pub kill_points: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            database: PathBuf::from("town-crier.db"),
            api_base: None,
            requests_per_second: 50,
            patience: Duration::from_secs(30),
            members_intent: false,
            backup_folder: PathBuf::from("backups"),
            backup_hours: 24,
            backups_kept: 7,
            log: "info,serenity=warn".to_owned(),
            kill_points: None,
        }
    }
}

/// A configuration that cannot be used: which file, which line where it is known, what is wrong, what is possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct BadConfig {
    /// The file, or the environment variable.
    pub place: String,
    /// The line in that file, from 1.
    pub line: Option<usize>,
    /// What is wrong and what is possible.
    pub problem: String,
}

impl fmt::Display for BadConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}, line {line}: {}", self.place, self.problem),
            None => write!(f, "{}: {}", self.place, self.problem),
        }
    }
}

/// The file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    database: Option<Spanned<String>>,
    api_base: Option<Spanned<String>>,
    requests_per_second: Option<Spanned<u16>>,
    members_intent: Option<bool>,
    backup_folder: Option<Spanned<String>>,
    backup_hours: Option<u32>,
    backups_kept: Option<Spanned<u32>>,
    log: Option<Spanned<String>>,
}

impl Config {
    /// Reads the settings of this process: the named file, or the usual one where it exists, else the defaults; then the
    /// environment's word on the API base.
    ///
    /// # Errors
    /// A named file that is missing, and whatever `parse` finds.
    pub fn load(named: Option<&Path>) -> Result<Config, BadConfig> {
        let path = named.unwrap_or(Path::new(DEFAULT_FILE));
        let place = path.display().to_string();
        let mut config = match std::fs::read_to_string(path) {
            Ok(text) => Config::parse(&place, &text)?,
            Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => {
                Config::default()
            }
            Err(error) => {
                return Err(BadConfig {
                    place,
                    line: None,
                    problem: format!("cannot be read: {error}"),
                });
            }
        };
        if let Ok(base) = std::env::var(API_BASE_VARIABLE) {
            config.api_base = api_base(&base).map_err(|problem| BadConfig {
                place: API_BASE_VARIABLE.to_owned(),
                line: None,
                problem,
            })?;
        }
        if let Some(file) = std::env::var_os(kill_point::VARIABLE) {
            if !config.is_on_loopback() {
                return Err(BadConfig {
                    place: kill_point::VARIABLE.to_owned(),
                    line: None,
                    problem: format!(
                        "kills the bot on purpose and is for tests against a stand-in on this machine alone; take it away, or \
                         set {API_BASE_VARIABLE} to an address on loopback"
                    ),
                });
            }
            config.kill_points = Some(file.into());
        }
        Ok(config)
    }

    /// Whether the API is one on this very machine.
    fn is_on_loopback(&self) -> bool {
        let base = self.api_base.as_deref().map(reqwest::Url::parse);
        let Some(Ok(base)) = base else { return false };
        let host = base.host_str().unwrap_or_default();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let address = bare.parse::<std::net::IpAddr>();
        address.is_ok_and(|address| address.is_loopback())
    }

    /// Reads settings from a text; `place` is what errors call it.
    ///
    /// # Errors
    /// An unknown key, a value of the wrong kind, or one that means nothing; with its line and what is possible.
    pub fn parse(place: &str, text: &str) -> Result<Config, BadConfig> {
        let bad = |at: Option<usize>, problem: String| BadConfig {
            place: place.to_owned(),
            line: at.map(|offset| 1 + text[..offset.min(text.len())].matches('\n').count()),
            problem,
        };
        let written: Written = toml::from_str(text).map_err(|error| {
            bad(
                error.span().map(|span| span.start),
                error.message().trim_end().replace('\n', " "),
            )
        })?;
        let mut config = Config::default();
        if let Some(database) = written.database {
            if database.get_ref().trim().is_empty() {
                return Err(bad(
                    Some(database.span().start),
                    "`database` is empty; name a file, such as \"town-crier.db\"".to_owned(),
                ));
            }
            config.database = PathBuf::from(database.into_inner());
        }
        if let Some(base) = written.api_base {
            config.api_base = api_base(base.get_ref())
                .map_err(|problem| bad(Some(base.span().start), problem))?;
        }
        if let Some(pace) = written.requests_per_second {
            if *pace.get_ref() == 0 {
                return Err(bad(
                    Some(pace.span().start),
                    "`requests_per_second` is 0, with which nothing would ever be sent; Discord allows 50"
                        .to_owned(),
                ));
            }
            config.requests_per_second = pace.into_inner();
        }
        if let Some(members_intent) = written.members_intent {
            config.members_intent = members_intent;
        }
        if let Some(folder) = written.backup_folder {
            if folder.get_ref().trim().is_empty() {
                return Err(bad(
                    Some(folder.span().start),
                    "`backup_folder` is empty; name a folder, such as \"backups\", or set `backup_hours = 0` for no backups"
                        .to_owned(),
                ));
            }
            config.backup_folder = PathBuf::from(folder.into_inner());
        }
        if let Some(hours) = written.backup_hours {
            config.backup_hours = hours;
        }
        if let Some(kept) = written.backups_kept {
            if *kept.get_ref() == 0 {
                return Err(bad(
                    Some(kept.span().start),
                    "`backups_kept` is 0; keep 1 or more, or set `backup_hours = 0` for no backups"
                        .to_owned(),
                ));
            }
            config.backups_kept = kept.into_inner();
        }
        if let Some(log) = written.log {
            if let Err(error) = EnvFilter::try_new(log.get_ref()) {
                return Err(bad(
                    Some(log.span().start),
                    format!(
                        "`log` is not a filter ({error}); write a level (error, warn, info, debug, trace) or levels by \
                         part, as in \"info,serenity=warn\""
                    ),
                ));
            }
            config.log = log.into_inner();
        }
        Ok(config)
    }

    /// The folder of the backups: a relative one counts from the database's folder.
    pub fn backups(&self) -> PathBuf {
        match self.database.parent() {
            Some(folder) => folder.join(&self.backup_folder),
            None => self.backup_folder.clone(),
        }
    }
}

fn api_base(text: &str) -> Result<Option<String>, String> {
    let text = text.trim().trim_end_matches('/');
    if text.is_empty() {
        return Ok(None);
    }
    match reqwest::Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => {
            Ok(Some(text.to_owned()))
        }
        _ => Err(format!(
            "`api_base` is \"{text}\", which is not an address; leave it empty for Discord itself, or write one such as \
             \"http://127.0.0.1:3000\""
        )),
    }
}
