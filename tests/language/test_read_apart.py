"""What a card says, it cannot say of another power: a power that is changed a little reads differently.

Changed are powers in every way in which scenarios are tried (`cardwright test --mutate`), by moving a statement into a
block or out of it, and by putting another verb with the same roles. Only what means the same may read the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.language.meaning import Shape, shape
from tests.language.moved import moved

from cardwright.checker import typed_tree
from cardwright.checker.game import GameChecker, replace_rule_text
from cardwright.checker.names.rule_text_context import Unit
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.declarations.value_types import piece
from cardwright.english.renderer import English
from cardwright.formatting.formatter import unparse
from cardwright.game.loading import place_of
from cardwright.source.diagnostics import has_errors
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse
from cardwright_tools.authoring.mutations import list_mutants

ROOT = Path(__file__).parents[2]
EXAMPLES = {path.parent.name: str(path.parent) for path in sorted(ROOT.glob("examples/*/game.yaml"))}
GAMES = {path.parent.name: path.parent.name for path in sorted(ROOT.glob("games/*/game.yaml"))} | EXAMPLES
POWERLESS = (
    "ceylon",
    "euchre",
    "four_winds",
    "glowworms",
    "goofspiel",
    "hearts",
    "kuhn_poker",
    "leduc_poker",
    "low_tide",
)


class Reader:
    """Says the powers of a game, and what became of them after a change."""

    def __init__(self, name: str) -> None:
        place = place_of(name)
        assert place is not None
        files = find_game_files(place.folder, place.cards)
        game = read_game(files, files.cards).game
        assert game is not None
        self.game = game
        self.checker = GameChecker(game)
        self.checked = self.checker.run()
        assert not has_errors(self.checker.diagnostics)
        self.english = English.of(self.checked)

    @property
    def later(self) -> dict[int, typed_tree.TypedProcedure]:
        """What is put on stacks by the powers checked so far, by the numbers of the words that stand for it."""
        first = len(self.game.words)
        return {first + number: each.procedure for number, each in enumerate(self.checker.symbols.later)}

    def said(self, number: int, text: str) -> tuple[str, Shape] | None:
        """What a piece with another power would say, and what that means; None if it could not have it."""
        power = self.checked.powers[number]
        tree = parse(text, "power").tree
        if tree is None:
            return None
        unit = Unit(replace_rule_text(power.scalar, text), "", [])
        abilities, sites = self.checked.abilities, self.checked.sites
        before = len(abilities), len(sites)
        self.checker.check_abilities(tree, unit, number)
        made = shape(abilities[before[0] :], self.later)
        del abilities[before[0] :], sites[before[1] :]
        written = typed_tree.WrittenNode(tree, unit.values, piece(self.game.pieces[number].kind))
        return None if has_errors(unit.diagnostics) else (self.english.power(written, self.game.pieces[number]), made)

    def changed(self, power: typed_tree.TypedPower) -> Iterator[tuple[str, str]]:
        """The ways in which a power can be changed, with what it is then."""
        name, text = self.game.pieces[power.definition].id, power.scalar.raw
        yield from ((f"{name}: {mutant.what}", mutant.applied(text)) for mutant in list_mutants(text))
        yield from ((f"{name}: {what}", unparse(tree)) for what, tree in moved(power.written.node))
        for deed in syntax.walk(power.written.node):
            if isinstance(deed, syntax.PerformNode):
                end = deed.word_start + len(deed.word)
                for other in self._alike(deed.word):
                    what = " for ".join(sorted((deed.word, other)))
                    yield what, f"{text[: deed.word_start]}{other}{text[end:]}"

    def _alike(self, word: str) -> Iterator[str]:
        """The verbs with the roles of one that has some."""
        procedures = self.checked.procedures
        roles = [(each.word, each.type) for each in procedures[word].params] if word in procedures else []
        for other in procedures.values() if roles else ():
            if other.word != word and other.kind == "verb" and roles == [(p.word, p.type) for p in other.params]:
                yield other.word


@pytest.mark.one_of
@pytest.mark.parametrize("name", GAMES)
def test_what_means_something_else_reads_differently(name: str) -> None:
    reader = Reader(GAMES[name])
    powers = {reader.game.pieces[number].id: power for number, power in reader.checked.powers.items()}
    texts: dict[str, dict[Shape, str]] = {}
    alike, tried = set(), set()
    for card, power in powers.items():
        piece_of = reader.game.pieces[power.definition]
        text, meant = reader.english.power(power.written, piece_of), shape(power.abilities, reader.later)
        others = texts.setdefault(text, {meant: card})
        alike |= {f"{card} and {other}" for other_meant, other in others.items() if other_meant != meant}
        if power.scalar.raw not in tried:
            tried.add(power.scalar.raw)
            changed = ((what, reader.said(power.definition, other)) for what, other in reader.changed(power))
            alike |= {what for what, said in changed if said is not None and said[0] == text and said[1] != meant}
    assert bool(tried) == (name not in POWERLESS)
    assert alike == set()


def test_what_means_the_same_has_one_shape() -> None:
    reader = Reader(GAMES["import_export"])
    number = next(iter(reader.checked.powers))
    lines = [
        ("choose p from opponents: p draw(1)", "choose q from opponents: q draw(1)"),
        ("if count(you.hand) > 1: draw(1)", "if not (count(you.hand) < 2): draw(1)"),
        ("if ending and count(you.hand) is 0: draw(1)", "if count(you.hand) is 0 and ending: draw(1)"),
    ]
    same = [(f"on completion:\n  {one}\n", f"on completion:\n  {other}\n") for one, other in lines]
    for one, other in same:
        first, second = reader.said(number, one), reader.said(number, other)
        assert first is not None
        assert second is not None
        assert first[1] == second[1]
    differing = reader.said(number, "on completion: draw(1)"), reader.said(number, "on completion: draw(2)")
    assert differing[0] != differing[1]
