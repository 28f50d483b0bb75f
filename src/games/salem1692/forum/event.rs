//! What happened: past tense, outcomes included. Each public fact is one event that holds all that is needed to tell it; what is
//! secret in it is told only to whom it concerns (`tell` divides them).

use serde::{Deserialize, Serialize};

use crate::games::salem1692::table::{Card, Character, Position, TryalCard};
use crate::kernel::ids::{PlayerId, PromptId, Seat};
use crate::kernel::time::{Length, Time};

pub use crate::games::salem1692::order::{DeathCause, Hand, Pick};

pub use super::outcome::{Effect, FlipChoice, Move, RevealCause, Taking};
use super::phase::{Flip, Guard, KillVote, Motion, Outcome, Pause, PauseCause, PowerOffer};

/// An event of the forum edition. `at` is the instant that counts: the arrival of a command, or the instant at which what
/// the clock settled was due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The seats were shuffled (F3).
    SeatsDrawn {
        /// Who sits where, from seat 1 on.
        order: Vec<PlayerId>,
    },
    /// The Tryals were dealt (F2). Each row is secret to its holder; who holds a Witch card is of the coven from now on.
    TryalsDealt {
        /// The rows, from seat 1 on.
        rows: Vec<Vec<TryalCard>>,
    },
    /// The role cards were dealt, one to each player, face up (T32). Public.
    RoleCardsDealt {
        /// The characters, from seat 1 on.
        characters: Vec<Character>,
    },
    /// The Dawn began (F5).
    DawnBegan {
        /// When.
        at: Time,
        /// When it ends.
        until: Time,
        /// The prompt of the coven's vote.
        prompt: PromptId,
    },
    /// A Witch named the holder of the Black Cat, or another one than before (F5). Secret to the coven.
    CatNamed {
        /// The Witch.
        seat: Seat,
        /// Whom she named.
        target: Seat,
    },
    /// Dawn ended and the Black Cat was given (F5). Who got it is public; the rest is the coven's.
    CatGiven {
        /// When.
        at: Time,
        /// Who got it.
        seat: Seat,
        /// The votes that counted.
        votes: Vec<(Seat, Seat)>,
        /// Between whom it was drawn, where it was.
        drawn_among: Vec<Seat>,
    },
    /// A Day began (F6). The deal follows at once.
    DayBegan {
        /// Which, from 1.
        number: u32,
        /// When.
        at: Time,
        /// When it ends.
        until: Time,
        /// Until when no card can be played (setting `quiet`).
        quiet_until: Time,
        /// When the Conspiracy comes: secret to all (F24).
        conspiracy: Time,
        /// The prompt of this Day's hands.
        prompt: PromptId,
    },
    /// The hands were dealt (F6 to F8). Each hand is secret to its holder; how many cards it has is public.
    Dealt {
        /// The supply of Accusations for the number living (F6).
        supply: u8,
        /// How many Accusations were added from the box for equal hands (F7).
        added: u8,
        /// How many Accusations were removed for equal hands (F7).
        removed: u8,
        /// What each living player got.
        hands: Vec<Hand>,
        /// Cards left out of the deal because only two players live (F10).
        left_out: Vec<Card>,
    },
    /// A hand held two Accusations or more, and Giles Corey was dealt one more from the box (T21, T32). That it happened is
    /// public.
    CoreyDealt {
        /// Who.
        seat: Seat,
        /// The Accusation.
        card: Card,
    },
    /// A card was played (F11).
    Played {
        /// When.
        at: Time,
        /// By whom.
        seat: Seat,
        /// Which card.
        card: Card,
        /// What it did.
        effect: Effect,
    },
    /// Both Matchmakers lay in front of one player and were discarded (F21).
    MatchmakersDiscarded {
        /// In front of whom.
        seat: Seat,
        /// The two cards.
        cards: Vec<Card>,
    },
    /// Seven marks: a flip came to be owed (F12).
    FlipOwed {
        /// Which.
        flip: Flip,
        /// The marks in front of that player.
        marks: u8,
        /// How many of them make a flip.
        #[serde(default = "seven", skip_serializing_if = "is_seven")]
        threshold: u8,
    },
    /// A character's power that is a choice was offered to the player who has just placed a card (T17, T18, T28, T32).
    PowerOffered {
        /// To whom, which, and until when.
        offer: PowerOffer,
    },
    /// An offered power was not used: by choice, because its time was over, or because there was nothing left to use it on.
    PowerDeclined {
        /// Which offer.
        prompt: PromptId,
    },
    /// Abigail Williams discarded the red cards in front of her (T17).
    RedsShed {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
    },
    /// A character took cards out of the discard (T18, T25, T26, T32). How many is public; which, only that player's.
    TookFromDiscard {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// By which ability.
        taking: Taking,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Tituba changed her whole hand (T32). How many cards it has is public; which, only that player's.
    HandChanged {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// The hand that went to the discard.
        gone: Vec<Card>,
        /// What came at random out of the discard.
        came: Vec<Card>,
    },
    /// What the dead left came into the hand of John Proctor, or was divided between him and Martha Corey (T22, T23, T32). How
    /// many cards is public; which, only their own.
    Inherited {
        /// Who got what.
        shares: Vec<Hand>,
    },
    /// A hidden Tryal was revealed: by a flip, the Black Cat or a confession (F14, F25, F32). What follows from it (a
    /// death, the end) follows as events of its own.
    Revealed {
        /// When.
        at: Time,
        /// Whose.
        seat: Seat,
        /// Which of that player's Tryals.
        position: Position,
        /// What it is.
        card: TryalCard,
        /// Why.
        cause: RevealCause,
        /// The red cards that went to the discard with it; none unless it was a flip (F14).
        discarded: Vec<Card>,
    },
    /// A player died (F34).
    Died {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// Of what.
        cause: DeathCause,
        /// The Tryals that were still hidden, in the order in which they were flipped.
        remaining: Vec<(Position, TryalCard)>,
        /// Whether the player was of the coven.
        coven: bool,
        /// Hand and front, which went to the discard. Those that lay in front are public; those from the hand are not.
        discarded: Vec<Card>,
        /// Whether a flip that was owed against this player lapsed (F12).
        flip_lapsed: bool,
    },
    /// Two players live: all blue cards left the game (F10).
    BlueCardsLeft {
        /// Those that lay in front of somebody, which is public.
        from_fronts: Vec<Card>,
        /// All others: in hands, which their holders alone are told, in the deck and the discard.
        from_elsewhere: Vec<Card>,
    },
    /// A Stocks ran out and went to the discard (F19).
    StocksEnded {
        /// When.
        at: Time,
        /// In front of whom it lay.
        seat: Seat,
        /// Which card.
        card: Card,
    },
    /// The Conspiracy was announced; no card can be played until the Shift is over (F24).
    ConspiracyCalled {
        /// When.
        at: Time,
        /// The flips that are settled first, with their last instants from now on.
        flips: Vec<(PromptId, Time)>,
    },
    /// Nobody has the Black Cat: the scratch was skipped (F25).
    ScratchSkipped,
    /// The Black Cat did its holder, Mary Warren, no harm (T24).
    ScratchHarmless {
        /// Its holder.
        seat: Seat,
    },
    /// The Shift opened (F26). Who picks from whom is in the state: each living player from the one before.
    ShiftOpened {
        /// When.
        at: Time,
        /// When it closes.
        until: Time,
        /// The prompt of the picks.
        prompt: PromptId,
    },
    /// A player picked, or picked another (F26). Secret to that player.
    Picked {
        /// Who.
        seat: Seat,
        /// Which Tryal of the player before.
        position: Position,
    },
    /// The Shift closed and the picked cards were dealt anew (F27). That it happened is public; each player is told what left
    /// and what came to the own row, and nothing else.
    Redistributed {
        /// When.
        at: Time,
        /// What each living player picked, in row order.
        picks: Vec<Pick>,
        /// What each living player got, in row order.
        moves: Vec<Move>,
        /// Who became a Witch by it.
        joined: Vec<Seat>,
        /// Who held the hidden Constable card before it, among the living.
        constable_before: Option<Seat>,
        /// Who holds it after it.
        constable_after: Option<Seat>,
    },
    /// A Night fell (F28); hands and Stocks went to the discard (F9).
    NightFell {
        /// Which, from 1.
        number: u32,
        /// When.
        at: Time,
        /// When it ends.
        until: Time,
        /// The prompt of this Night's choices.
        prompt: PromptId,
    },
    /// A Witch said who is to be killed, or nobody, or (none) took back what she had said (F29). Secret to the coven.
    KillNamed {
        /// The Witch.
        seat: Seat,
        /// What she said.
        vote: Option<KillVote>,
    },
    /// The Constable named who is guarded, or nobody (F30). Secret to the Constable.
    GuardNamed {
        /// What was said.
        guard: Guard,
    },
    /// A player confessed, to be settled at daybreak (F31). Secret to that player.
    Confessed {
        /// Who.
        seat: Seat,
        /// Which Tryal is shown.
        position: Position,
    },
    /// William Phips confessed without a Tryal, to be settled at daybreak (T31). Secret to that player.
    ConfessedUnshown {
        /// Who.
        seat: Seat,
    },
    /// A player took a confession back (F31). Secret to that player.
    ConfessionWithdrawn {
        /// Who.
        seat: Seat,
    },
    /// The Night ended: what stood then counts (F32). Secret until the game is over. The chats closed (F38).
    NightEnded {
        /// Which.
        number: u32,
        /// When.
        at: Time,
        /// What the living Witches had said; a Witch who had said nothing is not in it.
        votes: Vec<(Seat, KillVote)>,
        /// Whom all of them named, if so.
        target: Option<Seat>,
        /// What the Constable had said, where it counts.
        guard: Option<Guard>,
        /// Who confesses with which Tryal.
        confessions: Vec<(Seat, Position)>,
        /// Who confesses without a Tryal: Phips' power is used up (T31).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unshown: Vec<Seat>,
        /// Who had Asylum in front.
        asylum: Option<Seat>,
    },
    /// A confessor was guarded and revealed nothing (F32). Told to that player alone.
    ConfessionSpared {
        /// Who.
        seat: Seat,
    },
    /// The report of daybreak (F32): the Reveals and Deaths of this daybreak come before it as events of their own.
    DaybreakReported {
        /// The number of the Night.
        number: u32,
        /// When.
        at: Time,
        /// Who confessed with which card, guarded confessors left out.
        confessions: Vec<(Seat, Position, TryalCard)>,
        /// Who confessed and showed nothing, guarded ones left out (T31).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unshown: Vec<Seat>,
        /// Who died, in order.
        died: Vec<Seat>,
        /// Who was guarded, where the setting `announce_guard` is on and somebody was; never by whom.
        guarded: Option<Seat>,
    },
    /// A chat was opened (F38). Known to its members alone.
    ChatOpened {
        /// Its number.
        chat: u16,
        /// Who opened it.
        opener: Seat,
        /// Who is in it besides the opener.
        guests: Vec<Seat>,
    },
    /// Somebody was brought into a chat (F39). Known to its members alone.
    ChatJoined {
        /// Which.
        chat: u16,
        /// Who brought in.
        by: Seat,
        /// Whom.
        guest: Seat,
    },
    /// Somebody left a chat (F39). Known to its members alone.
    ChatLeft {
        /// Which.
        chat: u16,
        /// Who.
        seat: Seat,
    },
    /// Every clock was stopped (H2), by the host or at a standstill (H8).
    Paused {
        /// Since when, why, and until when the host is waited for.
        pause: Pause,
    },
    /// The clocks ran again; every deadline moved by the time paused (H2).
    Resumed {
        /// When.
        at: Time,
        /// How long it was paused.
        paused_for: Length,
        /// Why it had been paused.
        cause: PauseCause,
    },
    /// The host moved the end of the phase (H1).
    Extended {
        /// By how long.
        by: Length,
        /// When it ends now.
        until: Time,
    },
    /// The host ended the phase at once (H1). What follows from it follows as events of its own.
    Advanced {
        /// When.
        at: Time,
    },
    /// A substitute took over a seat and everything with it (H3).
    Replaced {
        /// The seat.
        seat: Seat,
        /// Who left.
        out: PlayerId,
        /// Who came.
        player: PlayerId,
    },
    /// A removal during a Shift waits for the redistribution (H4). Told to the host alone.
    RemovalDeferred {
        /// Who will be removed.
        seat: Seat,
    },
    /// A host who plays proposed something to the living (H1), who need a majority.
    Proposed {
        /// The prompt of the votes.
        prompt: PromptId,
        /// What.
        motion: Motion,
        /// The host's own seat, which counts as a yes if its player lives; none where the host has been replaced.
        by: Option<Seat>,
    },
    /// A living player said yes or no to a proposal (H1).
    Seconded {
        /// Who.
        seat: Seat,
        /// Yes, or a yes taken back.
        yes: bool,
    },
    /// The host took a proposal back (H1).
    ProposalWithdrawn,
    /// The host asked the desk for secrets, and this record notes it.
    SecretsShown {
        /// Who asked.
        player: PlayerId,
    },
    /// A player wrote something, for the first time in this Day and Night (H6). Told to nobody.
    Spoke {
        /// Who.
        seat: Seat,
    },
    /// A player left the server; the host may replace or remove (H4). Told to the host alone.
    LeftServer {
        /// Who.
        seat: Seat,
    },
    /// A player who had left the server came back (H4). Told to the host alone.
    CameBack {
        /// Who.
        seat: Seat,
    },
    /// A reminder before the phase ends (H6).
    Reminded {
        /// When it was due.
        at: Time,
        /// How long before the end, as set.
        before: Length,
        /// When the phase ends.
        until: Time,
        /// Those who still owe an action: each is told privately, for this is secret.
        owing: Vec<Seat>,
    },
    /// The Moderator came back from an absence and moved what had to move (H7).
    ModeratorReturned {
        /// Since when it had been away.
        since: Time,
        /// When it came back.
        at: Time,
        /// When the phase ends now, where that moved.
        until: Option<Time>,
        /// The flips whose last instants moved.
        flips: Vec<(PromptId, Time)>,
        /// When the Shift closes now, where that moved.
        shift: Option<Time>,
        /// Whether the Day's end waits for the Conspiracy.
        waits: bool,
        /// When the Conspiracy comes now, where its instant fell in the absence: secret, and never told as late.
        conspiracy: Option<Time>,
        /// When a game that is paused at a standstill ends now, where that moved.
        standstill: Option<Time>,
    },
    /// Silent players were reported to a host who does not play (H6). Told to the host alone, who sees no secret in it without
    /// asking: who is a Witch is one.
    InactivityReported {
        /// Players without any action or message for a whole Day and Night.
        silent: Vec<Seat>,
        /// Living Witches who have not voted for two Nights: secret.
        unvoted: Vec<Seat>,
    },
    /// The game is over; everything is disclosed (F35, F37).
    Ended {
        /// When.
        at: Time,
        /// How.
        outcome: Outcome,
        /// The player whose removal by the host has ended it, where it was so (H4).
        by_removal: Option<Seat>,
    },
}

/// How many marks make a flip but against Burroughs (F12): what a record leaves unsaid.
pub(super) fn seven() -> u8 {
    7
}

/// Whether it is what a record leaves unsaid.
pub(super) fn is_seven(threshold: &u8) -> bool {
    *threshold == seven()
}
