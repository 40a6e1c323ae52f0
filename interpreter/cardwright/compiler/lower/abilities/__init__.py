"""Lowers abilities, and what deeds put in force: what stands around procedures and rules."""
