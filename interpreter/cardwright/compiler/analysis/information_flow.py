"""Analysis of the information flow from hidden zones and memory to players.

Options over pieces that the player may not see must reveal nothing, and a value in a title or prompt must be one that
the player can compute. Where the analysis cannot prove this, generated code hides more at run time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.audiences.announced_variables import find_announced_variables
from cardwright.compiler.analysis.hidden_values import (
    Paths,
    depends_on_hidden,
    find_selections,
    holds_no_hidden_piece,
    is_from_open_zone,
    is_piece_type,
    list_operands,
    list_sources,
    path_to_hidden,
    substitute_cases,
)
from cardwright.compiler.analysis.private_chance import PrivateRolls
from cardwright.compiler.analysis.reaching_definitions import (
    ControlDependence,
    Path,
    ReachingDefinition,
    ReachingDefinitions,
)

# Depth to which calls of rules are followed.
MAX_DEPTH = 10


class InformationFlow:
    """Facts about which values the players can see and compute in a checked game.

    - `open`: the kinds of pieces that lie face up in every zone
    - `sees_carriers`: True if every kind that has zones of its own is in `open`
    - `changes`: the modifiers of each rule
    - `announced`: the variables whose values all players learn when the text that declares them begins
    - `open_words`: the words of the zones that everyone sees
    - `in_view`: the pieces of modifiers that are evaluated only while everyone sees the piece
    - `silent`: the procedures of whose events not everybody is told
    """

    def __init__(
        self, checked: typed_tree.CheckedGame, silent: frozenset[typed_tree.TypedProcedure] = frozenset()
    ) -> None:
        self.checked, self.silent = checked, silent
        hidden = {zone.holds for zone in checked.game.zones if zone.see != "everyone"}
        self.open = {kind.word for kind in checked.game.kinds.values()} - hidden
        for kind in checked.game.kinds.values():
            if kind.parts is not None and kind.word in hidden:
                self.open.discard(kind.parts.kind)
        self.open_words = self.list_words_by_visibility("everyone")
        self.sees_carriers = {zone.owner for zone in checked.game.zones} - {"table", "player"} <= self.open
        self.changes: dict[str, list[typed_tree.TypedAbility]] = {}
        for ability in checked.abilities:
            if ability.rule is not None:
                self.changes.setdefault(ability.rule.word, []).append(ability)
        kept = {each for each in checked.abilities if each.rule is not None and each.zones and not each.until}
        seen = {each for each in kept if each.zones <= self.open_words}
        self.in_view = {each.this for each in seen} - {each.this for each in checked.abilities if each not in seen}
        self.unseen = ""
        self.definitions = ReachingDefinitions.all(checked, silent)
        self._all_of = self.definitions.made_of()
        self.rolls = PrivateRolls.all(checked, self.definitions, self.open)
        self._dark = frozenset(self.rolls.aside.values())
        said = find_announced_variables(checked, silent, self.open, self.has_visible_piece)
        self.announced, self._shown, self._unsaid = said.announced, said.shown, said.unsaid | self._dark
        self._found: dict[tuple[str, typed_tree.TypedVar, typed_tree.Value | None], bool] = {}
        self._hanging: dict[typed_tree.LocalExpr, bool] = {}
        # by identity, with the value, so that the `id` is not reused
        self._hidden: dict[int, tuple[typed_tree.Value, bool]] = {}
        # paths found so far, with the definitions of variables and without
        self._paths, self._selection_paths = Paths(), Paths()
        self._come_by: dict[tuple[typed_tree.TypedProcedure, bool], bool] = {}
        self._steady: dict[tuple[typed_tree.Value, typed_tree.TypedVar], bool] = {}

    def sees_all(self, value: typed_tree.Value, player: typed_tree.Value | None) -> bool:
        """Return True if a player certainly sees a piece, or every piece of a list.

        With None, every player must see it.
        """
        return _PlayerSight(self, player).sees_all(value)

    def knows(
        self, value: object, player: typed_tree.Value | None, seen: frozenset[typed_tree.TypedVar] = frozenset()
    ) -> bool:
        """Return True if a player who sees the pieces in the variables `seen` can certainly compute a value.

        With None as player, every player must be able to. If the result is False, `unseen` is set to the author's words
        for the first part that the player cannot see.
        """
        self.unseen = ""
        return _PlayerSight(self, player, seen=seen).knows(value)

    def knows_for_seen_piece(self, rule: typed_tree.TypedRule) -> bool:
        """Return True if a player who sees a piece can always compute the rule for that piece."""
        call = typed_tree.RuleExpr(rule, tuple(map(typed_tree.LocalExpr, rule.params)))
        return self.knows(call, None, frozenset(rule.params))

    def list_words_by_visibility(self, *see: str) -> set[str]:
        """Return the zone names of which all zones have one of the visibilities `see`."""
        zones = self.checked.game.zones
        return {zone.word for zone in zones} - {zone.word for zone in zones if zone.see not in see}

    def has_visible_piece(self, ability: typed_tree.TypedAbility) -> bool:
        """Return True if everybody sees the piece of an ability whenever the ability is active."""
        return ability.power < 0 or ability.zones <= self.list_words_by_visibility("everyone", "face")

    def holds_no_hidden_piece(self, value: typed_tree.Value) -> bool:
        """Return True if a value holds neither pieces that may be hidden nor zones of such pieces."""
        return holds_no_hidden_piece(value.type, self.open)

    def sees_given(self, var: typed_tree.TypedVar, player: typed_tree.Value | None) -> bool:
        """Return True if a player sees every piece in a variable, whichever assignment gave it its value."""
        return self._test_all_definitions("sees", var, player)

    def knows_given(self, name: typed_tree.LocalExpr, player: typed_tree.Value | None) -> bool:
        """Return True if a player can compute the value of a variable, whichever assignment gave it its value."""
        if name.type.base == "zone":
            return self.follows_given(name.var, player)
        if self.holds_no_hidden_piece(name):
            return name == player or name.var in self.announced or self._test_all_definitions("knows", name.var, player)
        return self.sees_given(name.var, player) and self.follows_given(name.var, player)

    def follows(self, value: typed_tree.Value, player: typed_tree.Value | None) -> bool:
        """Return True if a player can compute a value; of pieces, the player need only know the positions."""
        return _PlayerSight(self, player).follows(value)

    def follows_given(self, var: typed_tree.TypedVar, player: typed_tree.Value | None) -> bool:
        """Return True if a player knows which pieces are in a variable, at least by their positions."""
        plain = not self.depends_on_hidden(typed_tree.LocalExpr(var), only_which=True)
        return plain or var in self._shown or self._test_all_definitions("follows", var, player)

    def follows_name(self, name: typed_tree.TypedVar, player: typed_tree.Value | None) -> bool:
        """Return True if a player can compute a variable, or if it depends on nothing hidden.

        For a variable that holds pieces, the player need only know which pieces these are.
        """
        pieces = is_piece_type(name.type)
        local = typed_tree.LocalExpr(name)
        if local not in self._hanging:
            self._hanging[local] = self.depends_on_hidden(local, pieces)
        if not self._hanging[local]:
            return True
        return self.follows_given(name, player) if pieces else self.knows(local, player)

    def follows_rounds(self, over: typed_tree.Value, player: typed_tree.Value | None) -> bool:
        """Return True if a player knows how often a loop over a list runs and with which items.

        Also returns True if the list depends on nothing hidden.
        """
        return not self.depends_on_hidden(over, is_piece_type(over.type)) or self.follows(over, player)

    def depends_on_hidden(self, value: typed_tree.Value, only_which: bool = False) -> bool:
        """Return True if a value may depend on hidden information.

        With `only_which`, return True only if hidden information may decide which pieces the value holds. Then only
        conditions that mention hidden zones or memory count, because players see most moves of pieces.
        """
        if not only_which:
            if id(value) not in self._hidden:
                self._hidden[id(value)] = value, depends_on_hidden(value, self._all_of, self._dark, self._paths)
            return self._hidden[id(value)][1]
        var = value.var if isinstance(value, typed_tree.LocalExpr) else None
        definitions = [ReachingDefinition(value)] if var is None else self.definitions.of.get(var, [])
        conditions: list[typed_tree.Value] = []
        for definition in definitions:
            if var is not None:
                conditions += [part for each in self.definitions.within(var, definition) for part in each.conditions]
            if not definition.picked:
                conditions += find_selections(definition.value)
        return any(depends_on_hidden(condition, {}, self._dark, self._selection_paths) for condition in conditions)

    def path_to_hidden(self, value: object) -> tuple[str, ...]:
        """Return the names through which a value depends on hidden information, the hidden part last; () if none."""
        return path_to_hidden(value, self._all_of, self._dark, self._paths) or ()

    def knows_entry(self, path: Path, player: typed_tree.Value | None, silent: bool = False) -> bool:
        """Return True if a player certainly knows whether a part of a rule text is executed.

        With `silent`, the events that the part causes do not count as known.
        """
        doubtful = [around for around in path if (silent or around.alike) and self._is_doubtful(around)]
        return _PlayerSight(self, player).enters(tuple(doubtful), silent)

    def _is_doubtful(self, around: ControlDependence) -> bool:
        """Return True if hidden information may decide whether a part of a text runs, or if the log omits the part."""
        pieces = [not self.holds_no_hidden_piece(items) for items in around.lists]
        return (
            around.unreported is not None
            or any(map(self.depends_on_hidden, around.conditions))
            or any(map(self.depends_on_hidden, around.lists, pieces))
        )

    def is_unreported(self, procedure: typed_tree.TypedProcedure) -> bool:
        """Return True if the log does not show all players that a procedure is called."""
        return procedure in self.silent or (procedure.kind == "step" and not procedure.phrase)

    def knows_calls(self, unreported: typed_tree.TypedProcedure, silent: bool = False) -> bool:
        """Return True if every player notices each call of a procedure whose calls the log does not show."""
        key = unreported, silent
        if key not in self._come_by:
            self._come_by[key] = True
            calls = self.definitions.calls.get(unreported, ())
            self._come_by[key] = all(self.knows_entry(path, None, silent) for _, path in calls)
        return self._come_by[key]

    def _test_all_definitions(self, how: str, var: typed_tree.TypedVar, player: typed_tree.Value | None) -> bool:
        key = (how, var, player)
        if key not in self._found:
            self._found[key] = True  # assumed while its other definitions are checked
            given = self.definitions.of.get(var, [])
            is_public = var not in self._unsaid if how == "knows" else bool(given) or how == "follows"
            self._found[key] = is_public and all(
                self._sees_definition(how, var, definition, player) for definition in given
            )
        return self._found[key]

    def _sees_definition(
        self, how: str, var: typed_tree.TypedVar, definition: ReachingDefinition, player: typed_tree.Value | None
    ) -> bool:
        """Return True if a player sees, knows or follows (`how`) the value that an assignment gives a variable.

        - `sees`: every zone and counter in the value is visible to the player
        - `knows`: the player can compute the value
        - `follows`: the player knows which value it is

        If the assignment is in another rule text, `player` is replaced by the name of the same player in that text.
        """
        if definition.there is not None:
            player = next((there for here, there in definition.there if here == player), None)
        elif player is not None and not self._is_steady(player, var):
            player = None
        eyes = _PlayerSight(self, player)
        if how == "sees":
            return definition.value is None or eyes.sees_all(definition.value)
        known = definition.value is None or (
            eyes.knows(definition.value) if how == "knows" else eyes.follows(definition.value)
        )
        return known and eyes.enters(self.definitions.within(var, definition))

    def _is_steady(self, player: typed_tree.Value, var: typed_tree.TypedVar) -> bool:
        """Return True if the expression `player` means the same player wherever `var` is assigned or read."""
        if (player, var) not in self._steady:
            self._steady[player, var] = self.definitions.is_steady(player, var)
        return self._steady[player, var]


@dataclass(frozen=True, slots=True)
class _PlayerSight:
    """Values that one player can see and compute; with `player` None, values that every player can.

    `sources` maps each comprehension variable to its list. `rules` are the rule calls being examined now. `searches`
    are the identities of the searches being examined now: the player is assumed to know the items that such a search
    has reached, and the next step from them is examined. `seen` are variables that hold pieces the player sees.
    """

    sight: InformationFlow
    player: typed_tree.Value | None
    sources: Mapping[typed_tree.TypedVar, typed_tree.Value] = field(default_factory=dict)
    rules: tuple[typed_tree.RuleExpr, ...] = ()
    searches: frozenset[int] = frozenset()
    seen: frozenset[typed_tree.TypedVar] = frozenset()

    def sees_all(self, value: typed_tree.Value) -> bool:
        item = value.type.item if value.type.base == "list" else value.type
        if item is not None and item.of in self.sight.open:
            return True
        if isinstance(value, typed_tree.ZoneExpr):
            if value.zone.see == "everyone" or self.player is None or value.zone.owner != "player":
                return value.zone.see == "everyone"
            own, others = value.owner == self.player, self._is_opponent(value.owner)
            return (own and value.zone.see == "owner") or (others and value.zone.see == "others")
        if isinstance(value, typed_tree.LocalExpr):
            return self._is_seen(value.var)
        if isinstance(value, typed_tree.CollectExpr):
            return self._enter_loops(value.each).sees_all(value.value)
        if isinstance(value, typed_tree.ReachExpr):
            seen = id(value) in self.searches
            return seen or (self.sees_all(value.start) and self._enter_search(value).sees_all(value.step))
        if (
            isinstance(value, typed_tree.RuleExpr)
            and len(self.rules) < MAX_DEPTH
            and value.rule.word not in self.sight.changes
        ):
            return all(self._enter_rule(value).sees_all(case) for case, _ in substitute_cases(value))
        return all(self.sees_all(part) for part in list_sources(value))

    def _is_opponent(self, player: typed_tree.Value | None) -> bool:
        """Return True if a value is certainly another player, because it iterates over the player's opponents."""
        source = self.sources.get(player.var) if isinstance(player, typed_tree.LocalExpr) else None
        return isinstance(source, typed_tree.OpponentsExpr) and source.of == self.player

    def _enter_loops(self, each: Iterable[tuple[typed_tree.TypedVar, typed_tree.Value]]) -> _PlayerSight:
        return replace(self, sources={**self.sources, **dict(each)})

    def _enter_search(self, reach: typed_tree.ReachExpr) -> _PlayerSight:
        return replace(self._enter_loops(((reach.it, reach),)), searches=self.searches | {id(reach)})

    def _enter_rule(self, rule: typed_tree.RuleExpr) -> _PlayerSight:
        return replace(self, rules=(*self.rules, rule))

    def _is_seen(self, var: typed_tree.TypedVar) -> bool:
        if var in self.sources:
            return self.sees_all(self.sources[var])
        return var in self.seen or var in self.sight.announced or self.sight.sees_given(var, self.player)

    def knows(self, value: object) -> bool:
        if isinstance(value, typed_tree.LocalExpr):
            return self._knows_name(value)
        if isinstance(value, typed_tree.MemoryExpr) and self._sees_counter(value):
            return value.index is None or self.knows(value.index)
        if isinstance(value, typed_tree.MemoryExpr):
            own = value.memory.see == "owner" and self.player is not None and value.owner == self.player
            openly = (own or not value.memory.secret) and self.sight.holds_no_hidden_piece(value)
            return (openly or self._note_unseen(f"the memory `{value.memory.word}`")) and self._knows_parts(value)
        if isinstance(value, typed_tree.ContentExpr):
            zone = value.zone
            what = f"the zone `{zone.zone.word}`" if isinstance(zone, typed_tree.ZoneExpr) else "what lies in a zone"
            return (self.sees_all(value) or self._note_unseen(what)) and self._knows_parts(value)
        if isinstance(value, typed_tree.BuiltinExpr) and value.hidden and not self._lies_in_view(value.piece):
            return self._note_unseen(f"the zone `{value.hidden}`")
        if isinstance(value, typed_tree.PrimitiveExpr) and value.primitive.word in ("count", "any"):
            counted, inner = value.args[0], self
            if isinstance(counted, typed_tree.CollectExpr) and counted.flat and counted.where is None:
                known = all(self.knows(items) for _, items in counted.each)
                counted, inner = (counted.value, self._enter_loops(counted.each)) if known else (counted, self)
            if isinstance(counted, typed_tree.ContentExpr):  # the number of pieces in a zone is visible to everybody
                return inner.knows(counted.zone)
            if isinstance(counted, typed_tree.FilterExpr) and inner.follows(counted):  # by counters on the pieces
                return True
        if isinstance(value, typed_tree.PrimitiveExpr) and value.primitive.word == "face_up":
            return self.follows(value.args[0])  # how a piece lies is visible to everybody
        if isinstance(value, typed_tree.CompareExpr) and value.operator in ("in", "not in"):
            by_position = self.sees_all(value.right) and self._follows_pieces(value.left)
            return self.knows(value.right) and (by_position or self.knows(value.left))
        if isinstance(value, typed_tree.CompareExpr) and self.seen and value.operator in ("is", "is not"):
            return all(self.knows(side) or self._is_public(side) for side in (value.left, value.right))
        if isinstance(value, typed_tree.RuleExpr):
            return self._can_compute_call(value)
        if isinstance(value, typed_tree.CollectExpr):
            inner = self._enter_loops(value.each)
            lists = all(self.knows(items) or self._follows_pieces(items) for _, items in value.each)
            return lists and inner.knows(value.value) and (value.where is None or inner.knows(value.where))
        if isinstance(value, typed_tree.FilterExpr):
            return self._enter_loops(((value.it, value.list),))._knows_parts(value)
        if isinstance(value, typed_tree.ReachExpr):
            return id(value) in self.searches or self._knows_reached(value)
        return all(map(self.knows, typed_tree.list_children(value)))  # one frame for each level of a deep value

    def _knows_reached(self, value: typed_tree.ReachExpr) -> bool:
        """Return True if the player can compute what is reached; hidden pieces on the way must all be visible."""
        if not self.sight.holds_no_hidden_piece(value) and not self.sees_all(value):
            return self._note_unseen("what is reached on the way")
        starts = self.knows(value.start) or self._follows_pieces(value.start)
        return starts and self._enter_search(value).knows(value.step)

    def _lies_in_view(self, piece: typed_tree.Value) -> bool:
        """Return True if a piece is an item of a zone that every player sees."""
        if not isinstance(piece, typed_tree.LocalExpr):
            return False
        return piece.var in self.sight.in_view or is_from_open_zone(self.sources.get(piece.var))

    def _is_public(self, value: typed_tree.Value) -> bool:
        """Return True if every player knows a value that is compared with an attribute of a visible piece.

        Such a value is memory that is not secret, or a variable that an ability stores.
        """
        if isinstance(value, typed_tree.MemoryExpr):
            return not value.memory.secret and self._knows_parts(value)
        return isinstance(value, typed_tree.LocalExpr) and any(
            value.var in ability.held for ability in self.sight.checked.abilities
        )

    def _sees_counter(self, value: typed_tree.MemoryExpr) -> bool:
        """Return True if the player sees a counter of a piece, because the counters are visible in the piece's zone."""
        if value.owner is None or not value.memory.also_see or not self.follows(value.owner):
            return False
        return value.memory.also_see == "everyone" or self._sees_counters(value.owner)

    def _sees_counters(self, value: typed_tree.Value) -> bool:
        """Return True if all pieces of a value lie in zones where the player sees their counters."""
        if isinstance(value, typed_tree.ZoneExpr):
            own = self.player is not None and value.zone.owner == "player" and value.owner == self.player
            return own or value.zone.see in ("others", "everyone")
        if isinstance(value, typed_tree.LocalExpr):
            return value.var in self.sources and self._sees_counters(self.sources[value.var])
        return isinstance(value, typed_tree.ContentExpr | typed_tree.FilterExpr) and all(
            map(self._sees_counters, list_sources(value))
        )

    def _follows_pieces(self, value: typed_tree.Value) -> bool:
        """Return True if the player can tell which pieces a value holds, at least by position."""
        return not self.sight.holds_no_hidden_piece(value) and self.follows(value)

    def enters(self, path: Path, silent: bool = False) -> bool:
        """Return True if the player knows whether a part of a rule text is executed, and how often.

        With `silent`, the events that it causes do not count as known.
        """
        for around in path:
            if not all(map(self.knows, around.conditions)) or not all(map(self.counts, around.lists)):
                return False
            if around.unreported is not None and not self.sight.knows_calls(around.unreported, silent):
                return False
        return True

    def counts(self, value: typed_tree.Value) -> bool:
        """Return True if the player knows the length of a list."""
        if not self.sight.holds_no_hidden_piece(value):
            return self.follows(value)
        if isinstance(value, typed_tree.CollectExpr) and not value.flat and value.where is None:
            return all(self.counts(items) for _, items in value.each)
        return self.knows(value)

    def follows(self, value: typed_tree.Value) -> bool:
        """Return True if the player knows which pieces a value holds, at least by their positions."""
        if self.sight.holds_no_hidden_piece(value):
            return self.knows(value)
        if isinstance(value, typed_tree.LocalExpr):
            source = self.sources.get(value.var)
            return self.follows(source) if source is not None else self.sight.follows_given(value.var, self.player)
        if isinstance(value, typed_tree.FilterExpr):
            return self.follows(value.list) and self._enter_loops(((value.it, value.list),)).knows(value.where)
        if isinstance(value, typed_tree.RuleExpr | typed_tree.ReachExpr):
            return self.knows(value)
        if isinstance(value, typed_tree.CollectExpr):
            inner, where = self._enter_loops(value.each), value.where
            lists = all(self.follows(items) for _, items in value.each)
            return lists and inner.follows(value.value) and (where is None or inner.knows(where))
        return all(self.follows(part) for part in list_operands(value))

    def _note_unseen(self, what: str) -> bool:
        self.sight.unseen = self.sight.unseen or what
        return False

    def _knows_parts(self, value: object) -> bool:
        return all(map(self.knows, typed_tree.list_children(value)))

    def _can_compute_call(self, value: typed_tree.RuleExpr) -> bool:
        """Return True if the player can compute the result of a rule call.

        A recursive call counts as known, because it adds no other operands.
        """
        for around in self.rules:
            whose = [
                (one == self.player, other == self.player) for one, other in zip(value.args, around.args, strict=False)
            ]
            if around.rule is value.rule and all(one == other for one, other in whose):
                return all(self.knows(arg) for arg in value.args)
        return len(self.rules) < MAX_DEPTH and self._enter_rule(value)._knows_rule(value)

    def _knows_rule(self, value: typed_tree.RuleExpr) -> bool:
        if not all(self.knows(part) for part in substitute_cases(value)):
            return False
        for ability in self.sight.changes.get(value.rule.word, ()):
            changed = typed_tree.substitute(
                (*([ability.where] if ability.where is not None else []), *(c.value for c in ability.changes)),
                dict(zip(ability.roles, value.args, strict=True)),
            )
            if not self.sight.has_visible_piece(ability):
                return self._note_unseen(f"what changes `{value.rule.word}` from the zone `{min(ability.zones)}`")
            if not all(
                self.sight.knows_entry(path, None) for path in self.sight.definitions.begun.get(ability.number, ())
            ):
                return self._note_unseen(f"whether something changes `{value.rule.word}`")
            if not self.knows(changed):
                return False
        return True

    def _knows_name(self, name: typed_tree.LocalExpr) -> bool:
        """Return True if a variable was announced, or if the player knows every value assigned to it."""
        var = name.var
        if name == self.player or var in self.seen or var in self.sight.announced:
            return True
        if var in self.sources:
            source = self.sources[var]
            if name.type.base == "zone":
                return self.follows(source)
            return self.sees_all(source) if not self.sight.holds_no_hidden_piece(name) else self.knows(source)
        return self.sight.knows_given(name, self.player)
