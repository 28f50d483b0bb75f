//! What Discord answers when it refuses: an HTTP status, a JSON error code, a message, and for a
//! malformed body the path to each mistake.

use serde_json::{Value, json};

/// A request that Discord would not carry out. Nothing has changed when one is returned.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    /// Discord's JSON error code (`0` for general errors).
    pub code: u32,
    /// Discord's words for the code.
    pub message: String,
    /// The nested `errors` object of code 50035.
    pub errors: Option<Value>,
    /// Seconds to wait, for status 429.
    pub retry_after: Option<f64>,
    /// Whether a 429 is global.
    pub global: bool,
}

impl Refusal {
    /// A refusal with a status, code and message.
    pub fn new(status: u16, code: u32, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            errors: None,
            retry_after: None,
            global: false,
        }
    }

    /// 50035 with one mistake at `path` (dot-separated, for example `embeds.0.title`).
    pub fn invalid_form(path: &str, code: &str, message: impl Into<String>) -> Self {
        let mut errors = json!({"_errors": [{"code": code, "message": message.into()}]});
        for key in path.rsplit('.').filter(|key| !key.is_empty()) {
            errors = json!({ key: errors });
        }
        Self {
            errors: Some(errors),
            ..Self::new(400, 50035, "Invalid Form Body")
        }
    }

    /// 50035 for a text that is too long or too short.
    pub fn bad_length(path: &str, least: usize, most: usize) -> Self {
        Self::invalid_form(
            path,
            "BASE_TYPE_BAD_LENGTH",
            format!("Must be between {least} and {most} in length."),
        )
    }

    /// 429 with the seconds to wait.
    pub fn rate_limited(retry_after: f64, global: bool) -> Self {
        Self {
            retry_after: Some(retry_after),
            global,
            ..Self::new(429, 0, "You are being rate limited.")
        }
    }

    /// 401, for a missing or unknown token.
    pub fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    /// 404 for a route that does not exist.
    pub fn unknown_route() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    /// 10003.
    pub fn unknown_channel() -> Self {
        Self::new(404, 10003, "Unknown Channel")
    }

    /// 10004.
    pub fn unknown_guild() -> Self {
        Self::new(404, 10004, "Unknown Guild")
    }

    /// 10007.
    pub fn unknown_member() -> Self {
        Self::new(404, 10007, "Unknown Member")
    }

    /// 10008.
    pub fn unknown_message() -> Self {
        Self::new(404, 10008, "Unknown Message")
    }

    /// 10009.
    pub fn unknown_overwrite() -> Self {
        Self::new(404, 10009, "Unknown Overwrite")
    }

    /// 10011.
    pub fn unknown_role() -> Self {
        Self::new(404, 10011, "Unknown Role")
    }

    /// 10013.
    pub fn unknown_user() -> Self {
        Self::new(404, 10013, "Unknown User")
    }

    /// 10014.
    pub fn unknown_emoji() -> Self {
        Self::new(400, 10014, "Unknown Emoji")
    }

    /// 50001.
    pub fn missing_access() -> Self {
        Self::new(403, 50001, "Missing Access")
    }

    /// 50003.
    pub fn not_on_a_dm() -> Self {
        Self::new(403, 50003, "Cannot execute action on a DM channel")
    }

    /// 50005.
    pub fn not_your_message() -> Self {
        Self::new(403, 50005, "Cannot edit a message authored by another user")
    }

    /// 50006.
    pub fn empty_message() -> Self {
        Self::new(400, 50006, "Cannot send an empty message")
    }

    /// 50007.
    pub fn cannot_dm() -> Self {
        Self::new(403, 50007, "Cannot send messages to this user")
    }

    /// 50013.
    pub fn missing_permissions() -> Self {
        Self::new(403, 50013, "Missing Permissions")
    }

    /// 50019.
    pub fn pin_elsewhere() -> Self {
        Self::new(
            403,
            50019,
            "A message can only be pinned to the channel it was sent in",
        )
    }

    /// 50021.
    pub fn system_message() -> Self {
        Self::new(403, 50021, "Cannot execute action on a system message")
    }

    /// 50024.
    pub fn wrong_channel_type() -> Self {
        Self::new(400, 50024, "Cannot execute action on this channel type")
    }

    /// 50028.
    pub fn invalid_role() -> Self {
        Self::new(400, 50028, "Invalid Role")
    }

    /// 50033.
    pub fn invalid_recipients() -> Self {
        Self::new(400, 50033, "Invalid Recipient(s)")
    }

    /// 50083.
    pub fn thread_archived() -> Self {
        Self::new(400, 50083, "Thread is archived")
    }

    /// 160005.
    pub fn thread_locked() -> Self {
        Self::new(400, 160_005, "Thread is locked")
    }

    /// The JSON body that goes with the status.
    pub fn body(&self) -> Value {
        if let Some(retry_after) = self.retry_after {
            return json!({"message": self.message, "retry_after": retry_after, "global": self.global});
        }
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}: {}", self.status, self.code, self.message)
    }
}

impl std::error::Error for Refusal {}

impl From<super::super::validate::Invalid> for Refusal {
    fn from(invalid: super::super::validate::Invalid) -> Self {
        Self {
            errors: (!invalid.errors.is_null()).then_some(invalid.errors),
            ..Self::new(400, invalid.code, invalid.message)
        }
    }
}
