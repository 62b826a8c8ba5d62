"""Which benchmarks there are, how each is run, and who reads what it found."""

from __future__ import annotations

import msgspec

from benchmarks.report.readings import beside, page, people, planning, senses, teams, ticks
from benchmarks.report.values import Read


class Entry(msgspec.Struct, frozen=True):
    """One benchmark."""

    name: str
    """Usually that of its file in ``benchmarks/``, without ``.py``."""
    about: str
    """What its figures mean, in a sentence or two."""
    read: Read
    full: tuple[str, ...] = ()
    """What it is told; ``--json`` is always added."""
    quick: tuple[str, ...] = ()
    """The same when the whole report should take a few minutes."""
    needs: tuple[str, ...] = ()
    """Modules without which it cannot run."""
    venv: str = ""
    """``peers`` or ``real``: the virtual environment it needs; empty: the usual one."""
    file: str = ""
    """Without ``.py``, where the name is another one."""

    @property
    def stem(self) -> str:
        """Of its file."""
        return self.file or self.name


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ENTRIES = (
    Entry(
        "tick",
        "CPU time of one tick of the same tree with the same leaves in stock py_trees and here; of "
        "a first decision (all leaves ask, three are granted); and of one leaf that becomes ready, "
        "is granted, runs and is done.",
        ticks.tick,
        full=_words("--gate 8"),
        quick=_words("--rounds 3 --sizes 10 100 1000 --gate 8"),
    ),
    Entry(
        "imports",
        "CPU time of a fresh Python: imports, `cotree --help`, and reading and checking a mission.",
        ticks.imports,
        quick=_words("--rounds 3"),
    ),
    Entry(
        "peers",
        "The same small work done by other packages of the Python index, side by side. What is not "
        "installed (extra `benchtest`) is left out.",
        beside.peers,
        quick=_words("--quick"),
        venv="peers",
    ),
    Entry(
        "mission",
        "Whole teams in virtual time in one process: how much faster than real time, and one tick "
        "of a robot that hears nothing and has nothing to decide (1000 leaves).",
        teams.mission,
        quick=_words("--robots 8 --deliveries 40 --idle 2 8 16"),
    ),
    Entry(
        "team",
        "The claim protocol alone: letters at rest and at work, and what they cost.",
        teams.team,
        quick=_words("--robots 2 10 32 --leaves 10 100 --missions 2 4 8"),
    ),
    Entry(
        "bus",
        "Datagrams between processes of this machine: there and back, how many a second, and the "
        "share of a core that ten a second take.",
        teams.bus,
        quick=_words("--members 2 4 --rest 2"),
    ),
    Entry(
        "ros",
        "One process per robot, over ROS 2: processor time and messages (letters, sights, talk "
        "and what viewers are told) at rest and at work, and how long a claim takes.",
        teams.ros,
        full=_words("--transport ros --gate 5 --messages 2"),
        quick=_words(
            "--transport ros --robots 2 --phases rest,work --seconds 3 --gate 5 --messages 2"
        ),
        needs=("rclpy",),
        venv="real",
    ),
    Entry(
        "zenoh",
        "The same over Zenoh.",
        teams.ros,
        full=_words("--transport zenoh --gate 5 --messages 2"),
        quick=_words(
            "--transport zenoh --robots 2 --phases rest,work --seconds 3 --gate 5 --messages 2"
        ),
        needs=("zenoh", "cryptography"),
        file="ros",
    ),
    Entry(
        "waits",
        "One process per robot, on the wall clock: from a robot's last letter until another does "
        "its work (lease 1 s), until a team is complete, and until all have left after Ctrl-C.",
        teams.waits,
        quick=_words("--rounds 3"),
        needs=("zenoh",),
    ),
    Entry(
        "record",
        "The size of a record while a mission runs, beside the same messages as lines of JSON.",
        teams.record,
        quick=_words("--robots 3 --minutes 3"),
    ),
    Entry(
        "page",
        "The live page: from a state change to the pixel in a headless Chromium, what it adds to a "
        "robot's tick, its memory, and how opening it grows with the mission.",
        page.page,
        quick=_words("--seconds 3"),
        needs=("starlette", "uvicorn", "websockets"),
    ),
    Entry(
        "multitasking",
        "Look-ahead beside greedy choice on the multitasking paper's four experiments and on "
        "random layouts.",
        planning.multitasking,
        quick=_words("--layouts 40"),
        needs=("ortools",),
    ),
    Entry(
        "reallocation",
        "The hospital paper's mission: from the sentence's text to a checked plan, and from a "
        "disturbance to a checked plan; beside what the published planner takes.",
        planning.reallocation,
        full=_words("--gate"),
        quick=_words("--rounds 3 --robots 3 9 30 100 --tasks 1 8 20 40 --proof 0.5 --gate --loose"),
        needs=("ortools",),
    ),
    Entry(
        "capability",
        "From a job to the members who do it, by capability: the agent's own work, a neighbour's "
        "answer, and the whole search; beside what the paper printed (which contains waiting).",
        planning.capability,
        full=_words("--gate"),
        quick=_words("--rounds 1 --robots 8 24 100 1000 --gate --loose"),
    ),
    Entry(
        "schedule",
        "Sharing out and scheduling the steps of people and robots: a first plan, a proof, the gap "
        "to the best bound; beside the paper's decomposed way and its printed model on HiGHS.",
        planning.schedule,
        full=_words("--gate"),
        quick=_words("--tasks 25 50 --rounds 1 --few --gate"),
        needs=("ortools", "scipy"),
    ),
    Entry(
        "lead_follow",
        "The lead-or-follow paper's simulation study: the adaptive robot and its rivals with nine "
        "kinds of simulated people.",
        people.lead_follow,
        quick=_words("--n 2 --sessions 10 --missions 3"),
        needs=("ortools", "scipy"),
    ),
    Entry(
        "intent",
        "How often rules of intent are right about synthetic reaches over random tables.",
        people.intent,
        full=_words("--gate 0.02"),
        quick=_words("--reaches 200 --gate 0.05"),
    ),
    Entry(
        "grasps",
        "CPU time of grasps of a cloud, of reach and of an arm's way.",
        senses.grasps,
        full=_words("--gate"),
        quick=_words("--repeat 1 --gate"),
        needs=("mujoco",),
        venv="real",
    ),
    Entry(
        "lifting",
        "Whether grasps with a high score lift in MuJoCo, and those with a low one do not.",
        senses.lifting,
        full=_words("--gate"),
        quick=_words("--gate"),
        needs=("mujoco",),
        venv="real",
    ),
    Entry(
        "perception",
        "CPU time of one frame of 640x480 or one object, for eyes and hands.",
        senses.perception,
        full=_words("--gate"),
        quick=_words("--rounds 6 --gate"),
        needs=("cv2", "mediapipe"),
        venv="real",
    ),
    Entry(
        "reaches",
        "Rules of intent on rendered reaches that are seen through pixels only.",
        senses.reaches,
        full=_words("--reaches 200 --gate"),
        quick=_words("--reaches 2"),
        needs=("cv2", "mediapipe"),
        venv="real",
    ),
)
