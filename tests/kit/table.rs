//! The rules kit: a town in any position, spoken to in the words of the game.
//!
//! A step that needs luck says what luck (`lucky`). Dropping a town checks every invariant, and that no flip is left open
//! that the test does not name.

#![allow(dead_code, reason = "each test crate uses its own part of the kit")]

#[path = "invariants.rs"]
mod invariants;

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::{
    Command, Conspiracy, Dawn, Day, Event, Flip, Forum, ForumSettings, Night, Outcome, Phase, Play,
    Refusal, Shift, Span, decide, legal,
};
use town_crier::games::salem1692::table::{
    Card, CardKind, Character, Position, Side, Tryal, TryalCard, TryalKind,
};
use town_crier::kernel::dice::Seed;
use town_crier::kernel::draft::Draft;
use town_crier::kernel::game::{Actor, Game, Settings};
use town_crier::kernel::ids::{EventNumber, PlayerId, PromptId, Seat};
use town_crier::kernel::intent::Person;
use town_crier::kernel::time::{Length, Time};

pub use invariants::check;

pub const ANN: u8 = 1;
pub const BOB: u8 = 2;
pub const CAL: u8 = 3;
pub const DAN: u8 = 4;
pub const EVE: u8 = 5;
pub const FAY: u8 = 6;
/// The Constable, at position 1, in the usual position.
pub const GUS: u8 = 7;
/// A Witch, at position 1, in the usual position.
pub const HAL: u8 = 8;
/// The other Witch, at position 1, in the usual position.
pub const IVY: u8 = 9;

/// The host, who does not play.
pub const HOST: u64 = 100;
/// Somebody who manages the server and does not play.
pub const MANAGER: u64 = 200;
/// Somebody from outside.
pub const STRANGER: u64 = 300;

/// When the phase of the usual position began.
pub const START: Time = Time(1_000_000_000_000);

pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

pub fn seats(numbers: &[u8]) -> Vec<Seat> {
    numbers.iter().copied().map(Seat::new).collect()
}

pub fn place(number: u8) -> Position {
    Position::new(number).expect("a place from 1 to 5")
}

pub fn hours(count: i64) -> Length {
    Length::HOUR.times(count)
}

pub fn minutes(count: i64) -> Length {
    Length::MINUTE.times(count)
}

pub const MILLISECOND: Length = Length(1);

/// The player in a seat of the usual position: 1 in seat 1, and so on.
pub fn player(number: u8) -> PlayerId {
    PlayerId(u64::from(number))
}

/// What a card is aimed at.
#[derive(Clone, Copy)]
pub enum Aim {
    At(u8),
    FromTo(u8, u8),
}

pub fn at(target: u8) -> Aim {
    Aim::At(target)
}

pub fn from_to(source: u8, receiver: u8) -> Aim {
    Aim::FromTo(source, receiver)
}

/// A game in the middle of a test.
pub struct Town {
    pub forum: Forum,
    pub now: Time,
    /// Everything that has happened since the position was built.
    pub story: Vec<Event>,
    seed: Seed,
    next: EventNumber,
    /// Whether the test means to leave flips open.
    leaves_flips: bool,
}

impl Town {
    /// The usual position: nine players, early on Day 1, empty hands, the Conspiracy at noon.
    pub fn new() -> Town {
        Town::seating(9, ForumSettings::default())
    }

    /// The usual position with settings, by key and value.
    pub fn with(settings: &[(&str, &str)]) -> Town {
        Town::seating(9, self::settings(settings))
    }

    /// The usual position with so many players: the Witches in the last two seats, the Constable before them.
    pub fn seating(count: u8, mut settings: ForumSettings) -> Town {
        settings.players = count;
        let players: Vec<_> = (1..=count).map(player).collect();
        let mut forum = Forum::new(&settings, &players, PlayerId(HOST));
        let mut blank = (1..).map(|copy| TryalCard::new(TryalKind::NotAWitch, copy));
        for chair in &mut forum.table.chairs {
            chair.row = blank
                .by_ref()
                .take(5)
                .map(|card| Tryal {
                    card,
                    revealed: false,
                })
                .collect();
        }
        let witches: &[u8] = if count <= 5 {
            &[count]
        } else {
            &[count - 1, count]
        };
        for (copy, witch) in (1..).zip(witches) {
            let chair = &mut forum.table.chairs[seat(*witch).index()];
            chair.row[0].card = TryalCard::new(TryalKind::Witch, copy);
            chair.coven = true;
        }
        let constable = usize::from(count) - witches.len() - 1;
        forum.table.chairs[constable].row[0].card = TryalCard::new(TryalKind::Constable, 1);
        for card in Card::all_but_accusations() {
            if card.kind == CardKind::BlackCat {
                forum.table.aside.push(card);
            } else {
                forum.table.deck.push(card);
            }
        }
        forum.phase = Phase::Day(Day {
            number: 1,
            span: Span {
                began: START,
                until: START + settings.day,
                reminders: Vec::new(),
            },
            prompt: PromptId(1),
            quiet_until: START + settings.quiet,
            conspiracy: Conspiracy::Awaited {
                at: START + settings.day.share(1, 2),
            },
            flips: Vec::new(),
            stocks: Vec::new(),
            closing: false,
            waits: false,
            removals: Vec::new(),
            offers: Vec::new(),
            played: Default::default(),
        });
        Town {
            forum,
            now: START,
            story: Vec::new(),
            seed: Seed([7; 32]),
            next: EventNumber(0),
            leaves_flips: false,
        }
    }

    /// A game as it really begins, from its first shuffle on.
    pub fn dealt(settings: ForumSettings, seed: u8) -> Town {
        let players: Vec<_> = (1..=settings.players).map(player).collect();
        let mut town = Town {
            forum: Forum::new(&settings, &players, PlayerId(HOST)),
            now: START,
            story: Vec::new(),
            seed: Seed([seed; 32]),
            next: EventNumber(0),
            leaves_flips: false,
        };
        let seed = town.seed.clone();
        let mut draft = town.draft(&seed);
        Forum::open(&mut draft);
        let (forum, events, _) = draft.finish();
        town.take(forum, events);
        town
    }

    // Positions.

    /// It is Dawn.
    pub fn at_dawn(mut self) -> Town {
        let until = START + self.forum.settings.dawn();
        let span = Span {
            began: START,
            until,
            reminders: Vec::new(),
        };
        self.forum.phase = Phase::Dawn(Dawn {
            span,
            prompt: PromptId(1),
            votes: Default::default(),
        });
        self
    }

    /// It is Night 1.
    pub fn at_night(mut self) -> Town {
        let until = START + self.forum.settings.night;
        self.forum.phase = Phase::Night(Night {
            number: 1,
            span: Span {
                began: START,
                until,
                reminders: Vec::new(),
            },
            prompt: PromptId(1),
            votes: Default::default(),
            guard: None,
            confessions: Default::default(),
            unshown: Default::default(),
        });
        self
    }

    /// The Shift is open since the start of the Day.
    pub fn at_shift(mut self) -> Town {
        let until = START + self.forum.settings.shift_window();
        let shift = Shift {
            prompt: PromptId(2),
            until,
            picks: Default::default(),
        };
        self.day_mut().conspiracy = Conspiracy::Shift(shift);
        self
    }

    /// The Conspiracy of this Day is over.
    pub fn after_conspiracy(mut self) -> Town {
        self.day_mut().conspiracy = Conspiracy::Past;
        self
    }

    /// These cards are in hand.
    pub fn hand(mut self, who: u8, kinds: &[CardKind]) -> Town {
        for kind in kinds {
            let card = self.fetch(*kind);
            self.forum.table.chairs[seat(who).index()].hand.push(card);
        }
        self
    }

    /// These cards lie in front.
    pub fn front(mut self, who: u8, kinds: &[CardKind]) -> Town {
        for kind in kinds {
            let card = self.fetch(*kind);
            self.forum.table.chairs[seat(who).index()].front.push(card);
        }
        self
    }

    /// So many Accusations lie in front.
    pub fn accused(self, who: u8, count: usize) -> Town {
        self.front(who, &vec![CardKind::Accusation; count])
    }

    /// The row is this: `w` Witch, `c` Constable, `n` Not a Witch, capital where it is revealed. Where a Witch or the Constable
    /// card is named, it comes from wherever it lay, in exchange.
    pub fn row(mut self, who: u8, row: &str) -> Town {
        for (index, letter) in row.chars().enumerate() {
            let kind = match letter.to_ascii_lowercase() {
                'w' => TryalKind::Witch,
                'c' => TryalKind::Constable,
                'n' => TryalKind::NotAWitch,
                _ => panic!("a row is written with w, c and n"),
            };
            self.exchange(seat(who), index, kind);
            self.forum.table.chairs[seat(who).index()].row[index].revealed = letter.is_uppercase();
        }
        self
    }

    /// Puts a Tryal of this kind there, from the first place of another row that holds one face down.
    fn exchange(&mut self, who: Seat, index: usize, kind: TryalKind) {
        let chairs = &mut self.forum.table.chairs;
        if chairs[who.index()].row[index].card.kind == kind {
            return;
        }
        let mut places = (0..chairs.len()).filter(|chair| *chair != who.index());
        let found = places.find_map(|chair| {
            let row = &chairs[chair].row;
            let place = row
                .iter()
                .position(|tryal| tryal.card.kind == kind && !tryal.revealed)?;
            Some((chair, place))
        });
        let (chair, place) = found.expect("such a card lies somewhere");
        let card = chairs[chair].row[place].card;
        chairs[chair].row[place].card = chairs[who.index()].row[index].card;
        chairs[who.index()].row[index].card = card;
        let hides = |chair: &town_crier::games::salem1692::table::Chair| {
            chair
                .row
                .iter()
                .any(|tryal| tryal.card.kind == TryalKind::Witch)
        };
        let (one, other) = (hides(&chairs[chair]), hides(&chairs[who.index()]));
        chairs[chair].coven = one;
        chairs[who.index()].coven = other;
    }

    /// Gives these seats these role cards (T32).
    pub fn characters(mut self, who: &[(u8, Character)]) -> Town {
        for (who, character) in who {
            self.forum.table.chairs[seat(*who).index()].character = Some(*character);
        }
        self
    }

    /// The player is of the coven without a Witch card.
    pub fn converted(mut self, who: u8) -> Town {
        self.forum.table.chairs[seat(who).index()].coven = true;
        self
    }

    /// The player is dead.
    pub fn dead(mut self, who: u8) -> Town {
        let table = &mut self.forum.table;
        let chair = &mut table.chairs[seat(who).index()];
        chair.alive = false;
        for tryal in &mut chair.row {
            tryal.revealed = true;
        }
        table.discard.append(&mut chair.hand);
        table.discard.append(&mut chair.front);
        self
    }

    /// A flip is owed: six Accusations and one more lie in front.
    pub fn owes_flip(mut self, target: u8, chooser: u8) -> Town {
        self = self.accused(target, 7);
        let flip = Flip {
            prompt: PromptId(1000 + u32::from(target)),
            seat: seat(target),
            chooser: seat(chooser),
            since: self.now,
            until: self.now + self.forum.settings.flip_window(),
        };
        self.day_mut().flips.push(flip);
        self
    }

    /// The host plays, in this seat.
    pub fn hosted_by(mut self, who: u8) -> Town {
        self.forum.host = player(who);
        self
    }

    /// Takes a card from the deck, or an Accusation from the box.
    fn fetch(&mut self, kind: CardKind) -> Card {
        let table = &mut self.forum.table;
        if kind == CardKind::Accusation {
            let used: BTreeSet<Card> = table.cards().collect();
            let all = (1..=u8::MAX).map(|copy| Card::new(kind, copy));
            return all
                .into_iter()
                .find(|card| !used.contains(card))
                .expect("a free copy");
        }
        for pile in [&mut table.deck, &mut table.aside, &mut table.discard] {
            if let Some(place) = pile.iter().position(|card| card.kind == kind) {
                return pile.remove(place);
            }
        }
        panic!("no {kind:?} is left in the deck");
    }

    fn day_mut(&mut self) -> &mut Day {
        match &mut self.forum.phase {
            Phase::Day(day) => day,
            _ => panic!("it should be Day"),
        }
    }

    // What people do.

    /// Somebody plays a card.
    pub fn play(&mut self, who: u8, kind: CardKind, aim: Aim) -> Vec<Event> {
        let play = self.playing(who, kind, aim);
        self.does(who, Command::Play(play))
    }

    /// Somebody cannot play a card, for this reason.
    pub fn cannot_play(&mut self, who: u8, kind: CardKind, aim: Aim) -> Refusal {
        let play = self.playing(who, kind, aim);
        self.cannot(who, Command::Play(play))
    }

    /// The play of the first such card in hand.
    pub fn playing(&self, who: u8, kind: CardKind, aim: Aim) -> Play {
        let hand = &self.forum.chair(seat(who)).hand;
        let card = hand
            .iter()
            .copied()
            .find(|card| card.kind == kind)
            .unwrap_or(Card::new(kind, 1));
        match aim {
            Aim::At(target) => Play::at(card, seat(target)).expect("it is played at one player"),
            Aim::FromTo(source, receiver) => {
                Play::from_to(card, seat(source), seat(receiver)).expect("it moves something")
            }
        }
    }

    /// The chooser flips that Tryal of that player.
    pub fn flip(&mut self, chooser: u8, target: u8, number: u8) -> Vec<Event> {
        let prompt = self.flip_against(target).prompt;
        self.does(
            chooser,
            Command::Flip {
                prompt,
                position: place(number),
            },
        )
    }

    pub fn flip_against(&self, target: u8) -> Flip {
        *self
            .forum
            .flip_against(seat(target))
            .expect("a flip is owed")
    }

    pub fn pick(&mut self, who: u8, number: u8) -> Vec<Event> {
        self.does(
            who,
            Command::Pick {
                position: place(number),
            },
        )
    }

    /// All living players pick the first hidden Tryal there is.
    pub fn all_pick(&mut self) {
        let living: Vec<Seat> = self.forum.table.living().collect();
        for who in living {
            let position = legal::picks(&self.forum, who)[0];
            self.does(who.number(), Command::Pick { position });
        }
    }

    pub fn confess(&mut self, who: u8, number: u8) -> Vec<Event> {
        self.does(
            who,
            Command::Confess {
                position: place(number),
                confirmed: true,
            },
        )
    }

    pub fn guard(&mut self, who: u8, target: u8) -> Vec<Event> {
        self.does(
            who,
            Command::Guard {
                target: Some(seat(target)),
            },
        )
    }

    pub fn kill(&mut self, who: u8, target: u8) -> Vec<Event> {
        let vote = Some(town_crier::games::salem1692::forum::KillVote::Target(seat(
            target,
        )));
        self.does(who, Command::Kill { vote })
    }

    /// A player does something, and may.
    pub fn does(&mut self, who: u8, command: Command) -> Vec<Event> {
        self.person_does(self.forum.chair(seat(who)).player.0, command)
    }

    /// A player may not do something.
    pub fn cannot(&mut self, who: u8, command: Command) -> Refusal {
        self.person_cannot(self.forum.chair(seat(who)).player.0, command)
    }

    /// The host does something, and may.
    pub fn host(&mut self, command: Command) -> Vec<Event> {
        self.person_does(self.forum.host.0, command)
    }

    /// The host may not do something.
    pub fn host_cannot(&mut self, command: Command) -> Refusal {
        self.person_cannot(self.forum.host.0, command)
    }

    pub fn person_does(&mut self, person: u64, command: Command) -> Vec<Event> {
        self.attempt(actor(person), &command)
            .unwrap_or_else(|refusal| panic!("{command:?} was refused: {refusal:?}"))
    }

    pub fn person_cannot(&mut self, person: u64, command: Command) -> Refusal {
        match self.attempt(actor(person), &command) {
            Ok(events) => panic!("{command:?} should be refused, but: {events:?}"),
            Err(refusal) => refusal,
        }
    }

    /// Somebody does something whose chance turns out so that `wanted` holds for the events.
    pub fn lucky(
        &mut self,
        actor: Actor,
        command: &Command,
        wanted: impl Fn(&[Event]) -> bool,
    ) -> Vec<Event> {
        for luck in 0..=u16::MAX {
            let mut bytes = [3; 32];
            bytes[..2].copy_from_slice(&luck.to_le_bytes());
            let luck = Seed(bytes);
            let mut draft = self.draft(&luck);
            decide(&mut draft, actor, command).expect("it is allowed");
            let (forum, events, _) = draft.finish();
            if wanted(&events) {
                self.take(forum, events.clone());
                return events;
            }
        }
        panic!("no such luck");
    }

    /// A command, decided, and where it is accepted taken over; the invariants are checked.
    pub fn attempt(&mut self, actor: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        let seed = self.seed.clone();
        let mut draft = self.draft(&seed);
        let answer = decide(&mut draft, actor, command);
        let emitted = draft.emitted();
        let (forum, events, _) = draft.finish();
        match answer {
            Ok(()) => {
                assert!(
                    emitted > 0,
                    "an accepted command emits something: {command:?}"
                );
                self.take(forum, events.clone());
                Ok(events)
            }
            Err(refusal) => {
                assert_eq!(emitted, 0, "a refused command emits nothing: {command:?}");
                assert!(
                    forum == self.forum,
                    "a refused command changes nothing: {command:?}"
                );
                assert!(
                    !refusal.text().is_empty(),
                    "a refusal says something: {refusal:?}"
                );
                Err(refusal)
            }
        }
    }

    fn draft<'a>(&self, seed: &'a Seed) -> Draft<'a, Forum> {
        Draft::new(self.forum.clone(), seed, self.next, self.now, true)
    }

    fn take(&mut self, forum: Forum, events: Vec<Event>) {
        self.forum = forum;
        self.next = EventNumber(self.next.0 + u64::try_from(events.len()).expect("a few"));
        self.story.extend(events);
        check(&self.forum);
    }

    // Time.

    /// The next thing that is due is settled, at its instant or, where that is past, now.
    pub fn tick(&mut self) -> Vec<Event> {
        let due = self.forum.due().expect("something is due");
        self.now = self.now.max(due);
        self.attempt(Actor::Clock, &Command::Tick)
            .expect("it is due")
    }

    /// Everything that is due until then is settled, and it is then.
    pub fn until(&mut self, then: Time) -> Vec<Event> {
        let before = self.story.len();
        while let Some(due) = self.forum.due().filter(|due| *due <= then) {
            self.now = self.now.max(due);
            self.attempt(Actor::Clock, &Command::Tick)
                .expect("it is due");
        }
        self.now = then;
        self.story[before..].to_vec()
    }

    /// Some time passes, and what is due in it is settled.
    pub fn wait(&mut self, length: Length) -> Vec<Event> {
        self.until(self.now + length)
    }

    /// The phase runs to its end.
    pub fn end_phase(&mut self) -> Vec<Event> {
        let until = self.forum.span().expect("there is a phase").until;
        self.until(until)
    }

    /// The Moderator was away since then, and is back now.
    pub fn absent_since(&mut self, since: Time) -> Vec<Event> {
        self.attempt(Actor::Clock, &Command::Absence { since })
            .expect("it was an absence")
    }

    // What is so.

    pub fn marks(&self, who: u8) -> u8 {
        self.forum.table.marks(seat(who))
    }

    pub fn lives(&self, who: u8) -> bool {
        self.forum.table.lives(seat(who))
    }

    pub fn hand_of(&self, who: u8) -> Vec<CardKind> {
        self.forum
            .chair(seat(who))
            .hand
            .iter()
            .map(|card| card.kind)
            .collect()
    }

    pub fn front_of(&self, who: u8) -> Vec<CardKind> {
        self.forum
            .chair(seat(who))
            .front
            .iter()
            .map(|card| card.kind)
            .collect()
    }

    pub fn hidden(&self, who: u8) -> usize {
        self.forum.chair(seat(who)).hidden_count()
    }

    pub fn is_of_the_coven(&self, who: u8) -> bool {
        self.forum.chair(seat(who)).coven
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match &self.forum.phase {
            Phase::Over(over) => Some(over.outcome),
            _ => None,
        }
    }

    pub fn winner(&self) -> Option<Side> {
        match self.outcome()? {
            Outcome::Won(side) => Some(side),
            Outcome::EndedByHost | Outcome::Standstill => None,
        }
    }

    /// The number of the chat that was opened as the nth, from 0; where there is none, a number that no chat has.
    pub fn chat(&self, nth: usize) -> u16 {
        match self.forum.chats.get(nth) {
            Some(chat) => chat.number,
            None => (0..)
                .find(|number| self.forum.chat(*number).is_none())
                .expect("a free one"),
        }
    }

    /// The test ends with flips open, and means to.
    pub fn leave_flips_open(&mut self) {
        self.leaves_flips = true;
    }
}

impl Drop for Town {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        check(&self.forum);
        let open = self.forum.day().map_or(0, |day| day.flips.len());
        assert!(
            self.leaves_flips || open == 0,
            "the test leaves {open} flips open"
        );
    }
}

pub fn actor(person: u64) -> Actor {
    Actor::Person(Person {
        id: PlayerId(person),
        manages_server: person == MANAGER,
    })
}

pub fn settings(changes: &[(&str, &str)]) -> ForumSettings {
    changes
        .iter()
        .fold(ForumSettings::default(), |settings, (key, value)| {
            settings
                .set(key, value)
                .unwrap_or_else(|_| panic!("{key} can be {value}"))
        })
}
