"""What is told of ``senses:`` and of cameras."""

from __future__ import annotations

from cotree.core.senses import ArmSense, CameraModel, HandSense, ObjectSense, SpeechSense
from cotree.trees.reading.cameras import FIELDS as CAMERA
from cotree.trees.reading.senses import FIELDS
from cotree.trees.reference.tables import markdown, rows_of

SENSES = """\
What robots learn through cameras and ears, instead of being told by the simulated world. A sense
that is named is the only source: with `hands`, nobody is told where people's hands are but by
pictures; with `objects`, where things lie is known from the mission at first, from grippers while
they hold something, and from pictures; with `speech`, people of a script answer aloud, and what was
understood counts. What is not understood twice leaves the task with the person.

```yaml
mission: look at the table
team:
  pr2: {robot: pr2_right_arm, at: [0, 0]}
  baxter: {robot: baxter_right_arm, at: [0, 0.8]}
  ann: {person: {watched_by: [pr2, baxter]}, at: [0.8, 0.4]}
world:
  physics: true
  places: {tray: [0.3, 0.2]}
  objects: {cup: [-0.3, 0.3]}
  cameras:
    ceiling: {at: [0, 0.4, 1.45], looks_at: [0, 0.4], size: 640x480, hz: 15}
senses:
  hands: {camera: ceiling, without: stop}
  objects: ceiling
task:
  then:
    - place: {object: cup, at: tray}
```

Pictures are drawn from a world with `physics` (and OpenGL), or come from a `source`. They are taken
on a fixed grid of the mission's time. In virtual time they are looked at between two ticks, so the
same seed gives the same record; with `--real-time` in a process of their own, for which no tick
waits: pictures that nobody has time for are left out, counted, and told at the end. Everything that
is seen is an event of the record, which is replayed without any camera.

What one camera cannot see (an arm is in the way) another one may: `camera: [near, far]`; whoever
sees a hand or a thing tells it, and a sense is gone when all of its cameras are.

`without` says what becomes of the mission while a sense says nothing for half a second: no camera,
no depth, no model, a picture that is frozen or has the wrong size. `go_on` tells it in one line and
goes on; `stop` stops what moves, and the mission fails with the reason `blind`. The fact
`senses/hands` (`senses/objects`, `senses/speech`, `senses/voice`, `senses/arms`) says it to
conditions, too: the reason, or `works` again.

`speech` needs `yes` and `no` (WAV files, 16 bits at 16 kHz: the answer is cut out of what is in
them, up to half a minute), or `voice: true`, or both. With `voice`, robots ask their questions
aloud in a process of their own, for which no tick waits, through the first of `espeak-ng`,
`espeak`, `flite` and `say` that is installed; a new question cuts the old one off, an answer ends
it. Nothing is spoken while virtual time runs as fast as it can.

`arms` needs a world with `physics`, where robots at a table whose models are known (PR2, Baxter)
take things with real arms. A model that is missing or broken is told in one line, with or without
this sense; then their grippers fly and their scores are those of the mission, or with `without:
stop` the mission ends before anything moves.

Things are learned from the first pictures, where the world says that they stand, by their colours
and their height; facts say how far each may be off (`cup/doubt_m`) and that it is not where it was
(`cup/lost`). In simulation a hand seen up to 15 cm above the table counts as on it."""


def senses() -> str:
    """What is seen and heard."""
    defaults = {
        "hands": HandSense(("CAMERA",)),
        "objects": ObjectSense(("CAMERA",)),
        "speech": SpeechSense(),
        "arms": ArmSense(),
    }
    tables = [
        f"Of `{word}`:\n\n{markdown(rows_of(fields, defaults[word]))}"
        for word, (_, fields) in FIELDS.items()
    ]
    nowhere = CameraModel((0.0, 0.0, 1.0), (0.0, 0.0, 0.0))
    return "\n\n".join(
        [SENSES, *tables, f"Of each camera of a world:\n\n{markdown(rows_of(CAMERA, nowhere))}"]
    )
