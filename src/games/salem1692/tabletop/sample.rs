//! What somebody could do now, drawn: for simulations, so that every card, choice, ability and event comes up in time.
//!
//! Nothing in here decides anything. What is drawn is nearly always legal; now and then it is not, and is refused.

use crate::games::salem1692::table::{Character, Position};
use crate::kernel::dice::Dice;
use crate::kernel::game::Actor;
use crate::kernel::ids::{PlayerId, Seat};
use crate::kernel::intent::Person;
use crate::kernel::time::{Length, Time};

use super::{Command, Phase, Tabletop, legal};

/// Who does what; none where the one who was drawn has nothing to do.
pub fn sample(tabletop: &Tabletop, _now: Time, dice: &mut Dice) -> Option<(Actor, Command)> {
    let living: Vec<Seat> = tabletop.table.living().collect();
    if tabletop.pause.is_some() {
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
            .map(|answer| (person(tabletop.host), answer));
    }
    if let Some(proposal) = &tabletop.proposal
        && dice.below(3) == 0
    {
        if dice.below(12) == 0 {
            return Some((person(tabletop.host), Command::WithdrawProposal));
        }
        let seat = *dice.pick(&living)?;
        let yes = dice.below(3) > 0;
        return Some((
            player(tabletop, seat),
            Command::Second {
                prompt: proposal.prompt,
                yes,
            },
        ));
    }
    // What the host does while a scratch or what the dead have left is waited for would seldom fall into so short a time.
    let brief = tabletop.cat_choice().is_some() || tabletop.estate.sharing.is_some();
    if dice.below(if brief { 40 } else { 300 }) == 0 {
        return around(tabletop, *dice.pick(&living)?, dice);
    }
    if let Some(dying) = dice.pick(&tabletop.dying).copied()
        && dice.below(4) == 0
    {
        let words = ["Alas!", "It was Bob", "I am innocent"];
        let words = (*dice.pick(&words)?).to_owned();
        return Some((player(tabletop, dying.seat), Command::LastWords { words }));
    }
    let seat = who(tabletop, &living, dice)?;
    let command = match dice.below(60) {
        0 => Command::Speak,
        1 => reorder(tabletop, seat, dice),
        _ => play(tabletop, seat, dice)?,
    };
    Some((player(tabletop, seat), command))
}

/// Mostly somebody who is waited for.
fn who(tabletop: &Tabletop, living: &[Seat], dice: &mut Dice) -> Option<Seat> {
    let owing = tabletop.owing();
    if dice.below(4) > 0
        && let Some(seat) = dice.pick(&owing)
    {
        return Some(*seat);
    }
    dice.pick(living).copied()
}

/// Someone who could take a seat: not one of the players of a simulation, who have small numbers.
fn stranger(dice: &mut Dice) -> PlayerId {
    PlayerId(1 << 40 | u64::from(dice.bits()))
}

/// What hosts do, and what players do to their server.
fn around(tabletop: &Tabletop, seat: Seat, dice: &mut Dice) -> Option<(Actor, Command)> {
    // Whoever has left the server comes back before long.
    if dice.below(3) == 0
        && let Some(away) = tabletop.away.first()
    {
        let player = tabletop.chair(*away).player;
        return Some((Actor::Clock, Command::ComeBack { player }));
    }
    let remove = Command::Remove {
        seat,
        confirmed: true,
    };
    // A removal that has to wait for the Shift is rarer than the Shift, and one that spares a scratch rarer still.
    if let Some((cat, _)) = tabletop.cat_choice() {
        let holder = Command::Remove {
            seat: cat.holder,
            confirmed: true,
        };
        return Some((person(tabletop.host), holder));
    }
    // With the dead's heirs gone there is nobody to share with.
    if let Some(sharing) = tabletop.estate.sharing {
        let heirs = [sharing.next, sharing.other];
        let heir = Command::Remove {
            seat: *dice.pick(&heirs)?,
            confirmed: true,
        };
        return Some((person(tabletop.host), heir));
    }
    if dice.below(4) == 0 && tabletop.shift().is_some() {
        return Some((person(tabletop.host), remove));
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
        8 => remove,
        9 => Command::ShowSecrets,
        10 if dice.below(8) == 0 => Command::End { confirmed: true },
        10 | 11 => Command::WithdrawProposal,
        _ => {
            let player = tabletop.chair(seat).player;
            let command = if tabletop.away.contains(&seat) {
                Command::ComeBack { player }
            } else {
                Command::Leave { player }
            };
            return Some((Actor::Clock, command));
        }
    };
    Some((person(tabletop.host), command))
}

/// The own hidden Tryals in another order.
fn reorder(tabletop: &Tabletop, seat: Seat, dice: &mut Dice) -> Command {
    let mut order: Vec<Position> = tabletop.chair(seat).hidden().collect();
    dice.shuffle(&mut order);
    Command::Reorder { order }
}

fn play(tabletop: &Tabletop, seat: Seat, dice: &mut Dice) -> Option<Command> {
    if let Some((prompt, card)) = dice.pick(&legal::takes(tabletop, seat)).copied() {
        return Some(Command::Take { prompt, card });
    }
    match &tabletop.phase {
        Phase::Setup | Phase::Over(_) => None,
        Phase::TownHall(_) => {
            let character = *dice.pick(&legal::keeps(tabletop, seat))?;
            Some(Command::Keep { character })
        }
        Phase::Dawn(_) => {
            let target = *dice.pick(&legal::cats(tabletop, seat))?;
            Some(Command::Cat { target })
        }
        Phase::Turn(turn) => {
            if let Some((prompt, position)) = dice.pick(&legal::choices(tabletop, seat)).copied() {
                return Some(Command::Reveal { prompt, position });
            }
            if tabletop.shift().is_some() {
                let position = *dice.pick(&legal::picks(tabletop, seat))?;
                return Some(Command::Pick { position });
            }
            if tabletop.night().is_some() {
                return night(tabletop, seat, dice);
            }
            if let Some(asked) = turn.asked {
                return Some(Command::Power {
                    prompt: asked.prompt,
                    yes: dice.below(3) > 0,
                });
            }
            in_turn(tabletop, seat, dice)
        }
    }
}

/// What the player whose turn it is can do.
fn in_turn(tabletop: &Tabletop, seat: Seat, dice: &mut Dice) -> Option<Command> {
    let turn = tabletop.turn()?;
    if dice.below(2) == 0 && legal::studies(tabletop, seat) {
        return Some(Command::Study);
    }
    if dice.below(3) > 0 && turn.stage == super::Stage::Studying {
        let mut deck = tabletop.table.deck.clone();
        dice.shuffle(&mut deck);
        return Some(Command::Arrange { deck });
    }
    let salvages = legal::salvages(tabletop, seat);
    if dice.below(4) == 0
        && let Some(card) = dice.pick(&salvages).copied()
    {
        let other = *dice.pick(&salvages)?;
        let mut cards = vec![card, other];
        cards.dedup();
        return Some(Command::Salvage { cards });
    }
    if dice.below(3) == 0 && legal::draws(tabletop, seat) {
        return Some(Command::Draw);
    }
    if dice.below(4) == 0 && legal::ends(tabletop, seat) {
        return Some(Command::EndTurn);
    }
    let card = *dice.pick(&tabletop.chair(seat).hand)?;
    let plays = legal::plays_of(tabletop, seat, card);
    dice.pick(&plays).copied().map(Command::Play)
}

fn night(tabletop: &Tabletop, seat: Seat, dice: &mut Dice) -> Option<Command> {
    match dice.below(20) {
        0..=7 => {
            let targets = legal::kills(tabletop, seat);
            // The coven would seldom agree if every Witch went her own way.
            let target = if dice.below(4) > 0 {
                targets.first()
            } else {
                dice.pick(&targets)
            };
            target.copied().map(|target| Command::Kill { target })
        }
        8..=12 => dice
            .pick(&legal::gavels(tabletop, seat))
            .copied()
            .map(|target| Command::Gavel { target }),
        13 | 14 => {
            let confessions = legal::confessions(tabletop, seat);
            let (confession, confirmed) =
                if tabletop.table.has_ability(seat, Character::WilliamPhips) {
                    *confessions.last()?
                } else {
                    *dice.pick(&confessions)?
                };
            Some(Command::Confess {
                confession,
                unless_gavel: dice.below(2) == 0,
                confirmed,
            })
        }
        15 => Some(Command::WithdrawConfession),
        16 => {
            let guest = *dice.pick(&legal::chat_guests(tabletop, seat))?;
            Some(Command::ChatOpen {
                guests: vec![guest],
            })
        }
        17 | 18 => {
            let mine = |chat: &&super::Chat| chat.open && chat.members.contains(&seat);
            let chats: Vec<u16> = tabletop
                .chats
                .iter()
                .filter(mine)
                .map(|chat| chat.number)
                .collect();
            let chat = *dice.pick(&chats)?;
            if dice.below(4) == 0 {
                return Some(Command::ChatLeave { chat });
            }
            let guest = *dice.pick(&legal::chat_invitees(tabletop, seat, chat))?;
            Some(Command::ChatInvite { chat, guest })
        }
        _ => None,
    }
}

fn player(tabletop: &Tabletop, seat: Seat) -> Actor {
    person(tabletop.chair(seat).player)
}

fn person(id: PlayerId) -> Actor {
    Actor::Person(Person {
        id,
        manages_server: false,
    })
}
