"""Finite-trace temporal logic: formulas as values, their text, named patterns, and a referee."""
