"""The classics, each with how its chance, options and scores are told in OpenSpiel's numbers."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.conformance.lockstep import Chance, Classic

from cardwright import State
from cardwright.runtime.decision import Option

Outcomes = Mapping[str, Sequence[Any]]


def _by_word(numbers: Mapping[str, int]) -> Any:
    """Options that stand for an action each."""
    return lambda _, option: numbers[option.key]


def _dealt(ids: Sequence[str]) -> Any:
    """A deck that is shuffled once, and from which theirs takes card after card."""
    return lambda chance: {"shuffle deck": [[ids[each.outcome] for each in chance]]}


def _above(start: int) -> Any:
    """What somebody has at the end above what they began with."""
    return lambda state: [score - start for score in state.scores]


KUHN = Classic(
    name="kuhn_poker",
    theirs="kuhn_poker",
    players=2,
    dictate=_dealt(["jack", "queen", "king"]),
    action=_by_word({"check": 0, "fold": 0, "bet": 1, "call": 1}),
    gains=_above(2),
)

LEDUC = Classic(
    name="leduc_poker",
    theirs="leduc_poker",
    players=2,
    dictate=_dealt([f"{rank}_{suit}" for rank in ("jack", "queen", "king") for suit in ("hearts", "spades")]),
    action=_by_word({"fold": 0, "check": 1, "call": 1, "raise": 2}),
    gains=_above(100),
)

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


def _card(rank: str, suit: str) -> str:
    """The id of a French card."""
    return f"{suit}_{rank}" if rank.isdigit() else f"{rank}_{suit}"


def _by_card(ids: Sequence[str]) -> Any:
    """Options that are cards."""
    numbers = {word: number for number, word in enumerate(ids)}
    return lambda _, option: numbers[option.key]


def _dealt_in_turn(ids: Sequence[str], players: int, act: str = "shuffle deck") -> Any:
    """What theirs deals card by card to the players in turn, as it lies when each takes all theirs at once."""
    return lambda chance: {act: [[ids[each.outcome] for p in range(players) for each in chance[p::players]]]}


LOW_ACE = ("ace", *RANKS[:-1])


def _bids(player: int) -> list[str]:
    return [_card(rank, ("spades", "hearts", "clubs")[player]) for rank in LOW_ACE]


def _won(state: State) -> list[float]:
    """A win is worth 1 and a loss -1; a shared win nothing."""
    winners = state.winners
    return [(1.0 if p in winners else -1.0) if len(winners) == 1 else 0.0 for p in (0, 1)]


GOOFSPIEL = Classic(
    name="goofspiel",
    theirs="goofspiel",
    players=2,
    dictate=lambda chance: {"shuffle prizes": [[_card(LOW_ACE[each.outcome], "diamonds") for each in chance]]},
    action=lambda state, option: _bids(state.player).index(option.key),
    gains=_won,
)

GOOFSPIEL_OF_THREE = replace(
    GOOFSPIEL, players=3, gains=_above(0), parameters={"players": 3, "returns_type": "total_points"}
)

HEARTS_DECK = [_card(rank, suit) for rank in RANKS for suit in ("clubs", "diamonds", "hearts", "spades")]

HEARTS = Classic(
    name="hearts",
    theirs="hearts",
    players=4,
    dictate=lambda chance: {"pick way": [chance[0].outcome], **_dealt_in_turn(HEARTS_DECK, 4)(chance[1:])},
    action=_by_card(HEARTS_DECK),
    gains=lambda state: [26 - float(score) for score in state.scores],
)

SPADES_DECK = [_card(rank, suit) for suit in ("clubs", "diamonds", "hearts", "spades") for rank in RANKS]

SPADES = Classic(
    name="spades",
    theirs="spades",
    players=4,
    dictate=_dealt_in_turn(SPADES_DECK, 4),
    action=_by_card([*SPADES_DECK, *map(str, range(14))]),
    gains=_above(0),
    sets=("base", "openspiel"),
)

SUITS = ("clubs", "diamonds", "hearts", "spades")
EUCHRE_DECK = [_card(rank, suit) for rank in RANKS[-6:] for suit in SUITS]
EUCHRE_WORDS = [*EUCHRE_DECK, "pass", *SUITS, "play_alone", "play_with_your_partner"]


def _euchre_deal(chance: Sequence[Chance]) -> Outcomes:
    """Theirs picks the dealer, who is dealt the first card; then the card turned up comes."""
    dealer, *dealt = (each.outcome for each in chance)
    cards = [dealt[n] for player in range(4) for n in range(20) if (dealer + n) % 4 == player]
    return {"pick player": [dealer], "shuffle deck": [[EUCHRE_DECK[card] for card in (*cards, *dealt[20:])]]}


def _euchre_action(_: State, option: Option) -> int:
    made = option.text.removeprefix("Make ").removesuffix(" trumps")
    return EUCHRE_WORDS.index(made.lower() if made != option.text else option.key)


def _euchre_gains(state: State) -> list[float]:
    """What one side has, the other has lost."""
    return [float(score - state.scores[(player + 1) % 4]) for player, score in enumerate(state.scores)]


EUCHRE = Classic(
    name="euchre", theirs="euchre", players=4, dictate=_euchre_deal, action=_euchre_action, gains=_euchre_gains
)

CRIBBAGE_DECK = [_card(rank, suit) for suit in SUITS for rank in LOW_ACE]


def _two_laid_away(cards: frozenset[int]) -> int:
    """The number theirs has for two cards; it orders them by rank, then by suit."""
    one, other = sorted(cards, key=lambda card: (card % 13, card // 13))
    return 52 + 52 * one + other


def _won_at_121(state: State) -> list[float]:
    """Their bonus for the winner and penalty for the loser."""
    return [float(score) + (1000 if player in state.winners else -1000) for player, score in enumerate(state.scores)]


CRIBBAGE = Classic(
    name="cribbage",
    theirs="cribbage",
    players=2,
    # Twelve cards and the starter for each deal.
    dictate=lambda chance: {
        "shuffle deck": [
            [CRIBBAGE_DECK[each.outcome] for each in chance[n : n + 13]] for n in range(0, len(chance), 13)
        ]
    },
    action=_by_card(CRIBBAGE_DECK),
    gains=_won_at_121,
    together=_two_laid_away,
    sets=("base", "openspiel"),
)

GIN_SUITS = ("spades", "clubs", "diamonds", "hearts")
GIN_DECK = [_card(rank, suit) for suit in GIN_SUITS for rank in LOW_ACE]
GIN_WORDS = {"take_the_upcard": 52, "draw_from_the_stock": 53, "pass": 54, "done": 54, "knock": 55}


def _gin_action(_: State, option: Option) -> int | None:
    """Ours asks whether to knock, and then what to discard; `discard` leads there."""
    if option.key in GIN_WORDS or option.key == "discard":
        return GIN_WORDS.get(option.key)
    sort, *numbers = option.key.split("_")
    if sort not in ("set", "run"):
        return GIN_DECK.index(option.key)
    if sort == "set":
        rank, lacks = map(int, numbers)
        return 56 + 5 * (rank - 1) + (lacks - 1 if lacks else 4)
    length, suit, rank = map(int, numbers)
    # Their numbers: 44 runs of three, 40 of four and 36 of five, by suit and then by rank.
    return 56 + 65 + {3: 0, 4: 44, 5: 84}[length] + (suit - 1) * (14 - length) + rank - 1


def _gin_steered(position: Any, chance: random.Random) -> int | None:
    """Knock, discard what is in the way, and lay what can be laid, more often than not."""
    legal = position.legal_actions()
    if chance.random() < 0.1 or len(legal) == 1:
        return None
    if GIN_WORDS["knock"] in legal:
        return GIN_WORDS["knock"]
    if str(position.current_phase()).endswith("DISCARD"):
        who = position.current_player()
        return int(min(legal, key=lambda action: position.child(action).deadwood()[who]))
    if GIN_WORDS["draw_from_the_stock"] in legal:  # who takes back what they laid down soon ends the game
        return int(chance.choice([GIN_WORDS["draw_from_the_stock"]] * 4 + legal))
    return int(chance.choice([action for action in legal if action != GIN_WORDS["pass"]]))


GIN_RUMMY = Classic(
    name="gin_rummy",
    theirs="gin_rummy",
    players=2,
    dictate=lambda chance: {"shuffle stock": [[GIN_DECK[each.outcome] for each in chance]]},
    action=_gin_action,
    gains=lambda state: [float(state.scores[0] - state.scores[1]), float(state.scores[1] - state.scores[0])],
    steered=_gin_steered,
    sets=("base", "openspiel"),
)

CLASSICS = {
    "kuhn_poker": KUHN,
    "leduc_poker": LEDUC,
    "goofspiel": GOOFSPIEL,
    "goofspiel_3": GOOFSPIEL_OF_THREE,
    "hearts": HEARTS,
    "spades": SPADES,
    "euchre": EUCHRE,
    "cribbage": CRIBBAGE,
    "gin_rummy": GIN_RUMMY,
}
