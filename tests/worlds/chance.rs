//! A game of either edition, played at random, and the pairs of worlds that begin from it.

use std::collections::BTreeSet;

use town_crier::games::{AnySettings, Session, SessionCommand, Stand};
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::draft::Draft;
use town_crier::kernel::game::{Actor, Settings};
use town_crier::kernel::ids::{EventNumber, GameId, PlayerId};
use town_crier::kernel::lobby::{LobbyCommand, Member, Reach};
use town_crier::kernel::time::{Length, Time};

use crate::eyes::person;
use crate::pair::{Plant, Tally, pair_of};

/// Somebody who has nothing to do with the game.
pub const STRANGER: u64 = 4_000;
/// A host who does not play.
const HOST: u64 = 1_000;
/// 1 January 2026, midnight UTC.
const START: Time = Time(1_767_225_600_000);

struct Game {
    session: Session,
    seed: Seed,
    whim: Dice,
    now: Time,
    next: EventNumber,
}

/// Plays pairs until there are so many, and tells of the first by which a viewer could tell two worlds apart.
pub fn pairs(edition: &str, wanted: u64, plant: Plant) -> Result<Tally, String> {
    let mut tally = Tally::default();
    while tally.pairs < wanted {
        let number = tally.games;
        let mut game = Game::begin(edition, number);
        tally.games += 1;
        // Of each game some pairs, beginning with the deal.
        let mut wait = 0;
        while game.session.stand() == Stand::Running && tally.pairs < wanted {
            if wait > 0 {
                wait -= 1;
                game.step();
                continue;
            }
            wait = game.whim.below(150);
            let (whim, session) = (&mut game.whim, &game.session);
            let begun = pair_of(session, &game.seed, game.next, game.now, plant, whim);
            let Some((secret, pair)) = begun else {
                wait = 1;
                continue;
            };
            let steps = 10 + game.whim.below(50);
            let came = pair.play(steps);
            let (end, compared) = came.map_err(|what| {
                format!(
                    "{edition} game {number}, event {}: {secret:?}: {what}",
                    game.next.0
                )
            })?;
            tally.pairs += 1;
            tally.steps += compared;
            *tally.secrets.entry(secret).or_default() += 1;
            *tally.ends.entry(end).or_default() += 1;
        }
    }
    Ok(tally)
}

impl Game {
    /// A game that has just begun, with settings by chance.
    fn begin(edition: &str, number: u64) -> Game {
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        let seed = Seed(bytes);
        bytes[31] = 8;
        let mut game = Game {
            session: Session::blank(GameId(number + 1)),
            seed,
            whim: Dice::new(&Seed(bytes), EventNumber(0)),
            now: START,
            next: EventNumber(0),
        };
        let settings = settings(edition, &mut game.whim);
        let players = settings.players() as u64;
        let host = if game.whim.below(3) == 0 { 1 } else { HOST };
        let open = LobbyCommand::Open {
            name: "A game by chance".to_owned(),
            host: PlayerId(host),
            host_name: "The host".to_owned(),
            settings,
        };
        let mut commands = vec![(host, SessionCommand::Lobby(open))];
        for id in 1..=players {
            let reach = match game.whim.below(4) {
                0 => Reach::Thread,
                _ => Reach::Dm,
            };
            let join = LobbyCommand::Join(Member {
                player: PlayerId(id),
                name: format!("Player {id}"),
                reach,
            });
            commands.push((id, SessionCommand::Lobby(join)));
        }
        let readers = BTreeSet::new();
        commands.push((host, SessionCommand::Start { readers }));
        for (id, command) in commands {
            assert!(
                game.does(Actor::Person(person(PlayerId(id))), &command),
                "{command:?}"
            );
        }
        game
    }

    fn does(&mut self, actor: Actor, command: &SessionCommand) -> bool {
        // Nobody listens between the pairs.
        let mut draft = Draft::new(self.session.clone(), &self.seed, self.next, self.now, false);
        let decided = Session::decide(&mut draft, actor, command);
        let (after, events, _) = draft.finish();
        if decided.is_ok() {
            self.next = EventNumber(self.next.0 + events.len() as u64);
            self.session = after;
        }
        decided.is_ok()
    }

    /// Time passes, the clock settles, or somebody does what they can.
    fn step(&mut self) {
        let due = self.session.due().unwrap_or(self.now + Length::DAY);
        let lull = u64::try_from((due.0 - self.now.0).max(1)).expect("it is positive");
        if self.now >= due {
            let tick = self.session.tick();
            self.does(Actor::Clock, &tick);
        } else if self.whim.below(8) == 0 {
            self.passes(lull / 3 + 2, due);
        } else {
            match self.session.sample(self.now, &mut self.whim) {
                Some((actor, command)) => {
                    self.does(actor, &command);
                }
                None => self.passes(lull + 1, due),
            }
        }
    }

    fn passes(&mut self, below: u64, due: Time) {
        let length = i64::try_from(self.whim.below(below)).expect("short");
        self.now = (self.now + Length(length)).min(due);
    }
}

fn settings(edition: &str, whim: &mut Dice) -> AnySettings {
    let mut settings = AnySettings::of(edition).expect("an edition");
    let sizes: Vec<usize> = settings.sizes().collect();
    let players = sizes[whim.index(sizes.len())];
    settings = settings
        .set("players", &players.to_string())
        .expect("it seats so many");
    for setting in settings.list() {
        if setting.key != "players"
            && !setting.values.is_empty()
            && whim.below(3) == 0
            && let Some(value) = whim.pick(&setting.values)
            && let Ok(changed) = settings.set(setting.key, value)
        {
            settings = changed;
        }
    }
    settings
}
