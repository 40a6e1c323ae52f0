"""The open files of an editor, and the analyses of their games."""

from dataclasses import dataclass, field
from pathlib import Path

from cardwright import check_paths
from cardwright.checker.game import GameChecker
from cardwright.checker.names.occurrences import Notes
from cardwright.declarations.file_kinds import find_file_kind, is_scenarios
from cardwright.declarations.find_game_files import GameFiles
from cardwright.declarations.game_folders import is_game_folder
from cardwright.declarations.readers.game_files import read_game
from cardwright.declarations.readers.player_deck_files import BroughtDeck
from cardwright.lint.validate_files import find_game_of_file
from cardwright.source.diagnostics import Diagnostic, sort_diagnostics
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import override_files, read_text
from cardwright_tools.editor.diagnostics_while_typing import find_diagnostics_while_typing
from cardwright_tools.editor.game_analysis import Analysis
from cardwright_tools.editor.scenario_analysis import ScenarioPage, read_page


def is_of_game(file: Path) -> bool:
    """Return True if a file is in the folder of a game; other files are read only if they are open."""
    folders = resolve_path(file).parents
    return any(is_game_folder(each) or (each.name == "cards" and (each.parent / "games").is_dir()) for each in folders)


@dataclass
class Workspace:
    """The files of one editor: `texts` are the open ones, by resolved path."""

    texts: dict[Path, str] = field(default_factory=dict)
    _version: int = 0
    _known: dict[Path, tuple[int, Analysis | None, list[Diagnostic]]] = field(default_factory=dict)
    _good: dict[Path, Analysis] = field(default_factory=dict)
    _games: dict[Path, GameFiles] = field(default_factory=dict)
    _notes: dict[str, tuple[object, dict[tuple[str, str], Notes]]] = field(default_factory=dict)
    _whole: dict[Path, Analysis] = field(default_factory=dict)
    _pages: dict[Path, tuple[str, Analysis | None, ScenarioPage]] = field(default_factory=dict)

    def show(self, file: Path, text: str) -> None:
        """Store the text that an editor shows for a file."""
        if self.texts.get(resolve_path(file)) != text:
            scenarios = is_scenarios(file, text) and is_scenarios(file, self.text(file))
            self.texts[resolve_path(file)] = text
            self._version += not scenarios  # games do not depend on their scenarios

    def put_away(self, file: Path) -> None:
        """Forget the text of a file that the editor has closed; the file on disk is used again."""
        self.texts.pop(resolve_path(file), None)
        self._version += 1

    def look_again(self) -> None:
        """Check files on disk again at the next request, because they may have changed."""
        self._version += 1

    def text(self, file: Path) -> str:
        """Return the text of a file as the author sees it, or "" if there is none."""
        shown = self.texts.get(resolve_path(file))
        if shown is not None:
            return shown
        try:
            return read_text(file) if is_of_game(file) else ""
        except OSError:
            return ""

    def _may_read(self, file: Path) -> bool:
        return resolve_path(file) in self.texts or is_of_game(file)

    def analysis(self, file: Path) -> Analysis | None:
        """Return the analysis of the game of a file, or None if there is no game or it cannot be read."""
        return self._look(file)[0]

    def sound(self, file: Path) -> Analysis | None:
        """Return the latest analysis of a file's game without syntax errors, for completion while the author types."""
        return self._good.get(resolve_path(file)) or self.analysis(file)

    def place(self, file: Path) -> Analysis | None:
        """Return the analysis that answers requests about a file: of its game or, for scenarios, of the file.

        Returns None if neither exists.
        """
        if is_scenarios(file, self.text(file)):
            return self.page(file)
        return self.analysis(file)

    def page(self, file: Path) -> ScenarioPage | None:
        """Return the analysis of a scenario file, None if its game is unknown or unreadable."""
        text = self.text(file)
        with override_files(self.texts):
            found, game = read_page(file, text)
        now = self.analysis(game) if game is not None else None
        analysis = self.sound(game) if game is not None and (now is None or now.broken) else now
        if analysis is None:
            return None
        known = self._pages.get(resolve_path(file))
        if known is None or known[0] != text or known[1] is not now:
            before = known[2].checked if known is not None and known[1] is now else {}
            known = self._pages[resolve_path(file)] = (text, now, ScenarioPage.of(analysis, found, before))
        return known[2]

    def findings(self, file: Path) -> list[Diagnostic]:
        """Return the diagnostics of a file's game, of a scenario file, or of a single file.

        Returns [] for a file that belongs to no game and is not open.
        """
        if is_scenarios(file, self.text(file)):
            page = self.page(file)
            with override_files(self.texts):
                return page.diagnostics if page is not None else check_paths([file])[0]
        if find_file_kind(file, self.text(file)) == "deck":
            with override_files(self.texts):
                return check_paths([file])[0]
        analysis, found = self._look(file)
        if analysis is None:
            return found
        self._whole[analysis.files.game[0]] = analysis
        return analysis.diagnostics

    def quick_findings(self, file: Path) -> list[Diagnostic] | None:
        """Return diagnostics that are known without a check of the whole game, None if there are none.

        They are those of the last such check, with the ones of the power that has changed since.
        """
        text = self.text(file)
        if is_scenarios(file, text) or find_file_kind(file, text) == "deck":
            return None
        analysis, _ = self._look(file)
        before = None if analysis is None else self._whole.get(analysis.files.game[0])
        if analysis is None or before is None or before is analysis:
            return None
        return find_diagnostics_while_typing(before, analysis)

    def _look(self, file: Path) -> tuple[Analysis | None, list[Diagnostic]]:
        if not self._may_read(file):
            return None, []
        key = resolve_path(file)
        known = self._known.get(key)
        if known is None or known[0] != self._version or (known[1] is not None and known[1].stamps != known[1].stamp()):
            with override_files(self.texts):
                analysis, found = self._check_file(file)
            known = self._known[key] = (self._version, analysis, found)
            if analysis is not None and not analysis.broken:
                # what a deck is checked with is no analysis of the other files of its game
                is_deck = find_file_kind(file, self.text(file)) == "deck"
                for path in [file.as_posix()] if is_deck else analysis.sources:
                    self._good[resolve_path(Path(path))] = analysis
                    self._known[resolve_path(Path(path))] = known
        return known[1], known[2]

    def _check_file(self, file: Path) -> tuple[Analysis | None, list[Diagnostic]]:
        files, found = find_game_of_file(file)
        if files is None:  # a file that is being written may not name its game for a moment
            files = self._games.get(resolve_path(file))
        if files is None:
            return None, found
        self._games[resolve_path(file)] = files
        decks = [BroughtDeck("P1", file, self.text(file))] if find_file_kind(file, self.text(file)) == "deck" else []
        loaded = read_game(files, list(files.cards), decks)
        if loaded.game is None:
            return None, sort_diagnostics(loaded.diagnostics)
        checker = GameChecker(loaded.game, noting=True)
        checker.prepare()
        return Analysis(files, loaded, loaded.game, checker, self._find_known_notes(checker)), []

    def _find_known_notes(self, checker: GameChecker) -> dict[tuple[str, str], Notes]:
        """Return the cached notes on powers, unless the library or the ids of pieces have changed since."""
        library = tuple(id(unit.notes) for unit in checker.units)
        ids = tuple((piece.id, piece.kind) for piece in checker.game.pieces)
        before = self._notes.get(checker.game.name)
        if before is None or before[0] != (library, ids):
            # the library is kept as well: as long as it exists, no other object has its identity
            before = self._notes[checker.game.name] = ((library, ids), {})
            for unit in checker.units:
                assert unit.notes is not None
                before[1]["", unit.scalar.raw] = unit.notes
        return before[1]
