"""What names mean where a text is checked, and what of them is told to others."""
