"""Every text in the files of a game, found by walking their nodes, and the same files with other texts in place."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from cardwright.checker.game import GameChecker
from cardwright.compiler.compile_game import compile_program
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.game.loading import find_cards_folder
from cardwright.scenarios.suite import ScenarioSuite
from cardwright.source.read_with_size_limit import override_files
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node, Scalar, Sequence
from cardwright_tools.reference.load_constructs import CARDS, GAME

# A word that stands in every hostile text: it may be in tables, and never in code.
EVIL = "zzevil"
CALL = f"__import__('builtins').{EVIL}()"
HOSTILE = [
    f'Lamp\n    pass\nimport os; {CALL}\ndef zz(S, K, f):  # "',
    f"Lamp {CALL}  # ",
    f'"); {CALL} #',
    f"'); {CALL} #",
    f"'''\"\"\"\\ {EVIL}",
    f"Fun {EVIL} #LOCATION",
    f"{EVIL}  #LOCATION",
    f"⟦F0⟧ {EVIL} return ⟦J1⟧",
    f"v1 g1 v2_you S[5] K.clear() TEXTS[0] {EVIL}",
    f"{{{EVIL}}} {{0.__class__}} {{player}} %s %({EVIL})s {{}}",
    f"\\n \\x41 \\N{{BULLET}} \\ {EVIL}",
    f"[bold red]{EVIL}[/] [/] [link=file:///etc/passwd]x[/link]",
    f"<script>{EVIL}</script><!-- ]]> &amp; --> $\\frac{{a$",
    f"$({EVIL}) `{EVIL}` ${{{EVIL}}} | ; & > {EVIL}",
    f"../../../{EVIL}",
    f"=1+cmd|{EVIL}",
    f"{EVIL}: {{a: 1}} # - [b",
    f"Ünïcödé 🂡 {EVIL} \u200fright-to-left\u200e ﷽",
    f"{EVIL} " * 400,
]
HARMLESS = "some words"
MORE_CARDS = """\
  - {id: broker, name: Broker, sort: iron, power: "offer market, anytime where you.credits > 1 once per turn: lose(1)"}
  - id: lookout
    name: Look Out
    sort: crew
    power: |
      before opponents draw: gain(1)
      instead of you lose:
        may: gain(2)
        else: proceed
      forbid opponents discard where you.credits > 12
  - id: auctioneer
    name: The Auctioneer
    sort: wharf
    power: |
      after you draw:
        secretly for each p in players:
          p choose amount from numbers(0, 2): p.bid = amount
        choose one "What is wanted?":
          option "Take {you.credits:credit}": gain(1)
          option "Roll":
            let eyes = roll(6)
            gain(eyes)
        choose up to 2 cs from you.hand: discard(cs)
        may choose c at random from you.hand: discard(c)
"""
LAID = "    may choose c from you.hand: move(c, to: you.works)\n"
SCENARIOS = """\
players: 2
scenarios:
  - name: Something is gained
    seed: 7
    given: {P1.credits: 12, P1.works: [foreman], active: P1}
    chance: {}
    when:
      - do: P1 gain(2)
    then:
      - P1.credits is 14
      - "P1.works.name is [foreman]"
"""
_IN_QUOTES = re.compile(r'"([^"\n]*)"')


@dataclass(frozen=True)
class Place:
    """A text in a file: a value or a name of a field; or, within a text of the language, what stands in quotes."""

    file: Path
    start: int
    end: int
    raw: str
    inner: tuple[int, int] | None = None

    def __str__(self) -> str:
        part = "" if self.inner is None else f" at {self.inner[0]}"
        return f"{self.file.name}:{self.start}{part}: {self.raw[:30]!r}"


def harbour(folder: Path) -> Path:
    """The game that has every field of every kind of file, and cards with powers of every kind and without."""
    game = folder / "harbour"
    (game / "cards" / "base").mkdir(parents=True)
    (game / "scenarios").mkdir()
    (game / "game.yaml").write_text(GAME.replace("    trade\n", f"    trade\n{LAID}"), encoding="utf-8")
    (game / "cards" / "base" / "cards.yaml").write_text(CARDS + MORE_CARDS, encoding="utf-8")
    (game / "scenarios" / "turns.yaml").write_text(SCENARIOS, encoding="utf-8")
    return game


def copy_with(game: Path, folder: Path, texts: Mapping[Path, str]) -> Path:
    """A copy of a game with other texts in its files."""
    copied = folder / game.name
    shutil.copytree(game, copied)
    for file, text in texts.items():
        (copied / file.relative_to(game)).write_text(text, encoding="utf-8")
    return copied


def files_of(game: Path) -> list[Path]:
    """All YAML files of a game that authors write: its rules, its cards and its scenarios."""
    return sorted(game.rglob("*.yaml"))


def places(game: Path) -> list[Place]:
    """Every text in the files of a game, names of fields too."""
    return [place for file in files_of(game) for place in _places(file, load_yaml(file).root)]


def _places(file: Path, node: Node | None) -> Iterator[Place]:
    if isinstance(node, Scalar):
        yield Place(file, node.start, node.end, node.raw)
        if "\n" in node.raw or '"' in node.raw:
            yield from (Place(file, node.start, node.end, node.raw, it.span(1)) for it in _IN_QUOTES.finditer(node.raw))
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _places(file, item)
    elif isinstance(node, MappingNode):
        for key, value in node.entries:
            yield from (*_places(file, key), *_places(file, value))


def fitted(text: str, place: Place) -> str:
    """A text as it can stand at a place: those of the language hold no quotes, line breaks, tabs or braces."""
    if place.inner is None:
        return text
    return "".join(c for c in text if c.isprintable() and c not in '"{}').strip() or HARMLESS


def replaced(texts: Mapping[Place, str]) -> dict[Path, str]:
    """The contents of the files that get other texts."""
    scalars: dict[tuple[Path, int, int], str] = {}
    for place in sorted(texts, key=lambda place: place.inner or (-1, -1), reverse=True):
        at = (place.file, place.start, place.end)
        raw = scalars.get(at, place.raw)
        start, end = place.inner or (0, len(raw))
        scalars[at] = raw[:start] + fitted(texts[place], place) + raw[end:]
    changed: dict[Path, str] = {}
    for file, start, end in sorted(scalars, reverse=True):
        text = changed.get(file) or file.read_text(encoding="utf-8")
        line_end = "\n" if text[start:end].endswith("\n") else ""
        changed[file] = text[:start] + json.dumps(scalars[file, start, end], ensure_ascii=False) + line_end + text[end:]
    return changed


def checked(game: Path, texts: Mapping[Path, str]) -> tuple[Any, list[Any]]:
    """A checked game under other texts, and what is wrong in any file that got some; nothing is ever raised."""
    with override_files({path.resolve(): text for path, text in texts.items()}):
        found = []
        for file in (file for file in texts if file.parent.name == "scenarios"):
            suite = ScenarioSuite()
            found += [*suite.add(file)[1], *suite.check()]
        files = find_game_files(game, find_cards_folder(game))
        loaded = read_game(files, list(files.cards))
        found += loaded.diagnostics
        if loaded.game is None:
            return None, found
        checker = GameChecker(loaded.game)
        program = checker.run()
        found += checker.diagnostics
    assert loaded.game is not None
    return program, [each for each in found if each.severity == "error"]


def sources(program: Any, players: int) -> dict[str, str]:
    """The generated code of a game, which holds nothing of what its authors wrote."""
    tables = compile_program(program, players)
    written: dict[str, str] = {}
    for variant in ("plain", "tracked"):
        source = written[variant] = tables[variant]["source"]
        assert EVIL not in source
        assert EVIL not in " ".join(_said(compile(source, variant, "exec")))
    return written


def _said(code: CodeType) -> Iterator[str]:
    """Every name and text in code."""
    yield from (code.co_filename, code.co_name, *code.co_names, *code.co_varnames)
    for constant in code.co_consts:
        yield from _said(constant) if isinstance(constant, CodeType) else [str(constant)]
