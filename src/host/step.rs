//! One decision: from a game and a command to what is to be written. No waiting; what panics in here is a bug of the rules
//! and stops that game alone.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rand::seq::SliceRandom;

use crate::games::{Session, SessionCommand, SessionEvent, Stand};
use crate::kernel::audience::{Audience, Notice, Room};
use crate::kernel::dice::Seed;
use crate::kernel::draft::Draft;
use crate::kernel::game::Actor;
use crate::kernel::ids::{EventNumber, GameId, Seat};
use crate::kernel::text::Text;
use crate::kernel::time::Time;
use crate::store::{Address, Append, Entry, OutNotice, Part, Standing};

use super::{Scribe, View};

/// A command, by whom, and when.
pub(super) struct Request<'a> {
    pub actor: Actor,
    pub command: &'a SessionCommand,
    /// When it arrived, or the instant at which what it settles was due.
    pub at: Time,
    pub interaction: Option<u64>,
}

/// A decision that is not recorded yet.
pub(super) struct Step {
    /// The game with the decision taken.
    pub view: View,
    pub events: Vec<SessionEvent>,
    pub notices: Vec<OutNotice>,
    pub answer: Text,
    first: EventNumber,
    written: Vec<String>,
}

/// The rules broke down.
#[derive(Debug)]
pub(super) struct Bug;

/// Decides.
///
/// # Errors
/// Outside: a panic. Inside: the refusal of the rules.
pub(super) fn decide(
    view: &View,
    seed: &Seed,
    request: &Request<'_>,
    scribe: &Scribe,
) -> Result<Result<Step, Text>, Bug> {
    // The state is a clone that is thrown away when this panics, so nothing half done is ever seen.
    catch_unwind(AssertUnwindSafe(|| judge(view, seed, request, scribe))).map_err(|_| Bug)
}

fn judge(view: &View, seed: &Seed, request: &Request<'_>, scribe: &Scribe) -> Result<Step, Text> {
    let mut draft = Draft::new(view.session.clone(), seed, view.next, request.at, true);
    if let Err(refusal) = Session::decide(&mut draft, request.actor, request.command) {
        debug_assert_eq!(draft.emitted(), 0, "a refusal comes before the first event");
        return Err(refusal);
    }
    let (session, events, notices) = draft.finish();
    let answer = match request.actor {
        Actor::Person(person) => session.answer(person, request.command, &events),
        Actor::Clock => Text::default(),
    };
    // Asked here as well so that a bug in them is met before anything is recorded.
    let _ = (session.due(), session.stand());
    let notices = address(view.game, &session, shuffled(notices), scribe);
    let written: Vec<String> = events
        .iter()
        .map(|event| write("an event", event))
        .collect();
    debug_assert!(
        events.iter().zip(&written).all(|(event, text)| {
            serde_json::from_str::<SessionEvent>(text).is_ok_and(|read| read == *event)
        }),
        "an event is read back as it was written"
    );
    Ok(Step {
        first: view.next,
        written,
        view: View {
            game: view.game,
            guild: view.guild,
            channel: view.channel,
            session,
            next: EventNumber(view.next.0 + events.len() as u64),
            created: view.created,
            stopped: view.stopped,
        },
        events,
        notices,
        answer,
    })
}

impl Step {
    /// The events as they will stand in the ledger.
    pub fn entries(&self, request: &Request<'_>) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self
            .written
            .iter()
            .zip(self.first.0..)
            .map(|(event, number)| Entry {
                number: EventNumber(number),
                at: request.at,
                actor: None,
                command: None,
                event: event.clone(),
            })
            .collect();
        if let Some(first) = entries.first_mut() {
            first.actor = Some(write("an actor", &request.actor));
            first.command = Some(write("a command", request.command));
        }
        entries
    }

    /// What is to be recorded; the presence noted with it is `seen`.
    pub fn append(&self, request: &Request<'_>, seen: Option<Time>) -> Append {
        Append {
            game: self.view.game,
            expected_next: self.first,
            entries: self.entries(request),
            due: self.view.session.due(),
            standing: standing(self.view.session.stand()),
            notices: self.notices.clone(),
            interaction: request.interaction,
            answer: self.answer.marked().to_owned(),
            seen,
        }
    }
}

/// Turns notices into what the outbox holds.
pub(super) fn address(
    game: GameId,
    session: &Session,
    notices: Vec<Notice>,
    scribe: &Scribe,
) -> Vec<OutNotice> {
    notices
        .into_iter()
        .filter_map(|notice| {
            let to = match notice.audience {
                Audience::Room(room) => Address::Room(room),
                Audience::Seat(seat) => match session.player_at(seat) {
                    Some(player) => Address::Player(player, seat),
                    None => {
                        tracing::error!(%game, "a notice to a seat that nobody holds was not sent");
                        return None;
                    }
                },
                Audience::Nobody => {
                    tracing::error!(%game, "a notice without an audience was not sent");
                    return None;
                }
            };
            Some(OutNotice {
                to,
                parts: scribe(session, &notice),
            })
        })
        .collect()
}

/// The same for a game that has broken down, whatever is wrong with it: what cannot be rendered is told as it was written, so
/// there must be no names in it; what has nowhere to go is not told.
pub(super) fn address_guarded(
    game: GameId,
    session: &Session,
    notices: Vec<Notice>,
    scribe: &Scribe,
) -> Vec<OutNotice> {
    let guarded = |notice: Notice| {
        let written = Part {
            content: notice.text.marked().to_owned(),
            ping: Vec::new(),
            file: notice.file.clone(),
        };
        let plainly: Scribe = Arc::new(move |_, _| vec![written.clone()]);
        [scribe, &plainly].into_iter().find_map(|scribe| {
            let notices = vec![notice.clone()];
            catch_unwind(AssertUnwindSafe(|| address(game, session, notices, scribe))).ok()
        })
    };
    notices.into_iter().filter_map(guarded).flatten().collect()
}

/// A notice for the host, wherever that host can read it now.
pub(super) fn to_host(session: &Session, text: &str) -> Notice {
    // Asked of the sign-up and not of the game, which may be what is broken.
    let room = match session.play {
        Some(_) => Room::Desk,
        None => Room::SignUp,
    };
    Notice::room(room, text)
}

/// The same notices with those to seats in an order that says nothing: the seats change places by the system's randomness,
/// what one seat is told stays in order, and so do the rooms.
fn shuffled(notices: Vec<Notice>) -> Vec<Notice> {
    let mut by_seat: BTreeMap<Seat, Vec<Notice>> = BTreeMap::new();
    let mut places = Vec::with_capacity(notices.len());
    for notice in notices {
        match notice.audience {
            Audience::Seat(seat) => {
                by_seat.entry(seat).or_default().push(notice);
                places.push(None);
            }
            Audience::Room(_) | Audience::Nobody => places.push(Some(notice)),
        }
    }
    let mut seats: Vec<Vec<Notice>> = by_seat.into_values().collect();
    seats.shuffle(&mut rand::rng());
    let mut secrets = seats.into_iter().flatten();
    places
        .into_iter()
        .filter_map(|place| place.or_else(|| secrets.next()))
        .collect()
}

/// Where a game stands, as the store says it.
pub(super) fn standing(stand: Stand) -> Standing {
    match stand {
        Stand::SignUp => Standing::SignUp,
        Stand::Running => Standing::Running,
        Stand::Over => Standing::Over,
        Stand::Cancelled => Standing::Cancelled,
    }
}

/// The name of a command for logs and faults: the words that say which one it is, without what it holds.
pub(super) fn name(command: &SessionCommand) -> String {
    let mut names = Vec::new();
    let mut value = serde_json::to_value(command).unwrap_or_default();
    while names.len() < 3 {
        match value {
            serde_json::Value::String(name) => {
                names.push(name);
                break;
            }
            serde_json::Value::Object(members) if members.len() == 1 => {
                let Some((name, inner)) = members.into_iter().next() else {
                    break;
                };
                names.push(name);
                value = inner;
            }
            _ => break,
        }
    }
    names.join(".")
}

fn write<T: serde::Serialize>(what: &str, value: &T) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text,
        Err(error) => panic!("{what} cannot be written as JSON: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_keep_their_order_and_places_and_a_seat_its_own() {
        let told = |audience, text: &str| Notice::to(audience, text);
        let (town, desk) = (Audience::Room(Room::Town), Audience::Room(Room::Desk));
        let seat = |number| Audience::Seat(Seat::new(number));
        let notices = vec![
            told(town, "1"),
            told(seat(1), "a"),
            told(seat(2), "b"),
            told(town, "2"),
            told(seat(1), "c"),
            told(desk, "3"),
            told(seat(3), "d"),
        ];
        let mut orders = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let mixed = shuffled(notices.clone());
            let read = |wanted: fn(&Audience) -> bool| -> String {
                mixed
                    .iter()
                    .filter(|notice| wanted(&notice.audience))
                    .map(|notice| notice.text.marked())
                    .collect()
            };
            assert_eq!(
                read(|audience| matches!(audience, Audience::Room(_))),
                "123"
            );
            let secrets = read(|audience| matches!(audience, Audience::Seat(_)));
            assert!(secrets.find('a') < secrets.find('c'));
            assert_eq!(mixed[0].text.marked(), "1");
            assert_eq!(mixed[3].text.marked(), "2");
            orders.insert(secrets);
        }
        assert_eq!(orders.len(), 6, "every order of the three seats occurs");
    }
}
