"""The command `cardwright lsp`, a language server for any editor."""

import logging
import os
import sys
from argparse import Namespace

from cardwright_tools.cli.errors import OK, UsageError
from cardwright_tools.cli.standard_output import print_note


def run(arguments: Namespace) -> int:
    """Serve one editor on standard input and output until it disconnects."""
    try:
        from cardwright_tools.editor.server import make_server
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UsageError("the language server needs two more packages: pip install 'cardwright[lsp]'.") from missing
    # Refused requests are reported to the author; the protocol library would log a traceback as well.
    logging.getLogger("pygls").setLevel(logging.WARNING if os.environ.get("CARDWRIGHT_DEBUG") else logging.CRITICAL)
    if sys.stdin.isatty():
        print_note(
            "This waits for an editor to speak on standard input; docs/editors.md tells how to set one up. Ctrl-C ends."
        )
    server = make_server()
    server.start_io()
    if not server.was_initialized:
        raise UsageError("no editor initialized the language server: docs/editors.md tells how to set one up.")
    return OK
