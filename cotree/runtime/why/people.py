"""What people had to do with a piece of work, as far as the robots saw and asked."""

from __future__ import annotations

from cotree.runtime.why.answer import Account
from cotree.runtime.why.scene import Scene
from cotree.runtime.why.talks import Question
from cotree.team.mirror.sightings import Sighting, Stage

SAID = "said"
"""Nobody saw that it is done: the person said so."""


def person(scene: Scene, name: str, did_s: float | None, doer: str) -> Account:
    """The account of a person; ``did_s``: when it was done, if no robot did it."""
    if did_s is not None and name in _finishers(scene):
        last = _last(scene, name)
        said = SAID if last is not None and last.says_done else ""
        return Account(name, True, "person", message=said, ended_s=did_s, outcome="done")
    asked, word = _was_asked(scene, name), _seen(scene, name)
    if word is not None and not (word.spoken and asked is not None):
        return _at_it(name, word, did_s)
    return _let_go(scene, name, doer) or asked or Account(name, False, "not_seen")


def person_of(scene: Scene) -> str:
    """The person whom a robot gave way to."""
    talks = [each for each in scene.questions if each.about == "keeps"]
    if talks:
        return talks[-1].ask.person
    return scene.log.people[0] if len(scene.log.people) == 1 else ""


def _finishers(scene: Scene) -> list[str]:
    """Who finished it, as the robots told."""
    return [each.holder for each in scene.executions.moments if each.word == "seen_done"]


def _at_it(name: str, word: Sighting, did_s: float | None) -> Account:
    if did_s is None and word.stage is not Stage.WORKING:
        return Account(name, False, "at_it")
    outcome = "" if did_s is None else "done"
    return Account(name, True, "person", ended_s=did_s, outcome=outcome)


def _let_go(scene: Scene, name: str, doer: str) -> Account | None:
    """The person was at it, and let a robot do it."""
    stop_s = _stop_s(scene)
    if stop_s is None or not doer or name != person_of(scene):
        return None
    return Account(name, False, "let_go", by=doer, until_s=stop_s)


def _was_asked(scene: Scene, name: str) -> Account | None:
    """What the person answered last to a robot that asked for help, or whether it is done."""
    asked = _last(scene, name)
    if asked is None or asked.about == "keeps":
        return None
    return Account(
        name,
        False,
        "was_asked",
        message=asked.answer,
        by=asked.ask.robot,
        about=asked.about,
        asked_s=asked.at_s,
        until_s=asked.answer_s,
    )


def _last(scene: Scene, name: str) -> Question | None:
    """The newest question to a person."""
    asked = (each for each in reversed(scene.questions) if each.ask.person == name)
    return next(asked, None)


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
