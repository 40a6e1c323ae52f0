"""Procedures and rules that part one leaves to part two, because their prose would need variables."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import NUMBER, list_of
from cardwright.english.renderer import English
from cardwright.presentation.rulebook.turn_and_phases import Procedure
from cardwright.syntax import tree as syntax

# What part one says of such a procedure or rule, behind its phrase.
POINTER = ": this is told to the letter in the second part."
# A rule with more words in several cases is told in part two only.
MAX_WORDS = 110
# The beginning of a phrase that is a question, and stands for no value within another phrase.
_QUESTION = re.compile(r"(?:how|what|whether|when|where|which|who|whose|why)\b", re.IGNORECASE)


def find_programs(procedures: Mapping[str, Procedure], kept: Collection[str]) -> set[str]:
    """Return the procedures, except those in `kept`, that only a program can follow.

    If such a procedure has no phrase, its callers are left to part two as well, because prose could not name the call.
    """
    found = {word for word, text in procedures.items() if word not in kept and _is_program(text)}
    while True:
        unsaid = {word for word in found if procedures[word].node.phrase is None}
        callers = {word for word, text in procedures.items() if word not in kept and _calls(text.node, unsaid)} - found
        if not callers:
            return found
        found |= callers


def _calls(node: syntax.Node, words: Collection[str]) -> bool:
    return any(isinstance(each, syntax.PerformNode) and each.word in words for each in syntax.walk(node))


def _is_program(text: Procedure) -> bool:
    """Return True if a procedure counts in numbers of its own, goes through numbers, or chooses several numbers."""
    nodes = list(syntax.walk(text.node.body))
    own = {each.word for each in nodes if isinstance(each, syntax.LetNode)}
    numbers = [each for each in text.node.params if text.names.get(each.word) == NUMBER]
    if text.node.phrase is None and len(numbers) > 1:
        return True
    for each in nodes:
        match each:
            case syntax.AssignNode(target=syntax.NameNode(word=word)):
                found = word in own and _is_number(each.target, text)
            case syntax.ForEachNode(word=word, list=listed, body=body):
                found = _find_type(listed, text) == list_of(NUMBER) and _mentions(body, word)
            case syntax.ChooseNode(picks=picks):
                found = sum(_find_type(pick.source, text) == list_of(NUMBER) for pick in picks) > 1
            case _:
                found = False
        if found:
            return True
    return False


def forget_numbers(node: syntax.ProcedureNode, left: Collection[str]) -> syntax.ProcedureNode:
    """Return a procedure in which calls of those in `left` lose a number that is only drawn for the call."""
    done = tuple(_forget_number(each, left) for each in node.body.statements)
    return node if done == node.body.statements else replace(node, body=replace(node.body, statements=done))


def _forget_number(node: syntax.Stmt, left: Collection[str]) -> syntax.Stmt:
    match node:
        case syntax.ChooseNode(
            subject=None,
            may=False,
            otherwise=None,
            picks=(syntax.PickNode(at_random=True),),
            body=syntax.BodyNode(statements=(syntax.PerformNode(subject=None, word=word) as call,)),
        ) if word in left:
            return replace(call, args=())
    return node


def _find_type(node: syntax.Expr, text: Procedure) -> object:
    value = text.values.get((node.start, node.end, type(node)))
    return None if value is None else value.type


def _is_number(node: syntax.Expr, text: Procedure) -> bool:
    return _find_type(node, text) == NUMBER


def _mentions(node: syntax.Node, word: str) -> bool:
    return any(isinstance(each, syntax.NameNode) and each.word == word for each in syntax.walk(node))


def is_long_or_nested(
    word: str, rules: Mapping[str, typed_tree.WrittenNode[syntax.RuleNode]], english: English
) -> bool:
    """Return True for a rule that is long, calls itself, or passes a rule phrased as a question to another rule.

    A question makes no sense inside another phrase: "the bid doubled how often it doubles".
    """
    node = rules[word].node
    if _calls_itself(node) or any(_QUESTION.match(english.heading(each)) for each in _find_nested(node, rules)):
        return True
    cases = english.cases(rules[word])
    return len(cases) > 1 and sum(len(f"{value} {asked or ''} if".split()) for value, asked in cases) > MAX_WORDS


def _calls_itself(node: syntax.RuleNode) -> bool:
    return any(
        isinstance(each, syntax.NameNode | syntax.CallNode) and each.word == node.word for each in syntax.walk(node)
    )


def _find_nested(node: syntax.RuleNode, rules: Collection[str]) -> Iterator[str]:
    """Yield the rules that are arguments of other rules."""
    for each in syntax.walk(node):
        if isinstance(each, syntax.CallNode) and each.word in rules:
            for arg in each.args:
                if isinstance(arg.value, syntax.NameNode | syntax.CallNode) and arg.value.word in rules:
                    yield arg.value.word
