"""Adding a new card to the end of a set, with its id and the required attributes of its kind."""

from pathlib import Path

from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.model import Attribute, GameDecl, KindDecl
from cardwright.declarations.readers.game_files import read_game
from cardwright.game.loading import GamePlace
from cardwright.source.atomic_write import write_whole
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Scalar, Sequence
from cardwright_tools.cli.errors import FindingError, UsageError, convert_write_errors, suggest_nearest
from cardwright_tools.cli.output_paths import find_name_error
from cardwright_tools.cli.standard_output import as_typed
from cardwright_tools.reference.json_schemas import make_first_line

USUAL_INDENT = "  "


def load_declarations(place: GamePlace) -> GameDecl:
    """Return the declarations of a game with all its sets. Raises FindingError if it cannot be read."""
    files = find_game_files(place.folder, place.cards)
    game = read_game(files, list(files.cards)).game
    if game is None:
        raise FindingError(f"{place.folder} cannot be read; `cardwright validate {as_typed(place.folder)}` says why")
    return game


def add_card(place: GamePlace, name: str, wanted_set: str | None) -> Path:
    """Add a card to a set of a game (None: the first), and return its file.

    Raises UsageError if the card exists or the set does not.
    """
    game = load_declarations(place)
    there = next((piece for piece in game.pieces if piece.id == name), None)
    if there is not None:
        raise UsageError(f"there is a card `{name}` already, at {there.span.path}:{there.span.line}.")
    sets = find_game_files(place.folder, place.cards).cards
    if not sets:
        raise UsageError(f"{place.name} has no set yet; begin one: cardwright new set {as_typed(place.folder)} base")
    chosen = wanted_set or next(iter(sets))
    if chosen not in sets:
        raise UsageError(
            f"{place.name} has no set `{chosen}`.{suggest_nearest(chosen, list(sets))} Sets: {', '.join(sets)}."
        )
    path = sets[chosen][-1]
    text = _append_card(path, game, name)
    if text is None:
        # A new file is made rather than changing one whose cards are not a plain list at its end.
        path = place.cards / chosen / f"{name}.yaml"
        why = find_name_error(path.name, path.parent)
        if why is not None:
            raise UsageError(f"the card would get a file of its own, but {why}: choose another name.")
        if path.exists():
            raise UsageError(f"{path} is there already, and nothing is written over.")
        head = f"{make_first_line(path, place.folder)}\ngame: {game.called}\nset: {chosen}\n\ncards:\n"
        text = head + render_entry(game, next(iter(game.kinds.values())), name, USUAL_INDENT)
    with convert_write_errors(path):
        write_whole(path, text)
    return path


def render_entry(game: GameDecl, kind: KindDecl, name: str, indent: str) -> str:
    """Return the text of a new card: required fields, and a comment with the optional fields."""
    lines = [f"- id: {name}"]
    lines += [_render_field(game, attribute) for attribute in kind.attributes.values() if attribute.default is None]
    optional = [attribute.word for attribute in kind.attributes.values() if attribute.default is not None]
    parts = [kind.parts.word] if kind.parts is not None else []
    lines.append(
        f"  # It can also have: {', '.join(['name', 'copies', *optional, *parts, 'power', 'examples', 'note'])}."
    )
    return "".join(f"{indent}{line}\n" for line in lines)


def _render_field(game: GameDecl, attribute: Attribute) -> str:
    if attribute.type.base == "enum":
        words = game.enums[attribute.type.of].values
        others = f" # or {', '.join(words[1:])}" if len(words) > 1 else ""
        return f"  {attribute.word}: {words[0]}{others}"
    if attribute.type.base == "name":
        return f"  {attribute.word}: {next((each.id for each in game.pieces if each.kind == attribute.type.of), '')}"
    return f"  {attribute.word}: {'no # or yes' if attribute.type.base == 'yes_no' else 1}"


def _append_card(path: Path, game: GameDecl, name: str) -> str | None:
    """Return the text of a card file with a card appended; None if the file does not end with its cards."""
    document = load_yaml(path)
    root = document.root
    if not isinstance(root, Mapping) or root.entries[-1][0].value != "cards":
        return None
    cards = root.entries[-1][1]
    if not isinstance(cards, Sequence) or not cards.items:
        return None
    line = document.file.line(cards.items[-1].span.line)
    indent = line[: len(line) - len(line.lstrip(" "))]
    if not line.startswith(f"{indent}- "):
        return None
    usual = root.get("kind")
    kind = game.kinds.get(str(usual.value)) if isinstance(usual, Scalar) else next(iter(game.kinds.values()))
    if kind is None:
        return None
    text = document.file.text.rstrip("\n") + "\n\n" + render_entry(game, kind, name, indent)
    changed = load_yaml(path, text)
    return None if changed.diagnostics else text
