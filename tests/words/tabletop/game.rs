//! Whole games of seeded players, watched event by event.

use town_crier::games::salem1692::tabletop::{Command, Event, Tabletop, TabletopSettings};
use town_crier::kernel::audience::Notice;
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::{Draft, Fold};
use town_crier::kernel::game::{Game, Settings};
use town_crier::kernel::ids::{EventNumber, PlayerId};
use town_crier::kernel::text::Text;
use town_crier::kernel::time::{Length, Time};

/// When games begin: a Monday at noon.
pub const START: Time = Time(1_699_876_800_000);
/// The host, who does not play.
pub const HOST: PlayerId = PlayerId(100);

/// One event, the state right after it, and what was told of it.
pub struct Told<'a> {
    pub at: Time,
    pub event: &'a Event,
    pub tabletop: &'a Tabletop,
    pub notices: &'a [Notice],
}

/// How a game is played.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    pub seed: u64,
    pub players: u8,
    pub host: PlayerId,
    pub changes: &'static [(&'static str, &'static str)],
}

/// Plays a whole game; `watch` sees every event in order. The state at the end.
pub fn play(table: Table, mut watch: impl FnMut(&Told<'_>)) -> Tabletop {
    let mut settings = TabletopSettings {
        players: table.players,
        ..TabletopSettings::default()
    };
    for (key, value) in table.changes {
        let changed = settings.set(key, value);
        settings = changed.unwrap_or_else(|_| panic!("{key} can be {value}"));
    }
    let mut bytes = [5; 32];
    bytes[..8].copy_from_slice(&table.seed.to_le_bytes());
    let rules = Seed(bytes);
    bytes[31] = 6;
    let mut whim = Dice::new(&Seed(bytes), EventNumber(0));
    let people: Vec<PlayerId> = (1..=u64::from(table.players)).map(PlayerId).collect();
    let mut tabletop = Tabletop::new(&settings, &people, table.host);
    let mut next = EventNumber(0);
    let mut now = START;
    let open = |draft: &mut Draft<'_, Tabletop>| {
        Tabletop::open(draft);
        Ok(())
    };
    advance(&mut tabletop, &rules, &mut next, now, open, &mut watch);
    // A turn takes a few acts, so that few clocks run out.
    let pace = u64::try_from(settings.turn.0 / 8).expect("a length is not negative");
    for _ in 0..60_000 {
        if tabletop.is_over() {
            return tabletop;
        }
        let due = tabletop.due().unwrap_or(now + Length::DAY);
        let wish = if now >= due {
            Some((town_crier::kernel::game::Actor::Clock, Command::Tick))
        } else {
            tabletop.sample(now, &mut whim)
        };
        if let Some((actor, command)) = wish {
            let act = |draft: &mut Draft<'_, Tabletop>| Tabletop::decide(draft, actor, &command);
            advance(&mut tabletop, &rules, &mut next, now, act, &mut watch);
        }
        let pause = Length(i64::try_from(whim.below(pace)).expect("small"));
        let due = tabletop.due().unwrap_or(now + Length::DAY);
        now = (now + pause).min(due).max(now);
    }
    panic!("the game hangs: {table:?}");
}

/// One decision, watched event by event; what is told of it as a whole is what is told of its events, in order. A refusal
/// changes nothing.
fn advance(
    tabletop: &mut Tabletop,
    rules: &Seed,
    next: &mut EventNumber,
    now: Time,
    act: impl FnOnce(&mut Draft<'_, Tabletop>) -> Result<(), Text>,
    watch: &mut impl FnMut(&Told<'_>),
) {
    let mut draft = Draft::new(tabletop.clone(), rules, *next, now, true);
    if act(&mut draft).is_err() {
        return;
    }
    let (after, events, told) = draft.finish();
    let mut again = Vec::new();
    for event in &events {
        tabletop.apply(event, now);
        let notices = tabletop.tell(event, now);
        watch(&Told {
            at: now,
            event,
            tabletop,
            notices: &notices,
        });
        again.extend(notices);
        *next = next.next();
    }
    assert_eq!(*tabletop, after, "the events alone give the state");
    assert_eq!(again, told, "the events alone give the notices");
}

/// Games of all sizes, with all that a host can change about the telling.
pub fn games() -> impl Iterator<Item = Table> {
    let changes: [&[(&str, &str)]; 4] = [
        &[],
        &[("chats", "on"), ("conspiracy", "pool")],
        &[("preset", "live"), ("dawn_early", "on"), ("hard", "on")],
        &[("characters", "off")],
    ];
    (0..36).map(move |seed| Table {
        seed,
        players: u8::try_from(4 + seed % 9).expect("small"),
        // Now and then the host plays.
        host: if seed % 5 == 4 { PlayerId(2) } else { HOST },
        changes: changes[usize::try_from(seed % 4).expect("small")],
    })
}
