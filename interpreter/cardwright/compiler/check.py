"""Checks a whole game: its library and the powers of its pieces become a checked program, or diagnostics."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal

from cardwright.compiler import ir
from cardwright.compiler.check_abilities import ANYTIME, AbilityChecker
from cardwright.compiler.check_declarations import DeclarationChecker, word_span
from cardwright.compiler.check_frame import FrameChecker
from cardwright.compiler.check_procedures import ProcedureChecker
from cardwright.compiler.check_rules import RuleChecker
from cardwright.compiler.check_statements import CONTROLS
from cardwright.compiler.doubts import remark
from cardwright.compiler.library import CheckedLibrary, Library
from cardwright.compiler.meanings import Notes
from cardwright.compiler.scope import NAME_TAKEN, Symbols, Unit
from cardwright.language import syntax as s
from cardwright.language.declarations import GameDecl
from cardwright.language.english import English, Phrase
from cardwright.language.parser import parse
from cardwright.language.shape import RESERVED
from cardwright.language.types import piece
from cardwright.source.diagnostics import Diagnostic, Note, has_errors
from cardwright.source.nodes import Scalar
from cardwright.source.positions import Span

OWN_WORDS = frozenset((*RESERVED, *CONTROLS, "window", "during", "caused_by", ANYTIME))


@dataclass(frozen=True, slots=True)
class ExtraText:
    """A text from outside the game, checked and compiled with it: deeds as a step, or a condition as a rule.

    `word` is what the step or rule is called; `constants` are names that mean something in this text only.
    """

    word: str
    kind: Literal["deeds", "value"]
    scalar: Scalar
    title: str
    constants: Mapping[str, ir.Lit]


class _OtherText(Scalar):
    """A text that stands in no file, in place of one that does."""

    def span_of(self, start: int, end: int) -> Span:
        return self.span


def other_text(scalar: Scalar, text: str) -> Scalar:
    """A text in place of one that stands in a file; all of it is said to stand where that begins."""
    return _OtherText(**{entry.name: getattr(scalar, entry.name) for entry in fields(Scalar)} | {"raw": text})


class GameChecker:
    """Checks one game, with texts from outside it if there are any; `diagnostics` holds what was wrong.

    With `noting`, `units` holds the texts with what their words mean.
    """

    def __init__(self, game: GameDecl, extra: Sequence[ExtraText] = (), noting: bool = False) -> None:
        self.noting = noting
        self.units: list[Unit] = []
        self.game = game
        self.extra = extra
        self.symbols = Symbols.of(game)
        self.diagnostics: list[Diagnostic] = []
        self.checked = ir.Checked(game)
        self.library = Library()
        self.declarations = DeclarationChecker(self.symbols)
        self.rules = RuleChecker(self.symbols, self.checked, self.library.rules, self.diagnostics)
        self.procedures = ProcedureChecker(self.symbols, self.checked, self.rules.type_of)
        self.abilities = AbilityChecker(self.symbols, self.checked, self.rules.type_of)

    def run(self) -> ir.Checked:
        """Check everything, and return what could be checked."""
        self.prepare()
        if self.library.broken:
            # without the game's verbs nothing else can be judged but the grammar of the powers
            for definition in self.game.pieces:
                if definition.power is not None:
                    self.parse(definition.power, "power")
            return self.checked
        for number, definition in enumerate(self.game.pieces):
            if definition.power is not None:
                self._check_power(number, definition.power)
        FrameChecker(self.symbols, self.diagnostics).check()
        remark(self.library.procedures, self.library.rules, self.library.abilities, self.library.powers, self.symbols)
        self.checked.procedures = self.symbols.procedures
        self.checked.rules = self.symbols.rules
        return self.checked

    # ------------------------------------------------------------ the library

    def prepare(self) -> None:
        """Check all but the powers of pieces, or take over what was checked before."""
        if not self._as_before():
            self._check_library()

    def alone(self, tree: s.Power | s.Library, scalar: Scalar, number: int) -> Notes:
        """The notes on one text, checked after `prepare`: a power of piece `number`, or part of the library.

        Definitions in it take the place of those there are.
        """
        unit = Unit(scalar, "", [], notes=Notes(self.game.pieces[number].id if isinstance(tree, s.Power) else "part"))
        assert unit.notes is not None
        if isinstance(tree, s.Power):
            zones = frozenset(str(word.value) for word in self.game.powers_work_in)
            self.abilities.check(tree.abilities, unit, piece(self.game.pieces[number].kind), number, zones)
            return unit.notes
        for item in tree.items:
            if isinstance(item, s.Procedure):
                self.library.procedures[item.word] = (item, unit)
                self.declarations.procedure(item, unit)
                self.procedures.defaults(item, unit)
                self.procedures.body(item, unit)
            elif isinstance(item, s.Rule):
                self.library.rules[item.word] = (item, unit)
                self.declarations.rule(item, unit)
                self.rules.check_anew(self.symbols.rules[item.word])
            else:
                self.abilities.check((item,), unit, None, -1, frozenset())
        return unit.notes

    def _check_library(self) -> None:
        """Check everything that does not stand on a piece."""
        self._read_libraries()
        if self.library.broken:
            return
        for text in self.extra:
            self._read_extra(text)
        for syntax, unit in self.library.procedures.values():
            self.declarations.procedure(syntax, unit)
        for rule_syntax, unit in self.library.rules.values():
            self.declarations.rule(rule_syntax, unit)
        self.symbols.english = English(self.game, self._phrases())
        for rule in self.symbols.rules.values():
            self.rules.type_of(rule)
        for syntax, unit in self.library.procedures.values():
            self.procedures.defaults(syntax, unit)
        for syntax, unit in self.library.procedures.values():
            self.procedures.body(syntax, unit)
        for ability, unit in self.library.abilities:
            self.abilities.check((ability,), unit, None, -1, frozenset())
        if not self.extra:
            CheckedLibrary.keep(self.library, self.symbols, self.checked, self.diagnostics, self.units)

    def _as_before(self) -> bool:
        """Take over what was checked before, if that can be."""
        before = CheckedLibrary.of(self.game, self.noting) if not self.extra else None
        if before is None:
            return False
        self.diagnostics.extend(before.diagnostics)
        self.library.take_over(before.reporting_to(self.diagnostics))
        self.units.extend(before.units)
        self.checked.sites.extend(before.sites)
        self.checked.abilities.extend(before.abilities)
        self.symbols.procedures.update(before.procedures)
        self.symbols.rules.update(before.rules)
        self.symbols.next_uid = before.next_uid
        self.rules.take_over(before.rules)
        self.checked.probes = before.probes.copy()
        self.symbols.english = English(self.game, self._phrases())
        return True

    # ------------------------------------------------------------ reading

    def _read_libraries(self) -> None:
        for scalar in self.game.libraries:
            unit = self._unit(scalar, self.game.title)
            tree = self.parse(scalar, "library")
            self.library.broken |= tree is None
            for item in tree.items if tree is not None else ():
                if isinstance(item, s.Procedure):
                    self._enter(item.word, item, unit, self.library.procedures)
                elif isinstance(item, s.Rule):
                    self._enter(item.word, item, unit, self.library.rules)
                else:
                    self.library.abilities.append((item, unit))

    def _unit(self, scalar: Scalar, title: str) -> Unit:
        """A text of the game to be checked."""
        unit = Unit(scalar, title, self.diagnostics, notes=Notes(str(scalar.span)) if self.noting else None)
        if self.noting:
            self.units.append(unit)
        return unit

    def _read_extra(self, text: ExtraText) -> None:
        tree = self.parse(text.scalar, text.kind)
        if tree is None:
            return
        unit = Unit(text.scalar, text.title, self.diagnostics, text.constants)
        at = {"start": 0, "end": len(text.scalar.raw)}
        if isinstance(tree, s.Body):
            self.library.procedures[text.word] = (s.Procedure("step", text.word, (), (), None, None, tree, **at), unit)
        else:
            case = s.Case(tree, None, **at)
            self.library.rules[text.word] = (s.Rule(text.word, (), "yes_no", None, (case,), **at), unit)

    def parse(self, scalar: Scalar, kind: str) -> Any:
        """The tree of a text, or None after reporting its mistakes."""
        parsed = parse(scalar.raw, kind)
        for problem in parsed.problems:
            span = scalar.span_of(problem.start, problem.end)
            self.diagnostics.append(Diagnostic(problem.code, problem.message, span, problem.label))
        return parsed.tree

    def _enter(self, word: str, node: s.Procedure | s.Rule, unit: Unit, among: dict) -> None:  # type: ignore[type-arg]
        at = word_span(node, unit)
        earlier = self.library.procedures.get(word) or self.library.rules.get(word)
        if earlier is not None:
            note = Note("declared here first", word_span(earlier[0], earlier[1]))
            unit.error(NAME_TAKEN, f"`{word}` is declared twice", at, notes=(note,))
        elif word in self.symbols.primitives or word in OWN_WORDS:
            unit.error(NAME_TAKEN, f"`{word}` is a word of the language", at)
        elif ("table", word) in self.symbols.zones or ("table", word) in self.symbols.memory:
            unit.error(NAME_TAKEN, f"`{word}` already is a zone or memory of the table", at)
        elif word in self.game.tables or word in self.symbols.plurals or word in self.symbols.kind_plurals:
            unit.error(NAME_TAKEN, f"`{word}` already is a table, or the plural of a type or kind", at)
        elif word in self.game.words and isinstance(node, s.Rule):
            unit.error(NAME_TAKEN, f"`{word}` already is a word of a type", at)
        else:
            among[word] = (node, unit)

    # ------------------------------------------------------------ declarations

    def _phrases(self) -> dict[str, Phrase]:
        """How every procedure and rule is said, as its author wrote it."""
        phrases = {}
        declared: list[tuple[str, tuple[s.Procedure | s.Rule, Unit]]] = []
        declared.extend(self.library.procedures.items())
        declared.extend(self.library.rules.items())
        for word, (node, _) in declared:
            kind = node.kind if isinstance(node, s.Procedure) else "rule"
            roles = tuple((param.word, param.type_word or param.word) for param in node.params)
            phrases[word] = Phrase(word, kind, roles, node.phrase)
        return phrases

    # ------------------------------------------------------------ powers

    def _check_power(self, number: int, scalar: Scalar) -> None:
        definition = self.game.pieces[number]
        unit = self._unit(scalar, definition.name)
        tree = self.parse(scalar, "power")
        if tree is None:
            return
        self.library.powers.append((tree, unit))
        zones = frozenset(str(word.value) for word in self.game.powers_work_in)
        first = len(self.checked.abilities)
        self.abilities.check(tree.abilities, unit, piece(definition.kind), number, zones)
        made = tuple(self.checked.abilities[first:])
        self.checked.powers[number] = ir.PowerText(number, made, scalar, partial(self.symbols.speaker().power, tree))

    def other_power(self, number: int, text: str) -> tuple[ir.Ability, ...] | None:
        """The abilities a definition has under another text, added to the checked game's but worked by no piece.

        None, with nothing added, when the text has mistakes.
        """
        definition = self.game.pieces[number]
        assert definition.power is not None
        if not re.sub(r"#[^\n]*", "", text).strip():
            return ()
        scalar = other_text(definition.power, text)
        found: list[Diagnostic] = []
        tree = parse(text, "power").tree
        if tree is None:
            return None
        abilities, sites = self.checked.abilities, self.checked.sites
        before = len(abilities), len(sites)
        zones = frozenset(str(word.value) for word in self.game.powers_work_in)
        self.abilities.check(
            tree.abilities, Unit(scalar, definition.name, found), piece(definition.kind), number, zones
        )
        if has_errors(found):
            del abilities[before[0] :], sites[before[1] :]
            return None
        return tuple(abilities[before[0] :])
