"""Lowers decisions: what can be chosen, in the open and in secret, and what leads nowhere."""
