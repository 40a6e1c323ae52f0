"""Hover texts: the meaning of the word at the cursor, its declaration, and the English text of a card."""

from cardwright.builtins import all_primitives
from cardwright.checker.names.occurrences import Symbol
from cardwright.declarations.model import PieceDef
from cardwright.declarations.schema.field_lookup import find_field
from cardwright.declarations.schema.field_types import Field
from cardwright.source.positions import Span
from cardwright.source.visible_control_characters import block, code, escape_markdown
from cardwright.source.yaml.nodes import Mapping, Node, Sequence
from cardwright.syntax.parser import parse
from cardwright_tools.editor.game_analysis import Analysis
from cardwright_tools.editor.symbol_lookup import Occurrence, find_declaration, find_occurrence
from cardwright_tools.reference.load_constructs import PROPERTIES, WORDS

_BUILTIN = {
    **WORDS,
    **{word: meaning for word, _, meaning in PROPERTIES},
    "number": "a whole number",
    "yes_no": "yes or no",
    "player": "a player",
    "text": "a text",
    "stop": "ends the loop, or the event in progress that is named in brackets",
    "finish": "ends the game",
    "proceed": "lets the replaced event happen",
    "window": "lets players use what cards offer in this window",
    "nothing": "does nothing",
}
_KINDS = {"word": "word of a type", "enum": "type", "kind": "kind of piece", "parts": "parts", "local": "local name"}
_MAX_LINES = 6


def describe_position(analysis: Analysis, path: str, offset: int) -> tuple[str, Span] | None:
    """Return a description of the name at an offset as Markdown, and the span it covers; or None."""
    counted = find_counted_card(analysis, path, offset)
    if counted is not None:
        return describe_card(analysis, *counted[:2]), counted[2]
    found = find_occurrence(analysis, path, offset)
    card = find_card(analysis, path, offset)
    field = find_field_at(analysis, path, offset) if found is None else None
    parts = [] if found is None else [describe_symbol(analysis, found)]
    parts += [] if field is None else [describe_field(field[0])]
    if card is None and found is not None and found.symbol.kind == "piece":
        numbered = enumerate(analysis.game.pieces)
        parts.extend(describe_card(analysis, number, each) for number, each in numbered if each.id == found.symbol.word)
    if card is not None and (found is None or found.symbol.kind == "piece" or _is_in_power(card[1], offset)):
        parts.append(describe_card(analysis, *card))
    if not parts:
        return None
    spans = [found and found.span, field and field[1], card and card[1].span]
    return "\n\n---\n\n".join(parts), next(span for span in spans if span)


def describe_symbol(analysis: Analysis, found: Occurrence) -> str:
    """Describe a symbol by its name, its type and its quoted declaration."""
    symbol = found.symbol
    if symbol.kind == "primitive":
        return describe_built_in(symbol.word)
    text = f"**{_KINDS.get(symbol.kind, symbol.kind)}** {code(symbol.word)}"
    if symbol.kind in ("zone", "memory", "attribute", "parts", "role") and symbol.owner:
        text += f" of {code(symbol.owner)}"
    if found.type is not None and found.type.base not in ("bad", "nothing"):
        text += f" · {escape_markdown(str(found.type))}"
    if symbol.kind == "builtin" and symbol.word in _BUILTIN:
        return f"{text}\n\n{_BUILTIN[symbol.word]}"
    return text + quote_declaration(analysis, symbol, found.span.path)


def quote_declaration(analysis: Analysis, symbol: Symbol, near: str) -> str:
    """Quote the declaration of a symbol that occurs in the file `near`, or return "" if it has none."""
    declared = find_declaration(analysis, symbol, near)
    if declared is None:
        return ""
    span = declared.span
    lines = find_quoted_lines(analysis, span, symbol)
    place = f"{span.path.rpartition('/')[2]}:{span.line}"
    return f"\n\n{block(chr(10).join(lines), 'yaml')}\n{escape_markdown(place)}"


def find_quoted_lines(analysis: Analysis, span: Span, symbol: Symbol) -> list[str]:
    """Return the first line of a declaration; for a rule, also the lines of its cases, up to a limit."""
    file = analysis.sources[span.path]
    first = file.line(span.line)
    indent = len(first) - len(first.lstrip())
    lines = [first[indent:]]
    number = span.line + 1
    while symbol.kind == "rule" and len(lines) < _MAX_LINES and number <= file.line_count:
        line = file.line(number)
        if not line.strip() or len(line) - len(line.lstrip()) <= indent:
            break
        lines.append(line[indent:])
        number += 1
    return lines


def find_field_at(analysis: Analysis, path: str, offset: int) -> tuple[Field, Span] | None:
    """Return the field whose name is at an offset of a file, and the span of the name; None if there is none."""
    root = analysis.document(path).root if path in analysis.sources else None
    todo: list[tuple[Node | None, tuple[str, ...]]] = [(root, ())]
    for node, way in todo:
        if isinstance(node, Sequence):
            todo += [(item, (*way, "-")) for item in node.items]
        for key, child in node.entries if isinstance(node, Mapping) else ():
            if key.start <= offset <= key.end:
                field = find_field((*way, key.raw))
                return None if field is None else (field, key.span)
            todo.append((child, (*way, key.raw)))
    return None


def describe_field(field: Field) -> str:
    """Describe a field from its declaration."""
    default = f" Without it: {field.default}." if field.default else ""
    return f"**field** {code(field.word)} · {field.description}\n\n{field.meaning}{default}"


def describe_built_in(word: str) -> str:
    """Describe a built-in from its declaration."""
    primitive = all_primitives()[word]
    roles = ", ".join(f"{role.word}: {role.type}" + (" ..." if role.many else "") for role in primitive.roles)
    sort = "deed" if primitive.is_procedure else "function"
    return f"**{sort}** `{word}({roles})`\n\n{primitive.doc}\n\n```cardwright\n{primitive.example}\n```"


def find_card(analysis: Analysis, path: str, offset: int) -> tuple[int, PieceDef] | None:
    """Return the card that contains an offset; None if there is none."""
    root = analysis.document(path).root if path in analysis.sources else None
    file = analysis.sources.get(path)
    for word in ("cards", "pieces"):
        listed = root.get(word) if isinstance(root, Mapping) else None
        for item in listed.items if isinstance(listed, Sequence) else ():
            if file is None or not isinstance(item, Mapping):
                continue
            start = file.line_offset(item.span.line)
            end = file.line_offset(item.span.end_line) + item.span.end_column - 1
            if start <= offset <= end:
                spans = [each.span for entry in item.entries for each in entry]
                return next(((n, p) for n, p in analysis.pieces.get(path, ()) if p.span in spans), None)
    return None


def find_counted_card(analysis: Analysis, path: str, offset: int) -> tuple[int, PieceDef, Span] | None:
    """Return the card whose name is at an offset of a deck file, its number, and the span of the name; or None."""
    root = analysis.document(path).root if path in analysis.sources else None
    cards = root.get("cards") if isinstance(root, Mapping) else None
    for key, _ in cards.entries if isinstance(cards, Mapping) else ():
        if key.start <= offset <= key.end:
            numbered = enumerate(analysis.game.pieces)
            return next(((number, piece, key.span) for number, piece in numbered if piece.id == key.raw), None)
    return None


def describe_card(analysis: Analysis, number: int, card: PieceDef) -> str:
    """Return the name of a card and its power in English, as printed."""
    tree = parse(card.power.raw, "power").tree if card.power is not None and not analysis.broken else None
    alone = analysis.checker.power_alone(tree, card.power, number) if tree and card.power else None
    text = analysis.english.power(alone, card) if alone is not None else ""
    title = f"**{escape_markdown(card.name)}** ({escape_markdown(card.id)}" + (
        f", {escape_markdown(card.set)})" if card.set else ")"
    )
    return f"{title}\n\n" + "\n".join(map(escape_markdown, text.split("\n"))) if text else title


def _is_in_power(card: PieceDef, offset: int) -> bool:
    return card.power is not None and card.power.start <= offset <= card.power.end
