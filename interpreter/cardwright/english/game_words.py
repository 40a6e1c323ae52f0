"""Phrases and nouns for the procedures, rules and types of one game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from cardwright.builtins import all_primitives
from cardwright.checker import typed_tree
from cardwright.declarations.model import GameDecl, MemoryDecl, ZoneDecl
from cardwright.declarations.value_types import (
    EITHER,
    NUMBER,
    PLAYER,
    YES_NO,
    ZONE,
    Type,
    enum,
    join_types,
    list_of,
    name_of,
    piece,
)
from cardwright.english import procedure_effects as effects
from cardwright.phrases import inflection, templates
from cardwright.syntax import tree as syntax

# A text for a node, in which nodes stand for their own texts.
FixedText = Sequence[str | syntax.Expr]
_NOUNS = {"number": "number", "yes_no": "answer", "text": "text", "player": "player", "zone": "place"}
# Types of the parameters of built-ins.
_TAKEN = {"number": NUMBER, "player": PLAYER, "players": list_of(PLAYER), "zone": ZONE, "pile": ZONE, "yes_no": YES_NO}
_TAKEN |= {"list": Type("list"), "list of number": list_of(NUMBER), "list of yes_no": list_of(YES_NO)}

# A rule without a phrase links no more parameters than these to its name.
_MAX_LINKED = 2

# The article before the subject of a clause: `a {card} may be played`.
_ARTICLE_OF_SUBJECT = re.compile(r"^an? (?=\{\w+\} (?:may|can|cannot|must|is|has|does) )")


@dataclass(frozen=True, slots=True)
class Phrase:
    """The phrase of a procedure or rule. `kind` is `verb`, `step` or `rule`; `gives` is the type of a rule, or None.

    - `declared`: True for an author's template; others are made from the word and its parameters
    - `called`, `denied`: the texts for the result of a built-in procedure, and for its negation
    - `change_phrases`: for each modifier word, the phrase for such a change of the rule
    """

    word: str
    kind: str
    roles: Mapping[str, Type | None]
    template: str
    declared: bool = True
    gives: Type | None = None
    called: str = ""
    denied: str = ""
    change_phrases: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, word: str, kind: str, roles: Mapping[str, Type | None], text: str | None, gives: Type | None) -> Phrase:
        """Return the author's phrase; if there is none, a phrase made from the word and its parameters."""
        declared = text is not None and bool(text.strip())
        types = [(role, str(type_)) for role, type_ in roles.items()]
        yes_no = None if gives is None else gives == YES_NO
        template = text.strip() if text is not None and declared else ""
        if yes_no:
            template = _ARTICLE_OF_SUBJECT.sub("", template)  # the noun that fills the gap has its own
        template = template if declared else templates.make_template(word, kind, types, yes_no)
        return cls(word, kind, roles, template, declared, gives)

    @property
    def parts(self) -> tuple[templates.Part, ...]:
        """The parts of the template."""
        return templates.parse_template(self.template)

    def done_by(self, you: bool) -> Phrase:
        """Return the phrase of a verb for `you` or, for another player, with `their` instead of `your`."""
        return self if you else replace(self, template=templates.convert_to_third_person(self.template))

    def as_deed(self) -> Phrase:
        """Return a step without its own phrase as a command made from its word: `settle {ship}`."""
        if self.kind != "step" or self.declared:
            return self
        roles = [(role, str(kind)) for role, kind in self.roles.items()]
        return replace(self, kind="verb", template=templates.make_template(self.word, "verb", roles))

    @property
    def is_clause(self) -> bool:
        """True if the phrase is a whole clause: a parameter followed by its verb."""
        return templates.is_clause(self.parts)


def _list_parameters(rule: typed_tree.TypedRule) -> str:
    """Return a template for a rule with many parameters and no phrase: `the hand (kind {kind}, rank {rank})`."""
    given = ", ".join(f"{inflection.spell_name(each.word)} {{{each.word}}}" for each in rule.params)
    return f"the {inflection.spell_name(rule.word)} ({given})"


def _omit_roles(parts: Sequence[templates.Part]) -> list[object]:
    """Return the parts of a template without the names of its parameters."""
    return [part.noun if isinstance(part, templates.TemplateSlot) else part for part in parts]


class UsualValues:
    """Finder of the defaults that always hold in a game; its calls are only looked through when one is asked for."""

    def __init__(self, checked: typed_tree.CheckedGame) -> None:
        self._checked = checked

    def find(self, word: str, role: str) -> tuple[syntax.Expr, Mapping[typed_tree.NodeKey, typed_tree.Value]] | None:
        """Return the value that a parameter always has, made of other parameters, with its typed values.

        Returns None if calls can give other values, or if the value could be another one when the event is over.
        """
        params = self._list_params(word)
        value = params.get(role)
        names = {part.word for part in syntax.walk(value) if isinstance(part, syntax.NameNode)} if value else set()
        if value is None or not names <= {*params} - {role} or (word, role) in self._given:
            return None
        typed = self._checked.procedures[word].defaults[[*params].index(role)]
        return (value, self._checked.library[word].values) if self._is_printed(typed) else None

    def _is_printed(self, value: typed_tree.Value | None, inside: frozenset[int] = frozenset()) -> bool:
        """Return True if a value follows from what is printed on pieces and in tables; `inside` are rules around it."""
        match value:
            case typed_tree.LiteralExpr() | typed_tree.LocalExpr():
                return True
            case typed_tree.AttributeExpr(piece=piece):
                return self._is_printed(piece, inside)
            case typed_tree.BinaryExpr(left=left, right=right) | typed_tree.DivideExpr(left=left, right=right):
                return self._is_printed(left, inside) and self._is_printed(right, inside)
            case typed_tree.TableExpr(args=args):
                return all(self._is_printed(each, inside) for each in args)
            case typed_tree.RuleExpr(rule=rule, args=args) if rule.number not in inside | self._modified:
                cases = (each for case in rule.cases for each in case if each is not None)
                within = inside | {rule.number}
                return all(self._is_printed(each, within) for each in (*args, *cases))
        return False

    @cached_property
    def _modified(self) -> frozenset[int]:
        return frozenset(each.rule.number for each in self._checked.abilities if each.rule is not None)

    def _list_params(self, word: str) -> dict[str, syntax.Expr | None]:
        """Return the parameters of a procedure with their defaults; none for a built-in or an overloaded word."""
        written, known = self._checked.library.get(word), self._checked.procedures.get(word)
        if written is None or known is None or len(known.each_sort) != 1:
            return {}
        node = written.node
        return {param.word: param.default for param in node.params} if isinstance(node, syntax.ProcedureNode) else {}

    @cached_property
    def _given(self) -> frozenset[tuple[str, str]]:
        """The procedures and parameters for which some call gives a value."""
        checked = self._checked
        texts = [*checked.library.values(), *checked.own, *(power.written for power in checked.powers.values())]
        found = set()
        for text in texts:
            for call in syntax.index(text.node).of(syntax.PerformNode):
                if isinstance(call, syntax.PerformNode):
                    params = list(self._list_params(call.word))
                    found |= {
                        (call.word, arg.role or params[place])
                        for place, arg in enumerate(call.args)
                        if arg.role or place < len(params)
                    }
        return frozenset(found)


class GameWords:
    """The phrases and nouns of one game, by word."""

    def __init__(
        self,
        game: GameDecl,
        procedures: Mapping[str, typed_tree.TypedProcedure],
        rules: Mapping[str, typed_tree.TypedRule],
        plainly: bool = False,
        together: bool = False,
        texts: Mapping[syntax.Node, FixedText] | None = None,
        tokens: Mapping[str, str] | None = None,
        usual: UsualValues | None = None,
    ) -> None:
        self.game = game
        # The parameters that always have the values by default; None before the whole game is checked.
        self.usual = usual
        # The texts of nodes that are not rendered; nodes in these texts are.
        self.texts = texts or {}
        # The nouns for what lies on pieces and shows which player some memory of a piece is, by this memory.
        self.tokens = tokens or {}
        # The nouns for opponents: players who all have the same score are none.
        self.opponent = "other player" if together else "opponent"
        self.all_opponents = "all other players" if together else "your opponents"
        # True for texts that are read in one go, as a person explains the game.
        self.plainly = plainly
        powered = {definition.kind for definition in game.pieces if definition.power is not None}
        kinds = [kind for kind in game.kinds if kind in powered] or [*game.kinds, "card"]
        # The default kind of pieces.
        self.main_kind = piece(kinds[0])
        self.names = {definition.id: definition for definition in game.pieces}
        # The default zone of powers.
        self.works_in = tuple(str(zone.value) for zone in game.powers_work_in)
        # Names that the game's `look` hides.
        hidden = game.look.get("hide", ())
        self.hidden = frozenset(map(str, hidden)) if isinstance(hidden, list | tuple) else frozenset()
        self._procedures = procedures
        self._checked_rules = rules
        self._deeds: dict[str, Phrase] = {}
        self._rules: dict[str, Phrase] = {}
        self._enter_builtins()
        self._sorts: dict[str, list[Phrase]] = {}
        for each in procedures.values():
            if each.word == each.written:
                sorts = [
                    Phrase.of(each.word, each.kind, _render_types(one.params), each.phrase, None)
                    for one in each.each_sort
                ]
                self._deeds[each.word] = sorts[0] if len(sorts) == 1 else _merge_overloads(sorts)
                self._sorts[each.word] = sorts
        for rule in rules.values():
            text = rule.phrase.removeprefix("whether ") if rule.phrase and rule.type == YES_NO else rule.phrase
            if not text and plainly and len(rule.params) > _MAX_LINKED and rule.type != YES_NO:
                text = _list_parameters(rule)
            said = Phrase.of(rule.word, "rule", _render_types(rule.params), text, rule.type)
            self._rules[rule.word] = replace(said, change_phrases=rule.change_phrases)
        for table in game.tables.values():
            self._rules[table.word] = Phrase.of(table.word, "rule", dict(table.roles), None, NUMBER)
        for deck in game.decks.values():
            roles = {deck.per: enum(deck.per)} if deck.per else {"player": PLAYER} if deck.by_player else {}
            called = deck.render_name(f"{{{deck.per}}}" if deck.per else "")
            text = f"the {called}" if called.startswith("cards") else f"the cards of the {called}"
            text = f"{text} of {{player}}" if deck.by_player else text
            self._rules[deck.word] = Phrase.of(deck.word, "rule", roles, text, list_of(name_of(deck.kind)))

    def _enter_builtins(self) -> None:
        taken = {**_TAKEN, "pieces": list_of(self.main_kind)}
        for word, primitive in all_primitives().items():
            roles = {role.word: taken.get(role.type) for role in primitive.roles}
            phrases = self._deeds if primitive.is_procedure else self._rules
            kind = "verb" if primitive.is_procedure else "rule"
            gives = primitive.result(()) if primitive.called else None
            phrases[word] = Phrase(
                word, kind, roles, primitive.english, True, gives, primitive.called, primitive.denied
            )
        two = self.game.players == (2, 2)
        for word in ("next", "previous") if self.plainly or (two and self.opponent == "opponent") else ():
            side = self.side(word == "next")
            template = "the opponent of {player}" if two else f"the {side} neighbour of {{player}}"
            self._rules[word] = replace(self._rules[word], template=template)

    @property
    def turn(self) -> str:
        """The procedure that is a turn; "" if the game names none."""
        return str(self.game.turn.value) if self.game.turn is not None else ""

    @property
    def direction(self) -> str:
        """The direction in which the turn goes round."""
        return "anticlockwise" if self.game.anticlockwise else "clockwise"

    def side(self, following: bool) -> str:
        """Return the side (left or right) of the following player or, if not `following`, of the previous one."""
        return "left" if following != self.game.anticlockwise else "right"

    def procedure_phrase(self, word: str) -> Phrase | None:
        """Return the phrase of a procedure, or None."""
        return self._deeds.get(word)

    def deed_to(self, word: str, given: Callable[[str], Type | None]) -> Phrase | None:
        """Return the phrase of the overload that fits a call; None if there is none.

        `given` returns the type of the argument for a parameter.
        """
        phrase, sorts = self._deeds.get(word), self._sorts.get(word, ())
        for role in phrase.roles if phrase is not None and len(sorts) > 1 else ():
            if len({each.roles[role] for each in sorts}) > 1:
                kind = given(role)
                return next((each for each in sorts if each.roles[role] == kind), phrase)
        return phrase

    def rule(self, word: str) -> Phrase | None:
        """Return the phrase of a rule, of the game or built in; None if there is none."""
        return self._rules.get(word)

    def leaves_alone(self, word: str, role: str) -> bool:
        """Return True if a procedure neither moves nor turns the piece passed for the parameter `role`."""
        found = self._procedures.get(word)
        sorts = found.each_sort if found is not None else ()
        asked = [(sort, place) for sort in sorts for place, each in enumerate(sort.params) if each.word == role]
        seen: set[tuple[str, int]] = set()
        while asked:
            procedure, place = asked.pop()
            if (procedure.word, place) in seen:
                continue
            seen.add((procedure.word, place))
            for node in typed_tree.walk_tree(procedure.body):
                args = node.args if isinstance(node, typed_tree.PerformStmt | typed_tree.ActStmt) else ()
                given = [n for n, arg in enumerate(args) if _names(arg, procedure.params[place])]
                if given and (
                    isinstance(node, typed_tree.ActStmt)
                    or any(not isinstance(args[n], typed_tree.LocalExpr) for n in given)
                ):
                    return False
                if isinstance(node, typed_tree.PerformStmt):
                    asked.extend((node.procedure, n) for n in given)
        return bool(seen)

    def only_shows(self, word: str) -> bool:
        """Return True if a procedure does nothing but show pieces, which stay where they are."""
        return effects.only_shows(self.procedures(word))

    def only_brings(self, word: str) -> bool:
        """Return True if a procedure only gives the player something, so that it is no price for anything."""
        return effects.only_brings(self.procedures(word))

    def takes_some(self, word: str, role: str) -> bool:
        """Return True if a procedure requires that an argument is neither 0 nor an empty list."""
        found = self._procedures.get(word)
        params = [each for each in found.params if each.word == role] if found is not None else []
        return found is not None and any(_needs_some(found, param) for param in params)

    def default(self, word: str, role: str) -> int | None:
        """Return the default number of a parameter; None if it has none."""
        found = self._procedures.get(word)
        for param, value in zip(found.params, found.defaults, strict=False) if found is not None else ():
            if param.word == role and param.type == NUMBER and isinstance(value, typed_tree.LiteralExpr):
                return value.value
        return None

    def result_of(self, word: str) -> typed_tree.TypedVar | None:
        """Return the result variable of a procedure; None if it has none."""
        found = self._procedures.get(word)
        return found.result if found is not None else None

    def procedures(self, word: str) -> tuple[typed_tree.TypedProcedure, ...]:
        """Return the overloads of a procedure; none for a built-in."""
        found = self._procedures.get(word)
        return found.each_sort if found is not None else ()

    def changes(self, word: str, memory: MemoryDecl | ZoneDecl) -> bool:
        """Return True if a procedure changes some memory, or moves something into a zone or out of it."""
        for node in (node for each in self.procedures(word) for node, _ in effects.walk_calls(each)):
            match node:
                case typed_tree.SetMemoryStmt(target=target) if target.memory == memory:
                    return True
                case typed_tree.ZoneExpr(zone=zone) if zone == memory:
                    return True
        return False

    def read_by_rules(self, called: Iterable[str]) -> set[str]:
        """Return the words of the memory that rules read, directly or by other rules."""
        seen = [word for word in called if word in self._checked_rules]
        read: set[str] = set()
        for word in seen:  # it grows
            nodes = typed_tree.walk_tree(self._checked_rules[word].cases)
            further = (node.rule.word for node in nodes if isinstance(node, typed_tree.RuleExpr))
            seen += [each for each in dict.fromkeys(further) if each not in seen]
            read |= {node.memory.word for node in nodes if isinstance(node, typed_tree.MemoryExpr)}
        return read

    def does_nothing(self, word: str) -> bool:
        """Return True if a step or verb has an empty body, so that it has effects only through abilities."""
        found = self._procedures.get(word)
        return found is not None and found.body in ((), (typed_tree.ControlStmt("nothing"),))

    def is_own(self, word: str) -> bool:
        """Return True if a procedure is declared by the game rather than built in."""
        return word in self._procedures

    def says(self, template: str) -> bool:
        """Return True if the game has an action of its own with a phrase, whatever its parameters are called."""
        wanted = _omit_roles(templates.parse_template(template))
        return any(self.is_own(word) and _omit_roles(each.parts) == wanted for word, each in self._deeds.items())

    def is_verb(self, word: str) -> bool:
        """Return True if a word is a verb."""
        phrase = self.procedure_phrase(word)
        return phrase is not None and phrase.kind == "verb"

    def zones_named(self, word: str) -> list[ZoneDecl]:
        """Return all zones with a name, of any owner."""
        return [zone for zone in self.game.zones if zone.word == word]

    def noun(self, kind: Type | None) -> str:
        """Return the noun for a value of a type."""
        if kind is None:
            return "thing"
        if kind.base == "list":
            return self.noun(kind.item)
        if kind.base == "piece":
            return self.game.kinds[kind.of].title if kind.of in self.game.kinds else inflection.spell_name(kind.of)
        if kind.base == "enum":
            return inflection.spell_name(kind.of)
        if kind.base == "name":
            return f"{self.noun(piece(kind.of))} name"
        if kind.base == EITHER:
            return " or ".join(self.noun_of_word(word) for word in kind.of.split(" or "))
        return _NOUNS.get(kind.base, "thing")

    def noun_of_word(self, word: str) -> str:
        """Return the noun for a value of the type with the given name."""
        return self.game.kinds[word].title if word in self.game.kinds else inflection.spell_name(word)

    @cached_property
    def _plurals(self) -> dict[str, str]:
        """The plurals that the game declares, by their nouns."""
        found = {
            inflection.spell_name(decl.word): inflection.spell_name(decl.plural) for decl in self.game.enums.values()
        }
        kinds = (kind for kind in self.game.kinds.values() if kind.title == inflection.spell_name(kind.word))
        return found | {kind.title: inflection.spell_name(kind.plural) for kind in kinds}

    def is_part(self, kind: Type | None) -> bool:
        """Return True if pieces of a type are parts of other pieces, and are identified by these."""
        return kind is not None and kind.base == "piece" and self.game.kinds[kind.of].part_of is not None

    def is_square(self, kind: Type | None) -> bool:
        """Return True if pieces of a type only make up a board: told apart by two numbers, with one zone and no powers.

        What lies on a square can be said to lie on the board.
        """
        decl = self.game.kinds.get(kind.of) if kind is not None and kind.base == "piece" else None
        if decl is None or len(decl.attributes) != 2 or any(each.type != NUMBER for each in decl.attributes.values()):
            return False
        powers = any(piece.power is not None for piece in self.game.pieces if piece.kind == decl.word)
        return not powers and sum(zone.owner == decl.word for zone in self.game.zones) == 1

    def nouns(self, noun: str) -> str:
        """Return the plural of a noun: the one that the game declares, or a regular one."""
        return self._plurals.get(noun) or inflection.make_plural(noun)

    def title(self, word: str) -> str:
        """Return the text for a word of an enum; if it is the id of a piece, the name of the piece."""
        return self.names[word].name if word in self.names else inflection.spell_name(word)


def _names(value: typed_tree.Value, var: typed_tree.TypedVar) -> bool:
    return any(isinstance(part, typed_tree.LocalExpr) and part.var is var for part in typed_tree.walk_tree(value))


def _merge_overloads(sorts: Sequence[Phrase]) -> Phrase:
    """Return one phrase for all overloads. A parameter with several types gets their union as its type."""
    first = sorts[0]
    types = {role: [each.roles[role] for each in sorts] for role in first.roles}
    roles = {
        role: kinds[0] if len(set(kinds)) == 1 else join_types([str(each) for each in kinds])
        for role, kinds in types.items()
    }
    return replace(first, roles=roles)


def _render_types(params: tuple[typed_tree.TypedVar, ...]) -> dict[str, Type | None]:
    return {param.word: param.type for param in params}


def _needs_some(procedure: typed_tree.TypedProcedure, param: typed_tree.TypedVar) -> bool:
    """Return True if a `require` demands that a parameter is neither 0 nor an empty list."""
    role = typed_tree.LocalExpr(param)
    for statement in procedure.body:
        for part in (
            typed_tree.split_conjunction(statement.condition) if isinstance(statement, typed_tree.RequireStmt) else ()
        ):
            match part:
                case typed_tree.CompareExpr(
                    operator=">" | ">=" as than, left=left, right=typed_tree.LiteralExpr(value=int(least))
                ):
                    if isinstance(left, typed_tree.PrimitiveExpr) and left.primitive.word == "count":
                        left = left.args[0]
                    if left == role and least >= (than == ">="):
                        return True
    return False
