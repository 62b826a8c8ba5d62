"""What Groot2 and other monitors ask a robot for, in their own protocol over ZeroMQ.

``wire`` has its numbers, ``tree_xml`` the tree, ``picture`` how one robot stands; ``desk`` answers
requests, and ``server`` serves them on a thread of its own.  A monitor only looks.
"""
