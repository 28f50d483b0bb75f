//! The pace of requests: Discord's limits are kept before it has to say so, and obeyed where it does.
//!
//! What somebody waits for who has just pressed goes before what the stage does by itself. Answers to interactions are under no
//! common limit and never wait here.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::header::HeaderMap;
use serenity::all::LightMethod;
use tokio::sync::oneshot;
use twilight_http_ratelimiting::{Endpoint, Method, Permit, RateLimitHeaders, RateLimiter};

/// For whom a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rank {
    /// For somebody who has just asked something and looks at the screen.
    Door,
    /// For a game, which can come back to it.
    Stage,
}

impl Rank {
    /// How long a request of this rank waits for a limit that is reached.
    fn most(self) -> Duration {
        match self {
            Rank::Door => Duration::from_secs(5),
            // A game does something else meanwhile.
            Rank::Stage => Duration::from_secs(1),
        }
    }
}

/// Keeps the pace of all requests of one bot.
pub struct Pace {
    /// Knows the limits of routes, and how many requests there may be in a second.
    limiter: RateLimiter,
    /// The time between two requests: a second's worth at once would run into Discord's own second as often as not.
    apart: Duration,
    /// The first instant that is not taken yet.
    next: Mutex<Instant>,
    /// Held by the one request of the stage that waits for its instant: so who comes from the door has the next one.
    lane: tokio::sync::Mutex<()>,
    /// Until when Discord wants no request at all.
    halted: Mutex<Option<Instant>>,
}

/// A request that may go out now. What Discord's answer says of limits goes back in.
pub struct Admission(Option<(Method, Permit)>);

impl Admission {
    /// The answer is there, or did not come in time.
    pub fn over(self, headers: Option<&HeaderMap>) {
        if let Some((method, permit)) = self.0 {
            permit.complete(headers.and_then(|headers| told(method, headers)));
        }
    }
}

impl Pace {
    /// A pace of at most so many requests in a second, at least one. Needs a runtime.
    pub fn new(requests_per_second: u16) -> Pace {
        let most = requests_per_second.max(1);
        Pace {
            limiter: RateLimiter::new(most),
            // A little more, for requests do not all take equally long to arrive.
            apart: Duration::from_millis(1020) / u32::from(most),
            next: Mutex::new(Instant::now()),
            lane: tokio::sync::Mutex::default(),
            halted: Mutex::default(),
        }
    }

    /// Waits until this request may go out.
    ///
    /// # Errors
    /// How long to wait, where that is longer than a request of this rank waits in line.
    pub async fn admit(
        &self,
        rank: Rank,
        method: LightMethod,
        path: &str,
    ) -> Result<Admission, Duration> {
        if path.starts_with("interactions/") || path.starts_with("webhooks/") {
            return Ok(Admission(None));
        }
        let most = rank.most();
        let halted = self.halted_for();
        if halted > most {
            return Err(halted);
        }
        self.wait(rank).await;
        let method = named(method);
        let endpoint = Endpoint {
            method,
            path: path.to_owned(),
        };
        let (say, said) = oneshot::channel();
        let permit = self.limiter.acquire_if(endpoint, move |bucket| {
            let reached = bucket.filter(|bucket| bucket.remaining == 0);
            let wait = reached.map(|bucket| bucket.reset_at.duration_since(Instant::now()));
            match wait {
                Some(wait) if wait > most => {
                    // Nobody listens where the request was given up.
                    let _nobody = say.send(wait);
                    false
                }
                _ => true,
            }
        });
        match permit.await {
            Some(permit) => Ok(Admission(Some((method, permit)))),
            None => Err(said.await.unwrap_or(most)),
        }
    }

    /// Waits for an instant of its own.
    async fn wait(&self, rank: Rank) {
        let _lane = match rank {
            Rank::Door => None,
            Rank::Stage => Some(self.lane.lock().await),
        };
        self.resume().await;
        let instant = self.take();
        // What is nearer is no sleep that the runtime knows.
        if instant > Instant::now() + Duration::from_millis(1) {
            tokio::time::sleep_until(instant.into()).await;
        }
    }

    /// The next instant at which a request may go out; it is taken.
    fn take(&self) -> Instant {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let instant = (*next).max(Instant::now());
        *next = instant + self.apart;
        instant
    }

    /// Discord wants no request at all for so long.
    pub fn halt(&self, pause: Duration) {
        let until = Instant::now() + pause;
        let mut halted = self.halted.lock().unwrap_or_else(PoisonError::into_inner);
        *halted = Some(halted.map_or(until, |earlier| earlier.max(until)));
    }

    /// For how long Discord still wants no request.
    fn halted_for(&self) -> Duration {
        let halted = *self.halted.lock().unwrap_or_else(PoisonError::into_inner);
        halted.map_or(Duration::ZERO, |until| until.duration_since(Instant::now()))
    }

    async fn resume(&self) {
        loop {
            match self.halted_for() {
                Duration::ZERO => return,
                pause => tokio::time::sleep(pause).await,
            }
        }
    }
}

/// How long Discord wants to be left alone after a 429: its words, else its header.
pub fn retry_after(headers: &HeaderMap, body: &serde_json::Value) -> Duration {
    let header = || number(headers, "retry-after");
    let seconds = body["retry_after"].as_f64().or_else(header);
    Duration::try_from_secs_f64(seconds.unwrap_or(1.0)).unwrap_or(Duration::from_secs(1))
}

/// Whether a 429 is about all requests of the bot.
pub fn is_global(headers: &HeaderMap, body: &serde_json::Value) -> bool {
    headers.contains_key("x-ratelimit-global") || body["global"].as_bool() == Some(true)
}

/// What the headers say of the route's limit. A 429 about a part of what a route does (a channel's name) says that there is
/// something left for the rest, and so it is taken.
fn told(method: Method, headers: &HeaderMap) -> Option<RateLimitHeaders> {
    let named = headers.get(RateLimitHeaders::BUCKET)?.as_bytes();
    // Posting and editing have one bucket by name, and counts of their own in truth (discord-api-docs 1442, 8073).
    let bucket = [method.name().as_bytes(), b" ", named].concat();
    let count = |name| Some(number(headers, name)?.clamp(0.0, f64::from(u16::MAX)) as u16);
    let reset = number(headers, RateLimitHeaders::RESET_AFTER)?;
    Some(RateLimitHeaders {
        bucket,
        limit: count(RateLimitHeaders::LIMIT)?,
        remaining: count(RateLimitHeaders::REMAINING)?,
        reset_at: Instant::now() + Duration::try_from_secs_f64(reset).ok()?,
    })
}

fn number(headers: &HeaderMap, name: &str) -> Option<f64> {
    let number: f64 = headers.get(name)?.to_str().ok()?.trim().parse().ok()?;
    number.is_finite().then_some(number)
}

fn named(method: LightMethod) -> Method {
    match method {
        LightMethod::Delete => Method::Delete,
        LightMethod::Get => Method::Get,
        LightMethod::Patch => Method::Patch,
        LightMethod::Post => Method::Post,
        LightMethod::Put => Method::Put,
    }
}
