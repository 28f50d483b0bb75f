//! What only Discord knows and a game must be told: how somebody is called, whether a DM arrives, who could read secrets.
//!
//! These fields are put into an intent here and nowhere else; what a custom id says in their place is thrown away.

use serde_json::json;
use serenity::all::{Member, User};

use super::check;
use super::door::{Asked, Door, Fault};
use super::faults as line;
use super::render::{Names, escape};
use super::reply::Reply;
use crate::games::{Session, Stand};
use crate::host::View;
use crate::kernel::game::Settings;
use crate::kernel::ids::PlayerId;
use crate::kernel::intent::{Intent, Person};
use crate::kernel::lobby::Reach;
use crate::kernel::text::Text;

/// Fills in the facts that this intent needs. Where they end the matter, the answer comes back instead.
pub(super) async fn fill(
    door: &Door,
    asked: &Asked,
    view: &View,
    person: Person,
    intent: &mut Intent,
) -> Result<Option<Reply>, Fault> {
    for fact in ["name", "reach", "readers"] {
        intent.fields.remove(fact);
    }
    let session = &view.session;
    match intent.verb.as_str() {
        "join" if session.stand() == Stand::SignUp => {
            let reach = reach_of_joiner(door, session, asked.person).await?;
            *intent = std::mem::take(intent)
                .with("name", name_in(door, asked, view).await)
                .with("reach", word(reach));
        }
        "rooms.open" if session.stand() == Stand::Over => {
            door.stage.open_for(view.game, asked.person.0);
            return Ok(Some(Reply::say(
                "All rooms of this game are being opened to you: the threads appear below their channels in a moment.",
            )));
        }
        "thread" => {
            *intent = std::mem::take(intent).with("name", name_in(door, asked, view).await);
        }
        "lobby.start" | "lobby.accept" if may_start(session, person) => {
            return check::start(door, view, intent).await;
        }
        "host.check" if session.lobby.host == person.id || person.manages_server => {
            return check::check(door, view).await.map(Some);
        }
        "host.replace" if session.lobby.host == person.id || person.manages_server => {
            return substitute(door, view, intent).await;
        }
        _ => {}
    }
    Ok(None)
}

/// How a user is called: by the name in the server, else the name everywhere, else the user name.
pub(super) fn shown_name(user: &User, nick: Option<&str>) -> String {
    nick.or(user.global_name.as_deref())
        .unwrap_or(&user.name)
        .to_owned()
}

/// Sends a test message to somebody who is about to get secrets by DM.
///
/// # Errors
/// Discord's, except that the DM is not taken: that is an answer.
pub(super) async fn test_dm(door: &Door, player: PlayerId, words: &str) -> Result<Reach, Fault> {
    let sent = async {
        let channel = door.wire.open_dm(player).await?;
        let body = json!({ "content": words, "allowed_mentions": { "parse": [] } });
        door.wire.post(channel, &body, None).await
    };
    match sent.await {
        Ok(_) => Ok(Reach::Dm),
        Err(line::Fault::ClosedDm | line::Fault::NoMember) => Ok(Reach::None),
        Err(fault) => Err(fault.into()),
    }
}

fn word(reach: Reach) -> &'static str {
    match reach {
        Reach::Dm => "dm",
        Reach::Thread => "thread",
        Reach::None => "none",
    }
}

/// A member of this server, as serenity reads one.
async fn member(door: &Door, guild: u64, user: u64) -> Result<Member, Fault> {
    let raw = door.wire.member(guild, user).await?;
    // Members that are asked for one by one come without their server.
    serde_json::from_value(raw).map_err(|_| Fault::Unreadable("a member"))
}

/// The name in the game's server, which may not be the one where the button was pressed (a DM).
async fn name_in(door: &Door, asked: &Asked, view: &View) -> String {
    if asked.guild == Some(view.guild) {
        return asked.name.clone();
    }
    match member(door, view.guild, asked.person.0).await {
        Ok(member) => shown_name(&member.user, member.nick.as_deref()),
        Err(_) => asked.name.clone(),
    }
}

/// A test DM where it can change something: not to those who were reached before, nor where there is no seat.
async fn reach_of_joiner(door: &Door, session: &Session, person: PlayerId) -> Result<Reach, Fault> {
    let lobby = &session.lobby;
    match lobby.member(person) {
        Some(member) if member.reach == Reach::Dm => return Ok(Reach::Dm),
        None if lobby.members.len() >= lobby.settings.players() => return Ok(Reach::Dm),
        Some(_) | None => {}
    }
    test_dm(door, person, &test_words(session)).await
}

/// What a test message says.
pub(super) fn test_words(session: &Session) -> String {
    let lobby = &session.lobby;
    let names = Names::of(session);
    format!(
        "This is a test message: you are signing up for **{}**, a game of Salem 1692 hosted by {}. Your cards will come \
         here, so please leave your DMs open until it is over.",
        escape(&Names::default().label(&Text::from(lobby.name.as_str()), 80)),
        names.escaped(crate::kernel::text::Name::Player(lobby.host)),
    )
}

/// The host of a sign-up with a full table: whoever else asks is refused by the rules, and needs no facts.
fn may_start(session: &Session, person: Person) -> bool {
    let lobby = &session.lobby;
    session.stand() == Stand::SignUp
        && lobby.host == person.id
        && lobby.members.len() == lobby.settings.players()
}

/// A substitute (H3): must be on the server, and is tried by DM; where that fails, a private thread it is.
async fn substitute(door: &Door, view: &View, intent: &mut Intent) -> Result<Option<Reply>, Fault> {
    let Some(user) = intent.field("user").and_then(|user| user.parse().ok()) else {
        return Ok(None);
    };
    let member = match member(door, view.guild, user).await {
        Ok(member) => member,
        Err(Fault::Discord(line::Fault::NoMember)) => {
            return Ok(Some(Reply::say(
                "That person is not on this server, so cannot come in. Invite them first.",
            )));
        }
        Err(fault) => return Err(fault),
    };
    if member.user.bot {
        return Ok(Some(Reply::say("A bot cannot play.")));
    }
    let name = shown_name(&member.user, member.nick.as_deref());
    // Only the step that does it writes to the substitute: whoever is merely considered, or sits at the table already,
    // hears nothing.
    let written_to =
        intent.field("sure").is_some() && view.session.seat_of(PlayerId(user)).is_none();
    let reach = match written_to {
        true => test_dm(door, PlayerId(user), &substitute_words(&view.session)).await?,
        false => Reach::Dm,
    };
    let reach = match reach {
        Reach::None => Reach::Thread,
        known => known,
    };
    *intent = std::mem::take(intent)
        .with("name", name)
        .with("reach", word(reach));
    Ok(None)
}

fn substitute_words(session: &Session) -> String {
    let game = Names::default().label(&Text::from(session.lobby.name.as_str()), 80);
    format!(
        "The host of **{}**, a game of Salem 1692, is putting you in a player's place. Your cards will come here, so \
         please leave your DMs open until it is over.",
        escape(&game)
    )
}
