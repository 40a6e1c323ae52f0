"""A small game on a server of its own, and browsers without a screen that sit at its tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any
from unittest.mock import patch

from starlette.testclient import TestClient, WebSocketTestSession

from cardwright import Game, load_game
from cardwright_tools.web.app import make_application
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.gc_scheduler import GarbageScheduler
from cardwright_tools.web.tables.file_watcher import GameFileWatcher
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table

ORIGIN = "http://testserver"

GAME = """\
game: stall
title: Stall
players: 2 to 3
active: active
turn: turn
kinds:
  card: {attributes: {worth: number}, interchangeable: yes}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    heap: {of: cards, see: everyone}
  player:
    hand: {of: cards, see: owner}
    kept: {of: cards, see: owner}
memory:
  table: {active: player}
  player: {coins: number}
look:
  icons: {worth: coins, heap: package}
library: |
  rule final_score(player) "the coins of {player}": player.coins
  rule pay(card) "the pay for {card}": card.worth
  step setup:
    shuffle(deck)
    for each p in players: move(top(deck, 6), to: p.hand)
  step play:
    repeat 4 times:
      turn
      active = next(active)
  step turn:
    active hide
    active sell
  verb hide "hide a card":
    choose card from you.hand: move(card, to: you.kept)
  verb sell "sell":
    choose 2 sold from you.hand:
      for each card in sold: take(card)
  verb take(card) "take {card} to market":
    you.coins += pay(card)
    move(card, to: heap)
"""
CARDS = """\
game: stall
set: base
cards:
  - {id: apple, copies: 8, worth: 1}
  - {id: bread, copies: 8, worth: 2}
  - {id: cheese, copies: 8, worth: 3}
"""


def stall(folder: Path) -> Game:
    """The game, in a folder."""
    (folder / "cards" / "base").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards" / "base" / "cards.yaml").write_text(CARDS)
    return load_game(folder)


@contextmanager
def served(registry: TableRegistry) -> Iterator[TestClient]:
    """A server for a registry, as long as somebody needs it."""
    client = TestClient(make_application(registry), base_url=ORIGIN, headers={"origin": ORIGIN})
    with without_collector(), client:
        yield client


@contextmanager
def without_collector() -> Iterator[list[GarbageScheduler]]:
    """Start no collector of garbage: each look takes a second for all that a process of tests holds.

    Yields the collectors that would have been started.
    """
    begun: list[GarbageScheduler] = []
    with patch.object(GarbageScheduler, "begin", lambda collector: begun.append(collector)):  # noqa: PLW0108 - a method takes who it is of
        yield begun


@contextmanager
def a_hall(designer: bool = False) -> Iterator[TableRegistry]:
    """A registry as `serve` makes it."""
    registry = TableRegistry(make_drawing, designer)
    try:
        yield registry
    finally:
        registry.close()


def watch(registry: TableRegistry, client: TestClient) -> Callable[[], None]:
    """A function with which the server looks once for changed files of games."""
    look = GameFileWatcher(registry, client.app.state.course).look  # type: ignore[attr-defined]
    portal = client.portal
    assert portal is not None
    return lambda: portal.call(look)


class Page:
    """An open page: what it shows, and what it was told last."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.parts: dict[str, str] = {}
        self.raw: list[str] = []

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.receive_text()
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.parts |= message.get("parts", {})
        return message

    def say(self, **message: Any) -> dict[str, Any]:
        """Send something, and wait for what is said to it."""
        return self.send(json.dumps(message))

    def send(self, text: str) -> dict[str, Any]:
        """The same with any text."""
        self.socket.send_text(text)
        while True:
            heard = self.hear()
            if "done" in heard or "refused" in heard:
                return heard

    def look(self) -> None:
        """Take in all that was sent so far."""
        self.say(do="nothing")

    def wait(self, wanted: Callable[[Page], bool]) -> None:
        """Look on until the page shows what is wanted; a bot may have to think."""
        for _ in range(100):
            self.look()
            if wanted(self):
                return
            sleep(0.1)
        raise AssertionError(self.parts)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return "The game is over" in self.parts["question"]

    @property
    def question(self) -> str | None:
        """The name of the question that is shown."""
        _, found, rest = self.parts["question"].partition('data-question="')
        return rest.partition('"')[0] if found else None

    def answer(self, *picks: int) -> dict[str, Any]:
        """Answer the question that is shown."""
        return self.say(do="answer", name=self.question, picks=list(picks))

    def answer_anything(self) -> dict[str, Any]:
        """Answer the question that is shown in some way that is allowed."""
        tried = ([0], [0, 1], [0, 0], [0, 1, 2], [0, 0, 1], [1, 1])
        return next(heard for picks in tried if "done" in (heard := self.answer(*picks)))


@contextmanager
def at(client: TestClient, link: str) -> Iterator[Page]:
    """The page behind a link, opened and shown."""
    with client.websocket_connect(f"/t/{link}/live", headers={"origin": ORIGIN}) as socket:
        page = Page(socket)
        page.hear()
        yield page


def links(table: Table) -> list[str]:
    """The links of the seats."""
    return [seat.link for seat in table.seats]
