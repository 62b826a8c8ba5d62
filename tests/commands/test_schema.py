from __future__ import annotations

import json

import pytest

from cotree.cli import main


def test_the_schema_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "move" in json.dumps(schema["$defs"]["node"])
