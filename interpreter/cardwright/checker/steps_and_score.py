"""Checks of the steps and the score of a game, and of the names in its fields."""

from collections.abc import Iterator, Sequence

from cardwright.checker.expressions.overload_resolution import report_ambiguity
from cardwright.checker.expressions.type_compatibility import Bad
from cardwright.checker.names.rule_text_context import (
    NAME_TAKEN,
    UNKNOWN_NAME,
    UNKNOWN_RULE,
    UNKNOWN_VERB,
    WRONG_TYPE,
    Symbols,
    Unit,
)
from cardwright.checker.typed_tree import TypedRule
from cardwright.checker.typed_tree_queries import MISPLACED
from cardwright.declarations.field_reader import UNKNOWN_ZONE
from cardwright.declarations.model import EVERYBODY, PLAYERS, TABLE, LookRule, MemoryDecl
from cardwright.declarations.readers.label_templates import UNKNOWN_LOOK
from cardwright.declarations.value_types import (
    EMPTY,
    FRACTION,
    NUMBER,
    PLAYER,
    UNKNOWN,
    YES_NO,
    Type,
    describe_type,
    list_of,
    piece,
)
from cardwright.phrases.inflection import join_items
from cardwright.source.diagnostics import (
    Diagnostic,
    DiagnosticNote,
    Fix,
    declare_code,
    note_declared,
    suggest,
    suggest_label,
)
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar

MISSING_STEP = declare_code("missing-step")

UNKNOWN_ABOUT = declare_code("unknown-about")
# The types of rules whose values a template of the look can show.
SHOWN_TYPES = ("number", "yes_no", "enum", "player", "name", "bad")


class FrameChecker:
    """Checker of the fields of a game that contain names of procedures, rules or memory."""

    def __init__(self, symbols: Symbols, diagnostics: list[Diagnostic]) -> None:
        self.symbols = symbols
        self.game = symbols.game
        self.diagnostics = diagnostics

    def check(self) -> None:
        """Check all fields that name verbs, steps, rules or memory."""
        self._check_steps()
        self._score()
        self._check_valuation()
        self._check_powers_work_if()
        self._check_targeting()
        self._check_winners()
        self._turn()
        self._look()
        self._check_rulebook_names()
        self._check_active()
        self._check_out_flag()
        self._check_decider()
        self._check_lifetimes()
        self._check_zones_of_powers()

    def _check_steps(self) -> None:
        for word in ("setup", "play"):
            procedure = self.symbols.procedures.get(word)
            if procedure is None:
                what = "which prepares the game" if word == "setup" else "which plays it"
                message = f"this game has no `step {word}`, {what}"
                near = suggest(word, (found for found in self.symbols.procedures if found not in ("setup", "play")))
                at = self.symbols.procedures[near].span if near else self.game.span
                label, fix = (f"did you mean `{word}`?", Fix(at, word)) if near else (f"add `step {word}:` to it", None)
                self.diagnostics.append(Diagnostic(MISSING_STEP, message, at, label, fix=fix))
            elif procedure.kind != "step" or procedure.params:
                self.diagnostics.append(
                    Diagnostic(
                        MISSING_STEP,
                        f"`{word}` must be a step without parameters",
                        procedure.span,
                        f"write `step {word}:`",
                    )
                )

    def _score(self) -> None:
        score = self.symbols.rules.get("final_score")
        if score is None or len(score.params) != 1 or score.params[0].type != PLAYER:
            message = "this game has no `rule final_score(player)`, which decides who wins"
            label, at = "add it to the `library`, for example `rule final_score(player): 0`", self.game.span
            self.diagnostics.append(Diagnostic(MISSING_STEP, message, score.span if score else at, label))
        elif score.type not in (NUMBER, FRACTION, Bad.type):
            have = describe_type(score.type or Bad.type)
            message = f"`final_score` must be a number, but this is {have}"
            label = "write `count(...)` for how many there are" if "zone" in have or "list" in have else "give a number"
            self.diagnostics.append(Diagnostic(WRONG_TYPE, message, score.span, label))

    def _check_winners(self) -> None:
        winners = self.symbols.rules.get("winners")
        if winners is not None and (winners.params or winners.type not in (list_of(PLAYER), EMPTY, Bad.type)):
            message = "`winners` must be a list of players and have no parameters"
            self.diagnostics.append(Diagnostic(WRONG_TYPE, message, winners.span, "write `rule winners: ...`"))

    def _turn(self) -> None:
        if self.game.turn is not None:
            self._check_procedure_name(self.game.turn)

    def _look(self) -> None:
        for procedure in self.game.look_deeds:
            self._check_procedure_name(procedure)
        for each in self.game.look_rules:
            rule, limited = self.symbols.rules.get(str(each.named.value)), each.limited
            if each.of:
                self._check_asked_rule(each, rule)
            elif limited is None or rule is None or [param.type for param in rule.params] != [PLAYER]:
                self._check_rule_field("look", each.named, [PLAYER] if limited is None else [])
            else:
                message = f"`{rule.word}` belongs to a player, and `{limited.value}` belongs to the table"
                notes = note_declared(str(limited.value), each.declared)
                label = "name a rule without parameters"
                self.diagnostics.append(Diagnostic(UNKNOWN_LOOK, message, limited.span, label, notes))

    def _check_asked_rule(self, each: LookRule, rule: TypedRule | None) -> None:
        """Check the rule in a template: it must take one piece or player and return a value that can be shown."""
        whose = PLAYER if each.of == PLAYERS else piece(each.of)
        if rule is None:
            unit = Unit(each.named, "", self.diagnostics)
            unit.unknown(UNKNOWN_RULE, "rule", str(each.named.value), each.named.span, self.symbols.rules)
        elif [param.type for param in rule.params] != [whose] or (rule.type or Bad.type).base not in SHOWN_TYPES:
            of = f"of one {'player' if each.of == PLAYERS else each.of}"
            gives = "a number, yes or no, a word or a player"
            self._report_wrong_rule("a template", of, gives, each.named, rule, [whose])

    def _check_rulebook_names(self) -> None:
        """Check that texts for the rulebook are about names of the game."""
        game = self.game
        known = [
            "game",
            "goal",
            *self.symbols.procedures,
            *self.symbols.rules,
            *game.tables,
            *game.decks,
            *game.kinds,
            *game.enums,
        ]
        known += [word for _, word in (*self.symbols.zones, *self.symbols.memory)]
        known += [piece.id for piece in game.pieces] + [word for enum in game.enums.values() for word in enum.values]
        for word, _ in game.about:
            if str(word.value) not in known:
                what = "verb, step, rule, table, kind, card, word, zone or counter"
                Unit(word, "", self.diagnostics).unknown(UNKNOWN_ABOUT, what, str(word.value), word.span, known)

    def _check_procedure_name(self, named: Scalar) -> None:
        """Check a field that names a verb or step."""
        procedure, unit = self.symbols.procedures.get(str(named.value)), Unit(named, "", self.diagnostics)
        if procedure is not None and procedure.sorts:
            self.diagnostics += report_ambiguity(procedure, named.span)
        elif procedure is None:
            unit.unknown(UNKNOWN_VERB, "verb or step", str(named.value), named.span, self.symbols.procedures)

    def _check_active(self) -> None:
        if self.game.active is not None and ("table", str(self.game.active.value)) not in self.symbols.memory:
            unit = Unit(self.game.active, "", self.diagnostics)
            known = [word for owner, word in self.symbols.memory if owner == "table"]
            unit.unknown(UNKNOWN_NAME, "memory of the table", str(self.game.active.value), self.game.active.span, known)
        elif self.game.active is not None:
            memory = self.symbols.memory["table", str(self.game.active.value)]
            if memory.type != PLAYER or memory.per is not None:
                self._report_wrong_memory("active", PLAYER, self.game.active, memory)

    def _check_decider(self) -> None:
        """Check that `decider` names memory of players that holds a player and that everybody sees."""
        found = self._find_memory_of_players(self.game.decider)
        if found is not None:
            named, memory = found
            if memory.type != PLAYER or memory.per is not None or memory.secret:
                self._report_wrong_memory("decider", PLAYER, named, memory)

    def _check_out_flag(self) -> None:
        """Check that `out` names a public flag of players, and that no declaration is called `everybody`."""
        if self.game.out is None:
            return
        found = self._find_memory_of_players(self.game.out)
        if found is not None and not found[1].marks:
            self._report_wrong_memory("out", YES_NO, *found)
        for at in self._find_declarations(EVERYBODY):
            message = f"`{EVERYBODY}` cannot be a name here: it means all players, including those who are out"
            notes = (DiagnosticNote("the game declares here who is out", self.game.out.span),)
            self.diagnostics.append(Diagnostic(NAME_TAKEN, message, at, "choose another name", notes))

    def _find_memory_of_players(self, named: Scalar | None) -> tuple[Scalar, MemoryDecl] | None:
        """Return a name with the memory of players that it names; None without a name, or after an error."""
        if named is None:
            return None
        memory = self.symbols.memory.get((PLAYERS, str(named.value)))
        if memory is None:
            known = [word for owner, word in self.symbols.memory if owner == PLAYERS]
            unit = Unit(named, "", self.diagnostics)
            unit.unknown(UNKNOWN_NAME, "memory of the players", str(named.value), named.span, known)
            return None
        return named, memory

    def _report_wrong_memory(self, field: str, kind: Type, named: Scalar, memory: MemoryDecl) -> None:
        """Report what is wrong with the memory that a field names, which must hold one public value of a type."""
        if memory.type == UNKNOWN:  # an error in its declaration is reported
            return
        what, form = describe_type(kind), f"{{is: {kind.base}}}"
        holds = f"a value for each {memory.per}" if memory.per is not None else describe_type(memory.type)
        message = f"`{field}` must name memory that holds {what}, but `{memory.word}` holds {holds}"
        others = (each for (owner, _), each in self.symbols.memory.items() if owner == memory.owner)
        fits = next((each.word for each in others if (each.type, each.per, each.secret) == (kind, None, False)), None)
        label = f"did you mean `{fits}`?" if fits else f"declare memory such as `chosen: {form}`, and name that"
        if memory.type == kind and memory.per is None:
            message = f"everybody must see what `{field}` names, but `{memory.word}` is secret"
        notes = note_declared(memory.word, memory.span)
        self.diagnostics.append(Diagnostic(WRONG_TYPE, message, named.span, label, notes))

    def _find_declarations(self, word: str) -> Iterator[Span]:
        """Yield the spans of all declarations of a name that can be used without an owner."""
        game, symbols = self.game, self.symbols
        for named in (symbols.rules, symbols.procedures, game.tables, game.decks):
            if word in named:
                yield named[word].span
        for placed in (symbols.zones, symbols.memory):
            if (TABLE, word) in placed:
                yield placed[TABLE, word].span
        yield from (decl.span for decl in game.enums.values() if word in (decl.plural, *decl.values))
        yield from (kind.span for kind in game.kinds.values() if word == kind.plural)
        yield from (piece.span for piece in game.pieces if piece.id == word)

    def _check_valuation(self) -> None:
        """Check that the valuation rules for bots take one player and return a number."""
        for field, one in (("valuation", self.game.valuation), ("strong", self.game.strong)):
            if one is not None:
                self._check_rule_field(field, one, [PLAYER])
        for field, several in (
            ("valuations", self.game.valuations),
            ("lead_over_all", self.game.lead_over_all),
            ("settling", self.game.settling),
            ("priors", [rule for rule, _ in self.game.priors]),
        ):
            for named in several:
                self._check_rule_field(field, named, [PLAYER])

    def _describe(self, kind: Type) -> str:
        """Return the words for a type, lists of pieces by the plural of their kind."""
        listed = None if kind.item is None else self.game.kinds.get(kind.item.of)
        return describe_type(kind) if listed is None else f"a list of {listed.plural}"

    def _check_powers_work_if(self) -> None:
        """Check that `powers_work_if` names a yes-or-no rule about one piece."""
        named = self.game.powers_work_if
        if named is None:
            return
        rule = self.symbols.rules.get(str(named.value))
        if rule is None:
            unit = Unit(named, "", self.diagnostics)
            unit.unknown(UNKNOWN_RULE, "rule", str(named.value), named.span, self.symbols.rules)
        elif [param.type.base for param in rule.params] != ["piece"] or rule.type not in (YES_NO, Bad.type):
            kinds = [param.type for param in rule.params if param.type.base == "piece"][:1]
            self._report_wrong_rule("`powers_work_if`", "of one piece", "yes or no", named, rule, kinds)

    def _check_targeting(self) -> None:
        """Check that `targeting` names a verb of a piece and a target."""
        named = self.game.targeting
        verb = None if named is None else self.symbols.procedures.get(str(named.value))
        if named is None:
            return
        if verb is None:
            unit = Unit(named, "", self.diagnostics)
            unit.unknown(UNKNOWN_VERB, "verb", str(named.value), named.span, self.symbols.procedures)
        elif verb.kind != "verb" or len(verb.params) != 2 or verb.params[0].type.base not in ("piece", "bad"):
            takes = join_items([self._describe(param.type) for param in verb.params], "and") or "nothing"
            message = f"`targeting` must name a verb of a piece and its target, but `{verb.word}` takes {takes}"
            if verb.kind != "verb":
                message = f"`targeting` must name a verb, but `{verb.word}` is a step"
            notes = note_declared(verb.written, verb.span)
            self.diagnostics.append(Diagnostic(WRONG_TYPE, message, named.span, "name another verb", notes))

    def _check_rule_field(self, field: str, named: Scalar, roles: list[Type]) -> None:
        """Check that a field names a rule with parameters of these types that returns a number."""
        rule = self.symbols.rules.get(str(named.value))
        if rule is None:
            unit = Unit(named, "", self.diagnostics)
            unit.unknown(UNKNOWN_RULE, "rule", str(named.value), named.span, self.symbols.rules)
        elif [param.type for param in rule.params] != roles or rule.type not in (NUMBER, Bad.type):
            whose = "of one player" if roles else "without parameters"
            self._report_wrong_rule(f"`{field}`", whose, "a number", named, rule, roles)

    def _report_wrong_rule(
        self, field: str, whose: str, gives: str, named: Scalar, rule: TypedRule, roles: Sequence[Type]
    ) -> None:
        """Report the condition on a named rule that fails: that of its parameters (`roles`), or of its result."""
        if not roles or [param.type for param in rule.params] != roles:
            takes = join_items([self._describe(param.type) for param in rule.params], "and") or "nothing"
            message = f"{field} must name a rule {whose}, but `{rule.word}` takes {takes}"
        else:
            result = self._describe(rule.type or Bad.type)
            message = f"{field} must name a rule that gives {gives}, but `{rule.word}` gives {result}"
        notes = note_declared(rule.word, rule.span)
        self.diagnostics.append(Diagnostic(WRONG_TYPE, message, named.span, "name another rule", notes))

    def _check_lifetimes(self) -> None:
        for memory in self.game.memory:
            ends = self.symbols.procedures.get(memory.until or "")
            if ends is not None and ends.sorts:
                self.diagnostics += report_ambiguity(ends, memory.until_span or memory.span)
            elif memory.until is not None and ends is None:
                some = f"one of {', '.join([*self.symbols.procedures][:12])}"
                label = suggest_label(memory.until, self.symbols.procedures, some)
                message = f"there is no verb or step `{memory.until}`, until whose end `{memory.word}` could last"
                at = memory.until_span or memory.span
                self.diagnostics.append(Diagnostic(UNKNOWN_VERB, message, at, label))
            if memory.resets and memory.owner not in self.game.kinds:
                whose = "the table" if memory.owner == TABLE else "each player"
                message = f"only memory of pieces can have `resets`, but `{memory.word}` is memory of {whose}"
                label = "remove the field `resets`, or write `until: VERB`"
                self.diagnostics.append(Diagnostic(MISPLACED, message, memory.resets_span or memory.span, label))

    def _check_zones_of_powers(self) -> None:
        known_zones = {zone.word for zone in self.game.zones}
        for word_node in (*self.game.powers_work_in, *self.game.play):
            if str(word_node.value) not in known_zones:
                unit = Unit(word_node, "", self.diagnostics)
                unit.unknown(UNKNOWN_ZONE, "zone", str(word_node.value), word_node.span, known_zones)
