"""Statements in the words of a person who explains a game: hands are dealt, turns are passed."""

from collections.abc import Sequence
from dataclasses import replace

from cardwright.declarations.model import PLAYERS
from cardwright.declarations.value_types import PLAYER
from cardwright.english.dispatch import (
    find_fixed_text,
    render,
    render_condition,
    render_group,
    render_single,
    render_statement,
)
from cardwright.english.expressions.comparisons import split_counter
from cardwright.english.expressions.properties import find_zone
from cardwright.english.fill_phrases import bound, render_count
from cardwright.english.noun_phrases import THEY, Thing, render_third_person, split_noun
from cardwright.english.scope import EnglishScope, find_item_type
from cardwright.english.sentences import Sentence, make_clause
from cardwright.english.statements.counter_statements import (
    is_step_of_count,
    render_filling,
    render_new_value,
    render_own_things,
    render_value_by_chance,
)
from cardwright.phrases import inflection
from cardwright.syntax import tree as syntax

# The beginning of a sentence on players who act one after the other.
IN_TURN = "going round "
HANDS = ("hand", "cards")
# The player in the first seat.
_FIRST = syntax.CallNode("first", (syntax.ArgNode(None, syntax.NameNode("players")),))
_NEIGHBOURS = ("next", "previous")
_PASSES = "the turn passes to "
_NAMED = render_third_person("that player", PLAYER)


def tell(node: syntax.Stmt, scope: EnglishScope) -> list[Sentence]:
    """Render a statement; if the scope asks for it, in the words of a person who explains the game."""
    done = None
    active = "" if scope.words.game.active is None else str(scope.words.game.active.value)
    if (
        isinstance(node, syntax.RepeatNode | syntax.ForEachNode)
        and scope.names.get(active) == _NAMED
        and _changes(node, active)
    ):
        scope = forget_who_has_turn(scope)
    text = find_fixed_text(node, scope)
    if text:
        return [make_clause(text)]
    if scope.words.plainly:
        match node:
            case syntax.AssignNode() if is_step_of_count(node, scope):
                return []
            case syntax.AssignNode():
                done = (
                    _render_passed_turn(node, scope)
                    or _render_set_counter(node, scope)
                    or render_new_value(node, scope)
                )
            case syntax.ChooseNode():
                done = render_value_by_chance(node, scope)
            case syntax.RepeatNode():
                done = _render_turns(node, scope) or _render_rounds(node, scope) or _render_repeated_part(node, scope)
            case syntax.ForEachNode():
                done = (
                    _render_secret_choice(node, scope)
                    or _render_pointing(node, scope)
                    or _render_turn_of_each(node, scope)
                    or _render_deal(node, scope)
                    or render_own_things(node, scope)
                )
            case syntax.TogetherNode():
                done = _render_handing_on(node, scope)
            case syntax.PerformNode():
                done = render_filling(node, scope)
    return render_statement(node, scope) if done is None else done


def name_who_gets_turn(node: syntax.Stmt, sentences: Sequence[Sentence], scope: EnglishScope) -> EnglishScope:
    """Return the scope after the sentences of a statement, in which `that player` is whoever has just got the turn."""
    active = "" if scope.words.game.active is None else str(scope.words.game.active.value)
    text = sentences[0].text if sentences else ""
    if scope.names.get(active) == _NAMED and _changes(node, active):
        scope = forget_who_has_turn(scope)
    named = any(isinstance(each, Thing) and each.text == _NAMED.text for each in scope.names.values())
    passes = scope.words.plainly and not named and text.startswith(_PASSES)
    return scope.named(active, _NAMED) if passes else scope


def forget_who_has_turn(scope: EnglishScope) -> EnglishScope:
    """Return the scope in which whoever has the turn has no other name."""
    active = "" if scope.words.game.active is None else str(scope.words.game.active.value)
    return replace(scope, names={word: each for word, each in scope.names.items() if word != active})


def _changes(node: syntax.Node, word: str) -> bool:
    changes = (each for each in syntax.walk(node) if isinstance(each, syntax.AssignNode))
    return any(each.target == syntax.NameNode(word) for each in changes)


def render_until(node: syntax.Expr, scope: EnglishScope) -> str:
    """Render the condition that ends a loop."""
    return render_condition(node, replace(scope, reached=scope.words.plainly))


def render_direction(scope: EnglishScope) -> str:
    """Return the direction of play: `clockwise`; "" for two players."""
    return "" if scope.words.game.players[1] == 2 else scope.words.direction


def _is_active(node: syntax.Expr | None, scope: EnglishScope) -> bool:
    active = scope.words.game.active
    return isinstance(node, syntax.NameNode) and active is not None and node.word == str(active.value)


def _is_neighbour(node: syntax.Expr | syntax.PerformNode, scope: EnglishScope) -> bool:
    """Return True if an expression is the player next to the one whose turn it is."""
    return (
        isinstance(node, syntax.CallNode)
        and node.word in _NEIGHBOURS
        and len(node.args) == 1
        and _is_active(node.args[0].value, scope)
    )


def render_first_turn(node: syntax.Stmt, scope: EnglishScope) -> list[Sentence] | None:
    """Return the sentence for a statement that gives a player the first turn, or None: `the landlord begins`."""
    if isinstance(node, syntax.ChooseNode):
        return render_value_by_chance(node, scope, begins=True)
    if not isinstance(node, syntax.AssignNode) or not _is_active(node.target, scope) or node.operator != "=":
        return None
    if isinstance(node.value, syntax.PerformNode) or scope.is_none(node.value) or _is_neighbour(node.value, scope):
        return None
    first = node.value == syntax.CallNode("the", (syntax.ArgNode(None, _FIRST),))
    if first:  # at a table, whoever is chosen takes the first seat
        return [make_clause("choose a player who begins")]
    return [make_clause(f"{render_single(node.value, scope).text} begins")]


def _render_passed_turn(node: syntax.AssignNode, scope: EnglishScope) -> list[Sentence] | None:
    """Return the sentence for an assignment that passes the turn to another player, or None."""
    if not _is_active(node.target, scope) or node.operator != "=" or isinstance(node.value, syntax.PerformNode):
        return None
    if node.value == syntax.NameNode("nobody"):
        return None
    if isinstance(node.value, syntax.CallNode) and _is_neighbour(node.value, scope):
        if scope.words.game.players == (2, 2):
            return [make_clause("the turn passes to the other player")]
        side = scope.words.side(node.value.word == "next")
        return [make_clause(f"the turn passes to the player on the {side}")]
    return [make_clause(f"the turn passes to {render_single(node.value, scope).text}")]


def _render_set_counter(node: syntax.AssignNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render an assignment to a counter of the acting player: `you now have a deed left`.

    Returns None for any other statement.
    """
    if node.operator != "=" or not isinstance(node.value, syntax.NumberNode):
        return None
    found = split_counter(node.target, scope.trial())
    if found is None or found[0].text != "you":
        return None
    number, (nouns, rest) = node.value.value, split_noun(found[1])
    if number < 0:
        return None
    said = "no" if number == 0 else str(number)
    return [make_clause(f"you now have {said} {inflection.make_singular(nouns) if number == 1 else nouns}{rest}")]


def _render_repeated_part(node: syntax.RepeatNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render a named part of the game that is repeated: `there are 2 afternoons`; None for other loops."""
    only = node.body.statements[0] if len(node.body.statements) == 1 else None
    phrase = scope.words.procedure_phrase(only.word) if isinstance(only, syntax.PerformNode) else None
    if not isinstance(only, syntax.PerformNode) or only.args or only.subject is not None or phrase is None:
        return None
    article, _, noun = phrase.template.partition(" ")
    if phrase.kind != "step" or not phrase.declared or article not in ("a", "an") or "{" in noun:
        return None
    if node.kind == "times" and isinstance(node.value, syntax.NumberNode) and node.value.value > 1:
        nouns, rest = split_noun(noun)
        return [make_clause(f"there are {node.value.value} {scope.words.nouns(nouns)}{rest}")]
    if node.kind == "until" and node.value is not None:
        return [make_clause(f"one {noun} follows another, until {render_until(node.value, scope)}")]
    return None


def _render_turns(node: syntax.RepeatNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render a loop in which one player after the other acts; None for other loops."""
    passes = [each for each in node.body.statements if _passes_on(each, scope)]
    rest = [each for each in node.body.statements if each not in passes]
    if node.kind == "times" or len(passes) > 1 or len(rest) != 1:
        return None
    acts, only = _find_act(rest[0], scope)
    if acts is None or (not passes and acts.word != scope.words.turn):
        return None
    passing = passes[0] if passes and isinstance(passes[0], syntax.AssignNode) else None
    around = passing is not None and _is_neighbour(passing.value, scope)
    start = f"{IN_TURN}{render_direction(scope)}, " if around and render_direction(scope) else ""
    text = f"{start}one player after the other {_render_act(acts, scope)}{only}"
    if node.kind == "until" and node.value is not None:
        text += f", until {render_until(node.value, scope)}"
    after = [] if around or passing is None else _render_passed_turn(passing, scope) or []
    return [make_clause(text), *(each.leading("each time, ") for each in after)]


def _passes_on(node: syntax.Stmt, scope: EnglishScope) -> bool:
    return isinstance(node, syntax.AssignNode) and _render_passed_turn(node, scope.trial()) is not None


def _find_act(node: syntax.Stmt, scope: EnglishScope) -> tuple[syntax.PerformNode | None, str]:
    """Return the action of the player who takes the turn, and a remark on players who are skipped."""
    match node:
        case syntax.PerformNode(subject=by) if _is_active(by, scope):
            return node, ""
        case syntax.IfNode(
            branches=(
                (syntax.CompareNode(operator="in", left=who, right=listed), syntax.BodyNode(statements=(only,))),
            ),
            otherwise=None,
        ) if _is_active(who, scope):
            acts, more = _find_act(only, scope)
            return acts, f" (only {render_group(listed, scope.trial()).the()} do){more}"
    return None, ""


def _render_act(
    node: syntax.PerformNode | syntax.MayNode | syntax.ChooseNode, scope: EnglishScope, word: str = "they"
) -> str:
    """Render what each player in turn does, in the third person, `takes a turn`; "" if it needs several clauses.

    `word` is the name of the player in the action.
    """
    named = scope.named(word, render_third_person("that player", PLAYER))
    sentences = render_statement(replace(node, subject=syntax.NameNode(word)), named)
    said = sentences[0].clause()
    alone = len(sentences) == 1 and "\n" not in said and said.startswith("that player ")
    return said.removeprefix("that player ") if alone or isinstance(node, syntax.PerformNode) else ""


def _render_turn_of_each(node: syntax.ForEachNode, scope: EnglishScope) -> list[Sentence] | None:
    """Return the sentences for a loop over players in which each takes the turn and acts, or None."""
    match node.body.statements:
        case (
            syntax.AssignNode(target=target, operator="=", value=syntax.NameNode(word=word)),
            syntax.PerformNode(subject=syntax.NameNode(word=by))
            | syntax.MayNode(subject=syntax.NameNode(word=by))
            | syntax.ChooseNode(subject=syntax.NameNode(word=by)) as acts,
        ) if word == node.word and _is_active(target, scope):
            if by != word and (by != getattr(target, "word", "") or not isinstance(acts, syntax.PerformNode)):
                return None
        case _:
            return None
    items = render_group(node.list, scope)
    if node.where is not None or items.type != PLAYER:
        return None
    act = _render_act(acts, scope, node.word)
    if not act:
        return None
    way = f"{IN_TURN}{render_direction(scope)}, " if render_direction(scope) else ""
    lead = f"{items.lead.removesuffix(', ')} and {way}" if items.lead and way else items.lead or way
    return [make_clause(f"{lead}{items.each()} in turn {act}")]


def _render_rounds(node: syntax.RepeatNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render a loop in which each player takes a turn, until a condition holds; None for other loops."""
    only = node.body.statements[0] if len(node.body.statements) == 1 else None
    if node.kind != "until" or node.value is None or not isinstance(only, syntax.ForEachNode):
        return None
    around = _render_turn_of_each(only, scope)
    until = f", round after round, until {render_until(node.value, scope)}"
    return None if around is None else [replace(around[0], text=around[0].text + until)]


def _find_move_of_each(node: syntax.ForEachNode) -> tuple[syntax.Expr, syntax.Expr] | None:
    """Return what moves for each of the players in a loop, and where to; None if the loop does anything else."""
    match node.list, node.where, node.body.statements:
        case (
            syntax.NameNode("players"),
            None,
            (syntax.PerformNode(None, "move", (syntax.ArgNode(_, what), syntax.ArgNode(_, to))),),
        ):
            return what, to
    return None


def _render_deal(node: syntax.ForEachNode, scope: EnglishScope) -> list[Sentence] | None:
    """Return the sentence for a loop that deals top cards of a zone to each player, or None."""
    word = node.word
    match _find_move_of_each(node):
        case syntax.CallNode("top", taken), syntax.GetNode(syntax.NameNode(by), to) if taken and by == word:
            pass
        case _:
            return None
    zone = next((each for each in scope.words.zones_named(to) if each.owner == PLAYERS), None)
    phrase = scope.words.rule("top")
    if zone is None or phrase is None or node.secretly:
        return None
    given = bound(phrase, taken)
    noun = scope.words.game.kinds[zone.holds].title
    number = given.get("number", syntax.NumberNode(1))
    if any(part == syntax.NameNode(word) for value in given.values() for part in syntax.walk(value)):
        return None
    count = _render_as_many(render_count(number, noun, scope), scope.words.nouns(noun))
    source = render(given["zone"], scope)
    into = f"the {zone.title} of each player" if zone.title in HANDS else f"each player’s {zone.title}"
    return [make_clause(f"deal {count} from {source} into {into}".replace("’", "'"))]


def _render_as_many(text: str, nouns: str) -> str:
    """Render a computed number as `as many cards as ...`, for a text that begins with its noun."""
    return text.replace(f"{nouns} equal to ", f"as many {nouns} as ", 1) if text.startswith(f"{nouns} equal") else text


def _render_pointing(node: syntax.ForEachNode, scope: EnglishScope) -> list[Sentence] | None:
    """Return the sentence for a loop in which a player learns which of their pieces meet a condition, or None."""
    match node:
        case syntax.ForEachNode(
            where=syntax.Node() as where,
            body=syntax.BodyNode(statements=(syntax.AssignNode(target=syntax.GetNode(word=word)),)),
        ) if any(each.word == word and each.also_see for each in scope.words.game.memory):
            whose = node.list.object if isinstance(node.list, syntax.GetNode) else None
            owner = "you" if whose is None else render_single(whose, scope).text
            named = scope.named(whose.word, THEY) if isinstance(whose, syntax.NameNode) and owner != "you" else scope
            found = render_group(syntax.FilterNode(node.list, where), named).all()
            zone = find_zone(node.list, scope)
            heard = ", for all to hear" if zone is not None and zone.see in ("others", "everyone") else ""
            text = f"you learn which are {found}" if owner == "you" else f"point out to {owner} {found}{heard}"
            return [make_clause(text)]
    return None


def _render_secret_choice(node: syntax.ForEachNode, scope: EnglishScope) -> list[Sentence] | None:
    """Render a loop in which each player secretly chooses a piece, before anything is done with these; else None."""
    match node.body.statements:
        case (
            syntax.ChooseNode(
                subject=syntax.NameNode(word=who),
                may=False,
                repeatedly=False,
                otherwise=None,
                picks=(syntax.PickNode(amount=None, at_random=False, such_that=None) as pick,),
                body=syntax.BodyNode(statements=(syntax.PerformNode() as acts,)),
            ) as choose,
        ) if (
            node.secretly
            and who == node.word
            and sum(each == syntax.NameNode(pick.word) for each in syntax.walk(acts)) == 1
        ):
            pass
        case _:
            return None
    bare = replace(choose, body=syntax.BodyNode(()))
    chosen = render_statement(replace(node, body=syntax.BodyNode((bare,))), scope.trial())
    noun = scope.words.noun(find_item_type(scope.type_of(pick.source)))
    inner = scope.named(who, render_third_person("each of them", PLAYER)).named(pick.word, Thing(f"the {noun} chosen"))
    done = render_statement(replace(acts, subject=syntax.NameNode(who)), inner)
    return [*chosen, *(each.leading("after all have chosen, ") for each in done)] if len(done) == 1 else None


def _render_handing_on(node: syntax.TogetherNode, scope: EnglishScope) -> list[Sentence] | None:
    """Return the sentence for players who hand all pieces of a zone to each other at once, or None."""
    match node.body.statements:
        case (syntax.ForEachNode() as loop,):
            mine = syntax.NameNode(loop.word)
        case _:
            return None
    match _find_move_of_each(loop):
        case syntax.GetNode(by, place), syntax.GetNode(to, goal) if by == mine and place == goal:
            pass
        case _:
            return None
    zone = next((each for each in scope.words.zones_named(place) if each.owner == PLAYERS), None)
    if zone is None:
        return None
    nouns = scope.words.nouns(scope.words.game.kinds[zone.holds].title)
    recipient = _render_recipient(to, mine, scope)
    return [make_clause(f"each player hands all {nouns} of their {zone.title} to {recipient}, all at the same time")]


def _render_recipient(node: syntax.Expr, giver: syntax.NameNode, scope: EnglishScope) -> str:
    """Render the player to whom each player, `giver`, hands something: `the player on their left`."""
    match node:
        case syntax.CallNode(side, (syntax.ArgNode(value=of),)) if side in _NEIGHBOURS and of == giver:
            to = scope.words.side(side == "next")
            return "the other" if scope.words.game.players == (2, 2) else f"the player on their {to}"
    return render_single(node, scope.named(giver.word, THEY)).text
