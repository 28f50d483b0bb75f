//! What a viewer may know by the rules, event by event and card by card: the measure of the whole test. It is written from the
//! rules and from the events alone, and uses nothing that the game itself tells or shows by. An event that is not named
//! here fails the test, so that a new one cannot slip through.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use town_crier::games::salem1692::forum::Chat;
use town_crier::games::salem1692::table::{Chair, Character};
use town_crier::games::salem1692::{forum, tabletop};
use town_crier::games::{Play, PlayEvent, Session, SessionEvent};
use town_crier::kernel::ids::{PlayerId, Seat};

/// What the rules make of a viewer in a session.
pub struct Viewer {
    pub seat: Option<Seat>,
    /// Whether this viewer is in the coven's thread.
    pub coven: bool,
    pub host: bool,
    /// A host who does not play, and so reads the chats.
    pub host_apart: bool,
}

impl Viewer {
    pub fn of(session: &Session, player: PlayerId) -> Viewer {
        let seat = session.seat_of(player);
        let host = session.lobby.host == player;
        let play = session.play.as_ref().expect("it has begun");
        let insiders = insiders(session);
        let plays = match play {
            Play::Forum(forum) => forum.host_plays(),
            Play::Tabletop(tabletop) => tabletop.host_plays(),
        };
        Viewer {
            seat,
            coven: seat.is_some_and(|seat| insiders.contains(&seat)),
            host,
            host_apart: host && !plays,
        }
    }

    fn is(&self, seat: &Value) -> bool {
        self.seat
            .is_some_and(|own| seat.as_u64() == Some(u64::from(own.number())))
    }
}

/// Those of the coven who know each other: in the tabletop game a newcomer is one from its next meeting on.
pub fn insiders(session: &Session) -> BTreeSet<Seat> {
    match session.play.as_ref().expect("it has begun") {
        Play::Forum(forum) => {
            let chairs = forum.table.chairs.iter().enumerate();
            let of_it = chairs.filter(|(_, chair)| chair.coven);
            of_it.map(|(index, _)| Seat::at(index)).collect()
        }
        Play::Tabletop(tabletop) => tabletop.insiders.clone(),
    }
}

/// What a viewer may know of what has just happened, and of how things stand after it.
#[derive(Debug, PartialEq)]
pub struct Known {
    /// The events, with all that is secret taken out.
    pub events: Vec<Value>,
    /// How things stand.
    pub standing: Vec<String>,
}

/// What this viewer may know after these events; `after` is the session right after them.
pub fn known(after: &Session, player: PlayerId, events: &[SessionEvent]) -> Known {
    let viewer = Viewer::of(after, player);
    let events = events
        .iter()
        .filter_map(|event| open(after, &viewer, event));
    Known {
        events: events.collect(),
        standing: standing(after, &viewer),
    }
}

fn open(session: &Session, viewer: &Viewer, event: &SessionEvent) -> Option<Value> {
    let (edition, written) = match event {
        // The roll is public.
        SessionEvent::Lobby(event) => return serde_json::to_value(event).ok(),
        SessionEvent::Play(PlayEvent::Forum(event)) => ("forum", serde_json::to_value(event)),
        SessionEvent::Play(PlayEvent::Tabletop(event)) => ("tabletop", serde_json::to_value(event)),
    };
    let mut written = match written.expect("events are JSON") {
        Value::String(name) => Value::Object(Map::from_iter([(name, Value::Object(Map::new()))])),
        written => written,
    };
    let (name, body) = written
        .as_object_mut()
        .and_then(|object| object.iter_mut().next())
        .expect("an event has a name");
    let body = body.as_object_mut().expect("and fields");
    let seen = match edition {
        "forum" => of_both(name, body, viewer, session).or_else(|| of_forum(name, body, viewer)),
        _ => of_both(name, body, viewer, session).or_else(|| of_tabletop(name, body, viewer)),
    };
    let seen = seen.unwrap_or_else(|| panic!("nobody has said who may know of {name} ({edition})"));
    forget_copies(&mut written);
    seen.then_some(written)
}

/// Which of two like cards it is, is on no card.
fn forget_copies(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some((word, copy)) = text.rsplit_once('-')
                && copy.parse::<u8>().is_ok()
            {
                *text = word.to_owned();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(forget_copies),
        Value::Object(fields) => fields.values_mut().for_each(forget_copies),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Takes fields out that this viewer may not know.
fn without(body: &mut Map<String, Value>, fields: &[&str]) -> bool {
    for field in fields {
        body.remove(*field);
    }
    true
}

/// Of a list with a seat in each item, this viewer keeps the own item, without these fields.
fn own_of(body: &mut Map<String, Value>, list: &str, viewer: &Viewer, fields: &[&str]) {
    if let Some(Value::Array(items)) = body.get_mut(list) {
        items.retain(|item| viewer.is(&item["seat"]));
        for item in items.iter_mut().filter_map(Value::as_object_mut) {
            without(item, fields);
        }
    }
}

/// Whether a seat is this viewer's.
fn own_seat(body: &mut Map<String, Value>, field: &str, viewer: &Viewer) {
    if let Some(seat) = body.get_mut(field) {
        *seat = Value::Bool(viewer.is(seat));
    }
}

/// Of cards, how many there are is public, and which is for these alone.
fn counted(body: &mut Map<String, Value>, field: &str, open: bool) {
    if let Some(cards) = body.get_mut(field).filter(|_| !open) {
        *cards = Value::from(cards.as_array().map_or(0, Vec::len));
    }
}

/// F16: what was burned or robbed is known to those whose hands changed.
fn effect(body: &mut Map<String, Value>, viewer: &Viewer) {
    let Some(effect) = body.get_mut("effect").and_then(Value::as_object_mut) else {
        return;
    };
    for (kind, readers) in [
        ("burned", &["target"][..]),
        ("robbed", &["source", "receiver"]),
    ] {
        if let Some(detail) = effect.get_mut(kind).and_then(Value::as_object_mut) {
            let open = readers.iter().any(|field| viewer.is(&detail[*field]));
            counted(detail, "cards", open);
        }
    }
}

/// Events that both editions have with the same name and the same secrets.
fn of_both(
    name: &str,
    body: &mut Map<String, Value>,
    viewer: &Viewer,
    session: &Session,
) -> Option<bool> {
    let own = |body: &Map<String, Value>| viewer.is(&body["seat"]);
    Some(match name {
        "seats_drawn"
        | "dawn_began"
        | "matchmakers_discarded"
        | "reds_shed"
        | "revealed"
        | "scratch_skipped"
        | "shift_opened"
        | "paused"
        | "resumed"
        | "extended"
        | "advanced"
        | "replaced"
        | "proposed"
        | "seconded"
        | "proposal_withdrawn"
        | "power_declined" => true,
        "tryals_dealt" => without(body, &["rows"]),
        "cat_named" | "kill_named" => viewer.coven,
        "cat_given" if viewer.coven => true,
        "cat_given" => without(body, &["votes", "drawn_among"]),
        "played" => {
            effect(body, viewer);
            true
        }
        // A hand is its holder's alone, dead or alive; what lay in front stood there for all to see.
        "died" => without(body, &["discarded", "left"]),
        "picked" | "confession_withdrawn" => own(body),
        "chat_opened" | "chat_joined" | "chat_left" => {
            let chat = chats(session)
                .iter()
                .find(|chat| Some(u64::from(chat.number)) == body["chat"].as_u64());
            let within = |chat: &Chat| viewer.seat.is_some_and(|seat| chat.members.contains(&seat));
            viewer.host_apart
                || chat.is_some_and(within)
                || body.get("seat").is_some_and(|seat| viewer.is(seat))
        }
        // F37: after the end everything is disclosed. A host who asks for the secrets is told all.
        "ended" | "secrets_shown" if name == "ended" || viewer.host => {
            body.insert("all".to_owned(), Value::from(format!("{:?}", session.play)));
            true
        }
        "removal_deferred" | "secrets_shown" | "left_server" | "came_back" => viewer.host,
        "spoke" => false,
        "reminded" => {
            let owes = body["owing"]
                .as_array()
                .is_some_and(|owing| owing.iter().any(|seat| viewer.is(seat)));
            body.insert("owing".to_owned(), Value::Bool(owes));
            true
        }
        "inactivity_reported" => {
            without(body, &["unvoted"]);
            viewer.host
        }
        _ => return None,
    })
}

fn of_forum(name: &str, body: &mut Map<String, Value>, viewer: &Viewer) -> Option<bool> {
    let own = |body: &Map<String, Value>| viewer.is(&body["seat"]);
    Some(match name {
        "role_cards_dealt" | "corey_dealt" | "flip_owed" | "stocks_ended" | "conspiracy_called"
        | "scratch_harmless" | "night_fell" | "daybreak_reported" => true,
        // F24: when the Conspiracy comes is nobody's to know.
        "day_began" => without(body, &["conspiracy"]),
        "dealt" => {
            own_of(body, "hands", viewer, &[]);
            true
        }
        "power_offered" => viewer.is(&body["offer"]["seat"]),
        "took_from_discard" => {
            let open = own(body);
            counted(body, "cards", open);
            true
        }
        "hand_changed" => {
            let open = own(body);
            counted(body, "gone", open);
            counted(body, "came", open);
            true
        }
        "inherited" => {
            for share in body["shares"].as_array_mut().expect("shares") {
                let open = viewer.is(&share["seat"]);
                counted(share.as_object_mut().expect("a share"), "cards", open);
            }
            true
        }
        "blue_cards_left" => without(body, &["from_elsewhere"]),
        "redistributed" => {
            own_of(body, "picks", viewer, &["card"]);
            own_of(body, "moves", viewer, &["origin"]);
            own_seat(body, "constable_before", viewer);
            own_seat(body, "constable_after", viewer);
            if !viewer.coven {
                without(body, &["joined"]);
            }
            true
        }
        "guard_named" => viewer.is(&body["guard"]["by"]),
        "confessed" | "confessed_unshown" | "confession_spared" => own(body),
        "night_ended" => {
            body.retain(|field, _| field == "number" || field == "at");
            true
        }
        // H7: whether it was on its way while the Moderator was away is as secret as its instant.
        "moderator_returned" => without(body, &["conspiracy", "waits"]),
        _ => return None,
    })
}

fn of_tabletop(name: &str, body: &mut Map<String, Value>, viewer: &Viewer) -> Option<bool> {
    let own = |body: &Map<String, Value>| viewer.is(&body["seat"]);
    Some(match name {
        "characters_shown" | "turn_began" | "turn_skipped" | "draw_chosen" | "nothing_drawn"
        | "accusations_shown" | "deck_studied" | "tryal_owed" | "power_offered"
        | "putnam_draws" | "cards_left" | "last_words_asked" | "last_words_left"
        | "last_words_lapsed" | "clock_stopped" | "clock_ran" | "turn_ran_out" | "turn_ended"
        | "conspiracy_drawn" | "night_drawn" | "confessed" | "confessions_over"
        | "victim_named" | "moderator_returned" => true,
        "town_hall_opened" => {
            own_of(body, "offered", viewer, &[]);
            true
        }
        "character_kept" | "reordered" | "confession_left" | "confession_dropped" => own(body),
        "hands_dealt" => {
            own_of(body, "hands", viewer, &[]);
            without(body, &["deck"])
        }
        "drew" => {
            let open = own(body) || body["lost"] == Value::Bool(true);
            counted(body, "cards", open);
            true
        }
        "deck_formed" => without(body, &["deck"]),
        "salvaged" | "inherited" => {
            let open = own(body);
            counted(body, "cards", open);
            true
        }
        "deck_arranged" if own(body) => true,
        "deck_arranged" => without(body, &["deck"]),
        "sharing_opened" => {
            let sharing = &body["sharing"];
            let open = viewer.is(&sharing["next"]) || viewer.is(&sharing["other"]);
            counted(body, "cards", open);
            true
        }
        // Which card it is, the two know from what is left; a viewer who is one of them has it in `standing`.
        "took" if own(body) => true,
        "took" => without(body, &["card"]),
        "estate_discarded" => without(body, &["cards"]),
        "passed" => {
            own_of(body, "picks", viewer, &["card"]);
            own_of(body, "passed", viewer, &["origin", "lost"]);
            own_of(body, "rows", viewer, &[]);
            let joined = body["joined"].as_array().cloned().unwrap_or_default();
            let joined = joined.iter().any(|seat| viewer.is(seat));
            body.insert("joined".to_owned(), Value::Bool(joined));
            own_seat(body, "constable_before", viewer);
            own_seat(body, "constable_after", viewer);
            true
        }
        "gavel_named" => viewer.is(&body["gavel"]["by"]),
        "gavel_shown" => {
            if let Some(gavel) = body["gavel"].as_object_mut() {
                let own = viewer.is(&gavel["by"]);
                gavel.insert("by".to_owned(), Value::Bool(own));
            }
            // That nobody was named and that nothing was said look the same from outside.
            if body["gavel"]["target"].is_null() {
                without(body, &["gavel"]);
            }
            if !viewer.coven {
                without(body, &["votes", "victim", "drawn_among"]);
            }
            true
        }
        "night_over" => {
            let formed = !body["deck"].is_null();
            body.insert("deck".to_owned(), Value::Bool(formed));
            true
        }
        _ => return None,
    })
}

fn chats(session: &Session) -> &[Chat] {
    match session.play.as_ref().expect("it has begun") {
        Play::Forum(forum) => &forum.chats,
        Play::Tabletop(tabletop) => &tabletop.chats,
    }
}

/// How things stand, as far as this viewer may know: what lies open, what is one's own, and the coven to the coven.
fn standing(session: &Session, viewer: &Viewer) -> Vec<String> {
    let play = session.play.as_ref().expect("it has begun");
    let (chairs, over) = match play {
        Play::Forum(forum) => (&forum.table.chairs, is_over_forum(&forum.phase)),
        Play::Tabletop(tabletop) => (&tabletop.table.chairs, is_over_tabletop(&tabletop.phase)),
    };
    let mut known: Vec<String> = Vec::new();
    for (index, chair) in chairs.iter().enumerate() {
        let own = viewer.seat == Some(Seat::at(index));
        let row = chair.row.iter().map(|tryal| {
            let open = own || over || tryal.revealed;
            open.then_some((tryal.card.kind, tryal.revealed))
        });
        let coven = (own || over || !chair.alive).then_some(chair.coven);
        let front: Vec<_> = chair.front.iter().map(|card| card.kind).collect();
        let hand = chair.hand.len();
        let row: Vec<_> = row.collect();
        known.push(format!(
            "{index}: {:?} {:?} alive {} {row:?} coven {coven:?} front {front:?} hand {hand}",
            chair.player, chair.character, chair.alive
        ));
        if own {
            known.push(format!("own hand: {:?}", chair.hand));
        }
    }
    if viewer.coven {
        known.push(format!("the coven: {:?}", insiders(session)));
    }
    let looks = |character: Character| {
        let chair = viewer.seat.map(|seat| &chairs[seat.index()]);
        chair.is_some_and(|chair| chair.alive && may_be(chair, character))
    };
    match play {
        Play::Forum(forum) => {
            known.push(format!("{:?} {:?}", forum.moment(), forum.pause));
            if looks(Character::SamuelParris) {
                known.push(format!("discard: {:?}", forum.table.discard));
            }
            if viewer.coven {
                known.push(format!("votes: {:?}", votes_forum(&forum.phase)));
            }
        }
        Play::Tabletop(tabletop) => {
            let table = &tabletop.table;
            let piles = (table.deck.len(), table.discard.len());
            known.push(format!(
                "{:?} {:?} {piles:?}",
                tabletop.moment(),
                tabletop.pause
            ));
            if looks(Character::SamuelParris) {
                known.push(format!("discard: {:?}", table.discard));
            }
            if looks(Character::Tituba) && session_studies(tabletop) {
                known.push(format!("deck: {:?}", table.deck));
            }
            if looks(Character::JohnProctor) {
                known.push(format!("estate: {:?}", tabletop.estate));
            }
        }
    }
    known
}

/// Whether this is, or by Martha's ability may be, that character.
fn may_be(chair: &Chair, character: Character) -> bool {
    chair.character == Some(character) || chair.character == Some(Character::MarthaCorey)
}

fn session_studies(tabletop: &tabletop::Tabletop) -> bool {
    tabletop
        .turn()
        .is_some_and(|turn| turn.stage == tabletop::Stage::Studying)
}

fn is_over_forum(phase: &forum::Phase) -> bool {
    matches!(phase, forum::Phase::Over(_))
}

fn is_over_tabletop(phase: &tabletop::Phase) -> bool {
    matches!(phase, tabletop::Phase::Over(_))
}

fn votes_forum(phase: &forum::Phase) -> String {
    match phase {
        forum::Phase::Dawn(dawn) => format!("{:?}", dawn.votes),
        forum::Phase::Night(night) => format!("{:?}", night.votes),
        forum::Phase::Setup | forum::Phase::Day(_) | forum::Phase::Over(_) => String::new(),
    }
}
