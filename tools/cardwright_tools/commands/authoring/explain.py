"""The command `cardwright explain`, which prints what the page of codes says of a diagnostic."""

import re
import textwrap
from argparse import Namespace

from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.errors import OK, UsageError, suggest_nearest
from cardwright_tools.cli.standard_output import print_json, print_lines

PAGE = "diagnostics.md"
WIDTH = 100
FORMER_NAME = re.compile(r"(?m)^Called `([a-z0-9-]+)` in release 0\.1\.$")


def run(arguments: Namespace) -> int:
    """Show the section of one diagnostic code, or list all codes."""
    sections = code_sections()
    if arguments.code is None:
        meanings = {code: section.strip().split("\n\n")[0] for code, section in sections.items()}
        if arguments.json:
            print_json(meanings)
            return OK
        width = max(map(len, meanings))
        for code, meaning in meanings.items():
            print_lines(f"{code.ljust(width)}  {meaning}")
        return OK
    code = arguments.code.strip("[]`")
    code = list_former_names(sections).get(code, code)
    if code not in sections:
        hint = suggest_nearest(code, list(sections))
        raise UsageError(f"there is no code `{code}`.{hint} `cardwright explain` lists all.")
    if arguments.json:
        print_json({code: sections[code].strip()})
    else:
        print_lines(strip_markdown(code, sections[code]))
    return OK


def code_sections() -> dict[str, str]:
    """Return the section of each diagnostic code on the page of diagnostics."""
    page = (find_data_folder("docs") / PAGE).read_text(encoding="utf-8")
    parts = re.split(r"(?m)^## ([a-z0-9-]+)$", page)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def list_former_names(sections: dict[str, str]) -> dict[str, str]:
    """Return the present code for each former name of a diagnostic code."""
    return {former: code for code, section in sections.items() for former in FORMER_NAME.findall(section)}


def strip_markdown(code: str, section: str) -> str:
    """Return a section as plain text: links become words, code blocks are indented, and backticks stay."""
    lines = [code, ""]
    inside = False
    for line in section.strip().splitlines():
        if line.startswith("```"):
            inside = not inside
        elif inside:
            lines.append(f"    {line}".rstrip())
        else:
            plain = re.sub(r"\[([^]]+)\]\(([^)]+)\)", r"\1 (docs/\2)", line)
            lines += textwrap.wrap(plain, WIDTH, break_long_words=False, break_on_hyphens=False) or [""]
    return "\n".join(lines)
