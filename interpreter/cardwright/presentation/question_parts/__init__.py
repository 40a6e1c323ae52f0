"""Parts of a question: its sentence, and the positions of its options."""
