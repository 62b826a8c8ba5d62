"""Many robots, one protocol, every fault: whole teams in virtual time, checked against the truth.

The teammates are the production class, unchanged.  Hosts, network, people and motion are
simulated, all dice come from one seed, and a monitor that sees the physical world looks on line for
broken invariants.  The same seed gives the same run, byte for byte.
"""
