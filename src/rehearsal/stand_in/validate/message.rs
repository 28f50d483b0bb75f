//! Messages: content, embeds, mentions, files and flags, as far as Discord's description does not say it.

use super::{EMPTY_MESSAGE, Faults, Invalid, components, entries, whole};
use serde_json::Value;

/// The longest content, in characters (code points).
pub const CONTENT_MOST: usize = 2000;
/// The most embeds of one message, and the most files.
pub const EMBEDS_MOST: usize = 10;
/// The most characters of all embeds of a message together.
pub const EMBED_TEXT_MOST: usize = 6000;
/// The longest nonce, in characters.
pub const NONCE_MOST: usize = 25;

/// Message flag: embeds are not shown.
pub const SUPPRESS_EMBEDS: i64 = 1 << 2;
/// Message flag: only the user whom an interaction's answer is for sees the message.
pub const EPHEMERAL: i64 = 1 << 6;
/// Message flag: the answer is deferred and shows as "thinking".
pub const LOADING: i64 = 1 << 7;
/// Message flag: nobody is notified.
pub const SUPPRESS_NOTIFICATIONS: i64 = 1 << 12;
/// Message flag: the message is made of the newer components alone.
pub const COMPONENTS_V2: i64 = 1 << 15;

/// Checks the body of a new message (also of an interaction's answer and of a follow-up); `files` is the number of uploaded files.
pub fn check_create(body: &Value, files: usize) -> Result<(), Invalid> {
    check_parts(body, files)?;
    if is_empty(body, files) {
        return Err(Invalid::plain(
            EMPTY_MESSAGE,
            "Cannot send an empty message",
        ));
    }
    Ok(())
}

/// Checks the body of an edit, where parts that are missing stay as they are. Whether the edited message would be empty is for whoever
/// knows it: put the parts together and ask [`is_empty`].
pub fn check_edit(body: &Value, files: usize) -> Result<(), Invalid> {
    check_parts(body, files)
}

/// Whether a whole message has nothing in it: content that is blank counts as none.
pub fn is_empty(message: &Value, files: usize) -> bool {
    let blank = message["content"]
        .as_str()
        .is_none_or(|content| content.trim().is_empty());
    let without = |name: &str| entries(&message[name]).is_empty();
    blank
        && files == 0
        && message["poll"].is_null()
        && ["embeds", "components", "attachments", "sticker_ids"]
            .iter()
            .all(|part| without(part))
}

fn check_parts(body: &Value, files: usize) -> Result<(), Invalid> {
    let mut faults = Faults::default();
    let flags = whole(&body["flags"]).unwrap_or(0);
    faults.optional_length("content", &body["content"], 0, CONTENT_MOST);
    check_embeds(entries(&body["embeds"]), &mut faults);
    check_mentions(&body["allowed_mentions"], &mut faults);
    check_attachments(body, files, &mut faults);
    if let Some(nonce) = body["nonce"].as_str()
        && nonce.chars().count() > NONCE_MOST
    {
        faults.add(
            "nonce",
            "BASE_TYPE_MAX_LENGTH",
            format!("Must be {NONCE_MOST} or fewer in length."),
        );
    }
    faults.count("sticker_ids", entries(&body["sticker_ids"]).len(), 0, 3);
    let newer = flags & COMPONENTS_V2 != 0;
    if newer {
        for part in ["content", "embeds", "poll", "sticker_ids"] {
            let used =
                !body[part].is_null() && body[part] != "" && body[part] != serde_json::json!([]);
            if used {
                faults.add(
                    part,
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    "The 'content', 'embeds', 'stickers' and 'poll' fields cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                );
            }
        }
    }
    components::check_into(entries(&body["components"]), newer, &mut faults);
    faults.finish()
}

fn check_embeds(embeds: &[Value], faults: &mut Faults) {
    faults.count("embeds", embeds.len(), 0, EMBEDS_MOST);
    let mut total = 0;
    for (number, embed) in embeds.iter().enumerate() {
        let path = format!("embeds/{number}");
        let fields = entries(&embed["fields"]);
        for (place, most) in [("title", 256), ("description", 4096)] {
            faults.optional_length(&format!("{path}/{place}"), &embed[place], 0, most);
        }
        faults.optional_length(
            &format!("{path}/footer/text"),
            &embed["footer"]["text"],
            0,
            2048,
        );
        faults.optional_length(
            &format!("{path}/author/name"),
            &embed["author"]["name"],
            0,
            256,
        );
        faults.count(&format!("{path}/fields"), fields.len(), 0, 25);
        for (place, field) in fields.iter().enumerate() {
            faults.required_length(
                &format!("{path}/fields/{place}/name"),
                &field["name"],
                1,
                256,
            );
            faults.required_length(
                &format!("{path}/fields/{place}/value"),
                &field["value"],
                1,
                1024,
            );
        }
        if let Some(colour) = whole(&embed["color"])
            && !(0..=0xFF_FFFF).contains(&colour)
        {
            faults.add(
                &format!("{path}/color"),
                "NUMBER_TYPE_MAX",
                "int value should be less than or equal to 16777215.",
            );
        }
        if !shows_something(embed) {
            faults.add(
                &format!("{path}/description"),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
        }
        total += embed_text(embed);
    }
    if total > EMBED_TEXT_MOST {
        faults.add(
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
            format!("Embed size exceeds maximum size of {EMBED_TEXT_MOST}"),
        );
    }
}

fn shows_something(embed: &Value) -> bool {
    let said = |value: &Value| value.as_str().is_some_and(|text| !text.trim().is_empty());
    said(&embed["title"])
        || said(&embed["description"])
        || said(&embed["footer"]["text"])
        || said(&embed["author"]["name"])
        || !entries(&embed["fields"]).is_empty()
        || ["image", "thumbnail", "video"]
            .iter()
            .any(|picture| said(&embed[picture]["url"]))
}

/// What counts towards [`EMBED_TEXT_MOST`]: title, description, names and values of fields, footer and author.
fn embed_text(embed: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let fields: usize = entries(&embed["fields"])
        .iter()
        .map(|field| length(&field["name"]) + length(&field["value"]))
        .sum();
    length(&embed["title"])
        + length(&embed["description"])
        + length(&embed["footer"]["text"])
        + length(&embed["author"]["name"])
        + fields
}

fn check_mentions(allowed: &Value, faults: &mut Faults) {
    for kind in ["users", "roles"] {
        let path = format!("allowed_mentions/{kind}");
        let named = entries(&allowed[kind]);
        faults.count(&path, named.len(), 0, 100);
        if !named.is_empty() && entries(&allowed["parse"]).iter().any(|parse| parse == kind) {
            faults.add(
                "allowed_mentions/parse",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive."),
            );
        }
    }
}

/// A small id in `attachments` is the number of a file in the same request; a large one is an attachment that stays.
fn check_attachments(body: &Value, files: usize, faults: &mut Faults) {
    const UPLOADS_BELOW: i64 = 1 << 22;
    if files > 10 {
        faults.add(
            "attachments",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 10 or fewer in length.",
        );
    }
    let listed = entries(&body["attachments"]);
    faults.count("attachments", listed.len(), 0, 10);
    for (number, attachment) in listed.iter().enumerate() {
        let path = format!("attachments/{number}");
        faults.optional_length(
            &format!("{path}/description"),
            &attachment["description"],
            0,
            1024,
        );
        if let Some(id) = whole(&attachment["id"])
            && id < UPLOADS_BELOW
            && id as usize >= files
        {
            faults.add(
                &path,
                "ATTACHMENT_NOT_FOUND",
                format!("The attachment with id {id} was not found in the request"),
            );
        }
    }
}
