"""Reserve of pieces that `create` can bring into a game, by what its texts create."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from cardwright.checker import typed_tree
from cardwright.checker.semantic_checks.zone_kinds import find_moved_kind
from cardwright.declarations.model import TABLE, GameDecl, PieceDef, ZoneDecl
from cardwright.declarations.validation import MAX_PIECES, TOO_MANY_PIECES
from cardwright.program_format import RESERVE
from cardwright.source.diagnostics import Diagnostic

# How many pieces of one definition `create` can have made at the same time, if a text names the definition.
MAX_NAMED = 20
# If any definition of a kind can be meant, they share so many, and each has at least the smaller number.
MAX_COMPUTED, MIN_COMPUTED = 2_000, 2


@dataclass(slots=True)
class _Created:
    """What the texts of a game create: definitions by number, and kinds of which it can be any; `kinds` are all."""

    named: set[int] = field(default_factory=set)
    computed: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)


def add_reserve(checked: typed_tree.CheckedGame, texts: Iterable[str]) -> list[Diagnostic]:
    """Add the pieces that its texts can create to a checked game, in a reserve for each of their kinds.

    A definition with a `pool` needs none. `texts` are the rule texts as written: most games create nothing. Return an
    error if a match would have too many pieces.
    """
    if not any("create" in text or "vanish" in text for text in texts):
        return []
    game, created = checked.game, _find_created(checked)
    kinds = sorted(created.kinds & game.kinds.keys())
    there = {zone.word for zone in game.zones}
    added = [zone for zone in (_declare(game, kind) for kind in kinds) if zone.word not in there]
    pieces = tuple(_with_spare(game, created))
    checked.game = replace(game, pieces=pieces, zones=(*game.zones, *added))
    spare = Counter({kind: sum(piece.spare for piece in pieces if piece.kind == kind) for kind in kinds})
    total = sum(piece.most(game.players) for piece in game.pieces) + spare.total()
    if total <= MAX_PIECES:
        return []
    ((kind, _),) = spare.most_common(1)
    message = f"`create` can make any {kind}: with room for {MIN_COMPUTED} of each, a match has {total:,} pieces"
    label = f"more than {MAX_PIECES:,} are too many"
    return [Diagnostic(TOO_MANY_PIECES, message, game.kinds[kind].span, label)]


def _find_created(checked: typed_tree.CheckedGame) -> _Created:
    """Return what the bodies of a game create, and of which kinds pieces vanish."""
    found = _Created()
    for act in typed_tree.walk_tree(typed_tree.list_bodies(checked)):
        if isinstance(act, typed_tree.ActStmt) and act.primitive.tokens:
            what = act.args[0]
            is_name = what.type.base == "name"
            found.kinds.add(what.type.of if is_name else find_moved_kind(what.type))
            if is_name and isinstance(what, typed_tree.LiteralExpr):
                found.named.add(what.value)
            elif is_name:
                found.computed.add(what.type.of)
    return found


def _with_spare(game: GameDecl, created: _Created) -> Iterable[PieceDef]:
    """Yield the definitions of a game with the number of spare pieces of each."""
    defined = Counter(piece.kind for piece in game.pieces if piece.pool is None)
    for number, piece in enumerate(game.pieces):
        spare = 0
        if piece.pool is None and piece.kind in created.computed:
            spare = max(MIN_COMPUTED, min(MAX_NAMED, MAX_COMPUTED // defined[piece.kind]))
        if piece.pool is None and number in created.named:
            spare = MAX_NAMED
        yield replace(piece, spare=spare) if spare != piece.spare else piece


def _declare(game: GameDecl, kind: str) -> ZoneDecl:
    """Return the reserve of a kind: nobody sees what leaves it unless it comes where they see it."""
    return ZoneDecl(f"{RESERVE} of {kind}", TABLE, kind, "nobody", "nobody", False, RESERVE, game.kinds[kind].span)
