//! Which commands there are, in words for players. What they mean stands in the table of `commands`.

use super::{Command, Kind, Opt, create, group, leaf};

const TARGET: Opt = words("target", "target", "On whom");
const HOLDER: Opt = words("target", "target", "Who");

/// Every command at the top level.
pub(super) fn commands() -> Vec<Command> {
    vec![
        game(),
        create::setup(),
        play(),
        leaf(
            "flip",
            "Choose which hidden Tryal is revealed, where the choice is yours",
            "flip",
            &[],
            &[
                words("target", "target", "Whose Tryal, where several are owed"),
                words("position", "position", "Which hidden Tryal, by position"),
            ],
        ),
        leaf(
            "pick",
            "In a Conspiracy: pick a hidden Tryal of your neighbour",
            "pick",
            &[],
            &[words(
                "position",
                "position",
                "Which hidden Tryal, by position",
            )],
        ),
        leaf(
            "cat",
            "At Dawn, for the coven: name who gets the Black Cat",
            "cat",
            &[],
            &[words("target", "target", "Who gets the Black Cat")],
        ),
        leaf(
            "kill",
            "At Night, for the coven: name whom to kill, or nobody",
            "kill",
            &[],
            &[words("target", "target", "Whom, or nobody")],
        ),
        leaf(
            "guard",
            "At Night, for the Constable: whom to guard, or who gets the gavel; or nobody",
            "guard",
            &[],
            &[words("target", "target", "Whom, or nobody")],
        ),
        leaf(
            "confess",
            "At Night: confess one of your own hidden Tryals, or take it back",
            "confess",
            &[],
            &[words(
                "position",
                "position",
                "Which Tryal, by position; or withdraw",
            )],
        ),
        leaf(
            "choose",
            "Tabletop, in Town Hall: keep one of your two characters",
            "choose",
            &[],
            &[words("character", "character", "Whom you keep")],
        ),
        leaf(
            "draw",
            "Tabletop, in your turn: draw two cards, which ends it",
            "draw",
            &[],
            &[],
        ),
        leaf(
            "endturn",
            "Tabletop: say that your turn is over, after you have played",
            "endturn",
            &[],
            &[],
        ),
        leaf(
            "power",
            "Your character's ability: what it is, and its use when it can be used",
            "power",
            &[],
            &[
                words(
                    "use",
                    "use",
                    "What to do: yes, no, study, deck, discard or hand",
                ),
                words(
                    "order",
                    "order",
                    "For Tituba: the numbers of the cards that come first",
                ),
            ],
        ),
        group(
            "tryals",
            "Your own Tryals",
            vec![leaf(
                "reorder",
                "Tabletop: put your hidden Tryals in another order; nobody is shown it",
                "tryals.reorder",
                &[],
                &[words(
                    "order",
                    "order",
                    "Their positions in the new order, such as 3 1 2",
                )],
            )],
        ),
        leaf(
            "lastwords",
            "Tabletop, when you have just died: at most three words for the town",
            "lastwords",
            &[],
            &[words("words", "words", "Three words at most")],
        ),
        chat(),
        leaf(
            "board",
            "What lies on the table, as everybody may see it",
            "board",
            &[],
            &[],
        ),
        leaf(
            "history",
            "What has happened so far, as the town was told",
            "history",
            &[],
            &[words("day", "day", "Which Day, or which Night's chapter")],
        ),
        leaf(
            "me",
            "Your Tryals, your side, and what you can do now",
            "me",
            &[],
            &[],
        ),
        leaf("hand", "The cards in your hand", "hand", &[], &[]),
        host(),
        leaf(
            "help",
            "How the game is played",
            "rules",
            &[],
            &[words("topic", "topic", "About what")],
        ),
    ]
}

fn game() -> Command {
    group(
        "game",
        "Games in this server",
        vec![
            create::create(),
            leaf(
                "set",
                "Host: change a setting before the start; without one, see them all",
                "lobby.set",
                &[],
                &[
                    words("setting", "key", "Which setting"),
                    words("value", "value", "To what"),
                ],
            ),
            leaf("start", "Host: begin the game", "lobby.start", &[], &[]),
            leaf(
                "cancel",
                "Host: close the sign-up without a game",
                "lobby.cancel",
                &[],
                &[],
            ),
            leaf("status", "Where the game stands", "status", &[], &[]),
            leaf(
                "rules",
                "How the game is played",
                "rules",
                &[],
                &[words("topic", "topic", "About what")],
            ),
        ],
    )
}

fn play() -> Command {
    let on = |card, description| leaf(card, description, "play", &[("card", card)], &[TARGET]);
    let from_to = |card, description| {
        leaf(
            card,
            description,
            "play",
            &[("card", card)],
            &[
                words("target", "target", "From whom"),
                words("receiver", "receiver", "To whom"),
            ],
        )
    };
    group(
        "play",
        "Play a card from your hand, in the Day or in your turn",
        vec![
            on("accusation", "Accusation: one mark"),
            on("evidence", "Evidence: three marks"),
            on("witness", "Witness: seven marks"),
            leaf(
                "alibi",
                "Alibi: remove up to three marks",
                "play",
                &[("card", "alibi")],
                &[
                    HOLDER,
                    words("marks", "marks", "Which marks are removed"),
                    words("as", "as", "For Will Griggs: as an Alibi, or as a Witness"),
                ],
            ),
            on(
                "arson",
                "Arson: half of a hand (tabletop: all of it) is discarded",
            ),
            leaf(
                "curse",
                "Curse: discard a blue card",
                "play",
                &[("card", "curse")],
                &[TARGET, words("blue", "blue", "Which blue card")],
            ),
            from_to(
                "robbery",
                "Robbery: half of a hand (tabletop: all of it) goes to another",
            ),
            from_to(
                "scapegoat",
                "Scapegoat: all that lies in front of one goes to another",
            ),
            on(
                "stocks",
                "Stocks: no cards for a quarter of the rest of the Day (tabletop: no next turn)",
            ),
            on(
                "black_cat",
                "Black Cat: its holder is scratched in the Conspiracy",
            ),
            on("asylum", "Asylum: its holder cannot be killed at Night"),
            on(
                "matchmaker",
                "Matchmaker: the two who hold one die together",
            ),
            on("piety", "Piety: no red cards on its holder"),
        ],
    )
}

fn chat() -> Command {
    group(
        "chat",
        "Private chats, at Night",
        vec![
            leaf(
                "open",
                "Open a private chat: three living players at most",
                "chat.open",
                &[],
                &[
                    words("with", "members", "With whom"),
                    words("also", "members", "And with whom else"),
                ],
            ),
            leaf(
                "invite",
                "Bring somebody into a private chat",
                "chat.invite",
                &[],
                &[
                    words("player", "target", "Whom"),
                    words("chat", "chat", "Into which chat"),
                ],
            ),
            leaf(
                "leave",
                "Leave a private chat",
                "chat.leave",
                &[],
                &[words("chat", "chat", "Which chat")],
            ),
            leaf("list", "Your private chats", "chat.list", &[], &[]),
        ],
    )
}

fn host() -> Command {
    group(
        "host",
        "For the host of a running game",
        vec![
            leaf("pause", "Stop every clock", "host.pause", &[], &[]),
            leaf(
                "resume",
                "Let the clocks run again",
                "host.resume",
                &[],
                &[],
            ),
            leaf(
                "extend",
                "Make this Day, turn, Night or Dawn longer",
                "host.extend",
                &[],
                &[required(words(
                    "by",
                    "by",
                    "By how much, such as 90m, 2h or 1d",
                ))],
            ),
            leaf(
                "advance",
                "End this Day, turn, Night or Dawn now",
                "host.advance",
                &[],
                &[],
            ),
            leaf(
                "replace",
                "Put a substitute in a player's place",
                "host.replace",
                &[],
                &[
                    required(words("player", "target", "Who goes")),
                    Opt {
                        name: "with",
                        field: "user",
                        description: "Who comes",
                        kind: Kind::Person,
                        required: true,
                    },
                ],
            ),
            leaf(
                "remove",
                "Take a player out of the game: it counts as a death",
                "host.remove",
                &[],
                &[required(words("player", "target", "Who goes"))],
            ),
            leaf("end", "End the game without a winner", "host.end", &[], &[]),
            leaf(
                "secrets",
                "What is hidden, for a host who does not play; noted in the record",
                "host.secrets",
                &[],
                &[],
            ),
            leaf(
                "check",
                "Permissions, rooms, who could read secrets, who can be reached, when this ends",
                "host.check",
                &[],
                &[],
            ),
        ],
    )
}

const fn words(name: &'static str, field: &'static str, description: &'static str) -> Opt {
    Opt {
        name,
        field,
        description,
        kind: Kind::Words,
        required: false,
    }
}

const fn required(option: Opt) -> Opt {
    Opt {
        required: true,
        ..option
    }
}
