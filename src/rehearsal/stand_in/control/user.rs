//! The control API as a user: looking, writing, typing commands, pressing, choosing, sending off modals.

use super::super::acts::{Person, Stage};
use super::super::interactions::client::Focus;
use super::super::world::{Id, Refusal};
use super::{Asked, Outcome, Problem, as_json, done, id};
use serde_json::{Value, json};
use std::time::Duration;

/// The longest that a request for the feed is kept waiting, in milliseconds.
const FEED_WAIT_MOST_MS: u64 = 60_000;

pub(super) async fn act(
    stage: &Stage,
    asked: &Asked,
    method: &str,
    user: &str,
    path: &[&str],
) -> Outcome {
    let user = id(user)?;
    stage.shared().read(|world| match world.user(user)? {
        found if found.bot => Err(Refusal::new(
            403,
            20001,
            "A bot acts over the API, not here",
        )),
        _ => Ok(()),
    })?;
    let person = stage.person(user);
    match (method, path) {
        ("PATCH", []) => {
            if let Some(closed) = asked.flag("dms_closed") {
                person.close_dms(closed)?;
            }
            if let Some(name) = asked.body["name"].as_str() {
                person.rename(name)?;
            }
            done()
        }
        ("PUT", ["guilds", guild]) => {
            person.join(id(guild)?)?;
            done()
        }
        ("DELETE", ["guilds", guild]) => {
            person.leave(id(guild)?)?;
            done()
        }
        ("POST", ["dms"]) => {
            Ok(json!({ "id": person.open_dm(asked.needed("with")?)?.to_string() }))
        }
        ("GET", ["channels"]) => Ok(as_json(person.channels())),
        (_, ["channels", channel, rest @ ..]) => {
            in_channel(&person, asked, method, id(channel)?, rest).await
        }
        ("GET", ["modal"]) => Ok(as_json(person.modal())),
        ("POST", ["modal"]) => submit(&person, asked).await,
        ("GET", ["answers", interaction]) => match person.answer_now(id(interaction)?) {
            Some(answer) => Ok(as_json(answer)),
            None => Err(Refusal::new(404, 10062, "Unknown interaction").into()),
        },
        ("GET", ["feed"]) => feed(&person, asked).await,
        _ => Err(Problem::Unlisted),
    }
}

async fn in_channel(
    person: &Person,
    asked: &Asked,
    method: &str,
    channel: Id,
    path: &[&str],
) -> Outcome {
    match (method, path) {
        ("GET", ["messages"]) => Ok(as_json(person.read(channel)?)),
        ("POST", ["messages"]) => {
            let content = asked.text("content")?;
            let written = match asked.number("reply_to")? {
                Some(to) => person.reply(channel, to, content)?,
                None => person.write(channel, content)?,
            };
            Ok(json!({ "id": written.to_string() }))
        }
        ("PATCH", ["messages", message]) => {
            person.edit(channel, id(message)?, asked.text("content")?)?;
            done()
        }
        ("DELETE", ["messages", message]) => {
            person.delete(channel, id(message)?)?;
            done()
        }
        ("PUT", ["messages", message, "reactions", emoji]) => {
            person.react(channel, id(message)?, emoji)?;
            done()
        }
        ("DELETE", ["messages", message, "reactions", emoji]) => {
            person.unreact(channel, id(message)?, emoji)?;
            done()
        }
        ("POST", ["typing"]) => {
            person.start_typing(channel)?;
            done()
        }
        ("DELETE", ["members", "@me"]) => {
            person.leave_thread(channel)?;
            done()
        }
        ("PUT", ["members", user]) => {
            person.add_to_thread(channel, id(user)?)?;
            done()
        }
        ("GET", ["commands"]) => Ok(json!(person.offered_commands(channel))),
        ("POST", ["command"]) => {
            let options = options(&asked.body["options"])?;
            let application = asked.number("application")?;
            let answer = person
                .type_command_of(application, channel, asked.text("command")?, &options)
                .await?;
            Ok(as_json(answer))
        }
        ("POST", ["autocomplete"]) => {
            let options = options(&asked.body["options"])?;
            let application = asked.number("application")?;
            let focus = Focus {
                option: asked.text("option")?,
                typed: asked.body["typed"].as_str().unwrap_or_default(),
            };
            let choices = person
                .autocomplete_of(
                    application,
                    channel,
                    asked.text("command")?,
                    focus,
                    &options,
                )
                .await?;
            Ok(as_json(choices))
        }
        ("POST", ["messages", message, "press"]) => {
            let (message, button) = (id(message)?, asked.text("button")?);
            Ok(as_json(if asked.flag("stale") == Some(true) {
                person.press_stale(channel, message, button).await?
            } else {
                person.press(channel, message, button).await?
            }))
        }
        ("POST", ["messages", message, "choose"]) => {
            let (message, menu) = (id(message)?, asked.text("menu")?);
            let values = texts(&asked.body["values"])?;
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            Ok(as_json(if asked.flag("stale") == Some(true) {
                person.choose_stale(channel, message, menu, &values).await?
            } else {
                person.choose(channel, message, menu, &values).await?
            }))
        }
        _ => Err(Problem::Unlisted),
    }
}

async fn submit(person: &Person, asked: &Asked) -> Outcome {
    let modal = match (asked.number("modal")?, person.modal()) {
        (Some(modal), _) => modal,
        (None, Some(shown)) => shown.id,
        (None, None) => {
            let none = super::super::interactions::client::Barred(
                "no modal is on the user's screen".to_owned(),
            );
            return Err(none.into());
        }
    };
    let mut values = Vec::new();
    for (name, value) in asked.body["values"].as_object().into_iter().flatten() {
        let value = if value.is_array() {
            texts(value)?
        } else {
            vec![text(value)?]
        };
        values.push((name.clone(), value));
    }
    Ok(as_json(person.submit_lists(modal, &values).await?))
}

async fn feed(person: &Person, asked: &Asked) -> Outcome {
    let number = |name: &str| match asked.query(name).unwrap_or("0").parse::<u64>() {
        Ok(number) => Ok(number),
        Err(_) => Err(Problem::Unreadable(format!("{name} is no number"))),
    };
    let since = number("since")?;
    let wait = Duration::from_millis(number("wait_ms")?.min(FEED_WAIT_MOST_MS));
    let entries = person.wait_feed(since, wait).await;
    let next = entries.last().map_or(since, |entry| entry.seq);
    let entries: Vec<Value> = entries
        .into_iter()
        .map(|entry| json!({ "seq": entry.seq, "at_ms": entry.at_ms, "event": entry.event, "data": entry.data }))
        .collect();
    Ok(json!({ "next": next, "entries": entries }))
}

/// Options of a slash command by name, each as it would be typed.
fn options(given: &Value) -> Result<Vec<(String, String)>, Problem> {
    let given = given.as_object().into_iter().flatten();
    given
        .map(|(name, value)| Ok((name.clone(), text(value)?)))
        .collect()
}

fn texts(given: &Value) -> Result<Vec<String>, Problem> {
    given.as_array().into_iter().flatten().map(text).collect()
}

fn text(value: &Value) -> Result<String, Problem> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        _ => Err(Problem::Unreadable(format!("{value} cannot be typed"))),
    }
}
