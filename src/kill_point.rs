//! Kill points: named boundaries on the way of a command at which a test lets the process be killed, to see that nothing is
//! lost and nothing told twice. Off unless an environment variable names a file and the API base is on loopback; while they
//! are off passing one costs a look at one word of memory.
//!
//! The file holds the name of the point and at which passing of it the process dies: `row-sent 2`; or at which it is told to
//! stop and goes on until it does: `row-sent 2 term`. It is read anew at each passing, so that the one who wrote it may change
//! it while the process runs. What is passed is appended to the same path with `.passed`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The environment variable that names the file.
pub const VARIABLE: &str = "TOWN_CRIER_KILL_POINTS";

macro_rules! kill_points {
    ($($(#[doc = $words:literal])* $point:ident = $name:literal,)*) => {
        /// A boundary at which the process may be killed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum KillPoint {
            $($(#[doc = $words])* $point,)*
        }

        impl KillPoint {
            /// All of them.
            pub const ALL: &'static [KillPoint] = &[$(KillPoint::$point,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(KillPoint::$point => $name,)*
                }
            }
        }
    };
}

kill_points! {
    /// A sign-up is in the ledger, nothing has come of it yet.
    SignUpCommitted = "sign-up-committed",
    /// The rules have decided, nothing is recorded.
    Decided = "decided",
    /// A transaction is written in full but not committed.
    Uncommitted = "uncommitted",
    /// A decision is in the ledger, nobody knows of it.
    Committed = "committed",
    /// An interaction's work is done, it is not answered.
    AnswerDue = "answer-due",
    /// An interaction is answered.
    Answered = "answered",
    /// A row of the outbox is marked as attempted, not sent.
    RowAttempted = "row-attempted",
    /// A row was sent, and is not marked.
    RowSent = "row-sent",
    /// A row is marked as sent; the next one is not begun.
    RowMarked = "row-marked",
    /// A DM was opened, and is not put down.
    DmOpened = "dm-opened",
    /// It is put down that a category, channel or thread is begun; it is not made.
    ThingBegun = "thing-begun",
    /// A category was made, and is not put down.
    CategoryMade = "category-made",
    /// A channel was made, and is not put down.
    ChannelMade = "channel-made",
    /// A thread was made, and is not put down.
    ThreadMade = "thread-made",
    /// A category, channel or thread is put down; the next one is not begun.
    ThingKept = "thing-kept",
    /// Rights of one channel were taken, the others' not yet.
    RightsTaken = "rights-taken",
    /// Rights of one channel were given, the others' not yet.
    RightsGiven = "rights-given",
    /// All rights are taken that were too much; nothing is told.
    RoundTight = "round-tight",
    /// Everything is told; no right is given.
    RoundTold = "round-told",
    /// All rights are given; no board is up to date.
    RoundLoose = "round-loose",
    /// Everything is shown.
    RoundShown = "round-shown",
    /// It is put down who may be brought into a thread; nobody is.
    MembersBegun = "members-begun",
    /// Somebody was brought into a thread, and it is not put down.
    MemberAdded = "member-added",
    /// A thread was locked, and it is not put down.
    ThreadLocked = "thread-locked",
    /// A board is put down as begun; it is not posted.
    BoardBegun = "board-begun",
    /// A board was posted; it is neither pinned nor put down.
    BoardPosted = "board-posted",
    /// A board was pinned, and is not put down.
    BoardPinned = "board-pinned",
    /// A board was edited, and it is not put down.
    BoardEdited = "board-edited",
    /// A board lost its buttons, and it is not put down.
    BoardStripped = "board-stripped",
    /// A channel of a game that is over was deleted, and it is not put down.
    ChannelSwept = "channel-swept",
}

struct Armed {
    file: PathBuf,
    /// What the file said last, and how often its point was passed since.
    count: Mutex<(String, u32)>,
}

static ARMED: OnceLock<Armed> = OnceLock::new();

/// Switches the kill points on, for good.
pub fn arm(file: PathBuf) {
    // Whoever was first stays.
    let _ = ARMED.set(Armed {
        file,
        count: Mutex::default(),
    });
}

/// A point is passed; where it is the one that the file names, the process dies here.
pub fn pass(point: KillPoint) {
    if let Some(armed) = ARMED.get() {
        armed.pass(point);
    }
}

impl Armed {
    fn pass(&self, point: KillPoint) {
        // Held until the end, so that passings of several threads are counted and written one by one.
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = self.file.with_extension("passed");
        let log = OpenOptions::new().create(true).append(true).open(passed);
        if let Ok(mut log) = log {
            // A passing that could not be written is missed by the test, which then fails.
            let _ = log.write_all(format!("{}\n", point.name()).as_bytes());
        }
        let said = std::fs::read_to_string(&self.file).unwrap_or_default();
        if count.0 != said {
            *count = (said, 0);
        }
        let mut words = count.0.split_whitespace();
        if words.next() != Some(point.name()) {
            return;
        }
        let at = words.next().and_then(|at| at.parse().ok()).unwrap_or(1);
        let only_told = words.next() == Some("term");
        count.1 += 1;
        if count.1 == at {
            match only_told {
                true => stop(),
                false => die(),
            }
        }
    }
}

/// SIGKILL: no destructor, no flush, no other thread takes another step.
#[cfg(unix)]
fn die() {
    // It does not come back from this; where the system refused, the test finds the process alive.
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
}

/// SIGTERM, as a machine that shuts down sends it.
#[cfg(unix)]
fn stop() {
    // Where the system refused, the test finds the process alive.
    let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TERM);
}

/// There is nothing like it where there are no signals.
#[cfg(not(unix))]
fn stop() {}

/// The nearest thing where there are no signals.
#[cfg(not(unix))]
fn die() {
    std::process::abort();
}
