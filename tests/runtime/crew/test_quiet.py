from __future__ import annotations

from cotree.runtime.crew.quiet import GIVEN_UP, Quiet


def test_patience_begins_when_nothing_goes_on() -> None:
    quiet = Quiet(10.0)
    assert not quiet.over(0.0, idle=False)
    assert not quiet.over(5.0, idle=True)
    assert not quiet.over(14.9, idle=True)
    assert quiet.over(15.0, idle=True)


def test_whatever_goes_on_begins_it_anew() -> None:
    quiet = Quiet(10.0)
    quiet.over(0.0, idle=True)
    quiet.over(5.0, idle=False)
    assert not quiet.over(11.0, idle=True)
    quiet.stirs()
    assert not quiet.over(21.0, idle=True)
    assert quiet.over(31.0, idle=True)


def test_giving_up_is_patient_each_time_and_hopeless_after_several() -> None:
    quiet = Quiet(10.0)
    quiet.over(0.0, idle=True)
    for n in range(1, GIVEN_UP + 1):
        assert not quiet.over(10.0 * n - 0.1, idle=True)
        assert quiet.over(10.0 * n, idle=True)
        assert not quiet.hopeless
    assert quiet.over(10.0 * GIVEN_UP + 10.0, idle=True)
    assert quiet.hopeless


def test_a_team_that_changes_is_not_hopeless() -> None:
    quiet = Quiet(1.0)
    for n in range(10):
        quiet.over(float(n), idle=True)
    assert quiet.hopeless
    quiet.stirs()
    assert not quiet.hopeless
