//! The way in: what somebody asked, in which game, and what comes of it. Commands, buttons, menus and modals meet here.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serenity::all::{
    ButtonStyle, CommandInteraction, ComponentInteraction, CreateActionRow, CreateButton, GuildId,
    Member, ModalInteraction, Permissions, User,
};

use super::check::{self, Watchman};
use super::render::Names;
use super::reply::Reply;
use super::stage::Stage;
use super::watch::Authors;
use super::which::{self, Found};
use super::wire::Wire;
use super::{components, facts, limits, places};
use crate::games::{AnySettings, EDITIONS, SessionCommand, Stand};
use crate::host::{Host, Refused, View};
use crate::kernel::audience::Room;
use crate::kernel::game::Actor;
use crate::kernel::ids::{GameId, PlayerId};
use crate::kernel::intent::{Intent, Offer, Person};
use crate::kernel::lobby::LobbyCommand;
use crate::kernel::panel::{Button, Row, Style};
use crate::kernel::text::Text;
use crate::kernel::time::Time;
use crate::store::Store;

/// What goes wrong on the way in and is nobody's move: Discord's or the disk's fault.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Discord did not do what was asked.
    #[error("Discord: {0}")]
    Discord(#[from] super::faults::Fault),
    /// The store did not.
    #[error("store: {0}")]
    Store(#[from] crate::store::StoreFault),
    /// What Discord sent cannot be read.
    #[error("Discord sent what cannot be read: {0}")]
    Unreadable(&'static str),
}

/// Everything that the way in needs. One per process.
pub struct Door {
    /// Runs the games.
    pub host: Host,
    /// Keeps the servers' settings.
    pub store: Store,
    /// Keeps rooms, boards and messages as they should be.
    pub stage: Stage,
    /// The way to Discord for what somebody waits for.
    pub wire: Wire,
    /// Looks at servers: before a start, when asked, and when rights change.
    pub watchman: Watchman,
    /// Who wrote which message lately.
    pub authors: Authors,
}

/// One interaction: who asks, where, and what Discord vouches for.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The interaction's id; a repeated one is answered with the first answer.
    pub interaction: Option<u64>,
    /// Who.
    pub person: PlayerId,
    /// The name shown here: in the server where this is one.
    pub name: String,
    /// The server, where it is not a DM.
    pub guild: Option<u64>,
    /// The channel or thread.
    pub channel: u64,
    /// What the person may do in this channel; nothing in a DM.
    pub may: Permissions,
    /// The person's roles in this server.
    pub roles: Vec<u64>,
    /// What the bot may do in this channel.
    pub bot_may: Permissions,
}

impl Asked {
    /// By a slash command, or while one is being typed.
    pub fn by_command(command: &CommandInteraction) -> Asked {
        Asked::new(
            command.id.get(),
            &command.user,
            command.member.as_deref(),
            command.guild_id,
            command.channel_id.get(),
            command.app_permissions,
        )
    }

    /// By a button or a menu.
    pub fn by_component(component: &ComponentInteraction) -> Asked {
        Asked::new(
            component.id.get(),
            &component.user,
            component.member.as_ref(),
            component.guild_id,
            component.channel_id.get(),
            component.app_permissions,
        )
    }

    /// By a modal that was sent in.
    pub fn by_modal(modal: &ModalInteraction) -> Asked {
        Asked::new(
            modal.id.get(),
            &modal.user,
            modal.member.as_ref(),
            modal.guild_id,
            modal.channel_id.get(),
            modal.app_permissions,
        )
    }

    fn new(
        interaction: u64,
        user: &User,
        member: Option<&Member>,
        guild: Option<GuildId>,
        channel: u64,
        bot_may: Option<Permissions>,
    ) -> Asked {
        Asked {
            interaction: Some(interaction),
            person: PlayerId(user.id.get()),
            name: facts::shown_name(user, member.and_then(|member| member.nick.as_deref())),
            guild: guild.map(GuildId::get),
            channel,
            may: member
                .and_then(|member| member.permissions)
                .unwrap_or_default(),
            roles: member
                .map(|member| member.roles.iter().map(|role| role.get()).collect())
                .unwrap_or_default(),
            bot_may: bot_may.unwrap_or_default(),
        }
    }

    /// Whether the person is known to manage this server: only what is asked in a server says so.
    pub fn manages(&self, guild: u64) -> bool {
        self.guild == Some(guild)
            && self
                .may
                .intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR)
    }
}

impl Door {
    /// A slash command: finds the game that is meant and goes on with it, or asks which it is.
    pub async fn hear(&self, asked: &Asked, named: Option<&str>, intent: Intent) -> Reply {
        match self.find(asked, &intent.verb, named).await {
            Found::One(view) => self.take(asked, &view, intent).await,
            // The guide is the same for all games of an edition, and there to be read before there is any.
            Found::Several(_) | Found::None(_) if intent.verb == "rules" && named.is_none() => {
                guide(&intent)
            }
            Found::Several(views) => ask_which(&views, &intent),
            Found::None(words) => Reply::say(words),
        }
    }

    /// A button, a menu or a modal of this game.
    pub async fn press(&self, asked: &Asked, game: GameId, intent: Intent) -> Reply {
        match self.host.recall(game).await {
            Ok(Some(view)) => self.take(asked, &view, intent).await,
            Ok(None) if intent.verb == "rules" => guide(&intent),
            Ok(None) => Reply::say(OVER),
            Err(fault) => {
                tracing::warn!(%game, %fault, "a game cannot be read");
                Reply::say(
                    "The bot could not read its disk, so nothing was done. Try again in a moment.",
                )
            }
        }
    }

    /// Suggestions for a field: what is shown and what is sent. Never what this person may not know.
    pub async fn suggest(
        &self,
        asked: &Asked,
        named: Option<&str>,
        intent: &Intent,
        field: &str,
        typed: &str,
    ) -> Vec<(String, String)> {
        let found = self.find(asked, &intent.verb, named).await;
        let Found::One(view) = found else {
            return if intent.verb == "rules" {
                topics(typed)
            } else {
                Vec::new()
            };
        };
        let names = Names::of(&view.session);
        let mut intent = intent.clone();
        self.fill_chat(asked, &view, &mut intent).await;
        if which::seats(&view.session, &names, &mut intent).is_err() {
            return Vec::new();
        }
        let person = Person {
            id: asked.person,
            manages_server: asked.manages(view.guild),
        };
        let looked_for = typed.trim().to_lowercase();
        view.session
            .complete(person, &intent, field, typed, self.host.now())
            .into_iter()
            .map(|choice| (names.label(&choice.label, limits::OPTION), choice.value))
            .filter(|(_, value)| !value.is_empty() && limits::length(value) <= limits::OPTION)
            // The game knows no names, so that what is typed of one is looked for here.
            .filter(|(label, value)| {
                label.to_lowercase().contains(&looked_for) || value.contains(&looked_for)
            })
            .take(limits::OPTIONS)
            .collect()
    }

    /// Suggestions for the game that is meant: those that this person may mean with this verb.
    pub fn suggest_games(
        &self,
        asked: &Asked,
        intent: &Intent,
        typed: &str,
    ) -> Vec<(String, String)> {
        let typed = typed.trim().to_lowercase();
        which::candidates(self.host.views(), asked, which::circle(&intent.verb))
            .iter()
            .filter(|view| self.knows(asked, view, &intent.verb))
            .filter(|view| view.session.lobby.name.to_lowercase().contains(&typed))
            .map(|view| (label(view), view.game.to_string()))
            .take(limits::OPTIONS)
            .collect()
    }

    /// The game that is meant. Where several could be, those that know no such verb are not.
    async fn find(&self, asked: &Asked, verb: &str, named: Option<&str>) -> Found {
        let circle = which::circle(verb);
        let here = self.whose(asked.channel).await.map(|(game, _)| game);
        // Right after a start there are games that are not loaded yet, and any of them may be meant.
        self.host.loaded().await;
        let mut views = self.host.views();
        // In its own rooms, or by its number, a game can be asked about when it has long ended.
        let meant = named.and_then(|named| named.trim().parse().ok());
        for game in [here, meant].into_iter().flatten() {
            if views.iter().all(|view| view.game != game)
                && let Ok(Some(ended)) = self.host.recall(game).await
            {
                views.push(ended);
            }
        }
        let candidates = which::candidates(views, asked, circle);
        match which::game(candidates, asked, circle, named, here) {
            Found::Several(views) => {
                let knows = |view: &&Arc<View>| self.knows(asked, view, verb);
                let mut knowing: Vec<_> = views.iter().filter(knows).cloned().collect();
                match knowing.len() {
                    0 => Found::Several(views),
                    1 => Found::One(knowing.remove(0)),
                    _ => Found::Several(knowing),
                }
            }
            found @ (Found::One(_) | Found::None(_)) => found,
        }
    }

    /// Whether this game has such a thing at all.
    fn knows(&self, asked: &Asked, view: &View, verb: &str) -> bool {
        let person = Person {
            id: asked.person,
            manages_server: asked.manages(view.guild),
        };
        let offer = offer(view, person, &Intent::new(verb), self.host.now());
        !matches!(offer, Offer::Unknown)
    }

    /// An intent in a game: puts in what only Discord knows, asks the game what it amounts to, and does it.
    async fn take(&self, asked: &Asked, view: &Arc<View>, mut intent: Intent) -> Reply {
        let names = Names::of(&view.session);
        self.fill_chat(asked, view, &mut intent).await;
        if let Err(words) = which::seats(&view.session, &names, &mut intent) {
            return Reply::say(words);
        }
        let person = self.person(asked, view, &intent).await;
        match facts::fill(self, asked, view, person, &mut intent).await {
            Ok(None) => {}
            Ok(Some(reply)) => return reply,
            Err(fault) => {
                tracing::warn!(game = %view.game, verb = intent.verb, %fault, "facts are missing");
                return Reply::say(
                    "Discord did not answer when asked about this, so nothing was done. Try again in a moment.",
                );
            }
        }
        // The facts took their time: what counts is how things stand now.
        let view = self
            .host
            .view(view.game)
            .unwrap_or_else(|| Arc::clone(view));
        self.remember_name(asked, &view);
        let names = names_with(&view, &intent);
        match offer(&view, person, &intent, self.host.now()) {
            Offer::Show(panel) if components::fits(view.game, &panel) => {
                Reply::panel(view.game, &names, &panel)
            }
            Offer::Show(_) => Reply::say(TOO_LONG),
            Offer::Refuse(text) => Reply::text(&names, &text),
            Offer::Unknown => {
                Reply::say("This game knows no such command. `/help` tells what there is.")
            }
            Offer::Do(command) => self.act(asked, &view, person, &intent, command).await,
        }
    }

    /// The game and the room that a channel or thread is, where it is one of ours.
    pub(super) async fn whose(&self, channel: u64) -> Option<(GameId, Option<Room>)> {
        match places::whose(&self.store, channel).await {
            Ok(found) => found,
            Err(fault) => {
                tracing::warn!(channel, %fault, "cannot look up whose channel this is");
                None
            }
        }
    }

    async fn act(
        &self,
        asked: &Asked,
        view: &View,
        person: Person,
        intent: &Intent,
        command: SessionCommand,
    ) -> Reply {
        let done = self
            .host
            .command(view.game, Actor::Person(person), command, asked.interaction)
            .await;
        match done {
            Ok(done) => {
                let names = names_with(&done.view, intent);
                let answer = Reply::text(&names, &done.answer);
                if intent.verb == "lobby.accept" {
                    // The button says that the game begins then. The interaction's one answer is taken by now.
                    let on = Asked {
                        interaction: None,
                        ..asked.clone()
                    };
                    let start = Box::pin(self.take(&on, &done.view, Intent::new("lobby.start")));
                    return start.await.below(answer);
                }
                self.after(&done.view, person, intent, &names, answer)
            }
            Err(refused) => {
                let names = names_with(view, intent);
                let known = matches!(refused, Refused::Rule(_) | Refused::Repeated { .. })
                    && view.session.lobby.member(person.id).is_some();
                let words = refusal(&names, refused);
                match intent.verb.as_str() {
                    // The first answer, with the way out, may have got lost.
                    "join" if known => self.after(view, person, intent, &names, words),
                    _ => words,
                }
            }
        }
    }

    /// What stands below an answer: the way out for whom no DM reaches, and the settings that were just changed.
    fn after(
        &self,
        view: &View,
        person: Person,
        intent: &Intent,
        names: &Names,
        answer: Reply,
    ) -> Reply {
        match intent.verb.as_str() {
            "join" if intent.field("reach") == Some("none") => {
                let row = Row::Buttons(vec![
                    Button::new(
                        Style::Primary,
                        "Use a private thread",
                        Intent::new("thread"),
                    ),
                    Button::new(Style::Secondary, "Try the DM again", Intent::new("join")),
                ]);
                let panel = crate::kernel::panel::Panel::say(
                    "Your DMs are closed to me: a test message did not arrive. Open them for this server (server menu, \
                     Privacy Settings, Direct Messages) and try again, or agree to get your cards in a private thread of \
                     this server, which its administrators could read.",
                )
                .with(row);
                Reply::panel(view.game, names, &panel).below(answer)
            }
            "lobby.set" => {
                match view
                    .session
                    .offer(person, &Intent::new("lobby.set"), self.host.now())
                {
                    Offer::Show(panel) => Reply::panel(view.game, names, &panel).below(answer),
                    Offer::Do(_) | Offer::Refuse(_) | Offer::Unknown => answer,
                }
            }
            _ => answer,
        }
    }

    /// The person as this game sees it. In a DM, or in another server, nobody is taken for a manager of this game's server
    /// unless it is looked up there; that is done where it matters.
    async fn person(&self, asked: &Asked, view: &View, intent: &Intent) -> Person {
        let manages_server = if asked.guild == Some(view.guild) {
            asked.manages(view.guild)
        } else if intent.verb.starts_with("host.") && view.session.lobby.host != asked.person {
            check::manages(&self.wire, view.guild, asked.person)
                .await
                .unwrap_or(false)
        } else {
            false
        };
        Person {
            id: asked.person,
            manages_server,
        }
    }

    /// A command about a chat, given in the chat itself, means that chat.
    async fn fill_chat(&self, asked: &Asked, view: &View, intent: &mut Intent) {
        if !matches!(intent.verb.as_str(), "chat.invite" | "chat.leave")
            || intent.field("chat").is_some()
        {
            return;
        }
        if let Some((game, Some(Room::Chat(number)))) = self.whose(asked.channel).await
            && game == view.game
        {
            intent.fields.insert("chat".to_owned(), number.to_string());
        }
    }

    /// Keeps up with how people are called in the game's server. A name is no move: it carries no interaction.
    fn remember_name(&self, asked: &Asked, view: &View) {
        let known = view.session.name_of(asked.person);
        if asked.guild != Some(view.guild) || known.is_none() || known == Some(&asked.name) {
            return;
        }
        let (host, game) = (self.host.clone(), view.game);
        let rename = SessionCommand::Lobby(LobbyCommand::Rename {
            player: asked.person,
            name: asked.name.clone(),
        });
        tokio::spawn(async move {
            // Refused where somebody else has told it already.
            let _known = host.command(game, Actor::Clock, rename, None).await;
        });
    }
}

/// What an intent amounts to in a game, also in one that a bug has brought to a stand.
fn offer(view: &View, person: Person, intent: &Intent, now: Time) -> Offer<SessionCommand> {
    let session = &view.session;
    if !view.stopped {
        return session.offer(person, intent, now);
    }
    match session.offer_at_a_stand(person, intent) {
        Some(offer) => offer,
        // What it shows may be what is broken.
        None => catch_unwind(AssertUnwindSafe(|| session.offer(person, intent, now)))
            .unwrap_or_else(|_| Offer::Refuse(Text::from(STANDS_STILL))),
    }
}

/// What is said in a game that a bug has brought to a stand.
const STANDS_STILL: &str = "This game stands still: the bot found a mistake of its own in it and has told the host. Nothing is \
                            lost. Its host, or who manages the server, can end it with `/host end`.";

/// What somebody is told whose typed words would not fit into the controls of what is still to be asked.
const TOO_LONG: &str = "Part of what you typed is too long to be anything here, so nothing was done. Choose from the \
                        lists that open as you type.";
/// What a control says whose game is not there any more.
const OVER: &str = "This is over: the game it belongs to has ended and is not kept any more.";

/// The names of all who have to do with a game, also of whom this intent would bring in.
fn names_with(view: &View, intent: &Intent) -> Names {
    let user = intent.field("user").and_then(|user| user.parse().ok());
    let newcomer = user.zip(intent.field("name"));
    Names::with(&view.session, newcomer.as_slice())
}

/// The topics of the guide, for whoever has no game yet.
fn topics(typed: &str) -> Vec<(String, String)> {
    let typed = typed.to_lowercase();
    AnySettings::default()
        .topics()
        .into_iter()
        .filter(|(label, _)| label.to_lowercase().contains(&typed))
        .map(|(label, word)| (label.to_owned(), word.to_owned()))
        .take(limits::OPTIONS)
        .collect()
}

/// The guide for whoever has no game that would say which edition's: the one that is named, or the usual one. The others are a
/// press away.
fn guide(intent: &Intent) -> Reply {
    let named = intent.field("edition").and_then(AnySettings::of);
    let settings = named.unwrap_or_default();
    let mut panel = settings.guide(intent.field("topic"));
    let others: Vec<Button> = EDITIONS
        .iter()
        .filter(|(word, _)| *word != settings.edition())
        .map(|(word, title)| {
            let read = Intent::new("rules").with("edition", word);
            Button::new(Style::Secondary, format!("Guide: {title}"), read)
        })
        .collect();
    if !others.is_empty() {
        panel = panel.with(Row::Buttons(others));
    }
    Reply::panel(GameId(0), &Names::default(), &panel)
}

/// A refusal or a fault, in words.
pub(super) fn refusal(names: &Names, refused: Refused) -> Reply {
    match refused {
        Refused::Rule(text) => Reply::text(names, &text),
        Refused::Repeated { answer } => Reply::text(names, &answer),
        Refused::Unknown => Reply::say(OVER),
        Refused::Fault(_) => Reply::say(
            "This was not recorded, so it did not happen: the bot could not write to its disk. Try again in a moment.",
        ),
        Refused::Stopped => Reply::say(STANDS_STILL),
    }
}

/// Asks which of several games is meant; each button carries the whole intent into its game.
fn ask_which(views: &[Arc<View>], intent: &Intent) -> Reply {
    let mut buttons = Vec::new();
    for view in views.iter().take(limits::OPTIONS) {
        let Some(id) = components::encode(view.game, intent, None) else {
            return Reply::say(
                "You have to do with several games. Say which one with the option `game`; a list opens as you type.",
            );
        };
        buttons.push(
            CreateButton::new(id)
                .style(ButtonStyle::Secondary)
                .label(limits::cut(&label(view), limits::BUTTON_LABEL)),
        );
    }
    let rows = buttons
        .chunks(limits::BUTTONS)
        .map(|row| CreateActionRow::Buttons(row.to_vec()))
        .collect();
    Reply::say("You have to do with several games. Which one do you mean?").with_rows(rows)
}

/// A game's name for a button or a list, with where it stands.
fn label(view: &View) -> String {
    let stands = match view.session.stand() {
        Stand::SignUp => " (sign-up)",
        Stand::Running => "",
        Stand::Over => " (over)",
        Stand::Cancelled => " (closed)",
    };
    let name = Names::default().label(
        &Text::from(view.session.lobby.name.as_str()),
        limits::BUTTON_LABEL - stands.len(),
    );
    format!("{name}{stands}")
}
