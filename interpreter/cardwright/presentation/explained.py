"""Why a number is what it is, for those who play: as `State.why` tells it, with rules called as the game's texts do."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cardwright.inspect.why import explain
from cardwright.presentation.table import table
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
# The rule that gives the scores.
SCORING = "final_score"
# What a rule is called that points to something told before: alone it says nothing.
BEHIND = "of|to|on|in|for|with|from|by"
ELSEWHERE = re.compile(rf"^(?:it|they|that|those|these|this)\b|\b(?:{BEHIND}) (?:that|those)\b", re.I)


def explained(state: State, rule: str, player: int | None, asker: int | None = None) -> list[str]:
    """The lines that tell a player (None: who may see everything) why `rule(role, ...)` has its value.

    A number may also be called as the table heads it, and a role be left out that is whoever asks (the `asker`, where
    everything may be seen). Rules that only bots ask for are taken for none. Raises CannotExplain, as `State.why` does.
    """
    # imported here: it takes the checked game, and few ask why
    from cardwright.presentation.rulebook import untold_rules

    rules = {each.word: each for each in state.program.tables["rules"]}
    rule = _meant(state, rule, player if asker is None else asker, rules)
    told = explain(state.retracked(), rule, player, untold_rules(state.game))
    lines = [_in_words(line, rules) for line in told if not WRITTEN.match(line)]
    # what the rules go by here says more than how they are written
    fixed = len(lines) > 1 and lines[1].strip().startswith("as the rules say")
    if len(lines) > 1 and not (fixed and len(lines) < len(told)):
        return lines
    from cardwright.presentation.rulebook.asked import rule_told

    said = rule_told(state.game, rule.partition("(")[0].strip())
    again = said.endswith(f": {lines[0].rpartition(': ')[2]}.")
    return [lines[0], *([f"  {RULES}: {said}"] if said and not again else []), *lines[1:]]


def _meant(state: State, text: str, player: int | None, rules: dict[str, Rule]) -> str:
    """What is asked, in the form of a rule with its roles."""
    name, bracket, roles = text.strip().partition("(")
    word = name.strip()
    if word not in rules:
        word = _headings(state, player or 0).get(word.casefold(), word)
    alone = word in rules and not bracket and [base for _, base, _ in rules[word].params] == ["player"]
    return f"{word}(P{player + 1})" if alone and player is not None else f"{word}{bracket}{roles}"


def _headings(state: State, viewer: int) -> dict[str, str]:
    """What the table calls the scores and other values of rules that it shows, and by which rule it has each."""
    found = table(state, viewer)
    facts = [*found.facts, *(fact for seat in found.seats for fact in seat.facts)]
    called = {spoken(rule.word).casefold(): rule.word for rule in state.program.tables["rules"]}
    return called | {fact.title.casefold(): fact.word for fact in facts} | {found.score.casefold(): SCORING}


def _in_words(line: str, rules: dict[str, Rule]) -> str:
    found = HEAD.match(line)
    rule = rules.get(found["word"]) if found else None
    if found is None or rule is None or not rule.phrase:
        return line
    roles = [role.strip() for role in (found["roles"] or "").split(",") if role.strip()]
    if ELSEWHERE.search(rule.phrase):
        given = f" ({', '.join(roles)})" if roles else ""
        return f"{found['before']}{spoken(rule.word)}{given}: {line[found.end() :]}"
    return f"{found['before']}{_called(rule, roles)}: {line[found.end() :]}"


def askable(state: State, player: int, untold: Collection[str] = ()) -> list[tuple[str, str]]:
    """What can be asked: each rule of the game with examples of its roles, as it is written, and what that is called.

    The first player of an example is who asks; rules that are `untold` are none of play.
    """
    found = []
    for rule in state.program.tables["rules"]:
        if rule.word in untold:
            continue
        written = _examples(rule.params, player, state.program.players)
        roles = f"({', '.join(written)})" if written else ""
        says = rule.phrase and not ELSEWHERE.search(rule.phrase)
        found.append((f"{rule.word}{roles}", _called(rule, written) if says else spoken(rule.word)))
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
