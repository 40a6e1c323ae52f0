"""Conditions as clauses, among them flags, yes-or-no rules, and conditions on any or all of a group."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from cardwright.checker import typed_tree
from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO
from cardwright.english.dispatch import find_fixed_text, render, render_condition, render_group, render_single
from cardwright.english.expressions.comprehensions import collect_scope, needs_names, render_condition_on_several
from cardwright.english.expressions.filters import narrow_group
from cardwright.english.expressions.merged_conditions import merge_conditions
from cardwright.english.expressions.procedure_headings import render_unmentioned_arguments
from cardwright.english.expressions.properties import (
    find_table_property,
    find_title,
    is_property,
    render_owner,
    render_single_owner,
)
from cardwright.english.expressions.quantities import render_existence
from cardwright.english.fill_phrases import (
    NONE_FREE,
    Free,
    Given,
    bound,
    convert_to_gerund,
    fill_phrase,
    find_open_parameters,
    make_filler,
    render_count,
)
from cardwright.english.game_words import Phrase
from cardwright.english.noun_phrases import NounGroup, Thing, looks_plural
from cardwright.english.scope import ITEM, ITEMS_OWN, EnglishScope, Member, make_item
from cardwright.english.sentences import join_clauses, join_conditions, omit_subject
from cardwright.phrases import inflection, templates
from cardwright.phrases.inflection import conjugate, spell_name, with_article
from cardwright.phrases.templates import Optional, TemplateSlot
from cardwright.syntax import tree as syntax
from cardwright.syntax.patterns import match as find_form

_FINITE = re.compile(r" (?:is|are|can|may|must|was|were|will)(?: |$)")
_ZERO = syntax.NumberNode(0)
# The phrase of a step that is a clause with `is` or `are`, without a relative clause before the verb.
_BECOMES = re.compile(r"((?:(?!\b(?:that|which|who|whom|whose|where|when)\b).)+?) (is|are)\b(.*)")
_WHOEVER = re.compile(
    r"((?:every|any|some|no)(?:body|one)|(?!(?:the|an?) )[a-z]+(?= [a-z]+s$)) ([a-z]+)(.*)", re.IGNORECASE
)
# A phrase that is a clause about one subject: a run begins with {number}.
_DOES = re.compile(r"(it|(?:an?|the) [\w-]+) ([\w-]+s)\b(?! of\b)(.*)")
_HAS = re.compile(r"((?:(?!\b(?:that|which|who|whom|whose|where|when)\b).)+? ha(?:s|ve))\b (?=([\w-]+))(.*)")
# Clauses whose opposite begins with another word: nobody is left, one side has won, there is wind.
_OPPOSITE = {"nobody": "somebody", "nothing": "something", "no": "some"}
_OPPOSITE |= {"somebody": "nobody", "something": "nothing"} | dict.fromkeys(("one", "some", "any"), "no")
_OPPOSITE |= {word: f"not {word}" for word in ("all", "both", "each", "every", "everybody", "everything")}
_THERE = re.compile(r"there (is|are) (?:an? )?(?!no\b|not\b)")


@render_condition.register
def _(node: syntax.YesNoNode, scope: EnglishScope, negative: bool = False) -> str:
    return "this always holds" if node.value != negative else "this never holds"


@render_condition.register
def _(node: syntax.NotNode, scope: EnglishScope, negative: bool = False) -> str:
    return render_condition(node.value, scope, not negative)


@render_condition.register
def _(node: syntax.LogicNode, scope: EnglishScope, negative: bool = False) -> str:
    if not negative and (text := find_fixed_text(node, scope)):
        return text
    merged = merge_conditions([node], scope)[0]
    if isinstance(merged, syntax.CompareNode):
        return render_condition(merged, scope, negative)
    parts = [node.right]
    left = node.left
    while isinstance(left, syntax.LogicNode) and left.operator == node.operator:
        parts.append(left.right)
        left = left.left
    parts.append(left)
    word = node.operator if not negative else {"and": "or", "or": "and"}[node.operator]
    texts = [render_condition(part, scope, negative) for part in reversed(parts)]
    if any(isinstance(part, syntax.LogicNode) for part in parts):
        either = "either " if word == "or" and scope.defines and not texts[0].startswith("either ") else ""
        return either + f", {word} ".join(texts)
    return join_clauses(omit_subject(texts) if scope.defines else texts, word)


# ---------------------------------------------------------------- marks


@render_condition.register(syntax.NameNode)
@render_condition.register(syntax.GetNode)
def _mark(node: syntax.NameNode | syntax.GetNode, scope: EnglishScope, negative: bool = False) -> str:
    local = isinstance(node, syntax.NameNode) and scope.meaning(node.word) is not None
    truth = scope.find_given_truth(node)
    if truth is not None:
        return "this always holds" if truth != negative else "this never holds"
    if not local and is_property(node, scope):
        return render_owned_flag(render_single_owner(node, scope), find_title(node, scope), negative)
    value = scope.value(node)
    memory = find_table_property(value)
    if not local and isinstance(memory, MemoryDecl) and memory.type == YES_NO:
        return _render_table_flag(memory, negative)
    if not local and isinstance(value, typed_tree.RuleExpr | typed_tree.PrimitiveExpr):
        return _call_holds(node.word, (), scope, negative)
    value_text = render_single(node, scope)
    if value_text.otherwise:
        return value_text.otherwise if negative else value_text.text
    return f"{value_text.text} is {'no' if negative else 'yes'}"


def _render_table_flag(memory: MemoryDecl, negative: bool) -> str:
    """Render a flag of the game. Its title is an adjective (`finished`) or a clause (`play goes backwards`)."""
    title = " ".join(memory.title.split())
    if " is " in title or " are " in title:
        return title.replace(" is ", " is not ", 1).replace(" are ", " are not ", 1) if negative else title
    words = title.split(" ")
    place = next((place for place, word in enumerate(words[:4]) if place and inflection.is_finite(word)), 0)
    if not place and len(words) == 2 and inflection.is_plural(words[0]) and inflection.is_past_participle(words[1]):
        return f"{words[0]} are {'not ' if negative else ''}{words[1]}"
    if not place:
        return render_owned_flag(Thing("the game"), title, negative)
    verb = inflection.negate_verb(inflection.find_base_form(words[place]), False) if negative else words[place]
    return " ".join((*words[:place], verb, *words[place + 1 :]))


def render_owned_flag(owner: Thing, title: str, negative: bool) -> str:
    """Render a flag of an owner. Its title is an adjective (`frozen`) or a predicate (`cannot attack`)."""
    verb, _, rest = title.partition(" ")
    if verb == "cannot":
        return f"{owner.text} {'can' if negative else 'cannot'} {rest}"
    if rest and inflection.is_finite(verb):
        form = inflection.negate_verb if negative else inflection.make_finite
        return f"{owner.text} {form(inflection.find_base_form(verb), owner.many)} {rest}"
    return f"{owner.text} {'are' if owner.many else 'is'} {'not ' if negative else ''}{title}"


# ---------------------------------------------------------------- rules


@render_condition.register
def _(node: syntax.CallNode, scope: EnglishScope, negative: bool = False) -> str:
    return ("" if negative else find_fixed_text(node, scope)) or _call_holds(node.word, node.args, scope, negative)


def _call_holds(word: str, args: Sequence[syntax.ArgNode], scope: EnglishScope, negative: bool) -> str:
    first = args[0].value if args else None
    if word in ("any", "all") and first is not None:
        return _render_quantified(word, first, scope, negative)
    if word == "during" and first is not None:
        return f"this is {'not ' if negative else ''}{render_period(first, scope)}"
    if word == "caused_by" and first is not None:
        return f"{render(first, scope)} {'did not cause' if negative else 'caused'} this"
    phrase = scope.words.rule(word)
    if phrase is not None:
        given = bound(phrase, args)
        chosen = {role: value for role, value in given.items() if phrase.roles.get(role) == YES_NO}
        left_out = render_unmentioned_arguments(phrase, chosen, scope)
        return render_rule_clause(phrase, given, scope, negative) + left_out
    subject, *others = [render_single(arg.value, scope).text for arg in args] or [spell_name(word)]
    if not args:
        return f"{subject} is {'no' if negative else 'yes'}"
    rest = f" with {inflection.join_items(others)}" if others else ""
    return f"{subject} is {'not ' if negative else ''}{spell_name(word)}{rest}"


def render_rule_clause(
    phrase: Phrase, given: Given, scope: EnglishScope, negative: bool = False, free: Free = NONE_FREE
) -> str:
    """Render a yes-or-no rule with its arguments: `you can ship`, `that card does not fit the slot`."""
    if not phrase.is_clause:
        return _render_noun_holds(phrase, given, scope, negative, free)
    leader, *rest = phrase.parts
    assert isinstance(leader, TemplateSlot)
    subject = _render_leader(phrase, leader, given, scope, free)
    verb, _, after = templates.fill_template(rest, make_filler(phrase, given, scope, free)).partition(" ")
    verb = inflection.find_base_form(verb)
    form = inflection.negate_verb(verb, subject.many) if negative else inflection.make_finite(verb, subject.many)
    return templates.tidy_possessives(f"{subject.text} {form} {after}")


def split_clause(phrase: Phrase, given: Given, scope: EnglishScope, free: Free = NONE_FREE) -> tuple[Thing, str] | None:
    """Return the subject of a phrase that is a clause, and the predicate with its verb in base form."""
    if phrase.is_clause:
        leader, *rest = phrase.parts
        assert isinstance(leader, TemplateSlot)
        verb, _, after = templates.fill_template(rest, make_filler(phrase, given, scope, free)).partition(" ")
        return _render_leader(phrase, leader, given, scope, free), f"{inflection.find_base_form(verb)} {after}".strip()
    text = fill_phrase(phrase, given, scope, free) if phrase.kind == "step" and phrase.declared else ""
    found = _BECOMES.match(text) or _WHOEVER.match(text)
    if found is None:
        return None
    subject, verb, behind = found.groups()
    return Thing(subject, many=verb == "are"), f"{inflection.find_base_form(verb)}{behind}"


def is_noun_phrase(text: str) -> bool:
    """Return True if the phrase of a step only names a part of the game: `the count`, and not `the deck is cut`."""
    begins = text.casefold().startswith(("the ", "a ", "an "))
    return begins and not any(found.match(text) for found in (_BECOMES, _WHOEVER, _DOES))


def _render_leader(phrase: Phrase, slot: TemplateSlot, given: Given, scope: EnglishScope, free: Free) -> Thing:
    node = given.get(slot.role)
    if node is not None:
        leader = render_single(node, scope)
        if leader.text == "them":
            leader = replace(leader, text="they", many=True)
        if slot.noun is None:
            return leader
        return replace(leader, text=render_count(node, "".join(map(str, slot.noun)), scope))
    value = free.get(slot.role)
    if isinstance(value, Thing):
        return value
    if isinstance(value, NounGroup):
        return Thing(value.one(by="in"), value.type)
    return Thing(value or f"any {spell_name(str(phrase.roles.get(slot.role) or slot.role))}")


def _render_noun_holds(phrase: Phrase, given: Given, scope: EnglishScope, negative: bool, free: Free) -> str:
    words = spell_name(phrase.word)
    denied = "not " if negative else ""
    if not phrase.declared and phrase.roles and " " not in words:
        subject = _render_leader(phrase, TemplateSlot(next(iter(phrase.roles)), None), given, scope, free)
        return f"{subject.text} {'are' if subject.many else 'is'} {denied}{words}"
    first = phrase.parts[0].partition(" ")[0] if isinstance(phrase.parts[0], str) else ""
    if negative and first in _OPPOSITE:
        rest = _render_noun_holds(phrase, given, scope, False, free).removeprefix(first)
        return f"{'none' if _OPPOSITE[first] == 'no' and rest.startswith(' of ') else _OPPOSITE[first]}{rest}"
    text = fill_phrase(phrase, given, scope, free)
    if negative and _THERE.match(text) is not None:
        return _THERE.sub(r"there \1 no ", text)
    form = inflection.negate_verb if negative else inflection.make_finite
    joint = _split_joint_subject(phrase.parts)
    if joint is not None:
        filler = make_filler(phrase, given, scope, free)
        pair, predicate = (templates.fill_template(parts, filler) for parts in joint)
        verb, *more = predicate.split()
        verb = form(inflection.find_base_form(verb), " and " in joint[0])
        return " ".join([templates.tidy_possessives(pair), verb, *more])
    split = _split_at_verb(phrase.parts)
    if split is not None:
        subject_parts, verb, predicate_parts = split
        filler = make_filler(phrase, given, scope, free)
        said = [templates.fill_template(parts, filler) for parts in (subject_parts, predicate_parts)]
        return templates.tidy_possessives(f"{said[0]} {verb} {denied}{said[1]}".strip())
    behind = _find_verb_after_argument(phrase.parts) if phrase.declared else None
    if behind is not None:
        filler = make_filler(phrase, given, scope, free)
        leader = templates.tidy_possessives(templates.fill_template(phrase.parts[:behind], filler))
        verb, *more = templates.fill_template(phrase.parts[behind:], filler).split()
        return " ".join([leader, form(inflection.find_base_form(verb), False), *more])
    has, does = _HAS.match(text), _DOES.match(text)
    if has is not None and (
        not negative or inflection.is_past(has[2]) or inflection.is_participle(has[2])
    ):  # one side has won
        return f"{has[1]} {denied}{has[3]}"
    if does is not None:
        return f"{does[1]} {form(inflection.find_base_form(does[2]), False)}{does[3]}"
    first, *following = text.split(" ")
    many = first == "they" or (inflection.is_plural(first) and inflection.is_certain_verb("".join(following[:1])))
    if following and (many or first == "it"):
        return " ".join([first, form(inflection.find_base_form(following[0]), many), *following[1:]])
    return f"{text} {form('apply', looks_plural(text))}"


def _find_verb_after_argument(parts: Sequence[templates.Part]) -> int | None:
    """Return the index of the part of a clause that begins with its verb: that of `fits` in `the top of {pile} fits`.

    The argument before it belongs to an `of`, so that no noun can follow it.
    """
    for index, part in enumerate(parts[2:], 2):
        before, lead = parts[index - 1], parts[index - 2]
        of = isinstance(lead, str) and lead.endswith(" of ") and isinstance(before, TemplateSlot)
        if of and isinstance(part, str) and re.match(r" [a-z]{2,}s\b", part):
            return index
    return None


def _split_joint_subject(
    parts: Sequence[templates.Part],
) -> tuple[Sequence[templates.Part], Sequence[templates.Part]] | None:
    """Split `{one} and {other} lie far apart` behind its two subjects; None for any other phrase."""
    match parts:
        case (TemplateSlot(), " and " | " or ", TemplateSlot(), str(predicate), *_) if predicate.startswith(" "):
            return parts[:3], parts[3:]
    return None


def _split_at_verb(
    parts: Sequence[templates.Part],
) -> tuple[Sequence[templates.Part], str, Sequence[templates.Part]] | None:
    """Split a phrase at its first finite verb that is in the author's words and not in an argument."""
    for index, part in enumerate(parts):
        found = _FINITE.search(part) if isinstance(part, str) else None
        if found is not None and isinstance(part, str):
            return (*parts[:index], part[: found.start()]), found[0].strip(), (part[found.end() :], *parts[index + 1 :])
    return None


def render_conjunction(conditions: Sequence[syntax.Expr], scope: EnglishScope) -> str:
    """Render several conditions that must all hold."""
    return join_conditions([render_alternatives(part, scope, len(conditions) > 1) for part in conditions])


def render_alternatives(node: syntax.Expr, scope: EnglishScope, marked: bool = True) -> str:
    """Render conditions of which one must hold. With `marked`, they begin with `either`."""
    parts = node.value if isinstance(node, syntax.NotNode) else node
    operator = "or" if parts is node else "and"
    either = marked and isinstance(parts, syntax.LogicNode) and parts.operator == operator
    text = render_condition(node, scope)
    return f"either {text}" if either and not text.startswith("either ") else text


def render_period(node: syntax.Expr, scope: EnglishScope) -> str:
    """Render a period in which something is true: `during the final claims`, `while all hands are passed on`."""
    phrase = scope.words.procedure_phrase(node.word) if isinstance(node, syntax.NameNode | syntax.CallNode) else None
    whole = phrase is not None and split_clause(phrase, {}, scope, find_open_parameters(phrase, scope)) is not None
    return f"{'while' if whole else 'during'} {render_procedure_name(node, scope)}"


def render_procedure_name(node: syntax.Expr, scope: EnglishScope) -> str:
    """Return a text for a procedure that is in progress: `loading`, `the final claims`."""
    word = node.word if isinstance(node, syntax.NameNode | syntax.CallNode) else ""
    phrase = scope.words.procedure_phrase(word)
    if phrase is None:
        return spell_name(word) if word else "this"
    free = find_open_parameters(phrase, scope)
    whole = split_clause(phrase, {}, scope, free)
    if whole is not None:
        who, done = whole
        return f"{who.text} {conjugate(done, lambda verb: inflection.make_finite(verb, who.many))}"
    usual = make_filler(phrase, {}, scope, free)
    # items with a name of their own are taken one at a time
    parts = [part for part in phrase.parts if not isinstance(part, Optional)]
    taken = {part.role for before, part in pairwise(parts) if before == "take " and isinstance(part, TemplateSlot)}

    def said(role: str, noun: str | None) -> str | None:
        return with_article(noun) if noun and role in taken else usual(role, noun)

    name = templates.fill_template(parts, said)
    return name if phrase.kind == "step" else convert_to_gerund(name)


# ---------------------------------------------------------------- any and all


@render_condition.register
def _(node: syntax.IfAnyNode, scope: EnglishScope, negative: bool = False) -> str:
    return render_condition(node.condition, scope, negative)


@render_condition.register(syntax.FilterNode)
@render_condition.register(syntax.RankedNode)
@render_condition.register(syntax.CollectNode)
def _render_any(
    node: syntax.FilterNode | syntax.RankedNode | syntax.CollectNode, scope: EnglishScope, negative: bool = False
) -> str:
    return _render_quantified("any", node, scope, negative)


def _render_quantified(word: str, node: syntax.Expr, scope: EnglishScope, negative: bool) -> str:
    if needs_names(node):
        return render_condition_on_several(word, node, scope, negative)
    if isinstance(node, syntax.CollectNode) and scope.type_of(node.value) == YES_NO:
        return _render_for_some(word, node, scope, negative)
    marked = _render_group_flag(word, node, scope, negative)
    if marked is not None:
        return marked
    if isinstance(node, syntax.FilterNode):
        items = render_group(node.list, scope.trial())
        within = find_form("it in OTHERS", node.where)
        if within is not None and items.tails and not items.opaque and negative and scope.words.plainly:
            some, others = render_group(node.list, scope), render_group(within.expr("OTHERS"), scope)
            return f"no {some.called(False)}{some.behind(some.place('one', 'in'))} is among {others.the()}"
        if items.opaque and not items.collective and looks_plural(items.opaque):
            return _render_inclusion(render_group(node.list, scope), node.where, scope, negative)
        if items.simple and items.type == PLAYER:
            clause = render_condition(node.where, scope.trial().about(make_item(PLAYER, items.noun)))
            if clause.startswith(f"{ITEM} ") and clause.count(ITEM) == 1:
                render_condition(node.where, scope.about(make_item(PLAYER, items.noun)))
                return f"{'no' if negative else 'any'} {items.noun}{clause[1:]}".replace(ITEMS_OWN, "their")
            text = _tell_of_some(clause, items.noun) if scope.words.plainly and not negative else ""
            if text:
                return text
    return render_existence(node, "is" if negative else ">", _ZERO, scope)


def _tell_of_some(clause: str, noun: str) -> str:
    """Return a clause about what one of several players has: `a player's hand is empty`; "" if it is not about that."""
    if ITEM in clause or clause.count(ITEMS_OWN) != 1:
        return ""
    whole = clause.startswith(f"all {ITEMS_OWN} ")
    return (
        clause.replace(ITEMS_OWN, f"{'of ' * whole}{with_article(noun)}'s")
        if whole or clause.startswith(ITEMS_OWN)
        else ""
    )


def _render_group_flag(word: str, node: syntax.Expr, scope: EnglishScope, negative: bool) -> str | None:
    """Render a flag of any or all members of a group: `any player is folded`, `no player is folded`.

    Returns None for any other expression.
    """
    kind = scope.type_of(node)
    if not isinstance(node, syntax.GetNode) or kind is None or kind.item != YES_NO or not is_property(node, scope):
        return None
    owner = render_owner(node, scope)
    if not isinstance(owner, NounGroup):
        return None
    each = (
        f"each {owner.bare()}" if owner.opaque and not owner.single and owner.bare().startswith("of ") else owner.each()
    )
    who = each if word == "all" else _render_none(owner) if negative else owner.one(by="in")
    return ("not " if negative and word == "all" else "") + render_owned_flag(
        Thing(who), find_title(node, scope), False
    )


def _render_inclusion(items: NounGroup, where: syntax.Expr, scope: EnglishScope, negative: bool) -> str:
    """Render a test of a list for items of a kind: `the drawn cards include an agriculture card`."""
    some = narrow_group(replace(items, opaque=""), where, scope)
    return f"{items.opaque} {'do not include' if negative else 'include'} {some.one(by='in')}"


def _render_for_some(word: str, node: syntax.CollectNode, scope: EnglishScope, negative: bool) -> str:
    inner, items = collect_scope(node, scope)
    counted = items is not None and items.type == NUMBER
    if items is not None and len(node.each) == 1 and not counted and _occurs_once(node.each[0].word, node.value):
        text = items.each() if word == "all" else items.one(by="in")
        if negative:
            text = f"not {text}" if word == "all" else _render_none(items)
        own = "their" if items.type == PLAYER else "its"
        return render_condition(node.value, inner.named(node.each[0].word, Thing(text, items.type, own=own)))
    for each in node.each:
        meaning = inner.names[each.word]
        if not isinstance(meaning, Member):
            continue
        own = "their" if meaning.group.type == PLAYER else "its"
        inner = inner.named(each.word, Thing(f"that {meaning.group.noun}", meaning.group.type, own=own))
    text = render_condition(node.value, inner)
    if items is None:
        return text
    if counted:
        lead = items.one(by="in").replace("a ", "some ", 1)
        lead = ("not " if negative else "") + f"for {items.each()}" if word == "all" else f"for {lead}"
        return (
            f"for no {items.called(False)}{items.behind(items.place('one'))}, {text}"
            if negative and word == "any"
            else f"{lead}, {text}"
        )
    if word == "all":
        return f"{text}, {'but not ' if negative else ''}for {items.each()}"
    if negative:
        return f"{text}, for no {items.called(False)}"
    return f"{text}, for {f'some {items.noun}' if items.simple else items.one(by='in')}"


def _render_none(items: NounGroup) -> str:
    """Render `none of` a group: `no player`, `none of those melds`."""
    return f"none {items.bare()}" if items.opaque else f"no {items.called(False)}{items.behind(items.place('one'))}"


def _occurs_once(word: str, node: syntax.Node) -> bool:
    return sum(isinstance(part, syntax.NameNode) and part.word == word for part in syntax.walk(node)) == 1
