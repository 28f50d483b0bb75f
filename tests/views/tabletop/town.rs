//! A tabletop game that is brought to where a test wants it: by its own rules, or by setting the table.

use town_crier::games::salem1692::table::{
    Card, CardKind, Character, Position, TryalCard, TryalKind,
};
use town_crier::games::salem1692::tabletop::{
    Command, DeckCard, Event, Tabletop, TabletopSettings, decide, legal,
};
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::Draft;
use town_crier::kernel::game::{Actor, Game, Settings};
use town_crier::kernel::ids::{EventNumber, PlayerId, Seat};
use town_crier::kernel::intent::{Offer, Person};
use town_crier::kernel::panel::{Board, Panel};
use town_crier::kernel::time::{Length, Time};

use crate::viewer::{intent, read};

pub const START: Time = Time(1_900_000_000_000);
/// A host who does not play.
pub const HOST: u64 = 900;
/// Somebody from outside.
pub const STRANGER: u64 = 901;

#[derive(Clone)]
pub struct Town {
    pub tabletop: Tabletop,
    pub now: Time,
    seed: Seed,
    next: EventNumber,
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn person(id: u64) -> Person {
    Person {
        id: PlayerId(id),
        manages_server: false,
    }
}

impl Town {
    /// A game just dealt, with these settings.
    pub fn dealt(seed: u8, players: u8, changes: &[(&str, &str)]) -> Town {
        let mut settings = TabletopSettings {
            players,
            ..TabletopSettings::default()
        };
        for (key, value) in changes {
            settings = settings.set(key, value).expect("a setting");
        }
        let people: Vec<PlayerId> = (1..=u64::from(players)).map(PlayerId).collect();
        let seed = Seed([seed; 32]);
        let tabletop = Tabletop::new(&settings, &people, PlayerId(HOST));
        let mut draft = Draft::new(tabletop, &seed, EventNumber(0), START, false);
        Tabletop::open(&mut draft);
        let (tabletop, events, _) = draft.finish();
        Town {
            tabletop,
            now: START,
            seed,
            next: EventNumber(events.len() as u64),
        }
    }

    /// A game of seven in its first turn, with characters that do nothing here.
    pub fn turns() -> Town {
        let mut town = Town::dealt(1, 7, &[]);
        while town.tabletop.turn().is_none() {
            town.tick();
        }
        let plain = [
            Character::CottonMather,
            Character::SarahGood,
            Character::JohnProctor,
            Character::GilesCorey,
            Character::MaryWarren,
            Character::RebeccaNurse,
            Character::WilliamPhips,
        ];
        let turn = town.turn().number();
        for index in 0..7u8 {
            let seat = seat((turn - 1 + index) % 7 + 1);
            town.chair(seat).character = Some(plain[usize::from(index)]);
            town.chair(seat).front.clear();
        }
        town
    }

    pub fn tick(&mut self) {
        self.now = self.tabletop.due().expect("something is due");
        self.decide(Actor::Clock, &Command::Tick);
    }

    pub fn decide(&mut self, actor: Actor, command: &Command) -> Vec<Event> {
        let draft = Draft::new(
            self.tabletop.clone(),
            &self.seed,
            self.next,
            self.now,
            false,
        );
        let mut draft = draft;
        if let Err(refusal) = decide(&mut draft, actor, command) {
            panic!("{command:?} is refused: {refusal:?}");
        }
        let (tabletop, events, _) = draft.finish();
        self.tabletop = tabletop;
        self.next = EventNumber(self.next.0 + events.len() as u64);
        events
    }

    pub fn accepts(&self, actor: Actor, command: &Command) -> Result<(), String> {
        let tabletop = self.tabletop.clone();
        let mut draft = Draft::new(tabletop, &self.seed, self.next, self.now, false);
        decide(&mut draft, actor, command).map_err(|refusal| format!("{refusal:?}"))
    }

    pub fn does(&mut self, who: Seat, command: Command) -> Vec<Event> {
        let actor = self.actor(who);
        self.decide(actor, &command)
    }

    pub fn actor(&self, who: Seat) -> Actor {
        Actor::Person(person(self.tabletop.chair(who).player.0))
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.tabletop.turn().expect("there are turns").seat
    }

    /// The living seat so many places after the one whose turn it is.
    pub fn after(&self, places: usize) -> Seat {
        (0..places).fold(self.turn(), |seat, _| self.tabletop.table.after(seat))
    }

    pub fn chair(&mut self, who: Seat) -> &mut town_crier::games::salem1692::table::Chair {
        &mut self.tabletop.table.chairs[who.index()]
    }

    /// Puts cards from anywhere into a hand; it holds nothing else then.
    pub fn holds(mut self, who: Seat, kinds: &[CardKind]) -> Town {
        let old = std::mem::take(&mut self.chair(who).hand);
        let cards = old.into_iter().map(DeckCard::Playing);
        self.tabletop.table.discard.extend(cards);
        for kind in kinds {
            let card = self.takes(*kind);
            self.chair(who).hand.push(card);
        }
        self
    }

    /// Puts cards from anywhere in front of a seat, beside what lies there.
    pub fn lies(mut self, who: Seat, kinds: &[CardKind]) -> Town {
        for kind in kinds {
            let card = self.takes(*kind);
            self.chair(who).front.push(card);
        }
        self
    }

    pub fn is(mut self, who: Seat, character: Character) -> Town {
        self.chair(who).character = Some(character);
        self
    }

    /// A card of this kind, out of deck, discard or somebody's hand.
    fn takes(&mut self, kind: CardKind) -> Card {
        let is = |card: &DeckCard| matches!(card, DeckCard::Playing(card) if card.kind == kind);
        let table = &mut self.tabletop.table;
        for pile in [&mut table.discard, &mut table.deck, &mut table.aside] {
            if let Some(index) = pile.iter().position(is)
                && let DeckCard::Playing(card) = pile.remove(index)
            {
                return card;
            }
        }
        for chair in &mut table.chairs {
            if let Some(index) = chair.hand.iter().position(|card| card.kind == kind) {
                return chair.hand.remove(index);
            }
        }
        panic!("no {kind:?} is free")
    }

    /// The next card to be drawn is this black one.
    pub fn next_is(mut self, black: DeckCard) -> Town {
        let deck = &mut self.tabletop.table.deck;
        deck.retain(|card| *card != black);
        deck.insert(0, black);
        self
    }

    /// The row of a seat, as in `wcnnn`: Witch, Constable, Not a Witch; in capitals what is revealed. The alignment follows.
    pub fn row(mut self, who: Seat, row: &str) -> Town {
        let mut coven = false;
        let tryals = row.chars().enumerate().map(|(index, letter)| {
            let kind = match letter.to_ascii_lowercase() {
                'w' => TryalKind::Witch,
                'c' => TryalKind::Constable,
                _ => TryalKind::NotAWitch,
            };
            coven |= kind == TryalKind::Witch;
            town_crier::games::salem1692::table::Tryal {
                card: TryalCard::new(kind, who.number() * 10 + index as u8),
                revealed: letter.is_ascii_uppercase(),
            }
        });
        let tryals: Vec<_> = tryals.collect();
        let chair = self.chair(who);
        chair.row = tryals;
        chair.coven = coven;
        self
    }

    /// The same table with known rows: the player whose turn it is and the next but two are Witches, the one after them Constable.
    pub fn known_rows(mut self) -> Town {
        let seats: Vec<Seat> = (0..7).map(|places| self.after(places)).collect();
        for (index, who) in seats.iter().enumerate() {
            let row = match index {
                0 | 3 => "wnnnn",
                1 => "cnnnn",
                _ => "nnnnn",
            };
            self = self.row(*who, row);
        }
        self.tabletop.insiders = [seats[0], seats[3]].into();
        self
    }

    /// At Night, in its first part: the player whose turn it is has drawn it.
    pub fn night() -> Town {
        let town = Town::turns().known_rows();
        let mut town = town.next_is(DeckCard::Night);
        let who = town.turn();
        town.does(who, Command::Draw);
        assert!(town.tabletop.gathering().is_some());
        town
    }

    pub fn ask(&self, who: u64, written: &str) -> Offer<Command> {
        self.tabletop.offer(person(who), &intent(written), self.now)
    }

    pub fn id(&self, who: Seat) -> u64 {
        self.tabletop.chair(who).player.0
    }

    pub fn gives(&self, who: Seat, written: &str) -> Command {
        match self.ask(self.id(who), written) {
            Offer::Do(command) => command,
            other => panic!("{written} should be complete: {other:?}"),
        }
    }

    pub fn shows(&self, who: Seat, written: &str) -> Panel {
        match self.ask(self.id(who), written) {
            Offer::Show(panel) => panel,
            other => panic!("{written} should be asked about: {other:?}"),
        }
    }

    pub fn refuses(&self, who: Seat, written: &str) -> String {
        match self.ask(self.id(who), written) {
            Offer::Refuse(text) => read(&text),
            other => panic!("{written} should be refused: {other:?}"),
        }
    }

    pub fn suggests(&self, who: Seat, written: &str, field: &str) -> Vec<String> {
        let choices =
            self.tabletop
                .complete(person(self.id(who)), &intent(written), field, "", self.now);
        choices.into_iter().map(|choice| choice.value).collect()
    }

    /// The keys of one seat's own boards.
    pub fn own_keys(&self, who: Seat) -> Vec<String> {
        let boards = self.tabletop.boards().into_iter();
        boards
            .filter(|board| board.audience == Audience::Seat(who))
            .map(|board| board.key)
            .collect()
    }

    pub fn board(&self, audience: Audience, key: &str) -> Board {
        let boards = self.tabletop.boards();
        let mut found = boards
            .iter()
            .filter(|board| board.audience == audience && board.key.starts_with(key));
        found
            .next()
            .cloned()
            .unwrap_or_else(|| panic!("no board {key} among {:?}", crate::viewer::keys(&boards)))
    }

    pub fn status(&self) -> String {
        read(&self.board(Audience::Room(Room::Town), "status").panel.text)
    }
}

pub fn place(number: u8) -> Position {
    Position::new(number).expect("a position")
}

/// A random game, looked at again and again while it goes on.
pub fn walk(seed: u8, players: u8, changes: &[(&str, &str)], mut look: impl FnMut(&Town)) {
    let mut town = Town::dealt(seed, players, changes);
    let mut whim = Dice::new(&Seed([seed.wrapping_add(100); 32]), EventNumber(0));
    for step in 0..3_000 {
        if step % 17 == 0 {
            look(&town);
        }
        let Some(due) = town.tabletop.due() else {
            break;
        };
        if town.now >= due {
            town.decide(Actor::Clock, &Command::Tick);
        } else if whim.below(12) == 0 {
            town.now = (town.now + Length::HOUR).min(due);
            continue;
        } else {
            let living: Vec<Seat> = town.tabletop.table.living().collect();
            let seat = *whim.pick(&living).expect("somebody lives");
            let commands = legal::commands(&town.tabletop, seat);
            let Some(command) = whim.pick(&commands).cloned() else {
                continue;
            };
            town.does(seat, command);
        }
        if town.tabletop.is_over() {
            break;
        }
    }
    look(&town);
}
