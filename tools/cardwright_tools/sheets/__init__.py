"""Spreadsheets of cards, read, written and merged into card files."""
