//! Two worlds in step: the same is done in both, and where somebody does something in secret, in one of them alone. What a
//! viewer sees is compared after each step, until something happens of which the rules tell this viewer something else in
//! one world than in the other.

use std::collections::BTreeMap;
use std::fmt::Debug;

use town_crier::games::{Session, SessionCommand, SessionEvent, Stand};
use town_crier::kernel::audience::Notice;
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::Draft;
use town_crier::kernel::game::Actor;
use town_crier::kernel::ids::{EventNumber, PlayerId, Seat};
use town_crier::kernel::intent::{Intent, Offer};
use town_crier::kernel::text::Text;
use town_crier::kernel::time::{Length, Time};

use crate::eyes::{Eyes, FIELDS, controls, person, question};
use crate::knows::{Known, known};
use crate::secrets::{Secret, chairs, other_world};

/// What a test adds to what a viewer sees, to see it found.
pub type Plant = fn(&Session, PlayerId) -> String;

/// How a pair came out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The rules tell the viewer something else in one world than in the other.
    Told(String),
    /// Nothing more could be done in both, or it had lasted long enough.
    Alike,
    /// The game was over.
    Over,
}

/// What was seen in a pair, or what a viewer could tell the worlds by.
pub type Came = Result<(End, u64), String>;

/// What came of a command in one world.
struct Step {
    after: Session,
    decided: Result<(), Text>,
    events: Vec<SessionEvent>,
    notices: Vec<Notice>,
}

impl Step {
    fn known(&self, viewer: PlayerId) -> Known {
        known(&self.after, viewer, &self.events)
    }
}

/// Two worlds.
pub struct Pair<'a> {
    pub one: Session,
    pub other: Session,
    pub viewer: PlayerId,
    pub seed: &'a Seed,
    pub now: Time,
    /// The number of the next event, and so its dice: the same in both.
    pub next: EventNumber,
    /// The two who may do in one world what the other one of them does in the other.
    pub twins: (Seat, Seat),
    pub plant: Plant,
    pub whim: Dice,
}

impl Pair<'_> {
    /// Plays on in both worlds for so many steps at most.
    pub fn play(mut self, steps: u64) -> Came {
        let mut compared = 1;
        self.compare(&[], &[])?;
        let (mut idle, mut done) = (0, 0);
        while done < steps {
            if self.one.stand() != Stand::Running {
                return Ok((End::Over, compared));
            }
            let due = [&self.one, &self.other]
                .into_iter()
                .filter_map(Session::due);
            let due = due.min().unwrap_or(self.now + Length::DAY);
            let lull = u64::try_from((due.0 - self.now.0).max(1)).expect("it is positive");
            let moved = if due <= self.now {
                let tick = self.one.tick();
                self.step(Actor::Clock, &tick)?
            } else if idle > 25 || self.whim.below(10) == 0 {
                idle = 0;
                let length = 1 + self.whim.below(lull / 3 + 2);
                self.now = (self.now + Length(i64::try_from(length).expect("short"))).min(due);
                continue;
            } else if self.whim.below(400) == 0 {
                let since = self.now;
                let away = Length::MINUTE.0 * 3 + self.whim.below(72_000_000) as i64;
                self.now = self.now + Length(away);
                match self.one.absence(since) {
                    Some(absence) => self.step(Actor::Clock, &absence)?,
                    None => continue,
                }
            } else {
                let world = if self.whim.below(2) == 0 {
                    &self.one
                } else {
                    &self.other
                };
                match world.sample(self.now, &mut self.whim) {
                    Some((actor, command)) => self.step(actor, &command)?,
                    None => {
                        idle += 1;
                        continue;
                    }
                }
            };
            match moved {
                Moved::On => {
                    idle = 0;
                    done += 1;
                    compared += 1;
                }
                Moved::Not => idle += 1,
                Moved::Apart(what) => return Ok((End::Told(what), compared)),
            }
        }
        Ok((End::Alike, compared))
    }

    fn tried(&self, world: &Session, actor: Actor, command: &SessionCommand) -> Step {
        let mut draft = Draft::new(world.clone(), self.seed, self.next, self.now, true);
        let decided = Session::decide(&mut draft, actor, command);
        let (after, events, notices) = draft.finish();
        Step {
            after,
            decided,
            events,
            notices,
        }
    }

    /// One command in both worlds, as far as it can be done in both.
    fn step(&mut self, actor: Actor, command: &SessionCommand) -> Result<Moved, String> {
        let one = self.tried(&self.one, actor, command);
        let other = self.tried(&self.other, actor, command);
        if actor == Actor::Person(person(self.viewer)) {
            return self.own_step(command, one, other);
        }
        if one.events.is_empty() && other.events.is_empty() {
            return Ok(Moved::Not);
        }
        let knows = one.known(self.viewer);
        let alike = knows == other.known(self.viewer);
        if alike && one.decided.is_ok() && other.decided.is_ok() {
            return self.both(one, other);
        }
        if actor == Actor::Clock && !alike {
            return Ok(Moved::Apart(difference(&knows, &other.known(self.viewer))));
        }
        // Where one of two others is in the other world who the other one is here, that one acts there; most of the time.
        if one.decided.is_ok()
            && let Some(twin) = self.twin(actor)
            && self.whim.below(6) > 0
        {
            let twin = self.tried(&self.other, twin, command);
            if knows == twin.known(self.viewer) {
                return self.both(one, twin);
            }
        }
        if alike {
            return self.both(one, other);
        }
        // It happens in one world alone, where this viewer may not know of it.
        let silent = Step {
            after: self.other.clone(),
            decided: Ok(()),
            events: Vec::new(),
            notices: Vec::new(),
        };
        if knows == silent.known(self.viewer) {
            return self.both(one, silent);
        }
        Ok(Moved::Not)
    }

    /// What this viewer does is taken or refused in the same words in both worlds, and answered in the same words.
    fn own_step(
        &mut self,
        command: &SessionCommand,
        one: Step,
        other: Step,
    ) -> Result<Moved, String> {
        if one.decided != other.decided {
            return self.leak(format!(
                "{command:?}: {:?} or {:?}",
                one.decided, other.decided
            ));
        }
        let (knows, there) = (one.known(self.viewer), other.known(self.viewer));
        if knows != there {
            return Ok(Moved::Apart(difference(&knows, &there)));
        }
        let answer = |step: &Step| {
            let answered = step
                .after
                .answer(person(self.viewer), command, &step.events);
            format!("{answered:?}")
        };
        if one.decided.is_ok() && answer(&one) != answer(&other) {
            return self.leak(format!(
                "{command:?}: {} or {}",
                answer(&one),
                answer(&other)
            ));
        }
        self.both(one, other)
    }

    fn twin(&self, actor: Actor) -> Option<Actor> {
        let Actor::Person(acting) = actor else {
            return None;
        };
        let seat = self.one.seat_of(acting.id)?;
        let twin = match self.twins {
            (one, other) if one == seat => other,
            (one, other) if other == seat => one,
            _ => return None,
        };
        self.other
            .player_at(twin)
            .map(|player| Actor::Person(person(player)))
    }

    fn both(&mut self, one: Step, other: Step) -> Result<Moved, String> {
        if one.events.is_empty() && other.events.is_empty() {
            return Ok(Moved::Not);
        }
        let most = one.events.len().max(other.events.len());
        self.next = EventNumber(self.next.0 + u64::try_from(most).expect("few"));
        (self.one, self.other) = (one.after, other.after);
        self.compare(&one.notices, &other.notices)?;
        Ok(Moved::On)
    }

    /// What this viewer is told, sees and can ask now.
    fn compare(&mut self, told_here: &[Notice], told_there: &[Notice]) -> Result<(), String> {
        let here = Eyes::of(&self.one, self.viewer);
        let there = Eyes::of(&self.other, self.viewer);
        self.same(&here.told(told_here), &there.told(told_there))?;
        self.same(&here.rooms(), &there.rooms())?;
        let boards = here.boards();
        self.same(&boards, &there.boards())?;
        let plant = self.plant;
        self.same(
            &plant(&self.one, self.viewer),
            &plant(&self.other, self.viewer),
        )?;
        let mut asked: Vec<Intent> = boards
            .iter()
            .flat_map(|board| controls(&board.panel))
            .collect();
        let seats = chairs(&self.one).len();
        for _ in 0..4 {
            let intent = match self.whim.index(asked.len() + 3) {
                index if index < asked.len() => asked.swap_remove(index),
                _ => question(seats, &mut self.whim),
            };
            let offered = here.asks(&intent, self.now);
            self.same(&offered, &there.asks(&intent, self.now))?;
            match offered {
                Offer::Do(command) => self.refusals(&command)?,
                Offer::Show(panel) => asked.extend(controls(&panel)),
                Offer::Refuse(_) | Offer::Unknown => {}
            }
        }
        let (verb, field) = FIELDS[self.whim.index(FIELDS.len())];
        let intent = Intent::new(verb);
        let typed = here.types(&intent, field, self.now);
        self.same(&typed, &there.types(&intent, field, self.now))
    }

    /// What would be refused is refused in the same words in both.
    fn refusals(&self, command: &SessionCommand) -> Result<(), String> {
        // What is due is settled, and told, before anybody is served.
        let dues = [&self.one, &self.other].map(Session::due);
        if dues.into_iter().flatten().any(|due| due <= self.now) {
            return Ok(());
        }
        let actor = Actor::Person(person(self.viewer));
        let [here, there] =
            [&self.one, &self.other].map(|world| self.tried(world, actor, command).decided);
        self.same(&here, &there)
    }

    fn same<T: PartialEq + Debug>(&self, here: &T, there: &T) -> Result<(), String> {
        if here == there {
            return Ok(());
        }
        self.leak(format!("\nhere:  {here:?}\nthere: {there:?}"))
    }

    fn leak<T>(&self, what: String) -> Result<T, String> {
        Err(format!(
            "viewer {} (seat {:?}): {what}",
            self.viewer,
            self.one.seat_of(self.viewer)
        ))
    }
}

/// What came of a step.
enum Moved {
    /// It was done.
    On,
    /// It could not be done in both.
    Not,
    /// From now on the rules tell the worlds apart: by this.
    Apart(String),
}

/// By what the rules tell two worlds apart: the first event, or else how things stand.
fn difference(here: &Known, there: &Known) -> String {
    let name = |known: &Known, index: usize| {
        let fields = known.events.get(index).and_then(|event| event.as_object());
        let name = fields.and_then(|fields| fields.keys().next().cloned());
        name.unwrap_or_else(|| "nothing".to_owned())
    };
    let longest = here.events.len().max(there.events.len());
    let first = (0..longest).find(|index| here.events.get(*index) != there.events.get(*index));
    match first {
        Some(index) => {
            let mut names = [name(here, index), name(there, index)];
            names.sort();
            let [one, other] = names;
            if one == other {
                one
            } else {
                format!("{one} / {other}")
            }
        }
        None => {
            let mut lines = here.standing.iter().zip(&there.standing);
            let line = lines.find(|(here, there)| here != there);
            let word = line.and_then(|(here, _)| here.split(':').next());
            format!("how things stand: {}", word.unwrap_or_default())
        }
    }
}

/// What was compared, for the numbers that a run prints.
#[derive(Debug, Default)]
pub struct Tally {
    pub games: u64,
    pub pairs: u64,
    pub steps: u64,
    pub secrets: BTreeMap<Secret, u64>,
    pub ends: BTreeMap<End, u64>,
}

/// Begins a pair from where a game stands; none where nothing can be changed without this viewer knowing.
pub fn pair_of<'a>(
    session: &Session,
    seed: &'a Seed,
    next: EventNumber,
    now: Time,
    plant: Plant,
    whim: &mut Dice,
) -> Option<(Secret, Pair<'a>)> {
    let players = session.seats();
    let viewer = match whim.below(10) {
        0 => PlayerId(crate::chance::STRANGER),
        1 | 2 => session.lobby.host,
        _ => players[whim.index(players.len())].1,
    };
    let secret = *whim.pick(&Secret::ALL).expect("there are some");
    let (other, twins) = other_world(session, viewer, secret, whim)?;
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&whim.bits().to_le_bytes());
    let pair = Pair {
        one: session.clone(),
        other,
        viewer,
        seed,
        now,
        next,
        twins,
        plant,
        whim: Dice::new(&Seed(bytes), EventNumber(0)),
    };
    Some((secret, pair))
}
