"""What people wrote of the language itself; every example here is loaded by a test."""

from __future__ import annotations

MISSION = """\
One file is one mission.

```yaml
mission: fetch the cup
team:
  pr2: {robot: pr2}
world: kitchen
task:
  then:
    - move: cup
    - pick: cup
    - move: table
    - place: {object: cup, at: table}
```

| key | value | default | meaning |
|---|---|---|---|
| `mission` | text | required | what the mission is called |
| `team` | see *team* | required | who takes part |
| `task` | a node | required | what is to be done |
| `world` | the name of a world, or one in place; see *world* | — | where everything is |
| `subtrees` | see *subtrees* | — | words of the mission's own |
| `include` | a path, or a list of paths; see *include* | — | files with further subtrees |
| `policy` | see *policy* | — | how decisions are made |
| `simulation` | see *simulation* | — | what happens in simulation |

Reserved for later versions, and refused until then: LATER.

A **node** is a mapping with one word (`- move: cup`), or a word alone if it needs nothing. What
stands behind the word are its parameters (`- place: {object: cup, at: table}`) or, in short, its
most important one. A word that contains others takes a list of nodes or, beside parameters, has
them under `of` (a list) or `do` (one node)."""

NAMES = """\
A node is called by its word and its parameters (`move to cup`); `name` beside the word gives it
another name. Names are unique among siblings: what is not named gets a number (`wait 1 s #2`), two
written names that are the same are refused. Names joined by `/` from `task` down are the path by
which records and messages call a node.

```yaml
then:
  - wait: 1 s
  - {wait: 1 s, name: another moment}
  - name: fetch
    then:
      - move: cup
      - pick: cup
```"""

FOR_EACH = """\
`for each` stands in a list of nodes and is replaced by its `do`, once for each value. Several
lists of the same length advance together. `$place` is the value; `${place}` where letters follow;
`$$` is a plain `$`.

```yaml
then:
  - for each:
      place: [shelf, sink]
      what: [look left, look right]
      do:
        then:
          - move: $place
          - perform: $what
        name: check ${place}
```"""

SUBTREES = """\
A subtree is a word of the mission's own: a node with parameters, written once. Where it is used
its parameters stand behind it as for any word; a single one may stand alone (`- rest: 5 s`). A
subtree may use others, but not itself, and sees only its own parameters.

```yaml
mission: rest twice
team: {pr2: {robot: pr2}}
world: kitchen
subtrees:
  rest:
    parameters: [how_long]
    do: {wait: $how_long}
  bring:
    parameters: [object, to]
    do:
      then:
        - move: $object
        - pick: $object
        - move: $to
        - place: {object: $object, at: $to}
task:
  then:
    - rest: 5 s
    - bring: {object: cup, to: table}
    - rest: {how_long: 1 min}
```

| key | value | default | meaning |
|---|---|---|---|
| `parameters` | a list of names | `[]` | what is written where it is used |
| `do` | a node | required | what the word stands for |"""

INCLUDE = """\
`include: shared/deliver.yaml`, or a list of paths, adds the subtrees of other files. A path is
relative to the file that includes. An included file has only `subtrees` and `include`; at most
MOST are included in all. `cotree validate` checks such a file by itself, too."""

TEAM = """\
Each teammate has a name (a letter, then letters, digits or `_`) and is a robot or a person. This
release runs a team of exactly one robot; others can be written and validated.

```yaml
mission: who is who
team:
  pr2:    {robot: pr2, at: [0.5, 0]}
  baxter: {robot: baxter}
  ann:    {person: {watched_by: [pr2, baxter]}}
task: {wait: 1 s}
```

| key | value | default | meaning |
|---|---|---|---|
| `robot` | the name of a model, or one in place; see *robots* | — | it is a robot |
| `person` | a mapping, or nothing | — | it is a person |
| `at` | a point | the world's `robots`, else `[0, 0]` | where it starts |"""

ROBOTS = """\
A model is found by its name in `robots/` beside the mission, then among those of the package
(`baxter`, `carrier`, `pr2`); or it is written in place. A resource is what a behaviour can need:
its name, and its type, of which there may be several. `move` needs a `base`; `pick` and `place`
need a `gripper`, the `base` and a `head`.

```yaml
mission: a robot of our own
team:
  octo:
    robot:
      resources: {legs: base, left: gripper, right: gripper, eye: head, torch: welder}
      speed: 1.5 m/s
task: {perform: {what: weld, duration: 6 s, needs: [welder]}}
```"""

WORLD = """\
A world is found by its name in `worlds/` beside the mission, then among those of the package
(`kitchen`, `tea_table`); or it is written in place. Names are text without `/` and `$`.

```yaml
mission: go out if the door is open
team: {pr2: {robot: pr2}}
world:
  places:  {door: [0, 3], table: [4, 0]}
  objects: {cup: [0.1, 2]}
  robots:  {pr2: [1, 1]}
  facts:   {door_open: true}
task:
  guard: {fact: door_open, do: {move: door}}
```

| key | value | default | meaning |
|---|---|---|---|
| `places` | names and their points | — | where something can be or go; they do not move |
| `objects` | names and their points | — | what can be picked and placed |
| `robots` | names of teammates and points | — | where they start |
| `facts` | names and values (text, a number, true or false) | — | what else is known at first |

A **point** is `[x, y]` or `[x, y, z]` in metres. Where a parameter is a place, an object or a
point, an object means where that object is then."""

POLICY = """\
How decisions are made; every key has a sensible default. A key may be written with its unit
instead: `rate_hz`, `cooldown_s`, `patience_s`, `same_place_m`, `halt_s`."""

SIMULATION = """\
What happens to the robots in simulation; the same mission and seed give the same run.

```yaml
mission: a draughty day
team: {pr2: {robot: pr2}}
world: {facts: {door_open: true}}
task: {guard: {fact: door_open, do: {wait: 5 s}}}
simulation:
  seed: 7
  noise: 0.1
  failures: {grasp: 0.2}
  events:
    - {at: 10 s, fact: door_open, equals: false}
```"""

QUANTITIES = """\
A quantity is a number, or a number and its unit: `10`, `10 s`, `500 ms`, `0.3 m`, `30 cm`. The
decimal sign is a point. Negative quantities are refused."""

YAML = """\
YAML 1.2: `no`, `on` and `12:30` are words, `true` and `false` are truths. Anchors, aliases, tags,
merge keys, duplicate keys and second documents are refused. A file is UTF-8, up to BYTES, up to
NODES nodes, up to DEPTH levels deep; a task unfolds to at most NODES nodes and DEPTH levels."""
