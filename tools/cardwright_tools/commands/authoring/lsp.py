"""The command `cardwright lsp`, a language server for any editor."""

import logging
import os
from argparse import Namespace

from cardwright_tools.cli.errors import OK, UsageError


def run(arguments: Namespace) -> int:
    """Serve one editor on standard input and output until it disconnects."""
    try:
        from cardwright_tools.editor.server import make_server
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UsageError("the language server needs two more packages: pip install 'cardwright[lsp]'.") from missing
    # What is refused goes to the author; the protocol library would write a traceback of it as well.
    logging.getLogger("pygls").setLevel(logging.WARNING if os.environ.get("CARDWRIGHT_DEBUG") else logging.CRITICAL)
    make_server().start_io()
    return OK
