//! What the town is told of each event: the public story, with the Moderator's script for Dawn and Night. It is made of the event
//! and the settings alone, so that `/history` can tell it again later, and it opens nothing that is secret.

use crate::games::salem1692::table::{Card, Character, Position, TryalCard, TryalKind};
use crate::games::salem1692::tabletop::{
    CatChoice, Choosing, Confession, Conspiring, DeathCause, DrawCause, Event, Fate, Gavel, Kept,
    Moment, Outcome, Owed, OwedCause, PauseCause, RevealCause, TabletopSettings, words,
};
use crate::kernel::ids::Seat;
use crate::kernel::text::Named;
use crate::kernel::time::Time;

use super::plays;

/// What the town reads of this event, if anything; `moment` is the part of the game it belongs to.
pub fn town(settings: &TabletopSettings, moment: Moment, event: &Event) -> Option<String> {
    let text = match event {
        Event::SeatsDrawn { order } => seats_drawn(settings, order.len()),
        Event::TownHallOpened { until, .. } => format!(
            "🎭 **Town Hall.** Each of you has been dealt two people of Salem, and is to be one of them. Choose in your cards, or with \
             `/choose`, until {}; then all are shown together. For those who do not choose, chance does.",
            words::when(*until)
        ),
        Event::CharactersShown { kept, .. } => characters_shown(settings, kept),
        Event::HandsDealt { hands, deck } => hands_dealt(hands.first().map_or(0, |hand| hand.cards.len()), deck.len()),
        Event::DawnBegan { until, .. } => dawn_began(settings, *until),
        Event::CatGiven { seat, .. } => format!(
            "🐈‍⬛ **Witches, close your eyes. Salem, open yours.** The sun is up, and at the door of {seat} sits the **Black \
             Cat**, and will not be chased away. {seat} has the first turn; from there play goes round to the left, from \
             seat to seat."
        ),
        Event::TurnBegan { number, seat, until, .. } => format!(
            "🕯️ **Turn {number}: {seat}.** Draw two cards, or play one or more. The clock runs until {}.",
            words::when(*until)
        ),
        Event::TurnSkipped { seat, .. } => {
            format!("⛓️ {seat} sits in the Stocks and misses a turn. The Stocks go to the discard.")
        }
        Event::Drew { seat, cause, cards, lost, .. } => drew(*seat, *cause, cards, *lost),
        Event::NothingDrawn { seat, .. } => {
            format!("🍂 There is nothing left that could be drawn, so {seat} draws nothing.")
        }
        Event::DeckFormed { deck, .. } => format!(
            "♻️ The deck has run out. The discard is shuffled into a new one of {}, with the Night at its bottom.",
            words::count(deck.len(), "card")
        ),
        Event::AccusationsShown { seat, .. } => format!(
            "🎭 {seat} has drawn two Accusations, and shows them ({}): a third card follows.",
            Character::GilesCorey
        ),
        Event::Salvaged { seat, cards, .. } => format!(
            "🎭 Instead of drawing, {seat} takes {} out of the discard ({}).",
            words::count(cards.len(), "card"),
            Character::SamuelParris
        ),
        Event::DeckStudied { seat, .. } => {
            format!("🔮 {seat} looks through the whole deck ({}).", Character::Tituba)
        }
        Event::DeckArranged { seat, .. } => {
            format!("🔮 {seat} lays the deck down in an order that nobody else knows.")
        }
        Event::Played { seat, card, effect, .. } => plays::played(*seat, *card, effect),
        Event::MatchmakersDiscarded { seat, .. } => {
            format!("💔 Both Matchmakers lie in front of {seat}. They cancel out and go to the discard.")
        }
        Event::TryalOwed { owed, marks, threshold, .. } => tryal_owed(owed, *marks, *threshold),
        Event::RedsShed { seat, cards, .. } => format!(
            "🎭 The red cards in front of {seat} go to the discard ({}): {}.",
            Character::AbigailWilliams,
            words::cards(cards)
        ),
        Event::PutnamDraws { seat, .. } => format!(
            "🎭 {seat} wants two cards before the Tryal is turned ({}).",
            Character::AnnPutnam
        ),
        Event::Revealed { seat, position, card, cause, discarded, .. } => {
            revealed(*seat, *position, *card, *cause, discarded)
        }
        Event::Died { seat, cause, remaining, coven, lapsed, .. } => {
            died(*seat, *cause, remaining, *coven, *lapsed)
        }
        Event::CardsLeft { from_fronts, from_elsewhere } => cards_left(from_fronts, from_elsewhere),
        Event::Inherited { seat, cards, .. } => format!(
            "🎭 {seat} takes over what the dead have left: {} ({}).",
            words::count(cards.len(), "card"),
            Character::JohnProctor
        ),
        Event::SharingOpened { sharing, cards, .. } => format!(
            "🎭 {} of the dead are left to share: {} takes one, until {}, then {} ({}).",
            words::count(cards.len(), "card"),
            sharing.next,
            words::when(sharing.until),
            sharing.other,
            Character::JohnProctor
        ),
        Event::EstateDiscarded { cards } => format!(
            "🍂 Nobody is left to take over what the dead have left: {} to the discard.",
            if cards.len() == 1 { "1 card goes".to_owned() } else { format!("{} cards go", cards.len()) }
        ),
        Event::LastWordsLeft { seat, words, .. } => {
            format!("🪦 The last words of {seat}: “{words}”")
        }
        Event::ClockRan { until, .. } => {
            format!("⏳ Play goes on where it was. The turn's clock runs until {}.", words::when(*until))
        }
        Event::TurnRanOut { seat, missed, .. } => ran_out(*seat, *missed),
        Event::ConspiracyDrawn { drawer, cause, cat, harmless, .. } => {
            conspiracy_drawn(*drawer, *cause, cat.as_ref(), *harmless)
        }
        Event::ScratchSkipped { .. } => {
            "🐈‍⬛ Whoever had the Black Cat is dead, so nobody is scratched.".to_owned()
        }
        Event::ShiftOpened { until, .. } => format!(
            "🫳 **Hands to the left!** Every living player takes, unseen, one hidden Tryal of the next living player: by the \
             buttons in your cards, or with `/pick`. All change hands together, {}, or as soon as the last has picked. For \
             those who do not pick, chance does.",
            words::when(*until)
        ),
        Event::Passed { .. } => passed(settings),
        Event::NightDrawn { number, drawer, cause, early, until, .. } => {
            night_drawn(*number, *drawer, *cause, *early, *until)
        }
        Event::GavelShown { gavel, constable, until, .. } => {
            gavel_shown(*gavel, *constable, *until)
        }
        Event::Confessed { seat, confession: Confession::Phips, .. } => {
            format!("🕯️ {seat} confesses, and shows nothing ({}).", Character::WilliamPhips)
        }
        Event::VictimNamed { victim, fate, .. } => victim_named(*victim, *fate),
        Event::NightOver { number, deck, .. } => night_over(*number, deck.as_ref().map(Vec::len)),
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
            let ends = words::when(*until);
            format!("⏳ The host has extended {phase} by {by}: it ends {ends}.")
        }
        Event::Advanced { .. } => {
            format!("⏩ The host ends now what was waited for in {}.", words::moment(moment))
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
        // Of a turn the one is reminded whose turn it is; all others need not hear of it.
        Event::Reminded { until, .. } => match moment {
            Moment::TownHall | Moment::Dawn | Moment::Night(_) => {
                format!("⏳ {}: time is up {}.", words::moment(moment), words::when(*until))
            }
            Moment::Setup | Moment::Turn(_) | Moment::Conspiracy(_) | Moment::Over => return None,
        },
        Event::ModeratorReturned { since, at, until, moved } => returned(*since, *at, *until, *moved),
        Event::Ended { outcome, by_removal, .. } => ended(*outcome, *by_removal),
        Event::TryalsDealt { .. }
        | Event::CharacterKept { .. }
        | Event::CatNamed { .. }
        // What is drawn is told by itself.
        | Event::DrawChosen { .. }
        // A power that may be used is its player's to think about; what is done with it is told.
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
        | Event::Took { .. }
        | Event::LastWordsAsked { .. }
        | Event::LastWordsLapsed { .. }
        | Event::ClockStopped { .. }
        // The next turn says so.
        | Event::TurnEnded { .. }
        | Event::Picked { .. }
        | Event::Reordered { .. }
        | Event::KillNamed { .. }
        | Event::GavelNamed { .. }
        | Event::ConfessionLeft { .. }
        | Event::ConfessionWithdrawn { .. }
        // What the Tryal shows is told by itself.
        | Event::Confessed { confession: Confession::Tryal(_), .. }
        | Event::ConfessionDropped { .. }
        | Event::ConfessionsOver { .. }
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

fn seats_drawn(settings: &TabletopSettings, count: usize) -> String {
    let seats = (0..count).map(|index| words::numbered(Seat::at(index)));
    let seats: Vec<String> = seats.collect();
    let witches = match settings.witch_cards() {
        1 => "one is the Witch card".to_owned(),
        number => format!("{number} are Witch cards"),
    };
    let hard = if settings.hard {
        " That is more than usual: this game is hard on the Town."
    } else {
        ""
    };
    format!(
        "📜 **Salem, 1692.** {count} people take their seats, and keep them to the end. The table is round: to the left of \
         each sits the next in the list, and after the last the first.\n{}\n{} Tryals lie face down before each of you. Of \
         all of them {witches}, one is the Constable.{hard} Look at yours now, in your cards.",
        seats.join("\n"),
        settings.tryals_each()
    )
}

/// Who is who, in row order, with what each can do (T3).
fn characters_shown(settings: &TabletopSettings, kept: &[Kept]) -> String {
    let mut lines = vec![
        "🎭 **The Town Hall.** These are the people of Salem, and what they can do:".to_owned(),
    ];
    for kept in kept {
        let chance = if kept.random && settings.chooses_character() {
            " (by chance)"
        } else {
            ""
        };
        lines.push(format!(
            "{} is **{}**{chance}: {}",
            words::numbered(kept.seat),
            kept.character,
            words::ability(kept.character)
        ));
    }
    lines.join("\n")
}

fn hands_dealt(each: usize, deck: usize) -> String {
    format!(
        "🃏 Everybody is dealt {}. {deck} are in the deck: somewhere among them the **Conspiracy**, at its bottom the \
         **Night**.",
        words::count(each, "card")
    )
}

fn dawn_began(settings: &TabletopSettings, until: Time) -> String {
    let early = if settings.dawn_early {
        ", or as soon as they agree"
    } else {
        ""
    };
    format!(
        "🌄 **Dawn.** It is still dark, and every shutter in Salem is closed. **Everybody, close your eyes.**\n**Witches, open \
         yours.** See who you are, and agree at whose door the Black Cat shall sit: anybody's, your own too.\nThe town may \
         talk in its sleep meanwhile. Dawn ends {}{early}.",
        words::when(until)
    )
}

/// A draw: how many is public, which is not, unless they are lost (T6, T7).
fn drew(seat: Seat, cause: DrawCause, cards: &[Card], lost: bool) -> String {
    let count = words::count(cards.len(), "card");
    if lost {
        return format!(
            "🃏 {count} {} drawn for {seat}, and to the discard at once: {}.",
            if cards.len() == 1 { "is" } else { "are" },
            words::cards(cards)
        );
    }
    match cause {
        DrawCause::Turn => format!("🃏 {seat} draws {count}."),
        DrawCause::GilesCorey | DrawCause::AnnPutnam | DrawCause::RebeccaNurse => {
            format!("🃏 {seat} draws {count} ({}).", drawing(cause))
        }
    }
}

/// Whose ability a draw comes from; nothing for a turn's own.
fn drawing(cause: DrawCause) -> &'static str {
    match cause {
        DrawCause::Turn => "",
        DrawCause::GilesCorey => Character::GilesCorey.name(),
        DrawCause::AnnPutnam => Character::AnnPutnam.name(),
        DrawCause::RebeccaNurse => Character::RebeccaNurse.name(),
    }
}

/// The draw of a black card, up to its name (T9).
fn draws_black(drawer: Seat, cause: DrawCause) -> String {
    match cause {
        DrawCause::Turn => format!("{drawer} draws"),
        DrawCause::GilesCorey | DrawCause::AnnPutnam | DrawCause::RebeccaNurse => {
            format!("{drawer} ({}) draws", drawing(cause))
        }
    }
}

fn tryal_owed(owed: &Owed, marks: u8, threshold: u8) -> String {
    let Owed {
        seat,
        chooser,
        cause,
        ..
    } = owed;
    let stands = match cause {
        OwedCause::Placed | OwedCause::Carried => {
            format!(
                "**{seat} stands at {} marks.**",
                words::marks(marks, threshold)
            )
        }
        OwedCause::Early => format!(
            "**{} marks are enough against {seat}** ({}).",
            words::marks(marks, threshold),
            Character::ThomasDanforth
        ),
        OwedCause::Changed => format!(
            "An ability has changed, and **{seat} stands at {} marks.**",
            words::marks(marks, threshold)
        ),
    };
    if chooser == seat {
        format!("⚖️ {stands} Nobody chooses against themselves: chance turns a hidden Tryal.")
    } else {
        format!("⚖️ {stands} {chooser} chooses which hidden Tryal is turned.")
    }
}

fn revealed(
    seat: Seat,
    position: Position,
    card: TryalCard,
    cause: RevealCause,
    discarded: &[Card],
) -> String {
    let which = words::position(position);
    let what = words::tryal(card.kind);
    let mut text = match cause {
        RevealCause::Owed {
            chooser, choice, ..
        } => format!("⚖️ {}: {what}.", chosen(chooser, choice, &which, seat)),
        RevealCause::CatScratch { chooser, choice } => format!(
            "🐈‍⬛ The Black Cat scratches. {}: {what}.",
            chosen(chooser, choice, &which, seat)
        ),
        RevealCause::Confession => {
            format!("🕯️ {seat} confesses and turns over {which}: {what}.")
        }
    };
    if !discarded.is_empty() {
        text = format!("{text} The red cards in front of {seat} go to the discard.");
    }
    match card.kind {
        TryalKind::Constable => text.push_str(" Nobody is Constable in Salem any more."),
        TryalKind::Witch | TryalKind::NotAWitch => {}
    }
    text
}

/// How a Tryal came to be turned, as the first half of a sentence.
fn chosen(chooser: Seat, choice: Choosing, which: &str, seat: Seat) -> String {
    match choice {
        Choosing::Chosen if chooser == seat => format!("{seat} turns {which}"),
        Choosing::Chosen => format!("{chooser} turns {which} of {seat}"),
        Choosing::TimeOut => format!("The time is up, and chance turns {which} of {seat}"),
        Choosing::ChooserDied => {
            format!("{chooser} is dead and cannot choose, so chance turns {which} of {seat}")
        }
        Choosing::OwnTurn => format!("Chance turns {which} of {seat}"),
    }
}

/// A death (F34). What lay in the hand is not told: cards of a hand are their holder's alone, dead or alive.
fn died(
    seat: Seat,
    cause: DeathCause,
    remaining: &[(Position, TryalCard)],
    coven: bool,
    lapsed: bool,
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
    if lapsed {
        text = format!("{text} The Tryal that was still owed lapses.");
    }
    text
}

/// Which cards leave the game with two living (T11): named to all.
fn cards_left(from_fronts: &[Card], from_elsewhere: &[Card]) -> String {
    let mut text =
        "🕊️ **Two are left alive.** All blue cards, the Scapegoats and Robbery leave the game."
            .to_owned();
    if !from_fronts.is_empty() {
        text = format!(
            "{text}\nFrom in front of players: {}.",
            words::cards(from_fronts)
        );
    }
    if !from_elsewhere.is_empty() {
        text = format!(
            "{text}\nFrom hands, deck and discard: {}.",
            words::cards(from_elsewhere)
        );
    }
    text
}

fn ran_out(seat: Seat, missed: u8) -> String {
    match missed {
        0 => format!(
            "⌛ The clock of {seat} has run out, and with it the turn. Whatever is still open in it is left to chance."
        ),
        1 => format!("⌛ The clock of {seat} has run out with nothing done: two cards are drawn."),
        _ => format!(
            "⌛ The clock of {seat} has run out with nothing done, {missed} turns in a row. What is drawn goes to the discard."
        ),
    }
}

fn conspiracy_drawn(
    drawer: Seat,
    cause: DrawCause,
    cat: Option<&CatChoice>,
    harmless: Option<Seat>,
) -> String {
    let text = format!(
        "🕸️ {} the **Conspiracy!** Whispers run through Salem, and nobody's Tryals are safe.",
        draws_black(drawer, cause)
    );
    let scratch = match (cat, harmless) {
        (Some(choice), _) => {
            let whose = if choice.holder == drawer {
                "their own hidden Tryals".to_owned()
            } else {
                format!("the hidden Tryals of {}", choice.holder)
            };
            let until = match choice.until {
                Some(until) => format!(", until {}", words::when(until)),
                None => String::new(),
            };
            format!(
                "First the Black Cat of {}: {drawer} chooses which of {whose} is turned{until}.",
                choice.holder
            )
        }
        (None, Some(harmless)) => {
            format!(
                "The Black Cat does no harm to {harmless} ({}).",
                Character::MaryWarren
            )
        }
        (None, None) => "Nobody has the Black Cat, so nobody is scratched.".to_owned(),
    };
    format!("{text}\n🐈‍⬛ {scratch}")
}

fn passed(settings: &TabletopSettings) -> String {
    let how = match settings.conspiracy {
        Conspiring::Pass => "What was taken has changed hands",
        Conspiring::Pool => {
            "What was taken has been shuffled and dealt again, one Tryal to each living player"
        }
    };
    format!(
        "🔀 **The Conspiracy is over.** {how}, and everybody's hidden Tryals have been shuffled. Look at yours: all have been \
         told in private how they lie now."
    )
}

/// The Moderator's words when the Night is drawn (T15).
fn night_drawn(number: u32, drawer: Seat, cause: DrawCause, early: bool, until: Time) -> String {
    let early = if early {
        " It comes early: more of the deck lies below it."
    } else {
        ""
    };
    format!(
        "🌙 {} the **Night**.{early}\n**Night {number}. Everybody, close your eyes.** The last candle in Salem goes out.\n\
         **Witches, open yours,** and agree on one who shall not see the morning.\n**Constable,** if there still is one: lay the \
         gavel before somebody else's door, or before nobody's.\nWho wants to confess can say so in advance, with `/confess`. \
         All of this until {}.",
        draws_black(drawer, cause),
        words::when(until)
    )
}

/// The gavel, and the time for confessions (T15). Whom the coven has chosen, or whether anybody, is not told yet.
fn gavel_shown(gavel: Option<Gavel>, constable: bool, until: Time) -> String {
    let shown = match gavel.and_then(|gavel| gavel.target) {
        Some(target) => format!("The gavel lies before **{target}**"),
        None if constable => "The gavel lies before nobody".to_owned(),
        None => "There is no Constable any more, and so no gavel".to_owned(),
    };
    format!(
        "🔨 **Witches and Constable, close your eyes. Everybody, open yours.** {shown}.\n**Now is the time to confess.** The \
         coven has had its say, and nobody else knows of whom. Whoever turns over one of their own hidden Tryals cannot be \
         killed tonight: by the buttons in your cards, or with `/confess`. Then, {}, the name is read.",
        words::when(until)
    )
}

fn victim_named(victim: Option<Seat>, fate: Fate) -> String {
    let Some(victim) = victim else {
        return "📣 **The time to confess is over.** The coven has named nobody: all sleep in peace.".to_owned();
    };
    let fate = match fate {
        // That nobody was chosen has no victim.
        Fate::Nobody => "Nothing happens.".to_owned(),
        Fate::Dies => "No gavel, no confession and no Asylum stands before that door.".to_owned(),
        Fate::Gavel => format!("But there lies the gavel, and {victim} lives."),
        Fate::Confessed => format!("But {victim} has confessed, and lives."),
        Fate::Asylum => format!("But {victim} has Asylum, and lives."),
        Fate::DeadAlready => format!("But {victim} is dead already, and nothing more happens."),
    };
    format!("📣 **The time to confess is over.** The coven has chosen **{victim}**. {fate}")
}

fn night_over(number: u32, deck: Option<usize>) -> String {
    let deck = match deck {
        Some(count) => format!(
            "The discard is shuffled into a new deck of {}, with the Night at its bottom.",
            words::count(count, "card")
        ),
        None => {
            "The Night goes to the discard, and what is left of the deck stays as it is.".to_owned()
        }
    };
    format!("🌅 **Night {number} is over.** {deck}")
}

/// The return from an absence (H7).
fn returned(since: Time, at: Time, until: Time, moved: bool) -> String {
    let text = format!(
        "🕯️ The Moderator was away from {} to {} and is back. Nothing that was decided before is lost.",
        since.full(),
        at.full()
    );
    if moved {
        format!(
            "{text}\nWhatever would have ended before is open until {}.",
            words::when(until)
        )
    } else {
        text
    }
}

fn ended(outcome: Outcome, by_removal: Option<Seat>) -> String {
    let mut text = format!("🏁 **The game is over.** {}", words::outcome(outcome));
    if let Some(seat) = by_removal {
        text = format!("{text}\nWhat ended it was the removal of {seat} by the host.");
    }
    text
}
