//! The kit for the tabletop game: a town in any position, spoken to in the words of the game.
//!
//! A step that needs luck says what luck (`lucky`). Dropping a town checks every invariant, and that nothing is left open that
//! the test does not name.

#![allow(dead_code, reason = "each test crate uses its own part of the kit")]

#[path = "tabletop_invariants.rs"]
mod invariants;

use town_crier::games::salem1692::table::{
    Card, CardKind, Character, Position, Side, Tryal, TryalCard, TryalKind,
};
use town_crier::games::salem1692::tabletop::{
    Clock, Command, Confession, Dawn, DeckCard, Event, Outcome, Owed, Phase, Play, Refusal, Span,
    Stage, Tabletop, TabletopSettings, Turn, decide, legal,
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
/// The Constable, at position 1, in the usual position.
pub const EVE: u8 = 5;
/// A Witch, at position 1, in the usual position.
pub const FAY: u8 = 6;
/// The other Witch, at position 1, in the usual position.
pub const GUS: u8 = 7;

/// The host, who does not play.
pub const HOST: u64 = 100;
/// Somebody who manages the server and does not play.
pub const MANAGER: u64 = 200;
/// Somebody from outside.
pub const STRANGER: u64 = 300;

/// When the phase of the usual position began.
pub const START: Time = Time(1_000_000_000_000);

pub const MILLISECOND: Length = Length(1);

pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

pub fn seats(numbers: &[u8]) -> Vec<Seat> {
    numbers.iter().copied().map(Seat::new).collect()
}

pub fn place(number: u8) -> Position {
    Position::new(number).expect("a place from 1 to 5")
}

pub fn places(numbers: &[u8]) -> Vec<Position> {
    numbers.iter().copied().map(place).collect()
}

pub fn hours(count: i64) -> Length {
    Length::HOUR.times(count)
}

pub fn minutes(count: i64) -> Length {
    Length::MINUTE.times(count)
}

/// The player in a seat of the usual position: 1 in seat 1, and so on.
pub fn player(number: u8) -> PlayerId {
    PlayerId(u64::from(number))
}

pub fn actor(person: u64) -> Actor {
    Actor::Person(Person {
        id: PlayerId(person),
        manages_server: person == MANAGER,
    })
}

pub fn settings(changes: &[(&str, &str)]) -> TabletopSettings {
    changes
        .iter()
        .fold(TabletopSettings::default(), |settings, (key, value)| {
            settings
                .set(key, value)
                .unwrap_or_else(|_| panic!("{key} can be {value}"))
        })
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
    pub game: Tabletop,
    pub now: Time,
    /// Everything that has happened since the position was built.
    pub story: Vec<Event>,
    seed: Seed,
    next: EventNumber,
    /// Whether the test means to leave choices open.
    leaves_open: bool,
}

impl Town {
    /// The usual position: seven players without characters, empty hands, nothing in front, Ann's turn. The deck holds all cards
    /// but the Black Cat, reds first; the Conspiracy and Night are at its bottom.
    pub fn new() -> Town {
        Town::with(&[])
    }

    /// The usual position with settings, by key and value.
    pub fn with(changes: &[(&str, &str)]) -> Town {
        let mut settings = self::settings(&[("players", "7")]);
        for (key, value) in changes {
            settings = settings
                .set(key, value)
                .unwrap_or_else(|_| panic!("{key} can be {value}"));
        }
        Town::seating(settings)
    }

    /// The usual position with the players of the settings: the Witches in the last seats, the Constable before them.
    pub fn seating(settings: TabletopSettings) -> Town {
        let count = settings.players;
        let players: Vec<_> = (1..=count).map(player).collect();
        let mut game = Tabletop::new(&settings, &players, PlayerId(HOST));
        let mut blank = (1..).map(|copy| TryalCard::new(TryalKind::NotAWitch, copy));
        for chair in &mut game.table.chairs {
            chair.row = blank
                .by_ref()
                .take(settings.tryals_each())
                .map(|card| Tryal {
                    card,
                    revealed: false,
                })
                .collect();
        }
        let witches = settings.witch_cards();
        for copy in 1..=witches {
            let chair = &mut game.table.chairs[usize::from(count - copy)];
            chair.row[0].card = TryalCard::new(TryalKind::Witch, copy);
            chair.coven = true;
        }
        let constable = usize::from(count - witches - 1);
        game.table.chairs[constable].row[0].card = TryalCard::new(TryalKind::Constable, 1);
        let cat = DeckCard::Playing(Card::new(CardKind::BlackCat, 1));
        game.table.deck = DeckCard::all().filter(|card| *card != cat).collect();
        game.table.aside.push(cat);
        game.phase = Phase::Turn(turn_of(ANN, &settings, START));
        Town {
            game,
            now: START,
            story: Vec::new(),
            seed: Seed([7; 32]),
            next: EventNumber(0),
            leaves_open: false,
        }
    }

    /// A game as it really begins, from its first shuffle on.
    pub fn dealt(settings: TabletopSettings, seed: u8) -> Town {
        let players: Vec<_> = (1..=settings.players).map(player).collect();
        let mut town = Town {
            game: Tabletop::new(&settings, &players, PlayerId(HOST)),
            now: START,
            story: Vec::new(),
            seed: Seed([seed; 32]),
            next: EventNumber(0),
            leaves_open: false,
        };
        let seed = town.seed.clone();
        let mut draft = town.draft(&seed);
        Tabletop::open(&mut draft);
        let (game, events, _) = draft.finish();
        town.take(game, events);
        town
    }

    // Positions.

    /// It is Dawn.
    pub fn at_dawn(mut self) -> Town {
        let until = START + self.game.settings.dawn;
        let span = Span {
            began: START,
            until,
            reminders: Vec::new(),
        };
        self.game.phase = Phase::Dawn(Dawn {
            span,
            prompt: PromptId(1),
            votes: Default::default(),
        });
        self
    }

    /// It is this player's turn.
    pub fn turn_of(mut self, who: u8) -> Town {
        self.game.phase = Phase::Turn(turn_of(who, &self.game.settings, self.now));
        self
    }

    /// These characters sit there; the others have none.
    pub fn characters(mut self, who: &[(u8, Character)]) -> Town {
        for (number, character) in who {
            self.game.table.chairs[seat(*number).index()].character = Some(*character);
        }
        self
    }

    /// The deck is exactly this, the next card to be drawn first, by words: `accusation`, `night`, `conspiracy`. All else of it
    /// lies aside.
    pub fn deck(mut self, words: &str) -> Town {
        let rest = std::mem::take(&mut self.game.table.deck);
        self.game.table.aside.extend(rest);
        self.game.table.deck = self.fetch_all(words);
        self
    }

    /// The discard is exactly this.
    pub fn discard(mut self, words: &str) -> Town {
        let rest = std::mem::take(&mut self.game.table.discard);
        self.game.table.aside.extend(rest);
        self.game.table.discard = self.fetch_all(words);
        self
    }

    fn fetch_all(&mut self, words: &str) -> Vec<DeckCard> {
        let words = words.split_whitespace();
        words
            .map(|word| match word {
                "conspiracy" => self.fetch(DeckCard::Conspiracy),
                "night" => self.fetch(DeckCard::Night),
                kind => {
                    let kind: CardKind = kind.parse().expect("a card");
                    DeckCard::Playing(self.fetch_kind(kind))
                }
            })
            .collect()
    }

    /// These cards are in hand.
    pub fn hand(mut self, who: u8, kinds: &[CardKind]) -> Town {
        for kind in kinds {
            let card = self.fetch_kind(*kind);
            self.game.table.chairs[seat(who).index()].hand.push(card);
        }
        self
    }

    /// These cards lie in front.
    pub fn front(mut self, who: u8, kinds: &[CardKind]) -> Town {
        for kind in kinds {
            let card = self.fetch_kind(*kind);
            self.game.table.chairs[seat(who).index()].front.push(card);
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
            self.game.table.chairs[seat(who).index()].row[index].revealed = letter.is_uppercase();
        }
        self
    }

    /// Puts a Tryal of this kind there, from the first place of another row that holds one face down.
    fn exchange(&mut self, who: Seat, index: usize, kind: TryalKind) {
        let chairs = &mut self.game.table.chairs;
        if chairs[who.index()].row[index].card.kind == kind {
            return;
        }
        let mut others = (0..chairs.len()).filter(|chair| *chair != who.index());
        let found = others.find_map(|chair| {
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
        for index in [chair, who.index()] {
            let row = &chairs[index].row;
            chairs[index].coven = row.iter().any(|t| t.card.kind == TryalKind::Witch);
        }
    }

    /// The player is of the coven without a Witch card.
    pub fn converted(mut self, who: u8) -> Town {
        self.game.table.chairs[seat(who).index()].coven = true;
        self
    }

    /// The player is dead.
    pub fn dead(mut self, who: u8) -> Town {
        let table = &mut self.game.table;
        let chair = &mut table.chairs[seat(who).index()];
        chair.alive = false;
        for tryal in &mut chair.row {
            tryal.revealed = true;
        }
        let hand = chair.hand.drain(..);
        let cards = hand.chain(chair.front.drain(..)).map(DeckCard::Playing);
        table.discard.extend(cards);
        self
    }

    /// The host plays, in this seat.
    pub fn hosted_by(mut self, who: u8) -> Town {
        self.game.host = player(who);
        self
    }

    /// Takes a card from the piles.
    fn fetch_kind(&mut self, kind: CardKind) -> Card {
        let is = |card: &DeckCard| matches!(card, DeckCard::Playing(card) if card.kind == kind);
        let table = &mut self.game.table;
        for pile in [&mut table.aside, &mut table.deck, &mut table.discard] {
            if let Some(place) = pile.iter().position(is)
                && let DeckCard::Playing(card) = pile.remove(place)
            {
                return card;
            }
        }
        panic!("no {kind:?} is left");
    }

    fn fetch(&mut self, card: DeckCard) -> DeckCard {
        let table = &mut self.game.table;
        for pile in [&mut table.aside, &mut table.deck, &mut table.discard] {
            if let Some(place) = pile.iter().position(|other| *other == card) {
                return pile.remove(place);
            }
        }
        panic!("{card} lies in no pile");
    }

    // What people do.

    /// Somebody draws.
    pub fn draw(&mut self, who: u8) -> Vec<Event> {
        self.does(who, Command::Draw)
    }

    /// Somebody says that the turn is over.
    pub fn end_turn(&mut self, who: u8) -> Vec<Event> {
        self.does(who, Command::EndTurn)
    }

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
        let hand = &self.game.chair(seat(who)).hand;
        let held = hand.iter().copied().find(|card| card.kind == kind);
        let card = held.unwrap_or(Card::new(kind, 1));
        match aim {
            Aim::At(target) => Play::at(card, seat(target)).expect("it is played at one player"),
            Aim::FromTo(source, receiver) => {
                Play::from_to(card, seat(source), seat(receiver)).expect("it moves something")
            }
        }
    }

    /// The chooser of what is open, an owed Tryal or the Black Cat's, names that one.
    pub fn reveal(&mut self, chooser: u8, number: u8) -> Vec<Event> {
        let position = place(number);
        let prompt = self.open_choice();
        self.does(chooser, Command::Reveal { prompt, position })
    }

    /// The prompt of the Tryal that is to be chosen now.
    pub fn open_choice(&self) -> PromptId {
        let cat = self.game.cat_choice().map(|(choice, _)| choice.prompt);
        let owed = self.game.owed_now().map(|owed| owed.prompt);
        cat.or(owed).expect("a Tryal is to be chosen")
    }

    /// The power that is offered is used, or not.
    pub fn power(&mut self, who: u8, yes: bool) -> Vec<Event> {
        let prompt = self.asked();
        self.does(who, Command::Power { prompt, yes })
    }

    /// The prompt of the power that is offered.
    pub fn asked(&self) -> PromptId {
        let asked = self.game.turn().and_then(|turn| turn.asked);
        asked.expect("a power is offered").prompt
    }

    pub fn pick(&mut self, who: u8, number: u8) -> Vec<Event> {
        let position = place(number);
        self.does(who, Command::Pick { position })
    }

    /// All living players pick the first hidden Tryal there is.
    pub fn all_pick(&mut self) -> Vec<Event> {
        let before = self.story.len();
        let living: Vec<Seat> = self.game.table.living().collect();
        for who in living {
            let position = legal::picks(&self.game, who)[0];
            self.does(who.number(), Command::Pick { position });
        }
        self.story[before..].to_vec()
    }

    pub fn kill(&mut self, who: u8, target: u8) -> Vec<Event> {
        let target = Some(seat(target));
        self.does(who, Command::Kill { target })
    }

    pub fn gavel(&mut self, who: u8, target: u8) -> Vec<Event> {
        let target = Some(seat(target));
        self.does(who, Command::Gavel { target })
    }

    pub fn confess(&mut self, who: u8, number: u8) -> Vec<Event> {
        self.does(who, confession(number))
    }

    /// John or Martha takes such a card.
    pub fn take_card(&mut self, who: u8, kind: CardKind) -> Vec<Event> {
        let prompt = self.game.estate.sharing.expect("it is shared").prompt;
        let mut cards = self.game.estate.cards.iter().copied();
        let card = cards.find(|card| card.kind == kind).expect("it is there");
        self.does(who, Command::Take { prompt, card })
    }

    /// A player does something, and may.
    pub fn does(&mut self, who: u8, command: Command) -> Vec<Event> {
        self.person_does(self.game.chair(seat(who)).player.0, command)
    }

    /// The player of a seat does something, by its place from 0.
    pub fn does_at(&mut self, index: usize, command: Command) -> Vec<Event> {
        self.person_does(self.game.table.chairs[index].player.0, command)
    }

    /// A player may not do something.
    pub fn cannot(&mut self, who: u8, command: Command) -> Refusal {
        self.person_cannot(self.game.chair(seat(who)).player.0, command)
    }

    /// The host does something, and may.
    pub fn host(&mut self, command: Command) -> Vec<Event> {
        self.person_does(self.game.host.0, command)
    }

    /// The host may not do something.
    pub fn host_cannot(&mut self, command: Command) -> Refusal {
        self.person_cannot(self.game.host.0, command)
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
            let (game, events, _) = draft.finish();
            if wanted(&events) {
                self.take(game, events.clone());
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
        let (game, events, _) = draft.finish();
        match answer {
            Ok(()) => {
                assert!(
                    emitted > 0,
                    "an accepted command emits something: {command:?}"
                );
                self.take(game, events.clone());
                Ok(events)
            }
            Err(refusal) => {
                assert_eq!(emitted, 0, "a refused command emits nothing: {command:?}");
                assert!(
                    game == self.game,
                    "a refused command changes nothing: {command:?}"
                );
                let says = !refusal.text().is_empty();
                assert!(says, "a refusal says something: {refusal:?}");
                Err(refusal)
            }
        }
    }

    fn draft<'a>(&self, seed: &'a Seed) -> Draft<'a, Tabletop> {
        Draft::new(self.game.clone(), seed, self.next, self.now, true)
    }

    fn take(&mut self, game: Tabletop, events: Vec<Event>) {
        self.game = game;
        self.next = EventNumber(self.next.0 + u64::try_from(events.len()).expect("a few"));
        self.story.extend(events);
        check(&self.game);
    }

    // Time.

    /// The next thing that is due is settled, at its instant or, where that is past, now.
    pub fn tick(&mut self) -> Vec<Event> {
        let due = self.game.due().expect("something is due");
        self.now = self.now.max(due);
        self.attempt(Actor::Clock, &Command::Tick)
            .expect("it is due")
    }

    /// Everything that is due until then is settled, and it is then.
    pub fn until(&mut self, then: Time) -> Vec<Event> {
        let before = self.story.len();
        while let Some(due) = self.game.due().filter(|due| *due <= then) {
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

    /// The phase runs to its end: Dawn, the turn, the first part of the Night.
    pub fn end_phase(&mut self) -> Vec<Event> {
        let until = self.game.phase_ends().expect("there is an end");
        self.until(until)
    }

    /// The rest of a Night runs to its end, nobody saying anything more.
    pub fn end_night(&mut self) -> Vec<Event> {
        let before = self.story.len();
        while self.game.night().is_some() {
            self.tick();
        }
        self.story[before..].to_vec()
    }

    /// The Moderator was away since then, and is back now.
    pub fn absent_since(&mut self, since: Time) -> Vec<Event> {
        self.attempt(Actor::Clock, &Command::Absence { since })
            .expect("it was an absence")
    }

    // What is so.

    /// Whose turn it is.
    pub fn whose_turn(&self) -> u8 {
        self.game.turn().expect("there are turns").seat.number()
    }

    /// When the clock of the turn will have run out.
    pub fn clock(&self) -> Clock {
        self.game.turn().expect("there are turns").clock
    }

    pub fn marks(&self, who: u8) -> u8 {
        self.game.table.marks(seat(who))
    }

    pub fn lives(&self, who: u8) -> bool {
        self.game.table.lives(seat(who))
    }

    pub fn hand_of(&self, who: u8) -> Vec<CardKind> {
        let hand = &self.game.chair(seat(who)).hand;
        hand.iter().map(|card| card.kind).collect()
    }

    pub fn front_of(&self, who: u8) -> Vec<CardKind> {
        let front = &self.game.chair(seat(who)).front;
        front.iter().map(|card| card.kind).collect()
    }

    /// What lies in the discard, in order, by words.
    pub fn discarded(&self) -> Vec<String> {
        words(&self.game.table.discard)
    }

    /// What lies in the deck, in order, by words.
    pub fn in_deck(&self) -> Vec<String> {
        words(&self.game.table.deck)
    }

    pub fn hidden(&self, who: u8) -> usize {
        self.game.chair(seat(who)).hidden_count()
    }

    pub fn is_of_the_coven(&self, who: u8) -> bool {
        self.game.chair(seat(who)).coven
    }

    /// The Tryals that are owed, by whom.
    pub fn owed(&self) -> Vec<Owed> {
        self.game
            .turn()
            .map_or(Vec::new(), |turn| turn.owed.clone())
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match &self.game.phase {
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

    /// The same town, of which choices may be left open.
    pub fn leaving(mut self) -> Town {
        self.leaves_open = true;
        self
    }

    /// The test ends with choices open, and means to.
    pub fn leave_open(&mut self) {
        self.leaves_open = true;
    }
}

impl Drop for Town {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        check(&self.game);
        let open = self.game.turn().is_some_and(|turn| {
            !turn.owed.is_empty() || turn.asked.is_some() || turn.black.is_some()
        });
        let shared = self.game.estate.sharing.is_some();
        assert!(
            self.leaves_open || !(open || shared),
            "the test leaves a choice open"
        );
    }
}

/// A confession that shows this Tryal, asked once more where it has to be.
pub fn confession(number: u8) -> Command {
    Command::Confess {
        confession: Confession::Tryal(place(number)),
        unless_gavel: false,
        confirmed: true,
    }
}

/// Cards by their kinds.
pub fn words(cards: &[DeckCard]) -> Vec<String> {
    cards
        .iter()
        .map(|card| match card {
            DeckCard::Playing(card) => card.kind.word().to_owned(),
            DeckCard::Conspiracy | DeckCard::Night => card.to_string(),
        })
        .collect()
}

/// The names of events, as they stand in records.
pub fn names(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .map(|event| {
            let value = serde_json::to_value(event).expect("events are JSON");
            match value {
                serde_json::Value::String(name) => name,
                serde_json::Value::Object(map) => map.keys().next().expect("a name").clone(),
                other => panic!("{other} is no event"),
            }
        })
        .collect()
}

/// Asserts that these events come in this order, others between them or not.
pub fn in_order(events: &[Event], wanted: &[&str]) {
    let all = names(events);
    let mut rest = all.iter();
    for name in wanted {
        assert!(
            rest.any(|other| other == name),
            "{name} should come in its place: {wanted:?} in {all:?}"
        );
    }
}

fn turn_of(who: u8, settings: &TabletopSettings, now: Time) -> Turn {
    Turn {
        number: 1,
        seat: seat(who),
        prompt: PromptId(1),
        clock: Clock::Running {
            until: now + settings.turn,
        },
        reminders: Vec::new(),
        stage: Stage::Open,
        hurried: false,
        asked: None,
        owed: Vec::new(),
        draws: Vec::new(),
        drawn: Vec::new(),
        shown: false,
        blacks: 0,
        black: None,
        removals: Vec::new(),
    }
}
