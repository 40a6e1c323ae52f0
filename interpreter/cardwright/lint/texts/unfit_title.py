"""Warnings about titles that stand where a noun is needed, but are none, such as `now`."""

import re
from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import YES_NO
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.phrases.inflection import is_participle
from cardwright.source.diagnostics import Diagnostic, declare_code

UNFIT_TITLE = declare_code("unfit-title")
# Prepositions, adverbs, pronouns and conjunctions, which never end a noun phrase.
_NO_NOUNS = frozenset(
    "about above across after again ago against ahead almost along alone also always among apart around aside at away "
    "because before behind below beneath beside besides between beyond by during elsewhere ever except for from hence "
    "her here him hither how if in instead into it maybe me near never next nor not now of off often on onto or out "
    "outside over per perhaps since so soon than that their them then there these they this those through thus till "
    "to today together tomorrow tonight toward towards twice under until up upon us was we were what when whence "
    "where which while who whom whose why with within without yesterday yet you your".split()
)


def find_unfit_titles(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each title of memory that powers mention, if it is not a flag and its title is no noun."""
    mentioned = {
        node.memory
        for ability in texts.checked.abilities
        if ability.power >= 0
        for node in typed_tree.walk_tree((ability.where, ability.body, ability.changes))
        if isinstance(node, typed_tree.MemoryExpr)
    }
    for memory in texts.game.memory:
        if memory.type == YES_NO or memory not in mentioned:
            continue
        last = re.sub(r"[^a-z]+", " ", memory.title.lower()).split()[-1:]
        if (last and last[0] in _NO_NOUNS) or is_participle(memory.title):
            yield _report(memory)


def _report(memory: MemoryDecl) -> Diagnostic:
    message = f"sentences speak of “the {memory.title}”, which is no noun"
    label = "give it a `title` that is one, such as `next player` or `stored goods`"
    return Diagnostic(UNFIT_TITLE, message, memory.span, label, severity="warning")
