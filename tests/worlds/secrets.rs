//! Another world: what a viewer may not know is changed in it, and nothing else.

use std::collections::BTreeMap;

use town_crier::games::salem1692::table::{Chair, TryalKind};
use town_crier::games::salem1692::{forum, tabletop};
use town_crier::games::{Play, Session};
use town_crier::kernel::dice::Dice;
use town_crier::kernel::ids::{PlayerId, Seat};
use town_crier::kernel::time::Length;

use crate::knows::{Viewer, insiders};

/// In what a world differs from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Secret {
    /// Two others have each other's hidden Tryals, and with them who is a Witch and who the Constable.
    Tryals,
    /// The Constable card lies elsewhere.
    Constable,
    /// Two others have each other's hands.
    Hands,
    /// One card of a hand lies in the deck, or in another's hand.
    Card,
    /// The deck lies in another order.
    Deck,
    /// The Conspiracy comes at another instant.
    Conspiracy,
    /// Nothing yet: what is chosen in secret from now on differs.
    Choices,
}

impl Secret {
    pub const ALL: [Secret; 7] = [
        Secret::Tryals,
        Secret::Constable,
        Secret::Hands,
        Secret::Card,
        Secret::Deck,
        Secret::Conspiracy,
        Secret::Choices,
    ];
}

/// Another world than `session`, and the two seats that may act for each other in it; none where this secret cannot be
/// changed now without this viewer knowing.
pub fn other_world(
    session: &Session,
    player: PlayerId,
    secret: Secret,
    whim: &mut Dice,
) -> Option<(Session, (Seat, Seat))> {
    let viewer = Viewer::of(session, player);
    (0..12).find_map(|_| changed(session, &viewer, secret, whim))
}

fn changed(
    session: &Session,
    viewer: &Viewer,
    secret: Secret,
    whim: &mut Dice,
) -> Option<(Session, (Seat, Seat))> {
    let mut world = session.clone();
    let (one, other) = two_others(&world, viewer, secret, whim)?;
    let play = world.play.as_mut().expect("it has begun");
    let changed = match secret {
        Secret::Tryals => swap_tryals(play, one, other),
        Secret::Constable => move_constable(chairs_mut(play), one, other, whim),
        Secret::Hands => swap_hands(chairs_mut(play), one, other),
        Secret::Card => move_card(play, one, other, whim),
        Secret::Deck => shuffle(play, whim),
        Secret::Conspiracy => put_off(play, whim),
        Secret::Choices => true,
    };
    changed.then_some((world, (Seat::at(one), Seat::at(other))))
}

pub fn chairs(session: &Session) -> &[Chair] {
    match session.play.as_ref().expect("it has begun") {
        Play::Forum(forum) => &forum.table.chairs,
        Play::Tabletop(tabletop) => &tabletop.table.chairs,
    }
}

fn chairs_mut(play: &mut Play) -> &mut [Chair] {
    match play {
        Play::Forum(forum) => &mut forum.table.chairs,
        Play::Tabletop(tabletop) => &mut tabletop.table.chairs,
    }
}

/// Two living others of whom, in this matter, each could be the other for all that this viewer knows.
fn two_others(
    session: &Session,
    viewer: &Viewer,
    secret: Secret,
    whim: &mut Dice,
) -> Option<(usize, usize)> {
    let chairs = chairs(session);
    let others: Vec<usize> = (0..chairs.len())
        .filter(|index| chairs[*index].alive && viewer.seat != Some(Seat::at(*index)))
        .collect();
    let one = *whim.pick(&others)?;
    let other = *whim.pick(&others)?;
    // A Witch knows her coven.
    let insiders = insiders(session);
    let inside = |index: usize| insiders.contains(&Seat::at(index));
    let told = viewer.coven && secret == Secret::Tryals && inside(one) != inside(other);
    (one != other && !told).then_some((one, other))
}

fn hidden(chair: &Chair) -> Vec<usize> {
    let row = chair.row.iter().enumerate();
    row.filter(|(_, tryal)| !tryal.revealed)
        .map(|(index, _)| index)
        .collect()
}

/// The keys of two seats change places.
fn rename<T>(choices: &mut BTreeMap<Seat, T>, one: Seat, other: Seat) {
    let (ours, theirs) = (choices.remove(&one), choices.remove(&other));
    choices.extend(ours.map(|choice| (other, choice)));
    choices.extend(theirs.map(|choice| (one, choice)));
}

fn swap_tryals(play: &mut Play, one: usize, other: usize) -> bool {
    let chairs = chairs_mut(play);
    let (ours, theirs) = (hidden(&chairs[one]), hidden(&chairs[other]));
    if ours.len() != theirs.len() || chairs[one].row == chairs[other].row {
        return false;
    }
    for (our, their) in ours.into_iter().zip(theirs) {
        let card = chairs[one].row[our].card;
        chairs[one].row[our].card = chairs[other].row[their].card;
        chairs[other].row[their].card = card;
    }
    let differs = chairs[one].coven != chairs[other].coven;
    if differs {
        chairs[one].coven = !chairs[one].coven;
        chairs[other].coven = !chairs[other].coven;
    }
    // What a Witch or the Constable has said so far, the other one has said.
    let (one, other) = (Seat::at(one), Seat::at(other));
    let renamed = |by: Seat| match by {
        by if by == one => other,
        by if by == other => one,
        by => by,
    };
    match play {
        Play::Forum(forum) => match &mut forum.phase {
            forum::Phase::Dawn(dawn) if differs => rename(&mut dawn.votes, one, other),
            forum::Phase::Night(night) => {
                if differs {
                    rename(&mut night.votes, one, other);
                }
                if let Some(guard) = &mut night.guard {
                    guard.by = renamed(guard.by);
                }
            }
            forum::Phase::Setup
            | forum::Phase::Dawn(_)
            | forum::Phase::Day(_)
            | forum::Phase::Over(_) => {}
        },
        Play::Tabletop(tabletop) => {
            let inside = [one, other].map(|seat| tabletop.insiders.contains(&seat));
            if inside[0] != inside[1] {
                for seat in [one, other] {
                    if !tabletop.insiders.remove(&seat) {
                        tabletop.insiders.insert(seat);
                    }
                }
            }
            match &mut tabletop.phase {
                tabletop::Phase::Dawn(dawn) if differs => rename(&mut dawn.votes, one, other),
                tabletop::Phase::Turn(turn) => {
                    if let Some(tabletop::Black::Night(night)) = &mut turn.black {
                        if differs {
                            rename(&mut night.votes, one, other);
                        }
                        if let Some(gavel) = &mut night.gavel {
                            gavel.by = renamed(gavel.by);
                        }
                    }
                }
                tabletop::Phase::Setup
                | tabletop::Phase::TownHall(_)
                | tabletop::Phase::Dawn(_)
                | tabletop::Phase::Over(_) => {}
            }
        }
    }
    true
}

/// The Constable card and a card that says nothing change places; nobody's side changes by that.
fn move_constable(chairs: &mut [Chair], one: usize, other: usize, whim: &mut Dice) -> bool {
    let lies = |chair: &Chair, kind: TryalKind| {
        let mut hidden = hidden(chair).into_iter();
        hidden.find(|index| chair.row[*index].card.kind == kind)
    };
    let from = lies(&chairs[one], TryalKind::Constable);
    let blank = |index: &usize| chairs[other].row[*index].card.kind == TryalKind::NotAWitch;
    let blanks: Vec<usize> = hidden(&chairs[other]).into_iter().filter(blank).collect();
    let (Some(from), Some(to)) = (from, whim.pick(&blanks).copied()) else {
        return false;
    };
    let card = chairs[one].row[from].card;
    chairs[one].row[from].card = chairs[other].row[to].card;
    chairs[other].row[to].card = card;
    true
}

fn swap_hands(chairs: &mut [Chair], one: usize, other: usize) -> bool {
    if chairs[one].hand.len() != chairs[other].hand.len() || chairs[one].hand.is_empty() {
        return false;
    }
    let hand = std::mem::take(&mut chairs[one].hand);
    chairs[one].hand = std::mem::replace(&mut chairs[other].hand, hand);
    true
}

/// One card of a hand changes places with one of another hand, or of the deck where that is not being looked at.
fn move_card(play: &mut Play, one: usize, other: usize, whim: &mut Dice) -> bool {
    let hand = whim.index(1 + chairs_mut(play)[one].hand.len());
    if hand == chairs_mut(play)[one].hand.len() {
        return false;
    }
    if let Play::Tabletop(tabletop) = play
        && whim.below(2) == 0
    {
        if studied(tabletop) {
            return false;
        }
        let deck = &mut tabletop.table.deck;
        let playing = |card: &tabletop::DeckCard| match card {
            tabletop::DeckCard::Playing(card) => Some(*card),
            tabletop::DeckCard::Conspiracy | tabletop::DeckCard::Night => None,
        };
        let places: Vec<usize> = (0..deck.len())
            .filter(|index| playing(&deck[*index]).is_some())
            .collect();
        let Some(place) = whim.pick(&places).copied() else {
            return false;
        };
        let drawn = playing(&deck[place]).expect("it is one");
        let held = &mut tabletop.table.chairs[one].hand[hand];
        deck[place] = tabletop::DeckCard::Playing(*held);
        *held = drawn;
        return true;
    }
    let chairs = chairs_mut(play);
    let there = whim.index(1 + chairs[other].hand.len());
    if there == chairs[other].hand.len() {
        return false;
    }
    let card = chairs[one].hand[hand];
    chairs[one].hand[hand] = chairs[other].hand[there];
    chairs[other].hand[there] = card;
    true
}

fn studied(tabletop: &tabletop::Tabletop) -> bool {
    let turn = tabletop.turn();
    turn.is_some_and(|turn| turn.stage == tabletop::Stage::Studying)
}

fn shuffle(play: &mut Play, whim: &mut Dice) -> bool {
    match play {
        Play::Forum(forum) => {
            let before = forum.table.deck.clone();
            whim.shuffle(&mut forum.table.deck);
            forum.table.deck != before
        }
        Play::Tabletop(tabletop) if studied(tabletop) => false,
        Play::Tabletop(tabletop) => {
            let before = tabletop.table.deck.clone();
            whim.shuffle(&mut tabletop.table.deck);
            tabletop.table.deck != before
        }
    }
}

/// In the forum edition the Conspiracy comes at an instant that is drawn; in the other it lies in the deck.
fn put_off(play: &mut Play, whim: &mut Dice) -> bool {
    match play {
        Play::Forum(forum) => {
            if let forum::Phase::Day(day) = &mut forum.phase
                && let forum::Conspiracy::Awaited { at } = &mut day.conspiracy
            {
                let minutes = 1 + whim.below(120);
                *at = *at + Length(i64::try_from(minutes).expect("few") * Length::MINUTE.0);
                return true;
            }
            false
        }
        Play::Tabletop(tabletop) => {
            let deck = &mut tabletop.table.deck;
            let black = |card: &tabletop::DeckCard| *card == tabletop::DeckCard::Conspiracy;
            let Some(from) = deck.iter().position(black).filter(|_| deck.len() > 2) else {
                return false;
            };
            let to = whim.index(deck.len() - 1);
            deck.swap(from, to);
            from != to && !studied(tabletop)
        }
    }
}
