"""The tables of the paper's experiments (section 3), in metres, and its team as values.

Coordinates are reconstructed so that every statement of the text holds; grasp scores are tables 1
and 2 of the paper.
"""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.places import Point
from cotree.team.outline import Outline


def cm(x: float, y: float) -> Point:
    return (x / 100.0, y / 100.0, 0.0)


def leaf(path: str) -> Outline:
    return Outline("leaf", path)


TEA_TABLE = Outline(
    "and",
    "task",
    (
        Outline("then", "tea", (leaf("Cup"), Outline("and", "rest", (leaf("Sugar"), leaf("Pot"))))),
        Outline(
            "then",
            "food",
            (
                leaf("Sandwich"),
                Outline("or", "fruit", (leaf("Orange"), leaf("Apple"))),
                leaf("Burger"),
            ),
        ),
    ),
)
HOME = {"PR2": cm(25.0, 4.0), "Baxter": cm(-25.0, 76.0)}
GOAL = {
    "Apple": cm(50.0, 25.0),
    "Orange": cm(50.0, 25.0),
    "Cup": cm(34.0, 18.0),
    "Sugar": cm(36.0, 34.0),
    "Pot": cm(64.0, 36.0),
    "Burger": cm(-45.0, 26.0),
    "Sandwich": cm(-45.0, 26.0),
}
GRASP: Mapping[str, Mapping[str, tuple[float, float, float]]] = {
    "PR2": {
        "Cup": (25, 33, 14),
        "Sugar": (57, 17, 23),
        "Pot": (13, 41, 50),
        "Sandwich": (0, 0, 0),
        "Orange": (0, 0, 0),
        "Apple": (0, 0, 0),
        "Burger": (15, 91, 5),
    },
    "Baxter": {
        "Cup": (10, 8, 2),
        "Sugar": (14, 2, 2),
        "Pot": (2, 17, 13),
        "Sandwich": (44, 26, 27),
        "Orange": (12, 14, 8),
        "Apple": (13, 9, 7),
        "Burger": (16, 13, 11),
    },
}
OBJECTS: Mapping[int, Mapping[str, Point]] = {
    1: {
        "Cup": cm(-54.8, 61.8),
        "Sugar": cm(63.6, 50.6),
        "Pot": cm(5.3, 17.7),
        "Sandwich": cm(15.7, 46.2),
        "Orange": cm(-30.4, 29.3),
        "Apple": cm(-18.2, 39.4),
        "Burger": cm(65.3, 65.9),
    },
    2: {
        "Cup": cm(-28.1, 51.4),
        "Sugar": cm(23.6, 23.1),
        "Pot": cm(47.9, 61.1),
        "Sandwich": cm(-25.2, 63.2),
        "Orange": cm(-21.0, 37.7),
        "Apple": cm(-70.8, 49.6),
        "Burger": cm(61.3, 57.3),
    },
    3: {
        "Cup": cm(-31.8, 50.1),
        "Sugar": cm(20.4, 17.0),
        "Pot": cm(-56.5, 26.7),
        "Sandwich": cm(-13.1, 41.1),
        "Orange": cm(40.8, 48.8),
        "Apple": cm(-4.4, 18.9),
        "Burger": cm(28.4, 61.0),
    },
}
SHARED_TABLE = Outline(
    "then",
    "task",
    (
        Outline("and", "first", (leaf("Burger"), leaf("Cup"))),
        Outline("and", "second", (leaf("Tea_Pot"), leaf("Sugar"))),
    ),
)
SHARED_HOME = {**HOME, "human": cm(78.0, 40.0)}
SHARED_GOAL = {
    "Burger": cm(58.0, 45.0),
    "Tea_Pot": cm(58.0, 28.0),
    "Cup": cm(-58.0, 30.0),
    "Sugar": cm(-58.0, 45.0),
}
SHARED_OBJECTS = {
    "Burger": cm(-15.0, 58.0),
    "Cup": cm(30.0, 25.0),
    "Sugar": cm(-30.0, 22.0),
    "Tea_Pot": cm(40.0, 60.0),
}
