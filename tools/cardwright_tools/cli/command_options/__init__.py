"""Flags of every command, declared apart from the commands so that help starts fast."""
