//! What holds after every command, whoever gave it. Each check panics with what is wrong.

use std::collections::BTreeSet;

use town_crier::games::salem1692::table::{Chair, TryalCard, TryalKind};
use town_crier::games::{Play, Session};
use town_crier::kernel::ids::PlayerId;
use town_crier::kernel::lobby::Standing;
use town_crier::kernel::time::Time;

use crate::{forum_invariants, tabletop_invariants};

/// More things than this do not fall due at one instant: each concerns a seat, a card or the phase.
const MOST_AT_ONCE: usize = 60;

/// What holds in a game as it is: every card in one place, the Tryals, the living, the phase.
pub fn standing(session: &Session) {
    if session.play.is_some() {
        let lobby = &session.lobby;
        assert_eq!(lobby.standing, Standing::Started, "a game without a start");
        let roll: BTreeSet<PlayerId> = lobby.members.iter().map(|m| m.player).collect();
        let seated: BTreeSet<PlayerId> = session.seats().into_iter().map(|(_, p)| p).collect();
        assert_eq!(roll, seated, "the roll is not who sits there");
    }
    match &session.play {
        Some(Play::Forum(forum)) => forum_invariants::check(forum),
        Some(Play::Tabletop(tabletop)) => tabletop_invariants::check(tabletop),
        None => {}
    }
}

/// The chairs of a game that has begun.
pub fn chairs(session: &Session) -> &[Chair] {
    match &session.play {
        Some(Play::Forum(forum)) => &forum.table.chairs,
        Some(Play::Tabletop(tabletop)) => &tabletop.table.chairs,
        None => &[],
    }
}

/// What no step of a game undoes: a Witch stays one, the dead stay dead, a Tryal face up stays so, and the Tryal cards are
/// the same ones.
pub fn step(before: &Session, after: &Session) {
    let (was, is) = (chairs(before), chairs(after));
    if was.is_empty() {
        return;
    }
    assert_eq!(was.len(), is.len(), "chairs come or go");
    for (index, (was, is)) in was.iter().zip(is).enumerate() {
        let who = index + 1;
        assert!(is.coven || !was.coven, "{who} was a Witch and is none now");
        assert!(was.alive || !is.alive, "{who} was dead and lives");
    }
    // Before the deal is over there are none.
    let (had, have) = (tryals(was), tryals(is));
    assert!(had.is_empty() || had == have, "the Tryals are not the same");
    assert!(
        shown(was).is_subset(&shown(is)),
        "a Tryal that was face up is face down"
    );
    let held = |chairs: &[Chair]| chairs.iter().map(holds_witch).collect::<Vec<bool>>();
    for (index, (held, chair)) in held(was).into_iter().zip(is).enumerate() {
        assert!(
            !held || chair.coven,
            "{} held a Witch card and is no Witch",
            index + 1
        );
    }
}

fn holds_witch(chair: &Chair) -> bool {
    chair
        .row
        .iter()
        .any(|tryal| tryal.card.kind == TryalKind::Witch)
}

fn tryals(chairs: &[Chair]) -> Vec<TryalCard> {
    let mut cards: Vec<TryalCard> = chairs
        .iter()
        .flat_map(|chair| &chair.row)
        .map(|tryal| tryal.card)
        .collect();
    cards.sort_unstable();
    cards
}

fn shown(chairs: &[Chair]) -> BTreeSet<TryalCard> {
    chairs
        .iter()
        .flat_map(|chair| &chair.row)
        .filter(|tryal| tryal.revealed)
        .map(|tryal| tryal.card)
        .collect()
}

/// Whether two sessions are the same, to the last field.
pub fn same(one: &Session, other: &Session) -> bool {
    let play = match (&one.play, &other.play) {
        (Some(Play::Forum(one)), Some(Play::Forum(other))) => one == other,
        (Some(Play::Tabletop(one)), Some(Play::Tabletop(other))) => one == other,
        (None, None) => true,
        _ => false,
    };
    play && one.game == other.game && one.lobby == other.lobby
}

/// What the clock settles at one instant. Several things may be due at once; but a game that has been as it is now at this
/// very instant goes round in a circle, and its due time is in the past twice.
#[derive(Default)]
pub struct Settling {
    at: Option<Time>,
    been: Vec<Session>,
    /// The most that was ever settled at one instant.
    pub most: usize,
}

impl Settling {
    /// The clock has settled something that was due at `at`.
    pub fn settled(&mut self, before: &Session, after: &Session, at: Time) {
        if self.at != Some(at) {
            self.at = Some(at);
            self.been.clear();
        }
        self.been.push(before.clone());
        self.most = self.most.max(self.been.len());
        let past = after.due().is_some_and(|due| due <= at);
        assert!(
            !past || !self.been.iter().any(|been| same(been, after)),
            "what was due at {at:?} is due again, and nothing has changed"
        );
        assert!(
            self.been.len() <= MOST_AT_ONCE,
            "what is due at {at:?} does not come to an end"
        );
    }
}
