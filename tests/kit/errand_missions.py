"""Small missions of one sentence: a street of places, and robots that can carry or only drive."""

from __future__ import annotations

from cotree.core.mission import Mission
from cotree.trees.reading import loads

DRIVES = "{resources: {base: base}, speed: 1 m/s, drive_overhead: 0 s}"
CARRIES = """
      resources: {base: base}
      speed: 1 m/s
      drive_overhead: 0 s
      states: [free, full]
      operations:
        pick: {from: free, to: full, at: a, cost: 2, duration: 2 s}
        drop: {from: full, to: free, cost: 2, duration: 2 s}"""
STREET = """
world:
  places: {a: [0, 0], b: [3, 1], c: [6, 0], d: [9, 1]}
  areas: {east: [c, d]}
  ways:
    cost: 3
    between: [[a, b, c, d]]
    costs: {b - d: 4}
"""
REACTIONS = """
reactions:
  balance: {rate: 50, do: recover}
  critical: {rate: 10, do: reallocate team}
  state: {rate: 5, do: [reallocate me, reallocate team]}
  environment: {rate: 2, do: [reallocate me, reallocate team]}
"""


def street(*ltl: str, at: str = "ad", carry: str = "", more: str = "") -> str:
    """A mission: one robot r0, r1 … at each letter of ``at``; those in ``carry`` have states."""
    lines = ["mission: street", "team:"]
    for number, place in enumerate(at):
        model = CARRIES if str(number) in carry else f" {DRIVES}"
        lines.append(f"  r{number}:\n    at: {place}\n    robot:{model}")
    told = [f"  - {line}" for line in ltl]
    return "\n".join([*lines, STREET, *(["ltl:", *told] if told else []), more, ""])


def mission(*ltl: str, at: str = "ad", carry: str = "", more: str = "") -> Mission:
    """The same, read."""
    return loads(street(*ltl, at=at, carry=carry, more=more))


def happens(*disturbances: str, events: tuple[str, ...] = ()) -> str:
    """What goes wrong, with the usual reactions."""
    lines = [REACTIONS, "simulation:"]
    lines += ["  events:", *(f"    - {{{each}}}" for each in events)] if events else []
    told = [f"    - {{{each}}}" for each in disturbances]
    lines += ["  disturbances:", *told] if told else []
    return "\n".join(lines)
