//! What a living seat can do now: everything listed here is accepted by `decide`, and of its kind nothing else is.
//!
//! The lists hold only what that seat may know: whether a play is legal never depends on a secret of somebody else.

use crate::games::salem1692::table::{Card, CardKind, Character, Colour, Pile, Position};
use crate::kernel::ids::{PromptId, Seat};

use super::decide::{
    can_draw, may_answer, may_choose, may_confess, may_draw, may_end, may_give_gavel, may_invite,
    may_keep, may_kill, may_name_cat, may_open_chat, may_pick, may_play, may_salvage, may_study,
    may_take, may_withdraw,
};
use super::{Command, Confession, Play, Relief, Tabletop};

/// The characters that a seat can keep now (T3).
pub fn keeps(tabletop: &Tabletop, seat: Seat) -> Vec<Character> {
    let all = Character::ALL.into_iter();
    all.filter(|character| acts(tabletop, seat) && may_keep(tabletop, seat, *character).is_ok())
        .collect()
}

/// Whom a Witch can name for the Black Cat now (T5).
pub fn cats(tabletop: &Tabletop, seat: Seat) -> Vec<Seat> {
    some(tabletop, seat, |target| {
        may_name_cat(tabletop, seat, target).is_ok()
    })
}

/// Whether a seat can draw now (T6).
pub fn draws(tabletop: &Tabletop, seat: Seat) -> bool {
    acts(tabletop, seat) && may_draw(tabletop, seat).is_ok()
}

/// Whether there is anything to draw now (T9). Public: how many cards deck and discard hold is.
pub fn is_there_to_draw(tabletop: &Tabletop) -> bool {
    can_draw(tabletop)
}

/// Whether a seat can say now that its turn is over (T6).
pub fn ends(tabletop: &Tabletop, seat: Seat) -> bool {
    acts(tabletop, seat) && may_end(tabletop, seat).is_ok()
}

/// Every way in which a seat can play a card now, for each card in hand.
pub fn plays(tabletop: &Tabletop, seat: Seat) -> Vec<Play> {
    let hand = if acts(tabletop, seat) {
        &tabletop.chair(seat).hand[..]
    } else {
        &[]
    };
    hand.iter()
        .flat_map(|card| plays_of(tabletop, seat, *card))
        .collect()
}

/// Every way in which a seat can play this card now.
pub fn plays_of(tabletop: &Tabletop, seat: Seat, card: Card) -> Vec<Play> {
    let mut plays = conceivable(tabletop, card);
    plays.retain(|play| acts(tabletop, seat) && may_play(tabletop, seat, play).is_ok());
    plays
}

/// Every way in which this card could be played at all, allowed or not.
pub fn conceivable(tabletop: &Tabletop, card: Card) -> Vec<Play> {
    let copy = card.copy;
    let seats = || tabletop.table.seats();
    match card.kind {
        CardKind::Robbery | CardKind::Scapegoat => seats()
            .flat_map(|source| seats().filter_map(move |to| Play::from_to(card, source, to)))
            .collect(),
        CardKind::Alibi => seats()
            .flat_map(|target| {
                let as_witness = Play::AlibiAsWitness { copy, target };
                reliefs()
                    .map(move |relief| Play::Alibi {
                        copy,
                        target,
                        relief,
                    })
                    .chain([as_witness])
            })
            .collect(),
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

/// What an Alibi could be asked to remove: unsaid, or up to three Accusations and Evidence cards (F15, T19).
fn reliefs() -> impl Iterator<Item = Option<Relief>> {
    let said = (0..=3).flat_map(|accusations| {
        (0..=3 - accusations).map(move |evidence| Relief {
            accusations,
            evidence,
        })
    });
    said.filter(|relief| relief.accusations + relief.evidence > 0)
        .map(Some)
        .chain([None])
}

/// The offer of a power that a seat can answer now (T17, T18, T28).
pub fn powers(tabletop: &Tabletop, seat: Seat) -> Option<PromptId> {
    let asked = tabletop.turn()?.asked?;
    let open = acts(tabletop, seat) && may_answer(tabletop, seat, asked.prompt).is_ok();
    open.then_some(asked.prompt)
}

/// The Tryals of somebody that a seat can choose now: one that is owed, or the Black Cat's (T8, T14).
pub fn choices(tabletop: &Tabletop, seat: Seat) -> Vec<(PromptId, Position)> {
    let cat = tabletop.cat_choice().map(|(choice, _)| choice.prompt);
    let owed = tabletop.owed_now().map(|owed| owed.prompt);
    let prompts = cat.into_iter().chain(owed);
    prompts
        .flat_map(|prompt| positions().map(move |position| (prompt, position)))
        .filter(|(prompt, position)| {
            acts(tabletop, seat) && may_choose(tabletop, seat, *prompt, *position).is_ok()
        })
        .collect()
}

/// Whether a seat can look at the deck now (T29).
pub fn studies(tabletop: &Tabletop, seat: Seat) -> bool {
    acts(tabletop, seat) && may_study(tabletop, seat).is_ok()
}

/// The cards that a seat can take out of the discard now (T26): one, or two of them.
pub fn salvages(tabletop: &Tabletop, seat: Seat) -> Vec<Card> {
    let lying = tabletop.table.discard.iter();
    lying
        .filter_map(|card| card.playing())
        .filter(|card| acts(tabletop, seat) && may_salvage(tabletop, seat, &[*card]).is_ok())
        .collect()
}

/// The Tryals of the left neighbour that a seat can pick now (T14).
pub fn picks(tabletop: &Tabletop, seat: Seat) -> Vec<Position> {
    positions()
        .filter(|at| acts(tabletop, seat) && may_pick(tabletop, seat, *at).is_ok())
        .collect()
}

/// What a Witch can say about the victim now, taking it back included (T15).
pub fn kills(tabletop: &Tabletop, seat: Seat) -> Vec<Option<Seat>> {
    let targets = tabletop.table.seats().map(Some).chain([None]);
    targets
        .filter(|target| acts(tabletop, seat) && may_kill(tabletop, seat, *target).is_ok())
        .collect()
}

/// To whom the Constable can give the gavel now, nobody included (T15).
pub fn gavels(tabletop: &Tabletop, seat: Seat) -> Vec<Option<Seat>> {
    let targets = tabletop.table.seats().map(Some).chain([None]);
    targets
        .filter(|target| acts(tabletop, seat) && may_give_gavel(tabletop, seat, *target).is_ok())
        .collect()
}

/// What a seat can confess with now, and whether that has to be asked once more (T15, T31).
pub fn confessions(tabletop: &Tabletop, seat: Seat) -> Vec<(Confession, bool)> {
    let may = |confession: Confession, confirmed: bool| {
        may_confess(tabletop, seat, confession, false, confirmed).is_ok()
    };
    positions()
        .map(Confession::Tryal)
        .chain([Confession::Phips])
        .filter(|confession| acts(tabletop, seat) && may(*confession, true))
        .map(|confession| (confession, !may(confession, false)))
        .collect()
}

/// Whether a seat can take back a confession that it has left (T15).
pub fn withdraws(tabletop: &Tabletop, seat: Seat) -> bool {
    acts(tabletop, seat) && may_withdraw(tabletop, seat).is_ok()
}

/// What a seat can take now of what the dead have left (T23).
pub fn takes(tabletop: &Tabletop, seat: Seat) -> Vec<(PromptId, Card)> {
    let prompt = tabletop.estate.sharing.map(|sharing| sharing.prompt);
    let cards = tabletop.estate.cards.iter();
    cards
        .filter_map(|card| Some((prompt?, *card)))
        .filter(|(prompt, card)| {
            acts(tabletop, seat) && may_take(tabletop, seat, *prompt, *card).is_ok()
        })
        .collect()
}

/// With whom, one player, a seat can open a chat now (F38).
pub fn chat_guests(tabletop: &Tabletop, seat: Seat) -> Vec<Seat> {
    some(tabletop, seat, |guest| {
        may_open_chat(tabletop, seat, &[guest]).is_ok()
    })
}

/// Whom a seat can bring into this chat now (F39).
pub fn chat_invitees(tabletop: &Tabletop, seat: Seat, chat: u16) -> Vec<Seat> {
    some(tabletop, seat, |guest| {
        may_invite(tabletop, seat, chat, guest).is_ok()
    })
}

/// Every command of the game proper that a seat can give now, but for orders of the deck and of the own row, salvages of two cards,
/// conditions of confessions, and chats with more than one guest.
pub fn commands(tabletop: &Tabletop, seat: Seat) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    let characters = keeps(tabletop, seat).into_iter();
    commands.extend(characters.map(|character| Command::Keep { character }));
    let cats = cats(tabletop, seat).into_iter();
    commands.extend(cats.map(|target| Command::Cat { target }));
    commands.extend(draws(tabletop, seat).then_some(Command::Draw));
    commands.extend(plays(tabletop, seat).into_iter().map(Command::Play));
    commands.extend(ends(tabletop, seat).then_some(Command::EndTurn));
    if let Some(prompt) = powers(tabletop, seat) {
        commands.extend([true, false].map(|yes| Command::Power { prompt, yes }));
    }
    let choices = choices(tabletop, seat).into_iter();
    commands.extend(choices.map(|(prompt, position)| Command::Reveal { prompt, position }));
    commands.extend(studies(tabletop, seat).then_some(Command::Study));
    let salvages = salvages(tabletop, seat).into_iter();
    commands.extend(salvages.map(|card| Command::Salvage { cards: vec![card] }));
    let picks = picks(tabletop, seat).into_iter();
    commands.extend(picks.map(|position| Command::Pick { position }));
    let kills = kills(tabletop, seat).into_iter();
    commands.extend(kills.map(|target| Command::Kill { target }));
    let gavels = gavels(tabletop, seat).into_iter();
    commands.extend(gavels.map(|target| Command::Gavel { target }));
    let confessions = confessions(tabletop, seat).into_iter();
    commands.extend(confessions.map(|(confession, deadly)| Command::Confess {
        confession,
        unless_gavel: false,
        confirmed: deadly,
    }));
    commands.extend(withdraws(tabletop, seat).then_some(Command::WithdrawConfession));
    let takes = takes(tabletop, seat).into_iter();
    commands.extend(takes.map(|(prompt, card)| Command::Take { prompt, card }));
    let guests = chat_guests(tabletop, seat).into_iter();
    commands.extend(guests.map(|guest| Command::ChatOpen {
        guests: vec![guest],
    }));
    for chat in tabletop
        .chats
        .iter()
        .filter(|chat| chat.open && chat.members.contains(&seat))
    {
        let number = chat.number;
        let guests = chat_invitees(tabletop, seat, number).into_iter();
        commands.extend(guests.map(|guest| Command::ChatInvite {
            chat: number,
            guest,
        }));
        if acts(tabletop, seat) {
            commands.push(Command::ChatLeave { chat: number });
        }
    }
    commands
}

/// Whether this seat can act at all: its player lives and the game is not paused.
fn acts(tabletop: &Tabletop, seat: Seat) -> bool {
    tabletop.table.lives(seat) && tabletop.pause.is_none()
}

fn some(tabletop: &Tabletop, seat: Seat, allowed: impl Fn(Seat) -> bool) -> Vec<Seat> {
    if !acts(tabletop, seat) {
        return Vec::new();
    }
    tabletop
        .table
        .seats()
        .filter(|other| allowed(*other))
        .collect()
}

fn positions() -> impl Iterator<Item = Position> {
    (0..5).map(Position::at)
}
