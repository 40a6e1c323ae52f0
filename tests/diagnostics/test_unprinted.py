"""Words of English are no names of a game: where those are counted, what is printed is left out."""

from __future__ import annotations

from cardwright.declarations.dedupe_diagnostics import blank_printed_texts

TEXT = """game: tea # costs nothing
kinds:
  card: {plural: cards, title: what costs, attributes: {cost: number}}
about:
  goal: >-
    Whoever costs most

    wins: costs are all.
  bid: What a bid costs.
  # what costs
library: |
  rule costs(player): 1
"""


def test_what_is_printed_is_blanked_in_its_place() -> None:
    left = blank_printed_texts(TEXT)
    assert [len(line) for line in left.split("\n")] == [len(line) for line in TEXT.split("\n")]
    assert (
        left.split()
        == (
            "game: tea kinds: card: {plural: cards, , attributes: {cost: number}} about: goal: bid: library: | "
            "rule costs(player): 1"
        ).split()
    )
    assert blank_printed_texts("about:") == "about:"
    assert blank_printed_texts("about: {goal: costs}\nx: 1\n").split() == ["about:", "x:", "1"]
