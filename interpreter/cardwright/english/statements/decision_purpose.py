"""Purposes of decisions: the effect of each answer, and of choosing nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import starmap

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import NUMBER, UNKNOWN, Type, list_of
from cardwright.english.dispatch import render
from cardwright.english.fill_phrases import SOME_NUMBER, bound
from cardwright.english.marked_mentions import mark_pick, strip_marks
from cardwright.english.noun_phrases import ORDINALS, YOU, NounGroup, Thing
from cardwright.english.scope import EnglishScope, Meaning, Member, find_item_type
from cardwright.english.sentences import BULLET, Sentence, clean_unsettled
from cardwright.english.statements.calls_and_assignments import render_body
from cardwright.english.statements.picks import render_picks
from cardwright.english.statements.prompts import (
    Asking,
    describe_questions,
    make_decider_scope,
    render_instruction,
)
from cardwright.english.statements.question_sentence import Aim, join_aim
from cardwright.phrases.inflection import spell_name, with_article
from cardwright.state_slots_and_table_rows import NEXT_IN_ORDER
from cardwright.syntax import tree as syntax

# The greatest length of a purpose in a prompt.
MAX_LENGTH = 110
# The greatest length of a later pick that is rendered in full.
MAX_PICK_LENGTH = 40
# The possessive of a picked value.
WHOSE = re.compile(r"\bthat \w+'s\b")
# The beginning of the text for a value from before the decision.
SETTLED = ("that ", "those ", "the other ", *(f"the {number} " for number in ORDINALS))
# The beginning of the text for a second value.
NTH = re.compile(rf"^the (?:{'|'.join((*ORDINALS[1:], 'last'))}) ")
# Purposes that mean that nothing happens.
SAYS_NOTHING = ("", "do nothing")
# Types of values that are neither pieces nor players.
COUNTED = ("number", "enum")
# What adds nothing to a value at the end: point out to that player *what is* a colour.
WHAT_IS = re.compile(r"\bwhat is (?=(?:an?|that|some) \W?\w+$)")
# The greatest length of the effect beside an option.
MAX_OPTION_LENGTH = 48
# The greatest length of the effect of an option that is a choice, which names the zone too.
MAX_PROMPT_LENGTH = 64


@dataclass(frozen=True, slots=True)
class DecisionPurpose:
    """The effects of the answers to a decision, addressed to the player who decides.

    - `then`: the effect of a pick or an optional action
    - `otherwise`: the effect of choosing nothing
    - `options`: the effect of each option
    - `single`: the text `then` for the case that the computed number of picks is one
    - `called`: pairs `(text, name)` for the values that these texts mention
    - `picked`: the texts by which `then` and `single` mention the pick
    - `asks`: the question continued by `then`, and by `single`, each as in `join_aim`
    - `follows`: what is done next, whatever the answer is

    A text that would be too long is "".
    """

    then: str = ""
    otherwise: str = ""
    options: tuple[str, ...] = ()
    single: str = ""
    called: tuple[tuple[str, str], ...] = ()
    picked: tuple[str, ...] = ()
    asks: tuple[tuple[str, str, bool], ...] = ()
    follows: str = ""


def describe_purpose(
    node: Asking, scope: EnglishScope, pick: int = 0, kind: Type = UNKNOWN, own: str = ""
) -> DecisionPurpose:
    """Return the effects of the answers to a decision.

    `pick` is the index of the pick, `kind` the type of the options, and `own` the piece whose power asks, in words;
    `scope` has the names around it.
    """
    asked = make_decider_scope(node.subject, scope)
    asked = _make_distinct_scope(node, asked) if isinstance(node, syntax.ChooseNode) else asked
    rest = node.otherwise
    otherwise = "" if rest is None or not rest.statements else _render_short(render_body(rest, asked.trial())).text
    questions = describe_questions(node, pick, kind, scope)
    called, options = _find_mentioned_names(node, asked, pick), tuple[str, ...]()
    match node:
        case syntax.ChooseNode():
            aims = _find_aims(node, pick, asked)
            # after the first pick, the choice cannot be declined
            otherwise = otherwise if pick == 0 or node.can_be_none else ""
        case syntax.ChooseOneNode():
            found = [_find_aims(each.choice, 0, _make_distinct_scope(each.choice, asked)) for each in node.pickings]
            aims = found[0] if len(found) == 1 else [Aim()]
            options = tuple(_render_each_option(node, [each[0].text for each in found], asked))
        case syntax.MayNode():
            aim = _render_short(render_body(node.body, asked)) if node.statement is not None else Aim()
            aims = [aim._replace(text=clean_unsettled(aim.text))]
    asks = tuple(starmap(join_aim, zip(questions, aims, strict=False)))
    if aims[0].text in SAYS_NOTHING:
        for_it = own if isinstance(node, syntax.ChooseNode) else ""
        asks = tuple((each.start + each.picked, f" for {for_it}", True) for each in questions if for_it)
    return DecisionPurpose(
        aims[0].apart,
        otherwise,
        options,
        aims[1].apart if aims[1:] else "",
        called,
        tuple(dict.fromkeys(aim.called for aim in aims if aim.called)),
        asks,
    )


def _find_aims(node: syntax.ChooseNode, pick: int, scope: EnglishScope) -> list[Aim]:
    """Return what a pick is for and, if the number to be picked is computed, what it is for if that is one."""
    amount = node.picks[pick].amount
    fixed = amount is None or amount.value is None or isinstance(amount.value, syntax.NumberNode)
    varies = amount is not None and (amount.kind == "as_many" or not fixed)
    aims = [_render_pick_actions(node, pick, scope)]
    if varies:
        aims.append(_render_pick_actions(_limit_to_one(node, pick), pick, scope))
    return [aim.extended(" next") if node.picks[pick].word == NEXT_IN_ORDER and aim else aim for aim in aims]


def _make_distinct_scope(node: syntax.ChooseNode, scope: EnglishScope) -> EnglishScope:
    """Return the scope in which older values have texts that differ from that of the pick: `the other card`."""
    inside = render_picks(node, len(node.picks), scope.trial())[1]
    picks = {pick.word for pick in node.picks}
    called = {word: each.text for word, each in inside.names.items() if isinstance(each, Thing)}
    chosen = {text for word, text in called.items() if word in picks and text.startswith("that ")}
    alike = [word for word, text in called.items() if word in scope.names and word not in picks and text in chosen]
    for word in alike if len(alike) == 1 else ():
        settled = scope.names[word]
        assert isinstance(settled, Thing)
        scope = scope.named(word, replace(settled, text=f"the other {settled.text.removeprefix('that ')}"))
    return scope


def _find_mentioned_names(node: Asking, scope: EnglishScope, pick: int = 0) -> tuple[tuple[str, str], ...]:
    """Return pairs `(text, name)` for earlier values that the text of a decision mentions, such as `that player`.

    In a choice with several picks, the earlier picks are included: `the first card`.
    """
    picks = [each.word for each in node.picks] if isinstance(node, syntax.ChooseNode) else []
    inside = render_picks(node, len(picks), scope.trial())[1] if isinstance(node, syntax.ChooseNode) else scope
    texts = {word: meaning.opaque if isinstance(meaning, NounGroup) else "" for word, meaning in inside.names.items()}
    texts |= {word: meaning.text for word, meaning in inside.names.items() if isinstance(meaning, Thing)}
    counts = Counter(texts.values())
    words = dict.fromkeys((*(word for word in scope.names if word not in picks), *picks[:pick]))
    own = [(texts[word], word) for word in words if texts[word].startswith(SETTLED)]
    return tuple((text, word) for text, word in own if counts[text] == 1)


def describe_following(statements: Sequence[syntax.Stmt], scope: EnglishScope) -> str:
    """Render the statements that follow a decision; "" if these are too many or others do what they say."""
    sentences = render_body(syntax.BodyNode(tuple(statements)), make_decider_scope(None, scope))
    own = bool(sentences) and sentences[0].subject is not None and sentences[0].subject.text == "you"
    return _render_whole(sentences, MAX_PROMPT_LENGTH).text if own else ""


def render_purpose(node: syntax.ChooseNode, scope: EnglishScope) -> str:
    """Render the purpose of a choice as it is before any pick is made: `contract a card from your hand on a ship`."""
    return _render_pick_actions(node, -1, make_decider_scope(node.subject, scope)).text


def _render_pick_actions(node: syntax.ChooseNode, pick: int, scope: EnglishScope) -> Aim:
    """Render the actions on the picks. Later picks are described by the list from which they will be picked."""
    node = _leave_out_open_arguments(node, pick, scope)
    plain = replace(node, picks=tuple(replace(each, where=None) for each in node.picks))
    texts, inside = render_picks(plain, len(node.picks), scope.trial(), mark=pick)
    called = _refer_to_pick(node, pick, scope)
    for each in node.picks[: pick + 1]:
        inside = inside.named(each.word, called.names[each.word])
    marked: Thing | NounGroup = Thing("")
    if pick >= 0:
        word = node.picks[pick].word
        picked = inside.names[word]
        marked = mark_pick(picked.group if isinstance(picked, Member) else picked)
        for same in (word, *_find_copies(node.body, word, inside)):
            inside = inside if isinstance(picked, Member) else inside.named(same, marked)
    to_come = [(each.word, text) for each, text in zip(node.picks[pick + 1 :], texts[pick + 1 :], strict=True)]
    done_so = _render_actions(node, to_come, inside)
    if _has_repeated_possessive(strip_marks(done_so.text)) or any(
        len(strip_marks(text)) > MAX_PICK_LENGTH for _, text in to_come
    ):
        done_so = _render_actions(
            node, [(word, _render_without_owner(inside.names[word], text)) for word, text in to_come], inside
        )
    if done_so.text in SAYS_NOTHING:
        done_so = _render_added(node, inside)
    return done_so.with_mentions(clean_unsettled(WHAT_IS.sub("", done_so.text)), marked)


def _leave_out_open_arguments(node: syntax.ChooseNode, pick: int, scope: EnglishScope) -> syntax.ChooseNode:
    """Return a choice whose calls of verbs without a phrase leave out later picks, and a number that is picked now.

    The words made from the names of parameters tell nothing about a value that is not known.
    """
    if pick < 0:
        return node
    is_number = scope.type_of(node.picks[pick].source) == list_of(NUMBER)
    unknown = {each.word for each in node.picks[pick if is_number else pick + 1 :]}

    def shorten(each: syntax.Node) -> syntax.Node | None:
        phrase = scope.call_phrase(each) if isinstance(each, syntax.PerformNode) else None
        if not isinstance(each, syntax.PerformNode) or phrase is None or phrase.declared or each.word in scope.silent:
            return None
        given = bound(phrase, each.args)
        known = {role: value for role, value in given.items() if not _is_name_among(value, unknown)}
        args = tuple(syntax.ArgNode(role, value) for role, value in known.items())
        return None if len(known) == len(given) else replace(each, args=args)

    return replace(node, body=syntax.map_nodes(node.body, shorten)) if unknown else node


def _is_name_among(node: syntax.Expr, words: Collection[str]) -> bool:
    return isinstance(node, syntax.NameNode) and node.word in words


def _find_copies(body: syntax.BodyNode, word: str, scope: EnglishScope) -> Iterator[str]:
    """Yield the local names to which a body assigns a pick, or a list that contains it."""
    for each in body.statements:
        match each:
            case syntax.AssignNode(operator="=", target=syntax.NameNode() as target, value=value):
                if target.word in scope.names and _mentions(value, {word}):
                    yield target.word


def _refer_to_pick(node: syntax.ChooseNode, pick: int, scope: EnglishScope) -> EnglishScope:
    """Return the scope in which a pick and those before it have the texts by which they are mentioned.

    Ordinals are only used for earlier picks of several, not for the pick itself.
    """
    plain = replace(node, picks=tuple(replace(each, where=None) for each in node.picks))
    so_far = render_picks(plain, pick + 1, scope.trial())[1]
    for each in plain.picks[max(pick, 0) : pick + 1]:
        alone = render_picks(replace(plain, picks=(each,)), 1, replace(so_far, taken=scope.taken))[1]
        so_far = so_far.named(each.word, alone.names[each.word])
    return so_far


def _render_actions(node: syntax.ChooseNode, to_come: Sequence[tuple[str, str]], scope: EnglishScope) -> Aim:
    """Render the actions on the picks. The picks in `to_come` are described in full at their first mention."""
    for word, text in to_come:
        if find_item_type(scope.type_of(syntax.NameNode(word))) == NUMBER:
            scope = scope.named(word, Thing(SOME_NUMBER, NUMBER))
        else:
            scope = replace(scope, fresh={**scope.fresh, word: text})
    noticed = _keep_visible_statements(_bring_forward(node.body), scope).statements
    picks = {pick.word for pick in node.picks}
    # if all is too long, render the first statement that uses the picks
    first = next((place for place, each in enumerate(noticed) if _mentions(each, picks)), 0)
    return (
        _render_assignment(node, scope)
        or _render_whole(render_body(syntax.BodyNode(noticed), scope.trial()))
        or _render_short(render_body(syntax.BodyNode(noticed[first:]), scope.trial()))
    )


def _bring_forward(body: syntax.BodyNode) -> syntax.BodyNode:
    """Return a body with the statements that are put on a stack instead of putting them there.

    What a choice is for is what is carried out in the end.
    """
    match body.statements:
        case (*before, syntax.PutOnNode() as last):
            return replace(body, statements=(*before, *last.body.statements))
    return body


def _mentions(node: syntax.Node, words: Collection[str]) -> bool:
    return any(isinstance(part, syntax.NameNode) and part.word in words for part in syntax.walk(node))


def _has_repeated_possessive(text: str) -> bool:
    """Return True if a text repeats a possessive, as in `a card from that player's hold from that player's hold`."""
    said = WHOSE.findall(text)
    return len(set(said)) < len(said)


def _render_without_owner(meaning: Meaning, text: str) -> str:
    """Render a value without its owner: `a card`, or `another card` if it is a second or later one."""
    if not isinstance(meaning, Thing):
        return text
    return (
        NTH.sub("another ", meaning.text)
        if NTH.match(meaning.text)
        else with_article(meaning.text.removeprefix("that "))
    )


def _limit_to_one(node: syntax.ChooseNode, place: int) -> syntax.ChooseNode:
    """Return a choice in which one of the picks takes a single item."""
    return replace(
        node, picks=tuple(replace(each, amount=None) if n == place else each for n, each in enumerate(node.picks))
    )


def _render_each_option(node: syntax.ChooseOneNode, picking: list[str], scope: EnglishScope) -> Iterator[str]:
    """Yield the effect of each option with a title, and of each pick among the options if there are several picks."""
    then = iter(picking)
    for part in node.options:
        if isinstance(part, syntax.PickingNode):
            text = next(then)
            yield text if len(picking) > 1 else ""
        else:
            yield _render_option(part, scope) if part.title else ""


def _render_option(part: syntax.OptionNode, scope: EnglishScope) -> str:
    """Render the effect of an option. If the option is only a choice, render the purpose of that choice."""
    match part.body.statements:
        case (syntax.ChooseNode() as asked,):
            text = render_purpose(asked, scope)
            return text if len(text) <= MAX_PROMPT_LENGTH else ""
    return _render_short(render_body(part.body, scope.trial()), MAX_OPTION_LENGTH).text


def _keep_visible_statements(node: syntax.BodyNode, scope: EnglishScope) -> syntax.BodyNode:
    """Return the body with only the statements whose effects players notice.

    Assignments to local names are always left out, other unnoticed statements only if something remains.
    """
    noticed = [
        each for each in node.statements if not (isinstance(each, syntax.AssignNode) and _is_local(each.target, scope))
    ]
    visible = [each for each in noticed if not _is_noted(each, scope)]
    return replace(node, statements=tuple(visible or noticed))


def _is_noted(node: syntax.Node, scope: EnglishScope) -> bool:
    """Return True if a statement only changes memory that is temporary or that players do not see."""
    if isinstance(node, syntax.ForEachNode):
        return all(_is_noted(each, scope) for each in node.body.statements)
    kept = scope.value(node.target) if isinstance(node, syntax.AssignNode) else None
    return isinstance(kept, typed_tree.MemoryExpr) and (
        bool(kept.memory.until) or kept.memory.word in scope.words.hidden
    )


def _render_assignment(node: syntax.ChooseNode, scope: EnglishScope) -> Aim:
    """Return the name of memory in which a pick is only stored: `your bid`; an empty aim for any other choice."""
    match node.body.statements:
        case (syntax.AssignNode(operator="=", target=target, value=syntax.NameNode() as value),) if not _is_local(
            target, scope
        ):
            kind, its = scope.type_of(value), render(target, scope)
            if (
                value in [syntax.NameNode(pick.word) for pick in node.picks]
                and kind is not None
                and kind.base in COUNTED
            ):
                return Aim(its, "name")
    return Aim()


def _render_added(node: syntax.ChooseNode, scope: EnglishScope) -> Aim:
    """Render a pick that is only added to a list with a name: `add it to the list`; empty for any other choice."""
    last = node.body.statements[-1] if node.body.statements else None
    picks = [syntax.NameNode(pick.word) for pick in node.picks]
    if (
        isinstance(last, syntax.AssignNode)
        and last.operator == "+="
        and last.value in picks
        and _is_local(last.target, scope)
    ):
        name = spell_name(last.target.word) if isinstance(last.target, syntax.NameNode) else "list"
        added = render(last.value, scope)
        return Aim(f"add {added} to {'what is' if name.endswith(('ed', 'en', 'wn')) else 'the'} {name}")
    return Aim()


def _is_local(target: syntax.Expr, scope: EnglishScope) -> bool:
    return isinstance(target, syntax.NameNode) and target.word in scope.names


def _render_short(sentences: list[Sentence], longest: int = MAX_LENGTH) -> Aim:
    """Render sentences as an instruction. If the text is longer than `longest`, render only the first."""
    return _render_whole(sentences, longest) or _render_whole(sentences[:1], longest)


def _render_whole(sentences: list[Sentence], longest: int = MAX_LENGTH) -> Aim:
    """Render sentences as an instruction; empty if the text is longer than `longest`."""
    text = render_instruction(sentences)
    if len(strip_marks(text)) > longest or BULLET in text:
        return Aim()
    first = sentences[0] if sentences else Sentence(YOU)
    acts = first.text.startswith("do this ") if first.subject is None else first.subject.text == YOU.text
    return Aim(text, "action" if acts and not first.lead else "clause")
