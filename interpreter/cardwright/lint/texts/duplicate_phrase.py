"""Warnings about phrases and titles that are equal for different things, or that say nothing new."""

import re
from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import Unit
from cardwright.checker.signature_checks import find_word_span
from cardwright.compiler.analysis.audiences.silent_events import find_quiet_procedures
from cardwright.declarations.model import TABLE, MemoryDecl
from cardwright.english.renderer import English
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.phrases import templates
from cardwright.phrases.inflection import find_base_form, is_third_person
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, Fix, declare_code
from cardwright.syntax import tree as syntax

DUPLICATE_PHRASE = declare_code("duplicate-phrase")
UNMENTIONED_ROLE = declare_code("unmentioned-role")
THIRD_PERSON = declare_code("third-person-phrase")
REDUNDANT_TITLE = declare_code("redundant-title")

# A rule told as a thing that the table or its only argument has: `the highest bid`, `the strength of {card}`.
_OWNED = re.compile(r"the ([^{}]+?)(?: of \{(\w+)\})?")


def find_unclear_phrases(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield warnings for phrases that several things share, arguments they omit, and titles without information."""
    yield from _find_equal_phrases(texts)
    yield from _find_third_person(texts)
    yield from _find_rules_like_memory(texts)
    yield from _find_omitted_arguments(texts)
    yield from _find_repeated_titles(texts)


def _find_equal_phrases(texts: GameTexts) -> Iterator[Diagnostic]:
    first: dict[tuple[str, ...], str] = {}
    for word, (node, unit) in texts.library.procedures.items():
        procedure = texts.checked.procedures[word]
        if procedure.kind != "verb" or not node.phrase:
            continue
        said = node.phrase
        for place, role in enumerate(procedure.params):
            said = re.sub(rf"\{{{re.escape(role.word)}\b", f"{{{place}", said)
        key = (said, *(str(role.type) for role in procedure.params))
        if first.setdefault(key, word) != word:
            other = texts.checked.procedures[first[key]]
            message = f"`{word}` has the same phrase as `{other.word}`: {node.phrase}"
            notes = (DiagnosticNote(f"`{other.word}` is declared here", other.span),)
            label = "write a phrase of its own"
            yield Diagnostic(DUPLICATE_PHRASE, message, find_word_span(node, unit), label, notes, "warning")


def _find_third_person(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each phrase of a verb that begins with the third person, as in `draws a card`."""
    for word, (node, unit) in texts.library.procedures.items():
        first = re.match(r"[a-z]+\b", node.phrase or "")
        if first is None or texts.checked.procedures[word].kind != "verb" or not is_third_person(first[0]):
            continue
        base = find_base_form(first[0])
        message = f"this phrase reads “you {first[0]}”, for it is printed after any player"
        at = unit.span_at(unit.scalar.raw.index(node.phrase or "", node.start), len(first[0]))
        yield Diagnostic(THIRD_PERSON, message, at, f"write `{base}`", (), "warning", Fix(at, base))


def _find_rules_like_memory(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each rule whose phrase reads like the title of memory of the same owner.

    A rule that only gives this memory can be named like it.
    """
    titles = {(memory.owner, memory.title.lower()): memory for memory in texts.game.memory}
    for word, (node, unit) in texts.library.rules.items():
        rule = texts.checked.rules[word]
        noun = _OWNED.fullmatch(node.phrase or "")
        owners = [role for role in rule.params if noun is not None and role.word == noun[2]]
        if noun is None or len(rule.params) > 1 or len(owners) != len(rule.params):
            continue
        kind = owners[0].type if owners else None
        owner = TABLE if kind is None else kind.of if kind.base == "piece" else kind.base
        memory = titles.get((owner, noun[1].lower()))
        if memory is not None and not any(_gives(value, memory) for value, _ in rule.cases):
            message = f"`{word}` reads like the memory `{memory.word}`: {node.phrase}"
            notes = (DiagnosticNote(f"`{memory.word}` is declared here", memory.span),)
            yield Diagnostic(
                DUPLICATE_PHRASE, message, find_word_span(node, unit), "write a phrase of its own", notes, "warning"
            )


def _gives(value: typed_tree.Value, memory: MemoryDecl) -> bool:
    """Return True if a value is a memory itself."""
    return isinstance(value, typed_tree.MemoryExpr) and value.memory is memory


def _find_omitted_arguments(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each argument that a phrase omits, unless another argument is picked from that argument.

    Verbs with secret effects only are left out: everybody would read what their phrases mention.
    """
    secret = find_quiet_procedures(texts.checked)
    for _, power, unit in texts.powers:
        there = syntax.index(power)
        picked = {pick.word: pick.source for pick in there.of(syntax.PickNode)}
        calls: list[syntax.PerformNode | syntax.PatternNode] = [*there.of(syntax.PerformNode)]
        for call in (*calls, *there.of(syntax.PatternNode)):
            if texts.checked.procedures.get(call.word) not in secret:
                yield from _find_omitted_of_call(call, picked, texts, unit)


def _find_omitted_of_call(
    call: syntax.PerformNode | syntax.PatternNode, picked: dict[str, syntax.Expr], texts: GameTexts, unit: Unit
) -> Iterator[Diagnostic]:
    """Yield a warning for each argument of a call, or of an event for which a power waits, that the phrase omits."""
    procedure = texts.checked.procedures.get(call.word)
    if procedure is None or not procedure.phrase:
        return
    shown = templates.list_parameters(templates.parse_template(procedure.phrase))
    roles = [role.word for role in procedure.params]
    named = [arg.value.word for arg in call.args if isinstance(arg.value, syntax.NameNode)]
    sources = [picked[word] for word in named if word in picked]
    for place, arg in enumerate(call.args):
        role = arg.role or (roles[place] if place < len(roles) else "")
        waits = isinstance(call, syntax.PatternNode)
        idle = arg.value == syntax.NameNode(role) if waits else not _has_effect(procedure, role)
        if role in roles and role not in shown and arg.value not in sources and not idle:
            sets = "this power asks for" if waits else "this call sets"
            message = f"the phrase of `{call.word}` does not mention `{role}`, which {sets}"
            notes = (DiagnosticNote(f"the phrase of `{call.word}` is: {procedure.phrase}", procedure.span),)
            label = f"mention `{{{role}}}` in the phrase"
            yield Diagnostic(UNMENTIONED_ROLE, message, unit.span(arg.value), label, notes, "warning")


def _has_effect(procedure: typed_tree.TypedProcedure, role: str) -> bool:
    """Return True if the effect of a verb can depend on a parameter."""
    var = next(each for each in procedure.params if each.word == role)
    return any(getattr(node, "var", None) is var for node in typed_tree.walk_tree(procedure.body))


def _find_repeated_titles(texts: GameTexts) -> Iterator[Diagnostic]:
    english = English.of(texts.checked)
    for number, power, unit in texts.powers:
        written = texts.checked.powers[number].written
        for node in syntax.index(power).of(syntax.ChooseOneNode):
            for option in node.as_options:
                if option.title and english.repeats(option.title, option, written):
                    message = f"players see what this option does, and “{option.title}” only repeats it"
                    at = unit.span_at(unit.scalar.raw.index('"', option.start), len(option.title) + 2)
                    yield Diagnostic(REDUNDANT_TITLE, message, at, "remove the title", (), "warning")
