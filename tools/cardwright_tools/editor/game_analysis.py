"""Analysis of a game's files, saved or not: declarations, symbols and diagnostics."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from cardwright.checker.game import GameChecker
from cardwright.checker.names.occurrences import Notes
from cardwright.checker.names.occurrences_in_fields import FieldName, find_field_names
from cardwright.checker.names.rule_text_context import Unit
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.dedupe_diagnostics import report_misnamed_plurals
from cardwright.declarations.find_game_files import GameFiles
from cardwright.declarations.model import GameDecl, PieceDef
from cardwright.declarations.readers.game_files import Loaded
from cardwright.english.renderer import English
from cardwright.lint.game_diagnostics import run_checker
from cardwright.lint.game_files import check_loaded
from cardwright.scenarios.compile import list_seats
from cardwright.scenarios.files import holds_examples, read_examples
from cardwright.scenarios.pieces_by_card_id import NamedCards, ScenarioPieces
from cardwright.source.diagnostics import Diagnostic, has_errors, sort_diagnostics
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.positions import SourceFile, Span
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Node, Scalar, YamlDocument
from cardwright.syntax.parser import parse
from cardwright_tools.editor.game_for_scenario_checks import EditorGame
from cardwright_tools.editor.scenario_symbols import ScenarioText, find_game_names, find_rule_texts, find_scenarios

T = TypeVar("T")


class ByFile(Mapping[str, list[T]]):
    """A list for each file, computed when it is first asked for."""

    def __init__(self, paths: Iterable[str], find: Callable[[str], list[T]]) -> None:
        self._paths = frozenset(paths)
        self._find = find
        self._found: dict[str, list[T]] = {}

    def __getitem__(self, path: str) -> list[T]:
        if path not in self._paths:
            raise KeyError(path)
        if path not in self._found:
            self._found[path] = self._find(path)
        return self._found[path]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._paths))

    def __len__(self) -> int:
        return len(self._paths)


@dataclass
class Analysis:
    """The declarations, symbols and diagnostics of a game, from its files as the editor has them.

    `checker` has checked everything except the powers, which are analysed one by one when needed.
    """

    files: GameFiles
    loaded: Loaded
    game: GameDecl
    checker: GameChecker
    known: dict[tuple[str, str], Notes]
    stamps: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.stamps = self.stamp()

    def stamp(self) -> tuple[int, ...]:
        """Return the modification times of the files, which show changes by other programs."""
        return tuple(_read_modification_time(Path(path)) for path in self.sources)

    @cached_property
    def diagnostics(self) -> list[Diagnostic]:
        """Errors and warnings in the game, and in the examples of its cards."""
        checker = GameChecker(self.game, noting=True)
        found = run_checker(self.loaded, checker) if self.with_examples else check_loaded(self.loaded)
        whole = EditorGame(checker)
        diagnostics = report_misnamed_plurals(found, self.game, self.loaded.files)
        for path in self.with_examples:
            examples = read_examples(Path(path), self.game.players[0], self.sources[path].text)
            diagnostics.extend(examples.diagnostics)
            diagnostics.extend(() if has_errors(found) else whole.mistakes(examples.scenarios))
        return sort_diagnostics(diagnostics)

    @cached_property
    def with_examples(self) -> list[str]:
        """The files that contain examples of cards."""
        return [path for path, file in self.sources.items() if holds_examples(file.text)]

    @cached_property
    def english(self) -> English:
        """Renderer of the game's texts in English."""
        return English(self.game, self.checker.symbols.procedures, self.checker.symbols.rules)

    @property
    def broken(self) -> bool:
        """True if the library has syntax errors, so that its words cannot be resolved."""
        return self.checker.library.broken

    @property
    def sources(self) -> dict[str, SourceFile]:
        """The game's files by the names that diagnostics use."""
        return self.loaded.files

    @cached_property
    def units(self) -> Mapping[str, list[Unit]]:
        """Rule texts by file, with their symbols."""
        return ByFile(self.sources, lambda path: [*self._list_units(path)])

    def _list_units(self, path: str) -> Iterator[Unit]:
        yield from (unit for unit in list(self.checker.units) if unit.scalar.span.path == path)
        for number, each in () if self.broken else self._powers.get(path, ()):
            if each.power is not None:
                yield Unit(each.power, each.name, [], notes=self.notes_on(number, each.power))
        for text in self.example_texts():
            if text.scalar.span.path == path:
                yield Unit(text.scalar, "", [], notes=self.notes_outside(text))

    def example_texts(self) -> Iterator[ScenarioText]:
        """Yield the rule texts in the examples of cards."""
        for path in self.with_examples if not self.broken else ():
            for scenario, players in find_scenarios(self.document(path).root, self.game.players[0]):
                yield from find_rule_texts(scenario, players)

    def notes_outside(self, text: ScenarioText) -> Notes:
        """Return the symbols in a rule text of a scenario or example."""
        key = (f"{text.kind} for {text.players}", text.scalar.raw)
        notes = self.known.get(key)
        if notes is None:
            tree = parse(text.scalar.raw, text.kind).tree
            unit = (
                self.checker.apart(tree, text.scalar, list_seats(text.players), self.cards(text.players))
                if tree is not None
                else None
            )
            notes = unit.notes if unit is not None and unit.notes is not None else Notes("")
            self.known[key] = notes
        return notes

    def cards(self, players: int) -> NamedCards | None:
        """Return the cards by name, for rule texts of scenarios, in which a name means any copy of the card.

        Returns None if the game does not allow `players`.
        """
        low, high = self.game.players
        return (
            NamedCards(ScenarioPieces(StateLayout.of(self.checker.checked.game, players), False), True)
            if low <= players <= high
            else None
        )

    def notes_on(self, number: int, power: Scalar) -> Notes:
        """Return the symbols in a power, from the cache if its text has not changed."""
        key = (self.game.pieces[number].id, power.raw)
        notes = self.known.get(key)
        if notes is None:
            tree = parse(power.raw, "power").tree
            notes = self.checker.alone(tree, power, number) if tree is not None else Notes(key[0])
            self.known[key] = notes
        return notes

    @cached_property
    def names(self) -> Mapping[str, list[FieldName]]:
        """Names in fields, by file."""
        return ByFile(self.sources, lambda path: find_names(self.document(path).root, self.game))

    def document(self, path: str) -> YamlDocument:
        """Return the YAML nodes of one of the game's files."""
        return load_yaml(Path(path), self.sources[path].text)

    def named(self, file: Path) -> str | None:
        """Return the name that diagnostics use for a file of the game, None for other files."""
        return next((path for path in self.sources if resolve_path(Path(path)) == resolve_path(file)), None)

    @cached_property
    def pieces(self) -> Mapping[str, Sequence[tuple[int, PieceDef]]]:
        """The pieces by the file that lists them, each with its number."""
        return _group_by_file(enumerate(self.game.pieces), lambda piece: piece.span)

    @cached_property
    def _powers(self) -> Mapping[str, Sequence[tuple[int, PieceDef]]]:
        """The pieces with powers, by the file in which their power is."""
        return _group_by_file(
            enumerate(self.game.pieces), lambda piece: None if piece.power is None else piece.power.span
        )


def _group_by_file(
    pieces: Iterable[tuple[int, PieceDef]], find: Callable[[PieceDef], Span | None]
) -> dict[str, list[tuple[int, PieceDef]]]:
    found: dict[str, list[tuple[int, PieceDef]]] = {}
    for number, piece in pieces:
        span = find(piece)
        if span is not None:
            found.setdefault(span.path, []).append((number, piece))
    return found


def find_names(root: Node | None, game: GameDecl) -> list[FieldName]:
    """Return the names in one file of a game, including names in the examples of its cards."""
    found = find_field_names(root, game)
    for scenario, _ in find_scenarios(root, game.players[0]):
        found.extend(find_game_names(scenario, game))
    return found


def _read_modification_time(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return -1
