from __future__ import annotations

import pytest

from cotree.viewer.web.address import Address, address, is_loopback

HERE = Address("127.0.0.1", 8000)


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "[::1]:8000"]
)
def test_names_of_this_machine_are_answered(host: str) -> None:
    assert HERE.answers(host)


@pytest.mark.parametrize(
    "host",
    [
        "", "evil.example:8000", "localhost", "localhost:8001", "127.0.0.1.evil.example:8000",
        "localhost:8000@evil.example", "u@localhost:8000", "localhost:x", "localhost:8000/x",
        "192.168.0.7:8000", "[::1", "localhost:99999999",
    ],
)  # fmt: skip
def test_all_others_are_not(host: str) -> None:
    assert not HERE.answers(host)


def test_a_page_may_be_asked_for_by_the_address_it_is_served_at() -> None:
    assert Address("192.168.0.7", 80).answers("192.168.0.7")
    assert not Address("192.168.0.7", 80).answers("192.168.0.8")


def test_one_that_is_served_everywhere_answers_to_addresses_and_to_no_strange_name() -> None:
    everywhere = Address("0.0.0.0", 8000)
    assert everywhere.answers("10.1.2.3:8000")
    assert not everywhere.answers("evil.example:8000")


def test_only_a_page_from_the_same_place_sent_it() -> None:
    assert HERE.sent("http://localhost:8000", "localhost:8000")
    for origin in ("", "null", "https://localhost:8000", "http://localhost:8001", "http://evil"):
        assert not HERE.sent(origin, "localhost:8000")
    assert not HERE.sent("http://evil:8000", "evil:8000")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.9.9.9"])
def test_this_machine_needs_no_token(host: str) -> None:
    assert is_loopback(host)
    assert address(host, 1).token == ""


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.7", "robot.local"])
def test_other_addresses_get_a_new_token_each(host: str) -> None:
    one, two = address(host, 1).token, address(host, 1).token
    assert len(one) >= 22  # 128 bits
    assert one != two


def test_the_token_stands_where_no_server_and_no_log_sees_it() -> None:
    assert Address("192.168.0.7", 8000, "secret").url == "http://192.168.0.7:8000/#secret"
    assert Address("::1", 8000).url == "http://[::1]:8000/"
