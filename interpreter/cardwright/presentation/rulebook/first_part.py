"""First part of a rulebook: the author's rules page, with blocks computed from the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cardwright.checker import typed_tree
from cardwright.presentation.rulebook.components import _build_table
from cardwright.presentation.rulebook.document import Block, Example, Section
from cardwright.presentation.rulebook.rules_page import BlockMaker, find_rules_page, read_rules_page
from cardwright.presentation.rulebook.rules_page_words import find_card, find_procedure, find_table, list_anchors
from cardwright.source.diagnostics import CardwrightError, has_errors
from cardwright.source.read_text_file import read_source

if TYPE_CHECKING:
    from cardwright.game.game import CardText


def read_guide(
    checked: typed_tree.CheckedGame,
    cards: Sequence[CardText],
    box: Sequence[Block],
    ends: Sequence[Block],
    steps: Callable[[str], Iterable[Block]],
) -> tuple[Section, ...]:
    """Return the author's rules page as sections; none without a page.

    `box` and `ends` stand for the live parts of these names; `steps` makes the blocks of a procedure. Raises
    CardwrightError if the page is no ordinary file of text.
    """
    path = find_rules_page(checked)
    if path is None:
        return ()
    blocks = list_block_makers(checked, {card.id: card for card in cards}, box, ends, steps)
    file, found = read_source(path, None)
    if has_errors(found):
        raise CardwrightError(found)
    return read_rules_page(file.text, checked, list_anchors(checked), blocks).sections


def list_block_makers(
    checked: typed_tree.CheckedGame,
    cards: Mapping[str, CardText],
    box: Sequence[Block],
    ends: Sequence[Block],
    steps: Callable[[str], Iterable[Block]],
) -> dict[str, BlockMaker]:
    """Return the makers of blocks that stand for a live part alone in a paragraph, by their first word."""

    def card(word: str) -> Sequence[Block]:
        return [Example(cards[find_card(checked.game, word).id])]

    return {
        "box": lambda _: box,
        "ends": lambda _: ends,
        "table": lambda word: [_build_table(find_table(checked.game, word))],
        "card": card,
        "steps": lambda word: tuple(steps(find_procedure(checked, word))),
    }
