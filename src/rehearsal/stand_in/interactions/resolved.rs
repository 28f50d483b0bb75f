//! What the ids in an interaction's data stand for, as Discord sends it along.

use super::super::world::{Id, World};
use serde_json::{Map, Value, json};

/// What ids in an interaction stand for.
#[derive(Default)]
pub(super) struct Resolved {
    parts: Map<String, Value>,
}

impl Resolved {
    fn add(&mut self, part: &str, id: Id, value: Value) {
        let part = self.parts.entry(part).or_insert_with(|| json!({}));
        part[id.to_string()] = value;
    }

    pub(super) fn add_user(&mut self, world: &World, guild: Option<Id>, channel: Id, id: Id) {
        self.add("users", id, world.user_json(id));
        let member = guild.and_then(|guild| world.interaction_member_json(guild, id, channel));
        if let Some(Value::Object(mut member)) = member {
            for key in ["user", "deaf", "mute"] {
                member.shift_remove(key);
            }
            self.add("members", id, Value::Object(member));
        }
    }

    pub(super) fn add_role(&mut self, world: &World, guild: Option<Id>, id: Id) {
        if let Some(role) = guild.and_then(|guild| world.guilds.get(&guild)?.roles.get(&id)) {
            self.add("roles", id, super::super::world::render::role(role));
        }
    }

    pub(super) fn add_channel(&mut self, world: &World, user: Id, id: Id) {
        if let Some(place) = world.channels.get(&id) {
            let mut value = world.channel_json(place, user);
            value["permissions"] = json!(world.permissions(user, id).to_string());
            if let Some(map) = value.as_object_mut() {
                map.shift_remove("permission_overwrites");
            }
            self.add("channels", id, value);
        }
    }

    pub(super) fn into_json(self) -> Option<Value> {
        (!self.parts.is_empty()).then_some(Value::Object(self.parts))
    }
}
