//! The checks can fail: each is shown a game in which what it looks for has been broken on purpose.

use std::panic::{AssertUnwindSafe, catch_unwind};

use town_crier::games::salem1692::table::{Card, CardKind, Chair, Pile, Table, TryalKind};
use town_crier::games::{Play, Session};
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::time::{Length, Time};

use crate::checks::{self, Settling};
use crate::live::Live;
use crate::player::{Drawer, poke};

const EDITIONS: [&str; 2] = ["forum", "tabletop"];

/// A game in which things have happened: everybody has Tryals, and somebody has cards in hand.
fn some_way_in(edition: &str) -> Live {
    for number in 0.. {
        let mut live = Live::begin(edition, number);
        let mut drawer = Drawer::default();
        for _ in 0..120 {
            poke(&mut live, &mut drawer);
        }
        let chairs = checks::chairs(&live.session);
        let plays = chairs
            .iter()
            .filter(|chair| chair.alive && chair.hand.len() > 1);
        if live.goes_on() && plays.count() > 1 {
            return live;
        }
    }
    unreachable!("numbers do not end")
}

fn chairs_mut(session: &mut Session) -> &mut Vec<Chair> {
    match session.play.as_mut().expect("it has begun") {
        Play::Forum(forum) => &mut forum.table.chairs,
        Play::Tabletop(tabletop) => &mut tabletop.table.chairs,
    }
}

/// What a check says of it.
#[track_caller]
fn found(check: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(check)).expect_err("the check finds nothing");
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => (*panic.downcast::<&str>().expect("a panic says something")).to_owned(),
    }
}

/// Breaks a game of each edition, and looks whether that is found, and said with one of these words.
fn breaks(what: impl Fn(&mut Session), said: &[&str]) {
    for edition in EDITIONS {
        let live = some_way_in(edition);
        checks::standing(&live.session);
        let mut broken = live.session.clone();
        what(&mut broken);
        let text = found(|| {
            checks::step(&live.session, &broken);
            checks::standing(&broken);
        });
        assert!(
            said.iter().any(|said| text.contains(said)),
            "{edition}: {text}"
        );
    }
}

#[test]
fn a_card_in_two_places_or_nowhere_is_found() {
    breaks(
        |session| {
            let chair = chairs_mut(session).iter_mut().find(|c| c.hand.len() > 1);
            let hand = &mut chair.expect("somebody has cards").hand;
            hand.push(hand[0]);
        },
        &["in two places", "in one place"],
    );
    breaks(
        |session| match session.play.as_mut().expect("it has begun") {
            Play::Forum(forum) => lose_the_cat(&mut forum.table),
            Play::Tabletop(tabletop) => lose_the_cat(&mut tabletop.table),
        },
        &["is nowhere", "in one place"],
    );
}

/// Takes the Black Cat out of the game, wherever it lies.
fn lose_the_cat<C: Pile>(table: &mut Table<C>) {
    let cat = |card: Card| card.kind == CardKind::BlackCat;
    for pile in [&mut table.deck, &mut table.discard, &mut table.aside] {
        pile.retain(|card| !card.playing().is_some_and(cat));
    }
    for chair in &mut table.chairs {
        chair.hand.retain(|card| !cat(*card));
        chair.front.retain(|card| !cat(*card));
    }
}

#[test]
fn a_tryal_that_comes_goes_or_turns_back_is_found() {
    breaks(
        |session| chairs_mut(session)[0].row.truncate(2),
        &["Tryals are not the same"],
    );
    breaks(
        |session| {
            let row = &mut chairs_mut(session)[1].row;
            row[0].card = row[1].card;
        },
        &["Tryals are not the same"],
    );
    for edition in EDITIONS {
        let live = some_way_in(edition);
        let mut shown = live.session.clone();
        chairs_mut(&mut shown)[0].row[0].revealed = true;
        let mut hidden = shown.clone();
        chairs_mut(&mut hidden)[0].row[0].revealed = false;
        let text = found(|| checks::step(&shown, &hidden));
        assert!(text.contains("face down"), "{edition}: {text}");
    }
}

#[test]
fn one_who_lives_without_a_hidden_tryal_is_found() {
    breaks(
        |session| {
            let mut chairs = chairs_mut(session).iter_mut();
            let chair = chairs.find(|chair| chair.alive && !chair.coven);
            for tryal in &mut chair.expect("somebody of the Town lives").row {
                tryal.revealed = true;
            }
        },
        &["lives without a hidden Tryal"],
    );
}

#[test]
fn a_witch_who_is_none_any_more_is_found() {
    breaks(
        |session| {
            let mut chairs = chairs_mut(session).iter_mut();
            chairs
                .find(|chair| chair.coven)
                .expect("there is a Witch")
                .coven = false;
        },
        &["was a Witch and is none now"],
    );
    for edition in EDITIONS {
        let mut live = some_way_in(edition);
        let mut chairs = chairs_mut(&mut live.session).iter_mut();
        let holds = |chair: &&mut Chair| {
            chair
                .row
                .iter()
                .any(|tryal| tryal.card.kind == TryalKind::Witch)
        };
        chairs.find(holds).expect("somebody holds it").coven = false;
        let text = found(|| checks::standing(&live.session));
        assert!(text.contains("outside the coven"), "{edition}: {text}");
    }
}

#[test]
fn the_dead_who_live_and_the_stranger_at_the_table_are_found() {
    for edition in EDITIONS {
        let live = some_way_in(edition);
        let mut dead = live.session.clone();
        chairs_mut(&mut dead)[0].alive = false;
        let text = found(|| checks::step(&dead, &live.session));
        assert!(text.contains("was dead and lives"), "{edition}: {text}");
    }
    breaks(
        |session| chairs_mut(session)[0].player = PlayerId(77),
        &["the roll is not who sits there"],
    );
}

#[test]
fn what_is_due_again_although_it_was_settled_is_found() {
    for edition in EDITIONS {
        let live = some_way_in(edition);
        let due = live.session.due().expect("something is due some day");
        let mut settling = Settling::default();
        let again = || settling.settled(&live.session, &live.session, due);
        let text = found(again);
        assert!(text.contains("is due again"), "{edition}: {text}");
    }
}

#[test]
fn what_is_due_without_end_is_found() {
    let live = some_way_in("forum");
    let due = live.session.due().expect("something is due some day");
    let mut settling = Settling::default();
    let mut before = live.session.clone();
    let text = found(|| {
        for number in 0.. {
            let mut after = before.clone();
            after.lobby.changed = Time(0) + Length(number);
            settling.settled(&before, &after, due);
            before = after;
        }
    });
    assert!(text.contains("does not come to an end"), "{text}");
}

#[test]
fn a_state_that_is_not_of_its_events_is_found() {
    for edition in EDITIONS {
        let mut live = some_way_in(edition);
        chairs_mut(&mut live.session)[0].hand.reverse();
        chairs_mut(&mut live.session)[0].player = PlayerId(77);
        let text = found(|| live.follows_from_its_events());
        assert!(text.contains("do not give the state"), "{edition}: {text}");
    }
}
