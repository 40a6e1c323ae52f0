"""The language as written: its tree, how texts are parsed into it, and what is told of what does not parse."""
