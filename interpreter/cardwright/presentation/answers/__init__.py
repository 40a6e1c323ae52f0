"""Answers to a question: their order and labels, and what they lead to."""
