"""Rolls and coin flips with outcomes that only some players learn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.reaching_definitions import STATEMENTS, ReachingDefinitions
from cardwright.phrases.templates import list_parameters, parse_template

ROLLS = ("roll", "flip_coin")
# Statements that reveal nothing themselves, only by the statements inside them.
_QUIET = (
    typed_tree.LetStmt,
    typed_tree.IfStmt,
    typed_tree.ForEachStmt,
    typed_tree.RepeatStmt,
    typed_tree.TogetherStmt,
    typed_tree.OptionStmt,
    typed_tree.PickingStmt,
)


@dataclass(slots=True)
class PrivateRolls:
    """Rolls whose outcomes go only into memory that not everybody sees.

    `aside` maps each roll that other players cannot notice to its variable; the key is the identity of the statement.
    `stores` are the statements that store the outcomes, by identity. `revealed` are pairs `(roll, statement)` where the
    statement shows the outcome to everybody although another stores the outcome itself in such a memory.
    """

    aside: dict[int, typed_tree.TypedVar] = field(default_factory=dict)
    stores: dict[int, list[typed_tree.TypedVar]] = field(default_factory=dict)
    revealed: list[tuple[typed_tree.ActStmt, object]] = field(default_factory=list)

    @classmethod
    def all(cls, checked: typed_tree.CheckedGame, definitions: ReachingDefinitions, openly: set[str]) -> PrivateRolls:
        """Find the private rolls of a game. `openly` holds the kinds that lie face up in every zone."""
        found = cls()
        statements = [node for node in typed_tree.walk_bodies(checked) if isinstance(node, STATEMENTS)]
        rolls = [each for each in statements if isinstance(each, typed_tree.ActStmt) and each.primitive.word in ROLLS]
        if not rolls:
            return found
        dependents = _index_variables(definitions.made_of())
        results = {roll.into: _find_dependent_variables(roll.into, dependents) for roll in rolls if roll.into}
        sought = set().union(*results.values())
        texts = [body for body in typed_tree.list_bodies(checked) if not sought.isdisjoint(_find_names(body))]
        within = {id(node) for node in typed_tree.walk_tree(tuple(texts))}
        mentions = _index_statements(statements, within, definitions)
        computed: dict[typed_tree.TypedVar, set[typed_tree.TypedVar]] | None = None
        for roll in rolls:
            if roll.into is not None:
                names = results[roll.into]
                stores, tells = [], []
                for place in sorted({place for name in names for place in mentions.get(name, ())}):
                    each = statements[place]
                    if isinstance(each, typed_tree.SetMemoryStmt) and _is_hidden_from_some(each.target, openly):
                        stores.append(each)
                    elif each is not roll and _is_noticeable(each, names, definitions):
                        tells.append(each)
                if stores and not tells:
                    found.aside[id(roll)] = roll.into
                    for store in stores:
                        found.stores.setdefault(id(store), []).append(roll.into)
                    continue
                if not stores:
                    continue
                # a result that only decides whether something is stored is not stored itself
                if computed is None:
                    given = {var: [each.value for each in every] for var, every in definitions.of.items()}
                    computed = _index_variables(given)
                values = _find_dependent_variables(roll.into, computed)
                if any(_find_names(tuple(_walk_own_nodes(store))) & values for store in stores):
                    found.revealed += [(roll, each) for each in tells[:1]]
        return found


def _find_dependent_variables(
    roll: typed_tree.TypedVar, dependents: dict[typed_tree.TypedVar, set[typed_tree.TypedVar]]
) -> set[typed_tree.TypedVar]:
    """Return the variables with values that depend on the outcome of a roll."""
    found, stack = {roll}, [roll]
    while stack:
        new = dependents.get(stack.pop(), set()) - found
        found |= new
        stack += new
    return found


def _index_variables(
    values: Mapping[typed_tree.TypedVar, Sequence[typed_tree.Value | None]],
) -> dict[typed_tree.TypedVar, set[typed_tree.TypedVar]]:
    """Return, by variable, the variables with values that mention it; `values` are those of each variable."""
    found: dict[typed_tree.TypedVar, set[typed_tree.TypedVar]] = {}
    for var, given in values.items():
        for name in _find_names(tuple(given)):
            found.setdefault(name, set()).add(var)
    return found


def _index_statements(
    statements: Sequence[object], within: Collection[int], definitions: ReachingDefinitions
) -> dict[typed_tree.TypedVar, list[int]]:
    """Return, by variable, the indices of the statements that mention it or are executed under a condition on it.

    Only the statements whose identities are in `within` count.
    """
    found: dict[typed_tree.TypedVar, list[int]] = {}
    around: dict[int, set[typed_tree.TypedVar]] = {}
    for place, statement in enumerate(statements):
        if id(statement) not in within:
            continue
        names = _find_names(tuple(_walk_own_nodes(statement)))
        for each in definitions.paths.get(id(statement), ()):
            if id(each) not in around:
                around[id(each)] = _find_names((each.conditions, each.lists))
            names |= around[id(each)]
        for name in names:
            found.setdefault(name, []).append(place)
    return found


def _walk_own_nodes(statement: object) -> Iterator[object]:
    """Yield the nodes that belong to a statement itself and not to a statement nested in it."""
    stack = list(typed_tree.list_children(statement))
    while stack:
        here = stack.pop()
        if not isinstance(here, STATEMENTS):
            if not isinstance(here, tuple):
                yield here
            stack.extend(typed_tree.list_children(here))


def _find_names(values: object) -> set[typed_tree.TypedVar]:
    """Return the variables that values mention."""
    return {node.var for node in typed_tree.walk_tree(values) if isinstance(node, typed_tree.LocalExpr)}


def _is_hidden_from_some(target: typed_tree.MemoryExpr, openly: set[str]) -> bool:
    """Return True if some player cannot see a memory: it is secret, or its pieces may be hidden."""
    memory = target.memory
    return memory.secret or (memory.owner not in ("table", "player") and memory.owner not in openly)


def _is_noticeable(statement: object, names: set[typed_tree.TypedVar], definitions: ReachingDefinitions) -> bool:
    """Return True if other players can infer the values of some variables from the effects of a statement."""
    if isinstance(statement, _QUIET) or (
        isinstance(statement, typed_tree.ActStmt) and statement.primitive.word in ROLLS
    ):
        return False
    if isinstance(statement, typed_tree.ControlStmt):
        return statement.word != "stop"
    if not isinstance(statement, typed_tree.PerformStmt):
        return True
    path = definitions.paths.get(id(statement), ())
    if any(_find_names((a.conditions, a.lists)) & names for a in path) or _find_names(statement.doer) & names:
        return True
    procedure = statement.procedure
    if procedure.kind != "verb" and not procedure.phrase:
        return False
    said = set(list_parameters(parse_template(procedure.phrase))) if procedure.phrase else None
    return any(
        bool(_find_names(arg) & names) and (said is None or param.word in said)
        for param, arg in zip(procedure.params, statement.args, strict=True)
    )
