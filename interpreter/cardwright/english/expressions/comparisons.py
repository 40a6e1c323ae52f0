"""Comparisons as clauses, such as `you have 4 or more credits` and `the deck is empty`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardwright.checker import typed_tree
from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import EITHER, NUMBER, PLAYER, YES_NO, name_to_piece
from cardwright.english.dispatch import find_fixed_text, render, render_condition, render_group, render_single
from cardwright.english.expressions.properties import (
    OWNERS,
    find_item_property,
    find_property,
    find_table_property,
    gives_adjectives,
    insert_before_last,
    is_property,
    make_noun,
    render_owner,
    render_single_owner,
)
from cardwright.english.expressions.quantities import (
    OPPOSITES,
    count_from,
    render_bound,
    render_existence,
    render_membership,
    render_quantity,
    render_word_order,
)
from cardwright.english.fill_phrases import bound, fill_phrase
from cardwright.english.noun_phrases import NounGroup, Thing, looks_plural
from cardwright.english.scope import ITEM, EnglishScope
from cardwright.phrases import inflection
from cardwright.phrases.inflection import spell_name, with_article
from cardwright.syntax import tree as syntax

# What players have of their own, in the phrase of a rule that counts it.
_OWN_NOUNS = re.compile(r"the ([\w -]+) of \{\w+\}")
_EARLIER_OR_LATER = {"<=": " or earlier", ">=": " or later"}
_THAN = {">": "more {} than", "<": "fewer {} than", "is": "as many {} as"}
_THAN |= {">=": "at least as many {} as", "<=": "at most as many {} as"}
_EVERYBODY = (syntax.NameNode("players"), syntax.NameNode("opponents"))
_ZERO = syntax.NumberNode(0)
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def render_owning(node: syntax.Expr, verb: str, negative: bool, scope: EnglishScope) -> str:
    """Render who does or, if `negative`, does not own something: `you own`, `somebody owns`."""
    if negative and node == syntax.NameNode("nobody"):
        return f"somebody {inflection.make_finite(verb, False)}"
    owner = render_single(node, scope)
    return f"{owner.text} {(inflection.negate_verb if negative else inflection.make_finite)(verb, owner.many)}"


def _is(subject: Thing, negative: bool) -> str:
    return f"{subject.text} {'are' if subject.many else 'is'} {'not ' if negative else ''}"


@render_condition.register
def _(node: syntax.CompareNode, scope: EnglishScope, negative: bool = False) -> str:
    text = "" if negative else find_fixed_text(node, scope)
    if text:
        return text
    operator = OPPOSITES[node.operator] if negative else node.operator
    left, right = node.left, node.right
    if isinstance(left, syntax.NumberNode) and not isinstance(right, syntax.NumberNode) and operator in _MIRRORED:
        left, right, operator = right, left, _MIRRORED[operator]
    if operator in ("in", "not in"):
        return _compare_inside(left, right, operator == "not in", scope)
    if isinstance(left, syntax.CallNode) and left.word == "count" and left.args:
        return render_existence(left.args[0].value, operator, right, scope)
    if operator in ("is", "is not"):
        negative = operator == "is not"
        found = render_done_by(left, right, negative, scope) or _compare_name(left, right, negative, scope)
        found = found or _compare_token(left, right, negative, scope)
        found = found or _compare_constant(left, right, negative, scope)
        if found is not None:
            return found
    kind = scope.type_of(left) or scope.type_of(right)
    if kind == YES_NO:
        one, other = render_condition(left, scope), render_condition(right, scope)
        owners = _find_same_flag(left, right, one, other, scope)
        if owners:
            return _compare_flags(owners, one.removeprefix(_is(owners[0], False)), operator == "is not")
        return f"{one} exactly when {other}" if operator == "is" else f"either {one} or {other}, but not both"
    if kind is not None and kind.base == "enum" and operator in _MIRRORED:
        return _is(render_single(left, scope), False) + render_word_order(operator, right, scope)
    alike = _compare_alike(left, operator, right, scope)
    return alike or _compare_counter(left, operator, right, scope) or _compare_plainly(left, operator, right, scope)


def render_done_by(left: syntax.Expr, right: syntax.Expr, negative: bool, scope: EnglishScope) -> str | None:
    """Render who has done something, for a list whose title ends with `by`: `that card is lent by you`; else None."""
    memory = find_property(scope.value(left)) if isinstance(left, syntax.GetNode) else None
    if not isinstance(left, syntax.GetNode) or not isinstance(memory, MemoryDecl):
        return None
    owner = render_owner(left, scope.trial())
    if memory.type != PLAYER or not memory.title.endswith(" by") or not isinstance(owner, Thing) or not owner.text:
        return None
    render_owner(left, scope)
    if right == syntax.NameNode("nobody"):
        return f"{_is(owner, not negative)}{memory.title} {'somebody' if negative else 'anybody'}"
    return f"{_is(owner, negative)}{memory.title} {render_single(right, scope).text}"


def _compare_token(left: syntax.Expr, right: syntax.Expr, negative: bool, scope: EnglishScope) -> str | None:
    """Render whose token lies on a piece: `that square has a disc of yours`; None for other comparisons."""
    token = find_token(left, scope)
    if token is None:
        return None
    owner, noun = token
    nobody = right == syntax.NameNode("nobody")
    some = f"no {noun}" if negative != nobody else with_article(noun)
    return (
        f"{owner.text} {'have' if owner.many else 'has'} {some}{'' if nobody else f' of {_name_owner(right, scope)}'}"
    )


def find_token(node: syntax.Expr, scope: EnglishScope) -> tuple[Thing, str] | None:
    """Return the piece on which the token lies that shows a player, and the noun for the token; None without one."""
    memory = find_property(scope.value(node)) if isinstance(node, syntax.NameNode | syntax.GetNode) else None
    noun = scope.words.tokens.get(memory.word) if isinstance(memory, MemoryDecl) else None
    if noun is None or not isinstance(node, syntax.NameNode | syntax.GetNode):
        return None
    return render_single_owner(node, scope), noun


def render_laid(node: syntax.AssignNode, scope: EnglishScope) -> str | None:
    """Render a change of whose token lies on a piece: `put a disc of yours on that square`; None for any other."""
    token = find_token(node.target, scope)
    if token is None or isinstance(node.value, syntax.PerformNode):
        return None
    if node.value == syntax.NameNode("nobody"):
        return f"take the {token[1]} from {token[0].text}"
    each = "each of " if looks_plural(token[0].text) else ""
    return f"put {with_article(token[1])} of {_name_owner(node.value, scope)} on {each}{token[0].text}"


def _name_owner(node: syntax.Expr, scope: EnglishScope) -> str:
    text = render_single(node, scope).text
    return "yours" if text == "you" else text


def _compare_name(left: syntax.Expr, right: syntax.Expr, negative: bool, scope: EnglishScope) -> str | None:
    """Render a comparison with a chosen name: `the drawn card has that name`; None for other comparisons."""
    kind = scope.type_of(left)
    if (
        kind is None
        or kind.base != "name"
        or not isinstance(left, syntax.NameNode | syntax.GetNode)
        or not is_property(left, scope)
    ):
        return None
    name, owner = render(right, scope.trial()), render_single_owner(left, scope.trial())
    if not name.startswith("that "):
        return None
    render(right, scope)
    verb = (inflection.negate_verb if negative else inflection.make_finite)(
        "have", render_single_owner(left, scope).many
    )
    return f"{owner.text} {verb} {name}"


def _compare_constant(left: syntax.Expr, right: syntax.Expr, negative: bool, scope: EnglishScope) -> str | None:
    """Render a comparison with yes or no, an empty list, or `nobody`; None for other comparisons."""
    if isinstance(right, syntax.YesNoNode):
        return render_condition(left, scope, negative=negative == right.value)
    if isinstance(right, syntax.ListOfNode) and not right.items:
        text = render(left, scope)
        return f"{_is(Thing(text, many=looks_plural(text)), negative)}empty"
    known = scope.meaning(left.word) if isinstance(left, syntax.NameNode) else None
    if (
        right == syntax.NameNode("nobody")
        and scope.defines
        and isinstance(known, Thing)
        and known.text.startswith("that ")
    ):
        return f"there is {'such a' if negative else 'no such'} {known.text.removeprefix('that ')}"
    kind = known.type if isinstance(known, Thing) else None
    if (
        kind is not None
        and kind.base == EITHER
        and isinstance(right, syntax.NameNode)
        and right.word in kind.of.split(" or ")
    ):
        return f"{_is(render_single(left, scope), negative)}{with_article(scope.words.noun_of_word(right.word))}"
    if scope.is_none(right):
        return _compare_nothing(left, negative, scope)
    return _compare_word(left, right, negative, scope)


def _compare_nothing(left: syntax.Expr, negative: bool, scope: EnglishScope) -> str:
    """Render whether a flag or attribute has a value; None for any other value.

    Examples: `there is no suit led`, `you have a choice`, `that card has no suit`.
    """
    memory = find_table_property(scope.value(left))
    if isinstance(memory, MemoryDecl):
        if memory.type.base == NUMBER.base and looks_plural(memory.title):
            if scope.words.plainly:
                return f"the {memory.title} are {'' if negative else 'not '}being counted"
            return f"{'a' if negative else 'no'} number of {memory.title} is set"
        if looks_plural(memory.title):
            return f"there are {'' if negative else 'no '}{memory.title}"
        return f"there is {with_article(make_noun(memory)) if negative else 'no ' + make_noun(memory)}"
    if isinstance(left, syntax.NameNode | syntax.GetNode) and is_property(left, scope):
        owner, mark = render_owner(left, scope), find_property(scope.value(left))
        printed = isinstance(scope.value(left), typed_tree.AttributeExpr)
        if (isinstance(mark, MemoryDecl) or printed) and isinstance(owner, Thing):
            title = make_noun(mark).removesuffix(" on it") if isinstance(mark, MemoryDecl) else spell_name(left.word)
            have = "have" if owner.many else "has"
            return f"{owner.text} {have} {with_article(title) if negative else 'no ' + title}"
    return f"{_is(render_single(left, scope), negative)}none"


def _compare_word(left: syntax.Expr, right: syntax.Expr, negative: bool, scope: EnglishScope) -> str | None:
    """Render a comparison with a word: `that card is an illegal card`, `you are the leader`.

    Returns None for any other expression.
    """
    value = scope.value(left)
    memory = find_table_property(value)
    if isinstance(memory, MemoryDecl) and isinstance(right, syntax.NameNode) and inflection.is_time(right.word):
        return f"it is {'not ' if negative else ''}{render(right, scope)}"
    if isinstance(left, syntax.NameNode) and isinstance(memory, MemoryDecl) and memory.type == PLAYER:
        if negative and right == syntax.NameNode("nobody"):
            return f"somebody is the {memory.title}"
        return f"{_is(render_single(right, scope), negative)}the {memory.title}"
    if isinstance(value, typed_tree.CollectExpr) and value.where is None:  # of the only card of a list
        value = value.value
    if (
        not isinstance(left, syntax.NameNode | syntax.GetNode)
        or not isinstance(value, typed_tree.AttributeExpr)
        or value.type.base != "enum"
        or not gives_adjectives(value, scope)
    ):
        return None
    piece = render_owner(left, scope)
    if isinstance(piece, NounGroup) and piece.opaque and piece.single:
        piece = Thing(piece.opaque, piece.type)
    if isinstance(piece, NounGroup) or not (isinstance(right, syntax.NameNode) or scope.is_word(right)):
        return None
    word = render(right, scope)
    if not scope.is_word(right):
        return f"{_is(piece, negative)}of {word}"
    called = _find_printed_noun(value, piece, scope)
    noun, many = f"{word} {called}", f"{word} {scope.words.nouns(called)}"
    return f"{_is(piece, negative)}{many if piece.many else with_article(noun)}"


def _find_printed_noun(value: typed_tree.AttributeExpr, owner: Thing, scope: EnglishScope) -> str:
    """Return the noun for the piece that has an attribute. A rule text may have only the name of the piece."""
    return scope.words.noun(name_to_piece(value.piece.type) or owner.type)


def _compare_inside(left: syntax.Expr, right: syntax.Expr, negative: bool, scope: EnglishScope) -> str:
    value = scope.value(right)
    if (
        isinstance(value, typed_tree.AttributeExpr)
        and gives_adjectives(value, scope)
        and isinstance(right, syntax.NameNode | syntax.GetNode)
        and scope.is_word(left)
    ):
        piece = render_owner(right, scope)
        if isinstance(piece, Thing):  # a piece with several words is rendered like one with a single word
            word, noun = render(left, scope), _find_printed_noun(value, piece, scope)
            many = f"{word} {scope.words.nouns(noun)}"
            return f"{_is(piece, negative)}{many if piece.many else with_article(f'{word} {noun}')}"
    done = _compare_participle(left, right, negative, scope)
    if done is not None:
        return done
    start = _is(render_single(left, scope), negative)
    if isinstance(right, syntax.ListOfNode) and right.items:
        counted = None if negative else _compare_counter(left, "in", right, scope)
        if counted is not None:
            return counted
        return start + inflection.join_items([render(item, scope) for item in right.items], "or")
    items = render_group(right, scope)
    if items.opaque.startswith("those ") and left == syntax.NameNode("this"):
        return f"{items.opaque} {'do not include' if negative else 'include'} {render_single(left, scope).text}"
    nouns = scope.words.nouns(scope.words.noun(items.type))
    if scope.is_word(left) and looks_plural(items.the()):
        return f"{items.the()} {'do not include' if negative else 'include'} {render_single(left, scope).text}"
    of_item = isinstance(items.owner, Thing) and items.owner.text == ITEM and items.zone
    if of_item and not (items.adjectives or items.tails):  # whose crew includes that card
        own = items.zone_text("one")
        include = (inflection.negate_verb if negative else inflection.make_finite)("include", looks_plural(items.zone))
        return f"{own} {include} {render_single(left, scope).text}"
    if scope.words.plainly and not (items.single or items.zone) and nouns not in items.the():
        return f"{start}among {items.the()}"  # a cell is not one of the ships
    return start + render_membership(items)


def _compare_participle(left: syntax.Expr, right: syntax.Expr, negative: bool, scope: EnglishScope) -> str | None:
    """Render membership in a list whose title is a participle with a preposition: `that cell is shot at by you`.

    Returns None for any other expression.
    """
    memory = find_property(scope.value(right)) if isinstance(right, syntax.NameNode | syntax.GetNode) else None
    if not isinstance(memory, MemoryDecl) or not memory.title.endswith(" by"):
        return None
    owner = render_owner(right, scope) if isinstance(right, syntax.NameNode | syntax.GetNode) else None
    if not isinstance(owner, Thing) or not owner.text:
        return None
    doer = render_single(left, scope)
    return f"{_is(owner, negative)}{memory.title} {doer.them if doer.text in ('they', 'it') else doer.text}"


def _compare_plainly(left: syntax.Expr, operator: str, right: syntax.Expr, scope: EnglishScope) -> str:
    if isinstance(left, syntax.GetNode) and left.word in OWNERS and operator in ("is", "is not"):
        verb = "control" if left.word == "controller" else "own"
        return f"{render_owning(right, verb, operator == 'is not', scope)} {render(left.object, scope)}"
    subject = render_single(left, scope)
    if operator == "is" and isinstance(right, syntax.CallNode) and right.word in ("max", "min"):
        return f"{subject.text} {'equal' if subject.many else 'equals'} {render(right, scope)}"
    if operator in ("is", "is not"):
        return _is(subject, operator == "is not") + render(right, scope)
    return _is(subject, False) + render_bound(operator, right, scope)


def _compare_flags(owners: Sequence[Thing], flag: str, differ: bool) -> str:
    """Render whether a flag is the same for two owners: `it is tired if you are (and is not if you are not)`."""
    first, second = sorted(owners, key=lambda owner: owner.text != ITEM)
    if first.text != ITEM:
        one, is_same = f"{first.text} and {second.text}", f"are both {flag} or both not {flag}"
        return f"exactly one of {one} is {flag}" if differ else f"{one} {is_same}"
    verb, other = ("are" if each.many else "is" for each in (first, second))
    asked, again = (f"{second.text} {other}", f"{second.text} {other} not")
    asked, again = (again, asked) if differ else (asked, again)
    return f"{first.text} {verb} {flag} if {asked} (and {verb} not if {again})"


def _find_same_flag(left: syntax.Expr, right: syntax.Expr, one: str, other: str, scope: EnglishScope) -> list[Thing]:
    """Return the two owners of whom two clauses say the same: `it is tired`, `you are tired`; none of other clauses."""
    match left, right:
        case (syntax.NameNode(word=word), syntax.GetNode(word=same)) if word == same:
            found = find_item_property(left, scope) is not None
        case (syntax.GetNode(word=word), syntax.GetNode(word=same)):
            found = word == same
        case _:
            found = False
    if not found:
        return []
    assert isinstance(left, syntax.NameNode | syntax.GetNode)
    assert isinstance(right, syntax.GetNode)
    owners = [render_single_owner(each, scope.trial()) for each in (left, right)]
    first, second = (_is(owner, False) for owner in owners)
    alike = one.startswith(first) and other.startswith(second) and one[len(first) :] == other[len(second) :]
    return owners if alike else []


# ---------------------------------------------------------------- what somebody has


def _compare_alike(left: syntax.Expr, operator: str, right: syntax.Expr, scope: EnglishScope) -> str | None:
    """Render which of two players has more: `you have more discs than your opponent`; None for other comparisons."""
    match left, right:
        case (
            syntax.CallNode(word=word, args=(syntax.ArgNode(value=one),)),
            syntax.CallNode(word=same, args=(syntax.ArgNode(value=other),)),
        ) if word == same and operator in _THAN and scope.words.plainly and scope.type_of(one) == PLAYER:
            phrase = scope.words.rule(word)
            found = None if phrase is None else _OWN_NOUNS.fullmatch(phrase.template)
            if found is not None and looks_plural(found[1]):
                who = render_single(one, scope)
                have = "have" if who.many else "has"
                return f"{who.text} {have} {_THAN[operator].format(found[1])} {render_single(other, scope).text}"
    return None


def _compare_counter(left: syntax.Expr, operator: str, right: syntax.Expr, scope: EnglishScope) -> str | None:
    """Render a counter with a plural title as items that a player has: `you have 4 or more credits`.

    Returns None for any other expression.
    """
    table = find_table_property(scope.value(left))
    counted = isinstance(table, MemoryDecl) and table.type == NUMBER and looks_plural(table.title)
    none_left = operator == "is" and right == _ZERO
    if isinstance(table, MemoryDecl) and counted and (scope.words.plainly or none_left):
        fixed = scope.fixed.get(right.word) if isinstance(right, syntax.NameNode) else None
        amount = render_quantity(
            operator, right if fixed is None else syntax.NumberNode(fixed), table.title, scope.reached
        )
        one = amount is not None and amount.startswith(("a ", "an ", "exactly 1 "))
        if (
            amount == f"no {table.title}"
            and isinstance(table.starts, int)
            and table.starts > 0
            and not table.title.endswith(" left")
        ):
            return f"{amount} are left"
        return None if amount is None else f"there {'is' if one else 'are'} {amount}"
    if not scope.words.plainly and isinstance(table, MemoryDecl) and table.type == NUMBER:
        return _compare_table_counter(table.title, operator, right, scope)
    found = split_counter(left, scope)
    if found is None:
        return None
    owner, title = found
    denied = operator == "is not" and right != _ZERO
    amount = render_quantity("is" if denied else operator, right, title, scope.reached)
    if amount is None:
        return None if denied else _compare_counters(owner, operator, right, title, scope)
    done = None if denied or owner.type != PLAYER else _split_done(title)
    if done is not None:  # you have cast 2 or more cards this turn
        amount = render_quantity(operator, right, done[0], scope.reached)
        return f"{owner.text} {'have' if owner.many else 'has'} {done[1]} {amount} {done[2]}"
    have = (inflection.negate_verb if denied else inflection.make_finite)("have", owner.many)
    on_it = not isinstance(left, syntax.CallNode) and owner.type is not None and owner.type.base == "piece"
    return f"{owner.text} {have} {amount}{' on it' if on_it else ''}"


def _compare_table_counter(title: str, operator: str, right: syntax.Expr, scope: EnglishScope) -> str | None:
    """Render a counter of the game: `it is round 1 or 6`, `the number of nights is less than 3`; None for others."""
    denied = "not " if operator == "is not" else ""
    if inflection.is_period(title.rpartition(" ")[2]):
        if isinstance(right, syntax.ListOfNode):
            return f"it is {title} {inflection.join_items([render(item, scope) for item in right.items], 'or')}"
        if isinstance(right, syntax.NumberNode):
            asked = count_from(syntax.CompareNode(operator, right, right))
            later = _EARLIER_OR_LATER.get(asked.operator, "")
            return f"it is {denied}{title} {render(asked.right, scope)}{later}"
    if not looks_plural(title) or not isinstance(right, syntax.NumberNode):
        return None
    return f"the number of {title} is {denied}{render_bound('is' if denied else operator, right, scope)}"


def _split_done(title: str) -> tuple[str, str, str] | None:
    """Split the title of what somebody has done in a while: `cards`, `cast` and `this turn`; None for other titles."""
    noun, _, rest = title.partition(" ")
    done, _, while_ = rest.partition(" ")
    return (noun, done, while_) if while_.startswith("this ") and inflection.is_past_participle(done) else None


def _compare_counters(owner: Thing, operator: str, right: syntax.Expr, title: str, scope: EnglishScope) -> str | None:
    """Render a comparison with the same counter of another owner: `you have more coins than that player`; else None."""
    if operator not in _THAN or owner.type != PLAYER:
        return None
    have = "have" if owner.many else "has"
    other = split_counter(right, scope.trial()) if isinstance(right, syntax.GetNode) else None
    if other is not None and other[1] == title and other[0].type == PLAYER:
        than = render_single_owner(right, scope) if isinstance(right, syntax.GetNode) else other[0]
        return f"{owner.text} {have} {_THAN[operator].format(title)} {than.them if than.text == 'they' else than.text}"
    match right:
        case syntax.CallNode("max" | "min" as word, (syntax.ArgNode(value=syntax.CollectNode() as listed),)):
            pass
        case _:
            return None
    among = len(listed.each) == 1 and listed.where is None and listed.each[0].list in _EVERYBODY
    value = listed.value if among and isinstance(listed.value, syntax.GetNode) else None
    alike = value is not None and value.object == syntax.NameNode(listed.each[0].word)
    compared = None if value is None else find_property(scope.value(value))
    if not alike or not isinstance(compared, MemoryDecl) or compared.title != title:
        return None
    everybody = listed.each[0].list == _EVERYBODY[0]
    nobody = "nobody" if everybody else f"no {scope.words.opponent}"
    most = word == "max"
    if (operator == "is" and everybody) or operator == (">=" if most else "<="):
        them = owner.them if owner.text == "they" else owner.text
        return f"{nobody} has {'more' if most else 'fewer'} {title} than {them}"
    if not everybody and operator == (">" if most else "<"):
        return f"{owner.text} {have} {_THAN[operator].format(title)} any {scope.words.opponent}"
    return None


def split_counter(node: syntax.Expr, scope: EnglishScope) -> tuple[Thing, str] | None:
    """Return the owner and the noun of a counter of a player or of a piece; None for other values."""
    if isinstance(node, syntax.CallNode):
        return _split_rule_counter(node, scope)
    index = ""
    if isinstance(node, syntax.AtNode) and scope.is_word(node.index):
        index, node = render(node.index, scope), node.object
    if isinstance(node, syntax.NameNode) and not is_property(node, scope):
        return None
    found = find_property(scope.value(node)) if isinstance(node, syntax.NameNode | syntax.GetNode) else None
    if not isinstance(node, syntax.NameNode | syntax.GetNode) or not isinstance(found, MemoryDecl):
        return None
    if found.type != NUMBER or not looks_plural(found.title):
        return None
    title = found.title.removesuffix(" on it")
    return render_single_owner(node, scope), insert_before_last(title, index) if index else title


def _split_rule_counter(node: syntax.CallNode, scope: EnglishScope) -> tuple[Thing, str] | None:
    """Return the owner and the noun for a rule that counts what a player has. Example: `your illegal goods`."""
    phrase = scope.words.rule(node.word)
    if phrase is None or scope.type_of(node) not in (None, NUMBER):
        return None
    given = bound(phrase, node.args)
    players = [given[role] for role, kind in phrase.roles.items() if kind == PLAYER and role in given]
    if len(players) != 1:
        return None
    owner = render_single(players[0], scope.trial())
    text = fill_phrase(phrase, given, scope.trial())
    nouns = text.removeprefix(f"{owner.whose} ").removeprefix("number of ")
    return (owner, nouns) if owner.whose and nouns != text and looks_plural(nouns) else None
