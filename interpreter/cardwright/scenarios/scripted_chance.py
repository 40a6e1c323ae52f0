"""Reader of scripted chance: the orders of shuffles, and the results of picks, rolls and flips."""

from collections.abc import Iterable
from typing import Any

from cardwright.checker import typed_tree
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.field_reader import UNKNOWN_CARD, WRONG_VALUE
from cardwright.scenarios.files import Fields
from cardwright.scenarios.pieces_by_card_id import CardReader
from cardwright.source.diagnostics import declare_code
from cardwright.source.yaml.nodes import Node, Scalar, Sequence

UNKNOWN_CHANCE = declare_code("unknown-chance")
# The sides of a coin, by the outcome.
COIN = ("tails", "heads")
# Two names of rolls: outcomes are counted from 0, faces from 1.
ROLL, FACES = "roll die", "die shows"
# The number of the first possibility, if it is not 0.
FIRST = {FACES: 1}


def rename_act(name: str) -> str:
    """Return the name of an act of chance by which the outcomes of `name` are taken."""
    return ROLL if name == FACES else name


class ChanceReader(CardReader):
    """A reader of `chance` for one game; `picks` are the names of its random picks."""

    def __init__(self, layout: StateLayout, picks: Iterable[str]) -> None:
        super().__init__(layout)
        self.picks = set(picks)

    def outcomes(self, chance: Fields) -> dict[str, list[Any]]:
        """Return the scripted outcomes by name."""
        found: dict[str, list[Any]] = {}
        piles = {f"shuffle {zone.word}": zone.holds for zone in self.game.zones if zone.ordered}
        numbers = ["pick", *(f"pick {name}" for name in sorted(self.picks)), FACES, ROLL, "flip coin"]
        for key, node in chance:
            if key.raw not in piles and key.raw not in numbers:
                every = [*piles, *numbers[1:]]
                # A random pick is named by its type, so a misspelt name suggests nothing else.
                alike = [name for name in every if name.split()[0] == key.raw.split()[0]] if key.raw else []
                missed = "nothing random in this game is called"
                self.unknown_at(UNKNOWN_CHANCE, missed, key.raw, key.span, alike or every)
            elif not self.given(key, node):
                continue
            elif rename_act(key.raw) in found:
                message = f"`{FACES}` and `{ROLL}` are the same rolls"
                self.error(WRONG_VALUE, message, key.span, f"write all of them after `{FACES}`")
            elif key.raw in piles:
                found[key.raw] = self._read_orders(key, node, piles[key.raw])
            else:
                found[rename_act(key.raw)] = [self._read_outcome(key.raw, item) for item in self.words(node, key.raw)]
                if isinstance(node, Sequence) and not node.items:
                    label = f"write one outcome for each time: `[{FIRST.get(key.raw, 0)}]`"
                    self.error(WRONG_VALUE, f"`{key.raw}` has no outcome", node.span, label)
        return found

    def _read_outcome(self, act: str, item: Scalar) -> int | str:
        if act == "flip coin" and item.raw in COIN:
            return COIN.index(item.raw)
        first = FIRST.get(act, 0)
        if isinstance(item.value, int) and not isinstance(item.value, bool) and item.value >= first:
            return item.value - first
        kind, _, base = act.partition(" ")
        if kind == "pick" and base not in ("number", "zone") and isinstance(item.value, str):
            return self._read_name(base, item)
        label = "write `heads` or `tails`" if act == "flip coin" else f"write for example `{first}`"
        message = "a die shows a number from 1 on" if first else "an outcome is a number; 0 is the first possibility"
        self.error(WRONG_VALUE, message, item.span, label)
        return 0

    def _read_name(self, base: str, item: Scalar) -> str:
        """Return the name of an item that a random pick of a type draws: the id of a card, a player or a word."""
        cards = [piece.id for piece in self.game.pieces if piece.kind == base or not base]
        others = [f"P{seat + 1}" for seat in range(self.layout.players)] if base in ("player", "") else []
        others += self.game.words if base not in ("player", *self.game.kinds) else []
        if item.raw not in cards and item.raw not in others:
            what = "card" if base in self.game.kinds else base or "item"
            self.unknown_at(UNKNOWN_CARD, f"there is no {what}", item.raw, item.span, [*cards, *others])
        return item.raw

    def _read_orders(self, key: Scalar, node: Node, kind: str) -> list[list[str]]:
        """Return the orders of one or several shuffles: for each the pieces on top, the topmost first."""
        nested = isinstance(node, Sequence) and any(isinstance(item, Sequence) for item in node.items)
        orders = node.items if nested and isinstance(node, Sequence) else (node,)
        return [self._order(key, order, kind, nested) for order in orders]

    def _order(self, key: Scalar, node: Node, kind: str, nested: bool) -> list[str]:
        if nested and not isinstance(node, Sequence):
            label = f"write `[{node.raw}]`" if isinstance(node, Scalar) else "write `[CARD, CARD]`"
            self.error(WRONG_VALUE, f"this is no order, as the others of `{key.raw}` are", node.span, label)
            return []
        found = []
        for item in self.words(node, key.raw):
            definitions = self.counted(item)
            if self.must_be(kind, definitions, key.raw.partition(" ")[2], item.span):
                found += [self.game.pieces[number].id for number in definitions]
        return found


def list_chance_names(checked: typed_tree.CheckedGame) -> set[str]:
    """Return the names of the random picks in a game: the types of the picked values."""
    picks = (node for node in typed_tree.walk_bodies(checked) if isinstance(node, typed_tree.PickStmt))
    return {str(pick.source.type.item) for pick in picks if pick.at_random}
