"""Fills in what hand-written pages quote from the project itself: card texts, lists, generated code, random numbers.

A page says what it quotes in a remark before a code block, and the block is written anew from it:
`<!-- quote games -->`, `<!-- quote text GAME CARD -->`, `<!-- quote card GAME CARD -->`,
`<!-- quote source GAME PLAYERS VARIANT PROCEDURE -->`, `<!-- quote random SEED COUNT -->`.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable
from pathlib import Path

from cardwright import load_game
from cardwright.runtime.kernel import rand, seeded
from cardwright.runtime.loading import place_of
from cardwright_tools import games, text
from cardwright_tools.cli import build_parser
from cardwright_tools.failure import FindingError

_QUOTE = re.compile(r"(<!-- quote ([^>]+?) -->\n+```\w*\n)(.*?)(\n```)", re.DOTALL)


def with_quotes(page: str, path: str) -> str:
    """A page with all its quotes as they should be. Raises FindingError for one that quotes nothing."""

    def quote(match: re.Match[str]) -> str:
        kind, *words = match[2].split()
        try:
            return match[1] + QUOTES[kind](*words).rstrip("\n") + match[4]
        except (KeyError, LookupError, TypeError, ValueError) as error:
            raise FindingError(f"{path}: `quote {match[2]}` quotes nothing ({error})") from error

    return _QUOTE.sub(quote, page)


def _printed(run: Callable[..., int], *words: str) -> str:
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        run(build_parser().parse_args(words))
    return written.getvalue()


def _games() -> str:
    return _printed(games.run, "games")


def _text(game: str, *cards: str) -> str:
    return _printed(text.run, "text", game, *cards)


def _card(game: str, card: str) -> str:
    """The lines of a card in its file, as far left as they go."""
    place = place_of(game)
    for path in sorted(place.cards.glob("*/*.yaml")) if place is not None else ():
        found = _entry(path, card)
        if found is not None:
            return found
    raise LookupError(f"no card `{card}`")


def _entry(path: Path, card: str) -> str | None:
    pattern = rf"^( *)- (?:\{{id: {card},.*|id: {card}(?:\n\1  .*|\n(?=\n*\1  ))*)$"
    match = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    if match is None:
        return None
    return "\n".join(line[len(match[1]) :] for line in match[0].splitlines())


def _source(game: str, players: str, variant: str, procedure: str) -> str:
    """The generated functions of a procedure."""
    stored = load_game(game).program(int(players)).tables[variant]["source"]
    wanted = rf"(?ms)^def (?:s\d+\(S, K, f\):  # {procedure}|[pr]\d+_{procedure}\().*?(?=^\S|\Z)"
    found = [match[0].strip("\n") for match in re.finditer(wanted, stored)]
    if not found:
        raise LookupError(f"no procedure `{procedure}`")
    return "\n\n".join(found)


def _random(seed: str, count: str) -> str:
    """The first random numbers below 1000 for a seed."""
    slots = [0, 0, seeded(int(seed))]
    return " ".join(str(rand(slots, 1000)) for _ in range(int(count)))


QUOTES: dict[str, Callable[..., str]] = {
    "games": _games,
    "text": _text,
    "card": _card,
    "source": _source,
    "random": _random,
}
