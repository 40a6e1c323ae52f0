"""Suspension points of the typed tree, with the variables live at each.

A digest contains the suspended rule texts of a game, and must be equal in both variants of a program and with every
compiler. Therefore a point is a statement, and its live variables are those mentioned in the rest of the text.
Generated code may store more variables, but never fewer.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace

from cardwright.checker import typed_tree
from cardwright.source.node_dataclass import frozen

Names = frozenset[typed_tree.TypedVar]
# A loop in progress: the identity of its statement and its phase, `rest`, `left`, `asking` or `telling`.
Round = tuple[int, str]


@frozen
class SuspensionPoint:
    """A suspension point: rule text, position in it, live variables, and the loops that are in progress.

    `here` is the identity of the statement at the position. `known` are all variables assigned before it.
    """

    text: str
    place: str
    names: Names = frozenset()
    rounds: frozenset[Round] = frozenset()
    here: int = field(default=0, compare=False)
    known: Names = field(default=frozenset(), compare=False)


Waits = SuspensionPoint | None  # None if nothing is left to execute


class SuspensionPoints:
    """The suspension points of all rule texts of a game.

    `begin` has the first point of each text, and `ends` the last point of each text that ends with an effect. All
    others are found by the identity of a statement:

    - `after`: the point after the statement
    - `given`: the point at which the statement waits for a result
    - `again`: the point before the next round of a loop
    - `telling`: the point before the next secret answer takes effect
    - `asked`: the point at which a decision waits, by the statement and the number of its decision
    """

    def __init__(
        self,
        checked: typed_tree.CheckedGame,
        ends: Mapping[str, SuspensionPoint],
        texts: Collection[str] | None = None,
    ) -> None:
        """Find the points of all rule texts, or only of those with the labels `texts`."""
        self.begin: dict[str, Waits] = {}
        self.after: dict[int, Waits] = {}
        self.given: dict[int, Waits] = {}
        self.again: dict[int, Waits] = {}
        self.telling: dict[int, Waits] = {}
        self.asked: dict[tuple[int, int], Waits] = {}
        self._mentioned: dict[int, Names] = {}
        for procedure in checked.procedures.values():
            if texts is not None and procedure.word not in texts:
                continue
            names = _drop_none(procedure.you, *procedure.params)
            self.begin[procedure.word] = self._find_point_before(
                procedure.word, _drop_checker_statements(procedure.body), "1", names, None
            )
            self._add_block(
                procedure.word, procedure.body, "", names | _drop_none(procedure.result), ends.get(procedure.word)
            )
        for ability, text in zip(checked.abilities, label_ability_texts(checked), strict=True):
            if texts is not None and text not in texts:
                continue
            names = _drop_none(ability.this, ability.you, *ability.roles, ability.result)
            self.begin[text] = self._find_point_before(
                text, _drop_checker_statements(ability.body), "1", names, ends.get(text)
            )
            self._add_block(text, ability.body, "", names, ends.get(text))

    def _add_block(self, text: str, block: typed_tree.Block, within: str, known: Names, after: Waits) -> None:
        """Add the points in a block; the positions of its statements begin with `within`."""
        written = _drop_checker_statements(block)
        left = [Names()]
        for statement in reversed(written):
            left.append(left[-1] | self._find_names(statement))
        left.reverse()
        for number, statement in enumerate(written, start=1):
            assert id(statement) not in self.after, "a statement stands in one text"
            named = known | _find_assigned_names(statement)
            rest, place = written[number:], f"{within}{number}"
            then = self._find_point_before(text, rest, f"{within}{number + 1}", named, after, left[number])
            self.after[id(statement)] = then
            if isinstance(statement, typed_tree.PerformStmt | typed_tree.ControlStmt):
                self.given[id(statement)] = self._merge_points(
                    text, f"{place}=", left[number], known, after, here=statement
                )
            self._add_inside(text, statement, place, known, then)
            known = named

    def _find_point_before(
        self,
        text: str,
        statements: typed_tree.Block,
        place: str,
        known: Names,
        after: Waits,
        mentioned: Names | None = None,
    ) -> Waits:
        """Return the suspension point before the first of `statements`.

        `known` are the variables that have a value there. `after` is the point after the last statement; if there are
        no statements, it is returned with only its known variables. `mentioned` are the variables that the statements
        mention; if None, they are searched.
        """
        if statements:
            names = self._find_names(statements) if mentioned is None else mentioned
            return self._merge_points(text, place, names, known, after, here=statements[0])
        return None if after is None else replace(after, names=after.names & known)

    @staticmethod
    def _merge_points(
        text: str,
        place: str,
        names: Names,
        known: Names,
        *after: Waits,
        here: typed_tree.Stmt,
        more: frozenset[Round] = frozenset(),
    ) -> SuspensionPoint:
        """Return the point for code that can continue at any of the points `after`, with the live variables of all.

        The position is the statement `here`. `more` are loops in progress besides those of the points `after`.
        """
        ways = [each for each in after if each is not None]
        names = names.union(*(each.names for each in ways)) & known
        rounds = more.union(*(each.rounds for each in ways))
        return SuspensionPoint(text, place, names, rounds, id(here), known)

    def _find_names(self, node: object) -> Names:
        """Return the variables that statements or values mention."""
        if isinstance(node, tuple):
            return frozenset().union(*map(self._find_names, node))
        if not isinstance(node, typed_tree.Stmt):
            return frozenset(each.var for each in typed_tree.walk_tree(node) if isinstance(each, typed_tree.LocalExpr))
        if id(node) not in self._mentioned:
            self._mentioned[id(node)] = self._find_names(typed_tree.list_children(node))
        return self._mentioned[id(node)]

    # ------------------------------------------------------------ in the middle of a statement

    def _add_inside(self, text: str, statement: typed_tree.Stmt, place: str, known: Names, then: Waits) -> None:
        match statement:
            case typed_tree.PerformStmt(doer=doer, args=args) if doer is not None and doer.type.base == "list":
                again = self._add_round(text, statement, place, self._find_names(args), known, then, "rest")
                self.after[id(statement)] = again
            case typed_tree.IfStmt():
                for number, (_, body) in enumerate(statement.branches, start=1):
                    self._add_block(text, body, f"{place}.if{number}.", known, then)
                self._add_block(text, statement.otherwise, f"{place}.else.", known, then)
            case typed_tree.ForEachStmt(secretly=True):
                self._add_secret_choice(text, statement, place, known, then)
            case typed_tree.ForEachStmt():
                again = self._add_round(text, statement, place, self._find_names(statement.body), known, then, "rest")
                self._add_block(text, statement.body, f"{place}.", known | {statement.var}, again)
            case typed_tree.RepeatStmt():
                times = statement.kind == "times"
                value = () if times or statement.value is None else (statement.value,)
                names = self._find_names((*value, *statement.body))
                again = self._add_round(text, statement, place, names, known, then, "left" if times else "")
                self._add_block(text, statement.body, f"{place}.", known, again)
            case typed_tree.TogetherStmt():
                self._add_block(text, statement.body, f"{place}.", known, then)
            case typed_tree.MayStmt() | typed_tree.ChooseStmt() | typed_tree.ChooseOneStmt():
                self._add_decision(text, statement, place, known, then)

    def _add_round(
        self, text: str, loop: typed_tree.Stmt, place: str, names: Names, known: Names, then: Waits, how: str
    ) -> SuspensionPoint:
        """Return the point between two rounds of a loop; the variables in `names` are live there.

        `how` is the way in which the progress of the loop is stored, or "".
        """
        more = frozenset({(id(loop), how)} if how else ())
        point = self._merge_points(text, f"{place}*", names, known, then, here=loop, more=more)
        self.again[id(loop)] = point
        return point

    def _add_decision(
        self,
        text: str,
        statement: typed_tree.MayStmt | typed_tree.ChooseStmt | typed_tree.ChooseOneStmt,
        place: str,
        known: Names,
        then: Waits,
    ) -> None:
        again = then
        if statement.repeatedly:
            again = self.again[id(statement)] = self._find_point_before(text, (statement,), place, known, then)
        blocks, inner = _list_blocks(statement), known
        if isinstance(statement, typed_tree.ChooseStmt):
            for number, pick in enumerate(statement.picks):
                left = (*statement.picks[number + 1 :], *statement.body, *statement.otherwise)
                names = self._find_names(left if pick.amount == "one" else (*left, pick.said, statement.player))
                asked = f"{place}?{number + 1 if number else ''}"
                point = self._merge_points(text, asked, names, inner, again, then, here=statement)
                self.asked[id(statement), number] = point
                inner |= {pick.var}
        else:
            names = self._find_names((*(body for _, body, _ in blocks), statement.otherwise))
            point = self._merge_points(text, f"{place}?", names, known, again, then, here=statement)
            self.asked[id(statement), 0] = point
        for within, body, picked in blocks:
            self._add_block(text, body, f"{place}.{within}", inner | picked, again)
        self._add_block(text, statement.otherwise, f"{place}.else.", known, then)

    def _add_secret_choice(
        self, text: str, statement: typed_tree.ForEachStmt, place: str, known: Names, then: Waits
    ) -> None:
        """Add the points of a simultaneous secret choice: first all players answer, then each answer takes effect."""
        choose = statement.body[0]
        assert isinstance(choose, typed_tree.ChooseStmt)
        asking = frozenset({(id(statement), "asking")})
        self.asked[id(choose), 0] = self._merge_points(
            text, f"{place}?", self._find_names(statement.body), known, then, here=statement, more=asking
        )
        names = self._find_names(choose.body)
        telling = self._add_round(text, statement, place, names, known, then, "telling")
        self.telling[id(statement)] = telling
        self._add_block(text, choose.body, f"{place}.1.", known | {statement.var, choose.picks[0].var}, telling)


def label_ability_texts(checked: typed_tree.CheckedGame) -> list[str]:
    """Return a label for each ability, by number: `fox 2` is the second ability of `fox`."""
    called = []
    count: dict[int, int] = {}
    for ability in checked.abilities:
        count[ability.power] = count.get(ability.power, 0) + 1
        owner = checked.game.pieces[ability.power].id if ability.power >= 0 else "the game"
        called.append(f"{owner} {count[ability.power]}")
    return called


def _drop_checker_statements(block: typed_tree.Block) -> typed_tree.Block:
    """Return the statements that the author wrote, without those the checker added for usage limits."""
    return tuple(statement for statement in block if not isinstance(statement, typed_tree.MarkUseStmt))


def _drop_none(*names: typed_tree.TypedVar | None) -> Names:
    """Return the variables that are not None."""
    return frozenset(name for name in names if name is not None)


def _find_assigned_names(statement: typed_tree.Stmt) -> Names:
    """Return the variables that a statement assigns and later statements of its block can read."""
    if isinstance(statement, typed_tree.LetStmt):
        return frozenset([statement.var])
    if isinstance(statement, typed_tree.PerformStmt | typed_tree.ActStmt) and statement.into is not None:
        return frozenset([statement.into])
    return frozenset()


def _list_blocks(
    statement: typed_tree.MayStmt | typed_tree.ChooseStmt | typed_tree.ChooseOneStmt,
) -> list[tuple[str, typed_tree.Block, Names]]:
    """Return the bodies of a decision as `(prefix of positions, block, picked variables)`."""
    if isinstance(statement, typed_tree.ChooseOneStmt):
        return [
            (
                f"option{number}.",
                each.body,
                _drop_none(each.pick.var if isinstance(each, typed_tree.PickingStmt) else None),
            )
            for number, each in enumerate(statement.options, start=1)
        ]
    first = (
        (statement.statement,) if isinstance(statement, typed_tree.MayStmt) and statement.statement is not None else ()
    )
    return [("", (*first, *statement.body), frozenset())]
