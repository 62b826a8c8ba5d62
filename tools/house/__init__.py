"""Measures how the house stands: cycles, complexity, lengths, docstrings, times, coverage."""
