"""Checks of messages from the editor; invalid messages are answered by protocol errors."""

import json
from collections.abc import Callable
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, default_converter

# Limit for the part of a message that an answer repeats.
MAX_REPEATED_CHARACTERS = 1000


def make_strict_converter() -> Converter:
    """Return the protocol's converter, made strict: a value of another type, such as 1.5 for 1, is an error."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    for kind in (bool, int, str):
        converter.register_structure_hook(kind, _make_exact(kind))
    return converter


def _make_exact(kind: type) -> Callable[[Any, Any], Any]:
    def take(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{kind.__name__} expected")
        return value

    return take


class CheckedProtocol(LanguageServerProtocol):
    """The protocol of pygls with a check of each message: none can stop the server or remain unanswered.

    A request is always answered. A notification that cannot be handled is reported in the editor's log.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        for method in [name for name in self.fm.builtin_features if name.startswith("notebookDocument/")]:
            del self.fm.builtin_features[method]  # not supported, and it accepts documents that are not open

    def receive(self, body: bytes) -> None:
        """Handle the body of a message."""
        try:
            message = json.loads(body.decode())
        except (ValueError, RecursionError):
            self.refuse(None, JsonRpcParseError("this is no JSON in UTF-8"))
            return
        if not isinstance(message, dict):
            self.refuse(None, JsonRpcInvalidRequest("a message is a JSON object"))
            return
        name = message.get("id")
        asked = "id" in message
        if asked and (type(name) not in (int, str) or len(str(name)) > MAX_REPEATED_CHARACTERS):
            self.refuse(None, JsonRpcInvalidRequest("`id` is a number or a text"))
        elif asked and "method" not in message and ("result" in message or "error" in message):
            return  # an answer, although this server never asks
        else:
            try:
                self.handle_message(self._check_message(message, asked))
            except JsonRpcException as error:
                self.refuse(name if asked else None, error, asked)
            except Exception as error:  # noqa: BLE001 -- an editor goes on after whatever its server did not foresee
                self.refuse(name if asked else None, JsonRpcInternalError(type(error).__name__), asked)

    def refuse(self, name: int | str | None, error: JsonRpcException, asked: bool = True) -> None:
        """Answer a request with an error; if not `asked`, report the error of a notification in the editor's log."""
        if asked:
            payload = {"code": error.code, "message": error.message}
            self._send_data({"jsonrpc": self.VERSION, "id": name, "error": payload})
        else:
            params = types.LogMessageParams(types.MessageType.Warning, f"ignored: {error.message}")
            self.notify(types.WINDOW_LOG_MESSAGE, params)

    @property
    def was_initialized(self) -> bool:
        """True if a client has sent `initialize`."""
        return self._workspace is not None

    def _check_message(self, message: dict[str, Any], asked: bool) -> Any:
        """Return the message as a value of the protocol's types. Raises JsonRpcException if it is refused.

        `asked` is True for a request.
        """
        method = message.get("method")
        if message.get("jsonrpc") != self.VERSION or not isinstance(method, str):
            raise JsonRpcInvalidRequest('a message has `jsonrpc: "2.0"` and a method')
        known = self.get_message_type(method)
        cancels = method == types.CANCEL_REQUEST
        if known is None or not (cancels or method in self.fm.builtin_features or method in self.fm.features):
            raise JsonRpcMethodNotFound.of(method[:MAX_REPEATED_CHARACTERS])
        if self._shutdown and method != types.EXIT:
            raise JsonRpcInvalidRequest("the server was shut down")
        if (self._workspace is None) != (method == types.INITIALIZE) and method != types.EXIT:
            if self._workspace is None:
                raise JsonRpcServerNotInitialized("the first request is `initialize`")
            raise JsonRpcInvalidRequest("the server was initialized before")
        try:
            structured = self._converter.structure(message, known)
        except Exception as error:
            raise JsonRpcInvalidParams(f"malformed params of `{method}`") from error
        if hasattr(structured, "id") != asked:
            raise JsonRpcInvalidRequest(f"`{method}` is {'a notification' if asked else 'a request'}")
        if method == types.TEXT_DOCUMENT_DID_CHANGE:
            self._check_open(structured.params.text_document.uri)
        return structured

    def _check_open(self, uri: str) -> None:
        if self.workspace.get_text_document(uri) not in self.workspace.text_documents.values():
            raise JsonRpcInvalidParams(f"{uri[:MAX_REPEATED_CHARACTERS]} is not open")
