//! Whatever state a game is in, its host can end it, and so can one who manages the server; then its rooms can be deleted.

use town_crier::games::salem1692::forum::{self, Outcome};
use town_crier::games::salem1692::tabletop;
use town_crier::games::{Play, PlayCommand, SessionCommand};
use town_crier::kernel::game::Actor;
use town_crier::kernel::ids::{PlayerId, PromptId};
use town_crier::kernel::intent::{Intent, Person};

use crate::game::{Game, person};

/// Checks it for the state in which this game is.
pub fn check(game: &Game) {
    let host = person(game.session.lobby.host);
    let keeper = Person {
        id: PlayerId(77),
        manages_server: true,
    };
    let stranger = person(PlayerId(78));
    let sure = Intent::new("host.end").with("sure", "yes");
    assert!(
        game.clone().does(stranger, &sure).is_err(),
        "a stranger ends it"
    );
    for ender in [host, keeper] {
        let mut game = game.clone();
        // What is due at this instant is settled before anybody is heard.
        while let Some(due) = game.due().filter(|due| *due <= game.now) {
            game.tick(due);
        }
        if game.is_over() {
            continue;
        }
        let asked = game.does(ender, &Intent::new("host.end"));
        assert!(asked.is_err() && !game.is_over(), "it is asked once more");
        let ended = game.does(ender, &sure);
        if let Err(text) = ended {
            // Where it is proposed already, that stands.
            let proposed = ender == host && game.host_plays() && proposal(game.play()).is_some();
            assert!(proposed, "{}: {}", game.name, text.marked());
        }
        if ender == host && game.host_plays() {
            assert!(!game.is_over(), "one who plays does not end it alone (H1)");
            agree(&mut game);
        }
        assert_eq!(game.outcome(), Some(Outcome::EndedByHost), "{}", game.name);
        assert_eq!(game.due(), None);
        for again in [stranger, ender] {
            let gone = game.does(again, &sure);
            assert_eq!(gone.is_ok(), again == ender);
        }
        let place = game.session.place().expect("it had rooms");
        assert!(place.kept_until.is_some_and(|until| until <= game.now));
        assert!(game.does(ender, &sure).is_err(), "they are gone");
    }
}

/// The living agree to the host's proposal, until it is a majority.
fn agree(game: &mut Game) {
    for (_, player) in game.session.seats() {
        let Some(prompt) = proposal(game.play()).filter(|_| !game.is_over()) else {
            return;
        };
        let second = match game.play() {
            Play::Forum(_) => PlayCommand::Forum(forum::Command::Second { prompt, yes: true }),
            Play::Tabletop(_) => {
                PlayCommand::Tabletop(tabletop::Command::Second { prompt, yes: true })
            }
        };
        // The dead have no say.
        let _refused = game.decide(Actor::Person(person(player)), &SessionCommand::Play(second));
    }
}

fn proposal(play: &Play) -> Option<PromptId> {
    let proposal = match play {
        Play::Forum(game) => &game.proposal,
        Play::Tabletop(game) => &game.proposal,
    };
    proposal.as_ref().map(|proposal| proposal.prompt)
}
