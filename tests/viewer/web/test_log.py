from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cotree.viewer.web.items import Claimed, Hello, Leaf, Now, Owned, Seen, Tick
from cotree.viewer.web.log import Log, message
from cotree.viewer.web.vitals import Mood, Wrote

HELLO = Hello(1, "m", "m.yaml", "", ("ann", "bob"))


def tick(n: int) -> Tick:
    robot = ("ann", "bob")[n % 2]
    return Tick(
        float(n),
        robot,
        own=(Now(n % 3, "running"),),
        team=(Now(n % 5, "running", robot),),
        claims=(Claimed(robot, f"p{n % 4}", "won"),),
        resources=(Owned(f"{robot}/base", (str(n),)),),
        seen=(Seen("robot", robot, (n, 0.0)),),
        facts={f"f{n % 2}": n},
        writers={f"f{n % 2}": Wrote(robot, "saw", float(n))},
        moods=(Mood(robot, "works", float(n)),),
        beats={"bob": n - 0.5} if n % 2 == 0 else {},
        grown=(Leaf(f"task/{n}", "wait", "w", 0),) if n % 7 == 0 else (),
    )


def read(log: Log) -> list[Any]:
    """Everything that somebody gets who comes now."""
    parts, at = [log.opening()], log.first
    while at < log.next:
        found, at = log.since(at)
        parts.append(found)
    return [item for part in parts for item in json.loads(message(part))]


def standing(items: list[Any]) -> dict[str, Any]:
    """What a page knows that was told these: the last value of everything."""
    known: dict[str, Any] = {"nodes": 0}
    for one in items:
        pictures = {**one.get("pictures", {}), one.get("robot", ""): one.get("own", [])}
        known |= {f"own {who} {now['i']}": now for who, own in pictures.items() for now in own}
        known |= {f"team {now['i']}": now for now in one.get("team", [])}
        known |= {f"claim {each['robot']} {each['piece']}": each for each in one.get("claims", [])}
        known |= {f"owned {each['name']}": each for each in one.get("resources", [])}
        known |= {f"seen {each['what']} {each['name']}": each for each in one.get("seen", [])}
        known |= {f"fact {name}": value for name, value in one.get("facts", {}).items()}
        known |= {f"writer {name}": value for name, value in one.get("writers", {}).items()}
        known |= {f"mood {each['robot']}": each for each in one.get("moods", [])}
        known |= {f"beat {robot}": value for robot, value in one.get("beats", {}).items()}
        known |= {f"beat {one['robot']}": one["t"]} if one.get("robot") else {}
        known["nodes"] += len(one.get("grown", []))
        known["t"] = one.get("t")
    return known


@given(st.integers(1, 60), st.integers(0, 4000))
def test_who_comes_late_knows_the_same_however_much_was_folded(count: int, room: int) -> None:
    whole, small = Log(), Log(room)
    for log in (whole, small):
        log.add(HELLO)
        for n in range(count):
            log.add(tick(n))
    assert standing(read(small)) == standing(read(whole))


def test_it_keeps_no_more_than_it_may() -> None:
    log = Log(2000)
    for n in range(1000):
        log.add(tick(n))
    assert sum(len(part) for part in log.since(log.first)[0]) <= 2000
    assert log.next == 1000
    assert len(message(log.opening())) < 10_000  # of 250 kB; nodes that have grown stay


def test_what_describes_the_mission_is_never_folded() -> None:
    log = Log(100)
    log.add(HELLO)
    for n in range(50):
        log.add(tick(n))
    first = read(log)[0]
    assert (first["k"], first["mission"]) == ("hello", "m")


def test_a_large_log_is_read_in_chunks() -> None:
    log = Log()
    for n in range(3000):
        log.add(tick(n))
    found, at = log.since(0)
    assert 0 < at < 3000
    assert len(found) == at
    assert len(read(log)) == 3000


def test_there_is_nothing_after_the_newest() -> None:
    log = Log()
    log.add(tick(1))
    assert log.since(log.next) == ([], 1)
