//! Every game can be ended by its host, and by who manages the server, in any state, with none of its channels left.

use std::collections::BTreeMap;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use town_crier::games::salem1692::forum::{Conspiracy, Phase};
use town_crier::games::salem1692::tabletop;
use town_crier::games::{Play, Session, Stand};
use town_crier::kernel::ids::GameId;
use town_crier::rehearsal::stand_in::acts::Person;
use town_crier::rehearsal::stand_in::world::Id;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, Faults, RestFault};

use crate::town::{PATIENCE, Town, eventually, said};

/// The editions, and how few can play each.
const FORUM: (&str, usize) = ("salem-1692-forum", 5);
const TABLETOP: (&str, usize) = ("salem-1692-tabletop", 4);

/// Where a game is when it is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    SignUp,
    /// It has begun, and half of its channels stand.
    BeingMade,
    /// Each phase, as `phase` names it.
    In(&'static str),
    Paused,
    /// It is over, and its rooms are open to all.
    Over,
    /// Its host has left the server.
    HostGone,
    /// A bug has brought it to a stand.
    AtAStand,
    /// Its record is damaged, which brings it to a stand at the next start.
    Damaged,
}

/// Which phase it is. Without a default arm, so that a new one has to be placed.
fn phase(session: &Session) -> &'static str {
    match session.play.as_ref().expect("it has begun") {
        Play::Forum(forum) => match &forum.phase {
            Phase::Setup => "setup",
            Phase::Dawn(_) => "dawn",
            Phase::Day(day) => match &day.conspiracy {
                Conspiracy::Awaited { .. } | Conspiracy::Called | Conspiracy::Past => "day",
                Conspiracy::Shift(_) => "shift",
            },
            Phase::Night(_) => "night",
            Phase::Over(_) => "over",
        },
        Play::Tabletop(tabletop) => match &tabletop.phase {
            tabletop::Phase::Setup => "setup",
            tabletop::Phase::TownHall(_) => "town hall",
            tabletop::Phase::Dawn(_) => "dawn",
            tabletop::Phase::Turn(turn) => match &turn.black {
                None => "turn",
                Some(tabletop::Black::Conspiracy(_)) => "conspiracy",
                Some(tabletop::Black::Night(night)) => match &night.step {
                    tabletop::NightStep::Gathering { .. } => "gathering",
                    tabletop::NightStep::Confessing { .. } => "confessing",
                    tabletop::NightStep::Naming { .. } | tabletop::NightStep::Named => "naming",
                },
            },
            tabletop::Phase::Over(_) => "over",
        },
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_the_forum_edition_can_be_ended_in_any_state() {
    let phases = ["dawn", "day", "shift", "night"];
    ended_in_every_state(FORUM, &phases, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_the_tabletop_edition_can_be_ended_in_any_state() {
    let phases = [
        "town hall",
        "dawn",
        "turn",
        "conspiracy",
        "gathering",
        "confessing",
    ];
    ended_in_every_state(TABLETOP, &phases, 1).await;
}

async fn ended_in_every_state(edition: (&str, usize), phases: &[&'static str], offset: usize) {
    let mut hall = Hall::new(edition).await;
    let mut states = vec![State::SignUp, State::BeingMade, State::Paused, State::Over];
    states.extend(phases.iter().map(|phase| State::In(phase)));
    states.extend([State::AtAStand, State::AtAStand]);
    states.extend([State::Damaged, State::Damaged, State::HostGone]);
    for (index, state) in states.into_iter().enumerate() {
        // Whoever does not end it in this edition does in the other.
        let by_host = (index + offset).is_multiple_of(2) && state != State::HostGone;
        println!("{state:?}, by its host: {by_host}");
        hall.ends(state, by_host).await;
    }
    hall.town.end().await;
}

struct Hall {
    town: Town,
    edition: &'static str,
    players: Vec<Person>,
    /// Who hosts, and manages nothing.
    host: Person,
    /// Who manages the server, and hosts nothing. Not its owner.
    keeper: Person,
    /// What stands on the server without a game.
    before: BTreeMap<Id, String>,
}

impl Hall {
    async fn new((edition, players): (&str, usize)) -> Hall {
        let town = Town::new().await;
        let host = town.member("Greta");
        let keeper = town.member("Konrad");
        let bit = town_crier::rehearsal::stand_in::world::permissions::bit::MANAGE_GUILD;
        let hosts = town.behind.role(town.guild, "Hosts", 0).expect("a role");
        let keepers = town
            .behind
            .role(town.guild, "Keepers", bit)
            .expect("a role");
        for (person, role) in [(&host, hosts), (&keeper, keepers)] {
            let given = town.behind.set_role(town.guild, person.id(), role, true);
            given.expect("has it");
        }
        let role = hosts.to_string();
        let setup = town
            .host
            .type_command(town.general, "/setup", &[("host_role", &role)])
            .await;
        assert!(setup.expect("is there").is_private());
        let mut players_ = town.nine();
        players_.truncate(players);
        let mut hall = Hall {
            before: BTreeMap::new(),
            edition: if edition == FORUM.0 {
                FORUM.0
            } else {
                TABLETOP.0
            },
            players: players_,
            host,
            keeper,
            town,
        };
        hall.before = hall.standing();
        hall
    }

    /// The channels and threads of the server.
    fn standing(&self) -> BTreeMap<Id, String> {
        self.town.behind.shared().read(|world| {
            let here = world.channels.values();
            here.filter(|place| place.guild == Some(self.town.guild))
                .map(|place| (place.id, place.name.clone()))
                .collect()
        })
    }

    async fn ends(&mut self, state: State, by_host: bool) {
        let ender = if by_host { &self.host } else { &self.keeper }.clone();
        let game = self.reach(state, &ender).await;
        if state != State::SignUp {
            assert_ne!(self.standing(), self.before, "{state:?}: it has channels");
        }
        let mallory = self.players[0].clone();
        self.refused(&mallory, game).await;
        match state {
            // That it is over has been told where nobody can read it any more: not a line is waited for.
            State::BeingMade => {
                self.end(&ender, game).await;
                self.end(&ender, game).await;
                self.town.behind.set_faults(Faults::default());
            }
            State::SignUp | State::Over | State::AtAStand | State::Damaged => {
                self.end(&ender, game).await
            }
            State::In(_) | State::Paused | State::HostGone => {
                self.end(&ender, game).await;
                self.town.settle(game).await;
                let square = self.town.square(game).await;
                let story = self.town.story_in(&self.players[0], square);
                assert!(
                    story.iter().any(|line| line.contains("Nobody has won")),
                    "{state:?}: {story:#?}"
                );
                self.end(&ender, game).await;
            }
        }
        self.town.settle(game).await;
        assert_eq!(self.standing(), self.before, "{state:?}: channels are left");
        let row = self.town.bot().store().game(game).await.expect("read");
        assert!(row.expect("it is kept").standing.ended(), "{state:?}");
        if let State::AtAStand | State::Damaged = state {
            let name = format!("Salem {state:?} by {}", ender.name());
            for player in &self.players {
                let told = player.read(self.town.dm(player)).expect("the own DM");
                let told = told.iter().filter(|seen| {
                    seen.text().contains("a mistake of its own") && seen.text().contains(&name)
                });
                assert_eq!(told.count(), 1, "{} is told once", player.name());
            }
            let announced = self
                .host
                .last(self.town.general, |seen| !seen.files.is_empty());
            assert!(announced.is_some(), "the record is where people signed up");
        }
    }

    /// A player who neither hosts nor manages anything cannot end it.
    async fn refused(&self, person: &Person, game: GameId) {
        let wanted = game.to_string();
        let answer = person
            .type_command(self.town.general, "/host end", &[("game", &wanted)])
            .await
            .expect("is there");
        said(&answer, "no game of yours");
    }

    /// Somebody ends a game, or its rooms once it is over.
    async fn end(&self, ender: &Person, game: GameId) {
        let wanted = game.to_string();
        let answer = ender
            .type_command(self.town.general, "/host end", &[("game", &wanted)])
            .await
            .expect("is there");
        assert!(answer.is_private());
        let text = answer.text();
        let question = answer
            .message
            .unwrap_or_else(|| panic!("no question: {text}"));
        let button = question.buttons().into_iter().next();
        let button = button.unwrap_or_else(|| panic!("no button: {text}"));
        let press = ender
            .press(self.town.general, question.id, &button.label)
            .await;
        assert!(press.expect("a button").is_private());
    }

    /// A game in this state, named for who will end it.
    async fn reach(&mut self, state: State, by: &Person) -> GameId {
        let game = self
            .signed_up(&format!("Salem {state:?} by {}", by.name()))
            .await;
        match state {
            State::SignUp => return game,
            State::BeingMade => {
                self.town.behind.set_faults(Faults {
                    rest: vec![RestFault {
                        method: Some("POST".to_owned()),
                        route: Some("/guilds/{guild_id}/channels".to_owned()),
                        contains: None,
                        skip: 3,
                        times: u32::MAX,
                        kind: FaultKind::Status500BeforeDoing,
                    }],
                    ..Faults::default()
                });
                self.start(game).await;
                let behind = self.town.behind.clone();
                eventually("three channels, and no fourth", || {
                    let faults = behind.faults();
                    (faults.rest.first()?.times < u32::MAX).then_some(())
                })
                .await;
                return game;
            }
            State::In(_) | State::Paused | State::Over | State::HostGone => {}
            State::AtAStand | State::Damaged => {}
        }
        self.start(game).await;
        self.town.settle(game).await;
        match state {
            State::SignUp | State::BeingMade => {}
            State::In(wanted) => self.wait_for(game, wanted).await,
            State::Paused => {
                let square = self.town.square(game).await;
                let paused = self.host.type_command(square, "/host pause", &[]).await;
                said(&paused.expect("is there"), "paused");
            }
            State::Over => {
                let host = self.host.clone();
                self.end(&host, game).await;
                let row = self.town.bot().store().game(game).await.expect("read");
                assert!(row.expect("it is kept").standing.ended());
            }
            State::HostGone => {
                self.host.leave(self.town.guild).expect("leaves");
            }
            State::AtAStand => {
                let host = self.town.bot().host().clone();
                host.stand_still(game, "as the test wants it").await;
                eventually("it stands still", || host.view(game)?.stopped.then_some(())).await;
                self.at_a_stand(game).await;
            }
            State::Damaged => {
                self.town.stop_bot().await;
                let mut disk = SqliteConnectOptions::new()
                    .filename(self.town.database())
                    .connect()
                    .await
                    .expect("the database");
                let broken = sqlx::query(
                    "UPDATE events SET event = '{}' WHERE game = $1 AND number = \
                     (SELECT MAX(number) FROM events WHERE game = $1)",
                );
                let broken = broken.bind(game.0.cast_signed()).execute(&mut disk).await;
                assert_eq!(broken.expect("altered").rows_affected(), 1);
                self.town.start_bot().await;
                self.at_a_stand(game).await;
            }
        }
        self.town.settle(game).await;
        game
    }

    /// Checks that its host is told what can be done, and that nothing else can.
    async fn at_a_stand(&self, game: GameId) {
        let view = self.town.bot().host().view(game).expect("it is loaded");
        assert!(view.stopped);
        let desk = self.town.channel(&self.host, "host-desk").await;
        let told = self
            .host
            .wait_for(desk, PATIENCE, |seen| seen.text().contains("/host end"));
        assert!(told.await.is_some(), "the host is not told");
        let square = self.town.square(game).await;
        let answer = self.host.type_command(square, "/host pause", &[]).await;
        said(&answer.expect("is there"), "stands still");
    }

    /// Lets the clock run from one thing that falls due to the next until that phase is there.
    async fn wait_for(&self, game: GameId, wanted: &str) {
        for _ in 0..200 {
            let view = self.town.bot().host().view(game).expect("it is loaded");
            assert_eq!(
                view.session.stand(),
                Stand::Running,
                "it never came to {wanted}"
            );
            if phase(&view.session) == wanted {
                return;
            }
            let paused = match view.session.play.as_ref().expect("it has begun") {
                Play::Forum(forum) => forum.pause.is_some(),
                Play::Tabletop(tabletop) => tabletop.pause.is_some(),
            };
            if paused {
                let square = self.town.square(game).await;
                let resumed = self.host.type_command(square, "/host resume", &[]).await;
                assert!(resumed.expect("is there").is_private());
                continue;
            }
            let due = view.session.due().expect("something is to come");
            self.town.pass_in(game, due - self.town.clock.now()).await;
        }
        panic!("it never came to {wanted}");
    }

    /// Gives the sign-up, which no bot keeps in its memory just now, dice with which every phase comes and nobody wins.
    async fn load_the_dice(&self) {
        let disk = SqliteConnectOptions::new().filename(self.town.database());
        let mut disk = disk.connect().await.expect("the database");
        let loaded = sqlx::query("UPDATE games SET seed = $1 WHERE standing = 'sign_up'")
            .bind("01".repeat(32))
            .execute(&mut disk)
            .await;
        assert_eq!(loaded.expect("altered").rows_affected(), 1);
        disk.close().await.expect("it closes");
    }

    /// A sign-up of this edition with the host alone knowing of it, full.
    async fn signed_up(&mut self, name: &str) -> GameId {
        let known = self.town.games();
        let options = [("name", name), ("edition", self.edition)];
        let created = self
            .host
            .type_command(self.town.general, "/game create", &options);
        said(&created.await.expect("is there"), "sign-up is open");
        let game = self
            .town
            .games()
            .into_iter()
            .find(|game| !known.contains(game));
        let game = game.expect("a game was opened");
        self.town.stop_bot().await;
        self.load_the_dice().await;
        self.town.start_bot().await;
        let (wanted, players) = (game.to_string(), self.players.len().to_string());
        let options = [
            ("setting", "players"),
            ("value", &players),
            ("game", &wanted),
        ];
        let set = self
            .host
            .type_command(self.town.general, "/game set", &options)
            .await;
        said(&set.expect("is there"), "players");
        self.town.settle(game).await;
        for player in &self.players {
            let mine = |seen: &town_crier::rehearsal::stand_in::acts::Seen| {
                seen.button("Join").is_some() && !seen.ephemeral
            };
            let board = player.last(self.town.general, mine).expect("the sign-up");
            let joined = player.press(self.town.general, board.id, "Join").await;
            said(&joined.expect("a button"), "You are in");
        }
        self.town.settle(game).await;
        game
    }

    async fn start(&self, game: GameId) {
        let wanted = game.to_string();
        let answer = self
            .host
            .type_command(self.town.general, "/game start", &[("game", &wanted)])
            .await
            .expect("is there");
        let accept = "Accept these and begin";
        let message = answer.message.as_ref();
        let Some(message) = message.filter(|message| message.button(accept).is_some()) else {
            return said(&answer, "The game begins");
        };
        let begun = self.host.press(self.town.general, message.id, accept).await;
        said(&begun.expect("a button"), "The game begins");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn h8_with_nobody_acting_the_host_is_asked_and_a_week_later_it_is_over() {
    for edition in [FORUM, TABLETOP] {
        let mut hall = Hall::new(edition).await;
        let game = hall.signed_up("Salem").await;
        hall.start(game).await;
        hall.town.settle(game).await;
        let square = hall.town.square(game).await;
        let mut asked = false;
        for _ in 0..300 {
            let view = hall.town.bot().host().view(game);
            let Some(due) = view.and_then(|view| view.session.due()) else {
                break;
            };
            let paused = hall.town.story_in(&hall.players[0], square);
            if paused.iter().any(|line| line.contains("Paused")) {
                let desk = hall.town.channel(&hall.host, "host-desk").await;
                let told = hall
                    .host
                    .last(desk, |seen| seen.text().contains("Unanswered"));
                let told = told.expect("the host is asked at the desk");
                assert!(told.button("Resume").is_some());
                asked = true;
            }
            hall.town.pass_in(game, due - hall.town.clock.now()).await;
        }
        assert!(asked, "{edition:?}: the host was never asked");
        let story = hall.town.story_in(&hall.players[0], square);
        assert!(
            story.iter().any(|line| line.contains("Nobody has won")),
            "{edition:?}: {story:#?}"
        );
        hall.town.end().await;
    }
}
