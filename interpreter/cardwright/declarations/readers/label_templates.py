"""Templates of labels, with names in braces and rules about a piece or player."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from cardwright.declarations.field_reader import FieldReader
from cardwright.declarations.model import LookRule
from cardwright.source.diagnostics import declare_code
from cardwright.source.yaml.nodes import Node, Scalar

UNKNOWN_LOOK = declare_code("unknown-look")
# The braces of a template, and the words in them, each with the text after its colon.
BRACES = re.compile(r"\{([^{}]*)\}")
WORD = re.compile(r"([^|:]*)(?::([^|]*))?(?:\||$)")
# A rule that is asked about the piece or player that the template is for.
_ASKED = re.compile(r"([A-Za-z_]\w*)\(it\)")


def read_template(reader: FieldReader, node: Node, what: str, known: Collection[str], owner: str) -> str | None:
    """Return a template, or None after reporting a name in braces that the owner does not have.

    A rule in braces is checked later, when the rules of the game are known.
    """
    scalar = reader.scalar(node, what)
    if scalar is None:
        return None
    for word, start in find_words(scalar.raw):
        if word not in known and find_asked_rule(word) is None:
            place = scalar.span_of(start, start + len(word))
            if "(" in word:
                message = f"`{word}` is no rule that a template can ask about a {owner}"
                reader.error(UNKNOWN_LOOK, message, place, "write the name of a rule and `(it)`")
            else:
                reader.unknown_at(UNKNOWN_LOOK, f"a {owner} has no", word, place, sorted(known))
            return None
    return reader.on_a_line(scalar, what)


def list_asked_rules(templates: Iterable[tuple[Scalar, str]]) -> Iterator[LookRule]:
    """Yield the rules that templates ask about pieces of a kind or about players; `templates` are (template, owner)."""
    for scalar, owner in templates:
        for word, start in find_words(scalar.raw):
            rule = find_asked_rule(word)
            if rule is not None:
                span = scalar.span_of(start, start + len(rule))
                yield LookRule(replace(scalar, value=rule, raw=rule, span=span), of=owner)


def find_asked_rule(word: str) -> str | None:
    """Return the rule that a word of a template asks: `strength` for `strength(it)`; None for another word."""
    found = _ASKED.fullmatch(word)
    return found[1] if found else None


def find_words(template: str) -> Iterator[tuple[str, int]]:
    """Yield the words in the braces of a template, each with its offset."""
    for braces in BRACES.finditer(template):
        for word in WORD.finditer(braces[1]):
            if word[0]:
                yield word[1], braces.start(1) + word.start(1)
