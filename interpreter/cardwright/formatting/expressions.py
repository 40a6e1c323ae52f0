"""Layout of expressions, patterns and simple statements, with as few brackets as possible."""

import re
from collections.abc import Iterable

from cardwright.formatting.line_breaking import NOTHING, SPACE, BreakGroup, Nest, Piece, find_last_text
from cardwright.syntax import tree as syntax
from cardwright.syntax.keywords import list_keywords, list_reserved_words

# Precedences. An expression of a lower precedence than required gets brackets.
ITEM, EXPR, AND, NOT, COMPARE, SUM, PRODUCT, UNARY, POSTFIX = range(9)

# Pairs of names that would read as one keyword side by side.
ONE_WORD = frozenset(word for word in list_keywords() if " " in word and word.split()[0] not in list_reserved_words())


def lay_out_value(node: syntax.Expr, least: int = ITEM, inside: bool = False) -> Piece:
    """Lay out an expression where precedence `least` is required.

    If the expression is `inside` brackets, its line can break before `for each`.
    """
    if find_precedence(node) >= least:
        return _lay_out_plain(node, inside)
    return lay_out_brackets("(", [_lay_out_plain(node, True)], ")")


def find_precedence(node: syntax.Expr) -> int:
    """Return the precedence of an expression."""
    match node:
        case syntax.FilterNode() | syntax.RankedNode() | syntax.CollectNode():
            return ITEM
        case syntax.LogicNode(operator=operator):
            return EXPR if operator == "or" else AND
        case syntax.NotNode():
            return NOT
        case syntax.CompareNode():
            return COMPARE
        case syntax.BinaryNode(operator=operator):
            return PRODUCT if operator == "*" else SUM
        case syntax.DivideNode():
            return PRODUCT
        case syntax.NegativeNode() | syntax.RestOfNode():
            return UNARY
        case _:
            return POSTFIX


def lay_out_brackets(opening: str, pieces: Iterable[Piece], closing: str) -> Piece:
    """Lay out a list in brackets, on one line or with a line for each item."""
    return BreakGroup((opening, Nest(2, (NOTHING, lay_out_list(pieces))), closing))


def lay_out_list(pieces: Iterable[Piece]) -> Piece:
    """Lay out a list with a comma and a possible line break between items."""
    parts: list[Piece] = []
    for piece in pieces:
        parts.extend(((",", SPACE), piece) if parts else (piece,))
    return tuple(parts) or ""


def _lay_out_plain(node: syntax.Expr, inside: bool) -> Piece:
    match node:
        case syntax.NumberNode():
            return str(node.value)
        case syntax.TextNode():
            return quote(node.value)
        case syntax.YesNoNode():
            return "yes" if node.value else "no"
        case syntax.NameNode():
            return node.word
        case syntax.NamesOfNode():
            return f"{'names' if node.several else 'name'} of {node.word}"
        case syntax.CallNode():
            return lay_out_call(node.word, node.args, always=True)
        case syntax.ListOfNode():
            return lay_out_brackets("[", [lay_out_value(item, EXPR) for item in node.items], "]")
        case syntax.GetNode() | syntax.AtNode():
            return _lay_out_access(node)
        case syntax.RestOfNode():
            return "the rest of ", lay_out_value(node.list, UNARY)
        case syntax.NegativeNode():
            return "-", lay_out_value(node.value, UNARY)
        case syntax.NotNode():
            return "not ", lay_out_value(node.value, NOT)
        case syntax.CompareNode():
            return BreakGroup(
                (lay_out_value(node.left, SUM), f" {node.operator}", SPACE, lay_out_value(node.right, SUM))
            )
        case syntax.LogicNode() | syntax.BinaryNode() | syntax.DivideNode():
            return _lay_out_chain(node)
        case syntax.FilterNode():
            return BreakGroup((lay_out_value(node.list, EXPR), *lay_out_where(node.where)))
        case syntax.IfAnyNode():
            return lay_out_value(node.condition, EXPR), ", if any"
        case syntax.RankedNode():
            return BreakGroup(_lay_out_ranked(node))
        case syntax.CollectNode():
            return _lay_out_collected(node, inside)


def _lay_out_access(node: syntax.GetNode | syntax.AtNode) -> Piece:
    steps: list[Piece] = []
    root: syntax.Expr = node
    while isinstance(root, syntax.GetNode | syntax.AtNode):
        if isinstance(root, syntax.GetNode):
            steps.append(f".{root.word}")
        else:
            steps.append(lay_out_brackets("[", [lay_out_value(root.index, EXPR)], "]"))
        root = root.object
    return lay_out_value(root, POSTFIX), *reversed(steps)


def _lay_out_chain(node: syntax.LogicNode | syntax.BinaryNode | syntax.DivideNode) -> Piece:
    """Lay out operators of one precedence from left to right in one group, so that all of them break or none."""
    level = find_precedence(node)
    steps: list[Piece] = []
    left: syntax.Expr = node
    while isinstance(left, syntax.LogicNode | syntax.BinaryNode | syntax.DivideNode) and find_precedence(left) == level:
        steps.append(_step(left, lay_out_value(left.right, level + 1)))
        left = left.left
    return BreakGroup((lay_out_value(left, level), *reversed(steps)))


def _step(node: syntax.LogicNode | syntax.BinaryNode | syntax.DivideNode, right: Piece) -> Piece:
    if isinstance(node, syntax.DivideNode):
        return SPACE, "/ ", right, f" rounded {node.rounding}" if node.rounding else ""
    if node.operator == "-":
        return " -", SPACE, right
    return SPACE, f"{node.operator} ", right


def _lay_out_collected(node: syntax.CollectNode, inside: bool) -> Piece:
    rounds = tuple(
        (SPACE if inside else " ", f"for each {each.word} in ", lay_out_value(each.list, EXPR)) for each in node.each
    )
    condition = () if node.where is None else lay_out_where(node.where)
    return BreakGroup((lay_out_value(node.value, EXPR), *rounds, *condition))


def _lay_out_ranked(node: syntax.RankedNode) -> tuple[Piece, ...]:
    """Lay out a ranked list with its condition and the value that ranks it."""
    match node.list:
        case syntax.RankedNode():
            before = _lay_out_ranked(node.list)
        case syntax.FilterNode():
            before = (lay_out_value(node.list.list, EXPR), *lay_out_where(node.list.where))
        case _:
            before = (lay_out_value(node.list, EXPR),)
    return *before, SPACE, f"with the {node.which} ", lay_out_value(node.by, SUM)


def lay_out_source(node: syntax.Expr, condition: syntax.Expr | None) -> tuple[Piece, ...]:
    """Lay out the list of a loop or a pick."""
    if isinstance(node, syntax.RankedNode) and condition is None:
        return _lay_out_ranked(node)
    return lay_out_value(node, EXPR), *lay_out_clauses(condition)


def quote(text: str) -> str:
    """Return a text in quotation marks."""
    return f'"{text}"'


def lay_out_where(condition: syntax.Expr) -> tuple[Piece, ...]:
    """Lay out a `where` clause with the space before it."""
    if isinstance(condition, syntax.IfAnyNode):
        return SPACE, "where ", Nest(2, (lay_out_value(condition.condition, EXPR), ", if any"))
    return SPACE, "where ", Nest(2, lay_out_value(condition, EXPR))


def lay_out_call(word: str, args: tuple[syntax.ArgNode, ...], always: bool = False) -> Piece:
    """Lay out a call. Without arguments, brackets are only written if `always` is True."""
    if not args and not always:
        return word
    return word, lay_out_brackets("(", map(lay_out_argument, args), ")")


def lay_out_argument(arg: syntax.ArgNode) -> Piece:
    """Lay out a positional or named argument."""
    return (f"{arg.role}: " if arg.role is not None else "", lay_out_value(arg.value, inside=True))


def lay_out_subject_call(subject: syntax.Expr | None, word: str, args: tuple[syntax.ArgNode, ...]) -> Piece:
    """Lay out a call, or the pattern of a call, with its subject."""
    act = lay_out_call(word, args)
    return act if subject is None else (separate_from_name(lay_out_value(subject, POSTFIX), word), " ", act)


def separate_from_name(piece: Piece, word: str) -> Piece:
    """Return `piece`, in brackets if its last word and the name `word` after it would read as a keyword."""
    last = re.search(r"\w*\Z", find_last_text(piece))
    return lay_out_brackets("(", [piece], ")") if last and f"{last[0]} {word}" in ONE_WORD else piece


def lay_out_simple(node: syntax.Stmt) -> Piece | None:
    """Lay out a statement that can follow a `:` on its line; None for a statement with a block."""
    match node:
        case syntax.PerformNode():
            call = lay_out_subject_call(node.subject, node.word, node.args)
            order = (" in any order",) if node.in_any_order else ()
            return BreakGroup((call, *order, *lay_out_duration(node.until)))
        case syntax.MayNode(statement=deed) if deed is not None and not node.body.statements:
            asked = lay_out_question(node.question)
            return *lay_out_doer(node.repeatedly, node.subject), "may ", *asked, lay_out_simple(deed) or ""
        case syntax.LetNode():
            part = (
                lay_out_simple(node.value) if isinstance(node.value, syntax.PerformNode) else lay_out_value(node.value)
            )
            return BreakGroup((f"let {node.word} =", SPACE, part or ""))
        case syntax.AssignNode():
            return BreakGroup(
                (lay_out_value(node.target, POSTFIX), f" {node.operator}", SPACE, lay_out_value(node.value))
            )
        case syntax.RequireNode():
            return "require ", lay_out_value(node.condition, EXPR)
        case syntax.ModifyNode(until=until, changes=(only,)) if until is not None:
            return BreakGroup((*lay_out_modifier(node), ": ", lay_out_change(only)))
        case syntax.CarryOutNode():
            return "carry out ", lay_out_value(node.things, EXPR)
        case _:
            return None


def lay_out_doer(repeatedly: bool, subject: syntax.Expr | None) -> tuple[Piece, ...]:
    """Lay out the words before `may` and `choose`: `repeatedly`, if the statement says so, and the subject."""
    who: tuple[Piece, ...] = () if subject is None else (lay_out_value(subject, POSTFIX), " ")
    return ("repeatedly ", *who) if repeatedly else who


def lay_out_question(question: str | None) -> tuple[Piece, ...]:
    """Lay out the author's question and the space behind it; () without one."""
    return () if question is None else (quote(question), " ")


def pick(node: syntax.PickNode) -> Piece:
    """Lay out one pick of a choice."""
    chance = " at random" if node.at_random else ""
    much = () if node.amount is None else (lay_out_amount(node.amount, node.word), " ")
    together: tuple[Piece, ...] = ()
    if node.such_that is not None:
        together = (SPACE, "such that ", Nest(2, lay_out_value(node.such_that, EXPR)))
    asked = lay_out_question(node.question)
    return BreakGroup(
        (*asked, *much, f"{node.word}{chance} from ", *lay_out_source(node.source, node.where), *together)
    )


def lay_out_amount(node: syntax.AmountNode, word: str = "") -> Piece:
    """Lay out the number of picks, before the name of the pick."""
    if node.value is None:
        return "any number of"
    if node.kind == "at_least":
        return lay_out_value(node.value, SUM), " or more"
    much = separate_from_name(lay_out_value(node.value, SUM), word)
    lead = {"up_to": "up to ", "as_many": "as many as possible up to "}.get(node.kind)
    return (lead, much) if lead is not None else much


def lay_out_clauses(condition: syntax.Expr | None, limit: syntax.LimitNode | None = None) -> tuple[Piece, ...]:
    """Lay out the `where` and the limit of an ability, with the space before each."""
    condition_text = () if condition is None else lay_out_where(condition)
    return condition_text if limit is None else (*condition_text, SPACE, lay_out_limit(limit))


def lay_out_limit(limit: syntax.LimitNode) -> str:
    """Render a usage limit."""
    return f"{'once' if limit.times == 1 else 'twice'} per {limit.span}"


def lay_out_modifier(node: syntax.ModifyNode) -> tuple[Piece, ...]:
    """Lay out the head of a modifier: rule, condition and, in a statement, the duration."""
    return "modify ", lay_out_value(node.rule), *lay_out_clauses(node.where), *lay_out_duration(node.until)


def lay_out_duration(until: syntax.UntilNode | None) -> tuple[Piece, ...]:
    """Lay out the `until` of an effect, with the space before it."""
    if until is None:
        return ()
    first, *others = map(_lay_out_ending, until.events)
    return SPACE, "until ", first, *(part for other in others for part in (SPACE, "or ", other))


def _lay_out_ending(event: syntax.PatternNode | syntax.LeaveNode) -> Piece:
    if isinstance(event, syntax.LeaveNode):
        return lay_out_value(event.piece, POSTFIX), " leaves play"
    return lay_out_trigger(event)


def lay_out_change(node: syntax.ChangeNode) -> Piece:
    """Lay out one change of a rule."""
    return f"{node.operator} ", lay_out_value(node.value)


def lay_out_trigger(node: syntax.PatternNode) -> Piece:
    """Lay out the event pattern of an ability."""
    return lay_out_subject_call(node.subject, node.word, node.args)


def lay_out_parameter(node: syntax.ParamNode) -> Piece:
    """Lay out a parameter of a procedure or rule."""
    kind = f": {' or '.join(node.types)}" if node.type_word is not None else ""
    default = () if node.default is None else (" = ", lay_out_value(node.default, EXPR))
    return f"{node.word}{kind}", *default


def lay_out_parameters(params: tuple[syntax.ParamNode, ...]) -> tuple[Piece, ...]:
    """Lay out parameters in brackets; without parameters, nothing."""
    return (lay_out_brackets("(", map(lay_out_parameter, params), ")"),) if params else ()
