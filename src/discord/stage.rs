//! What the way in needs of the way out. D1's stage takes this file's place; until then nothing reaches Discord.

use std::sync::Arc;

use serenity::all::Http;

use super::render::{Names, split};
use crate::games::Session;
use crate::host::Host;
use crate::kernel::audience::{Notice, Room};
use crate::kernel::ids::{GameId, PlayerId};
use crate::kernel::text::Text;
use crate::store::{Part, Store};

/// Keeps rooms, boards and messages as they should be. Clones share it.
#[derive(Debug, Clone)]
pub struct Stage;

impl Stage {
    /// A stage that has not begun.
    pub fn new(_http: Arc<Http>, _store: Store, _host: Host) -> Stage {
        Stage
    }

    /// There is a session, the bot is this user: from now on games are shown. Once per process.
    pub fn begin(&self, _bot: u64) {}

    /// READY: the bot is on these servers and no others; games elsewhere wait.
    pub fn on_servers(&self, _guilds: Vec<u64>) {}

    /// The bot came to this server, or the server is available again: its games go on.
    pub fn came(&self, _guild: u64) {}

    /// The bot was removed from this server: its games wait, nothing is tried.
    pub fn gone(&self, _guild: u64) {}

    /// Somebody changed something on this server: what its games want is compared with what is there.
    pub fn recheck(&self, _guild: u64) {}

    /// The game to which this channel or thread belongs, and which of its rooms it is; a thread that stands in for closed DMs is none.
    pub fn whose(&self, _channel: u64) -> Option<(GameId, Option<Room>)> {
        None
    }

    /// Tells the host something, once, at the desk of this game.
    pub fn tell_desk(&self, _game: GameId, _text: Text) {}

    /// Stops every worker.
    pub async fn stop(&self) {}
}

/// A notice in messages.
pub fn scribe(session: &Session, notice: &Notice) -> Vec<Part> {
    split(&Names::of(session).content(&notice.text), 2000)
        .into_iter()
        .map(|content| Part {
            content,
            ping: Vec::new(),
            file: None,
        })
        .collect()
}

impl Names {
    /// The names in a session.
    pub fn of(session: &Session) -> Names {
        let lobby = &session.lobby;
        let mut people: Vec<(PlayerId, &str)> = lobby
            .members
            .iter()
            .map(|member| (member.player, member.name.as_str()))
            .collect();
        people.push((lobby.host, lobby.host_name.as_str()));
        Names::new(&session.seats(), &people)
    }
}
