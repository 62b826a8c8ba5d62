"""What each policy does when the team falls apart: who goes on, who does not, nothing twice."""

from __future__ import annotations

from cotree.app.assembly import Assembly
from cotree.app.team import crew_of
from cotree.core.actions import Begin
from cotree.runtime.crew.crew import Crew
from cotree.runtime.messages import End, Told
from cotree.runtime.swarm.faults import Fault
from cotree.simulation.stage.motion import Motion
from cotree.team.mirror.script import Act
from cotree.team.roster import Change
from cotree.trees.reading import loads

WORK = ("cup", "mug", "jug", "pan", "pot", "jar")
CUT_S, HEALED_S = 5.0, 200.0


def text(team: str, coordination: str, task: str = "") -> str:
    """Arms around one table: what is done can be seen, by everybody."""
    names = "\n".join(f"  {name}: {{robot: pr2_right_arm}}" for name in team)
    objects = ", ".join(f"{name}: [0.{n}, 0.3]" for n, name in enumerate(WORK))
    places = ", ".join(f"{name}_spot: [0.{n}, -0.3]" for n, name in enumerate(WORK))
    leaves = ", ".join(f"{{place: {{object: {n}, at: {n}_spot}}, name: {n}}}" for n in WORK)
    return f"""
mission: apart
team:
{names}
coordination: {{{coordination}}}
world: {{objects: {{{objects}}}, places: {{{places}}}}}
task: {task or f"{{and: [{leaves}]}}"}
"""


class Apart:
    """A team whose network is cut for a while; who begins and who finishes what, and when."""

    def __init__(self, mission: str, side: tuple[int, ...], heals_s: float = HEALED_S) -> None:
        self.crew, self.stage = crew_of(
            loads(mission, "m.yaml"), lambda message: None, until_s=500.0
        )
        self.begun: list[tuple[float, str, str]] = []
        self.done: list[tuple[float, str, str]] = []
        self.stage.listen(self)
        cut = Fault("partition", 0.0, side=side)
        self.at(CUT_S, lambda crew: crew.network.partitions.append(cut))
        self.at(heals_s, lambda crew: crew.network.heal())

    def at(self, time_s: float, do: object) -> None:
        self.crew.queue.at(time_s, lambda: do(self.crew))  # type: ignore[operator]

    def begins(self, motion: Motion, true_s: float) -> None:
        self.begun.append((true_s, motion.robot, motion.piece.split("/")[-1]))

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        if done:
            self.done.append((true_s, motion.robot, motion.piece.split("/")[-1]))

    def acts(self, person: str, act: Act, true_s: float) -> None:
        """Nobody is there."""

    def run(self) -> End:
        return self.crew.run()

    def beginners(self, after_s: float = CUT_S + 3.0, before_s: float = HEALED_S) -> set[str]:
        """Who begins anything while nobody hears the other side, once old leases are over."""
        return {who for t, who, _ in self.begun if after_s < t < before_s}

    def twice(self) -> list[str]:
        finished = [what for _, _, what in self.done]
        return sorted({what for what in finished if finished.count(what) > 1})


def ended(team: Apart) -> End:
    """All is well: everything was done, and nothing twice."""
    end = team.run()
    assert end.result == "success", end.reasons
    assert team.twice() == []
    return end


def test_blocked_only_the_larger_side_goes_on() -> None:
    team = Apart(text("abc", "partition: block"), side=(0,))
    assert ended(team).t < HEALED_S, "the smaller side sees that all is done"
    assert team.beginners() == {"b", "c"}
    assert max(t for t, _, _ in team.done) < HEALED_S


def test_blocked_halves_wait_for_each_other() -> None:
    team = Apart(text("ab", "partition: block"), side=(0,))
    ended(team)
    assert team.beginners() == set()
    assert team.beginners(HEALED_S, 999.0) == {"a", "b"}


def test_a_witness_lets_its_side_go_on() -> None:
    team = Apart(text("ab", "partition: witness, witness: [base]"), side=(0,))
    ended(team)
    assert team.beginners() == {"b"}


def test_at_home_each_half_does_what_is_at_home_there() -> None:
    team = Apart(text("ab", "partition: home"), side=(0,))
    ended(team)
    assert team.beginners() == {"a", "b"}


def test_in_zones_each_voter_decides_its_own_zone_alone() -> None:
    team = Apart(text("abc", "partition: zones"), side=(0,))
    ended(team)
    assert team.beginners() == {"a", "b", "c"}


def test_optimists_go_on_everywhere_but_only_with_what_may_be_done_twice() -> None:
    task = (
        "{and: [{place: {object: cup, at: cup_spot}, name: cup}, "
        "{place: {object: mug, at: mug_spot}, name: mug}, "
        "{place: {object: jug, at: jug_spot}, name: jug}, "
        "{wait: 30 s, name: first, repeatable: true, if_unsure: redo}, "
        "{wait: 31 s, name: second, repeatable: true, if_unsure: redo}]}"
    )
    team = Apart(text("ab", "partition: optimistic", task), side=(0,))
    assert team.run().result == "success"
    late = {(who, what) for t, who, what in team.begun if CUT_S + 3.0 < t < HEALED_S}
    assert {what for _, what in late} == {"first", "second"}
    assert {who for who, _ in late} == {"a", "b"}
    assert set(team.twice()) <= {"first", "second"}


def test_an_operator_lets_one_go_on_after_the_others_death() -> None:
    team = Apart(text("ab", "partition: operator"), side=())

    def die(crew: Crew) -> None:
        crew.seats["a"].die(disk=True)
        crew.world.crash("a")
        crew.stirred = True

    said: list[str | None] = []

    def decide(crew: Crew) -> None:
        executor = crew.seats["b"].executor
        assert executor is not None
        assert executor.accord is not None
        change = Change(remove="a", switched_off=True)
        said.append(executor.accord.mate.change_roster(change, crew.queue.now_s))
        crew.seats["b"].wake(crew.queue.now_s)

    team.at(2.0, die)
    team.at(60.0, decide)
    end = team.run()
    assert said == [None]
    assert end.result == "success", end.reasons
    assert team.beginners(5.0, 60.0) == set()
    assert team.beginners(60.0, 999.0) == {"b"}
    assert team.twice() == []


def test_who_is_cut_off_has_stopped_before_anybody_else_begins_the_same() -> None:
    team = Apart(text("abc", "partition: block"), side=(0,))
    moving: dict[str, str] = {}
    stage = team.stage

    class Watch(Apart):
        def __init__(self) -> None:
            """Nothing of its own."""

        def begins(self, motion: Motion, true_s: float) -> None:
            assert motion.piece not in moving, "two arms at one thing"
            moving[motion.piece] = motion.robot

        def ends(self, motion: Motion, done: bool, true_s: float) -> None:
            del moving[motion.piece]

    stage.listen(Watch())
    ended(team)
    mine = {what for t, who, what in team.begun if who == "a" and t < CUT_S}
    taken = [t for t, who, what in team.begun if who != "a" and what in mine]
    assert taken
    assert CUT_S + 1.0 < min(taken) < HEALED_S


def test_tokens_of_a_piece_rise_whoever_wins_it() -> None:
    messages: list[Told] = []
    mission = loads(text("abc", "partition: block"), "m.yaml")
    crew, _ = crew_of(
        mission, lambda message: messages.append(message) if isinstance(message, Told) else None
    )
    crew.queue.at(CUT_S, lambda: crew.network.partitions.append(Fault("partition", 0.0, side=(0,))))
    crew.queue.at(60.0, crew.network.heal)
    assert crew.run().result == "success"
    tokens: dict[str, list[int]] = {}
    for told in messages:
        for change in told.changes:
            if getattr(change, "word", "") == "won":
                tokens.setdefault(change.piece, []).append(change.token[0])  # type: ignore[union-attr]
    assert all(numbers == sorted(set(numbers)) for numbers in tokens.values()), "tokens rise"
    begun = [c.robot for told in messages for c in told.commands if isinstance(c, Begin)]
    assert set(begun) >= {"b", "c"}


def test_what_does_no_harm_twice_is_done_again_and_nobody_is_asked() -> None:
    text = """
mission: repairs
team: {a: {robot: pr2}, b: {robot: pr2}}
task:
  and:
    - {perform: hum}
    - {perform: sing, repeatable: true}
    - {perform: dance, repeatable: true, if_unsure: ask}
    - {wait: 1 s, repeatable: true, if_unsure: resume}
"""
    task = Assembly(loads(text, "repairs.yaml"), lambda message: None).plot.task
    assert [leaf.repair for leaf in task.leaves] == ["ask", "redo", "ask", "resume"]
