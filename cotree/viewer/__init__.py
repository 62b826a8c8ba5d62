"""Showing runs: in the terminal and as timing diagrams.

Everything here reads the stream of a record and nothing else, live or replayed.
"""
