//! What can be asked of the game, complete and typed. Names of seats and cards in here need not exist or be allowed: `decide`
//! looks at that.

use serde::{Deserialize, Serialize};

use crate::games::salem1692::table::{Card, CardKind, Position};
use crate::kernel::ids::{PlayerId, PromptId, Seat};
use crate::kernel::time::{Length, Time};

use super::phase::KillVote;

/// A command. Who gives it stands beside it, not in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// The clock: settle the earliest thing that is due. Given by the clock alone.
    Tick,
    /// The Moderator is back from an absence (H7). Given by the clock alone, before any tick.
    Absence {
        /// Since when it was away.
        since: Time,
    },
    /// A Witch names the holder of the Black Cat (F5).
    Cat {
        /// Any living player, the Witch included.
        target: Seat,
    },
    /// A player plays a card (F11 to F23).
    Play(Play),
    /// The chooser of an owed flip names the Tryal (F12).
    Flip {
        /// Which flip.
        prompt: PromptId,
        /// Which of that player's Tryals.
        position: Position,
    },
    /// A player picks a Tryal of the player before, unseen (F26).
    Pick {
        /// Which of that player's Tryals.
        position: Position,
    },
    /// A Witch says who is to be killed, or nobody, or (none) takes back what she has said (F29).
    Kill {
        /// What she says.
        vote: Option<KillVote>,
    },
    /// The Constable names who is guarded, or nobody (F30).
    Guard {
        /// Who.
        target: Option<Seat>,
    },
    /// A player confesses, to be settled at daybreak (F31).
    Confess {
        /// Which of the player's own hidden Tryals is shown.
        position: Position,
        /// Whether the player has been asked once more; needed where it would be the player's own death.
        confirmed: bool,
    },
    /// William Phips confesses without revealing a Tryal (T31).
    ConfessUnshown,
    /// A player takes a confession back (F31).
    WithdrawConfession,
    /// A power that was offered is used, or not (T17, T18, T28).
    Power {
        /// Which offer.
        prompt: PromptId,
        /// Whether it is used.
        yes: bool,
    },
    /// Samuel Parris takes cards out of the discard (T26, T32).
    Salvage {
        /// One or two.
        cards: Vec<Card>,
    },
    /// Tituba changes her whole hand (T32).
    ChangeHand,
    /// A player opens a private chat (F38).
    ChatOpen {
        /// Who is in it from the start besides the opener; may be empty.
        guests: Vec<Seat>,
    },
    /// Somebody is brought into a chat (F39).
    ChatInvite {
        /// The chat's number.
        chat: u16,
        /// Who.
        guest: Seat,
    },
    /// Somebody leaves a chat (F39).
    ChatLeave {
        /// The chat's number.
        chat: u16,
    },
    /// The host stops every clock (H2).
    Pause,
    /// The host lets the clocks run again (H2); this also answers what the Moderator asks at a standstill (H8).
    Resume,
    /// The host moves the end of the phase (H1).
    Extend {
        /// By how long.
        by: Length,
    },
    /// The host ends the phase at once (H1, F24).
    Advance,
    /// The host puts a substitute into a seat (H3). From a host who plays it is a proposal to the living (H1).
    Replace {
        /// The seat.
        seat: Seat,
        /// Who is to sit there.
        player: PlayerId,
    },
    /// The host removes a player, who dies (H4).
    Remove {
        /// The seat.
        seat: Seat,
        /// Whether the host has been asked once more.
        confirmed: bool,
    },
    /// The host ends the game without a winner (H1). From a host who plays it is a proposal to the living.
    End {
        /// Whether the host has been asked once more.
        confirmed: bool,
    },
    /// A living player says yes or no to what the host has proposed (H1).
    Second {
        /// Which proposal.
        prompt: PromptId,
        /// Yes; no takes a yes back.
        yes: bool,
    },
    /// The host takes a proposal back (H1).
    WithdrawProposal,
    /// The host, who does not play, asks the desk to show secrets; this is noted in the record.
    ShowSecrets,
    /// A player has written something in one of the game's rooms. It counts once for each Day and Night (H6).
    Speak,
    /// A player has left the server (H4). Given by the clock.
    Leave {
        /// Who.
        player: PlayerId,
    },
    /// A player who had left the server is back (H4). Given by the clock.
    ComeBack {
        /// Who.
        player: PlayerId,
    },
}

/// A card to be played, with what it is aimed at. Which copy of the kind tells the card from others like it, so that
/// playing one card twice is noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Play {
    /// One mark.
    Accusation {
        /// Which copy.
        copy: u8,
        /// On whom.
        target: Seat,
    },
    /// Three marks.
    Evidence {
        /// Which copy.
        copy: u8,
        /// On whom.
        target: Seat,
    },
    /// Seven marks.
    Witness {
        /// Which copy.
        copy: u8,
        /// On whom.
        target: Seat,
    },
    /// Takes marks away (F15).
    Alibi {
        /// Which copy.
        copy: u8,
        /// From whom.
        target: Seat,
        /// Which red cards go; unsaid, those that remove most marks, Evidence first.
        relief: Option<Relief>,
    },
    /// An Alibi that is played as a Witness: Griggs' power (T30).
    AlibiAsWitness {
        /// Which copy.
        copy: u8,
        /// On whom.
        target: Seat,
    },
    /// Burns half of a hand (F16).
    Arson {
        /// Which copy.
        copy: u8,
        /// Whose.
        target: Seat,
    },
    /// Takes a blue card away (F17).
    Curse {
        /// Which copy.
        copy: u8,
        /// From whom.
        target: Seat,
        /// Which; may stay unsaid where there is only one.
        blue: Option<Card>,
    },
    /// Moves half of a hand (F16).
    Robbery {
        /// Which copy.
        copy: u8,
        /// From whom.
        source: Seat,
        /// To whom.
        receiver: Seat,
    },
    /// Moves everything in front (F18).
    Scapegoat {
        /// Which copy.
        copy: u8,
        /// From whom.
        source: Seat,
        /// To whom.
        receiver: Seat,
    },
    /// Stops somebody from playing cards (F19).
    Stocks {
        /// Which copy.
        copy: u8,
        /// Whom.
        target: Seat,
    },
    /// A blue card.
    BlackCat {
        /// Which copy.
        copy: u8,
        /// In front of whom.
        target: Seat,
    },
    /// A blue card (F22).
    Asylum {
        /// Which copy.
        copy: u8,
        /// In front of whom.
        target: Seat,
    },
    /// A blue card (F21).
    Matchmaker {
        /// Which copy.
        copy: u8,
        /// In front of whom.
        target: Seat,
    },
    /// A blue card (F20).
    Piety {
        /// Which copy.
        copy: u8,
        /// In front of whom.
        target: Seat,
    },
}

/// Which red cards an Alibi removes (F15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relief {
    /// So many Accusations, one to three.
    Accusations(u8),
    /// One Evidence.
    Evidence,
    /// So many Evidence cards, one to three, before Cotton Mather (T19).
    Evidences(u8),
}

impl Play {
    /// The card that is played.
    pub fn card(&self) -> Card {
        match *self {
            Play::Accusation { copy, .. } => Card::new(CardKind::Accusation, copy),
            Play::Evidence { copy, .. } => Card::new(CardKind::Evidence, copy),
            Play::Witness { copy, .. } => Card::new(CardKind::Witness, copy),
            Play::Alibi { copy, .. } | Play::AlibiAsWitness { copy, .. } => {
                Card::new(CardKind::Alibi, copy)
            }
            Play::Arson { copy, .. } => Card::new(CardKind::Arson, copy),
            Play::Curse { copy, .. } => Card::new(CardKind::Curse, copy),
            Play::Robbery { copy, .. } => Card::new(CardKind::Robbery, copy),
            Play::Scapegoat { copy, .. } => Card::new(CardKind::Scapegoat, copy),
            Play::Stocks { copy, .. } => Card::new(CardKind::Stocks, copy),
            Play::BlackCat { copy, .. } => Card::new(CardKind::BlackCat, copy),
            Play::Asylum { copy, .. } => Card::new(CardKind::Asylum, copy),
            Play::Matchmaker { copy, .. } => Card::new(CardKind::Matchmaker, copy),
            Play::Piety { copy, .. } => Card::new(CardKind::Piety, copy),
        }
    }

    /// The seats that the play names: one, or source and receiver.
    pub fn named(&self) -> Vec<Seat> {
        match *self {
            Play::Accusation { target, .. }
            | Play::Evidence { target, .. }
            | Play::Witness { target, .. }
            | Play::Alibi { target, .. }
            | Play::AlibiAsWitness { target, .. }
            | Play::Arson { target, .. }
            | Play::Curse { target, .. }
            | Play::Stocks { target, .. }
            | Play::BlackCat { target, .. }
            | Play::Asylum { target, .. }
            | Play::Matchmaker { target, .. }
            | Play::Piety { target, .. } => vec![target],
            Play::Robbery {
                source, receiver, ..
            }
            | Play::Scapegoat {
                source, receiver, ..
            } => {
                vec![source, receiver]
            }
        }
    }

    /// This card played at one player, where it is a card that is played at one.
    pub fn at(card: Card, target: Seat) -> Option<Play> {
        let copy = card.copy;
        match card.kind {
            CardKind::Accusation => Some(Play::Accusation { copy, target }),
            CardKind::Evidence => Some(Play::Evidence { copy, target }),
            CardKind::Witness => Some(Play::Witness { copy, target }),
            CardKind::Alibi => Some(Play::Alibi {
                copy,
                target,
                relief: None,
            }),
            CardKind::Arson => Some(Play::Arson { copy, target }),
            CardKind::Curse => Some(Play::Curse {
                copy,
                target,
                blue: None,
            }),
            CardKind::Stocks => Some(Play::Stocks { copy, target }),
            CardKind::BlackCat => Some(Play::BlackCat { copy, target }),
            CardKind::Asylum => Some(Play::Asylum { copy, target }),
            CardKind::Matchmaker => Some(Play::Matchmaker { copy, target }),
            CardKind::Piety => Some(Play::Piety { copy, target }),
            CardKind::Robbery | CardKind::Scapegoat => None,
        }
    }

    /// This card played from one player to another, where it is a card that moves something.
    pub fn from_to(card: Card, source: Seat, receiver: Seat) -> Option<Play> {
        let copy = card.copy;
        match card.kind {
            CardKind::Robbery => Some(Play::Robbery {
                copy,
                source,
                receiver,
            }),
            CardKind::Scapegoat => Some(Play::Scapegoat {
                copy,
                source,
                receiver,
            }),
            CardKind::Accusation
            | CardKind::Evidence
            | CardKind::Witness
            | CardKind::Alibi
            | CardKind::Arson
            | CardKind::Curse
            | CardKind::Stocks
            | CardKind::BlackCat
            | CardKind::Asylum
            | CardKind::Matchmaker
            | CardKind::Piety => None,
        }
    }
}
