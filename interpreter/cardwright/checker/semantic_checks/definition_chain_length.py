"""Limit to the length of chains of definitions that use one another."""

from collections.abc import Iterator, Mapping, Sequence

from cardwright.checker.names.rule_text_context import Unit
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as syntax

# The longest chain of definitions that use one another. Cardwright's own games have at most 17.
MAX_CHAIN_LENGTH = 50
TOO_LONG = declare_code("too-long-chain")
Definitions = Mapping[str, tuple[syntax.ProcedureNode | syntax.RuleNode, Unit]]


def sort_by_use(definitions: Definitions) -> tuple[list[str], list[str]]:
    """Return the words of definitions, each after all that it uses, and the longest chain of uses.

    A chain stops where it would return to one of its members.
    """
    places = {word: place for place, word in enumerate(definitions)}
    order: list[str] = []
    longest: dict[str, list[str]] = {}
    begun: set[str] = set()
    for start in definitions:
        waiting: list[tuple[str, Iterator[str]]] = []
        if start not in begun:
            begun.add(start)
            waiting.append((start, _iterate_used(start, definitions, places)))
        while waiting:
            word, rest = waiting[-1]
            following = next(rest, None)
            if following is None:
                waiting.pop()
                spoken = [*_iterate_used(word, definitions, places)]
                behind = [longest[each] for each in spoken if each in longest]
                order += [word] if len(behind) == len(spoken) else []
                longest[word] = [word, *max(behind, key=len, default=[])[:MAX_CHAIN_LENGTH]]
            elif following not in begun:
                begun.add(following)
                waiting.append((following, _iterate_used(following, definitions, places)))
    return order, max(longest.values(), key=len, default=[])


def _iterate_used(word: str, definitions: Definitions, places: Mapping[str, int]) -> Iterator[str]:
    """Yield the definitions that a definition uses, in file order, so that results do not depend on names."""
    return iter(sorted(syntax.index(definitions[word][0]).words & definitions.keys(), key=places.__getitem__))


def report_chain(chain: Sequence[str], definitions: Definitions) -> bool:
    """Report a chain of definitions that is too long, and return True if there is one."""
    if len(chain) <= MAX_CHAIN_LENGTH:
        return False
    node, unit = definitions[chain[0]]
    at = next(
        each
        for each in syntax.walk(node)
        if isinstance(each, syntax.NameNode | syntax.CallNode | syntax.PerformNode) and each.word == chain[1]
    )
    way = ", ".join(f"`{word}`" for word in chain[1:4])
    message = f"`{chain[0]}` calls {way} and so on: the chain has more than {MAX_CHAIN_LENGTH} definitions"
    start = unit.scalar.raw.index(chain[1], at.start)
    unit.error(TOO_LONG, message, unit.span_at(start, len(chain[1])), "write some of them into one")
    return True
