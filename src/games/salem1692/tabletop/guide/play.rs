//! The guide's pages about the course of a game.

/// What the game is.
pub const OVERVIEW: &str = "\
Somewhere among the people of Salem sits a coven. It wants to turn or kill everybody else; the Town wants to find the Witch \
cards before that. The bot is the Moderator: it deals, keeps the clock, keeps the secrets and tells what happens.

**Your Tryals** are your lives. They lie in a row, face down; only you know them. A few of all of them are Witch cards, one \
is the Constable, the rest are Not a Witch. A Tryal that is turned stays face up for good.

**Town Hall.** Everybody is one of the people of Salem, with an ability that all can read.
**Dawn.** The coven sees who it is, and chooses who is to have the Black Cat. That player begins.
**Turns.** Round the table, each draws two cards or plays some. Seven marks on somebody turn a Tryal.
**The Conspiracy.** Whoever draws this black card lets the Black Cat scratch; then each takes a Tryal from the left.
**The Night.** It lies at the bottom of the deck. The coven agrees on a victim, the Constable gives the gavel, anybody may \
confess; then the name is read.

After a Night the discard becomes the new deck, and play goes on until one side has won. Every choice has a deadline that you \
see in your own time zone; what arrives at the very instant is too late. What nobody does in time is done by chance or not at all.

Talk, promises and lies are free. Your hand and your Tryals are yours to speak about as you like.";

/// The sides.
pub const WINNING: &str = "\
**You are of the Town** as long as you have never held a Witch card. **You are a Witch** from the moment you first hold \
one, at the deal or through a Conspiracy, and you stay one for good, even when the card moves on. Everybody who has ever \
held one is the coven. Your cards (`/me`) always tell you what you are.

**The Town wins** at the instant the last Witch card is face up, however few are left. Witches need not all be dead for it.
**The Witches win** as soon as everybody who is still alive is of the coven.

This is looked at after every single reveal, every death and every Conspiracy, the Town's victory first. Where two die together, \
it is looked at between the two deaths as well: what the first death decides stays decided. The game then stops at once; what \
was still to come does not come. A side wins together, its dead included.

At the end everything is told: all rows, votes, gavels, picks, and the way of every card that mattered.";

/// The deal.
pub const SETUP: &str = "\
**Tryals** are dealt plainly, so one player may get both Witch cards, or a Witch card and the Constable's.
- 4 or 5 players: five each, one Witch card.
- 6 or 7: five each; 8 or 9: four each; 10 to 12: three each. Two Witch cards.
- One Constable always, all others Not a Witch.
With the setting `hard` (off) there is one Witch card more. That favours the Witches strongly.

**Characters** (setting `characters`, on): with up to seven players each is dealt two, in private, and keeps one; all are then \
shown together. Whoever does not choose in time gets one of the two by chance. With more players, or with the setting \
`choose_character` off, each is dealt one. You have seen your Tryals by then; your hand comes afterwards.

**The deck** has 59 cards. Everybody gets three of them; the Black Cat, the Conspiracy and the Night are not among those. Then the \
Conspiracy is shuffled into the deck, the Night goes to its bottom, and the Black Cat waits for the coven.

**Dawn** follows: the coven gives the Black Cat away, and whoever gets it has the first turn. From there play goes round to the \
left: to the next living player in the list of seats, and from the last to the first.";

/// A turn.
pub const TURN: &str = "\
On your turn you get a ping. You do **one of two things**:

**Draw two cards.** That ends your turn. (`/draw`)
**Or play cards**, one or as many as you like, one after the other; then say that your turn is over. (`/play`, then `/endturn`) \
With the first card you play you can no longer draw. When your hand is empty your turn ends by itself.

You play cards on other living players, in public. Never on yourself, and no card that would change nothing: such a play is \
refused and you keep the card.

**Black cards** never come into a hand. The Conspiracy and the Night are shown and carried out at once, and count as one of the \
two you draw. Then play goes on where it was, your second card included.

**Stocks** in front of you: your turn is passed over, and the card goes to the discard.
**You die in your own turn:** it ends there. Nothing more is drawn or played, a Tryal you still had to choose is turned by \
chance, and a Conspiracy or a Night that has begun goes on.

Between turns you can put your own hidden Tryals in another order, unseen by all, but not during a Conspiracy nor while one of \
them is being chosen: `/tryals reorder`.";

/// Clocks and what happens without an answer.
pub const CLOCK: &str = "\
**A turn** has a clock (setting `turn`: 24 h, live 3 min). It stands still while a black card is being carried out, or while \
another player has something to choose. What you choose in your own turn runs on it.

**When it runs out** and you have played nothing, two cards are drawn for you, and what is still to be chosen is left to chance. \
If you have played, the turn just ends. From the second time in a row on that nothing was done, what is drawn for you goes to the \
discard, and the host is told.

**Choices outside your own turn** have their own window (setting `choice_window`: 6 h, live 1 min). After that chance decides; \
what you *may* do is not done.

**The other windows**, with `async` and `live`:
- choosing a character: 12 h, 2 min
- Dawn: 12 h, 2 min
- picks of a Conspiracy: 12 h, 2 min, or until the last has picked
- the Night's choices: 12 h, 2 min
- confessions: 12 h, 1 min

The host can set each of them. Dawn and the Night's choices last their full length, unless `dawn_early` or `night_early` is on; \
then they end as soon as the coven agrees and, at Night, the Constable has spoken. `live` has `night_early` on.";

/// Marks and what they bring.
pub const TRYALS: &str = "\
Red cards in front of a player are marks: an Accusation 1, Evidence 3, the Witness 7. The board shows them out of seven. \
(Against George Burroughs it is eight; before Cotton Mather Evidence counts 1.)

**Seven marks**, and one of that player's hidden Tryals is turned. Whoever placed the seventh chooses which, by its place in the \
row and without seeing it: by button, or with `/flip`. It is the next thing that happens in that turn. Marks above seven are lost.

**After it** all red cards in front of that player go to the discard.
- *Not a Witch*: play goes on.
- *Constable*: play goes on, and nobody is Constable any more.
- *Witch*: the player dies.
- No hidden Tryal left: the player dies.

A Scapegoat can bring somebody to seven as well. Its player then chooses, but that is not *placing*: the abilities that speak of \
placing an accusation do not apply. Where an ability changes, marks that already lie there can suddenly be enough; then the \
player whose turn it is chooses, or chance, where that is the one who is meant.

Should the player die first, the Tryal lapses. The Black Cat and confessions turn Tryals too, with the same consequences; they \
leave the red cards where they lie.";

/// The piles.
pub const DECK: &str = "\
**The deck** begins with the Conspiracy somewhere in it and the Night at its bottom. How many cards deck and discard hold is \
public; what they are, and in which order, is not.

**The Night is the last card.** Where it comes as the first of your two, you draw the second after the Night, from the new deck. \
At the end of a Night the discard is shuffled into a new deck, again with the Night at its bottom; the Conspiracy is somewhere \
in it, if it has been drawn.

**Tituba** can move the Night up. Such an early Night is carried out and goes to the discard like any card; what is left of the \
deck stays as it is. When that has run out and somebody has to draw, the discard is shuffled into a new deck, with the Night at \
its bottom.

**Few cards left.** Where deck and discard hold nothing but black cards, a turn draws at most one of them. A deck is never made \
of the Night alone; it then waits in the discard. Where there is nothing to draw, nothing is drawn.

**What leaves play** goes to the discard: green cards that were used, red cards after a Tryal, hands of the dead, Stocks, what a \
Curse took away, the Conspiracy. All of it comes back with a new deck.";

/// The Conspiracy.
pub const CONSPIRACY: &str = "\
A black card. Whoever draws it shows it, and it is carried out at once.

**1. The scratch.** The drawer chooses one hidden Tryal of the player with the Black Cat, and it is turned, with all that \
follows. Drawer and holder may be the same. Does nobody have the Cat, or has Mary Warren, nothing happens.

**2. Hands to the left.** Every living player picks one hidden Tryal of the next living player, unseen, by its place: with the \
buttons in your cards or `/pick`. The last in the list takes from the first. You can change your pick until all have picked or \
the time is up; for those who have not picked, chance does. All picks change hands together.

**3. The new rows.** Your hidden Tryals are shuffled, and you are told in private how they lie and what you took. Nobody is told \
what they lost, but you can see what is missing.

Who gets a Witch card is a Witch from now on, and knows it at once; who the others are, the coven tells at its next meeting, in \
the Night. Who loses one stays a Witch. Who gets the Constable card is Constable now, and who loses it is not any more.

With the setting `conspiracy` on `pool` (default `pass`) all that was taken is shuffled and dealt, one to each, and you are told \
your new row alone.

Then the card goes to the discard, and the turn goes on where it was.";

/// The Night.
pub const NIGHT: &str = "\
A black card, at the bottom of the deck. Whoever draws it shows it, and the Moderator takes over.

**1. Eyes closed.** The living Witches agree on a victim in their thread: anybody who lives, themselves included (`/kill`). The \
Constable gives the gavel to another living player, or to nobody (`/guard`). Both can be changed until the time is up. Where \
the Witches do not agree, whom most have named is chosen, between equals the lot; where no Witch has named anybody, nobody is.

**2. Eyes open.** All see who has the gavel. Who wants to confesses now, by turning over one of their own hidden Tryals at once. \
A confession can be left in advance from the Night's start on.

**3. The name is read.** The victim dies, unless that player has the gavel, has confessed, or has Asylum in front. Whoever is dead \
already is named, and nothing more happens.

**4. The new deck.** The discard is shuffled into it, the Night at its bottom. Then the turn goes on where it was.

A gavel that was given counts even where the Constable card is turned up, or its holder dies, in that same Night. Once the card is \
face up there is no gavel any more in later Nights. A Matchmaker's partner dies along with the victim, whatever protects them.";

/// Confession.
pub const CONFESSION: &str = "\
At Night every living player may confess: turn over one of your own hidden Tryals, and the coven cannot kill you tonight. By the \
buttons in your cards, or `/confess`.

**When.** After the gavel has been shown, and before the name is read. You see who has the gavel; you do not know who was chosen.

**In advance.** From the Night's start on you can leave a confession, for instance because you will be asleep. You can make it \
depend on the gavel: *unless I have the gavel*. It is shown right after the gavel is, and you can take it back until then. If that \
Tryal has been turned by then, nothing is shown.

**The price.** The Tryal is face up for all to see, with everything that follows. Not a Witch, and you have one life less. The \
Constable, and the role is gone. A Witch card, or your last hidden Tryal, is your death; the bot asks you once more before it \
takes such a confession.

Red cards in front of you stay where they are. William Phips confesses once a game without turning anything over.

You confess once a Night. A Matchmaker's partner is no safer for it: where one of the two dies, so does the other.";

/// The coven.
pub const COVEN: &str = "\
The coven is everybody who has ever held a Witch card, dead or alive. Its thread is known to its members alone. It is open at \
Dawn and in the first part of each Night; between, it can be read, and nobody can write.

**Dawn.** The coven sees who it is and gives the Black Cat to a living player, one of its own included: `/cat`. Most votes \
decide, between equals the lot; where nobody votes, chance draws among all the living. Whoever gets it has the first turn.

**The Night.** Each living Witch names a living player, of the coven or not, with `/kill`; that can be changed and taken back \
until the time is up. The panel in the thread shows who has named whom. If all name the same, that is the victim. If not, it is \
whom most have named; between equals the lot decides; where nobody has named anybody there is none.

A death of one's own can be staged: name one of the coven, who then confesses or is saved by an evil Constable's gavel.

**Dead Witches** still read and write there when it meets, without a vote.

**New Witches** come through the Conspiracy. They know at once what they are. Who the others are they learn when the thread next \
opens, and the coven learns of them at the same time.";

/// The Constable.
pub const CONSTABLE: &str = "\
The Constable is whoever holds the Constable card face down. It is a role and no side: a Witch can hold it, and may well save the \
wrong one.

**At Night** the Constable gives the gavel to another living player, or to nobody, never to themselves: `/guard`, or the buttons \
in your cards. When eyes open all see before whom it lies; by whom it was given is never told before the end. Its holder cannot \
be killed by the coven tonight. A Matchmaker's partner's death still reaches them.

**The card moves** in the Conspiracy like any other Tryal. Who gets it is Constable now and is told so; who loses it is told so \
too.

**Once it is face up**, by marks, by the scratch, by a confession or by death, nobody is Constable any more for the whole game, \
and the gavel is gone. A gavel that was already given in that very Night still counts.";

/// Death.
pub const DEATH: &str = "\
You die when one of your Witch cards is turned, when your last hidden Tryal is, when the coven kills you, when the other holder \
of a Matchmaker dies while one lies in front of you, or when the host removes you.

Whoever dies turns over all Tryals that are still hidden, one by one, and the town is told whether it was a Witch. Hand and \
front go to the discard (or to John Proctor). A Tryal that was owed by the dead lapses. If two are bound by Matchmakers, the \
first dies completely before the second does.

**Last words.** A player who dies may leave up to three words, which are posted for them: `/lastwords`. There is a window for it \
(`choice_window`); when the game is over there are none.

**The dead** keep their seat and can read the town, but not write there. They talk with each other in the graveyard. They have no \
turn, no pick, no confession. For turns, left and right and Martha Corey only the living count.

**Dead Witches** stay in the coven's thread. The graveyard opens to them when the game is over.

Still play fair: what the dead know stays with the dead. A side wins with all its members, living and dead.";

/// Two players.
pub const TWO: &str = "\
When only two players are left alive, all blue cards leave the game: from in front of players, from hands, deck and discard. \
Scapegoats and Robbery go with them, for both need three. All of them are named to everybody, and nothing is drawn in their stead.

Where the third died and is bound by a Matchmaker to one of the others, that death comes first.

The two go on as before: turns, marks, Conspiracy and Night. Each takes a Tryal of the other in a Conspiracy; at Night there may be \
a gavel, and a confession.";
