"""What can be said of each robot as a whole: it works, waits, talks, recovers, or is dead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from cotree.core.changes import Change, DisturbanceChange, NodeChange, NodeState
from cotree.runtime.talk import Utterance
from cotree.viewer.web.items import short
from cotree.viewer.web.vitals import Mood

SILENT_S = 2.5
"""A robot of a team ticks at least every second, however little there is to do."""
BEAT_S = 1.0
"""So often it is told that a robot ticks that has nothing to say."""
AT_WORK = (NodeState.RUNNING, NodeState.STOPPING)
WANTING = (NodeState.WAITING, NodeState.CLAIMING)
OVER = ("over", "hopeless")


class Life:
    """One robot: what it is at, and when it was heard last."""

    def __init__(self, robot: str, now_s: float) -> None:
        self.robot = robot
        self.heard_s = now_s
        self.heard = False
        """It has ticked; a record of one process has no ticks of others."""
        self.told_s = now_s
        """Of which tick the page knows."""
        self.mood = Mood(robot, "rests", now_s)
        self.gap: Mood | None = None
        """It was silent before this tick."""
        self._busy: set[str] = set()
        self._wants: dict[str, str] = {}
        self._asks: dict[str, str] = {}
        self._trouble: dict[str, str] = {}
        self._failed = ""

    def hears(self, said: Utterance) -> None:
        """It asks, or its question is answered or taken back."""
        if said.what == "asks":
            self._asks[said.question] = f"asks {said.person}"
        else:
            self._asks.pop(said.question, None)

    def turns(self, change: Change, is_leaf: Callable[[str], bool]) -> None:
        """Something of it changes."""
        match change:
            case NodeChange():
                self._turns_node(change, is_leaf(change.path))
            case DisturbanceChange(path=path, word=word, reason=reason):
                self._trouble.pop(path, None)
                text = reason.message if reason is not None else path
                if word not in OVER:
                    self._trouble[path] = text
                elif word == "hopeless":
                    self._failed = text

    def _turns_node(self, change: NodeChange, leaf: bool) -> None:
        """A leaf that has grown since is none any more, but what it wanted may be over."""
        path, state = change.path, change.state
        wanted = self._wants.pop(path, None) is not None
        self._busy.discard(path)
        if leaf and state in AT_WORK:
            self._busy.add(path)
        elif (leaf or wanted) and state in WANTING:
            self._wants[path] = change.message

    def now(self, now_s: float) -> Mood:
        """What it is at."""
        word, text = self._word()
        if (word, text) == (self.mood.word, self.mood.text):
            return self.mood
        return Mood(self.robot, word, round(now_s, 4), text)

    def _word(self) -> tuple[str, str]:
        if self._failed:
            return "failed", short(self._failed)
        if self._trouble:
            return "recovers", short(next(iter(self._trouble.values())))
        if self._asks:
            return "talks", short(next(iter(self._asks.values())))
        if self._busy:
            return "works", ""
        if self._wants:
            return "waits", short(next(filter(None, self._wants.values()), ""))
        return "rests", ""


class Moods:
    """Follows all robots, and says what is new of them."""

    def __init__(self, is_leaf: Callable[[str], bool], silent_s: float = SILENT_S) -> None:
        self._is_leaf = is_leaf
        self._silent_s = silent_s
        self._lives: dict[str, Life] = {}
        self._team = False

    def begin(self, robots: Sequence[str]) -> None:
        """These take part."""
        self._lives = {name: Life(name, 0.0) for name in robots}
        self._team = len(robots) > 1

    def born(self, robot: str, now_s: float, *, again: bool) -> Iterator[Mood]:
        """A new process, which knows nothing of what the old one was at."""
        before = self._lives.get(robot)
        self._lives[robot] = Life(robot, now_s)
        if again and before is not None and before.mood.word != "dead":
            dead = Mood(robot, "dead", round(before.heard_s, 4))
            self._lives[robot].mood = dead
            yield dead
        elif before is not None:
            self._lives[robot].mood = before.mood

    def ticks(self, robot: str, now_s: float) -> None:
        """It lives at this time."""
        life = self._lives.get(robot)
        if life is not None:
            if life.heard and self._is_silent(life, now_s):  # nobody was there to see it
                life.gap = Mood(robot, "dead", round(life.heard_s, 4))
            life.heard_s, life.heard = now_s, True

    def hears(self, robot: str, said: Iterable[Utterance], changes: Iterable[Change]) -> None:
        """What one robot asked, was told, and changed."""
        life = self._lives.get(robot)
        if life is None:
            return
        for each in said:
            life.hears(each)
        for change in changes:
            life.turns(change, self._is_leaf)

    def news(self, robot: str, now_s: float) -> Iterator[Mood]:
        """Of the robot whose tick it was, and of those that have fallen silent."""
        for life in self._lives.values():
            gap, life.gap = life.gap, None
            if gap is not None:
                life.mood = gap
                yield gap
            mood = life.mood
            if life.robot == robot:
                mood = life.now(now_s)
            elif life.heard and self._is_silent(life, now_s):
                mood = Mood(life.robot, "dead", round(life.heard_s, 4))
            if mood is not life.mood:
                life.mood = mood
                yield mood

    def _is_silent(self, life: Life, now_s: float) -> bool:
        """Whether that is news."""
        late = now_s - life.heard_s > self._silent_s
        return self._team and late and life.mood.word != "dead"

    def beats(self, robot: str, *, spoken: bool) -> dict[str, float]:
        """Who ticks and has had nothing to say for a while; ``spoken``: this one has."""
        found: dict[str, float] = {}
        for life in self._lives.values() if self._team else ():
            if life.robot == robot and spoken:
                life.told_s = life.heard_s
            elif life.heard_s - life.told_s >= BEAT_S:
                life.told_s = found[life.robot] = round(life.heard_s, 4)
        return found
