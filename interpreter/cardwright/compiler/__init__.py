"""Compiler from the typed tree to a program: analyses, IR, passes, code generation."""
