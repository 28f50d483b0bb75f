//! All that stands on the server, in lines that are the same in every game with the same dice.

use std::collections::BTreeSet;

use town_crier::rehearsal::stand_in::World;
use town_crier::rehearsal::stand_in::world::model::{Channel, Id, Message};

/// How the message begins that tries whether somebody can be reached.
const TEST_MESSAGE: &str = "This is a test message";

/// These channels, threads and DMs: who sees them, who may write, who is in them, what is said there and which buttons there
/// are.
pub fn sight(world: &World, wanted: impl Fn(&Channel) -> bool) -> Vec<String> {
    let mut places: Vec<Vec<String>> = world
        .channels
        .values()
        .filter(|channel| wanted(channel))
        .map(|channel| place(world, channel))
        .collect();
    places.sort();
    places.into_iter().flatten().collect()
}

fn place(world: &World, channel: &Channel) -> Vec<String> {
    let above = channel.parent.and_then(|id| world.channels.get(&id));
    let above = above.map_or(String::new(), |above| format!("{}/", above.name));
    let name = match channel.is_dm() {
        true => format!("DM {:?}", people(world, channel.recipients.iter().copied())),
        false => format!("{above}{}", channel.name),
    };
    let mut lines = vec![format!(
        "{name}: {}",
        words(world, channel.topic.as_deref().unwrap_or(""))
    )];
    if !channel.is_dm() {
        let may = |check: &dyn Fn(Id) -> bool| {
            people(
                world,
                world.users.keys().copied().filter(|user| check(*user)),
            )
        };
        let sees = may(&|user| world.can_see(user, channel.id));
        let writes = may(&|user| world.can_write(user, channel.id));
        let reacts = may(&|user| world.can_react(user, channel.id));
        lines.push(format!(
            "{name}: seen by {sees:?}, written by {writes:?}, reacted by {reacts:?}"
        ));
    }
    if let Some(thread) = &channel.thread {
        let members = people(world, thread.members.keys().copied());
        let (locked, archived) = (thread.locked, thread.archived);
        lines.push(format!(
            "{name}: members {members:?}, locked {locked}, archived {archived}"
        ));
    }
    let messages = channel.messages.values();
    lines.extend(
        messages
            .filter(|message| message.ephemeral_for.is_none())
            .map(|message| format!("{name}: {}", said(world, message))),
    );
    // Each press of Join sends one, and who got no answer presses again: how many there are is no part of the story.
    lines.dedup_by(|one, other| one == other && one.contains(TEST_MESSAGE));
    lines
}

fn said(world: &World, message: &Message) -> String {
    let mut controls = Vec::new();
    for row in &message.components {
        for part in row["components"].as_array().into_iter().flatten() {
            controls.push(
                part["label"]
                    .as_str()
                    .or(part["placeholder"].as_str())
                    .unwrap_or("?")
                    .to_owned(),
            );
        }
    }
    let files = message.attachments.len();
    let mentions = people(world, message.mentions.iter().copied());
    format!(
        "[{} pinned {} files {files} calls {mentions:?} controls {controls:?}] {}",
        message.kind,
        message.pinned,
        words(world, &message.content)
    )
}

fn people(world: &World, ids: impl Iterator<Item = Id>) -> BTreeSet<String> {
    ids.filter_map(|id| world.users.get(&id))
        .map(|user| user.name.clone())
        .collect()
}

/// A text without what differs from game to game: instants, ids, seeds and digests.
fn words(world: &World, text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for c in text.chars().chain(std::iter::once('\n')) {
        if c.is_ascii_hexdigit() {
            run.push(c);
            continue;
        }
        let id = run.parse::<Id>().ok();
        let user = id
            .and_then(|id| world.users.get(&id))
            .map(|user| &user.name);
        let channel = id
            .and_then(|id| world.channels.get(&id))
            .map(|channel| &channel.name);
        match user.or(channel) {
            Some(name) => out.push_str(name),
            None if out.ends_with("<t:") => out.push('T'),
            None if run.len() >= 15 => out.push('#'),
            None => out.push_str(&run),
        }
        run.clear();
        out.push(c);
    }
    out.replace('\n', " | ")
}
