//! A bad machine, as players see it: whoever presses on a full disk is told privately, and nothing is lost.

use town_crier::kernel::time::Length;
use town_crier::store::Trouble;

use crate::town::{Town, said};

#[tokio::test(flavor = "multi_thread")]
async fn a_press_on_a_full_disk_is_answered_privately_and_has_not_happened() {
    let town = Town::new().await;
    let nine = town.nine();
    let game = town.create("Salem").await;
    let ann = &nine[0];
    said(&town.join(ann, "Salem").await, "You are in");
    town.settle(game).await;
    let store = town.bot().store().clone();
    store.play(Trouble::Full).await.expect("played");
    let members = || {
        town.bot()
            .host()
            .view(game)
            .expect("it")
            .session
            .lobby
            .members
            .len()
    };
    // What is small may still find room: one comes and goes until it does not.
    let mut refused = None;
    for _ in 0..200 {
        let board = town.sign_up(ann, "Salem").await;
        let before = town.bot().host().view(game).expect("the game").next;
        let pressed = if members() == 1 { "Leave" } else { "Join" };
        let answer = ann.press(town.general, board.id, pressed).await;
        let answer = answer.expect("the button is there");
        assert!(answer.is_private(), "{answer:?}");
        if answer.text().contains("not recorded") {
            assert_eq!(town.bot().host().view(game).expect("the game").next, before);
            refused = Some(pressed);
            break;
        }
    }
    let refused = refused.expect("the disk is full at last");
    let were = members();
    let public = ann.read(town.general).expect("reads");
    let loud = public
        .iter()
        .filter(|seen| !seen.ephemeral && seen.text().contains("recorded"))
        .count();
    assert_eq!(loud, 0, "the others are told nothing");

    store.play(Trouble::Room).await.expect("played");
    assert_eq!(members(), were, "it has not happened");
    let board = town.sign_up(ann, "Salem").await;
    let again = ann.press(town.general, board.id, refused).await;
    assert!(again.expect("the button is there").is_private());
    assert_ne!(members(), were, "the same press does it now");
    town.pass(Length::MINUTE);
    town.settle(game).await;
    town.end().await;
}
