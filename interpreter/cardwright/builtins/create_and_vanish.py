"""Built-in procedures that bring pieces into the game and take them out of it."""

from cardwright.builtins.registry import BuiltinParameter, KernelCall, Primitive, declare
from cardwright.declarations.value_types import list_of, piece

declare(
    Primitive(
        "create",
        (BuiltinParameter("token", "name"), BuiltinParameter("to", "zone")),
        lambda b, token, to: b.create(token, to),
        "create one {token} in {to}",
        "Makes a piece of this name in a zone and gives a list with it; a name that is `none` makes nothing. It is "
        "like a printed copy, and need not have any (`copies: 0`). A token comes from its `pool`: if that is empty, "
        "the list is empty and all players are told. Of other cards a match can create as many as it needs, until it "
        "has 10,000 pieces; one more stops the game with an error that names card and line. A game can declare a verb "
        "of its own called `create`.",
        "create(raft, to: you.fleet)",
        result=lambda types: list_of(piece(types[0].of if types else "")),
        is_procedure=True,
        calls=(KernelCall("renew", "I:I", "changes"),),
        called="new",
        tokens=True,
    ),
    Primitive(
        "vanish",
        (BuiltinParameter("what", "pieces"),),
        lambda b, what: b.vanish(what),
        "take {what} out of the game",
        "Takes pieces out of the game, with all that lies on them: they lie nowhere and are none of the pieces of "
        "their kind. Their memory, their gained powers and the uses of their powers are forgotten. Whatever held "
        "one of them is `none` from then on, or a list without them: memory, names, parameters, results, `this`, and "
        "what effects have stored. So it can be neither moved nor changed any more (see *Properties of nobody*), and "
        "a verb that is performed with it gets `none`; write down before what is needed after: `let strength = "
        "card.might`. Conditions of `after` that name a piece of their event are decided just before that goes, so "
        "they know its attributes and memory, where it lay and whose it was; in what the reaction then does, it is "
        "`none`. Effects about it end, and so do those that an event of it ends, as soon as it goes. Reactions of it "
        "that have not begun do not happen, and a loop passes it. A token goes back to its `pool`. `create` can make "
        "a piece of the same name, which is new and never the old one. A game can declare a verb of its own called "
        "`vanish`.",
        "vanish(you.fleet where name is raft)",
        is_procedure=True,
        tokens=True,
    ),
)
