"""Missions for tests, as small as they can be."""

from __future__ import annotations

from pathlib import Path

FETCH = """
mission: fetch
team:
  pr2: {robot: pr2}
world:
  places: {table: [3, 0]}
  objects: {cup: [1, 0], mug: [1.1, 0]}
task:
  and:
    - then: [{move: cup}, {pick: cup}, {move: table}, {place: {object: cup, at: table}}]
      name: cup
    - then: [{move: mug}, {pick: mug}, {move: table}, {place: {object: mug, at: table}}]
      name: mug
"""
NOISY = FETCH + "simulation: {noise: 0.3, failure: 0.05}\n"
STUCK = """
mission: stuck
team: {pr2: {robot: pr2}}
world: {objects: {cup: [1, 0]}}
task: {pick: cup}
"""
FAILING = """
mission: failing
team: {pr2: {robot: pr2}}
world: {objects: {cup: [0, 0]}}
task: {pick: cup}
simulation: {failures: {grasp: 1}}
policy: {retries: 0}
"""
WAITING = """
mission: waiting
team: {pr2: {robot: pr2}}
task: {wait: 10 min}
"""
TEAM = """
mission: together
team:
  pr2: {robot: pr2}
  baxter: {robot: baxter}
  ann: {person: {watched_by: [pr2]}}
world: {places: {table: [3, 0]}}
task: {move: table}
"""
PAIR = """
mission: pair
team:
  ann: {robot: pr2}
  bob: {robot: pr2, at: [4, 0]}
world:
  places: {table: [2, 2]}
  objects: {cup: [1, 0], mug: [3, 0], jug: [2, 1]}
coordination: {witness: [tablet]}
task:
  and:
    - then: [{move: cup}, {pick: cup}, {move: table}, {place: {object: cup, at: table}}]
      name: cup
    - then: [{move: mug}, {pick: mug}, {move: table}, {place: {object: mug, at: table}}]
      name: mug
    - then: [{move: jug}, {pick: jug}, {move: table}, {place: {object: jug, at: table}}]
      name: jug
"""


def write(folder: Path, text: str, name: str = "mission.yaml") -> str:
    """The path of a mission's file."""
    path = folder / name
    path.write_text(text)
    return str(path)
