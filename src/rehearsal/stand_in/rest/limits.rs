//! Discord's limits on requests: 50 a second for a bot, answers to interactions aside, and for each route and channel or server
//! what bots have seen of them in headers (Discord publishes no list).
//!
//! They are kept on the clock on the wall, as Discord keeps them, and only where the stand-in is told to.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::super::world::{Id, Refusal};

/// Requests in a second, of one bot.
const GLOBAL: u32 = 50;
const SECOND: Duration = Duration::from_secs(1);
/// When so many windows are known, those that are over are forgotten.
const MANY: usize = 50_000;

/// A route with a limit of its own: method, template, requests, in so many seconds.
type Limit = (&'static str, &'static str, u32, u64);

const MESSAGES: &str = "/channels/{channel_id}/messages";
const MESSAGE: &str = "/channels/{channel_id}/messages/{message_id}";
const MEMBER: &str = "/channels/{channel_id}/thread-members/{user_id}";

const LIMITS: &[Limit] = &[
    ("POST", MESSAGES, 5, 5),
    ("PATCH", MESSAGE, 5, 5),
    ("DELETE", MESSAGE, 5, 1),
    ("PUT", "/channels/{channel_id}/pins/{message_id}", 5, 4),
    ("PATCH", "/channels/{channel_id}", 5, 15),
    (
        "PUT",
        "/channels/{channel_id}/permissions/{overwrite_id}",
        10,
        15,
    ),
    (
        "DELETE",
        "/channels/{channel_id}/permissions/{overwrite_id}",
        10,
        15,
    ),
    ("POST", "/channels/{channel_id}/threads", 50, 300),
    ("PUT", MEMBER, 5, 1),
    ("DELETE", MEMBER, 5, 1),
    ("POST", "/guilds/{guild_id}/channels", 10, 15),
    ("GET", "/guilds/{guild_id}/members/{user_id}", 5, 1),
    ("GET", "/guilds/{guild_id}/members", 10, 10),
    ("POST", "/users/@me/channels", 10, 10),
];

/// Requests since a window began.
#[derive(Debug, Clone, Copy)]
struct Window {
    began: Instant,
    used: u32,
}

impl Window {
    /// Counts one more request of at most `limit` in `length`; how long to wait where there is none left.
    fn take(&mut self, now: Instant, limit: u32, length: Duration) -> Result<(), Duration> {
        if now.duration_since(self.began) >= length {
            *self = Window {
                began: now,
                used: 0,
            };
        }
        if self.used >= limit {
            return Err(length.saturating_sub(now.duration_since(self.began)));
        }
        self.used += 1;
        Ok(())
    }
}

/// What a response says of its route's limit.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    /// Requests in a window.
    pub limit: u32,
    /// Those that are left.
    pub remaining: u32,
    /// Seconds until the window is over.
    pub reset_after: f64,
}

/// Whose requests are counted where.
#[derive(Debug, Default)]
pub struct Limits {
    all: HashMap<Id, Window>,
    routes: HashMap<(Id, &'static str, &'static str, String), Window>,
    /// Requests that were counted, answers to interactions not among them.
    pub counted: u64,
    /// Those of them that were refused with 429.
    pub refused: u64,
}

impl Limits {
    /// Counts a request of this bot on this route, of this channel or server.
    ///
    /// # Errors
    /// 429, where one limit or the other is reached; nothing was counted then but the try.
    pub fn count(
        &mut self,
        bot: Id,
        (method, template): (&'static str, &'static str),
        place: &str,
    ) -> Result<Option<Standing>, Refusal> {
        let outcome = self.take(bot, (method, template), place);
        self.refused += u64::from(outcome.is_err());
        outcome
    }

    fn take(
        &mut self,
        bot: Id,
        (method, template): (&'static str, &'static str),
        place: &str,
    ) -> Result<Option<Standing>, Refusal> {
        if template.starts_with("/interactions/") || template.starts_with("/webhooks/") {
            return Ok(None);
        }
        self.counted += 1;
        let now = Instant::now();
        let fresh = Window {
            began: now,
            used: 0,
        };
        let all = self.all.entry(bot).or_insert(fresh);
        all.take(now, GLOBAL, SECOND)
            .map_err(|wait| Refusal::rate_limited(wait.as_secs_f64(), true))?;
        let own = LIMITS
            .iter()
            .find(|(of, route, ..)| (*of, *route) == (method, template));
        let Some((_, _, limit, seconds)) = own else {
            return Ok(None);
        };
        let length = Duration::from_secs(*seconds);
        if self.routes.len() >= MANY {
            let longest = Duration::from_secs(300);
            self.routes
                .retain(|_, window| now.duration_since(window.began) < longest);
        }
        let key = (bot, method, template, place.to_owned());
        let window = self.routes.entry(key).or_insert(fresh);
        window
            .take(now, *limit, length)
            .map_err(|wait| Refusal::rate_limited(wait.as_secs_f64(), false))?;
        let left = length.saturating_sub(now.duration_since(window.began));
        Ok(Some(Standing {
            limit: *limit,
            remaining: limit - window.used,
            reset_after: left.as_secs_f64(),
        }))
    }
}
