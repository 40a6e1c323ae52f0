"""Generator of files, run as `python -m maintenance.generate`."""

import argparse
import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.game.loading import list_game_places
from cardwright.source.atomic_write import write_whole
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.errors import FINDINGS, OK, FindingError
from cardwright_tools.cli.standard_output import print_lines, print_note
from cardwright_tools.commands.authoring.schema import build_schemas, find_own_game
from cardwright_tools.reference.json_schemas import FOLDER as SCHEMA_FOLDER
from cardwright_tools.reference.json_schemas import (
    build_card_schema,
    build_game_schema,
    build_own_card_schema,
    build_scenario_schema,
    build_shared_schema,
)
from maintenance.diagnostics_page import render_page
from maintenance.doc_quotes import with_quotes
from maintenance.language_reference import render_reference
from maintenance.module_map import render_module_map

ROOT = Path(__file__).resolve().parents[1]
SHOWN_LINES = 12
SCHEMA_REMARK = "# yaml-language-server: $schema="
QUOTING = (
    "README.md",
    "docs/architecture/compiler.md",
    "docs/architecture/state.md",
    "docs/code-ir.md",
    "docs/testing.md",
    "docs/benchmarks/card-texts.md",
    "docs/texts.md",
    "docs/written-twice.md",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the generated files; with `--check`, exit 1 if one of them is stale."""
    parser = argparse.ArgumentParser(prog="python -m maintenance.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file is not up to date")
    arguments = parser.parse_args(argv)
    try:
        wanted = build_files() | update_quotes(ROOT) | find_files_with_schema(ROOT)
    except FindingError as error:
        print_note(str(error))
        return FINDINGS
    stale = find_stale_files(ROOT, wanted)
    if not arguments.check:
        for path in stale:
            _write(ROOT / path, wanted.get(path))
            print_lines(f"{path}: {'written' if path in wanted else 'removed'}")
        return OK
    for path, difference in stale.items():
        print_lines(f"{path} is not what its sources say:")
        print_lines(difference)
    if stale:
        print_lines(f"{len(stale)} stale; run `python -m maintenance.generate`")
    return FINDINGS if stale else OK


def build_files() -> dict[str, str]:
    """Return every generated file with its content. Raises FindingError for a game that cannot be read."""
    files = {
        "docs/reference.md": render_reference(),
        "docs/diagnostics.md": render_page(ROOT),
        "docs/architecture/modules.md": render_module_map(ROOT),
        "grammar/schemas/game.schema.json": build_game_schema(),
        "grammar/schemas/cards.schema.json": build_card_schema(),
        "grammar/schemas/scenarios.schema.json": build_scenario_schema(),
        "grammar/schemas/shared.schema.json": build_shared_schema(),
    }
    for place in list_game_places().values():
        found = find_game_files(place.folder, place.cards)
        loaded = read_game(found, list(found.cards))
        if loaded.game is None:
            raise FindingError(f"{place.name} cannot be read; `cardwright validate games/{place.name}` says why")
        files[f"grammar/schemas/{place.name}.cards.schema.json"] = build_own_card_schema(loaded.game, found.cards)
    return files | build_example_schemas()


def build_example_schemas() -> dict[str, str]:
    """Return the schemas of the example games, which are stored in their folders."""
    files = {}
    for rules in sorted(find_data_folder("examples").glob("*/game.yaml")):
        for name, text in build_schemas(find_own_game(rules.parent)).items():
            files[f"examples/{rules.parent.name}/{SCHEMA_FOLDER}/{name}"] = text
    return files


def update_quotes(root: Path) -> dict[str, str]:
    """Return the hand-written pages with their quotes updated."""
    pages = {path: (root / path).read_text(encoding="utf-8") for path in QUOTING}
    return {path: with_quotes(page, path) for path, page in pages.items()}


def find_files_with_schema(root: Path) -> dict[str, str]:
    """Return every game and card file with a first line that names its schema."""
    files = {}
    for path in sorted([*root.glob("games/*/*.yaml"), *root.glob("cards/*.yaml"), *root.glob("cards/*/*/*.yaml")]):
        place = path.relative_to(root)
        name = f"{place.parts[1]}.cards" if place.parts[0] == "cards" else "game"
        name = "shared" if len(place.parts) == 2 else name
        up = "../" * (len(place.parts) - 1)
        text = path.read_text(encoding="utf-8")
        first, _, rest = text.partition("\n")
        body = rest if first.startswith(SCHEMA_REMARK) else text
        files[place.as_posix()] = f"{SCHEMA_REMARK}{up}grammar/schemas/{name}.schema.json\n{body}"
    return files


def find_stale_files(root: Path, wanted: dict[str, str]) -> dict[str, str]:
    """Return the paths of missing, changed and surplus files, each with a summary of the difference."""
    stale = {}
    left_over = {f"grammar/schemas/{path.name}" for path in (root / "grammar" / "schemas").glob("*.json")}
    for path in sorted(left_over | set(wanted)):
        file = root / path
        have = file.read_text(encoding="utf-8") if file.is_file() else ""
        want = wanted.get(path, "")
        if have != want or path not in wanted:
            stale[path] = _render_difference(have, want)
    return stale


def _render_difference(have: str, want: str) -> str:
    lines = list(difflib.unified_diff(have.splitlines(), want.splitlines(), "in the file", "wanted", n=0, lineterm=""))
    shown = [f"  {line}" for line in lines[2 : 2 + SHOWN_LINES]]
    if len(lines) > 2 + SHOWN_LINES:
        shown.append(f"  ... and {len(lines) - 2 - SHOWN_LINES} lines more")
    return "\n".join(shown)


def _write(path: Path, content: str | None) -> None:
    if content is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


if __name__ == "__main__":
    sys.exit(main())
