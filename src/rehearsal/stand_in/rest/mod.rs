//! Discord's REST API: the table of routes, and what a handler gets and gives.
//!
//! A handler is a plain function over the locked world; reading bodies, tokens, faults, the trace and
//! the check against Discord's own description stand once, in `serve`.

mod channels;
mod guilds;
mod limits;
mod messages;
pub mod parse;
mod serve;
mod threads;
mod users;

use serde_json::Value;

pub use self::limits::Limits;
pub(super) use self::serve::percent_decoded;
pub use self::serve::router;
use super::world::{By, Id, Refusal, Upload, World};

/// A request as a handler sees it.
#[derive(Debug)]
pub struct Call {
    /// The bot whose token came with it; 0 on routes without a token.
    pub actor: Id,
    /// Parameters of the path, decoded, by their names in the template.
    pub params: Vec<(String, String)>,
    /// The query, decoded.
    pub query: Vec<(String, String)>,
    /// The JSON body (of a multipart request its `payload_json`); null where there is none.
    pub body: Value,
    /// Uploaded files.
    pub files: Vec<Upload>,
    /// `X-Audit-Log-Reason`.
    pub reason: Option<String>,
}

impl Call {
    /// Who acts, with the reason for the audit log.
    pub fn by(&self) -> By {
        By {
            id: self.actor,
            reason: self.reason.clone(),
        }
    }

    /// A parameter of the path as text.
    ///
    /// # Errors
    /// 404 for a name that the template does not have.
    pub fn text(&self, name: &str) -> Result<&str, Refusal> {
        self.params
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
            .ok_or_else(Refusal::unknown_route)
    }

    /// A parameter of the path as an id.
    ///
    /// # Errors
    /// 50035 where it is no snowflake.
    pub fn id(&self, name: &str) -> Result<Id, Refusal> {
        let text = self.text(name)?;
        text.parse().map_err(|_| {
            Refusal::invalid_form(
                name,
                "NUMBER_TYPE_COERCE",
                format!("Value \"{text}\" is not snowflake."),
            )
        })
    }

    /// A value of the query.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// A number or id of the query.
    ///
    /// # Errors
    /// 50035 where it is none.
    pub fn query_number(&self, name: &str) -> Result<Option<u64>, Refusal> {
        self.query(name)
            .map(|text| {
                text.parse().map_err(|_| {
                    Refusal::invalid_form(
                        name,
                        "NUMBER_TYPE_COERCE",
                        format!("Value \"{text}\" is not int."),
                    )
                })
            })
            .transpose()
    }

    /// A switch of the query (`true` or `1`).
    pub fn query_flag(&self, name: &str) -> bool {
        matches!(self.query(name), Some("true" | "True" | "1"))
    }
}

/// What a handler answers when it does not refuse.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// JSON body.
    pub body: Option<Value>,
    /// Whether the body is a text that is sent as it is, JSON or not: a fault.
    pub raw: bool,
}

impl Answer {
    /// 200 with a body.
    pub fn ok(body: Value) -> Self {
        Self {
            status: 200,
            body: Some(body),
            raw: false,
        }
    }

    /// 201 with a body.
    pub fn created(body: Value) -> Self {
        Self {
            status: 201,
            body: Some(body),
            raw: false,
        }
    }

    /// 204.
    pub fn no_content() -> Self {
        Self {
            status: 204,
            body: None,
            raw: false,
        }
    }
}

/// What comes of a request.
pub type Outcome = Result<Answer, Refusal>;

/// Carries out a request.
pub type Handler = fn(&mut World, &Call) -> Outcome;

/// A route of the API.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// `GET`, `POST`, ...
    pub method: &'static str,
    /// The template as in Discord's OpenAPI description, without `/api/v10`.
    pub template: &'static str,
    /// Whether a bot token is needed; without it `actor` is 0.
    pub needs_token: bool,
    /// What carries it out.
    pub handler: Handler,
}

impl Route {
    /// A route that needs a bot token.
    pub const fn new(method: &'static str, template: &'static str, handler: Handler) -> Self {
        Self {
            method,
            template,
            needs_token: true,
            handler,
        }
    }

    /// A route without a token.
    pub const fn open(method: &'static str, template: &'static str, handler: Handler) -> Self {
        Self {
            needs_token: false,
            ..Self::new(method, template, handler)
        }
    }
}

/// Every route there is.
fn routes() -> Vec<Route> {
    let mut routes = Vec::new();
    for table in [
        users::ROUTES,
        guilds::ROUTES,
        channels::ROUTES,
        messages::ROUTES,
        threads::ROUTES,
    ] {
        routes.extend_from_slice(table);
    }
    routes.extend(super::interactions::routes());
    routes
}
