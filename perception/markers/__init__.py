"""ArUco markers: which, where and how turned; range from the depth image where there is one."""

from cotree.perception.markers.detect import Detector, Mark, open_markers
from cotree.perception.markers.pose import Pose, pose_of

__all__ = ["open_markers", "Detector", "Mark", "Pose", "pose_of"]
