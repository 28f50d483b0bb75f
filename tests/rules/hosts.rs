//! H1 to H4 and H9: hosts, pauses, substitutes, removals.

use town_crier::games::salem1692::forum::{
    Command, Conspiracy, DeathCause, Event, Outcome, Refusal,
};
use town_crier::games::salem1692::table::CardKind::{
    Accusation, Asylum, Matchmaker, Scapegoat, Stocks, Witness,
};
use town_crier::games::salem1692::table::Side;
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

#[test]
fn h01_only_the_host_hosts() {
    let mut town = Town::new();
    for command in [
        Command::Pause,
        Command::Resume,
        Command::Extend { by: hours(1) },
        Command::Advance,
        replace(ANN, STRANGER),
        remove(ANN),
        END,
        Command::ShowSecrets,
        Command::WithdrawProposal,
    ] {
        assert_eq!(
            town.cannot(ANN, command.clone()),
            Refusal::NotTheHost,
            "{command:?}"
        );
        assert_eq!(
            town.person_cannot(STRANGER, command.clone()),
            Refusal::NotTheHost,
            "{command:?}"
        );
    }
}

#[test]
fn h01_extending_moves_the_phases_end_alone() {
    let mut town = Town::new().owes_flip(BOB, ANN).hand(CAL, &[Stocks]);
    town.play(CAL, Stocks, at(DAN));
    let before = town.forum.clone();
    town.host(Command::Extend { by: hours(3) });
    assert_eq!(
        town.forum.span().map(|span| span.until),
        Some(START + hours(27))
    );
    let (old, new) = (before.day().expect("Day"), town.forum.day().expect("Day"));
    assert_eq!(
        (&old.flips, &old.stocks, &old.conspiracy),
        (&new.flips, &new.stocks, &new.conspiracy)
    );
    town.flip(ANN, BOB, 1);
}

#[test]
fn h01_an_extension_is_more_than_nothing_and_at_most_14_days() {
    let mut town = Town::new();
    assert_eq!(
        town.host_cannot(Command::Extend { by: Length::ZERO }),
        Refusal::ExtensionLength
    );
    assert_eq!(
        town.host_cannot(Command::Extend { by: Length(-1) }),
        Refusal::ExtensionLength
    );
    let most = Length::DAY.times(14);
    assert_eq!(
        town.host_cannot(Command::Extend {
            by: most + MILLISECOND
        }),
        Refusal::ExtensionLength
    );
    town.host(Command::Extend { by: MILLISECOND });
    town.host(Command::Extend { by: most });
}

#[test]
fn h01_end_and_remove_are_asked_once_more() {
    let mut town = Town::new();
    assert_eq!(
        town.host_cannot(Command::End { confirmed: false }),
        Refusal::Unconfirmed
    );
    assert_eq!(
        town.host_cannot(Command::Remove {
            seat: seat(ANN),
            confirmed: false
        }),
        Refusal::Unconfirmed
    );
    town.host(remove(ANN));
    town.host(END);
    assert_eq!(town.outcome(), Some(Outcome::EndedByHost));
}

#[test]
fn h01_who_manages_the_server_may_end_any_game_and_no_more() {
    let mut town = Town::new();
    assert_eq!(
        town.person_cannot(MANAGER, Command::Pause),
        Refusal::NotTheHost
    );
    assert_eq!(
        town.person_cannot(MANAGER, Command::End { confirmed: false }),
        Refusal::Unconfirmed
    );
    town.person_does(MANAGER, END);
    assert!(town.forum.is_over());
}

#[test]
fn h01_a_host_who_plays_pauses_resumes_and_extends() {
    let mut town = Town::new().hosted_by(ANN);
    town.host(Command::Pause);
    town.host(Command::Resume);
    town.host(Command::Extend { by: hours(1) });
}

#[test]
fn h01_a_host_who_plays_neither_advances_nor_removes_nor_sees_secrets() {
    let mut town = Town::new().hosted_by(ANN);
    for command in [Command::Advance, remove(BOB), Command::ShowSecrets] {
        assert_eq!(town.host_cannot(command), Refusal::HostPlays);
    }
    let mut dead = Town::new().hosted_by(ANN).dead(ANN);
    assert_eq!(
        dead.host_cannot(Command::Advance),
        Refusal::HostPlays,
        "dead hosts have played"
    );
}

#[test]
fn h01_a_game_ended_by_its_host_has_no_winner() {
    let mut town = Town::new();
    town.host(END);
    assert_eq!(town.winner(), None);
}

#[test]
fn h01_advancing_dawn_gives_the_cat_at_once() {
    let mut town = Town::new().at_dawn();
    town.does(HAL, Command::Cat { target: seat(BOB) });
    town.host(Command::Advance);
    assert!(town.forum.day().is_some_and(|day| day.span.began == START));
}

#[test]
fn h01_secrets_shown_are_noted() {
    let events = Town::new().host(Command::ShowSecrets);
    assert_eq!(
        events,
        [Event::SecretsShown {
            player: PlayerId(HOST)
        }]
    );
}

#[test]
fn h02_resume_shifts_every_deadline_by_the_time_paused() {
    let mut town = Town::with(&[("quiet", "30m")])
        .owes_flip(BOB, ANN)
        .hand(CAL, &[Stocks]);
    town.now = START + minutes(30);
    town.play(CAL, Stocks, at(DAN));
    let before = town.forum.day().expect("Day").clone();
    town.host(Command::Pause);
    assert_eq!(town.forum.due(), None, "every clock stands");
    town.now = START + hours(50);
    let paused = town.now - (START + minutes(30));
    town.host(Command::Resume);
    let after = town.forum.day().expect("Day");
    assert_eq!(after.span.began, before.span.began + paused);
    assert_eq!(after.span.until, before.span.until + paused);
    assert_eq!(after.quiet_until, before.quiet_until + paused);
    assert_eq!(after.flips[0].until, before.flips[0].until + paused);
    assert_eq!(after.stocks[0].until, before.stocks[0].until + paused);
    let at = |conspiracy: &Conspiracy| match conspiracy {
        Conspiracy::Awaited { at } => *at,
        _ => panic!("it is awaited"),
    };
    assert_eq!(at(&after.conspiracy), at(&before.conspiracy) + paused);
    town.flip(ANN, BOB, 1);
}

#[test]
fn h02_stocks_that_have_not_begun_are_shifted_too() {
    let mut town = Town::new().hand(ANN, &[Stocks, Stocks, Scapegoat]);
    town.play(ANN, Stocks, at(BOB)); // until 6 h
    town.play(ANN, Stocks, at(BOB)); // from 6 h until 10 h 30 min
    town.host(Command::Pause);
    town.now = START + hours(8);
    town.host(Command::Resume);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    let stocks = &town.forum.day().expect("Day").stocks;
    let spans: Vec<_> = stocks
        .iter()
        .map(|stocks| (stocks.from - START, stocks.until - START))
        .collect();
    assert_eq!(spans, [(hours(8), hours(14)), (hours(14), minutes(1_110))]);
}

#[test]
fn h02_an_open_shift_is_shifted_too() {
    let mut town = Town::new().at_shift();
    town.host(Command::Pause);
    town.now = START + hours(5);
    town.host(Command::Resume);
    assert_eq!(
        town.forum.shift().map(|shift| shift.until),
        Some(START + hours(7))
    );
}

#[test]
fn h02_while_paused_players_only_look() {
    let mut town = Town::new().hand(ANN, &[Accusation]);
    town.host(Command::Pause);
    assert_eq!(
        town.cannot_play(ANN, Accusation, at(BOB)),
        Refusal::GamePaused
    );
    assert_eq!(town.host_cannot(Command::Advance), Refusal::GamePaused);
    assert_eq!(town.host_cannot(Command::Pause), Refusal::AlreadyPaused);
    town.host(Command::Resume);
    assert_eq!(town.host_cannot(Command::Resume), Refusal::NotPaused);
    let mut town = Town::new().at_night();
    town.does(
        ANN,
        Command::ChatOpen {
            guests: seats(&[BOB]),
        },
    );
    town.host(Command::Pause);
    town.does(BOB, Command::Speak);
    for command in [
        Command::Confess {
            position: place(1),
            confirmed: true,
        },
        Command::ChatOpen { guests: Vec::new() },
        Command::ChatLeave { chat: town.chat(0) },
    ] {
        assert_eq!(town.cannot(ANN, command), Refusal::GamePaused);
    }
}

#[test]
fn h02_what_a_removal_opens_in_a_pause_has_its_full_time_after_it() {
    // The Conspiracy waits for a flip against Bob; his removal lets the Shift open.
    let mut town = Town::new().hand(ANN, &[Witness]);
    town.until(START + hours(12) - minutes(10));
    town.play(ANN, Witness, at(BOB));
    town.until(START + hours(12));
    town.host(Command::Pause);
    town.now = START + hours(20);
    town.host(remove(BOB));
    town.now = START + hours(30);
    town.host(Command::Resume);
    assert_eq!(
        town.forum.shift().map(|shift| shift.until),
        Some(START + hours(32))
    );
}

#[test]
fn h02_in_a_pause_no_night_falls_by_what_the_clock_reports() {
    // An absence held the Conspiracy up, so that the Day's end waits for it; it is over a little before that end.
    let mut town = Town::new().at_shift();
    town.now = START + hours(30);
    town.absent_since(START + hours(1));
    town.all_pick();
    town.host(Command::Pause);
    town.now = START + hours(40);
    let left = Command::Leave {
        player: player(BOB),
    };
    let back = Command::ComeBack {
        player: player(BOB),
    };
    for report in [
        left,
        back,
        Command::Absence {
            since: START + hours(39),
        },
    ] {
        town.attempt(Actor::Clock, &report).expect("it is so");
        assert!(town.forum.day().is_some(), "every clock stands: {report:?}");
    }
    town.host(Command::Resume);
    let end = town.forum.span().expect("a Day").until;
    assert_eq!(end, START + hours(40) + minutes(15));
    town.until(end - MILLISECOND);
    assert!(town.forum.day().is_some());
    town.wait(MILLISECOND);
    assert!(town.forum.night().is_some());
}

#[test]
fn h03_a_substitute_takes_over_everything() {
    let mut town = Town::new().at_night().accused(HAL, 3);
    town.kill(HAL, BOB);
    town.confess(HAL, 2);
    town.does(
        HAL,
        Command::ChatOpen {
            guests: seats(&[ANN]),
        },
    );
    let before = town.forum.chair(seat(HAL)).clone();
    town.host(replace(HAL, STRANGER));
    let after = town.forum.chair(seat(HAL)).clone();
    assert_eq!(after.player, PlayerId(STRANGER));
    assert_eq!(
        (after.row, after.hand, after.front, after.coven),
        (before.row, before.hand, before.front, true)
    );
    town.kill(IVY, BOB);
    let chat = town.chat(0);
    town.person_does(
        STRANGER,
        Command::ChatInvite {
            chat,
            guest: seat(CAL),
        },
    );
    town.end_phase();
    assert!(!town.lives(BOB), "the vote stood");
    assert_eq!(town.hidden(HAL), 4, "the confession stood");
}

#[test]
fn h03_the_old_member_can_do_nothing_any_more() {
    let mut town = Town::new().hand(ANN, &[Accusation]);
    let play = town.playing(ANN, Accusation, at(BOB));
    town.host(replace(ANN, STRANGER));
    assert_eq!(
        town.person_cannot(u64::from(ANN), Command::Play(play)),
        Refusal::NotAPlayer
    );
    assert_eq!(town.forum.seat_of(player(ANN)), None);
    town.person_does(STRANGER, Command::Play(play));
}

#[test]
fn h03_an_owed_choice_goes_along() {
    let mut town = Town::new().owes_flip(BOB, ANN);
    town.host(replace(ANN, STRANGER));
    let prompt = town.flip_against(BOB).prompt;
    town.person_does(
        STRANGER,
        Command::Flip {
            prompt,
            position: place(1),
        },
    );
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
    town.host(replace(ANN, MANAGER));
    assert_eq!(
        town.host_cannot(replace(BOB, STRANGER)),
        Refusal::NotASubstitute,
        "nor a substitute who has left again"
    );
    assert_eq!(
        town.host_cannot(replace(DAN, 400)),
        Refusal::TargetDead { target: seat(DAN) }
    );
}

#[test]
fn h03_a_substitute_is_neither_away_nor_silent() {
    let mut town = Town::new().after_conspiracy();
    town.attempt(
        Actor::Clock,
        &Command::Leave {
            player: player(IVY),
        },
    )
    .expect("Ivy has left");
    let mut reports = Vec::new();
    for night in 1..=2 {
        while town.forum.night().is_none() {
            town.tick();
        }
        if night == 2 {
            town.host(replace(IVY, STRANGER));
            assert!(town.forum.away.is_empty(), "the substitute is there");
        }
        let vote = Some(town_crier::games::salem1692::forum::KillVote::Nobody);
        town.does(HAL, Command::Kill { vote });
        reports.extend(
            town.end_phase()
                .into_iter()
                .filter_map(|event| match event {
                    Event::InactivityReported { silent, unvoted } => Some((silent, unvoted)),
                    _ => None,
                }),
        );
    }
    assert!(reports[0].0.contains(&seat(IVY)));
    let (silent, unvoted) = &reports[1];
    assert!(
        !silent.contains(&seat(IVY)),
        "who has just come was not silent"
    );
    assert!(unvoted.is_empty(), "nor are the Nights before theirs");
}

#[test]
fn h04_a_removal_kills_without_matchmakers_chain() {
    let mut town = Town::new()
        .front(ANN, &[Matchmaker])
        .front(BOB, &[Matchmaker, Asylum]);
    let events = town.host(remove(ANN));
    assert!(matches!(
        events[..],
        [Event::Died {
            cause: DeathCause::Removed,
            ..
        }]
    ));
    assert!(town.lives(BOB));
}

#[test]
fn h04_a_game_that_a_removal_ends_is_announced_as_such() {
    let mut town = Town::new().dead(IVY);
    let events = town.host(remove(HAL));
    assert_eq!(town.winner(), Some(Side::Town));
    assert!(
        matches!(events.last(), Some(Event::Ended { by_removal: Some(who), .. }) if *who == seat(HAL))
    );
    let mut town = Town::new().dead(IVY).owes_flip(HAL, ANN);
    let events = town.flip(ANN, HAL, 1);
    assert!(matches!(
        events.last(),
        Some(Event::Ended {
            by_removal: None,
            ..
        })
    ));
}

#[test]
fn h04_during_a_shift_it_waits_for_the_redistribution() {
    let mut town = Town::new().at_shift();
    let events = town.host(remove(BOB));
    assert_eq!(events, [Event::RemovalDeferred { seat: seat(BOB) }]);
    assert!(town.lives(BOB));
    assert_eq!(
        town.host_cannot(remove(BOB)),
        Refusal::AlreadyRemoved { seat: seat(BOB) }
    );
    assert_eq!(
        town.host_cannot(replace(BOB, STRANGER)),
        Refusal::AlreadyRemoved { seat: seat(BOB) }
    );
    let events = town.wait(hours(2));
    assert!(matches!(
        events[..],
        [
            Event::Redistributed { .. },
            Event::Died {
                cause: DeathCause::Removed,
                ..
            }
        ]
    ));
}

#[test]
fn h04_one_who_leaves_the_server_is_reported_and_the_game_goes_on() {
    let mut town = Town::new().hand(ANN, &[Accusation]);
    let leave = Command::Leave {
        player: player(ANN),
    };
    let back = Command::ComeBack {
        player: player(ANN),
    };
    assert_eq!(
        town.person_cannot(STRANGER, leave.clone()),
        Refusal::OnlyTheClock
    );
    assert_eq!(
        town.attempt(Actor::Clock, &back),
        Err(Refusal::AlreadyNoted)
    );
    assert_eq!(
        town.attempt(Actor::Clock, &leave),
        Ok(vec![Event::LeftServer { seat: seat(ANN) }])
    );
    assert_eq!(
        town.attempt(Actor::Clock, &leave),
        Err(Refusal::AlreadyNoted)
    );
    assert!(town.forum.away.contains(&seat(ANN)));
    let before = town.forum.chair(seat(ANN)).clone();
    assert_eq!(
        town.attempt(Actor::Clock, &back),
        Ok(vec![Event::CameBack { seat: seat(ANN) }])
    );
    assert_eq!(
        *town.forum.chair(seat(ANN)),
        before,
        "nothing is dealt anew"
    );
    town.play(ANN, Accusation, at(BOB));
    let stranger = Command::Leave {
        player: PlayerId(STRANGER),
    };
    assert_eq!(
        town.attempt(Actor::Clock, &stranger),
        Err(Refusal::NotAPlayer)
    );
}

#[test]
fn h09_a_game_knows_no_other_host_than_the_one_who_opened_it() {
    let forum = town_crier::games::salem1692::forum::Forum::new(
        &settings(&[]),
        &[player(1)],
        PlayerId(HOST),
    );
    assert_eq!(forum.host, PlayerId(HOST));
    assert!(!forum.host_plays());
    assert!(Town::new().hosted_by(ANN).forum.host_plays());
}
