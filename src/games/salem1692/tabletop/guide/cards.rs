//! The guide's pages about the cards.

use crate::games::salem1692::table::CardKind;

/// The overview of all cards.
pub const OVERVIEW: &str = "\
The deck has 59 cards. Everybody begins with three; after that you draw two in a turn instead of playing. How many cards you hold \
is public; which, only you know. There is no limit.

You play a card in your turn, in public, on another living player, with the buttons in your cards or with `/play`. Never on \
yourself, and no card that would change nothing: such a play is refused and you keep the card.

🔴 **Red, marks:** Accusation (35), Evidence (5), Witness (1)
🟢 **Green, used once:** Alibi (3), Stocks (3), Scapegoat (2), Arson, Curse, Robbery (1 each)
🔵 **Blue, stay in front of a player:** Matchmaker (2), Black Cat, Asylum, Piety (1 each)
⚫ **Black, carried out when drawn:** Conspiracy, Night

Green cards go to the discard when they have done their work, Stocks after the turn that was missed. Red cards stay until a \
Tryal is turned for them, or something takes them away. Blue cards stay until a Curse or a Scapegoat moves them, or their holder \
dies. All that is discarded comes back with the next deck.

When only two are left alive, all blue cards, the Scapegoats and Robbery leave the game.

The menu below has a page for each card.";

/// The page about one kind of card.
pub fn card(kind: CardKind) -> &'static str {
    match kind {
        CardKind::Accusation => {
            "\
🔴 Red, 35 of them. One mark on another living player.

The plain card, of which everybody has some. Whoever brings somebody to seven marks chooses the Tryal that is turned, so the last \
Accusation is worth the most. Cannot be played on a holder of Piety.

An Alibi takes up to three of them away again; a Scapegoat moves them to somebody else."
        }
        CardKind::Evidence => {
            "\
🔴 Red, 5 of them. Three marks on another living player. Before Cotton Mather it counts one.

An Alibi can take one Evidence away, or up to three Accusations, not both; before Cotton Mather up to three Evidence. Cannot be \
played on a holder of Piety.

What it brings above seven is lost: Evidence on somebody with six marks makes one Tryal, not one and two marks."
        }
        CardKind::Witness => {
            "\
🔴 Red. Seven marks at once: you choose which hidden Tryal of that player is turned.

There is one. Cannot be played on a holder of Piety. Against George Burroughs seven are not enough if nothing else lies there: it \
takes eight. After the Tryal all red cards in front of that player go, the Witness with them."
        }
        CardKind::Alibi => {
            "\
🟢 Green, 3 of them. Takes red cards worth up to three marks away from another player: up to three Accusations, or one Evidence.

You may say which. If you do not, what removes most marks goes, Evidence first.

Will Griggs may play an Alibi as a Witness instead. It then lies as a red card of seven marks, and no other Alibi takes it away."
        }
        CardKind::Arson => {
            "\
🟢 Green. The whole hand of another player goes to the discard.

The town hears how many cards burned; which ones, only their holder. An empty hand is refused. Against Sarah Good you may play it; \
it does nothing and is discarded."
        }
        CardKind::Curse => {
            "\
🟢 Green. Takes one blue card away from in front of another player. Where there are several, you say which.

The Black Cat can be cursed as well, and then nobody is scratched in a Conspiracy unless it is drawn and played again. The card \
comes back with the next deck."
        }
        CardKind::Robbery => {
            "\
🟢 Green. The whole hand of one player goes to another. You name both; neither can be you.

The town hears how many cards moved; which ones, only those two. An empty hand is refused. Sarah Good cannot be robbed: played \
against her it does nothing and is discarded. She may be the one who receives."
        }
        CardKind::Scapegoat => {
            "\
🟢 Green, 2 of them. Everything in front of one player moves in front of another: red cards, blue cards, and Stocks. You name \
both; neither can be you.

Should the receiver come to seven marks by it, you choose the Tryal. That is not placing an accusation, so no ability that speaks \
of placing applies. It reaches even a holder of Piety; Piety itself moves along as well."
        }
        CardKind::Stocks => {
            "\
🟢 Green, 3 of them. Another player's next turn is passed over.

The card lies in front of that player until the turn has been missed, and then goes to the discard. Two of them: two turns. \
Somebody in the Stocks still talks, picks in a Conspiracy, and takes part in the Night."
        }
        CardKind::BlackCat => {
            "\
🔵 Blue. Stays in front of its holder. When a Conspiracy is drawn it scratches: the drawer chooses one of the holder's hidden \
Tryals, and it is turned.

The coven gives it away at Dawn, to whomever it likes, one of its own included; whoever gets it has the first turn. Afterwards it \
moves by Scapegoat, leaves by Curse or death, and is drawn and played like any other card. It does Mary Warren no harm."
        }
        CardKind::Asylum => {
            "\
🔵 Blue. Stays in front of its holder, whom the coven cannot kill at Night.

It helps neither against marks nor against the scratch, and not where a Matchmaker's partner dies."
        }
        CardKind::Matchmaker => {
            "\
🔵 Blue. There are two. Once they lie in front of two different players, the death of one is the death of the other, whatever \
the cause and whatever protects them. Only where the host removes a player does the partner live on.

One alone does nothing. Do both come to lie in front of the same player, they cancel out and go to the discard.

Mary Warren does not die with her partner. Her partner does die with her."
        }
        CardKind::Piety => {
            "\
🔵 Blue. Stays in front of its holder, on whom no red card can be played directly.

Marks that lie there already stay, and a Scapegoat can bring new ones. Will Griggs' Alibi, played as a Witness, reaches its holder \
all the same."
        }
    }
}
