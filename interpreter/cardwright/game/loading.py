"""Finding and loading games; compiled programs come from the cache if the files are unchanged."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache, partial
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.declarations.game_folders import GAME_FILE, find_icons, find_used_shared_files, is_game_folder
from cardwright.source.packaged_data import find_data_folder
from cardwright.source.path_and_number_checks import explain_bad_path, resolve_path
from cardwright.source.read_with_size_limit import override_files, read_ordinary
from cardwright.source.results_in_one_cache_entry import open_shelf
from cardwright.source.trusted_disk_cache import cache_key, read_cache, write_cache

if TYPE_CHECKING:
    from cardwright.compiler.compile_game import Lowered
    from cardwright.declarations.readers.player_deck_files import BroughtDeck
    from cardwright.game.loaded_game import Game
    from cardwright.state_slots_and_table_rows import Growth, ProgramTables


# Limit for the length of a name that is looked up; some file systems refuse longer names with an error.
MAX_NAME_LENGTH = 80


# A name that no file of a game has, because files whose names begin with a dot are not read.
LEARNED_FILE = ".learned_by_bots.yaml"


class GameListing(NamedTuple):
    """An entry in the list of games: name, title, seats, and the number of cards in every set."""

    name: str
    title: str
    players: tuple[int, int]
    sets: dict[str, int]
    default_sets: tuple[str, ...]
    summary: str = ""


class GamePlace(NamedTuple):
    """The location of a game's files: its folder, that of its card sets, card files of drafts, and players' decks."""

    name: str
    folder: Path
    cards: Path
    drafts: tuple[Path, ...] = ()
    learned: str = ""
    decks: tuple[BroughtDeck, ...] = ()

    @property
    def learned_file(self) -> Path:
        """The path used in diagnostics for a learned valuation given as text; no file exists there."""
        return self.folder / LEARNED_FILE

    def own_files(self) -> list[Path]:
        """Return the YAML files of the game itself, in a fixed order."""
        return sorted(self.folder.glob("*.yaml")) + sorted(self.cards.glob("*/*.yaml"))

    def shared(self) -> list[Path]:
        """Return the files of shared cards that the game uses."""
        return list(find_used_shared_files(self.folder, self.cards, self.own_files()).values())

    def files(self) -> list[Path]:
        """Return all YAML files of the game: its own and the shared ones."""
        return self.own_files() + self.shared()

    def every_file(self) -> list[Path]:
        """Return all files of the game: YAML and its own icons."""
        return [*self.files(), *find_icons(self.folder).values()]


def list_game_places(root: Path | None = None) -> dict[str, GamePlace]:
    """Return the games below a folder with `games` and `cards` (None: the games of Cardwright)."""
    games = find_data_folder("games") if root is None else root / "games"
    cards = find_data_folder("cards") if root is None else root / "cards"
    found = {}
    if games.is_dir():
        for folder in sorted(path for path in games.iterdir() if path.is_dir()):
            if any(folder.glob("*.yaml")):
                found[folder.name] = GamePlace(folder.name, folder, cards / folder.name)
    return found


def place_of(name_or_path: str) -> GamePlace | None:
    """Return the location of the game with this name or path, or None if there is no such game."""
    known = list_game_places()
    if name_or_path in known:
        return known[name_or_path]
    if explain_bad_path(name_or_path) is not None:
        return None
    path = Path(name_or_path)
    if path.suffix == ".yaml" and _is_of_game(path):
        path = path.parent
    elif not path.is_dir() or not any(map(_is_of_game, [path / "game.yaml", *path.glob("*.yaml")])):
        return None
    folder = resolve_path(path)
    return GamePlace(folder.name, folder, find_cards_folder(folder))


def _is_of_game(file: Path) -> bool:
    if not file.is_file() or file.name == GAME_FILE:
        return file.name == GAME_FILE and is_game_folder(file.parent)
    from cardwright.declarations.file_kinds import find_file_kind

    return find_file_kind(file) == "game"


def find_cards_folder(folder: Path) -> Path:
    """Return the folder of a game's sets: `cards` in the game's folder, or `cards/NAME` beside `games/NAME`."""
    inside = folder / "cards"
    whole = resolve_path(folder)
    beside = whole.parent.parent / "cards" / whole.name
    if whole.parent.name == "games" and beside.is_dir() and not inside.is_dir():
        return beside
    return inside


def place_above(file: Path, name: str) -> GamePlace | None:
    """Return the location of the game to which a file belongs, or None. It is searched in the folders above the file.

    The game is either `games/NAME` beside `cards`, where NAME is `name`, or a folder that is itself a game.
    """
    for parent in resolve_path(file).parents:
        if len(name) <= MAX_NAME_LENGTH and name.isidentifier() and (parent / "games" / name).is_dir():
            return GamePlace(name, parent / "games" / name, parent / "cards" / name)
        if is_game_folder(parent):
            return GamePlace(parent.name, parent, parent / "cards")
    return None


# ---------------------------------------------------------------- the cache


@lru_cache(maxsize=1)
def _code_version() -> str:
    """Return a value that changes whenever the code of the compiler changes."""
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(sys.version.encode())
    for folder in (package, find_data_folder("grammar")):
        for path in sorted([*folder.rglob("*.py"), *folder.glob("*.lark")]):
            stat = path.stat()
            digest.update(f"{path.name} {stat.st_size} {stat.st_mtime_ns}".encode())
    return digest.hexdigest()


def _render_content(place: GamePlace) -> str:
    digest = hashlib.sha256()
    for path in place.every_file():
        digest.update(os.fsencode(f"{path.parent.name}/{path.name}\0"))
        try:
            digest.update(read_ordinary(path))
        except OSError as error:  # reported when the game is checked
            digest.update(f"\0{error.errno}".encode())
    digest.update(place.learned.encode())
    for deck in place.decks:
        digest.update(f"\0{deck.seat}\0{deck.text}".encode())
    return digest.hexdigest()


def code_key(*parts: object) -> str:
    """Return the cache key of a result that depends on `parts` and on this version of Cardwright."""
    return cache_key(_code_version(), *parts)


def reuse_parsed_texts(folder: Path) -> AbstractContextManager[None]:
    """Return a context in which rule texts of a game that did not change are not parsed again."""
    return open_shelf(code_key("texts", resolve_path(folder)))


# ---------------------------------------------------------------- listing


def find_games() -> list[GameListing]:
    """Return the games shipped with Cardwright; fast if their files have not changed."""
    return [listing for place in list_game_places().values() if (listing := _find_listing(place)) is not None]


def list_game(name: str) -> GameListing | None:
    """Return the entry of one game in the list of games: its title, players, sets and summary.

    `name` is the name of the game or the path of its folder. Returns None if there is no such game, or if its
    declarations have errors.
    """
    place = place_of(name)
    return None if place is None else _find_listing(place)


def _find_listing(place: GamePlace) -> GameListing | None:
    content = _render_content(place)
    key = code_key("listing", place.name, content)
    stored = read_cache(key, _check_listing)
    if stored is None:
        stored = _read_listing(place)
        if _render_content(place) == content:
            write_cache(key, stored)
    if not stored:
        return None
    title, players, sets, default, summary = stored
    return GameListing(place.name, title, tuple(players), dict(sets), tuple(default), summary)


def _check_listing(stored: Any) -> Any:
    """Return a cached listing unchanged. Raises ValueError if the value from the cache is no listing."""
    if stored == ():
        return stored
    title, players, sets, default, summary = stored
    counts = [*players, *sets.values()]
    texts = [title, summary, *sets, *default]
    if len(players) != 2 or not all(type(each) is int for each in counts) or not all(type(t) is str for t in texts):
        raise ValueError("no listing")
    return stored


def _read_listing(place: GamePlace) -> Any:
    from cardwright.declarations.find_game_files import find_game_files
    from cardwright.declarations.readers.game_files import read_game

    files = find_game_files(place.folder, place.cards)
    every = read_game(files, list(files.cards))
    chosen = read_game(files)
    if every.game is None:
        return ()
    counts = dict.fromkeys(files.cards, 0)
    for definition in every.game.pieces:
        if definition.set in counts:
            counts[definition.set] += definition.most(every.game.players)
    return (every.game.title, every.game.players, counts, chosen.sets, " ".join(every.game.summary.split()))


# ---------------------------------------------------------------- loading


class UnknownGame(LookupError):
    """Error for a game that does not exist; `near` is the most similar name of a game."""

    def __init__(self, name: str, near: str | None) -> None:
        self.name = name
        self.near = near
        hint = f"; did you mean `{near}`?" if near else ""
        super().__init__(f"there is no game `{name}`{hint}")


def load_game(
    name_or_path: str | Path,
    sets: Iterable[str] | None = None,
    counting: tuple[str, ...] = (),
    soon: bool = False,
    learned: str = "",
    decks: Iterable[BroughtDeck] = (),
) -> Game:
    """Load a game by name or path with some of its sets (None: the sets the game itself chooses).

    `counting` lists node types whose executions are counted (see `checker/coverage_probes.py`). With `soon`, a program
    that is not cached is compiled without optimizations: compilation is quicker, which pays for a few matches.
    `learned` is the text of a further file with a valuation for bots. This file changes nothing else: content hash,
    records and seeds are those of the game without it. `decks` are those that players bring. Raises UnknownGame, and
    CardwrightError with all diagnostics if the files have errors. If the files have changed when a program for another
    number of players is compiled later, that compilation raises CardwrightError.
    """
    from cardwright.game.loaded_game import Game

    place = place_of(str(name_or_path))
    if place is None:
        from cardwright.source.diagnostics import suggest

        raise UnknownGame(str(name_or_path), suggest(str(name_or_path), list_game_places()))
    asked = None if sets is None else tuple(map(str, [sets] if isinstance(sets, str) else sets))
    place = place._replace(decks=tuple(decks))
    plain = _render_content(place)
    place = place._replace(learned=learned)
    content = _render_content(place) if learned else plain
    key = code_key("game", place.name, content, asked)
    stored = read_cache(key, _check_stored_game)
    if stored is None:
        stored = _check_game(place, asked, content)
        write_cache(key, stored)
    title, players, chosen, every, brought = stored
    return Game(
        place.name,
        title,
        tuple(players),
        chosen,
        every,
        plain[:16],
        lambda count, growth: partial(_load_program, place, content, tuple(chosen), count, counting, soon, growth),
        None if place._replace(learned="", decks=()) == list_game_places().get(place.name) else place.folder,
        lambda count, tables: _load_or_generate_native(place, content, tuple(chosen), count, tables, counting),
        learned,
        place.decks,
        tuple(brought),
    )


def _check_game(place: GamePlace, sets: tuple[str, ...] | None, content: str) -> Any:
    checked = _check_or_reuse(place, sets, content)
    brought = tuple(deck.word for deck in checked.game.decks.values() if deck.by_player)
    return (checked.game.title, checked.game.players, checked.sets, checked.all_sets, brought)


class _CheckedFiles(NamedTuple):
    game: Any
    program: Any
    sets: tuple[str, ...]
    all_sets: tuple[str, ...]


def _check_or_reuse(place: GamePlace, sets: tuple[str, ...] | None, content: str) -> _CheckedFiles:
    """Return the checked files of a game with some of its sets, from memory if they were checked before.

    If `sets` is None, the game itself chooses them; naming these sets gives the same result.
    """
    if sets is None:
        found = _check_as_requested(place, None, content)
        _chosen[place, content] = found.sets
        return found
    return _check_as_requested(place, None if sets == _chosen.get((place, content)) else sets, content)


# Cache of the sets that games choose themselves, by place and content of their files.
_chosen: dict[tuple[GamePlace, str], tuple[str, ...]] = {}


@lru_cache(maxsize=8)
def _check_as_requested(place: GamePlace, sets: tuple[str, ...] | None, content: str) -> _CheckedFiles:
    from cardwright.checker.game import GameChecker
    from cardwright.declarations.dedupe_diagnostics import report_misnamed_plurals
    from cardwright.declarations.find_game_files import find_game_files
    from cardwright.declarations.readers.game_files import read_game
    from cardwright.source import diagnostic_codes
    from cardwright.source.diagnostics import CardwrightError, Diagnostic, has_errors, sort_diagnostics
    from cardwright.source.positions import Span

    with reuse_parsed_texts(place.folder):
        files = find_game_files(place.folder, place.cards)
        files.game += [place.learned_file] * bool(place.learned)
        added = {resolve_path(place.learned_file): place.learned} if place.learned else {}
        added |= {resolve_path(deck.path): deck.text for deck in place.decks}
        with override_files(added) if added else nullcontext():
            loaded = read_game(files, sets, place.decks)
        found = list(loaded.diagnostics)
        if loaded.game is None:
            raise CardwrightError(sort_diagnostics(found))
        checker = GameChecker(loaded.game)
        program = checker.run()
    if _render_content(place) != content:  # changed meanwhile: it does not belong to this content
        changed = f"the files of the game `{place.name}` have changed since it was loaded"
        where = Span.start_of((place.folder / "game.yaml").as_posix())
        raise CardwrightError(
            [Diagnostic(diagnostic_codes.UNREADABLE_FILE, changed, where, "begin again: the game is read anew")]
        )
    found += checker.diagnostics
    if has_errors(found):
        raise CardwrightError(sort_diagnostics(report_misnamed_plurals(found, loaded.game, loaded.files)))
    return _CheckedFiles(loaded.game, program, loaded.sets, loaded.all_sets)


def _check(place: GamePlace, sets: tuple[str, ...] | None) -> _CheckedFiles:
    return _check_or_reuse(place, sets, _render_content(place))


def find_checked_game(game: Game) -> Any:
    """Return the typed tree (`typed_tree.CheckedGame`) of a loaded game, including the rule texts of its library.

    Raises CardwrightError if the game's files have changed since it was loaded and now have errors.
    """
    place = place_of(str(game.folder or game.name))
    if place is None:
        raise UnknownGame(game.name, None)
    return _check(place._replace(decks=game.decks), game.sets).program


@lru_cache(maxsize=1)
def _lower_game(
    place: GamePlace,
    sets: tuple[str, ...],
    content: str,
    players: int,
    slots: tuple[tuple[str, int], ...] | None,
    counting: tuple[str, ...],
    soon: bool,
) -> Lowered:
    """Return the IR of a game for a number of players, from which Python and C are printed."""
    from cardwright.compiler.compile_game import lower_plain

    checked = _check_or_reuse(place, sets, content).program
    return lower_plain(checked, players, counting, slots=None if slots is None else dict(slots), soon=soon)


def _check_stored_game(stored: Any) -> Any:
    """Return a cached game unchanged. Raises ValueError if the value from the cache is no game."""
    title, players, chosen, every, brought = stored
    texts = [title, *chosen, *every, *brought]
    if len(players) != 2 or not all(type(each) is int for each in players) or not all(type(t) is str for t in texts):
        raise ValueError("no game")
    return stored


def _load_program(
    place: GamePlace,
    content: str,
    sets: tuple[str, ...],
    players: int,
    counting: tuple[str, ...],
    soon: bool,
    growth: Growth,
    which: str,
    slots: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    if which in ("told", "texts"):
        return _load_or_store_texts(place, content, sets, which)
    named = ("program", place.name, place.folder, content, sets, players, counting, which, slots, growth)
    soon = soon and which == "plain"
    key = code_key(*named)
    stored = read_cache(key)
    soon = soon and stored is None
    if soon:
        key = code_key(*named, "soon")
        stored = read_cache(key)
    if stored is None:
        from dataclasses import replace

        from cardwright.checker.statements.reserve_for_create import with_more_room
        from cardwright.compiler.compile_game import compile_program, describe_without_code

        checked = _check_or_reuse(place, sets, content).program
        if growth:
            checked = replace(checked, game=with_more_room(checked.game, growth))
        plain = None
        if which == "plain" and not growth:
            known = None if slots is None else tuple(slots.items())
            plain = _lower_game(place, sets, content, players, known, counting, soon)
        if which == "tables":
            stored = describe_without_code(checked, players)
        else:
            stored = compile_program(checked, players, counting, (which,), slots=slots, plain=plain)
            stored[which]["soon"] = soon
        write_cache(key, stored)
    result: dict[str, Any] = stored
    if which != "tables":
        result[which]["code"] = partial(_load_or_compile_code, code_key("code", key), result[which]["source"], which)
    return result


def _load_or_store_texts(place: GamePlace, content: str, sets: tuple[str, ...], which: str) -> dict[str, Any]:
    """Return the English texts of a game, of its powers or `told` by displays, from the cache or generated now."""
    key = code_key(which, place.name, place.folder, content, sets)
    stored: dict[str, Any] | None = read_cache(key)
    if stored is None:
        from cardwright.compiler.english_for_displays import describe_powers, describe_program

        describe = describe_powers if which == "texts" else describe_program
        stored = describe(_check_or_reuse(place, sets, content).program)
        write_cache(key, stored)
    return stored


def _load_or_compile_code(key: str, source: str, which: str) -> CodeType:
    """Return the code object of a variant's source, from the cache or compiled now."""
    stored = read_cache(key)
    if not isinstance(stored, CodeType):
        from cardwright.runtime.program import compiled

        stored = compiled(source, which)
        write_cache(key, stored)
    return stored


def _load_or_generate_native(
    place: GamePlace,
    content: str,
    sets: tuple[str, ...],
    players: int,
    tables: ProgramTables,
    counting: tuple[str, ...],
) -> dict[str, Any]:
    """Return the C code of a program, from the cache or generated now.

    Its frames have the same layout as those of the plain variant.
    """
    slots, soon = tables.slots, tables.plain.soon
    key = code_key("native", place.name, content, sets, players, dict(slots), counting, soon)
    stored = read_cache(key)
    if stored is None:
        from cardwright.compiler.codegen.c.program_or_refusal import generate_native_code

        lowered = _lower_game(place, sets, content, players, None, counting, soon)
        if lowered.layout.named != slots:
            lowered = _lower_game(place, sets, content, players, tuple(slots.items()), counting, soon)
        stored = generate_native_code(_check_or_reuse(place, sets, content).program, lowered.layout, lowered.code)
        write_cache(key, stored)
    result: dict[str, Any] = stored
    return result
