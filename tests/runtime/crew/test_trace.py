from __future__ import annotations

from cotree.core.changes import ClaimChange, NodeChange, NodeState, QuorumChange, ResourceChange
from cotree.core.reasons import Reason
from cotree.runtime.crew.trace import Trace
from cotree.runtime.messages import Told

TOLD = Told(
    0,
    1.0,
    (
        ClaimChange("n/x", "denied", "held", "b"),
        ClaimChange("n/x", "asked"),
        NodeChange("n/x", NodeState.RUNNING),
        NodeChange("n/x", NodeState.FAILED, reason=Reason("no", "it broke")),
        NodeChange("n/x", NodeState.WAITING),
        ResourceChange("hand"),
        QuorumChange(True, "no quorum: 1 of 2"),
        QuorumChange(False),
    ),
    robot="a",
)
LINES = [
    "2.500000 a denied n/x held b",
    "2.500000 a asked n/x",
    "2.500000 a running n/x",
    "2.500000 a failed n/x: it broke",
    "2.500000 a no quorum: 1 of 2",
    "2.500000 a quorum again",
]


def test_people_read_claims_what_runs_and_ends_and_the_quorum() -> None:
    trace = Trace(lambda: 2.5, keep=True)
    trace.told("a", TOLD)
    assert trace.lines == LINES


def test_equal_runs_have_equal_digests_whether_lines_are_kept_or_not() -> None:
    kept, other = Trace(lambda: 2.5, keep=True), Trace(lambda: 2.5, keep=False)
    for trace in (kept, other):
        trace.told("a", TOLD)
    assert other.lines == []
    assert kept.digest == other.digest
    other.note("more")
    assert kept.digest != other.digest
