"""Why a number is what it is, for those who play: as `State.why` tells it, with rules called as the game's texts do."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cardwright.wording.inflection import spoken
from cardwright.wording.told import told

if TYPE_CHECKING:
    from cardwright.contract import Rule
    from cardwright.playing.state import State

# What a line of an explanation begins with, if it tells the value of a rule.
HEAD = re.compile(r"(?P<before>\s*)(?P<word>\w+)(?:\((?P<roles>[^()]*)\))? = ")

# One that quotes how an author wrote the rule: the rulebook says it in words.
WRITTEN = re.compile(r"\s*(?:that is|by the case): ")
RULES = "the rules say"


def explained(state: State, rule: str, player: int | None) -> list[str]:
    """The lines that tell a player (None: who may see everything) why `rule(role, ...)` has its value.

    Raises CannotExplain, as `State.why` does.
    """
    rules = {each.word: each for each in state.program.tables["rules"]}
    told = state.why(rule, player)
    lines = [_in_words(line, rules) for line in told if not WRITTEN.match(line)]
    # what the rules go by here says more than how they are written
    fixed = len(lines) > 1 and lines[1].strip().startswith("as the rules say")
    if len(lines) > 1 and not (fixed and len(lines) < len(told)):
        return lines
    # imported here: it takes the checked game, and few ask why
    from cardwright.presentation.rulebook.asked import rule_told

    said = rule_told(state.game, rule.partition("(")[0].strip())
    again = said.endswith(f": {lines[0].rpartition(': ')[2]}.")
    return [lines[0], *([f"  {RULES}: {said}"] if said and not again else []), *lines[1:]]


def _in_words(line: str, rules: dict[str, Rule]) -> str:
    found = HEAD.match(line)
    rule = rules.get(found["word"]) if found else None
    if found is None or rule is None or not rule.phrase:
        return line
    roles = [role.strip() for role in (found["roles"] or "").split(",") if role.strip()]
    return f"{found['before']}{_called(rule, roles)}: {line[found.end() :]}"


def askable(state: State, player: int, untold: Collection[str] = ()) -> list[tuple[str, str]]:
    """What can be asked: each rule of the game with examples of its roles, as it is written, and what it is called.

    The first player of an example is who asks; rules that are `untold` are none of play.
    """
    found = []
    for rule in state.program.tables["rules"]:
        if rule.word in untold:
            continue
        written = _examples(rule.params, player, state.program.players)
        roles = f"({', '.join(written)})" if written else ""
        known = zip(written, rule.params, strict=True)
        said = ["a player" if base == "player" else text for text, (_, base, _) in known]
        found.append((f"{rule.word}{roles}", _called(rule, said) if rule.phrase else ""))
    return found


def _examples(roles: Sequence[tuple[str, str, str]], player: int, players: int) -> list[str]:
    """What may be written for each role of a rule: the asking player, then the next; a number; or what it is."""
    examples = []
    for _, base, of in roles:
        if base == "player":
            examples.append(f"P{player + 1}")
            player = (player + 1) % players
        else:
            examples.append("1" if base == "number" else f"<{spoken(of or base)}>")
    return examples


def _called(rule: Rule, roles: Sequence[str]) -> str:
    """What a rule is called with what its roles were given: `the hand limit of P1`."""
    values = {word: spoken(value) for (word, _, _), value in zip(rule.params, roles, strict=False)}
    return told(rule.word, rule.phrase, values, inflected=False)
