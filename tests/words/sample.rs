//! A table of twelve in the middle of things, and one of every kind of event on it, as long as each can get.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use town_crier::games::salem1692::forum::{
    Chat, ConfessionRecord, Conspiracy, ConspiracyRecord, DawnRecord, Day, DeathCause, Effect,
    Event, Flip, FlipChoice, Forum, ForumSettings, Guard, Hand, History, KillVote, Moment, Motion,
    Move, Night, NightRecord, Outcome, Over, Pause, PauseCause, Phase, Pick, PowerOffer, Proposal,
    RevealCause, Shift, Span, Stocks, Taking,
};
use town_crier::games::salem1692::table::{
    Card, CardKind, Character, PlacingPower, Position, Side, Tryal, TryalCard, TryalKind,
};
use town_crier::kernel::game::Game;
use town_crier::kernel::ids::{PlayerId, PromptId, Seat};
use town_crier::kernel::text::{Name, Text};
use town_crier::kernel::time::{Length, Time};

pub const NOW: Time = Time(1_700_000_000_000);
pub const LATER: Time = Time(1_700_086_400_000);
const PROMPT: PromptId = PromptId(0x1f);

pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn place(number: u8) -> Position {
    Position::new(number).expect("a row has five places")
}

fn card(kind: CardKind, copy: u8) -> Card {
    Card::new(kind, copy)
}

pub const WITCH: TryalCard = TryalCard {
    kind: TryalKind::Witch,
    copy: 1,
};
pub const CONSTABLE: TryalCard = TryalCard {
    kind: TryalKind::Constable,
    copy: 1,
};
pub const PLAIN: TryalCard = TryalCard {
    kind: TryalKind::NotAWitch,
    copy: 1,
};

/// Twelve players; seats 1 and 2 hold the Witch cards, seat 3 the Constable; it is the given phase.
pub fn table(phase: Phase) -> Forum {
    let settings = ForumSettings {
        players: 12,
        ..ForumSettings::default()
    };
    let players: Vec<PlayerId> = (1..=12).map(|id| PlayerId(u64::MAX - id)).collect();
    let mut forum = Forum::new(&settings, &players, PlayerId(7));
    let mut plain = 0;
    for (index, chair) in forum.table.chairs.iter_mut().enumerate() {
        for place in 0..5 {
            let card = match (index, place) {
                (0, 2) => WITCH,
                (1, 2) => TryalCard { copy: 2, ..WITCH },
                (2, 2) => CONSTABLE,
                _ => {
                    plain += 1;
                    TryalCard {
                        copy: plain,
                        ..PLAIN
                    }
                }
            };
            chair.row.push(Tryal {
                card,
                revealed: false,
            });
        }
        chair.coven = index < 2;
    }
    forum.phase = phase;
    forum.chats = vec![chat(0)];
    forum.proposal = Some(Proposal {
        prompt: PROMPT,
        motion: Motion::End,
        yes: BTreeSet::from([seat(1), seat(2)]),
    });
    forum.history = Arc::new(history(&forum));
    forum
}

fn chat(number: u16) -> Chat {
    Chat {
        number,
        night: 1,
        opener: seat(4),
        members: BTreeSet::from([seat(4), seat(5)]),
        open: true,
    }
}

fn history(forum: &Forum) -> History {
    let rows = forum
        .table
        .chairs
        .iter()
        .map(|chair| chair.row.iter().map(|tryal| tryal.card));
    History {
        dealt: rows.map(Iterator::collect).collect(),
        joined: vec![(seat(1), Moment::Setup), (seat(2), Moment::Day(1))],
        dawn: Some(DawnRecord {
            votes: vec![(seat(1), seat(9)), (seat(2), seat(8))],
            cat: seat(9),
            drawn_among: vec![seat(8), seat(9)],
        }),
        conspiracies: vec![ConspiracyRecord {
            day: 1,
            scratch: Some((seat(9), place(1), PLAIN)),
            picks: picks(),
            moves: moves(),
            joined: vec![seat(2)],
        }],
        nights: vec![NightRecord {
            number: 1,
            votes: vec![
                (seat(1), KillVote::Target(seat(9))),
                (seat(2), KillVote::Nobody),
            ],
            coven: vec![seat(1), seat(2)],
            target: None,
            guard: Some(Guard {
                by: seat(3),
                target: Some(seat(6)),
            }),
            confessions: vec![
                ConfessionRecord {
                    seat: seat(6),
                    position: place(4),
                    card: PLAIN,
                    guarded: true,
                },
                ConfessionRecord {
                    seat: seat(7),
                    position: place(5),
                    card: PLAIN,
                    guarded: false,
                },
            ],
            unshown: Vec::new(),
            asylum: Some(seat(8)),
            died: vec![seat(10)],
        }],
        deaths: vec![(seat(10), Moment::Night(1))],
        replaced: vec![(seat(5), PlayerId(1), PlayerId(2))],
        chronicle: every_event(forum)
            .into_iter()
            .map(|event| (Moment::Day(1), NOW, event))
            .collect(),
    }
}

fn span() -> Span {
    Span {
        began: NOW,
        until: LATER,
        reminders: Vec::new(),
    }
}

/// A Day with an owed flip and an open Shift.
pub fn day() -> Phase {
    Phase::Day(Day {
        number: 1,
        span: span(),
        prompt: PROMPT,
        quiet_until: NOW,
        conspiracy: Conspiracy::Shift(Shift {
            prompt: PROMPT,
            until: LATER,
            picks: BTreeMap::from([(seat(4), place(1))]),
        }),
        flips: vec![flip()],
        stocks: Vec::new(),
        closing: false,
        waits: true,
        removals: Vec::new(),
        offers: Vec::new(),
        played: Default::default(),
    })
}

/// A Night in which nobody has said anything yet.
pub fn night() -> Phase {
    Phase::Night(Night {
        number: 1,
        span: span(),
        prompt: PROMPT,
        votes: BTreeMap::new(),
        guard: None,
        unshown: Default::default(),
        confessions: BTreeMap::new(),
    })
}

pub fn over() -> Phase {
    Phase::Over(Over {
        at: NOW,
        outcome: Outcome::Won(Side::Town),
    })
}

fn flip() -> Flip {
    Flip {
        prompt: PROMPT,
        seat: seat(9),
        chooser: seat(8),
        since: NOW,
        until: LATER,
    }
}

fn stocks() -> Stocks {
    Stocks {
        card: card(CardKind::Stocks, 1),
        seat: seat(9),
        from: NOW,
        until: LATER,
    }
}

fn picks() -> Vec<Pick> {
    let pick = |number: u8| Pick {
        seat: seat(number),
        source: seat(if number == 1 { 12 } else { number - 1 }),
        position: place(1),
        card: PLAIN,
        random: true,
    };
    (1..=12).map(pick).collect()
}

fn moves() -> Vec<Move> {
    let moved = |number: u8| Move {
        seat: seat(number),
        position: place(1),
        card: match number {
            2 => TryalCard { copy: 2, ..WITCH },
            3 => CONSTABLE,
            _ => PLAIN,
        },
        lost: PLAIN,
        origin: (seat(13 - number), place(5)),
    };
    (1..=12).map(moved).collect()
}

/// Cards of every kind, so that lists of them are at their longest.
pub fn all_kinds() -> Vec<Card> {
    let mut cards: Vec<Card> = Card::all_but_accusations().collect();
    cards.extend((1..=6).map(|copy| card(CardKind::Accusation, copy)));
    cards
}

/// A play of every effect.
pub fn every_effect() -> Vec<(Card, Effect)> {
    let target = seat(9);
    let (source, receiver) = (seat(9), seat(10));
    let mut effects = vec![
        (
            card(CardKind::Evidence, 1),
            Effect::Marked {
                target,
                marks: 9,
                threshold: 8,
            },
        ),
        (card(CardKind::Robbery, 1), Effect::Spared { target }),
        (
            card(CardKind::Alibi, 1),
            Effect::Cleared {
                target,
                removed: vec![card(CardKind::Accusation, 1)],
                marks: 2,
                threshold: 7,
            },
        ),
        (
            card(CardKind::Arson, 1),
            Effect::Burned {
                target,
                cards: all_kinds(),
            },
        ),
        (
            card(CardKind::Curse, 1),
            Effect::Cursed {
                target,
                blue: card(CardKind::BlackCat, 1),
            },
        ),
        (
            card(CardKind::Robbery, 1),
            Effect::Robbed {
                source,
                receiver,
                cards: all_kinds(),
            },
        ),
        (
            card(CardKind::Scapegoat, 1),
            Effect::Blamed {
                source,
                receiver,
                cards: vec![
                    card(CardKind::Accusation, 1),
                    card(CardKind::Accusation, 2),
                    card(CardKind::Evidence, 1),
                    card(CardKind::BlackCat, 1),
                    card(CardKind::Asylum, 1),
                    card(CardKind::Matchmaker, 1),
                    card(CardKind::Piety, 1),
                    card(CardKind::Stocks, 1),
                ],
                stocks: vec![stocks()],
                marks: 5,
                threshold: 7,
            },
        ),
        (
            card(CardKind::Stocks, 1),
            Effect::Frozen { stocks: stocks() },
        ),
    ];
    for kind in [
        CardKind::BlackCat,
        CardKind::Asylum,
        CardKind::Matchmaker,
        CardKind::Piety,
    ] {
        effects.push((card(kind, 1), Effect::Placed { target }));
    }
    effects
}

fn hands(forum: &Forum) -> Vec<Hand> {
    forum
        .table
        .seats()
        .map(|seat| Hand {
            seat,
            cards: all_kinds(),
        })
        .collect()
}

/// At least one of every kind of event, each as long as it gets; `telling` below is complete, so none is forgotten.
pub fn every_event(forum: &Forum) -> Vec<Event> {
    let at = NOW;
    let until = LATER;
    let prompt = PROMPT;
    let some = seat(9);
    let mut events = vec![
        Event::SeatsDrawn {
            order: forum
                .table
                .chairs
                .iter()
                .map(|chair| chair.player)
                .collect(),
        },
        Event::TryalsDealt {
            rows: vec![vec![PLAIN; 5]; 12],
        },
        Event::RoleCardsDealt {
            characters: Character::ALL[..12].to_vec(),
        },
        Event::CoreyDealt {
            seat: some,
            card: card(CardKind::Accusation, 9),
        },
        Event::PowerDeclined { prompt },
        Event::RedsShed {
            at,
            seat: some,
            cards: vec![card(CardKind::Accusation, 9), card(CardKind::Evidence, 1)],
        },
        Event::HandChanged {
            at,
            seat: some,
            gone: vec![card(CardKind::Accusation, 9)],
            came: vec![card(CardKind::Arson, 1)],
        },
        Event::Inherited {
            shares: hands(forum).into_iter().take(2).collect(),
        },
        Event::DawnBegan { at, until, prompt },
        Event::CatNamed {
            seat: seat(1),
            target: some,
        },
        Event::CatGiven {
            at,
            seat: some,
            votes: vec![(seat(1), some), (seat(2), seat(8))],
            drawn_among: vec![seat(8), some],
        },
        Event::DayBegan {
            number: 1,
            at,
            until,
            quiet_until: at + Length::HOUR,
            conspiracy: at + Length(12_345_678),
            prompt,
        },
        Event::Dealt {
            supply: 35,
            added: 3,
            removed: 2,
            hands: hands(forum),
            left_out: vec![card(CardKind::Scapegoat, 1), card(CardKind::Robbery, 1)],
        },
        Event::MatchmakersDiscarded {
            seat: some,
            cards: vec![card(CardKind::Matchmaker, 1), card(CardKind::Matchmaker, 2)],
        },
        Event::FlipOwed {
            flip: flip(),
            marks: 8,
            threshold: 7,
        },
        Event::FlipOwed {
            flip: flip(),
            marks: 7,
            threshold: 8,
        },
        Event::Died {
            at,
            seat: some,
            cause: DeathCause::Matchmaker { partner: seat(8) },
            remaining: (1..=5).map(|number| (place(number), PLAIN)).collect(),
            coven: true,
            discarded: all_kinds(),
            flip_lapsed: true,
        },
        Event::BlueCardsLeft {
            from_fronts: vec![card(CardKind::BlackCat, 1)],
            from_elsewhere: vec![card(CardKind::Asylum, 1), card(CardKind::Piety, 1)],
        },
        Event::StocksEnded {
            at,
            seat: some,
            card: card(CardKind::Stocks, 1),
        },
        Event::ConspiracyCalled {
            at,
            flips: vec![(PROMPT, until)],
        },
        Event::ScratchSkipped,
        Event::ScratchHarmless { seat: some },
        Event::ShiftOpened { at, until, prompt },
        Event::Picked {
            seat: some,
            position: place(1),
        },
        Event::Redistributed {
            at,
            picks: picks(),
            moves: moves(),
            joined: vec![seat(2)],
            constable_before: Some(seat(4)),
            constable_after: Some(seat(3)),
        },
        Event::NightFell {
            number: 1,
            at,
            until,
            prompt,
        },
        Event::KillNamed {
            seat: seat(1),
            vote: Some(KillVote::Target(some)),
        },
        Event::GuardNamed {
            guard: Guard {
                by: seat(3),
                target: Some(some),
            },
        },
        Event::Confessed {
            seat: some,
            position: place(1),
        },
        Event::ConfessedUnshown { seat: some },
        Event::ConfessionWithdrawn { seat: some },
        Event::NightEnded {
            number: 1,
            at,
            votes: vec![(seat(1), KillVote::Target(some))],
            target: Some(some),
            guard: Some(Guard {
                by: seat(3),
                target: Some(some),
            }),
            confessions: vec![(some, place(1))],
            unshown: vec![seat(8)],
            asylum: Some(some),
        },
        Event::ConfessionSpared { seat: seat(6) },
        Event::DaybreakReported {
            number: 1,
            at,
            confessions: vec![(seat(7), place(5), PLAIN)],
            unshown: vec![seat(8)],
            died: forum.table.seats().collect(),
            guarded: Some(seat(6)),
        },
        Event::ChatOpened {
            chat: 0,
            opener: seat(4),
            guests: vec![seat(5), seat(6)],
        },
        Event::ChatJoined {
            chat: 0,
            by: seat(4),
            guest: seat(6),
        },
        Event::ChatLeft {
            chat: 0,
            seat: seat(6),
        },
        Event::Resumed {
            at,
            paused_for: Length::HOUR,
            cause: PauseCause::NobodyActs,
        },
        Event::Extended {
            by: Length::HOUR,
            until,
        },
        Event::Advanced { at },
        Event::Replaced {
            seat: some,
            out: PlayerId(1),
            player: PlayerId(2),
        },
        Event::RemovalDeferred { seat: some },
        Event::ProposalWithdrawn,
        Event::SecretsShown {
            player: PlayerId(7),
        },
        Event::Spoke { seat: some },
        Event::LeftServer { seat: some },
        Event::CameBack { seat: some },
        Event::Reminded {
            at,
            before: Length::HOUR,
            until,
            owing: vec![seat(1), seat(3), seat(8)],
        },
        Event::ModeratorReturned {
            since: NOW,
            at: LATER,
            until: Some(until),
            flips: vec![(PROMPT, until)],
            shift: Some(until),
            waits: true,
            conspiracy: Some(at + Length(12_345_678)),
            standstill: Some(until),
        },
        Event::InactivityReported {
            silent: forum.table.seats().collect(),
            unvoted: vec![seat(1)],
        },
        Event::Ended {
            at,
            outcome: Outcome::Won(Side::Witches),
            by_removal: Some(some),
        },
    ];
    for power in [
        PlacingPower::AbigailWilliams,
        PlacingPower::AnnPutnam,
        PlacingPower::ThomasDanforth,
    ] {
        let offer = PowerOffer {
            prompt,
            seat: seat(8),
            power,
            target: some,
            until,
        };
        events.push(Event::PowerOffered { offer });
    }
    for taking in [
        Taking::AnnPutnam,
        Taking::RebeccaNurse,
        Taking::SamuelParris,
    ] {
        events.push(Event::TookFromDiscard {
            at,
            seat: some,
            taking,
            cards: vec![card(CardKind::Arson, 1)],
        });
    }
    for (card, effect) in every_effect() {
        events.push(Event::Played {
            at,
            seat: seat(8),
            card,
            effect,
        });
    }
    let flipped = |choice| RevealCause::Flip {
        prompt,
        chooser: seat(8),
        choice,
    };
    for cause in [
        flipped(FlipChoice::Chosen),
        flipped(FlipChoice::TimeOut),
        flipped(FlipChoice::ChooserDied),
        flipped(FlipChoice::DayEnded),
        RevealCause::Burdened,
        RevealCause::CatScratch,
        RevealCause::Confession,
    ] {
        let discarded = Vec::new();
        events.push(Event::Revealed {
            at,
            seat: some,
            position: place(1),
            card: CONSTABLE,
            cause,
            discarded,
        });
    }
    for cause in [
        PauseCause::Host,
        PauseCause::NobodyActs,
        PauseCause::NothingHappens,
    ] {
        let until = (cause != PauseCause::Host).then_some(until);
        events.push(Event::Paused {
            pause: Pause {
                since: at,
                cause,
                until,
            },
        });
    }
    for motion in [
        Motion::End,
        Motion::Replace {
            seat: some,
            player: PlayerId(2),
        },
    ] {
        events.push(Event::Proposed {
            prompt,
            motion,
            by: Some(seat(8)),
        });
    }
    events.push(Event::Proposed {
        prompt,
        motion: Motion::End,
        by: None,
    });
    for yes in [true, false] {
        events.push(Event::Seconded { seat: some, yes });
    }
    events
}

/// A text with every name as long as names get: 32 characters of which a quarter needs an escape.
pub fn longest(text: &Text) -> String {
    text.render(|name| match name {
        Name::Seat(seat) => {
            format!("{}{:02}", "Abigail_of_the_".repeat(3), seat.number())[..38].to_owned() + ".."
        }
        Name::Player(_) => "Somebody_else_with_a_very_long_name_here".to_owned(),
    })
}

/// A text with short names, for reading.
pub fn plain(text: &Text) -> String {
    text.render(|name| match name {
        Name::Seat(seat) => format!("#{}", seat.number()),
        Name::Player(player) => format!("@{player}"),
    })
}
