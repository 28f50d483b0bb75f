//! What always holds in a tabletop game.

use std::collections::BTreeSet;

use town_crier::games::salem1692::table::{CardKind, Colour, TryalCard, TryalKind};
use town_crier::games::salem1692::tabletop::{
    Black, CARDS, Clock, DeckCard, Phase, Stage, Tabletop, Turn,
};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::Seat;

/// What always holds.
pub fn check(tabletop: &Tabletop) {
    check_cards(tabletop);
    check_tryals(tabletop);
    check_players(tabletop);
    let over = tabletop.is_over();
    if !over {
        assert_eq!(
            tabletop.table.victory(),
            None,
            "the game goes on although a side has won"
        );
    }
    if let Phase::Turn(turn) = &tabletop.phase {
        check_turn(tabletop, turn);
    }
    check_estate(tabletop);
    for chat in &tabletop.chats {
        assert!(
            tabletop.living_in(chat) <= 3,
            "a chat holds at most three living players"
        );
        assert!(
            !chat.open || tabletop.night().is_some(),
            "chats are open at Night alone"
        );
    }
    if !over && tabletop.pause.is_none() {
        assert!(
            tabletop.due().is_some(),
            "whatever a game waits for has a deadline"
        );
    }
}

/// All 59 cards lie in exactly one place: piles, hands, fronts, what the dead have left, or the black card on the table.
fn check_cards(tabletop: &Tabletop) {
    if tabletop
        .table
        .chairs
        .iter()
        .all(|chair| chair.row.is_empty())
    {
        return;
    }
    let left = tabletop.estate.cards.iter().copied().map(DeckCard::Playing);
    let black = tabletop.turn().and_then(|turn| turn.black.as_ref());
    let black = black.map(|black| match black {
        Black::Conspiracy(_) => DeckCard::Conspiracy,
        Black::Night(_) => DeckCard::Night,
    });
    let mut cards: Vec<DeckCard> = tabletop.table.cards().chain(left).chain(black).collect();
    cards.sort_unstable();
    let mut all: Vec<DeckCard> = DeckCard::all().collect();
    all.sort_unstable();
    assert_eq!(all.len(), CARDS);
    assert_eq!(cards, all, "each card lies in one place");
}

/// No Tryal card is made, lost, or in two places.
fn check_tryals(tabletop: &Tabletop) {
    let chairs = &tabletop.table.chairs;
    let tryals: Vec<TryalCard> = chairs
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
    let each = tabletop.settings.tryals_each();
    assert!(
        chairs.iter().all(|chair| chair.row.len() == each),
        "each player has {each} Tryals"
    );
    let count = |kind| tryals.iter().filter(|card| card.kind == kind).count();
    assert_eq!(count(TryalKind::Constable), 1, "one Constable card");
    assert_eq!(
        count(TryalKind::Witch),
        usize::from(tabletop.settings.witch_cards()),
        "the Witch cards"
    );
}

fn check_players(tabletop: &Tabletop) {
    let over = tabletop.is_over();
    let two = tabletop.table.living_count() <= 2 && !over;
    for (index, chair) in tabletop.table.chairs.iter().enumerate() {
        let (who, seat) = (index + 1, Seat::at(index));
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
        assert!(
            chair.coven || !tabletop.insiders.contains(&seat),
            "{who} is in the coven's channel without being of it"
        );
        let matchmakers = chair
            .front
            .iter()
            .filter(|c| c.kind == CardKind::Matchmaker);
        assert!(
            matchmakers.count() < 2,
            "no two Matchmakers in front of {who}"
        );
        let leaves = |kind: CardKind| {
            kind.colour() == Colour::Blue || matches!(kind, CardKind::Scapegoat | CardKind::Robbery)
        };
        let mut cards = chair.hand.iter().chain(&chair.front);
        assert!(
            !two || !cards.any(|card| leaves(card.kind)),
            "with two living {who} has cards that have left the game"
        );
        let lying = chair.front.iter().map(|card| card.kind);
        assert!(
            lying.clone().all(|kind| match kind.colour() {
                Colour::Red | Colour::Blue => true,
                Colour::Green => matches!(kind, CardKind::Stocks | CardKind::Alibi),
            }),
            "only such cards lie in front of {who}"
        );
    }
}

fn check_turn(tabletop: &Tabletop, turn: &Turn) {
    let mut owing = BTreeSet::new();
    for owed in &turn.owed {
        assert!(owing.insert(owed.seat), "one Tryal at a time of a player");
        assert!(tabletop.table.lives(owed.seat), "the dead owe no Tryal");
        assert!(
            tabletop.table.lives(owed.chooser) && owed.chooser != owed.seat,
            "what nobody can choose is turned at once"
        );
    }
    for seat in tabletop.table.living() {
        assert!(
            tabletop.table.marks(seat) < tabletop.table.threshold(seat) || owing.contains(&seat),
            "marks that are enough owe a Tryal"
        );
    }
    for draw in &turn.draws {
        assert!(tabletop.table.lives(draw.seat), "the dead draw nothing");
        assert!(draw.left > 0, "a draw that is done is gone");
    }
    if tabletop.is_over() || tabletop.pause.is_some() {
        return;
    }
    // Whatever is waited for in a turn has one clock: the turn's, or a window while it stands.
    let windows = tabletop.estate.sharing.is_some() || turn.black.is_some();
    match turn.clock {
        Clock::Running { .. } => {
            assert!(
                tabletop.table.lives(turn.seat),
                "no clock runs for the dead"
            );
            assert!(!turn.hurried, "no clock runs that has run out");
        }
        Clock::Standing { .. } => assert!(windows, "the clock stands for a reason"),
    }
    match turn.stage {
        Stage::Open | Stage::Studying | Stage::Playing => {}
        Stage::Drawing { .. } | Stage::Closing(_) => assert!(
            windows || !turn.owed.is_empty(),
            "a turn that is done goes on to the next"
        ),
    }
}

fn check_estate(tabletop: &Tabletop) {
    let estate = &tabletop.estate;
    if tabletop.is_over() {
        return;
    }
    match estate.sharing {
        None => assert!(estate.cards.is_empty(), "what the dead leave is given out"),
        Some(sharing) => {
            assert!(estate.cards.len() > 1, "the last card is no choice");
            assert!(
                tabletop.table.lives(sharing.next) && tabletop.table.lives(sharing.other),
                "only the living share"
            );
        }
    }
}
