"""``jobs:``, what robots are asked for by what it needs: capabilities, objects, and a goal."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal

import msgspec

from cotree.core.jobs import GROUND, Job, Need, Relation, Thing
from cotree.core.mission import Mark
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder, Field, Fields
from cotree.trees.reading.capable import Capable
from cotree.trees.reading.compounds import Many, Pairs
from cotree.trees.reading.job_checks import wrong_with_names
from cotree.trees.reading.job_kinds import NeedsKind, RelationKind, ThingKind
from cotree.trees.reading.kinds import Choice, Mismatch, Number, Text
from cotree.trees.reading.names import Names, wrong_with_identifier
from cotree.trees.reading.nodes import Items, Node, Table, describe, quote
from cotree.trees.reading.spots import FAR_M

ON_GROUND = "ground"
"""What everything stands on at last."""


@dataclasses.dataclass(frozen=True)
class Given:
    """A job, to whom it is given (empty: the first robot), and where that is written."""

    job: Job
    to: str
    mark: Mark


FIELDS: Fields = {
    field.name: field
    for field in (
        Field("needs", NeedsKind(), required=True, doc="what it takes: [perception, manipulation]"),
        Field(
            "height",
            Number(0, FAR_M),
            doc="how high everything must reach that says nothing itself, and needs no ground",
        ),
        Field("objects", Pairs(ThingKind()), doc="what stands on what: {box: table}"),
        Field("goal", Many(RelationKind()), doc="how it should be: [box on shelf]"),
        Field(
            "goal_is",
            Choice(("exact", "subset")),
            doc="`exact`: all else stays as it is; `subset`: all else may be anything",
            default="exact",
        ),
        Field("to", Text("a robot of the team"), doc="who is given it; the first robot, if unsaid"),
    )
}


def read_jobs(node: Node | None, robots: Mapping[str, object], binder: Binder) -> dict[str, Given]:
    """The jobs by name; mistakes go to the findings."""
    if node is None:
        return {}
    if not isinstance(node, Table):
        binder.findings.add(
            node.mark,
            f"'jobs' must be a mapping such as {{carry: {{needs: [manipulation]}}}}, "
            f"found {describe(node)}",
        )
        return {}
    found: dict[str, Given] = {}
    for name, entry in node.entries.items():
        wrong = wrong_with_identifier(name, "a job's name")
        if wrong is not None:
            binder.findings.add(entry.key.mark, wrong)
        elif not isinstance(entry.value, Table):
            binder.findings.add(
                entry.value.mark,
                f"job {quote(name)} must be a mapping such as {{needs: [manipulation]}}, "
                f"found {describe(entry.value)}",
            )
        else:
            job = _job(name, entry.value, entry.key.mark, robots, binder)
            found |= {} if job is None else {name: job}
    return found


def needs_of(written: tuple[Capable, ...], height: float | None, names: Names) -> tuple[Need, ...]:
    """What is needed, with the height of the job where a line says none."""
    found = []
    for each in written:
        usual = GROUND[1]
        if height is not None and not names.sorts.domain(each.domain).grounded:
            usual = height
        found.append(Need(each.domain, each.level, each.type, each.count, each.reach(usual)))
    return tuple(found)


def check_robot(name: str, node: Node, robots: Mapping[str, object], binder: Binder) -> None:
    """Whether somebody who is given a job is a robot of the team."""
    if name and name not in robots:
        hint = did_you_mean(name[:80], robots)
        binder.findings.add(node.mark, f"'to': no robot {quote(name)} in the team{hint}")


def _job(
    name: str, table: Table, mark: Mark, robots: Mapping[str, object], binder: Binder
) -> Given | None:
    values = binder.bind(table, FIELDS, f"job {quote(name)}", mark)
    if values is None:
        return None
    things = tuple(
        msgspec.structs.replace(each, name=key) for key, each in values.get("objects", {}).items()
    )
    goal: tuple[Relation, ...] = values.get("goal", ())
    try:
        _check_goal(goal, things, table, binder.names)
    except Mismatch as wrong:
        binder.findings.add(wrong.mark, wrong.message)
        return None
    to = values.get("to", "")
    if to:
        check_robot(to, table.entries["to"].value, robots, binder)
    needs = needs_of(values["needs"], values.get("height"), binder.names)
    goal_is: Literal["exact", "subset"] = values.get("goal_is", "exact")
    things = _grounded(things, goal)
    job = Job(name, needs, things, goal, goal_is, binder.names.sorts.domains)
    wrong_name = wrong_with_names(job, robots)
    if wrong_name:
        binder.findings.add(mark, f"job {quote(name)}: {wrong_name}")
        return None
    return Given(job, to, mark)


def _check_goal(
    goal: tuple[Relation, ...], things: tuple[Thing, ...], table: Table, names: Names
) -> None:
    """The goal is about objects of the job; they may come onto anything that is known."""
    objects = {thing.name for thing in things}
    known = objects | {thing.on for thing in things} | names.places | names.objects
    entry = table.entries.get("goal")
    items = entry.value.items if entry is not None and isinstance(entry.value, Items) else ()
    for relation, item in zip(goal, items, strict=True):
        for word, there in ((relation.subject, objects), (relation.object, known)):
            if word not in there and (names.complete or there is objects):
                hint = did_you_mean(word[:80], there - {""}) or "; add it under 'objects'"
                raise Mismatch(item.mark, f"'goal': no object {quote(word)}{hint}")


def _grounded(things: tuple[Thing, ...], goal: tuple[Relation, ...]) -> tuple[Thing, ...]:
    """The objects with all that they stand on, or shall; what stands on nothing, on the ground."""
    found = {thing.name: thing for thing in things}
    for name in (*(thing.on for thing in things), *(relation.object for relation in goal)):
        if name and name != ON_GROUND:
            found.setdefault(name, Thing(name, fixed=True))
    return tuple(
        msgspec.structs.replace(thing, on=thing.on or ON_GROUND) for thing in found.values()
    )
