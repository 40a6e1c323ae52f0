"""Occurrences of symbols in checked rule texts, and completion candidates, collected for editors."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import Type
from cardwright.source.node_dataclass import frozen
from cardwright.syntax import tree as syntax

# The word at the position of a completion; no author's name can be equal to it.
GAP = "zz_gap_zz"


@frozen
class Symbol:
    """A declared name.

    `kind` is rule, procedure, primitive, table, window, role (a parameter), local, zone, memory, attribute, parts,
    enum, word (of an enum), kind (of piece), piece (a card's id) or builtin. `owner` distinguishes symbols with the
    same kind and name: it is the owner of a zone, memory or attribute, the procedure or rule of a parameter, or the
    position of a local name.
    """

    kind: str
    owner: str
    word: str


@frozen
class Meaning:
    """An occurrence of a symbol at the offset `start` of a rule text; `type` is the type of its value, or None.

    `declares` is True at the declaration. `short` is True for a parameter whose name is that of its type, so that the
    occurrence names the type as well.
    """

    start: int
    length: int
    symbol: Symbol
    type: Type | None = None
    declares: bool = False
    short: bool = False


@frozen
class Gap:
    """Completions that fit at the GAP token, which marks the cursor in an unfinished text.

    `place` is value, property, deed (a statement), option, pattern, ending (of an effect), ending of a subject, rule,
    procedure, zone, window or type. `names` are the types of the local names, `about` the types that `it` can have
    (innermost last), and `owner` the type before the dot of a property.
    """

    place: str
    names: dict[str, Type] = field(default_factory=dict)
    about: tuple[Type, ...] = ()
    owner: Type | None = None
    expected: Type | None = None
    roles: tuple[str, ...] = ()
    you: bool = False
    this: Type | None = None


class VisibleNames(Protocol):
    """The variables that a rule text can name at a position: local names, `you`, `this`, and each meaning of `it`."""

    @property
    def locals(self) -> Mapping[str, typed_tree.TypedVar]:
        """The variables of the local names, by name."""

    @property
    def you(self) -> typed_tree.TypedVar | None:
        """The variable of `you`, or None where there is no `you`."""

    @property
    def this(self) -> typed_tree.TypedVar | None:
        """The variable of `this`, or None where there is no `this`."""

    @property
    def it(self) -> tuple[typed_tree.TypedVar, ...]:
        """The variables that `it` can mean, innermost last."""


@dataclass(slots=True)
class Notes:
    """The occurrences of names in one rule text, for editors, and its gap if there is one.

    `name` identifies the rule text in its game.
    """

    name: str
    meanings: list[Meaning] = field(default_factory=list)
    gap: Gap | None = None
    _symbols: dict[int, Symbol] = field(default_factory=dict)
    _expected: Type | None = None
    _roles: tuple[str, ...] = ()

    def mean(self, start: int, word: str, symbol: Symbol, kind: Type | None = None) -> None:
        """Record which symbol the word at `start` means; `kind` is the type of its value."""
        self.meanings.append(Meaning(start, len(word), symbol, kind))

    def value(self, start: int, word: str, value: typed_tree.Value) -> None:
        """Record which symbol the name at `start` means, given its typed value."""
        symbol = Symbol("builtin", "", word) if word in ("it", "this", "you") else self._check_symbol_of(value, word)
        self.meanings.append(Meaning(start, len(word), symbol, value.type))

    def declare(self, var: typed_tree.TypedVar, start: int, symbol: Symbol, short: bool = False) -> None:
        """Record that a variable is declared at `start`; later uses of it get this symbol. `short` is as in Meaning."""
        self._symbols[var.uid] = symbol
        self.meanings.append(Meaning(start, len(var.word), symbol, var.type, True, short))

    def alias(self, var: typed_tree.TypedVar, symbol: Symbol) -> None:
        """Record that a variable means a symbol that is declared elsewhere, so that editors show its declaration."""
        self._symbols[var.uid] = symbol

    def same(self, var: typed_tree.TypedVar, other: typed_tree.TypedVar) -> None:
        """Record that two variables mean the same symbol."""
        if other.uid in self._symbols:
            self._symbols[var.uid] = self._symbols[other.uid]

    def expect(self, node: syntax.Expr, kind: Type | None, roles: tuple[str, ...] = ()) -> None:
        """Record the type that is required at the cursor, if the node is the GAP token."""
        if isinstance(node, syntax.NameNode) and node.word == GAP:
            self._expected, self._roles = kind, roles or self._roles

    def leave_gap(self, place: str, word: str, scope: VisibleNames | None = None, owner: Type | None = None) -> None:
        """Record the completions for a word, if the word is the GAP token."""
        if word != GAP or self.gap is not None:
            return
        names = {name: var.type for name, var in scope.locals.items()} if scope is not None else {}
        about = tuple(var.type for var in scope.it) if scope is not None else ()
        this = scope.this.type if scope is not None and scope.this is not None else None
        you = scope is not None and scope.you is not None
        self.gap = Gap(place, names, about, owner, self._expected, self._roles, you, this)

    def _check_symbol_of(self, value: typed_tree.Value, word: str) -> Symbol:
        match value:
            case typed_tree.LocalExpr(var=var):
                return self._symbols.get(var.uid, Symbol("builtin", "", word))
            case typed_tree.MemoryExpr(memory=memory):
                return Symbol("memory", memory.owner, memory.word)
            case typed_tree.ZoneExpr(zone=zone):
                return Symbol("zone", zone.owner, zone.word)
            case typed_tree.AttributeExpr(piece=owner, attribute=attribute):
                return Symbol("attribute", owner.type.of, attribute.word)
            case typed_tree.RuleExpr(rule=rule):
                return Symbol("rule", "", rule.word)
            case typed_tree.DeckExpr(deck=deck):
                return Symbol("table", "", deck.word)
            case typed_tree.WordsExpr(type=kind) if kind.item is not None:
                return Symbol("enum", "", kind.item.of)
            case typed_tree.PiecesExpr(kind=kind):
                return Symbol("kind", "", kind.word)
            case typed_tree.PrimitiveExpr(primitive=primitive):
                return Symbol("primitive", "", primitive.word)
            case typed_tree.BuiltinExpr(word="parts", piece=owner):
                return Symbol("parts", owner.type.of, word)
            case typed_tree.BuiltinExpr(word="whole"):  # the whole of a part is named by its kind
                return Symbol("kind", "", word)
            case typed_tree.LiteralExpr(type=kind) if kind.base == "enum":
                return Symbol("word", "", word)
            case typed_tree.LiteralExpr(type=kind) if kind.base == "name":
                return Symbol("piece", "", word)
        return Symbol("builtin", "", word)


def make_local_symbol(text: str, start: int, word: str) -> Symbol:
    """Return the symbol of a name that is local to a rule text; `text` identifies the rule text."""
    return Symbol("local", f"{text}:{start}", word)
