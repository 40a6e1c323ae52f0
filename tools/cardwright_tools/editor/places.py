"""Places as the protocol counts them, and as files do."""

import hashlib
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from cardwright.source import SourceFile, Span
from cardwright.source.nameable import real_path, unnameable


class Places:
    """Translates between the two for one server, whose client chose how it counts columns."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self._uris: dict[Path, str] = {}

    def path(self, uri: str) -> Path:
        """The file an address stands for; remembered, so that the editor gets back its own spelling of it."""
        named = uris.to_fs_path(uri) or uri
        # What no file can be called, or what is a folder, is a file that nobody has, and is told of under its address
        # all the same: a whole folder would be looked through for each of them.
        free = unnameable(named) is None and not Path(named).is_dir()
        path = Path(named if free else hashlib.sha256(ascii(uri).encode()).hexdigest())
        self._uris[real_path(path)] = uri
        return path

    def uri(self, path: str) -> str:
        """The address of a file."""
        resolved = real_path(Path(path))
        return self._uris.get(resolved) or resolved.as_uri()

    def offset(self, file: SourceFile, position: types.Position) -> int:
        """The offset of a position in a file; behind the end of a line, the line's end."""
        line = file.line(position.line + 1)
        codec = self.server.workspace.position_codec
        column = codec.position_from_client_units([line], types.Position(0, position.character)).character
        return file.line_offset(position.line + 1) + min(column, len(line))

    def position(self, file: SourceFile, offset: int) -> types.Position:
        """The position of an offset in a file."""
        span = file.span(offset, offset)
        return self._position(file, span.line, span.column)

    def range(self, file: SourceFile, span: Span) -> types.Range:
        """The range of a span of a file."""
        return types.Range(
            self._position(file, span.line, span.column), self._position(file, span.end_line, span.end_column)
        )

    def _position(self, file: SourceFile, line: int, column: int) -> types.Position:
        before = file.line(line)[: column - 1]
        units = self.server.workspace.position_codec.client_num_units(before)
        return types.Position(line - 1, units)
