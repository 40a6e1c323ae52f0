"""The score of each player, as a table with a row for each part of the sum."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import TableDecl
from cardwright.english.nesting_limit import expand_names
from cardwright.english.noun_phrases import looks_plural
from cardwright.english.renderer import English, all_play_together
from cardwright.phrases.inflection import capitalize, join_items, spell_name
from cardwright.presentation.rulebook.document import TableBlock
from cardwright.presentation.rulebook.rule_text_sections import WHEN, Writer
from cardwright.syntax import tree as syntax
from cardwright.syntax.patterns import match

Rule = typed_tree.WrittenNode[syntax.RuleNode]
# Points that all share who have the most of something, and the rule for the most.
_SHARE = """\
rule SHARE(PLAYER):
  0 if MINE is 0 or MINE < MOST
  NUMBER / count(players where THEIRS is MOST){} otherwise
"""
_LARGEST = "rule MOST: max(VALUE for each PLAYER in players)"
_SIGNS = {"+": "", "-": "minus "}
_REVERSED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


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

    def tell_result(self) -> str:
        """Return who wins if the score only has a few fixed values: `You win if ...; all others lose.`; else ""."""
        written = self.writer.rules["final_score"]
        values = [found for case in written.node.cases if (found := _find_constant(case.value)) is not None]
        alone = self.writer.game.players == (1, 1) or all_play_together(self.writer.checked)
        if alone or "winners" in self.writer.rules or len({*values}) != len(written.node.cases):
            return ""
        win, lose, *_ = [condition for _, condition in self.english.cases(written, you=True)]
        first, second, *rest = values
        if len(rest) == 1 and self.writer.game.players == (2, 2) and _are_opposite(written.node):
            win, lose = (win, lose) if first > second else (lose, win)
            between = min(first, second) < rest[0] < max(first, second)
            return f"You win if {win}, and lose if {lose}; otherwise it is a draw." if between else ""
        if rest:
            return ""
        if first > second:
            shared = "" if self._somebody_meets(written.node) else " If nobody does, all share the win."
            return f"You win if {win}; all others lose.{shared}"
        shared = "" if _is_about_one(written.node) else " If all do, they share the win."
        return f"You lose if {win}; all others win.{shared}"

    def _somebody_meets(self, node: syntax.RuleNode) -> bool:
        """Return True if the game only ends when somebody meets the first condition of the score."""
        last = self.writer.procedures["play"].node.body.statements[-1:]
        ends = [each.value for each in last if isinstance(each, syntax.RepeatNode) and each.kind == "until"]
        asked = node.cases[0].condition
        assert asked is not None
        met = syntax.map_nodes(expand_names(asked, {node.params[0].word: syntax.NameNode("it")}), _shorten)
        players = syntax.FilterNode(syntax.NameNode("players"), met)
        ways = syntax.split_chain(ends[0], "or") if ends else []
        some = syntax.CallNode("any", (syntax.ArgNode(None, players),))
        early = [each for each in self.writer.endings(False) if not each[0].startswith(WHEN)]
        return bool(ways) and not early and all(each == some for each in ways)

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
        shared = self._tell_share(word) if word else None
        if word and shared is not None:
            shown += [word, shared[1]]
            yield f"{sign}{text}", shared[0]
            return
        called = self.writer.rules.get(term.word) if isinstance(term, syntax.CallNode) else None
        if called is not None and _is_count(called.node) and looks_plural(text):
            yield text, f"{sign}1 point each"
            return
        if word:
            shown.append(word)
            filled, changed = self._fill_numbers(self.writer.rules[word], shown)
            cases = self.english.cases(filled, you=True)
            said = [f"{value}{f' if {asked}' if asked else ''}" for value, asked in cases]
            yield f"{sign}{text}", f"{'; otherwise '.join(said)}{changed}"
            return
        table = self.writer.game.tables.get(getattr(term, "word", ""))
        if isinstance(term, syntax.CallNode) and table is not None and list(table.rows) == [""]:
            of = self.english.value_for_you(written, term.args[0].value) if len(term.args) == 1 else text
            yield f"{sign}{of}", _lead_to_table(table)
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

    def _fill_numbers(self, written: Rule, shown: list[str]) -> tuple[Rule, str]:
        """Return a rule with the numbers of rules that only say a number, and a remark on cards that change them."""
        numbers: dict[str, syntax.NumberNode] = {}
        for word, text in self.writer.rules.items():
            value = text.node.cases[0].value
            if len(text.node.cases) == 1 and text.node.params and isinstance(value, syntax.NumberNode):
                numbers[word] = value

        def fill(node: syntax.Node) -> syntax.Node | None:
            return numbers.get(node.word) if isinstance(node, syntax.CallNode) else None

        used = [each.word for each in syntax.walk(written.node) if isinstance(each, syntax.CallNode)]
        shown += [word for word in used if word in numbers]
        cards = dict.fromkeys(
            card.name for word in used if word in numbers for card in self.writer.changed.get(word, ())
        )
        return replace(written, node=syntax.map_nodes(written.node, fill)), (
            f" ({join_items([*cards])} can change this)" if cards else ""
        )

    def _tell_share(self, word: str) -> tuple[str, str] | None:
        """Return the text for a rule that shares a number among all with the most, and the rule that gives the most.

        Whoever has none of it, or less than the most, gets 0. Returns None for any other rule.
        """
        written = self.writer.rules[word]
        for rounded in (" rounded down", " rounded up", ""):
            share = match(_SHARE.format(rounded), written.node, "library")
            most = share.name("MOST") if share is not None else ""
            if (
                share is None
                or most not in self.writer.rules
                or not isinstance(share.expr("NUMBER"), syntax.NumberNode)
            ):
                continue
            scorer, mine = share.name("PLAYER"), share.expr("MINE")
            same = share.expr("THEIRS") == expand_names(mine, {scorer: syntax.NameNode("it")})
            if same and _is_largest(self.writer.rules[most].node, scorer, mine):
                what, number = (self.english.value_for_you(written, each) for each in (mine, share.expr("NUMBER")))
                text = f"{number} if {what} is the highest and not 0; if several have the highest, they share the "
                return f"{text}{number}" + (rounded and f" ({rounded.strip()})"), most
        return None


def _is_count(node: syntax.RuleNode) -> bool:
    return (
        len(node.cases) == 1
        and isinstance(node.cases[0].value, syntax.CallNode)
        and node.cases[0].value.word == "count"
    )


def _is_largest(node: syntax.RuleNode, scorer: str, mine: syntax.Expr) -> bool:
    """Return True if a rule gives the largest of a number over all players."""
    largest = match(_LARGEST, node, "library")
    each = largest.name("PLAYER") if largest is not None else ""
    return largest is not None and largest.expr("VALUE") == expand_names(mine, {scorer: syntax.NameNode(each)})


def _find_constant(node: syntax.Expr) -> int | None:
    match node:
        case syntax.NumberNode(value=value):
            return value
        case syntax.NegativeNode(value=syntax.NumberNode(value=value)):
            return -value
    return None


def _is_about_one(node: syntax.RuleNode) -> bool:
    """Return True if the first condition of a score holds for one player at most: `player is loser`."""
    match node.cases[0].condition:
        case syntax.CompareNode(operator="is", left=syntax.NameNode(word=word), right=syntax.NameNode()):
            return word == node.params[0].word
    return False


def _are_opposite(node: syntax.RuleNode) -> bool:
    """Return True if one of two players meets the first condition of a score where the other meets the second."""
    player = syntax.NameNode(node.params[0].word)
    other = syntax.CallNode("next", (syntax.ArgNode(None, player),))
    match [case.condition for case in node.cases[:2]]:
        case [syntax.CompareNode() as one, syntax.CompareNode() as two]:
            swapped = expand_names(one.left, {player.word: other})
            reverse = _REVERSED.get(one.operator)
            return (reverse, swapped) == (two.operator, one.right) and (one.left, one.right) == (two.left, two.right)
    return False


def _shorten(node: syntax.Node) -> syntax.Node | None:
    """Return `hand` for `it.hand`, as a filter has it; None for any other node."""
    match node:
        case syntax.GetNode(object=syntax.NameNode(word="it"), word=word):
            return syntax.NameNode(word)
    return None


def _split_terms(node: syntax.Expr, sign: str) -> Iterator[tuple[str, syntax.Expr]]:
    """Yield the terms of a sum with their signs."""
    if isinstance(node, syntax.BinaryNode) and node.operator in ("+", "-"):
        yield from _split_terms(node.left, sign)
        other = sign if node.operator == "+" else {"+": "-", "-": "+"}[sign]
        yield from _split_terms(node.right, other)
    else:
        yield sign, node


def _lead_to_table(table: TableDecl) -> str:
    """Return the place of a table of one row, and what holds beyond its end."""
    values = table.rows[""]
    return f"as the table “{capitalize(spell_name(table.word))}” says (beyond {len(values)}: {values[-1]})"
