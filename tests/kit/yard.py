"""A yard of four places in which one carrier, or two, bring a cup from the shelf to the desk."""

from __future__ import annotations

WORLD = """
world:
  places: {home: [0, 0], shelf: [6, 0], desk: [6, 6], yard: [0, 6]}
  objects: {cup: [6, 0]}
"""
ONE = WORLD + "mission: alone\nteam: {a: {robot: carrier, at: [0, 0]}}\n"
TWO = WORLD + (
    "mission: together\nteam: {a: {robot: carrier, at: [0, 0]}, b: {robot: carrier, at: [6, 6]}}\n"
)
BRING = "then: [{move: cup}, {pick: cup}, {move: desk}, {place: {object: cup, at: desk}}]\n"
