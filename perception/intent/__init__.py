"""What a person means to take, from palms and things that cameras saw.

The cues, the literal rule of the paper, the evidence that gathers over noisy frames (``Gathered``)
and the watcher of a person's hand are ``cotree.team.mirror``'s, because a recorded mission is done
again without any camera; here is how frames are read by them, one after the other (``Onlooker``).
"""

from cotree.perception.intent.onlooker import Onlooker, Ways
from cotree.team.mirror.gathering import Gathered, Verdict, Weights

__all__ = ["Gathered", "Verdict", "Weights", "Onlooker", "Ways"]
