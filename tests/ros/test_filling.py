"""From what a person writes to a message and back; needs the packages of messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cotree.ros.actions.expecting import disagreement
from cotree.ros.filling import BadField, as_data, filled
from cotree.ros.missing import NoRos, NoType, ros, type_named

Fill = Callable[[str, dict[str, Any]], Any]


@pytest.fixture
def fill(dds: int) -> Fill:
    """Fill a message of this name."""

    def made(name: str, values: dict[str, Any]) -> Any:
        return filled(type_named(name, "msg"), values)

    return made


def test_every_sort_of_field_comes_back_as_it_was_written(fill: Fill) -> None:
    values = {"bool_value": True, "byte_value": 7, "float64_value": 2, "int32_value": -3}
    data = as_data(fill("test_msgs/msg/BasicTypes", values))
    assert data["float64_value"] == 2.0
    assert data["int32_value"] == -3
    assert data["bool_value"] is True
    assert data["byte_value"] == [7]
    assert data["int8_value"] == 0


def test_lists_and_messages_inside_messages_are_filled(fill: Fill) -> None:
    message = fill(
        "test_msgs/msg/UnboundedSequences",
        {
            "int32_values": [1, 2],
            "float64_values": [1, 2.5],
            "string_values": ["a", "b"],
            "byte_values": [1, 255],
            "basic_types_values": [{"int16_value": 4}, {}],
        },
    )
    data = as_data(message)
    assert data["int32_values"] == [1, 2]
    assert data["float64_values"] == [1.0, 2.5]
    assert data["string_values"] == ["a", "b"]
    assert [each["int16_value"] for each in data["basic_types_values"]] == [4, 0]
    nested = fill("test_msgs/msg/Nested", {"basic_types_value": {"uint8_value": 200}})
    assert as_data(nested)["basic_types_value"]["uint8_value"] == 200


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("BasicTypes", {"int32_valu": 1}, "no field 'int32_valu'; did you mean 'int32_value'"),
        ("BasicTypes", {"int32_value": "x"}, "field 'int32_value' wants int32, found 'x'"),
        ("BasicTypes", {"int8_value": 300}, "field 'int8_value' wants int8, found 300"),
        ("BasicTypes", {"int32_value": 1.5}, "field 'int32_value' wants int32, found 1.5"),
        ("BasicTypes", {"bool_value": "yes"}, "field 'bool_value' wants boolean"),
        ("Nested", {"basic_types_value": 3}, "wants the fields of test_msgs/BasicTypes"),
        ("Nested", {"basic_types_value": {"x": 3}}, "no field 'basic_types_value.x'"),
        ("UnboundedSequences", {"int32_values": 3}, "'int32_values' wants a list of int32"),
        ("UnboundedSequences", {"int32_values": ["x"]}, "field 'int32_values' wants"),
        ("Arrays", {"int32_values": [1]}, "field 'int32_values' wants int32\\[3\\]"),
    ],
)
def test_what_does_not_fit_names_its_field(
    fill: Fill, name: str, values: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadField, match=why):
        fill(f"test_msgs/msg/{name}", values)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Fibonacci", "write it as package/action/Name"),
        ("os/action/System", "no package 'os' with action types"),
        ("no_such_msgs/action/Go", "no package 'no_such_msgs'"),
        ("test_msgs/srv/Empty", "write it as package/action/Name"),
        ("test_msgs/action/Fibonaci", "no action type 'Fibonaci'; did you mean 'Fibonacci'"),
        ("../action/X", "is no type"),
        ("numpy/action/X", "no package 'numpy' with action types"),
    ],
)
def test_only_types_of_messages_can_be_named(dds: int, name: str, why: str) -> None:
    with pytest.raises(NoType, match=why):
        type_named(name, "action")


def test_without_ros_there_is_one_line_that_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named '{name}'", name="rclpy")

    monkeypatch.setattr("cotree.ros.missing.importlib.import_module", nothing)
    with pytest.raises(NoRos, match=r"pip install 'cotree\[ros\]'") as error:
        ros("rclpy.node")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("expect", "why"),
    [
        ({}, None),
        ({"a": {"b": 1.0}}, None),
        ({"a": {"b": 2}}, "a.b is 1, not 2"),
        ({"c": True}, None),
        ({"c": 1}, "c is True, not 1"),
        ({"d": [1, 2]}, None),
        ({"d": [1]}, "d is [1, 2.0], not [1]"),
        ({"e": "x"}, "e is 'y', not 'x'"),
    ],
)
def test_a_message_agrees_with_what_is_expected_or_says_where_not(
    expect: dict[str, Any], why: str | None
) -> None:
    found = {"a": {"b": 1}, "c": True, "d": [1, 2.0], "e": "y"}
    assert disagreement(found, expect) == why


def test_a_field_that_is_not_there_is_no_disagreement_but_a_mistake() -> None:
    with pytest.raises(BadField, match=r"no field 'a\.x'; known: b"):
        disagreement({"a": {"b": 1}}, {"a": {"x": 1}})
