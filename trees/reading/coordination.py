"""``coordination:`` and ``shared:``, what a team of several agrees on before it begins."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from cotree.core.mission import Coordination, Policy, Teammate
from cotree.team.pace import least_hold_s
from cotree.team.roster import first_roster
from cotree.team.timing import agreed
from cotree.trees.reading.binding import Binder
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.names import wrong_with_identifier
from cotree.trees.reading.nodes import (
    Entry,
    Items,
    Node,
    Scalar,
    Table,
    describe,
    is_nothing,
    quote,
)
from cotree.trees.reading.settings import COORDINATION, read_settings

LEASE = ("lease", "lease_s", "renew", "renew_s", "stop", "stop_s")
LONGER = 1.2
"""A lease that nobody has written is so much longer than it must be at least."""
ALONE = ("auto", "none")
"""Ways of looking ahead that a team of several can have: none, in the end."""

Team = Mapping[str, Teammate]


def read_coordination(node: Node, team: Team, binder: Binder) -> Coordination:
    """How the robots agree; who writes a witness wants one."""
    found = read_settings(node, Coordination, COORDINATION, "'coordination'", binder)
    if not isinstance(node, Table):
        return found
    _check_witnesses(node, found, team, binder.findings)
    if found.witness and "partition" not in node.entries:
        found = msgspec.structs.replace(found, partition="witness")
    _check_partition(node, found, binder.findings)
    _check_times(node, found, binder.findings)
    return found


def _check_witnesses(node: Table, found: Coordination, team: Team, findings: Findings) -> None:
    seen: set[str] = set()
    good = True
    for item in _items(node, "witness"):
        name = item.text
        wrong = wrong_with_identifier(name, "a witness")
        if wrong is None and name in seen:
            wrong = f"duplicate witness {quote(name)}"
        elif wrong is None and name in team and team[name].robot is not None:
            wrong = (
                f"{quote(name)} is a robot of the team, which votes already; a witness is somebody "
                f"else: a tablet, a base station, a person"
            )
        if wrong is not None:
            findings.add(item.mark, wrong)
        good = good and wrong is None
        seen.add(name)
    robots = [mate for mate in team.values() if mate.robot is not None]
    wrong = first_roster(team, found.witness).wrong() if good and robots else None
    if wrong is not None:
        findings.add(node.entries["witness"].value.mark, wrong)


def _check_partition(node: Table, found: Coordination, findings: Findings) -> None:
    entry = node.entries.get("partition")
    if entry is None:
        return
    if found.partition == "witness" and "witness" not in node.entries:
        findings.add(
            entry.value.mark,
            "'partition: witness' needs 'witness: [<name>]', who has the third vote",
        )
    elif found.partition != "witness" and found.witness:
        findings.add(
            entry.value.mark,
            f"a witness votes only with 'partition: witness', found {describe(entry.value)}",
        )


def _check_times(node: Table, found: Coordination, findings: Findings) -> None:
    entry = _first(node, LEASE)
    if entry is None or agreed(found, Policy().rate_hz).wrong() is None:
        return
    findings.add(
        entry.value.mark,
        f"a lease of {found.hold_s:g} s leaves no time to work: 'lease' must exceed "
        f"'renew' + 'stop' = {found.renew_s + found.stop_s:g} s",
    )


def with_lease(
    found: Coordination, policy: Policy, team: Team, node: Node | None, findings: Findings
) -> Coordination:
    """One that can be renewed in time: the lease that is written, or one as long as it must be."""
    voters = first_roster(team, found.witness).voters
    timing = agreed(found, policy.rate_hz)
    least_s = least_hold_s(timing, len({*team, *found.witness}), 1.0 / policy.rate_hz)
    if len(voters) < 2 or found.rule == "paper" or found.hold_s >= least_s - 1e-9:
        return found
    entry = _first(node, LEASE[:2]) if isinstance(node, Table) else None
    if entry is None:
        return msgspec.structs.replace(found, hold_s=math.ceil(10 * LONGER * least_s) / 10)
    if timing.wrong() is None:
        findings.add(
            entry.value.mark,
            f"a lease of {found.hold_s:g} s cannot be renewed in time at {policy.rate_hz:g} Hz: it "
            f"must last {least_s:.2f} s, which hangs on 'renew', 'stop' and 'rate'",
        )
    return found


def _first(node: Table, words: Iterable[str]) -> Entry | None:
    return next((node.entries[key] for key in words if key in node.entries), None)


def _items(node: Table, key: str) -> Iterator[Scalar]:
    """The words under a key, one or several."""
    entry = node.entries.get(key)
    if entry is not None:
        items = entry.value.items if isinstance(entry.value, Items) else (entry.value,)
        yield from (i for i in items if isinstance(i, Scalar) and isinstance(i.value, str))


# -- shared things -----------------------------------------------------------------------------


def read_shared(node: Node | None, team: Team, findings: Findings) -> tuple[str, ...]:
    """What the team shares, in order; people that are not written come first."""
    own = _own(team)
    things: list[str] = []
    for name, mate in team.items():
        if mate.robot is None and name in own and mate.mark is not None:
            message = f"{quote(name)} is called like a resource of {own[name]}; rename one"
            findings.add(mate.mark, message)
    for item in () if node is None or is_nothing(node) else _things(node, findings):
        wrong = _wrong_with(item.text, things, own, team)
        if wrong is not None:
            findings.add(item.mark, wrong)
        elif item.text not in things:
            things.append(item.text)
    people = [name for name, mate in team.items() if mate.robot is None and name not in things]
    return (*people, *things)


def _own(team: Team) -> dict[str, str]:
    """Names and types of what robots have for themselves, and whose they are."""
    own: dict[str, str] = {}
    for name, mate in team.items():
        for resource in () if mate.robot is None else mate.robot.resources:
            own.setdefault(resource.name, name)
            own.setdefault(resource.type, name)
    return own


def _things(node: Node, findings: Findings) -> Iterator[Scalar]:
    items = node.items if isinstance(node, Items) else (node,)
    for item in items:
        if isinstance(item, Scalar) and isinstance(item.value, str):
            yield item
        elif isinstance(item, Scalar | Table | Items):
            findings.add(
                item.mark,
                f"'shared' must be a list of names, such as [corridor], found {describe(item)}",
            )


def _wrong_with(name: str, before: list[str], own: Mapping[str, str], team: Team) -> str | None:
    wrong = wrong_with_identifier(name, "a shared thing")
    if wrong is not None:
        return wrong
    if name in before:
        return f"duplicate shared thing {quote(name)}"
    if name in own:
        return f"{quote(name)} is a resource of {own[name]} already; call this otherwise"
    if name in team and team[name].robot is not None:
        return f"{quote(name)} is a robot of the team; robots are not shared"
    return None


# -- what only one robot can have --------------------------------------------------------------


def check_schedule(node: Node | None, policy: Policy, team: Team, findings: Findings) -> None:
    """Look-ahead plans for one robot alone."""
    robots = [mate for mate in team.values() if mate.robot is not None]
    if len(robots) < 2 or policy.schedule in ALONE or not isinstance(node, Table):
        return
    findings.add(
        node.entries["schedule"].value.mark,
        f"'schedule: {policy.schedule}' looks ahead for one robot, and this team has "
        f"{len(robots)}; write auto or none",
    )
