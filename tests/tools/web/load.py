"""How a server bears many tables: how long an answer takes to everybody's screen, and answers while lines are cut.

    python -m tests.tools.web.load --tables 200 --seconds 60           how long, and how much memory a table takes
    python -m tests.tools.web.load --tables 60 --answers 10000 --cuts  none lost, none doubled
    ... --cuts --kills 5                                               and the server killed now and then

The server is `cardwright serve` in a process of its own; everybody plays from this one, over loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

import websockets
from tests.tools.web.browser import Served
from websockets.asyncio.client import ClientConnection

from cardwright.records.record_file import read_record
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.tables.persistence import StoredTable
from cardwright_tools.web.tables.registry import TableRegistry

_NAME = re.compile(r'data-question="([^"]+)"')
_CHOICE = re.compile(r'data-choice="(\d+)"[^>]*data-count="(\d+)"')
_LEAST = re.compile(r'data-several data-least="(\d+)"')


# So many hundredths of a second nobody at a table is asked anything: its game is over.
PATIENCE = 3000


@dataclass
class Sitting:
    """Somebody at a table: the question they are asked with what they could answer, and when they saw what.

    `seen` is when they first saw anything since their table was answered, `last` when they did for the last time: what
    choices lead to is told as soon as it is found out, after the question.
    """

    link: str
    question: str | None = None
    part: str = ""
    seen: float = 0.0
    last: float = 0.0
    confirmed: set[str] = field(default_factory=set)
    refused: list[str] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    line: ClientConnection | None = None

    def hear(self, text: str | bytes) -> None:
        """Take in a message."""
        self.last = perf_counter()
        self.seen = self.seen or self.last
        message = json.loads(text)
        part = message.get("parts", {}).get("question")
        if part is not None:
            found = _NAME.search(part)
            self.part, self.question = part, found[1] if found else None
            self.asked.set()
        if message.get("done"):
            self.confirmed.add(message["done"])
            self.asked.set()
        if message.get("refused"):
            self.refused.append(message["refused"])
            self.asked.set()

    def picks(self, chance: random.Random) -> list[int]:
        """Some answer to the question."""
        choices = [(int(index), int(count)) for index, count in _CHOICE.findall(self.part)]
        several = _LEAST.search(self.part)
        if several is None:
            return [chance.choice(choices)[0]]
        all_of_them = [index for index, count in choices for _ in range(count)]
        return chance.sample(all_of_them, max(1, int(several[1])))


async def sit(address: str, who: Sitting) -> None:
    """Look on and take in what comes, until the line is cut."""
    parts = urlsplit(address)
    origin = f"http://{parts.netloc}"
    async with websockets.connect(
        f"ws://{parts.netloc}/t/{who.link}/live", origin=websockets.Origin(origin), compression=None, max_size=None
    ) as line:
        who.line = line
        async for text in line:
            who.hear(text)


async def stay(address: str, who: Sitting) -> None:
    """Sit there, and come back whenever the line is cut."""
    while True:
        try:
            await sit(address, who)
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.05)
        who.line = None


async def everybody(tables: list[list[Sitting]]) -> None:
    """Wait until all see their table."""
    while any(not who.seen for seats in tables for who in seats):
        await asyncio.sleep(0.1)


def answer_of(who: Sitting, picks: list[int]) -> str:
    return json.dumps({"do": "answer", "name": who.question, "picks": picks})


# ---------------------------------------------------------------- how long it takes


@dataclass
class Times:
    """Seconds from an answer to the last screen that shows it, and to the last that shows what choices then lead to."""

    shown: list[float] = field(default_factory=list)
    led: list[float] = field(default_factory=list)


async def measure(address: str, tables: list[list[Sitting]], seconds: float, every: float) -> Times:
    """Play all tables, an answer every so often at each."""
    tasks = [asyncio.create_task(stay(address, who)) for seats in tables for who in seats]
    times = Times()
    chance = random.Random(0)

    async def play(seats: list[Sitting], delay: float) -> None:
        await asyncio.sleep(delay)
        ends = perf_counter() + seconds
        while perf_counter() < ends:
            who = next((who for who in seats if who.question and who.line), None)
            if who is None or who.line is None:
                await asyncio.sleep(0.2)
                continue
            for seat in seats:
                seat.seen = 0.0
            sent = perf_counter()
            await who.line.send(answer_of(who, who.picks(chance)))
            await asyncio.sleep(every)
            # who answered and is shown nothing by now has waited for all that time; others may have nothing to see
            told = [seat for seat in seats if seat.seen or seat is who]
            times.shown.append(max((seat.seen or sent + every) - sent for seat in told))
            times.led.append(max((seat.last if seat.seen else sent + every) - sent for seat in told))

    await everybody(tables)
    await asyncio.gather(*(play(seats, chance.random() * every) for seats in tables))
    for task in tasks:
        task.cancel()
    return times


# ---------------------------------------------------------------- lines that are cut


@dataclass
class Played:
    """What was answered at a table: the names of questions to which an answer certainly counts, or may have."""

    sure: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    cuts: int = 0


async def play_on(seats: list[Sitting], played: Played, answers: int, chance: random.Random, rate: float) -> None:
    """Answer at a table until there are enough, the lines being cut now and then just before or after an answer."""
    idle = 0
    while len(played.sure) < answers and idle < PATIENCE:
        who = next(
            (who for who in seats if who.question and who.line and f"{who.link} {who.question}" not in played.sure),
            None,
        )
        if who is None or who.line is None:
            if any("The game is over" in seat.part for seat in seats):
                return
            idle += 1
            await asyncio.sleep(0.01)
            continue
        idle, name = 0, who.question
        assert name is not None
        text = answer_of(who, who.picks(chance))
        while True:
            line = who.line
            who.asked.clear()
            try:
                if line is not None:
                    cut = chance.random()
                    await line.send(text)
                    if cut < rate:
                        played.cuts += 1
                        line.transport.abort()
                    elif cut < 2 * rate:
                        played.cuts += 1
                        await asyncio.sleep(chance.random() * 0.01)
                        line.transport.abort()
            except websockets.ConnectionClosed:
                pass
            try:
                await asyncio.wait_for(who.asked.wait(), 1.0)
            except TimeoutError:
                continue
            if name in who.confirmed:
                played.sure.append(f"{who.link} {name}")
                break
            if who.question != name:  # another question, or none: the answer counted, or the server is a new one
                epoch = name.partition(".")[0]
                same = who.question is None or who.question.startswith(f"{epoch}.")
                (played.sure if same else played.unsure).append(f"{who.link} {name}")
                break


def recorded(record: Path) -> int:
    """How many questions were answered by a person, as a record has it."""
    return sum(answer.seconds is not None for answer in read_record(record).answers)


# ---------------------------------------------------------------- the server


def lay(game: str, tables: int, players: int) -> list[StoredTable]:
    """Begin tables, for a server to go on with."""
    registry = TableRegistry(make_drawing)
    loaded = registry.game(game)
    found = [registry.new_table(loaded, players, seed, {}).kept() for seed in range(tables)]
    registry.close()
    return found


def memory(pid: int) -> int:
    """How much memory a process has, in bytes."""
    [found] = re.findall(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found) * 1024


def main(words: Sequence[str] | None = None) -> int:
    """Run what is asked for; 1 if an answer was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.web.load", description=__doc__)
    parser.add_argument("--game", default="ceylon")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--every", type=float, default=4.0, help="seconds from one answer at a table to the next")
    parser.add_argument("--answers", type=int, default=10_000)
    parser.add_argument("--cuts", action="store_true", help="cut lines at random instead of measuring")
    parser.add_argument("--kills", type=int, default=0, help="kill the server so often meanwhile")
    parser.add_argument("--after", type=float, default=3.0, help="seconds until each of them")
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        before, os.environ["XDG_STATE_HOME"] = os.environ.get("XDG_STATE_HOME"), folder
        try:
            kept = lay(asked.game, asked.tables, asked.players)
        finally:
            os.environ.pop("XDG_STATE_HOME")
            if before is not None:
                os.environ["XDG_STATE_HOME"] = before
        tables = [[Sitting(seat.link) for seat in table.seats] for table in kept]
        served = Served("--port", "0", state=Path(folder))
        try:
            if asked.cuts:
                return asyncio.run(_cut(served, tables, kept, asked, Path(folder)))
            begun = memory(served.process.pid)
            times = asyncio.run(measure(served.links["lobby"], tables, asked.seconds, asked.every))
            after = memory(served.process.pid)
        finally:
            if served.process.poll() is None:
                served.kill()
    print(f"{asked.game}: {asked.tables} tables, {asked.tables * asked.players} players, {len(times.shown)} answers")
    print(f"from an answer to the last screen that shows it: {spread(times.shown)}")
    print(f"to the last that shows what choices then lead to: {spread(times.led)}")
    print(f"memory: {begun / 2**20:.0f} MiB before, {(after - begun) / asked.tables / 1024:.0f} KiB a table")
    return 0


def spread(times: list[float]) -> str:
    """Half of some times in milliseconds, most of them, and the longest."""
    rising = sorted(times)
    shares = {share: rising[min(len(rising) - 1, len(rising) * share // 100)] for share in (50, 95, 99)}
    return (
        ", ".join(f"p{share} {time * 1000:.0f} ms" for share, time in shares.items())
        + f", worst {rising[-1] * 1000:.0f} ms"
    )


async def _cut(
    served: Served, tables: list[list[Sitting]], kept: list[StoredTable], asked: argparse.Namespace, folder: Path
) -> int:
    address = served.links["lobby"]
    tasks = [asyncio.create_task(stay(address, who)) for seats in tables for who in seats]
    played = [Played() for _ in tables]
    await everybody(tables)
    chance = random.Random(1)
    each = -(-asked.answers // len(tables))
    began = perf_counter()
    games = asyncio.gather(
        *(play_on(seats, found, each, chance, 0.1) for seats, found in zip(tables, played, strict=True))
    )
    port = address.split(":")[2].partition("/")[0]
    now = served
    for _ in range(asked.kills):
        await asyncio.sleep(asked.after)
        now.kill()
        now = await asyncio.to_thread(Served, "--port", port, state=folder)
    await games
    for task in tasks:
        task.cancel()
    now.kill()
    wrong = 0
    for table, found in zip(kept, played, strict=True):
        count = recorded(folder / "cardwright" / "games" / table.record)
        if not len(found.sure) <= count <= len(found.sure) + len(found.unsure) or len(set(found.sure)) != len(
            found.sure
        ):
            wrong += 1
            print(f"{table.name}: {len(found.sure)} answers, perhaps {len(found.unsure)} more; recorded {count}")
    sure, unsure = (sum(len(getattr(found, name)) for found in played) for name in ("sure", "unsure"))
    cuts = sum(found.cuts for found in played)
    print(
        f"{sure} answers, {cuts} lines cut, {asked.kills} kills in {perf_counter() - began:.0f} s; "
        f"{unsure} neither confirmed nor refused when the server was killed; {wrong} tables of {len(tables)} wrong"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
