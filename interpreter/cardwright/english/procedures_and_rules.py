"""Procedures and rules as a rulebook prints them: titles, requirements, steps and cases."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import PLAYER, list_of
from cardwright.english.dispatch import find_fixed_text, make_known_group, render, render_condition, render_group
from cardwright.english.expressions.conditions import render_alternatives, split_clause
from cardwright.english.expressions.distinct_references import name_number
from cardwright.english.expressions.procedure_headings import find_handed_on_picks
from cardwright.english.fill_phrases import fill_phrase
from cardwright.english.nesting_limit import expand_names, limit_nesting
from cardwright.english.noun_phrases import YOU, NounGroup, Thing, looks_plural, render_third_person
from cardwright.english.scope import EnglishScope
from cardwright.english.sentences import Sentence, render_paragraph
from cardwright.english.statements.calls_and_assignments import render_let
from cardwright.english.statements.counter_statements import find_running_count
from cardwright.english.statements.idiomatic_statements import (
    name_who_gets_turn,
    render_first_turn,
    render_until,
    tell,
)
from cardwright.phrases.inflection import capitalize, spell_name
from cardwright.syntax import tree as syntax

# The sentence for a named part of the game.
_TAKES_PLACE = re.compile(r"(?:((?:The|An?) [^.;,:]*) takes? place|There is (an? [^.;,:(]*?))( \([^)]*\))?\.")
# A sentence of several statements with more words is split into parts.
MAX_WORDS = 24
# The beginning of a phrase that is a question, and stands for no value within another phrase.
_QUESTION = re.compile(r"(?:how|what|whether|when|where|which|who|whose|why)\b", re.IGNORECASE)
# Types of local names of rules that are rendered by their name.
_SAID_BY_NAME = ("number", "player", "piece", "enum")


@dataclass(frozen=True, slots=True)
class LibraryStep:
    """One step of a procedure in sentences. `words` are the procedures, rules and tables that it mentions.

    `parts` are its sub-steps in order, and `rest` is the text after these, such as `otherwise, ...`.
    """

    text: str
    words: tuple[str, ...]
    parts: tuple[LibraryStep, ...] = ()
    rest: tuple[LibraryStep, ...] = ()


def render_requirements(node: syntax.ProcedureNode, scope: EnglishScope) -> list[LibraryStep]:
    """Return the conditions under which a procedure can be performed at all."""
    asked = [each for each in node.body.statements if isinstance(each, syntax.RequireNode)]
    several = len(asked) > 1
    return [
        LibraryStep(render_alternatives(each.condition, scope.trial(), several), _find_words(each, scope))
        for each in asked
    ]


def render_own_requirements(node: syntax.ProcedureNode | syntax.RuleNode, scope: EnglishScope) -> list[str]:
    """Return the requirements of a procedure, or of a rule about one player, who is addressed as `you`."""
    if isinstance(node, syntax.RuleNode):
        scope = scope.named(node.params[0].word, replace(YOU, type=PLAYER))
        asked = [_expand_names(node, scope, True)[0].cases[0].value]
    else:
        asked = [each.condition for each in node.body.statements if isinstance(each, syntax.RequireNode)]
    return [render_condition(part, scope.trial()) for each in asked for part in syntax.split_chain(each)]


def render_steps(node: syntax.BodyNode, scope: EnglishScope) -> Iterator[LibraryStep]:
    """Yield the steps of a body in order. Names in it are explained where they are used."""
    nodes = node.statements
    scope = replace(scope, introduced=find_handed_on_picks(node, scope))
    named: tuple[str, ...] = ()
    for place, each in enumerate(nodes):
        if isinstance(each, syntax.RequireNode):
            continue
        sentences: list[Sentence]
        if isinstance(each, syntax.LetNode):
            count = find_running_count(each, nodes[place + 1 :], scope)
            if count is not None:
                scope = scope.named(each.word, count)
                continue
            sentences, scope = render_let(each, nodes[place + 1 :], scope)
            named = (*named, *_find_words(each, scope))
        else:
            begun = render_first_turn(each, scope) if scope.begins else None
            sentences = tell(each, scope) if begun is None else begun
            scope = name_who_gets_turn(each, sentences, scope)
        if sentences:
            yield step_of(sentences, (*_find_words(each, scope), *named), len(nodes) > 1)


def step_of(sentences: Sequence[Sentence], words: tuple[str, ...], of_several: bool = True) -> LibraryStep:
    """Return sentences as one step; the parts of long sentences become sub-steps.

    With `of_several`, the step is one of several. A sentence that only says that a named part of the game takes place
    is then shortened to the name: `the deal`, `the end of the trick`.
    """
    opened = {place: found for place, each in enumerate(sentences) if (found := _split_long(each)) is not None}
    if not opened:
        text = capitalize(render_paragraph(sentences))
        named = _TAKES_PLACE.fullmatch(text) if of_several else None
        text = text if named is None else f"{capitalize(named[1] or named[2])}{named[3] or ''}."
        return LibraryStep(text, words)
    cuts = sorted({0, *opened, *(place + 1 for place in opened)} & set(range(len(sentences))))
    done: list[LibraryStep] = []
    for start, end in pairwise((*cuts, len(sentences))):
        if start in opened:
            text, parts = opened[start]
            below = tuple(step_of(each, words) for each in _group_parts(parts))
            if len(below) == 1:  # one statement with its alternative
                first = below[0]
                done.append(replace(first, text=f"{capitalize(text)} {first.text[:1].lower()}{first.text[1:]}"))
            else:
                done.append(LibraryStep(capitalize(text), words, below))
        else:
            done.append(LibraryStep(capitalize(render_paragraph(sentences[start:end])), words))
    return replace(done[0], rest=(*done[0].rest, *done[1:]))


def _split_long(sentence: Sentence) -> tuple[str, tuple[Sentence, ...]] | None:
    """Split a long sentence into its first words and its parts; None for a sentence that is short enough."""
    if not sentence.parts or not sentence.inside:
        return None
    if len(sentence.parts) == 1:
        inner = _split_long(sentence.parts[0])
        return None if inner is None else (f"{sentence.start()}: {inner[0]}", inner[1])
    several = any(part.parts or part.bullets for part in sentence.parts)
    return (f"{sentence.start()}:", sentence.parts) if several or len(sentence.clause().split()) > MAX_WORDS else None


def _group_parts(parts: Sequence[Sentence]) -> list[list[Sentence]]:
    """Group the parts of a step: a sentence with `otherwise`, or about a result, belongs to the sentence before."""
    found: list[list[Sentence]] = []
    for part in parts:
        goes_on = part.follows or part.lead.startswith("otherwise") or part.text.startswith("otherwise")
        if found and goes_on:
            found[-1].append(part)
        else:
            found.append([part])
    return found


def render_cases(node: syntax.RuleNode, scope: EnglishScope) -> list[tuple[str, str]]:
    """Return (value, condition) for the cases of a rule; the condition is "" for the default.

    A local name that is used once is explained at its use, any other after the first case that uses it: `where the
    share is half of your coins`.
    """
    node, scope = _expand_names(node, scope)
    if scope.words.plainly:
        node, scope = _name_questions(node, scope)
    untold = {each.word: each.value for each in node.names if not isinstance(each.value, syntax.PerformNode)}
    found = []
    for each in node.cases:
        value = each.value
        kind = scope.type_of(value)
        text = find_fixed_text(value, scope)
        if text:
            pass  # an idiom stands for the value
        elif kind is not None and kind.base == "yes_no":
            text = (
                "yes"
                if value == syntax.YesNoNode(True)
                else "no"
                if value == syntax.YesNoNode(False)
                else render_condition(value, scope.trial())
            )
        elif kind is not None and kind.base == "list":
            text = render_group(value, scope.trial()).all()
        else:
            text = render(value, scope.trial())
        asked = "" if each.condition is None else render_condition(each.condition, scope.trial())
        where = []
        for word, value in _find_first_uses(each, untold):
            name = scope.names[word]
            called = name.opaque if isinstance(name, NounGroup) else render(syntax.NameNode(word), scope.trial())
            is_ = "are" if looks_plural(called) else "is"
            where.append(f"where {called} {is_} {render(value, scope.trial())}")
        found.append((f"{text} ({', and '.join(where)})" if where else text, asked))
    return found


def _name_questions(node: syntax.RuleNode, scope: EnglishScope) -> tuple[syntax.RuleNode, EnglishScope]:
    """Return a rule in which arguments whose phrase is a question have a letter: `the bid doubled X times`."""
    asked = [
        arg.value.word
        for each in syntax.walk(node)
        if isinstance(each, syntax.CallNode)
        for arg in each.args
        if isinstance(arg.value, syntax.NameNode)
        and isinstance(scope.value(arg.value), typed_tree.RuleExpr)
        and _QUESTION.match(render(arg.value, scope.trial()))
    ]
    values = {each.word: each for each in syntax.walk(node) if isinstance(each, syntax.NameNode)}
    for word in dict.fromkeys(asked):
        letter = name_number(scope)
        scope = scope.named(letter.text, letter)
        cases = tuple(expand_names(each, {word: syntax.NameNode(letter.text)}) for each in node.cases)
        node = replace(node, names=(*node.names, syntax.LetNode(letter.text, values[word])), cases=cases)
    return node, scope


def _expand_names(
    node: syntax.RuleNode, scope: EnglishScope, all_out: bool = False
) -> tuple[syntax.RuleNode, EnglishScope]:
    """Return a rule with only those local names that a rulebook prints, and the scope in which they are printed.

    A name that is used once, is unclear or stands for a short text is replaced by its value; with `all_out`, every name
    is.
    """
    out: dict[str, syntax.Expr] = {}
    names: list[syntax.LetNode] = []
    for place, each in enumerate(node.names):
        assert not isinstance(each.value, syntax.PerformNode)
        value = limit_nesting(expand_names(each.value, out))
        kind = scope.type_of(value)
        nodes = [part for after in (*node.names[place + 1 :], *node.cases) for part in syntax.walk(after)]
        few_words = isinstance(value, syntax.NameNode | syntax.GetNode) or (
            isinstance(scope.value(value), typed_tree.RuleExpr) and not scope.words.plainly
        )
        once = few_words or sum(isinstance(part, syntax.NameNode) and part.word == each.word for part in nodes) < 2
        by_name = (*_SAID_BY_NAME, "list") if scope.words.plainly else _SAID_BY_NAME
        if all_out or once or len(each.word) < 3 or kind is None or kind.base not in by_name:
            out[each.word] = value
            continue
        names.append(replace(each, value=value))
        text = f"the {spell_name(each.word)}"
        if kind.base == "list":
            nouns = scope.words.nouns(scope.words.noun(kind.item))
            text = text if looks_plural(text) else f"{text} {nouns}"
            scope = scope.named(each.word, make_known_group(text, kind.item, scope))
            continue
        scope = scope.named(
            each.word, render_third_person(text, kind) if kind == PLAYER else Thing(text, kind, looks_plural(text))
        )
    cases = tuple(limit_nesting(expand_names(each, out)) for each in node.cases)
    return replace(node, names=tuple(names), cases=cases), scope


def _find_first_uses(case: syntax.CaseNode, untold: dict[str, syntax.Expr]) -> Iterator[tuple[str, syntax.Expr]]:
    """Yield the names that a case uses, directly or through other names, and that were not explained before."""
    parts: list[syntax.Node] = [case]
    while parts:
        here = parts.pop(0)
        for each in syntax.walk(here):
            if isinstance(each, syntax.NameNode) and each.word in untold:
                value = untold.pop(each.word)
                parts.append(value)
                yield each.word, value


def find_endings(
    node: syntax.BodyNode, scope: EnglishScope, around: tuple[str, ...] = (), word: str = "finish"
) -> Iterator[tuple[str, ...]]:
    """Yield the conditions under which a body ends the game, as tuples with the outermost condition first.

    With `stop` as the word, they are those under which it stops itself.
    """
    for each in node.statements:
        match each:
            case syntax.PerformNode(word=done, args=()) if done == word:
                yield around
            case syntax.IfNode():
                for asked, inside in each.branches:
                    inner = scope.trial()
                    said = render_condition(asked, inner)
                    yield from find_endings(inside, inner, (*around, said), word)
                if each.otherwise is not None:
                    yield from find_endings(each.otherwise, scope, (*around, "otherwise"), word)
            case syntax.RequireNode():
                scope = scope.trial()
                around = (*around, render_condition(each.condition, scope))
            case syntax.ForEachNode() | syntax.RepeatNode() if word == "stop":
                pass
            case syntax.ForEachNode() | syntax.RepeatNode() | syntax.PutOnNode() | syntax.TogetherNode():
                yield from find_endings(each.body, scope, around, word)
            case syntax.MayNode() | syntax.ChooseNode():
                yield from find_endings(each.body, scope, around, word)


def find_stops(node: syntax.BodyNode, scope: EnglishScope) -> Iterator[tuple[str, ...]]:
    """Yield the conditions under which the loop that ends a body is stopped, as tuples like those of endings."""
    last = node.statements[-1] if node.statements else None
    if isinstance(last, syntax.RepeatNode):
        yield from find_endings(last.body, scope, word="stop")


def find_laps(
    node: syntax.BodyNode, turn: Collection[str], scope: EnglishScope
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (text that one round is over, conditions that end the loop) for each `repeat until` in a body.

    A round is a turn, a round of turns of all players, or the only step in the loop. For any other round, the text is
    "".
    """
    for each in node.statements:
        if isinstance(each, syntax.RepeatNode) and each.kind == "until" and each.value is not None:
            ends = [render_until(part, scope.trial()) for part in _list_alternatives(each.value)]
            yield _find_lap(each, turn, scope), tuple(ends)


def _list_alternatives(node: syntax.Expr) -> Iterator[syntax.Expr]:
    """Yield the conditions that an `or` combines, or the condition itself."""
    if isinstance(node, syntax.LogicNode) and node.operator == "or":
        yield from (*_list_alternatives(node.left), *_list_alternatives(node.right))
    else:
        yield node


def _find_lap(node: syntax.RepeatNode, turn: Collection[str], scope: EnglishScope) -> str:
    """Return the text that one pass of a loop is over: that its turn is, with what follows the turn in the loop."""
    over, done = _find_turn(node.body, turn, scope)
    place = next(
        (place for place, each in enumerate(node.body.statements) if done is not None and done in syntax.walk(each)), -1
    )
    active = scope.words.game.active
    passed = syntax.NameNode(str(active.value)) if active is not None else None
    after = [
        each
        for each in node.body.statements[place + 1 :]
        if not (isinstance(each, syntax.AssignNode) and each.target == passed)
        or (node.value is not None and passed in syntax.walk(node.value))
    ]
    if not over or not after:
        return over
    turns = over.removesuffix(" is over")
    return f"{turns} and all that follows it are over" if turns != over else f"{over} with all that follows it"


def _find_turn(node: syntax.BodyNode, turn: Collection[str], scope: EnglishScope) -> tuple[str, syntax.Node | None]:
    """Return the text that the turn, round or only step of a loop is over, and its node; ("", None) without one."""
    taken = [each for each in _find_single_calls(node) if each.word in turn and not _is_of_several(each.subject, scope)]
    rounds = [each for each in syntax.walk(node) if _is_round(each, turn, scope)]
    if len(taken) == 1 and not rounds:
        return _is_over(taken[0], scope) or "a turn is over", taken[0]
    if not taken and len(rounds) == 1:
        return "a round is over", rounds[0]
    only = node.statements[0]
    if isinstance(only, syntax.PerformNode) and len(node.statements) == 1:
        return _is_over(only, scope), only
    return "", None


def _find_single_calls(node: syntax.Node) -> Iterator[syntax.PerformNode]:
    """Yield the procedure calls that a text executes at most once."""
    for each in syntax.list_children(node):
        if isinstance(each, syntax.PerformNode):
            yield each
        elif not isinstance(each, syntax.ForEachNode | syntax.RepeatNode):
            yield from _find_single_calls(each)


def _is_round(node: syntax.Node, turn: Collection[str], scope: EnglishScope) -> bool:
    """Return True if a statement lets several players take a turn one after the other."""
    if isinstance(node, syntax.ForEachNode):
        return _is_of_several(node.list, scope) and any(each.word in turn for each in _find_single_calls(node.body))
    return isinstance(node, syntax.PerformNode) and node.word in turn and _is_of_several(node.subject, scope)


def _is_of_several(node: syntax.Expr | None, scope: EnglishScope) -> bool:
    return node is not None and scope.type_of(node) == list_of(PLAYER)


def _is_over(node: syntax.PerformNode, scope: EnglishScope) -> str:
    """Render the end of a named part of the game: `a night of rain is over`, `a hand is played`."""
    phrase = scope.call_phrase(node)
    if phrase is None or phrase.kind != "step" or not phrase.declared:
        return ""
    is_over = "" if split_clause(phrase, {}, scope) is not None else " is over"
    return f"{fill_phrase(phrase, {}, scope)}{is_over}"


def _find_words(node: syntax.Node, scope: EnglishScope) -> tuple[str, ...]:
    """Return the procedures, rules and tables a text mentions, each once."""
    found = [
        each.word
        for each in syntax.walk(node)
        if isinstance(each, syntax.PerformNode | syntax.CallNode | syntax.NameNode)
    ]
    for word in [word for word in found if word in scope.silent]:
        rest = {other: text for other, text in scope.silent.items() if other != word}
        found += _find_words(scope.silent[word].node.body, replace(scope, silent=rest))
    return tuple(dict.fromkeys(found))
