//! The recap: at the end everything is disclosed (F37). It opens all secrets of a game, and so it is made only for one that is
//! over.

use crate::games::salem1692::table::{Position, TryalCard, TryalKind};
use crate::kernel::audience::{Notice, Room};
use crate::kernel::ids::Seat;
use crate::kernel::text::Named;

use super::{
    Confession, ConspiracyRecord, Event, Fate, Moment, NightRecord, Phase, RevealCause, Tabletop,
    words,
};

/// What the town is told at the end, chapter by chapter; nothing while the game runs.
pub fn recap(tabletop: &Tabletop) -> Vec<Notice> {
    if !matches!(tabletop.phase, Phase::Over(_)) {
        return Vec::new();
    }
    let mut chapters = vec![people(tabletop)];
    if !tabletop.history.kept.is_empty() {
        chapters.push(town_hall(tabletop));
    }
    chapters.push(coven(tabletop));
    for conspiracy in &tabletop.history.conspiracies {
        chapters.push(self::conspiracy(conspiracy));
    }
    for night in &tabletop.history.nights {
        chapters.push(self::night(tabletop, night));
    }
    chapters.push(paths(tabletop));
    chapters
        .into_iter()
        .map(|lines| Notice::room(Room::Town, lines.join("\n")))
        .collect()
}

/// Everybody with alignment and fate, and the row as it was dealt and as it lies now.
fn people(tabletop: &Tabletop) -> Vec<String> {
    let mut lines = vec![
        "📖 **The people of Salem, and their Tryals as they were dealt and at the end**".to_owned(),
        words::legend(),
    ];
    for seat in tabletop.table.seats() {
        let chair = tabletop.chair(seat);
        let side = if chair.coven { "Witch" } else { "Town" };
        let dead = tabletop
            .history
            .deaths
            .iter()
            .find(|(dead, _)| *dead == seat);
        let fate = match dead {
            Some((_, moment)) => format!("died in {}", words::moment(*moment)),
            None => "alive".to_owned(),
        };
        let dealt = tabletop.history.dealt.get(seat.index());
        let dealt = words::open_row(dealt.cloned().unwrap_or_default());
        let now = words::open_row(chair.row.iter().map(|tryal| tryal.card));
        lines.push(format!(
            "{} {dealt} → {now} — {side}, {fate}",
            words::numbered(seat)
        ));
    }
    for (seat, last) in &tabletop.history.last_words {
        lines.push(format!("The last words of {seat}: “{last}”"));
    }
    for (seat, out, player) in &tabletop.history.replaced {
        lines.push(format!(
            "{} gave seat {} to {}.",
            Named(*out),
            seat.number(),
            Named(*player)
        ));
    }
    lines
}

/// Who was whom, and who might have been (T3).
fn town_hall(tabletop: &Tabletop) -> Vec<String> {
    let mut lines = vec!["🎭 **The Town Hall**".to_owned()];
    for kept in &tabletop.history.kept {
        let offered = tabletop.history.offered.iter();
        let left: Vec<String> = offered
            .filter(|offered| offered.seat == kept.seat)
            .flat_map(|offered| &offered.characters)
            .filter(|character| **character != kept.character)
            .map(ToString::to_string)
            .collect();
        let instead = match (left.is_empty(), kept.random) {
            (true, _) => String::new(),
            (false, false) => format!(", rather than {}", words::list(left)),
            (false, true) => format!(", by chance, rather than {}", words::list(left)),
        };
        lines.push(format!(
            "- {} was **{}**{instead}.",
            kept.seat, kept.character
        ));
    }
    lines
}

/// Who came into the coven when, and what it chose at Dawn.
fn coven(tabletop: &Tabletop) -> Vec<String> {
    let mut lines = vec!["🧙 **The coven**".to_owned()];
    for (seat, moment) in &tabletop.history.joined {
        let since = match moment {
            Moment::Setup => "from the start".to_owned(),
            Moment::TownHall
            | Moment::Dawn
            | Moment::Turn(_)
            | Moment::Conspiracy(_)
            | Moment::Night(_)
            | Moment::Over => format!("since {}", words::moment(*moment)),
        };
        lines.push(format!("- {seat}, {since}"));
    }
    if let Some(dawn) = &tabletop.history.dawn {
        for (witch, named) in &dawn.votes {
            lines.push(format!("- Dawn: {witch} named {named} for the Black Cat."));
        }
        if dawn.votes.is_empty() {
            lines.push("- Dawn: nobody named anybody for the Black Cat.".to_owned());
        }
        let drawn = if dawn.drawn_among.len() > 1 {
            ", by lot"
        } else {
            ""
        };
        lines.push(format!("- The Black Cat went to {}{drawn}.", dawn.cat));
    }
    lines
}

/// One Conspiracy: the scratch, and for each player what was taken and what came.
fn conspiracy(record: &ConspiracyRecord) -> Vec<String> {
    let mut lines = vec![format!(
        "🕸️ **Conspiracy {}**, drawn by {}",
        record.number, record.drawer
    )];
    match record.scratch {
        Some((seat, position, card)) => lines.push(format!(
            "- The Black Cat scratched {seat}: {} was {}.",
            words::position(position),
            remarkable(card)
        )),
        None => lines.push("- The Black Cat scratched nobody.".to_owned()),
    }
    for pick in &record.picks {
        let chance = if pick.random { ", by chance" } else { "" };
        let mut line = format!(
            "- {} took {} of {} ({}{chance})",
            pick.seat,
            words::position(pick.position),
            pick.source,
            remarkable(pick.card)
        );
        let got = record.passed.iter().find(|got| got.seat == pick.seat);
        // Where the picks were pooled, what came is something else than what was taken.
        if let Some(got) = got
            && got.card != pick.card
        {
            let (source, position) = got.origin;
            line = format!(
                "{line} and got {} of {source} ({})",
                words::position(position),
                remarkable(got.card)
            );
        }
        lines.push(format!("{line}."));
    }
    if record.passed.is_empty() {
        lines.push("- No Tryals changed hands.".to_owned());
    }
    if !record.joined.is_empty() {
        lines.push(format!(
            "- New in the coven: {}.",
            words::names(&record.joined)
        ));
    }
    lines
}

/// A card's name, so that those that mattered catch the eye.
fn remarkable(card: TryalCard) -> String {
    match card.kind {
        TryalKind::Witch | TryalKind::Constable => format!("**{}**", card.kind.name()),
        TryalKind::NotAWitch => card.kind.name().to_owned(),
    }
}

/// One Night: votes, gavel, confessions, and what came of them.
fn night(tabletop: &Tabletop, record: &NightRecord) -> Vec<String> {
    let mut lines = vec![format!(
        "🌙 **Night {}**, drawn by {}",
        record.number, record.drawer
    )];
    for witch in &record.coven {
        match record.votes.iter().find(|(voter, _)| voter == witch) {
            Some((_, target)) => lines.push(format!("- {witch} named {target}.")),
            None => lines.push(format!("- {witch} said nothing.")),
        }
    }
    let drawn = if record.drawn_among.len() > 1 {
        format!(", by lot among {}", words::names(&record.drawn_among))
    } else {
        String::new()
    };
    match record.victim {
        Some(victim) => lines.push(format!("- The coven chose {victim}{drawn}.")),
        None => lines.push("- The coven chose nobody.".to_owned()),
    }
    match record.gavel {
        Some(gavel) => match gavel.target {
            Some(target) => lines.push(format!(
                "- The Constable {} gave {target} the gavel.",
                gavel.by
            )),
            None => lines.push(format!(
                "- The Constable {} gave nobody the gavel.",
                gavel.by
            )),
        },
        None => lines.push("- Nobody gave the gavel.".to_owned()),
    }
    for (seat, confession) in &record.confessions {
        let shown = match confession {
            Confession::Tryal(position) => {
                match confessed(tabletop, record.number, *seat, *position) {
                    Some(card) => format!("{} ({})", words::position(*position), card.kind.name()),
                    None => words::position(*position),
                }
            }
            Confession::Phips => words::confession(*confession),
        };
        lines.push(format!("- {seat} confessed with {shown}."));
    }
    if record.confessions.is_empty() {
        lines.push("- Nobody confessed.".to_owned());
    }
    match (record.victim, record.fate) {
        // Who died is said below.
        (_, Some(Fate::Nobody | Fate::Dies)) => {}
        (
            Some(victim),
            Some(fate @ (Fate::Gavel | Fate::Confessed | Fate::Asylum | Fate::DeadAlready)),
        ) => {
            lines.push(format!("- {victim} {}.", words::fate(fate)));
        }
        (None, Some(_)) | (_, None) => {
            lines.push("- The game ended before the name was read.".to_owned());
        }
    }
    lines.push(format!("- Died: {}.", words::names(&record.died)));
    lines
}

/// What a confession of that Night turned over.
fn confessed(
    tabletop: &Tabletop,
    night: u32,
    confessor: Seat,
    place: Position,
) -> Option<TryalCard> {
    let mut story = tabletop.history.chronicle.iter();
    story.find_map(|(moment, _, event)| {
        if let Event::Revealed {
            seat,
            position,
            card,
            cause: RevealCause::Confession,
            ..
        } = event
            && *moment == Moment::Night(night)
            && *seat == confessor
            && *position == place
        {
            return Some(*card);
        }
        None
    })
}

/// The path of every Witch card and of the Constable card through all Conspiracies.
fn paths(tabletop: &Tabletop) -> Vec<String> {
    let mut lines = vec!["🧭 **The paths of the cards that mattered**".to_owned()];
    let mut cards: Vec<(TryalCard, Seat)> = Vec::new();
    for (index, row) in tabletop.history.dealt.iter().enumerate() {
        for card in row {
            match card.kind {
                TryalKind::Witch | TryalKind::Constable => cards.push((*card, Seat::at(index))),
                TryalKind::NotAWitch => {}
            }
        }
    }
    cards.sort_unstable();
    for (card, seat) in cards {
        lines.extend(path(tabletop, card, seat));
    }
    lines
}

/// One card's path: every Conspiracy it went through, until it came to lie face up. Its place in a row says nothing here, for
/// rows are shuffled and put in order again and again (T12).
fn path(tabletop: &Tabletop, card: TryalCard, seat: Seat) -> Vec<String> {
    let name = match card.kind {
        TryalKind::Witch if tabletop.settings.witch_cards() > 1 => format!("Witch {}", card.copy),
        TryalKind::Witch | TryalKind::Constable | TryalKind::NotAWitch => {
            card.kind.name().to_owned()
        }
    };
    let mut lines = vec![format!("**{name}** was dealt to {seat}.")];
    let mut holder = seat;
    for (moment, _, event) in &tabletop.history.chronicle {
        let when = words::moment(*moment);
        if shows(event, card) {
            lines.push(format!("- {when}: revealed with {holder}"));
            return lines;
        }
        if let Event::Passed { passed, .. } = event {
            let before = holder;
            if let Some(passing) = passed.iter().find(|passing| passing.card == card) {
                holder = passing.seat;
            }
            if holder == before {
                lines.push(format!("- {when}: stayed with {holder}"));
            } else {
                lines.push(format!("- {when}: from {before} to {holder}"));
            }
        }
    }
    lines.push(format!("- hidden with {holder} to the end"));
    lines
}

/// Whether this event turned that card face up: a reveal, or its holder's death.
fn shows(event: &Event, card: TryalCard) -> bool {
    if let Event::Revealed { card: shown, .. } = event {
        return *shown == card;
    }
    if let Event::Died { remaining, .. } = event {
        return remaining.iter().any(|(_, shown)| *shown == card);
    }
    false
}
