//! `/game create` and `/setup`: what there is to do before there is a game.

use serenity::all::{ChannelType, CommandOptionType, Permissions, ResolvedValue, RoleId};

use super::{Command, Context, base};
use crate::discord::check;
use crate::discord::door::{Asked, Door, Fault, refusal};
use crate::discord::render::{Names, escape};
use crate::discord::reply::{Reply, Responder};
use crate::games::{AnySettings, EDITIONS};
use crate::host::Opening;
use crate::kernel::game::Settings;
use crate::kernel::intent::Person;
use crate::store::GuildSettings;

/// Characters of a game's name.
const NAME: usize = 60;
/// What the bot needs in the channel where a sign-up is posted, each with Discord's word for it.
const POSTING: [(Permissions, &str); 3] = [
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
];

/// `/game create`.
pub(super) fn create() -> Command {
    Command {
        parameters: vec![
            option("name", "What the game is called", true, |builder| {
                builder
                    .kind(CommandOptionType::String)
                    .min_length(1)
                    .max_length(60)
            }),
            option(
                "edition",
                "Which game; the Forum Mafia edition where nothing is said",
                false,
                |builder| {
                    let kind = builder.kind(CommandOptionType::String);
                    EDITIONS.iter().fold(kind, |builder, (word, title)| {
                        builder.add_string_choice(*title, *word)
                    })
                },
            ),
            option(
                "preset",
                "Tabletop: by turns over weeks, or live in an evening",
                false,
                |builder| {
                    builder
                        .kind(CommandOptionType::String)
                        .add_string_choice("By turns, over weeks", "async")
                        .add_string_choice("Live, in an evening", "live")
                },
            ),
            option(
                "day",
                "Forum edition: how long a Day is: 1m to 14d; usually 24h",
                false,
                |builder| builder.kind(CommandOptionType::String),
            ),
            option(
                "turn",
                "Tabletop: how long a turn is: 1m to 14d; usually 24h, live 3m",
                false,
                |builder| builder.kind(CommandOptionType::String),
            ),
            option(
                "night",
                "How long a Night is: 1m to 14d",
                false,
                |builder| builder.kind(CommandOptionType::String),
            ),
        ],
        slash_action: Some(|ctx| {
            Box::pin(async move {
                answered(ctx, open).await;
                Ok(())
            })
        }),
        ..base("create", "Open the sign-up for a new game in this channel")
    }
}

/// `/setup`.
pub(super) fn setup() -> Command {
    Command {
        parameters: vec![option(
            "host_role",
            "A role whose members may open games; @everyone for nobody but managers",
            false,
            |builder| builder.kind(CommandOptionType::Role),
        )],
        default_member_permissions: Permissions::MANAGE_GUILD,
        slash_action: Some(|ctx| {
            Box::pin(async move {
                answered(ctx, set_up).await;
                Ok(())
            })
        }),
        ..base(
            "setup",
            "For who manages the server: who may open games, and whether I can work here",
        )
    }
}

type Parameter = poise::CommandParameter<std::sync::Arc<Door>, Fault>;
type Builder = serenity::all::CreateCommandOption;

fn option(
    name: &'static str,
    description: &'static str,
    required: bool,
    kind: fn(Builder) -> Builder,
) -> Parameter {
    poise::CommandParameter {
        name: name.into(),
        name_localizations: Vec::new().into(),
        description: Some(description.into()),
        description_localizations: Vec::new().into(),
        required,
        channel_types: None,
        choices: Vec::new().into(),
        type_setter: Some(kind),
        autocomplete_callback: None,
        __non_exhaustive: (),
    }
}

/// What a command of this chapter was given.
#[derive(Debug, Default)]
struct Given {
    name: String,
    edition: Option<String>,
    preset: Option<String>,
    day: Option<String>,
    turn: Option<String>,
    night: Option<String>,
    role: Option<RoleId>,
    /// Whether the command was given in a text channel, where a message stays where it is found.
    in_text_channel: bool,
}

async fn answered<F>(ctx: Context<'_>, work: fn(std::sync::Arc<Door>, Asked, Given) -> F)
where
    F: Future<Output = Result<Reply, Fault>>,
{
    let door = std::sync::Arc::clone(ctx.framework.user_data);
    let asked = Asked::by_command(ctx.interaction);
    let kind = ctx.interaction.channel.as_ref().map(|channel| channel.kind);
    let mut given = Given {
        in_text_channel: matches!(kind, Some(ChannelType::Text | ChannelType::News)),
        ..Given::default()
    };
    for arg in ctx.args {
        match (arg.name, &arg.value) {
            ("name", ResolvedValue::String(text)) => given.name = quiet(text),
            ("edition", ResolvedValue::String(text)) => given.edition = Some((*text).to_owned()),
            ("preset", ResolvedValue::String(text)) => given.preset = Some((*text).to_owned()),
            ("day", ResolvedValue::String(text)) => given.day = Some((*text).to_owned()),
            ("turn", ResolvedValue::String(text)) => given.turn = Some((*text).to_owned()),
            ("night", ResolvedValue::String(text)) => given.night = Some((*text).to_owned()),
            ("host_role", ResolvedValue::Role(role)) => given.role = Some(role.id),
            _ => {}
        }
    }
    let responder = Responder::to_command(&door.wire, ctx.interaction);
    let work = async {
        work(std::sync::Arc::clone(&door), asked, given)
            .await
            .unwrap_or_else(|fault| {
                tracing::warn!(%fault, "a command failed");
                Reply::say(
                    "That did not work: Discord or the disk did not answer. Nothing was done; try again in a moment.",
                )
            })
    };
    responder.answer(work).await;
}

/// Opens a sign-up (H9: who manages the server, and who has the role named with `/setup`).
async fn open(door: std::sync::Arc<Door>, asked: Asked, given: Given) -> Result<Reply, Fault> {
    let Some(guild) = asked.guild else {
        return Ok(Reply::say(
            "A game is opened in a server: use `/game create` in the channel where people are to sign up.",
        ));
    };
    if !given.in_text_channel {
        return Ok(Reply::say(
            "A sign-up stands in a text channel, where people find it: use `/game create` in one.",
        ));
    }
    let settings = door.store.guild_settings(guild).await?;
    let has_role = settings
        .host_role
        .is_some_and(|role| asked.roles.contains(&role));
    if !asked.manages(guild) && !has_role {
        let role = match settings.host_role {
            Some(role) => format!("members with the role <@&{role}>"),
            None => "members with a role that an administrator names with `/setup`".to_owned(),
        };
        return Ok(Reply::say(format!(
            "Games are opened by those who may manage this server, and by {role}. Ask one of them."
        )));
    }
    if given.name.is_empty() {
        return Ok(Reply::say(
            "The game needs a name with a letter or a digit in it.",
        ));
    }
    let missing: Vec<&str> = POSTING
        .iter()
        .filter(|(bit, _)| !asked.bot_may.contains(*bit))
        .map(|(_, name)| *name)
        .collect();
    if !missing.is_empty() && !asked.bot_may.contains(Permissions::ADMINISTRATOR) {
        return Ok(Reply::say(format!(
            "I cannot post the sign-up in this channel: I lack **{}** here. Channel settings > Permissions > my role: \
             switch them on, or use another channel.",
            missing.join(", ")
        )));
    }
    let edition = given.edition.as_deref().unwrap_or(EDITIONS[0].0);
    let Some(mut chosen) = AnySettings::of(edition) else {
        return Ok(Reply::say(
            "There is no such edition. Choose one of those that are suggested.",
        ));
    };
    // A preset sets every length, so that it comes first.
    let lengths = [
        ("preset", &given.preset),
        ("day", &given.day),
        ("turn", &given.turn),
        ("night", &given.night),
    ];
    let listed = chosen.list();
    let has = |key: &str| listed.iter().any(|setting| setting.key == key);
    for (key, value) in lengths {
        if let Some(value) = value {
            if !has(key) {
                let keys = lengths.map(|(key, _)| key).into_iter();
                let had: Vec<String> = keys
                    .filter(|key| has(key))
                    .map(|key| format!("`{key}`"))
                    .collect();
                return Ok(Reply::say(format!(
                    "{} has no `{key}`. Of these it has {}. Nothing was opened: give one of those, or choose the other edition.",
                    chosen.title(),
                    had.join(", "),
                )));
            }
            chosen = match chosen.set(key, value) {
                Ok(chosen) => chosen,
                Err(text) => return Ok(Reply::text(&Names::default(), &text)),
            };
        }
    }
    let opened = door
        .host
        .open(Opening {
            guild,
            channel: asked.channel,
            name: given.name,
            host: Person {
                id: asked.person,
                manages_server: asked.manages(guild),
            },
            host_name: asked.name,
            settings: chosen,
            interaction: asked.interaction,
        })
        .await;
    match opened {
        Ok((game, text)) => {
            let names = door
                .host
                .view(game)
                .map(|view| Names::of(&view.session))
                .unwrap_or_default();
            Ok(Reply::text(&names, &text))
        }
        Err(refused) => Ok(refusal(&Names::default(), refused)),
    }
}

/// Names the role whose members may open games, and says what the bot still lacks.
async fn set_up(door: std::sync::Arc<Door>, asked: Asked, given: Given) -> Result<Reply, Fault> {
    let Some(guild) = asked.guild else {
        return Ok(Reply::say("`/setup` is for a server: use it there."));
    };
    if !asked.manages(guild) {
        return Ok(Reply::say(
            "Only those who may manage this server (the permission Manage Server) can use `/setup`.",
        ));
    }
    let mut settings = door.store.guild_settings(guild).await?;
    if let Some(role) = given.role {
        // The role of everybody has the server's own id: choosing it takes the role back.
        let host_role = (role.get() != guild).then(|| role.get());
        settings = GuildSettings { host_role };
        door.store.put_guild_settings(guild, &settings).await?;
    }
    let mut words = match settings.host_role {
        Some(role) => format!(
            "Games may be opened by those who manage this server, and by members with the role <@&{role}>. \
             `/setup host_role:@everyone` takes that back."
        ),
        None => "Games may be opened by those who manage this server alone. `/setup host_role:` names a role whose members \
                 may, too."
            .to_owned(),
    };
    words += "\n\n";
    words += &match check::own_rights(&door.wire, guild).await? {
        None => "I have all the permissions that a game needs.".to_owned(),
        Some(problem) => problem,
    };
    Ok(Reply::say(words))
}

/// A game's name on one line, without what cannot be seen; empty where no letter or digit is left.
fn quiet(typed: &str) -> String {
    let seen = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
                | '\u{E000}'..='\u{F8FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
    };
    let words: String = typed
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(seen)
        .collect();
    let name: String = words
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(NAME)
        .collect();
    match escape(&name).chars().any(char::is_alphanumeric) {
        true => name,
        false => String::new(),
    }
}
