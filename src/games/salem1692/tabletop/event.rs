//! What happened: past tense, outcomes included. Each public fact is one event that holds all that is needed to tell it; what is
//! secret in it is told only to whom it concerns (`tell` divides them).

use serde::{Deserialize, Serialize};

use crate::games::salem1692::table::{Card, Character, Position, TryalCard};
use crate::kernel::ids::{PlayerId, PromptId, Seat};
use crate::kernel::time::{Length, Time};

pub use super::outcome::{Choosing, Effect, Fate, Kept, NewRow, Passing, RevealCause};
pub use crate::games::salem1692::order::{DeathCause, Hand, Pick};

use super::deck::DeckCard;
use super::phase::{
    Asked, CatChoice, Confession, DrawCause, Dying, Gavel, LeftConfession, Motion, Offered,
    Outcome, Owed, Pause, PauseCause, PlacingPower, Sharing, TurnEnd,
};

/// An event of the tabletop game. `at` is the instant that counts: the arrival of a command, or the instant at which what the
/// clock settled was due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    // Setup.
    /// The seats were shuffled (F3).
    SeatsDrawn {
        /// Who sits where, from seat 1 on.
        order: Vec<PlayerId>,
    },
    /// The Tryals were dealt (T1). Each row is secret to its holder; who holds a Witch card is of the coven from now on.
    TryalsDealt {
        /// The rows, from seat 1 on.
        rows: Vec<Vec<TryalCard>>,
    },
    /// Two characters were dealt to each player, who keeps one (T3). Which two is secret to that player.
    TownHallOpened {
        /// When.
        at: Time,
        /// When it ends.
        until: Time,
        /// The prompt of the choices.
        prompt: PromptId,
        /// What each was dealt.
        offered: Vec<Offered>,
    },
    /// A player keeps this character, or another one than before (T3). Secret to that player until all are shown.
    CharacterKept {
        /// Who.
        seat: Seat,
        /// Which.
        character: Character,
    },
    /// All characters were shown together (T3). Whom a player did not keep stays secret.
    CharactersShown {
        /// When.
        at: Time,
        /// Who is who, in row order.
        kept: Vec<Kept>,
    },
    /// The hands were dealt and the deck was made (T2). Each hand is secret to its holder; the deck to all.
    HandsDealt {
        /// What each player got.
        hands: Vec<Hand>,
        /// The deck, the next card to be drawn first.
        deck: Vec<DeckCard>,
    },
    /// The Dawn began (T5).
    DawnBegan {
        /// When.
        at: Time,
        /// When it ends.
        until: Time,
        /// The prompt of the coven's vote.
        prompt: PromptId,
    },
    /// A Witch named the holder of the Black Cat, or another one than before (T5). Secret to the coven.
    CatNamed {
        /// The Witch.
        seat: Seat,
        /// Whom she named.
        target: Seat,
    },
    /// Dawn ended and the Black Cat was given (T5). Who got it is public; the rest is the coven's.
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

    // The turn.
    /// A turn began (T6).
    TurnBegan {
        /// Which, from 1.
        number: u32,
        /// When.
        at: Time,
        /// Whose.
        seat: Seat,
        /// When its clock will have run out.
        until: Time,
        /// The prompt of the turn's panel.
        prompt: PromptId,
    },
    /// A turn was skipped for Stocks, which went to the discard (T10).
    TurnSkipped {
        /// When.
        at: Time,
        /// Whose.
        seat: Seat,
        /// The Stocks.
        card: Card,
    },
    /// The player whose turn it is chose to draw two cards (T6). What comes follows as events of its own.
    DrawChosen {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
    },
    /// Cards were drawn. How many is public; which, only the drawer's, unless they went to the discard (T6, T7).
    Drew {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// Why.
        cause: DrawCause,
        /// The cards, in the order in which they came.
        cards: Vec<Card>,
        /// Whether they went to the discard (T7).
        lost: bool,
    },
    /// There was nothing to draw (T9).
    NothingDrawn {
        /// When.
        at: Time,
        /// Who would have drawn.
        seat: Seat,
        /// Why.
        cause: DrawCause,
    },
    /// The discard was shuffled into a new deck because a card had to be drawn (T9).
    DeckFormed {
        /// When.
        at: Time,
        /// The deck, the next card to be drawn first. Secret to all.
        deck: Vec<DeckCard>,
    },
    /// Corey showed the two Accusations that he drew, and draws a third card (T21).
    AccusationsShown {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// The two cards.
        cards: Vec<Card>,
    },
    /// Parris took cards out of the discard instead of drawing (T26). How many is public; which, only his.
    Salvaged {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Tituba sees the deck (T29). That she does is public; the deck is hers alone.
    DeckStudied {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
    },
    /// Tituba put the deck in order (T29). That she did is public; the order is hers alone.
    DeckArranged {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// The deck, the next card to be drawn first.
        deck: Vec<DeckCard>,
    },
    /// A card was played (T6).
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
    /// A Tryal came to be owed (T8).
    TryalOwed {
        /// When.
        at: Time,
        /// Which.
        owed: Owed,
        /// The marks in front of that player.
        marks: u8,
        /// How many make a Tryal there: 7, or 8 (T20).
        threshold: u8,
    },
    /// A power on placing is offered (T17, T18, T28).
    PowerOffered {
        /// When.
        at: Time,
        /// To whom.
        seat: Seat,
        /// Which, and for which card.
        asked: Asked,
    },
    /// A power on placing was not used: by choice, or because the clock had run out or its player died.
    PowerDeclined {
        /// Whose.
        seat: Seat,
        /// Which.
        power: PlacingPower,
    },
    /// Abigail discarded the red cards before herself (T17).
    RedsShed {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Putnam draws two cards before the Tryal is turned (T18). What comes follows as events of its own.
    PutnamDraws {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
    },
    /// A hidden Tryal was revealed (T8, T14, T15). What follows from it (a death, the end) follows as events of its own.
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
        /// The red cards that went to the discard with it; none unless it was owed (F14).
        discarded: Vec<Card>,
        /// Who draws a card for it as soon as everything that follows is settled, in order (T25).
        nurses: Vec<Seat>,
    },
    /// A player died (F34).
    Died {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// Of what.
        cause: DeathCause,
        /// The Tryals that were still hidden, in the order in which they were turned.
        remaining: Vec<(Position, TryalCard)>,
        /// Whether the player was of the coven.
        coven: bool,
        /// Cards from hand and front that went to the discard. Those that lay in front are public; those from the hand are not.
        discarded: Vec<Card>,
        /// Hand and blue cards that wait for John Proctor (T22); the same holds for them.
        left: Vec<Card>,
        /// Whether a Tryal that was owed by that player lapsed (T8).
        lapsed: bool,
    },
    /// Two players live: all blue cards, Scapegoats and Robbery left the game (T11). All of them are named to all.
    CardsLeft {
        /// Those that lay in front of somebody.
        from_fronts: Vec<Card>,
        /// All others: in hands, deck, discard and what the dead have left.
        from_elsewhere: Vec<Card>,
    },
    /// John Proctor took over all that the dead left, or all that was still left of it (T22). How much is public; which, his.
    Inherited {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// The cards.
        cards: Vec<Card>,
    },
    /// John and Martha share what the dead left, or the next one takes (T23). The cards are known to the two alone.
    SharingOpened {
        /// When.
        at: Time,
        /// Who takes now, until when.
        sharing: Sharing,
        /// The cards that there are.
        cards: Vec<Card>,
    },
    /// John or Martha took one card (T23). Which, is known to the two alone.
    Took {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whether it was taken at random because the time had run out.
        random: bool,
    },
    /// Nobody is left to take over what the dead left: it went to the discard (T22).
    EstateDiscarded {
        /// The cards.
        cards: Vec<Card>,
    },
    /// A dying player may leave last words (T33).
    LastWordsAsked {
        /// Who, until when.
        dying: Dying,
    },
    /// Last words (T33).
    LastWordsLeft {
        /// When.
        at: Time,
        /// Whose.
        seat: Seat,
        /// The words, one to three.
        words: String,
    },
    /// A dead player left no last words in time (T33). Told to nobody.
    LastWordsLapsed {
        /// Who.
        seat: Seat,
    },
    /// The clock of the turn stands: a black card or another player's choice is open (T7).
    ClockStopped {
        /// When.
        at: Time,
        /// How much is left.
        left: Length,
    },
    /// The clock of the turn runs again (T7).
    ClockRan {
        /// When.
        at: Time,
        /// When it will have run out.
        until: Time,
    },
    /// The clock of a turn ran out (T7). What follows from it follows as events of its own.
    TurnRanOut {
        /// When.
        at: Time,
        /// Whose.
        seat: Seat,
        /// How many turns of that player in a row have run out with nothing done, this one included; 0 where something was.
        missed: u8,
    },
    /// A turn ended.
    TurnEnded {
        /// When.
        at: Time,
        /// Whose.
        seat: Seat,
        /// How.
        end: TurnEnd,
    },

    // The Conspiracy.
    /// The Conspiracy was drawn (T14).
    ConspiracyDrawn {
        /// Which, from 1.
        number: u32,
        /// When.
        at: Time,
        /// By whom.
        drawer: Seat,
        /// Why that player drew.
        cause: DrawCause,
        /// The choice of a Tryal of the Black Cat's holder, where there is one.
        cat: Option<CatChoice>,
        /// Whose Black Cat does no harm, where that is why there is none (T24).
        harmless: Option<Seat>,
    },
    /// The Black Cat's holder died before a Tryal was chosen: the step is skipped (T14).
    ScratchSkipped {
        /// When.
        at: Time,
    },
    /// The Shift opened (T14). Who picks from whom is in the state: each living player from the left neighbour.
    ShiftOpened {
        /// When.
        at: Time,
        /// When it closes.
        until: Time,
        /// The prompt of the picks.
        prompt: PromptId,
    },
    /// A player picked, or picked another (T14). Secret to that player.
    Picked {
        /// Who.
        seat: Seat,
        /// Which Tryal of the left neighbour.
        position: Position,
    },
    /// The Shift closed and the picks changed hands; each row's hidden Tryals were shuffled; the card went to the discard (T14,
    /// T12). That it happened is public; each player is told the own new row, with `pass` also what came, and nothing else.
    Passed {
        /// When.
        at: Time,
        /// What each living player picked, in row order.
        picks: Vec<Pick>,
        /// What each living player got, in row order.
        passed: Vec<Passing>,
        /// The hidden Tryals of each living player after it.
        rows: Vec<NewRow>,
        /// Who became a Witch by it. Told to that player alone at once; the coven learns it when its channel next opens.
        joined: Vec<Seat>,
        /// Who held the hidden Constable card before it, among the living.
        constable_before: Option<Seat>,
        /// Who holds it after it.
        constable_after: Option<Seat>,
    },
    /// A player put the own hidden Tryals in another order (T12). Secret to that player.
    Reordered {
        /// Who.
        seat: Seat,
        /// What moved: from which place to which. Only hidden places.
        moves: Vec<(Position, Position)>,
    },

    // The Night.
    /// The Night was drawn (T15).
    NightDrawn {
        /// Which, from 1.
        number: u32,
        /// When.
        at: Time,
        /// By whom.
        drawer: Seat,
        /// Why that player drew.
        cause: DrawCause,
        /// Whether there was more of the deck below it (T29).
        early: bool,
        /// When the coven and the Constable have to have spoken.
        until: Time,
        /// The prompt of the Night's choices.
        prompt: PromptId,
    },
    /// A Witch named the victim, or (none) took back what she had said (T15). Secret to the coven.
    KillNamed {
        /// The Witch.
        seat: Seat,
        /// Whom.
        target: Option<Seat>,
    },
    /// The Constable said who gets the gavel, or nobody (T15). Secret to the Constable.
    GavelNamed {
        /// What was said.
        gavel: Gavel,
    },
    /// A player left a confession in advance (T15). Secret to that player.
    ConfessionLeft {
        /// Who.
        seat: Seat,
        /// What.
        left: LeftConfession,
    },
    /// A player took a confession back (T15). Secret to that player.
    ConfessionWithdrawn {
        /// Who.
        seat: Seat,
    },
    /// The coven and the Constable have spoken; the gavel was shown and confessions are open (T15). Public: who has the gavel, and
    /// until when confessions are open. The rest is secret until the game is over, the victim until named.
    GavelShown {
        /// Which Night.
        number: u32,
        /// When.
        at: Time,
        /// What the Constable had said; none where that step is gone or nothing was said.
        gavel: Option<Gavel>,
        /// Whether there is a Constable at all, whose card has not been revealed: public.
        constable: bool,
        /// What the living Witches had said.
        votes: Vec<(Seat, Seat)>,
        /// Whom the coven has chosen.
        victim: Option<Seat>,
        /// Between whom the victim was drawn, where it was.
        drawn_among: Vec<Seat>,
        /// When confessions are over.
        until: Time,
    },
    /// A player confessed (T15, T31). What a Tryal shows follows as an event of its own.
    Confessed {
        /// When.
        at: Time,
        /// Who.
        seat: Seat,
        /// What is shown.
        confession: Confession,
    },
    /// A confession left in advance was not made. Told to that player alone.
    ConfessionDropped {
        /// Who.
        seat: Seat,
        /// Why: the player has the gavel, or else the Tryal or the power is gone.
        has_gavel: bool,
    },
    /// Confessions are over (T15).
    ConfessionsOver {
        /// When.
        at: Time,
    },
    /// The victim was named (T15). The death follows as an event of its own.
    VictimNamed {
        /// When.
        at: Time,
        /// Who; none where no Witch had voted.
        victim: Option<Seat>,
        /// What becomes of them.
        fate: Fate,
    },
    /// The Night is over (T15).
    NightOver {
        /// Which.
        number: u32,
        /// When.
        at: Time,
        /// The new deck, the next card to be drawn first, secret to all; none after an early Night (T29).
        deck: Option<Vec<DeckCard>>,
    },
    /// A chat was opened (T16, F38). Known to its members alone.
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

    // Hosts, absence and order.
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
    /// The host ended at once what was waited for (H1). What follows from it follows as events of its own.
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
    /// A removal during a Shift waits until the Tryals have changed hands (H4). Told to the host alone.
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
    /// A player wrote something, for the first time since the last Night (H6). Told to nobody.
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
    /// The Moderator came back from an absence (H7): whatever was due before `until` is due then.
    ModeratorReturned {
        /// Since when it had been away.
        since: Time,
        /// When it came back.
        at: Time,
        /// The return plus the setting `grace`.
        until: Time,
        /// Whether anything moved.
        moved: bool,
    },
    /// Silent players were reported to a host who does not play (H6). Told to the host alone, who sees no secret in it without
    /// asking: who is a Witch is one.
    InactivityReported {
        /// Players without any act or message since the Night before.
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
