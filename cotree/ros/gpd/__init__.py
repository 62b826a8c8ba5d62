"""A server that finds grasps in a cloud, as GPD's node does: its service, or two plain topics.

Where the package ``gpd_ros`` is built, its service is asked as it is.  It is on no index, so the
same question also goes over topics of ``std_msgs``, for a bridge beside GPD or any other server.
"""
