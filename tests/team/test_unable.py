from __future__ import annotations

from cotree.team.messages import Letter
from cotree.team.roster import Change, Roster
from cotree.team.teammate import Setting
from cotree.team.unable import MOST_NEWS, REPEATS, Inability, Unable
from tests.kit.claims import ONE, PAIR, TIMING, Team, leaf, node

TEAM = ("a", "b", "c")


def of(me: str, boot: int = 1, leaves: int = 3) -> Inability:
    return Inability(me, boot, leaves, TEAM)


def tell(one: Inability, other: Inability) -> None:
    for said in one.take():
        other.hear(said)


def test_the_newest_statement_of_a_robot_counts_whatever_comes_when() -> None:
    a, b = of("a"), of("b")
    a.say(0, "shut")
    (first,) = a.take()
    a.say(0, "")
    tell(a, b)
    b.hear(first)
    assert b.of(0) == {}
    a.say(0, "failed")
    tell(a, b)
    assert b.of(0) == a.of(0) == {"a": "failed"}
    assert a.digests == b.digests


def test_saying_the_same_again_is_no_news() -> None:
    a = of("a")
    assert a.say(0, "shut")
    assert not a.say(0, "shut")
    assert not a.say(1, "")
    assert [len(a.take()) for _ in range(REPEATS + 1)] == [1] * REPEATS + [0]


def test_names_come_in_the_order_of_the_roster() -> None:
    a = of("a")
    a.hear(Unable("c", 0, 1, 1, "shut"))
    a.hear(Unable("b", 0, 1, 1, "failed"))
    a.say(0, "shut")
    assert list(a.of(0)) == ["a", "b", "c"]


def test_strangers_are_not_heard_and_who_has_left_is_forgotten() -> None:
    a, b = of("a"), of("b")
    a.hear(Unable("z", 0, 1, 1, "shut"))
    assert a.of(0) == {}
    a.hear(Unable("c", 0, 1, 1, "shut"))
    a.adopt(("a", "b"))
    assert a.of(0) == {}
    assert a.digests == b.digests
    assert not a


def test_who_lives_again_takes_back_what_it_does_not_say_any_more() -> None:
    old, peer = of("a", boot=9), of("b")
    old.say(0, "failed")
    old.say(1, "shut")
    tell(old, peer)
    again = of("a", boot=3)  # a lost disk: incarnations need not grow
    again.say(1, "shut")
    for said in peer.correction("a", 0):
        again.hear(said)
    tell(again, peer)
    assert peer.of(0) == {}
    assert peer.of(1) == {"a": "shut"}
    assert again.digests == peer.digests


def test_a_correction_is_bounded_and_goes_round() -> None:
    many = Inability("a", 1, 64, tuple(f"r{i}" for i in range(9)))
    for robot in range(9):
        for number in range(64):
            many.hear(Unable(f"r{robot}", number, 1, 1, "shut"))
    seen: set[tuple[str, int]] = set()
    for _ in range(9):
        part = many.correction("p", 0)
        assert len(part) <= MOST_NEWS
        seen.update((said.robot, said.leaf) for said in part)
    assert len(seen) == 9 * 64


# -- in a team -------------------------------------------------------------------------------------


def test_everybody_learns_who_cannot_and_when_it_can_again() -> None:
    team = Team(PAIR)
    team["a"].cannot(1, "shut", 0.0)
    team.until(0.0, 1.0)
    assert [dict(mate.unable(1)) for mate in team.mates.values()] == [{"a": "shut"}] * 3
    assert team["b"].unable(0) == {}
    team["a"].cannot(1, None, 1.0)
    team.until(1.0, 2.0)
    assert not any(mate.unable(1) for mate in team.mates.values())


def test_a_statement_whose_news_got_lost_is_found_by_its_digest() -> None:
    team = Team(PAIR)
    team["a"].cannot(0, "failed", 0.0)
    now_s = 0.0
    for _ in range(5):
        now_s += 0.3
        team["a"].tick(now_s)
        team.collect("a")  # lost
    team.until(now_s, now_s + 4.0)
    assert team["c"].unable(0) == {"a": "failed"}


def test_one_who_comes_back_without_memory_learns_what_others_cannot() -> None:
    team = Team(PAIR)
    team["a"].cannot(0, "shut", 0.0)
    team["c"].cannot(0, "failed", 0.0)
    team.until(0.0, 1.0)
    team.restart("c", 1.0, disk=False)
    team.until(1.0, 6.0)
    assert team["c"].unable(0) == {"a": "shut"}
    assert team["a"].unable(0) == {"a": "shut"}, "a new incarnation tries again"


def test_at_rest_nothing_is_said_of_it() -> None:
    team = Team(PAIR)
    team["a"].cannot(0, "shut", 0.0)
    team.until(0.0, 6.0)
    team.post.clear()
    team.until(6.0, 12.0)
    assert team.post
    assert not any(letter.unable for letter in team.post)


def test_a_leaf_is_hopeless_when_all_robots_are_unable_or_dead() -> None:
    team = Team(PAIR)
    team["a"].cannot(0, "shut", 0.0)
    team.until(0.0, 1.0)
    assert not team["a"].hopeless(0, 1.0)
    team["b"].cannot(0, "failed", 1.0)
    del team.mates["c"]
    team.until(1.0, 2.0)
    assert not team["a"].hopeless(0, 2.0), "c was heard just now"
    team.until(2.0, 2.0 + TIMING.dead_s)
    assert not team["a"].alive("c", 2.0 + TIMING.dead_s)
    assert team["a"].alive("b", 2.0 + TIMING.dead_s)
    assert team["a"].hopeless(0, 2.0 + TIMING.dead_s)
    assert not team["a"].hopeless(1, 2.0 + TIMING.dead_s)


def test_a_witness_does_no_work_so_it_gives_no_hope() -> None:
    team = Team(ONE)
    roster = Roster(TEAM, TEAM, witnesses=("c",))
    team.setting = Setting("test", roster, TIMING)
    team.mates = {name: team.born(name, 0.0, first=True) for name in TEAM}
    for name in "abc":
        team[name].cannot(0, "shut", 0.0)
    team.until(0.0, 1.0)
    assert team["c"].unable(0) == {"a": "shut", "b": "shut"}
    assert team["c"].hopeless(0, 1.0)


def test_nobody_is_given_up_right_after_waking() -> None:
    team = Team(ONE)
    assert team["a"].alive("b", TIMING.dead_s - 0.1)
    assert not team["a"].alive("b", TIMING.dead_s)
    assert team["a"].alive("a", 1e9)


def test_who_is_switched_off_does_not_count() -> None:
    team = Team(PAIR)
    team["b"].cannot(0, "shut", 0.0)
    team["c"].cannot(0, "shut", 0.0)
    team.until(0.0, 1.0)
    assert team["a"].change_roster(Change(remove="c", switched_off=True), 1.0) is None
    assert team["a"].unable(0) == {"b": "shut"}
    team["a"].cannot(0, "failed", 1.0)
    assert team["a"].hopeless(0, 1.0)


def test_letters_stay_bounded_with_many_statements() -> None:
    many = node("and", "n", *(leaf(str(i)) for i in range(300)))
    team = Team(many)
    for name in "abc":
        for number in range(300):
            team[name].cannot(number, "shut", 0.0)
    team.until(0.0, 12.0)
    most: list[Letter] = [letter for letter in team.post if len(letter.unable) > MOST_NEWS]
    assert most == []
    assert all(len(team["a"].unable(number)) == 3 for number in range(300))
