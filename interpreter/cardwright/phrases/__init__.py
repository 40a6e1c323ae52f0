"""English morphology and phrase templates; knows nothing of games."""
