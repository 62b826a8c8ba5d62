"""Two tiers of tests, and how each is run.

The fast tier lives in virtual time: none of its tests starts a process, opens a socket or waits,
and one that does fails.  Tests marked ``real`` meet processes, sockets, DDS, Zenoh, Spin or a
browser; those marked ``senses`` need the large packages that see, hear and push.  Whole folders and
files of these are named here, single tests by a mark of their own.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import socket
import subprocess
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from cotree.conformance import waiting
from tests.kit.processes import all_said

# No deadline: a test that looks at the clock fails on a busy machine.
settings.register_profile("cotree", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("soak", deadline=None, max_examples=2000)
settings.load_profile("cotree")
# Nor do examples hang on what this worker imported before: Hypothesis tries its literals, too.
providers._get_local_constants = lambda: providers._local_constants

# A shell starts what runs in its background deaf to Ctrl-C; so would be all that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

REAL = (
    "tests/app/test_errand_processes.py",
    "tests/app/test_job_processes.py",
    "tests/app/test_loopback.py",
    "tests/app/test_processes.py",
    "tests/app/test_teams.py",
    "tests/app/test_thinking.py",
    "tests/app/test_viewing.py",
    "tests/app/test_viewing_page.py",
    "tests/app/test_ward_processes.py",
    "tests/benchmarks/test_report.py",
    "tests/book/test_pages.py",
    "tests/browser/",
    "tests/commands/test_output.py",
    "tests/model/",
    "tests/runtime/senses/test_worker.py",
    "tests/runtime/test_last.py",
    "tests/runtime/test_slow_leaf.py",
    "tests/runtime/test_worker.py",
    "tests/test_imports.py",
    "tests/tools/test_mutants.py",
    "tests/tools/test_stages.py",
    "tests/viewer/groot2/",
    "tests/viewer/web/test_acting.py",
    "tests/viewer/web/test_asking.py",
    "tests/viewer/web/test_command.py",
    "tests/viewer/web/test_part_at_page.py",
    "tests/viewer/web/test_seeing.py",
    "tests/viewer/web/test_server.py",
    "tests/zenoh/test_keys.py",
    "tests/zenoh/test_lan.py",
    "tests/zenoh/test_zenoh_bus.py",
)
SENSES = (
    "tests/app/test_hearing.py",
    "tests/app/test_seeing_pages.py",
    "tests/app/test_seen_table.py",
    "tests/app/test_sensing.py",
    "tests/app/test_speaking.py",
    "tests/manipulation/test_arm.py",
    "tests/manipulation/test_chain.py",
    "tests/manipulation/test_lifting.py",
    "tests/perception/",
    "tests/simulation/physics/",
)
FAULTS = (
    "tests/app/test_random_errands.py",
    "tests/commands/test_sim.py",
    "tests/faults/",
    "tests/runtime/jobs/test_jobs.py",
)
ALL = "COTREE_TEST_ALL"
"""Set where nothing may be skipped: what is missing there makes its tests fail."""


TIERS = {"real": REAL, "senses": SENSES, "faults": FAULTS, "smoke": ()}


def pytest_sessionstart(session: pytest.Session) -> None:
    """Matplotlib asks a process for the fonts of a new machine: here, before any test."""
    if "not real" in str(session.config.option.markexpr):
        with suppress(ImportError):
            import matplotlib.font_manager  # noqa: F401


def pytest_collection_finish() -> None:
    """What is there now stays: whoever looks for garbage need not look there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What is left out as a whole is not even imported: it may lack what it imports.

    Nor is what can hold nothing of the tiers that are asked for.
    """
    place = collection_path.relative_to(config.rootpath).as_posix()
    words = str(config.option.markexpr)
    if any(place.startswith(TIERS[tier]) for tier in ("real", "senses") if f"not {tier}" in words):
        return True
    asked = [tier for tier in TIERS if re.search(rf"(?<!not )\b{tier}\b", words)]
    if not asked or collection_path.suffix != ".py":
        return None
    return None if any(_may_hold(collection_path, place, each) for each in asked) else True


@cache
def _may_hold(file: Path, place: str, tier: str) -> bool:
    """Whether this file can have tests of this tier: it is named, or says so somewhere."""
    says = (f"mark.{tier}", "dds") if tier == "real" else (f"mark.{tier}",)
    return place.startswith(TIERS[tier]) or any(each in file.read_text() for each in says)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say of each test which tier it is of, and mark those that are quarantined."""
    for item in items:
        place = item.nodeid
        if place.startswith(REAL) or "dds" in getattr(item, "fixturenames", ()):
            item.add_marker("real")
        if place.startswith(SENSES):
            item.add_marker("senses")
        if place.startswith(FAULTS):
            item.add_marker("faults")
        for tier in TIERS:
            said = not item.get_closest_marker(tier) or _may_hold(
                item.path, place.partition("::")[0], tier
            )
            assert said, f"{place}: its file does not say that it has tests of the tier {tier}"
        if quarantined := item.get_closest_marker("quarantine"):
            assert item.get_closest_marker("real"), f"{place}: only real tests are quarantined"
            item.add_marker(pytest.mark.xfail(reason=quarantined.args[0], strict=False))


def _refused(*_: object, **__: object) -> Any:
    raise waiting.Unsafe("a process or a socket in virtual time: mark this test real")


@pytest.fixture(autouse=True)
def _in_virtual_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whoever leaves the virtual time of the fast tier is told."""
    if request.node.get_closest_marker("real") or request.node.get_closest_marker("senses"):
        yield
        return
    with (
        waiting.waiting_for_nobody("in virtual time: mark this test real, or it"),
        patch.object(waiting, "rest", lambda _: None),
        patch.object(subprocess, "Popen", _refused),
        patch.object(socket, "socket", _refused),
    ):
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A real test that waited in vain is run once more, and that is told; no other one is."""
    if not item.get_closest_marker("real"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(getattr(report, "late", False) for report in reports):
        for report in reports:
            if report.failed:
                report.outcome = "rerun"  # type: ignore[assignment]
                item.ihook.pytest_runtest_logreport(report=report)
        item._initrequest()  # type: ignore[attr-defined]
        _forget_failed_fixtures(item)
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _forget_failed_fixtures(item: pytest.Item) -> None:
    for definitions in item._fixtureinfo.name2fixturedefs.values():  # type: ignore[attr-defined]
        for each in definitions:
            if each.cached_result is not None and each.cached_result[2] is not None:
                each.finish(item._request)  # type: ignore[attr-defined]


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """How a test that is run again shows."""
    return ("rerun", "R", "RERUN") if report.outcome == "rerun" else None  # type: ignore[comparison-overlap]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say whether somebody waited in vain; where all is required, a skip is a failure."""
    report = yield
    report.late = call.excinfo is not None and call.excinfo.errisinstance(waiting.Late)  # type: ignore[attr-defined]
    if report.failed and call.when == "call":  # no second run may be needed to understand it
        for team in getattr(getattr(item, "instance", None), "teams", ()):
            report.sections.append(("what the team said", all_said(team.processes)))
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get(ALL):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """So is a whole file that is skipped."""
    report = yield
    if report.skipped and os.environ.get(ALL):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line for each test that was run again, and each that is quarantined."""
    stats = terminalreporter.stats
    for report in stats.get("rerun", ()):
        why, *more = _told(report)
        terminalreporter.line(f"RERUN {report.nodeid} {why}")
        for line in more:
            terminalreporter.line(f"  | {line}")
    for word in ("xfailed", "xpassed"):
        for report in stats.get(word, ()):
            terminalreporter.line(f"QUARANTINED {report.nodeid} {word}: {report.wasxfail}")


def _told(report: pytest.TestReport) -> list[str]:
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(getattr(crash, "message", "")).splitlines() or [""]
