"""All rule texts of a checked game, each with its piece and the words that occur in it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cardwright.checker import typed_tree
from cardwright.checker.game import GameChecker
from cardwright.checker.names.rule_text_context import Unit
from cardwright.checker.rule_texts_outside_pieces import LibraryTexts
from cardwright.compiler.analysis.audiences.silent_events import analyse_information_flow
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.nullability import Nullability
from cardwright.declarations.model import TABLE, GameDecl, PieceDef
from cardwright.lint.analysis.where_passed_pieces_go import FinalZones
from cardwright.syntax import tree as syntax


@dataclass(frozen=True, slots=True)
class AbilityText:
    """One ability with its piece (None: the game itself) and the zones in which it is active."""

    node: syntax.ReactNode | syntax.ForbidNode | syntax.ModifyNode | syntax.OfferNode
    unit: Unit
    piece: PieceDef | None
    zones: tuple[str, ...]
    place: syntax.InZonesNode | None


@dataclass(frozen=True)
class GameTexts:
    """The rule texts of one game, and the analyses that several lint rules need.

    `reactions` has the abilities that react to each procedure, by its word.
    """

    game: GameDecl
    checked: typed_tree.CheckedGame
    library: LibraryTexts
    powers: tuple[tuple[int, syntax.PowerNode, Unit], ...]
    sentences: tuple[AbilityText, ...]
    reactions: Mapping[str, Sequence[AbilityText]]
    named: Counter[str]
    sight: InformationFlow

    @classmethod
    def of(cls, checker: GameChecker) -> GameTexts:
        """Collect the rule texts of a game that was checked without errors."""
        library = checker.library
        powers = tuple(
            (number, tree, unit) for number, (tree, unit) in zip(checker.checked.powers, library.powers, strict=True)
        )
        work_in = tuple(str(word.value) for word in checker.game.powers_work_in)
        sentences: list[AbilityText] = []
        for ability, unit in library.abilities:
            sentences += _list_sentences(ability, unit, None, (), None)
        for number, tree, unit in powers:
            for ability in tree.abilities:
                sentences += _list_sentences(ability, unit, checker.game.pieces[number], work_in, None)
        reactions: dict[str, list[AbilityText]] = defaultdict(list)
        for sentence in sentences:
            if isinstance(sentence.node, syntax.ReactNode):
                reactions[sentence.node.pattern.word].append(sentence)
        made = cls(
            checker.game,
            checker.checked,
            library,
            powers,
            tuple(sentences),
            dict(reactions),
            Counter(),
            analyse_information_flow(checker.checked),
        )
        for node, _ in made.all():
            made.named.update(_list_words(node))
        return made

    @cached_property
    def nullability(self) -> Nullability:
        """The variables, memory and rules that may hold `nobody` or `none`."""
        return Nullability(self.checked)

    @cached_property
    def final_zones(self) -> FinalZones:
        """The zones in which pieces can be after they were passed to a procedure."""
        return FinalZones(self.checked, self.nullability)

    def homes(self) -> dict[str, str]:
        """Return, for each kind, the zone of the table in which its pieces start."""
        found: dict[str, str] = {}
        for zone in self.game.zones:
            if zone.owner == TABLE:
                found.setdefault(zone.holds, zone.word)
        return found

    def all(self) -> Iterator[tuple[syntax.Node, Unit]]:
        """Yield every rule text: the parts of the library, then the powers."""
        yield from self.library.texts()
        for _, tree, unit in self.powers:
            yield tree, unit


def _list_sentences(
    ability: syntax.Ability,
    unit: Unit,
    piece: PieceDef | None,
    zones: tuple[str, ...],
    place: syntax.InZonesNode | None,
) -> Iterator[AbilityText]:
    if isinstance(ability, syntax.InZonesNode):
        for inner in ability.abilities:
            yield from _list_sentences(inner, unit, piece, ability.zones, ability)
    else:
        yield AbilityText(ability, unit, piece, zones, place)


def _list_words(text: syntax.Node) -> Iterator[str]:
    """Yield every word that a text mentions, with repetitions."""
    inside = syntax.index(text)
    for sort in (syntax.NameNode, syntax.CallNode, syntax.PerformNode, syntax.GetNode, syntax.PatternNode):
        yield from (node.word for node in inside.of(sort) if isinstance(node, sort))
    yield from (limit.span for limit in inside.of(syntax.LimitNode))
    for zones in inside.of(syntax.InZonesNode):
        yield from zones.zones
    for offer in inside.of(syntax.OfferNode):
        yield from offer.windows
