//! Slash commands: each becomes an `Intent` and goes the same way as a button (`Session::offer`).
//!
//! Two kinds of fields. What a person says (a command's options, a button's custom id, a menu's values) is passed through
//! as it is, but for seats and chats, see below. What only Discord knows (*facts*, in italics) is filled in here on every
//! pass, whatever the custom id says. A field that is absent was not said: `offer` then asks for it with a panel, or takes
//! the only thing that is possible. Further fields in buttons (a prompt's id as `p`, a page) are the edition's own and
//! are passed through.
//!
//! - *Seat* fields (`target`, `receiver`) hold a seat's number in digits. Whatever a person types there (a number, a name, a
//!   part of it, a mention) is resolved to it here; what fits nobody or several is refused here. `nobody` stays `nobody`.
//! - *Seats* (`members`) hold such numbers joined by commas.
//! - *Chat* fields hold the chat's number; where it is absent and the command was given in a chat's thread, it is that one.
//! - `sure` is `yes` on the button that asks once more; it cannot be typed.
//!
//! | command or button | verb | fields |
//! |---|---|---|
//! | **Sign-up** | | |
//! | Join | `join` | *`name`*, *`reach`* (`dm` or `none`, by the test DM) |
//! | Use a private thread | `thread` | *`name`* (reach is then `thread`) |
//! | Leave | `leave` | |
//! | `/game set [setting] [value]`, Settings | `lobby.set` | `key`, `value`; none: a panel with all settings |
//! | `/game start` | `lobby.start` | *`readers`* (user ids joined by commas, who could read the secret threads now), `sure` |
//! | Accept these readers | `lobby.accept` | *`readers`* (as found now) |
//! | `/game cancel` | `lobby.cancel` | `sure` |
//! | **Anybody** | | |
//! | `/game status` | `status` | |
//! | `/game rules [topic]` | `rules` | `topic` |
//! | `/board` | `board` | |
//! | `/history [day]` | `history` | `day` |
//! | **Players** | | |
//! | `/me`, My cards | `me` | |
//! | `/hand` | `hand` | |
//! | `/play accusation`, `evidence`, `witness` | `play` | `card`, `target` |
//! | `/play alibi` | `play` | `card`, `target`, `marks` (what is removed; values are `complete`'s) |
//! | `/play arson`, `stocks`, `black_cat`, `asylum`, `matchmaker`, `piety` | `play` | `card`, `target` |
//! | `/play curse` | `play` | `card`, `target`, `blue` (`black_cat`, `asylum`, `matchmaker`, `piety`) |
//! | `/play robbery`, `scapegoat` | `play` | `card`, `target` (from whom), `receiver` (to whom) |
//! | `/flip [target] [position]` | `flip` | `target` (whose Tryal), `position` (1 to 5) |
//! | `/pick [position]` | `pick` | `position` |
//! | `/cat [target]` | `cat` | `target` |
//! | `/kill [target]` | `kill` | `target` or `nobody` |
//! | `/guard [target]` | `guard` | `target` or `nobody` |
//! | `/confess [position]` | `confess` | `position` or `withdraw`, `sure` |
//! | `/chat open [with] [also]` | `chat.open` | `members` |
//! | `/chat invite [player] [chat]` | `chat.invite` | `target`, `chat` |
//! | `/chat leave [chat]` | `chat.leave` | `chat` |
//! | `/chat list` | `chat.list` | |
//! | a playing host's request, yes or no (H1) | `consent` | `p`, `yes` (`yes` or `no`) |
//! | **Hosts** | | |
//! | `/host pause`, `resume` | `host.pause`, `host.resume` | |
//! | `/host extend by` | `host.extend` | `by` (as typed: `90m`, `2h`, `1d 6h`) |
//! | `/host advance` | `host.advance` | `sure` |
//! | `/host replace player with` | `host.replace` | `target`, `user` (an id), `sure`, *`name`*, *`reach`* |
//! | `/host remove player` | `host.remove` | `target`, `sure` |
//! | `/host end` | `host.end` | `sure` |
//! | `/host secrets` | `host.secrets` | |
//! | `/host readers` | `host.readers` | *`readers`* (as found now) |
//! | Open the rooms to all (at the end) | `rooms.open` | |
//!
//! Autocomplete asks `Session::complete` with the same verb, the fields said so far (seats resolved) and the field's name from
//! this table. Cards are named `accusation`, `evidence`, `witness`, `alibi`, `arson`, `curse`, `robbery`, `scapegoat`, `stocks`,
//! `black_cat`, `asylum`, `matchmaker`, `piety`.
