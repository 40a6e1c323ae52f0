"""English morphology and phrase templates, independent of games."""
