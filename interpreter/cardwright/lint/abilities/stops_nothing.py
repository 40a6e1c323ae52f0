"""Warnings about `stop(VERB)` where no event of that verb can be in progress."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from itertools import chain

from cardwright.lint.abilities.never_fires import find_performed_procedures
from cardwright.lint.collect_rule_texts import AbilityText, GameTexts
from cardwright.source.diagnostics import Diagnostic, declare_code
from cardwright.source.positions import Span
from cardwright.syntax import tree as syntax

STOPS_NOTHING = declare_code("stops-nothing")


@dataclass(slots=True)
class _Inside:
    """The rule texts that can run while an event is in progress: names of procedures, and identities of abilities."""

    procedures: set[str] = field(default_factory=set)
    abilities: set[int] = field(default_factory=set)


def find_idle_stops(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each `stop(VERB)` in a text that never runs during an event of the verb."""
    found: dict[str, _Inside] = {}
    performed = find_performed_procedures(texts)  # that nothing performs the others is reported already
    for word, (procedure, unit) in texts.library.procedures.items():
        if word not in performed:
            continue
        for stopped, call in _list_stops(procedure.body):
            if word not in _find_inside(texts, stopped, found).procedures:
                yield _warn(stopped, unit.span(call))
    for sentence in texts.sentences:
        watched = sentence.node.pattern.word if isinstance(sentence.node, syntax.ReactNode) else ""
        if watched and watched not in performed:
            continue
        for stopped, call in _list_stops(sentence.node):
            if id(sentence) not in _find_inside(texts, stopped, found).abilities:
                node = sentence.node
                replaces = isinstance(node, syntax.ReactNode) and (node.when, node.pattern.word) == ("instead", stopped)
                yield _warn(stopped, sentence.unit.span(call), replaces)


def _warn(stopped: str, span: Span, replaces: bool = False) -> Diagnostic:
    why = f"`instead of` has already prevented `{stopped}`" if replaces else f"`{stopped}` is never in progress here"
    label = "write `nothing`, or what happens instead"
    if not replaces:
        label = "name a verb or step that is in progress here, or write another statement"
    return Diagnostic(STOPS_NOTHING, f"`stop({stopped})` has no effect: {why}", span, label, (), "warning")


def _list_stops(text: syntax.Node) -> Iterator[tuple[str, syntax.PerformNode]]:
    """Yield the statements of a text that stop an event, each with the word of its procedure."""
    for call in syntax.index(text).of(syntax.PerformNode):
        if call.word == "stop" and call.args and isinstance(call.args[0].value, syntax.NameNode):
            yield call.args[0].value.word, call


def _find_inside(texts: GameTexts, word: str, found: dict[str, _Inside]) -> _Inside:
    """Return the rule texts that can be executed during an event of a procedure.

    `found` has the results so far, by procedure.
    """
    if word in found:
        return found[word]
    inside = found[word] = _Inside({word})
    entered: set[str] = set()
    # the event itself can be replaced, but what replaces it is not part of it
    bodies: list[syntax.Node] = [node for name, (node, _) in texts.library.procedures.items() if name == word]
    bodies += _enter(_list_reactions(texts, {word}, ("before", "after")), inside)
    while bodies:
        text = syntax.index(bodies.pop())
        called = text.words & texts.library.procedures.keys() - entered
        entered |= called
        inside.procedures |= called
        bodies += [texts.library.procedures[name][0] for name in called if name != word]
        bodies += _enter(_list_reactions(texts, called, ("before", "after", "instead")), inside)
        if text.words & {"window", "use"} or text.of(syntax.CarryOutNode):
            bodies += _enter(_list_deferred(texts, inside), inside)
    return inside


def _enter(sentences: Iterable[AbilityText], inside: _Inside) -> list[syntax.Node]:
    """Return the nodes of those abilities in `sentences` that are new, and add them to `inside`."""
    new = [each for each in sentences if id(each) not in inside.abilities]
    inside.abilities |= {id(each) for each in new}
    return [each.node for each in new]


def _list_reactions(texts: GameTexts, words: Set[str], stages: tuple[str, ...]) -> Iterator[AbilityText]:
    """Yield the abilities that react to some procedures, or replace them."""
    for sentence in chain.from_iterable(texts.reactions.get(word, ()) for word in words):
        assert isinstance(sentence.node, syntax.ReactNode)
        if sentence.node.when in stages or (sentence.node.when == "on" and "after" in stages):
            yield sentence


def _list_deferred(texts: GameTexts, inside: _Inside) -> Iterator[AbilityText]:
    """Yield all abilities that offer something or put something on a stack.

    `inside`, the texts that run within an event, also gets the procedures that put something on a stack.
    """
    for word, (node, _) in texts.library.procedures.items():
        if syntax.index(node).of(syntax.PutOnNode):
            inside.procedures.add(word)
    for sentence in texts.sentences:
        if isinstance(sentence.node, syntax.OfferNode) or syntax.index(sentence.node).of(syntax.PutOnNode):
            yield sentence
