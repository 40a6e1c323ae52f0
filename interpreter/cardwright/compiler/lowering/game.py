"""Lowering of a whole game to segments and functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from cardwright.checker import typed_tree
from cardwright.checker.transitive_uses import find_cyclic_nodes
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.nullability import Nullability
from cardwright.compiler.analysis.suspension_points import SuspensionPoints
from cardwright.compiler.analysis.turn_actions import outline_turn
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.reads_and_changes import EffectAnalysis
from cardwright.compiler.lowering.abilities.ability import Abilities, lower_outline_entry
from cardwright.compiler.lowering.abilities.durations import list_stored_slots
from cardwright.compiler.lowering.abilities.events_and_decision_windows import Events
from cardwright.compiler.lowering.abilities.reset_on_leaving_play import define_leaving
from cardwright.compiler.lowering.abilities.vanish_statement import VanishedPieces, describe_frame_pieces
from cardwright.compiler.lowering.context import STAGES, Hooks, Lowering
from cardwright.compiler.lowering.continuations import ContinuationInfo
from cardwright.compiler.lowering.recompute_frame_variables import FrameRecomputation, Recomputation, Unrecomputable
from cardwright.compiler.lowering.rule_cases import Rules
from cardwright.compiler.lowering.score_breakdown import ScoreBreakdown, find_logged_memory, find_score_rules
from cardwright.compiler.lowering.statements import StatementLowering
from cardwright.compiler.passes.comprehension_invariants import Hoist, find_safe_rules
from cardwright.compiler.passes.constant_folding import fold_constants
from cardwright.compiler.passes.inline_procedures import InlinedBody, drop_unreachable, inline_procedures
from cardwright.compiler.passes.liveness import find_live
from cardwright.compiler.passes.loops_without_frames import link_back_edges
from cardwright.compiler.passes.split_at_suspension import Cutter, Segments, can_suspend
from cardwright.compiler.state_layout import StateLayout
from cardwright.state_slots_and_table_rows import ASKED_FOR

# With at most this many zones, searching them for a piece is faster than storing the zone of every piece.
MAX_INLINE_ZONES = 12


@dataclass(frozen=True, slots=True)
class GameCode:
    """A game in IR: segments, functions, and the tables, texts and decision points they use.

    - `entries`: the segments of procedures, by word
    - `bodies`: the segments of ability bodies
    - `owners`: the procedure of each variable that was inlined into another procedure
    - `located`: True if code reads the zones of pieces
    - `acts`: the kinds of chance acts
    - `may_tell`: returns True if a player may be shown the value of a variable
    - `is_clear`: returns True if a player (None: any) can compute a variable from public information
    - `recomputed`: by segment, the frame values recomputed after a determinization
    - `unrecomputable`: by segment, the frame values that must not be shown after a determinization
    - `together`: by decision point, the variables that decide which joint picks are possible
    - `held`: by segment, how its frame holds pieces (`describe_frame_pieces`); empty if no piece goes out of the game
    """

    segments: list[ir.Segment]
    functions: list[ir.Definition]
    tables: dict[str, object]
    texts: list[str]
    sites: list[typed_tree.DecisionPoint]
    entries: dict[str, int]
    bodies: dict[int, int]
    owners: dict[ir.Var, str]
    located: bool
    acts: set[str]
    sight: InformationFlow
    may_tell: Callable[[ir.Var, typed_tree.Value | None], bool]
    is_clear: Callable[[ir.Var, typed_tree.Value | None], bool]
    recomputed: dict[int, list[Recomputation]]
    unrecomputable: dict[int, list[Unrecomputable]]
    together: dict[int, tuple[ir.Var, ...]]
    held: dict[int, str]


def lower_game(
    checked: typed_tree.CheckedGame,
    layout: StateLayout,
    nullability: Nullability,
    tracked: bool,
    counting: Collection[str],
    soon: bool = False,
    sight: InformationFlow | None = None,
) -> GameCode:
    """Return the IR of a checked game for a number of players, with a log if `tracked`.

    Named slots are added to the layout.

    With `soon`, optional passes are skipped. The code is slower but behaves the same. `sight` is the analysis of the
    game, if there is one already.
    """
    hooks, modifiers = find_watchers(checked)
    low = Lowering(layout, checked, nullability, tracked, counting, hooks, modifiers, sight)
    return _Lowered(low, soon).code()


class _Lowered:
    """Lowering of one game in two phases: first all bodies, then the segments of those that can suspend."""

    def __init__(self, low: Lowering, soon: bool) -> None:
        self.low = low
        # Tracked code is not optimized: it explains rules as written, and an execution with unknown values may only
        # evaluate what the rule text evaluates.
        self.as_written = soon or low.tracked
        self.checked = low.checked
        self.segments = Segments()
        self.statements = StatementLowering(low, find_logged_memory(low.checked) if low.tracked else {})
        self.events = Events(self.statements, self.segments)
        self.abilities = Abilities(self.statements, self.segments)
        self.vanished = VanishedPieces(low, self.segments)
        points = SuspensionPoints(low.checked, self.events.ends() | self.abilities.ends())
        self.statements.continuations = ContinuationInfo(low, points)
        self.procedures = {procedure.number: procedure for procedure in low.checked.procedures.values()}
        self.bodies: dict[int, ir.Code] = {}
        self.resumable: set[int] = set()
        self.inlined: dict[int, InlinedBody] = {}
        self.performed_once: list[str] = []

    def code(self) -> GameCode:
        """Return the IR of the game."""
        low = self.low
        self._lower_bodies()
        words_again = find_recursive(self.checked, self.low.hooks)
        recursive = {number for number, procedure in self.procedures.items() if procedure.word in words_again}
        self._find_resumable(recursive)
        self._find_inlined(recursive)
        asked_for = None if self.checked.game.decider is None else self.low.slot(ASKED_FOR, ir.PLAYER)
        sealed = {site.number for site in self.low.sites if site.secret}
        cutter = Cutter(self.segments, self.resumable, recursive, self.low.players, self.low.aligned, asked_for, sealed)
        self._cut(cutter)
        functions = self._lower_functions(cutter)
        self._reserve_slots(functions)
        if not self.as_written:
            functions = self._hoist(functions)
        left = drop_unreachable(self.segments.all)
        if self.as_written:
            find_live(left)
        else:
            left, functions = self._optimize(left, functions)
        bodies = self.abilities.bodies
        again = FrameRecomputation(self.statements, cutter)
        frames = {segment.number: again.frame(segment) for segment in left if segment.waits is not None}
        functions += again.functions.values()
        located = self.low.located or bool(self.low.power_zones) or len(self.low.layout.zone_slots) > MAX_INLINE_ZONES
        entries = {self.procedures[number].word: s.number for number, s in self.segments.entries.items()}
        owners = {
            self.low.var(var): self.procedures[number].word
            for number in self.inlined
            for var in find_variables(self.procedures[number])
        }
        return GameCode(
            left,
            functions,
            self.low.tables,
            self.low.texts,
            self.low.sites,
            entries,
            {number: segment.number for number, segment in bodies.items()},
            owners,
            located,
            self.low.acts,
            self.low.sight,
            # it keeps no more than `low`, so that code before these steps is gone when the program is printed
            lambda var, decider: var.kind == "piece" or low.may_tell(var, decider),
            self.low.is_clear,
            {number: rows for number, (rows, _) in frames.items() if rows},
            {number: unrecomputable for number, (_, unrecomputable) in frames.items() if unrecomputable},
            self.statements.feasible.together.free,
            {each.number: describe_frame_pieces(each, self.low.aligned) for each in left}
            if self.vanished.kinds
            else {},
        )

    def _lower_bodies(self) -> None:
        for number, procedure in self.procedures.items():
            self.statements.begin(procedure.word)
            self.bodies[number] = self.statements.procedure_text(procedure)
        for place, word in enumerate(self.checked.game.windows):
            self.events.declare_window(place, word)
        if self.low.uses:
            self.events.declare_use()
        self.vanished.declare()
        for ability in self.checked.abilities:
            if ability.kind in ("before", "after", "instead", "offer"):
                self.abilities.declare(ability)
                self.abilities.lower(ability)

    def _find_resumable(self, recursive: set[int]) -> None:
        """Find the procedures that can suspend and therefore need segments.

        They contain decisions, have abilities, are recursive, or call a procedure that can suspend.
        """
        words = {"setup", "play", *(word for word, hooks in self.low.hooks.items() if hooks)}
        self.resumable |= {number for number, p in self.procedures.items() if p.word in words} | recursive
        self.resumable |= self.low.gathered
        changed = True
        while changed:
            more = {
                number
                for number, body in self.bodies.items()
                if number not in self.resumable and can_suspend(body, self.resumable)
            }
            self.resumable |= more
            changed = bool(more)

    def _find_inlined(self, recursive: set[int]) -> None:
        """Find the procedures to inline: those that can suspend, are called at one place and have no abilities.

        Tracked code inlines none, as it reports the beginning and the end of each procedure.
        """
        trees = (*self.bodies.values(), *self.abilities.trees.values())
        statements = (each for tree in trees for each in ir.walk_statements(tree))
        performed = Counter(each.procedure for each in statements if isinstance(each, ir.Perform))
        words = {"setup", "play", *self.low.hooks}
        for number in sorted(self.resumable - recursive):
            procedure = self.procedures[number]
            once = performed[number] == 1 and procedure.result is None
            if procedure.word in words or not once or number in self.low.gathered:
                continue
            if self.events.surrounded(procedure):
                self.performed_once.append(procedure.word)
            elif not self.low.tracked:
                feasible = self.statements.feasible
                possible, at = feasible.possible(procedure)[0], feasible.find_position(procedure)
                self.inlined[number] = InlinedBody(self.events.params(procedure), possible, self.bodies[number], at)

    def _cut(self, cutter: Cutter) -> None:
        entered = [
            p for number, p in self.procedures.items() if number in self.resumable and number not in self.inlined
        ]
        for procedure in entered:
            self.events.declare(procedure)
        self.events.declare_order(cutter)
        self.events.declare_together()
        for procedure in entered:
            self.events.enter(procedure, inline_procedures(self.bodies[procedure.number], self.inlined), cutter)
        for ability in self.checked.abilities:
            if ability.number in self.abilities.bodies:
                code = inline_procedures(self.abilities.trees[ability.number], self.inlined)
                self.abilities.trees[ability.number] = code
                self.abilities.body(ability, cutter)
        for place, word in enumerate(self.checked.game.windows):
            self.events.window(place, word, cutter)
        if self.low.uses:
            self.events.use(cutter)
        self.vanished.build()

    def _lower_functions(self, cutter: Cutter) -> list[ir.Definition]:
        low, events, checked = self.low, self.events, self.checked
        feasible, rules = self.statements.feasible, Rules(low)
        found = [
            events.plain(procedure, self.bodies[number], cutter)
            for number, procedure in self.procedures.items()
            if number not in self.resumable
        ]
        found += self._limit_recursion([events.can(p) for p in self.procedures.values() if feasible.conditional(p)])
        found += self.statements.feasible.together.functions.values()
        found += [rules.function(rule) for rule in checked.rules.values()]
        found += [self.abilities.match(ability) for ability in checked.abilities if has_match_function(ability)]
        found += define_leaving(low)
        found += [events.forbidden(p) for p in self.procedures.values() if p.word in low.forbidden]
        if low.tracked:
            sheet = ScoreBreakdown(low)
            found += [sheet.function(rule) for rule in find_score_rules(checked)]
            found += [rules.cases(rule) for rule in checked.rules.values() if len(rule.cases) > 1]
            found += rules.ends(checked.procedures["play"])
            found += [rules.names(rule) for rule in checked.rules.values() if rule.names]
            found += [lower_outline_entry(low, feasible, each) for each in outline_turn(checked)]
        return found

    def _limit_recursion(self, cans: list[ir.Definition]) -> list[ir.Definition]:
        """Return the functions that test whether procedures can begin, with a recursion limit for recursive ones."""
        ways = {
            self.procedures[can.function.number].word: [
                self.procedures[node.function.number].word
                for node in ir.walk_nodes(can.body)
                if isinstance(node, ir.Call) and node.function.kind == "can"
            ]
            for can in cans
        }
        back = find_cyclic_nodes(ways)
        words = [self.procedures[can.function.number].word for can in cans]
        return [
            replace(can, bounded=int(self.low.text(word).value)) if word in back else can
            for can, word in zip(cans, words, strict=True)
        ]

    def _hoist(self, functions: list[ir.Definition]) -> list[ir.Definition]:
        """Return the functions with loop-invariant values hoisted out of loops; segments are changed in place."""
        hoist = Hoist(find_safe_rules(functions), self.low.fresh)
        for segment in self.segments.all:
            segment.body = hoist.code(segment.body)
        return [replace(definition, body=hoist.code(definition.body)) for definition in functions]

    def _optimize(
        self, segments: list[ir.Segment], functions: list[ir.Definition]
    ) -> tuple[list[ir.Segment], list[ir.Definition]]:
        """Return the optimized segments and functions, after constant folding and inlining."""
        effects, players = EffectAnalysis(), self.low.players
        for segment in segments:
            segment.body = fold_constants(segment.body, effects, players)
        segments = drop_unreachable(segments)
        link_back_edges(segments)
        find_live(segments)
        return segments, [replace(each, body=fold_constants(each.body, effects, players)) for each in functions]

    def _reserve_slots(self, functions: list[ir.Definition]) -> None:
        """Reserve the named slots in a fixed order, on which the digests of games depend."""
        segments, hooks = self.segments, self.low.hooks
        names: dict[str, None] = {}
        left = set(self.low.used_slots)

        def add(*more: str) -> None:
            names.update(dict.fromkeys(more))
            left.difference_update(more)

        def add_from(code: Any) -> None:
            if left:
                add(*_list_named_slots(code))

        for word in self.performed_once:
            add(*self._find_spans_of(word))
        for number, entry in segments.entries.items():
            word = self.procedures[number].word
            watching = hooks.get(word, Hooks())
            if not watching:
                add_from(entry.body[:2])
            add(*(f"{stage} {word}" for stage in ("forbid", "after", "before", "instead") if getattr(watching, stage)))
            add(*self._find_spans_of(word))
            add_from(self.bodies[number])
        for ability in self.checked.abilities:
            if ability.number in self.abilities.bodies:
                if ability.power in self.abilities.caused:
                    add(f"cause {ability.power}")
                if ability.limit is not None:
                    add(f"used {ability.limit[1].word}")
                add_from(self.abilities.trees[ability.number])
        for word in self.checked.game.windows:
            add(f"offer {word}", "offer anytime")
        for definition in functions:
            add_from(definition.body)
        for segment in segments.all:
            add_from(segment.body)
        add(*self._list_slots())
        for name in names:
            self.low.layout.slot(name)

    def _list_slots(self) -> Iterator[str]:
        """Yield the named slots that code of either variant may use.

        Both variants have the same slots, so that they can share tables and be compiled independently.
        """
        stages = ("forbid", "after", "before", "instead")
        for word, hooks in self.low.hooks.items():
            yield from (f"{stage} {word}" for stage in stages if getattr(hooks, stage))
        yield from (f"modify {word}" for word in self.low.modifiers)
        yield from sorted(self.events.spans)
        abilities = self.checked.abilities
        yield from (f"cause {ability.power}" for ability in abilities if ability.power in self.abilities.caused)
        yield from (f"used {ability.limit[1].word}" for ability in abilities if ability.limit is not None)
        yield from (f"offer {word}" for word in self.checked.game.windows)
        yield from list_stored_slots(self.checked)
        yield from ("past holder",) if self.low.gathered else ()

    def _find_spans_of(self, word: str) -> list[str]:
        return [name for name in (f"during {word}", f"used {word}") if name in self.events.spans]


def _list_named_slots(code: Any) -> list[str]:
    """Return the names of the named slots in code, in order of occurrence."""
    found = []
    stack = [code]
    while stack:
        node = stack.pop()
        if isinstance(node, ir.Slot) and node.family[0] == "code" and node.family[1] != "where":
            found.append(node.family[1])
        stack.extend(reversed(ir.list_children(node)))
    return found


def has_match_function(ability: typed_tree.TypedAbility) -> bool:
    """Return True if a function of its own tests whether the ability applies."""
    return ability.kind != "modify" and (ability.procedure is not None or ability.kind == "offer")


def find_watchers(checked: typed_tree.CheckedGame) -> tuple[dict[str, Hooks], dict[str, list[typed_tree.TypedAbility]]]:
    """Return two mappings: the abilities that each procedure triggers, and the modifiers of each rule.

    The keys are the names of procedures and of rules.
    """
    hooks: dict[str, Hooks] = {}
    modifiers: dict[str, list[typed_tree.TypedAbility]] = {}
    for ability in checked.abilities:
        if ability.kind == "modify" and ability.rule is not None:
            modifiers.setdefault(ability.rule.word, []).append(ability)
        elif ability.kind in STAGES and ability.procedure is not None:
            getattr(hooks.setdefault(ability.procedure.word, Hooks()), ability.kind).append(ability)
    return hooks, modifiers


def find_variables(procedure: typed_tree.TypedProcedure) -> list[typed_tree.TypedVar]:
    """Return the variables of a procedure: its actor, parameters and result, and the variables its body assigns."""
    found = [procedure.you, procedure.result, *procedure.params]
    for node in typed_tree.walk_tree(procedure.body):
        if isinstance(node, typed_tree.LetStmt | typed_tree.ForEachStmt | typed_tree.PickStmt):
            found.append(node.var)
        elif isinstance(node, typed_tree.PerformStmt | typed_tree.ActStmt):
            found.append(node.into)
    return [var for var in found if var is not None]


def find_recursive(checked: typed_tree.CheckedGame, hooks: dict[str, Hooks]) -> set[str]:
    """Return the words of the procedures that can be called again while they are in progress."""
    offers: set[str] = set()
    for offer in checked.abilities:
        offers |= _find_performed(offer.body, set()) if offer.kind == "offer" else set()
    performs = {word: _find_performed(p.body, offers) for word, p in checked.procedures.items()}
    for word in checked.procedures:
        for stage in ("before", "instead", "after"):
            for ability in getattr(hooks.get(word, Hooks()), stage):
                performs[word] |= _find_performed(ability.body, offers)
    return find_cyclic_nodes(performs)


def _find_performed(body: typed_tree.Block, offers: set[str]) -> set[str]:
    """Return the names of the procedures that a body can execute.

    If the body opens a decision window, these include `offers`, the procedures that abilities offer in windows.
    """
    nodes = typed_tree.walk_tree(body)
    performed = {node.procedure.word for node in nodes if isinstance(node, typed_tree.PerformStmt)}
    return performed | offers if any(isinstance(node, typed_tree.OpenWindowStmt) for node in nodes) else performed
