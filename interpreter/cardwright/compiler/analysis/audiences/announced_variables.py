"""Variables whose values all players learn, and those drawn or chosen without an announcement."""

from __future__ import annotations

from collections.abc import Callable, Collection

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.hidden_values import holds_no_hidden_piece
from cardwright.phrases.templates import list_parameters, parse_template
from cardwright.source.node_dataclass import frozen


@frozen
class AnnouncedVariables:
    """Variables of a game, by what players hear of them.

    - `announced`: all players learn the values when the rule text that declares the variables begins
    - `shown`: parameters of pieces, of which all players learn where the pieces are
    - `unsaid`: variables with a random value, or with a secret answer
    """

    announced: frozenset[typed_tree.TypedVar]
    shown: frozenset[typed_tree.TypedVar]
    unsaid: frozenset[typed_tree.TypedVar]


def find_announced_variables(
    checked: typed_tree.CheckedGame,
    silent: Collection[typed_tree.TypedProcedure],
    openly: Collection[str],
    has_visible_piece: Callable[[typed_tree.TypedAbility], bool],
) -> AnnouncedVariables:
    """Find what players hear of the variables of a game.

    Of the procedures in `silent` they hear nothing. `openly` holds the kinds of pieces that lie face up in every zone.
    `has_visible_piece` says whether all players see the piece of an ability.
    """
    announced: set[typed_tree.TypedVar] = set()
    shown: set[typed_tree.TypedVar] = set()
    for procedure in checked.procedures.values():
        if procedure in silent:
            continue
        if procedure.you is not None:
            announced.add(procedure.you)
        if procedure.kind == "verb" or procedure.phrase:
            public = set(list_mentioned_parameters(procedure))
            shown |= public
            announced |= {param for param in public if holds_no_hidden_piece(param.type, openly)}
    for ability in checked.abilities:
        announced.add(ability.you)
        if ability.this is not None and ability.took is None and has_visible_piece(ability):
            announced.add(ability.this)
        if ability.procedure is not None and ability.roles and ability.procedure not in silent:
            announced.add(ability.roles[0])
    picks = (node for node in typed_tree.walk_bodies(checked) if isinstance(node, typed_tree.PickStmt))
    unsaid = frozenset(pick.var for pick in picks if pick.at_random or pick.site.secret)
    return AnnouncedVariables(frozenset(announced), frozenset(shown), unsaid)


def list_mentioned_parameters(procedure: typed_tree.TypedProcedure) -> list[typed_tree.TypedVar]:
    """Return the parameters that the log mentions: those in the phrase of the author or, without a phrase, all."""
    if not procedure.phrase:
        return list(procedure.params)
    said = set(list_parameters(parse_template(procedure.phrase)))
    return [param for param in procedure.params if param.word in said]
