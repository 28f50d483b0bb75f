//! A server with games of both editions in the middle of a Night: played by the rules, shown on the stand-in, and then copied
//! as often as a load needs it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use town_crier::discord::permissions;
use town_crier::discord::scribe::scribe;
use town_crier::discord::stage::Stage;
use town_crier::discord::wire::Wire;
use town_crier::games::{AnySettings, Session, SessionCommand, Stand};
use town_crier::host::{Clock, Host, Opening};
use town_crier::kernel::audience::Audience;
use town_crier::kernel::dice::{Dice, Seed};
use town_crier::kernel::game::{Actor, Settings};
use town_crier::kernel::ids::{EventNumber, GameId, PlayerId};
use town_crier::kernel::intent::{Intent, Offer, Person};
use town_crier::kernel::lobby::{LobbyCommand, Member, Reach};
use town_crier::kernel::panel::Row;
use town_crier::kernel::time::{Length, Time};
use town_crier::rehearsal::stand_in::world::copies::copied;
use town_crier::store::Store;

use super::processes::{StandIn, number};

/// How many games are played on one server.
pub const GAMES: usize = 20;
/// Who plays in them: the editions' usual tables.
const TABLES: [(&str, usize); 2] = [("forum", 9), ("tabletop", 7)];
/// Over how long the games are played before it is now.
const LASTED: Length = Length(4 * Length::DAY.0);
/// How far the clock goes at once.
const PACE: Length = Length(60_000);
/// The longest that the stage is waited for.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long their Night still lasts is no matter of the load.
const NIGHT: &str = "14d";

/// A server with games, in the database at `database` and on the stand-in.
pub struct Village {
    /// The server.
    pub guild: u64,
    /// The bot.
    pub bot: u64,
    /// Its token.
    pub token: String,
    /// The database.
    pub database: PathBuf,
    /// The games.
    pub games: Vec<GameId>,
    /// What players can press, again and again.
    pub hands: Vec<Hand>,
}

/// A menu of a board in a player's DM that takes a confession: each choice is a move.
#[derive(Debug, Clone)]
pub struct Hand {
    /// The player.
    pub user: u64,
    /// The DM.
    pub channel: u64,
    /// The board.
    pub message: u64,
    /// The menu's placeholder.
    pub menu: String,
    /// Two choices that are made in turn.
    pub values: [String; 2],
}

impl Hand {
    /// The same in a copy of the server.
    pub fn copied(&self, copy: u64) -> Hand {
        Hand {
            user: copied(self.user, copy),
            channel: copied(self.channel, copy),
            message: copied(self.message, copy),
            ..self.clone()
        }
    }
}

impl Village {
    /// Plays the games, and shows them on the stand-in.
    pub async fn new(stand_in: &StandIn, folder: &Path) -> anyhow::Result<Village> {
        let owner = stand_in.person("Hester").await?;
        let server = json!({ "name": "Salem", "owner": owner.to_string() });
        let server = stand_in.ask("POST", "/guilds", server).await?;
        let (guild, general) = (number(&server["id"])?, number(&server["general"])?);
        let bot = json!({ "name": "Town Crier", "guild": guild, "permissions": permissions::required().to_string() });
        let bot = stand_in.ask("POST", "/bots", bot).await?;
        let token = bot["token"].as_str().context("a token")?.to_owned();
        let bot = number(&bot["id"])?;
        let database = folder.join("village.db");
        let store = Store::open(&database).await?;
        let now = Time(chrono::Utc::now().timestamp_millis());
        let clock = Clock::manual(now - LASTED);
        let host = Host::start(store.clone(), clock.clone(), Arc::new(scribe)).await?;
        let mut games = Vec::new();
        for number in 0..GAMES {
            let (edition, seats) = TABLES[number % TABLES.len()];
            let mut table = Vec::new();
            for seat in 0..seats {
                let name = format!("Goodwife {number} {seat}");
                let player = stand_in.person(&name).await?;
                let path = format!("/users/{player}/guilds/{guild}");
                stand_in.ask("PUT", &path, Value::Null).await?;
                table.push((PlayerId(player), name));
            }
            let opening = opening(guild, general, owner, edition, seats)?;
            games.push(start(&host, opening, &table).await?);
        }
        play(&host, &clock, &games, now).await?;
        show(&host, stand_in, &token, bot, &games).await?;
        let choices: Vec<Choice> = games
            .iter()
            .filter_map(|game| host.view(*game))
            .flat_map(|view| choices(&view.session, now))
            .collect();
        host.close().await;
        store.close().await;
        let mut hands = Vec::new();
        for choice in choices {
            hands.extend(hand(stand_in, choice).await?);
        }
        anyhow::ensure!(!hands.is_empty(), "nobody has anything to press");
        Ok(Village {
            guild,
            bot,
            token,
            database,
            games,
            hands,
        })
    }
}

impl Village {
    /// Ends the Night of every game, so that a Day begins in each and nobody has been told of it.
    pub async fn begin_days(&self) -> anyhow::Result<()> {
        let store = Store::open(&self.database).await?;
        let now = Time(chrono::Utc::now().timestamp_millis());
        let host = Host::start(store.clone(), Clock::manual(now), Arc::new(scribe)).await?;
        for game in &self.games {
            let view = host.view(*game).context("the game is there")?;
            if view.session.stand() != Stand::Running {
                continue;
            }
            let boss = Person {
                id: view.session.lobby.host,
                manages_server: true,
            };
            let intent = Intent::new("host.advance").with("sure", "yes");
            let Offer::Do(command) = view.session.offer(boss, &intent, now) else {
                bail!("the Night of {game} cannot be ended");
            };
            let done = host
                .command(*game, Actor::Person(boss), command, None)
                .await;
            done.map_err(|refused| anyhow::anyhow!("{refused:?}"))?;
        }
        host.close().await;
        store.close().await;
        Ok(())
    }
}

fn opening(
    guild: u64,
    channel: u64,
    host: u64,
    edition: &str,
    seats: usize,
) -> anyhow::Result<Opening> {
    let mut settings = AnySettings::of(edition).context("a listed edition")?;
    let players = seats.to_string();
    let lengths = match edition {
        "forum" => [
            ("players", players.as_str()),
            ("day", "1h"),
            ("night", NIGHT),
        ],
        _ => [
            ("players", players.as_str()),
            ("turn", "10m"),
            ("night", NIGHT),
        ],
    };
    for (key, value) in lengths {
        settings = settings
            .set(key, value)
            .map_err(|text| anyhow::anyhow!("{key}: {}", text.marked()))?;
    }
    Ok(Opening {
        guild,
        channel,
        name: format!("The {edition} game of {seats}"),
        host: Person {
            id: PlayerId(host),
            manages_server: true,
        },
        host_name: "Hester".to_owned(),
        settings,
        interaction: None,
    })
}

/// Opens a game and starts it with these people.
async fn start(
    host: &Host,
    opening: Opening,
    table: &[(PlayerId, String)],
) -> anyhow::Result<GameId> {
    let boss = Actor::Person(opening.host);
    let opened = host.open(opening).await;
    let (game, _) = opened.map_err(|refused| anyhow::anyhow!("{refused:?}"))?;
    let join = |(player, name): &(PlayerId, String)| {
        let person = Person {
            id: *player,
            manages_server: false,
        };
        let member = Member {
            player: *player,
            name: name.clone(),
            reach: Reach::Dm,
        };
        let command = SessionCommand::Lobby(LobbyCommand::Join(member));
        (Actor::Person(person), command)
    };
    let start = SessionCommand::Start {
        readers: BTreeSet::new(),
    };
    for (actor, command) in table.iter().map(join).chain([(boss, start)]) {
        let done = host.command(game, actor, command, None).await;
        done.map_err(|refused| anyhow::anyhow!("{refused:?}"))?;
    }
    Ok(game)
}

/// Plays all games at random until each is in a Night, or it is now.
async fn play(host: &Host, clock: &Clock, games: &[GameId], now: Time) -> anyhow::Result<()> {
    let mut whims: Vec<Dice> = (0..games.len() as u64)
        .map(|number| Dice::new(&Seed([7; 32]), EventNumber(number)))
        .collect();
    while clock.now() + PACE < now {
        clock.advance(PACE);
        let mut ripe = true;
        for (game, whim) in games.iter().zip(&mut whims) {
            for _ in 0..3 {
                let view = host.view(*game).context("the game is there")?;
                if is_night(&view.session) || view.session.stand() != Stand::Running {
                    break;
                }
                ripe = false;
                let master = view.session.lobby.host;
                match view.session.sample(clock.now(), whim) {
                    Some((Actor::Person(person), command)) if person.id != master => {
                        // What the rules refuse is none of our business.
                        let _ = host
                            .command(*game, Actor::Person(person), command, None)
                            .await;
                    }
                    // What is due happens by itself, also where nobody does anything.
                    _ => {
                        let tick = view.session.tick();
                        let _ = host.command(*game, Actor::Clock, tick, None).await;
                    }
                }
            }
        }
        if ripe {
            break;
        }
    }
    clock.set(now);
    for game in games {
        let view = host.view(*game).context("the game is there")?;
        // Whatever was due until now is settled before a command is judged.
        let _ = host
            .command(*game, Actor::Clock, view.session.tick(), None)
            .await;
    }
    Ok(())
}

/// Whether those who live can leave a confession, as often as they like.
fn is_night(session: &Session) -> bool {
    session.boards().iter().any(|board| {
        matches!(board.audience, Audience::Seat(_))
            && board
                .panel
                .rows
                .iter()
                .any(|row| matches!(row, Row::Menu(menu) if menu.intent.verb == "confess"))
    })
}

/// Lets a stage bring the stand-in to where the games are.
async fn show(
    host: &Host,
    stand_in: &StandIn,
    token: &str,
    bot: u64,
    games: &[GameId],
) -> anyhow::Result<()> {
    let wire = Wire::new(token, Some(stand_in.base()), u16::MAX, PATIENCE)?;
    let stage = Stage::start(host.clone(), &wire, bot);
    let shown = async {
        for game in games {
            stage.shown(*game).await;
        }
    };
    if tokio::time::timeout(PATIENCE, shown).await.is_err() {
        bail!("the games are not shown within two minutes");
    }
    stage.stop().await;
    Ok(())
}

/// What a player can choose from a menu, as the game has it.
struct Choice {
    player: PlayerId,
    menu: String,
    values: [String; 2],
}

/// The menus of this game in which there are two choices that are moves without a further question.
fn choices(session: &Session, now: Time) -> Vec<Choice> {
    let mut choices = Vec::new();
    for board in session.boards() {
        let Audience::Seat(seat) = board.audience else {
            continue;
        };
        let Some(player) = session.player_at(seat) else {
            continue;
        };
        let person = Person {
            id: player,
            manages_server: false,
        };
        for row in board.panel.rows {
            let Row::Menu(menu) = row else { continue };
            if menu.intent.verb != "confess" {
                continue;
            }
            let moves: Vec<&str> = menu
                .options
                .iter()
                .filter(|option| !option.chosen || option.value == "withdraw")
                .map(|option| option.value.as_str())
                .filter(|value| {
                    let intent = menu.intent.clone().with(&menu.field, value);
                    matches!(session.offer(person, &intent, now), Offer::Do(_))
                })
                .collect();
            if let [first, .., last] = moves.as_slice() {
                choices.push(Choice {
                    player,
                    menu: menu.placeholder.marked().to_owned(),
                    values: [(*first).to_owned(), (*last).to_owned()],
                });
            }
        }
    }
    choices
}

/// Where this player can press that.
async fn hand(stand_in: &StandIn, choice: Choice) -> anyhow::Result<Option<Hand>> {
    let player = choice.player.0;
    let path = format!("/users/{player}/channels");
    let places = stand_in.ask("GET", &path, Value::Null).await?;
    let dms = places.as_array().into_iter().flatten();
    for dm in dms.filter(|place| place["kind"] == 1) {
        let channel = number(&dm["id"])?;
        let path = format!("{path}/{channel}/messages");
        let messages = stand_in.ask("GET", &path, Value::Null).await?;
        for message in messages.as_array().into_iter().flatten() {
            let rows = message["components"].as_array().into_iter().flatten();
            for menu in rows.flat_map(|row| row["components"].as_array().into_iter().flatten()) {
                if menu["placeholder"] == choice.menu.as_str() {
                    return Ok(Some(Hand {
                        user: player,
                        channel,
                        message: number(&message["id"])?,
                        menu: choice.menu,
                        values: choice.values,
                    }));
                }
            }
        }
    }
    Ok(None)
}
