//! Bodies as drafts: what a body asks for, in the world's own types.

use serde_json::Value;

use super::super::validate;
use super::super::world::channels::ChannelDraft;
pub use super::super::world::draft::id;
use super::super::world::members::RoleDraft;
use super::super::world::model::{Overwrite, Target};
use super::super::world::threads::ThreadDraft;
use super::super::world::{Id, MessageDraft, MessageEdit, Refusal, Upload};

/// A new message, checked as far as its body alone says.
///
/// # Errors
/// 50006, 50035.
pub fn message_draft(body: &Value, files: &[Upload]) -> Result<MessageDraft, Refusal> {
    validate::message::check_create(body, files.len())?;
    Ok(MessageDraft::read(body, files.to_vec()))
}

/// Changes of a message, checked as far as the body alone says. What is null is emptied.
///
/// # Errors
/// 50035.
pub fn message_edit(body: &Value, files: &[Upload]) -> Result<MessageEdit, Refusal> {
    validate::message::check_edit(body, files.len())?;
    Ok(MessageEdit::read(body, files.to_vec()))
}

/// A channel's wanted state.
///
/// # Errors
/// 50035.
pub fn channel_draft(body: &Value) -> Result<ChannelDraft, Refusal> {
    let overwrites = match body.get("permission_overwrites").and_then(Value::as_array) {
        Some(entries) => {
            let parsed: Option<Vec<Overwrite>> = entries.iter().map(overwrite).collect();
            Some(parsed.ok_or_else(|| bad_overwrite("permission_overwrites"))?)
        }
        None => None,
    };
    Ok(ChannelDraft {
        name: text(body, "name"),
        kind: body["type"]
            .as_u64()
            .and_then(|kind| u8::try_from(kind).ok()),
        topic: body
            .get("topic")
            .map(|topic| topic.as_str().map(str::to_owned)),
        parent: body.get("parent_id").map(id),
        overwrites,
        position: body["position"].as_i64(),
        nsfw: body["nsfw"].as_bool(),
        rate_limit_per_user: body["rate_limit_per_user"].as_u64(),
        default_auto_archive_duration: body["default_auto_archive_duration"].as_u64(),
    })
}

/// An overwrite with its target's id in it.
pub fn overwrite(entry: &Value) -> Option<Overwrite> {
    overwrite_for(id(&entry["id"])?, entry)
}

/// An overwrite for a target that stands elsewhere.
pub fn overwrite_for(target: Id, entry: &Value) -> Option<Overwrite> {
    // discord.py sends the type as a number, older clients as text.
    let target = match (&entry["type"], entry["type"].as_u64()) {
        (_, Some(0)) | (Value::Null, _) => Target::Role(target),
        (_, Some(1)) => Target::Member(target),
        (Value::String(text), _) if text == "0" || text == "role" => Target::Role(target),
        (Value::String(text), _) if text == "1" || text == "member" => Target::Member(target),
        _ => return None,
    };
    let bits = |key: &str| match &entry[key] {
        Value::Null => Some(0),
        value => id(value),
    };
    Some(Overwrite {
        target,
        allow: bits("allow")?,
        deny: bits("deny")?,
    })
}

/// The refusal of a malformed overwrite.
pub fn bad_overwrite(path: &str) -> Refusal {
    Refusal::invalid_form(path, "OVERWRITE_INVALID", "Invalid permission overwrite")
}

/// A thread's wanted state.
pub fn thread_draft(body: &Value) -> ThreadDraft {
    ThreadDraft {
        name: text(body, "name"),
        kind: body["type"]
            .as_u64()
            .and_then(|kind| u8::try_from(kind).ok()),
        auto_archive_minutes: body["auto_archive_duration"].as_u64(),
        invitable: body["invitable"].as_bool(),
        archived: body["archived"].as_bool(),
        locked: body["locked"].as_bool(),
        rate_limit_per_user: body["rate_limit_per_user"].as_u64(),
    }
}

/// A role's wanted state.
pub fn role_draft(body: &Value) -> RoleDraft {
    RoleDraft {
        name: text(body, "name"),
        permissions: id(&body["permissions"]),
        color: body["color"]
            .as_u64()
            .or_else(|| body["colors"]["primary_color"].as_u64()),
        hoist: body["hoist"].as_bool(),
        mentionable: body["mentionable"].as_bool(),
        position: body["position"].as_i64(),
    }
}

/// A text that may be missing.
pub fn text(body: &Value, key: &str) -> Option<String> {
    body[key].as_str().map(str::to_owned)
}
