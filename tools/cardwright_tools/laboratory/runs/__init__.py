"""Runs of the laboratory as files: written, sealed, checked and handed on."""
