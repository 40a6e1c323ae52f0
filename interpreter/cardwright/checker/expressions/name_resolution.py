"""Resolution of names in a scope, and of properties of pieces and players after a dot."""

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.checker.expressions.calls import CallChecker
from cardwright.checker.expressions.type_compatibility import Bad, TypeChecker
from cardwright.checker.names.rule_text_context import AMBIGUOUS_NAME, UNKNOWN_NAME, Scope, Symbols
from cardwright.declarations.dedupe_diagnostics import DECLARED_HERE
from cardwright.declarations.model import EVERYBODY, TABLE, MemoryDecl, ZoneDecl
from cardwright.declarations.value_types import (
    NONE,
    NUMBER,
    PLAYER,
    ZONE,
    Type,
    describe_type,
    enum,
    list_of,
    name_of,
    piece,
)
from cardwright.source.diagnostics import DiagnosticNote, declare_code
from cardwright.state_slots_and_table_rows import NO_LIMIT
from cardwright.syntax import tree as syntax

MISSING_YOU = declare_code("undefined-you")
BUILTINS = {"controller": PLAYER, "zone": ZONE}
# What a player, a word of a type or a piece has by its order. Whatever else a game calls so comes first.
ORDINALS = {"player": ("seat",), "enum": ("position",), "piece": ("position", "neighbours")}


def _suggest_owner(kind: Type) -> str:
    """Return the end of a message about a property that values of type `kind` lack; "" if no advice is known."""
    return f": declare it under `{kind.of or kind.base}`" if kind.base in ("piece", "player") else ""


def _name_owner(owner: str) -> str:
    return "the table" if owner == TABLE else f"each {owner}"


def _find_ordinal(symbols: Symbols, owner: typed_tree.Value, word: str) -> typed_tree.Value | None:
    """Return the value of a property that is a position, or None for another word.

    These are the seat of a player, the position of a word in its enum, and the position and neighbours of a piece.
    Positions count from 1.
    """
    if word not in ORDINALS.get(owner.type.base, ()):
        return None
    zones = [zone for zone in symbols.game.zones if zone.ordered and zone.holds == owner.type.of]
    if owner.type.base == "piece" and not zones:
        return None
    hidden = next((zone.word for zone in zones if zone.see != "everyone"), "") if owner.type.base == "piece" else ""
    return typed_tree.BuiltinExpr(word, owner, list_of(owner.type) if word == "neighbours" else NUMBER, hidden)


class NameChecker:
    """Resolver of names in a scope."""

    def __init__(self, scope: Scope, types: TypeChecker, calls: CallChecker) -> None:
        self.scope = scope
        self.symbols = scope.symbols
        self.unit = scope.unit
        self.types = types
        self.calls = calls

    def name(self, node: syntax.NameNode) -> typed_tree.Value:
        """Check a name that is a value."""
        word = node.word
        attribute = self.find_in_item(word)
        local = self._check_special(node) or self._check_local(word)
        if attribute is not None and local is not None:
            message = f"`{word}` could mean the item's own `{word}` or the name declared above"
            notes = [DiagnosticNote(f"`{word}` is named here", at) for at in self.unit.find_local_name(word)]
            self.unit.error(
                AMBIGUOUS_NAME, message, node, f"write `it.{word}` for the item's, or rename the other", notes
            )
            return attribute
        found = attribute or local or self._check_global(word, node)
        if found is None and "#" in word:
            found = self.types.card(word, node)
        if found is not None:
            return self.noted(node.start, word, found)
        if self.unit.notes is not None:
            self.unit.notes.leave_gap("value", word, self.scope)
        if word in self.symbols.procedures or (
            word in self.symbols.primitives and self.symbols.primitives[word].is_procedure
        ):
            self.calls.report_procedure(word, node)
            return Bad
        if word == "it":
            message = "`it` is the item that a condition tests, and there is no item here"
            self.unit.error(UNKNOWN_NAME, message, node, "give the item a name where it is picked or listed")
        elif (ended := self.unit.find_ended_name(word, node.start)) is not None:
            message = f"`{word}` is known only in the block that belongs to it, and that is over here"
            label = "write this in that block, or note what you need with `let` before it begins"
            self.unit.error(UNKNOWN_NAME, message, node, label, [DiagnosticNote(f"`{word}` is named here", ended)])
        elif all(var.type.base != "bad" for var in self.scope.it):  # otherwise it can be a property of an unknown type
            known, at = self._list_known_words(), self.unit.span(node)
            self.unit.unknown(UNKNOWN_NAME, "name", word, at, known, otherwise=self._explain_event_names())
        return Bad

    def _explain_event_names(self) -> str:
        """Return the label for an unknown name in the trigger of an ability, where authors expect to name players."""
        if not self.scope.watching:
            return ""
        words = " and ".join(f"`{word}`" for word in self.scope.locals)
        return f"an event gives no names: write `players` for anybody{words and f'; the body knows {words}'}"

    def noted(self, start: int, word: str, value: typed_tree.Value) -> typed_tree.Value:
        """Record for editors that the word at `start` means `value`, and return `value`."""
        if self.unit.notes is not None and " " not in word:  # otherwise it is a name of the compiler: see `_in_turn`
            self.unit.notes.value(start, word, value)
        return value

    def _check_special(self, node: syntax.NameNode) -> typed_tree.Value | None:
        scope = self.scope
        if node.word == "it" and scope.it:
            return typed_tree.LocalExpr(scope.it[-1])
        if node.word in ("you", "opponents"):
            if scope.you is None:
                message = f"no player performs a step or rule, so `{node.word}` means nobody here"
                self.unit.error(MISSING_YOU, message, node, "name the player, as in `for each p in players:`")
                return Bad
            you = typed_tree.LocalExpr(scope.you)
            return you if node.word == "you" else typed_tree.OpponentsExpr(you, without=self._excluded_flag)
        if node.word == "this":
            if scope.this is None:
                message = "`this` is the piece with the power, but this text belongs to no piece"
                self.unit.error(MISSING_YOU, message, node, "name the piece, as in `choose c from ...`")
                return Bad
            return typed_tree.LocalExpr(scope.this)
        return None

    def _check_local(self, word: str) -> typed_tree.Value | None:
        var = self.scope.locals.get(word)
        return self.unit.constants.get(word) if var is None else typed_tree.LocalExpr(var)

    def means_value(self, word: str) -> bool:
        """Return True if a word means a value here, so that it is not a call of the verb with this name."""
        symbols = self.symbols
        known = (self.scope.locals, self.unit.constants, symbols.game.words, symbols.names)
        of_table = ("table", word) in symbols.memory or ("table", word) in symbols.zones
        return of_table or any(word in each for each in known) or self.find_in_item(word) is not None

    def find_in_item(self, word: str) -> typed_tree.Value | None:
        """Return the property with this name of the item that a condition is about, or None if it has none."""
        for var in reversed(self.scope.it):
            found = self.property(typed_tree.LocalExpr(var), word)
            if found is not None:
                return found
        return None

    def _check_global(self, word: str, node: syntax.Node) -> typed_tree.Value | None:
        symbols = self.symbols
        if word == "players":
            return typed_tree.PlayersExpr(without=self._excluded_flag)
        if word == "no_limit":
            return typed_tree.LiteralExpr(NUMBER, NO_LIMIT)
        if word == "nobody":
            return typed_tree.LiteralExpr(PLAYER, -1)
        if ("table", word) in symbols.memory:
            return typed_tree.MemoryExpr(symbols.memory["table", word], None)
        if ("table", word) in symbols.zones:
            return self._check_zone_value(symbols.zones["table", word], None)
        if word in symbols.rules:
            return self.calls.rule(symbols.rules[word], (), node)
        if word in symbols.game.decks:
            return self.calls.deck(symbols.game.decks[word], (), node)
        if word in symbols.plurals:
            enum_word = symbols.plurals[word]
            return typed_tree.WordsExpr(self.types.numbers(enum_word), list_of(enum(enum_word)))
        if word in symbols.kind_plurals:
            kind = symbols.game.kinds[symbols.kind_plurals[word]]
            return typed_tree.PiecesExpr(kind, list_of(piece(kind.word)))
        if word in symbols.game.words:
            return typed_tree.LiteralExpr(enum(self._find_enum(word)), symbols.game.words[word])
        if (
            word in symbols.primitives
            and not symbols.primitives[word].is_procedure
            and not symbols.primitives[word].roles
        ):
            return self.calls.primitive(symbols.primitives[word], (), node)
        if word in symbols.names:
            kind_word, number = symbols.names[word]
            return typed_tree.LiteralExpr(name_of(kind_word), number)
        if word == EVERYBODY and symbols.game.out is not None:
            return typed_tree.PlayersExpr()
        if word == "none":
            return typed_tree.LiteralExpr(NONE, -1)
        found = (_find_ordinal(symbols, typed_tree.LocalExpr(var), word) for var in reversed(self.scope.it))
        return next((each for each in found if each is not None), None)

    @property
    def _excluded_flag(self) -> MemoryDecl | None:
        """The flag that excludes players from the list `players` at this position, or None if no flag does."""
        return None if self.scope.watching else self.symbols.game.mark_of_out

    def _find_enum(self, word: str) -> str:
        """Return the name of the smallest enum that contains a word."""
        having = [decl for decl in self.symbols.game.enums.values() if word in decl.values]
        return min(having, key=lambda decl: len(decl.values)).word

    def _list_known_words(self) -> list[str]:
        symbols = self.symbols
        known = [
            *self.scope.locals,
            *self.unit.constants,
            *symbols.rules,
            *symbols.game.words,
            *symbols.plurals,
            *symbols.kind_plurals,
        ]
        known += [word for owner, word in symbols.zones if owner == "table"]
        known += [word for owner, word in symbols.memory if owner == "table"]
        known += [word for var in self.scope.it for word in self._find_properties(var.type)]
        known += symbols.names
        known += [EVERYBODY] if symbols.game.out is not None else []
        return [*known, "players", "opponents", "you", "this", "it", "nobody", "no_limit"]

    def _check_zone_value(self, zone: ZoneDecl, owner: typed_tree.Value | None) -> typed_tree.Value:
        return typed_tree.ZoneExpr(zone, owner, Type("zone", zone.holds))

    def get(self, owner: typed_tree.Value, node: syntax.GetNode) -> typed_tree.Value:
        """Return the typed value of a property after a dot. Report the property if the owner has none of this name."""
        if owner.type.base == "bad":
            return Bad
        if owner.type.base == "zone":
            owner = self.types.content(owner)
        if owner.type.base == "list":
            return self._get_each(owner, node)
        found = self.property(owner, node.word) or _find_ordinal(self.symbols, owner, node.word)
        if found is None and self.unit.cards is not None and isinstance(owner, typed_tree.LiteralExpr):
            found = self.unit.cards.part(owner.value, node.word)
        if found is not None:
            return self.noted(node.end - len(node.word), node.word, found)
        return self._report_no_property(owner.type, node)

    def _get_each(self, owner: typed_tree.Value, node: syntax.GetNode) -> typed_tree.Value:
        item = owner.type.item
        if item is None:
            return owner
        if item.base == "zone":
            owner = self.types.flat_zones(owner)
            item = owner.type.item
            assert item is not None
        if isinstance(owner, typed_tree.PiecesExpr) and node.word == "name":
            self.noted(
                node.end - len(node.word), node.word, typed_tree.BuiltinExpr("name", owner, name_of(owner.kind.word))
            )
            return typed_tree.NamesExpr(owner.kind, list_of(name_of(owner.kind.word)))
        var = self.symbols.var("x", item)
        found = self.property(typed_tree.LocalExpr(var), node.word) or _find_ordinal(
            self.symbols, typed_tree.LocalExpr(var), node.word
        )
        if found is None:
            return self._report_no_property(item, node)
        self.noted(node.end - len(node.word), node.word, found)
        if found.type.base == "zone":
            found = self.types.content(found)
        flat = found.type.base == "list"
        return typed_tree.CollectExpr(found, ((var, owner),), None, flat, found.type if flat else list_of(found.type))

    def _report_no_property(self, kind: Type, node: syntax.GetNode) -> typed_tree.Value:
        at = self.unit.span_at(node.end - len(node.word), len(node.word))
        if self.unit.notes is not None:
            self.unit.notes.leave_gap("property", node.word, self.scope, kind)
        if kind.base == "piece" and node.word in ORDINALS["piece"]:
            plural = self.symbols.game.kinds[kind.of].plural
            label = "declare the zone with `ordered: yes` or `row: yes`"
            self.unit.error(UNKNOWN_NAME, f"no zone of {plural} is ordered, so none has `{node.word}`", at, label)
            return Bad
        what, notes = f"property of {describe_type(kind)} named", [*self._find_other_owners(node.word)]
        if notes:
            label = f"`{node.word}` belongs to {_name_owner(notes[0][0])}{_suggest_owner(kind)}"
            message = f"there is no {what} `{node.word}`"
            if kind.base == "name":
                label = f"name a {kind.of} before the dot: `{node.word}` belongs to {_name_owner(notes[0][0])}"
                message = f"`{self.unit.text(node.object)}` is only the name of a {kind.of}, so it has no `{node.word}`"
            self.unit.error(UNKNOWN_NAME, message, at, label, [note for _, note in notes])
        elif node.word in self.symbols.primitives or node.word in self.symbols.rules:
            label = f"write `{node.word}({self.unit.text(node.object)})`"
            self.unit.error(
                UNKNOWN_NAME, f"there is no {what} `{node.word}`, which stands before brackets", node, label
            )
        else:
            self.unit.unknown(UNKNOWN_NAME, what, node.word, at, self._find_properties(kind))
        return Bad

    def _find_other_owners(self, word: str) -> Iterator[tuple[str, DiagnosticNote]]:
        """Yield the owners that have a zone or memory of this name, each with a note of the declaration."""
        for among in (self.symbols.zones, self.symbols.memory):
            for (owner, name), found in among.items():
                if name == word:
                    yield owner, DiagnosticNote(f"`{word}` {DECLARED_HERE}", found.span)

    def _find_properties(self, kind: Type) -> list[str]:
        if kind.base == "name":
            return [*self.symbols.game.kinds[kind.of].attributes]
        owner = kind.of if kind.base == "piece" else kind.base
        words = [word for where, word in self.symbols.zones if where == owner]
        words += [word for where, word in self.symbols.memory if where == owner]
        words += ORDINALS.get(kind.base, ())
        if kind.base == "piece":
            decl = self.symbols.game.kinds[kind.of]
            words += [*decl.attributes, "controller", "zone", "name"]
            words += [decl.parts.word] if decl.parts else []
            words += [decl.part_of] if decl.part_of else []
        return words

    def property(self, owner: typed_tree.Value, word: str) -> typed_tree.Value | None:
        """Return the value of `owner.word`, or None."""
        kind = owner.type
        if kind.base == "name":
            attribute = self.symbols.game.kinds[kind.of].attributes.get(word)
            return None if attribute is None else typed_tree.AttributeExpr(owner, attribute)
        if kind.base not in ("player", "piece"):
            return None
        key = (kind.of if kind.base == "piece" else "player", word)
        if key in self.symbols.memory:
            return typed_tree.MemoryExpr(self.symbols.memory[key], owner)
        if key in self.symbols.zones:
            return self._check_zone_value(self.symbols.zones[key], owner)
        if kind.base == "player":
            return None
        decl = self.symbols.game.kinds[kind.of]
        if word in decl.attributes:
            return typed_tree.AttributeExpr(owner, decl.attributes[word])
        if decl.parts is not None and word == decl.parts.word:
            return typed_tree.BuiltinExpr("parts", owner, list_of(piece(decl.parts.kind)))
        if decl.part_of is not None and word == decl.part_of:
            return typed_tree.BuiltinExpr("whole", owner, piece(decl.part_of))
        if word == "name":
            return typed_tree.BuiltinExpr("name", owner, name_of(kind.of))
        if word in BUILTINS:
            return typed_tree.BuiltinExpr(word, owner, Type("zone", kind.of) if word == "zone" else BUILTINS[word])
        return None
