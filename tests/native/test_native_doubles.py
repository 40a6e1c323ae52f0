"""Bots are compiled only where doubles are worked out as in Python, however a processor treats what is shorter."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.native.differential import no_compiler

import cardwright.native
from cardwright.native.c_compiler import FLAGS, find_compiler

pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")


# Source: C23, 5.2.5.3.3, and ISO/IEC TS 18661-3: 2 is everything as long double, a negative number is not known.
@pytest.mark.parametrize(("method", "taken"), [(0, 1), (1, 1), (16, 1), (32, 1), (64, 1), (2, 0), (128, 0), (-1, 0)])
def test_doubles_are_doubles(method: int, taken: bool, tmp_path: Path) -> None:
    header = Path(cardwright.native.__file__).with_name("mcts.h").read_text(encoding="ascii")
    text = tmp_path / "doubles.c"
    text.write_text(f"#include <float.h>\n#undef FLT_EVAL_METHOD\n#define FLT_EVAL_METHOD {method}\n{header}")
    flags = [flag for flag in FLAGS if flag != "-shared"]
    result = subprocess.run(
        [*find_compiler().command, *flags, "-E", "-o", "doubles.i", text.name],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (result.returncode == 0) == bool(taken), result.stderr.decode()
