"""Events that trigger abilities, such as `an opponent completes a card`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import NUMBER, PLAYER, Type
from cardwright.english.dispatch import render, render_group, render_single
from cardwright.english.expressions.conditions import (
    render_period,
    render_procedure_name,
    render_rule_clause,
    split_clause,
)
from cardwright.english.expressions.filters import narrow_group
from cardwright.english.expressions.merged_conditions import merge_conditions
from cardwright.english.fill_phrases import (
    Given,
    bound,
    convert_to_gerund,
    find_parameter_noun,
    find_period_noun,
    make_filler,
    render_amount_of,
    render_taken_period,
)
from cardwright.english.game_words import Phrase
from cardwright.english.given_and_open_parameters import (
    ANY,
    SOME,
    FreeParameters,
    find_mentioned_names,
    generalize_ordinals,
    is_about,
    is_any_of_list,
    is_changed,
    is_definite,
    is_enum,
    is_inside_noun,
    is_piece_or_player,
    is_tail,
    number_parameters,
    render_free_parameter,
    render_parameter_again,
    split_passive,
    split_unmentioned_arguments,
)
from cardwright.english.noun_phrases import NounGroup, Thing, looks_plural, render_third_person
from cardwright.english.scope import Deferred, EnglishScope, Meaning, find_filter_conditions, is_its_ambiguous
from cardwright.phrases import inflection, templates
from cardwright.phrases.inflection import spell_name
from cardwright.phrases.templates import TemplateSlot
from cardwright.syntax import tree as syntax

# The condition that leaves only opponents of all players.
_NOT_YOU = syntax.CompareNode("is not", syntax.NameNode("player"), syntax.NameNode("you"))
_ANYBODY = (None, syntax.NameNode("players"))
# What the beginning of a verb says of the period behind it.
_EDGES = {"begin": "start", "start": "start", "end": "end", "finish": "end"}
_MAY_BE_YOU = (None, syntax.NameNode("you"), syntax.NameNode("players"))


@dataclass(frozen=True, slots=True)
class Watched:
    """An event that triggers an ability, in parts: actor, predicate, further conditions, and the scope after it."""

    subject: Thing | None
    predicate: str
    tails: tuple[str, ...]
    conditions: Sequence[syntax.Expr]
    scope: EnglishScope

    def _add_tails(self, text: str) -> str:
        return " ".join([text, *self.tails])

    def finite(self) -> str:
        """Render the event as a clause: `an opponent draws cards`; for a step, `the end of the game`."""
        if self.subject is None:
            return self._add_tails(self.predicate)
        many = self.subject.many
        predicate = inflection.conjugate(self.predicate, lambda verb: inflection.make_finite(verb, many))
        return self._add_tails(f"{self.subject.text} {predicate}")

    def edge_of_period(self) -> str:
        """Return the moment that an event marks: `the start of your turn` for `you begin your turn`; "" for others."""
        verb, _, period = self.predicate.partition(" ")
        whose, _, noun = period.partition(" ")
        if self.subject is None or self.tails or verb not in _EDGES or whose not in ("your", "their") or " " in noun:
            return ""
        return f"the {_EDGES[verb]} of {self.subject.has(noun)}"

    def gerund(self) -> str:
        """Render the event with its verb in -ing: `loading a container`, `an opponent loading a container`."""
        if self.subject is None:
            return self._add_tails(self.predicate)
        text = convert_to_gerund(self.predicate)
        return self._add_tails(text if self.subject.text == "you" else f"{self.subject.text} {text}")

    def base(self, verb: str) -> str:
        """Render the event with the auxiliary `verb`: `an opponent would draw cards`."""
        assert self.subject is not None
        return self._add_tails(f"{self.subject.text} {verb} {self.predicate}")


def free_roles(
    phrase: Phrase,
    given: Given,
    where: syntax.Expr | None,
    scope: EnglishScope,
    some: str = "",
    itself: bool = False,
    over: bool = False,
) -> FreeParameters:
    """Return the parameters of an event or rule, divided into those with an argument and those with any value.

    A condition about a single free parameter becomes part of the parameter's text. Parameters in square brackets of the
    phrase are rendered only if there is a condition on them. `some` comes before nouns for one or several items. A
    condition on what an event changes that is `over` is not part of a text: it is asked after the event.
    """
    parts = phrase.parts
    shown, needed = templates.list_parameters(parts), templates.list_parameters(parts, optional=False)
    several = {role: value for role, value in given.items() if is_any_of_list(value, phrase.roles.get(role), scope)}
    given = {role: value for role, value in given.items() if role not in several}
    unsaid = [role for role in phrase.roles if role not in given]
    inner = scope
    for role, kind in phrase.roles.items():
        inner = inner.named(role, render_parameter_again(role, kind, given, scope))
    for role, value in ((role, value) for role, value in several.items() if role in shown):
        inner = inner.named(role, _refer_to_any(role, _render_choices(value, phrase, scope.trial()), inner))
    result = scope.words.result_of(phrase.word)
    if result is not None and inflection.is_plural(result.word):
        inner = inner.named(result.word, render_parameter_again(result.word, result.type, {}, scope))
    for role in unsaid:
        usual = scope.words.usual.find(phrase.word, role) if scope.words.usual is not None else None
        if role not in shown and usual is not None:
            inner.fresh[role] = Deferred(usual[0], replace(inner, values=usual[1]))
        elif role not in shown and phrase.roles[role] == NUMBER:
            inner = inner.named(role, Thing(f"the {find_parameter_noun(role, NUMBER, scope)}", NUMBER))
    free: dict[str, Thing | NounGroup | str] = {}
    rest = merge_conditions(syntax.split_chain(where), scope)
    for role in unsaid:
        if role in several and (role not in shown or not is_piece_or_player(phrase.roles[role])):
            rest = [syntax.CompareNode("in", syntax.NameNode(role), several.pop(role)), *rest]
        if role not in shown:
            continue
        known = [word for word in unsaid if is_definite(inner.names[word])]
        lasting = [part for part in rest if not (over and is_changed(part, phrase, inner))]
        about = [
            part for part in lasting if is_about(part, role, [word for word in unsaid if word not in known], scope)
        ]
        if role not in needed and role not in several and not about:
            continue
        among = _render_choices(several[role], phrase, scope) if role in several else None
        free[role], used = render_free_parameter(role, phrase.roles[role], about, inner, among)
        rest_names = {name for part in rest if part not in used for name in find_mentioned_names(part, inner)}
        listed = several.get(role)
        held = listed is None or isinstance(scope.value(listed), typed_tree.PiecesExpr) or scope.holds_itself(listed)
        if itself and held and role not in rest_names and _can_be_this(phrase, role, about, inner):
            told_of = free[role]
            assert isinstance(told_of, NounGroup)
            free[role] = replace(told_of, tails=("(this one included)", *told_of.tails))
        if some and isinstance(free[role], str) and not used and _can_be_several(phrase.roles[role]):
            free[role] = f"{some if scope.words.takes_some(phrase.word, role) else ANY}{free[role]}"
        if isinstance(text := free[role], str) and _follows_with(role, parts):
            free[role] = text.partition(" that include ")[2] or text
        rest = [part for part in rest if part not in used]
    return FreeParameters(free, rest, inner, given)


def _render_choices(node: syntax.Expr, phrase: Phrase, scope: EnglishScope) -> NounGroup:
    """Return the list from which an argument is taken. For an event, a list of items is rendered as `a or b`."""
    items = render_group(node, scope)
    if isinstance(node, syntax.ListOfNode) and node.items and phrase.kind != "rule":
        text = inflection.join_items([render(item, scope) for item in node.items], "or")
        return replace(items, opaque=text, single=True)
    return items


def _refer_to_any(role: str, among: NounGroup, scope: EnglishScope) -> Meaning:
    """Return the text for a parameter that can be any of a group: `that opponent`, as the event has called it."""
    again, doer = scope.names[role], scope.names.get("player")
    another = isinstance(doer, Thing) and doer.text != "you"  # an opponent, too
    if not isinstance(again, Thing) or again.type != PLAYER or among.opaque or another:
        return again
    return replace(again, text=among.named(False))


def _can_be_this(phrase: Phrase, role: str, asked: Sequence[syntax.Expr], scope: EnglishScope) -> bool:
    """Return True if an event can be about the piece with the power: its kind is right, and it is not moved."""
    if phrase.roles[role] != scope.this.type or not scope.words.leaves_alone(phrase.word, role):
        return False
    return scope.meets_itself(role, asked)


def _can_be_several(kind: Type | None) -> bool:
    """Return True if a parameter of this type can be one or several items."""
    return kind == NUMBER or (kind is not None and kind.base == "list")


def _follows_with(role: str, parts: Sequence[templates.Part]) -> bool:
    """Return True if the phrase has `with` directly before a parameter; the other parameters can then be left out."""
    for before, part in pairwise(parts):
        if part == TemplateSlot(role, None) and isinstance(before, str) and before.endswith("with "):
            return True
    return any(_follows_with(role, part.parts) for part in parts if isinstance(part, templates.Optional))


def with_it(conditions: Sequence[syntax.Expr], pattern: syntax.PatternNode, scope: EnglishScope) -> EnglishScope:
    """Return the scope for the conditions on an event, in which `it` means the only piece that the event names."""
    phrase = scope.call_phrase(pattern)
    kinds = phrase.roles.items() if phrase is not None else ()
    pieces = [role for role, kind in kinds if kind is not None and kind.base == "piece"]
    parts = [part for each in conditions for part in syntax.walk(each)]
    if (
        len(pieces) != 1
        or pattern.args
        or any(part in (syntax.NameNode("this"), syntax.NameNode("it")) for part in parts)
    ):
        return scope
    others = [asked for each in conditions for asked in find_filter_conditions(each)]
    again = scope.names.get(pieces[0])
    if (
        any(is_its_ambiguous(pieces[0], asked, scope) for asked in others)
        or not isinstance(again, Thing)
        or not again.text.startswith("that ")
    ):
        return scope
    return scope.named(pieces[0], replace(again, text="it", possessive="its"))


# ---------------------------------------------------------------- events


def render_watched_event(
    node: syntax.PatternNode,
    where: syntax.Expr | None,
    scope: EnglishScope,
    some: str = "",
    over: bool = False,
    impersonal: bool = False,
) -> Watched:
    """Return an event with its actor, parameters and conditions.

    `some` comes before nouns for one or several items. If the event is `over`, the text says that it can also be about
    this piece, and a condition on the actor follows the event: it holds now, and need not have held before. If nothing
    mentions the actor, who can be anybody, it is `impersonal`: `this card is sunk`.
    """
    phrase = scope.call_phrase(node) or Phrase.of(node.word, "verb", {}, None, None)
    asked = syntax.split_chain(where)
    apart = node.subject == syntax.NameNode("players") and _NOT_YOU in asked and "player" not in phrase.roles
    if apart:
        where = syntax.join_chain(part for part in asked if part != _NOT_YOU)
    given, where = split_unmentioned_arguments(phrase, bound(phrase, node.args), where, scope)
    subject, doer = _render_doer(node, phrase, scope)
    if apart:
        subject = render_third_person(inflection.with_article(scope.words.opponent), PLAYER)
    inside = scope if doer is None else scope.named("player", doer)
    itself = over and not apart and node.subject in _MAY_BE_YOU
    roles = free_roles(phrase, given, where, inside, some, itself, over)
    inner, others = roles.scope, roles.rest
    if doer is not None and "player" not in phrase.roles:
        inner = number_parameters(inner, phrase, roles.free, "player")
        certain = _find_doer_condition(node, roles.rest)
        if certain is not None:
            subject, others = render_single(certain.right, scope), [part for part in roles.rest if part is not certain]
        elif not over and not apart:
            subject, others = _narrow_doer(node, subject, roles.rest, scope)
    tails, rest = split_conditions(others, inner, subject)
    whole = split_clause(phrase, roles.given, scope, roles.free)
    if whole is not None:
        return Watched(*whole, tails, rest, inner)
    said = make_event_filler(phrase, scope.told_of(node.subject), roles)
    done = phrase.done_by(subject is None or subject.text == "you")
    parts = generalize_ordinals(done.parts, phrase, roles.free)
    acted = split_passive(parts, phrase, roles.free) if impersonal and not apart and node.subject in _ANYBODY else None
    if acted is not None and done.template == phrase.template:
        what, behind = (templates.fill_template(each, said) for each in acted[1:])
        verb = f"be {inflection.make_participle(acted[0])} {behind}".strip()
        return Watched(Thing(what, many=looks_plural(what)), verb, split_conditions(others, inner)[0], rest, inner)
    return Watched(subject, templates.fill_template(parts, said), tails, rest, inner)


def _narrow_doer(
    node: syntax.PatternNode, doer: Thing | None, conditions: Sequence[syntax.Expr], scope: EnglishScope
) -> tuple[Thing | None, list[syntax.Expr]]:
    """Return the actor with the conditions that are about the actor alone, and the remaining conditions.

    Example: `an opponent with no cards in their hand`.
    """
    kind = scope.type_of(node.subject) if node.subject is not None else None
    if node.subject is None or kind is None or kind.base != "list":
        return doer, list(conditions)
    items, rest = render_group(node.subject, scope), []
    for part in conditions:
        named = {each.word for each in syntax.walk(part) if isinstance(each, syntax.NameNode)}
        narrow = narrow_group(items, part, scope, "player") if named == {"player"} else items
        if not items.simple or not any(tail.startswith("with ") for tail in narrow.tails):
            rest.append(part)
        else:
            items = narrow
    return (render_third_person(items.one(), PLAYER) if items.tails else doer), rest


def _find_doer_condition(node: syntax.PatternNode, conditions: Sequence[syntax.Expr]) -> syntax.CompareNode | None:
    """Return the condition that says who the actor is, or None."""
    for part in conditions:
        if isinstance(part, syntax.CompareNode) and part.operator == "is" and part.left == syntax.NameNode("player"):
            return (
                part if node.subject == syntax.NameNode("players") and isinstance(part.right, syntax.GetNode) else None
            )
    return None


def make_event_filler(phrase: Phrase, scope: EnglishScope, roles: FreeParameters) -> templates.Filler:
    """Return the function that renders the parameters of an event or changed rule in its phrase.

    A word behind a comma that can be any is left out, as `turning` is in `lay {tile} at {square}, {turning}`.
    """
    aside = {
        part.role
        for before, part in pairwise(phrase.parts)
        if isinstance(part, TemplateSlot) and isinstance(before, str) and before.endswith(", ")
    }
    usual = make_filler(phrase, roles.given, scope, roles.free)

    def said(role: str, noun: str | None) -> str | None:
        value = roles.free.get(role)
        if noun is not None and isinstance(value, str):
            return render_amount_of(value.strip(), noun, scope.words.nouns(noun))
        if noun is None and value in (SOME, ANY):
            value = ""
        if noun is None and isinstance(value, str) and phrase.roles.get(role) == NUMBER:
            value = value.replace("fewer", "less")
        if isinstance(value, str) and value.startswith(("any ", "each ")) and is_enum(phrase, role):
            if role in aside and value.count(" ") == 1:
                return None
            return "" if value.count(" ") == 1 and is_inside_noun(phrase, role) else templates.sort(value)
        if isinstance(value, str) and value:
            return value
        return usual(role, noun) if role in roles.given or value else None

    return said


def _render_doer(node: syntax.PatternNode, phrase: Phrase, scope: EnglishScope) -> tuple[Thing | None, Thing | None]:
    """Return the text for the actor of an event, and the text for its later mentions; None for a step."""
    again = render_third_person("that player", PLAYER)
    if node.subject is None:
        return (render_third_person("a player", PLAYER), again) if phrase.kind == "verb" else (None, None)
    kind = scope.type_of(node.subject)
    if kind is not None and kind.base == "list":
        return render_third_person(render_group(node.subject, scope).one(), PLAYER), again
    doer = render_single(node.subject, scope)
    return doer, doer


def split_conditions(
    conditions: Sequence[syntax.Expr], scope: EnglishScope, doer: Thing | None = None
) -> tuple[tuple[str, ...], list[syntax.Expr]]:
    """Return texts for the conditions on when and why an event happens, and the other conditions."""
    happens = "that happen" if doer is None else f"{doer.them} do so"
    tails: list[str] = []
    rest: list[syntax.Expr] = []
    for part in conditions:
        inner = part.value if isinstance(part, syntax.NotNode) else part
        denied = isinstance(part, syntax.NotNode)
        if not (isinstance(inner, syntax.CallNode) and inner.args and is_tail(inner)):
            rest.append(part)
        elif inner.word == "during":
            text = _render_while(inner.args[0].value, scope)
            if not denied and tails and tails[-1].startswith("while ") and text.startswith("while "):
                tails[-1] += f" and {text.removeprefix('while ')}"
                continue
            tails.append(f"(not {text})" if denied else text)
        else:
            tails.append(f"({'unless' if denied else 'if'} {render(inner.args[0].value, scope)} makes {happens})")
    return tuple(tails), rest


def _render_while(node: syntax.Expr, scope: EnglishScope) -> str:
    """Render a condition that an event of any actor is in progress: `while somebody is selling a card`."""
    word = node.word if isinstance(node, syntax.NameNode | syntax.CallNode) else ""
    phrase = scope.words.procedure_phrase(word)
    named = render_procedure_name(node, scope)
    if phrase is None or phrase.kind == "step":
        return render_period(node, scope)
    taken = render_taken_period(word, named)
    if taken is not None:
        return f"during {taken[0]} {taken[1]}"
    return f"while somebody is {named}"


def render_passive_event(
    word: str, where: syntax.Expr | None, scope: EnglishScope, effect: syntax.Node | None = None
) -> tuple[str, FreeParameters]:
    """Return an event on this card in the passive, and its further conditions. Example: `this card is completed`.

    The pieces and players that the effect mentions are mentioned with the event: `this card is laid on a host`.
    """
    phrase = scope.words.deed_to(word, lambda _: scope.this.type)
    if phrase is None or not phrase.roles:
        return f"on {spell_name(word)}", FreeParameters({}, syntax.split_chain(where), scope)
    role = next(iter(phrase.roles))
    given: dict[str, syntax.Expr] = {role: syntax.NameNode("this")}
    parts = phrase.parts
    roles = free_roles(phrase, given, where, scope)
    if not phrase.declared:
        return f"on {spell_name(word)}", FreeParameters({}, syntax.split_chain(where), roles.scope)
    if phrase.is_clause:
        return f"when {render_rule_clause(phrase, given, scope)}", FreeParameters(
            {}, syntax.split_chain(where), roles.scope
        )
    said = make_event_filler(phrase, scope, roles)
    if (
        len(parts) > 1
        and isinstance(parts[0], str)
        and parts[1] == TemplateSlot(role, None)
        and len(parts[0].split()) == 1
    ):
        used = {each.word for each in syntax.walk(effect) if isinstance(each, syntax.NameNode)} if effect else set()
        known = {
            other: value
            for other, value in roles.free.items()
            if not isinstance(value, NounGroup) or value.tails or other in used
        }
        rest = templates.fill_template(parts[2:], lambda other, noun: said(other, noun) if other in known else None)
        return f"when {scope.this.text} is {inflection.make_participle(parts[0].strip())} {rest}".strip(), roles
    if role in templates.list_parameters(parts) and phrase.kind == "step":
        return f"on {templates.fill_template(parts, said)}", roles
    if role in templates.list_parameters(parts):
        return f"when you {templates.fill_template(parts, said)}", roles
    return f"on {spell_name(word)}", roles


def render_end(until: syntax.UntilNode, scope: EnglishScope) -> str:
    """Render the end of an effect for use after "until".

    If there are several events, the first that happens ends it.
    """
    return " or until ".join(render_event_end(event, scope) for event in until.events)


def name_leaving(until: syntax.UntilNode, piece: syntax.Expr) -> syntax.UntilNode:
    """Return a duration in which the piece that leaves play has its name instead of `it`, if it has one."""
    if not isinstance(piece, syntax.NameNode):
        return until
    named, it = syntax.LeaveNode(piece), syntax.LeaveNode(syntax.NameNode("it"))
    return replace(until, events=tuple(named if event == it else event for event in until.events))


def render_event_end(pattern: syntax.PatternNode | syntax.LeaveNode, scope: EnglishScope) -> str:
    """Render the end of an event after "until" or "at": `the end of the night`, `an opponent has drawn a card`."""
    if isinstance(pattern, syntax.LeaveNode):
        it = pattern.piece == syntax.NameNode("it") and scope.it is None
        return f"{'it' if it else render_single(pattern.piece, scope).text} leaves play"
    phrase = scope.words.procedure_phrase(pattern.word)
    if phrase is None or not phrase.declared:
        return f"the end of {_render_span(pattern, scope)}"
    seen = render_watched_event(pattern, None, scope)
    if phrase.kind == "step" or phrase.is_clause:
        if seen.subject is not None:
            return seen.finite()
        article, _, noun = seen.predicate.partition(" ")
        return f"the end of {f'the {noun}' if article in ('a', 'an') else seen.predicate}"
    anybody = pattern.subject in _ANYBODY
    taken = render_taken_period(pattern.word, seen.predicate)
    if taken is not None and pattern.subject == syntax.NameNode("opponents") and scope.words.game.players == (2, 2):
        return f"the end of your {scope.words.opponent}'s {taken[1]}"
    if taken is not None:
        return f"the end of {f'the {taken[1]}' if anybody or seen.subject is None else seen.subject.has(taken[1])}"
    done = render_watched_event(pattern, None, scope, impersonal=anybody)
    if anybody and done.predicate.startswith("be "):
        return done.finite()
    if seen.subject is not None and not anybody:  # what has happened before ends nothing
        return f"after the next time {seen.finite()}"
    who, have = "somebody", "has"
    return f"{who} {inflection.conjugate(seen.predicate, lambda verb: f'{have} {inflection.make_participle(verb)}')}"


def _render_span(pattern: syntax.PatternNode, scope: EnglishScope) -> str:
    """Render a period of the game that has no phrase: `your turn`, `the final round`."""
    noun = find_period_noun(pattern.word)
    owners = [each for each in (pattern.subject, *(arg.value for arg in pattern.args)) if each is not None]
    owners = [each for each in owners if scope.type_of(each) == PLAYER]
    return render_single(owners[0], scope).has(noun) if len(owners) == 1 else f"the {noun}"
