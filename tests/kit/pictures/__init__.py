"""Rendered pictures with known truth, from formulas alone: no renderer, no model, no file."""
