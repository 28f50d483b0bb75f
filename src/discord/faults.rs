//! What goes wrong between us and Discord: kinds that ask for different answers, and words that help a host.
//!
//! A fault is a value, never a panic, and stops nothing but the one place that it concerns. What only a host can mend is told
//! once, at the desk, and taken back when it is mended.

use std::time::Duration;

use serde_json::Value;

use crate::kernel::audience::Room;
use crate::store::{Address, OutNotice, Part, StoreFault};

use super::ground::Ground;
use super::house::House;
use super::permissions;
use super::scene::Scene;

/// How long to wait where Discord says that DMs are opened too fast.
const OPENING_DMS: Duration = Duration::from_secs(10);

/// What went wrong, by what there is to do about it.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No answer, or one that says nothing (5xx): it may have been done all the same. Look, then try again.
    #[error("no certain answer: {0}")]
    Uncertain(String),
    /// Too many requests (429): it was not done. Try again after so long.
    #[error("too many requests, {} s too early", .0.as_secs_f32())]
    Slow(Duration),
    /// The channel or thread does not exist any more (10003).
    #[error("unknown channel")]
    NoChannel,
    /// The message does not exist any more (10008).
    #[error("unknown message")]
    NoMessage,
    /// This person is not on the server any more (10007), or does not exist (10013, 50033).
    #[error("unknown member")]
    NoMember,
    /// The server is gone, or the bot was taken out of it (10004).
    #[error("unknown server")]
    NoServer,
    /// This person's DMs are closed to the bot (50007).
    #[error("direct messages are closed")]
    ClosedDm,
    /// The bot may not do this here (50001, 50013).
    #[error("not permitted ({0})")]
    Forbidden(i64),
    /// The thread is archived (50083).
    #[error("the thread is archived")]
    Archived,
    /// The server or the category is full (30013, or 50035 with the parent's limit).
    #[error("no room for another channel")]
    Full,
    /// Discord refuses what was asked, and would refuse it again: a bug of ours, or a limit that nobody told us.
    #[error("refused with {status}, code {code}: {words}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Discord's code.
        code: i64,
        /// Discord's words, without anything of the request.
        words: String,
    },
    /// The store could not read or write.
    #[error(transparent)]
    Store(#[from] StoreFault),
}

impl Fault {
    /// What Discord means by an answer that is no success, other than 429 ("Too Many Requests").
    pub fn refused(status: u16, body: &Value) -> Fault {
        let code = body["code"].as_i64().unwrap_or_default();
        match (status, code) {
            (500.., _) => Fault::Uncertain(format!("status {status}")),
            // DMs are being opened too fast; Discord does not say for how long that will be so.
            (_, 40003) => Fault::Slow(OPENING_DMS),
            (_, 10003) => Fault::NoChannel,
            (_, 10004) => Fault::NoServer,
            (_, 10007 | 10013 | 50033) => Fault::NoMember,
            (_, 10008) => Fault::NoMessage,
            (_, 50007) => Fault::ClosedDm,
            (_, 50001 | 50013) => Fault::Forbidden(code),
            (_, 50083) => Fault::Archived,
            (_, 30013) => Fault::Full,
            _ if says(&body["errors"], "CHANNEL_PARENT_MAX_CHANNELS") => Fault::Full,
            _ => Fault::Refused {
                status,
                code,
                words: body["message"].as_str().unwrap_or_default().to_owned(),
            },
        }
    }

    /// Whether trying again soon is all there is to do.
    pub fn passes(&self) -> bool {
        match self {
            Fault::Uncertain(_) | Fault::Slow(_) | Fault::Archived | Fault::Store(_) => true,
            Fault::NoChannel | Fault::NoMessage => true,
            Fault::NoMember
            | Fault::NoServer
            | Fault::ClosedDm
            | Fault::Forbidden(_)
            | Fault::Full
            | Fault::Refused { .. } => false,
        }
    }
}

/// Whether an error with this code is anywhere in a tree of errors.
fn says(errors: &Value, code: &str) -> bool {
    match errors {
        Value::Object(fields) => {
            fields.get("code").and_then(Value::as_str) == Some(code)
                || fields.values().any(|field| says(field, code))
        }
        Value::Array(list) => list.iter().any(|error| says(error, code)),
        _ => false,
    }
}

/// What came of going once through all that a game wants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Round {
    /// Something is to be tried again soon.
    pub again: bool,
    /// Discord wants this much patience before something is tried again.
    pub slow: Option<Duration>,
    /// Something waits for somebody to mend it; it is tried again now and then.
    pub blocked: bool,
}

impl Round {
    /// Takes a fault into account, and logs it under this name.
    pub fn note(&mut self, scene: &Scene, what: &str, fault: &Fault) {
        if let Fault::Slow(pause) = fault {
            self.slow = self.slow.max(Some(*pause));
            tracing::debug!(game = %scene.game, what, %fault, "will be tried again");
        } else if fault.passes() {
            self.again = true;
            tracing::debug!(game = %scene.game, what, %fault, "will be tried again");
        } else {
            self.blocked = true;
            tracing::warn!(game = %scene.game, what, %fault, "waits for a repair");
        }
    }
}

/// Tells the host of something that only the host can mend; the same `key` is told once until it is mended.
///
/// It goes to the desk; where that does not stand, to the host's DM; where that is closed, where people signed up.
///
/// # Errors
/// The store's.
pub async fn tell(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    key: &str,
    words: &str,
) -> Result<(), Fault> {
    if !note(house, scene, ground, key, words).await? {
        return Ok(());
    }
    let content = format!("<@{}> {words}", scene.host);
    if ground.room(Room::Desk).is_some() {
        return enqueue(house, scene, Room::Desk, content).await;
    }
    let about = format!("About the game {}: {words}", scene.title());
    let by_dm = async {
        let channel = house.wire.open_dm(scene.host).await?;
        house
            .wire
            .post(
                channel,
                &serde_json::json!({ "content": about, "allowed_mentions": { "parse": [] } }),
                None,
            )
            .await
    };
    match by_dm.await {
        Ok(_) => Ok(()),
        Err(_) => enqueue(house, scene, Room::SignUp, content).await,
    }
}

/// Notes that this stands, without a word, so that its end is told; answers whether it is news.
///
/// # Errors
/// The store's.
pub async fn note(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    key: &str,
    words: &str,
) -> Result<bool, Fault> {
    ground.faults.insert(key.to_owned());
    Ok(house.store.note_fault(scene.game, key, words).await?)
}

/// Takes back what was told under this key, where it was.
///
/// # Errors
/// The store's.
pub async fn mended(
    house: &House,
    scene: &Scene,
    ground: &mut Ground,
    key: &str,
    words: &str,
) -> Result<(), Fault> {
    if !ground.faults.remove(key) || !house.store.clear_fault(scene.game, key).await? {
        return Ok(());
    }
    if ground.room(Room::Desk).is_some() {
        enqueue(house, scene, Room::Desk, words.to_owned()).await?;
    }
    Ok(())
}

async fn enqueue(house: &House, scene: &Scene, room: Room, content: String) -> Result<(), Fault> {
    let pings = content.starts_with("<@");
    let part = Part {
        content,
        ping: if pings { vec![scene.host] } else { Vec::new() },
        file: None,
    };
    let notice = OutNotice {
        to: Address::Room(room),
        parts: vec![part],
    };
    house.store.enqueue(scene.game, vec![notice]).await?;
    Ok(())
}

/// What to say where rooms cannot be made or changed, and these permissions are lacking.
pub fn words_for_rooms(fault: &Fault, lacking: Vec<&str>) -> String {
    match fault {
        Fault::Full => "There is no room for this game's channels: a category takes 50 of them, a server 500. Delete \
             channels that are not needed any more; the game goes on by itself then."
            .to_owned(),
        Fault::Forbidden(_) => format!(
            "I may not arrange this game's rooms. {} I try again every minute; nothing is lost meanwhile.",
            permissions::to_allow(&lacking)
        ),
        other => format!(
            "Discord refuses how I arrange this game's rooms ({other}). The rules go on; tell whoever runs this bot."
        ),
    }
}
