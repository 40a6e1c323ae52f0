"""Changes of counters, marks and lists as predicates and clauses."""

from dataclasses import replace

from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import PLAYER
from cardwright.english.dispatch import render, render_condition
from cardwright.english.expressions.comparisons import split_counter
from cardwright.english.expressions.properties import find_property
from cardwright.english.fill_phrases import render_count
from cardwright.english.noun_phrases import Thing, split_noun
from cardwright.english.scope import EnglishScope
from cardwright.english.sentences import render_becoming
from cardwright.phrases import inflection
from cardwright.syntax import tree as syntax


def render_change(node: syntax.AssignNode, scope: EnglishScope) -> str:
    """Render an assignment as an action on a counter: `gain 2 coins`, `set the passes to 0`."""
    value, grows = node.value, node.operator == "+="
    if (less := _find_limited(node)) is not None:
        limit = "never below 0" if scope.words.plainly else "at most down to 0"
        return f"{render_change(replace(node, value=less), scope)} ({limit})"
    if node.operator == "=":
        if value == syntax.NumberNode(0):
            found = split_counter(node.target, scope)
            if found is not None and _is_piece(found[0]):
                return f"remove all {found[1]} from {found[0].text}"
        target = render(node.target, scope)
        none = scope.is_none(value) or value == syntax.ListOfNode(())
        return f"clear {target}" if none else f"set {target} to {render(value, scope)}"
    found = split_counter(node.target, scope)
    if found is not None and not _tells_what_was_done(found[1]):
        owner, title = found
        nouns, rest = split_noun(title)
        much = render_count(value, inflection.make_singular(nouns), scope, not grows and value == node.target) + rest
        if _is_piece(owner):
            return f"put {much} on {owner.text}" if grows else f"remove {much} from {owner.text}"
        # a computed number of `coins in the Safe` is added to the coins there
        apart = rest and isinstance(value, syntax.GetNode | syntax.BinaryNode | syntax.CallNode)
        if not apart and (owner.text == "you" or (scope.defines and owner.type == PLAYER)):
            return f"{'gain' if grows else 'lose'} {much}"
    return render_plain_change(node, scope)


def _find_limited(node: syntax.AssignNode) -> syntax.Expr | None:
    """Return the other value of `min(value, target)`, by which a counter is lessened without falling below 0."""
    if node.operator != "-=" or not isinstance(node.value, syntax.CallNode) or node.value.word != "min":
        return None
    values = [each.value for each in node.value.args]
    return values[values[0] == node.target] if len(values) == 2 and node.target in values else None


def render_plain_change(node: syntax.AssignNode, scope: EnglishScope) -> str:
    """Render an addition to a counter or list, or a subtraction: `add 2 to your coins`."""
    grows, value = node.operator == "+=", node.value
    assert not isinstance(value, syntax.PerformNode)
    kind = scope.type_of(node.target)
    lessen = "remove" if kind is not None and kind.base == "list" else "subtract"
    verb, to = ("add", "to") if grows else (lessen, "from")
    return f"{verb} {render(value, scope)} {to} {render(node.target, scope)}"


def render_added_player(node: syntax.AssignNode, scope: EnglishScope) -> str | None:
    """Render a player added to a list whose title ends with `by`: `that cell is now shot at by you`.

    Returns None for any other expression.
    """
    assert not isinstance(node.value, syntax.PerformNode)
    so = render_condition(syntax.CompareNode("in", node.value, node.target), scope.trial())
    found = find_property(scope.value(node.target)) if isinstance(node.target, syntax.GetNode) else None
    return render_becoming(so) if isinstance(found, MemoryDecl) and found.title.endswith(" by") else None


def find_counter_owner(node: syntax.AssignNode, scope: EnglishScope) -> Thing | None:
    """Return the player whose counter changes, if it is not `you`, as in `that player gains a point`; else None."""
    found = split_counter(node.target, scope.trial()) if scope.defines and node.operator != "=" else None
    if found is None or found[0].type != PLAYER or _tells_what_was_done(found[1]):
        return None
    return found[0] if found[0].text != "you" else None


def _tells_what_was_done(title: str) -> bool:
    """Return True for a count of what was done, which nobody gains: `offers made`, `cards played this turn`."""
    words = title.split(" ")
    return any(inflection.has_final_participle(" ".join(words[:end])) for end in range(2, len(words) + 1))


def _is_piece(owner: Thing) -> bool:
    return owner.type is not None and owner.type.base == "piece"
