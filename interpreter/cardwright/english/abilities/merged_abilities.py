"""Consecutive abilities that are rendered as one, such as a table of numbers."""

import operator
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardwright.declarations.value_types import NUMBER
from cardwright.english.abilities.abilities import render_body_text, render_trigger, with_title
from cardwright.english.dispatch import render_ability
from cardwright.english.expressions.conditions import render_conjunction
from cardwright.english.given_and_open_parameters import is_tail, number_text
from cardwright.english.scope import EnglishScope
from cardwright.english.sentences import BULLET
from cardwright.phrases import templates
from cardwright.phrases.inflection import capitalize, close_sentence, join_items
from cardwright.syntax import tree as syntax

# Numbers that distinguish the rows of a table.
_NUMBERS = range(-20, 200)
_MEANT = {"is": operator.eq, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}


@render_ability.register
def render_power(node: syntax.PowerNode, scope: EnglishScope) -> str:
    """Render all abilities of a power, one paragraph each. Abilities that belong together share a paragraph."""
    texts: list[str] = []
    before: Sequence[syntax.Ability] = ()
    for run in _group_alike(_merge_changes(node.abilities), scope):
        text = _render_run(run, scope)
        at_its_time = _join_with_event(before, texts[-1], run, text, scope) if texts else None
        texts[-1:] = [at_its_time] if at_its_time else [*texts[-1:], text]
        before = run
    return "\n".join(text for text in texts if text) or "No power."


def _join_with_event(
    before: Sequence[syntax.Ability], when: str, run: Sequence[syntax.Ability], text: str, scope: EnglishScope
) -> str | None:
    """Return `this card can be ...` and the reactions to that event as one text, or None for other abilities.

    Example: `at the end of the game, draw a card`.
    """
    match before, run[0]:
        case (
            syntax.ModifyNode(
                where=None, changes=(syntax.ChangeNode(operator="set", value=syntax.YesNoNode(value=True)),)
            ),
        ), syntax.ReactNode(when="on"):
            done = re.match(rf"When ({re.escape(scope.this.text)} is \w+), ", text)
        case _:
            return None
    if done is None or not when.startswith(f"{capitalize(done[1])} "):
        return None
    return f"{capitalize(when[len(done[1]) + 1 :].rstrip('.'))}, {text[done.end() :]}"


def _render_run(run: Sequence[syntax.Ability], scope: EnglishScope) -> str:
    fresh = replace(scope, fresh={})
    if len(run) == 1:
        return with_title(run[0], render_ability(run[0], fresh))
    reacts = [node for node in run if isinstance(node, syntax.ReactNode)]
    role = _find_condition_number(reacts[0], scope)
    return _render_table(reacts, role, scope) if role and _have_one_trigger(reacts) else _render_triggers(reacts, fresh)


def _group_alike(abilities: Sequence[syntax.Ability], scope: EnglishScope) -> Iterator[list[syntax.Ability]]:
    """Yield groups of consecutive abilities that can be rendered as one text."""
    run: list[syntax.Ability] = []
    for node in abilities:
        if run and not (_makes_table([*run, node], scope) or _differ_in_trigger([*run, node], scope)):
            yield run
            run = []
        run.append(node)
    if run:
        yield run


# ---------------------------------------------------------------- numbers


def _have_one_trigger(nodes: Sequence[syntax.ReactNode]) -> bool:
    first = nodes[0]
    return all((node.when, node.pattern, node.limit) == (first.when, first.pattern, None) for node in nodes)


def _makes_table(nodes: Sequence[syntax.Ability], scope: EnglishScope) -> bool:
    """Return True if reactions have one trigger and differ in a single number, so that a table can show them."""
    reacts = [node for node in nodes if isinstance(node, syntax.ReactNode) and node.when != "instead"]
    if len(reacts) < len(nodes) or not _have_one_trigger(reacts):
        return False
    roles = {_find_condition_number(node, scope) for node in reacts}
    if len(roles) > 1 or roles == {""}:
        return False
    asked = [_find_numbers(node.where) for node in reacts]
    apart = sum(map(len, asked)) == len(frozenset[int]().union(*asked))
    return apart and not any("\n" in _render_row(node, scope) for node in reacts)


def _find_condition_number(node: syntax.ReactNode, scope: EnglishScope) -> str:
    """Return the parameter whose number the whole condition of a reaction is about, or "".

    The text of the event must contain the number.
    """
    phrase = scope.words.procedure_phrase(node.pattern.word)
    shown = templates.list_parameters(phrase.parts) if phrase is not None else []
    for role, kind in phrase.roles.items() if phrase is not None else ():
        if kind == NUMBER and role in shown and node.where is not None and number_text(role, node.where, scope):
            return role if _find_numbers(node.where) else ""
    return ""


def _find_numbers(where: syntax.Expr | None) -> set[int]:
    """Return the small numbers that satisfy a comparison with literals; an empty set for any other condition."""
    if not isinstance(where, syntax.CompareNode):
        return set()
    right = where.right
    if isinstance(right, syntax.ListOfNode):
        return {item.value for item in right.items if isinstance(item, syntax.NumberNode)}
    if not isinstance(right, syntax.NumberNode) or where.operator not in _MEANT:
        return set()
    return {number for number in _NUMBERS if _MEANT[where.operator](number, right.value)}


def _render_table(nodes: Sequence[syntax.ReactNode], role: str, scope: EnglishScope) -> str:
    lead, _ = render_trigger(replace(nodes[0], where=None), scope, some="")
    rows = []
    for node in nodes:
        assert node.where is not None
        number = number_text(role, node.where, scope).replace("fewer", "less")
        rows.append(BULLET + close_sentence(f"{number}: {_render_row(node, scope)}"))
    return capitalize(f"{lead}:") + "".join(rows)


def _render_row(node: syntax.ReactNode, scope: EnglishScope) -> str:
    _, roles = render_trigger(node, replace(scope, fresh={}))
    text = render_body_text(node.body, roles.scope).rstrip(".")
    return text[:1].lower() + text[1:]


# ---------------------------------------------------------------- one effect


def _differ_in_trigger(nodes: Sequence[syntax.Ability], scope: EnglishScope) -> bool:
    """Return True if reactions have the same conditions and bodies, so that they differ only in their triggers."""
    reacts = [
        node for node in nodes if isinstance(node, syntax.ReactNode) and node.when != "instead" and node.limit is None
    ]
    if len(reacts) < len(nodes):
        return False
    first = reacts[0]
    if first.where is not None and any(map(is_tail, syntax.walk(first.where))):
        return False
    if any((node.where, node.body) != (first.where, first.body) for node in reacts):
        return False
    parts = [part for node in (first.where, first.body) if node is not None for part in syntax.walk(node)]
    named = {part.word for part in parts if isinstance(part, syntax.NameNode)}
    roles = {"player"}
    for node in reacts:
        phrase = scope.words.procedure_phrase(node.pattern.word)
        roles |= set(phrase.roles) if phrase is not None else set()
    return not named & roles


def _render_triggers(nodes: Sequence[syntax.ReactNode], scope: EnglishScope) -> str:
    leads = [render_trigger(replace(node, where=None), scope)[0] for node in nodes[:-1]]
    last, _ = render_trigger(replace(nodes[-1], where=None), scope)
    text = render_ability(nodes[-1], scope)[len(last) :]
    joined = join_items([*leads, last], "or")
    _, roles = render_trigger(nodes[-1], replace(scope, fresh={}))
    met = render_conjunction(roles.rest, roles.scope)
    if len(nodes) > 2 and met and text.startswith(f", if {met}, "):
        effect = text.removeprefix(f", if {met}, ")
        if effect.count(". ") == 0 and "\n" not in effect:
            return f"{capitalize(effect.rstrip('.'))} if {met}. This is checked {join_items([*leads, last], 'and')}."
        return capitalize(f"if {met} {joined}, {effect}")
    return capitalize(joined) + text


# ---------------------------------------------------------------- one change


def _merge_changes(abilities: Sequence[syntax.Ability]) -> list[syntax.Ability]:
    """Return the abilities, merging consecutive changes of one rule under the same condition."""
    done: list[syntax.Ability] = []
    for node in abilities:
        last = done[-1] if done else None
        if isinstance(node, syntax.ModifyNode) and isinstance(last, syntax.ModifyNode) and _have_one_rule(node, last):
            done[-1] = replace(last, changes=(*last.changes, *node.changes))
        else:
            done.append(node)
    return done


def _have_one_rule(one: syntax.ModifyNode, other: syntax.ModifyNode) -> bool:
    return (one.rule, one.where) == (other.rule, other.where)
