"""Outline of part one of a rulebook: the section in which each procedure is explained."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from cardwright.checker import typed_tree
from cardwright.declarations.model import GameDecl
from cardwright.presentation.rulebook.part_one.idioms.game_idioms import Idioms, apply_idioms
from cardwright.presentation.rulebook.part_one.omit_internal_steps import simplify_procedures
from cardwright.presentation.rulebook.part_one.told_in_place import list_uncalled, tell_in_place
from cardwright.presentation.rulebook.turn_and_phases import Course, Procedure, find_words_of_powers
from cardwright.syntax import tree as syntax

# The greatest number of statements of a procedure that is explained in a line where it is first mentioned.
MAX_SHORT = 3
# The greatest number of statements of a procedure that is told in place of its only call.
MAX_IN_PLACE = 4


@dataclass(frozen=True, slots=True)
class Outline:
    """Where part one explains the procedures of a game.

    Procedures in `silent` are explained in place of their calls, those in `short` in a line where they are first
    mentioned. `order` are all procedures that set-up and play call, directly or indirectly, in the order of their first
    mention.
    """

    procedures: Mapping[str, Procedure]
    rules: Mapping[str, typed_tree.WrittenNode[syntax.RuleNode]]
    silent: Mapping[str, Procedure]
    short: frozenset[str]
    order: tuple[str, ...]
    idioms: Idioms = field(default_factory=Idioms)

    def sections(self) -> list[str]:
        """Return the procedures with a section of their own."""
        own = ("setup", "play")
        elsewhere = {*own, *self.silent, *self.short}
        return [each for each in self.order if each not in elsewhere]

    def reached_words(self, words: Iterable[str]) -> set[str]:
        """Return some words, and those that their texts mention directly or indirectly."""
        waiting, found, read = [*words], set[str](), set[str]()
        while waiting:
            word = waiting.pop()
            text = self.procedures.get(word) or self.rules.get(word)
            if text is not None and word not in found:
                waiting += list_words(text.node)
                read |= {*_list_names(text.node)}
            found.add(word)
        return found | read

    def inside(self, word: str) -> tuple[str, ...]:
        """Return all words that the section on a procedure explains, in the order of their first mention."""
        found: dict[str, None] = {}
        waiting = [word]
        while waiting:
            here = waiting.pop(0)
            text = self.procedures.get(here) or self.rules.get(here)
            if text is None or here in found:
                continue
            found[here] = None
            if here != word and here in self.procedures and here not in self.silent and here not in self.short:
                continue
            waiting += list_words(text.node)
        return tuple(found)


def make_outline(course: Course, whole: bool = False) -> Outline:
    """Return the outline of a game. A `whole` page, which nobody has written, tells short texts in place of calls."""
    procedures = course.procedures
    hidden = {each.word for each in course.game.memory if each.owner in course.game.kinds} & list_hidden(course.game)
    secret = {each.word for each in course.game.memory if each.secret}
    learnt = {each.word for each in course.game.memory if each.also_see}
    simple: Mapping[str, Procedure]
    simple = simplify_procedures(procedures, course.rules, course.in_powers, hidden, secret, learnt)
    own = {"setup", "play", course.turn, course.declared_turn}
    rules: Mapping[str, typed_tree.WrittenNode[syntax.RuleNode]] = course.rules
    gone: set[str] = set()
    idioms = Idioms()
    if whole:
        kept = {*own, *course.in_powers, *course.in_abilities, *course.abouts, "final_score", "winners"}
        kept |= {word for text in simple.values() for word in _find_repeated(text.node)}
        before, (simple, rules) = simple, tell_in_place(simple, course.rules, kept, learnt)
        gone = list_uncalled(before, simple)
        simple, rules, idioms = apply_idioms(course, simple, rules)
    calls = Counter(each.word for text in simple.values() for each in _find_calls(text.node))
    repeated = {word for text in simple.values() for word in _find_repeated(text.node) if word in simple}
    inside = {
        word
        for word, text in simple.items()
        if word not in own
        and word not in course.in_powers
        and calls[word] == 1
        and word not in repeated
        and text.node.kind == "step"
        and len(_list_statements(text.node)) <= MAX_IN_PLACE
        and not any(isinstance(each, syntax.ForEachNode | syntax.RepeatNode) for each in syntax.walk(text.node))
        and word not in {each.word for each in _find_calls(text.node)}
        and word not in course.abouts
    }
    quiet = {
        **{word: simple[word] for word in (*course.silent, *inside, *sorted(gone))},
    }
    short = {
        word
        for word, text in simple.items()
        if word not in own
        and word not in quiet
        and len(_list_statements(text.node)) <= (1 if word in repeated else MAX_SHORT)
    }
    order = tuple(_list_reached(simple, ("setup", "play")))
    return Outline(simple, rules, quiet, frozenset(short), order, idioms)


def _find_repeated(node: syntax.Node) -> Iterator[str]:
    """Yield each procedure whose call is the whole body of a loop: its name suffices to describe the loop."""
    for each in syntax.walk(node):
        match each:
            case syntax.RepeatNode(body=syntax.BodyNode(statements=(syntax.PerformNode(word=word, subject=None),))):
                yield word


def list_words(node: syntax.Node) -> list[str]:
    """Return the words of the names, calls and performed procedures in a node, in order."""
    return [
        each.word
        for each in syntax.walk(node)
        if isinstance(each, syntax.NameNode | syntax.CallNode | syntax.PerformNode)
    ]


def _find_calls(node: syntax.Node) -> Iterator[syntax.PerformNode | syntax.NameNode | syntax.CallNode]:
    for each in syntax.walk(node):
        named = each.value if isinstance(each, syntax.LetNode | syntax.AssignNode) else each
        if (isinstance(named, syntax.PerformNode) and named is each) or (
            named is not each and isinstance(named, syntax.NameNode | syntax.CallNode)
        ):
            yield named


def _list_statements(node: syntax.ProcedureNode) -> list[syntax.Node]:
    """Return all statements of a procedure except its requirements, nested ones included."""
    bodies = [each for each in syntax.walk(node) if isinstance(each, syntax.BodyNode)]
    silent = (syntax.PerformNode(None, "nothing", ()),)
    found = [each for body in bodies for each in body.statements if not isinstance(each, syntax.RequireNode)]
    return [each for each in found if each not in silent]


def _list_reached(procedures: Mapping[str, Procedure], words: Iterable[str]) -> Iterator[str]:
    """Yield all procedures that the procedures `words` call, directly or indirectly, in the order of first mention."""
    waiting, seen = list(words), set()
    while waiting:
        here = waiting.pop(0)
        if here in seen or here not in procedures:
            continue
        seen.add(here)
        yield here
        waiting = [*(each.word for each in _find_calls(procedures[here].node)), *waiting]


def list_told_words(outline: Outline, abilities: Iterable[str]) -> set[str]:
    """Return the words `abilities`, those of the procedures that they, set-up and play lead to, and of all rules."""
    more = [*abilities]
    reached = dict.fromkeys((*outline.order, *outline.silent, *_list_reached(outline.procedures, more)))
    texts = [*(outline.procedures[word] for word in reached), *outline.rules.values()]
    return {*more, *(word for text in texts for word in _list_names(text.node))}


def list_told_zones(game: GameDecl, outline: Outline) -> list[str]:
    """Return the zones that part one mentions: all except the zones that only the program needs."""
    texts = (*outline.procedures.values(), *outline.rules.values())
    used = {word for text in texts for word in _list_names(text.node)} | find_words_of_powers(game.pieces)
    return [zone.word for zone in game.zones if zone.word in used and not zone.is_reserve]


def list_compared(outline: Outline) -> set[str]:
    """Return the words that a condition of play compares, except for what set-up gives a value."""
    nodes: list[syntax.Node] = [*(outline.procedures[word].node for word in (*outline.order, *outline.silent))]
    nodes += [text.node for text in outline.rules.values()]
    compared = [each for node in nodes for each in syntax.walk(node) if isinstance(each, syntax.CompareNode)]
    begun = [each for each in syntax.walk(outline.procedures["setup"].node) if isinstance(each, syntax.AssignNode)]
    given = {word for each in begun for word in _list_names(each.target)}
    return {word for each in compared for word in _list_names(each)} - given


def list_hidden(game: GameDecl) -> set[str]:
    """Return the words that the game's look hides."""
    hide = game.look.get("hide", ())
    return {str(each) for each in hide} if isinstance(hide, list | tuple) else set()


def _list_names(node: syntax.Node) -> Iterator[str]:
    return (each.word for each in syntax.walk(node) if isinstance(each, syntax.GetNode | syntax.NameNode))
