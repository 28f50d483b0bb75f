//! What is told to others than the town: to each seat alone, to the coven, the chats, the graveyard and the host's desk.
//! This is the only chapter of `tell` that opens what is secret in an event, and each part of it names its one reader.
//! Where a step has a secret for some, everybody living is told something of the same kind, in row order.

use crate::games::salem1692::forum::{
    Chat, Effect, Event, Forum, Move, Pause, PauseCause, Phase, Taking, words,
};
use crate::games::salem1692::table::{Card, Position, TryalCard, TryalKind};
use crate::kernel::audience::{Notice, Room};
use crate::kernel::ids::Seat;
use crate::kernel::time::Time;

use super::chats;

/// The notices of this event that are not the town's.
pub fn private(forum: &Forum, event: &Event) -> Vec<Notice> {
    match event {
        Event::TryalsDealt { .. } => {
            forum.table.seats().map(|seat| Notice::seat(seat, dealt(forum, seat))).collect()
        }
        Event::DawnBegan { until, .. } => coven(dawn(forum, *until)),
        Event::CatGiven { seat, votes, drawn_among, .. } => {
            coven(cat_given(*seat, votes, drawn_among))
        }
        Event::CoreyDealt { seat, card } => vec![Notice::seat(
            *seat,
            format!("🎭 Another {} came into your hand.", words::card(card.kind)),
        )],
        // What Parris chooses he is answered.
        Event::TookFromDiscard { taking: Taking::SamuelParris, .. } => Vec::new(),
        Event::TookFromDiscard { seat, taking: Taking::AnnPutnam | Taking::RebeccaNurse, cards, .. } => vec![Notice::seat(
            *seat,
            format!("🎭 From the discard into your hand: {}.", words::cards(cards)),
        )],
        Event::HandChanged { seat, came, .. } => vec![Notice::seat(
            *seat,
            format!("🎭 Your new hand: {}.", words::cards(came)),
        )],
        Event::Inherited { shares } => shares
            .iter()
            .map(|share| {
                let cards = words::cards(&share.cards);
                Notice::seat(share.seat, format!("🎭 From the dead into your hand: {cards}."))
            })
            .collect(),
        Event::Played { seat, card, effect, .. } => hands_changed(*seat, *card, effect),
        Event::Died { seat, coven, .. } => died(*seat, *coven),
        Event::BlueCardsLeft { .. } => blue_cards_left(forum),
        Event::Redistributed { moves, joined, constable_before, constable_after, .. } => {
            redistributed(forum, moves, joined, *constable_before, *constable_after)
        }
        Event::NightFell { number, until, .. } => coven(night(forum, *number, *until)),
        Event::NightEnded { number, .. } => night_ended(forum, *number),
        Event::DaybreakReported { number, confessions, unshown, died, .. } => {
            daybreak(forum, *number, confessions, unshown, died)
        }
        Event::ChatOpened { chat, opener, guests } => chats::opened(forum, *chat, *opener, guests),
        Event::ChatJoined { chat, by, guest } => chats::joined(forum, *chat, *by, *guest),
        Event::ChatLeft { chat, seat } => {
            vec![Notice::room(Room::Chat(*chat), format!("👋 {seat} has left this chat."))]
        }
        Event::Paused { pause } => paused(pause),
        Event::Replaced { seat, .. } => vec![Notice::seat(*seat, replaced(forum, *seat))],
        Event::RemovalDeferred { seat } => desk(format!(
            "{seat} will be removed as soon as the Shift is over and the Tryals are dealt anew. Until then the game goes \
             on as if nothing had been said."
        )),
        Event::LeftServer { seat } => left_server(forum, *seat),
        Event::CameBack { seat } => {
            desk(format!("🚪 {seat} is back on the server, with everything as before."))
        }
        Event::Reminded { owing, .. } => owing
            .iter()
            .map(|seat| Notice::seat(*seat, reminder(forum, *seat)))
            .collect(),
        Event::InactivityReported { silent, unvoted } => inactivity(silent, unvoted),
        // What a player has just chosen is answered to that player at once, and the coven's panel shows its votes.
        Event::CatNamed { .. }
        | Event::Picked { .. }
        | Event::KillNamed { .. }
        | Event::GuardNamed { .. }
        | Event::Confessed { .. }
        | Event::ConfessedUnshown { .. }
        | Event::ConfessionWithdrawn { .. }
        | Event::RoleCardsDealt { .. }
        // What is offered stands on a message of its own.
        | Event::PowerOffered { .. }
        | Event::PowerDeclined { .. }
        | Event::RedsShed { .. }
        | Event::ScratchHarmless { .. }
        // The spared hear of it with the report, when everybody is told something; else the message alone would tell.
        | Event::ConfessionSpared { .. }
        // The hands stand on their holders' panels.
        | Event::Dealt { .. }
        | Event::SeatsDrawn { .. }
        | Event::DayBegan { .. }
        | Event::MatchmakersDiscarded { .. }
        | Event::FlipOwed { .. }
        | Event::Revealed { .. }
        | Event::StocksEnded { .. }
        | Event::ConspiracyCalled { .. }
        | Event::ScratchSkipped
        | Event::ShiftOpened { .. }
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

/// The first secrets of a seat (F2): row, alignment, Constable.
fn dealt(forum: &Forum, seat: Seat) -> String {
    format!(
        "📜 **Welcome to Salem.** You sit at seat {} of {}.\n{}",
        seat.number(),
        forum.table.chairs.len(),
        secrets(forum, seat)
    )
}

/// What a substitute has to know at once (H3).
fn replaced(forum: &Forum, seat: Seat) -> String {
    format!(
        "📜 **Welcome to Salem.** You take over seat {} of {}, with everything that belongs to it. `/me` shows you all of it \
         at any time.\n{}",
        seat.number(),
        forum.table.chairs.len(),
        secrets(forum, seat)
    )
}

/// Alignment, row and role of one seat, for that seat alone.
fn secrets(forum: &Forum, seat: Seat) -> String {
    let chair = forum.chair(seat);
    let row = words::named_row(chair.row.iter().map(|tryal| tryal.card));
    let mut text = format!("You are {}.", words::alignment(chair.coven));
    if chair.coven {
        let aim = "You win as soon as all who live are of the coven.";
        text = format!("{text} {aim}\n{}", company(forum, seat));
    } else {
        text = format!("{text} You win as soon as no Witch card is hidden any more.");
    }
    text = format!("{text}\nYour Tryals, in their places: {row}.");
    if chair.alive && chair.hides(TryalKind::Constable) {
        text = format!(
            "{text}\nAs long as the Constable card is hidden with you, you are the **Constable**: at Night you may guard \
             another player (`/guard`)."
        );
    }
    text
}

/// Who else is of the coven, for one of its members.
fn company(forum: &Forum, seat: Seat) -> String {
    let others: Vec<Seat> = forum
        .table
        .seats()
        .filter(|other| *other != seat && forum.chair(*other).coven)
        .collect();
    let others = if others.is_empty() {
        "You are the only one so far.".to_owned()
    } else {
        format!("With you: {}.", words::names(&others))
    };
    format!(
        "{others}\nYou meet in the coven's thread, which is open at Dawn and at Night and can be read by nobody else."
    )
}

fn dawn(forum: &Forum, until: Time) -> String {
    let members: Vec<Seat> = forum.table.living_coven().collect();
    let (who, early) = match members.len() {
        1 => (
            format!("You are the coven, {}.", words::names(&members)),
            "",
        ),
        _ => (
            format!("You are the coven: {}.", words::names(&members)),
            if forum.settings.dawn_early {
                " As soon as you all name the same, Dawn ends."
            } else {
                ""
            },
        ),
    };
    format!(
        "🌄 **Dawn.** {who} Nobody else reads here.\nChoose who is to have the Black Cat: any living player, one of \
         yourselves included, by the panel or with `/cat`. You can change your minds until {}. Most votes decide; between \
         equals, and where nobody votes, the lot does.{early}",
        words::when(until)
    )
}

fn cat_given(seat: Seat, votes: &[(Seat, Seat)], drawn_among: &[Seat]) -> String {
    let votes = votes
        .iter()
        .map(|(witch, named)| format!("{witch} named {named}"));
    let votes = words::list(votes);
    let said = if votes.is_empty() {
        "Nobody voted.".to_owned()
    } else {
        format!("{votes}.")
    };
    let drawn = if drawn_among.len() > 1 {
        let among = if votes.is_empty() {
            "all the living".to_owned()
        } else {
            words::names(drawn_among)
        };
        format!(" It was drawn among {among}.")
    } else {
        String::new()
    };
    format!("🐈‍⬛ {said}{drawn} The Black Cat goes to {seat}. This room is dark until the Night.")
}

/// A power that may be used now, with what it does and until when (T17, T18, T28).
/// Which cards were burned or moved is told to those whose hands changed, and to nobody else (F16).
fn hands_changed(player: Seat, card: Card, effect: &Effect) -> Vec<Notice> {
    let sign = words::sign(card.colour());
    match effect {
        Effect::Burned { target, cards } => vec![Notice::seat(
            *target,
            format!(
                "{sign} The Arson of {player} burned from your hand: {}.",
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
                        "{sign} The Robbery of {player} took from your hand, for {receiver}: {cards}."
                    ),
                ),
                Notice::seat(
                    *receiver,
                    format!(
                        "{sign} The Robbery of {player} brought into your hand, from {source}: {cards}."
                    ),
                ),
            ]
        }
        Effect::Marked { .. }
        | Effect::Spared { .. }
        | Effect::Cleared { .. }
        | Effect::Cursed { .. }
        | Effect::Blamed { .. }
        | Effect::Frozen { .. }
        | Effect::Placed { .. } => Vec::new(),
    }
}

/// The dead of the Town meet in the graveyard; those of the coven stay with the living Witches until the end (F41).
fn died(seat: Seat, coven: bool) -> Vec<Notice> {
    if coven {
        return vec![Notice::seat(
            seat,
            "💀 You are dead, and still of the coven: you read and write in its thread at Night, without a vote. You can \
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

/// Both who are left are told the same, whatever they held (F10).
fn blue_cards_left(forum: &Forum) -> Vec<Notice> {
    match forum.phase {
        Phase::Day(_) => {
            let text = "🕊️ All blue cards have left the game; any in your hand are gone as well.";
            forum
                .table
                .living()
                .map(|seat| Notice::seat(seat, text))
                .collect()
        }
        // Nobody has a hand now.
        Phase::Setup | Phase::Dawn(_) | Phase::Night(_) | Phase::Over(_) => Vec::new(),
    }
}

/// Each is told what left and what came to the own row, and nothing else; the coven is told of new members (F27).
fn redistributed(
    forum: &Forum,
    moves: &[Move],
    joined: &[Seat],
    constable_before: Option<Seat>,
    constable_after: Option<Seat>,
) -> Vec<Notice> {
    let mut notices = Vec::new();
    for moved in moves {
        let seat = moved.seat;
        let mut text = format!(
            "🔀 Your {} was taken. Into its place came {}.",
            words::position(moved.position),
            words::tryal_card(moved.card)
        );
        let chair = forum.chair(seat);
        if joined.contains(&seat) {
            text = format!(
                "{text}\n🧙 From now on and for good you are a **Witch**, whatever becomes of the card: you win as soon as all \
                 who live are of the coven.\n{}",
                company(forum, seat)
            );
        } else {
            text = format!(
                "{text} You are {} as before.",
                words::alignment(chair.coven)
            );
        }
        let was = constable_before == Some(seat);
        let is = constable_after == Some(seat);
        if is && (!was || moved.card.kind == TryalKind::Constable) {
            text = format!(
                "{text}\n🛡️ You are the **Constable** now, as long as that card is hidden with you: at Night you may guard \
                 another player (`/guard`)."
            );
        } else if was && !is {
            text = format!("{text}\n🛡️ You are no longer the Constable.");
        }
        notices.push(Notice::seat(seat, text));
    }
    for seat in joined {
        notices.push(Notice::room(
            Room::Coven,
            format!("🧙 {seat} has become a Witch and is of the coven from now on."),
        ));
    }
    notices
}

fn night(forum: &Forum, number: u32, until: Time) -> String {
    let living: Vec<Seat> = forum.table.living_coven().collect();
    let whom = if forum.settings.coven_may_target_coven {
        "a living player (one of yourselves, too)"
    } else {
        "a living player outside the coven"
    };
    let how = match living.len() {
        0 => "None of you lives any more, so nobody votes.".to_owned(),
        1 => format!(
            "{} decides alone: {whom}, or nobody.",
            words::names(&living)
        ),
        _ => format!(
            "Those who live must all name the same: {whom}. Where one says nothing, or nobody, or another name, nobody is \
             killed.\nWho votes: {}.",
            words::names(&living)
        ),
    };
    format!(
        "🌙 **Night {number}** lasts until {}. {how}\nVote by the panel or with `/kill`; you can change it until the end.",
        words::when(until)
    )
}

fn night_ended(forum: &Forum, number: u32) -> Vec<Notice> {
    let mut notices = coven(
        "🌅 The Night is over. In the Day this room is dark: you can read here, not write."
            .to_owned(),
    );
    let of_this_night = |chat: &&Chat| chat.night == number;
    notices.extend(forum.chats.iter().filter(of_this_night).map(|chat| {
        Notice::room(
            Room::Chat(chat.number),
            "🌅 The Night is over, and with it this chat. You can still read it.",
        )
    }));
    notices
}

/// A confessor whom the Constable guarded is told so (F32). All who lived at the Night's end are told something, so that the
/// message itself says nothing. `shown` are those who did reveal a Tryal: where the game has ended before, some did not.
fn daybreak(
    forum: &Forum,
    number: u32,
    shown: &[(Seat, Position, TryalCard)],
    unshown: &[Seat],
    died: &[Seat],
) -> Vec<Notice> {
    let record = forum
        .history
        .nights
        .iter()
        .rfind(|night| night.number == number);
    let there = |seat: &Seat| forum.table.lives(*seat) || died.contains(seat);
    forum
        .table
        .seats()
        .filter(there)
        .map(|seat| {
            let turned = shown.iter().find(|(other, ..)| *other == seat);
            let spared = record
                .and_then(|night| night.confessions.iter().find(|other| other.seat == seat))
                .filter(|confession| confession.guarded);
            let text = match (turned, spared) {
                (Some((_, position, _)), _) => format!(
                    "🌅 Night {number}: you confessed, and your {} was turned over.",
                    words::position(*position)
                ),
                (None, Some(confession)) if forum.table.lives(seat) => format!(
                    "🌅 Night {number}: you confessed, and the Constable stood at your door. Your {} was not turned over.",
                    words::position(confession.position)
                ),
                // A partner's death has turned over what the confession did not (F21).
                (None, Some(_)) => format!(
                    "🌅 Night {number}: you confessed, and the Constable stood at your door; but you died all the same."
                ),
                (None, None) if unshown.contains(&seat) => {
                    format!("🌅 Night {number}: you confessed, and showed nothing.")
                }
                (None, None) if record.is_some_and(|night| night.unshown.contains(&seat)) => format!(
                    "🌅 Night {number}: you confessed, and the Constable stood at your door. You had nothing to show."
                ),
                (None, None) => {
                    format!("🌅 Night {number}: no confession of yours has turned anything over.")
                }
            };
            Notice::seat(seat, text)
        })
        .collect()
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

/// Who has left is reported with what the host can do (H4); one who plays replaces with the consent of the living and does
/// not remove (H1).
fn left_server(forum: &Forum, seat: Seat) -> Vec<Notice> {
    let choices = if forum.host_plays() {
        "To put somebody else into the seat, propose it to the living with `/host replace`."
    } else {
        "To put somebody else into the seat use `/host replace`, to take the player out of the game `/host remove`."
    };
    desk(format!(
        "🚪 {seat} has left the server. The game goes on meanwhile; whoever comes back has everything as before. {choices}"
    ))
}

/// What this seat still owes in this phase (H6).
fn reminder(forum: &Forum, seat: Seat) -> String {
    let mut owed: Vec<String> = Vec::new();
    match &forum.phase {
        Phase::Dawn(_) => owed.push("name who is to have the Black Cat (`/cat`)".to_owned()),
        Phase::Day(_) => {
            for flip in forum.flips_of(seat) {
                let until = words::when(flip.until);
                owed.push(format!(
                    "choose the Tryal of {} that is flipped (`/flip`), until {until}",
                    flip.seat
                ));
            }
            if let Some(shift) = forum
                .shift()
                .filter(|shift| !shift.picks.contains_key(&seat))
            {
                let until = words::when(shift.until);
                owed.push(format!("pick a Tryal (`/pick`), until {until}"));
            }
        }
        Phase::Night(night) => {
            if forum.chair(seat).coven && !night.votes.contains_key(&seat) {
                owed.push("say who is to be killed, or nobody (`/kill`)".to_owned());
            }
            if forum.table.constable() == Some(seat) && night.guard.is_none() {
                owed.push("name whom you guard, or nobody (`/guard`)".to_owned());
            }
        }
        Phase::Setup | Phase::Over(_) => {}
    }
    let ends = forum.span().map_or_else(String::new, |span| {
        format!(
            "{} ends {}. ",
            words::moment(forum.moment()),
            words::when(span.until)
        )
    });
    format!("⏳ {ends}You can still {}.", words::list(owed))
}

/// Who is silent is no secret; who has not voted in the coven is, and is shown only to a host who asks for it (H6).
fn inactivity(silent: &[Seat], unvoted: &[Seat]) -> Vec<Notice> {
    let mut lines = Vec::new();
    if !silent.is_empty() {
        lines.push("💤 Without any action or message for a whole Day and Night:".to_owned());
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
