"""Lists of cards that players choose at tables: what is offered, and their check."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardwright.declarations.readers.player_deck_files import BroughtDeck
from cardwright.game.deck_files import ReadyDeck, check_decks, find_deck_title, list_ready_decks
from cardwright.phrases.inflection import count_noun, spell_name
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.viewers import SeatViewer

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.declarations.model import DeckDecl
    from cardwright_tools.web.drawing.viewer_state import PageDrawer
    from cardwright_tools.web.tables.bot_and_render_scheduler import BotScheduler
    from cardwright_tools.web.tables.registry import TableRegistry
    from cardwright_tools.web.tables.table import Table

# The largest list that a page takes, in letters: a thousand cards, and less than a file may have.
MAX_LETTERS = 16_384
# The path under which the mistakes in a list are reported.
LIST = Path("your-deck.yaml")
# Limit for the cards that a search returns.
MAX_FOUND = 20
Cards = tuple[tuple[str, int], ...]


async def prepare_match(registry: TableRegistry, table: Table, course: BotScheduler) -> None:
    """Load the game with the decks that the players of a table have chosen, and begin the match if it waits for them.

    Raises RequestRefusedError if the game cannot be loaded, such as after a mistake in its files.
    """
    from cardwright import CardwrightError

    header = table.session.header
    if not table.session.game.decks_by_player:
        return
    ready = await asyncio.to_thread(list_ready_decks, find_place(table.place), header.sets)
    decks = await course.change(table, partial(table.find_next_decks, ready))
    if decks is None:
        return

    def load() -> tuple[Game, PageDrawer]:
        game = registry.game(table.place, header.sets, decks)
        game.program(header.players, "tracked")
        return game, registry.drawing(game)

    try:
        game, draw = await course.work.with_files(load)
    except (CardwrightError, UsageError) as error:
        raise RequestRefusedError("The files of the game have mistakes, so no match can begin.") from error
    await course.change(table, partial(table.take_decks, decks, game, draw))


def check_list(table: Table, seat: SeatViewer, text: str) -> tuple[str, list[str]]:
    """Return a player's list in the form in which it is stored, and its mistakes, each as a line.

    The messages are those for a deck in a file, but name no files of the game.
    """
    text = "\n".join(text.splitlines()).strip() + "\n"
    if len(text) > MAX_LETTERS:
        return "", [f"This list has {len(text)} letters; {MAX_LETTERS} are the most."]
    deck = BroughtDeck(f"P{table.seats.index(seat) + 1}", LIST, text)
    found = check_decks(find_place(table.place), table.session.header.sets, [deck])
    if found.game is None and not found.mistakes:
        return "", ["The files of the game have mistakes, so no deck can be chosen."]
    lines = text.splitlines()
    wrong = []
    for each in found.mistakes:
        quoted = lines[each.span.line - 1].strip() if each.span.line <= len(lines) else ""
        wrong.append(f"line {each.span.line}, column {each.span.column}: {each.message} ({each.label}): {quoted}")
    return text, wrong


class UsualDeck(NamedTuple):
    """The usual deck of a game in which players bring decks.

    - `cards`: its cards by name, with their counts
    - `text`: these cards as a player would write them
    - `rules`: what is legal, in a sentence
    - `collection`: all cards that a list may name, as (id, name)
    """

    cards: Cards
    text: str
    rules: str
    collection: tuple[tuple[str, str, str], ...]


@lru_cache(maxsize=16)
def describe_usual(game: Game) -> UsualDeck:
    """Return the usual deck of a game, from the game's first declaration of a deck that players bring.

    Raises UsageError if there is none in the present files.
    """
    from cardwright.game.loading import find_checked_game

    declared = find_checked_game(game).game
    deck = next((each for each in declared.decks.values() if each.by_player), None)
    if deck is None:
        raise UsageError(f"players bring no decks to {game.title} any more: its files have changed.")
    counted = [(declared.pieces[number], count) for number, count in Counter(deck.lists[""]).items()]
    lines = ["cards:", *(f"  {piece.id}: {count}" for piece, count in counted)]
    legal = (
        each for number, each in enumerate(declared.pieces) if each.kind == deck.kind and number not in deck.banned
    )
    collection = sorted((each.name.casefold(), each.id, each.name) for each in legal)
    cards = tuple((piece.name, count) for piece, count in counted)
    return UsualDeck(cards, "\n".join(lines) + "\n", describe_legal(deck), tuple(collection))


def search_collection(usual: UsualDeck, text: str) -> list[tuple[str, str]]:
    """Return the first cards whose name contains all words of a text; names that begin with the text come first."""
    start, words = text.strip().casefold(), text.casefold().split()
    if not words:
        return []
    first = (each for each in usual.collection if each[0].startswith(start))
    other = (each for each in usual.collection if all(word in each[0] for word in words))
    found = dict.fromkeys(islice(chain(first, other), 2 * MAX_FOUND))
    return [(card, name) for _, card, name in found][:MAX_FOUND]


def describe_legal(deck: DeckDecl) -> str:
    """Return a sentence on what a player's list for a deck may contain, "" if it may contain anything."""
    said = []
    if deck.size is not None:
        low, high = deck.size
        said.append(f"{low} to {high} cards" if low < high else count_noun(low, "card"))
    if deck.most is not None:
        said.append(f"at most {deck.most} of each")
    if deck.sorted_by:
        said.append(f"all of one {spell_name(deck.sorted_by)}")
    return f"{', '.join(said)}.".capitalize() if said else ""


def find_title_of_chosen(text: str, ready: Sequence[ReadyDeck]) -> str:
    """Return the title of the deck that a seat has chosen."""
    if not text:
        return "the usual deck"
    known = next((deck.title for deck in ready if deck.text == text), "")
    title = known or find_deck_title(LIST, text)
    return "a list of your own" if title == find_deck_title(LIST, "") else title
