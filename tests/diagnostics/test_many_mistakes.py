"""Very many mistakes: the first are told, the rest counted, and what it takes to find them grows with their number."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright import check_paths
from cardwright.source.diagnostics import MAX_TOLD_ALIKE, MAX_TOLD_PER_FILE, Diagnostic, limit_diagnostics
from cardwright.source.positions import Span

GAME = """\
game: many
players: 2
types:
  sort: {values: [herb, root]}
TYPES
kinds:
  card: {attributes: {sort: {is: sort, default: herb}, value: {is: number, default: 1}}}
zones:
  table: {deck: {of: cards}ZONES}
  player: {hand: {of: cards}}
memory:
  player: {coins: number}
library: |
  step setup: nothing
  step play:
    for each p in players: p act
  verb act:
    gain(1)
DEEDS
  verb gain(number): you.coins += number
  rule final_score(player): player.coins
VERBS
FIELDS
"""
HEAD = "game: many\nset: base\ncards:\n  - {id: one}\n"
SCENARIO = "  - {{name: s{n}, given: {{P1.hnad: [one]}}, when: [{{do: P1 gian(1)}}], then: P1.cions is 3}}"


def each(text: str) -> Callable[[int], str]:
    """Lines made of a template, each with its number."""
    return lambda count: "".join(text.format(n=n) + "\n" for n in range(count))


# What is put where, so often: cards, scenarios, or a place of the game.
SORTS: dict[str, tuple[str, Callable[[int], str]]] = {
    "fields of a card": ("cards", lambda count: "  - id: two\n" + each("    zfield{n}: 1")(count)),
    "words": ("cards", each("  - {{id: a{n}, sort: hrb{n}}}")),
    "ids": ("cards", each("  - {{id: two}}")),
    "powers": ("cards", each("  - {{id: a{n}, power: 'after you gian{n}: gain(1)'}}")),
    "zones": ("ZONES", lambda count: "".join(f", z{n}: {{of: crads}}" for n in range(count))),
    "types": ("TYPES", lambda count: "".join(f"  t{n}: {{values: [w{n}], plural: players}}\n" for n in range(count))),
    "one name that is not there": ("DEEDS", lambda count: "    gain(you.cions)\n" * count),
    "verbs": ("VERBS", each("  verb v{n}: gian{n}(1)")),
    "colours": ("FIELDS", lambda count: "look:\n  colors:\n" + each("    clour{n}: red")(count)),
    "scenarios": ("scenarios", each(SCENARIO)),
}


def laid_out(folder: Path, sort: str, count: int) -> Path:
    """A game with so many mistakes of a sort."""
    where, made = SORTS[sort]
    game = folder / f"many{count}" / "many"
    (game / "cards" / "base").mkdir(parents=True)
    (game / "scenarios").mkdir()
    text = GAME
    for place in ("TYPES", "ZONES", "DEEDS", "VERBS", "FIELDS"):
        text = text.replace(f"{place}\n" if place != "ZONES" else place, made(count) if place == where else "")
    (game / "game.yaml").write_text(text, encoding="utf-8")
    (game / "cards" / "base" / "cards.yaml").write_text(HEAD + (made(count) if where == "cards" else ""))
    if where == "scenarios":
        (game / "scenarios" / "s.yaml").write_text(f"scenarios:\n{made(count)}")
    return game


@pytest.mark.one_of
@pytest.mark.parametrize("sort", SORTS)
def test_of_many_mistakes_the_first_are_told_and_work_grows_with_them(
    sort: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted are the calls of functions, which do not depend on how busy the machine is."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    check_paths([laid_out(tmp_path, sort, 2)])  # what is made once is made
    few, many = (calls(laid_out(tmp_path, sort, count)) for count in (220, 660))
    # thrice as many; with the square of them it would be nine times as much
    assert many < few * 4.5


def calls(game: Path) -> int:
    """How many calls it takes to check a game with more mistakes than are told."""
    count = 0

    def counted(*_: Any) -> None:
        nonlocal count
        count += 1

    sys.setprofile(counted)
    try:
        found = check_paths([game])[0]
    finally:
        sys.setprofile(None)
    by_file: dict[str, int] = {}
    for one in found:
        by_file[one.span.path] = by_file.get(one.span.path, 0) + 1
    assert max(by_file.values()) <= MAX_TOLD_PER_FILE + 3
    assert "too-many-mistakes" in {one.code for one in found}
    return count


@pytest.mark.parametrize(("rest", "told"), [(1, "1 more mistake like this in this file is not shown"), (2, "2 more")])
def test_the_rest_is_counted_as_one_or_several(rest: int, told: str) -> None:
    spans = [Span("game.yaml", line, 1, line, 2) for line in range(MAX_TOLD_ALIKE + rest)]
    found = limit_diagnostics(Diagnostic("syntax", "a mistake", span, "") for span in spans)
    assert found[-1].message.startswith(told)
