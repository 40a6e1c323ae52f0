"""Expressions as noun phrases, groups and clauses."""
