"""What is refused of shared things when a mission is loaded, and where."""

from __future__ import annotations

import pytest

from cotree.core.errors import InputError
from cotree.core.mission import Mission
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads
from cotree.trees.sharing import robots_of

WORDS = catalogue(offers=[])
HEAD = """\
mission: m
team: {pr2: {robot: pr2}, baxter: {robot: baxter}, ann: {person: {}}}
world: {places: {here: [0, 0], there: [1, 0]}, objects: {cup: [0, 0]}}
shared: [corridor, screwdriver]
task:
  and:
"""
LINES, INDENT = HEAD.count("\n"), 2
"""Of what stands before the pieces of a test."""


def read(*pieces: str, head: str = HEAD) -> Mission:
    return loads(head + "".join(f"  - {piece}\n" for piece in pieces), "m.yaml", catalogue=WORDS)


def wrong(*pieces: str, head: str = HEAD) -> list[str]:
    try:
        read(*pieces, head=head)
    except InputError as error:
        return [
            f"{p.mark.line - LINES}:{p.mark.column - INDENT}: {p.message}" for p in error.mistakes
        ]
    return []


@pytest.mark.parametrize(
    "piece",
    [
        "perform: {what: x, needs: [corridor, head]}",
        "perform: {what: x, needs: [ann]}",
        "retry: {do: {perform: {what: x, needs: [ann]}}}",
        "move: {to: here, through: corridor}",
        "move: {to: here, through: [corridor, screwdriver]}",
        "holding: {what: corridor, do: {move: here}}",
        "holding: {what: [ann, corridor], do: {sequence: [{move: here}, {perform: x}]}}",
        "retry: {do: {holding: {what: ann, do: {then: [{move: here}, {perform: x}]}}}}",
        "holding: {what: ann, do: {sequence: [{perform: {what: x, needs: [ann]}}]}}",
        "holding: {what: ann, do: {retry: {do: {holding: {what: corridor, do: {perform: x}}}}}}",
    ],
)
def test_shared_things_can_be_asked_for_in_many_ways(piece: str) -> None:
    assert wrong(piece) == []


ONE_ROBOT = "which one robot does as a whole; put"


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        (
            "perform: {what: x, needs: [coridor]}",
            "1:3: no teammate has a resource 'coridor', which 'perform' needs; "
            "did you mean 'corridor'?",
        ),
        (
            "move: {to: here, through: lift}",
            "1:3: no teammate has a resource 'lift', which 'move' needs",
        ),
        (
            "perform: {what: x, needs: [corridor, corridor]}",
            "1:3: no teammate has 2 of 'corridor', which 'perform' needs at one time; pr2 has 1, "
            "baxter has 1",
        ),
        (
            "holding: {what: coridor, do: {wait: 1}}",
            "1:3: 'holding' needs what the team shares, and 'coridor' is not in 'shared'; "
            "did you mean 'corridor'?",
        ),
        ("holding: {what: [], do: {wait: 1}}", "1:3: 'what' is empty; it needs the name of a sha"),
        ("holding: {what: 5, do: {wait: 1}}", "1:19: 'what': expected a name, found the number 5"),
        ("holding: {do: {wait: 1}}", "1:3: 'holding' needs 'what': names of things that the team"),
        (
            "sequence: [{wait: 1}, {perform: {what: x, needs: [ann]}}]",
            "1:26: 'perform' needs 'ann', which the team shares, inside 'sequence', "
            f"{ONE_ROBOT} 'holding: {{what: ann, do: ...}}' around the 'sequence'",
        ),
        (
            "holding: {what: ann, do: {then: [{wait: 1}, {move: {to: here, through: corridor}}]}}",
            "1:48: 'move' needs 'corridor', which the team shares, inside 'holding', "
            f"{ONE_ROBOT} 'holding: {{what: corridor, do: ...}}' around the 'holding'",
        ),
        (
            "sequence: [{holding: {what: ann, do: {perform: x}}}]",
            "1:15: not supported here: 'holding' inside 'sequence', "
            f"{ONE_ROBOT} 'holding' around that",
        ),
    ],
)
def test_what_cannot_be_given_is_refused(piece: str, said: str) -> None:
    (found,) = wrong(piece)
    assert found.startswith(said)


def test_a_whole_task_cannot_be_held_for() -> None:
    head = HEAD.replace("task:\n  and:\n", "task:\n\n")
    text = head + "  holding: {what: corridor, do: {sequence: [{wait: 1}]}}\n"
    with pytest.raises(InputError) as caught:
        loads(text, "m.yaml", catalogue=WORDS)
    assert str(caught.value) == (
        "m.yaml:7:3: not supported here: a whole task in 'holding'; put it below a 'then'"
    )


# -- circles -----------------------------------------------------------------------------------

WORKS = "then: [{move: here}, {perform: {what: x, needs: [%s]}}]"
DRIVES = "holding: {what: %s, do: {sequence: [{perform: x}, {move: there}]}}"
CARRIES = (
    "then: [{move: cup}, {pick: cup}, {holding: {what: corridor, do: {sequence: "
    "[{move: here}, {move: there}]}}}, {place: {object: cup, at: there}}]"
)


def test_a_circle_is_named_with_its_places_and_its_remedy() -> None:
    both = WORKS % "corridor", WORKS % "screwdriver"
    assert wrong(*both, DRIVES % "corridor", DRIVES % "screwdriver") == [
        "2:25: robots could wait for each other for ever: who has corridor takes base (line 9), "
        "who has base takes screwdriver (line 8), who has screwdriver takes base (line 10), "
        "who has base takes corridor (line 7); take shared things first and in one order: put "
        "'holding: {what: [corridor, screwdriver], do: ...}' around it"
    ]


@pytest.mark.parametrize(
    "pieces",
    [
        (WORKS % "corridor", WORKS % "screwdriver", DRIVES % "corridor"),
        (WORKS % "corridor", DRIVES % "corridor"),
        (WORKS % "corridor, screwdriver", DRIVES % "corridor"),
        (DRIVES % "corridor", DRIVES % "screwdriver"),
        (CARRIES, WORKS % "screwdriver", DRIVES % "screwdriver"),
        ("then: [{move: here}, {%s}]" % (DRIVES % "ann"), CARRIES),
    ],
)
def test_without_a_way_back_there_is_no_circle(pieces: tuple[str, ...]) -> None:
    assert wrong(*pieces) == []


def test_a_load_is_held_as_a_base_is() -> None:
    loaded = (
        "then: [{pick: cup}, {perform: {what: x, needs: [%s]}}, {place: {object: cup, at: here}}]"
    )
    takes = "holding: {what: %s, do: {sequence: [{perform: {what: x, needs: [%s]}}]}}"
    pieces = [loaded % "corridor", takes % ("corridor", "base"), takes % ("screwdriver", "gripper")]
    assert wrong(*pieces) == [], "who has a base takes no screwdriver"
    assert len(wrong(*pieces, WORKS % "screwdriver")) == 1


PUT = "{place: {object: cup, at: here}}"
GRIPS = "holding: {what: %s, do: {sequence: [{perform: {what: x, needs: [gripper]}}]}}"


@pytest.mark.parametrize(
    ("piece", "takes", "circles"),
    [
        ("then: [{move: here}, {and: [{perform: {what: x, needs: [%s]}}]}]", DRIVES, 1),
        ("then: [{move: here}, {holding: {what: %s, do: {sequence: [perform: x]}}}]", DRIVES, 1),
        ("then: [{sequence: [{move: here}]}, {perform: {what: x, needs: [%s]}}]", DRIVES, 1),
        ("then: [{move: here}, {wait: 1}, {perform: {what: x, needs: [%s]}}]", DRIVES, 0),
        ("then: [{move: here}, {" + DRIVES + "}]", "perform: {what: x, needs: [%s]}", 0),
        ("then: [{pick: cup}, {perform: {what: x, needs: [%s]}}, " + PUT + "]", GRIPS, 1),
        ("then: [{pick: cup}, " + PUT + ", {perform: {what: x, needs: [%s]}}]", GRIPS, 0),
    ],
)
def test_what_is_kept_until_when(piece: str, takes: str, circles: int) -> None:
    pieces = [each % thing for thing in ("corridor", "screwdriver") for each in (piece, takes)]
    assert len(wrong(*pieces)) == circles


def test_each_robot_has_the_shared_things_among_its_own() -> None:
    robots = robots_of(read("wait: 1"))
    assert list(robots) == ["pr2", "baxter"]
    for model in robots.values():
        shared = model.resources[-3:]
        assert [(r.name, r.type) for r in shared] == [
            ("ann", "ann"),
            ("corridor", "corridor"),
            ("screwdriver", "screwdriver"),
        ]
