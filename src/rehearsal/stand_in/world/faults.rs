//! What goes wrong on purpose: answers of the REST API and of the gateway. To add a kind of fault,
//! add a variant here and its arm where requests are carried out.

use serde::{Deserialize, Serialize};

/// All faults that are set.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Faults {
    /// Faults of REST requests; the first that matches is used.
    pub rest: Vec<RestFault>,
    /// How many RESUMEs are refused with INVALID_SESSION.
    pub refuse_resume: u32,
    /// How many IDENTIFYs are answered with READY twice.
    pub double_ready: u32,
    /// How many connections are closed before HELLO.
    pub refuse_connection: u32,
    /// How many interactions are sent twice.
    pub double_interaction: u32,
}

/// A fault of REST requests.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RestFault {
    /// Only this method, none for all.
    #[serde(default)]
    pub method: Option<String>,
    /// Only this route template (`/channels/{channel_id}/messages`), none for all.
    #[serde(default)]
    pub route: Option<String>,
    /// Only requests whose path and body contain this text, none for all.
    #[serde(default)]
    pub contains: Option<String>,
    /// How many matching requests pass before the fault begins.
    #[serde(default)]
    pub skip: u32,
    /// How many matching requests it then hits.
    #[serde(default = "once")]
    pub times: u32,
    /// What happens.
    #[serde(flatten)]
    pub kind: FaultKind,
}

/// What a fault does to a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FaultKind {
    /// 500, and nothing was done.
    #[serde(rename = "status_500_before_doing")]
    Status500BeforeDoing,
    /// It is done, but the answer is 500.
    #[serde(rename = "status_500_after_doing")]
    Status500AfterDoing,
    /// 429, nothing was done.
    #[serde(rename = "status_429")]
    Status429 {
        /// Seconds to wait.
        retry_after: f64,
        /// Whether it is global.
        #[serde(default)]
        global: bool,
    },
    /// It is done after this time.
    Hang {
        /// Milliseconds.
        ms: u64,
    },
    /// It is done, but this is answered, be it JSON or not.
    Answer {
        /// HTTP status.
        status: u16,
        /// The body, as it is sent.
        body: String,
    },
    /// 50013, nothing was done.
    MissingPermission,
    /// Any refusal of Discord's, nothing was done (opening DMs too fast: status 400, code 40003).
    Refuse {
        /// HTTP status.
        status: u16,
        /// JSON error code.
        code: u32,
        /// Discord's words.
        message: String,
    },
}

fn once() -> u32 {
    1
}

impl Faults {
    /// The fault that hits a request, counted down.
    pub fn take(&mut self, method: &str, route: &str, text: &str) -> Option<FaultKind> {
        let mut hit = None;
        for fault in &mut self.rest {
            let matches = fault.method.as_deref().is_none_or(|one| one == method)
                && fault.route.as_deref().is_none_or(|one| one == route)
                && fault
                    .contains
                    .as_deref()
                    .is_none_or(|one| text.contains(one));
            if !matches || fault.times == 0 {
                continue;
            }
            if fault.skip > 0 {
                fault.skip -= 1;
            } else if hit.is_none() {
                fault.times -= 1;
                hit = Some(fault.kind.clone());
            }
        }
        self.rest.retain(|fault| fault.times > 0);
        hit
    }
}
