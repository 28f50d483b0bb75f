//! The record that is attached to the recap: it holds, and whatever is altered in it is named.

use std::process::Command;

use town_crier::games::audit::audit;
use town_crier::kernel::time::Length;

use crate::people::{list, word};
use crate::salem::{Game, Salem};

#[tokio::test(flavor = "multi_thread")]
async fn each_line_of_a_record_altered_in_one_place_is_named_by_audit() {
    let mut salem = Salem::new().await;
    let nine = salem.nine().await;
    let game = salem.game("Salem", &nine, &[("shift_window", "12h")]).await;
    some_days(&salem, &game).await;
    game.host(&salem, "/host end", &[]).await.says("");

    // As a user would: the file is fetched from the town's channel.
    let posts = nine[0].read(&game.square).await;
    let files = posts.iter().flat_map(|post| list(post.0["files"].clone()));
    let file = files.last().expect("the record is attached");
    assert!(word(&file["name"]).ends_with(".jsonl"), "{file}");
    let record = salem.control.download(&word(&file["url"])).await;
    salem.end().await;

    let whole = audit(&record);
    assert!(whole.holds(), "{:?}", whole.findings);
    let lines: Vec<&str> = record.lines().collect();
    assert!(lines.len() > 50, "{}", lines.len());
    for number in 1..=lines.len() {
        for altered in alterations(lines[number - 1], number) {
            let mut changed = lines.clone();
            changed[number - 1] = &altered;
            let found = audit(&(changed.join("\n") + "\n"));
            let is_it = |line: usize| line == number;
            let named = found.findings.iter().map(|finding| finding.line);
            assert!(
                !found.holds() && named.into_iter().all(is_it),
                "line {number} became {altered}\nand audit names {:?}",
                found.findings
            );
        }
    }
    for number in 2..lines.len() {
        // A line that is missing or doubled, and two that have changed places.
        let mut missing = lines.clone();
        missing.remove(number - 1);
        let mut doubled = lines.clone();
        doubled.insert(number, lines[number - 1]);
        let mut swapped = lines.clone();
        swapped.swap(number - 1, number);
        for changed in [missing, doubled, swapped] {
            assert!(
                !audit(&(changed.join("\n") + "\n")).holds(),
                "line {number}"
            );
        }
    }
    assert!(!audit(&(lines[..lines.len() - 1].join("\n") + "\n")).holds());
    on_the_command_line(&lines);
}

/// Whatever happens in a few Days, so that there are lines of most kinds.
async fn some_days(salem: &Salem, game: &Game) {
    let (witches, town) = game.sides().await;
    game.to_first_day(salem, &witches, &town[0]).await;
    for (player, me) in game.everybody().await {
        let other = game.players.iter().find(|other| other.id != player.id);
        let at = [("target", other.expect("somebody else").name.as_str())];
        for (card, line) in [
            ("Accusation", "/play accusation"),
            ("Evidence", "/play evidence"),
            ("Stocks", "/play stocks"),
        ] {
            if me.hand.iter().any(|held| held == card) {
                player.command(&game.square, line, &at).await.says("");
            }
        }
    }
    game.quiet_day(salem).await;
    let with = [("with", town[1].name.as_str())];
    town[2]
        .command(&game.square, "/chat open", &with)
        .await
        .says("is open");
    for witch in &witches {
        game.name(witch, "/kill", &town[3].name)
            .await
            .says(&town[3].name);
    }
    for (player, me) in game.everybody().await {
        if me.constable {
            game.name(&player, "/guard", "nobody")
                .await
                .says("You guard nobody");
        }
    }
    salem.pass(Length::DAY).await;
}

/// The line with one character changed: in the middle of what it says, in a number, in a name of a field, and in its chain.
fn alterations(line: &str, number: usize) -> Vec<String> {
    let chain = line.rfind("\"chain\"").expect("every line has its chain");
    let length = line.len();
    // Some places that differ from line to line, and the ends of what is tied together.
    let places = [
        1,
        2,
        number * 7 % chain,
        number * 131 % chain,
        chain - 2,
        chain + 3,
        length - 40,
        length - 3,
        length - 1,
    ];
    let mut altered: Vec<String> = places
        .into_iter()
        .filter(|place| line.is_char_boundary(*place) && line.is_char_boundary(place + 1))
        .map(|place| {
            let old = line.as_bytes()[place];
            let new = match old {
                b'0'..=b'8' | b'a'..=b'y' => char::from(old + 1),
                b'9' => '0',
                b'z' => 'a',
                _ => '7',
            };
            format!("{}{new}{}", &line[..place], &line[place + 1..])
        })
        .collect();
    // A space that changes no meaning is a change all the same.
    altered.push(line.replacen(':', ": ", 1));
    altered
}

/// `town-crier audit` says which line it is, and ends as a failure.
fn on_the_command_line(lines: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("record.jsonl");
    let check = |text: String| {
        std::fs::write(&file, text).expect("written");
        let program = Command::new(env!("CARGO_BIN_EXE_town-crier"))
            .arg("audit")
            .arg(&file)
            .output()
            .expect("it runs");
        let said = [program.stdout, program.stderr].concat();
        (
            program.status.success(),
            String::from_utf8(said).expect("text"),
        )
    };
    let (holds, said) = check(lines.join("\n") + "\n");
    assert!(holds, "{said}");
    let number = lines.len() / 2;
    let altered = lines[number - 1].replacen("\"at\":1", "\"at\":2", 1);
    assert_ne!(altered, lines[number - 1]);
    let mut changed = lines.to_vec();
    changed[number - 1] = &altered;
    let (holds, said) = check(changed.join("\n") + "\n");
    assert!(!holds, "{said}");
    assert!(said.contains(&format!("line {number}")), "{said}");
}
