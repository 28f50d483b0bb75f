//! The bot under rehearsal: in this process, or in one of its own that can be killed.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, bail};
use tokio::process::{Child, Command};

use crate::app::{Bot, Pace};
use crate::config::{API_BASE_VARIABLE, Config, TOKEN_VARIABLE};

/// The bot under rehearsal.
pub enum Running {
    /// In this process.
    Inside(Box<Bot>),
    /// In a process of its own.
    Apart(Box<Process>),
}

/// A process that runs the bot, and what it takes to start another one like it.
pub struct Process {
    child: Child,
    config: PathBuf,
    base: String,
    token: String,
    speed: u32,
}

impl Running {
    /// Starts the bot: `apart` in a process of its own.
    ///
    /// # Errors
    /// What keeps it from starting.
    pub async fn start(
        config: &Config,
        token: &str,
        speed: u32,
        apart: bool,
        scratch: &Scratch,
    ) -> anyhow::Result<Running> {
        if !apart {
            let bot = Bot::start(config, token, Pace::Times(speed)).await?;
            return Ok(Running::Inside(Box::new(bot)));
        }
        let file = scratch.path("town-crier.toml");
        let database = config
            .database
            .to_str()
            .context("the database's path is no text")?;
        std::fs::write(
            &file,
            format!(
                "database = {database:?}\nrequests_per_second = {}\nlog = \"warn,serenity=error\"\n",
                config.requests_per_second
            ),
        )?;
        let base = config.api_base.clone().unwrap_or_default();
        let child = spawn(&file, &base, token, speed)?;
        let token = token.to_owned();
        Ok(Running::Apart(Box::new(Process {
            child,
            config: file,
            base,
            token,
            speed,
        })))
    }

    /// Whether it still runs.
    ///
    /// # Errors
    /// It does not.
    pub fn check(&mut self) -> anyhow::Result<()> {
        match self {
            Running::Inside(_) => Ok(()),
            Running::Apart(process) => match process.child.try_wait()? {
                Some(status) => bail!("the bot ended by itself: {status}"),
                None => Ok(()),
            },
        }
    }

    /// SIGKILL, and a new one on the same database. In this process nothing can be killed.
    ///
    /// # Errors
    /// Where the system does not let it.
    pub async fn kill_and_start(&mut self) -> anyhow::Result<()> {
        if let Running::Apart(process) = self {
            process
                .child
                .kill()
                .await
                .context("the bot could not be killed")?;
            let Process {
                config,
                base,
                token,
                speed,
                ..
            } = &**process;
            process.child = spawn(config, base, token, *speed)?;
        }
        Ok(())
    }

    /// The end.
    ///
    /// # Errors
    /// Where the system does not let it.
    pub async fn stop(self) -> anyhow::Result<()> {
        match self {
            Running::Inside(bot) => bot.stop().await,
            Running::Apart(mut process) => process.child.kill().await?,
        }
        Ok(())
    }
}

fn spawn(config: &Path, base: &str, token: &str, speed: u32) -> anyhow::Result<Child> {
    let program = std::env::current_exe().context("this program's own path is unknown")?;
    Command::new(program)
        .args(["run", "--config"])
        .arg(config)
        .args(["--speed", &speed.to_string()])
        .env(TOKEN_VARIABLE, token)
        .env(API_BASE_VARIABLE, base)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .context("the bot's process could not be started")
}

/// A folder that goes when the rehearsal is over.
pub struct Scratch(PathBuf);

impl Scratch {
    /// An empty folder with a name of its own.
    ///
    /// # Errors
    /// Where none can be made.
    pub fn new() -> anyhow::Result<Scratch> {
        let name = format!("town-crier-rehearsal-{:016x}", rand::random::<u64>());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir(&folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Scratch(folder))
    }

    /// The path of a file in it.
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning of its temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
