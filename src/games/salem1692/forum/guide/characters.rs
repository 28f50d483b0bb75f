//! The guide's pages about the role cards (T32).

use crate::games::salem1692::table::Character;

/// The overview of all role cards.
pub const OVERVIEW: &str = "\
With the setting `role_cards` (off: not for a first game) everybody becomes one of the people of Salem, by the lot, with one \
ability. All can see who is who; `/board` shows it at any time. A character says nothing about a side: a Witch has an ability \
like anybody else.

**When you place a red card:** Abigail Williams, Ann Putnam, Thomas Danforth, Will Griggs.
**Against marks:** Cotton Mather, George Burroughs.
**For your hand:** Giles Corey, John Proctor, Rebecca Nurse, Samuel Parris, Sarah Good, Tituba.
**Against Cat, Matchmaker and Night:** Mary Warren, William Phips.
**Somebody else's ability:** Martha Corey.

**May** means: it is your choice. Where the moment matters you get a panel with a yes and a no thanks; without an answer it is a \
no, and the panel ends when there is nothing left to use it on. `/power` shows what you can do now. All the rest works by \
itself.

Cards drawn from the discard are the ones that lie there: what was played, burned or discarded this Day. How many somebody \
takes is told to all, which ones only to that player.

When you are dead you have no ability any more. The menu below has a page for each of them.";

/// The page about one role card.
pub fn character(character: Character) -> &'static str {
    match character {
        Character::AbigailWilliams => {
            "\
🎭 When you place the last mark for a flip, you may discard all red cards in front of yourself.

You have as long as the flip is open. A Scapegoat that brings somebody to seven is no placing, and so no occasion. With nothing \
red in front of you there is nothing to ask. A flip that is owed against yourself stays owed."
        }
        Character::AnnPutnam => {
            "\
🎭 When you place the last mark for a flip, you may draw two cards at random from the discard, before you choose the flip.

Is there only one card, you get that one; with an empty discard you are not asked. What you draw you can play."
        }
        Character::CottonMather => {
            "\
🎭 Evidence in front of you counts one mark instead of three.

An Alibi for you can therefore take up to three Evidence away. When Evidence moves by a Scapegoat it counts anew: three before \
others, one before you."
        }
        Character::GeorgeBurroughs => {
            "\
🎭 A flip against you takes eight marks instead of seven.

A single Witness is not enough against you. Thomas Danforth may flip one of your Tryals at the seventh mark already."
        }
        Character::GilesCorey => {
            "\
🎭 When two Accusations or more are dealt to you at the start of a Day, you are dealt one more, out of the box.

That works by itself. It adds to the Accusations in play for this Day."
        }
        Character::JohnProctor => {
            "\
🎭 When another player dies, that player's hand and blue cards come into your hand.

It happens after the whole chain of deaths: where a Matchmaker takes a partner along, you get what both had. If you die in that \
chain yourself, you get nothing. What you get at Night or at daybreak you keep into the next Day.

Where Martha Corey has your ability, the cards are given out in turn by chance, the first to you."
        }
        Character::MarthaCorey => {
            "\
🎭 You have the ability of the nearest living player before you in the row, as long as that player lives.

When that player dies you have the next one's, at once, and for what already lies in front of you too. If that brings you to a \
flip, chance flips one of your Tryals. What can be used so many times a game is counted for you alone."
        }
        Character::MaryWarren => {
            "\
🎭 The Black Cat and the Matchmaker in front of you do you no harm.

The Cat does not scratch you, and nobody in your place. When your Matchmaker partner dies you live on; when you die, your partner \
still dies with you."
        }
        Character::RebeccaNurse => {
            "\
🎭 When a Tryal of another player is flipped, or scratched by the Black Cat, you get a card at random from the discard.

Not for a confession, and not for the Tryals that a death turns over. You get it after the death and all that follows from it."
        }
        Character::SamuelParris => {
            "\
🎭 Twice a game, in the Day, you may take one or two cards of your choice from the discard into your hand.

Use the button under your hand, or `/power`. Only you see what lies there."
        }
        Character::SarahGood => {
            "\
🎭 Your hand can be neither burned nor robbed.

Arson and Robbery may be played against you; they do nothing and are used up. You may be the one to whom a Robbery brings cards."
        }
        Character::ThomasDanforth => {
            "\
🎭 When a card of yours brings somebody to six marks, you may have a Tryal flipped already, and choose which.

Against George Burroughs it is the seventh. You have as long as for a flip, and only while the marks stay as they are; with the \
next mark the flip belongs to whoever placed it."
        }
        Character::Tituba => {
            "\
🎭 Once a game, in the Day and before you have played a card, you may change your whole hand for as many cards at random from the \
discard.

The discard must hold as many cards as your hand. What you give goes there afterwards."
        }
        Character::WillGriggs => {
            "\
🎭 You may play an Alibi as a Witness: seven marks on another player.

It reaches a holder of Piety, too. The Alibi then lies there as a red card of seven and goes when the red cards go; another Alibi \
cannot take it away. Played on somebody as an Alibi it works as for anybody else."
        }
        Character::WilliamPhips => {
            "\
🎭 Once a game you may confess without showing anything: choose it in the menu of the confession.

The coven cannot kill you that Night, and the report says that you confessed and showed nothing. It is used up when the Night \
ends, even if nobody came for you; until then you can take it back."
        }
    }
}
