"""What a team costs: in virtual time, on a bus, as processes, on disk."""

from __future__ import annotations

from typing import Any

from benchmarks.report.values import Beside, Curve, Figure, Gate, Line, Reading, line


def mission(found: dict[str, Any]) -> Reading:
    """A whole team in virtual time, and at rest."""
    gates, robots = found["gates"], found["robots"]
    idle = [(float(n), 1e3 * ms) for n, ms in found["idle"].items()]
    figures = (
        Figure(
            f"{robots} robots bring {found['deliveries']} things: faster than real time",
            found["faster"],
            "times",
            Gate(at_least=gates["faster"]),
        ),
        *(
            Figure(f"idle tick, team of {n:.0f}", us, "µs", Gate(at_most=1e3 * gates["idle_ms"]))
            for n, us in idle
        ),
    )
    curve = Curve(
        "idle",
        "One robot's tick with nothing to decide, 1000 leaves",
        "robots of the team",
        "µs of CPU",
        (Line("cotree", tuple(idle)),),
    )
    return Reading(figures, (curve,))


def team(found: dict[str, Any]) -> Reading:
    """The claim protocol."""
    rest, missions = found["rest"], found["missions"]
    most = max(row["leaves"] for row in rest)
    large = [row for row in rest if row["leaves"] == most]
    each = [{**row, "each": row["letters_per_s"] / row["robots"]} for row in missions]
    last = large[-1]
    figures = (
        Figure(
            f"letters at rest, {last['robots']} robots", last["letters_per_s"], "per robot and s"
        ),
        Figure("longest letter at rest", max(row["longest_bytes"] for row in rest), "bytes"),
        Figure("idle tick of the protocol, 32 robots, 1000 leaves", found["idle_tick_us"], "µs"),
        Figure("a heartbeat heard", found["heartbeat_us"], "µs"),
        *(
            Figure(
                f"{row['robots']} robots do {row['leaves']} leaves: faster than real time",
                row["faster"],
                "times",
            )
            for row in missions
        ),
    )
    return Reading(
        figures,
        (
            Curve(
                "claims",
                "Letters of the claim protocol",
                "robots of the team",
                "letters per robot and second",
                (
                    line("at rest", large, "robots", "letters_per_s"),
                    line("at work, 10 leaves for each robot", each, "robots", "each"),
                ),
            ),
            Curve(
                "protocol",
                f"Processor time of the protocol at rest, {most} leaves",
                "robots of the team",
                "µs per robot and second",
                (line("cotree", large, "robots", "us_per_s"),),
            ),
        ),
    )


def bus(found: dict[str, Any]) -> Reading:
    """Datagrams between processes."""
    rows = found["rows"]
    figures = [
        Figure(f"{row['bus']}: {what}", row[name], unit)
        for row in rows
        for what, name, unit in (
            ("there and back, median", "round_trip_p50_ms", "ms"),
            ("there and back, 99 %", "round_trip_p99_ms", "ms"),
            ("there and back, 256 under way", "there_and_back_per_s", "per s"),
        )
    ]
    lines = tuple(
        Line(row["bus"], tuple((float(n), share) for n, share in row["cpu_percent"].items()))
        for row in rows
    )
    curve = Curve("bus", "Ten datagrams a second from everybody", "members", "% of a core", lines)
    return Reading(tuple(figures), (curve,))


def ros(found: dict[str, Any]) -> Reading:
    """Processes over ROS 2 or Zenoh."""
    figures = []
    for row in found["rows"]:
        where = f"{row['transport']}, {row['robots']} robots, {row['phase']}"
        phase, said = row["phase"], row["all_messages_per_s"]
        gate = Gate(at_most=found["gate"]) if phase in ("rest", "waiting") else None
        figures.append(Figure(f"{where}: worst share", row["cpu_percent_max"], "% of a core", gate))
        gate = Gate(at_most=found["messages"]) if phase == "rest" else None
        figures.append(Figure(f"{where}: messages of all topics", said, "per robot and s", gate))
        if row["claim_p50_ms"] is not None:
            figures.append(Figure(f"{where}: a claim, median", row["claim_p50_ms"], "ms"))
            figures.append(Figure(f"{where}: a claim, 99 %", row["claim_p99_ms"], "ms"))
    kinds = sorted({(row["transport"], row["phase"]) for row in found["rows"]})
    lines = tuple(
        line(
            f"{transport}, {phase}",
            [r for r in found["rows"] if (r["transport"], r["phase"]) == (transport, phase)],
            "robots",
            "cpu_percent_mean",
        )
        for transport, phase in kinds
    )
    over = " and ".join(sorted({row["transport"] for row in found["rows"]}))
    title = f"One process per robot, over {over}"
    curve = Curve(f"processes_{over}", title, "robots of the team", "% of a core, mean", lines)
    return Reading(tuple(figures), (curve,))


def record(found: dict[str, Any]) -> Reading:
    """What a run leaves on disk."""
    figures, lines = [], []
    for what in ("at work", "waiting"):
        rows = found[what]
        first, last = rows[0], rows[-1]
        minutes = (last["minutes"] - first["minutes"]) or 1.0
        rate = {key: (last[key] - first[key]) / 1e3 / minutes for key in ("record", "json_lines")}
        plain = (Beside("the same as lines of JSON", rate["json_lines"]),)
        figures.append(
            Figure(f"{found['robots']} robots {what}", rate["record"], "kB per minute", peers=plain)
        )
        for name, key in (("record", "record"), ("lines of JSON", "json_lines")):
            points = tuple((row["minutes"], row[key] / 1e3) for row in rows)
            lines.append(Line(f"{what}: {name}", points))
    title = f"A record of {found['robots']} robots"
    curve = Curve("record", title, "minutes", "kB", tuple(lines), log=False)
    return Reading(tuple(figures), (curve,))


def waits(found: dict[str, Any]) -> Reading:
    """What a team of processes waits for."""
    told = {
        "killed": "a killed robot's work is taken over after",
        "frozen": "a frozen robot's work is taken over after",
        "together": "the last of three is with its team after",
        "ended": "three have left after Ctrl-C in",
    }
    return Reading(
        tuple(
            Figure(f"{row['bus']}: {told[row['what']]} (at most)", row["worst_s"], "s")
            for row in found["rows"]
        )
    )
