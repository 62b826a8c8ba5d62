"""Everything that holds after some ticks, as one tick: where somebody who comes late begins."""

from __future__ import annotations

from cotree.viewer.web.items import Claimed, Leaf, Learnt, Now, Owned, Seen, Tick
from cotree.viewer.web.vitals import Mood, Wrote


class Whole:
    """Takes ticks in order; the last value of everything counts."""

    def __init__(self) -> None:
        self._t = 0.0
        self._team: dict[int, Now] = {}
        self._own: dict[str, dict[int, Now]] = {}
        self._claims: dict[tuple[str, str], Claimed] = {}
        self._resources: dict[str, Owned] = {}
        self._seen: dict[tuple[str, str], Seen] = {}
        self._facts: dict[str, str | float | bool | None] = {}
        self._writers: dict[str, Wrote] = {}
        self._moods: dict[str, Mood] = {}
        self._beats: dict[str, float] = {}
        self._learnt: dict[tuple[int, str], Learnt] = {}
        self._grown: list[Leaf] = []

    def take(self, tick: Tick) -> None:
        """Go on with a tick."""
        self._t = tick.t
        for note in tick.notes:
            if note.what == "restarted":
                self._forgets(note.robot)
        self._team |= {now.i: now for now in tick.team}
        if tick.own:
            self._own.setdefault(tick.robot, {}).update((now.i, now) for now in tick.own)
        self._claims |= {(each.robot, each.piece): each for each in tick.claims}
        self._resources |= {each.name: each for each in tick.resources}
        self._seen |= {(each.what, each.name): each for each in tick.seen}
        self._facts |= tick.facts
        self._writers |= tick.writers
        self._moods |= {mood.robot: mood for mood in tick.moods}
        self._beats |= {**tick.beats, **({tick.robot: tick.t} if tick.robot else {})}
        self._learnt |= {(each.i, each.what): each for each in tick.learnt}
        self._grown += tick.grown

    def _forgets(self, robot: str) -> None:
        """A process that has just begun has nothing in hand, and no picture of its own yet."""
        self._own.pop(robot, None)
        for name in [each for each in self._resources if each.startswith(f"{robot}/")]:
            del self._resources[name]

    def tick(self) -> Tick:
        """All of it."""
        return Tick(
            self._t,
            team=tuple(self._team.values()),
            claims=tuple(self._claims.values()),
            resources=tuple(self._resources.values()),
            seen=tuple(self._seen.values()),
            facts=dict(self._facts),
            writers=dict(self._writers),
            moods=tuple(self._moods.values()),
            beats=dict(self._beats),
            learnt=tuple(self._learnt.values()),
            grown=tuple(self._grown),
            whole=True,
            pictures={robot: tuple(own.values()) for robot, own in self._own.items()},
        )
