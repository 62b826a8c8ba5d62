"""What is told of ``steps:``."""

from __future__ import annotations

from cotree.trees.reading.step_fields import FIELDS, KIND, STEP
from cotree.trees.reference.tables import markdown, rows_of

STEPS = """\
Work that people and robots do side by side: steps, what each of them takes whom, and what comes
before it. A robot shares them out by what it believes of each person: who likes to lead, and who
errs. Steps are the task of a mission by themselves; where there is other work, too, the node
`steps` says when they are done.

```yaml
mission: kit a box
team:
  fetch: {robot: pr2, at: [0, 0]}
  ann: {person: {}, at: [2, 0]}
steps:
  speeds: {ann: 1.2 m/s}
  kinds:
    near: {takes: {fetch: 36 s}, walks: {ann: 7 m}}
    far: {takes: {fetch: 39 s}, walks: {ann: 17 m}}
  all:
    left: [near, near, far]
    right: [far, near]
    lid: {kind: near, after: [left, right]}
    sign: {takes: {ann: 4 s}, after: lid}
```

Under `all`, a list of kinds is a chain: its steps come one after the other and are called by its
name and a number (`left.1`); its name is the place where they end and, in `after`, stands for its
last step. It may also name a step that stands in the task (see *allocate*). Who is not named under
`takes` or `walks` cannot do a step."""


def steps() -> str:
    """Work that people and robots share out."""
    return (
        f"{STEPS}\n\nOf all steps together, beside `kinds` and `all`:\n\n"
        f"{markdown(rows_of(FIELDS))}\n\nOf each kind:\n\n{markdown(rows_of(KIND))}\n\n"
        f"Of each step:\n\n{markdown(rows_of(STEP))}"
    )
