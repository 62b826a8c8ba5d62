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
| `task` | a node | everything under `ltl`, `jobs` and `steps` | what is to be done |
| `ltl` | see *ltl* | — | what is to be done as one sentence, or rules for the errands of the task |
| `world` | the name of a world, or one in place; see *world* | — | where everything is |
| `subtrees` | see *subtrees* | — | words of the mission's own |
| `include` | a path, or a list of paths; see *include* | — | files with further subtrees |
| `policy` | see *policy* | — | how decisions are made |
| `metric` | see *metric* | — | how suitable a robot is for what no leaf has picked up |
| `shared` | names; see *shared* | — | what one robot of the team at a time may use |
| `coordination` | see *coordination* | — | how the robots agree on who does what |
| `simulation` | see *simulation* | — | what happens in simulation |
| `reactions` | see *reactions* | — | what is looked for beside the task, and what is done then |
| `jobs` | see *jobs* | — | what robots are asked for by what it needs |
| `matching` | see *matching* | — | how it is found who can do the jobs, and who helps |
| `steps` | see *steps* | — | work that people and robots share out among themselves |
| `senses` | see *senses* | — | what is seen and heard, and not told by the simulated world |

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
| `repeatable` | true or false | `false` | whether doing it twice, also at once, does no harm |

`redo` does it from the start, `resume` looks and does what is left, `ask` asks a person. Left out
it is `redo` for `wait` and `move`, `resume` where anybody can see whether it was done (an object
lies at its place, or a whole `then` of one robot), else `redo` for what is `repeatable`, and `ask`
for all the rest."""

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
relative to the file that includes, and ends in `.yaml` or `.yml`. An included file has only
`subtrees` and `include`; at most MOST are included in all. `cotree validate` checks such a file by
itself, too."""

TEAM = """\
Each teammate has a name (a letter, then letters, digits or `_`) and is a robot or a person. At
`at` a robot's base stands, or a person's hand rests.

```yaml
mission: who is who
team:
  pr2:    {robot: pr2, at: [0.5, 0]}
  baxter: {robot: baxter}
  ann:    {person: {watched_by: [pr2, baxter]}}
task: {and: [{wait: 1 s}, {wait: 2 s}]}
```

| key | value | default | meaning |
|---|---|---|---|
| `robot` | the name of a model, or one in place; see *robots* | — | it is a robot |
| `person` | a mapping, or nothing | — | it is a person |
| `at` | a place, or a point | the world's `robots`, else `[0, 0]` | where it starts |
| `state` | a name | the first of the model's `states` | the operating state that it starts in |
| `home` | names of grippers and points | the model's `home` | where its grippers are at first |
| `battery` | a number from 0 to 1 | the model's `battery` | how full it is at first |"""

ROBOTS = """\
A model is found by its name in `robots/` beside the mission, then among those of the package
(`baxter`, `baxter_right_arm`, `carrier`, `delivery`, `modular_b`, `modular_l`, `modular_m`,
`modular_o1`, `modular_o2`, `modular_o3`, `modular_o4`, `modular_s1`, `modular_s2`, `pr2`,
`pr2_right_arm`, `quadruped`, `walk_trainer`, `ward_cart`, `ward_dog`, `ward_pr2`); or it is written
in place. A resource is what a behaviour can need: its name, and its type, of which there may be
several. `move` needs a `base`;
`pick`, and `place` after it, need a `gripper`, the `base` and a `head`. A `place` without a `pick`
needs a `gripper`, and the others if the robot has them.

```yaml
mission: a robot of our own
team:
  octo:
    robot:
      resources: {legs: base, left: gripper, right: gripper, eye: head, torch: welder}
      speed: 1.5 m/s
task: {perform: {what: weld, duration: 6 s, needs: [welder]}}
```

For *jobs*, a model says what its components can do. Each is a resource, too; a robot without
`components` has one for each of its resources that is a `base`, a `gripper` or a `head`. Heights
are in one unit for a whole mission, and what says none reaches as high as its robot.

```yaml
mission: a robot with components
team:
  lifter:
    robot:
      components:
        camera: perception thermal
        hand: {domain: manipulation, level: 2, height: 3}
        wheels: locomotion
      size: 2
      ports: 2
task: {wait: 1 s}
```

A robot may have **operating states**: what it is doing while it drives about. Planning counts what
an operation costs; `at` says in which places or areas it can be done.

```yaml
mission: one that delivers
team:
  porter:
    robot:
      resources: {base: base}
      states: [standby, loaded]
      operations:
        pick: {from: standby, to: loaded, at: store, cost: 10, duration: 20 s}
        drop: {from: loaded, to: standby, cost: 10}
world: {places: {store: [2, 0]}}
task: {move: store}
```"""

WORLD = """\
A world is found by its name in `worlds/` beside the mission, then among those of the package
(`hospital`, `kitchen`, `tea_shelf`, `tea_table`, `ward`); or it is written in place. Names are text
without `/` and `$`; only a fact may belong to a teammate, as `pr2/battery` does.

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
| `ways` | a mapping | — | which way leads from place to place |
| `areas` | names, each with a place or a list of places | — | names for several places |
| `physics` | true or false | false | whether forces decide (needs `cotree[physics]`) |
| `cameras` | names and their cameras; see *senses* | — | what looks at it |

A world that has a name gets physics with `world: {use: tea_table, physics: true}`; cameras may
stand there, too.

A **point** is `[x, y]` or `[x, y, z]` in metres. Where a parameter is a place, an object or a
point, an object means where that object is then.

**Ways** and areas are for missions that are planned as one sentence. `between` joins places in both
directions, each to the next one in its list; `cost` is what one of these ways costs (left out: its
length in metres), `costs` says otherwise for some (`c4 - c5` in both directions, `c9 -> c5` in
one), `stay` is what waiting costs. A robot's model may have `ways: {costs: ...}` of its own.

```yaml
mission: to the ward
team: {dog: {robot: quadruped, at: hall}}
world:
  places: {hall: [0, 0], lift: [5, 0], s1: [5, 5], c1: [9, 0], c3: [9, 5], p6: [9, 9]}
  ways:
    between: [[hall, lift, s1, c1], [c1, c3, p6]]
    costs: {hall -> lift: 8}
  areas: {ward: [c1, c3, p6]}
task: {move: p6}
```"""

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

REACTIONS = """\
What may go wrong at any time, and what is done then. Each reaction has a name: that of a checker,
or one of your own with a condition under `if`. What is written first counts most: a disturbance
that stops the task also stops the reactions below it, until it is over.

```yaml
mission: patrol
team: {a1: {robot: carrier}}
world: {places: {dock: [0, 0], hall: [6, 0]}, facts: {a1/battery: 0.9}}
task: {then: [{move: hall}, {wait: 3 s}]}
reactions:
  balance: {rate: 50, do: recover}
  critical: {rate: 10, do: reallocate team}
  state: {rate: 5, do: [reallocate, reallocate team]}
  environment:
  battery: {rate: 1, if: {fact: $me/battery, below: 0.2}, do: {then: [{move: dock}, {wait: 1 min}]}}
```

Everything that a checker knows may be left out (`environment:`); `reactions: all` means the four
checkers of cotree, and `reactions: [balance, battery]` some of them. Of a list under `do` the first
node that succeeds is enough. A robot whose reactions change nothing, attempt after attempt, stands
still; alone it has failed, and in a team it gives its work back."""

FACTS = """\
A robot is seen to be disturbed by facts, which its body or a person tells:

| fact | meaning |
|---|---|
| `a1/upright` | false: a1 has fallen |
| `a1/healthy` | false: something of a1 is broken |
| `a1/state` | the operating state of a1 |
| `blocked/c3-p3` | true: nobody gets from c3 to p3 |
| `dr/blocked/c3-p3` | true: dr does not get from c3 to p3 |
| `cost/c3-p3` | a number: there is a way from c3 to p3 from now on, which costs that |
| `closed/c6` | true: nobody gets into c6 any more; `dr/closed/c6`: dr does not |
| `areas/c5` | the areas in which c5 lies from now on: `ward, quiet` |"""

DISTURBANCES = """\
In `disturbances` each entry befalls a robot, a way or a place. A fallen robot can only recover, a
broken one can not move, what is lost lies where the robot is, and a drive along a blocked way ends
there with the code `blocked`. A way is blocked in the direction that is written, so who stands on
it can turn back.

```yaml
mission: a bad day
team: {a1: {robot: carrier}}
world: {places: {dock: [0, 0], hall: [6, 0]}}
task: {then: [{move: hall}, {wait: 3 s}]}
reactions: all
simulation:
  disturbances:
    - {at: 3 s, robot: a1, falls: true}
    - {at: 5 s, blocks: [dock, hall], for: a1}
    - {at: 9 s, clears: [dock, hall], for: a1}
```

Ways and places change, too: `opens` a way that there was not, or that costs something else from
then on, or a place that was closed; `closes` a place, out of which one still gets; `relabels` a
place, which lies in other areas then. Where errands are planned as one sentence, `environment` sees
any of that, and its reaction plans anew.

```yaml
mission: repairs
team: {a1: {robot: carrier, at: [0, 0]}}
world:
  places: {dock: [0, 0], hall: [6, 0], yard: [6, 6]}
  ways: {between: [[dock, hall, yard]]}
  areas: {dry: [yard]}
ltl: [visit: dry]
reactions: all
simulation:
  disturbances:
    - {at: 3 s, opens: [dock, yard], cost: 5}
    - {at: 4 s, closes: hall}
    - {at: 8 s, opens: hall}
    - {at: 9 s, relabels: hall, as: [dry]}
```"""

LTL = """\
A mission as one sentence of temporal logic: formulas and patterns, all of which come true. It is
a task by itself; where there is other work, too, the node `ltl` says where its errands stand. What
one robot can do by itself becomes an *errand* of the task; what must hold at every step is a rule
for the ways of all robots; what ties robots to each other is kept by their order, and where it asks
for more steps (`[]<>a`), each robot has an errand `together` for its own. Everything is planned
together and again after disturbances; `cotree plan` shows who does what.

```yaml
mission: tea on the ward
team: {one: {robot: delivery, at: s1}, two: {robot: delivery, at: x1}}
world: hospital
ltl:
  - deliver: {to: p1, loaded: loaded, done: standby}
  - {name: look in, visit: p4}
  - <>(c1 && <>c7)
  - avoid: x2
```

Formulas are read on finite words: `<> [] X wX U R W ! && || ->`, or `F G` and the signs of logic.
They speak of places, of areas of the world, of operating states of the robots, and of facts of the
world that are true or false. Which facts hold, and which place lies in which area, counts as it is
when a robot takes a step; a plan counts on both as they are now, and it is planned anew when they
change. What needs a fact that does not hold waits until it does. A step of a
robot is a word longer: it is at another place, or in another state. `X` is about the next step and
there must be one; `wX` holds at the end, too. A formula that begins with `[` or `!` is quoted.

PATTERNS

```yaml
mission: the door
team: {one: {robot: carrier, at: [0, 0]}}
world:
  places: {dock: [0, 0], hall: [6, 0]}
  facts: {door_open: false}
ltl: [<>(hall && door_open)]
reactions: all
simulation: {events: [{at: 20 s, fact: door_open, equals: true}]}
```

Instead of a list there may be `all` (the list) and `objective`: `sum` of all costs (usual),
`makespan` (the largest of one robot) or `lexicographic` (that one first). A task may name its
errands itself, in an `and`, or have a subtree of `move` planned by `allocate: ltl`; then `ltl`
holds the rules.

```yaml
mission: two errands
team: {one: {robot: delivery, at: s1}, two: {robot: delivery, at: x1}}
world: hospital
task: {and: [{errand: <>p1}, {errand: <>(c1 && <>p4), name: far}]}
ltl: {all: ["[]!x2"], objective: makespan}
```"""
