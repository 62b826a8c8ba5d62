"""Handling: an arm whose robot may roll aside takes things and puts them down.

What is left of the paper's "grab and place" (theory-of-mind 2.4) once grasps, reach, motion and the
five steps are there: choosing a grasp from which the goal can be reached, crossing the table, and
telling pick and place what came of each motion.
"""

from cotree.manipulation.handling.choice import Choice, Chooser, Seen
from cotree.manipulation.handling.posts import Post
from cotree.manipulation.handling.values import (
    Errand,
    Lead,
    Motion,
    Pace,
    Sense,
    Think,
    World,
    at_once,
    room_of,
)
from cotree.manipulation.handling.worker import Worker

__all__ = [
    "Worker",
    "Chooser",
    "Choice",
    "Seen",
    "Post",
    "World",
    "Errand",
    "Pace",
    "Sense",
    "Lead",
    "Motion",
    "Think",
    "at_once",
    "room_of",
]
