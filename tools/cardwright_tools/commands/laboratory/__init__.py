"""Commands that measure games."""
