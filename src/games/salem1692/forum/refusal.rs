//! Why something cannot be: the player's own error, shown to that player alone. Each says what is wrong, by which rule in plain
//! words, and what is possible.
//!
//! A refusal tells nothing that the one who asked may not know.

use crate::games::salem1692::table::{Card, CardKind, Character, Position};
use crate::kernel::ids::Seat;
use crate::kernel::text::Text;
use crate::kernel::time::{Length, Time};

use super::super::typed::written;

/// A phase, as a refusal names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhaseName {
    /// Dawn.
    Dawn,
    /// The Day.
    Day,
    /// The Night.
    Night,
}

/// Why a command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The game is paused (H2).
    GamePaused,
    /// Its time has passed, though the Moderator has not settled it yet (F33).
    Late,
    /// What it answers is no longer asked.
    Stale,
    /// Only the Moderator's own clock may do this.
    OnlyTheClock,
    /// Nothing is due yet.
    NothingDue,
    /// The Moderator was not away for more than two minutes (H7).
    NotAbsent,
    /// The person does not play in this game.
    NotAPlayer,
    /// The player is dead.
    Dead,
    /// There is no such seat.
    NoSuchSeat,
    /// The one who is named is dead.
    TargetDead {
        /// Who.
        target: Seat,
    },
    /// This belongs to another phase.
    OnlyIn {
        /// Which.
        phase: PhaseName,
    },
    /// Nobody plays a card on themselves (F11).
    OnYourself {
        /// The card.
        kind: CardKind,
    },
    /// Nobody is source and receiver at once (F11).
    SameSourceAndReceiver,
    /// The card is not in the player's hand: played already, lost, or never held.
    NotInHand {
        /// Which.
        card: Card,
    },
    /// The Stocks keep the player from playing cards (F19).
    Frozen {
        /// Until when.
        until: Time,
    },
    /// No card can be played so soon after the deal (F11).
    Quiet {
        /// Until when.
        until: Time,
    },
    /// No card can be played from the Conspiracy's announcement until the Shift is over (F24).
    DuringConspiracy,
    /// A flip is owed against a player whom the card names (F12).
    FlipPending {
        /// That player.
        target: Seat,
    },
    /// Piety protects from red cards (F20).
    Piety {
        /// Who has it.
        target: Seat,
    },
    /// There are no marks for an Alibi (F11).
    NoMarks {
        /// In front of whom.
        target: Seat,
    },
    /// There are not that many Accusations for an Alibi, or no Evidence (F15).
    NoSuchMarks {
        /// In front of whom.
        target: Seat,
    },
    /// An Alibi removes one to three Accusations (F15).
    OneToThree,
    /// An Alibi removes one Evidence, but before Mather, where each is one mark (F15, T19).
    OneEvidence {
        /// In front of whom.
        target: Seat,
    },
    /// There is no blue card for a Curse (F11).
    NoBlueCard {
        /// In front of whom.
        target: Seat,
    },
    /// This blue card does not lie there (F17).
    NotThatBlueCard {
        /// In front of whom.
        target: Seat,
        /// Which.
        card: Card,
    },
    /// There is more than one blue card: the Curse must name one (F17).
    WhichBlueCard {
        /// In front of whom.
        target: Seat,
    },
    /// The hand is empty (F11).
    EmptyHand {
        /// Whose.
        target: Seat,
    },
    /// Nothing lies in front (F11).
    NothingInFront {
        /// Of whom.
        target: Seat,
    },
    /// The Stocks would last less than a minute (F11).
    StocksTooShort,
    /// The choice of this flip is another player's (F12).
    NotYourFlip {
        /// Whose.
        chooser: Seat,
    },
    /// The Tryal at this position is revealed already.
    NotHidden {
        /// Whose row.
        target: Seat,
        /// Which position.
        position: Position,
    },
    /// No Shift is open (F26).
    NoShift,
    /// Only those of the coven can do this; also the answer to everybody else, whatever they are.
    NotOfTheCoven,
    /// The coven does not kill its own here (F29).
    TargetOfTheCoven {
        /// Who.
        target: Seat,
    },
    /// Nothing had been said that could be taken back.
    NothingToWithdraw,
    /// Only the holder of the hidden Constable card guards (F30).
    NotTheConstable,
    /// The Constable never guards themselves (F30).
    GuardYourself,
    /// It would be the player's own death, and the player has not been asked once more (F31).
    DeadlyConfession {
        /// Which of the player's Tryals.
        position: Position,
    },
    /// It would end the game or a player's life, and the host has not been asked once more (H1).
    Unconfirmed,
    /// No chat is left to open (F38).
    NoChatsLeft {
        /// How many there were.
        limit: u8,
        /// Whether they count for the whole game.
        per_game: bool,
    },
    /// A chat holds at most three living players (F39).
    ChatFull,
    /// There is no such chat among the player's own.
    NotInChat,
    /// The chat is over (F38).
    ChatClosed,
    /// Only the opener may bring somebody in (F39).
    NotTheOpener,
    /// That player is in the chat already.
    AlreadyInChat {
        /// Who.
        guest: Seat,
    },
    /// Only the host may do this (H1).
    NotTheHost,
    /// A host who plays may not do this (H1).
    HostPlays,
    /// Only the living vote on a proposal (H1).
    NoProposal,
    /// The game is paused already.
    AlreadyPaused,
    /// The game is not paused.
    NotPaused,
    /// An extension is a length of time, up to 14 days.
    ExtensionLength,
    /// The phase is being ended already (F24).
    AlreadyEnding {
        /// When the Shift closes, where it is open.
        until: Option<Time>,
    },
    /// A substitute has never played in or hosted this game (H3).
    NotASubstitute,
    /// The player is about to be removed already (H4).
    AlreadyRemoved {
        /// Who.
        seat: Seat,
    },
    /// This has been noted already.
    AlreadyNoted,
    /// The ability is another character's (T32).
    NotYourPower {
        /// Whose it is.
        character: Character,
    },
    /// The ability has been used as often as it can be (T26, T29, T31).
    PowerSpent {
        /// Whose it is.
        character: Character,
    },
    /// Parris takes one or two cards (T26).
    OneOrTwo,
    /// Such a card does not lie in the discard (T26).
    NotInDiscard {
        /// Which.
        card: Card,
    },
    /// The discard is empty (T26).
    EmptyDiscard,
    /// Tituba has played a card this Day (T32).
    PlayedToday,
    /// The discard has fewer cards than Tituba's hand (T32).
    TooFewInDiscard {
        /// How many it would take.
        count: usize,
    },
}

impl Refusal {
    /// The refusal in words for the one who asked.
    pub fn text(self) -> Text {
        match self {
            Refusal::GameOver => "The game is over. Nothing can be done in it any more.".into(),
            Refusal::GamePaused => "The game is paused: nothing but talk is possible until the host resumes it.".into(),
            Refusal::Late => "Too late: that time has just run out. What arrives at the very instant does not count.".into(),
            Refusal::Stale => "This is no longer asked. Look at your newest message, or use `/me`.".into(),
            Refusal::OnlyTheClock => "Only the Moderator's clock can do this.".into(),
            Refusal::NothingDue => "Nothing is due yet.".into(),
            Refusal::NotAbsent => "The Moderator was not away for more than two minutes.".into(),
            Refusal::NotAPlayer => "You do not play in this game.".into(),
            Refusal::Dead => "You are dead: you read along, but act no more. `/me` says where you can talk.".into(),
            Refusal::NoSuchSeat => "There is no such seat at this table. Choose one of the living players.".into(),
            Refusal::TargetDead { target } => {
                format!("{target} is dead. Choose one of the living players.").into()
            }
            Refusal::OnlyIn { phase } => match phase {
                PhaseName::Dawn => "This is only possible at Dawn, before the first Day.".into(),
                PhaseName::Day => "This is only possible in the Day.".into(),
                PhaseName::Night => "This is only possible at Night.".into(),
            },
            Refusal::OnYourself { kind } => match kind {
                CardKind::Scapegoat | CardKind::Robbery => {
                    let name = kind.name();
                    format!("{name} moves something between two other players: you can be neither of them.").into()
                }
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
                | CardKind::Piety => "Nobody plays a card on themselves. Choose another living player.".into(),
            },
            Refusal::SameSourceAndReceiver => {
                "Source and receiver must be two different players. Choose another one.".into()
            }
            Refusal::NotInHand { card } => {
                let name = card.kind.name();
                format!("You do not hold that {name}, or you have played it already. `/hand` shows what you hold.").into()
            }
            Refusal::Frozen { until } => {
                let until = until.full();
                format!("You are in the Stocks and play no card until {until}. You can still talk, choose a flip and pick in the Conspiracy.").into()
            }
            Refusal::Quiet { until } => {
                let until = until.full();
                format!("It is the quiet time after the deal: cards can be played from {until} on.").into()
            }
            Refusal::DuringConspiracy => {
                "The Conspiracy is under way: no card can be played until the Shift is over. Your card is kept.".into()
            }
            Refusal::FlipPending { target } => {
                format!("A Tryal of {target} is about to be flipped: until then no card can name {target}. Your card is kept.").into()
            }
            Refusal::Piety { target } => {
                format!("{target} has Piety: no red card can be played on that player directly. A Scapegoat can still move marks there.").into()
            }
            Refusal::NoMarks { target } => {
                format!("There are no marks in front of {target}: the Alibi would do nothing. It is kept.").into()
            }
            Refusal::NoSuchMarks { target } => {
                format!("Those red cards do not lie in front of {target}. Choose others, or leave the choice out.").into()
            }
            Refusal::OneToThree => "An Alibi removes one to three Accusations, or one Evidence.".into(),
            Refusal::OneEvidence { target } => {
                format!("In front of {target} an Evidence is worth 3 marks, and so an Alibi removes one of them only. It is kept.").into()
            }
            Refusal::NoBlueCard { target } => {
                format!("There is no blue card in front of {target}: the Curse would do nothing. It is kept.").into()
            }
            Refusal::NotThatBlueCard { target, card } => {
                let name = card.kind.name();
                format!("That {name} does not lie in front of {target}. Name a blue card that does.").into()
            }
            Refusal::WhichBlueCard { target } => {
                format!("More than one blue card lies in front of {target}. Say which one the Curse takes away.").into()
            }
            Refusal::EmptyHand { target } => {
                format!("{target} holds no cards: this would do nothing. Your card is kept.").into()
            }
            Refusal::NothingInFront { target } => {
                format!("Nothing lies in front of {target}: the Scapegoat would do nothing. It is kept.").into()
            }
            Refusal::StocksTooShort => {
                "So little of the Day remains that the Stocks would last less than a minute. The card is kept.".into()
            }
            Refusal::NotYourFlip { chooser } => {
                format!("{chooser} has the choice of this flip, not you.").into()
            }
            Refusal::NotHidden { target, position } => {
                format!("Tryal {position} of {target} is revealed already. Choose a hidden one.").into()
            }
            Refusal::NoShift => "No Shift is open. Picks are made in the Conspiracy, once a Day.".into(),
            Refusal::NotOfTheCoven => "Only the coven can do this.".into(),
            Refusal::TargetOfTheCoven { target } => {
                format!("{target} is of the coven. In this game the coven kills only players outside it.").into()
            }
            Refusal::NothingToWithdraw => "There is nothing to take back.".into(),
            Refusal::NotTheConstable => "Only the Constable can do this.".into(),
            Refusal::GuardYourself => "The Constable never guards themselves. Name another living player, or nobody.".into(),
            Refusal::DeadlyConfession { position } => {
                format!("Showing Tryal {position} would be your own death. Confirm it, or choose another one.").into()
            }
            Refusal::Unconfirmed => "This cannot be undone. Confirm it if you mean it.".into(),
            Refusal::NoChatsLeft { limit, per_game } => {
                let per = if per_game { "in the whole game" } else { "each Night" };
                let chats = if limit == 1 { "chat" } else { "chats" };
                format!("A player opens at most {limit} {chats} {per}. You can still join any number that others open.").into()
            }
            Refusal::ChatFull => {
                "A chat holds at most three living players. Somebody has to leave first, or open another chat.".into()
            }
            Refusal::NotInChat => "You are not in such a chat. `/chat list` shows yours.".into(),
            Refusal::ChatClosed => "That chat is over: chats close at daybreak. You can still read it.".into(),
            Refusal::NotTheOpener => "Only the player who opened the chat can bring somebody in.".into(),
            Refusal::AlreadyInChat { guest } => format!("{guest} is in this chat already.").into(),
            Refusal::NotTheHost => "Only the game's host can do this.".into(),
            Refusal::HostPlays => {
                "A host who plays in the game cannot do this. You can pause, resume and extend; ending and replacing need a majority of the living.".into()
            }
            Refusal::NoProposal => "There is nothing to vote on now.".into(),
            Refusal::AlreadyPaused => "The game is paused already.".into(),
            Refusal::NotPaused => "The game is not paused.".into(),
            Refusal::ExtensionLength => {
                let most = written(Length::DAY.times(14));
                format!("Give a length of time up to {most}, such as `6h`.").into()
            }
            Refusal::AlreadyEnding { until: Some(until) } => {
                let until = until.full();
                format!("This Day is ending already: Night falls when the Shift closes, at the latest {until}.").into()
            }
            Refusal::AlreadyEnding { until: None } => "This Day is ending already.".into(),
            Refusal::NotASubstitute => {
                "A substitute must be somebody who has never played in, watched or hosted this game. Choose another person.".into()
            }
            Refusal::AlreadyRemoved { seat } => {
                format!("{seat} is removed as soon as the Shift is over.").into()
            }
            Refusal::AlreadyNoted => "This has been noted already.".into(),
            Refusal::NotYourPower { character } => format!("Only {character} can do this.").into(),
            Refusal::PowerSpent { character } => {
                format!("You have used the power of {character} as often as it can be used.").into()
            }
            Refusal::OneOrTwo => "Take one or two cards.".into(),
            Refusal::NotInDiscard { card } => {
                format!("No such {} lies in the discard.", card.kind.name()).into()
            }
            Refusal::EmptyDiscard => "There is no card in the discard. The power is kept.".into(),
            Refusal::PlayedToday => {
                "You have played a card today: the hand is changed before the first one. The power is kept.".into()
            }
            Refusal::TooFewInDiscard { count } => format!(
                "The discard has fewer than {count} cards, so that you could not get as many as you give. The power is kept."
            )
            .into(),
        }
    }
}
