"""Warnings about numbers in rulebook texts that do not occur in the rule or table described."""

import re
from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.phrases.inflection import join_items
from cardwright.source.diagnostics import Diagnostic, declare_code
from cardwright.syntax import tree as syntax

OUTDATED_DESCRIPTION = declare_code("outdated-description")
# The author's text on the goal of the game, and the rules it is about.
GOAL = "goal"
SCORING = ("final_score", "winners")
# No number of a game has more digits.
_NUMBER = re.compile(r"(?<![\w.,-])\d{1,30}(?![\w]|[.,]\d)")


def find_outdated_descriptions(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each number in an `about` text that does not occur in the rule or table described."""
    for word, text in texts.game.about:
        given = _find_numbers(texts, str(word.value))
        if given is None:
            continue
        said = str(text.value)
        for number in dict.fromkeys(map(int, _NUMBER.findall(said))):
            if number not in given:
                at = next((m for m in _NUMBER.finditer(text.raw) if int(m[0]) == number), None)
                span = text.span if at is None else text.span_of(at.start(), at.end())
                known = join_items([f"`{each}`" for each in sorted(given)], "or")
                message = f"the text about `{word.raw}` names {number}, which `{word.raw}` does not give"
                label = f"write {known}" if known else f"remove this: `{word.raw}` contains no number"
                yield Diagnostic(OUTDATED_DESCRIPTION, message, span, label, severity="warning")


def _ends_game(written: typed_tree.WrittenNode[syntax.ProcedureNode] | typed_tree.WrittenNode[syntax.RuleNode]) -> bool:
    """Return True if a text ends the game."""
    return any(isinstance(node, syntax.PerformNode) and node.word == "finish" for node in syntax.walk(written.node))


def _find_numbers(texts: GameTexts, word: str) -> set[int] | None:
    """Return the numbers in a procedure, rule or table, and in the rules without parameters that it calls.

    Returns None for other words, whose texts cannot be checked.
    """
    table = texts.game.tables.get(word)
    if table is not None:
        return {number for row in table.rows.values() for number in (*row, len(row))} | {len(table.rows)}
    library = texts.checked.library
    if word not in library and word != GOAL:
        return None
    waiting: list[syntax.Node] = list(_list_end_conditions(texts)) if word == GOAL else [library[word].node]
    found: set[int] = set()
    seen: set[str] = set()
    while waiting:
        for node in syntax.walk(waiting.pop()):
            if isinstance(node, syntax.NumberNode):
                found.add(node.value)
            elif isinstance(node, syntax.NameNode | syntax.CallNode) and node.word in texts.checked.rules:
                written = library.get(node.word) if node.word not in seen else None
                seen.add(node.word)
                waiting += [written.node] if written is not None else []
    return found


def _list_end_conditions(texts: GameTexts) -> Iterator[syntax.Node]:
    """Yield the texts that tell when the game ends and who wins: also how long the loops of `play` last."""
    for word, written in texts.checked.library.items():
        if word in SCORING or _ends_game(written):
            yield written.node
        elif word == "play":
            yield from (
                each.value for each in syntax.index(written.node).of(syntax.RepeatNode) if each.value is not None
            )
