"""A game compiled with a function for every operation of the IR, to call each in C and in Python."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.native.differential import QUICK

import cardwright
from cardwright import State
from cardwright.compiler.codegen.c.c_types import LIST, MASK, NUMBER, find_c_type
from cardwright.compiler.codegen.c.expressions import CExpressions
from cardwright.compiler.codegen.c.module_constants import ModuleContext
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import OPERATIONS
from cardwright.native.compiled_game import NativeGame
from cardwright.native.engine import Engine
from cardwright.runtime.primitives.namespace import build_namespace

NUM, YES, PIECE, ZONE, PLAYER = ir.NUM, ir.YES, ir.PIECE, ir.ZONE, ir.PLAYER
SMALL, PLACE, ENTRY = ir.IrType("number", "small"), ir.IrType("number", "place"), ir.IrType("ability")
HOW = ir.IrType("number", "how")
BITS, PIECES, NUMBERS = ir.IrType("mask", "any"), ir.PIECES, ir.IrType("list", "number")
OPTIONS, ZONES, ENTRIES, GROUPS = (
    ir.IrType("list", "whole piece"),
    ir.IrType("list", "zone"),
    ir.ABILITIES,
    ir.IrType("list", "mask"),
)
NO = ir.NOTHING
# What every operation takes and gives. `chance` is asked for by tracked programs alone.
SIGNATURES: dict[str, tuple[tuple[ir.IrType, ...], ir.IrType]] = {
    "add": ((NUM, NUM), NUM), "sub": ((NUM, NUM), NUM), "mul": ((NUM, NUM), NUM), "product": ((NUM, NUM), NUM),
    "beyond": ((NUM,), YES), "endless": ((NUMBERS,), YES), "floor": ((NUM, NUM), NUM), "ceil": ((NUM, NUM), NUM),
    "divide": ((NUM, NUM, YES), NUM), "share": ((NUM, NUM), NUM), "split": ((NUM, NUM), NUM),
    "min": ((NUM, NUM), NUM), "max": ((NUM, NUM), NUM), "eq": ((NUM, NUM), YES),
    "ne": ((NUM, NUM), YES), "lt": ((NUM, NUM), YES), "le": ((NUM, NUM), YES), "gt": ((NUM, NUM), YES),
    "ge": ((NUM, NUM), YES), "not": ((YES,), YES), "int": ((YES,), NUM), "meet": ((BITS, BITS), BITS),
    "join": ((BITS, BITS), BITS), "less": ((BITS, BITS), BITS), "invert": ((BITS,), BITS), "bit": ((PLACE,), BITS),
    "holds": ((BITS, PLACE), YES), "lacks": ((BITS, PLACE), YES), "above": ((BITS, PLACE), BITS),
    "nth": ((BITS, SMALL), NUM), "take": ((BITS, SMALL), BITS), "bits": ((BITS,), NUM), "some bits": ((BITS,), YES),
    "ids": ((BITS,), NUMBERS), "mask_of": ((PIECES,), BITS), "one_each": ((BITS, GROUPS), NUMBERS),
    "next_of": ((BITS, SMALL, GROUPS), NUMBERS), "in_groups": ((BITS, GROUPS), NUMBERS),
    "sorted": ((NUMBERS,), NUMBERS), "backwards": ((NUMBERS,), NUMBERS),
    "new": ((), NUMBERS), "tuple": ((NUMBERS,), NUMBERS),
    "list": ((NUMBERS,), NUMBERS), "len": ((NUMBERS,), NUM),
    "the_one": ((NUMBERS,), NUM), "free_one": ((NUMBERS,), NUM), "spare_one": ((NUMBERS, NUM), NUM),
    "sure": ((NUM,), NUM),
    "some": ((NUMBERS,), YES), "at": ((NUMBERS, SMALL), NUM),
    "rest": ((NUMBERS, SMALL), NUMBERS), "but_last": ((NUMBERS,), NUMBERS), "head": ((NUMBERS, SMALL), NUMBERS),
    "last": ((NUMBERS, SMALL), NUMBERS), "index": ((NUMBERS, SMALL), NUM), "times": ((NUMBERS, SMALL), NUM),
    "in": ((SMALL, NUMBERS), YES), "not in": ((SMALL, NUMBERS), YES), "within": ((NUMBERS, NUMBERS), YES),
    "same": ((NUMBERS, NUMBERS), YES), "without": ((NUMBERS, NUMBERS), NUMBERS),
    "joined": ((NUMBERS, NUMBERS), NUMBERS), "distinct": ((NUMBERS,), NUMBERS), "there": ((NUMBERS,), NUMBERS),
    "numbers": ((SMALL, SMALL, SMALL), NUMBERS), "run": ((SMALL, SMALL), NUMBERS), "look_up": ((NUMBERS, SMALL), NUM),
    "choices": ((OPTIONS, SMALL, HOW), NUMBERS), "unlike": ((OPTIONS,), NUMBERS),
    "top": ((ZONE, SMALL), NUMBERS), "content": ((ZONE,), NUMBERS), "controller": ((PIECE,), NUM),
    "holder": ((PIECE, PLAYER), NUM), "sees": ((PLAYER, ZONE), YES), "active": ((), NUM),
    "order": ((ENTRIES,), NUMBERS), "ranking": ((ENTRIES, PLAYER), ir.ROW), "has_power": ((PIECE,), YES),
    "lies_open": ((PIECE,), YES),
    "apart": ((OPTIONS,), NUMBERS), "special": ((), BITS), "put": ((OPTIONS, ZONE, YES), NO),
    "turn": ((OPTIONS, YES), NO), "copy_power": ((PIECE, PIECE, YES), NO), "suppress": ((PIECE, YES), NO),
    "renew": ((PIECE,), NO), "grant": ((PIECE, PIECE, HOW, PLACE, NUMBERS), NO), "expire": ((PLACE, NUMBERS), NO),
    "rand": ((SMALL,), NUM), "shuffle": ((ZONE,), NO), "sample": ((NUMBERS, SMALL, ir.TEXT), NUMBERS),
    "by_backs": ((PLAYER, OPTIONS, YES, YES), NUMBERS), "on_backs": ((PLAYER, ZONES), NUMBERS),
    "ability": ((ENTRY,), NUM), "piece": ((ENTRY,), NUM),
    "spend": ((NUMBERS, SMALL), NUMBERS), "place_of": ((PIECE,), NUM), "neighbours": ((PIECE,), NUMBERS),
    "in_play": ((ZONE,), YES), "decider": ((PLAYER,), NUM), "own_abilities": ((PIECE, NUMBERS), NUMBERS),
}  # fmt: skip
GROUP_MASKS = (0b1011, 0b110100, 1 << 20 | 1 << 61, 0)


class Bench:
    """A game compiled with a function for every operation, and states of random play to try them on."""

    def __init__(self, name: str) -> None:
        self.game = cardwright.load_game(name)
        self.players = self.game.max_players
        program, code = self.game.program(self.players), self.game.native_code(self.players)
        assert code is not None
        self.names = build_namespace(program.plain.context) | {"G": GROUP_MASKS}
        self.words = int(code["words"])
        tables = program.tables
        self.zones = range(tables.zones_from, tables.zones_from + len(tables.zones))
        self.whole = [piece for piece, whole in enumerate(tables.whole) if whole < 0]
        self.entries = [
            number << 16 | piece for piece in self.whole for number in tables.powers.get(tables.pieces[piece], ())
        ] or [0]
        known = ModuleContext(self.words, {"G": GROUP_MASKS}, lambda _: (0, 0), lambda _: 0, 0, True)
        cases = [_case(place, CExpressions(known), *each) for place, each in enumerate(SIGNATURES.items())]
        text = "\n".join([*known.printed.values(), _CALL.replace("CASES", "\n".join(cases))])
        self.game._native = lambda *_: {**code, "body": code["body"] + text}
        self.engine = Engine(self.game, self.players, QUICK)
        self.call = self.engine.library._functions.test_call
        row = ctypes.POINTER(ctypes.c_int64)
        self.call.argtypes, self.call.restype = [ctypes.c_void_p, ctypes.c_int64, row, row], ctypes.c_int64
        self.states = [self._state(number) for number in range(8)]

    def call_in_c(self, word: str, args: Sequence[Any], native: NativeGame) -> tuple[int, list[int]]:
        """Return the error, 0 for none, and the numbers of the result."""
        row = write_arguments(self, SIGNATURES[word][0], args)
        told = (ctypes.c_int64 * 4096)()
        error = self.call(native.pointer, list(SIGNATURES).index(word), (ctypes.c_int64 * max(1, len(row)))(*row), told)
        return error, told[:4096]

    def _state(self, number: int) -> State:
        state, pick = self.game.new(self.players, number, tracked=False), Random(number)
        for _ in range(20 * number):
            if not state.finished:
                state.apply(pick.randrange(state.option_count))
        return state


_CALL = """
EXPORT int64_t test_call(St *S, int64_t which, const int64_t *args, int64_t *told) {
  In given = { args, 0, 1 << 20 }, *i = &given;
  Out out_to = { told, 0, 1 << 16 }, *o = &out_to;
  ENTER
    S->work = WORK;
    S->gone = 0;
    switch (which) { CASES }
  LEAVE
}
"""


def _case(place: int, values: CExpressions, word: str, signature: tuple[tuple[ir.IrType, ...], ir.IrType]) -> str:
    takes, gives = signature
    args: list[ir.Value] = []
    lines = []
    for number, ty in enumerate(takes):
        if ty is GROUPS:
            args.append(ir.StaticTable("G", None, ty))
        elif ty is ir.TEXT:
            args.append(ir.Const(0, ty))
        else:
            var = ir.Var("x", ty, number)
            args.append(ir.Get(var))
            sort = find_c_type(ty)
            read = {NUMBER: "take_in(S, i)", MASK: "in_mask(S, i)", LIST: "ld(S, in_list(S, i))"}[sort]
            lines.append(f"{sort} {values.var(var)} = {read};")
    text = values.value(ir.Op(word, tuple(args), gives))
    if gives is NO:
        lines.append(f"{text};")
    elif gives is ir.ROW:
        lines.append(f"out_row(S, o, keep(S, {text}));")
    else:
        write = {NUMBER: "out(o, {})", MASK: "out_mask(o, {})", LIST: "out_list(S, o, keep(S, {}))"}[find_c_type(gives)]
        lines.append(write.format(text) + ";")
    return f"case {place}: {{ {' '.join(lines)} break; }}"


def write_arguments(made: Bench, takes: tuple[ir.IrType, ...], args: Sequence[Any]) -> list[int]:
    row: list[int] = []
    for ty, value in zip(takes, args, strict=True):
        if value is None:
            continue
        if find_c_type(ty) == MASK:
            words = [value >> 64 * word & (1 << 64) - 1 for word in range(made.words)]
            row += [word - (1 << 64) if word >> 63 else word for word in words]
        elif find_c_type(ty) == LIST:
            row += [len(value), *value]
        else:
            row.append(value)
    return row


def call_in_python(made: Bench, word: str, args: Sequence[Any], state: State) -> Any:
    names = [f"x{place}" if value is not None else "G" for place, value in enumerate(args)]
    text = OPERATIONS[word].python.format(*names)
    given = {name: tuple(v) if isinstance(v, list) else v for name, v in zip(names, args, strict=True) if v is not None}
    found = eval(text, {**made.names, **given, "S": state.slots, "set": set})
    return tuple(found) if isinstance(found, range) else found


def read_result(made: Bench, gives: ir.IrType, told: list[int]) -> Any:
    if gives is NO:
        return None
    if gives is ir.ROW:
        size = told[4]
        return (told[2], tuple(told[5 : 5 + size]))
    if find_c_type(gives) == MASK:
        return sum((told[word] % (1 << 64)) << 64 * word for word in range(made.words))
    return tuple(told[1 : 1 + told[0]]) if find_c_type(gives) == LIST else told[0]
