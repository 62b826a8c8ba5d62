"""The knowledge graph as a few lines of text, for people who look at a job."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.core.jobs import Job
from cotree.reallocation.capability.graph.knowledge import Knowledge
from cotree.reallocation.capability.graph.progress import progress


def told(known: Knowledge, job: Job) -> str:
    """Robots with their parts, what each object has to do with what, and how far the job is."""
    lines = [*_robots(known), *_objects(known)]
    now = progress(known, job)
    lines.append(f"{now} (lambda_2 {now.lambda_2:.3g}, version {known.version})")
    return "\n".join(lines)


def _robots(known: Knowledge) -> Iterator[str]:
    for robot in known.of("robot"):
        parts = [edge.target.rpartition("/")[2] for edge in known.find(robot.name, "controls")]
        with_ = sorted(
            {edge.target for edge in known.find(robot.name, "collaborates")}
            | {edge.source for edge in known.find(verb="collaborates", target=robot.name)}
        )
        said = f"{robot.name}: {', '.join(parts) or 'no parts'}"
        yield f"{said}; with {', '.join(with_)}" if with_ else said


def _objects(known: Knowledge) -> Iterator[str]:
    for thing in known.of("object"):
        said = [f"{edge.verb} {edge.target}" for edge in known.find(thing.name)]
        said = [each for each in said if not each.startswith("has ")]
        said += [f"held by {edge.source}" for edge in known.find(verb="touches", target=thing.name)]
        said += [f"seen by {e.source}" for e in known.find(verb="observes", target=thing.name)]
        said += [f"{key} {value}" for key, value in thing.facts]
        if said:
            yield f"{thing.name}: {', '.join(said)}"
