"""Scores line by line, with the rule, card or action from which each amount comes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cardwright.phrases.log_phrases import make_verb_gerund, render_log_phrase
from cardwright.query.decision_text import PlayerNames
from cardwright.query.display_budgets import SkippedError, limit_display_work
from cardwright.query.knowledge.masked_state import evaluate_or_none, mask_slots
from cardwright.query.knowledge.unknown_values import Back, Reckoned
from cardwright.query.memo import memoize
from cardwright.runtime.log_and_snapshot_records import MemoryChange
from cardwright.runtime.primitives.exact_numbers import Exact, plain
from cardwright.runtime.primitives.execution_budget import MAX_ITEMS
from cardwright.state_slots_and_table_rows import SHIFT, TRACKER, ProcedureRow

if TYPE_CHECKING:
    from cardwright.runtime.log_and_snapshot_records import LogEntry, Reason
    from cardwright.runtime.state import Position

EARLIER = "before that"
BASE = "to begin with"
UNSEEN = "what lies hidden"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score, with the parts that add up to it; `because` names the cards that changed the value.

    The value is None if it depends on information that is hidden from the viewer. `source` says what the value of a
    rule without parts is computed from ("": from nothing that has a name).
    """

    text: str
    value: Exact | None
    because: tuple[str, ...] = ()
    parts: tuple[ScoreLine, ...] = ()
    source: str = ""

    @property
    def certain(self) -> Exact | None:
        """The value, or the sum of the known parts of an unknown value (None if no part is known)."""
        if self.value is not None:
            return self.value
        known = [found for part in self.parts if (found := part.certain) is not None]
        return sum(known) if known else None


def score_sheet(state: Position, player: int, viewer: int | None = None) -> ScoreLine:
    """Return a player's score with all its parts, as far as a viewer can know them."""
    slots = state.slots if viewer is None or state.finished else mask_slots(state, viewer)
    with limit_display_work(most=MAX_ITEMS):
        return _SheetBuilder(state, player, slots, viewer).rule(_find_final_score(state), (player,))


def compute_visible_scores(state: Position, viewer: int | None) -> list[tuple[Exact | None, Exact | None]]:
    """Return (score, known part of it) for each player; the score is None if a viewer cannot know it.

    Without a viewer and at the end of the game, all scores are known.
    """
    if state.finished:
        return [(score, score) for score in memoize(state, -1, "scores", lambda: state.scores)]
    try:
        with limit_display_work(state.program.tracked.final_score):
            return _compute_scores_during_game(state, viewer)
    except SkippedError:
        return [(None, None)] * state.program.players


def _compute_scores_during_game(state: Position, viewer: int | None) -> list[tuple[Exact | None, Exact | None]]:
    if viewer is None:
        rule = state.variant.final_score
        scores = [_number(rule, state.slots, player) for player in range(state.program.players)]
        return [(score, score) for score in scores]
    slots, score = mask_slots(state, viewer), state.program.tracked.final_score
    found: list[tuple[Exact | None, Exact | None]] = []
    for player in range(state.program.players):
        value = _number(score, slots, player)
        certain = value
        if value is None:
            certain = (
                _SheetBuilder(state, player, slots, viewer, False).rule(_find_final_score(state), (player,)).certain
            )
        found.append((value, certain))
    return found


def compute_visible_winners(state: Position, viewer: int) -> list[int] | None:
    """Return the winners, or those who would win if the game ended now; None if a viewer cannot know them."""
    if state.finished:
        return memoize(state, -1, "winners", lambda: state.winners)
    slots, variant = mask_slots(state, viewer), state.program.tracked
    decided = variant.winners
    if decided is not None:
        return evaluate_or_none(lambda: [int(player) for player in decided(slots)], decided)
    scores = [_number(variant.final_score, slots, player) for player in range(state.program.players)]
    known = [score for score in scores if score is not None]
    return [player for player, score in enumerate(scores) if score == max(known)] if None not in scores else None


def _number(rule: Any, slots: list[Any], player: int) -> Exact | None:
    return evaluate_or_none(lambda: plain(rule(slots, player)))


def _find_final_score(state: Position) -> int:
    return next(n for n, rule in enumerate(state.program.tables.rules) if rule.word == "final_score")


def split_score(
    state: Position, number: int, roles: tuple[Any, ...], viewer: int | None = None
) -> tuple[ScoreLine, ...]:
    """Return the parts of a rule that counts for the score; () if it has a single part or does not count."""
    if number not in state.program.tracked.sheets:
        return ()
    params = state.program.tables.rules[number].params
    players = [value for (_, base, _), value in zip(params, roles, strict=True) if base == "player"]
    slots = state.slots if viewer is None else mask_slots(state, viewer)
    return _SheetBuilder(state, players[0] if players else -1, slots, viewer).rule(number, roles).parts


class _SheetBuilder:
    def __init__(
        self, state: Position, player: int, slots: list[Any], viewer: int | None, with_causes: bool = True
    ) -> None:
        self.state = state
        self.with_causes = with_causes
        self.player = player
        self.viewer = viewer
        self.slots = slots
        self.tables = state.program.tables
        self.names = state.program.naming
        self.variant = state.program.tracked
        self.telling: list[int] = []

    def rule(self, number: int, roles: tuple[Any, ...]) -> ScoreLine:
        word, phrase, params, _ = self.tables.rules[number]
        rule = self.variant.values[number]
        value, reasons = self._evaluate(lambda: rule(self.slots, *roles), rule)
        text = self._render_title(word, phrase, params, roles)
        if value is None:
            return self._make_line(
                text, None, *(self._list_parts(number, roles) if self._is_unchanged(number) else ((), False))
            )
        own = [reason for reason in reasons if reason.rule == number and reason.roles == roles]
        base = next((reason.value for reason in own if not reason.operator), value)
        parts, listed = self._list_parts(number, roles)
        changes = self._changes(own, base)
        if not changes:
            return self._make_line(text, value, parts, listed)
        if len(parts) == 1 and parts[0].value == base:
            parts = _lift_parts(parts[0])
        elif not parts:
            parts = (ScoreLine(BASE, base, self._list_causes(reasons, number)),)
        parts = parts if any(part.value != 0 for part in parts) else ()
        return ScoreLine(text, value, parts=(*map(_rename_line, parts), *changes))

    def _is_unchanged(self, number: int) -> bool:
        """Return True if certainly no active modifier changes a rule."""
        slot = self.tables.changed.get(number)
        return slot is None or bool(evaluate_or_none(lambda: not self.slots[slot]))

    @staticmethod
    def _make_line(text: str, value: Exact | None, parts: tuple[ScoreLine, ...], listed: bool) -> ScoreLine:
        """Return a line with its parts. A single part without details is merged into the line, unless `listed`."""
        if len(parts) == 1 and not (listed and value and parts[0].text) and (value is not None or not parts[0].text):
            return replace(parts[0], text=text, value=value)
        return ScoreLine(text, value, parts=tuple(map(_rename_line, parts)))

    def _list_parts(self, number: int, roles: tuple[Any, ...]) -> tuple[tuple[ScoreLine, ...], bool]:
        """Return the parts of a rule, and True if these parts are items of a list.

        The number of parts does not show this, because a list may have only one item now.
        """
        sheet = self.variant.sheets.get(number)
        if sheet is None or number in self.telling:  # a recursive rule is listed once
            return (), False
        self.telling.append(number)
        lines: list[ScoreLine] = []
        kinds: set[str] = set()
        for addend in evaluate_or_none(partial(sheet, self.slots, *roles)) or ():
            rows = evaluate_or_none(partial(addend, self.slots))
            for sign, kind, *what in ((1, "hidden"),) if rows is None else rows:
                line = self._make_part(kind, what)
                kinds.add(kind)
                _join(lines, line if sign > 0 else _negate(line))
        self.telling.pop()
        if kinds == {"term"} and len(lines) == 1:  # all there is: it is called as the rule is
            lines[0] = replace(lines[0], text="", source=lines[0].text)
        return tuple(lines), not kinds & {"hidden", "rule", "memory", "term"}

    def _make_part(self, kind: str, what: list[Any]) -> ScoreLine:
        if kind == "hidden":
            return ScoreLine(UNSEEN, None)
        if kind == "rule":
            return self.rule(what[0], what[1])
        if kind == "memory":
            return self._make_memory_line(what[0])
        value, reasons = self._evaluate(what[1])
        return ScoreLine(self._render_items(what[0]), value, self._list_causes(reasons))

    def _evaluate(self, question: Callable[[], Any], of: object = None) -> tuple[Exact | None, list[Reason]]:
        """Return the value of `question` (None if it is hidden), and the reasons recorded by the rules it calls."""
        found: tuple[Exact | None, list[Reason]]
        found = self.slots[TRACKER].reasoned(lambda: evaluate_or_none(lambda: plain(question()), of))
        return found

    def _changes(self, reasons: list[Reason], value: Exact) -> tuple[ScoreLine, ...]:
        lines: list[ScoreLine] = []
        for reason in reasons:
            if reason.operator and reason.value != value:
                _join(lines, ScoreLine(self.names.ability(reason.entry), plain(reason.value) - value))
                value = plain(reason.value)
        return tuple(lines)

    def _list_causes(self, reasons: list[Reason], without: int = -1) -> tuple[str, ...]:
        """Return the names of the cards whose modifiers changed a value, by the recorded reasons.

        Reasons about the rule with the number `without` are left out.
        """
        last: dict[int, Any] = {}
        found: dict[str, None] = {}
        for reason in reasons:
            if reason.operator and last.get(reason.rule) != reason.value and reason.rule != without:
                found[self.names.ability(reason.entry)] = None
            last[reason.rule] = reason.value
        return tuple(found)

    # ------------------------------------------------------------ counters

    def _make_memory_line(self, counter: int | Reckoned) -> ScoreLine:
        value = evaluate_or_none(lambda: int(self.slots[counter]))
        slot = counter.number if isinstance(counter, Reckoned) else counter
        row = next(row for row in self.tables.memory if row.base <= slot < row.base + self._find_carriers(row.base)[0])
        # of a mark on a hidden piece, earlier values stay hidden
        untold = isinstance(counter, Reckoned) or (row.secret and not self.state.finished)
        if value is None or not self.with_causes or untold:
            return ScoreLine(row.title, value)
        owner = (slot - row.base) // row.width if row.owner == "player" else -1
        causes = self._find_causes(slot, row.base, owner)
        rest = value - sum(causes.values())
        lines = [ScoreLine(EARLIER, rest)] if rest else []
        lines += [ScoreLine(text, change) for text, change in causes.items() if change]
        return ScoreLine(row.title, value, parts=tuple(lines))

    def _find_carriers(self, base: int) -> tuple[int, list[int], list[int]]:
        found: tuple[int, list[int], list[int]] = self.tables.carriers.get(base, (0, [], []))
        return found

    def _find_causes(self, slot: int, base: int, owner: int) -> dict[str, int]:
        """Return by how much each cause changed a player's counter, in order of first change.

        Keys are texts of causes.
        """
        causes: dict[str, int] = {}
        around: list[LogEntry] = []
        for entry in self.state.retracked().tracker.log:
            while around and around[-1].depth >= entry.depth:
                around.pop()
            if entry.kind in ("begin", "power"):
                around.append(entry)
            elif entry.kind == "count" and entry.what[0] == slot:
                text = self._render_cause(self._find_cause(around, base), owner)
                change = MemoryChange(*entry.what)
                before = change.before if self.viewer is None else change.told_from
                causes[text] = causes.get(text, 0) + change.after - before
        return causes

    def _find_cause(self, around: list[LogEntry], base: int) -> LogEntry | None:
        """Return the event to name as the cause of a change; `around` are the events in progress, outermost first.

        Events that only call others are skipped. Abilities and verbs are preferred to steps, and all of these to turns.
        """
        _, carriers, handing = self._find_carriers(base)
        outermost = handed = None
        for entry in reversed(around):
            if entry.kind == "power":
                return entry
            its = self.tables.procedures[entry.what[0]]
            if entry.what[0] in carriers:
                outermost = entry
                handed = entry if entry.what[0] in handing else handed
            elif its.word == self.tables.turn:
                return handed or outermost or entry
            else:
                return handed or entry if its.kind == "step" else entry
        return outermost

    def _render_cause(self, entry: LogEntry | None, owner: int) -> str:
        if entry is None:
            return BASE
        if entry.kind == "power":
            seen = entry.seen.get(entry.what[1], -1)
            spectator = self.viewer is not None and self.viewer < 0
            source = self.viewer is None or (seen == -1 if spectator else seen >> self.viewer & 1)
            ability = entry.what[0] << SHIFT | entry.what[1]
            return self.names.ability(ability) if source else self.names.any(entry.what[1])
        its: ProcedureRow = self.tables.procedures[entry.what[0]]
        if not its.phrase:
            return its.word.replace("_", " ")
        if its.kind == "step":
            return render_log_phrase(its.word, its.phrase, {}, inflected=False)
        who = "" if owner in (entry.player, -1) else "an opponent "
        return f"{who}{make_verb_gerund(its.phrase)}"

    # ------------------------------------------------------------ names

    def _render_items(self, items: tuple[tuple[str, Any], ...]) -> str:
        return ", ".join(self._render_item(base, value) for base, value in items)

    def _render_item(self, base: str, value: Any) -> str:
        if base == "title":
            return str(value)
        if base == "piece" and (isinstance(value, Back) or not self._may_name(value)):
            return self.names.any(value.any if isinstance(value, Back) else value)
        return self.names.value(base, value)

    def _may_name(self, piece: int) -> bool:
        """Return True if the viewer is allowed to know a piece. At the end of the game, all pieces are allowed."""
        if self.viewer is not None and self.viewer < 0:
            return self.state.finished or PlayerNames(self.state, self.viewer).shows(piece)
        everybody = (1 << self.state.program.players) - 1
        wanted = everybody if self.viewer is None else 1 << self.viewer
        tracker = self.state.retracked().tracker
        return self.state.finished or not wanted & ~tracker.viewers(self.state.slots, piece)

    def _render_title(self, word: str, phrase: str, params: list[tuple[str, str, str]], roles: tuple[Any, ...]) -> str:
        """Return the title of a rule, without the player whose sheet it is."""
        values = {role: self.names.value(base, value) for (role, base, _), value in zip(params, roles, strict=True)}
        for (role, base, _), value in zip(params, roles, strict=True):
            if base == "player" and value == self.player:
                phrase = phrase.replace(f" of {{{role}}}", "")
        if not phrase:
            return word.replace("_", " ")
        return render_log_phrase(word, phrase, values, inflected=False).removeprefix("the ")


def _rename_line(line: ScoreLine) -> ScoreLine:
    """Return a line of a score; a line without a title is called by its source, or as the initial value."""
    return line if line.text else replace(line, text=line.source or BASE, source="")


def _lift_parts(line: ScoreLine) -> tuple[ScoreLine, ...]:
    """Return the parts of the only part of a rule; the part itself if they would say less than it does."""
    untold = not line.parts or [part.text for part in line.parts] in ([EARLIER], [BASE])
    return (line,) if untold or line.because else line.parts


def _negate(line: ScoreLine) -> ScoreLine:
    value = None if line.value is None else -line.value
    return replace(line, value=value, parts=tuple(_negate(part) for part in line.parts))


def _join(lines: list[ScoreLine], line: ScoreLine) -> None:
    """Add a line to a list of lines, or add its value to the line with the same title."""
    for place, other in enumerate(lines):
        if other.text == line.text and not other.parts and not line.parts:
            because = tuple(dict.fromkeys(other.because + line.because))
            known = None if None in (other.value, line.value) else (other.value or 0) + (line.value or 0)
            lines[place] = ScoreLine(line.text, known, because)
            return
    lines.append(line)


def rank_players(scores: Sequence[Exact], winners: Collection[int]) -> list[int]:
    """Return the players in order: the winners, then the others by score.

    Low scores come first if the winners have the lowest score and another player has a higher one.
    """
    won = [scores[player] for player in winners]
    is_lowest_best = bool(won) and max(won) == min(scores) < max(scores)
    return sorted(
        range(len(scores)),
        key=lambda player: (player not in winners, scores[player] if is_lowest_best else -scores[player]),
    )
