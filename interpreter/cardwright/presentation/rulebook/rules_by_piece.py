"""What pieces have to do with the rules: which of them change a rule, and where the rules speak of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cardwright.declarations.model import GameDecl
from cardwright.phrases.inflection import listed
from cardwright.presentation.rulebook.document import ListItem, Section, Steps, TableBlock, texts_of
from cardwright.presentation.rulebook.links import TextRun
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

if TYPE_CHECKING:
    from cardwright.game.game import CardText

# Of more cards only some are named.
MAX_NAMED = 8


def changed_by(game: GameDecl, cards: Sequence[CardText]) -> dict[str, list[CardText]]:
    """The rules that powers modify, each with the cards whose powers do, in the order of the cards."""
    return _by_word(game, cards, lambda each: each.rule.word if isinstance(each, syntax.ModifyNode) else "")


def watched_by(game: GameDecl, cards: Sequence[CardText]) -> dict[str, list[CardText]]:
    """The deeds that powers react to, replace or forbid, each with the cards whose powers do."""
    return _by_word(
        game, cards, lambda each: each.pattern.word if isinstance(each, syntax.ReactNode | syntax.ForbidNode) else ""
    )


def _by_word(
    game: GameDecl, cards: Sequence[CardText], word_of: Callable[[syntax.Node], str]
) -> dict[str, list[CardText]]:
    """The words that powers are about, each with the cards whose powers are, in the order of the cards."""
    found: dict[str, list[CardText]] = {}
    powers = {piece.id: piece.power.raw for piece in game.pieces if piece.power is not None}
    for card in cards:
        tree = parse(powers[card.id], "power").tree if card.id in powers else None
        words = map(word_of, syntax.walk(tree)) if tree is not None else ()
        for word in dict.fromkeys(filter(None, words)):
            found.setdefault(word, []).append(card)
    return found


def said_to_change(cards: Sequence[CardText], noun: str, anchor: str) -> tuple[TextRun, ...]:
    """The sentence which says that cards change something, with their names; `noun` is what several of them are."""
    names = list(dict.fromkeys(card.name for card in cards))
    if len(names) > MAX_NAMED:
        told = f"{len(names)} {noun}, such as {listed(names[:3])}"
    else:
        told = listed(names)
    return (TextRun(f" Changed by: {told}.", anchor),)


def uses(cards: Sequence[CardText], sections: Iterable[Section], said: Mapping[str, str]) -> Iterator[Steps]:
    """For the cards without a text of their own, what is said of them by their ids, and the sections that name them."""
    places = list(sections)
    bullets = []
    for name, card in {card.name: card.id for card in cards if not card.text}.items():
        wanted = re.compile(rf"(?<![\w-]){re.escape(name)}(?:e?s)?\b")
        loose = re.compile(wanted.pattern, re.IGNORECASE)
        found = [each for each in places if _named(each, wanted, loose)]
        linked = [run for each in found for run in (TextRun("; "), TextRun(each.title, each.anchor))][1:]
        told = " ".join(said.get(card, "").split())
        if found or told:
            see = [TextRun(" See: " if told else ""), *linked] if found else []
            bullets.append((TextRun(f"{name}: {told}"), *see))
    if bullets:
        yield Steps((ListItem((TextRun("Where the rules speak of them:"),), tuple(bullets)),), numbered=False)


def _named(section: Section, wanted: re.Pattern[str], loose: re.Pattern[str]) -> bool:
    """Whether a section speaks of a name: in a text as it is written, or in a table as one of its rows."""
    if any(map(wanted.search, texts_of(section.blocks))):
        return True
    rows = (row for block in section.blocks if isinstance(block, TableBlock) for row in block.rows)
    return any(loose.fullmatch(row[0]) for row in rows)
