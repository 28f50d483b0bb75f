//! T16, F38, F39: private chats, where the game is played with them.

use town_crier::games::salem1692::tabletop::{Command, Refusal};

use crate::kit::*;

fn open(guests: &[u8]) -> Command {
    Command::ChatOpen {
        guests: seats(guests),
    }
}

fn night(changes: &[(&str, &str)]) -> Town {
    let mut town = Town::with(changes)
        .dead(DAN)
        .deck("night")
        .discard("evidence evidence");
    town.draw(ANN);
    town
}

const WITH: &[(&str, &str)] = &[("chats", "on")];

fn chat(town: &Town, nth: usize) -> u16 {
    town.game.chats[nth].number
}

#[test]
fn t16_private_chats_are_off() {
    let mut town = night(&[]);
    assert_eq!(town.cannot(ANN, open(&[BOB])), Refusal::NoChats);
    town.end_night();
}

#[test]
fn f38_two_each_at_night_and_closed_when_it_is_over() {
    let mut town = Town::with(WITH);
    assert!(matches!(
        town.cannot(ANN, open(&[BOB])),
        Refusal::OnlyIn { .. }
    ));
    let mut town = night(WITH);
    town.does(ANN, open(&[BOB]));
    town.does(ANN, open(&[CAL]));
    assert_eq!(
        town.cannot(ANN, open(&[EVE])),
        Refusal::NoChatsLeft { limit: 2 }
    );
    town.does(BOB, open(&[ANN]));
    let first = chat(&town, 0);
    town.end_night();
    assert_eq!(
        town.cannot(ANN, Command::ChatLeave { chat: first }),
        Refusal::ChatClosed
    );
}

#[test]
fn f39_three_living_players_the_opener_included() {
    let mut town = night(WITH);
    assert_eq!(town.cannot(ANN, open(&[BOB, CAL, EVE])), Refusal::ChatFull);
    town.does(ANN, open(&[BOB, CAL, DAN]));
    let chat = chat(&town, 0);
    let invite = |guest: u8| Command::ChatInvite {
        chat,
        guest: seat(guest),
    };
    assert_eq!(town.cannot(ANN, invite(EVE)), Refusal::ChatFull);
    assert_eq!(town.cannot(BOB, invite(EVE)), Refusal::NotTheOpener);
    assert_eq!(town.cannot(EVE, invite(FAY)), Refusal::NotInChat);
    town.does(BOB, Command::ChatLeave { chat });
    town.does(ANN, invite(EVE));
    assert_eq!(
        town.cannot(ANN, invite(EVE)),
        Refusal::AlreadyInChat { guest: seat(EVE) }
    );
    town.does(DAN, Command::ChatLeave { chat });
    town.end_night();
}

#[test]
fn f39_a_death_frees_a_place() {
    let mut town = night(WITH);
    town.does(ANN, open(&[BOB, CAL]));
    let chat = chat(&town, 0);
    town.host(Command::Remove {
        seat: seat(CAL),
        confirmed: true,
    });
    town.does(
        ANN,
        Command::ChatInvite {
            chat,
            guest: seat(EVE),
        },
    );
    town.end_night();
}
