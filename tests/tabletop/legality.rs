//! What `legal` lists is accepted, and everything else of a full matrix is refused.

use std::collections::BTreeSet;

use town_crier::games::salem1692::table::CardKind::{
    self, Alibi, Arson, Asylum, BlackCat, Curse, Evidence, Matchmaker, Piety, Robbery, Scapegoat,
    Stocks, Witness,
};
use town_crier::games::salem1692::table::Character::{
    self, AnnPutnam, JohnProctor, MarthaCorey, SamuelParris, Tituba, WillGriggs, WilliamPhips,
};
use town_crier::games::salem1692::table::{Card, Pile};
use town_crier::games::salem1692::tabletop::{Command, Confession, legal};
use town_crier::kernel::ids::{PromptId, Seat};

use crate::kit::*;

/// Everything that could be asked by a player at all.
fn matrix(town: &Town) -> Vec<Command> {
    let game = &town.game;
    let mut all = vec![
        Command::Draw,
        Command::EndTurn,
        Command::Study,
        Command::WithdrawConfession,
        Command::Kill { target: None },
        Command::Gavel { target: None },
    ];
    let chairs = &game.table.chairs;
    let held: BTreeSet<Card> = chairs.iter().flat_map(|chair| chair.hand.clone()).collect();
    for card in held {
        all.extend(
            legal::conceivable(game, card)
                .into_iter()
                .map(Command::Play),
        );
    }
    let cat = game.cat_choice().map(|(choice, _)| choice.prompt);
    let owed = town.owed().into_iter().map(|owed| owed.prompt);
    let prompts: Vec<PromptId> = cat.into_iter().chain(owed).collect();
    let mut confessions = vec![Confession::Phips];
    for position in (1..=5).map(place) {
        all.push(Command::Pick { position });
        confessions.push(Confession::Tryal(position));
        all.extend(prompts.iter().map(|prompt| Command::Reveal {
            prompt: *prompt,
            position,
        }));
    }
    for confession in confessions {
        all.extend([true, false].map(|confirmed| Command::Confess {
            confession,
            unless_gavel: false,
            confirmed,
        }));
    }
    if let Some(asked) = game.turn().and_then(|turn| turn.asked) {
        all.extend([true, false].map(|yes| Command::Power {
            prompt: asked.prompt,
            yes,
        }));
    }
    let lying = game.table.discard.iter().filter_map(|card| card.playing());
    all.extend(lying.map(|card| Command::Salvage { cards: vec![card] }));
    if let Some(sharing) = game.estate.sharing {
        all.extend(game.estate.cards.iter().map(|card| Command::Take {
            prompt: sharing.prompt,
            card: *card,
        }));
    }
    all.extend(Character::ALL.map(|character| Command::Keep { character }));
    let chats: Vec<u16> = game.chats.iter().map(|chat| chat.number).collect();
    for target in game.table.seats() {
        let some = Some(target);
        all.push(Command::Cat { target });
        all.push(Command::Kill { target: some });
        all.push(Command::Gavel { target: some });
        all.push(Command::ChatOpen {
            guests: vec![target],
        });
        all.extend(chats.iter().map(|chat| Command::ChatInvite {
            chat: *chat,
            guest: target,
        }));
    }
    all.extend(chats.iter().map(|chat| Command::ChatLeave { chat: *chat }));
    all
}

/// A confession that needs no question is accepted with and without having been asked.
fn listed(legal: &[Command], command: &Command) -> bool {
    legal.contains(command)
        || matches!(command, Command::Confess { confession, unless_gavel, confirmed: true }
        if legal.contains(&Command::Confess {
            confession: *confession,
            unless_gavel: *unless_gavel,
            confirmed: false,
        }))
}

fn compare(name: &str, town: Town) {
    let mut town = town.leaving();
    let all = matrix(&town);
    for who in 1..=7 {
        let legal = legal::commands(&town.game, Seat::new(who));
        for command in &legal {
            assert!(
                all.contains(command),
                "{name}: the matrix holds all there is: {command:?}"
            );
        }
        for command in &all {
            let before = (town.game.clone(), town.story.clone());
            let accepted = town.attempt(actor(u64::from(who)), command).is_ok();
            (town.game, town.story) = before;
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
        .hand(BOB, &[Curse, Matchmaker, Witness])
        .accused(BOB, 3)
        .accused(CAL, 6)
        .front(EVE, &[BlackCat, Matchmaker, Asylum])
        .front(FAY, &[Evidence, Piety])
        .row(EVE, "NnNnn")
}

#[test]
fn f11_what_is_legal_in_a_turn_is_what_is_accepted() {
    compare("a busy turn", busy());
    for character in [WillGriggs, SamuelParris, Tituba] {
        compare(
            character.name(),
            busy().characters(&[(ANN, character), (BOB, character)]),
        );
    }
    let mut town = busy();
    town.play(ANN, Evidence, at(EVE));
    compare("one card played", town);
}

#[test]
fn t29_what_is_legal_when_the_deck_has_been_seen() {
    let mut town = busy().characters(&[(ANN, Tituba)]);
    town.does(ANN, Command::Study);
    compare("Tituba", town);
}

#[test]
fn t08_what_is_legal_while_a_tryal_is_owed_or_a_power_offered() {
    let mut town = busy();
    town.play(ANN, Evidence, at(CAL));
    compare("a Tryal is owed", town);
    let mut town = busy().characters(&[(ANN, AnnPutnam)]);
    town.play(ANN, Evidence, at(CAL));
    compare("a power is offered", town);
}

#[test]
fn t14_what_is_legal_in_a_conspiracy() {
    let drawn = || busy().deck("conspiracy accusation accusation night");
    let mut town = drawn();
    town.draw(ANN);
    compare("the scratch", town);
    let mut town = drawn();
    town.draw(ANN);
    town.reveal(ANN, 2);
    town.pick(BOB, 1);
    compare("the Shift", town);
}

#[test]
fn t15_what_is_legal_at_night() {
    let night = || {
        let mut town = Town::with(&[("chats", "on")])
            .dead(DAN)
            .characters(&[(BOB, WilliamPhips)])
            .row(ANN, "NNNNn")
            .deck("night")
            .discard("evidence evidence");
        town.draw(ANN);
        town
    };
    let mut town = night();
    town.kill(FAY, BOB);
    town.confess(BOB, 1);
    let guests = seats(&[BOB, CAL]);
    town.does(ANN, Command::ChatOpen { guests });
    compare("the first part", town);
    let mut town = night();
    let end = town.game.phase_ends().expect("an end");
    town.until(end);
    town.confess(CAL, 1);
    compare("confessions", town);
}

#[test]
fn t05_what_is_legal_at_dawn() {
    compare("Dawn", Town::new().dead(DAN).at_dawn());
}

#[test]
fn t03_what_is_legal_in_town_hall() {
    let mut town = Town::dealt(settings(&[("players", "7")]), 2);
    for index in 0..7 {
        town.game.table.chairs[index].player = player(u8::try_from(index).expect("small") + 1);
    }
    compare("Town Hall", town);
}

#[test]
fn t23_what_is_legal_while_john_and_martha_share() {
    let mut town = busy()
        .characters(&[(EVE, JohnProctor), (FAY, MarthaCorey)])
        .hand(CAL, &[Stocks, Evidence]);
    town.host(Command::Remove {
        seat: seat(CAL),
        confirmed: true,
    });
    compare("sharing", town);
}

#[test]
fn h02_nothing_is_legal_in_a_pause() {
    let mut town = busy();
    town.host(Command::Pause);
    compare("a pause", town);
}
