//! The messages that stand, phase by phase.

use town_crier::games::salem1692::forum::{
    Command, Conspiracy, KillVote, Outcome, Over, Pause, PauseCause, Phase,
};
use town_crier::games::salem1692::table::CardKind;
use town_crier::kernel::audience::{Audience, Room};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::PromptId;

use crate::kit::*;
use crate::viewer::*;

const STATUS: Audience = Audience::Room(Room::Town);

fn status(town: &Town) -> String {
    read(&board(&town.forum, STATUS, "status").panel.text)
}

#[test]
fn the_status_tells_seats_marks_rows_blue_cards_hands_and_the_dead() {
    let town = Town::new()
        .accused(BOB, 3)
        .front(BOB, &[CardKind::Asylum])
        .hand(BOB, &[CardKind::Curse, CardKind::Witness])
        .row(CAL, "nnNnn")
        .dead(ANN);
    let text = status(&town);
    let lines: Vec<&str> = text.lines().collect();
    let line = |who: &str| {
        let mut lines = lines.iter();
        *lines.find(|line| line.contains(who)).expect("a line")
    };
    assert!(text.contains("Day 1") && text.contains("<t:"), "{text}");
    let bob = line("Seat 2");
    assert!(
        bob.contains("3/7") && bob.contains("Asylum") && bob.contains("2 cards"),
        "{bob}"
    );
    assert!(
        !text.contains("Curse") && !text.contains("Witness"),
        "{text}"
    );
    assert!(line("Seat 3").contains("⬛⬛⬜⬛⬛"), "{text}");
    assert!(line("Seat 1").contains("dead, of the **Town**"), "{text}");
    let status = board(&town.forum, STATUS, "status");
    assert!(status.pinned);
    assert_eq!(buttons(&status.panel), ["My cards", "History"]);
}

#[test]
fn the_status_tells_owed_flips_and_where_the_conspiracy_stands() {
    let mut town = Town::new().owes_flip(BOB, CAL);
    assert!(status(&town).contains("Seat 3 chooses which Tryal of Seat 2"));
    assert!(status(&town).contains("still to come"));
    town.leave_flips_open();
    assert!(status(&Town::new().at_shift()).contains("the Shift closes"));
    assert!(status(&Town::new().after_conspiracy()).contains("has been today"));
}

#[test]
fn h7_after_an_absence_the_day_says_when_it_ends_whether_or_not_the_conspiracy_fell_in_it() {
    // The Conspiracy of this Day comes in the absence, or long after it: until it is called, nobody can tell.
    let returned = |conspiracy: i64| {
        let mut town = Town::new();
        if let Phase::Day(day) = &mut town.forum.phase {
            let at = START + hours(conspiracy);
            day.conspiracy = Conspiracy::Awaited { at };
        }
        town.now = START + hours(12);
        town.absent_since(START + hours(2));
        town
    };
    let town = returned(3);
    assert_eq!(status(&town), status(&returned(20)));
    // It comes, and the Day goes on after it: cards are played until it ends.
    let mut town = town.hand(ANN, &[CardKind::Accusation]);
    town.tick();
    let during = status(&town);
    assert!(
        during.contains("or as soon as the Conspiracy is over, if that is later"),
        "{during}"
    );
    town.all_pick();
    let after = status(&town);
    assert!(
        after.contains("Ends <t:") && !after.contains("as soon as"),
        "{after}"
    );
    assert!(
        !own_board(&town.forum, ANN, "day-1").panel.rows.is_empty(),
        "cards can be played"
    );
}

#[test]
fn every_living_seat_has_the_same_boards_in_every_phase() {
    for (town, wanted) in [
        (Town::new().at_dawn(), vec!["dawn"]),
        (Town::new(), vec!["day-1"]),
        (Town::new().at_shift(), vec!["day-1", "shift-2"]),
        (Town::new().at_night(), vec!["night-1"]),
    ] {
        for who in 1..=9 {
            assert_eq!(own_keys(&town.forum, seat(who)), wanted);
        }
    }
}

#[test]
fn a_flip_is_one_board_for_its_chooser_alone() {
    let mut town = Town::new().owes_flip(BOB, CAL).row(BOB, "nNnnn");
    town.leave_flips_open();
    assert_eq!(own_keys(&town.forum, seat(CAL)), ["day-1", "flip-3ea"]);
    assert_eq!(own_keys(&town.forum, seat(BOB)), ["day-1"]);
    let flip = own_board(&town.forum, CAL, "flip-3ea");
    assert_eq!(
        buttons(&flip.panel),
        [
            "Flip Tryal 1",
            "Flip Tryal 3",
            "Flip Tryal 4",
            "Flip Tryal 5"
        ]
    );
}

#[test]
fn the_dead_keep_the_board_of_their_last_day_and_get_no_new_ones() {
    let mut town = Town::new().row(BOB, "nNNNN").owes_flip(BOB, CAL);
    town.flip(CAL, BOB, 1);
    assert!(!town.lives(BOB));
    let own = own_board(&town.forum, BOB, "day-1");
    assert!(read(&own.panel.text).contains("You are dead"));
    assert!(own.panel.rows.is_empty());
    let night = Town::new().at_night().dead(BOB);
    assert!(own_keys(&night.forum, seat(BOB)).is_empty());
}

#[test]
fn own_boards_tell_the_row_the_alignment_the_coven_and_the_hand() {
    let town = Town::new()
        .converted(ANN)
        .dead(HAL)
        .hand(ANN, &[CardKind::Accusation, CardKind::Accusation])
        .hand(GUS, &[CardKind::Piety]);
    let text = read(&own_board(&town.forum, ANN, "day-1").panel.text);
    assert!(text.contains("You are **a Witch**"), "{text}");
    assert!(text.contains("Seat 8 (dead) and Seat 9"), "{text}");
    assert!(text.contains("Accusation ×2"), "{text}");
    let gus = read(&own_board(&town.forum, GUS, "day-1").panel.text);
    assert!(
        gus.contains("of the Town") && gus.contains("Constable"),
        "{gus}"
    );
    let bob = read(&own_board(&town.forum, BOB, "day-1").panel.text);
    assert!(
        bob.contains("1 **Not a Witch** · 2 **Not a Witch**"),
        "{bob}"
    );
    assert!(
        !bob.contains("Constable") && !bob.contains("a Witch**."),
        "{bob}"
    );
}

#[test]
fn f5_at_dawn_a_witch_votes_on_her_board_and_the_covens_panel_tells_who_names_whom() {
    let mut town = Town::new().at_dawn();
    town.does(HAL, Command::Cat { target: seat(ANN) });
    let hal = own_board(&town.forum, HAL, "dawn");
    assert_eq!(menu(&hal.panel).len(), 9);
    assert!(read(&hal.panel.text).contains("You named Seat 1"));
    assert!(own_board(&town.forum, ANN, "dawn").panel.rows.is_empty());
    let coven = board(&town.forum, Audience::Room(Room::Coven), "coven-dawn");
    let text = read(&coven.panel.text);
    assert!(text.contains("Seat 8 names Seat 1"), "{text}");
    assert!(text.contains("Seat 9 has said nothing yet"), "{text}");
}

#[test]
fn f29_at_night_the_covens_panel_tells_whether_all_living_witches_agree() {
    let mut town = Town::new().at_night().converted(ANN).dead(ANN);
    let text = |town: &Town| {
        let coven = board(&town.forum, Audience::Room(Room::Coven), "coven-night-1");
        assert!(!menu(&coven.panel).contains(&HAL.to_string()));
        read(&coven.panel.text)
    };
    town.kill(HAL, BOB);
    assert!(text(&town).contains("there is no kill"), "{}", text(&town));
    town.kill(IVY, BOB);
    assert!(text(&town).contains("goes for Seat 2"), "{}", text(&town));
    assert!(!text(&town).contains("Seat 1 "), "a dead Witch has no vote");
    let vote = Some(KillVote::Nobody);
    town.does(IVY, Command::Kill { vote });
    assert!(text(&town).contains("there is no kill"));
}

#[test]
fn f30_only_the_constable_has_a_menu_to_guard_and_only_witches_one_to_kill() {
    let town = Town::new().at_night();
    let placeholders = |who: u8| {
        let own = own_board(&town.forum, who, "night-1");
        let rows = own.panel.rows.iter();
        rows.filter_map(|row| match row {
            town_crier::kernel::panel::Row::Menu(menu) => Some(read(&menu.placeholder)),
            town_crier::kernel::panel::Row::Buttons(_) => None,
        })
        .collect::<Vec<_>>()
        .join(" ")
    };
    assert!(placeholders(GUS).contains("guard") && !placeholders(GUS).contains("kill"));
    assert!(placeholders(HAL).contains("kill") && !placeholders(HAL).contains("guard"));
    assert!(placeholders(ANN).contains("Confess"));
    assert!(!placeholders(ANN).contains("kill") && !placeholders(ANN).contains("guard"));
}

#[test]
fn h2_while_paused_no_board_has_a_control_of_the_game() {
    for mut town in [
        Town::new().at_dawn(),
        Town::new().hand(ANN, &[CardKind::Arson]),
        Town::new().at_shift(),
        Town::new().at_night(),
    ] {
        town.host(Command::Pause);
        for board in town.forum.boards() {
            let looks = matches!(board.audience, Audience::Room(Room::Town | Room::Desk));
            assert!(looks || board.panel.rows.is_empty(), "{board:?}");
        }
        assert!(status(&town).contains("Paused"));
    }
}

#[test]
fn h4_h8_the_desk_offers_what_the_host_has_to_decide() {
    let mut town = Town::new();
    town.attempt(
        town_crier::kernel::game::Actor::Clock,
        &Command::Leave {
            player: player(BOB),
        },
    )
    .expect("he leaves");
    let desk = board(&town.forum, Audience::Room(Room::Desk), "desk");
    assert!(read(&desk.panel.text).contains("Seat 2 has left the server"));
    let labels = buttons(&desk.panel);
    assert!(labels.contains(&"Replace Seat 2…".to_owned()), "{labels:?}");
    assert!(labels.contains(&"Remove Seat 2…".to_owned()), "{labels:?}");
    town.forum.pause = Some(Pause {
        since: town.now,
        cause: PauseCause::NobodyActs,
        until: Some(town.now + hours(168)),
    });
    let desk = board(&town.forum, Audience::Room(Room::Desk), "desk");
    assert!(read(&desk.panel.text).contains("Resume the game or end it"));
    assert!(buttons(&desk.panel).contains(&"Resume".to_owned()));
    let playing = Town::new().hosted_by(BOB);
    let desk = board(&playing.forum, Audience::Room(Room::Desk), "desk");
    assert_eq!(
        buttons(&desk.panel),
        ["Pause", "Extend the phase…", "End the game…"]
    );
}

#[test]
fn h1_a_proposal_is_a_board_for_each_of_the_living() {
    let mut town = Town::new().hosted_by(BOB).dead(ANN);
    town.does(BOB, Command::End { confirmed: true });
    let prompt = town.forum.proposal.as_ref().expect("it stands").prompt;
    let key = format!("ask-{:x}", prompt.0);
    for who in 2..=9 {
        let ask = own_board(&town.forum, who, &key);
        assert_eq!(buttons(&ask.panel), ["Yes", "No"]);
        assert!(read(&ask.panel.text).contains("1 of 5 needed"));
    }
    assert!(own_keys(&town.forum, seat(ANN)).is_empty());
}

#[test]
fn f37_after_the_end_the_status_alone_stands_tells_every_row_and_opens_the_rooms() {
    let mut town = Town::new();
    town.forum.phase = Phase::Over(Over {
        at: town.now,
        outcome: Outcome::EndedByHost,
    });
    let boards = town.forum.boards();
    assert_eq!(keys(&boards), [(STATUS, "status".to_owned())]);
    assert_eq!(
        buttons(&boards[0].panel),
        ["Let me into all rooms", "History"]
    );
    let text = status(&town);
    assert!(text.contains("🧙⬜⬜⬜⬜ · a **Witch**"), "{text}");
}

#[test]
fn prompts_in_buttons_are_those_of_the_state() {
    let town = Town::new().hand(ANN, &[CardKind::Arson]);
    let own = own_board(&town.forum, ANN, "day-1");
    let intents = controls(&own.panel);
    let prompt = format!("{:x}", PromptId(1).0);
    assert_eq!(intents[0].field("p"), Some(prompt.as_str()));
    assert_eq!(intents[0].field("card"), Some("arson-1"));
}
