"""Selection of tests: the default run is a sample of every part, `pytest --rest` what it leaves out, `--long` both.

Two markers declare what the default run leaves out:

- `@pytest.mark.long`: the test runs only with `--long`.
- `@pytest.mark.one_of` (or `one_of(2)`): of the parametrized cases of a test the default run takes one (or two). Which
  one follows from the name of the test, so that every game and seed is taken by some test and a failure repeats.
  Where another test does the same and more with every case, `one_of(elsewhere=True)` leaves the others out always.

A test named by its node id (`pytest FILE::TEST`) always runs.
"""

from __future__ import annotations

import zlib
from collections import defaultdict

import pytest


def add_option(parser: pytest.Parser) -> None:
    """Add `--long` to the options of pytest."""
    parser.addoption(
        "--long", action="store_true", help="run every test: long ones, and all cases of those marked one_of"
    )
    parser.addoption("--rest", action="store_true", help="run only what the default run leaves out")


def deselect_long(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remove from `items` what is not to run, and report it to pytest as deselected."""
    named = tuple(argument.partition("[")[0] for argument in config.args if "::" in argument)
    sampled = _cases_left_out(items)
    rest = {
        item for item in items if (item in sampled or item.get_closest_marker("long")) and not _is_named(item, named)
    }
    gone = rest
    if config.getoption("--long") or config.getoption("--rest"):
        gone = {item for item in rest & sampled if _is_elsewhere(item)}
    if config.getoption("--rest"):
        gone |= set(items) - rest
    if gone:
        left_out = [item for item in items if item in gone]
        items[:] = [item for item in items if item not in gone]
        config.hook.pytest_deselected(items=left_out)


def _is_named(item: pytest.Item, named: tuple[str, ...]) -> bool:
    return any(item.nodeid.startswith(name) for name in named)


def _is_elsewhere(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("one_of")
    return marker is not None and bool(marker.kwargs.get("elsewhere"))


def _cases_left_out(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the cases of tests marked `one_of` that the default run leaves out."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("one_of"):
            cases[item.nodeid.partition("[")[0]].append(item)
    left_out: set[pytest.Item] = set()
    for test, of_test in cases.items():
        marker = of_test[0].get_closest_marker("one_of")
        count = marker.args[0] if marker and marker.args else 1
        first = zlib.crc32(test.encode()) % len(of_test)
        taken = {(first + index * len(of_test) // count) % len(of_test) for index in range(min(count, len(of_test)))}
        left_out.update(item for index, item in enumerate(of_test) if index not in taken)
    return left_out
