//! The contract that a game fulfils.

use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::dice::Dice;
use super::draft::{Draft, Fold};
use super::ids::{PlayerId, Seat};
use super::intent::{Choice, Intent, Offer, Person};
use super::panel::{Board, Panel};
use super::place::Place;
use super::text::Text;
use super::time::Time;

/// Who gave a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The Moderator's clock.
    Clock,
    /// A person.
    Person(Person),
}

/// The rules of one edition.
pub trait Game:
    Fold<Event: Serialize + DeserializeOwned + fmt::Debug + PartialEq> + Clone + Sized
{
    /// The word for it in commands and records.
    const EDITION: &'static str;
    /// What people call it.
    const TITLE: &'static str;
    /// The fewest and the most who can play it.
    const PLAYERS: RangeInclusive<usize>;
    /// Grows with every change by which an old record would be replayed differently.
    const RULES_VERSION: u32;
    /// What a host can choose before the start.
    type Settings: Settings;
    /// What can be asked of it, complete and typed.
    type Command: Serialize + DeserializeOwned + Clone + fmt::Debug + PartialEq;

    /// A game that is about to be dealt, at this table of people (in order of sign-up) with this host.
    fn new(settings: &Self::Settings, players: &[PlayerId], host: PlayerId) -> Self;

    /// The first decision, part of the start itself: seats, cards, the first phase.
    fn open(draft: &mut Draft<'_, Self>);

    /// Decides on a command: emits events, or refuses and emits none. `Actor::Clock` commands settle what is due at
    /// `draft.now()`, one thing at a time, the earliest first.
    ///
    /// # Errors
    /// The refusal, in words for the one who asked: what is wrong, by which rule, and what is possible.
    fn decide(
        draft: &mut Draft<'_, Self>,
        actor: Actor,
        command: &Self::Command,
    ) -> Result<(), Text>;

    /// The command of the clock.
    fn tick() -> Self::Command;

    /// The command that tells of the Moderator's absence since `since` (H7); given at the return.
    fn absence(since: Time) -> Self::Command;

    /// The next instant at which something happens by itself. None while paused for good or over.
    fn due(&self) -> Option<Time>;

    /// What runs now by its name, and when it ends; then what is sure to come after it, and when that would end. As all may
    /// know it; nothing while paused or over.
    fn timetable(&self) -> Vec<(Text, Time)>;

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// Who sits where now, in row order: replaced players are not among them.
    fn seats(&self) -> Vec<(Seat, PlayerId)>;

    /// Which channels and threads there should be now.
    fn place(&self) -> Place;

    /// The messages that should stand now.
    fn boards(&self) -> Vec<Board>;

    /// What an intent of this person amounts to.
    fn offer(&self, person: Person, intent: &Intent, now: Time) -> Offer<Self::Command>;

    /// Suggestions for `field` of an unfinished intent, of which `typed` is written so far; only what this person may
    /// know and do. At most 25.
    fn complete(
        &self,
        person: Person,
        intent: &Intent,
        field: &str,
        typed: &str,
        now: Time,
    ) -> Vec<Choice>;

    /// A page of the guide for players, in our own words; the first page where no topic is named, or an unknown one.
    fn guide(topic: Option<&str>) -> Panel;

    /// The topics of the guide: what is shown, and the word for it.
    fn topics() -> Vec<(&'static str, &'static str)>;

    /// Something that somebody could do at `now`, drawn so that all there is to do comes up in time: for simulations. It may
    /// be refused; none where the one who was drawn has nothing to do.
    fn sample(&self, now: Time, dice: &mut Dice) -> Option<(Actor, Self::Command)>;

    /// Whom this command would bring in from outside the roll, if anybody (H3).
    fn newcomer(command: &Self::Command) -> Option<PlayerId>;

    /// What the one who gave a command is told right after it, privately.
    fn answer(&self, person: Person, command: &Self::Command, events: &[Self::Event]) -> Text;
}

/// What a host can choose before the start, by key and value as text.
pub trait Settings:
    Serialize + DeserializeOwned + Clone + fmt::Debug + PartialEq + Default
{
    /// Every setting, in the order in which a host reads them.
    fn list(&self) -> Vec<Setting>;

    /// The same settings with one changed.
    ///
    /// # Errors
    /// What is wrong with the key or the value, and what is possible.
    fn set(&self, key: &str, value: &str) -> Result<Self, Text>;

    /// How many players the table seats.
    fn players(&self) -> usize;

    /// The instants of the first phases if the game began at `start`: what happens then, and when.
    fn timetable(&self, start: Time) -> Vec<(String, Time)>;
}

/// One setting, as a host sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Its key, as in `/game set`.
    pub key: &'static str,
    /// Its value now, as it would be typed.
    pub value: String,
    /// Its value when nothing is set.
    pub default: String,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The values there are, where they can be listed.
    pub values: Vec<&'static str>,
}
