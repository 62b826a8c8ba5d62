"""The edge to ROS 2: actions as leaves, topics as the team's bus, the lifecycle node of one robot.

Nothing of ROS loads before it is used; without ROS, importing this room still works.
"""
