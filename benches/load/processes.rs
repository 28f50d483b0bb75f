//! The processes under load: the stand-in for Discord, and the bot, each of its own.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::Context;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use town_crier::config::{API_BASE_VARIABLE, TOKEN_VARIABLE};

/// The program under load.
const PROGRAM: &str = env!("CARGO_BIN_EXE_town-crier");

/// A stand-in for Discord.
pub struct StandIn {
    _child: Child,
    base: String,
    http: reqwest::Client,
}

impl StandIn {
    /// Starts one; `flags` go on its command line.
    pub async fn start(flags: &[&str]) -> anyhow::Result<StandIn> {
        let mut child = Command::new(PROGRAM)
            .args(["stand-in", "--port", "0"])
            .args(flags)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let said = child.stdout.take().context("it says nothing")?;
        let mut lines = BufReader::new(said).lines();
        let first = lines.next_line().await?.context("it said nothing")?;
        let base = first
            .split_once("REST ")
            .and_then(|(_, rest)| rest.split_once("/api"))
            .map(|(base, _)| base.to_owned())
            .with_context(|| format!("it said: {first}"))?;
        Ok(StandIn {
            _child: child,
            base,
            http: reqwest::Client::new(),
        })
    }

    /// Where it is.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Asks it for something behind the scenes, or as one of its users.
    pub async fn ask(&self, method: &str, path: &str, body: Value) -> anyhow::Result<Value> {
        let url = format!("{}/stand-in{path}", self.base);
        let request = self.http.request(method.parse()?, url);
        let answer = match body {
            Value::Null => request,
            body => request.body(body.to_string()),
        };
        let answer = answer.send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        anyhow::ensure!(status.is_success(), "{method} {path}: {status}: {text}");
        Ok(serde_json::from_str(&text)?)
    }

    /// The least that a loopback request can be: nothing is looked up for it.
    pub async fn knock(&self) -> anyhow::Result<()> {
        let url = format!("{}/api/v10/gateway", self.base);
        self.http.get(url).send().await?.bytes().await?;
        Ok(())
    }

    /// A new person.
    pub async fn person(&self, name: &str) -> anyhow::Result<u64> {
        let made = self.ask("POST", "/users", json!({ "name": name })).await?;
        number(&made["id"])
    }

    /// Whether a bot is connected to the gateway.
    pub async fn connected(&self, bot: u64) -> anyhow::Result<bool> {
        let path = format!("/bots/{bot}/connection");
        Ok(self.ask("GET", &path, Value::Null).await?["connected"] == true)
    }
}

/// An id that is written as a text.
pub fn number(value: &Value) -> anyhow::Result<u64> {
    let text = value.as_str().context("an id is a text")?;
    Ok(text.parse()?)
}

/// The bot.
pub struct Bot {
    child: Child,
}

impl Bot {
    /// Starts it on this database. No backup is made, as after any restart on the day of the last one.
    pub fn start(stand_in: &StandIn, token: &str, database: &Path) -> anyhow::Result<Bot> {
        let config: PathBuf = database.with_extension("toml");
        let database = database.to_str().context("the path is no text")?;
        std::fs::write(
            &config,
            format!("database = {database:?}\nlog = \"warn\"\nbackup_hours = 0\n"),
        )?;
        let child = Command::new(PROGRAM)
            .args(["run", "--config"])
            .arg(&config)
            .env(TOKEN_VARIABLE, token)
            .env(API_BASE_VARIABLE, stand_in.base())
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        Ok(Bot { child })
    }

    /// How much memory it has resident, in KB; Linux alone says so.
    pub fn resident_kb(&self) -> Option<f64> {
        let pid = self.child.id()?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// SIGKILL: the end of a process that had better lose nothing.
    pub async fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill().await?;
        Ok(())
    }
}
