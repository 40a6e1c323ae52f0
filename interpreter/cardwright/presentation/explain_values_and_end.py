"""Explanations of rule values and of the end of a game, in the words of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cardwright.game.loaded_game import find_game
from cardwright.game.loading import UnknownGame, find_checked_game
from cardwright.phrases.inflection import join_list, spell_name
from cardwright.phrases.log_phrases import render_log_phrase
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.rulebook.document import list_texts
from cardwright.presentation.rulebook.rule_text_sections import Writer
from cardwright.presentation.table_view import TableView
from cardwright.query.log_queries import find_last_event
from cardwright.query.log_renderer import LogRenderer
from cardwright.query.why import CannotExplain, explain
from cardwright.source.diagnostics import CardwrightError

if TYPE_CHECKING:
    from cardwright.game.loaded_game import Game
    from cardwright.game.state import State
    from cardwright.state_slots_and_table_rows import RuleRow

# The beginning of a line with the value of a rule.
HEAD = re.compile(r"(?P<before>\s*)(?P<word>\w+)(?:\((?P<roles>[^()]*)\))? = ")
# A line that quotes the source of a rule, which the rulebook renders in English.
WRITTEN = re.compile(r"\s*(?:that is|by the case): ")
RULES = "the rules say"
NO_FILES = "The files of the game have changed and have mistakes, so nothing can be explained now."
# The rule for the scores.
SCORING = "final_score"
# A phrase that refers to something mentioned before and is unclear alone.
BEHIND = "of|to|on|in|for|with|from|by"
ELSEWHERE = re.compile(rf"^(?:it|they|that|those|these|this)\b|\b(?:{BEHIND}) (?:that|those)\b", re.I)


def explain_rule(state: State, rule: str, player: int | None, asker: int | None = None) -> list[str]:
    """Return lines that explain the value of `rule(argument, ...)` to `player`; with None, nothing is hidden.

    A rule can also be named by its heading on the table. If the argument for a parameter of type player is missing, it
    is `asker` or, without one, `player`. Rules that only bots use count as unknown. Raises CannotExplain as `State.why`
    does.
    """
    # imported here: it needs the checked game and is rarely called
    from cardwright.presentation.rulebook.rule_text_sections import find_unpublished_rules

    try:
        unpublished = find_unpublished_rules(find_game(state))
    except (CardwrightError, UnknownGame) as error:
        raise CannotExplain(NO_FILES) from error
    rules = {each.word: each for each in state.program.tables.rules}
    rule = _resolve_request(state, rule, player if asker is None else asker, rules)
    explanation = explain(state.retracked(), rule, player, unpublished)
    names = {each.id: each.name for each in state.program.tables.definitions}
    lines = [_render_line(line, rules, names) for line in explanation if not WRITTEN.match(line)]
    # the values used here are more informative than the text of the rule
    fixed = len(lines) > 1 and lines[1].strip().startswith("as the rules say")
    if len(lines) > 1 and not (fixed and len(lines) < len(explanation)):
        return lines

    said = describe_rule(find_game(state), rule.partition("(")[0].strip())
    again = said.endswith(f": {lines[0].rpartition(': ')[2]}.")
    return [lines[0], *([f"  {RULES}: {said}"] if said and not again else []), *lines[1:]]


def _resolve_request(state: State, text: str, player: int | None, rules: dict[str, RuleRow]) -> str:
    """Return a request typed by a player in the form `rule(argument, ...)`."""
    name, bracket, roles = text.strip().partition("(")
    word = name.strip()
    if word not in rules:
        word = _map_headings(state, player or 0).get(word.casefold(), word)
    alone = word in rules and not bracket and [base for _, base, _ in rules[word].params] == ["player"]
    return f"{word}(P{player + 1})" if alone and player is not None else f"{word}{bracket}{roles}"


def _map_headings(state: State, viewer: int) -> dict[str, str]:
    """Map the headings of the table, in lower case, to the rules that they show."""
    found = build_table(state, viewer)
    facts = [*found.facts, *(fact for seat in found.seats for fact in seat.facts)]
    called = {spell_name(rule.word).casefold(): rule.word for rule in state.program.tables.rules}
    return called | {fact.title.casefold(): fact.word for fact in facts} | {found.score.casefold(): SCORING}


def _render_line(line: str, rules: dict[str, RuleRow], names: Mapping[str, str]) -> str:
    """Return a line of an explanation with the phrase of its rule, and the `names` of cards in place of their ids."""
    found = HEAD.match(line)
    rule = rules.get(found["word"]) if found else None
    if found is None or rule is None or not rule.phrase:
        return line
    roles = [role.strip() for role in (found["roles"] or "").split(",") if role.strip()]
    bases = (base for _, base, _ in rule.params)
    roles = [_name_piece(role, names) if base == "piece" else role for role, base in zip(roles, bases, strict=False)]
    if ELSEWHERE.search(rule.phrase):
        given = f" ({', '.join(roles)})" if roles else ""
        return f"{found['before']}{spell_name(rule.word)}{given}: {line[found.end() :]}"
    return f"{found['before']}{_render_phrase(rule, roles)}: {line[found.end() :]}"


def _name_piece(written: str, names: Mapping[str, str]) -> str:
    """Return the name of a card for its id, which may be followed by the number of a copy; other texts as they are."""
    word, number, copy = written.partition("#")
    return f"{names[word]}{number and ' '}{number}{copy}" if word in names else written


def list_explainable_rules(state: State, player: int, untold: Collection[str] = ()) -> list[tuple[str, str]]:
    """Return the rules that can be explained, as `(call with example arguments, phrase)`, except those in `untold`.

    The first player among the example arguments is `player`.
    """
    found = []
    for rule in state.program.tables.rules:
        if rule.word in untold:
            continue
        written = _list_example_arguments(rule.params, player, state.program.players)
        roles = f"({', '.join(written)})" if written else ""
        says = rule.phrase and not ELSEWHERE.search(rule.phrase)
        found.append((f"{rule.word}{roles}", _render_phrase(rule, written) if says else spell_name(rule.word)))
    return found


def _list_example_arguments(roles: Sequence[tuple[str, str, str]], player: int, players: int) -> list[str]:
    """Return an example argument for each parameter: `P1`, `1` or `<type>`.

    Players are numbered from `player` on, in order.
    """
    examples = []
    for _, base, of in roles:
        if base == "player":
            examples.append(f"P{player + 1}")
            player = (player + 1) % players
        else:
            examples.append("1" if base == "number" else f"<{spell_name(of or base)}>")
    return examples


def _render_phrase(rule: RuleRow, roles: Sequence[str]) -> str:
    """Return the phrase of a rule with arguments: `the hand limit of P1`."""
    values = {word: spell_name(value) for (word, _, _), value in zip(rule.params, roles, strict=False)}
    return render_log_phrase(rule.word, rule.phrase, values, inflected=False)


def name_winners(found: TableView) -> str:
    """Render the winners of a finished game and their score: `P1 wins with score 1350.`"""
    winners = [seat for seat in found.seats if seat.number in found.winners]
    if not winners:
        return "Nobody wins."
    scores = list(dict.fromkeys(seat.score for seat in winners))
    level = len(winners) == len(found.seats) and len(scores) == 1  # they may all have lost together
    wins = "wins" if len(winners) == 1 else "end level" if level else "share the win"
    return f"{join_list([seat.name for seat in winners])} {wins} with {found.score} {join_list(scores)}."


def explain_end(state: State) -> str:
    """Render the condition that ended a game: `P1's points are at least the points that win (100)`.

    Returns "" if there is none to tell, or if the files of the game now have mistakes.
    """
    which = state.program.tracked.cases.get(len(state.program.tables.rules))
    held = -1 if which is None else int(which(state.retracked().slots))
    try:
        begun = partial(find_last_event, state)
        word, when = find_end_condition(
            find_game(state), state.ending, partial(find_last_arguments, state), held, begun
        )
    except (CardwrightError, UnknownGame):
        return ""
    done = find_last_event(state, word)
    if done is None or done.player < 0 or re.search(r"\byou\b", when):
        return when
    return re.sub(r"\byour\b", f"{state.program.naming.player(done.player)}'s", when)


def find_last_arguments(state: State, word: str) -> Mapping[str, str]:
    """Return the arguments of the last event of a procedure, by parameter, as far as all players know them."""
    done = find_last_event(state, word)
    everybody = tuple(range(state.program.players))
    return {} if done is None else LogRenderer(state.retracked(), everybody).roles(done)


def describe_rule(game: Game, word: str) -> str:
    """Return what the rulebook says about a rule, on one line; "" if the rulebook omits the rule."""
    writer = Writer(game, find_checked_game(game))
    if word not in writer.rules or word in writer.untold:
        return ""
    paragraphs = [list_texts([block]) for block in writer.rule(word) if getattr(block, "kind", "") != "about"]
    first, *cases = [text.strip() for texts in paragraphs for text in texts]
    return f"{first} {'; '.join(cases)}." if cases else first


def find_end_condition(
    game: Game,
    texts: Sequence[str],
    named: Callable[[str], Mapping[str, str]],
    held: int = -1,
    has_begun: Callable[[str], object] = bool,
) -> tuple[str, str]:
    """Return the procedure that ended the game (or ""), and the condition under which it ends the game.

    `texts` are the procedures in progress at the end (see `State.ending`). `named` returns the arguments of the last
    event of a procedure. `held` is the number of the condition that ended the last loop, or -1. `has_begun` returns
    whether a procedure was ever performed: the condition of a loop can hold before its first round.
    """
    writer = Writer(game, find_checked_game(game))
    for word in [each for each in reversed(texts) if each in writer.procedures]:
        ends = writer.english.endings(writer.procedures[word], named(word))
        if len(ends) == 1 and ends[0]:
            return word, "".join(run.text for run in writer.links.runs(" and ".join(ends[0]), ()))
        if ends and word in writer.abouts:
            said = " ".join(writer.abouts[word].split()).partition(". ")[0].rstrip(".")
            return "", f"{said[0].lower()}{said[1:]}"
    rounds = [*writer.list_ends_of_loops(held)]
    if not rounds or texts:
        return "", ""
    over, until, words = rounds[-1]
    begun = not words or any(map(has_begun, words))
    return "", f"{over} and {until}" if begun else f"{until} from the beginning"
