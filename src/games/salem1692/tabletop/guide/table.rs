//! The guide's pages about everything round the table, and an example of play.

/// A few turns, told.
pub const EXAMPLE: &str = "\
Ann, Bob, Cal, Dan and Eve sit in this order.

**Ann** has the Black Cat from Dawn, and so the first turn. She draws two cards, and her turn is over.

**Bob** plays Evidence on Dan (3 of 7) and an Accusation on Dan (4). He ends his turn.

**Cal** has an Alibi and a Scapegoat. He plays the Scapegoat from Dan to Eve: now Eve has the four marks. With nothing else that he \
wants to play, he ends his turn.

**Dan** plays three Accusations on Eve, one after the other. With the third she has seven. Dan chooses: her second Tryal. It is Not \
a Witch; all red cards in front of Eve go to the discard. Dan has an empty hand, and so his turn is over.

**Eve** draws. Her first card is the Conspiracy. The Black Cat lies before Ann: Eve chooses one of Ann's hidden Tryals, and it is \
the Constable. From now on there is no gavel. Then everybody picks from the left: Ann from Bob, Bob from Cal, Cal from Dan, Dan \
from Eve, and Eve from Ann. Ann reads in her cards: *You took a Witch card.* She is a Witch from now on. Bob, who had it, stays one.

Eve's second card comes now: an Accusation. Her turn is over, and Ann's begins.";

/// Private chats.
pub const CHATS: &str = "\
Private chats are off in this edition, unless the host sets `chats` on. Then, at Night, the living may open them: `/chat open`, \
with up to two guests at once. They close when the Night is over and can still be read afterwards.

- You may open two each Night, and be in any number that others open.
- **At most three living players** are in a chat, its opener included. A fourth is refused.
- The opener brings in others while there is room: `/chat invite`.
- Guests are added at once; whoever does not want to stay leaves with `/chat leave`, which makes room.
- A death makes room as well. The dead may be added without limit; they read and cannot write.
- Who is in which chat is known to its members alone. `/chat list` shows you yours.

The bot is in every chat. A host who does not play can read them. The coven's thread counts for nothing here.

Whoever manages the server may be able to read private threads as well; the host was shown their names before the game began \
and has accepted them.";

/// What a host can set.
pub const SETTINGS: &str = "\
The host sets these before the start, with `/game set` or the button *Settings*:

- `players`: 4 to 12.
- `preset`: `async` for turns over weeks, `live` for an evening. It sets all lengths of time at once; each can be changed afterwards.
- `turn`, `choice_window`, `choose_window`, `dawn`, `shift_window`, `night`, `confess_window`: the clocks.
- `dawn_early`, `night_early`: whether those end as soon as everybody concerned has spoken.
- `hard` (off): one Witch card more.
- `characters` (on): whether everybody has a character; `choose_character` (on): whether up to seven players keep one of two.
- `conspiracy` (`pass`): what you take you keep and see. `pool`: what was taken is shuffled and dealt.
- `chats` (off): private chats at Night.
- `reminders`: how long before a clock runs out those who still owe something are told.
- `report_inactive` (on): whether silent players are reported to a host who does not play.
- `grace`: how much time there is after the Moderator was away.
- `keep_rooms`: how long the rooms stay after the end.

For a first game take the defaults, and perhaps `characters` off. For a live table: `preset live`, and everybody in a voice \
channel.";

/// Hosts, absence and order.
pub const HOSTS: &str = "\
The host opens and starts the game, and has: `/host pause`, `resume`, `extend`, `advance` (ends now what is waited for), \
`replace`, `remove`, `end`. The last two ask once more. A host who plays along sees no secret, neither advances nor removes, and \
needs a yes from more than half of the living to end the game or to replace somebody.

**Pause** stops every clock; going on shifts every deadline by the time that was lost. Talk is free meanwhile.
**A substitute** takes over seat, Tryals, character, hand, side and everything owed. It must be somebody who has had no part in \
this game.
**Removed** players die, without their Matchmaker's partner.
**Who leaves the server** keeps the seat; the host may replace or remove. Coming back restores everything.

**If the Moderator is away** (the bot was down, or cut off from Discord), nothing that was decided is lost. Deadlines that \
would have passed meanwhile move to a little after the return, and the town is told.

**If nothing happens** for a long while, the game pauses and asks its host; after seven days without an answer it ends without a \
winner.

**Chance** comes from a seed whose fingerprint is posted at the start. At the end the seed is published with the whole record, \
so that anybody can check every shuffle.";

/// What can be typed.
pub const COMMANDS: &str = "\
All of these work in the town's channel and in DMs with the bot, and what you do with them only you see. Most of it is also on \
buttons in your cards.

**Looking:** `/me` (Tryals, side, everything of yours) · `/hand` · `/board` · `/history` · `/game status` · `/game rules` · `/help`
**In the Town Hall:** `/choose`
**In your turn:** `/draw` · `/play` and the name of a card · `/endturn` · `/flip` (the Tryal you have to choose) · `/power` (what \
your character may do now)
**In a Conspiracy:** `/pick` · **At any other time:** `/tryals reorder`
**At Night:** `/confess` · `/guard` (the Constable's gavel) · `/kill` (coven)
**At Dawn:** `/cat` (coven)
**When you have died:** `/lastwords`
**For hosts:** `/game create`, `set`, `start`, `cancel` · `/host pause`, `resume`, `extend`, `advance`, `replace`, `remove`, `end`, \
`secrets`, `check`

Are you in several games, a command asks which one is meant where that is not clear.

What cannot be done is refused with the reason, and nothing is used up. Whatever you press that is over by now tells you so.

If your DMs are closed, you get a private thread on the server with the same content.";
