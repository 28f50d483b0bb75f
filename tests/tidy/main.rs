//! The house keeps its rooms apart: what may stand where is read from the sources and said here.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file: its path below the project, with `/`, and its text.
struct Source {
    path: String,
    text: String,
}

fn sources(below: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    walk(&root.join(below), &mut files);
    files.sort();
    assert!(!files.is_empty(), "there is nothing below {below}");
    files
        .into_iter()
        .map(|file| {
            let path = file.strip_prefix(root).expect("walked from the root");
            let path = path
                .to_str()
                .expect("our paths are plain text")
                .replace('\\', "/");
            let text = fs::read_to_string(&file).expect("a source file can be read");
            Source { path, text }
        })
        .collect()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of ours can be read") {
        let path = entry.expect("an entry of it too").path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The lines of a file that are code: comments are free to name what code may not.
fn code(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    source
        .text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Says where a file's code holds one of these words.
fn offences(sources: &[Source], words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        for (number, line) in code(source) {
            for word in words {
                if line.contains(word) {
                    found.push(format!("{}:{number}: {word}: {}", source.path, line.trim()));
                }
            }
        }
    }
    found
}

fn none(found: Vec<String>, rule: &str) {
    assert!(found.is_empty(), "{rule}\n{}", found.join("\n"));
}

#[test]
fn rules_are_pure() {
    let mut pure = sources("src/kernel");
    pure.extend(sources("src/games"));
    let words = [
        "async ",
        ".await",
        "tokio",
        "serenity",
        "poise",
        "sqlx",
        "tracing",
        "std::fs",
        "std::net",
        "std::io",
        "std::env",
        "std::thread",
        "Mutex",
        "RwLock",
        "Atomic",
        "std::process",
        "SystemTime",
        "Instant::now",
        "Utc::now",
        "Local::now",
        "chrono::",
        "rand::",
        "OsRng",
        "thread_rng",
        "HashMap",
        "HashSet",
        "println!",
        "eprintln!",
        "dbg!",
        "crate::host",
        "crate::store",
        "crate::discord",
        "crate::rehearsal",
    ];
    none(
        offences(&pure, &words),
        "rules neither wait, nor read a clock, nor draw, nor log, nor know who runs them",
    );
}

#[test]
fn the_kernel_knows_no_game() {
    let words = ["crate::games", "salem", "Salem", "Tryal", "Constable"];
    none(
        offences(&sources("src/kernel"), &words),
        "the kernel knows no game",
    );
}

#[test]
fn sql_stands_in_the_store_alone() {
    let elsewhere: Vec<_> = sources("src")
        .into_iter()
        .filter(|s| !s.path.starts_with("src/store/"))
        .collect();
    let words = ["sqlx::", "\"SELECT ", "INSERT INTO", "DELETE FROM"];
    none(
        offences(&elsewhere, &words),
        "SQL stands in the store alone",
    );
}

#[test]
fn discord_is_talked_to_in_one_place() {
    let elsewhere: Vec<_> = sources("src")
        .into_iter()
        .filter(|s| {
            !["src/discord/", "src/rehearsal/", "src/app.rs"]
                .iter()
                .any(|room| s.path.starts_with(room))
        })
        .collect();
    none(
        offences(&elsewhere, &["serenity::", "poise::"]),
        "only src/discord talks to Discord",
    );
}

#[test]
fn the_host_knows_no_platform() {
    let mut rooms = sources("src/host");
    rooms.extend(sources("src/store"));
    none(
        offences(&rooms, &["crate::discord", "crate::rehearsal"]),
        "what runs and stores games knows no platform",
    );
}

#[test]
fn nothing_is_left_open_or_taken_on_trust() {
    // Put together here, so that this file does not find itself.
    let words = [
        [".unwr", "ap()"].concat(),
        ["to", "do!("].concat(),
        ["unimple", "mented!("].concat(),
        ["TO", "DO"].concat(),
        ["FIX", "ME"].concat(),
        ["uns", "afe "].concat(),
    ];
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    none(
        offences(&sources("src"), &words),
        "nothing is left open, and nothing taken on trust",
    );
    let words = [
        ["#[ign", "ore"].concat(),
        ["thread::sl", "eep"].concat(),
        ["time::sl", "eep("].concat(),
    ];
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    none(
        offences(&sources("tests"), &words),
        "tests are never ignored and never sleep",
    );
}

#[test]
fn every_module_says_what_it_is() {
    let silent: Vec<_> = sources("src")
        .into_iter()
        .filter(|source| !source.text.starts_with("//!"))
        .map(|source| source.path)
        .collect();
    none(silent, "a module's head says what lives there");
}

#[test]
fn modules_are_nouns_of_the_domain() {
    let vague: Vec<_> = sources("src")
        .into_iter()
        .map(|source| source.path)
        .filter(|path| {
            [
                "utils", "util", "helpers", "helper", "manager", "common", "misc",
            ]
            .iter()
            .any(|word| {
                path.ends_with(&format!("/{word}.rs")) || path.contains(&format!("/{word}/"))
            })
        })
        .collect();
    none(vague, "files are nouns of the domain");
}

#[test]
fn games_stand_in_one_list() {
    let elsewhere: Vec<_> = sources("src")
        .into_iter()
        .filter(|s| !s.path.starts_with("src/games/"))
        .collect();
    none(
        offences(
            &elsewhere,
            &[
                "Play::Forum",
                "PlayEvent::Forum",
                "PlayCommand::Forum",
                "AnySettings::Forum",
                "Play::Tabletop",
                "PlayEvent::Tabletop",
                "PlayCommand::Tabletop",
                "AnySettings::Tabletop",
            ],
        ),
        "the only match over the games stands in src/games/mod.rs",
    );
}
