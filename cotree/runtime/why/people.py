"""What people had to do with a piece of work, as far as the robots saw and asked."""

from __future__ import annotations

from cotree.runtime.why.answer import Account
from cotree.runtime.why.scene import Scene
from cotree.team.mirror.sightings import Sighting, Stage


def person(scene: Scene, name: str, did_s: float | None, doer: str) -> Account:
    """The account of a person; ``did_s``: when it was done, if no robot did it."""
    word = _seen(scene, name)
    if word is not None and (did_s is not None or word.stage is Stage.WORKING):
        outcome = "" if did_s is None else "done"
        return Account(name, True, "person", ended_s=did_s, outcome=outcome)
    if word is not None:
        return Account(name, False, "at_it")
    stop_s = _stop_s(scene)
    if stop_s is not None and doer and name == person_of(scene):
        return Account(name, False, "let_go", by=doer, until_s=stop_s)
    return Account(name, False, "not_seen")


def person_of(scene: Scene) -> str:
    """The person whom a robot gave way to."""
    talks = scene.log.talks.get(scene.piece, ())
    if talks:
        return talks[-1].person
    return scene.log.people[0] if len(scene.log.people) == 1 else ""


def _seen(scene: Scene, name: str) -> Sighting | None:
    """The word of some robot that this person is at it."""
    words = (mind.person_at(scene.piece) for mind in scene.minds.values())
    return next((word for word in words if word is not None and word.person == name), None)


def _stop_s(scene: Scene) -> float | None:
    """When a robot stopped for a person first."""
    stops = (
        moment.at_s
        for moment in scene.executions.moments
        if moment.word == "halted" and moment.why == "person"
    )
    return next(stops, None)
