"""What an author does with the files of a game: every command that reads or writes them, in this process."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from tests.surfaces.trial import SurfaceError, Trial, check_full, check_text, own_files, same, spread

from cardwright import load_game
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright_tools.cli.errors import FINDINGS, OK
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.cli.main import main

# A PDF, a picture and a workbook begin with these bytes.
BEGINNINGS = {".pdf": b"%PDF-", ".png": b"\x89PNG", ".xlsx": b"PK", ".html": b"<!", ".md": b"#"}
# Cards and topics asked for one by one.
ASKED = 4
# Reports refuse larger ones.
LARGEST_SCORE = 10**8
# The name of a class of Python before a message: an error that is not the author's.
_OURS = re.compile(r": \w*(?:Error|Exception): ")
_CHANGED = re.compile(r"^[-+] ", re.MULTILINE)


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


def run(*words: str | Path, codes: tuple[int, ...] = (OK,)) -> Ran:
    """Run a command in this process. Raises SurfaceError for another exit code, or a report of a bug."""
    out, err = io.StringIO(), io.StringIO()
    said = " ".join(map(str, words))
    with redirect_stdout(out), redirect_stderr(err):
        code = main([*map(str, words)])
    ran = Ran(code, out.getvalue(), err.getvalue())
    for text in ran.out, ran.err:
        check_text(f"cardwright {said}", text, tabs=True)
    if code not in codes:
        raise SurfaceError(f"cardwright {said}: exit code {code}\n{ran.out[-1500:]}\n{ran.err[-1500:]}")
    return ran


def written(path: Path) -> bytes:
    """Return what a command wrote. Raises SurfaceError if that is nothing, or no file of its sort."""
    content = path.read_bytes() if path.is_file() else b""
    begins = BEGINNINGS.get(path.suffix, b"")
    if not content or not content.lstrip(b"\xef\xbb\xbf").startswith(begins):
        raise SurfaceError(f"{path.name} does not hold what its name says: {content[:40]!r}")
    return content


def validate(trial: Trial) -> None:
    """`validate` finds no mistake, and says the same a second time."""
    first, second = (run("validate", trial.folder, codes=(OK, FINDINGS)) for _ in range(2))
    if "error[" in first.out + first.err:
        raise SurfaceError(f"`validate` refuses what is played:\n{first.out[:1500]}")
    same("what `validate` says twice", first, second)
    check_full("what `validate` says", first.out + first.err)
    run("validate", trial.folder, "--format", "json", codes=(OK, FINDINGS))
    if find_place(str(trial.folder)).cards.is_relative_to(trial.folder):
        run("schema", trial.copy("schema"))


def fmt(trial: Trial) -> None:
    """`fmt` writes what `fmt --check` accepts, and the game is the same afterwards."""
    copy = trial.copy("formatted")
    run("fmt", copy)
    run("fmt", "--check", copy)
    before = {path: path.read_bytes() for path in own_files(copy)}
    run("fmt", copy)
    same("a folder formatted twice", before, {path: path.read_bytes() for path in own_files(copy)})
    game = load_game(copy)
    state = game.new(trial.players, trial.seed, tracked=False)
    for option in trial.match:
        state.apply(option)
    same("a match under the formatted files", state.digest(), trial.state(len(trial.match)).digest())


def texts(trial: Trial) -> None:
    """`text` says all cards, and each by its id and its name."""
    cards = trial.game.card_texts()
    check_full("what `text` says", run("text", trial.folder).out + ("" if cards else "no cards"))
    for card in spread([text.id for text in cards], ASKED):
        check_full(f"text of {card}", run("text", trial.folder, card).out)
    for name in spread([text.name for text in cards], ASKED):
        if not name.startswith("-"):  # which is an option of the command line
            check_full(f"text of {name}", run("text", trial.folder, name).out)
    page = trial.scratch / "gallery.html"
    run("text", trial.folder, "--html", page)
    written(page)


def rulebooks(trial: Trial) -> None:
    """`rulebook` prints the rules, all of them and by topic, and writes its three sorts of files."""
    check_full("what `rulebook` prints", run("rulebook", trial.folder).out)
    titles = [section.title for section in write_rulebook(trial.game).sections]
    for title in spread(titles, ASKED):
        check_full(f"the rulebook about {title}", run("rulebook", trial.folder, title).out)
    pages = [trial.scratch / f"rules.{suffix}" for suffix in ("html", "md", "pdf")]
    html, markdown, pdf = pages
    run("rulebook", trial.folder, "--html", html, "--markdown", markdown, "--pdf", pdf)
    for page in pages:
        written(page)


def printed(trial: Trial) -> None:
    """`print` lays out the cards as a PDF and as pictures; a game without printed cards says so."""
    there_are = any(text.needed for text in trial.game.card_texts())
    out = trial.scratch / "cards.pdf"
    ran = run("print", trial.folder, "--one-each", "--backs", "--out", out, codes=(OK,) if there_are else (OK, 1, 2))
    if there_are:
        written(out)
        run("print", trial.folder, "--one-each", "--out", trial.scratch / "cards.png", "--dpi", "30")
        written(trial.scratch / "cards-1.png")
    else:
        check_full("what `print` says without cards", ran.out + ran.err)


def sheets(trial: Trial) -> None:
    """Check that `import` takes back what `export` wrote without a change, and refuses a sheet without cards."""
    there_are = any(text.set for text in trial.game.card_texts())
    run("export", trial.folder)
    for suffix in ("csv", "xlsx", "json"):
        sheet = trial.scratch / f"sheet.{suffix}"
        run("export", trial.folder, "--out", sheet)
        written(sheet)
        if suffix != "json":
            ran = run("import", sheet, trial.folder, "--dry-run", codes=(OK,) if there_are else (2,))
            if _CHANGED.search(ran.out):
                raise SurfaceError(f"importing what was exported ({suffix}) changes files:\n{ran.out[:1500]}")


def scenarios(trial: Trial) -> None:
    """The scenarios and examples of the game pass; a game without any says so."""
    files = [path for path in own_files(trial.folder) if path.suffix == ".yaml"]
    has = any("scenarios" in path.parts or b"examples:" in path.read_bytes() for path in files)
    ran = run("test", trial.folder, codes=(OK,) if has else (OK, FINDINGS, 2))
    check_full("what `test` says", ran.out + ran.err)


def watched(trial: Trial) -> None:
    """Bots play the game: `play` without people, `simulate` and `report`, and `stress` for a moment."""
    players = str(trial.players)
    few = ("--players", players, "--jobs", "1")
    bots = [word for seat in range(1, trial.players + 1) for word in ("--bot", f"{seat}=random")]
    if trial.finishes:
        play = ("--human", "none", "--players", players, *bots, "--seed", str(trial.seed))
        _run_with_authors_errors("cannot answer: ", "play", trial.folder, *play)
        simulate = ("--bots", "random", "--games", "2", *few, "--out", str(trial.scratch / "run.sqlite"))
        _run_with_authors_errors("  game ", "simulate", trial.folder, *simulate)
        if max(abs(int(score)) for score in trial.state(len(trial.match)).scores) < LARGEST_SCORE:
            run("report", trial.scratch / "run.sqlite")
    stress = ("--games", "1", "--decisions", "3", "--jobs", "1")
    _run_with_authors_errors("stress-faults/", "stress", trial.folder, *stress)


def _run_with_authors_errors(mark: str, *words: str | Path) -> None:
    """Run a command that may find errors of the author's: the lines with `mark`. Raises SurfaceError for others."""
    ran = run(*words, codes=(OK, FINDINGS))
    found = [line for line in (ran.out + ran.err).splitlines() if mark in line]
    if ran.code and (not found or any(map(_OURS.search, found))):
        raise SurfaceError(f"cardwright {words[0]}: exit code {ran.code}\n{ran.out[-1500:]}\n{ran.err[-1500:]}")
