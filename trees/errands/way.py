"""One robot's way, errand after errand, and how far it has got on it."""

from __future__ import annotations

from cotree.core.errands import AWAIT, Course, Spot


class Way:
    """What the planner answered last, followed by the robot's word since it asked."""

    def __init__(self) -> None:
        self.courses: tuple[Course, ...] = ()
        self._since = 1
        """How long the robot's word was when it asked."""

    def take(self, courses: tuple[Course, ...], since: int) -> None:
        """Go this way from now on."""
        self.courses, self._since = courses, since

    def course(self, errand: str, word: tuple[Spot, ...]) -> Course | None:
        """What is left of the part that an errand ends; None: it is not on this way."""
        behind = self._behind(word)
        for course in self.courses:
            if course.errand == errand:
                return Course(errand, course.legs[behind:])
            behind = max(0, behind - len(course.legs))
        return None

    def _behind(self, word: tuple[Spot, ...]) -> int:
        """How many legs are done since the robot asked; 0 if it went elsewhere."""
        legs = [leg for course in self.courses for leg in course.legs]
        done = 0
        for spot in word[self._since :]:
            while done < len(legs) and legs[done].action in ("stay", AWAIT):
                done += 1
            if done == len(legs) or legs[done].target != spot:
                return 0
            done += 1
        return done
