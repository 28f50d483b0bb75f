//! What a living seat can do now: everything listed here is accepted by `decide`, and of its kind nothing else is.
//!
//! The lists hold only what that seat may know: whether a play is legal never depends on a secret of somebody else.

use crate::games::salem1692::table::{Card, CardKind, Character, Colour, Position};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::decide::{
    may_change_hand, may_choose, may_confess, may_confess_unshown, may_guard, may_invite, may_kill,
    may_name_cat, may_open_chat, may_pick, may_play, may_salvage,
};
use super::{Command, Forum, KillVote, Play, Relief};

/// Every way in which a seat can play a card now, for each card in hand.
pub fn plays(forum: &Forum, seat: Seat, now: Time) -> Vec<Play> {
    let hand = if acts(forum, seat) {
        &forum.chair(seat).hand[..]
    } else {
        &[]
    };
    hand.iter()
        .flat_map(|card| plays_of(forum, seat, *card, now))
        .collect()
}

/// Every way in which a seat can play this card now.
pub fn plays_of(forum: &Forum, seat: Seat, card: Card, now: Time) -> Vec<Play> {
    let mut plays = conceivable(forum, card);
    plays.retain(|play| acts(forum, seat) && may_play(forum, seat, play, now).is_ok());
    plays
}

/// Every way in which this card could be played at all, allowed or not.
pub fn conceivable(forum: &Forum, card: Card) -> Vec<Play> {
    let copy = card.copy;
    let seats = || forum.table.seats();
    match card.kind {
        CardKind::Robbery | CardKind::Scapegoat => seats()
            .flat_map(|source| seats().filter_map(move |to| Play::from_to(card, source, to)))
            .collect(),
        CardKind::Alibi => {
            let accusations = (1..=3).map(|count| Some(Relief::Accusations(count)));
            let usual = [None, Some(Relief::Evidence)];
            let usual: Vec<_> = usual.into_iter().chain(accusations).collect();
            seats()
                .flat_map(|target| {
                    // Several Evidence go before Cotton Mather alone (T19).
                    let mather = forum.table.has_ability(target, Character::CottonMather);
                    let several = (2..=3).map(|count| Some(Relief::Evidences(count)));
                    let reliefs = usual.iter().copied().chain(several.filter(|_| mather));
                    let as_alibi = reliefs.map(|relief| Play::Alibi {
                        copy,
                        target,
                        relief,
                    });
                    let as_witness = Play::AlibiAsWitness { copy, target };
                    as_alibi.chain([as_witness]).collect::<Vec<_>>()
                })
                .collect()
        }
        CardKind::Curse => {
            let blues = Card::all_but_accusations().filter(|card| card.colour() == Colour::Blue);
            let named: Vec<_> = blues.map(Some).chain([None]).collect();
            seats()
                .flat_map(|target| {
                    named.iter().map(move |blue| Play::Curse {
                        copy,
                        target,
                        blue: *blue,
                    })
                })
                .collect()
        }
        CardKind::Accusation
        | CardKind::Evidence
        | CardKind::Witness
        | CardKind::Arson
        | CardKind::Stocks
        | CardKind::BlackCat
        | CardKind::Asylum
        | CardKind::Matchmaker
        | CardKind::Piety => seats()
            .filter_map(|target| Play::at(card, target))
            .collect(),
    }
}

/// Whom a Witch can name for the Black Cat now (F5).
pub fn cats(forum: &Forum, seat: Seat) -> Vec<Seat> {
    some(forum, seat, |target| {
        may_name_cat(forum, seat, target).is_ok()
    })
}

/// The flips that a seat can choose now, with the Tryals there are (F12).
pub fn flips(forum: &Forum, seat: Seat) -> Vec<(PromptId, Position)> {
    if !acts(forum, seat) {
        return Vec::new();
    }
    let choices = forum
        .flips_of(seat)
        .flat_map(|flip| positions().map(|at| (flip.prompt, at)));
    choices
        .filter(|(prompt, at)| may_choose(forum, seat, *prompt, *at).is_ok())
        .collect()
}

/// The Tryals of the player before that a seat can pick now (F26).
pub fn picks(forum: &Forum, seat: Seat) -> Vec<Position> {
    if !acts(forum, seat) {
        return Vec::new();
    }
    positions()
        .filter(|at| may_pick(forum, seat, *at).is_ok())
        .collect()
}

/// What a Witch can say about the kill now, taking it back included (F29).
pub fn kills(forum: &Forum, seat: Seat) -> Vec<Option<KillVote>> {
    if !acts(forum, seat) {
        return Vec::new();
    }
    let targets = forum
        .table
        .seats()
        .map(|target| Some(KillVote::Target(target)));
    let votes = targets.chain([Some(KillVote::Nobody), None]);
    votes
        .filter(|vote| may_kill(forum, seat, *vote).is_ok())
        .collect()
}

/// Whom the Constable can name now, nobody included (F30).
pub fn guards(forum: &Forum, seat: Seat) -> Vec<Option<Seat>> {
    if !acts(forum, seat) {
        return Vec::new();
    }
    let targets = forum.table.seats().map(Some).chain([None]);
    targets
        .filter(|target| may_guard(forum, seat, *target).is_ok())
        .collect()
}

/// The Tryals with which a seat can confess now, and whether that has to be asked once more (F31).
pub fn confessions(forum: &Forum, seat: Seat) -> Vec<(Position, bool)> {
    if !acts(forum, seat) {
        return Vec::new();
    }
    positions()
        .filter(|at| may_confess(forum, seat, *at, true).is_ok())
        .map(|at| (at, may_confess(forum, seat, at, false).is_err()))
        .collect()
}

/// What a seat can do with its character's ability now (T32): answers to what is offered, cards out of the discard, another hand,
/// a confession without a Tryal.
pub fn powers(forum: &Forum, seat: Seat) -> Vec<Command> {
    if !acts(forum, seat) {
        return Vec::new();
    }
    let mut commands = Vec::new();
    for offer in forum.offers_to(seat) {
        let prompt = offer.prompt;
        commands.extend([true, false].map(|yes| Command::Power { prompt, yes }));
    }
    let lying = forum.table.discard.iter();
    let salvages = lying
        .map(|card| vec![*card])
        .filter(|cards| may_salvage(forum, seat, cards).is_ok());
    commands.extend(salvages.map(|cards| Command::Salvage { cards }));
    if may_change_hand(forum, seat).is_ok() {
        commands.push(Command::ChangeHand);
    }
    if may_confess_unshown(forum, seat).is_ok() {
        commands.push(Command::ConfessUnshown);
    }
    commands
}

/// With whom, one player, a seat can open a chat now (F38).
pub fn chat_guests(forum: &Forum, seat: Seat) -> Vec<Seat> {
    some(forum, seat, |guest| {
        may_open_chat(forum, seat, &[guest]).is_ok()
    })
}

/// Whom a seat can bring into this chat now (F39).
pub fn chat_invitees(forum: &Forum, seat: Seat, chat: u16) -> Vec<Seat> {
    some(forum, seat, |guest| {
        may_invite(forum, seat, chat, guest).is_ok()
    })
}

/// Every command of the game proper that a seat can give now: cards, choices, votes, picks, guard, confessions, and chats with
/// one guest.
pub fn commands(forum: &Forum, seat: Seat, now: Time) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    commands.extend(plays(forum, seat, now).into_iter().map(Command::Play));
    commands.extend(
        cats(forum, seat)
            .into_iter()
            .map(|target| Command::Cat { target }),
    );
    let flips = flips(forum, seat).into_iter();
    commands.extend(flips.map(|(prompt, position)| Command::Flip { prompt, position }));
    commands.extend(
        picks(forum, seat)
            .into_iter()
            .map(|position| Command::Pick { position }),
    );
    commands.extend(
        kills(forum, seat)
            .into_iter()
            .map(|vote| Command::Kill { vote }),
    );
    commands.extend(
        guards(forum, seat)
            .into_iter()
            .map(|target| Command::Guard { target }),
    );
    let confessions = confessions(forum, seat).into_iter();
    commands.extend(confessions.map(|(position, deadly)| Command::Confess {
        position,
        confirmed: deadly,
    }));
    if acts(forum, seat)
        && forum.night().is_some_and(|night| {
            night.confessions.contains_key(&seat) || night.unshown.contains(&seat)
        })
    {
        commands.push(Command::WithdrawConfession);
    }
    commands.extend(powers(forum, seat));
    let guests = chat_guests(forum, seat).into_iter();
    commands.extend(guests.map(|guest| Command::ChatOpen {
        guests: vec![guest],
    }));
    for chat in forum
        .chats
        .iter()
        .filter(|chat| chat.open && chat.members.contains(&seat))
    {
        let number = chat.number;
        let guests = chat_invitees(forum, seat, number).into_iter();
        commands.extend(guests.map(|guest| Command::ChatInvite {
            chat: number,
            guest,
        }));
        commands.push(Command::ChatLeave { chat: number });
    }
    commands
}

/// Whether this seat can act at all: its player lives and the game is not paused.
fn acts(forum: &Forum, seat: Seat) -> bool {
    forum.table.lives(seat) && forum.pause.is_none()
}

fn some(forum: &Forum, seat: Seat, allowed: impl Fn(Seat) -> bool) -> Vec<Seat> {
    if !acts(forum, seat) {
        return Vec::new();
    }
    forum
        .table
        .seats()
        .filter(|other| allowed(*other))
        .collect()
}

fn positions() -> impl Iterator<Item = Position> {
    (0..5).map(Position::at)
}
