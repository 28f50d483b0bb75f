//! Acting in the stand-in from Rust: as a user, who sees and can do what that user's client shows and lets do ([`Person`]), and behind
//! the scenes, where the world is set up and looked at ([`Stage`]).
//!
//! Nothing here is known to the bot: it learns of it over REST and gateway alone. Verbs that wait for the bot are async and come back
//! at the latest after the time that a user would wait.

mod asking;
mod person;
mod seen;
mod stage;

pub use person::Person;
pub use seen::{Answer, AnswerKind, Button, Choice, File, Input, Menu, Modal, Place, Seen};
pub use stage::Stage;

use super::interactions::client::Barred;
use super::world::Refusal;

/// Why something could not be done.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Denied {
    /// The user's client does not let it happen; the bot hears nothing.
    #[error("the client bars it: {0}")]
    Barred(#[from] Barred),
    /// Discord refuses it.
    #[error("Discord refuses it: {0}")]
    Refused(#[from] Refusal),
}

impl Denied {
    /// Discord's error code; none where the client barred it.
    pub fn code(&self) -> Option<u32> {
        match self {
            Denied::Barred(_) => None,
            Denied::Refused(refusal) => Some(refusal.code),
        }
    }
}
