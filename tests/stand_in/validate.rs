//! What Discord refuses in a body: each limit on both sides, and the shape of the refusal.

use serde_json::{Value, json};
use town_crier::rehearsal::stand_in::validate::{Invalid, commands, components, message, schema};

fn text(length: usize) -> String {
    // Not ASCII, so that characters and not bytes are what counts.
    "ä".repeat(length)
}

/// The paths of a refusal at which there are faults, with their codes.
fn faults(refusal: &Invalid) -> Vec<(String, String)> {
    fn walk(node: &Value, path: &str, found: &mut Vec<(String, String)>) {
        for (name, child) in node.as_object().into_iter().flatten() {
            if name == "_errors" {
                for fault in child.as_array().expect("a list") {
                    found.push((
                        path.to_owned(),
                        fault["code"].as_str().expect("a code").to_owned(),
                    ));
                }
            } else {
                walk(child, &format!("{path}/{name}"), found);
            }
        }
    }
    let mut found = Vec::new();
    walk(&refusal.errors, "", &mut found);
    found
}

/// Asserts that every first body is accepted and every second one refused at the path given.
fn both_sides(check: impl Fn(&Value) -> Result<(), Invalid>, table: &[(&str, Value, Value, &str)]) {
    for (name, fine, wrong, path) in table {
        if let Err(refusal) = check(fine) {
            panic!("{name}: should be fine, but {refusal}");
        }
        let refusal = check(wrong).expect_err(&format!("{name}: should be refused"));
        assert_eq!(refusal.code, 50035, "{name}: {refusal}");
        let found = faults(&refusal);
        assert!(
            found.iter().any(|(place, _)| place == path),
            "{name}: expected a fault at {path}, found {found:?}"
        );
    }
}

fn with_embed(embed: Value) -> Value {
    json!({ "embeds": [embed] })
}

fn with_button(button: Value) -> Value {
    json!({ "content": "x", "components": [{ "type": 1, "components": [button] }] })
}

fn with_select(mut select: Value) -> Value {
    select["type"] = json!(select.get("type").cloned().unwrap_or(json!(3)));
    json!({ "content": "x", "components": [{ "type": 1, "components": [select] }] })
}

fn button(id: usize) -> Value {
    json!({ "type": 2, "style": 1, "label": "x", "custom_id": format!("b{id}") })
}

fn options(count: usize) -> Value {
    (0..count)
        .map(|n| json!({ "label": format!("o{n}"), "value": format!("v{n}") }))
        .collect()
}

#[test]
fn messages_have_limits() {
    let fields = |count: usize| -> Value {
        (0..count)
            .map(|_| json!({ "name": "n", "value": "v" }))
            .collect()
    };
    let embeds = |count: usize| -> Value { (0..count).map(|_| json!({ "title": "t" })).collect() };
    let ids = |count: u64| -> Value { (1..=count).map(|id| json!(id.to_string())).collect() };
    let table = [
        (
            "content",
            json!({ "content": text(2000) }),
            json!({ "content": text(2001) }),
            "/content",
        ),
        (
            "embeds",
            json!({ "embeds": embeds(10) }),
            json!({ "embeds": embeds(11) }),
            "/embeds",
        ),
        (
            "title",
            with_embed(json!({ "title": text(256) })),
            with_embed(json!({ "title": text(257) })),
            "/embeds/0/title",
        ),
        (
            "description",
            with_embed(json!({ "description": text(4096) })),
            with_embed(json!({ "description": text(4097) })),
            "/embeds/0/description",
        ),
        (
            "fields",
            with_embed(json!({ "fields": fields(25) })),
            with_embed(json!({ "fields": fields(26) })),
            "/embeds/0/fields",
        ),
        (
            "field name",
            with_embed(json!({ "fields": [{ "name": text(256), "value": "v" }] })),
            with_embed(json!({ "fields": [{ "name": text(257), "value": "v" }] })),
            "/embeds/0/fields/0/name",
        ),
        (
            "field value",
            with_embed(json!({ "fields": [{ "name": "n", "value": text(1024) }] })),
            with_embed(json!({ "fields": [{ "name": "n", "value": text(1025) }] })),
            "/embeds/0/fields/0/value",
        ),
        (
            "empty field value",
            with_embed(json!({ "fields": [{ "name": "n", "value": "v" }] })),
            with_embed(json!({ "fields": [{ "name": "n", "value": "" }] })),
            "/embeds/0/fields/0/value",
        ),
        (
            "footer",
            with_embed(json!({ "footer": { "text": text(2048) } })),
            with_embed(json!({ "footer": { "text": text(2049) } })),
            "/embeds/0/footer/text",
        ),
        (
            "author",
            with_embed(json!({ "author": { "name": text(256) } })),
            with_embed(json!({ "author": { "name": text(257) } })),
            "/embeds/0/author/name",
        ),
        (
            "all embeds together",
            json!({ "embeds": [{ "description": text(4000) }, { "description": text(2000) }] }),
            json!({ "embeds": [{ "description": text(4000) }, { "description": text(2001) }] }),
            "/embeds",
        ),
        (
            "an embed shows something",
            with_embed(json!({ "title": "t" })),
            with_embed(json!({ "color": 1 })),
            "/embeds/0/description",
        ),
        (
            "nonce",
            json!({ "content": "x", "nonce": text(25) }),
            json!({ "content": "x", "nonce": text(26) }),
            "/nonce",
        ),
        (
            "users to mention",
            json!({ "content": "x", "allowed_mentions": { "users": ids(100) } }),
            json!({ "content": "x", "allowed_mentions": { "users": ids(101) } }),
            "/allowed_mentions/users",
        ),
        (
            "parse and users",
            json!({ "content": "x", "allowed_mentions": { "parse": ["roles"], "users": ids(1) } }),
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ids(1) } }),
            "/allowed_mentions/parse",
        ),
        (
            "stickers",
            json!({ "sticker_ids": ["1", "2", "3"] }),
            json!({ "sticker_ids": ["1", "2", "3", "4"] }),
            "/sticker_ids",
        ),
        (
            "newer components exclude content",
            json!({ "flags": 32768, "components": [{ "type": 10, "content": "x" }] }),
            json!({ "flags": 32768, "content": "x", "components": [{ "type": 10, "content": "x" }] }),
            "/content",
        ),
    ];
    both_sides(|body| message::check_create(body, 0), &table);
}

#[test]
fn an_empty_message_is_refused_with_its_own_code() {
    for body in [
        json!({}),
        json!({ "content": "" }),
        json!({ "content": " \n " }),
        json!({ "content": null, "embeds": [] }),
    ] {
        let refusal = message::check_create(&body, 0).expect_err("empty");
        assert_eq!(
            (refusal.code, refusal.message.as_str()),
            (50006, "Cannot send an empty message")
        );
        assert!(refusal.to_json().get("errors").is_none());
    }
    message::check_create(&json!({}), 1).expect("a file alone is a message");
    message::check_create(&json!({ "content": "." }), 0).expect("a dot is a message");
}

#[test]
fn an_attachment_names_an_uploaded_file() {
    let body = json!({ "attachments": [{ "id": 0, "filename": "record.jsonl" }] });
    message::check_create(&body, 1).expect("the file is there");
    message::check_create(&body, 0).expect_err("no such file");
    message::check_create(&json!({}), 10).expect("ten files");
    message::check_create(&json!({}), 11).expect_err("eleven files");
}

#[test]
fn components_have_limits() {
    let rows = |count: usize| -> Value {
        let rows: Value = (0..count)
            .map(|n| json!({ "type": 1, "components": [button(n)] }))
            .collect();
        json!({ "content": "x", "components": rows })
    };
    let row = |count: usize| -> Value {
        let buttons: Value = (0..count).map(button).collect();
        json!({ "content": "x", "components": [{ "type": 1, "components": buttons }] })
    };
    let labelled = |label: String| {
        with_button(json!({ "type": 2, "style": 1, "label": label, "custom_id": "a" }))
    };
    let identified =
        |id: String| with_button(json!({ "type": 2, "style": 1, "label": "x", "custom_id": id }));
    let optioned = |option: Value| with_select(json!({ "custom_id": "s", "options": [option] }));
    let two = |first: &str, second: &str| {
        json!({ "content": "x", "components": [{ "type": 1, "components": [
            { "type": 2, "style": 1, "label": "x", "custom_id": first }, { "type": 2, "style": 2, "label": "y", "custom_id": second },
        ] }] })
    };
    const CHILD: &str = "/components/0/components/0";
    let child = |rest: &str| format!("{CHILD}{rest}");
    let paths = [
        child("/custom_id"),
        child("/label"),
        child("/placeholder"),
        child("/options"),
        child("/options/0/label"),
        child("/options/0/value"),
        child("/options/0/description"),
        child("/options/1/value"),
        child("/max_values"),
        child("/min_values"),
        child("/url"),
        child("/style"),
    ];
    let link = json!({ "type": 2, "style": 5, "label": "x", "url": "https://example.org" });
    let table = [
        ("rows", rows(5), rows(6), "/components"),
        (
            "buttons of a row",
            row(5),
            row(6),
            "/components/0/components",
        ),
        (
            "a row is not empty",
            row(1),
            row(0),
            "/components/0/components",
        ),
        (
            "custom id",
            identified(text(100)),
            identified(text(101)),
            &paths[0],
        ),
        (
            "custom id is not empty",
            identified(text(1)),
            identified(String::new()),
            &paths[0],
        ),
        (
            "custom ids are unique",
            two("a", "b"),
            two("a", "a"),
            "/components/0/components/1/custom_id",
        ),
        ("label", labelled(text(80)), labelled(text(81)), &paths[1]),
        (
            "a button shows something",
            labelled(text(1)),
            labelled(String::new()),
            CHILD,
        ),
        (
            "link needs url",
            with_button(link.clone()),
            with_button(json!({ "type": 2, "style": 5, "label": "x" })),
            &paths[10],
        ),
        (
            "link's scheme",
            with_button(link),
            with_button(json!({ "type": 2, "style": 5, "label": "x", "url": "ftp://example.org" })),
            &paths[10],
        ),
        (
            "no url with a custom id",
            with_button(button(1)),
            with_button(
                json!({ "type": 2, "style": 1, "label": "x", "custom_id": "a", "url": "https://example.org" }),
            ),
            CHILD,
        ),
        (
            "style",
            with_button(button(1)),
            with_button(json!({ "type": 2, "style": 7, "label": "x", "custom_id": "a" })),
            &paths[11],
        ),
        (
            "a menu stands alone",
            with_select(json!({ "custom_id": "s", "options": options(1) })),
            json!({ "content": "x", "components": [{ "type": 1, "components": [
                { "type": 3, "custom_id": "s", "options": options(1) }, button(1),
            ] }] }),
            "/components/0/components",
        ),
        (
            "options",
            with_select(json!({ "custom_id": "s", "options": options(25) })),
            with_select(json!({ "custom_id": "s", "options": options(26) })),
            &paths[3],
        ),
        (
            "a menu has options",
            with_select(json!({ "custom_id": "s", "options": options(1) })),
            with_select(json!({ "custom_id": "s", "options": [] })),
            &paths[3],
        ),
        (
            "option label",
            optioned(json!({ "label": text(100), "value": "v" })),
            optioned(json!({ "label": text(101), "value": "v" })),
            &paths[4],
        ),
        (
            "option value",
            optioned(json!({ "label": "l", "value": text(100) })),
            optioned(json!({ "label": "l", "value": text(101) })),
            &paths[5],
        ),
        (
            "option description",
            optioned(json!({ "label": "l", "value": "v", "description": text(100) })),
            optioned(json!({ "label": "l", "value": "v", "description": text(101) })),
            &paths[6],
        ),
        (
            "option values are unique",
            with_select(json!({ "custom_id": "s", "options": options(2) })),
            with_select(
                json!({ "custom_id": "s", "options": [{ "label": "a", "value": "v" }, { "label": "b", "value": "v" }] }),
            ),
            &paths[7],
        ),
        (
            "placeholder",
            with_select(
                json!({ "custom_id": "s", "options": options(1), "placeholder": text(150) }),
            ),
            with_select(
                json!({ "custom_id": "s", "options": options(1), "placeholder": text(151) }),
            ),
            &paths[2],
        ),
        (
            "max values",
            with_select(json!({ "type": 5, "custom_id": "s", "max_values": 25 })),
            with_select(json!({ "type": 5, "custom_id": "s", "max_values": 26 })),
            &paths[8],
        ),
        (
            "min values",
            with_select(json!({ "type": 5, "custom_id": "s", "min_values": 0 })),
            with_select(json!({ "type": 5, "custom_id": "s", "min_values": -1 })),
            &paths[9],
        ),
        (
            "min above max",
            with_select(json!({ "type": 5, "custom_id": "s", "min_values": 2, "max_values": 2 })),
            with_select(json!({ "type": 5, "custom_id": "s", "min_values": 2, "max_values": 1 })),
            &paths[8],
        ),
        (
            "max above options",
            with_select(json!({ "custom_id": "s", "options": options(2), "max_values": 2 })),
            with_select(json!({ "custom_id": "s", "options": options(2), "max_values": 3 })),
            &paths[3],
        ),
    ];
    both_sides(|body| message::check_create(body, 0), &table);
}

#[test]
fn modals_have_limits() {
    let modal = |title: String, rows: usize, input: Value| {
        let rows: Value = (0..rows)
            .map(|n| {
                let mut input = input.clone();
                if n > 0 {
                    input["custom_id"] = json!(format!("i{n}"));
                }
                json!({ "type": 1, "components": [input] })
            })
            .collect();
        json!({ "title": title, "custom_id": "m", "components": rows })
    };
    let input = json!({ "type": 4, "custom_id": "i", "style": 1, "label": "l" });
    let with = |name: &str, value: Value| {
        let mut input = input.clone();
        input[name] = value;
        modal("t".into(), 1, input)
    };
    let one = "/data/components/0/components/0";
    let label = |label: String| {
        json!({ "title": "t", "custom_id": "m", "components": [{ "type": 18, "label": label,
            "component": { "type": 4, "custom_id": "i", "style": 2 } }] })
    };
    let table = [
        (
            "title",
            modal(text(45), 1, input.clone()),
            modal(text(46), 1, input.clone()),
            "/data/title",
        ),
        (
            "title is not empty",
            modal(text(1), 1, input.clone()),
            modal(String::new(), 1, input.clone()),
            "/data/title",
        ),
        (
            "rows",
            modal(text(1), 5, input.clone()),
            modal(text(1), 6, input.clone()),
            "/data/components",
        ),
        (
            "a modal has a row",
            modal(text(1), 1, input.clone()),
            modal(text(1), 0, input.clone()),
            "/data/components",
        ),
        (
            "input label",
            with("label", json!(text(45))),
            with("label", json!(text(46))),
            &format!("{one}/label"),
        ),
        (
            "value",
            with("value", json!(text(4000))),
            with("value", json!(text(4001))),
            &format!("{one}/value"),
        ),
        (
            "placeholder",
            with("placeholder", json!(text(100))),
            with("placeholder", json!(text(101))),
            &format!("{one}/placeholder"),
        ),
        (
            "style",
            with("style", json!(2)),
            with("style", json!(3)),
            &format!("{one}/style"),
        ),
        (
            "max length",
            with("max_length", json!(4000)),
            with("max_length", json!(4001)),
            &format!("{one}/max_length"),
        ),
        (
            "newer label",
            label(text(45)),
            label(text(46)),
            "/data/components/0/label",
        ),
    ];
    both_sides(components::check_modal, &table);
}

fn command(option: Value) -> Value {
    json!({ "name": "play", "description": "d", "options": [option] })
}

#[test]
fn commands_have_limits() {
    let named = |name: String| json!({ "name": name, "description": "d" });
    let described = |description: String| json!({ "name": "play", "description": description });
    let many = |count: usize| -> Value {
        let options: Value = (0..count)
            .map(|n| json!({ "type": 3, "name": format!("o{n}"), "description": "d" }))
            .collect();
        json!({ "name": "play", "description": "d", "options": options })
    };
    let choices = |count: usize| -> Value {
        let choices: Value = (0..count)
            .map(|n| json!({ "name": format!("c{n}"), "value": format!("v{n}") }))
            .collect();
        command(json!({ "type": 3, "name": "o", "description": "d", "choices": choices }))
    };
    let choice = |name: String, value: Value, kind: i64| {
        command(
            json!({ "type": kind, "name": "o", "description": "d", "choices": [{ "name": name, "value": value }] }),
        )
    };
    let pair = |first: Value, second: Value| json!({ "name": "play", "description": "d", "options": [first, second] });
    let needed = json!({ "type": 3, "name": "a", "description": "d", "required": true });
    let free = json!({ "type": 3, "name": "b", "description": "d" });
    let sub = json!({ "type": 1, "name": "sub", "description": "d" });
    let group = |inner: Value| {
        command(json!({ "type": 2, "name": "group", "description": "d", "options": [inner] }))
    };
    let kind = |option: Value| {
        let mut option = option;
        option["name"] = json!("o");
        option["description"] = json!("d");
        command(option)
    };
    let table = [
        (
            "name",
            named("a".repeat(32)),
            named("a".repeat(33)),
            "/name",
        ),
        (
            "name is not empty",
            named("a".into()),
            named(String::new()),
            "/name",
        ),
        (
            "name in lower case",
            named("spähen_1-'".into()),
            named("Play".into()),
            "/name",
        ),
        (
            "name without blanks",
            named("spielen".into()),
            named("play card".into()),
            "/name",
        ),
        (
            "name in other scripts",
            named("खेल".into()),
            named("play!".into()),
            "/name",
        ),
        (
            "description",
            described(text(100)),
            described(text(101)),
            "/description",
        ),
        (
            "description is not empty",
            described(text(1)),
            described(String::new()),
            "/description",
        ),
        ("options", many(25), many(26), "/options"),
        ("choices", choices(25), choices(26), "/options/0/choices"),
        (
            "choice name",
            choice(text(100), json!("v"), 3),
            choice(text(101), json!("v"), 3),
            "/options/0/choices/0/name",
        ),
        (
            "choice value",
            choice("n".into(), json!(text(100)), 3),
            choice("n".into(), json!(text(101)), 3),
            "/options/0/choices/0/value",
        ),
        (
            "choice of the kind",
            choice("n".into(), json!(4), 4),
            choice("n".into(), json!("x"), 4),
            "/options/0/choices/0/value",
        ),
        (
            "required first",
            pair(needed.clone(), free.clone()),
            pair(free.clone(), needed.clone()),
            "/options/1",
        ),
        (
            "option names are unique",
            pair(needed.clone(), free.clone()),
            pair(free.clone(), free.clone()),
            "/options/1/name",
        ),
        (
            "subcommands apart from values",
            command(sub.clone()),
            pair(sub.clone(), free.clone()),
            "/options",
        ),
        (
            "a group holds subcommands",
            group(sub.clone()),
            group(free.clone()),
            "/options/0/options",
        ),
        (
            "no subcommand in a subcommand",
            command(sub.clone()),
            command(
                json!({ "type": 1, "name": "sub", "description": "d", "options": [sub.clone()] }),
            ),
            "/options/0/options",
        ),
        (
            "autocomplete or choices",
            kind(json!({ "type": 3, "autocomplete": true })),
            kind(
                json!({ "type": 3, "autocomplete": true, "choices": [{ "name": "n", "value": "v" }] }),
            ),
            "/options/0",
        ),
        (
            "autocomplete for text and numbers",
            kind(json!({ "type": 4, "autocomplete": true })),
            kind(json!({ "type": 6, "autocomplete": true })),
            "/options/0",
        ),
        (
            "bounds in order",
            kind(json!({ "type": 4, "min_value": 1, "max_value": 1 })),
            kind(json!({ "type": 4, "min_value": 2, "max_value": 1 })),
            "/options/0/max_value",
        ),
        (
            "bounds for numbers",
            kind(json!({ "type": 4, "min_value": 1 })),
            kind(json!({ "type": 3, "min_value": 1 })),
            "/options/0",
        ),
        (
            "channel types",
            kind(json!({ "type": 7, "channel_types": [0] })),
            kind(json!({ "type": 3, "channel_types": [0] })),
            "/options/0/channel_types",
        ),
        (
            "kind of option",
            kind(json!({ "type": 11 })),
            kind(json!({ "type": 12 })),
            "/options/0/type",
        ),
        (
            "contexts",
            json!({ "name": "play", "description": "d", "contexts": [0, 1, 2] }),
            json!({ "name": "play", "description": "d", "contexts": [0, 3] }),
            "/contexts/1",
        ),
        (
            "a user command has no description",
            json!({ "name": "Say Hello", "type": 2 }),
            json!({ "name": "Say Hello", "type": 2, "description": "d" }),
            "/description",
        ),
    ];
    both_sides(commands::check_command, &table);
}

#[test]
fn a_command_has_8000_characters_in_all() {
    let of = |length: usize| {
        // 25 subcommands with 3 options each, filled up to the length.
        let mut left = length - "play".len() - 1;
        let mut take = |most: usize, least: usize, tail: usize| {
            let part = most.min(left - tail).max(least);
            left -= part;
            "a".repeat(part)
        };
        let mut options = Vec::new();
        for n in 0..25 {
            let name = format!("{n:0>32}");
            take(32, 32, 0);
            let mut inner = Vec::new();
            for m in 0..3 {
                let name = format!("{m:0>5}");
                take(5, 5, 0);
                let rest = (24 - n) * (32 + 3 * 6 + 1) + (2 - m) * 6 + 1;
                inner.push(json!({ "type": 3, "name": name, "description": take(100, 1, rest) }));
            }
            let rest = (24 - n) * (32 + 3 * 6 + 1);
            options.push(json!({ "type": 1, "name": name, "description": take(100, 1, rest), "options": inner }));
        }
        json!({ "name": "play", "description": "d", "options": options })
    };
    let fine = of(8000);
    assert_eq!(commands::text_length(&fine), 8000);
    commands::check_command(&fine).expect("8000 characters");
    let long = of(8001);
    assert_eq!(commands::text_length(&long), 8001);
    let refusal = commands::check_command(&long).expect_err("8001 characters");
    assert!(
        faults(&refusal)
            .iter()
            .any(|(_, code)| code == "APPLICATION_COMMAND_TOO_LARGE"),
        "{refusal}"
    );
}

#[test]
fn a_set_of_commands_has_limits() {
    let set = |count: usize| -> Vec<Value> {
        (0..count)
            .map(|n| json!({ "name": format!("c{n}"), "description": "d" }))
            .collect()
    };
    commands::check_set(&set(100)).expect("a hundred");
    assert_eq!(
        commands::check_set(&set(101))
            .expect_err("a hundred and one")
            .code,
        30032
    );
    let twice = [
        json!({ "name": "a", "description": "d" }),
        json!({ "name": "a", "description": "d" }),
    ];
    assert_eq!(
        faults(&commands::check_set(&twice).expect_err("the same name twice")),
        [(
            "/1/name".to_owned(),
            "APPLICATION_COMMANDS_DUPLICATE_NAME".to_owned()
        )]
    );
    let kinds = [
        json!({ "name": "a", "description": "d" }),
        json!({ "name": "a", "type": 2 }),
    ];
    commands::check_set(&kinds).expect("the same name in another kind");
}

#[test]
fn offers_of_an_autocomplete_have_limits() {
    let offers = |count: usize| -> Value {
        (0..count)
            .map(|n| json!({ "name": format!("n{n}"), "value": format!("v{n}") }))
            .collect()
    };
    let named = |length: usize| json!([{ "name": text(length), "value": "v" }]);
    commands::check_offers(&offers(25), 3).expect("25");
    commands::check_offers(&offers(26), 3).expect_err("26");
    commands::check_offers(&json!([]), 3).expect("none");
    commands::check_offers(&named(100), 3).expect("100 characters");
    commands::check_offers(&named(101), 3).expect_err("101 characters");
    commands::check_offers(&named(0), 3).expect_err("no characters");
    commands::check_offers(&json!([{ "name": "n", "value": text(101) }]), 3)
        .expect_err("a long value");
    commands::check_offers(&json!([{ "name": "n", "value": 7 }]), 4).expect("a number");
    commands::check_offers(&json!([{ "name": "n", "value": "7" }]), 4).expect_err("not a number");
}

#[test]
fn the_description_is_asked_and_refusals_have_discords_shape() {
    const MESSAGES: &str = "/channels/{channel_id}/messages";
    schema::check(
        "POST",
        MESSAGES,
        &json!({ "content": "x", "nonce": 5, "tts": false }),
    )
    .expect("fine");
    let refusal = schema::check(
        "POST",
        MESSAGES,
        &json!({ "content": ["x"], "embeds": "none" }),
    )
    .expect_err("wrong kinds");
    assert_eq!(refusal.to_json()["code"], 50035);
    assert_eq!(refusal.to_json()["message"], "Invalid Form Body");
    let mut places: Vec<_> = faults(&refusal)
        .into_iter()
        .map(|(place, _)| place)
        .collect();
    places.sort();
    assert_eq!(places, ["/content", "/embeds"]);

    // A union answers with the faults of the branch that was meant.
    let body = json!({ "components": [{ "type": 1, "components": [{ "type": 3, "custom_id": "a", "options": [{ "label": "x" }] }] }] });
    let refusal = schema::check("post", "/channels/{}/messages", &body).expect_err("no value");
    assert_eq!(
        faults(&refusal),
        [(
            "/components/0/components/0/options/0/value".to_owned(),
            "BASE_TYPE_REQUIRED".to_owned()
        )]
    );
    schema::check(
        "POST",
        "/guilds/{guild_id}/roles",
        &json!({ "permissions": "2048" }),
    )
    .expect("permissions are texts of digits");
    schema::check(
        "POST",
        "/guilds/{guild_id}/roles",
        &json!({ "permissions": "many" }),
    )
    .expect_err("not digits");
    schema::check("POST", "/users/@me/channels", &json!({ "recipient_id": 7 }))
        .expect("ids may be numbers");
    let refusal = schema::check("POST", "/guilds/{guild_id}/channels", &json!({ "type": 0 }))
        .expect_err("no name");
    assert_eq!(
        faults(&refusal),
        [("/name".to_owned(), "BASE_TYPE_REQUIRED".to_owned())]
    );
}

#[test]
fn queries_are_asked_too() {
    let query = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
    const MESSAGES: &str = "/channels/{channel_id}/messages";
    schema::check_query("GET", MESSAGES, &query("limit", "100")).expect("a hundred");
    schema::check_query("GET", MESSAGES, &query("limit", "101")).expect_err("a hundred and one");
    schema::check_query("GET", MESSAGES, &query("after", "one")).expect_err("not an id");
    schema::check_query("GET", MESSAGES, &query("unknown", "x")).expect("ignored");
    schema::check_query("POST", "/webhooks/{a}/{b}", &query("wait", "true")).expect("yes or no");
    schema::check_query("POST", "/webhooks/{a}/{b}", &query("wait", "1")).expect("yes");
    schema::check_query("POST", "/webhooks/{a}/{b}", &query("wait", "2")).expect_err("neither");
    schema::check_query("POST", "/webhooks/{a}/{b}", &query("wait", "perhaps"))
        .expect_err("neither");
}

#[test]
fn templates_are_found_for_paths() {
    for (method, path, template) in [
        (
            "GET",
            "/api/v10/channels/7/messages",
            Some("/channels/{channel_id}/messages"),
        ),
        (
            "PATCH",
            "/webhooks/1/abc/messages/@original",
            Some("/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
        ),
        (
            "PATCH",
            "/webhooks/1/abc/messages/5?x=1",
            Some("/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
        ),
        ("GET", "/users/@me", Some("/users/@me")),
        ("GET", "/users/9", Some("/users/{user_id}")),
        ("POST", "/users/9", None),
        ("GET", "/nowhere", None),
    ] {
        assert_eq!(schema::template(method, path), template, "{method} {path}");
    }
    assert!(schema::knows("POST", "/channels/{id}/messages"));
    assert!(!schema::knows("POST", "/channels/{id}/nowhere"));
}

#[test]
fn answers_are_read_to_the_letter() {
    let user = json!({
        "id": "7", "username": "ann", "discriminator": "0", "avatar": null, "global_name": "Ann", "public_flags": 0, "flags": 0,
        "bot": false, "system": false, "banner": null, "accent_color": null, "primary_guild": null, "avatar_decoration_data": null,
        "collectibles": null,
    });
    schema::check_response("GET", "/users/{user_id}", 200, &user).expect("a user");
    let mut lacking = user.clone();
    lacking
        .as_object_mut()
        .expect("an object")
        .shift_remove("global_name");
    let lines = schema::check_response("GET", "/users/{user_id}", 200, &lacking)
        .expect_err("a missing key");
    assert!(lines[0].contains("global_name"), "{lines:?}");
    schema::check_response(
        "DELETE",
        "/channels/{channel_id}/messages/{message_id}",
        204,
        &Value::Null,
    )
    .expect("no body");
    schema::check_response("GET", "/users/{user_id}", 201, &user).expect_err("another status");
}

#[test]
fn every_schema_of_the_description_compiles() {
    schema::compile_all();
}
