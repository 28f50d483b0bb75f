//! What one viewer may know: the one place where the secret state becomes a view. Boards, panels and suggestions are made
//! of views and never of the state itself.

use crate::games::salem1692::desk::Desk;
use crate::games::salem1692::sight::own_row;
use crate::games::salem1692::table::{Card, Character, Colour, Position, TryalKind};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::decide::{may_change_hand, may_confess_unshown, may_salvage};
use super::{
    Conspiracy, Flip, Forum, Guard, KillVote, Moment, Outcome, Pause, Phase, PowerOffer, words,
};

pub use crate::games::salem1692::sight::{ChatView, OwnTryal, ProposalView};

/// What everybody may know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicView {
    /// Which part of the game it is.
    pub moment: Moment,
    /// When the phase ends.
    pub until: Option<Time>,
    /// The pause, while there is one (H2).
    pub pause: Option<Pause>,
    /// Where this Day's Conspiracy stands; none where it is no Day.
    pub conspiracy: Option<PublicConspiracy>,
    /// Whether the Day is ending: its end comes as soon as the Conspiracy is over (F24).
    pub ending: bool,
    /// Whether the Day's end waits for a Conspiracy that is announced, should it come before it (H7). That it would wait for one
    /// that is still to come is secret: it would tell that the instant fell in the absence.
    pub waits: bool,
    /// Until when no card can be played after the deal (F11), where there is such a time.
    pub quiet_until: Option<Time>,
    /// Whose Tryals are to be flipped, by whom, until when; the oldest first (F12).
    pub flips: Vec<PublicFlip>,
    /// The seats in row order.
    pub seats: Vec<PublicSeat>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
}

/// Where a Day's Conspiracy stands, without its instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicConspiracy {
    /// It is still to come.
    ToCome,
    /// It is announced, and owed flips are settled.
    Called,
    /// The Shift is open until then.
    Shift(Time),
    /// It has been.
    Past,
}

/// A flip that is owed, as all know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicFlip {
    /// Whose Tryal.
    pub seat: Seat,
    /// Who chooses.
    pub chooser: Seat,
    /// Until when.
    pub until: Time,
}

/// A seat, as all know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicSeat {
    /// Which.
    pub seat: Seat,
    /// Whether the player lives.
    pub alive: bool,
    /// The alignment, once it is told: by death (F34) or by the end of the game (F37).
    pub coven: Option<bool>,
    /// The row: what lies face up; nothing for what is hidden. After the end all is known.
    pub row: Vec<Option<TryalKind>>,
    /// The character, where role cards are played with (T32).
    pub character: Option<Character>,
    /// The ability that the player has now: Martha's is another's (T23).
    pub ability: Option<Character>,
    /// The marks.
    pub marks: u8,
    /// How many of them make a flip.
    pub threshold: u8,
    /// The red cards in front.
    pub red: Vec<Card>,
    /// The blue cards in front.
    pub blue: Vec<Card>,
    /// Until when the Stocks hold (F19).
    pub stocks_until: Option<Time>,
    /// How many cards are in hand (F8).
    pub hand: usize,
}

impl PublicView {
    /// What everybody may know of this game now.
    pub fn of(forum: &Forum) -> PublicView {
        let day = forum.day();
        let conspiracy = day.map(|day| match &day.conspiracy {
            Conspiracy::Awaited { .. } => PublicConspiracy::ToCome,
            Conspiracy::Called => PublicConspiracy::Called,
            Conspiracy::Shift(shift) => PublicConspiracy::Shift(shift.until),
            Conspiracy::Past => PublicConspiracy::Past,
        });
        let flips = day.map_or(&[][..], |day| &day.flips);
        PublicView {
            moment: forum.moment(),
            until: forum.span().map(|span| span.until),
            pause: forum.pause,
            conspiracy,
            ending: day.is_some_and(|day| day.closing),
            waits: day.is_some_and(|day| day.waits)
                && matches!(
                    conspiracy,
                    Some(PublicConspiracy::Called | PublicConspiracy::Shift(_))
                ),
            quiet_until: day
                .filter(|day| day.quiet_until > day.span.began)
                .map(|day| day.quiet_until),
            flips: flips.iter().map(PublicFlip::of).collect(),
            seats: forum
                .table
                .seats()
                .map(|seat| PublicSeat::of(forum, seat))
                .collect(),
            outcome: match &forum.phase {
                Phase::Over(over) => Some(over.outcome),
                Phase::Setup | Phase::Dawn(_) | Phase::Day(_) | Phase::Night(_) => None,
            },
        }
    }

    /// The living, in row order.
    pub fn living(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats
            .iter()
            .filter(|seat| seat.alive)
            .map(|seat| seat.seat)
    }

    /// A seat, as all know it.
    ///
    /// # Panics
    /// Where there is no such seat.
    pub fn seat(&self, seat: Seat) -> &PublicSeat {
        &self.seats[seat.index()]
    }

    /// The positions of a seat's hidden Tryals.
    pub fn hidden(&self, seat: Seat) -> Vec<Position> {
        let row = self.seat(seat).row.iter().enumerate();
        row.filter(|(_, shown)| shown.is_none())
            .map(|(index, _)| Position::at(index))
            .collect()
    }
}

impl PublicFlip {
    fn of(flip: &Flip) -> PublicFlip {
        PublicFlip {
            seat: flip.seat,
            chooser: flip.chooser,
            until: flip.until,
        }
    }
}

impl PublicSeat {
    fn of(forum: &Forum, seat: Seat) -> PublicSeat {
        let chair = forum.chair(seat);
        let over = matches!(forum.phase, Phase::Over(_));
        PublicSeat {
            seat,
            alive: chair.alive,
            coven: (over || !chair.alive).then_some(chair.coven),
            row: chair
                .row
                .iter()
                .map(|tryal| (over || tryal.revealed).then_some(tryal.card.kind))
                .collect(),
            character: chair.character,
            ability: forum.table.ability(seat).filter(|_| chair.alive),
            marks: forum.table.marks(seat),
            threshold: forum.table.threshold(seat),
            red: forum.table.reds(seat),
            blue: chair.in_front(Colour::Blue).collect(),
            stocks_until: forum.frozen_until(seat),
            hand: chair.hand.len(),
        }
    }
}

/// What the player in one seat may know besides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatView {
    /// What everybody knows.
    pub public: PublicView,
    /// Which seat.
    pub seat: Seat,
    /// Whether the player lives.
    pub alive: bool,
    /// The own row, face up or not.
    pub row: Vec<OwnTryal>,
    /// Whether the player is of the coven.
    pub coven: bool,
    /// The others of the coven; empty to those who are not of it.
    pub mates: Vec<Seat>,
    /// Whether the player holds the hidden Constable card.
    pub constable: bool,
    /// The hand.
    pub hand: Vec<Card>,
    /// The prompt of this Day's hand, while it is a Day and the player lives.
    pub hand_prompt: Option<PromptId>,
    /// The flips this player has to choose, the oldest first.
    pub flips: Vec<Flip>,
    /// The powers that are offered to this player (T17, T18, T28).
    pub offers: Vec<PowerOffer>,
    /// How often the ability can still be used, where that is counted (T26, T29, T31).
    pub uses_left: Option<u8>,
    /// What Parris can take out of the discard now (T26).
    pub salvage: Vec<Card>,
    /// Whether Tituba can change her hand now (T32).
    pub may_change_hand: bool,
    /// The pick in the Shift, while it is open.
    pub shift: Option<ShiftView>,
    /// The vote of Dawn, for a Witch while it is.
    pub dawn: Option<DawnView>,
    /// The choices of the Night, while it is and the player lives.
    pub night: Option<NightView>,
    /// The chats the player is in, those that are over too, in the order in which they were opened.
    pub chats: Vec<ChatView>,
    /// How many chats the player may still open.
    pub chats_left: u8,
    /// What the host has proposed and this player votes on.
    pub proposal: Option<PromptId>,
}

/// The pick in the Shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShiftView {
    /// Its prompt.
    pub prompt: PromptId,
    /// When it closes.
    pub until: Time,
    /// From whom is picked.
    pub source: Seat,
    /// What can be picked.
    pub hidden: Vec<Position>,
    /// What is picked so far.
    pub pick: Option<Position>,
}

/// A Witch's vote of Dawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DawnView {
    /// Its prompt.
    pub prompt: PromptId,
    /// Whom she has named.
    pub vote: Option<Seat>,
}

/// The choices of a Night.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NightView {
    /// Their prompt.
    pub prompt: PromptId,
    /// When it ends.
    pub until: Time,
    /// Which Tryal is confessed.
    pub confession: Option<Position>,
    /// Whether this Phips confesses without a Tryal (T31); none to those who cannot.
    pub unshown: Option<bool>,
    /// What this Witch has said; none to those who are not of the coven.
    pub kill: Option<Option<KillVote>>,
    /// Whom this Witch may name; empty to those who are not of the coven.
    pub targets: Vec<Seat>,
    /// What this Constable has said; none to those who are not.
    pub guard: Option<Option<Guard>>,
}

impl SeatView {
    /// What the player in this seat may know now.
    pub fn of(forum: &Forum, seat: Seat) -> SeatView {
        let chair = forum.chair(seat);
        let public = PublicView::of(forum);
        let acts = chair.alive && !matches!(forum.phase, Phase::Over(_));
        let is_witch = acts && chair.coven;
        let is_constable = acts && forum.table.constable() == Some(seat);
        let shift = forum.shift().filter(|_| acts).map(|shift| {
            let source = forum.table.before(seat);
            ShiftView {
                prompt: shift.prompt,
                until: shift.until,
                source,
                hidden: public.hidden(source),
                pick: shift.picks.get(&seat).copied(),
            }
        });
        let night = forum.night().filter(|_| acts).map(|night| NightView {
            prompt: night.prompt,
            until: night.span.until,
            confession: night.confessions.get(&seat).copied(),
            unshown: may_confess_unshown(forum, seat)
                .is_ok()
                .then(|| night.unshown.contains(&seat)),
            kill: is_witch.then(|| night.votes.get(&seat).copied()),
            targets: if is_witch {
                kill_targets(forum)
            } else {
                Vec::new()
            },
            guard: is_constable.then(|| night.guard.filter(|guard| guard.by == seat)),
        });
        SeatView {
            seat,
            alive: chair.alive,
            row: own_row(forum.chair(seat)),
            coven: chair.coven,
            mates: if chair.coven {
                let mates = forum.table.seats();
                mates
                    .filter(|other| *other != seat && forum.chair(*other).coven)
                    .collect()
            } else {
                Vec::new()
            },
            constable: is_constable,
            hand: sorted(&chair.hand),
            hand_prompt: forum.day().filter(|_| acts).map(|day| day.prompt),
            flips: forum.flips_of(seat).filter(|_| acts).copied().collect(),
            offers: forum.offers_to(seat).filter(|_| acts).copied().collect(),
            uses_left: forum
                .table
                .ability(seat)
                .filter(|_| acts)
                .and_then(|ability| forum.uses_left(seat, ability)),
            salvage: salvage(forum, seat, acts),
            may_change_hand: acts && may_change_hand(forum, seat).is_ok(),
            shift,
            dawn: forum.dawn().filter(|_| is_witch).map(|dawn| DawnView {
                prompt: dawn.prompt,
                vote: dawn.votes.get(&seat).copied(),
            }),
            night,
            chats: ChatView::of(&forum.chats, seat),
            chats_left: if acts { forum.chats_left(seat) } else { 0 },
            proposal: forum
                .proposal
                .as_ref()
                .filter(|_| acts)
                .map(|proposal| proposal.prompt),
            public,
        }
    }

    /// The positions of the own hidden Tryals.
    pub fn hidden(&self) -> Vec<Position> {
        self.public.hidden(self.seat)
    }

    /// Whether confessing this Tryal would be the player's own death (F31): a Witch card, or the last one hidden.
    pub fn deadly(&self, position: Position) -> bool {
        let tryal = self.row[position.index()];
        tryal.kind == TryalKind::Witch || self.hidden() == [position]
    }

    /// All other living players, in row order.
    pub fn others(&self) -> Vec<Seat> {
        self.public
            .living()
            .filter(|other| *other != self.seat)
            .collect()
    }
}

/// What Parris could take out of the discard now, sorted by kind (T26); nobody else looks into it.
fn salvage(forum: &Forum, seat: Seat, acts: bool) -> Vec<Card> {
    let first = forum.table.discard.first();
    let may = |card: &Card| may_salvage(forum, seat, &[*card]).is_ok();
    if acts && first.is_some_and(may) {
        sorted(&forum.table.discard)
    } else {
        Vec::new()
    }
}

/// What the coven knows together: what each of the living has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CovenView {
    /// The prompt of its vote.
    pub prompt: PromptId,
    /// When the vote ends.
    pub until: Time,
    /// What it votes on, and what each of its living members has said, in row order.
    pub vote: CovenVote,
    /// Whom it may name.
    pub targets: Vec<Seat>,
    /// Whether the game is paused.
    pub paused: bool,
}

/// What the coven votes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CovenVote {
    /// The holder of the Black Cat (F5).
    Cat(Vec<(Seat, Option<Seat>)>),
    /// The kill of the Night with this number (F29).
    Kill(u32, Vec<(Seat, Option<KillVote>)>),
}

impl CovenView {
    /// What the coven votes on now, where it votes.
    pub fn of(forum: &Forum) -> Option<CovenView> {
        let paused = forum.pause.is_some();
        match &forum.phase {
            Phase::Dawn(dawn) => Some(CovenView {
                prompt: dawn.prompt,
                until: dawn.span.until,
                vote: CovenVote::Cat(
                    forum
                        .table
                        .living_coven()
                        .map(|witch| (witch, dawn.votes.get(&witch).copied()))
                        .collect(),
                ),
                targets: forum.table.living().collect(),
                paused,
            }),
            Phase::Night(night) => Some(CovenView {
                prompt: night.prompt,
                until: night.span.until,
                vote: CovenVote::Kill(
                    night.number,
                    forum
                        .table
                        .living_coven()
                        .map(|witch| (witch, night.votes.get(&witch).copied()))
                        .collect(),
                ),
                targets: kill_targets(forum),
                paused,
            }),
            Phase::Setup | Phase::Day(_) | Phase::Over(_) => None,
        }
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
    pub guard: Option<Guard>,
    /// Who confesses with which Tryal, at Night.
    pub confessions: Vec<(Seat, Position)>,
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
    /// All that the host sees.
    pub fn of(forum: &Forum) -> HostView {
        let night = forum.night();
        HostView {
            public: PublicView::of(forum),
            seats: forum
                .table
                .seats()
                .map(|seat| HostSeat {
                    seat,
                    row: own_row(forum.chair(seat)),
                    coven: forum.chair(seat).coven,
                    hand: sorted(&forum.chair(seat).hand),
                })
                .collect(),
            coven: CovenView::of(forum),
            guard: night.and_then(|night| night.guard),
            confessions: night.map_or_else(Vec::new, |night| {
                night
                    .confessions
                    .iter()
                    .map(|(seat, position)| (*seat, *position))
                    .collect()
            }),
        }
    }
}

/// The proposal that stands now (H1).
pub fn proposal(forum: &Forum) -> Option<ProposalView> {
    let living: Vec<Seat> = forum.table.living().collect();
    let proposal = forum.proposal.as_ref()?;
    Some(ProposalView::of(proposal, &living))
}

/// What the host's desk shows now: no secret, so that a host who plays may see it.
pub fn desk(forum: &Forum) -> Desk {
    Desk {
        pause: forum.pause.map(|pause| (pause, words::pause(pause.cause))),
        host_plays: forum.host_plays(),
        away: forum
            .away
            .iter()
            .copied()
            .filter(|seat| forum.table.lives(*seat))
            .collect(),
        proposal: proposal(forum),
    }
}

/// Whom the coven may name for the kill (F29).
fn kill_targets(forum: &Forum) -> Vec<Seat> {
    let any = forum.settings.coven_may_target_coven;
    forum
        .table
        .living()
        .filter(|seat| any || !forum.chair(*seat).coven)
        .collect()
}

/// Cards in the order in which hands are shown: by kind, reds first.
fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}
