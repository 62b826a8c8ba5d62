"""``senses:`` of a mission: what is seen and heard instead of being told by the world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cotree.behaviours.declare import Declaration
from cotree.core.errors import Mistake
from cotree.core.mission import Mission, Teammate, World
from cotree.core.senses import (
    ARMS,
    HANDS,
    OBJECTS,
    SPEECH,
    ArmSense,
    HandSense,
    ObjectSense,
    Senses,
    SpeechSense,
)
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder, Field, Fields
from cotree.trees.reading.compounds import OneOrMany
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.kinds import Choice, Text, Truth
from cotree.trees.reading.nodes import (
    Entry,
    Items,
    Node,
    Scalar,
    Table,
    describe,
    is_nothing,
    quote,
)

CAMERAS = OneOrMany(Text("the name of a camera"))
CAMERA = Field(
    "camera", CAMERAS, required=True, doc="a camera of the world; several, where one cannot see all"
)
WITHOUT = Field(
    "without",
    Choice(("go_on", "stop")),
    doc="what becomes of the mission while this sense says nothing: no camera, no depth, no model",
)
NONE = "; the world has none: cameras: {ceiling: {at: [0, 0.4, 1.5], looks_at: [0, 0.4]}}"
SOUND = Text("a sound file")
FIELDS: Mapping[str, tuple[type, Fields]] = {
    HANDS: (
        HandSense,
        {
            "camera": CAMERA,
            "without": WITHOUT,
            "model": Field(
                "model", Text("a file"), doc="the hand model's file, if not the installed one"
            ),
        },
    ),
    OBJECTS: (ObjectSense, {"camera": CAMERA, "without": WITHOUT}),
    SPEECH: (
        SpeechSense,
        {
            "yes": Field("yes", SOUND, doc="how people of a script say yes; `no` belongs to it"),
            "no": Field("no", SOUND, doc="how people of a script say no"),
            "voice": Field("voice", Truth(), doc="whether robots ask their questions aloud"),
            "without": WITHOUT,
        },
    ),
    ARMS: (ArmSense, {"without": WITHOUT}),
}
"""What may be written under each sense."""


def read_senses(
    node: Node | None, world: World, team: Mapping[str, Teammate], binder: Binder
) -> Senses:
    """The senses of a mission, each of which finds what it needs."""
    if node is None or is_nothing(node):
        return Senses()
    if not isinstance(node, Table):
        known = ", ".join(FIELDS)
        binder.findings.add(
            node.mark, f"'senses' must be a mapping of {known}; found {describe(node)}"
        )
        return Senses()
    found: dict[str, Any] = {}
    for word, entry in node.entries.items():
        if word not in FIELDS:
            hint = did_you_mean(word[:80], FIELDS)
            binder.findings.add(entry.key.mark, f"there is no sense {quote(word)}{hint}")
            continue
        sense = _sense(word, entry, binder)
        if sense is not None:
            found[word] = sense
            _check_people(word, entry, team, binder.findings)
            _check_sounds(sense, entry, binder.findings)
            _check_camera(sense, entry, world, binder.findings)
    return Senses(**found)


def _sense(word: str, entry: Entry, binder: Binder) -> Any:
    make, fields = FIELDS[word]
    node = entry.value
    if "camera" in fields and _is_short(node):
        return make(camera=CAMERAS.read(node, binder.names))
    if not isinstance(node, Table):
        example = "the name of a camera" if "camera" in fields else "a mapping"
        binder.findings.add(node.mark, f"'{word}' must be {example}, found {describe(node)}")
        return None
    values = binder.bind(node, fields, f"'{word}'", entry.key.mark)
    return None if values is None else make(**values)


def _is_short(node: Node) -> bool:
    """Whether only the camera is named, or several."""
    items = node.items if isinstance(node, Items) else (node,)
    named = [each for each in items if isinstance(each, Scalar) and isinstance(each.value, str)]
    return bool(items) and len(named) == len(items)


def _check_camera(
    sense: HandSense | ObjectSense | SpeechSense | ArmSense,
    entry: Entry,
    world: World,
    findings: Findings,
) -> None:
    names = sense.camera if isinstance(sense, HandSense | ObjectSense) else ()
    node = entry.value
    if isinstance(node, Table) and names:
        node = node.entries["camera"].value
    marks = [item.mark for item in node.items] if isinstance(node, Items) else [node.mark]
    for name, mark in zip(names, marks, strict=False):
        if name not in world.cameras:
            hint = did_you_mean(name[:80], world.cameras) if world.cameras else NONE
            findings.add(mark, f"no camera {quote(name)}{hint}")


def _check_sounds(sense: object, entry: Entry, findings: Findings) -> None:
    """Who answers aloud says yes and no; who does not is asked aloud, or there is no speech."""
    if not isinstance(sense, SpeechSense) or (sense.yes and sense.no):
        return
    for one, other in (("yes", sense.no), ("no", sense.yes)):
        if other:
            why = f"'speech' needs '{one}': how people of a script say {one}"
            findings.add(entry.key.mark, why)
            return
    if not sense.voice:
        why = "'speech' needs 'yes' and 'no', how people of a script say it, or 'voice: true'"
        findings.add(entry.key.mark, why)


def _check_people(
    word: str, entry: Entry, team: Mapping[str, Teammate], findings: Findings
) -> None:
    people = [mate for mate in team.values() if mate.robot is None]
    if word in (OBJECTS, ARMS) or not team:
        return
    if not people:
        why = f"'{word}' are those of people, and this team has none: ann: {{person: {{}}}}"
        findings.add(entry.key.mark, why)
    elif word == HANDS and not any(mate.watched_by for mate in people):
        why = "nobody watches a person of this team: {person: {watched_by: [ROBOT]}}"
        findings.add(entry.key.mark, why)


def drawn_without_forces(
    mission: Mission, catalogue: Mapping[str, Declaration]
) -> Iterator[Mistake]:
    """Pictures that would have to be drawn from a world that has no forces."""
    world = mission.world
    if world.physics:
        return
    for name in mission.senses.cameras:
        camera = world.cameras.get(name)
        if camera is not None and not camera.source:
            why = f"camera '{name}' shows a world with physics, and this one has none"
            yield Mistake(mission.task.mark, f"{why}: {REMEDY}")


REMEDY = "write 'physics: true' in the world, run it with --physics, or give the camera a 'source'"
