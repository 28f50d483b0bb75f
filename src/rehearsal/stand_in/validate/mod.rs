//! What Discord refuses in a request's body, as pure functions over JSON.
//!
//! [`schema`] asks Discord's own description of its API; [`message`], [`components`] and [`commands`] add what that description does
//! not say. Nothing here knows the world: whether a channel exists or somebody may write there is asked elsewhere.

pub mod commands;
pub mod components;
pub mod message;
pub mod schema;

use serde_json::{Map, Value, json};

/// Discord's code for a body that is not as it should be.
pub const INVALID_FORM_BODY: u32 = 50035;
/// Discord's code for a message with nothing in it.
pub const EMPTY_MESSAGE: u32 = 50006;
/// Discord's code for more application commands than an application may have.
pub const TOO_MANY_COMMANDS: u32 = 30032;

/// A body that Discord refuses, with status 400.
#[derive(Debug, Clone, PartialEq)]
pub struct Invalid {
    /// Discord's error code, [`INVALID_FORM_BODY`] in most cases.
    pub code: u32,
    /// The sentence that belongs to the code.
    pub message: String,
    /// The tree of faults by path, `{"content": {"_errors": [{"code", "message"}]}}`; null where Discord sends none.
    pub errors: Value,
}

impl Invalid {
    /// A refusal without a tree of faults.
    pub fn plain(code: u32, message: &str) -> Invalid {
        Invalid {
            code,
            message: message.to_owned(),
            errors: Value::Null,
        }
    }

    /// A form error with a single fault at `path` (names and indices joined by `/`).
    pub fn at(path: &str, code: &str, message: impl Into<String>) -> Invalid {
        let mut faults = Faults::default();
        faults.add(path, code, message);
        faults.into_invalid()
    }

    /// The body that Discord answers with.
    pub fn to_json(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if !self.errors.is_null() {
            body["errors"] = self.errors.clone();
        }
        body
    }
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} (code {})", self.message, self.code)?;
        if !self.errors.is_null() {
            write!(out, ": {}", self.errors)?;
        }
        Ok(())
    }
}

impl std::error::Error for Invalid {}

/// Faults gathered over one body, shaped as Discord shapes them.
#[derive(Debug, Default)]
pub struct Faults {
    tree: Map<String, Value>,
}

impl Faults {
    /// Notes a fault at `path`: names and indices joined by `/`, empty for the body itself.
    pub fn add(&mut self, path: &str, code: &str, message: impl Into<String>) {
        let fault = json!({ "code": code, "message": message.into() });
        let mut node = &mut self.tree;
        for step in path.split('/').filter(|step| !step.is_empty()) {
            let child = node.entry(step).or_insert_with(|| json!({}));
            node = child
                .as_object_mut()
                .expect("every inner node of the tree is an object");
        }
        let list = node.entry("_errors").or_insert_with(|| json!([]));
        list.as_array_mut()
            .expect("_errors is always a list")
            .push(fault);
    }

    /// Whether a fault was noted.
    pub fn any(&self) -> bool {
        !self.tree.is_empty()
    }

    /// Fine if no fault was noted.
    pub fn finish(self) -> Result<(), Invalid> {
        if self.any() {
            Err(self.into_invalid())
        } else {
            Ok(())
        }
    }

    fn into_invalid(self) -> Invalid {
        Invalid {
            code: INVALID_FORM_BODY,
            message: "Invalid Form Body".to_owned(),
            errors: Value::Object(self.tree),
        }
    }

    /// Notes a fault unless `text` has between `least` and `most` characters.
    fn length(&mut self, path: &str, text: &str, least: usize, most: usize) {
        let length = text.chars().count();
        if length == 0 && least > 0 {
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
        } else if length < least || length > most {
            if least == 0 {
                self.add(
                    path,
                    "BASE_TYPE_MAX_LENGTH",
                    format!("Must be {most} or fewer in length."),
                );
            } else {
                self.add(
                    path,
                    "BASE_TYPE_BAD_LENGTH",
                    format!("Must be between {least} and {most} in length."),
                );
            }
        }
    }

    /// As [`Faults::length`] for a text that may be missing or null.
    fn optional_length(&mut self, path: &str, text: &Value, least: usize, most: usize) {
        if let Some(text) = text.as_str() {
            self.length(path, text, least, most);
        }
    }

    /// As [`Faults::length`] for a text that must be there.
    fn required_length(&mut self, path: &str, text: &Value, least: usize, most: usize) {
        match text.as_str() {
            Some(text) => self.length(path, text, least, most),
            None => self.add(path, "BASE_TYPE_REQUIRED", "This field is required"),
        }
    }

    /// Notes a fault unless a list has between `least` and `most` entries.
    fn count(&mut self, path: &str, count: usize, least: usize, most: usize) {
        if count < least || count > most {
            if least == 0 {
                self.add(
                    path,
                    "BASE_TYPE_MAX_LENGTH",
                    format!("Must be {most} or fewer in length."),
                );
            } else {
                self.add(
                    path,
                    "BASE_TYPE_BAD_LENGTH",
                    format!("Must be between {least} and {most} in length."),
                );
            }
        }
    }
}

/// A whole number, which clients may also write as a text of digits (permissions, ids).
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

/// The entries of a list; none where it is missing or null.
fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
