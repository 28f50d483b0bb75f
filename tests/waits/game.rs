//! A game by its rules alone, with the time that the test says.

use town_crier::games::salem1692::forum::{self, Outcome};
use town_crier::games::salem1692::tabletop;
use town_crier::games::{AnySettings, Play, Session, SessionCommand, Stand};
use town_crier::kernel::audience::{Audience, Notice, Room};
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::Draft;
use town_crier::kernel::game::{Actor, Settings};
use town_crier::kernel::ids::{EventNumber, GameId, PlayerId};
use town_crier::kernel::intent::{Intent, Offer, Person};
use town_crier::kernel::lobby::{LobbyCommand, Member, Reach};
use town_crier::kernel::panel::Row;
use town_crier::kernel::text::Text;
use town_crier::kernel::time::{Length, Time};

/// The editions' words.
pub const FORUM: &str = "salem-1692-forum";
pub const TABLETOP: &str = "salem-1692-tabletop";
/// A host who does not play.
pub const HOST: PlayerId = PlayerId(900);
/// When games are opened.
const START: Time = Time(1_772_388_000_000);

/// One game.
#[derive(Clone)]
pub struct Game {
    /// Which it is, for whoever reads why a test failed.
    pub name: String,
    /// Which of its table.
    pub number: u64,
    /// What the rules make of it.
    pub session: Session,
    /// The instant of the last decision.
    pub now: Time,
    seed: Seed,
    next: EventNumber,
    whims: u64,
}

impl Game {
    /// A game that has just begun.
    pub fn begun(
        edition: &str,
        players: &str,
        settings: &[(&str, &str)],
        host: PlayerId,
        number: u64,
    ) -> Game {
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let mut game = Game {
            name: format!("{edition} {players} {settings:?} {number}"),
            number,
            session: Session::blank(GameId(number)),
            now: START,
            seed: Seed(bytes),
            next: EventNumber(0),
            whims: 0,
        };
        let mut chosen = AnySettings::of(edition).expect("an edition");
        for (key, value) in [("players", players)].iter().chain(settings) {
            chosen = chosen.set(key, value).expect("a setting");
        }
        let seats = chosen.players() as u64;
        let open = LobbyCommand::Open {
            name: "Salem".to_owned(),
            host,
            host_name: "Hester".to_owned(),
            settings: chosen,
        };
        game.lobby(host, open);
        for player in (1..=seats).map(PlayerId) {
            let name = format!("Player {player}");
            let reach = Reach::Dm;
            game.lobby(
                player,
                LobbyCommand::Join(Member {
                    player,
                    name,
                    reach,
                }),
            );
        }
        let readers = Default::default();
        let start = SessionCommand::Start { readers };
        game.decide(Actor::Person(person(host)), &start)
            .expect("it begins");
        game
    }

    fn lobby(&mut self, player: PlayerId, command: LobbyCommand<AnySettings>) {
        let command = SessionCommand::Lobby(command);
        self.decide(Actor::Person(person(player)), &command)
            .expect("a sign-up");
    }

    /// Decides on a command at this instant; what is told of it.
    pub fn decide(&mut self, actor: Actor, command: &SessionCommand) -> Result<Vec<Notice>, Text> {
        let session = std::mem::replace(&mut self.session, Session::blank(GameId(0)));
        let mut draft = Draft::new(session, &self.seed, self.next, self.now, true);
        let decided = Session::decide(&mut draft, actor, command);
        let (session, events, notices) = draft.finish();
        self.session = session;
        self.next = EventNumber(self.next.0 + events.len() as u64);
        decided.map(|()| notices)
    }

    /// Settles what is due at this instant; who is told of it.
    pub fn tick(&mut self, due: Time) -> Vec<Audience> {
        self.now = self.now.max(due);
        let (next, tick) = (self.next, self.session.tick());
        let told = self.decide(Actor::Clock, &tick).expect("it is due");
        assert!(
            self.next > next,
            "what is due does not happen: {}",
            self.name
        );
        told.into_iter().map(|notice| notice.audience).collect()
    }

    /// Somebody who may does something, or time passes.
    pub fn go_on(&mut self, may: impl Fn(PlayerId) -> bool) {
        let mut whim = Dice::new(
            &Seed([9; 32]),
            EventNumber(self.whims + (self.number << 32)),
        );
        self.whims += 1;
        let due = self.due();
        let wait = [
            Length::SECOND,
            Length::MINUTE.times(5),
            Length::HOUR,
            Length::HOUR.times(9),
        ];
        let pick = whim.index(40);
        if let Some(length) = wait.get(pick) {
            let then = self.now + *length;
            match due.filter(|due| *due <= then) {
                Some(due) => drop(self.tick(due)),
                None => self.now = then,
            }
            return;
        }
        if pick == 4 && whim.below(20) == 0 {
            return self.absent(Length::HOUR.times(30));
        }
        if let Some(due) = due.filter(|due| *due <= self.now) {
            drop(self.tick(due));
            return;
        }
        let host = self.session.lobby.host;
        if pick == 5 && whim.below(9) == 0 && may(host) {
            // Refused while it is paused already.
            let _refused = self.does(person(host), &Intent::new("host.pause"));
            return;
        }
        let Some((actor, command)) = self.session.sample(self.now, &mut whim) else {
            let rest = self.now + Length::MINUTE.times(20);
            return match due.filter(|due| *due <= rest) {
                Some(due) => drop(self.tick(due)),
                None => self.now = rest,
            };
        };
        let allowed = match actor {
            Actor::Clock => true,
            Actor::Person(person) => may(person.id),
        };
        if allowed {
            // A refusal changes nothing.
            let _refused = self.decide(actor, &command);
        }
    }

    /// The Moderator is away for so long (H7).
    fn absent(&mut self, length: Length) {
        let since = self.now;
        self.now = self.now + length;
        if let Some(command) = self.session.absence(since) {
            // A game whose clocks stand still has nothing to move.
            let _refused = self.decide(Actor::Clock, &command);
        }
    }

    /// When something happens by itself.
    pub fn due(&self) -> Option<Time> {
        self.session.due()
    }

    /// The game in progress.
    pub fn play(&self) -> &Play {
        self.session.play.as_ref().expect("it has begun")
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.session.stand() == Stand::Over
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        match self.play() {
            Play::Forum(game) => game.pause.is_some(),
            Play::Tabletop(game) => game.pause.is_some(),
        }
    }

    /// Whether its host plays, or has played, in it.
    pub fn host_plays(&self) -> bool {
        match self.play() {
            Play::Forum(game) => game.host_plays(),
            Play::Tabletop(game) => game.host_plays(),
        }
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.play() {
            Play::Forum(game) => match &game.phase {
                forum::Phase::Over(over) => Some(over.outcome),
                forum::Phase::Setup
                | forum::Phase::Dawn(_)
                | forum::Phase::Day(_)
                | forum::Phase::Night(_) => None,
            },
            Play::Tabletop(game) => match &game.phase {
                tabletop::Phase::Over(over) => Some(over.outcome),
                tabletop::Phase::Setup
                | tabletop::Phase::TownHall(_)
                | tabletop::Phase::Dawn(_)
                | tabletop::Phase::Turn(_) => None,
            },
        }
    }

    /// Whether the host's desk has a button for this.
    pub fn host_can(&self, verb: &str) -> bool {
        let desk = self.session.boards().into_iter();
        let desk = desk.filter(|board| board.audience == Audience::Room(Room::Desk));
        let mut rows = desk.flat_map(|board| board.panel.rows);
        rows.any(|row| match row {
            Row::Buttons(buttons) => buttons.iter().any(|button| button.intent.verb == verb),
            Row::Menu(_) => false,
        })
    }

    /// What somebody's intent amounts to, done.
    pub fn does(&mut self, person: Person, intent: &Intent) -> Result<(), Text> {
        match self.session.offer(person, intent, self.now) {
            Offer::Do(command) => self.decide(Actor::Person(person), &command).map(drop),
            Offer::Refuse(text) => Err(text),
            Offer::Show(panel) => Err(panel.text),
            Offer::Unknown => Err(Text::from("unknown")),
        }
    }
}

/// A person without powers over the server.
pub fn person(id: PlayerId) -> Person {
    Person {
        id,
        manages_server: false,
    }
}
