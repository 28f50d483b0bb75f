//! The guide's pages about the characters.

use crate::games::salem1692::table::Character;

/// The overview of all characters.
pub const OVERVIEW: &str = "\
In the Town Hall everybody becomes one of the people of Salem, with one ability. All can see who is who; `/board` shows it at any \
time. A character says nothing about a side: a Witch has an ability like anybody else.

**When an accusation is placed** (a red card that you play on somebody): Abigail Williams, Ann Putnam, Thomas Danforth, Will \
Griggs.
**Against marks:** Cotton Mather, George Burroughs.
**For your hand:** Giles Corey, John Proctor, Rebecca Nurse, Samuel Parris, Sarah Good.
**For the deck:** Tituba.
**Against Cat, Matchmaker and Night:** Mary Warren, William Phips.
**Somebody else's ability:** Martha Corey.

**May** means: the bot asks you at the moment you can use it, with a button for yes and one for no thanks. Without an answer by \
the deadline it is a no. Everything else works by itself. `/power` shows what you can do now.

What begins with an ability is finished even if the ability changes meanwhile. When you are dead you have none any more.

The host can leave the characters out (`characters`), which makes a good first game.

The menu below has a page for each of them.";

/// The page about one character.
pub fn character(character: Character) -> &'static str {
    match character {
        Character::AbigailWilliams => {
            "\
🎭 When you place the last accusation before a Tryal, the one that brings somebody to it, you may discard all red cards in front \
of yourself.

The bot asks you then, before the Tryal is turned. A Scapegoat that brings somebody to seven is no placing, and so no occasion. \
With nothing red in front of you there is nothing to ask."
        }
        Character::AnnPutnam => {
            "\
🎭 When you place the last accusation before a Tryal, you may draw two cards first.

Black ones among them are carried out before the Tryal is turned; it stays owed even though a Conspiracy has changed that row. \
Should its owner die meanwhile, it lapses. The new cards are yours to play in this same turn."
        }
        Character::CottonMather => {
            "\
🎭 Evidence in front of you counts one mark instead of three.

An Alibi for you can therefore take up to three Evidence away. When Evidence moves by a Scapegoat it counts anew: three before \
others, one before you."
        }
        Character::GeorgeBurroughs => {
            "\
🎭 A Tryal of yours takes eight marks instead of seven.

A single Witness is not enough against you. Thomas Danforth may have one of your Tryals turned at the seventh mark already, and \
has to choose one at the eighth."
        }
        Character::GilesCorey => {
            "\
🎭 When both cards that you draw for your turn are Accusations, you show them and draw a third card.

That works by itself, also where the clock has run out and two were drawn for you. The third may be black, and is then carried \
out. It leads to nothing further, even if it is a third Accusation."
        }
        Character::JohnProctor => {
            "\
🎭 When another player dies, you take that player's hand and blue cards into your hand.

You take them after the whole chain of deaths: where a Matchmaker takes a partner along, you get what both had. If you die in \
that chain yourself, you take nothing. Red cards and Stocks go to the discard as always.

Where Martha Corey has your ability, you share: both of you look at the cards and take one in turn, you first."
        }
        Character::MarthaCorey => {
            "\
🎭 You have the ability of the first living player to your right, that is of the one before you, as long as that player lives.

When that player dies you have the next one's, at once, and for what already lies in front of you too: with Cotton Mather gone \
your Evidence counts three again. If that brings you to a Tryal, the player whose turn it is chooses it; if that is you, chance.

What can be used once or twice a game you may use as often as its owner could, counted for yourself.

With John Proctor to your right you both look at what the dead have left and take one card in turn, John first. Of John's own \
death you get nothing; nor does Mary Warren's ability save you where you are linked to her and she dies."
        }
        Character::MaryWarren => {
            "\
🎭 The Black Cat and a Matchmaker in front of you do you no harm.

The Cat does not scratch you: a Conspiracy goes straight to the picks. When your Matchmaker's partner dies, you live on; when you \
die, your partner still dies with you."
        }
        Character::RebeccaNurse => {
            "\
🎭 Each time another player's Tryal is turned by marks or by the Black Cat, you draw a card.

Not for a confession, and not for the Tryals that are turned because somebody dies; a Witch card that was turned by marks counts, \
the others of that player do not. You draw when the death and all that follows is settled, and after the black card on the table.

A black card that you draw is carried out at once, out of turn. In your own turn you may play what you drew."
        }
        Character::SamuelParris => {
            "\
🎭 Twice a game, instead of drawing, you take one or two cards of your choice from the discard.

No black ones. It ends your turn as drawing does. Where the discard has nothing for you, it is refused and you keep the use. The \
town hears how many you took; which ones, only you know."
        }
        Character::SarahGood => {
            "\
🎭 Arson and Robbery do nothing against you.

Others may play them on you all the same; the card is then discarded, and you keep your hand. With an empty hand it is refused, as \
for anybody. You may be the one who receives a Robbery's cards."
        }
        Character::ThomasDanforth => {
            "\
🎭 When you place the sixth accusation on somebody, you may have a Tryal turned already.

Evidence that passes the sixth counts as placing it. At the seventh there is no choice any more: a Tryal is owed as always. Against \
George Burroughs it is the seventh and the eighth.

You choose the Tryal, and the red cards there go to the discard as after any other."
        }
        Character::Tituba => {
            "\
🎭 Once a game, in your turn, before you draw or play, you see the whole deck and may put it in any order. Then you may draw in \
the same turn.

You may move the Night as well. A Night that comes early is carried out and goes to the discard; what is left of the deck stays as \
it is, and no new deck is made.

Seeing the deck is the use, even if you leave the order as it was. With fewer than two cards in the deck it is refused, and you \
keep the use. The town hears that you looked, and nothing else."
        }
        Character::WillGriggs => {
            "\
🎭 You may play an Alibi as a Witness: seven marks on another player.

It reaches a holder of Piety, too. The Alibi then lies there as a red card of seven and goes when the red cards go; another Alibi \
cannot take it away. Played on somebody as an Alibi it works as for anybody else."
        }
        Character::WilliamPhips => {
            "\
🎭 Once a game you may confess at Night without turning over a Tryal.

You say so as you would confess, at once or in advance. It protects you like any confession, and it is used up even where you were \
not the victim. The town hears that you confessed and showed nothing. Afterwards you can still confess in other Nights, with a Tryal."
        }
    }
}
