//! Whole games of seeded players, watched event by event.

use town_crier::games::salem1692::forum::{
    Command, Event, Forum, ForumSettings, KillVote, Phase, decide, legal,
};
use town_crier::games::salem1692::table::Colour;
use town_crier::kernel::audience::Notice;
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::{Draft, Fold};
use town_crier::kernel::game::{Actor, Game, Settings};
use town_crier::kernel::ids::{EventNumber, PlayerId, Seat};
use town_crier::kernel::intent::Person;
use town_crier::kernel::time::{Length, Time};

/// When games begin: a Monday at noon.
pub const START: Time = Time(1_699_876_800_000);
/// The host, who does not play.
pub const HOST: PlayerId = PlayerId(100);
/// Who takes over when somebody has to be replaced.
pub const SUBSTITUTE: PlayerId = PlayerId(50);

/// One event, the state right after it, and what was told of it.
pub struct Told<'a> {
    pub at: Time,
    pub event: &'a Event,
    pub forum: &'a Forum,
    pub notices: &'a [Notice],
}

/// Plays a whole game; `watch` sees every event in order. The state at the end.
pub fn play(
    seed: u64,
    players: u8,
    changes: &[(&str, &str)],
    mut watch: impl FnMut(&Told<'_>),
) -> Forum {
    let mut settings = ForumSettings {
        players,
        ..ForumSettings::default()
    };
    for (key, value) in changes {
        let changed = settings.set(key, value);
        settings = changed.unwrap_or_else(|_| panic!("{key} can be {value}"));
    }
    let mut bytes = [3; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rules = Seed(bytes);
    bytes[31] = 4;
    let mut whim = Dice::new(&Seed(bytes), EventNumber(0));
    let people: Vec<PlayerId> = (1..=u64::from(players)).map(PlayerId).collect();
    let mut forum = Forum::new(&settings, &people, HOST);
    let mut next = EventNumber(0);
    let mut now = START;
    advance(&mut forum, &rules, &mut next, now, Forum::open, &mut watch);
    for _ in 0..20_000 {
        if forum.is_over() {
            return forum;
        }
        let due = forum.due().unwrap_or(now + Length::DAY);
        let wish = if now >= due {
            Some((Actor::Clock, Command::Tick))
        } else {
            wish(&forum, now, &mut whim)
        };
        if let Some((actor, command)) = wish {
            let act = |draft: &mut Draft<'_, Forum>| {
                decide(draft, actor, &command)
                    .unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}"));
            };
            advance(&mut forum, &rules, &mut next, now, act, &mut watch);
        }
        let pause = i64::try_from(whim.below(3_600_000)).expect("small");
        let due = forum.due().unwrap_or(now + Length::DAY);
        now = (now + Length(pause)).min(due).max(now);
    }
    panic!("the game hangs");
}

/// One decision, watched event by event; what is told of it as a whole is what is told of its events, in order.
fn advance(
    forum: &mut Forum,
    rules: &Seed,
    next: &mut EventNumber,
    now: Time,
    act: impl FnOnce(&mut Draft<'_, Forum>),
    watch: &mut impl FnMut(&Told<'_>),
) {
    let mut draft = Draft::new(forum.clone(), rules, *next, now, true);
    act(&mut draft);
    let (after, events, told) = draft.finish();
    let mut again = Vec::new();
    for event in &events {
        forum.apply(event, now);
        let notices = forum.tell(event, now);
        watch(&Told {
            at: now,
            event,
            forum,
            notices: &notices,
        });
        again.extend(notices);
        *next = next.next();
    }
    assert_eq!(*forum, after, "the events alone give the state");
    assert_eq!(again, told, "the events alone give the notices");
}

/// What somebody does now, if anything: those who hunt together, as players do, so that games come to an end.
fn wish(forum: &Forum, now: Time, whim: &mut Dice) -> Option<(Actor, Command)> {
    if forum.pause.is_some() {
        return Some((person(HOST), Command::Resume));
    }
    if whim.below(120) == 0 {
        return Some((person(HOST), hosts_wish(forum, whim)));
    }
    let living: Vec<Seat> = forum.table.living().collect();
    // Whoever has something to choose is mostly the next to act.
    let owing: Vec<Seat> = forum.day().map_or(Vec::new(), |_| forum.owing());
    let seat = match whim.pick(&owing) {
        Some(seat) if whim.below(3) > 0 => *seat,
        _ => *whim.pick(&living)?,
    };
    let commands = match &forum.phase {
        Phase::Day(_) => days_wish(forum, seat, now, whim),
        Phase::Dawn(_) | Phase::Night(_) => nights_wish(forum, seat, now, whim),
        Phase::Setup | Phase::Over(_) => Vec::new(),
    };
    let command = whim.pick(&commands)?.clone();
    Some((person(forum.chair(seat).player), command))
}

fn hosts_wish(forum: &Forum, whim: &mut Dice) -> Command {
    let living: Vec<Seat> = forum.table.living().collect();
    let seat = *whim.pick(&living).expect("somebody lives");
    match whim.below(4) {
        0 if !forum.everyone.contains(&SUBSTITUTE) => Command::Replace {
            seat,
            player: SUBSTITUTE,
        },
        1 => Command::Extend { by: Length::HOUR },
        2 => Command::ShowSecrets,
        _ => Command::Pause,
    }
}

/// In the Day: choose a flip, pick, or play; red cards on whoever has most marks already.
fn days_wish(forum: &Forum, seat: Seat, now: Time, whim: &mut Dice) -> Vec<Command> {
    let flips = legal::flips(forum, seat).into_iter();
    let mut commands: Vec<Command> = flips
        .map(|(prompt, position)| Command::Flip { prompt, position })
        .collect();
    if whim.below(4) > 0 {
        let picks = legal::picks(forum, seat).into_iter();
        commands.extend(picks.map(|position| Command::Pick { position }));
    }
    if !commands.is_empty() {
        return commands;
    }
    let plays = legal::plays(forum, seat, now);
    let red = plays
        .iter()
        .filter(|play| play.card().colour() == Colour::Red);
    let most = red
        .clone()
        .map(|play| forum.table.marks(play.named()[0]))
        .max();
    let hunt = red.filter(|play| Some(forum.table.marks(play.named()[0])) == most);
    let hunt: Vec<Command> = hunt.map(|play| Command::Play(*play)).collect();
    if whim.below(3) > 0 && !hunt.is_empty() {
        return hunt;
    }
    plays.into_iter().map(Command::Play).collect()
}

/// At Dawn and Night: the coven mostly agrees, few confess, some meet.
fn nights_wish(forum: &Forum, seat: Seat, now: Time, whim: &mut Dice) -> Vec<Command> {
    let common = forum
        .table
        .living()
        .find(|other| !forum.chair(*other).coven);
    let kill = common.map(|target| Command::Kill {
        vote: Some(KillVote::Target(target)),
    });
    let agrees = whim.below(8) > 0;
    let meets = whim.below(6) == 0;
    let confesses = whim.below(40) == 0;
    let wanted = |command: &Command| match command {
        Command::Kill { .. } if agrees => Some(command) == kill.as_ref(),
        Command::ChatOpen { .. } | Command::ChatInvite { .. } | Command::ChatLeave { .. } => meets,
        Command::Confess { .. } | Command::WithdrawConfession => confesses,
        _ => true,
    };
    let mut commands = legal::commands(forum, seat, now);
    commands.retain(wanted);
    commands
}

fn person(player: PlayerId) -> Actor {
    Actor::Person(Person {
        id: player,
        manages_server: false,
    })
}
