"""Conditions on an item as adjectives and relative clauses, such as `cards that fit`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import MemoryDecl, ZoneDecl
from cardwright.declarations.value_types import NUMBER, PLAYER, Type
from cardwright.english.dispatch import render, render_condition, render_group, render_single
from cardwright.english.expressions.adjectives import find_adjective, find_named_noun, name_pieces, render_other
from cardwright.english.expressions.certain_items import find_only_player
from cardwright.english.expressions.comparisons import render_owning
from cardwright.english.expressions.merged_conditions import list_conditions
from cardwright.english.expressions.properties import (
    OWNERS,
    find_item_property,
    find_property,
    find_table_property,
    gives_adjectives,
)
from cardwright.english.expressions.quantities import (
    count_from,
    render_bound,
    render_membership,
    render_quantity,
    render_word_order,
)
from cardwright.english.noun_phrases import FORMS, YOU, NounGroup, Thing, looks_plural, make_opaque_group
from cardwright.english.scope import ITEM, ITEMS_OWN, EnglishScope, Member, make_item
from cardwright.phrases import inflection
from cardwright.phrases.inflection import spell_name, with_article
from cardwright.syntax import tree as syntax

_BEFORE_OBJECT = (
    "of on in for with from to by against at behind below above under over between through into onto about near beside "
    "before after than like without opposite across along around past beyond inside outside facing opposing following"
).split()
_NOT_BEHIND = "".join(rf"(?<!\b{word} )" for word in _BEFORE_OBJECT)
# The item as the subject of a clause in the singular, but not behind a preposition.
_SUBJECT = re.compile(
    rf"{_NOT_BEHIND}({re.escape(ITEM)}) "
    r"(?!(?:as|this|its|plus|minus|times|always)\b)([a-z]*s)\b"
)


# Another thing that is called so in a clause about the item.
_ANOTHER_IT = re.compile(r"\bit\b")
# The item at the end of a clause, which is no subject.
_OBJECT_LAST = re.compile(rf"(?<= ){re.escape(ITEM)}(?=$|[,.;)])")
_PREPOSITIONS = ("to", "with", "from", "on", "in", "of", "for", "at", "by")
# Those before `which`, because words that follow can begin with another: to which this card is hooked to a beach.
_PLACES = ("to", "from", "on", "in")


def narrow_group(items: NounGroup, where: syntax.Expr, scope: EnglishScope, *words: str) -> NounGroup:
    """Return the items of a group that fulfil a condition; in the condition, `it` and `words` mean the item."""
    if isinstance(where, syntax.IfAnyNode):
        found = narrow_group(items, where.condition, scope, *words).with_tail("(any, if there is none)")
        return replace(found, settled=True)
    if items.opaque or items.settled:
        items = replace(items.plain(), single=False)
    only = find_only_player(items, where, scope, words)
    if only is not None:
        return make_opaque_group(render_single(only, scope).text, items.noun, items.nouns, PLAYER, single=True)
    names = find_named_noun(items, scope)
    if names:
        items = replace(items, noun=names, nouns=scope.words.nouns(names))
    # alternatives come last: what follows would seem to belong to the second one only
    others = items.type == PLAYER and items.noun == scope.words.opponent
    asked = [part for part in list_conditions(where, scope) if not (others and _leaves_out_you(part, scope))]
    for part in sorted(asked, key=lambda part: isinstance(part, syntax.LogicNode)):
        noun = items.noun.rpartition(" ")[2]
        inside = scope.about(make_item(items.type, noun), *words)
        adjective = render_other(part, items, inside, words) or find_adjective(part, inside)
        if adjective is not None:
            items = replace(items, adjectives=(*items.adjectives, adjective))
            continue
        powered = isinstance(part, syntax.CallNode) and part.word == "has_power" and inside.is_item(part.args[0].value)
        if powered and items.zone:  # behind the zone it would seem to be said of the zone's owner
            items = items.with_tail("with a power")
            continue
        one = _render_tail(part, inside.trial(), items.type)
        many = _render_tail(part, scope.about(make_item(items.type, noun, many=True), *words), items.type)
        if (
            one == many
            and one.startswith("in ")
            and items.zone.startswith("among ")
            and items.zone.endswith(f" now {one}")
        ):
            one = many = "(if still there)"
        if one == many and one.endswith(" on it"):
            many = f"{one.removesuffix('it')}them"
        if one != items.place("one"):
            items = items.with_tail(one if one == many else one + FORMS + many, _is_value(part, one, inside))
    return name_pieces(items) if names else _render_controlled(items)


def _leaves_out_you(node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True for the condition that a player is not `you`, which every opponent fulfils."""
    match node:
        case syntax.CompareNode("is not", syntax.NameNode("it" | "player"), syntax.NameNode("you")):
            return scope.you.text == "you"
    return False


def _is_value(node: syntax.Expr, tail: str, scope: EnglishScope) -> bool:
    """Return True for a comparison that is said as a value: `with cost 3 or less`, `with no wounds`, `with a suit`."""
    none = isinstance(node, syntax.CompareNode) and scope.is_none(node.right)
    number = isinstance(node, syntax.CompareNode) and isinstance(node.right, syntax.NumberNode)
    return (number or none) and tail.startswith(("with ", "without ")) and ITEM not in tail and " in it" not in tail


def render_extreme_items(items: NounGroup, node: syntax.RankedNode, scope: EnglishScope) -> NounGroup:
    """Return the items of a group with the largest or smallest value: `with the most credits`."""
    if items.opaque or (items.settled and not isinstance(node.list, syntax.RankedNode)):
        items = replace(items.plain(), single=False)
    names = find_named_noun(items, scope)
    if names:
        items = name_pieces(replace(items, noun=names, nouns=scope.words.nouns(names), tails=("of any sort",)))
        items = replace(items, tails=())
    noun = items.noun.rpartition(" ")[2]
    one = _render_most_tail(node, scope.about(make_item(items.type, noun)).trial(), items.type)
    many = _render_most_tail(node, scope.about(make_item(items.type, noun, many=True)), items.type)
    ranked_before = isinstance(node.list, syntax.RankedNode) or any(
        tail.startswith("with the ") for tail in items.tails
    )
    if ranked_before:  # no item might meet both conditions
        one, many = f"and of these {one}", f"and of these those {many}"
    elif _is_ranked_by_owner(node, scope):
        one, many = f"{one} there", f"{many} there"
        return items.with_tail(one if one == many else one + FORMS + many)
    elif any(not tail.startswith("of ") for tail in items.tails):  # those that are left are compared
        items = NounGroup(items.noun, items.nouns, items.type, zone=f"among {items.the('several')}", whole=items.whole)
    near = bool(items.near) if ranked_before else one.startswith("with ")
    tail = one if one == many else one + FORMS + many
    return replace(_render_controlled(items.with_tail(tail, near)), settled=True)


def _is_ranked_by_owner(node: syntax.RankedNode, scope: EnglishScope) -> bool:
    """Return True if the items of each owner are compared with each other: those of `p` `for each p in players`."""
    return any(
        isinstance(part, syntax.NameNode) and isinstance(scope.meaning(part.word), Member)
        for part in syntax.walk(node.list)
    )


# Phrases for the highest and the lowest count of something.
_OF_MANY = {"highest": "most", "lowest": "fewest"}


def _render_most_tail(node: syntax.RankedNode, scope: EnglishScope, kind: Type | None) -> str:
    found = find_item_property(node.by, scope)
    if isinstance(node.by, syntax.CallNode) and node.by.word == "count" and node.by.args:
        held = find_item_property(node.by.args[0].value, scope)
        if held is not None and isinstance(held[1], ZoneDecl):
            content = render_group(node.by.args[0].value, scope)
            where = f" in {ITEMS_OWN} {content.zone}" if content.zone else ""
            return _insert_pronouns(f"with the {_OF_MANY[node.which]} {content.called(True)}{where}", kind, scope)
    text = render_single(node.by, scope).text
    if found is not None:
        title = found[1].title if isinstance(found[1], MemoryDecl) else spell_name(found[0])
        most = _OF_MANY[node.which] if looks_plural(title) else node.which
        return f"with the {most} {title}"
    own = text.removeprefix(f"{ITEMS_OWN} ")
    if own != text and ITEM not in own and ITEMS_OWN not in own:
        return f"with the {_OF_MANY[node.which] if looks_plural(own) else node.which} {own}"
    return _make_relative(f"{text} {'are' if looks_plural(text) else 'is'} the {node.which}", kind, scope)


def _render_controlled(items: NounGroup) -> NounGroup:
    """Return a group of pieces that you control, rendered with `your`: `the slots of your agriculture cards`."""
    if items.opaque or items.owner is not None or items.zone or "you control" not in items.tails:
        return items
    tails = [tail for tail in items.tails if tail != "you control"]
    for place, tail in enumerate(tails):
        one, _, many = tail.partition(FORMS)
        if many.startswith("of ") and one.startswith(("of a ", "of an ")):
            tails[place] = f"of one of your {many.removeprefix('of ')}{FORMS}of your {many.removeprefix('of ')}"
            return replace(items, tails=tuple(tails))
    return replace(items, tails=tuple(tails), owner=YOU)


# ---------------------------------------------------------------- clauses after the noun


def _render_tail(node: syntax.Expr, scope: EnglishScope, kind: Type | None) -> str:
    """Return a condition on the item as words after the noun: `with tier 1 or less`, `that you can trade with`."""
    if isinstance(node, syntax.CompareNode):
        turned = node.operator == "is not" and scope.is_item(node.right) and not scope.is_item(node.left)
        if turned and kind != PLAYER:
            node = replace(node, left=node.right, right=node.left)
        found = _render_identity_tail(node, scope) or _render_property_tail(node, scope)
        if found is not None:
            found = f"who{found[4:]}" if kind == PLAYER and found.startswith("that ") else found
            return _insert_pronouns(found, kind, scope)
    either = _render_either_tail(node, scope, kind) if isinstance(node, syntax.LogicNode) else ""
    if either:
        return either
    of_others = isinstance(node, syntax.LogicNode) or _is_partly_unrelated(node, scope)
    clause = _make_relative(render_condition(node, scope), kind, scope, of_others)
    # a condition can be about the item even if its phrase does not mention it
    about_it = any(isinstance(part, syntax.NameNode) and scope.is_item(part) for part in syntax.walk(node))
    return clause.replace("(if ", "where ", 1)[:-1] if clause.startswith("(if ") and about_it else clause


def _render_either_tail(node: syntax.LogicNode, scope: EnglishScope, kind: Type | None) -> str:
    """Render alternatives about the item: `that is sly or whose force is 4 or more`.

    Returns "" if an alternative is about anything but the item.
    """
    parts: list[syntax.Expr] = [node]
    while isinstance(first := parts[0], syntax.LogicNode) and first.operator == node.operator:
        parts[:1] = [first.left, first.right]
    texts = [render_condition(part, scope.trial()) for part in parts]
    about = all(text.startswith((f"{ITEM} ", f"{ITEMS_OWN} ")) for text in texts)
    once = all(text.count(ITEM) + text.count(ITEMS_OWN) == 1 for text in texts)
    if not about or not once or any(isinstance(part, syntax.LogicNode) for part in parts):
        return ""
    tails = [_make_relative(render_condition(part, scope), kind, scope) for part in parts]
    for place in range(len(tails) - 1, 0, -1):
        who, _, rest = tails[place].partition(" ")
        if tails[place - 1].startswith(f"{who} ") and who != "whose":
            tails[place] = rest
    return f" {node.operator} ".join(tails)


def _is_partly_unrelated(node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True if a condition has a part that does not mention the item."""
    parts = [node.value] if isinstance(node, syntax.NotNode) else [node]
    while any(isinstance(part, syntax.LogicNode) for part in parts):
        parts = [each for p in parts for each in ((p.left, p.right) if isinstance(p, syntax.LogicNode) else (p,))]
    about = [
        any(find_item_property(each, scope) or scope.is_item(each) for each in _find_exprs(part)) for part in parts
    ]
    return not all(about)


def _find_exprs(node: syntax.Expr) -> Iterator[syntax.Expr]:
    return (each for each in syntax.walk(node) if isinstance(each, syntax.Expr))


def _render_identity_tail(node: syntax.CompareNode, scope: EnglishScope) -> str | None:
    if not scope.is_item(node.left):
        return None
    if node.operator in ("is", "is not"):
        right = render(node.right, scope)
        called = find_table_property(scope.value(node.right))
        if isinstance(called, MemoryDecl) and called.type.base == "enum" and called.title == spell_name(called.type.of):
            right = f"the current {called.title}"
        if node.operator == "is" and (scope.type_of(node.left) or NUMBER).base in ("enum", "number"):
            return f"that {'are' if isinstance(scope.it, Thing) and scope.it.many else 'is'} {right}"
        return f"other than {right}" if node.operator == "is not" else f"({right})"
    if node.operator in ("in", "not in"):
        denied = "not " if node.operator == "not in" else ""
        if isinstance(node.right, syntax.ListOfNode):
            words = inflection.join_items([render(item, scope) for item in node.right.items], "or")
            return f"other than {words}" if denied else f"({words})"
        where = render_membership(render_group(node.right, scope))
        group = render_group(node.right, scope.trial())
        if _is_told_by_clause(group, scope) and (
            not denied or inflection.is_past_participle(group.tails[0].split()[0])
        ):
            return denied + group.behind("", many=isinstance(scope.it, Thing) and scope.it.many).strip()
        if where.startswith("in ") or (group.at and where == group.place("one")):
            return denied + where
        several = isinstance(scope.it, Thing) and scope.it.many
        if several and where.startswith("one of "):
            who = "whose names are" if " names of " in where else "that are"
            return f"{who} {denied}among {where.removeprefix('one of ')}"
        if where.startswith("one of ") and " names of " in where:
            return f"whose name is {denied}{where}"
        return f"that {'are' if several else 'is'} {denied}{where}"
    return f"that is {render_bound(node.operator, node.right, scope)}"


def _is_told_by_clause(group: NounGroup, scope: EnglishScope) -> bool:
    """Return True if nothing but clauses tells the members of a group from others: squares connected with that one."""
    bare = replace(group, tails=()).simple and not (group.adjectives or group.settled)
    return bare and bool(group.tails) and group.noun == scope.words.noun(group.type)


def _render_property_tail(node: syntax.CompareNode, scope: EnglishScope) -> str | None:
    """Render a comparison of an attribute or counter: `with tier 1 or less`, `with 2 or more credits`.

    Returns None for any other expression.
    """
    left = node.left
    if isinstance(left, syntax.CallNode) and left.word == "count" and left.args:
        return _render_content_tail(left.args[0].value, node.operator, node.right, scope)
    found = find_item_property(left, scope)
    if isinstance(left, syntax.NameNode | syntax.GetNode) and left.word in OWNERS:
        if found is not None or (isinstance(left, syntax.GetNode) and scope.is_item(left.object)):
            return _render_owned_tail(left.word, node, scope)
        if isinstance(left, syntax.GetNode) and find_item_property(left.object, scope) is not None:
            assert isinstance(left.object, syntax.NameNode | syntax.GetNode)
            return _render_owned_tail(left.word, node, scope, f"whose {spell_name(left.object.word)} ")
    if found is None:
        return None
    word, what = found
    kind = what.type if isinstance(what, MemoryDecl) else what
    if isinstance(what, ZoneDecl) or not isinstance(kind, Type):
        return None
    if kind == NUMBER:
        title = what.title if isinstance(what, MemoryDecl) else spell_name(word)
        return _number_tail(title, node, scope, isinstance(what, MemoryDecl) or " " in title)
    if kind.base == "enum" and node.operator in ("<", "<=", ">", ">="):
        title = what.title if isinstance(what, MemoryDecl) else spell_name(word)
        return f"whose {title} is {render_word_order(node.operator, node.right, scope)}"
    if isinstance(what, MemoryDecl) or node.operator not in ("is", "is not"):
        return None
    denied = "not " if node.operator == "is not" else ""
    if kind.base == "name" and word != "name":  # an attribute that names another piece
        if scope.is_none(node.right):
            return f"{'with' if denied else 'without'} {inflection.with_article(spell_name(word))}"
        return f"whose {spell_name(word)} is {denied}{render(node.right, scope)}"
    if kind.base == "name":
        if isinstance(node.right, syntax.GetNode) and node.right.word == word:
            return f"{denied}of the same name as {render(node.right.object, scope)}"
        text = render(node.right, scope)
        if text.endswith("name"):
            return f"{denied}with {text}"
        if isinstance(scope.value(node.right), typed_tree.LiteralExpr) or text.startswith("“"):
            return f"{denied}named {text}"
        return f"whose name is {denied}{text}"
    if kind.base != "enum":
        return None
    alike = isinstance(node.right, syntax.GetNode) and node.right.word == word
    if alike and isinstance(node.right, syntax.GetNode) and not _has_other_title(node.right, scope):
        return f"{denied}of the same {spell_name(word)} as {render(node.right.object, scope)}"
    if scope.is_none(node.right):
        return f"{'with' if denied else 'without'} {inflection.with_article(spell_name(word))}"
    text = render(node.right, scope)
    title = spell_name(word)
    called = find_table_property(scope.value(node.right))  # the suit led, the wind
    if called is not None and (called.title == title or title not in called.title.split()):
        return f"whose {title} is {denied}{f'the current {title}' if called.title == title else text}"
    if not gives_adjectives(scope.value(left), scope):
        return f"whose {title} is {denied}{text}"
    return f"{denied}of {text}"


def _has_other_title(node: syntax.GetNode, scope: EnglishScope) -> bool:
    """Return True if memory has a title that differs from its word, so that it is not mistaken for an attribute."""
    found = find_property(scope.value(node))
    return isinstance(found, MemoryDecl) and found.title != spell_name(node.word)


def _number_tail(title: str, node: syntax.CompareNode, scope: EnglishScope, clause: bool) -> str | None:
    """Render a comparison of a number with a title. A number that can change is said in a `clause`, not as a feature.

    Examples: `a card with cost 3 or less`, `a die whose face is 6`, `a player with 3 or more coins`.
    """
    alike = node.right if isinstance(node.right, syntax.GetNode) and node.operator in ("is", "is not") else None
    if alike is not None and title == alike.word == "position":
        return f"{'not ' if node.operator == 'is not' else ''}in the same position as {render(alike.object, scope)}"
    amount = render_quantity(node.operator, node.right, title) if looks_plural(title) else None
    if node.operator in ("in", "not in"):
        return None
    if scope.words.plainly and amount is None and node.operator == "is":
        text = render(node.right, scope.trial())
        if text == f"that {title}" or len(text) == 1:
            return f"of {text}" if text.startswith("that ") else f"with {title} {render(node.right, scope)}"
    than = {">": "more", "<": "fewer"}.get(node.operator) if looks_plural(title) else None
    if than and isinstance(node.right, syntax.GetNode) and isinstance(scope.it, Thing) and scope.it.type == PLAYER:
        other = find_property(scope.value(node.right))
        owner = render_single(node.right.object, scope.trial())
        if isinstance(other, MemoryDecl) and other.title == title and owner.type == PLAYER:
            return f"with {than} {title} than {render_single(node.right.object, scope).text}"
    person = isinstance(scope.it, Thing) and scope.it.type == PLAYER
    clause = clause and title != "position" and not person and not scope.words.plainly
    if amount is None and (clause or not isinstance(node.right, syntax.NumberNode)):
        be, asked = "are" if looks_plural(title) else "is", count_from(node) if clause else node
        return f"whose {title} {be} {render_bound(asked.operator, asked.right, scope)}"
    if amount is None and node.operator in ("<", ">") and title != "position" and person:
        return f"with {with_article(title)} of {render_bound(node.operator, node.right, scope)}"
    if title != "position":
        node = count_from(node)  # with demand 4 or more in the board: not the demand there
    lead = "in" if title == "position" else "with"
    return f"{lead} {amount or f'{title} {render_bound(node.operator, node.right, scope)}'}"


def _render_owned_tail(word: str, node: syntax.CompareNode, scope: EnglishScope, lead: str = "") -> str | None:
    """Render who owns or controls an item (`you own`), or a property of it (`whose card you control`).

    Returns None for any other expression.
    """
    verb = "control" if word == "controller" else "own"
    if node.operator in ("is", "is not"):
        return f"{lead}{render_owning(node.right, verb, node.operator == 'is not', scope)}"
    if node.operator == "in" and node.right == syntax.NameNode("opponents"):
        return f"{lead or 'that '}{with_article(scope.words.opponent)} {verb}s"
    return None


def _render_content_tail(node: syntax.Expr, operator: str, right: syntax.Expr, scope: EnglishScope) -> str | None:
    found = find_item_property(node, scope)
    if found is None or not isinstance(found[1], ZoneDecl):
        return None
    content = render_group(node, scope)
    amount = render_quantity(operator, right, content.called(True))
    if amount is None:
        return None
    if amount.startswith(("a ", "an ")):
        amount = content.called(True)
    return f"with {amount} in {ITEMS_OWN} {content.zone}" if content.zone else f"with {amount}"


def _make_relative(text: str, kind: Type | None, scope: EnglishScope, said_of_others: bool = False) -> str:
    """Return a clause about the item as a relative clause.

    Examples: `that fits it`, `whose hand is empty`, `that you can trade with`; for a part: `of a red card`.
    """
    decl = scope.words.game.kinds.get(kind.of) if kind is not None and kind.base == "piece" else None
    whole = f"{ITEMS_OWN} {spell_name(decl.part_of)} is " if decl is not None and decl.part_of else None
    if whole is not None and text.startswith((f"{whole}a ", f"{whole}an ", f"{whole}this ")):
        part = text.removeprefix(whole)
        several = isinstance(scope.it, Thing) and scope.it.many and not part.startswith("this ")
        return f"of {scope.words.nouns(part.partition(' ')[2]) if several else part}"
    if kind is not None and kind.base == "zone" and text.startswith(("there is ", "there are ")):
        return _insert_pronouns(f"with {text.split(' ', 2)[2]}", kind, scope)
    who = "who" if kind is not None and kind.base == "player" else "that"
    items, owns = text.count(ITEM), text.count(ITEMS_OWN)
    if text.startswith((f"{ITEM} and ", f"{ITEM} or ")):
        return _insert_pronouns(f"such that {text}", kind, scope)
    if text.startswith((ITEM + " ", ITEM + ", ")) and items == 1 and not said_of_others:
        return _insert_pronouns(f"{who}{text[1:]}", kind, scope)
    if text.startswith(ITEMS_OWN + " ") and owns == 1 and not said_of_others:
        return _insert_pronouns(f"whose{text[1:]}", kind, scope)
    if kind == NUMBER and items + owns == 1 and text.endswith(" " + ITEM):
        return f"for which {text[:-2]} that number"
    if text.endswith(" " + ITEM) and items + owns == 1:
        clause = text[:-2]
        start, _, last = clause.rpartition(" ")
        if last in (_PREPOSITIONS if clause.startswith("that ") else _PLACES):
            return f"{last} {'whom' if kind == PLAYER else 'which'} {start}"
        return f"{'which' if clause.startswith('that ') else 'that'} {clause}"
    if f" for {ITEM} " in text and items + owns == 1:
        return f"for which {text.replace(f' for {ITEM} ', ' ', 1)}"
    where = "for whom" if kind == PLAYER else "where"
    return _insert_pronouns(f"{where} {text}", kind, scope) if items + owns else f"(if {text})"


def _insert_pronouns(text: str, kind: Type | None, scope: EnglishScope) -> str:
    """Return a clause in which the placeholders for the item are replaced by pronouns."""
    person = (kind is not None and kind.base == "player") or (isinstance(scope.it, Thing) and scope.it.many)
    if person:  # "the charges on them", and not "on they"; "the points they have", and not "they has"
        text = _SUBJECT.sub(
            lambda found: f"{found[1]} {inflection.make_finite(inflection.find_base_form(found[2]), many=True)}", text
        )
        text = re.sub(rf"\b({'|'.join(_BEFORE_OBJECT)}) {re.escape(ITEM)}", r"\1 them", text)
        text = _OBJECT_LAST.sub("them", text)
    if not person and kind is not None and ITEM in text and _ANOTHER_IT.search(text):
        return text.replace(ITEM, f"that {scope.words.noun(kind)}").replace(ITEMS_OWN, "its")
    return text.replace(ITEM, "they" if person else "it").replace(ITEMS_OWN, "their" if person else "its")
