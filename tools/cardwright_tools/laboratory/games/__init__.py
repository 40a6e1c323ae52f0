"""Games between bots by the thousand: how they are played, in which processes and engines."""
