//! A stage set for tests: the stand-in for Discord, a server with the bot on it, people, a store, and scenes made by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use town_crier::discord::faults::Round;
use town_crier::discord::ground::Ground;
use town_crier::discord::house::House;
use town_crier::discord::permissions;
use town_crier::discord::render::Names;
use town_crier::discord::scene::Scene;
use town_crier::discord::scribe::scribe;
use town_crier::discord::stage::{Found, perform};
use town_crier::discord::wire::Wire;
use town_crier::games::AnySettings;
use town_crier::host::{Clock, Host, Opening, Scribe};
use town_crier::kernel::audience::{File, Room};
use town_crier::kernel::ids::{EventNumber, GameId, PlayerId, Seat};
use town_crier::kernel::intent::Person as Who;
use town_crier::kernel::place::{ChannelKey, ChannelPlan, Place, Rights, ThreadKey, ThreadPlan};
use town_crier::kernel::time::Time;
use town_crier::rehearsal::stand_in::acts::{self, Person, Seen};
use town_crier::rehearsal::stand_in::world::Id;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, Faults, RestFault};
use town_crier::rehearsal::stand_in::{StandIn, StandInOptions, TraceSink};
use town_crier::store::{Address, OutNotice, Part, Store};

/// How long an answer of the stand-in is waited for.
pub const PATIENCE: Duration = Duration::from_secs(30);
pub const MESSAGES: &str = "/channels/{channel_id}/messages";
pub const CHANNELS: &str = "/guilds/{guild_id}/channels";
pub const CHANNEL: &str = "/channels/{channel_id}";

pub struct Set {
    pub stand_in: StandIn,
    pub behind: acts::Stage,
    pub guild: Id,
    pub general: Id,
    pub bot: Id,
    pub role: Id,
    pub host: Person,
    pub players: Vec<Person>,
    pub outsider: Person,
    pub moderator: Host,
    pub wire: Wire,
    token: String,
    pub house: House,
    pub game: GameId,
    _folder: TempDir,
}

impl Set {
    /// Three players, a host who does not play, somebody else, and a game that is open.
    pub async fn new() -> Set {
        Set::with(Arc::new(scribe)).await
    }

    /// The same with another scribe.
    pub async fn with(scribe: Scribe) -> Set {
        let stand_in = StandIn::start(StandInOptions {
            port: 0,
            trace: TraceSink::Memory,
            limits: false,
        })
        .await
        .expect("the stand-in starts");
        let behind = acts::Stage::new(stand_in.shared());
        let host = behind.user("Hester");
        let guild = behind.guild("Salem", &host).expect("a server");
        let (bot, token) = behind.bot("Town Crier");
        let role = behind
            .add_bot(bot, guild, permissions::required())
            .expect("the bot joins");
        let mut people = ["Ann", "Bob", "Cy", "Olga"]
            .map(|name| behind.user(name))
            .to_vec();
        for person in &people {
            person.join(guild).expect("they join");
        }
        let outsider = people.pop().expect("there are four");
        let general = host.channel("general").expect("every server has one").id;
        let wire =
            Wire::new(&token, Some(&stand_in.api_base()), u16::MAX, PATIENCE).expect("a line");
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("town-crier.db"))
            .await
            .expect("a store");
        let clock = Clock::manual(Time(1_700_000_000_000));
        let moderator = Host::start(store.clone(), clock, scribe)
            .await
            .expect("a host");
        let opening = Opening {
            guild,
            channel: general,
            name: "Friday".to_owned(),
            host: Who {
                id: PlayerId(host.id()),
                manages_server: true,
            },
            host_name: "Hester".to_owned(),
            settings: AnySettings::default(),
            interaction: None,
        };
        let (game, _) = moderator.open(opening).await.expect("it opens");
        let house = House::new(wire.for_stage(), store, bot);
        Set {
            stand_in,
            behind,
            guild,
            general,
            bot,
            role,
            host,
            players: people,
            outsider,
            moderator,
            wire,
            token,
            house,
            game,
            _folder: folder,
        }
    }

    /// The three players at the table in the Day: all living.
    pub fn scene(&self) -> Scene {
        let seats: BTreeMap<Seat, PlayerId> = self
            .players
            .iter()
            .enumerate()
            .map(|(index, person)| (Seat::at(index), PlayerId(person.id())))
            .collect();
        let pairs: Vec<_> = seats
            .iter()
            .map(|(seat, player)| (*seat, *player))
            .collect();
        let typed: Vec<_> = self
            .players
            .iter()
            .map(|person| (PlayerId(person.id()), person.name()))
            .collect();
        let typed: Vec<_> = typed
            .iter()
            .map(|(player, name)| (*player, name.as_str()))
            .collect();
        Scene {
            game: self.game,
            guild: self.guild,
            sign_up: self.general,
            next: EventNumber(1000),
            name: "Friday".to_owned(),
            host: PlayerId(self.host.id()),
            names: Names::new(&pairs, &typed),
            seats,
            threaded: BTreeSet::new(),
            place: Some(day()),
            boards: Vec::new(),
            ended: false,
            swept: false,
        }
    }

    /// Goes through everything until nothing is left to do, as the stage does; a few rounds are enough.
    pub async fn settle(&self, scene: &Scene, ground: &mut Ground) -> Vec<PlayerId> {
        let mut closed = Vec::new();
        for _ in 0..12 {
            let (round, found) = self.round(scene, ground).await;
            closed.extend(found.closed);
            if !round.again && round.slow.is_none() {
                return closed;
            }
        }
        panic!("it does not come to rest");
    }

    /// A line that knows nothing of what Discord said to the last one, as after a start.
    pub fn new_line(&mut self) {
        let base = self.stand_in.api_base();
        self.wire = Wire::new(&self.token, Some(&base), u16::MAX, PATIENCE).expect("a line");
        let store = self.house.store.clone();
        self.house = House::new(self.wire.for_stage(), store, self.bot);
    }

    /// Goes through everything once.
    pub async fn round(&self, scene: &Scene, ground: &mut Ground) -> (Round, Found) {
        let mut round = Round::default();
        let found = perform(&self.house, scene, ground, &mut round).await;
        (round, found)
    }

    /// Something to tell in a room.
    pub async fn tell(&self, room: Room, words: &str) {
        self.put(Address::Room(room), words, None).await;
    }

    /// Something to tell to one player.
    pub async fn tell_player(&self, index: usize, words: &str) {
        let player = PlayerId(self.players[index].id());
        self.put(Address::Player(player, Seat::at(index)), words, None)
            .await;
    }

    pub async fn put(&self, to: Address, words: &str, file: Option<File>) {
        let part = Part {
            content: words.to_owned(),
            ping: Vec::new(),
            file,
        };
        let notice = OutNotice {
            to,
            parts: vec![part],
        };
        self.house
            .store
            .enqueue(self.game, vec![notice])
            .await
            .expect("noted");
    }

    /// What the outbox still holds.
    pub async fn waiting(&self) -> usize {
        self.house
            .store
            .outbox(self.game)
            .await
            .expect("read")
            .len()
    }

    /// The channels of this name that somebody sees.
    pub fn named(&self, viewer: &Person, name: &str) -> Vec<Id> {
        let seen = viewer.channels();
        seen.iter()
            .filter(|place| place.name == name)
            .map(|place| place.id)
            .collect()
    }

    /// The bot's own words in a channel, in order, as somebody reads them.
    pub fn words(&self, reader: &Person, channel: Id) -> Vec<String> {
        self.posts(reader, channel)
            .into_iter()
            .map(|seen| seen.content)
            .collect()
    }

    /// The bot's own posts in a channel.
    pub fn posts(&self, reader: &Person, channel: Id) -> Vec<Seen> {
        let mut seen = reader.read(channel).expect("it can be read");
        seen.retain(|seen| seen.author == self.bot && seen.kind == 0);
        seen.sort_by_key(|seen| seen.id);
        seen
    }

    /// The bot's words in somebody's direct messages.
    pub fn dm(&self, person: &Person) -> Vec<String> {
        match person.dm_with(self.bot) {
            Some(channel) => {
                let mut words = self.words(person, channel);
                // What goes to the host in person names the game in its own words.
                let is_of_the_host = |text: &str| text.starts_with("About the game");
                for text in words.iter_mut().filter(|text| !is_of_the_host(text)) {
                    *text = below_the_name(text);
                }
                words
            }
            None => Vec::new(),
        }
    }

    /// These requests go wrong in this way, so many times.
    pub fn fault(
        &self,
        method: &str,
        route: &str,
        contains: Option<&str>,
        times: u32,
        kind: FaultKind,
    ) {
        self.behind.set_faults(Faults {
            rest: vec![RestFault {
                method: Some(method.to_owned()),
                route: Some(route.to_owned()),
                contains: contains.map(str::to_owned),
                skip: 0,
                times,
                kind,
            }],
            ..Faults::default()
        });
    }

    /// The requests so far, as method, path and body.
    pub fn requests(&self) -> Vec<(String, String, Value)> {
        let lines = self.stand_in.trace().lines();
        let rest = lines.into_iter().filter(|line| line["kind"] == "rest");
        rest.map(|line| {
            let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            (text("method"), text("path"), line["body"].clone())
        })
        .collect()
    }

    /// How many requests there were that changed something.
    pub fn changes(&self) -> usize {
        self.requests()
            .iter()
            .filter(|(method, ..)| method != "GET")
            .count()
    }
}

/// The rooms in the Day.
pub fn day() -> Place {
    place(Rights::WRITE, Rights::READ, Rights::READ)
}

/// The rooms at Night.
pub fn night() -> Place {
    place(Rights::READ, Rights::THREADS, Rights::THREADS)
}

fn place(town: Rights, coven: Rights, chats: Rights) -> Place {
    let all = |rights: Rights| {
        (0..3)
            .map(|index| (Seat::at(index), rights))
            .collect::<BTreeMap<_, _>>()
    };
    let channel = |key, name: &str, everyone, seats, host| ChannelPlan {
        key,
        name: name.to_owned(),
        topic: format!("About the {name}."),
        everyone,
        seats,
        host,
    };
    let cards = (0..3).map(|index| ThreadPlan {
        key: ThreadKey::Cards(Seat::at(index)),
        parent: ChannelKey::Chats,
        name: format!("Cards of seat {}", index + 1),
        members: BTreeSet::from([Seat::at(index)]),
        host: false,
        locked: false,
    });
    let mut threads: Vec<_> = cards.collect();
    threads.push(coven_of(&[1]));
    Place {
        channels: vec![
            channel(
                ChannelKey::Town,
                "town-square",
                Rights::READ,
                all(town),
                None,
            ),
            channel(
                ChannelKey::Coven,
                "the-woods",
                Rights::NONE,
                all(coven),
                None,
            ),
            channel(
                ChannelKey::Chats,
                "back-rooms",
                Rights::NONE,
                all(chats),
                Some(Rights::READ),
            ),
            channel(
                ChannelKey::Desk,
                "host-desk",
                Rights::NONE,
                BTreeMap::new(),
                Some(Rights::WRITE),
            ),
        ],
        threads,
        open_to_all: false,
        kept_until: None,
    }
}

/// The coven's thread with these seats in it, counted from 1.
pub fn coven_of(seats: &[u8]) -> ThreadPlan {
    ThreadPlan {
        key: ThreadKey::Coven,
        parent: ChannelKey::Coven,
        name: "The coven".to_owned(),
        members: seats.iter().map(|number| Seat::new(*number)).collect(),
        host: false,
        locked: false,
    }
}

/// The same place with another coven.
pub fn with_coven(mut place: Place, seats: &[u8]) -> Place {
    place
        .threads
        .retain(|thread| thread.key != ThreadKey::Coven);
    place.threads.push(coven_of(seats));
    place
}

/// What a message in a DM says below the name of its game, which heads it.
pub fn below_the_name(text: &str) -> String {
    let (name, words) = text.split_once('\n').expect("a name and a text");
    assert!(name.starts_with("-# "), "no game's name: {text:?}");
    words.to_owned()
}
