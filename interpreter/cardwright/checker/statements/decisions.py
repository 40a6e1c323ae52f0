"""Checks of decisions, such as optional statements, picks and choices between options."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial, reduce

from cardwright.builtins import all_primitives
from cardwright.checker import typed_tree
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.expressions.calls import WRONG_ARGUMENTS, find_constant
from cardwright.checker.expressions.type_compatibility import Bad
from cardwright.checker.names.rule_text_context import WRONG_TYPE, Symbols
from cardwright.checker.statements.base_checker import CONTROLS, WIDE_SUBJECT, BodyChecker
from cardwright.checker.statements.durations import report_impossible_duration
from cardwright.checker.statements.rest_and_order_of_choices import add_rests, declare_rests
from cardwright.checker.typed_tree_queries import (
    MISPLACED,
    find_numbers_among,
    find_numbers_by,
    find_requirements,
    is_set,
    name_from,
)
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO, Type, list_of
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as syntax
from cardwright.syntax.tree_builder import parse_title

ASKED_ALONE = declare_code("condition-on-whole-pick")
TOO_MANY_PICKS = declare_code("too-many-picks")
# Each pick tests that all later ones are possible, so that code and texts grow with the square of their number.
MAX_PICKS = 12
# The name of each of several players who decide one after the other. It cannot collide with an author's name.
THAT_PLAYER = "that player"
Asking = syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode
# The parts of the texts of a decision, and the values in them with the variables that keep them.
Blanks = tuple[tuple[str | typed_tree.TypedBlank, ...], ...]
Titled = tuple[syntax.MayNode | syntax.PickNode | syntax.ChooseOneNode | syntax.OptionNode, str | None]
Said = tuple[tuple[typed_tree.TypedVar, typed_tree.Value], ...]


class DecisionChecker:
    """Checker of decisions; it leaves the bodies of decisions to the checker of the enclosing statements."""

    def __init__(self, checker: BodyChecker) -> None:
        self.checker = checker
        self.scope = checker.scope
        self.values = checker.values
        self.unit = checker.unit
        self.symbols = checker.symbols
        self.sites = checker.sites

    def decision(self, node: Asking) -> typed_tree.Stmt | None:
        """Check a decision, and return its typed statement, or None if it has errors."""
        if isinstance(node, syntax.MayNode):
            return self._may(node)
        return self._choose(node) if isinstance(node, syntax.ChooseNode) else self._check_chooseone(node)

    def site(
        self,
        asks: typed_tree.WrittenNode[syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode],
        kind: Type,
        pick: int = 0,
        decline: str = "pass",
        blanks: Blanks = (),
    ) -> typed_tree.DecisionPoint:
        """Create the decision point of a statement; `kind` is the type of its options."""
        node: syntax.Node = asks.node.picks[pick] if isinstance(asks.node, syntax.ChooseNode) else asks.node
        text = self.unit.scalar.raw[node.start : node.end]
        number = len(self.sites)
        site = typed_tree.DecisionPoint(
            number, kind, asks, pick, decline, self.checker.title, self.checker.secret, text, blanks=blanks
        )
        self.sites.append(site)
        return site

    def _expand_players(self, node: Asking) -> typed_tree.Stmt | None:
        """Return a decision of several players as a loop with one decision for each player; None for one player."""
        if node.subject is None:
            return None
        before = len(self.unit.diagnostics)
        players = self.values.value(node.subject)
        if players.type != list_of(PLAYER):
            del self.unit.diagnostics[before:]  # the check for a single player reports the error
            return None
        with self.scope.inner():
            each = replace(self.symbols.var("each", PLAYER), own=True)
            self.scope.locals[THAT_PLAYER] = each
            one = syntax.NameNode(THAT_PLAYER, start=node.subject.start, end=node.subject.end)
            self.scope.loops += 1
            made = self.checker.statement(replace(node, subject=one))
            self.scope.loops -= 1
        return None if made is None else typed_tree.ForEachStmt(each, players, (made,))

    def _may(self, node: syntax.MayNode) -> typed_tree.Stmt | None:
        several = self._expand_players(node)
        if several is not None:
            return several
        player = self.checker.chooser(node.subject, node)
        statement = None
        if node.statement is not None:
            inner = node.statement
            if node.subject is not None and inner.word in CONTROLS:
                label = f"write `{self.unit.text(node.subject)} may:` and below it `{self.unit.text(inner)}`"
                self.unit.error(WIDE_SUBJECT, f"`{inner.word}` is not performed by a player", node, label)
                return None
            if node.subject is not None and inner.subject is None:
                inner = replace(inner, subject=node.subject)
            statement = self.checker.call(inner, None)
            if statement is None:
                return None
            self.checker.mark(statement, inner)
        if node.repeatedly:
            self.scope.loops += 1
        body = self.checker.body(node.body)
        if node.repeatedly:
            self.scope.loops -= 1
        blanks, said = self._collect_title_values((node, node.question))
        site = self.site(self.scope.written(node), Type("may"), blanks=blanks)
        if statement is not None:
            self.checker.no_require(
                node.body.statements,
                "`require` belongs before the procedure call, because it decides whether the option is offered",
            )
        return typed_tree.MayStmt(
            player, statement, body, self.checker.otherwise(node.otherwise), node.repeatedly, site, said
        )

    def _choose(self, node: syntax.ChooseNode) -> typed_tree.Stmt | None:
        several = self._expand_players(node)
        if several is not None:
            return several
        if len(node.picks) > MAX_PICKS:
            message = f"a `choose` has at most {MAX_PICKS} picks, but this one has {len(node.picks):,}"
            label = "put this and the following picks into a `choose` inside this one"
            self.unit.error(TOO_MANY_PICKS, message, node.picks[MAX_PICKS], label)
            return None
        if node.may and node.picks[0].at_random:
            return self._ask_before_chance(node)
        by_chance = all(pick.at_random for pick in node.picks)
        player = typed_tree.LiteralExpr(PLAYER, -1) if by_chance else self.checker.chooser(node.subject, node)
        if node.repeatedly:
            self.scope.loops += 1
        with self.scope.inner():
            places = [partial(self._pick_site, node, place) for place in range(len(node.picks))]
            picks = tuple(self._pick(each, place, node) for each, place in zip(node.picks, places, strict=True))
            rests = declare_rests(self.checker, node, picks)
            body = add_rests(rests, self.checker.statements(node.body.statements))
        if node.repeatedly:
            self.scope.loops -= 1
        amounts = {pick.word for pick in node.picks if pick.amount is not None}
        for required in find_requirements(node.body.statements):
            if any(isinstance(named, syntax.NameNode) and named.word in amounts for named in syntax.walk(required)):
                message = "`where` tests each item alone, and this condition is about all of them together"
                self.unit.error(ASKED_ALONE, message, required, "write it after the pick: `such that ...`")
        self._report_mixed_conditions(node)
        return typed_tree.ChooseStmt(
            player, node.may, picks, body, self.checker.otherwise(node.otherwise), node.repeatedly
        )

    def _ask_before_chance(self, node: syntax.ChooseNode) -> typed_tree.Stmt | None:
        """Check `may choose c at random ...` as `may: choose c at random ...`: the player accepts before the draw."""
        place = {"start": node.start, "end": node.end}
        first = node.picks[0]
        picks = (replace(first, question=None, said=()), *node.picks[1:])
        inner = syntax.BodyNode((replace(node, may=False, picks=picks, otherwise=None, repeatedly=False),), **place)
        agreed = self._may(
            syntax.MayNode(
                node.subject, None, inner, node.otherwise, node.repeatedly, first.question, first.said, **place
            )
        )
        match agreed:
            case typed_tree.MayStmt(body=(typed_tree.ChooseStmt(can_be_none=True) as choice,)):
                return replace(agreed, body=(typed_tree.RequireStmt(self._make_something_condition(choice)), choice))
        return agreed

    def _make_something_condition(self, choice: typed_tree.ChooseStmt) -> typed_tree.Value:
        """Return the condition that at least one item can be picked, for picks of any number of items."""
        found: list[typed_tree.Value] = []
        for pick in choice.picks:
            if any(
                typed_tree.uses_variable((pick.source, pick.where, pick.count), other.var) for other in choice.picks
            ):
                continue  # it depends on an earlier pick, which is not made yet
            listed = pick.source if pick.where is None else typed_tree.FilterExpr(pick.source, pick.item, pick.where)
            there: typed_tree.Value = typed_tree.PrimitiveExpr(self.symbols.primitives["any"], (listed,), YES_NO)
            if pick.count is not None:
                there = typed_tree.LogicExpr(
                    "and", typed_tree.CompareExpr(">", pick.count, typed_tree.LiteralExpr(NUMBER, 0)), there
                )
            found.append(there)
        return reduce(lambda some, more: typed_tree.LogicExpr("or", some, more), found)

    def _pick_site(self, node: syntax.ChooseNode, place: int, kind: Type, blanks: Blanks) -> typed_tree.DecisionPoint:
        decline = "pass" if node.picks[place].amount is None else "done"
        return self.site(self.scope.written(node), kind, place, decline, blanks)

    def _pick(
        self,
        node: syntax.PickNode,
        asked: Callable[[Type, Blanks], typed_tree.DecisionPoint],
        whole: syntax.ChooseNode | syntax.PickingNode,
    ) -> typed_tree.PickStmt:
        """Check a pick, and return it. `asked` creates its decision point, given the type of one item and its question.

        `whole` is the statement or option that contains the pick.
        """
        beside = whole.picks if isinstance(whole, syntax.ChooseNode) else ()
        inside = (node.where, node.such_that, whole.body, *beside)
        source = self.values.items(node.source, (node.word, "it") if node.amount is None else ("it",), inside)
        item_type = source.type.item or Bad.type
        if source.type.base == "list" and source.type.item is None:
            self.unit.error(WRONG_TYPE, "this list is empty", node.source, "write something between `[` and `]`")
        count = None
        if node.amount is not None and node.amount.value is not None:
            count = self.values.want(node.amount.value, NUMBER, "how many")
            fixed = find_constant(count)
            if count is not Bad and fixed is not None and fixed < 1 and node.amount.kind != "at_least":
                message = f"nothing can be chosen, as this number is {fixed}"
                self.unit.error(WRONG_ARGUMENTS, message, node.amount.value, "write 1 or more")
        if node.at_random and node.amount is not None and node.amount.kind in ("at_least", "any_number"):
            message = "a random pick needs a fixed number of items"
            label = "write a number, or `up to` one; `roll(...)` gives a random number"
            self.unit.error(MISPLACED, message, node.amount, label)
        if node.at_random and node.question is not None:
            message = "nobody is asked about a random pick, so it cannot have a question"
            self.unit.error(MISPLACED, message, node, "remove the text in quotes")
        blanks, said = self._collect_title_values((node, node.question))
        several = node.amount is not None
        item = self.symbols.var("it", item_type)
        where = (
            None
            if node.where is None
            else self.values.about(item, node.where, node.word, name_from(node), items=source)
        )
        if (
            several
            and node.where is not None
            and self.values.names.property(typed_tree.LocalExpr(item), node.word) is None
        ):
            self._report_joint_in_where(node, node.where)
        kind = list_of(item_type) if several else item_type
        var = self.checker.declare(node, kind, mask=several and not node.at_random and is_set(source))
        if not several:
            asked_of = (
                ()
                if where is None
                else find_numbers_by(typed_tree.substitute(where, {item: typed_tree.LocalExpr(var)}))
            )
            self.scope.numbers += (*asked_of, *find_numbers_among(source, var))
        amount = node.amount.kind if node.amount is not None else "one"
        if amount == "as_many" and count is not None:
            amount, count = "exactly", self._limit_to_items(count, source, item, where)
        together = self._check_joint_condition(node)
        site = asked(item_type, blanks)
        return typed_tree.PickStmt(var, item, amount, count, node.at_random, source, where, site, together, said)

    def _limit_to_items(
        self,
        count: typed_tree.Value,
        source: typed_tree.Value,
        item: typed_tree.TypedVar,
        where: typed_tree.Value | None,
    ) -> typed_tree.Value:
        """Return the smaller of two numbers: a count, and the number of items to pick from."""
        known = all_primitives()
        if where is not None:
            each = self.symbols.var("it", item.type)
            source = typed_tree.FilterExpr(
                source, each, typed_tree.substitute(where, {item: typed_tree.LocalExpr(each)})
            )
        return typed_tree.PrimitiveExpr(
            known["min"], (count, typed_tree.PrimitiveExpr(known["count"], (source,), NUMBER)), NUMBER
        )

    def _check_joint_condition(self, node: syntax.PickNode) -> typed_tree.Value | None:
        """Return the checked condition on all picked items together; None if the pick has no such condition."""
        if node.such_that is None:
            return None
        together = self.values.condition(node.such_that)
        wrong, label = "", f"remove `such that {self.unit.text(node.such_that)}`"
        if node.amount is None:
            wrong = f"`such that` tests several picks together, and `{node.word}` is a single pick"
            label = "write the condition after `where`, or pick a number of items"
        elif node.amount.kind == "as_many":
            wrong = "`as many as possible` counts the items alone, so it cannot have `such that`"
        elif node.at_random:
            wrong = "a random pick treats all items alike, so it cannot have `such that`"
        elif self.checker.secret:
            wrong = "a secret pick cannot have `such that`"
        elif not any(
            isinstance(named, syntax.NameNode) and named.word == node.word for named in syntax.walk(node.such_that)
        ):
            wrong = f"`such that` must mention the pick, but this does not mention `{node.word}`"
            label = "write it after `where` if it is about each item, or write an `if` or a `require` before"
        if wrong:
            self.unit.error(MISPLACED, wrong, node.such_that, label)
            return None
        return together

    def _report_mixed_conditions(self, node: syntax.ChooseNode) -> None:
        """Report a condition on all picked items that mentions an earlier pick.

        The condition is evaluated without knowledge of that pick.
        """
        several: set[str] = set()
        for pick in node.picks:
            for named in syntax.walk(pick.such_that) if pick.such_that is not None else ():
                if isinstance(named, syntax.NameNode) and named.word in several and named.word != pick.word:
                    message = f"this `such that` cannot use `{named.word}`: it can use earlier picks of one item only"
                    label = f"write a `choose` of its own for `{named.word}`, and this one inside it"
                    self.unit.error(MISPLACED, message, named, label)
            if pick.amount is not None:
                several.add(pick.word)

    def _report_joint_in_where(self, node: syntax.PickNode, where: syntax.Expr) -> None:
        """Report `where` if it is about all picked items together, because it is evaluated for each item alone."""
        for named in syntax.walk(where):
            if isinstance(named, syntax.NameNode) and named.word == node.word:
                message = f"`where` tests each item alone, and `{node.word}` means all picked items together"
                label = "write `it` for the item, and move what is about all items after `such that`"
                self.unit.error(ASKED_ALONE, message, named, label)
                return

    def _check_chooseone(self, node: syntax.ChooseOneNode) -> typed_tree.Stmt:
        several = self._expand_players(node)
        if several is not None:
            return several
        player = self.checker.chooser(node.subject, node)
        if node.repeatedly:
            self.scope.loops += 1
        texts: list[Titled] = [(node, node.question), *((option, option.title) for option in node.as_options)]
        filled = cache(lambda: self._collect_title_values(*texts))

        @cache
        def site() -> typed_tree.DecisionPoint:
            # numbered after the decisions of its options, and before those about a picked item
            return self.site(self.scope.written(node), Type("option"), blanks=filled()[0])

        options = tuple(self._check_option(each, site) for each in node.options)
        if node.repeatedly:
            self.scope.loops -= 1
        things = tuple(each.pick.item.type for each in options if isinstance(each, typed_tree.PickingStmt))
        self._report_confusable_picks(node, things)
        asked = self.sites[site().number] = _set_option_type(site(), things)
        options = tuple(_set_site(each, asked) for each in options)
        otherwise = self.checker.otherwise(node.otherwise)
        return typed_tree.ChooseOneStmt(player, node.may, options, otherwise, node.repeatedly, asked, filled()[1])

    def _check_option(
        self, option: syntax.OptionNode | syntax.PickingNode, site: Callable[[], typed_tree.DecisionPoint]
    ) -> typed_tree.OptionStmt | typed_tree.PickingStmt:
        """Check one of several options: statements, or a pick whose items are options."""
        if isinstance(option, syntax.PickingNode):
            with self.scope.inner():
                pick = self._pick(option.pick, lambda *_: site(), option)
                return typed_tree.PickingStmt(pick, self.checker.statements(option.body.statements))
        condition = self.values.condition(option.condition) if option.condition is not None else None
        return typed_tree.OptionStmt(condition, self.checker.body(option.body))

    def _report_confusable_picks(self, node: syntax.ChooseOneNode, things: tuple[Type, ...]) -> None:
        """Report picks among options if their items could be confused, or if there are no other options."""
        picked = node.pickings
        for place, (each, kind) in enumerate(zip(picked, things, strict=True)):
            if kind.base != "bad" and any(self._can_be_confused(kind, other) for other in things[:place]):
                said = self.values.types.describe(kind)
                message = f"two `option for each` of one choice offer {said}, so the answer would be ambiguous"
                label = "ask what to do with it after it is chosen"
                self.unit.error(MISPLACED, message, each, label)
        if len(picked) == len(node.options) == 1:
            label = f"write `choose {picked[0].pick.word} from ...`"
            message = "`option for each` adds items to other options, and there are no other options"
            self.unit.error(MISPLACED, message, picked[0], label)

    def _can_be_confused(self, one: Type, other: Type) -> bool:
        """Return True if picked items of two types could be confused with each other."""
        if {one.base, other.base} == {"piece", "name"}:
            return one.of == other.of  # they have the same name
        return one == other or one.base == other.base == "zone" or self.values.types.share_words(one, other)

    def _collect_title_values(self, *texts: Titled) -> tuple[Blanks, Said]:
        """Return the question and the titles of a decision in parts, and the values they contain.

        Both are empty if question and titles contain no values.
        """
        said: list[tuple[typed_tree.TypedVar, typed_tree.Value]] = []
        found: list[tuple[str | typed_tree.TypedBlank, ...]] = []
        for each, title in texts:
            start = self.unit.scalar.raw.index('"', each.start) + 1 if title else 0
            found.append(tuple(self._find_parts(each.said, title or "", start, said)))
        return (tuple(found), tuple(said)) if said else ((), ())

    def _find_parts(
        self,
        values: tuple[syntax.Expr, ...],
        title: str,
        start: int,
        said: list[tuple[typed_tree.TypedVar, typed_tree.Value]],
    ) -> Iterator[str | typed_tree.TypedBlank]:
        rest = iter(values)
        for part in parse_title(title):
            if isinstance(part, str):
                yield part
                continue
            if not part.name:
                at = self.unit.span_at(start + part.start, part.end - part.start)
                message = (
                    "braces in a title contain a name or a rule of names: `{amount}`, `{amount:coin}`, `{price(card)}`"
                )
                self.unit.error("syntax", message, at, "give the value a name with `let` before")
                continue
            node = next(rest)
            value = self.values.value(node)
            item = value.type.item or value.type
            if part.noun and item.base != "enum":  # an enum word qualifies the noun: 2 tea cards
                value = self.values.types.fit(value, NUMBER, node, f"`{part.noun}`")
            var = replace(self.symbols.var("said", value.type, mask=is_set(value)), own=True)
            said.append((var, value))
            yield typed_tree.TypedBlank(len(said) - 1, part.noun)


def _set_option_type(site: typed_tree.DecisionPoint, things: tuple[Type, ...]) -> typed_tree.DecisionPoint:
    """Return a decision point whose option type covers the picks among its options.

    The option type is that of a pick of pieces if there is one, else that of the first pick.
    """
    pieces = (kind for kind in things if kind.base == "piece")
    return replace(site, option_type=next(pieces, things[0]), things=things) if things else site


def _set_site(
    option: typed_tree.OptionStmt | typed_tree.PickingStmt, site: typed_tree.DecisionPoint
) -> typed_tree.OptionStmt | typed_tree.PickingStmt:
    return (
        replace(option, pick=replace(option.pick, site=site)) if isinstance(option, typed_tree.PickingStmt) else option
    )


OFFERS_NOTHING = declare_code("missing-offer")
USED_BY = declare_code("use-with-doer")


def use(node: syntax.PerformNode, bound: Sequence[typed_tree.Value], values: ValueChecker) -> typed_tree.Stmt | None:
    """Check `use` of a piece, which becomes a decision window with the offers of that piece; None after an error."""
    unit = values.unit
    if node.until is not None:
        report_impossible_duration(node, values)
    if node.subject is not None:
        values.value(node.subject)
        message = "`as` already names the player who uses the piece"
        unit.error(USED_BY, message, node.subject, f"remove `{unit.text(node.subject)}`")
    piece, player = bound
    if "bad" in (piece.type.base, player.type.base):
        return None
    values.scope.symbols.using.append((piece.type.of, unit, node))
    return typed_tree.OpenWindowStmt("", piece, player)


def report_offering_nothing(checked: typed_tree.CheckedGame, symbols: Symbols) -> None:
    """Report each `use` of a piece if its kind has no offer that could be used.

    Nothing is reported if the game has offers for other pieces and gives powers to pieces during play, because a piece
    could then gain an offer.
    """
    offers = [each for each in checked.abilities if each.kind == "offer" and each.this is not None]
    kinds = {each.this.type.of for each in offers if each.this is not None}
    given = any(
        isinstance(node, typed_tree.ActStmt) and node.primitive.lasting for node in typed_tree.walk_bodies(checked)
    )
    for kind, unit, node in symbols.using:
        if kind not in kinds and not (given and offers):
            title = symbols.game.kinds[kind].title
            message = f"`use` needs a {title} with an `offer`, but no {title} has one"
            unit.error(OFFERS_NOTHING, message, node, f"write an `offer` into the power of a {title}, or remove this")
