//! A decision in the making: events are applied the moment they are emitted, so that the next step sees them.

use super::audience::Notice;
use super::dice::{Dice, Seed};
use super::ids::{EventNumber, GameId};
use super::time::Time;

/// What events fold into.
pub trait Fold {
    /// What happened, in the past tense, with its outcome.
    type Event: Clone;

    /// Takes one event into the state. It cannot fail, roll dice or read time.
    fn apply(&mut self, event: &Self::Event, at: Time);

    /// What is told of an event, and to whom; `self` is the state right after it.
    fn tell(&self, event: &Self::Event, at: Time) -> Vec<Notice>;
}

/// One decision on one state: the events so far, and the state with all of them applied.
///
/// A decision refuses before it emits: a refusal after an event is a bug, for the state has changed already.
pub struct Draft<'a, S: Fold> {
    state: S,
    seed: &'a Seed,
    next: EventNumber,
    now: Time,
    events: Vec<S::Event>,
    notices: Vec<Notice>,
    listening: bool,
}

impl<'a, S: Fold> Draft<'a, S> {
    /// A draft on a state whose next event has the number `next`, for a command that arrived at `now`.
    /// Where nobody is `listening`, notices are not made (simulations and audits).
    pub fn new(state: S, seed: &'a Seed, next: EventNumber, now: Time, listening: bool) -> Self {
        Draft {
            state,
            seed,
            next,
            now,
            events: Vec::new(),
            notices: Vec::new(),
            listening,
        }
    }

    /// The state as it is with all events so far.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// When the command arrived, or the instant at which what is being settled was due.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The dice for the next event to be emitted; all that this event needs must come from one such call.
    pub fn dice(&self) -> Dice {
        Dice::new(self.seed, self.next)
    }

    /// What is posted of the seed at the start of this game.
    pub fn commitment(&self, game: GameId) -> String {
        self.seed.commitment(game)
    }

    /// Appends an event and applies it.
    pub fn emit(&mut self, event: S::Event) {
        self.state.apply(&event, self.now);
        if self.listening {
            self.notices.extend(self.state.tell(&event, self.now));
        }
        self.events.push(event);
        self.next = self.next.next();
    }

    /// Runs a part of the decision on a part of the state: `open` takes it out, `close` puts it back, `wrap` makes its
    /// events into events of the whole. Numbers of events and dice go on through both.
    pub fn within<P: Fold, R>(
        &mut self,
        open: impl FnOnce(&mut S) -> P,
        close: impl FnOnce(&mut S, P),
        wrap: impl Fn(P::Event) -> S::Event,
        decide: impl FnOnce(&mut Draft<'a, P>) -> R,
    ) -> R {
        let part = open(&mut self.state);
        let mut draft = Draft::new(part, self.seed, self.next, self.now, self.listening);
        let answer = decide(&mut draft);
        self.next = draft.next;
        self.events.extend(draft.events.into_iter().map(wrap));
        self.notices.extend(draft.notices);
        close(&mut self.state, draft.state);
        answer
    }

    /// How many events there are so far.
    pub fn emitted(&self) -> usize {
        self.events.len()
    }

    /// The end of the decision: the state, the events, and what is told of them, in order.
    pub fn finish(self) -> (S, Vec<S::Event>, Vec<Notice>) {
        (self.state, self.events, self.notices)
    }
}
