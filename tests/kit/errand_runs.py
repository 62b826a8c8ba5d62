"""Random missions of one sentence as people write them, run with everything that belongs to a team.

Robots fall, break and are mended, ways are blocked and cleared, loads are lost and found.
Afterwards the reference of ``tests.kit.ltl_missions`` says whether anybody could have done what was
left.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random

import msgspec

from cotree import app
from cotree.app.history import History
from cotree.core.actions import Tell
from cotree.core.changes import ClaimChange, DisturbanceChange, NodeChange, NodeState
from cotree.core.disturbances import Misfortune
from cotree.core.errands import ASSIGNMENT, Assignment, Question
from cotree.core.mission import Mission
from cotree.core.spots import first_spots
from cotree.reallocation.ltl.asked.commission import Commission
from cotree.reallocation.ltl.asked.order import order_of
from cotree.runtime.messages import End, Message, Told, encode
from cotree.trees.reading import loads
from tests.kit.ltl_missions import Sentence, Step, reference

PLACES = {"s1": (0, 0), "c1": (3, 1), "a": (6, -1), "b": (1, 4), "d": (3, 5), "e": (7, 4)}
KINDS = {
    "carrier": ("standby", "loaded"),
    "dog": ("standby", "loaded", "training"),
    "trainer": ("standby", "training"),
}
OPERATIONS = {
    "loaded": """
        pick: {from: standby, to: loaded, at: s1, cost: 2, duration: 2 s}
        drop: {from: loaded, to: standby, cost: 2, duration: 2 s}""",
    "training": """
        start: {from: standby, to: training, at: c1, cost: 2, duration: 2 s}
        end: {from: training, to: standby, cost: 2, duration: 2 s}""",
}
LIMIT_S = 900.0
USUAL = """
reactions:
  balance: {rate: 50, do: recover}
  critical: {rate: 10, do: reallocate team}
  state: {rate: 5, do: [reallocate me, reallocate team]}
  environment: {rate: 2, do: [reallocate me, reallocate team]}
"""


@dataclasses.dataclass(frozen=True)
class Case:
    """A mission, and its sentence as the reference reads it."""

    text: str
    sentence: Sentence
    events: int
    """How much goes wrong."""


def random_case(dice: Random, most: int = 3) -> Case:
    """Four to six places, two to four robots, up to three chains and two rules."""
    places = dict(list(PLACES.items())[: dice.randint(4, 6)])
    names = list(places)
    team = {f"r{i}": dice.choice(list(KINDS)) for i in range(dice.randint(2, 4))}
    states = sorted({state for kind in team.values() for state in KINDS[kind]})
    sentence = _sentence(dice, names, states)
    lines = ["mission: random", "team:"]
    for name, kind in team.items():
        lines.append(_robot(name, kind, dice.choice(names)))
    lines.append("world:")
    lines.append(f"  places: {{{', '.join(f'{n}: [{x}, {y}]' for n, (x, y) in places.items())}}}")
    lines += _ways(dice, names)
    lines.append("ltl:")
    lines += [f"  - {line}" for line in _lines(dice, sentence)]
    lines.append(USUAL)
    events = _events(dice, names, team, dice.randint(0, most))
    count = sum("mends" not in line and "clears" not in line for line in events)
    seen = [line for line in events if "fact:" in line]
    hit = [line for line in events if "fact:" not in line]
    if events:
        lines.append("simulation:")
    lines += ["  events:", *seen] if seen else []
    lines += ["  disturbances:", *hit] if hit else []
    return Case("\n".join(lines) + "\n", sentence, count)


def _robot(name: str, kind: str, place: str) -> str:
    states = KINDS[kind]
    operations = "".join(OPERATIONS[state] for state in states[1:])
    return f"""  {name}:
    at: {place}
    robot:
      resources: {{base: base}}
      speed: 1 m/s
      drive_overhead: 0 s
      states: [{", ".join(states)}]
      operations: {operations}"""


def _sentence(dice: Random, names: list[str], states: list[str]) -> Sentence:
    chains = tuple(
        tuple(_step(dice, names, states) for _ in range(dice.choice([1, 1, 2, 3])))
        for _ in range(dice.randint(1, 3))
    )
    rules = tuple(
        (dice.choice(names), dice.choice([*states, None])) for _ in range(dice.choice([0, 0, 1, 2]))
    )
    return Sentence(chains, rules)


def _step(dice: Random, names: list[str], states: list[str]) -> Step:
    place, state = dice.choice(names), dice.choice(["", *states])
    return frozenset({place, state} - {""})


def _lines(dice: Random, sentence: Sentence) -> list[str]:
    """Each conjunct as a formula or as a pattern."""
    lines = []
    for chain in sentence.chains:
        if dice.random() < 0.5:
            steps = ", ".join(" && ".join(sorted(step)) for step in chain)
            lines.append(f"sequence: [{steps}]")
        else:
            lines.append(Sentence((chain,), ()).text)
    for place, state in sentence.rules:
        said = (
            f"avoid: {place}" if state is None else f"enter only: {{place: {place}, when: {state}}}"
        )
        lines.append(said if dice.random() < 0.5 else f'"{Sentence((), ((place, state),)).text}"')
    return lines


def _ways(dice: Random, names: list[str]) -> list[str]:
    """A tour through all places, and some more ways, not all in both directions."""
    tour = names[:]
    dice.shuffle(tour)
    costs = []
    for one in names:
        for other in names:
            if one < other and dice.random() < 0.3:
                costs.append(f"{one} - {other}: {dice.randint(2, 9)}")
            elif one != other and dice.random() < 0.1:
                costs.append(f"{one} -> {other}: {dice.randint(2, 9)}")
    lines = ["  ways:", "    between:", f"      - [{', '.join(tour)}]"]
    return [*lines, f"    costs: {{{', '.join(costs)}}}"] if costs else lines


def _events(dice: Random, names: list[str], team: dict[str, str], count: int) -> list[str]:
    lines = []
    for _ in range(count):
        at = round(dice.uniform(0, 45), 1)
        robot = dice.choice(list(team))
        state = dice.choice(KINDS[team[robot]])
        one, other = dice.sample(names, 2)
        whom = dice.choice(["", f", for: {robot}"])
        what, undone = dice.choice(
            [
                (f"robot: {robot}, falls: true", ""),
                (f"robot: {robot}, breaks: true", f"robot: {robot}, mends: true"),
                (f"blocks: [{one}, {other}]{whom}", f"clears: [{one}, {other}]{whom}"),
                (f"fact: {robot}/state, equals: {state}", ""),
            ]
        )
        lines.append(f"    - {{at: {at} s, {what}}}")
        if undone and dice.random() < 0.3:
            lines.append(f"    - {{at: {round(at + dice.uniform(0, 20), 1)} s, {undone}}}")
    return lines


def solvable_case(dice: Random, most: int = 3) -> Case:
    """One that can be done as long as nothing goes wrong."""
    while True:
        case = random_case(dice, most)
        mission = loads(case.text)
        if not _forbidden_at_once(mission, case.sentence):
            starts = {name: (spot,) for name, spot in first_spots(mission).items()}
            problem = Commission(order_of(mission)).problem(Question("", "team", starts))
            if reference(problem, case.sentence, taking_over=False) is not None:
                return case


def tied_case(dice: Random) -> str:
    """A mission whose robots are tied to each other, with an errand for what that asks for."""
    text = solvable_case(dice).text
    what, then = dice.sample(list(loads(text).world.places), 2)
    tie = dice.choice(
        [
            f"not before: {{what: {what}, before: {then}}}",
            f"never until: {{never: {what}, until: {then}}}",
            f"respond: {{trigger: {what}, response: {then}}}",
            f'"[]<>{then}"',
            f'"<>({what} && X {then})"',
        ]
    )
    return text.replace("ltl:\n", f"ltl:\n  - {tie}\n  - visit: {then}\n")


def _forbidden_at_once(mission: Mission, sentence: Sentence) -> bool:
    """Whether some robot starts where nobody may ever be."""
    forbidden = {place for place, state in sentence.rules if state is None}
    return any(place in forbidden for place, _ in first_spots(mission).values())


class Ran:
    """One mission run to its end."""

    def __init__(self, text: str, until_s: float = LIMIT_S) -> None:
        self.mission: Mission = loads(text)
        self.messages: list[Message] = []
        self.history = History(self.mission, self.messages.append)
        self.end: End = app.run_team(self.mission, self.history.write, until_s=until_s)

    def bytes(self) -> bytes:
        """Everything that was said, as it is written down."""
        return b"\n".join(map(encode, self.messages))

    def told(self) -> list[Told]:
        """What the robots told, in order."""
        return [message for message in self.messages if isinstance(message, Told)]

    def changes(self) -> list[tuple[str, NodeChange]]:
        """Every change of a node, with the robot that told it."""
        return [
            (told.robot, change)
            for told in self.told()
            for change in told.changes
            if isinstance(change, NodeChange)
        ]

    def done_twice(self) -> list[str]:
        """Errands that were done twice, and steps that were."""
        done: Counter[str] = Counter()
        for told in self.told():
            for change in told.changes:
                if isinstance(change, ClaimChange) and change.why == "done":
                    done[change.piece] += change.word == "released"
                elif isinstance(change, NodeChange) and change.path.count("/") > 1:
                    done[change.path] += change.state is NodeState.DONE
        return [path for path, times in done.items() if times > 1 and path.startswith("task/")]

    def gone(self) -> set[str]:
        """Robots that are broken at the end, or gave up for good."""
        gave_up = {
            told.robot
            for told in self.told()
            for change in told.changes
            if isinstance(change, DisturbanceChange) and change.word == "hopeless"
        }
        broken: set[str] = set()
        for each in self._befallen():
            if each.what == "breaks":
                broken.add(each.robot)
            elif each.what == "mends":
                broken.discard(each.robot)
        return gave_up | broken

    def blocked(self) -> list[tuple[str, str, str]]:
        """Ways that are blocked at the end: robot (empty: for all), from, to."""
        blocked = dict.fromkeys(
            (each.robot, *each.way) for each in self._befallen() if each.what == "blocks"
        )
        for each in self._befallen():
            if each.what == "clears":
                blocked.pop((each.robot, *each.way), None)
        return list(blocked)

    def _befallen(self) -> list[Misfortune]:
        ends_s = self.end.t
        happened = [each for each in self.mission.disturbances if each.at_s <= ends_s]
        return sorted(happened, key=lambda each: each.at_s)

    def assignments(self) -> list[tuple[str, Assignment]]:
        """Who told which assignment, in order."""
        return [
            (told.robot, msgspec.json.decode(str(command.value), type=Assignment))
            for told in self.told()
            for command in told.commands
            if isinstance(command, Tell) and command.name.endswith(ASSIGNMENT)
        ]


# -- the referee ---------------------------------------------------------------------------------


def could_go_on(ran: Ran, sentence: Sentence) -> bool:
    """Whether the robots that are left could do the rest, as the reference sees it."""
    commission = Commission(order_of(ran.mission))
    if _forbidden_at_once(ran.mission, sentence):
        return False
    told = ran.assignments()
    assignment = max((each for _, each in told), key=lambda each: each.revision, default=None)
    question = Question(
        "",
        "team",
        {name: tuple(word) for name, word in ran.history.words.items()},
        assignment=assignment,
        lost=frozenset(ran.gone()),
        blocked=tuple(ran.blocked()),
    )
    problem = commission.problem(question)
    begun = any(len(word) > 1 for word in ran.history.words.values())
    return reference(problem, sentence, taking_over=begun) is not None
