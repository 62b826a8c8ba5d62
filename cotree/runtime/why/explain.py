"""The answer to ``why``: find the moment, bring everybody there, and ask them."""

from __future__ import annotations

import msgspec

from cotree.runtime.read import Recording
from cotree.runtime.verify import Boots
from cotree.runtime.why.answer import Answer
from cotree.runtime.why.deeds import deeds_about
from cotree.runtime.why.disturbed import disturbed_about
from cotree.runtime.why.log import Log
from cotree.runtime.why.matched import matched_about
from cotree.runtime.why.mind import Mind
from cotree.runtime.why.past import Past
from cotree.runtime.why.pieces import Pieces
from cotree.runtime.why.replay import Replay
from cotree.runtime.why.several import Several
from cotree.runtime.why.shape import Shape, find
from cotree.runtime.why.shared import shared_about


def explain(recording: Recording, boots: Boots, name: str, at_s: float | None = None) -> Answer:
    """Why who did a node; at the moment when it started last, unless another one is asked for."""
    path = find(recording.tree, name, [member.name for member in recording.team.members])
    replay = Replay(recording.messages, boots)
    shape = Shape(Mind(replay.first()))
    past = Past(Log(recording.messages), shape, recording.tree)
    end_s = past.log.end_s
    late = at_s is not None and at_s > end_s
    answer = _explain(path, past, replay, end_s if late else at_s)
    return msgspec.structs.replace(
        answer,
        late=late and answer.at_s == end_s,
        deeds=deeds_about(answer, past.log.acted, at_s),
        disturbed=disturbed_about(answer, past.log, at_s),
        matched=matched_about(answer, past.log.jobs),
        shared=shared_about(answer, past.log.steps),
    )


def _explain(path: str, past: Past, replay: Replay, at_s: float | None) -> Answer:
    pieces = Pieces(past, replay)
    piece = past.shape.piece_of(path)
    if piece is not None:
        return pieces.explain(path, piece, at_s)
    if past.words[path] == "or":
        return Several(pieces).alternatives(path, at_s)
    return Several(pieces).task(path, at_s)
