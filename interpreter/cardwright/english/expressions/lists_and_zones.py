"""Lists, zones, and filtered or collected lists as groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import EVERYBODY
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO, Type
from cardwright.english.dispatch import (
    make_group,
    make_known_group,
    render,
    render_condition,
    render_counted,
    render_group,
    render_single,
)
from cardwright.english.expressions.comprehensions import (
    are_independent,
    collect_scope,
    name_items,
    needs_names,
    render_combinations,
    render_each,
)
from cardwright.english.expressions.connected_and_steps import render_connected
from cardwright.english.expressions.filters import narrow_group, render_extreme_items
from cardwright.english.expressions.properties import (
    find_table_property,
    find_title,
    find_zone,
    is_property,
    render_owner,
    render_owner_value,
    render_property_group,
    zone_group,
)
from cardwright.english.fill_phrases import bound, fill_phrase, find_head_noun, render_named_number
from cardwright.english.game_words import Phrase
from cardwright.english.noun_phrases import (
    FORMS,
    IN_OR_OUT,
    NounGroup,
    Thing,
    looks_plural,
    make_opaque_group,
    split_noun,
)
from cardwright.english.scope import Deferred, EnglishScope, find_item_type
from cardwright.phrases import inflection
from cardwright.phrases.inflection import spell_name
from cardwright.phrases.templates import TemplateSlot
from cardwright.syntax import tree as syntax


@render_group.register
def _(node: syntax.FilterNode, scope: EnglishScope) -> NounGroup:
    return narrow_group(render_group(node.list, scope), node.where, scope)


@render_group.register
def _(node: syntax.RankedNode, scope: EnglishScope) -> NounGroup:
    return render_extreme_items(render_group(node.list, scope), node, scope)


@render_group.register
def _(node: syntax.ListOfNode, scope: EnglishScope) -> NounGroup:
    nothing = "nobody" if find_item_type(scope.type_of(node)) == PLAYER else "nothing"
    text = inflection.join_items([render(item, scope) for item in node.items]) or nothing
    kind = scope.type_of(node.items[0]) if node.items else None
    if kind is not None and kind.base == "zone" and not isinstance(scope.value(node), typed_tree.ListExpr):
        return make_group(Thing(text, kind), scope)  # the pieces in the zones
    owners = [render_single(item, scope.trial()).whose for item in node.items] if kind == PLAYER else []
    found = make_known_group(text, find_item_type(scope.type_of(node)), scope, single=len(node.items) == 1)
    return replace(found, whose=inflection.join_items(owners)) if all(owners) else found


@render_group.register
def _(node: syntax.BinaryNode, scope: EnglishScope) -> NounGroup:
    without = find_item_type(scope.type_of(node.right))
    if node.operator == "-" and without is not None and without.base in ("piece", "player"):
        several = scope.type_of(node.right) != without
        other = syntax.CompareNode("not in" if several else "is not", syntax.NameNode("it"), node.right)
        return narrow_group(render_group(node.left, scope), other, scope)
    both = render_single(node, scope)
    first = node.left
    while isinstance(first, syntax.BinaryNode):
        first = first.left
    kind = scope.type_of(first)
    if kind is not None and kind.base == "zone":
        return replace(make_group(replace(both, type=kind), scope), joined=node.operator == "+")
    return make_known_group(
        both.text, find_item_type(both.type), scope, single=both.type is None or both.type.base != "list"
    )


# ---------------------------------------------------------------- what is collected


@render_group.register
def _(node: syntax.RestOfNode, scope: EnglishScope) -> NounGroup:
    kind = scope.type_of(node.list)
    text = (
        f"the rest of {render_single(node.list, scope).text}"
        if kind is not None and kind.base == "zone"
        else "the rest"
    )
    return make_known_group(text, find_item_type(kind), scope)


@render_group.register
def _(node: syntax.CollectNode, scope: EnglishScope) -> NounGroup:
    if needs_names(node) and scope.type_of(node.value) in (NUMBER, YES_NO):
        return render_combinations(node, scope)
    if are_independent(node) or _takes_one_of_each(node):
        return _render_values_of_pairs(node, scope)
    inner, items = collect_scope(node, scope)
    if items is not None and node.value == syntax.NameNode(node.each[-1].word):
        return items
    kind, listed = scope.type_of(node.value), find_item_type(scope.type_of(node))
    if listed is not None and listed.base == "zone" and isinstance(node.value, syntax.GetNode):
        return _render_zones(node.value, listed, inner)
    if kind is not None and kind.base in ("zone", "list"):
        return render_group(node.value, inner)
    if kind == YES_NO:
        return make_known_group(f"the answers whether {render_condition(node.value, inner)}", kind, scope)
    return make_known_group(render_single(node.value, inner).text, kind, scope)


def _takes_one_of_each(node: syntax.CollectNode) -> bool:
    """Return True if each item of the last loop gives the first or last of what a condition selects by that item."""
    match node.value:
        case syntax.CallNode("top" | "first" | "last", (syntax.ArgNode(value=syntax.FilterNode(where=where)), *_)):
            return syntax.NameNode(node.each[-1].word) in syntax.walk(where)
    return False


def _render_zones(node: syntax.GetNode, kind: Type, scope: EnglishScope) -> NounGroup:
    """Return zones of several owners, of which a whole one is taken: `an opponent's hand`, `each player's hand`."""
    title = find_title(node, scope)
    if looks_plural(title) or inflection.is_participle(title):
        pieces = scope.words.nouns(scope.words.noun(find_item_type(kind)))
        title = f"set of {title if looks_plural(title) else f'{title} {pieces}'}"
    return NounGroup(title, inflection.make_plural(title), kind, owner=render_owner(node, scope), whole=True)


def _render_values_of_pairs(node: syntax.CollectNode, scope: EnglishScope, different: str = "") -> NounGroup:
    """Return the values of loops that are combined: `that card's suit, for each card in your hand and each player`."""
    inner, groups, conditions = name_items(node, scope)
    kind = scope.type_of(node.value)
    noun = scope.words.noun(kind)
    text = f"{render_single(node.value, inner).text}{render_each(groups, conditions)}"
    return make_opaque_group(f"{different}{text}", noun, scope.words.nouns(noun), kind, single=not different)


# ---------------------------------------------------------------- names and properties


@render_group.register
def _(node: syntax.NameNode, scope: EnglishScope) -> NounGroup:
    fresh = scope.fresh.get(node.word)
    if isinstance(fresh, Deferred):
        del scope.fresh[node.word]
        return render_group(fresh.value, fresh.scope)
    meaning = scope.meaning(node.word)
    if isinstance(meaning, NounGroup) and fresh is None:
        return meaning
    found = _render_word_group(node, scope) if fresh is None and meaning is None else None
    if found is not None:
        return found
    one = render_single(node, scope)
    unknown = one.type is None or (meaning is None and isinstance(scope.value(node), typed_tree.LocalExpr))
    return _make_unknown(node, scope) if unknown and fresh is None else make_group(one, scope)


def _render_word_group(node: syntax.NameNode, scope: EnglishScope) -> NounGroup | None:
    """Return a word of the game, or a property of `it`, as a group; None if it cannot be one."""
    if is_property(node, scope):
        return render_property_group(node, scope)
    match scope.value(node):
        case typed_tree.PlayersExpr() if node.word == EVERYBODY:
            return NounGroup("player", "players", PLAYER, tails=(IN_OR_OUT,))
        case typed_tree.PlayersExpr():
            return NounGroup("player", "players", PLAYER)
        case typed_tree.OpponentsExpr():
            return NounGroup(scope.words.opponent, f"{scope.words.opponent}s", PLAYER)
        case typed_tree.ZoneExpr() as zone if find_table_property(zone) is not None:
            return zone_group(zone.zone, None, scope)
        case typed_tree.RuleExpr() | typed_tree.DeckExpr():
            return _render_called(node.word, (), node, scope)
        case typed_tree.WordsExpr(type=kind) | typed_tree.PiecesExpr(type=kind):
            noun = scope.words.noun(kind.item)
            return NounGroup(noun, scope.words.nouns(noun), kind.item, whole=True)
    return None


def _make_unknown(node: syntax.NameNode, scope: EnglishScope) -> NounGroup:
    """Return a group that is described by its name only."""
    kind = find_item_type(scope.type_of(node)) or scope.words.main_kind
    nouns = scope.words.nouns(scope.words.noun(kind))
    if len(node.word) < 3:
        return make_known_group(f"those {nouns}", kind, scope)
    title = spell_name(node.word)
    return make_known_group(f"the {title} {nouns}" if inflection.is_participle(title) else f"the {title}", kind, scope)


@render_group.register
def _(node: syntax.NamesOfNode, scope: EnglishScope) -> NounGroup:
    kind = find_item_type(scope.type_of(node))
    noun = scope.words.noun(kind)
    return NounGroup(noun, scope.words.nouns(noun), kind, whole=True)


@render_group.register
def _(node: syntax.GetNode, scope: EnglishScope) -> NounGroup:
    return render_property_group(node, scope) or make_group(render_single(node, scope), scope)


# ---------------------------------------------------------------- calls


@render_group.register
def _(node: syntax.CallNode, scope: EnglishScope) -> NounGroup:
    return _render_called(node.word, node.args, node, scope) or make_group(render_single(node, scope), scope)


def _render_called(
    word: str, args: Sequence[syntax.ArgNode], node: syntax.NameNode | syntax.CallNode, scope: EnglishScope
) -> NounGroup | None:
    rule = scope.words.rule(word)
    if rule is not None and isinstance(scope.value(node), typed_tree.ReachExpr) and args:
        return render_connected(bound(rule, args), scope)
    if word in GROUPED and args:
        return GROUPED[word](word, [arg.value for arg in args], scope)
    head = find_head_noun(rule) if rule is not None else ""
    if rule is None or rule.is_clause or word in scope.words.game.tables:
        return None
    kind = scope.type_of(node)
    uncounted = kind is not None and kind.base == "list" and rule.parts[0] == f"the {head} of "
    uncounted = uncounted and inflection.make_plural(head) == head
    if not inflection.is_plural(head) and not uncounted:
        return None
    return _render_of_rule(rule, head, args, node, scope)


def _render_of_rule(
    rule: Phrase,
    head: str,
    args: Sequence[syntax.ArgNode],
    node: syntax.NameNode | syntax.CallNode,
    scope: EnglishScope,
) -> NounGroup:
    kind, parts = find_item_type(scope.type_of(node)), rule.parts
    noun = inflection.make_singular(head)
    given = bound(rule, args)
    if len(parts) == 2 and isinstance(parts[1], TemplateSlot) and _can_own(rule, parts[1]) and parts[1].role in given:
        lead, first = f"the {head} ", str(parts[0])
        if first.startswith(lead) and first.endswith("of "):
            where = first[len(lead) : -len("of ")].strip()
            return NounGroup(
                noun, head, kind, owner=render_owner_value(given[parts[1].role], scope), tails=(where,) if where else ()
            )
    text = fill_phrase(rule, given, scope)
    if text == head and rule.declared:
        return NounGroup(noun, head, kind)
    if text.startswith(f"the {head} "):
        return NounGroup(noun, head, kind, tails=(_make_clause_singular(text.removeprefix(f"the {head} ")),))
    return make_opaque_group(text, noun.rpartition(" ")[2], head.rpartition(" ")[2], kind)


def _can_own(rule: Phrase, slot: TemplateSlot) -> bool:
    """Return True if a parameter is one or several players or pieces that own what a rule lists."""
    kind = find_item_type(rule.roles.get(slot.role))
    return kind is None or kind.base in ("player", "piece")


# The first word of the subject of a relative clause: the cards that you can play, that an opponent owns.
_SUBJECT_BEGINS = frozenset(
    "you they he she we it i a an the this that these those each every any some no one both all your their its his her "
    "anybody everybody somebody nobody".split()
)


def _make_clause_singular(tail: str) -> str:
    """Return a relative clause with its verb in the singular: `who settles ties` for `who settle ties`.

    A clause with a subject of its own is unchanged: `that you can move`, `that an opponent owns`.
    """
    who, verb, rest = (*tail.split(" ", 2), "", "")[:3]
    if (
        who not in ("who", "that", "which")
        or not verb
        or not verb.isalpha()
        or verb in _SUBJECT_BEGINS
        or inflection.inflect_third_person(inflection.find_base_form(verb)) == verb
    ):
        return tail
    if verb == "were":
        return f"{who} was {rest}".strip() + FORMS + tail
    verb_of_one = inflection.inflect_third_person({"are": "be"}.get(verb, verb))
    return f"{who} {verb_of_one} {rest}".strip() + FORMS + tail


def _render_end(word: str, values: Sequence[syntax.Expr], scope: EnglishScope) -> NounGroup:
    """Return the top, first or last items of a list as a group."""
    of = render_group(values[0], scope)
    if isinstance(of.owner, NounGroup) and of.owner.noun == "opponent" and scope.words.game.players == (2, 2):
        of = replace(of, owner=Thing("your opponent"))
    zone = find_zone(values[0], scope)
    if zone is not None and zone.row:
        word = "leftmost" if word == "first" else "rightmost"
    elif zone is not None and zone.ordered and zone.see in ("nobody", "top"):
        word = "bottom" if word == "first" else "top"  # a pile is listed from its bottom
    one = len(values) < 2 or values[1] == syntax.NumberNode(1)
    where = of.zone_text("all") if of.zone and not of.tails and not of.adjectives else of.the() + of.order
    if not one and values[1] == syntax.NumberNode(0):
        return make_opaque_group(f"none of {where}", of.noun, of.nouns, of.type)
    if (not of.zone or of.tails or of.adjectives) and (one or isinstance(values[1], syntax.NumberNode)):
        text = f"the {word} of {where}" if one else f"the {word} {render(values[1], scope)} of {where}"
    elif one:
        text = f"the {word} {of.noun} of {where}"
    elif isinstance(values[1], syntax.NumberNode):
        text = f"the {word} {values[1].value} {of.nouns} of {where}"
    else:
        part = not of.zone or of.tails or of.adjectives
        text = _render_computed_end(f"the {word}", "" if part else of.nouns, where, values[1], scope)
    return make_opaque_group(text, of.noun, of.nouns, of.type, single=one)


def _render_computed_end(which: str, nouns: str, where: str, amount: syntax.Expr, scope: EnglishScope) -> str:
    """Render a computed number of items at one end of a zone: `the top X cards of the deck`."""
    value = render(amount, scope)
    if len(value) == 1:
        return " ".join(f"{which} {value} {nouns} of {where}".split())
    known = scope.meaning(amount.word) if isinstance(amount, syntax.NameNode) else None
    many = render_named_number(known) if known is not None else ""
    return " ".join(f"{which} {nouns} of {where} ({many or f'as many as {value}'})".split())


def _render_different(word: str, values: Sequence[syntax.Expr], scope: EnglishScope) -> NounGroup:
    if are_independent(values[0]):
        nouns = scope.words.nouns(scope.words.noun(find_item_type(scope.type_of(values[0]))))
        return _render_values_of_pairs(values[0], scope, f"the different {nouns} among ")
    of = render_group(values[0], scope)
    if of.opaque.startswith("the ") and " and " not in of.opaque:
        head, rest = split_noun(of.opaque.removeprefix("the "))
        among = f" among {rest.removeprefix(' of each of ')}" if rest.startswith(" of each of ") else rest
        also = f" (no {inflection.make_singular(head)} counts as one)" if _may_have_none(values[0], scope) else ""
        return replace(of, opaque=f"the different {inflection.make_plural(head)}{among}{also}")
    if of.opaque and of.opaque.endswith(f" {of.nouns}") and not of.single:
        return replace(of, opaque=f"the different {of.nouns} among {of.opaque}")
    return of if of.opaque else replace(of, adjectives=("different", *of.adjectives))


@render_counted.register
def _(node: syntax.CallNode, scope: EnglishScope) -> NounGroup:
    """Render what is counted; different names are those of `differently named cards`."""
    value = node.args[0].value if node.word == "distinct" and node.args else None
    found = scope.value(value) if isinstance(value, syntax.GetNode) else None
    if isinstance(value, syntax.GetNode) and value.word == "name" and found is not None:
        owner = render_owner(value, scope)
        if isinstance(owner, NounGroup) and not owner.opaque and owner.type is not None and owner.type.base == "piece":
            return replace(owner, adjectives=("differently named", *owner.adjectives))
    return render_group(node, scope)


def _may_have_none(node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True for the words of an attribute that pieces can lack, unless a condition leaves those pieces out."""
    found = scope.value(node)
    value = found.value if isinstance(found, typed_tree.CollectExpr) else found
    left_out = any(isinstance(part, syntax.CompareNode) and scope.is_none(part.right) for part in syntax.walk(node))
    return isinstance(value, typed_tree.AttributeExpr) and value.attribute.may_be_none and not left_out


def _render_sole(word: str, values: Sequence[syntax.Expr], scope: EnglishScope) -> NounGroup:
    of = render_group(values[0], scope)
    return make_opaque_group(of.sole(), of.noun, of.nouns, of.type, single=True, whole=of.whole)


def _render_in_order(word: str, values: Sequence[syntax.Expr], scope: EnglishScope) -> NounGroup:
    return NounGroup("player", "players", PLAYER, lead=f"starting with {render(values[0], scope)}, ")


def _render_numbers(word: str, values: Sequence[syntax.Expr], scope: EnglishScope) -> NounGroup:
    last, most = values[1], ""
    match values[1]:
        case syntax.CallNode(
            "min", (syntax.ArgNode(value=syntax.NumberNode() as last), syntax.ArgNode(value=limit))
        ) | (syntax.CallNode("min", (syntax.ArgNode(value=limit), syntax.ArgNode(value=syntax.NumberNode() as last)))):
            most = f" (at most {render(limit, scope)})"
    said = [render(value, scope) for value in (values[0], last, *values[2:])]
    span = " to ".join(said[:2]) + most
    return NounGroup("number", "numbers", NUMBER, tails=(", in steps of ".join([f"from {span}", *said[2:]]),))


# Built-ins whose values are named like their argument.
GROUPED: dict[str, Callable[[str, Sequence[syntax.Expr], EnglishScope], NounGroup]] = {
    **dict.fromkeys(("top", "first", "last"), _render_end),
    "distinct": _render_different,
    "the": _render_sole,
    "clockwise": _render_in_order,
    "numbers": _render_numbers,
}
