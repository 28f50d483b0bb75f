//! `config/town-crier.toml`: what is shipped holds the defaults, and what is wrong is named with its line.

use town_crier::config::Config;

#[test]
fn the_shipped_file_holds_every_default() {
    let shipped = include_str!("../config/town-crier.toml");
    assert_eq!(Config::parse("shipped", shipped), Ok(Config::default()));
    for key in [
        "database",
        "api_base",
        "requests_per_second",
        "members_intent",
        "backup_folder",
        "backup_hours",
        "backups_kept",
        "log",
    ] {
        assert!(
            shipped.contains(&format!("\n{key} = ")),
            "{key} is not in the shipped file"
        );
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_with_what_is_possible() {
    for (text, line, words) in [
        ("\ndatabse = \"x\"", 2, vec!["databse", "database"]),
        ("members_intent = \"yes\"", 1, vec!["boolean"]),
        (
            "# fine\n\napi_base = \"nowhere\"",
            3,
            vec!["nowhere", "http://"],
        ),
        ("database = \"\"", 1, vec!["database"]),
        ("backup_folder = \" \"", 1, vec!["backup_hours = 0"]),
        ("\nbackups_kept = 0", 2, vec!["1 or more"]),
        ("requests_per_second = 0", 1, vec!["50"]),
        ("requests_per_second = 70000", 1, vec!["70000"]),
        ("backup_hours = -1", 1, vec!["-1"]),
        ("log = \"info,=,\"", 1, vec!["log", "serenity=warn"]),
        ("database = ", 1, vec![]),
    ] {
        let bad = Config::parse("here.toml", text).expect_err(text);
        assert_eq!(bad.line, Some(line), "{text:?}: {bad}");
        for word in words {
            assert!(bad.to_string().contains(word), "{text:?}: {bad}");
        }
    }
}

#[test]
fn an_api_base_loses_its_last_slash_and_an_empty_one_is_discord() {
    let set = |text: &str| Config::parse("here", text).expect("it is fine").api_base;
    assert_eq!(
        set("api_base = \"http://127.0.0.1:3000/\""),
        Some("http://127.0.0.1:3000".to_owned())
    );
    assert_eq!(set("api_base = \" \""), None);
}

#[test]
fn backups_stand_beside_the_database_unless_the_path_says_otherwise() {
    let folder = |text: &str| {
        let config = Config::parse("here", text).expect("it is fine");
        config.backups().display().to_string()
    };
    assert_eq!(folder(""), "backups");
    assert_eq!(folder("database = \"/data/x.db\""), "/data/backups");
    let text = "database = \"/data/x.db\"\nbackup_folder = \"/other\"";
    assert_eq!(folder(text), "/other");
}
