"""Picks as sentences, and the texts for picked pieces after the pick."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cardwright.declarations.value_types import NUMBER, PLAYER, list_of
from cardwright.english.dispatch import make_known_group, render, render_group, render_single, render_statement
from cardwright.english.expressions.distinct_references import (
    CHOSEN,
    distinguish_names,
    is_letter,
    is_lost,
    is_named_with_item,
    is_player_picked,
    name_number,
    refer_to_chooser,
    render_numbered,
)
from cardwright.english.expressions.filters import narrow_group
from cardwright.english.expressions.overtaken_references import ONE, keep_meaning
from cardwright.english.fill_phrases import bound, render_count, render_named_number
from cardwright.english.marked_mentions import mark_pick
from cardwright.english.noun_phrases import NounGroup, Thing, render_third_person
from cardwright.english.scope import Deferred, EnglishScope, Member, find_item_type, is_its_ambiguous
from cardwright.english.sentences import Sentence, make_clause
from cardwright.english.skipped_if_too_few import OR_NONE, needs_enough
from cardwright.english.statements.calls_and_assignments import YOU, find_only_call, render_statements
from cardwright.english.statements.choices import (
    add_alternatives,
    follow,
    refer_to_decider,
    render_permission,
    resolve_decider,
)
from cardwright.english.statements.joint_constraints import render_joint_constraint
from cardwright.english.statements.pick_uses import (
    can_always_pick,
    count_price_calls,
    count_uses,
    cut_clauses,
    find_capped_amount,
    find_count_names,
    has_same_doer,
    is_choice_of_other,
    is_parted,
    is_used_once,
    moves_only_rest,
    render_span,
    render_value_of_piece,
    runs_without_picks,
    stands_apart,
)
from cardwright.phrases import inflection, templates
from cardwright.syntax import tree as syntax

_LONG = 30  # a choice of several items with more words is split into a list
# A clause behind an item, to which `at random` would seem to belong.
_SAID_OF_IT = re.compile(r" (?:that|which|who) (?:is|are|has|have|can|fits?|you|they|it)\b| where ")
_A = re.compile(r"^an? ")
# The remark on items taken at random whose text has no place for an adjective.
BY_CHANCE = "(at random)"
_NUMBERS = list_of(NUMBER)


@render_statement.register
def _(node: syntax.ChooseNode, scope: EnglishScope) -> list[Sentence]:
    remarked = needs_enough(node, scope)
    who, inside = resolve_decider(node, scope)
    apart = stands_apart(node, scope)
    within = None if apart else _render_inside_action(node, who, inside) or _render_one_by_one(node, who, inside)
    done = within or _render_separately(node, who, inside)
    if remarked and done and not done[0].inside and not scope.words.plainly:
        first = replace(done[0], tail=done[0].tail + OR_NONE)
        done = [first, *done[1:]]
    return add_alternatives(done, node, who, scope, node.may)


def _render_separately(node: syntax.ChooseNode, who: Thing, scope: EnglishScope) -> list[Sentence]:
    """Render a choice as a separate sentence, followed by its body."""
    chance = all(pick.at_random for pick in node.picks)
    texts, inside = render_picks(node, len(node.picks), scope, chance)
    inside = _distinguish_picks(node, who, inside)
    called = [(pick.word, inside.names[pick.word]) for pick in node.picks]
    names = [scope.introduced.get(word) or (again.text if is_letter(again) else "") for word, again in called]
    texts = [
        f"{text} ({name})" if name and f"number {name}" not in text else text
        for text, name in zip(texts, names, strict=True)
    ]
    listed = inflection.join_items(texts)
    # behind a clause it would seem to belong to the clause
    first = "at random " if chance and _SAID_OF_IT.search(listed) else ""
    choice = Sentence(who, (f"choose {first}{listed}" + (" at random" if chance and not first else ""),))
    if scope.defines and not chance and len(texts) > 1 and len(listed.split()) > _LONG:
        choice = replace(choice, predicates=("choose",), inside="; ".join(texts), parts=tuple(map(make_clause, texts)))
    if not is_player_picked(node, scope):
        inside = refer_to_decider(node, who, inside, render_third_person("that player", PLAYER))
    done = render_choice_body(node, who, inside)
    if node.may:
        return [replace(choice, modal="may"), *follow(done or [make_clause("nothing happens")], who)]
    done = [done[0].leading("then "), *done[1:]] if scope.targeted and done else done
    return [replace(choice, named=who.text == "you" and scope.actor != YOU, alone=scope.targeted), *done]


def _distinguish_picks(node: syntax.ChooseNode, who: Thing, scope: EnglishScope) -> EnglishScope:
    """Return the scope of the body of a choice, in which the texts of the picks differ from those of older names."""
    for pick in node.picks:
        new = scope.names[pick.word]
        if who.text != "you" and isinstance(new, Thing) and new.type == PLAYER and new.text.startswith("that "):
            scope = scope.named(pick.word, CHOSEN)
            if isinstance(node.subject, syntax.NameNode):
                scope = scope.named(node.subject.word, refer_to_chooser(who))
        elif is_letter(new):
            continue
        elif isinstance(new, Thing) and new.type == NUMBER and is_lost(pick.word, node.body.statements, scope):
            scope = scope.named(pick.word, name_number(scope))
        else:
            scope = distinguish_names(pick.word, scope, node.body.statements)
    return scope


def render_choice_body(node: syntax.ChooseNode, who: Thing, scope: EnglishScope) -> list[Sentence]:
    """Render the body of a choice. Parts that do not mention a pick get the condition that something was picked."""
    nodes = node.body.statements
    if scope.targeted and node.otherwise is None:
        return render_statements(nodes, replace(scope, targeted=False))  # without targets the event cannot begin
    scope = replace(scope, targeted=False)
    if node.may or all(can_always_pick(pick, scope) for pick in node.picks) or runs_without_picks(node):
        return render_statements(nodes, scope)
    # what mentions a name from above would lose its meaning in sentences of their own
    words = {pick.word for pick in node.picks} | {each.word for each in nodes if isinstance(each, syntax.LetNode)}
    last = len(nodes)
    while last and not any(
        isinstance(part, syntax.NameNode) and part.word in words for part in syntax.walk(nodes[last - 1])
    ):
        last -= 1
    if last == len(nodes) or moves_only_rest(node, nodes[last:]):
        return render_statements(nodes, scope)
    done = render_statements(nodes[:last], scope)
    return [*done, *follow(render_statements(nodes[last:], scope), who, by_them=not done or done[-1].subject == who)]


def render_picks(
    node: syntax.ChooseNode,
    upto: int,
    scope: EnglishScope,
    chance: bool = True,
    many: str = "",
    apart: bool = False,
    mark: int = -1,
) -> tuple[list[str], EnglishScope]:
    """Return the texts of the first `upto` picks, and the scope with their names.

    `many` is the text for a computed number. With `apart`, no text refers to another by a pronoun. Mentions of the pick
    at index `mark` are marked.
    """
    texts, called = [], []
    numbers = [pick for pick in node.picks if pick.amount is None and scope.type_of(pick.source) == _NUMBERS]
    lettered = scope.words.plainly and len(numbers) > 1
    for place, pick in enumerate(node.picks[:upto]):
        around = scope if apart else _make_second_scope(node, place, scope)
        text, items = _render_next_pick(node, place, around, chance, many)
        again = _refer_to_pick(node, place, items, scope)
        if lettered and pick in numbers and text.startswith("a number "):
            again = name_number(scope)
            name = f"{again.text} ({inflection.spell_name(pick.word)})" if len(pick.word) > 2 else again.text
            text = text.replace("a number", f"a number {name}", 1)
        texts.append(text)
        called.append(again)
        scope = scope.named(pick.word, mark_pick(again) if place == mark else again)
    return texts, _number_picks(node, called, scope)


def _make_second_scope(node: syntax.ChooseNode, place: int, scope: EnglishScope) -> EnglishScope:
    """Return the scope of a second pick. In it, the first pick is `it` if its type is another."""
    first = scope.names.get(node.picks[0].word)
    if place != 1 or not isinstance(first, Thing) or first.type is None or first.type.base != "piece":
        return scope
    word = node.picks[0].word
    alike = find_item_type(scope.type_of(node.picks[1].source)) == first.type
    together = alike and is_named_with_item(word, node.picks[1])
    if not together and not is_its_ambiguous(word, node.picks[1].where, scope):
        return scope.named(word, replace(first, text="it", possessive="its"))
    return scope.named(word, replace(first, text=first.text.replace("that ", "the first "))) if alike else scope


def _number_picks(node: syntax.ChooseNode, called: Sequence[Thing | NounGroup], scope: EnglishScope) -> EnglishScope:
    """Return the scope after a choice, in which picks with equal texts are numbered: `the first card`."""
    texts = [again.text if isinstance(again, Thing) else again.opaque for again in called]
    for place, (again, text) in enumerate(zip(called, texts, strict=True)):
        if texts.count(text) > 1:
            scope = scope.named(node.picks[place].word, render_numbered(again, texts[:place].count(text)))
        scope = replace(scope, taken=scope.taken | {text})
        of_picked = node.picks[place].source in [syntax.NameNode(each.word) for each in node.picks[:place]]
        if isinstance(again, Thing) and not of_picked and any(other.startswith("those ") for other in texts):
            several = scope.words.nouns(text.removeprefix("that "))
            if f"those {several}" in texts:
                other = replace(again, text=f"the other {text.removeprefix('that ')}")
                scope = scope.named(node.picks[place].word, other)
    for pick in node.picks[: len(called)]:
        picked = scope.names[pick.word]
        if not isinstance(picked, Member):
            scope = scope.named(pick.word, keep_meaning(pick.word, picked, [node.body], scope, "chosen"))
    return scope


def _render_next_pick(
    node: syntax.ChooseNode, place: int, scope: EnglishScope, chance: bool, many: str
) -> tuple[str, NounGroup]:
    """Render a further pick: `another card from your hand` if earlier picks are from the same items."""
    pick = node.picks[place]
    before = [each for each in node.picks[:place] if each.source == pick.source]
    apart = [syntax.CompareNode("is not", syntax.NameNode("it"), syntax.NameNode(each.word)) for each in before]
    parts = syntax.split_chain(pick.where)
    left = [part for part in parts if part not in apart]
    alike = all([part for part in syntax.split_chain(each.where) if part not in apart] == left for each in before)
    alike = alike or (bool(apart) and not left)  # a fast card and another card
    if not before or not alike or len(left) + len(apart) != len(parts) or pick.amount not in (None, ONE):
        return _render_pick(pick, scope, chance, many)
    text, items = _render_pick(replace(pick, where=syntax.join_chain(left)), scope, chance, many)
    return re.sub("^one of ", "another of ", _A.sub("another ", text)), items


def _render_pick(
    pick: syntax.PickNode, scope: EnglishScope, chance_said: bool = True, many: str = ""
) -> tuple[str, NounGroup]:
    """Return the text of one pick, and its group: `a card from your hand`, `up to 2 of your goods`.

    `many` is the text for a number that is computed.
    """
    about = scope.told_of(scope.actor)
    items = render_group(pick.source, about)
    of_piece = render_value_of_piece(pick, about) if scope.words.plainly else None
    if of_piece is not None:
        noun, text = of_piece
        return text, replace(items, noun=noun, nouns=scope.words.nouns(noun), opaque="")
    if pick.source == syntax.NameNode("opponents") and scope.actor != YOU:
        items = replace(items, owner=scope.you)  # the opponents are those of `you`, not of the player who decides
    if pick.where is not None:
        items = narrow_group(items, pick.where, about, pick.word)
    if not pick.at_random or chance_said:
        return _render_amount(pick, items, scope, many) + render_joint_constraint(pick, items, about), items
    # an adjective of a group that is only named by its owner or as known items would be said of the group
    is_noun = not items.opaque and (items.zone or items.owner is None) and not items.zone.startswith("among ")
    shown = replace(items, adjectives=("random", *items.adjectives)) if is_noun else items
    text = _render_amount(pick, shown, scope, many) + render_joint_constraint(pick, items, about)
    return text if "random" in text.split() else f"{text} {BY_CHANCE}", items


def _render_amount(pick: syntax.PickNode, items: NounGroup, scope: EnglishScope, many: str) -> str:
    """Render a group with the number of items that a pick takes from it."""
    amount = pick.amount
    words = pick.source.items if isinstance(pick.source, syntax.ListOfNode) and pick.where is None else ()
    if amount is None and words and all(map(scope.is_word, words)):
        return inflection.join_items([render(word, scope) for word in words], "or")
    if amount is None or amount == ONE:
        return items.one()
    if amount.value is None:
        some = items.some("any number")
        return some if some.startswith("any number of ") else some.replace("any number", "any number of", 1)
    quantity = many if amount.kind == "as_many" or not isinstance(amount.value, syntax.NumberNode) else ""
    if not quantity and not isinstance(amount.value, syntax.NumberNode) and amount.kind == "exactly":
        return _render_computed_amount(pick, amount.value, items, scope)
    much = quantity or render_count(amount.value, "", scope)
    if amount.kind == "as_many":
        if quantity:
            return items.some(quantity)
        known = isinstance(amount.value, syntax.NumberNode)
        most = items.some(much) if known else f"{items.some('as many')} as {much}"
        return f"{most} (or all, if there are fewer)"
    return items.some({"exactly": much, "up_to": f"up to {much}", "at_least": f"{much} or more"}[amount.kind])


def _render_computed_amount(pick: syntax.PickNode, amount: syntax.Expr, items: NounGroup, scope: EnglishScope) -> str:
    """Render a group with a number of items that is computed."""
    if isinstance(amount, syntax.NameNode):
        noted = scope.fresh.get(amount.word)
        if isinstance(noted, Deferred):  # this is the first mention
            del scope.fresh[amount.word]
            amount, scope = noted.value, noted.scope
        elif scope.meaning(amount.word):
            return items.some(render_named_number(scope.meaning(amount.word)))
    wanted = find_capped_amount(pick, amount)
    if wanted is None:
        return f"{items.some('as many')} as {render(amount, scope)}"
    limit = render_count(wanted, "", scope)
    most = items.some(limit) if isinstance(wanted, syntax.NumberNode) else f"{items.some('as many')} as {limit}"
    return f"{most} (or all, if there are fewer)"


def _refer_to_pick(node: syntax.ChooseNode, place: int, items: NounGroup, scope: EnglishScope) -> Thing | NounGroup:
    """Return the text for a picked value after the pick: `that card`, `the second card`, `those cards`."""
    pick = node.picks[place]
    if pick.amount is not None:
        single = pick.amount == ONE
        return make_known_group(items.named(not single), items.type, scope, single)
    text = items.named(False)
    if items.adjectives and items.type == scope.this.type and syntax.NameNode("this") in syntax.walk(node.body):
        text = f"that {items.adjectives[-1]} {text.removeprefix('that ')}"
    if text in scope.taken and items.type is not None and items.type.base in ("enum", "number", "name"):
        text = f"the chosen {text.removeprefix('that ')}"  # it may be the same
    return render_third_person(text, PLAYER) if items.type == PLAYER else Thing(text, items.type)


def _render_inside_action(node: syntax.ChooseNode, who: Thing, scope: EnglishScope) -> list[Sentence] | None:
    """Render a choice inside the action on its picks; None if that is impossible.

    Examples: `discard a card from your hand`, `pay 2 credits to load one`.
    """
    price = count_price_calls(node)
    nodes = node.body.statements[price:]
    first = nodes[0] if nodes else None
    if not isinstance(first, syntax.PerformNode) or not (
        has_same_doer(first, scope) or is_choice_of_other(first, node, who, scope)
    ):
        return None
    within = [_is_used_by_next(node, place, first, scope) for place in range(len(node.picks))]
    words = [pick.word for pick, inside in zip(node.picks, within, strict=True) if not inside]
    if any(is_parted(pick, first, scope) for pick in node.picks):
        return None
    if not all(is_used_once(word, first) for word in words):
        return None
    tried = scope.trial()
    for place in range(len(node.picks)):
        tried = _make_action_scope(node, place, within, first, tried)
    counts = find_count_names(first, scope)
    spans = [pick for pick in node.picks if pick.word in counts and scope.type_of(pick.source) == _NUMBERS]
    if not all(render_span(pick, tried) and not pick.at_random for pick in spans):
        return None  # no noun can follow "a number from 1 to your coins" or "a number at random"
    for pick in node.picks:
        if isinstance(tried.names[pick.word], Thing) and is_lost(pick.word, nodes, scope):
            return None
        tried = distinguish_names(pick.word, tried, nodes)
    texts = [again.text for again in map(tried.names.get, words) if isinstance(again, Thing)]
    if len(set(texts)) < len(texts) and len(nodes) > 1:
        return None
    tried = replace(tried, taken=tried.taken | set(texts))
    test = tried.trial()
    text = "; ".join(sentence.clause() for sentence in render_statements(nodes[:1], test))
    if any(word in test.fresh for word in words) or not (any(within) or _are_in_order(node, test, text)):
        return None
    paid = render_statements(node.body.statements[:price], tried)
    done = render_choice_body(replace(node, body=syntax.BodyNode(nodes)), who, tried)
    scope.fresh.clear()
    scope.fresh.update(tried.fresh)
    if paid:
        first = node.body.statements[0]
        free = isinstance(first, syntax.PerformNode) and scope.words.only_brings(first.word)
        return render_permission(who, paid, done, free)
    return render_permission(who, done, []) if node.may else done


def _render_one_by_one(node: syntax.ChooseNode, who: Thing, scope: EnglishScope) -> list[Sentence] | None:
    """Render a choice of several items inside the action on each of them: `load 2 cards, one by one, into a slot`."""
    pick, loop = node.picks[0], node.body.statements[0] if len(node.body.statements) == 1 else None
    if (
        not isinstance(loop, syntax.ForEachNode)
        or loop.list != syntax.NameNode(pick.word)
        or loop.where is not None
        or loop.secretly
        or (pick.amount is not None and pick.amount.kind == "as_many")
    ):
        return None
    first = find_only_call(loop.body, scope)
    if first is None or len(node.picks) > 1 or not is_used_once(loop.word, first) or not has_same_doer(first, scope):
        return None
    tried = scope.trial()
    text, items = _render_pick(pick, tried, chance_said=False)
    tried = tried.named(loop.word, Thing(items.named(False), items.type))
    tried.fresh[loop.word] = f"{text}, one by one,"
    done = render_statements(loop.body.statements, tried)
    if len(done) != 1 or not done[0].is_plain or f"{text}, one by one," not in done[0].clause():
        return None
    sentence = replace(done[0], predicates=tuple(text.removesuffix(",") for text in done[0].predicates))
    scope.fresh.clear()
    scope.fresh.update(tried.fresh)
    return render_permission(who, [sentence], []) if node.may else [sentence]


def _is_used_by_next(node: syntax.ChooseNode, place: int, first: syntax.PerformNode, scope: EnglishScope) -> bool:
    """Return True if only the next pick uses a pick and can contain its text: `a card from the hold of a ship`."""
    pick = node.picks[place]
    if pick.amount is not None or pick.at_random or place + 1 == len(node.picks):
        return False
    after = node.picks[place + 1]
    elsewhere = [part for other in node.picks[place + 2 :] for part in (other.source, other.where) if part is not None]
    if any(count_uses(pick.word, part) for part in (*elsewhere, *node.body.statements[1:])):
        return False
    phrase = scope.words.procedure_phrase(first.word)
    said = templates.list_parameters(phrase.parts) if phrase is not None else []
    for role, value in bound(phrase, first.args).items() if phrase is not None else ():
        if role in said and count_uses(pick.word, value):
            return False
    if after.where is None or not count_uses(pick.word, after.where):
        return count_uses(pick.word, after.source) == 1
    alike = [
        part
        for part in syntax.split_chain(after.where)
        if isinstance(part, syntax.CompareNode) and part.operator == "is"
    ]
    find_in_item = any(part.right == syntax.NameNode(pick.word) for part in alike)
    kind = scope.type_of(after.source) if after.amount is not None else None
    return (
        kind is not None
        and find_in_item
        and count_uses(pick.word, after.where) == 1
        and not count_uses(pick.word, after.source)
    )


def _make_action_scope(
    node: syntax.ChooseNode, place: int, within: Sequence[bool], first: syntax.PerformNode, scope: EnglishScope
) -> EnglishScope:
    """Return the scope of the action on a pick, in which the first mention describes the pick in full.

    `within` says for each pick whether only the next pick mentions it; then every mention describes it in full.
    """
    pick = node.picks[place]
    about = scope if any(within[:place]) else _make_second_scope(node, place, scope)
    about = _replace_mentioned(pick, first, about)
    given = {part.word for arg in first.args for part in syntax.walk(arg.value) if isinstance(part, syntax.NameNode)}
    before = [word for word, text in scope.fresh.items() if word in given and isinstance(text, str)]
    kept = {word: scope.fresh.pop(word) for word in before}  # their first mention is in the text of the call
    text, items = _render_next_pick(node, place, about, False, "")
    scope.fresh.update(kept)
    if within[place]:
        again = _refer_to_pick(node, place, items, scope)
        assert isinstance(again, Thing)
        one = f"one {text.partition(' ')[2]}" if node.picks[place + 1].amount is not None else text
        return scope.named(pick.word, replace(again, text=one))
    again = _refer_to_pick(node, place, items, scope)
    if len(node.picks) == 1:
        again = keep_meaning(pick.word, again, [node.body], scope, "chosen")
    scope = scope.named(pick.word, again)
    span = render_span(pick, scope)
    if span and pick.word in find_count_names(first, scope):
        text = span
    by_others = node.subject not in (None, YOU) and render_single(node.subject, scope.trial()).text != "you"
    theirs = first.subject == YOU and by_others
    text = text if pick.at_random or theirs else _render_of_choice(text, items, "their" if by_others else "your")
    scope.fresh[pick.word] = f"{text} (their choice)" if theirs else text
    return scope


def _replace_mentioned(pick: syntax.PickNode, node: syntax.PerformNode, scope: EnglishScope) -> EnglishScope:
    """Return the scope of a pick inside a call, in which `it` is the only piece that the call has mentioned before."""
    phrase = scope.words.procedure_phrase(node.word)
    if phrase is None or phrase.is_clause or pick.where is None:
        return scope
    given = bound(phrase, node.args)
    found: list[str] = []
    for role in templates.list_parameters(phrase.parts):
        value = given.get(role)
        value = value.items[0] if isinstance(value, syntax.ListOfNode) and len(value.items) == 1 else value
        if value == syntax.NameNode(pick.word):
            break
        if isinstance(value, syntax.NameNode):
            found.append(value.word)
    pieces = [(word, scope.meaning(word)) for word in found]
    named = [(word, one) for word, one in pieces if isinstance(one, Thing) and one.type and one.type.base == "piece"]
    if len(named) != 1 or len(found) != 1:
        return scope
    word, one = named[0]
    compared = any(
        isinstance(part, syntax.CompareNode) and part.right == syntax.NameNode(word)
        for part in syntax.split_chain(pick.where)
    )
    if compared or is_its_ambiguous(word, pick.where, scope):
        return scope
    return scope.named(word, replace(one, text="it", possessive="its"))


def _render_of_choice(text: str, items: NounGroup, whose: str) -> str:
    if items.type is not None and items.type.base in ("enum", "name") and not (items.opaque or items.zone):
        if text.endswith(" of"):
            return text
        start = cut_clauses(text, items)
        return f"{start} of {whose} choice{text[len(start) :]}"
    return text


def _are_in_order(node: syntax.ChooseNode, scope: EnglishScope, rendered: str) -> bool:
    """Return True if, in the text `rendered`, each pick comes after the picks to which its condition refers."""
    places = []
    trial = scope.trial()
    for place, pick in enumerate(node.picks):
        before = {other.word for other in node.picks[:place]}
        parts = [part for source in (pick.source, pick.where) if source is not None for part in syntax.walk(source)]
        needs = any(isinstance(part, syntax.NameNode) and part.word in before for part in parts)
        text, items = _render_next_pick(node, place, _make_second_scope(node, place, trial), False, "")
        places.append((rendered.find(cut_clauses(text, items, "that ", "which ")), needs))
    return all(not needs or all(at < spot for at, _ in places[:n]) for n, (spot, needs) in enumerate(places))
