//! Whether all is well with a game's server: may the bot do what it has to, is there room, who could read what is secret, who
//! can be reached, and when does what ends. Asked for with `/host check`, looked at before every start, and again whenever
//! rights change while a game runs.

mod findings;
mod readers;
mod server;
mod watchman;

use sha2::{Digest, Sha256};

use super::door::{Door, Fault};
use super::facts::{test_dm, test_words};
use super::limits;
use super::render::{Names, escape};
use super::reply::Reply;
use super::scene::Scene;
use crate::games::{Session, SessionCommand, Stand};
use crate::host::View;
use crate::kernel::dice::hex;
use crate::kernel::game::Actor;
use crate::kernel::ids::PlayerId;
use crate::kernel::intent::Intent;
use crate::kernel::lobby::{LobbyCommand, Reach};
use crate::kernel::panel::{Button, Panel, Row, Style};
use crate::kernel::text::{Name, Text};
use crate::kernel::time::Time;

use findings::{Finding, Look, TAKE_AWAY, lines, reader_line, readers_of};
use readers::Reader;

pub(super) use findings::LACKS;
pub(super) use server::{manages, own_rights};
pub use watchman::Watchman;

/// What stands before what is well, what the host should know of, and what keeps a game from starting.
const WELL: &str = "🟢";
const BEWARE: &str = "🟡";
const STOPS: &str = "🔴";

/// `/host check`: everything, with where to click.
///
/// # Errors
/// Discord's.
pub(super) async fn check(door: &Door, view: &View) -> Result<Reply, Fault> {
    let stand = view.session.stand();
    if stand == Stand::Over || stand == Stand::Cancelled {
        return Ok(Reply::say(
            "This is over: there is nothing to check any more.",
        ));
    }
    if stand == Stand::SignUp {
        reach_again(door, view).await?;
    }
    let look = door
        .watchman
        .look(&door.wire, view.guild, &players(&view.session))
        .await?;
    let things = door.store.things(view.game).await?;
    let now = door.host.now();
    // Who is within reach now may have changed just above.
    let known = door.host.view(view.game);
    let session = known.as_ref().map_or(&view.session, |view| &view.session);
    let findings = match stand {
        Stand::SignUp => look.before_start(&players(session)),
        _ => look.while_it_runs(&Scene::of(view, now), &things),
    };
    let names = names_with(session, &findings);
    let room = match stand {
        Stand::SignUp => format!(
            "Room: {} of {} channels on this server; a game makes a category of its own.",
            look.channels(),
            limits::CHANNELS_PER_SERVER
        ),
        _ => format!(
            "Room: {} of {} channels on this server, {} of {} in the game's category.",
            look.channels(),
            limits::CHANNELS_PER_SERVER,
            look.in_category(&things),
            limits::CHANNELS_PER_CATEGORY
        ),
    };
    let mut text = Text::from(format!("**Check of {}**", escape(&title(session))));
    for line in on_server(&findings, &names, room) {
        text.line(line);
    }
    for line in who_reads(session, &findings, &names) {
        text.line(line);
    }
    for line in who_is_reached(session, &look) {
        text.line(line);
    }
    for line in when_it_ends(session, now) {
        text.line(line);
    }
    let again = Button::new(Style::Secondary, "Check again", Intent::new("host.check"));
    let panel = Panel::say(text).with(Row::Buttons(vec![again]));
    Ok(Reply::panel(view.game, &names, &panel))
}

/// Before a start: tries again to reach those who could not be reached, looks at the server, and has the host accept by name
/// those who could read what is secret. What is accepted is what was shown: the button holds its digest.
///
/// # Errors
/// Discord's.
pub(super) async fn start(
    door: &Door,
    view: &View,
    intent: &mut Intent,
) -> Result<Option<Reply>, Fault> {
    let session = &view.session;
    if !reach_again(door, view).await? {
        // The rules say who is missing and what to do.
        return Ok(None);
    }
    let players = players(session);
    let look = door.watchman.look(&door.wire, view.guild, &players).await?;
    let away = look.away(&players);
    if !away.is_empty() {
        return Ok(Some(take_off(door, view, &away).await));
    }
    let findings = look.before_start(&players);
    let names = names_with(session, &findings);
    let stops = findings.iter().filter(|finding| finding.stops());
    if stops.clone().next().is_some() {
        let mut words = "The game cannot begin yet; nothing was started.".to_owned();
        for line in lines(stops, &names) {
            words += &format!("\n{STOPS} {line}");
        }
        return Ok(Some(Reply::say(words)));
    }
    let readers = readers_of(&findings);
    let accepted = |reader: &&&Reader| session.lobby.readers.contains(&reader.id);
    let unaccepted: Vec<&Reader> = readers
        .iter()
        .filter(|reader| !accepted(reader))
        .copied()
        .collect();
    let digest = digest(&unaccepted);
    let accepts = intent.verb == "lobby.accept" && intent.field("ok") == Some(digest.as_str());
    let ids: Vec<String> = readers.iter().map(|reader| reader.id.to_string()).collect();
    *intent = std::mem::take(intent).with("readers", ids.join(","));
    if unaccepted.is_empty() || accepts {
        return Ok(None);
    }
    let beware = findings
        .iter()
        .filter(|finding| !matches!(finding, Finding::Reader(_)));
    Ok(Some(ask_to_accept(
        view,
        &names,
        &unaccepted,
        &lines(beware, &names),
        &digest,
    )))
}

/// The names in a session and those of the readers found.
fn names_with(session: &Session, findings: &[Finding]) -> Names {
    let others: Vec<(PlayerId, &str)> = readers_of(findings)
        .iter()
        .map(|reader| (reader.id, reader.name.as_str()))
        .collect();
    Names::with(session, &others)
}

fn players(session: &Session) -> Vec<PlayerId> {
    session
        .lobby
        .members
        .iter()
        .map(|member| member.player)
        .collect()
}

fn title(session: &Session) -> String {
    Names::default().label(&Text::from(session.lobby.name.as_str()), 80)
}

/// Tries again those of a sign-up who were not reached so far; answers whether all are.
async fn reach_again(door: &Door, view: &View) -> Result<bool, Fault> {
    let session = &view.session;
    let mut all = true;
    for member in &session.lobby.members {
        if member.reach != Reach::None {
            continue;
        }
        if test_dm(door, member.player, &test_words(session)).await? == Reach::Dm {
            let reached = SessionCommand::Lobby(LobbyCommand::Reach {
                player: member.player,
                reach: Reach::Dm,
            });
            // Refused where the player was quicker.
            let _known = door
                .host
                .command(view.game, Actor::Clock, reached, None)
                .await;
        } else {
            all = false;
        }
    }
    Ok(all)
}

/// The bot's own rights, the order of roles, room and slowmode.
fn on_server(findings: &[Finding], names: &Names, room: String) -> Vec<String> {
    let own = |finding: &&Finding| matches!(finding, Finding::Lacks(_) | Finding::Silenced);
    let full = |finding: &&Finding| {
        matches!(
            finding,
            Finding::ServerFull(_) | Finding::ThreadsFull(_) | Finding::CategoryFull
        )
    };
    let slow = |finding: &&Finding| matches!(finding, Finding::Slow { .. });
    let mut said = Vec::new();
    let mut say = |found: Vec<&Finding>, well: String| {
        if found.is_empty() {
            said.push(format!("{WELL} {well}"));
            return;
        }
        let sign = match found.iter().any(|finding| finding.stops()) {
            true => STOPS,
            false => BEWARE,
        };
        for line in lines(found.into_iter(), names) {
            said.push(format!("{sign} {line}"));
        }
    };
    say(
        findings.iter().filter(own).collect(),
        "Permissions: I have all that a game needs.".to_owned(),
    );
    say(
        Vec::new(),
        "Order of roles: it does not matter where mine stands, for I give nobody a role."
            .to_owned(),
    );
    say(findings.iter().filter(full).collect(), room);
    say(
        findings.iter().filter(slow).collect(),
        "Slowmode: none in the game's rooms.".to_owned(),
    );
    said
}

/// Who could read the secret threads, and whom a room's permissions let in by hand.
fn who_reads(session: &Session, findings: &[Finding], names: &Names) -> Vec<String> {
    let readers = readers_of(findings);
    let mut said = Vec::new();
    if readers.is_empty() {
        said.push(format!(
            "{WELL} Secrets: nobody but the bot could read the secret threads because of their roles."
        ));
    } else {
        said.push(format!(
            "{BEWARE} These could read the secret threads, because of what they may do in this server:"
        ));
        for reader in &readers {
            let accepted = match session.lobby.readers.contains(&reader.id) {
                true => " (accepted by the host)",
                false => "",
            };
            said.push(format!("- {}{accepted}", reader_line(reader, names)));
        }
        said.push(format!("-# {TAKE_AWAY}"));
    }
    let let_in = findings
        .iter()
        .filter(|finding| matches!(finding, Finding::LetIn { .. }));
    for line in lines(let_in, names) {
        said.push(format!("{BEWARE} {line}"));
    }
    said
}

/// Who is reached how. A host who plays is told of no change in that once the game runs: the moment could say who was just
/// sent something secret.
fn who_is_reached(session: &Session, look: &Look) -> Vec<String> {
    let mut said = Vec::new();
    let called = |people: Vec<PlayerId>| {
        let people = people.into_iter().map(crate::kernel::text::Named);
        let people: Vec<String> = people.map(|person| person.to_string()).collect();
        people.join(", ")
    };
    let away = look.away(&players(session));
    if !away.is_empty() {
        said.push(format!("{BEWARE} Not on this server: {}.", called(away)));
    }
    let begun = session.stand() != Stand::SignUp;
    if begun && session.seat_of(session.lobby.host).is_some() {
        said.push(format!(
            "{WELL} Direct messages: whom I do not reach gets a private thread. A host who plays is not told who that is."
        ));
        return said;
    }
    let reached = |reach: Reach| -> Vec<PlayerId> {
        let members = session.lobby.members.iter();
        let fitting = members.filter(|member| member.reach == reach);
        fitting.map(|member| member.player).collect()
    };
    let (threaded, unreached) = (reached(Reach::Thread), reached(Reach::None));
    if !unreached.is_empty() {
        said.push(format!(
            "{STOPS} Not reached by DM: {}. They open their DMs (the server's menu > Privacy Settings > Direct Messages) and \
             press Join again, or agree to a private thread.",
            called(unreached)
        ));
    } else if session.lobby.members.is_empty() {
        said.push(format!("{WELL} Direct messages: nobody has signed up yet."));
    } else if threaded.is_empty() {
        said.push(format!(
            "{WELL} Direct messages: the last one to each player has arrived."
        ));
    }
    if !threaded.is_empty() {
        said.push(format!(
            "{WELL} By private thread instead of DM: {}.",
            called(threaded)
        ));
    }
    said
}

/// When what runs now ends, and what comes after it.
fn when_it_ends(session: &Session, now: Time) -> Vec<String> {
    let table = session.timetable(now);
    if table.is_empty() {
        return vec![
            "⏸️ No clock is running: the game is paused, or between two phases.".to_owned(),
        ];
    }
    let head = match session.stand() {
        Stand::SignUp => "🕰️ If it began now:",
        _ => "🕰️ As it stands:",
    };
    let mut said = vec![head.to_owned()];
    for (what, end) in table {
        said.push(format!(
            "- {} ends {} ({})",
            what.marked(),
            end.full(),
            end.relative()
        ));
    }
    said
}

/// Takes those off the list who have left the server; without the members intent it is found out here at the latest.
async fn take_off(door: &Door, view: &View, away: &[PlayerId]) -> Reply {
    let names = Names::of(&view.session);
    let mut words =
        "The game cannot begin yet. Not on this server any more, and so off the list:".to_owned();
    for player in away {
        let leave = SessionCommand::Lobby(LobbyCommand::Leave { player: *player });
        // Refused where they were quicker.
        let _known = door
            .host
            .command(view.game, Actor::Clock, leave, None)
            .await;
        words += "\n- ";
        words += &names.escaped(Name::Player(*player));
    }
    Reply::say(words)
}

fn ask_to_accept(
    view: &View,
    names: &Names,
    readers: &[&Reader],
    beware: &[String],
    digest: &str,
) -> Reply {
    let mut text = Text::from(
        "**Before the game begins:** these could read its secret threads, because of what they may do in this server. \
         Discord gives no way to keep them out.",
    );
    for reader in readers {
        text.line(format!("- {}", reader_line(reader, names)));
    }
    if readers.iter().any(|reader| reader.plays) {
        text.line(
            "Those who play would have to look away. Better take these rights from them until the game is over.",
        );
    }
    for line in beware {
        text.line(format!("{BEWARE} {line}"));
    }
    text.line("Accept them by name to begin; the game's record keeps that you did.");
    let accept = Intent::new("lobby.accept").with("ok", digest);
    let panel = Panel::say(text).with(Row::Buttons(vec![
        Button::new(Style::Danger, "Accept these and begin", accept),
        Button::new(Style::Secondary, "Look again", Intent::new("lobby.start")),
    ]));
    Reply::panel(view.game, names, &panel)
}

/// What stands for a list of readers in a button.
fn digest(readers: &[&Reader]) -> String {
    let mut sha = Sha256::new();
    for reader in readers {
        sha.update(reader.id.0.to_be_bytes());
    }
    hex(&sha.finalize()[..8])
}
