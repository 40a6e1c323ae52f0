"""Completion at the cursor."""
