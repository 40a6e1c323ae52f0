"""Conversion between files and offsets, and the addresses and positions by which editors know them."""

import hashlib
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from cardwright.source.path_and_number_checks import explain_bad_path, resolve_path
from cardwright.source.positions import SourceFile, Span
from cardwright.source.visible_control_characters import compose, find_written_offset
from cardwright_tools.editor.workspace import Workspace


class PositionCodec:
    """Conversion of files and offsets to URIs and positions, in the units in which the client counts columns.

    The client counts in the original text, in which a letter and its accent can be separate characters.
    """

    def __init__(self, server: LanguageServer, desk: Workspace) -> None:
        self.server = server
        self.desk = desk
        self._uris: dict[Path, str] = {}
        self._written: dict[str, SourceFile] = {}

    def path(self, uri: str) -> Path:
        """Return the path of a URI, and remember the URI as the editor spells it."""
        named = uris.to_fs_path(uri) or uri
        # An address that cannot be a file, or is a folder, counts as a free file, and is still reported under its
        # address. Otherwise a whole folder would be searched for each.
        free = explain_bad_path(named) is None and not Path(named).is_dir()
        path = Path(named if free else hashlib.sha256(ascii(uri).encode()).hexdigest())
        self._uris[resolve_path(path)] = uri
        return path

    def uri(self, path: str) -> str:
        """Return the URI of a file, in the editor's spelling."""
        resolved = resolve_path(Path(path))
        return self._uris.get(resolved) or resolved.as_uri()

    def offset(self, file: SourceFile, position: types.Position) -> int:
        """Return the offset of a position in a file; a position beyond the end of a line means its end."""
        line, written = file.line(position.line + 1), self._read_line(file, position.line + 1)
        codec = self.server.workspace.position_codec
        column = codec.position_from_client_units([written], types.Position(0, position.character)).character
        return file.line_offset(position.line + 1) + min(len(compose(written[:column])), len(line))

    def position(self, file: SourceFile, offset: int) -> types.Position:
        """Return the position of an offset in a file."""
        span = file.span(offset, offset)
        return self._convert_position(file, span.line, span.column)

    def range(self, file: SourceFile, span: Span) -> types.Range:
        """Return the range of a span in a file."""
        return types.Range(
            self._convert_position(file, span.line, span.column),
            self._convert_position(file, span.end_line, span.end_column),
        )

    def _convert_position(self, file: SourceFile, line: int, column: int) -> types.Position:
        written = self._read_line(file, line)
        before = written[: find_written_offset(written, column - 1)]
        units = self.server.workspace.position_codec.client_num_units(before)
        return types.Position(line - 1, units)

    def _read_line(self, file: SourceFile, number: int) -> str:
        """Return a line as the client or the disk has it, where a letter and its accent can be separate characters.

        If that line has changed in the meantime, return the line of `file`.
        """
        line = file.line(number)
        if line.isascii():
            return line
        text = self.desk.text(Path(file.path))
        if file.path not in self._written or self._written[file.path].text != text:
            self._written[file.path] = SourceFile(file.path, text)
        written = self._written[file.path].line(number)
        return written if compose(written) == line else line
