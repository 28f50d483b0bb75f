//! A Discord server in small: REST, gateway, and a control API by which one acts as a user.
//!
//! One [`World`] behind one lock is shared by all of them. The lock is held by closures only, so never
//! while something is waited for.

pub mod acts;
pub mod control;
pub mod gateway;
pub mod interactions;
pub mod rest;
pub mod trace;
pub mod validate;
pub mod world;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

pub use self::trace::{Trace, TraceSink};
pub use self::world::World;

/// How the stand-in is started.
#[derive(Debug, Clone, Default)]
pub struct StandInOptions {
    /// Port on 127.0.0.1; 0 for one that is free.
    pub port: u16,
    /// Where requests and frames are written.
    pub trace: TraceSink,
    /// Whether Discord's limits on requests are in force.
    pub limits: bool,
}

/// What REST, gateway and control API share.
pub struct Shared {
    world: Mutex<World>,
    changed: watch::Sender<u64>,
    /// Requests and frames.
    pub trace: Trace,
    /// Whose requests are counted, where Discord's limits are in force.
    limits: Mutex<Option<rest::Limits>>,
}

impl Shared {
    /// Looks at the world.
    pub fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the world and wakes all who wait for a change.
    pub fn write<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let result = change(&mut self.world.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.send_modify(|count| *count += 1);
        result
    }

    /// Discord's limits on requests, while they are in force.
    pub fn limits(&self) -> MutexGuard<'_, Option<rest::Limits>> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A receiver that is woken after each change.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Waits until `look` finds something in the world; none when the time is over.
    pub async fn wait_for<T>(
        &self,
        at_most: Duration,
        mut look: impl FnMut(&World) -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.changes();
        let waiting = async {
            loop {
                changes.mark_unchanged();
                if let Some(found) = self.read(&mut look) {
                    return Some(found);
                }
                if changes.changed().await.is_err() {
                    return None;
                }
            }
        };
        tokio::time::timeout(at_most, waiting).await.ok().flatten()
    }
}

/// A running stand-in. Dropping it stops it.
pub struct StandIn {
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    server: JoinHandle<()>,
}

impl StandIn {
    /// Binds 127.0.0.1 and serves.
    ///
    /// # Errors
    /// Where the port is taken or the trace file cannot be written.
    pub async fn start(options: StandInOptions) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", options.port)).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            world: Mutex::new(World::new(format!("http://{address}"))),
            changed: watch::Sender::new(0),
            trace: Trace::open(&options.trace)?,
            limits: Mutex::new(options.limits.then(Default::default)),
        });
        let router = Router::new()
            .merge(control::router())
            .merge(gateway::router())
            .merge(rest::router())
            .with_state(Arc::clone(&shared));
        let (stop, stopped) = oneshot::channel::<()>();
        let server = tokio::spawn(async move {
            let serving = axum::serve(listener, router).into_future();
            tokio::select! {
                result = serving => if let Err(error) = result {
                    tracing::error!(%error, "the stand-in stopped serving");
                },
                _ = stopped => {}
            }
        });
        Ok(Self {
            address,
            shared,
            stop: Some(stop),
            server,
        })
    }

    /// `http://127.0.0.1:PORT`, what serenity's proxy setting wants; REST is below `/api`.
    pub fn api_base(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The world, and how to wait for it.
    pub fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    /// Requests and frames.
    pub fn trace(&self) -> &Trace {
        &self.shared.trace
    }

    /// Stops serving and drops all connections.
    pub async fn stop(mut self) {
        if let Some(stop) = self.stop.take() {
            // The receiver is gone only where serving has ended by itself.
            let _ = stop.send(());
        }
        let server = std::mem::replace(&mut self.server, tokio::spawn(async {}));
        if let Err(error) = server.await {
            tracing::error!(%error, "the stand-in ended badly");
        }
        self.shared.write(World::drop_connections);
        self.shared.trace.flush();
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.server.abort();
        self.shared.write(World::drop_connections);
        self.shared.trace.flush();
    }
}
