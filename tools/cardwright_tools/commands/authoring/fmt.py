"""The command `cardwright fmt`, which formats game, card and scenario files with their rule texts."""

import difflib
import sys
from argparse import Namespace
from pathlib import Path

from cardwright.declarations.file_kinds import find_file_kind
from cardwright.formatting.files import format_own_file
from cardwright.game.loading import list_game_places
from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import write_whole
from cardwright.source.diagnostics import CardwrightError, Diagnostic, sort_diagnostics
from cardwright.source.diagnostics_for_people import read_quoted_files, render_text
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright_tools.cli.errors import FINDINGS, OK, FindingError, UsageError, check_there, convert_write_errors
from cardwright_tools.cli.game_arguments import find_paths
from cardwright_tools.cli.standard_output import print_lines, print_note, print_unchanged, shows_colour

STDIN = Path("-")


def run(arguments: Namespace) -> int:
    """Format the files, or list those that would change; files with errors are left alone."""
    if STDIN in arguments.paths:
        return _format_stdin(arguments)
    found: list[Diagnostic] = []
    changed = 0
    paths = find_paths(arguments.paths)
    files, others = find_yaml_files(paths)
    if not files:
        raise UsageError(
            f"there is no file of a game, cards or scenarios in {', '.join(map(str, paths)) or 'any game'}."
        )
    for file in files:
        try:
            old = read_ordinary(file)
            new = format_own_file(file)
        except CardwrightError as error:
            found.extend(error.diagnostics)
            continue
        except OSError as error:
            raise FindingError(f"{file}: {error.strerror or error}.") from error
        if old == new.encode("utf-8"):
            continue
        changed += 1
        _take(file, old.decode("utf-8"), new, arguments)
    if found:
        print_lines(
            render_text(sort_diagnostics(found), read_quoted_files(found), shows_colour(sys.stdout)).rstrip("\n"),
            styled=True,
        )
    if others:
        print_note(f"{count_noun(others, 'file')} left out: no game, cards or scenarios")
    print_note(
        _render_summary(len(files), changed, len({one.span.path for one in found}), arguments.check or arguments.diff)
    )
    return FINDINGS if found or (changed and (arguments.check or arguments.diff)) else OK


def find_yaml_files(paths: list[Path]) -> tuple[list[Path], int]:
    """Return the files to format (without paths: those of all games), and the number of files of unknown kind.

    Raises UsageError for a path that does not exist.
    """
    if not paths:
        return list(dict.fromkeys(file for place in list_game_places().values() for file in place.files())), 0
    check_there(paths)
    inside = list(dict.fromkeys(file for path in paths if path.is_dir() for file in sorted(path.rglob("*.yaml"))))
    ours = [file for file in inside if find_file_kind(file) is not None]
    named = [path for path in paths if not path.is_dir()]
    return list(dict.fromkeys([*named, *ours])), len(inside) - len(ours)


def _take(file: Path, old: str, new: str, arguments: Namespace) -> None:
    if arguments.diff:
        lines = difflib.unified_diff(
            old.splitlines(), new.splitlines(), file.as_posix(), f"{file.as_posix()} (formatted)", lineterm=""
        )
        for line in lines:
            print_lines(line)
    elif arguments.check:
        print_lines(f"{file.as_posix()} would be changed")
    else:
        with convert_write_errors(file, FindingError):
            write_whole(file, new)
        print_lines(f"{file.as_posix()} formatted")


def _format_stdin(arguments: Namespace) -> int:
    if arguments.paths != [STDIN] or arguments.check or arguments.diff:
        raise UsageError("`fmt -` formats only standard input: remove other paths, --check and --diff.")
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    print_unchanged(format_own_file(Path("stdin"), text))
    return OK


def _render_summary(files: int, changed: int, refused: int, only_told: bool) -> str:
    parts = [f"{changed} {'would be changed' if only_told else 'changed'}"] if changed else []
    parts += [f"{files - changed - refused} left as {'it is' if files - changed - refused == 1 else 'they are'}"]
    parts += [f"{refused} refused because of mistakes"] if refused else []
    return f"{count_noun(files, 'file')}: {', '.join(parts)}"
