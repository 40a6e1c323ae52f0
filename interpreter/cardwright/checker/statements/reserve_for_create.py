"""Reserves of pieces that `create` can bring into a game, derived from the rule texts with `create`."""

import operator
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from cardwright.checker import typed_tree
from cardwright.checker.semantic_checks.wrong_kind_in_zone import find_moved_kind
from cardwright.declarations.model import TABLE, Attribute, GameDecl, PieceDef, ZoneDecl, list_carried_kinds
from cardwright.declarations.whole_game_checks import TOO_MANY_PIECES
from cardwright.source.diagnostics import Diagnostic, note_declared
from cardwright.state_slots_and_table_rows import EVERY, GROWTH, MAX_GROWN_PIECES, MAX_PIECES, RESERVE, Growth

_COMPARISONS = {
    "is": operator.eq, "is not": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
# The nodes of the typed tree that can give names, or conditions on names; `walk_tree` does not enter lists of names.
_NAMING = frozenset((
    typed_tree.CompareExpr, typed_tree.LiteralExpr, typed_tree.DeckExpr, typed_tree.AttributeExpr,
    typed_tree.TableExpr, typed_tree.BuiltinExpr, typed_tree.NamesExpr, typed_tree.FilterExpr, typed_tree.PickStmt,
))  # fmt: skip
# How many pieces of one definition `create` can have made at the same time, from the most to the fewest: the
# definitions share so many. A definition that a text names has at least the first of the small numbers, one that is in
# a match from the start the second, and any other the third.
MAX_OF_EACH, MAX_TOGETHER, MIN_NAMED, MIN_PRESENT, MIN_COMPUTED = 120, 2_000, 40, 10, 2

# The title of a reserve in the log.
OUT = "out of the game"


@dataclass(slots=True)
class _Created:
    """The definitions and kinds of pieces that the rule texts of a game create.

    - `named`: the definitions that a text creates by their ids
    - `written`: the definitions whose ids are in texts, which may hand them to where a computed name is created
    - `computed`: the kinds whose pieces a text creates by a computed name, each with the first such statement
    - `possible`: the definitions whose names can occur as values: in texts, lists of names, and decks
    - `kinds`: the kinds of all pieces that are created or vanish
    """

    named: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)
    computed: dict[str, typed_tree.ActStmt] = field(default_factory=dict)
    possible: set[int] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)


def add_reserve(checked: typed_tree.CheckedGame, texts: Iterable[str]) -> list[Diagnostic]:
    """Add to a checked game a reserve for each kind of piece that its rule texts create or take out of the game.

    Definitions with a `pool` are created from their pool instead. `texts` are the sources of the rule texts, for a fast
    test whether any creates pieces. Returns an error if a match would have too many pieces.
    """
    if not any("create" in text or "vanish" in text for text in texts):
        return []
    game, created = checked.game, _find_created(checked)
    kinds = sorted(created.kinds & game.kinds.keys())
    there = {zone.word for zone in game.zones}
    added = [zone for zone in (_declare(game, kind) for kind in kinds) if zone.word not in there]
    pieces = tuple(_add_spare(game, created))
    checked.game = replace(game, pieces=pieces, zones=(*game.zones, *added))
    spare = Counter({kind: sum(piece.spare for piece in pieces if piece.kind == kind) for kind in kinds})
    total = sum(piece.most(game.players) for piece in game.pieces) + spare.total()
    if total <= MAX_GROWN_PIECES:
        return []
    ((kind, _),) = spare.most_common(1)
    message = f"a match has at most {MAX_GROWN_PIECES:,} pieces, but this one would have {total:,}"
    source = checked.probes.source(created.computed.get(kind))
    if source is None:
        return [Diagnostic(TOO_MANY_PIECES, message, game.kinds[kind].span, "declare fewer of them")]
    label = (
        f"narrow the list of names with `where`, or declare fewer {game.kinds[kind].plural}: any can be created here, "
        "so some of each are set aside"
    )
    notes = note_declared(kind, game.kinds[kind].span)
    return [Diagnostic(TOO_MANY_PIECES, message, source[0].span(source[1]), label, notes)]


def with_more_room(game: GameDecl, growth: Growth) -> GameDecl:
    """Return a game whose reserve has grown."""
    times = Counter(growth)
    return replace(
        game,
        pieces=tuple(
            replace(piece, spare=piece.spare * GROWTH ** (times[EVERY] + times[number]))
            for number, piece in enumerate(game.pieces)
        ),
    )


def with_spare_for(game: GameDecl, named: Collection[int]) -> tuple[PieceDef, ...]:
    """Return the definitions of a game with a reserve; those named by a scenario get spare pieces as well."""
    kinds = {zone.holds for zone in game.zones if zone.is_reserve}
    return tuple(
        replace(piece, spare=max(piece.spare, MIN_NAMED))
        if number in named and piece.kind in kinds and piece.pool is None
        else piece
        for number, piece in enumerate(game.pieces)
    )


def _find_created(checked: typed_tree.CheckedGame) -> _Created:
    """Return the pieces that the rule texts of a game create or take out of the game."""
    found = _Created()
    for act in typed_tree.walk_bodies(checked):
        if isinstance(act, typed_tree.ActStmt) and act.primitive.tokens:
            what = act.args[0]
            is_name = what.type.base == "name"
            moved = [what.type.of] if is_name else list_carried_kinds(checked.game, [find_moved_kind(what.type)])
            found.kinds.update(moved)
            if is_name and isinstance(what, typed_tree.LiteralExpr):
                found.named.add(what.value)
            elif is_name:
                found.computed.setdefault(what.type.of, act)
    if found.computed:
        texts = _list_naming_nodes(typed_tree.list_texts(checked))
        rules = _list_naming_nodes(tuple((rule.cases, rule.names) for rule in checked.rules.values()))
        found.possible = _find_possible_names(checked.game, [*texts, *rules])
        found.written = {
            node.value
            for node in texts
            if isinstance(node, typed_tree.LiteralExpr) and node.type.base == "name" and node.value >= 0
        }
    return found


def _find_possible_names(game: GameDecl, nodes: Iterable[object]) -> set[int]:
    """Return the definitions whose names may occur as values in a match (an upper bound).

    A name can come from a text, a piece, a deck, an attribute, a table or a list of names. Definitions that cannot
    fulfil the condition of a filtered list, by the fixed values of their cards, are left out. `nodes` are those of
    `_list_naming_nodes`.
    """
    found: set[int] = set()
    known: set[int] = set()  # nodes that are only compared, or that are lists with a condition
    for node in nodes:
        match node:
            case typed_tree.CompareExpr(left=left, right=right):
                known |= {id(left), id(right)}
            case typed_tree.LiteralExpr(type=kind, value=value) if kind.base == "name" and value >= 0:
                found.add(value)
            case typed_tree.DeckExpr(deck=deck):
                found.update(number for cards in deck.lists.values() for number in cards)
            case typed_tree.AttributeExpr(attribute=attribute) if attribute.type.base == "name":
                found.update(_list_attribute(game, attribute))
            case typed_tree.TableExpr(table=table) if table.type.base == "name":
                found.update(number for row in table.rows.values() for number in row if number >= 0)
            case typed_tree.BuiltinExpr(word="name", piece=owner) if id(node) not in known:
                found.update(_list_printed(game, owner.type.of))
            case typed_tree.NamesExpr(kind=kind, defined=False) if id(node) not in known:
                found.update(_list_printed(game, kind.word))
            case typed_tree.NamesExpr(kind=kind) if id(node) not in known:
                found.update(number for number, piece in enumerate(game.pieces) if piece.kind == kind.word)
        names, it, where = _find_filtered(node)
        if isinstance(names, typed_tree.NamesExpr) and names.defined and it is not None and where is not None:
            known.add(id(names))
            every = ((number, piece) for number, piece in enumerate(game.pieces) if piece.kind == names.kind.word)
            found.update(number for number, piece in every if _holds(where, it, piece) is not False)
    return found


def _list_naming_nodes(tree: object) -> list[object]:
    """Return the nodes below a tree that can give names, or conditions on names; parents first."""
    found: list[object] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        if type(node) in _NAMING:
            found.append(node)
        stack.extend(typed_tree.list_children(node))
    return found


def _list_attribute(game: GameDecl, attribute: Attribute) -> Iterator[int]:
    """Yield the definitions that an attribute names."""
    for piece in game.pieces:
        number = piece.values.get(attribute.word)
        if game.kinds[piece.kind].attributes.get(attribute.word) == attribute and isinstance(number, int):
            yield from (number,) if number >= 0 else ()


def _list_printed(game: GameDecl, kind: str) -> Iterator[int]:
    """Yield the definitions of a kind that have copies for some number of players."""
    for number, piece in enumerate(game.pieces):
        if piece.kind == kind and piece.most(game.players):
            yield number


def _find_filtered(node: object) -> tuple[typed_tree.Value | None, typed_tree.TypedVar | None, typed_tree.Value | None]:
    """Return (list, item, condition) of a filter or a pick; (None, None, None) for any other node."""
    match node:
        case typed_tree.FilterExpr(list=names, it=it, where=where):
            return names, it, where
        case typed_tree.PickStmt(source=names, item=it, where=where):
            return names, it, where
    return None, None, None


def _holds(condition: typed_tree.Value, it: typed_tree.TypedVar, piece: PieceDef) -> bool | None:
    """Return whether a condition on the name `it` holds for a definition, by the fixed values of its card.

    Returns None if the condition also depends on anything else, such as a counter or a zone.
    """
    if isinstance(condition, typed_tree.NotExpr):
        inner = _holds(condition.value, it, piece)
        return None if inner is None else not inner
    if isinstance(condition, typed_tree.LogicExpr):
        parts = [_holds(part, it, piece) for part in (condition.left, condition.right)]
        decisive = condition.operator == "or"
        return decisive if decisive in parts else None if None in parts else not decisive
    if isinstance(condition, typed_tree.CompareExpr):
        left, right = (_find_printed(side, it, piece) for side in (condition.left, condition.right))
        compare = _COMPARISONS.get(condition.operator)
        return compare(left, right) if compare is not None and left is not None and right is not None else None
    printed = _find_printed(condition, it, piece)
    return None if printed is None else bool(printed)


def _find_printed(value: typed_tree.Value, it: typed_tree.TypedVar, piece: PieceDef) -> int | None:
    """Return the number of a constant, or of an attribute of the item; None for anything else."""
    if isinstance(value, typed_tree.LiteralExpr):
        return value.value
    if isinstance(value, typed_tree.AttributeExpr) and value.piece == typed_tree.LocalExpr(it):
        printed = piece.values.get(value.attribute.word)
        return printed if isinstance(printed, int) else None
    return None


def _add_spare(game: GameDecl, created: _Created) -> Iterable[PieceDef]:
    """Yield the definitions of a game, each with `spare` set to its number of pieces in the reserve."""
    possible = {number for number in created.possible if game.pieces[number].kind in created.computed}
    of_kind = Counter(game.pieces[number].kind for number in possible)
    in_decks = Counter[int]()
    for deck in game.decks.values():
        for cards in deck.lists.values():
            in_decks |= Counter({number: count * game.players[1] for number, count in Counter(cards).items()})
    present = {number for number in possible if in_decks[number] or game.pieces[number].most(game.players)}
    for number, piece in enumerate(game.pieces):
        spare = 0
        if piece.pool is None and number in possible:
            least = MIN_COMPUTED if of_kind[piece.kind] * MIN_COMPUTED < MAX_PIECES else 1
            if number in created.written:
                least = MIN_NAMED
            elif number in present:
                least = max(least, min(MIN_PRESENT, MAX_TOGETHER // len(present)))
            spare = max(least, min(MAX_OF_EACH, MAX_TOGETHER // of_kind[piece.kind])) + in_decks[number]
        if piece.pool is None and number in created.named:
            spare = max(spare, MIN_NAMED, min(MAX_OF_EACH, MAX_TOGETHER // len(created.named)))
        yield replace(piece, spare=spare) if spare > piece.spare else piece


def _declare(game: GameDecl, kind: str) -> ZoneDecl:
    """Return the declaration of the reserve of a kind; no player can see its content."""
    return ZoneDecl(f"{RESERVE} of {kind}", TABLE, kind, "nobody", "nobody", False, OUT, game.kinds[kind].span)
