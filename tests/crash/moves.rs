//! What the people do, one thing after the other: the same in every game with the same dice.

use crate::people::{Answer, Human};
use crate::salem::{Game, Salem};

/// Whose DMs are closed in the forum edition.
pub const SHUT: usize = 4;
/// The game's name.
pub const NAME: &str = "Salem";

/// One thing that somebody does, which the bot records with one command.
#[derive(Debug, Clone)]
pub enum Move {
    /// The host opens a sign-up of this edition.
    Create(&'static str),
    /// The host changes a setting.
    Set(&'static str, &'static str),
    /// The bot is stopped, and the game gets the dice of all proofs.
    Dice,
    /// A player presses Join.
    Join(usize),
    /// A player whose DMs are closed presses Join, and takes a private thread.
    JoinByThread(usize),
    /// The host starts the game.
    Start,
    /// The host does something at the desk, and means it.
    Host(&'static str),
    /// A player types a command with these options.
    Type(usize, &'static str, Vec<(&'static str, String)>),
}

impl Move {
    /// How many events it takes at least until all of it is in the ledger.
    pub fn commands(&self) -> i64 {
        match self {
            Move::Dice => 0,
            // The readers are accepted first; the thread is agreed to after the sign-up.
            Move::JoinByThread(_) | Move::Start => 2,
            _ => 1,
        }
    }

    /// Does it; whether it worked is seen by what comes of it.
    pub async fn make(&self, salem: &Salem, players: &[Human]) -> Option<Answer> {
        match self {
            Move::Create(edition) => {
                let options = [("name", NAME), ("edition", edition)];
                let answer = salem.host.command(&salem.general, "/game create", &options);
                Some(answer.await)
            }
            Move::Set(setting, value) => {
                let options = [("setting", *setting), ("value", *value), ("game", NAME)];
                let answer = salem.host.command(&salem.general, "/game set", &options);
                Some(answer.await)
            }
            Move::Dice => None,
            Move::Join(player) | Move::JoinByThread(player) => {
                let player = &players[*player];
                let answer = salem.join(player, NAME).await;
                Some(and_press(player, answer, "Use a private thread").await)
            }
            Move::Start => {
                let options = [("game", NAME)];
                let answer = salem.host.command(&salem.general, "/game start", &options);
                Some(and_press(&salem.host, answer.await, "Accept these").await)
            }
            Move::Host(line) => {
                let game = salem.look_up(NAME, players).await;
                let answer = salem.host.command(&game.desk, line, &[]).await;
                Some(and_press(&salem.host, answer, "").await)
            }
            Move::Type(player, line, options) => {
                let game = salem.look_up(NAME, players).await;
                let options: Vec<(&str, &str)> = options
                    .iter()
                    .map(|(name, value)| (*name, value.as_str()))
                    .collect();
                let answer = players[*player].command(&game.square, line, &options);
                Some(answer.await)
            }
        }
    }
}

/// Presses the button below an answer whose label begins so, if it is there.
async fn and_press(human: &Human, answer: Answer, label: &str) -> Answer {
    if !answer.0["message"].is_object() {
        return answer;
    }
    match answer.post().button(label) {
        Some(button) => human.press(&answer.post(), &button).await,
        None => answer,
    }
}

/// Which game is played.
#[derive(Debug, Clone, Copy)]
pub enum Edition {
    /// Five players, one of them with closed DMs: a Dawn, a Day with a play and a Conspiracy, a Night with a chat and a kill, a
    /// daybreak, the end; the rooms stay.
    Forum,
    /// Four players: a Dawn, some turns, the end; the rooms go.
    Tabletop,
}

impl Edition {
    /// How many play.
    pub fn seats(self) -> usize {
        match self {
            Edition::Forum => 5,
            Edition::Tabletop => 4,
        }
    }

    /// What is done until the game begins.
    pub fn opening(self) -> Vec<Move> {
        let mut moves = match self {
            Edition::Forum => vec![Move::Create("salem-1692-forum"), Move::Set("players", "5")],
            Edition::Tabletop => vec![
                Move::Create("salem-1692-tabletop"),
                Move::Set("players", "4"),
                Move::Set("characters", "off"),
                Move::Set("keep_rooms", "1s"),
            ],
        };
        moves.push(Move::Dice);
        let join = |player| match self {
            Edition::Forum if player == SHUT => Move::JoinByThread(player),
            Edition::Forum | Edition::Tabletop => Move::Join(player),
        };
        moves.extend((0..self.seats()).map(join));
        moves.push(Move::Start);
        moves
    }

    /// How many chapters there are after that.
    pub fn chapters(self) -> usize {
        match self {
            Edition::Forum => 5,
            Edition::Tabletop => 3,
        }
    }

    /// What is done in a chapter; who does it is seen in the undisturbed game, where the bot is at rest.
    pub async fn chapter(self, number: usize, game: &Game) -> Vec<Move> {
        match self {
            Edition::Forum => forum(number, game).await,
            Edition::Tabletop => tabletop(number, game).await,
        }
    }
}

async fn forum(number: usize, game: &Game) -> Vec<Move> {
    let everybody = game.everybody().await;
    let alive = |index: &usize| !everybody[*index].1.text.contains("You are dead");
    let living: Vec<usize> = (0..everybody.len()).filter(alive).collect();
    let of = |witch: bool| -> Vec<usize> {
        let is = |index: &usize| everybody[*index].1.witch == witch;
        living.iter().copied().filter(is).collect()
    };
    let named = |index: usize| everybody[index].0.name.clone();
    match number {
        0 => {
            let target = named(of(false)[0]);
            let cat = |witch| Move::Type(witch, "/cat", vec![("target", target.clone())]);
            let cats = of(true).into_iter().map(cat);
            cats.chain([Move::Host("/host advance")]).collect()
        }
        1 => {
            let holds = |index: &usize| {
                let hand = &everybody[*index].1.hand;
                hand.iter().any(|card| card == "Accusation")
            };
            let by = living.iter().copied().find(holds).expect("an Accusation");
            let at = living.iter().copied().find(|index| *index != by);
            let at = vec![("target", named(at.expect("somebody else")))];
            vec![
                Move::Type(by, "/play accusation", at),
                Move::Host("/host advance"),
            ]
        }
        2 => {
            let mut round = living.clone();
            round.sort_by_key(|index| everybody[*index].1.seat);
            let mut picks = Vec::new();
            for (at, by) in round.iter().enumerate() {
                // From the right-hand neighbour, what is neither Witch nor Constable.
                let source = round[(at + round.len() - 1) % round.len()];
                let source = &everybody[source].1;
                let position = source.hidden("Not a Witch").expect("one is hidden");
                picks.push(Move::Type(
                    *by,
                    "/pick",
                    vec![("position", position.to_string())],
                ));
            }
            picks
        }
        3 => {
            let (witches, town) = (of(true), of(false));
            let with = vec![("with", named(town[1]))];
            let target = named(town[0]);
            let kill = |witch| Move::Type(witch, "/kill", vec![("target", target.clone())]);
            let chat = Move::Type(town[2], "/chat open", with);
            let kills = witches.into_iter().map(kill);
            [chat]
                .into_iter()
                .chain(kills)
                .chain([Move::Host("/host advance")])
                .collect()
        }
        _ => vec![Move::Host("/host end")],
    }
}

async fn tabletop(number: usize, game: &Game) -> Vec<Move> {
    match number {
        0 => vec![Move::Host("/host advance")],
        1 => {
            let viewer = &game.players[0];
            let status = game.status(viewer).await.text();
            let line = status.lines().find(|line| line.starts_with("## Turn 1"));
            let line = line.unwrap_or_else(|| panic!("no turn in {status}"));
            let mut players = game.players.iter();
            let whose = players.position(|player| line.contains(&player.name));
            let draw = Move::Type(whose.expect("one of them"), "/draw", Vec::new());
            vec![draw, Move::Host("/host advance")]
        }
        _ => vec![Move::Host("/host end")],
    }
}
