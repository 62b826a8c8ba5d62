"""Taking part and operating, as the page shows it: the run behind it is told by the test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright")
pytest.importorskip("uvicorn", reason="needs cotree[view]")

from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from cotree.core.changes import Change, ClaimChange, NodeChange, NodeState
from cotree.runtime.describe import describe
from cotree.runtime.hatch import Hatch
from cotree.runtime.messages import Born, Heard, Message, Told
from cotree.trees.reading import loads
from cotree.viewer.web.offer import Offer
from cotree.viewer.web.server import Page
from tests.browser.acting import FakeRun

Look = Callable[..., Tab]
Shot = Callable[[Tab, str], None]
MISSION = Path("config/experiments/human_robot.yaml")
CUP, SUGAR = "task/food/cup", "task/drinks/sugar"
ASKED = {
    "id": "q1", "robot": "pr2", "piece": CUP, "about": "keep", "until_s": 31.0,
    "text": "We both want to do cup. Do you want to continue with it?",
}  # fmt: skip
EVIL = '<img src=x onerror="window.owned=1">'


def messages() -> Iterator[Message]:
    """Both robots at work."""
    yield from describe(loads(MISSION.read_text(), MISSION.name), "", "0")
    for robot, piece in (("pr2", CUP), ("baxter", "task/food/burger")):
        yield Born(0.0, robot, 1, 0.0, True)
        changes: tuple[Change, ...] = (
            ClaimChange(piece, "won"),
            NodeChange(piece, NodeState.RUNNING),
        )
        yield Heard(0, 1.0, robot=robot)
        yield Told(0, 1.0, changes, robot=robot)


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    offer = Offer(people={"ann": Hatch()}, operator=Hatch())
    with Page(shown=messages(), offer=offer) as page:
        yield page


def take_part(look: Look, page: Page, run: FakeRun, **more: bool) -> Tab:
    """A page on a phone that is ann's."""
    tab = look(page.address.url, phone=True, before=run.behind, **more)
    tab.get_by_role("button", name="I am ann").tap()
    expect(tab.get_by_role("heading", name="ann", exact=True)).to_be_visible()
    assert run.did() == [{"k": "be", "person": "ann"}]
    return tab


def operate(look: Look, page: Page, run: FakeRun, **more: bool) -> Tab:
    """A page that is armed."""
    tab = look(page.address.url, before=run.behind, **more)
    switch = tab.get_by_role("switch")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert run.did() == [{"k": "arm", "on": True}]
    return tab


def test_a_phone_begins_with_who_one_is(look: Look, page: Page, shot: Shot) -> None:
    tab = look(page.address.url, phone=True, before=FakeRun(persons=["ann"]).behind)
    expect(tab.get_by_role("button", name="I am ann")).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    shot(tab, "phone_who")


@pytest.mark.parametrize(("button", "keep"), [("ann goes on", "me"), ("pr2 goes on", "robot")])
def test_each_answer_says_who_keeps_the_task(
    look: Look, page: Page, shot: Shot, button: str, keep: str
) -> None:
    run = FakeRun(persons=["ann"])
    tab = take_part(look, page, run)
    run.you(t=1.0, asked=[ASKED], free=[{"piece": SUGAR, "text": "sugar"}])
    question = tab.get_by_role("article", name="Question of pr2")
    expect(question).to_contain_text("Do you want to continue with it?")
    expect(question).to_contain_text("30 s")  # on her own clock, which need not be the run's
    shot(tab, "phone_question")
    question.get_by_role("button", name=button).tap()
    expect(question.get_by_role("button", name=button)).to_be_enabled()  # it was answered
    assert run.did() == [{"k": "answer", "piece": CUP, "keep": keep}]
    run.you(doing=CUP if keep == "me" else "")
    expect(question).to_have_count(0)


def test_a_person_takes_does_gives_and_refuses(look: Look, page: Page, shot: Shot) -> None:
    run = FakeRun(persons=["ann"])
    tab = take_part(look, page, run, dark=True)
    free = [{"piece": SUGAR, "text": "sugar"}, {"piece": CUP, "text": "cup"}]
    run.you(free=free)
    expect(tab.get_by_text("pr2 is at it")).to_be_visible()
    tab.get_by_role("button", name="Take sugar").tap()
    tab.get_by_label("Give cup to a robot").select_option("baxter")
    tab.get_by_role("button", name="Refuse cup").tap()
    expect(tab.get_by_role("button", name="Refuse cup")).to_be_enabled()
    assert run.did() == [
        {"k": "take", "piece": SUGAR},
        {"k": "give", "piece": CUP, "robot": "baxter"},
        {"k": "refuse", "piece": CUP},
    ]
    run.you(doing=SUGAR, free=free, refused=[CUP], given=[[CUP, "baxter"]])
    expect(tab.get_by_role("button", name="Refuse cup")).to_be_disabled()
    shot(tab, "phone_doing_dark")
    tab.get_by_role("button", name="it failed").tap()
    tab.get_by_role("button", name="✓ done").tap()
    tab.get_by_role("button", name="leave it").tap()
    expect(tab.get_by_role("button", name="leave it")).to_be_enabled()
    assert [act["k"] for act in run.did()] == ["failed", "done", "leave"]


def test_what_is_refused_is_said_in_words(look: Look, page: Page) -> None:
    run = FakeRun(persons=["ann"])
    run.answer = lambda act: [{"k": "no", "n": act["n"], "text": EVIL}] * (act["k"] == "take")
    tab = take_part(look, page, run)
    run.you(free=[{"piece": SUGAR, "text": EVIL}])
    tab.get_by_role("button", name="Take sugar").tap()
    expect(tab.get_by_role("alert")).to_contain_text("<img src=x")
    assert tab.evaluate("window.owned") is None
    tab.get_by_role("button", name="Dismiss").tap()
    expect(tab.get_by_role("alert")).to_have_count(0)


def test_a_question_is_seen_from_every_view(look: Look, page: Page) -> None:
    run = FakeRun(persons=["ann"])
    tab = take_part(look, page, run)
    tab.get_by_role("button", name="Tree").tap()
    run.you(asked=[ASKED])
    expect(tab.get_by_role("alert")).to_contain_text("pr2 asks")
    expect(tab.get_by_role("button", name="Me (1)")).to_be_visible()
    tab.get_by_role("button", name="answer").tap()
    expect(tab.get_by_role("article", name="Question of pr2")).to_be_visible()


def test_nothing_can_be_operated_before_the_switch_is_on(look: Look, page: Page) -> None:
    run = FakeRun(operate=True, injections=["fall"])
    tab = look(page.address.url, before=run.behind)
    expect(tab.get_by_role("switch", name="controls off")).to_be_visible()
    for name in ("pause", "step", "inject"):
        expect(tab.get_by_role("button", name=re.compile(name))).to_have_count(0)
    tab.get_by_role("treeitem", name=re.compile("^cup,")).click()
    expect(tab.get_by_role("button", name=re.compile("breakpoint"))).to_have_count(0)


def test_everything_is_reached_with_the_keyboard(look: Look, page: Page) -> None:
    run = FakeRun(operate=True, persons=["ann"])
    tab = operate(look, page, run)
    tab.get_by_role("treeitem", name=re.compile("^cup,")).focus()
    tab.keyboard.press("Enter")
    tab.get_by_role("button", name="○ breakpoint").focus()
    tab.keyboard.press("Enter")
    tab.get_by_role("button", name="Me", exact=True).focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("Tab")
    tab.get_by_role("button", name="I am ann").press("Enter")
    expect(tab.get_by_role("heading", name="ann", exact=True)).to_be_visible()
    assert [act["k"] for act in run.did()] == ["break", "be"]


def test_a_phone_operates_too(look: Look, page: Page, shot: Shot) -> None:
    run = FakeRun(operate=True, armed=True, paused=True, injections=["fall"], breakpoints=[CUP])
    tab = look(page.address.url, phone=True, before=run.behind)
    expect(tab.get_by_role("switch", name="armed")).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    shot(tab, "phone_operate")
    tab.get_by_role("button", name="resume").tap()
    expect(tab.get_by_role("button", name="resume")).to_be_enabled()
    assert [act["k"] for act in run.did()] == ["resume"]


def test_an_operator_pauses_steps_and_resumes(look: Look, page: Page) -> None:
    run = FakeRun(operate=True)
    tab = operate(look, page, run)
    expect(tab.get_by_role("button", name="step")).to_be_disabled()
    tab.get_by_role("button", name="pause").click()
    run.change(paused=True)
    tab.get_by_role("button", name="step").click()
    tab.get_by_role("button", name="resume").click()
    expect(tab.get_by_role("button", name="resume")).to_be_enabled()
    assert [act["k"] for act in run.did()] == ["pause", "step", "resume"]
    tab.get_by_role("switch").click()
    expect(tab.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    assert run.did() == [{"k": "arm", "on": False}]


def test_a_breakpoint_is_set_on_the_card_and_seen_in_the_tree(
    look: Look, page: Page, shot: Shot
) -> None:
    run = FakeRun(operate=True, injections=["fall", "block"])
    tab = operate(look, page, run)
    tab.get_by_role("treeitem", name=re.compile("^cup,")).click()
    tab.get_by_role("button", name="○ breakpoint").click()
    expect(tab.get_by_role("button", name="○ breakpoint")).to_be_enabled()
    assert run.did() == [{"k": "break", "path": CUP, "on": True}]
    run.change(breakpoints=[CUP], stopped_at=[CUP], paused=True)
    expect(tab.locator(".node.stopped .break")).to_have_count(1)
    expect(tab.get_by_role("group", name="Breakpoints")).to_contain_text("stopped at cup")
    tab.get_by_role("button", name="pr2: ends with failure").click()
    expect(tab.get_by_role("button", name="pr2: ends with failure")).to_be_enabled()
    assert run.did() == [{"k": "override", "robot": "pr2", "path": CUP, "result": "failure"}]
    shot(tab, "operate_light")
    tab.get_by_role("button", name=f"Remove the breakpoint at {CUP}").click()
    expect(tab.get_by_role("button", name=f"Remove the breakpoint at {CUP}")).to_be_enabled()
    assert run.did() == [{"k": "break", "path": CUP, "on": False}]


def test_a_breakpoint_is_seen_from_far_away_too(look: Look, page: Page, shot: Shot) -> None:
    run = FakeRun(operate=True, breakpoints=[CUP, SUGAR], stopped_at=[SUGAR])
    tab = operate(look, page, run)
    tab.get_by_role("button", name="Tree").click()
    tab.get_by_role("treeitem").first.hover()
    for _ in range(8):
        tab.mouse.wheel(0, 300)
    expect(tab.locator(".tree canvas")).to_have_attribute("data-stops", "2")
    shot(tab, "far_breakpoints")
    tab.get_by_text("save", exact=True).click()
    with tab.expect_download() as download:
        tab.get_by_role("button", name="SVG").click()
    assert Path(download.value.path()).read_text().count("<circle") == 2


def test_a_dead_robot_is_removed_for_good(look: Look, page: Page) -> None:
    run = FakeRun(operate=True, injections=["kill"])
    tab = operate(look, page, run)
    expect(tab.get_by_role("button", name="remove")).to_have_count(0)
    run.change(removable=["pr2"])
    tab.get_by_role("button", name="remove pr2 for good").click()
    expect(tab.get_by_role("button", name="remove pr2 for good")).to_be_enabled()
    assert run.did() == [{"k": "remove", "robot": "pr2"}]
    run.change(armed=False)
    expect(tab.get_by_role("button", name="remove pr2 for good")).to_have_count(0)


def test_who_is_somebody_elsewhere_now_is_told_so(look: Look, page: Page) -> None:
    run = FakeRun(persons=["ann"])
    tab = take_part(look, page, run)
    run.change(person="")
    expect(tab.get_by_role("status")).to_contain_text("Another page is ann now.")
    tab.get_by_role("button", name="I am ann").tap()
    expect(tab.get_by_text("Another page")).to_have_count(0)


def test_a_disturbance_is_chosen_and_injected(look: Look, page: Page, shot: Shot) -> None:
    run = FakeRun(operate=True, injections=["fall", "drop", "kill"])
    run.answer = lambda act: (
        [{"k": "no", "n": act["n"], "text": "baxter holds nothing; choose a robot that does"}]
        * (act["k"] == "inject")
    )
    tab = operate(look, page, run, dark=True)
    tab.get_by_label("Disturbance", exact=True).select_option("drop")
    tab.get_by_label("Robot", exact=True).select_option("baxter")
    tab.get_by_role("button", name="inject").click()
    expect(tab.get_by_role("alert")).to_contain_text("baxter holds nothing")
    assert run.did() == [{"k": "inject", "what": "drop", "robot": "baxter", "place": ""}]
    shot(tab, "operate_dark")


def test_who_has_no_token_is_told_to_open_the_whole_link(look: Look, page: Page) -> None:
    tab = look(page.address.url.partition("#")[0], phone=True, lossy=True, stranger=True)
    expect(tab.get_by_role("status").first).to_contain_text("open the whole link")
