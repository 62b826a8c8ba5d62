"""Things on a table: the plane, what stands on it, which is which, where and how big.

``things_in`` does it all for one frame; ``looks`` says how known things are recognised, by colour
alone (``coloured``) or as they were seen once (``Found.look`` with a name).
"""

from cotree.perception.objects.clusters import Limits
from cotree.perception.objects.found import Found, Seen, things_in
from cotree.perception.objects.looks import Alike, Look, coloured
from cotree.perception.objects.table import Plane, level, table_in

__all__ = [
    "things_in",
    "Seen",
    "Found",
    "Look",
    "coloured",
    "Alike",
    "Limits",
    "Plane",
    "level",
    "table_in",
]
