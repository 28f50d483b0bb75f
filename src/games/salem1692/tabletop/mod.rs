//! The tabletop game: turns, a deck, and the whole Town Hall. RULES.md numbers its rules.
//!
//! `decide` and the chapters it is divided into make events; `apply` folds them into the state; `tell`, `place`, `boards`,
//! `offer`, `complete`, `guide` and `answer` say what follows from the state for whom.

mod answer;
mod apply;
mod at_work;
mod boards;
mod characters;
mod choices;
mod chronicle;
mod command;
mod complete;
mod controls;
mod decide;
mod deck;
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
use crate::kernel::ids::{PlayerId, PromptId, Seat};
use crate::kernel::intent::{Choice, Intent, Offer, Person};
use crate::kernel::panel::{Board, Panel};
use crate::kernel::place::Place;
use crate::kernel::text::Text;
use crate::kernel::time::Time;

pub use at_work::at_work;
pub use command::{Command, Play, Relief};
pub use decide::decide;
pub use deck::{CARDS, DeckCard};
pub use event::{
    Choosing, DeathCause, Effect, Event, Fate, Hand, Kept, NewRow, Passing, Pick, RevealCause,
};
pub use history::{ConspiracyRecord, DawnRecord, History, NightRecord};
pub use phase::{
    Asked, Black, CatChoice, Chat, Clock, Confession, Conspiracy, ConspiracyStep, Dawn, Draw,
    DrawCause, Dying, Estate, Gavel, LeftConfession, Moment, Motion, Night, NightStep, Offered,
    Outcome, Over, Owed, OwedCause, Pause, PauseCause, Phase, PlacingPower, Proposal, Sharing,
    Shift, Span, Stage, TownHall, Turn, TurnEnd,
};
pub use refusal::{PhaseName, Refusal};
pub use settings::{Conspiring, Preset, TabletopSettings};

/// A game of the tabletop edition. All of it is secret; `view` says what one viewer may know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tabletop {
    /// The settings it is played by.
    pub settings: TabletopSettings,
    /// Who hosts it.
    pub host: PlayerId,
    /// Cards, Tryals and chairs. The next card to be drawn is the first of the deck.
    pub table: Table<DeckCard>,
    /// The phase, with its data.
    pub phase: Phase,
    /// What the dead have left to John Proctor, until it is given out (T22).
    pub estate: Estate,
    /// The dead who may still leave last words (T33).
    pub dying: Vec<Dying>,
    /// The coven as it was when its channel was last opened: those who are in it now (T14, T16).
    pub insiders: BTreeSet<Seat>,
    /// How often an ability that is counted has been used, by whom (T23, T26, T29, T31).
    pub uses: BTreeMap<(Seat, Character), u8>,
    /// All private chats in the order in which they were opened, those that are over too.
    pub chats: Vec<Chat>,
    /// The pause, while there is one (H2).
    pub pause: Option<Pause>,
    /// What a host who plays has proposed to the living, while it stands (H1).
    pub proposal: Option<Proposal>,
    /// Everybody who plays or has played; none of them can be a substitute (H3).
    pub everyone: BTreeSet<PlayerId>,
    /// Seats whose players have left the server (H4).
    pub away: BTreeSet<Seat>,
    /// What is watched for reports and standstills (H6, H8).
    pub watch: Watch,
    /// What is remembered for the recap. Shared until it changes, so that a game is cheap to clone.
    pub history: Arc<History>,
}

/// What the Moderator watches (T7, H6, H8). A *round* is the turns from one passing of seat 1 to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Watch {
    /// Whether anybody has acted in this round.
    pub acted: bool,
    /// Whether there was a reveal or a death since the last Night.
    pub happened: bool,
    /// Whether the Moderator was away since the last Night, so that silence proves nothing.
    pub disturbed: bool,
    /// Who has acted or written since the last Night.
    pub stirred: BTreeSet<Seat>,
    /// How many rounds in a row nobody has acted.
    pub idle: u8,
    /// How many Nights in a row brought no reveal and no death since the one before.
    pub barren: u8,
    /// How many Nights in a row each living Witch has not voted.
    pub unvoted: BTreeMap<Seat, u8>,
    /// How many turns in a row of each player have run out with nothing done (T7).
    pub missed: BTreeMap<Seat, u8>,
    /// How many Conspiracies have been drawn.
    pub conspiracies: u32,
    /// How many Nights have been drawn.
    pub nights: u32,
}

impl Tabletop {
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
            Phase::TownHall(_) => Moment::TownHall,
            Phase::Dawn(_) => Moment::Dawn,
            Phase::Turn(turn) => match &turn.black {
                Some(Black::Conspiracy(conspiracy)) => Moment::Conspiracy(conspiracy.number),
                Some(Black::Night(night)) => Moment::Night(night.number),
                None => Moment::Turn(turn.number),
            },
            Phase::Over(_) => Moment::Over,
        }
    }

    /// The choice of the characters, while it is.
    pub fn town_hall(&self) -> Option<&TownHall> {
        match &self.phase {
            Phase::TownHall(town_hall) => Some(town_hall),
            Phase::Setup | Phase::Dawn(_) | Phase::Turn(_) | Phase::Over(_) => None,
        }
    }

    /// The Dawn, while it is.
    pub fn dawn(&self) -> Option<&Dawn> {
        match &self.phase {
            Phase::Dawn(dawn) => Some(dawn),
            Phase::Setup | Phase::TownHall(_) | Phase::Turn(_) | Phase::Over(_) => None,
        }
    }

    /// The turn, while there are turns.
    pub fn turn(&self) -> Option<&Turn> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn),
            Phase::Setup | Phase::TownHall(_) | Phase::Dawn(_) | Phase::Over(_) => None,
        }
    }

    /// The Conspiracy on the table.
    pub fn conspiracy(&self) -> Option<&Conspiracy> {
        match self.turn()?.black.as_ref()? {
            Black::Conspiracy(conspiracy) => Some(conspiracy),
            Black::Night(_) => None,
        }
    }

    /// The Night, while it is.
    pub fn night(&self) -> Option<&Night> {
        match self.turn()?.black.as_ref()? {
            Black::Night(night) => Some(night),
            Black::Conspiracy(_) => None,
        }
    }

    /// Whether the coven and the Constable may speak: the first part of the Night (T15).
    pub fn gathering(&self) -> Option<&Night> {
        self.night()
            .filter(|night| matches!(night.step, NightStep::Gathering { .. }))
    }

    /// The choice of a Tryal of the Black Cat's holder, while it is open, and whose it is (T14).
    pub fn cat_choice(&self) -> Option<(&CatChoice, Seat)> {
        let conspiracy = self.conspiracy()?;
        match &conspiracy.step {
            ConspiracyStep::Cat(choice) => Some((choice, conspiracy.drawer)),
            ConspiracyStep::Scratched | ConspiracyStep::Shift(_) => None,
        }
    }

    /// The Shift, while it is open.
    pub fn shift(&self) -> Option<&Shift> {
        match &self.conspiracy()?.step {
            ConspiracyStep::Shift(shift) => Some(shift),
            ConspiracyStep::Cat(_) | ConspiracyStep::Scratched => None,
        }
    }

    /// When the phase ends, where an end is set: Town Hall's, Dawn's, the turn's while its clock runs, that of the first part of the
    /// Night. None while a window is open.
    pub fn phase_ends(&self) -> Option<Time> {
        if self.estate.sharing.is_some() {
            return None;
        }
        match &self.phase {
            Phase::TownHall(town_hall) => Some(town_hall.span.until),
            Phase::Dawn(dawn) => Some(dawn.span.until),
            Phase::Turn(turn) => match (&turn.black, turn.clock) {
                (
                    Some(Black::Night(Night {
                        step: NightStep::Gathering { span },
                        ..
                    })),
                    _,
                ) => Some(span.until),
                (_, Clock::Running { until }) => Some(until),
                (_, Clock::Standing { .. }) => None,
            },
            Phase::Setup | Phase::Over(_) => None,
        }
    }

    /// Every deadline that is open now; in a pause only the one by which the host has to answer (H2, H8).
    pub fn deadlines(&self) -> Vec<Time> {
        let mut copy = self.clone();
        copy.deadlines_mut()
            .into_iter()
            .map(|until| *until)
            .collect()
    }

    /// The same deadlines, to be changed.
    fn deadlines_mut(&mut self) -> Vec<&mut Time> {
        if let Some(pause) = &mut self.pause {
            return pause.until.iter_mut().collect();
        }
        let mut all = self.phase.deadlines_mut();
        all.extend(
            self.estate
                .sharing
                .iter_mut()
                .map(|sharing| &mut sharing.until),
        );
        all.extend(self.dying.iter_mut().map(|dying| &mut dying.until));
        all
    }

    /// The Tryal that this seat owes (T8).
    pub fn owed_by(&self, seat: Seat) -> Option<&Owed> {
        self.turn()?.owed.iter().find(|owed| owed.seat == seat)
    }

    /// The Tryal that is to be chosen next, once no black card, no power and no estate is open: one that a change of ability has
    /// brought about comes before all that is still to be drawn (T23), any other after what Putnam and Nurse draw (T18, T25).
    pub fn owed_now(&self) -> Option<&Owed> {
        let turn = self.turn()?;
        if turn.black.is_some() || turn.asked.is_some() || self.estate.sharing.is_some() {
            return None;
        }
        let changed = |owed: &&Owed| owed.cause == OwedCause::Changed;
        let drawn_first = turn.draws.iter().any(|draw| match draw.cause {
            DrawCause::AnnPutnam | DrawCause::RebeccaNurse => true,
            DrawCause::Turn | DrawCause::GilesCorey => false,
        });
        let others = turn.owed.first().filter(|_| !drawn_first);
        turn.owed.iter().find(changed).or(others)
    }

    /// The open choice of a Tryal with this prompt: who chooses, and whose Tryal (T8, T14).
    pub fn choice(&self, prompt: PromptId) -> Option<(Seat, Seat)> {
        if let Some((choice, drawer)) = self.cat_choice()
            && choice.prompt == prompt
        {
            return Some((drawer, choice.holder));
        }
        let owed = self.owed_now().filter(|owed| owed.prompt == prompt)?;
        Some((owed.chooser, owed.seat))
    }

    /// The chat with this number.
    pub fn chat(&self, number: u16) -> Option<&Chat> {
        self.chats.iter().find(|chat| chat.number == number)
    }

    /// How many chats this seat may still open in this Night (F38).
    pub fn chats_left(&self, seat: Seat) -> u8 {
        let this_night = self.night().map(|night| night.number);
        let opened = self
            .chats
            .iter()
            .filter(|chat| chat.opener == seat && Some(chat.night) == this_night)
            .count();
        let opened = u8::try_from(opened).unwrap_or(u8::MAX);
        decide::CHATS_PER_NIGHT.saturating_sub(opened)
    }

    /// How many living players are in this chat (F39).
    pub fn living_in(&self, chat: &Chat) -> usize {
        chat.members
            .iter()
            .filter(|seat| self.chair(**seat).alive)
            .count()
    }

    /// Those who still owe an action now (H6). Secret.
    pub fn owing(&self) -> Vec<Seat> {
        let owes = |seat: &Seat| match &self.phase {
            Phase::Setup | Phase::Over(_) => false,
            Phase::TownHall(town_hall) => !town_hall.chosen.contains_key(seat),
            Phase::Dawn(dawn) => self.chair(*seat).coven && !dawn.votes.contains_key(seat),
            Phase::Turn(turn) => match &turn.black {
                _ if self.estate.sharing.is_some() => {
                    self.estate.sharing.map(|sharing| sharing.next) == Some(*seat)
                }
                Some(Black::Conspiracy(conspiracy)) => match &conspiracy.step {
                    ConspiracyStep::Cat(_) => conspiracy.drawer == *seat,
                    ConspiracyStep::Scratched => false,
                    ConspiracyStep::Shift(shift) => !shift.picks.contains_key(seat),
                },
                Some(Black::Night(night)) => match &night.step {
                    NightStep::Gathering { .. } => {
                        let votes = self.chair(*seat).coven && !night.votes.contains_key(seat);
                        votes || (self.table.constable() == Some(*seat) && night.gavel.is_none())
                    }
                    NightStep::Confessing { .. } | NightStep::Naming { .. } | NightStep::Named => {
                        false
                    }
                },
                None => turn.seat == *seat,
            },
        };
        self.table.living().filter(owes).collect()
    }
}

impl Fold for Tabletop {
    type Event = Event;

    fn apply(&mut self, event: &Event, at: Time) {
        apply::apply(self, event, at);
    }

    fn tell(&self, event: &Event, at: Time) -> Vec<Notice> {
        tell::tell(self, event, at)
    }
}

impl Game for Tabletop {
    const EDITION: &'static str = "salem-1692-tabletop";
    const TITLE: &'static str = "Salem 1692, the tabletop game by turns";
    const PLAYERS: RangeInclusive<usize> = 4..=12;
    const RULES_VERSION: u32 = 1;
    type Settings = TabletopSettings;
    type Command = Command;

    fn new(settings: &TabletopSettings, players: &[PlayerId], host: PlayerId) -> Tabletop {
        let chairs = players.iter().map(|player| Chair::new(*player)).collect();
        Tabletop {
            settings: settings.clone(),
            host,
            table: Table {
                chairs,
                ..Table::default()
            },
            phase: Phase::Setup,
            estate: Estate::default(),
            dying: Vec::new(),
            insiders: BTreeSet::new(),
            uses: BTreeMap::new(),
            chats: Vec::new(),
            pause: None,
            proposal: None,
            everyone: players.iter().copied().collect(),
            away: BTreeSet::new(),
            watch: Watch::default(),
            history: Arc::default(),
        }
    }

    fn open(draft: &mut Draft<'_, Tabletop>) {
        decide::open(draft);
    }

    fn decide(
        draft: &mut Draft<'_, Tabletop>,
        actor: Actor,
        command: &Command,
    ) -> Result<(), Text> {
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
        panels::timetable(&view::PublicView::of(self))
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
