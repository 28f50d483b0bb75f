//! What happens on a server beside the commands: people leave, come back and change their names; players write, and edit or
//! delete what they wrote.
//!
//! Of a message nothing is looked at but where it stands and whose it is.

use std::sync::Arc;

use serenity::all::{Message, MessageUpdateEvent, User};

use super::door::Door;
use super::facts;
use super::render::Names;
use crate::games::{SessionCommand, Stand};
use crate::host::View;
use crate::kernel::audience::Room;
use crate::kernel::game::Actor;
use crate::kernel::ids::{GameId, PlayerId};
use crate::kernel::intent::{Intent, Offer, Person};
use crate::kernel::lobby::LobbyCommand;
use crate::kernel::text::Name;
use crate::store::{Address, OutNotice, Part};

/// Somebody left the server: a sign-up is left, a running game is told (H4).
pub(super) async fn gone(door: &Door, guild: u64, user: u64) {
    door.stage.moved(guild, user);
    let player = PlayerId(user);
    for view in of(door, guild).await {
        let session = &view.session;
        let command = match session.stand() {
            Stand::SignUp if session.lobby.member(player).is_some() => {
                Some(SessionCommand::Lobby(LobbyCommand::Leave { player }))
            }
            Stand::Running if session.seat_of(player).is_some() => session.left(player),
            _ => None,
        };
        tell(door, view.game, Actor::Clock, command).await;
    }
}

/// Somebody came (back) to the server: a game in which that person has a seat is told, and gives access again (H4).
pub(super) async fn back(door: &Door, guild: u64, user: u64) {
    door.stage.moved(guild, user);
    let player = PlayerId(user);
    for view in of(door, guild).await {
        if view.session.seat_of(player).is_some() {
            let command = view.session.returned(player);
            tell(door, view.game, Actor::Clock, command).await;
        }
    }
    door.stage.came_back(guild, user);
}

/// Somebody left a thread, or was taken out of it by others. Who leaves a private chat by hand has left it (F39); to all
/// others who are wanted in a thread the stage opens it again.
pub(super) async fn left_thread(door: &Door, thread: u64, user: u64) {
    let Some((game, room)) = door.whose(thread).await else {
        return;
    };
    let Ok(Some(view)) = door.host.recall(game).await else {
        return;
    };
    let person = Person {
        id: PlayerId(user),
        manages_server: false,
    };
    if let Some(Room::Chat(number)) = room
        && view.session.seat_of(person.id).is_some()
    {
        let intent = Intent::new("chat.leave").with("chat", number);
        if let Offer::Do(command) = view.session.offer(person, &intent, door.host.now()) {
            tell(door, game, Actor::Person(person), Some(command)).await;
        }
    }
    door.stage.left_thread(game, thread, user);
}

/// A member has another name now.
pub(super) async fn renamed(door: &Door, guild: u64, user: &User, nick: Option<&str>) {
    let player = PlayerId(user.id.get());
    let name = facts::shown_name(user, nick);
    for view in of(door, guild).await {
        let known = view.session.name_of(player);
        if known.is_some_and(|known| known != name) {
            let name = name.clone();
            let rename = SessionCommand::Lobby(LobbyCommand::Rename { player, name });
            tell(door, view.game, Actor::Clock, Some(rename)).await;
        }
    }
}

/// A message was written: a player who talks is not silent (H6).
pub(super) async fn said(door: &Door, message: &Message) {
    if message.author.bot {
        return;
    }
    let Some((view, _)) = place(door, message.channel_id.get()).await else {
        return;
    };
    let player = PlayerId(message.author.id.get());
    door.authors.remember(message.id.get(), player);
    if view.session.seat_of(player).is_some() {
        let actor = Actor::Person(Person {
            id: player,
            manages_server: false,
        });
        let command = view.session.spoke();
        tell(door, view.game, actor, command).await;
    }
}

/// A message was edited: of a player's, in one of the game's rooms, the host is told.
pub(super) async fn edited(door: &Door, event: &MessageUpdateEvent) {
    // Without an author, or a time of editing, it was Discord that added something, such as a preview.
    let (Some(author), Some(_)) = (&event.author, event.edited_timestamp) else {
        return;
    };
    if !author.bot {
        let player = PlayerId(author.id.get());
        note(
            door,
            event.channel_id.get(),
            event.id.get(),
            Some(player),
            "edited",
        )
        .await;
    }
}

/// Messages were deleted. Whose they were is known of those that were written while the bot was there; of an older one it can
/// only be told that it was not the bot's own. What the bot itself keeps up is put up again.
pub(super) async fn deleted(door: &Door, channel: u64, messages: &[u64]) {
    for message in messages {
        let author = door.authors.of(*message);
        let own = match author {
            Some(_) => Ok(None),
            None => door.store.whose_message(*message).await,
        };
        match own {
            Ok(None) => note(door, channel, *message, author, "deleted").await,
            Ok(Some(game)) => door.stage.message_deleted(game, *message),
            Err(fault) => tracing::warn!(channel, %fault, "cannot look up whose message it was"),
        }
    }
}

/// Tells the host's desk where something was changed, never what it said. Whose it was is told of public rooms alone: who
/// writes in a secret one is itself a secret, and where the host plays, even that it happened.
async fn note(door: &Door, channel: u64, message: u64, author: Option<PlayerId>, what: &str) {
    let Some((view, room)) = place(door, channel).await else {
        return;
    };
    let session = &view.session;
    if author.is_some_and(|author| session.seat_of(author).is_none()) {
        return;
    }
    let link = format!(
        "https://discord.com/channels/{}/{channel}/{message}",
        view.guild
    );
    let words = match room {
        Room::Town | Room::Graveyard => {
            let names = Names::of(session);
            match author.map(|author| names.escaped(Name::Player(author))) {
                Some(name) => format!("{name} {what} a post in <#{channel}>: {link}"),
                None => format!("An older post in <#{channel}> was {what}: {link}"),
            }
        }
        _ if session.seat_of(session.lobby.host).is_none() => {
            format!("A post in a private room was {what}: {link}")
        }
        _ => return,
    };
    let part = Part {
        content: words,
        ping: Vec::new(),
        file: None,
    };
    let notice = OutNotice {
        to: Address::Room(Room::Desk),
        parts: vec![part],
    };
    match door.store.enqueue(view.game, vec![notice]).await {
        Ok(()) => door.stage.recheck(view.game),
        Err(fault) => tracing::warn!(game = %view.game, %fault, "a note to the host is lost"),
    }
}

/// The game and the room that this channel or thread is.
async fn place(door: &Door, channel: u64) -> Option<(Arc<View>, Room)> {
    let (game, room) = door.whose(channel).await?;
    Some((door.host.recall(game).await.ok()??, room?))
}

async fn of(door: &Door, guild: u64) -> Vec<Arc<View>> {
    door.host.loaded().await;
    let mut views = door.host.views();
    views.retain(|view| view.guild == guild);
    views
}

async fn tell(door: &Door, game: GameId, actor: Actor, command: Option<SessionCommand>) {
    if let Some(command) = command {
        // Refused where it is known already, or of no interest to the game as it stands.
        let _known = door.host.command(game, actor, command, None).await;
    }
}

/// Who wrote which message lately: Discord does not say so when one is deleted.
#[derive(Debug, Default)]
pub struct Authors(std::sync::Mutex<std::collections::VecDeque<(u64, PlayerId)>>);

/// How many messages are remembered.
const REMEMBERED: usize = 20_000;

impl Authors {
    fn remember(&self, message: u64, author: PlayerId) {
        let mut known = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if known.len() == REMEMBERED {
            known.pop_front();
        }
        known.push_back((message, author));
    }

    fn of(&self, message: u64) -> Option<PlayerId> {
        let known = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        known
            .iter()
            .rev()
            .find(|(id, _)| *id == message)
            .map(|(_, author)| *author)
    }
}
