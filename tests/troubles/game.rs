//! A game on a server, and how it is begun and carried on.

use town_crier::discord::render::Names;
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::ids::GameId;
use town_crier::rehearsal::stand_in::acts::{Answer, Person, Seen};
use town_crier::rehearsal::stand_in::world::Id;

use crate::town::{PATIENCE, Town, eventually, said};

/// Which of the two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edition {
    Forum,
    Tabletop,
}

impl Edition {
    fn word(self) -> &'static str {
        match self {
            Edition::Forum => "salem-1692-forum",
            Edition::Tabletop => "salem-1692-tabletop",
        }
    }

    /// The other one.
    pub fn other(self) -> Edition {
        match self {
            Edition::Forum => Edition::Tabletop,
            Edition::Tabletop => Edition::Forum,
        }
    }

    /// How many play: as few as may.
    fn players(self) -> usize {
        match self {
            Edition::Forum => 5,
            Edition::Tabletop => 4,
        }
    }

    /// How the status message begins once the play has.
    fn begun(self) -> &'static str {
        match self {
            Edition::Forum => "## Day 1",
            Edition::Tabletop => "## Turn 1",
        }
    }
}

/// A server with a host.
#[derive(Clone)]
pub struct Server {
    pub guild: Id,
    pub general: Id,
    pub host: Person,
}

/// A game that is being played.
pub struct Game {
    pub id: GameId,
    pub name: &'static str,
    pub edition: Edition,
    pub server: Server,
    pub players: Vec<Person>,
}

impl Game {
    /// A sign-up of this server's host for these people.
    pub async fn open(
        town: &Town,
        server: &Server,
        edition: Edition,
        name: &'static str,
        people: &[&str],
    ) -> Game {
        let mut players = Vec::new();
        for name in &people[..edition.players()] {
            let person = town.behind.user(name);
            person.join(server.guild).expect("joins");
            players.push(person);
        }
        let known = town.games();
        let (host, general) = (&server.host, server.general);
        let with = [("name", name), ("edition", edition.word())];
        let answer = host.type_command(general, "/game create", &with).await;
        said(&answer.expect("is there"), "sign-up is open");
        let count = players.len().to_string();
        let count = [("setting", "players"), ("value", &count), ("game", name)];
        let answer = host.type_command(general, "/game set", &count).await;
        said(&answer.expect("is there"), "Set:");
        let id = town.games().into_iter().find(|game| !known.contains(game));
        Game {
            id: id.expect("a game was opened"),
            name,
            edition,
            server: server.clone(),
            players,
        }
    }

    /// All join.
    pub async fn fill(&self, town: &Town) {
        let (game, general) = (self, self.server.general);
        for player in &game.players {
            let board = game.sign_up(town, player).await;
            let answer = player.press(general, board.id, "Join").await;
            said(&answer.expect("a button"), "You are in");
        }
    }

    /// The game begins, and is played to its first Day or turn.
    pub async fn begin(&self, town: &Town) {
        let (game, host, general) = (self, &self.server.host, self.server.general);
        let named = [("game", self.name)];
        let answer = host.type_command(general, "/game start", &named).await;
        let answer = answer.expect("is there");
        let accept = answer
            .message
            .as_ref()
            .filter(|message| message.button("Accept these and begin").is_some());
        if let Some(message) = accept {
            let pressed = host.press(general, message.id, "Accept these and begin");
            said(&pressed.await.expect("a button"), "The game begins");
        }
        while !game.headline(town).starts_with(self.edition.begun()) {
            game.reach_due(town).await;
        }
        town.settle(game.id).await;
    }

    /// The sign-up's message, as this person sees it.
    pub async fn sign_up(&self, town: &Town, viewer: &Person) -> Seen {
        let head = format!("# {}\n", self.name);
        let seen = viewer.wait_for(self.server.general, PATIENCE, |seen| {
            seen.author == town.bot_id && !seen.ephemeral && seen.text().starts_with(&head)
        });
        seen.await.expect("the sign-up's message")
    }

    /// What the status message should say in its first line.
    pub fn headline(&self, town: &Town) -> String {
        let view = town.bot().host().view(self.id).expect("it is live");
        let boards = view.session.boards();
        let status = boards
            .iter()
            .find(|board| board.audience == Audience::Room(Room::Town) && board.pinned);
        let text = status.map(|board| Names::of(&view.session).content(&board.panel.text));
        let text = text.unwrap_or_default();
        text.lines().next().unwrap_or_default().to_owned()
    }

    /// Lets the clock run to what falls due next, and waits until the rules have settled it.
    pub async fn reach_due(&self, town: &Town) {
        let host = town.bot().host();
        let view = host.view(self.id).expect("it is live");
        let due = view.session.due().expect("something is to come");
        town.pass(due - town.clock.now());
        eventually("what is due to happen", || {
            let view = host.view(self.id)?;
            view.session
                .due()
                .is_none_or(|next| next > due)
                .then_some(())
        })
        .await;
    }

    /// Lets the clock run until the play has come to its next Day, Night or turn, however Discord behaves.
    pub async fn goes_on(&self, town: &Town) {
        let before = self.headline(town);
        for _ in 0..40 {
            if self.headline(town) != before {
                return;
            }
            self.reach_due(town).await;
        }
        panic!("{} does not go on from {before}", self.name);
    }

    /// The town's channel.
    pub async fn square(&self, town: &Town) -> Id {
        town.square(self.id).await
    }

    /// The host's desk.
    pub fn desk(&self) -> Id {
        let mut places = self.server.host.channels().into_iter();
        let above = self.category();
        let desk = places.find(|place| place.name == "host-desk" && place.parent == above);
        desk.expect("the desk").id
    }

    /// The game's category.
    pub fn category(&self) -> Option<Id> {
        let mut places = self.server.host.channels().into_iter();
        let category = places.find(|place| place.kind == 4 && place.name == self.name);
        category.map(|place| place.id)
    }

    /// The status message, as this person sees it.
    pub async fn status(&self, town: &Town, viewer: &Person) -> Seen {
        let head = self.headline(town);
        let square = self.square(town).await;
        let status = viewer.wait_for(square, PATIENCE, |seen| {
            seen.pinned && seen.text().starts_with(&head)
        });
        let seen = status.await;
        seen.unwrap_or_else(|| panic!("no pinned status that begins {head:?}"))
    }

    /// A player presses a button of the status message, and is answered.
    pub async fn presses(&self, town: &Town, player: &Person) -> Answer {
        let status = self.status(town, player).await;
        let square = self.square(town).await;
        let pressed = player.press(square, status.id, "My cards").await;
        let answer = pressed.expect("a button");
        said(&answer, "Tryals");
        answer
    }

    /// The host gives a command in the town's channel.
    pub async fn host_says(&self, town: &Town, line: &str) -> Answer {
        let square = self.square(town).await;
        let answer = self.server.host.type_command(square, line, &[]).await;
        answer.expect("is there")
    }

    /// How many events there are.
    pub fn events(&self, town: &Town) -> u64 {
        town.bot().host().view(self.id).expect("it is live").next.0
    }
}
