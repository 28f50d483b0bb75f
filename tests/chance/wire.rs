//! Nonsense over the wire: frames of the gateway and answers of the REST API that Discord would never send. The bot drops what
//! it cannot read, and serves its players as before.

use std::collections::BTreeMap;
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Instant, timeout};
use town_crier::app::{Bot, Pace};
use town_crier::config::Config;
use town_crier::discord::permissions;
use town_crier::host::Clock;
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::ids::{EventNumber, GameId};
use town_crier::kernel::time::{Length, Time};
use town_crier::rehearsal::stand_in::acts::{AnswerKind, Person, Stage};
use town_crier::rehearsal::stand_in::world::Id;
use town_crier::rehearsal::stand_in::world::faults::{FaultKind, Faults, RestFault};
use town_crier::rehearsal::stand_in::{StandIn, StandInOptions, TraceSink};

use crate::bend::bend;

/// Nothing takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// On what the bot's clock is set: 2026-03-01T18:00:00Z.
const EVENING: Time = Time(1_772_388_000_000);

/// What has panicked on a thread of the runtime, where the bot lives: nothing but these tests has one here.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Notes panics of the bot from now on.
fn listen_to_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let thread = std::thread::current();
            if thread.name().is_some_and(|name| name.starts_with("tokio")) {
                PANICS
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(panic.to_string());
            }
            usual(panic);
        }));
    });
}

/// A server with the bot on it, and a game at its Dawn.
struct Village {
    stand_in: StandIn,
    behind: Stage,
    host: Person,
    general: Id,
    bot_id: Id,
    bot: Bot,
    clock: Clock,
    players: Vec<Person>,
    game: GameId,
    _folder: TempDir,
}

impl Village {
    async fn new() -> Village {
        listen_to_panics();
        let options = StandInOptions {
            trace: TraceSink::Memory,
            ..StandInOptions::default()
        };
        let stand_in = StandIn::start(options).await.expect("it starts");
        let behind = Stage::new(stand_in.shared());
        let host = behind.user("Hester");
        let guild = behind.guild("Salem", &host).expect("a guild");
        let (bot_id, token) = behind.bot("Town Crier");
        behind
            .add_bot(bot_id, guild, permissions::required())
            .expect("the bot joins");
        let general = host.channel("general").expect("general").id;
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config {
            database: folder.path().join("town-crier.db"),
            api_base: Some(stand_in.api_base()),
            requests_per_second: u16::MAX,
            ..Config::default()
        };
        let clock = Clock::manual(EVENING);
        let starting = Bot::start(&config, &token, Pace::Of(clock.clone()));
        let bot = timeout(PATIENCE, starting)
            .await
            .expect("in time")
            .expect("it starts");
        let open = host.type_command(general, "/game create", &[("name", "Salem")]);
        open.await.expect("the command is there");
        let game = bot.host().views().first().expect("a game").game;
        let mut village = Village {
            stand_in,
            behind,
            host,
            general,
            bot_id,
            bot,
            clock,
            players: Vec::new(),
            game,
            _folder: folder,
        };
        for name in [
            "Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy",
        ] {
            let player = village.behind.user(name);
            player.join(guild).expect("joins");
            let board = player.wait_for(general, PATIENCE, |seen| seen.button("Join").is_some());
            let board = board.await.expect("the sign-up");
            player
                .press(general, board.id, "Join")
                .await
                .expect("it is there");
            village.players.push(player);
        }
        let start = village.host.type_command(general, "/game start", &[]).await;
        let asks = start
            .expect("the command is there")
            .message
            .expect("an answer");
        if asks.button("Accept these and begin").is_some() {
            let accept = village
                .host
                .press(general, asks.id, "Accept these and begin");
            accept.await.expect("it is there");
        }
        village.shown().await;
        village
    }

    /// Waits until all stands on Discord as it should.
    async fn shown(&self) {
        let stage = self.bot.stage().clone();
        let shown = timeout(PATIENCE, stage.shown(self.game)).await;
        shown.expect("everything is told in time");
    }

    /// Things that people ask, whatever comes of it.
    async fn use_it(&self) {
        let player = &self.players[0];
        let dm = player.open_dm(self.bot_id).expect("a DM");
        for line in ["/me", "/game status", "/host pause", "/chat list"] {
            let _ = player.type_command(dm, line, &[]).await;
        }
        let target = [("target", "Bo")];
        let _ = player.type_command(dm, "/cat", &target).await;
        let _ = player.autocomplete(dm, "/cat", "target", "B", &[]).await;
        for line in ["/host pause", "/host resume"] {
            let _ = self.host.type_command(self.general, line, &[]).await;
        }
        let _ = player.write(self.general, "Good evening.");
    }

    /// Waits until the bot serves everybody again, and the game goes on.
    async fn serves_as_before(&self) {
        for player in &self.players {
            let dm = player.open_dm(self.bot_id).expect("a DM");
            let deadline = Instant::now() + PATIENCE;
            loop {
                let answer = player
                    .type_command(dm, "/me", &[])
                    .await
                    .expect("it is there");
                if answer.kind == AnswerKind::Message && answer.text().contains("Tryal") {
                    break;
                }
                assert!(
                    Instant::now() < deadline,
                    "the bot does not serve: {answer:#?}"
                );
            }
        }
        let view = self.bot.host().view(self.game).expect("the game is there");
        assert!(!view.stopped, "the game stands still");
        let panics = PANICS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let panics: Vec<_> = panics
            .iter()
            .filter(|panic| !panic.contains("on purpose"))
            .collect();
        assert!(panics.is_empty(), "the bot panicked: {panics:#?}");
        self.shown().await;
        // Dawn ends by itself, and the town is told so.
        self.clock.advance(Length::DAY.times(2));
        let deadline = Instant::now() + PATIENCE;
        while self.bot.host().view(self.game).expect("it is there").next == view.next {
            assert!(Instant::now() < deadline, "the game does not go on");
            tokio::task::yield_now().await;
        }
        self.shown().await;
    }

    /// One line of the trace of each kind that `of` tells apart: what was really sent.
    fn real(&self, of: impl Fn(&Value) -> Option<(String, Value)>) -> BTreeMap<String, Value> {
        let lines = self.stand_in.trace().lines();
        lines.iter().filter_map(of).collect()
    }
}

/// A text that is nearly this JSON, or far from it.
fn mangled(real: &Value, whim: &mut Dice) -> String {
    let mut value = real.clone();
    match whim.below(8) {
        0 => {
            let text = real.to_string();
            let place = whim.index(text.len());
            let cut = (0..=place).rev().find(|at| text.is_char_boundary(*at));
            return text[..cut.unwrap_or(0)].to_owned();
        }
        1 => {
            return ["", "null", "[]", "{}", "<html>502</html>", "\u{0}"][whim.index(6)].to_owned();
        }
        2 => drop_one(&mut value, whim),
        3 => {
            if let Value::Object(map) = &mut value {
                map.insert("unknown".to_owned(), json!({"n": [1e300, -1, u64::MAX]}));
            }
        }
        _ => {
            for _ in 0..=whim.below(3) {
                bend(&mut value, whim);
            }
        }
    }
    value.to_string()
}

/// Takes a field away somewhere in it.
fn drop_one(value: &mut Value, whim: &mut Dice) {
    let map = match value {
        Value::Object(map) if !map.is_empty() => map,
        Value::Array(items) if !items.is_empty() => {
            let index = whim.index(items.len());
            return drop_one(&mut items[index], whim);
        }
        _ => return,
    };
    let index = whim.index(map.len());
    let (key, inner) = map.iter_mut().nth(index).expect("it has one");
    if whim.below(3) > 0 && (inner.is_object() || inner.is_array()) {
        return drop_one(inner, whim);
    }
    let key = key.clone();
    map.remove(&key);
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_discord_would_never_send_are_dropped() {
    let village = Village::new().await;
    village.use_it().await;
    let real = village.real(|line| {
        let frame = &line["frame"];
        let out = line["direction"] == "out" && frame["op"] == 0;
        // Being told that a server is gone is no nonsense.
        let kind = frame["t"]
            .as_str()
            .filter(|kind| out && *kind != "GUILD_DELETE")?;
        let kind = match kind {
            "INTERACTION_CREATE" => format!("{kind} {}", frame["d"]["type"]),
            kind => kind.to_owned(),
        };
        Some((kind, frame.clone()))
    });
    assert!(real.len() > 8, "{:?}", real.keys());
    let mut whim = Dice::new(&Seed([21; 32]), EventNumber(0));
    for text in [
        "{\"op\":0}",
        "{\"op\":99,\"d\":{}}",
        "{\"op\":10,\"d\":{}}",
        "{\"op\":10,\"d\":{\"heartbeat_interval\":0}}",
        "{\"op\":11,\"d\":7}",
        "{\"op\":9,\"d\":\"perhaps\"}",
        "{\"op\":-1,\"s\":-1,\"t\":-1,\"d\":-1}",
        "{\"t\":\"INTERACTION_CREATE\",\"s\":18446744073709551615,\"op\":0,\"d\":null}",
    ] {
        village.behind.send_text(village.bot_id, text);
    }
    village.serves_as_before().await;
    for _ in 0..6 {
        for frame in real.values() {
            for _ in 0..4 {
                let text = mangled(frame, &mut whim);
                village.behind.send_text(village.bot_id, &text);
            }
        }
        village.use_it().await;
    }
    village.serves_as_before().await;
    let lines = village.stand_in.trace().lines();
    let sent = lines
        .iter()
        .filter(|line| line["frame"]["text"].is_string())
        .count();
    println!("{sent} frames of nonsense");
    // While the bot connects again nothing reaches it.
    assert!(sent > 30, "few were sent");
    village.bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_of_the_bot_would_be_seen() {
    listen_to_panics();
    let panic = tokio::spawn(async { panic!("on purpose") }).await;
    assert!(panic.is_err());
    let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(panics.iter().any(|panic| panic.contains("on purpose")));
    panics.retain(|panic| !panic.contains("on purpose"));
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_discord_would_never_give_lose_nothing() {
    let village = Village::new().await;
    village.use_it().await;
    let real = village.real(|line| {
        let route = line["route"].as_str().filter(|route| !route.is_empty())?;
        let method = line["method"].as_str()?;
        Some((format!("{method} {route}"), line["response"].clone()))
    });
    assert!(real.len() > 8, "{:?}", real.keys());
    let mut whim = Dice::new(&Seed([22; 32]), EventNumber(0));
    let mut given = 0;
    for _ in 0..6 {
        let rest = real.iter().map(|(request, response)| {
            let (method, route) = request.split_once(' ').expect("both");
            RestFault {
                method: Some(method.to_owned()),
                route: Some(route.to_owned()),
                contains: None,
                skip: 0,
                times: 2,
                kind: FaultKind::Answer {
                    status: 200,
                    body: mangled(response, &mut whim),
                },
            }
        });
        let rest: Vec<RestFault> = rest.collect();
        let set = 2 * rest.len();
        village.behind.set_faults(Faults {
            rest,
            ..Faults::default()
        });
        village.use_it().await;
        let left = village.behind.faults().rest;
        given += set - left.iter().map(|fault| fault.times as usize).sum::<usize>();
    }
    println!("{given} answers of nonsense");
    assert!(given > 5, "only {given} answers were nonsense");
    village.behind.set_faults(Faults::default());
    village.serves_as_before().await;
    village.bot.stop().await;
}
