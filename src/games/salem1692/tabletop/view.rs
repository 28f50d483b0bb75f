//! What one viewer may know: the one place where the secret state becomes a view. Boards, panels and suggestions are made
//! of views and never of the state itself.

mod host;

use crate::games::salem1692::sight::own_row;
use crate::games::salem1692::table::{Card, CardKind, Character, Colour, Position, TryalKind};
use crate::kernel::ids::{PromptId, Seat};
use crate::kernel::time::Time;

use super::{
    Asked, Black, Clock, ConspiracyStep, DeckCard, Dying, Gavel, LeftConfession, Moment, NightStep,
    Outcome, Pause, Phase, Sharing, Stage, Tabletop,
};

pub use crate::games::salem1692::sight::{ChatView, OwnTryal, ProposalView};
pub use host::{CovenView, HostView, desk, proposal};

/// What everybody may know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicView {
    /// Which part of the game it is.
    pub moment: Moment,
    /// What is waited for before the first turn, and until when.
    pub until: Option<Time>,
    /// The pause, while there is one (H2).
    pub pause: Option<Pause>,
    /// The turn, while there are turns.
    pub turn: Option<PublicTurn>,
    /// The seats in row order.
    pub seats: Vec<PublicSeat>,
    /// How many cards the deck has.
    pub deck: usize,
    /// How many cards lie in the discard.
    pub discard: usize,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
}

/// A turn, as all know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicTurn {
    /// Which, from 1.
    pub number: u32,
    /// Whose.
    pub seat: Seat,
    /// Its clock.
    pub clock: Clock,
    /// The Tryals that are owed: whose, and who chooses; the oldest first (T8).
    pub owed: Vec<(Seat, Seat)>,
    /// A power on placing that is offered to its player.
    pub asked: Option<Asked>,
    /// Who takes a card of the dead now, until when (T23).
    pub sharing: Option<(Seat, Time)>,
    /// The black card on the table.
    pub black: Option<PublicBlack>,
}

/// A black card that is being resolved, as all know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicBlack {
    /// The drawer chooses a Tryal of the Black Cat's holder (T14).
    Cat {
        /// Who chooses.
        drawer: Seat,
        /// Whose Tryal.
        holder: Seat,
        /// Until when; none where it runs on the turn's clock.
        until: Option<Time>,
    },
    /// What followed from that is settled.
    Scratched,
    /// Everybody picks from the left until then.
    Shift(Time),
    /// The coven and the Constable decide until then (T15).
    Gathering(Time),
    /// The gavel is shown; whoever wants confesses until then.
    Confessing {
        /// Who has the gavel.
        gavel: Option<Seat>,
        /// Until when.
        until: Time,
    },
    /// The victim is about to be named, or has been.
    Morning,
}

/// A seat, as all know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicSeat {
    /// Which.
    pub seat: Seat,
    /// Whether the player lives.
    pub alive: bool,
    /// The alignment, once it is told: by death (F34) or by the end of the game (F37).
    pub coven: Option<bool>,
    /// The character (T3).
    pub character: Option<Character>,
    /// The ability that is not the character's own: Martha's (T23).
    pub borrowed: Option<Character>,
    /// How often an ability that is counted can still be used.
    pub uses_left: Option<u8>,
    /// The row: what lies face up; nothing for what is hidden. After the end all is known.
    pub row: Vec<Option<TryalKind>>,
    /// The marks.
    pub marks: u8,
    /// How many make a Tryal here (T8, T20).
    pub threshold: u8,
    /// The red cards in front.
    pub red: Vec<Card>,
    /// The blue cards in front.
    pub blue: Vec<Card>,
    /// How many turns are skipped for Stocks (T10).
    pub stocks: usize,
    /// How many cards are in hand.
    pub hand: usize,
}

impl PublicView {
    /// What everybody may know of this game now.
    pub fn of(tabletop: &Tabletop) -> PublicView {
        let (until, outcome) = match &tabletop.phase {
            Phase::TownHall(town_hall) => (Some(town_hall.span.until), None),
            Phase::Dawn(dawn) => (Some(dawn.span.until), None),
            Phase::Over(over) => (None, Some(over.outcome)),
            Phase::Setup | Phase::Turn(_) => (None, None),
        };
        PublicView {
            moment: tabletop.moment(),
            until,
            pause: tabletop.pause,
            turn: public_turn(tabletop),
            seats: tabletop
                .table
                .seats()
                .map(|seat| PublicSeat::of(tabletop, seat))
                .collect(),
            deck: tabletop.table.deck.len(),
            discard: tabletop.table.discard.len(),
            outcome,
        }
    }

    /// The living, in row order.
    pub fn living(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats
            .iter()
            .filter(|seat| seat.alive)
            .map(|seat| seat.seat)
    }

    /// A seat, as all know it.
    ///
    /// # Panics
    /// Where there is no such seat.
    pub fn seat(&self, seat: Seat) -> &PublicSeat {
        &self.seats[seat.index()]
    }

    /// The positions of a seat's hidden Tryals.
    pub fn hidden(&self, seat: Seat) -> Vec<Position> {
        let row = self.seat(seat).row.iter().enumerate();
        row.filter(|(_, shown)| shown.is_none())
            .map(|(index, _)| Position::at(index))
            .collect()
    }
}

fn public_turn(tabletop: &Tabletop) -> Option<PublicTurn> {
    let turn = tabletop.turn()?;
    let black = turn.black.as_ref().map(|black| match black {
        Black::Conspiracy(conspiracy) => match &conspiracy.step {
            ConspiracyStep::Cat(choice) => PublicBlack::Cat {
                drawer: conspiracy.drawer,
                holder: choice.holder,
                until: choice.until,
            },
            ConspiracyStep::Scratched => PublicBlack::Scratched,
            ConspiracyStep::Shift(shift) => PublicBlack::Shift(shift.until),
        },
        Black::Night(night) => match &night.step {
            NightStep::Gathering { span } => PublicBlack::Gathering(span.until),
            NightStep::Confessing { until, .. } => PublicBlack::Confessing {
                gavel: night.gavel.and_then(|gavel| gavel.target),
                until: *until,
            },
            NightStep::Naming { .. } | NightStep::Named => PublicBlack::Morning,
        },
    });
    Some(PublicTurn {
        number: turn.number,
        seat: turn.seat,
        clock: turn.clock,
        owed: turn
            .owed
            .iter()
            .map(|owed| (owed.seat, owed.chooser))
            .collect(),
        asked: turn.asked,
        sharing: tabletop
            .estate
            .sharing
            .map(|sharing| (sharing.next, sharing.until)),
        black,
    })
}

impl PublicSeat {
    fn of(tabletop: &Tabletop, seat: Seat) -> PublicSeat {
        let chair = tabletop.chair(seat);
        let over = matches!(tabletop.phase, Phase::Over(_));
        let ability = tabletop.table.ability(seat);
        let stocks = chair
            .front
            .iter()
            .filter(|card| card.kind == CardKind::Stocks);
        PublicSeat {
            seat,
            alive: chair.alive,
            coven: (over || !chair.alive).then_some(chair.coven),
            character: chair.character,
            borrowed: ability.filter(|ability| chair.character != Some(*ability)),
            uses_left: ability.and_then(|ability| tabletop.uses_left(seat, ability)),
            row: chair
                .row
                .iter()
                .map(|tryal| (over || tryal.revealed).then_some(tryal.card.kind))
                .collect(),
            marks: tabletop.table.marks(seat),
            threshold: tabletop.table.threshold(seat),
            red: tabletop.table.reds(seat),
            blue: chair.in_front(Colour::Blue).collect(),
            stocks: stocks.count(),
            hand: chair.hand.len(),
        }
    }
}

/// What the player in one seat may know besides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatView {
    /// What everybody knows.
    pub public: PublicView,
    /// Which seat.
    pub seat: Seat,
    /// Whether the player lives.
    pub alive: bool,
    /// The own row, face up or not.
    pub row: Vec<OwnTryal>,
    /// Whether the player is of the coven.
    pub coven: bool,
    /// The others of the coven, as far as this player has met them; empty to those who are not of it.
    pub mates: Vec<Seat>,
    /// Whether this Witch has not met the coven yet: its channel has not been open since (T14).
    pub unmet: bool,
    /// Whether the player holds the hidden Constable card.
    pub constable: bool,
    /// The hand.
    pub hand: Vec<Card>,
    /// The choice of the own character (T3).
    pub town_hall: Option<TownHallView>,
    /// The vote of Dawn, for a Witch while it is.
    pub dawn: Option<DawnView>,
    /// The own turn, while it is.
    pub turn: Option<TurnView>,
    /// The power on placing that this player is asked about (T17, T18, T28).
    pub asked: Option<Asked>,
    /// The Tryals that this player chooses now (T8, T14).
    pub choices: Vec<ChoiceView>,
    /// The card of the dead that this player takes now (T23), and what there is.
    pub sharing: Option<(Sharing, Vec<Card>)>,
    /// The pick in the Shift, while it is open.
    pub shift: Option<ShiftView>,
    /// The choices of the Night, while it is and the player lives.
    pub night: Option<NightView>,
    /// The last words that this dead player may leave (T33).
    pub dying: Option<Dying>,
    /// The chats the player is in, those that are over too, in the order in which they were opened.
    pub chats: Vec<ChatView>,
    /// Whether the game is played with private chats (T16).
    pub with_chats: bool,
    /// How many chats the player may still open.
    pub chats_left: u8,
    /// What the host has proposed and this player votes on.
    pub proposal: Option<PromptId>,
}

/// The choice of the own character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TownHallView {
    /// Its prompt.
    pub prompt: PromptId,
    /// When it ends.
    pub until: Time,
    /// The two that this player was dealt.
    pub offered: Vec<Character>,
    /// Whom the player keeps so far.
    pub kept: Option<Character>,
}

/// A Witch's vote of Dawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DawnView {
    /// Its prompt.
    pub prompt: PromptId,
    /// Whom she has named.
    pub vote: Option<Seat>,
}

/// The own turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnView {
    /// Its prompt.
    pub prompt: PromptId,
    /// Whether nothing has to be resolved first, so that the player can go on.
    pub free: bool,
    /// Whether drawing is open (T6).
    pub can_draw: bool,
    /// Whether playing is open.
    pub can_play: bool,
    /// Whether the player can say that the turn is over.
    pub can_end: bool,
    /// Whether an Alibi can be played as a Witness (T30).
    pub griggs: bool,
    /// Whether the deck can be looked at (T29).
    pub can_study: bool,
    /// The deck, while it can be put in order (T29).
    pub deck: Option<Vec<DeckCard>>,
    /// What can be taken out of the discard instead of drawing, where it can (T26).
    pub salvage: Option<Vec<Card>>,
}

/// A Tryal of somebody to be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChoiceView {
    /// Its prompt.
    pub prompt: PromptId,
    /// Whose Tryal.
    pub of: Seat,
    /// Until when; none where the turn's clock stands.
    pub until: Option<Time>,
    /// Whether it is the Black Cat's (T14).
    pub cat: bool,
}

/// The pick in the Shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShiftView {
    /// Its prompt.
    pub prompt: PromptId,
    /// When it closes.
    pub until: Time,
    /// From whom is picked.
    pub source: Seat,
    /// What can be picked.
    pub hidden: Vec<Position>,
    /// What is picked so far.
    pub pick: Option<Position>,
}

/// The choices of a Night.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NightView {
    /// Their prompt.
    pub prompt: PromptId,
    /// When this part of it ends; none where nothing can be said any more.
    pub until: Option<Time>,
    /// Whether the gavel is still to be shown, so that confessions are left in advance.
    pub gathering: bool,
    /// Whether this player can still confess.
    pub confesses: bool,
    /// The confession left in advance.
    pub left: Option<LeftConfession>,
    /// Whether this player has confessed.
    pub confessed: bool,
    /// Whether this player could confess without showing a Tryal (T31).
    pub phips: bool,
    /// What this Witch has said; none to those who are not of the coven.
    pub kill: Option<Option<Seat>>,
    /// What this Constable has said; none to those who are not.
    pub gavel: Option<Option<Gavel>>,
}

impl SeatView {
    /// What the player in this seat may know now.
    pub fn of(tabletop: &Tabletop, seat: Seat) -> SeatView {
        let chair = tabletop.chair(seat);
        let public = PublicView::of(tabletop);
        let acts = chair.alive && !matches!(tabletop.phase, Phase::Over(_));
        let met = tabletop.insiders.contains(&seat);
        let constable = acts && tabletop.table.constable() == Some(seat);
        let running = tabletop.turn().filter(|_| acts);
        SeatView {
            seat,
            alive: chair.alive,
            row: own_row(chair),
            coven: chair.coven,
            mates: if chair.coven && met {
                let mates = tabletop.insiders.iter().copied();
                mates.filter(|mate| *mate != seat).collect()
            } else {
                Vec::new()
            },
            unmet: chair.coven && !met,
            constable,
            hand: sorted(&chair.hand),
            town_hall: town_hall(tabletop, seat),
            dawn: tabletop
                .dawn()
                .filter(|_| acts && chair.coven)
                .map(|dawn| DawnView {
                    prompt: dawn.prompt,
                    vote: dawn.votes.get(&seat).copied(),
                }),
            turn: acts.then(|| own_turn(tabletop, seat)).flatten(),
            asked: running
                .filter(|turn| turn.seat == seat && turn.black.is_none())
                .and_then(|turn| turn.asked),
            choices: if acts {
                choices(tabletop, seat)
            } else {
                Vec::new()
            },
            sharing: tabletop
                .estate
                .sharing
                .filter(|sharing| acts && sharing.next == seat)
                .map(|sharing| (sharing, sorted(&tabletop.estate.cards))),
            shift: tabletop.shift().filter(|_| acts).map(|shift| {
                let source = tabletop.table.after(seat);
                ShiftView {
                    prompt: shift.prompt,
                    until: shift.until,
                    source,
                    hidden: public.hidden(source),
                    pick: shift.picks.get(&seat).copied(),
                }
            }),
            night: acts.then(|| own_night(tabletop, seat, constable)).flatten(),
            dying: tabletop
                .dying
                .iter()
                .find(|dying| dying.seat == seat)
                .copied()
                .filter(|_| public.outcome.is_none()),
            chats: ChatView::of(&tabletop.chats, seat),
            with_chats: tabletop.settings.chats,
            chats_left: if acts && tabletop.settings.chats {
                tabletop.chats_left(seat)
            } else {
                0
            },
            proposal: tabletop
                .proposal
                .as_ref()
                .filter(|_| acts)
                .map(|proposal| proposal.prompt),
            public,
        }
    }

    /// The positions of the own hidden Tryals.
    pub fn hidden(&self) -> Vec<Position> {
        self.public.hidden(self.seat)
    }

    /// All other living players, in row order.
    pub fn others(&self) -> Vec<Seat> {
        self.public
            .living()
            .filter(|other| *other != self.seat)
            .collect()
    }
}

fn town_hall(tabletop: &Tabletop, seat: Seat) -> Option<TownHallView> {
    let town_hall = tabletop.town_hall()?;
    let offered = town_hall.offered.iter().find(|offer| offer.seat == seat)?;
    Some(TownHallView {
        prompt: town_hall.prompt,
        until: town_hall.span.until,
        offered: offered.characters.clone(),
        kept: town_hall.chosen.get(&seat).copied(),
    })
}

fn own_turn(tabletop: &Tabletop, seat: Seat) -> Option<TurnView> {
    let turn = tabletop.turn().filter(|turn| turn.seat == seat)?;
    let free = turn.black.is_none()
        && turn.asked.is_none()
        && turn.owed.is_empty()
        && turn.draws.is_empty()
        && tabletop.estate.sharing.is_none();
    let fresh = turn.stage == Stage::Open;
    let before = matches!(turn.stage, Stage::Open | Stage::Studying);
    let playing = turn.stage == Stage::Playing;
    let left = |character| {
        tabletop.table.has_ability(seat, character) && tabletop.uses_left(seat, character) > Some(0)
    };
    let lying: Vec<Card> = sorted(&playing_cards(&tabletop.table.discard));
    Some(TurnView {
        prompt: turn.prompt,
        free,
        can_draw: free && before,
        can_play: free && (before || playing),
        can_end: free && playing,
        griggs: tabletop.table.has_ability(seat, Character::WillGriggs),
        can_study: free && fresh && left(Character::Tituba) && tabletop.table.deck.len() > 1,
        deck: (free && turn.stage == Stage::Studying).then(|| tabletop.table.deck.clone()),
        salvage: (free && fresh && left(Character::SamuelParris) && !lying.is_empty())
            .then_some(lying),
    })
}

fn choices(tabletop: &Tabletop, seat: Seat) -> Vec<ChoiceView> {
    let running = tabletop.turn().and_then(|turn| match turn.clock {
        Clock::Running { until } => Some(until),
        Clock::Standing { .. } => None,
    });
    let owed = tabletop
        .owed_now()
        .filter(|owed| owed.chooser == seat && owed.seat != seat)
        .map(|owed| ChoiceView {
            prompt: owed.prompt,
            of: owed.seat,
            until: running,
            cat: false,
        });
    let cat = tabletop
        .cat_choice()
        .filter(|(_, drawer)| *drawer == seat)
        .map(|(choice, _)| ChoiceView {
            prompt: choice.prompt,
            of: choice.holder,
            until: choice.until.or(running),
            cat: true,
        });
    owed.into_iter().chain(cat).collect()
}

fn own_night(tabletop: &Tabletop, seat: Seat, constable: bool) -> Option<NightView> {
    let night = tabletop.night()?;
    let (until, gathering) = match &night.step {
        NightStep::Gathering { span } => (Some(span.until), true),
        NightStep::Confessing { until, .. } => (Some(*until), false),
        NightStep::Naming { .. } | NightStep::Named => (None, false),
    };
    let confessed = night.confessed.contains(&seat);
    Some(NightView {
        prompt: night.prompt,
        until,
        gathering,
        confesses: until.is_some() && !confessed,
        left: night.left.get(&seat).copied(),
        confessed,
        phips: tabletop.table.has_ability(seat, Character::WilliamPhips)
            && tabletop.uses_left(seat, Character::WilliamPhips) > Some(0),
        kill: (gathering && tabletop.chair(seat).coven).then(|| night.votes.get(&seat).copied()),
        gavel: (gathering && constable).then(|| night.gavel.filter(|gavel| gavel.by == seat)),
    })
}

/// Cards in the order in which hands are shown: by kind, reds first.
fn sorted(cards: &[Card]) -> Vec<Card> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}

fn playing_cards(pile: &[DeckCard]) -> Vec<Card> {
    pile.iter()
        .filter_map(|card| match card {
            DeckCard::Playing(card) => Some(*card),
            DeckCard::Conspiracy | DeckCard::Night => None,
        })
        .collect()
}
