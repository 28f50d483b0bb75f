//! One moment of a game, as far as Discord is to show it.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::games::Stand;
use crate::host::View;
use crate::kernel::ids::{EventNumber, GameId, PlayerId, Seat};
use crate::kernel::lobby::Reach;
use crate::kernel::panel::Board;
use crate::kernel::place::Place;
use crate::kernel::text::Name;
use crate::kernel::time::Time;

use super::permissions::Cast;
use super::render::{Names, escape};

/// What should be true on Discord at one moment.
#[derive(Debug, Clone)]
pub struct Scene {
    /// Which game.
    pub game: GameId,
    /// On which server.
    pub guild: u64,
    /// The channel in which people sign up.
    pub sign_up: u64,
    /// The number of the first event that has not happened yet.
    pub next: EventNumber,
    /// The game's name, as typed.
    pub name: String,
    /// Who hosts it.
    pub host: PlayerId,
    /// Who sits where.
    pub seats: BTreeMap<Seat, PlayerId>,
    /// Whose secrets go into a private thread, because their DMs are closed.
    pub threaded: BTreeSet<PlayerId>,
    /// The names.
    pub names: Names,
    /// The rooms; none before the start.
    pub place: Option<Place>,
    /// The messages that should stand.
    pub boards: Vec<Board>,
    /// Whether it is over, or came to nothing.
    pub ended: bool,
    /// Whether its rooms are to go now: it is over, and has been for as long as they were to be kept.
    pub swept: bool,
}

impl Scene {
    /// What this game wants at this moment.
    pub fn of(view: &View, now: Time) -> Scene {
        let session = &view.session;
        let seats = session.seats();
        let reach = |player: &PlayerId| session.lobby.member(*player).map(|member| member.reach);
        let place = guarded(view, || session.place()).flatten();
        let ended = match session.stand() {
            Stand::SignUp | Stand::Running => false,
            Stand::Over | Stand::Cancelled => true,
        };
        let kept_until = place.as_ref().and_then(|place| place.kept_until);
        Scene {
            game: view.game,
            guild: view.guild,
            sign_up: view.channel,
            next: view.next,
            name: session.lobby.name.clone(),
            host: session.lobby.host,
            threaded: seats
                .iter()
                .map(|(_, player)| *player)
                .filter(|player| reach(player) == Some(Reach::Thread))
                .collect(),
            seats: seats.into_iter().collect(),
            names: Names::of(session),
            place,
            boards: guarded(view, || session.boards()).unwrap_or_default(),
            ended,
            swept: ended && kept_until.is_some_and(|until| until <= now),
        }
    }

    /// When the rooms go, where that is still to come.
    pub fn sweep_at(&self) -> Option<Time> {
        let until = self.place.as_ref()?.kept_until?;
        (self.ended && !self.swept).then_some(until)
    }

    /// Who is who in overwrites.
    pub fn cast(&self, bot: u64) -> Cast {
        let plays = self.seats.values().any(|player| *player == self.host);
        Cast {
            guild: self.guild,
            bot,
            host: (!plays).then_some(self.host),
            seats: self.seats.clone(),
        }
    }

    /// The game's name in a message.
    pub fn title(&self) -> String {
        escape(&self.name)
    }

    /// A player's name in a message.
    pub fn called(&self, player: PlayerId) -> String {
        self.names.escaped(Name::Player(player))
    }
}

/// What a game says of itself. Where a bug has brought it to a stand, that may be what breaks down, and then it says nothing:
/// its rooms stay as they are, and its host can still be told.
fn guarded<T>(view: &View, ask: impl FnOnce() -> T) -> Option<T> {
    if view.stopped {
        catch_unwind(AssertUnwindSafe(ask)).ok()
    } else {
        Some(ask())
    }
}
