"""Completion in rule texts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cardwright.builtins import Primitive
from cardwright.checker import typed_tree
from cardwright.checker.completion import find_gap, find_word
from cardwright.checker.expressions.name_resolution import ORDINALS
from cardwright.checker.game import GameChecker
from cardwright.checker.names.occurrences import Gap
from cardwright.checker.statements.base_checker import CONTROLS
from cardwright.declarations.model import EVERYBODY, GameDecl
from cardwright.declarations.schema.field_types import Field
from cardwright.declarations.value_types import (
    NUMBER,
    PLAYER,
    TEXT,
    YES_NO,
    ZONE,
    Type,
    list_of,
    may_be_none,
    name_of,
    piece,
)
from cardwright.syntax.keywords import ABILITIES, DEFINITIONS, STATEMENTS, find_spellings
from cardwright_tools.editor.game_analysis import Analysis


@dataclass(frozen=True, slots=True)
class CompletionItem:
    """A completion: a lower `rank` is listed first; `insert`, if given, replaces the label as the inserted text."""

    label: str
    kind: str
    detail: str = ""
    rank: int = 2
    insert: str = ""


def make_field_item(field: Field, rank: int = 1) -> CompletionItem:
    """Return the completion item of a field."""
    return CompletionItem(field.word, "field", field.description, rank, f"{field.word}: ")


def complete_words(words: Iterable[str], kind: str, rank: int = 1) -> Iterator[CompletionItem]:
    """Yield the completion items of words of a kind."""
    yield from (CompletionItem(word, kind, "", rank) for word in words)


def complete_text(
    analysis: Analysis, text: str, at: int, kind: str, number: int
) -> tuple[list[CompletionItem], int, int]:
    """Return the completions at an offset of a `power` or `library`, and the range that they replace."""
    start, end = find_word(text, at)
    checker = GameChecker(analysis.game, noting=True)
    checker.prepare()
    gap = find_gap(checker, text, at, kind, number)
    if gap is not None:
        return list(complete_gap(gap, analysis)), start, end
    return list(complete_anything(analysis, kind)), start, end


def complete_gap(gap: Gap, analysis: Analysis) -> Iterator[CompletionItem]:
    """Yield the completions for a gap, according to the syntax that is possible in it."""
    match gap.place:
        case "property":
            yield from _rank(_list_properties(gap.owner, analysis.game), gap, analysis.game)
        case "deed":
            yield from _complete_statement(gap, analysis)
        case "option":
            [option, each] = find_spellings(("_OPTION", "_FOR_EACH"))
            yield CompletionItem(option, "keyword", "something to do", 1)
            yield CompletionItem(f"{option} {each}", "keyword", "items to pick", 1, f"{option} {each} ")
        case "pattern" | "procedure" | "ending" | "ending of a subject":
            if gap.place.startswith("ending"):
                yield from _complete_leaving(gap)
            for procedure in analysis.checker.symbols.procedures.values():
                yield _complete_procedure(procedure, call=False)
            if gap.place in ("pattern", "ending") and not gap.names:
                yield from (
                    CompletionItem(word, "builtin", "who does it", 3) for word in ("you", "opponents", "players")
                )
        case "rule":
            yield from (_complete_rule(rule, rank=1) for rule in analysis.checker.symbols.rules.values())
        case "zone":
            zones = {zone.word: zone for zone in analysis.game.zones}
            yield from (CompletionItem(zone.word, "zone", f"zone of {zone.owner}", 1) for zone in zones.values())
        case "window":
            yield from (CompletionItem(word, "window", "window", 1) for word in (*analysis.game.windows, "anytime"))
        case "type":
            yield from list_types(analysis.game)
        case "name":
            yield from (CompletionItem(word, "kind", "kind of piece", 1) for word in analysis.game.kinds)
        case "names":
            kinds = analysis.game.kinds.values()
            yield from (CompletionItem(kind.plural, "kind", f"all pieces of {kind.word}", 1) for kind in kinds)
        case _:
            yield from _rank(_list_values(gap, analysis), gap, analysis.game)


# Completions with the types of what they name; None for those that are never ranked by type.
TypedItems = Iterator[tuple[CompletionItem, Type | None]]


def _list_properties(owner: Type | None, game: GameDecl) -> TypedItems:
    """Yield the properties of a player or a piece."""
    if owner is None:
        return
    where = owner.of if owner.base == "piece" else owner.base
    for zone in game.zones:
        if zone.owner == where:
            yield CompletionItem(zone.word, "zone", f"zone of {where}"), Type("zone", zone.holds)
    for memory in game.memory:
        if memory.owner == where:
            yield CompletionItem(memory.word, "memory", f"{memory.type} of {where}"), memory.type
    for word in ORDINALS.get(owner.base, ()):
        type_ = NUMBER if word != "neighbours" else list_of(owner)
        yield CompletionItem(word, "builtin", str(type_), 3), type_
    if owner.base not in ("piece", "name") or owner.of not in game.kinds:
        return
    kind = game.kinds[owner.of]
    for attribute in kind.attributes.values():
        detail = f"{attribute.type}, attribute of {kind.word}"
        yield CompletionItem(attribute.word, "attribute", detail), attribute.type
    if owner.base == "name":
        return
    if kind.parts is not None:
        yield CompletionItem(kind.parts.word, "parts", f"parts of {kind.word}"), list_of(piece(kind.parts.kind))
    if kind.part_of is not None:
        yield CompletionItem(kind.part_of, "parts", "what it is part of"), piece(kind.part_of)
    for word, type_ in (("controller", PLAYER), ("zone", ZONE), ("name", Type("name", kind.word))):
        yield CompletionItem(word, "builtin", str(type_), 3), type_


def _complete_statement(gap: Gap, analysis: Analysis) -> Iterator[CompletionItem]:
    for procedure in analysis.checker.symbols.procedures.values():
        yield _complete_procedure(procedure, call=True)
    for primitive in analysis.checker.symbols.primitives.values():
        if primitive.is_procedure:
            yield _complete_primitive(primitive, 2)
    yield from (CompletionItem(word, "keyword", "", 3) for word in CONTROLS)
    yield CompletionItem("window", "keyword", "a window for offers", 3, "window(")
    yield from (CompletionItem(word, "keyword", "", 3) for word in find_spellings(STATEMENTS))
    for word, type_ in _list_names(gap, analysis.game):
        if type_ == PLAYER or type_ == list_of(PLAYER):
            yield CompletionItem(word, "local", f"{type_}, does something", 3)
    for memory in analysis.game.memory:
        if memory.owner == "table":
            yield CompletionItem(memory.word, "memory", f"{memory.type}, can be changed", 4)


def _list_values(gap: Gap, analysis: Analysis) -> TypedItems:
    """Yield what can stand in place of a value."""
    game, expected = analysis.game, gap.expected
    for role in gap.roles:
        yield CompletionItem(f"{role}:", "role", "role", 1, f"{role}: "), None
    if expected is not None and expected.base == "enum" and expected.of in game.enums:
        yield from ((CompletionItem(word, "word", expected.of, 0), None) for word in game.enums[expected.of].values)
    if expected is not None and may_be_none(expected):
        yield CompletionItem("none", "builtin", f"no {expected.of or expected}", 3), None
    for word, type_ in _list_names(gap, game):
        yield CompletionItem(word, "local", str(type_), 2), type_
    for about in gap.about:
        for item, kind in _list_properties(about, game):
            yield replace(item, detail=f"{item.detail} (of `it`)"), kind
    if expected == YES_NO:
        yield from ((item, None) for item in complete_words(("yes", "no", "not"), "keyword", 3))
    yield from _list_properties(Type("table"), game)
    for rule in analysis.checker.symbols.rules.values():
        yield _complete_rule(rule), rule.type
    for primitive in analysis.checker.symbols.primitives.values():
        if not primitive.is_procedure:
            yield _complete_primitive(primitive, 3), None
    for table in game.tables.values():
        yield CompletionItem(table.word, "table", "table of numbers", 2, f"{table.word}("), NUMBER
    for deck in game.decks.values():
        insert = f"{deck.word}(" if deck.per else ""
        yield CompletionItem(deck.word, "table", "names of the cards of a deck", 2, insert), list_of(name_of(deck.kind))
    for enum in game.enums.values():
        yield CompletionItem(enum.plural, "enum", f"all words of {enum.word}", 4), list_of(Type("enum", enum.word))
    for word, plural in ((each.word, each.plural) for each in game.kinds.values()):
        yield CompletionItem(plural, "kind", f"all pieces of {word}", 4), list_of(piece(word))
        all_names = CompletionItem(f"names of {plural}", "kind", f"names of all definitions of {word}", 4)
        yield all_names, list_of(name_of(word))
    yield from ((item, None) for item in _list_words(gap, game))
    for word, where in (("during", "whether a verb or step goes on"), ("caused_by", "whether this power did it")):
        yield CompletionItem(word, "keyword", where, 4, f"{word}("), None


def _list_words(gap: Gap, game: GameDecl) -> Iterator[CompletionItem]:
    """Yield words of types, and names of cards where a card can be meant."""
    if gap.expected is None:
        yield from (CompletionItem(word, "word", "", 5) for word in game.words)
    if gap.expected is not None and gap.expected.base == "name":
        yield from (
            CompletionItem(each.id, "piece", each.name, 0) for each in game.pieces if each.kind == gap.expected.of
        )


def _list_names(gap: Gap, game: GameDecl) -> Iterator[tuple[str, Type]]:
    """Yield `(name, type)` for the names in scope: local ones, and `you`, `this`, `it`."""
    yield from ((word, type_) for word, type_ in gap.names.items() if " " not in word)
    if gap.you:
        yield from (("you", PLAYER), ("opponents", list_of(PLAYER)))
    yield "players", list_of(PLAYER)
    if game.out is not None:
        yield EVERYBODY, list_of(PLAYER)
    if gap.this is not None:
        yield "this", gap.this
    if gap.about and "it" not in gap.names:
        yield "it", gap.about[-1]


def _rank(items: TypedItems, gap: Gap, game: GameDecl) -> Iterator[CompletionItem]:
    """Yield completions with their ranks: those of the expected type come first, useless ones last."""
    for item, kind in items:
        if gap.expected is None or kind is None:
            yield item
        elif _fits(kind, gap.expected, game):
            yield replace(item, rank=1)
        else:
            leads_on = kind.base in ("player", "piece", "zone", "list")
            yield replace(item, rank=max(item.rank, 3 if leads_on else 6))


def _fits(have: Type, wanted: Type, game: GameDecl) -> bool:
    if have == wanted:
        return True
    if wanted.base == "list":
        item = piece(have.of) if have.base == "zone" else have.item if have.base == "list" else have
        return item is None or wanted.item is None or _fits(item, wanted.item, game)
    if have.base != wanted.base:
        return False
    if have.base == "enum":
        return set(game.enums[have.of].values) <= set(game.enums[wanted.of].values)
    return not wanted.of or have.base == "zone"


def complete_anything(analysis: Analysis, kind: str) -> Iterator[CompletionItem]:
    """Yield completions without analysing the line: words with which abilities begin, and all words."""
    symbols = analysis.checker.symbols
    yield from complete_words(find_spellings((*ABILITIES, *DEFINITIONS) if kind == "library" else ABILITIES), "keyword")
    yield from complete_words(("you", "opponents", "players", "this"), "builtin", 2)
    yield from (_complete_rule(rule, 3) for rule in symbols.rules.values())
    yield from (_complete_procedure(procedure, call=False, rank=3) for procedure in symbols.procedures.values())


def _complete_leaving(gap: Gap) -> Iterator[CompletionItem]:
    """Yield the completions that let an effect end when a piece leaves play."""
    [leaves] = find_spellings(("_LEAVES_PLAY",))
    pieces = [name for name, kind in gap.names.items() if kind.base == "piece"]
    subjects = ("it", *(("this",) if gap.this is not None else ()), *pieces) if gap.place == "ending" else ("",)
    for subject in subjects:
        yield CompletionItem(f"{subject} {leaves}".strip(), "keyword", "as long as a piece is in play", 2)


def _complete_procedure(procedure: typed_tree.TypedProcedure, call: bool, rank: int = 1) -> CompletionItem:
    insert = f"{procedure.word}(" if call and procedure.params else procedure.word
    return CompletionItem(
        procedure.word, "procedure", _render_signature(procedure.kind, procedure.params), rank, insert
    )


def _complete_rule(rule: typed_tree.TypedRule, rank: int = 2) -> CompletionItem:
    gives = f" gives {rule.type}" if rule.type is not None else ""
    insert = f"{rule.word}(" if rule.params else rule.word
    return CompletionItem(rule.word, "rule", _render_signature("rule", rule.params) + gives, rank, insert)


def _complete_primitive(primitive: Primitive, rank: int) -> CompletionItem:
    roles = ", ".join(role.word for role in primitive.roles)
    insert = f"{primitive.word}(" if primitive.roles else primitive.word
    return CompletionItem(primitive.word, "primitive", f"({roles}) {primitive.doc}", rank, insert)


def _render_signature(kind: str, params: Iterable[typed_tree.TypedVar]) -> str:
    roles = ", ".join(
        param.word if str(param.type) == param.word else f"{param.word}: {param.type}" for param in params
    )
    return f"{kind}({roles})" if roles else kind


def list_types(game: GameDecl) -> Iterator[CompletionItem]:
    """Yield every type, with its plural."""
    for kind in (NUMBER, Type("yes_no"), PLAYER, TEXT, ZONE):
        yield CompletionItem(kind.base, "enum", "type", 2)
    yield CompletionItem("players", "enum", "list of player", 3)
    declared = [(decl.word, decl.plural) for decl in game.enums.values()]
    declared += [(kind.word, kind.plural) for kind in game.kinds.values()]
    for word, plural in declared:
        yield CompletionItem(word, "enum", "type", 1)
        yield CompletionItem(plural, "enum", f"list of {word}", 2)
    for each in game.kinds.values():
        yield CompletionItem(f"name of {each.word}", "enum", "type", 3)
        yield CompletionItem(f"names of {each.plural}", "enum", f"list of name of {each.word}", 3)
