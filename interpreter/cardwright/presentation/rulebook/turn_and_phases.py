"""Turn, phases and procedures of a game, in the order in which play reaches them."""

from collections.abc import Iterable, Iterator

from cardwright.checker import typed_tree
from cardwright.declarations.model import LEFT_OUT, GameDecl, PieceDef
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

Procedure = typed_tree.WrittenNode[syntax.ProcedureNode]


class Course:
    """The procedures and rules of a game, and the order in which play reaches them.

    `turn` is the procedure that lists the phases of a turn. `silent` are the steps without a phrase that have at most
    one statement; they are described where they are called.
    """

    def __init__(self, checked: typed_tree.CheckedGame) -> None:
        self.checked = checked
        self.game: GameDecl = checked.game
        library = checked.library
        self.procedures = {word: text for word, text in library.items() if isinstance(text.node, syntax.ProcedureNode)}
        self.rules = {word: text for word, text in library.items() if isinstance(text.node, syntax.RuleNode)}
        self.abouts = {str(word.value): str(text.value) for word, text in self.game.about}
        self.abouts = {word: text for word, text in self.abouts.items() if text != LEFT_OUT}
        self.in_powers = find_words_of_powers(self.game.pieces)
        own = [each for ability in checked.own for each in syntax.walk(ability.node)]
        self.in_abilities = {getattr(each, "word", "") for each in own}
        self.declared_turn = str(self.game.turn.value) if self.game.turn is not None else ""
        self.turn = self._find_whole_turn()
        self.silent = self._find_told_in_place()
        self.order = list(self.reached("play"))

    def phases(self) -> list[str]:
        """Return the turn and its phases in order."""
        if self.turn not in self.procedures:
            return []
        inside = self.performed(self.turn)
        if len(inside) == 1 and len(self.procedures[self.turn].node.body.statements) == 1:
            inside += self.performed(inside[0])
        return [self.turn, *dict.fromkeys(inside)]

    def performed(self, word: str) -> list[str]:
        """Return the procedures that a procedure calls, in order."""
        found = []
        for each in syntax.walk(self.procedures[word].node.body):
            named = each.value if isinstance(each, syntax.LetNode | syntax.AssignNode) else each
            if isinstance(named, syntax.PerformNode) or (
                named is not each and isinstance(named, syntax.NameNode | syntax.CallNode)
            ):
                found += self.performed(named.word) if named.word in self.silent else [named.word]
        return [each for each in dict.fromkeys(found) if each in self.procedures]

    def reached(self, word: str) -> Iterator[str]:
        """Yield all procedures reachable from a procedure, in the order of first mention."""
        waiting, seen = [word], set()
        while waiting:
            here = waiting.pop(0)
            if here in seen:
                continue
            seen.add(here)
            yield here
            waiting = [*self.performed(here), *waiting]

    def _find_whole_turn(self) -> str:
        """Return the procedure that lists the phases of a turn.

        If the turn has no phrase and only calls a single procedure, this procedure is returned.
        """
        word = self.declared_turn
        node = self.procedures[word].node if word in self.procedures else None
        match node:
            case syntax.ProcedureNode(
                kind="step", phrase=None, body=syntax.BodyNode(statements=(syntax.PerformNode(word=inside),))
            ):
                return inside if inside in self.procedures else word
        return word

    def _find_told_in_place(self) -> dict[str, Procedure]:
        found = {}
        for word, text in self.procedures.items():
            node = text.node
            said = word in ("setup", "play", self.turn)
            if node.kind != "step" or node.phrase or said or word in self.abouts or len(node.body.statements) > 1:
                continue
            called = {each.word for each in syntax.walk(node.body) if isinstance(each, syntax.PerformNode)}
            if word not in self._leads_to(word) and not (called <= {"nothing"} and word in self.in_powers):
                found[word] = text
        return found

    def _leads_to(self, word: str) -> set[str]:
        """Return all procedures that a procedure calls, directly or indirectly."""
        found: set[str] = set()
        waiting = [word]
        while waiting:
            called = {
                each.word
                for each in syntax.walk(self.procedures[waiting.pop()].node.body)
                if isinstance(each, syntax.PerformNode)
            }
            waiting += [each for each in called - found if each in self.procedures]
            found |= called
        return found


def find_words_of_powers(pieces: Iterable[PieceDef]) -> set[str]:
    """Return the words that occur in the powers of pieces."""
    trees = [parse(piece.power.raw, "power").tree for piece in pieces if piece.power is not None]
    words = (getattr(each, "word", "") for tree in trees if tree is not None for each in syntax.walk(tree))
    return {word for word in words if isinstance(word, str)}
