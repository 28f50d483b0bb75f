//! The check can fail: a leak that is planted in what a viewer sees is found.

use town_crier::games::salem1692::forum::{Conspiracy, Phase};
use town_crier::games::salem1692::table::TryalKind;
use town_crier::games::{Play, Session};
use town_crier::kernel::ids::PlayerId;

use crate::chance::pairs;
use crate::pair::Plant;
use crate::secrets::chairs;

/// As many pairs as are enough to find any of them.
const ENOUGH: u64 = 400;

fn is_found(edition: &str, plant: Plant) {
    let came = pairs(edition, ENOUGH, plant);
    let leak = came.map(|_| ()).expect_err("a planted leak is found");
    assert!(leak.contains("planted"), "another one than that: {leak}");
}

fn witches_in_odd_seats(session: &Session, _: PlayerId) -> String {
    let odd = chairs(session).iter().step_by(2);
    let count = odd.filter(|chair| chair.alive && chair.coven).count();
    format!("planted: {count}")
}

fn first_hides_the_constable(session: &Session, _: PlayerId) -> String {
    format!(
        "planted: {}",
        chairs(session)[0].hides(TryalKind::Constable)
    )
}

fn reds_in_the_second_hand(session: &Session, _: PlayerId) -> String {
    format!("planted: {:?}", chairs(session)[1].hand.first())
}

fn next_card(session: &Session, _: PlayerId) -> String {
    match &session.play {
        Some(Play::Tabletop(tabletop)) => format!("planted: {:?}", tabletop.table.deck.first()),
        Some(Play::Forum(_)) | None => String::new(),
    }
}

fn hour_of_the_conspiracy(session: &Session, _: PlayerId) -> String {
    if let Some(Play::Forum(forum)) = &session.play
        && let Phase::Day(day) = &forum.phase
        && let Conspiracy::Awaited { at } = &day.conspiracy
    {
        return format!("planted: {at:?}");
    }
    String::new()
}

fn how_many_have_voted(session: &Session, _: PlayerId) -> String {
    match &session.play {
        Some(Play::Forum(forum)) => match &forum.phase {
            Phase::Night(night) => format!("planted: {}", night.votes.len()),
            Phase::Setup | Phase::Dawn(_) | Phase::Day(_) | Phase::Over(_) => String::new(),
        },
        Some(Play::Tabletop(_)) | None => String::new(),
    }
}

#[test]
fn a_count_of_witches_is_found() {
    is_found("forum", witches_in_odd_seats);
    is_found("tabletop", witches_in_odd_seats);
}

#[test]
fn where_the_constable_sits_is_found() {
    is_found("forum", first_hides_the_constable);
    is_found("tabletop", first_hides_the_constable);
}

#[test]
fn a_card_of_another_hand_is_found() {
    is_found("forum", reds_in_the_second_hand);
    is_found("tabletop", reds_in_the_second_hand);
}

#[test]
fn the_next_card_of_the_deck_is_found() {
    is_found("tabletop", next_card);
}

#[test]
fn when_the_conspiracy_comes_is_found() {
    is_found("forum", hour_of_the_conspiracy);
}

#[test]
fn how_many_of_the_coven_have_voted_is_found() {
    is_found("forum", how_many_have_voted);
}
