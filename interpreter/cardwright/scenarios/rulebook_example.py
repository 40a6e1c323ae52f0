"""A scenario as an example in a rulebook: its start, and its events, found by playing it."""

from functools import partial
from pathlib import Path

from cardwright.declarations.model import GameDecl
from cardwright.game.loaded_game import Game
from cardwright.phrases.inflection import capitalize, join_items, spell_name
from cardwright.presentation.log.folding import merge_neighbours
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright.presentation.rulebook.document import Block, ListItem, Paragraph, Rulebook, Steps
from cardwright.presentation.rulebook.links import TextRun
from cardwright.presentation.rulebook.rules_page_live_parts import UnknownPart
from cardwright.query.log_events import Event
from cardwright.scenarios.files import Scenario
from cardwright.scenarios.suite import ScenarioSuite, scenario_paths
from cardwright.source.yaml.nodes import Mapping, Node, Scalar
from cardwright.source.yaml.nodes import Sequence as NodeSequence


def write_rulebook_with_examples(game: Game) -> Rulebook:
    """Return the rulebook of a game, with the examples of its rules page played."""
    return write_rulebook(game, None if game.folder is None else partial(tell_scenario, game.folder))


def tell_scenario(folder: Path, name: str) -> tuple[Block, ...]:
    """Return a scenario of a game's folder as blocks of a rulebook: its beginning and its events.

    Raises UnknownPart if there is no scenario of that name, or if it fails.
    """
    suite = ScenarioSuite()
    found: list[Scenario] = []
    for path in scenario_paths([folder]):
        found += [each for each in suite.add(path)[0] if each.name == name]
    if len(found) != 1:
        message = f"the game has {'several scenarios' if found else 'no scenario'} called `{name}`"
        raise UnknownPart(message, otherwise="write the `name` of one scenario")
    scenario = found[0]
    if not suite.run(scenario).passed:
        raise UnknownPart(f"the scenario `{name}` does not end as it says", otherwise="correct the scenario")
    game = suite.loaded(suite.setting(scenario)).game
    assert game is not None
    events = merge_neighbours(suite.state_after(scenario).log, choices=False)
    begins = [_render_field(str(field.value), value, game) for field, value in (*scenario.for_all, *scenario.given)]
    heading = Paragraph((TextRun("Example: ", name=True), TextRun(f"{name}.")))
    given = [Paragraph((TextRun(f"{'. '.join(begins)}."),))] if begins else []
    return (heading, *given, Steps(tuple(map(_tell_event, events)), numbered=len(events) > 1))


def _tell_event(event: Event) -> ListItem:
    """Return an event as a list item whose parts are the events that it caused."""
    inner = merge_neighbours(event.children, choices=False)
    return ListItem((TextRun(f"{capitalize(event.text)}."),), (), tuple(map(_tell_event, inner)))


def _render_field(field: str, value: Node, game: GameDecl) -> str:
    """Render a field of a scenario's `given`: `P1's basket: Cake Tin and Plum Cake`."""
    owner, dot, word = field.rpartition(".")
    titles = {zone.word: zone.title for zone in game.zones} | {memory.word: memory.title for memory in game.memory}
    title = titles.get(word, spell_name(word))
    called = f"{owner}'s {title}" if dot else capitalize(title)
    return f"{called}: {_render_value(value, game)}"


def _render_value(value: Node, game: GameDecl) -> str:
    names = {piece.id: piece.name for piece in game.pieces}
    match value:
        case Scalar():
            return names.get(str(value.value), spell_name(value.raw))
        case NodeSequence(items=items):
            return join_items([_render_value(item, game) for item in items]) or "nothing"
        case Mapping():
            return join_items([f"{spell_name(key.raw)} {_render_value(item, game)}" for key, item in value.entries])
