"""Live parts of an author's rules page: names, numbers and lists in braces, computed from the game."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice

from cardwright.checker import typed_tree
from cardwright.declarations.model import GameDecl, PieceDef
from cardwright.declarations.value_types import NUMBER
from cardwright.phrases.inflection import join_items, make_plural, with_article
from cardwright.runtime.primitives.exact_numbers import Exact, divide, share
from cardwright.source.diagnostics import suggest_label
from cardwright.state_slots_and_table_rows import NO_LIMIT, NO_NUMBER
from cardwright.syntax import tree as syntax

# `{word}`, `{word:noun}`, `{copies of card}`, `{attribute of card}`, `{cards where attribute is value}` and
# `{number of cards where ...}`; numbers also with ` per players`.
_PART = re.compile(
    r"(?P<word>\w+)(?::(?P<noun>[\w' -]+))?"
    r"|copies of (?P<card>\w+)"
    r"|(?P<many>number of )?(?P<kind>\w+)(?: where (?P<asked>\w+) is (?P<value>[\w -]+))?"
    r"|(?P<attribute>\w+) of (?P<bearer>\w+)"
)
# Limit for the known names that a label lists.
MAX_LISTED = 12
_PER_PLAYERS = " per players"
_NO_VALUE = "this has no number for all players alike"


class UnknownPart(Exception):
    """Error for a live part that names nothing of the game; its text is an explanation.

    `word` is the unknown name, or "". The label suggests one of the known names; if none is similar, it lists some, and
    without known names it is `otherwise`.
    """

    def __init__(
        self,
        message: str,
        word: str = "",
        known: Collection[str] = (),
        otherwise: str = "write it in words, without braces",
    ) -> None:
        super().__init__(message)
        some = f"one of {', '.join(islice(known, MAX_LISTED))}" if known else otherwise
        self.word, self.label = word, suggest_label(word, known, some)


class LiveParts:
    """Values of the live parts of one game; `mentioned` are the words of the game that were named so far."""

    def __init__(self, checked: typed_tree.CheckedGame) -> None:
        self.game: GameDecl = checked.game
        self.rules = {
            word: text.node for word, text in checked.library.items() if isinstance(text.node, syntax.RuleNode)
        }
        self.types = {word: rule.type for word, rule in checked.rules.items()}
        self.changed = list_changed_rules(checked)
        self.pieces = {piece.id: piece for piece in self.game.pieces}
        self.mentioned: set[str] = set()
        self._numbers: dict[tuple[str, int], Exact] = {}

    def text(self, part: str) -> str:
        """Return the text of a live part. Raises UnknownPart if it names nothing of the game."""
        written = " ".join(part.split())
        if written == "players":
            low, high = self.game.players
            return str(low) if low == high else f"{low} to {high}"
        wanted = written.removesuffix(_PER_PLAYERS)
        per, found = wanted != written, _PART.fullmatch(wanted)
        if found is None:
            label = "write `{WORD}`, `{copies of CARD}`, `{ATTRIBUTE of CARD}` or `{KIND where ...}`"
            raise UnknownPart("these braces do not name a value of the game", otherwise=label)
        if found["card"]:
            piece = self._find_piece(found["card"])
            return self._render_by_players(wanted, piece.total, None, per)
        if found["many"]:
            pieces = self._find_pieces(found["kind"], found["asked"], found["value"])
            return self._render_by_players(
                wanted, lambda players: sum(each.total(players) for each in pieces), None, per
            )
        word = found["word"] or found["kind"] or ""
        if word in self.rules and not found["asked"]:
            self.mentioned.add(word)
            return self._render_by_players(word, lambda players: self.number(word, players), found["noun"], per)
        if per:
            raise UnknownPart(f"`{wanted}` is no number of the game")
        if found["bearer"]:
            return self._render_attribute(self._find_piece(found["bearer"]), found["attribute"])
        if found["asked"]:
            return join_items([each.name for each in self._find_pieces(found["kind"], found["asked"], found["value"])])
        if word in self.pieces:
            return self.pieces[word].name
        raise UnknownPart(f"there is no rule or card `{word}`", word, [*self.rules, *self.pieces])

    def _render_by_players(self, written: str, number: Callable[[int], int], noun: str | None, per: bool) -> str:
        """Return the text of a number; with `per`, of one number for each number of players.

        Raises UnknownPart if the number depends on the number of players, unless `per`.
        """
        low, high = self.game.players
        numbers = {players: number(players) for players in range(low, high + 1)}
        if per:
            return join_items(
                [f"{_count(value, noun)} {_render_players(players)}" for value, players in _group_numbers(numbers)]
            )
        if len(set(numbers.values())) > 1:
            label = f"write `{{{written}{_PER_PLAYERS}}}`"
            raise UnknownPart(f"`{written}` depends on the number of players", otherwise=label)
        return _count(numbers[low], noun)

    def is_for_all(self, word: str) -> bool:
        """Return True if a rule gives the same number for any number of players."""
        try:
            self.text(word)
        except UnknownPart:
            return False
        return True

    def number(self, word: str, players: int) -> int:
        """Return the value of a rule that is a number, for a given number of players.

        Raises UnknownPart for other rules.
        """
        node = self.rules.get(word)
        if node is None or node.params:
            raise UnknownPart(f"`{word}` is no rule without parameters")
        if self.types.get(word) != NUMBER:
            raise UnknownPart(f"`{word}` is no number")
        if word in self.changed:
            raise UnknownPart(f"`{word}` is changed by an ability of the game itself, so it has no fixed number")
        return int(self._find_case(word, players))

    def _find_case(self, word: str, players: int) -> Exact:
        """Return the value of a rule without parameters for a number of players, as a number: yes is 1, no is 0."""
        node = self.rules.get(word)
        if node is None or node.params or word in self.changed:
            raise UnknownPart(_NO_VALUE)
        key = word, players
        if key not in self._numbers:
            found = next(
                (case for case in node.cases if case.condition is None or self._find_value(case.condition, players)),
                None,
            )
            if found is None:
                raise UnknownPart(_NO_VALUE)
            value = self._find_value(found.value, players)
            if not -NO_LIMIT <= value <= NO_LIMIT:
                raise UnknownPart(f"`{word}` is larger than any number of a game")
            self._numbers[key] = value
        return self._numbers[key]

    def holds(self, condition: syntax.Expr) -> bool:
        """Return True if a condition on numbers holds. Raises UnknownPart for any other."""
        return bool(self._find_value(condition, self.game.players[0]))

    def _find_value(self, node: syntax.Expr, players: int) -> Exact:
        match node:
            case syntax.CompareNode(operator="in", left=left, right=syntax.ListOfNode(items=items)):
                return int(self._find_value(left, players) in [self._find_value(each, players) for each in items])
            case syntax.NumberNode(value=value):
                return value
            case syntax.NegativeNode(value=inner):
                return -self._find_value(inner, players)
            case syntax.NameNode(word=word):
                return self._find_case(word, players)
            case syntax.CallNode(word="count", args=(syntax.ArgNode(value=syntax.NameNode(word="players")),)):
                return players
            case syntax.CallNode(word="min" | "max" as word, args=args) if len(args) > 1:
                return (min if word == "min" else max)(self._find_value(arg.value, players) for arg in args)
            case syntax.BinaryNode(operator=sign, left=left, right=right):
                one, other = self._find_value(left, players), self._find_value(right, players)
                return one + other if sign == "+" else one - other if sign == "-" else one * other
            case syntax.DivideNode(left=left, right=right, rounding=rounding):
                one, other = self._find_value(left, players), self._find_value(right, players)
                return divide(one, other, rounding == "up") if rounding else share(one, other)
            case syntax.CompareNode(operator=sign, left=left, right=right) if sign in _COMPARED:
                return _COMPARED[sign](self._find_value(left, players), self._find_value(right, players))
            case syntax.LogicNode(operator=word, left=left, right=right):
                one, other = self._find_value(left, players), self._find_value(right, players)
                return min(one, other) if word == "and" else max(one, other)
        raise UnknownPart(_NO_VALUE)

    def _find_piece(self, card: str) -> PieceDef:
        if card not in self.pieces:
            raise UnknownPart(f"there is no card `{card}`", card, self.pieces)
        return self.pieces[card]

    def _render_attribute(self, piece: PieceDef, attribute: str) -> str:
        values = self._find_values(piece, attribute)
        if not values:
            known = self.game.kinds[piece.kind].attributes
            raise UnknownPart(f"`{piece.id}` has no attribute `{attribute}`", attribute, known)
        return join_items(values)

    def _find_values(self, piece: PieceDef, attribute: str) -> list[str]:
        """Return the values of an attribute of a piece as texts: none, one, or several."""
        declared = self.game.kinds[piece.kind].attributes.get(attribute)
        if declared is None or attribute not in piece.values:
            return []
        given, kind = piece.values[attribute], declared.type
        values = given if isinstance(given, tuple) else (given,)
        one = kind if kind.item is None else kind.item
        if one.base == "yes_no":
            return ["yes" if value else "no" for value in values]
        if one.base == "enum":
            words = self.game.enums[one.of].values
            return [str(words[value]).replace("_", " ") for value in values if value >= 0]
        return [str(value) for value in values if value != NO_NUMBER]

    def _find_pieces(self, plural: str, attribute: str | None, value: str | None) -> list[PieceDef]:
        kind = next((kind for kind in self.game.kinds.values() if kind.plural == plural), None)
        if kind is None:
            known = [kind.plural for kind in self.game.kinds.values()]
            raise UnknownPart(f"there are no pieces called `{plural}`", plural, known)
        pieces = [piece for piece in self.game.pieces if piece.kind == kind.word]
        if attribute is not None and value is not None:
            if attribute not in kind.attributes:
                raise UnknownPart(f"`{kind.word}` has no attribute `{attribute}`", attribute, kind.attributes)
            wanted = [] if value == "none" else [value.replace("_", " ")]
            pieces = [each for each in pieces if self._find_values(each, attribute) == wanted]
        if not pieces:
            raise UnknownPart("there is no such piece")
        return pieces


def list_changed_rules(checked: typed_tree.CheckedGame) -> set[str]:
    """Return the names of the rules that abilities of the game itself modify.

    The value of such a rule can differ from the one in its own text.
    """
    nodes = (each for own in checked.own for each in syntax.walk(own.node))
    return {each.rule.word for each in nodes if isinstance(each, syntax.ModifyNode) and each.until is None}


_COMPARED = {
    "is": lambda one, other: int(one == other),
    "is not": lambda one, other: int(one != other),
    "<": lambda one, other: int(one < other),
    "<=": lambda one, other: int(one <= other),
    ">": lambda one, other: int(one > other),
    ">=": lambda one, other: int(one >= other),
}


def _count(number: int, noun: str | None) -> str:
    if noun is None:
        return str(number)
    return with_article(noun) if number == 1 else f"{number} {make_plural(noun)}"


def _group_numbers(numbers: Mapping[int, int]) -> list[tuple[int, Sequence[int]]]:
    """Return each value with the player counts that have it, as ranges of consecutive counts."""
    found: list[tuple[int, list[int]]] = []
    for players, value in numbers.items():
        if found and found[-1][0] == value:
            found[-1][1].append(players)
        else:
            found.append((value, [players]))
    return list(found)


def _render_players(players: Sequence[int]) -> str:
    first, last = players[0], players[-1]
    span = str(first) if first == last else f"{first} or {last}" if last == first + 1 else f"{first} to {last}"
    return f"with {span} players" if last > 1 else "with 1 player"
