"""The files an editor has open, and what is known about the games they belong to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cardwright import check_paths
from cardwright.compiler.check import GameChecker
from cardwright.compiler.field_names import FieldName, field_names
from cardwright.compiler.meanings import Notes
from cardwright.compiler.scope import Unit
from cardwright.language.declarations import GameDecl, PieceDef
from cardwright.language.game_files import GameFiles
from cardwright.language.parser import parse
from cardwright.language.plurals import told_at_plurals
from cardwright.language.read_game import Loaded, read_game
from cardwright.runtime.scenario_files import has_scenarios
from cardwright.runtime.validating import all_mistakes, game_of_file
from cardwright.source import Diagnostic, Scalar, SourceFile, YamlDocument, in_file_order, load_yaml
from cardwright.source.unsaved import instead_of_files


@dataclass
class Analysis:
    """A game as its files, saved or not, stand: what they declare, what their words mean, and what is wrong.

    `checker` has checked everything but the powers; those are read one by one, when somebody asks about them.
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
        """What tells whether files changed on disk, where other programs may write them and editors save them."""
        return tuple(_written(Path(path)) for path in self.sources)

    @cached_property
    def diagnostics(self) -> list[Diagnostic]:
        """Everything wrong in the game."""
        found = all_mistakes(self.loaded, noting=True)
        return in_file_order(told_at_plurals(found, self.game, self.loaded.files))

    @property
    def broken(self) -> bool:
        """Whether the library does not follow the grammar, so that nothing in it has a meaning."""
        return self.checker.library.broken

    @property
    def sources(self) -> dict[str, SourceFile]:
        """The files by the names that diagnostics use."""
        return self.loaded.files

    @cached_property
    def units(self) -> dict[str, list[Unit]]:
        """The texts of the language by file, with what their words mean."""
        found: dict[str, list[Unit]] = {}
        for unit in list(self.checker.units):
            found.setdefault(unit.scalar.span.path, []).append(unit)
        for number, each in enumerate(self.game.pieces):
            if each.power is not None and not self.broken:
                notes = self.notes_on(number, each.power)
                unit = Unit(each.power, each.name, [], notes=notes)
                found.setdefault(each.power.span.path, []).append(unit)
        return found

    def notes_on(self, number: int, power: Scalar) -> Notes:
        """What the words of a power mean: what they meant before, if nothing has changed."""
        key = (self.game.pieces[number].id, power.raw)
        notes = self.known.get(key)
        if notes is None:
            tree = parse(power.raw, "power").tree
            notes = self.checker.alone(tree, power, number) if tree is not None else Notes(key[0])
            self.known[key] = notes
        return notes

    @cached_property
    def names(self) -> dict[str, list[FieldName]]:
        """The names in fields by file."""
        return {path: field_names(self.document(path).root, self.game) for path in self.sources}

    def document(self, path: str) -> YamlDocument:
        """The nodes of one of the game's files."""
        return load_yaml(Path(path), self.sources[path].text)

    def named(self, file: Path) -> str | None:
        """The name under which a file is one of the game's."""
        return next((path for path in self.sources if Path(path).resolve() == file.resolve()), None)

    def powers(self, path: str) -> Iterator[tuple[int, PieceDef]]:
        """The pieces of a file, each with its number."""
        for number, piece in enumerate(self.game.pieces):
            if piece.span.path == path:
                yield number, piece


@dataclass
class Desk:
    """Everything open in an editor; `texts` are by resolved path."""

    texts: dict[Path, str] = field(default_factory=dict)
    _version: int = 0
    _known: dict[Path, tuple[int, Analysis | None, list[Diagnostic]]] = field(default_factory=dict)
    _good: dict[Path, Analysis] = field(default_factory=dict)
    _games: dict[Path, GameFiles] = field(default_factory=dict)
    _notes: dict[str, tuple[object, dict[tuple[str, str], Notes]]] = field(default_factory=dict)

    def show(self, file: Path, text: str) -> None:
        """Note what an editor shows for a file."""
        if self.texts.get(file.resolve()) != text:
            self.texts[file.resolve()] = text
            self._version += 1

    def put_away(self, file: Path) -> None:
        """Note that an editor has closed a file: what is on disk counts again."""
        self.texts.pop(file.resolve(), None)
        self._version += 1

    def look_again(self) -> None:
        """Note that files on disk may have changed."""
        self._version += 1

    def text(self, file: Path) -> str:
        """The text of a file as the author sees it; "" if there is none."""
        shown = self.texts.get(file.resolve())
        if shown is not None:
            return shown
        return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""

    def analysis(self, file: Path) -> Analysis | None:
        """The game a file belongs to, as it stands now; None if it belongs to none or nothing of it can be read."""
        return self._look(file)[0]

    def sound(self, file: Path) -> Analysis | None:
        """The game as it was when last looked at without mistakes in grammar, to go by while something is written."""
        return self._good.get(file.resolve()) or self.analysis(file)

    def findings(self, file: Path) -> list[Diagnostic]:
        """Everything wrong in the game a file belongs to, or in a file of scenarios, or in the file alone."""
        with instead_of_files(self.texts):
            if has_scenarios(file):
                return check_paths([file])[0]
        analysis, found = self._look(file)
        return found if analysis is None else analysis.diagnostics

    def _look(self, file: Path) -> tuple[Analysis | None, list[Diagnostic]]:
        key = file.resolve()
        known = self._known.get(key)
        if known is None or known[0] != self._version or (known[1] is not None and known[1].stamps != known[1].stamp()):
            with instead_of_files(self.texts):
                analysis, found = self._analyse(file)
            known = self._known[key] = (self._version, analysis, found)
            if analysis is not None and not analysis.broken:
                for path in analysis.sources:
                    self._good[Path(path).resolve()] = analysis
                    self._known[Path(path).resolve()] = known
        return known[1], known[2]

    def _analyse(self, file: Path) -> tuple[Analysis | None, list[Diagnostic]]:
        files, found = game_of_file(file)
        if files is None:  # a file that is being written may not even say what it is for a while
            files = self._games.get(file.resolve())
        if files is None:
            return None, found
        self._games[file.resolve()] = files
        loaded = read_game(files, list(files.cards))
        if loaded.game is None:
            return None, in_file_order(loaded.diagnostics)
        checker = GameChecker(loaded.game, noting=True)
        checker.prepare()
        return Analysis(files, loaded, loaded.game, checker, self._known_notes(checker)), []

    def _known_notes(self, checker: GameChecker) -> dict[tuple[str, str], Notes]:
        """The notes on powers taken before, unless the library or the ids of pieces have changed since."""
        library = tuple(id(unit.notes) for unit in checker.units)
        ids = tuple((piece.id, piece.kind) for piece in checker.game.pieces)
        before = self._notes.get(checker.game.name)
        if before is None or before[0] != (library, ids):
            # the notes of the library are kept too: as long as they are, no other can have their identity
            before = self._notes[checker.game.name] = ((library, ids), {})
            for unit in checker.units:
                assert unit.notes is not None
                before[1]["", unit.scalar.raw] = unit.notes
        return before[1]


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return -1
