"""The paper's kitting job: twenty blocks in four workspaces, near and far (facts file)."""

from __future__ import annotations

from cotree.reallocation.lead_follow.problem import Agent, Problem, Subtask

PATTERNS = {
    "B": ("ooggp", "poopb", "ppbbg", "bggbo"),
    "C": ("pogop", "gpbpg", "bgogb", "obpbo"),
    "D": ("oobbp", "bbppg", "ppggo", "ggoob"),
}
COLOURS = {"g": "green", "p": "pink", "o": "orange", "b": "blue"}
PERSON_M = {"g": 7.0, "o": 7.0, "p": 17.0, "b": 17.0}
ROBOT_S = {"g": 35.8, "p": 35.8, "o": 39.0, "b": 39.0}
WALKING, SLOW = 1.2, 0.7


def kitting(pattern: str, speed_m_s: float = WALKING) -> Problem:
    """One pattern, for one person at this speed and one robot."""
    subtasks = []
    for w, row in enumerate(PATTERNS[pattern], start=1):
        before: tuple[str, ...] = ()
        for k, c in enumerate(row, start=1):
            name = f"{COLOURS[c]} W{w}.{k}"
            times = {"person": PERSON_M[c] / speed_m_s, "robot": ROBOT_S[c]}
            subtasks.append(Subtask(name, times, before, place=f"W{w}", kind=COLOURS[c]))
            before = (name,)
    return Problem(tuple(subtasks), (Agent("person", "person"), Agent("robot", "robot")))
