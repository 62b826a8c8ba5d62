"""What was known of a job at a moment of a record, by the robot that had it then."""

from __future__ import annotations

import math

from cotree.app.again import boots_of, check_robots_record, mission_of
from cotree.app.judging import Form, drawn
from cotree.core.mission import Mission
from cotree.runtime.read import Recording
from cotree.runtime.why.log import Log
from cotree.runtime.why.replay import Replay


def recorded_mission(recording: Recording) -> Mission:
    """The mission that was run; RecordError where its ticks cannot be done again."""
    mission = mission_of(recording.hello)
    check_robots_record(recording.hello, mission)
    return mission


def graph_then(recording: Recording, job: str, form: Form, at_s: float | None = None) -> str:
    """The knowledge graph of a job at a time, or at the end; empty: nobody had begun to live."""
    log = Log(recording.messages)
    replay = Replay(recording.messages, boots_of(recorded_mission(recording)))
    replay.until(log.until(math.inf if at_s is None else at_s))
    living = [each.jobs for each in replay.executors.values() if each.jobs is not None]
    knowing = [each for each in living if job in each.duties]
    knowing.sort(key=lambda each: not each.mine(job))
    if not knowing:
        return ""
    known = knowing[0].duties[job].known
    return drawn(known.graph, known.job, form)
