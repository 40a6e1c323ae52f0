"""A match in progress, for any interface: its answers, undo, record, reload and bots."""
