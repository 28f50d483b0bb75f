//! The spine: from the sign-up to the first play, through restarts.

use town_crier::kernel::time::Length;
use town_crier::rehearsal::stand_in::acts::Seen;

use crate::town::{Town, said};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_deals_plays_and_goes_on_after_a_restart() {
    let mut town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;

    // Everybody has six cards and hears which in the own DM alone.
    for player in &nine {
        let dm = town.dm(player);
        let day = player.last(dm, |seen| seen.text().contains("## Day 1"));
        let day = day.unwrap_or_else(|| panic!("{} has no cards by DM", player.name()));
        assert!(!day.menus().is_empty(), "no menu to play from: {day:?}");
    }

    // One plays; the town is told, once.
    let accuser = town.holder(&nine, "Accusation").await;
    let target = nine.iter().find(|player| player.id() != accuser.id());
    let target = target.expect("somebody else").name();
    let by_name = [("target", target.as_str())];
    let answer = town.whisper(accuser, "/play accusation", &by_name).await;
    said(&answer, "Accusation");
    town.settle(game).await;
    let before = town.story(&nine[0]).await;
    let told = |story: &[String]| {
        let of = |line: &&String| {
            line.contains("Accusation") && line.contains(&target) && !line.contains("##")
        };
        story.iter().filter(of).count()
    };
    assert_eq!(told(&before), 1, "{before:#?}");

    // The bot stops and starts on the same database: the state goes on, nothing is told twice.
    town.stop_bot().await;
    town.pass(Length::MINUTE);
    town.start_bot().await;
    town.settle(game).await;
    assert_eq!(town.story(&nine[0]).await, before);
    let answer = town.whisper(accuser, "/board", &[]).await;
    said(&answer, "1/7");
    let everything: Vec<Vec<Seen>> = nine
        .iter()
        .map(|player| player.read(town.dm(player)).expect("reads"))
        .collect();
    for messages in everything {
        let days = messages
            .iter()
            .filter(|seen| !seen.ephemeral && seen.text().contains("## Day 1"));
        assert_eq!(days.count(), 1, "a Day's message stands twice");
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_typed_for_a_player_finds_the_seat_or_says_who_there_is() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let accuser = town.holder(&nine, "Accusation").await;
    let others: Vec<_> = nine
        .iter()
        .filter(|player| player.id() != accuser.id())
        .collect();
    let mention = format!("<@{}>", others[0].id());
    let lower = others[1].name().to_lowercase();
    let mut landed = 0;
    for typed in [mention.as_str(), lower.as_str(), "zebediah", "nobody"] {
        let answer = town
            .whisper(accuser, "/play accusation", &[("target", typed)])
            .await;
        assert!(answer.is_private());
        let text = answer.text();
        match typed {
            "zebediah" => assert!(text.contains("Nobody at this table"), "{text}"),
            "nobody" => assert!(!text.contains("1/7"), "{text}"),
            // Whoever has a single Accusation hears so at the second try.
            _ => landed += usize::from(!text.contains("no Accusation")),
        }
    }
    assert!(landed >= 1);
    town.settle(game).await;
    let me = town
        .whisper(accuser, "/play accusation", &[("target", &accuser.name())])
        .await;
    assert!(!me.text().is_empty() && me.is_private());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn outsiders_learn_nothing_and_change_nothing() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let outsider = town.member("Mallory");
    let next = || town.bot().host().view(game).expect("the game").next;
    let before = next();
    let square = town.channel(&outsider, "town-square").await;
    for line in [
        "/me",
        "/hand",
        "/play witness",
        "/flip",
        "/kill",
        "/guard",
        "/confess",
        "/chat list",
        "/host pause",
        "/host secrets",
    ] {
        let answer = outsider.type_command(square, line, &[]).await.expect(line);
        assert!(answer.is_private(), "{line}: {answer:?}");
        let text = answer.text();
        for word in ["Witch", "Constable", "Tryals"] {
            assert!(!text.contains(word), "{line}: {text}");
        }
    }
    let offered = outsider
        .autocomplete(square, "/play witness", "target", "", &[])
        .await
        .expect("may ask");
    assert_eq!(offered, []);
    let wanted = format!("{game}");
    let answer = outsider
        .type_command(square, "/hand", &[("game", wanted.as_str())])
        .await
        .expect("is there");
    said(&answer, "no game of yours");
    // Buttons of the public status message answer to whoever presses, by what that person may see.
    let status = outsider
        .last(square, |seen| seen.button("My cards").is_some())
        .expect("the status message");
    let answer = outsider
        .press(square, status.id, "My cards")
        .await
        .expect("a button");
    assert!(answer.is_private());
    assert!(!answer.text().contains("Tryals"), "{}", answer.text());
    assert_eq!(next(), before, "an outsider changed something");
    assert!(
        outsider.write(square, "hello").is_err(),
        "an outsider can write"
    );
    assert!(outsider.channel("host-desk").is_none());
    assert!(outsider.channel("the-woods").is_none());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_games_of_the_same_nine_never_cross_hands() {
    let town = Town::new().await;
    let nine = town.nine();
    let first = town.by_day("Salem", &nine).await;
    let second = town.by_day("Boston", &nine).await;
    let ann = &nine[0];
    // In a DM she is asked which; in a town's channel it is that town.
    let answer = town.whisper(ann, "/hand", &[]).await;
    said(&answer, "Which one");
    let message = answer.message.expect("an answer");
    let labels: Vec<_> = message
        .buttons()
        .into_iter()
        .map(|button| button.label)
        .collect();
    assert_eq!(labels, ["Salem", "Boston"]);
    let mut hands = Vec::new();
    for name in ["Salem", "Boston"] {
        let answer = town.whisper(ann, "/hand", &[("game", name)]).await;
        said(&answer, "");
        hands.push(answer.text());
    }
    for (game, hand) in [(first, &hands[0]), (second, &hands[1])] {
        let things = town.bot().store().things(game).await.expect("things");
        let square = things.iter().find(|thing| thing.key == "channel:town");
        let square = square.expect("a town").discord_id;
        let answer = ann
            .type_command(square, "/hand", &[])
            .await
            .expect("is there");
        assert_eq!(&answer.text(), hand);
    }
    town.end().await;
}
