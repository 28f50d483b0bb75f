//! Rehearsals as a user starts them, through the program itself.

#[path = "../kit/trace.rs"]
mod trace;

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn rehearse(arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_town-crier"))
        .arg("rehearse")
        .args(arguments)
        .env_remove("DISCORD_TOKEN")
        .output()
        .expect("the program can be started");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let all = format!("{said}{}", String::from_utf8_lossy(&output.stderr));
    (output, all)
}

fn lines(trace: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(trace).expect("the trace was written");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

#[test]
fn a_rehearsal_speaks_as_discord_does() {
    let folder = tempfile::tempdir().expect("a folder for the trace");
    let file = folder.path().join("trace.jsonl");
    let path = file.to_str().expect("a path in plain text");
    let (output, said) = rehearse(&[
        "--seed",
        "11",
        "--players",
        "6",
        "--speed",
        "900",
        "--quiet",
        "--trace",
        path,
    ]);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("audits clean"), "{said}");
    let lines = lines(&file);
    // How long a game is, is chance; that it has these is not. A trace without them would make the check below an empty one.
    for route in [
        "/guilds/{guild_id}/channels",
        "/channels/{channel_id}/messages",
        "/channels/{channel_id}/threads",
        "/interactions/{interaction_id}/{interaction_token}/callback",
    ] {
        assert!(
            lines.iter().any(|line| {
                line["kind"] == "rest" && line["method"] == "POST" && line["route"] == route
            }),
            "no POST {route} in the trace"
        );
    }
    for event in [
        "READY",
        "GUILD_CREATE",
        "INTERACTION_CREATE",
        "MESSAGE_CREATE",
    ] {
        assert!(
            lines
                .iter()
                .any(|line| line["kind"] == "gateway" && line["frame"]["t"] == event),
            "no {event} in the trace"
        );
    }
    let faults = trace::faults(lines);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_bot_that_is_killed_again_and_again_tells_everything_once() {
    let (output, said) = rehearse(&[
        "--seed",
        "12",
        "--players",
        "7",
        "--speed",
        "700",
        "--quiet",
        "--kill",
        "4",
    ]);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("each once and in order") && said.contains("killed 4 times"),
        "{said}"
    );
    assert!(said.contains("audits clean"), "{said}");
}

#[test]
fn the_tabletop_edition_speaks_as_discord_does_and_outlives_kills() {
    let folder = tempfile::tempdir().expect("a folder for the trace");
    let file = folder.path().join("trace.jsonl");
    let path = file.to_str().expect("a path in plain text");
    let (output, said) = rehearse(&[
        "--edition",
        "tabletop",
        "--seed",
        "13",
        "--players",
        "4",
        "--speed",
        "900",
        "--quiet",
        "--kill",
        "3",
        "--trace",
        path,
    ]);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("each once and in order") && said.contains("audits clean"),
        "{said}"
    );
    let faults = trace::faults(lines(&file));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
