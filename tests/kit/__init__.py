"""Fakes that many tests share."""

import pytest

pytest.register_assert_rewrite("tests.kit.scenarios", "tests.kit.chaos", "tests.kit.trainer")
