"""Queries on a state: views, decisions in words, log, scores, explanations, determinization."""
