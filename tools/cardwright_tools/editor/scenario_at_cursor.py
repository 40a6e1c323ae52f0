"""The scenario around a position, found without parsing the other scenarios at every keystroke."""

import re
from dataclasses import dataclass

_LIST = re.compile(r"^( *)(?:- +)?(scenarios|examples) *:\s*(#.*)?$")


@dataclass(frozen=True, slots=True)
class Stretch:
    """The text of one scenario of a file; an offset in the text plus `shift` is the offset in the file."""

    text: str
    shift: int


def find_scenario_around(text: str, at: int) -> Stretch:
    """Return the scenario or example around an offset, preceded by the file's shared fields.

    Scenarios are told apart by indentation. Outside of a scenario, the whole file is returned.
    """
    lines = text.split("\n")
    number = text.count("\n", 0, at)
    depths = [_measure_indent(line) for line in lines]
    if depths[number] is None:
        depths[number] = at - (text.rfind("\n", 0, at) + 1)
    head = _find_list_field(lines, depths, number)
    first = next((n for n in range(head + 1, number + 1) if depths[n] is not None), None) if head is not None else None
    if head is None or first is None:
        return Stretch(text, 0)
    depth = depths[first] or 0
    starts = [n for n in range(first, number + 1) if depths[n] == depth and lines[n].lstrip().startswith("-")]
    start = max(starts, default=first)
    stop = next((n for n in range(number + 1, len(lines)) if _is_at_most(depths[n], depth)), len(lines))
    above = "cards:\n- examples:\n" if "examples" in lines[head] else keep_shared_fields(lines)
    before = sum(len(line) + 1 for line in lines[:start])
    return Stretch(above + "\n".join(lines[start:stop]) + "\n", before - len(above))


def is_in_examples(text: str, at: int) -> bool:
    """Return True if an offset is in the examples of a card."""
    return find_scenario_around(text, at).text.startswith("cards:\n- examples:\n")


def _find_list_field(lines: list[str], depths: list[int | None], number: int) -> int | None:
    """Return the number of the line with the field whose list contains line `number`, or None."""
    deepest = depths[number] or 0
    for above in range(number - 1, -1, -1):
        depth = depths[above]
        if depth is None or lines[above].lstrip().startswith("#"):
            continue
        found = _LIST.match(lines[above])
        if found and (depth < deepest or (depth == deepest and lines[above + 1].startswith(f"{' ' * depth}-"))):
            return above
        deepest = min(deepest, depth)
    return None


def keep_shared_fields(lines: list[str]) -> str:
    """Return the one-line fields of a file, with an empty list of scenarios."""
    fields = [line for line in lines if re.match(r"(game|sets|players) *: *\S", line)]
    return "\n".join([*fields, "scenarios:\n"])


def _is_at_most(depth: int | None, limit: int) -> bool:
    return depth is not None and depth <= limit


def _measure_indent(line: str) -> int | None:
    """Return the indentation of a line, or None for a blank one."""
    return len(line) - len(line.lstrip()) if line.strip() else None
