"""Built-in functions about lists."""

from collections.abc import Sequence
from typing import Any

from cardwright.builtins.registry import BuiltinParameter, KernelCall, Primitive, declare
from cardwright.declarations.value_types import MAYBE_NUMBER, NUMBER, YES_NO, Type


def _take_first_type(types: Sequence[Type]) -> Type:
    return types[0]


def _make_item(types: Sequence[Type]) -> Type:
    return types[0].item or types[0]


def _lower_any(b: Any, values: Any) -> Any:
    item = values.type.item
    if item is not None and item.base == "yes_no":
        return b.fold("any", YES_NO, b.list(values))
    return b.some(values)


declare(
    Primitive(
        "count",
        (BuiltinParameter("list", "list"),),
        lambda b, values: b.count(values),
        "the number of {list}",
        "The number of items of a list, or of pieces in a zone.",
        "count(you.hand where sort is tea)",
        result=lambda _: NUMBER,
    ),
    Primitive(
        "any",
        (BuiltinParameter("list", "list"),),
        _lower_any,
        "any {list}",
        "Whether any value in a list of yes and no is yes; for another list, whether it has items.",
        "any(you.hand where tier is 3)",
        result=lambda _: YES_NO,
    ),
    Primitive(
        "all",
        (BuiltinParameter("list", "list of yes_no"),),
        lambda b, values: b.fold("all", YES_NO, b.list(values)),
        "all {list}",
        "Whether every value in a list of yes and no is yes; yes for an empty list.",
        "all(p.ready for each p in players)",
        result=lambda _: YES_NO,
    ),
    Primitive(
        "distinct",
        (BuiltinParameter("list", "list"),),
        lambda b, values: b.op("distinct", values.type, b.list(values)),
        "the different {list}",
        "The list with every item once, in the order of first appearance. `none` counts as an item.",
        "count(distinct(you.goods.good))",
        result=_take_first_type,
    ),
    Primitive(
        "first",
        (BuiltinParameter("list", "list"), BuiltinParameter("number", "number", 1, least=0)),
        lambda b, values, number: b.op("head", values.type, b.list(values), b.value(number)),
        "the first {number} of {list}",
        "The first items of a list, as many as there are, as a list.",
        "first(ship.contracts)",
        result=_take_first_type,
    ),
    Primitive(
        "last",
        (BuiltinParameter("list", "list"), BuiltinParameter("number", "number", 1, least=0)),
        lambda b, values, number: b.op("last", values.type, b.list(values), b.value(number)),
        "the last {number} of {list}",
        "The last items of a list, as many as there are, as a list.",
        "last(ship.contracts)",
        result=_take_first_type,
    ),
    Primitive(
        "the",
        (BuiltinParameter("list", "items"),),
        lambda b, values: b.op("the_one", values.type.item, b.list(values)),
        "the only one of {list}",
        "The only item of a list, or the only piece in a zone. With none or several, the answer "
        "that led there fails with an error that names the file and the line.",
        "the(you.hand where sort is crew).tier",
        result=_make_item,
        calls=(KernelCall("the_one", "L:I", fails=True),),
    ),
    Primitive(
        "connected",
        (BuiltinParameter("start", "nodes"), BuiltinParameter("by", "step")),
        lambda b, reached: b.list(reached),
        "what is connected with {start}",
        "All items that can be reached from one or several, these included, by going from each item to what `by` "
        "gives: the name of a rule that takes the item, memory (with a value for each word: all of them), or any "
        "expression about `it`. Each item is in the list once: first those of `start`, then those one step away in the "
        "order in which `by` gives them for the first item, for the second and so on, then those two steps away. What "
        "is none is left out. The items are pieces, players, words or names. A verb or rule of the game can have this "
        "name.",
        "count(connected(active, by: next(it)))",
        result=_take_first_type,
        yields=True,
    ),
    Primitive(
        "steps",
        (BuiltinParameter("start", "nodes"), BuiltinParameter("to", "goals"), BuiltinParameter("by", "step")),
        lambda b, goals, reached: b.steps(reached, goals),
        "the number of steps from {start} to {to}",
        "How many steps the shortest way has from one of some items to the nearest of others, going as in `connected`: "
        "0 if one of them is there already, and `none` if there is no way. A verb or rule of the game can have this "
        "name.",
        "steps(active, to: leader, by: next(it)) is 1",
        result=lambda _: MAYBE_NUMBER,
        yields=True,
    ),
)
