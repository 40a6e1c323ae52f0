"""Why something that came over the wire is not done, in words that tell nothing its sender may not know."""


class RefusedError(Exception):
    """What was asked for is not done, and nothing has changed; the message says why."""


class BusyError(RefusedError):
    """What was asked for is not done now, as too much is; the same may be asked for again in a while."""
