"""Waiting that the formula does not demand is left out: every order that remains is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from cotree.reallocation.ltl.automata.automaton import Automaton

Turns: TypeAlias = list[tuple[int, int]]
"""Robot and number of its leg: those that must end in this order."""
MOST_STATES = 4_000
"""Of which robot is how far and what has been shown; beyond, nothing is left out."""


def loosened(
    turns: Turns,
    words: Sequence[Sequence[int]],
    automata: Sequence[Automaton],
    start: tuple[int, ...],
) -> Turns:
    """As few of these turns as do; ``words``: the letters that each robot is going to show."""
    kept = turns
    for turn in turns:
        fewer = [other for other in kept if other != turn]
        if _sound(fewer, words, automata, start):
            kept = fewer
    return kept if len(kept) > 1 else []


def _sound(
    turns: Turns,
    words: Sequence[Sequence[int]],
    automata: Sequence[Automaton],
    start: tuple[int, ...],
) -> bool:
    """Whether all conjuncts hold in whichever order the robots come, if they keep these turns."""
    before = dict(zip(turns[1:], turns, strict=False))
    ends = tuple(len(word) for word in words)
    begin = (0,) * len(words), start
    seen, waiting = {begin}, [begin]
    while waiting:
        places, shown = waiting.pop()
        if places == ends and not _accepted(automata, shown):
            return False
        for robot in _able(places, ends, before):
            letter = words[robot][places[robot]]
            there = (*places[:robot], places[robot] + 1, *places[robot + 1 :])
            after = tuple(int(a.step[q, letter]) for a, q in zip(automata, shown, strict=True))
            if (there, after) not in seen:
                seen.add((there, after))
                waiting.append((there, after))
        if len(seen) > MOST_STATES:
            return False
    return True


def _able(
    places: tuple[int, ...], ends: tuple[int, ...], before: dict[tuple[int, int], tuple[int, int]]
) -> Iterator[int]:
    """Who may go on: whose turn before its next leg is over."""
    for robot, place in enumerate(places):
        turn = before.get((robot, place))
        if place < ends[robot] and (turn is None or places[turn[0]] > turn[1]):
            yield robot


def _accepted(automata: Sequence[Automaton], shown: tuple[int, ...]) -> bool:
    return all(bool(a.accepting[q]) for a, q in zip(automata, shown, strict=True))
