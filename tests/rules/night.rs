//! F28 to F31 and F33: what is chosen at Night.

use town_crier::games::salem1692::forum::{Command, Event, KillVote, PhaseName, Refusal};
use town_crier::kernel::game::Game;
use town_crier::kernel::place::{ChannelKey, Place};

use crate::kit::*;

fn kill(target: u8) -> Command {
    Command::Kill {
        vote: Some(KillVote::Target(seat(target))),
    }
}

const NOBODY: Command = Command::Kill {
    vote: Some(KillVote::Nobody),
};
const TAKE_BACK: Command = Command::Kill { vote: None };

fn guard(target: u8) -> Command {
    Command::Guard {
        target: Some(seat(target)),
    }
}

fn confess(number: u8, confirmed: bool) -> Command {
    Command::Confess {
        position: place(number),
        confirmed,
    }
}

fn may_write(place: &Place, key: ChannelKey, who: u8) -> bool {
    let plan = place
        .channels
        .iter()
        .find(|channel| channel.key == key)
        .expect("the channel is there");
    let rights = plan.seats.get(&seat(who)).copied().unwrap_or(plan.everyone);
    if key == ChannelKey::Coven {
        rights.write_in_threads
    } else {
        rights.write
    }
}

#[test]
fn f28_at_night_the_town_is_closed_and_the_coven_open() {
    let night = Town::new().at_night().forum.place();
    assert!(!may_write(&night, ChannelKey::Town, ANN));
    assert!(may_write(&night, ChannelKey::Coven, HAL));
    let day = Town::new().forum.place();
    assert!(may_write(&day, ChannelKey::Town, ANN));
    assert!(!may_write(&day, ChannelKey::Coven, HAL));
    let dawn = Town::new().at_dawn().forum.place();
    assert!(may_write(&dawn, ChannelKey::Town, ANN) && may_write(&dawn, ChannelKey::Coven, HAL));
}

#[test]
fn f28_no_card_is_played_at_night() {
    use town_crier::games::salem1692::table::CardKind::Accusation;
    let refusal = Town::new().at_night().cannot_play(ANN, Accusation, at(BOB));
    assert_eq!(
        refusal,
        Refusal::OnlyIn {
            phase: PhaseName::Day
        }
    );
}

#[test]
fn f29_all_living_witches_on_one_target_kill() {
    let mut town = Town::new().at_night();
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.end_phase();
    assert!(!town.lives(BOB));
}

#[test]
fn f29_one_silent_witch_means_no_kill() {
    let mut town = Town::new().at_night();
    town.kill(HAL, BOB);
    town.end_phase();
    assert!(town.lives(BOB));
}

#[test]
fn f29_nobody_or_another_name_means_no_kill() {
    for other in [NOBODY, kill(CAL)] {
        let mut town = Town::new().at_night();
        town.kill(HAL, BOB);
        town.does(IVY, other);
        town.end_phase();
        assert_eq!(town.forum.table.living_count(), 9);
    }
}

#[test]
fn f29_votes_are_changeable_and_can_be_taken_back() {
    let mut town = Town::new().at_night();
    assert_eq!(town.cannot(HAL, TAKE_BACK), Refusal::NothingToWithdraw);
    town.kill(HAL, CAL);
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.does(IVY, TAKE_BACK);
    town.end_phase();
    assert!(town.lives(BOB));
}

#[test]
fn f29_a_converted_witch_counts_too() {
    let mut town = Town::new().converted(ANN).at_night();
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.end_phase();
    assert!(town.lives(BOB), "Ann has said nothing");
    let mut town = Town::new().converted(ANN).at_night();
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.kill(ANN, BOB);
    town.end_phase();
    assert!(!town.lives(BOB));
}

#[test]
fn f29_dead_witches_do_not_vote_and_are_not_needed() {
    let mut town = Town::new().dead(IVY).at_night();
    assert_eq!(town.cannot(IVY, kill(BOB)), Refusal::Dead);
    town.kill(HAL, BOB);
    town.end_phase();
    assert!(!town.lives(BOB));
}

#[test]
fn f29_a_removed_witchs_vote_does_not_count() {
    let mut town = Town::new().at_night();
    town.kill(HAL, BOB);
    town.kill(IVY, CAL);
    town.host(Command::Remove {
        seat: seat(IVY),
        confirmed: true,
    });
    town.end_phase();
    assert!(!town.lives(BOB) && town.lives(CAL));
}

#[test]
fn f29_only_the_coven_votes_for_players_outside_it() {
    let mut town = Town::new().dead(DAN).at_night();
    assert_eq!(town.cannot(ANN, kill(BOB)), Refusal::NotOfTheCoven);
    assert_eq!(
        town.cannot(HAL, kill(IVY)),
        Refusal::TargetOfTheCoven { target: seat(IVY) }
    );
    assert_eq!(
        town.cannot(HAL, kill(DAN)),
        Refusal::TargetDead { target: seat(DAN) }
    );
    assert_eq!(town.cannot(HAL, kill(20)), Refusal::NoSuchSeat);
    assert_eq!(
        Town::new().cannot(HAL, kill(BOB)),
        Refusal::OnlyIn {
            phase: PhaseName::Night
        }
    );
}

#[test]
fn f29_with_the_setting_a_witchs_own_voice_is_not_needed() {
    let mut town = Town::with(&[("coven_may_target_coven", "on")])
        .converted(ANN)
        .at_night();
    town.kill(HAL, IVY);
    town.end_phase();
    assert!(town.lives(IVY), "Ann's voice is missing");
    let mut town = Town::with(&[("coven_may_target_coven", "on")])
        .converted(ANN)
        .at_night();
    town.kill(HAL, IVY);
    town.kill(ANN, IVY);
    town.end_phase();
    assert!(!town.lives(IVY));
}

#[test]
fn f29_two_witches_who_name_each_other_do_not_agree() {
    let mut town = Town::with(&[("coven_may_target_coven", "on")]).at_night();
    town.kill(HAL, IVY);
    town.kill(IVY, HAL);
    town.end_phase();
    assert!(town.lives(HAL) && town.lives(IVY));
}

#[test]
fn f29_a_night_lasts_its_full_length() {
    let mut town = Town::new().at_night();
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.until(START + hours(24) - MILLISECOND);
    assert!(town.lives(BOB) && town.forum.night().is_some());
    town.wait(MILLISECOND);
    assert!(!town.lives(BOB));
}

#[test]
fn f30_the_constable_guards_one_other_living_player_or_nobody() {
    let mut town = Town::new().dead(DAN).at_night();
    assert_eq!(town.cannot(ANN, guard(BOB)), Refusal::NotTheConstable);
    assert_eq!(town.cannot(GUS, guard(GUS)), Refusal::GuardYourself);
    assert_eq!(
        town.cannot(GUS, guard(DAN)),
        Refusal::TargetDead { target: seat(DAN) }
    );
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.does(GUS, guard(CAL));
    town.does(GUS, guard(BOB));
    town.end_phase();
    assert!(town.lives(BOB));
}

#[test]
fn f30_a_guard_on_nobody_saves_nobody() {
    let mut town = Town::new().at_night();
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.does(GUS, guard(BOB));
    town.does(GUS, Command::Guard { target: None });
    town.end_phase();
    assert!(!town.lives(BOB));
}

#[test]
fn f30_a_revealed_constable_card_guards_no_more() {
    let mut town = Town::new().row(GUS, "Cnnnn").at_night();
    assert_eq!(town.cannot(GUS, guard(BOB)), Refusal::NotTheConstable);
}

#[test]
fn f30_the_guard_of_one_who_was_removed_does_not_count() {
    let mut town = Town::new().at_night();
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.does(GUS, guard(BOB));
    town.host(Command::Remove {
        seat: seat(GUS),
        confirmed: true,
    });
    town.end_phase();
    assert!(!town.lives(BOB));
}

#[test]
fn f32_what_stood_at_the_nights_end_is_what_the_living_had_said() {
    let mut town = Town::with(&[("announce_guard", "on")]).at_night();
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.does(GUS, guard(CAL));
    town.confess(CAL, 1);
    town.confess(DAN, 1);
    for who in [IVY, CAL] {
        town.host(Command::Remove {
            seat: seat(who),
            confirmed: true,
        });
    }
    let events = town.end_phase();
    let Event::NightEnded {
        votes, confessions, ..
    } = &events[0]
    else {
        panic!("the Night ended: {events:?}")
    };
    assert_eq!(votes[..], [(seat(HAL), KillVote::Target(seat(BOB)))]);
    assert_eq!(confessions[..], [(seat(DAN), place(1))]);
    let guarded = events.iter().find_map(|event| match event {
        Event::DaybreakReported { guarded, .. } => Some(*guarded),
        _ => None,
    });
    assert_eq!(guarded, Some(None), "the dead are not guarded");
}

#[test]
fn f30_daybreak_itself_does_not_undo_the_guard() {
    let mut town = Town::new().at_night();
    town.kill(HAL, BOB);
    town.kill(IVY, BOB);
    town.does(GUS, guard(BOB));
    town.confess(GUS, 1);
    town.end_phase();
    assert!(
        town.lives(BOB),
        "the Constable card was still hidden at the Night's end"
    );
}

#[test]
fn f31_a_confession_can_be_changed_and_withdrawn() {
    let mut town = Town::new().at_night();
    assert_eq!(
        town.cannot(ANN, Command::WithdrawConfession),
        Refusal::NothingToWithdraw
    );
    town.confess(ANN, 1);
    town.confess(ANN, 2);
    town.confess(BOB, 3);
    town.does(BOB, Command::WithdrawConfession);
    town.end_phase();
    let shown: Vec<bool> = town
        .forum
        .chair(seat(ANN))
        .row
        .iter()
        .map(|tryal| tryal.revealed)
        .collect();
    assert_eq!(shown, [false, true, false, false, false]);
    assert_eq!(town.hidden(BOB), 5);
}

#[test]
fn f31_only_hidden_tryals_can_be_shown() {
    let mut town = Town::new().row(ANN, "Nnnnn").at_night();
    assert_eq!(
        town.cannot(ANN, confess(1, true)),
        Refusal::NotHidden {
            target: seat(ANN),
            position: place(1)
        }
    );
    assert_eq!(
        Town::new().cannot(ANN, confess(1, true)),
        Refusal::OnlyIn {
            phase: PhaseName::Night
        }
    );
}

#[test]
fn f31_a_witch_card_is_asked_once_more() {
    let mut town = Town::new().at_night();
    assert_eq!(
        town.cannot(HAL, confess(1, false)),
        Refusal::DeadlyConfession { position: place(1) }
    );
    town.does(HAL, confess(2, false));
    town.does(HAL, confess(1, true));
    town.end_phase();
    assert!(!town.lives(HAL));
}

#[test]
fn f31_the_last_tryal_is_asked_once_more_and_the_one_before_is_not() {
    let mut town = Town::new().row(ANN, "NNNNn").row(BOB, "NNNnn").at_night();
    assert_eq!(
        town.cannot(ANN, confess(5, false)),
        Refusal::DeadlyConfession { position: place(5) }
    );
    town.does(BOB, confess(5, false));
    town.does(ANN, confess(5, true));
    town.end_phase();
    assert!(!town.lives(ANN) && town.lives(BOB));
}

#[test]
fn f31_guarded_or_not_the_confession_is_the_same_event() {
    let mut guarded = Town::new().at_night();
    guarded.does(GUS, guard(ANN));
    let mut alone = Town::new().at_night();
    alone.does(GUS, guard(BOB));
    assert_eq!(guarded.confess(ANN, 1), alone.confess(ANN, 1));
}

#[test]
fn f33_a_choice_at_the_nights_end_is_late() {
    let mut town = Town::new().at_night();
    town.now = START + hours(24) - MILLISECOND;
    town.kill(HAL, BOB);
    town.now = START + hours(24);
    for (who, command) in [(IVY, kill(BOB)), (GUS, guard(BOB)), (ANN, confess(1, true))] {
        assert_eq!(town.cannot(who, command), Refusal::Late);
    }
    town.tick();
    assert_eq!(
        town.cannot(IVY, kill(BOB)),
        Refusal::OnlyIn {
            phase: PhaseName::Night
        }
    );
}

#[test]
fn f33_the_instant_that_was_due_counts_not_when_the_clock_came() {
    let mut town = Town::new().at_night();
    town.now = START + hours(24) + minutes(1);
    let events = town.tick();
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::DayBegan { at, until, .. }
        if *at == START + hours(24) && *until == START + hours(48)))
    );
}
