"""Scenarios, small tests of a game that are written as data."""
