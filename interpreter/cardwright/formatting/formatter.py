"""Formatter that writes syntax trees and rule texts in canonical style."""

from collections.abc import Callable, Sequence

from cardwright.formatting import expressions as p
from cardwright.formatting.comments import Remarks, SourceComment, gather
from cardwright.formatting.line_breaking import SPACE, BreakGroup, Nest, Piece, flatten, lay_out
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import list_tokens, parse

WIDTH = 100
STEP = 2
CONTINUED = 4


def unparse(node: syntax.Node, width: int = WIDTH) -> str:
    """Return the canonical text of any node, without a final line break; lines are at most `width` columns if possible.

    Parsing the text gives an equal tree.
    """
    return "\n".join(_LineWriter(width, Remarks()).text(node))


def format_text(text: str, kind: str, width: int = WIDTH) -> str:
    """Return a rule text in canonical style, with its comments and single blank lines; `kind` is one of `parse`.

    Lines are at most `width` columns if possible, comments not counted. Parsing the result gives the same tree. Raises
    ValueError with one line for each error if the rule text does not parse.
    """
    parsed = parse(text, kind)
    if parsed.problems:
        lines = [f"{_place(text, each.start)}: {each.message}; {each.label}" for each in parsed.problems]
        raise ValueError("\n".join(lines))
    lines = _LineWriter(width, gather(text, parsed.tree, list_tokens(text, kind))).text(parsed.tree)
    return "\n".join(lines) + ("" if kind == "value" and "\n" not in text else "\n")


def _place(text: str, at: int) -> str:
    return f"{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"


class _LineWriter:
    """Writer of the lines of one rule text."""

    def __init__(self, width: int, remarks: Remarks) -> None:
        self.width = width
        self.remarks = remarks
        self.lines: list[str] = []

    def text(self, node: syntax.Node) -> list[str]:
        match node:
            case syntax.PowerNode():
                self.block(node.abilities, 0)
            case syntax.LibraryNode():
                self.block(node.items, 0)
            case syntax.BodyNode():
                self.block(node.statements, 0)
            case _:
                self.block([node], 0)
        return self.lines

    # lines and blocks

    def line(self, piece: Piece, indent: int, comment: str | None = None) -> None:
        laid = " " * indent + lay_out(Nest(CONTINUED, BreakGroup(piece)), self.width, indent)
        self.lines.extend((f"{laid} {comment}" if comment else laid).split("\n"))

    def block(self, nodes: Sequence[syntax.Node], indent: int) -> None:
        top = len(self.lines)
        for node in nodes:
            self.own_lines(self.remarks.before.get(node.start, ()), indent, top)
            if node.start in self.remarks.blank and len(self.lines) > top:
                self.lines.append("")
            self.node(node, indent)
        if nodes:
            self.own_lines(self.remarks.closing.get(nodes[0].start, ()), indent, top)

    def own_lines(self, remarks: Sequence[SourceComment], indent: int, top: int) -> None:
        for remark in remarks:
            if remark.blank and len(self.lines) > top:
                self.lines.append("")
            self.lines.append(" " * indent + remark.text)

    def node(self, node: syntax.Node, indent: int) -> None:
        writer = _BLOCKS.get(type(node))
        if writer is not None and not (isinstance(node, syntax.MayNode) and p.lay_out_simple(node) is not None):
            writer(self, node, indent)
        else:
            self.line(_lay_out_line(node), indent, self.remarks.after.get(node.start))

    def headed(self, head: Piece, nodes: Sequence[syntax.Node], indent: int) -> None:
        """Write a line that ends with `:`, and its block. A single simple node goes on the same line if it fits."""
        first = nodes[0].start
        if (
            len(nodes) == 1
            and _is_simple(nodes[0])
            and not any(map(self.remarks.keep_apart, _find_line_starts(nodes[0])))
        ):
            whole = f"{flatten(head)}: {flatten(_lay_out_line(nodes[0]))}"
            if indent + len(whole) <= self.width:
                behind = [
                    self.remarks.after[start] for start in _find_line_starts(nodes[0]) if start in self.remarks.after
                ]
                self.line(whole, indent, behind[-1] if behind else None)
                return
        self.line((head, ":"), indent, self.remarks.opening.get(first))
        self.block(nodes, indent + STEP)

    def otherwise(self, word: Piece, following: int, body: syntax.BodyNode, indent: int) -> None:
        place = self.remarks.else_before(following)
        if place is not None:
            self.own_lines(self.remarks.before.get(place, ()), indent, len(self.lines))
        self.headed(word, body.statements, indent)

    def last_else(self, body: syntax.BodyNode | None, indent: int) -> None:
        if body is not None:
            self.otherwise("else", body.statements[0].start, body, indent)

    # statements

    def if_(self, node: syntax.IfNode, indent: int) -> None:
        (condition, body), *others = node.branches
        self.headed(("if ", p.lay_out_value(condition, p.EXPR)), body.statements, indent)
        for condition, body in others:
            self.otherwise(("else if ", p.lay_out_value(condition, p.EXPR)), condition.start, body, indent)
        self.last_else(node.otherwise, indent)

    def for_each(self, node: syntax.ForEachNode, indent: int) -> None:
        start = f"{'secretly ' if node.secretly else ''}for each {node.word} in "
        self.headed(BreakGroup((start, *p.lay_out_source(node.list, node.where))), node.body.statements, indent)

    def repeat(self, node: syntax.RepeatNode, indent: int) -> None:
        head: Piece = "repeat"
        if node.value is not None:
            much = p.lay_out_value(node.value, p.EXPR)
            head = ("repeat until ", much) if node.kind == "until" else ("repeat ", much, " times")
        self.headed(head, node.body.statements, indent)

    def may(self, node: syntax.MayNode, indent: int) -> None:
        call = node.statement
        asked = () if node.question is None else (" ", p.quote(node.question))
        act = (*asked, *(() if call is None else (" ", p.lay_out_simple(call) or "")))
        self.headed((*p.lay_out_doer(node.repeatedly, node.subject), "may", *act), node.body.statements, indent)
        self.last_else(node.otherwise, indent)

    def put_on(self, node: syntax.PutOnNode, indent: int) -> None:
        self.headed(f"put on {node.stack.word}", node.body.statements, indent)

    def together(self, node: syntax.TogetherNode, indent: int) -> None:
        self.headed("together", node.body.statements, indent)

    def choose(self, node: syntax.ChooseNode, indent: int, lead: Piece = ()) -> None:
        start = (lead, *p.lay_out_doer(node.repeatedly, node.subject), "may choose" if node.may else "choose")
        if len(node.picks) == 1:
            head: Piece = (*start, " ", p.pick(node.picks[0]))
        else:
            head = BreakGroup((*start, SPACE, p.lay_out_list(Nest(STEP, p.pick(each)) for each in node.picks)))
        self.headed(head, node.body.statements, indent)
        self.last_else(node.otherwise, indent)

    def choose_one(self, node: syntax.ChooseOneNode, indent: int, lead: Piece = ()) -> None:
        words = "may choose one" if node.may else "choose one"
        question = () if node.question is None else (" ", p.quote(node.question))
        self.headed((lead, *p.lay_out_doer(node.repeatedly, node.subject), words, *question), node.options, indent)
        self.last_else(node.otherwise, indent)

    def headed_by_choice(self, head: Piece, node: syntax.OptionNode | syntax.ReactNode, indent: int) -> None:
        """Write a line with its block. If it has targets, the choice of targets continues the line before the block."""
        match node.body.statements:
            case (syntax.ChooseNode() as choice,) if node.targeted:
                self.choose(choice, indent, (head, " "))
            case (syntax.ChooseOneNode() as choice,) if node.targeted:
                self.choose_one(choice, indent, (head, " "))
            case statements:
                self.headed(head, statements, indent)

    def option(self, node: syntax.OptionNode, indent: int) -> None:
        title = () if node.title is None else (" ", p.quote(node.title))
        condition = () if node.condition is None else (" if ", p.lay_out_value(node.condition, p.EXPR))
        self.headed_by_choice(("option", *title, *condition), node, indent)

    def picking(self, node: syntax.PickingNode, indent: int) -> None:
        items = p.lay_out_source(node.pick.source, node.pick.where)
        self.headed(BreakGroup((f"option for each {node.pick.word} in ", *items)), node.body.statements, indent)

    # abilities

    def react(self, node: syntax.ReactNode, indent: int) -> None:
        when = "instead of" if node.when == "instead" else node.when
        head = BreakGroup((f"{when} ", p.lay_out_trigger(node.pattern), *p.lay_out_clauses(node.where, node.limit)))
        self.headed_by_choice(head, node, indent)

    def modify(self, node: syntax.ModifyNode, indent: int) -> None:
        self.headed(BreakGroup(p.lay_out_modifier(node)), node.changes, indent)

    def offer(self, node: syntax.OfferNode, indent: int) -> None:
        title = () if node.title is None else (" ", p.quote(node.title))
        head = BreakGroup(("offer ", p.lay_out_list(node.windows), *title, *p.lay_out_clauses(node.where, node.limit)))
        self.headed(head, node.body.statements, indent)

    def in_zones(self, node: syntax.InZonesNode, indent: int) -> None:
        self.headed(("in ", p.lay_out_list(node.zones)), node.abilities, indent)

    # definitions

    def procedure(self, node: syntax.ProcedureNode, indent: int) -> None:
        gives = (" gives ", *p.lay_out_parameters(node.gives)) if node.gives else ()
        phrase = () if node.phrase is None else (" ", p.quote(node.phrase))
        head = (
            f"{node.kind} {node.word}",
            *p.lay_out_parameters(node.params),
            *gives,
            *phrase,
            *p.lay_out_clauses(None, node.limit),
        )
        self.headed(BreakGroup(head), node.body.statements, indent)

    def rule(self, node: syntax.RuleNode, indent: int) -> None:
        result = () if node.result is None else (f" gives {node.result}",)
        phrase = () if node.phrase is None else (" ", p.quote(node.phrase))
        changes = [(",", SPACE, f"{each.change} ", p.quote(each.phrase)) for each in node.phrases]
        named = (f"rule {node.word}", *p.lay_out_parameters(node.params), *result, *phrase)
        head: tuple[Piece, ...] = (BreakGroup((*named, Nest(STEP, tuple(changes)))),)
        only = node.cases[0]
        if node.names or len(node.cases) > 1 or only.condition is not None:
            block: tuple[syntax.Node, ...] = (*node.names, *node.cases)
            alone = bool(node.names) and len(node.cases) == 1 and only.condition is None
            self.line((*head, ":"), indent, self.remarks.opening.get(block[0].start))
            self.block((*node.names, only.value) if alone else block, indent + STEP)
            return
        whole = f"{flatten(head)}: {flatten(p.lay_out_value(only.value))}"
        if not self.remarks.keep_apart(only.start) and indent + len(whole) <= self.width:
            self.line(whole, indent, self.remarks.after.get(only.start))
        else:
            self.line((*head, ":"), indent, self.remarks.opening.get(only.start))
            top, inner = len(self.lines), indent + STEP
            self.own_lines(self.remarks.before.get(only.start, ()), inner, top)
            self.line(p.lay_out_value(only.value), inner, self.remarks.after.get(only.start))
            self.own_lines(self.remarks.closing.get(only.start, ()), inner, top)


def _is_simple(node: syntax.Node) -> bool:
    return isinstance(
        node,
        syntax.PerformNode
        | syntax.LetNode
        | syntax.AssignNode
        | syntax.RequireNode
        | syntax.CarryOutNode
        | syntax.ChangeNode,
    ) or (isinstance(node, syntax.MayNode | syntax.ModifyNode) and p.lay_out_simple(node) is not None)


def _find_line_starts(node: syntax.Node) -> tuple[int, ...]:
    """Return the offsets in a simple statement at which a line could begin: its start, and the start of its change."""
    return (
        (node.start, *(change.start for change in node.changes))
        if isinstance(node, syntax.ModifyNode)
        else (node.start,)
    )


def _lay_out_line(node: syntax.Node) -> Piece:
    """Return the layout of a node without a block: a simple statement, or a part of a statement or ability."""
    match node:
        case (
            syntax.PerformNode()
            | syntax.MayNode()
            | syntax.LetNode()
            | syntax.AssignNode()
            | syntax.RequireNode()
            | syntax.CarryOutNode()
            | syntax.ModifyNode()
        ):
            return p.lay_out_simple(node) or ""
        case syntax.ForbidNode():
            return BreakGroup(("forbid ", p.lay_out_trigger(node.pattern), *p.lay_out_clauses(node.where)))
        case syntax.ChangeNode():
            return p.lay_out_change(node)
        case syntax.CaseNode():
            condition = (" otherwise",) if node.condition is None else (" if ", p.lay_out_value(node.condition, p.EXPR))
            return p.lay_out_value(node.value), *condition
        case syntax.ArgNode():
            return p.lay_out_argument(node)
        case syntax.EachNode():
            return f"for each {node.word} in ", p.lay_out_value(node.list, p.EXPR)
        case syntax.AmountNode():
            return p.lay_out_amount(node)
        case syntax.PickNode():
            return p.pick(node)
        case syntax.LimitNode():
            return p.lay_out_limit(node)
        case syntax.PatternNode():
            return p.lay_out_trigger(node)
        case syntax.ParamNode():
            return p.lay_out_parameter(node)
        case _ if isinstance(node, syntax.Expr):
            return p.lay_out_value(node)
    raise TypeError(f"{type(node).__name__} is no piece of the language")


_BLOCKS: dict[type[syntax.Node], Callable[..., None]] = {
    syntax.IfNode: _LineWriter.if_,
    syntax.ForEachNode: _LineWriter.for_each,
    syntax.RepeatNode: _LineWriter.repeat,
    syntax.MayNode: _LineWriter.may,
    syntax.PutOnNode: _LineWriter.put_on,
    syntax.TogetherNode: _LineWriter.together,
    syntax.ChooseNode: _LineWriter.choose,
    syntax.ChooseOneNode: _LineWriter.choose_one,
    syntax.OptionNode: _LineWriter.option,
    syntax.PickingNode: _LineWriter.picking,
    syntax.ReactNode: _LineWriter.react,
    syntax.ModifyNode: _LineWriter.modify,
    syntax.OfferNode: _LineWriter.offer,
    syntax.InZonesNode: _LineWriter.in_zones,
    syntax.ProcedureNode: _LineWriter.procedure,
    syntax.RuleNode: _LineWriter.rule,
}
