//! A request's JSON body and files as a message to write, or as changes of one.

use super::super::world::messages::{AllowedMentions, MessageDraft, MessageEdit};
use super::super::world::{Id, Upload};
use super::client::list;
use serde_json::Value;

/// The message that a body asks for, without what only the world knows.
pub(super) fn draft_of(body: &Value, files: Vec<Upload>) -> MessageDraft {
    MessageDraft {
        content: body["content"].as_str().unwrap_or_default().to_owned(),
        embeds: list(&body["embeds"]).to_vec(),
        components: list(&body["components"]).to_vec(),
        files,
        flags: body["flags"].as_u64().unwrap_or(0),
        tts: body["tts"] == true,
        allowed_mentions: allowed_mentions(&body["allowed_mentions"]),
        ..MessageDraft::default()
    }
}

/// The changes that a body asks for: a key that is missing leaves its part as it is, null empties it.
pub(super) fn edit_of(body: &Value, files: Vec<Upload>) -> MessageEdit {
    let part = |name: &str| body.get(name).map(|value| list(value).to_vec());
    MessageEdit {
        content: body
            .get("content")
            .map(|text| text.as_str().unwrap_or_default().to_owned()),
        embeds: part("embeds"),
        components: part("components"),
        keep_attachments: part("attachments")
            .map(|kept| kept.iter().filter_map(|file| id(&file["id"])).collect()),
        files,
        flags: body["flags"].as_u64(),
        allowed_mentions: allowed_mentions(&body["allowed_mentions"]),
    }
}

fn allowed_mentions(body: &Value) -> Option<AllowedMentions> {
    if body.is_null() {
        return None;
    }
    let parses = |kind: &str| list(&body["parse"]).iter().any(|parse| parse == kind);
    let ids = |kind: &str| list(&body[kind]).iter().filter_map(id).collect();
    Some(AllowedMentions {
        all_users: parses("users"),
        all_roles: parses("roles"),
        everyone: parses("everyone"),
        users: ids("users"),
        roles: ids("roles"),
        replied_user: body["replied_user"] == true,
    })
}

fn id(value: &Value) -> Option<Id> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
