//! What somebody could do now, drawn: for simulations, so that every card, choice and event comes up in time.
//!
//! Nothing in here decides anything. What is drawn is nearly always legal; now and then it is not, and is refused.

use crate::kernel::dice::Dice;
use crate::kernel::game::Actor;
use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::intent::Person;
use crate::kernel::time::{Length, Time};

use super::{Command, Conspiracy, Forum, KillVote, Phase, legal};

/// Who does what; none where the one who was drawn has nothing to do.
pub fn sample(forum: &Forum, now: Time, dice: &mut Dice) -> Option<(Actor, Command)> {
    let living: Vec<Seat> = forum.table.living().collect();
    if forum.pause.is_some() {
        let answers = [
            Command::Resume,
            Command::Resume,
            Command::Resume,
            Command::End { confirmed: true },
        ];
        let chosen = dice.index(3 * answers.len());
        return answers
            .into_iter()
            .nth(chosen)
            .map(|answer| (person(forum.host), answer));
    }
    if let Some(proposal) = &forum.proposal
        && dice.below(3) == 0
    {
        if dice.below(12) == 0 {
            return Some((person(forum.host), Command::WithdrawProposal));
        }
        let seat = *dice.pick(&living)?;
        let yes = dice.below(3) > 0;
        return Some((
            player(forum, seat),
            Command::Second {
                prompt: proposal.prompt,
                yes,
            },
        ));
    }
    if dice.below(250) == 0 {
        return around(forum, *dice.pick(&living)?, dice);
    }
    let seat = *dice.pick(&living)?;
    let command = if dice.below(40) == 0 {
        Command::Speak
    } else {
        play(forum, seat, now, dice)?
    };
    Some((player(forum, seat), command))
}

/// Someone who could take a seat: not one of the players of a simulation, who have small numbers.
fn stranger(dice: &mut Dice) -> PlayerId {
    PlayerId(1 << 40 | u64::from(dice.bits()))
}

/// What hosts do, and what players do to their server.
fn around(forum: &Forum, seat: Seat, dice: &mut Dice) -> Option<(Actor, Command)> {
    // Whoever has left the server comes back before long.
    if dice.below(3) == 0
        && let Some(away) = forum.away.first()
    {
        let player = forum.chair(*away).player;
        return Some((Actor::Clock, Command::ComeBack { player }));
    }
    // A removal that has to wait for the Shift is rarer than the Shift.
    if dice.below(4) == 0 && forum.shift().is_some() {
        let remove = Command::Remove {
            seat,
            confirmed: true,
        };
        return Some((person(forum.host), remove));
    }
    let command = match dice.below(15) {
        0 => Command::Pause,
        1..=3 => Command::Extend {
            by: Length(1 + i64::try_from(dice.below(3 * 3_600_000)).ok()?),
        },
        4 | 5 => Command::Advance,
        6 | 7 => Command::Replace {
            seat,
            player: stranger(dice),
        },
        8 => Command::Remove {
            seat,
            confirmed: true,
        },
        9 => Command::ShowSecrets,
        10 if dice.below(8) == 0 => Command::End { confirmed: true },
        10 | 11 => Command::WithdrawProposal,
        _ => {
            let player = forum.chair(seat).player;
            let command = if forum.away.contains(&seat) {
                Command::ComeBack { player }
            } else {
                Command::Leave { player }
            };
            return Some((Actor::Clock, command));
        }
    };
    Some((person(forum.host), command))
}

fn play(forum: &Forum, seat: Seat, now: Time, dice: &mut Dice) -> Option<Command> {
    match &forum.phase {
        Phase::Setup | Phase::Over(_) => None,
        Phase::Dawn(_) => {
            let target = *dice.pick(&legal::cats(forum, seat))?;
            Some(Command::Cat { target })
        }
        Phase::Day(day) => {
            let flips = legal::flips(forum, seat);
            if dice.below(3) > 0
                && let Some((prompt, position)) = dice.pick(&flips).copied()
            {
                return Some(Command::Flip { prompt, position });
            }
            if let Conspiracy::Shift(_) = &day.conspiracy {
                let position = *dice.pick(&legal::picks(forum, seat))?;
                return Some(Command::Pick { position });
            }
            if dice.below(3) == 0
                && let Some(power) = dice.pick(&legal::powers(forum, seat)).cloned()
            {
                return Some(power);
            }
            let card = *dice.pick(&forum.chair(seat).hand)?;
            dice.pick(&legal::plays_of(forum, seat, card, now))
                .copied()
                .map(Command::Play)
        }
        Phase::Night(_) => night(forum, seat, dice),
    }
}

fn night(forum: &Forum, seat: Seat, dice: &mut Dice) -> Option<Command> {
    match dice.below(20) {
        0..=7 => {
            let votes = legal::kills(forum, seat);
            // The coven would never agree if every Witch went her own way.
            let first = votes
                .iter()
                .find(|vote| matches!(vote, Some(KillVote::Target(_))));
            let vote = if dice.below(10) > 0 {
                first
            } else {
                dice.pick(&votes)
            };
            vote.copied().map(|vote| Command::Kill { vote })
        }
        8..=11 => dice
            .pick(&legal::guards(forum, seat))
            .copied()
            .map(|target| Command::Guard { target }),
        12 => {
            let (position, confirmed) = *dice.pick(&legal::confessions(forum, seat))?;
            Some(Command::Confess {
                position,
                confirmed,
            })
        }
        13 => match dice.pick(&legal::powers(forum, seat)).cloned() {
            Some(power) => Some(power),
            None => Some(Command::WithdrawConfession),
        },
        14 => {
            let guest = *dice.pick(&legal::chat_guests(forum, seat))?;
            Some(Command::ChatOpen {
                guests: vec![guest],
            })
        }
        15 | 16 => {
            let mine = |chat: &&super::Chat| chat.open && chat.members.contains(&seat);
            let chats: Vec<u16> = forum
                .chats
                .iter()
                .filter(mine)
                .map(|chat| chat.number)
                .collect();
            let chat = *dice.pick(&chats)?;
            if dice.below(4) == 0 {
                return Some(Command::ChatLeave { chat });
            }
            let guest = *dice.pick(&legal::chat_invitees(forum, seat, chat))?;
            Some(Command::ChatInvite { chat, guest })
        }
        _ => None,
    }
}

fn player(forum: &Forum, seat: Seat) -> Actor {
    person(forum.chair(seat).player)
}

fn person(id: PlayerId) -> Actor {
    Actor::Person(Person {
        id,
        manages_server: false,
    })
}
