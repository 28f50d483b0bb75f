//! The guide's pages about the cards.

use crate::games::salem1692::table::CardKind;

/// The overview of all cards.
pub const OVERVIEW: &str = "\
At the start of each Day the whole deck is shuffled and dealt out, the same number to everybody. To make it even, a few \
Accusations are added or left out, and the town is told so. How many cards you hold is public; which, only you know. What you \
have not played when Night falls is lost.

You play a card in public, on a living player, with the buttons in your hand or with `/play`. Never on yourself, and no card \
that would change nothing: such a play is refused and you keep the card.

🔴 **Red, marks:** Accusation (35, fewer as people die), Evidence (5), Witness (1)
🟢 **Green, used once:** Alibi (3), Stocks (3), Scapegoat (2), Arson, Curse, Robbery (1 each)
🔵 **Blue, stay in front of a player:** Matchmaker (2), Black Cat, Asylum, Piety (1 each)

35 Accusations are in the game while seven or more live, 25 with five or six, 15 with four or fewer. Those that lie in front of \
players count among them.

Blue cards leave by a Curse or by the death of their holder, and come back with the next deal. When only two are left alive, all \
blue cards leave the game, and Scapegoat and Robbery are not dealt, for both need three.

No card can be played on somebody whose flip is still owed, nor during a Conspiracy, nor by somebody in the Stocks.";

/// The page about one kind of card.
pub fn card(kind: CardKind) -> &'static str {
    match kind {
        CardKind::Accusation => {
            "\
🔴 Red. One mark on another living player.

The plain card, of which everybody has some. Whoever brings somebody to seven marks chooses the Tryal that is flipped, so the last \
Accusation is worth the most. Cannot be played on a holder of Piety.

An Alibi takes up to three of them away again; a Scapegoat moves them to somebody else."
        }
        CardKind::Evidence => {
            "\
🔴 Red. Three marks on another living player.

Five of them are in the game. An Alibi can take one Evidence away, or up to three Accusations, not both. Cannot be played on a \
holder of Piety."
        }
        CardKind::Witness => {
            "\
🔴 Red. Seven marks at once: whoever it is played on owes a flip, and you choose which hidden Tryal it is.

There is one. Cannot be played on a holder of Piety. What was over seven is lost: after the flip all red cards in front of that \
player go, the Witness with them."
        }
        CardKind::Alibi => {
            "\
🟢 Green. Takes red cards worth up to three marks away from another player: up to three Accusations, or one Evidence.

You may say which. If you do not, what removes most marks goes, Evidence first. It cannot save anybody who has seven marks already: \
until the flip no card may name that player."
        }
        CardKind::Arson => {
            "\
🟢 Green. Half of another player's hand, rounded up, goes to the discard, drawn by chance.

The town hears how many cards burned; which ones, only their holder. Of no use against an empty hand, and so refused there."
        }
        CardKind::Curse => {
            "\
🟢 Green. Takes one blue card away from in front of another player. Where there are several, you say which.

The Black Cat can be cursed as well, and then nobody is scratched in the Conspiracy unless it is played again. The card comes back \
with the next deal."
        }
        CardKind::Robbery => {
            "\
🟢 Green. Half of one player's hand, rounded up, goes to another player, drawn by chance. You name both; neither can be you.

The town hears how many cards moved; which ones, only those two."
        }
        CardKind::Scapegoat => {
            "\
🟢 Green. Everything in front of one player moves in front of another: red cards, blue cards, and running Stocks with the time \
they have left. You name both; neither can be you.

Should the receiver come to seven marks by it, the flip is yours to choose. It reaches even a holder of Piety."
        }
        CardKind::Stocks => {
            "\
🟢 Green. Another player can play no card for a quarter of what is left of the Day.

The card lies in front of that player until its time is over. A second one begins where the first ends, and adds a quarter of what \
is left of the Day then. Somebody in the Stocks still talks, chooses a flip that is owed, and takes part in a Conspiracy. With less \
than a minute to gain it is refused."
        }
        CardKind::BlackCat => {
            "\
🔵 Blue. Stays in front of its holder. In the Conspiracy it scratches: chance reveals one of the holder's hidden Tryals.

The coven gives it away at Dawn, to whomever it likes, one of its own included. Afterwards it moves by Scapegoat, leaves by Curse or \
death, and is dealt and played like any other card."
        }
        CardKind::Asylum => {
            "\
🔵 Blue. Stays in front of its holder, whom the coven cannot kill at Night.

It helps neither against flips nor against the scratch, and not where a Matchmaker's partner dies."
        }
        CardKind::Matchmaker => {
            "\
🔵 Blue. There are two. Once they lie in front of two different players, the death of one is the death of the other, whatever \
the cause and whatever protects them. Only where the host removes a player does the partner live on.

One alone does nothing. Do both come to lie in front of the same player, they cancel out and go to the discard."
        }
        CardKind::Piety => {
            "\
🔵 Blue. Stays in front of its holder, on whom no red card can be played directly.

Marks that lie there already stay, and a Scapegoat can bring new ones."
        }
    }
}
