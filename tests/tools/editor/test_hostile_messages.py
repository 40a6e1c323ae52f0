# ruff: noqa: E501 -- a message a line
"""Malformed input of the language server: it answers with errors of the protocol and stays alive."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardwright_tools.editor import server as module
from cardwright_tools.editor.protocol.message_framing import (
    CHUNK_BYTES,
    MAX_HEADER_BYTES,
    MalformedHeaderError,
    Output,
    read_body,
)
from cardwright_tools.editor.server import make_server

GAME = """game: fair
title: Fair
players: 2
kinds:
  card: {plural: cards}
zones:
  table: {deck: {of: cards, see: nobody, ordered: true}}
library: |
  step setup:
    shuffle(deck)
"""
SECRET = "root: {secret: 1}\n"
PARSE, REQUEST, METHOD, PARAMS, TOO_EARLY = -32700, -32600, -32601, -32602, -32002
INTERNAL = -32603
LAST = 999

opened_files: list[str] = []
listening = False


def _note_open(event: str, arguments: tuple[Any, ...]) -> None:
    if listening and event == "open" and isinstance(arguments[0], str | bytes):
        opened_files.append(arguments[0].decode(errors="replace") if isinstance(arguments[0], bytes) else arguments[0])


sys.addaudithook(_note_open)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # as the command does
    monkeypatch.setattr(module, "PAUSE", 0)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "fair"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    (folder.parent.parent / "passwd.yaml").write_text(SECRET)
    return folder / "game.yaml"


def framed(message: object) -> bytes:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request(method: str, params: object = None, number: object = LAST) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": {} if params is None else params}


def notification(method: str, params: object) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


START = [
    request("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 0),
    notification("initialized", {}),
]


def document(path: Path | str, text: str) -> dict[str, Any]:
    uri = path if isinstance(path, str) else path.as_uri()
    return {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}


def opened(path: Path | str, text: str = GAME) -> dict[str, Any]:
    return notification("textDocument/didOpen", document(path, text))


def talk(*sent: object, start: bool = True) -> list[dict[str, Any]]:
    """Return the output of the server for these messages (bytes are sent unchanged) and the end of the stream."""
    before: list[object] = [*START] if start else []
    stream = b"".join(each if isinstance(each, bytes) else framed(each) for each in (*before, *sent))
    out = io.BytesIO()
    make_server().start_io(io.BytesIO(stream), out)
    heard, written = [], io.BytesIO(out.getvalue())
    while (body := read_body(written)) is not None:
        heard.append(json.loads(body))
    text = out.getvalue()
    assert b"Traceback" not in text
    assert b"Error in server" not in text
    assert all(each.get("error", {}).get("code") != INTERNAL for each in heard), heard
    return heard


def answer(heard: list[dict[str, Any]], number: object = LAST) -> dict[str, Any]:
    """The one answer to a request."""
    (found,) = [each for each in heard if each.get("id", "") == number and "method" not in each]
    return found


def code(heard: list[dict[str, Any]], number: object = LAST) -> int | None:
    found = answer(heard, number).get("error", {}).get("code")
    return None if found is None else int(found)


# what stands before a valid message, and the codes of what is answered to it

NOISE: list[tuple[bytes, list[int]]] = [
    (b"Content-Length: 1000000000000\r\n\r\n", [PARSE]),
    (b"Content-Length: 99999999999999999999999999\r\n\r\n", [PARSE]),
    (b"Content-Length: " + b"9" * 100_000 + b"\r\n\r\n", [PARSE]), (b"Content-Length: -1\r\n\r\n", [PARSE]),
    (b"Content-Length: 1e3\r\n\r\n", [PARSE]), (b"Content-Length: 0x10\r\n\r\n", [PARSE]),
    (b"Content-Length:\r\n\r\n", [PARSE]), (b"Content-Length: 0\r\n\r\n", [PARSE]),
    (b"Content-Type: x\r\n\r\n", [PARSE]), (b"\r\n" * 100, []), (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", [PARSE]),
    (b"\x00\xff" * 50_000, []), (b"no end of line", []),
    (framed(b'{"jsonrpc": "2.0"}')[:-5].replace(b"18", b"5"), [PARSE]), (framed(b"{"), [PARSE]),
    (framed(b"\xff\xfe\xfd"), [PARSE]), (framed(b"1" * 10_000), [PARSE]), (framed(b'{"a":' * 100_000), [PARSE]),
    (framed(b"[" * 100_000 + b"]" * 100_000), [PARSE]), (framed(b"null"), [REQUEST]), (framed(b"[]"), [REQUEST]),
    (framed(b'"text"'), [REQUEST]), (framed(b"NaN"), [REQUEST]), (framed({}), []),
    (framed({"jsonrpc": "1.0", "id": 1, "method": "shutdown"}), [REQUEST]),
    (framed({"jsonrpc": "2.0", "id": None, "method": "shutdown"}), [REQUEST]),
    (framed({"jsonrpc": "2.0", "id": [], "method": "shutdown"}), [REQUEST]),
    (framed({"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"}), [REQUEST]),
    (framed({"jsonrpc": "2.0", "id": True, "method": "shutdown"}), [REQUEST]),
    (framed({"jsonrpc": "2.0", "id": {"jsonrpc": "2.0"}, "method": "shutdown"}), [REQUEST]),
    (framed({"jsonrpc": "2.0", "id": 1, "method": 5}), [REQUEST]), (framed({"jsonrpc": "2.0", "id": 1}), [REQUEST]),
    (framed({"jsonrpc": "2.0", "id": 1, "result": None}), []), (framed({"jsonrpc": "2.0", "id": 1, "error": 5}), []),
    (framed(request("textDocument/nothing", number=1)), [METHOD]),
    (framed(request("x" * 100_000, number=1)), [METHOD]),
    (framed(request("__class__", {"type_name": 5}, number=1)), [METHOD]),
    (framed(request("window/showMessage", number=1)), [METHOD]),
    (framed(request("notebookDocument/didOpen", number=1)), [METHOD]),
    (framed(request("workspace/executeCommand", {"command": "x"}, 1)), [PARAMS]),
    (framed(request("textDocument/hover", [], 1)), [PARAMS]),
    (framed(request("textDocument/hover", "x", 1)), [PARAMS]),
    (framed(request("textDocument/hover", {"textDocument": {"uri": 5}, "position": {}}, 1)), [PARAMS]),
    (framed(request("textDocument/didOpen", document("file:///x.yaml", ""), 1)), [REQUEST]),
    (framed(request("initialize", {"capabilities": {}}, 1)), [REQUEST]),
    (framed(notification("textDocument/hover", {})), []), (framed(notification("shutdown", None)), []),
    (framed(notification("textDocument/nothing", {})), []), (framed(notification("$/cancelRequest", None)), []),
    (framed(notification("$/cancelRequest", {"id": []})), []),
    (framed(notification("$/cancelRequest", {"id": 77})), []),
    (framed(notification("window/workDoneProgress/cancel", {"token": "x"})), []),
    (framed(notification("workspace/didChangeWorkspaceFolders", {"event": 5})), []),
    (framed(notification("textDocument/didChange", {"textDocument": {"uri": "file:///x", "version": 1}, "contentChanges": [{"text": ""}]})), []),
    (framed(notification("textDocument/didClose", {"textDocument": {"uri": "file:///x"}})), []),
    (framed(notification("textDocument/didSave", {"textDocument": {"uri": "file:///x"}})), []),
    (framed(notification("textDocument/didOpen", {"textDocument": {"uri": "file:///x", "languageId": "yaml", "version": 1, "text": 5}})), []),
    (framed(opened("file:///x.yaml", "game: \ud800")), []),
]  # fmt: skip


@pytest.mark.parametrize(("noise", "codes"), NOISE, ids=[repr(noise[:60]) for noise, _ in NOISE])
def test_noise_is_refused_and_what_comes_after_it_is_answered(noise: bytes, codes: list[int], game: Path) -> None:
    heard = talk(noise, request("textDocument/documentSymbol", {"textDocument": {"uri": game.as_uri()}}))
    assert len(answer(heard)["result"]) == GAME.count("\n") - 4
    assert [each["error"]["code"] for each in heard if "error" in each] == codes


BAD: list[object] = [-1, 1.5, "0", 2**31, 10**30, None, True, False, [], {}]
POSITIONS: list[object] = [
    *({"line": bad, "character": 0} for bad in BAD),
    *({"line": 0, "character": bad} for bad in BAD),
    {"line": 0},
    {"character": 0},
    {},
    None,
    5,
    "0:0",
    [0, 0],
]
FAR = [{"line": line, "character": column} for line in (0, 3, 2**31 - 1) for column in (0, 2, 2**31 - 1)]


def asked_about(uri: str, position: object) -> dict[str, Any]:
    """Every request with a place in it, and its params."""
    here = {"textDocument": {"uri": uri}, "position": position}
    span = {"start": position, "end": position}
    return {
        "textDocument/hover": here,
        "textDocument/definition": here,
        "textDocument/references": {**here, "context": {"includeDeclaration": True}},
        "textDocument/completion": here,
        "textDocument/prepareRename": here,
        "textDocument/rename": {**here, "newName": "other"},
        "textDocument/codeAction": {"textDocument": {"uri": uri}, "range": span, "context": {"diagnostics": []}},
    }


def test_malformed_positions_are_answered_with_an_error(game: Path) -> None:
    sent, number = [], 1
    for position in POSITIONS:
        for method, params in asked_about(game.as_uri(), position).items():
            sent.append(request(method, params, number))
            number += 1
    missing = {"textDocument": {"uri": game.as_uri()}}
    heard = talk(opened(game), *sent, request("textDocument/hover", missing))
    assert {code(heard, each) for each in [*range(1, number), LAST]} == {PARAMS}


def test_positions_beyond_the_end_are_answered(game: Path) -> None:
    asked = [each for position in FAR for each in asked_about(game.as_uri(), position).items()]
    heard = talk(opened(game), *(request(*each, number) for number, each in enumerate(asked, 1)))
    for number, (method, _) in enumerate(asked, 1):
        assert code(heard, number) in ((PARAMS, None) if "ename" in method else (None,)), method


def test_edits_at_odd_ranges_leave_a_server_that_answers(game: Path) -> None:
    sent = []
    for version, start in enumerate(FAR, 2):
        for end in FAR:
            change = {"range": {"start": start, "end": end}, "text": "x"}
            about = {"textDocument": {"uri": game.as_uri(), "version": version}, "contentChanges": [change]}
            sent.append(notification("textDocument/didChange", about))
    heard = talk(opened(game), *sent, request("textDocument/documentSymbol", {"textDocument": {"uri": game.as_uri()}}))
    assert code(heard) is None


class Counting(io.BytesIO):
    """A stream that notes how much is asked of it at once."""

    most = 0

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size >= 0
        self.most = max(self.most, size)
        return super().read(size)

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert 0 <= size <= MAX_HEADER_BYTES
        return super().readline(size)


@pytest.mark.parametrize("length", [10**7, 64 * 2**20, 64 * 2**20 + 1, 10**12, 10**19, 10**40])
def test_no_more_is_allocated_than_arrives(length: int) -> None:
    stream = Counting(b"Content-Length: %d\r\n\r\n%s" % (length, b"x" * 100))
    try:
        assert read_body(stream) is None
    except MalformedHeaderError:
        assert length > 64 * 2**20
    assert stream.most <= CHUNK_BYTES


def test_before_and_after_its_time_a_request_is_refused(game: Path) -> None:
    asked = request("textDocument/documentSymbol", {"textDocument": {"uri": game.as_uri()}}, 1)
    heard = talk(asked, opened(game), notification("initialized", {}), *START, {**asked, "id": 2}, start=False)
    assert (code(heard, 1), code(heard, 2)) == (TOO_EARLY, None)
    heard = talk(request("shutdown", number=1), {**asked, "id": 2}, opened(game), notification("exit", None), asked)
    assert (code(heard, 1), code(heard, 2)) == (None, REQUEST)
    # an editor that is wrong about the order of what it opens, changes and closes
    uri: dict[str, Any] = {"uri": game.as_uri()}
    at_three: dict[str, Any] = {**uri, "version": 3}
    close = notification("textDocument/didClose", {"textDocument": uri})
    change = notification("textDocument/didChange", {"textDocument": at_three, "contentChanges": [{"text": "game: x"}]})
    heard = talk(close, change, close, opened(game), opened(game), close, change, {**asked, "id": LAST})
    assert len(answer(heard)["result"]) > 1


def test_saving_or_asking_reads_no_file_that_is_not_open(game: Path) -> None:
    global listening
    secret = game.parent.parent.parent / "passwd.yaml"
    twice = "file:///" + "%2525".join(str(secret)[1:].split("p", 1))
    uris = [secret.as_uri(), str(secret), f"file://{game.parent}/../../../{secret.name}", twice, "file:///etc/passwd"]
    asked, sent = [], []
    for uri in uris:
        about = {"textDocument": {"uri": uri}}
        sent += [notification(f"textDocument/{each}", about) for each in ("didSave", "didClose")]
        change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": "x: 1"}]}
        sent += [notification("textDocument/didChange", change)]
        sent += [notification("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2}]})]
        asked += [("textDocument/documentSymbol", about), *asked_about(uri, {"line": 0, "character": 0}).items()]
        asked.append(("textDocument/formatting", {**about, "options": {"tabSize": 2, "insertSpaces": True}}))
    # an address that stands for another once it is unquoted twice
    open_elsewhere = opened(secret.as_uri().replace("passwd", "%2570asswd"), "x: 1")
    watched = notification("workspace/didChangeWatchedFiles", {"changes": []})
    listening = True
    try:
        heard = talk(*sent, open_elsewhere, watched, *(request(*each, number) for number, each in enumerate(asked, 1)))
    finally:
        listening = False
    assert "secret" not in json.dumps(heard)
    assert not [each for each in opened_files if "passwd" in each]


def test_an_editor_that_is_gone_ends_the_server() -> None:
    class Gone(io.BytesIO):
        def write(self, _: object, /) -> int:
            raise BrokenPipeError

    output = Output(Gone())
    output.write(b"x")
    output.write(b"x")
    assert output.closed
    make_server().start_io(io.BytesIO(b"".join(map(framed, START))), Gone())


# properties

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
HEADERS = st.sampled_from([noise for noise, _ in NOISE]) | st.builds(
    lambda length, body: b"Content-Length: %d\r\n\r\n%s" % (length, body), st.integers(-10, 60), st.binary(max_size=40)
)
# What a length that is too long may swallow of the messages after it.
SWALLOWED = b"\r\n" * 40
SHORT = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@SHORT
@given(noise=st.lists(st.binary(max_size=200) | HEADERS, max_size=5))
def test_after_any_noise_a_request_is_answered(noise: list[bytes], game: Path) -> None:
    asked = request("textDocument/documentSymbol", {"textDocument": {"uri": game.as_uri()}})
    assert "result" in answer(talk(*noise, SWALLOWED, asked))


def _places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a message."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*path, key))


def _with(value: object, path: tuple[Any, ...], other: object) -> object:
    if not path:
        return other
    assert isinstance(value, dict)
    return {**value, path[0]: _with(value[path[0]], path[1:], other)}


@pytest.mark.long
@SHORT
@given(data=st.data())
def test_a_request_with_anything_in_it_is_answered_once(data: st.DataObject, game: Path) -> None:
    sent = [opened(game)]
    expected = []
    for number in range(1, 6):
        about = asked_about(game.as_uri(), {"line": 10, "character": 4})
        method = data.draw(st.sampled_from(sorted(about)))
        where = data.draw(st.sampled_from(sorted(_places(about[method]), key=repr)))
        sent.append(request(method, _with(about[method], where, data.draw(JSON)), number))
        expected.append(number)
        noted = data.draw(st.sampled_from([*START[1:], opened(game)]))
        inside = data.draw(st.sampled_from([each for each in sorted(_places(noted), key=repr) if each]))
        other = data.draw(JSON)
        changed = _with(noted, inside, other)
        assert isinstance(changed, dict)
        if changed.get("method") != "exit":
            sent.append(changed)
    heard = talk(*sent, request("textDocument/documentSymbol", {"textDocument": {"uri": game.as_uri()}}))
    assert [each["id"] for each in heard if each.get("id") in expected] == expected
    assert "result" in answer(heard)
