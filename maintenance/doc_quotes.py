"""Quotes in hand-written pages, such as card texts, lists and generated code, kept up to date.

A page names a quote in a comment before a code block, and the block is rewritten: `<!-- quote games -->`, `<!-- quote
text GAME CARD -->`, `<!-- quote card GAME CARD -->`, `<!-- quote scenario FILE NAME -->` (a file of the examples, and
how the scenario's name begins), `<!-- quote mistake GAME CARD RIGHT WRONG -->`, `<!-- quote source GAME PLAYERS VARIANT
PROCEDURE -->`, `<!-- quote random SEED COUNT -->`, `<!-- quote modules PACKAGE -->`, `<!-- quote operations -->`, `<!--
quote nodes SORT -->` (values, statements or terminators).
"""

import ast
import contextlib
import importlib
import inspect
import io
import pkgutil
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import get_args

from cardwright import check_paths, load_game
from cardwright.compiler.ir import nodes
from cardwright.compiler.ir.operations import OPERATIONS
from cardwright.game.loading import place_of
from cardwright.runtime.primitives.random_numbers import generator, rand
from cardwright.source.atomic_write import write_whole
from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.errors import FindingError
from cardwright_tools.cli.main import build_parser
from cardwright_tools.commands.cards import text
from cardwright_tools.commands.playing import games

_QUOTE = re.compile(r"(<!-- quote ([^>]+?) -->\n+```\w*\n)(.*?)(\n```)", re.DOTALL)


def with_quotes(page: str, path: str) -> str:
    """Return a page with its quotes updated. Raises FindingError for an unknown quote."""

    def quote(match: re.Match[str]) -> str:
        kind, *words = match[2].split()
        try:
            quoted = QUOTES[kind](*words).rstrip("\n")
        except (KeyError, LookupError, TypeError, ValueError) as error:
            raise FindingError(f"{path}: `quote {match[2]}` quotes nothing ({error})") from error
        if "```" in match[3] or "<!--" in match[3]:
            raise FindingError(f"{path}: `quote {match[2]}` is not closed before the next block begins")
        return match[1] + quoted + match[4]

    written, found = _QUOTE.subn(quote, page)
    if found != len(re.findall(r"^<!-- quote ", page, re.MULTILINE)):
        raise FindingError(f"{path}: a `<!-- quote ... -->` has no block below it")
    return written


def _print(run: Callable[..., int], *words: str) -> str:
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        run(build_parser().parse_args(words))
    return written.getvalue()


def _render_games() -> str:
    return _print(games.run, "games")


def _render_text(game: str, *cards: str) -> str:
    return _print(text.run, "text", game, *cards)


def _quote_card(game: str, card: str) -> str:
    """Return the lines of a card in its file, dedented."""
    _, entry = _find_card(game, card)
    indent = len(entry) - len(entry.lstrip())
    return "\n".join(line[indent:] for line in entry.splitlines())


def _find_card(game: str, card: str) -> tuple[Path, str]:
    """Return the file of a card and its lines there."""
    place = place_of(game)
    pattern = rf"^( *)- (?:\{{id: {card},.*|id: {card}(?:\n\1  .*|\n(?=\n*\1  ))*)$"
    for path in sorted(place.cards.glob("*/*.yaml")) if place is not None else ():
        match = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
        if match is not None:
            return path, match[0]
    raise LookupError(f"no card `{card}`")


def _quote_scenario(file: str, *words: str) -> str:
    """Return the lines of a scenario of an example game, dedented."""
    path = find_data_folder("examples") / file
    begun = re.escape(" ".join(words))
    match = re.search(rf"^  - name: {begun}.*(?:\n    .*)*$", path.read_text(encoding="utf-8"), re.MULTILINE)
    if match is None:
        raise LookupError("no such scenario")
    return "\n".join(line[2:] for line in match[0].splitlines())


def _quote_mistake(game: str, card: str, right: str, wrong: str) -> str:
    """Return the diagnostics of a card in which `right` is replaced by `wrong`."""
    path, entry = _find_card(game, card)
    if right not in entry:
        raise LookupError(f"`{card}` does not say `{right}`")
    root = path.parents[3]
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / path.relative_to(root)
        for part in (copied.parents[1].relative_to(folder), Path("games") / game):
            shutil.copytree(root / part, Path(folder) / part)
        text = path.read_text(encoding="utf-8")
        write_whole(copied, text.replace(entry, entry.replace(right, wrong)))
        found, files = check_paths([copied])
        shown = render_text(found, files, color=False)
        return shown.replace(f"{copied.parents[3].as_posix()}/", "")


def print_generated_source(game: str, players: str, variant: str, procedure: str) -> str:
    """Return the generated functions of a procedure; after each segment's head are the names in its frame."""
    tables = load_game(game).program(int(players)).tables
    stored = tables.variant(variant)
    titles = {
        f"s{number}": f"{title}: {', '.join(word for word, *_ in names)}" if names else title
        for number, (title, names, _) in stored.frames.items()
        if title == procedure
    }
    titles |= {f"p{n}": procedure for n, each in enumerate(tables.procedures) if each.word == procedure}
    titles |= {f"r{n}": procedure for n, rule in enumerate(tables.rules) if rule.word == procedure}
    titles |= {f"m{n}": f"{procedure}, together" for n, site in enumerate(tables.sites) if site.source == procedure}
    found = []
    for match in re.finditer(r"(?ms)^def (\w+)(\(.*?:)\n(.*?)(?=^\S|\Z)", stored.source):
        if match[1] in titles:
            found.append(f"def {match[1]}{match[2]}  # {titles[match[1]]}\n{match[3]}".strip("\n"))
    if not found:
        raise LookupError(f"no procedure `{procedure}`")
    return "\n\n".join(found)


def _quote_random(seed: str, count: str) -> str:
    """Return the first random numbers below 1000 for a seed."""
    slots = [0, 0, generator(int(seed))]
    return " ".join(str(rand(slots, 1000)) for _ in range(int(count)))


def _render_modules(package: str) -> str:
    return list_modules(Path(importlib.import_module(package).__path__[0]))


def list_modules(folder: Path) -> str:
    """Return the modules in the folder of a package with their docstrings, one per line; a subpackage is one line."""
    rows = []
    for module in sorted(pkgutil.iter_modules([str(folder)]), key=lambda one: one.name):
        file = folder / module.name / "__init__.py" if module.ispkg else folder / f"{module.name}.py"
        # read, not imported: what it imports in turn need not be installed
        docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        rows.append((module.name + "/" * module.ispkg, docstring.partition("\n\n")[0].replace("\n", " ")))
    width = max((len(name) for name, _ in rows), default=0)
    return "\n".join(f"{name:<{width}}  {meaning}".rstrip() for name, meaning in rows)


def _quote_nodes(sort: str) -> str:
    """Return the nodes of the IR of one group, with their fields and meaning."""
    unions = {"values": nodes.Value, "statements": nodes.Stmt, "terminators": nodes.Terminator}
    others = get_args(nodes.Terminator) if sort == "statements" else ()
    kinds = [kind for kind in get_args(unions[sort]) if kind not in others]
    found = []
    for kind in kinds:
        names = ", ".join(entry.name for entry in fields(kind) if entry.name != "at")
        said = "\n".join(f"    {line}".rstrip() for line in (inspect.getdoc(kind) or "").splitlines())
        found.append(f"{kind.__name__}({names})\n{said}")
    return "\n".join(found)


def _quote_operations() -> str:
    """Return every operation of the IR, with its Python code and its effect."""
    rows = [(name, row.python, row.effect) for name, row in OPERATIONS.items()]
    return "\n".join(f"{name:<11} {effect:<8} {python}" for name, python, effect in rows)


QUOTES: dict[str, Callable[..., str]] = {
    "nodes": _quote_nodes,
    "operations": _quote_operations,
    "games": _render_games,
    "text": _render_text,
    "card": _quote_card,
    "scenario": _quote_scenario,
    "mistake": _quote_mistake,
    "source": print_generated_source,
    "random": _quote_random,
    "modules": _render_modules,
}
