from __future__ import annotations

from itertools import count

import pytest

from cotree.app import repeating
from cotree.app.assembly import Write
from cotree.app.repeating import run_twice
from cotree.app.sim import Result, Run
from cotree.app.trials import Course
from cotree.core.mission import Mission
from cotree.runtime.crew.hardships import Trial
from cotree.runtime.messages import Heard
from cotree.runtime.verify import Difference, Verdict
from cotree.trees.reading import loads
from tests.teams import DUO

COURSE = Course("duo.yaml", 53.0)
STORM = Trial(5, "storm")


def twice() -> Result:
    return run_twice(loads(DUO, "duo.yaml"), STORM, COURSE)


def test_a_trial_that_comes_out_the_same_is_as_good_as_once() -> None:
    result = twice()
    assert result.ok, (result.reasons, result.violations)
    assert result.digest == Run(loads(DUO, "duo.yaml"), STORM, COURSE, trace=False).run().digest


def test_a_second_run_that_tells_anything_else_is_a_broken_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = count()

    class Drifting(Run):
        def __init__(
            self, mission: Mission, trial: Trial, course: Course, *, trace: bool, write: Write
        ) -> None:
            super().__init__(mission, trial, course, trace=trace, write=write)
            self.write = write

        def run(self) -> Result:
            result = super().run()
            if next(runs):
                self.write(Heard(9999, result.time_s, robot="a"))
            return result

    monkeypatch.setattr(repeating, "Run", Drifting)
    (broken,) = twice().violations
    assert broken.rule == "same"
    assert "the second run differs from message " in broken.what


@pytest.mark.parametrize(
    ("verdict", "why"),
    [
        (Verdict(9, 8, Difference(4, 2.0, "this", "that", "a")), "tick 4, done again from"),
        (Verdict(9, 9, None, "the end is missing"), "cannot be done again: the end is missing"),
    ],
)
def test_a_record_that_cannot_be_done_again_is_a_broken_rule(
    verdict: Verdict, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeating, "do_again", lambda recording: verdict)
    (broken,) = twice().violations
    assert why in str(broken)
