"""Queries on typed and syntax trees, such as public values and narrowed numbers."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import PLAYERS, TABLE
from cardwright.declarations.value_types import MAYBE_NUMBER, NUMBER
from cardwright.phrases.templates import list_parameters, parse_template
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as syntax

# Limits for the verbs that a message names, and for the lines of one that does little else than to change memory.
MAX_NAMED_VERBS = 3
MAX_LINES_OF_CHANGE = 4
_MADE_OF_OTHERS = (
    *(
        typed_tree.LiteralExpr,
        typed_tree.BinaryExpr,
        typed_tree.DivideExpr,
        typed_tree.NarrowedExpr,
        typed_tree.CompareExpr,
        typed_tree.LogicExpr,
        typed_tree.NotExpr,
        typed_tree.ListExpr,
        typed_tree.FilterExpr,
    ),
    *(typed_tree.CollectExpr, typed_tree.ReachExpr),
    *(typed_tree.PlayersExpr, typed_tree.OpponentsExpr, typed_tree.WordsExpr, typed_tree.NamesExpr),
)


def is_public(value: typed_tree.Value, public: Collection[typed_tree.TypedVar]) -> bool:
    """Return True if all parts of a value are public: open memory, constants, and the variables in `public`."""
    bound = typed_tree.find_bound(value)
    return all(_is_open(node, public, bound) for node in typed_tree.walk_tree(value))


def _is_open(node: object, public: Collection[typed_tree.TypedVar], bound: Collection[typed_tree.TypedVar]) -> bool:
    if isinstance(node, typed_tree.LocalExpr):
        return node.var in public or node.var in bound
    if isinstance(node, typed_tree.MemoryExpr):
        return node.memory.owner in (TABLE, PLAYERS) and not node.memory.secret
    return isinstance(node, _MADE_OF_OTHERS)


def find_mentioned_parameters(
    procedure: typed_tree.TypedProcedure, roles: Collection[typed_tree.TypedVar]
) -> set[typed_tree.TypedVar]:
    """Return the parameters that the phrase of a procedure mentions, so that the log shows their values."""
    said = list_parameters(parse_template(procedure.phrase or ""))
    return {role for role in roles if role.word in said}


MISPLACED = declare_code("misplaced")
# The greatest number of nodes of a name's value with all names in it expanded.
MAX_WRITTEN_OUT = 5_000
TOO_MUCH = declare_code("exponential-names")


def count_expanded_nodes(value: typed_tree.Value, sizes: Mapping[typed_tree.TypedVar, int]) -> int:
    """Return how many nodes a value has after its local names are replaced by their values.

    `sizes` has the number of nodes of each of these values.
    """
    return sum(
        sizes.get(each.var, 1) if isinstance(each, typed_tree.LocalExpr) else 1 for each in typed_tree.walk_tree(value)
    )


def find_requirements(nodes: tuple[syntax.Stmt, ...]) -> Iterator[syntax.RequireNode]:
    """Yield each `require` among statements and in their `if` branches, but not those inside a decision."""
    for node in nodes:
        if isinstance(node, syntax.RequireNode):
            yield node
        elif isinstance(node, syntax.IfNode):
            for body in (*(body for _, body in node.branches), *([node.otherwise] if node.otherwise else [])):
                yield from find_requirements(body.statements)


def name_from(node: syntax.LetNode | syntax.ForEachNode | syntax.PickNode) -> int:
    """Return the offset after which a statement declares its name."""
    if isinstance(node, syntax.PickNode):
        return node.start if node.amount is None else node.amount.end
    return node.start + len("let " if isinstance(node, syntax.LetNode) else "for each ")


def is_set(value: typed_tree.Value) -> bool:
    """Return True if a list of pieces can be a bitset, as its order does not matter."""
    of_pieces = value.type.base == "list" and value.type.item is not None and value.type.item.base == "piece"
    return of_pieces and typed_tree.is_unordered(value, is_set)


def find_numbers_by(condition: typed_tree.Value, holds: bool = True) -> tuple[typed_tree.Value, ...]:
    """Return the nullable values that are certainly numbers if a condition holds.

    With `holds` False, they are numbers if it does not hold.
    """
    if isinstance(condition, typed_tree.NotExpr):
        return find_numbers_by(condition.value, not holds)
    if isinstance(condition, typed_tree.LogicExpr) and (condition.operator == "and") == holds:
        return (*find_numbers_by(condition.left, holds), *find_numbers_by(condition.right, holds))
    if isinstance(condition, typed_tree.CompareExpr) and condition.operator in ("is", "is not"):
        same = (condition.operator == "is") == holds
        sides = (condition.left, condition.right), (condition.right, condition.left)
        return tuple(one for one, other in sides if one.type == MAYBE_NUMBER and _is_number_if_equal(other, same))
    return ()


def find_numbers_among(items: typed_tree.Value, var: typed_tree.TypedVar) -> tuple[typed_tree.Value, ...]:
    """Return the nullable values that must be numbers for an item `var` of a filtered list to meet the filter."""
    if not isinstance(items, typed_tree.FilterExpr):
        return ()
    return (
        *find_numbers_by(typed_tree.substitute(items.where, {items.it: typed_tree.LocalExpr(var)})),
        *find_numbers_among(items.list, var),
    )


def _is_number_if_equal(other: typed_tree.Value, same: bool) -> bool:
    """Return True if a value that equals `other` must be a number; without `same`, a value that differs from it."""
    return other.type == NUMBER if same else isinstance(other, typed_tree.LiteralExpr) and other.type == MAYBE_NUMBER


def needs_own_defaults(procedure: typed_tree.TypedProcedure, doer: typed_tree.Value | None) -> bool:
    """Return True if several players call a procedure whose defaults depend on the player."""
    you = procedure.you
    if you is None or not is_list_of_players(doer):
        return False
    return any(typed_tree.uses_variable(default, you) for default in procedure.defaults if default is not None)


def is_list_of_players(doer: typed_tree.Value | None) -> bool:
    """Return True if the subject is a list of players."""
    return doer is not None and doer.type.base == "list"


def store_result(statement: typed_tree.Stmt | None, var: typed_tree.TypedVar) -> typed_tree.Stmt | None:
    """Return the call `statement` with its result assigned to `var`; any other statement unchanged."""
    if isinstance(statement, typed_tree.PerformStmt | typed_tree.ActStmt):
        return replace(statement, into=var)
    return statement


def list_asked_rules(checked: typed_tree.CheckedGame) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """Return the entry `asked` of a look: the rules in its templates as (rule, type), by kind of piece or `player`.

    Without such rules, it is {}.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    for word, of in dict.fromkeys((str(each.named.value), each.of) for each in checked.game.look_rules if each.of):
        found.setdefault(of, []).append((word, (checked.rules[word].type or NUMBER).base))
    return {"asked": found} if found else {}


def find_verbs_changing(procedures: Iterable[typed_tree.TypedProcedure], word: str, operator: str) -> Sequence[str]:
    """Return the verbs that do little else than to change memory, those with this operator if there are any."""
    changes = re.compile(rf"\b{word}\b(?:\[[^]\n]*\])? *([-+]?=)")
    found = sorted(
        (sign[1] != operator, each.text.count("\n"), each.word)
        for each in procedures
        if each.kind == "verb" and (sign := changes.search(each.text)) is not None
    )
    short = [verb for other, lines, verb in found if lines <= MAX_LINES_OF_CHANGE and other == found[0][0]]
    return short[:MAX_NAMED_VERBS]
