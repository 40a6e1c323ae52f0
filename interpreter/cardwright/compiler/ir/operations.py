"""Operations of the IR, with their Python and C forms and their effects."""

from __future__ import annotations

from cardwright.builtins import all_primitives
from cardwright.source.node_dataclass import frozen

# Effects of an operation: none, reads the state, draws from chance, or changes the state.
PURE, READS, DRAWS, CHANGES = "pure", "reads", "draws", "changes"


@frozen
class Operation:
    """An operation: `python` is its Python template with numbered arguments, `cost` its cost in function calls.

    `effect` is PURE, READS, DRAWS or CHANGES. `fails` is True if the operation can raise an error. `c` has the C types
    of the arguments and of the result, and a template: `LI:L rest({0}, {1})`. Without a template, C calls the function
    that is named like the operation, with the state as first argument. `c` is "" for an operation that a method of the
    C generator prints.
    """

    python: str
    effect: str = PURE
    cost: int = 1
    fails: bool = False
    gives: str = ""  # `tuple` or `list`, if the Python type of the result is certain
    c: str = ""


def _find_calls(name: str, c: str, effect: str = PURE, fails: bool = False, gives: str = "") -> Operation:
    arguments = [f"{{{n}}}" for n in range(c.index(":"))]
    call = ", ".join(arguments if effect == PURE else ["S", *arguments])
    return Operation(f"{name}({call})", effect, 4, fails=fails, gives=gives, c=c)


def parse_c_form(name: str, form: str) -> tuple[str, str, str]:
    """Return the C types of an operation's arguments, that of its result, and its template."""
    types, _, template = form.partition(" ")
    arguments, _, result = types.partition(":")
    call = ", ".join(["S", *(f"{{{n}}}" for n in range(len(arguments)))])
    return arguments, result, template or f"{name}({call})"


OPERATIONS: dict[str, Operation] = {
    # numbers
    "add": Operation("({0} + {1})", c="II:I"),
    "sub": Operation("({0} - {1})", c="II:I"),
    "mul": Operation("({0} * {1})", c="II:I"),
    "product": _find_calls("product", "II:I", fails=True),
    "beyond": Operation("(not -NO_LIMIT <= {0} <= NO_LIMIT)", c="I:I beyond({0})"),
    "endless": Operation("(len({0}) > LONGEST)", c="L:I (({0}).n > LONGEST)"),
    "floor": Operation("({0} // {1})", c="II:I floordiv(S, {0}, {1})"),
    "ceil": Operation("(-(-{0} // {1}))", c="II:I ceildiv(S, {0}, {1})"),
    "divide": _find_calls("divide", "III:I"),
    # exact division; in C a fraction is a whole number of units, so that `split` divides a fraction by a number
    "share": _find_calls("share", "II:I"),
    "split": Operation("share({0}, {1})", cost=4, c="II:I"),
    # charges the budget for a list: the list, and the charge per item
    "spend": Operation("spend(S, {0}, {1})", DRAWS, 4, fails=True, c="LI:L"),
    # begins an attempt of a search; counts a step: 1 in a long search, -1 at the end of a short attempt; whether an
    # attempt was cut short; whether it has been at such candidates with such a key
    "new_search": Operation("new_search(S, {0})", DRAWS, 4, c="I:I"),
    "search": Operation("search(S)", DRAWS, 4, c=":I"),
    "cut_short": Operation("(run.steps < 0)", DRAWS, 1, c=":I"),
    "tried": Operation("tried(S, {0}, {1})", DRAWS, 4, c="LL:I"),
    "min": Operation("min({0}, {1})", cost=3, c="II:I smaller({0}, {1})"),
    "max": Operation("max({0}, {1})", cost=3, c="II:I larger({0}, {1})"),
    "eq": Operation("({0} == {1})"),
    "ne": Operation("({0} != {1})"),
    "lt": Operation("({0} < {1})", c="II:I ({0} < {1})"),
    "le": Operation("({0} <= {1})", c="II:I ({0} <= {1})"),
    "gt": Operation("({0} > {1})", c="II:I ({0} > {1})"),
    "ge": Operation("({0} >= {1})", c="II:I ({0} >= {1})"),
    "not": Operation("(not {0})"),
    "int": Operation("int({0})", cost=2, c="I:I ({0})"),
    # bitsets
    "meet": Operation("({0} & {1})", c="MM:M meet({0}, {1})"),
    "join": Operation("({0} | {1})", c="MM:M join({0}, {1})"),
    "less": Operation("({0} & ~{1})", c="MM:M less({0}, {1})"),
    "invert": Operation("(~{0})", c="M:M invert({0})"),
    "bit": Operation("(1 << {0})", c="I:M"),
    "holds": Operation("({0} >> {1} & 1 == 1)", c="MI:I"),
    "lacks": Operation("({0} >> {1} & 1 == 0)", c="MI:I (!holds(S, {0}, {1}))"),
    "above": Operation("({0} >> {1} + 1 << {1} + 1)", c="MI:M"),
    "nth": _find_calls("nth", "MI:I nth({0}, {1})"),
    "take": _find_calls("take", "MI:M"),
    "bits": Operation("({0}).bit_count()", c="M:I bits({0})"),
    "some bits": Operation("({0} != 0)", c="M:I somebits({0})"),
    "ids": _find_calls("ids", "M:L", gives="tuple"),
    "mask_of": _find_calls("mask_of", "L:M"),
    "one_each": Operation("one_each({0}, {1})", cost=4, gives="list"),
    "next_of": Operation("next_of({0}, {1}, {2})", cost=4, gives="list"),
    "in_groups": Operation("in_groups({0}, {1})", cost=4, gives="list"),
    # lists
    "new": Operation("[]", gives="list"),
    "tuple": Operation("tuple({0})", gives="tuple", c="L:L {0}"),
    "list": Operation("[*{0}]", gives="list", c="L:L {0}"),
    "run": Operation("range({0}, {1} + 1)", cost=2, c="II:L numbers(S, {0}, {1}, 1)"),
    "len": Operation("len({0})", c="L:I ({0}).n"),
    "some": Operation("(len({0}) > 0)", c="L:I (({0}).n > 0)"),
    "sure": _find_calls("sure", "I:I", fails=True),
    "free_one": _find_calls("free_one", "L:I the_one(S, {0})", fails=True),
    "spare_one": _find_calls("spare_one", "LI:I the_one(S, {0})", fails=True),
    "at": Operation("{0}[{1}]", fails=True),
    "rest": Operation("{0}[{1}:]", gives="tuple", c="LI:L rest({0}, {1})"),
    "but_last": Operation("{0}[:-1]", gives="tuple", c="L:L but_last({0})"),
    "head": Operation("tuple({0}[:max(0, {1})])", cost=3, gives="tuple", c="LI:L head({0}, {1})"),
    "last": _find_calls("last", "LI:L last({0}, {1})", gives="tuple"),
    "index": Operation("{0}.index({1})", cost=2, fails=True, c="LI:I find_index(S, {0}, {1})"),
    "times": Operation("{0}.count({1})", cost=2),
    "in": Operation("({0} in {1})", cost=2),
    "not in": Operation("({0} not in {1})", cost=2),
    "within": Operation("(set({0}) <= set({1}))", cost=4, c="LL:I within({0}, {1})"),
    "same": Operation("(tuple({0}) == tuple({1}))", cost=3, c="LL:I same({0}, {1})"),
    "without": _find_calls("without", "LL:L", gives="tuple"),
    "joined": _find_calls("joined", "LL:L", gives="tuple"),
    "distinct": Operation("tuple(dict.fromkeys({0}))", cost=4, gives="tuple", c="L:L"),
    "sorted": Operation("in_order({0})", cost=4, gives="tuple", c="L:L"),
    "backwards": Operation("{0}[::-1]", cost=2, c="L:L"),
    "there": _find_calls("there", "L:L", gives="tuple"),
    "look_up": _find_calls("look_up", "LI:I"),
    "choices": _find_calls("choices", "LII:L", READS, gives="list"),
    "unlike": _find_calls("unlike", "L:L", gives="list"),
    # the table
    "top": _find_calls("top", "II:L", READS, gives="tuple"),
    "content": _find_calls("content", "I:L", READS, gives="tuple"),
    "controller": _find_calls("controller", "I:I", READS),
    "holder": _find_calls("holder", "II:I", READS),
    "decider": _find_calls("decider", "I:I", READS),
    "active": _find_calls("active", ":I", READS),
    "order": _find_calls("order", "L:L", READS, gives="list"),
    "ranking": _find_calls("ranking", "LI:L", READS, gives="tuple"),
    "own_abilities": _find_calls("own_abilities", "IL:L", READS, gives="list"),
    "in_play": _find_calls("in_play", "I:I", READS),
    "lies_open": _find_calls("lies_open", "I:I", READS),
    "apart": _find_calls("apart", "L:L", READS, gives="list"),
    "special": _find_calls("special", ":M", READS),
    "put": _find_calls("put", "LII:I", CHANGES),
    # in segments only: empties the names of suspended texts
    "forget": Operation("forget(K, HELD, {0})", CHANGES, 4, c="L:I"),
    # in segments only: the places of all frames of a segment on the stack, and the variables of one of these
    "frames": Operation("frames(S, K, {0})", READS, 4, gives="list"),
    "framed": Operation("K[{0}][{1} + 1]", READS, c="II:I S->k[{0} + {1}]"),
    "framed list": Operation("K[{0}][{1} + 1]", READS, c="II:L ld(S, S->k[{0} + {1}])"),
    "reframe": Operation("reframe(K, {0}, {1}, {2})", CHANGES, 4, c="III:I (S->k[{0} + {1}] = {2})"),
    "reframe list": Operation("reframe(K, {0}, {1}, {2})", CHANGES, 4, c="IIL:I (S->k[{0} + {1}] = keep(S, {2}))"),
    # the height of the stack; then: moves the frames above a height to a place below it, and puts all above in order
    "height": Operation("len(K)", READS, c=":I S->ksp"),
    "rotate frames": Operation("rotate(K, {0}, {1})", CHANGES, 4, c="II:I rotate(S, {0}, {1})"),
    "order frames": Operation("order_frames(S, K, {0})", CHANGES, 4, c="I:I order_frames(S, {0})"),
    # the abilities whose reactions wait above a place: all, or those that come first and have one holder; who that is;
    # then: moves the frames of one of them to the top, or to the place
    "pending": Operation("pending(S, K, {0}, {1}, BODY)", READS, 4, gives="tuple", c="II:L pending(S, {0}, {1})"),
    "top holder": Operation("K[-1][2]", READS, c=":I S->k[S->ksp - WIDTHS[S->k[S->ksp - 1]] + 1]"),
    "move entry": Operation("move_entry(K, {0}, {1}, {2}, BODY)", CHANGES, 4, c="III:I move_entry(S, {0}, {1}, {2})"),
    # chance
    "rand": _find_calls("rand", "I:I rnd(S, {0})", DRAWS),
    "drawn_item": Operation("S[0].drawn_item(S, {0}, {1}, {2})", DRAWS, 4),
    "chance": Operation("S[0].chance(S, {0}, {1}, {2})", DRAWS, 4),
    "sample": Operation("sample(S, {0}, {1}, {2})", DRAWS, 4, gives="tuple"),
    "by_backs": _find_calls("by_backs", "ILII:L", DRAWS, gives="list"),
    "on_backs": _find_calls("on_backs", "IL:L", DRAWS, gives="list"),
    # abilities: an entry packs the number of an ability and its piece
    "ability": Operation("({0} >> 16)", c="I:I (({0}) >> 16)"),
    "piece": Operation("({0} & 65535)", c="I:I (({0}) & 65535)"),
}
OPERATIONS |= {
    call.name: _find_calls(call.name, call.c, call.effect, call.fails, call.gives)
    for primitive in all_primitives().values()
    for call in primitive.calls
}
