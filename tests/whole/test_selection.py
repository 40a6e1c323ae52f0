"""The default run and `--rest` are all tests between them, and none is in both."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """\
import pytest

def test_plain(): pass

@pytest.mark.long
def test_long(): pass

@pytest.mark.one_of(2)
@pytest.mark.parametrize("number", range(5))
def test_several(number): pass

@pytest.mark.one_of(elsewhere=True)
@pytest.mark.parametrize("number", range(5))
def test_several_elsewhere(number): pass

@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.long)])
def test_one_case_is_long(number): pass
"""
CONFTEST = """\
from tests import selection

def pytest_addoption(parser): selection.add_option(parser)

def pytest_collection_modifyitems(config, items): selection.deselect_long(config, items)
"""


def collected(folder: Path, *options: str) -> set[str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "-q", *options]
    environment = os.environ | {"PYTEST_ADDOPTS": ""}
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)
    return {line for line in run.stdout.splitlines() if "::" in line}


@pytest.mark.long
def test_the_default_run_and_the_rest_are_all_tests(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "conftest.py").write_text(
        f"import sys\nsys.path.insert(0, {str(Path(__file__).parents[2])!r})\n{CONFTEST}"
    )
    every, sample, rest = (collected(tmp_path, *options) for options in (["--long"], [], ["--rest"]))
    assert len(every) == 10
    assert {"test_some.py::test_plain", "test_some.py::test_one_case_is_long[1]"} < sample
    assert {"test_some.py::test_long", "test_some.py::test_one_case_is_long[2]"} < rest
    assert len(sample) == 5
    assert sample | rest == every
    assert not sample & rest
