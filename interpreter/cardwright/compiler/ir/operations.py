"""Operations of the IR, with their Python form and their effects."""

from __future__ import annotations

from cardwright.builtins import all_primitives
from cardwright.source.node_dataclass import frozen

# Effects of an operation: none, reads the state, draws from chance, or changes the state.
PURE, READS, DRAWS, CHANGES = "pure", "reads", "draws", "changes"


@frozen
class Operation:
    """An operation: `python` is its Python template with numbered arguments, `cost` its cost in function calls.

    `effect` is PURE, READS, DRAWS or CHANGES. `fails` is True if the operation can raise an error.
    """

    python: str
    effect: str = PURE
    cost: int = 1
    fails: bool = False
    gives: str = ""  # `tuple` or `list`, if the Python type of the result is certain


def _find_calls(name: str, arguments: int, effect: str = PURE, fails: bool = False, gives: str = "") -> Operation:
    first = "" if effect == PURE else "S, " if arguments else "S"
    return Operation(
        f"{name}({first}{', '.join(f'{{{n}}}' for n in range(arguments))})", effect, 4, fails=fails, gives=gives
    )


OPERATIONS: dict[str, Operation] = {
    # numbers
    "add": Operation("({0} + {1})"),
    "sub": Operation("({0} - {1})"),
    "mul": Operation("({0} * {1})"),
    "product": _find_calls("product", 2, fails=True),
    "beyond": Operation("(not -NO_LIMIT <= {0} <= NO_LIMIT)"),
    "endless": Operation("(len({0}) > LONGEST)"),
    "floor": Operation("({0} // {1})"),
    "ceil": Operation("(-(-{0} // {1}))"),
    "divide": _find_calls("divide", 3),
    # charges the budget for a list: the list, and the charge per item
    "spend": Operation("spend(S, {0}, {1})", DRAWS, 4, fails=True),
    "min": Operation("min({0}, {1})", cost=3),
    "max": Operation("max({0}, {1})", cost=3),
    "eq": Operation("({0} == {1})"),
    "ne": Operation("({0} != {1})"),
    "lt": Operation("({0} < {1})"),
    "le": Operation("({0} <= {1})"),
    "gt": Operation("({0} > {1})"),
    "ge": Operation("({0} >= {1})"),
    "not": Operation("(not {0})"),
    "int": Operation("int({0})", cost=2),
    # bitsets
    "meet": Operation("({0} & {1})"),
    "join": Operation("({0} | {1})"),
    "less": Operation("({0} & ~{1})"),
    "invert": Operation("(~{0})"),
    "bit": Operation("(1 << {0})"),
    "holds": Operation("({0} >> {1} & 1 == 1)"),
    "lacks": Operation("({0} >> {1} & 1 == 0)"),
    "above": Operation("({0} >> {1} + 1 << {1} + 1)"),
    "nth": _find_calls("nth", 2),
    "take": _find_calls("take", 2),
    "bits": Operation("({0}).bit_count()"),
    "some bits": Operation("({0} != 0)"),
    "ids": _find_calls("ids", 1, gives="tuple"),
    "mask_of": _find_calls("mask_of", 1),
    "one_each": _find_calls("one_each", 2, gives="list"),
    "next_of": _find_calls("next_of", 3, gives="list"),
    # lists
    "new": Operation("[]", gives="list"),
    "tuple": Operation("tuple({0})", gives="tuple"),
    "list": Operation("[*{0}]", gives="list"),
    "run": Operation("range({0}, {1} + 1)", cost=2),
    "len": Operation("len({0})"),
    "some": Operation("(len({0}) > 0)"),
    "sure": _find_calls("sure", 1, fails=True),
    "free_one": _find_calls("free_one", 1, fails=True),
    "spare_one": _find_calls("spare_one", 2, fails=True),
    "at": Operation("{0}[{1}]", fails=True),
    "rest": Operation("{0}[{1}:]", gives="tuple"),
    "but_last": Operation("{0}[:-1]", gives="tuple"),
    "head": Operation("tuple({0}[:max(0, {1})])", cost=3, gives="tuple"),
    "last": _find_calls("last", 2, gives="tuple"),
    "index": Operation("{0}.index({1})", cost=2, fails=True),
    "times": Operation("{0}.count({1})", cost=2),
    "in": Operation("({0} in {1})", cost=2),
    "not in": Operation("({0} not in {1})", cost=2),
    "within": Operation("(set({0}) <= set({1}))", cost=4),
    "same": Operation("(tuple({0}) == tuple({1}))", cost=3),
    "without": _find_calls("without", 2, gives="tuple"),
    "joined": _find_calls("joined", 2, gives="tuple"),
    "distinct": Operation("tuple(dict.fromkeys({0}))", cost=4, gives="tuple"),
    "there": _find_calls("there", 1, gives="tuple"),
    "look_up": _find_calls("look_up", 2),
    "choices": _find_calls("choices", 3, READS, gives="list"),
    "unlike": _find_calls("unlike", 1, gives="list"),
    # the table
    "top": _find_calls("top", 2, READS, gives="tuple"),
    "content": _find_calls("content", 1, READS, gives="tuple"),
    "controller": _find_calls("controller", 1, READS),
    "holder": _find_calls("holder", 2, READS),
    "active": _find_calls("active", 0, READS),
    "order": _find_calls("order", 1, READS, gives="list"),
    "ranking": _find_calls("ranking", 2, READS, gives="tuple"),
    "lies_open": _find_calls("lies_open", 1, READS),
    "apart": _find_calls("apart", 1, READS, gives="list"),
    "special": _find_calls("special", 0, READS),
    "put": _find_calls("put", 3, CHANGES),
    # in segments only: empties the names of suspended texts
    "forget": Operation("forget(K, HELD, {0})", CHANGES, 4),
    # chance
    "rand": _find_calls("rand", 1, DRAWS),
    "chance": Operation("S[0].chance(S, {0}, {1}, {2})", DRAWS, 4),
    "sample": _find_calls("sample", 3, DRAWS, gives="tuple"),
    "by_backs": _find_calls("by_backs", 4, DRAWS, gives="list"),
    "on_backs": _find_calls("on_backs", 2, DRAWS, gives="list"),
    # abilities: an entry packs the number of an ability and its piece
    "ability": Operation("({0} >> 16)"),
    "piece": Operation("({0} & 65535)"),
}
OPERATIONS |= {
    call.name: _find_calls(call.name, call.arguments, call.effect, call.fails, call.gives)
    for primitive in all_primitives().values()
    for call in primitive.calls
}
