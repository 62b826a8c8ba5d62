"""What planners cost and what they are worth."""

from __future__ import annotations

from typing import Any

from benchmarks.report.values import Beside, Curve, Figure, Gate, Line, Reading, line


def multitasking(found: dict[str, Any]) -> Reading:
    """Look-ahead beside greedy choice."""
    greedy, auto = (
        next(row for row in found["random"] if row["solver"] == name) for name in ("greedy", "auto")
    )
    wrong = sum(not row["as_expected"] for row in found["experiments"])
    none = Gate(at_most=0)
    over = f"over {found['layouts']} layouts"
    beside = (Beside("greedy", greedy["mean_steps"]),)
    figures = (
        Figure("experiments that are not as printed", wrong, "", none),
        Figure(f"steps {over}, mean", auto["mean_steps"], "steps", peers=beside),
        Figure(
            f"duration {over}, mean",
            auto["mean_time_s"],
            "s",
            peers=(Beside("greedy", greedy["mean_time_s"]),),
        ),
        Figure("plans worse than greedy", auto["worse_than_greedy"], "", none),
        Figure("a plan, mean", auto["cpu_ms"], "ms", peers=(Beside("greedy", greedy["cpu_ms"]),)),
        Figure("runs that did not finish", found["deadlocks"], "", none),
    )
    sizes = [row for row in found["sizes"] if row["layouts"]]
    curves = (
        Curve(
            "look_ahead",
            "A plan of look-ahead over the objects of a layout",
            "objects",
            "ms of CPU",
            (line("cotree", sizes, "objects", "cpu_ms"),),
        ),
        Curve(
            "look_ahead_gain",
            "How long the task then takes",
            "objects",
            "s",
            (
                line("look-ahead", sizes, "objects", "time_s"),
                line("greedy", sizes, "objects", "greedy_time_s"),
            ),
        ),
    )
    return Reading(figures, curves)


_REPLANS = (
    ("offline_ms", "from text to plan", "ms"),
    ("local_ms", "local replan", "ms"),
    ("local_way_ms", "local replan, a way blocked", "ms"),
    ("global_ms", "global replan", "ms"),
    ("global_way_ms", "global replan, a way blocked", "ms"),
    ("both_ms", "both, the cheaper", "ms"),
    ("mb", "peak of memory", "MB"),
)


def reallocation(found: dict[str, Any]) -> Reading:
    """A team's plan for a sentence, and replans."""
    slack, rows = found["slack"], found["robots"]
    figures = []
    for row in rows:
        robots = row["robots"]
        peer = found["peer_s"].get(str(robots))
        beside = () if peer is None else (Beside("the published planner", 1e3 * peer, False),)
        limits = found["promised"][str(robots)]
        for name, what, unit in _REPLANS:
            gate = Gate(at_most=limits[name], slack=slack) if name in limits else None
            peers = beside if name == "offline_ms" else ()
            figures.append(Figure(f"{what}, {robots} robots", row[name], unit, gate, peers))
    units = {name: what for name, what, _ in _REPLANS}
    for name, ratio in found["growth"].items():
        what = f"{units[name]}: growth over that of the team"
        figures.append(Figure(what, ratio, "", Gate(at_most=found["most_growth"])))
    published = tuple((float(n), 1e3 * s) for n, s in found["peer_s"].items())
    by_robots = (
        line("from text to plan", rows, "robots", "offline_ms"),
        *(line(what, rows, "robots", name) for name, what, _ in _REPLANS[1:-1]),
        Line("the published planner, from text to plan", published),
    )
    by_tasks = (
        line("without proof", found["tasks"], "tasks", "ms"),
        line("with CP-SAT's proof", found["tasks_proved"], "tasks", "ms"),
    )
    gaps = (
        line("without proof", found["tasks"], "tasks", "gap_percent"),
        line("with CP-SAT's proof", found["tasks_proved"], "tasks", "gap_percent"),
    )
    return Reading(
        tuple(figures),
        (
            Curve("plan_robots", "A sentence's plan over robots", "robots", "ms of CPU", by_robots),
            Curve("plan_tasks", "A plan for 30 robots over tasks", "tasks", "ms of CPU", by_tasks),
            Curve("plan_gap", "How far a plan may be from the best", "tasks", "%", gaps, log=False),
        ),
    )


def capability(found: dict[str, Any]) -> Reading:
    """Matching of jobs and robots."""
    slack, rows = found["slack"], found["rows"]
    passive = Gate(at_most=found["passive_ms"], slack=slack)
    figures, worst = [], []
    for row in rows:
        n = str(row["robots"])
        agent = row["passive_exact"]["agent_ms"]
        all_of_it = passive if row["robots"] <= found["together"] else None
        search = max(row[f"active_{job}"]["ms"] for job in ("job3b", "job3c", "job5"))
        worst.append((float(n), search))
        limit = found["active_ms"].get(n)
        gate = None if limit is None else Gate(at_most=limit, slack=slack)
        printed = {
            kind: (Beside("printed, with waiting", by[n], False),) if n in by else ()
            for kind, by in found["paper_ms"].items()
        }
        figures.append(
            Figure(f"passive, agent, {n} robots", agent, "ms", all_of_it, printed["passive"])
        )
        figures.append(
            Figure(f"active, slowest job, {n} robots", search, "ms", gate, printed["active"])
        )
    lines = (
        Line(
            "passive: the agent", tuple((r["robots"], r["passive_exact"]["agent_ms"]) for r in rows)
        ),
        Line(
            "passive: a neighbour",
            tuple((r["robots"], r["passive_exact"]["neighbour_ms"]) for r in rows),
        ),
        Line("active: the slowest job", tuple(worst)),
    )
    title = "From a job to its members, over the robots of a fleet"
    return Reading(tuple(figures), (Curve("capability", title, "robots", "ms of CPU", lines),))


def schedule(found: dict[str, Any]) -> Reading:
    """Shares and schedules of people and robots."""
    limits, time, gap = found["limits"], found["slack"]["time"], found["slack"]["gap"]
    figures = []
    for row in [*found["pair"], *found["differing"]]:
        big_m, job = row["big_m"], row["job"]
        proof = Gate(at_most=limits["proved_ms"], slack=time)
        highs = (Beside("printed model on HiGHS", 1e3 * big_m["cpu_s"]),)
        figures.append(
            Figure(
                f"{job}: first plan", row["first_ms"], "ms", Gate(limits["first_ms"], slack=time)
            )
        )
        figures.append(Figure(f"{job}: proved best", row["joint_ms"], "ms", proof, highs))
        theirs = [Beside("decomposed", row["decomposed_s"])]
        if big_m["makespan_s"] is not None:
            theirs.append(Beside("printed model on HiGHS", big_m["makespan_s"]))
        figures.append(Figure(f"{job}: makespan", row["makespan_s"], "s", None, tuple(theirs)))
    for row in found["team"]:
        what, decomposed = f"2 people, 3 robots, seed {row['seed']}", row["decomposed_s"]
        team = Gate(at_most=limits["team_s"], slack=time)
        figures.append(Figure(f"{what}: proved best", row["joint_s"], "s", team))
        peers = (Beside("decomposed", decomposed),)
        figures.append(Figure(f"{what}: makespan", row["makespan_s"], "s", None, peers))
    many = Gate(at_most=100 * limits["gap"], slack=gap)
    large = [
        {**row, "percent": 100 * row["gap"], "usual_percent": 100 * row["usual_gap"]}
        for row in found["large"]
    ]
    for row in large:
        gate = many if row["chains"] > 4 else None
        what = f"{row['tasks']} steps in {row['chains']} chains, seed {row['seed']}: gap after 1 s"
        figures.append(Figure(what, row["percent"], "%", gate))
    wide, long = ([r for r in large if (r["chains"] > 4) is each] for each in (True, False))
    lines = (
        line("many chains, 1 s", _worst(wide, "percent"), "tasks", "percent"),
        line("four chains, 1 s", _worst(long, "percent"), "tasks", "percent"),
        line("many chains, usual effort", _worst(wide, "usual_percent"), "tasks", "usual_percent"),
        line("four chains, usual effort", _worst(long, "usual_percent"), "tasks", "usual_percent"),
    )
    title = "Schedules of 2 people and 3 robots: gap to the best bound, worst seed"
    curve = Curve(
        "schedule_gap", title, "steps", "%", tuple(x for x in lines if x.points), log=False
    )
    return Reading(tuple(figures), (curve,))


def _worst(rows: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """For each number of tasks its worst row."""
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        if row["tasks"] not in found or row[key] > found[row["tasks"]][key]:
            found[row["tasks"]] = row
    return list(found.values())
