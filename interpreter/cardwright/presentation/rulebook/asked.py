"""What the rules of a game say of one thing that is asked in play: what a rule is, and when the game ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from cardwright.presentation.rulebook import WHEN, Writer
from cardwright.presentation.rulebook.parts import texts_of
from cardwright.project.loading import checked_game

if TYPE_CHECKING:
    from cardwright.playing.game import Game


def rule_told(game: Game, word: str) -> str:
    """What a rule of a game is, in a line, as the rulebook tells it; "" for one that it does not tell."""
    writer = Writer(game, checked_game(game))
    if word not in writer.rules or word in writer.untold:
        return ""
    paragraphs = [texts_of([block]) for block in writer.rule(word) if getattr(block, "kind", "") != "about"]
    first, *cases = [text.strip() for texts in paragraphs for text in texts]
    return f"{first} {'; '.join(cases)}." if cases else first


def ends_when(game: Game, texts: Sequence[str], named: Callable[[str], Mapping[str, str]]) -> tuple[str, str]:
    """Which of the texts that ended a game (`State.ending`) says when it does, "" for none; and what is so then.

    `named` tells what the roles of a deed were when it was done last.
    """
    writer = Writer(game, checked_game(game))
    for word in [each for each in reversed(texts) if each in writer.procedures]:
        ends = writer.english.endings(writer.procedures[word], named(word))
        if len(ends) == 1 and ends[0]:
            return word, "".join(run.text for run in writer.links.runs(" and ".join(ends[0]), ()))
        if ends and word in writer.abouts:
            said = " ".join(writer.abouts[word].split()).partition(". ")[0].rstrip(".")
            return "", f"{said[0].lower()}{said[1:]}"
    rounds = [text for text, _ in writer.endings(False) if text.startswith(WHEN)]
    return "", rounds[-1].removeprefix(WHEN).rstrip(".") if rounds and not texts else ""
