"""What is left to pay: from every state of a robot, for every progress of its tasks."""
