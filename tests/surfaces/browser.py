"""The game in browsers: every page and every message of a table, from its beginning and at its end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from html.parser import HTMLParser
from math import inf
from unittest.mock import patch

from starlette.testclient import TestClient
from tests.surfaces.trial import SurfaceError, Trial, check_full, check_text, no_answer_holds, same, spread
from tests.tools.web.stalls import Page, a_hall, at, served

from cardwright.presentation.explain_values_and_end import list_explainable_rules
from cardwright_tools.web.rate_limits import Allowance
from cardwright_tools.web.tables.message_handlers import HANDLERS
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table

# Pages asked for by links of those who look on; what is still hidden until the end is told by an error of its own.
LOOKING = ("", "/look.css", "/faces", "/icons", "/log", "/rules", "/steps", "/steps?at=1")
UNTIL_THE_END = ("/steps",)
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
ASKED = 4
# So many ways of picking are tried for one question.
WAYS = 60


class Tags(HTMLParser):
    """Follows the tags of a page or of a part of one. Raises SurfaceError where one closes that is not open."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where
        self.open: list[str] = []
        self.words = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an open tag."""
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Pass over a tag that is closed in itself."""

    def handle_endtag(self, tag: str) -> None:
        """Close the last open tag, which must be of that name."""
        if not self.open or self.open.pop() != tag:
            raise SurfaceError(f"{self.where}: </{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        """Count what can be read."""
        self.words += len(data.split())


def check_html(where: str, text: str) -> None:
    """Raise SurfaceError if the tags of a page do not match, or it tells of a bug."""
    check_text(where, text, tabs=True)
    tags = Tags(where)
    tags.feed(text)
    tags.close()
    if tags.open:
        raise SurfaceError(f"{where}: <{tags.open[-1]}> is never closed")


def beginning(trial: Trial) -> None:
    """A new table: all seats and a watcher, every page and message, then answers at random."""
    with _evening(trial) as (client, registry):
        table = registry.new_table(trial.game, trial.players, trial.seed, {})
        table.choosing = False  # everybody plays the usual deck, where players could bring theirs
        _visit(client, registry, table, finished=False)
        with _pages(client, table) as (seats, watcher):
            _say_everything(trial, table, seats[0], watcher)
            _play(trial, table, [*seats, watcher], trial.effort.beginning)


def ending(trial: Trial) -> None:
    """A table whose match is nearly over: the last answers, the result, and the match step by step."""
    with _evening(trial) as (client, registry):
        table = registry.new_table(trial.game, trial.players, trial.seed, {})
        table.choosing = False  # everybody plays the usual deck, where players could bring theirs
        for option in trial.match[: max(0, len(trial.match) - trial.effort.ending)]:
            table.session.answer(option, chosen=True)
        with _pages(client, table) as (seats, watcher):
            _play(trial, table, [*seats, watcher], trial.effort.ending + trial.effort.beginning)
            finished = table.session.state.finished
            for page in (*seats, watcher):
                page.look()
                if finished and not _comes(page, lambda each: each.over):
                    raise SurfaceError("the game is over, and a page does not say so")
        _visit(client, registry, table, finished)
        kept = table.kept()
        digest = table.session.state.digest()
    with _evening(trial) as (client, registry), at(client, kept.watchers) as page:  # after a restart of the server
        page.look()
        [again] = registry.open_tables
        same("a table after a restart", again.session.state.digest(), digest)


@contextmanager
def _evening(trial: Trial) -> Iterator[tuple[TestClient, TableRegistry]]:
    """A server on which nobody is too fast, and whose bugs are ours to see."""
    with patch.object(Allowance, "left", inf), a_hall() as registry, served(registry) as client:
        yield client, registry


@contextmanager
def _pages(client: TestClient, table: Table) -> Iterator[tuple[list[Page], Page]]:
    with ExitStack() as stack:
        seats = [stack.enter_context(at(client, seat.link)) for seat in table.seats]
        watcher = stack.enter_context(at(client, table.watchers.link))
        yield seats, watcher
        for page in (*seats, watcher):
            for name, part in page.parts.items():
                check_html(f"the part `{name}`", part)
            for text in page.raw:
                check_text("a message to a page", text)


def _visit(client: TestClient, registry: TableRegistry, table: Table, finished: bool) -> None:
    """Open every page of a table."""
    cards = [text.id for text in table.session.game.card_texts()]
    for link in (table.seats[0].link, table.watchers.link):
        for path in (*LOOKING, *(f"/pictures/{card}" for card in spread(cards, ASKED))):
            codes = (200, 404) if "/pictures/" in path else (200, 409) if path.startswith(UNTIL_THE_END) else (200,)
            _open(client, f"/t/{link}{path}", codes)
    for path in ("/", f"/t/{table.host}", f"/t/{registry.lobby}"):
        _open(client, path, (200,))
    if finished:
        for number in (0, len(table.session.steps) // 2, len(table.session.steps)):
            _open(client, f"/t/{table.seats[0].link}/steps?at={number}", (200,))


def _open(client: TestClient, path: str, codes: tuple[int, ...]) -> None:
    answered = client.get(path)
    if answered.status_code not in codes:
        raise SurfaceError(f"{path}: {answered.status_code} {answered.text[:1500]}")
    if answered.headers["content-type"].startswith("text/html"):
        check_html(path, answered.text)
        if not path.endswith("/icons"):
            check_full(path, answered.text)


def _say_everything(trial: Trial, table: Table, page: Page, watcher: Page) -> None:
    """Send every message there is, from a seat and from a watcher; each is done or refused with a reason."""
    rules = [written for written, _ in list_explainable_rules(table.session.state, 0)]
    given: dict[str, list[dict[str, object]]] = {
        "answer": [{"name": page.question, "picks": [99]}],
        "pick": [{"name": page.question, "picks": [0]}],
        "agree": [{"yes": True}, {"yes": False}],
        "note": [{"text": "a note: <b>é🂡</b>"}],
        "call": [{"text": "<b>Zoë</b> שלום"}, {"text": ""}],
        "bot": [{"seat": trial.players - 1, "kind": None}],
        "why": [{"rule": rule} for rule in rules],
    }
    given["why"] += [{"counter": "P1", "word": word} for word in _words(table)]
    for deed in HANDLERS:
        for message in given.get(deed, [{}]):
            for each in (page, watcher):
                heard = each.say(do=deed, **message)
                if "refused" in heard:
                    check_full(f"why `{deed}` is refused", heard["refused"])


def _words(table: Table) -> list[str]:
    view = table.session.state.view(0)
    return list(spread(sorted({counter.name for counter in view.counters}), ASKED))


def _play(trial: Trial, table: Table, pages: list[Page], answers: int) -> None:
    """Answer at random over the wire, whoever is asked; now and then undo."""
    chance = trial.chance(f"browser {len(table.session.steps)}")
    for number in range(answers):
        state = table.session.state
        if state.finished or no_answer_holds(state):
            break
        page = pages[state.player]
        if not _comes(page, lambda each: each.question is not None):
            raise SurfaceError(f"P{state.player + 1} is asked, and the page has no question: {page.parts['question']}")
        before = len(table.session.steps)
        several = state.several
        _answer(page, chance.random(), [1] * state.option_count if several is None else several.counts)
        if len(table.session.steps) == before and not state.finished:
            raise SurfaceError("an answer was taken, and nothing was answered")
        if number == 3:
            page.say(do="undo")
            for each in pages[: trial.players]:
                each.say(do="agree", yes=True)
        if number % 5 == 0:
            for each in pages:
                each.look()


def _comes(page: Page, wanted: Callable[[Page], bool]) -> bool:
    """Return True if the page shows what is wanted, now or when what the server does beside has come to it."""
    with suppress(AssertionError):
        page.wait(wanted)
    return wanted(page)


def _answer(page: Page, chance: float, counts: Sequence[int]) -> None:
    """Answer with one pick, or where several are asked for with as many as are taken. Raises SurfaceError.

    `counts` says for each option how many equal pieces it stands for.
    """
    options = len(counts)
    first = int(chance * options)
    pieces = [number % options for number in range(first, first + options) for _ in range(counts[number % options])]
    told: list[str] = []
    singles = [[(first + step) % options] for step in range(min(options, WAYS))]
    least = max(map(int, re.findall(r'data-least="(\d+)"', page.parts["question"])), default=0)
    several = [[(first + step) % options for step in range(count)] for count in [*range(2, 9), least]]
    equal = [pieces[:count] for count in [*range(2, 9), least]]
    doubles = [[number] * count for count in range(2, 6) for number in range(min(options, 3))]
    for picks in [*singles[:3], [], *several, *equal, *doubles, *singles]:
        heard = page.answer(*picks)
        if "done" in heard:
            return
        told.append(heard["refused"])
    raise SurfaceError(f"nothing is an answer: {sorted(set(told))}\n{page.parts['question'][:1500]}")
