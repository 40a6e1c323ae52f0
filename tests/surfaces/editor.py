"""The game in an editor: the language server in this process, spoken to in its own protocol."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from tests.surfaces.trial import SurfaceError, Trial, check_text, own_files

from cardwright_tools.editor.server import make_server

# Places of a file asked about, evenly from all of it.
PLACES = 12
# The codes of the protocol for what the client did wrong; every other error is ours.
REFUSED = (-32602,)

logging.getLogger("pygls").setLevel(logging.CRITICAL)  # it logs every refusal with its traceback


class Client:
    """An editor: it sends messages, and keeps what it is sent."""

    def __init__(self) -> None:
        self.server = make_server()
        self.server.protocol.set_writer(self)
        self.answers: dict[int, dict[str, Any]] = {}
        self.notices: list[dict[str, Any]] = []
        self._number = 0

    def write(self, data: bytes) -> None:
        """Take a message of the server."""
        message = json.loads(data.partition(b"\r\n\r\n")[2])
        if "id" in message and "method" not in message:
            self.answers[message["id"]] = message
        else:
            self.notices.append(message)

    def close(self) -> None:
        """Nothing is left open."""

    def notify(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    async def ask(self, method: str, **params: Any) -> Any:
        """Return the result of a request; None for one that is refused. Raises SurfaceError for any other error."""
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        for _ in range(1000):
            if self._number in self.answers:
                break
            await asyncio.sleep(0)
        answer = self.answers.pop(self._number, None)
        if answer is None:
            raise SurfaceError(f"{method} is not answered")
        error = answer.get("error")
        if error is not None and error["code"] not in REFUSED:
            raise SurfaceError(f"{method} {params}: {json.dumps(error)[:3000]}")
        check_text(method, json.dumps(answer))
        return answer.get("result")

    def _send(self, message: dict[str, Any]) -> None:
        protocol = self.server.protocol
        protocol.handle_message(protocol.structure_message(message))


def edited(trial: Trial) -> None:
    """Every file of the game is opened, looked through, formatted, changed and closed."""
    asyncio.run(_edit(trial))


async def _edit(trial: Trial) -> None:
    client, folder = Client(), trial.copy("edited in place")
    await client.ask(
        "initialize",
        processId=None,
        capabilities={},
        rootUri=folder.as_uri(),
        workspaceFolders=[{"uri": folder.as_uri(), "name": "game"}],
    )
    client.notify("initialized")
    for path in own_files(folder.parent.parent):
        if path.suffix not in (".yaml", ".yml"):
            continue
        text, uri = path.read_text(encoding="utf-8"), path.as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        client.notify("textDocument/didOpen", textDocument=document)
        client.server.tell(uri)
        named = {"textDocument": {"uri": uri}}
        await client.ask("textDocument/documentSymbol", **named)
        await client.ask("textDocument/formatting", **named, options={"tabSize": 2, "insertSpaces": True})
        lines = text.split("\n")
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
        await client.ask("textDocument/codeAction", **named, range=whole, context={"diagnostics": []})
        for number in range(PLACES):
            at = number * len(lines) // PLACES
            column = (number * 7) % (len(lines[at]) + 1)
            place = {**named, "position": {"line": at, "character": column}}
            await client.ask("textDocument/hover", **place)
            await client.ask("textDocument/completion", **place)
            await client.ask("textDocument/definition", **place)
            await client.ask("textDocument/references", **place, context={"includeDeclaration": True})
            await client.ask("textDocument/prepareRename", **place)
        broken = [{"text": text[: len(text) // 2]}]
        client.notify("textDocument/didChange", textDocument={"uri": uri, "version": 2}, contentChanges=broken)
        client.server.tell(uri)
        client.notify("textDocument/didClose", textDocument={"uri": uri})
    for notice in client.notices:
        check_text(notice["method"], json.dumps(notice))
