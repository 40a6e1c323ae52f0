"""Relations between cards and rules: cards that change a rule, and sections that mention a card."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cardwright.declarations.model import GameDecl
from cardwright.phrases.inflection import join_items
from cardwright.presentation.rulebook.document import ListItem, Section, Steps, TableBlock, list_texts
from cardwright.presentation.rulebook.links import TextRun
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

if TYPE_CHECKING:
    from cardwright.game.loaded_game import CardText

# Limit for the cards named in one sentence.
MAX_NAMED = 8


def map_rules_to_cards(game: GameDecl, cards: Sequence[CardText]) -> dict[str, list[CardText]]:
    """Map each rule to the cards with a modifier for it, in the order of the cards."""
    return _map_words_to_cards(game, cards, lambda each: each.rule.word if isinstance(each, syntax.ModifyNode) else "")


def map_procedures_to_cards(game: GameDecl, cards: Sequence[CardText]) -> dict[str, list[CardText]]:
    """Map each procedure to the cards that react to it, replace it or forbid it."""
    return _map_words_to_cards(
        game, cards, lambda each: each.pattern.word if isinstance(each, syntax.ReactNode | syntax.ForbidNode) else ""
    )


def _map_words_to_cards(
    game: GameDecl, cards: Sequence[CardText], word_of: Callable[[syntax.Node], str]
) -> dict[str, list[CardText]]:
    """Map each word that `word_of` finds in abilities to the cards with these abilities, in the order of the cards."""
    found: dict[str, list[CardText]] = {}
    powers = {piece.id: piece.power.raw for piece in game.pieces if piece.power is not None}
    for card in cards:
        tree = parse(powers[card.id], "power").tree if card.id in powers else None
        words = map(word_of, syntax.walk(tree)) if tree is not None else ()
        for word in dict.fromkeys(filter(None, words)):
            found.setdefault(word, []).append(card)
    return found


def list_changing_cards(cards: Sequence[CardText], noun: str, anchor: str) -> tuple[TextRun, ...]:
    """Return a sentence on the cards that change a rule; `noun` is the plural for these cards."""
    names = list(dict.fromkeys(card.name for card in cards))
    if len(names) > MAX_NAMED:
        text = f"{len(names)} {noun}, such as {join_items(names[:3])}"
    else:
        text = join_items(names)
    return (TextRun(f" Changed by: {text}.", anchor),)


def describe_uses(cards: Sequence[CardText], sections: Iterable[Section], said: Mapping[str, str]) -> Iterator[Steps]:
    """Yield a list on the cards without a text, with the author's remarks on them and links to sections.

    `said` has the remarks by the id of the card.
    """
    places = list(sections)
    bullets = []
    for name, card in {card.name: card.id for card in cards if not card.text}.items():
        wanted = re.compile(rf"(?<![\w-]){re.escape(name)}(?:e?s)?\b")
        loose = re.compile(wanted.pattern, re.IGNORECASE)
        found = [each for each in places if _mentions_name(each, wanted, loose)]
        linked = [run for each in found for run in (TextRun("; "), TextRun(each.title, each.anchor))][1:]
        text = " ".join(said.get(card, "").split())
        if found or text:
            see = [TextRun(" See: " if text else ""), *linked] if found else []
            bullets.append((TextRun(f"{name}: {text}"), *see))
    if bullets:
        yield Steps((ListItem((TextRun("Where the rules speak of them:"),), tuple(bullets)),), numbered=False)


def _mentions_name(section: Section, wanted: re.Pattern[str], loose: re.Pattern[str]) -> bool:
    """Return True if a section mentions a name: a text matches `wanted`, or a row's first cell matches `loose`."""
    if any(map(wanted.search, list_texts(section.blocks))):
        return True
    rows = (row for block in section.blocks if isinstance(block, TableBlock) for row in block.rows)
    return any(loose.fullmatch(row[0]) for row in rows)
