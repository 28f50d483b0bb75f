//! What a message is to be: its parts, as a body asks for them.

use serde_json::{Value, json};

use super::model::{Id, Upload};

/// Who may be pinged by a message; everyone that the text mentions where it is not given.
#[derive(Debug, Clone, Default)]
pub struct AllowedMentions {
    /// All users mentioned.
    pub all_users: bool,
    /// All roles mentioned.
    pub all_roles: bool,
    /// @everyone and @here.
    pub everyone: bool,
    /// These users.
    pub users: Vec<Id>,
    /// These roles.
    pub roles: Vec<Id>,
    /// The author of the message replied to.
    pub replied_user: bool,
}

/// A message to be written.
#[derive(Debug, Clone, Default)]
pub struct MessageDraft {
    /// Text, up to 2,000 characters.
    pub content: String,
    /// Embeds as on the wire.
    pub embeds: Vec<Value>,
    /// Components as on the wire.
    pub components: Vec<Value>,
    /// Files.
    pub files: Vec<Upload>,
    /// See [`message_flag`].
    pub flags: u64,
    /// Text to speech.
    pub tts: bool,
    /// Sent back to the author; with `enforce_nonce` the same one is written once only.
    pub nonce: Option<Value>,
    /// See `nonce`.
    pub enforce_nonce: bool,
    /// Who may be pinged.
    pub allowed_mentions: Option<AllowedMentions>,
    /// The message replied to, and whether it must exist.
    pub reply_to: Option<(Id, bool)>,
    /// Type; ordinary where 0.
    pub kind: u8,
    /// The application, for answers to interactions.
    pub application: Option<Id>,
    /// The webhook, for answers to interactions.
    pub webhook: Option<Id>,
    /// `interaction_metadata` as on the wire.
    pub interaction_metadata: Option<Value>,
    /// The old `interaction` object as on the wire.
    pub interaction: Option<Value>,
    /// The only user who is to see it.
    pub ephemeral_for: Option<Id>,
}

/// Changes of a message; what is `None` stays as it is.
#[derive(Debug, Clone, Default)]
pub struct MessageEdit {
    /// Text.
    pub content: Option<String>,
    /// Embeds as on the wire.
    pub embeds: Option<Vec<Value>>,
    /// Components as on the wire.
    pub components: Option<Vec<Value>>,
    /// Attachments to keep, and new files.
    pub keep_attachments: Option<Vec<Id>>,
    /// New files.
    pub files: Vec<Upload>,
    /// Flags (only SUPPRESS_EMBEDS and IS_COMPONENTS_V2 can change).
    pub flags: Option<u64>,
    /// Who may be pinged.
    pub allowed_mentions: Option<AllowedMentions>,
}

impl MessageDraft {
    /// The message that a body asks for, without what only the world knows.
    pub fn read(body: &Value, files: Vec<Upload>) -> Self {
        let reference = &body["message_reference"];
        Self {
            content: body["content"].as_str().unwrap_or_default().to_owned(),
            embeds: list(&body["embeds"]),
            components: list(&body["components"]),
            files,
            flags: body["flags"].as_u64().unwrap_or(0),
            tts: body["tts"] == true,
            nonce: body.get("nonce").filter(|nonce| !nonce.is_null()).cloned(),
            enforce_nonce: body["enforce_nonce"] == true,
            allowed_mentions: AllowedMentions::read(&body["allowed_mentions"]),
            reply_to: id(&reference["message_id"]).map(|message| {
                let must_exist = reference["fail_if_not_exists"].as_bool().unwrap_or(true);
                (message, must_exist)
            }),
            ..Self::default()
        }
    }
}

impl MessageEdit {
    /// The changes that a body asks for: a key that is missing leaves its part as it is, null empties it.
    pub fn read(body: &Value, files: Vec<Upload>) -> Self {
        let part = |name: &str| body.get(name).map(list);
        Self {
            content: body
                .get("content")
                .map(|text| text.as_str().unwrap_or_default().to_owned()),
            embeds: part("embeds"),
            components: part("components"),
            keep_attachments: part("attachments")
                .map(|kept| kept.iter().filter_map(|file| id(&file["id"])).collect()),
            files,
            flags: body["flags"].as_u64(),
            allowed_mentions: AllowedMentions::read(&body["allowed_mentions"]),
        }
    }
}

impl AllowedMentions {
    /// `allowed_mentions`, none where it is not given.
    pub fn read(body: &Value) -> Option<Self> {
        body.as_object()?;
        let parses = |kind: &str| list(&body["parse"]).iter().any(|one| one == kind);
        let ids = |kind: &str| list(&body[kind]).iter().filter_map(id).collect();
        Some(Self {
            all_users: parses("users"),
            all_roles: parses("roles"),
            everyone: parses("everyone"),
            users: ids("users"),
            roles: ids("roles"),
            replied_user: body["replied_user"] == true,
        })
    }

    /// Everyone that the text mentions, as where nothing else is said.
    pub fn everyone() -> Self {
        Self {
            all_users: true,
            all_roles: true,
            everyone: true,
            replied_user: true,
            ..Self::default()
        }
    }
}

/// An id on the wire: text, or a number.
pub fn id(value: &Value) -> Option<Id> {
    value
        .as_u64()
        .or_else(|| value.as_str().and_then(|text| text.parse().ok()))
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

/// Embeds with what Discord adds to each.
pub(super) fn stored_embeds(mut embeds: Vec<Value>) -> Vec<Value> {
    for embed in &mut embeds {
        embed["type"] = json!("rich");
        embed["content_scan_version"] = json!(0);
    }
    embeds
}

/// Components with the `id` that Discord gives to each.
pub(super) fn numbered(mut components: Vec<Value>) -> Vec<Value> {
    let mut next = 1;
    for one in &mut components {
        number(one, &mut next);
    }
    components
}

fn number(component: &mut Value, next: &mut u64) {
    if !component.is_object() {
        return;
    }
    if component["id"].as_u64().is_none_or(|id| id == 0) {
        component["id"] = json!(*next);
    }
    *next += 1;
    // Discord writes out how many values a menu takes where the bot left it to the default.
    if matches!(component["type"].as_u64(), Some(3 | 5..=8)) {
        for bound in ["min_values", "max_values"] {
            if component[bound].is_null() {
                component[bound] = json!(1);
            }
        }
    }
    if let Some(children) = component
        .get_mut("components")
        .and_then(Value::as_array_mut)
    {
        for child in children {
            number(child, next);
        }
    }
    if let Some(accessory) = component.get_mut("accessory") {
        number(accessory, next);
    }
}
