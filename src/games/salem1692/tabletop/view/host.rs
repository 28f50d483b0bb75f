//! What the coven knows together, what a host who does not play sees on request, and what the host's desk shows.

use crate::games::salem1692::desk::Desk;
use crate::games::salem1692::sight::own_row;
use crate::games::salem1692::table::Card;
use crate::games::salem1692::tabletop::{Confession, Gavel, NightStep, Tabletop, words};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::{OwnTryal, ProposalView, PublicView, sorted};

/// What the coven knows together: what each of the living has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CovenView {
    /// The prompt of its vote.
    pub prompt: PromptId,
    /// When the vote ends.
    pub until: Time,
    /// The Night it votes in; none at Dawn, where it names the holder of the Black Cat (T5).
    pub night: Option<u32>,
    /// What each of its living members has said, in row order.
    pub votes: Vec<(Seat, Option<Seat>)>,
    /// Whom it may name: anybody living (T5, T15).
    pub targets: Vec<Seat>,
    /// Whether the game is paused.
    pub paused: bool,
}

impl CovenView {
    /// What the coven votes on now, where it votes.
    pub fn of(tabletop: &Tabletop) -> Option<CovenView> {
        let (prompt, until, night, votes) = match (tabletop.dawn(), tabletop.gathering()) {
            (Some(dawn), _) => (dawn.prompt, dawn.span.until, None, &dawn.votes),
            (None, Some(night)) => match &night.step {
                NightStep::Gathering { span } => {
                    (night.prompt, span.until, Some(night.number), &night.votes)
                }
                NightStep::Confessing { .. } | NightStep::Naming { .. } | NightStep::Named => {
                    return None;
                }
            },
            (None, None) => return None,
        };
        Some(CovenView {
            prompt,
            until,
            night,
            votes: tabletop
                .table
                .living_coven()
                .map(|witch| (witch, votes.get(&witch).copied()))
                .collect(),
            targets: tabletop.table.living().collect(),
            paused: tabletop.pause.is_some(),
        })
    }
}

/// What a host who has never played in the game sees on request; showing it is noted in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostView {
    /// What everybody knows.
    pub public: PublicView,
    /// Every seat in row order.
    pub seats: Vec<HostSeat>,
    /// What the coven votes on now.
    pub coven: Option<CovenView>,
    /// What the Constable has said, at Night.
    pub gavel: Option<Gavel>,
    /// Whom the coven has chosen, once it has.
    pub victim: Option<Seat>,
    /// Confessions left in advance.
    pub left: Vec<(Seat, Confession)>,
}

/// A seat with all its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostSeat {
    /// Which.
    pub seat: Seat,
    /// Its row.
    pub row: Vec<OwnTryal>,
    /// Whether its player is of the coven.
    pub coven: bool,
    /// Its hand.
    pub hand: Vec<Card>,
}

impl HostView {
    /// All that the host sees. The deck is nobody's.
    pub fn of(tabletop: &Tabletop) -> HostView {
        let night = tabletop.night();
        HostView {
            public: PublicView::of(tabletop),
            seats: tabletop
                .table
                .seats()
                .map(|seat| HostSeat {
                    seat,
                    row: own_row(tabletop.chair(seat)),
                    coven: tabletop.chair(seat).coven,
                    hand: sorted(&tabletop.chair(seat).hand),
                })
                .collect(),
            coven: CovenView::of(tabletop),
            gavel: night.and_then(|night| night.gavel),
            victim: night.and_then(|night| match night.step {
                NightStep::Confessing { victim, .. } | NightStep::Naming { victim } => victim,
                NightStep::Gathering { .. } | NightStep::Named => None,
            }),
            left: night.map_or_else(Vec::new, |night| {
                let left = night.left.iter();
                left.map(|(seat, left)| (*seat, left.confession)).collect()
            }),
        }
    }
}

/// The proposal that stands now (H1).
pub fn proposal(tabletop: &Tabletop) -> Option<ProposalView> {
    let living: Vec<Seat> = tabletop.table.living().collect();
    let proposal = tabletop.proposal.as_ref()?;
    Some(ProposalView::of(proposal, &living))
}

/// What the host's desk shows now: no secret, so that a host who plays may see it.
pub fn desk(tabletop: &Tabletop) -> Desk {
    Desk {
        pause: tabletop
            .pause
            .map(|pause| (pause, words::pause(pause.cause))),
        host_plays: tabletop.host_plays(),
        away: tabletop
            .away
            .iter()
            .copied()
            .filter(|seat| tabletop.table.lives(*seat))
            .collect(),
        proposal: proposal(tabletop),
    }
}
