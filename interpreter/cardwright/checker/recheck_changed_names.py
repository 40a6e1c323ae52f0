"""Check of single rule texts after names in them have changed; the results for all others are reused."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from cardwright.builtins import all_primitives
from cardwright.checker import typed_tree
from cardwright.checker.collect_definitions import OWN_WORDS
from cardwright.checker.expressions.name_resolution import BUILTINS
from cardwright.checker.game import GameChecker, replace_rule_text
from cardwright.checker.names.occurrences import Meaning, Notes
from cardwright.checker.names.rule_text_context import Unit
from cardwright.checker.rule_texts_outside_pieces import LibraryTexts
from cardwright.checker.steps_and_score import FrameChecker
from cardwright.declarations.model import GameDecl
from cardwright.declarations.schema.card_file_fields import PIECE
from cardwright.declarations.value_types import Type
from cardwright.source.diagnostics import Diagnostic, has_errors
from cardwright.source.yaml.nodes import Scalar
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import load_grammar, parse_quickly


@dataclass(frozen=True, slots=True)
class CheckUnit:
    """A rule text that is checked alone: a power, one definition or ability of a library, or an outside text.

    The text begins at `start` of `scalar` and is parsed as `kind`. `number` is the number of the definition with
    the power. `constants` are names that only outside texts can use.
    """

    scalar: Scalar
    start: int
    text: str
    kind: str = "library"
    number: int = -1
    constants: Mapping[str, typed_tree.LiteralExpr] = field(default_factory=dict)

    def meant(self, notes: Notes) -> list[Meaning]:
        """Return those notes for editors that lie within this rule text; `notes` are those of the whole scalar."""
        end = self.start + len(self.text)
        return [each for each in notes.meanings if self.start <= each.start < end]


@dataclass(frozen=True, slots=True)
class Renaming:
    """The new names of definitions and of types, by old name; `words` are all new names."""

    definitions: dict[str, str]
    types: dict[str, str]
    words: tuple[str, ...]

    def type(self, kind: Type) -> Type:
        """Return a type with its new name."""
        item = self.type(kind.item) if kind.item is not None else None
        return replace(kind, of=self.types.get(kind.of, kind.of), item=item)

    def var(self, var: typed_tree.TypedVar) -> typed_tree.TypedVar:
        """Return a variable with the new name of its type."""
        return replace(var, type=self.type(var.type))


@lru_cache(maxsize=1)
def list_built_in_words() -> frozenset[str]:
    """Return the words that the language itself defines, in any game."""
    written = (re.findall(r"[a-z_]{2,}", each.pattern.to_regexp()) for each in load_grammar().terminals)
    of_types = ("number", "yes_no", "text", "player", "zone", "table")
    plurals = [f"{word}s" for word in of_types]
    frame = ("setup", "play", "final_score", "winners", "name", *BUILTINS)
    return OWN_WORDS.union(all_primitives(), *written, of_types, plurals, frame, PIECE.words)


def split_library(checker: GameChecker) -> Iterator[tuple[CheckUnit, Notes]]:
    """Yield each definition and ability of a checked library as a unit, with the notes of its scalar."""
    for node, unit in checker.library.texts():
        if unit.notes is not None:
            yield CheckUnit(unit.scalar, node.start, unit.scalar.raw[node.start : node.end]), unit.notes


def check_again(
    before: GameChecker, game: GameDecl, renaming: Renaming, changed: Sequence[CheckUnit]
) -> tuple[list[Notes], list[Diagnostic]]:
    """Return the editor notes of the changed rule texts, and the diagnostics of these and of the game's fields.

    `before` has checked the game with its old names. `changed` must contain every rule text with an old or new name.
    """
    checker = GameChecker(game, noting=True)
    _take_over(checker, before, renaming)
    found = checker.diagnostics
    read: list[tuple[syntax.Node, CheckUnit, Unit]] = []
    for each in changed:
        tree = parse_quickly(each.text, each.kind)
        unit = Unit(
            replace_rule_text(each.scalar, each.text), "", found, notes=Notes(f"{each.scalar.span}:{each.start}")
        )
        if tree is None:
            checker.reader.parse(unit.scalar, each.kind)
        else:
            read.append((tree, each, unit))
    if has_errors(found):
        return [], found
    checker.reader.check_names(renaming.words)
    parts = [(item, unit) for tree, _, unit in read if isinstance(tree, syntax.LibraryNode) for item in tree.items]
    for item, unit in parts:
        if isinstance(item, syntax.ProcedureNode | syntax.RuleNode) and item.word in renaming.definitions.values():
            checker.reader.enter(item, unit)
    if has_errors(found):
        return [], found
    checker.check_parts(parts)
    notes: list[Notes] = []
    for tree, each, unit in read:
        if isinstance(tree, syntax.PowerNode):
            checker.check_abilities(tree, unit, each.number)
        elif isinstance(tree, syntax.BodyNode | syntax.Expr):
            unit = checker.apart(tree, unit.scalar, each.constants)
            found.extend(unit.diagnostics)
        notes.extend([unit.notes] if unit.notes is not None else [])
    FrameChecker(checker.symbols, found).check()
    return notes, found


def _take_over(checker: GameChecker, before: GameChecker, renaming: Renaming) -> None:
    """Reuse the definitions that `before` has checked, except the renamed ones."""
    gone = renaming.definitions
    library = LibraryTexts(
        {word: found for word, found in before.library.procedures.items() if word not in gone},
        {word: found for word, found in before.library.rules.items() if word not in gone},
        list(before.library.abilities),
    )
    procedures = {word: each for word, each in before.symbols.procedures.items() if word not in gone}
    rules = {word: each for word, each in before.symbols.rules.items() if word not in gone}
    if renaming.types:
        procedures = {word: _check_procedure(each, renaming) for word, each in procedures.items()}
        rules = {word: _check_rule(each, renaming) for word, each in rules.items()}
    checker.take_over(library, procedures, rules, before.symbols.next_uid)


def _check_procedure(procedure: typed_tree.TypedProcedure, renaming: Renaming) -> typed_tree.TypedProcedure:
    result = renaming.var(procedure.result) if procedure.result is not None else None
    made = replace(procedure, params=tuple(renaming.var(each) for each in procedure.params), result=result, sorts=())
    others = tuple(_check_procedure(each, renaming) for each in procedure.sorts[1:])
    made.sorts = (made, *others) if others else ()
    return made


def _check_rule(rule: typed_tree.TypedRule, renaming: Renaming) -> typed_tree.TypedRule:
    kind = renaming.type(rule.type) if rule.type is not None else None
    return replace(rule, params=tuple(renaming.var(each) for each in rule.params), type=kind)
