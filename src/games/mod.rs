//! The closed list of games. The only match over them stands here; whoever runs a game sees a `Session`.

pub mod audit;
pub mod record;
pub mod salem1692;
mod session;
mod sign_up;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::kernel::dice::Dice;
use crate::kernel::draft::{Draft, Fold};
use crate::kernel::game::{Actor, Game, Setting, Settings};
use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::intent::{Choice, Intent, Offer, Person};
use crate::kernel::panel::{Board, Panel};
use crate::kernel::place::Place;
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use salem1692::forum::{self, Forum};
pub use session::{Session, SessionCommand, SessionEvent, Stand};

/// The editions that a host can choose, by the word for each.
pub const EDITIONS: [&str; 1] = [Forum::EDITION];

/// A game in progress, of any edition.
#[derive(Debug, Clone)]
pub enum Play {
    /// Salem 1692, Forum Mafia edition.
    Forum(Box<Forum>),
}

/// A command to a game in progress.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayCommand {
    /// To the forum edition.
    Forum(<Forum as Game>::Command),
}

/// Something that happened in a game in progress.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayEvent {
    /// In the forum edition.
    Forum(<Forum as Fold>::Event),
}

/// The settings of a game, of any edition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnySettings {
    /// The forum edition's.
    Forum(<Forum as Game>::Settings),
}

impl Default for AnySettings {
    fn default() -> AnySettings {
        AnySettings::Forum(<Forum as Game>::Settings::default())
    }
}

impl AnySettings {
    /// The settings with which a sign-up of this edition begins, if there is such an edition.
    pub fn of(edition: &str) -> Option<AnySettings> {
        (edition == Forum::EDITION).then(AnySettings::default)
    }

    /// The word for the edition.
    pub fn edition(&self) -> &'static str {
        match self {
            AnySettings::Forum(_) => Forum::EDITION,
        }
    }

    /// What people call the edition.
    pub fn title(&self) -> &'static str {
        match self {
            AnySettings::Forum(_) => Forum::TITLE,
        }
    }

    /// The fewest and the most who can play the edition.
    pub fn sizes(&self) -> RangeInclusive<usize> {
        match self {
            AnySettings::Forum(_) => Forum::PLAYERS,
        }
    }

    /// The version of the rules that a game begun now plays by.
    pub fn rules_version(&self) -> u32 {
        match self {
            AnySettings::Forum(_) => Forum::RULES_VERSION,
        }
    }

    /// A page of the edition's guide; the first where no topic is named.
    pub fn guide(&self, topic: Option<&str>) -> Panel {
        match self {
            AnySettings::Forum(_) => Forum::guide(topic),
        }
    }

    /// The topics of the edition's guide: what is shown, and the word for it.
    pub fn topics(&self) -> Vec<(&'static str, &'static str)> {
        match self {
            AnySettings::Forum(_) => Forum::topics(),
        }
    }
}

impl Settings for AnySettings {
    fn list(&self) -> Vec<Setting> {
        match self {
            AnySettings::Forum(settings) => settings.list(),
        }
    }

    fn set(&self, key: &str, value: &str) -> Result<AnySettings, Text> {
        match self {
            AnySettings::Forum(settings) => settings.set(key, value).map(AnySettings::Forum),
        }
    }

    fn players(&self) -> usize {
        match self {
            AnySettings::Forum(settings) => settings.players(),
        }
    }

    fn timetable(&self, start: Time) -> Vec<(String, Time)> {
        match self {
            AnySettings::Forum(settings) => settings.timetable(start),
        }
    }
}

impl Play {
    /// A game about to be dealt.
    pub fn new(settings: &AnySettings, players: &[PlayerId], host: PlayerId) -> Play {
        match settings {
            AnySettings::Forum(settings) => {
                Play::Forum(Box::new(Forum::new(settings, players, host)))
            }
        }
    }

    fn apply(&mut self, event: &PlayEvent, at: Time) {
        match (self, event) {
            (Play::Forum(game), PlayEvent::Forum(event)) => game.apply(event, at),
        }
    }

    fn tick(&self) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(Forum::tick()),
        }
    }

    fn absence(&self, since: Time) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(Forum::absence(since)),
        }
    }

    fn spoke(&self) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(forum::Command::Speak),
        }
    }

    fn left(&self, player: PlayerId) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(forum::Command::Leave { player }),
        }
    }

    fn returned(&self, player: PlayerId) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(forum::Command::ComeBack { player }),
        }
    }

    fn due(&self) -> Option<Time> {
        match self {
            Play::Forum(game) => game.due(),
        }
    }

    fn is_over(&self) -> bool {
        match self {
            Play::Forum(game) => game.is_over(),
        }
    }

    fn seats(&self) -> Vec<(Seat, PlayerId)> {
        match self {
            Play::Forum(game) => game.seats(),
        }
    }

    fn place(&self) -> Place {
        match self {
            Play::Forum(game) => game.place(),
        }
    }

    fn boards(&self) -> Vec<Board> {
        match self {
            Play::Forum(game) => game.boards(),
        }
    }

    fn offer(&self, person: Person, intent: &Intent, now: Time) -> Offer<PlayCommand> {
        match self {
            Play::Forum(game) => match game.offer(person, intent, now) {
                Offer::Do(command) => Offer::Do(PlayCommand::Forum(command)),
                Offer::Show(panel) => Offer::Show(panel),
                Offer::Refuse(text) => Offer::Refuse(text),
            },
        }
    }

    fn complete(
        &self,
        person: Person,
        intent: &Intent,
        field: &str,
        typed: &str,
        now: Time,
    ) -> Vec<Choice> {
        match self {
            Play::Forum(game) => game.complete(person, intent, field, typed, now),
        }
    }

    fn newcomer(command: &PlayCommand) -> Option<PlayerId> {
        match command {
            PlayCommand::Forum(command) => Forum::newcomer(command),
        }
    }

    fn sample(&self, now: Time, dice: &mut Dice) -> Option<(Actor, PlayCommand)> {
        match self {
            Play::Forum(game) => {
                let (actor, command) = game.sample(now, dice)?;
                Some((actor, PlayCommand::Forum(command)))
            }
        }
    }

    fn answer(&self, person: Person, command: &PlayCommand, events: &[SessionEvent]) -> Text {
        match (self, command) {
            (Play::Forum(game), PlayCommand::Forum(command)) => {
                let events: Vec<_> = events
                    .iter()
                    .filter_map(|event| match event {
                        SessionEvent::Play(PlayEvent::Forum(event)) => Some(event.clone()),
                        SessionEvent::Lobby(_) => None,
                    })
                    .collect();
                game.answer(person, command, &events)
            }
        }
    }
}

/// Runs a decision of the game in progress as a part of the session's.
fn within_play(
    draft: &mut Draft<'_, Session>,
    decision: PlayDecision<'_>,
) -> Option<Result<(), Text>> {
    match draft.state().play.as_ref()? {
        Play::Forum(_) => Some(draft.within(
            |session| {
                match session
                    .play
                    .take()
                    .expect("a game in progress was seen just now")
                {
                    Play::Forum(game) => *game,
                }
            },
            |session, game| session.play = Some(Play::Forum(Box::new(game))),
            |event| SessionEvent::Play(PlayEvent::Forum(event)),
            |draft| match decision {
                PlayDecision::Open => {
                    Forum::open(draft);
                    Ok(())
                }
                PlayDecision::Decide(actor, PlayCommand::Forum(command)) => {
                    Forum::decide(draft, actor, command)
                }
            },
        )),
    }
}

/// What is to be decided by the game in progress.
enum PlayDecision<'a> {
    /// The deal.
    Open,
    /// A command.
    Decide(Actor, &'a PlayCommand),
}
