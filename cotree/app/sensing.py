"""The senses of a running team: who looks when, and where what is seen goes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cotree.app.eyes import eye_of, senses_of
from cotree.app.listening import Listening
from cotree.app.speaking import Speaking
from cotree.app.worlds import armless
from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark, Mission
from cotree.core.senses import ARMS, HANDS, OBJECTS, SPEECH, VOICE, ArmSense, Without
from cotree.runtime.crew.crew import Crew
from cotree.runtime.senses.blindness import Blindness
from cotree.runtime.senses.grid import Grid
from cotree.runtime.senses.handover import Handover
from cotree.runtime.senses.lookout import Lookout
from cotree.runtime.senses.pictures import Pictures
from cotree.runtime.senses.ports import Looker, Moment, Sensed
from cotree.runtime.senses.prompt import PromptLooker
from cotree.runtime.senses.worker import WorkerLooker
from cotree.simulation.stage.stage import Stage
from cotree.trees.reading.senses import REMEDY

if TYPE_CHECKING:
    from cotree.simulation.physics.darkroom import Plates

Report = Callable[[str], None]


def check_senses(mission: Mission) -> None:
    """Refuse to draw pictures of a world that has no forces."""
    for name in mission.senses.cameras:
        if not mission.world.cameras[name].source and not mission.world.physics:
            why = f"camera '{name}' shows a world with physics, and this one has none: {REMEDY}"
            raise InputError([Mistake(Mark(mission.file, 1, 1), why)])


@dataclasses.dataclass(frozen=True)
class Post:
    """One camera: who looks through it, and what becomes of the mission where that fails."""

    lookout: Lookout
    blindness: Blindness
    senses: bool
    """Whether the mission needs its pictures, and not only people who look on."""


class Sensing:
    """All cameras of one run."""

    def __init__(
        self,
        mission: Mission,
        crew: Crew,
        stage: Stage,
        pictures: Pictures | None,
        report: Report,
        *,
        real: bool,
        paced: bool = False,
    ) -> None:
        """``real``: time goes on while somebody looks, who therefore has a process of his own.

        ``paced``: people can follow it, so robots' voices are of use.
        ``pictures``: people may want to see them, also those that nobody else looks at.
        """
        self._mission = mission
        self._crew = crew
        self._stage = stage
        self._pictures = pictures or Pictures()
        self._report = report
        self._real = real
        self._handover = Handover()
        self._plates = self._of_world()
        cameras = mission.senses.cameras if pictures is None else _to_be_seen(mission)
        self._posts = [self._post(name) for name in cameras]
        self._pictures.begin(cameras)
        for post in self._posts:
            crew.queue.at(0.0, partial(self._look, post))
        self._listening = self._ears(real=real)
        self._speaking = self._voice() if paced else None
        for robot, why in armless(stage.body).items():
            crew.queue.at(0.0, partial(self._without_arms, robot, why))

    def close(self) -> None:
        """The run is over."""
        if self._listening is not None:
            self._listening.close()
        if self._speaking is not None:
            self._speaking.close()
        for post in self._posts:
            post.lookout.close()
            if post.lookout.report:
                self._report(post.lookout.report)

    def _ears(self, *, real: bool) -> Listening | None:
        speech = self._mission.senses.speech
        if speech is None or not speech.yes:
            return None
        deafness = Blindness("ears", {SPEECH: speech.without}, 0.0)
        hear = partial(self._notice, deafness)
        return Listening(self._mission, self._crew, self._stage, hear, real=real)

    def _voice(self) -> Speaking | None:
        speech = self._mission.senses.speech
        if speech is None or not speech.voice:
            return None
        silence = Blindness("robots", {VOICE: speech.without}, 0.0)
        return Speaking(self._crew, self._stage, partial(self._notice, silence))

    def _without_arms(self, robot: str, why: str) -> None:
        """A robot at the table has no arms: that is told, and the mission may want to stop."""
        sense = self._mission.senses.arms or ArmSense()
        now_s = self._crew.queue.now_s
        lack = Blindness(robot, {ARMS: sense.without}, 0.0)
        self._notice(lack, Sensed(now_s, blind={ARMS: why}))

    def _post(self, camera: str) -> Post:
        model, senses = self._mission.world.cameras[camera], senses_of(self._mission, camera)
        lookout = Lookout(
            camera, Grid(model.hz), self._looker(camera, senses), partial(self._moment, camera)
        )
        return Post(lookout, Blindness(camera, self._without(senses)), bool(senses))

    def _looker(self, camera: str, senses: tuple[str, ...]) -> Looker:
        if self._real:
            eye = partial(eye_of, self._mission, camera, live=True, plates=self._plates)
            looker = WorkerLooker(eye, senses)
            looker.warm_up()
            return looker
        return PromptLooker(eye_of(self._mission, camera, live=False, plates=self._plates))

    def _without(self, senses: tuple[str, ...]) -> dict[str, Without]:
        wanted = {HANDS: self._mission.senses.hands, OBJECTS: self._mission.senses.objects}
        found = ((word, wanted[word]) for word in senses)
        return {word: each.without for word, each in found if each is not None}

    def _look(self, post: Post) -> None:
        now_s = self._crew.queue.now_s
        self._stage.advance(now_s)
        if self._is_wanted(post):
            post.lookout.look(now_s)
        for sensed in post.lookout.hear(now_s):
            self._hear(post, sensed)
        self._crew.queue.at(post.lookout.after(now_s), partial(self._look, post))
        self._crew.stirred = True

    def _is_wanted(self, post: Post) -> bool:
        return post.senses or self._pictures.wanted(post.lookout.camera)

    def _hear(self, post: Post, sensed: Sensed) -> None:
        seen = self._handover.pick(post.lookout.camera, sensed.t_s, sensed.events)
        self._stage.sensed(seen)
        if sensed.picture is not None:
            self._show(post.lookout.camera, sensed)
        self._notice(post.blindness, sensed)

    def _notice(self, blindness: Blindness, sensed: Sensed) -> None:
        """Tell of senses that say nothing, and stop where the mission must."""
        self._stage.sensed(blindness.hear(sensed))
        messages, blindness.messages = blindness.messages, []
        for message in messages:
            self._report(message)
        for sense, reason in list(blindness.stops.items()):
            if not any(post.blindness.has(sense) for post in self._posts):
                del blindness.stops[sense]
                self._crew.stop_for(reason)

    def _show(self, camera: str, sensed: Sensed) -> None:
        import numpy as np  # heavy, and most missions have no camera

        if isinstance(sensed.picture, np.ndarray):
            self._pictures.put(camera, sensed.t_s, sensed.picture, sensed.marks)

    def _moment(self, camera: str, now_s: float) -> Moment:
        return Moment(
            now_s, self._stage.holds(), self._shot(camera, now_s), self._pictures.wanted(camera)
        )

    def _shot(self, camera: str, now_s: float) -> object:
        """How the world stands now, where that is drawn."""
        if self._mission.world.cameras[camera].source:
            return None
        from cotree.simulation.physics.darkroom import shot_of

        hands = {name: player.hand.at(now_s) for name, player in self._stage.people.items()}
        return shot_of(self._stage.body, now_s, hands)

    def _of_world(self) -> Plates | None:
        """What pictures of the world are drawn from."""
        if not self._mission.world.physics:
            return None
        from cotree.simulation.physics.darkroom import plates_of

        return plates_of(self._stage.body, self._mission.chance.seed)


def _to_be_seen(mission: Mission) -> tuple[str, ...]:
    """All cameras that can show anything."""
    cameras = mission.world.cameras.items()
    return tuple(name for name, model in cameras if model.source or mission.world.physics)
