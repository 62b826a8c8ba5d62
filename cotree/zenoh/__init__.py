"""The edge to Zenoh: the team's bus where there is no ROS, and the keys that make it safe.

Peers find each other without a daemon: on one machine through a block of ports that the team's
name chooses, on a network through multicast or through hosts that are named.  Nothing of Zenoh
loads before it is used.
"""
