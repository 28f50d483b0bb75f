//! Whole servers, copied: for loads that would take too long to set up message by message.

use std::collections::BTreeMap;

use serde_json::Value;

use super::World;
use super::model::{Channel, Guild, Id, Member, Message, Overwrite, Role, Target, User};
use super::refusal::Refusal;

/// By how much the ids of one copy and the next differ: some nine minutes of a snowflake's time, so that ids made within that
/// time never meet those of a copy.
const STRIDE: Id = 1 << 41;

/// The id that a copy has in the place of this one: copies count from 1, and lie in the past.
pub fn copied(id: Id, copy: u64) -> Id {
    id.saturating_sub(copy.saturating_mul(STRIDE))
}

impl World {
    /// Copies a guild with its members, their DMs with bots, its channels and all messages: whoever and whatever is there is
    /// there once more, under the ids of [`copied`]. Bots are in the copy themselves. In the custom ids of components the keys of
    /// `words` are replaced by their values; what messages say stays as it is. Nobody is told, and feeds begin empty.
    ///
    /// # Errors
    /// 10004.
    pub fn copy_guild(
        &mut self,
        guild: Id,
        copy: u64,
        words: &BTreeMap<String, String>,
    ) -> Result<(), Refusal> {
        let original = self.guild(guild)?.clone();
        let bots: Vec<Id> = original
            .members
            .keys()
            .copied()
            .filter(|user| self.users.get(user).is_some_and(|user| user.bot))
            .collect();
        let map = Map {
            copy,
            bots: &bots,
            words,
        };
        let people: Vec<Id> = original
            .members
            .keys()
            .copied()
            .filter(|user| !bots.contains(user))
            .collect();
        let mut places: Vec<Channel> = self.channels.of_guild(guild).cloned().collect();
        for user in &people {
            let dms = self.channels.dms_of(*user);
            places.extend(
                dms.filter(|dm| dm.recipients.iter().any(|user| bots.contains(user)))
                    .cloned(),
            );
            if let Some(known) = self.users.get(user) {
                let twin = User {
                    id: map.id(known.id),
                    ..known.clone()
                };
                self.users.insert(twin.id, twin);
            }
        }
        for place in places {
            let twin = map.channel(place);
            self.channels.insert(twin.id, twin);
        }
        let twin = map.guild(original);
        self.guilds.insert(twin.id, twin);
        Ok(())
    }
}

/// From ids of the original to those of the copy.
struct Map<'b> {
    copy: u64,
    bots: &'b [Id],
    words: &'b BTreeMap<String, String>,
}

impl Map<'_> {
    fn id(&self, id: Id) -> Id {
        if self.bots.contains(&id) {
            id
        } else {
            copied(id, self.copy)
        }
    }

    fn guild(&self, guild: Guild) -> Guild {
        let role = |role: Role| Role {
            id: self.id(role.id),
            ..role
        };
        let member = |member: Member| Member {
            user: self.id(member.user),
            roles: member.roles.iter().map(|role| self.id(*role)).collect(),
            ..member
        };
        Guild {
            id: self.id(guild.id),
            owner: self.id(guild.owner),
            roles: guild
                .roles
                .into_values()
                .map(role)
                .map(|role| (role.id, role))
                .collect(),
            members: guild
                .members
                .into_values()
                .map(member)
                .map(|member| (member.user, member))
                .collect(),
            audit: Vec::new(),
            system_channel: guild.system_channel.map(|id| self.id(id)),
            ..guild
        }
    }

    fn channel(&self, channel: Channel) -> Channel {
        let overwrite = |overwrite: Overwrite| Overwrite {
            target: match overwrite.target {
                Target::Role(id) => Target::Role(self.id(id)),
                Target::Member(id) => Target::Member(self.id(id)),
            },
            ..overwrite
        };
        let thread = channel.thread.map(|mut thread| {
            thread.owner = self.id(thread.owner);
            thread.members = thread
                .members
                .into_iter()
                .map(|(user, member)| (self.id(user), member))
                .collect();
            thread
        });
        Channel {
            id: self.id(channel.id),
            guild: channel.guild.map(|id| self.id(id)),
            parent: channel.parent.map(|id| self.id(id)),
            overwrites: channel.overwrites.into_iter().map(overwrite).collect(),
            last_message: channel.last_message.map(|id| self.id(id)),
            recipients: channel
                .recipients
                .iter()
                .map(|user| self.id(*user))
                .collect(),
            thread,
            messages: channel
                .messages
                .into_values()
                .map(|message| self.message(message))
                .map(|message| (message.id, message))
                .collect(),
            ..channel
        }
    }

    /// Replaces words in all custom ids.
    fn component(&self, mut component: Value) -> Value {
        for (key, value) in component.as_object_mut().into_iter().flatten() {
            match value {
                Value::String(text) if key == "custom_id" => {
                    for (old, new) in self.words {
                        if text.contains(old.as_str()) {
                            *text = text.replace(old.as_str(), new);
                        }
                    }
                }
                Value::Array(inner) => {
                    for component in inner {
                        *component = self.component(component.take());
                    }
                }
                _ => {}
            }
        }
        component
    }

    fn message(&self, message: Message) -> Message {
        Message {
            id: self.id(message.id),
            channel: self.id(message.channel),
            author: self.id(message.author),
            mentions: message.mentions.iter().map(|user| self.id(*user)).collect(),
            mention_roles: message
                .mention_roles
                .iter()
                .map(|role| self.id(*role))
                .collect(),
            components: message
                .components
                .into_iter()
                .map(|component| self.component(component))
                .collect(),
            thread: message.thread.map(|id| self.id(id)),
            ephemeral_for: message.ephemeral_for.map(|user| self.id(user)),
            ..message
        }
    }
}
