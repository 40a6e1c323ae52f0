"""Why a number is what it is, for those who play: as `State.why` tells it, with rules called as the game's texts do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.contract import Rule
    from cardwright.playing.state import State

# What a line of an explanation begins with, if it tells the value of a rule.
HEAD = re.compile(r"(?P<before>\s*)(?P<word>\w+)(?:\((?P<roles>[^()]*)\))? = ")


def explained(state: State, rule: str, player: int | None) -> list[str]:
    """The lines that tell a player (None: who may see everything) why `rule(role, ...)` has its value.

    Raises CannotExplain, as `State.why` does.
    """
    rules = {each.word: each for each in state.program.tables["rules"]}
    return [_in_words(line, rules) for line in state.why(rule, player)]


def _in_words(line: str, rules: dict[str, Rule]) -> str:
    found = HEAD.match(line)
    rule = rules.get(found["word"]) if found else None
    if found is None or rule is None or not rule.phrase:
        return line
    roles = [role.strip() for role in (found["roles"] or "").split(",") if role.strip()]
    return f"{found['before']}{_called(rule, roles)}: {line[found.end() :]}"


def _called(rule: Rule, roles: Sequence[str]) -> str:
    """What a rule is called with what its roles were given: `the hand limit of P1`."""
    text = rule.phrase
    for (word, _, _), value in zip(rule.params, roles, strict=False):
        text = re.sub(rf"\{{{word}(?::[^}}]*)?\}}", lambda _, value=value: value.replace("_", " "), text)  # type: ignore[misc]
    return text
