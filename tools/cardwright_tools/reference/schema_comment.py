"""Comment at the top of a game's file that names its JSON Schema to editors."""

from __future__ import annotations

from pathlib import Path

from cardwright.source.arguments import real_path

FOLDER = "schema"
GAME_SCHEMA = "game.schema.json"
CARD_SCHEMA = "cards.schema.json"
SCENARIO_SCHEMA = "scenarios.schema.json"
FIRST_LINE = "# yaml-language-server: $schema="


def first_line(path: Path, folder: Path) -> str:
    """Return the first line of a game's file, which names its schema to editors."""
    from cardwright.declarations.file_kinds import sort_of

    inside = real_path(path).relative_to(real_path(folder)).parts
    name = {"game": GAME_SCHEMA, "cards": CARD_SCHEMA}.get(sort_of(path) or "", SCENARIO_SCHEMA)
    return f"{FIRST_LINE}{'../' * (len(inside) - 1)}{FOLDER}/{name}"
