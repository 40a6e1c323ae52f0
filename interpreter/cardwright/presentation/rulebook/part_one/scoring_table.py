"""The score of each player, as a table with a row for each part of the sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cardwright.checker import typed_tree
from cardwright.declarations.model import TableDecl
from cardwright.english.renderer import English, all_play_together
from cardwright.phrases.inflection import capitalize, spell_name
from cardwright.presentation.rulebook.document import TableBlock
from cardwright.syntax import tree as syntax

if TYPE_CHECKING:
    from cardwright.presentation.rulebook.rule_text_sections import Writer

_SIGNS = {"+": "", "-": "minus "}


class ScoringWriter:
    """Writer of the table of scores of one game."""

    def __init__(self, writer: Writer, english: English) -> None:
        self.writer = writer
        self.english = english

    def table(self) -> tuple[TableBlock | None, Sequence[str]]:
        """Return the table of scores (None for a score that is a single value), and the rules in it in order."""
        written = self.writer.rules["final_score"]
        node = written.node
        if len(node.cases) > 1:
            cases = self.english.cases(written, you=True)
            rows = tuple((f"if {asked}" if asked else "otherwise", value) for value, asked in cases)
            return TableBlock(("", "your score"), rows), ()
        terms = list(_split_terms(node.cases[0].value, "+"))
        if len(terms) == 1 and not self._find_inner_rule(terms[0][1]):
            return None, ()
        shown: list[str] = []
        rows_found: list[tuple[str, str]] = []
        for sign, term in terms:
            rows_found += self._find_rows(_SIGNS[sign], term, written, shown)
        return TableBlock(("for", "you score"), tuple(rows_found)), shown

    def write_sentence(self) -> str:
        """Return the sentence on a score that is a single value: `Your score is your life.`"""
        written = self.writer.rules["final_score"]
        whose = "The score of all players" if all_play_together(self.writer.checked) else "Your score"
        return f"{whose} is {self.english.value_for_you(written, written.node.cases[0].value)}."

    def mentioned(self, shown: Sequence[str]) -> list[str]:
        """Return the words that the rows of the table mention."""
        nodes = [self.writer.rules[word].node for word in ("final_score", *shown)]
        nodes += [self.writer.rules["winners"].node] if "winners" in self.writer.rules else []
        return [
            each.word
            for node in nodes
            for each in syntax.walk(node)
            if isinstance(each, syntax.NameNode | syntax.CallNode) and each.word not in shown
        ]

    def _find_inner_rule(self, term: syntax.Expr) -> str:
        """Return the rule that a term calls for the player who scores; "" for any other term."""
        if not isinstance(term, syntax.CallNode) or term.word not in self.writer.rules:
            return ""
        scorer = syntax.NameNode(self.writer.rules["final_score"].node.params[0].word)
        mine = [arg.value for arg in term.args] == [scorer]
        return term.word if mine and term.word not in self.writer.untold else ""

    def _find_rows(
        self, sign: str, term: syntax.Expr, written: typed_tree.WrittenNode[syntax.RuleNode], shown: list[str]
    ) -> Iterator[tuple[str, str]]:
        text = self.english.value_for_you(written, term)
        word = self._find_inner_rule(term)
        if word:
            shown.append(word)
            cases = self.english.cases(self.writer.rules[word], you=True)
            said = [f"{value}{f' if {asked}' if asked else ''}" for value, asked in cases]
            yield f"{sign}{text}", "; otherwise ".join(said)
            return
        table = self.writer.game.tables.get(getattr(term, "word", ""))
        if isinstance(term, syntax.CallNode) and table is not None and list(table.rows) == [""]:
            yield f"{sign}{text}", _lead_to_table(table)
            return
        match term:
            case (
                syntax.BinaryNode(operator="*", left=syntax.NumberNode(value=each), right=many)
                | syntax.BinaryNode(operator="*", left=many, right=syntax.NumberNode(value=each))
            ):
                of_each = f"{sign}{each} point{'' if each == 1 else 's'} for each"
                yield self.english.value_for_you(written, many), of_each
            case _:
                yield text, f"{sign}as many points"


def _split_terms(node: syntax.Expr, sign: str) -> Iterator[tuple[str, syntax.Expr]]:
    """Yield the terms of a sum with their signs."""
    if isinstance(node, syntax.BinaryNode) and node.operator in ("+", "-"):
        yield from _split_terms(node.left, sign)
        other = sign if node.operator == "+" else {"+": "-", "-": "+"}[sign]
        yield from _split_terms(node.right, other)
    else:
        yield sign, node


def _lead_to_table(table: TableDecl) -> str:
    """Return the place of a table of one row, and what holds beyond its end: `see “Cake points” (beyond 5: 15)`."""
    values = table.rows[""]
    return f"see “{capitalize(spell_name(table.word))}” (beyond {len(values)}: {values[-1]})"
