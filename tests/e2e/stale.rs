//! Buttons and menus that are old, pressed twice, or nobody's any more.

use town_crier::kernel::time::Length;

use crate::town::{Town, said};

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_is_played_twice_by_an_old_menu_is_played_once() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let accuser = town.holder(&nine, "Accusation").await;
    let dm = town.dm(accuser);
    let answer = town.whisper(accuser, "/play accusation", &[]).await;
    let panel = answer.message.expect("a panel");
    let menu = panel.menus().remove(0);
    let value = menu.options[0].1.clone();
    let first = accuser
        .choose(dm, panel.id, &menu.custom_id, &[&value])
        .await;
    assert!(first.expect("a menu").is_private());
    town.settle(game).await;
    let next = town.bot().host().view(game).expect("the game").next;
    let second = accuser
        .choose_stale(dm, panel.id, &menu.custom_id, &[&value])
        .await
        .expect("was there");
    assert!(second.is_private());
    assert!(!second.text().is_empty());
    town.settle(game).await;
    let after = town.bot().host().view(game).expect("the game").next;
    assert_eq!(
        next,
        after,
        "the same card was played twice: {}",
        second.text()
    );
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_menu_of_yesterday_answers_and_does_nothing() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let ann = &nine[0];
    let dm = town.dm(ann);
    let day = ann
        .last(dm, |seen| seen.text().contains("## Day 1"))
        .expect("the Day's message");
    let menu = day.menus().remove(0);
    let value = menu.options[0].1.clone();
    town.until(game, &nine[1], "## Night 1").await;
    let shown = ann.message(dm, day.id).expect("it stands there still");
    assert!(
        shown.menus().is_empty(),
        "a panel that is over keeps its menu"
    );
    let next = town.bot().host().view(game).expect("the game").next;
    let answer = ann
        .choose_stale(dm, day.id, &menu.custom_id, &[&value])
        .await
        .expect("was there");
    assert!(answer.is_private() && !answer.text().is_empty());
    assert_eq!(next, town.bot().host().view(game).expect("the game").next);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_a_game_that_is_over_is_answered() {
    let mut town = Town::new().await;
    let nine = town.nine();
    let game = town.by_day("Salem", &nine).await;
    let square = town.square(game).await;
    let status = nine[0]
        .last(square, |seen| seen.button("My cards").is_some())
        .expect("the status message");
    town.end_game(game).await;
    town.stop_bot().await;
    town.pass(Length::DAY);
    town.start_bot().await;
    let answer = nine[0]
        .press_stale(square, status.id, "My cards")
        .await
        .expect("was there");
    assert!(answer.is_private() && !answer.text().is_empty());
    let story = town.story_in(&nine[0], square);
    assert!(
        story
            .iter()
            .any(|line| line.contains("seed") || line.contains("Seed"))
    );
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_elses_button_does_nothing_for_the_one_who_presses() {
    let town = Town::new().await;
    let nine = town.nine();
    town.by_day("Salem", &nine).await;
    // A sign-up's buttons are public: what they do depends on who presses.
    let board = town.sign_up(&nine[0], "Salem").await;
    assert!(
        board.button("Start (host)").is_none(),
        "the sign-up is over"
    );
    town.create("Boston").await;
    let board = town.sign_up(&nine[0], "Boston").await;
    for button in ["Start (host)", "Cancel (host)"] {
        let answer = nine[0].press(town.general, board.id, button).await;
        said(&answer.expect("a button"), "Only the host");
    }
    town.end().await;
}
