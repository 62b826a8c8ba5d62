"""A whole team that is paced by a clock, and operated."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.app.operating import Controls, operate_team
from cotree.app.team import crew_of
from cotree.runtime.acts import Act, Arm, Inject, Override, Pause, Remove, Resume
from cotree.runtime.clock import Clock, Pacer
from cotree.runtime.crew.fates import Fates
from cotree.runtime.hatch import Hatch, Ticket
from cotree.runtime.messages import Acted, End, Message
from cotree.runtime.replies import No, Standing
from cotree.trees.reading import loads
from tests.runtime.fakes import FakeTime
from tests.teams import DUO


class Paced:
    """Two robots and a witness whose clock is a fake one; acts come at its times."""

    def __init__(self, *plan: tuple[float, Act]) -> None:
        self.time, self.hatch = FakeTime(), Hatch[Standing]()
        self.messages: list[Message] = []
        self._plan = list(plan)
        self._began_s = self.time.now_s
        mission = loads(DUO, "duo.yaml")
        clock = Clock(1.0, self.time.read, self.sleep)
        pace = Pacer(clock, lambda now_s: self.hatch.waiting)
        self.crew, self.stage = crew_of(mission, self.messages.append, pace=pace, until_s=300.0)
        controls = Controls(self.hatch, nap=self.nap)
        body, write = self.stage.body, self.messages.append
        operate_team(controls, self.crew, body, mission, write, clock.restart)

    def nap(self) -> None:
        self.sleep(0.02)

    def sleep(self, duration_s: float) -> None:
        self.time.sleep(duration_s)
        while self._plan and self.took_s >= self._plan[0][0]:
            self.hatch.put(Ticket(1, self._plan.pop(0)[1]))

    def run(self) -> End:
        self.hatch.put(Ticket(1, Arm(on=True)))
        return self.crew.run()

    @property
    def took_s(self) -> float:
        return self.time.now_s - self._began_s

    @property
    def refused(self) -> list[str]:
        return [reply.text for _, reply in self.hatch.news() if isinstance(reply, No)]


def test_a_team_that_is_paused_loses_no_time_of_its_mission() -> None:
    plain = Paced()
    paused = Paced((2.0, Pause()), (60.0, Resume()))
    before, after = plain.run(), paused.run()
    assert (before.result, after.result) == ("success", "success")
    assert after.t == pytest.approx(before.t, abs=1.0)
    assert paused.took_s == pytest.approx(plain.took_s + 58.0, abs=1.0)


def test_what_makes_no_sense_is_refused_and_why() -> None:
    team = Paced(
        (1.0, Inject(what="mend", robot="a")),
        (1.1, Inject(what="cut", robot="a")),
        (1.2, Inject(what="cut", robot="a")),
        (1.3, Inject(what="mend", robot="a")),
        (1.4, Inject(what="kill", robot="b")),
        (1.5, Inject(what="kill", robot="b")),
        (1.6, Override(robot="b", path="task", result="success")),
        (1.7, Override(robot="base", path="task", result="success")),
        (1.8, Remove(robot="base")),
        (1.9, Inject(what="restart", robot="b")),
        (2.0, Inject(what="kill", robot="base")),
    )
    assert team.run().result == "success"
    assert team.refused == [
        "a is not cut off",
        "a is cut off already",
        "no process of b is there; restart it first",
        "no process of b is there; restart it first",
        "no robot 'base'; known: a, b",
        "no robot 'base'; known: a, b",
        "no robot 'base'; known: a, b",
    ]


def test_while_somebody_is_armed_a_team_of_dead_robots_may_be_started_again() -> None:
    kill = [(1.0 + n, Inject(what="kill", robot=name)) for n, name in enumerate("ab")]
    back = [(60.0 + n, Inject(what="restart", robot=name)) for n, name in enumerate("ab")]
    assert Paced(*kill, *back).run().result == "success"
    disarmed = Paced(*kill, (10.0, Arm(on=False)), *back)
    end = disarmed.run()
    assert (end.result, [reason.code for reason in end.reasons]) == ("stuck", ["dead"])
    assert end.t < 12.0


def test_acts_are_written_into_the_record_when_they_are_done(tmp_path: Path) -> None:
    team = Paced((1.0, Inject(what="cut", robot="a")), (3.0, Inject(what="mend", robot="a")))
    team.run()
    acted = [each for each in team.messages if isinstance(each, Acted)]
    assert [each.t for each in acted] == pytest.approx([0.0, 1.0, 3.0], abs=0.06)


def test_who_is_cut_off_twice_is_whole_again_after_one_mending() -> None:
    team = Paced()
    fates = Fates(team.crew)
    fates.cut("a")
    assert fates.is_apart("a")
    fates.mend("a")
    assert not fates.is_apart("a")
    assert team.crew.network.partitions == []
