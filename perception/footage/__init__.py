"""Pictures that somebody has stored: image files, videos, and bags of ROS 2.

``open_footage`` looks at what a file is and gives its pictures one after the other; whatever cannot
be read is one ``FootageError``.  (Cameras of a mission are ``perception/sources``.)
"""

from cotree.perception.footage.opening import Wish, open_footage
from cotree.perception.footage.shots import Footage, FootageError, Shot

__all__ = ["open_footage", "Wish", "Footage", "Shot", "FootageError"]
