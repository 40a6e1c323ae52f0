"""Idioms for boards: what lies on spaces, rows of spaces, and spaces that set-up names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import MemoryDecl, PieceDef
from cardwright.declarations.value_types import PLAYER
from cardwright.english.game_words import FixedText
from cardwright.phrases.inflection import join_items, make_plural, spell_name, with_article
from cardwright.presentation.rulebook.components import name_plural
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts, UnknownPart
from cardwright.presentation.rulebook.turn_and_phases import Course, Procedure
from cardwright.syntax import tree as syntax
from cardwright.syntax.patterns import PatternMatch, match

Rule = typed_tree.WrittenNode[syntax.RuleNode]
Texts = dict[syntax.Node, FixedText]
# The phrase of a verb that lays something on a space.
_LAYS = re.compile(r"\w+ an? (?P<noun>[\w -]+) on \{(?P<space>\w+)\}")
_OF_EACH_WAY = "ROW(SPACE.BESIDE[WAY], WAY, PLAYER) for each WAY in WAYS"
_ROW = """\
rule ROW(SPACE, WAY, PLAYER):
  let FURTHER = ROW(SPACE.BESIDE[WAY], WAY, PLAYER)
  [] if SPACE is none or SPACE.STOP is BARRED or SPACE.GOAL is PLAYER
  [SPACE] if SPACE.BESIDE[WAY].GOAL is PLAYER
  [] if not any(FURTHER)
  FURTHER + [SPACE] otherwise
"""
_NEXT = "for each FOUND in BOARD where X is SPACE.X + F(WAY) and Y is SPACE.Y + G(WAY): SPACE.BESIDE[WAY] = FOUND"
_EITHER = """\
for each SPACE in BOARD where COND:
  if FIRST: SPACE.OWNER = ONE
  else: SPACE.OWNER = OTHER
"""
_ALL = "for each SPACE in BOARD where COND: SPACE.OWNER = ONE"
# So many spaces are named one by one.
MAX_NAMED = 8


def find_tokens(course: Course) -> dict[str, str]:
    """Return the noun for what shows the player in some memory of a space, by that memory.

    A verb says what it is: `lay a disc on {square}` makes you the square's holder.
    """
    memory, titles = _list_memory(course), {each.title for each in course.game.kinds.values()}
    found: dict[str, str] = {}
    for text in course.procedures.values():
        lays = _LAYS.fullmatch(text.node.phrase or "")
        for each in text.node.body.statements:
            made = match("SPACE.OWNER = you", syntax.BodyNode((each,)), "deeds")
            if lays is None or made is None or lays["noun"] in titles:
                continue
            if made.name("SPACE") == lays["space"] and made.name("OWNER") in memory:
                found[made.name("OWNER")] = lays["noun"]
    return found


def tell_rows(course: Course, rules: Mapping[str, Rule], tokens: Mapping[str, str]) -> tuple[dict[str, Rule], Texts]:
    """Return rules in which the spaces of a row, in each direction, have a text; and their texts and those of counts.

    Such a row goes on from one space to the one beside it, up to the first with something of a player's. The rule that
    follows the row calls itself for the next space.
    """
    done, texts = dict(rules), Texts()
    for word, text in rules.items():
        case = text.node.cases[0]
        each_way = match(_OF_EACH_WAY, case.value) if len(text.node.cases) == 1 and not text.node.names else None
        row = rules.get(each_way.name("ROW")) if each_way is not None else None
        one = match(_ROW, row.node, "library") if row is not None else None
        count = match("count(BOARD where OWNER is PLAYER)", case.value)
        if count is not None and count.name("OWNER") in tokens:
            texts[case.value] = (f"the {make_plural(tokens[count.name('OWNER')])} of ", count.expr("PLAYER"))
        if each_way is not None and one is not None and one.name("BESIDE") == each_way.name("BESIDE"):
            found = _tell_row(course, one, each_way, tokens)
            if found:
                stands = syntax.TextNode(word)
                texts[stands] = found
                done[word] = replace(text, node=replace(text.node, cases=(replace(case, value=stands),)))
    return done, texts


def _tell_row(course: Course, row: PatternMatch, each_way: PatternMatch, tokens: Mapping[str, str]) -> FixedText:
    """Return the text for a row in each direction, from the space beside another one; () for another rule."""
    memory = _list_memory(course)
    ways = next((each for each in course.game.enums.values() if each.plural == each_way.name("WAYS")), None)
    goal, stop = memory.get(row.name("GOAL")), memory.get(row.name("STOP"))
    if ways is None or goal is None or stop is None or not _is_next(course, row.name("BESIDE")):
        return ()
    space = course.game.kinds[goal.owner]
    player, barred = each_way.expr("PLAYER"), row.expr("BARRED")
    nobody = barred == syntax.NameNode("nobody")
    if not nobody and any(barred == syntax.NameNode(row.name(each)) for each in ("SPACE", "WAY", "PLAYER")):
        return ()
    each = f"in each {spell_name(ways.word)} ({join_items([spell_name(each) for each in ways.values], 'or')})"
    return (
        f"{each}, the {name_plural(space)} between ",
        each_way.expr("SPACE"),
        f" and the next one that {_has(goal, tokens)} ",
        player,
        f"; none where there is no such {space.title}, or where one between them ",
        *((_has(stop, tokens, nobody),) if nobody else (f"{_has(stop, tokens)} ", barred)),
    )


def _has(memory: MemoryDecl, tokens: Mapping[str, str], nobody: bool = False) -> str:
    if nobody:
        return f"has no {tokens.get(memory.word, memory.title)}"
    return f"has {with_article(tokens[memory.word])} of" if memory.word in tokens else f"has as its {memory.title}"


def _is_next(course: Course, beside: str) -> bool:
    """Return True if some memory is the space next to a space in a direction: set-up finds it by its coordinates."""
    found = (match(_NEXT, syntax.BodyNode((each,)), "deeds") for each in _list_loops(course.procedures["setup"]))
    return any(each is not None and each.name("BESIDE") == beside for each in found)


def _list_loops(text: Procedure) -> Iterator[syntax.ForEachNode]:
    return (each for each in syntax.walk(text.node) if isinstance(each, syntax.ForEachNode))


def _list_memory(course: Course) -> dict[str, MemoryDecl]:
    """Return the memory of pieces that is a player."""
    kinds = course.game.kinds
    memory = [each for each in course.game.memory if each.owner in kinds and each.type == PLAYER]
    return {each.word: each for each in memory if each.per is None}


# ---------------------------------------------------------------- spaces that set-up names


def name_spaces(
    course: Course, procedures: Mapping[str, Procedure], tokens: Mapping[str, str]
) -> tuple[dict[str, Procedure], Texts]:
    """Return procedures in which set-up names the few spaces that meet a condition on their numbers, and the texts."""
    texts, statements = Texts(), list[syntax.Stmt]()
    setup = procedures["setup"]
    for each in setup.node.body.statements:
        moved = any(isinstance(part, syntax.PerformNode) for part in statements)
        found = () if moved else _name_each(course, each, tokens)
        stands = syntax.PerformNode(
            None, "nothing", tuple(syntax.ArgNode(None, syntax.TextNode(str(part))) for part in found)
        )
        texts |= {stands: found} if found else {}
        statements.append(stands if found else each)
    body = replace(setup.node.body, statements=tuple(statements))
    return {**procedures, "setup": replace(setup, node=replace(setup.node, body=body))}, texts


def _name_each(course: Course, node: syntax.Stmt, tokens: Mapping[str, str]) -> FixedText:
    """Return the text for a loop over the spaces of a board that gives some to players; () for any other statement."""
    body = syntax.BodyNode((node,))
    loop = match(_EITHER, body, "deeds") or match(_ALL, body, "deeds")
    memory = _list_memory(course).get(loop.name("OWNER")) if loop is not None else None
    if loop is None or memory is None:
        return ()
    boards = [zone.word for zone in course.game.zones if zone.holds == memory.owner]
    spaces = [piece for piece in course.game.pieces if piece.kind == memory.owner]
    try:
        found = [each for each in spaces if _holds(course, loop, "COND", each)]
        first = [each for each in found if "FIRST" not in loop.found or _holds(course, loop, "FIRST", each)]
    except UnknownPart:
        return ()
    if boards != [loop.name("BOARD")] or len(found) > MAX_NAMED or any(each.copies > 1 for each in spaces):
        return ()
    rest = [each for each in found if each not in first]
    given = [(loop.expr(word), named) for word, named in (("ONE", first), ("OTHER", rest)) if named]
    given.sort(key=lambda each: not isinstance(each[0], syntax.NameNode))
    text: list[str | syntax.Expr] = []
    for value, named in given:
        opposite = course.game.players == (2, 2) and value == syntax.CallNode(
            "next", (syntax.ArgNode(None, given[0][0]),)
        )
        owner = "the other player" if opposite else value
        where = join_items([each.name for each in named])
        joint = ", and " if text else ""
        if memory.word in tokens:
            one = "one" if text else f"put {with_article(tokens[memory.word])}"
            text += [f"{joint}{one} of ", owner, f" on {where}"]
        else:
            text += [joint, owner, f" is now the {memory.title} of {where}"]
    return text


def _holds(course: Course, loop: PatternMatch, word: str, space: PieceDef) -> bool:
    """Return True if a space meets a condition on its numbers. Raises UnknownPart for other conditions."""
    numbers = {word: syntax.NumberNode(value) for word, value in space.values.items() if isinstance(value, int)}

    def fill(node: syntax.Node) -> syntax.Node | None:
        owned = isinstance(node, syntax.GetNode) and node.object in (loop.expr("SPACE"), syntax.NameNode("it"))
        return numbers.get(getattr(node, "word", "")) if owned or isinstance(node, syntax.NameNode) else None

    return LiveParts(course.checked).holds(syntax.map_nodes(loop.expr(word), fill))
