"""Benchmarks of engines, edits and lines."""
