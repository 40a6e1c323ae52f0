"""Built-in procedures about tokens, which are created and removed in play."""

from __future__ import annotations

from cardwright.builtins.registry import BuiltinParameter, KernelCall, Primitive, declare
from cardwright.declarations.types import list_of, piece

declare(
    Primitive(
        "create",
        (BuiltinParameter("token", "token"), BuiltinParameter("to", "zone")),
        lambda types: list_of(piece(types[0].of if types else "")),
        lambda b, token, to: b.create(token, to),
        "create one {token} in {to}",
        "Moves a token from its pool into a zone and gives a list with it. If the pool is empty, "
        "the list is empty and all players are told. This word exists only in games with tokens, "
        "which are pieces with a `pool`.",
        "create(raft, to: you.fleet)",
        is_procedure=True,
        calls=(KernelCall("renew", 1, "changes"),),
        called="new",
        tokens=True,
    )
)
