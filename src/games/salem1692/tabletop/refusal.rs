//! Why something cannot be: the player's own error, shown to that player alone. Each says what is wrong, by which rule in plain
//! words, and what is possible.
//!
//! A refusal tells nothing that the one who asked may not know.

use crate::games::salem1692::table::{Card, CardKind, Character, Position};
use crate::kernel::ids::Seat;
use crate::kernel::text::Text;
use crate::kernel::time::Length;

use super::super::typed::written;
use super::phase::PlacingPower;

/// A part of the game, as a refusal names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhaseName {
    /// The choice of the characters.
    TownHall,
    /// Dawn.
    Dawn,
    /// The turns.
    Turns,
    /// The first part of the Night, before the gavel is shown.
    Night,
    /// The Night until the victim is named.
    Confessions,
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
    /// This belongs to another part of the game.
    OnlyIn {
        /// Which.
        phase: PhaseName,
    },
    /// This character was not dealt to the player (T3).
    NotOffered,
    /// It is another player's turn (T6).
    NotYourTurn {
        /// Whose.
        seat: Seat,
    },
    /// A black card is being resolved first (T9).
    BlackFirst,
    /// Another player's choice comes first (T7).
    ChoiceFirst {
        /// Whose.
        seat: Seat,
    },
    /// A Tryal is owed and has to be chosen first (T8).
    TryalFirst,
    /// A power that is offered has to be answered first (T17, T18, T28).
    PowerFirst {
        /// Which.
        power: PlacingPower,
    },
    /// Nobody draws who has played a card in this turn (T6).
    PlayedAlready,
    /// Nobody says that a turn is over in which nothing was done (T6).
    NothingDone,
    /// The turn's player draws already, or the turn is ending.
    TurnEnding,
    /// The choice is another player's (T8, T14, T23).
    NotYourChoice {
        /// Whose.
        chooser: Seat,
    },
    /// The player has not this ability (T17 to T31).
    NotYourPower {
        /// Whose it is.
        character: Character,
    },
    /// The ability has been used as often as it can be (T26, T29, T31).
    PowerSpent {
        /// Whose it is.
        character: Character,
    },
    /// The deck has fewer than two cards (T29).
    DeckTooSmall,
    /// The deck has not been seen in this turn (T29).
    NotStudied,
    /// The order does not hold exactly the cards of the deck (T29).
    NotThisDeck,
    /// Parris takes one or two different cards (T26).
    OneOrTwo,
    /// Such a card does not lie in the discard (T26).
    NotInDiscard {
        /// Which.
        card: Card,
    },
    /// There is nothing in the discard that could be taken (T26).
    EmptyDiscard,
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
    /// There are not that many red cards for an Alibi (F15).
    NoSuchMarks {
        /// In front of whom.
        target: Seat,
    },
    /// An Alibi removes red cards worth one to three marks (F15, T19).
    OneToThree,
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
    /// The hand is empty (F11, T27).
    EmptyHand {
        /// Whose.
        target: Seat,
    },
    /// Nothing lies in front (F11).
    NothingInFront {
        /// Of whom.
        target: Seat,
    },
    /// The Tryal at this position is revealed already, or the row has no such place.
    NotHidden {
        /// Whose row.
        target: Seat,
        /// Which position.
        position: Position,
    },
    /// No Shift is open (T14).
    NoShift,
    /// The own Tryals stay as they are during a Conspiracy, or while one of them is being chosen (T12).
    RowInUse,
    /// The order does not name each hidden place once (T12).
    NotThisRow,
    /// Only those of the coven can do this; also the answer to everybody else, whatever they are.
    NotOfTheCoven,
    /// Nothing had been said that could be taken back.
    NothingToWithdraw,
    /// Only the holder of the hidden Constable card gives the gavel (T15).
    NotTheConstable,
    /// The Constable never takes the gavel (T15).
    GavelForYourself,
    /// The player has confessed in this Night already (T15).
    ConfessedAlready,
    /// The player has the gavel and confesses only without it (T15).
    HasGavel,
    /// It would be the player's own death, and the player has not been asked once more (T15, F31).
    DeadlyConfession {
        /// Which of the player's Tryals.
        position: Position,
    },
    /// The card is not among what the dead have left (T23).
    NotLeft {
        /// Which.
        card: Card,
    },
    /// Nobody waits for last words of this player (T33).
    NoLastWords,
    /// Last words are one to three short words (T33).
    ThreeWords,
    /// It would end the game or a player's life, and the host has not been asked once more (H1).
    Unconfirmed,
    /// The game is played without private chats (T16).
    NoChats,
    /// No chat is left to open (F38).
    NoChatsLeft {
        /// How many there were.
        limit: u8,
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
    /// A window is open, which an extension does not move (H1).
    WindowOpen,
    /// A substitute has never played in or hosted this game (H3).
    NotASubstitute,
    /// The player is about to be removed already (H4).
    AlreadyRemoved {
        /// Who.
        seat: Seat,
    },
    /// This has been noted already.
    AlreadyNoted,
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
            Refusal::TargetDead { target } => format!("{target} is dead. Choose one of the living players.").into(),
            Refusal::OnlyIn { phase } => match phase {
                PhaseName::TownHall => "This is only possible while the characters are chosen, before Dawn.".into(),
                PhaseName::Dawn => "This is only possible at Dawn, before the first turn.".into(),
                PhaseName::Turns => "This is only possible once the turns have begun.".into(),
                PhaseName::Night => "This is only possible at Night, before the gavel is shown.".into(),
                PhaseName::Confessions => "This is only possible at Night, until the victim is named.".into(),
            },
            Refusal::NotOffered => "You were not dealt this character. Keep one of your two.".into(),
            Refusal::NotYourTurn { seat } => format!("It is {seat}'s turn. Yours will come; you get a ping.").into(),
            Refusal::BlackFirst => "A black card is on the table: it is resolved first, then play goes on.".into(),
            Refusal::ChoiceFirst { seat } => format!("{seat} has a choice to make first.").into(),
            Refusal::TryalFirst => "A Tryal is owed: it has to be chosen first.".into(),
            Refusal::PowerFirst { power } => {
                let name = power.character().name();
                format!("Say first whether you use the power of {name}, or no thanks.").into()
            }
            Refusal::PlayedAlready => "You have played a card, so you cannot draw in this turn. Play on, or end your turn.".into(),
            Refusal::NothingDone => "You have done nothing yet: draw two cards, or play at least one.".into(),
            Refusal::TurnEnding => "This turn is ending already: nothing more can be played or drawn in it.".into(),
            Refusal::NotYourChoice { chooser } => format!("{chooser} has this choice, not you.").into(),
            Refusal::NotYourPower { character } => format!("Only {character} can do this.").into(),
            Refusal::PowerSpent { character } => {
                format!("You have used the power of {character} as often as it can be used.").into()
            }
            Refusal::DeckTooSmall => "The deck has fewer than two cards: there is nothing to put in order. The power is kept.".into(),
            Refusal::NotStudied => "You look at the deck first, in your turn, before you draw or play.".into(),
            Refusal::NotThisDeck => "The order has to hold each card of the deck once, and no other.".into(),
            Refusal::OneOrTwo => "Take one or two cards.".into(),
            Refusal::NotInDiscard { card } => {
                format!("No such {} lies in the discard.", card.kind.name()).into()
            }
            Refusal::EmptyDiscard => "There is no card in the discard that you could take. The power is kept.".into(),
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
                | CardKind::Piety => "Nobody plays a card on themselves. Choose another player.".into(),
            },
            Refusal::SameSourceAndReceiver => "Name two different players.".into(),
            Refusal::NotInHand { card } => {
                format!("You do not hold this {} (any more).", card.kind.name()).into()
            }
            Refusal::Piety { target } => {
                format!("Piety protects {target} from red cards. The card is kept.").into()
            }
            Refusal::NoMarks { target } => {
                format!("No Accusation and no Evidence lies before {target}: an Alibi would do nothing. The card is kept.").into()
            }
            Refusal::NoSuchMarks { target } => {
                format!("There are not that many such red cards before {target}.").into()
            }
            Refusal::OneToThree => "An Alibi takes away red cards worth one to three marks in all.".into(),
            Refusal::NoBlueCard { target } => {
                format!("No blue card lies before {target}: a Curse would do nothing. The card is kept.").into()
            }
            Refusal::NotThatBlueCard { target, card } => {
                format!("No such {} lies before {target}.", card.kind.name()).into()
            }
            Refusal::WhichBlueCard { target } => {
                format!("More than one blue card lies before {target}. Name the one that the Curse takes away.").into()
            }
            Refusal::EmptyHand { target } => {
                format!("{target} holds no card: this would do nothing. The card is kept.").into()
            }
            Refusal::NothingInFront { target } => {
                format!("Nothing lies before {target}: a Scapegoat would do nothing. The card is kept.").into()
            }
            Refusal::NotHidden { target, position } => {
                format!("{target} has no hidden Tryal at place {position}. Choose a hidden one.").into()
            }
            Refusal::NoShift => "No Shift is open. Picks are made when the Conspiracy has been drawn.".into(),
            Refusal::RowInUse => {
                "Your Tryals stay as they are during a Conspiracy, and while one of them is being chosen.".into()
            }
            Refusal::NotThisRow => "The order has to name each of your hidden places once.".into(),
            Refusal::NotOfTheCoven => "Only the coven can do this.".into(),
            Refusal::NothingToWithdraw => "There is nothing to take back.".into(),
            Refusal::NotTheConstable => "Only the Constable can do this.".into(),
            Refusal::GavelForYourself => "The Constable never takes the gavel. Give it to another living player, or to nobody.".into(),
            Refusal::ConfessedAlready => "You have confessed in this Night already.".into(),
            Refusal::HasGavel => "You have the gavel, and wanted to confess only without it. Confess without that condition if you mean it.".into(),
            Refusal::DeadlyConfession { position } => {
                format!("Showing Tryal {position} would be your own death. Confirm it, or choose another one.").into()
            }
            Refusal::NotLeft { card } => {
                format!("This {} is not there (any more). Choose another card.", card.kind.name()).into()
            }
            Refusal::NoLastWords => "There is no time for last words (any more).".into(),
            Refusal::ThreeWords => "Last words are one to three short words: letters, digits, and simple signs such as ' - , . ! ?".into(),
            Refusal::Unconfirmed => "This cannot be undone. Confirm it if you mean it.".into(),
            Refusal::NoChats => "This game is played without private chats.".into(),
            Refusal::NoChatsLeft { limit } => {
                format!("A player opens at most {limit} chats each Night. You can still join any number that others open.").into()
            }
            Refusal::ChatFull => {
                "A chat holds at most three living players. Somebody has to leave first, or open another chat.".into()
            }
            Refusal::NotInChat => "You are not in such a chat. `/chat list` shows yours.".into(),
            Refusal::ChatClosed => "That chat is over: chats close when the Night is over. You can still read it.".into(),
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
            Refusal::WindowOpen => {
                "A window is open now, which an extension does not move. Extend when it is over, or pause the game.".into()
            }
            Refusal::NotASubstitute => {
                "A substitute must be somebody who has never played in, watched or hosted this game. Choose another person.".into()
            }
            Refusal::AlreadyRemoved { seat } => {
                format!("{seat} is removed as soon as the Tryals have changed hands.").into()
            }
            Refusal::AlreadyNoted => "This has been noted already.".into(),
        }
    }
}
