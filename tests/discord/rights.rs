//! Overwrites: what they allow and deny, and that they never loosen before they should.

use std::collections::BTreeMap;

use town_crier::discord::permissions::{Cast, Overwrites, Target, missing, required};
use town_crier::kernel::ids::{PlayerId, Seat};
use town_crier::kernel::place::{ChannelKey, ChannelPlan, Rights};

const VIEW: u64 = 1 << 10;
const SEND: u64 = 1 << 11;
const REACT: u64 = 1 << 6;
const IN_THREADS: u64 = 1 << 38;
const GUILD: u64 = 500;
const BOT: u64 = 900;

fn cast() -> Cast {
    Cast {
        guild: GUILD,
        bot: BOT,
        host: Some(PlayerId(77)),
        seats: (1..=3)
            .map(|number| (Seat::new(number), PlayerId(u64::from(number))))
            .collect(),
    }
}

fn plan(everyone: Rights, seats: &[Rights], host: Option<Rights>) -> ChannelPlan {
    ChannelPlan {
        key: ChannelKey::Town,
        name: "town".to_owned(),
        topic: String::new(),
        everyone,
        seats: seats
            .iter()
            .enumerate()
            .map(|(index, rights)| (Seat::at(index), *rights))
            .collect::<BTreeMap<_, _>>(),
        host,
    }
}

fn can(overwrites: &Overwrites, user: u64, bit: u64) -> bool {
    let (allow, deny) = overwrites.get(Target::Member(user)).unwrap_or_default();
    let (_, denied) = overwrites.get(Target::Role(GUILD)).unwrap_or_default();
    allow & bit != 0 || (denied & bit == 0 && deny & bit == 0)
}

#[test]
fn every_bit_in_an_overwrite_is_the_bots_own() {
    let all = [Rights::NONE, Rights::READ, Rights::WRITE, Rights::THREADS];
    for everyone in all {
        for seat in all {
            for host in [None, Some(Rights::READ), Some(Rights::WRITE)] {
                let overwrites = Overwrites::of(&plan(everyone, &[seat], host), &cast());
                assert_eq!(overwrites.touched() & !required(), 0);
                assert!(overwrites.are_ours(&cast()));
            }
        }
    }
    assert_eq!(Overwrites::closed(&cast()).touched() & !required(), 0);
    assert_eq!(required() & (1 << 3), 0, "no Administrator");
}

#[test]
fn the_town_is_read_by_all_and_written_by_the_living() {
    let town = Overwrites::of(
        &plan(Rights::READ, &[Rights::WRITE, Rights::READ], None),
        &cast(),
    );
    assert!(can(&town, 1, VIEW) && can(&town, 1, SEND));
    assert!(can(&town, 2, VIEW) && !can(&town, 2, SEND));
    assert!(can(&town, 66, VIEW) && !can(&town, 66, SEND));
    assert!(can(&town, BOT, SEND));
    let (_, denied) = town.get(Target::Role(GUILD)).unwrap_or_default();
    for bit in [1u64 << 35, 1 << 36, 1 << 38, 1 << 50] {
        assert_ne!(
            denied & bit,
            0,
            "threads and foreign apps are closed to all"
        );
    }
}

#[test]
fn who_reads_without_reacting_silences_reactions_for_all() {
    let mixed = Overwrites::of(
        &plan(Rights::NONE, &[Rights::WRITE, Rights::READ], None),
        &cast(),
    );
    assert!(
        !can(&mixed, 1, REACT),
        "a standing reaction can be joined by whoever reads"
    );
    let all = Overwrites::of(
        &plan(Rights::NONE, &[Rights::WRITE, Rights::WRITE], None),
        &cast(),
    );
    assert!(can(&all, 1, REACT));
}

#[test]
fn a_closed_category_is_closed_to_all_but_the_bot() {
    let closed = Overwrites::closed(&cast());
    assert!(!can(&closed, 1, VIEW));
    assert!(can(&closed, BOT, VIEW));
}

#[test]
fn tightening_only_takes() {
    let all = [Rights::NONE, Rights::READ, Rights::WRITE, Rights::THREADS];
    for before in all {
        for after in all {
            for everyone_after in all {
                let now = Overwrites::of(&plan(Rights::NONE, &[before, before], None), &cast());
                let wanted =
                    Overwrites::of(&plan(everyone_after, &[after], Some(Rights::READ)), &cast());
                let tight = Overwrites::tightened(&now, &wanted, &cast());
                for user in [1, 2, 3, 66, 77] {
                    for bit in [VIEW, SEND, REACT, IN_THREADS] {
                        let both = can(&now, user, bit) && can(&wanted, user, bit);
                        assert_eq!(
                            can(&tight, user, bit),
                            both,
                            "{before:?} to {after:?} for {user}, bit {bit}"
                        );
                    }
                }
                assert!(tight.are_ours(&cast()));
            }
        }
    }
}

#[test]
fn a_foreign_role_is_taken_out_when_tightening() {
    let wanted = Overwrites::of(&plan(Rights::READ, &[], None), &cast());
    let mut channel = serde_json::json!({ "permission_overwrites": wanted.write() });
    channel["permission_overwrites"]
        .as_array_mut()
        .expect("a list")
        .push(serde_json::json!({ "id": "31", "type": 0, "allow": SEND.to_string(), "deny": "0" }));
    let now = Overwrites::read(&channel);
    assert_ne!(now, wanted);
    assert_eq!(Overwrites::tightened(&now, &wanted, &cast()), wanted);
}

#[test]
fn overwrites_read_back_as_written_with_bits_above_50() {
    let wanted = Overwrites::of(
        &plan(Rights::READ, &[Rights::WRITE], Some(Rights::READ)),
        &cast(),
    );
    let channel = serde_json::json!({ "permission_overwrites": wanted.write() });
    assert_eq!(Overwrites::read(&channel), wanted);
    let high = serde_json::json!({ "permission_overwrites": [{ "id": "1", "type": 1, "allow": (1u64 << 52).to_string(), "deny": "0" }] });
    assert_eq!(
        Overwrites::read(&high).get(Target::Member(1)),
        Some((1 << 52, 0))
    );
}

#[test]
fn what_is_missing_is_named() {
    assert_eq!(missing(required()), Vec::<&str>::new());
    assert_eq!(missing(1 << 3), Vec::<&str>::new());
    assert_eq!(missing(required() & !(1 << 51)), ["Pin Messages"]);
}
