"""The fields of every kind of file, declared once."""
