"""Remarks for choices of a fixed number of items, which are skipped if there are too few items."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import Type
from cardwright.english.game_words import GameWords, Phrase
from cardwright.english.scope import EnglishScope
from cardwright.english.sentences import Sentence
from cardwright.phrases import templates
from cardwright.syntax import tree as syntax

# The remark on a required choice of a fixed number of items: fewer are never taken instead.
OR_NONE = " (or none, if there are fewer)"
# The remark on a verb that cannot begin with fewer items, if its phrase does not mention them.
_IF_THERE_ARE = " (if there are {} {} to choose)"
_SAID = re.compile(r" \((?:or none, if there are fewer|if there are [^()]*)\)$")
_WRITTEN_OUT = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = re.compile(r"\w+")
# The values of each `let`, by its word.
Noted = Mapping[str, typed_tree.Value]
# A count that is taken completely or not at all, with the type of the items.
Taken = tuple[typed_tree.Value, Type | None]


def may_lack(amount: typed_tree.Value | None, source: typed_tree.Value | None, noted: Noted) -> bool:
    """Return True if `source` may have fewer items than a choice of `amount` items needs."""
    if isinstance(amount, typed_tree.LiteralExpr):
        return amount.value > 1  # fewer than 1 are none
    return amount is None or source is None or not _is_at_most_count(amount, source, noted)


def needs_enough(node: syntax.ChooseNode, scope: EnglishScope) -> bool:
    """Return True if a required choice is skipped when there are fewer items than it requires.

    Without enough targets, the event does not take place.
    """
    if node.may or node.otherwise is not None or scope.targeted:
        return False
    wanted = [(pick.amount, pick.source) for pick in node.picks if pick.amount is not None]
    return any(
        may_lack(scope.value(amount.value), scope.value(source), scope.noted)
        for amount, source in wanted
        if amount.value is not None and amount.kind in ("exactly", "at_least")
    )


def _is_at_most_count(amount: typed_tree.Value, source: typed_tree.Value, noted: Noted) -> bool:
    """Return True if a number is certainly at most the number of items in `source`, such as half of it."""
    match amount:
        case typed_tree.LocalExpr(var=var) if var.word in noted:
            return _is_at_most_count(noted[var.word], source, noted)
        case typed_tree.PrimitiveExpr(primitive=primitive, args=args) if primitive.word == "count":
            return _unwrap_content(args[0]) == _unwrap_content(source)
        case typed_tree.PrimitiveExpr(primitive=primitive, args=args) if primitive.word == "min":
            return any(_is_at_most_count(arg, source, noted) for arg in args)
        case typed_tree.BinaryExpr(
            operator="-",
            left=left,
            right=typed_tree.LiteralExpr() | typed_tree.RuleExpr() | typed_tree.LocalExpr() | typed_tree.MemoryExpr(),
        ):
            return _is_at_most_count(left, source, noted)
        case typed_tree.DivideExpr(left=left):
            return _is_at_most_count(left, source, noted)
    return False


def _unwrap_content(value: typed_tree.Value) -> typed_tree.Value:
    return value.zone if isinstance(value, typed_tree.ContentExpr) else value


def omit_shortfall_remark(done: list[Sentence], nodes: Sequence[syntax.Stmt], words: GameWords) -> list[Sentence]:
    """Return the sentences of an option without the remark on too few items.

    The option is offered only if `nodes` can begin. Therefore their first choice does not need the remark.
    """
    first = nodes[0] if nodes else None
    if not done or not (
        isinstance(first, syntax.ChooseNode)
        or (isinstance(first, syntax.PerformNode) and _begins_with_choice(first.word, words))
    ):
        return done
    return [replace(done[0], tail=_SAID.sub("", done[0].tail)), *done[1:]]


def _begins_with_choice(word: str, words: GameWords) -> bool:
    """Return True if a verb begins with a choice, so that it can begin only if there are enough items."""
    return any(sort.body and isinstance(sort.body[0], typed_tree.ChooseStmt) for sort in words.procedures(word))


def find_shortfall_remark(phrase: Phrase, given: Mapping[str, syntax.Expr], words: GameWords) -> str:
    """Return the remark that nothing is taken if there are too few items; "" if the author's phrase has it.

    A phrase needs the remark if it mentions the choice: by the number (in figures, as a word or as a parameter), or by
    the noun.
    """
    if not phrase.declared or words.plainly:
        return ""
    roles = templates.list_parameters(phrase.parts)
    said = set(_WORDS.findall(phrase.template.lower()))
    silent = ""
    for sort in words.procedures(phrase.word):
        for amount, things in _find_complete_takes(sort.body, {}, {}):
            role = amount.var.word if isinstance(amount, typed_tree.LocalExpr) and amount.var in sort.params else ""
            if given.get(role) in (syntax.NumberNode(0), syntax.NumberNode(1)):
                continue
            if role and role not in given and not may_lack(_find_default(sort, amount), None, {}):
                continue
            nouns = words.nouns(words.noun(things))
            if role in roles or said & {_spell_amount(amount), str(_number(amount)), *nouns.lower().split()}:
                return OR_NONE
            silent = silent or _IF_THERE_ARE.format(_number(amount) or "enough", nouns)
    return silent if _begins_with_choice(phrase.word, words) else ""


def _find_default(procedure: typed_tree.TypedProcedure, parameter: typed_tree.Value) -> typed_tree.Value | None:
    """Return the default value of a parameter, or None if it has none."""
    defaults = dict(zip(procedure.params, procedure.defaults, strict=False))
    return defaults.get(parameter.var) if isinstance(parameter, typed_tree.LocalExpr) else None


def _number(amount: typed_tree.Value) -> int | None:
    return amount.value if isinstance(amount, typed_tree.LiteralExpr) else None


def _spell_amount(amount: typed_tree.Value) -> str:
    number = _number(amount) or 0
    return _WRITTEN_OUT[number - 2] if 2 <= number <= 10 else ""


def _find_complete_takes(block: typed_tree.Block, noted: Noted, known: dict[int, tuple[Taken, ...]]) -> Iterator[Taken]:
    """Yield the amounts of items that statements take either completely or not at all, each with the type of the items.

    `noted` has the values of local names. `known` stores the amounts of called procedures.
    """
    enough: list[typed_tree.Value] = []
    for node in block:
        match node:
            case typed_tree.RequireStmt(condition=condition):
                counts = [
                    part for part in typed_tree.walk_tree(condition) if isinstance(part, typed_tree.PrimitiveExpr)
                ]
                enough += [_unwrap_content(part.args[0]) for part in counts if part.primitive.word == "count"]
            case typed_tree.LetStmt(var=var, value=value):
                noted = {**noted, var.word: value}
            case typed_tree.ChooseStmt(may=False, otherwise=(), picks=picks, body=body):
                for pick in picks:
                    fixed = pick.amount in ("exactly", "at_least") and pick.count is not None
                    if (
                        fixed
                        and _unwrap_content(pick.source) not in enough
                        and may_lack(pick.count, pick.source, noted)
                    ):
                        assert pick.count is not None
                        yield pick.count, pick.item.type
                yield from _find_complete_takes(body, noted, known)
            case typed_tree.ForEachStmt(body=body):
                yield from _find_complete_takes(body, noted, known)
            case typed_tree.PerformStmt(procedure=procedure, args=args):
                params = dict(zip(procedure.params, args, strict=False))
                if procedure.number not in known:
                    known[procedure.number] = ()  # one that performs itself adds nothing
                    known[procedure.number] = tuple(dict.fromkeys(_find_complete_takes(procedure.body, {}, known)))
                for amount, things in known[procedure.number]:
                    yield typed_tree.substitute(amount, params), things
