"""What a server tells while a match goes on holds nothing by which its hidden cards or chance to come could be found.

A digest would do: it covers what is hidden, so whoever guesses that sees whether the guess was right.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.tools.web.stalls import Page, a_hall, at, links, served, stall

from cardwright import secret_seed
from cardwright.records.record_file import CHECK_DIGITS
from cardwright.runtime.primitives.random_numbers import BITS_128
from cardwright.state_slots_and_table_rows import RNG
from cardwright_tools.web.tables.table import Table

PAGES = ("", "/look.css", "/faces", "/icons", "/log", "/rules", "/steps")


def pages_told(client: TestClient, found: list[str]) -> Iterator[str]:
    for link in found:
        for page in PAGES:
            answer = client.get(f"/t/{link}{page}")
            yield f"{answer.headers} {answer.text}"


def telling(table: Table) -> set[str]:
    """What would tell of a match as it stands: its seed and generator, and the digest of its state."""
    chance = table.session.state.slots[RNG]
    numbers = (table.session.header.seed, chance, chance & BITS_128)
    digests = [table.session.state.digest(version)[:CHECK_DIGITS] for version in (1, 2)]
    return {*map(str, numbers), *(f"{number:x}" for number in numbers), *digests}


def test_nothing_that_is_sent_tells_of_seeds_or_digests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    game = stall(tmp_path / "stall")
    with a_hall() as registry, served(registry) as client:
        table = registry.new_table(game, 2, secret_seed(), {})
        forbidden = telling(table)
        told: list[str] = []
        found = [*links(table), table.watchers.link, table.host, registry.lobby]
        with at(client, found[0]) as first, at(client, found[1]) as second, at(client, found[2]) as watcher:
            seats: list[Page] = [first, second]
            for _ in range(4):
                for page in seats:
                    page.look()
                    if page.question is not None and not table.session.state.finished:
                        page.answer_anything()
                        forbidden |= telling(table)
                        told += pages_told(client, found)
            watcher.look()
            told += [text for page in (*seats, watcher) for text in page.raw]
    assert len(forbidden) > 10
    assert not [word for word in forbidden if any(word in text for text in told)]
