"""A power that nobody could read is said in time all the same, and cut short."""

from __future__ import annotations

import pytest
from tests.english.speaking import Speaker, english

from cardwright.syntax.parser import parse

__all__ = ["english"]


@pytest.mark.parametrize(
    "text",
    [
        "on completion: gain(" + " + ".join(["you.credits"] * 200) + ")",
        "on completion: gain(" + "count(you.hand where any(" * 20 + "you.hand" + "))" * 20 + ")",
        "on completion: gain(" + "sum(" * 20 + "1" + " for each p in players)" * 20 + ")",
        "on completion:\n" + "".join("  " * n + "if you.ready:\n" for n in range(1, 40)) + "  " * 40 + "win",
        "on completion:\n"
        + "".join("  " * n + "choose c from you.hand:\n" + "  " * (n + 1) + "discard(c)\n" for n in range(1, 40)),
    ],
)
def test_what_nobody_could_read_is_cut_short_in_time(english: Speaker, text: str) -> None:
    parsed = parse(text, "power")
    if parsed.tree is not None:
        assert len(english.power(text)) < 20_000
