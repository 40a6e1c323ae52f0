"""Completion in scenarios: fields, zones, cards, answers, and rule texts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from cardwright.checker.completion import find_gap, find_word
from cardwright.checker.names.occurrences import GAP
from cardwright.declarations.model import TABLE, GameDecl, MemoryDecl, ZoneDecl
from cardwright.declarations.schema.field_types import FieldGroup, Flag, find_shape, find_text_kind
from cardwright.declarations.schema.scenario_fields import MAX_PLAYERS, SCENARIO, SCENARIO_FILE, SHARED_FIELDS, STEP
from cardwright.declarations.value_types import MAYBE_NUMBER, NONE, Type
from cardwright.game.loading import list_game_places
from cardwright.scenarios.compile import list_seats
from cardwright.scenarios.pieces_by_card_id import COPY
from cardwright.scenarios.read_given import REST
from cardwright.scenarios.zone_references import PLACE
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence
from cardwright_tools.editor.completion.rule_texts import (
    CompletionItem,
    complete_anything,
    complete_gap,
    complete_words,
    make_field_item,
)
from cardwright_tools.editor.game_analysis import Analysis
from cardwright_tools.editor.scenario_at_cursor import Stretch, find_scenario_around
from cardwright_tools.editor.scenario_symbols import OwnerLookup, find_content_type, find_scenarios

_ENDINGS = ("", '"', "'", "]", "}", '"]', "']", "]}", ": x", ": x}", ": x}}")
_WRITTEN_PLACE = re.compile(r"(?:(?P<owner>.+)\.)?(?P<word>\w*)(?:\[(?P<index>\w*))?$")
_SEES = re.compile(r"(P[0-9]+ sees +)(.*)$")


@dataclass(frozen=True, slots=True)
class _Spot:
    """The position of GAP in a scenario: the path of fields, and the scalar or key that contains GAP.

    `beside` are the names of the other fields in the same group, and `players` is the number of seats.
    """

    path: tuple[str, ...]
    scalar: Scalar
    is_key: bool
    beside: tuple[str, ...]
    players: int

    @property
    def before(self) -> str:
        """Text before the position."""
        return self.scalar.raw[: self.scalar.raw.index(GAP)]


Found = tuple[list[CompletionItem], int, int]


def complete_scenario(analysis: Analysis | None, text: str, at: int, sets: list[str]) -> Found:
    """Return the completions at an offset in scenarios or examples, and the range they replace.

    Without an analysis, nothing that depends on the game is completed.
    """
    start, end = find_word(text, at)
    around = find_scenario_around(text, start)
    for attempt in _insert_gap(around, start, end):
        root = load_yaml(Path("gap"), attempt).root
        spot = _find_gap(root, analysis)
        if spot is not None:
            # a name of several words replaces the whole key
            whole = start - len(spot.before) if spot.path in (("chance",), ("when",), ("when", "-")) else start
            return list(dict.fromkeys(_complete_at(spot, analysis, sets))), whole, end
    return [], start, end


def complete_example(analysis: Analysis, text: str, at: int) -> Found:
    """Return the completions at an offset in the examples of a card."""
    return complete_scenario(analysis, text, at, [])


def _insert_gap(around: Stretch, start: int, end: int) -> Iterator[str]:
    """Yield the scenario with GAP inserted, repaired in different ways; callers use the first readable one."""
    text, first, last = around.text, start - around.shift, end - around.shift
    line_start = text.rfind("\n", 0, first) + 1
    line_end = text.find("\n", last)
    line_end = len(text) if line_end < 0 else line_end
    written, rest = text[line_start:first], text[last:line_end]
    is_name = not re.search(r":( |$)|[\"'|>]", written) and not re.match(r"\w*[^\n]*:( |$)", rest)
    as_name = f"{text[:first]}{GAP}: x{text[line_end:]}"
    if is_name and not rest.strip():
        yield as_name
    yield f"{text[:first]}{GAP}{text[last:]}"
    yield f"{text[:first]}{GAP}: x{text[last:]}"
    if is_name:
        yield as_name
    for ending in _ENDINGS:
        yield f"{text[:first]}{GAP}{ending}{text[line_end:]}"


def _find_gap(root: Node | None, analysis: Analysis | None) -> _Spot | None:
    if not isinstance(root, Mapping):
        return None
    usual = analysis.game.players[0] if analysis is not None else MAX_PLAYERS
    for scenario, players in find_scenarios(root, usual):
        for found in _find_spot(scenario, players, whole=scenario is not root):
            return found
    return _find_below(root, ("file",), MAX_PLAYERS)


def _find_spot(scenario: Mapping, players: int, whole: bool) -> Iterator[_Spot]:
    """Yield the position of GAP in a scenario (`whole`) or in the fields that all scenarios of a file share."""
    found = _find_below(scenario, (), players) if whole else None
    for field in () if whole else SHARED_FIELDS:
        node = scenario.get(field)
        found = found or (None if node is None else _find_below(node, (field,), players))
    if found is not None:
        yield found


def _find_below(node: Node, path: tuple[str, ...], players: int, beside: tuple[str, ...] = ()) -> _Spot | None:
    if isinstance(node, Scalar):
        return _Spot(path, node, False, beside, players) if GAP in node.raw else None
    if isinstance(node, Sequence):
        below = (_find_below(item, (*path, "-"), players) for item in node.items)
        return next((found for found in below if found is not None), None)
    names = tuple(key.raw for key, _ in node.entries)
    for key, child in node.entries:
        if GAP in key.raw:
            return _Spot(path, key, True, names, players)
        found = _find_below(child, (*path, key.raw), players, names)
        if found is not None:
            return found
    return None


def _complete_at(spot: _Spot, analysis: Analysis | None, sets: list[str]) -> Iterator[CompletionItem]:
    seats = [f"P{number + 1}" for number in range(spot.players)]
    match spot.path:
        case ("file",) | ("file", "-"):
            yield from _complete_fields(SCENARIO_FILE, spot.beside)
        case ("file", "game"):
            yield from (CompletionItem(word, "kind", "game", 1) for word in list_game_places())
        case ("file", "sets", *_):
            yield from (CompletionItem(word, "word", "set", 1) for word in sets)
        case () | ("file", "scenarios", "-") | ("file", "scenarios"):
            yield from _complete_fields(SCENARIO, spot.beside)
        case path if isinstance(find_shape(path, SCENARIO), Flag):
            yield from complete_words(("yes", "no"), "keyword")
        case ("ends", *_):
            yield from complete_words((*seats, "nobody"), "local")
        case ("when",) | ("when", "-") if not (spot.is_key and len(spot.path) == 1):
            yield from _complete_steps(spot, seats, analysis)
        case _ if analysis is not None:
            yield from _complete_from_game(spot, seats, analysis)


def _complete_from_game(spot: _Spot, seats: list[str], analysis: Analysis) -> Iterator[CompletionItem]:
    """Yield the completions that depend on the game's declarations."""
    game = analysis.game
    kind_of_text = find_text_kind(find_shape(spot.path, SCENARIO))
    match spot.path:
        case _ if kind_of_text is not None:
            yield from _complete_rule_text(spot, kind_of_text, analysis)
        case ("given",):
            yield from _complete_places(spot.before, seats, game)
        case ("given", place, *_):
            declared = OwnerLookup(game).find(PLACE.fullmatch(place))
            yield from _list_values(find_content_type(declared), seats, game)
            if isinstance(declared, ZoneDecl):
                yield CompletionItem(REST, "keyword", "all others, which no zone holds", 2)
        case ("chance",):
            yield from _complete_chances(game)
        case ("chance", key, *_) if key.startswith("shuffle "):
            yield from _complete_cards(
                [zone.holds for zone in game.zones if zone.word == key.removeprefix("shuffle ")], game
            )
        case ("when", "-", step, *_):
            sees = _SEES.match(step)
            if sees is not None:
                declared = OwnerLookup(game).find(PLACE.fullmatch(sees[2]))
                yield from _list_values(find_content_type(declared), seats, game)
            else:
                yield from _list_answers(seats, game)


def _complete_rule_text(spot: _Spot, kind: str, analysis: Analysis) -> Iterator[CompletionItem]:
    """Yield the completions in a rule text of a scenario, where players are named `P1` and so on."""
    text, at = spot.scalar.raw.replace(GAP, ""), len(spot.before)
    seats, cards = list_seats(spot.players), analysis.cards(spot.players)
    gap = find_gap(analysis.checker, text, at, kind, constants=seats, cards=cards) if not analysis.broken else None
    if gap is None:
        yield from complete_anything(analysis, "value")
        return
    yield from complete_gap(gap, analysis)
    if gap.place in ("value", "deed"):
        rank = 1 if gap.place == "deed" or gap.expected == Type("player") else 2
        yield from (CompletionItem(word, "local", "player", rank) for word in list_seats(spot.players))


def _complete_places(written: str, seats: list[str], game: GameDecl) -> Iterator[CompletionItem]:
    """Yield zones and memory of the game or, after a dot, of the player or card named before the dot."""
    found = _WRITTEN_PLACE.match(written)
    if found is None:
        return
    owner = OwnerLookup(game)
    kind = owner.kind(found["owner"])
    for each in owner.declared(found["owner"]):
        if found["index"] is not None:
            if isinstance(each, MemoryDecl) and each.word == found["word"] and each.per is not None:
                yield from complete_words(game.enums[each.per].values, "word")
        elif isinstance(each, ZoneDecl):
            yield CompletionItem(each.word, "zone", f"zone of {each.owner}", 1)
        else:
            yield CompletionItem(each.word, "memory", f"{each.type} of {each.owner}", 1)
    if found["index"] is not None:
        return
    if kind in game.kinds:
        yield from (
            CompletionItem(word, "parts", f"part of {found['owner']}", 2) for word in _list_parts(found["owner"], game)
        )
    if kind == TABLE:
        yield from (CompletionItem(word, "local", "player", 1, f"{word}.") for word in seats)
        having = {zone.owner for zone in game.zones} | {memory.owner for memory in game.memory}
        having |= {each.word for each in game.kinds.values() if each.parts is not None and each.parts.kind in having}
        yield from (
            CompletionItem(each.id, "piece", each.name, 3, f"{each.id}.") for each in game.pieces if each.kind in having
        )


def _list_parts(written: str, game: GameDecl) -> Iterator[str]:
    """Yield the words that distinguish the parts of a card."""
    match = COPY.fullmatch(written)
    definition = next((each for each in game.pieces if match and each.id == match[1]), None)
    parts = game.kinds[definition.kind].parts if definition is not None else None
    first = next(iter(game.kinds[parts.kind].attributes.values()), None) if parts is not None else None
    if first is not None and first.type.of in game.enums:
        yield from game.enums[first.type.of].values


def _list_values(kind: Type | None, seats: list[str], game: GameDecl) -> Iterator[CompletionItem]:
    """Yield the values of a type, as scenarios write them."""
    if kind is None:
        return
    kind = kind.item if kind.item is not None else kind
    if kind.base == "piece":
        yield from _complete_cards([kind.of], game)
    elif kind.base == "enum":
        yield from complete_words(game.enums[kind.of].values, "word")
    elif kind.base == "yes_no":
        yield from complete_words(("yes", "no"), "keyword")
    elif kind == MAYBE_NUMBER:
        yield from complete_words((NONE.base,), "keyword")
    elif kind.base == "player":
        yield from complete_words((*seats, "nobody"), "local")


def _complete_cards(kinds: list[str], game: GameDecl) -> Iterator[CompletionItem]:
    yield from (CompletionItem(each.id, "piece", each.name, 1) for each in game.pieces if each.kind in kinds)


def _complete_chances(game: GameDecl) -> Iterator[CompletionItem]:
    for zone in game.zones:
        if zone.ordered:
            yield CompletionItem(
                f"shuffle {zone.word}", "zone", "the pieces that come to lie on top", 1, f"shuffle {zone.word}: "
            )
    for kind in game.kinds:
        yield CompletionItem(f"pick {kind}", "kind", "which of them, 0 for the first", 2, f"pick {kind}: ")
    for word, detail in (("die shows", "the faces, from 1 on"), ("flip coin", "`heads` or `tails`")):
        yield CompletionItem(word, "keyword", detail, 3, f"{word}: ")


def _complete_steps(spot: _Spot, seats: list[str], analysis: Analysis | None) -> Iterator[CompletionItem]:
    sees = _SEES.match(spot.before)
    if sees is not None:
        game = analysis.game if analysis is not None else None
        places = _complete_places(sees[2], seats, game) if game is not None else ()
        yield from (replace(item, label=f"{sees[1]}{item.label}") for item in places if item.kind == "zone")
        return
    for step in STEP.fields:
        for word in [step.word.replace("P1", seat) for seat in seats] if step.word.startswith("P1") else [step.word]:
            label, zone, _ = word.partition(" ZONE")
            behind = " " if zone else ": [" if " " in label else ": "
            kind = "field" if label == step.word else "local"
            yield CompletionItem(label, kind, step.description, 1 + label.count(" "), f"{label}{behind}")


def _list_answers(seats: list[str], game: GameDecl) -> Iterator[CompletionItem]:
    """Yield the names that options can have, as far as they are known without playing."""
    for word, meaning in (("yes", ""), ("no", ""), ("pass", "do none of it"), ("done", "no more of it")):
        yield CompletionItem(word, "keyword", meaning, 1, f'"{word}"' if word in ("yes", "no") else "")
    yield from complete_words(seats, "local", 2)
    cards = {each.id for each in game.pieces}
    yield from (CompletionItem(word, "word", "", 3) for word in game.words if word not in cards)
    yield from (CompletionItem(each.id, "piece", each.name, 3) for each in game.pieces)


def _complete_fields(group: FieldGroup, given: tuple[str, ...]) -> Iterator[CompletionItem]:
    yield from (make_field_item(each) for each in group.fields if each.word not in given)
