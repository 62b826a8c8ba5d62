"""Missions of whole teams for tests: driving or at a table, alternatives and shared things."""

from __future__ import annotations

DELIVER = """
subtrees:
  deliver:
    parameters: [object, to]
    do:
      then: [{move: $object}, {pick: $object}, {move: $to}, {place: {object: $object, at: $to}}]
"""
DUO = (
    """
mission: two and a witness
team: {a: {robot: pr2, at: [0, 0]}, b: {robot: pr2, at: [0.1, 0]}}
coordination: {witness: [base]}
world:
  places: {table: [2, 2]}
  objects: {cup: [1, 0], bowl: [1, 0.05], spoon: [1, 0.1]}
task:
  and:
    - for each:
        object: [cup, bowl, spoon]
        do: {deliver: {object: $object, to: table}, name: $object}
    - or: [{perform: sing}, {perform: dance}, {wait: 3 s}]
"""
    + DELIVER
)
"""Two robots that want the same, and a witness."""
TEA = (
    """
mission: set the tea table
team:
  pr2:    {robot: pr2, at: [0, 0]}
  baxter: {robot: pr2, at: [4, 0]}
  third:  {robot: pr2, at: [2, 2]}
world:
  places: {tray: [2, 1], plate: [1, 2], bowl: [3, 2]}
  objects: {cup: [1, 0], sugar: [3, 0], teapot: [2, -1], sandwich: [0, 2], orange: [4, 2],
            apple: [4, 1], burger: [1, 3]}
task:
  and:
    - then:
        - {deliver: {object: cup, to: tray}, name: cup}
        - and:
          - {deliver: {object: sugar, to: tray}, name: sugar}
          - {deliver: {object: teapot, to: tray}, name: teapot}
    - then:
        - {deliver: {object: sandwich, to: plate}, name: sandwich}
        - or:
          - {deliver: {object: orange, to: bowl}, name: orange}
          - {deliver: {object: apple, to: bowl}, name: apple}
        - {deliver: {object: burger, to: plate}, name: burger}
"""
    + DELIVER
)
"""Order and alternatives, three robots."""
FETCH = (
    """
mission: three fetch
team:
  a: {robot: pr2, at: [0, 0]}
  b: {robot: pr2, at: [4, 0]}
  c: {robot: pr2, at: [2, 3]}
world:
  places: {table: [2, 2]}
  objects: {cup: [1, 0], bowl: [3, 0], spoon: [1, 1], fork: [3, 1]}
task:
  and:
    - for each:
        object: [cup, bowl, spoon, fork]
        do: {deliver: {object: $object, to: table}, name: $object}
"""
    + DELIVER
)
"""Nothing but independent pieces."""
TABLE = """
mission: two at a table
team:
  pr2: {robot: pr2_right_arm, at: [0.25, 0.04]}
  baxter: {robot: baxter_right_arm, at: [-0.25, 0.76]}
coordination: {witness: [tablet]}
world:
  places: {tray: [0.35, 0.3], plate: [-0.45, 0.26]}
  objects: {cup: [-0.3, 0.5], sugar: [0.2, 0.2], sandwich: [-0.1, 0.4], orange: [0.3, 0.4],
            apple: [0, 0.2]}
task:
  and:
    - then: [{place: {object: cup, at: tray}}, {place: {object: sugar, at: [0.36, 0.34]}}]
    - then:
        - {place: {object: sandwich, at: plate}}
        - or:
          - place: {object: orange, at: [0.5, 0.25]}
          - place: {object: apple, at: [0.5, 0.25]}
"""
"""Arms that carry, bases that stand."""
FIVE = (
    """
mission: five share a corridor
team:
  a: {robot: pr2, at: [0, 0]}
  b: {robot: pr2, at: [4, 0]}
  c: {robot: pr2, at: [2, 3]}
  d: {robot: pr2, at: [0, 3]}
  e: {robot: pr2, at: [4, 3]}
shared: [corridor, driver]
world:
  places: {table: [2, 2], shelf: [2, -2]}
  objects: {cup: [1, 0], bowl: [3, 0], fork: [3, 1], knife: [0, 1], plate: [4, 1]}
task:
  then:
    - and:
      - for each:
          object: [cup, bowl]
          do: {deliver: {object: $object, to: table}, name: $object}
      - holding: {what: corridor, do: {sequence: [{move: shelf}, {wait: 5 s}]}}
        name: through
      - holding: {what: [corridor, driver], do: {wait: 8 s}}
        name: screw
      - holding: {what: [driver], do: {wait: 4 s}}
        name: unscrew
    - or:
      - deliver: {object: fork, to: table}
        name: fork
      - then:
        - {deliver: {object: knife, to: table}, name: knife}
        - {deliver: {object: plate, to: table}, name: plate}
        name: dishes
    - perform: ring
"""
    + DELIVER
)
"""Shared things, and a branch of several pieces."""
TEAMS = {"duo": DUO, "fetch": FETCH, "tea": TEA, "table": TABLE, "five": FIVE}
