"""`cardwright validate`: every mistake in games and cards, at its place."""

import sys
from argparse import Namespace

from cardwright import check_paths
from cardwright.source import render_github, render_json, render_sarif, render_text
from cardwright_tools.cli.counting import how_many
from cardwright_tools.cli.failure import FINDINGS, OK, check_there
from cardwright_tools.cli.findings import summary
from cardwright_tools.cli.here import paths_or_here
from cardwright_tools.cli.terminal import colored, remark, say


def run(arguments: Namespace) -> int:
    """Check the paths and print what was found, in the chosen format; correct it first, or go on checking, if asked."""
    arguments.paths = paths_or_here(arguments.paths)
    check_there(arguments.paths)
    if arguments.watch:
        from cardwright_tools.authoring.watching import watch

        return watch(arguments.paths)
    if arguments.fix:
        from cardwright_tools.authoring.corrections import corrections, show_corrections, write_corrections

        texts = corrections(arguments.paths or None)
        if arguments.dry_run:
            show_corrections(texts)
            remark(f"{how_many(len(texts), 'file')} would be corrected")
            return FINDINGS if texts else OK
        write_corrections(texts)
    return _check(arguments)


def _check(arguments: Namespace) -> int:
    found, files = check_paths(arguments.paths or None)
    match arguments.format:
        case "json":
            say(render_json(found).rstrip("\n"))
        case "github":
            shown = render_github(found)
        case "sarif":
            from importlib.metadata import version

            say(render_sarif(found, version("cardwright")).rstrip("\n"))
        case _:
            shown = render_text(found, files, colored(sys.stdout))
    if arguments.format in ("text", "github"):
        if shown.strip():
            say(shown.rstrip("\n"), styled=arguments.format == "text")
        remark(summary(found))
    return FINDINGS if found else OK
