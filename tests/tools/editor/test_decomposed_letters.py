"""Editors count columns in the text as written, also where letters and their marks are separate signs."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec as ClientUnits

from cardwright.source.read_text_file import read_source
from cardwright.source.visible_control_characters import compose
from cardwright_tools.editor.protocol.position_codec import PositionCodec
from cardwright_tools.editor.workspace import Workspace

PIECES = [
    "a",
    "e\u0301",
    "\u00e9",
    "u\u0308\u0323",
    "\u1112\u1161\u11ab",
    "\U0001f525",
    "\u0301",
    " ",
    "\n",
    "n\u0303",
    "\u5f71",
]
UNITS = {
    types.PositionEncodingKind.Utf8: "utf-8",
    types.PositionEncodingKind.Utf16: "utf-16-le",
    types.PositionEncodingKind.Utf32: "utf-32-le",
}
SIZES = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}


@pytest.mark.parametrize("units", UNITS)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=14))
def test_every_place_is_found_again_and_stands_behind_the_same_text(
    units: types.PositionEncodingKind, pieces: list[str]
) -> None:
    written, path = "".join(pieces), Path("/nowhere/cards.yaml")
    desk = Workspace()
    desk.show(path, written)
    server = SimpleNamespace(workspace=SimpleNamespace(position_codec=ClientUnits(units)))
    codec = PositionCodec(server, desk)  # type: ignore[arg-type]
    file, _ = read_source(path, written)
    assert file.text == compose(written)
    lines = written.split("\n")
    for offset in range(len(file.text) + 1):
        if unicodedata.combining(file.text[offset : offset + 1] or " "):
            continue  # between a letter and its mark, which may have changed places
        place = codec.position(file, offset)
        encoding = UNITS[units]
        before = lines[place.line].encode(encoding)[: place.character * SIZES[encoding]].decode(encoding)
        assert compose("\n".join([*lines[: place.line], before])) == file.text[:offset]
        assert codec.offset(file, place) == offset
