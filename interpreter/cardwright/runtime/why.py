"""Explains the value of a rule: its base, and every ability that changed it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.runtime.decision import describe_option
from cardwright.runtime.sheet import ScoreLine, parts_of_rule

if TYPE_CHECKING:
    from cardwright.runtime.state import State

INDENT = "  "
# So many rules that are nothing but another rule are followed.
DEEPEST = 3
SIGNS = {
    "set": "becomes",
    "add": "+",
    "subtract": "-",
    "multiply": "times",
    "cap": "at most",
    "raise": "at least",
    "remove": "without",
}


class CannotExplain(ValueError):
    """The text names no rule of the game and nothing that could be offered, or its roles do not fit."""


def explain(state: State, text: str) -> list[str]:
    """The lines that explain `rule(role, ...)`, roles written as P1, words, numbers or card ids; or why something that
    could be offered now, named by its text or key, is offered or not.
    """
    lines = explain_option(state, text)
    if lines:
        return lines
    match = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\))?\s*", text)
    tables = state.program.tables
    number = next((n for n, rule in enumerate(tables["rules"]) if match and rule[0] == match[1]), None)
    if match is None or number is None:
        known = ", ".join(rule[0] for rule in tables["rules"])
        raise CannotExplain(f"write a rule of the game, such as `{tables['rules'][0][0]}`; the rules are: {known}")
    word, _, params, result = tables["rules"][number]
    written = [part.strip() for part in (match[2] or "").split(",") if part.strip()]
    if len(written) != len(params):
        roles = ", ".join(param[0] for param in params)
        raise CannotExplain(f"`{word}` needs these roles: ({roles})")
    values = [_role(state, text, param) for text, param in zip(written, params, strict=True)]
    return _lines(state, number, word, values, written, result)


def explain_option(state: State, text: str) -> list[str]:
    """Why an option is missing from the decision that waits: the conditions it fails. [] for no such option."""
    pending, candidates = state.slots[1], state.slots[0].candidates
    if pending is None or candidates is None or candidates[0] != pending[2]:
        return []
    player, _, number = pending
    site = state.program.tables["sites"][number]
    names = state.game.names(state.program)
    lines: list[str] = []
    for value, flags in candidates[1](state.slots):
        if site[1] == "piece" and not _sees(state, player, value):
            continue
        said = [names.value(base, each) for base, each in state.said()]
        title, key = describe_option(names, site, value, said)
        if text.strip().casefold() not in (title.casefold(), key.casefold()):
            continue
        if all(flags):
            return [f"{title} is offered"]
        if not lines:
            reasons = site[8]
            wanted = [reasons[value] or "", "what follows can be done"] if site[1] == "option" else reasons
            lines = [f"{title} is not offered; it would need that"]
            lines += [f"  {reason}" for reason, holds in zip(wanted, flags, strict=False) if not holds and reason]
    return lines


def _sees(state: State, player: int, piece: int) -> bool:
    mask: int = state.slots[0].viewers(state.slots, piece)
    return bool(mask >> player & 1)


def _role(state: State, text: str, param: tuple[str, str, str]) -> Any:
    _, base, of = param
    tables = state.program.tables
    if base == "number" and re.fullmatch(r"-?\d+", text):
        return int(text)
    if base == "player" and re.fullmatch(r"[Pp]\d+", text) and 1 <= int(text[1:]) <= state.program.players:
        return int(text[1:]) - 1
    if base == "player" and text == "nobody":
        return -1
    if base == "enum":
        for value, word in tables["words"].items():
            if word == text:
                return value
    if base == "piece":
        first, count = tables["kinds"][of][:2]
        for piece in range(first, first + count):
            if state.game.names(state.program).piece_key(piece) == text:
                return piece
    raise CannotExplain(f"`{text}` is not a {base}" + (f" ({of})" if of else ""))


def _added_up(parts: Sequence[ScoreLine], depth: int) -> Iterator[str]:
    """What a number is added up from; within a part only what is not nothing."""
    for part in parts:
        because = f" with {', '.join(part.because)}" if part.because else ""
        yield f"{INDENT * depth}{part.value:+} {part.text}{because}"
        yield from _added_up([inner for inner in part.parts if inner.value], depth + 1)


def _decided(state: State, number: int, roles: list[Any], written: list[str], depth: int) -> list[str]:
    """Which of several cases of a rule holds, and why it has its value where that is another rule."""
    cases = state.program.tables["cases"][number]
    tells = state.variant.names["CASES"].get(number)
    text, asked, places = cases[0 if tells is None else tells(state.slots, *roles)]
    lines = [] if tells is None else [f"{INDENT}by the case: {text}"]
    if asked >= 0 and depth < DEEPEST:
        word, _, _, result = state.program.tables["rules"][asked]
        inner = [roles[place] for place in places], [written[place] for place in places]
        lines += [INDENT + line for line in _lines(state, asked, word, *inner, result, depth + 1)]
    return lines


def _lines(
    state: State, number: int, word: str, roles: list[Any], written: list[str], result: str, depth: int = 0
) -> list[str]:
    names = state.game.names(state.program)
    value, reasons = state.slots[0].reasoned(lambda: state.variant.names["RULES"][number](state.slots, *roles))
    base = {"number": "number", "yes or no": "yes_no", "player": "player"}.get(
        result, "list number" if result.startswith("list") else "enum"
    )
    shown = value if not result.startswith("list") else len(value)
    head = f"{word}({', '.join(written)})" if written else word
    lines = [f"{head} = {names.value('number' if result.startswith('list') else base, shown)}"]
    parts = parts_of_rule(state, number, tuple(roles))
    if parts:
        return [*lines, *_added_up(parts, 1)]
    lines += _decided(state, number, roles, written, depth)
    for reason in reasons:
        if reason[1] != number or reason[-1] != tuple(roles):
            continue
        if reason[0] == "base":
            lines.append(f"  {_shown(names, base, reason[2])} to begin with")
        else:
            _, _, entry, operator, after, _ = reason
            lines.append(f"  {SIGNS[operator]}: {_shown(names, base, after)} because of {names.ability(entry)}")
    return lines


def _shown(names: Any, base: str, value: Any) -> str:
    return f"{len(value)} items" if isinstance(value, tuple) else str(names.value(base, value))
