from __future__ import annotations

from cotree.trees.reading import loads
from cotree.viewer.web.params import params_of

TEXT = """mission: m
team: {r: {robot: pr2}}
world: {places: {shelf: [1, 2]}, objects: {cup: [0, 1]}}
task:
  then:
    - place: {object: cup, at: shelf}
    - move: [3, 4]
    - perform: {what: wave, needs: [left_gripper, head]}
    - wait: 2.5 s
"""


def test_parameters_are_told_in_words() -> None:
    found = params_of(loads(TEXT, "m.yaml"))
    by_word = {path.rpartition("/")[2]: dict(params) for path, params in found.items()}
    place, move, wave, wait = by_word.values()
    assert place == {"object": "cup", "at": "shelf"}
    assert move["to"].startswith("3, 4")
    assert wave["what"] == "wave"
    assert wave["needs"] == "left_gripper, head"
    assert "2.5" in wait.values()
