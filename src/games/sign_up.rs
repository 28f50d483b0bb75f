//! The sign-up as people see it: its message, its settings panel, what they may ask of it, and what they are told.

use std::collections::BTreeSet;

use crate::kernel::audience::{Audience, Notice, Room};
use crate::kernel::game::{Actor, Settings};
use crate::kernel::ids::PlayerId;
use crate::kernel::intent::{Choice, Intent, Offer, Person};
use crate::kernel::lobby::{Lobby, LobbyCommand, Member, Reach, Standing};
use crate::kernel::panel::{Board, Button, Menu, MenuOption, Panel, Row, Style};
use crate::kernel::text::{Named, Text};
use crate::kernel::time::Time;

use super::{AnySettings, PlayCommand, Session, SessionCommand, Stand};

/// The sign-up's message: who is in, how long the phases are, and the buttons, while people may still come and go.
pub fn board(session: &Session) -> Board {
    let lobby = &session.lobby;
    let mut panel = Panel::say(sheet(lobby));
    if lobby.standing == Standing::SignUp {
        panel = panel
            .with(Row::Buttons(vec![
                Button::new(Style::Success, "Join", Intent::new("join")),
                Button::new(Style::Secondary, "Leave", Intent::new("leave")),
                Button::new(Style::Secondary, "Rules", Intent::new("rules")),
            ]))
            .with(Row::Buttons(vec![
                Button::new(
                    Style::Secondary,
                    "Settings (host)",
                    Intent::new("lobby.set"),
                ),
                Button::new(Style::Primary, "Start (host)", Intent::new("lobby.start")),
                Button::new(Style::Danger, "Cancel (host)", Intent::new("lobby.cancel")),
            ]));
    }
    Board {
        key: "sign-up".to_owned(),
        audience: Audience::Room(Room::SignUp),
        panel,
        pinned: false,
        silent: false,
    }
}

/// What is said in the town's channel first: whose game it is and the commitment to all chance in it.
pub fn announcement(session: &Session, commitment: &str) -> Vec<Notice> {
    let text = format!(
        "# {}\nA game begins: {}. Host: {}.\nAll chance in it comes from one secret seed, which is told at the \
         end. The seed's fingerprint (SHA-256 of the seed and the game's id `{}`):\n`{commitment}`",
        quiet(&session.lobby.name),
        session.lobby.settings.title(),
        Named(session.lobby.host),
        session.game,
    );
    vec![Notice::room(Room::Town, text)]
}

/// What an intent amounts to where it concerns the sign-up (or the guide); none where the game itself must say.
pub fn offer(
    session: &Session,
    person: Person,
    intent: &Intent,
    now: Time,
) -> Option<Offer<SessionCommand>> {
    let lobby = &session.lobby;
    let sure = intent.field("sure") == Some("yes");
    let command = match intent.verb.as_str() {
        "rules" => return Some(Offer::Show(lobby.settings.guide(intent.field("topic")))),
        "join" => LobbyCommand::Join(member(person, intent, reach(intent))),
        "thread" => LobbyCommand::Join(member(person, intent, Reach::Thread)),
        "leave" => LobbyCommand::Leave { player: person.id },
        "lobby.set" => match (intent.field("key"), intent.field("value")) {
            (Some(key), Some(value)) => LobbyCommand::Set {
                key: key.to_owned(),
                value: value.to_owned(),
            },
            (key, _) => return Some(Offer::Show(settings_panel(lobby, person, key))),
        },
        "lobby.start" => {
            return Some(Offer::Do(SessionCommand::Start {
                readers: readers(intent),
            }));
        }
        "lobby.accept" => LobbyCommand::AcceptReaders {
            readers: readers(intent),
        },
        "host.end" if session.stand() == Stand::Over => {
            return Some(give_up_rooms(session, person, sure, now));
        }
        // Whoever looks for the end of a game that has not begun finds it as well.
        "lobby.cancel" | "host.end" if session.play.is_none() && sure => LobbyCommand::Cancel,
        "lobby.cancel" | "host.end" if session.play.is_none() => {
            return Some(cancel(lobby, person));
        }
        "lobby.cancel" => LobbyCommand::Cancel,
        "status" | "board" if lobby.standing != Standing::Started => {
            return Some(Offer::Show(Panel::say(sheet(lobby))));
        }
        // Looked into by whoever knows the server, for those who may ask; others are told here.
        "host.check" => {
            return Some(Offer::Refuse(Text::from(
                "Only the host of this game, and those who manage its server, can have it checked.",
            )));
        }
        _ => return None,
    };
    Some(Offer::Do(SessionCommand::Lobby(command)))
}

/// Suggestions where the field is the sign-up's or the guide's.
pub fn complete(
    session: &Session,
    intent: &Intent,
    field: &str,
    typed: &str,
) -> Option<Vec<Choice>> {
    let settings = &session.lobby.settings;
    let typed = typed.to_lowercase();
    let choices: Vec<Choice> = match (intent.verb.as_str(), field) {
        ("rules", "topic") => settings
            .topics()
            .into_iter()
            .map(|(label, value)| Choice {
                label: Text::from(label),
                value: value.to_owned(),
            })
            .collect(),
        ("lobby.set", "key") => settings
            .list()
            .into_iter()
            .map(|setting| Choice {
                label: Text::from(format!("{} (now {})", setting.key, setting.value)),
                value: setting.key.to_owned(),
            })
            .collect(),
        ("lobby.set", "value") => {
            let key = intent.field("key")?;
            let setting = settings
                .list()
                .into_iter()
                .find(|setting| setting.key == key)?;
            let mut values: Vec<String> = setting.values.iter().map(ToString::to_string).collect();
            for known in [setting.value, setting.default] {
                if !values.contains(&known) {
                    values.push(known);
                }
            }
            values
                .into_iter()
                .map(|value| Choice {
                    label: Text::from(value.as_str()),
                    value,
                })
                .collect()
        }
        _ => return None,
    };
    let fits = |choice: &Choice| {
        choice.value.to_lowercase().contains(&typed)
            || choice.label.marked().to_lowercase().contains(&typed)
    };
    Some(choices.into_iter().filter(fits).take(25).collect())
}

/// What the one who asked something of the sign-up is told when it is done.
pub fn answer(session: &Session, command: &LobbyCommand<AnySettings>) -> Text {
    let lobby = &session.lobby;
    let seats = lobby.settings.players();
    match command {
        LobbyCommand::Open { .. } => Text::from(
            "The sign-up is open. Change settings with `/game set`, begin with `/game start`.",
        ),
        LobbyCommand::Set { key, .. } => {
            let list = lobby.settings.list();
            let value = list.iter().find(|setting| setting.key == key);
            let value = value.map_or("", |setting| setting.value.as_str());
            Text::from(format!("Set: `{key}` is now **{value}**."))
        }
        LobbyCommand::Join(member) => Text::from(match member.reach {
            Reach::Dm => format!(
                "You are in: {} of {seats}. Your cards will come by DM; the test DM has arrived.",
                lobby.members.len()
            ),
            Reach::Thread => format!(
                "You are in: {} of {seats}. Your cards will come in a private thread of the game, which only you are in.",
                lobby.members.len()
            ),
            Reach::None => {
                "You are on the list, but not within reach yet; the game cannot start before that."
                    .to_owned()
            }
        }),
        LobbyCommand::Leave { .. } => Text::from("You have left the sign-up."),
        LobbyCommand::AcceptReaders { .. } => {
            Text::from("Noted: you accept that they could read the secret threads.")
        }
        LobbyCommand::Cancel => Text::from("The sign-up is closed; there is no game."),
        LobbyCommand::Rename { .. } | LobbyCommand::Reach { .. } | LobbyCommand::Tick => {
            Text::from("Noted.")
        }
    }
}

/// What is said of a game that was ended because a bug had brought it to a stand.
const ABANDONED: &str =
    "The bot met a mistake of its own in this game, and so the game was ended. Nobody has won.";

/// What an intent amounts to where a bug has brought the session to a stand: its end, asked once more.
pub fn offer_at_a_stand(
    session: &Session,
    person: Person,
    intent: &Intent,
) -> Option<Offer<SessionCommand>> {
    let open = match session.stand() {
        Stand::SignUp | Stand::Running => true,
        Stand::Over | Stand::Cancelled => false,
    };
    if !open || !matches!(intent.verb.as_str(), "host.end" | "lobby.cancel") {
        return None;
    }
    if intent.field("sure") == Some("yes") {
        return Some(Offer::Do(SessionCommand::Abandon));
    }
    if let Err(text) = session.lobby.by_host(Actor::Person(person), true) {
        return Some(Offer::Refuse(text));
    }
    let text = format!(
        "{} stands still: the bot met a mistake of its own in it. Another version of the bot may be able to play on, and \
         until then everything is kept. Or it ends now: nobody wins, everything is disclosed where people signed up, and its \
         rooms are deleted. That cannot be undone.",
        quiet(&session.lobby.name)
    );
    Some(asked_once_more(text, "End it and delete its rooms", intent))
}

/// What is told when such a session was ended: where it was announced, and to each player.
pub fn farewell(session: &Session) -> Vec<Notice> {
    if session.play.is_none() {
        return Vec::new();
    }
    let name = quiet(&session.lobby.name);
    let text = format!("**{name}** is over. {ABANDONED} Its rooms are being deleted.");
    let seats = session.seats().into_iter();
    let mut notices: Vec<Notice> = seats
        .map(|(seat, _)| Notice::seat(seat, text.as_str()))
        .collect();
    notices.push(Notice::room(Room::SignUp, text));
    notices
}

/// Why a session that has ended cannot be ended.
pub fn ended_already() -> Text {
    Text::from("This game has ended already.")
}

/// Whether this person may have the rooms of this game deleted now: it is over, they stand, and it was this person's game or
/// is in this person's server.
///
/// # Errors
/// Why not, in words.
pub fn may_give_up_rooms(session: &Session, actor: Actor, now: Time) -> Result<(), Text> {
    session.lobby.by_host(actor, true)?;
    if session.stand() != Stand::Over {
        return Err(Text::from(
            "The game is not over: its rooms are needed. End it first.",
        ));
    }
    let kept_until = session.place().and_then(|place| place.kept_until);
    if kept_until.is_some_and(|until| until <= now) {
        return Err(Text::from("This game is over, and its rooms are gone."));
    }
    Ok(())
}

/// A game that is over can be ended once more: then its rooms go, too.
fn give_up_rooms(
    session: &Session,
    person: Person,
    sure: bool,
    now: Time,
) -> Offer<SessionCommand> {
    if sure {
        return Offer::Do(SessionCommand::GiveUpRooms);
    }
    if let Err(text) = may_give_up_rooms(session, Actor::Person(person), now) {
        return Offer::Refuse(text);
    }
    let kept = session.place().and_then(|place| place.kept_until);
    let kept = kept.map_or_else(
        || "for good".to_owned(),
        |until| format!("until {}", until.full()),
    );
    let text = format!(
        "{} is over, and its rooms are kept {kept}. Or they are deleted now, with all that was written in them. That cannot \
         be undone.",
        quiet(&session.lobby.name)
    );
    asked_once_more(text, "Delete the rooms", &Intent::new("host.end"))
}

fn asked_once_more(text: String, label: &str, intent: &Intent) -> Offer<SessionCommand> {
    let sure = Intent::new(&intent.verb).with("sure", "yes");
    let button = Button::new(Style::Danger, label, sure);
    Offer::Show(Panel::say(text).with(Row::Buttons(vec![button])))
}

/// Why there is nothing to do or see in a game that has not begun.
pub fn not_begun(session: &Session) -> Text {
    Text::from(match session.lobby.standing {
        Standing::Cancelled => "This sign-up was closed; there is no game.",
        Standing::Abandoned => ABANDONED,
        Standing::SignUp | Standing::Started => {
            "The game has not begun. `/game status` shows who has signed up."
        }
    })
}

/// The command to put a substitute in a player's place, where the intent has named and tried one (H3).
pub fn with_substitute(intent: &Intent, command: PlayCommand) -> SessionCommand {
    let user = intent.field("user").and_then(|user| user.parse().ok());
    match user {
        Some(id) if intent.verb == "host.replace" => {
            let person = Person {
                id,
                manages_server: false,
            };
            let member = member(person, intent, reach(intent));
            SessionCommand::Substitute {
                member,
                replace: command,
            }
        }
        _ => SessionCommand::Play(command),
    }
}

/// What is asked about a substitute, with a warning where that person could read all that is secret so far: a substitute has
/// never watched or read a chat of the game (H3), which only that person can say.
pub fn beware_of_readers(session: &Session, intent: &Intent, mut panel: Panel) -> Panel {
    let user = intent.field("user").and_then(|user| user.parse().ok());
    if let Some(user) = user.filter(|user| session.lobby.readers.contains(user))
        && intent.verb == "host.replace"
    {
        panel.text.line(format!(
            "⚠️ {} could read the secret threads all along. Whoever has, must not come in: ask first.",
            Named(user)
        ));
    }
    panel
}

/// The name of a game as it is shown: typed by its host, so without what would format or mention.
fn quiet(name: &str) -> String {
    let kept = |c: &char| {
        c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | ',' | '.' | '!' | '?' | ':' | '&')
    };
    let name: String = name.chars().filter(kept).take(80).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        "Salem".to_owned()
    } else {
        name
    }
}

fn sheet(lobby: &Lobby<AnySettings>) -> Text {
    let seats = lobby.settings.players();
    let mut text = Text::from(format!("# {}", quiet(&lobby.name)));
    text.line(format!(
        "{}. Host: {}.",
        lobby.settings.title(),
        Named(lobby.host)
    ));
    match lobby.standing {
        Standing::SignUp => {}
        Standing::Started => {
            text.line("**The game has begun.** Its channels stand in a category of its own.")
        }
        Standing::Cancelled => text.line("**This sign-up was closed; there is no game.**"),
        Standing::Abandoned => text.line(format!("**{ABANDONED}**")),
    }
    text.line(format!(
        "\n**Signed up: {} of {seats}**",
        lobby.members.len()
    ));
    for (index, member) in lobby.members.iter().enumerate() {
        // Once the game has begun it would be a sign to all of when somebody was sent something secret.
        let note = match (lobby.standing, member.reach) {
            (Standing::Started | Standing::Cancelled | Standing::Abandoned, _)
            | (Standing::SignUp, Reach::Dm) => "",
            (Standing::SignUp, Reach::Thread) => " (cards by private thread)",
            (Standing::SignUp, Reach::None) => " (cannot be reached by DM yet)",
        };
        text.line(format!("{}. {}{note}", index + 1, Named(member.player)));
    }
    if lobby.members.is_empty() {
        text.line("Nobody yet: press Join.");
    }
    if lobby.standing == Standing::SignUp {
        text.line("\n**If it had begun when this list last changed:**");
        for (what, when) in lobby.settings.timetable(lobby.changed) {
            text.line(format!("{what}: {}", when.full()));
        }
        let changed = lobby
            .settings
            .list()
            .into_iter()
            .filter(|s| s.value != s.default);
        let changed: Vec<_> = changed.map(|s| format!("{} {}", s.key, s.value)).collect();
        if !changed.is_empty() {
            text.line(format!(
                "\nSettings that differ from the usual: {}.",
                changed.join(", ")
            ));
        }
    }
    text
}

fn settings_panel(lobby: &Lobby<AnySettings>, person: Person, key: Option<&str>) -> Panel {
    let list = lobby.settings.list();
    let is_host = person.id == lobby.host && lobby.standing == Standing::SignUp;
    if let Some(setting) = list.iter().find(|setting| Some(setting.key) == key) {
        let mut text = Text::from(format!(
            "**{}** is {}. {}",
            setting.key, setting.value, setting.help
        ));
        if !is_host {
            return Panel::say(text);
        }
        if setting.values.is_empty() {
            text.line(format!(
                "Type the new value: `/game set setting:{} value:…`",
                setting.key
            ));
            return Panel::say(text);
        }
        let options = setting.values.iter().map(|value| MenuOption {
            chosen: *value == setting.value,
            ..MenuOption::new(*value, value)
        });
        let intent = Intent::new("lobby.set").with("key", setting.key);
        let menu = Menu::one("Choose the new value", intent, "value", options.collect());
        return Panel::say(text).with(Row::Menu(menu));
    }
    let mut text = Text::from("**Settings of this game**");
    for setting in &list {
        let mark = if setting.value == setting.default {
            ""
        } else {
            " (changed)"
        };
        text.line(format!("`{}` {}{mark}", setting.key, setting.value));
    }
    let panel = Panel::say(text);
    if !is_host {
        return panel;
    }
    let options = list.iter().take(25).map(|setting| MenuOption {
        detail: Some(Text::from(cut(setting.help, 100))),
        ..MenuOption::new(format!("{}: {}", setting.key, setting.value), setting.key)
    });
    let menu = Menu::one(
        "Change a setting",
        Intent::new("lobby.set"),
        "key",
        options.collect(),
    );
    panel.with(Row::Menu(menu))
}

fn cancel(lobby: &Lobby<AnySettings>, person: Person) -> Offer<SessionCommand> {
    if lobby.standing != Standing::SignUp || !(person.id == lobby.host || person.manages_server) {
        // The decision has the words for it.
        return Offer::Do(SessionCommand::Lobby(LobbyCommand::Cancel));
    }
    let text = format!(
        "Close the sign-up of {}? Signed up: {}. This is final.",
        quiet(&lobby.name),
        lobby.members.len()
    );
    let intent = Intent::new("lobby.cancel");
    asked_once_more(text, "Yes, close the sign-up", &intent)
}

fn member(person: Person, intent: &Intent, reach: Reach) -> Member {
    let name = intent.field("name").unwrap_or_default().to_owned();
    Member {
        player: person.id,
        name,
        reach,
    }
}

fn reach(intent: &Intent) -> Reach {
    match intent.field("reach") {
        Some("dm") => Reach::Dm,
        Some("thread") => Reach::Thread,
        _ => Reach::None,
    }
}

fn readers(intent: &Intent) -> BTreeSet<PlayerId> {
    let listed = intent.field("readers").unwrap_or_default();
    listed
        .split(',')
        .filter_map(|reader| reader.parse().ok())
        .collect()
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
