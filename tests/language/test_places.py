"""What is said of places in an order: in English, in editors, in the log, and where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.english.speaking import Speaker, english

from cardwright import check_paths
from cardwright.builtins import all_primitives

__all__ = ["english"]

BOOKCASE = Path(__file__).parent / "bookcase"


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("move(card, to: deck, at: 2)", "move that card to position 2 of the deck."),
        ("choose c from you.hand: swap(c, with: this)", "swap a card from your hand with this card."),
        ("draw(this.position)", "draw cards equal to this card's position."),
        ("draw(count(this.neighbours))", "draw a card for each of this card's neighbours."),
        ("if this.position > 2: draw(1)", "if this card's position is more than 2, draw a card."),
    ],
)
def test_places_are_worded(english: Speaker, statement: str, text: str) -> None:
    assert english.power(f"after players deliver:\n  {statement}").endswith(text)


def checked(tmp_path: Path, *changes: tuple[str, str]) -> list[tuple[str, str]]:
    text = (BOOKCASE / "game.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    folder = tmp_path / "bookcase"
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return [(each.code, each.message) for each in check_paths([folder])[0] if each.severity == "error"]


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (
            "swap(book, with: other)",
            "swap(book, with: the(first(album)))",
            ("wrong-type", "`swap` takes two pieces of a kind, and these are of different kinds"),
        ),
        ("swap(book, with: other)", "swap(book)", ("wrong-arguments", "`swap` needs `with`")),
        ("at: place)", "at: yes)", ("wrong-type", "a number is needed here, but this is a yes or no")),
        (
            "shelf: {of: books, row: yes}",
            "shelf: {of: books, row: maybe}",
            ("wrong-value", "`row` can be only `yes` or `no`"),
        ),
    ],
)
def test_what_is_wrong_is_reported(tmp_path: Path, old: str, new: str, error: tuple[str, str]) -> None:
    assert error in checked(tmp_path, (old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "verb exchange(book, other: book)",
            "verb swap(book, with: book): shelve(book, 1)\n  verb exchange(book, other: book)",
        ),
        ("rule misplaced(book)", "rule swap(book, with: book): book.size\n  rule misplaced(book)"),
        ("worn: {is: number, resets: yes}", "worn: {is: number, resets: yes}\n      position: {is: number}"),
        ("size: {is: number}", "size: {is: number}\n      neighbours: {is: number, default: 1}"),
        ("rounds: {is: number}", "rounds: {is: number}\n    roll: {is: yes_no}\n    shut: {is: yes_no}"),
    ],
)
def test_a_game_may_use_the_words_itself(tmp_path: Path, old: str, new: str) -> None:
    used = {
        "rule swap": [("swap(b, with: c)", "shelve(b, 1)"), ("swap(book, with: other)", "shelve(book, 2)")],
        "roll: {": [("found = guess", "shut = roll")],
        "neighbours: ": [
            ("b.neighbours where", "shelf where"),
            ("book.neighbours where", "shelf where"),
            ("c from b.neighbours", "c from shelf"),
        ],
    }
    others = [change for word, changes in used.items() if word in new for change in changes]
    assert checked(tmp_path, *others, (old, new)) == []


def test_words_that_one_game_replaces_are_those_of_the_language_in_the_next(tmp_path: Path) -> None:
    exchange = "verb exchange(book, other: book)"
    own = (exchange, f"verb swap(book, with: book): shelve(book, 1)\n  {exchange}")
    # only a game with windows keeps all built-ins
    windows = ("game: bookcase\n", "game: bookcase\nwindows: [pause]\n")
    replaced = [("swap(b, with: c)", "shelve(b, 1)"), ("swap(book, with: other)", "shelve(book, 2)")]
    checked(tmp_path, windows, *replaced, own)
    assert checked(tmp_path) == []
    assert all_primitives()["swap"].is_procedure
