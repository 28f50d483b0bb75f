//! Which game somebody means, and which seat. By what the person said, the channel in which it was said, and which games
//! the person has to do with; nothing else is looked at, so that nobody learns of games elsewhere.

use std::sync::Arc;

use crate::games::{Session, Stand};
use crate::host::View;
use crate::kernel::ids::{GameId, PlayerId, Seat};
use crate::kernel::text::Name;

use super::door::Asked;
use super::render::Names;

/// Who may mean a game with a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Circle {
    /// The host of a sign-up.
    SignUp,
    /// Its players.
    Players,
    /// Its host, or who manages the server.
    Hosts,
    /// Whoever has to do with it, and anybody on its server.
    Anybody,
}

/// What was found.
#[derive(Debug)]
pub(super) enum Found {
    /// This one.
    One(Arc<View>),
    /// Any of these.
    Several(Vec<Arc<View>>),
    /// None: why, and what is possible.
    None(&'static str),
}

/// Who may mean a game with this verb.
pub(super) fn circle(verb: &str) -> Circle {
    match verb {
        "join" | "leave" | "thread" | "rooms.open" | "status" | "board" | "history" | "rules" => {
            Circle::Anybody
        }
        _ if verb.starts_with("lobby.") => Circle::SignUp,
        _ if verb.starts_with("host.") => Circle::Hosts,
        _ => Circle::Players,
    }
}

/// The games that this person may mean, those that run before those that are over.
pub(super) fn candidates(views: Vec<Arc<View>>, asked: &Asked, circle: Circle) -> Vec<Arc<View>> {
    let mut candidates: Vec<_> = views
        .into_iter()
        .filter(|view| may_mean(view, asked, circle))
        .collect();
    candidates.sort_by_key(|view| (view.session.stand() == Stand::Over, view.created, view.game));
    candidates
}

fn may_mean(view: &View, asked: &Asked, circle: Circle) -> bool {
    let session = &view.session;
    let plays = session.seat_of(asked.person).is_some() || signed_up(session, asked.person);
    let hosts = session.lobby.host == asked.person || asked.manages(view.guild);
    match circle {
        Circle::SignUp => hosts && session.stand() == Stand::SignUp,
        Circle::Players => session.seat_of(asked.person).is_some(),
        Circle::Hosts => hosts && session.stand() != Stand::Cancelled,
        Circle::Anybody => {
            plays || session.lobby.host == asked.person || asked.guild == Some(view.guild)
        }
    }
}

fn signed_up(session: &Session, person: PlayerId) -> bool {
    session.stand() == Stand::SignUp && session.lobby.member(person).is_some()
}

/// Which game is meant: the one that was named; else the one whose room this is; else, of those that this person plays or
/// hosts, the only one that has not ended; else the only one there is.
pub(super) fn game(
    candidates: Vec<Arc<View>>,
    asked: &Asked,
    circle: Circle,
    named: Option<&str>,
    here: Option<GameId>,
) -> Found {
    if let Some(named) = named {
        return by_name(candidates, named);
    }
    if let Some(view) = candidates.iter().find(|view| Some(view.game) == here) {
        return Found::One(Arc::clone(view));
    }
    let of = |wanted: &dyn Fn(&Arc<View>) -> bool| -> Vec<_> {
        candidates
            .iter()
            .filter(|view| wanted(view))
            .cloned()
            .collect()
    };
    let own = |view: &Arc<View>| {
        let session = &view.session;
        session.seat_of(asked.person).is_some()
            || signed_up(session, asked.person)
            || session.lobby.host == asked.person
    };
    let current = |view: &Arc<View>| view.session.stand() != Stand::Over;
    let announced_here = |view: &Arc<View>| view.channel == asked.channel;
    // The narrowest circle in which there is any game decides; within it one game is it, several are asked about.
    let mut circles = vec![
        of(&|view| own(view) && current(view)),
        of(&|view| announced_here(view) && current(view)),
        of(&current),
        of(&own),
        of(&|_| true),
    ];
    circles.retain(|games| !games.is_empty());
    match circles.into_iter().next() {
        None => Found::None(none(circle)),
        Some(mut games) => match games.len() {
            1 => Found::One(games.remove(0)),
            _ => Found::Several(games),
        },
    }
}

fn by_name(candidates: Vec<Arc<View>>, named: &str) -> Found {
    let wanted = named.trim().to_lowercase();
    let mut fitting: Vec<_> = match wanted.parse::<GameId>() {
        Ok(game) => candidates
            .into_iter()
            .filter(|view| view.game == game)
            .collect(),
        Err(_) => candidates
            .into_iter()
            .filter(|view| view.session.lobby.name.to_lowercase() == wanted)
            .collect(),
    };
    match fitting.len() {
        0 => Found::None(
            "There is no game of yours by that name for this. Leave the game out, or choose it from the list that opens \
             as you type.",
        ),
        1 => Found::One(fitting.remove(0)),
        _ => Found::Several(fitting),
    }
}

fn none(circle: Circle) -> &'static str {
    match circle {
        Circle::SignUp => {
            "You have no sign-up open here. A host opens one with `/game create`; only its host can change or start it."
        }
        Circle::Players => {
            "You are not playing in any game that has begun. Join one at its sign-up, and wait for its host to start it."
        }
        Circle::Hosts => "You are not the host of any game here. Only a game's host can do that.",
        Circle::Anybody => {
            "There is no game here. A host opens one in a server with `/game create`."
        }
    }
}

/// Puts seats' numbers in the place of whatever was typed for seats.
///
/// # Errors
/// What was typed fits nobody, or several: in words for that person.
pub(super) fn seats(
    session: &Session,
    names: &Names,
    intent: &mut crate::kernel::intent::Intent,
) -> Result<(), String> {
    for field in ["target", "receiver", "members"] {
        let Some(typed) = intent.fields.get(field) else {
            continue;
        };
        // A single name may hold a comma; only a list is taken apart.
        let words: Vec<&str> = match field {
            "members" => typed.split(',').collect(),
            _ => vec![typed.as_str()],
        };
        let resolved: Vec<String> = words
            .into_iter()
            .map(|word| seat(session, names, word))
            .collect::<Result<_, _>>()?;
        intent.fields.insert(field.to_owned(), resolved.join(","));
    }
    Ok(())
}

/// The seat's number for what was typed: a number, a mention, a name, the beginning or a part of one.
fn seat(session: &Session, names: &Names, typed: &str) -> Result<String, String> {
    let wanted = typed.trim().to_lowercase();
    if wanted == "nobody" {
        return Ok(wanted);
    }
    let seats = session.seats();
    let number = wanted.trim_start_matches("seat").trim();
    if let Some((seat, _)) = seats
        .iter()
        .find(|(seat, _)| seat.number().to_string() == number)
    {
        return Ok(seat.number().to_string());
    }
    let mentioned = wanted
        .strip_prefix("<@")
        .and_then(|rest| rest.strip_suffix('>'))
        .map(|id| id.trim_start_matches('!'))
        .unwrap_or(&wanted);
    if let Ok(player) = mentioned.parse::<PlayerId>()
        && let Some((seat, _)) = seats.iter().find(|(_, holder)| *holder == player)
    {
        return Ok(seat.number().to_string());
    }
    let wanted = wanted.trim_start_matches('@');
    let shown = |seat: &Seat| names.plain(Name::Seat(*seat)).to_lowercase();
    let typed_name = |player: &PlayerId| session.name_of(*player).unwrap_or("").to_lowercase();
    let ways: [&dyn Fn(&str) -> bool; 3] = [
        &|name| name == wanted,
        &|name| name.starts_with(wanted),
        &|name| name.contains(wanted),
    ];
    for fits in ways {
        let fitting: Vec<_> = seats
            .iter()
            .filter(|(seat, player)| {
                !wanted.is_empty() && (fits(&shown(seat)) || fits(&typed_name(player)))
            })
            .collect();
        match fitting.as_slice() {
            [] => {}
            [(seat, _)] => return Ok(seat.number().to_string()),
            several => {
                return Err(format!(
                    "Several players fit that name: {}. Type the seat's number, or choose from the list that opens as \
                     you type.",
                    list(names, several.iter().map(|(seat, _)| *seat))
                ));
            }
        }
    }
    Err(format!(
        "Nobody at this table goes by that name. Type a seat's number, a name or a mention: {}.",
        list(names, seats.iter().map(|(seat, _)| *seat))
    ))
}

fn list(names: &Names, seats: impl Iterator<Item = Seat>) -> String {
    seats
        .map(|seat| format!("{} {}", seat.number(), names.escaped(Name::Seat(seat))))
        .collect::<Vec<_>>()
        .join(", ")
}
