"""A record tells any MCAP tool what its messages look like, and Foxglove can read that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcap.reader import make_reader

from cotree.app import read_mission, run_team, run_virtual
from cotree.runtime.record import WRITTEN, Recorder
from cotree.runtime.schemas import schemas

CONFIG = Path(__file__).resolve().parents[2] / "config"
SIMPLE = ("boolean", "string", "number", "integer")


def understood(schema: dict[str, Any]) -> None:
    """What Foxglove's reader of JSON Schema demands of an object, and of everything in it."""
    assert schema["type"] == "object"
    for each in schema["properties"].values():
        assert "oneOf" not in each
        inner = each["items"] if each["type"] == "array" else each
        if inner["type"] == "object":
            understood(inner)
        else:
            assert inner["type"] in SIMPLE


@pytest.mark.parametrize("topic", WRITTEN)
def test_a_schema_is_one_that_foxglove_understands(topic: str) -> None:
    schema = json.loads(schemas()[topic])
    jsonschema.Draft202012Validator.check_schema(schema)
    understood(schema)


def test_a_schema_says_what_is_in_a_message() -> None:
    told = json.loads(schemas()["d"])["properties"]
    assert told["t"] == {"type": "number"}
    assert told["n"] == {"type": "integer"}
    assert "begin" in told["commands"]["items"]["properties"]["type"]["enum"]
    assert "running" in told["changes"]["items"]["properties"]["state"]["enum"]
    tree = json.loads(schemas()["tree"])["properties"]["nodes"]["items"]
    assert tree["required"] == ["name", "parent", "path", "word"]


@pytest.mark.parametrize(
    "mission",
    ["missions/tea_table", "missions/two_robots", "missions/patrol_disturbed",
     "experiments/kitting_b", "experiments/capability_3"],
)  # fmt: skip
def test_every_message_of_a_record_is_what_its_own_schema_says(
    mission: str, tmp_path: Path
) -> None:
    recorder = Recorder(tmp_path / "a.mcap")
    asked = read_mission(str(CONFIG / f"{mission}.yaml"))
    run = run_team if len(asked.team) > 1 else run_virtual
    run(asked, recorder.write, until_s=60.0)
    recorder.close()
    checks: dict[str, jsonschema.Draft202012Validator] = {}
    seen = set()
    with (tmp_path / "a.mcap").open("rb") as stream:
        for schema, channel, message in make_reader(stream).iter_messages(log_time_order=False):
            assert schema is not None
            assert (schema.encoding, channel.message_encoding) == ("jsonschema", "json")
            if channel.topic not in checks:
                checks[channel.topic] = jsonschema.Draft202012Validator(json.loads(schema.data))
            checks[channel.topic].validate(json.loads(message.data))
            seen.add(channel.topic)
    assert {"hello", "tree", "team", "in", "d", "end"} <= seen
