//! What the town is told of each event: the public story. It is made of the event and the settings alone, so that
//! `/history` can tell it again later, and it opens nothing that is secret.

use crate::games::salem1692::table::{Card, Character, Position, TryalCard, TryalKind};
use crate::kernel::ids::Seat;
use crate::kernel::text::Named;
use crate::kernel::time::{Length, Time};

use crate::games::salem1692::forum::{
    DeathCause, Event, FlipChoice, ForumSettings, Hand, Moment, Outcome, PauseCause, RevealCause,
    Taking, words,
};

use super::plays;

/// What the town reads of this event, if anything; `moment` is the part of the game it belongs to.
pub fn town(settings: &ForumSettings, moment: Moment, event: &Event) -> Option<String> {
    let text = match event {
        Event::SeatsDrawn { order } => seats_drawn(order.len()),
        Event::RoleCardsDealt { characters } => role_cards(characters),
        Event::DawnBegan { until, .. } => dawn_began(settings, *until),
        Event::CatGiven { seat, .. } => format!(
            "🐈‍⬛ **Dawn is over.** At the door of {seat} sits the **Black Cat**, and it will not be chased away."
        ),
        Event::DayBegan { number, at, until, quiet_until, .. } => {
            day_began(*number, *at, *until, *quiet_until)
        }
        Event::Dealt { added, removed, hands, left_out, .. } => {
            dealt(*added, *removed, hands, left_out)
        }
        Event::CoreyDealt { seat, .. } => format!(
            "🎭 {seat} was dealt at least two Accusations and, as Giles Corey may, gets one more."
        ),
        Event::Played { seat, card, effect, .. } => plays::played(*seat, *card, effect),
        Event::MatchmakersDiscarded { seat, .. } => {
            format!("💔 Both Matchmakers lie in front of {seat}. They cancel out and go to the discard.")
        }
        Event::FlipOwed { flip, marks, threshold } if marks < threshold => format!(
            "🎭 **{} stands at {} marks, and that is enough for Thomas Danforth.** {} chooses which hidden Tryal is flipped, \
             until {}; after that chance decides. Meanwhile no card may name {}.",
            flip.seat,
            words::marks(*marks, *threshold),
            flip.chooser,
            words::when(flip.until),
            flip.seat
        ),
        Event::FlipOwed { flip, marks, threshold } => format!(
            "⚖️ **{} stands at {} marks.** {} chooses which hidden Tryal is flipped, until {}; after that chance \
             decides. Meanwhile no card may name {}.",
            flip.seat,
            words::marks(*marks, *threshold),
            flip.chooser,
            words::when(flip.until),
            flip.seat
        ),
        Event::RedsShed { seat, cards, .. } => format!(
            "🎭 {seat} brings somebody to a flip and, as Abigail Williams may, discards what lay in front of her: {}.",
            words::cards(cards)
        ),
        Event::TookFromDiscard { seat, taking, cards, .. } => took(*seat, *taking, cards.len()),
        Event::HandChanged { seat, came, .. } => format!(
            "🎭 {seat} changes the whole hand, as Tituba may: {} for as many from the discard.",
            words::count(came.len(), "card")
        ),
        Event::Inherited { shares } => inherited(shares),
        Event::Revealed { seat, position, card, cause, .. } => {
            revealed(*seat, *position, *card, *cause)
        }
        Event::Died { seat, cause, remaining, coven, flip_lapsed, .. } => {
            died(*seat, *cause, remaining, *coven, *flip_lapsed)
        }
        Event::BlueCardsLeft { from_fronts, .. } => blue_cards_left(from_fronts),
        Event::StocksEnded { seat, .. } => {
            format!("⛓️ The time of a Stocks in front of {seat} is over, and the card goes to the discard.")
        }
        Event::ConspiracyCalled { flips, .. } => conspiracy_called(flips.len()),
        Event::ScratchSkipped => {
            "🐈‍⬛ The Black Cat belongs to nobody, so nobody is scratched.".to_owned()
        }
        Event::ScratchHarmless { seat } => {
            format!("🐈‍⬛ The Black Cat sits with {seat}, and does Mary Warren no harm.")
        }
        Event::ShiftOpened { until, .. } => format!(
            "🫳 **The Shift is open** until {}, or until the last has picked. Every living player takes, unseen, one \
             hidden Tryal of the living player before them in the row: by the buttons in your cards, or with `/pick`. \
             For those who do not pick, chance does.",
            words::when(*until)
        ),
        Event::Redistributed { .. } => "🔀 **The Shift is closed.** The Tryals that were taken have been shuffled and \
             dealt again, one to each living player. All have been told in private what came to them. The Conspiracy \
             is over."
            .to_owned(),
        Event::NightFell { number, until, .. } => night_fell(*number, *until),
        Event::NightEnded { number, .. } => format!(
            "🌅 **Night {number} is over.** The doors of Salem open one by one, and the town counts its people."
        ),
        Event::DaybreakReported { number, confessions, unshown, died, guarded, .. } => {
            daybreak(*number, confessions, unshown, died, *guarded)
        }
        Event::Paused { pause } => match pause.until {
            None => format!(
                "⏸️ **The game is paused.** {} You may talk; nothing can be played or chosen until it goes on.",
                words::pause(pause.cause)
            ),
            Some(until) => format!(
                "⏸️ **The game is paused.** {} The host is asked whether to go on. Without an answer by {} it ends \
                 without a winner.",
                words::pause(pause.cause),
                words::when(until)
            ),
        },
        Event::Resumed { paused_for, cause, .. } => {
            let why = match cause {
                PauseCause::Host => "",
                PauseCause::NobodyActs | PauseCause::NothingHappens => "The host wants to go on. ",
            };
            format!(
                "▶️ **The game goes on.** {why}The clocks stood still for {paused_for}, and everything is later by that."
            )
        }
        Event::Extended { by, until } => {
            let phase = words::moment(moment);
            format!("⏳ The host has extended {phase} by {by}: it ends {}.", words::when(*until))
        }
        Event::Advanced { .. } => {
            format!("⏩ The host ends {} now.", words::moment(moment))
        }
        Event::Replaced { seat, out, player } => format!(
            "🔄 {} leaves the game, and {} takes over seat {} with everything that belongs to it.",
            Named(*out),
            Named(*player),
            seat.number()
        ),
        Event::Proposed { motion, by, .. } => format!(
            "🗳️ {} proposes {}. That takes a yes from more than half of the living: say yes or no with the buttons of the \
             proposal.",
            match by {
                Some(host) => format!("{host}, who hosts and plays,"),
                None => "The host, who has played in this game,".to_owned(),
            },
            words::motion(*motion)
        ),
        Event::Seconded { yes: true, .. } => "🗳️ The proposal has found another yes.".to_owned(),
        Event::Seconded { yes: false, .. } => "🗳️ The proposal has lost a yes.".to_owned(),
        Event::ProposalWithdrawn => "🗳️ The host has taken the proposal back.".to_owned(),
        Event::Reminded { until, .. } => {
            format!("⏳ {} ends {}.", words::moment(moment), words::when(*until))
        }
        Event::ModeratorReturned { since, at, until, shift, .. } => {
            returned(moment, *since, *at, *until, *shift)
        }
        Event::Ended { outcome, by_removal, .. } => ended(*outcome, *by_removal),
        Event::TryalsDealt { .. }
        | Event::CatNamed { .. }
        | Event::Picked { .. }
        | Event::KillNamed { .. }
        | Event::GuardNamed { .. }
        | Event::Confessed { .. }
        | Event::ConfessedUnshown { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
        | Event::ConfessionSpared { .. }
        | Event::ChatOpened { .. }
        | Event::ChatJoined { .. }
        | Event::ChatLeft { .. }
        | Event::RemovalDeferred { .. }
        | Event::SecretsShown { .. }
        | Event::Spoke { .. }
        | Event::LeftServer { .. }
        | Event::CameBack { .. }
        | Event::InactivityReported { .. } => return None,
    };
    Some(text)
}

fn seats_drawn(count: usize) -> String {
    let seats = (0..count).map(|index| words::numbered(Seat::at(index)));
    let seats: Vec<String> = seats.collect();
    format!(
        "📜 **Salem, 1692.** {count} people take their seats, and keep them to the end. The row is a circle: before the \
         first sits the last.\n{}",
        seats.join("\n")
    )
}

/// The role cards lie face up (T32).
fn role_cards(characters: &[Character]) -> String {
    let lines = characters.iter().enumerate().map(|(index, character)| {
        format!(
            "{} **{character}**: {}",
            words::numbered(Seat::at(index)),
            words::ability(*character)
        )
    });
    let lines: Vec<String> = lines.collect();
    format!(
        "🎭 **The role cards** lie face up, one for each of you.\n{}",
        lines.join("\n")
    )
}

/// Cards out of the discard: how many is public, which is not (T32).
fn took(seat: Seat, taking: Taking, count: usize) -> String {
    let cards = words::count(count, "card");
    match taking {
        Taking::AnnPutnam => format!(
            "🎭 {seat} brings somebody to a flip and, as Ann Putnam may, draws {cards} from the discard."
        ),
        Taking::RebeccaNurse => format!(
            "🎭 As another's Tryal was revealed, {seat} draws {cards} from the discard, as Rebecca Nurse does."
        ),
        Taking::SamuelParris => {
            format!("🎭 {seat} chooses {cards} out of the discard, as Samuel Parris may.")
        }
    }
}

fn inherited(shares: &[Hand]) -> String {
    let shares = shares.iter().map(|share| {
        let cards = words::count(share.cards.len(), "card");
        format!("{} ({cards})", share.seat)
    });
    format!(
        "🎭 Hand and blue cards of the dead go, by the right of John Proctor, to {}.",
        words::list(shares)
    )
}

fn dawn_began(settings: &ForumSettings, until: Time) -> String {
    let witches = settings.witch_cards();
    let cards = if witches == 1 {
        "One of them all is the Witch card, one the Constable."
    } else {
        "Two of them all are Witch cards, and lie with two different people; one is the Constable."
    };
    let mut text = format!("🌄 **Dawn.** Five Tryals lie face down before each of you. {cards}");
    if settings.is_house_setup() {
        let players = settings.players;
        text = format!("{text}\nThis table is a house setup: {players} players instead of nine.");
        if witches == 1 {
            text = format!("{text} With one Witch card in the game, one Witch chooses alone.");
        }
    }
    format!(
        "{text}\nWhile the sky turns grey, the coven chooses who is to have the Black Cat. You may talk already; no card \
         is played yet. Dawn ends {}.",
        words::when(until)
    )
}

fn day_began(number: u32, at: Time, until: Time, quiet_until: Time) -> String {
    let mut text = format!("☀️ **Day {number}** lasts until {}.", words::when(until));
    if quiet_until - at > Length::ZERO {
        text = format!(
            "{text} Cards may be played from {} on.",
            words::when(quiet_until)
        );
    }
    format!("{text} At an hour that nobody knows, a Conspiracy will come.")
}

/// The deal: how many cards each holds is public (F8), what was added or removed for equal hands too (F7).
fn dealt(added: u8, removed: u8, hands: &[Hand], left_out: &[Card]) -> String {
    let each = hands.first().map_or(0, |hand| hand.cards.len());
    let mut text = format!(
        "🃏 The cards are dealt: {} for each of the {} living.",
        words::count(each, "card"),
        hands.len()
    );
    if added > 0 {
        let added = words::count(usize::from(added), "Accusation");
        text = format!("{text} For equal hands, {added} came in for this Day.");
    }
    if removed > 0 {
        let removed = words::count(usize::from(removed), "Accusation");
        text = format!("{text} For equal hands, {removed} stayed out for this Day.");
    }
    if !left_out.is_empty() {
        let left_out = words::cards(left_out);
        text = format!("{text} Between two players, {left_out} would have no use and stayed out.");
    }
    text
}

fn revealed(seat: Seat, position: Position, card: TryalCard, cause: RevealCause) -> String {
    let which = words::position(position);
    let what = words::tryal(card.kind);
    let mut text = match cause {
        RevealCause::Flip {
            chooser, choice, ..
        } => {
            let how = match choice {
                FlipChoice::Chosen => format!("{chooser} has {which} of {seat} flipped"),
                FlipChoice::TimeOut => {
                    format!(
                        "{chooser} has let the time run out, and chance flips {which} of {seat}"
                    )
                }
                FlipChoice::ChooserDied => {
                    format!(
                        "{chooser} is dead and cannot choose, so chance flips {which} of {seat}"
                    )
                }
                FlipChoice::DayEnded => {
                    format!("The Day is ending, and chance flips {which} of {seat}")
                }
            };
            format!("⚖️ {how}: {what}. The red cards in front of {seat} go to the discard.")
        }
        RevealCause::Burdened => format!(
            "⚖️ What lies in front of {seat} is enough for a flip now, and chance flips {which}: {what}. The red cards in front \
             of {seat} go to the discard."
        ),
        RevealCause::CatScratch => {
            format!("🐈‍⬛ The Black Cat scratches {seat}: {which} is {what}.")
        }
        RevealCause::Confession => {
            format!("🕯️ {seat} confesses and turns over {which}: {what}.")
        }
    };
    match card.kind {
        TryalKind::Constable => text.push_str(" Nobody is Constable in Salem any more."),
        TryalKind::Witch | TryalKind::NotAWitch => {}
    }
    text
}

/// A death (F34). What lay in the hand is not told: cards of a hand are their holder's alone, dead or alive.
fn died(
    seat: Seat,
    cause: DeathCause,
    remaining: &[(Position, TryalCard)],
    coven: bool,
    flip_lapsed: bool,
) -> String {
    let mut text = format!("💀 **{seat}** {}.", words::death(cause));
    if !remaining.is_empty() {
        let turned: Vec<String> = remaining
            .iter()
            .map(|(position, card)| format!("{position} {}", card.kind.name()))
            .collect();
        text = format!(
            "{text}\nThe Tryals still hidden are turned over: {}.",
            turned.join(" · ")
        );
    }
    text = format!("{text}\n{seat} was {}.", words::alignment(coven));
    if flip_lapsed {
        text = format!("{text} The flip that was still owed lapses.");
    }
    text
}

fn blue_cards_left(from_fronts: &[Card]) -> String {
    let mut text = "🕊️ Two are left alive, and all blue cards leave the game.".to_owned();
    if !from_fronts.is_empty() {
        text = format!(
            "{text} From in front of them: {}.",
            words::cards(from_fronts)
        );
    }
    text
}

fn conspiracy_called(flips: usize) -> String {
    let mut text =
        "🕸️ **A Conspiracy!** Whispers run through Salem, and no card can be played until it is over.".to_owned();
    if flips > 0 {
        text.push_str(" First the flips that are owed are settled:");
    }
    text
}

fn night_fell(number: u32, until: Time) -> String {
    format!(
        "🌙 **Night {number}** falls on Salem, until {}. The town is silent; hands and Stocks go to the discard.\nThe \
         coven meets. The living may confess (`/confess`) and open private chats (`/chat open`). What has been chosen \
         when the Night ends is what counts.",
        words::when(until)
    )
}

/// The report (F32): who confessed with which card, who died, who was guarded where that is told. It never says why a kill
/// failed, nor whom the coven chose.
fn daybreak(
    number: u32,
    confessions: &[(Seat, Position, TryalCard)],
    unshown: &[Seat],
    died: &[Seat],
    guarded: Option<Seat>,
) -> String {
    let mut lines = vec![format!("📣 **Report of Night {number}**")];
    for (seat, _, card) in confessions {
        lines.push(format!(
            "Confessed: {seat}, with {}.",
            words::tryal_card(*card)
        ));
    }
    for seat in unshown {
        lines.push(format!(
            "Confessed: {seat}, who shows nothing, as William Phips may once."
        ));
    }
    if died.is_empty() {
        lines.push("Nobody died.".to_owned());
    } else {
        lines.extend(died.iter().map(|seat| format!("Died: {seat}.")));
    }
    if let Some(guarded) = guarded {
        lines.push(format!("Guarded: {guarded}."));
    }
    lines.join("\n")
}

/// The return from an absence (H7). The instant of a Conspiracy that is to come is never told.
fn returned(
    moment: Moment,
    since: Time,
    at: Time,
    until: Option<Time>,
    shift: Option<Time>,
) -> String {
    let mut text = format!(
        "🕯️ The Moderator was away from {} to {} and is back. Nothing that was decided before is lost.",
        since.full(),
        at.full()
    );
    if let Some(until) = until {
        let phase = words::moment(moment);
        text = format!("{text}\n{phase} now ends {}.", words::when(until));
    }
    if let Some(shift) = shift {
        text = format!("{text}\nThe Shift now closes {}.", words::when(shift));
    }
    text
}

fn ended(outcome: Outcome, by_removal: Option<Seat>) -> String {
    let mut text = format!("🏁 **The game is over.** {}", words::outcome(outcome));
    if let Some(seat) = by_removal {
        text = format!("{text}\nWhat ended it was the removal of {seat} by the host.");
    }
    text
}
