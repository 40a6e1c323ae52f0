"""Lowering of decisions and their options."""
