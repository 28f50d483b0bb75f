//! The forum edition: days and nights by the clock, cards played in public, secrets by DM. RULES.md numbers its rules.
//!
//! `decide` and the chapters it is divided into make events; `apply` folds them into the state; `tell`, `place`, `boards`,
//! `offer`, `complete` and `answer` say what follows from the state for whom.

mod answer;
mod apply;
mod at_work;
mod boards;
mod choices;
mod chronicle;
mod command;
mod complete;
mod controls;
mod decide;
mod event;
mod guide;
mod history;
pub mod legal;
mod offer;
mod outcome;
mod panels;
mod phase;
mod place;
mod recap;
mod refusal;
mod sample;
pub mod settings;
mod tell;
mod view;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::games::salem1692::table::{Chair, Character, Table};
use crate::kernel::audience::Notice;
use crate::kernel::dice::Dice;
use crate::kernel::draft::{Draft, Fold};
use crate::kernel::game::{Actor, Game};
use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::intent::{Choice, Intent, Offer, Person};
use crate::kernel::panel::{Board, Panel};
use crate::kernel::place::Place;
use crate::kernel::text::Text;
use crate::kernel::time::Time;

pub use at_work::at_work;
pub use command::{Command, Play, Relief};
pub use decide::decide;
pub use event::{DeathCause, Effect, Event, FlipChoice, Hand, Move, Pick, RevealCause, Taking};
pub use history::{ConfessionRecord, ConspiracyRecord, DawnRecord, History, NightRecord};
pub use phase::{
    Chat, Conspiracy, Dawn, Day, Flip, Guard, KillVote, Moment, Motion, Night, Outcome, Over,
    Pause, PauseCause, Phase, PowerOffer, Proposal, Shift, Span, Stocks,
};
pub use refusal::{PhaseName, Refusal};
pub use settings::ForumSettings;

/// A game of the forum edition. All of it is secret; `view` says what one viewer may know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forum {
    /// The settings it is played by.
    pub settings: ForumSettings,
    /// Who hosts it.
    pub host: PlayerId,
    /// Cards, Tryals and chairs.
    pub table: Table,
    /// The phase, with its data.
    pub phase: Phase,
    /// All private chats in the order in which they were opened, those that are over too.
    pub chats: Vec<Chat>,
    /// The pause, while there is one (H2).
    pub pause: Option<Pause>,
    /// What a host who plays has proposed to the living, while it stands (H1). It lapses with the phase.
    pub proposal: Option<Proposal>,
    /// Everybody who plays or has played; none of them can be a substitute (H3).
    pub everyone: BTreeSet<PlayerId>,
    /// How often each seat has used an ability that is counted (T23, T26, T29, T31).
    pub uses: BTreeMap<(Seat, Character), u8>,
    /// Seats whose players have left the server (H4).
    pub away: BTreeSet<Seat>,
    /// What is watched for reports and standstills (H6, H8).
    pub watch: Watch,
    /// What is remembered for the recap. Shared until it changes, so that a game is cheap to clone.
    pub history: Arc<History>,
}

/// What the Moderator watches over one Day and Night (H6, H8).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Watch {
    /// Whether anybody has acted in this Day and Night.
    pub acted: bool,
    /// Whether there was a reveal or a death in this Day and Night.
    pub happened: bool,
    /// Whether the Moderator was away in it, so that silence proves nothing.
    pub disturbed: bool,
    /// Who has acted or written in it.
    pub stirred: BTreeSet<Seat>,
    /// How many Days and Nights in a row nobody has acted.
    pub idle: u8,
    /// How many Days and Nights in a row brought no reveal and no death.
    pub barren: u8,
    /// How many Nights in a row each living Witch has not voted.
    pub unvoted: BTreeMap<Seat, u8>,
}

impl Forum {
    /// The seat of this person, if they sit at the table now.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.table
            .seats()
            .find(|seat| self.table.chair(*seat).player == player)
    }

    /// The chair with this seat's number.
    ///
    /// # Panics
    /// Where there is no such seat.
    pub fn chair(&self, seat: Seat) -> &Chair {
        self.table.chair(seat)
    }

    /// Whether the host plays, or has played, in this game and so sees no secret (H1).
    pub fn host_plays(&self) -> bool {
        self.everyone.contains(&self.host)
    }

    /// Which part of the game it is now.
    pub fn moment(&self) -> Moment {
        match &self.phase {
            Phase::Setup => Moment::Setup,
            Phase::Dawn(_) => Moment::Dawn,
            Phase::Day(day) => Moment::Day(day.number),
            Phase::Night(night) => Moment::Night(night.number),
            Phase::Over(_) => Moment::Over,
        }
    }

    /// The Dawn, while it is.
    pub fn dawn(&self) -> Option<&Dawn> {
        match &self.phase {
            Phase::Dawn(dawn) => Some(dawn),
            Phase::Setup | Phase::Day(_) | Phase::Night(_) | Phase::Over(_) => None,
        }
    }

    /// The Day, while it is.
    pub fn day(&self) -> Option<&Day> {
        match &self.phase {
            Phase::Day(day) => Some(day),
            Phase::Setup | Phase::Dawn(_) | Phase::Night(_) | Phase::Over(_) => None,
        }
    }

    /// The Night, while it is.
    pub fn night(&self) -> Option<&Night> {
        match &self.phase {
            Phase::Night(night) => Some(night),
            Phase::Setup | Phase::Dawn(_) | Phase::Day(_) | Phase::Over(_) => None,
        }
    }

    /// The Shift, while it is open.
    pub fn shift(&self) -> Option<&Shift> {
        match &self.day()?.conspiracy {
            Conspiracy::Shift(shift) => Some(shift),
            Conspiracy::Awaited { .. } | Conspiracy::Called | Conspiracy::Past => None,
        }
    }

    /// When the phase began and ends, while there is one.
    pub fn span(&self) -> Option<&Span> {
        match &self.phase {
            Phase::Dawn(dawn) => Some(&dawn.span),
            Phase::Day(day) => Some(&day.span),
            Phase::Night(night) => Some(&night.span),
            Phase::Setup | Phase::Over(_) => None,
        }
    }

    /// The flip that is owed against this seat (F12).
    pub fn flip_against(&self, seat: Seat) -> Option<&Flip> {
        self.day()?.flips.iter().find(|flip| flip.seat == seat)
    }

    /// The flips that this seat has to choose, the oldest first (F12).
    pub fn flips_of(&self, chooser: Seat) -> impl Iterator<Item = &Flip> {
        let flips = self.day().map_or(&[][..], |day| &day.flips);
        flips.iter().filter(move |flip| flip.chooser == chooser)
    }

    /// Until when Stocks keep this seat from playing cards, if they do (F19).
    pub fn frozen_until(&self, seat: Seat) -> Option<Time> {
        let stocks = self.day().map_or(&[][..], |day| &day.stocks);
        stocks
            .iter()
            .filter(|stocks| stocks.seat == seat)
            .map(|stocks| stocks.until)
            .max()
    }

    /// How often this seat may still use an ability that is counted; Martha's uses count for herself (T23). None for abilities
    /// that are not counted.
    pub fn uses_left(&self, seat: Seat, ability: Character) -> Option<u8> {
        let used = self.uses.get(&(seat, ability)).copied().unwrap_or(0);
        Some(ability.uses()?.saturating_sub(used))
    }

    /// The powers that are offered to this seat, the oldest first (T32).
    pub fn offers_to(&self, seat: Seat) -> impl Iterator<Item = &PowerOffer> {
        let offers = self.day().map_or(&[][..], |day| &day.offers);
        offers.iter().filter(move |offer| offer.seat == seat)
    }

    /// The chat with this number.
    pub fn chat(&self, number: u16) -> Option<&Chat> {
        self.chats.iter().find(|chat| chat.number == number)
    }

    /// How many chats this seat may still open, this Night or in the whole game (F38).
    pub fn chats_left(&self, seat: Seat) -> u8 {
        let this_night = self.night().map(|night| night.number);
        let counts = |chat: &&Chat| match self.settings.chat_limit_per {
            settings::ChatLimit::Night => Some(chat.night) == this_night,
            settings::ChatLimit::Game => true,
        };
        let opened = self
            .chats
            .iter()
            .filter(|chat| chat.opener == seat)
            .filter(counts)
            .count();
        let opened = u8::try_from(opened).unwrap_or(u8::MAX);
        self.settings.chats_per_player.saturating_sub(opened)
    }

    /// How many living players are in this chat (F39).
    pub fn living_in(&self, chat: &Chat) -> usize {
        chat.members
            .iter()
            .filter(|seat| self.chair(**seat).alive)
            .count()
    }

    /// Those who still owe an action in this phase (H6): Witches without a vote, the Constable who has not named anybody,
    /// choosers of flips, those who have not picked. Secret.
    pub fn owing(&self) -> Vec<Seat> {
        let owes = |seat: &Seat| match &self.phase {
            Phase::Setup | Phase::Over(_) => false,
            Phase::Dawn(dawn) => self.chair(*seat).coven && !dawn.votes.contains_key(seat),
            Phase::Day(day) => {
                let picks = match &day.conspiracy {
                    Conspiracy::Shift(shift) => !shift.picks.contains_key(seat),
                    Conspiracy::Awaited { .. } | Conspiracy::Called | Conspiracy::Past => false,
                };
                picks || day.flips.iter().any(|flip| flip.chooser == *seat)
            }
            Phase::Night(night) => {
                let votes = self.chair(*seat).coven && !night.votes.contains_key(seat);
                votes || (self.table.constable() == Some(*seat) && night.guard.is_none())
            }
        };
        self.table.living().filter(owes).collect()
    }
}

impl Fold for Forum {
    type Event = Event;

    fn apply(&mut self, event: &Event, at: Time) {
        apply::apply(self, event, at);
    }

    fn tell(&self, event: &Event, at: Time) -> Vec<Notice> {
        tell::tell(self, event, at)
    }
}

impl Game for Forum {
    const EDITION: &'static str = "salem-1692-forum";
    const TITLE: &'static str = "Salem 1692, Forum Mafia edition";
    const PLAYERS: RangeInclusive<usize> = 5..=12;
    const RULES_VERSION: u32 = 1;
    type Settings = ForumSettings;
    type Command = Command;

    fn new(settings: &ForumSettings, players: &[PlayerId], host: PlayerId) -> Forum {
        let chairs = players.iter().map(|player| Chair::new(*player)).collect();
        Forum {
            settings: settings.clone(),
            host,
            table: Table {
                chairs,
                ..Table::default()
            },
            phase: Phase::Setup,
            chats: Vec::new(),
            pause: None,
            proposal: None,
            everyone: players.iter().copied().collect(),
            uses: BTreeMap::new(),
            away: BTreeSet::new(),
            watch: Watch::default(),
            history: Arc::default(),
        }
    }

    fn open(draft: &mut Draft<'_, Forum>) {
        decide::open(draft);
    }

    fn decide(draft: &mut Draft<'_, Forum>, actor: Actor, command: &Command) -> Result<(), Text> {
        decide(draft, actor, command).map_err(|refusal| refusal.text())
    }

    fn tick() -> Command {
        Command::Tick
    }

    fn absence(since: Time) -> Command {
        Command::Absence { since }
    }

    fn due(&self) -> Option<Time> {
        decide::due(self)
    }

    fn timetable(&self) -> Vec<(Text, Time)> {
        panels::timetable(&view::PublicView::of(self), &self.settings)
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn seats(&self) -> Vec<(Seat, PlayerId)> {
        self.table
            .seats()
            .map(|seat| (seat, self.chair(seat).player))
            .collect()
    }

    fn place(&self) -> Place {
        place::place(self)
    }

    fn boards(&self) -> Vec<Board> {
        boards::boards(self)
    }

    fn offer(&self, person: Person, intent: &Intent, now: Time) -> Offer<Command> {
        offer::offer(self, person, intent, now)
    }

    fn complete(
        &self,
        person: Person,
        intent: &Intent,
        field: &str,
        typed: &str,
        now: Time,
    ) -> Vec<Choice> {
        complete::complete(self, person, intent, field, typed, now)
    }

    fn guide(topic: Option<&str>) -> Panel {
        guide::guide(topic)
    }

    fn topics() -> Vec<(&'static str, &'static str)> {
        guide::topics()
    }

    fn newcomer(command: &Command) -> Option<PlayerId> {
        match command {
            Command::Replace { player, .. } => Some(*player),
            _ => None,
        }
    }

    fn sample(&self, now: Time, dice: &mut Dice) -> Option<(Actor, Command)> {
        sample::sample(self, now, dice)
    }

    fn answer(&self, person: Person, command: &Command, events: &[Event]) -> Text {
        answer::answer(self, person, command, events)
    }
}
