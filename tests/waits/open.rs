//! The table of all that a game can wait for, and how each such wait ends.
//!
//! States are taken apart here without `..` and without a default arm: a new phase, prompt or window does not compile before it
//! has a place in the table.

use town_crier::games::Play;
use town_crier::games::salem1692::{forum, tabletop};
use town_crier::kernel::ids::Seat;
use town_crier::kernel::time::Time;

use crate::game::Game;

/// What a game can wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wait {
    // Of any edition.
    PausedByHost,
    Standstill,
    Proposal,
    // Of the forum edition.
    ForumDawn,
    Day,
    DayUntilConspiracy,
    Hands,
    ConspiracyToCome,
    ConspiracyCalled,
    ForumShift,
    Flip,
    PowerOffer,
    Stocks,
    Removal,
    ForumNight,
    // Of the tabletop edition.
    TownHall,
    TabletopDawn,
    Turn,
    TurnStands,
    Studying,
    PowerAsked,
    TryalOwed,
    CatByDrawer,
    CatByOther,
    TabletopShift,
    Gathering,
    Confessing,
    Sharing,
    LastWords,
}

/// How a wait ends when nobody does anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// At its own instant.
    Time,
    /// With another wait that is open at the same time and has an instant, or with the phase.
    Other,
    /// Only its host ends it, who was told so.
    Host,
}

impl Wait {
    /// All of them.
    pub const ALL: [Wait; 29] = [
        Wait::PausedByHost,
        Wait::Standstill,
        Wait::Proposal,
        Wait::ForumDawn,
        Wait::Day,
        Wait::DayUntilConspiracy,
        Wait::Hands,
        Wait::ConspiracyToCome,
        Wait::ConspiracyCalled,
        Wait::ForumShift,
        Wait::Flip,
        Wait::PowerOffer,
        Wait::Stocks,
        Wait::Removal,
        Wait::ForumNight,
        Wait::TownHall,
        Wait::TabletopDawn,
        Wait::Turn,
        Wait::TurnStands,
        Wait::Studying,
        Wait::PowerAsked,
        Wait::TryalOwed,
        Wait::CatByDrawer,
        Wait::CatByOther,
        Wait::TabletopShift,
        Wait::Gathering,
        Wait::Confessing,
        Wait::Sharing,
        Wait::LastWords,
    ];

    /// How it ends.
    pub fn end(self) -> End {
        match self {
            Wait::PausedByHost => End::Host,
            // It lapses with the phase (H1).
            Wait::Proposal
            // F24, H7: the Conspiracy has a time, or waits for flips that have one.
            | Wait::DayUntilConspiracy
            | Wait::ConspiracyCalled
            // They can be played from for as long as the Day lasts, or its quiet.
            | Wait::Hands
            // H4: after the Shift.
            | Wait::Removal
            // T7: the clock stands while another's choice or a black card is open, and those have a time.
            | Wait::TurnStands
            // T7: on the clock of the turn.
            | Wait::Studying
            | Wait::PowerAsked
            | Wait::TryalOwed
            | Wait::CatByDrawer => End::Other,
            Wait::Standstill
            | Wait::ForumDawn
            | Wait::Day
            | Wait::ConspiracyToCome
            | Wait::ForumShift
            | Wait::Flip
            | Wait::PowerOffer
            | Wait::Stocks
            | Wait::ForumNight
            | Wait::TownHall
            | Wait::TabletopDawn
            | Wait::Turn
            | Wait::CatByOther
            | Wait::TabletopShift
            | Wait::Gathering
            | Wait::Confessing
            | Wait::Sharing
            | Wait::LastWords => End::Time,
        }
    }
}

/// A wait, and its instant where it has one.
#[derive(Debug, Clone, Copy)]
pub struct Open {
    /// Which.
    pub wait: Wait,
    /// When it ends by itself.
    pub until: Option<Time>,
}

/// Checks that every wait ends; answers which there are.
pub fn check(game: &Game) -> Vec<Open> {
    let all = waits(game.play());
    let due = game.due();
    // In a pause every other clock stands (H2), and goes on when the host resumes.
    let paused = game.is_paused();
    for open in &all {
        match open.wait.end() {
            End::Time if paused && open.wait != Wait::Standstill => {}
            End::Time => {
                let until = open.until.expect("it has an instant");
                let at = due.unwrap_or_else(|| panic!("{open:?} will never be settled"));
                assert!(at <= until, "{open:?} is due at {at:?} only");
            }
            End::Other => {
                let carried = all.iter().any(|other| other.until.is_some());
                assert!(carried || paused, "{open:?} waits alone: {all:?}");
            }
            End::Host => assert!(paused && due.is_none()),
        }
    }
    assert!(due.is_some() || all.iter().any(|open| open.wait.end() == End::Host));
    all
}

/// Checks that the host's desk has the button that ends a pause, and the one that ends the game.
pub fn desk(game: &Game) {
    assert!(game.host_can("host.end"), "the desk has no end");
    assert_eq!(game.host_can("host.resume"), game.is_paused());
}

fn waits(play: &Play) -> Vec<Open> {
    match play {
        Play::Forum(game) => forum_waits(game),
        Play::Tabletop(game) => tabletop_waits(game),
    }
}

/// Where everything goes that is waited for.
struct Waits(Vec<Open>);

impl Waits {
    fn until(&mut self, wait: Wait, until: Time) {
        let until = Some(until);
        self.0.push(Open { wait, until });
    }

    fn with_others(&mut self, wait: Wait) {
        self.0.push(Open { wait, until: None });
    }

    fn pause(&mut self, pause: Option<forum::Pause>) {
        let Some(forum::Pause {
            since: _,
            cause,
            until,
        }) = pause
        else {
            return;
        };
        let wait = match cause {
            forum::PauseCause::Host => Wait::PausedByHost,
            forum::PauseCause::NobodyActs | forum::PauseCause::NothingHappens => Wait::Standstill,
        };
        self.0.push(Open { wait, until });
    }

    fn proposal(&mut self, proposal: Option<&forum::Proposal>) {
        if let Some(forum::Proposal {
            prompt: _,
            motion: _,
            yes: _,
        }) = proposal
        {
            self.with_others(Wait::Proposal);
        }
    }
}

fn forum_waits(game: &forum::Forum) -> Vec<Open> {
    let forum::Forum {
        settings: _,
        host: _,
        table: _,
        phase,
        chats: _,
        pause,
        proposal,
        everyone: _,
        uses: _,
        away: _,
        watch: _,
        history: _,
    } = game;
    let mut waits = Waits(Vec::new());
    waits.pause(*pause);
    waits.proposal(proposal.as_ref());
    match phase {
        forum::Phase::Setup => panic!("never seen from outside"),
        forum::Phase::Dawn(forum::Dawn {
            span,
            prompt: _,
            votes: _,
        }) => waits.until(Wait::ForumDawn, span.until),
        forum::Phase::Day(day) => day_waits(day, &mut waits),
        forum::Phase::Night(forum::Night {
            number: _,
            span,
            prompt: _,
            votes: _,
            guard: _,
            confessions: _,
            unshown: _,
        }) => waits.until(Wait::ForumNight, span.until),
        forum::Phase::Over(_) => {}
    }
    waits.0
}

fn day_waits(day: &forum::Day, waits: &mut Waits) {
    let forum::Day {
        number: _,
        span,
        prompt: _,
        quiet_until: _,
        conspiracy,
        flips,
        stocks,
        closing: _,
        waits: held_up,
        removals,
        offers,
        played: _,
    } = day;
    waits.with_others(Wait::Hands);
    match conspiracy {
        forum::Conspiracy::Past => waits.until(Wait::Day, span.until),
        _ if *held_up => waits.with_others(Wait::DayUntilConspiracy),
        _ => waits.until(Wait::Day, span.until),
    }
    match conspiracy {
        forum::Conspiracy::Awaited { at } => waits.until(Wait::ConspiracyToCome, *at),
        forum::Conspiracy::Called => waits.with_others(Wait::ConspiracyCalled),
        forum::Conspiracy::Shift(forum::Shift {
            prompt: _,
            until,
            picks: _,
        }) => waits.until(Wait::ForumShift, *until),
        forum::Conspiracy::Past => {}
    }
    for forum::Flip {
        prompt: _,
        seat: _,
        chooser: _,
        since: _,
        until,
    } in flips
    {
        waits.until(Wait::Flip, *until);
    }
    for forum::PowerOffer {
        prompt: _,
        seat: _,
        power: _,
        target: _,
        until,
    } in offers
    {
        waits.until(Wait::PowerOffer, *until);
    }
    for forum::Stocks {
        card: _,
        seat: _,
        from: _,
        until,
    } in stocks
    {
        waits.until(Wait::Stocks, *until);
    }
    for _ in removals {
        waits.with_others(Wait::Removal);
    }
}

fn tabletop_waits(game: &tabletop::Tabletop) -> Vec<Open> {
    let tabletop::Tabletop {
        settings: _,
        host: _,
        table: _,
        phase,
        estate: tabletop::Estate { cards: _, sharing },
        dying,
        insiders: _,
        uses: _,
        chats: _,
        pause,
        proposal,
        everyone: _,
        away: _,
        watch: _,
        history: _,
    } = game;
    let mut waits = Waits(Vec::new());
    waits.pause(*pause);
    waits.proposal(proposal.as_ref());
    if let Some(tabletop::Sharing {
        prompt: _,
        next: _,
        other: _,
        until,
    }) = sharing
    {
        waits.until(Wait::Sharing, *until);
    }
    for tabletop::Dying {
        seat: _,
        prompt: _,
        until,
    } in dying
    {
        waits.until(Wait::LastWords, *until);
    }
    match phase {
        tabletop::Phase::Setup => panic!("never seen from outside"),
        tabletop::Phase::TownHall(tabletop::TownHall {
            span,
            prompt: _,
            offered: _,
            chosen: _,
        }) => waits.until(Wait::TownHall, span.until),
        tabletop::Phase::Dawn(tabletop::Dawn {
            span,
            prompt: _,
            votes: _,
        }) => waits.until(Wait::TabletopDawn, span.until),
        tabletop::Phase::Turn(turn) => turn_waits(turn, &mut waits),
        tabletop::Phase::Over(_) => {}
    }
    waits.0
}

fn turn_waits(turn: &tabletop::Turn, waits: &mut Waits) {
    let tabletop::Turn {
        number: _,
        seat,
        prompt: _,
        clock,
        reminders: _,
        stage,
        hurried: _,
        asked,
        owed,
        draws: _,
        drawn: _,
        shown: _,
        blacks: _,
        black,
        removals,
    } = turn;
    match clock {
        tabletop::Clock::Running { until } => waits.until(Wait::Turn, *until),
        tabletop::Clock::Standing { left: _ } => waits.with_others(Wait::TurnStands),
    }
    match stage {
        tabletop::Stage::Studying => waits.with_others(Wait::Studying),
        // The clock of the turn has it, or nobody is waited for.
        tabletop::Stage::Open
        | tabletop::Stage::Playing
        | tabletop::Stage::Drawing { lost: _ }
        | tabletop::Stage::Closing(_) => {}
    }
    if let Some(tabletop::Asked {
        prompt: _,
        power: _,
        target: _,
    }) = asked
    {
        waits.with_others(Wait::PowerAsked);
    }
    for owed in owed {
        let tabletop::Owed {
            prompt: _,
            seat: _,
            chooser,
            cause: _,
        } = owed;
        // Nobody else's choice runs on the clock of a turn.
        let _: (&Seat, &Seat) = (chooser, seat);
        waits.with_others(Wait::TryalOwed);
    }
    for _ in removals {
        waits.with_others(Wait::Removal);
    }
    match black {
        None => {}
        Some(tabletop::Black::Conspiracy(tabletop::Conspiracy {
            number: _,
            drawer: _,
            step,
        })) => match step {
            tabletop::ConspiracyStep::Cat(tabletop::CatChoice {
                prompt: _,
                holder: _,
                until,
            }) => match until {
                Some(until) => waits.until(Wait::CatByOther, *until),
                None => waits.with_others(Wait::CatByDrawer),
            },
            // What comes next comes in the same decision, but for what else is open.
            tabletop::ConspiracyStep::Scratched => waits.with_others(Wait::TurnStands),
            tabletop::ConspiracyStep::Shift(tabletop::Shift {
                prompt: _,
                until,
                picks: _,
            }) => waits.until(Wait::TabletopShift, *until),
        },
        Some(tabletop::Black::Night(tabletop::Night {
            number: _,
            drawer: _,
            early: _,
            prompt: _,
            votes: _,
            gavel: _,
            left: _,
            confessed: _,
            step,
        })) => match step {
            tabletop::NightStep::Gathering { span } => waits.until(Wait::Gathering, span.until),
            tabletop::NightStep::Confessing { until, victim: _ } => {
                waits.until(Wait::Confessing, *until);
            }
            tabletop::NightStep::Naming { victim: _ } | tabletop::NightStep::Named => {
                waits.with_others(Wait::TurnStands);
            }
        },
    }
}
