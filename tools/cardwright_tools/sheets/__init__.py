"""Spreadsheets of cards: read, write, and merge into card files."""
