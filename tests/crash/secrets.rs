//! The log holds no secret at any level, and the database no token.

use crate::matrix::undisturbed;
use crate::moves::Edition;
use crate::village::Village;

/// Words of cards and roles, as players read them and as records have them.
const SECRETS: [&str; 8] = [
    "Not a Witch",
    "not_a_witch",
    "Constable",
    "constable",
    "accusation",
    "Accusation",
    "\"seed\"",
    "kill_named",
];

#[tokio::test(flavor = "multi_thread")]
async fn the_lowest_log_level_tells_no_secret_and_the_database_holds_no_token() {
    let plot = undisturbed(Edition::Forum).await;
    let mut village = Village::new(Edition::Forum).await;
    let log = village.salem.folder.path().join("log");
    let mut lines = String::new();
    village.log = Some(log.clone());
    for (made, expected) in &plot {
        let played = village.play(made, expected, &[]).await;
        assert!(played.is_ok(), "{made:?}: {played:?}");
        // Each start of the bot begins a new one.
        lines.push_str(&std::fs::read_to_string(&log).unwrap_or_default());
    }
    village.stop().await;
    assert!(
        lines.contains("INFO town_crier") && lines.contains("connected"),
        "the log was kept: {lines}"
    );
    let token = village.salem.token.clone();
    assert!(!lines.contains(&token), "the token is in the log");
    for secret in SECRETS {
        let line = lines.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{secret}: {line:?}");
    }
    for file in std::fs::read_dir(village.salem.folder.path()).expect("the folder") {
        let path = file.expect("a file").path();
        if path.is_file() {
            let bytes = std::fs::read(&path).expect("it can be read");
            let held = bytes
                .windows(token.len())
                .any(|window| window == token.as_bytes());
            assert!(!held, "the token is in {}", path.display());
        }
    }
    village.salem.end().await;
}
