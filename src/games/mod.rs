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
use salem1692::table::Character;
use salem1692::tabletop::{self, Tabletop};
pub use session::{Session, SessionCommand, SessionEvent, Stand};

/// The editions that a host can choose: the word for each, and what people call it; the usual one first.
pub const EDITIONS: [(&str, &str); 2] = [
    (Forum::EDITION, Forum::TITLE),
    (Tabletop::EDITION, Tabletop::TITLE),
];

/// A game in progress, of any edition.
#[derive(Debug, Clone)]
pub enum Play {
    /// Salem 1692, Forum Mafia edition.
    Forum(Box<Forum>),
    /// Salem 1692, the tabletop game by turns.
    Tabletop(Box<Tabletop>),
}

/// A command to a game in progress.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayCommand {
    /// To the forum edition.
    Forum(<Forum as Game>::Command),
    /// To the tabletop edition.
    Tabletop(<Tabletop as Game>::Command),
}

/// Something that happened in a game in progress.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayEvent {
    /// In the forum edition.
    Forum(<Forum as Fold>::Event),
    /// In the tabletop edition.
    Tabletop(<Tabletop as Fold>::Event),
}

/// The settings of a game, of any edition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnySettings {
    /// The forum edition's.
    Forum(<Forum as Game>::Settings),
    /// The tabletop edition's.
    Tabletop(<Tabletop as Game>::Settings),
}

impl Default for AnySettings {
    fn default() -> AnySettings {
        AnySettings::Forum(<Forum as Game>::Settings::default())
    }
}

impl AnySettings {
    /// The settings with which a sign-up of this edition begins, if there is such an edition. Its word may be cut to the last
    /// part, such as `forum`.
    pub fn of(edition: &str) -> Option<AnySettings> {
        let full = [Forum::EDITION, Tabletop::EDITION]
            .into_iter()
            .find(|word| *word == edition || word.rsplit('-').next() == Some(edition))?;
        match full {
            Forum::EDITION => Some(AnySettings::Forum(Default::default())),
            Tabletop::EDITION => Some(AnySettings::Tabletop(Default::default())),
            _ => None,
        }
    }

    /// The word for the edition.
    pub fn edition(&self) -> &'static str {
        match self {
            AnySettings::Forum(_) => Forum::EDITION,
            AnySettings::Tabletop(_) => Tabletop::EDITION,
        }
    }

    /// What people call the edition.
    pub fn title(&self) -> &'static str {
        match self {
            AnySettings::Forum(_) => Forum::TITLE,
            AnySettings::Tabletop(_) => Tabletop::TITLE,
        }
    }

    /// The fewest and the most who can play the edition.
    pub fn sizes(&self) -> RangeInclusive<usize> {
        match self {
            AnySettings::Forum(_) => Forum::PLAYERS,
            AnySettings::Tabletop(_) => Tabletop::PLAYERS,
        }
    }

    /// The version of the rules that a game begun now plays by.
    pub fn rules_version(&self) -> u32 {
        match self {
            AnySettings::Forum(_) => Forum::RULES_VERSION,
            AnySettings::Tabletop(_) => Tabletop::RULES_VERSION,
        }
    }

    /// A page of the edition's guide; the first where no topic is named.
    pub fn guide(&self, topic: Option<&str>) -> Panel {
        match self {
            AnySettings::Forum(_) => Forum::guide(topic),
            AnySettings::Tabletop(_) => Tabletop::guide(topic),
        }
    }

    /// The topics of the edition's guide: what is shown, and the word for it.
    pub fn topics(&self) -> Vec<(&'static str, &'static str)> {
        match self {
            AnySettings::Forum(_) => Forum::topics(),
            AnySettings::Tabletop(_) => Tabletop::topics(),
        }
    }
}

impl Settings for AnySettings {
    fn list(&self) -> Vec<Setting> {
        match self {
            AnySettings::Forum(settings) => settings.list(),
            AnySettings::Tabletop(settings) => settings.list(),
        }
    }

    fn set(&self, key: &str, value: &str) -> Result<AnySettings, Text> {
        match self {
            AnySettings::Forum(settings) => settings.set(key, value).map(AnySettings::Forum),
            AnySettings::Tabletop(settings) => settings.set(key, value).map(AnySettings::Tabletop),
        }
    }

    fn players(&self) -> usize {
        match self {
            AnySettings::Forum(settings) => settings.players(),
            AnySettings::Tabletop(settings) => settings.players(),
        }
    }

    fn timetable(&self, start: Time) -> Vec<(String, Time)> {
        match self {
            AnySettings::Forum(settings) => settings.timetable(start),
            AnySettings::Tabletop(settings) => settings.timetable(start),
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
            AnySettings::Tabletop(settings) => {
                Play::Tabletop(Box::new(Tabletop::new(settings, players, host)))
            }
        }
    }

    fn apply(&mut self, event: &PlayEvent, at: Time) {
        match (self, event) {
            (Play::Forum(game), PlayEvent::Forum(event)) => game.apply(event, at),
            (Play::Tabletop(game), PlayEvent::Tabletop(event)) => game.apply(event, at),
            (Play::Forum(_), PlayEvent::Tabletop(_)) | (Play::Tabletop(_), PlayEvent::Forum(_)) => {
                unreachable!("a game's events are of its own edition")
            }
        }
    }

    fn tick(&self) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(Forum::tick()),
            Play::Tabletop(_) => PlayCommand::Tabletop(Tabletop::tick()),
        }
    }

    fn absence(&self, since: Time) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(Forum::absence(since)),
            Play::Tabletop(_) => PlayCommand::Tabletop(Tabletop::absence(since)),
        }
    }

    fn spoke(&self) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(forum::Command::Speak),
            Play::Tabletop(_) => PlayCommand::Tabletop(tabletop::Command::Speak),
        }
    }

    fn left(&self, player: PlayerId) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(forum::Command::Leave { player }),
            Play::Tabletop(_) => PlayCommand::Tabletop(tabletop::Command::Leave { player }),
        }
    }

    fn returned(&self, player: PlayerId) -> PlayCommand {
        match self {
            Play::Forum(_) => PlayCommand::Forum(forum::Command::ComeBack { player }),
            Play::Tabletop(_) => PlayCommand::Tabletop(tabletop::Command::ComeBack { player }),
        }
    }

    fn due(&self) -> Option<Time> {
        match self {
            Play::Forum(game) => game.due(),
            Play::Tabletop(game) => game.due(),
        }
    }

    fn timetable(&self) -> Vec<(Text, Time)> {
        match self {
            Play::Forum(game) => game.timetable(),
            Play::Tabletop(game) => game.timetable(),
        }
    }

    fn is_over(&self) -> bool {
        match self {
            Play::Forum(game) => game.is_over(),
            Play::Tabletop(game) => game.is_over(),
        }
    }

    fn seats(&self) -> Vec<(Seat, PlayerId)> {
        match self {
            Play::Forum(game) => game.seats(),
            Play::Tabletop(game) => game.seats(),
        }
    }

    fn place(&self) -> Place {
        match self {
            Play::Forum(game) => game.place(),
            Play::Tabletop(game) => game.place(),
        }
    }

    fn boards(&self) -> Vec<Board> {
        match self {
            Play::Forum(game) => game.boards(),
            Play::Tabletop(game) => game.boards(),
        }
    }

    fn offer(&self, person: Person, intent: &Intent, now: Time) -> Offer<PlayCommand> {
        match self {
            Play::Forum(game) => offered(game.offer(person, intent, now), PlayCommand::Forum),
            Play::Tabletop(game) => offered(game.offer(person, intent, now), PlayCommand::Tabletop),
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
            Play::Tabletop(game) => game.complete(person, intent, field, typed, now),
        }
    }

    fn newcomer(command: &PlayCommand) -> Option<PlayerId> {
        match command {
            PlayCommand::Forum(command) => Forum::newcomer(command),
            PlayCommand::Tabletop(command) => Tabletop::newcomer(command),
        }
    }

    /// The characters whose abilities this event shows at work, by word; for simulations. `self` is the state before it.
    fn at_work(&self, event: &PlayEvent) -> Vec<&'static str> {
        match (self, event) {
            (Play::Tabletop(game), PlayEvent::Tabletop(event)) => {
                let at_work = tabletop::at_work(game, event);
                at_work.into_iter().map(Character::word).collect()
            }
            (Play::Forum(game), PlayEvent::Forum(event)) => {
                let at_work = forum::at_work(game, event);
                at_work.into_iter().map(Character::word).collect()
            }
            (Play::Forum(_), PlayEvent::Tabletop(_)) | (Play::Tabletop(_), PlayEvent::Forum(_)) => {
                unreachable!("a game's events are of its own edition")
            }
        }
    }

    fn sample(&self, now: Time, dice: &mut Dice) -> Option<(Actor, PlayCommand)> {
        match self {
            Play::Forum(game) => {
                let (actor, command) = game.sample(now, dice)?;
                Some((actor, PlayCommand::Forum(command)))
            }
            Play::Tabletop(game) => {
                let (actor, command) = game.sample(now, dice)?;
                Some((actor, PlayCommand::Tabletop(command)))
            }
        }
    }

    fn answer(&self, person: Person, command: &PlayCommand, events: &[SessionEvent]) -> Text {
        match (self, command) {
            (Play::Forum(game), PlayCommand::Forum(command)) => {
                let own = |event: &SessionEvent| match event {
                    SessionEvent::Play(PlayEvent::Forum(event)) => Some(event.clone()),
                    SessionEvent::Play(PlayEvent::Tabletop(_)) | SessionEvent::Lobby(_) => None,
                };
                let events: Vec<_> = events.iter().filter_map(own).collect();
                game.answer(person, command, &events)
            }
            (Play::Tabletop(game), PlayCommand::Tabletop(command)) => {
                let own = |event: &SessionEvent| match event {
                    SessionEvent::Play(PlayEvent::Tabletop(event)) => Some(event.clone()),
                    SessionEvent::Play(PlayEvent::Forum(_)) | SessionEvent::Lobby(_) => None,
                };
                let events: Vec<_> = events.iter().filter_map(own).collect();
                game.answer(person, command, &events)
            }
            (Play::Forum(_), PlayCommand::Tabletop(_))
            | (Play::Tabletop(_), PlayCommand::Forum(_)) => other_edition(),
        }
    }
}

/// What an edition offers, as an offer of whatever edition.
fn offered<C>(offer: Offer<C>, command: impl FnOnce(C) -> PlayCommand) -> Offer<PlayCommand> {
    match offer {
        Offer::Do(done) => Offer::Do(command(done)),
        Offer::Show(panel) => Offer::Show(panel),
        Offer::Refuse(text) => Offer::Refuse(text),
        Offer::Unknown => Offer::Unknown,
    }
}

/// The answer to a command of another edition, which only a record that was tampered with can hold.
fn other_edition() -> Text {
    Text::from("This command belongs to another edition of the game.")
}

/// Runs a decision of the game in progress as a part of the session's.
fn within_play(
    draft: &mut Draft<'_, Session>,
    decision: PlayDecision<'_>,
) -> Option<Result<(), Text>> {
    Some(match draft.state().play.as_ref()? {
        Play::Forum(_) => decide_within::<Forum>(
            draft,
            decision,
            |play| match play {
                Play::Forum(game) => Some(*game),
                Play::Tabletop(_) => None,
            },
            |game| Play::Forum(Box::new(game)),
            PlayEvent::Forum,
            |command| match command {
                PlayCommand::Forum(command) => Some(command),
                PlayCommand::Tabletop(_) => None,
            },
        ),
        Play::Tabletop(_) => decide_within::<Tabletop>(
            draft,
            decision,
            |play| match play {
                Play::Tabletop(game) => Some(*game),
                Play::Forum(_) => None,
            },
            |game| Play::Tabletop(Box::new(game)),
            PlayEvent::Tabletop,
            |command| match command {
                PlayCommand::Tabletop(command) => Some(command),
                PlayCommand::Forum(_) => None,
            },
        ),
    })
}

/// The same for one edition: how its game is taken out of the session and put back, and what of a session's commands and events
/// is its own.
fn decide_within<G: Game>(
    draft: &mut Draft<'_, Session>,
    decision: PlayDecision<'_>,
    take: fn(Play) -> Option<G>,
    put: fn(G) -> Play,
    event: fn(G::Event) -> PlayEvent,
    command: for<'c> fn(&'c PlayCommand) -> Option<&'c G::Command>,
) -> Result<(), Text> {
    draft.within(
        |session| {
            let play = session.play.take();
            play.and_then(take)
                .expect("a game in progress was seen just now")
        },
        |session, game| session.play = Some(put(game)),
        |own| SessionEvent::Play(event(own)),
        |draft| match decision {
            PlayDecision::Open => {
                G::open(draft);
                Ok(())
            }
            PlayDecision::Decide(actor, asked) => {
                G::decide(draft, actor, command(asked).ok_or_else(other_edition)?)
            }
        },
    )
}

/// What is to be decided by the game in progress.
enum PlayDecision<'a> {
    /// The deal.
    Open,
    /// A command.
    Decide(Actor, &'a PlayCommand),
}
