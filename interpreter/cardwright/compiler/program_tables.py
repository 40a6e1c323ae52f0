"""Program tables of a compiled game, as rows of plain values that can be stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import lcm
from typing import Any, TypeGuard

from cardwright.checker import typed_tree
from cardwright.checker.transitive_uses import find_recursive_rules, read_by
from cardwright.checker.typed_tree_queries import list_asked_rules
from cardwright.compiler.analysis.audiences.silent_events import find_audiences, find_unheard_decision_points
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.piece_order_uses import (
    OrderUses,
    find_collections,
    find_discard_piles,
    find_order_uses,
)
from cardwright.compiler.analysis.suspended_secrets import (
    find_choices_of_known_players,
    find_who_knows_condition,
)
from cardwright.compiler.decision_rows import describe_site, find_statements_after_decisions, list_nested_decisions
from cardwright.compiler.lowering.context import STAGES
from cardwright.compiler.lowering.score_breakdown import describe_cases, find_carriers
from cardwright.compiler.state_layout import StateLayout, make_initial_value
from cardwright.compiler.undeclared_boards import add_undeclared_boards
from cardwright.declarations.model import (
    LEFT_OUT,
    PLAYERS,
    GameDecl,
    MemoryDecl,
    PieceDef,
    ZoneDecl,
    list_needed_copies,
)
from cardwright.declarations.value_types import FRACTION, NUMBER, PLAYER, Type, list_of
from cardwright.english.renderer import English
from cardwright.phrases.log_phrases import as_done
from cardwright.state_slots_and_table_rows import (
    ASKED_FOR,
    GRANT,
    LEAVES_PLAY,
    NO_PIECE,
    SHIFT,
    AbilityRow,
    DefinitionRow,
    DurationRow,
    KindRow,
    MemoryRow,
    PowersWorkRow,
    ProcedureRow,
    RuleRow,
    ZoneRow,
    held_slot,
)

Tables = dict[str, Any]
# A divisor that would make the unit larger is left out, so that scores in units stay far below 64 bits.
MAX_UNIT = 10**9
# Numbers up to this one divide the unit, if a game divides by something other than constants and counts of players.
USUAL = 16


def describe_variable(var: typed_tree.TypedVar) -> tuple[str, str, str]:
    """Return a typed variable as (word, type, kind or enum)."""
    return (var.word, var.base, (var.type.item.of if var.type.item else var.type.of) or "")


def build_tables(
    checked: typed_tree.CheckedGame, layout: StateLayout, sites: list[typed_tree.DecisionPoint], sight: InformationFlow
) -> Tables:
    """Return all program tables except the tables of `describe_program`, by name (see `state_slots_and_table_rows`)."""
    game, rules, procedures = checked.game, checked.rules.values(), checked.procedures.values()
    english = English.of(checked)
    implied = _find_implied_announcements(checked)
    order_uses, discards, sets = find_order_uses(checked), find_discard_piles(checked), find_collections(checked)
    kept, public = find_unheard_decision_points(sight), find_choices_of_known_players(checked, sight)
    abouts, inside = collect_explanations(checked), list_nested_decisions(sites)
    after, audiences = find_statements_after_decisions(checked), find_audiences(sight)
    return {
        "game": game.name,
        "title": game.title,
        "summary": " ".join(game.summary.split()),
        "min_players": game.players[0],
        "max_players": game.players[1],
        "anticlockwise": game.anticlockwise,
        "turn": "" if game.turn is None else str(game.turn.value),
        "valuation": "" if game.valuation is None else str(game.valuation.value),
        "lead_over_all": [str(each.value) for each in game.lead_over_all],
        "settling": [str(each.value) for each in game.settling],
        "priors": {str(rule.value): number for rule, number in game.priors},
        "strong": "" if game.strong is None else str(game.strong.value),
        "rollout": game.rollout,
        "active": layout.memory_base[("table", str(game.active.value))] if game.active is not None else -1,
        "out": -1 if game.out is None else layout.memory_base[PLAYERS, str(game.out.value)],
        "decider": -1 if game.decider is None else layout.memory_base[PLAYERS, str(game.decider.value)],
        "unit": _find_unit(checked, layout.players),
        "asked_for": layout.named.get(ASKED_FOR, -1),
        "words": _list_words(checked, english),
        "start": _start(checked, layout),
        "location": layout.location,
        "zones_from": layout.zones_from,
        "zones": [
            tuple(_describe_zone(zone, number, order_uses, discards, sets)) for zone, number in layout.zone_slots
        ],
        "memory": [tuple(_describe_memory(layout, memory)) for memory in game.memory],
        "carriers": find_carriers(checked, layout),
        "pieces": list(layout.pieces),
        "whole": list(layout.whole),
        "parts": list(layout.parts),
        "kinds": _describe_kinds(game, layout),
        "definitions": [tuple(_describe_definition(game, *each)) for each in list_needed_copies(game)],
        "part_values": dict(layout.part_values),
        "sites": [
            tuple(describe_site(site, english, abouts, n in kept, n in public, inside[n], n in after))
            for site in sites
            for n in (site.number,)
        ],
        "known": _find_known_values(checked, sight),
        "abilities": [tuple(_describe_ability(a, layout, english.title(a), sight)) for a in checked.abilities],
        "events": _list_own_events(checked, layout),
        "uses": sorted(slot for name, slot in layout.named.items() if name.split()[0] == "used"),
        "powers": {number: [a.number for a in power.abilities] for number, power in checked.powers.items()},
        "power_zones": sorted({zone for ability in checked.abilities for zone in ability.zones}),
        "work_in": [str(zone.value) for zone in game.powers_work_in],
        "play": [str(zone.value) for zone in game.play],
        "procedures": [tuple(_describe_procedure(p, p.number in implied, audiences[p.number])) for p in procedures],
        "rules": [
            tuple(RuleRow(r.word, r.phrase or "", [describe_variable(p) for p in r.params], str(r.type)))
            for r in checked.rules.values()
        ],
        "certain": _list_public_rules(checked, sight),
        "cases": {rule.number: describe_cases(rule) for rule in checked.rules.values()},
        "named": {rule.number: [(var.word, var.base) for var, _ in rule.names] for rule in rules if rule.names},
        "changed": {r.number: layout.named[f"modify {r.word}"] for r in rules if f"modify {r.word}" in layout.named},
        "lasting": sorted(
            layout.named[f"modify {rule.word}"]
            for rule in {ability.rule for ability in checked.abilities if ability.until}
            if rule is not None
        ),
        "granting": {
            ability.number: [
                layout.named[held_slot(ability.number, place, var.type.base)] for place, var in enumerate(ability.held)
            ]
            for ability in checked.abilities
            if ability.kind == GRANT
        },
        "endings": {
            ability.number: tuple(tuple(_describe_duration(ability, each)) for each in ability.until)
            for ability in checked.abilities
            if ability.kind == GRANT and ability.until
        },
        "works": _describe_powers_work(checked, sight),
        "look": {**add_undeclared_boards(checked), **list_asked_rules(checked)},
    }


def _list_words(checked: typed_tree.CheckedGame, english: English) -> dict[int, str]:
    """Return the words of a game by number; after them, sentences for the deferred statements on its stacks."""
    words = {number: word for word, number in checked.game.words.items()}
    first, taken = len(words) - len(checked.later), set(checked.game.words)
    for number, later in enumerate(checked.later, start=first):
        said = text = english.waiting(later)
        count = 1
        while text in taken:
            count += 1
            text = f"{said} ({count})"
        taken.add(text)
        words[number] = text
    return words


def _start(checked: typed_tree.CheckedGame, layout: StateLayout) -> list[object]:
    """Return the state vector before setup: memory at its start values, and each piece in its first zone."""
    start: list[object] = [0] * layout.size
    start[0] = start[1] = None
    start[9] = ()
    for memory in layout.game.memory:
        base = layout.memory_base[memory.owner, memory.word]
        size = layout.owners(memory.owner) * layout.width(memory)
        start[base : base + size] = [memory.starts] * size
    active = layout.game.active
    if active is not None and start[layout.memory_base["table", str(active.value)]] == -1:
        start[layout.memory_base["table", str(active.value)]] = 0  # the first seat is active before the first turn
    for place, (zone, _) in enumerate(layout.zone_slots):
        start[layout.zones_from + place] = () if zone.ordered else 0
    begin = [(piece, layout.start(piece, kind)) for kind in layout.kind_first for piece in layout.kind_pieces(kind)]
    for piece, slot in begin:
        if slot >= 0:
            content: Any = start[slot]
            start[slot] = (*content, piece) if isinstance(content, tuple) else content | 1 << piece
            start[layout.location + piece] = slot
    for name, slot in layout.named.items():
        if name.split()[0] in (*STAGES, "modify", "offer", "used", "held"):
            start[slot] = ()
    for ability in checked.abilities:
        if ability.power < 0 and not ability.until:
            for slot in _list_active_slots(ability, layout):
                start[slot] = (*start[slot], ability.number << SHIFT | NO_PIECE)  # type: ignore[misc]
    powers: dict[int, list[typed_tree.TypedAbility]] = {}
    for ability in checked.abilities:
        powers.setdefault(ability.power, []).append(ability)
    for piece, slot in begin:
        its = layout.zone_slots[slot - layout.zones_from][0] if slot >= 0 else None
        if its is not None and its.see != "face":  # in zones with `see: face`, pieces start face down
            _list_at_start(powers.get(layout.pieces[piece], ()), layout, start, piece, its.word)
    return start


def _list_at_start(
    power: Sequence[typed_tree.TypedAbility], layout: StateLayout, start: list[object], piece: int, zone: str
) -> None:
    """Add the abilities of a piece to the lists of active abilities, if they are active in its first zone."""
    for ability in power:
        if zone in ability.zones:
            for slot in _list_active_slots(ability, layout):
                start[slot] = (*start[slot], ability.number << SHIFT | piece)  # type: ignore[misc]


def _list_active_slots(ability: typed_tree.TypedAbility, layout: StateLayout) -> list[int]:
    """Return the slots of the lists that contain an ability while it is active."""
    if ability.kind == "offer":
        names = [f"offer {window}" for window in ability.windows]
    elif ability.kind == "modify":
        names = [f"modify {ability.rule.word}"] if ability.rule is not None else []
    else:
        names = [f"{ability.kind} {ability.procedure.word}"] if ability.procedure is not None else []
    return [layout.named[name] for name in names if name in layout.named]


def _describe_zone(
    zone: ZoneDecl, number: int, uses: OrderUses, discards: frozenset[str], sets: Mapping[str, tuple[str, ...]]
) -> ZoneRow:
    return ZoneRow(
        zone.word,
        zone.owner,
        number,
        zone.holds,
        zone.see,
        zone.down,
        ordered=zone.ordered,
        title=zone.title,
        row=uses.is_row(zone),
        numbered=uses.is_numbered(zone),
        discards=zone.owner == "table" and zone.word in discards,
        collects=[*sets.get(zone.word, ())] if zone.owner == "table" else [],
    )


def _describe_memory(layout: StateLayout, memory: MemoryDecl) -> MemoryRow:
    item = memory.type.item
    return MemoryRow(
        word=memory.word,
        owner=memory.owner,
        base=layout.memory_base[memory.owner, memory.word],
        width=layout.width(memory),
        type=memory.type.base if item is None else f"list {item.base}",
        per=list(layout.game.enums[memory.per].values) if memory.per else [],
        see=memory.see,
        title=memory.title,
        starts=memory.starts,
        until=memory.until or "",
        also_see=memory.also_see,
    )


def _name_base(kind: Type) -> str:
    return kind.base if kind.item is None else f"list {kind.item.base}"


def _describe_kinds(game: GameDecl, layout: StateLayout) -> Tables:
    parts = {kind.parts.kind for kind in game.kinds.values() if kind.parts}
    return {
        kind.word: tuple(
            KindRow(
                first=layout.kind_first[kind.word],
                size=layout.kind_count[kind.word],
                attributes={a.word: _name_base(a.type) for a in kind.attributes.values()},
                title=kind.title,
                interchangeable=kind.interchangeable,
                part=next(iter(kind.attributes), "") if kind.word in parts else "",
                parts=kind.parts.word if kind.parts else "",
            )
        )
        for kind in game.kinds.values()
    }


def _describe_definition(game: GameDecl, definition: PieceDef, needed: int) -> DefinitionRow:
    attributes, values = game.kinds[definition.kind].attributes.values(), definition.values
    return DefinitionRow(
        id=definition.id,
        name=definition.name,
        kind=definition.kind,
        copies=definition.most(game.players),
        set=definition.set,
        values=dict(values),
        parts=dict(definition.parts),
        inferred=list(definition.inferred),
        note=definition.note,
        reminder=definition.reminder,
        printed=[a.word for a in attributes if not (a.by_default_unsaid and values.get(a.word) == a.default)],
        needed=needed,
    )


def collect_explanations(checked: typed_tree.CheckedGame) -> dict[str, str]:
    """Return the author's explanations of words of the game, each as one line."""
    said = ((str(word.value), " ".join(str(text.value).split())) for word, text in checked.game.about)
    return {word: text for word, text in said if text != LEFT_OUT}


def _find_known_values(checked: typed_tree.CheckedGame, sight: InformationFlow) -> dict[int, list[tuple[bool, bool]]]:
    """Return, for each value in the titles of a decision point, a pair of booleans.

    The first says whether the deciding player can compute the value, the second whether all others can. Pieces count as
    known: their names are shown only to players who recognise them, which is decided at run time.
    """
    found = {}
    for node in typed_tree.walk_bodies(checked):
        for said, site, player in typed_tree.list_said(node):
            values = [(value.type.base == "piece", value) for value in said]
            found[site.number] = [
                (piece or sight.knows(value, player), piece or sight.knows(value, None)) for piece, value in values
            ]
    return found


def _list_public_rules(checked: typed_tree.CheckedGame, sight: InformationFlow) -> list[str]:
    """Return the displayed rules, such as the score, that every player can compute for all players."""
    words = dict.fromkeys(("final_score", *(str(each.named.value) for each in checked.game.look_rules if not each.of)))
    shown = [checked.rules[word] for word in words]
    return [
        rule.word
        for rule in shown
        if sight.knows(typed_tree.RuleExpr(rule, tuple(map(typed_tree.LocalExpr, rule.params))), None)
    ]


def _describe_duration(ability: typed_tree.TypedAbility, until: typed_tree.TypedDuration) -> DurationRow:
    """Return the row of an event that ends a duration, with the values that its actor and arguments must have.

    A value is the index of a stored variable, or a constant.
    """
    roles: dict[str, tuple[int | None, object, bool]] = {}
    if until.procedure is None:
        piece = until.piece
        if isinstance(piece, typed_tree.LocalExpr):
            return DurationRow(LEAVES_PLAY, {"piece": (ability.held.index(piece.var), None, True)})
        assert isinstance(piece, typed_tree.LiteralExpr)
        return DurationRow(LEAVES_PLAY, {"piece": (None, piece.value, True)})
    for node in typed_tree.walk_tree(until.where):
        if (
            isinstance(node, typed_tree.CompareExpr)
            and isinstance(node.left, typed_tree.LocalExpr)
            and node.operator in ("is", "is not")
        ):
            role = "you" if node.left.var is until.procedure.you else node.left.var.word
            if isinstance(node.right, typed_tree.LocalExpr) and node.right.var in ability.held:
                roles[role] = ability.held.index(node.right.var), None, node.operator == "is"
            elif isinstance(node.right, typed_tree.LiteralExpr):
                roles[role] = None, node.right.value, node.operator == "is"
    return DurationRow(until.procedure.number, roles)


def _describe_powers_work(checked: typed_tree.CheckedGame, sight: InformationFlow) -> tuple[object, ...] | None:
    """Return the row for the rule that decides whether powers are active, or None if the game has no such rule."""
    named = checked.game.powers_work_if
    if named is None:
        return None
    rule = checked.rules[str(named.value)]
    is_public = not find_recursive_rules(checked) and sight.knows_for_seen_piece(rule)
    plain = [text for text, *_ in describe_cases(rule)] == ["yes"]
    return tuple(PowersWorkRow(rule.number, is_public, plain))


def _describe_ability(
    ability: typed_tree.TypedAbility, layout: StateLayout, title: str, sight: InformationFlow
) -> AbilityRow:
    zones, slots = sorted(ability.zones), _list_active_slots(ability, layout)
    clear_to = find_who_knows_condition(ability, sight)
    return AbilityRow(ability.kind, ability.power, title, zones, slots, ability.text, clear_to)


def _list_own_events(checked: typed_tree.CheckedGame, layout: StateLayout) -> dict[int, tuple[str, int, list[int]]]:
    """Return, for each ability of the game itself, its event and the memory slots that its text reads.

    A row is `(word of the event, number of the procedure, slots)`.
    """
    read = read_by(checked, checked.abilities)
    return {
        ability.number: (
            ability.procedure.word,
            ability.procedure.number,
            [layout.memory_base["table", word] for word in read[ability.number]],
        )
        for ability in checked.abilities
        if ability.own and ability.procedure is not None
    }


def _find_implied_announcements(checked: typed_tree.CheckedGame) -> frozenset[int]:
    """Return the procedures that change nothing and follow from every event that calls them: `begin your turn`.

    Each call is a statement of a verb's own body, by the player of the verb, and so says no more than the verb.
    """
    procedures = checked.procedures.values()
    bodies = *(each.body for each in procedures), *(each.body for each in checked.abilities)
    others = Counter(each.procedure.number for each in typed_tree.walk_tree(bodies) if _is_call(each))
    for verb in procedures:
        own = typed_tree.LocalExpr(verb.you) if verb.phrase and verb.you is not None else ()
        others.subtract(each.procedure.number for each in verb.body if _is_call(each) and each.doer == own)
    tell = (each.number for each in procedures if _is_announcement(each) and not each.params)
    return frozenset(number for number in tell if number in others and not others[number])


def _is_call(node: object) -> TypeGuard[typed_tree.PerformStmt]:
    return isinstance(node, typed_tree.PerformStmt)


def _is_announcement(procedure: typed_tree.TypedProcedure) -> bool:
    return all(each == typed_tree.ControlStmt("nothing") for each in procedure.body)


def _describe_procedure(procedure: typed_tree.TypedProcedure, implied: bool, audience: int) -> ProcedureRow:
    defaults = zip(procedure.params, procedure.defaults, strict=True)
    phrase = procedure.phrase or ""
    asked = bool(procedure.body) and isinstance(procedure.body[0], typed_tree.RequireStmt)
    return ProcedureRow(
        word=procedure.written,
        kind=procedure.kind,
        phrase=as_done(phrase) if asked else phrase,
        params=[describe_variable(p) for p in procedure.params],
        result=None if procedure.result is None else make_initial_value(procedure.result.type),
        defaults={
            param.word: default.value for param, default in defaults if isinstance(default, typed_tree.LiteralExpr)
        },
        only_asks=_is_only_asking(procedure.body) or implied,
        only_tells=_is_announcement(procedure),
        audience=audience,
    )


def _is_only_asking(body: typed_tree.Block) -> bool:
    """Return True if a body consists only of decisions and calls, so that its effects are logged by what it calls."""
    asks = False
    for statement in body:
        if isinstance(statement, typed_tree.IfStmt):
            inner = [block for _, block in statement.branches] + [statement.otherwise]
            if not all(_is_only_asking(block) for block in inner if block):
                return False
            asks = True
        elif isinstance(statement, typed_tree.ForEachStmt | typed_tree.RepeatStmt | typed_tree.TogetherStmt):
            if not _is_only_asking(statement.body):
                return False
            asks = True
        elif isinstance(
            statement,
            typed_tree.MayStmt
            | typed_tree.ChooseStmt
            | typed_tree.ChooseOneStmt
            | typed_tree.PerformStmt
            | typed_tree.OpenWindowStmt,
        ):
            asks = True
        elif not isinstance(statement, typed_tree.LetStmt | typed_tree.RequireStmt):
            return False
    return asks


def _find_unit(checked: typed_tree.CheckedGame, players: int) -> int:
    """Return how many units are 1 in a program for a number of players; 1 in a game without fractions.

    C counts every fraction as a whole number of units, and checks each division. Where a result is no whole number of
    units, the match is played in Python, which is exact.
    """
    found = 1
    for by in _list_divisors(checked, players):
        wider = lcm(found, by)
        found = wider if 0 < wider <= MAX_UNIT else found
    return found


def _list_divisors(checked: typed_tree.CheckedGame, players: int) -> Iterator[int]:
    rules = tuple((rule.cases, rule.names) for rule in checked.rules.values())
    for node in typed_tree.walk_tree((rules, typed_tree.list_texts(checked))):
        if not isinstance(node, typed_tree.DivideExpr) or node.type != FRACTION:
            continue
        by = node.right
        if isinstance(by, typed_tree.LiteralExpr):
            yield by.value
        else:
            counted = by.args[0].type if isinstance(by, typed_tree.PrimitiveExpr) and by.args else None
            several = counted == list_of(PLAYER) and by.type == NUMBER
            yield lcm(*range(1, 1 + (players if several else USUAL)))
