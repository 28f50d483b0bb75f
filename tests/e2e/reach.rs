//! Closed DMs, at whatever moment: everything stays within reach.

use town_crier::rehearsal::stand_in::acts::{Person, Seen};

use crate::town::{PATIENCE, Town, eventually, said};

/// The private thread that stands in for somebody's DMs.
async fn cards_thread(person: &Person) -> u64 {
    let what = format!("a thread with the cards of {}", person.name());
    eventually(&what, || {
        let mut places = person.channels().into_iter();
        places.find(|place| place.name == "Your cards")
    })
    .await
    .id
}

async fn shows(person: &Person, channel: u64, words: &str) -> Seen {
    person
        .wait_for(channel, PATIENCE, |seen| seen.text().contains(words))
        .await
        .unwrap_or_else(|| panic!("{} does not see {words}", person.name()))
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_before_joining_all_comes_by_thread_to_that_player_alone() {
    let town = Town::new().await;
    let nine = town.nine();
    let ann = &nine[0];
    ann.close_dms(true).expect("closed");
    let game = town.create("Salem").await;
    let answer = town.join(ann, "Salem").await;
    let message = answer.message.expect("an answer").id;
    let press = ann.press(town.general, message, "Use a private thread");
    said(&press.await.expect("a button"), "private thread");
    for player in &nine[1..] {
        said(&town.join(player, "Salem").await, "You are in");
    }
    said(&town.start("Salem").await, "The game begins");
    town.until(game, &nine[1], "## Day 1").await;
    let thread = cards_thread(ann).await;
    let day = shows(ann, thread, "## Day 1").await;
    let menu = day.menus().remove(0);
    // The menu of the hand works there as it does in a DM.
    let value = menu.options[0].1.clone();
    let answer = ann
        .choose(thread, day.id, &menu.custom_id, &[&value])
        .await
        .expect("a menu");
    assert!(answer.is_private(), "{answer:?}");
    for other in &nine[1..] {
        let places = other.channels();
        assert!(places.iter().all(|place| place.id != thread));
    }
    let seen: Vec<u64> = town.behind.who_sees(thread);
    let mut known = vec![ann.id(), town.bot_id, town.host.id()];
    known.retain(|id| seen.contains(id));
    assert_eq!(known.len(), seen.len(), "others read the thread: {seen:?}");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_at_the_deal_and_before_the_conspiracy_a_thread_takes_over() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.begun("Salem", &nine).await;
    town.settle(game).await;
    nine[0].close_dms(true).expect("closed");
    town.until(game, &nine[1], "## Day 1").await;
    let thread = cards_thread(&nine[0]).await;
    let day = shows(&nine[0], thread, "## Day 1").await;
    assert!(!day.menus().is_empty(), "{day:?}");
    // Nobody else sees from the sign-up when that came about.
    let sign_up = town.sign_up(&nine[1], "has begun").await.text();
    assert!(!sign_up.contains("private thread"), "{sign_up}");

    nine[1].close_dms(true).expect("closed");
    let square = town.square(game).await;
    while nine[2]
        .last(square, |seen| seen.text().contains("Shift"))
        .is_none()
    {
        let view = town.bot().host().view(game).expect("the game");
        let due = view.session.due().expect("something is to come");
        town.pass_in(game, due - town.clock.now()).await;
    }
    let thread = cards_thread(&nine[1]).await;
    town.settle(game).await;
    let panel = nine[1]
        .wait_for(thread, PATIENCE, |seen| {
            !seen.buttons().is_empty() || !seen.menus().is_empty()
        })
        .await
        .expect("a way to pick in the thread");
    let answer = match panel.buttons().first() {
        Some(button) => nine[1].press(thread, panel.id, &button.label).await,
        None => {
            let menu = panel.menus().remove(0);
            let value = menu.options[0].1.clone();
            nine[1]
                .choose(thread, panel.id, &menu.custom_id, &[&value])
                .await
        }
    };
    assert!(answer.expect("a control").is_private());
    // `/pick` does the same from anywhere.
    let answer = town.whisper(&nine[1], "/pick", &[("position", "1")]).await;
    assert!(answer.is_private());
    // The host hears that it failed, never what it was.
    let desk = town.channel(&town.host, "host-desk").await;
    for seen in town.host.read(desk).expect("reads") {
        let text = seen.text();
        assert!(
            !text.contains("Not a Witch") && !text.contains("🔴"),
            "{text}"
        );
    }
    town.end().await;
}
