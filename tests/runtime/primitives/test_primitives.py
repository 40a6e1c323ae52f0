"""Each primitive by tables of small calls, in both variants of Python, and in C."""

from __future__ import annotations

import re
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from tests.native.differential import no_compiler, plain, same_state
from tests.native.operation_bench import SIGNATURES, Bench, read_result
from tests.runtime.primitives.calls import Call, Coins, list_changes

from cardwright.compiler.codegen.c.expressions import OPERATIONS_IN_C
from cardwright.compiler.ir.operations import OPERATIONS
from cardwright.runtime.digest import list_digest_lines
from cardwright.runtime.errors import SlipError
from cardwright.runtime.primitives.namespace import BOUND, UNBOUND, build_namespace

TABLES = sorted(Path(__file__).parent.glob("*.txt"))
HEADERS = Path(__file__).parents[3] / "interpreter" / "cardwright" / "native"
PRIMITIVES = {function.__name__: function for function in (*UNBOUND, *BOUND)}
# What generated code calls outside of operations: for limits of rules and loops, which C counts itself.
OF_THE_PRINTER = {"look_back", "unexecuted", "further", "too_often", "outside"}
# `union` is a fold; C prints searches in place, where it also draws `sample` and sets variables of frames.
SEARCHES = {"connected", "steps"}
ELSEWHERE_IN_C = {"union", "sample", "reframe"} | SEARCHES
# `tests/runtime/test_alike.py` has those of alike pieces, `tests/language/test_phantoms.py` those of frames,
# `tests/language/paths.yaml` searches, `tests/native/test_native_sets.py` searches for picks, and
# `tests/language/test_together.py` blocks
OF_ALIKE, OF_FRAMES = {"one_each", "next_of"}, {"forget", "frames", "reframe"}
OF_PICKS = {"in_groups", "new_search", "search", "tried"}
OF_BLOCKS = {"in_order", "move_entry", "order_frames", "pending", "rotate"}
NO_TABLE = OF_THE_PRINTER | OF_ALIKE | OF_FRAMES | OF_PICKS | OF_BLOCKS | SEARCHES | {"union"}


@pytest.fixture(scope="module")
def coins(tmp_path_factory: pytest.TempPathFactory) -> Coins:
    return Coins(tmp_path_factory.mktemp("coins"))


@cache
def bench(folder: Path) -> Bench:
    return Bench(str(folder))


def call_in_python(names: dict[str, Any], call: Call, slots: list[Any]) -> Any:
    """Return the value of a primitive as generated code calls it."""
    function = names[call.word]
    takes_slots = "S" in signature(PRIMITIVES[call.word]).parameters
    return function(*([slots] if takes_slots else []), *call.args)


@pytest.mark.parametrize("tracked", [False, True], ids=["plain", "tracked"])
@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_in_python(table: Path, tracked: bool, coins: Coins) -> None:
    for title, calls in coins.read(table):
        state = coins.start(tracked)
        names = build_namespace(state.variant.context)
        for call in calls:
            before = list_digest_lines(state)
            if call.error:
                with pytest.raises(SlipError, match=re.escape(call.error)):
                    call_in_python(names, call, state.slots)
                continue
            found = call_in_python(names, call, state.slots)
            if call.value is not None:
                assert plain(found) == call.value, (title, call.text)
            assert list_changes(before, state) == call.changes, (title, call.text)


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_in_c(table: Path, coins: Coins) -> None:
    made = bench(coins.folder)
    for title, calls in coins.read(table):
        state = coins.start(tracked=False)
        names, native = build_namespace(state.variant.context), made.engine.taken(state)
        for call in calls:
            takes, gives = SIGNATURES[call.word]
            error, told = made.call_in_c(call.word, call.args[: len(takes)], native)
            assert bool(error) == bool(call.error), (title, call.text)
            if not error:
                call_in_python(names, call, state.slots)
                if call.value is not None:
                    assert plain(read_result(made, gives, told)) == call.value, (title, call.text)
                same_state(made.engine, native, state)


def test_each_primitive_has_a_table(coins: Coins) -> None:
    called = {call.word for table in TABLES for _, calls in coins.read(table) for call in calls}
    assert set(PRIMITIVES) - NO_TABLE == called


def test_each_primitive_is_in_c() -> None:
    """An operation that calls a primitive has a row for C, whose function is in a header; the missing are named."""
    text = "".join(path.read_text(encoding="utf-8") for path in HEADERS.glob("*.h"))
    defined = set(re.findall(r"(?m)^[\w ]+[ *](\w+)\([^;]*\) *\{", text)) | set(re.findall(r"#define (\w+)\(", text))
    missing = []
    for word in sorted(set(PRIMITIVES) - OF_THE_PRINTER - ELSEWHERE_IN_C):
        operations = [name for name, row in OPERATIONS.items() if re.match(rf"{word}\(", row.python)]
        assert operations, f"no operation calls the primitive {word}"
        for name in operations:
            row = OPERATIONS_IN_C.get(name)
            called = re.match(r"\w+", row[2]) if row is not None else None  # without a row, printed by a function
            if (called[0] if called else word) not in defined:
                missing.append(f"{word} (operation {name})")
    assert not missing, f"not in C: {', '.join(missing)}"
