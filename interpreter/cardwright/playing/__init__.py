"""Games to be played, as everybody outside uses them: what the rooms below can do, in one place."""
