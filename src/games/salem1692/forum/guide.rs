//! The guide for players, in our own words: short pages with a menu of all topics on each, and one of the cards and one of the role
//! cards where those are read about. It says what the rules are; what a
//! host can set is said with its default.

mod cards;
mod characters;

use crate::games::salem1692::guide::{self, Section, page};
use crate::games::salem1692::table::{CardKind, Character};
use crate::kernel::game::Game;
use crate::kernel::panel::Panel;

use super::Forum;

/// A page of the guide; the first one where no topic is named, or an unknown one.
pub fn guide(topic: Option<&str>) -> Panel {
    guide::guide(Forum::EDITION, &sections(), topic)
}

/// The topics: what is shown, and the word for it. There are more than one menu holds.
pub fn topics() -> Vec<(&'static str, &'static str)> {
    guide::topics(&sections())
}

fn sections() -> [Section; 3] {
    let main = Section {
        opened_by: None,
        placeholder: "Another topic",
        pages: vec![
            page("overview", "How it works", OVERVIEW),
            page("winning", "Sides and winning", WINNING),
            page("marks", "Marks and flips", MARKS),
            page("cards", "The cards", cards::OVERVIEW),
            page("conspiracy", "The Conspiracy", CONSPIRACY),
            page("night", "Night and daybreak", NIGHT),
            page("confession", "Confession", CONFESSION),
            page("coven", "The coven", COVEN),
            page("chats", "Private chats", CHATS),
            page("death", "Death", DEATH),
            page("role-cards", "Role cards", characters::OVERVIEW),
            page("hosts", "Hosts and absence", HOSTS),
            page("commands", "Commands", COMMANDS),
        ],
    };
    let cards = Section {
        opened_by: Some("cards"),
        placeholder: "A card",
        pages: CardKind::ALL
            .map(|kind| page(kind.word(), kind.name(), cards::card(kind)))
            .into(),
    };
    let characters = Section {
        opened_by: Some("role-cards"),
        placeholder: "A role card",
        pages: Character::ALL
            .map(|who| page(who.word(), who.name(), characters::character(who)))
            .into(),
    };
    [main, cards, characters]
}

const OVERVIEW: &str = "\
Somewhere among the people of Salem sits a coven. It wants to turn or kill everybody else; the Town wants to find the Witch \
cards before that. The bot is the Moderator: it deals, keeps the clock, keeps the secrets and tells what happens.

**Your five Tryals** are your lives. They lie in a row, face down; only you know them. Two of all of them are Witch cards, \
one is the Constable, the rest are Not a Witch. A flipped Tryal stays face up for good.

**Dawn.** The coven chooses who is to have the Black Cat. The town may talk.
**Day.** Everybody is dealt the same number of cards and plays them in public: marks on others, help, mischief. Seven marks \
on somebody flip a Tryal. At an hour that nobody knows a **Conspiracy** comes, and Tryals change hands.
**Night.** The town is silent. The coven votes on a kill, the Constable guards somebody, anybody may confess, and small \
private chats can be opened. At daybreak all of it is settled and reported.

Day and Night follow each other until one side has won. All deadlines are instants that you see in your own time zone; what \
arrives at the very instant is too late. What nobody does in time is done by chance or not at all: the game waits for no one.

Talk, promises and lies are free. Cards of your hand and your Tryals are yours to speak about as you like.";

const WINNING: &str = "\
**You are of the Town** as long as you have never held a Witch card. **You are a Witch** from the moment you first hold \
one, at the deal or through a Conspiracy, and you stay one for good, even when the card moves on. Everybody who has ever \
held one is the coven. Your cards (`/me`) always tell you what you are.

**The Town wins** at the instant the last Witch card is face up, however few are left.
**The Witches win** as soon as everybody who is still alive is of the coven.

This is looked at after every single reveal, every death and every redistribution, the Town's victory first. The game then \
stops at once; what was still to come does not come. A side wins together, its dead included.

The **Constable** is whoever holds the Constable card face down. It is a role and no side: a Witch can hold it, and it moves \
in the Conspiracy like any other Tryal. Once that card is face up, the role is gone for the whole game.

Nine players are the edition. With 5 to 12 it is a house setup: five Tryals each, one Constable, two Witch cards, and a \
single one where five play.

At the end everything is told: all rows, votes, guards, picks, and the way of every card that mattered.";

const MARKS: &str = "\
Red cards in front of a player are marks: an Accusation 1, Evidence 3, the Witness 7. The board shows them out of seven.

**Seven or more**, and one of that player's hidden Tryals is flipped. Whoever's card brought it there chooses which, by its \
place in the row and without seeing it: by button, or with `/flip`. Marks above seven are lost.

The chooser has an hour, or a quarter of what was left of the Day if that is less. After that, or where the chooser has \
died, chance decides. Until the flip no card may be played that names this player; the player may go on playing cards. Several \
flips can be owed at once.

**After the flip** all red cards in front of that player go to the discard.
- *Not a Witch*: play goes on.
- *Constable*: play goes on, and nobody is Constable any more.
- *Witch*: the player dies.
- No hidden Tryal left: the player dies.

The Black Cat and confessions reveal Tryals as well, with the same consequences, but they leave the red cards where they lie. \
Marks stay from Day to Day until something takes them away.";

const CONSPIRACY: &str = "\
Once in every Day, at an hour that not even the host knows, somewhere between one eighth and seven eighths of it. From then \
on no card can be played until it is over. Flips that are owed are settled first, within a quarter of an hour.

**1. The scratch.** Chance reveals one hidden Tryal of whoever has the Black Cat in front, with all that follows. Does nobody \
have it, nothing happens. Whom the scratch kills takes no part in what comes next.

**2. The Shift.** Everybody who lives takes one hidden Tryal of the living player before them in the row, unseen, by its \
place: with the buttons in your cards or `/pick`. The first in the row takes from the last. You can change your pick until the \
Shift closes: after two hours, or with the last pick. For those who have not picked, chance does.

**3. The redistribution.** What was taken is shuffled, and everybody gets one of these cards into the gap in the own row. \
You are told which place was emptied and what came there, and nothing else. It may be the very card you lost.

Who gets a Witch card is a Witch from now on. Who loses one stays a Witch. Who gets the Constable card is Constable now, and \
who loses it is not any more. The Stocks and the Day's clock run on meanwhile.";

const NIGHT: &str = "\
At nightfall all hands and any Stocks go to the discard, and the town's channel is closed to talk.

**The coven** votes on a kill in its own thread. **The Constable** names one other player to guard, or nobody (`/guard`). \
**Anybody living** may confess (`/confess`), and may open private chats (`/chat open`). All of it can be changed until the \
Night ends, and what stands at that instant counts. A Night always lasts its full length, whatever has been chosen.

**At daybreak**, in this order:
1. Confessions, by seat. Each turns over the Tryal that was named; a confessor whom the Constable guards turns over nothing and \
is told so in private.
2. The kill, where every living Witch had named the same player. It fails where that player is guarded, has confessed, has \
Asylum in front, or is dead by then.
3. The report: who confessed with which card, who died, or that nobody did. It never says whom the coven had chosen, nor why \
nobody died.

A Witch or Constable who falls in step 1 has still voted or guarded for this Night. A Matchmaker's partner dies along, whatever \
protects them.

The host can set that the report says who was guarded (`announce_guard`, off); by whom is never told.";

const CONFESSION: &str = "\
At Night every living player may confess: `/confess` and the place of one of your own hidden Tryals. Whoever confesses cannot be \
killed by the coven that Night.

The price comes at daybreak: that Tryal is turned over for all to see, with everything that follows. Not a Witch, and you \
have one life less. The Constable, and the role is gone. A Witch card, or your last hidden Tryal, is your death; the bot asks \
you once more before it takes such a confession.

**If the Constable guards you**, nothing is turned over. You learn it at daybreak, and nobody else does: the report does not \
mention your confession. The answer you get at Night is the same in either case.

You can change or withdraw a confession until the Night ends. Red cards in front of you stay where they are.

The kill also fails where your confession revealed nothing. A Matchmaker's partner is no safer for a confession: where one of \
the two dies, so does the other.";

const COVEN: &str = "\
The coven is everybody who has ever held a Witch card, dead or alive. Its thread is known to its members alone. At Dawn and \
at Night they talk there; in the Day it can be read, and nobody can write.

**Dawn.** The coven gives the Black Cat to a living player, one of its own included: `/cat`. Most votes decide, between \
equals the lot; where nobody votes, chance draws among all the living.

**The kill.** Each living Witch names a living player outside the coven, or nobody: `/kill`, changeable to the end. Only where \
*all* living Witches have named the same player is the kill attempted. One who says nothing, or names another, prevents it. \
The panel in the thread shows who has named whom. With the setting `coven_may_target_coven` (off) a Witch can be named as \
well; the victim's own voice is then not needed.

**Dead Witches** read and write there as before, without a vote.

**New Witches** come through the Conspiracy. They are told in private, read the whole history of the thread, and from then on \
their vote is needed like any other. The coven is told who has joined; from where the card came it is not told.";

const CHATS: &str = "\
At Night the living may open private chats: `/chat open`, with up to two guests at once. They close at daybreak and can \
still be read afterwards.

- You may open two each Night (setting `chats_per_player`), and be in any number that others open.
- **At most three living players** are in a chat, its opener included. A fourth is refused.
- The opener brings in others while there is room: `/chat invite`. With the setting `chat_invites` every living member may.
- Guests are added at once; whoever does not want to stay leaves with `/chat leave`, which makes room.
- A death makes room as well. The dead may be added without limit; they read and cannot write.
- Who is in which chat is known to its members alone. `/chat list` shows you yours.

The bot is in every chat. A host who does not play can read them. The coven's thread counts for nothing here.

Whoever manages the server may be able to read private threads as well; the host was shown their names before the game began \
and has accepted them.";

const DEATH: &str = "\
You die when one of your Witch cards is revealed, when your last hidden Tryal is, when the coven kills you, when the other \
holder of a Matchmaker dies while one lies in front of you, or when the host removes you.

Whoever dies turns over all Tryals that are still hidden, one by one, and the town is told whether it was a Witch. Hand and \
front go to the discard; a flip that was owed against the dead lapses. If two are bound by Matchmakers, the first dies \
completely before the second does.

**The dead** keep their seat and can read the town, but not write there. They talk with each other in the graveyard. They may \
be brought into chats, where they only read. They have no vote, no pick, no confession.

**Dead Witches** stay in the coven's thread and may talk there at Night, without a vote. The graveyard opens to them when the \
game is over.

Still play fair: what the dead know stays with the dead. A side wins with all its members, living and dead.";

const HOSTS: &str = "\
The host opens and starts the game, and has: `/host pause`, `resume`, `extend`, `advance` (ends the phase now), `replace`, \
`remove`, `end`. The last two ask once more. A host who plays along sees no secret, neither advances nor removes, and needs a yes \
from more than half of the living to end the game or to replace somebody.

**Pause** stops every clock; going on shifts every deadline by the time that was lost. Talk is free meanwhile.
**A substitute** takes over seat, Tryals, hand, side and everything owed. It must be somebody who has had no part in this game.
**Removed** players die, without their Matchmaker's partner.
**Who leaves the server** keeps the seat; the host may replace or remove. Coming back restores everything.

**Reminders** come before a phase ends, privately to those who still have something to choose.

**If the Moderator is away** (the bot was down, or cut off from Discord), nothing that was decided is lost. Deadlines that \
would have passed meanwhile move to a little after the return, and the town is told.

**If nobody acts** for two Days and Nights, or three pass without a reveal or a death, the game pauses and asks its host; after \
seven days without an answer it ends without a winner.

**Chance** comes from a seed whose fingerprint is posted at the start. At the end the seed is published with the whole record, \
so that anybody can check every shuffle.";

const COMMANDS: &str = "\
All of these work in the town's channel and in DMs with the bot, and what you do with them only you see. Most of it is also on \
buttons in your cards.

**Looking:** `/me` (Tryals, side, everything of yours) · `/hand` · `/board` · `/history` · `/game status` · `/game rules`
**In the Day:** `/play` and the name of a card · `/flip` (the Tryal you have to choose) · `/pick` (in the Shift) · `/power` (role \
cards)
**At Night:** `/confess` · `/guard` (Constable) · `/kill` (coven) · `/chat open`, `invite`, `leave`, `list`
**At Dawn:** `/cat` (coven)
**For hosts:** `/game create`, `set`, `start`, `cancel` · `/host pause`, `resume`, `extend`, `advance`, `replace`, `remove`, `end`, \
`secrets`, `check`

Are you in several games, a command asks which one is meant where that is not clear.

What cannot be done is refused with the reason, and nothing is used up. Whatever you press that is over by now tells you so.

If your DMs are closed, you get a private thread on the server with the same content.";
