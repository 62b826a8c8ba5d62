"""``coordination:``, ``shared:`` and what only one robot can have: each mistake at its place."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError
from cotree.core.mission import Coordination, Mission
from cotree.trees.reading import loads

Words = Mapping[str, Declaration]

HEAD = """\
mission: m
team: {pr2: {robot: pr2}, cart: {robot: {resources: {legs: base, arm: gripper}}}, ann: {person: {}}}
task: {and: [{wait: 1}]}
"""


def read(text: str, words: Words, head: str = HEAD) -> Mission:
    return loads(head + text, "t.yaml", catalogue=words)


def wrong(text: str, words: Words, head: str = HEAD) -> list[str]:
    try:
        read(text, words, head)
    except InputError as error:
        return [str(problem).removeprefix("t.yaml:") for problem in error.mistakes]
    return []


def test_a_team_agrees_as_it_is_written(words: Words) -> None:
    text = (
        "coordination: {partition: operator, lease: 3 s, renew: 500 ms, stop: 0.1, rule: paper}\n"
    )
    assert read(text, words).coordination == Coordination("operator", (), 3.0, 0.5, 0.1, "paper")
    assert read("coordination: {lease_s: 3}\n", words).coordination.hold_s == 3.0
    assert read("", words).coordination == Coordination()
    assert read("coordination:\n", words).coordination == Coordination()


@pytest.mark.parametrize("written", ["tablet", "[tablet]", "[tablet], partition: witness"])
def test_who_writes_a_witness_wants_one(words: Words, written: str) -> None:
    found = read(f"coordination: {{witness: {written}}}\n", words).coordination
    assert (found.partition, found.witness) == ("witness", ("tablet",))


def test_a_person_may_be_the_witness(words: Words) -> None:
    assert read("coordination: {witness: ann}\n", words).coordination.witness == ("ann",)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("5", "4:15: 'coordination' must be a mapping, found the number 5"),
        ("{leese: 2}", "4:16: 'coordination' has no 'leese'; did you mean 'lease'?"),
        ("{lease: 2, lease_s: 3}", "4:26: 'lease_s' is written twice, in two spellings"),
        ("{partition: blok}", "4:27: 'partition': unknown word 'blok'; did you mean 'block'?"),
        (
            "{partition: witness}",
            "4:27: 'partition: witness' needs 'witness: [<name>]', who has the third vote",
        ),
        (
            "{partition: home, witness: tablet}",
            "4:27: a witness votes only with 'partition: witness', found 'home'",
        ),
        (
            "{witness: [tablet, pr2]}",
            "4:34: 'pr2' is a robot of the team, which votes already; a witness is somebody else: "
            "a tablet, a base station, a person",
        ),
        ("{witness: [a, b, a]}", "4:32: duplicate witness 'a'"),
        (
            "{witness: the tablet}",
            "4:25: a witness must be a letter, then up to 63 letters, digits or _",
        ),
        (
            "{witness: 5}",
            "4:25: 'witness': expected a name, found the number 5; put it in quotes: \"5\"",
        ),
        (
            "{lease: 0.5 s}",
            "4:23: a lease of 0.5 s leaves no time to work: 'lease' must exceed "
            "'renew' + 'stop' = 1 s",
        ),
        (
            "{renew: 1 s, stop: 1 s}",
            "4:23: a lease of 2 s leaves no time to work: 'lease' must exceed "
            "'renew' + 'stop' = 2 s",
        ),
        ("{renew: 0}", "4:23: 'renew': must be at least 0.01, found the number 0"),
        ("{rule: bully}", "4:22: 'rule': unknown word 'bully'; known: paper, quorum"),
    ],
)
def test_how_a_team_agrees_is_checked(words: Words, written: str, said: str) -> None:
    assert wrong(f"coordination: {written}\n", words) == [said]


# -- shared things -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("", ("ann",)),
        ("shared:\n", ("ann",)),
        ("shared: corridor\n", ("ann", "corridor")),
        ("shared: [lift, corridor]\n", ("ann", "lift", "corridor")),
        ("shared: [lift, ann, corridor]\n", ("lift", "ann", "corridor")),
    ],
)
def test_people_are_shared_and_come_first_unless_written(
    words: Words, written: str, found: tuple[str, ...]
) -> None:
    assert read(written, words).shared == found


def test_a_place_may_be_called_like_a_shared_thing(words: Words) -> None:
    text = "world: {places: {corridor: [0, 0]}}\nshared: [corridor]\n"
    assert read(text, words).shared == ("ann", "corridor")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{a: 1}", "4:9: 'shared' must be a list of names, such as [corridor], found a mapping"),
        ("[5]", "4:10: 'shared' must be a list of names, such as [corridor], found the number 5"),
        ("[lift, lift]", "4:16: duplicate shared thing 'lift'"),
        ("[a-b]", "4:10: a shared thing must be a letter, then up to 63 letters, digits or _"),
        ("[legs]", "4:10: 'legs' is a resource of cart already; call this otherwise"),
        ("[head]", "4:10: 'head' is a resource of pr2 already; call this otherwise"),
        ("[pr2]", "4:10: 'pr2' is a robot of the team; robots are not shared"),
    ],
)
def test_shared_things_are_checked(words: Words, written: str, said: str) -> None:
    assert wrong(f"shared: {written}\n", words) == [said]


def test_a_person_must_not_be_called_like_a_resource(words: Words) -> None:
    head = HEAD.replace("ann:", "arm:")
    assert wrong("", words, head) == ["2:83: 'arm' is called like a resource of cart; rename one"]


@pytest.mark.parametrize(
    ("rate_hz", "least"), [(100, "1.38"), (20, "1.54"), (5, "2.14"), (2, "3.34"), (0.5, "9.34")]
)
def test_a_lease_that_cannot_be_renewed_in_time_is_refused(
    words: Words, rate_hz: float, least: str
) -> None:
    rate = f"policy: {{rate: {rate_hz} Hz}}\n"
    assert wrong(f"{rate}coordination: {{witness: [t], lease: {least} s}}\n", words) == [
        f"5:37: a lease of {float(least):g} s cannot be renewed in time at {rate_hz:g} Hz: it must "
        f"last {float(least) + 0.01:.2f} s, which hangs on 'renew', 'stop' and 'rate'"
    ]
    longer = float(least) + 0.01
    found = read(f"{rate}coordination: {{witness: [t], lease: {longer} s}}\n", words)
    assert found.coordination.hold_s == longer


@pytest.mark.parametrize(("rate_hz", "lease_s"), [(20, 2.0), (5, 2.6), (1, 6.5)])
def test_a_lease_that_nobody_wrote_is_as_long_as_the_rate_needs(
    words: Words, rate_hz: float, lease_s: float
) -> None:
    assert read(f"policy: {{rate: {rate_hz} Hz}}\n", words).coordination.hold_s == lease_s


# -- what only one robot can have --------------------------------------------------------------


@pytest.mark.parametrize("word", ["rollout", "exact", "cp_sat"])
def test_looking_ahead_is_for_one_robot(words: Words, word: str) -> None:
    assert wrong(f"policy: {{rate: 5, schedule: {word}}}\n", words) == [
        f"4:29: 'schedule: {word}' looks ahead for one robot, and this team has 2; "
        "write auto or none"
    ]


@pytest.mark.parametrize("word", ["auto", "none"])
def test_a_team_may_say_that_nobody_looks_ahead(words: Words, word: str) -> None:
    assert read(f"policy: {{schedule: {word}}}\n", words).policy.schedule == word


def test_one_robot_looks_ahead_as_it_likes(words: Words) -> None:
    head = HEAD.replace("cart: {robot: {resources: {legs: base, arm: gripper}}}, ", "")
    assert read("policy: {schedule: exact}\n", words, head).policy.schedule == "exact"
