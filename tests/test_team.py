"""What a team must show, end to end: nobody waits long for the dead, nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from py_trees.common import Status

from cotree.app.assembly import Assembly
from cotree.app.team import crew_of
from cotree.core.actions import FactSeen
from cotree.core.changes import NodeState
from cotree.core.mission import Mission
from cotree.core.reasons import Reason
from cotree.runtime.messages import End, Message
from cotree.runtime.swarm.faults import Air
from cotree.simulation.stage.motion import Motion
from cotree.team.mirror.script import Act as Deed
from cotree.team.mirror.sightings import Sighting, Stage
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.reading import loads
from cotree.trees.then import Then
from tests.kit.acts import Do, GoOn
from tests.kit.circle import Circle
from tests.kit.rig import HAND, TWO_HANDS
from tests.teams import DELIVER, FETCH

LIMIT_S = 400.0
AWAY = Reason("person", "ann does it")


class Played:
    """A mission of a team, with what moves and what a test makes happen."""

    def __init__(self, text: str | Mission, **more: object) -> None:
        mission = loads(text, "m.yaml") if isinstance(text, str) else text
        self.mission = mission
        self.messages: list[Message] = []
        self.moving: dict[str, Motion] = {}
        self.begun: list[tuple[float, Motion]] = []
        self.done: list[tuple[float, Motion]] = []
        self.crew, self.stage = crew_of(
            mission,
            self.messages.append,
            until_s=LIMIT_S,
            **more,  # type: ignore[arg-type]
        )
        self.stage.listen(self)

    def begins(self, motion: Motion, true_s: float) -> None:
        self.moving[motion.begin.id] = motion
        self.begun.append((true_s, motion))

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        del self.moving[motion.begin.id]
        if done:
            self.done.append((true_s, motion))

    def acts(self, person: str, deed: Deed, true_s: float) -> None:
        """Nobody is there."""

    def at(self, time_s: float, do: Callable[[], None]) -> Played:
        self.crew.queue.at(time_s, do)
        return self

    def dies(self, name: str, *, orphan: bool = False, disk: bool = True) -> None:
        self.crew.seats[name].die(disk=disk)
        self.crew.world.crash(name, orphan=orphan)
        self.crew.stirred = True

    def boots(self, name: str) -> None:
        self.crew.returning.discard(name)
        self.crew.world.restart(name)
        self.crew.seats[name].boot(self.crew.queue.now_s)

    def run(self) -> End:
        return self.crew.run()


# -- (a) the dead are not waited for ---------------------------------------------------------------

LONG = """
mission: one long step
team: {a: {robot: pr2}, b: {robot: pr2, at: [1, 0]}, c: {robot: pr2, at: [2, 0]}}
task: {and: [{wait: 30 s, name: step, if_unsure: redo}]}
"""


@pytest.mark.parametrize("orphan", [False, True])
def test_a_crashed_robots_step_is_taken_over_within_a_lease_and_a_second(orphan: bool) -> None:
    mission = loads(LONG, "m.yaml")
    wanted = mission.coordination
    allowed_s = wanted.hold_s + 1.0 + (wanted.stop_s if orphan else 0.0)
    for n in range(50):
        crash_s = 0.6 + n * 0.137
        chance = msgspec.structs.replace(mission.chance, seed=n)
        team = Played(msgspec.structs.replace(mission, chance=chance))
        holder: list[str] = []

        def crash(team: Played = team, holder: list[str] = holder) -> None:
            holder.append(next(iter(team.moving.values())).robot)
            team.dies(holder[0], orphan=orphan)

        assert team.at(crash_s, crash).run().result == "success"
        (again,) = [(t, motion.robot) for t, motion in team.begun if t > crash_s]
        assert again[1] != holder[0]
        assert again[0] - crash_s <= allowed_s, (n, again[0] - crash_s)
        assert len(team.done) == 1


# -- (b) both arms ---------------------------------------------------------------------------------


def two_arms(names: str = "a", witnesses: str = "w", **more: object) -> Circle:
    tree = lambda: And("n", None, [Do("x", HAND), Do("y", HAND)])  # noqa: E731
    team = Circle(tree, names, witnesses, resources=TWO_HANDS, **more)  # type: ignore[arg-type]
    team.until(lambda: team["a"].going() == ["x", "y"])
    return team


def test_one_arm_goes_on_while_the_others_leaf_is_tried_again() -> None:
    team = two_arms()
    robot = team["a"]
    began = list(robot.order)
    team.ends("x", code="slipped")
    team.go(0.5)
    assert robot.going() == ["y"]
    team.until(lambda: robot.going() == ["x", "y"])
    assert robot.order == [*began, "x"]


def test_one_arm_goes_on_while_the_others_leaf_is_handed_over() -> None:
    tree = lambda: And("n", None, [GoOn("x", HAND), Do("y", HAND)])  # noqa: E731
    team = Circle(tree, "ab", "w", resources=TWO_HANDS, retries=0)
    team["b"].piece("y").withhold(AWAY)
    team["b"].piece("x").withhold(AWAY)
    team.until(lambda: team["a"].going() == ["x", "y"])
    team["b"].piece("x").allow()
    team.ends("x", code="slipped")
    team.until(lambda: team["b"].going() == ["x"])
    assert team["a"].going() == ["y"]
    assert team["a"].order.count("y") == 1


def test_one_arm_goes_on_while_a_person_is_asked_about_the_other() -> None:
    team = two_arms(people={"ann": (5.0, 5.0, 0.0)})
    robot = team["a"]
    company = robot.accord.company
    assert company is not None
    now_s = team.now_s
    word = Sighting("ann", "n/x", Stage.REACHING, 1.0, now_s, "eye", now_s, stamp_s=now_s)
    company.onlooker.hear([word])
    team.until(lambda: robot.talk())
    team.go(1.0)
    assert robot.going() == ["y"]
    assert robot.order.count("y") == 1
    assert team["a"].mate.holds() == [0, 1], "the lease is kept while it asks"


# -- (c) alternatives ------------------------------------------------------------------------------


def alternatives() -> Or:
    p = Then("p", None, [And("m", None, [Do("x", (), 2.0), Do("y", (), 1.9)]), Do("z")])
    return Or("o", None, [p, Do("q")])


def test_the_first_claim_commits_the_whole_team_and_others_help_in_that_branch() -> None:
    team = Circle(alternatives, "abc")
    team.until(lambda: len(team.going()) == 2)
    assert set(team.going()) == {"x", "y"}
    team.go(3.0)
    assert set(team.going()) == {"x", "y"}, "q is nobody's now"


def test_if_nothing_was_done_in_a_branch_that_fails_the_team_takes_another() -> None:
    tree = lambda: Or("o", None, [Do("x", (), 2.0), Do("q")])  # noqa: E731
    team = Circle(tree, "ab", "w", retries=0)
    team.until(lambda: "x" in team.going())
    team.ends("x", code="slipped")
    team.until(lambda: "q" in team.going(), within_s=30.0)
    team.ends("q")
    team.until(lambda: team.status == {Status.SUCCESS})


def test_once_something_was_done_the_team_stays_with_the_branch() -> None:
    team = Circle(alternatives, "ab", "w")
    team.until(lambda: set(team.going()) == {"x", "y"})
    team.ends("x")
    who = team.going()["y"]
    team.dies(who)
    team.until(lambda: "y" in team.going())
    assert "q" not in {name for member in team.members.values() for name in member.order}
    assert all(member.state("q") is NodeState.INACTIVE for member in team.members.values())


# -- (d) a corridor --------------------------------------------------------------------------------

CORRIDOR = """
mission: a corridor
team: {a: {robot: pr2}, b: {robot: pr2, at: [0, 1]}, c: {robot: pr2, at: [4, 0]}}
shared: [corridor, driver]
world: {places: {east: [4, 2], west: [0, 2]}}
task:
  and:
    - {move: {to: east, through: corridor}, name: m1}
    - {move: {to: west, through: corridor}, name: m2}
    - holding: {what: corridor, do: {sequence: [{move: east}, {wait: 5 s}]}}
      name: inside
      if_unsure: redo
    - {holding: {what: [corridor, driver], do: {wait: 4 s}}, name: screw, if_unsure: redo}
"""


def through(team: Played) -> list[Motion]:
    return [m for m in team.moving.values() if "corridor" in m.begin.resources or _holds(m)]


def _holds(motion: Motion) -> bool:
    return any(name in motion.piece for name in ("inside", "screw"))


class Corridor(Played):
    def begins(self, motion: Motion, true_s: float) -> None:
        super().begins(motion, true_s)
        pieces = {each.piece for each in through(self)}
        assert len(pieces) <= 1, f"two in the corridor at {true_s}: {pieces}"


def test_never_two_in_a_corridor() -> None:
    for seed in range(5):
        mission = loads(CORRIDOR, "m.yaml")
        chance = msgspec.structs.replace(mission.chance, seed=seed)
        team = Corridor(msgspec.structs.replace(mission, chance=chance), air=Air(loss=0.1))
        assert team.run().result == "success"
        assert {m.piece.split("/")[-1] for _, m in team.done} >= {"inside", "screw"}


@pytest.mark.parametrize("crash_s", [1.5, 3.0, 9.0, 14.0])
def test_who_dies_in_a_corridor_blocks_it_as_long_as_it_is_seen_there(crash_s: float) -> None:
    team = Corridor(CORRIDOR)
    dead: list[str] = []

    def crash() -> None:
        dead.append(through(team)[0].robot)
        team.dies(dead[0])
        team.stage.show([FactSeen("corridor/occupied", True)])

    def cleared() -> None:
        team.stage.show([FactSeen("corridor/occupied", False)])

    end = team.at(crash_s, crash).at(60.0, cleared).run()
    assert end.result == "success", end.reasons
    assert dead
    inside = [
        t for t, m in team.begun if crash_s < t < 60.0
        and ("corridor" in m.begin.resources or _holds(m))
    ]  # fmt: skip
    assert inside == []


# -- (e) the design's own example ------------------------------------------------------------------

DESIGN = """
mission: set the tea table
team:
  pr2:    {robot: pr2}
  baxter: {robot: baxter}
  ann:    {person: {watched_by: [pr2, baxter]}}
world: tea_table
task:
  and:
    - then:
        - place: {object: cup, at: tray}
        - and: [{place: {object: sugar, at: tray}}, {place: {object: teapot, at: tray}}]
    - then:
        - place: {object: sandwich, at: plate}
        - or:  [{place: {object: orange, at: bowl}}, {place: {object: apple, at: bowl}}]
        - place: {object: burger, at: plate}
metric: {distance: 1.0, grasp: 0.1}      # per metre, per grasp point
"""


def test_the_example_of_the_design_runs_as_it_stands_there() -> None:
    team = Played(DESIGN)
    assert team.run().result == "success"
    placed = [getattr(m.begin.action, "object", "") for _, m in team.done]
    assert {"cup", "sugar", "teapot", "sandwich", "burger"} <= set(placed)
    assert len({"orange", "apple"} & set(placed)) == 1


# -- (f) the same bytes ----------------------------------------------------------------------------

TRIO = FETCH + "simulation: {noise: 0.2, failure: 0.05}\n"


def hard_day() -> bytes:
    team = Played(TRIO, air=Air(loss=0.2, doubled=0.1, late=0.05))
    team.crew.returning |= {"a", "b"}
    team.at(9.0, lambda: team.dies("a", orphan=True)).at(16.0, lambda: team.boots("a"))
    team.at(30.0, lambda: team.dies("b", disk=False)).at(33.0, lambda: team.boots("b"))
    end = team.run()
    assert end.result == "success", end.reasons
    encode = msgspec.json.Encoder(order="deterministic", enc_hook=str).encode
    return encode([*team.messages, end])


def test_the_same_seed_is_the_same_record_with_crashes_restarts_and_loss() -> None:
    assert hard_day() == hard_day()


# -- (g) large -------------------------------------------------------------------------------------


def large(robots: int, deliveries: int) -> str:
    team = "".join(
        f"  r{n}: {{robot: pr2, at: [{n % 4 * 3}, {n // 4 * 3}]}}\n" for n in range(robots)
    )
    objects = ", ".join(f"o{n}: [{n % 10}, {n // 10}.5]" for n in range(deliveries))
    names = ", ".join(f"o{n}" for n in range(deliveries))
    return f"""
mission: large
team:
{team}
world: {{places: {{table: [5, 5]}}, objects: {{{objects}}}}}
task:
  and:
    - for each:
        object: [{names}]
        do: {{deliver: {{object: $object, to: table}}, name: $object}}
{DELIVER}"""


def test_twelve_robots_make_sixty_deliveries_each_once() -> None:
    mission = loads(large(12, 60), "m.yaml")
    messages: list[Message] = []
    crew, stage = crew_of(mission, messages.append, until_s=3600.0)
    placed: list[str] = []

    class Watch:
        def begins(self, motion: Motion, true_s: float) -> None:
            """Only ends count."""

        def ends(self, motion: Motion, done: bool, true_s: float) -> None:
            if done and type(motion.begin.action).__name__ == "Release":
                placed.append(motion.begin.action.object)  # type: ignore[union-attr]

        def acts(self, person: str, deed: Deed, true_s: float) -> None:
            """Nobody is there."""

    stage.listen(Watch())
    assert crew.run().result == "success"
    assert sorted(placed) == sorted(mission.world.objects)


def test_a_thousand_leaves_load_and_start() -> None:
    leaves = ", ".join(f"{{perform: p{n}}}" for n in range(1000))
    text = f"""
mission: wide
team: {{a: {{robot: pr2}}, b: {{robot: pr2}}, c: {{robot: pr2}}}}
task: {{and: [{leaves}]}}
"""
    mission = loads(text, "m.yaml")
    assert len(Assembly(mission, lambda message: None).plot.task) == 1000
    messages: list[Message] = []
    crew, stage = crew_of(mission, messages.append, until_s=1.0)
    crew.run()
    assert stage.listeners == []
    assert any(getattr(message, "commands", ()) for message in messages)
