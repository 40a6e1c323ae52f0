"""Compiler from the typed tree to a program, by analyses, lowering, passes and code generators."""
