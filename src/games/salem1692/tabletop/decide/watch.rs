//! What the Moderator watches: signs of life and standstills (H6, H8).

use crate::kernel::ids::Seat;
use crate::kernel::time::{Length, Time};

use super::super::event::Event;
use super::super::phase::{Pause, PauseCause};
use super::super::{Refusal, Tabletop};
use super::Making;

/// How many rounds in a row without any act stop the game (H8).
const IDLE: u8 = 2;
/// How many Nights in a row without any reveal or death before them stop the game (H8).
const BARREN: u8 = 3;
/// How long the host is waited for then (H8).
const PATIENCE: Length = Length(7 * Length::DAY.0);
/// After how many Nights in a row without a vote a Witch is reported (H6).
const UNVOTED: u8 = 2;

/// H6: a message counts as a sign of life, once until the next Night is over.
pub fn speak(draft: &mut Making<'_>, seat: Seat) -> Result<(), Refusal> {
    if draft.state().watch.stirred.contains(&seat) {
        return Err(Refusal::AlreadyNoted);
    }
    draft.emit(Event::Spoke { seat });
    Ok(())
}

/// H6: players without any act or message since the Night before, and living Witches who have not voted for two Nights, are
/// reported to a host who does not play. Nobody is blamed where the Moderator itself was away.
pub fn report_inactivity(draft: &mut Making<'_>) {
    let tabletop = draft.state();
    let watch = &tabletop.watch;
    if tabletop.host_plays() || !tabletop.settings.report_inactive || watch.disturbed {
        return;
    }
    let silent: Vec<Seat> = tabletop
        .table
        .living()
        .filter(|seat| !watch.stirred.contains(seat))
        .collect();
    let unvoted = |seat: &Seat| {
        watch
            .unvoted
            .get(seat)
            .is_some_and(|nights| *nights >= UNVOTED)
    };
    let unvoted: Vec<Seat> = tabletop.table.living_coven().filter(unvoted).collect();
    if !(silent.is_empty() && unvoted.is_empty()) {
        draft.emit(Event::InactivityReported { silent, unvoted });
    }
}

/// H8: where nobody acts or nothing happens any more the game pauses and asks its host, as a turn begins: its clock stands until
/// the host answers.
pub fn pause_at_standstill(draft: &mut Making<'_>, at: Time) {
    let Some(cause) = standstill(draft.state()) else {
        return;
    };
    let pause = Pause {
        since: at,
        cause,
        until: Some(at + PATIENCE),
    };
    draft.emit(Event::Paused { pause });
}

fn standstill(tabletop: &Tabletop) -> Option<PauseCause> {
    if tabletop.pause.is_some() {
        None
    } else if tabletop.watch.idle >= IDLE {
        Some(PauseCause::NobodyActs)
    } else if tabletop.watch.barren >= BARREN {
        Some(PauseCause::NothingHappens)
    } else {
        None
    }
}
