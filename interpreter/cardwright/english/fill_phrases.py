"""Phrases filled with the arguments of a call, and numbers with the nouns they count."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cardwright.builtins import all_primitives
from cardwright.checker import typed_tree
from cardwright.declarations.value_types import NUMBER, YES_NO, Type, name_to_piece
from cardwright.english.arithmetic import is_arithmetic, render_number_of
from cardwright.english.dispatch import render, render_condition, render_counted, render_group, render_single
from cardwright.english.game_words import Phrase
from cardwright.english.marked_mentions import is_marked, mark_number
from cardwright.english.noun_phrases import ORDINALS, NounGroup, Thing, looks_plural, split_noun
from cardwright.english.procedure_effects import list_created, list_lowered
from cardwright.english.scope import ITEM, Deferred, EnglishScope, find_item_type
from cardwright.phrases import inflection, templates
from cardwright.phrases.inflection import conjugate, make_gerund, make_singular, render_one, spell_name, with_article
from cardwright.phrases.templates import TemplateSlot
from cardwright.syntax import tree as syntax

Given = Mapping[str, syntax.Expr]
# Free parameters, which can have any value of their type, with the conditions on each.
Free = Mapping[str, Thing | NounGroup | str]
NONE_FREE: Free = {}
# The text for a number before it is picked.
SOME_NUMBER = "some number"
# Names of parameters that are no nouns.
_NO_NOUNS = frozenset(
    "of to from by with for in at on into onto over under against as than player pieces what which who whom whose "
    "where it this that them".split()
)
# The beginnings of numbers that can stand before the name of what they count.
_SIMPLE = re.compile(r"that (?:many|much|number|amount)\b|\(|minus \d+$|\d+ (?:to|or) \d+$")
# The beginnings of texts for one of several results, which `that many` cannot tell apart.
_NUMBERED = tuple(f"the {ordinal} " for ordinal in (*ORDINALS, "last"))
# The end of words behind which a name stands as it is, and the beginning of words that add nothing to a name.
_NAMED = re.compile(
    r"(?:^|\b(?:an?|the|one|another|each|every|any|no|of|named|called|new|copy|copies)) ?$|\b(?:an?|the) [\w-]+ $"
)
_NEXT_PHRASE = re.compile(r" (?:to|from|in|into|on|onto|under|at|with|by|for|beside|behind|among|and|then)\b|[,;:]")
# Words for a number of times.
_OFTEN = {1: "once", 2: "twice"}


def bound(phrase: Phrase, args: Sequence[syntax.ArgNode]) -> dict[str, syntax.Expr]:
    """Return the argument of each parameter in a call."""
    loose = [arg.value for arg in args if arg.role is None]
    given = dict(zip(phrase.roles, loose, strict=False))
    given.update({arg.role: arg.value for arg in args if arg.role is not None})
    return given


def omit_defaults(word: str, given: dict[str, syntax.Expr]) -> dict[str, syntax.Expr]:
    """Return the arguments of a built-in that differ from the defaults of its parameters."""
    primitive = all_primitives().get(word)
    usual = {role.word: role.default for role in primitive.roles} if primitive is not None else {}
    return {
        role: value
        for role, value in given.items()
        if not isinstance(value, syntax.NumberNode) or usual.get(role) != value.value
    }


def fill_phrase(phrase: Phrase, given: Given, scope: EnglishScope, free: Free = NONE_FREE, by: str = "in") -> str:
    """Return a phrase with its arguments filled in. For a parameter in `free`, its text there is used."""
    return templates.fill_template(phrase.parts, make_filler(phrase, given, scope, free, by))


def make_filler(phrase: Phrase, given: Given, scope: EnglishScope, free: Free, by: str = "in") -> templates.Filler:
    """Return the function that renders the parameters of a phrase."""
    nouns = scope.words.nouns
    usual, only = scope, _find_only_piece(phrase, given, scope)

    def said(role: str, noun: str | None) -> str | None:
        node = given.get(role)
        scope = usual
        if only is not None and role in only[2] and phrase.roles.get(role) == NUMBER and _is_of(node, only[0], scope):
            scope = usual.named(*only[:2])  # turn that die to its face
        if node is not None:
            known = phrase.kind == "verb" and _is_known(node, scope)
            if noun is not None:
                taken = _takes_from_owner(node, phrase, given, scope)
                others = (given[other] for other in templates.list_parameters(phrase.parts) if other in given)
                near = any(not _is_definite(each, scope) for each in others if each is not node)
                # for each, behind something with a clause of its own, would seem to belong to it
                near = near and find_rate(node, noun, scope.trial()) is not None
                joint = templates.LATE if known and not near else " "
                return render_count(node, noun, scope, taken, joint)
            limited = _render_at_most_there(node, phrase, given, scope)
            if limited is not None:
                return limited
            text = render_argument(node, phrase.roles.get(role), scope, by, phrase.kind == "rule")
            if _names_created(role, node, phrase, scope):
                text = _render_created(text, role, phrase, given, scope)
            computed = " " in text and _SIMPLE.match(text) is None and phrase.kind == "verb"
            if computed and phrase.roles.get(role) == NUMBER:
                late = templates.LATE if known else ""
                return f"{templates.COMPUTED}{late}{render_number_of(node, text)}"
            if phrase.roles.get(role) == NUMBER:
                return templates.mark_number(text)
            reflexive = phrase.kind == "verb" and node == scope.subject
            return templates.make_reflexive(text) if reflexive else text
        if role not in free:
            return render_one(noun, nouns(noun)) if noun and not free else None
        value = free[role]
        if isinstance(value, Thing):
            return templates.mark_owner(value.whose, value.text)
        if isinstance(value, NounGroup):
            return value.one(by="in") if noun is None else f"{value.one()} {nouns(noun)}"
        if noun is not None:
            return render_amount_of(value, noun, nouns(noun))
        return templates.sort(value) if value.startswith("any ") else value

    return said


def _render_at_most_there(node: syntax.Expr, phrase: Phrase, given: Given, scope: EnglishScope) -> str | None:
    """Render a number to be taken, or all that is there: `2 salt (or all, if there is less)`; None for any other."""
    fresh = scope.fresh.get(node.word) if isinstance(node, syntax.NameNode) else None
    if isinstance(node, syntax.NameNode) and isinstance(fresh, Deferred):
        found = _render_at_most_there(fresh.value, phrase, given, replace(fresh.scope, subject=scope.subject))
        if found is not None:
            del scope.fresh[node.word]
        return found
    match node:
        case syntax.CallNode(
            "min",
            (syntax.ArgNode(value=syntax.NumberNode() as most), syntax.ArgNode(value=there))
            | (syntax.ArgNode(value=there), syntax.ArgNode(value=syntax.NumberNode() as most)),
        ) if phrase.kind == "verb" and _takes_from_owner(there, phrase, given, scope):
            return f"{most.value}{templates.LATE}(or all, if there is less)"
    return None


def _is_known(node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True if the text of a number introduces nothing that other words of its phrase refer to."""
    for part in syntax.walk(node):
        fresh = scope.fresh.get(part.word) if isinstance(part, syntax.NameNode) else None
        if isinstance(fresh, str) or (isinstance(fresh, Deferred) and not _is_known(fresh.value, fresh.scope)):
            return False
    return True


def _is_of(node: syntax.Expr | None, word: str, scope: EnglishScope) -> bool:
    """Return True if a number depends on no piece but the one with a name."""
    names = (part for part in syntax.walk(node) if isinstance(part, syntax.NameNode)) if node is not None else ()
    kinds = ((name.word, scope.type_of(name)) for name in names)
    return all(name == word for name, kind in kinds if kind is not None and kind.base == "piece")


def _find_only_piece(phrase: Phrase, given: Given, scope: EnglishScope) -> tuple[str, Thing, Sequence[str]] | None:
    """Return the name and the pronoun of the only piece that a phrase is about, if it is `that card`.

    The last value is the parameters that the phrase mentions after it.
    """
    said = templates.list_parameters(phrase.parts)
    pieces = [(role, value) for role, value in given.items() if (kind := scope.type_of(value)) and kind.base == "piece"]
    match pieces:
        case [(role, syntax.NameNode(word))] if phrase.kind == "verb" and role in said and word not in scope.fresh:
            known = scope.meaning(word)
            if isinstance(known, Thing) and known.text.startswith("that "):
                return word, replace(known, text="it", possessive="its"), said[said.index(role) + 1 :]
    return None


def _is_definite(node: syntax.Expr, scope: EnglishScope) -> bool:
    """Return True if a value has a name that is known already: `you`, `this card`, `that card`."""
    return isinstance(node, syntax.NameNode) and node.word not in scope.fresh


def _names_created(role: str, node: syntax.Expr, phrase: Phrase, scope: EnglishScope) -> bool:
    """Return True if an argument is the printed name of pieces which the call creates."""
    kind = phrase.roles.get(role)
    named = kind is not None and kind.base == "name" and isinstance(scope.value(node), typed_tree.LiteralExpr)
    return named and any(role in list_created(each) for each in scope.words.procedures(phrase.word))


def _render_created(text: str, role: str, phrase: Phrase, given: Given, scope: EnglishScope) -> str:
    """Render the name of a new piece with an article, behind a number of several pieces with their noun.

    Examples: `turn this card into a Sapling`, `bring 2 Sapling cards`. The words around it can name the piece already.
    """
    parts = phrase.parts
    place = next((index for index, part in enumerate(parts) if part == TemplateSlot(role, None)), None)
    if place is None:
        return text
    before, after = "".join(map(str, parts[max(place - 1, 0) : place])), parts[place + 1 : place + 2]
    if after and not (isinstance(after[0], str) and _NEXT_PHRASE.match(after[0])):
        return text
    kind = phrase.roles[role]
    named = None if kind is None else name_to_piece(kind)
    counted = parts[place - 2] if before == " " and place > 1 else None
    if isinstance(counted, TemplateSlot) and named is not None:
        several = given.get(counted.role) != syntax.NumberNode(1)
        return f"{text} {scope.words.nouns(scope.words.noun(named))}" if several else text
    return text if _NAMED.search(before) else with_article(text)


def render_argument(
    node: syntax.Expr, wanted: Type | None, scope: EnglishScope, by: str = "in", followed: bool = False
) -> str:
    """Render a value passed to a parameter of type `wanted`; if it is `followed` by words, sums are in brackets."""
    kind = scope.type_of(node)
    listed = wanted is not None and wanted.base == "list"
    if kind is not None and (kind.base == "list" or (kind.base == "zone" and listed)):
        if isinstance(node, syntax.NameNode) and (node.word in scope.fresh or scope.meaning(node.word) is not None):
            fresh = scope.fresh.get(node.word)
            if not isinstance(fresh, Deferred) and kind.base == "zone":
                pieces = scope.words.nouns(scope.words.noun(find_item_type(kind)))
                return f"all {pieces} {'from' if by == 'from' else 'in'} {render_single(node, scope).text}"
            if not isinstance(fresh, Deferred):
                return render_single(node, scope).text
        single = wanted is not None and wanted.base in ("player", "piece")
        items = render_group(node, scope)
        if by == "whole":
            return items.zone_text("all") if items.zone and not (items.tails or items.adjectives) else items.all()
        return templates.mark_owner(items.whose, items.each()) if single else items.all(by)
    if wanted == YES_NO and kind == YES_NO:
        return (
            render_single(node, scope).text
            if isinstance(node, syntax.YesNoNode)
            else f"whether {render_condition(node, scope)}"
        )
    value = render_single(node, scope)
    followed = followed or scope.words.plainly
    if followed and wanted == NUMBER and isinstance(node, syntax.BinaryNode | syntax.DivideNode):
        return f"({value.text})"
    if kind is not None and kind.base in ("player", "piece"):
        return templates.mark_owner(value.whose, value.text)
    if wanted is not None and wanted.base == "enum" and not scope.is_word(node):
        names = [scope.words.title(word) for word in scope.words.game.enums[wanted.of].values]
        words = value.text.replace(" or ", ", ").split(", ")
        if value.text == ITEM:
            return templates.sort(f"{ITEM}{templates.ITEM_NAMED}{value.them}")
        return value.text if all(word in names for word in words) else templates.sort(value.text)
    return value.text


def _takes_from_owner(node: syntax.Expr, phrase: Phrase, given: Given, scope: EnglishScope) -> bool:
    """Return True if a call lowers the very memory that `node` reads, so that its owner can lose all of it."""
    fresh = scope.fresh.get(node.word) if isinstance(node, syntax.NameNode) else None
    if isinstance(fresh, Deferred):
        return _takes_from_owner(fresh.value, phrase, given, fresh.scope)
    if isinstance(node, syntax.CallNode) and node.word == "min":
        return any(_takes_from_owner(arg.value, phrase, given, scope) for arg in node.args)
    if not isinstance(node, syntax.GetNode):
        return False
    owners = {**given, "you": scope.subject or syntax.NameNode("you")}
    return any(
        word == node.word and owners.get(role) == node.object
        for procedure in scope.words.procedures(phrase.word)
        for role, word in list_lowered(procedure)
    )


def render_count(node: syntax.Expr, noun: str, scope: EnglishScope, taken: bool = False, joint: str = " ") -> str:
    """Render a number with the noun it counts: `a card`, `2 cards`, `a card for each of your goods`.

    If the counted things are `taken` from the owner of the number, it is `all your cards`. The `joint` stands between
    what is counted and `equal to`.
    """
    nouns = scope.words.nouns(noun) if noun else ""
    fresh = scope.fresh.get(node.word) if isinstance(node, syntax.NameNode) else None
    if isinstance(node, syntax.NameNode) and isinstance(fresh, Deferred):
        del scope.fresh[node.word]
        return render_count(fresh.value, noun, fresh.scope, taken, joint)
    if isinstance(node, syntax.NameNode) and isinstance(fresh, str) and noun and scope.type_of(node) == NUMBER:
        del scope.fresh[node.word]
        return f"{fresh} {nouns}"
    if isinstance(node, syntax.NumberNode):
        return _render_number(node.value, noun, nouns)
    if isinstance(node, syntax.NegativeNode) and isinstance(node.value, syntax.NumberNode) and noun:
        return f"minus {node.value.value} {noun if node.value.value == 1 else nouns}"
    rate = find_rate(node, noun, scope)
    if rate is not None:
        return f"{_render_number(rate[0], noun, nouns)}{joint}{rate[1].lstrip()}"
    named = scope.meaning(node.word) if isinstance(node, syntax.NameNode) else None
    called = isinstance(named, Thing) and named.text.startswith("the " if scope.words.plainly else _NUMBERED)
    if isinstance(node, syntax.NameNode) and isinstance(named, Thing):
        called |= named.text == f"the {inflection.spell_name(node.word)}"  # by its own name
    if isinstance(node, syntax.NameNode) and named is not None and noun and not called:
        return render_named_number(named, nouns)
    match node:
        case syntax.BinaryNode("+" | "-" as sign, syntax.NameNode() as left, syntax.NumberNode(value=more)) if noun:
            known = None if left.word in scope.fresh else scope.meaning(left.word)
            if isinstance(known, Thing) and known.text in ("that amount", "that number"):
                return f"{render_named_number(known, nouns)} {'plus' if sign == '+' else 'minus'} {more}"
    most = node.args if isinstance(node, syntax.CallNode) and node.word == "min" and len(node.args) == 2 else ()
    if most and isinstance(most[0].value, syntax.NumberNode) and noun:
        there = render_count(most[1].value, noun, scope.trial(), taken)
        if there.startswith("all "):
            return f"{render_count(most[1].value, noun, scope, taken)} (up to {most[0].value.value})"
    limited = _render_limited(node, noun, nouns, scope) if noun else None
    if limited is not None:
        return limited
    value = render(node, scope)
    if noun and isinstance(node, syntax.NameNode) and node.word in scope.fixed:
        return f"{_render_number(scope.fixed[node.word], noun, nouns)} ({value})"
    counted = taken and noun and value.endswith(f" {nouns}") and not is_arithmetic(node, scope)
    if counted and value.startswith(("your ", "their ", "that ")):
        return f"all {value}"
    value = render_number_of(node, value)
    return f"{nouns}{joint}equal to {value}" if noun else value


def _render_limited(node: syntax.Expr, noun: str, nouns: str, scope: EnglishScope) -> str | None:
    """Render a number with a limit: `a card for each of your goods (at most 3 cards)`, `3 coins (at most your coins)`.

    Returns None for any other expression.
    """
    match node:
        case syntax.CallNode(word="min" | "max", args=(syntax.ArgNode(value=one), syntax.ArgNode(value=other))):
            limit, counted = (one, other) if isinstance(one, syntax.NumberNode) else (other, one)
        case _:
            return None
    if not isinstance(limit, syntax.NumberNode) or isinstance(counted, syntax.NumberNode):
        return None
    known, least = _render_number(limit.value, noun, nouns), node.word == "max"
    each = _render_multiple(counted, noun, nouns, scope)
    if each is not None:
        start = f"{each[:-1]}; " if each.endswith(")") else f"{each} ("
        return f"{start}at {'least' if least else 'most'} {known})"
    return None if least or is_arithmetic(counted, scope) else f"{known} (at most {render(counted, scope)})"


def render_named_number(meaning: object, nouns: str = "") -> str:
    """Render a number that has a name, before what it counts: `X`, `that many`, or `some` if it is not chosen yet."""
    if isinstance(meaning, Thing) and is_marked(meaning):
        return mark_number(nouns)
    many = "that many"
    if isinstance(meaning, Thing) and (meaning.text == SOME_NUMBER or len(meaning.text) == 1):
        many = "some" if meaning.text == SOME_NUMBER else meaning.text
    return f"{many} {nouns}" if nouns else many


def render_times(number: int) -> str:
    """Render a number of times: `twice`, `5 times`."""
    return _OFTEN.get(number, f"{number} times")


def render_amount_of(text: str, noun: str, nouns: str) -> str:
    """Render a quantity with the noun that is counted: `2 or more cards`, `exactly 1 card`."""
    return f"exactly 1 {noun}" if text == "1" else f"{text} {nouns}".strip()


def _render_number(value: int, noun: str, nouns: str) -> str:
    if not noun:
        return str(value)
    if value == 0:
        return f"no {nouns}"
    if noun == "time":
        return render_times(value)
    return render_one(noun, nouns) if value == 1 else f"{value} {nouns}"


def _render_multiple(node: syntax.Expr, noun: str, nouns: str, scope: EnglishScope) -> str | None:
    found = find_rate(node, noun, scope)
    return None if found is None else f"{_render_number(found[0], noun, nouns)}{found[1]}"


def find_rate(node: syntax.Expr, noun: str, scope: EnglishScope) -> tuple[int, str] | None:
    """Return a multiple of a count as its factor and what it is for: 2 and ` for each card in your hand`.

    Returns None for any other expression.
    """
    factor, inner = 1, node
    if isinstance(inner, syntax.BinaryNode) and inner.operator == "*":
        left, right = inner.left, inner.right
        if isinstance(right, syntax.NumberNode):
            left, right = right, left
        if not isinstance(left, syntax.NumberNode):
            return None
        factor, inner = left.value, right
    divisor, rounding = 1, ""
    if isinstance(inner, syntax.DivideNode) and inner.rounding and isinstance(inner.right, syntax.NumberNode):
        divisor, rounding, inner = inner.right.value, inner.rounding, inner.left
    tail = " (rounded up)" if rounding == "up" else ""
    if not (isinstance(inner, syntax.CallNode) and inner.word == "count" and inner.args):
        if divisor > 1 and scope.type_of(inner) in (NUMBER, None) and not is_arithmetic(inner, scope):
            return factor, f" for every {divisor} {_render_of_number(render(inner, scope))}{tail}"
        found = _render_multiple_of(inner, noun, scope) if divisor == 1 and (factor > 1 or inner != node) else None
        return None if found is None else (factor, found)
    items = render_counted(inner.args[0].value, scope)
    if divisor == 1:
        included = " (this one included)" if scope.holds_itself(inner.args[0].value) else ""
        return factor, f" for {items.each()}{included}"
    return factor, f" for every {items.some(str(divisor), 'in')}{tail}"


def _render_multiple_of(node: syntax.Expr, noun: str, scope: EnglishScope) -> str | None:
    """Render what a multiple of a number of one player or of all is for: ` for each of your imports`.

    Returns None for any other expression.
    """
    if isinstance(node, syntax.CallNode) and node.word == "sum" and len(node.args) == 1:
        text = _find_counted(render_single(node, scope.trial()).text.removeprefix("the sum of "))
        if not text.startswith("each player's ") or not looks_plural(text.removeprefix("each player's ")):
            return None
        render_single(node, scope)
        nouns, rest = split_noun(text.removeprefix("each player's "))
        return f" for each {make_singular(nouns)}{rest} of all players"
    if not isinstance(node, syntax.CallNode):
        return None
    text = _find_counted(render(node, scope.trial()))
    if not noun or not text.startswith(("your ", "their ", "that ")) or not looks_plural(text.partition(" ")[2]):
        return None
    return f" for each of {_find_counted(render(node, scope))}"


def _find_counted(text: str) -> str:
    """Return the group that a number counts: `your pirate imports` for `your number of pirate imports`."""
    owner, found, things = text.partition(" number of ")
    return f"{owner} {things}" if found else text


def _render_of_number(text: str) -> str:
    """Render a counted group with `of`: `of your technology goods` for `your number of technology goods`."""
    owner, found, things = text.partition(" number of ")
    if not found:
        return f"of {text}"
    return things if owner == "the" else f"of {owner} {things}"


def find_head_noun(phrase: Phrase) -> str:
    """Return the nouns with which a noun phrase begins: `open slots` of `the open slots of {player}`."""
    text = "".join(part if isinstance(part, str) else "" for part in phrase.parts)
    noun = split_noun(text)[0].removeprefix("the ").strip()
    head, _, last = noun.rpartition(" ")
    return head if inflection.is_plural(head) and inflection.is_past_participle(last) else noun  # the cards laid by you


def convert_to_gerund(predicate: str) -> str:
    """Return a predicate in base form with its verb in -ing."""
    return conjugate(predicate, make_gerund)


def find_parameter_noun(role: str, kind: Type | None, scope: EnglishScope) -> str:
    """Return the noun for a parameter: its own name or, if that is no noun, the noun of its type."""
    many = kind is not None and kind.base == "list"
    named = None if kind is None else name_to_piece(kind)
    if named is not None and (role == "what" or len(role) < 3):
        return scope.words.noun(named)
    if role in _NO_NOUNS or len(role) < 3 or (kind is not None and kind.base == "piece" and role == kind.of):
        return scope.words.noun(kind.item if kind is not None and many else kind)
    if kind is not None and kind.base == "enum" and role.endswith("ed"):
        return f"{spell_name(role)} {scope.words.noun(kind)}"
    return inflection.make_singular(spell_name(role)) if many else spell_name(role)


def find_open_parameters(phrase: Phrase, scope: EnglishScope) -> Free:
    """Return texts for the parameters that a phrase must mention even without a value: `a card`, `any colour`."""
    found: dict[str, Thing | NounGroup | str] = {}
    inside = {
        role
        for part in phrase.parts
        if isinstance(part, TemplateSlot)
        for role in templates.list_parameters(part.noun or ())
    }
    for role in templates.list_parameters(phrase.parts, optional=False):
        kind = phrase.roles.get(role)
        noun = find_parameter_noun(role, kind, scope)
        if role in inside or (kind == NUMBER and _is_counted(phrase, role)):
            found[role] = ""
        elif kind is not None and kind.base == "list":
            found[role] = scope.words.nouns(noun)
        else:
            found[role] = f"any {noun}" if kind is not None and kind.base == "enum" else with_article(noun)
    return found


def _is_counted(phrase: Phrase, role: str) -> bool:
    return any(isinstance(part, TemplateSlot) and part.role == role and part.noun is not None for part in phrase.parts)


# Nouns for a period of the game, by the ending of its name.
_SPANS = ("turn", "round", "phase", "game", "day")


def find_period_noun(word: str) -> str:
    """Return the noun for a period that has no phrase.

    It is `game` for `play`, `turn` for a name that ends with `turn`, and otherwise the name.
    """
    named = "game" if word == "play" else spell_name(word)
    last = named.rpartition(" ")[2]
    return last if last in _SPANS else named


def render_taken_period(word: str, text: str) -> tuple[str, str] | None:
    """Return the article and the noun of a period that a player takes, such as a turn; None for any other procedure."""
    found = re.fullmatch(r"(?:take|taking) (a|an|the) (.+)", text)
    if found is None:
        return None
    noun = found[2]
    named = spell_name(word) in (noun, inflection.make_plural(noun))
    return (found[1], noun) if named or noun.rpartition(" ")[2] in _SPANS else None
