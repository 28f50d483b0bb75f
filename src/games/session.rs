//! A session: a sign-up, and the game that comes of it. What the process runs, stores and shows, of whatever edition.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::kernel::audience::Notice;
use crate::kernel::dice::Dice;
use crate::kernel::draft::{Draft, Fold};
use crate::kernel::game::{Actor, Settings};
use crate::kernel::ids::{GameId, PlayerId, Seat};
use crate::kernel::intent::{Choice, Intent, Offer, Person};
use crate::kernel::lobby::{Lobby, LobbyCommand, LobbyEvent, Member, NOBODY, Reach, Standing};
use crate::kernel::panel::Board;
use crate::kernel::place::Place;
use crate::kernel::text::Text;
use crate::kernel::time::Time;

use super::sign_up;
use super::{AnySettings, Play, PlayCommand, PlayDecision, PlayEvent, within_play};

/// A sign-up, and from the start on the game.
#[derive(Debug, Clone)]
pub struct Session {
    /// Which game.
    pub game: GameId,
    /// The sign-up, and afterwards the roll of those who play.
    pub lobby: Lobby<AnySettings>,
    /// The game, from the start on.
    pub play: Option<Play>,
}

/// What can be asked of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionCommand {
    /// Of the sign-up or the roll.
    Lobby(LobbyCommand<AnySettings>),
    /// Begin the game.
    Start {
        /// Those who could read the secret threads, as found just now.
        readers: BTreeSet<PlayerId>,
    },
    /// Of the game.
    Play(PlayCommand),
    /// Of the game: put this person in somebody's place (H3).
    Substitute {
        /// The substitute, whose reach has just been tried.
        member: Member,
        /// What the game is asked.
        replace: PlayCommand,
    },
    /// End a session that stands still because of a bug, without a word of its rules. Whoever runs games asks it of no other.
    Abandon,
    /// Of a game that is over: its rooms are to be deleted now.
    GiveUpRooms,
}

/// Something that happened in a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionEvent {
    /// To the sign-up or the roll.
    Lobby(LobbyEvent<AnySettings>),
    /// In the game.
    Play(PlayEvent),
}

/// Where a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stand {
    /// People sign up.
    SignUp,
    /// The game runs (or is paused).
    Running,
    /// The game is over.
    Over,
    /// It came to nothing.
    Cancelled,
}

impl Session {
    /// A session in which nothing has happened yet; its first command opens the sign-up.
    pub fn blank(game: GameId) -> Session {
        let lobby = Lobby::opened("", NOBODY, "", AnySettings::default(), Time(0));
        Session {
            game,
            lobby,
            play: None,
        }
    }

    /// Decides on a command; a refusal emits nothing.
    ///
    /// # Errors
    /// The refusal, in words for the one who asked.
    pub fn decide(
        draft: &mut Draft<'_, Session>,
        actor: Actor,
        command: &SessionCommand,
    ) -> Result<(), Text> {
        match command {
            SessionCommand::Lobby(command) => draft.within(
                |session| session.lobby.clone(),
                |session, lobby| session.lobby = lobby,
                SessionEvent::Lobby,
                |draft| Lobby::decide(draft, actor, command),
            ),
            SessionCommand::Start { readers } => {
                draft.state().lobby.ready(actor, readers)?;
                let commitment = draft.commitment(draft.state().game);
                draft.emit(SessionEvent::Lobby(LobbyEvent::Started { commitment }));
                within_play(draft, PlayDecision::Open).expect("a started session has a game")
            }
            SessionCommand::Play(command) => {
                // Name and reach of whoever comes in are on the roll, or they come with the command.
                let known = |player| {
                    let lobby = &draft.state().lobby;
                    let candidates = &mut lobby.candidates.iter();
                    candidates.any(|candidate| candidate.player == player)
                };
                if Play::newcomer(command).is_some_and(|player| !known(player)) {
                    return Err(unknown_substitute());
                }
                decide_play(draft, actor, command)
            }
            SessionCommand::Substitute { member, replace } => {
                if Play::newcomer(replace) != Some(member.player) {
                    return Err(unknown_substitute());
                }
                let known = draft.state().lobby.candidates.contains(member);
                decide_play(draft, actor, replace)?;
                if !known {
                    let considered = LobbyEvent::Considered(member.clone());
                    draft.emit(SessionEvent::Lobby(considered));
                }
                seat_substitutes(draft);
                Ok(())
            }
            SessionCommand::Abandon => {
                draft.state().lobby.by_host(actor, true)?;
                if let Stand::Over | Stand::Cancelled = draft.state().stand() {
                    return Err(sign_up::ended_already());
                }
                draft.emit(SessionEvent::Lobby(LobbyEvent::Abandoned));
                Ok(())
            }
            SessionCommand::GiveUpRooms => {
                sign_up::may_give_up_rooms(draft.state(), actor, draft.now())?;
                draft.emit(SessionEvent::Lobby(LobbyEvent::RoomsGivenUp));
                Ok(())
            }
        }
    }

    /// The command of the clock.
    pub fn tick(&self) -> SessionCommand {
        match &self.play {
            Some(play) => SessionCommand::Play(play.tick()),
            None => SessionCommand::Lobby(LobbyCommand::Tick),
        }
    }

    /// The command that tells the game of the Moderator's absence since `since` (H7); none where there is no game yet.
    pub fn absence(&self, since: Time) -> Option<SessionCommand> {
        self.in_progress(|play| play.absence(since))
    }

    /// The command of a player who has written something in one of the game's rooms (H6); none where there is no game.
    pub fn spoke(&self) -> Option<SessionCommand> {
        self.in_progress(Play::spoke)
    }

    /// The clock's command where a player has left the server (H4); none where there is no game.
    pub fn left(&self, player: PlayerId) -> Option<SessionCommand> {
        self.in_progress(|play| play.left(player))
    }

    /// The clock's command where such a player has come back (H4); none where there is no game.
    pub fn returned(&self, player: PlayerId) -> Option<SessionCommand> {
        self.in_progress(|play| play.returned(player))
    }

    /// The next instant at which something happens by itself.
    pub fn due(&self) -> Option<Time> {
        match &self.play {
            _ if self.is_abandoned() => None,
            Some(play) => play.due(),
            None => self.lobby.due(),
        }
    }

    /// Whether it stood still because of a bug and was ended. Then its game says nothing any more: what is wrong with it may
    /// be anything.
    fn is_abandoned(&self) -> bool {
        self.lobby.standing == Standing::Abandoned
    }

    /// What runs now and when it ends, then what comes after it; before the start as it would be if the game began at `now`.
    /// Nothing while the game is paused or over.
    pub fn timetable(&self, now: Time) -> Vec<(Text, Time)> {
        if self.is_abandoned() {
            return Vec::new();
        }
        if let Some(play) = &self.play {
            return play.timetable();
        }
        // Where the sign-up says when something begins, what stood before it ends.
        let begins = self.lobby.settings.timetable(now);
        let ends = begins.iter().skip(1).map(|(_, begin)| *begin);
        let phases = begins.iter().map(|(what, _)| Text::from(what.as_str()));
        phases.zip(ends).collect()
    }

    fn in_progress(&self, command: impl FnOnce(&Play) -> PlayCommand) -> Option<SessionCommand> {
        if self.stand() != Stand::Running {
            return None;
        }
        Some(SessionCommand::Play(command(self.play.as_ref()?)))
    }

    /// Where the session stands.
    pub fn stand(&self) -> Stand {
        match (&self.play, self.lobby.standing) {
            (Some(_), Standing::Abandoned) => Stand::Over,
            (Some(play), _) if play.is_over() => Stand::Over,
            (Some(_), _) => Stand::Running,
            (None, Standing::Cancelled | Standing::Abandoned) => Stand::Cancelled,
            (None, Standing::SignUp | Standing::Started) => Stand::SignUp,
        }
    }

    /// The seat of this player, from the start on, while the player holds it.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats()
            .into_iter()
            .find(|(_, holder)| *holder == player)
            .map(|(seat, _)| seat)
    }

    /// Who holds this seat now.
    pub fn player_at(&self, seat: Seat) -> Option<PlayerId> {
        self.seats()
            .into_iter()
            .find(|(known, _)| *known == seat)
            .map(|(_, player)| player)
    }

    /// Who sits where, in row order; nobody before the start.
    pub fn seats(&self) -> Vec<(Seat, PlayerId)> {
        self.play.as_ref().map(Play::seats).unwrap_or_default()
    }

    /// The name last seen of somebody on the roll, or of the host; as typed by that person, so never to be shown raw.
    pub fn name_of(&self, player: PlayerId) -> Option<&str> {
        match self.lobby.member(player) {
            Some(member) => Some(&member.name),
            None => (player == self.lobby.host).then_some(self.lobby.host_name.as_str()),
        }
    }

    /// How secrets reach the player in this seat.
    pub fn reach_of(&self, seat: Seat) -> Option<Reach> {
        let player = self.player_at(seat)?;
        self.lobby.member(player).map(|member| member.reach)
    }

    /// Which channels and threads there should be; none before the start.
    pub fn place(&self) -> Option<Place> {
        let play = self.play.as_ref()?;
        let mut place = if self.is_abandoned() {
            Place::default()
        } else {
            play.place()
        };
        if let Some(since) = self.lobby.rooms_given_up {
            let until = place.kept_until.map_or(since, |until| until.min(since));
            place.kept_until = Some(until);
        }
        Some(place)
    }

    /// The messages that should stand now.
    pub fn boards(&self) -> Vec<Board> {
        let mut boards = vec![sign_up::board(self)];
        if let Some(play) = self.play.as_ref().filter(|_| !self.is_abandoned()) {
            boards.extend(play.boards());
        }
        boards
    }

    /// What an intent of this person amounts to.
    pub fn offer(&self, person: Person, intent: &Intent, now: Time) -> Offer<SessionCommand> {
        if let Some(offer) = sign_up::offer(self, person, intent, now) {
            return offer;
        }
        let Some(play) = self.play.as_ref().filter(|_| !self.is_abandoned()) else {
            return Offer::Refuse(sign_up::not_begun(self));
        };
        match play.offer(person, intent, now) {
            Offer::Do(command) => Offer::Do(sign_up::with_substitute(intent, command)),
            Offer::Show(panel) => Offer::Show(sign_up::beware_of_readers(self, intent, panel)),
            Offer::Refuse(text) => Offer::Refuse(text),
            Offer::Unknown => Offer::Unknown,
        }
    }

    /// What an intent amounts to where a bug has brought this session to a stand: it can be ended, whatever is wrong with it.
    /// None where it is to be taken as always.
    pub fn offer_at_a_stand(
        &self,
        person: Person,
        intent: &Intent,
    ) -> Option<Offer<SessionCommand>> {
        sign_up::offer_at_a_stand(self, person, intent)
    }

    /// What is told when it was ended in such a case: where it was announced, and to each player.
    pub fn farewell(&self) -> Vec<Notice> {
        sign_up::farewell(self)
    }

    /// Suggestions for a field of an unfinished intent.
    pub fn complete(
        &self,
        person: Person,
        intent: &Intent,
        field: &str,
        typed: &str,
        now: Time,
    ) -> Vec<Choice> {
        if let Some(choices) = sign_up::complete(self, intent, field, typed) {
            return choices;
        }
        let play = self.play.as_ref();
        play.map(|play| play.complete(person, intent, field, typed, now))
            .unwrap_or_default()
    }

    /// Something that somebody could do in the game at `now`, drawn; for simulations.
    pub fn sample(&self, now: Time, dice: &mut Dice) -> Option<(Actor, SessionCommand)> {
        let (actor, command) = self.play.as_ref()?.sample(now, dice)?;
        let command = match Play::newcomer(&command) {
            Some(player) => {
                let name = format!("Substitute {player}");
                let member = Member {
                    player,
                    name,
                    reach: Reach::Dm,
                };
                SessionCommand::Substitute {
                    member,
                    replace: command,
                }
            }
            None => SessionCommand::Play(command),
        };
        Some((actor, command))
    }

    /// The characters whose abilities this event shows at work, by word; for simulations. `self` is the state before it.
    pub fn at_work(&self, event: &SessionEvent) -> Vec<&'static str> {
        match (&self.play, event) {
            (Some(play), SessionEvent::Play(event)) => play.at_work(event),
            (_, SessionEvent::Lobby(_)) | (None, SessionEvent::Play(_)) => Vec::new(),
        }
    }

    /// What the one who gave a command is told right after it; `self` is the state after it.
    pub fn answer(
        &self,
        person: Person,
        command: &SessionCommand,
        events: &[SessionEvent],
    ) -> Text {
        match command {
            SessionCommand::Lobby(command) => sign_up::answer(self, command),
            SessionCommand::Start { .. } => Text::from(
                "The game begins. Its rooms are being made now, and everybody gets their cards.",
            ),
            SessionCommand::Play(command)
            | SessionCommand::Substitute {
                replace: command, ..
            } => match &self.play {
                Some(play) => play.answer(person, command, events),
                None => sign_up::not_begun(self),
            },
            SessionCommand::Abandon => {
                Text::from("It is ended. Everybody is being told, and its rooms are being deleted.")
            }
            SessionCommand::GiveUpRooms => Text::from("The rooms are being deleted."),
        }
    }
}

impl Fold for Session {
    type Event = SessionEvent;

    fn apply(&mut self, event: &SessionEvent, at: Time) {
        match event {
            SessionEvent::Lobby(event) => {
                self.lobby.apply(event, at);
                if let LobbyEvent::Started { .. } = event {
                    let players: Vec<_> = self
                        .lobby
                        .members
                        .iter()
                        .map(|member| member.player)
                        .collect();
                    self.play = Some(Play::new(&self.lobby.settings, &players, self.lobby.host));
                }
            }
            SessionEvent::Play(event) => {
                self.play
                    .as_mut()
                    .expect("a game's events come after its start")
                    .apply(event, at);
            }
        }
    }

    fn tell(&self, event: &SessionEvent, at: Time) -> Vec<Notice> {
        match event {
            SessionEvent::Lobby(event) => {
                let mut notices = self.lobby.tell(event, at);
                if let LobbyEvent::Started { commitment } = event {
                    notices.extend(sign_up::announcement(self, commitment));
                }
                notices
            }
            // The game tells of its own events itself, in its own part of the draft.
            SessionEvent::Play(_) => Vec::new(),
        }
    }
}

fn decide_play(
    draft: &mut Draft<'_, Session>,
    actor: Actor,
    command: &PlayCommand,
) -> Result<(), Text> {
    let decided = within_play(draft, PlayDecision::Decide(actor, command));
    decided.unwrap_or_else(|| Err(sign_up::not_begun(draft.state())))?;
    seat_substitutes(draft);
    Ok(())
}

/// The answer to a command that seats somebody of whom neither name nor reach is known.
fn unknown_substitute() -> Text {
    Text::from("It is not known who is to come in. Name the substitute with `/host replace`.")
}

/// Where the game has seated somebody who is not on the roll, the roll follows (H3).
fn seat_substitutes(draft: &mut Draft<'_, Session>) {
    let session = draft.state();
    let seated: BTreeSet<_> = session
        .seats()
        .into_iter()
        .map(|(_, player)| player)
        .collect();
    let out = session
        .lobby
        .members
        .iter()
        .find(|member| !seated.contains(&member.player));
    let substitute = session.lobby.candidates.iter().find(|candidate| {
        seated.contains(&candidate.player) && session.lobby.member(candidate.player).is_none()
    });
    if let (Some(out), Some(member)) = (out, substitute) {
        let event = LobbyEvent::Substituted {
            out: out.player,
            member: member.clone(),
        };
        draft.emit(SessionEvent::Lobby(event));
    }
}
