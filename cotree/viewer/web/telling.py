"""The messages of a record as items for the page.

What a team knows is what ``Story`` makes of it; this adds what each robot says for itself, how it
is, and where things are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from cotree.core.changes import Change, ClaimChange, NodeChange, StepChange
from cotree.core.mission import Mission
from cotree.runtime.messages import (
    Acted,
    Born,
    End,
    Heard,
    Message,
    Team,
    Told,
    Tree,
)
from cotree.runtime.story import Story
from cotree.runtime.views import upwards
from cotree.viewer.web import items
from cotree.viewer.web.cast import Cast
from cotree.viewer.web.items import Item, Now, Tick
from cotree.viewer.web.moods import SILENT_S, Moods
from cotree.viewer.web.params import mission_of, params_of
from cotree.viewer.web.saying import (
    acted_of,
    claims_of,
    learnt_of,
    notes_of,
    now_of,
    own_of,
    resources_of,
    why_of,
    words_of,
)
from cotree.viewer.web.scene import Eyes, scene_of

FORGET = 1000
"""After so many messages the story forgets its past, which the page's log keeps."""


class Telling:
    """Makes items of messages, one by one."""

    def __init__(
        self, *, live: bool, acts: bool = False, asks: bool = False, silent_s: float = SILENT_S
    ) -> None:
        self._live = live
        self._silent_s = silent_s
        self._acts = acts
        self._asks = asks
        self._story = Story()
        self._heard = 0
        self._only = ""
        """The robot that has the record to itself."""
        self._cast = Cast()
        self._team: dict[int, Now] = {}
        """What was told last of how each node stands for the team."""
        self._eyes = Eyes()
        self._moods = Moods(self._cast.is_work, silent_s)
        self._mission: Mission | None = None
        """As far as its text can still be read."""

    def items(self, message: Message) -> Iterator[Item]:
        """What the page is to be told because of a message."""
        self._story.hear(message)
        self._heard += 1
        if self._heard % FORGET == 0:
            self._story.forget()
        match message:
            case Tree():
                yield self._tree(message)
            case Team():
                yield from self._furnish(message)
            case Born(robot=robot, life=life):
                moods = tuple(self._moods.born(robot, self._story.now_s, again=life > 1))
                team = tuple(self._news(self._cast.number))
                yield from self._told(Tick(self._now_s(), robot, team=team, moods=moods), message)
            case Heard(robot=robot, events=events):
                self._live_on(message)
                seen, facts = tuple(self._eyes.sees(events)), self._eyes.facts(events)
                tick = Tick(self._now_s(), robot, seen=seen, facts=facts)
                if facts:
                    writers = self._eyes.writers(facts, robot or self._only, tick.t)
                    tick = msgspec.structs.replace(tick, writers=writers)
                yield from self._told(tick, message)
            case Told():
                yield from self._changed(message)
            case Acted():
                yield Tick(self._now_s(), notes=(acted_of(message),))
            case End(t=t, result=result, reasons=reasons):
                yield items.End(t, result, tuple(map(why_of, reasons)))

    # -- the beginning -------------------------------------------------------------------------

    def _tree(self, tree: Tree) -> Item:
        self._mission = mission_of(self._story.hello)
        params = {} if self._mission is None else params_of(self._mission)
        return items.Tree(tuple(self._cast.begin(tree, params)))

    def _furnish(self, team: Team) -> Iterator[Item]:
        hello = self._story.hello
        if hello is None:
            return
        robots = tuple(each.name for each in team.members if each.robot is not None)
        people = tuple(each.name for each in team.members if each.robot is None)
        self._moods.begin(robots)
        self._only = robots[0] if robots else ""
        yield items.Hello(
            items.VERSION,
            hello.mission,
            hello.file,
            hello.text,
            robots,
            people,
            self._live,
            hello.included,
            self._acts,
            self._asks,
            self._silent_s,
        )
        scene, seen = scene_of(None if self._mission is None else self._mission.world, team)
        yield scene
        yield Tick(0.0, seen=tuple(self._eyes.news(seen)))

    # -- the ticks -----------------------------------------------------------------------------

    def _now_s(self) -> float:
        return round(self._story.now_s, 4)

    def _live_on(self, message: Heard | Told) -> None:
        """What a robot heard or did says how it is."""
        robot = message.robot or self._only
        if isinstance(message, Heard):
            self._moods.ticks(robot, self._story.now_s)
        else:
            self._eyes.hear(message.commands)
        changes = message.changes if isinstance(message, Told) else ()
        self._moods.hears(robot, self._story.said, changes)

    def _changed(self, told: Told) -> Iterator[Item]:
        robot, changes = told.robot, told.changes
        self._live_on(told)
        grown = tuple(self._cast.grow(changes))
        own = own_of(changes, self._cast.number) if robot in self._story.shares else ()
        tick = Tick(
            self._now_s(),
            robot,
            own=tuple(own),
            team=tuple(self._news(self._touched(changes))),
            claims=tuple(claims_of(robot, changes)),
            resources=tuple(resources_of(robot, changes)),
            learnt=tuple(learnt_of(self._story, self._cast.number)),
            grown=grown,
        )
        yield from self._told(tick, told)

    def _told(self, tick: Tick, message: Message) -> Iterator[Item]:
        """The tick with what was said and is worth noting, unless there is nothing in it."""
        said, notes = tuple(words_of(self._story)), tuple(notes_of(self._story, message))
        who, now_s = tick.robot or self._only, self._story.now_s
        moods = tick.moods or tuple(self._moods.news(who, now_s))
        if said or notes or moods:
            tick = msgspec.structs.replace(tick, said=said, notes=notes, moods=moods)
        beats = self._moods.beats(who, spoken=tick != Tick(tick.t, tick.robot))
        if beats:
            tick = msgspec.structs.replace(tick, beats=beats)
        if tick != Tick(tick.t, tick.robot):
            yield tick

    def _news(self, paths: Iterable[str]) -> Iterator[Now]:
        """How nodes stand for the team, where that is another way than before."""
        for path in dict.fromkeys(paths):
            role, i = self._story.roles.get(path), self._cast.number.get(path)
            if role is None or i is None:
                continue
            now = now_of(role, i)
            if self._team.get(i, Now(i, "inactive")) != now:
                self._team[i] = now
                yield now

    def _touched(self, changes: Sequence[Change]) -> Iterator[str]:
        """Nodes that may stand in another way now."""
        for change in changes:
            if isinstance(change, NodeChange):
                yield change.path
            elif isinstance(change, ClaimChange):
                yield from self._cast.under(change.piece)
            elif isinstance(change, StepChange):
                yield from upwards(change.path)
