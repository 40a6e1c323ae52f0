"""Statements on counters, marks, lists and what belongs to each player."""

import re
from collections.abc import Sequence
from dataclasses import replace

from cardwright.builtins import all_primitives
from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO
from cardwright.english.dispatch import render, render_condition, render_group, render_statement
from cardwright.english.expressions.comparisons import split_counter
from cardwright.english.expressions.properties import find_property
from cardwright.english.fill_phrases import bound, render_count
from cardwright.english.noun_phrases import Thing, looks_plural, render_third_person, split_noun
from cardwright.english.scope import EnglishScope
from cardwright.english.sentences import Sentence, make_clause, merge_sentences, render_becoming
from cardwright.phrases import inflection
from cardwright.phrases.inflection import make_possessive
from cardwright.syntax import tree as syntax

# A player whose things are `their hand`, in a sentence whose subject is that player.
_OWNER = Thing("they", PLAYER, True, "their", "their", "them")
# The beginning of the text for a number that counts the passes of a loop.
_BEFORE = "the number of "
_YOURS = re.compile(r"\b(?:you|your|they|them|those|that|it|its)\b")
_OTHERS = re.compile(r"\b(?:you|your|them|those|that|it|its)\b")
# Several things of one owner: `their deck, their hand and their pile`.
_SAME_OWNER = re.compile(r"\b(their|your) ([\w ]+), \1 ([\w ]+) and \1 ")
_BOTH_OF_OWNER = re.compile(r"\b(their|your) (\w+) and \1 (?=\w+(?: \w+)?(?: to |$))")


def render_new_value(node: syntax.AssignNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render what a counter or a piece of memory becomes: `the bid is now 3`, `the passes go up by 1`; else None."""
    value, kind = node.value, scope.type_of(node.target)
    if isinstance(value, syntax.PerformNode) or kind is None or kind in (PLAYER, YES_NO):
        return None
    if kind.base == "list":
        return _render_new_list(node, scope)
    if node.operator == "=":
        target = render(node.target, scope.trial())
        many = looks_plural(target)
        are = "are" if many else "is"
        if value == syntax.NumberNode(0):
            return [make_clause(f"{target} {'go' if many else 'goes'} back to 0")]
        if scope.is_none(value) and many and target.startswith("the ") and kind.base == NUMBER.base:
            return [make_clause(f"{target} are no longer counted")]
        if scope.is_none(value):
            return [make_clause(f"there is no {target[4:]} any more")] if target.startswith("the ") else None
        target = render(node.target, scope)
        limited = _render_limited_change(node, target, scope)
        return [make_clause(limited or f"{target} {are} now {render(value, scope)}")]
    done = render_statement(node, scope.trial())
    only = done[0].predicates[0] if len(done) == 1 and len(done[0].predicates) == 1 else ""
    if kind.base != NUMBER.base or not only.startswith(("add ", "subtract ")):
        return None
    if (less := _find_limited(node)) is not None:
        target = render(node.target, scope)
        go = "go" if looks_plural(target) else "goes"
        return [make_clause(f"{target} {go} down by {render(less, scope)}, but not below 0")]
    if " (" in only:
        return None
    target = render(node.target, scope)
    go = "go" if looks_plural(target) else "goes"
    return [make_clause(f"{target} {go} {'up' if node.operator == '+=' else 'down'} by {render(value, scope)}")]


def _render_limited_change(node: syntax.AssignNode, target: str, scope: EnglishScope) -> str:
    """Render a counter that is changed up to a limit: `the hints go up by 1, but not above 8`; "" for other values."""
    match node.value:
        case syntax.CallNode(word="min" | "max" as word, args=(syntax.ArgNode(value=one), syntax.ArgNode(value=other))):
            sign = "+" if word == "min" else "-"
        case _:
            return ""
    for changed, limit in ((one, other), (other, one)):
        match changed:
            case syntax.BinaryNode(operator=operator, left=left, right=by) if operator == sign and left == node.target:
                go = "go" if looks_plural(target) else "goes"
                known = scope.fixed.get(limit.word) if isinstance(limit, syntax.NameNode) else None
                much, end = render(by, scope), render(limit, scope) if known is None else str(known)
                text = f"up by {much}, but not above {end}" if sign == "+" else f"down by {much}, but not below {end}"
                return f"{target} {go} {text}"
    return ""


def _render_new_list(node: syntax.AssignNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render what a list becomes: `the kept cards are now the top 2 cards of the deck`; None for an addition to it."""
    if node.operator != "=" or node.value == syntax.ListOfNode(()) or isinstance(node.value, syntax.PerformNode):
        return None
    listed = render_group(node.target, scope.trial())
    target = listed.opaque
    if not target or listed.single:
        return None
    target = target if looks_plural(target) else f"{target} {listed.nouns}"
    return [make_clause(f"{target} are now {render_group(node.value, scope).all('from')}")]


def render_value_by_chance(node: syntax.ChooseNode, scope: EnglishScope, begins: bool = False) -> list[Sentence] | None:
    """Render a random choice whose only use is an assignment: `the dealer is chosen at random`; else None.

    With `begins`, a player who is given the turn begins.
    """
    match node:
        case syntax.ChooseNode(
            subject=None,
            may=False,
            otherwise=None,
            picks=(syntax.PickNode(at_random=True, amount=None, where=None, such_that=None) as pick,),
            body=syntax.BodyNode(statements=(syntax.AssignNode(operator="=") as only,)),
        ) if only.value == syntax.NameNode(pick.word) and not isinstance(only.target, syntax.AtNode):
            pass
        case _:
            return None
    target = render(only.target, scope)
    among = render_group(pick.source, scope)
    every = (among.type == PLAYER and among.simple) or pick.source == syntax.NameNode("players")
    out_of = "" if every else f" from {among.the()}"
    if among.type is not None and among.type.base == "enum" and not among.opaque and not among.tails:
        out_of = ""
    if " whose turn" in target and begins:
        return [make_clause(f"a player chosen at random{out_of} begins")]
    if " whose turn" in target:
        return [make_clause(f"the turn passes to a player chosen at random{out_of}")]
    return [make_clause(f"{target} {'are' if looks_plural(target) else 'is'} chosen at random{out_of}")]


def render_own_things(node: syntax.ForEachNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render a loop in which players move, show or change what is theirs: `each player shuffles their deck`."""
    items = render_group(node.list, scope.trial())
    if node.where is not None or node.secretly or items.type != PLAYER or items.lead or items.opaque:
        return None
    whole = render_third_person(items.each(), PLAYER)
    inner = replace(scope, taken=scope.taken | {"that player"}).named(node.word, _OWNER)
    done: list[Sentence] = []
    for each in node.body.statements:
        found = _render_own_thing(each, whole, not done, inner)
        if found is None:
            return None
        done.append(found)
    return merge_sentences(done)


def _render_own_thing(node: syntax.Stmt, whole: Thing, first: bool, scope: EnglishScope) -> Sentence | None:
    """Render one statement on what belongs to a player: a call of a built-in, which anybody can carry out, or a change.

    Returns None for any other statement. `whole` are the players; after the `first` statement the text calls them
    `they`.
    """
    if isinstance(node, syntax.PerformNode) and node.subject is None and node.word in all_primitives():
        found = render_statement(node, scope.trial())
        if len(found) != 1 or not found[0].is_plain or found[0].subject is None or found[0].subject.text != "you":
            return None
        predicates = tuple(map(_shorten, found[0].predicates))
        if any(_YOURS.search(text) for text in predicates) or not any("their " in text for text in predicates):
            return None
        return replace(found[0], subject=whole, predicates=predicates, named=False)
    if not isinstance(node, syntax.AssignNode):
        return None
    changed = render_new_value(node, scope.trial()) or render_statement(node, scope.trial())
    text = changed[0].text if len(changed) == 1 else ""
    if _OTHERS.search(text) or changed[0].lead or changed[0].inside:
        return None
    if text.startswith("their "):
        return make_clause(f"{make_possessive(whole.text)} {text[6:]}" if first else text)
    if text.startswith("they are "):
        return make_clause(f"{whole.text} is {text[9:]}" if first else text)
    return None


def _shorten(text: str) -> str:
    """Return a text that says the owner of several things once: `their deck, hand and discard pile`."""
    return _BOTH_OF_OWNER.sub(r"\1 \2 and ", _SAME_OWNER.sub(r"\1 \2, \3 and ", text))


def render_filling(node: syntax.PerformNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render top cards that are moved until a zone has a number of them: `until the market has 6 cards`; else None."""
    match node:
        case syntax.PerformNode(
            word="move",
            subject=None,
            until=None,
            args=(syntax.ArgNode(value=syntax.CallNode(word="top", args=taken)), syntax.ArgNode(value=goal)),
        ):
            phrase = scope.words.rule("top")
        case _:
            return None
    given = bound(phrase, taken) if phrase is not None else {}
    match given.get("number"):
        case syntax.BinaryNode(operator="-", left=full, right=syntax.CallNode(word="count", args=(counted,))):
            pass
        case _:
            return None
    if counted.value != goal or "zone" not in given:
        return None
    items, into = render_group(given["zone"], scope), render(goal, scope)
    has = "they have" if looks_plural(into) else "it has"
    number, source = render(full, scope), render(given["zone"], scope)
    many = f"{number} {items.nouns}" if isinstance(full, syntax.NumberNode) else f"as many {items.nouns} as {number}"
    return [make_clause(f"move {items.nouns} from the top of {source} to {into} until {has} {many}")]


# ---------------------------------------------------------------- counts of passes


def find_running_count(node: syntax.LetNode, after: Sequence[syntax.Stmt], scope: EnglishScope) -> Thing | None:
    """Return the text for a number that starts at 0, and to which a loop adds 1 at the end of each pass; else None.

    Example: `the number of players for whom this was done before`. Only part one has such texts; it needs neither the
    start of the count nor its steps.
    """
    if not scope.words.plainly or node.value != syntax.NumberNode(0) or not after:
        return None
    step = syntax.AssignNode(syntax.NameNode(node.word), "+=", syntax.NumberNode(1))
    changes = [each for part in after for each in syntax.walk(part) if _assigns(each, node.word)]
    loops = [each for each in syntax.walk(after[0]) if isinstance(each, syntax.ForEachNode | syntax.RepeatNode)]
    counted = [each for each in loops if each.body.statements[-1] == step]
    later = [each for part in after[1:] for each in syntax.walk(part) if each == step.target]
    if changes != [step] or not isinstance(after[0], syntax.ForEachNode | syntax.RepeatNode) or not counted or later:
        return None
    return Thing(f"{_BEFORE}{_render_passes(counted[-1], scope)} before", NUMBER)


def is_step_of_count(node: syntax.AssignNode, scope: EnglishScope) -> bool:
    """Return True if an assignment only adds 1 to a number of passes, whose text says so."""
    meaning = scope.names.get(node.target.word) if isinstance(node.target, syntax.NameNode) else None
    return isinstance(meaning, Thing) and meaning.text.startswith(_BEFORE) and meaning.text.endswith(" done before")


def _render_passes(loop: syntax.ForEachNode | syntax.RepeatNode, scope: EnglishScope) -> str:
    if not isinstance(loop, syntax.ForEachNode):
        return "times that this was done"
    items = render_group(loop.list, scope.trial())
    return f"{items.nouns} for {'whom' if items.noun == 'player' else 'which'} this was done"


def _assigns(node: syntax.Node, word: str) -> bool:
    return isinstance(node, syntax.AssignNode) and node.target == syntax.NameNode(word)


def render_change(node: syntax.AssignNode, scope: EnglishScope) -> str:
    """Render an assignment as an action on a counter: `gain 2 coins`, `set the passes to 0`.

    A text that defines `gain X coins` does not say it again, but `add X to your coins`.
    """
    if (less := _find_limited(node)) is not None:
        limit = "never below 0" if scope.words.plainly else "at most down to 0"
        return f"{render_change(replace(node, value=less), scope)} ({limit})"
    text = _render_action(node, scope.trial()) if scope.heading else ""
    again = bool(text) and inflection.capitalize(text) == scope.heading
    return render_plain_change(node, scope) if again else _render_action(node, scope)


def _render_action(node: syntax.AssignNode, scope: EnglishScope) -> str:
    value, grows = node.value, node.operator == "+="
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
