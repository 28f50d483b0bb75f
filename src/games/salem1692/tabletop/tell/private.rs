//! What is told to others than the town: to each seat alone, to the coven, the chats, the graveyard and the host's desk.
//! This is the only chapter of `tell` that opens what is secret in an event, and each part of it names its one reader.
//! Where a step has a secret for some, everybody living is told something of the same kind, in row order.

use std::collections::BTreeSet;

use crate::games::salem1692::table::{Card, Character, TryalCard, TryalKind};
use crate::games::salem1692::tabletop::{
    Black, Conspiring, DrawCause, Effect, Event, NewRow, NightStep, Offered, Pause, PauseCause,
    Phase, PlacingPower, Sharing, Tabletop, words,
};
use crate::kernel::audience::{Notice, Room};
use crate::kernel::ids::Seat;
use crate::kernel::time::Time;

use super::chats;

/// The notices of this event that are not the town's.
pub fn private(tabletop: &Tabletop, event: &Event) -> Vec<Notice> {
    match event {
        Event::TryalsDealt { .. } => {
            let seats = tabletop.table.seats();
            seats.map(|seat| Notice::seat(seat, dealt(tabletop, seat))).collect()
        }
        Event::TownHallOpened { offered, until, .. } => {
            offered.iter().map(|offered| Notice::seat(offered.seat, two(offered, *until))).collect()
        }
        Event::HandsDealt { hands, .. } => hands
            .iter()
            .map(|hand| {
                let text = format!("🃏 Your first cards: {}.", words::cards(&hand.cards));
                Notice::seat(hand.seat, text)
            })
            .collect(),
        Event::DawnBegan { until, .. } => coven(dawn(tabletop, *until)),
        Event::CatGiven { seat, votes, drawn_among, .. } => {
            coven(cat_given(*seat, votes, drawn_among))
        }
        Event::Drew { seat, cause, cards, lost: false, .. } => {
            vec![Notice::seat(*seat, drew(*cause, cards))]
        }
        Event::Played { seat, card, effect, .. } => hands_changed(*seat, *card, effect),
        Event::PowerOffered { seat, asked, .. } => {
            vec![Notice::seat(*seat, power_offered(asked.power, asked.target))]
        }
        Event::Died { seat, coven, .. } => died(*seat, *coven),
        Event::CardsLeft { .. } => cards_left(tabletop),
        Event::Inherited { seat, cards, .. } => vec![Notice::seat(
            *seat,
            format!("🎭 The dead have left to you: {}.", words::cards(cards)),
        )],
        Event::SharingOpened { sharing, cards, .. } => sharing_opened(sharing, cards),
        Event::Took { seat, card, random, .. } => took(tabletop, *seat, *card, *random),
        Event::LastWordsAsked { dying } => vec![Notice::seat(
            dying.seat,
            format!(
                "🪦 You may leave last words, three at most, until {}: by the button in your cards, or with `/lastwords`. \
                 They are posted for you.",
                words::when(dying.until)
            ),
        )],
        Event::TurnRanOut { seat, missed, .. } => ran_out(*seat, *missed),
        Event::Passed { rows, joined, constable_before, constable_after, .. } => {
            passed(tabletop, event, rows, joined, *constable_before, *constable_after)
        }
        Event::NightDrawn { number, until, .. } => coven(night(tabletop, *number, *until)),
        Event::GavelShown { votes, victim, drawn_among, .. } => {
            coven(chosen(votes, *victim, drawn_among))
        }
        Event::ConfessionDropped { seat, has_gavel } => {
            vec![Notice::seat(*seat, confession_dropped(*has_gavel))]
        }
        Event::NightOver { number, .. } => chats::over(tabletop, *number),
        Event::ChatOpened { chat, opener, guests } => {
            chats::opened(tabletop, *chat, *opener, guests)
        }
        Event::ChatJoined { chat, by, guest } => chats::joined(tabletop, *chat, *by, *guest),
        Event::ChatLeft { chat, seat } => {
            vec![Notice::room(Room::Chat(*chat), format!("👋 {seat} has left this chat."))]
        }
        Event::Paused { pause } => paused(pause),
        Event::Replaced { seat, .. } => vec![Notice::seat(*seat, replaced(tabletop, *seat))],
        Event::RemovalDeferred { seat } => desk(format!(
            "{seat} will be removed as soon as the Tryals have changed hands. Until then the game goes on as if nothing had \
             been said."
        )),
        Event::LeftServer { seat } => desk(format!(
            "🚪 {seat} has left the server. The game goes on meanwhile; whoever comes back has everything as before. To put \
             somebody else into the seat use `/host replace`, to take the player out of the game `/host remove`."
        )),
        Event::CameBack { seat } => {
            desk(format!("🚪 {seat} is back on the server, with everything as before."))
        }
        Event::Reminded { owing, .. } => owing
            .iter()
            .map(|seat| Notice::seat(*seat, reminder(tabletop, *seat)))
            .collect(),
        Event::InactivityReported { silent, unvoted } => inactivity(silent, unvoted),
        // What a player has just chosen is answered to that player at once, and the coven's panel shows its votes.
        Event::CharacterKept { .. }
        | Event::CatNamed { .. }
        | Event::Picked { .. }
        | Event::Reordered { .. }
        | Event::KillNamed { .. }
        | Event::GavelNamed { .. }
        | Event::Salvaged { .. }
        | Event::ConfessionLeft { .. }
        | Event::ConfessionWithdrawn { .. }
        // Tituba reads the deck on her panel.
        | Event::DeckStudied { .. }
        | Event::DeckArranged { .. }
        // What was lost is named to all.
        | Event::Drew { lost: true, .. }
        | Event::SeatsDrawn { .. }
        | Event::CharactersShown { .. }
        | Event::TurnBegan { .. }
        | Event::TurnSkipped { .. }
        | Event::DrawChosen { .. }
        | Event::NothingDrawn { .. }
        | Event::DeckFormed { .. }
        | Event::AccusationsShown { .. }
        | Event::MatchmakersDiscarded { .. }
        | Event::TryalOwed { .. }
        | Event::PowerDeclined { .. }
        | Event::RedsShed { .. }
        | Event::PutnamDraws { .. }
        | Event::Revealed { .. }
        | Event::EstateDiscarded { .. }
        | Event::LastWordsLeft { .. }
        | Event::LastWordsLapsed { .. }
        | Event::ClockStopped { .. }
        | Event::ClockRan { .. }
        | Event::TurnEnded { .. }
        | Event::ConspiracyDrawn { .. }
        | Event::ScratchSkipped { .. }
        | Event::ShiftOpened { .. }
        | Event::Confessed { .. }
        | Event::ConfessionsOver { .. }
        | Event::VictimNamed { .. }
        | Event::Resumed { .. }
        | Event::Extended { .. }
        | Event::Advanced { .. }
        | Event::Proposed { .. }
        | Event::Seconded { .. }
        | Event::ProposalWithdrawn
        | Event::SecretsShown { .. }
        | Event::Spoke { .. }
        | Event::ModeratorReturned { .. }
        | Event::Ended { .. } => Vec::new(),
    }
}

fn coven(text: String) -> Vec<Notice> {
    vec![Notice::room(Room::Coven, text)]
}

fn desk(text: String) -> Vec<Notice> {
    vec![Notice::room(Room::Desk, text)]
}

/// The first secrets of a seat (T1, T3): row, alignment, Constable. Who else is of the coven is seen at Dawn (T5).
fn dealt(tabletop: &Tabletop, seat: Seat) -> String {
    let mut text = format!(
        "📜 **Welcome to Salem.** You sit at seat {} of {}.\n{}",
        seat.number(),
        tabletop.table.chairs.len(),
        secrets(tabletop, seat)
    );
    if tabletop.chair(seat).coven {
        text =
            format!("{text}\nWho else is of the coven, if anybody, you see in its thread at Dawn.");
    }
    text
}

/// What a substitute has to know at once (H3).
fn replaced(tabletop: &Tabletop, seat: Seat) -> String {
    let mut text = format!(
        "📜 **Welcome to Salem.** You take over seat {} of {}, with everything that belongs to it. `/me` shows you all of it \
         at any time.\n{}",
        seat.number(),
        tabletop.table.chairs.len(),
        secrets(tabletop, seat)
    );
    if let Some(character) = tabletop.chair(seat).character {
        text = format!(
            "{text}\n🎭 You are **{character}**: {}",
            words::ability(character)
        );
    }
    if tabletop.insiders.contains(&seat) {
        text = format!("{text}\n{}", company(tabletop, seat));
    }
    text
}

/// Alignment, row and role of one seat, for that seat alone.
fn secrets(tabletop: &Tabletop, seat: Seat) -> String {
    let chair = tabletop.chair(seat);
    let row = words::named_row(chair.row.iter().map(|tryal| tryal.card));
    let aim = if chair.coven {
        "You win as soon as all who live are of the coven."
    } else {
        "You win as soon as no Witch card is hidden any more."
    };
    let mut text = format!(
        "You are {}. {aim}\nYour Tryals, in their places: {row}.",
        words::alignment(chair.coven)
    );
    if chair.alive && chair.hides(TryalKind::Constable) {
        text = format!(
            "{text}\n🛡️ As long as the Constable card is hidden with you, you are the **Constable**: at Night you may give the \
             gavel to another player."
        );
    }
    text
}

/// Who else is in the coven's channel, for one who is (T14, T16).
fn company(tabletop: &Tabletop, seat: Seat) -> String {
    let others: BTreeSet<Seat> = tabletop
        .insiders
        .iter()
        .copied()
        .filter(|other| *other != seat)
        .collect();
    if others.is_empty() {
        "You are the only one of the coven so far.".to_owned()
    } else {
        format!("In the coven with you: {}.", words::names(&others))
    }
}

/// The two whom a player may be (T3).
fn two(offered: &Offered, until: Time) -> String {
    let mut lines = vec!["🎭 Of these you can be one:".to_owned()];
    for character in &offered.characters {
        lines.push(format!("- **{character}**: {}", words::ability(*character)));
    }
    lines.push(format!(
        "Choose in your cards, or with `/choose`, until {}. You can change your mind until all have chosen; nobody is told whom you leave.",
        words::when(until)
    ));
    lines.join("\n")
}

fn dawn(tabletop: &Tabletop, until: Time) -> String {
    let members: Vec<Seat> = tabletop.table.living_coven().collect();
    let early = if members.len() > 1 && tabletop.settings.dawn_early {
        " As soon as you all name the same, Dawn ends."
    } else {
        ""
    };
    let who = match members.len() {
        1 => format!("You are the coven, {}.", words::names(&members)),
        _ => format!("You are the coven: {}.", words::names(&members)),
    };
    format!(
        "🌄 **Open your eyes.** {who} Nobody else reads here.\nChoose who is to have the Black Cat, and with it the first turn: \
         any living player, one of yourselves included, by the panel or with `/cat`. You can change your minds until {}. Most \
         votes decide; between equals, and where nobody votes, the lot does.{early}",
        words::when(until)
    )
}

fn cat_given(seat: Seat, votes: &[(Seat, Seat)], drawn_among: &[Seat]) -> String {
    let said = voted(votes);
    let drawn = match drawn_among.len() {
        0 | 1 => String::new(),
        _ if votes.is_empty() => "It was drawn among all the living. ".to_owned(),
        _ => format!("It was drawn among {}. ", words::names(drawn_among)),
    };
    format!(
        "🐈‍⬛ The voices for the Black Cat:\n{said}\n{drawn}It goes to {seat}.\n**Close your eyes.** This room is dark until the Night."
    )
}

/// Who named whom, line by line.
fn voted(votes: &[(Seat, Seat)]) -> String {
    if votes.is_empty() {
        return "Nobody has named anybody.".to_owned();
    }
    let votes: Vec<String> = votes
        .iter()
        .map(|(witch, named)| format!("- {witch} named {named}."))
        .collect();
    votes.join("\n")
}

fn drew(cause: DrawCause, cards: &[Card]) -> String {
    let cards = words::cards(cards);
    match cause {
        DrawCause::Turn => format!("🃏 You draw: {cards}."),
        DrawCause::GilesCorey => format!("🎭 You draw as a third card: {cards}."),
        DrawCause::AnnPutnam => {
            format!(
                "🎭 You draw, before the Tryal is turned: {cards}. You may still play in this turn."
            )
        }
        DrawCause::RebeccaNurse => format!("🎭 You draw for a Tryal that was turned: {cards}."),
    }
}

/// Which cards were burned or moved is told to those whose hands changed, and to nobody else (T4).
fn hands_changed(player: Seat, card: Card, effect: &Effect) -> Vec<Notice> {
    let sign = words::sign(card.colour());
    match effect {
        Effect::Burned { target, cards } => vec![Notice::seat(
            *target,
            format!(
                "{sign} The Arson of {player} has burned your hand: {}.",
                words::cards(cards)
            ),
        )],
        Effect::Robbed {
            source,
            receiver,
            cards,
        } => {
            let cards = words::cards(cards);
            vec![
                Notice::seat(
                    *source,
                    format!(
                        "{sign} The Robbery of {player} took your hand, for {receiver}: {cards}."
                    ),
                ),
                Notice::seat(
                    *receiver,
                    format!(
                        "{sign} The Robbery of {player} brought you the hand of {source}: {cards}."
                    ),
                ),
            ]
        }
        Effect::Marked { .. }
        | Effect::Cleared { .. }
        | Effect::Unmoved { .. }
        | Effect::Cursed { .. }
        | Effect::Blamed { .. }
        | Effect::Stocked { .. }
        | Effect::Placed { .. } => Vec::new(),
    }
}

/// The question of a power on placing (T17, T18, T28); it runs on the turn's clock.
fn power_offered(power: PlacingPower, target: Seat) -> String {
    let what = match power {
        PlacingPower::AbigailWilliams => {
            "You may discard all red cards in front of yourself".to_owned()
        }
        PlacingPower::AnnPutnam => {
            format!("You may draw two cards before the Tryal of {target} is turned")
        }
        PlacingPower::ThomasDanforth => {
            format!("You may have a Tryal of {target} turned already, one mark early")
        }
    };
    format!(
        "🎭 **{}:** {what}. Say yes or no thanks in your cards, or with `/power`. When your clock runs out it is a no.",
        power.character()
    )
}

/// The dead of the Town meet in the graveyard; those of the coven stay with the living Witches until the end (F41).
fn died(seat: Seat, coven: bool) -> Vec<Notice> {
    if coven {
        return vec![Notice::seat(
            seat,
            "💀 You are dead, and still of the coven: whenever it meets you read and write in its thread, without a vote. You can \
             read the town. The graveyard opens to you when the game is over.",
        )];
    }
    vec![
        Notice::seat(
            seat,
            "💀 You are dead. You can read the town and talk with the other dead in the graveyard; the living must not hear \
             from you.",
        ),
        Notice::room(Room::Graveyard, format!("🪦 {seat} joins the dead.")),
    ]
}

/// Both who are left are told the same, whatever they held (T11).
fn cards_left(tabletop: &Tabletop) -> Vec<Notice> {
    let text = "🕊️ Blue cards, Scapegoats and Robbery have left the game; any in your hand are gone as well.";
    let living = tabletop.table.living();
    living.map(|seat| Notice::seat(seat, text)).collect()
}

/// The one who takes next is told what there is (T23).
fn sharing_opened(sharing: &Sharing, cards: &[Card]) -> Vec<Notice> {
    vec![Notice::seat(
        sharing.next,
        format!(
            "🎭 Take one of what the dead have left, by the menu in your cards, until {}: {}. Then {} takes one.",
            words::when(sharing.until),
            words::cards(cards),
            sharing.other
        ),
    )]
}

/// John and Martha see what each of them takes, and nobody else does (T23).
fn took(tabletop: &Tabletop, seat: Seat, card: Card, random: bool) -> Vec<Notice> {
    let chance = if random { ", by chance" } else { "" };
    let card = words::card(card.kind);
    let mut readers: BTreeSet<Seat> = tabletop
        .table
        .able(Character::JohnProctor)
        .into_iter()
        .collect();
    readers.insert(seat);
    readers
        .into_iter()
        .map(|reader| {
            let text = if reader == seat {
                format!("🎭 You take {card} of what the dead have left{chance}.")
            } else {
                format!("🎭 {seat} takes {card} of what the dead have left{chance}.")
            };
            Notice::seat(reader, text)
        })
        .collect()
}

/// From the second turn in a row on the host is told (T7).
fn ran_out(seat: Seat, missed: u8) -> Vec<Notice> {
    match missed {
        0 | 1 => Vec::new(),
        _ => desk(format!(
            "💤 {seat} has let {missed} turns in a row run out with nothing done. What would be drawn now goes to the discard. \
             `/host replace` brings a substitute, `/host remove` takes the player out."
        )),
    }
}

/// Each is told the own new row, with `pass` also what came, and nothing else (T14).
fn passed(
    tabletop: &Tabletop,
    event: &Event,
    rows: &[NewRow],
    joined: &[Seat],
    constable_before: Option<Seat>,
    constable_after: Option<Seat>,
) -> Vec<Notice> {
    let seats = tabletop.table.seats();
    let told = seats.filter_map(|seat| {
        let row = rows.iter().find(|row| row.seat == seat)?;
        let mut text = match came(tabletop, event, seat) {
            Some(card) => format!("🔀 You took {}.", words::tryal_card(card)),
            None => "🔀 One of your Tryals is gone, and another has come.".to_owned(),
        };
        let places: Vec<String> = row
            .tryals
            .iter()
            .map(|(place, card)| format!("{place} {}", card.kind.name()))
            .collect();
        text = format!(
            "{text} Shuffled, your hidden Tryals lie like this: {}.",
            places.join(" · ")
        );
        if joined.contains(&seat) {
            text = format!(
                "{text}\n🧙 From now on and for good you are a **Witch**, whatever becomes of the card: you win as soon as all \
                 who live are of the coven. Who the others are, you learn when the coven next meets, at Night."
            );
        } else {
            let coven = tabletop.chair(seat).coven;
            text = format!("{text} You are {} as before.", words::alignment(coven));
        }
        let was = constable_before == Some(seat);
        let is = constable_after == Some(seat);
        if is && !was {
            text = format!(
                "{text}\n🛡️ You are the **Constable** now, as long as that card is hidden with you: at Night you may give the \
                 gavel to another player."
            );
        } else if was && !is {
            text = format!("{text}\n🛡️ You are no longer the Constable.");
        }
        Some(Notice::seat(seat, text))
    });
    told.collect()
}

/// What came to this seat, where it may know (T14): with `pool` nobody is told.
fn came(tabletop: &Tabletop, event: &Event, seat: Seat) -> Option<TryalCard> {
    let Event::Passed { passed, .. } = event else {
        return None;
    };
    match tabletop.settings.conspiracy {
        Conspiring::Pass => passed
            .iter()
            .find(|passing| passing.seat == seat)
            .map(|passing| passing.card),
        Conspiring::Pool => None,
    }
}

/// The coven meets, and sees who has come since it last did (T14, T15).
fn night(tabletop: &Tabletop, number: u32, until: Time) -> String {
    let members: Vec<Seat> = tabletop
        .table
        .seats()
        .filter(|seat| tabletop.chair(*seat).coven)
        .collect();
    let living: Vec<Seat> = tabletop.table.living_coven().collect();
    let mut text = format!(
        "🌙 **Night {number}. Open your eyes.** You are the coven: {}.",
        words::names(&members)
    );
    let newcomers = newcomers(tabletop);
    if !newcomers.is_empty() {
        text = format!(
            "{text}\n🧙 New among you since you last met: {}.",
            words::names(&newcomers)
        );
    }
    let how = match living.len() {
        0 => "None of you lives any more, so nobody is named.".to_owned(),
        1 => format!("{} decides alone.", words::names(&living)),
        _ => "Those of you who live should agree. Where you do not, whom most have named is chosen, and between equals the \
              lot decides."
            .to_owned(),
    };
    let early = if tabletop.settings.night_early {
        " When you agree and the Constable has spoken, it ends at once."
    } else {
        ""
    };
    let own = if members.len() == 1 {
        "yourself"
    } else {
        "one of yourselves"
    };
    format!(
        "{text}\n{how}\nName any living player, {own} included, by the panel or with `/kill`, until {}. You can \
         change it until then; where nobody names anybody, nobody is chosen.{early}",
        words::when(until)
    )
}

/// Who has joined the coven since it last met, from the story itself.
fn newcomers(tabletop: &Tabletop) -> BTreeSet<Seat> {
    let mut newcomers = BTreeSet::new();
    let story = tabletop.history.chronicle.iter().rev();
    // The Night that begins may stand in the story already.
    let current = tabletop.night().map(|night| night.number);
    for (_, _, event) in story {
        if let Event::Passed { joined, .. } = event {
            newcomers.extend(joined);
        }
        if let Event::NightDrawn { number, .. } = event
            && Some(*number) != current
        {
            break;
        }
    }
    newcomers
}

/// What the coven's voices have come to (T15).
fn chosen(votes: &[(Seat, Seat)], victim: Option<Seat>, drawn_among: &[Seat]) -> String {
    let said = voted(votes);
    let drawn = match drawn_among.len() {
        0 | 1 => String::new(),
        _ => format!("The lot was drawn among {}. ", words::names(drawn_among)),
    };
    let chosen = match victim {
        Some(victim) => format!("You have chosen **{victim}**."),
        None => "You have chosen nobody.".to_owned(),
    };
    format!(
        "🔨 The voices of the coven:\n{said}\n{drawn}{chosen}\n**Close your eyes.** This room is dark until the next Night."
    )
}

fn confession_dropped(has_gavel: bool) -> String {
    let why = if has_gavel {
        "the gavel lies before your door, so what you had left is not shown"
    } else {
        "what you had left can no longer be shown: that Tryal or power is gone. You can still confess something else, while \
         there is time"
    };
    format!("🕯️ Your confession: {why}.")
}

/// A standstill is the host's to answer (H8).
fn paused(pause: &Pause) -> Vec<Notice> {
    match (pause.cause, pause.until) {
        (PauseCause::Host, _) | (_, None) => Vec::new(),
        (PauseCause::NobodyActs | PauseCause::NothingHappens, Some(until)) => desk(format!(
            "⏸️ {} Shall the game go on? `/host resume` lets it, `/host end` ends it. Without an answer by {} it ends \
             without a winner.",
            words::pause(pause.cause),
            words::when(until)
        )),
    }
}

/// What this seat still owes (H6).
fn reminder(tabletop: &Tabletop, seat: Seat) -> String {
    let mut owed: Vec<&str> = Vec::new();
    match &tabletop.phase {
        Phase::TownHall(_) => owed.push("choose who of Salem you are (`/choose`)"),
        Phase::Dawn(_) => owed.push("name who is to have the Black Cat (`/cat`)"),
        Phase::Turn(turn) => match &turn.black {
            _ if tabletop.estate.sharing.is_some() => {
                owed.push("take one of the cards that the dead have left");
            }
            Some(Black::Conspiracy(_)) => {
                if tabletop.shift().is_some() {
                    owed.push("pick a Tryal (`/pick`)");
                } else {
                    owed.push("choose the Tryal that the Black Cat turns (`/flip`)");
                }
            }
            Some(Black::Night(night)) => match &night.step {
                NightStep::Gathering { .. } => {
                    if tabletop.chair(seat).coven && !night.votes.contains_key(&seat) {
                        owed.push("say whom the coven kills (`/kill`)");
                    }
                    if tabletop.table.constable() == Some(seat) && night.gavel.is_none() {
                        owed.push("give the gavel to somebody, or to nobody (`/guard`)");
                    }
                }
                NightStep::Confessing { .. } | NightStep::Naming { .. } | NightStep::Named => {}
            },
            None if turn.asked.is_some() => owed.push("say whether you use your power (`/power`)"),
            None if tabletop.owed_now().is_some() => {
                owed.push("choose the Tryal that is turned (`/flip`)");
            }
            None => owed
                .push("draw two cards (`/draw`), or play (`/play`) and end your turn (`/endturn`)"),
        },
        Phase::Setup | Phase::Over(_) => {}
    }
    let ends = match super::deadline(tabletop) {
        Some((what, until)) => format!("{what}: time is up {}. ", words::when(until)),
        None => String::new(),
    };
    let owed = words::list(owed.into_iter().map(str::to_owned));
    format!("⏳ {ends}You can still {owed}.")
}

/// Who is silent is no secret; who has not voted in the coven is, and is shown only to a host who asks for it (H6).
fn inactivity(silent: &[Seat], unvoted: &[Seat]) -> Vec<Notice> {
    let mut lines = Vec::new();
    if !silent.is_empty() {
        lines.push("💤 Without any action or message since the Night before:".to_owned());
        lines.extend(silent.iter().map(|seat| format!("- {seat}")));
        lines.push(
            "`/host replace` brings a substitute, `/host remove` takes a player out.".to_owned(),
        );
    }
    if !unvoted.is_empty() {
        lines.push(
            "💤 A choice of the Night has stayed open two Nights in a row. Whose it is, is secret; `/host secrets` shows it."
                .to_owned(),
        );
    }
    if lines.is_empty() {
        Vec::new()
    } else {
        desk(lines.join("\n"))
    }
}
