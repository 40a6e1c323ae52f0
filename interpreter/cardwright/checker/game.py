"""Check of a whole game, which gives a typed tree or diagnostics."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property

from cardwright.checker import typed_tree
from cardwright.checker.abilities import AbilityChecker
from cardwright.checker.collect_definitions import ExtraText, LibraryReader, as_definition
from cardwright.checker.names.occurrences import Notes
from cardwright.checker.names.rule_text_context import Cards, Symbols, Unit
from cardwright.checker.rule_definitions import RuleChecker
from cardwright.checker.rule_texts_outside_pieces import CheckedLibrary, LibraryTexts
from cardwright.checker.semantic_checks.definition_chain_length import Definitions, report_chain, sort_by_use
from cardwright.checker.semantic_checks.exponential_calls import check_call_counts
from cardwright.checker.semantic_checks.suspicious_code import Doubter, check_suspicious_code
from cardwright.checker.semantic_checks.wrong_kind_in_zone import check_zone_kinds
from cardwright.checker.signature_checks import DeclarationChecker
from cardwright.checker.statements.decisions import report_offering_nothing
from cardwright.checker.statements.procedure_definitions import ProcedureChecker
from cardwright.checker.statements.reserve_for_create import add_reserve
from cardwright.checker.statements.stack_statements import enter_later
from cardwright.checker.steps_and_score import FrameChecker
from cardwright.declarations.model import GameDecl
from cardwright.declarations.value_types import join_types, piece
from cardwright.source.diagnostics import Diagnostic, has_errors
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar
from cardwright.syntax import tree as s
from cardwright.syntax.indentation import REMARK
from cardwright.syntax.parser import parse

# The name of a rule text from outside while it is checked. With a space, it cannot collide.
OUTSIDE = "text from outside"


class _OtherText(Scalar):
    """A rule text that replaces a text of a file, but is not in any file itself."""

    def span_of(self, start: int, end: int) -> Span:
        return self.span


def replace_rule_text(scalar: Scalar, text: str) -> Scalar:
    """Return the scalar of a rule text with `text` in its place.

    All spans in the new text point to the start of the original.
    """
    return _OtherText(**{entry.name: getattr(scalar, entry.name) for entry in fields(Scalar)} | {"raw": text})


class GameChecker:
    """Checker of one game and of rule texts from outside it; it collects `diagnostics`.

    With `noting`, the attribute `units` lists the units of all rule texts, with notes for editors. If `powers` are
    given, only the powers of these definitions are checked.
    """

    def __init__(
        self,
        game: GameDecl,
        extra: Sequence[ExtraText] = (),
        noting: bool = False,
        powers: Collection[int] | None = None,
    ) -> None:
        self.game = game
        self.powers = range(len(game.pieces)) if powers is None else sorted(powers)
        self.extra = extra
        self.symbols = Symbols.of(game)
        self.diagnostics: list[Diagnostic] = []
        self.checked = typed_tree.CheckedGame(game)
        self.library = LibraryTexts()
        self.reader = LibraryReader(self.symbols, self.library, self.diagnostics, noting)
        self.units = self.reader.units
        self.declarations = DeclarationChecker(self.symbols)
        self.rules = RuleChecker(self.symbols, self.checked, self.library.rules, self.diagnostics)
        self.procedures = ProcedureChecker(self.symbols, self.checked, self.rules.type_of)
        self.abilities = AbilityChecker(self.symbols, self.checked, self.rules.type_of)

    def run(self) -> typed_tree.CheckedGame:
        """Check the whole game, and return its typed tree without the parts that have errors."""
        self.prepare()
        if self.library.broken:
            # without the game's verbs only the syntax of powers can be checked
            for definition in self.game.pieces:
                if definition.power is not None:
                    self.reader.parse(definition.power, "power")
            return self.checked
        told_of_many = set(self.diagnostics)
        for number in self.powers:
            before = len(self.diagnostics)
            self.check_power(number)
            if self.game.pieces[number].of_many:  # errors in a power that many cards share are reported once
                new = [one for one in self.diagnostics[before:] if one not in told_of_many]
                told_of_many.update(new)
                self.diagnostics[before:] = new
        FrameChecker(self.symbols, self.diagnostics).check()
        check_suspicious_code(
            self.library.procedures, self.library.rules, self.library.abilities, self.library.powers, self.symbols
        )
        self.checked.rules = self.symbols.rules
        enter_later(self.checked, self.symbols)
        report_offering_nothing(self.checked, self.symbols)
        self.diagnostics += check_zone_kinds(self.checked)
        self.diagnostics += check_call_counts(self.checked)
        self.diagnostics += add_reserve(self.checked, self._list_texts())
        self._store_library()
        return self.checked

    def _list_texts(self) -> Iterator[str]:
        """Yield the source of all rule texts."""
        yield from (text.raw for text in self.game.libraries)
        yield from (piece.power.raw for piece in self.game.pieces if piece.power is not None)
        yield from (text.scalar.raw for text in self.extra)

    def _store_library(self) -> None:
        """Store the library with its typed values in the checked game, for the rendering in English."""
        known = self.symbols
        for word, (procedure, unit) in self.library.procedures.items():
            names = {param.word: param.type for param in known.procedures[word].params}
            names |= {param.word: join_types(param.types) for param in procedure.params if param.others}
            self.checked.library[word] = typed_tree.WrittenNode(procedure, unit.values, None, names)
        for word, (rule, unit) in self.library.rules.items():
            names = {param.word: param.type for param in known.rules[word].params}
            self.checked.library[word] = typed_tree.WrittenNode(rule, unit.values, None, names)
        self.checked.own += [typed_tree.WrittenNode(ability, unit.values) for ability, unit in self.library.abilities]

    # ------------------------------------------------------------ the library

    def prepare(self) -> None:
        """Check everything except the powers of pieces, or reuse the cached library."""
        if not self._reuse_library():
            self._check_library()

    def power_alone(self, tree: s.PowerNode, scalar: Scalar, number: int) -> typed_tree.WrittenNode[s.PowerNode]:
        """Check the power of definition `number`, and return it with its typed values. Call `prepare` before."""
        unit = Unit(scalar, "", [])
        self.check_abilities(tree, unit, number)
        return self._make_written(tree, unit, number)

    def _make_written(self, tree: s.PowerNode, unit: Unit, number: int) -> typed_tree.WrittenNode[s.PowerNode]:
        return typed_tree.WrittenNode(tree, unit.values, piece(self.game.pieces[number].kind))

    def alone(self, tree: s.PowerNode | s.LibraryNode, scalar: Scalar, number: int) -> Notes:
        """Check one rule text alone, and return its notes for editors. Call `prepare` before.

        The text is the power of definition `number`, or a part of the library. Procedures and rules that it defines
        replace those of the same names in the checked game.
        """
        unit = Unit(
            scalar, "", [], notes=Notes(self.game.pieces[number].id if isinstance(tree, s.PowerNode) else "part")
        )
        assert unit.notes is not None
        if isinstance(tree, s.PowerNode):
            self.check_abilities(tree, unit, number)
        else:
            for item in tree.items:
                self.check_parts([(item, unit)])
        return unit.notes

    def apart(
        self,
        tree: s.BodyNode | s.Expr,
        scalar: Scalar,
        constants: Mapping[str, typed_tree.LiteralExpr],
        cards: Cards | None = None,
    ) -> Unit:
        """Check statements or a condition from outside the game; the game stays unchanged. Call `prepare` before.

        Returns the unit, with notes for editors and errors.
        """
        unit = Unit(scalar, "", [], constants, Notes(str(scalar.span)), cards)
        definition = as_definition(OUTSIDE, tree, scalar)
        self.check_parts([(definition, unit)])
        self._doubter.look_at(definition, unit)
        for known in (self.library.procedures, self.library.rules, self.symbols.procedures, self.symbols.rules):
            known.pop(OUTSIDE, None)
        assert unit.notes is not None
        unit.notes.meanings = [each for each in unit.notes.meanings if each.start >= 0]
        return unit

    @cached_property
    def _doubter(self) -> Doubter:
        return Doubter(self.library.procedures, self.library.rules, self.symbols)

    def check_abilities(self, tree: s.PowerNode, unit: Unit, number: int) -> None:
        """Check the power of definition `number`. Call `prepare` before."""
        zones = frozenset(str(word.value) for word in self.game.powers_work_in)
        self.abilities.check(tree.abilities, unit, piece(self.game.pieces[number].kind), number, zones)

    def check_parts(self, parts: Sequence[tuple[s.ProcedureNode | s.RuleNode | s.Ability, Unit]]) -> None:
        """Check parts of the library. Call `prepare` before.

        Their definitions replace those of the same names in the checked game.
        """
        for item, unit in parts:
            if isinstance(item, s.ProcedureNode):
                self.library.procedures[item.word] = (item, unit)
                self.declarations.procedure(item, unit)
            elif isinstance(item, s.RuleNode):
                self.library.rules[item.word] = (item, unit)
                self.declarations.rule(item, unit)
                self.rules.forget(item.word)
        for item, unit in parts:
            if isinstance(item, s.RuleNode):
                self.rules.type_of(self.symbols.rules[item.word])
            elif isinstance(item, s.ProcedureNode):
                self.procedures.defaults(item, unit)
        for item, unit in parts:
            if isinstance(item, s.ProcedureNode):
                self.procedures.body(item, unit)
            elif not isinstance(item, s.RuleNode):
                self.abilities.check((item,), unit, None, -1, frozenset())

    def _check_library(self) -> None:
        """Check all rule texts except powers."""
        self.reader.libraries()
        if self.library.broken:
            return
        for text in self.extra:
            self.reader.extra(text)
        definitions: Definitions = {**self.library.rules, **self.library.procedures}
        in_order, chain = sort_by_use(definitions)
        if report_chain(chain, definitions):
            self.library.broken = True
            return
        for syntax, unit in self.library.procedures.values():
            self.declarations.procedure(syntax, unit)
        for rule_syntax, unit in self.library.rules.values():
            self.declarations.rule(rule_syntax, unit)
        rules = self.symbols.rules
        for word in (*(word for word in in_order if word in rules), *rules):
            self.rules.type_of(rules[word])
        for syntax, unit in self.library.procedures.values():
            self.procedures.defaults(syntax, unit)
        for syntax, unit in self.library.procedures.values():
            self.procedures.body(syntax, unit)
        for ability, unit in self.library.abilities:
            self.abilities.check((ability,), unit, None, -1, frozenset())
        if not self.extra and not (self.symbols.later or self.symbols.carrying or self.symbols.using):
            CheckedLibrary.keep(self.library, self.symbols, self.checked, self.diagnostics, self.units)

    def _reuse_library(self) -> bool:
        """Reuse the cached library if it is still valid for the game, and return True in that case."""
        before = CheckedLibrary.of(self.game, self.reader.noting) if not self.extra else None
        if before is None:
            return False
        self.diagnostics.extend(before.diagnostics)
        self.units.extend(before.units)
        self.checked.sites.extend(before.sites)
        self.checked.abilities.extend(before.abilities)
        self.checked.probes = before.probes.copy()
        self.take_over(before.reporting_to(self.diagnostics), before.procedures, before.rules, before.next_uid)
        return True

    def take_over(
        self,
        library: LibraryTexts,
        procedures: Mapping[str, typed_tree.TypedProcedure],
        rules: Mapping[str, typed_tree.TypedRule],
        next_uid: int,
    ) -> None:
        """Add definitions of an earlier check; `next_uid` is the first free number for variables."""
        self.library.take_over(library)
        self.symbols.procedures.update(procedures)
        self.symbols.rules.update(rules)
        self.symbols.next_uid = next_uid
        self.rules.take_over(rules)

    # ------------------------------------------------------------ powers

    def check_power(self, number: int) -> None:
        """Check the power of definition `number`, if it has one, and add it to the game. Call `prepare` before."""
        definition = self.game.pieces[number]
        scalar = definition.power
        if scalar is None:
            return
        unit = self.reader.unit(scalar, definition.name)
        tree = self.reader.parse(scalar, "power")
        if tree is None:
            return
        self.library.powers.append((tree, unit))
        first = len(self.checked.abilities)
        self.check_abilities(tree, unit, number)
        made = tuple(self.checked.abilities[first:])
        self.checked.powers[number] = typed_tree.TypedPower(
            number, made, scalar, self._make_written(tree, unit, number)
        )

    def other_power(self, number: int, text: str) -> tuple[typed_tree.TypedAbility, ...] | None:
        """Return the abilities that another rule text would give a definition, without adding them to the game.

        Returns None if the rule text has errors.
        """
        definition = self.game.pieces[number]
        assert definition.power is not None
        if not re.sub(REMARK, "", text).strip():
            return ()
        scalar = replace_rule_text(definition.power, text)
        found: list[Diagnostic] = []
        tree = parse(text, "power").tree
        if tree is None:
            return None
        abilities, sites, later = self.checked.abilities, self.checked.sites, self.symbols.later
        before = len(abilities), len(sites), len(later)
        self.check_abilities(tree, Unit(scalar, definition.name, found), number)
        if has_errors(found):
            del abilities[before[0] :], sites[before[1] :], later[before[2] :]
            return None
        enter_later(self.checked, self.symbols)
        return tuple(abilities[before[0] :])
