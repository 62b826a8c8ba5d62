"""``reactions:`` and ``disturbances:`` as people write them, and what they are told."""

from __future__ import annotations

import pytest

from cotree.behaviours.checkers.params import Reacting
from cotree.core.disturbances import Misfortune
from cotree.core.errors import InputError
from cotree.core.mission import Blueprint, Mission
from cotree.trees.catalogue import catalogue
from cotree.trees.display import outline
from cotree.trees.reactions.nodes import with_structure
from cotree.trees.reading import loads
from cotree.trees.reading.advice import warnings_of

WORDS = catalogue()
HEAD = """\
mission: m
team: {a1: {robot: carrier}}
world: {places: {dock: [0, 0], hall: [4, 0]}, objects: {cup: [0, 0]}, facts: {a1/battery: 1}}
task: {then: [{move: hall}, {wait: 1 s}]}
"""


def read(text: str, head: str = HEAD) -> Mission:
    return loads(head + text, "m.yaml", catalogue=WORDS)


def wrong(text: str, head: str = HEAD) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text, head)
    return [line.removeprefix("m.yaml:") for line in str(caught.value).splitlines()]


def words(node: Blueprint) -> list[str]:
    return [below.word for below in node.children[0].walk()]


def params(node: Blueprint) -> Reacting:
    assert isinstance(node.params, Reacting)
    return node.params


# -- what is read --------------------------------------------------------------------------------


def test_the_design_can_be_written() -> None:
    mission = read(
        "reactions:\n"
        "  balance:     {rate: 50, do: recover}\n"
        "  critical:    {rate: 10, do: reallocate team}\n"
        "  state:       {rate: 5,  do: [reallocate me, reallocate team]}\n"
        "  environment: {rate: 2,  do: [reallocate me, {reallocate: team}]}\n"
        "  battery:     {rate: 1, if: {fact: $me/battery, below: 0.2},"
        " do: {sequence: [{move: dock}, {wait: 10 min}]}}\n"
    )
    names = ["balance", "critical", "state", "environment", "battery"]
    assert [each.name for each in mission.reactions] == names
    assert [params(each).rate for each in mission.reactions] == [50, 10, 5, 2, 1]
    assert words(mission.reactions[2]) == ["selector", "reallocate me", "reallocate team"]
    assert words(mission.reactions[4]) == ["sequence", "move", "wait"]
    assert mission.reactions[0].children[0].path == "reactions/balance/recover"
    assert mission.task.path == "task"


@pytest.mark.parametrize(
    "text", ["reactions: all", "reactions: [balance, critical, state, environment]"]
)
def test_the_usual_ones_are_short_to_write(text: str) -> None:
    mission = read(text)
    told = [(each.name, params(each).rate, params(each).stops) for each in mission.reactions]
    assert told == [
        ("balance", 50, "interrupt"),
        ("critical", 10, "kill"),
        ("state", 5, "nothing"),
        ("environment", 2, "nothing"),
    ]


def test_what_a_checker_knows_can_be_left_out_or_written() -> None:
    mission = read("reactions: {state: null, balance: {stops: cancel, attempts: 5, rest: 2 s}}")
    state, balance = mission.reactions
    assert words(state) == ["selector", "reallocate", "reallocate team"]
    assert (params(balance).stops, params(balance).attempts, params(balance).rest) == (
        "cancel",
        5,
        2,
    )


def test_a_usual_reaction_stands_where_its_checker_is_written() -> None:
    (balance,) = read("reactions:\n  balance:").reactions
    assert (balance.mark.line, balance.children[0].mark.line) == (6, 6)


def test_a_mission_without_reactions_is_its_task() -> None:
    mission = read("")
    assert mission.tree is mission.task
    assert read("reactions:").reactions == ()


def test_subtrees_can_be_used_in_reactions() -> None:
    mission = read(
        "subtrees: {go home: {do: {move: dock}}}\n"
        "reactions: {low: {if: {fact: a1/battery, equals: 0}, do: go home}}"
    )
    assert words(mission.reactions[0]) == ["move"]


def test_reactions_are_drawn_above_the_task() -> None:
    tree = read(
        "reactions: {balance: null, low: {if: {fact: a1/battery, below: 0.5}, do: {wait: 1 s}}}"
    ).tree
    assert outline(tree, with_structure(WORDS), ascii_only=True) == (
        "! reactions\n"
        "|-- ! balance\n"
        "|   `-- recover\n"
        "|-- ! low  (if a1/battery is below 0.5, rate: 10 Hz)\n"
        "|   `-- wait 1 s\n"
        "`-- -> task\n"
        "    |-- move to hall\n"
        "    `-- wait 1 s"
    ).replace("! balance\n", "! balance  (rate: 50 Hz)\n")


# -- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("reactions: 7", "5:12: 'reactions' must be a mapping such as {balance: {do: recover}}"),
        ("reactions: al", "5:12: 'reactions' must be a mapping such as {balance: {do: recover}}"),
        (
            "reactions: {balence: null}",
            "5:13: no checker 'balence'; did you mean 'balance'? (a name",
        ),
        ("reactions: [balnce]", "5:13: no checker 'balnce'; did you mean 'balance'? (a name"),
        ("reactions: {balance: 50}", "5:22: 'balance' must be a mapping such as {rate: 5, do"),
        ("reactions: {balance: {rat: 5}}", "5:23: 'balance' has no 'rat'; did you mean 'rate'?"),
        ("reactions: {balance: {rate: 0}}", "5:29: 'rate': must be at least 0.001"),
        ("reactions: {balance: {stops: now}}", "5:30: 'stops': unknown word 'now'"),
        ("reactions: {balance: {do: recovr}}", "5:27: no behaviour 'recovr'; did you mean 'recov"),
        ("reactions: {balance: {do: null}}", "5:27: 'do' is empty; it needs a node"),
        ("reactions: {balance: {do: []}}", "5:27: 'selector' is empty; it needs at least one"),
        (
            "reactions: {balance: {if: {fact: x, equals: 1}}}",
            "5:23: 'balance' is a checker, which knows what to look for; leave out its 'if'",
        ),
        ("reactions: {low: {if: {fact: x, below: 1}}}", "5:13: 'low' needs 'do': what is done"),
        (
            "reactions: {low: {if: {fact: x}, do: recover}}",
            "5:23: 'if': a condition needs one of equals, below, above, missing; found none",
        ),
        (
            "reactions: {low: {if: {fact: x, below: 1, above: 2}, do: recover}}",
            "5:23: 'if': a condition needs one of equals, below, above, missing; found 'below' an",
        ),
        ("reactions: {low: {if: {below: 1}, do: recover}}", "5:23: 'if': a condition needs 'fact'"),
        (
            "reactions: {low: {if: {fact: x, belw: 1}, do: recover}}",
            "5:33: 'if': a condition has no 'belw'; did you mean 'below'?",
        ),
        ("reactions: {balance: {do: {move: dok}}}", "5:34: 'to': no place or object 'dok'; did y"),
        (
            "reactions: {balance: {do: {perform: {what: x, needs: [wing]}}}}",
            "5:28: no teammate has a resource 'wing', which 'perform' needs",
        ),
        ("reactions: {a/b: {if: {fact: x, equals: 1}, do: recover}}", "5:13: a name must not co"),
    ],
)
def test_a_mistake_says_where_and_what(text: str, said: str) -> None:
    (line,) = wrong(text)
    assert line.startswith(said)


def test_sharing_out_anew_stands_in_a_reaction() -> None:
    head = HEAD.replace("{wait: 1 s}", "reallocate me")
    (line,) = wrong("reactions: all", head)
    assert line == "4:29: 'reallocate me' stands in a reaction, under 'reactions'"


def test_a_reaction_does_not_take_what_the_team_shares() -> None:
    head = HEAD.replace("{a1: {robot: carrier}}", "{a1: {robot: carrier}, a2: {robot: carrier}}")
    text = "shared: lift\nreactions: {balance: {do: {move: {to: dock, through: lift}}}}"
    (line,) = wrong(text, head)
    assert line.startswith("6:28: 'move' needs 'lift', which the team shares; a reaction does not")


def test_a_condition_on_a_fact_that_nobody_sets_is_odd() -> None:
    mission = read("reactions: {low: {if: {fact: $me/batery, below: 1}, do: recover}}")
    (warning,) = warnings_of(mission, WORDS)
    assert str(warning) == (
        "m.yaml:5:13: nothing in this mission sets the fact 'a1/batery'; did you mean 'a1/battery'?"
    )


# -- disturbances --------------------------------------------------------------------------------


def test_what_befalls_robots_and_ways_is_read() -> None:
    mission = read(
        "simulation:\n  seed: 3\n  disturbances:\n"
        "    - {at: 20 s, robot: a1, falls: true}\n"
        "    - {at: 1 min, robot: a1, loses: cup}\n"
        "    - {at: 85, blocks: [hall, dock], for: a1}\n"
        "    - {at: 90, clears: [hall, dock]}\n"
    )
    assert mission.disturbances == (
        Misfortune(20, "falls", "a1"),
        Misfortune(60, "loses", "a1", "cup"),
        Misfortune(85, "blocks", "a1", way=("hall", "dock")),
        Misfortune(90, "clears", way=("hall", "dock")),
    )
    assert mission.chance.seed == 3


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("{robot: a1, falls: true}", "a disturbance needs 'at'"),
        ("{at: 1, robot: a1}", "a disturbance is one of falls, breaks, mends, crashes, "),
        ("{at: 1, robot: a1, falls: true, breaks: true}", "a disturbance is one of falls, breaks"),
        ("{at: 1, falls: true}", "'falls' needs 'robot': whom it befalls"),
        ("{at: 1, robot: a1, falls: false}", "'falls' can only be true"),
        ("{at: 1, robot: a1, fals: true}", "a disturbance has no 'fals'; did you mean 'falls'?"),
        ("{at: 1, robot: a1, blocks: [dock, hall]}", "'blocks' does not go with 'robot'; write '"),
        ("{at: 1, blocks: [dock, dock]}", "expected two places, such as [c3, p3]"),
        ("{at: 1, blocks: [dock, hal]}", "no place 'hal'; did you mean 'hall'?"),
        ("{at: 1, robot: a1, crashes: true}", "'crashes' needs a second robot"),
        ("{at: 1, robot: a1, loses: cop}", "no object 'cop'; did you mean 'cup'?"),
        ("{at: 1, closes: hal}", "no place 'hal'; did you mean 'hall'?"),
        ("{at: 1, opens: hal}", "no place 'hal'; did you mean 'hall'?"),
        ("{at: 1, opens: [hall]}", "expected two places, such as [c3, p3]"),
        ("{at: 1, opens: [dock, hall]}", "the world has no 'ways', so robots drive from anywhere"),
        ("{at: 1, opens: hall, cost: 3}", "'cost' goes with a way that opens: [c4, p3]"),
        ("{at: 1, blocks: [dock, hall], cost: 3}", "'cost' goes with 'opens', not with 'blocks'"),
        ("{at: 1, closes: hall, robot: a1}", "'closes' does not go with 'robot'; write 'for'"),
        ("{at: 1, relabels: hall}", "'relabels' needs 'as': the areas in which the place lies"),
        ("{at: 1, relabels: hall, as: werd}", "no area 'werd'"),
        ("{at: 1, relabels: hall, as: [], for: a1}", "'relabels' does not go with 'for'"),
    ],
)
def test_a_disturbance_that_makes_no_sense_is_refused(entry: str, said: str) -> None:
    (line,) = wrong(f"simulation: {{disturbances: [{entry}]}}")
    assert line.split(": ", 1)[1].removeprefix("'disturbances': ").startswith(said)


def test_what_befalls_places_is_read() -> None:
    world = "world: {places: {a: [0, 0], b: [1, 0]}, ways: {between: [[a, b]]}, areas: {wet: [a]}}"
    mission = loads(
        "mission: m\nteam: {a1: {robot: carrier}}\ntask: {wait: 1 s}\n"
        f"{world}\nsimulation:\n  disturbances:\n"
        "    - {at: 1, opens: [b, a], cost: 4, for: a1}\n"
        "    - {at: 2, opens: a}\n"
        "    - {at: 3, closes: b}\n"
        "    - {at: 4, relabels: b, as: wet}\n"
        "    - {at: 5, relabels: a, as: []}\n"
    )
    assert mission.disturbances == (
        Misfortune(1, "opens", "a1", way=("b", "a"), cost=4.0),
        Misfortune(2, "opens", place="a"),
        Misfortune(3, "closes", place="b"),
        Misfortune(4, "relabels", place="b", areas=("wet",)),
        Misfortune(5, "relabels", place="a"),
    )


def test_only_robots_of_the_team_are_befallen() -> None:
    (line,) = wrong("simulation: {disturbances: [{at: 1, robot: a2, falls: true}]}")
    assert line == "5:44: no robot 'a2' in the team; did you mean 'a1'?"
