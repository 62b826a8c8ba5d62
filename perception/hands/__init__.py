"""Hands: from an image with depth to the track of each palm in the room.

``open_landmarker`` finds the model's file without the network, ``Watcher.look`` takes frames and
answers where the palms are.  Times come with the frames; nothing here reads a clock.
"""

from cotree.perception.hands.landmarks import Hand2D, Landmarker, open_landmarker
from cotree.perception.hands.model import hand_model
from cotree.perception.hands.palm import Palm, palm_of
from cotree.perception.hands.track import Gate, Track, Tracker
from cotree.perception.hands.watcher import Watcher

__all__ = [
    "Watcher",
    "open_landmarker",
    "Landmarker",
    "hand_model",
    "Hand2D",
    "Palm",
    "palm_of",
    "Tracker",
    "Track",
    "Gate",
]
