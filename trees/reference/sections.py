"""Everything in YAML that is no behaviour: one section for each, with tables from the loader."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cotree.behaviours.suitability import STOCK
from cotree.core.mission import Chance, Coordination, Metric, Policy, RobotModel
from cotree.reallocation.ltl.language.printing import text_of
from cotree.reallocation.ltl.language.registry import PATTERNS, Pattern
from cotree.trees.offers import COSTS
from cotree.trees.reading.anything import counted
from cotree.trees.reading.building import MOST_DEPTH, MOST_NODES
from cotree.trees.reading.catalogue import catalogue
from cotree.trees.reading.conditions import FIELDS as CONDITION
from cotree.trees.reading.disturbances import FIELD as DISTURBANCES
from cotree.trees.reading.disturbances import FIELDS as DISTURBANCE
from cotree.trees.reading.happenings import FIELDS as EVENT
from cotree.trees.reading.including import MOST_FILES
from cotree.trees.reading.quantities import UNITS
from cotree.trees.reading.reaches import FIELDS as REACH
from cotree.trees.reading.reactions import FIELDS as REACTION
from cotree.trees.reading.robot import FIELDS as ROBOT
from cotree.trees.reading.settings import ACTIONS, COORDINATION, POLICY, SIMULATION
from cotree.trees.reading.source import MOST_BYTES
from cotree.trees.reading.team import PERSON
from cotree.trees.reference import texts
from cotree.trees.reference.jobs import allocate, jobs, matching
from cotree.trees.reference.senses import senses
from cotree.trees.reference.steps import steps
from cotree.trees.reference.tables import markdown, rows_of


def mission() -> str:
    """The keys of a mission."""
    return texts.MISSION


def names() -> str:
    """What nodes are called."""
    return texts.NAMES


def unsure() -> str:
    """What to do when nobody knows what was done."""
    return texts.UNSURE


def for_each() -> str:
    """A node for each of several values."""
    return texts.FOR_EACH


def subtrees() -> str:
    """Words of the mission's own."""
    return texts.SUBTREES


def include() -> str:
    """Subtrees of other files."""
    return texts.INCLUDE.replace("MOST", counted(MOST_FILES, "file"))


def team() -> str:
    """Who takes part."""
    return f"{texts.TEAM}\n\nOf a person:\n\n{markdown(rows_of(PERSON))}"


def robots() -> str:
    """A robot's model."""
    return f"{texts.ROBOTS}\n\n{markdown(rows_of(ROBOT, RobotModel('', ())))}"


def world() -> str:
    """Where everything is."""
    return texts.WORLD


def policy() -> str:
    """How decisions are made."""
    return f"{texts.POLICY}\n\n{markdown(rows_of(POLICY, Policy()))}"


def metric() -> str:
    """How suitable a robot is."""
    default = Metric()
    lines = ["| key | value | default | meaning |", "|---|---|---|---|"]
    for name, term in STOCK.items():
        weight = default.weights.get(name, 0)
        weighs = f"a number, at least 0, {term.unit}"
        lines.append(f"| `{name}` | {weighs} | `{weight:g}` | {' '.join(term.doc.split())} |")
    lines += [
        f"| `gate` | soft or hard | `{default.gate}` | {texts.GATE} |",
        f"| `hysteresis` | a share such as 5 % | `{default.hysteresis:.0%}` | {texts.STAYS} |",
    ]
    return texts.METRIC.replace("GROUP", COSTS) + "\n\n" + "\n".join(lines)


def shared() -> str:
    """What one robot at a time may use."""
    return texts.SHARED


def coordination() -> str:
    """How the robots of a team agree."""
    return f"{texts.COORDINATION}\n\n{markdown(rows_of(COORDINATION, Coordination()))}"


def simulation() -> str:
    """What happens in simulation."""
    kinds = ", ".join(f"`{action}`" for action in ACTIONS)
    fields = {**SIMULATION, DISTURBANCES.name: DISTURBANCES}
    table, events = markdown(rows_of(fields, Chance())), markdown(rows_of(EVENT))
    return (
        f"{texts.SIMULATION}\n\n{table}\n\nKinds of action in `failures`: {kinds}.\n\n"
        f"Of each event:\n\n{events}\n\n{texts.PEOPLE}\n\n"
        f"Of each reach:\n\n{markdown(rows_of(REACH))}\n\n"
        f"{texts.DISTURBANCES}\n\nOf each disturbance:\n\n{markdown(rows_of(DISTURBANCE))}"
    )


def reactions() -> str:
    """What may go wrong, and what is done then."""
    lines = ["| checker | rate | stops | usual reaction |", "|---|---|---|---|"]
    parts = []
    for name, each in catalogue(offers=()).checkers.items():
        lines.append(f"| `{name}` | {each.rate_hz:g} Hz | {each.stops} | `{each.do}` |")
        doc = " ".join(each.doc.replace("``", "`").split())
        parts.append(f"`{name}`: {doc}")
    told = "\n\n".join([texts.REACTIONS, "\n".join(lines), *parts])
    return (
        f"{told}\n\nOf each reaction:\n\n{markdown(rows_of(REACTION))}\n\n"
        f"Of each condition:\n\n{markdown(rows_of(CONDITION))}\n\n{texts.FACTS}"
    )


def ltl() -> str:
    """A mission as one sentence."""
    lines = ["| pattern | what it asks | stands for |", "|---|---|---|"]
    for name, pattern in PATTERNS.items():
        written = f"`{name}: {_shown(pattern)}`"
        formula = text_of(pattern.make(*(one for one in _atoms(pattern)))).replace("|", "\\|")
        lines.append(f"| {written} | {pattern.doc} | `{formula}` |")
    return texts.LTL.replace("PATTERNS", "\n".join(lines))


def _atoms(pattern: Pattern) -> list[str]:
    """Something for every parameter."""
    if pattern.listed:
        return ["a", "b", "c"][: 1 if pattern.name == "avoid" else 3]
    return [chr(ord("a") + number) for number in range(len(pattern.parameters))]


def _shown(pattern: Pattern) -> str:
    """A pattern with something for every parameter, as it is written."""
    atoms = _atoms(pattern)
    if pattern.listed:
        return f"[{', '.join(atoms)}]"
    given = (f"{one.name}: {atom}" for one, atom in zip(pattern.parameters, atoms, strict=True))
    return f"{{{', '.join(given)}}}"


def quantities() -> str:
    """Numbers with units."""
    lines = ["| quantity | units | a plain number is in |", "|---|---|---|"]
    called = {"s": "duration", "m": "length", "Hz": "rate", "m/s": "speed"}
    for unit, row in UNITS.items():
        known = ", ".join(f"`{each}`" for each in row)
        lines.append(f"| {called.get(unit, unit)} | {known} | `{unit}` |")
    return f"{texts.QUANTITIES}\n\n" + "\n".join(lines)


def yaml() -> str:
    """How YAML is read."""
    said = texts.YAML.replace("BYTES", f"{MOST_BYTES // 1024} KiB")
    return said.replace("NODES", str(MOST_NODES)).replace("DEPTH", str(MOST_DEPTH))


SECTIONS: Mapping[str, Callable[[], str]] = {
    "mission": mission,
    "names": names,
    "if_unsure": unsure,
    "allocate": allocate,
    "for each": for_each,
    "subtrees": subtrees,
    "include": include,
    "team": team,
    "robots": robots,
    "world": world,
    "senses": senses,
    "jobs": jobs,
    "matching": matching,
    "steps": steps,
    "shared": shared,
    "coordination": coordination,
    "policy": policy,
    "metric": metric,
    "simulation": simulation,
    "reactions": reactions,
    "ltl": ltl,
    "quantities": quantities,
    "yaml": yaml,
}
"""By the word that asks for it; in this order in the book."""
