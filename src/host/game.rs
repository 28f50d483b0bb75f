//! The task of one game: takes its commands one by one, settles what is due before each, records, and shows the outcome.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;
use tokio::sync::{mpsc, oneshot};

use crate::games::{Session, SessionCommand, Stand};
use crate::kernel::audience::Room;
use crate::kernel::dice::Seed;
use crate::kernel::game::Actor;
use crate::kernel::ids::GameId;
use crate::kernel::text::Text;
use crate::kernel::time::{Length, Time};
use crate::kill_point::{self, KillPoint};
use crate::store::{Appended, StoreFault};

use super::presence::ABSENCE;
use super::step::{self, Request};
use super::{Done, Refused, Shared, View, record};

/// How many messages may wait for a game before those who send have to wait too.
pub(super) const MAILBOX: usize = 64;
/// After how long a game whose clock's command could not be recorded is tried again.
const RETRY: Length = Length(5_000);
/// More things than this never fall due at once; the rules would go round in a circle.
const MOST_AT_ONCE: usize = 10_000;

/// What a game's task is asked.
pub(super) enum Message {
    /// A command that arrived at this instant.
    Command {
        actor: Actor,
        command: Box<SessionCommand>,
        at: Time,
        interaction: Option<u64>,
        answer: oneshot::Sender<Result<Done, Refused>>,
    },
    /// Something may be due.
    Due,
    /// What should be shown of it cannot be said: a bug.
    Broken(String),
    /// The Moderator is back since `at` (H7).
    Back {
        /// Since when it was away, where that counts as an absence.
        since: Option<Time>,
        at: Time,
        done: oneshot::Sender<()>,
    },
}

/// Keeps one game.
pub(super) struct Keeper {
    shared: Arc<Shared>,
    seed: Seed,
    rules_version: u32,
    view: Arc<View>,
    /// The instant of the last event: time does not run back within a game.
    latest: Time,
    /// The absence that this game has been told of last, by its beginning.
    told: Option<Time>,
    /// The absence of which it could not be told yet; nothing is settled before it is.
    owed: Option<Time>,
    /// What the disk did when something could not be recorded; the host is told as soon as it can be.
    unrecorded: Option<Unrecorded>,
}

/// Something that could not be recorded.
struct Unrecorded {
    fault: String,
    /// Whether it was the last thing that was tried.
    fresh: bool,
}

impl Keeper {
    /// The keeper of a game as it is in the store.
    pub fn new(
        shared: Arc<Shared>,
        seed: Seed,
        rules_version: u32,
        view: Arc<View>,
        latest: Time,
    ) -> Keeper {
        Keeper {
            shared,
            seed,
            rules_version,
            view,
            latest,
            told: None,
            owed: None,
            unrecorded: None,
        }
    }

    /// The game as it is now.
    pub fn view(&self) -> Arc<View> {
        Arc::clone(&self.view)
    }

    /// Serves until nobody can send any more.
    pub async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        while let Some(message) = messages.recv().await {
            match message {
                Message::Command {
                    actor,
                    command,
                    at,
                    interaction,
                    answer,
                } => {
                    // In boxes of their own: most games sleep most of the time, and need no room for a decision.
                    let outcome = self.serve(actor, &command, at, interaction).boxed().await;
                    self.note(&outcome);
                    // The one who asked may have gone away.
                    let _ = answer.send(outcome);
                }
                Message::Due => {
                    let now = self.shared.clock.now();
                    self.settle_or_retry(now).boxed().await;
                }
                Message::Broken(why) => {
                    if !self.view.stopped {
                        self.stop(&why).await;
                    }
                }
                Message::Back { since, at, done } => {
                    self.owe(since);
                    self.settle_or_retry(at).boxed().await;
                    let _ = done.send(());
                }
            }
            if self.unrecorded.is_some() {
                self.confess().boxed().await;
            }
        }
    }

    /// Tells the host of what could not be recorded, once the disk lets it; until then it is tried again and again.
    async fn confess(&mut self) {
        let Some(unrecorded) = &mut self.unrecorded else {
            return;
        };
        // Not in the same breath: what is small may still find room where the next thing does not.
        if std::mem::take(&mut unrecorded.fresh) {
            return self.try_again();
        }
        let fault = &unrecorded.fault;
        let text = format!(
            "For a while this game could not be recorded ({fault}). What was asked in that time did not happen, and whoever \
             asked was told so; everything before it is kept, what fell due is made up for, and the game goes on."
        );
        let notice = step::to_host(&self.view.session, &text);
        let notices = step::address(
            self.view.game,
            &self.view.session,
            vec![notice],
            &self.shared.scribe,
        );
        match self.shared.store.enqueue(self.view.game, notices).await {
            Ok(_) => {
                self.unrecorded = None;
                self.shared.publish(&self.view);
            }
            Err(_) => self.try_again(),
        }
    }

    /// Remembers that something could not be recorded.
    fn note<T>(&mut self, outcome: &Result<T, Refused>) {
        if let Err(Refused::Fault(fault)) = outcome {
            tracing::error!(game = %self.view.game, fault, "something was not recorded");
            self.unrecorded = Some(Unrecorded {
                fault: fault.clone(),
                fresh: true,
            });
        }
    }

    /// Wakes this game again in a while, although nothing is due by then.
    fn try_again(&self) {
        let again = self.shared.clock.now() + RETRY;
        self.shared.alarm.set(self.view.game, Some(again));
    }

    async fn serve(
        &mut self,
        actor: Actor,
        command: &SessionCommand,
        at: Time,
        interaction: Option<u64>,
    ) -> Result<Done, Refused> {
        let at = at.max(self.latest);
        match (self.view.stopped, command) {
            (true, SessionCommand::Abandon | SessionCommand::GiveUpRooms) => {
                let request = Request {
                    actor,
                    command,
                    at,
                    interaction,
                };
                return self.abandon(&request).await;
            }
            (true, _) | (false, SessionCommand::Abandon) => return Err(Refused::Stopped),
            (false, _) => {}
        }
        // Whoever is heard although the Moderator is still thought to be away shows that it is back.
        let away = *self.shared.away.borrow();
        self.owe(away.filter(|since| at - *since > ABSENCE));
        self.settle(at).await?;
        let request = Request {
            actor,
            command,
            at: at.max(self.latest),
            interaction,
        };
        match self.step(&request).await {
            // A repeated interaction is refused by the rules more often than not: it has been done already.
            Err(Refused::Rule(text)) => Err(match self.repeated(interaction).await? {
                Some(answer) => Refused::Repeated { answer },
                None => Refused::Rule(text),
            }),
            other => other,
        }
    }

    async fn repeated(&self, interaction: Option<u64>) -> Result<Option<Text>, StoreFault> {
        match interaction {
            Some(interaction) => {
                let answer = self.shared.store.answered(interaction).await?;
                Ok(answer.map(Text::from))
            }
            None => Ok(None),
        }
    }

    /// Notes an absence of which the game has to be told, once (H7).
    fn owe(&mut self, since: Option<Time>) {
        if since.is_some() && self.told != since {
            self.owed = since;
        }
    }

    /// Tells the game of the absence that is owed.
    async fn absent(&mut self, at: Time) -> Result<(), Refused> {
        let Some(since) = self.owed else {
            return Ok(());
        };
        if let Some(command) = self.view.session.absence(since) {
            let request = Request {
                actor: Actor::Clock,
                command: &command,
                at: at.max(self.latest),
                interaction: None,
            };
            match self.step(&request).await {
                // A game whose clocks stand still has nothing to move.
                Ok(_) | Err(Refused::Rule(_)) => {}
                Err(refused) => return Err(refused),
            }
        }
        self.told = self.owed.take();
        Ok(())
    }

    async fn settle_or_retry(&mut self, upto: Time) {
        if self.view.stopped {
            return;
        }
        match self.settle(upto).await {
            Ok(()) => {
                let due = self.view.session.due().filter(|_| !self.view.stopped);
                self.shared.alarm.set(self.view.game, due);
            }
            outcome @ Err(Refused::Fault(_)) => {
                self.note(&outcome);
                self.try_again();
            }
            // The game stands still, and has said so.
            Err(_) => {}
        }
    }

    /// Settles everything that is due by this instant, the earliest first, each at its own instant; an absence before.
    async fn settle(&mut self, upto: Time) -> Result<(), Refused> {
        self.absent(upto).await?;
        for _ in 0..MOST_AT_ONCE {
            let Some(due) = self.view.session.due().filter(|due| *due <= upto) else {
                return Ok(());
            };
            let command = self.view.session.tick();
            let before = self.view.next;
            let request = Request {
                actor: Actor::Clock,
                command: &command,
                at: due.max(self.latest),
                interaction: None,
            };
            match self.step(&request).await {
                Ok(_) if self.view.next > before => {}
                Ok(_) | Err(Refused::Rule(_)) => {
                    self.stop("something was due and the rules did not settle it")
                        .await;
                    return Err(Refused::Stopped);
                }
                Err(refused) => return Err(refused),
            }
            // Many things due at once do not hold up the other games.
            tokio::task::yield_now().await;
        }
        self.stop("what is due does not come to an end").await;
        Err(Refused::Stopped)
    }

    /// Decides, records, and then shows.
    async fn step(&mut self, request: &Request<'_>) -> Result<Done, Refused> {
        let decided = step::decide(&self.view, &self.seed, request, &self.shared.scribe);
        let Ok(decided) = decided else {
            let name = step::name(request.command);
            self.stop(&format!("deciding on {name} broke down")).await;
            return Err(Refused::Stopped);
        };
        let mut step = decided.map_err(Refused::Rule)?;
        if step.events.is_empty() {
            return Ok(Done {
                answer: step.answer,
                events: step.events,
                view: self.view(),
            });
        }
        let ends =
            step.view.session.stand() == Stand::Over && self.view.session.stand() == Stand::Running;
        if ends {
            let mut entries = self.shared.store.entries(self.view.game).await?;
            entries.extend(step.entries(request));
            let disclosure = record::disclosure(
                Room::Town,
                &step.view.session,
                &self.seed,
                self.rules_version,
                &entries,
            );
            step.notices.extend(step::address(
                self.view.game,
                &step.view.session,
                vec![disclosure],
                &self.shared.scribe,
            ));
        }
        self.record(step, request).await
    }

    /// A game that stands still is ended, or its rooms are: its own rules have no part in it, for they may be what is broken.
    async fn abandon(&mut self, request: &Request<'_>) -> Result<Done, Refused> {
        let session = &self.view.session;
        let (game, rules) = (self.view.game, self.rules_version);
        let decided = step::decide(&self.view, &self.seed, request, &self.shared.scribe);
        let mut step = match decided.map_err(|_| Refused::Stopped)? {
            Ok(step) => step,
            Err(text) => {
                return Err(match self.repeated(request.interaction).await? {
                    Some(answer) => Refused::Repeated { answer },
                    None => Refused::Rule(text),
                });
            }
        };
        if let SessionCommand::Abandon = request.command {
            let mut notices = step.view.session.farewell();
            if session.play.is_some() {
                let mut entries = self.shared.store.entries(game).await?;
                entries.extend(step.entries(request));
                let (seed, room) = (&self.seed, Room::SignUp);
                let disclosed = std::panic::catch_unwind(AssertUnwindSafe(|| {
                    record::disclosure(room, &step.view.session, seed, rules, &entries)
                }));
                notices.extend(disclosed);
            }
            let (after, scribe) = (&step.view.session, &self.shared.scribe);
            step.notices = step::address_guarded(game, after, notices, scribe);
            tracing::warn!(%game, "a game that stood still was ended");
        }
        self.record(step, request).await
    }

    /// Records what was decided, and then shows it.
    async fn record(&mut self, step: step::Step, request: &Request<'_>) -> Result<Done, Refused> {
        let append = step.append(request, self.shared.seen());
        kill_point::pass(KillPoint::Decided);
        match self.shared.store.append(append).await? {
            Appended::Repeated { answer } => Err(Refused::Repeated {
                answer: Text::from(answer),
            }),
            Appended::Done => {
                kill_point::pass(KillPoint::Committed);
                self.view = Arc::new(step.view);
                self.latest = request.at;
                self.shared.publish(&self.view);
                Ok(Done {
                    answer: step.answer,
                    events: step.events,
                    view: self.view(),
                })
            }
        }
    }

    /// Stops this game because of a bug, and tells its host; the record stays, other games play on.
    async fn stop(&mut self, why: &str) {
        stop(&self.shared, &self.view.session, self.view.game, why).await;
        self.view = Arc::new(View {
            stopped: true,
            ..View::clone(&self.view)
        });
        self.shared.publish(&self.view);
    }
}

/// Notes in the store that a game stands still, and tells its host at the desk.
pub(super) async fn stop(shared: &Shared, session: &Session, game: GameId, why: &str) {
    tracing::error!(%game, why, "a game stands still");
    let text = format!(
        "The Moderator has met a fault of its own ({why}). This game stands still; everything up to now is kept. Whoever \
         runs the bot finds it in the log under {game}. To end the game and have its rooms deleted use `/host end`."
    );
    let notice = step::to_host(session, &text);
    let notices = step::address_guarded(game, session, vec![notice], &shared.scribe);
    if let Err(fault) = shared
        .store
        .stop_game(game, &stopped_by(why), notices)
        .await
    {
        tracing::error!(%game, %fault, "that a game stands still was not recorded");
    }
}

/// What the store remembers of a stop: another version of the program may have mended the bug, and tries again.
fn stopped_by(why: &str) -> String {
    format!("{}: {why}", env!("CARGO_PKG_VERSION"))
}

/// Whether this very version stopped the game.
pub(super) fn stopped_by_this_version(stopped: &str) -> bool {
    stopped
        .split_once(": ")
        .is_some_and(|(version, _)| version == env!("CARGO_PKG_VERSION"))
}
