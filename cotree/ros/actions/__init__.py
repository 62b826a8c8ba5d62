"""What leaves ask of ROS: actions, services and topics; the life of a goal is a pure machine."""
