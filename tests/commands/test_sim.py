from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cotree import cli
from cotree.app.sim import run_trial
from cotree.app.trials import Course, command, shrink
from cotree.runtime.crew.hardships import HARDSHIPS, Trial
from cotree.runtime.swarm import soak
from cotree.trees.reading import loads
from tests.kit.waiting import until
from tests.missions import FETCH as FETCH_ALONE
from tests.missions import write
from tests.teams import DUO, FETCH

ROOT = Path(__file__).resolve().parent.parent.parent
Streams = pytest.CaptureFixture[str]
PAIR = DUO.replace("coordination: {witness: [base]}\n", "")


@pytest.fixture
def duo(tmp_path: Path) -> str:
    return write(tmp_path, DUO)


def test_it_prints_a_table_and_says_that_all_is_well(duo: str, capsys: Streams) -> None:
    assert cli.main(["sim", duo, "--seeds", "2", "--faults", "storm,none"]) == 0
    out = capsys.readouterr().out
    assert "two and a witness: " in out
    assert [
        line.split()[:5] for line in out.splitlines() if line.startswith(("storm", "none"))
    ] == [
        ["storm", "quorum", "2", "0", "0"],
        ["none", "quorum", "2", "0", "0"],
    ]


def test_the_published_rule_breaks_and_that_is_no_failure_of_ours(
    duo: str, capsys: Streams
) -> None:
    args = ["sim", duo, "--seeds", "4", "--faults", "orphan", "--rules", "paper", "--json"]
    assert cli.main(args) == 0
    row = json.loads(capsys.readouterr().out)["rows"][0]
    assert row["broken"] > 0
    assert row["rule"] == "paper"
    assert row["failed_seeds"]


@pytest.mark.parametrize("faults", ["storm", "death"])
def test_the_same_seed_is_the_same_run_byte_for_byte(
    duo: str, faults: str, capsys: Streams
) -> None:
    traces = []
    for _ in range(2):
        cli.main(["sim", duo, "--seed", "5", "--faults", faults, "--trace"])
        traces.append(capsys.readouterr().out)
    assert traces[0] == traces[1]
    assert len(traces[0].splitlines()) > 50
    cli.main(["sim", duo, "--seed", "6", "--faults", faults, "--trace"])
    assert capsys.readouterr().out != traces[0]


def test_the_digest_does_not_depend_on_whether_the_trace_is_kept() -> None:
    mission, course = loads(DUO, "duo.yaml"), Course("duo.yaml", 53.0)
    kept = run_trial(mission, Trial(5, "storm"), course, trace=True)
    assert run_trial(mission, Trial(5, "storm"), course).digest == kept.digest


def test_a_failing_trial_shrinks_to_what_it_fails_by_and_tells_how_to_see_it() -> None:
    mission, course = loads(FETCH, "fetch.yaml"), Course("fetch.yaml", 76.0)
    large = next(
        trial
        for trial in (Trial(seed, "storm", "paper") for seed in range(40))
        if not run_trial(mission, trial, course).ok
    )
    small = shrink(mission, large, course)
    assert not run_trial(mission, small, course).ok
    assert small.only is not None
    for fault in small.only:
        rest = tuple(other for other in small.only if other != fault)
        fewer = Trial(small.seed, small.faults, small.rule, rest, small.calm)
        like = run_trial(mission, small, course).violations[0].rule
        again = run_trial(mission, fewer, course)
        assert again.ok or like not in [each.rule for each in again.violations]
    line = command(course, small)
    assert line.startswith(
        f"cotree sim fetch.yaml --seed {small.seed} --faults storm --rules paper"
    )
    assert "--only" in line


def test_a_violation_ends_with_the_smallest_trace_and_exit_code_1(
    duo: str, capsys: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cotree.app.sim.PATIENCE", -0.99)
    monkeypatch.setattr("cotree.app.sim.FINISH_S", 0.0)  # nobody can be so fast
    assert cli.main(["sim", duo, "--seeds", "1", "--faults", "storm"]) == 1
    out = capsys.readouterr().out
    assert "the smallest that still fails so; cotree sim " in out
    assert "out_of_time" in out


def test_one_run_that_is_too_long_is_a_failure(duo: str, capsys: Streams) -> None:
    assert cli.main(["sim", duo, "--seed", "1", "--faults", "none", "--until", "10s"]) == 1
    assert "out_of_time" in capsys.readouterr().out


def test_results_are_kept_and_gone_on_from(duo: str, tmp_path: Path, capsys: Streams) -> None:
    file = tmp_path / "soak.jsonl"
    args = ["sim", duo, "--faults", "noise", "--file", str(file), "--json", "--seeds"]
    assert cli.main([*args, "10"]) == 0
    first = file.read_bytes()
    capsys.readouterr()
    assert cli.main([*args, "20"]) == 0
    assert file.read_bytes().startswith(first)
    assert len(file.read_bytes().splitlines()) == 2
    assert json.loads(capsys.readouterr().out)["rows"][0]["runs"] == 20


@pytest.mark.real
def test_several_processes_find_the_same(duo: str, capsys: Streams) -> None:
    found = []
    for jobs in ("1", "2"):
        cli.main(["sim", duo, "--seeds", "6", "--faults", "noise", "--jobs", jobs, "--json"])
        rows = json.loads(capsys.readouterr().out)["rows"]
        found.append([{k: v for k, v in row.items() if k != "faster"} for row in rows])
    assert found[0] == found[1]


def test_each_seed_has_other_faults_and_comes_out_the_same_again(
    duo: str, tmp_path: Path, capsys: Streams
) -> None:
    file = tmp_path / "each.jsonl"
    words = ["--faults", "each", "--verify", "--seeds", "2", "--first", "12", "--file", str(file)]
    assert cli.main(["sim", duo, *words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["faults"], row["runs"], row["broken"]) for row in rows] == [
        ("death", 1, 0),
        ("storm", 1, 0),
    ]
    assert len(file.read_bytes().splitlines()) == 2, "so little is lost when it is stopped"
    assert cli.main(["sim", duo, "--faults", "each", "--seed", "13"]) == 0
    assert capsys.readouterr().out.startswith("storm quorum seed 13: ")


def test_results_that_were_not_verified_do_not_count_as_such(
    duo: str, tmp_path: Path, capsys: Streams
) -> None:
    file = tmp_path / "none.jsonl"
    words = ["sim", duo, "--faults", "none", "--seeds", "1", "--file", str(file)]
    assert cli.main(words) == 0
    assert cli.main([*words, "--verify"]) == 0
    assert len(file.read_bytes().splitlines()) == 2


def test_why_runs_did_not_succeed_is_counted(duo: str, capsys: Streams) -> None:
    assert cli.main(["sim", duo, "--faults", "tempest", "--seeds", "1", "--first", "14"]) == 0
    out = capsys.readouterr().out
    assert "stated by those that faults kept from succeeding:" in out
    assert re.search(r"^  tempest, 1 x: task/spoon/\S+ .*this robot gave up", out, re.MULTILINE)


def test_ctrl_c_ends_with_a_table_of_what_was_done(
    duo: str, capsys: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = soak._results

    def interrupted(*args: object) -> object:
        yield next(done(*args))  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(soak, "_results", interrupted)
    assert cli.main(["sim", duo, "--seeds", "30", "--faults", "none"]) == 130
    out = capsys.readouterr().out
    assert [line.split()[2] for line in out.splitlines() if line.startswith("none")] == ["10"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--faults", "strom"], "no faults are called 'strom'; did you mean 'storm'?"),
        (["--rules", "papper"], "no rule is called 'papper'; did you mean 'paper'?"),
        (["--trace"], "say which with --seed"),
        (["--seed", "1", "--calm", "wind"], "nothing can be calmed that is called 'wind'; loss"),
        (["--seed", "1", "--only", "x"], "'x' is no list of numbers such as 0,3"),
        (["--faults", "each,storm"], "'each' stands alone: it is all faults, another one per seed"),
        (["--rules", "paper", "--verify"], "only our own rule can be done again from a record"),
    ],
)
def test_a_wrong_question_is_answered_with_what_would_be_right(
    duo: str, args: list[str], message: str, capsys: Streams
) -> None:
    assert cli.main(["sim", duo, *args]) == 2
    assert message in capsys.readouterr().err


def test_two_robots_without_a_witness_cannot_lose_one(tmp_path: Path, capsys: Streams) -> None:
    pair = write(tmp_path, PAIR)
    assert cli.main(["sim", pair, "--faults", "death"]) == 2
    assert "it needs a third robot, or a witness" in capsys.readouterr().err


def test_a_mission_that_fails_anyway_is_not_simulated(tmp_path: Path, capsys: Streams) -> None:
    failing = write(tmp_path, DUO + "simulation: {failures: {grasp: 1}}\n")
    assert cli.main(["sim", failing, "--seeds", "1"]) == 2
    assert "even without faults it ends as 'failure'" in capsys.readouterr().err


def test_one_robot_is_no_team(tmp_path: Path, capsys: Streams) -> None:
    assert cli.main(["sim", write(tmp_path, FETCH_ALONE)]) == 2
    assert "one robot has no peers; 'cotree run' is for it" in capsys.readouterr().err


def test_a_missing_mission_is_named(capsys: Streams) -> None:
    assert cli.main(["sim", "nowhere.yaml"]) == 2
    assert "nowhere.yaml" in capsys.readouterr().err


@pytest.mark.real
def test_ctrl_c_ends_the_process_cleanly_with_several_jobs(duo: str) -> None:
    words = f"--seeds 5000 --jobs 2 --faults each --file {duo}.jsonl".split()
    running = subprocess.Popen(
        [sys.executable, "-m", "cotree", "sim", duo, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    _until_written(Path(f"{duo}.jsonl"), running)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate()
    assert running.returncode == 130
    assert any(line.startswith("none") for line in out.splitlines())
    assert err == ""


def _until_written(file: Path, running: subprocess.Popen[str]) -> None:
    def written() -> bool:
        return running.poll() is not None or (file.is_file() and file.stat().st_size > 0)

    until(written, "the first results are on disk, or the process is over")


def test_its_help_tells_all_faults(capsys: Streams) -> None:
    assert cli.main(["sim", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.partition("Faults:")[2].split())
    assert set(HARDSHIPS) <= set(re.findall(r"\w+", told))


@pytest.mark.parametrize(
    "body",
    [
        "{parallel: {need: 1, of: [{wait: 1 s}, {wait: 5 s}]}}",
        "{selector: [{check: {fact: never}}, {wait: 1 s}]}",
        "{selector: [{guard: {fact: never, do: {perform: bow}}}, {wait: 1 s}]}",
        "{always: {result: success, do: {timeout: {after: 1 s, do: {wait: 5 s}}}}}",
        "{invert: {do: {timeout: {after: 1 s, do: {wait: 5 s}}}}}",
        "{finally: [{wait: 1 s}, {always: {result: success, do: {check: {fact: never}}}}]}",
    ],
)
def test_who_succeeds_although_a_part_was_stopped_or_failed_is_believed(
    tmp_path: Path, body: str
) -> None:
    text = (
        "mission: m\nteam: {a: {robot: pr2}, b: {robot: pr2, at: [1, 0]}}\n"
        "world: {facts: {never: false}}\ncoordination: {witness: [t]}\n"
        f"task: {{and: [{body}, {{wait: 2 s}}]}}\n"
    )
    assert cli.main(["sim", write(tmp_path, text), "--seeds", "1", "--faults", "none"]) == 0
