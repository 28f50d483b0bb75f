//! What `legal` lists is accepted, and everything else of a full matrix is refused.

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::{Command, KillVote, legal};
use town_crier::games::salem1692::table::Card;
use town_crier::games::salem1692::table::CardKind::{
    self, Alibi, Arson, Asylum, BlackCat, Curse, Evidence, Matchmaker, Piety, Robbery, Scapegoat,
    Stocks, Witness,
};
use town_crier::kernel::ids::Seat;

use crate::kit::*;

/// Everything that could be asked by a player at all.
fn matrix(town: &Town) -> Vec<Command> {
    let forum = &town.forum;
    let mut all = Vec::new();
    let held: BTreeSet<Card> = forum
        .table
        .chairs
        .iter()
        .flat_map(|chair| chair.hand.clone())
        .collect();
    for card in held {
        all.extend(
            legal::conceivable(forum, card)
                .into_iter()
                .map(Command::Play),
        );
    }
    let places: Vec<_> = (1..=5).map(place).collect();
    let prompts: Vec<_> = forum.day().map_or(Vec::new(), |day| {
        day.flips.iter().map(|flip| flip.prompt).collect()
    });
    for position in places {
        all.push(Command::Pick { position });
        all.push(Command::Confess {
            position,
            confirmed: true,
        });
        all.push(Command::Confess {
            position,
            confirmed: false,
        });
        all.extend(prompts.iter().map(|prompt| Command::Flip {
            prompt: *prompt,
            position,
        }));
    }
    let chats = [town.chat(0), town.chat(1)];
    for target in forum.table.seats() {
        all.push(Command::Cat { target });
        all.push(Command::Kill {
            vote: Some(KillVote::Target(target)),
        });
        all.push(Command::Guard {
            target: Some(target),
        });
        all.push(Command::ChatOpen {
            guests: vec![target],
        });
        all.extend(chats.iter().map(|chat| Command::ChatInvite {
            chat: *chat,
            guest: target,
        }));
    }
    all.push(Command::Kill {
        vote: Some(KillVote::Nobody),
    });
    all.push(Command::Kill { vote: None });
    all.push(Command::Guard { target: None });
    all.push(Command::WithdrawConfession);
    all.extend(chats.iter().map(|chat| Command::ChatLeave { chat: *chat }));
    all
}

/// A confession that needs no question is accepted with and without having been asked.
fn listed(legal: &[Command], command: &Command) -> bool {
    legal.contains(command)
        || matches!(command, Command::Confess { position, confirmed: true }
            if legal.contains(&Command::Confess { position: *position, confirmed: false }))
}

fn compare(name: &str, mut town: Town) {
    town.leave_flips_open();
    let all = matrix(&town);
    for who in 1..=9 {
        let legal = legal::commands(&town.forum, Seat::new(who), town.now);
        assert!(
            legal.iter().all(|command| all.contains(command)),
            "{name}: the matrix holds all there is"
        );
        for command in &all {
            let before = (town.forum.clone(), town.story.clone());
            let accepted = town.attempt(actor(u64::from(who)), command).is_ok();
            (town.forum, town.story) = before;
            assert_eq!(
                accepted,
                listed(&legal, command),
                "{name}: seat {who}: {command:?}"
            );
        }
    }
}

const HAND: [CardKind; 6] = [Evidence, Alibi, Arson, Robbery, Scapegoat, Stocks];

fn busy() -> Town {
    Town::new()
        .dead(DAN)
        .hand(ANN, &HAND)
        .hand(BOB, &[Curse, Piety, Matchmaker, Witness])
        .hand(CAL, &[Scapegoat, Asylum, Evidence])
        .accused(BOB, 3)
        .accused(CAL, 6)
        .front(EVE, &[BlackCat, Matchmaker])
        .front(FAY, &[Evidence])
        .row(EVE, "NnNnn")
}

#[test]
fn f11_what_is_legal_in_the_day_is_what_is_accepted() {
    compare("a busy Day", busy());
}

#[test]
fn f12_what_is_legal_while_a_flip_is_owed() {
    let town = Town::new()
        .hand(ANN, &HAND)
        .hand(BOB, &[Evidence])
        .owes_flip(BOB, CAL)
        .row(BOB, "Nnnnn")
        .accused(EVE, 2);
    compare("a flip is owed", town);
}

#[test]
fn f19_what_is_legal_for_the_frozen() {
    let mut town = Town::new()
        .hand(ANN, &HAND)
        .hand(BOB, &[Evidence, Stocks])
        .accused(EVE, 2);
    town.play(ANN, Stocks, at(BOB));
    compare("Bob is frozen", town);
}

#[test]
fn f26_what_is_legal_in_the_shift() {
    compare(
        "the Shift",
        Town::new()
            .dead(DAN)
            .row(EVE, "NnNnn")
            .hand(ANN, &HAND)
            .at_shift(),
    );
}

#[test]
fn f29_what_is_legal_at_night() {
    let mut town = Town::new().dead(DAN).dead(EVE).row(ANN, "NNNNn").at_night();
    town.kill(HAL, BOB);
    town.confess(BOB, 1);
    town.does(
        ANN,
        Command::ChatOpen {
            guests: seats(&[BOB, CAL]),
        },
    );
    town.does(
        BOB,
        Command::ChatOpen {
            guests: seats(&[EVE]),
        },
    );
    compare("the Night", town);
}

#[test]
fn f29_what_is_legal_at_night_with_the_settings_on() {
    let mut town = Town::with(&[
        ("coven_may_target_coven", "on"),
        ("chat_invites", "members"),
    ])
    .at_night();
    town.does(
        ANN,
        Command::ChatOpen {
            guests: seats(&[BOB]),
        },
    );
    compare("the Night with settings", town);
}

#[test]
fn f05_what_is_legal_at_dawn() {
    compare("Dawn", Town::new().dead(DAN).at_dawn());
}

#[test]
fn h02_nothing_is_legal_in_a_pause() {
    let mut town = busy();
    town.host(Command::Pause);
    compare("a pause", town);
}
