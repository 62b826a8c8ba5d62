"""What was seen, as lines for people and as values for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cotree.perception.glance.looking import Glance, HandFound
from cotree.perception.markers.detect import Mark
from cotree.perception.objects.found import Found


def lines(glance: Glance) -> Iterator[str]:
    """One line for each finding."""
    for hand in glance.hands:
        u, v = hand.landmarks[0]
        yield f"hand     {hand.confidence:4.0%}  wrist at pixel {u:.0f} {v:.0f}{_palm(hand)}"
    for mark in glance.markers:
        yield f"marker   {mark.id:4}  at pixel {_pixel(mark)}{_place(mark)}"
    for thing in glance.things:
        wide, deep, tall = (round(side * 1000) for side in thing.size)
        name = f" {thing.name}" if thing.name else ""
        yield f"thing    {wide} x {deep} x {tall} mm at {_metres(thing.at)}{name}{_cut(thing)}"


def values(glance: Glance) -> dict[str, object]:
    """The findings as they stand in a JSON document."""
    return {
        "t_s": round(glance.t_s, 6),
        "hands": [_hand(each) for each in glance.hands],
        "markers": [_marker(each) for each in glance.markers],
        "things": [_thing(each) for each in glance.things],
        "blind": dict(glance.blind),
    }


def _hand(hand: HandFound) -> Mapping[str, object]:
    return {
        "confidence": round(hand.confidence, 3),
        "landmarks": [[round(u, 1), round(v, 1)] for u, v in hand.landmarks],
        "palm": _rounded(hand.palm),
        "sigma_m": None if hand.sigma_m is None else round(hand.sigma_m, 4),
    }


def _marker(mark: Mark) -> Mapping[str, object]:
    pose = mark.pose
    return {
        "id": mark.id,
        "corners": [[round(u, 1), round(v, 1)] for u, v in mark.corners],
        "at": _rounded(pose.at),
        "sigma_m": round(pose.sigma_m, 4),
        "distance_m": round(pose.distance_m, 4),
        "facing": _rounded(pose.facing),
        "by_depth": pose.by_depth,
    }


def _thing(thing: Found) -> Mapping[str, object]:
    return {
        "name": thing.name,
        "at": _rounded(thing.at),
        "size": _rounded(thing.size),
        "sigma_m": [round(thing.covariance[i][i] ** 0.5, 4) for i in range(3)],
        "cut": thing.cut,
    }


def _rounded(at: Sequence[float] | None) -> list[float] | None:
    return None if at is None else [round(value, 4) for value in at]


def _palm(hand: HandFound) -> str:
    if hand.palm is None or hand.sigma_m is None:
        return ""
    return f", palm at {_metres(hand.palm)} (± {hand.sigma_m * 1000:.0f} mm)"


def _pixel(mark: Mark) -> str:
    u, v = (sum(part) / len(mark.corners) for part in zip(*mark.corners, strict=True))
    return f"{u:.0f} {v:.0f}"


def _place(mark: Mark) -> str:
    if not mark.pose.by_depth:
        return f", by its size {mark.pose.distance_m:.2f} m away"
    return f", at {_metres(mark.pose.at)}, {mark.pose.distance_m:.2f} m away"


def _metres(at: Sequence[float]) -> str:
    return " ".join(f"{round(value, 3) + 0.0:.3f}" for value in at) + " m"


def _cut(thing: Found) -> str:
    return ", cut off by the picture's rim" if thing.cut else ""
