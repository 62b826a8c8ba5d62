"""What real processes of a team must stand; the tests of a transport inherit it.

What they prove is an order of events: how long something took is a figure of ``benchmarks/``.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotree import app
from cotree.runtime.messages import Message
from tests.kit.chaos import survive
from tests.kit.evidence import Evidence, Life
from tests.kit.processes import Process, Team, whoever
from tests.kit.rain import rain
from tests.kit.stormy import in_a_storm
from tests.kit.table import (
    CUP,
    LEASE_S,
    LONG_STAGES,
    ONCE,
    SLOW,
    STAGES,
    TABLE,
    WITH_ANN_ONCE,
    with_ann,
)
from tests.kit.waiting import Late


def whole(team: Team) -> tuple[Process, Process, Process]:
    """All three processes of the table."""
    return team.robot("pr2"), team.robot("baxter"), team.other("witness", "tablet")


def ends_well(*processes: Process) -> None:
    """They all finish the mission."""
    for process in processes:
        assert process.ends() == 0, process.text


def at_once(team: Team) -> Life:
    """The same mission in one process and in virtual time."""
    together: list[Message] = []
    app.run_team(app.read_mission(str(team.folder / "mission.yaml")), together.append)
    return Life(together)


class TeamScenarios:
    """Inherit it, and say how a team comes together."""

    def team(self, folder: Path, mission: str, name: str = "") -> Team:
        """A team that has no process yet; others of the same place and name could hear it."""
        raise NotImplementedError

    @pytest.fixture(autouse=True)
    def _place(self, tmp_path: Path) -> Iterator[None]:
        self.folder = tmp_path
        self.teams: list[Team] = []
        yield
        for team in self.teams:
            team.close()

    def make(self, mission: str, folder: str = "", name: str = "") -> Team:
        """A team whose processes all end with the test."""
        place = self.folder / folder
        place.mkdir(exist_ok=True)
        self.teams.append(self.team(place, mission, name))
        return self.teams[-1]

    # -- together ------------------------------------------------------------------------------

    def test_two_robots_and_a_witness_do_everything_once(self) -> None:
        team = self.make(TABLE)
        ends_well(*whole(team))
        assert team.placed("pr2.mcap", "baxter.mcap") == ONCE
        assert set(Evidence(team.folder).executed.values()) == {1}, "no leaf is done twice"
        assert Evidence(team.folder).executed == at_once(team).executed
        assert Evidence(team.folder).overlaps() == []
        for name in ("pr2", "baxter"):
            verify = team.verify(name)
            assert verify.ends() == 0, verify.text
            assert "all the same, byte for byte" in verify.text
        kept = sorted(path.name for path in (team.folder / "out/state/mission/pr2").iterdir())
        assert kept == ["lock", "promises.log.over"], "the next run begins from nothing"

    def test_a_person_and_two_robots_share_a_table_as_they_do_in_one_process(self) -> None:
        team = self.make(with_ann())
        ann = team.other("person", "ann", "--script")
        ends_well(team.robot("pr2"), team.robot("baxter"), ann)
        assert ann.said("^(pr2|baxter): We both want to do cup. Do you want to continue with it")
        assert any(line.endswith(": Teapot is yours.") for line in ann.lines), ann.text
        assert team.placed("pr2.mcap", "baxter.mcap") == WITH_ANN_ONCE
        assert Evidence(team.folder).executed == at_once(team).executed
        assert Evidence(team.folder).overlaps() == []

    def test_two_teams_do_not_hear_each_other(self) -> None:
        teams = [self.make(TABLE, folder) for folder in ("one", "two")]
        ends_well(*(process for team in teams for process in whole(team)))
        for team in teams:
            assert team.placed("pr2.mcap", "baxter.mcap") == ONCE
            assert not any("dropped" in process.text for process in team.processes)

    def test_a_team_that_is_not_complete_says_whom_it_waits_for(self) -> None:
        pr2 = self.make(TABLE).robot("pr2")
        pr2.sees("waiting for baxter, tablet: .* --first begins without them")
        pr2.signal(signal.SIGINT)
        assert pr2.ends() == 130, pr2.text

    def test_one_robot_has_one_process(self) -> None:
        team = self.make(TABLE)
        first = team.robot("pr2")
        first.sees("waiting for")
        second = team.robot("pr2", record="second")
        assert second.ends() in (1, 2)
        assert "is in use by process" in second.text
        assert "Traceback" not in second.text

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_a_signal_ends_everybody(self, number: int) -> None:
        processes = whole(self.make(TABLE))
        for process in processes[:2]:
            process.sees(r"▶ running")
        for process in processes:
            process.signal(number)
        for process in processes:
            assert process.ends() == 130, process.text

    # -- troubles ------------------------------------------------------------------------------

    def test_the_work_of_a_killed_robot_is_taken_over_and_it_comes_back(self) -> None:
        team = self.make(LONG_STAGES)
        one, other, _ = whole(team)
        victim, heir = whoever(CUP, one, other)
        team.promises()
        victim.signal(signal.SIGKILL)
        victim.ends()
        heir.sees(CUP)
        again = team.robot(victim.name, record="again")
        again.sees("restarted, with its memory")
        ends_well(again, heir)
        assert team.placed("pr2.", "again.", "baxter.") == ONCE
        assert team.placed("again."), "it works again"
        self.taken_over(team, victim.name)

    def test_a_frozen_robot_that_wakes_up_does_nothing_twice(self) -> None:
        team = self.make(STAGES)
        one, other, _ = whole(team)
        victim, heir = whoever(CUP, one, other)
        team.promises()
        victim.signal(signal.SIGSTOP)
        heir.sees(CUP)
        victim.signal(signal.SIGCONT)
        ends_well(victim, heir)
        assert team.placed("pr2.", "baxter.") == ONCE
        assert "cup" in team.placed(f"{heir.name}.")
        self.taken_over(team, victim.name)

    def taken_over(self, team: Team, victim: str) -> None:
        """By another one, never by both; in mission time within the lease and 2 s.

        Letters are real, and what the records tell of their lateness does not count.
        """
        evidence = Evidence(team.folder)
        takeover = evidence.takeover(victim, "move to cup")
        if team.conductor is None or takeover.own_s <= LEASE_S + 2.0:
            return
        if any(each.said("the team said no: silence") for each in team.processes):
            raise Late(f"{takeover}: the heir spoke, and the bus brought no answer")
        raise AssertionError(takeover)
        assert evidence.overlaps() == []

    def test_a_robot_that_comes_when_much_is_done_joins_and_works(self) -> None:
        team = self.make(SLOW)
        tablet = team.other("witness", "tablet", "--first")
        baxter = team.robot("baxter", "--first")
        baxter.sees("✓ done .*/pick ")
        pr2 = team.robot("pr2")
        pr2.sees("the team has begun; joining it|everybody is there")
        ends_well(pr2, baxter, tablet)
        assert team.placed("pr2.", "baxter.") == ONCE
        assert team.placed("pr2."), "it has worked"

    def test_a_network_that_loses_every_tenth_packet_costs_time_only(self) -> None:
        team = self.make(TABLE)
        with rain() as words:
            if words:
                team.around = team.around._replace(before=words)
            else:  # this machine does not let us; then the bus loses as much
                team.around = team.around._replace(program=in_a_storm(1))
            ends_well(*whole(team))
        assert team.placed("pr2.", "baxter.") == ONCE
        assert Evidence(team.folder).overlaps() == []

    def survives(self, seeds: range) -> None:
        """A mission for each seed, some of them at once."""
        wrong = survive(self.make, seeds)
        if wrong:
            pytest.fail(wrong, pytrace=False)

    def test_runs_in_chaos_do_everything_once(self) -> None:
        self.survives(range(2))

    @pytest.mark.soak
    @pytest.mark.parametrize("first", [2, 10, *range(1000, 1100, 10)])
    def test_more_runs_in_chaos_do_everything_once(self, first: int) -> None:
        self.survives(range(first, first + 10))
