"""Puts a checked game together as a program: generated source in two variants, and plain tables beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from cardwright.compiler import ir
from cardwright.compiler.code_events import PIECE, SHIFT, STAGES, EventCoder, Hooks
from cardwright.compiler.code_flow import Flow
from cardwright.compiler.code_moves import MoveCoder, asks_where
from cardwright.compiler.code_picks import PickCoder
from cardwright.compiler.code_plain import PlainCoder
from cardwright.compiler.code_rules import RuleCoder, within_bounds
from cardwright.compiler.code_sheet import CaseCoder, SheetCoder, carriers, described_cases, told_memory
from cardwright.compiler.code_statements import StatementCoder
from cardwright.compiler.code_values import ValueCoder
from cardwright.compiler.feasible import Feasibility
from cardwright.compiler.layout import Layout, first_value
from cardwright.compiler.presence import Presence
from cardwright.compiler.reach import leading_back, read_by
from cardwright.compiler.segments import Segments
from cardwright.language.declarations import GameDecl
from cardwright.language.types import Type

_CAN = re.compile(r"\bcan(\d+)\(")
FORMAT = 1
# With so few zones, looking a moved piece up in them is quicker than noting for every piece where it lies.
FEW_ZONES = 12
Tables = dict[str, Any]
Frames = dict[int, tuple[str, tuple[tuple[str, str, str], ...], tuple[int, ...]]]


@dataclass(slots=True)
class Variant:
    """Generated source: `tracked` keeps a log and what every player knows."""

    source: str
    entry: dict[str, int]
    constants: dict[str, object]
    frames: Frames
    located: bool
    acts: set[str]


def compile_program(
    checked: ir.Checked,
    players: int,
    counting: Collection[str] = (),
    variants: Sequence[str] = ("plain", "tracked"),
    emptied: Collection[tuple[str, str]] = (),
) -> Tables:
    """The program of a checked game for a number of players, as plain data that can be stored.

    It counts how often places of the kinds in `counting` are run (see `probes`); `variants` are those to be written.
    `emptied` is the memory, by owner and word, that is set to nobody or nothing from outside.
    """
    first_site = len(checked.sites)
    layout = Layout.of(checked.game, players)
    written = {}
    for which in variants:
        del checked.sites[first_site:]
        presence = Presence(checked, emptied, asked=which == "tracked")
        written[which] = ProgramCoder(checked, layout, presence, which == "tracked", counting).write()
    return {
        "format": FORMAT,
        "players": players,
        "size": layout.size,
        **{which: _variant(variant) for which, variant in written.items()},
        "located": any(variant.located for which, variant in written.items() if which == "plain"),
        "probes": [astuple(probe) for probe in checked.probes.places()] if counting else [],
        "chance": sorted(set().union(*(variant.acts for variant in written.values()))),
        **_tables(checked, layout),
    }


def _variant(variant: Variant) -> Tables:
    return {
        "source": variant.source,
        "entry": variant.entry,
        "constants": variant.constants,
        "frames": variant.frames,
    }


class ProgramCoder:
    """Writes one variant of a program."""

    def __init__(
        self, checked: ir.Checked, layout: Layout, presence: Presence, tracked: bool, counting: Collection[str] = ()
    ) -> None:
        self.checked = checked
        self.layout = layout
        self.hooks, self.modifiers = listeners(checked)
        self.uid = 0
        self.segments = Segments()
        self.values = ValueCoder(layout, checked, tracked, set(self.modifiers), presence, self.fresh)
        self.values.counting = counting
        forbidden = {word for word, hooks in self.hooks.items() if hooks.forbid}
        self.feasible = Feasibility(self.values, power_zones(checked), forbidden)
        self.resumable: set[str] = set()
        flow = Flow(self.segments, self.values)
        picks = PickCoder(self.values, self.feasible)
        works = self.feasible.power_zones
        located = tracked or bool(works) or len(layout.zone_slots) > FEW_ZONES or asks_where(checked)
        self.moves = MoveCoder(self.values, works, located)
        plain = PlainCoder(flow, picks, self.moves, told_memory(checked) if tracked else set(), self.fresh)
        self.statements = StatementCoder(flow, picks, self.moves, plain, self.resumable, self.fresh)
        self.events = EventCoder(self.statements, checked, self.hooks)

    def fresh(self, word: str, kind: Type, mask: bool = False) -> ir.Var:
        """A variable of the generated code's own."""
        self.uid += 1
        return ir.Var(word, kind, self.uid, mask, own=True)

    def write(self) -> Variant:
        """Write everything, in an order that lets each part ask for what it needs."""
        self._find_resumable()
        self._find_inlined()
        events = self.events
        for procedure in self._resumable():
            events.declare(procedure)
        for ability in self.checked.abilities:
            events.declare_ability(ability)
        for procedure in self._resumable():
            events.write(procedure)
        for ability in self.checked.abilities:
            if ability.number in events.bodies:
                events.body(ability)
        for window in self.checked.game.windows:
            events.window(window)
        parts = [self.segments.source()]
        parts += [events.plain(p) for p in self.checked.procedures.values() if p.word not in self.resumable]
        parts += self._cans()
        parts += [RuleCoder(self.values, self.modifiers).function(r) for r in self.checked.rules.values()]
        parts += [events.match(a) for a in self.checked.abilities if a.kind != "modify" and self._complete(a)]
        parts += [events.forbidden(self.checked.procedures[word]) for word in sorted(self.feasible.forbidden)]
        parts += events.functions
        if self.values.tracked:
            parts.append(SheetCoder(self.values).source(self.checked))
            parts.append(CaseCoder(self.values).source(self.checked))
        parts.append(self._dispatch())
        source = "\n".join(parts)
        constants, acts = self.values.constants, self.values.acts
        return Variant(source, self._entries(), constants, self._frames(), self.moves.located, acts)

    def _resumable(self) -> list[ir.Procedure]:
        inlined = self.statements.inlined
        return [p for p in self.checked.procedures.values() if p.word in self.resumable and p.word not in inlined]

    def _find_inlined(self) -> None:
        """Which resumable procedures are written where they are performed: once, by one doer, and with nothing around.

        A tracked game notes where each begins and ends, so there none are.
        """
        if self.values.tracked:
            return
        bodies: list[object] = [p.body for p in self.checked.procedures.values()]
        bodies += [a.body for a in self.checked.abilities]
        performs = [node for node in ir.every(tuple(bodies)) if isinstance(node, ir.Perform)]
        outside = self.statements.recursive | set(self.hooks) | {"setup", "play"}
        for word in self.resumable - outside:
            mine = [node for node in performs if node.procedure.word == word]
            if len(mine) == 1 and self._can_inline(mine[0]):
                self.statements.inlined.add(word)

    def _can_inline(self, perform: ir.Perform) -> bool:
        procedure = perform.procedure
        one_doer = perform.doer is None or perform.doer.type.base == "player"
        return one_doer and procedure.result is None and self.events.around(procedure, False) == ([], [])

    @staticmethod
    def _complete(ability: ir.Ability) -> bool:
        return ability.procedure is not None or ability.kind == "offer"

    # ------------------------------------------------------------ which procedures can meet a decision

    def _find_resumable(self) -> None:
        procedures = self.checked.procedures
        self.statements.recursive |= recursive(self.checked, self.hooks)
        self.resumable |= {"setup", "play"} & set(procedures)
        self.resumable |= {word for word, hooks in self.hooks.items() if hooks}
        self.resumable |= self.statements.recursive
        changed = True
        while changed:
            changed = False
            for procedure in procedures.values():
                if procedure.word in self.resumable:
                    continue
                self.statements.flow.around.loops.clear()
                if any(self.statements.suspends(statement) for statement in procedure.body):
                    self.resumable.add(procedure.word)
                    changed = True

    # ------------------------------------------------------------ parts of the source

    def _cans(self) -> list[str]:
        """The functions that say whether procedures can begin."""
        numbered = {str(p.number): p for p in self.checked.procedures.values() if self.feasible.conditional(p)}
        lines = {number: self._can(procedure) for number, procedure in numbered.items()}
        for number in leading_back({number: _CAN.findall("\n".join(code)) for number, code in lines.items()}):
            lines[number] = within_bounds(self.values.text(numbered[number].word), lines[number])
        return [
            f"def can{number}(S{self._roles(procedure)}):\n" + "\n".join(lines[number]) + "\n"
            for number, procedure in numbered.items()
        ]

    def _roles(self, procedure: ir.Procedure) -> str:
        return "".join(f", {var.code}" for var in self.statements.body_scope(procedure))

    def _can(self, procedure: ir.Procedure) -> list[str]:
        code = self.feasible.code(procedure.body) or "True"
        if procedure.word in self.feasible.forbidden:
            code = f"{code} and not no{procedure.number}(S{self._roles(procedure)})"
        opening = self.feasible.opening(procedure)
        return [f"    {opening}"] * (opening is not None) + [f"    return {code}"]

    def _dispatch(self) -> str:
        count = len(self.checked.abilities)
        match = ["None"] * count
        body = ["-1"] * count
        for ability in self.checked.abilities:
            if ability.kind != "modify" and self._complete(ability):
                match[ability.number] = f"q{ability.number}"
            if ability.number in self.events.bodies:
                body[ability.number] = str(self.events.bodies[ability.number].number)
        functions = ", ".join(f"s{segment.number}" for segment in self.segments.all)
        scores = self.checked.rules["final_score"]
        named = self.checked.game.valuation
        values = scores if named is None else self.checked.rules[str(named.value)]
        winners = self.checked.rules.get("winners")
        lines = [
            f"MATCH = [{', '.join(match)}]",
            f"BODY = [{', '.join(body)}]",
            f"SEGMENTS = [{functions}]",
            f"final_score = r{scores.number}",
            f"valuation = r{values.number}",
            f"winners = {f'r{winners.number}' if winners is not None else None}",
            f"RULES = [{', '.join(f'r{rule.number}' for rule in self.checked.rules.values())}]",
        ]
        return "\n".join(lines) + "\n"

    def _entries(self) -> dict[str, int]:
        return {word: segment.number for word, segment in self.statements.entries.items()}

    def _frames(self) -> Frames:
        """For every segment its title, the words and types of the variables in its frames, and the places of those
        that belong to the text that asks: a procedure written into another text finds that text's names there, too.
        """
        owners = {var: word for word in self.statements.inlined for var in names_in(self.checked.procedures[word])}
        described = {}
        for segment in self.segments.all:
            by_code = {var.code: var for var in segment.scope}
            live = [by_code[code] for code in segment.live]
            asking = segment.asks if segment.asks in self.statements.inlined else None
            told = [var.code not in segment.kept and owners.get(var) == asking for var in live]
            own = tuple(place for place, tells in enumerate(told) if tells)
            described[segment.number] = (segment.title, tuple(_described(var) for var in live), own)
        return described


def names_in(procedure: ir.Procedure) -> list[ir.Var]:
    """The names of a procedure: its doer, its roles and its result, and those its body gives."""
    found = [procedure.you, procedure.result, *procedure.params]
    for node in ir.every(procedure.body):
        if isinstance(node, ir.LetS | ir.ForS | ir.PickS):
            found.append(node.var)
        elif isinstance(node, ir.Perform | ir.Act):
            found.append(node.into)
    return [var for var in found if var is not None]


def _described(var: ir.Var) -> tuple[str, str, str]:
    """A variable's word, its type, and of what; the words of the code's own begin with a dot, as no author's do."""
    item = var.type.item
    return (f".{var.word}" if var.own else var.word, var.base, (item.of if item else var.type.of) or "")


def listeners(checked: ir.Checked) -> tuple[dict[str, Hooks], dict[str, list[ir.Ability]]]:
    """Which abilities watch each procedure and modify each rule."""
    hooks: dict[str, Hooks] = {}
    modifiers: dict[str, list[ir.Ability]] = {}
    for ability in checked.abilities:
        if ability.kind == "modify" and ability.rule is not None:
            modifiers.setdefault(ability.rule.word, []).append(ability)
        elif ability.kind in STAGES and ability.procedure is not None:
            getattr(hooks.setdefault(ability.procedure.word, Hooks()), ability.kind).append(ability)
    return hooks, modifiers


def power_zones(checked: ir.Checked) -> set[str]:
    """The words of the zones in which some power works."""
    return {zone for ability in checked.abilities for zone in ability.zones}


def recursive(checked: ir.Checked, hooks: dict[str, Hooks]) -> set[str]:
    """The procedures that can come to be performed while they are being performed."""
    performs = {word: performed(p.body) for word, p in checked.procedures.items()}
    offers = [a for a in checked.abilities if a.kind == "offer"]
    for word, procedure in checked.procedures.items():
        for stage in ("before", "instead", "after"):
            for ability in getattr(hooks.get(word, Hooks()), stage):
                performs[word] |= performed(ability.body)
        if any(isinstance(node, ir.OpenWindow) for node in ir.every(procedure.body)):
            for ability in offers:
                performs[word] |= performed(ability.body)
    return leading_back(performs)


def performed(body: ir.Block) -> set[str]:
    """The words of the procedures a body performs."""
    return {node.procedure.word for node in ir.every(body) if isinstance(node, ir.Perform)}


# ---------------------------------------------------------------- tables


def _tables(checked: ir.Checked, layout: Layout) -> Tables:
    game = checked.game
    return {
        "game": game.name,
        "title": game.title,
        "min_players": game.players[0],
        "max_players": game.players[1],
        "anticlockwise": game.anticlockwise,
        "turn": "" if game.turn is None else str(game.turn.value),
        "active": layout.memory_base[("table", str(game.active.value))] if game.active is not None else -1,
        "words": {number: word for word, number in game.words.items()},
        "start": _start(checked, layout),
        "location": layout.location,
        "zones_from": layout.zones_from,
        "zones": [_zone(zone, owner) for zone, owner in layout.zone_slots],
        "memory": [_memory(layout, memory) for memory in game.memory],
        "carriers": carriers(checked, layout),
        "pieces": list(layout.pieces),
        "whole": list(layout.whole),
        "parts": list(layout.parts),
        "kinds": _kinds(game, layout),
        "definitions": [_definition(game, d) for d in game.pieces],
        "part_values": dict(layout.part_values),
        "sites": [_site(site) for site in checked.sites],
        "abilities": [_ability(a, layout) for a in checked.abilities],
        "events": _own_events(checked, layout),
        "powers": {number: [a.number for a in power.abilities] for number, power in checked.powers.items()},
        "texts": {number: power.english for number, power in checked.powers.items()},
        "power_zones": sorted(power_zones(checked)),
        "work_in": [str(zone.value) for zone in game.powers_work_in],
        "procedures": [_procedure(p) for p in checked.procedures.values()],
        "rules": [
            (r.word, r.phrase or "", [_described(p) for p in r.params], str(r.type)) for r in checked.rules.values()
        ],
        "cases": {rule.number: described_cases(rule) for rule in checked.rules.values()},
        "look": dict(game.look),
        "shift": SHIFT,
    }


def _start(checked: ir.Checked, layout: Layout) -> list[object]:
    """The state list before setup: memory at its beginning, pieces in the first zone of the table for their kind."""
    start: list[object] = [0] * layout.size
    start[0] = start[1] = None
    start[9] = ()
    for memory in layout.game.memory:
        base = layout.memory_base[memory.owner, memory.word]
        size = layout.owners(memory.owner) * layout.width(memory)
        start[base : base + size] = [memory.starts] * size
    active = layout.game.active
    if active is not None and start[layout.memory_base["table", str(active.value)]] == -1:
        start[layout.memory_base["table", str(active.value)]] = 0  # a turn is always somebody's: the first seat's
    for place, (zone, _) in enumerate(layout.zone_slots):
        start[layout.zones_from + place] = () if zone.ordered else 0
    for kind in layout.kind_first:
        first_zone = next((z for z in layout.game.zones if z.owner == "table" and z.holds == kind), None)
        if first_zone is None:
            continue
        slot = layout.zone_base["table", first_zone.word]
        pieces = tuple(layout.kind_pieces(kind))
        start[slot] = pieces if first_zone.ordered else sum(1 << p for p in pieces)
        for piece in pieces:
            start[layout.location + piece] = slot
    for name, slot in layout.named.items():
        if name.split()[0] in (*STAGES, "modify", "offer", "used"):
            start[slot] = ()
    for ability in checked.abilities:
        if ability.power < 0:
            for slot in _slots(ability, layout):
                start[slot] = (*start[slot], ability.number << SHIFT | PIECE)  # type: ignore[misc]
    for kind in layout.kind_first:
        first_zone = next((z for z in layout.game.zones if z.owner == "table" and z.holds == kind), None)
        if first_zone is not None and first_zone.see != "face":  # where faces count pieces begin face down
            _list_at_start(checked, layout, start, kind, first_zone.word)
    return start


def _list_at_start(checked: ir.Checked, layout: Layout, start: list[object], kind: str, zone: str) -> None:
    """List the abilities that work from the beginning, because pieces begin where their powers work."""
    for piece in layout.kind_pieces(kind):
        for ability in checked.abilities:
            if ability.power >= 0 and ability.power == layout.pieces[piece] and zone in ability.zones:
                for slot in _slots(ability, layout):
                    start[slot] = (*start[slot], ability.number << SHIFT | piece)  # type: ignore[misc]


def _slots(ability: ir.Ability, layout: Layout) -> list[int]:
    """The slots in which an ability is listed while it is active."""
    if ability.kind == "offer":
        names = [f"offer {window}" for window in ability.windows]
    elif ability.kind == "modify":
        names = [f"modify {ability.rule.word}"] if ability.rule is not None else []
    else:
        names = [f"{ability.kind} {ability.procedure.word}"] if ability.procedure is not None else []
    return [layout.named[name] for name in names if name in layout.named]


def _zone(zone: Any, owner: int) -> tuple[object, ...]:
    return (zone.word, zone.owner, owner, zone.holds, zone.see, zone.down, zone.ordered, zone.title)


def _memory(layout: Layout, memory: Any) -> tuple[object, ...]:
    return (
        memory.word,
        memory.owner,
        layout.memory_base[memory.owner, memory.word],
        layout.width(memory),
        memory.type.base if memory.type.base != "list" else f"list {memory.type.item.base}",
        list(layout.game.enums[memory.per].values) if memory.per else [],
        memory.secret,
        memory.title,
        memory.starts,
    )


def _kinds(game: GameDecl, layout: Layout) -> Tables:
    return {
        kind.word: (
            layout.kind_first[kind.word],
            layout.kind_count[kind.word],
            {a.word: a.type.base for a in kind.attributes.values()},
            kind.title,
            kind.interchangeable,
            next(iter(kind.attributes), "")
            if any(k.parts and k.parts.kind == kind.word for k in game.kinds.values())
            else "",
            kind.parts.word if kind.parts else "",
        )
        for kind in game.kinds.values()
    }


def _definition(game: GameDecl, definition: Any) -> tuple[object, ...]:
    """What a table of definitions holds; last the attributes worth printing, for a default says nothing of a card."""
    attributes = game.kinds[definition.kind].attributes
    return (
        definition.id,
        definition.name,
        definition.kind,
        definition.copies,
        definition.set,
        dict(definition.values),
        dict(definition.parts),
        list(definition.inferred),
        definition.note,
        definition.reminder,
        [a.word for a in attributes.values() if a.default is None or definition.values.get(a.word) != a.default],
    )


def _site(site: ir.Site) -> tuple[object, ...]:
    kind = site.option_type
    return (
        site.prompt,
        kind.base,
        kind.of,
        list(site.titles),
        site.decline,
        site.source,
        site.secret,
        site.text,
        list(site.reasons),
        [
            [(part.number, part.one, part.several) if isinstance(part, ir.Blank) else part for part in parts]
            for parts in site.blanks
        ],
        site.single,
    )


def _ability(ability: ir.Ability, layout: Layout) -> tuple[object, ...]:
    return (ability.kind, ability.power, ability.title, sorted(ability.zones), _slots(ability, layout), ability.text)


def _own_events(checked: ir.Checked, layout: Layout) -> dict[int, tuple[str, list[int]]]:
    """For each ability `on ...` the event, and the slots that must hold somebody or something for it to make sense."""
    read = read_by(checked, checked.abilities)
    return {
        ability.number: (ability.procedure.word, [layout.memory_base["table", word] for word in read[ability.number]])
        for ability in checked.abilities
        if ability.own and ability.procedure is not None
    }


def _procedure(procedure: ir.Procedure) -> tuple[object, ...]:
    return (
        procedure.word,
        procedure.kind,
        procedure.phrase or "",
        [_described(p) for p in procedure.params],
        first_value(procedure),
        {p.word: d.value for p, d in zip(procedure.params, procedure.defaults, strict=True) if isinstance(d, ir.Lit)},
        _only_asks(procedure.body),
    )


def _only_asks(body: ir.Block) -> bool:
    """Whether all that a body does leaves a trace in the log: it asks, and performs, and changes nothing itself."""
    asks = False
    for statement in body:
        if isinstance(statement, ir.IfS):
            inner = [block for _, block in statement.branches] + [statement.otherwise]
            if not all(_only_asks(block) for block in inner if block):
                return False
            asks = True
        elif isinstance(statement, ir.ForS | ir.RepeatS):
            if not _only_asks(statement.body):
                return False
            asks = True
        elif isinstance(statement, ir.MayS | ir.ChooseS | ir.ChooseOneS | ir.Perform | ir.OpenWindow):
            asks = True
        elif not isinstance(statement, ir.LetS | ir.RequireS):
            return False
    return asks
