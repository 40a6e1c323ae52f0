"""Analyses that several lint rules use."""
