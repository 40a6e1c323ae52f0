"""Triggers, modifiers and offers as sentences."""
