//! The random player: whoever it may be, at whatever moment, with sense or without.

use town_crier::games::SessionCommand;
use town_crier::kernel::dice::Dice;
use town_crier::kernel::game::Actor;
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::intent::{Intent, Offer};
use town_crier::kernel::lobby::{LobbyCommand, Member, Reach};
use town_crier::kernel::panel::{Panel, Row};
use town_crier::kernel::time::{Length, Time};

use crate::bend::{VALUES, bend, number};
use crate::live::{HOST, Live, MANAGER, STRANGER, join, person};
use crate::verbs::VERBS;

/// How many buttons seen before are kept to be pressed later.
const DRAWER: usize = 48;
/// Every field that some verb has.
pub const FIELDS: [&str; 31] = [
    "alone",
    "as",
    "back",
    "blue",
    "bottom",
    "by",
    "card",
    "cards",
    "character",
    "chat",
    "day",
    "key",
    "marks",
    "members",
    "name",
    "order",
    "page",
    "position",
    "reach",
    "readers",
    "receiver",
    "sure",
    "target",
    "top",
    "topic",
    "unless",
    "use",
    "user",
    "value",
    "words",
    "yes",
];

/// What came of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// Events.
    Events,
    /// The rules refused the command.
    Refused,
    /// The offer refused before there was a command.
    NotOffered,
    /// Something was shown: an answer or a question. No command was given.
    Shown,
    /// Time passed, and the clock settled what was due.
    Time,
}

/// What has been seen of buttons, to be pressed long after.
#[derive(Default)]
pub struct Drawer {
    kept: Vec<(u64, Intent)>,
}

/// One try by chance.
pub fn poke(live: &mut Live, drawer: &mut Drawer) -> Came {
    match live.whim.below(100) {
        0..30 => sensible(live),
        30..45 => press(live, drawer),
        45..55 => stale(live, drawer),
        55..63 => wrong_actor(live),
        63..78 => nonsense(live),
        78..85 => bent(live),
        85..88 => again(live),
        88..92 => around(live),
        _ => time(live),
    }
}

/// Somebody who may, does what can be done.
fn sensible(live: &mut Live) -> Came {
    match live.session.sample(live.now, &mut live.whim) {
        Some((actor, command)) => decide(live, actor, &command),
        None if live.session.play.is_none() => {
            let id = 1 + live.whim.below(13);
            decide(live, Actor::Person(person(id)), &join(id))
        }
        None => time(live),
    }
}

/// Somebody presses what stands on a board or comes of a command, and goes on with what that shows.
fn press(live: &mut Live, drawer: &mut Drawer) -> Came {
    let who = anybody(live);
    let boards = live.session.boards();
    let intent = match live.whim.pick(&boards) {
        Some(board) if live.whim.below(2) == 0 => control(&board.panel, &mut live.whim),
        _ => None,
    };
    let mut intent = intent.unwrap_or_else(|| Intent::new(live.whim.pick(&VERBS).expect("verbs")));
    for _ in 0..6 {
        match offer(live, who, &intent) {
            Offered::Came(came) => return came,
            Offered::Panel(panel) => {
                let Some(next) = control(&panel, &mut live.whim) else {
                    return Came::Shown;
                };
                if drawer.kept.len() == DRAWER {
                    let place = live.whim.index(DRAWER);
                    drawer.kept.remove(place);
                }
                drawer.kept.push((who, next.clone()));
                intent = next;
            }
        }
    }
    Came::Shown
}

/// A button of long ago is pressed, by the one who had it or by another.
fn stale(live: &mut Live, drawer: &Drawer) -> Came {
    let Some((who, intent)) = live.whim.pick(&drawer.kept).cloned() else {
        return Came::Shown;
    };
    let who = if live.whim.below(4) == 0 {
        anybody(live)
    } else {
        who
    };
    once(live, who, &intent)
}

/// Somebody does what another could.
fn wrong_actor(live: &mut Live) -> Came {
    let Some((_, command)) = live.session.sample(live.now, &mut live.whim) else {
        return Came::Shown;
    };
    let who = anybody(live);
    decide(live, Actor::Person(person(who)), &command)
}

/// Somebody types what nobody offers.
fn nonsense(live: &mut Live) -> Came {
    let who = anybody(live);
    let mut intent = Intent::new(live.whim.pick(&VERBS).expect("verbs"));
    for _ in 0..live.whim.below(5) {
        let field = *live.whim.pick(&FIELDS).expect("fields");
        let value = value(&mut live.whim);
        intent = intent.with(field, value);
    }
    let field = *live.whim.pick(&FIELDS).expect("fields");
    let typed = value(&mut live.whim);
    let choices = live
        .session
        .complete(person(who), &intent, field, &typed, live.now);
    assert!(choices.len() <= 25, "{} suggestions", choices.len());
    once(live, who, &intent)
}

/// A command that somebody could give, with one thing in it changed.
fn bent(live: &mut Live) -> Came {
    let sampled = live.session.sample(live.now, &mut live.whim);
    let (actor, command) = sampled.unwrap_or_else(|| (Actor::Clock, live.session.tick()));
    twisted(live, actor, &command)
}

/// A command that was given before, as it was or with one thing in it changed.
fn again(live: &mut Live) -> Came {
    // The sign-up's commands are few among so many.
    let upto = if live.whim.below(3) == 0 {
        20
    } else {
        usize::MAX
    };
    let place = live.whim.index(live.entries.len().min(upto));
    let given = live.entries[..=place].iter().rev();
    let (actor, command) = given
        .filter_map(|(_, cause, _)| cause.clone())
        .next()
        .expect("every record begins with a command");
    if live.whim.below(3) == 0 {
        return decide(live, actor, &command);
    }
    twisted(live, actor, &command)
}

fn twisted(live: &mut Live, actor: Actor, command: &SessionCommand) -> Came {
    let mut value = serde_json::to_value(command).expect("commands are JSON");
    for _ in 0..=live.whim.below(2) {
        bend(&mut value, &mut live.whim);
    }
    let Ok(command) = serde_json::from_value::<SessionCommand>(value) else {
        return Came::Shown;
    };
    let actor = match live.whim.below(3) {
        0 => Actor::Person(person(anybody(live))),
        _ => actor,
    };
    decide(live, actor, &command)
}

/// What goes on around a game: people leave the server and come back, rename themselves, speak, cannot be reached; hosts
/// begin twice; the clock comes too early.
fn around(live: &mut Live) -> Came {
    let id = PlayerId(anybody(live));
    let session = &live.session;
    let lobby = SessionCommand::Lobby;
    let (actor, command) = match live.whim.below(14) {
        0 => (Actor::Clock, session.left(id)),
        1..=3 => (Actor::Clock, session.returned(id)),
        4 | 5 => (Actor::Person(person(id.0)), session.spoke()),
        6 => (Actor::Clock, Some(session.tick())),
        7 => {
            let name = format!("Goody {}", live.whim.below(1000));
            (
                Actor::Clock,
                Some(lobby(LobbyCommand::Rename { player: id, name })),
            )
        }
        8 => {
            let reach = *live
                .whim
                .pick(&[Reach::Dm, Reach::Thread, Reach::None])
                .expect("three");
            (
                Actor::Clock,
                Some(lobby(LobbyCommand::Reach { player: id, reach })),
            )
        }
        9 => {
            let readers = [id].into();
            (
                Actor::Person(person(id.0)),
                Some(lobby(LobbyCommand::AcceptReaders { readers })),
            )
        }
        10 => {
            let readers = Default::default();
            (
                Actor::Person(person(id.0)),
                Some(SessionCommand::Start { readers }),
            )
        }
        11 => {
            let member = Member {
                player: id,
                name: String::new(),
                reach: Reach::None,
            };
            (
                Actor::Person(person(id.0)),
                Some(lobby(LobbyCommand::Join(member))),
            )
        }
        12 => {
            let leave = LobbyCommand::Leave { player: id };
            (Actor::Person(person(id.0)), Some(lobby(leave)))
        }
        _ => {
            let since = Time(live.now.0.saturating_add(number(&mut live.whim)));
            (Actor::Clock, session.absence(since))
        }
    };
    match command {
        Some(command) => decide(live, actor, &command),
        None => Came::Shown,
    }
}

/// Time passes, mostly little; seldom the clock jumps, also back, or the Moderator is away meanwhile (H7).
fn time(live: &mut Live) -> Came {
    let due = live.session.due().unwrap_or(live.now + Length::DAY);
    let lull = u64::try_from((due.0 - live.now.0).clamp(1, 86_400_000)).expect("it is positive");
    match live.whim.below(40) {
        // An empty sign-up closes after a Day.
        _ if live.session.play.is_none() && live.whim.below(30) > 0 => {
            live.now = live.now + some(live, 600_000);
        }
        0 => {
            let since = live.now;
            live.now = live.now + Length::MINUTE.times(3) + some(live, 72_000_000);
            if let Some(command) = live.session.absence(since) {
                // Before anything is settled, as the host does.
                let _ = live.absent(&command);
            }
        }
        1 => live.now = live.now + some(live, 3 * 86_400_000),
        2 => live.now = live.now - some(live, 2 * 3_600_000),
        3..=8 => live.now = due.max(live.now),
        9..=14 => live.now = live.now + some(live, lull + 1),
        _ => live.now = live.now + some(live, lull / 12 + 2),
    }
    live.settle();
    Came::Time
}

fn some(live: &mut Live, below: u64) -> Length {
    let drawn = live.whim.below(below.max(1));
    Length(i64::try_from(drawn).expect("it is small"))
}

fn anybody(live: &mut Live) -> u64 {
    match live.whim.below(24) {
        0 => HOST,
        1 => MANAGER,
        2 => STRANGER,
        3 => live.session.lobby.host.0,
        4 => [0, u64::MAX, 1 << 63][live.whim.index(3)],
        _ => {
            let seats = live.session.seats();
            live.whim.pick(&seats).map_or(1, |(_, player)| player.0)
        }
    }
}

enum Offered {
    Came(Came),
    Panel(Panel),
}

fn offer(live: &mut Live, who: u64, intent: &Intent) -> Offered {
    match live.session.offer(person(who), intent, live.now) {
        Offer::Do(command) => {
            // An end would make every game short.
            let ends = intent.verb == "host.end" || intent.verb == "lobby.cancel";
            if ends && live.whim.below(60) > 0 {
                return Offered::Came(Came::Shown);
            }
            Offered::Came(decide(live, Actor::Person(person(who)), &command))
        }
        Offer::Show(panel) => Offered::Panel(panel),
        Offer::Refuse(_) | Offer::Unknown => Offered::Came(Came::NotOffered),
    }
}

fn once(live: &mut Live, who: u64, intent: &Intent) -> Came {
    match offer(live, who, intent) {
        Offered::Came(came) => came,
        Offered::Panel(_) => Came::Shown,
    }
}

fn decide(live: &mut Live, actor: Actor, command: &SessionCommand) -> Came {
    match live.decide(actor, command) {
        Ok(_) => Came::Events,
        Err(_) => Came::Refused,
    }
}

/// One of a panel's controls, with something chosen or typed where that is wanted.
fn control(panel: &Panel, whim: &mut Dice) -> Option<Intent> {
    match whim.pick(&panel.rows)? {
        Row::Buttons(buttons) => {
            let button = whim.pick(buttons)?;
            let intent = button.intent.clone();
            Some(match &button.typed {
                Some(field) => intent.with(field, value(whim)),
                None => intent,
            })
        }
        Row::Menu(menu) => {
            let mut options: Vec<&str> = menu.options.iter().map(|o| o.value.as_str()).collect();
            whim.shuffle(&mut options);
            let most = options.len().min(usize::from(menu.most));
            let least = most.min(usize::from(menu.least));
            options.truncate(least + whim.index(most - least + 1));
            Some(menu.intent.clone().with(&menu.field, options.join(",")))
        }
    }
}

fn value(whim: &mut Dice) -> String {
    match whim.below(3) {
        0 => (1 + whim.below(13)).to_string(),
        1 => format!("{},{}", 1 + whim.below(13), 1 + whim.below(13)),
        _ => (*whim.pick(&VALUES).expect("values")).to_owned(),
    }
}
