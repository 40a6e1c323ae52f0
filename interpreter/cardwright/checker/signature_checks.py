"""Checks of the names, parameters and results that procedures and rules declare."""

import re
from collections.abc import Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.checker.expressions.expand_to_overloads import (
    check_overloads,
    expand_overloads,
    find_compared_types,
    report_several_types,
)
from cardwright.checker.expressions.type_compatibility import Bad
from cardwright.checker.names.occurrences import Meaning, Symbol
from cardwright.checker.names.rule_text_context import NAME_TAKEN, Symbols, Unit
from cardwright.declarations.value_types import (
    NUMBER,
    PLAYER,
    TEXT,
    YES_NO,
    ZONE,
    Type,
    enum,
    list_of,
    name_of,
    piece,
    split_name_type,
)
from cardwright.phrases.templates import find_unpaired_bracket, list_parameters, parse_template
from cardwright.source.diagnostics import Fix
from cardwright.source.positions import Span
from cardwright.syntax import tree as syntax


class DeclarationChecker:
    """Checker that adds procedures and rules to the symbols of a game."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.game = symbols.game

    def procedure(self, node: syntax.ProcedureNode, unit: Unit) -> None:
        """Declare a procedure with its parameters and result."""
        self._check_distinct((*node.params, *node.gives), unit)
        _check_phrase(node.phrase, [role.word for role in (*node.params, *node.gives)], node, unit)
        check_overloads(node, unit)
        for extra in node.gives[1:]:
            unit.error("wrong-arguments", "a verb has only one result", extra, "leave one result")
        if node.gives and node.gives[0].default is not None:
            message = f"the result `{node.gives[0].word}` cannot have a default"
            unit.error(
                "wrong-arguments", message, node.gives[0], "remove the default, and assign the result in the body"
            )
        sorts = expand_overloads(node)
        made, *others = (self._declare_procedure(each, unit) for each in sorts)
        for each, one in zip(sorts[1:], others, strict=True):
            sort = next(p.type_word for p, first in zip(each.params, sorts[0].params, strict=True) if p != first)
            one.word = f"{node.word} ({sort})"  # a name with a space cannot collide
        made.sorts = (made, *others) if others else ()
        self.symbols.procedures[node.word] = made
        if unit.notes is not None:
            results = (made.result,) if made.result is not None else ()
            _note_declared(unit, node, Symbol("procedure", "", node.word), (*made.params, *results))
            for one in others:
                for role, first in zip(one.params, made.params, strict=True):
                    unit.notes.same(role, first)

    def _declare_procedure(self, node: syntax.ProcedureNode, unit: Unit) -> typed_tree.TypedProcedure:
        """Return the typed form of a declared procedure, without its defaults and body. Each parameter has one type."""
        made = typed_tree.TypedProcedure(
            node.word, node.kind, len(self.symbols.procedures), find_word_span(node, unit), node.phrase
        )
        made.you = self.symbols.var("you", PLAYER) if node.kind == "verb" else None
        made.params = tuple(self.symbols.var(p.word, self._check_param_type(p, unit)) for p in node.params)
        if node.gives:
            made.result = self.symbols.var(node.gives[0].word, self._check_param_type(node.gives[0], unit))
        made.text = unit.scalar.raw[node.start : node.end]
        # only rule texts from outside the game, such as a scenario, have names for single players
        made.line_by_line = bool(unit.constants)
        return made

    def rule(self, node: syntax.RuleNode, unit: Unit) -> None:
        """Declare a rule with its parameters and, if given, its type."""
        self._check_distinct(node.params, unit)
        roles = [role.word for role in node.params]
        report_several_types(node.params, unit, "powers can modify the result of a rule, so its type must be known")
        _check_phrase(node.phrase, roles, node, unit)
        for each in node.phrases:
            _check_phrase(each.phrase, [*roles, each.change, "if"], each, unit)
        for param in node.params:
            if param.default is not None:
                message = "a parameter of a rule cannot have a default"
                unit.error("wrong-arguments", message, param, "pass the value in each call of the rule")
        made = typed_tree.TypedRule(node.word, len(self.symbols.rules), find_word_span(node, unit), node.phrase)
        for each in node.phrases:
            if each.change in made.change_phrases:
                unit.error(NAME_TAKEN, f"`{each.change}` already has a phrase", each, "remove one of the two")
            made.change_phrases[each.change] = each.phrase
        made.params = tuple(self.symbols.var(p.word, self._check_param_type(p, unit)) for p in node.params)
        if node.result is not None:
            made.type = self._find_type(node.result)
            if made.type is None:
                unknown_type(self.symbols, unit, node.result, made.span, [*self.game.enums, *self.game.kinds])
        self.symbols.rules[node.word] = made
        if unit.notes is not None:
            _note_declared(unit, node, Symbol("rule", "", node.word), made.params)

    def _check_param_type(self, param: syntax.ParamNode, unit: Unit) -> Type:
        word = param.type_word or param.word
        kind = self._find_type(word)
        if kind is None:
            at = unit.span_at(param.start, len(param.word))
            known = ["number", "yes_no", "player", "players", "zone", *self.game.enums, *self.game.kinds]
            if param.type_word is None:
                message = f"what is `{word}`? A parameter has the name of a type, or its type after a colon"
                unit.error("unknown-type", message, at, f"write `{word}: number`, for example")
            else:
                text = unit.scalar.raw
                start, end = find_type(text, word, text.index(":", param.start)) or (param.start, param.end)
                unknown_type(self.symbols, unit, word, unit.span_at(start, end - start), known)
            return Bad.type
        return kind

    def _find_type(self, word: str) -> Type | None:
        """Return a type from its word, or from `name of` a kind, as authors write it; None if it is unknown."""
        named = split_name_type(word)
        if named is not None:
            several, kind = named
            if several:
                return list_of(name_of(self.symbols.kind_plurals[kind])) if kind in self.symbols.kind_plurals else None
            return name_of(kind) if kind in self.game.kinds else None
        simple = {"number": NUMBER, "yes_no": YES_NO, "text": TEXT, "player": PLAYER, "zone": ZONE}
        if word in simple:
            return simple[word]
        if word.endswith("s") and word[:-1] in simple:
            return list_of(simple[word[:-1]])
        if word in self.game.enums:
            return enum(word)
        if word in self.symbols.plurals:
            return list_of(enum(self.symbols.plurals[word]))
        if word in self.game.kinds:
            return piece(word)
        if word in self.symbols.kind_plurals:
            return list_of(piece(self.symbols.kind_plurals[word]))
        return None

    def _check_distinct(self, params: Sequence[syntax.ParamNode], unit: Unit) -> None:
        """Report parameters that have the same name."""
        for place, param in enumerate(params):
            if param.word in [earlier.word for earlier in params[:place]]:
                at = unit.span_at(param.start, len(param.word))
                message = f"there is already a parameter `{param.word}`"
                unit.error(
                    NAME_TAKEN, message, at, f"choose another name, as in `other: {param.type_word or param.word}`"
                )


def _note_declared(
    unit: Unit, node: syntax.ProcedureNode | syntax.RuleNode, symbol: Symbol, roles: tuple[typed_tree.TypedVar, ...]
) -> None:
    """Record the declared name, the parameters and their types for editors."""
    notes = unit.notes
    assert notes is not None
    at = unit.scalar.raw.find(node.word, node.start + 4)
    notes.meanings.append(Meaning(at, len(node.word), symbol, None, True))
    params = (*node.params, *(node.gives if isinstance(node, syntax.ProcedureNode) else ()))
    for param, role in zip(params, roles, strict=False):
        notes.declare(role, param.start, Symbol("role", node.word, param.word), short=param.type_word is None)
        for phrase in _find_phrases(node):
            for braced in re.finditer(rf"\{{({param.word})\b", phrase):
                inside = unit.scalar.raw.find(f'"{phrase}"', node.start) + 1 + braced.start(1)
                notes.mean(inside, param.word, Symbol("role", node.word, param.word), role.type)
        start = param.start + (len(param.word) if param.type_word else 0)
        for written in param.types:
            found_type = find_type(unit.scalar.raw, written, start)
            if found_type is not None:
                word = written.rpartition(" ")[2]
                start = found_type[1]
                short = param.type_word is None
                notes.meanings.append(Meaning(start - len(word), len(word), Symbol("type", "", word), short=short))
    for sort in find_compared_types(node) if isinstance(node, syntax.ProcedureNode) else ():
        notes.meanings.append(Meaning(sort.start, len(sort.word), Symbol("type", "", sort.word)))
    if isinstance(node, syntax.RuleNode) and node.result is not None:
        found = find_type(unit.scalar.raw, node.result, unit.scalar.raw.find("gives", at))
        word = node.result.rpartition(" ")[2]
        if found is not None:
            notes.mean(found[1] - len(word), word, Symbol("type", "", word))


def find_type(text: str, written: str, start: int) -> tuple[int, int] | None:
    """Return the `(start, end)` of a type that is written in a text from `start` on, or None.

    Spaces between the words of the type may differ.
    """
    found = re.compile(r"\b" + written.replace(" ", r"[ ]+") + r"\b").search(text, max(0, start))
    return None if found is None else found.span()


def unknown_type(symbols: Symbols, unit: Unit, written: str, at: Span, known: Sequence[str]) -> None:
    """Report a type that does not exist, and suggest one of the `known`.

    For `name of` a kind, the message is about the kind.
    """
    named = split_name_type(written)
    if named is None:
        if unit.notes is not None:
            unit.notes.leave_gap("type", written)
        unit.unknown("unknown-type", "type", written, at, known)
        return
    several, word = named
    if unit.notes is not None:
        unit.notes.leave_gap("names" if several else "name", word)
    kinds = symbols.game.kinds
    other = symbols.kind_plurals.get(word) if not several else kinds[word].plural if word in kinds else None
    if other is not None:
        meant = f"{'names' if several else 'name'} of {other}"
        message = f"`{written}` is no type: write `{meant}`"
        unit.error("unknown-type", message, at, f"did you mean `{meant}`?", fix=Fix(at, meant))
        return
    plurals = [*symbols.kind_plurals] if several else [*kinds]
    last = replace(at, column=at.end_column - len(word)) if at.line == at.end_line else at
    unit.unknown("unknown-type", "kind of piece" if not several else "plural of a kind", word, last, plurals)


def _check_phrase(phrase: str | None, roles: Sequence[str], node: syntax.Node, unit: Unit) -> None:
    """Report names between the braces of a phrase that are not parameters."""
    for role in list_parameters(parse_template(phrase or "")):
        if role not in roles:
            at = unit.scalar.raw.find(f"{{{role}", node.start) + 1
            unit.unknown("unknown-name", "parameter", role, unit.span_at(at, max(1, len(role))), roles)
    alone = find_unpaired_bracket(parse_template(phrase or ""))
    if alone is not None:
        text, sign = alone
        at = unit.scalar.raw.find(text, node.start) + text.index(sign)
        message = f"`{sign}` in this phrase has no counterpart"
        label = f"write `{{PARAMETER}}`, `[what can be left out]`, or remove `{sign}`"
        unit.error("syntax", message, unit.span_at(at, 1), label)
    noun = re.search(r"\{\w+:([^{}:]*:[^{}]*)\}", phrase or "")
    if noun is not None:
        at = unit.scalar.raw.find(noun[1], node.start)
        message = f"`{noun[1]}` is no noun: braces in a phrase contain a parameter and, behind a colon, one noun"
        unit.error("syntax", message, unit.span_at(at, len(noun[1])), f"write `{{...:{noun[1].partition(':')[0]}}}`")


def _find_phrases(node: syntax.ProcedureNode | syntax.RuleNode) -> list[str]:
    phrases = [each.phrase for each in node.phrases] if isinstance(node, syntax.RuleNode) else []
    return [*([node.phrase] if node.phrase is not None else []), *phrases]


def find_word_span(node: syntax.ProcedureNode | syntax.RuleNode, unit: Unit) -> Span:
    """Return the span of the name that a node declares."""
    at = unit.scalar.raw.find(node.word, node.start + 4)
    return unit.span_at(at, len(node.word))
