"""Rules that have no value, because each of their cases calls them again."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from cardwright.checker.names.rule_text_context import Unit
from cardwright.checker.transitive_uses import find_shortest_cycle
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as syntax

RULE_CYCLE = declare_code("rule-cycle")
Rules = Mapping[str, tuple[syntax.RuleNode, Unit]]
# The rules that are always called in one case of a rule, with the nodes of the calls.
Way = list[tuple[str, syntax.Node]]


def check_rule_cycles(rules: Rules, texts: Sequence[tuple[syntax.Node, Unit]]) -> None:
    """Report rules that have no value, because they call themselves in every case or with the same arguments.

    A rule can call itself directly, through other rules or through modifiers.
    """
    ways = {word: list(_find_calls_by_case(node, rules)) for word, (node, _) in rules.items()}
    endless = _find_endless_rules(ways)
    asks: dict[str, list[tuple[str, syntax.Node, Unit]]] = {}
    for word, (node, unit) in rules.items():
        first = _find_certain_calls(
            node.cases[0].condition or node.cases[0].value, _list_parameters(node), _map_local_names(node)
        )
        on = [step for way in ways[word] for step in way if word in endless and step[0] in endless]
        asks[word] = [(name, at, unit) for name, at in (*first, *on) if name in rules]
    changing: set[str] = set()
    for text, unit in texts:
        for found in syntax.index(text).of(syntax.ModifyNode):
            if found.rule.word in rules:
                again = [(name, at, unit) for name, at in _find_calls_of_change(found, rules)]
                asks[found.rule.word] += again
                changing |= {found.rule.word} if again else set()
    reported = {
        word for word, (node, unit) in rules.items() if word not in endless and _report_same_arguments(node, unit)
    }
    called = {word: [name for name, _, _ in those] for word, those in asks.items()}
    for word in rules:
        ring = find_shortest_cycle(word, called)
        if ring and reported.isdisjoint(ring):
            reported |= set(ring)
            path = [*ring[1:], word]
            at, unit = next((at, unit) for name, at, unit in asks[word] if name == path[0])
            way = f"`{word}` asks " + ", which asks ".join(f"`{name}`" for name in path)
            span = unit.span_at(at.start, len(path[0]))
            changed = word in changing
            unit.error(
                RULE_CYCLE,
                f"this rule depends on itself{' while this power works' if changed else ''}: {way}",
                span,
                "leave it out in at least one case" if changed else f"begin with a case without `{path[0]}`",
                severity="warning" if changed else "error",
            )


def _list_parameters(node: syntax.RuleNode) -> set[str]:
    return {param.word for param in node.params}


def _find_calls_by_case(node: syntax.RuleNode, rules: Rules) -> Iterator[Way]:
    """Yield for each case of a rule the calls that are made whenever the case applies.

    These are the calls in the value and the condition of the case, and in the conditions of earlier cases.
    """
    before: Way = []
    for case in node.cases:
        if case.condition is not None:
            before += [
                step
                for step in _find_certain_calls(case.condition, _list_parameters(node), _map_local_names(node))
                if step[0] in rules
            ]
        yield [
            *before,
            *(
                step
                for step in _find_certain_calls(case.value, _list_parameters(node), _map_local_names(node))
                if step[0] in rules
            ),
        ]


def _find_endless_rules(ways: Mapping[str, list[Way]]) -> set[str]:
    """Return the rules whose every case calls one of these rules again."""
    endless = set(ways)
    while True:
        ending = {word for word in endless if any(all(name not in endless for name, _ in way) for way in ways[word])}
        if not ending:
            return endless
        endless -= ending


def _report_same_arguments(node: syntax.RuleNode, unit: Unit) -> bool:
    """Report a case in which a rule calls itself with the same arguments; return True if there is one."""
    roles = [param.word for param in node.params]
    for case in node.cases:
        for word, at in (
            *_find_certain_calls(case.value, set(roles), _map_local_names(node)),
            *(_find_certain_calls(case.condition, set(roles), _map_local_names(node)) if case.condition else ()),
        ):
            if word == node.word and _map_arguments(at, roles) == {role: syntax.NameNode(role) for role in roles}:
                message = f"this case never ends: `{word}` calls itself with the same arguments"
                label = "change an argument, so that another case applies in the end"
                unit.error(RULE_CYCLE, message, unit.span_at(at.start, len(word)), label)
                return True
    return False


def _find_calls_of_change(node: syntax.ModifyNode, rules: Rules) -> Iterator[tuple[str, syntax.Node]]:
    """Yield the rules that a modifier certainly calls, each with the node of the call.

    The value of a modifier with a duration counts only if it contains parameters of the rule; otherwise it is computed
    before the modifier starts.
    """
    roles = [param.word for param in rules[node.rule.word][0].params]
    wanted = _map_arguments(node.rule, roles)
    values = [
        each.value
        for each in node.changes
        if node.until is None or not syntax.index(each.value).words.isdisjoint(roles)
    ]
    parts: list[syntax.Expr] = [node.where] if node.where is not None else [*values]
    for part in parts:
        for word, at in _find_certain_calls(part, set(roles)):
            same = word == node.rule.word and wanted.items() <= _map_arguments(at, roles).items()
            if word in rules and (same or not wanted):
                yield word, at


def _map_arguments(node: syntax.Node, roles: Sequence[str]) -> dict[str, syntax.Expr]:
    args = node.args if isinstance(node, syntax.CallNode) else ()
    return {arg.role or (roles[n] if n < len(roles) else ""): arg.value for n, arg in enumerate(args)}


def _map_local_names(node: syntax.RuleNode) -> dict[str, syntax.Node]:
    """Return the local names of a rule with their expressions."""
    return {each.word: each.value for each in node.names}


def _find_certain_calls(
    value: syntax.Node, taken: Collection[str], names: Mapping[str, syntax.Node] = MappingProxyType({})
) -> Iterator[tuple[str, syntax.Node]]:
    """Yield (word, node) for each word that is evaluated in every evaluation of `value`.

    The parameters in `taken` are left out, as are words after an `and` or `or`, in a filter, or about the items of a
    list. Local names are replaced by their values in `names`, each once.
    """
    stack: list[syntax.Node] = [value]
    said: set[str] = set()
    while stack:
        node = stack.pop()
        if isinstance(node, syntax.NameNode) and node.word in names:
            stack += [names[node.word]] if node.word not in said else []
            said.add(node.word)
        elif isinstance(node, syntax.NameNode | syntax.CallNode):
            if node.word not in taken:
                yield node.word, node
            stack += [arg.value for arg in node.args] if isinstance(node, syntax.CallNode) else []
        elif isinstance(node, syntax.LogicNode):
            stack.append(node.left)
        elif isinstance(node, syntax.FilterNode | syntax.RankedNode):
            stack.append(node.list)
        elif isinstance(node, syntax.CollectNode):
            stack.append(node.each[0].list)
        else:
            stack.extend(syntax.list_children(node))
