"""Matches between bots by the thousand, on several processes and engines."""
