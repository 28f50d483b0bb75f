//! What always holds in a game of the forum edition.

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::{Conspiracy, Day, Forum, Phase};
use town_crier::games::salem1692::table::{
    CardKind, Chair, Character, Colour, TryalCard, TryalKind,
};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::Seat;

/// What always holds.
pub fn check(forum: &Forum) {
    let table = &forum.table;
    if let Some(wrong) = table.misplaced() {
        panic!("{wrong}");
    }
    let tryals: Vec<TryalCard> = table
        .chairs
        .iter()
        .flat_map(|chair| &chair.row)
        .map(|tryal| tryal.card)
        .collect();
    let distinct: BTreeSet<TryalCard> = tryals.iter().copied().collect();
    assert_eq!(
        distinct.len(),
        tryals.len(),
        "no Tryal card is in two places"
    );
    let players = table.chairs.len();
    assert_eq!(tryals.len(), 5 * players, "five Tryals for each player");
    let count = |kind| tryals.iter().filter(|card| card.kind == kind).count();
    assert_eq!(count(TryalKind::Constable), 1, "one Constable card");
    assert_eq!(
        count(TryalKind::Witch),
        if players <= 5 { 1 } else { 2 },
        "the Witch cards"
    );
    let over = matches!(forum.phase, Phase::Over(_));
    for (index, chair) in table.chairs.iter().enumerate() {
        let who = index + 1;
        if chair.alive && !over {
            assert!(
                chair.hidden_count() > 0,
                "{who} lives without a hidden Tryal"
            );
            let shown = chair
                .row
                .iter()
                .any(|t| t.revealed && t.card.kind == TryalKind::Witch);
            assert!(!shown, "{who} lives with a Witch card revealed");
        }
        if !chair.alive {
            assert_eq!(chair.hidden_count(), 0, "{who} is dead with a hidden Tryal");
            assert!(
                chair.hand.is_empty() && chair.front.is_empty(),
                "{who} is dead with cards"
            );
        }
        let holds_witch = chair.row.iter().any(|t| t.card.kind == TryalKind::Witch);
        assert!(
            !holds_witch || chair.coven,
            "{who} holds a Witch card outside the coven"
        );
    }
    if !over {
        assert_eq!(
            table.victory(),
            None,
            "the game goes on although a side has won"
        );
    }
    match &forum.phase {
        Phase::Day(day) => check_day(forum, day),
        Phase::Night(_) | Phase::Dawn(_) => {
            // What John Proctor inherits at Night he keeps, and Martha Corey with him (T22, T32).
            let may_hold = |chair: &Chair| {
                matches!(
                    chair.character,
                    Some(Character::JohnProctor | Character::MarthaCorey)
                )
            };
            let empty = table.chairs.iter().all(|chair| {
                (chair.hand.is_empty() || may_hold(chair)) && !chair.has_in_front(CardKind::Stocks)
            });
            assert!(empty, "no hands and no Stocks but in the Day");
        }
        Phase::Setup | Phase::Over(_) => {}
    }
    let two = table.living_count() == 2 && !over;
    let blue = table
        .chairs
        .iter()
        .any(|chair| chair.in_front(Colour::Blue).next().is_some());
    assert!(
        !two || !blue,
        "with two living no blue card lies in front of anybody"
    );
    for chat in &forum.chats {
        assert!(
            forum.living_in(chat) <= 3,
            "a chat holds at most three living players"
        );
        assert!(
            !chat.open || forum.night().is_some(),
            "chats are open at Night alone"
        );
    }
    if !over && forum.pause.is_none() {
        assert!(
            forum.due().is_some(),
            "whatever a game waits for has a deadline"
        );
    }
}

fn check_day(forum: &Forum, day: &Day) {
    let mut against = BTreeSet::new();
    // Danforth's flip comes a mark early, and Abigail Williams may clear what brought another's (T17, T28).
    let flips_early = forum.settings.role_cards;
    for flip in &day.flips {
        assert!(
            against.insert(flip.seat),
            "one flip at a time against a player"
        );
        assert!(forum.table.lives(flip.seat), "no flip against the dead");
        assert!(
            forum.table.lives(flip.chooser),
            "no flip is left to the dead"
        );
        assert!(
            flips_early || forum.table.marks(flip.seat) >= forum.table.threshold(flip.seat),
            "a flip is for seven marks"
        );
    }
    for (index, chair) in forum.table.chairs.iter().enumerate() {
        let who = Seat::at(index);
        assert!(
            forum.table.marks(who) < forum.table.threshold(who)
                || against.contains(&who)
                || (forum.settings.role_cards && forum.shift().is_some()),
            "seven marks owe a flip"
        );
        let lying = chair
            .front
            .iter()
            .filter(|card| card.kind == CardKind::Stocks);
        for card in lying {
            let running = day.stocks.iter().find(|stocks| stocks.card == *card);
            assert!(
                running.is_some_and(|stocks| stocks.seat == who),
                "Stocks in front are running"
            );
        }
        let matchmakers = chair
            .front
            .iter()
            .filter(|card| card.kind == CardKind::Matchmaker);
        assert!(
            matchmakers.count() < 2,
            "no two Matchmakers in front of one player"
        );
    }
    let lying: usize = forum
        .table
        .chairs
        .iter()
        .map(|chair| {
            chair
                .front
                .iter()
                .filter(|c| c.kind == CardKind::Stocks)
                .count()
        })
        .sum();
    assert_eq!(
        lying,
        day.stocks.len(),
        "every running Stocks lies in front of somebody"
    );
    match &day.conspiracy {
        Conspiracy::Shift(_) => assert!(day.flips.is_empty(), "flips are settled before the Shift"),
        Conspiracy::Called => assert!(
            !day.flips.is_empty(),
            "the Shift opens when flips are settled"
        ),
        Conspiracy::Awaited { .. } | Conspiracy::Past => {}
    }
}
