"""The answer to ``why``: find the moment, bring everybody there, and ask them."""

from __future__ import annotations

from cotree.runtime.read import Recording
from cotree.runtime.verify import Boots
from cotree.runtime.why.answer import Answer
from cotree.runtime.why.log import Log
from cotree.runtime.why.mind import Mind
from cotree.runtime.why.past import Past
from cotree.runtime.why.pieces import Pieces
from cotree.runtime.why.replay import Replay
from cotree.runtime.why.several import Several
from cotree.runtime.why.shape import Shape, find


def explain(recording: Recording, boots: Boots, name: str, at_s: float | None = None) -> Answer:
    """Why who did a node; at the moment when it started last, unless another one is asked for."""
    path = find(recording.tree, name)
    replay = Replay(recording.messages, boots)
    shape = Shape(Mind(replay.first()))
    past = Past(Log(recording.messages), shape, recording.tree)
    pieces = Pieces(past, replay)
    piece = shape.piece_of(path)
    if piece is not None:
        return pieces.explain(path, piece, at_s)
    if past.words[path] == "or":
        return Several(pieces).alternatives(path, at_s)
    return Several(pieces).task(path, at_s)
