"""Tables III and IV as printed: nonadaptive with no errors, with 0.35, and adaptive; 15 runs each.

Some cells cannot be means of 15 whole numbers (0.78, 10.19), and one is printed twice, 9.86 and
8.86: the table says 9.86 here, as its other half does.
"""

from __future__ import annotations

RUNS = 15
FOLLOWS = (0.3, 0.6, 0.9)
ERRS = (0.1, 0.4, 0.8)
VARIANTS = ("fixed, no errors", "fixed, errors 0.35", "adaptive")

WRONG = {
    (0.3, 0.1): (1.07, 1.13, 1.0),
    (0.3, 0.4): (4.53, 3.8, 2.8),
    (0.3, 0.8): (10.93, 7.86, 9.2),
    (0.6, 0.1): (0.27, 0.67, 0.47),
    (0.6, 0.4): (2.67, 1.73, 1.87),
    (0.6, 0.8): (4.87, 4.8, 4.0),
    (0.9, 0.1): (0.2, 0.0, 0.2),
    (0.9, 0.4): (0.6, 0.2, 0.78),
    (0.9, 0.8): (1.33, 1.27, 1.67),
}
"""Table III: incorrect actions of the person."""

ASSIGNED = {
    (0.3, 0.1): (8.93, 7.8, 6.8),
    (0.3, 0.4): (9.67, 8.87, 8.0),
    (0.3, 0.8): (11.07, 9.5, 10.07),
    (0.6, 0.1): (7.73, 8.0, 8.47),
    (0.6, 0.4): (8.47, 9.86, 8.53),
    (0.6, 0.8): (9.87, 10.07, 10.19),
    (0.9, 0.1): (9.86, 9.93, 9.86),
    (0.9, 0.4): (9.6, 9.93, 10.0),
    (0.9, 0.8): (10.13, 10.53, 10.67),
}
"""Table IV: subtasks that the robot assigned to the person."""
