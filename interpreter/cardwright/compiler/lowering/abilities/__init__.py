"""Lowering of triggers, modifiers and durations."""
