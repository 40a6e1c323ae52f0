"""Readers from YAML nodes to declarations, one module for each section of a game file."""
