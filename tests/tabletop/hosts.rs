//! H1 to H4 and H9: hosts, pauses, substitutes, removals.

use town_crier::games::salem1692::table::CardKind::{Accusation, BlackCat, Matchmaker, Witness};
use town_crier::games::salem1692::tabletop::{
    Clock, Command, Event, Motion, Outcome, Refusal, TurnEnd,
};
use town_crier::kernel::game::{Actor, Game};
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::time::Length;

use crate::kit::*;

const END: Command = Command::End { confirmed: true };

fn remove(who: u8) -> Command {
    Command::Remove {
        seat: seat(who),
        confirmed: true,
    }
}

fn replace(who: u8, player: u64) -> Command {
    Command::Replace {
        seat: seat(who),
        player: PlayerId(player),
    }
}

fn extend(by: Length) -> Command {
    Command::Extend { by }
}

#[test]
fn h01_only_the_host_hosts() {
    let mut town = Town::new();
    for command in [
        Command::Pause,
        Command::Resume,
        extend(hours(1)),
        Command::Advance,
        replace(ANN, STRANGER),
        remove(ANN),
        END,
        Command::ShowSecrets,
        Command::WithdrawProposal,
    ] {
        assert_eq!(town.cannot(ANN, command.clone()), Refusal::NotTheHost);
        assert_eq!(town.person_cannot(STRANGER, command), Refusal::NotTheHost);
    }
}

#[test]
fn h01_extending_moves_the_end_of_the_phase() {
    let mut town = Town::new();
    town.host(extend(hours(3)));
    assert_eq!(town.clock().until(), Some(START + hours(27)));
    let mut town = Town::new().at_dawn();
    town.host(extend(hours(3)));
    assert_eq!(town.game.phase_ends(), Some(START + hours(15)));
    let mut town = Town::new().deck("night").discard("evidence evidence");
    town.draw(ANN);
    town.host(extend(hours(3)));
    assert_eq!(town.game.phase_ends(), Some(START + hours(15)));
    assert_eq!(town.clock(), Clock::Standing { left: hours(24) });
    town.end_night();
}

#[test]
fn h01_an_extension_moves_no_window() {
    let mut town = Town::new().deck("conspiracy accusation night");
    town.draw(ANN);
    assert_eq!(town.host_cannot(extend(hours(1))), Refusal::WindowOpen);
    town.all_pick();
}

#[test]
fn h01_an_extension_is_more_than_nothing_and_at_most_14_days() {
    let mut town = Town::new();
    for by in [
        Length::ZERO,
        Length(-1),
        Length::DAY.times(14) + MILLISECOND,
    ] {
        assert_eq!(town.host_cannot(extend(by)), Refusal::ExtensionLength);
    }
    town.host(extend(MILLISECOND));
    town.host(extend(Length::DAY.times(14)));
}

#[test]
fn h01_advancing_ends_at_once_what_is_waited_for() {
    let mut town = Town::dealt(settings(&[("players", "5")]), 5);
    town.host(Command::Advance);
    assert!(town.game.dawn().is_some());
    town.host(Command::Advance);
    let first = town.whose_turn();
    let events = town.host(Command::Advance);
    in_order(&events, &["advanced", "drew", "turn_ended"]);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::TurnRanOut { .. }))
    );
    assert_ne!(town.whose_turn(), first);
}

#[test]
fn h01_advancing_a_turn_with_a_card_played_ends_it() {
    let mut town = Town::new().hand(ANN, &[Witness, Accusation]);
    town.play(ANN, Witness, at(BOB));
    let events = town.host(Command::Advance);
    in_order(&events, &["advanced", "revealed", "turn_ended"]);
    assert!(events.iter().any(|event| matches!(
        event,
        Event::TurnEnded {
            end: TurnEnd::Advanced,
            ..
        }
    )));
}

#[test]
fn h01_advancing_goes_through_a_conspiracy_and_a_night() {
    let mut town = Town::new()
        .deck("conspiracy night")
        .discard("evidence evidence")
        .front(BOB, &[BlackCat]);
    town.draw(ANN);
    town.host(Command::Advance);
    assert!(town.game.shift().is_some());
    town.host(Command::Advance);
    assert!(town.game.gathering().is_some());
    town.host(Command::Advance);
    assert!(town.game.night().is_some());
    town.host(Command::Advance);
    assert!(town.game.night().is_none());
}

#[test]
fn h01_end_and_remove_are_asked_once_more() {
    let mut town = Town::new();
    let unsure = Command::End { confirmed: false };
    assert_eq!(town.host_cannot(unsure), Refusal::Unconfirmed);
    let unsure = Command::Remove {
        seat: seat(ANN),
        confirmed: false,
    };
    assert_eq!(town.host_cannot(unsure), Refusal::Unconfirmed);
    town.host(END);
    assert_eq!(town.outcome(), Some(Outcome::EndedByHost));
    assert_eq!(town.winner(), None);
}

#[test]
fn h01_who_manages_the_server_may_end_any_game_and_no_more() {
    let mut town = Town::new();
    assert_eq!(
        town.person_cannot(MANAGER, Command::Pause),
        Refusal::NotTheHost
    );
    town.person_does(MANAGER, END);
    assert!(town.game.is_over());
}

#[test]
fn h01_a_host_who_plays_pauses_resumes_and_extends_alone() {
    let mut town = Town::new().hosted_by(ANN);
    town.host(Command::Pause);
    town.host(Command::Resume);
    town.host(extend(hours(1)));
    for command in [Command::Advance, remove(BOB), Command::ShowSecrets] {
        assert_eq!(town.host_cannot(command), Refusal::HostPlays);
    }
}

#[test]
fn h01_a_host_who_plays_needs_a_majority_of_the_living() {
    let mut town = Town::new().hosted_by(ANN).dead(DAN);
    let events = town.host(END);
    let Event::Proposed {
        prompt,
        motion: Motion::End,
        by,
    } = events[0]
    else {
        panic!("it is proposed")
    };
    assert_eq!(by, Some(seat(ANN)));
    assert_eq!(town.host_cannot(END), Refusal::AlreadyNoted);
    let yes = |yes| Command::Second { prompt, yes };
    town.does(BOB, yes(true));
    town.does(CAL, yes(true));
    assert!(!town.game.is_over(), "three of six are no majority");
    town.does(CAL, yes(false));
    town.does(EVE, yes(true));
    let refused = town.cannot(DAN, yes(true));
    assert_eq!(refused, Refusal::Dead);
    let words = refused.text().render(|_| String::new());
    assert!(
        !words.contains("graveyard"),
        "a dead Witch is not in it before the end: {words}"
    );
    town.does(FAY, yes(true));
    assert_eq!(town.outcome(), Some(Outcome::EndedByHost));
}

#[test]
fn h01_a_proposal_can_be_taken_back_and_outlives_a_turn() {
    let mut town = Town::new().hosted_by(ANN);
    town.host(replace(BOB, STRANGER));
    town.draw(ANN);
    assert!(town.game.proposal.is_some());
    town.host(Command::WithdrawProposal);
    assert_eq!(
        town.host_cannot(Command::WithdrawProposal),
        Refusal::NothingToWithdraw
    );
    let prompt = town_crier::kernel::ids::PromptId(1);
    assert_eq!(
        town.cannot(BOB, Command::Second { prompt, yes: true }),
        Refusal::NoProposal
    );
}

#[test]
fn h02_resume_shifts_every_deadline_by_the_time_paused() {
    let mut town = Town::new();
    town.wait(hours(1));
    town.host(Command::Pause);
    assert_eq!(town.game.due(), None, "every clock stands");
    town.now = START + hours(50);
    town.host(Command::Resume);
    assert_eq!(town.clock().until(), Some(START + hours(73)));
    let mut town = Town::new().deck("conspiracy accusation night");
    town.draw(ANN);
    town.host(Command::Pause);
    town.now = START + hours(5);
    town.host(Command::Resume);
    assert_eq!(town.game.due(), Some(START + hours(17)));
    assert_eq!(town.clock(), Clock::Standing { left: hours(24) });
    town.all_pick();
}

#[test]
fn h02_while_paused_players_only_look() {
    let mut town = Town::new().hand(ANN, &[Accusation]);
    town.host(Command::Pause);
    assert_eq!(town.cannot(ANN, Command::Draw), Refusal::GamePaused);
    let order = places(&[1, 2, 3, 4, 5]);
    assert_eq!(
        town.cannot(ANN, Command::Reorder { order }),
        Refusal::GamePaused
    );
    assert_eq!(town.host_cannot(Command::Advance), Refusal::GamePaused);
    assert_eq!(town.host_cannot(Command::Pause), Refusal::AlreadyPaused);
    town.host(Command::Resume);
    assert_eq!(town.host_cannot(Command::Resume), Refusal::NotPaused);
}

#[test]
fn h02_what_a_removal_opens_in_a_pause_has_its_full_time_after_it() {
    let mut town = Town::new();
    town.wait(hours(1));
    town.host(Command::Pause);
    town.now = START + hours(20);
    town.host(remove(ANN));
    assert_eq!(town.whose_turn(), BOB);
    town.now = START + hours(30);
    town.host(Command::Resume);
    assert_eq!(town.clock().until(), Some(START + hours(54)));
}

#[test]
fn h03_a_substitute_takes_over_everything() {
    let mut town = Town::new().hand(ANN, &[Witness, Accusation]);
    town.play(ANN, Witness, at(BOB));
    town.host(replace(ANN, STRANGER));
    let prompt = town.open_choice();
    let choice = Command::Reveal {
        prompt,
        position: place(1),
    };
    assert_eq!(
        town.person_cannot(u64::from(ANN), choice.clone()),
        Refusal::NotAPlayer
    );
    town.person_does(STRANGER, choice);
    town.person_does(STRANGER, Command::EndTurn);
}

#[test]
fn h03_a_substitute_has_never_played_or_hosted() {
    let mut town = Town::new().dead(DAN);
    for person in [u64::from(BOB), u64::from(DAN), HOST] {
        assert_eq!(
            town.host_cannot(replace(ANN, person)),
            Refusal::NotASubstitute
        );
    }
    town.host(replace(ANN, STRANGER));
    assert_eq!(
        town.host_cannot(replace(ANN, u64::from(ANN))),
        Refusal::NotASubstitute,
        "not even the old member"
    );
    assert_eq!(
        town.host_cannot(replace(DAN, 400)),
        Refusal::TargetDead { target: seat(DAN) }
    );
}

#[test]
fn h04_a_removal_pulls_no_partner_along() {
    let mut town = Town::new()
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker]);
    town.host(remove(BOB));
    assert!(town.lives(CAL));
}

#[test]
fn h04_during_a_shift_it_waits_until_the_tryals_have_changed_hands() {
    let mut town = Town::new().deck("conspiracy accusation accusation night");
    town.draw(ANN);
    let events = town.host(remove(BOB));
    assert_eq!(names(&events), ["removal_deferred"]);
    assert_eq!(
        town.host_cannot(remove(BOB)),
        Refusal::AlreadyRemoved { seat: seat(BOB) }
    );
    assert!(town.lives(BOB));
    let events = town.all_pick();
    in_order(&events, &["passed", "died", "turn_ended"]);
    assert!(!town.lives(BOB));
}

#[test]
fn h04_removed_in_the_own_turn_the_next_one_follows() {
    let mut town = Town::new();
    let events = town.host(remove(ANN));
    in_order(&events, &["died", "turn_ended", "turn_began"]);
    assert_eq!(town.whose_turn(), BOB);
}

#[test]
fn h04_who_leaves_the_server_is_noted_and_the_game_goes_on() {
    let mut town = Town::new();
    let player = player(BOB);
    let leave = Command::Leave { player };
    town.attempt(Actor::Clock, &leave).expect("Bob left");
    assert_eq!(
        town.attempt(Actor::Clock, &leave),
        Err(Refusal::AlreadyNoted)
    );
    assert!(town.game.away.contains(&seat(BOB)));
    town.draw(ANN);
    town.attempt(Actor::Clock, &Command::ComeBack { player })
        .expect("Bob is back");
    town.draw(BOB);
    assert_eq!(town.cannot(BOB, leave), Refusal::OnlyTheClock);
}

#[test]
fn h09_who_may_open_games_is_no_matter_of_the_game() {
    let mut town = Town::new();
    assert_eq!(
        town.person_cannot(MANAGER, Command::Advance),
        Refusal::NotTheHost
    );
}
