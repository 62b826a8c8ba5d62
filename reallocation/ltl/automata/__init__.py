"""Deterministic automata of formulas over the letters that are physically possible."""
