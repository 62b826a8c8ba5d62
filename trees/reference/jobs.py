"""What is told of jobs: what robots bring, what jobs ask for, and how both are matched."""

from __future__ import annotations

from cotree.core.allocation import Matching
from cotree.trees.reading.allocation import FIELDS as ALLOCATION
from cotree.trees.reading.capable import FIELDS as CAPABILITY
from cotree.trees.reading.job_kinds import THING
from cotree.trees.reading.jobs import FIELDS as JOB
from cotree.trees.reading.matching import DOMAIN
from cotree.trees.reading.matching import FIELDS as MATCHING
from cotree.trees.reference.tables import markdown, rows_of

JOBS = """\
A job says what it takes, and not who does it: capabilities, the objects, and how these should stand
at last. Without a `task`, all jobs of a mission are to be done; as a node, one is written
`job: <name>`. Matching finds out who does it: one robot alone, several that share the objects out,
another one that takes it over, or robots that stand on top of each other. `cotree can` says who
could, and what the others lack.

```yaml
mission: a box on a high shelf
team:
  M1: {robot: modular_m}
  L1: {robot: modular_l}
world:
  places: {table: [3, 0], shelf: [3, 4]}
  objects: {box: [3, 0]}
jobs:
  high_box:
    needs: [perception, manipulation, locomotion]
    height: 8
    objects: {box: table}
    goal: [box on shelf]
    to: M1
```

A **capability** is a domain (`perception`, `manipulation`, `locomotion`, or one of the mission's
own), a type or a level, and how high it reaches: `manipulation`, `2 manipulation`,
`perception thermal`, or a mapping. Types are numbers or names; a name is known when a component of
a robot has it, or `matching` lists it, and then what says no type is `plain`.

Bodies know three actions of jobs by their names, as they know those of `perform`: `detect`, `dock`
and `undock`."""

CAPABILITIES = "Of each capability, of a robot as of a job:"

MATCHING_TEXT = """\
How it is found who can do the jobs of the mission, and who helps.

```yaml
mission: a hot box
team:
  M1: {robot: modular_m}
  eye: {robot: {components: {camera: perception thermal}, ports: 1}}
world: {places: {table: [3, 0], shelf: [3, 4]}, objects: {box: [3, 0]}}
matching:
  method: active
  types: {perception: [rgb, depth, thermal]}
jobs:
  hot_box:
    needs: [perception thermal, manipulation, locomotion]
    objects: {box: table}
    goal: [box on shelf]
```"""

ALLOCATE = """\
In a team, how it is found who does a node and everything below it; it stands beside the word, as
`name` does. Left out, the robots share the leaves out by their claims (`peers`). With `capability`,
matching decides who may ask for them at all, and the metric who does; what it takes is said by a
job or by `needs`, or it is what the leaves run on. With `ltl`, a subtree of `move`, `then` and
`and` becomes errands of the team's plan. With `lead_follow`, a subtree of `perform`, `then` and
`and` becomes *steps* that people do, too; `takes` says how long each takes them, and robots, if
that is not the `duration`. Only who is named can do it; all robots, if none is. One task may have
all of them; what does not fit together is refused with the reason.

```yaml
and:
  - move: kitchen
    allocate: capability
  - allocate: {by: capability, needs: [perception, manipulation], to: pr2}
    then:
      - move: cup
      - pick: cup
  - allocate: ltl
    then: [{move: table}, {move: tray}]
  - allocate: {by: lead_follow, takes: {ann: 20 s}}
    then: [{perform: {what: glue, duration: 30 s}}, {perform: {what: press, duration: 9 s}}]
```"""


def jobs() -> str:
    """What jobs ask for."""
    return (
        f"{JOBS}\n\nOf each job:\n\n{markdown(rows_of(JOB))}\n\n"
        f"Of each object:\n\n{markdown(rows_of(THING))}\n\n"
        f"{CAPABILITIES}\n\n{markdown(rows_of(CAPABILITY))}"
    )


def matching() -> str:
    """How it is found who does them."""
    table = markdown(rows_of(MATCHING, Matching()))
    return f"{MATCHING_TEXT}\n\n{table}\n\nOf each domain:\n\n{markdown(rows_of(DOMAIN))}"


def allocate() -> str:
    """Who finds out who does a subtree."""
    return f"{ALLOCATE}\n\nAs a mapping:\n\n{markdown(rows_of(ALLOCATION))}"
