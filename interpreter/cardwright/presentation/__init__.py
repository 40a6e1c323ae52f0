"""Presentation of a game independent of the medium, in tables, questions, logs and rulebooks as data.

The terminal and the browser draw these objects and derive nothing themselves.
"""
