"""What one camera tells a mission: frames in, events out, and one reason where there are none.

``Sight`` has a ``HandSight``, a ``ThingSight`` or both look at each frame.  Points of a mission are
points of a table's top, so what is seen low over the table is told as lying on it.
"""

from cotree.perception.sight.hands import HandSight
from cotree.perception.sight.sight import Sight
from cotree.perception.sight.things import ThingSight

__all__ = ["Sight", "HandSight", "ThingSight"]
