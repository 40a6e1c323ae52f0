"""Effects of procedures on pieces and memory, through the procedures that they call, too."""

from collections.abc import Iterator, Mapping, Sequence

from cardwright.checker import typed_tree

# Built-ins that leave pieces where they are.
IN_PLACE = ("reveal", "show", "turn_up", "turn_down")


def only_shows(procedures: Sequence[typed_tree.TypedProcedure]) -> bool:
    """Return True if procedures do nothing but show pieces, which stay where they are."""
    nodes = [node for each in procedures for node, _ in walk_calls(each)]
    if any(isinstance(node, typed_tree.SetMemoryStmt) for node in nodes):
        return False
    acts = [node for node in nodes if isinstance(node, typed_tree.ActStmt)]
    return bool(acts) and all(each.primitive.word in IN_PLACE for each in acts)


def only_brings(procedures: Sequence[typed_tree.TypedProcedure]) -> bool:
    """Return True if procedures only give the player something, so that it is no price for anything.

    That is pieces from elsewhere than the player has chosen, or more in some memory.
    """
    brings = False
    for node, roles in (found for each in procedures for found in walk_calls(each)):
        match node:
            case typed_tree.ActStmt(primitive=primitive, args=(pieces, typed_tree.ZoneExpr(owner=owner), *_)):
                chosen = any(_is_at_hand(part, roles) for part in typed_tree.walk_tree(pieces))
                if primitive.word != "move" or _find_role(owner, roles) != "you" or chosen:
                    return False
                brings = True
            case typed_tree.SetMemoryStmt(target=target, value=typed_tree.BinaryExpr(operator="+", left=left)):
                if left != target or _find_role(target.owner, roles) != "you":
                    return False
                brings = True
            case typed_tree.ActStmt() | typed_tree.SetMemoryStmt():
                return False
    return brings


def _is_at_hand(value: object, roles: Mapping[typed_tree.TypedVar, str]) -> bool:
    """Return True for pieces that somebody has chosen, and for a zone of the player that they see."""
    if isinstance(value, typed_tree.LocalExpr):
        return value.type.base == "piece" or (value.type.item is not None and value.type.item.base == "piece")
    return (
        isinstance(value, typed_tree.ZoneExpr)
        and _find_role(value.owner, roles) == "you"
        and value.zone.see != "nobody"
    )


def list_lowered(procedure: typed_tree.TypedProcedure) -> set[tuple[str, str]]:
    """Return the owner and the word of each memory that a procedure lowers, or one that it calls.

    The owner is the name of a parameter, `you`, or "" for any other.
    """
    lowered: set[tuple[str, str]] = set()
    for node, roles in walk_calls(procedure):
        match node:
            case typed_tree.SetMemoryStmt(target=target, value=typed_tree.BinaryExpr(operator="-", left=left)):
                if left == target:
                    lowered.add((_find_role(target.owner, roles), target.memory.word))
    return lowered


def list_created(procedure: typed_tree.TypedProcedure) -> set[str]:
    """Return the parameters of a procedure that name the pieces which it creates, or one that it calls."""
    return {
        _find_role(node.args[0], roles)
        for node, roles in walk_calls(procedure)
        if isinstance(node, typed_tree.ActStmt) and node.primitive.word == "create"
    }


def walk_calls(
    procedure: typed_tree.TypedProcedure,
) -> Iterator[tuple[object, Mapping[typed_tree.TypedVar, str]]]:
    """Yield the nodes of a procedure and of all that it calls, with the parameters that their variables stand for."""
    own = {var: var.word for var in procedure.params} | ({procedure.you: "you"} if procedure.you is not None else {})
    called = [(procedure, own)]
    for each, roles in called:  # it grows
        for node in typed_tree.walk_tree(each.body):
            if isinstance(node, typed_tree.PerformStmt) and all(node.procedure is not seen for seen, _ in called):
                inner = node.procedure
                given = [*zip(inner.params, node.args, strict=False), (inner.you, node.doer)]
                called.append((inner, {var: _find_role(value, roles) for var, value in given if var is not None}))
            yield node, roles


def _find_role(value: typed_tree.Value | None, roles: Mapping[typed_tree.TypedVar, str]) -> str:
    return roles.get(value.var, "") if isinstance(value, typed_tree.LocalExpr) else ""
