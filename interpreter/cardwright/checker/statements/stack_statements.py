"""Checks of statements that are put on a stack, and of the statement that carries them out.

A stack object stores in its memory the values that its deferred statements need. The deferred statements become a verb
(or a step, if they have no `you`), and the code that carries them out becomes a step. Later phases of the compiler
therefore need no support for stacks.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from cardwright.builtins import all_primitives
from cardwright.checker import typed_tree
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.names.occurrences import Symbol
from cardwright.checker.names.rule_text_context import AMBIGUOUS_NAME, WRONG_TYPE, Symbols
from cardwright.checker.stack_object_memory import (
    WHAT_WAITS,
    declare_owner_memory,
    declare_piece_memory,
    declare_text_memory,
    declare_value_memory,
)
from cardwright.checker.statements.base_checker import BodyChecker
from cardwright.declarations.field_reader import UNKNOWN_ZONE
from cardwright.declarations.model import TABLE, MemoryDecl, ZoneDecl
from cardwright.declarations.value_types import NUMBER, PLAYER, Type, describe_type, list_of, piece
from cardwright.source.diagnostics import declare_code, note_declared
from cardwright.syntax import tree as syntax

NO_STACK = declare_code("not-a-stack")
_KEEPABLE = ("number", "yes_no", "player", "enum", "piece", "name")


def put_on(checker: BodyChecker, node: syntax.PutOnNode) -> typed_tree.Stmt | None:
    """Check statements that are put on a stack. Return a loop of one round, which stores them in a free stack object.

    A stack object is the piece that stands for deferred statements on the stack.
    """
    checker.no_require(node.body.statements, "nothing can be refused any more when this is carried out")
    scope, symbols, unit = checker.scope, checker.symbols, checker.unit
    stack, free = _find_zones(checker, node.stack)
    you, this, outer = scope.you, scope.this, dict(scope.locals)
    with _open_rule_text(checker) as names:
        later_you, later_this = scope.you, scope.this
        body = checker.statements(node.body.statements)
    used = {later: outer[word] for word, later in names.items() if _needs(body, later)}
    _report_unstorable(checker, node, used)
    if stack is None or free is None:
        return None
    memories = declare_value_memory(symbols, stack.holds, used.values(), scope.public, unit.span(node))
    kept = [(later, memories[var]) for later, var in used.items()]
    given: list[tuple[MemoryDecl, typed_tree.Value]] = [
        (memories[var], typed_tree.LocalExpr(var)) for var in used.values()
    ]
    if this is not None and later_this is not None:
        memory = declare_piece_memory(this.type, stack.holds, unit.span(node))
        kept.insert(0, (later_this, memory))
        given.insert(0, (memory, typed_tree.LocalExpr(this)))
    given.insert(
        0,
        (
            declare_owner_memory(symbols, stack.holds),
            typed_tree.LiteralExpr(PLAYER, -1) if you is None else typed_tree.LocalExpr(you),
        ),
    )
    given.insert(0, (declare_text_memory(stack.holds, unit.span(node)), _make_word(symbols, len(symbols.later))))
    procedure = typed_tree.TypedProcedure(
        f"later {len(symbols.later) + 1}",
        "step" if later_you is None else "verb",
        0,
        unit.span(node),
        _make_phrase(stack, later_you, later_this),
        you=later_you,
        params=tuple(var for var, _ in kept),
        defaults=(None,) * len(kept),
        # with `nothing` first, requirements are not checked in advance, as with a reaction
        body=(typed_tree.ControlStmt("nothing"), *body),
        text=unit.scalar.raw[node.start : node.end],
    )
    symbols.later.append(
        typed_tree.TypedStackObject(
            stack.holds, free, procedure, tuple(kept), checker.title, scope.written(node.body), scope.power
        )
    )
    return _move_to_stack(symbols, free, stack, given)


# `the`, but where there is none it is said that none is free.
FREE_ONE = replace(
    all_primitives()["the"], lower=lambda b, values: b.op("free_one", values.type.item, b.list(values)), calls=()
)


def _move_to_stack(
    symbols: Symbols, free: ZoneDecl, stack: ZoneDecl, given: list[tuple[MemoryDecl, typed_tree.Value]]
) -> typed_tree.Stmt:
    """Return statements that move a free object to the stack and store values in its memory.

    They raise a runtime error if no object is free.
    """
    kind = piece(stack.holds)
    known = all_primitives()
    lying = typed_tree.ContentExpr(_place(free), list_of(kind))
    one = typed_tree.PrimitiveExpr(
        FREE_ONE,
        (typed_tree.PrimitiveExpr(known["first"], (lying, typed_tree.LiteralExpr(NUMBER, 1)), list_of(kind)),),
        kind,
    )
    thing = symbols.var("thing", kind)
    kept = (
        typed_tree.SetMemoryStmt(typed_tree.MemoryExpr(memory, typed_tree.LocalExpr(thing)), value)
        for memory, value in given
    )
    return typed_tree.ForEachStmt(thing, typed_tree.ListExpr((one,), list_of(kind)), (_move(thing, stack), *kept))


def _place(zone: ZoneDecl) -> typed_tree.ZoneExpr:
    return typed_tree.ZoneExpr(zone, None, Type("zone", zone.holds))


def _move(thing: typed_tree.TypedVar, to: ZoneDecl) -> typed_tree.Stmt:
    return typed_tree.ActStmt(
        all_primitives()["move"],
        None,
        (typed_tree.ListExpr((typed_tree.LocalExpr(thing),), list_of(thing.type)), _place(to)),
    )


def _make_word(symbols: Symbols, number: int) -> typed_tree.LiteralExpr:
    """Return the literal for the deferred statements with a number."""
    return typed_tree.LiteralExpr(WHAT_WAITS, len(symbols.game.words) + number)


def _make_phrase(stack: ZoneDecl, you: typed_tree.TypedVar | None, this: typed_tree.TypedVar | None) -> str:
    what = f"what was put on the {stack.title}" if this is None else "the ability of {this}"
    return what if you is None else f"carry out {what}"


# ---------------------------------------------------------------- the later text


@contextmanager
def _open_rule_text(checker: BodyChecker) -> Iterator[Mapping[str, typed_tree.TypedVar]]:
    """Return a context in which `checker` checks statements as a separate rule text.

    The context yields the names in scope, each with the new variable that stands for it inside the context. At the end,
    the scope of `checker` is restored.
    """
    scope = checker.scope
    saved = scope.locals, scope.you, scope.this, scope.loops, scope.replacing, checker.secret
    names = {word: _copy_variable(checker, var) for word, var in scope.locals.items()}
    scope.locals = dict(names)
    scope.you = None if scope.you is None else _copy_variable(checker, scope.you)
    scope.this = None if scope.this is None else _copy_variable(checker, scope.this)
    scope.loops, scope.replacing, checker.secret = 0, False, False
    try:
        yield names
    finally:
        scope.locals, scope.you, scope.this, scope.loops, scope.replacing, checker.secret = saved


def _copy_variable(checker: BodyChecker, var: typed_tree.TypedVar) -> typed_tree.TypedVar:
    """Return a new variable with the name and type of another, for another rule text."""
    scope = checker.scope
    made = replace(scope.symbols.var(var.word, var.type), own=var.own)
    if var in scope.public:
        scope.public.add(made)
    if scope.unit.notes is not None:
        scope.unit.notes.same(made, var)
    return made


def _needs(body: typed_tree.Block, var: typed_tree.TypedVar) -> bool:
    return any(
        (isinstance(node, typed_tree.LocalExpr) and node.var is var)
        or (isinstance(node, typed_tree.LetStmt) and node.var is var)
        for node in typed_tree.walk_tree(body)
    )


def _report_unstorable(
    checker: BodyChecker, node: syntax.PutOnNode, used: Mapping[typed_tree.TypedVar, typed_tree.TypedVar]
) -> None:
    """Report values that the deferred statements need and that a stack object cannot store."""
    for var in used.values():
        item = var.type.item or var.type
        if item.base not in (*_KEEPABLE, "bad"):
            named = (
                each for each in syntax.walk(node.body) if isinstance(each, syntax.NameNode) and each.word == var.word
            )
            message = f"`{var.word}` is {describe_type(var.type)}, which a stack cannot store"
            label = "compute it again inside the deferred statements"
            checker.unit.error(WRONG_TYPE, message, next(named, node.stack), label)


def _find_zones(checker: BodyChecker, name: syntax.NameNode) -> tuple[ZoneDecl | None, ZoneDecl | None]:
    """Return the zone of a stack and the zone of its free objects. Each is None after an error."""
    symbols, unit = checker.symbols, checker.unit
    zones = {word: zone for (owner, word), zone in symbols.zones.items() if owner == TABLE}
    if unit.notes is not None:
        unit.notes.mean(name.start, name.word, Symbol("zone", TABLE, name.word))
        unit.notes.leave_gap("zone", name.word)
    stack = zones.get(name.word)
    if stack is None:
        unit.unknown(UNKNOWN_ZONE, "zone of the table", name.word, unit.span(name), zones)
        return None, None
    free = free_zone(symbols, stack.holds)
    plural, why = symbols.game.kinds[stack.holds].plural, ""
    if not stack.ordered:
        why, label = "it has no order", f"declare `{name.word}` with `ordered: yes`"
    elif stack.see not in ("everyone", "top"):
        why, label = "not everybody sees it", f"declare `{name.word}` with `see: everyone`"
    elif free is stack:
        why = f"as the first zone of {plural} on the table, it holds the unused ones"
        label = f"take or declare another zone of {plural} behind it"
    if not why:
        return stack, free
    unit.error(NO_STACK, f"`{name.word}` cannot be a stack: {why}", name, label, note_declared(name.word, stack.span))
    return stack, None


def free_zone(symbols: Symbols, kind: str) -> ZoneDecl | None:
    """Return the zone of the free stack objects of a kind: the table's first zone for this kind; None without one."""
    zones = symbols.game.zones
    return next((zone for zone in zones if zone.owner == TABLE and zone.holds == kind), None)


# ---------------------------------------------------------------- carrying it out


def carry_out(values: ValueChecker, node: syntax.CarryOutNode) -> typed_tree.Stmt | None:
    """Check `carry out`, which executes the deferred statements of stack objects, one object after the other.

    Returns None after an error.
    """
    items, symbols, unit = values.items(node.things), values.scope.symbols, values.unit
    item = items.type.item
    if items.type.base == "bad":
        return None
    if "carry" in values.scope.locals and "out" in symbols.procedures:
        message = "`carry out` is a statement of the language, and here also `out` performed by `carry`"
        unit.error(AMBIGUOUS_NAME, message, node, "write `(carry) out(...)`, or rename one of the two")
        return None
    if item is None or item.base != "piece":
        message = f"`carry out` needs pieces of a stack, but this is {describe_type(item or items.type)}"
        unit.error(WRONG_TYPE, message, node.things, "name the zone, or some of its pieces: `carry out top(ZONE)`")
        return None
    if isinstance(items, typed_tree.ContentExpr):
        message = "in which order should the stack be carried out?"
        unit.error(
            WRONG_TYPE, message, node.things, "write `top(...)` inside a loop to carry out one item after the other"
        )
        return None
    if free_zone(symbols, item.of) is None:
        plural = symbols.game.kinds[item.of].plural
        message = f"a stack is on the table, but no zone there holds {plural}"
        unit.error(NO_STACK, message, node.things, f"declare one under `zones: table:` with `of: {plural}`")
        return None
    if item.of not in symbols.carrying:
        thing = symbols.var("thing", item)
        symbols.carrying[item.of] = typed_tree.TypedProcedure(
            f"carry out {item.of}", "step", 0, unit.span(node), params=(thing,), defaults=(None,)
        )
    each = symbols.var("thing", item)
    return typed_tree.ForEachStmt(
        each, items, (typed_tree.PerformStmt(symbols.carrying[item.of], None, (typed_tree.LocalExpr(each),)),)
    )


def enter_later(checked: typed_tree.CheckedGame, symbols: Symbols) -> None:
    """Add to a checked game the overloads, the deferred statements, and the steps and memory that execute them later.

    The function can be called again after further definitions were checked.
    """
    procedures = dict(symbols.procedures)
    others = [each for first in symbols.procedures.values() for each in first.sorts[1:]]
    for text in (*others, *(later.procedure for later in symbols.later), *symbols.carrying.values()):
        text.number = len(procedures)
        procedures[text.word] = text
    for kind, procedure in symbols.carrying.items():
        procedure.body = _move_and_run(symbols, kind, procedure.params[0])
    checked.procedures, checked.later = procedures, tuple(symbols.later)
    if symbols.later:
        memory = {(each.owner, each.word): each for each in symbols.game.memory}
        for later in symbols.later:
            kept = (memory for _, memory in later.kept)
            for each in (
                declare_text_memory(later.kind, later.procedure.span),
                declare_owner_memory(symbols, later.kind),
                *kept,
            ):
                memory.setdefault((each.owner, each.word), each)
        checked.game = replace(symbols.game, memory=tuple(memory.values()), words=_list_words(symbols))


def _list_words(symbols: Symbols) -> dict[str, int]:
    """Return the words of a game, with a new word for each group of deferred statements."""
    words = dict(symbols.game.words)
    for number, later in enumerate(symbols.later):
        word, again = later.called, 1
        while word in words:
            again += 1
            word = f"{later.called} ({again})"
        words[word] = _make_word(symbols, number).value
    return words


def _move_and_run(symbols: Symbols, kind: str, thing: typed_tree.TypedVar) -> typed_tree.Block:
    """Return statements that move a stack object to the zone of free ones, and then execute its deferred statements."""
    which = symbols.var("which", WHAT_WAITS)
    branches = tuple(
        (
            typed_tree.CompareExpr("is", typed_tree.LocalExpr(which), _make_word(symbols, number)),
            _make_body(symbols, later, thing),
        )
        for number, later in enumerate(symbols.later)
        if later.kind == kind
    )
    if not branches:
        return ()
    memory = declare_text_memory(kind, symbols.later[0].procedure.span)
    return (
        typed_tree.LetStmt(which, typed_tree.MemoryExpr(memory, typed_tree.LocalExpr(thing))),
        typed_tree.IfStmt(branches, ()),
    )


def _make_body(symbols: Symbols, later: typed_tree.TypedStackObject, thing: typed_tree.TypedVar) -> typed_tree.Block:
    owner = symbols.var("owner", PLAYER)
    names = [symbols.var(var.word, var.type) for var, _ in later.kept]
    kept = (
        typed_tree.LetStmt(name, typed_tree.MemoryExpr(memory, typed_tree.LocalExpr(thing)))
        for name, (_, memory) in zip(names, later.kept, strict=True)
    )
    return (
        typed_tree.LetStmt(
            owner, typed_tree.MemoryExpr(declare_owner_memory(symbols, later.kind), typed_tree.LocalExpr(thing))
        ),
        *kept,
        _move(thing, later.free),
        typed_tree.PerformStmt(
            later.procedure,
            None if later.procedure.you is None else typed_tree.LocalExpr(owner),
            tuple(map(typed_tree.LocalExpr, names)),
        ),
    )
