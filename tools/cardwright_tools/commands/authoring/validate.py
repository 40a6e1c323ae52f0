"""The command `cardwright validate`, which checks files and, with `--fix`, corrects them."""

import difflib
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from cardwright import check_paths
from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import write_whole
from cardwright.source.diagnostics import apply_fixes
from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.diagnostics_for_programs import render_github, render_json, render_sarif
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import override_files, read_text
from cardwright_tools.authoring.watch_files import summarize, watch
from cardwright_tools.cli.errors import FINDINGS, OK, FindingError, check_there, convert_write_errors
from cardwright_tools.cli.game_arguments import find_paths
from cardwright_tools.cli.standard_output import print_lines, print_note, shows_colour

# Limit for rounds of corrections. A correction can reveal the next error, and two could undo each other.
_MAX_ROUNDS = 20


def find_corrections(paths: Sequence[Path] | None) -> dict[Path, str]:
    """Return the corrected texts of files among `paths` (None: all games); no file is written."""
    texts: dict[Path, str] = {}
    for _ in range(_MAX_ROUNDS):
        with override_files({resolve_path(path): text for path, text in texts.items()}):
            found, files = check_paths(paths)
        new = {Path(path): text for path, text in apply_fixes(found, files).items() if _is_named(Path(path), paths)}
        if not new:
            break
        texts.update(new)
    return texts


def write_corrections(texts: dict[Path, str]) -> None:
    """Write the corrected texts, each file atomically. Raises FindingError if one cannot be written."""
    for path, text in texts.items():
        with convert_write_errors(path, FindingError):
            write_whole(path, text)
        print_lines(f"{path.as_posix()} corrected")


def show_corrections(texts: dict[Path, str]) -> None:
    """Show the corrections as a unified diff."""
    for path, text in texts.items():
        old = read_text(path).splitlines()
        name = path.as_posix()
        for line in difflib.unified_diff(old, text.splitlines(), name, f"{name} (corrected)", lineterm=""):
            print_lines(line)


def _is_named(file: Path, paths: Sequence[Path] | None) -> bool:
    """Return True if a file is among the paths of the command. Errors in other files are shown but not corrected."""
    if paths is None:
        return True
    here = resolve_path(file)
    return any(here == resolve_path(path) or resolve_path(path) in here.parents for path in paths)


def run(arguments: Namespace) -> int:
    """Check the paths and print the diagnostics in the chosen format; correct or watch them if asked."""
    arguments.paths = find_paths(arguments.paths)
    check_there(arguments.paths)
    if arguments.watch:
        return watch(arguments.paths)
    if arguments.fix:
        texts = find_corrections(arguments.paths or None)
        if arguments.dry_run:
            show_corrections(texts)
            print_note(f"{count_noun(len(texts), 'file')} would be corrected")
            return FINDINGS if texts else OK
        write_corrections(texts)
    return _check(arguments)


def _check(arguments: Namespace) -> int:
    found, files = check_paths(arguments.paths or None)
    match arguments.format:
        case "json":
            print_lines(render_json(found).rstrip("\n"))
        case "github":
            shown = render_github(found)
        case "sarif":
            from importlib.metadata import version

            print_lines(render_sarif(found, version("cardwright")).rstrip("\n"))
        case _:
            shown = render_text(found, files, shows_colour(sys.stdout))
    if arguments.format in ("text", "github"):
        if shown.strip():
            print_lines(shown.rstrip("\n"), styled=arguments.format == "text")
        print_note(summarize(found))
    return FINDINGS if found else OK
