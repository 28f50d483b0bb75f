//! The one writer: a task that owns the one connection that writes.
//!
//! Whatever waits while a transaction is on its way to the disk goes into the next one together (group commit). Each
//! request has a savepoint of its own, so that one that fails does not sink its neighbours. Nobody is answered before
//! the commit.

use std::fs::File;
use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use futures::future::BoxFuture;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::fault::StoreFault;
use crate::kill_point::{self, KillPoint};

/// What is said where a request panicked.
const BROKE_DOWN: &str = "a bug in the bot broke this request down; nothing of it was recorded";
/// How many requests share one transaction at most.
const GROUP: usize = 256;
/// How many requests may wait before those who ask have to wait too.
const WAITING: usize = 1024;

/// Which process writes, and in which of its lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Instance {
    /// Random, for each start.
    pub owner: String,
    /// Grows by one with each start.
    pub epoch: i64,
}

type Work<T> = Box<
    dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreFault>> + Send,
>;

/// The way to the writer.
#[derive(Clone)]
pub(super) struct Writer {
    requests: mpsc::Sender<Box<dyn Request>>,
}

impl Writer {
    /// Starts the task. It ends, and closes the connection and then the lock, when the last `Writer` is gone.
    pub fn start(connection: SqliteConnection, instance: Instance, lock: File) -> Writer {
        let (requests, waiting) = mpsc::channel(WAITING);
        tokio::spawn(serve(connection, instance, lock, waiting));
        Writer { requests }
    }

    /// Does this in a transaction; answers after the commit.
    pub async fn write<T, F>(&self, work: F) -> Result<T, StoreFault>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreFault>>
            + Send
            + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let request = Pending {
            work: Some(Box::new(work)),
            result: None,
            answer,
        };
        self.requests
            .send(Box::new(request))
            .await
            .map_err(|_| StoreFault::Closed)?;
        answered.await.map_err(|_| StoreFault::Closed)?
    }

    /// Commits what waits and closes the connection; afterwards another process may open the file.
    pub async fn close(&self) {
        let (closed, done) = oneshot::channel();
        if self.requests.send(Box::new(Close(closed))).await.is_ok() {
            // An error means that the task is gone already, which is as good.
            let _ = done.await;
        }
    }
}

/// A request, whatever it yields.
trait Request: Send {
    /// Does the work within the open transaction; says whether it went well.
    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> BoxFuture<'c, bool>;

    /// Tells the one who asked; a fault here overrides what the work yielded, for it was not committed.
    fn answer(self: Box<Self>, committed: Result<(), StoreFault>);

    /// Whether this is the last one, and whom to tell when all is closed.
    fn last(self: Box<Self>) -> Result<oneshot::Sender<()>, Box<dyn Request>>;
}

struct Pending<T> {
    work: Option<Work<T>>,
    result: Option<Result<T, StoreFault>>,
    answer: oneshot::Sender<Result<T, StoreFault>>,
}

impl<T: Send + 'static> Request for Pending<T> {
    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> BoxFuture<'c, bool> {
        Box::pin(async move {
            let work = self.work.take().expect("a request runs once");
            // What panics in here is a bug, but of this request alone: the store serves all games.
            let result = AssertUnwindSafe(work(connection)).catch_unwind().await;
            let result = result.unwrap_or_else(|_| Err(StoreFault::Refused(BROKE_DOWN.to_owned())));
            let well = result.is_ok();
            self.result = Some(result);
            well
        })
    }

    fn answer(self: Box<Self>, committed: Result<(), StoreFault>) {
        let result = match (committed, self.result) {
            // What the work itself met is nearer to the cause than what became of the transaction.
            (_, Some(Err(fault))) | (Err(fault), _) => Err(fault),
            (Ok(()), Some(Ok(value))) => Ok(value),
            (Ok(()), None) => Err(StoreFault::Closed),
        };
        // The one who asked may have gone away; the work is done all the same.
        let _ = self.answer.send(result);
    }

    fn last(self: Box<Self>) -> Result<oneshot::Sender<()>, Box<dyn Request>> {
        Err(self)
    }
}

struct Close(oneshot::Sender<()>);

impl Request for Close {
    fn run<'c>(&'c mut self, _connection: &'c mut SqliteConnection) -> BoxFuture<'c, bool> {
        Box::pin(async { true })
    }

    fn answer(self: Box<Self>, _committed: Result<(), StoreFault>) {}

    fn last(self: Box<Self>) -> Result<oneshot::Sender<()>, Box<dyn Request>> {
        Ok(self.0)
    }
}

async fn serve(
    mut connection: SqliteConnection,
    instance: Instance,
    lock: File,
    mut waiting: mpsc::Receiver<Box<dyn Request>>,
) {
    let mut batch = Vec::with_capacity(GROUP);
    let mut closed = None;
    while closed.is_none() && waiting.recv_many(&mut batch, GROUP).await > 0 {
        let mut group = Vec::with_capacity(batch.len());
        for request in batch.drain(..) {
            match request.last() {
                Ok(sender) => closed = Some(sender),
                Err(request) if closed.is_none() => group.push(request),
                Err(request) => request.answer(Err(StoreFault::Closed)),
            }
        }
        if group.is_empty() {
            continue;
        }
        let outcome = commit(&mut connection, &instance, &mut group).await;
        if let Err(fault) = &outcome {
            tracing::error!(%fault, requests = group.len(), "a transaction was not committed");
        }
        for request in group {
            request.answer(outcome.clone());
        }
    }
    waiting.close();
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database did not close cleanly; its log will be replayed");
    }
    drop(lock);
    if let Some(closed) = closed {
        let _ = closed.send(());
    }
}

/// One transaction over all these requests. A fault means that none of them is recorded.
async fn commit(
    connection: &mut SqliteConnection,
    instance: &Instance,
    group: &mut [Box<dyn Request>],
) -> Result<(), StoreFault> {
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    let outcome = fill(connection, instance, group).await;
    if outcome.is_err() {
        // Some faults (a full disk) have rolled the transaction back already; then this one finds nothing to do.
        let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
    }
    outcome
}

async fn fill(
    connection: &mut SqliteConnection,
    instance: &Instance,
    group: &mut [Box<dyn Request>],
) -> Result<(), StoreFault> {
    let (owner, epoch): (String, i64) =
        sqlx::query_as("SELECT owner, epoch FROM instance WHERE id = 1")
            .fetch_one(&mut *connection)
            .await?;
    if (owner, epoch) != (instance.owner.clone(), instance.epoch) {
        return Err(StoreFault::Superseded);
    }
    for request in group.iter_mut() {
        sqlx::query("SAVEPOINT request")
            .execute(&mut *connection)
            .await?;
        if !request.run(connection).await {
            sqlx::query("ROLLBACK TO SAVEPOINT request")
                .execute(&mut *connection)
                .await?;
        }
        sqlx::query("RELEASE SAVEPOINT request")
            .execute(&mut *connection)
            .await?;
    }
    kill_point::pass(KillPoint::Uncommitted);
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(())
}
