//! A scripted player: somebody at a client who sees what the stand-in delivers to that user, and nothing else.
//!
//! A player reads the own messages from the bot, presses what can be pressed, chooses from what is offered, types a slash
//! command now and then, and talks where talking is possible. Habits differ from player to player.

use std::collections::BTreeSet;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;

use super::stand_in::acts::{Answer, Button, Menu, Person, Place, Seen};
use super::stand_in::world::Id;

/// What kind of person a player is; shares are out of a hundred.
#[derive(Debug, Clone, Copy)]
pub struct Habits {
    /// How long the player thinks between two acts.
    pub pause: Duration,
    /// How often an act is something said.
    pub talk: u8,
    /// How often the player looks up and does nothing.
    pub sleep: u8,
    /// How often the player follows what others have named.
    pub follow: u8,
    /// How often the player types a command where a button would do.
    pub types: u8,
    /// How often the player confesses in a Night, having thought of it.
    pub confesses: u8,
}

impl Habits {
    /// Talks a lot, plays a lot, follows the crowd.
    pub const TALKER: Habits = Habits {
        pause: Duration::from_millis(140),
        talk: 25,
        sleep: 5,
        follow: 75,
        types: 20,
        confesses: 25,
    };
    /// Plays all cards, goes their own way at times.
    pub const PLAYER: Habits = Habits {
        pause: Duration::from_millis(110),
        talk: 6,
        sleep: 5,
        follow: 60,
        types: 35,
        confesses: 10,
    };
    /// Hardly ever there.
    pub const SLEEPER: Habits = Habits {
        pause: Duration::from_millis(420),
        talk: 3,
        sleep: 60,
        follow: 80,
        types: 10,
        confesses: 5,
    };
    /// Never agrees if it can be helped.
    pub const CONTRARY: Habits = Habits {
        pause: Duration::from_millis(160),
        talk: 12,
        sleep: 10,
        follow: 15,
        types: 30,
        confesses: 15,
    };
}

/// Where a player acts.
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    /// The server.
    pub guild: Id,
    /// The bot whose messages are acted on.
    pub bot: Id,
}

/// One scripted player.
pub struct Player {
    person: Person,
    scene: Scene,
    habits: Habits,
    dice: StdRng,
    settled: BTreeSet<(Id, String)>,
    /// The names of those who play, as everybody in the town knows them.
    names: Vec<String>,
    suspect: Option<String>,
}

/// Controls that change nothing, or are not for players, by how their verbs begin.
const LOOKING: [&str; 10] = [
    "rules", "history", "status", "board", "help", "chat.l", "host.", "lobby.", "rooms.",
    "readers.",
];

impl Player {
    /// This person, as a scripted player among people with these names, whose choices come from `seed`.
    pub fn new(
        person: Person,
        scene: Scene,
        habits: Habits,
        names: Vec<String>,
        seed: u64,
    ) -> Player {
        let dice = StdRng::seed_from_u64(seed);
        Player {
            person,
            scene,
            habits,
            dice,
            settled: BTreeSet::new(),
            names,
            suspect: None,
        }
    }

    /// Plays until `over` says that the game is over (or nobody can say so any more).
    pub async fn play(mut self, mut over: watch::Receiver<bool>) {
        while !*over.borrow_and_update() {
            self.act().await;
            let pause = self.habits.pause.mul_f64(self.dice.random_range(0.4..1.6));
            if tokio::time::timeout(pause, over.changed())
                .await
                .is_ok_and(|alive| alive.is_err())
            {
                return;
            }
        }
    }

    async fn act(&mut self) {
        if self.chance(self.habits.sleep) {
            return;
        }
        if self.chance(self.habits.talk) {
            self.talk();
            return;
        }
        let panels = self.panels();
        let mut options = Vec::new();
        for (index, message) in panels.iter().enumerate() {
            for control in controls(message) {
                let weight = self.weight(message, &control);
                options.extend(std::iter::repeat_n((index, control), weight));
            }
        }
        if options.is_empty() {
            return;
        }
        let (index, control) = options.swap_remove(self.dice.random_range(0..options.len()));
        let verb = control.verb.clone();
        if verb == "confess" && !self.chance(self.habits.confesses) {
            self.settled.insert((panels[index].id, verb));
            return;
        }
        if verb == "play" && self.chance(self.habits.types) {
            self.type_a_play().await;
            return;
        }
        let message = &panels[index];
        if settles(&verb) {
            self.settled.insert((message.id, verb));
        }
        let answer = self.use_control(message, &control).await;
        self.follow_up(answer).await;
    }

    /// The bot's messages to this user that can still be acted on: DMs, and what stands in the user's own threads.
    fn panels(&self) -> Vec<Seen> {
        let places = self.person.channels();
        let mine = places
            .iter()
            .filter(|place| place.kind == 1 || place.kind == 12);
        let messages = mine.flat_map(|place| self.person.read(place.id).unwrap_or_default());
        messages
            .filter(|message| {
                message.author == self.scene.bot
                    && !message.ephemeral
                    && !message.components.is_empty()
            })
            .collect()
    }

    /// How likely this is to be what the player does next.
    fn weight(&self, message: &Seen, control: &Control) -> usize {
        if self.settled.contains(&(message.id, control.verb.clone())) {
            return 0;
        }
        match control.verb.as_str() {
            "flip" | "pick" => 30,
            "cat" | "kill" | "guard" => 12,
            "play" => 10,
            "consent" => 6,
            "draw" => 8,
            "chat.open" => 2,
            "chat.invite" | "confess" | "me" | "hand" => 1,
            verb if LOOKING.iter().any(|looking| verb.starts_with(looking)) => 0,
            // Whatever else an edition offers is there to be tried.
            _ => 6,
        }
    }

    async fn use_control(&mut self, message: &Seen, control: &Control) -> Option<Answer> {
        let Some(menu) = &control.menu else {
            return self
                .person
                .press(message.channel, message.id, &control.custom_id)
                .await
                .ok();
        };
        let values = self.choose_from(menu)?;
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        self.person
            .choose(message.channel, message.id, &control.custom_id, &values)
            .await
            .ok()
    }

    /// Goes on with whatever an answer asks, as long as it asks something.
    async fn follow_up(&mut self, mut answer: Option<Answer>) {
        for _ in 0..6 {
            let Some(message) = answer.as_ref().and_then(|answer| answer.message.clone()) else {
                return;
            };
            if !message.ephemeral {
                return;
            }
            let mut offered = controls(&message);
            // A question asked once more is about the player's own death or the like: mostly the answer is no.
            let careful = offered
                .iter()
                .any(|control| control.custom_id.contains("sure=yes"));
            if offered.is_empty() || (careful && !self.chance(20)) {
                return;
            }
            let control = offered.swap_remove(self.dice.random_range(0..offered.len()));
            answer = self.use_control(&message, &control).await;
        }
    }

    /// Types `/play` for a card that autocomplete offers a target for.
    async fn type_a_play(&mut self) {
        let Some(place) = self.town().or_else(|| self.dm()) else {
            return;
        };
        let cards = [
            "accusation",
            "accusation",
            "accusation",
            "evidence",
            "stocks",
            "witness",
            "asylum",
        ];
        let line = format!("/play {}", cards[self.dice.random_range(0..cards.len())]);
        let Ok(offered) = self
            .person
            .autocomplete(place.id, &line, "target", "", &[])
            .await
        else {
            return;
        };
        let options: Vec<(String, String)> = offered
            .iter()
            .filter_map(|choice| Some((choice.name.clone(), choice.value.as_str()?.to_owned())))
            .collect();
        if let Some(target) = self.one_of(&options) {
            let _ = self
                .person
                .type_command(place.id, &line, &[("target", &target)])
                .await;
        }
    }

    fn choose_from(&mut self, menu: &Menu) -> Option<Vec<String>> {
        let most = menu.picks.1.min(menu.options.len());
        let least = menu.picks.0.min(most);
        let count = if most == least {
            most
        } else {
            self.dice.random_range(least.max(1)..=most)
        };
        let mut left = menu.options.clone();
        let mut chosen = Vec::new();
        for _ in 0..count {
            let value = self.one_of(&left)?;
            left.retain(|(_, other)| *other != value);
            chosen.push(value);
        }
        Some(chosen)
    }

    /// One of several labels with values: the suspect where it is among them and the player follows, else any.
    fn one_of(&mut self, options: &[(String, String)]) -> Option<String> {
        if options.is_empty() {
            return None;
        }
        if self.chance(self.habits.follow) {
            let named = self.named_by_others();
            let suspect = named.or_else(|| self.suspect.clone()).unwrap_or_default();
            let fits = options
                .iter()
                .find(|(label, _)| !suspect.is_empty() && label.contains(&suspect));
            if let Some((_, value)) = fits {
                return Some(value.clone());
            }
        }
        let (label, value) = &options[self.dice.random_range(0..options.len())];
        if let Some(name) = self.names.iter().find(|name| label.contains(name.as_str())) {
            self.suspect = Some(name.clone());
        }
        Some(value.clone())
    }

    /// Whom the others have named last in a room that this player can read: the coven's, else the town's.
    fn named_by_others(&self) -> Option<String> {
        let places = self.person.channels();
        let secret = places
            .iter()
            .find(|place| place.kind == 12 && place.may_write);
        let room = secret.or_else(|| places.iter().find(|place| is_town(place)))?;
        let said = self.person.last(room.id, |message| {
            message.author != self.scene.bot
                && message.author != self.person.id()
                && message.content.contains("suspect")
        })?;
        said.content
            .split("suspect ")
            .nth(1)?
            .split([' ', '.', '!'])
            .next()
            .map(str::to_owned)
    }

    fn talk(&mut self) {
        let places = self.person.channels();
        let open: Vec<&Place> = places
            .iter()
            .filter(|place| place.may_write && place.kind != 1)
            .collect();
        if open.is_empty() {
            return;
        }
        let place = open[self.dice.random_range(0..open.len())];
        if place.name == "general" {
            return;
        }
        let suspect = self.suspect.clone().unwrap_or_else(|| "nobody".to_owned());
        let lines = [
            format!("I suspect {suspect}. Look at how quiet it is over there."),
            format!("Why would I lie? I suspect {suspect}!"),
            "I was at home all night, as every decent person.".to_owned(),
            "Let us not waste our cards, friends.".to_owned(),
            "The cat looks at me strangely.".to_owned(),
            "Count the marks before you speak.".to_owned(),
        ];
        // A room that was open a moment ago may have closed: then the line is not said.
        let _ = self
            .person
            .write(place.id, &lines[self.dice.random_range(0..lines.len())]);
    }

    fn town(&self) -> Option<Place> {
        self.person.channels().into_iter().find(is_town)
    }

    fn dm(&self) -> Option<Place> {
        self.person
            .channels()
            .into_iter()
            .find(|place| place.with == Some(self.scene.bot))
    }

    fn chance(&mut self, percent: u8) -> bool {
        self.dice.random_range(0..100) < percent
    }
}

/// Something that can be used on a message.
#[derive(Debug, Clone)]
struct Control {
    custom_id: String,
    verb: String,
    menu: Option<Menu>,
}

fn controls(message: &Seen) -> Vec<Control> {
    let buttons = message
        .buttons()
        .into_iter()
        .filter(|button: &Button| !button.disabled);
    let buttons = buttons.filter_map(|button| {
        let custom_id = button.custom_id?;
        Some(Control {
            verb: verb(&custom_id),
            custom_id,
            menu: None,
        })
    });
    let menus = message.menus().into_iter().filter(|menu| !menu.disabled);
    let menus = menus.map(|menu| Control {
        verb: verb(&menu.custom_id),
        custom_id: menu.custom_id.clone(),
        menu: Some(menu),
    });
    buttons.chain(menus).collect()
}

/// What a control is for, as a client can see it: the third part of its custom id.
fn verb(custom_id: &str) -> String {
    custom_id.split(':').nth(2).unwrap_or_default().to_owned()
}

/// Whether doing this once on a message is enough for a scripted player.
fn settles(verb: &str) -> bool {
    matches!(
        verb,
        "cat"
            | "kill"
            | "guard"
            | "pick"
            | "flip"
            | "confess"
            | "consent"
            | "chat.open"
            | "chat.invite"
    )
}

fn is_town(place: &Place) -> bool {
    place.kind == 0
        && place.parent.is_some()
        && place.name != "general"
        && place.name.contains("town")
}
