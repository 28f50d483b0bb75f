//! H1: what a host who plays may do only with a majority of the living.

use town_crier::games::salem1692::forum::{Command, Event, Motion, Outcome, Refusal};
use town_crier::games::salem1692::table::CardKind::Witness;
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::{PlayerId, PromptId};

use crate::kit::*;

const END: Command = Command::End { confirmed: true };

fn replace(who: u8, person: u64) -> Command {
    Command::Replace {
        seat: seat(who),
        player: PlayerId(person),
    }
}

/// The prompt of the standing proposal.
fn prompt(town: &Town) -> PromptId {
    town.forum
        .proposal
        .as_ref()
        .expect("something is proposed")
        .prompt
}

fn says(town: &mut Town, who: u8, yes: bool) -> Vec<Event> {
    let prompt = prompt(town);
    town.does(who, Command::Second { prompt, yes })
}

#[test]
fn h01_a_playing_hosts_end_needs_a_majority_of_the_living() {
    let mut town = Town::new().hosted_by(ANN).dead(BOB); // Eight live: five are a majority.
    town.host(END);
    assert!(!town.forum.is_over());
    for who in [CAL, DAN, EVE] {
        says(&mut town, who, true);
        assert!(!town.forum.is_over());
    }
    let prompt = prompt(&town);
    assert_eq!(
        town.cannot(BOB, Command::Second { prompt, yes: true }),
        Refusal::Dead
    );
    assert_eq!(
        town.cannot(CAL, Command::Second { prompt, yes: true }),
        Refusal::AlreadyNoted
    );
    assert_eq!(
        town.cannot(
            FAY,
            Command::Second {
                prompt: PromptId(0),
                yes: true
            }
        ),
        Refusal::Stale
    );
    says(&mut town, EVE, false);
    says(&mut town, FAY, true);
    assert!(!town.forum.is_over(), "four of eight are not a majority");
    says(&mut town, GUS, true);
    assert_eq!(town.outcome(), Some(Outcome::EndedByHost));
}

#[test]
fn h01_a_dead_hosts_own_voice_does_not_count() {
    let mut town = Town::new().hosted_by(ANN).dead(ANN);
    town.host(END);
    assert!(
        town.forum
            .proposal
            .as_ref()
            .is_some_and(|proposal| proposal.yes.is_empty())
    );
}

#[test]
fn h01_who_manages_the_server_needs_no_majority() {
    let mut town = Town::new().hosted_by(ANN);
    town.person_does(MANAGER, END);
    assert_eq!(town.outcome(), Some(Outcome::EndedByHost));
}

#[test]
fn h01_a_proposal_is_voted_on_in_a_pause_too() {
    let mut town = Town::new().hosted_by(ANN);
    town.host(END);
    town.host(Command::Pause);
    for who in BOB..=DAN {
        says(&mut town, who, true);
    }
    assert_eq!(town.outcome(), None);
    says(&mut town, EVE, true);
    assert_eq!(town.outcome(), Some(Outcome::EndedByHost));
    assert_eq!(town.forum.pause, None, "what is over is not paused");
}

#[test]
fn h01_a_replacement_of_one_who_has_died_comes_to_nothing() {
    let mut town = Town::new()
        .hosted_by(ANN)
        .hand(CAL, &[Witness])
        .row(BOB, "NNNNn");
    town.host(replace(BOB, STRANGER));
    for who in [CAL, DAN, EVE] {
        says(&mut town, who, true);
    }
    town.play(CAL, Witness, at(BOB));
    town.flip(CAL, BOB, 5);
    let events = says(&mut town, FAY, true);
    assert_eq!(events.last(), Some(&Event::ProposalWithdrawn));
    assert_eq!(town.forum.chair(seat(BOB)).player, player(BOB));
}

#[test]
fn h01_the_end_closes_the_chats() {
    let mut town = Town::new().at_night();
    let guests = seats(&[BOB]);
    town.does(ANN, Command::ChatOpen { guests });
    town.host(END);
    assert!(!town.forum.chats[0].open);
}

#[test]
fn h01_a_yes_goes_with_the_death_of_who_said_it() {
    let mut town = Town::new()
        .hosted_by(ANN)
        .hand(CAL, &[Witness])
        .row(BOB, "NNNNn");
    town.host(END);
    for who in [BOB, DAN, EVE] {
        says(&mut town, who, true);
    }
    town.play(CAL, Witness, at(BOB));
    town.flip(CAL, BOB, 5);
    assert!(!town.lives(BOB));
    says(&mut town, FAY, true);
    assert_eq!(town.outcome(), None, "four of eight, without Bob's");
    says(&mut town, GUS, true);
    assert_eq!(town.outcome(), Some(Outcome::EndedByHost));
}

#[test]
fn h01_a_host_who_has_played_still_proposes() {
    let mut town = Town::new().hosted_by(ANN);
    town.host(replace(ANN, STRANGER));
    for voter in [BOB, CAL, DAN, EVE] {
        says(&mut town, voter, true);
    }
    assert_eq!(town.forum.seat_of(player(ANN)), None, "the host is out");
    town.host(END);
    let yes = town
        .forum
        .proposal
        .as_ref()
        .map(|proposal| proposal.yes.len());
    assert_eq!(yes, Some(0), "the host's own voice went with the seat");
    for voter in [BOB, CAL, DAN, EVE] {
        says(&mut town, voter, true);
    }
    assert_eq!(town.outcome(), None, "four of nine are no majority");
    says(&mut town, FAY, true);
    assert_eq!(town.outcome(), Some(Outcome::EndedByHost));
}

#[test]
fn h01_a_playing_hosts_replacement_needs_a_majority_too() {
    let mut town = Town::new().hosted_by(ANN);
    town.host(replace(BOB, STRANGER));
    assert_eq!(
        town.forum.proposal.as_ref().map(|proposal| proposal.motion),
        Some(Motion::Replace {
            seat: seat(BOB),
            player: PlayerId(STRANGER)
        })
    );
    for who in [CAL, DAN, EVE] {
        says(&mut town, who, true);
    }
    assert_eq!(town.forum.chair(seat(BOB)).player, player(BOB));
    says(&mut town, FAY, true);
    assert_eq!(town.forum.chair(seat(BOB)).player, PlayerId(STRANGER));
}

#[test]
fn h01_a_proposal_can_be_withdrawn_and_lapses_with_the_phase() {
    let mut town = Town::new().hosted_by(ANN).after_conspiracy();
    assert_eq!(
        town.host_cannot(Command::WithdrawProposal),
        Refusal::NothingToWithdraw
    );
    town.host(END);
    town.host(Command::WithdrawProposal);
    assert_eq!(
        town.cannot(
            BOB,
            Command::Second {
                prompt: PromptId(1),
                yes: true
            }
        ),
        Refusal::NoProposal
    );
    town.host(END);
    assert_eq!(town.host_cannot(END), Refusal::AlreadyNoted);
    town.end_phase();
    assert!(town.forum.proposal.is_none());
}
