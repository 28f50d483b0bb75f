//! The only wiring: store, host, stage and gateway, put together into one bot.

use std::sync::Arc;

use anyhow::{Context, bail};
use serenity::all::{
    ClientBuilder, GatewayError, Http, HttpBuilder, HttpError, ShardManager, StatusCode,
};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::config::{Config, TOKEN_VARIABLE};
use crate::discord::check::Watchman;
use crate::discord::door::Door;
use crate::discord::faults::Fault;
use crate::discord::gateway::{self, Started};
use crate::discord::scribe::scribe;
use crate::discord::stage::Stage;
use crate::discord::wire::Wire;
use crate::host::{Backups, Clock, Host, Scribe, keep_backups};
use crate::kernel::time::Length;
use crate::store::Store;

/// A bot that is connected to Discord, with all its games.
pub struct Bot {
    store: Store,
    shards: Arc<ShardManager>,
    client: JoinHandle<anyhow::Result<()>>,
    host: Host,
    stage: Stage,
    backups: JoinHandle<()>,
}

impl Bot {
    /// Opens the store, brings the games up to now, connects, and returns when the bot serves. `clock` makes the clock of all
    /// games once the store is open.
    ///
    /// # Errors
    /// What keeps the bot from starting, in words for who runs it.
    pub async fn start(config: &Config, token: &str, pace: Pace) -> anyhow::Result<Bot> {
        let store = Store::open(&config.database)
            .await
            .with_context(|| format!("cannot use the database {}", config.database.display()))?;
        match Bot::over(store.clone(), config, token, pace).await {
            Ok(bot) => Ok(bot),
            Err(error) => {
                store.close().await;
                Err(error)
            }
        }
    }

    async fn over(store: Store, config: &Config, token: &str, pace: Pace) -> anyhow::Result<Bot> {
        let wire = Wire::new(
            token,
            config.api_base.as_deref(),
            config.requests_per_second,
            config.patience,
        )?;
        // Backups go by the machine's clock, for a game's may run faster.
        let (clock, machine) = match pace {
            Pace::Times(speed) => (Clock::restore(&store, speed).await?, Clock::system()),
            Pace::Of(clock) => (clock.clone(), clock),
        };
        let scribe: Scribe = Arc::new(scribe);
        let host = Host::load(store.clone(), clock, scribe).await?;
        let bot = wire.me().await.map_err(|fault| match fault {
            Fault::Refused { status: 401, .. } => refused_token(),
            fault => anyhow::Error::new(fault).context(NO_ANSWER),
        })?;
        let stage = Stage::start(host.clone(), &wire, bot);
        let watchman = Watchman::start(host.clone(), stage.clone(), config.members_intent);
        let door = Arc::new(Door {
            host: host.clone(),
            store: store.clone(),
            stage: stage.clone(),
            wire,
            watchman,
            authors: Default::default(),
        });
        let (started, mut ready) = mpsc::unbounded_channel::<Started>();
        let intents = gateway::intents(config.members_intent);
        let mut client = ClientBuilder::new_with_http(http(config, token), intents)
            .framework(gateway::framework(door, started))
            .await?;
        let shards = Arc::clone(&client.shard_manager);
        let members_intent = config.members_intent;
        let client = tokio::spawn(async move {
            match client.start().await {
                Ok(()) => Ok(()),
                Err(error) => Err(in_words(error, members_intent)),
            }
        });
        let backups = tokio::spawn(keep_backups(store.clone(), machine, wanted_backups(config)));
        let mut bot = Bot {
            store,
            shards,
            client,
            host,
            stage,
            backups,
        };
        tokio::select! {
            first = ready.recv() => match first {
                Some(Ok(())) => {
                    bot.host.there().await;
                    Ok(bot)
                }
                Some(Err(fault)) => {
                    bot.shut().await;
                    Err(anyhow::Error::new(fault).context("the bot could not start"))
                }
                None => bail!("the connection to Discord ended before the bot could start"),
            },
            ended = &mut bot.client => {
                ended.context("the connection to Discord broke down")??;
                bail!("the connection to Discord ended before the bot could start")
            }
        }
    }

    /// Serves until the connection ends for good.
    ///
    /// # Errors
    /// Why it ended, in words for who runs the bot.
    pub async fn serve(&mut self) -> anyhow::Result<()> {
        (&mut self.client)
            .await
            .context("the connection to Discord broke down")?
    }

    /// Stops in order: no more commands, no more messages, and the store is closed, so that another process may open it.
    pub async fn stop(mut self) {
        self.shut().await;
        self.store.close().await;
    }

    /// What runs the games.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// What shows the games on Discord.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The store of all games.
    pub fn store(&self) -> &Store {
        &self.store
    }

    async fn shut(&mut self) {
        self.backups.abort();
        // What is being told stops first: the rest is told at the next start.
        self.stage.stop().await;
        self.shards.shutdown_all().await;
        self.client.abort();
        self.host.close().await;
    }
}

impl Drop for Bot {
    /// A bot that is let go of serves nobody any more.
    fn drop(&mut self) {
        self.client.abort();
        self.backups.abort();
    }
}

fn wanted_backups(config: &Config) -> Backups {
    Backups {
        folder: config.backups(),
        every: (config.backup_hours > 0).then(|| Length::HOUR.times(config.backup_hours.into())),
        kept: config.backups_kept as usize,
    }
}

/// How fast the bot's clock runs.
pub enum Pace {
    /// So many times as fast as the clock on the wall; 1 is the usual.
    Times(u32),
    /// As this clock does.
    Of(Clock),
}

/// What the gateway's client asks of REST by itself: where the gateway is, and answers to autocomplete, which are under no
/// common limit. All else goes over the wire, at its pace.
fn http(config: &Config, token: &str) -> Http {
    let builder = HttpBuilder::new(token).ratelimiter_disabled(true);
    match &config.api_base {
        Some(base) => builder.proxy(base).build(),
        None => builder.build(),
    }
}

/// Where to look when Discord's API is not what it should be.
const NO_ANSWER: &str = "Discord's API does not answer as it should; where TOWN_CRIER_API_BASE or `api_base` is set, look there";

fn in_words(error: serenity::Error, members_intent: bool) -> anyhow::Error {
    let unauthorized = matches!(
        &error,
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if response.status_code == StatusCode::UNAUTHORIZED
    );
    match &error {
        _ if unauthorized => refused_token(),
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => refused_token(),
        serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents) if members_intent => {
            anyhow::anyhow!(
                "Discord closed the connection with code 4014: `members_intent = true` is set in config/town-crier.toml, but \
                 the bot may not use that intent. Switch it on in the developer portal (Bot > Privileged Gateway Intents > \
                 Server Members Intent), or set `members_intent = false`."
            )
        }
        serenity::Error::Http(_) => anyhow::Error::new(error).context(NO_ANSWER),
        _ => anyhow::Error::new(error),
    }
}

fn refused_token() -> anyhow::Error {
    anyhow::anyhow!(
        "Discord does not accept the token in {TOKEN_VARIABLE}. Copy it again from the developer portal (Bot > Reset Token)."
    )
}
