//! Nonsense from outside: custom ids, what is typed, settings, configurations and records that nobody in their right mind
//! wrote. `NONSENSE=100000 cargo test --release --test chance outside` tries as many of each.

use std::sync::OnceLock;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config as Cases, RngSeed};
use town_crier::config::Config;
use town_crier::discord::components::{self, Shown};
use town_crier::discord::limits;
use town_crier::discord::render::{Names, split};
use town_crier::games::AnySettings;
use town_crier::games::audit::audit;
use town_crier::games::salem1692::table::{Card, Character};
use town_crier::kernel::dice::Seed;
use town_crier::kernel::game::{Actor, Settings};
use town_crier::kernel::ids::{GameId, PlayerId, Seat};
use town_crier::kernel::intent::{Intent, Offer};
use town_crier::kernel::text::{Name, Named, Text};

use crate::bend::VALUES;
use crate::how_many;
use crate::live::{Live, person};
use crate::player::{Drawer, FIELDS, poke};
use crate::verbs::VERBS;

/// The same cases in every run, so that no run depends on chance.
fn cases(usual: u64) -> Cases {
    Cases {
        cases: u32::try_from(how_many("NONSENSE", usual)).expect("a number of cases"),
        rng_seed: RngSeed::Fixed(1692),
        failure_persistence: None,
        ..Cases::default()
    }
}

/// What somebody types: anything at all, or nearly what it should be.
fn typed() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => ".*",
        6 => "\\PC{0,40}",
        6 => "[0-9]{1,25}",
        6 => "-?[0-9]{1,22}(ms|s|m|h|d| )?",
        6 => "[0-9]{1,3}(,[0-9]{1,3}){0,14}",
        12 => select(VALUES.to_vec()).prop_map(str::to_owned),
        1 => (".{1,8}", 250_usize..900).prop_map(|(piece, times)| piece.repeat(times)),
    ]
}

/// One change to a text: a piece of it cut out, doubled, or replaced.
#[derive(Debug, Clone)]
struct Spoiling {
    at: prop::sample::Index,
    length: usize,
    by: String,
}

fn spoiling() -> impl Strategy<Value = Spoiling> {
    let by = prop_oneof![
        Just(String::new()),
        "[ -~]",
        ".",
        "[0-9]{1,20}",
        select(vec![
            "null", "{}", "[]", "-1", "1e400", "\"\"", "\n", "\0", "\u{202e}", "🐈"
        ])
        .prop_map(str::to_owned),
    ];
    let (at, length) = (any::<prop::sample::Index>(), 0_usize..6);
    (at, length, by).prop_map(|(at, length, by)| Spoiling { at, length, by })
}

fn spoilt(text: &str, spoilings: &[Spoiling]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for Spoiling { at, length, by } in spoilings {
        let at = at.index(letters.len() + 1);
        let end = letters.len().min(at + length);
        letters.splice(at..end, by.chars());
    }
    letters.into_iter().collect()
}

fn intent() -> impl Strategy<Value = Intent> {
    let verb = prop_oneof![
        8 => select(VERBS.to_vec()).prop_map(str::to_owned),
        1 => "[a-z.]{1,16}",
        1 => typed(),
    ];
    let field = prop_oneof![8 => select(FIELDS.to_vec()).prop_map(str::to_owned), 1 => typed()];
    (verb, btree_map(field, typed(), 0..5)).prop_map(|(verb, fields)| Intent { verb, fields })
}

/// A sign-up and a game in the middle, of each edition.
fn games() -> &'static [Live] {
    static GAMES: OnceLock<Vec<Live>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut games = Vec::new();
        for edition in ["forum", "tabletop"] {
            games.push(Live::open(edition, 5));
            for number in 0..3 {
                let mut live = Live::begin(edition, number);
                let mut drawer = Drawer::default();
                for _ in 0..40 + 60 * number {
                    if live.goes_on() {
                        poke(&mut live, &mut drawer);
                    }
                }
                games.push(live);
            }
        }
        games
    })
}

fn anybody() -> impl Strategy<Value = u64> {
    prop_oneof![8 => 1_u64..13, 1 => Just(1_000), 1 => Just(5_000), 1 => any::<u64>()]
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn a_custom_id_is_an_intent_that_reads_back_or_nobodys(
        id in prop_oneof![typed(), "tc1:[0-9a-f]{16}:[a-z.]{0,17}:([a-z]{1,4}=[ -~]{0,9}&?){0,3}(:[a-z]{0,5})?(~[0-9])?"],
        spoilings in vec(spoiling(), 0..4),
        chosen in vec(typed(), 0..3),
    ) {
        let id = spoilt(&id, &spoilings);
        let _ = components::is_typed(&id);
        let _ = components::chosen(&id, &chosen);
        if let Some((game, intent)) = components::decode(&id) {
            let again = components::encode(game, &intent, None);
            if let Some(again) = again {
                prop_assert_eq!(components::decode(&again), Some((game, intent)));
            }
        }
    }

    #[test]
    fn an_intent_that_fits_reads_back_as_it_was(game in any::<u64>(), intent in intent(), value in typed()) {
        let game = GameId(game);
        if let Some(id) = components::encode(game, &intent, None) {
            prop_assert!(limits::length(&id) <= limits::CUSTOM_ID);
            prop_assert_eq!(components::decode(&id), Some((game, intent.clone())));
        }
        if let Some(id) = components::encode(game, &intent, Some("field")) {
            let chosen = components::chosen(&id, std::slice::from_ref(&value));
            prop_assert_eq!(chosen, Some((game, intent.with("field", value))));
        }
    }

    #[test]
    fn what_is_typed_is_an_id_a_card_or_neither(text in typed()) {
        if let Ok(game) = text.parse::<GameId>() {
            prop_assert_eq!(game.to_string(), text.as_str());
        }
        if let Ok(card) = text.parse::<Card>() {
            prop_assert_eq!(card.to_string(), text.as_str());
        }
        if let Ok(character) = text.parse::<Character>() {
            prop_assert_eq!(character.word(), text.as_str());
        }
        if let Some(seed) = Seed::parse(&text) {
            prop_assert_eq!(seed.reveal(), text.as_str());
        }
        if let Ok(seat) = serde_json::from_str::<Seat>(&text) {
            prop_assert_eq!(Seat::at(seat.index()), seat);
        }
        let _ = text.parse::<PlayerId>();
    }

    #[test]
    fn a_long_text_is_split_within_limits_and_nothing_is_lost(text in prop_oneof![typed(), ("[a-z \n\\\\]{1,60}", 20_usize..100).prop_map(|(piece, times)| piece.repeat(times))]) {
        let parts = split(&text, limits::MESSAGE);
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        for part in &parts {
            prop_assert!(limits::length(part) <= limits::MESSAGE && !part.trim().is_empty());
        }
        prop_assert_eq!(bare(&parts.concat()), bare(&text));
        let cut = limits::cut(&text, limits::OPTION);
        prop_assert!(limits::length(&cut) <= limits::OPTION);
    }

    #[test]
    fn a_name_is_shown_as_text_and_nothing_else(names in vec(typed(), 1..6)) {
        let people: Vec<(PlayerId, &str)> =
            names.iter().zip(1..).map(|(name, id)| (PlayerId(id), name.as_str())).collect();
        let shown = Names::new(&[(Seat::new(1), PlayerId(1))], &people);
        for (player, _) in &people {
            let label = shown.label(&Text::from(Named(*player).to_string()), limits::BUTTON_LABEL);
            prop_assert!(!label.trim().is_empty() && limits::length(&label) <= limits::BUTTON_LABEL);
            let escaped = shown.escaped(Name::Player(*player));
            prop_assert!(!escaped.contains('\n'));
        }
    }

    #[test]
    fn a_setting_is_set_and_reads_back_or_is_refused_in_words(
        edition in select(vec!["forum", "tabletop"]),
        which in any::<prop::sample::Index>(),
        value in typed(),
    ) {
        let settings = AnySettings::of(edition).expect("an edition");
        let listed = settings.list();
        let key = listed[which.index(listed.len())].key;
        match settings.set(key, &value) {
            Err(words) => prop_assert!(!words.is_empty()),
            Ok(changed) => {
                let of = |settings: &AnySettings| {
                    let listed = settings.list().into_iter().find(|setting| setting.key == key);
                    listed.expect("it is still there").value
                };
                let again = changed.set(key, &of(&changed)).expect("as it is listed it can be typed");
                prop_assert_eq!(again, changed);
            }
        }
        let refused = settings.set(&value, "1h");
        prop_assert!(refused.is_ok() || refused.is_err_and(|words| !words.is_empty()));
    }

    #[test]
    fn a_configuration_is_read_or_refused_with_its_place(
        text in prop_oneof![Just(include_str!("../../config/town-crier.toml").to_owned()), typed()],
        spoilings in vec(spoiling(), 0..4),
    ) {
        if let Err(bad) = Config::parse("this file", &spoilt(&text, &spoilings)) {
            prop_assert!(bad.to_string().starts_with("this file") && !bad.problem.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn whatever_somebody_wants_of_a_game_is_answered(
        which in any::<prop::sample::Index>(),
        who in anybody(),
        intent in intent(),
        field in select(FIELDS.to_vec()),
        typed in typed(),
    ) {
        let games = games();
        let live = &games[which.index(games.len())];
        let session = &live.session;
        let names = Names::new(&session.seats(), &[]);
        for choice in session.complete(person(who), &intent, field, &typed, live.now) {
            prop_assert!(!choice.value.is_empty() && limits::length(&choice.value) <= limits::OPTION);
            prop_assert!(limits::length(&names.label(&choice.label, limits::OPTION)) <= limits::OPTION);
        }
        match session.offer(person(who), &intent, live.now) {
            Offer::Do(command) => {
                let came = live.tried(Actor::Person(person(who)), &command);
                if let Err(words) = came {
                    prop_assert!(!words.is_empty());
                }
            }
            // What was typed does not fit into the panel's controls: the door says so.
            Offer::Show(panel) if !components::fits(session.game, &panel) => {}
            Offer::Show(panel) => {
                // What breaks a limit of Discord's panics in here.
                let shown = Shown::new(session.game, &names, &panel);
                prop_assert!(!shown.contents.is_empty());
            }
            Offer::Refuse(words) => prop_assert!(!words.is_empty()),
            Offer::Unknown => {}
        }
    }
}

/// The record of a game of each edition that came to its end.
fn records() -> &'static [Live] {
    static RECORDS: OnceLock<Vec<Live>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let ended = |edition| {
            (0..)
                .map(|number| {
                    let mut live = Live::begin(edition, number);
                    let mut drawer = Drawer::default();
                    while live.goes_on() && live.entries.len() < 250 {
                        poke(&mut live, &mut drawer);
                    }
                    live
                })
                .find(|live| !live.goes_on())
                .expect("some game ends early")
        };
        vec![ended("forum"), ended("tabletop")]
    })
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_spoilt_record_is_found_to_be_so(
        which in 0_usize..2,
        line in any::<prop::sample::Index>(),
        spoilings in vec(spoiling(), 1..4),
    ) {
        let whole = records()[which].record();
        let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
        let at = line.index(lines.len());
        let changed = spoilt(&lines[at], &spoilings);
        prop_assume!(changed != lines[at] && !changed.trim_end_matches(['\r', '\n']).eq(&lines[at]));
        lines[at] = changed;
        let found = audit(&lines.join("\n"));
        prop_assert!(!found.holds(), "line {}: {}", at + 1, lines[at]);
        prop_assert!(found.findings.iter().all(|finding| finding.line > 0 && !finding.what.is_empty()));
    }

    #[test]
    fn a_forged_record_whose_chain_holds_is_decided_anew_to_its_end(
        which in 0_usize..2,
        line in any::<prop::sample::Index>(),
        seed in any::<u64>(),
    ) {
        // Whoever has the seed, as all have at the end, can make every chain: only the rules can tell then.
        let live = &records()[which];
        let forged = live.forged(line.index(live.entries.len()), seed);
        prop_assume!(forged.is_some());
        let found = audit(&forged.expect("it was made"));
        for finding in &found.findings {
            prop_assert!(!finding.what.contains("cannot decide"), "{:?}", finding);
        }
    }

    #[test]
    fn a_record_that_is_none_is_said_to_be_none(text in prop_oneof![typed(), "(\\{[ -~]{0,60}\\}\n){1,4}"]) {
        prop_assert!(!audit(&text).holds());
    }
}
