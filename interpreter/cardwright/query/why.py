"""Explanations of why a rule has its value, and why an option is missing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from cardwright.query.decision_text import PlayerNames, describe_decision
from cardwright.query.knowledge.masked_state import evaluate_masked, mask_slots
from cardwright.query.score_sheet import ScoreLine, split_score
from cardwright.runtime.decision import Option, describe_option, find_title, sort_number
from cardwright.runtime.errors import SlipError
from cardwright.runtime.names_of_state_values import UNKNOWN, DisplayNames
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.exact_numbers import plain
from cardwright.runtime.primitives.zones import where
from cardwright.state_slots_and_table_rows import EXACT, PASS, TRACKER, DecisionPointRow

if TYPE_CHECKING:
    from cardwright.runtime.log_and_snapshot_records import Reason
    from cardwright.runtime.state import Position

INDENT = "  "
# Limit for a chain of rules that only return another rule.
MAX_DEPTH = 3
# In the text of a case: a call of another rule with names or numbers as arguments, each of them.
CALLED = re.compile(r"(?<![.\w])([a-z]\w*)\b(?:\((\w+(?:, \w+)*)\)|(?!\())")
FIXED = re.compile(r"-?\d+(?: otherwise)?")
HAD = re.compile(r"\b(\w+)\.(\w+)")
# The requirement of a procedure that is not in its conditions.
FOLLOWS = "what follows can be done"
ALWAYS = "as the rules say, and no card changes it now"
# Types of memory that is listed by itself; pieces and lists are shown where they lie.
PLAIN = ("number", "yes_no", "enum", "player")
BASES = {"number": "number", EXACT: "number", "yes or no": "yes_no", "player": "player"}
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
    """Error for a text that names no rule of the game and no possible option, or that has unsuitable arguments."""


def explain(state: Position, text: str, player: int | None = None, left_out: Collection[str] = ()) -> list[str]:
    """Return lines that explain the value of `rule(argument, ...)`, or why an option is or is not offered.

    Arguments are written as P1, words, numbers, names or ids of cards (`tea#2` is what is offered under that key, else
    copy 2); an option as its text or key. The explanation depends only on what `player` can know. Rules in `left_out`
    count as unknown.
    """
    lines = explain_option(state, text, player)
    if lines:
        return lines
    match = re.fullmatch(r"\s*(\w+)\s*(?:\((.*)\))?\s*", text)
    tables = state.program.tables
    known = {rule.word: number for number, rule in enumerate(tables.rules) if rule.word not in left_out}
    number = None if match is None else known.get(match[1])
    if match is None or number is None:
        first, listed = next(iter(known)), ", ".join(known)
        raise CannotExplain(f"write a rule of the game, such as `{first}`; the rules are: {listed}")
    word, _, params, _ = tables.rules[number]
    written = [part.strip() for part in (match[2] or "").split(",") if part.strip()]
    if len(written) != len(params):
        roles = ", ".join(param[0] for param in params)
        raise CannotExplain(f"`{word}` needs these arguments: ({roles})")
    asked = _RuleQuery(state, state.slots if player is None else mask_slots(state, player), player)
    values = [asked.role(text, param) for text, param in zip(written, params, strict=True)]
    return [*asked.lines(number, values, written), *asked.list_namesakes(number, values)]


def explain_option(state: Position, text: str, player: int | None = None) -> list[str]:
    """Return the unfulfilled conditions of an option that is not offered; [] for any other text.

    A `player` who is not the one to decide learns nothing about the options.
    """
    pending, candidates = state.pending, state.tracker.candidates
    if pending is None or candidates is None or candidates[0] != pending[2] or player not in (None, pending[0]):
        return []
    wanted = text.strip().casefold()
    offered = next((option for option, _ in _list_offered(state, player) if option.key.casefold() == wanted), None)
    if offered is not None:
        return [f"{offered.text} is offered"]
    number = pending[2]
    site = state.program.tables.sites[number]
    names = PlayerNames(state, pending[0])
    said = names.said(number, state.said())
    slots = state.slots if player is None else mask_slots(state, player)
    tried = evaluate_masked(lambda: candidates[1](slots)) or []
    lines: list[str] = []
    # options on offer have no conditions left; a candidate that is no number is unknown to the player
    for value, flags in [*((value, ()) for value in pending[1]), *tried]:
        if not isinstance(value, int):
            continue
        option = find_title(site, value)
        base, thing = site.thing(value)
        if option is None and base == "piece" and value != PASS and not (isinstance(thing, int) and names.shows(thing)):
            continue
        title, key = describe_option(names.names, site, value, said)
        if wanted not in (title.casefold(), key.casefold()):
            continue
        holds = [None if flag is None else evaluate_masked(flag) for flag in flags]
        if all(holds):
            return [f"{title} is offered"]
        if not lines:
            needed = _list_conditions(names.names, site, value, option)
            failed = [reason for reason, flag in zip(needed, holds, strict=False) if flag is not None and not flag]
            lines = [f"{title} is not offered; it would need that", *(f"  {reason}" for reason in failed if reason)]
    return lines


def _list_offered(state: Position, player: int | None) -> list[tuple[Option, Any]]:
    """Return the options of the pending decision with what each stands for; [] if a player is not the one to decide."""
    pending = state.pending
    if pending is None or player not in (None, pending[0]):
        return []
    return list(zip(describe_decision(state).options, state.offered, strict=True))


def _list_conditions(names: DisplayNames, site: DecisionPointRow, value: Any, option: int | None) -> list[str]:
    """Return the texts of the conditions of option `option`, or of the item `value` among the options of a choice."""
    if option is not None:
        return [site.reasons[option] or "", FOLLOWS]
    return site.reasons[site.grounds[sort_number(names, site, value)] :] if site.grounds else site.reasons


def explain_suppression(state: Position, piece: int, player: int | None) -> list[str] | None:
    """Return why the powers of a piece do not work; None if they work, or if the player cannot know."""
    tables, works = state.program.tables, state.program.tables.works
    rule = None if works is None else tables.rules[works.rule]
    if works is None or rule is None or state.program.naming.kind(piece) != rule.params[0][2]:
        return None
    lies = where(state.variant.context, state.slots, piece) - tables.zones_from
    if tables.zones[lies].word not in tables.power_zones:
        return None
    try:
        if player is None and not state.tracked:
            return None if state.variant.rules[rule.word](state.slots, piece) else []
        asked = _RuleQuery(state, state.slots if player is None else mask_slots(state, player), player)
        value, reasons = asked.value(works.rule, [piece])
    except SlipError:  # an error of the author, which is reported in play where the rule is needed
        return None
    if value is None or value:
        return None
    changed = (each for each in reasons if each.operator and each.rule == works.rule and each.roles == (piece,))
    return list(dict.fromkeys(state.program.naming.ability(reason.entry) for reason in changed))


def explain_missing_options(state: Position) -> list[tuple[str, list[str]]]:
    """Return (title, unfulfilled conditions) for the options that the pending decision does not offer.

    Only what the deciding player can know is included.
    """
    pending, candidates = state.pending, state.tracker.candidates
    if pending is None or candidates is None or candidates[0] != pending[2]:
        return []
    player, options, number = pending
    site = state.program.tables.sites[number]
    names = PlayerNames(state, player)
    said = names.said(number, state.said())
    slots = mask_slots(state, player)
    found = []
    for value, flags in evaluate_masked(lambda: candidates[1](slots)) or []:
        option = find_title(site, value)
        holds = [None if flag is None else evaluate_masked(flag) for flag in flags]
        if option is not None and value not in options and any(each is not None and not each for each in holds):
            reasons = zip(_list_conditions(names.names, site, value, option), holds, strict=False)
            failed = [reason for reason, flag in reasons if reason and flag is not None and not flag]
            # other requirements matter only if the procedure's own conditions hold
            found.append((describe_option(names.names, site, value, said)[0], failed[:1]))
    return found


def _list_parts(parts: Sequence[ScoreLine], depth: int) -> Iterator[str]:
    """Yield the parts of a sum as lines; inside a part, only those that are not zero."""
    for part in parts:
        because = f" with {', '.join(part.because)}" if part.because else ""
        value = f"{part.value:+}" if part.value is not None else UNKNOWN
        yield f"{INDENT * depth}{value} {part.text}{because}"
        yield from _list_parts([inner for inner in part.parts if inner.value != 0], depth + 1)


class _RuleQuery:
    """Queries about rules on the slots of a state. If a player asks, hidden values in the slots are masked."""

    def __init__(self, state: Position, slots: list[Any], player: int | None) -> None:
        self.state = state
        self.slots = slots
        self.player = player
        self.tables = state.program.tables
        self.names = state.program.naming
        self.variant = state.program.tracked

    def role(self, text: str, param: tuple[str, str, str]) -> Any:
        """Return the value of a typed argument, for a parameter given as (name, type, kind)."""
        _, base, of = param
        if base == "number" and re.fullmatch(r"-?\d{1,30}", text):
            return int(text)
        if base == "player" and re.fullmatch(r"[Pp]\d{1,3}", text) and 1 <= int(text[1:]) <= self.state.program.players:
            return int(text[1:]) - 1
        if base == "player" and text == "nobody":
            return -1
        if base == "enum":
            for value, word in self.tables.words.items():
                if word == text:
                    return value
        if base == "piece":
            first, count = self.tables.kinds[of][:2]
            pieces = range(first, first + count)
            offered = self._find_offered(text)
            if offered in pieces and self._sees(offered):
                return offered
            key, number, copy = text.partition("#")
            named = [piece for piece in pieces if self.names.piece_key(piece) == key]
            if number:
                named = [piece for place, piece in enumerate(named, start=1) if str(place) == copy]
            named = named or [piece for piece in pieces if self.names.piece(piece).casefold() == text.casefold()]
            if named:
                return next((piece for piece in named if self._sees(piece)), named[0])
        raise CannotExplain(f"`{text}` is not a {base}" + (f" ({of})" if of else ""))

    def _find_offered(self, key: str) -> int:
        """Return the piece that the pending decision offers under a key, such as `tea#2`; -1 if there is none."""
        if self.state.pending is None:
            return -1
        site = self.tables.sites[self.state.pending[2]]
        found = (site.thing(value) for option, value in _list_offered(self.state, self.player) if option.key == key)
        return next((int(thing) for base, thing in found if base == "piece"), -1)

    def _sees(self, piece: int) -> bool:
        """Return True if the player may see a piece. Used to choose among the copies of a card."""
        return self.player is None or bool(
            self.state.retracked().tracker.viewers(self.state.slots, piece) >> self.player & 1
        )

    def lines(self, number: int, roles: list[Any], written: list[str], depth: int = 0) -> list[str]:
        """Return lines with the value of a rule and the reasons for it.

        `roles` are the arguments of the rule as values, and `written` the same arguments as texts.
        """
        word, _, _, result = self.tables.rules[number]
        value, reasons = self.value(number, roles)
        head = f"{word}({', '.join(written)})" if written else word
        if value is None:
            assert self.player is not None
            lines = [f"{head} = {UNKNOWN}: it depends on what P{self.player + 1} cannot see"]
            return [*lines, *_list_parts(split_score(self.state, number, tuple(roles), self.player), 1)]
        base = BASES.get(result, "enum")
        if result.startswith("list"):
            item = result.removeprefix("list of ")
            base = "piece" if item in self.tables.kinds else item if item in ("player", "number", "zone") else "enum"
            lines = [f"{head} = {self._render_list(f'list {base}', value)}"]
            base = f"list {base}"
        else:
            lines = [f"{head} = {self.names.value(base, value)}"]
        parts = split_score(self.state, number, tuple(roles), self.player)
        if parts:
            return [*lines, *_list_parts(parts, 1)]
        lines += self._explain_case(number, roles, written, depth)
        for reason in reasons:
            if reason.rule != number or reason.roles != tuple(roles):
                continue
            value_then = _render_value(self.names, base, reason.value)
            if reason.operator:
                lines.append(f"  {SIGNS[reason.operator]}: {value_then} because of {self.names.ability(reason.entry)}")
            else:
                lines.append(f"  {value_then} to begin with")
        if len(lines) == 1 and self.tables.cases[number]:
            lines.append(f"{INDENT}that is: {self.tables.cases[number][0][0]}")
        changed = any(reason.operator and reason.rule == number for reason in reasons)
        if not changed and FIXED.fullmatch(self._find_case(number, roles)[0]):
            lines.append(f"{INDENT}{ALWAYS}")
        lines[2:2] = [*self._list_local_names(number, roles), *self._list_dependencies(number, roles, written, depth)]
        return lines

    def list_namesakes(self, number: int, roles: list[Any]) -> list[str]:
        """Return the values that differ for pieces called like the piece among the arguments, with their zones.

        Only pieces that the player sees are included.
        """
        _, _, params, result = self.tables.rules[number]
        places = [place for place, (_, base, _) in enumerate(params) if base == "piece"]
        base, explained = BASES.get(result, "enum"), self.value(number, roles)[0]
        if len(places) != 1 or result.startswith("list") or explained is None:
            return []
        place, piece = places[0], roles[places[0]]
        names = self.names if self.player is None else PlayerNames(self.state, self.player)
        found: dict[str, None] = {}
        first, count = self.tables.kinds[params[place][2]][:2]
        alike = (copy for copy in range(first, first + count) if self.names.piece(copy) == self.names.piece(piece))
        for copy in alike:
            if copy == piece or not self._sees(copy):
                continue
            zone = where(self.state.variant.context, self.state.slots, copy)
            if zone < 0 or self.tables.zones[zone - self.tables.zones_from].is_reserve:
                continue
            value = self.value(number, [*roles[:place], copy, *roles[place + 1 :]])[0]
            if value not in (None, explained):
                rendered = self.names.value(base, value)
                found[f"{INDENT}another {names.piece(copy)} in {names.zone(zone)}: {rendered}"] = None
        return [*found]

    def _render_list(self, base: str, value: Any) -> str:
        """Render a list as the player knows it, with its length."""
        items = ids(value) if isinstance(value, int) else value
        if base == "list number":
            return ", ".join(map(str, items)) or "nothing"
        names = self.names if self.player is None else PlayerNames(self.state, self.player)
        return f"{names.value(base, items)}" + (f" ({len(items)})" if len(items) > 1 else "")

    def value(self, number: int, roles: list[Any]) -> tuple[Any, list[Reason]]:
        """Return the value of a rule (None if it is hidden), and the reasons that were recorded for it."""
        found: tuple[Any, list[Reason]] = self.slots[TRACKER].reasoned(
            lambda: evaluate_masked(lambda: _make_plain(self.variant.values[number](self.slots, *roles)))
        )
        return found

    def _list_local_names(self, number: int, roles: list[Any]) -> Iterator[str]:
        """Yield the local names in the applicable case of a rule, with their values."""
        text, *_ = self._find_case(number, roles)
        renderer = self.names if self.player is None else PlayerNames(self.state, self.player)
        named = self.tables.named.get(number, [])
        values = self.variant.case_names[number](self.slots, *roles) if named else ()
        for (word, base), value in zip(named, values, strict=True):
            if re.search(rf"\b{word}\b", text):
                found = evaluate_masked(partial(value, self.slots))
                yield f"{INDENT}where {word} is {UNKNOWN if found is None else renderer.value(base, found)}"

    def _list_dependencies(self, number: int, roles: list[Any], written: list[str], depth: int) -> Iterator[str]:
        """Yield the values on which the applicable case depends: other rules, and counters of its players."""
        text, asked, _ = self._find_case(number, roles)
        if asked >= 0 or depth >= MAX_DEPTH:
            return
        rules = self.tables.rules
        given = {word: place for place, (word, _, _) in enumerate(rules[number].params)}
        for word, args in dict.fromkeys(CALLED.findall(text)):
            names = [arg.strip() for arg in args.split(",")] if args else []
            other = next(
                (n for n, rule in enumerate(rules) if rule.word == word and len(rule.params) == len(names)), number
            )
            if other != number and all(name in given for name in names):
                places = [given[name] for name in names]
                inner = [roles[place] for place in places], [written[place] for place in places]
                yield INDENT + self.lines(other, *inner, MAX_DEPTH)[0]
        for role, word in dict.fromkeys(HAD.findall(text)):
            if role in given and rules[number].params[given[role]][1] == "player" and roles[given[role]] >= 0:
                yield from self._list_player_counters(word, roles[given[role]])

    def _list_player_counters(self, word: str, player: int) -> Iterator[str]:
        """Yield the counters and zone sizes of a player that are named `word`, as far as they can be known."""
        if word in self.tables.look.get("hide", ()):
            return
        whose = self.names.player(player)
        for row in self.tables.memory:
            if (row.owner, row.word, row.width) == ("player", word, 1) and row.type in PLAIN:
                value = evaluate_masked(partial(self._number_at, row.base + player))
                text = UNKNOWN if value is None else self.names.value(row.type, value)
                yield f"{INDENT}{row.title} of {whose}: {text}"
        for place, zone in enumerate(self.tables.zones, start=self.tables.zones_from):
            if (zone.owner, zone.word, zone.number) == ("player", word, player):
                size = evaluate_masked(partial(self._count_at, place))
                if size is not None:
                    yield f"{INDENT}{zone.title} of {whose}: {size}"

    def _number_at(self, slot: int) -> int:
        return int(self.slots[slot])

    def _count_at(self, slot: int) -> int:
        content = self.slots[slot]
        return len(content) if isinstance(content, tuple) else int(content.bit_count())

    def _find_case(self, number: int, roles: list[Any]) -> tuple[str, int, list[int]]:
        """Return the applicable case of a rule, as `(text, called rule or -1, its arguments)`."""
        tells = self.variant.cases.get(number)
        found: tuple[str, int, list[int]]
        found = self.tables.cases[number][0 if tells is None else tells(self.slots, *roles)]
        return found

    def _explain_case(self, number: int, roles: list[Any], written: list[str], depth: int) -> list[str]:
        """Return lines with the applicable case and, if its value is another rule, the explanation of that rule."""
        text, asked, places = self._find_case(number, roles)
        lines = [f"{INDENT}by the case: {text}"] if number in self.variant.cases else []
        if asked >= 0 and depth < MAX_DEPTH:
            inner = [roles[place] for place in places], [written[place] for place in places]
            lines += [INDENT + line for line in self.lines(asked, *inner, depth + 1)]
        return lines


def _make_plain(value: Any) -> Any:
    """Return a fully known value, with numbers in place of placeholders."""
    if isinstance(value, tuple | list):
        return tuple([_make_plain(item) for item in value])
    return plain(value)


def _render_value(names: Any, base: str, value: Any) -> str:
    return f"{len(value)} items" if isinstance(value, tuple) else str(names.value(base, value))
