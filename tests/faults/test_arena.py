"""The simulation itself: it repeats, it sees what is wrong, and it shrinks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cotree.runtime.swarm.__main__ import main, names_of
from cotree.runtime.swarm.arena import Arena
from cotree.runtime.swarm.directed import ONE, directed_scene, scene
from cotree.runtime.swarm.faults import PROFILES, Air, Fault
from cotree.runtime.swarm.soak import blocks, read, soak
from cotree.runtime.swarm.table import lines, run_many, run_scene, scene_of, shrink
from cotree.team.dice import Dice
from cotree.team.facts import Fact
from cotree.team.messages import decode, encode
from cotree.team.timing import Timing


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_is_the_same_run_byte_for_byte(seed: int) -> None:
    first = run_scene(scene_of("storm", seed), trace=True)
    second = run_scene(scene_of("storm", seed), trace=True)
    assert first == second
    assert first.digest == run_scene(scene_of("storm", seed)).digest


def test_other_seeds_are_other_runs() -> None:
    assert len({run_scene(scene_of("storm", seed)).digest for seed in range(10)}) == 10


@pytest.mark.parametrize("name", ["skew", "loss30", "dup_delay", "orphan", "pauses", "storm"])
def test_the_monitor_finds_what_the_papers_rule_breaks(name: str) -> None:
    row = run_many(name, range(40), "paper")
    assert row.broken > 0


def test_without_faults_the_papers_rule_works() -> None:
    row = run_many("none", range(40), "paper")
    assert (row.broken, row.stuck) == (0, 0)


def test_a_failing_run_shrinks_to_what_it_fails_by() -> None:
    seed = run_many("orphan", range(40), "paper").failed[0]
    large = scene_of("orphan", seed, "paper")
    small = shrink(large)
    assert not run_scene(small).ok
    assert len(small.weather.faults) <= len(large.weather.faults)
    fewer = small.weather.faults[1:]
    weather = msgspec.structs.replace(small.weather, faults=fewer)
    again = run_scene(msgspec.structs.replace(small, weather=weather))
    assert again.ok or again.violations != run_scene(small).violations


def test_a_run_that_works_is_not_shrunk() -> None:
    with pytest.raises(ValueError, match="does not fail"):
        shrink(scene_of("none", 0))


def test_a_team_that_never_hears_anything_is_told_to_be_stuck() -> None:
    silent = scene(Dice(1), ONE, 30.0, [Fault("crash", 0.0, 1000.0, host) for host in (0, 1)])
    result = run_scene(silent)
    assert result.finished, "after the faults everybody lives again"
    endless = msgspec.structs.replace(silent, work_s=(1000.0,))
    assert not run_scene(endless).finished


def test_a_dead_holders_leaf_is_taken_over_within_a_lease_and_a_second() -> None:
    def starts(trace: tuple[str, ...]) -> list[tuple[float, str]]:
        words = [line.split() for line in trace]
        return [(float(word[0]), word[1]) for word in words if word[2:3] == ["starts"]]

    late = []
    for seed in range(30):
        calm = scene(Dice(seed), ONE, 3.0, [], air=Air(high_s=0.01))
        holder = int(starts(run_scene(calm, trace=True).trace)[0][1])
        crash = Fault("crash", 1.0, 30.0, holder)
        weather = msgspec.structs.replace(calm.weather, faults=(crash,))
        dying = msgspec.structs.replace(calm, weather=weather)
        again_s = starts(run_scene(dying, trace=True).trace)[1][0]
        late.append(again_s - 1.0)
    assert max(late) <= Timing().term_s + 1.0
    assert min(late) >= 1.0, "nobody takes over before the lease is over"


def test_what_the_dead_had_on_disk_counts_until_they_are_removed() -> None:
    arena = Arena(scene_of("roster", 2619))
    dead = arena.hosts[0]
    dead.disk["fact", 0] = Fact(0, 3)
    dead.dead = True
    assert arena.monitor.remembered(0) == 1
    dead.removed = True
    assert arena.monitor.remembered(0) == 0


def test_letters_may_travel_as_bytes() -> None:
    arena = Arena(scene_of("storm", 3))
    deliver = arena.network.deliver
    arena.network.deliver = lambda host, letter: deliver(host, decode(encode(letter)))
    assert arena.run() == run_scene(scene_of("storm", 3))


def test_every_profile_and_family_has_a_scene() -> None:
    assert {"none", "skew", "loss10", "loss30", "dup_delay", "crashes", "orphan"} <= set(PROFILES)
    assert directed_scene("race", 3).robots >= 2


def test_the_table_names_what_broke_and_where() -> None:
    rows = [run_many("none", range(3)), run_many("loss30", range(10), "paper")]
    text = "\n".join(lines(rows))
    assert "none" in text
    assert "seeds [" in text


def test_a_soak_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "soak.jsonl"
    todo = blocks(["none"], ["quorum"], 0, 10)
    (first,) = soak(todo, 1, file)
    with file.open("ab") as stream:
        stream.write(b'{"block":')  # cut off
    assert len(read(file)) == 1
    told: list[str] = []
    (second,) = soak(todo, 1, file, told.append)
    assert told == []
    assert (first.runs, second.runs) == (10, 10)


def test_the_command_prints_a_table_and_refuses_what_it_does_not_know(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--faults", "none", "--seeds", "2"]) == 0
    assert "none" in capsys.readouterr().out
    assert main(["--faults", "strom"]) == 2
    assert "did you mean 'storm'?" in capsys.readouterr().err
    assert isinstance(names_of("storm,race"), list)
    assert main(["--faults", "none", "--rules", "luck"]) == 2
    assert "no rule is called 'luck'" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "no" / "such" / "folder"
    assert main(["--faults", "none", "--seeds", "1", "--file", str(file)]) == 2
    assert f"{file}: cannot keep results here" in capsys.readouterr().err
