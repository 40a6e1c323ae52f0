"""Sentences for modifiers of rules: those of an active power, and those that last until an event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from cardwright.checker.typed_tree import LAYERS
from cardwright.declarations.value_types import FRACTION, NUMBER, PLAYER, YES_NO, Type
from cardwright.english.dispatch import render, render_ability, render_condition, render_group, render_statement
from cardwright.english.expressions.conditions import render_conjunction, render_rule_clause
from cardwright.english.fill_phrases import Free, bound, find_rate, render_argument, render_count
from cardwright.english.game_words import Phrase
from cardwright.english.given_and_open_parameters import FreeParameters, number_parameters, split_unmentioned_arguments
from cardwright.english.noun_phrases import NounGroup, Thing, looks_plural, split_noun
from cardwright.english.scope import EnglishScope, find_filter_conditions, is_its_ambiguous
from cardwright.english.sentences import Sentence, make_clause
from cardwright.english.trigger_events import free_roles, make_event_filler, render_end
from cardwright.phrases import inflection, templates
from cardwright.phrases.inflection import close_sentence
from cardwright.phrases.templates import TemplateSlot
from cardwright.syntax import tree as syntax

_BOUNDS = {"cap": "at most", "raise": "at least"}
_TIMES = {2: "doubled", 3: "tripled", 4: "quadrupled"}


@render_ability.register
def _(node: syntax.ModifyNode, scope: EnglishScope) -> str:
    return close_sentence(render_changed_rule(node, scope))


@render_statement.register
def _(node: syntax.ModifyNode, scope: EnglishScope) -> list[Sentence]:
    """Render a modifier with a duration.

    A name in it stands for the value that the name has when the modifier starts, even if a parameter has the same name.
    """
    until = f"until {render_end(node.until, scope)}" if node.until is not None else ""
    text = render_changed_rule(node, scope, itself=False)
    if node.until is not None and any(_is_fixed_count(each.value, node, scope) for each in node.changes):
        text += " (counted now)"
    return [make_clause(f"{until}, {text}" if text.startswith("while ") else f"{text} {until}".rstrip())]


def _is_fixed_count(value: syntax.Expr, node: syntax.ModifyNode, scope: EnglishScope) -> bool:
    """Return True for an amount that is computed when a modifier with a duration starts, and then stays.

    A value that uses a parameter of the rule is computed each time.
    """
    phrase = scope.words.rule(node.rule.word)
    parameters = set() if phrase is None else {*phrase.roles} - {*scope.names}
    parts = list(syntax.walk(value))
    return any(isinstance(part, syntax.CallNode | syntax.GetNode) for part in parts) and not any(
        isinstance(part, syntax.NameNode) and part.word in parameters for part in parts
    )


def render_changed_rule(node: syntax.ModifyNode, scope: EnglishScope, itself: bool = True) -> str:
    """Render the new value of a rule.

    With `itself`, a parameter whose argument is its own name can have any value.
    """
    word = node.rule.word
    args = node.rule.args if isinstance(node.rule, syntax.CallNode) else ()
    phrase = scope.words.rule(word) or Phrase.of(word, "rule", {arg.role or "": None for arg in args}, None, None)
    phrase = _add_beneficiary(phrase)
    given = {
        role: value for role, value in bound(phrase, args).items() if not (itself and value == syntax.NameNode(role))
    }
    given, where = split_unmentioned_arguments(phrase, given, node.where, scope)
    roles = free_roles(phrase, given, where, scope)
    roles = replace(roles, scope=number_parameters(roles.scope, phrase, roles.free))
    lead = f"while {render_conjunction(roles.rest, roles.scope)}" if roles.rest else ""
    if all("{if}" in phrase.change_phrases.get(change.operator, "") for change in node.changes):
        lead = ""
    texts: list[str] = []
    before = ""
    for change, more in _group_changes(sorted(node.changes, key=_find_layer), phrase):
        inner = replace(_make_change_scope(roles, change), fresh={})
        if texts and change.operator in _BOUNDS:
            bound_text = f"{_BOUNDS[change.operator]} {render(change.value, inner)}"
            texts[-1] = (
                f"{texts[-1][:-1]} and {bound_text})" if before in _BOUNDS else f"{texts[-1]} (but {bound_text})"
            )
            before = change.operator
            continue
        before = change.operator
        if change.operator in phrase.change_phrases:
            texts.append(_fill_change_phrase(phrase, [change, *more], inner, roles))
        elif phrase.gives == YES_NO or phrase.is_clause:
            texts.append(
                _render_yes_no(phrase, change, inner, replace(roles, free=_make_subject_plural(phrase, roles.free)))
            )
        else:
            said = templates.fill_template(phrase.parts, make_event_filler(phrase, scope, _distribute(phrase, roles)))
            changed = _render_changed(said, change, inner, more)
            texts.append(changed.removeprefix(f"{said} ") if texts and texts[0].startswith(f"{said} ") else changed)
    joined = inflection.join_items(texts)
    if any(
        isinstance(part, syntax.NameNode) and part.word in roles.free
        for each in roles.rest
        for part in syntax.walk(each)
    ):
        return f"{joined} {lead}".rstrip()  # the subject of the lead is mentioned first
    return f"{lead}, {joined}" if lead else joined


def _find_layer(change: syntax.ChangeNode) -> int:
    """Return the number of the layer in which a change is applied, wherever it is written in the file."""
    return next(place for place, layer in enumerate(LAYERS) if change.operator in layer)


def _add_beneficiary(phrase: Phrase) -> Phrase:
    """Return a phrase that names the player or piece to which the rule applies; `(for you)` is added if needed."""
    said = templates.list_parameters(phrase.parts)
    alone = [role for role, kind in phrase.roles.items() if role not in said and _is_whom(kind)]
    more = [f"[ (for {{{role}}})]" for role in alone]
    return replace(phrase, template=phrase.template + "".join(more))


def _is_whom(kind: Type | None) -> bool:
    return kind is not None and kind.base in ("player", "piece")


def _make_change_scope(roles: FreeParameters, change: syntax.ChangeNode) -> EnglishScope:
    """Return the scope of a change, in which `it` is the piece for which the rule is changed."""
    pieces = [role for role, value in roles.free.items() if isinstance(value, NounGroup) and value.type != PLAYER]
    spoken_of = any(part in (syntax.NameNode("this"), syntax.NameNode("it")) for part in syntax.walk(change.value))
    others = [asked for asked in find_filter_conditions(change.value) if pieces]
    if len(pieces) != 1 or spoken_of or any(is_its_ambiguous(pieces[0], asked, roles.scope) for asked in others):
        return roles.scope
    again = roles.scope.names[pieces[0]]
    return (
        roles.scope.named(pieces[0], replace(again, text="it", possessive="its"))
        if isinstance(again, Thing)
        else roles.scope
    )


def _group_changes(
    changes: Sequence[syntax.ChangeNode], phrase: Phrase
) -> list[tuple[syntax.ChangeNode, list[syntax.ChangeNode]]]:
    """Return the changes of a rule in order, each with the following changes that only extend its list."""
    done: list[tuple[syntax.ChangeNode, list[syntax.ChangeNode]]] = []
    listed = phrase.gives is not None and phrase.gives.base == "list"
    for change in changes:
        if listed and change.operator == "add" and done and done[-1][0].operator == "add":
            done[-1][1].append(change)
        else:
            done.append((change, []))
    return done


def _fill_change_phrase(
    phrase: Phrase, changes: Sequence[syntax.ChangeNode], scope: EnglishScope, roles: FreeParameters
) -> str:
    """Render changes by the author's phrase for changes of this kind, such as `you score 6 extra credits`."""
    usual = make_event_filler(phrase, scope, _distribute(phrase, roles))
    operator, value = changes[0].operator, changes[0].value
    kind = scope.type_of(value)

    def said(role: str, noun: str | None) -> str | None:
        if role == "if":
            return render_conjunction(roles.rest, replace(roles.scope, fresh={})) or None
        if role != operator:
            return usual(role, noun)
        if noun is not None:
            return render_count(value, noun, scope)
        if kind is not None and kind.base in ("list", "zone"):
            word = "or" if " may " in phrase.change_phrases[operator] else "and"
            items = [_render_members(each.value, scope, word) for each in changes]
            several = isinstance(value, syntax.ListOfNode) and len(value.items) > 1 and _is_enum(value.items[0], scope)
            return inflection.join_items(items, word) + (" (your choice)" if word == "or" and several else "")
        return str(rate[0]) if rate is not None else render_argument(value, phrase.gives, scope)

    parts = templates.parse_template(phrase.change_phrases[operator])
    rate = find_rate(value, "", scope) if operator in templates.list_compared(parts) else None
    behind = (*_find_omitted(parts, phrase, roles), rate[1] if rate is not None else "")
    return templates.fill_template((*parts, *behind), said)


def _find_omitted(parts: Sequence[templates.Part], phrase: Phrase, roles: FreeParameters) -> Iterator[templates.Part]:
    """Yield the arguments that the phrase for a change does not mention: `(for 8 or more containers)`."""
    mentioned = templates.list_parameters(parts)
    slots = {part.role: part for part in _find_slots(phrase.parts)}
    for role, slot in slots.items():
        if role not in mentioned and (role in roles.given or _is_narrow(roles.free.get(role, ""), phrase.roles[role])):
            yield templates.Optional((" (for ", slot, ")"))


def _is_narrow(value: Thing | NounGroup | str, kind: Type | None) -> bool:
    """Return True if an argument is described more narrowly than by its type."""
    if isinstance(value, NounGroup):
        return not value.simple or bool(value.adjectives)
    text = value.text if isinstance(value, Thing) else value
    if kind is not None and kind.base == "list":
        return " that " in text
    return bool(text) and not text.startswith("any ")


def _find_slots(parts: Sequence[templates.Part]) -> Iterator[TemplateSlot]:
    for part in parts:
        if isinstance(part, TemplateSlot):
            yield part
        elif isinstance(part, templates.Optional):
            yield from _find_slots(part.parts)


def _is_enum(node: syntax.Expr, scope: EnglishScope) -> bool:
    kind = scope.type_of(node)
    return kind is not None and kind.base == "enum"


def _distribute(phrase: Phrase, roles: FreeParameters) -> FreeParameters:
    """Return the parameters of a rule with a number, with `each ...` for those that can have any value."""
    if phrase.gives not in (NUMBER, FRACTION, None):
        return roles
    pairs = ((before, part) for parts in _list_templates(phrase) for before, part in pairwise(parts))
    # a number for each of several would seem to be multiplied
    rated = {part.role for before, part in pairs if isinstance(part, TemplateSlot) and str(before).endswith(" for ")}
    free = {
        role: value.whichever() if role in rated and isinstance(value, NounGroup) else _render_every(value)
        for role, value in roles.free.items()
    }
    return replace(roles, free=free)


def _list_templates(phrase: Phrase) -> Iterator[Sequence[templates.Part]]:
    """Yield the parts of a rule's phrases for changes."""
    yield from map(templates.parse_template, phrase.change_phrases.values())


def _render_every(value: Thing | NounGroup | str) -> Thing | NounGroup | str:
    """Return `each ...` in place of a value that can be any; any other value unchanged."""
    if isinstance(value, NounGroup):
        return Thing(value.each(), PLAYER, possessive=value.whose) if value.whose else value.each()
    return f"each {value.removeprefix('any ')}" if isinstance(value, str) and value.startswith("any ") else value


def _make_subject_plural(phrase: Phrase, free: Free) -> Free:
    """Return the parameters with the subject of the clause in the plural, as in `slots of agriculture cards`."""
    leader = phrase.parts[0] if phrase.is_clause else None
    value = free.get(leader.role) if isinstance(leader, TemplateSlot) else None
    if not isinstance(leader, TemplateSlot) or not isinstance(value, NounGroup) or value.single or _is_anybody(value):
        return free
    known = value.opaque or value.owner is not None or any(tail.startswith("of ") for tail in value.tails)
    return {**free, leader.role: Thing(value.the() if known else value.bare(), value.type, True, "", "their", "them")}


def _is_anybody(value: NounGroup) -> bool:
    return value.noun == "player" and value.simple


def _render_yes_no(phrase: Phrase, change: syntax.ChangeNode, scope: EnglishScope, roles: FreeParameters) -> str:
    """Render a change of a yes-or-no rule."""
    if isinstance(change.value, syntax.YesNoNode) and change.operator == "set":
        free = _generalize_objects(phrase, roles.free) if change.value.value else roles.free
        roles = replace(roles, free=free)
        return _add_also(
            render_rule_clause(phrase, roles.given, scope, not change.value.value, free=roles.free),
            change.value,
            phrase,
            roles,
        )
    text = render_rule_clause(phrase, roles.given, scope, free=roles.free)
    if change.operator == "set":
        return f"{text} exactly if {render_condition(change.value, scope)}"
    return _render_changed(text, change, scope)


def _generalize_objects(phrase: Phrase, free: Free) -> Free:
    """Return what players can do something with as `any card`: `you may play a card` would be one card."""
    leader = phrase.parts[0] if phrase.is_clause else None
    if not isinstance(leader, TemplateSlot) or phrase.roles.get(leader.role) != PLAYER:
        return free
    return {
        role: value.whichever() if isinstance(value, NounGroup) and role != leader.role else value
        for role, value in free.items()
    }


def _add_also(text: str, value: syntax.YesNoNode, phrase: Phrase, roles: FreeParameters) -> str:
    """Return a clause about all pieces of a kind with `also` inserted: `your slots also accept them`."""
    leader = phrase.parts[0] if phrase.is_clause else None
    things = roles.free.get(leader.role) if isinstance(leader, TemplateSlot) else None
    anything = any(isinstance(free, str) and free.startswith("any ") for free in roles.free.values())
    if not value.value or not isinstance(things, Thing) or not things.many or anything:
        return text
    return f"{things.text} also{text.removeprefix(things.text)}"


def _render_changed(
    text: str, change: syntax.ChangeNode, scope: EnglishScope, more: Sequence[syntax.ChangeNode] = ()
) -> str:
    many = looks_plural(text)
    verb, does = ("are", "do") if many else ("is", "does")
    kind = scope.type_of(change.value)
    if change.operator == "set" and change.value == syntax.NameNode("you"):
        return f"you are {text}"
    if kind is not None and kind.base in ("list", "zone"):
        what = inflection.join_items([_render_members(each.value, scope) for each in (change, *more)])
        return {
            "add": f"{text} also {'include' if many else 'includes'} {what}",
            "remove": f"{text} {does} not include {what}",
        }.get(change.operator, f"{text} {verb} {what}")
    if change.operator == "set" and change.value == syntax.NameNode("no_limit"):
        owned = text.startswith("your ")
        return f"{'you have' if owned else 'there is'} no {text.removeprefix('your ' if owned else 'the ')}"
    if change.operator == "multiply":
        times = _TIMES.get(change.value.value) if isinstance(change.value, syntax.NumberNode) else None
        return f"{text} {verb} {times or f'multiplied by {render(change.value, scope)}'}"
    if change.operator == "add" and many and text.startswith("your "):
        return _render_extra(text, change.value, scope)
    adds = change.operator in ("add", "subtract")
    value = render_count(change.value, "", scope) if adds else render(change.value, scope)
    said = {
        "set": f"{verb} {value}",
        "add": f"{verb} increased by {value}",
        "subtract": f"{verb} reduced by {value}",
        "cap": f"{verb} at most {value}",
        "raise": f"{verb} at least {value}",
        "remove": f"{does} not include {value}",
    }
    return f"{text} {said[change.operator]}"


def _render_extra(text: str, value: syntax.Expr, scope: EnglishScope) -> str:
    """Render items that you have in addition: `you have 2 extra goods of each colour`."""
    nouns, rest = split_noun(text.removeprefix("your "))
    noun = inflection.make_singular(nouns)
    much = render_count(value, f"extra {noun}", scope)
    called = rf"\bextra (?:{re.escape(nouns)}|{re.escape(noun)})(?!\w)"
    return "you have " + re.sub(called, lambda found: found[0] + rest, much, count=1)


def _render_members(node: syntax.Expr, scope: EnglishScope, word: str = "and") -> str:
    if isinstance(node, syntax.ListOfNode):
        return inflection.join_items([render(item, scope) for item in node.items], word) or "nothing"
    kind = scope.type_of(node.value if isinstance(node, syntax.CollectNode) else node)
    items = render_group(node, scope)
    whole = isinstance(node, syntax.CollectNode) and isinstance(node.value, syntax.GetNode)
    if whole and items.type is not None and items.type.base == "zone":
        return items.one(by="in") if word == "or" else items.all()
    zone = kind is not None and (kind.base == "zone" or (kind.item is not None and kind.item.base == "zone"))
    if word == "or":
        return items.zone_text("one") if zone and items.zone and not items.opaque else items.the("one")
    return items.zone_text("all") if zone and items.zone and not items.opaque else items.all()
