"""Parsing of the rule texts of a game, and declaration of the names in its library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from textwrap import dedent
from typing import Any, Literal, TypeVar

from cardwright.builtins.registry import Primitive
from cardwright.checker import typed_tree
from cardwright.checker.names.occurrences import Notes
from cardwright.checker.names.rule_text_context import NAME_TAKEN, Cards, Symbols, Unit
from cardwright.checker.rule_texts_outside_pieces import LibraryTexts
from cardwright.checker.signature_checks import find_word_span
from cardwright.checker.statements.base_checker import CONTROLS
from cardwright.declarations.field_reader import ANYTIME, WRONG_VALUE
from cardwright.source.diagnostics import Diagnostic, Fix, note_declared
from cardwright.source.yaml.nodes import Scalar
from cardwright.syntax import tree as syntax
from cardwright.syntax.keywords import list_reserved_words
from cardwright.syntax.parser import parse

Node = TypeVar("Node", syntax.ProcedureNode, syntax.RuleNode)

OWN_WORDS = frozenset((*list_reserved_words(), *CONTROLS, "window", "during", "caused_by", ANYTIME))


@dataclass(frozen=True, slots=True)
class ExtraText:
    """A rule text from outside the game, such as a scenario, that is checked and compiled with the game.

    `word` is the name of the step that statements become, or of the rule that a condition becomes. `constants` are
    names that have a meaning only in this rule text; `cards` finds pieces by the names of cards.
    """

    word: str
    kind: Literal["deeds", "value"]
    scalar: Scalar
    title: str
    constants: Mapping[str, typed_tree.LiteralExpr]
    cards: Cards | None = None


def as_definition(
    word: str, tree: syntax.BodyNode | syntax.Expr, scalar: Scalar
) -> syntax.ProcedureNode | syntax.RuleNode:
    """Return a rule text as a definition: a step for statements, a rule for a condition."""
    end = len(scalar.raw)
    if isinstance(tree, syntax.BodyNode):
        return syntax.ProcedureNode("step", word, (), (), None, None, tree, start=0, end=end)
    return syntax.RuleNode(word, (), "yes_no", None, (syntax.CaseNode(tree, None, start=0, end=end),), start=0, end=end)


class LibraryReader:
    """Parser of rule texts into a library.

    With `noting`, the attribute `units` lists the units of the texts, with notes for editors.
    """

    def __init__(self, symbols: Symbols, library: LibraryTexts, diagnostics: list[Diagnostic], noting: bool) -> None:
        self.symbols = symbols
        self.library = library
        self.diagnostics = diagnostics
        self.noting = noting
        self.units: list[Unit] = []
        self._spelt: dict[str, tuple[str, syntax.ProcedureNode | syntax.RuleNode, Unit]] = {}

    def unit(self, scalar: Scalar, title: str) -> Unit:
        """Return the `Unit` with which a rule text is checked, under its title for messages."""
        unit = Unit(scalar, title, self.diagnostics, notes=Notes(str(scalar.span)) if self.noting else None)
        if self.noting:
            self.units.append(unit)
        return unit

    def parse(self, scalar: Scalar, kind: str) -> Any:
        """Return the syntax tree of a rule text, or None after reporting its errors."""
        parsed = parse(scalar.raw, kind)
        if parsed.problems and scalar.style == "folded" and self._report_folded(scalar, kind, len(parsed.problems)):
            return None
        for problem in parsed.problems:
            span = scalar.span_of(problem.start, problem.end)
            self.diagnostics.append(Diagnostic(problem.code, problem.message, span, problem.label))
        return parsed.tree

    def _report_folded(self, scalar: Scalar, kind: str, problems: int) -> bool:
        """Report a rule text that has fewer errors without YAML's `>`, which joins lines; return False for other texts.

        `problems` is the number of errors with the lines joined.
        """
        lines = scalar.file.text[scalar.start : scalar.end].partition("\n")[2]
        if len(parse(dedent(lines), kind).problems) >= problems:
            return False
        sign = scalar.file.span(scalar.start, scalar.start + 1)
        message = "`>` joins the lines below it into one, and line breaks matter here"
        fix = Fix(sign, "|")
        self.diagnostics.append(Diagnostic(WRONG_VALUE, message, sign, "write `|`", fix=fix))
        return True

    def libraries(self) -> None:
        """Read all rule texts that do not belong to a piece."""
        for scalar in self.symbols.game.libraries:
            unit = self.unit(scalar, self.symbols.game.title)
            tree = self.parse(scalar, "library")
            self.library.broken |= tree is None
            for item in tree.items if tree is not None else ():
                if isinstance(item, syntax.ProcedureNode | syntax.RuleNode):
                    self.enter(item, unit)
                else:
                    self.library.abilities.append((item, unit))

    def extra(self, text: ExtraText) -> None:
        """Read a rule text from outside the game."""
        tree = self.parse(text.scalar, text.kind)
        if tree is None:
            return
        unit = Unit(text.scalar, text.title, self.diagnostics, text.constants, cards=text.cards)
        definition = as_definition(text.word, tree, text.scalar)
        if isinstance(definition, syntax.ProcedureNode):
            self.library.procedures[text.word] = (definition, unit)
        else:
            self.library.rules[text.word] = (definition, unit)

    def enter(self, item: syntax.ProcedureNode | syntax.RuleNode, unit: Unit) -> None:
        """Add a definition to the library, unless its name is taken."""
        if isinstance(item, syntax.ProcedureNode):
            self._enter(item.word, item, unit, self.library.procedures)
        else:
            self._enter(item.word, item, unit, self.library.rules)

    def check_names(self, words: Iterable[str]) -> None:
        """Report each definition named in `words` if its name now also means something else."""
        for word in words:
            known = self.library.procedures.get(word) or self.library.rules.get(word)
            if known is not None:
                self._is_name_free(word, known[0], replace(known[1], diagnostics=self.diagnostics))

    def _enter(self, word: str, node: Node, unit: Unit, among: dict[str, tuple[Node, Unit]]) -> None:
        earlier = self.library.procedures.get(word) or self.library.rules.get(word)
        if earlier is not None:
            notes = note_declared(word, find_word_span(earlier[0], earlier[1]))
            label = "rename or remove one of the two"
            unit.error(NAME_TAKEN, f"`{word}` is declared twice", find_word_span(node, unit), label, notes)
        elif (other := self._spelt.setdefault(word.casefold(), (word, node, unit)))[0] != word:
            notes = note_declared(other[0], find_word_span(other[1], other[2]))
            message = f"`{word}` and `{other[0]}` differ only in capital letters"
            unit.error(NAME_TAKEN, message, find_word_span(node, unit), "choose another name", notes)
            among[word] = (node, unit)
        elif self._is_name_free(word, node, unit) or not self._is_own(word):
            # uses of the name mean this definition; only the declaration is reported
            among[word] = (node, unit)

    def _is_own(self, word: str) -> bool:
        return word in self.symbols.primitives or word in OWN_WORDS

    def _may_replace(self, known: Primitive, node: syntax.ProcedureNode | syntax.RuleNode) -> bool:
        """Return True if a definition of the game may replace this built-in by having the same name."""
        if known.tokens:
            return known.word != "create" or all(piece.pool is None for piece in self.symbols.game.pieces)
        return known.yields or (known.windows and isinstance(node, syntax.ProcedureNode))

    def _is_name_free(self, word: str, node: syntax.ProcedureNode | syntax.RuleNode, unit: Unit) -> bool:
        """Return True if a definition can have its name. If the name is already taken, report an error."""
        taken = None
        known = self.symbols.primitives.get(word)
        if known is not None and self._may_replace(known, node):
            del self.symbols.primitives[word]  # the definition of the game replaces the built-in
        elif known is not None or word in OWN_WORDS:
            taken = f"`{word}` is a word of the language"
        elif ("table", word) in self.symbols.zones:
            taken = f"`{word}` is already a zone of the table"
        elif ("table", word) in self.symbols.memory:
            taken = f"`{word}` is already memory of the table"
        elif word in self.symbols.game.decks:
            taken = f"`{word}` is already a deck"
        elif word in self.symbols.game.tables:
            taken = f"`{word}` is already a table of values"
        elif word in self.symbols.plurals or word in self.symbols.kind_plurals:
            taken = f"`{word}` is already the plural of a type or kind"
        elif word in self.symbols.game.words and isinstance(node, syntax.RuleNode):
            taken = f"`{word}` is already a word of a type"
        if taken is not None:
            unit.error(NAME_TAKEN, taken, find_word_span(node, unit), "choose another name")
        return taken is None
