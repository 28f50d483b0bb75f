//! Slash commands: each becomes an `Intent` and goes the same way as a button (`Session::offer`).
//!
//! Two kinds of fields. What a person says (a command's options, a button's custom id, a menu's values) is passed through
//! as it is, but for seats and chats, see below. What only Discord knows (*facts*, in italics) is filled in here on every
//! pass, whatever the custom id says. A field that is absent was not said: `offer` then asks for it with a panel, or takes
//! the only thing that is possible. Further fields in buttons (a prompt's id as `p`, a page) are the edition's own and
//! are passed through.
//!
//! - *Seat* fields (`target`, `receiver`) hold a seat's number in digits. Whatever a person types there (a number, a name, a
//!   part of it, a mention) is resolved to it here; what fits nobody or several is refused here. `nobody` stays `nobody`.
//! - *Seats* (`members`) hold such numbers joined by commas.
//! - *Chat* fields hold the chat's number; where it is absent and the command was given in a chat's thread, it is that one.
//! - `sure` is `yes` on the button that asks once more; it cannot be typed.
//!
//! | command or button | verb | fields |
//! |---|---|---|
//! | **Sign-up** | | |
//! | Join | `join` | *`name`*, *`reach`* (`dm` or `none`, by the test DM) |
//! | Use a private thread | `thread` | *`name`* (reach is then `thread`) |
//! | Leave | `leave` | |
//! | `/game set [setting] [value]`, Settings | `lobby.set` | `key`, `value`; none: a panel with all settings |
//! | `/game start` | `lobby.start` | *`readers`* (ids joined by commas: users, or roles, who could read the secret threads now) |
//! | Accept these and begin | `lobby.accept` | `ok` (a digest of who was shown), *`readers`* (as found now); begins the game then |
//! | `/game cancel` | `lobby.cancel` | `sure` |
//! | **Anybody** | | |
//! | `/game status` | `status` | |
//! | `/game rules [topic]`, `/help [topic]` | `rules` | `topic`; `edition` (on buttons): whose guide, where no game says so |
//! | `/board` | `board` | |
//! | `/history [day]` | `history` | `day` |
//! | **Players** | | |
//! | `/me`, My cards | `me` | |
//! | `/hand` | `hand` | |
//! | `/play accusation`, `evidence`, `witness` | `play` | `card`, `target` |
//! | `/play alibi` | `play` | `card`, `target`, `marks` (what is removed; values are `complete`'s), `as` (`alibi` or `witness`) |
//! | `/play arson`, `stocks`, `black_cat`, `asylum`, `matchmaker`, `piety` | `play` | `card`, `target` |
//! | `/play curse` | `play` | `card`, `target`, `blue` (`black_cat`, `asylum`, `matchmaker`, `piety`) |
//! | `/play robbery`, `scapegoat` | `play` | `card`, `target` (from whom), `receiver` (to whom) |
//! | `/flip [target] [position]` | `flip` | `target` (whose Tryal), `position` (1 to 5): flipped, or revealed |
//! | `/pick [position]` | `pick` | `position` |
//! | `/cat [target]` | `cat` | `target` |
//! | `/kill [target]` | `kill` | `target` or `nobody`; `back` (`yes`, on a button): nothing is said any more |
//! | `/guard [target]` | `guard` | `target` or `nobody`: the guard, or the gavel |
//! | `/confess [position]` | `confess` | `position` or `withdraw`, `sure`; tabletop: also `phips`, `3-unless-gavel` |
//! | `/choose [character]` | `choose` | `character` (a word such as `ann-putnam`) |
//! | `/draw`, `/endturn` | `draw`, `endturn` | |
//! | `/power [use] [order]` | `power` | `use` (`yes`, `no`, `study`, `deck`, `discard`), `order` (numbers), `top`, `bottom`, `cards` |
//! | `/tryals reorder [order]` | `tryals.reorder` | `order` (positions) |
//! | `/lastwords [words]` | `lastwords` | `words`, also typed after a button |
//! | a menu: a card that the dead have left | `take` | `card` |
//! | `/chat open [with] [also]` | `chat.open` | `members`; `alone` (`yes`, on a button): nobody yet |
//! | `/chat invite [player] [chat]` | `chat.invite` | `target`, `chat` |
//! | `/chat leave [chat]` | `chat.leave` | `chat` |
//! | `/chat list` | `chat.list` | |
//! | a playing host's request, yes or no (H1) | `consent` | `p`, `yes` (`yes` or `no`) |
//! | **Hosts** | | |
//! | `/host pause`, `resume` | `host.pause`, `host.resume` | |
//! | `/host extend by` | `host.extend` | `by` (as typed: `90m`, `2h`, `1d 6h`) |
//! | `/host advance` | `host.advance` | `sure` |
//! | `/host replace player with` | `host.replace` | `target`, `user` (an id), `sure`, *`name`*, *`reach`* |
//! | `/host remove player` | `host.remove` | `target`, `sure` |
//! | `/host end` | `host.end` | `sure` |
//! | Take the proposal back (H1) | `host.withdraw` | |
//! | `/host secrets` | `host.secrets` | |
//! | `/host check` | `host.check` | answered at the door, with what is found now |
//! | Let me into all rooms (at the end) | `rooms.open` | |
//!
//! Every verb goes to the game that is meant; an edition that has no such thing says so, to that person alone.
//!
//! Autocomplete asks `Session::complete` with the same verb, the fields said so far (seats resolved) and the field's name from
//! this table. Cards are named `accusation`, `evidence`, `witness`, `alibi`, `arson`, `curse`, `robbery`, `scapegoat`, `stocks`,
//! `black_cat`, `asylum`, `matchmaker`, `piety`.

mod create;
mod tree;

use serenity::all::{
    AutocompleteChoice, CommandOptionType, CreateAutocompleteResponse, InstallationContext,
    InteractionContext, ResolvedOption, ResolvedValue,
};

use super::door::{Asked, Door, Fault};
use super::reply::{Reply, Responder};
use crate::kernel::intent::Intent;

/// A command of ours.
pub type Command = poise::Command<std::sync::Arc<Door>, Fault>;
/// What a command or its autocomplete is given.
pub type Context<'a> = poise::ApplicationContext<'a, std::sync::Arc<Door>, Fault>;

/// All commands, for the framework and for registering.
pub fn all() -> Vec<Command> {
    tree::commands()
}

/// What a command says: its verb, the fields that it says by itself, and those that its options hold.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Said {
    verb: &'static str,
    preset: Vec<(&'static str, &'static str)>,
    options: Vec<(&'static str, &'static str)>,
}

/// What kind of thing an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Words, with suggestions from the game.
    Words,
    /// A user of Discord.
    Person,
}

/// An option: its name, the field that it fills, its description, what it takes, and whether it must be there.
#[derive(Debug, Clone, Copy)]
struct Opt {
    name: &'static str,
    field: &'static str,
    description: &'static str,
    kind: Kind,
    required: bool,
}

/// The option by which a game is named; it fills no field.
const GAME: &str = "game";

/// A command that becomes an intent.
fn leaf(
    name: &'static str,
    description: &'static str,
    verb: &'static str,
    preset: &[(&'static str, &'static str)],
    options: &[Opt],
) -> Command {
    let said = Said {
        verb,
        preset: preset.to_vec(),
        options: options
            .iter()
            .map(|option| (option.name, option.field))
            .collect(),
    };
    let mut parameters: Vec<_> = options.iter().map(parameter).collect();
    parameters.push(parameter(&Opt {
        name: GAME,
        field: GAME,
        description: "Which game, where you are in several",
        kind: Kind::Words,
        required: false,
    }));
    Command {
        parameters,
        custom_data: Box::new(said),
        slash_action: Some(|ctx| Box::pin(run(ctx))),
        ..base(name, description)
    }
}

/// A command that only holds others.
fn group(name: &'static str, description: &'static str, subcommands: Vec<Command>) -> Command {
    Command {
        subcommands,
        subcommand_required: true,
        // Discord never calls it; poise registers only what has an action.
        slash_action: Some(|_| Box::pin(async { Ok(()) })),
        ..base(name, description)
    }
}

/// What all commands have in common: they work in servers and in the bot's DMs.
fn base(name: &'static str, description: &'static str) -> Command {
    Command {
        name: name.into(),
        qualified_name: name.into(),
        identifying_name: name.into(),
        description: Some(description.into()),
        install_context: Some(vec![InstallationContext::Guild]),
        interaction_context: Some(vec![InteractionContext::Guild, InteractionContext::BotDm]),
        ..Command::default()
    }
}

fn parameter(option: &Opt) -> poise::CommandParameter<std::sync::Arc<Door>, Fault> {
    poise::CommandParameter {
        name: option.name.into(),
        name_localizations: Vec::new().into(),
        description: Some(option.description.into()),
        description_localizations: Vec::new().into(),
        required: option.required,
        channel_types: None,
        choices: Vec::new().into(),
        type_setter: Some(match option.kind {
            Kind::Words => |builder| builder.kind(CommandOptionType::String),
            Kind::Person => |builder| builder.kind(CommandOptionType::User),
        }),
        autocomplete_callback: match option.kind {
            Kind::Words => Some(|ctx, typed| Box::pin(suggest(ctx, typed))),
            Kind::Person => None,
        },
        __non_exhaustive: (),
    }
}

/// The intent and the game named, as far as the options say.
fn spoken(said: &Said, args: &[ResolvedOption<'_>]) -> (Intent, Option<String>) {
    let mut intent = Intent::new(said.verb);
    for (field, value) in &said.preset {
        intent = intent.with(field, value);
    }
    let mut game = None;
    for arg in args {
        let value = match &arg.value {
            ResolvedValue::String(text) => (*text).to_owned(),
            ResolvedValue::Integer(number) => number.to_string(),
            ResolvedValue::User(user, _) => user.id.to_string(),
            ResolvedValue::Role(role) => role.id.to_string(),
            _ => continue,
        };
        if arg.name == GAME {
            game = Some(value);
            continue;
        }
        let Some((_, field)) = said.options.iter().find(|(name, _)| *name == arg.name) else {
            continue;
        };
        // Two options may fill one field (`/chat open with also`): a list.
        let known = intent
            .fields
            .get(*field)
            .map(|known| format!("{known},{value}"));
        intent
            .fields
            .insert((*field).to_owned(), known.unwrap_or(value));
    }
    (intent, game)
}

fn said<'a>(ctx: &Context<'a>) -> Option<&'a Said> {
    ctx.command_tree.last()?.custom_data.downcast_ref::<Said>()
}

async fn run(
    ctx: Context<'_>,
) -> Result<(), poise::FrameworkError<'_, std::sync::Arc<Door>, Fault>> {
    let door = ctx.framework.user_data;
    let responder = Responder::to_command(&door.wire, ctx.interaction);
    let asked = Asked::by_command(ctx.interaction);
    responder
        .answer(async {
            let Some(said) = said(&ctx) else {
                return Reply::say("This command is not known here any more.");
            };
            let (intent, game) = spoken(said, ctx.args);
            door.hear(&asked, game.as_deref(), intent).await
        })
        .await;
    Ok(())
}

async fn suggest(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let door = ctx.framework.user_data;
    let asked = Asked::by_command(ctx.interaction);
    let focused = ctx.args.iter().find_map(|arg| match arg.value {
        ResolvedValue::Autocomplete { .. } => Some(arg.name),
        _ => None,
    });
    let (Some(said), Some(focused)) = (said(&ctx), focused) else {
        return CreateAutocompleteResponse::new();
    };
    let (intent, game) = spoken(said, ctx.args);
    let choices = if focused == GAME {
        door.suggest_games(&asked, &intent, typed)
    } else {
        let field = said
            .options
            .iter()
            .find(|(name, _)| *name == focused)
            .map_or(focused, |(_, field)| *field);
        door.suggest(&asked, game.as_deref(), &intent, field, typed)
            .await
    };
    CreateAutocompleteResponse::new().set_choices(
        choices
            .into_iter()
            .map(|(label, value)| AutocompleteChoice::new(label, value))
            .collect(),
    )
}
