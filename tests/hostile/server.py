"""Hostile clients against a server started for them: what others at it notice.

    python -m tests.hostile.server                 all of it, in two to three minutes
    python -m tests.hostile.server links notes     some of it

links    eight links of one table ask for what takes long, within and beyond their pace; how long another table waits
notes    one who watches, and one who plays, write notes as fast as they can; the server is started again
silent   1,100 connections that say nothing, others that say half of something; a seat is opened and answers meanwhile
broken   10,000 requests that are broken off: what the server says of them
edit     a saved edit whose text comes to no end: how long others wait, and SIGTERM
end      SIGTERM while `why` takes seconds, players and watchers ask for it, pages are made and a bot thinks

Everything goes over loopback to a server of its own, with a state folder of its own; each part ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

import websockets
from tests.tools.web.browser import Served
from tests.tools.web.load import Sitting, answer_of, everybody, lay, spread, stay
from tests.tools.web.stalls import GAME, stall

from cardwright.records.record_file import read_record
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.tables.persistence import StoredTable
from cardwright_tools.web.tables.registry import TableRegistry

GAME_OF_LINKS = "import_export"
SECONDS = 15.0
MAX_ATTACK = 120.0
RULES = ("goods_limit(P1)", "imports_limit(P1)", "goods_room(P2)", "made_even(1)", "final_score(P1)")
WHYS = [json.dumps({"do": "why", "rule": rule}) for rule in RULES]
SILENT = 1100
BROKEN = 10_000
HALVES = (b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
# Answers that are measured at the other table, and the seconds between two of them.
EVERY = 0.25
ENDING = 2.0

ENDLESS = GAME.replace('"sell":\n', '"sell":\n    repeat 5000 times: repeat 5000 times: you.coins += 1\n')


def address_of(served: Served) -> str:
    """Where a server listens, as `host:port`."""
    return urlsplit(next(iter(served.links.values()))).netloc


async def get(netloc: str, path: str) -> tuple[int, bytes]:
    """Ask for a page: the status, and what came."""
    host, _, port = netloc.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {netloc}\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        found = await reader.read()
    finally:
        writer.close()
    return int(found.split(b" ", 2)[1]), found


# ---------------------------------------------------------------- what another table notices


async def played(seats: list[Sitting], seconds: float) -> list[float]:
    """Play at a table, an answer every so often: how long it took until the one who answered saw that."""
    chance, times = random.Random(0), []
    ends = perf_counter() + seconds
    while perf_counter() < ends:
        who = next((who for who in seats if who.question and who.line), None)
        if who is None or who.line is None:
            await asyncio.sleep(0.02)
            continue
        who.asked.clear()
        sent = perf_counter()
        await who.line.send(answer_of(who, who.picks(chance)))
        with suppress(TimeoutError):
            await asyncio.wait_for(who.asked.wait(), 30.0)
        times.append(perf_counter() - sent)
        await asyncio.sleep(EVERY)
    return times


async def ask(netloc: str, link: str, messages: Sequence[str], pace: float, counts: dict[str, int]) -> None:
    """Send messages by a link, one after the other, at most so many a second."""
    chance = random.Random(link)
    while True:
        with suppress(OSError, websockets.WebSocketException):
            origin = websockets.Origin(f"http://{netloc}")
            address = f"ws://{netloc}/t/{link}/live"
            async with websockets.connect(address, origin=origin, compression=None, max_size=None) as line:
                while True:
                    await line.send(chance.choice(messages))
                    while True:
                        said = json.loads(await line.recv())
                        if "done" in said or "refused" in said:
                            break
                    word = "refused" if "refused" in said else "done"
                    counts[word] = counts.get(word, 0) + 1
                    await asyncio.sleep(1 / pace)
        await asyncio.sleep(0.05)


async def browse(netloc: str, paths: Sequence[str], pace: float, counts: dict[str, int]) -> None:
    """Ask for pages, one after the other, at most so many a second."""
    while True:
        for path in paths:
            with suppress(OSError, IndexError, ValueError):
                status, _ = await get(netloc, path)
                counts[str(status)] = counts.get(str(status), 0) + 1
            await asyncio.sleep(1 / pace)


def grown(table: StoredTable, answers: int, state: Path) -> None:
    """Play on at a table before the server begins, at random."""

    async def play(registry: TableRegistry) -> None:
        found = await registry.table(table.name)
        chance = random.Random(1)
        for _ in range(answers):
            if not found.session.state.finished:
                found.session.answer(chance.randrange(found.session.state.option_count), True, 1.0)

    registry = TableRegistry(make_drawing)
    asyncio.run(play(registry))
    registry.close()


def attack(netloc: str, pace: float, links: Sequence[str]) -> None:
    """Ask for what takes long by some links, in a process of its own, until it is ended; tell then what came."""
    lookups: dict[str, int] = {}
    pages: dict[str, int] = {}

    async def all_at_once() -> None:
        tasks = []
        for link in links:
            tasks.append(asyncio.create_task(ask(netloc, link, WHYS, pace, lookups)))
            paths = [f"/t/{link}/{page}" for page in ("log", "steps", "rules", "faces")] + [f"/t/{link}"]
            tasks.append(asyncio.create_task(browse(netloc, paths, pace, pages)))
        await asyncio.wait(tasks, timeout=MAX_ATTACK)
        for task in tasks:
            task.cancel()

    async def until_ended() -> None:
        task = asyncio.create_task(all_at_once())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(until_ended())
    print(f"    lookups {lookups}, pages {pages}", flush=True)


async def measure_links(netloc: str, hostile: StoredTable, other: StoredTable, pace: float) -> None:
    """How long another table waits without and with the attack."""
    seats = [Sitting(seat.link) for seat in other.seats]
    tasks = [asyncio.create_task(stay(f"http://{netloc}/", who)) for who in seats]
    await everybody([seats])
    print(f"  another table, nobody else there:  {spread(await played(seats, SECONDS))}", flush=True)
    links = [*(seat.link for seat in hostile.seats), *[hostile.watchers] * 8][:8]
    attacking = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.hostile.server", "--attack=" + ",".join((netloc, str(pace), *links))
    )
    await asyncio.sleep(2.0)
    for name in ("first", "then"):
        told = f"  eight links at {pace:g} a second, {name}:".ljust(42)
        print(f"{told}{spread(await played(seats, SECONDS))}", flush=True)
    attacking.send_signal(signal.SIGTERM)
    await attacking.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def links(folder: Path) -> bool:
    """Eight hostile links at one table, within their pace and far beyond."""
    [hostile] = lay(GAME_OF_LINKS, 1, 6)
    [other] = lay("ceylon", 1, 3)
    grown(hostile, 400, folder)
    with served(folder) as server:
        for pace in (10.0, 1000.0):
            asyncio.run(measure_links(address_of(server), hostile, other, pace))
    return True


# ---------------------------------------------------------------- notes


def notes(folder: Path) -> bool:
    """Notes by one who watches and one who plays, as fast as they can; the table goes on after a restart."""
    [table] = lay("ceylon", 1, 3)
    record = folder / "cardwright" / "games" / table.record
    with served(folder) as server:
        counts: dict[str, int] = {}
        note = [json.dumps({"do": "note", "text": "\U0001f4a3" * 1900 + str(n)}, ensure_ascii=False) for n in range(10)]

        async def flood() -> None:
            netloc = address_of(server)
            tasks = [
                asyncio.create_task(ask(netloc, link, note, 1e6, counts))
                for link in [table.watchers] * 4 + [table.seats[1].link] * 4
            ]
            await asyncio.sleep(SECONDS)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run(flood())
        size = record.stat().st_size
    with served(folder) as server:
        status, _ = asyncio.run(get(address_of(server), f"/t/{table.seats[0].link}"))
        if status != 200:
            print(server.end())
    kept = len(read_record(record).notes)
    print(f"  {counts} in {SECONDS:g} s: a record of {size / 1024:.0f} KiB with {kept} notes; opened again: {status}")
    return status == 200 and size < 4 * 2**20


# ---------------------------------------------------------------- connections


def silent(folder: Path) -> bool:
    """Connections that say nothing, or half of something; how long a seat takes to open and answer meanwhile."""
    [other] = lay("ceylon", 1, 3)
    with served(folder) as server:
        netloc = address_of(server)
        host, _, port = netloc.rpartition(":")

        async def attack() -> bool:
            seats = [Sitting(seat.link) for seat in other.seats]
            tasks = [asyncio.create_task(stay(f"http://{netloc}/", who)) for who in seats[:1]]
            await everybody([seats[:1]])
            held: list[asyncio.StreamWriter] = []
            for number in range(SILENT):
                with suppress(OSError):
                    _, writer = await asyncio.open_connection(host, int(port))
                    writer.write(HALVES[number % 3])
                    held.append(writer)
            began = perf_counter()
            status, _ = await asyncio.wait_for(get(netloc, f"/t/{other.seats[1].link}"), 30.0)
            opened = perf_counter() - began
            tasks += [asyncio.create_task(stay(f"http://{netloc}/", who)) for who in seats[1:]]
            await asyncio.wait_for(everybody([seats]), 30.0)
            sat = perf_counter() - began
            print(f"  {len(held)} connections: a page after {opened * 1000:.0f} ms ({status}), seats after {sat:.2f} s")
            print(f"  the table meanwhile: {spread(await played(seats, 5.0))}")
            for task in tasks:
                task.cancel()
            for writer in held:
                writer.transport.abort()
            await asyncio.gather(*tasks, return_exceptions=True)
            return status == 200

        return asyncio.run(attack())


def broken(folder: Path) -> bool:
    """Requests that are broken off in the middle of their body: what the server says of them."""
    [table] = lay("ceylon", 1, 3)
    server = Served("--port", "0", state=folder)
    netloc = address_of(server)
    host, _, port = netloc.rpartition(":")
    head = f"POST /t/{table.host}/bot HTTP/1.1\r\nHost: {netloc}\r\nOrigin: http://{netloc}\r\n"

    async def attack() -> None:
        for number in range(BROKEN):
            with suppress(OSError):
                _, writer = await asyncio.open_connection(host, int(port))
                wrong = f"{head}Transfer-Encoding: chunked\r\n\r\n4000\r\n{'x' * 0x4000}\r\n9\r\n123456789\r\n"
                writer.write((wrong if number % 2 else f"{head}Content-Length: 100\r\n\r\nseat=").encode())
                if number % 50 == 0:
                    await writer.drain()
                writer.transport.abort() if number % 2 == 0 else writer.close()

    began = perf_counter()
    asyncio.run(attack())
    took = perf_counter() - began
    said = server.end()
    bugs = said.count("bug in Cardwright")
    print(f"  {BROKEN} broken requests in {took:.0f} s: {bugs} bugs told, {len(said.splitlines())} lines")
    return bugs == 0


# ---------------------------------------------------------------- an edit without an end


def edit(folder: Path) -> bool:
    """A saved edit whose text comes to no end: other tables go on, and SIGTERM is heeded."""
    mine = folder / "mine"
    stall(mine)
    [edited] = lay(str(mine), 1, 2)
    [other] = lay("ceylon", 1, 3)
    with served(folder) as server:
        netloc = address_of(server)

        async def attack() -> None:
            seats = [Sitting(seat.link) for seat in other.seats]
            frozen = [Sitting(seat.link) for seat in edited.seats]
            tasks = [asyncio.create_task(stay(f"http://{netloc}/", who)) for who in (*seats, *frozen)]
            await everybody([seats, frozen])
            (mine / "game.yaml").write_text(ENDLESS)
            playing = asyncio.create_task(played(frozen, SECONDS))
            print(f"  another table meanwhile: {spread(await played(seats, SECONDS))}", flush=True)
            playing.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(playing, *tasks, return_exceptions=True)

        asyncio.run(attack())
        began = perf_counter()
        server.process.send_signal(signal.SIGTERM)
        server.process.communicate(timeout=60.0)
        took = perf_counter() - began
        print(f"  ended {took:.2f} s after SIGTERM, with {server.process.returncode}")
    return took < ENDING + 0.5


# ---------------------------------------------------------------- the end, while everything is being worked out

HEAVY = GAME.replace(
    '  rule pay(card) "the pay for {card}": card.worth\n',
    """  rule pay(card) "the pay for {card}": card.worth
  rule heavy(player): sum(sum(sum(a + b + c for each c in numbers(1, 200)) for each b in numbers(1, 200))
    for each a in numbers(1, 200)) + player.coins
""",
)


async def end_in_the_middle(server: Served) -> float:
    """Let everybody ask a server of one table for what takes seconds; return how long it took to end after SIGTERM."""
    netloc = address_of(server)
    links = [urlsplit(link).path.split("/")[2] for name, link in server.links.items() if name not in ("Host", "lobby")]
    counts: dict[str, int] = {}
    people = [Sitting(link) for link in links]
    tasks = [asyncio.create_task(stay(f"http://{netloc}/", who)) for who in people]
    await everybody([people])
    messages = [json.dumps({"do": "why", "rule": f"heavy(P{seat})"}) for seat in (1, 2)]
    for link in links:
        paths = [f"/t/{link}/{page}" for page in ("log", "steps", "rules", "faces")] + [f"/t/{link}"]
        tasks += [asyncio.create_task(ask(netloc, link, messages, 5.0, counts)) for _ in range(2)]
        tasks.append(asyncio.create_task(browse(netloc, paths, 20.0, counts)))
    # the shares of lookups are spent when the first is refused: what was not refused is being worked out, or waits
    while not counts.get("refused"):
        await asyncio.sleep(0.05)
    began = perf_counter()
    server.process.send_signal(signal.SIGTERM)
    await asyncio.get_running_loop().run_in_executor(None, server.process.wait, 120.0)
    took = perf_counter() - began
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return took


def end(folder: Path) -> bool:
    """SIGTERM while `why` takes seconds, players and watchers ask for it, pages are made and a bot thinks."""
    mine = folder / "mine"
    stall(mine)
    (mine / "game.yaml").write_text(HEAVY)
    server = Served(str(mine), "--players", "3", "--bot", "3=mcts:100000", "--no-learning", "--port", "0", state=folder)
    try:
        took = asyncio.run(end_in_the_middle(server))
    finally:
        server.kill()
    print(f"  ended {took:.2f} s after SIGTERM, with {server.process.returncode}")
    return took < ENDING + 0.5


class served:  # noqa: N801 - used as a function is
    """A server on any port, killed at the end."""

    def __init__(self, folder: Path) -> None:
        self._server = Served("--port", "0", state=folder)

    def __enter__(self) -> Served:
        return self._server

    def __exit__(self, *_: object) -> None:
        if self._server.process.poll() is None:
            self._server.kill()


PARTS: dict[str, Callable[[Path], bool]] = {
    "links": links,
    "notes": notes,
    "silent": silent,
    "broken": broken,
    "edit": edit,
    "end": end,
}


def main(words: Sequence[str] | None = None) -> int:
    """Run the parts that are asked for; 1 if one of them did harm."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile.server", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which of it; all without any")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    asked = parser.parse_args(words)
    if asked.attack:
        netloc, pace, *links = asked.attack.split(",")
        attack(netloc, float(pace), links)
        return 0
    harmed = []
    for name in asked.parts or PARTS:
        print(f"{name}: {(PARTS[name].__doc__ or '').splitlines()[0]}", flush=True)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            before, os.environ["XDG_STATE_HOME"] = os.environ.get("XDG_STATE_HOME"), folder
            try:
                if not PARTS[name](Path(folder)):
                    harmed.append(name)
            finally:
                os.environ.pop("XDG_STATE_HOME")
                if before is not None:
                    os.environ["XDG_STATE_HOME"] = before
    print(f"harm done by: {', '.join(harmed)}" if harmed else "no harm done")
    return 1 if harmed else 0


if __name__ == "__main__":
    sys.exit(main())
