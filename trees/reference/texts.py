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
| `metric` | see *metric* | — | how suitable a robot is for what no leaf has picked up |
| `shared` | names; see *shared* | — | what one robot of the team at a time may use |
| `coordination` | see *coordination* | — | how the robots agree on who does what |
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

UNSURE = """\
When a robot of a team crashes, nobody may know whether what it did was done. Two more keys can
stand beside a word, as `name` does; they hold for everything below it that says nothing itself, and
change nothing for one robot alone.

```yaml
and:
  - perform: wave
    if_unsure: redo
  - repeatable: true
    then:
      - perform: look left
      - perform: look right
```

| key | value | default | meaning |
|---|---|---|---|
| `if_unsure` | one of redo, resume, ask | see below | what the robot does that takes over |
| `repeatable` | true or false | `false` | whether doing it twice at once does no harm |

`redo` does it from the start, `resume` looks and does what is left, `ask` asks a person. Left out
it is `redo` for `wait` and `move`, `resume` where anybody can see whether it was done (an object
lies at its place, or a whole `then` of one robot), else `ask`."""

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
Each teammate has a name (a letter, then letters, digits or `_`) and is a robot or a person. At
`at` a robot's base stands, or a person's hand rests.

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
| `at` | a point | the world's `robots`, else `[0, 0]` | where it starts |
| `home` | names of grippers and points | the model's `home` | where its grippers are at first |"""

ROBOTS = """\
A model is found by its name in `robots/` beside the mission, then among those of the package
(`baxter`, `baxter_right_arm`, `carrier`, `pr2`, `pr2_right_arm`); or it is written in
place. A resource is what a behaviour can need: its name, and its type, of which there may be
several. `move` needs a `base`; `pick`, and `place` after it, need a `gripper`, the `base` and a
`head`. A `place` without a `pick` needs a `gripper`, and the others if the robot has them.

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
(`kitchen`, `tea_shelf`, `tea_table`); or it is written in place. Names are text without `/` and
`$`; only a fact may belong to a teammate, as `pr2/battery` does.

```yaml
mission: go out if the door is open
team: {pr2: {robot: pr2}}
world:
  places:  {door: [0, 3], table: [4, 0]}
  objects: {cup: [0.1, 2]}
  robots:  {pr2: [1, 1]}
  facts:   {door_open: true, pr2/battery: 0.9}
  grasps:  {pr2: {cup: 25}}
task:
  guard: {fact: door_open, do: {move: door}}
```

| key | value | default | meaning |
|---|---|---|---|
| `places` | names and their points | — | where something can be or go; they do not move |
| `objects` | names and their points | — | what can be picked and placed |
| `robots` | names of teammates and points | — | where they start |
| `facts` | names and values (text, a number, true or false) | — | what else is known at first |
| `grasps` | teammates, each with objects and scores from 0 to 100 | — | how well they grasp |

A **point** is `[x, y]` or `[x, y, z]` in metres. Where a parameter is a place, an object or a
point, an object means where that object is then."""

SHARED = """\
What one robot of the team at a time may use: a corridor, a tool. A leaf that needs it starts when
the team has given it to its robot, and gives it back at its end: `perform` names it under `needs`,
`move` under `through`. `holding` keeps it from the first step inside to the last. Each person of
the team is shared, too, under their own name: whoever needs `ann` has her attention.

```yaml
mission: through the corridor
team:
  pr2:    {robot: pr2}
  baxter: {robot: {resources: {base: base, arm: gripper, head: head}}, at: [2, 0]}
  ann:    {person: {}}
world: {places: {door: [0, 3], table: [4, 0], bench: [1, 1]}}
shared: [corridor, screwdriver]
task:
  and:
    - move: {to: door, through: corridor}
    - then:
        - move: bench
        - holding: {what: screwdriver, do: {sequence: [{perform: loosen}, {perform: take off}]}}
    - perform: {what: explain, needs: [ann]}
```

They are listed in the order in which they are taken; people who are not in the list come first.
No name may be that of a robot, nor the name or type of what a robot has for itself. A leaf that is
not given all it needs gives back what it got. What is kept for a next step is another matter (the
base where a `move` brought it, a loaded gripper, what is inside `holding`): if robots could
wait for each other for ever that way, the mission is refused, and the circle is named."""

COORDINATION = """\
How the robots of a team agree on who does what; a robot alone needs none of it. A robot goes on
with what it claimed as long as more than half of the voters renew its lease. Every robot votes, at
most five; a *witness* votes, too, without being a robot of the team: a base station, a person's
tablet. Two robots without a witness stop when one of them fails. A witness alone means
`partition: witness`.

```yaml
mission: two who can lose each other
team: {pr2: {robot: pr2}, baxter: {robot: baxter}, ann: {person: {}}}
task: {and: [{wait: 1 s}, {wait: 2 s}]}
coordination: {witness: [ann], lease: 3 s}
```

When a team falls apart into groups that do not hear each other, `block` and `witness` let only a
group with more than half of the votes go on. With `home` half of the votes are enough for the part
of the task that has its home there; with `zones` each part belongs to one voter from the start.
`operator` blocks until a person says which robot is switched off; `optimistic` blocks all but what
says `repeatable: true`."""

POLICY = """\
How decisions are made; every key has a sensible default. A key may be written with its unit
instead: `rate_hz`, `cooldown_s`, `patience_s`, `same_place_m`, `halt_s`."""

METRIC = """\
How suitable a robot is to bring an object with a `place` that follows no `pick`: the sum of its
terms, each times what it weighs here. The most suitable one does it, and does first what it is most
suited for. A term that nothing is known of adds nothing.

```yaml
mission: whoever grasps it best
team: {pr2: {robot: pr2}}
world: tea_table
task: {place: {object: cup, at: tray}}
metric: {distance: 1, grasp: 0.1, battery: 0.5, gate: soft, hysteresis: 5 %}
```

Facts of a robot are called by its name: `pr2/battery`, `pr2/load` (0 to 1), `pr2/successes` and
`pr2/tries`. Installed packages offer more terms in the entry point group `GROUP`."""

GATE = """\
`hard`: who has a grasp score of 0 does not do it, as long as anybody else of the team can; \
`soft`: a 0 adds nothing"""
STAYS = "another choice must be better by this share before a robot changes its mind"

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

PEOPLE = """\
In `people` each person has a list of reaches, played in order. A leaf is written as its path, its
name, or the object that it places.

```yaml
mission: she wants the cup
team: {pr2: {robot: pr2}, ann: {person: {}}}
world:
  places: {tray: [1, 0]}
  objects: {cup: [0.1, 0.3], jug: [0.2, 0.2]}
task:
  and:
    - then: [{move: cup}, {pick: cup}, {move: tray}, {place: {object: cup, at: tray}}]
    - then: [{move: jug}, {pick: jug}, {move: tray}, {place: {object: jug, at: tray}}]
simulation:
  people:
    ann:
      - {reaches_for: cup, after: [jug], delay: 1 s, answers: yes}
```"""

QUANTITIES = """\
A quantity is a number, or a number and its unit: `10`, `10 s`, `500 ms`, `0.3 m`, `30 cm`. The
decimal sign is a point. Negative quantities are refused."""

YAML = """\
YAML 1.2: `no`, `on` and `12:30` are words, `true` and `false` are truths. Anchors, aliases, tags,
merge keys, duplicate keys and second documents are refused. A file is UTF-8, up to BYTES, up to
NODES nodes, up to DEPTH levels deep; a task unfolds to at most NODES nodes and DEPTH levels."""
