from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError
from cotree.trees.reading import load, loads

Words = Mapping[str, Declaration]
HEAD = "mission: m\nteam: {a: {robot: {resources: {}}}}\n"
NAP = "subtrees: {nap: {do: {wait: 1}}}\n"


def wrong(text: str, words: Words, files: Mapping[str, str]) -> list[str]:
    with pytest.raises(InputError) as caught:
        loads(HEAD + text, "t.yaml", files=files, catalogue=words)
    return str(caught.value).splitlines()


def test_subtrees_of_other_files_are_words(words: Words) -> None:
    for include in ("nap.yaml", "[nap.yaml]", "[nap.yaml, nap.yaml, ./nap.yaml]"):
        text = f"{HEAD}include: {include}\ntask: nap\n"
        assert loads(text, files={"nap.yaml": NAP}, catalogue=words).task.word == "wait"


def test_paths_are_relative_to_the_including_file(tmp_path: Path, words: Words) -> None:
    (tmp_path / "lib" / "deep").mkdir(parents=True)
    (tmp_path / "lib" / "one.yaml").write_text("include: [deep/two.yaml]\n")
    (tmp_path / "lib" / "deep" / "two.yaml").write_text("include: [../three.yaml]\n")
    (tmp_path / "lib" / "three.yaml").write_text(NAP)
    (tmp_path / "m.yaml").write_text(f"{HEAD}include: lib/one.yaml\ntask: nap\n")
    mission = load(tmp_path / "m.yaml", catalogue=words)
    assert set(mission.included) == {"lib/one.yaml", "lib/deep/two.yaml", "lib/three.yaml"}


def test_a_circle_of_files_is_named(words: Words) -> None:
    files = {"a.yaml": "include: [b.yaml]", "b.yaml": f"{NAP}include: [a.yaml]"}
    assert wrong("include: [a.yaml]\ntask: nap", words, files) == [
        "b.yaml:2:11: files cannot include each other in a circle: a.yaml -> b.yaml -> a.yaml"
    ]


def test_a_mission_cannot_include_itself(tmp_path: Path, words: Words) -> None:
    path = tmp_path / "m.yaml"
    path.write_text(f"{HEAD}include: m.yaml\ntask: {{wait: 1}}\n")
    with pytest.raises(InputError, match=r"in a circle: m\.yaml -> m\.yaml"):
        load(path, catalogue=words)


@pytest.mark.parametrize(
    ("include", "said"),
    [
        ("none.yaml", "t.yaml:3:10: no file 'none.yaml' beside this one"),
        ("[5]", "t.yaml:3:11: 'include' needs paths of files, found the number 5"),
        ("{}", "t.yaml:3:10: 'include' needs paths of files, found a mapping"),
        ("bad.yaml", "bad.yaml:2:1: not valid YAML"),
        ("list.yaml", "list.yaml:1:1: an included file must be a mapping, found a list"),
        ("extra.yaml", "extra.yaml:1:1: an included file has only 'subtrees' and 'include', found"),
        ("empty.yaml", "empty.yaml:1:1: the file is empty"),
        ("/etc/passwd", "t.yaml:3:10: an included file is named by its path from this one"),
        ("/tmp/secret.yaml", "t.yaml:3:10: an included file is named by its path from this one"),
        ("../../proc/kmsg", "t.yaml:3:10: an included file is named by its path from this one"),
    ],
)
def test_a_bad_include_is_one_line_and_spoils_no_words(
    words: Words, include: str, said: str
) -> None:
    files = {
        "bad.yaml": "a: [\n",
        "list.yaml": "[a]",
        "extra.yaml": f"x: 1\n{NAP}",
        "empty.yaml": "",
    }
    (found,) = wrong(f"include: {include}\ntask: nap", words, files)
    assert found.startswith(said)


def test_a_directory_or_a_bad_encoding_is_a_problem_of_that_file(
    tmp_path: Path, words: Words
) -> None:
    (tmp_path / "latin.yaml").write_bytes(b"# \xe9")
    (tmp_path / "dir.yaml").mkdir()
    path = tmp_path / "m.yaml"
    path.write_text(
        f'{HEAD}include: [dir.yaml, latin.yaml, "{"x" * 300}.yaml"]\ntask: {{wait: 1}}\n'
    )
    with pytest.raises(InputError) as caught:
        load(path, catalogue=words)
    said = [problem.message for problem in caught.value.mistakes]
    assert "this is a directory, not a file" in said
    assert any(message.startswith("not UTF-8") for message in said)
    assert any(message.startswith("no file 'xxx") for message in said)


def test_a_word_defined_twice_names_both_places(words: Words) -> None:
    (found,) = wrong(f"{NAP}include: nap.yaml\ntask: nap", words, {"nap.yaml": NAP})
    assert found == "nap.yaml:1:12: duplicate subtree 'nap'; the first is at t.yaml:3:12"


def test_the_number_of_files_is_bounded(words: Words) -> None:
    files = {f"f{i}.yaml": f"include: [f{i + 1}.yaml]" for i in range(70)}
    (found,) = wrong("include: f0.yaml\ntask: {wait: 1}", words, files)
    assert found == "f63.yaml:1:11: more than 64 files are included"
