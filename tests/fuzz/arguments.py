"""Every value and every clause of a text counts: with another one in its place the program is another, or is refused.

`python -m tests.fuzz.arguments GAME ...` tries all of some games (without names: of all games and examples, and those
of the language's own tests); a test tries those of some. What is accepted and changes nothing is read and then left out
of account.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.fuzz.tries import with_other
from tests.fuzz.worlds import World, cards_of, copied, world_of, written

from cardwright import CardwrightError, load_game
from cardwright.formatting.formatter import unparse
from cardwright.game.loading import list_game_places
from cardwright.source.packaged_data import find_data_folder
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

LANGUAGE_GAMES = Path(__file__).parents[1] / "language"
# What may stand for a value of whatever type: the first that is accepted is taken.
OTHERS: tuple[syntax.Expr, ...] = (
    *(parse(text, "value").tree for text in ("97", "[96, 95]", "nobody", "none", "[nobody]", "no", "yes")),
)


@dataclass(frozen=True)
class Variation:
    """Something in a part of a text, and what stands in its place."""

    what: str
    item: syntax.Node
    other: syntax.Node


def variations(item: syntax.Node) -> Iterator[list[Variation]]:
    """For every value and clause in an ability or definition, the ways to change it; the first that can be is tried."""
    for node in syntax.walk(item):
        for place, arg in enumerate(
            node.args if isinstance(node, syntax.CallNode | syntax.PerformNode | syntax.PatternNode) else ()
        ):
            assert isinstance(node, syntax.CallNode | syntax.PerformNode | syntax.PatternNode)
            values = [value for value in (*_shifted(arg.value), *OTHERS) if value != arg.value]
            args = [(*node.args[:place], replace(arg, value=value), *node.args[place + 1 :]) for value in values]
            yield [_varied(item, node, f"value {place + 1} of {node.word}", args=one) for one in args]
        if isinstance(node, syntax.PickNode):
            other = syntax.AmountNode("up_to", syntax.NumberNode(93)) if node.amount is None else None
            yield [_varied(item, node, "the amount of a pick", amount=other)]
            if node.amount is not None and node.amount.value is not None:
                amount = replace(node.amount, value=syntax.NumberNode(94))
                yield [_varied(item, node, "the number of a pick", amount=amount)]
                kinds = [kind for kind in ("exactly", "up_to", "at_least") if kind != node.amount.kind]
                for kind in kinds:
                    amount = replace(node.amount, kind=kind)
                    yield [_varied(item, node, f"{kind} in place of {node.amount.kind}", amount=amount)]
            yield [_varied(item, node, "chance", at_random=not node.at_random)]
        if getattr(node, "where", None) is not None:
            never = [_varied(item, node, "a where", where=syntax.YesNoNode(False))]
            yield never if isinstance(node, syntax.FilterNode) else [_varied(item, node, "a where", where=None), *never]
        if getattr(node, "limit", None) is not None:
            yield [_varied(item, node, "a limit", limit=None)]
        if isinstance(node, syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode):
            yield [_varied(item, node, "repeatedly", repeatedly=not node.repeatedly)]
            if node.otherwise is not None:
                yield [_varied(item, node, "an else", otherwise=None)]
        if (
            isinstance(
                node,
                syntax.PerformNode | syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode | syntax.PatternNode,
            )
            and node.subject is not None
        ):
            subjects = [
                syntax.CallNode("next", (syntax.ArgNode(None, node.subject),)),
                syntax.NameNode("players"),
                syntax.NameNode("opponents"),
            ]
            yield [_varied(item, node, "who", subject=subject) for subject in subjects if subject != node.subject]
        if isinstance(node, syntax.ForEachNode):
            yield [_varied(item, node, "secretly", secretly=not node.secretly)]
        if isinstance(node, syntax.DivideNode):
            yield [_varied(item, node, "rounding", rounding="up" if node.rounding == "down" else "down")]


def _shifted(value: syntax.Expr) -> list[syntax.Expr]:
    """Values certainly of the same type, and others, whatever it is."""
    if isinstance(value, syntax.NumberNode):
        return [syntax.NumberNode(value.value + 1)]
    if isinstance(value, syntax.YesNoNode):
        return [syntax.YesNoNode(not value.value)]
    return [
        syntax.BinaryNode("+", value, syntax.NumberNode(1)),
        syntax.CallNode("next", (syntax.ArgNode(None, value),)),
        syntax.NotNode(value),
    ]


def _varied(item: syntax.Node, node: syntax.Node, what: str, **changed: Any) -> Variation:
    return Variation(f"{what} in: {unparse(node)[:90]}", item, with_other(item, node, (replace(node, **changed),)))


class Trials:
    """Compiles variations of one game."""

    def __init__(self, world: World, below: Path) -> None:
        self.world = world
        self.below = below
        self.tried = self.refused = 0
        self.plain = self.program(world.files)

    def program(self, files: dict[str, Any]) -> str | None:
        """The code and the tables that go with it of a game; None if it is refused."""
        for path, tree in files.items():
            file = self.below / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(written(tree), encoding="utf-8")
        try:
            game = load_game(self.below / "games" / self.world.name)
        except CardwrightError:
            return None
        tables = game.program(game.max_players).tables
        codes = [tables.variant(which).source for which in ("plain", "tracked")]
        constants = [str(tables.variant(which).constants) for which in ("plain", "tracked")]
        return "\n".join([*codes, *constants, str(tables.abilities), str(tables.sites)])

    def ignored(self) -> Iterator[str]:
        """Everything of which another one makes the same program."""
        for path, tree in self.world.files.items():
            for number, (place, sort) in enumerate(_texts(tree)):
                text = str(place.get(sort))
                parsed = parse(text, sort).tree
                for item in parsed.abilities if isinstance(parsed, syntax.PowerNode) else parsed.items:
                    for ways in variations(item):
                        told = self._tried(path, number, text, ways)
                        if told:
                            yield told

    def _tried(self, path: str, number: int, text: str, ways: list[Variation]) -> str:
        """What is ignored, "" if the first variation that is accepted makes another program."""
        for way in ways:
            files = dict(self.world.files)
            files[path] = copied(files[path])
            place, sort = _texts(files[path])[number]
            entry = next(entry for entry in place if entry[0] == sort)
            entry[1] = f"{text[: way.item.start]}{unparse(way.other)}\n{text[way.item.end :]}"
            made = self.program(files)
            if made is not None:
                self.tried += 1
                return f"{self.world.name}: {way.what}" if made == self.plain else ""
        self.refused += 1
        return ""


def _texts(tree: Any) -> list[tuple[Any, str]]:
    found: list[tuple[Any, str]] = [(card, "power") for card in cards_of(tree)]
    return [*found, *([(tree, "library")] if isinstance(tree.get("library"), str) else [])]


def main() -> int:
    """Try games, and print what is ignored; 1 if anything is."""
    names = sys.argv[1:]
    if not names:
        folders = (*find_data_folder("examples").iterdir(), *LANGUAGE_GAMES.iterdir())
        names = [*list_game_places(), *(str(path) for path in sorted(folders) if (path / "game.yaml").is_file())]
    count = 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            trials = Trials(world_of(name), Path(folder))
            for told in trials.ignored():
                count += 1
                sys.stdout.write(f"{told}\n")
            sys.stdout.write(f"{trials.world.name}: {trials.tried} tried, {trials.refused} could not be changed\n")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
