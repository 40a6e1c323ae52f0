"""Reads a page that tells what to write and what to type, and follows it literally."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
WRITE = re.compile(r"[Pp]ut this into `(?P<path>[^`]+)`:$")
APPEND = re.compile(r"[Pp]ut this at the end of `(?P<path>[^`]+)`:$")
CHANGE = re.compile(r"In `(?P<path>[^`]+)`,? change$")
PROMPT = re.compile(r"^P\d+> ?(.*)$", re.MULTILINE)
ANYTHING = "..."
MAX_SECONDS_PER_COMMAND = 1_800  # only reached if a command hangs


@dataclass(frozen=True)
class Block:
    """A block of code, its language, the sentence before it, and its place in the page."""

    language: str
    text: str
    before: str
    line: int
    span: tuple[int, int]


def blocks(page: str) -> list[Block]:
    """The blocks of a page in order."""
    found = []
    for match in FENCE.finditer(page):
        before = page[: match.start()].rstrip().rsplit("\n\n", 1)[-1].replace("\n", " ")
        text = match["text"]
        found.append(Block(match["language"], text, before, page[: match.start()].count("\n") + 1, match.span("text")))
    return found


class Follower:
    """Follows a page in a folder; `shown` are the outputs that differ from what the page says, by their blocks."""

    def __init__(self, page: str, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.commands: list[str] = []
        self.written: list[str] = []
        self.shown: list[tuple[Block, str]] = []

    def follow(self) -> None:
        """Do everything the page says, in order."""
        waiting = list(blocks(self.page))
        while waiting:
            block = waiting.pop(0)
            if block.language == "sh":
                expected = waiting.pop(0) if waiting and waiting[0].language == "text" else None
                self._run(block, expected)
            elif match := WRITE.search(block.before):
                path = self._path(match["path"])
                assert not path.exists(), f"line {block.line}: {match['path']} already exists"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
                self.written.append(match["path"])
            elif match := APPEND.search(block.before):
                path = self._path(match["path"])
                path.write_text(f"{path.read_text(encoding='utf-8')}\n{block.text}", encoding="utf-8")
            elif match := CHANGE.search(block.before):
                self._change(self._path(match["path"]), block, waiting.pop(0))
            else:
                raise AssertionError(f"line {block.line}: the page does not say what to do with this")

    def _path(self, name: str) -> Path:
        return self.folder / name

    def _change(self, path: Path, old: Block, new: Block) -> None:
        text, wanted = path.read_text(encoding="utf-8"), old.text.removesuffix("\n")
        assert text.count(wanted) == 1, f"line {old.line}: this is not once in {path.name}:\n{wanted}"
        path.write_text(text.replace(wanted, new.text.removesuffix("\n")), encoding="utf-8")

    def _run(self, block: Block, expected: Block | None) -> None:
        typed = "".join(f"{answer}\n" for answer in PROMPT.findall(expected.text)) if expected else ""
        output = ""
        for line in block.text.splitlines():
            self.commands.append(line)
            done = subprocess.run(
                ["bash", "-c", line],
                cwd=self.folder,
                env=environment(self.folder),
                input=typed,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                timeout=MAX_SECONDS_PER_COMMAND,
            )
            allowed = (0,) if expected is None else (0, 1)
            assert done.returncode in allowed, f"line {block.line}: {line}\n{done.stdout}"
            output += done.stdout
        if expected is not None:
            output = plain(output.replace(str(self.folder.resolve()), "~"))
            if not fits(plain(expected.text), output):
                self.shown.append((expected, output))

    def corrected(self) -> str:
        """The page with the outputs as they are; those that leave something out stay as they were."""
        page = self.page
        for block, output in reversed(self.shown):
            if ANYTHING not in block.text.splitlines():
                page = f"{page[: block.span[0]]}{output}\n{page[block.span[1] :]}"
        return page


def environment(folder: Path) -> dict[str, str]:
    """A user's environment, in which `cardwright` is this one and games are saved out of the way."""
    programs = str(Path(sys.executable).parent)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONUNBUFFERED": "1",
        "XDG_STATE_HOME": str(folder.resolve() / ".local" / "state"),
        "COLUMNS": "80",
        "TERM": "dumb",
        "NO_COLOR": "1",
    }


def plain(text: str) -> str:
    """A text without blanks at the ends of lines, and without what differs each time."""
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    text = "\n".join(lines)
    text = re.sub(r"\d{8}-\d{6}(-\d+)?\.jsonl", "20260101-120000.jsonl", text)
    text = re.sub(r"finished in [\d.]+ s", "finished in 1.0 s", text)
    text = re.sub(r"[\d,]+ decisions/s, [\d.,]+ games/s", "1,000 decisions/s, 100 games/s", text)
    # C takes over as soon as it is compiled, at once where it is in the cache, or never where the games end before.
    return re.sub(r", engine: (python, then )?native", "", text)


def fits(expected: str, output: str) -> bool:
    """Whether an output is what the page says; a line `...` stands for any lines."""
    parts: list[list[str]] = [[]]
    for line in expected.splitlines():
        if line == ANYTHING:
            parts.append([])
        else:
            parts[-1].append(line)
    lines = output.splitlines()
    if len(parts) == 1:
        return lines == parts[0]
    first, *middle, last = parts
    if lines[: len(first)] != first or (last and lines[-len(last) :] != last):
        return False
    at = len(first)
    for part in middle:
        at = next((n + len(part) for n in range(at, len(lines)) if lines[n : n + len(part)] == part), len(lines) + 1)
    return at <= len(lines) - len(last)
