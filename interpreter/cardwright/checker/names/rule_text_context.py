"""Symbols of the game, local names, and reporting of diagnostics for a rule text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from cardwright.builtins import Primitive, all_primitives
from cardwright.checker import typed_tree
from cardwright.checker.names.occurrences import Notes, Symbol, make_local_symbol
from cardwright.declarations.model import GameDecl, MemoryDecl, ZoneDecl
from cardwright.declarations.value_types import Type
from cardwright.source.diagnostics import (
    MAX_TOLD_PER_FILE,
    Diagnostic,
    DiagnosticNote,
    Fix,
    Severity,
    declare_code,
    order_candidates,
    suggest_copy,
)
from cardwright.source.node_dataclass import frozen
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar
from cardwright.syntax import tree as syntax
from cardwright.syntax.keywords import match_phrases

NAME_TAKEN = declare_code("name-taken")
UNKNOWN_NAME = declare_code("unknown-name")
UNCLEAR_COPY = declare_code("ambiguous-copy")
AMBIGUOUS_NAME = declare_code("ambiguous-name")
UNKNOWN_VERB = declare_code("unknown-verb")
UNKNOWN_RULE = declare_code("unknown-rule")
WRONG_TYPE = declare_code("wrong-type")

T = TypeVar("T", bound=syntax.Node)

# Suggestions for words of other languages, or plain English.
FOREIGN = {
    "break": "stop",
    **dict.fromkeys(("exit", "quit", "end_game", "game_over"), "finish"),
    **dict.fromkeys(("lowest", "smallest", "least", "fewest", "minimum"), "min"),
    **dict.fromkeys(("highest", "largest", "biggest", "greatest", "most", "maximum"), "max"),
    **dict.fromkeys(("len", "length", "number_of"), "count"),
    "total": "sum",
    **dict.fromkeys(("unique", "different"), "distinct"),
    "prev": "previous",
    "range": "numbers",
    **dict.fromkeys(("noone", "no_one", "no_player"), "nobody"),
    **dict.fromkeys(("others", "other_players", "rivals"), "opponents"),
    **dict.fromkeys(("me", "myself", "self"), "you"),
    "everybody": "players",
}
# Limit for the names listed where an unknown one is like none of them.
MAX_LISTED = 12
SEATS = "only scenarios can name seats: store the player in memory, or write `players where ...`"


@dataclass(slots=True)
class Symbols:
    """All symbols that the rule texts of a game can name.

    `later` are the statements put on stacks, and `carrying` the procedures that carry them out, by the kind of the
    stack objects. `using` are the kinds of piece whose offers are used, each with the position of the use.
    """

    game: GameDecl
    zones: dict[tuple[str, str], ZoneDecl] = field(default_factory=dict)
    memory: dict[tuple[str, str], MemoryDecl] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    kind_plurals: dict[str, str] = field(default_factory=dict)
    names: dict[str, tuple[str, int]] = field(default_factory=dict)
    procedures: dict[str, typed_tree.TypedProcedure] = field(default_factory=dict)
    rules: dict[str, typed_tree.TypedRule] = field(default_factory=dict)
    # those that a definition of the game replaces are taken out
    primitives: dict[str, Primitive] = field(default_factory=lambda: dict(all_primitives()))
    later: list[typed_tree.TypedStackObject] = field(default_factory=list)
    carrying: dict[str, typed_tree.TypedProcedure] = field(default_factory=dict)
    using: list[tuple[str, Unit, syntax.Node]] = field(default_factory=list)
    next_uid: int = 0

    @classmethod
    def of(cls, game: GameDecl) -> Symbols:
        """Return the symbols that a game declares, before its procedures and rules are known."""
        symbols = cls(game)
        symbols.zones = {(zone.owner, zone.word): zone for zone in game.zones}
        symbols.memory = {(memory.owner, memory.word): memory for memory in game.memory}
        symbols.plurals = {decl.plural: decl.word for decl in game.enums.values()}
        symbols.kind_plurals = {kind.plural: kind.word for kind in game.kinds.values()}
        if not game.windows:
            symbols.primitives = {word: one for word, one in symbols.primitives.items() if not one.windows}
        symbols.names = {piece.id: (piece.kind, number) for number, piece in enumerate(game.pieces)}
        return symbols

    def var(self, word: str, kind: Type, mask: bool = False) -> typed_tree.TypedVar:
        """Create a new local variable, with `mask` for a list of pieces stored as a bitset."""
        self.next_uid += 1
        return typed_tree.TypedVar(word, kind, self.next_uid, mask)

    @property
    def main_kind(self) -> str:
        """The first declared kind of piece, which is the default content of a zone."""
        return next(iter(self.game.kinds))


@frozen
class UnclearCard:
    """Error for a card name that could mean several pieces."""

    message: str
    label: str


class Cards(Protocol):
    """The meanings of card names in a rule text that can name single pieces, such as a scenario."""

    def card(self, word: str) -> typed_tree.LiteralExpr | UnclearCard | None:
        """Return the piece with a card's id, such as `tea` or `tea#2` for a copy; None for other words."""

    def part(self, piece: int, word: str) -> typed_tree.LiteralExpr | None:
        """Return the part of a piece that has this name, with or without a number, or None."""


# The line that begins the next definition of a library.
_DEFINITION = re.compile(r"^ *(?:verb|step|rule) ", re.MULTILINE)


@dataclass(slots=True)
class Unit:
    """A rule text while it is checked: its position in a file, and the diagnostics found in it.

    A rule text from outside the game has names of its own (`constants`), and can name single pieces by `cards`.
    `values` has the typed value of each expression. `notes` collects occurrences for editors, or is None.
    `local_names` has for each local name that was declared so far the offset of its last declaration.
    """

    scalar: Scalar
    title: str
    diagnostics: list[Diagnostic]
    constants: Mapping[str, typed_tree.LiteralExpr] = field(default_factory=dict)
    notes: Notes | None = None
    cards: Cards | None = None
    values: dict[typed_tree.NodeKey, typed_tree.Value] = field(default_factory=dict)
    local_names: dict[str, int] = field(default_factory=dict)

    def meant(self, node: syntax.Expr, value: typed_tree.Value) -> typed_tree.Value:
        """Record the typed value of a node, and return it. Nodes without source text are not recorded."""
        if node.end and not (isinstance(node, syntax.NameNode) and " " in node.word):
            self.values[node.start, node.end, type(node)] = value
        return value

    def local(self, word: str, start: int) -> Symbol:
        """Return the symbol of a local name that is declared where `word` first occurs from `start` on."""
        found = re.compile(rf"\b{word}\b").search(self.scalar.raw, start)
        name = self.notes.name if self.notes is not None else ""
        return make_local_symbol(name, found.start() if found else start, word)

    def declared(self, var: typed_tree.TypedVar, start: int) -> None:
        """Record that a variable is declared where its name first occurs from the offset `start` on."""
        self.local_names[var.word] = start
        if self.notes is not None:
            symbol = self.local(var.word, start)
            self.notes.declare(var, int(symbol.owner.rpartition(":")[2]), symbol)

    def find_local_name(self, word: str) -> Iterator[Span]:
        """Yield where a local name was declared last, if it is declared in this text."""
        start = self.local_names.get(word)
        found = None if start is None else re.compile(rf"\b{word}\b").search(self.scalar.raw, start)
        if found is not None:
            yield self.span_at(found.start(), len(word))

    def find_ended_name(self, word: str, start: int) -> Span | None:
        """Return where a local name was declared, if the block of its declaration ended before the offset `start`.

        Only declarations in the same definition count.
        """
        before = self.local_names.get(word, start)
        found = re.compile(rf"\b{word}\b").search(self.scalar.raw, before, start)
        if found is None or _DEFINITION.search(self.scalar.raw, before, start):
            return None
        return self.span_at(found.start(), len(word))

    def text(self, node: syntax.Node) -> str:
        """Return the source of a node on one line."""
        return " ".join(self.scalar.raw[node.start : node.end].split())

    def span(self, node: syntax.Node) -> Span:
        """Return the span of a node in its file, without trailing blanks."""
        text = self.scalar.raw[node.start : node.end]
        return self.scalar.span_of(node.start, node.start + max(1, len(text.rstrip())))

    def span_from(self, word: str, node: syntax.Node) -> Span:
        """Return the span of a node together with the word before it, such as the `until` of a duration."""
        start = self.scalar.raw.rfind(word, 0, node.start)
        return self.span(replace(node, start=start) if start >= 0 else node)

    def suggest_without(self, condition: syntax.Node, holds: bool) -> str:
        """Return the label for a condition that always or never `holds`: what to remove, if the rest is valid alone."""
        raw, text = self.scalar.raw, self.text(condition)
        before = re.search(r"\b(where|and)\s+$", raw[: condition.start])
        if not holds:
            return "correct it, or remove what depends on it"
        if re.match(r"\s*and\b", raw[condition.end :]):
            return f"remove `{text} and`, or compare other values"
        if before is None or re.match(r"\s*or\b", raw[condition.end :]):
            return "compare other values, or keep what depends on it without the condition"
        return f"remove `{before[1]} {text}`, or compare other values"

    def span_at(self, start: int, length: int) -> Span:
        """Return the span of a part of the rule text."""
        return self.scalar.span_of(start, start + max(1, length))

    def error(
        self,
        code: str,
        message: str,
        at: syntax.Node | Span,
        label: str,
        notes: Iterable[DiagnosticNote] = (),
        fix: Fix | None = None,
        severity: Severity = "error",
    ) -> None:
        """Report an error."""
        span = at if isinstance(at, Span) else self.span(at)
        self.diagnostics.append(Diagnostic(code, message, span, label, tuple(notes), severity, fix))

    def unknown(
        self,
        code: str,
        what: str,
        word: str,
        at: Span,
        known: Iterable[str],
        notes: Iterable[DiagnosticNote] = (),
        otherwise: str = "",
    ) -> None:
        """Report an unknown word and suggest the most similar known one.

        `otherwise` is the label if no known word is similar.
        """
        phrase = self._find_phrase(at)
        if phrase:
            message = f"`{phrase}` does not fit here, and there is no {what} `{word}`"
            label = f"write something else: `{phrase}` belongs to another construct"
            label = "write `>=` before the number for `or more`" if phrase == "or more" else label
            self.error(code, message, at, label, notes)
            return
        words = order_candidates(known)
        near = FOREIGN.get(word.casefold())
        if near not in words:
            near = suggest_copy(word, words) if len(self.diagnostics) < MAX_TOLD_PER_FILE else None
        few = f"one of {', '.join(words)}" if 0 < len(words) <= MAX_LISTED else ""
        otherwise = SEATS if re.fullmatch("P[0-9]{1,2}", word) else otherwise or few
        label = f"did you mean `{near}`?" if near else otherwise
        fix = Fix(at, near) if near else None
        self.error(code, f"there is no {what} `{word}`", at, label, notes, fix)

    def _find_phrase(self, at: Span) -> str:
        """Return the keyword of several words that contains the position `at`, or ""."""
        line = self.scalar.file.line(at.line)
        found = (each[0] for each in match_phrases().finditer(line) if each.start() < at.column <= each.end())
        return next(found, "")


@dataclass(slots=True)
class Scope:
    """The local names that are visible at a position.

    `watching` is True while the trigger of an ability is checked; `players` then includes eliminated players. The
    variables in `public` have values that everybody knows. The nullable values in `numbers` are narrowed to numbers.
    """

    symbols: Symbols
    unit: Unit
    locals: dict[str, typed_tree.TypedVar] = field(default_factory=dict)
    you: typed_tree.TypedVar | None = None
    this: typed_tree.TypedVar | None = None
    it: tuple[typed_tree.TypedVar, ...] = ()
    power: int = -1
    loops: int = 0
    replacing: bool = False
    own_memory: bool = False
    watching: bool = False
    public: set[typed_tree.TypedVar] = field(default_factory=set)
    numbers: tuple[typed_tree.Value, ...] = ()

    def written(self, node: T) -> typed_tree.WrittenNode[T]:
        """Return a node with its typed values and the names in scope, in the form that the English renderer needs."""
        names = {word: var.type for word, var in self.locals.items()}
        return typed_tree.WrittenNode(node, self.unit.values, self.this.type if self.this is not None else None, names)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Return a context in which the trigger of an ability is checked: `watching` is True."""
        self.watching = True
        try:
            yield
        finally:
            self.watching = False

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Return a context at whose end the names and narrowings made in it are discarded."""
        saved = dict(self.locals), self.numbers
        try:
            yield
        finally:
            self.locals, self.numbers = saved

    @contextmanager
    def where(self, numbers: tuple[typed_tree.Value, ...]) -> Iterator[None]:
        """Narrow nullable values to numbers inside the `with` block."""
        saved, self.numbers = self.numbers, (*self.numbers, *numbers)
        try:
            yield
        finally:
            self.numbers = saved

    def declare(self, word: str, kind: Type, mask: bool = False) -> typed_tree.TypedVar:
        """Declare a new local name, with `mask` for a list of pieces stored as a bitset."""
        var = self.symbols.var(word, kind, mask)
        self.locals[word] = var
        return var
