"""Uses of the picked pieces in the statements after a pick."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import NUMBER
from cardwright.english.dispatch import render_group
from cardwright.english.expressions.filters import narrow_group
from cardwright.english.expressions.overtaken_references import ONE
from cardwright.english.fill_phrases import bound
from cardwright.english.noun_phrases import FORMS, NounGroup, Thing, find_first_word
from cardwright.english.scope import EnglishScope
from cardwright.english.statements.calls_and_assignments import YOU, find_doer, render_control
from cardwright.phrases import templates
from cardwright.phrases.inflection import spell_name
from cardwright.phrases.templates import Optional, TemplateSlot
from cardwright.syntax import tree as syntax
from cardwright.syntax.patterns import match as find_form

# The ends of clauses to which what follows would seem to belong.
_OPEN_ENDS = (" at", " from", " to", " with", " on", " in", " for", " by", " of")
# The beginnings of clauses that select.
_SELECTS = (*"other that which who whom whose where with not for in on to from".split(), "of wh")
# Words behind a parameter that tell how something is done to it.
_ADVERB = re.compile(r" (?:once|twice|again|face|upside|sideways|first|last|away|back|up|down|out|off)\b")


def count_price_calls(node: syntax.ChooseNode) -> int:
    """Return how many calls come before the first use of the picks: 1 if an optional choice has a price, else 0."""
    statements = node.body.statements
    words = {pick.word for pick in node.picks}
    if (
        not node.may
        or len(statements) != 2
        or not isinstance(statements[0], syntax.PerformNode)
        or not isinstance(statements[1], syntax.PerformNode)
    ):
        return 0
    named = {part.word for part in syntax.walk(statements[0]) if isinstance(part, syntax.NameNode)}
    return 0 if words & named or statements[0].subject is not None else 1


def stands_apart(node: syntax.ChooseNode, scope: EnglishScope) -> bool:
    """Return True if a choice is a sentence of its own: with a condition on all picks, or on an earlier pick."""
    if scope.targeted or any(pick.such_that is not None for pick in node.picks):
        return True
    words = [pick.word for pick in node.picks] if scope.words.plainly else []
    return any(
        pick.where is not None and count_uses(word, pick.where) > 0
        for place, pick in enumerate(node.picks)
        for word in words[:place]
    )


def count_uses(word: str, node: syntax.Node) -> int:
    """Return how often a name occurs in a node."""
    return sum(isinstance(part, syntax.NameNode) and part.word == word for part in syntax.walk(node))


def find_count_names(node: syntax.PerformNode, scope: EnglishScope) -> set[str]:
    """Return the names in a call that stand for a number of items."""
    phrase = scope.words.procedure_phrase(node.word)
    if phrase is None:
        return set()
    counting = {role for role in templates.list_counting(phrase.parts) if phrase.roles.get(role) in (NUMBER, None)}
    given = bound(phrase, node.args)
    return {value.word for role, value in given.items() if role in counting and isinstance(value, syntax.NameNode)}


def is_choice_of_other(node: syntax.PerformNode, choice: syntax.ChooseNode, who: Thing, scope: EnglishScope) -> bool:
    """Return True if `you` act on what another player picked, so that the text says `of their choice`."""
    phrase = scope.words.procedure_phrase(node.word)
    if phrase is None or phrase.kind != "verb" or phrase.is_clause or render_control(node, scope) is not None:
        return False
    alone = len(choice.picks) == 1 and len(choice.body.statements) == 1 and not choice.may and choice.otherwise is None
    return alone and find_doer(node, scope) == YOU and choice.subject not in (None, YOU) and who.text == "they"


def has_same_doer(node: syntax.PerformNode, scope: EnglishScope) -> bool:
    """Return True if a call is of a verb that the actor of the scope performs."""
    phrase = scope.words.procedure_phrase(node.word)
    if phrase is None or phrase.kind != "verb" or phrase.is_clause or render_control(node, scope) is not None:
        return False
    return find_doer(node, scope) == scope.actor


def is_used_once(word: str, node: syntax.PerformNode) -> bool:
    """Return True if a name is one argument of a call and does not occur in its other arguments."""
    name = syntax.NameNode(word)
    direct = [arg.value for arg in node.args if name in (arg.value, *_find_last(arg.value))]
    uses = [part for part in syntax.walk(node) if isinstance(part, syntax.NameNode) and part.word == word]
    return len(direct) == 1 and len(uses) == 1


def _find_last(node: syntax.Expr) -> tuple[syntax.Expr, ...]:
    """Return the last item of a list, to which a clause after the list would seem to refer."""
    return node.items[-1:] if isinstance(node, syntax.ListOfNode) else ()


def is_parted(pick: syntax.PickNode, node: syntax.PerformNode, scope: EnglishScope) -> bool:
    """Return True if words of a call would seem to belong to the condition of a pick.

    Examples: `row a boat that can move again`, `return a thing that you can aim at to its player's hand`, `heal a unit
    where its distance is 1 of a wound`.
    """
    phrase, name = scope.words.procedure_phrase(node.word), syntax.NameNode(pick.word)
    roles = (
        [role for role, value in bound(phrase, node.args).items() if value in (name, syntax.ListOfNode((name,)))]
        if phrase
        else []
    )
    if phrase is None or not roles or pick.amount is not None:
        return False
    slots = [place for place, part in enumerate(phrase.parts) if part == TemplateSlot(roles[0], None)]
    behind = phrase.parts[slots[0] + 1 :][:1] if slots else ()
    if not behind:
        return False
    items = render_group(pick.source, scope.trial())
    if pick.where is not None:
        items = narrow_group(items, pick.where, scope.trial(), pick.word)
    if any(f" {clause} " in f" {tail}" for tail in items.tails for clause in ("where", "for which")):
        return True
    first = behind[0].parts[0] if isinstance(behind[0], Optional) else behind[0]
    if isinstance(first, str) and first.startswith(" of "):
        return any(not tail.startswith("of ") for tail in items.tails)
    clauses = [tail.rpartition(FORMS)[2] for tail in items.tails if find_first_word(tail) in ("that", "which")]
    if not clauses or not isinstance(behind[0], str):
        return False
    if behind[0] == " ":  # give a thing that can attack 2 more force
        return True
    return _ADVERB.match(behind[0]) is not None or clauses[-1].endswith(_OPEN_ENDS)


def render_span(pick: syntax.PickNode, scope: EnglishScope) -> str:
    """Render the numbers that can be chosen, if they are known: `1 or 2`, `1 to 3`; else ""."""
    match scope.value(pick.source):
        case (
            typed_tree.PrimitiveExpr(
                primitive=primitive, args=(typed_tree.LiteralExpr(value=low), typed_tree.LiteralExpr(value=high))
            )
            | typed_tree.PrimitiveExpr(
                primitive=primitive,
                args=(
                    typed_tree.LiteralExpr(value=low),
                    typed_tree.LiteralExpr(value=high),
                    typed_tree.LiteralExpr(value=1),
                ),
            )
        ) if primitive.word == "numbers" and low < high and pick.where is None and pick.amount is None:
            return f"{low} {'or' if high == low + 1 else 'to'} {high}"
    return ""


def render_value_of_piece(pick: syntax.PickNode, scope: EnglishScope) -> tuple[str, str] | None:
    """Return the noun and the text for a value that a piece in a zone has; None for any other pick.

    Example: `colour` and `the colour of a card in that player's hand`.
    """
    shown = find_form("any(PLACE where VALUE is ITEM)", pick.where) if pick.where is not None else None
    if shown is None or pick.amount is not None or pick.at_random or shown.name("ITEM") not in (pick.word, "it"):
        return None
    items, word = render_group(shown.expr("PLACE"), scope.trial()), shown.name("VALUE")
    kind = scope.words.game.kinds.get(items.type.of) if items.type is not None else None
    printed = kind.attributes.get(word) if kind is not None else None
    if kind is None or printed is None or not items.zone or items.tails:
        return None
    span, listed = find_form("numbers(LOW, HIGH)", pick.source), scope.value(pick.source)
    if span is None:
        all_can = isinstance(listed, typed_tree.WordsExpr) and listed.type.item == printed.type
    else:
        low, high = span.expr("LOW"), span.expr("HIGH")
        values = [piece.values.get(word) for piece in scope.words.game.pieces if piece.kind == kind.word]
        all_can = (
            isinstance(low, syntax.NumberNode)
            and isinstance(high, syntax.NumberNode)
            and (printed.type == NUMBER and {*values} <= {*range(low.value, high.value + 1)})
        )
    noun = spell_name(word)
    return (noun, f"the {noun} of {render_group(shown.expr('PLACE'), scope).one('in')}") if all_can else None


def find_capped_amount(pick: syntax.PickNode, amount: syntax.Expr) -> syntax.Expr | None:
    """Return N for the amount `min(N, count(LIST))` of a pick from LIST; None for any other amount."""
    if not isinstance(amount, syntax.CallNode) or amount.word != "min" or len(amount.args) != 2:
        return None
    wanted, there = (arg.value for arg in amount.args)
    counted_all = syntax.CallNode("count", (syntax.ArgNode(None, pick.source),))
    return wanted if there == counted_all else None


def can_always_pick(pick: syntax.PickNode, scope: EnglishScope) -> bool:
    """Return True if there is certainly an item to pick."""
    if pick.where is not None or (pick.amount is not None and pick.amount != ONE):
        return False
    match scope.value(pick.source):
        case (
            typed_tree.PlayersExpr()
            | typed_tree.OpponentsExpr()
            | typed_tree.WordsExpr()
            | typed_tree.NamesExpr()
            | typed_tree.PiecesExpr()
        ):
            return True
        case typed_tree.PrimitiveExpr(
            primitive=primitive, args=(typed_tree.LiteralExpr(value=low), typed_tree.LiteralExpr(value=high), *_)
        ):
            return primitive.word == "numbers" and low <= high
    return False


def runs_without_picks(node: syntax.ChooseNode) -> bool:
    """Return True if the body runs even if nothing is picked: any number is allowed, and there is no `else`."""
    bound_together = any(pick.such_that is not None for pick in node.picks)
    return node.can_be_none and not bound_together and node.otherwise is None


def moves_only_rest(node: syntax.ChooseNode, after: Sequence[syntax.Stmt]) -> bool:
    """Return True if calls only concern the rest of a list that is empty whenever nothing can be chosen from it."""
    pick = node.picks[0]
    rest = syntax.RestOfNode(pick.source)
    whole = len(node.picks) == 1 and pick.amount in (None, ONE) and pick.where is None and pick.such_that is None
    return whole and all(isinstance(each, syntax.PerformNode) and rest in syntax.walk(each) for each in after)


def cut_clauses(text: str, items: NounGroup, *begins: str) -> str:
    """Return the text of a pick without clauses that select from its items: `a suit` of `a suit that is not led`.

    If some are given, only clauses with these beginnings are cut.
    """
    forms = [form for tail in items.tails for form in tail.split(FORMS) if form.startswith(begins or _SELECTS)]
    found = [text.find(f" {form}") for form in forms]
    return text[: min((place for place in found if place >= 0), default=len(text))]
