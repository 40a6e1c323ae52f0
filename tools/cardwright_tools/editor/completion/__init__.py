"""Completion: what could be written at the cursor."""
