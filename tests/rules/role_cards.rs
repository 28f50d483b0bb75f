//! T32: role cards in the forum edition, both sides of each boundary.

use std::collections::BTreeSet;

use town_crier::games::salem1692::forum::{
    Command, Effect, Event, Play, Refusal, Relief, RevealCause, Taking,
};
use town_crier::games::salem1692::table::CardKind::{
    self, Accusation, Alibi, Arson, Asylum, BlackCat, Curse, Evidence, Matchmaker, Piety, Robbery,
    Scapegoat, Stocks, Witness,
};
use town_crier::games::salem1692::table::Character::{
    self, AbigailWilliams, AnnPutnam, CottonMather, GeorgeBurroughs, GilesCorey, JohnProctor,
    MarthaCorey, MaryWarren, RebeccaNurse, SamuelParris, SarahGood, ThomasDanforth, Tituba,
    WillGriggs, WilliamPhips,
};
use town_crier::games::salem1692::table::PlacingPower;

use crate::kit::*;

/// A table with role cards on which these seats have these.
fn cast(who: &[(u8, Character)]) -> Town {
    Town::with(&[("role_cards", "on")]).characters(who)
}

/// What is offered to somebody now.
fn offered(town: &Town, who: u8) -> Option<PlacingPower> {
    town.forum
        .offers_to(seat(who))
        .next()
        .map(|offer| offer.power)
}

/// Somebody says yes or no to what is offered.
fn answers(town: &mut Town, who: u8, yes: bool) -> Vec<Event> {
    let offer = town.forum.offers_to(seat(who)).next();
    let prompt = offer.expect("a power is offered").prompt;
    town.does(who, Command::Power { prompt, yes })
}

/// Puts cards from the deck into the discard.
fn discarded(mut town: Town, kinds: &[CardKind]) -> Town {
    for kind in kinds {
        let table = &mut town.forum.table;
        let place = table.deck.iter().position(|card| card.kind == *kind);
        let card = table
            .deck
            .remove(place.expect("such a card is in the deck"));
        table.discard.push(card);
    }
    town
}

fn took(events: &[Event], by: Taking) -> Vec<(u8, usize)> {
    let took = |event: &Event| match event {
        Event::TookFromDiscard {
            seat,
            taking,
            cards,
            ..
        } if *taking == by => Some((seat.number(), cards.len())),
        _ => None,
    };
    events.iter().filter_map(took).collect()
}

fn shares(events: &[Event]) -> Vec<(u8, usize)> {
    let shares = |event: &Event| match event {
        Event::Inherited { shares } => Some(shares.clone()),
        _ => None,
    };
    let all = events.iter().filter_map(shares).flatten();
    all.map(|share| (share.seat.number(), share.cards.len()))
        .collect()
}

#[test]
fn t32_role_cards_are_dealt_only_where_they_are_set() {
    let without = Town::dealt(settings(&[]), 3);
    assert!(
        without
            .forum
            .table
            .chairs
            .iter()
            .all(|chair| chair.character.is_none())
    );
    let with = Town::dealt(settings(&[("role_cards", "on")]), 3);
    let characters: BTreeSet<_> = with
        .forum
        .table
        .chairs
        .iter()
        .map(|chair| chair.character.expect("everybody has one"))
        .collect();
    assert_eq!(characters.len(), 9, "nobody has the same");
}

// Abigail Williams.

#[test]
fn t32_abigail_discards_her_red_cards_on_the_last_mark() {
    let mut town = cast(&[(ANN, AbigailWilliams)])
        .hand(ANN, &[Accusation, Accusation])
        .front(ANN, &[Evidence, Piety])
        .accused(BOB, 5);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town, ANN), None, "the sixth is not the last");
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town, ANN), Some(PlacingPower::AbigailWilliams));
    answers(&mut town, ANN, true);
    assert_eq!(town.front_of(ANN), [Piety]);
    assert_eq!(offered(&town, ANN), None);
    town.flip(ANN, BOB, 1);
}

#[test]
fn t32_abigail_may_say_no_and_the_choice_ends_with_the_flip() {
    let begun = || {
        let mut town = cast(&[(ANN, AbigailWilliams)])
            .hand(ANN, &[Witness])
            .front(ANN, &[Evidence]);
        town.play(ANN, Witness, at(BOB));
        town
    };
    let mut town = begun();
    answers(&mut town, ANN, false);
    assert_eq!((offered(&town, ANN), town.marks(ANN)), (None, 3));
    town.flip(ANN, BOB, 1);

    let mut town = begun();
    town.flip(ANN, BOB, 1);
    assert_eq!((offered(&town, ANN), town.marks(ANN)), (None, 3));

    // Nobody says anything.
    let mut town = begun();
    let prompt = town
        .forum
        .offers_to(seat(ANN))
        .next()
        .expect("an offer")
        .prompt;
    let until = town.flip_against(BOB).until;
    town.until(until);
    assert_eq!((offered(&town, ANN), town.marks(ANN)), (None, 3));
    assert_eq!(
        town.cannot(ANN, Command::Power { prompt, yes: true }),
        Refusal::Stale
    );
}

#[test]
fn t32_abigail_is_not_asked_without_red_cards_or_for_a_scapegoat() {
    let mut town = cast(&[(ANN, AbigailWilliams)]).hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    assert_eq!(offered(&town, ANN), None);
    town.flip(ANN, BOB, 1);
    let mut town = cast(&[(ANN, AbigailWilliams)])
        .hand(ANN, &[Scapegoat])
        .front(ANN, &[Evidence])
        .accused(BOB, 4)
        .accused(CAL, 4);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert_eq!(
        offered(&town, ANN),
        None,
        "what is carried over is not placed"
    );
    town.flip(ANN, CAL, 1);
}

#[test]
fn t32_nobody_answers_for_abigail() {
    let mut town = cast(&[(ANN, AbigailWilliams)])
        .hand(ANN, &[Witness])
        .front(ANN, &[Evidence]);
    town.play(ANN, Witness, at(BOB));
    let prompt = town
        .forum
        .offers_to(seat(ANN))
        .next()
        .expect("an offer")
        .prompt;
    let refusal = town.cannot(CAL, Command::Power { prompt, yes: true });
    assert_eq!(refusal, Refusal::Stale);
    town.flip(ANN, BOB, 1);
}

// Ann Putnam.

#[test]
fn t32_ann_putnam_draws_two_from_the_discard_or_what_there_is() {
    for lying in [&[Arson, Curse, Asylum][..], &[Arson]] {
        let mut town = discarded(cast(&[(ANN, AnnPutnam)]).hand(ANN, &[Witness]), lying);
        town.play(ANN, Witness, at(BOB));
        assert_eq!(offered(&town, ANN), Some(PlacingPower::AnnPutnam));
        let events = answers(&mut town, ANN, true);
        let count = lying.len().min(2);
        assert_eq!(took(&events, Taking::AnnPutnam), [(ANN, count)]);
        assert_eq!(town.hand_of(ANN).len(), count);
        town.flip(ANN, BOB, 1);
    }
}

#[test]
fn t32_ann_putnam_is_not_asked_while_the_discard_is_empty() {
    let mut town = cast(&[(ANN, AnnPutnam)]).hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    assert_eq!(offered(&town, ANN), None);
    town.flip(ANN, BOB, 1);
}

// Cotton Mather.

#[test]
fn t32_evidence_before_mather_is_one_mark() {
    let mut town = cast(&[(BOB, CottonMather)]).hand(ANN, &[Evidence, Evidence]);
    town.play(ANN, Evidence, at(BOB));
    assert_eq!(town.marks(BOB), 1);
    town.play(ANN, Evidence, at(CAL));
    assert_eq!(town.marks(CAL), 3);
}

#[test]
fn t32_an_alibi_takes_up_to_three_evidence_before_mather() {
    let mut town = cast(&[(BOB, CottonMather)])
        .hand(ANN, &[Alibi])
        .front(BOB, &[Evidence, Evidence, Evidence, Evidence]);
    assert_eq!(town.marks(BOB), 4);
    town.play(ANN, Alibi, at(BOB));
    assert_eq!(town.front_of(BOB), [Evidence]);

    let mut town = cast(&[(BOB, CottonMather)])
        .hand(ANN, &[Alibi])
        .front(CAL, &[Evidence, Evidence])
        .front(BOB, &[Evidence, Evidence]);
    let two = |target| {
        Command::Play(Play::Alibi {
            copy: 1,
            target: seat(target),
            relief: Some(Relief::Evidences(2)),
        })
    };
    assert_eq!(
        town.cannot(ANN, two(CAL)),
        Refusal::OneEvidence { target: seat(CAL) },
        "elsewhere it is one"
    );
    town.does(ANN, two(BOB));
    assert_eq!(town.marks(BOB), 0);
}

#[test]
fn t32_a_scapegoat_counts_evidence_anew() {
    let mut town = cast(&[(BOB, CottonMather)])
        .hand(ANN, &[Scapegoat])
        .front(BOB, &[Evidence, Evidence, Evidence]);
    assert_eq!(town.marks(BOB), 3);
    town.play(ANN, Scapegoat, from_to(BOB, CAL));
    assert_eq!(town.marks(CAL), 9);
    town.flip(ANN, CAL, 1);
}

// George Burroughs.

#[test]
fn t32_burroughs_is_flipped_at_eight() {
    let mut town = cast(&[(BOB, GeorgeBurroughs)])
        .hand(ANN, &[Witness, Accusation])
        .hand(CAL, &[Accusation]);
    town.play(ANN, Witness, at(BOB));
    assert!(
        town.forum.flip_against(seat(BOB)).is_none(),
        "seven are not enough"
    );
    town.play(ANN, Accusation, at(BOB));
    town.flip(ANN, BOB, 1);
}

// Giles Corey.

#[test]
fn t32_corey_is_dealt_one_more_for_two_accusations() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..60 {
        let mut town = Town::dealt(settings(&[("players", "12"), ("role_cards", "on")]), seed);
        let corey = town
            .forum
            .table
            .seats()
            .find(|seat| town.forum.chair(*seat).character == Some(GilesCorey));
        let events = town.end_phase();
        let Some(corey) = corey else { continue };
        let dealt = events.iter().find_map(|event| match event {
            Event::Dealt { hands, .. } => hands.iter().find(|hand| hand.seat == corey),
            _ => None,
        });
        let dealt = &dealt.expect("a hand").cards;
        let accusations = dealt.iter().filter(|card| card.kind == Accusation).count();
        let more = events
            .iter()
            .any(|event| matches!(event, Event::CoreyDealt { .. }));
        assert_eq!(more, accusations >= 2, "{dealt:?}");
        let hand = town.hand_of(corey.number());
        assert_eq!(hand.len(), dealt.len() + usize::from(more));
        with += usize::from(more);
        without += usize::from(!more);
    }
    assert!(with > 0 && without > 0, "{with} {without}");
}

// John Proctor.

#[test]
fn t32_john_takes_hand_and_blue_cards_of_the_dead() {
    let mut town = cast(&[(CAL, JohnProctor)])
        .row(BOB, "wnnnn")
        .hand(BOB, &[Arson, Curse])
        .front(BOB, &[Asylum, Evidence])
        .hand(CAL, &[Robbery])
        .hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    let events = town.flip(ANN, BOB, 1);
    assert_eq!(shares(&events), [(CAL, 3)]);
    let mut hand = town.hand_of(CAL);
    hand.sort_unstable();
    assert_eq!(hand, [Arson, Curse, Robbery, Asylum]);
}

#[test]
fn t32_john_takes_nothing_of_his_own_death() {
    let mut town = cast(&[(BOB, JohnProctor)])
        .row(BOB, "wnnnn")
        .hand(BOB, &[Arson])
        .hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    let events = town.flip(ANN, BOB, 1);
    assert!(shares(&events).is_empty());
    assert!(!town.lives(BOB));
}

#[test]
fn t32_john_takes_after_the_whole_chain_and_who_died_in_it_nothing() {
    // Bob and John are bound together; Bob is exposed.
    let mut town = cast(&[(CAL, JohnProctor)])
        .row(BOB, "wnnnn")
        .hand(BOB, &[Arson])
        .front(BOB, &[Matchmaker])
        .front(CAL, &[Matchmaker])
        .hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    let events = town.flip(ANN, BOB, 1);
    assert!(shares(&events).is_empty());
    assert!(!town.lives(CAL));
    // Bob and Dan are bound together: John has what both leave.
    let mut town = cast(&[(CAL, JohnProctor)])
        .row(BOB, "wnnnn")
        .hand(BOB, &[Arson])
        .front(BOB, &[Matchmaker])
        .front(DAN, &[Matchmaker])
        .hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    let events = town.flip(ANN, BOB, 1);
    assert_eq!(shares(&events), [(CAL, 3)]);
}

#[test]
fn t32_martha_shares_with_john_who_has_the_first_card() {
    let mut town = cast(&[(CAL, JohnProctor), (DAN, MarthaCorey)])
        .row(BOB, "wnnnn")
        .hand(BOB, &[Arson, Curse, Robbery])
        .hand(ANN, &[Witness]);
    town.play(ANN, Witness, at(BOB));
    let events = town.flip(ANN, BOB, 1);
    assert_eq!(shares(&events), [(CAL, 2), (DAN, 1)]);
}

#[test]
fn t32_what_john_gets_at_night_he_keeps_into_the_day() {
    let mut town = cast(&[(CAL, JohnProctor)]).at_night().front(BOB, &[Piety]);
    town.host(Command::Remove {
        seat: seat(BOB),
        confirmed: true,
    });
    assert_eq!(town.hand_of(CAL), [Piety]);
    town.end_phase();
    assert!(town.hand_of(CAL).contains(&Piety));
    assert!(town.hand_of(CAL).len() > town.hand_of(ANN).len());
}

// Martha Corey.

#[test]
fn t32_martha_has_the_ability_of_the_nearest_living_seat_before_hers() {
    let mut town = cast(&[
        (ANN, GeorgeBurroughs),
        (BOB, CottonMather),
        (CAL, MarthaCorey),
    ])
    .row(BOB, "wnnnn")
    .hand(ANN, &[Witness]);
    let ability = |town: &Town| town.forum.table.ability(seat(CAL));
    assert_eq!(ability(&town), Some(CottonMather));
    town.play(ANN, Witness, at(BOB));
    town.flip(ANN, BOB, 1);
    assert_eq!(ability(&town), Some(GeorgeBurroughs));
}

#[test]
fn t32_a_change_that_brings_martha_to_a_flip_is_settled_by_chance() {
    for (evidence, flips) in [(2, false), (3, true)] {
        let mut town = cast(&[(BOB, CottonMather), (CAL, MarthaCorey)])
            .row(BOB, "wnnnn")
            .front(CAL, &vec![Evidence; evidence])
            .hand(ANN, &[Witness]);
        town.play(ANN, Witness, at(BOB));
        let events = town.flip(ANN, BOB, 1);
        let burdened = events.iter().any(|event| {
            matches!(event, Event::Revealed { seat, cause: RevealCause::Burdened, .. } if seat.number() == CAL)
        });
        assert_eq!(burdened, flips, "{evidence} Evidence");
        assert_eq!(town.marks(CAL), if flips { 0 } else { 6 });
    }
}

// Mary Warren.

#[test]
fn t32_the_cat_does_mary_no_harm() {
    for (who, harmless) in [(MaryWarren, true), (SarahGood, false)] {
        let mut town = cast(&[(BOB, who)]).front(BOB, &[BlackCat]);
        let events = town.wait(hours(12));
        let skipped = events
            .iter()
            .any(|event| matches!(event, Event::ScratchHarmless { .. }));
        assert_eq!(skipped, harmless);
        assert_eq!(town.hidden(BOB), if harmless { 5 } else { 4 });
    }
}

#[test]
fn t32_marys_partner_dies_with_her_and_she_not_with_the_partner() {
    let bound = |dying: u8| {
        let mut town = cast(&[(CAL, MaryWarren)])
            .row(dying, "wnnnn")
            .front(BOB, &[Matchmaker])
            .front(CAL, &[Matchmaker])
            .hand(ANN, &[Witness]);
        town.play(ANN, Witness, at(dying));
        town.flip(ANN, dying, 1);
        (town.lives(BOB), town.lives(CAL))
    };
    assert_eq!(bound(BOB), (false, true));
    assert_eq!(bound(CAL), (false, false));
}

// Rebecca Nurse.

#[test]
fn t32_rebecca_draws_when_anothers_tryal_is_flipped_but_not_for_her_own() {
    for (target, drawn) in [(BOB, vec![(CAL, 1)]), (CAL, vec![])] {
        let mut town = cast(&[(CAL, RebeccaNurse)]).hand(ANN, &[Witness]);
        town.play(ANN, Witness, at(target));
        let events = town.flip(ANN, target, 2);
        assert_eq!(took(&events, Taking::RebeccaNurse), drawn);
    }
}

#[test]
fn t32_rebecca_does_not_draw_for_a_confession() {
    let mut town = discarded(cast(&[(CAL, RebeccaNurse)]), &[Arson]).at_night();
    town.confess(BOB, 2);
    let events = town.end_phase();
    assert!(took(&events, Taking::RebeccaNurse).is_empty());
}

// Samuel Parris.

#[test]
fn t32_parris_takes_one_or_two_twice_a_game_in_the_day() {
    let mut town = discarded(
        cast(&[(ANN, SamuelParris)]),
        &[Arson, Curse, Asylum, Robbery],
    );
    let lying = town.forum.table.discard.clone();
    let salvage = |cards: &[usize]| Command::Salvage {
        cards: cards.iter().map(|index| lying[*index]).collect(),
    };
    assert_eq!(
        town.cannot(BOB, salvage(&[0])),
        Refusal::NotYourPower {
            character: SamuelParris
        }
    );
    assert_eq!(town.cannot(ANN, salvage(&[])), Refusal::OneOrTwo);
    assert_eq!(town.cannot(ANN, salvage(&[0, 0])), Refusal::OneOrTwo);
    assert_eq!(town.cannot(ANN, salvage(&[0, 1, 2])), Refusal::OneOrTwo);
    town.does(ANN, salvage(&[0, 1]));
    assert_eq!(town.hand_of(ANN), [Arson, Curse]);
    assert_eq!(
        town.cannot(ANN, salvage(&[0])),
        Refusal::NotInDiscard { card: lying[0] }
    );
    town.does(ANN, salvage(&[2]));
    assert_eq!(
        town.cannot(ANN, salvage(&[3])),
        Refusal::PowerSpent {
            character: SamuelParris
        }
    );
}

#[test]
fn t32_parris_finds_nothing_in_an_empty_discard_or_at_night() {
    let mut town = cast(&[(ANN, SamuelParris)]);
    let card = town.forum.table.deck[0];
    let one = Command::Salvage { cards: vec![card] };
    assert_eq!(town.cannot(ANN, one.clone()), Refusal::EmptyDiscard);
    let mut town = discarded(cast(&[(ANN, SamuelParris)]), &[Arson]).at_night();
    assert!(matches!(town.cannot(ANN, one), Refusal::OnlyIn { .. }));
}

// Sarah Good.

#[test]
fn t32_sarahs_hand_is_neither_burned_nor_robbed() {
    let mut town = cast(&[(BOB, SarahGood)])
        .hand(ANN, &[Arson, Robbery])
        .hand(BOB, &[Curse, Alibi])
        .hand(CAL, &[Stocks]);
    let events = town.play(ANN, Arson, at(BOB));
    assert!(matches!(
        events[0],
        Event::Played {
            effect: Effect::Spared { .. },
            ..
        }
    ));
    town.play(ANN, Robbery, from_to(BOB, CAL));
    assert_eq!(town.hand_of(BOB).len(), 2);
    assert_eq!(town.hand_of(CAL), [Stocks]);
    assert_eq!(town.forum.table.discard.len(), 2);
}

#[test]
fn t32_sarah_with_an_empty_hand_is_refused_and_she_may_receive() {
    let mut town = cast(&[(BOB, SarahGood)])
        .hand(ANN, &[Arson, Robbery])
        .hand(CAL, &[Stocks]);
    let refusal = town.cannot_play(ANN, Arson, at(BOB));
    assert_eq!(refusal, Refusal::EmptyHand { target: seat(BOB) });
    town.play(ANN, Robbery, from_to(CAL, BOB));
    assert_eq!(town.hand_of(BOB), [Stocks]);
}

// Thomas Danforth.

#[test]
fn t32_danforth_may_flip_at_the_sixth_and_must_at_the_seventh() {
    let mut town = cast(&[(ANN, ThomasDanforth)])
        .hand(ANN, &[Accusation, Accusation])
        .accused(BOB, 4);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town, ANN), None, "the fifth");
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town, ANN), Some(PlacingPower::ThomasDanforth));
    assert!(town.forum.flip_against(seat(BOB)).is_none());
    answers(&mut town, ANN, true);
    assert_eq!(town.flip_against(BOB).chooser, seat(ANN));
    town.flip(ANN, BOB, 1);
    assert_eq!(town.marks(BOB), 0);

    let mut town = cast(&[(ANN, ThomasDanforth)])
        .hand(ANN, &[Evidence])
        .accused(BOB, 4);
    town.play(ANN, Evidence, at(BOB));
    assert_eq!(offered(&town, ANN), None, "the seventh binds him");
    town.flip(ANN, BOB, 1);
}

#[test]
fn t32_danforth_against_burroughs_is_a_mark_later() {
    let mut town = cast(&[(ANN, ThomasDanforth), (BOB, GeorgeBurroughs)])
        .hand(ANN, &[Accusation, Accusation])
        .accused(BOB, 5);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town, ANN), None);
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(offered(&town, ANN), Some(PlacingPower::ThomasDanforth));
}

#[test]
fn t32_danforths_choice_ends_when_the_marks_change_or_its_time_is_over() {
    let begun = || {
        let mut town = cast(&[(ANN, ThomasDanforth)])
            .hand(ANN, &[Accusation])
            .hand(CAL, &[Accusation, Alibi])
            .accused(BOB, 5);
        town.play(ANN, Accusation, at(BOB));
        town
    };
    let mut town = begun();
    town.play(CAL, Accusation, at(BOB));
    assert_eq!(offered(&town, ANN), None);
    town.flip(CAL, BOB, 1);
    let mut town = begun();
    town.play(CAL, Alibi, at(BOB));
    assert_eq!(offered(&town, ANN), None);
    let mut town = begun();
    let until = town
        .forum
        .offers_to(seat(ANN))
        .next()
        .expect("an offer")
        .until;
    town.until(until);
    assert_eq!(offered(&town, ANN), None);
    assert_eq!(town.marks(BOB), 6);
}

// Tituba.

#[test]
fn t32_tituba_changes_her_hand_once_and_before_she_plays() {
    let ready = || {
        discarded(
            cast(&[(ANN, Tituba)]).hand(ANN, &[Accusation, Accusation]),
            &[Arson, Curse, Asylum],
        )
    };
    let mut town = ready();
    town.play(ANN, Accusation, at(BOB));
    assert_eq!(town.cannot(ANN, Command::ChangeHand), Refusal::PlayedToday);
    let mut town = ready();
    town.does(ANN, Command::ChangeHand);
    let hand = town.hand_of(ANN);
    assert_eq!(hand.len(), 2);
    assert!(!hand.contains(&Accusation));
    let refusal = town.cannot(ANN, Command::ChangeHand);
    assert_eq!(refusal, Refusal::PowerSpent { character: Tituba });
}

#[test]
fn t32_tituba_needs_a_hand_and_as_many_in_the_discard() {
    let mut town = discarded(
        cast(&[(ANN, Tituba)]).hand(ANN, &[Accusation, Accusation]),
        &[Arson],
    );
    assert_eq!(
        town.cannot(ANN, Command::ChangeHand),
        Refusal::TooFewInDiscard { count: 2 }
    );
    let mut town = discarded(cast(&[(ANN, Tituba)]), &[Arson]);
    assert_eq!(
        town.cannot(ANN, Command::ChangeHand),
        Refusal::EmptyHand { target: seat(ANN) }
    );
}

// Will Griggs.

#[test]
fn t32_griggs_plays_an_alibi_as_a_witness_even_against_piety() {
    let as_witness = Command::Play(Play::AlibiAsWitness {
        copy: 1,
        target: seat(BOB),
    });
    let mut town = cast(&[(CAL, WillGriggs)]).hand(ANN, &[Alibi]);
    assert_eq!(
        town.cannot(ANN, as_witness.clone()),
        Refusal::NotYourPower {
            character: WillGriggs
        }
    );
    let mut town = cast(&[(ANN, WillGriggs)])
        .hand(ANN, &[Alibi])
        .hand(CAL, &[Alibi])
        .front(BOB, &[Piety]);
    town.does(ANN, as_witness);
    assert_eq!(town.marks(BOB), 7);
    assert_eq!(town.front_of(BOB), [Piety, Alibi]);
    town.flip(ANN, BOB, 1);
    assert_eq!(town.front_of(BOB), [Piety], "it goes with the red cards");
}

#[test]
fn t32_no_alibi_takes_griggs_alibi_away() {
    let mut town = cast(&[(ANN, WillGriggs), (BOB, GeorgeBurroughs)])
        .hand(ANN, &[Alibi])
        .hand(CAL, &[Alibi]);
    town.does(
        ANN,
        Command::Play(Play::AlibiAsWitness {
            copy: 1,
            target: seat(BOB),
        }),
    );
    assert!(
        town.forum.flip_against(seat(BOB)).is_none(),
        "eight for Burroughs"
    );
    let refusal = town.cannot_play(CAL, Alibi, at(BOB));
    assert_eq!(refusal, Refusal::NoMarks { target: seat(BOB) });
}

// William Phips.

#[test]
fn t32_phips_confesses_without_a_tryal_once() {
    let mut town = cast(&[(BOB, WilliamPhips)]).at_night();
    let refusal = town.cannot(ANN, Command::ConfessUnshown);
    assert_eq!(
        refusal,
        Refusal::NotYourPower {
            character: WilliamPhips
        }
    );
    town.does(BOB, Command::ConfessUnshown);
    for witch in town.forum.table.living_coven().collect::<Vec<_>>() {
        town.kill(witch.number(), BOB);
    }
    town.end_phase();
    assert!(town.lives(BOB));
    assert_eq!(town.hidden(BOB), 5);
    assert_eq!(town.forum.uses_left(seat(BOB), WilliamPhips), Some(0));
}

#[test]
fn t32_phips_uses_it_up_though_nobody_came_but_not_if_he_takes_it_back() {
    let mut town = cast(&[(BOB, WilliamPhips)]).at_night();
    town.does(BOB, Command::ConfessUnshown);
    town.end_phase();
    assert_eq!(town.forum.uses_left(seat(BOB), WilliamPhips), Some(0));
    let mut town = cast(&[(BOB, WilliamPhips)]).at_night();
    town.does(BOB, Command::ConfessUnshown);
    town.does(BOB, Command::WithdrawConfession);
    town.end_phase();
    assert_eq!(town.forum.uses_left(seat(BOB), WilliamPhips), Some(1));
}

#[test]
fn t32_a_tryal_and_nothing_are_not_confessed_together() {
    let mut town = cast(&[(BOB, WilliamPhips)]).at_night();
    town.does(BOB, Command::ConfessUnshown);
    town.confess(BOB, 2);
    let night = town.forum.night().expect("Night");
    assert!(night.unshown.is_empty() && night.confessions.len() == 1);
    town.does(BOB, Command::ConfessUnshown);
    let night = town.forum.night().expect("Night");
    assert!(night.confessions.is_empty() && night.unshown.len() == 1);
}

// The clock.

#[test]
fn t32_a_pause_moves_what_is_offered() {
    let mut town = cast(&[(ANN, ThomasDanforth)])
        .hand(ANN, &[Accusation])
        .accused(BOB, 5);
    town.play(ANN, Accusation, at(BOB));
    let until = |town: &Town| {
        town.forum
            .offers_to(seat(ANN))
            .next()
            .expect("an offer")
            .until
    };
    let before = until(&town);
    town.host(Command::Pause);
    town.wait(hours(3));
    town.host(Command::Resume);
    assert_eq!(until(&town), before + hours(3));
}
