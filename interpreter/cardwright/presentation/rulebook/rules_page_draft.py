"""Draft of a rules page: a beginning that mentions everything players meet, for the author to rewrite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardwright.game.loading import find_checked_game
from cardwright.phrases.inflection import capitalize
from cardwright.presentation.rulebook.live_parts import LiveParts, UnknownPart
from cardwright.presentation.rulebook.rules_page_words import list_unmentioned
from cardwright.presentation.rulebook.writer import Writer
from cardwright.source.unsafe_characters import escape_markdown

if TYPE_CHECKING:
    from cardwright.game.game import Game


def write_draft(game: Game) -> str:
    """Return a rules page for a game, as Markdown with live parts."""
    writer = Writer(game, find_checked_game(game))
    return "\n\n".join(part for part in _parts(writer) if part) + "\n"


def _parts(writer: Writer) -> Iterator[str]:
    game, phases = writer.game, writer.phases()
    yield f"# {escape_markdown(game.title)}"
    yield from (escape_markdown(" ".join(game.summary.split())), escape_markdown(writer.goal()))
    yield "The game is for {players} players."
    yield from ("## What is in the box", "{box}", "## Set-up", *_about(writer, "setup"), "{steps setup}")
    yield f"Play goes round {'anticlockwise' if game.anticlockwise else 'clockwise'}."
    if phases:
        yield from ("## Your turn", *_about(writer, phases[0]), f"{{steps {phases[0]}}}")
        yield from _write_procedures(writer, phases[1:])
    else:
        yield from ("## The course of the game", *_about(writer, "play"), "{steps play}")
    missing = [(word, what) for word, what in list_unmentioned(writer.checked, {*phases, "ends"}) if word not in phases]
    chosen = [word for word, what in missing if word in writer.procedures]
    if chosen:
        yield "## What you can do"
        yield from _write_procedures(writer, chosen)
    numbers = [word for word, what in missing if word in writer.rules]
    if numbers:
        yield "## Numbers"
        yield "\n".join(
            f"- {escape_markdown(capitalize(writer.english.heading(word)))}: {_number(writer, word)}"
            for word in numbers
        )
    for word in game.tables:
        yield from (
            f"## {escape_markdown(capitalize(word.replace('_', ' ')))}",
            *_about(writer, word),
            f"{{table {word}}}",
        )
    yield from ("## The end", "{ends}", escape_markdown(writer.describe_winner()))


def _write_procedures(writer: Writer, words: list[str]) -> Iterator[str]:
    for word in words:
        yield f"### [{escape_markdown(writer.english.heading(word))}]({word})"
        yield from _about(writer, word)
        yield f"{{steps {word}}}"


def _title(text: str) -> str:
    return escape_markdown(capitalize(text))


def _about(writer: Writer, word: str) -> Iterator[str]:
    yield from (escape_markdown(" ".join(text.split())) for text in writer.abouts.get(word, "").split("\n\n"))


def _number(writer: Writer, word: str) -> str:
    """Return the live part of a number, by the number of players if it depends on it."""
    try:
        LiveParts(writer.checked).text(word)
    except UnknownPart:
        return f"{{{word} per players}}"
    return f"{{{word}}}"
