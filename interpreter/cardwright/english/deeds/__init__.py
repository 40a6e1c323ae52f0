"""Deeds in sentences: what is done, what is chosen for it, and what is asked."""
