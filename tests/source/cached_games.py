"""A game whose entries in the cache are looked at: what it comes to, and where its entries lie."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.checker import rule_texts_outside_pieces
from cardwright.game import loading
from cardwright.syntax import parser

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
VALUE = {"what": ("was", 1, None), "code": compile("1 + 1", "<x>", "eval")}


def story(place: Path, grammar: bool = False) -> list[str]:
    """How the same game goes when it is loaded by a process that knows nothing yet, or nothing but the grammar."""
    if grammar:
        parser.load_grammar.cache_clear()
    loading._check_as_requested.cache_clear()
    parser.forget_parsed()
    rule_texts_outside_pieces._kept.clear()
    state = load_game(place).new(2, 5)
    told = [load_game(place).title]
    while not state.finished:
        state.apply(state.option_count - 1)
        told.append(state.digest())
    return told


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.bin"))
