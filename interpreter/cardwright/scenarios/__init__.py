"""Scenarios: small tests of a game, written as data beside it."""
