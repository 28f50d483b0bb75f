//! Order: what every edition records in the same form: hands, deaths, picks, spans of time, pauses, proposals, chats and the end.
//! Data alone: what may be done when is each edition's own.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::games::salem1692::table::{Card, Position, Side, TryalCard};
use crate::kernel::ids::{PlayerId, PromptId, Seat};
use crate::kernel::time::{Length, Time};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A side has won (F35).
    Won(Side),
    /// Its host ended it, or one who manages the server (H1).
    EndedByHost,
    /// Nothing happened any more and the host did not answer (H8).
    Standstill,
}

/// The end of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Over {
    /// When it ended.
    pub at: Time,
    /// How.
    pub outcome: Outcome,
}

/// A private chat (F38, F39).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    /// Its number, drawn at random, so that it counts nothing.
    pub number: u16,
    /// The Night in which it was opened.
    pub night: u32,
    /// Who opened it.
    pub opener: Seat,
    /// Who is in it, living and dead.
    pub members: BTreeSet<Seat>,
    /// Whether it can be written in; when the Night is over it is read only for good.
    pub open: bool,
}

/// A pause (H2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// Since when every clock stands.
    pub since: Time,
    /// Why.
    pub cause: PauseCause,
    /// When the game ends without a winner unless the host answers; only where the Moderator asks (H8).
    pub until: Option<Time>,
}

/// Why a game is paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseCause {
    /// Its host wants it.
    Host,
    /// Nobody has acted in two Days and Nights in a row, or rounds of turns (H8).
    NobodyActs,
    /// Three Days and Nights in a row, or stretches from Night to Night, brought no reveal and no death (H8).
    NothingHappens,
}

/// What a host who plays may do only with a majority of the living (H1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The prompt of the votes.
    pub prompt: PromptId,
    /// What is proposed.
    pub motion: Motion,
    /// The living who have said yes.
    pub yes: BTreeSet<Seat>,
}

/// What is proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// To end the game without a winner.
    End,
    /// To replace the player in this seat.
    Replace {
        /// The seat.
        seat: Seat,
        /// Who is to sit there.
        player: PlayerId,
    },
}

/// When a phase began, when it ends, and which reminders are still to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// When it began.
    pub began: Time,
    /// When it ends; whatever arrives at this very instant is late (F33).
    pub until: Time,
    /// How long before the end reminders are still to be sent, the longest first (H6).
    pub reminders: Vec<Length>,
}

/// What one player was dealt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hand {
    /// Who.
    pub seat: Seat,
    /// The cards.
    pub cards: Vec<Card>,
}

/// Of what a player died.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeathCause {
    /// A Witch card of that player was revealed (F14).
    WitchRevealed,
    /// No hidden Tryal was left (F14).
    LastTryal,
    /// The coven's kill (F32).
    Killed,
    /// A Matchmaker's partner died (F21).
    Matchmaker {
        /// The partner.
        partner: Seat,
    },
    /// Removed by the host (H4).
    Removed,
}

/// What one player took in the Shift (F26). Secret until the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// Who picked.
    pub seat: Seat,
    /// From whose row.
    pub source: Seat,
    /// Which position.
    pub position: Position,
    /// The card.
    pub card: TryalCard,
    /// Whether the Moderator picked at random.
    pub random: bool,
}
