"""Loops as sentences: over groups, over players, and until a condition."""

from __future__ import annotations

import re
from dataclasses import replace

from cardwright.builtins import all_primitives
from cardwright.checker import typed_tree
from cardwright.declarations.value_types import NUMBER, PLAYER, name_to_piece
from cardwright.english.dispatch import render_condition, render_group, render_statement
from cardwright.english.expressions.distinct_references import distinguish_names
from cardwright.english.expressions.filters import narrow_group
from cardwright.english.expressions.overtaken_references import keep_meaning
from cardwright.english.fill_phrases import bound, convert_to_gerund, fill_phrase, render_count
from cardwright.english.noun_phrases import THEY, NounGroup, Thing, render_third_person
from cardwright.english.scope import ENDS, EnglishScope
from cardwright.english.sentences import Sentence, add_lead, block, make_clause, merge_sentences
from cardwright.english.statements.calls_and_assignments import (
    find_doer,
    find_only_call,
    render_body,
    render_subject,
)
from cardwright.english.statements.stop_and_proceed import STOPS
from cardwright.phrases.inflection import join_list
from cardwright.syntax import tree as syntax

# The pronoun for a later mention.
_AGAIN = re.compile(r"\b(?:and|or|then) [a-z]+ (?:it|its)\b")
# One piece that is named in a phrase: bring a new {what}.
_A_NEW = re.compile(r"\ban?((?: new)? )\{(\w+)\}")
# The phrase for a computed number of times.
_AS_OFTEN = re.compile("^times equal to ")


@render_statement.register
def _(node: syntax.ForEachNode, scope: EnglishScope) -> list[Sentence]:
    items = render_group(node.list, scope)
    if items.opaque and items.single:
        only = Thing(items.opaque, items.type)
        if node.where is None:
            return render_body(node.body, _name_item_once(node, items, scope))
        done = render_body(node.body, scope.named(node.word, only))
        return add_lead(done, f"if {render_condition(node.where, scope.about(only, node.word))}, ")
    if node.where is not None and syntax.FilterNode(node.list, node.where) in scope.known and items.simple:
        items = replace(items, adjectives=("such",))
    elif node.where is not None:
        narrowed = narrow_group(items, node.where, scope.trial(), node.word)
        hanging = any(tail.startswith("where ") for tail in {*narrowed.tails} - {*items.tails})
        if hanging and items.type != PLAYER and not items.lead and not scope.defines:
            return _render_each_asked(node, items, node.where, scope)
        items = narrow_group(items, node.where, scope, node.word)
    lead = _add_secrecy(node, items.lead, scope)
    scope = replace(scope, stopped=_render_stop(node, items))
    if items.type == PLAYER and all(_is_led_by(part, syntax.NameNode(node.word)) for part in node.body.statements):
        return _render_players(node, items, lead, scope)
    again = _refer_to_item(items, scope)
    again = keep_meaning(node.word, again, [node.body], scope, is_opponent=items.noun == scope.words.opponent)
    inside = replace(scope.named(node.word, again), taken=scope.taken | {again.text})
    at_once = _render_single_action(node, items, inside) if not lead else None
    return (
        at_once
        or _render_each_changed(node, items, scope, lead)
        or _render_each_is(node, items, inside, lead)
        or add_lead(
            render_body(node.body, _make_distinct_scope(node, items, inside)),
            f"{lead}for {items.each()}{_render_in_turn(node)}, ",
        )
    )


def _render_each_asked(
    node: syntax.ForEachNode, items: NounGroup, where: syntax.Expr, scope: EnglishScope
) -> list[Sentence]:
    """Render a loop whose condition is a sentence about the item: `for each card, if its owner's place is X, ...`."""
    again = keep_meaning(node.word, _refer_to_item(items, scope), [node.body], scope)
    scope = replace(scope, stopped=_render_stop(node, items), taken=scope.taken | {again.text})
    inside = _make_distinct_scope(node, items, scope.named(node.word, again))
    asked = render_condition(where, inside.about(again, node.word))
    return add_lead(render_body(node.body, inside), f"for {items.each()}{_render_in_turn(node)}, if {asked}, ")


def _add_secrecy(node: syntax.ForEachNode, lead: str, scope: EnglishScope) -> str:
    """Return the first words `lead` of a loop; if all choose in secret, with a remark on that."""
    if not node.secretly:
        return lead
    text = block(render_body(node.body, replace(scope.trial(), names={**scope.names, node.word: THEY})))
    only_chosen = not scope.words.plainly or re.match(r"(?:\w+ )?chooses? ", text) is not None
    return f"{lead}secretly, " if only_chosen else f"after all have chosen in secret, {lead}"


def _render_each_is(
    node: syntax.ForEachNode, items: NounGroup, scope: EnglishScope, lead: str
) -> list[Sentence] | None:
    """Render a loop that only changes what each item is: `each player is now ready`; None for any other loop."""
    only = node.body.statements
    that = scope.names[node.word]
    if (
        not isinstance(that, Thing)
        or len(only) != 1
        or not isinstance(only[0], syntax.AssignNode)
        or _render_in_turn(node)
    ):
        return None
    done = render_body(node.body, scope.trial())
    text = done[0].text if len(done) == 1 and done[0].subject is None else ""
    becomes = text.startswith((f"{that.text} is now ", f"{that.text} is no longer "))
    if not becomes or text.count(that.text) > 1 or done[0].inside:
        return None
    return [replace(done[0], text=f"{items.each()}{text.removeprefix(that.text)}").leading(lead)]


def _render_each_changed(
    node: syntax.ForEachNode, items: NounGroup, scope: EnglishScope, lead: str
) -> list[Sentence] | None:
    """Render a loop that only changes a rule for each item: `each golem has 2 more might`; None for any other loop."""
    only, name = node.body.statements[:1], syntax.NameNode(node.word)
    if len(node.body.statements) != 1 or not isinstance(only[0], syntax.ModifyNode) or lead or items.type == NUMBER:
        return None
    if sum(part == name for part in syntax.walk(only[0])) != 1:
        return None
    return render_statement(only[0], scope.named(node.word, Thing(items.each(), items.type)))


def _name_item_once(node: syntax.ForEachNode, items: NounGroup, scope: EnglishScope) -> EnglishScope:
    """Return the scope of a loop whose only piece is called `that card` after its first mention.

    This does not apply to a position, such as the top of a deck, which may hold another piece by then.
    """
    again = _refer_to_item(items, scope)
    if isinstance(node.list, syntax.NameNode) and scope.meaning(node.list.word) is not None:
        again = Thing(items.opaque, items.type)
    elif again.text == "it":
        again = Thing(f"the first {items.noun}", items.type)
    inner = scope.named(node.word, again)
    inner.fresh[node.word] = items.opaque
    return replace(inner, taken=scope.taken | {again.text})


def _refer_to_item(items: NounGroup, scope: EnglishScope) -> Thing:
    """Return the text for an item of a loop after its first mention.

    The text is `that card`, or `it` and `they` if another value has that text.
    """
    text = items.named(False)
    if items.type == PLAYER:
        return (
            replace(THEY, type=PLAYER) if "that player" in scope.taken else render_third_person("that player", PLAYER)
        )
    if text in scope.taken and items.type == NUMBER and "that number" not in scope.taken:
        return Thing("that number", NUMBER)
    if text in scope.taken and items.type == NUMBER:
        return Thing("this number", NUMBER)
    return Thing("it", items.type, possessive="its") if text in scope.taken else Thing(text, items.type)


def _make_distinct_scope(node: syntax.ForEachNode, items: NounGroup, scope: EnglishScope) -> EnglishScope:
    """Return the scope in which the text for the item of a loop differs from those of other names used in the loop."""
    alike = scope.named(node.word, Thing(items.named(False), items.type))
    found = distinguish_names(node.word, alike, node.body.statements)
    return scope if found is alike else found


def _render_single_action(node: syntax.ForEachNode, items: NounGroup, scope: EnglishScope) -> list[Sentence] | None:
    """Render a loop with one action on the item: `discard each of those cards`; None for any other loop."""
    if items.type == NUMBER:
        return None  # `rank each number from 2 to 4` would be read as one rank
    done = find_only_call(node.body, scope)
    direct = [syntax.ListOfNode((name,)) for name in (syntax.NameNode(node.word),)] + [syntax.NameNode(node.word)]
    if done is None or not any(arg.value in direct for arg in done.args) or _render_in_turn(node):
        return None
    if any(arg.value not in direct and direct[-1] in syntax.walk(arg.value) for arg in done.args):
        return None  # a value of the item could be mentioned before the item
    if isinstance(done.subject, syntax.CallNode):  # your opponent sinks each card of their crew
        of_doer = scope.told_of(done.subject)
        items = render_group(node.list, of_doer)
        items = items if node.where is None else narrow_group(items, node.where, of_doer, node.word)
    tried = scope.trial()
    tried.fresh[node.word] = items.each()
    sentences = render_body(node.body, tried)
    bare = bool(sentences) and sentences[0] == make_clause(sentences[0].text)  # that thing loses its power
    single = sentences and (sentences[0].is_plain or bare) and all(each.follows for each in sentences[1:])
    named = items.each() in sentences[0].clause() if single else False
    chosen_for_it = any(isinstance(part, syntax.PickNode) for part in syntax.walk(node.body))
    if named and bare and not sentences[0].text.startswith(items.each()):
        return None
    if named and chosen_for_it and not bare and " " in sentences[0].predicates[0].partition(f" {items.each()}")[0]:
        return None  # the text would read as if one was chosen for all items
    if named and _AGAIN.search(sentences[0].clause().partition(items.each())[2]):
        return None  # the second mention of an item would read as a mention of all items
    if not named or node.word in tried.fresh or sentences[0].subject == scope.meaning(node.word):
        return None
    scope.fresh.clear()
    scope.fresh.update(tried.fresh)
    return sentences


def _render_in_turn(node: syntax.ForEachNode) -> str:
    """Return ` in turn` for a loop in which the order matters, else "".

    The order matters if the loop can stop, or if items pass something on.
    """
    return (
        " in turn" if any(part == STOPS[0] or _is_handed_on(part, node.word) for part in syntax.walk(node.body)) else ""
    )


def _is_handed_on(node: syntax.Node, word: str) -> bool:
    """Return True if a statement moves a whole zone to the zone of the same name of another owner.

    Both expressions for the owner must contain the name `word`.
    """
    match node:
        case syntax.PerformNode(
            word=deed,
            args=(
                syntax.ArgNode(value=syntax.GetNode(word=place) as start),
                syntax.ArgNode(value=syntax.GetNode(word=goal) as end),
            ),
        ):
            moves = deed in all_primitives() and all_primitives()[deed].moves
            return place == goal and moves and all(syntax.NameNode(word) in syntax.walk(each) for each in (start, end))
    return False


def _render_stop(node: syntax.ForEachNode, items: NounGroup) -> str:
    """Render `stop` in a loop over a group: `no further opponent may do so`."""
    offered = any(isinstance(part, syntax.MayNode) or getattr(part, "may", False) for part in node.body.statements)
    return f"no further {items.called(False)} {'may do' if offered else 'does'} so"


def _is_led_by(node: syntax.Stmt, by: syntax.Expr) -> bool:
    return (
        isinstance(node, syntax.PerformNode | syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode)
        and node.subject == by
    )


def _render_players(node: syntax.ForEachNode, items: NounGroup, lead: str, scope: EnglishScope) -> list[Sentence]:
    """Render a loop over players: `each opponent draws a card`."""
    again = _refer_to_item(items, scope)
    whole = render_third_person(items.each() + _render_in_turn(node), PLAYER)
    done = []
    for place, part in enumerate(node.body.statements):
        done.extend(render_statement(part, scope.named(node.word, again if place else whole)))
    done = [
        replace(part, subject=whole) if place < 3 and part.subject == again and not part.modal else part
        for place, part in enumerate(done)
    ]
    done = merge_sentences(done)
    if not done:
        return []
    later = [replace(part, subject=again) if part.subject == whole else part for part in done[1:]]
    return [done[0].leading(lead), *later]


@render_statement.register
def _(node: syntax.RepeatNode, scope: EnglishScope) -> list[Sentence]:
    again = _find_optional_repeat(node)
    if again is not None:
        return render_statement(again, scope)
    sentences = render_body(node.body, replace(scope, stopped=ENDS))
    text = "repeat this"
    kept = _render_kept_up(node, sentences, scope) or _render_copies(node, scope)
    if kept is not None:
        return [kept]
    asked = node.value.value if isinstance(node.value, syntax.NotNode) and scope.words.plainly else None
    some = isinstance(asked, syntax.CallNode) and any(isinstance(each.value, syntax.FilterNode) for each in asked.args)
    if node.kind == "until" and asked is not None and some and len(sentences) == 1:
        return add_lead(sentences, f"as long as {render_condition(asked, scope)}, ")
    if node.kind == "until" and node.value is not None:
        text = f"repeat this until {render_condition(node.value, replace(scope, reached=scope.words.plainly))}"
    elif node.kind == "times" and node.value is not None:
        times = "twice" if node.value == syntax.NumberNode(2) else render_count(node.value, "time", scope)
        times = _AS_OFTEN.sub("as many times as ", times)
        if isinstance(node.value, syntax.NumberNode) and len(sentences) == 1 and sentences[0].is_plain:
            note = " (the same or another each time)" if _chooses_reusable(node.body, scope) else ""
            return [replace(sentences[0], tail=f", {times}{note}", alone=True, again=True)]
        text = f"do this {times}"
    return [Sentence(text=text, inside=block(sentences) or "do nothing", parts=tuple(sentences))]


def _render_kept_up(node: syntax.RepeatNode, sentences: list[Sentence], scope: EnglishScope) -> Sentence | None:
    """Render one action of a card that is repeated: `keep drawing a card until ...`, `as long as ..., keep ...`."""
    if node.kind != "until" or node.value is None or scope.defines or scope.words.plainly:
        return None
    if len(sentences) != 1 or not sentences[0].is_plain or sentences[0].alone:
        return None
    done = replace(
        sentences[0], predicates=(f"keep {join_list([convert_to_gerund(p) for p in sentences[0].predicates])}",)
    )
    if isinstance(node.value, syntax.NotNode):
        return done.leading(f"as long as {render_condition(node.value.value, scope)}, ")
    return replace(done, tail=f" until {render_condition(node.value, scope)}", alone=True)


def _render_copies(node: syntax.RepeatNode, scope: EnglishScope) -> Sentence | None:
    """Render a call that is repeated with a name: `bring 2 new Rat cards to your floor`; None for any other loop."""
    only = node.body.statements[0] if len(node.body.statements) == 1 else None
    phrase = scope.call_phrase(only) if isinstance(only, syntax.PerformNode) else None
    if not isinstance(only, syntax.PerformNode) or phrase is None or not isinstance(node.value, syntax.NumberNode):
        return None
    given, found = bound(phrase, only.args), _A_NEW.search(phrase.template)
    kind = phrase.roles.get(found[2]) if found is not None else None
    noun = None if kind is None else name_to_piece(kind)
    if found is None or noun is None or node.value.value < 2 or phrase.kind != "verb" or phrase.is_clause:
        return None
    if not isinstance(scope.value(given[found[2]]), typed_tree.LiteralExpr):
        return None
    several = f"{node.value.value}{found[1]}{{{found[2]}}} {scope.words.nouns(scope.words.noun(noun))}"
    by = find_doer(only, scope)
    who = render_subject(by, scope)
    whole = replace(phrase, template=_A_NEW.sub(lambda _: several, phrase.template)).done_by(who.text == "you")
    return Sentence(who, (fill_phrase(whole, given, scope.told_of(by), by="from"),))


@render_statement.register
def _(node: syntax.TogetherNode, scope: EnglishScope) -> list[Sentence]:
    sentences = render_body(node.body, scope)
    if len(sentences) == 1 and sentences[0].is_plain:
        return [replace(sentences[0], tail=f"{sentences[0].tail}, all at once", alone=True)]
    text = "all of this happens at once"
    return [Sentence(text=text, inside=block(sentences), parts=tuple(sentences))] if sentences else []


def _chooses_reusable(node: syntax.BodyNode, scope: EnglishScope) -> bool:
    """Return True if a body chooses values that remain available, such as an action or a number."""
    picks = [pick for each in node.statements if isinstance(each, syntax.ChooseNode) for pick in each.picks]
    kinds = [scope.type_of(pick.source) for pick in picks]
    return any(kind is not None and kind.item is not None and kind.item.base != "piece" for kind in kinds)


def _find_optional_repeat(node: syntax.RepeatNode) -> syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode | None:
    """Return the optional statement in a `repeat` that ends when the player declines; None for other loops."""
    if node.kind != "forever" or len(node.body.statements) != 1:
        return None
    inside = node.body.statements[0]
    if not isinstance(inside, syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode) or inside.otherwise is None:
        return None
    if inside.otherwise.statements != STOPS or not (isinstance(inside, syntax.MayNode) or inside.may):
        return None
    return replace(inside, otherwise=None, repeatedly=True)
