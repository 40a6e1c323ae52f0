"""Files of decks: those in the folder of a game, and their check by its rules."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.game_folders import DECK_FOLDER, is_game_folder, list_deck_files
from cardwright.declarations.model import GameDecl
from cardwright.declarations.readers.game_files import read_game
from cardwright.declarations.readers.player_deck_files import MAX_DECK_BYTES, BroughtDeck
from cardwright.game.loading import GamePlace, find_cards_folder, list_game_places, place_above
from cardwright.source.diagnostics import Diagnostic, sort_diagnostics
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import override_files, read_text


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A legal deck from a game's folder: the name of its file, its title, its text, and its cards with their counts."""

    name: str
    title: str
    text: str
    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CheckedDecks:
    """The result of a check of decks: the declarations of their game (None after an error), and the decks' mistakes."""

    game: GameDecl | None
    mistakes: list[Diagnostic]


def find_game_of_deck(file: Path, name: str = "") -> GamePlace | None:
    """Return the game in whose folder `decks` a file lies, else the game that it names (`name`), else None."""
    folder = resolve_path(file).parent
    if folder.name == DECK_FOLDER and is_game_folder(folder.parent):
        return GamePlace(folder.parent.name, folder.parent, find_cards_folder(folder.parent))
    return (place_above(file, name) or list_game_places().get(name)) if name else None


def check_decks(place: GamePlace, sets: Iterable[str] | None, decks: Sequence[BroughtDeck]) -> CheckedDecks:
    """Check decks by the rules of a game's deck, without the rule texts of the game.

    Mistakes of the game itself are left out: they are reported where the game is checked.
    """
    files = find_game_files(place.folder, place.cards)
    with override_files({resolve_path(deck.path): deck.text for deck in decks}):
        loaded = read_game(files, sets, decks)
    paths = {deck.path.as_posix() for deck in decks}
    found = [each for each in loaded.diagnostics if each.span.path in paths]
    return CheckedDecks(loaded.game, sort_diagnostics(found))


def list_ready_decks(place: GamePlace, sets: Sequence[str]) -> tuple[ReadyDeck, ...]:
    """Return the legal decks in the folder `decks` of a game, by name. Files that are no legal deck are left out."""
    texts = {}
    for file in list_deck_files(place.folder / DECK_FOLDER):
        with suppress(OSError, ValueError):
            texts[file] = read_text(file, most=MAX_DECK_BYTES)
    return _check_ready_decks(place, tuple(sets), tuple(texts.items())) if texts else ()


@lru_cache(maxsize=32)
def _check_ready_decks(
    place: GamePlace, sets: tuple[str, ...], texts: tuple[tuple[Path, str], ...]
) -> tuple[ReadyDeck, ...]:
    decks = [BroughtDeck(f"P{number}", file, text) for number, (file, text) in enumerate(texts, 1)]
    checked = check_decks(place, sets or None, decks)
    if checked.game is None:
        return ()
    wrong = {each.span.path for each in checked.mistakes}
    found = []
    for deck in decks:
        if deck.path.as_posix() not in wrong:
            cards = list_cards(checked.game, deck.seat)
            found.append(ReadyDeck(deck.path.stem, find_deck_title(deck.path, deck.text), deck.text, cards))
    return tuple(found)


def list_cards(game: GameDecl, seat: str) -> tuple[tuple[str, int], ...]:
    """Return the cards that a seat brings to a game, by their names, with their counts; () if it brings no deck.

    The seat "" stands for every seat that brings no deck and has the usual list.
    """
    lists = [deck.lists[seat] for deck in game.decks.values() if deck.by_player and seat in deck.lists]
    counts = Counter(game.pieces[number].name for numbers in lists for number in numbers)
    return tuple(counts.items())


def find_deck_title(file: Path, text: str) -> str:
    """Return the `name` in the text of a deck, or else the name of its file in words."""
    from cardwright.source.yaml.loader import load_yaml
    from cardwright.source.yaml.nodes import Mapping, Scalar

    root = load_yaml(file, text).root
    named = root.get("name") if isinstance(root, Mapping) else None
    return str(named.value) if isinstance(named, Scalar) else file.stem.replace("_", " ").capitalize()
