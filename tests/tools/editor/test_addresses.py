"""Addresses that no file can have: the editor's server goes on, without a word on stderr, and tells of other files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ADDRESSES = (
    "file:///etc/passwd%00x",
    "file:///%00",
    "file:///\ud800",
    "file:///%ff/x.yaml",
    f"file:///{'a' * 5000}",
    f"file:///{'a/' * 4000}x.yaml",
    f"file:///tmp/{'n' * 300}.yaml",
    "untitled:Untitled-1",
    "http://x/y.yaml",
    "file:///",
    Path.cwd().as_uri(),
    "",
    "\0",
)
TEXTS = ("game: [", "game: shop\nscenarios: []\n")
ASKED = ("hover", "definition", "documentSymbol", "formatting", "completion")


def written(**message: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0"} | message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def test_no_address_is_too_much(tmp_path: Path) -> None:
    about = {"position": {"line": 0, "character": 0}, "options": {"tabSize": 2, "insertSpaces": True}}
    sent = [written(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})]
    sent.append(written(method="initialized", params={}))
    number = 1
    for place, uri in enumerate((*ADDRESSES, (tmp_path / "cards.yaml").as_uri())):
        for text in TEXTS if uri.endswith("cards.yaml") else TEXTS[place % 2 :][:1]:
            opened = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
            sent.append(written(method="textDocument/didOpen", params={"textDocument": opened}))
            for method in ASKED:
                number += 1
                params = {"textDocument": {"uri": uri}} | about
                sent.append(written(id=number, method=f"textDocument/{method}", params=params))
    process = subprocess.Popen(
        [sys.executable, "-m", "cardwright_tools.cli.main", "lsp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"".join(sent))
    process.stdin.flush()
    heard = b""
    # the findings in the last file come after those in all others
    while b"cards.yaml" not in heard or heard.count(b'"result"') < number:
        more = process.stdout.read1(65536)  # type: ignore[attr-defined]
        assert more, heard[-2000:]
        heard += more
    process.kill()
    _, said = process.communicate()
    assert said == b""
    assert b"Traceback" not in heard
