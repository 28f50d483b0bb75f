//! Whole games by the rules alone, at full tables of people with nasty names: whatever the bot would say, show and offer in
//! them is within Discord's limits, calls nobody whom it does not mean to, and tells people apart.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use town_crier::discord::components::Shown;
use town_crier::discord::limits;
use town_crier::discord::render::Names;
use town_crier::discord::scribe::scribe;
use town_crier::games::{AnySettings, Session, SessionCommand, Stand};
use town_crier::kernel::audience::{Audience, Notice};
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::Draft;
use town_crier::kernel::game::{Actor, Settings};
use town_crier::kernel::ids::{EventNumber, GameId, PlayerId};
use town_crier::kernel::intent::{Intent, Offer, Person};
use town_crier::kernel::lobby::{LobbyCommand, Member, Reach};
use town_crier::kernel::panel::Panel;
use town_crier::kernel::text::Text;
use town_crier::kernel::time::{Length, Time};

/// What stands before a text at most: a mention, or the game's name as people type it at its worst.
const HEAD: usize = 140;
const START: Time = Time(1_767_225_600_000);
const HOST: PlayerId = PlayerId(1_000);

/// Names as people choose them who want to see what happens.
pub const NASTY: [&str; 12] = [
    "<@1>",
    "@everyone",
    "**Ann** __x__ ~~y~~ ||z||",
    "A\u{200B}n\u{200D}n\u{2060}",
    "\u{202E}nnA\u{202C}",
    "אנה אנה אנה אנה אנה אנה אנה אנה",
    "# @here [a](https://evil.example)",
    "1. Ann",
    "<@&1> <#1> </kill:1> <t:0:R>",
    "A\u{300}\u{301}\u{302}n\u{300}\u{301}\u{302}n\u{300}\u{301}\u{302}",
    "`Ann`\n> Ann",
    "Seat 1 (2)",
];

fn tables() -> [Vec<String>; 3] {
    let alike = |name: String| vec![name; 12];
    [
        NASTY.map(str::to_owned).to_vec(),
        alike(format!("a{}", "*".repeat(31))),
        alike(format!("a{}", "😀".repeat(31))),
    ]
}

/// A game in the making, all of whose words are looked at.
struct Game {
    session: Session,
    seed: Seed,
    next: EventNumber,
    seen: usize,
    told: usize,
}

impl Game {
    fn decide(&mut self, actor: Actor, command: SessionCommand, now: Time) {
        let before = std::mem::replace(&mut self.session, Session::blank(GameId(7)));
        let mut draft = Draft::new(before, &self.seed, self.next, now, true);
        // What is refused is said in words that the rules' own tests look at.
        let _refused = Session::decide(&mut draft, actor, &command);
        let (session, events, notices) = draft.finish();
        self.session = session;
        for _ in events {
            self.next = self.next.next();
        }
        for notice in notices {
            self.hear(&notice);
        }
    }

    fn hear(&mut self, notice: &Notice) {
        for part in scribe(&self.session, notice) {
            let length = limits::length(&part.content);
            assert!(length + HEAD <= limits::MESSAGE + 80, "{length}: {part:?}");
            let pings: Vec<u64> = part.ping.iter().map(|player| player.0).collect();
            is_harmless(&part.content, &pings);
            self.told += 1;
        }
    }

    fn look(&mut self, now: Time) {
        let names = Names::of(&self.session);
        let all: BTreeSet<String> = self
            .session
            .seats()
            .iter()
            .map(|(seat, _)| names.escaped(town_crier::kernel::text::Name::Seat(*seat)))
            .collect();
        assert_eq!(all.len(), self.session.seats().len(), "alike: {all:?}");
        for board in self.session.boards() {
            let room = match board.audience {
                Audience::Nobody => continue,
                Audience::Room(_) => limits::MESSAGE,
                Audience::Seat(_) => limits::MESSAGE - HEAD,
            };
            let shown = Shown::in_one(self.session.game, &names, &board.panel, room);
            let content = shown.content();
            assert!(limits::length(&content) <= room, "{content}");
            assert!(!content.ends_with('…'), "something is cut off:\n{content}");
            fits(&shown, &content);
            self.seen += 1;
        }
        let people = self.session.seats().into_iter().map(|(_, player)| player);
        for id in people.chain([HOST]) {
            let person = Person {
                id,
                manages_server: false,
            };
            for verb in [
                "me",
                "hand",
                "board",
                "history",
                "play",
                "chat.open",
                "host.secrets",
                "host.replace",
            ] {
                let offer = self.session.offer(person, &Intent::new(verb), now);
                if let Offer::Show(panel) = offer {
                    self.show(&names, &panel);
                }
            }
            for (verb, field) in [
                ("play", "target"),
                ("kill", "target"),
                ("chat.open", "members"),
            ] {
                let intent = Intent::new(verb).with("card", "accusation");
                let choices = self.session.complete(person, &intent, field, "", now);
                let labels = choices
                    .iter()
                    .map(|choice| json!(names.label(&choice.label, limits::OPTION)));
                differ(labels.collect(), "suggestions");
            }
        }
    }

    fn show(&mut self, names: &Names, panel: &Panel) {
        let shown = Shown::new(self.session.game, names, panel);
        for content in &shown.contents {
            fits(&shown, content);
        }
        self.seen += 1;
    }
}

/// Within Discord's limits, harmless, and with labels that differ.
fn fits(shown: &Shown, content: &str) {
    assert!(limits::length(content) <= limits::MESSAGE, "{content}");
    is_harmless(content, &[]);
    let rows = json!(shown.rows);
    let rows = rows.as_array().expect("rows");
    assert!(rows.len() <= limits::ROWS);
    let mut buttons = Vec::new();
    for part in rows
        .iter()
        .flat_map(|row| row["components"].as_array())
        .flatten()
    {
        let length = |key: &str| limits::length(part[key].as_str().unwrap_or_default());
        assert!(
            length("custom_id") <= limits::CUSTOM_ID
                && length("placeholder") <= limits::PLACEHOLDER
        );
        match part["options"].as_array() {
            None => {
                assert!(length("label") <= limits::BUTTON_LABEL, "{part}");
                buttons.push(part["label"].clone());
            }
            Some(options) => {
                assert!(options.len() <= limits::OPTIONS, "{part}");
                for option in options {
                    let length =
                        |key: &str| limits::length(option[key].as_str().unwrap_or_default());
                    assert!(
                        length("label") <= limits::OPTION
                            && length("description") <= limits::OPTION,
                        "{option}"
                    );
                }
                let names = options.iter().map(|option| {
                    // Two cards of a kind are told apart by the line below, if at all: people are by their name.
                    json!([option["label"], option["description"], option["value"]])
                });
                differ(names.collect(), "options");
                apart(options);
            }
        }
    }
    differ(buttons, "buttons");
}

/// Options that stand for seats have labels that differ.
fn apart(options: &[Value]) {
    let seats = options.iter().filter(|option| {
        let value = option["value"].as_str().unwrap_or_default();
        value.parse::<u8>().is_ok()
    });
    differ(
        seats.map(|option| option["label"].clone()).collect(),
        "seats",
    );
}

fn differ(labels: Vec<Value>, what: &str) {
    let distinct: BTreeSet<String> = labels.iter().map(Value::to_string).collect();
    assert_eq!(distinct.len(), labels.len(), "{what} alike: {labels:#?}");
}

/// Whether nothing in it means anything to Discord but what the bot means: mentions of those who are pinged, and times.
#[track_caller]
pub fn is_harmless(content: &str, pings: &[u64]) {
    let mut bare = String::new();
    let mut characters = content.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            other => bare.push(other),
        }
    }
    for ping in pings {
        bare = bare.replace(&format!("<@{ping}>"), "");
    }
    for live in [
        "<@",
        "@everyone",
        "@here",
        "</",
        "<:",
        "<a:",
        "](",
        "://",
        "\u{202E}",
        "\u{200B}",
    ] {
        assert!(!bare.contains(live), "{live:?} in:\n{content}");
    }
    let times = bare.matches("<t:").count();
    let ours = bare.matches("<t:1").count();
    assert_eq!(times, ours, "a time of somebody's making in:\n{content}");
}

fn person(id: PlayerId) -> Actor {
    Actor::Person(Person {
        id,
        manages_server: false,
    })
}

/// Plays one game; how many messages were looked at, and how many notices.
fn play(edition: &str, set: &[(&str, &str)], names: &[String], number: u8) -> (usize, usize) {
    let mut settings = AnySettings::of(edition).expect("an edition");
    for (key, value) in set.iter().chain(&[("players", "12")]) {
        let changed = settings.set(key, value);
        settings = changed.unwrap_or_else(|_| panic!("{key} can be {value}"));
    }
    let mut game = Game {
        session: Session::blank(GameId(7)),
        seed: Seed([number; 32]),
        next: EventNumber(0),
        seen: 0,
        told: 0,
    };
    let mut whim = Dice::new(&Seed([number ^ 99; 32]), EventNumber(0));
    let open = LobbyCommand::Open {
        name: "*".repeat(59) + "x",
        host: HOST,
        host_name: names[0].clone(),
        settings,
    };
    let mut commands = vec![(person(HOST), open)];
    for (index, name) in names.iter().enumerate() {
        let player = PlayerId(5_000_000_000_000_000_000 + index as u64);
        let member = Member {
            player,
            name: name.clone(),
            reach: Reach::Dm,
        };
        commands.push((person(player), LobbyCommand::Join(member)));
    }
    for (actor, command) in commands {
        game.decide(actor, SessionCommand::Lobby(command), START);
        game.look(START);
    }
    let begin = SessionCommand::Start {
        readers: BTreeSet::new(),
    };
    game.decide(person(HOST), begin, START);
    let mut now = START;
    let mut step = 0;
    while game.session.stand() == Stand::Running && step < 3_000 {
        let due = game.session.due().unwrap_or(now + Length::HOUR);
        if now >= due {
            let tick = game.session.tick();
            game.decide(Actor::Clock, tick, now);
        } else if whim.below(3) == 0 {
            let some = i64::try_from(whim.below(3 * 3_600_000)).expect("small");
            now = (now + Length(some)).min(due);
            continue;
        } else if let Some((actor, command)) = game.session.sample(now, &mut whim) {
            game.decide(actor, command, now);
        }
        step += 1;
        if step % 30 == 0 {
            game.look(now);
        }
    }
    game.look(now);
    assert!(step > 100, "hardly a game");
    (game.seen, game.told)
}

#[test]
fn forum_games_of_nasty_names_fit_call_nobody_and_tell_people_apart() {
    for (number, names) in tables().iter().enumerate() {
        let number = u8::try_from(number).expect("small");
        let role_cards = if number == 1 { "off" } else { "on" };
        let set = [("role_cards", role_cards), ("chats_per_player", "5")];
        let (seen, told) = play("forum", &set, names, number);
        assert!(seen > 100 && told > 100, "{seen} {told}");
    }
}

#[test]
fn tabletop_games_of_nasty_names_fit_call_nobody_and_tell_people_apart() {
    for (number, names) in tables().iter().enumerate() {
        let number = u8::try_from(number).expect("small");
        let set = [("chats", "on"), ("preset", "async")];
        let (seen, told) = play("tabletop", &set, names, number);
        assert!(seen > 100 && told > 100, "{seen} {told}");
    }
}

#[test]
fn a_label_without_room_shortens_names_and_keeps_what_tells_them_apart() {
    use town_crier::kernel::ids::Seat;
    let typed = "Z\u{300}\u{301}".repeat(32);
    let seats: Vec<_> = (0..12)
        .map(|index| (Seat::at(index), PlayerId(100 + index as u64)))
        .collect();
    let people: Vec<_> = seats
        .iter()
        .map(|(_, player)| (*player, typed.as_str()))
        .collect();
    let names = Names::new(&seats, &people);
    let labels: Vec<Value> = seats
        .iter()
        .map(|(seat, _)| json!(names.label(&Text::from(format!("Remove {seat}…")), 80)))
        .collect();
    differ(labels.clone(), "labels");
    for label in labels {
        let label = label.as_str().expect("text").to_owned();
        assert!(
            limits::length(&label) <= 80 && label.contains('('),
            "{label}"
        );
    }
}
