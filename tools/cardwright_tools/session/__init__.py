"""Match in progress with its answers, undo, record, reload and bots, for any interface."""
