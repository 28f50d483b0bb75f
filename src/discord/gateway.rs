//! The gateway: what Discord tells, and who hears it. Commands go through poise; the rest is sorted here.

use std::collections::BTreeSet;
use std::sync::Arc;

use poise::{BoxFuture, Framework, FrameworkContext, FrameworkError, FrameworkOptions};
use serenity::all::{
    ApplicationId, ConnectionStage, FullEvent, GatewayIntents, Interaction, Ready, UnavailableGuild,
};
use tokio::sync::mpsc;

use super::door::{Door, Fault};
use super::reply::{Reply, Responder};
use super::wire::Wire;
use super::{buttons, commands, permissions, watch};

/// A framework of ours.
pub type OurFramework = Framework<Arc<Door>, Fault>;

/// What is asked of the gateway. Never the content of messages.
pub fn intents(members: bool) -> GatewayIntents {
    let mut intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES;
    if members {
        intents |= GatewayIntents::GUILD_MEMBERS;
    }
    intents
}

/// What became of the work at the first READY: nothing to say, or why the bot cannot go on.
pub type Started = Result<(), Fault>;

/// The framework: all commands, and this chapter's ears. The work of starting up is done at the first READY, once; what
/// becomes of it is told through `started`, for a bot whose start failed would hang at every interaction.
pub fn framework(door: Arc<Door>, started: mpsc::UnboundedSender<Started>) -> OurFramework {
    let options = FrameworkOptions {
        commands: commands::all(),
        on_error: |error| Box::pin(failed(error)),
        event_handler: |framework, event| Box::pin(heard(framework, event)),
        initialize_owners: false,
        ..FrameworkOptions::default()
    };
    Framework::new(
        options,
        move |_ctx, ready, framework| -> BoxFuture<'_, Result<Arc<Door>, Fault>> {
            Box::pin(async move {
                let result = start_up(&door, ready, framework).await;
                let failed = result.as_ref().err().map(ToString::to_string);
                // Nobody listens any more when the bot is being stopped.
                let _nobody = started.send(result);
                match failed {
                    None => Ok(door),
                    Some(words) => {
                        tracing::error!(words, "the bot could not start");
                        Err(Fault::Unreadable("the start failed"))
                    }
                }
            })
        },
    )
}

/// Registers the commands, in one scope, and lets the stage begin.
async fn start_up(door: &Arc<Door>, ready: &Ready, framework: &OurFramework) -> Result<(), Fault> {
    let commands = poise::builtins::create_application_commands(&framework.options().commands);
    let application = ready.application.id;
    door.wire.set_commands(application, &commands).await?;
    // There may be thousands of servers, and nobody waits for this.
    let (wire, guilds) = (door.wire.for_stage(), ready.guilds.clone());
    tokio::spawn(async move {
        for guild in guilds {
            remove_leftovers(&wire, application, guild.id.get()).await;
        }
    });
    // Servers that the bot was sent away from while it was not there: their games wait.
    let here: BTreeSet<u64> = ready.guilds.iter().map(|guild| guild.id.get()).collect();
    for guild in door.host.guilds().difference(&here) {
        tracing::warn!(guild, "the bot is not on the server of some of its games");
        door.stage.gone(*guild);
    }
    tracing::info!(
        bot = %ready.user.id,
        guilds = ready.guilds.len(),
        "connected; to invite the bot with the least permissions it needs: {}",
        invite(ready.application.id.get())
    );
    // What fell due meanwhile is settled before any player is served (H7): where somebody is heard before all games are loaded
    // and told, that one's game is, before.
    let (host, at) = (door.host.clone(), door.host.now());
    tokio::spawn(async move { host.session_back(at).await });
    Ok(())
}

/// The link by which the bot is brought to a server, with no right that it does not need.
pub fn invite(application: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={}",
        permissions::required()
    )
}

/// Commands registered for one server alone would stand beside the global ones: every command would be listed twice.
async fn remove_leftovers(wire: &Wire, application: ApplicationId, guild: u64) {
    match wire.remove_guild_commands(application, guild).await {
        Ok(true) => {
            tracing::info!(%guild, "commands that were registered for this server alone are removed");
        }
        Ok(false) => {}
        Err(fault) => {
            tracing::warn!(%guild, %fault, "cannot look for commands registered for this server alone");
        }
    }
}

async fn heard(
    framework: FrameworkContext<'_, Arc<Door>, Fault>,
    event: &FullEvent,
) -> Result<(), Fault> {
    let door = framework.user_data;
    match event {
        FullEvent::InteractionCreate { interaction } => match interaction {
            Interaction::Component(component) => buttons::pressed(door, component).await,
            Interaction::Modal(modal) => buttons::submitted(door, modal).await,
            _ => {}
        },
        FullEvent::Ready { .. } => {
            door.host.session_back(door.host.now()).await;
        }
        FullEvent::Resume { .. } => door.host.session_back(door.host.now()).await,
        FullEvent::ShardStageUpdate { event }
            if event.old == ConnectionStage::Connected
                && event.new != ConnectionStage::Connected =>
        {
            tracing::warn!("the connection to Discord is lost; connecting again");
            door.host.session_lost(door.host.now()).await;
        }
        FullEvent::GuildCreate { guild, .. } => rights_changed(door, guild.id),
        FullEvent::GuildUpdate { new_data, .. } => {
            let (guild, owner) = (new_data.id.get(), new_data.owner_id.get());
            door.watchman.owned_by(guild, owner);
        }
        FullEvent::GuildDelete { incomplete, .. } => left_server(door, incomplete),
        FullEvent::ChannelUpdate { new, .. } | FullEvent::ThreadUpdate { new, .. } => {
            let seconds = u64::from(new.rate_limit_per_user.unwrap_or(0));
            let (guild, channel) = (new.guild_id.get(), new.id.get());
            door.watchman.slowmode_changed(guild, channel, seconds);
            door.stage.touched(channel).await;
        }
        FullEvent::ChannelDelete { channel, .. } => door.stage.touched(channel.id.get()).await,
        FullEvent::CategoryDelete { category } => door.stage.touched(category.id.get()).await,
        FullEvent::ThreadDelete { thread, .. } => door.stage.touched(thread.id.get()).await,
        FullEvent::ThreadMembersUpdate {
            thread_members_update: update,
        } => {
            for user in &update.removed_member_ids {
                watch::left_thread(door, update.id.get(), user.get()).await;
            }
            for member in &update.added_members {
                door.stage
                    .came_to_thread(update.id.get(), member.user_id.get())
                    .await;
            }
        }
        FullEvent::GuildRoleCreate { new } | FullEvent::GuildRoleUpdate { new, .. } => {
            rights_changed(door, new.guild_id);
        }
        FullEvent::GuildRoleDelete { guild_id, .. } => rights_changed(door, *guild_id),
        FullEvent::GuildMemberRemoval { guild_id, user, .. } => {
            watch::gone(door, guild_id.get(), user.id.get()).await;
        }
        FullEvent::GuildMemberAddition { new_member } => {
            watch::back(door, new_member.guild_id.get(), new_member.user.id.get()).await;
        }
        FullEvent::GuildMemberUpdate { event, .. } => {
            let (guild, user) = (event.guild_id.get(), event.user.id.get());
            let roles = event.roles.iter().map(|role| role.get());
            door.watchman.member_changed(guild, user, roles);
            watch::renamed(
                door,
                event.guild_id.get(),
                &event.user,
                event.nick.as_deref(),
            )
            .await;
        }
        FullEvent::Message { new_message } => watch::said(door, new_message).await,
        FullEvent::MessageUpdate { event, .. } => watch::edited(door, event).await,
        FullEvent::MessageDelete {
            channel_id,
            deleted_message_id,
            ..
        } => {
            watch::deleted(door, channel_id.get(), &[deleted_message_id.get()]).await;
        }
        FullEvent::MessageDeleteBulk {
            channel_id,
            multiple_deleted_messages_ids,
            ..
        } => {
            let messages: Vec<u64> = multiple_deleted_messages_ids
                .iter()
                .map(|id| id.get())
                .collect();
            watch::deleted(door, channel_id.get(), &messages).await;
        }
        _ => {}
    }
    Ok(())
}

/// What may be done on a server may be otherwise than before, for the bot or for others.
fn rights_changed(door: &Door, guild: serenity::all::GuildId) {
    door.stage.recheck_guild(guild.get());
    door.watchman.look_again(guild.get());
}

/// A server from which the bot was sent away, or one that is unavailable for a while: nothing is tried there until Discord
/// says that it is there (again).
fn left_server(door: &Door, guild: &UnavailableGuild) {
    if guild.unavailable {
        tracing::warn!(guild = %guild.id, "a server is unavailable for now; its games wait");
    } else {
        tracing::warn!(guild = %guild.id, "the bot was removed from a server; its games wait");
    }
    door.stage.gone(guild.id.get());
}

async fn failed(error: FrameworkError<'_, Arc<Door>, Fault>) {
    match error {
        FrameworkError::Setup { .. } => {}
        FrameworkError::UnknownInteraction {
            framework,
            interaction,
            ..
        } if interaction.data.autocomplete().is_none() => {
            let responder = Responder::to_command(&framework.user_data.wire, interaction);
            responder
                .answer(async {
                    Reply::say("This command is not known here any more. Discord needs a while to forget it; try another.")
                })
                .await;
        }
        FrameworkError::CommandPanic { ctx, .. } => {
            tracing::error!(
                command = ctx.command().qualified_name.as_ref(),
                "a command panicked"
            );
        }
        other => tracing::warn!(fault = %other, "an event was not handled"),
    }
}
