"""Faults from outside: what is left when a command is killed."""
