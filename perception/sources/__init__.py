"""Where frames come from that are not drawn: a video, a folder of pictures, a camera.

A source is asked for the newest frame at a time of the mission, and answers a frame or why there
is none.
"""

from cotree.perception.sources.model import camera_of, table_depth
from cotree.perception.sources.opening import Source, open_source

__all__ = ["Source", "open_source", "camera_of", "table_depth"]
