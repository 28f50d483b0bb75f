//! What an intent amounts to, verb by verb: complete, asked about, refused.

use town_crier::games::salem1692::forum::{Command, KillVote, Play, Relief};
use town_crier::games::salem1692::table::{Card, CardKind};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::intent::Offer;
use town_crier::kernel::time::Length;

use crate::kit::*;
use crate::viewer::*;

const ANN_ID: u64 = ANN as u64;
const BOB_ID: u64 = BOB as u64;
const CAL_ID: u64 = CAL as u64;
const GUS_ID: u64 = GUS as u64;
const HAL_ID: u64 = HAL as u64;

#[test]
fn f11_a_card_then_its_target_then_the_play() {
    let town = Town::new().hand(ANN, &[CardKind::Accusation, CardKind::Accusation]);
    let panel = shows(&town, ANN_ID, "play p=1");
    assert_eq!(menu(&panel), ["accusation-1"], "copies are one option");
    let panel = shows(&town, ANN_ID, "play p=1 card=accusation-1");
    assert_eq!(menu(&panel), ["2", "3", "4", "5", "6", "7", "8", "9"]);
    let next = controls(&panel)[0].clone();
    assert_eq!(next.field("p"), Some("1"));
    let Offer::Do(command) = town.forum.offer(person(ANN_ID), &next, town.now) else {
        panic!("it is complete")
    };
    let play = Play::Accusation {
        copy: 1,
        target: seat(BOB),
    };
    assert_eq!(command, Command::Play(play));
    assert_eq!(
        does(&town, ANN_ID, "play card=accusation target=2"),
        command,
        "a kind means any copy"
    );
}

#[test]
fn f11_a_second_click_on_the_same_card_is_refused() {
    let mut town = Town::new().hand(ANN, &[CardKind::Accusation, CardKind::Accusation]);
    let click = "play p=1 card=accusation-1 target=2";
    let command = does(&town, ANN_ID, click);
    town.does(ANN, command);
    let text = refuses(&town, ANN_ID, click);
    assert!(text.contains("played it already"), "{text}");
    does(&town, ANN_ID, "play card=accusation target=2");
}

#[test]
fn f11_a_card_of_an_earlier_day_is_refused_with_what_is_open_now() {
    let town = Town::new().hand(ANN, &[CardKind::Arson]);
    let text = refuses(&town, ANN_ID, "play p=77 card=arson-1 target=2");
    assert!(text.contains("This is over"), "{text}");
    assert!(text.contains("playing cards"), "{text}");
    let text = refuses(&town, ANN_ID, "play p=zz card=arson-1 target=2");
    assert!(!text.is_empty());
}

#[test]
fn f11_only_one_target_is_taken() {
    let town = Town::new()
        .hand(ANN, &[CardKind::Curse])
        .front(BOB, &[CardKind::Piety]);
    let piety = Card::new(CardKind::Piety, 1);
    let play = Play::Curse {
        copy: 1,
        target: seat(BOB),
        blue: Some(piety),
    };
    assert_eq!(does(&town, ANN_ID, "play card=curse"), Command::Play(play));
}

#[test]
fn f11_where_no_play_is_possible_the_reason_is_told() {
    let town = Town::new().hand(ANN, &[CardKind::Curse, CardKind::Arson]);
    let text = refuses(&town, ANN_ID, "play card=curse");
    assert!(text.contains("on nobody now"), "{text}");
    let text = refuses(&town, ANN_ID, "play card=witness");
    assert!(text.contains("do not hold"), "{text}");
    let text = refuses(&town, ANN_ID, "play card=broomstick");
    assert!(text.contains("no such card"), "{text}");
    let text = refuses(&town, BOB_ID, "play");
    assert!(text.contains("hand is empty"), "{text}");
    let shift = Town::new().at_shift().hand(ANN, &[CardKind::Accusation]);
    let text = refuses(&shift, ANN_ID, "play");
    assert!(text.contains("Conspiracy"), "{text}");
    let night = Town::new().at_night();
    let text = refuses(&night, ANN_ID, "play card=arson");
    assert!(text.contains("in the Day"), "{text}");
    let text = refuses(&town, ANN_ID, "play card=arson target=99");
    assert!(text.contains("no such seat"), "{text}");
}

#[test]
fn f15_an_alibi_asks_what_goes_where_accusations_and_evidence_lie() {
    let town = Town::new()
        .hand(ANN, &[CardKind::Alibi])
        .front(BOB, &[CardKind::Evidence])
        .accused(BOB, 2);
    let alibi = |relief| {
        Command::Play(Play::Alibi {
            copy: 1,
            target: seat(BOB),
            relief,
        })
    };
    let panel = shows(&town, ANN_ID, "play p=1 card=alibi-1 target=2");
    assert_eq!(menu(&panel), ["evidence", "accusations-2", "accusations-1"]);
    for (written, relief) in [
        ("marks=evidence", Some(Relief::Evidence)),
        ("marks=accusations-2", Some(Relief::Accusations(2))),
        ("marks=most", None),
    ] {
        let written = format!("play card=alibi target=2 {written}");
        assert_eq!(does(&town, ANN_ID, &written), alibi(relief));
    }
    assert_eq!(does(&town, ANN_ID, "play card=alibi target=2"), alibi(None));
    let text = refuses(&town, ANN_ID, "play card=alibi target=2 marks=4");
    assert!(text.contains("one to three"), "{text}");
    let plain = Town::new().hand(ANN, &[CardKind::Alibi]).accused(BOB, 2);
    does(&plain, ANN_ID, "play p=1 card=alibi-1 target=2");
}

#[test]
fn f17_a_curse_asks_which_blue_card_where_there_are_several_kinds() {
    let town = Town::new()
        .hand(ANN, &[CardKind::Curse])
        .front(BOB, &[CardKind::Piety, CardKind::Asylum]);
    let panel = shows(&town, ANN_ID, "play card=curse target=2");
    assert_eq!(buttons(&panel), ["🔵 Asylum", "🔵 Piety"]);
    let asylum = Card::new(CardKind::Asylum, 1);
    for written in ["blue=asylum", "blue=asylum-1"] {
        let written = format!("play card=curse target=2 {written}");
        let Command::Play(Play::Curse { blue, .. }) = does(&town, ANN_ID, &written) else {
            panic!("it is a Curse")
        };
        assert_eq!(blue, Some(asylum));
    }
    refuses(&town, ANN_ID, "play card=curse target=2 blue=witness-card");
    let command = does(&town, ANN_ID, "play card=curse target=2 blue=black_cat");
    let mut town = town;
    assert!(matches!(
        town.cannot(ANN, command),
        town_crier::games::salem1692::forum::Refusal::NotThatBlueCard { .. }
    ));
}

#[test]
fn f16_f18_what_moves_asks_from_whom_and_to_whom() {
    let town = Town::new()
        .hand(ANN, &[CardKind::Robbery])
        .hand(BOB, &[CardKind::Arson])
        .hand(CAL, &[CardKind::Curse]);
    let panel = shows(&town, ANN_ID, "play card=robbery");
    assert_eq!(menu(&panel), ["2", "3"]);
    let panel = shows(&town, ANN_ID, "play card=robbery target=2");
    assert_eq!(menu(&panel), ["3", "4", "5", "6", "7", "8", "9"]);
    let play = Play::Robbery {
        copy: 1,
        source: seat(BOB),
        receiver: seat(DAN),
    };
    let written = "play card=robbery target=2 receiver=4";
    assert_eq!(does(&town, ANN_ID, written), Command::Play(play));
    // A source that has nothing is for the rules to refuse.
    does(&town, ANN_ID, "play card=robbery target=5");
}

#[test]
fn f12_a_flip_is_chosen_by_its_chooser_and_asked_by_position() {
    let mut town = Town::new()
        .owes_flip(BOB, ANN)
        .owes_flip(CAL, ANN)
        .owes_flip(DAN, EVE);
    town.leave_flips_open();
    let panel = shows(&town, ANN_ID, "flip");
    assert_eq!(buttons(&panel), ["A Tryal of Seat 2", "A Tryal of Seat 3"]);
    let panel = shows(&town, ANN_ID, "flip target=2");
    assert_eq!(buttons(&panel).len(), 5);
    let Command::Flip { prompt, position } = does(&town, ANN_ID, "flip target=3 position=4") else {
        panic!("it is a flip")
    };
    assert_eq!(
        (prompt, position),
        (town.flip_against(CAL).prompt, place(4))
    );
    let text = refuses(&town, ANN_ID, "flip target=4");
    assert!(text.contains("Seat 5 has the choice"), "{text}");
    let text = refuses(&town, ANN_ID, "flip target=6");
    assert!(text.contains("No flip is owed"), "{text}");
    let text = refuses(&town, BOB_ID, "flip position=1");
    assert!(text.contains("no flip to choose"), "{text}");
    let text = refuses(&town, ANN_ID, "flip p=abc position=1");
    assert!(text.contains("the flip against Seat 2"), "{text}");
    let text = refuses(&town, ANN_ID, "flip target=2 position=6");
    assert!(text.contains("from 1 to 5"), "{text}");
}

#[test]
fn f12_the_last_hidden_tryal_needs_no_choice() {
    let mut town = Town::new().owes_flip(BOB, ANN).row(BOB, "NNnNN");
    town.leave_flips_open();
    let Command::Flip { position, .. } = does(&town, ANN_ID, "flip") else {
        panic!("it is a flip")
    };
    assert_eq!(position, place(3));
}

#[test]
fn f26_a_pick_is_made_by_position_in_the_row_of_the_player_before() {
    let mut town = Town::new().at_shift().row(ANN, "Nnnnn");
    let panel = shows(&town, BOB_ID, "pick");
    assert_eq!(buttons(&panel).len(), 4);
    let command = does(&town, BOB_ID, "pick p=2 position=3");
    town.does(BOB, command);
    let panel = shows(&town, BOB_ID, "pick");
    assert!(buttons(&panel).contains(&"Tryal 3 (picked)".to_owned()));
    refuses(&town, BOB_ID, "pick p=9 position=3");
    let text = refuses(&Town::new(), BOB_ID, "pick position=1");
    assert!(text.contains("No Shift is open"), "{text}");
}

#[test]
fn f5_the_cat_is_named_by_witches_at_dawn() {
    let town = Town::new().at_dawn();
    assert_eq!(menu(&shows(&town, HAL_ID, "cat")).len(), 9);
    let target = seat(HAL);
    assert_eq!(
        does(&town, HAL_ID, "cat p=1 target=8"),
        Command::Cat { target }
    );
    for written in ["cat", "cat p=1 target=8"] {
        assert!(refuses(&town, ANN_ID, written).contains("Only the coven"));
    }
    let text = refuses(&Town::new(), HAL_ID, "cat");
    assert!(text.contains("at Dawn"), "{text}");
}

#[test]
fn f29_the_kill_is_named_by_living_witches_and_can_be_taken_back() {
    let mut town = Town::new().at_night().converted(ANN).dead(ANN);
    let panel = shows(&town, HAL_ID, "kill");
    assert_eq!(menu(&panel), ["2", "3", "4", "5", "6", "7", "nobody"]);
    let vote = Some(KillVote::Target(seat(BOB)));
    let command = does(&town, HAL_ID, "kill p=1 target=2");
    assert_eq!(command, Command::Kill { vote });
    town.does(HAL, command);
    let panel = shows(&town, HAL_ID, "kill");
    assert_eq!(buttons(&panel), ["Take back what I said"]);
    assert_eq!(
        does(&town, HAL_ID, "kill p=1 back=yes"),
        Command::Kill { vote: None }
    );
    let vote = Some(KillVote::Nobody);
    assert_eq!(
        does(&town, HAL_ID, "kill target=nobody"),
        Command::Kill { vote }
    );
    assert!(refuses(&town, BOB_ID, "kill target=3").contains("Only the coven"));
    assert!(refuses(&town, ANN_ID, "kill target=3").contains("You are dead"));
    assert!(refuses(&Town::new(), HAL_ID, "kill").contains("at Night"));
}

#[test]
fn f30_the_guard_is_named_by_the_constable() {
    let town = Town::new().at_night();
    let panel = shows(&town, GUS_ID, "guard");
    assert_eq!(
        menu(&panel),
        ["1", "2", "3", "4", "5", "6", "8", "9", "nobody"]
    );
    let target = Some(seat(ANN));
    assert_eq!(
        does(&town, GUS_ID, "guard target=1"),
        Command::Guard { target }
    );
    assert_eq!(
        does(&town, GUS_ID, "guard target=nobody"),
        Command::Guard { target: None }
    );
    assert!(refuses(&town, ANN_ID, "guard target=2").contains("Only the Constable"));
}

#[test]
fn f31_a_deadly_confession_is_asked_once_more_and_any_other_is_not() {
    let town = Town::new().at_night().row(BOB, "nNNNN");
    let panel = shows(&town, HAL_ID, "confess position=1");
    assert!(read(&panel.text).contains("your death"));
    let sure = controls(&panel)[0].clone();
    let offer = town.forum.offer(person(HAL_ID), &sure, town.now);
    let confess = |position, confirmed| Command::Confess {
        position: place(position),
        confirmed,
    };
    assert_eq!(offer, Offer::Do(confess(1, true)));
    assert_eq!(does(&town, HAL_ID, "confess position=2"), confess(2, false));
    let last = shows(&town, BOB_ID, "confess p=1 position=1");
    assert!(read(&last.text).contains("last hidden"));
    assert_eq!(
        does(&town, BOB_ID, "confess position=withdraw"),
        Command::WithdrawConfession
    );
    let panel = shows(&town, GUS_ID, "confess");
    assert_eq!(menu(&panel), ["1", "2", "3", "4", "5", "withdraw"]);
    assert!(refuses(&Town::new(), ANN_ID, "confess position=1").contains("at Night"));
}

#[test]
fn f31_the_answer_to_a_confession_is_the_same_whether_guarded_or_not() {
    let answers = [false, true].map(|guarded| {
        let mut town = Town::new().at_night();
        if guarded {
            town.guard(GUS, ANN);
        }
        let events = town.confess(ANN, 2);
        let command = Command::Confess {
            position: place(2),
            confirmed: false,
        };
        read(&town.forum.answer(person(ANN_ID), &command, &events))
    });
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].contains("noted"));
}

#[test]
fn f38_a_chat_is_opened_with_whoever_is_chosen() {
    let mut town = Town::new().at_night().dead(IVY);
    let panel = shows(&town, ANN_ID, "chat.open");
    assert_eq!(menu(&panel).len(), 8);
    let guests = seats(&[BOB, IVY]);
    let command = does(&town, ANN_ID, "chat.open members=9,2,2");
    assert_eq!(command, Command::ChatOpen { guests });
    town.does(ANN, command);
    let alone = does(&town, ANN_ID, "chat.open alone=yes");
    town.does(ANN, alone);
    let text = refuses(&town, ANN_ID, "chat.open");
    assert!(text.contains("at most 2 chats each Night"), "{text}");
    assert!(refuses(&Town::new(), ANN_ID, "chat.open").contains("at Night"));
    assert!(refuses(&town, u64::from(IVY), "chat.open").contains("You are dead"));
}

#[test]
fn f39_somebody_is_brought_into_a_chat_by_its_opener_while_there_is_room() {
    let mut town = Town::new().at_night().dead(IVY);
    let guests = seats(&[BOB]);
    town.does(ANN, Command::ChatOpen { guests });
    let chat = town.forum.chats[0].number;
    let panel = shows(&town, ANN_ID, "chat.invite");
    assert_eq!(menu(&panel), ["3", "4", "5", "6", "7", "8", "9"]);
    let guest = seat(CAL);
    let command = does(&town, ANN_ID, "chat.invite target=3");
    assert_eq!(command, Command::ChatInvite { chat, guest });
    town.does(ANN, command);
    assert_eq!(menu(&shows(&town, ANN_ID, "chat.invite")), ["9"]);
    let text = refuses(&town, BOB_ID, "chat.invite target=4");
    assert!(text.contains("only its opener"), "{text}");
    town.does(
        ANN,
        Command::ChatOpen {
            guests: seats(&[DAN]),
        },
    );
    assert_eq!(menu(&shows(&town, ANN_ID, "chat.invite target=9")).len(), 2);
    assert_eq!(
        menu(&shows(&town, CAL_ID, "chat.leave")),
        [chat.to_string()]
    );
    let written = format!("chat.leave chat={chat}");
    assert_eq!(does(&town, CAL_ID, &written), Command::ChatLeave { chat });
    let text = refuses(&town, u64::from(EVE), "chat.leave");
    assert!(text.contains("in no open chat"), "{text}");
    let list = read(&shows(&town, ANN_ID, "chat.list").text);
    assert!(
        list.contains("with Seat 2 and Seat 3") && list.contains("with Seat 4"),
        "{list}"
    );
    assert!(list.contains("0 chats"), "{list}");
}

#[test]
fn f39_two_chats_with_the_same_people_are_told_apart() {
    let mut town = Town::new().at_night();
    for guest in [BOB, BOB] {
        let guests = seats(&[guest]);
        town.does(ANN, Command::ChatOpen { guests });
    }
    let list = read(&shows(&town, ANN_ID, "chat.list").text);
    assert!(
        list.contains("with Seat 2 (1)") && list.contains("with Seat 2 (2)"),
        "{list}"
    );
}

#[test]
fn f38_the_menu_of_more_than_25_chats_has_pages() {
    let mut town = Town::with(&[("chats_per_player", "5")]).at_night();
    for opener in 2..=9 {
        for _ in 0..5 {
            if town.forum.chats.len() < 30 {
                let guests = seats(&[ANN]);
                town.does(opener, Command::ChatOpen { guests });
            }
        }
    }
    let first = shows(&town, ANN_ID, "chat.leave");
    assert_eq!(menu(&first).len(), 25);
    assert_eq!(buttons(&first), ["Next"]);
    let second = shows(&town, ANN_ID, "chat.leave page=1");
    assert_eq!(menu(&second).len(), 5);
    assert_eq!(buttons(&second), ["Previous"]);
    assert_eq!(menu(&shows(&town, ANN_ID, "chat.leave page=99")).len(), 5);
}

#[test]
fn h1_the_host_decides_and_is_asked_once_more_where_it_is_final() {
    let town = Town::new();
    assert_eq!(does(&town, HOST, "host.pause"), Command::Pause);
    assert_eq!(does(&town, HOST, "host.resume"), Command::Resume);
    assert_eq!(
        does(&town, HOST, "host.extend by=1h30m"),
        Command::Extend {
            by: Length::MINUTE.times(90)
        }
    );
    assert_eq!(
        buttons(&shows(&town, HOST, "host.extend")),
        ["By 1h", "By 2h", "By 6h", "By 12h"]
    );
    refuses(&town, HOST, "host.extend by=soon");
    for (verb, command) in [
        ("host.advance", Command::Advance),
        ("host.end", Command::End { confirmed: true }),
        (
            "host.remove target=2",
            Command::Remove {
                seat: seat(BOB),
                confirmed: true,
            },
        ),
        (
            "host.replace target=2 user=300 name=Zed reach=dm",
            Command::Replace {
                seat: seat(BOB),
                player: PlayerId(STRANGER),
            },
        ),
    ] {
        let panel = shows(&town, HOST, verb);
        let sure = controls(&panel)[0].clone();
        assert_eq!(sure.field("sure"), Some("yes"));
        assert_eq!(sure.field("name"), None, "facts are filled in anew");
        let offer = town.forum.offer(person(HOST), &sure, town.now);
        assert_eq!(offer, Offer::Do(command));
    }
    assert_eq!(menu(&shows(&town, HOST, "host.remove")).len(), 9);
    assert_eq!(menu(&shows(&town, HOST, "host.replace")).len(), 9);
    let how = shows(&town, HOST, "host.replace target=2");
    assert!(read(&how.text).contains("`/host replace`"));
    assert_eq!(does(&town, HOST, "host.secrets"), Command::ShowSecrets);
}

#[test]
fn h1_nothing_is_asked_once_more_that_is_refused_anyway() {
    let town = Town::new();
    for user in [ANN_ID, HOST] {
        let text = refuses(&town, HOST, &format!("host.replace target=2 user={user}"));
        assert!(text.contains("never played"), "{text}");
    }
    let mut town = Town::new();
    town.host(Command::Advance);
    assert!(refuses(&town, HOST, "host.advance").contains("ending already"));
    let mut town = Town::new();
    town.host(Command::Pause);
    assert!(refuses(&town, HOST, "host.advance").contains("paused"));
}

#[test]
fn h1_a_host_who_plays_sees_no_secret_and_neither_advances_nor_removes() {
    let mut town = Town::new().hosted_by(BOB);
    for written in ["host.advance", "host.remove target=3", "host.secrets"] {
        let text = refuses(&town, BOB_ID, written);
        assert!(text.contains("host who plays"), "{text}");
    }
    let panel = shows(&town, BOB_ID, "host.end");
    assert!(read(&panel.text).contains("majority of the living"));
    town.does(BOB, Command::End { confirmed: true });
    let prompt = town.forum.proposal.as_ref().expect("it stands").prompt;
    let written = format!("consent p={:x} yes=yes", prompt.0);
    let yes = Command::Second { prompt, yes: true };
    assert_eq!(does(&town, CAL_ID, &written), yes);
    assert_eq!(buttons(&shows(&town, CAL_ID, "consent")), ["Yes", "No"]);
    refuses(&town, CAL_ID, "consent p=1 yes=yes");
    refuses(&town, STRANGER, "consent yes=yes");
    assert_eq!(
        does(&town, BOB_ID, "host.withdraw"),
        Command::WithdrawProposal
    );
}

#[test]
fn h9_one_who_manages_the_server_ends_the_game_and_nothing_else() {
    let town = Town::new();
    shows(&town, MANAGER, "host.end");
    let end = Command::End { confirmed: true };
    assert_eq!(does(&town, MANAGER, "host.end sure=yes"), end);
    for who in [ANN_ID, STRANGER] {
        assert!(refuses(&town, who, "host.end").contains("Only the game's host"));
    }
    for written in ["host.pause", "host.secrets", "host.remove target=1"] {
        assert!(refuses(&town, MANAGER, written).contains("Only the game's host"));
    }
}

#[test]
fn the_secrets_of_the_desk_are_told_in_the_answer() {
    let mut town = Town::new().at_night();
    town.guard(GUS, BOB);
    town.confess(CAL, 2);
    let events = town.host(Command::ShowSecrets);
    let answer = town
        .forum
        .answer(person(HOST), &Command::ShowSecrets, &events);
    let text = read(&answer);
    assert!(text.contains("Seat 8 🧙⬜⬜⬜⬜ · a **Witch**"), "{text}");
    assert!(text.contains("Seat 7 guards Seat 2"), "{text}");
    assert!(text.contains("Seat 3 confesses with Tryal 2"), "{text}");
    assert!(text.contains("Seat 9 has said nothing yet"), "{text}");
}

#[test]
fn me_holds_all_that_is_ones_own() {
    let mut town = Town::new()
        .hand(GUS, &[CardKind::Arson])
        .accused(GUS, 3)
        .front(GUS, &[CardKind::Asylum])
        .owes_flip(BOB, GUS);
    town.leave_flips_open();
    let panel = shows(&town, GUS_ID, "me");
    let text = read(&panel.text);
    for part in [
        "seat 7",
        "1 **Constable**",
        "of the Town",
        "You hold the **Constable** card",
        "Marks: 3/7 (3 Accusations)",
        "Asylum",
        "Hand (1): 🟢 Arson",
        "which Tryal of Seat 2",
        "Private chats: 2 to open",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    assert_eq!(panel.rows.len(), 2, "the flip and the hand");
    let converted = Town::new().converted(ANN);
    let text = read(&shows(&converted, ANN_ID, "me").text);
    assert!(
        text.contains("You are **a Witch**") && !text.contains("**Witch**"),
        "a Witch without a Witch card: {text}"
    );
    let hand = read(&shows(&town, GUS_ID, "hand").text);
    assert!(hand.contains("Hand (1)"), "{hand}");
}

#[test]
fn whoever_does_not_play_is_told_so_and_sees_what_is_public() {
    let town = Town::new();
    for written in ["me", "hand", "play", "flip", "chat.list", "consent"] {
        assert!(refuses(&town, STRANGER, written).contains("do not play"));
        assert!(refuses(&town, HOST, written).contains("You host this game"));
    }
    for who in [STRANGER, HOST, ANN_ID] {
        for written in ["status", "board", "history"] {
            shows(&town, who, written);
        }
    }
    let dead = Town::new().dead(ANN);
    assert!(read(&shows(&dead, ANN_ID, "me").text).contains("You are dead"));
    for written in ["hand", "play", "flip", "pick", "confess", "chat.open"] {
        assert!(refuses(&dead, ANN_ID, written).contains("You are dead"));
    }
    assert_eq!(ask(&town, ANN_ID, "dance"), Offer::Unknown);
    refuses(&town, ANN_ID, "rooms.open");
}

#[test]
fn f41_a_dead_witch_is_not_sent_to_the_graveyard() {
    let town = Town::new().at_night().dead(HAL);
    assert!(!refuses(&town, HAL_ID, "kill").contains("graveyard"));
}

#[test]
fn h2_while_paused_nothing_but_looking_is_possible() {
    let mut town = Town::new().hand(ANN, &[CardKind::Arson]);
    town.host(Command::Pause);
    for written in ["play", "flip", "pick", "cat", "kill", "guard", "confess"] {
        assert!(refuses(&town, ANN_ID, written).contains("paused"));
    }
    for written in ["me", "hand", "status", "history", "chat.list"] {
        shows(&town, ANN_ID, written);
    }
}

#[test]
fn f35_after_the_end_everything_is_refused_but_looking() {
    let mut town = Town::new().hand(ANN, &[CardKind::Arson]);
    town.host(Command::End { confirmed: true });
    for written in ["play", "flip", "pick", "kill", "confess", "chat.open"] {
        assert!(refuses(&town, ANN_ID, written).contains("over"));
    }
    for written in ["host.pause", "host.end", "host.secrets"] {
        assert!(refuses(&town, HOST, written).contains("over"));
    }
    for written in ["me", "hand", "status", "history", "chat.list", "rooms.open"] {
        let text = read(&shows(&town, ANN_ID, written).text);
        assert!(!text.contains("hands are dealt"), "{written}: {text}");
    }
}

#[test]
fn what_only_the_tabletop_edition_has_is_unknown() {
    let town = Town::new();
    for written in [
        "draw",
        "endturn",
        "choose",
        "tryals.reorder",
        "lastwords words=Alas",
        "take",
    ] {
        assert_eq!(ask(&town, ANN_ID, written), Offer::Unknown, "{written}");
    }
}
