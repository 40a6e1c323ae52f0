"""Parameters of events and changed rules as phrases: with an argument, or with any value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import MemoryDecl, ZoneDecl
from cardwright.declarations.value_types import NUMBER, PLAYER, ZONE, Type
from cardwright.english.dispatch import make_known_group, render, render_group, render_single
from cardwright.english.expressions.distinct_references import number_equal_texts
from cardwright.english.expressions.filters import narrow_group
from cardwright.english.expressions.properties import find_property, find_title
from cardwright.english.fill_phrases import Free, Given, bound, find_parameter_noun
from cardwright.english.game_words import Phrase
from cardwright.english.noun_phrases import CLAUSES, NounGroup, Thing, find_first_word, render_third_person
from cardwright.english.scope import EnglishScope, Meaning
from cardwright.phrases import inflection, templates
from cardwright.phrases.templates import TemplateSlot
from cardwright.syntax import tree as syntax
from cardwright.syntax.patterns import match as find_form

MAX_CLAUSE_BEFORE_VERB = 40
SOME, ANY = "one or more ", "any number of "
_COUNTS = {">=": "{} or more", ">": "more than {}", "<=": "{} or fewer", "<": "fewer than {}", "is": "{}"}


@dataclass(frozen=True, slots=True)
class FreeParameters:
    """The parameters of an event or rule, divided into those that can have any value and those with an argument.

    - `free`: the text for each parameter that can have any value, with the conditions that the text includes
    - `rest`: the conditions that have to be rendered separately
    - `given`: the arguments of all other parameters

    If a parameter takes one value but its argument is a list, the parameter is free: it can be any item of the list.
    """

    free: Free
    rest: Sequence[syntax.Expr]
    scope: EnglishScope
    given: Given = field(default_factory=dict)


def split_unmentioned_arguments(
    phrase: Phrase, given: Given, where: syntax.Expr | None, scope: EnglishScope
) -> tuple[dict[str, syntax.Expr], syntax.Expr | None]:
    """Return the arguments that a phrase mentions, and a condition that expresses all other arguments.

    If the condition requires a parameter of the phrase to be a certain piece or player, that piece or player becomes
    the argument.
    """
    said = templates.list_parameters(phrase.parts)
    # a parameter that is only listed, as in `sell(card)`, can have any value
    listed = {role for role, value in given.items() if value == syntax.NameNode(role) and role not in scope.names}
    arguments = {role: value for role, value in given.items() if role not in listed}
    rest: list[syntax.Expr] = []
    for part in syntax.split_chain(where):
        match part:
            case syntax.CompareNode("is", syntax.NameNode(role), wanted) if (
                role in said
                and role not in arguments
                and (
                    is_piece_or_player(phrase.roles.get(role))
                    or _is_computed(wanted, scope)
                    or _is_name(phrase.roles.get(role), wanted, scope)
                )
                and not any(
                    isinstance(each, syntax.NameNode) and each.word in phrase.roles for each in syntax.walk(wanted)
                )
            ):
                arguments[role] = wanted
            case _:
                rest.append(part)
    where = syntax.join_chain(rest)
    for role, value in reversed(list(arguments.items())):
        if role in phrase.roles and role not in said and not is_any_of_list(value, phrase.roles[role], scope):
            asked = syntax.CompareNode("is", syntax.NameNode(role), arguments.pop(role))
            where = asked if where is None else syntax.LogicNode("and", asked, where)
    return arguments, where


def number_parameters(scope: EnglishScope, phrase: Phrase, free: Free, *before: str) -> EnglishScope:
    """Return the scope in which the free parameters, after the names in `before`, have different texts."""
    return number_equal_texts(
        [*before, *(role for role in templates.list_parameters(phrase.parts) if role in free)], scope
    )


def is_any_of_list(node: syntax.Expr, wanted: Type | None, scope: EnglishScope) -> bool:
    """Return True if a parameter takes one value and its argument is a list, any item of which fits."""
    kind = scope.type_of(node)
    if kind is None or wanted is None or wanted.base in ("list", "zone") or kind.base not in ("list", "zone"):
        return False
    meaning = scope.meaning(node.word) if isinstance(node, syntax.NameNode) else None
    return not (isinstance(meaning, Thing) or (isinstance(meaning, NounGroup) and meaning.single))


def _is_name(kind: Type | None, node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True if a parameter is the name of a piece, and a value the name of a certain one."""
    return kind is not None and kind.base == "name" and isinstance(scope.value(node), typed_tree.LiteralExpr)


def is_piece_or_player(kind: Type | None) -> bool:
    """Return True if a type is a piece or a player, and not a number or word."""
    return kind is not None and kind.base in ("piece", "player")


def is_definite(meaning: Meaning) -> bool:
    """Return True if a meaning begins with `the` and so needs no introduction, as in `the led action`."""
    return isinstance(meaning, Thing) and meaning.text.startswith("the ")


def render_parameter_again(role: str, kind: Type | None, given: Given, scope: EnglishScope) -> Meaning:
    """Return the text for a parameter after the event has already mentioned it."""
    if role in given:
        said = given[role]
        if isinstance(said, syntax.GetNode) and kind is not None and kind.base == "piece":
            return Thing(f"that {find_title(said, scope)}", kind)
        meaning = scope.meaning(said.word) if isinstance(said, syntax.NameNode) else None
        return meaning if isinstance(meaning, Thing) else render_single(said, scope)
    noun = find_parameter_noun(role, kind, scope)
    if kind is not None and kind.base == "enum" and role.endswith("ed"):
        return Thing(f"the {noun}", kind)
    if kind is not None and kind.base == "list":
        nouns = scope.words.nouns(noun)
        again = make_known_group(f"the {nouns}" if nouns == noun else f"those {nouns}", kind.item, scope)
        return again if nouns == noun else replace(again, noun=noun, nouns=nouns)
    return render_third_person(f"that {noun}", PLAYER) if kind == PLAYER else Thing(f"that {noun}", kind)


def generalize_ordinals(
    parts: tuple[templates.Part, ...], phrase: Phrase, free: Mapping[str, object]
) -> tuple[templates.Part, ...]:
    """Return the parts of a phrase; a number that can have any value gets `any` before its name: `any place`."""
    found: list[templates.Part] = []
    for part in parts:
        before = found[-1] if found else ""
        if isinstance(part, TemplateSlot) and part.noun is None and isinstance(before, str):
            anything = free.get(part.role) in ("", SOME, ANY) and phrase.roles.get(part.role) == NUMBER
            name = inflection.spell_name(part.role)
            if anything and before.endswith(f" {name} "):
                found[-1] = f"{before[: -len(name) - 1]}any {name}"
                continue
        found.append(part)
    return tuple(found)


def is_enum(phrase: Phrase, role: str) -> bool:
    """Return True if the type of a parameter is an enum or unknown."""
    kind = phrase.roles.get(role)
    return kind is None or kind.base == "enum"


def is_inside_noun(phrase: Phrase, role: str) -> bool:
    """Return True if a parameter is part of another parameter's noun, as in `{number:{of} card}`."""
    nouns = (part.noun for part in phrase.parts if isinstance(part, TemplateSlot) and part.noun is not None)
    return any(role in templates.list_parameters(noun) for noun in nouns)


def render_free_parameter(
    role: str, kind: Type | None, about: list[syntax.Expr], scope: EnglishScope, among: NounGroup | None = None
) -> tuple[Thing | NounGroup | str, list[syntax.Expr]]:
    """Return the text for a parameter with any value (or any in `among`), and the conditions that the text includes."""
    if kind == NUMBER:
        for part in about:
            text = number_text(role, part, scope)
            if text:
                return text, [part]
        return "", []
    noun = find_parameter_noun(role, kind, scope)
    many = kind is not None and kind.base == "list"
    if kind is not None and kind.base == "piece" and noun.endswith(f" {scope.words.noun(kind)}"):
        noun = scope.words.noun(kind)  # an ordinal is only needed at a later mention
    items = NounGroup(noun, scope.words.nouns(noun), kind.item if kind is not None and many else kind)
    if kind is not None and kind.base == "enum":
        return _render_enum_text(role, items, about, scope)
    if many:
        return _list_text(role, items, about, scope)
    used: list[syntax.Expr]
    listed = [part for part in about if _is_in_list(part, role, scope)] if among is None else []
    if listed and isinstance(listed[0], syntax.CompareNode):
        among = render_group(listed[0].right, scope)
        narrowed, used = render_free_parameter(role, kind, [each for each in about if each != listed[0]], scope, among)
        return narrowed, [listed[0], *used]
    items = among or items
    used = []
    for part in about if kind != ZONE else ():
        if kind == scope.this.type and part == syntax.CompareNode(
            "is not", syntax.NameNode(role), syntax.NameNode("this")
        ):
            items = items.plain()
            others = [other for other in about if other is not part]
            said_again = any(syntax.NameNode("this") in syntax.walk(other) for other in others)
            if said_again or scope.meets_itself(role, others):
                items = replace(items, adjectives=("other", *items.adjectives))
            else:
                remark = "(other than this one)"
                listed_by_rule = among is not None and not items.zone  # the cards nested with you
                items = replace(items, tails=(*items.tails, remark) if listed_by_rule else (remark, *items.tails))
            used = [*used, part]
            continue
        if among is not None and among.opaque and among.single:
            continue
        narrow = narrow_group(items, part, scope, role)
        if not is_tail(part) and not any(tail.startswith("where ") for tail in narrow.tails):
            items, used = narrow, [*used, part]
    return items, used


def _is_computed(node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True if a number is worked out in play."""
    return scope.type_of(node) == NUMBER and not isinstance(scope.value(node), typed_tree.LiteralExpr)


def _is_in_list(part: syntax.Expr, role: str, scope: EnglishScope) -> bool:
    """Return True if a condition is that a piece is one of the items of a rule's list: `card in things_of(you)`."""
    if not isinstance(part, syntax.CompareNode) or part.operator != "in" or part.left != syntax.NameNode(role):
        return False
    if isinstance(part.right, syntax.GetNode) and isinstance(scope.value(part.right), typed_tree.ZoneExpr):
        listed = render_group(part.right, scope.trial())  # your workshops
        return not (listed.zone or listed.opaque) and isinstance(listed.owner, Thing)
    return isinstance(part.right, syntax.CallNode) and isinstance(scope.value(part.right), typed_tree.RuleExpr)


def number_text(role: str, part: syntax.Expr, scope: EnglishScope) -> str:
    """Render a condition on a number as a number: `3 or more`, `3 or 4`; "" if that is impossible."""
    if not isinstance(part, syntax.CompareNode) or part.left != syntax.NameNode(role):
        return ""
    if part.operator == "in" and isinstance(part.right, syntax.ListOfNode) and part.right.items:
        return inflection.join_items([render(item, scope) for item in part.right.items], "or")
    if _is_computed(part.right, scope):
        return ""  # no noun can follow: more than your coins coins
    if part.operator == ">" and isinstance(part.right, syntax.NumberNode):
        part = syntax.CompareNode(">=", part.left, syntax.NumberNode(part.right.value + 1))
    return _COUNTS[part.operator].format(render(part.right, scope)) if part.operator in _COUNTS else ""


def _list_text(
    role: str, items: NounGroup, about: list[syntax.Expr], scope: EnglishScope
) -> tuple[str, list[syntax.Expr]]:
    """Render a list that must or must not include an item: `contracts that include a technology contract`."""
    name, used = syntax.NameNode(role), []
    there: list[str] = []
    missing: list[str] = []
    for part in about:
        asked = part.value if isinstance(part, syntax.NotNode) else part
        some = missing if isinstance(part, syntax.NotNode) else there
        match asked:
            case syntax.CallNode(
                word="any", args=(syntax.ArgNode(value=syntax.FilterNode(list=listed, where=where)),)
            ) if listed == name:
                some.append(narrow_group(replace(items, type=items.type), where, scope).one(by="in"))
            case syntax.CompareNode(operator="in" | "not in", left=syntax.NameNode(word="this"), right=listed) if (
                listed == name
            ):
                some = missing if (asked.operator == "not in") != (some is missing) else there
                some.append(scope.this.text)
            case _:
                continue
        used.append(part)
    clauses = [f"include {inflection.join_items(there)}"] if there else []
    clauses += [f"do not include {inflection.join_items(missing, 'or')}"] if missing else []
    return items.called(True) + (f" that {' and '.join(clauses)}" if clauses else ""), used


def is_tail(part: syntax.Node) -> bool:
    """Return True if a condition is about when or why an event happens."""
    return isinstance(part, syntax.CallNode) and part.word in ("during", "caused_by")


def _render_enum_text(
    role: str, items: NounGroup, about: list[syntax.Expr], scope: EnglishScope
) -> tuple[str, list[syntax.Expr]]:
    for part in about:
        several = [find_form("ROLE is WORD", each) for each in syntax.split_chain(part, "or")]
        words = [
            each.expr("WORD") for each in several if each is not None and each.expr("ROLE") == syntax.NameNode(role)
        ]
        if len(words) == len(several) > 1 and all(map(scope.is_word, words)):
            return inflection.join_items([render(word, scope) for word in words], "or"), [part]
        if isinstance(part, syntax.CompareNode) and part.left == syntax.NameNode(role):
            if part.operator == "is":
                return render(part.right, scope), [part]
            if part.operator == "in" and isinstance(part.right, syntax.ListOfNode):
                return inflection.join_items([render(item, scope) for item in part.right.items], "or"), [part]
            if part.operator == "in":
                listed = render_group(part.right, scope)
                if listed.opaque and listed.single:
                    return templates.sort(listed.the()), [part]
                return f"any {listed.noun}" if listed.simple else f"any of {listed.the()}", [part]
            if part.operator in ("not in", "is not"):
                narrow = narrow_group(items, part, scope, role)
                return f"any {narrow.one().partition(' ')[2]}", [part]
    return f"any {items.noun}", []


def is_changed(part: syntax.Expr, phrase: Phrase, scope: EnglishScope) -> bool:
    """Return True if an event changes what a condition asks, which then is true or false after the event only."""
    asked = [each for each in syntax.walk(part) if isinstance(each, syntax.NameNode | syntax.GetNode)]
    found = [find_property(scope.value(each)) for each in asked]
    return any(isinstance(each, MemoryDecl | ZoneDecl) and scope.words.changes(phrase.word, each) for each in found)


def is_about(part: syntax.Expr, role: str, unsaid: list[str], scope: EnglishScope) -> bool:
    """Return True if a condition mentions a parameter, and no other of those in `unsaid`."""
    names = find_mentioned_names(part, scope)
    return role in names and not any(other in names for other in unsaid if other != role)


def find_mentioned_names(node: syntax.Node, scope: EnglishScope) -> set[str]:
    """Return the names that the text of a condition mentions; arguments that a phrase omits are left out."""
    phrase = scope.words.rule(node.word) if isinstance(node, syntax.CallNode) else None
    if phrase is None or not isinstance(node, syntax.CallNode):
        own = {node.word} if isinstance(node, syntax.NameNode) else set()
        return own.union(*(find_mentioned_names(child, scope) for child in syntax.list_children(node)))
    shown = templates.list_parameters(phrase.parts)
    said = [value for role, value in bound(phrase, node.args).items() if role in shown]
    return set().union(*(find_mentioned_names(value, scope) for value in said))


def split_passive(
    parts: Sequence[templates.Part], phrase: Phrase, free: Free
) -> tuple[str, Sequence[templates.Part], Sequence[templates.Part]] | None:
    """Return the verb, the piece to which something is done, and the rest of a phrase; None for any other phrase.

    A piece in `free` with a clause of its own is none: its verb would stand before that of the event.
    """
    match parts:
        case str(verb), TemplateSlot(role=role, noun=None) as slot, *rest if len(verb.split()) == 1:
            kind, any_one = phrase.roles.get(role), free.get(role)
        case _:
            return None
    tails = any_one.tails if isinstance(any_one, NounGroup) else ()
    if any(find_first_word(tail) in CLAUSES or len(tail) > MAX_CLAUSE_BEFORE_VERB for tail in tails):
        return None
    return (verb.strip(), (slot,), rest) if kind is not None and kind.base == "piece" else None
