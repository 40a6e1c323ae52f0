"""Warnings about reactions that trigger each other endlessly."""

from collections.abc import Iterator, Mapping, Sequence

from cardwright.checker.transitive_uses import find_shortest_cycle
from cardwright.lint.collect_rule_texts import AbilityText, GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code
from cardwright.syntax import tree as syntax

TRIGGER_CYCLE = declare_code("trigger-cycle")

YOU = syntax.NameNode("you")
THIS = syntax.NameNode("this")


def find_trigger_cycles(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each endless cycle of reactions, in which none has a decision, condition or usage limit."""
    reactions = [each for each in texts.sentences if isinstance(each.node, syntax.ReactNode)]
    certain = _find_certain_procedures(texts)
    ways: dict[int, list[int]] = {}
    watching: dict[str, list[tuple[int, syntax.ReactNode]]] = {}
    for number, sentence in enumerate(reactions):
        assert isinstance(sentence.node, syntax.ReactNode)
        watching.setdefault(sentence.node.pattern.word, []).append((number, sentence.node))
    for number, sentence in enumerate(reactions):
        assert isinstance(sentence.node, syntax.ReactNode)
        done = _find_performed(sentence.node.body, certain)
        ways[number] = sorted(
            other
            for word in done
            for other, node in watching.get(word, ())
            if _is_triggered(node, done[word])
            and _is_about_this(node, sentence.node.body, texts, sentence.piece is reactions[other].piece)
        )
    reported: set[int] = set()
    for number in ways:
        ring = find_shortest_cycle(number, ways)
        if ring and reported.isdisjoint(ring):
            reported |= set(ring)
            yield _report([reactions[each] for each in ring])


def _report(ring: list[AbilityText]) -> Diagnostic:
    first = ring[0]
    events = [each.node.pattern.word for each in ring if isinstance(each.node, syntax.ReactNode)]
    chain = ", ".join(f"`{event}` sets off {_name(each)}" for each, event in zip(ring, events, strict=True))
    notes = tuple(DiagnosticNote(f"{_name(each)} continues from here", each.unit.span(each.node)) for each in ring[1:])
    message = f"this never ends: {chain}, and so on"
    label = "add `once per ...`, a `where`, or a `may`" + (" to one of them" if ring[1:] else "")
    return Diagnostic(TRIGGER_CYCLE, message, first.unit.span(first.node), label, notes, "warning")


def _name(sentence: AbilityText) -> str:
    return sentence.piece.name if sentence.piece is not None else "the game"


def _is_triggered(reaction: syntax.ReactNode, by_you: bool) -> bool:
    """Return True if every call of the procedure in its trigger with the same arguments triggers a reaction.

    `by_you` is True if the controller of the reaction makes the call.
    """
    if reaction.where is not None or reaction.limit is not None:
        return False
    subject = reaction.pattern.subject
    return subject is None or subject == syntax.NameNode("players") or (by_you and subject == YOU)


def _is_about_this(reaction: syntax.ReactNode, body: syntax.BodyNode, texts: GameTexts, same: bool) -> bool:
    """Return True if a body calls what a reaction watches with all arguments that its trigger names.

    The only argument compared is `this`, which is one piece in both if they are of the `same` piece.
    """
    pattern = reaction.pattern
    params = [param.word for param in texts.library.procedures[pattern.word][0].params]
    watched = _list_roles_of_this(pattern.args, params) | {*(params[:1] if reaction.when == "on" else ())}
    if any(arg.value != THIS for arg in pattern.args):
        return False
    calls = [_list_roles_of_this(call.args, params) for call in _list_own_calls(body) if call.word == pattern.word]
    return not watched or (same and any(watched <= own for own in calls))


def _list_roles_of_this(args: Sequence[syntax.ArgNode], params: Sequence[str]) -> set[str]:
    """Return the parameters that have the argument `this`."""
    roles = [arg.role or params[place] for place, arg in enumerate(args)]
    return {role for role, arg in zip(roles, args, strict=True) if arg.value == THIS}


def _find_certain_procedures(texts: GameTexts) -> dict[str, dict[str, bool]]:
    """Return, for each procedure without requirements, the procedures that a call of it certainly performs.

    The value of a name is True if `you` performs the procedure.
    """
    found: dict[str, dict[str, bool]] = {}
    for word, (procedure, _) in texts.library.procedures.items():
        if procedure.limit is None and not _has_requirement(procedure):
            found[word] = dict(_find_own_calls(procedure.body))
    changed = True
    while changed:
        changed = False
        for done in found.values():
            for inner, by_you in list(done.items()):
                for performed, also_you in found.get(inner, {}).items():
                    if performed not in done:
                        done[performed] = by_you and also_you
                        changed = True
    return found


def _has_requirement(procedure: syntax.ProcedureNode) -> bool:
    """Return True if a `require` of the procedure depends on more than its parameters."""
    roles = {param.word for param in procedure.params}
    for statement in procedure.body.statements:
        if isinstance(statement, syntax.RequireNode) and (
            syntax.index(statement).words - roles or syntax.index(statement).of(syntax.GetNode)
        ):
            return True
    return False


def _find_performed(body: syntax.BodyNode, certain: Mapping[str, Mapping[str, bool]]) -> dict[str, bool]:
    """Return the names of the procedures that the body of a reaction certainly performs, directly or through others.

    The value of a name is True if `you` performs the procedure.
    """
    done: dict[str, bool] = {}
    for word, by_you in _find_own_calls(body).items():
        if word in certain:
            done[word] = by_you
            for inner, also_you in certain[word].items():
                if inner in certain:
                    done.setdefault(inner, by_you and also_you)
    return done


def _find_own_calls(body: syntax.BodyNode) -> dict[str, bool]:
    """Return the names of the procedures that a body calls outside of conditions and decisions.

    The value of a name is True if `you` performs the procedure.
    """
    done: dict[str, bool] = {}
    for call in _list_own_calls(body):
        done.setdefault(call.word, isinstance(call, syntax.CallNode) or call.subject in (None, YOU))
    return done


def _list_own_calls(body: syntax.BodyNode) -> Iterator[syntax.PerformNode | syntax.CallNode]:
    """Yield the calls of a body outside of conditions and decisions."""
    for statement in body.statements:
        call = statement.value if isinstance(statement, syntax.LetNode) else statement
        if isinstance(statement, syntax.RequireNode) or (
            isinstance(statement, syntax.PerformNode) and statement.word in ("stop", "finish")
        ):
            return
        if isinstance(call, syntax.PerformNode | syntax.CallNode):
            yield call
