//! The recap: at the end everything is disclosed (F37). It opens all secrets of a game, and so it is made only for one that is
//! over.

use crate::games::salem1692::table::{Position, TryalCard, TryalKind};
use crate::kernel::audience::{Notice, Room};
use crate::kernel::ids::Seat;
use crate::kernel::text::Named;

use super::{ConspiracyRecord, Event, Forum, KillVote, Moment, NightRecord, words};

/// What the town is told at the end, chapter by chapter; nothing while the game runs.
pub fn recap(forum: &Forum) -> Vec<Notice> {
    if !matches!(forum.phase, super::Phase::Over(_)) {
        return Vec::new();
    }
    let mut chapters = vec![people(forum), coven(forum)];
    for conspiracy in &forum.history.conspiracies {
        chapters.push(self::conspiracy(conspiracy));
    }
    for night in &forum.history.nights {
        chapters.push(self::night(night));
    }
    chapters.push(paths(forum));
    chapters
        .into_iter()
        .map(|lines| Notice::room(Room::Town, lines.join("\n")))
        .collect()
}

/// Everybody with alignment and fate, and the row as it was dealt and as it lies now.
fn people(forum: &Forum) -> Vec<String> {
    let mut lines = vec![
        "📖 **The people of Salem, and their Tryals as they were dealt and at the end**".to_owned(),
        words::legend(),
    ];
    for seat in forum.table.seats() {
        let chair = forum.chair(seat);
        let side = if chair.coven { "Witch" } else { "Town" };
        let fate = match forum.history.deaths.iter().find(|(dead, _)| *dead == seat) {
            Some((_, moment)) => format!("died in {}", words::moment(*moment)),
            None => "alive".to_owned(),
        };
        let dealt = forum
            .history
            .dealt
            .get(seat.index())
            .cloned()
            .unwrap_or_default();
        let dealt = words::open_row(dealt);
        let now = words::open_row(chair.row.iter().map(|tryal| tryal.card));
        let character = chair
            .character
            .map_or_else(String::new, |character| format!(", {character}"));
        lines.push(format!(
            "{} {dealt} → {now} — {side}{character}, {fate}",
            words::numbered(seat)
        ));
    }
    for (seat, out, player) in &forum.history.replaced {
        lines.push(format!(
            "{} gave seat {} to {}.",
            Named(*out),
            seat.number(),
            Named(*player)
        ));
    }
    lines
}

/// Who came into the coven when, and what it chose at Dawn.
fn coven(forum: &Forum) -> Vec<String> {
    let mut lines = vec!["🧙 **The coven**".to_owned()];
    for (seat, moment) in &forum.history.joined {
        let since = match moment {
            Moment::Setup => "from the start".to_owned(),
            Moment::Dawn | Moment::Day(_) | Moment::Night(_) | Moment::Over => {
                format!("since {}", words::moment(*moment))
            }
        };
        lines.push(format!("- {seat}, {since}"));
    }
    if let Some(dawn) = &forum.history.dawn {
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
    let mut lines = vec![format!("🕸️ **The Conspiracy of Day {}**", record.day)];
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
        if let Some(moved) = record.moves.iter().find(|moved| moved.seat == pick.seat) {
            let (source, position) = moved.origin;
            line = format!(
                "{line} and got {} of {source} ({})",
                words::position(position),
                remarkable(moved.card)
            );
        }
        lines.push(format!("{line}."));
    }
    if record.moves.is_empty() {
        lines.push("- No Tryals were dealt anew.".to_owned());
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

/// One Night: votes, guard, confessions, and what came of them.
fn night(record: &NightRecord) -> Vec<String> {
    let mut lines = vec![format!("🌙 **Night {}**", record.number)];
    for witch in &record.coven {
        let said = match record.votes.iter().find(|(voter, _)| voter == witch) {
            Some((_, KillVote::Target(target))) => format!("named {target}"),
            Some((_, KillVote::Nobody)) => "wanted nobody dead".to_owned(),
            None => "said nothing".to_owned(),
        };
        lines.push(format!("- {witch} {said}."));
    }
    match record.target {
        Some(target) => lines.push(format!("- The coven agreed on {target}.")),
        None => lines.push("- The coven did not agree on anybody.".to_owned()),
    }
    match record.guard {
        Some(guard) => match guard.target {
            Some(target) => lines.push(format!("- The Constable {} guarded {target}.", guard.by)),
            None => lines.push(format!("- The Constable {} guarded nobody.", guard.by)),
        },
        None => lines.push("- Nobody was guarded.".to_owned()),
    }
    for confession in &record.confessions {
        let outcome = if confession.guarded {
            ", but was guarded and revealed nothing"
        } else {
            ""
        };
        lines.push(format!(
            "- {} confessed with {} ({}){outcome}.",
            confession.seat,
            words::position(confession.position),
            confession.card.kind.name()
        ));
    }
    for seat in &record.unshown {
        lines.push(format!(
            "- {seat} confessed without a Tryal, as William Phips may."
        ));
    }
    if record.confessions.is_empty() && record.unshown.is_empty() {
        lines.push("- Nobody confessed.".to_owned());
    }
    if let Some(seat) = record.asylum {
        lines.push(format!("- Asylum lay in front of {seat}."));
    }
    lines.push(format!("- Died: {}.", words::names(&record.died)));
    lines
}

/// The path of every Witch card and of the Constable card through all Conspiracies.
fn paths(forum: &Forum) -> Vec<String> {
    let mut lines = vec!["🧭 **The paths of the cards that mattered**".to_owned()];
    let mut cards: Vec<(TryalCard, Seat, Position)> = Vec::new();
    for (index, row) in forum.history.dealt.iter().enumerate() {
        for (place, card) in row.iter().enumerate() {
            match card.kind {
                TryalKind::Witch | TryalKind::Constable => {
                    cards.push((*card, Seat::at(index), Position::at(place)));
                }
                TryalKind::NotAWitch => {}
            }
        }
    }
    cards.sort_unstable_by_key(|(card, ..)| *card);
    for (card, seat, position) in cards {
        lines.extend(path(forum, card, seat, position));
    }
    lines
}

/// One card's path: every redistribution it went through, until it came to lie face up.
fn path(forum: &Forum, card: TryalCard, seat: Seat, position: Position) -> Vec<String> {
    let name = match card.kind {
        TryalKind::Witch if forum.settings.witch_cards() > 1 => format!("Witch {}", card.copy),
        TryalKind::Witch | TryalKind::Constable | TryalKind::NotAWitch => {
            card.kind.name().to_owned()
        }
    };
    let mut lines = vec![format!(
        "**{name}** was dealt to {seat} as {}.",
        words::position(position)
    )];
    let (mut holder, mut place) = (seat, position);
    for (moment, _, event) in &forum.history.chronicle {
        let when = words::moment(*moment);
        if shows(event, card) {
            lines.push(format!(
                "- {when}: revealed with {holder}, as {}",
                words::position(place)
            ));
            return lines;
        }
        if let Event::Redistributed { moves, .. } = event {
            let before = holder;
            let moved = moves.iter().find(|moved| moved.card == card);
            if let Some(moved) = moved {
                (holder, place) = (moved.seat, moved.position);
            }
            let how = match moved {
                None => format!("stayed with {holder}"),
                Some(_) if before == holder => format!("taken from {holder} and dealt back"),
                Some(_) => format!("from {before} to {holder}"),
            };
            lines.push(format!(
                "- {when}, Conspiracy: {how}, as {}",
                words::position(place)
            ));
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
