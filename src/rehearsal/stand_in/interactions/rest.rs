//! The routes of commands, interactions and their webhooks: from a request to a verb of the world.

use super::super::rest::{Answer, Call, Outcome, Route};
use super::super::world::{Id, Refusal, World};
use super::answer::Which;
use super::commands::Command;
use serde_json::{Value, json};

const GLOBAL: &str = "/applications/{application_id}/commands";
const GLOBAL_ONE: &str = "/applications/{application_id}/commands/{command_id}";
const GUILD: &str = "/applications/{application_id}/guilds/{guild_id}/commands";
const GUILD_ONE: &str = "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}";
const GUILD_PERMISSIONS: &str =
    "/applications/{application_id}/guilds/{guild_id}/commands/permissions";
const ONE_PERMISSIONS: &str =
    "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions";
const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";
const WEBHOOK: &str = "/webhooks/{webhook_id}/{webhook_token}";
const ORIGINAL: &str = "/webhooks/{webhook_id}/{webhook_token}/messages/@original";
const WEBHOOK_MESSAGE: &str = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}";

/// All of them. Interactions and webhooks are opened by their token in the path, so they need no bot token.
pub fn routes() -> Vec<Route> {
    let mut routes = Vec::new();
    for template in [GLOBAL, GUILD] {
        routes.push(Route::new("GET", template, list_commands));
        routes.push(Route::new("POST", template, create_command));
        routes.push(Route::new("PUT", template, overwrite_commands));
    }
    for template in [GLOBAL_ONE, GUILD_ONE] {
        routes.push(Route::new("GET", template, get_command));
        routes.push(Route::new("PATCH", template, edit_command));
        routes.push(Route::new("DELETE", template, delete_command));
    }
    routes.push(Route::new("GET", GUILD_PERMISSIONS, list_permissions));
    routes.push(Route::new("GET", ONE_PERMISSIONS, get_permissions));
    routes.push(Route::new("PUT", ONE_PERMISSIONS, set_permissions));
    routes.push(Route::open("POST", CALLBACK, answer));
    routes.push(Route::open("POST", WEBHOOK, follow_up));
    for template in [ORIGINAL, WEBHOOK_MESSAGE] {
        routes.push(Route::open("GET", template, get_message));
        routes.push(Route::open("PATCH", template, edit_message));
        routes.push(Route::open("DELETE", template, delete_message));
    }
    routes
}

/// The application of the path, which must be the one that asks, and the guild where the path has one.
fn scope(call: &Call) -> Result<(Id, Option<Id>), Refusal> {
    let application = call.id("application_id")?;
    if application != call.actor {
        return Err(Refusal::new(
            403,
            20012,
            "You are not authorized to perform this action on this application",
        ));
    }
    let guild = call.params.iter().any(|(name, _)| name == "guild_id");
    Ok((
        application,
        if guild {
            Some(call.id("guild_id")?)
        } else {
            None
        },
    ))
}

fn body_of(command: &Command) -> Value {
    command.body.clone()
}

fn list_commands(world: &mut World, call: &Call) -> Outcome {
    let (application, guild) = scope(call)?;
    let commands = world.commands(application, guild)?;
    Ok(Answer::ok(commands.into_iter().map(body_of).collect()))
}

fn create_command(world: &mut World, call: &Call) -> Outcome {
    let (application, guild) = scope(call)?;
    let (command, fresh) = world.create_command(application, guild, &call.body)?;
    Ok(if fresh {
        Answer::created(command.body)
    } else {
        Answer::ok(command.body)
    })
}

fn overwrite_commands(world: &mut World, call: &Call) -> Outcome {
    let (application, guild) = scope(call)?;
    let commands = world.overwrite_commands(application, guild, &call.body)?;
    Ok(Answer::ok(commands.iter().map(body_of).collect()))
}

fn get_command(world: &mut World, call: &Call) -> Outcome {
    let (application, guild) = scope(call)?;
    let command = world.command(application, guild, call.id("command_id")?)?;
    Ok(Answer::ok(command.body.clone()))
}

fn edit_command(world: &mut World, call: &Call) -> Outcome {
    let (application, guild) = scope(call)?;
    let command = world.edit_command(application, guild, call.id("command_id")?, &call.body)?;
    Ok(Answer::ok(command.body))
}

fn delete_command(world: &mut World, call: &Call) -> Outcome {
    let (application, guild) = scope(call)?;
    world.delete_command(application, guild, call.id("command_id")?)?;
    Ok(Answer::no_content())
}

/// Nobody has set permissions for single commands here: a server's managers do that in their client.
fn list_permissions(world: &mut World, call: &Call) -> Outcome {
    let (application, guild) = scope(call)?;
    world.commands(application, guild)?;
    Ok(Answer::ok(json!([])))
}

fn get_permissions(world: &mut World, call: &Call) -> Outcome {
    let (application, guild) = scope(call)?;
    world.commands(application, guild)?;
    Err(Refusal::new(
        404,
        10066,
        "Unknown application command permissions",
    ))
}

fn set_permissions(_: &mut World, call: &Call) -> Outcome {
    scope(call)?;
    Err(Refusal::new(403, 20001, "Bots cannot use this endpoint"))
}

fn answer(world: &mut World, call: &Call) -> Outcome {
    let (id, token) = (call.id("interaction_id")?, call.text("interaction_token")?);
    let response = world.answer(id, token, &call.body, call.files.clone())?;
    Ok(if call.query_flag("with_response") {
        Answer::ok(response)
    } else {
        Answer::no_content()
    })
}

fn follow_up(world: &mut World, call: &Call) -> Outcome {
    let (application, token) = (call.id("webhook_id")?, call.text("webhook_token")?);
    // An interaction's webhook always answers with the message, whether `wait` is asked for or not.
    let message = world.follow_up(application, token, &call.body, call.files.clone())?;
    Ok(Answer::ok(message))
}

fn which(call: &Call) -> Result<Which, Refusal> {
    match call.text("message_id") {
        Ok(_) => Ok(Which::One(call.id("message_id")?)),
        Err(_) => Ok(Which::Original),
    }
}

fn get_message(world: &mut World, call: &Call) -> Outcome {
    let (application, token) = (call.id("webhook_id")?, call.text("webhook_token")?);
    Ok(Answer::ok(world.interaction_message(
        application,
        token,
        which(call)?,
    )?))
}

fn edit_message(world: &mut World, call: &Call) -> Outcome {
    let (application, token) = (call.id("webhook_id")?, call.text("webhook_token")?);
    let message = world.edit_interaction_message(
        application,
        token,
        which(call)?,
        &call.body,
        call.files.clone(),
    )?;
    Ok(Answer::ok(message))
}

fn delete_message(world: &mut World, call: &Call) -> Outcome {
    let (application, token) = (call.id("webhook_id")?, call.text("webhook_token")?);
    world.delete_interaction_message(application, token, which(call)?)?;
    Ok(Answer::no_content())
}
