"""Checks a whole game: its library and the powers of its pieces become a checked program, or diagnostics."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal

from cardwright.compiler import ir
from cardwright.compiler.check_abilities import ANYTIME, AbilityChecker
from cardwright.compiler.check_procedures import ProcedureChecker
from cardwright.compiler.check_rules import RuleChecker
from cardwright.compiler.check_statements import CONTROLS, UNKNOWN_VERB
from cardwright.compiler.check_values import Bad
from cardwright.compiler.doubts import remark
from cardwright.compiler.library import CheckedLibrary, Library
from cardwright.compiler.meanings import Meaning, Notes, Symbol
from cardwright.compiler.scope import UNKNOWN_NAME, UNKNOWN_RULE, UNKNOWN_ZONE, WRONG_TYPE, Symbols, Unit
from cardwright.language import syntax as s
from cardwright.language.declarations import GameDecl
from cardwright.language.english import English, Phrase
from cardwright.language.parser import parse
from cardwright.language.shape import RESERVED
from cardwright.language.types import EMPTY, NUMBER, PLAYER, TEXT, YES_NO, ZONE, Type, article, enum, list_of, piece
from cardwright.source.diagnostics import Diagnostic, Fix, Note, declare_code, has_errors
from cardwright.source.nodes import Scalar
from cardwright.source.positions import Span
from cardwright.source.spelling import suggest

NAME_TAKEN = declare_code(
    "name-taken",
    "A name is declared that already means something else.",
    mend="Choose another name for one of the two.",
)
MISSING_STEP = declare_code(
    "missing-step",
    "A game lacks a step that every game has.",
    mend="Add the step to the library: `step setup:` lays the game out, `step play:` is its whole course.",
)

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
        self._check_frame()
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
                self._declare_procedure(item, unit)
                self.procedures.defaults(item, unit)
                self.procedures.body(item, unit)
            elif isinstance(item, s.Rule):
                self.library.rules[item.word] = (item, unit)
                self._declare_rule(item, unit)
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
            self._declare_procedure(syntax, unit)
        for rule_syntax, unit in self.library.rules.values():
            self._declare_rule(rule_syntax, unit)
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
        at = _word_span(node, unit)
        earlier = self.library.procedures.get(word) or self.library.rules.get(word)
        if earlier is not None:
            note = Note("declared here first", _word_span(earlier[0], earlier[1]))
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

    def _param_type(self, param: s.Param, unit: Unit) -> Type:
        word = param.type_word or param.word
        kind = self.type_of_word(word)
        if kind is None:
            at = unit.span_at(param.start, len(param.word))
            known = ["number", "yes_no", "player", "players", "zone", *self.game.enums, *self.game.kinds]
            if param.type_word is None:
                message = f"what is `{word}`? A role has the name of a type, or its type behind a colon"
                unit.error("unknown-type", message, at, f"write `{word}: number`, for example")
            else:
                text = unit.scalar.raw
                if unit.notes is not None:
                    unit.notes.leave_gap("type", word)
                at = unit.span_at(text.index(word, text.index(":", param.start)), len(word))
                unit.unknown("unknown-type", "type", word, at, known)
            return Bad.type
        return kind

    def type_of_word(self, word: str) -> Type | None:
        """The type a word stands for in a role or result."""
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

    def _distinct(self, params: Sequence[s.Param], unit: Unit) -> None:
        """Report roles that share a name."""
        for place, param in enumerate(params):
            if param.word in [earlier.word for earlier in params[:place]]:
                at = unit.span_at(param.start, len(param.word))
                unit.error(NAME_TAKEN, f"there already is a role `{param.word}`", at)

    def _declare_procedure(self, node: s.Procedure, unit: Unit) -> None:
        self._distinct((*node.params, *node.gives), unit)
        number = len(self.symbols.procedures)
        made = ir.Procedure(node.word, node.kind, number, _word_span(node, unit), node.phrase)
        made.you = self.symbols.var("you", PLAYER) if node.kind == "verb" else None
        made.params = tuple(self.symbols.var(p.word, self._param_type(p, unit)) for p in node.params)
        if node.gives:
            made.result = self.symbols.var(node.gives[0].word, self._param_type(node.gives[0], unit))
            for extra in node.gives[1:]:
                unit.error("wrong-arguments", "a verb gives one result", extra)
        made.text = unit.scalar.raw[node.start : node.end]
        self.symbols.procedures[node.word] = made
        if unit.notes is not None:
            results = (made.result,) if made.result is not None else ()
            note_declared(unit, node, Symbol("procedure", "", node.word), (*made.params, *results))

    def _declare_rule(self, node: s.Rule, unit: Unit) -> None:
        self._distinct(node.params, unit)
        made = ir.Rule(node.word, len(self.symbols.rules), _word_span(node, unit), node.phrase)
        made.params = tuple(self.symbols.var(p.word, self._param_type(p, unit)) for p in node.params)
        if node.result is not None:
            made.type = self.type_of_word(node.result)
            if made.type is None:
                unit.unknown("unknown-type", "type", node.result, made.span, [*self.game.enums, *self.game.kinds])
        self.symbols.rules[node.word] = made
        if unit.notes is not None:
            note_declared(unit, node, Symbol("rule", "", node.word), made.params)

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

    # ------------------------------------------------------------ what every game has

    def _check_frame(self) -> None:
        for word in ("setup", "play"):
            procedure = self.symbols.procedures.get(word)
            if procedure is None:
                what = "what is done before the first turn" if word == "setup" else "the course of the game"
                message = f"this game has no `step {word}`: {what}"
                near = suggest(word, (found for found in self.symbols.procedures if found not in ("setup", "play")))
                at = self.symbols.procedures[near].span if near else self.game.span
                label, fix = (f"did you mean `{word}`?", Fix(at, word)) if near else ("", None)
                self.diagnostics.append(Diagnostic(MISSING_STEP, message, at, label, fix=fix))
            elif procedure.kind != "step" or procedure.params:
                self.diagnostics.append(Diagnostic(MISSING_STEP, f"`{word}` is a step without roles", procedure.span))
        score = self.symbols.rules.get("final_score")
        if score is None or len(score.params) != 1 or score.params[0].type != PLAYER:
            message = "this game has no `rule final_score(player)`: the number that decides who wins"
            self.diagnostics.append(Diagnostic(MISSING_STEP, message, score.span if score else self.game.span))
        elif score.type not in (NUMBER, Bad.type):
            message = f"`final_score` is a number, and this gives {article(score.type or Bad.type)}"
            self.diagnostics.append(Diagnostic(WRONG_TYPE, message, score.span))
        self._check_valuation()
        winners = self.symbols.rules.get("winners")
        if winners is not None and (winners.params or winners.type not in (list_of(PLAYER), EMPTY, Bad.type)):
            message = "`winners` is a list of players and has no roles"
            self.diagnostics.append(Diagnostic(WRONG_TYPE, message, winners.span))
        if self.game.turn is not None and str(self.game.turn.value) not in self.symbols.procedures:
            unit = Unit(self.game.turn, "", self.diagnostics)
            unit.unknown(
                UNKNOWN_VERB, "verb or step", str(self.game.turn.value), self.game.turn.span, self.symbols.procedures
            )
        if self.game.active is not None and ("table", str(self.game.active.value)) not in self.symbols.memory:
            unit = Unit(self.game.active, "", self.diagnostics)
            known = [word for owner, word in self.symbols.memory if owner == "table"]
            unit.unknown(UNKNOWN_NAME, "memory of the table", str(self.game.active.value), self.game.active.span, known)
        elif self.game.active is not None:
            memory = self.symbols.memory["table", str(self.game.active.value)]
            if memory.type != PLAYER or memory.per is not None:
                message = f"`active` names a memory that holds a player, and `{memory.word}` does not"
                self.diagnostics.append(Diagnostic(WRONG_TYPE, message, self.game.active.span))
        self._check_lifetimes()

    def _check_valuation(self) -> None:
        """The rule by which bots see how well a player stands has one role, a player, and gives a number."""
        named = self.game.valuation
        if named is None:
            return
        rule = self.symbols.rules.get(str(named.value))
        if rule is None:
            unit = Unit(named, "", self.diagnostics)
            unit.unknown(UNKNOWN_RULE, "rule", str(named.value), named.span, self.symbols.rules)
        elif [param.type for param in rule.params] != [PLAYER] or rule.type not in (NUMBER, Bad.type):
            message = f"`valuation` names a rule of one player that gives a number, and `{rule.word}` is none"
            self.diagnostics.append(
                Diagnostic(WRONG_TYPE, message, named.span, notes=(Note("declared here", rule.span),))
            )

    def _check_lifetimes(self) -> None:
        for memory in self.game.memory:
            if memory.until is not None and memory.until not in self.symbols.procedures:
                near = suggest(memory.until, self.symbols.procedures)
                label = f"did you mean `{near}`?" if near else ""
                message = f"`{memory.word}` lasts until the end of `{memory.until}`, and there is no such verb or step"
                at = memory.until_span or memory.span
                self.diagnostics.append(Diagnostic(UNKNOWN_VERB, message, at, label))
        known_zones = {zone.word for zone in self.game.zones}
        for word_node in self.game.powers_work_in:
            if str(word_node.value) not in known_zones:
                unit = Unit(word_node, "", self.diagnostics)
                unit.unknown(UNKNOWN_ZONE, "zone", str(word_node.value), word_node.span, known_zones)

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


def note_declared(unit: Unit, node: s.Procedure | s.Rule, symbol: Symbol, roles: tuple[ir.Var, ...]) -> None:
    """Note the name a text declares, its roles, and the types written behind them."""
    notes = unit.notes
    assert notes is not None
    at = unit.scalar.raw.find(node.word, node.start + 4)
    notes.meanings.append(Meaning(at, len(node.word), symbol, None, True))
    params = (*node.params, *(node.gives if isinstance(node, s.Procedure) else ()))
    for param, role in zip(params, roles, strict=False):
        notes.declare(role, param.start, Symbol("role", node.word, param.word), short=param.type_word is None)
        written = param.type_word or param.word
        start = unit.scalar.raw.find(written, param.start + (len(param.word) if param.type_word else 0))
        for braced in re.finditer(rf"\{{({param.word})\b", node.phrase or ""):
            inside = unit.scalar.raw.find(f'"{node.phrase}"', node.start) + 1 + braced.start(1)
            notes.mean(inside, param.word, Symbol("role", node.word, param.word), role.type)
        typed = Symbol("type", "", written)
        notes.meanings.append(Meaning(start, len(written), typed))
    if isinstance(node, s.Rule) and node.result is not None:
        found = re.compile(rf"\bgives\s+{node.result}\b").search(unit.scalar.raw, at)
        if found is not None:
            notes.mean(found.end() - len(node.result), node.result, Symbol("type", "", node.result))


def _word_span(node: s.Procedure | s.Rule, unit: Unit) -> Span:
    at = unit.scalar.raw.find(node.word, node.start + 4)
    return unit.span_at(at, len(node.word))
