//! The program on the command line: what it says and with which status it ends where it cannot do what is asked.

use std::process::{Command, Output};

fn run(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    Command::new(env!("CARGO_BIN_EXE_town-crier"))
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("DISCORD_TOKEN")
        .env_remove("TOWN_CRIER_API_BASE")
        .envs(variables.iter().copied())
        .output()
        .expect("the program runs")
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn without_a_token_it_says_what_to_set_and_ends_with_2() {
    for token in [None, Some(""), Some("  ")] {
        let variables: Vec<_> = token
            .map(|token| ("DISCORD_TOKEN", token))
            .into_iter()
            .collect();
        for arguments in [&[][..], &["run"][..]] {
            let output = run(arguments, &variables);
            assert_eq!(output.status.code(), Some(2));
            let words = words(&output);
            assert!(
                words.contains("DISCORD_TOKEN") && words.contains("rehearse"),
                "{words}"
            );
            assert_eq!(words.lines().count(), 1, "one message: {words}");
        }
    }
}

#[test]
fn what_is_no_token_is_not_sent_anywhere() {
    let output = run(&[], &[("DISCORD_TOKEN", "two words")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(words(&output).contains("DISCORD_TOKEN"));
    assert!(
        !words(&output).contains("two words"),
        "the token is in the log"
    );
}

#[test]
fn a_broken_config_file_is_named_with_its_line_and_ends_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, "database = \"x.db\"\nmembers_intents = true\n").expect("written");
    let name = file.display().to_string();
    let output = run(&["run", "--config", &name], &[("DISCORD_TOKEN", "a.b.c")]);
    assert_eq!(output.status.code(), Some(2));
    let words = words(&output);
    assert!(
        words.contains("line 2") && words.contains("members_intent"),
        "{words}"
    );
    let output = run(
        &["run", "--config", "nowhere.toml"],
        &[("DISCORD_TOKEN", "a.b.c")],
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_api_base_where_nothing_is_ends_with_1_and_says_where_to_look() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", nobody.local_addr().expect("an address"));
    drop(nobody);
    let variables = [
        ("DISCORD_TOKEN", "a.b.c"),
        ("TOWN_CRIER_API_BASE", address.as_str()),
    ];
    let output = run(&[], &variables);
    assert_eq!(output.status.code(), Some(1));
    let words = words(&output);
    assert!(words.contains("TOWN_CRIER_API_BASE"), "{words}");
    assert!(!words.contains("a.b.c"), "the token is in the log: {words}");
    let output = run(
        &[],
        &[
            ("DISCORD_TOKEN", "a.b.c"),
            ("TOWN_CRIER_API_BASE", "nowhere"),
        ],
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_record_that_is_none_does_not_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("record.jsonl");
    std::fs::write(&file, "{}\n").expect("written");
    let output = run(&["audit", &file.display().to_string()], &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!run(&["audit", "nowhere"], &[]).status.success());
}

#[test]
fn a_backup_is_put_back_or_it_is_said_why_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("mine.toml");
    let database = folder.path().join("town-crier.db");
    let text = format!("database = {:?}\n", database.display().to_string());
    std::fs::write(&config, text).expect("written");
    let config = config.display().to_string();
    let restore = |file: &str| run(&["restore", file, "--config", &config], &[]);
    let output = restore("nowhere.db");
    assert_eq!(output.status.code(), Some(2));
    assert!(words(&output).contains("nowhere.db"));
    let letter = folder.path().join("letter.db");
    std::fs::write(&letter, "Dear diary. ".repeat(500)).expect("written");
    let output = restore(&letter.display().to_string());
    assert_eq!(output.status.code(), Some(1));
    let said = words(&output);
    assert!(
        said.contains("not put back") && said.contains("damaged"),
        "{said}"
    );
    assert!(!database.exists(), "nothing was made");
}

#[test]
fn kill_points_are_refused_away_from_loopback() {
    let point = ("TOWN_CRIER_KILL_POINTS", "orders");
    let token = ("DISCORD_TOKEN", "a.b.c");
    for base in [
        None,
        Some("http://192.0.2.1"),
        Some("http://127.0.0.1.example"),
    ] {
        let base = base.map(|base| ("TOWN_CRIER_API_BASE", base));
        let variables: Vec<_> = [point, token].into_iter().chain(base).collect();
        let output = run(&[], &variables);
        assert_eq!(output.status.code(), Some(2), "{base:?}");
        assert!(words(&output).contains("TOWN_CRIER_KILL_POINTS"));
    }
}
