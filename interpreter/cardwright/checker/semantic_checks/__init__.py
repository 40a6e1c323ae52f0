"""Well-formed texts that cannot be meant: cycles, dead names, impossible zones."""
