"""The words of a game that its rules page can name, and the words it must mention."""

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.declarations.model import LEFT_OUT, GameDecl, PieceDef, TableDecl
from cardwright.declarations.valuation_only_rules import find_bot_only_rules
from cardwright.presentation.rulebook.links import make_word_anchor
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts, UnknownPart, list_changed_rules
from cardwright.syntax import tree as syntax

_CHOICES = (syntax.MayNode, syntax.ChooseNode, syntax.OptionNode, syntax.PickingNode)
_OF_PLAY = ("setup", "play")


def list_anchors(checked: typed_tree.CheckedGame) -> dict[str, str]:
    """Return the section of part two for each word of the game that a page can link to."""
    scoring = {"final_score", "winners"}
    numbers = {word for word, _ in list_numbers(checked)}
    found: dict[str, str] = {}
    for word, text in checked.library.items():
        if isinstance(text.node, syntax.ProcedureNode):
            found[word] = word if word in _OF_PLAY else make_word_anchor(word)
        else:
            found[word] = "end" if word in scoring else "numbers" if word in numbers else "conditions"
    found |= dict.fromkeys([zone.word for zone in checked.game.zones if not zone.is_reserve], "places")
    found |= dict.fromkeys((memory.word for memory in checked.game.memory), "places")
    found |= {word: make_word_anchor(word) for word in (*checked.game.kinds, *checked.game.tables)}
    return found


def list_unpublished(game: GameDecl) -> set[str]:
    """Return the rules that a rulebook leaves out: rules for bots only, and those the author excludes."""
    left_out = {str(word.value) for word, text in game.about if str(text.value) == LEFT_OUT}
    return {rule.word for rule in find_bot_only_rules(game)} | left_out


def find_table(game: GameDecl, word: str) -> TableDecl:
    """Return a table by its name. Raises UnknownPart if there is no such table."""
    if word not in game.tables:
        raise UnknownPart(f"there is no table `{word}`", word, game.tables)
    return game.tables[word]


def find_tables(game: GameDecl, words: str) -> list[TableDecl]:
    """Return tables to be shown as one. Raises UnknownPart if one is missing or their rows differ."""
    tables = [find_table(game, word) for word in words.split() or [words]]
    rows = tables[0].rows.keys()
    lengths = {len(row) for each in tables for row in each.rows.values()}
    if len(tables) > 1 and (
        any(each.rows.keys() != rows for each in tables) or (lengths != {1} and (rows != {""} or len(lengths) > 1))
    ):
        message = "tables shown as one need the same rows of one number each, or as many numbers in a single row"
        raise UnknownPart(message, otherwise="write a part for each table")
    return tables


def find_procedure(checked: typed_tree.CheckedGame, word: str) -> str:
    """Return the name of a procedure. Raises UnknownPart if there is none."""
    text = checked.library.get(word)
    if text is None or not isinstance(text.node, syntax.ProcedureNode):
        known = [each for each, found in checked.library.items() if isinstance(found.node, syntax.ProcedureNode)]
        raise UnknownPart(f"there is no verb or step `{word}`", word, known)
    return word


def find_choice(checked: typed_tree.CheckedGame, word: str) -> str:
    """Return the name of a procedure that offers options. Raises UnknownPart if it does not exist or offers none."""
    body = checked.library[find_procedure(checked, word)].node
    if not any(isinstance(each, syntax.ChooseOneNode) for each in syntax.walk(body)):
        raise UnknownPart(f"`{word}` offers no options", otherwise="name a verb that contains `choose one:`")
    return word


def find_card(game: GameDecl, word: str) -> PieceDef:
    """Return a definition of pieces by its id. Raises UnknownPart if there is none."""
    found = next((piece for piece in game.pieces if piece.id == word), None)
    if found is None:
        raise UnknownPart(f"there is no card `{word}`", word, [piece.id for piece in game.pieces])
    return found


def list_numbers(checked: typed_tree.CheckedGame) -> Iterator[tuple[str, int]]:
    """Yield each rule with a fixed number as value, with this number."""
    changed = list_changed_rules(checked)
    for word, text in checked.library.items():
        node = text.node
        if isinstance(node, syntax.RuleNode) and not node.params and len(node.cases) == 1 and word not in changed:
            value = node.cases[0].value
            if isinstance(value, syntax.NumberNode):
                yield word, value.value


def list_unmentioned(checked: typed_tree.CheckedGame, mentioned: set[str]) -> Iterator[tuple[str, str]]:
    """Yield (word, description) for parts of the game that players need to know and a page does not mention.

    These are actions that a player can choose, numbers, tables, and ends of the game.
    """
    left_out = list_unpublished(checked.game)
    library = {word: text.node for word, text in checked.library.items()}
    wanted: dict[str, str] = {}
    for node in library.values():
        for each in syntax.walk(node):
            if isinstance(each, _CHOICES):
                for verb in _find_chosen(each):
                    found = library.get(verb)
                    if isinstance(found, syntax.ProcedureNode) and found.kind == "verb" and found.phrase:
                        wanted.setdefault(verb, "an action that a player can choose")
    parts = LiveParts(checked)
    for word, node in library.items():
        if isinstance(node, syntax.RuleNode) and node.phrase and not node.params and _is_number(parts, word):
            wanted.setdefault(word, "a number of the game")
        if isinstance(node, syntax.ProcedureNode) and any(
            isinstance(each, syntax.PerformNode) and each.word == "finish" for each in syntax.walk(node)
        ):
            wanted.setdefault(word, "an end of the game")
    for word in checked.game.tables:
        wanted.setdefault(word, "a table of the game")
    for word, what in wanted.items():
        by_list = what == "an end of the game" and "ends" in mentioned
        if word not in mentioned and word not in left_out and not by_list:
            yield word, what


def _is_number(parts: LiveParts, word: str) -> bool:
    try:
        parts.number(word, parts.game.players[0])
    except UnknownPart:
        return False
    return True


def _find_chosen(node: syntax.Node) -> Iterator[str]:
    """Yield the procedures that a choice calls directly."""
    if isinstance(node, syntax.MayNode) and node.statement is not None:
        yield node.statement.word
        return
    body = getattr(node, "body", None)
    for each in body.statements if isinstance(body, syntax.BodyNode) else ():
        if isinstance(each, syntax.PerformNode):
            yield each.word
