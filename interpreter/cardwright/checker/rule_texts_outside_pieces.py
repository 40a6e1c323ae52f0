"""Rule texts of a game that belong to no piece, and a cache of their checked form."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace

from cardwright.checker import typed_tree
from cardwright.checker.coverage_probes import Probes
from cardwright.checker.names.rule_text_context import Symbols, Unit
from cardwright.declarations.model import GameDecl
from cardwright.source.diagnostics import Diagnostic
from cardwright.syntax import tree as syntax

KEPT = 8


@dataclass(slots=True)
class LibraryTexts:
    """The rule texts of a game that belong to no piece, parsed but not yet checked."""

    procedures: dict[str, tuple[syntax.ProcedureNode, Unit]] = field(default_factory=dict)
    rules: dict[str, tuple[syntax.RuleNode, Unit]] = field(default_factory=dict)
    abilities: list[tuple[syntax.Ability, Unit]] = field(default_factory=list)
    powers: list[tuple[syntax.PowerNode, Unit]] = field(default_factory=list)
    broken: bool = False

    def take_over(self, other: LibraryTexts) -> None:
        """Add the contents of another library."""
        self.procedures.update(other.procedures)
        self.rules.update(other.rules)
        self.abilities.extend(other.abilities)

    def texts(self) -> Iterator[tuple[syntax.Node, Unit]]:
        """Yield all definitions and abilities of the library."""
        yield from self.procedures.values()
        yield from self.rules.values()
        yield from self.abilities


@dataclass(frozen=True, slots=True)
class CheckedLibrary:
    """The typed library of a game, which is reused when only the cards of the game change.

    It stays valid as long as no piece whose name occurs in the library changes.
    """

    game: GameDecl
    library: LibraryTexts
    procedures: Mapping[str, typed_tree.TypedProcedure]
    rules: Mapping[str, typed_tree.TypedRule]
    sites: tuple[typed_tree.DecisionPoint, ...]
    abilities: tuple[typed_tree.TypedAbility, ...]
    probes: Probes
    diagnostics: tuple[Diagnostic, ...]
    next_uid: int
    words: frozenset[str]
    units: tuple[Unit, ...]  # with notes for editors, if requested

    @classmethod
    def keep(
        cls,
        library: LibraryTexts,
        symbols: Symbols,
        checked: typed_tree.CheckedGame,
        diagnostics: list[Diagnostic],
        units: list[Unit],
    ) -> None:
        """Cache a library that was just checked."""
        made = cls(
            symbols.game,
            library,
            dict(symbols.procedures),
            dict(symbols.rules),
            tuple(checked.sites),
            tuple(checked.abilities),
            checked.probes.copy(),
            tuple(diagnostics),
            symbols.next_uid,
            frozenset(_list_words(library)),
            tuple(units),
        )
        _kept.appendleft(made)

    @classmethod
    def of(cls, game: GameDecl, noting: bool = False) -> CheckedLibrary | None:
        """Return the cached library if it is valid for a game, else None.

        With `noting`, it must have notes for editors.
        """
        return next((each for each in _kept if bool(each.units) == noting and each.holds_for(game)), None)

    @staticmethod
    def forget() -> None:
        """Remove this library from the cache."""
        _kept.clear()

    def holds_for(self, game: GameDecl) -> bool:
        """Return True if checking the library of this game again would give the same result."""
        for entry in fields(GameDecl):
            if entry.name != "pieces" and getattr(game, entry.name) != getattr(self.game, entry.name):
                return False
        return self.words.isdisjoint(_list_ids(game)) and self.words.isdisjoint(_list_ids(self.game))

    def reporting_to(self, diagnostics: list[Diagnostic]) -> LibraryTexts:
        """Return the library as parsed, set up to report further errors to the list `diagnostics`."""
        units: dict[int, Unit] = {}

        def copy_unit(unit: Unit) -> Unit:
            return units.setdefault(id(unit), replace(unit, diagnostics=diagnostics))

        old = self.library
        return LibraryTexts(
            {word: (node, copy_unit(unit)) for word, (node, unit) in old.procedures.items()},
            {word: (node, copy_unit(unit)) for word, (node, unit) in old.rules.items()},
            [(node, copy_unit(unit)) for node, unit in old.abilities],
        )


_kept: deque[CheckedLibrary] = deque(maxlen=KEPT)


def _list_words(library: LibraryTexts) -> Iterator[str]:
    for node, _ in library.texts():
        inside = syntax.index(node)
        yield from inside.words
        yield from (pattern.word for pattern in inside.of(syntax.PatternNode))


def _list_ids(game: GameDecl) -> set[str]:
    return {piece.id for piece in game.pieces}
