"""All surfaces of a game by name, and one game tried on each of them."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from tests.properties.mutated_cards import HangError, alarm
from tests.surfaces import browser, commands, editor, engines, records, terminals
from tests.surfaces.trial import Effort, SurfaceError, Trial

from cardwright import CardwrightError, load_game

# A surface takes so many seconds of computing at most, beside what the effort asks for.
HANGING = 120

SURFACES: Mapping[str, Callable[[Trial], None]] = {
    "validate": commands.validate,
    "fmt": commands.fmt,
    "text": commands.texts,
    "rulebook": commands.rulebooks,
    "print": commands.printed,
    "sheets": commands.sheets,
    "scenarios": commands.scenarios,
    "watched": commands.watched,
    "python": engines.python,
    "asked": engines.asked,
    "endings": engines.endings,
    "adapters": engines.adapters,
    "plain terminal": terminals.plain,
    "small terminal": terminals.small,
    "large terminal": terminals.large,
    "replay": terminals.walked,
    "records": records.kept,
    "browser": browser.beginning,
    "browser at the end": browser.ending,
    "editor": editor.edited,
    "native": engines.native,
}


def share(number: int, shares: int, surfaces: Iterable[str] = SURFACES) -> list[str]:
    """Return one of so many shares of the surfaces, by the number of the game that is tried on it."""
    return [surface for place, surface in enumerate(surfaces) if (place + number) % shares == 0]


@dataclass(frozen=True)
class Fault:
    """What went wrong on a surface: the sort of error, the innermost place of ours, and all that is known."""

    surface: str
    sort: str
    where: str
    details: str


@dataclass
class Result:
    """What came of a trial: faults, whether the match came to its end, and the seconds of computing by surface."""

    faults: list[Fault] = field(default_factory=list)
    finished: bool = False
    answers: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    refused: str = ""


@contextmanager
def own_folders(scratch: Path) -> Iterator[None]:
    """Let everything that is written about games go into a folder of its own; faults are told where they arise."""
    values = {
        "XDG_STATE_HOME": str(scratch / "state"),
        "CARDWRIGHT_DEBUG": "1",
        "COLUMNS": "80",
        "CARDWRIGHT_FENCE": "off",
    }
    with patch.dict(os.environ, values), warnings.catch_warnings():
        yield


def try_game(
    folder: Path,
    seed: int = 0,
    players: int | None = None,
    surfaces: Iterable[str] = SURFACES,
    effort: Effort | None = None,
) -> Result:
    """Try the game in a folder on some surfaces; `players` None is any number it allows, by the seed."""
    result = Result()
    scratch = Path(tempfile.mkdtemp(prefix="surfaces-"))
    try:
        with own_folders(scratch):
            trial = _begun(folder.resolve(), seed, players, scratch, effort or Effort(), result)
            for surface in surfaces if trial is not None else ():
                assert trial is not None
                fault = _tried(trial, surface, result)
                if fault is not None:
                    result.faults.append(fault)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return result


def _begun(folder: Path, seed: int, players: int | None, scratch: Path, effort: Effort, result: Result) -> Trial | None:
    """The trial of a game whose random match is played; None, with the fault, for one that cannot be."""
    began = time.process_time()
    try:
        with alarm(HANGING):
            game = load_game(folder)
            numbers = range(game.min_players, game.max_players + 1)
            trial = Trial(folder, game, players or numbers[seed % len(numbers)], seed, scratch, effort)
            result.finished, result.answers = trial.finishes, len(trial.match)
    except CardwrightError as error:
        result.refused = str(error)
        result.faults.append(Fault("load", "refused", ", ".join(each.code for each in error.diagnostics), str(error)))
        return None
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what this looks for
        result.faults.append(_fault("match", error))
        return None
    result.seconds["match"] = time.process_time() - began
    return trial


def _tried(trial: Trial, surface: str, result: Result) -> Fault | None:
    began = time.process_time()
    inner = trial.scratch / surface.replace(" ", "-")
    inner.mkdir()
    before, trial.scratch = trial.scratch, inner
    try:
        with alarm(HANGING):
            SURFACES[surface](trial)
    except Exception as error:  # noqa: BLE001 - likewise
        return _fault(surface, error)
    finally:
        trial.scratch = before
        result.seconds[surface] = time.process_time() - began
    return None


def _fault(surface: str, error: BaseException) -> Fault:
    """What is told of an error: alike ones get the same sort and place."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/interpreter/" in frame.filename or "/tools/cardwright" in frame.filename]
    last = (ours or list(frames))[-1]
    where = f"{Path(last.filename).name}, {last.name}"
    if isinstance(error, SurfaceError | AssertionError):
        return Fault(surface, "wrong", str(error).split("\n")[0][:120], f"{error}\n{traceback.format_exc()[-1500:]}")
    sort = "stuck" if isinstance(error, HangError) else type(error).__name__
    return Fault(surface, sort, where, traceback.format_exc())
