"""Canonical formatting of rule texts and files."""
