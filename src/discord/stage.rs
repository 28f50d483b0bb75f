//! What the way in needs of the way out. D1's stage takes this file's place; until then nothing reaches Discord.

use std::sync::Arc;

use serenity::all::Http;

use super::render::{Names, split};
use crate::games::Session;
use crate::host::Host;
use crate::kernel::audience::Notice;
use crate::kernel::ids::{GameId, PlayerId};
use crate::store::Part;

/// Keeps rooms, boards and messages as they should be. Clones share it.
#[derive(Debug, Clone)]
pub struct Stage;

impl Stage {
    /// Begins to follow every live game of this host.
    pub fn start(_host: Host, _http: Arc<Http>, _bot: u64) -> Stage {
        Stage
    }

    /// Looks again at all that stands of a game.
    pub fn recheck(&self, _game: GameId) {}

    /// Looks again at all games of a server.
    pub fn recheck_guild(&self, _guild: u64) {}

    /// Brings somebody into all threads of a game that is over, so that this person can read them.
    pub fn open_for(&self, _game: GameId, _user: u64) {}

    /// Somebody has left this thread, or was taken out of it by others.
    pub fn left_thread(&self, _game: GameId, _thread: u64, _user: u64) {}

    /// Somebody came back to this server.
    pub fn came_back(&self, _guild: u64, _user: u64) {}
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
